//! An automaton as a sentence, as DOT and as a drawing.
//!
//! In the drawing states stand in layers from the initial one downwards, in the
//! manner of Sugiyama, Tagawa and Toda ([`grundy::picture::layout`]). All arrows
//! between two states are one, and its label is laid out like a vertex in a
//! layer between those of the states: so no label can lie upon a state, upon
//! another label or upon an arrow of other states. Loops stand beside their
//! states, their labels behind them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use grundy::error::Error;
use grundy::picture::drawing::{
    Anchor, Drawing, Figure, Label, Path, circle, group, line, path, text,
};
use grundy::picture::layout::{closing_cycles, layout};
use grundy::picture::look::{HAIR, Ink, MARGIN, MEDIUM, SMALL, THIN, measure};
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
                    "{whole} is P exactly if an automaton of {} accepts it, {numeration}",
                    counted(states)
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
                        "g({point}) = v exactly if an automaton of {} accepts ({point}, {value}), {numeration}",
                        counted(states)
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

fn counted(states: usize) -> String {
    match states {
        1 => "1 state".to_string(),
        states => format!("{states} states"),
    }
}

/// What is read between two states: tuples of digits, the merged ones first.
fn arrows(claim: &Claim) -> BTreeMap<(u32, u32), Vec<Letter>> {
    let relation = claim.relation();
    let dfa = relation.dfa();
    let (base, tracks) = (
        relation.numeration().digit_count(),
        relation.variables().len(),
    );
    let mut found: BTreeMap<(u32, u32), BTreeSet<Letter>> = BTreeMap::new();
    for state in 0..dfa.states() as u32 {
        for (letter, &to) in dfa.row(state).iter().enumerate() {
            if to != DEAD {
                let digits = digits_of(letter, base, tracks);
                let letter: Letter = digits.iter().map(|digit| Some(*digit)).collect();
                found.entry((state, to)).or_default().insert(letter);
            }
        }
    }
    let merged = |(ends, letters)| (ends, merged(letters, base));
    found.into_iter().map(merged).collect()
}

/// A digit for each number that is read; nothing where any digit will do.
type Letter = Vec<Option<u8>>;

/// The same letters, fewer: those that differ at one place and have every digit
/// there are one.
fn merged(mut letters: BTreeSet<Letter>, base: usize) -> Vec<Letter> {
    let tracks = letters.first().map_or(0, Vec::len);
    // A single number keeps its digits: they are short enough.
    if tracks > 1 {
        for track in 0..tracks {
            let mut alike: BTreeMap<Letter, usize> = BTreeMap::new();
            for letter in letters.iter().filter(|letter| letter[track].is_some()) {
                let mut open = letter.clone();
                open[track] = None;
                *alike.entry(open).or_default() += 1;
            }
            for (open, count) in alike {
                if count == base {
                    letters.retain(|letter| {
                        let mut other = letter.clone();
                        other[track] = None;
                        other != open
                    });
                    letters.insert(open);
                }
            }
        }
    }
    letters.into_iter().collect()
}

/// How a letter is written: `0`, or `(0,1)`, or `(0,*)` for two.
fn written_letter(letter: &Letter) -> String {
    let digit = |digit: &Option<u8>| digit.map_or("*".to_string(), |digit| digit.to_string());
    let digits: Vec<String> = letter.iter().map(digit).collect();
    match digits.len() {
        1 => digits.concat(),
        _ => format!("({})", digits.join(",")),
    }
}

/// The lines of a label.
fn label(letters: &[Letter]) -> Vec<String> {
    /// More are counted.
    const SHOWN: usize = 12;
    let shown = match letters.len() {
        ..=SHOWN => letters.len(),
        _ => SHOWN - 1,
    };
    let mut written: Vec<String> = letters[..shown].iter().map(written_letter).collect();
    if shown < letters.len() {
        written.push(format!("… ({})", letters.len()));
    }
    let all = written.len();
    // Short letters stand side by side, tuples two or three to a line.
    let each = match letters.first().map_or(1, Vec::len) {
        1 => 6,
        2 => 3,
        _ => 2,
    };
    let line = |(number, letters): (usize, &[String])| {
        let more = (number + 1) * each < all;
        letters.join(",") + if more { "," } else { "" }
    };
    written.chunks(each).enumerate().map(line).collect()
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
        let words = label(&letters).join("\\n");
        let _ = writeln!(text, "  {from} -> {to} [label=\"{words}\"];");
    }
    text.push_str("}\n");
    text
}

/// More states make no picture.
pub const MOST_STATES: usize = 40;

/// The automaton of a claim as a drawing, with what it reads below.
pub fn draw(claim: &Claim, title: &str, names: &[String], lang: Lang) -> Result<Drawing, Error> {
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
    let mut read: Vec<String> = names.to_vec();
    if let Claim::Values(_, coding) = claim {
        read.push(match coding {
            Coding::Plain => "v".to_string(),
            Coding::Power => "2^v".to_string(),
        });
    }
    let read = match read.len() {
        1 => read.concat(),
        _ => format!("({})", read.join(", ")),
    };
    let digits = claim.relation().numeration().text();
    let caption = match lang {
        Lang::En => format!("reads {read}, {digits}"),
        Lang::Zh => format!("读入 {read}，{}", digits.get(lang)),
    };
    let accepting = (0..states as u32).map(|state| dfa.accepting(state));
    let automaton = Automaton {
        accepting: accepting.collect(),
        arrows: arrows(claim)
            .into_iter()
            .map(|(ends, letters)| (ends, label(&letters)))
            .collect(),
        caption,
    };
    automaton.draw(title)
}

/// An automaton as it is drawn.
#[derive(Clone, Debug, Default)]
pub struct Automaton {
    /// For each state, whether a word may end there; the first is where words
    /// begin.
    pub accepting: Vec<bool>,
    /// From state to state: the lines of the label.
    pub arrows: BTreeMap<(u32, u32), Vec<String>>,
    /// What stands below.
    pub caption: String,
}

/// The radius of a state.
const RING: f64 = 16.0;
/// The room between two layers.
const BETWEEN: f64 = 30.0;
/// The height of a line of a label.
const LINE: f64 = SMALL + 3.0;
/// How far a loop stands out.
const LOOP: f64 = 20.0;
/// The arrow to the first state.
const FIRST: f64 = 30.0;

fn widest(lines: &[String]) -> f64 {
    let wide = lines.iter().map(|line| measure(line, SMALL));
    wide.fold(0.0, f64::max)
}

/// An arrow on its way: across and where a layer begins and ends.
type Way = Vec<(f64, (f64, f64))>;

impl Automaton {
    /// The drawing. Labels are groups of class `label`, states of class `state`.
    pub fn draw(&self, title: &str) -> Result<Drawing, Error> {
        let states = self.accepting.len();
        let ends: Vec<(u32, u32)> = self.arrows.keys().copied().collect();
        let back = closing_cycles(states, &ends);
        // Vertices are states, then labels; a loop's label belongs to its state.
        let mut wide = vec![2.0 * RING; states];
        let mut high = vec![2.0 * RING; states];
        let mut links: Vec<(u32, u32)> = Vec::new();
        let mut vertex_of: Vec<usize> = Vec::new();
        for (number, lines) in self.arrows.values().enumerate() {
            let (from, to) = ends[number];
            let room = widest(lines) + 4.0;
            let tall = lines.len() as f64 * LINE;
            if from == to {
                // As much on the other side keeps the state in the middle.
                let state = from as usize;
                wide[state] = 2.0 * (RING + LOOP + room);
                high[state] = high[state].max(tall);
                vertex_of.push(state);
                continue;
            }
            let vertex = wide.len();
            wide.push(room);
            high.push(tall);
            vertex_of.push(vertex);
            // What closes a cycle is laid out against its direction, label and all.
            let (above, below) = if back[number] { (to, from) } else { (from, to) };
            links.push((above, vertex as u32));
            links.push((vertex as u32, below));
        }
        let placed = layout(&wide, &links)?;
        let mut heights = vec![0.0f64; placed.depth];
        for (vertex, high) in high.iter().enumerate() {
            let layer = &mut heights[placed.layers[vertex]];
            *layer = layer.max(*high);
        }
        let mut layers = Vec::with_capacity(heights.len());
        let mut down = MARGIN + FIRST;
        for high in heights {
            layers.push((down, down + high));
            down += high + BETWEEN;
        }
        let bottom = layers.last().map_or(down, |layer| layer.1);
        let caption = measure(&self.caption, SMALL);
        let width = placed.width.max(caption) + 2.0 * MARGIN;
        let left = (width - placed.width) / 2.0;
        let noted = if self.caption.is_empty() {
            0.0
        } else {
            SMALL + 20.0
        };
        let mut drawing = Drawing::new(width, bottom + noted + MARGIN, title);
        let spot = |vertex: usize| {
            let (top, bottom) = layers[placed.layers[vertex]];
            (left + placed.across[vertex], (top + bottom) / 2.0)
        };
        let mut link = 0;
        let (mut labels, mut ways) = (Vec::new(), Vec::new());
        for (number, lines) in self.arrows.values().enumerate() {
            let (from, to) = ends[number];
            let vertex = vertex_of[number];
            if from == to {
                let (x, y) = spot(vertex);
                let (near, far) = (x + RING * 0.88, x + RING + LOOP * 1.25);
                let curve =
                    path(near, y - 8.0).cubic([far, y - 20.0], [far, y + 20.0], [near, y + 8.0]);
                drawing.add(curve.stroke(Ink::Line, THIN).arrow());
                labels.push((x + RING + LOOP, y, lines, Anchor::Start));
                continue;
            }
            let way = |link: usize| -> Way {
                let points = placed.paths[link].iter();
                points
                    .map(|(layer, x)| (left + x, layers[*layer]))
                    .collect()
            };
            // Down from the upper state to the lower one, through the label.
            let (x, y) = spot(vertex);
            let mut whole = way(link);
            whole.push((x, layers[placed.layers[vertex]]));
            whole.extend(way(link + 1));
            link += 2;
            let (upper, lower) = if back[number] { (to, from) } else { (from, to) };
            ways.push(Arrow {
                upper: upper as usize,
                lower: lower as usize,
                label: whole.len() - 1 - placed.paths[link - 1].len(),
                lines: lines.len(),
                upwards: back[number],
                way: whole,
            });
            labels.push((x, y, lines, Anchor::Middle));
        }
        let ports = ports(&ways, states);
        for (way, ports) in ways.iter().zip(ports) {
            for drawn in way.drawn(spot(way.upper), spot(way.lower), ports) {
                drawing.add(drawn);
            }
        }
        for (state, accepting) in self.accepting.iter().enumerate() {
            let (x, y) = spot(state);
            let mut all = group("").class("state");
            let fill = if *accepting { Ink::Lose } else { Ink::Win };
            let outline = if *accepting {
                Ink::LoseLine
            } else {
                Ink::WinLine
            };
            all.add(circle(x, y, RING).fill(fill).stroke(outline, MEDIUM));
            if *accepting {
                all.add(circle(x, y, RING - 3.5).stroke(fill.on(), THIN));
            }
            all.add(text(x, y, state.to_string()).ink(fill.on()).centred());
            drawing.add(all);
        }
        for (x, y, lines, anchor) in labels {
            let mut all = group("").class("label");
            let first = y - (lines.len() as f64 - 1.0) / 2.0 * LINE;
            for (number, words) in lines.iter().enumerate() {
                let label = text(x, first + number as f64 * LINE, words.clone());
                all.add(label.size(SMALL).anchor(anchor).middle());
            }
            drawing.add(all);
        }
        if states > 0 {
            let (x, y) = spot(0);
            let start = line(x, y - RING - FIRST + 4.0, x, y - RING);
            drawing.add(start.stroke(Ink::Line, MEDIUM).arrow());
        }
        if !self.caption.is_empty() {
            let y = bottom + 12.0;
            drawing.add(line(MARGIN, y, width - MARGIN, y).stroke(Ink::Faint, HAIR));
            let words: Label = text(width / 2.0, y + 12.0, self.caption.clone());
            drawing.add(words.size(SMALL).ink(Ink::Dim).centred());
        }
        Ok(drawing)
    }
}

/// An arrow from a state to one in a lower layer, or back up.
struct Arrow {
    upper: usize,
    lower: usize,
    way: Way,
    /// Which point of the way is the label, and how many lines it has.
    label: usize,
    lines: usize,
    upwards: bool,
}

/// Where each arrow leaves the lower half of its upper state and reaches the
/// upper half of its lower state, from -1 (left) to 1: side by side, in the
/// order of where they come from.
fn ports(arrows: &[Arrow], states: usize) -> Vec<[f64; 2]> {
    let mut ports = vec![[0.0; 2]; arrows.len()];
    for side in [0, 1] {
        let mut at: Vec<Vec<(f64, usize)>> = vec![Vec::new(); states];
        for (number, arrow) in arrows.iter().enumerate() {
            let (state, next) = match side {
                0 => (arrow.upper, arrow.way.first()),
                _ => (arrow.lower, arrow.way.last()),
            };
            at[state].push((next.map_or(0.0, |point| point.0), number));
        }
        for mut here in at {
            here.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let count = here.len() as f64;
            for (place, (_, number)) in here.into_iter().enumerate() {
                ports[number][side] = 1.7 * ((place as f64 + 0.5) / count - 0.5);
            }
        }
    }
    ports
}

impl Arrow {
    /// The arrow in two parts: to the label, and on from it.
    fn drawn(&self, upper: (f64, f64), lower: (f64, f64), ports: [f64; 2]) -> Vec<Figure> {
        let rim = |(x, y): (f64, f64), port: f64, below: bool| {
            let up = RING * (1.0 - port * port).max(0.0).sqrt();
            (x + port * RING, if below { y + up } else { y - up })
        };
        let (start, end) = (rim(upper, ports[0], true), rim(lower, ports[1], false));
        let Arrow { way, upwards, .. } = self;
        let (label, lines, upwards) = (self.label, self.lines, *upwards);
        // All points from top to bottom; the line is broken where the label stands.
        let mut parts: Vec<Vec<(f64, f64)>> = vec![vec![start]];
        for (number, (x, (top, bottom))) in way.iter().enumerate() {
            if number == label {
                let middle = (top + bottom) / 2.0;
                let half = lines as f64 * LINE / 2.0;
                if let Some(part) = parts.last_mut() {
                    part.push((*x, *top));
                    part.push((*x, middle - half));
                }
                parts.push(vec![(*x, middle + half), (*x, *bottom)]);
                continue;
            }
            if let Some(part) = parts.last_mut() {
                part.push((*x, *top));
                part.push((*x, *bottom));
            }
        }
        if let Some(part) = parts.last_mut() {
            part.push(end);
        }
        // From a state straight away from its middle, to the next point straight down.
        let from_state = |(x, y): (f64, f64), middle: (f64, f64), far: f64| {
            let (dx, dy) = ((x - middle.0) / RING, (y - middle.1) / RING);
            [x + dx * far, y + dy * far]
        };
        let count = parts.len();
        let mut drawn = Vec::new();
        for (number, points) in parts.iter().enumerate() {
            // Start, two control points and end of each piece, from top to bottom.
            let mut pieces: Vec<[[f64; 2]; 4]> = Vec::new();
            for (at, pair) in points.windows(2).enumerate() {
                let ((x, y), (u, v)) = (pair[0], pair[1]);
                let (middle, half) = ((y + v) / 2.0, (v - y).abs() / 2.0);
                let first = match number == 0 && at == 0 {
                    true => from_state((x, y), upper, half),
                    false => [x, middle],
                };
                let second = match number + 1 == count && at + 2 == points.len() {
                    true => from_state((u, v), lower, half),
                    false => [u, middle],
                };
                pieces.push([[x, y], first, second, [u, v]]);
            }
            if upwards {
                pieces.reverse();
                pieces.iter_mut().for_each(|piece| piece.reverse());
            }
            let Some([start, ..]) = pieces.first() else {
                continue;
            };
            let mut curve: Path = path(start[0], start[1]);
            for [_, first, second, end] in pieces {
                curve = curve.cubic(first, second, end);
            }
            // The head is where the arrow ends: at the bottom, or at the top.
            let headed = if upwards {
                number == 0
            } else {
                number + 1 == count
            };
            let figure = curve.stroke(Ink::Line, THIN);
            drawn.push(if headed { figure.arrow() } else { figure });
        }
        drawn
    }
}
