//! `grundy draw GAME POSITION`: the graph of everything that can happen.

use clap::{Arg, ArgMatches, Command, value_parser};
use grundy::picture::scene::{Layout, Look, Scene, draw};
use grundy::picture::sketch::Sketch;
use grundy::picture::{dot, graph};
use grundy::text::Lang;

use crate::figure;
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
        .arg(
            Arg::new("depth")
                .long("depth")
                .value_name("N")
                .value_parser(value_parser!(u64))
                .help(say(
                    lang,
                    "Show the first N moves; dots mark where it goes on",
                    "只显示前 N 步；有后续处以点标出",
                )),
        )
        .arg(
            Arg::new("nodes")
                .long("nodes")
                .value_name("WHAT")
                .value_parser(["auto", "text", "scene"])
                .default_value("auto")
                .help(say(
                    lang,
                    "What stands in the nodes: the notation, the position as a small picture, or auto: pictures of boards where they are few",
                    "结点内容：text（记号）、scene（局面小图）或 auto（棋盘且局面不多时用小图）",
                )),
        )
        .arg(options::format(lang, &FORMATS))
        .arg(figure::theme(lang))
        .arg(options::output(lang))
        .args(options::limits_with(lang, DRAWING))
        .after_help(say(
            lang,
            "Examples: grundy draw nim 2,1 -o nim.svg, grundy draw nim 3,5,7 --depth 1 -o nim.pdf",
            "示例：grundy draw nim 2,1 -o nim.svg、grundy draw nim 3,5,7 --depth 1 -o nim.pdf",
        ))
}

/// The formats of pictures.
const FORMATS: [&str; 5] = ["svg", "png", "pdf", "tikz", "dot"];

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
    let mut sketch = Sketch::from(&diagram);
    if let Some(depth) = matches.get_one::<u64>("depth") {
        sketch = sketch.within(usize::try_from(*depth).unwrap_or(usize::MAX));
    }
    if format != "dot" {
        put_scenes(&mut sketch, &asked, matches);
    }
    let title = format!("{} {position}", asked.name(lang));
    let bytes = match format {
        "dot" => dot::dot(&sketch, &title)?.into_bytes(),
        format => figure::written(&graph::draw(&sketch, &title)?, format, matches, lang)?,
    };
    options::write_output(matches, &bytes)
}

/// More positions are not shown as pictures unless that is asked for.
const FEW: usize = 60;

/// Puts small pictures of the positions into the nodes.
fn put_scenes(sketch: &mut Sketch, asked: &Asked, matches: &ArgMatches) {
    let said = matches.get_one::<String>("nodes").map(String::as_str);
    let auto = said == Some("auto");
    if said == Some("text") || (auto && sketch.nodes.len() > FEW) {
        return;
    }
    let mut scenes: Vec<Scene> = Vec::with_capacity(sketch.nodes.len());
    for node in &sketch.nodes {
        // All of them or none: a picture among notations is read as something special.
        match asked.game.seen(&node.label, asked.convention, 0) {
            Ok(seen) => scenes.push(seen.scene),
            Err(_) => return,
        }
    }
    // Heaps are quicker read as numbers.
    let plain = |scene: &Scene| {
        let cards = scene.elements().all(|element| element.look == Look::Card);
        let heaps = scene
            .panels
            .iter()
            .all(|panel| panel.layout == Layout::Heaps);
        cards || heaps
    };
    if auto && scenes.iter().all(plain) {
        return;
    }
    for (node, scene) in sketch.nodes.iter_mut().zip(&scenes) {
        if !scene.panels.is_empty() {
            node.picture = Some(draw::small(scene));
        }
    }
}
