//! Rules as machine code: a table is filled without naming a move.
//!
//! The bytecode names moves one by one, and the engine looks up where each leads. For a large table
//! the whole of it, *for every cell, for every choice: test, look up, mark, then the mex*, is one
//! function made for these rules and this box ([`grundy_native`]). Because the box is known,
//! intervals ([`crate::span`]) show of most operations that they cannot fail, and of most targets
//! that they lie in the box; what they do not show is tested.
//!
//! - A choice of few fixed numbers is written out; literal sets too.
//! - An innermost range along which every target moves by a fixed way becomes a line through the
//!   table, from the first to the last choice inside the domain, and with conditions on the way if these
//!   cannot fail.
//! - Where there are fewer than 64 options the values seen are bits of one word.
//!
//! **Nothing goes wrong here.** A fault, a target that has no value yet or lies outside the box: the
//! function stops before that cell, and the bytecode is asked about it. So what is an error, and how it
//! is told, is said in one place. `tests/native.rs` compares both on texts made at random.
//!
//! Limits: games of one kind of position, without coins and without a measure that must be watched;
//! at most 2^22 choices at a position, so that no count of steps is needed; code that is not too long, copies included. All others
//! are filled by the bytecode, as are small tables, which are done before machine code is made.

mod bounds;
mod choices;
mod conditions;
mod lines;
mod moves;
mod numbers;
mod writer;

use std::sync::atomic::{AtomicBool, Ordering};

use grundy::solve::dense::{CELL, Filled, Kernel, Order, UNKNOWN, Work};
use grundy_native::Function;

use crate::ir;

use bounds::Bounds;
use writer::Writer;

/// Choices of fixed numbers are written out as long as no more moves than these are written down, copies
/// included: each takes the compiler about 0.05 ms.
const COPIES: u128 = 64;
/// Moves that are written down, copies included.
const MOST_MOVES: usize = 256;
/// Numbers and conditions that are written down, copies included: each takes the compiler about 0.01 ms, more
/// where there are many, and nothing interrupts it.
const MOST_WRITTEN: usize = 1 << 12;
/// Values below this are bits of one word.
const BITS: i64 = 64;
/// The bit that no value has but the unknown one.
const TOP: i64 = 1 << 31;

/// The bytecode does about so much work in the time that making machine code takes.
const WORTH_WHILE: u128 = 1 << 17;

/// Why the function came back.
const DONE: i64 = 0;
const STUCK: i64 = 1;
const GROW: i64 = 2;

/// Where the words of a call are, behind the coordinates.
const WORD_CELL: usize = 0;
const WORD_MOST: usize = 1;
const WORD_WORK: usize = 2;
const WORD_STAMP: usize = 3;
const WORD_DONE: usize = 4;
const WORD_OPTIONS: usize = 5;
const WORDS: usize = 6;

/// Machine code for one game, one box and one order.
#[derive(Debug)]
pub struct Native<'g> {
    function: Function,
    words: Vec<i64>,
    width: usize,
    /// Stamps of values seen; as many as a power of two.
    marks: Vec<u32>,
    stamp: u32,
    /// The last cell that was left to the bytecode.
    left: Option<usize>,
    begun: bool,
    /// Whether something went wrong: then the bytecode comes to its end.
    faulty: &'g AtomicBool,
}

/// Whether making the code takes less time than it saves. Before a few cells are filled nobody knows whether
/// the order is one in which this game can be filled.
pub fn is_worth_while(game: &ir::Game, size: &[u64], work: Work) -> bool {
    if work.done == 0 {
        return false;
    }
    // Options that a condition forbids are work as well; most ranges are shorter than the longest.
    let tried = Bounds::of(game, size).map_or(0, |bounds| bounds.steps / 4);
    let tried = u128::from(work.cells) * (tried + u128::from(CELL));
    tried.max(u128::from(work.left)) >= WORTH_WHILE
}

/// The code for a game; `None` where there is none.
pub fn kernel<'g>(
    game: &ir::Game,
    size: &[u64],
    order: Order,
    faulty: &'g AtomicBool,
) -> Option<Native<'g>> {
    let width = game.width;
    if size.len() != width || width == 0 || (order == Order::Sums && width < 2) {
        return None;
    }
    let cells = size
        .iter()
        .try_fold(1u64, |all, side| all.checked_mul(*side))?;
    if cells == 0 || cells >= 1 << 31 {
        return None;
    }
    let bounds = Bounds::of(game, size)?;
    let function = Function::new(width + WORDS, |e| {
        Writer::new(game, size, order, bounds.options < BITS as u128, e)?.write(e)
    })?;
    Some(Native {
        function,
        words: vec![0; width + WORDS],
        width,
        marks: vec![0; BITS as usize],
        stamp: 0,
        left: None,
        begun: false,
        faulty,
    })
}

impl Native<'_> {
    /// Sees to it that a value can be marked.
    fn fit(&mut self, value: u32) {
        if value != UNKNOWN && value as usize >= self.marks.len() {
            let length = (value as usize + 1).next_power_of_two();
            self.marks.resize(length, 0);
        }
    }
}

impl Kernel for Native<'_> {
    fn run(
        &mut self,
        here: &[u64],
        cell: usize,
        most: u64,
        work: u64,
        values: &mut [u32],
    ) -> Filled {
        let mut filled = Filled {
            cells: 0,
            options: 0,
            stuck: true,
        };
        if self.faulty.load(Ordering::Relaxed) {
            return filled;
        }
        // What the bytecode has found must have its mark.
        if !std::mem::replace(&mut self.begun, true) {
            let known = values.iter().filter(|value| **value != UNKNOWN);
            self.fit(known.max().copied().unwrap_or(0));
        }
        if let Some(value) = self.left.take().and_then(|left| values.get(left)) {
            self.fit(*value);
        }
        for (to, from) in self.words.iter_mut().zip(here) {
            *to = *from as i64;
        }
        let words = self.width;
        self.words[words + WORD_CELL] = cell as i64;
        self.words[words + WORD_MOST] = most as i64;
        self.words[words + WORD_WORK] = work.min(1 << 40) as i64;
        loop {
            self.stamp += 1;
            self.words[words + WORD_STAMP] = i64::from(self.stamp);
            let code = self.function.run(&mut self.words, values, &mut self.marks);
            self.stamp = self.words[words + WORD_STAMP] as u32;
            filled.cells += self.words[words + WORD_DONE] as u64;
            filled.options += self.words[words + WORD_OPTIONS] as u64;
            filled.stuck = code != DONE;
            if code != GROW {
                break;
            }
            // The function has written where it is.
            self.fit(self.marks.len() as u32);
            let done = self.words[words + WORD_DONE] as u64;
            let spent = done * CELL + self.words[words + WORD_OPTIONS] as u64;
            self.words[words + WORD_MOST] -= done as i64;
            self.words[words + WORD_WORK] -= spent as i64;
        }
        if filled.stuck {
            self.left = Some(self.words[words + WORD_CELL] as usize);
        }
        filled
    }
}
