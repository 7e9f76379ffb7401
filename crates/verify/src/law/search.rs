//! Is there a tuple of numbers of which something bad is true?
//!
//! The numbers are found digit by digit, the most significant first, by
//! breadth-first search over what the digits so far mean for every atom of
//! the question. Nothing is built beforehand, minimised or complemented.
//! Numbers of which only "there is one", or "there are at least k", is asked
//! are *hidden*: a node of the search holds all that they may have led to,
//! with the number of ways up to a cap. If only "there is one" is asked, of
//! two things that differ in how far inequalities are from being broken the
//! worse one is left out.

use std::cell::Cell;
use std::rc::Rc;

use grundy::budget::Meter;
use grundy::error::Error;
use rustc_hash::FxHashMap;

use super::atom::{Atom, Formula};
use super::certificate::{Automaton, DEAD};
use super::numeration::Numeration;
use super::sets::Sets;
use super::space::Space;

/// The bytes that all tables of one question hold together.
#[derive(Clone, Default)]
pub(super) struct Room(Rc<Cell<u64>>);

impl Room {
    /// Asks for more before it is taken.
    pub(super) fn take(&self, bytes: u64, meter: &mut Meter) -> Result<(), Error> {
        self.0.set(self.0.get() + bytes);
        meter.bytes(self.0.get())
    }
}

/// Numbers that are asked for, with what is said of them.
pub(super) struct Block {
    /// How many variables: first those of the question, then hidden ones.
    pub variables: usize,
    pub atoms: Vec<Atom>,
    pub formula: Formula,
}

/// A question: variables 0..n are searched for; each branch hides more.
pub(super) struct Question<'q> {
    pub numeration: Numeration,
    pub open: Block,
    pub branches: Vec<Block>,
    /// Ways are counted up to this.
    pub cap: u32,
    /// Whether the formula's truth and the ways of each branch are bad.
    pub bad: &'q dyn Fn(bool, &[u32]) -> bool,
}

/// The nodes of the search: a meaning and a set for each branch, and whence
/// each was reached.
struct Nodes {
    /// One table for each number of a node but the first, from all numbers
    /// before it, taken together as one, and itself.
    known: Vec<FxHashMap<(u32, u32), u32>>,
    meaning: Vec<u32>,
    /// As many for each node as there are branches.
    sets: Vec<u32>,
    from: Vec<(u32, u32)>,
}

impl Nodes {
    /// Adds a node unless it is known; whether it is new.
    fn add(&mut self, meaning: u32, sets: &[u32], from: (u32, u32)) -> bool {
        let (mut so_far, mut new) = (meaning, false);
        let mut sets_or_nothing = sets.iter().copied();
        for table in &mut self.known {
            let number = table.len() as u32;
            let next = (so_far, sets_or_nothing.next().unwrap_or(0));
            so_far = *table.entry(next).or_insert(number);
            new = so_far == number;
        }
        if new {
            self.meaning.push(meaning);
            self.sets.extend_from_slice(sets);
            self.from.push(from);
        }
        new
    }

    /// The numbers that lead to a node; those beyond 64 bits become the largest.
    fn read_back(&self, end: usize, open: usize, numeration: Numeration) -> Vec<u64> {
        let mut letters = Vec::new();
        let mut at = end;
        while at != 0 {
            let (before, letter) = self.from[at];
            letters.push(letter);
            at = before as usize;
        }
        letters.reverse();
        let base = numeration.digit_count() as u32;
        (0..open as u32)
            .map(|track| {
                let digits: Vec<u8> = letters
                    .iter()
                    .map(|letter| (letter / base.pow(track) % base) as u8)
                    .collect();
                numeration.value(&digits).unwrap_or(u64::MAX)
            })
            .collect()
    }
}

/// The numbers with the fewest digits of which something bad is true.
pub(super) fn find(question: &Question, meter: &mut Meter) -> Result<Option<Vec<u64>>, Error> {
    let open = question.open.variables;
    let letters = (question.numeration.digit_count() as u32).pow(open as u32);
    let room = Room::default();
    let mut main = Space::new(&question.open, question.numeration, open, true, &room);
    let mut branches = Vec::new();
    let mut start = Vec::new();
    for block in &question.branches {
        let space = Space::new(block, question.numeration, open, false, &room);
        let mut sets = Sets::new(space, question.cap, meter)?;
        start.push(sets.start(meter)?);
        branches.push(sets);
    }
    let mut nodes = Nodes {
        known: vec![FxHashMap::default(); branches.len().max(1)],
        meaning: Vec::new(),
        sets: Vec::new(),
        from: Vec::new(),
    };
    nodes.add(0, &start, (0, 0));
    let mut next = vec![0; branches.len()];
    let mut ways = vec![0; branches.len()];
    let mut at = 0;
    while at < nodes.meaning.len() {
        let id = nodes.meaning[at];
        let sets = nodes.sets[at * branches.len()..][..branches.len()].to_vec();
        for ((ways, set), branch) in ways.iter_mut().zip(&sets).zip(&branches) {
            *ways = branch.holds(*set);
        }
        if (question.bad)(main.holds(id), &ways) {
            return Ok(Some(nodes.read_back(at, open, question.numeration)));
        }
        for letter in 0..letters {
            let after = main.step(id, main.like(letter), meter)?;
            if after.is_empty() {
                continue;
            }
            for ((next, set), branch) in next.iter_mut().zip(&sets).zip(&mut branches) {
                *next = branch.step(*set, letter, meter)?;
            }
            for &to in after {
                if nodes.add(to, &next, (at as u32, letter)) {
                    meter.state()?;
                    room.take(40 + 44 * branches.len().max(1) as u64, meter)?;
                }
            }
        }
        at += 1;
    }
    Ok(None)
}

/// The automaton that accepts the first `open` numbers of which some block is true, whatever the
/// hidden ones are: each tuple is accepted once, in however many ways it comes about.
pub(super) fn project(
    blocks: &[Block],
    numeration: Numeration,
    open: usize,
    meter: &mut Meter,
) -> Result<Automaton, Error> {
    let letters = numeration.digit_count().pow(open as u32);
    let room = Room::default();
    let mut branches = Vec::new();
    let mut start = Vec::new();
    for block in blocks {
        let space = Space::new(block, numeration, open, false, &room);
        let mut sets = Sets::new(space, 1, meter)?;
        start.push(sets.start(meter)?);
        branches.push(sets);
    }
    let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    known.insert(start.clone(), 0);
    let mut list = vec![start];
    let mut automaton = Automaton::new(letters);
    while let Some(state) = list.get(automaton.states()).cloned() {
        let mut row = Vec::with_capacity(letters);
        for letter in 0..letters as u32 {
            let mut next = Vec::with_capacity(branches.len());
            for (branch, &set) in branches.iter_mut().zip(&state) {
                next.push(branch.step(set, letter, meter)?);
            }
            let number = known.len() as u32;
            row.push(match known.get(&next) {
                Some(&known) => known,
                None if number == DEAD => {
                    return Err(crate::refused("too many states", "状态过多"));
                }
                None => {
                    meter.state()?;
                    room.take(96 + 8 * next.len() as u64 + 4 * letters as u64, meter)?;
                    known.insert(next.clone(), number);
                    list.push(next);
                    number
                }
            });
        }
        let accepting = { branches.iter().zip(&state) }.any(|(b, &set)| b.holds(set) > 0);
        automaton.add(accepting, &row);
    }
    Ok(automaton)
}
