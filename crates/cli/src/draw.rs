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
        .arg(options::misere(lang))
        .arg(options::parameters(lang))
        .arg(options::format(lang, &["svg", "dot"]))
        .arg(options::output(lang))
        .args(options::limits(lang))
        .after_help(say(
            lang,
            "Example: grundy draw nim 2,1 -o nim.svg",
            "示例：grundy draw nim 2,1 -o nim.svg",
        ))
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let asked = Asked::from(matches)?;
    let position = options::given_position(matches, &asked, lang)?;
    // A graph of this size is a large file already, and no picture any more.
    const MOST_STATES: u64 = 100_000;
    let mut budget = options::budget(matches);
    if matches.get_one::<u64>("limit-states").is_none() {
        budget = budget.with_states(MOST_STATES);
    }
    let diagram = asked.game.diagram(&position, asked.convention, &budget)?;
    let sketch = Sketch::from(&diagram);
    let title = format!("{} {position}", asked.name(lang));
    let text = match matches.get_one::<String>("format").map(String::as_str) {
        Some("dot") => dot::dot(&sketch, &title)?,
        _ => graph::svg(&sketch, &title)?,
    };
    options::write_output(matches, text.as_bytes())
}
