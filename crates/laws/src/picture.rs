//! An automaton as a sentence, as DOT and as SVG.

use std::collections::BTreeMap;
use std::fmt::Write;

use grundy::error::Error;
use grundy::text::{Lang, Text};

use crate::automata::dfa::DEAD;
use crate::automata::relation::digits_of;
use crate::expansions;
use crate::print::Style;
use crate::program;
use crate::prove::{Claim, Coding};

/// What an automaton says, as a sentence or as a program.
pub fn written(claim: &Claim, style: Style, names: &[String]) -> Text {
    let relation = claim.relation();
    let (states, numeration) = (relation.dfa().states(), relation.numeration());
    let point = names.join(", ");
    let whole = match names.len() {
        1 => point.clone(),
        _ => format!("({point})"),
    };
    let named = numeration.text();
    let described = expansions::described(relation);
    let zh = named.get(Lang::Zh);
    match style {
        Style::Text | Style::Latex => match claim {
            Claim::Lost(_) if expansions::only_zero(relation) => {
                let zero = names.join(" = ") + " = 0";
                Text::new(
                    format!("{whole} is P exactly if {zero}"),
                    format!("{whole} 为 P 态当且仅当 {zero}"),
                )
            }
            Claim::Lost(_) if described.is_some() => {
                let words = described.unwrap_or_default();
                let en = match names.len() {
                    1 => format!("its digits are of the form {words}"),
                    _ => format!("at every place the digits are one of {words}"),
                };
                let zh = match names.len() {
                    1 => format!("其各位数字形如 {words}"),
                    _ => format!("每一位上的数字为 {words} 之一"),
                };
                Text::new(
                    format!("{whole} is P exactly if {en}, {numeration}"),
                    format!("{whole} 为 P 态当且仅当{zh}，{}", named.get(Lang::Zh)),
                )
            }
            Claim::Lost(_) => Text::new(
                format!(
                    "{whole} is P exactly if an automaton of {states} states accepts it, {numeration}"
                ),
                format!("{whole} 为 P 态当且仅当被 {states} 个状态的自动机接受，{zh}"),
            ),
            Claim::Values(_, coding) => {
                let value = match coding {
                    Coding::Plain => "v",
                    Coding::Power => "2^v",
                };
                Text::new(
                    format!(
                        "g({point}) = v exactly if an automaton of {states} states accepts ({point}, {value}), {numeration}"
                    ),
                    format!(
                        "g({point}) = v 当且仅当 ({point}, {value}) 被 {states} 个状态的自动机接受，{zh}"
                    ),
                )
            }
        },
        Style::Cpp | Style::Python => {
            let text = program::of(claim, style, names);
            Text::new(text.clone(), text)
        }
    }
}

/// The labels of the arrows between two states: tuples of digits.
fn arrows(claim: &Claim) -> BTreeMap<(u32, u32), Vec<String>> {
    let relation = claim.relation();
    let dfa = relation.dfa();
    let (base, tracks) = (
        relation.numeration().digit_count(),
        relation.variables().len(),
    );
    let mut found: BTreeMap<(u32, u32), Vec<String>> = BTreeMap::new();
    for state in 0..dfa.states() as u32 {
        for (letter, &to) in dfa.row(state).iter().enumerate() {
            if to != DEAD {
                let digits = digits_of(letter, base, tracks);
                let label: String = digits.iter().map(|d| char::from(b'0' + d % 10)).collect();
                found.entry((state, to)).or_default().push(label);
            }
        }
    }
    found
}

fn label(letters: &[String]) -> String {
    const SHOWN: usize = 4;
    match letters.len() {
        ..=SHOWN => letters.join(" "),
        n => format!("{} … ({n})", letters[..2].join(" ")),
    }
}

/// The automaton in the DOT language of Graphviz.
pub fn dot(claim: &Claim, title: &str) -> String {
    let dfa = claim.relation().dfa();
    let mut text = String::new();
    let title = title.replace('\\', "\\\\").replace('"', "\\\"");
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "digraph \"{title}\" {{\n  rankdir=LR;\n  start [shape=point];\n  start -> 0;"
    );
    for state in 0..dfa.states() as u32 {
        let shape = if dfa.accepting(state) {
            "doublecircle"
        } else {
            "circle"
        };
        let _ = writeln!(text, "  {state} [shape={shape}];");
    }
    for ((from, to), letters) in arrows(claim) {
        let _ = writeln!(text, "  {from} -> {to} [label=\"{}\"];", label(&letters));
    }
    text.push_str("}\n");
    text
}

/// The automaton as SVG: states on a circle, two rings where a word may end.
pub fn svg(claim: &Claim, title: &str) -> Result<String, Error> {
    /// More states make no picture.
    const MOST_STATES: usize = 40;
    let dfa = claim.relation().dfa();
    let states = dfa.states();
    if states > MOST_STATES {
        return Err(Error::Unsupported {
            because: Text::new(
                format!(
                    "an automaton of {states} states makes no readable picture (at most {MOST_STATES}); DOT has no such limit"
                ),
                format!(
                    "{states} 个状态的自动机无法清晰绘制（上限 {MOST_STATES}）；DOT 没有此限制"
                ),
            ),
        });
    }
    let radius = (states as f64 * 26.0).max(90.0);
    let middle = radius + 70.0;
    let place = |state: u32| {
        let turn = std::f64::consts::TAU * f64::from(state) / states as f64;
        (middle - radius * turn.cos(), middle - radius * turn.sin())
    };
    let side = 2.0 * middle;
    let mut out = String::new();
    let title = title
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side:.0} {side:.0}\" width=\"{side:.0}\" height=\"{side:.0}\" font-family=\"sans-serif\" font-size=\"12\">\n<title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n<defs><marker id=\"end\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#44505a\"/></marker></defs>\n"
    );
    const RING: f64 = 17.0;
    for ((from, to), letters) in arrows(claim) {
        let ((x, y), (u, v)) = (place(from), place(to));
        let text = label(&letters);
        let style = "fill=\"none\" stroke=\"#8a96a0\" marker-end=\"url(#end)\"";
        let (tx, ty) = if from == to {
            // A loop on the outer side.
            let (dx, dy) = ((x - middle) / radius, (y - middle) / radius);
            let (ox, oy) = (x + dx * 44.0, y + dy * 44.0);
            let _ = writeln!(
                out,
                "<path d=\"M{:.1} {:.1}Q{:.1} {:.1} {ox:.1} {oy:.1}Q{:.1} {:.1} {:.1} {:.1}\" {style}/>",
                x + dx * RING * 0.8 - dy * RING * 0.6,
                y + dy * RING * 0.8 + dx * RING * 0.6,
                ox - dy * 16.0,
                oy + dx * 16.0,
                ox + dy * 16.0,
                oy - dx * 16.0,
                x + dx * RING * 0.8 + dy * RING * 0.6,
                y + dy * RING * 0.8 - dx * RING * 0.6,
            );
            (ox + dx * 8.0, oy + dy * 8.0)
        } else {
            let length = ((u - x).powi(2) + (v - y).powi(2)).sqrt().max(1.0);
            let (dx, dy) = ((u - x) / length, (v - y) / length);
            // Bent to one side, so that the way back is another line.
            let (mx, my) = ((x + u) / 2.0 - dy * 18.0, (y + v) / 2.0 + dx * 18.0);
            let _ = writeln!(
                out,
                "<path d=\"M{:.1} {:.1}Q{mx:.1} {my:.1} {:.1} {:.1}\" {style}/>",
                x + dx * RING,
                y + dy * RING,
                u - dx * RING,
                v - dy * RING
            );
            (mx, my)
        };
        let _ = writeln!(
            out,
            "<text x=\"{tx:.1}\" y=\"{ty:.1}\" text-anchor=\"middle\" fill=\"#44505a\" font-size=\"10\">{text}</text>"
        );
    }
    for state in 0..states as u32 {
        let (x, y) = place(state);
        let (fill, ink) = match dfa.accepting(state) {
            true => ("#b5361c", "#ffffff"),
            false => ("#e3eefb", "#12304f"),
        };
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RING}\" fill=\"{fill}\" stroke=\"#44505a\"/>"
        );
        if dfa.accepting(state) {
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"#ffffff\"/>",
                RING - 3.0
            );
        }
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{state}</text>",
            y + 4.0
        );
    }
    let (x, y) = place(0);
    let _ = writeln!(
        out,
        "<path d=\"M{x:.1} {:.1}V{:.1}\" stroke=\"#44505a\" stroke-width=\"2\" marker-end=\"url(#end)\"/>\n</svg>",
        y - 50.0,
        y - RING
    );
    Ok(out)
}
