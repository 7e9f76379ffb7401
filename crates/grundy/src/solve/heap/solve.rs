//! From a code to its law: compute, notice a period, prove it.
//!
//! ```
//! use grundy::solve::heap::period::{Law, Status};
//! use grundy::solve::heap::solve::{Options, solve};
//! let report = solve(&"kayles".parse().unwrap(), &Options::default()).unwrap();
//! let law = report.law.unwrap();
//! assert!(matches!(law.status, Status::Proven(_)));
//! assert_eq!((law.start, law.period), (71, 12));
//! assert_eq!(law.value(1_000_000_000_000_000_000).unwrap(), law.value(76).unwrap());
//! ```
//!
//! Octal codes, subtraction sets and codes with more parts are proven by the
//! periodicity lemma ([`super::period`]); sparse games by the window form too
//! ([`super::sparse`]), whichever comes first; all-but sets by recurrence of
//! the relative state ([`super::allbut`]). Everything else is observed.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::auto::Auto;
use super::code::Rules;
use super::files::{Fields, read_whole, writable, write_whole};
use super::period::{Detector, Event, History, Law, Recurrence, Source, Status, Theorem};
use super::periodic::Periodic;
use super::sparse::{Largest, Stop};
use super::{Sequence, Sparseness, allbut};
use crate::budget::Budget;
use crate::error::{Error, Resource};
use crate::platform::files::beside;
use crate::platform::{Moment, files};
use crate::primes::prime_factors;
use crate::text::Text;

/// How to look for a law.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the search may cost.
    pub budget: Budget,
    /// Heaps kept in memory before a sparse game goes over to the window form.
    pub keep: u64,
    /// Whether the window form may be used at all.
    pub window: bool,
    /// Whether the periodicity lemma may be used (turned off to compare proofs).
    pub lemma: bool,
    /// How far witnesses may lie for the window form; `None` for the usual.
    pub reach: Option<u64>,
    /// Where no theorem applies, a law is called observed when it has held up to
    /// this heap and for four times as long as start and period.
    pub observe: u64,
    /// Where a run in the window form stores its state, to continue from there.
    pub checkpoint: Option<PathBuf>,
    /// How often it does.
    pub checkpoint_every: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            budget: Budget::current(),
            keep: 1 << 24,
            window: true,
            lemma: true,
            reach: None,
            observe: 10_000,
            checkpoint: None,
            checkpoint_every: Duration::from_secs(60),
        }
    }
}

/// What the search found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The game.
    pub rules: Rules,
    /// Values were computed for the heaps below this.
    pub known: u64,
    /// The law, if one was noticed.
    pub law: Option<Law>,
    /// The largest value so far, where it is kept.
    pub largest: Largest,
    /// The sparse space, where one is in use.
    pub sparseness: Option<Sparseness>,
    /// The engine at the end.
    pub engine: &'static str,
    /// Why the search ended without a proof.
    pub stopped: Option<Error>,
}

/// Looks for the law of `rules`. Running out of budget is not an error here:
/// the report then says what was observed.
pub fn solve(rules: &Rules, options: &Options) -> Result<Report, Error> {
    // A run of hours must not find out at its first checkpoint.
    if let Some(path) = &options.checkpoint {
        writable(path)?;
    }
    if allbut::applies(rules) {
        return allbut::solve(rules, &options.budget);
    }
    let mut keep = options.keep;
    loop {
        match Search::new(rules, options, keep).run()? {
            Outcome::Report(report) => return Ok(*report),
            // The window was too narrow: again, with more of it in memory.
            Outcome::Again { at } => {
                keep = keep.saturating_mul(8).max(at.saturating_mul(2));
                if keep > options.budget.bytes() {
                    return Err(Error::OverBudget {
                        what: "window form",
                        resource: Resource::Bytes,
                        used: keep,
                        limit: options.budget.bytes(),
                        states: at,
                    });
                }
            }
        }
    }
}

/// The values of `rules` for ever; an error where no period was proven, or
/// where it is too long for a table.
pub fn proven(rules: &Rules, options: &Options) -> Result<Periodic, Error> {
    let report = solve(rules, options)?;
    let law = report
        .law
        .filter(|law| matches!(law.status, Status::Proven(_)));
    match (law.and_then(|law| law.periodic()), report.stopped) {
        (Some(values), _) => Ok(values),
        (None, Some(stopped)) => Err(stopped),
        (None, None) => Err(Error::Unsupported {
            because: Text::new(
                format!(
                    "no period of {rules} is proven in a table of {} values",
                    report.known
                ),
                format!("在 {} 个值的表中未能证明 {rules} 的周期", report.known),
            ),
        }),
    }
}

enum Outcome {
    Report(Box<Report>),
    Again { at: u64 },
}

/// A period that has held so far.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    period: u64,
    saltus: u32,
    /// It holds from here on …
    from: u64,
    /// … as far as both heaps are below this.
    checked: u64,
}

/// Whether tokens are taken from one heap and nothing else happens: finitely
/// many numbers, each from any heap that has so many.
fn is_subtraction(rules: &Rules) -> bool {
    rules.is_plain() && rules.digits().iter().all(|&d| d == 0 || d == 3)
}

struct Search<'a> {
    rules: &'a Rules,
    options: &'a Options,
    auto: Auto,
    keep: u64,
    largest: Largest,
    detector: Detector,
    /// For subtraction sets.
    recurrence: Option<Recurrence>,
    candidate: Option<Candidate>,
    looked: u64,
}

impl<'a> Search<'a> {
    fn new(rules: &'a Rules, options: &'a Options, keep: u64) -> Search<'a> {
        let mut auto = Auto::new(rules, &options.budget);
        auto.set_reach(options.reach);
        Search {
            rules,
            options,
            auto,
            keep,
            largest: Largest::default(),
            detector: Detector::new(0, false),
            recurrence: is_subtraction(rules).then(|| Recurrence::new(rules.last())),
            candidate: None,
            looked: 0,
        }
    }

    fn run(mut self) -> Result<Outcome, Error> {
        loop {
            let known = self.auto.known();
            let stride = (known / 32).clamp(64, 1 << 16);
            if let Err(error) = self.auto.advance(known + stride) {
                return self.give_up(error);
            }
            if let Some(law) = self.look()? {
                return Ok(self.report(Some(law), None));
            }
            if let Some(law) = self.observed() {
                return Ok(self.report(Some(law), None));
            }
            if self.options.window && self.auto.known() >= self.keep {
                let sparse = self.auto.as_sparse_mut();
                if let Some(prefix) = sparse.and_then(|s| s.start_window()) {
                    return self.run_window(prefix);
                }
            }
        }
    }

    /// A law about which no theorem can say more.
    fn observed(&self) -> Option<Law> {
        let candidate = self.candidate?;
        if candidate.saltus == 0 && self.rules.is_plain() {
            return None;
        }
        let long = self
            .options
            .observe
            .max(4 * (candidate.from + candidate.period));
        let to = candidate.checked;
        (to >= long).then(|| self.law(candidate, Status::Observed { to }))
    }

    fn give_up(mut self, error: Error) -> Result<Outcome, Error> {
        if !error.is_budget() {
            return Err(error);
        }
        if self.auto.as_sparse().is_none_or(|s| !s.is_windowed())
            && let Some(law) = self.look()?
        {
            return Ok(self.report(Some(law), Some(error)));
        }
        let law = self
            .candidate
            .filter(|c| c.checked >= c.from + 3 * c.period)
            .map(|c| self.law(c, Status::Observed { to: c.checked }));
        Ok(self.report(law, Some(error)))
    }

    fn report(self, law: Option<Law>, stopped: Option<Error>) -> Outcome {
        Outcome::Report(Box::new(Report {
            rules: self.rules.clone(),
            known: self.auto.known(),
            law,
            largest: self.largest,
            sparseness: self.auto.sparseness(),
            engine: self.auto.name(),
            stopped,
        }))
    }

    fn law(&self, candidate: Candidate, status: Status) -> Law {
        let end = candidate.from + candidate.period;
        let mut values = Vec::with_capacity(end as usize);
        self.auto.copy_values(0, end, &mut values);
        let mut largest = Largest::default();
        for (heap, &value) in (0u64..).zip(&values) {
            if value > largest.value {
                largest = Largest { value, heap };
            }
        }
        Law {
            rules: self.rules.clone(),
            start: candidate.from,
            period: candidate.period,
            saltus: u64::from(candidate.saltus),
            status,
            largest,
            sparseness: self.auto.sparseness(),
            source: Source::Table(values),
        }
    }

    /// Looks at the values that are new since the last time.
    fn look(&mut self) -> Result<Option<Law>, Error> {
        let known = self.auto.known();
        let mut fresh = Vec::new();
        self.auto.copy_values(self.looked, known, &mut fresh);
        for (heap, &value) in (self.looked..).zip(&fresh) {
            if value > self.largest.value {
                self.largest = Largest { value, heap };
            }
        }
        self.extend_candidate(known);
        if let Some(recurrence) = &mut self.recurrence {
            let mut past = Vec::new();
            let reach = self.looked.saturating_sub(recurrence.window() as u64);
            self.auto.copy_values(reach, self.looked, &mut past);
            recurrence.scan(self.looked, &fresh, &past);
            if let Some(period) = recurrence.period
                && self.candidate.is_none_or(|c| c.period < period)
            {
                self.candidate = self.examine(period, known).or(self.candidate);
            }
        }
        self.looked = known;
        let auto = &self.auto;
        let mut buffer = Vec::new();
        while let Some(event) = self.detector.scan(known, |from, out| {
            buffer.clear();
            auto.copy_values(from, from + out.len() as u64, &mut buffer);
            out.copy_from_slice(&buffer);
        }) {
            let Event::Match { now, then } = event else {
                continue;
            };
            if self.candidate.is_none() {
                self.candidate = self.examine(now - then, known);
            }
            if self.options.window
                && let Some(window) = self.window_recurs(now, then)
            {
                let candidate = match self.candidate {
                    Some(c) if (now - then).is_multiple_of(c.period) => c,
                    _ => match self.examine(now - then, known) {
                        Some(c) => c,
                        None => continue,
                    },
                };
                // The windows prove this period only if they prove it from this
                // start: see the theorem of `sparse`.
                if !self.window_proves(&candidate, then, window) {
                    continue;
                }
                let settled = self.settled();
                let theorem = Theorem::Window {
                    then,
                    now,
                    window,
                    settled,
                };
                return Ok(Some(self.law(candidate, Status::Proven(theorem))));
            }
        }
        Ok(self.candidate.and_then(|c| self.by_lemma(c)))
    }

    fn by_lemma(&self, candidate: Candidate) -> Option<Law> {
        if candidate.saltus != 0 || !self.rules.is_plain() || !self.options.lemma {
            return None;
        }
        // The lemma speaks from here on; what comes before was compared.
        let from = match is_subtraction(self.rules) {
            true => candidate.from,
            false => candidate.from.max(self.rules.min_part()),
        };
        let parts = u64::from(self.rules.max_parts().max(1));
        let needed = parts
            .checked_mul(from.checked_add(candidate.period)?)?
            .checked_add(self.rules.last())?;
        (candidate.checked >= needed).then(|| {
            let theorem = Theorem::Lemma {
                checked: candidate.checked,
            };
            self.law(candidate, Status::Proven(theorem))
        })
    }

    /// Whether windows of this length before `then` and one period later are
    /// compared by what is known of the candidate.
    fn window_proves(&self, candidate: &Candidate, then: u64, window: u64) -> bool {
        let alternating = self.auto.as_sparse().is_some_and(|s| s.is_alternating());
        candidate.saltus == 0
            && candidate.from.saturating_add(window) <= then
            && then.saturating_add(candidate.period) <= candidate.checked
            && !(alternating && candidate.period % 2 == 1)
    }

    fn settled(&self) -> u64 {
        self.auto.as_sparse().map_or(0, |s| s.window_holds_from())
    }

    /// Whether the windows before both heaps agree under the conditions of the
    /// window form; the length of the window if so.
    fn window_recurs(&self, now: u64, then: u64) -> Option<u64> {
        let sparse = self.auto.as_sparse()?;
        let window = sparse.window_length();
        if then < window || then < sparse.window_holds_from() {
            return None;
        }
        if sparse.is_alternating() && (now - then) & 1 == 1 {
            return None;
        }
        let same = sparse.raw(then - window, then) == sparse.raw(now - window, now);
        same.then_some(window)
    }

    /// Whether values seem to repeat with (a divisor of) this period, and from where.
    fn examine(&self, period: u64, known: u64) -> Option<Candidate> {
        let (mut period, mut saltus) = (period, 0u32);
        if period < known {
            let last = self.auto.value(known - 1)?;
            saltus = last.checked_sub(self.auto.value(known - 1 - period)?)?;
        }
        let mut from = self.agrees_from(period, saltus, known)?;
        for factor in prime_factors(period) {
            while period.is_multiple_of(factor) && saltus.is_multiple_of(factor as u32) {
                let (p, s) = (period / factor, saltus / factor as u32);
                match self.agrees_from(p, s, known) {
                    Some(f) if f <= from => (period, saltus, from) = (p, s, f),
                    _ => break,
                }
            }
        }
        // A repetition shorter than a period is most often a coincidence.
        (known - from >= 2 * period).then_some(Candidate {
            period,
            saltus,
            from,
            checked: known,
        })
    }

    /// The least heap from which on G(n + period) = G(n) + saltus up to `known`.
    fn agrees_from(&self, period: u64, saltus: u32, known: u64) -> Option<u64> {
        let mut end = known.checked_sub(period)?;
        let mut chunk = 64;
        let (mut low, mut high) = (Vec::new(), Vec::new());
        while end > 0 {
            let start = end.saturating_sub(chunk);
            low.clear();
            high.clear();
            self.auto.copy_values(start, end, &mut low);
            self.auto
                .copy_values(start + period, end + period, &mut high);
            let pairs = low.iter().zip(&high);
            if let Some(i) = pairs
                .clone()
                .rposition(|(a, b)| a.wrapping_add(saltus) != *b)
            {
                return Some(start + i as u64 + 1);
            }
            end = start;
            chunk = (chunk * 4).min(1 << 16);
        }
        Some(0)
    }

    fn extend_candidate(&mut self, known: u64) {
        let Some(candidate) = &mut self.candidate else {
            return;
        };
        let (mut low, mut high) = (Vec::new(), Vec::new());
        let (start, end) = (
            candidate.checked - candidate.period,
            known - candidate.period,
        );
        self.auto.copy_values(start, end, &mut low);
        self.auto.copy_values(candidate.checked, known, &mut high);
        let holds = low
            .iter()
            .zip(&high)
            .all(|(a, b)| a.wrapping_add(candidate.saltus) == *b);
        candidate.checked = known;
        if !holds {
            self.candidate = None;
        }
    }

    /// The window form: constant memory, snapshots at the detector's anchors.
    fn run_window(mut self, prefix: Vec<u8>) -> Result<Outcome, Error> {
        let sparse = self.auto.as_sparse().expect("the window form is sparse");
        let begin = sparse.len();
        let window = sparse.window_length();
        let first = sparse.snapshot(begin).expect("the window is complete");
        let mut detector = Detector::new(begin, sparse.is_alternating());
        let mut snapshots = vec![(begin, first)];
        let mut kept_bytes = prefix.len() as u64;
        if let Some(path) = &self.options.checkpoint
            && let Some(saved) = Checkpoint::read(path, self.rules, begin, window)?
        {
            self.resume(saved, &mut detector, &mut snapshots)?;
        }
        let mut last_saved = Moment::now();
        loop {
            if let Some(path) = &self.options.checkpoint
                && last_saved.elapsed() >= self.options.checkpoint_every
            {
                self.save(path, begin, &snapshots)?;
                last_saved = Moment::now();
            }
            let sparse = self.auto.as_sparse_mut().expect("still sparse");
            let before = sparse.len();
            match sparse.advance(before + 2048) {
                Ok(()) => {}
                Err(Stop::BeyondWindow | Stop::TooWide) => {
                    return Ok(Outcome::Again { at: sparse.len() });
                }
            }
            let known = sparse.len();
            let mut found = None;
            while let Some(event) = detector.scan(known, |from, out| {
                let raw = sparse.raw(from, from + out.len() as u64);
                out.iter_mut()
                    .zip(raw)
                    .for_each(|(o, r)| *o = u32::from(*r));
            }) {
                match event {
                    Event::Anchor(at) => {
                        snapshots.retain(|s| s.0 == begin || detector.anchors().any(|a| a == s.0));
                        snapshots.push((at, sparse.snapshot(at).expect("kept")));
                        let size: usize = snapshots.iter().map(|s| s.1.len()).sum();
                        kept_bytes = (prefix.len() + size) as u64;
                    }
                    Event::Match { now, then } => {
                        let i = snapshots.partition_point(|s| s.0 <= then) - 1;
                        let (at, saved) = &snapshots[i];
                        let end = now - (then - at);
                        let from = end - saved.len() as u64;
                        // Right after a resumed start the past may not reach back so far;
                        // the recurrence will be noticed again one period later.
                        if from >= sparse.first_kept() && sparse.raw(from, end) == &saved[..] {
                            found = Some((i, end));
                            break;
                        }
                    }
                }
            }
            self.largest = sparse.largest();
            let bytes = kept_bytes + sparse.bytes();
            if let Some((i, end)) = found {
                let mut engine = sparse.clone();
                engine.shrink();
                let history = History {
                    engine,
                    prefix,
                    snapshots,
                };
                let law = self.window_law(history, i, end, window)?;
                return Ok(self.report(Some(law), None));
            }
            if let Err(error) = self.auto.account(known - before, bytes) {
                if let Some(path) = &self.options.checkpoint {
                    self.save(path, begin, &snapshots)?;
                }
                return self.give_up(error);
            }
        }
    }

    fn save(&self, path: &Path, begin: u64, snapshots: &[(u64, Vec<u8>)]) -> Result<(), Error> {
        let sparse = self.auto.as_sparse().expect("still sparse");
        let now = sparse.len();
        let window = sparse.snapshot(now).expect("the window is complete");
        Checkpoint {
            begin,
            window: sparse.window_length(),
            largest: sparse.largest(),
            now: (now, window),
            anchors: snapshots[1..].to_vec(),
        }
        .write(path, self.rules)
    }

    /// Takes up a run where a checkpoint left it.
    fn resume(
        &mut self,
        saved: Checkpoint,
        detector: &mut Detector,
        snapshots: &mut Vec<(u64, Vec<u8>)>,
    ) -> Result<(), Error> {
        let sparse = self.auto.as_sparse_mut().expect("still sparse");
        let template = sparse.clone();
        let restored = |heap: u64, window: &[u8]| {
            template.restore(heap, window).ok_or(Error::Store {
                path: "checkpoint".into(),
                because: Text::fixed("a window does not fit this run", "窗口与本次计算不符"),
            })
        };
        for (heap, window) in saved.anchors {
            // The values just after the anchor, which its keys are made of.
            let mut engine = restored(heap, &window)?;
            engine.advance(heap + 64).map_err(|s| engine.stopped(s))?;
            detector.replay_anchor(heap, |from, out| {
                let raw = engine.raw(from, from + out.len() as u64);
                out.iter_mut()
                    .zip(raw)
                    .for_each(|(o, r)| *o = u32::from(*r));
            });
            snapshots.push((heap, window));
        }
        let mut engine = restored(saved.now.0, &saved.now.1)?;
        engine.set_largest(saved.largest);
        detector.resume_at(saved.now.0);
        *sparse = engine;
        Ok(())
    }

    /// The law of a run whose window at snapshot `i` recurs at `now`: the least
    /// period and the least start, computing parts of the run again.
    fn window_law(&self, history: History, i: usize, now: u64, window: u64) -> Result<Law, Error> {
        let (then, saved) = &history.snapshots[i];
        let then = *then;
        let mut period = now - then;
        // The window theorem again: a shorter period shows in one window.
        for factor in prime_factors(period) {
            while period.is_multiple_of(factor) {
                let shorter = period / factor;
                if history.engine.is_alternating() && shorter & 1 == 1 {
                    break;
                }
                let mut bytes = Vec::new();
                let len = saved.len() as u64;
                history.reader(then + shorter - len).read(len, &mut bytes)?;
                if bytes != *saved {
                    break;
                }
                period = shorter;
            }
        }
        // Back from the snapshot, segment by segment, to the last disagreement.
        let mut high = then - saved.len() as u64;
        let mut start = 0;
        'search: while high > 0 {
            let earlier = history.snapshots[..i].iter().map(|s| s.0);
            let low = earlier
                .filter(|&s| s < high)
                .max()
                .unwrap_or(high.saturating_sub(1 << 20));
            let (mut here, mut there) = (history.reader(low), history.reader(low + period));
            let mut at = low;
            let mut last = None;
            let (mut a, mut b) = (Vec::new(), Vec::new());
            while at < high {
                let count = (high - at).min(1 << 16);
                a.clear();
                b.clear();
                here.read(count, &mut a)?;
                there.read(count, &mut b)?;
                if let Some(k) = a.iter().zip(&b).rposition(|(x, y)| x != y) {
                    last = Some(at + k as u64);
                }
                at += count;
            }
            if let Some(last) = last {
                start = last + 1;
                break 'search;
            }
            high = low;
        }
        Ok(Law {
            rules: self.rules.clone(),
            start,
            period,
            saltus: 0,
            status: Status::Proven(Theorem::Window {
                then,
                now,
                window,
                settled: self.settled(),
            }),
            largest: self.largest,
            sparseness: self.auto.sparseness(),
            source: Source::History(Box::new(history)),
        })
    }
}

/// The state of a run in the window form: everything else is computed again.
#[cfg_attr(test, derive(Clone, Debug, PartialEq))]
struct Checkpoint {
    begin: u64,
    window: u64,
    largest: Largest,
    now: (u64, Vec<u8>),
    anchors: Vec<(u64, Vec<u8>)>,
}

impl Checkpoint {
    /// Writes it; the one before stays as a second generation.
    fn write(&self, path: &Path, rules: &Rules) -> Result<(), Error> {
        let code = rules.to_string();
        let mut bytes = Vec::new();
        let number = |bytes: &mut Vec<u8>, n: u64| bytes.extend(n.to_le_bytes());
        number(&mut bytes, code.len() as u64);
        bytes.extend(code.as_bytes());
        let numbers = [
            self.begin,
            self.window,
            u64::from(self.largest.value),
            self.largest.heap,
            self.anchors.len() as u64,
        ];
        numbers.iter().for_each(|&n| number(&mut bytes, n));
        for (heap, window) in std::iter::once(&self.now).chain(&self.anchors) {
            number(&mut bytes, *heap);
            number(&mut bytes, window.len() as u64);
            bytes.extend(window);
        }
        let fresh = beside(path, "new");
        write_whole(&fresh, &bytes)?;
        if files::exists(path) {
            let _ = files::rename(path, &beside(path, "old"));
        }
        match files::rename(&fresh, path) {
            // Another process that does the same work has moved it already.
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            renamed => renamed.map_err(|e| super::files::failed(path, &e)),
        }
    }

    /// The newest whole checkpoint of this very run.
    fn read(
        path: &Path,
        rules: &Rules,
        begin: u64,
        window: u64,
    ) -> Result<Option<Checkpoint>, Error> {
        let mut best: Option<Checkpoint> = None;
        for path in [beside(path, "new"), path.to_path_buf(), beside(path, "old")] {
            let Some(bytes) = read_whole(&path)? else {
                continue;
            };
            let Some(found) = Checkpoint::parse(&bytes, rules) else {
                continue;
            };
            let newer = best.as_ref().is_none_or(|b| b.now.0 < found.now.0);
            if found.begin == begin && found.window == window && newer {
                best = Some(found);
            }
        }
        Ok(best)
    }

    fn parse(bytes: &[u8], rules: &Rules) -> Option<Checkpoint> {
        let mut fields = Fields(bytes);
        let length = fields.number()?;
        if fields.bytes(length)? != rules.to_string().as_bytes() {
            return None;
        }
        let (begin, window) = (fields.number()?, fields.number()?);
        let largest = Largest {
            value: u32::try_from(fields.number()?).ok()?,
            heap: fields.number()?,
        };
        let count = fields.number()?;
        let mut saved = || {
            let (heap, length) = (fields.number()?, fields.number()?);
            Some((heap, fields.bytes(length)?.to_vec()))
        };
        let now = saved()?;
        let anchors = (0..count).map(|_| saved()).collect::<Option<Vec<_>>>()?;
        Some(Checkpoint {
            begin,
            window,
            largest,
            now,
            anchors,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A window may be asked for before there are enough values to fill it.
    #[test]
    fn a_window_waits_for_its_values() {
        for keep in [100, 2_000, 12_000] {
            let options = Options {
                keep,
                reach: Some(keep / 2),
                lemma: false,
                ..Options::default()
            };
            let law = solve(&"0.356".parse().unwrap(), &options).unwrap().law;
            assert_eq!(law.map(|law| (law.start, law.period)), Some((7_315, 142)));
        }
    }

    /// Whatever bit of a checkpoint is damaged: the one before it is read.
    #[cfg(not(target_family = "wasm"))]
    #[test]
    fn every_damaged_bit_of_a_checkpoint_is_noticed() {
        let folder = std::env::temp_dir().join(format!("grundy-bits-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("checkpoint");
        let rules: Rules = "0.16".parse().unwrap();
        let older = Checkpoint {
            begin: 60_000,
            window: 12,
            largest: Largest { value: 9, heap: 77 },
            now: (60_100, (0..40).collect()),
            anchors: vec![(60_050, (7..47).collect())],
        };
        let newer = Checkpoint {
            now: (60_200, (1..41).collect()),
            ..older.clone()
        };
        older.write(&path, &rules).unwrap();
        newer.write(&path, &rules).unwrap();
        let read = || Checkpoint::read(&path, &rules, 60_000, 12).unwrap();
        assert_eq!(read(), Some(newer));
        let bytes = std::fs::read(&path).unwrap();
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, &damaged).unwrap();
            assert_eq!(read().as_ref(), Some(&older), "bit {bit}");
        }
        for length in 0..bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            assert_eq!(read().as_ref(), Some(&older), "the first {length} bytes");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
