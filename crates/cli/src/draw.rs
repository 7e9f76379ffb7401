//! `grundy draw GAME POSITION`: the graph of everything that can happen.

use clap::{ArgMatches, Command};
use grundy::picture::sketch::Sketch;
use grundy::picture::{dot, graph};
use grundy::text::Lang;

use crate::options::{self, Asked};
use crate::output::{Failed, say};

pub fn command(lang: Lang) -> Command {
    Command::new("draw")
        .about(say(
            lang,
            "Draw the game graph: P in boxes, N in ellipses, draws in hexagons, winning moves bold",
            "绘制博弈图：P 态为方框，N 态为椭圆，平局为六边形，必胜着法加粗",
        ))
        .arg(options::game(lang))
        .arg(options::position(lang))
        .arg(options::more(lang))
        .arg(options::misere(lang))
        .arg(options::parameters(lang))
        .arg(options::format(lang, &FORMATS))
        .arg(options::output(lang))
        .args(options::limits_with(lang, DRAWING))
        .after_help(say(
            lang,
            "Example: grundy draw nim 2,1 -o nim.svg",
            "示例：grundy draw nim 2,1 -o nim.svg",
        ))
}

/// The formats of pictures.
const FORMATS: [&str; 2] = ["svg", "dot"];

/// A graph of this size is a large file already, and no picture any more.
const DRAWING: options::Defaults = options::Defaults {
    states: "100000",
    ..options::USUAL
};

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let asked = Asked::from(matches)?;
    let position = options::given_position(matches, &asked, lang)?;
    let format = options::format_of(matches, &FORMATS, lang)?;
    let budget = options::budget(matches);
    let diagram = asked.game.diagram(&position, asked.convention, &budget);
    let diagram = diagram.map_err(|error| asked.explained(error, lang))?;
    let sketch = Sketch::from(&diagram);
    let title = format!("{} {position}", asked.name(lang));
    let text = match format {
        "dot" => dot::dot(&sketch, &title)?,
        _ => graph::svg(&sketch, &title)?,
    };
    options::write_output(matches, text.as_bytes())
}
