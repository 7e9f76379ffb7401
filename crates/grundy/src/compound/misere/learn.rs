//! Learning a misère quotient from true outcomes.
//!
//! The quotient is the least monoid that knows the outcome of every sum of
//! heaps, so it can be learnt as automata are (Angluin 1987; Rivest and
//! Schapire 1993). Known are representatives, which are sums of heaps, and
//! tests, which are sums too; two sums are taken for equal if they have the same
//! outcome beside every test. Representatives are added until every
//! representative with one more heap equals one of them; tests are added where two
//! ways to the same sum disagree. Then the candidate is checked exactly
//! ([`Quotient::verify`]). A failed check names a sum whose outcome the
//! candidate gets wrong; replacing that sum's heaps one after the other by their
//! representative, the outcome changes at some place, and what follows there is a
//! new test. Every test makes the quotient larger, so learning ends if it
//! is finite.
//!
//! Outcomes are found by search; a sum without the newest heap is looked up
//! in the quotient that is already proven. At first every older heap is replaced
//! by the cheapest sum of its class, as if the newest heap could not tell them
//! apart; where outcomes then contradict themselves, learning starts again with
//! the heaps concerned as they are.

use rustc_hash::FxHashMap;

use super::quotient::{HeapOptions, MAX_ORDER, Quotient, too_large};
use crate::budget::Meter;
use crate::error::Error;

/// Why learning stopped.
enum Halt {
    Failed(Error),
    /// It took more states than it was given.
    Tired,
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Halt::Failed(error)
    }
}

/// The quotient of the heaps of `known` and the next one, checked; or `None` if that takes more
/// than so many states.
pub(super) fn learn(
    known: &Quotient,
    options: &HeapOptions,
    states: u64,
    meter: &mut Meter,
) -> Result<Option<Quotient>, Error> {
    let n = known.heaps() + 1;
    let last_state = meter.states().saturating_add(states);
    let sums = known.cheapest_sums();
    let cheapest = (0..n).map(|h| sums[known.pretend()[h] as usize].clone());
    let mut replaced: Vec<Sum> = cheapest.chain([vec![n]]).collect();
    loop {
        let mut table = Table::new(known, options, &replaced, &sums, last_state);
        match table.learn(meter) {
            Ok(Ok(found)) => return Ok(Some(found)),
            // Sums of heaps that stand for themselves are searched by the rules, so
            // some replacement in this one was wrong.
            Ok(Err(sum)) => {
                let before = replaced.clone();
                for h in sum {
                    replaced[h] = vec![h];
                }
                assert_ne!(
                    replaced, before,
                    "true outcomes do not contradict themselves"
                );
            }
            Err(Halt::Tired) => return Ok(None),
            Err(Halt::Failed(error)) => return Err(error),
        }
    }
}

/// Sums that together tell all classes apart.
fn separating(known: &Quotient, sums: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let order = known.order() as u32;
    let mut tests = Vec::new();
    let mut class = vec![0u32; order as usize];
    let mut count = 1;
    for y in 0..order {
        let mut numbers: FxHashMap<(u32, bool), u32> = FxHashMap::default();
        let finer: Vec<u32> = (0..order)
            .map(|x| {
                let next = numbers.len() as u32;
                let lost = known.is_lost(known.product(x, y));
                *numbers.entry((class[x as usize], lost)).or_insert(next)
            })
            .collect();
        if numbers.len() > count {
            count = numbers.len();
            class = finer;
            tests.push(sums[y as usize].clone());
        }
    }
    tests
}

/// Sorted heaps.
type Sum = Vec<usize>;

fn join(a: &[usize], b: &[usize]) -> Sum {
    let mut sum = [a, b].concat();
    sum.sort_unstable();
    sum
}

/// The outcomes of a sum beside the tests, a bit for each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Row {
    words: Vec<u64>,
}

impl Row {
    fn set(&mut self, at: usize, lost: bool) {
        if at.is_multiple_of(64) {
            self.words.push(0);
        }
        if let Some(word) = self.words.last_mut() {
            *word |= u64::from(lost) << (at % 64);
        }
    }

    fn is_set(&self, at: usize) -> bool {
        self.words[at / 64] >> (at % 64) & 1 == 1
    }
}

struct Table<'q> {
    oracle: Oracle<'q>,
    tests: Vec<Sum>,
    representatives: Vec<Sum>,
    /// The outcomes of each representative, and of it with one more heap (from 1 on), beside
    /// the tests that were asked.
    rows: Vec<Row>,
    longer: Vec<Vec<Row>>,
    asked: usize,
    by_row: FxHashMap<Row, u32>,
}

impl<'q> Table<'q> {
    fn new(
        known: &'q Quotient,
        options: &'q HeapOptions,
        replaced: &[Sum],
        sums: &[Sum],
        last_state: u64,
    ) -> Self {
        let n = known.heaps() + 1;
        let mut tests = separating(known, sums);
        tests.push(vec![n]);
        // The outcome of a sum itself says who wins.
        if !tests.contains(&Vec::new()) {
            tests.push(Vec::new());
        }
        Table {
            oracle: Oracle {
                known,
                options,
                n,
                last_state,
                replaced: replaced.to_vec(),
                lost: FxHashMap::default(),
            },
            tests,
            representatives: sums.to_vec(),
            rows: vec![Row::default(); sums.len()],
            longer: vec![vec![Row::default(); n]; sums.len()],
            asked: 0,
            by_row: FxHashMap::default(),
        }
    }

    /// The quotient; or a sum at which outcomes, each heap replaced before it was searched,
    /// contradict themselves.
    fn learn(&mut self, meter: &mut Meter) -> Result<Result<Quotient, Sum>, Halt> {
        let n = self.oracle.n;
        loop {
            let Some(times) = self.close(n, meter)? else {
                continue;
            };
            let candidate = self.candidate(n, &times)?;
            let Some(sum) = candidate.verify(self.oracle.options, meter)? else {
                return Ok(Ok(candidate));
            };
            let Some(wrong) = self.misjudged(&candidate, &sum, meter)? else {
                return Ok(Err(sum));
            };
            self.refine(&candidate, &wrong, meter)?;
        }
    }

    fn row(&mut self, sum: &[usize], meter: &mut Meter) -> Result<Row, Halt> {
        let mut row = Row::default();
        for (at, test) in self.tests.iter().enumerate() {
            row.set(at, self.oracle.is_lost(&join(sum, test), meter)?);
        }
        Ok(row)
    }

    /// Asks the tests that are new of all sums.
    fn ask(&mut self, meter: &mut Meter) -> Result<(), Halt> {
        for at in self.asked..self.tests.len() {
            let test = &self.tests[at];
            for (r, representative) in self.representatives.iter().enumerate() {
                let sum = join(representative, test);
                self.rows[r].set(at, self.oracle.is_lost(&sum, meter)?);
                for (row, h) in self.longer[r].iter_mut().zip(1..) {
                    row.set(at, self.oracle.is_lost(&join(&sum, &[h]), meter)?);
                }
            }
        }
        self.asked = self.tests.len();
        self.by_row = (0u32..)
            .zip(&self.rows)
            .map(|(r, row)| (row.clone(), r))
            .collect();
        Ok(())
    }

    /// The class of every representative with one more heap, `[h][r]`, or
    /// `None` after a new test was found.
    fn close(&mut self, n: usize, meter: &mut Meter) -> Result<Option<Vec<Vec<u32>>>, Halt> {
        self.ask(meter)?;
        let mut times: Vec<Vec<u32>> = vec![Vec::new(); n + 1];
        let mut r = 0;
        while r < self.representatives.len() {
            meter.poll_sometimes()?;
            for (h, classes) in times.iter_mut().enumerate().skip(1) {
                let row = &self.longer[r][h - 1];
                let class = match self.by_row.get(row) {
                    Some(&class) => class,
                    None => {
                        let class = self.representatives.len() as u32;
                        if class as usize == MAX_ORDER {
                            return Err(too_large(MAX_ORDER + 1, meter).into());
                        }
                        let row = row.clone();
                        let sum = join(&self.representatives[r], &[h]);
                        let longer: Result<Vec<Row>, Halt> = (1..=n)
                            .map(|h| self.row(&join(&sum, &[h]), meter))
                            .collect();
                        self.longer.push(longer?);
                        self.representatives.push(sum);
                        self.rows.push(row.clone());
                        self.by_row.insert(row, class);
                        class
                    }
                };
                classes.push(class);
            }
            r += 1;
        }
        // The same sum by two ways: r·g·h.
        for r in 0..self.representatives.len() {
            for h in 1..=n {
                for g in 1..h {
                    let by_g = times[g][r] as usize;
                    let by_h = times[h][r] as usize;
                    if times[h][by_g] == times[g][by_h] {
                        continue;
                    }
                    self.settle(r, (g, by_g), (h, by_h), meter)?;
                    return Ok(None);
                }
            }
        }
        Ok(Some(times))
    }

    /// Two ways to r·g·h disagree: finds the test that shows which
    /// replacement by a representative was wrong.
    fn settle(
        &mut self,
        r: usize,
        (g, by_g): (usize, usize),
        (h, by_h): (usize, usize),
        meter: &mut Meter,
    ) -> Result<(), Halt> {
        let one = join(&self.representatives[by_g], &[h]);
        let other = join(&self.representatives[by_h], &[g]);
        let both = join(&self.representatives[r], &[g, h]);
        for test in 0..self.tests.len() {
            let test = self.tests[test].clone();
            let mut lost = |sum: &[usize]| self.oracle.is_lost(&join(sum, &test), meter);
            let truth = lost(&both)?;
            let missed = match (lost(&one)? != truth, lost(&other)? != truth) {
                (true, _) => h,
                (_, true) => g,
                _ => continue,
            };
            self.tests.push(join(&[missed], &test));
            return Ok(());
        }
        unreachable!("two classes differ in some test, so one differs from the truth")
    }

    fn candidate(&self, n: usize, times: &[Vec<u32>]) -> Result<Quotient, Error> {
        let identity = times_of_identity(&self.representatives);
        // Number the elements from the identity on, by the heaps that are needed.
        let mut number = vec![u32::MAX; self.representatives.len()];
        let mut reached = vec![identity];
        number[identity as usize] = 0;
        let mut kept: Vec<usize> = Vec::new();
        for h in 1..=n {
            if number[times[h][identity as usize] as usize] != u32::MAX {
                continue;
            }
            kept.push(h);
            let mut next = 0;
            while let Some(&x) = reached.get(next) {
                next += 1;
                for &h in &kept {
                    let to = times[h][x as usize] as usize;
                    if number[to] == u32::MAX {
                        number[to] = reached.len() as u32;
                        reached.push(to as u32);
                    }
                }
            }
        }
        let of = |h: usize| {
            let to = |&x: &u32| number[times[h][x as usize] as usize];
            reached.iter().map(to).collect::<Vec<u32>>()
        };
        let empty = self.tests.iter().position(Vec::is_empty);
        let lost = reached
            .iter()
            .map(|&x| empty.is_some_and(|test| self.rows[x as usize].is_set(test)))
            .collect();
        let pretend = std::iter::once(0)
            .chain((1..=n).map(|h| number[times[h][identity as usize] as usize]))
            .collect();
        Quotient::assemble(
            kept.clone(),
            kept.into_iter().map(of).collect(),
            lost,
            pretend,
        )
    }

    /// A sum whose outcome the candidate gets wrong: the one given, or one of
    /// its options. There is one if outcomes are true, because P contradicts
    /// itself there.
    fn misjudged(
        &mut self,
        candidate: &Quotient,
        sum: &[usize],
        meter: &mut Meter,
    ) -> Result<Option<Sum>, Halt> {
        let sum = join(sum, &[]);
        let wrong = |oracle: &mut Oracle<'_>, sum: &Sum, meter: &mut Meter| {
            let lost = oracle.is_lost(sum, meter)?;
            Ok::<bool, Halt>(lost != candidate.is_lost(candidate.class(sum)))
        };
        if wrong(&mut self.oracle, &sum, meter)? {
            return Ok(Some(sum));
        }
        for (at, &h) in sum.iter().enumerate() {
            for parts in &self.oracle.options[h] {
                let mut option = sum.clone();
                option.remove(at);
                let option = join(&option, parts);
                if wrong(&mut self.oracle, &option, meter)? {
                    return Ok(Some(option));
                }
            }
        }
        Ok(None)
    }

    /// Adds the test that shows where `sum` is misjudged. There is one, because
    /// the representative of the whole sum has another outcome.
    fn refine(
        &mut self,
        candidate: &Quotient,
        sum: &[usize],
        meter: &mut Meter,
    ) -> Result<(), Halt> {
        let representative: FxHashMap<u32, Sum> = self
            .representatives
            .iter()
            .map(|sum| (candidate.class(sum), sum.clone()))
            .collect();
        let truth = self.oracle.is_lost(&join(sum, &[]), meter)?;
        for first in 1..=sum.len() {
            let (head, tail) = sum.split_at(first);
            let replaced = &representative[&candidate.class(head)];
            let lost = self.oracle.is_lost(&join(replaced, tail), meter)?;
            if lost != truth {
                self.tests.push(join(tail, &[]));
                return Ok(());
            }
        }
        unreachable!("the representative of the whole sum has another outcome")
    }
}

/// The number of the empty sum among representatives.
fn times_of_identity(representatives: &[Sum]) -> u32 {
    representatives.iter().position(Vec::is_empty).unwrap_or(0) as u32
}

/// True outcomes of sums of heaps.
struct Oracle<'q> {
    known: &'q Quotient,
    options: &'q HeapOptions,
    n: usize,
    /// How many states the meter may have counted.
    last_state: u64,
    /// What each heap is replaced by before it is searched.
    replaced: Vec<Sum>,
    /// Sums with the newest heap.
    lost: FxHashMap<Sum, bool>,
}

struct Frame {
    sum: Sum,
    waiting: Vec<Sum>,
}

impl Oracle<'_> {
    /// Whether a sorted sum is misère P.
    fn is_lost(&mut self, sum: &Sum, meter: &mut Meter) -> Result<bool, Halt> {
        let sum = &self.join(&[], sum);
        if let Some(lost) = self.look_up(sum) {
            return Ok(lost);
        }
        let mut stack: Vec<Frame> = Vec::new();
        let mut next = Some(sum.clone());
        loop {
            if let Some(sum) = next.take() {
                meter.state()?;
                if meter.states() > self.last_state {
                    return Err(Halt::Tired);
                }
                match self.open(&sum, meter)? {
                    Some(waiting) => stack.push(Frame { sum, waiting }),
                    None => {
                        self.lost.insert(sum, false);
                    }
                }
            }
            let Some(frame) = stack.last_mut() else {
                break;
            };
            let mut lost = true;
            while let Some(option) = frame.waiting.last() {
                match self.lost.get(option) {
                    Some(true) => {
                        lost = false;
                        break;
                    }
                    Some(false) => {
                        frame.waiting.pop();
                    }
                    None => {
                        next = Some(option.clone());
                        break;
                    }
                }
            }
            if next.is_none()
                && let Some(frame) = stack.pop()
            {
                self.lost.insert(frame.sum, lost);
            }
        }
        Ok(self.lost[sum])
    }

    /// The sum of heaps that are replaced already and others that are not.
    fn join(&self, done: &[usize], more: &[usize]) -> Sum {
        let mut sum = done.to_vec();
        for &h in more {
            sum.extend_from_slice(&self.replaced[h]);
        }
        sum.sort_unstable();
        sum
    }

    fn look_up(&self, sum: &[usize]) -> Option<bool> {
        if sum.last().is_some_and(|&h| h == self.n) {
            return self.lost.get(sum).copied();
        }
        Some(self.known.is_lost(self.known.class(sum)))
    }

    /// The options that must be searched, or `None` if one is known to be lost.
    fn open(&self, sum: &Sum, meter: &mut Meter) -> Result<Option<Vec<Sum>>, Error> {
        let mut waiting = Vec::new();
        // The newest heap first: without it the outcome is known.
        for at in (0..sum.len()).rev() {
            if at + 1 < sum.len() && sum[at] == sum[at + 1] {
                continue;
            }
            let mut rest = sum.clone();
            rest.remove(at);
            meter.options(self.options[sum[at]].len() as u64)?;
            for parts in &self.options[sum[at]] {
                let option = self.join(&rest, parts);
                match self.look_up(&option) {
                    Some(true) => return Ok(None),
                    Some(false) => {}
                    None => waiting.push(option),
                }
            }
        }
        Ok(Some(waiting))
    }
}
