//! Periods: noticing one while values stream by, and the law that follows.
//!
//! **Noticing.** At anchors (about every 64th part of the sequence) the hashes
//! of 64 successive windows of differences are stored; at every 64th heap one
//! window is looked up. Whatever the period, one of the 64 fits, so a recurrence
//! is noticed soon after it happens, in constant memory, for plain and for
//! arithmetic periods alike. Windows of 16 differences say nothing where values
//! stay the same for long; of a subtraction set the whole state, as many values
//! as the largest number that may be taken, is compared (`Recurrence`).
//!
//! **The periodicity lemma** (Guy and Smith 1956). If every move removes at most
//! k tokens and leaves at most s heaps, n0 ≥ 1, and G(n+p) = G(n) for
//! n0 ≤ n < s·n0 + (s-1)·p + k, then it holds for all n ≥ n0: a larger heap
//! leaves a part of at least n0 + p, from which p may be taken without
//! emptying it, and the values are the same. For subtraction sets (every
//! digit 0 or 3) n0 = 0 is allowed too; a least part m of a split needs n0 ≥ m.
//! Not for splits that must be unequal.

use std::collections::VecDeque;

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::Sparseness;
use super::code::Rules;
use super::periodic::Periodic;
use super::sparse::{Largest, Sparse};
use crate::error::Error;

/// How many differences a window has.
const WINDOW: usize = 16;
/// How many successive windows an anchor holds.
const SHIFTS: u64 = 64;
/// Anchors kept at most.
const ANCHORS: usize = 112;

/// What the detector noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// An anchor was placed at this heap.
    Anchor(u64),
    /// The values before both heaps look the same.
    Match {
        /// The later heap.
        now: u64,
        /// The earlier one.
        then: u64,
    },
}

struct Anchor {
    at: u64,
    keys: Vec<u64>,
}

/// Notices recurrences in a sequence.
#[derive(Default)]
pub struct Detector {
    anchors: VecDeque<Anchor>,
    index: FxHashMap<u64, u64>,
    next_anchor: u64,
    next_probe: u64,
    /// Only windows at heaps of equal parity are the same.
    by_parity: bool,
}

impl Detector {
    /// A detector for the values from heap `start` on.
    pub fn new(start: u64, by_parity: bool) -> Detector {
        let first = start + WINDOW as u64 + 1;
        Detector {
            next_anchor: first,
            next_probe: first.next_multiple_of(SHIFTS),
            by_parity,
            ..Detector::default()
        }
    }

    /// The heaps of the anchors in use, ascending.
    pub fn anchors(&self) -> impl Iterator<Item = u64> + '_ {
        self.anchors.iter().map(|a| a.at)
    }

    /// Looks at values up to heap `known` until something is noticed. `read`
    /// gives the values from a heap on.
    pub fn scan(&mut self, known: u64, mut read: impl FnMut(u64, &mut [u32])) -> Option<Event> {
        let mut window = [0u32; WINDOW + 1];
        loop {
            // Only behind the probes, which would else meet themselves.
            if self.next_anchor + SHIFTS <= known.min(self.next_probe) {
                let at = self.next_anchor;
                self.place_anchor(at, &mut read);
                return Some(Event::Anchor(at));
            }
            if self.next_probe > known {
                return None;
            }
            let now = self.next_probe;
            self.next_probe += SHIFTS;
            read(now - WINDOW as u64 - 1, &mut window);
            if let Some(&then) = self.index.get(&self.key(&window, now))
                && then < now
            {
                return Some(Event::Match { now, then });
            }
        }
    }

    /// Places an anchor that an earlier run had placed at `at`.
    pub fn replay_anchor(&mut self, at: u64, read: impl FnMut(u64, &mut [u32])) {
        self.place_anchor(at, read);
    }

    /// Continues after the heaps below `known`, which an earlier run looked at.
    pub fn resume_at(&mut self, known: u64) {
        self.next_probe = self.next_probe.max(known.next_multiple_of(SHIFTS));
        self.next_anchor = self.next_anchor.max(known);
    }

    fn place_anchor(&mut self, at: u64, mut read: impl FnMut(u64, &mut [u32])) {
        let mut values = [0u32; WINDOW + SHIFTS as usize];
        read(at - WINDOW as u64 - 1, &mut values);
        let keys: Vec<u64> = values
            .windows(WINDOW + 1)
            .zip(at..)
            .map(|(w, heap)| self.key(w, heap))
            .collect();
        for (shift, &key) in keys.iter().enumerate() {
            self.index.insert(key, at + shift as u64);
        }
        self.anchors.push_back(Anchor { at, keys });
        self.next_anchor = at + (at / 64).max(SHIFTS);
        self.thin_out();
    }

    fn key(&self, values: &[u32], heap: u64) -> u64 {
        let start = u64::from(self.by_parity && heap & 1 == 1);
        values.windows(2).fold(start, |hash, pair| {
            let difference = u64::from(pair[1].wrapping_sub(pair[0]));
            (hash.rotate_left(23) ^ difference).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    /// Drops every second anchor of the older half when there are too many.
    fn thin_out(&mut self) {
        if self.anchors.len() <= ANCHORS {
            return;
        }
        let half = ANCHORS / 2;
        let mut kept = VecDeque::new();
        for (i, anchor) in self.anchors.drain(..).enumerate() {
            if i >= half || i % 2 == 0 {
                kept.push_back(anchor);
            } else {
                for (key, at) in anchor.keys.iter().zip(anchor.at..) {
                    if self.index.get(key) == Some(&at) {
                        self.index.remove(key);
                    }
                }
            }
        }
        self.anchors = kept;
    }
}

/// Notices when the last `window` values are those of an earlier heap: the
/// state of a subtraction set, from which all later values follow. As in Brent
/// (1980), a rolling hash is compared with one saved at doubling distances, so
/// that a period is noticed before three times its length beyond its start.
pub(super) struct Recurrence {
    window: usize,
    /// BASE to the power of `window`.
    leaving: u64,
    hash: u64,
    saved: Option<(u64, u64)>,
    distance: u64,
    /// The difference of the heaps that were alike at last.
    pub(super) period: Option<u64>,
}

/// Any large odd number.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

impl Recurrence {
    pub(super) fn new(window: u64) -> Recurrence {
        let window = (window as usize).max(1);
        Recurrence {
            window,
            leaving: (0..window).fold(1, |power, _| BASE.wrapping_mul(power)),
            // Before the first heap stand zeros.
            hash: (0..window).fold(0, |hash: u64, _| hash.wrapping_mul(BASE).wrapping_add(1)),
            saved: None,
            distance: 1,
            period: None,
        }
    }

    /// How many values before the next `scan` wants to see.
    pub(super) fn window(&self) -> usize {
        self.window
    }

    /// Looks at the values from heap `from` on, `past` being those before
    /// `values`, as far back as the window reaches.
    pub(super) fn scan(&mut self, from: u64, values: &[u32], past: &[u32]) {
        for (i, &value) in values.iter().enumerate() {
            let gone = match (past.len() + i).checked_sub(self.window) {
                Some(at) if at < past.len() => past[at],
                Some(at) => values[at - past.len()],
                None => 0,
            };
            self.hash = self
                .hash
                .wrapping_mul(BASE)
                .wrapping_add(u64::from(value) + 1)
                .wrapping_sub(self.leaving.wrapping_mul(u64::from(gone) + 1));
            let now = from + i as u64 + 1;
            if now < self.window as u64 {
                continue;
            }
            match self.saved {
                Some((then, hash)) if hash == self.hash => self.period = Some(now - then),
                Some((then, _)) if now - then < self.distance => {}
                _ => {
                    self.saved = Some((now, self.hash));
                    self.distance *= 2;
                }
            }
        }
    }
}

/// Which theorem proves a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// The periodicity lemma, with values checked below `checked`.
    Lemma {
        /// Values are known for all heaps below this.
        checked: u64,
    },
    /// The window form: the windows of `window` heaps before `then` and `now` agree.
    Window {
        /// The earlier heap.
        then: u64,
        /// The later heap.
        now: u64,
        /// The length W of the window.
        window: u64,
        /// The conditions of the window form hold from this heap on.
        settled: u64,
    },
    /// Recurrence of the state relative to the least value that only few heaps lack.
    RelativeState {
        /// The earlier heap.
        then: u64,
        /// The later heap.
        now: u64,
    },
}

impl Theorem {
    /// Values were needed for the heaps below this.
    pub fn checked(self) -> u64 {
        match self {
            Theorem::Lemma { checked } => checked,
            Theorem::Window { now, .. } | Theorem::RelativeState { now, .. } => now,
        }
    }
}

/// How sure a law is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A theorem whose hypotheses were checked.
    Proven(Theorem),
    /// True of all heaps below this, and no theorem known to say more.
    Observed {
        /// Values were compared below this heap.
        to: u64,
    },
}

/// G(n + period) = G(n) + saltus for all n ≥ start.
#[derive(Clone, Debug)]
pub struct Law {
    /// The game.
    pub rules: Rules,
    /// The least n0.
    pub start: u64,
    /// The least period.
    pub period: u64,
    /// What is added in each period; 0 for a plain period.
    pub saltus: u64,
    /// Proven, or observed.
    pub status: Status,
    /// The largest value below start + period, and where.
    pub largest: Largest,
    /// The sparse space, where one was in use.
    pub sparseness: Option<Sparseness>,
    pub(super) source: Source,
}

#[derive(Clone, Debug)]
pub(super) enum Source {
    /// The values of all heaps below start + period.
    Table(Vec<u32>),
    /// What is needed to compute any of them again quickly.
    History(Box<History>),
}

impl Law {
    /// The heap below start + period that `heap` is like, and how many periods lie between.
    pub fn reduce(&self, heap: u64) -> (u64, u64) {
        match heap.checked_sub(self.start) {
            None => (heap, 0),
            Some(beyond) => (self.start + beyond % self.period, beyond / self.period),
        }
    }

    /// The value of any heap. For an observed law this is an extrapolation
    /// beyond the heaps that were compared; look at [`Law::status`].
    pub fn value(&self, heap: u64) -> Result<u64, Error> {
        let (small, periods) = self.reduce(heap);
        Ok(u64::from(self.base(small)?) + self.saltus * periods)
    }

    /// As [`Law::value`] for heaps of any size.
    pub fn value_big(&self, heap: &UBig) -> Result<UBig, Error> {
        if let Ok(heap) = u64::try_from(heap.clone()) {
            return Ok(UBig::from(self.value(heap)?));
        }
        let beyond = heap - UBig::from(self.start);
        let (small, periods) = (
            &beyond % UBig::from(self.period),
            &beyond / UBig::from(self.period),
        );
        let small = u64::try_from(small).unwrap_or(0) + self.start;
        Ok(UBig::from(self.base(small)?) + periods * UBig::from(self.saltus))
    }

    /// The rare heaps below start + period, where a sparse space was in use and
    /// no heap beyond is rare.
    pub fn rares(&self) -> Option<Vec<u64>> {
        let mask = self.sparseness?.mask;
        match &self.source {
            Source::History(history) => Some(history.engine.rares().iter().map(|r| r.0).collect()),
            Source::Table(values) => {
                let parity = (0..=self.rules.last()).find(|&t| self.rules.digit(t) & 4 != 0)? & 1;
                if mask.alternating && self.period & 1 == 1 {
                    return None;
                }
                let rare =
                    |heap: u64| mask.is_rare(values[heap as usize], (heap ^ parity) & 1 == 1);
                if (self.start..self.start + self.period).any(rare) {
                    return None;
                }
                Some((0..self.start).filter(|&heap| rare(heap)).collect())
            }
        }
    }

    /// The values of all heaps below start + period, if they are kept.
    pub fn table(&self) -> Option<&[u32]> {
        match &self.source {
            Source::Table(values) => Some(values),
            Source::History(_) => None,
        }
    }

    /// How many heaps from `from` on differ from the law continued downwards from
    /// its start; where values are not kept they are computed again.
    ///
    /// ```
    /// use grundy::solve::heap::solve::{Options, solve};
    /// let report = solve(&"kayles".parse().unwrap(), &Options::default()).unwrap();
    /// assert_eq!(report.law.unwrap().exceptions(0).unwrap(), 14);
    /// ```
    pub fn exceptions(&self, from: u64) -> Result<u64, Error> {
        // The heap of the first period that `heap` below the start would be like.
        let like = |heap: u64| {
            let below = (self.start - heap) % self.period;
            (
                self.start + (self.period - below) % self.period,
                (self.start - heap).div_ceil(self.period),
            )
        };
        match &self.source {
            Source::Table(values) => Ok((from..self.start)
                .filter(|&heap| {
                    let (there, periods) = like(heap);
                    let value = u64::from(values[heap as usize]) + self.saltus * periods;
                    value != u64::from(values[there as usize])
                })
                .count() as u64),
            Source::History(history) => {
                let mut first = Vec::new();
                history.reader(self.start).read(self.period, &mut first)?;
                let last_rare = history.engine.rares().last().map_or(0, |r| r.0);
                let (mut count, mut at, mut reader) = (0, from, history.reader(from));
                let mut bytes = Vec::new();
                while at < self.start {
                    bytes.clear();
                    reader.read((self.start - at).min(1 << 16), &mut bytes)?;
                    for (heap, &byte) in (at..).zip(&bytes) {
                        let there = like(heap).0;
                        let other = first[(there - self.start) as usize];
                        // Beyond the rares bytes are values; heaps have the same parity.
                        let differ = match heap > last_rare {
                            true => byte != other,
                            false => {
                                let engine = &history.engine;
                                engine.decode(heap, byte) != engine.decode(there, other)
                            }
                        };
                        count += u64::from(differ);
                    }
                    at += bytes.len() as u64;
                }
                Ok(count)
            }
        }
    }

    /// The law with its values, if they are kept in a table.
    pub fn periodic(&self) -> Option<Periodic> {
        match &self.source {
            Source::Table(values) => Some(Periodic::new(
                values.clone(),
                self.start as usize,
                self.saltus,
            )),
            Source::History(_) => None,
        }
    }

    fn base(&self, heap: u64) -> Result<u32, Error> {
        match &self.source {
            Source::Table(values) => Ok(values[heap as usize]),
            Source::History(history) => history.value(heap),
        }
    }
}

/// What remains of a run in the window form: enough to compute any part again.
#[derive(Clone, Debug)]
pub(super) struct History {
    pub(super) engine: Sparse,
    /// Raw bytes of the heaps before the window form began.
    pub(super) prefix: Vec<u8>,
    /// Windows before some later heaps, ascending; the first is at the end of `prefix`.
    pub(super) snapshots: Vec<(u64, Vec<u8>)>,
}

impl History {
    /// The values from `from` on, in raw bytes.
    pub(super) fn reader(&self, from: u64) -> Reader<'_> {
        Reader {
            history: self,
            at: from,
            engine: None,
        }
    }

    fn value(&self, heap: u64) -> Result<u32, Error> {
        let mut bytes = Vec::new();
        self.reader(heap).read(1, &mut bytes)?;
        Ok(self.engine.decode(heap, bytes[0]))
    }
}

/// Reads raw bytes of a run again.
pub(super) struct Reader<'a> {
    history: &'a History,
    at: u64,
    engine: Option<Sparse>,
}

impl Reader<'_> {
    /// Appends the next `count` bytes to `out`.
    pub(super) fn read(&mut self, count: u64, out: &mut Vec<u8>) -> Result<(), Error> {
        let end = self.at + count;
        let prefix = &self.history.prefix;
        if self.at < prefix.len() as u64 {
            let to = end.min(prefix.len() as u64);
            out.extend_from_slice(&prefix[self.at as usize..to as usize]);
            self.at = to;
        }
        while self.at < end {
            let at = self.at;
            let engine = match &mut self.engine {
                Some(engine) => engine,
                none => {
                    let snapshots = &self.history.snapshots;
                    let i = snapshots.partition_point(|s| s.0 <= at).saturating_sub(1);
                    let (heap, window) = &snapshots[i];
                    let engine = self.history.engine.restore(*heap, window);
                    none.insert(engine.expect("a snapshot of this engine"))
                }
            };
            let to = end.min(at + 2048);
            engine.advance(to).map_err(|stop| engine.stopped(stop))?;
            out.extend_from_slice(engine.raw(at, to));
            self.at = to;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_match(values: &[u32]) -> Option<(u64, u64)> {
        let mut detector = Detector::new(0, false);
        loop {
            let event = detector.scan(values.len() as u64, |from, out| {
                out.copy_from_slice(&values[from as usize..from as usize + out.len()]);
            })?;
            if let Event::Match { now, then } = event {
                return Some((now, now - then));
            }
        }
    }

    /// The hash is one of the window alone, however the values arrive.
    #[test]
    fn states_recur_however_the_values_arrive() {
        for (window, start, period) in [(1, 0, 1), (3, 5, 7), (40, 100, 90), (7, 0, 200)] {
            let value = |n: u64| match n.checked_sub(start) {
                Some(beyond) => u32::from(beyond % period == 0),
                None => 2 + (n % 3) as u32,
            };
            let values: Vec<u32> = (0..2000).map(value).collect();
            let mut recurrence = Recurrence::new(window);
            let mut at = 0;
            for step in [1usize, 2, 3, 50, 1, 7].into_iter().cycle() {
                let end = (at + step).min(values.len());
                let reach = at.saturating_sub(recurrence.window());
                recurrence.scan(at as u64, &values[at..end], &values[reach..at]);
                at = end;
                if recurrence.period.is_some() || at == values.len() {
                    break;
                }
            }
            let found = recurrence.period.expect("a recurrence");
            let state = |end: usize| &values[end - window as usize..end];
            let now = at;
            assert!((now.saturating_sub(50)..=now).any(|n| {
                n >= found as usize + window as usize && state(n) == state(n - found as usize)
            }));
            assert!(at as u64 <= 3 * (start + window + period) + 60);
        }
    }

    #[test]
    fn recurrences_are_noticed_soon() {
        for (start, period, saltus) in [
            (0u64, 1u64, 0u32),
            (50, 34, 0),
            (777, 1001, 0),
            (90, 12, 5),
            (5000, 3000, 0),
        ] {
            let values: Vec<u32> = (0..20000u64)
                .map(|n| {
                    let (m, times) = match n.checked_sub(start) {
                        Some(b) => (start + b % period, (b / period) as u32),
                        None => (n, 0),
                    };
                    let mixed = (m + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    let mixed = (mixed ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                    ((mixed ^ mixed >> 29) >> 58) as u32 + saltus * times
                })
                .collect();
            let (now, found) = first_match(&values).expect("a match");
            assert_eq!(found % period, 0, "start {start}, period {period}");
            assert!(now <= start + start / 16 + 2 * period + 400, "{now}: late");
        }
    }
}
