//! Cutting paper: whoever first cuts out a single square wins.
//!
//! A sheet of w × h squares is cut along a line of the grid into two sheets,
//! on which play goes on. The rules declare a winner, so positions have
//! outcomes but no Grundy values.
//!
//! **Theorem.** A strip one square wide is a win for the mover: he cuts a
//! square off its end. So nobody cuts such a strip without need, and as long
//! as no side is 1, play is that of the game in which every sheet keeps both sides at
//! least 2: the mover wins exactly when the nim sum of its values is not 0. In
//! that game whoever has no cut left must make a strip, and loses.
//!
//! Limits: sheets of up to 200 × 200 squares by theorem, larger ones by search.

use std::sync::OnceLock;

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::small_sums;
use crate::games::written;
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome, Winner};
use crate::picture::scene::{Id, Look, Number, Numbers, Scene, Show, Stage, grids, why};
use crate::solve::dense::Lattice;
use crate::solve::mex;
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. A component is a sheet: width and height.
pub struct Paper;

/// A sheet: width and height.
type Sheet = (u32, u32);

/// A cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// From top to bottom, so many squares from the left.
    Down(u32),
    /// From left to right, so many squares from the top.
    Across(u32),
}

/// The sides of sheets that the table knows.
const SIDE: u32 = 200;
/// The sides that are read.
const LONGEST: u64 = 1 << 31;

fn parts((width, height): Sheet, cut: Cut) -> Option<[Sheet; 2]> {
    match cut {
        Cut::Down(at) => (at > 0 && at < width).then(|| [(at, height), (width - at, height)]),
        Cut::Across(at) => (at > 0 && at < height).then(|| [(width, at), (width, height - at)]),
    }
}

/// The values of the game in which no side becomes 1, for sides up to
/// [`SIDE`]; those of sheets with a side below 2 are not used.
fn table() -> &'static [u32] {
    static TABLE: OnceLock<Vec<u32>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let row = SIDE as usize + 1;
        let mut values = vec![0u32; row * row];
        let (mut found, mut scratch) = (Vec::new(), Vec::new());
        for width in 2..row {
            for height in 2..=width {
                let at = |w: usize, h: usize| values[w * row + h];
                found.clear();
                found.extend((2..=width / 2).map(|k| at(k, height) ^ at(width - k, height)));
                found.extend((2..=height / 2).map(|k| at(width, k) ^ at(width, height - k)));
                let value = mex(&found, &mut scratch);
                values[width * row + height] = value;
                values[height * row + width] = value;
            }
        }
        values
    })
}

/// The value of a sheet in that game.
fn careful_value((width, height): Sheet) -> Option<u32> {
    let known = 2..=SIDE;
    let fits = known.contains(&width) && known.contains(&height);
    fits.then(|| table()[(width * (SIDE + 1) + height) as usize])
}

fn is_strip((width, height): Sheet) -> bool {
    width == 1 || height == 1
}

impl Game for Paper {
    type Position = Sheet;
    type Move = Cut;

    fn options(&self, sheet: &Sheet, visit: &mut impl FnMut(Cut, &[Sheet]) -> Flow) -> Flow {
        let down = (1..sheet.0).map(Cut::Down);
        let across = (1..sheet.1).map(Cut::Across);
        down.chain(across)
            .try_for_each(|cut| match parts(*sheet, cut) {
                Some(parts) => visit(cut, &parts),
                None => CONTINUE,
            })
    }

    fn play(&self, sheet: &Sheet, cut: &Cut) -> Option<Vec<Sheet>> {
        parts(*sheet, *cut).map(|parts| parts.to_vec())
    }

    fn canonical(&self, (width, height): Sheet) -> Sheet {
        (width.min(height), width.max(height))
    }

    fn declares_ends(&self) -> bool {
        true
    }

    fn over(&self, sheet: &Sheet) -> Option<Winner> {
        (*sheet == (1, 1)).then_some(Winner::Previous)
    }

    fn read(&self, text: &str) -> Result<Vec<Sheet>, Error> {
        notation::read_sum(text, |reader| {
            let width = reader.within(1, LONGEST)?;
            reader.expect("x")?;
            let height = reader.within(1, LONGEST)?;
            Ok((width as u32, height as u32))
        })
    }

    fn write(&self, sum: &[Sheet]) -> String {
        if sum.is_empty() {
            return "1x1".to_string();
        }
        notation::write_sum(sum, |(width, height)| format!("{width}x{height}"))
    }

    fn read_move(&self, _: &Sheet, text: &str) -> Result<Cut, Error> {
        let mut reader = Reader::new(text);
        let down = reader.eat("down");
        let named = down || reader.eat("across");
        let at = reader.small().and_then(|at| reader.end().map(|()| at));
        match (named, at.ok().and_then(|at| u32::try_from(at).ok())) {
            (true, Some(at)) if down => Ok(Cut::Down(at)),
            (true, Some(at)) => Ok(Cut::Across(at)),
            _ => Err(Error::BadMove {
                text: text.to_string(),
                expected: Text::fixed("`down N` or `across N`", " `down N` 或 `across N`"),
            }),
        }
    }

    fn write_move(&self, cut: &Cut) -> String {
        match cut {
            Cut::Down(at) => format!("down {at}"),
            Cut::Across(at) => format!("across {at}"),
        }
    }
}

impl Theorem for Paper {
    // Every play ends by declaration, so both conventions agree.
    fn outcome(&self, sum: &[Sheet], _: Convention) -> Option<Outcome> {
        if sum.contains(&(1, 1)) {
            return Some(Outcome::P);
        }
        if sum.is_empty() {
            return None;
        }
        if sum.iter().any(|sheet| is_strip(*sheet)) {
            return Some(Outcome::N);
        }
        let mut values = sum.iter().map(|sheet| careful_value(*sheet));
        let total = values.try_fold(0, |total, value| Some(total ^ value?))?;
        Some(Outcome::mover_wins(total != 0))
    }

    fn winning_moves(
        &self,
        sum: &[Sheet],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Cut>) -> Flow,
    ) -> Option<Flow> {
        if self.outcome(sum, convention)? == Outcome::P {
            return Some(CONTINUE);
        }
        let with_strip = sum.iter().any(|sheet| is_strip(*sheet));
        let total = sum
            .iter()
            .filter_map(|sheet| careful_value(*sheet))
            .fold(0, |total, value| total ^ value);
        for (component, sheet) in sum.iter().enumerate() {
            let mut name = |mv| visit(SumMove { component, mv });
            let flow = if with_strip {
                // Only to take the win: squares at the ends of the strips.
                strip_ends(*sheet).into_iter().try_for_each(&mut name)
            } else {
                let target = total ^ careful_value(*sheet)?;
                self.options(sheet, &mut |cut, parts| {
                    let values = (careful_value(parts[0]), careful_value(parts[1]));
                    match values {
                        (Some(a), Some(b)) if a ^ b == target => name(cut),
                        _ => CONTINUE,
                    }
                })
            };
            if flow.is_break() {
                return Some(flow);
            }
        }
        Some(CONTINUE)
    }

    fn reason(&self, sum: &[Sheet], _: Convention) -> Text {
        if sum.contains(&(1, 1)) {
            return Text::fixed("a single square was cut out", "已剪出单个方格");
        }
        if sum.iter().any(|sheet| is_strip(*sheet)) {
            return Text::fixed(
                "a square can be cut off the end of a strip",
                "可以从宽为 1 的纸条一端剪下一格",
            );
        }
        let values = sum.iter().filter_map(|sheet| careful_value(*sheet));
        let total = values.fold(0, |total, value| total ^ value);
        Text::new(
            format!("nobody makes a strip without need: the nim sum without strips is {total}"),
            format!("谁都不愿剪出宽为 1 的纸条：不剪出纸条的游戏的异或和为 {total}"),
        )
    }
}

/// The cuts that leave a single square of a strip.
fn strip_ends((width, height): Sheet) -> Vec<Cut> {
    let (length, cut): (u32, fn(u32) -> Cut) = match (width, height) {
        (1, height) => (height, Cut::Across),
        (width, 1) => (width, Cut::Down),
        _ => return Vec::new(),
    };
    match length {
        1 => Vec::new(),
        2 => vec![cut(1)],
        _ => vec![cut(1), cut(length - 1)],
    }
}

impl Lattice for Paper {
    fn at(&self, point: &[u64]) -> Option<Sheet> {
        match point {
            [width, height] if (1..=LONGEST).contains(width) && (1..=LONGEST).contains(height) => {
                Some((*width as u32, *height as u32))
            }
            _ => None,
        }
    }

    fn coordinates(&self, (width, height): &Sheet, point: &mut [u64]) -> bool {
        let [w, h] = point else { return false };
        (*w, *h) = (u64::from(*width), u64::from(*height));
        true
    }
}

/// Sheets lie side by side; a cut lies between two squares of an edge.
impl Show for Paper {
    fn scene(&self, stage: &Stage<Sheet>) -> Scene {
        let write = |sheet: &Sheet| self.write(&[*sheet]);
        Scene::by_board(stage, write, |board, _, on_it| {
            let [(_, (width, height))] = on_it else {
                return None;
            };
            let (rows, columns) = ((*height).into(), (*width).into());
            let panel = grids::board(board, rows, columns, |_, _| Some(Look::Free))?;
            Some(grids::numbered(panel, rows, columns, 1))
        })
    }

    fn touches(&self, stage: &Stage<Sheet>, mv: &SumMove<Cut>) -> Vec<Id> {
        let board = stage.board(mv.component);
        let (width, height) = stage.sum()[mv.component];
        if u64::from(width.max(height)) > grids::LONG {
            return vec![Id::whole(board)];
        }
        let squares = match mv.mv {
            Cut::Down(at) => [(0, at as i32 - 1), (0, at as i32)],
            Cut::Across(at) => [(at as i32 - 1, 0), (at as i32, 0)],
        };
        squares
            .map(|(row, column)| grids::cell(board, row, column))
            .to_vec()
    }

    /// The values of the sheets in the game without strips, where there are none.
    fn numbers(&self, stage: &Stage<Sheet>) -> Option<Numbers> {
        why::of_parts(stage, 2, |sheet| {
            let (width, height) = sheet;
            let value = careful_value(*sheet)?;
            Some(vec![Number::of(format!("{width}x{height}"), value)])
        })
    }
}

impl Named for Paper {
    const ABOUT: About = About {
        id: "cutting-paper",
        aliases: &[("cutting-paper", &["剪纸", "cutting game"])],
        name: ("cutting paper", "剪纸游戏"),
        summary: (
            "cut sheets along the grid; the first single square wins",
            "沿格线剪纸，先剪出单个方格者胜",
        ),
        rules: (
            "A move cuts one of the sheets of squared paper along a line of the grid, from edge to edge, into \
             two sheets. Whoever first cuts out a single square wins.",
            "每次将一张方格纸沿一条格线从一边剪到对边，分为两张。先剪出单个方格者获胜。",
        ),
        theorem: (
            "A strip of width 1 is a win for the mover. Without strips, let g be the Grundy values of the game in \
             which no side may become 1: the mover wins exactly when the nim sum of the g is not 0.",
            "有宽为 1 的纸条时，当前玩家必胜。没有纸条时，设 g 为“不得剪出宽为 1 的纸”的游戏的 SG 值：各张 g 的异或和不为 0 时当前玩家胜。",
        ),
        source: "POJ 2311, Cutting Game; the argument is given with the game",
        position: ("sheets: 4x5 + 2x3", "各张纸：4x5 + 2x3"),
        moves: (
            "down 2 (two squares from the left) or across 2 (two from the top)",
            "down 2（竖剪，距左 2 格）或 across 2（横剪，距上 2 格）",
        ),
        examples: &["4x5", "4x4", "2x3", "1x5", "4x5 + 6x2", "200x200"],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game cutting_paper\n\
             state w in 1.., h in 1..\n\
             move down(k in 1..w-1) -> [k, h] + [w-k, h]\n\
             move across(k in 1..h-1) -> [w, k] + [w, h-k]\n\
             win when w = 1 and h = 1";
        Ok(text.to_string())
    }

    fn rule_position(&self, sum: &[Sheet]) -> Option<String> {
        written::sum(sum, |(width, height)| Some(format!("{width},{height}")))
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Paper)
    }

    fn small(&self) -> Vec<Vec<Sheet>> {
        let sheets = (1..=4u32).flat_map(|width| (1..=5).map(move |height| vec![(width, height)]));
        let tiny = [(1, 1), (1, 3), (2, 2), (2, 4), (3, 2)];
        sheets.chain(small_sums(tiny, 2)).collect()
    }
}
