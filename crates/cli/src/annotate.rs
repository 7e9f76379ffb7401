//! `grundy annotate GAME POSITION MOVES`: a played game with its mistakes.

use clap::{Arg, ArgMatches, Command};
use grundy::outcome::Outcome;
use grundy::text::Lang;
use serde_json::{Value, json};

use crate::options::{self, Asked};
use crate::output::{Failed, say};

pub fn command(lang: Lang) -> Command {
    Command::new("annotate")
        .about(say(
            lang,
            "Go through a played game: who was winning, and which moves gave it away",
            "复盘一局对弈：每步之后谁胜，哪些着法是败着",
        ))
        .arg(options::game(lang))
        .arg(options::position(lang))
        .arg(
            Arg::new("moves")
                .required(true)
                .value_name("MOVES")
                .allow_hyphen_values(true)
                .help(say(
                    lang,
                    "The moves, separated by `;` or on lines of their own; from a file or standard input as POSITION",
                    "各步着法，以 `;` 或换行分隔；也可像局面一样取自文件或标准输入",
                )),
        )
        .arg(options::misere(lang))
        .arg(options::parameters(lang))
        .arg(options::format(lang, &["text", "json"]))
        .args(options::limits(lang))
        .after_help(say(
            lang,
            "Example: grundy annotate geography 'XO*OXO' '1,2; 1,1'",
            "示例：grundy annotate geography 'XO*OXO' '1,2; 1,1'",
        ))
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let asked = Asked::from(matches)?;
    let budget = options::budget(matches);
    let given = matches
        .get_one::<String>("moves")
        .map_or("", String::as_str);
    if given == "-"
        && matches
            .get_one::<String>("position")
            .is_some_and(|p| p == "-")
    {
        let message = say(
            lang,
            "only one of POSITION and MOVES can be standard input",
            "局面与着法不能都取自标准输入",
        );
        return Err(Failed::Usage(message.to_string()));
    }
    let position = options::given_position(matches, &asked, lang)?;
    let text = options::text_from(given, None, &budget)?.text;
    let moves: Vec<&str> = text
        .split([';', '\n'])
        .map(str::trim)
        .filter(|mv| !mv.is_empty())
        .collect();
    let outcomes = asked
        .game
        .annotate(&position, &moves, asked.convention, &budget)?;
    let json = matches
        .get_one::<String>("format")
        .is_some_and(|f| f == "json");
    let rows: Vec<(&str, Outcome, bool)> = moves
        .iter()
        .zip(outcomes.windows(2))
        .map(|(mv, pair)| (*mv, pair[1], is_mistake(pair[0], pair[1])))
        .collect();
    let start = outcomes.first().copied().unwrap_or(Outcome::P);
    let text = match json {
        true => as_json(start, &rows),
        false => as_text(start, &rows, lang),
    };
    options::write_stdout(text.as_bytes())
}

/// Whether a move gave something away: what was won before it is not lost
/// for the opponent after it, or what was drawn is won.
fn is_mistake(before: Outcome, after: Outcome) -> bool {
    match before {
        Outcome::N => after != Outcome::P,
        Outcome::Draw => after == Outcome::N,
        Outcome::P => false,
    }
}

fn as_json(start: Outcome, rows: &[(&str, Outcome, bool)]) -> String {
    let moves: Vec<Value> = rows
        .iter()
        .map(|(mv, after, mistake)| json!({"move": mv, "outcome": after.letter(), "mistake": mistake}))
        .collect();
    json!({"start": start.letter(), "moves": moves}).to_string() + "\n"
}

fn as_text(start: Outcome, rows: &[(&str, Outcome, bool)], lang: Lang) -> String {
    let mut text = format!("{start}\n");
    let mut given_away = [0, 0];
    for (number, (mv, after, mistake)) in rows.iter().enumerate() {
        text += &format!("{after}\t{}\t{mv}", number + 1);
        if *mistake {
            given_away[number % 2] += 1;
            text += "\t";
            text += say(lang, "mistake", "败着");
        }
        text += "\n";
    }
    let [first, second] = given_away;
    text += &match lang {
        Lang::En => format!("mistakes: first player {first}, second player {second}\n"),
        Lang::Zh => format!("败着：先手 {first} 次，后手 {second} 次\n"),
    };
    text
}
