//! Cram: place a domino on two free squares of a board.
//!
//! Both players may place dominoes either way. Squares that are not connected
//! do not matter to each other, so a position is a sum of connected regions;
//! regions that are turned or reflected images of each other are the same.
//!
//! **Theorem** (Gardner 1974). A region that is its own image under a half
//! turn, in which no domino overlaps its own image, is P: answer every move
//! by its image. So even × even boards are P, and even × odd boards are N: the
//! first player takes the two squares in the middle. Two equal regions cancel.
//! Where no such symmetry is at hand, the position is searched.
//!
//! The search leaves out squares that no domino needs. A *leaf* is a square with one neighbour, which is a *hub* then. A square
//! all of whose neighbours are hubs, other than the leaf of one, does not change the value: instead of a domino on it and
//! a hub, one on the hub and its leaf leaves the same, and hubs that are left keep their leaves.
//! So `...` is `..`, and boards fall apart sooner. That such squares may go, and that dominoes in the middle are worth
//! a look first, is known from `igs`, the solver of P. Beling.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::boards::cram::Cram};
//! let board = Cram.read("3x4").unwrap();
//! let answer = ask(&Cram, &board, &Question::default()).unwrap();
//! assert_eq!(answer.value, Some(1u8.into()));
//! ```
//!
//! Limits: boards of up to 64 squares.

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::written;
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Frame, Id, Look, Scene, Show, Stage, grids};
use crate::solve::boards::grid::Grid;
use crate::solve::boards::lanes::{self, with_lanes};
use crate::solve::boards::{Boards, Piece, Rules, Search};
use crate::solve::dense::Lattice;
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. A component is a connected region of free squares.
pub struct Cram;

/// Free squares within a rectangle, the smallest that holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region {
    rows: u8,
    columns: u8,
    /// Bit `row * columns + column` is set where the square is free.
    free: u64,
}

/// A domino: the upper or left one of its squares, counted from 1, and
/// whether the other one lies to the right of it or below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domino {
    row: u8,
    column: u8,
    across: bool,
}

impl Region {
    fn full(rows: u8, columns: u8) -> Self {
        let squares = u32::from(rows) * u32::from(columns);
        let free = u64::MAX.checked_shr(64 - squares).unwrap_or(0);
        Region {
            rows,
            columns,
            free,
        }
    }

    fn is_free(&self, row: u8, column: u8) -> bool {
        row < self.rows && column < self.columns && self.free & self.bit(row, column) != 0
    }

    fn bit(&self, row: u8, column: u8) -> u64 {
        1 << (u32::from(row) * u32::from(self.columns) + u32::from(column))
    }

    fn squares(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        (0..self.rows)
            .flat_map(|row| (0..self.columns).map(move |column| (row, column)))
            .filter(|(row, column)| self.is_free(*row, *column))
    }

    /// The squares that a domino covers, if both are free.
    fn covered(&self, domino: Domino) -> Option<u64> {
        let (row, column) = (domino.row.checked_sub(1)?, domino.column.checked_sub(1)?);
        let (row2, column2) = if domino.across {
            (row, column.checked_add(1)?)
        } else {
            (row.checked_add(1)?, column)
        };
        let both = self.is_free(row, column) && self.is_free(row2, column2);
        both.then(|| self.bit(row, column) | self.bit(row2, column2))
    }

    fn dominoes(&self) -> impl Iterator<Item = (Domino, u64)> + '_ {
        self.squares().flat_map(move |(row, column)| {
            [true, false].into_iter().filter_map(move |across| {
                let domino = Domino {
                    row: row + 1,
                    column: column + 1,
                    across,
                };
                Some((domino, self.covered(domino)?))
            })
        })
    }

    /// The squares on their rectangle, which is never empty here.
    fn grid(&self) -> Grid {
        Grid::new(self.rows, self.columns, self.free).unwrap_or(SQUARE)
    }

    /// Calls `then` with the connected regions that are left of this connected one without
    /// the domino on `covered`; single squares have no moves.
    fn without<T>(&self, covered: u64, then: impl FnOnce(&[Region]) -> T) -> T {
        // A domino touches at most six other squares.
        let mut regions = [Region::from(SQUARE); 6];
        let mut count = 0;
        let left = self.grid().with(self.free & !covered);
        left.parts(covered, |part| {
            if !part.is_power_of_two() {
                regions[count] = left.with(part).trimmed().into();
                count += 1;
            }
        });
        then(&regions[..count])
    }

    /// The connected regions of any board, without single squares.
    fn regions(&self) -> Vec<Region> {
        let mut regions = Vec::new();
        let mut rest = self.grid();
        while rest.squares() != 0 {
            let part = rest.connected(rest.squares() & rest.squares().wrapping_neg());
            if !part.is_power_of_two() {
                regions.push(rest.with(part).trimmed().into());
            }
            rest = rest.with(rest.squares() & !part);
        }
        regions
    }

    fn half_turn(&self) -> Region {
        self.grid().half_turn().into()
    }

    /// Whether the second player wins by answering every move with its image
    /// under a half turn.
    fn is_mirrored(&self) -> bool {
        if self.half_turn().free != self.free {
            return false;
        }
        let meets_its_image = |covered: u64| {
            let image = Region {
                free: covered,
                ..*self
            }
            .half_turn()
            .free;
            image & covered != 0
        };
        !self.dominoes().any(|(_, covered)| meets_its_image(covered))
    }
}

/// A square by itself, on which nothing is free.
const SQUARE: Grid = match Grid::new(1, 1, 0) {
    Some(square) => square,
    None => unreachable!(),
};

impl From<Grid> for Region {
    fn from(grid: Grid) -> Region {
        Region {
            rows: grid.rows(),
            columns: grid.columns(),
            free: grid.squares(),
        }
    }
}

/// Regions as pieces, without squares that no domino needs.
struct Packing;

/// The pieces of what is left of connected squares when some are gone, at most 32 as each has two squares.
#[inline]
fn pieces<const W: u32>(squares: u64, gone: u64, pieces: &mut [Piece; 32]) -> &[Piece] {
    let left = lanes::needed::<W>(squares & !gone);
    let mut count = 0;
    lanes::parts::<W>(left, squares & !left, |part| {
        pieces[count] = lanes::settled::<W>(part);
        count += 1;
    });
    &pieces[..count]
}

/// A piece for the places that are not used.
const NOTHING: Piece = Piece {
    squares: 1,
    shape: 8,
};

fn placed<const W: u32>(squares: u64, visit: &mut impl FnMut(&[Piece]) -> Flow) -> Flow {
    let mut left = [NOTHING; 32];
    let down = 1 | 1u64.checked_shl(W).unwrap_or(0);
    let across = lanes::left_of_another::<W>(squares);
    let upright = lanes::above_another::<W>(squares);
    // From the middle outwards: there dominoes leave small parts, about which more is known.
    let columns = 64 - lanes::columns::<W>(squares).leading_zeros();
    let mut column = columns / 2;
    for step in 1..=columns {
        let here = lanes::column::<W>(column);
        for (mut places, domino) in [(upright & here, down), (across & here, 3)] {
            while places != 0 {
                let covered = domino << places.trailing_zeros();
                places &= places - 1;
                visit(pieces::<W>(squares, covered, &mut left))?;
            }
        }
        column = match step % 2 {
            1 => column.wrapping_sub(step),
            _ => column + step,
        };
    }
    CONTINUE
}

fn dominoes_that_fit<const W: u32>(squares: u64) -> u32 {
    lanes::left_of_another::<W>(squares).count_ones()
        + lanes::above_another::<W>(squares).count_ones()
}

fn needs_all<const W: u32>(squares: u64) -> bool {
    lanes::needed::<W>(squares) == squares
}

/// Names what is left of a piece after each domino.
pub(crate) fn dominoes(piece: Piece, visit: &mut impl FnMut(&[Piece]) -> Flow) -> Flow {
    with_lanes!(piece.shape, placed(piece.squares, visit))
}

/// How many dominoes fit on a piece.
pub(crate) fn effort(piece: Piece) -> u32 {
    with_lanes!(piece.shape, dominoes_that_fit(piece.squares))
}

/// Adds the pieces of connected squares, if there are any.
pub(crate) fn lay(grid: Grid, all: &mut Vec<Piece>) {
    if grid.squares() == 0 {
        return;
    }
    let whole = lanes::piece(grid);
    let mut left = [NOTHING; 32];
    match with_lanes!(whole.shape, needs_all(whole.squares)) {
        true => all.push(whole),
        false => all.extend_from_slice(with_lanes!(
            whole.shape,
            pieces(whole.squares, 0, &mut left)
        )),
    }
}

impl Rules for Packing {
    fn options(&self, piece: Piece, visit: &mut impl FnMut(&[Piece]) -> Flow) -> Flow {
        dominoes(piece, visit)
    }

    fn effort(&self, piece: Piece) -> u32 {
        effort(piece)
    }
}

/// Whether symmetry alone shows that the second player wins.
fn is_paired(sum: &[Region]) -> bool {
    let mut regions: Vec<Region> = sum.iter().map(|region| Cram.canonical(*region)).collect();
    regions.sort_unstable();
    let mut alone: Vec<Region> = Vec::new();
    for region in regions {
        if alone.last() == Some(&region) {
            alone.pop();
        } else {
            alone.push(region);
        }
    }
    alone.iter().all(Region::is_mirrored)
}

impl Game for Cram {
    type Position = Region;
    type Move = Domino;

    fn options(&self, region: &Region, visit: &mut impl FnMut(Domino, &[Region]) -> Flow) -> Flow {
        for (domino, covered) in region.dominoes() {
            region.without(covered, |left| visit(domino, left))?;
        }
        CONTINUE
    }

    fn play(&self, region: &Region, domino: &Domino) -> Option<Vec<Region>> {
        let covered = region.covered(*domino)?;
        Some(region.without(covered, <[Region]>::to_vec))
    }

    fn canonical(&self, region: Region) -> Region {
        region.grid().canonical().into()
    }

    fn boards(&self, convention: Convention) -> Option<Boards> {
        (convention == Convention::Normal).then(|| Box::new(Search::new(Packing)) as Boards)
    }

    fn pack(&self, _: &mut Boards, region: &Region, pieces: &mut Vec<Piece>) -> bool {
        lay(region.grid(), pieces);
        true
    }

    fn read(&self, text: &str) -> Result<Vec<Region>, Error> {
        let mut sum = Vec::new();
        for board in notation::read_sum(text, read_board)? {
            sum.extend(board.regions());
        }
        Ok(sum)
    }

    fn write(&self, sum: &[Region]) -> String {
        if sum.is_empty() {
            return "#".to_string();
        }
        notation::write_sum(sum, |region| {
            if *region == Region::full(region.rows, region.columns) {
                return format!("{}x{}", region.rows, region.columns);
            }
            let row = |row| {
                (0..region.columns)
                    .map(|column| {
                        if region.is_free(row, column) {
                            '.'
                        } else {
                            '#'
                        }
                    })
                    .collect::<String>()
            };
            (0..region.rows).map(row).collect::<Vec<_>>().join("/")
        })
    }

    fn write_move(&self, domino: &Domino) -> String {
        let way = if domino.across { '-' } else { '|' };
        format!("{},{}{way}", domino.row, domino.column)
    }
}

/// Reads `3x4` or rows of `.` and `#` separated by `/`.
fn read_board(reader: &mut Reader<'_>) -> Result<Region, Error> {
    let too_large = |reader: &Reader<'_>| {
        reader.fail(Text::fixed(
            "a board of at most 64 squares",
            "不超过 64 格的棋盘",
        ))
    };
    if reader.peek().is_some_and(|c| c.is_ascii_digit()) {
        let rows = reader.small()?;
        reader.expect("x")?;
        let columns = reader.small()?;
        let squares = rows.checked_mul(columns).filter(|s| (1..=64).contains(s));
        if squares.is_none() {
            return Err(too_large(reader));
        }
        return Ok(Region::full(rows as u8, columns as u8));
    }
    let mut rows: Vec<Vec<bool>> = vec![Vec::new()];
    while let Some(c) = reader.eat_if(|c| matches!(c, '.' | '#' | '/')) {
        match (c, rows.last_mut()) {
            ('/', _) => rows.push(Vec::new()),
            (c, Some(row)) => row.push(c == '.'),
            _ => {}
        }
        if rows.iter().map(Vec::len).sum::<usize>() > 64 || rows.len() > 64 {
            return Err(too_large(reader));
        }
    }
    let columns = rows[0].len();
    if columns == 0 || rows.iter().any(|row| row.len() != columns) {
        return Err(reader.fail(Text::fixed(
            "ROWSxCOLUMNS, or rows of `.` and `#` of one length, separated by `/`",
            "“行x列”，或以 `/` 分隔、长度相同、由 `.` 与 `#` 组成的各行",
        )));
    }
    let mut board = Region {
        rows: rows.len() as u8,
        columns: columns as u8,
        free: 0,
    };
    for (r, row) in rows.iter().enumerate() {
        for (c, _) in row.iter().enumerate().filter(|(_, free)| **free) {
            board.free |= board.bit(r as u8, c as u8);
        }
    }
    Ok(board)
}

impl Theorem for Cram {
    fn outcome(&self, sum: &[Region], convention: Convention) -> Option<Outcome> {
        if convention == Convention::Misere {
            return None;
        }
        if is_paired(sum) {
            return Some(Outcome::P);
        }
        let mut after = sum.to_vec();
        let wins = sum.iter().enumerate().any(|(component, region)| {
            let flow = self.options(region, &mut |_, to| {
                after.clear();
                after.extend_from_slice(sum);
                crate::game::replace(&mut after, component, to);
                if is_paired(&after) {
                    Flow::Break(())
                } else {
                    CONTINUE
                }
            });
            flow.is_break()
        });
        wins.then_some(Outcome::N)
    }

    fn reason(&self, sum: &[Region], _: Convention) -> Text {
        if is_paired(sum) {
            Text::fixed(
                "symmetry: every move is answered by its image under a half turn",
                "对称：每一步都以其旋转 180° 的像应对",
            )
        } else {
            Text::fixed(
                "symmetry: one move leaves a position that is its own half turn",
                "对称：有一步使局面旋转 180° 后不变",
            )
        }
    }
}

impl Lattice for Cram {
    fn at(&self, point: &[u64]) -> Option<Region> {
        match point {
            [rows @ 1..=8, columns @ 1..=8] => Some(Region::full(*rows as u8, *columns as u8)),
            _ => None,
        }
    }

    fn coordinates(&self, _: &Region, _: &mut [u64]) -> bool {
        false // Most regions are no rectangles.
    }
}

/// Where the domino lies on the board of a component.
fn on_board(frame: Frame, domino: Domino) -> [(i32, i32); 2] {
    let row = frame.row + i32::from(domino.row) - 1;
    let column = frame.column + i32::from(domino.column) - 1;
    match domino.across {
        true => [(row, column), (row, column + 1)],
        false => [(row, column), (row + 1, column)],
    }
}

impl Show for Cram {
    fn scene(&self, stage: &Stage<Region>) -> Scene {
        let write = |region: &Region| self.write(&[*region]);
        Scene::by_board(stage, write, |board, first, regions| {
            let (rows, columns) = (first.rows.into(), first.columns.into());
            // A square that stands alone is of no use any more.
            let is_free = |row: i32, column: i32| {
                regions.iter().any(|(frame, region)| {
                    let row = u8::try_from(row - frame.row);
                    let column = u8::try_from(column - frame.column);
                    matches!((row, column), (Ok(r), Ok(c)) if region.is_free(r, c))
                })
            };
            let panel = grids::board(board, rows, columns, |row, column| {
                Some(match is_free(row, column) {
                    true => Look::Free,
                    false => Look::Gone,
                })
            })?;
            Some(grids::numbered(panel, rows, columns, 1))
        })
    }

    fn touches(&self, stage: &Stage<Region>, mv: &SumMove<Domino>) -> Vec<Id> {
        let frame = stage.frame(mv.component);
        let squares = on_board(frame, mv.mv);
        squares
            .map(|(row, column)| grids::cell(frame.board, row, column))
            .to_vec()
    }

    fn places(&self, region: &Region, domino: &Domino, _: &[Region]) -> Option<Vec<(i32, i32)>> {
        let covered = region.covered(*domino)?;
        let left = region.grid().with(region.free & !covered);
        let mut places = Vec::new();
        left.parts(covered, |part| {
            if !part.is_power_of_two() {
                let part = Region::from(left.with(part));
                let top = part.squares().map(|square| square.0).min().unwrap_or(0);
                let left = part.squares().map(|square| square.1).min().unwrap_or(0);
                places.push((top.into(), left.into()));
            }
        });
        Some(places)
    }

    fn on_board(&self, domino: &Domino, row: i32, column: i32) -> Domino {
        let shift = |at: u8, by: i32| u8::try_from(i32::from(at) + by).unwrap_or(u8::MAX);
        Domino {
            row: shift(domino.row, row),
            column: shift(domino.column, column),
            ..*domino
        }
    }
}

impl Named for Cram {
    const ABOUT: About = About {
        id: "cram",
        aliases: &[("cram", &["plugg", "dots and pairs", "多米诺填格"])],
        name: ("Cram", "Cram（多米诺填格）"),
        summary: (
            "place dominoes on free squares; whoever cannot, loses",
            "在空格上放置多米诺骨牌，无处可放者负",
        ),
        rules: (
            "A move places a domino on two free squares of the board that share a side, either way. \
             Whoever places the last domino wins.",
            "每次在棋盘上有公共边的两个空格上放一块多米诺骨牌，横竖均可。放下最后一块骨牌者获胜。",
        ),
        theorem: (
            "A position that equals its own half turn, in which no domino overlaps its image, is P; \
             so even × even boards are P and even × odd boards are N.",
            "旋转 180° 后不变、且没有骨牌与其像重叠的局面为 P 态；因此偶×偶棋盘为 P 态，偶×奇棋盘为 N 态。",
        ),
        source: "M. Gardner, Mathematical Games: Cram, crosscram and quadraphage, Scientific American 230 (February 1974)",
        position: (
            "3x4, or rows from the top: ..#/.#. ; regions are joined by +",
            "3x4，或自上而下的各行：..#/.#. ；各区域用 + 连接",
        ),
        moves: (
            "row,column of the upper or left square, then - (across) or | (down): 2,1-",
            "左上格的行,列，再加 -（横放）或 |（竖放）：2,1-",
        ),
        examples: &["3x4", "4x4", "..#/.../#..", "3x3 + 2x2"],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game cram(rows = 4, columns = 5)\n\
             state free in bits rows*columns\n\
             move across(r in 0..rows-1, c in 0..columns-2) let i = r*columns + c if (free >> i) & 3 = 3 -> [free - (3 << i)]\n\
             move down(r in 0..rows-2, c in 0..columns-1) let i = r*columns + c let both = (1 << columns) + 1 if (free >> i) & both = both -> [free - (both << i)]";
        Ok(text.to_string())
    }

    fn rule_position(&self, sum: &[Region]) -> Option<String> {
        written::heaps(sum, |region| {
            let inside = region.rows <= 4 && region.columns <= 5;
            let at = |(row, column)| u64::from(row) * 5 + u64::from(column);
            { inside }.then(|| written::bits(region.squares().map(at), 20))?
        })
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Cram)
    }

    fn small(&self) -> Vec<Vec<Region>> {
        let sizes = (1..=3u8).flat_map(|rows| (rows..=5).map(move |columns| (rows, columns)));
        let boards = sizes
            .filter(|(rows, columns)| rows * columns <= 12 && rows * columns > 1)
            .map(|(rows, columns)| vec![Region::full(rows, columns)]);
        // Every way to leave squares of a 3 × 3 board free.
        let holes = (0..1u64 << 9).map(|free| {
            let board = Region {
                rows: 3,
                columns: 3,
                free,
            };
            board.regions()
        });
        boards.chain(holes.filter(|sum| !sum.is_empty())).collect()
    }
}
