//! `grundy prove GAME CONJECTURE`: is a law of your own true of all positions?

use std::fmt::Write;

use clap::{Arg, ArgMatches, Command};
use grundy::text::Lang;
use grundy_laws::conjecture::{Asked, Decided, Verdict, decide_game};
use grundy_laws::family;
use serde_json::{Value, json};

use crate::options;
use crate::output::{Failed, pad, say};
use crate::period;
use crate::study;

pub fn command(lang: Lang) -> Command {
    Command::new("prove")
        .about(say(
            lang,
            "Decide a conjecture about a game: proven, refuted with a counterexample, or not decided; exit code 0, 1, 2",
            "判定关于游戏的猜想：已证明、有反例或未判定；退出码分别为 0、1、2",
        ))
        .arg(options::game(lang))
        .arg(
            Arg::new("conjecture")
                .value_name("CONJECTURE")
                .required_unless_present("automaton")
                .allow_hyphen_values(true)
                .help(say(
                    lang,
                    "`g(n) = n mod 4`, `P iff x = y`, `P if …`, `g(x, y) >= g(x, 0)`, `g(n+12) = g(n) for n >= 71`",
                    "`g(n) = n mod 4`、`P iff x = y`、`P if …`、`g(x, y) >= g(x, 0)`、`g(n+12) = g(n) for n >= 71`",
                )),
        )
        .arg(
            Arg::new("automaton")
                .long("automaton")
                .value_name("FILE")
                .conflicts_with("conjecture")
                .help(say(
                    lang,
                    "An automaton in Walnut's format instead: of P-positions, or of positions with their values",
                    "改用 Walnut 格式的自动机：P 态，或带值的局面",
                )),
        )
        .arg(
            Arg::new("for-all")
                .long("for-all")
                .value_name("NAME")
                .conflicts_with("automaton")
                .help(say(
                    lang,
                    "The conjecture is about all values of a parameter, as `study --for-all` prints it; `for all NAME >= 1` in it says the same",
                    "猜想针对参数的一切取值，写法同 `study --for-all` 的输出；在猜想中写 `for all NAME >= 1` 亦可",
                )),
        )
        .arg(options::misere(lang))
        .arg(options::parameters(lang))
        .arg(options::format(lang, &FORMATS))
        .arg(options::output(lang))
        .arg(period::certificate(lang))
        .args(options::limits_with(lang, study::LOOKING))
        .after_help(say(
            lang,
            "Example: grundy prove examples/bachet.game 'g(n) = n mod 4'",
            "示例：grundy prove examples/bachet.game 'g(n) = n mod 4'",
        ))
}

/// The formats of a verdict.
const FORMATS: [&str; 2] = ["text", "json"];

/// Larger files are no automata.
const LARGEST: u64 = 1 << 24;

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let json = options::format_of(matches, &FORMATS, lang)? == "json";
    let (asked, source) = study::asked(matches)?;
    let name = asked.name(lang);
    let file = match matches.get_one::<String>("automaton") {
        Some(path) => Some(options::read_text(
            path,
            LARGEST,
            ("an automaton", "自动机"),
            lang,
        )?),
        None => None,
    };
    let sentence = matches
        .get_one::<String>("conjecture")
        .map_or("", String::as_str);
    let said = match &file {
        Some(text) => Asked::Automaton(text),
        None => Asked::Sentence(sentence),
    };
    let options = study::limits(matches);
    let decided = match matches.get_one::<String>("for-all") {
        Some(parameter) => {
            let source = study::needed_source(matches, &*asked.game, lang)?;
            family::decide(&source, parameter, sentence, &options)?
        }
        None => decide_game(
            &*asked.game,
            asked.convention,
            name,
            source.as_ref(),
            said,
            &options,
        )?,
    };
    let text = match json {
        true => as_json(name, &decided, lang).to_string() + "\n",
        false => as_text(name, &decided, lang),
    };
    options::write_output(matches, text.as_bytes())?;
    let path = matches.get_one::<String>("certificate");
    match &decided.verdict {
        Verdict::Proven { certificate, .. } => {
            if let (Some(path), Some(certificate)) = (path, certificate.as_ref()) {
                options::write_file(path, certificate.as_bytes())?;
            }
            Ok(())
        }
        Verdict::Refuted(_) => Err(Failed::Refuted(
            say(lang, "the conjecture is false", "猜想不成立").to_string(),
        )),
        Verdict::Open { .. } => Err(Failed::Usage(
            say(lang, "the conjecture is not decided", "猜想未判定").to_string(),
        )),
    }
}

fn as_text(name: &str, decided: &Decided, lang: Lang) -> String {
    let mut text = String::new();
    let mut line = |en, zh, value: &str| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{} {value}", pad(say(lang, en, zh), 8));
    };
    line("game", "游戏", name);
    line("law", "规律", decided.said.get(lang));
    line("status", "状态", decided.verdict.text().get(lang));
    match &decided.verdict {
        Verdict::Proven {
            from: Some((law, status)),
            ..
        } => {
            line("from", "依据", law.get(lang));
            line("status", "状态", status.get(lang));
        }
        Verdict::Refuted(wrong) => {
            for shown in &wrong.shown {
                line("shown", "由此", shown.get(lang));
            }
        }
        _ => {}
    }
    for note in &decided.notes {
        line("note", "说明", note.get(lang));
    }
    text
}

fn as_json(name: &str, decided: &Decided, lang: Lang) -> Value {
    let mut object = json!({
        "game": name,
        "law": decided.said.get(lang),
        "verdict": decided.verdict.word(),
        "reason": decided.verdict.text().get(lang),
        "notes": decided.notes.iter().map(|n| n.get(lang)).collect::<Vec<_>>(),
    });
    match &decided.verdict {
        Verdict::Proven {
            certificate, from, ..
        } => {
            if let Some((law, status)) = from {
                object["ground"] = json!({"law": law.get(lang), "reason": status.get(lang)});
            }
            object["certificate"] = json!(certificate);
        }
        Verdict::Refuted(wrong) => {
            let numbers = wrong.numbers.iter().map(|(n, v)| (n.clone(), json!(v)));
            object["numbers"] = Value::Object(numbers.collect());
            object["claimed"] = json!(wrong.claimed.as_ref().map(|c| c.get(lang)));
            object["found"] = json!(wrong.found.get(lang));
            object["shown"] = wrong.shown.iter().map(|s| json!(s.get(lang))).collect();
        }
        Verdict::Open { to, .. } => object["table"] = json!(to),
    }
    object
}
