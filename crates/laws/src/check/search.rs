//! Is there a tuple of numbers of which something bad is true?
//!
//! The numbers are found digit by digit, the most significant first, by
//! breadth-first search over what the digits so far mean for every atom of
//! the question. Nothing is built beforehand, minimised or complemented.
//! Numbers of which only "there is one", or "there are at least k", is asked
//! are *hidden*: a node of the search holds all that they may have led to,
//! with the number of ways up to a cap.

use std::rc::Rc;

use grundy::budget::Meter;
use grundy::error::Error;
use rustc_hash::FxHashMap;

use super::atom::{Atom, AtomState, Formula};
use crate::automata::numeration::Numeration;

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

/// What digits so far mean: atoms, and which tracks ended in the largest digit.
type Meaning = (Box<[AtomState]>, u32);

/// The meanings met, with their transitions.
struct Space<'b> {
    block: &'b Block,
    numeration: Numeration,
    /// The tracks of the question come first.
    open: usize,
    known: FxHashMap<Meaning, u32>,
    list: Vec<Meaning>,
    next: FxHashMap<(u32, u32), Rc<[u32]>>,
}

impl<'b> Space<'b> {
    fn new(block: &'b Block, numeration: Numeration, open: usize) -> Space<'b> {
        let start: Box<[AtomState]> = block.atoms.iter().map(Atom::start).collect();
        Space {
            block,
            numeration,
            open,
            known: FxHashMap::from_iter([((start.clone(), 0), 0)]),
            list: vec![(start, 0)],
            next: FxHashMap::default(),
        }
    }

    fn accepts(&self, id: u32) -> bool {
        let (states, _) = &self.list[id as usize];
        let truth = |at: usize| self.block.atoms[at].holds(&states[at]);
        self.block.formula.truth(&truth)
    }

    /// All meanings after one more digit on each track, the digits of the
    /// question being `letter`.
    fn step(&mut self, id: u32, letter: u32, meter: &mut Meter) -> Result<Rc<[u32]>, Error> {
        if let Some(found) = self.next.get(&(id, letter)) {
            return Ok(found.clone());
        }
        let base = self.numeration.digit_count() as u32;
        let hidden = self.block.variables - self.open;
        let mut found = Vec::new();
        let mut digits = vec![0u8; self.block.variables];
        let mut rest = letter;
        for digit in &mut digits[..self.open] {
            *digit = (rest % base) as u8;
            rest /= base;
        }
        for choice in 0..base.pow(hidden as u32) {
            let mut rest = choice;
            for digit in &mut digits[self.open..] {
                *digit = (rest % base) as u8;
                rest /= base;
            }
            let (states, full) = &self.list[id as usize];
            let Some(full) = self.may_follow(*full, &digits) else {
                continue;
            };
            let mut next = Vec::with_capacity(states.len());
            for (atom, state) in self.block.atoms.iter().zip(states.iter()) {
                next.push(atom.read(state, &digits, self.numeration));
            }
            let lost = |at: usize| self.block.atoms[at].is_lost(&next[at]);
            if self.block.formula.is_lost(&lost) {
                continue;
            }
            let meaning = (next.into_boxed_slice(), full);
            let new = self.list.len() as u32;
            let to = match self.known.get(&meaning) {
                Some(&to) => to,
                None => {
                    meter.state()?;
                    self.known.insert(meaning.clone(), new);
                    self.list.push(meaning);
                    new
                }
            };
            found.push(to);
        }
        let found: Rc<[u32]> = found.into();
        self.next.insert((id, letter), found.clone());
        Ok(found)
    }

    /// The tracks that now end in the largest digit, if the digits are legal.
    fn may_follow(&self, full: u32, digits: &[u8]) -> Option<u32> {
        let Numeration::Fraenkel(largest) = self.numeration else {
            return Some(0);
        };
        let mut next = 0;
        for (track, &digit) in digits.iter().enumerate() {
            if full >> track & 1 == 1 && digit > 0 {
                return None;
            }
            next |= u32::from(digit == largest) << track;
        }
        Some(next)
    }
}

/// Hidden meanings with the number of ways, ascending.
type Ways = Vec<(u32, u32)>;

fn step_all(
    space: &mut Space,
    ways: &Ways,
    letter: u32,
    cap: u32,
    meter: &mut Meter,
) -> Result<Ways, Error> {
    let mut found: Ways = Vec::new();
    for &(id, count) in ways {
        let next = space.step(id, letter, meter)?;
        found.extend(next.iter().map(|&to| (to, count)));
    }
    found.sort_unstable();
    let mut merged: Ways = Vec::with_capacity(found.len());
    for (id, count) in found {
        match merged.last_mut() {
            Some(last) if last.0 == id => last.1 = (last.1 + count).min(cap),
            _ => merged.push((id, count)),
        }
    }
    Ok(merged)
}

/// The numbers with the fewest digits of which something bad is true.
pub(super) fn find(question: &Question, meter: &mut Meter) -> Result<Option<Vec<u64>>, Error> {
    let open = question.open.variables;
    let letters = (question.numeration.digit_count() as u32).pow(open as u32);
    let mut main = Space::new(&question.open, question.numeration, open);
    let mut spaces: Vec<Space> = question
        .branches
        .iter()
        .map(|block| Space::new(block, question.numeration, open))
        .collect();
    // Hidden numbers may have begun before the others.
    let mut start: Vec<Ways> = Vec::new();
    for space in &mut spaces {
        let mut ways = vec![(0, 1)];
        loop {
            let longer = step_all(space, &ways, 0, question.cap, meter)?;
            if longer == ways {
                break;
            }
            ways = longer;
        }
        start.push(ways);
    }
    let start = (0u32, start);
    let mut known = FxHashMap::from_iter([(start.clone(), 0usize)]);
    let mut nodes = vec![(start, None::<(usize, u32)>)];
    let mut at = 0;
    while at < nodes.len() {
        let (id, sets) = nodes[at].0.clone();
        let ways: Vec<u32> = sets
            .iter()
            .zip(&spaces)
            .map(|(set, space)| {
                let accepted = set.iter().filter(|(id, _)| space.accepts(*id));
                accepted
                    .map(|(_, count)| *count)
                    .sum::<u32>()
                    .min(question.cap)
            })
            .collect();
        if (question.bad)(main.accepts(id), &ways) {
            return Ok(Some(read_back(&nodes, at, open, question.numeration)));
        }
        for letter in 0..letters {
            for &to in main.step(id, letter, meter)?.iter() {
                let mut next = Vec::with_capacity(sets.len());
                for (set, space) in sets.iter().zip(&mut spaces) {
                    next.push(step_all(space, set, letter, question.cap, meter)?);
                }
                let node = (to, next);
                if !known.contains_key(&node) {
                    meter.state()?;
                    known.insert(node.clone(), nodes.len());
                    nodes.push((node, Some((at, letter))));
                }
            }
        }
        at += 1;
    }
    Ok(None)
}

type Node = ((u32, Vec<Ways>), Option<(usize, u32)>);

/// The numbers that lead to a node; those beyond 64 bits become the largest.
fn read_back(nodes: &[Node], end: usize, open: usize, numeration: Numeration) -> Vec<u64> {
    let mut letters = Vec::new();
    let mut at = end;
    while let Some((before, letter)) = nodes[at].1 {
        letters.push(letter);
        at = before;
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
