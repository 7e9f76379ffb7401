//! Squares of coins on a large board: turn all coins of a square whose last
//! corner shows heads.
//!
//! The heads may be whole rectangles of 10^9 by 10^9 coins and more, so that a
//! position is not a list of coins but the *corners* of its outline: the
//! places where f(x,y) ⊕ f(x-1,y) ⊕ f(x,y-1) ⊕ f(x-1,y-1) = 1, with f = 1 for
//! heads. Every position has one such list, and turning a square changes at
//! most its four corners.
//!
//! **Theorem** (Codeforces 494 E, *Sharti*). With squares of side at most k,
//! a head at (x,y) has the value min(lowest bit of x, lowest bit of y, highest
//! bit of k), a power of two.
//!
//! *Sums over rectangles.* Bit t of the nim sum of the values over \[1,a\] × \[1,b\]
//! is the parity of the number of places with that value. Places where both
//! coordinates are multiples of 2^t number ⌊a/2^t⌋·⌊b/2^t⌋, whose parity is bit t
//! of a & b. So with z = (a & b) mod 2^(T+1), where 2^T is the highest bit of
//! k, the nim sum is z ⊕ ⌊z/2⌋, the Gray code of z. Gray codes are linear: a
//! position has the Gray code of the xor of (x-1) & (y-1) over its corners (x,y).
//!
//! *The winning move.* Let X ≠ 0 be the nim sum, 2^t its highest bit and Z the
//! number whose Gray code it is. Some head (x,y) has value 2^t. The square of
//! side s = 2^(t+1) - Z ≤ 2^t that ends there is worth exactly X: it is the Gray
//! code of (x ⊕ (x-s)) & (y ⊕ (y-s)), and as 2^t divides x and y, that is 2^t + (2^t - s).
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::coins::squares::Squares};
//! let game = Squares::up_to(7u8.into());
//! let heads = game.read("3-5x4-6, 1x2, 4-9x5-9, 8-12x6-10, 12x4").unwrap();
//! let answer = ask(&game, &heads, &Question::default()).unwrap();
//! assert_eq!(answer.outcome.letter(), "N");
//! ```
//!
//! Limits: an outline of at most 2^24 corners.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameter, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game, STOP};
use crate::games::written;
use crate::natural::{self, Natural};
use crate::notation::{self, Reader};
use crate::outcome::Convention;
use crate::picture::scene::{
    Id, Look, MOST, Number, Numbers, PANELS, Part, Scene, Show, Stage, grids, why,
};
use crate::solve::dense::Lattice;
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The longest outline that is read.
const MOST_CORNERS: usize = 1 << 24;
/// Up to this many moves are looked at for all that win; beyond, some are
/// constructed.
const LOOKED_AT: u64 = 4096;

/// The game, with the largest side of a square.
pub struct Squares {
    /// `None`: any.
    side: Option<Natural>,
}

impl Squares {
    /// Squares of side at most `side`, which is 1 at least.
    pub fn up_to(side: Natural) -> Self {
        Squares { side: Some(side) }
    }

    /// The Gray code, cut to the bits that values have.
    fn value_of(&self, z: Natural) -> Natural {
        let z = self.cut(z);
        &z ^ (&z >> 1)
    }

    fn cut(&self, z: Natural) -> Natural {
        match self.side.as_ref().and_then(natural::highest_bit) {
            Some(top) => {
                let mask = (Natural::ONE << (top + 1)) - 1u8;
                z & mask
            }
            None => z,
        }
    }
}

/// A place: row and column, from 1 on.
type Place = (Natural, Natural);

/// A rectangle: first row and column, last row and column.
type Rectangle = (Place, Place);

/// The heads, as the corners of their outline.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heads {
    /// Ascending.
    corners: Vec<Place>,
}

/// The square of this side that ends at this place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flip {
    row: Natural,
    column: Natural,
    side: Natural,
}

impl Heads {
    /// Heads on all places of these rectangles; `None` if the outline is too
    /// long.
    pub fn union(rectangles: &[Rectangle]) -> Option<Heads> {
        let mut columns: Vec<Natural> = rectangles
            .iter()
            .flat_map(|((_, first), (_, last))| [first.clone(), last + 1u8])
            .collect();
        columns.sort_unstable();
        columns.dedup();
        let place = |column: &Natural| columns.partition_point(|known| known < column);
        // At each row, first what begins there, then what has ended: so nothing
        // turns back and forth.
        let mut events: Vec<(Natural, bool, usize, usize)> = Vec::new();
        for ((row, first), (last_row, last)) in rectangles {
            let (from, to) = (place(first), place(&(last + 1u8)));
            events.push((row.clone(), false, from, to));
            events.push((last_row + 1u8, true, from, to));
        }
        events.sort_unstable();
        let mut cover = Cover::new(columns.len());
        let mut corners: Vec<Place> = Vec::new();
        let mut turned: Vec<usize> = Vec::new();
        for same_row in events.chunk_by(|a, b| a.0 == b.0) {
            turned.clear();
            for (_, ends, from, to) in same_row {
                cover.change(*from, *to, *ends, &mut turned);
            }
            turned.sort_unstable();
            let row = &same_row[0].0;
            let mut outline = |at: usize| match corners.last() {
                Some((r, c)) if r == row && *c == columns[at] => {
                    corners.pop();
                }
                _ => corners.push((row.clone(), columns[at].clone())),
            };
            for &at in &turned {
                outline(at);
                outline(at + 1);
            }
            if corners.len() > MOST_CORNERS {
                return None;
            }
        }
        Some(Heads { corners })
    }

    /// The heads as rectangles that do not overlap.
    fn rectangles(&self) -> Vec<Rectangle> {
        let mut done = Vec::new();
        // Columns that are heads now: from, to (exclusive), and since which row.
        let mut open: BTreeMap<Natural, (Natural, Natural)> = BTreeMap::new();
        for same_row in self.corners.chunk_by(|a, b| a.0 == b.0) {
            let row = &same_row[0].0;
            for run in same_row.chunks_exact(2) {
                turn_run(&mut open, row, (&run[0].1, &run[1].1), &mut done);
            }
        }
        done.sort_unstable();
        done
    }

    fn is_head(&self, row: &Natural, column: &Natural) -> bool {
        let before = self.corners.iter().take_while(|(r, _)| r <= row);
        before.filter(|(_, c)| c <= column).count() % 2 == 1
    }

    /// The heads after a square was turned, which must fit the board.
    fn turned(&self, flip: &Flip) -> Heads {
        let (row, column) = (&flip.row - &flip.side, &flip.column - &flip.side);
        let mut corners = self.corners.clone();
        for r in [&row, &flip.row] {
            for c in [&column, &flip.column] {
                let corner = (r + 1u8, c + 1u8);
                match corners.binary_search(&corner) {
                    Ok(at) => {
                        corners.remove(at);
                    }
                    Err(at) => corners.insert(at, corner),
                }
            }
        }
        Heads { corners }
    }

    /// The xor of (x-1) & (y-1) over the corners.
    fn total(&self) -> Natural {
        self.corners.iter().fold(Natural::ZERO, |total, (r, c)| {
            total ^ ((r - 1u8) & (c - 1u8))
        })
    }
}

/// Turns the columns of a run, from the given row on: what was open there is
/// done, the rest opens.
fn turn_run(
    open: &mut BTreeMap<Natural, (Natural, Natural)>,
    row: &Natural,
    (from, to): (&Natural, &Natural),
    done: &mut Vec<Rectangle>,
) {
    let before = open.range(..from).next_back();
    let first = before.filter(|(_, (end, _))| end > from).map(|(s, _)| s);
    let first = first.unwrap_or(from).clone();
    let touched: Vec<Natural> = open
        .range(first..to.clone())
        .map(|(start, _)| start.clone())
        .collect();
    let mut next = from.clone();
    for start in touched {
        let Some((end, since)) = open.remove(&start) else {
            continue;
        };
        if since < *row {
            done.push(((since.clone(), start.clone()), (row - 1u8, &end - 1u8)));
        }
        if start < *from {
            open.insert(start.clone(), (from.clone(), row.clone()));
        }
        if next < start {
            open.insert(next.clone(), (start.clone(), row.clone()));
        }
        if end > *to {
            open.insert(to.clone(), (end.clone(), row.clone()));
        }
        next = end;
    }
    if next < *to {
        open.insert(next, (to.clone(), row.clone()));
    }
}

/// How many rectangles cover each piece between columns: a segment tree.
struct Cover {
    size: usize,
    /// What was added at a node, for all below it.
    added: Vec<u32>,
    /// The least count below a node, without what was added above it.
    least: Vec<u32>,
}

impl Cover {
    fn new(pieces: usize) -> Cover {
        let size = pieces.max(1).next_power_of_two();
        Cover {
            size,
            added: vec![0; 2 * size],
            least: vec![0; 2 * size],
        }
    }

    /// Adds or removes one cover of the pieces `from..to`, and names those that
    /// thereby became covered or bare.
    fn change(&mut self, from: usize, to: usize, ends: bool, turned: &mut Vec<usize>) {
        if !ends {
            self.bare(from, to, turned);
        }
        self.add(1, 0, self.size, from, to, ends);
        if ends {
            self.bare(from, to, turned);
        }
    }

    /// The depth of the recursion is that of the tree, at most 32.
    fn add(&mut self, node: usize, low: usize, high: usize, from: usize, to: usize, ends: bool) {
        if to <= low || high <= from {
            return;
        }
        if from <= low && high <= to {
            let by = if ends { u32::MAX } else { 1 };
            self.added[node] = self.added[node].wrapping_add(by);
            self.least[node] = self.least[node].wrapping_add(by);
            return;
        }
        let middle = (low + high) / 2;
        self.add(2 * node, low, middle, from, to, ends);
        self.add(2 * node + 1, middle, high, from, to, ends);
        let below = self.least[2 * node].min(self.least[2 * node + 1]);
        self.least[node] = below + self.added[node];
    }

    /// Names the pieces of `from..to` that nothing covers.
    fn bare(&self, from: usize, to: usize, found: &mut Vec<usize>) {
        let mut open = vec![(1, 0, self.size)];
        while let Some((node, low, high)) = open.pop() {
            if to <= low || high <= from || self.least[node] > 0 {
                continue;
            }
            if high - low == 1 {
                found.push(low);
                continue;
            }
            let middle = (low + high) / 2;
            open.push((2 * node, low, middle));
            open.push((2 * node + 1, middle, high));
        }
    }
}

/// The first places of `from..=to` that are multiples of 2^t: the first and
/// the second, one of which is an odd multiple.
fn multiples(t: usize, from: &Natural, to: &Natural) -> Vec<Natural> {
    let step = Natural::ONE << t;
    let first = ((from + &step - 1u8) >> t) << t;
    let second = &first + &step;
    let mut found = vec![first, second];
    found.retain(|at| at <= to);
    found
}

/// The number whose Gray code is `code`.
fn gray_inverse(code: &Natural) -> Natural {
    let mut number = code.clone();
    let mut shift = 1;
    let bits = natural::highest_bit(code).map_or(0, |top| top + 1);
    while shift < bits {
        number = &number ^ (&number >> shift);
        shift *= 2;
    }
    number
}

impl Game for Squares {
    type Position = Heads;
    type Move = Flip;

    fn options(&self, heads: &Heads, visit: &mut impl FnMut(Flip, &[Heads]) -> Flow) -> Flow {
        for ((row, first), (last_row, last)) in heads.rectangles() {
            let mut at = row;
            while at <= last_row {
                let mut column = first.clone();
                while column <= last {
                    let most = self.largest(&at, &column);
                    let mut side = Natural::ONE;
                    while side <= most {
                        let flip = Flip {
                            row: at.clone(),
                            column: column.clone(),
                            side: side.clone(),
                        };
                        let after = heads.turned(&flip);
                        visit(flip, &[after])?;
                        side += 1u8;
                    }
                    column += 1u8;
                }
                at += 1u8;
            }
        }
        CONTINUE
    }

    fn play(&self, heads: &Heads, flip: &Flip) -> Option<Vec<Heads>> {
        let fits = !flip.side.is_zero() && flip.side <= self.largest(&flip.row, &flip.column);
        (fits && heads.is_head(&flip.row, &flip.column)).then(|| vec![heads.turned(flip)])
    }

    fn read(&self, text: &str) -> Result<Vec<Heads>, Error> {
        notation::read_sum(text, |reader| {
            let mut rectangles = Vec::new();
            if !reader.eat("-") {
                loop {
                    rectangles.push(read_rectangle(reader)?);
                    if !reader.eat(",") {
                        break;
                    }
                }
            }
            Heads::union(&rectangles).ok_or_else(|| {
                reader.fail(Text::new(
                    format!("an outline of at most {MOST_CORNERS} corners"),
                    format!("轮廓不超过 {MOST_CORNERS} 个角"),
                ))
            })
        })
    }

    fn write(&self, sum: &[Heads]) -> String {
        if sum.is_empty() {
            return "-".to_string();
        }
        let range = |from: &Natural, to: &Natural| match from == to {
            true => from.to_string(),
            false => format!("{from}-{to}"),
        };
        notation::write_sum(sum, |heads| {
            let written: Vec<String> = heads
                .rectangles()
                .iter()
                .map(|((r, c), (last_r, last_c))| {
                    format!("{}x{}", range(r, last_r), range(c, last_c))
                })
                .collect();
            match written.is_empty() {
                true => "-".to_string(),
                false => written.join(","),
            }
        })
    }

    fn read_move(&self, _: &Heads, text: &str) -> Result<Flip, Error> {
        let mut reader = Reader::new(text);
        reader.eat("flip");
        let mut read = || {
            let row = reader.natural().ok()?;
            reader.expect("x").ok()?;
            let column = reader.natural().ok()?;
            reader.expect("side").ok()?;
            let side = reader.natural().ok()?;
            reader.end().ok()?;
            Some(Flip { row, column, side })
        };
        read().ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed(
                "`flip ROWxCOLUMN side S`, where the square ends at a head",
                " `flip 行x列 side 边长`，正方形的右下角须为正面",
            ),
        })
    }

    fn write_move(&self, flip: &Flip) -> String {
        format!("flip {}x{} side {}", flip.row, flip.column, flip.side)
    }
}

impl Squares {
    /// The largest side of a square that ends at this place.
    fn largest(&self, row: &Natural, column: &Natural) -> Natural {
        let inside = row.min(column);
        match &self.side {
            Some(side) => side.min(inside).clone(),
            None => inside.clone(),
        }
    }

    /// The move of the module's text in this rectangle, if it has a head of
    /// value 2^t.
    fn construct(&self, (from, to): &Rectangle, t: usize, side: &Natural) -> Option<Flip> {
        let wanted = Natural::ONE << t;
        let rows = multiples(t, &from.0, &to.0);
        let columns = multiples(t, &from.1, &to.1);
        for row in &rows {
            for column in &columns {
                let z = (row ^ (row - 1u8)) & (column ^ (column - 1u8));
                if self.value_of(z) == wanted {
                    return Some(Flip {
                        row: row.clone(),
                        column: column.clone(),
                        side: side.clone(),
                    });
                }
            }
        }
        None
    }

    /// How many moves there are, if few.
    fn has_few_moves(&self, rectangles: &[Rectangle]) -> bool {
        let limit = Natural::from(LOOKED_AT);
        let mut moves = Natural::ZERO;
        for ((row, column), (last_row, last)) in rectangles {
            let places = (last_row - row + 1u8) * (last - column + 1u8);
            moves += places * self.largest(last_row, last);
            if moves > limit {
                return false;
            }
        }
        true
    }
}

impl Theorem for Squares {
    fn value(&self, heads: &Heads) -> Option<Natural> {
        Some(self.value_of(heads.total()))
    }

    fn moves_to(
        &self,
        heads: &Heads,
        target: &Natural,
        visit: &mut impl FnMut(Flip) -> Flow,
    ) -> Option<Flow> {
        let rectangles = heads.rectangles();
        if self.has_few_moves(&rectangles) {
            return None;
        }
        let worth = self.value(heads)? ^ target;
        let Some(t) = natural::highest_bit(&worth) else {
            return Some(CONTINUE);
        };
        let side = (Natural::ONE << (t + 1)) - gray_inverse(&worth);
        for rectangle in &rectangles {
            if let Some(flip) = self.construct(rectangle, t, &side)
                && visit(flip).is_break()
            {
                break;
            }
        }
        // There may be more squares of the same worth.
        Some(STOP)
    }

    fn reason(&self, sum: &[Heads], convention: Convention) -> Text {
        let name = (
            "a head has the least of its coordinates' lowest bits and the side's highest",
            "每枚正面硬币的值为两坐标最低位与边长最高位中的最小者",
        );
        theorem::nim_sum_reason(name, self, sum, convention)
    }
}

impl Lattice for Squares {
    fn at(&self, point: &[u64]) -> Option<Heads> {
        let [row, column] = point else { return None };
        let place = (Natural::from(*row), Natural::from(*column));
        let inside = *row > 0 && *column > 0;
        inside.then(|| Heads::union(&[(place.clone(), place)]))?
    }

    fn coordinates(&self, _: &Heads, _: &mut [u64]) -> bool {
        false // A move leaves more than one head.
    }
}

fn read_rectangle(reader: &mut Reader<'_>) -> Result<Rectangle, Error> {
    let range = |reader: &mut Reader<'_>| {
        let from = reader.natural()?;
        let to = match reader.eat("-") {
            true => reader.natural()?,
            false => from.clone(),
        };
        if from.is_zero() || from > to {
            return Err(reader.fail(Text::fixed(
                "rows or columns from 1 on, the first not above the last",
                "从 1 起的行或列，首项不大于末项",
            )));
        }
        Ok((from, to))
    };
    let (row, last_row) = range(reader)?;
    reader.expect("x")?;
    let (column, last) = range(reader)?;
    Ok(((row, column), (last_row, last)))
}

/// The side of the board that the rule language sees.
const BOARD: u64 = 6;

impl Heads {
    /// How many rows and columns the heads reach, if that can be shown.
    fn extent(&self) -> Option<(u64, u64)> {
        // The last corner lies just behind the last row.
        let Some((below, _)) = self.corners.last() else {
            return Some((1, 1));
        };
        let within = |at: &Natural| natural::small(&(at - 1u8)).filter(|at| *at <= grids::LONG);
        let rows = within(below)?;
        let right = self.corners.iter().map(|(_, column)| column).max()?;
        Some((rows, within(right)?))
    }

    /// The heads one by one, row and column from 1, where they are at most so many.
    fn places(&self, most: usize) -> Option<Vec<(u64, u64)>> {
        // A coin has four corners.
        if self.corners.len() > 4 * most {
            return None;
        }
        let mut places = Vec::new();
        for ((row, column), (last_row, last)) in self.rectangles() {
            let size = (&last_row - &row + 1u8) * (&last - &column + 1u8);
            if size > Natural::from(most - places.len()) {
                return None;
            }
            let rows = natural::small(&row)?..=natural::small(&last_row)?;
            let columns = natural::small(&column)?..=natural::small(&last)?;
            places.extend(rows.flat_map(|row| columns.clone().map(move |column| (row, column))));
        }
        Some(places)
    }
}

impl Show for Squares {
    fn scene(&self, stage: &Stage<Heads>) -> Scene {
        let write = |heads: &Heads| self.write(std::slice::from_ref(heads));
        Scene::by_board(stage, write, |board, first, all| {
            let (rows, columns) = first.extent()?;
            let mut heads: FxHashSet<(i32, i32)> = FxHashSet::default();
            for (_, position) in all {
                let places = position.places(MOST)?.into_iter();
                heads.extend(places.map(|(row, column)| (row as i32 - 1, column as i32 - 1)));
            }
            let panel = grids::board(board, rows, columns, |row, column| {
                Some(match heads.contains(&(row, column)) {
                    true => Look::Heads,
                    false => Look::Tails,
                })
            })?;
            Some(grids::numbered(panel, rows, columns, 1))
        })
    }

    /// Two corners name a square.
    fn touches(&self, stage: &Stage<Heads>, mv: &SumMove<Flip>) -> Vec<Id> {
        let board = stage.board(mv.component);
        let corners = || {
            stage.first(mv.component).extent()?;
            let Flip { row, column, side } = &mv.mv;
            let back = natural::small(side)?.checked_sub(1)? as i32;
            let row = natural::small(row)?.checked_sub(1)? as i32;
            let column = natural::small(column)?.checked_sub(1)? as i32;
            let corners = [(row - back, column - back), (row, column)];
            Some(corners.map(|(row, column)| grids::cell(board, row, column)))
        };
        match corners() {
            Some([first, last]) if first == last => vec![last],
            Some(corners) => corners.to_vec(),
            None => vec![Id {
                board,
                part: Part::Whole,
            }],
        }
    }

    /// Every head has its own value.
    fn numbers(&self, stage: &Stage<Heads>) -> Option<Numbers> {
        let mut each = Vec::new();
        for (frame, heads) in stage.components() {
            let Some(places) = heads.places(PANELS - each.len()) else {
                return why::of_components(self, stage);
            };
            for (row, column) in places {
                let name = match stage.sum().len() {
                    1 => format!("{row}x{column}"),
                    _ => format!("{}: {row}x{column}", frame.board + 1),
                };
                let bits = (row ^ (row - 1)) & (column ^ (column - 1));
                each.push(Number {
                    of: Text::new(name.clone(), name),
                    value: self.value_of(bits.into()),
                    counts: true,
                });
            }
        }
        (!each.is_empty()).then_some(Numbers { each, modulo: 2 })
    }
}

impl Named for Squares {
    const ABOUT: About = About {
        id: "square-flips",
        name: ("flipping squares", "翻正方形（CF 494E）"),
        summary: (
            "turn all coins of a square of side up to k whose last corner shows heads",
            "翻转边长不超过 k、右下角为正面的正方形内的全部硬币",
        ),
        rules: (
            "Coins lie on a board, heads on the places of some rectangles (which may overlap: a place is heads or it \
             is not). A move turns all coins of a square of side 1 to k; the coin in its corner with the largest row \
             and column must go from heads to tails. Whoever cannot move loses.",
            "棋盘上摆满硬币，若干矩形（可以重叠）的并内为正面。每次翻转一个边长为 1 至 k 的正方形内的全部硬币，其行、列最大的角必须由正面翻为反面。不能移动者负。",
        ),
        theorem: (
            "A head at (x,y) has the value min(lowest bit of x, lowest bit of y, highest bit of k). Over a rectangle from \
             (1,1) to (a,b) the nim sum is the Gray code of (a & b) mod 2^(T+1), 2^T the highest bit of k.",
            "(x,y) 处正面的值为 min(x 的最低位, y 的最低位, k 的最高位)。从 (1,1) 到 (a,b) 的矩形上，异或和为 (a & b) mod 2^(T+1) 的格雷码，2^T 为 k 的最高位。",
        ),
        source: "Codeforces Round 282, problem 494 E (Sharti)",
        position: (
            "rectangles, rows by columns: 1-3x1-3, 2-4x2-4, 7x5; - if there are no heads",
            "各矩形，行范围x列范围：1-3x1-3, 2-4x2-4, 7x5；没有正面时写 -",
        ),
        moves: (
            "flip 4x6 side 2: the square that ends at row 4, column 6",
            "flip 4x6 side 2：右下角在第 4 行第 6 列、边长为 2 的正方形",
        ),
        examples: &[
            "3-5x4-6, 1x2, 4-9x5-9, 8-12x6-10, 12x4",
            "1-3x1-3, 2-4x2-4",
            "1-1000000000x1-1000000000",
            "7-10^30x5-10^29, 3x3",
        ],
        parameters: &[Parameter {
            name: "side",
            default: "any",
            meaning: (
                "the largest side of a square: a number, or any",
                "正方形的最大边长：一个数，或 any（不限）",
            ),
        }],
        tested_with: &[&[], &[("side", "1")], &[("side", "2")], &[("side", "3")]],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let side = self.side.as_ref().and_then(natural::small).unwrap_or(BOARD);
        let mut text = format!("game square_flips\nstate c in bits {}", BOARD * BOARD);
        for side in 1..=side.min(BOARD) {
            // The square in the first corner, row by row.
            let rows = (0..side).map(|row| ((1u64 << side) - 1) << (BOARD * row));
            let (square, back) = (rows.sum::<u64>(), side - 1);
            text += &format!(
                "\nmove flip{side}(r in {back}..{last}, s in {back}..{last}) let i = {BOARD}*r + s \
                 if bit(c, i) = 1 -> [c xor ({square} << (i - {}))]",
                back * (BOARD + 1),
                last = BOARD - 1
            );
        }
        text += "\nmeasure c";
        Ok(text)
    }

    fn rule_position(&self, sum: &[Heads]) -> Option<String> {
        written::heaps(sum, |heads| {
            let mut set = Vec::new();
            for ((row, column), (last_row, last_column)) in heads.rectangles() {
                let within =
                    |at: &Natural| natural::small(at).filter(|at| (1..=BOARD).contains(at));
                for r in within(&row)?..=within(&last_row)? {
                    for c in within(&column)?..=within(&last_column)? {
                        set.push(BOARD * (r - 1) + c - 1);
                    }
                }
            }
            written::bits(set, (BOARD * BOARD) as usize)
        })
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let expected = ("a number from 1 on, or any", "不小于 1 的数，或 any");
        parameters.get("side", expected, |text| match text {
            "any" => Some(Squares { side: None }),
            number => {
                let mut reader = Reader::new(number);
                let side = reader.natural().ok()?;
                reader.end().ok()?;
                (!side.is_zero()).then(|| Squares::up_to(side))
            }
        })
    }

    fn small(&self) -> Vec<Vec<Heads>> {
        let mut all = Vec::new();
        // Every set of heads on 3 × 3, and a few larger places.
        for chosen in 0..512u32 {
            let heads: Vec<Rectangle> = (0..9u64)
                .filter(|at| chosen >> at & 1 == 1)
                .map(|at| {
                    let place = (Natural::from(at / 3 + 1), Natural::from(at % 3 + 1));
                    (place.clone(), place)
                })
                .collect();
            all.extend(Heads::union(&heads).map(|heads| vec![heads]));
        }
        for (row, column) in [(4u8, 1u8), (1, 4), (4, 2), (2, 4)] {
            let place = (Natural::from(row), Natural::from(column));
            all.extend(Heads::union(&[(place.clone(), place)]).map(|heads| vec![heads]));
        }
        all
    }

    fn table_checked(&self) -> Vec<u64> {
        vec![4, 4]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::outcome::Outcome;
    use crate::random::Random;
    use crate::strategy::Strategy;

    fn outcome(side: u64, text: &str) -> Outcome {
        let game = Squares::up_to(side.into());
        let heads = game.read(text).unwrap();
        ask(&game, &heads, &Question::default()).unwrap().outcome
    }

    /// The two samples of the problem.
    #[test]
    fn samples() {
        assert_eq!(outcome(1, "1-3x1-3, 2-4x2-4"), Outcome::P);
        let heads = "3-5x4-6, 1-1x2-2, 4-9x5-9, 8-12x6-10, 12x4";
        assert_eq!(outcome(7, heads), Outcome::N);
    }

    fn random_rectangles(random: &mut Random, count: u64, side: u64) -> Vec<Rectangle> {
        let range = |random: &mut Random| {
            let (a, b) = (1 + random.below(side), 1 + random.below(side));
            (Natural::from(a.min(b)), Natural::from(a.max(b)))
        };
        (0..count)
            .map(|_| {
                let ((r, last_r), (c, last_c)) = (range(random), range(random));
                ((r, c), (last_r, last_c))
            })
            .collect()
    }

    /// Unions, outlines, rectangles and values against place by place.
    #[test]
    fn unions_place_by_place() {
        let mut random = Random::new(3);
        for round in 0..400 {
            let side = 1 + random.below(12);
            let count = random.below(7);
            let rectangles = random_rectangles(&mut random, count, side);
            let heads = Heads::union(&rectangles).unwrap();
            let game = match round % 4 {
                0 => Squares { side: None },
                k => Squares::up_to(Natural::from(k as u64 * 3 - 2)),
            };
            let within = |(from, to): &Rectangle, r: &Natural, c: &Natural| {
                from.0 <= *r && *r <= to.0 && from.1 <= *c && *c <= to.1
            };
            let apart = heads.rectangles();
            let mut value = Natural::ZERO;
            for r in 1..=side {
                for c in 1..=side {
                    let (r, c) = (Natural::from(r), Natural::from(c));
                    let expected = rectangles.iter().any(|at| within(at, &r, &c));
                    assert_eq!(heads.is_head(&r, &c), expected);
                    let covers = apart.iter().filter(|at| within(at, &r, &c)).count();
                    assert_eq!(covers, usize::from(expected));
                    if expected {
                        let lowest = |n: &Natural| natural::small(n).unwrap().trailing_zeros();
                        let mut bit = lowest(&r).min(lowest(&c));
                        if let Some(most) = &game.side {
                            bit = bit.min(natural::highest_bit(most).unwrap() as u32);
                        }
                        value ^= Natural::ONE << bit as usize;
                    }
                }
            }
            assert_eq!(game.value(&heads), Some(value));
        }
    }

    /// Constructed moves on boards that nobody can look through win.
    #[test]
    fn huge_boards_are_won() {
        let mut random = Random::new(8);
        for round in 0..60u64 {
            let rectangles = random_rectangles(&mut random, 1 + round % 9, 1 << (10 + round % 50));
            let game = Squares::up_to(Natural::from(1 + random.below(1 << (round % 40))));
            let heads = Heads::union(&rectangles).unwrap();
            let budget = crate::budget::Budget::default();
            if game.value(&heads) == Some(Natural::ZERO) {
                continue;
            }
            let mut play = Strategy::new(&game, vec![heads], Convention::Normal, budget).unwrap();
            play.reply().unwrap().unwrap();
            assert_eq!(game.value(&play.position()[0]), Some(Natural::ZERO));
        }
    }

    #[test]
    fn a_million_rectangles() {
        let mut text = String::new();
        for i in 0..1_000_000u64 {
            let comma = if i == 0 { "" } else { "," };
            text += &format!(
                "{comma}{}-{}x{}-{}",
                i % 1000 * 5 + 1,
                i % 1000 * 5 + 3,
                i / 1000 * 7 + 1,
                i / 1000 * 7 + 4
            );
        }
        let game = Squares::up_to(1000u32.into());
        let heads = game.read(&text).unwrap();
        assert_eq!(heads[0].corners.len(), 4_000_000);
        assert!(game.value(&heads[0]).is_some());
    }
}
