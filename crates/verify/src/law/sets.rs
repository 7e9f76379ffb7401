//! All that hidden numbers may have led to.

use std::rc::Rc;

use grundy::budget::Meter;
use grundy::error::Error;
use rustc_hash::FxHashMap;

use super::space::{DEAD, Space};

/// Hidden meanings, by their class, with the number of ways, ascending.
type Ways = Vec<(u32, u32)>;

/// Sets of hidden meanings, each known by a number: many nodes of the search
/// share one. Meanings after which the same happens, whatever follows, are one
/// here, and those after which nothing can hold are left out.
pub(super) struct Sets<'b> {
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
    /// The set after each set and letter, or [`UNKNOWN`].
    next: Vec<u32>,
    /// Where each class stands in the set being made, or [`UNKNOWN`].
    place: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl<'b> Sets<'b> {
    pub(super) fn new(
        mut space: Space<'b>,
        cap: u32,
        meter: &mut Meter,
    ) -> Result<Sets<'b>, Error> {
        let (class, member) = space.classes(cap, meter)?;
        Ok(Sets {
            space,
            cap,
            place: vec![UNKNOWN; member.len()],
            class,
            member,
            known: FxHashMap::default(),
            list: Vec::new(),
            holds: Vec::new(),
            next: Vec::new(),
        })
    }

    /// In how many ways the formula holds if the digits end here.
    pub(super) fn holds(&self, set: u32) -> u32 {
        self.holds[set as usize]
    }

    fn number(&mut self, ways: Ways, meter: &mut Meter) -> Result<u32, Error> {
        if let Some(&number) = self.known.get(&ways) {
            return Ok(number);
        }
        meter.advance(1 + ways.len() as u64 / 64)?;
        let bytes = 96 + 8 * ways.len() + 4 * self.space.letters();
        self.space.room().take(bytes as u64, meter)?;
        let number = self.list.len() as u32;
        let accepts = |class: u32| self.space.holds(self.member[class as usize]);
        let accepted = ways.iter().filter(|(class, _)| accepts(*class));
        let holds = accepted.map(|(_, count)| *count).sum::<u32>().min(self.cap);
        let ways = Rc::new(ways);
        self.known.insert(ways.clone(), number);
        self.list.push(ways);
        self.holds.push(holds);
        self.next
            .resize(self.next.len() + self.space.letters(), UNKNOWN);
        Ok(number)
    }

    /// The set after one more letter of the question.
    pub(super) fn step(&mut self, set: u32, letter: u32, meter: &mut Meter) -> Result<u32, Error> {
        let letter = self.space.like(letter);
        let asked = set as usize * self.space.letters() + letter as usize;
        if self.next[asked] != UNKNOWN {
            return Ok(self.next[asked]);
        }
        let mut found: Ways = Vec::new();
        for &(class, count) in self.list[set as usize].clone().iter() {
            let id = self.member[class as usize];
            for &to in self.space.step(id, letter, meter)? {
                let to = self.class[to as usize];
                if to == DEAD {
                    continue;
                }
                match self.place[to as usize] {
                    UNKNOWN => {
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
            self.place[*class as usize] = UNKNOWN;
        }
        // Where only "there is one" is asked, what another covers adds nothing.
        if self.cap == 1 && self.space.has_inequalities() {
            found = self.reduced(found);
        }
        found.sort_unstable();
        let to = self.number(found, meter)?;
        self.next[asked] = to;
        Ok(to)
    }

    /// Leaves out what another meaning covers.
    fn reduced(&self, mut found: Ways) -> Ways {
        let member = |class: u32| self.member[class as usize];
        let group = |class: u32| self.space.group(member(class));
        found.sort_unstable_by_key(|(class, _)| (group(*class), *class));
        let mut kept: Ways = Vec::with_capacity(found.len());
        let alike = |a: &(u32, u32), b: &(u32, u32)| group(a.0) == group(b.0);
        let covers = |a: u32, b: u32| self.space.covers(member(a), member(b));
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
        kept
    }

    /// Hidden numbers may have begun before the others: what they may have
    /// led to while these still read zeros, whole periods of them, only grows.
    pub(super) fn start(&mut self, meter: &mut Meter) -> Result<u32, Error> {
        let first = match self.class[0] {
            DEAD => Vec::new(),
            class => vec![(class, 1)],
        };
        let mut set = self.number(first, meter)?;
        loop {
            let mut longer = set;
            for _ in 0..self.space.period() {
                longer = self.step(longer, 0, meter)?;
            }
            if longer == set {
                return Ok(set);
            }
            set = longer;
        }
    }
}
