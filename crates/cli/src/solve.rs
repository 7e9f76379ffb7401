//! `grundy solve GAME POSITION`: who wins, and by which moves.

use std::io::Write as _;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use grundy::ask::Question;
use grundy::choice::Trace;
use grundy::error::Error;
use grundy::notation::file::Given;
use grundy::outcome::{Convention, Outcome};
use grundy::picture::scene::{Id, draw};
use grundy::solve::outcomes::Order;
use grundy::text::Lang;
use grundy::workbench::{Seen, Solved};
use grundy_desk::verbs as told;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::compound;
use crate::figure;
use crate::options::{self, Asked};
use crate::output::{Failed, pad, say, shorten};
use crate::seen;

pub fn command(lang: Lang) -> Command {
    Command::new("solve")
        .about(say(
            lang,
            "Who wins, and by which moves",
            "谁胜，以及必胜着法",
        ))
        .args(compound::question(lang))
        .arg(options::format(lang, &FORMATS))
        .arg(figure::theme(lang))
        .arg(options::output(lang))
        .arg(
            Arg::new("moves")
                .long("moves")
                .value_name("N")
                .value_parser(clap::value_parser!(u64))
                .default_value("20")
                .help(say(
                    lang,
                    "List at most N winning moves",
                    "最多列出 N 个必胜着法",
                )),
        )
        .arg(
            Arg::new("outcome-only")
                .long("outcome-only")
                .action(ArgAction::SetTrue)
                .help(say(
                    lang,
                    "Only who wins: no Grundy value, and no moves unless --moves asks for them; often much faster",
                    "只求谁胜：不求 SG 值，除非给出 --moves 也不列着法；往往快得多",
                )),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .value_parser(clap::value_parser!(u64))
                .help(say(
                    lang,
                    "Search moves in a random order with this seed (with --outcome-only)",
                    "以此种子随机化着法顺序（与 --outcome-only 合用）",
                )),
        )
        .arg(
            Arg::new("all")
                .long("all")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["compound", "long", "short", "over-when-zero"])
                .help(say(
                    lang,
                    "List every move with who wins after it (of a token not placed yet: every start)",
                    "列出每一步着法及走后谁胜（棋子尚未放下时即每个起点）",
                )),
        )
        .arg(
            Arg::new("explain")
                .long("explain")
                .action(ArgAction::SetTrue)
                .help(say(
                    lang,
                    "Tell which engine answers and why, what it is expected to cost, and what was passed over",
                    "说明由哪个引擎作答、为何、预计代价，以及略过了什么",
                )),
        )
        .args(options::limits(lang))
        .after_help(say(
            lang,
            "Examples: grundy solve nim 3,5,7\n          grundy solve geography graph.txt --all\n          grundy solve 'nim:3,5 + kayles:7' --compound conjunctive --short --misere",
            "示例：grundy solve nim 3,5,7\n      grundy solve geography graph.txt --all\n      grundy solve 'nim:3,5 + kayles:7' --compound conjunctive --short --misere",
        ))
}

/// As text, as data, or as a picture of the position in which winning moves stand out.
const FORMATS: [&str; 6] = ["text", "json", "svg", "png", "pdf", "tikz"];

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let format = options::format_of(matches, &FORMATS, lang)?;
    let compound = compound::asked(matches, lang)?;
    let asked = match compound {
        Some(_) => None,
        None => Some(Asked::from(matches)?),
    };
    let outcome_only = matches.get_flag("outcome-only");
    // Moves beside the outcome alone are listed if they are asked for.
    let listed = matches.value_source("moves") == Some(ValueSource::CommandLine);
    let bare = outcome_only && !listed;
    let question = Question {
        convention: asked
            .as_ref()
            .map_or_else(Default::default, |a| a.convention),
        moves: match matches.get_one::<u64>("moves") {
            _ if bare => 0,
            Some(n) => usize::try_from(*n).unwrap_or(usize::MAX),
            None => 20,
        },
        outcome_only,
        order: matches
            .get_one::<u64>("seed")
            .map_or(Order::Hint, |seed| Order::Random(*seed)),
        budget: options::budget(matches),
        trace: match matches.get_flag("explain") {
            true => Trace::on(),
            false => Trace::default(),
        },
        ..Question::default()
    };
    // What was decided is told also where there is no answer in the end.
    let told = |failed: Error| {
        let lines = choice(&question.trace, lang);
        // If even standard error is closed, the exit code must do.
        let _ = std::io::stderr().write_all(lines.as_bytes());
        failed
    };
    let json = format == "json";
    if let Some((expression, rules)) = compound {
        let solved = trimmed(expression.solve(rules, &question).map_err(told)?, bare);
        if figure::is(format) {
            let seen = expression.seen(rules, &question.budget)?;
            return drawn(&seen, &solved, &solved.position, format, matches, lang);
        }
        let text = if json {
            let told = told::Solved {
                compound: Some(rules.text().get(lang).to_string()),
                ..told_of("compound", rules.convention, solved, bare, lang)
            };
            as_line(&told.with_choice(&question.trace, lang))
        } else {
            let seen = expression.seen(rules, &question.budget)?;
            line(say(lang, "compound", "复合"), rules.text().get(lang))
                + &lines(&solved, Some(&seen), lang)
                + &choice(&question.trace, lang)
        };
        return options::write_output(matches, text.as_bytes());
    }
    let Some(asked) = asked else {
        unreachable!("what is no compound is one game")
    };
    let given = options::named_position(matches, &asked)?;
    if matches.get_flag("all") {
        return every_move(&asked, &given, &question, matches, json, lang);
    }
    let solved = asked.game.solve(&given.text, &question);
    let solved = trimmed(
        solved.map_err(|error| asked.explained(told(error), lang))?,
        bare,
    );
    if figure::is(format) {
        let seen = asked.game.seen(&given.text, asked.convention, CLICKS)?;
        let title = format!("{} {}", asked.name(lang), solved.position);
        return drawn(&seen, &solved, &title, format, matches, lang);
    }
    let text = if json {
        let id = asked.id();
        let told = told_of(id, asked.convention, solved, bare, lang);
        as_line(&Named::of(told.with_choice(&question.trace, lang), &given))
    } else {
        as_text(&asked, &given, &solved, lang) + &choice(&question.trace, lang)
    };
    options::write_output(matches, text.as_bytes())
}

/// An answer of which only the outcome is wanted: nothing more is told of it.
fn trimmed(mut solved: Solved, bare: bool) -> Solved {
    if bare {
        solved.answer.value = None;
        solved.answer.remoteness = None;
        solved.answer.truncated = false;
    }
    solved
}

/// The same as data.
fn told_of(
    game: &str,
    convention: Convention,
    solved: Solved,
    bare: bool,
    lang: Lang,
) -> told::Solved {
    let told = told::Solved::of(game, convention, solved, lang);
    match bare {
        true => told.only_outcome(),
        false => told,
    }
}

/// So many moves are looked at for what they touch.
const CLICKS: usize = 10_000;

/// The position as a picture; what the winning moves touch stands out.
fn drawn(
    seen: &Seen,
    solved: &Solved,
    title: &str,
    format: &str,
    matches: &ArgMatches,
    lang: Lang,
) -> Result<(), Failed> {
    let winning = |mv: &str| solved.answer.winning_moves.iter().any(|w| w.mv == mv);
    let clicks = seen.clicks.iter().filter(|click| winning(&click.mv));
    let marked: Vec<Id> = clicks.flat_map(|click| click.touches.clone()).collect();
    let drawing = draw::scene(&seen.scene, title, &marked);
    let bytes = figure::written(&drawing, format, matches, lang)?;
    options::write_output(matches, &bytes)
}

/// An answer, and which number of the position stands for which name, if any does.
#[derive(Serialize)]
struct Named {
    #[serde(flatten)]
    told: told::Solved,
    #[serde(skip_serializing_if = "Map::is_empty")]
    names: Map<String, Value>,
}

impl Named {
    fn of(told: told::Solved, given: &Given) -> Named {
        let names = given.names.iter();
        let names = names.map(|(number, name)| (number.to_string(), json!(name)));
        Named {
            told,
            names: names.collect(),
        }
    }
}

/// An answer as one line of JSON.
pub fn as_line(answer: &impl Serialize) -> String {
    match serde_json::to_string(answer) {
        Ok(text) => text + "\n",
        Err(error) => unreachable!("answers can be written: {error}"),
    }
}

/// Every move with who wins after it: text as lines of two columns, JSON as
/// the object of the answer with one more field.
fn every_move(
    asked: &Asked,
    given: &Given,
    question: &Question,
    matches: &ArgMatches,
    json: bool,
    lang: Lang,
) -> Result<(), Failed> {
    // The value costs a search that was not asked for.
    let question = Question {
        outcome_only: true,
        ..question.clone()
    };
    let all = asked.game.every_move(&given.text, &question);
    let all = all.map_err(|error| asked.explained(error, lang))?;
    if json {
        let id = asked.id();
        let told = told::Solved::of(id, asked.convention, all.solved, lang);
        let told = told.with_every_move(&all.moves);
        let text = as_line(&Named::of(told.with_choice(&question.trace, lang), given));
        return options::write_output(matches, text.as_bytes());
    }
    let mut text = as_text(asked, given, &all.solved, lang);
    let count = |outcome| all.moves.iter().filter(|m| m.after == outcome).count();
    text += &line(
        say(lang, "moves", "着法"),
        &format!(
            "{}: {} P, {} N, {} D",
            all.moves.len(),
            count(Outcome::P),
            count(Outcome::N),
            count(Outcome::Draw)
        ),
    );
    // The winning moves first: those after which the opponent loses.
    let mut moves: Vec<_> = all.moves.iter().collect();
    moves.sort_by_key(|m| match m.after {
        Outcome::P => 0,
        Outcome::Draw => 1,
        Outcome::N => 2,
    });
    for m in moves {
        text += m.after.letter();
        text += "\t";
        text += &m.written.mv;
        if !m.written.to.is_empty() {
            text += "\t";
            text += &shorten(&m.written.to);
        }
        text += "\n";
    }
    text += &choice(&question.trace, lang);
    options::write_output(matches, text.as_bytes())
}

/// Which engines were chosen and which were not, if that was asked for.
fn choice(trace: &Trace, lang: Lang) -> String {
    if !trace.is_on() {
        return String::new();
    }
    let choice = told::EngineChoice::of(trace, lang);
    let mut text = String::new();
    for (number, tried) in choice.tried.iter().enumerate() {
        let name = if number == 0 {
            say(lang, "engine", "引擎")
        } else {
            ""
        };
        text += &line(name, &format!("{}: {}", tried.name, tried.because));
        let (cost, ended) = (&tried.expected, &tried.end);
        text += &line(
            "",
            &match lang {
                Lang::En => format!("  expected: {cost}; {ended}"),
                Lang::Zh => format!("  预计：{cost}；{ended}"),
            },
        );
    }
    for (number, passed) in choice.passed_over.iter().enumerate() {
        let name = if number == 0 {
            say(lang, "not", "未用")
        } else {
            ""
        };
        text += &line(name, &format!("{}: {}", passed.name, passed.because));
    }
    text
}

fn as_text(asked: &Asked, given: &Given, solved: &Solved, lang: Lang) -> String {
    let mut text = line(say(lang, "game", "游戏"), asked.name(lang));
    if asked.convention == Convention::Misere {
        text += &line(say(lang, "play", "规则"), say(lang, "misère", "反常"));
    }
    if let Some(note) = given.note() {
        text += &line(say(lang, "names", "编号"), &shorten(&note));
    }
    // What takes pages to write is not read as a picture either.
    let seen = match solved.position.len() < LONG {
        true => asked.game.seen(&given.text, asked.convention, 0).ok(),
        false => None,
    };
    text + &lines(solved, seen.as_ref(), lang)
}

/// Longer positions are not shown.
const LONG: usize = 10_000;

pub fn line(name: &str, value: &str) -> String {
    format!("{} {value}\n", pad(name, 9))
}

/// The answer as lines for people.
pub fn lines(solved: &Solved, seen: Option<&Seen>, lang: Lang) -> String {
    let answer = &solved.answer;
    let mut text = line(say(lang, "position", "局面"), &shorten(&solved.position));
    for line in seen.map_or_else(Vec::new, |seen| seen::lines(seen, 10, lang)) {
        text += &line;
        text += "\n";
    }
    let outcome = format!("{} — {}", answer.outcome, answer.outcome.text().get(lang));
    text += &line(say(lang, "outcome", "结果"), &outcome);
    if let Some(value) = &answer.value {
        text += &line(say(lang, "value", "SG 值"), &shorten(&value.to_string()));
    }
    if let Some(moves) = answer.remoteness {
        let name = say(lang, "over in", "剩余步数");
        text += &line(name, &moves.to_string());
    }
    for (number, mv) in answer.winning_moves.iter().enumerate() {
        let name = match (number, answer.outcome) {
            (0, Outcome::Draw) => say(lang, "drawing", "保持平局的着法"),
            (0, _) => say(lang, "winning", "必胜着法"),
            _ => "",
        };
        text += &line(
            name,
            &match mv.to.is_empty() {
                true => shorten(&mv.mv),
                false => format!("{}  →  {}", shorten(&mv.mv), shorten(&mv.to)),
            },
        );
    }
    if answer.truncated {
        text += &line("", say(lang, "… and perhaps more", "……可能还有更多"));
    }
    text += &line(say(lang, "reason", "理由"), answer.reason.get(lang));
    text + &line(say(lang, "status", "状态"), answer.status.text().get(lang))
}
