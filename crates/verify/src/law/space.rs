//! What digits so far may mean, and what one more digit on each track does to it.

use std::ops::Range;

use grundy::budget::Meter;
use grundy::error::Error;
use rustc_hash::FxHashMap;

use super::follow::Follower;
use super::numeration::Numeration;
use super::search::{Block, Room};

/// The meanings met, with their transitions. A meaning is the state of each
/// atom, and how the expansions on all tracks may go on.
pub(super) struct Space<'b> {
    block: &'b Block,
    numeration: Numeration,
    /// The tracks of the question come first.
    open: usize,
    /// The letters that differ on tracks that matter here, and for each letter
    /// of the question the one of them that is like it.
    letters: Vec<u32>,
    like: Vec<u32>,
    /// Whether the digits of the question must be expansions: elsewhere they
    /// are known to be.
    alone: bool,
    followers: Vec<Follower<'b>>,
    /// The hidden variables in the order in which their digits are chosen.
    order: Vec<usize>,
    /// For each number of chosen digits, the atoms all of whose digits are
    /// then known, and whether nothing holds without them.
    complete: Vec<Vec<(usize, bool)>>,
    known: FxHashMap<Box<[u32]>, u32>,
    /// All meanings, one after the other.
    list: Vec<u32>,
    /// Whether the formula holds if the digits end with a meaning.
    holds: Vec<bool>,
    /// A row for each meaning.
    next: Vec<Row>,
    after: Vec<u32>,
    /// The required inequalities: the less is reached, the better.
    inequalities: Vec<usize>,
    /// Meanings that differ in inequalities only are of one group; empty if
    /// there are none.
    groups: FxHashMap<Box<[u32]>, u32>,
    group: Vec<u32>,
    room: Room,
}

/// For each letter where in `after` the next meanings are, once they were asked for. A meaning that
/// was not asked anything has an empty row: there may be 2^16 letters, and one table
/// for all would be copied whenever it grows.
type Row = Box<[Option<(usize, u32)>]>;

/// The class of meanings after which nothing can hold.
pub(super) const DEAD: u32 = u32::MAX;

impl<'b> Space<'b> {
    pub(super) fn new(
        block: &'b Block,
        numeration: Numeration,
        open: usize,
        alone: bool,
        room: &Room,
    ) -> Space<'b> {
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
        let inequality = |at: &usize| required[*at] && block.atoms[*at].is_inequality();
        let inequalities = (0..block.atoms.len()).filter(inequality).collect();
        let mut used = vec![alone; open];
        for &variable in followers.iter().flat_map(|f| &f.variables) {
            used.get_mut(variable).into_iter().for_each(|u| *u = true);
        }
        let (letters, like) = letters(&used, numeration.digit_count() as u32);
        let mut space = Space {
            block,
            numeration,
            open,
            letters,
            like,
            alone,
            followers,
            order,
            complete,
            known: FxHashMap::default(),
            list: Vec::new(),
            holds: Vec::new(),
            next: Vec::new(),
            after: Vec::new(),
            inequalities,
            groups: FxHashMap::default(),
            group: Vec::new(),
            room: room.clone(),
        };
        space.add(&vec![0; space.width()]);
        space
    }

    /// The numbers that a meaning is made of.
    fn width(&self) -> usize {
        self.followers.len() + 1
    }

    fn meaning(&self, id: u32) -> &[u32] {
        let width = self.width();
        &self.list[id as usize * width..][..width]
    }

    /// Where its memory is accounted for.
    pub(super) fn room(&self) -> &Room {
        &self.room
    }

    /// How many letters differ here.
    pub(super) fn letters(&self) -> usize {
        self.letters.len()
    }

    /// Which of the letters here a letter of the question is.
    pub(super) fn like(&self, letter: u32) -> u32 {
        self.like[letter as usize]
    }

    /// Whether the formula holds if the digits end here.
    pub(super) fn holds(&self, id: u32) -> bool {
        self.holds[id as usize]
    }

    /// Whether there are inequalities, of which less is better.
    pub(super) fn has_inequalities(&self) -> bool {
        !self.inequalities.is_empty()
    }

    /// Reads the atoms that are complete with so many chosen digits; whether
    /// something may still hold.
    fn read(
        &mut self,
        chosen: usize,
        from: &[u32],
        digits: &[u8],
        to: &mut [u32],
    ) -> Result<bool, Error> {
        for &(at, required) in &self.complete[chosen] {
            let follower = &mut self.followers[at];
            to[at] = follower.read(from[at], digits, self.numeration)?;
            if required && follower.settled[to[at] as usize] == Some(false) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All meanings after one more digit on each track, the digits of the
    /// question being `letter` of those here.
    pub(super) fn step(
        &mut self,
        id: u32,
        letter: u32,
        meter: &mut Meter,
    ) -> Result<&[u32], Error> {
        let range = self.range(id, letter, meter)?;
        Ok(&self.after[range])
    }

    fn range(&mut self, id: u32, letter: u32, meter: &mut Meter) -> Result<Range<usize>, Error> {
        let (id_at, letter_at) = (id as usize, letter as usize);
        if let Some(&Some((first, count))) = self.next[id_at].get(letter_at) {
            return Ok(first..first + count as usize);
        }
        let base = self.numeration.digit_count() as u32;
        let mut found = Vec::new();
        let mut digits = vec![0u8; self.block.variables];
        let mut rest = self.letters[letter as usize];
        for digit in &mut digits[..self.open] {
            *digit = (rest % base) as u8;
            rest /= base;
        }
        let from = self.meaning(id).to_vec();
        let mut to = from.clone();
        let mut possible = self.read(0, &from, &digits, &mut to)?;
        // The digits of hidden variables, one after the other; a prefix that
        // loses a required atom is not gone on with.
        let mut next_digit = vec![0u8; self.order.len()];
        let mut at = 0;
        while possible {
            if at == self.order.len() {
                if let Some(new) = self.meet(from[from.len() - 1], &digits, &mut to, meter)? {
                    found.push(new);
                }
            } else if u32::from(next_digit[at]) < base {
                digits[self.order[at]] = next_digit[at];
                next_digit[at] += 1;
                if self.read(at + 1, &from, &digits, &mut to)? {
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
        let first = self.after.len();
        self.after.extend_from_slice(&found);
        let letters = self.letters.len();
        let row = &mut self.next[id_at];
        if row.is_empty() {
            *row = vec![None; letters].into();
        }
        row[letter_at] = Some((first, found.len() as u32));
        Ok(first..self.after.len())
    }

    /// The number of a meaning, unless the digits are no expansions or nothing
    /// can hold any more.
    fn meet(
        &mut self,
        repeated: u32,
        digits: &[u8],
        meaning: &mut [u32],
        meter: &mut Meter,
    ) -> Result<Option<u32>, Error> {
        let Some(repeated) = self.may_follow(repeated, digits) else {
            return Ok(None);
        };
        let settled = |at: usize| self.followers[at].settled[meaning[at] as usize];
        if self.block.formula.is_settled(false, &settled) {
            return Ok(None);
        }
        if let [.., last] = meaning {
            *last = repeated;
        }
        if let Some(&known) = self.known.get(&*meaning) {
            return Ok(Some(known));
        }
        meter.state()?;
        // Its numbers, twice; its place in tables; where each letter leads.
        let bytes = 96 + 8 * meaning.len() + 24 * self.letters.len();
        self.room.take(bytes as u64, meter)?;
        Ok(Some(self.add(meaning)))
    }

    fn add(&mut self, meaning: &[u32]) -> u32 {
        let new = self.holds.len() as u32;
        if self.has_inequalities() {
            let mut alike: Box<[u32]> = meaning.into();
            for &at in &self.inequalities {
                alike[at] = 0;
            }
            let count = self.groups.len() as u32;
            self.group.push(*self.groups.entry(alike).or_insert(count));
        }
        let truth = |at: usize| {
            let follower = &self.followers[at];
            follower.atom.holds(&follower.states[meaning[at] as usize])
        };
        self.holds.push(self.block.formula.truth(&truth));
        self.known.insert(meaning.into(), new);
        self.list.extend_from_slice(meaning);
        self.next.push(Box::default());
        new
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

    /// All meanings by classes after which the same happens, and a member of
    /// each: first by whether the formula holds, then by the classes that each
    /// letter leads to (with their numbers, where ways are counted), until
    /// nothing changes.
    pub(super) fn classes(
        &mut self,
        cap: u32,
        meter: &mut Meter,
    ) -> Result<(Vec<u32>, Vec<u32>), Error> {
        let letters = self.letters.len() as u32;
        let mut all: Vec<Range<usize>> = Vec::new();
        let mut at = 0;
        while at < self.holds.len() {
            for letter in 0..letters {
                all.push(self.range(at as u32, letter, meter)?);
            }
            at += 1;
        }
        let count = self.holds.len();
        // Backwards from where the formula holds.
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (at, range) in all.iter().enumerate() {
            for &to in &self.after[range.clone()] {
                before[to as usize].push(at as u32 / letters);
            }
        }
        let mut alive = self.holds.clone();
        let mut open: Vec<u32> = (0..count as u32).filter(|&id| self.holds(id)).collect();
        while let Some(id) = open.pop() {
            for &from in &before[id as usize] {
                if !std::mem::replace(&mut alive[from as usize], true) {
                    open.push(from);
                }
            }
        }
        let mut class: Vec<u32> = { 0..count }
            .map(|id| {
                if alive[id] {
                    self.holds[id].into()
                } else {
                    DEAD
                }
            })
            .collect();
        let mut known = 0;
        loop {
            let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut member = Vec::new();
            let mut next = class.clone();
            let mut signature = Vec::new();
            for id in (0..count).filter(|&id| alive[id]) {
                signature.clear();
                signature.push(class[id]);
                for range in &all[id * letters as usize..][..letters as usize] {
                    signature.push(DEAD);
                    let first = signature.len();
                    let leads = self.after[range.clone()]
                        .iter()
                        .map(|&to| class[to as usize]);
                    signature.extend(leads.filter(|&c| c != DEAD));
                    signature[first..].sort_unstable();
                    if cap == 1 {
                        dedup_from(&mut signature, first);
                    }
                }
                meter.advance(1 + signature.len() as u64 / 256)?;
                next[id] = match numbers.get(&signature) {
                    Some(&number) => number,
                    None => {
                        numbers.insert(signature.clone(), member.len() as u32);
                        member.push(id as u32);
                        member.len() as u32 - 1
                    }
                };
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
    pub(super) fn covers(&self, first: u32, second: u32) -> bool {
        let (first, second) = (self.meaning(first), self.meaning(second));
        self.inequalities.iter().all(|&at| {
            let state = |meaning: &[u32]| &self.followers[at].states[meaning[at] as usize];
            state(first).is_at_most(state(second), self.numeration)
        })
    }

    /// Only meanings of one group can cover each other.
    pub(super) fn group(&self, id: u32) -> u32 {
        self.group[id as usize]
    }
}

/// The letters with zeros for the tracks that do not matter, and for each
/// letter which of these it is.
fn letters(used: &[bool], base: u32) -> (Vec<u32>, Vec<u32>) {
    let kept = |letter: u32| {
        let (mut rest, mut place, mut kept) = (letter, 1, 0);
        for &used in used {
            kept += if used { rest % base * place } else { 0 };
            rest /= base;
            place *= base;
        }
        kept
    };
    let all: Vec<u32> = (0..base.pow(used.len() as u32)).map(kept).collect();
    let mut letters = all.clone();
    letters.sort_unstable();
    letters.dedup();
    let like = |kept: &u32| letters.partition_point(|l| l < kept) as u32;
    let like = all.iter().map(like).collect();
    (letters, like)
}

/// Leaves out what comes twice in a row from `first` on.
fn dedup_from(list: &mut Vec<u32>, first: usize) {
    let mut kept = first;
    for at in first..list.len() {
        if kept == first || list[kept - 1] != list[at] {
            list[kept] = list[at];
            kept += 1;
        }
    }
    list.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_differ_on_unused_tracks_only_are_alike() {
        // Tracks 0 and 2 of three, in base 2: the letter is d0 + 2·d1 + 4·d2.
        let (kept, like) = letters(&[true, false, true], 2);
        assert_eq!(kept, [0, 1, 4, 5]);
        assert_eq!(like, [0, 1, 0, 1, 2, 3, 2, 3]);
        let (kept, like) = letters(&[false, true], 3);
        assert_eq!(kept, [0, 3, 6]);
        assert_eq!(like, [0, 0, 0, 1, 1, 1, 2, 2, 2]);
        assert_eq!(letters(&[true, true], 2).0, [0, 1, 2, 3]);
        assert_eq!(letters(&[], 2), (vec![0], vec![0]));
    }

    #[test]
    fn what_comes_twice_in_a_row_is_left_out() {
        for (list, first, expected) in [
            (vec![DEAD, 1, 1, 2, 3, 3, 3], 1, vec![DEAD, 1, 2, 3]),
            // What stands before is not looked at.
            (vec![5, 5, DEAD, 5, 5, 6], 3, vec![5, 5, DEAD, 5, 6]),
            (vec![7, DEAD, 7, 8], 2, vec![7, DEAD, 7, 8]),
            (vec![2, 2, 2], 0, vec![2]),
            (vec![1, 2, 2], 3, vec![1, 2, 2]),
        ] {
            let mut found = list.clone();
            dedup_from(&mut found, first);
            assert_eq!(found, expected, "{list:?} from {first}");
        }
    }
}
