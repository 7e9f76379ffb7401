//! `grundy annotate GAME POSITION MOVES`: a played game with its mistakes.

use clap::{Arg, ArgAction, ArgMatches, Command};
use grundy::text::Lang;
use grundy::workbench::{Annotated, is_mistake};
use serde_json::{Value, json};

use crate::options::{self, Asked};
use crate::output::{Failed, say, shorten};
use crate::seen;

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
        .arg(
            Arg::new("show")
                .long("show")
                .action(ArgAction::SetTrue)
                .help(say(
                    lang,
                    "Show the position after each move",
                    "显示每步之后的局面",
                )),
        )
        .arg(options::format(lang, &FORMATS))
        .arg(options::output(lang))
        .args(options::limits(lang))
        .after_help(say(
            lang,
            "Example: grundy annotate geography 'XO*OXO' '1,2; 1,1'",
            "示例：grundy annotate geography 'XO*OXO' '1,2; 1,1'",
        ))
}

/// The formats of answers.
const FORMATS: [&str; 2] = ["text", "json"];

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
    let played = asked
        .game
        .annotate(&position, &moves, asked.convention, &budget)
        .map_err(|error| asked.explained(error, lang))?;
    let json = options::format_of(matches, &FORMATS, lang)? == "json";
    let rows: Vec<Row<'_>> = moves
        .iter()
        .zip(played.windows(2))
        .map(|(mv, pair)| Row {
            mv,
            after: &pair[1],
            mistake: is_mistake(pair[0].outcome, pair[1].outcome),
        })
        .collect();
    let start = played.first();
    let text = match json {
        true => as_json(start, &rows),
        false => {
            let picture = |position: &str| -> Vec<String> {
                let shown = matches.get_flag("show") && !position.is_empty();
                let seen = shown
                    .then(|| asked.game.seen(position, asked.convention, 0).ok())
                    .flatten();
                seen.map_or_else(Vec::new, |seen| seen::board(&seen, 4, lang))
            };
            as_text(start, &rows, &picture, lang)
        }
    };
    options::write_output(matches, text.as_bytes())
}

/// A move of the game, and what came of it.
struct Row<'r> {
    mv: &'r str,
    after: &'r Annotated,
    mistake: bool,
}

fn as_json(start: Option<&Annotated>, rows: &[Row<'_>]) -> String {
    let moves: Vec<Value> = rows
        .iter()
        .map(|row| {
            let mut object = json!({
                "move": row.mv,
                "to": row.after.position,
                "outcome": row.after.outcome.letter(),
                "mistake": row.mistake,
            });
            if let Some(better) = &row.after.better {
                object["better"] = json!(better);
            }
            object
        })
        .collect();
    let letter = start.map_or("P", |start| start.outcome.letter());
    let position = start.map_or("", |start| &start.position);
    json!({"start": letter, "position": position, "moves": moves}).to_string() + "\n"
}

/// A line for the start and one for each move: who wins, the number of the
/// move, the move, the position after it, and what was wrong with it.
fn as_text(
    start: Option<&Annotated>,
    rows: &[Row<'_>],
    picture: &dyn Fn(&str) -> Vec<String>,
    lang: Lang,
) -> String {
    let mut text = String::new();
    let shown = |text: &mut String, position: &str| {
        for line in picture(position) {
            *text += &line;
            text.push('\n');
        }
    };
    if let Some(start) = start {
        text += &format!("{}\t0\t\t{}\n", start.outcome, shorten(&start.position));
        shown(&mut text, &start.position);
    }
    let mut given_away = [0, 0];
    for (number, row) in rows.iter().enumerate() {
        let (after, mv) = (row.after.outcome, row.mv);
        let position = shorten(&row.after.position);
        text += &format!("{after}\t{}\t{mv}\t{position}", number + 1);
        if row.mistake {
            given_away[number % 2] += 1;
            text += "\t";
            text += say(lang, "mistake", "败着");
            if let Some(better) = &row.after.better {
                text += &match lang {
                    Lang::En => format!("; better: {better}"),
                    Lang::Zh => format!("；更好的着法：{better}"),
                };
            }
        }
        text.truncate(text.trim_end_matches('\t').len());
        text += "\n";
        shown(&mut text, &row.after.position);
    }
    let [first, second] = given_away;
    text += &match lang {
        Lang::En => format!("mistakes: first player {first}, second player {second}\n"),
        Lang::Zh => format!("败着：先手 {first} 次，后手 {second} 次\n"),
    };
    text
}
