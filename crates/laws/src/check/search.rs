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

/// An atom with what digits so far may mean for it, numbered, and how one more
/// digit of each of its variables changes that, as far as it was asked.
struct Follower<'b> {
    atom: &'b Atom,
    variables: Vec<usize>,
    states: Vec<AtomState>,
    known: FxHashMap<AtomState, u32>,
    /// Whether the atom cannot hold any more.
    lost: Vec<bool>,
    /// For each state and letter over the variables the next state, or
    /// [`UNKNOWN`]; empty if there are too many letters.
    next: Vec<u32>,
    letters: usize,
}

const UNKNOWN: u32 = u32::MAX;
/// Atoms with more letters are read anew each time.
const MOST_REMEMBERED: usize = 1 << 10;

impl<'b> Follower<'b> {
    fn new(atom: &'b Atom, numeration: Numeration) -> Follower<'b> {
        let variables = atom.variables();
        let letters = numeration.digit_count().checked_pow(variables.len() as u32);
        let mut follower = Follower {
            atom,
            variables,
            states: Vec::new(),
            known: FxHashMap::default(),
            lost: Vec::new(),
            next: Vec::new(),
            letters: letters.filter(|l| *l <= MOST_REMEMBERED).unwrap_or(0),
        };
        follower.number(atom.start());
        follower
    }

    fn number(&mut self, state: AtomState) -> u32 {
        if let Some(&number) = self.known.get(&state) {
            return number;
        }
        let number = self.states.len() as u32;
        self.lost.push(self.atom.is_lost(&state));
        self.states.push(state);
        self.known.insert(state, number);
        self.next.resize(self.next.len() + self.letters, UNKNOWN);
        number
    }

    fn read(&mut self, state: u32, digits: &[u8], numeration: Numeration) -> u32 {
        let base = numeration.digit_count();
        let letter =
            { self.variables.iter() }.fold(0, |letter, &v| letter * base + usize::from(digits[v]));
        let at = state as usize * self.letters + letter;
        if self.letters > 0 && self.next[at] != UNKNOWN {
            return self.next[at];
        }
        let before = self.states[state as usize];
        let to = self.number(self.atom.read(&before, digits, numeration));
        if self.letters > 0 {
            self.next[at] = to;
        }
        to
    }
}

/// What digits so far mean: for each atom, and for how expansions may go on.
type Meaning = (Box<[u32]>, u32);

/// The meanings met, with their transitions.
struct Space<'b> {
    block: &'b Block,
    numeration: Numeration,
    /// The tracks of the question come first.
    open: usize,
    /// Which of them matter here.
    used: Vec<bool>,
    /// Whether the digits of the question must be expansions: elsewhere they
    /// are known to be.
    alone: bool,
    followers: Vec<Follower<'b>>,
    /// The hidden variables in the order in which their digits are chosen.
    order: Vec<usize>,
    /// For each number of chosen digits, the atoms all of whose digits are
    /// then known, and whether nothing holds without them.
    complete: Vec<Vec<(usize, bool)>>,
    known: FxHashMap<Meaning, u32>,
    list: Vec<Meaning>,
    next: FxHashMap<(u32, u32), Rc<[u32]>>,
    /// The required inequalities: the less is reached, the better.
    inequalities: Vec<usize>,
    /// Meanings that differ in inequalities only are of one group.
    groups: FxHashMap<Meaning, u32>,
    group: Vec<u32>,
}

impl<'b> Space<'b> {
    fn new(block: &'b Block, numeration: Numeration, open: usize, alone: bool) -> Space<'b> {
        let followers: Vec<Follower> = { block.atoms.iter() }
            .map(|atom| Follower::new(atom, numeration))
            .collect();
        let mut required = vec![false; block.atoms.len()];
        block.formula.mark_required(&mut required);
        // Digits are chosen such that atoms are known as soon as may be.
        let mut chosen: Vec<bool> = (0..block.variables).map(|v| v < open).collect();
        let mut order = Vec::new();
        let mut complete = Vec::new();
        let mut waiting: Vec<usize> = (0..followers.len()).collect();
        loop {
            let known = |&at: &usize| followers[at].variables.iter().all(|&v| chosen[v]);
            let (now, later): (Vec<usize>, Vec<usize>) = waiting.into_iter().partition(known);
            complete.push(now.into_iter().map(|at| (at, required[at])).collect());
            waiting = later;
            let missing = |at: &usize| {
                let variables = followers[*at].variables.iter();
                variables.filter(|v| !chosen[**v]).count()
            };
            let nearest = waiting.iter().min_by_key(|at| missing(at));
            let mut next = nearest.and_then(|&at| {
                let variables = followers[at].variables.iter();
                { variables }.find(|v| !chosen[**v]).copied()
            });
            next = next.or_else(|| chosen.iter().position(|c| !c));
            let Some(next) = next else {
                break;
            };
            chosen[next] = true;
            order.push(next);
        }
        let start: Box<[u32]> = vec![0; block.atoms.len()].into();
        let inequality = |at: &usize| required[*at] && block.atoms[*at].is_inequality();
        let mut used = vec![alone; open];
        for &variable in followers.iter().flat_map(|f| &f.variables) {
            used.get_mut(variable).into_iter().for_each(|u| *u = true);
        }
        Space {
            used,
            alone,
            inequalities: (0..block.atoms.len()).filter(inequality).collect(),
            groups: FxHashMap::from_iter([((start.clone(), 0), 0)]),
            group: vec![0],
            block,
            numeration,
            open,
            followers,
            order,
            complete,
            known: FxHashMap::from_iter([((start.clone(), 0), 0)]),
            list: vec![(start, 0)],
            next: FxHashMap::default(),
        }
    }

    /// A letter of the question with zeros for the tracks that do not matter.
    fn projected(&self, letter: u32) -> u32 {
        let base = self.numeration.digit_count() as u32;
        let (mut rest, mut place, mut kept) = (letter, 1, 0);
        for &used in &self.used {
            kept += if used { rest % base * place } else { 0 };
            rest /= base;
            place *= base;
        }
        kept
    }

    fn accepts(&self, id: u32) -> bool {
        let (states, _) = &self.list[id as usize];
        let truth = |at: usize| {
            let follower = &self.followers[at];
            follower.atom.holds(&follower.states[states[at] as usize])
        };
        self.block.formula.truth(&truth)
    }

    /// Reads the atoms that are complete with so many chosen digits; whether
    /// something may still hold.
    fn read(&mut self, chosen: usize, from: &[u32], digits: &[u8], to: &mut [u32]) -> bool {
        for &(at, required) in &self.complete[chosen] {
            let follower = &mut self.followers[at];
            to[at] = follower.read(from[at], digits, self.numeration);
            if required && follower.lost[to[at] as usize] {
                return false;
            }
        }
        true
    }

    /// All meanings after one more digit on each track, the digits of the
    /// question being `letter`.
    fn step(&mut self, id: u32, letter: u32, meter: &mut Meter) -> Result<Rc<[u32]>, Error> {
        if let Some(found) = self.next.get(&(id, letter)) {
            return Ok(found.clone());
        }
        let base = self.numeration.digit_count() as u32;
        let mut found = Vec::new();
        let mut digits = vec![0u8; self.block.variables];
        let mut rest = letter;
        for digit in &mut digits[..self.open] {
            *digit = (rest % base) as u8;
            rest /= base;
        }
        let (from, repeated) = self.list[id as usize].clone();
        let mut to = from.clone();
        let mut possible = self.read(0, &from, &digits, &mut to);
        // The digits of hidden variables, one after the other; a prefix that
        // loses a required atom is not gone on with.
        let mut next_digit = vec![0u8; self.order.len()];
        let mut at = 0;
        while possible {
            if at == self.order.len() {
                if let Some(new) = self.meet(repeated, &digits, &to, meter)? {
                    found.push(new);
                }
            } else if u32::from(next_digit[at]) < base {
                digits[self.order[at]] = next_digit[at];
                next_digit[at] += 1;
                if self.read(at + 1, &from, &digits, &mut to) {
                    at += 1;
                    next_digit.get_mut(at).into_iter().for_each(|d| *d = 0);
                }
                continue;
            }
            match at.checked_sub(1) {
                Some(before) => at = before,
                None => possible = false,
            }
        }
        found.sort_unstable();
        let found: Rc<[u32]> = found.into();
        self.next.insert((id, letter), found.clone());
        Ok(found)
    }

    /// The number of a meaning, unless the digits are no expansions or nothing
    /// can hold any more.
    fn meet(
        &mut self,
        repeated: u32,
        digits: &[u8],
        states: &[u32],
        meter: &mut Meter,
    ) -> Result<Option<u32>, Error> {
        let lost = |at: usize| self.followers[at].lost[states[at] as usize];
        let Some(repeated) = self.may_follow(repeated, digits) else {
            return Ok(None);
        };
        if self.block.formula.is_lost(&lost) {
            return Ok(None);
        }
        let meaning: Meaning = (states.into(), repeated);
        if let Some(&known) = self.known.get(&meaning) {
            return Ok(Some(known));
        }
        meter.state()?;
        let new = self.list.len() as u32;
        let mut alike = meaning.clone();
        for &at in &self.inequalities {
            alike.0[at] = 0;
        }
        let count = self.groups.len() as u32;
        self.group.push(*self.groups.entry(alike).or_insert(count));
        self.known.insert(meaning.clone(), new);
        self.list.push(meaning);
        Ok(Some(new))
    }

    /// How the expansions on all tracks now go on, two bits for each, if the
    /// digits are legal.
    fn may_follow(&self, repeated: u32, digits: &[u8]) -> Option<u32> {
        let mut next = 0;
        let first = if self.alone { 0 } else { self.open };
        for (track, &digit) in digits.iter().enumerate().skip(first) {
            let before = (repeated >> (2 * track) & 3) as u8;
            next |= u32::from(self.numeration.follow(before, digit)?) << (2 * track);
        }
        Some(next)
    }
}

impl Space<'_> {
    /// All meanings by classes after which the same happens, and a member of
    /// each: first by whether the formula holds, then by the classes that each
    /// letter leads to (with their numbers, where ways are counted), until
    /// nothing changes.
    fn classes(&mut self, cap: u32, meter: &mut Meter) -> Result<(Vec<u32>, Vec<u32>), Error> {
        let letters = (self.numeration.digit_count() as u32).pow(self.open as u32);
        let mut letters: Vec<u32> = (0..letters).map(|l| self.projected(l)).collect();
        letters.sort_unstable();
        letters.dedup();
        let mut at = 0;
        while at < self.list.len() {
            for &letter in &letters {
                self.step(at as u32, letter, meter)?;
            }
            at += 1;
        }
        let count = self.list.len() as u32;
        // Backwards from where the formula holds.
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.list.len()];
        for ((from, _), all) in &self.next {
            all.iter().for_each(|&to| before[to as usize].push(*from));
        }
        let holds: Vec<bool> = (0..count).map(|id| self.accepts(id)).collect();
        let mut alive = holds.clone();
        let mut open: Vec<u32> = (0..count).filter(|&id| holds[id as usize]).collect();
        while let Some(id) = open.pop() {
            for &from in &before[id as usize] {
                if !std::mem::replace(&mut alive[from as usize], true) {
                    open.push(from);
                }
            }
        }
        let mut class: Vec<u32> = { 0..count as usize }
            .map(|id| if alive[id] { holds[id].into() } else { DEAD })
            .collect();
        let mut known = 0;
        loop {
            let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut member = Vec::new();
            let mut next = class.clone();
            for id in (0..count).filter(|&id| alive[id as usize]) {
                let mut signature = vec![class[id as usize]];
                for &letter in &letters {
                    let all = self.next[&(id, letter)].iter();
                    let first = signature.len() + 1;
                    signature.push(DEAD);
                    let leads = all.map(|&to| class[to as usize]).filter(|&c| c != DEAD);
                    signature.extend(leads);
                    signature[first..].sort_unstable();
                    if cap == 1 {
                        let mut kept: Vec<u32> = signature.split_off(first);
                        kept.dedup();
                        signature.append(&mut kept);
                    }
                }
                meter.advance(1 + signature.len() as u64 / 256)?;
                let new = numbers.len() as u32;
                next[id as usize] = *numbers.entry(signature).or_insert_with(|| {
                    member.push(id);
                    new
                });
            }
            class = next;
            if member.len() == known {
                return Ok((class, member));
            }
            known = member.len();
        }
    }

    /// Whether whatever makes the second meaning hold makes the first hold
    /// too: they differ in inequalities only, and in each of these the first
    /// has reached no more.
    fn covers(&self, first: u32, second: u32) -> bool {
        let states = |id: u32| &self.list[id as usize].0;
        self.inequalities.iter().all(|&at| {
            let all = &self.followers[at].states;
            let state = |id: u32| &all[states(id)[at] as usize];
            state(first).is_at_most(state(second), self.numeration)
        })
    }

    /// Leaves out what another meaning covers; the meanings are members of the
    /// classes.
    fn reduce(&self, found: &mut Ways, member: &[u32]) {
        let group = |class: u32| self.group[member[class as usize] as usize];
        found.sort_unstable_by_key(|(class, _)| (group(*class), *class));
        let mut kept: Ways = Vec::with_capacity(found.len());
        let alike = |a: &(u32, u32), b: &(u32, u32)| group(a.0) == group(b.0);
        let covers = |a: u32, b: u32| self.covers(member[a as usize], member[b as usize]);
        for group in found.chunk_by(alike) {
            let first = kept.len();
            for one in group {
                if kept[first..].iter().any(|k| covers(k.0, one.0)) {
                    continue;
                }
                let mut at = first;
                while at < kept.len() {
                    match covers(one.0, kept[at].0) {
                        true => drop(kept.swap_remove(at)),
                        false => at += 1,
                    }
                }
                kept.push(*one);
            }
        }
        *found = kept;
    }
}

/// Hidden meanings with the number of ways, ascending.
type Ways = Vec<(u32, u32)>;

/// All that hidden numbers may have led to, each such set known by a number:
/// many nodes of the search share one. Meanings after which the same happens,
/// whatever follows, are one here, and those after which nothing can hold are
/// left out.
struct Sets<'b> {
    space: Space<'b>,
    cap: u32,
    /// The class of each meaning; [`DEAD`] if nothing can hold any more.
    class: Vec<u32>,
    /// A meaning of each class.
    member: Vec<u32>,
    known: FxHashMap<Rc<Ways>, u32>,
    list: Vec<Rc<Ways>>,
    /// In how many ways the formula holds if the digits end here.
    holds: Vec<u32>,
    next: FxHashMap<(u32, u32), u32>,
    /// Where each class stands in the set being made; `u32::MAX` if it does not.
    place: Vec<u32>,
}

const DEAD: u32 = u32::MAX;

impl<'b> Sets<'b> {
    fn new(mut space: Space<'b>, cap: u32, meter: &mut Meter) -> Result<Sets<'b>, Error> {
        let (class, member) = space.classes(cap, meter)?;
        Ok(Sets {
            space,
            cap,
            place: vec![u32::MAX; member.len()],
            class,
            member,
            known: FxHashMap::default(),
            list: Vec::new(),
            holds: Vec::new(),
            next: FxHashMap::default(),
        })
    }

    fn number(&mut self, ways: Ways, meter: &mut Meter) -> Result<u32, Error> {
        if let Some(&number) = self.known.get(&ways) {
            return Ok(number);
        }
        meter.advance(1 + ways.len() as u64 / 64)?;
        let number = self.list.len() as u32;
        let accepts = |class: u32| self.space.accepts(self.member[class as usize]);
        let accepted = ways.iter().filter(|(class, _)| accepts(*class));
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
        for &(class, count) in self.list[set as usize].clone().iter() {
            let id = self.member[class as usize];
            for &to in self.space.step(id, letter, meter)?.iter() {
                let to = self.class[to as usize];
                if to == DEAD {
                    continue;
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
        for (class, _) in &found {
            self.place[*class as usize] = u32::MAX;
        }
        // Where only "there is one" is asked, what another covers adds nothing.
        if self.cap == 1 && !self.space.inequalities.is_empty() {
            self.space.reduce(&mut found, &self.member);
        }
        found.sort_unstable();
        let to = self.number(found, meter)?;
        self.next.insert((set, letter), to);
        Ok(to)
    }

    /// Hidden numbers may have begun before the others: what they may have
    /// led to while these still read zeros only grows.
    fn start(&mut self, meter: &mut Meter) -> Result<u32, Error> {
        let first = match self.class[0] {
            DEAD => Vec::new(),
            class => vec![(class, 1)],
        };
        let mut set = self.number(first, meter)?;
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
    let mut main = Space::new(&question.open, question.numeration, open, true);
    let mut branches = Vec::new();
    let mut projected: Vec<Vec<u32>> = Vec::new();
    let mut start = Vec::new();
    for block in &question.branches {
        let space = Space::new(block, question.numeration, open, false);
        projected.push((0..letters).map(|l| space.projected(l)).collect());
        let mut sets = Sets::new(space, question.cap, meter)?;
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
                for ((set, branch), letters) in sets.iter().zip(&mut branches).zip(&projected) {
                    next.push(branch.step(*set, letters[letter as usize], meter)?);
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
