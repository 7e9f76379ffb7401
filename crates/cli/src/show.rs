//! `grundy show GAME POSITION`: the position as a picture.

use clap::{ArgMatches, Command};
use grundy::picture::scene::{Element, Look, Scene, draw, why};
use grundy::text::Lang;
use grundy::workbench::Seen;
use serde_json::{Value, json};

use crate::compound;
use crate::figure;
use crate::options::{self, Asked};
use crate::output::{Failed, say};
use crate::seen;

/// So many moves are told with what they touch.
const CLICKS: usize = 10_000;

/// What a picture can be.
const FORMATS: [&str; 6] = ["text", "svg", "png", "pdf", "tikz", "json"];

pub fn command(lang: Lang) -> Command {
    Command::new("show")
        .about(say(
            lang,
            "Show a position: heaps, boards, coins, graphs",
            "显示局面：石子堆、棋盘、硬币、图",
        ))
        .args(compound::question(lang))
        .arg(options::format(lang, &FORMATS))
        .arg(figure::theme(lang))
        .arg(options::output(lang))
        .args(options::limits(lang))
        .after_help(say(
            lang,
            "Without POSITION the first example of the game's page is shown.\nExample: grundy show cram 3x4 -o cram.svg",
            "若不给出局面，则显示该游戏说明中的第一个示例。\n示例：grundy show cram 3x4 -o cram.svg",
        ))
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let budget = options::budget(matches);
    let format = options::format_of(matches, &FORMATS, lang)?;
    let clicks = if format == "json" { CLICKS } else { 0 };
    let (title, seen) = match options::first_example(matches)? {
        Some((asked, example)) => {
            let seen = asked.game.seen(example, asked.convention, clicks)?;
            (format!("{} {example}", asked.name(lang)), seen)
        }
        None => match compound::asked(matches, lang)? {
            Some((expression, rules)) => {
                let given = matches.get_one::<String>("game");
                let title = given.cloned().unwrap_or_default();
                (title, expression.seen(rules, &budget)?)
            }
            None => {
                let asked = Asked::from(matches)?;
                let position = options::given_position(matches, &asked, lang)?;
                let seen = asked.game.seen(&position, asked.convention, clicks);
                let seen = seen.map_err(|error| asked.explained(error, lang))?;
                (format!("{} {position}", asked.name(lang)), seen)
            }
        },
    };
    let bytes = match format {
        "json" => (as_json(&seen).to_string() + "\n").into_bytes(),
        format if figure::is(format) => {
            let drawn = draw::scene(&seen.scene, &title, &[]);
            figure::written(&drawn, format, matches, lang)?
        }
        _ => {
            let page = seen::page();
            let lines = why::beside(&seen.scene, seen.numbers.as_ref(), &page, lang);
            (lines.join("\n") + "\n").into_bytes()
        }
    };
    options::write_output(matches, &bytes)
}

fn as_json(seen: &Seen) -> Value {
    let clicks = seen.clicks.iter().map(|click| {
        let touches: Vec<String> = click.touches.iter().map(|id| id.to_string()).collect();
        json!({"move": click.mv, "touches": touches})
    });
    json!({
        "panels": panels(&seen.scene),
        "left_out": seen.scene.left_out,
        "moves": clicks.collect::<Vec<_>>(),
    })
}

fn panels(scene: &Scene) -> Vec<Value> {
    let element = |element: &Element| {
        let mut object = json!({
            "id": element.id.to_string(),
            "look": look(element.look),
            "x": element.at.0,
            "y": element.at.1,
        });
        if !element.label.is_empty() {
            object["label"] = json!(element.label);
        }
        if let Look::Edge { from, to, .. } = element.look {
            object["from"] = json!(from);
            object["to"] = json!(to);
        }
        object
    };
    let panels = scene.panels.iter().map(|panel| {
        let elements: Vec<Value> = panel.elements.iter().map(element).collect();
        json!({
            "title": panel.title,
            "layout": format!("{:?}", panel.layout).to_lowercase(),
            "columns": panel.columns,
            "rows": panel.rows,
            "elements": elements,
        })
    });
    panels.collect()
}

/// The name of a look.
fn look(look: Look) -> &'static str {
    match look {
        Look::Stone => "stone",
        Look::Heads => "heads",
        Look::Tails => "tails",
        Look::Free => "free",
        Look::Gone => "gone",
        Look::Cross => "cross",
        Look::Poison => "poison",
        Look::White => "white",
        Look::Black => "black",
        Look::Vertex => "vertex",
        Look::Ground => "ground",
        Look::Visited => "visited",
        Look::Edge { arrow: false, .. } => "edge",
        Look::Edge { arrow: true, .. } => "arrow",
        Look::Card => "card",
    }
}
