//! Games played with coins or signs on a strip of squares.

pub mod blocks;
pub mod multiples;
pub mod nimble;
pub mod northcott;
pub mod silver_dollar;
pub mod treblecross;
pub mod welter;

use crate::answer::SumMove;
use crate::error::Error;
use crate::natural::{self, Natural};
use crate::notation::{Reader, read_sum, write_heaps, write_sum};
use crate::picture::scene::{Id, Look, Scene, Stage, grids};
use crate::text::Text;

/// A coin goes from one square to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The square it leaves.
    pub from: Natural,
    /// The square it goes to.
    pub to: Natural,
}

/// A strip with coins on distinct squares, in ascending order.
pub type Strip = Vec<Natural>;

/// Reads strips joined by `+`, each a list of distinct squares from `first`
/// on, or `-` for an empty strip.
pub fn read_strips(text: &str, first: u8) -> Result<Vec<Strip>, Error> {
    read_sum(text, |reader| {
        if reader.eat("-") {
            return Ok(Vec::new());
        }
        let mut squares = reader.items(|reader| {
            let square = reader.natural()?;
            if square < Natural::from(first) {
                return Err(reader.fail(Text::new(
                    format!("squares numbered from {first}"),
                    format!("从 {first} 开始编号的格子"),
                )));
            }
            Ok(square)
        })?;
        squares.sort_unstable();
        if squares.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(reader.fail(Text::fixed(
                "distinct squares: at most one coin on each",
                "互不相同的格子：每格至多一枚硬币",
            )));
        }
        Ok(squares)
    })
}

/// Writes what [`read_strips`] reads.
pub fn write_strips(strips: &[Strip]) -> String {
    if strips.is_empty() {
        return "-".to_string();
    }
    write_sum(strips, |strip| {
        if strip.is_empty() {
            return "-".to_string();
        }
        write_heaps(strip)
    })
}

/// Reads `8 to 5`.
pub fn read_slide(text: &str) -> Result<Slide, Error> {
    let mut reader = Reader::new(text);
    let mut read = || -> Result<Slide, Error> {
        let from = reader.natural()?;
        reader.expect("to")?;
        let to = reader.natural()?;
        reader.end()?;
        Ok(Slide { from, to })
    };
    read().map_err(|_| Error::BadMove {
        text: text.to_string(),
        expected: Text::fixed("`SQUARE to SQUARE`", " `格 to 格`"),
    })
}

/// The strip after a slide of an existing coin to a free square.
pub fn slide(strip: &Strip, mv: &Slide) -> Option<Strip> {
    let at = strip.binary_search(&mv.from).ok()?;
    let to = strip.binary_search(&mv.to).err()?;
    let mut after = strip.clone();
    after.remove(at);
    after.insert(if to > at { to - 1 } else { to }, mv.to.clone());
    Some(after)
}

/// Every set of at most `coins` of the squares `first..first + squares`.
pub fn small_strips(first: u64, squares: u64, coins: u32) -> Vec<Strip> {
    (0..1u64 << squares)
        .filter(|set| set.count_ones() <= coins)
        .map(|set| {
            (0..squares)
                .filter(|square| set >> square & 1 == 1)
                .map(|square| Natural::from(first + square))
                .collect()
        })
        .collect()
}

/// Inside `impl Game` with strips as positions and slides as moves.
macro_rules! notation {
    ($first:expr) => {
        fn read(&self, text: &str) -> Result<Vec<Self::Position>, $crate::error::Error> {
            $crate::games::strips::read_strips(text, $first)
        }

        fn write(&self, strips: &[Self::Position]) -> String {
            $crate::games::strips::write_strips(strips)
        }

        fn read_move(
            &self,
            _: &Self::Position,
            text: &str,
        ) -> Result<Self::Move, $crate::error::Error> {
            $crate::games::strips::read_slide(text)
        }

        fn write_move(&self, mv: &Self::Move) -> String {
            format!("{} to {}", mv.from, mv.to)
        }
    };
}

pub(crate) use notation;

/// The name of a run of squares or cards: `4–7`, or `4` alone.
fn run_name(first: usize, length: usize) -> String {
    match length {
        0 | 1 => first.to_string(),
        _ => format!("{first}–{}", first + (length - 1)),
    }
}

/// How many squares of a strip are shown: as far as the last coin lay when play
/// began. `None` if they are too many.
fn squares_shown(begin: &Strip, first: u64) -> Option<u64> {
    let Some(last) = begin.last() else {
        return Some(0);
    };
    let squares = natural::small(last)?.checked_sub(first)?.checked_add(1)?;
    (squares <= grids::LONG).then_some(squares)
}

/// The scene of strips whose squares are numbered from `first`.
pub fn scene(stage: &Stage<Strip>, first: u64) -> Scene {
    let write = |strip: &Strip| write_strips(std::slice::from_ref(strip));
    Scene::by_board(stage, write, |board, begin, strips| {
        let squares = squares_shown(begin, first)?;
        let mut panel = grids::strip(board, squares, first, |_| Some(Look::Free))?;
        for (_, strip) in strips {
            for (number, coin) in (0..).zip(*strip) {
                let column = natural::small(coin)?.checked_sub(first)?;
                let column = i32::try_from(column).ok()?;
                grids::token(&mut panel, board, number, Look::Stone, 0, column, "");
            }
        }
        Some(panel)
    })
}

/// What a slide touches: the coin and the square to which it goes.
pub fn touches(stage: &Stage<Strip>, mv: &SumMove<Slide>, first: u64) -> Vec<Id> {
    let board = stage.board(mv.component);
    let coin = stage.sum()[mv.component].binary_search(&mv.mv.from).ok();
    let touched = || {
        squares_shown(stage.first(mv.component), first)?;
        let column = natural::small(&mv.mv.to)?.checked_sub(first)?;
        let to = grids::cell(board, 0, i32::try_from(column).ok()?);
        Some(vec![grids::piece(board, u32::try_from(coin?).ok()?), to])
    };
    touched().unwrap_or_else(|| vec![Id::whole(board)])
}

/// Strips as sets of bits in the rule language; `first` is the first square.
pub fn as_bits(sum: &[Strip], first: u64, squares: usize) -> Option<String> {
    crate::games::written::heaps(sum, |strip| {
        let coins = strip
            .iter()
            .map(|at| crate::natural::small(at)?.checked_sub(first));
        let coins: Option<Vec<u64>> = coins.collect();
        crate::games::written::bits(coins?, squares)
    })
}
