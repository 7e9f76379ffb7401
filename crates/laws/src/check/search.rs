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
use rustc_hash::{FxHashMap, FxHashSet};

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

/// What digits so far mean: for atoms, and for how expansions may go on.
type Meaning = (Box<[AtomState]>, u32);

/// The meanings met, with their transitions.
struct Space<'b> {
    block: &'b Block,
    numeration: Numeration,
    /// The tracks of the question come first.
    open: usize,
    /// The atoms in the order in which they are read: those that rule out
    /// most digits first; and whether nothing holds without them.
    order: Vec<(usize, bool)>,
    known: FxHashMap<Meaning, u32>,
    list: Vec<Meaning>,
    next: FxHashMap<(u32, u32), Rc<[u32]>>,
}

impl<'b> Space<'b> {
    fn new(block: &'b Block, numeration: Numeration, open: usize) -> Space<'b> {
        let start: Box<[AtomState]> = block.atoms.iter().map(Atom::start).collect();
        let mut required = vec![false; block.atoms.len()];
        block.formula.mark_required(&mut required);
        let mut order: Vec<(usize, bool)> = required.into_iter().enumerate().collect();
        order.sort_by_key(|&(at, required)| (!required, block.atoms[at].cost()));
        Space {
            block,
            numeration,
            open,
            order,
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
            let (states, repeated) = &self.list[id as usize];
            let Some(repeated) = self.may_follow(*repeated, &digits) else {
                continue;
            };
            let mut next = states.clone();
            let possible = self.order.iter().all(|&(at, required)| {
                let atom = &self.block.atoms[at];
                next[at] = atom.read(&states[at], &digits, self.numeration);
                !(required && atom.is_lost(&next[at]))
            });
            let lost = |at: usize| self.block.atoms[at].is_lost(&next[at]);
            if !possible || self.block.formula.is_lost(&lost) {
                continue;
            }
            let meaning = (next, repeated);
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

    /// How the expansions on all tracks now go on, two bits for each, if the
    /// digits are legal.
    fn may_follow(&self, repeated: u32, digits: &[u8]) -> Option<u32> {
        let mut next = 0;
        for (track, &digit) in digits.iter().enumerate() {
            let before = (repeated >> (2 * track) & 3) as u8;
            next |= u32::from(self.numeration.follow(before, digit)?) << (2 * track);
        }
        Some(next)
    }
}

/// Hidden meanings with the number of ways, ascending.
type Ways = Vec<(u32, u32)>;

/// All that hidden numbers may have led to, each such set known by a number:
/// many nodes of the search share one.
struct Sets<'b> {
    space: Space<'b>,
    cap: u32,
    known: FxHashMap<Rc<Ways>, u32>,
    list: Vec<Rc<Ways>>,
    /// In how many ways the formula holds if the digits end here.
    holds: Vec<u32>,
    next: FxHashMap<(u32, u32), u32>,
    /// Where each meaning stands in the set being made; `u32::MAX` if it does not.
    place: Vec<u32>,
}

impl<'b> Sets<'b> {
    fn new(space: Space<'b>, cap: u32) -> Sets<'b> {
        Sets {
            space,
            cap,
            known: FxHashMap::default(),
            list: Vec::new(),
            holds: Vec::new(),
            next: FxHashMap::default(),
            place: Vec::new(),
        }
    }

    fn number(&mut self, ways: Ways, meter: &mut Meter) -> Result<u32, Error> {
        if let Some(&number) = self.known.get(&ways) {
            return Ok(number);
        }
        meter.advance(1 + ways.len() as u64 / 64)?;
        let number = self.list.len() as u32;
        let accepted = ways.iter().filter(|(id, _)| self.space.accepts(*id));
        let holds = accepted.map(|(_, count)| *count).sum::<u32>().min(self.cap);
        let ways = Rc::new(ways);
        self.known.insert(ways.clone(), number);
        self.list.push(ways);
        self.holds.push(holds);
        Ok(number)
    }

    /// The set after one more letter of the question.
    fn step(&mut self, set: u32, letter: u32, meter: &mut Meter) -> Result<u32, Error> {
        if let Some(&to) = self.next.get(&(set, letter)) {
            return Ok(to);
        }
        let mut found: Ways = Vec::new();
        for &(id, count) in self.list[set as usize].clone().iter() {
            for &to in self.space.step(id, letter, meter)?.iter() {
                if to as usize >= self.place.len() {
                    self.place.resize(to as usize + 1, u32::MAX);
                }
                match self.place[to as usize] {
                    u32::MAX => {
                        self.place[to as usize] = found.len() as u32;
                        found.push((to, count));
                    }
                    at => {
                        let sum = &mut found[at as usize].1;
                        *sum = (*sum + count).min(self.cap);
                    }
                }
            }
        }
        for (id, _) in &found {
            self.place[*id as usize] = u32::MAX;
        }
        found.sort_unstable();
        let to = self.number(found, meter)?;
        self.next.insert((set, letter), to);
        Ok(to)
    }

    /// Hidden numbers may have begun before the others: what they may have
    /// led to while these still read zeros only grows.
    fn start(&mut self, meter: &mut Meter) -> Result<u32, Error> {
        let mut set = self.number(vec![(0, 1)], meter)?;
        loop {
            let longer = self.step(set, 0, meter)?;
            if longer == set {
                return Ok(set);
            }
            set = longer;
        }
    }
}

/// The numbers with the fewest digits of which something bad is true.
pub(super) fn find(question: &Question, meter: &mut Meter) -> Result<Option<Vec<u64>>, Error> {
    let open = question.open.variables;
    let letters = (question.numeration.digit_count() as u32).pow(open as u32);
    let mut main = Space::new(&question.open, question.numeration, open);
    let mut branches = Vec::new();
    let mut start = Vec::new();
    for block in &question.branches {
        let space = Space::new(block, question.numeration, open);
        let mut sets = Sets::new(space, question.cap);
        start.push(sets.start(meter)?);
        branches.push(sets);
    }
    let start = (0u32, start);
    let mut known = FxHashSet::from_iter([start.clone()]);
    let mut nodes: Vec<Node> = vec![(start, None)];
    let mut at = 0;
    while at < nodes.len() {
        let (id, sets) = nodes[at].0.clone();
        let holds = |(set, branch): (&u32, &Sets)| branch.holds[*set as usize];
        let ways: Vec<u32> = sets.iter().zip(&branches).map(holds).collect();
        if (question.bad)(main.accepts(id), &ways) {
            return Ok(Some(read_back(&nodes, at, open, question.numeration)));
        }
        for letter in 0..letters {
            for &to in main.step(id, letter, meter)?.iter() {
                let mut next = Vec::with_capacity(sets.len());
                for (set, branch) in sets.iter().zip(&mut branches) {
                    next.push(branch.step(*set, letter, meter)?);
                }
                let node = (to, next);
                if known.insert(node.clone()) {
                    meter.state()?;
                    nodes.push((node, Some((at, letter))));
                }
            }
        }
        at += 1;
    }
    Ok(None)
}

/// A meaning and a set for each branch, and whence it was reached.
type Node = ((u32, Vec<u32>), Option<(usize, u32)>);

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
