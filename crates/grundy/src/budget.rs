//! How much work a question may cost: states, bytes, time, and a way to stop.
//!
//! A [`Budget`] is what the caller allows. A [`Meter`] is one running
//! computation's account against it: engines call [`Meter::state`] once a
//! position and [`Meter::bytes`] when a table grows. Exceeding a limit is the
//! error [`Error::OverBudget`] with the numbers in it, never a wrong answer.
//!
//! A position with very many options is not looked at for nothing: every
//! sixteen options count as one more state ([`Meter::options`]).
//!
//! The clock, the cancel flag and the listener are looked at once every
//! 4,096 states, so that a meter costs an addition and a comparison per state
//! when nobody listens. Where there is no clock
//! ([`platform`](crate::platform)), time is not limited.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::error::Error;
//! let budget = Budget::default().with_states(10);
//! let mut meter = budget.meter("search");
//! for _ in 0..10 { meter.state().unwrap(); }
//! assert!(matches!(meter.state(), Err(Error::OverBudget { limit: 10, .. })));
//! ```

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::error::{Error, Resource};
use crate::platform::{MOST_BYTES, Moment};

/// What a computation may use.
#[derive(Clone)]
pub struct Budget {
    states: u64,
    bytes: u64,
    time: Option<Duration>,
    /// A clock that all computations share: since when, and how long.
    clock: Option<(Moment, Duration)>,
    cancel: Option<Arc<AtomicBool>>,
    listener: Option<Arc<Listener>>,
}

type Listener = dyn Fn(&Progress) + Send + Sync;

/// What a listener hears about a running computation.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The engine at work, for example `search`.
    pub what: &'static str,
    /// States visited (or values computed) so far.
    pub states: u64,
    /// Bytes held by tables.
    pub bytes: u64,
    /// States that will be needed in all, where that is known.
    pub goal: Option<u64>,
    /// Time since the computation began.
    pub elapsed: Duration,
    /// Rare heaps found so far, where the engine knows such a thing.
    pub rares: Option<u64>,
    /// The largest value so far, where the engine keeps it.
    pub largest: Option<u64>,
}

impl Progress {
    /// States per second so far.
    pub fn rate(&self) -> u64 {
        (u128::from(self.states) * 1000 / self.elapsed.as_millis().max(1)) as u64
    }

    /// The time until the goal at the rate so far, where the goal is known.
    pub fn remaining(&self) -> Option<Duration> {
        let left = self.goal?.saturating_sub(self.states);
        Some(Duration::from_secs(left / self.rate().max(1)))
    }
}

impl Default for Budget {
    /// Fifty million states, four gigabytes (one where addresses have 32 bits), no
    /// clock.
    fn default() -> Self {
        Budget {
            states: 50_000_000,
            bytes: MOST_BYTES.min(4 << 30),
            time: None,
            clock: None,
            cancel: None,
            listener: None,
        }
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("states", &self.states)
            .field("bytes", &self.bytes)
            .field("time", &self.time)
            .field("clock", &self.clock)
            .finish_non_exhaustive()
    }
}

impl Budget {
    /// At most this many states.
    pub fn with_states(mut self, states: u64) -> Self {
        self.states = states;
        self
    }

    /// At most this many bytes of tables, and no more than the machine has
    /// addresses for ([`MOST_BYTES`]).
    pub fn with_bytes(mut self, bytes: u64) -> Self {
        self.bytes = bytes.min(MOST_BYTES);
        self
    }

    /// At most this much time per computation. Where the platform has no clock and
    /// was given none ([`platform`](crate::platform)), time is not limited.
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// At most `time` on the clock, and no more than was allowed already.
    pub fn within(self, time: Duration) -> Self {
        let time = self.time.map_or(time, |allowed| allowed.min(time));
        self.with_time(time)
    }

    /// Starts the clock: from now on the time allowed is for all computations
    /// together, not for each anew. A clock that runs already and ends sooner
    /// is kept.
    ///
    /// ```
    /// use grundy::budget::Budget;
    /// use std::time::Duration;
    /// let budget = Budget::default().with_time(Duration::from_millis(1)).starting_now();
    /// std::thread::sleep(Duration::from_millis(2));
    /// assert!(budget.meter("a second phase").poll().is_err());
    /// ```
    pub fn starting_now(mut self) -> Self {
        if let Some(time) = self.time.take() {
            let left = |(since, time): &(Moment, Duration)| time.saturating_sub(since.elapsed());
            if self.clock.as_ref().is_none_or(|clock| time < left(clock)) {
                self.clock = Some((Moment::now(), time));
            }
        }
        self
    }

    /// Stop soon after `flag` becomes true.
    pub fn with_cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Tell `listener` about progress, at most ten times a second.
    pub fn with_listener(mut self, listener: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        self.listener = Some(Arc::new(listener));
        self
    }

    /// The largest number of states allowed.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The largest number of bytes allowed.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Opens an account for one computation, named for progress reports.
    pub fn meter(&self, what: &'static str) -> Meter {
        let watched = self.time.is_some() || self.clock.is_some() || self.listener.is_some();
        let every = if watched { 1 } else { LOOK_EVERY };
        Meter {
            budget: self.clone(),
            what,
            states: 0,
            options: 0,
            bytes: 0,
            goal: None,
            // Looking at the clock costs more than many a question.
            started: watched.then(Moment::now),
            every,
            next_look: every.min(self.states),
            last_look: Duration::ZERO,
            last_report: Duration::ZERO,
            inner: 0,
            rares: None,
            largest: None,
        }
    }
}

/// Limits are looked at after so many states, or fewer if these take long.
const LOOK_EVERY: u64 = 4096;
/// Looks this far apart may be further apart.
const QUICK: Duration = Duration::from_millis(10);
const OPTIONS_PER_STATE: u64 = 16;
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The running account of one computation.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    what: &'static str,
    states: u64,
    /// Options looked at that do not make up a state yet.
    options: u64,
    bytes: u64,
    goal: Option<u64>,
    /// The state count at which limits are looked at again.
    next_look: u64,
    /// How many states lie between two looks, and when the last was.
    every: u64,
    last_look: Duration,
    /// `None` if nobody wants to know the time.
    started: Option<Moment>,
    last_report: Duration,
    /// Calls of [`Meter::poll_sometimes`].
    inner: u64,
    rares: Option<u64>,
    largest: Option<u64>,
}

impl Meter {
    /// Accounts for one more state.
    #[inline]
    pub fn state(&mut self) -> Result<(), Error> {
        self.advance(1)
    }

    /// Accounts for `count` more states at once.
    #[inline]
    pub fn advance(&mut self, count: u64) -> Result<(), Error> {
        self.states += count;
        if self.states > self.next_look {
            self.look()
        } else {
            Ok(())
        }
    }

    /// Accounts for options that were looked at.
    #[inline]
    pub fn options(&mut self, count: u64) -> Result<(), Error> {
        self.options += count;
        let states = self.options / OPTIONS_PER_STATE;
        self.options %= OPTIONS_PER_STATE;
        self.advance(states)
    }

    /// What the work may cost.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// States accounted for so far.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Tells listeners how many states will be needed in all.
    pub fn set_goal(&mut self, goal: u64) {
        self.goal = Some(goal);
    }

    /// Tells listeners what a heap sequence looks like so far.
    pub fn note(&mut self, rares: Option<u64>, largest: u64) {
        self.rares = rares;
        self.largest = Some(largest);
    }

    /// Declares that tables now hold `bytes` bytes in all.
    pub fn bytes(&mut self, bytes: u64) -> Result<(), Error> {
        self.bytes = bytes;
        self.check(Resource::Bytes, bytes, self.budget.bytes)
    }

    /// Looks at the clock, the cancel flag and the listener once every so many
    /// calls: for inner steps of a state that itself takes long.
    #[inline]
    pub fn poll_sometimes(&mut self) -> Result<(), Error> {
        self.inner += 1;
        if self.inner.is_multiple_of(LOOK_EVERY) {
            self.poll()
        } else {
            Ok(())
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Error> {
        self.check(Resource::States, self.states, self.budget.states)?;
        // Where states take long, a few of them are enough to look again.
        if let Some(started) = self.started {
            let now = started.elapsed();
            let quick = now.saturating_sub(self.last_look) < QUICK;
            let every = if quick {
                self.every * 2
            } else {
                self.every / 2
            };
            self.every = every.clamp(1, LOOK_EVERY);
            self.last_look = now;
        }
        self.next_look = (self.states + self.every).min(self.budget.states);
        self.poll()
    }

    /// Looks at the clock, the cancel flag and the listener now. Engines whose
    /// steps are long call this themselves.
    pub fn poll(&mut self) -> Result<(), Error> {
        if let Some(flag) = &self.budget.cancel
            && flag.load(Ordering::Relaxed)
        {
            return Err(Error::Cancelled {
                what: self.what,
                states: self.states,
            });
        }
        let Some(started) = self.started else {
            return Ok(());
        };
        let elapsed = started.elapsed();
        let shared = self.budget.clock;
        let shared = shared.map(|(since, limit)| (since.elapsed(), limit));
        let own = self.budget.time.map(|limit| (elapsed, limit));
        for (elapsed, limit) in [own, shared].into_iter().flatten() {
            self.check(
                Resource::Milliseconds,
                elapsed.as_millis() as u64,
                limit.as_millis() as u64,
            )?;
        }
        if let Some(listener) = &self.budget.listener
            && elapsed >= self.last_report + REPORT_EVERY
        {
            self.last_report = elapsed;
            listener(&Progress {
                what: self.what,
                states: self.states,
                bytes: self.bytes,
                goal: self.goal,
                elapsed,
                rares: self.rares,
                largest: self.largest,
            });
        }
        Ok(())
    }

    fn check(&self, resource: Resource, used: u64, limit: u64) -> Result<(), Error> {
        if used <= limit {
            return Ok(());
        }
        Err(Error::OverBudget {
            what: self.what,
            resource,
            used,
            limit,
            states: self.states,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::pretend;

    #[test]
    fn cancelling_stops_within_one_look() {
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget::default().with_cancel(flag.clone());
        let mut meter = budget.meter("test");
        for _ in 0..LOOK_EVERY {
            meter.state().unwrap();
        }
        flag.store(true, Ordering::Relaxed);
        let stopped = (0..=LOOK_EVERY).find_map(|_| meter.state().err());
        assert!(matches!(stopped, Some(Error::Cancelled { .. })));
    }

    #[test]
    fn a_clock_that_ran_out_is_an_error_with_numbers() {
        let budget = Budget::default().with_time(Duration::ZERO);
        let mut meter = budget.meter("test");
        std::thread::sleep(Duration::from_millis(2));
        match meter.poll() {
            Err(Error::OverBudget {
                resource: Resource::Milliseconds,
                used,
                limit: 0,
                ..
            }) => assert!(used >= 2),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_started_clock_runs_through_all_computations() {
        let time = Duration::from_millis(5);
        let budget = Budget::default().with_time(time);
        let (each, all) = (budget.clone(), budget.starting_now());
        std::thread::sleep(2 * time);
        each.meter("first").poll().unwrap();
        match all.meter("first").poll() {
            Err(Error::OverBudget { used, limit: 5, .. }) => assert!(used >= 10),
            other => panic!("{other:?}"),
        }
        // More time later neither stops nor prolongs it.
        let longer = all
            .clone()
            .with_time(Duration::from_secs(60))
            .starting_now();
        assert!(longer.meter("second").poll().is_err());
        assert!(all.within(time).meter("second").poll().is_err());
        Budget::default()
            .starting_now()
            .meter("none")
            .poll()
            .unwrap();
    }

    #[test]
    fn listeners_hear_the_state_count() {
        let heard = Arc::new(std::sync::Mutex::new(Vec::new()));
        let sink = heard.clone();
        let budget = Budget::default().with_listener(move |p| sink.lock().unwrap().push(p.states));
        let mut meter = budget.meter("test");
        std::thread::sleep(Duration::from_millis(110));
        meter.advance(7).unwrap();
        meter.poll().unwrap();
        assert_eq!(*heard.lock().unwrap(), [7]);
    }

    #[test]
    fn without_a_clock_time_is_not_limited_but_states_are() {
        let heard = Arc::new(AtomicBool::new(false));
        let sink = heard.clone();
        let _clock = pretend::Clock::new(None);
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget::default()
            .with_time(Duration::ZERO)
            .with_states(100_000)
            .with_cancel(flag.clone())
            .with_listener(move |_| sink.store(true, Ordering::Relaxed))
            .starting_now()
            .within(Duration::ZERO);
        let mut meter = budget.meter("test");
        for _ in 0..100_000 {
            meter.state().unwrap();
        }
        meter.poll().unwrap();
        assert!(!heard.load(Ordering::Relaxed));
        match meter.state() {
            Err(Error::OverBudget {
                resource: Resource::States,
                limit: 100_000,
                ..
            }) => {}
            other => panic!("{other:?}"),
        }
        flag.store(true, Ordering::Relaxed);
        assert!(matches!(meter.poll(), Err(Error::Cancelled { .. })));
    }

    #[test]
    fn a_given_clock_limits_time() {
        let clock = pretend::Clock::new(Some(Duration::from_secs(1)));
        let budget = Budget::default().with_time(Duration::from_millis(50));
        let (mut each, all) = (budget.meter("test"), budget.clone().starting_now());
        each.poll().unwrap();
        clock.shows(Some(Duration::from_millis(1060)));
        for mut meter in [each, all.meter("test")] {
            match meter.poll() {
                Err(Error::OverBudget {
                    used: 60,
                    limit: 50,
                    ..
                }) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn no_budget_grants_more_bytes_than_there_are_addresses() {
        let budget = Budget::default().with_bytes(u64::MAX);
        assert_eq!(budget.bytes(), MOST_BYTES);
        assert!(Budget::default().bytes() <= MOST_BYTES);
        let refused = budget.meter("test").bytes(MOST_BYTES + 1);
        match refused {
            Err(Error::OverBudget {
                resource: Resource::Bytes,
                limit: MOST_BYTES,
                ..
            }) => {}
            other => panic!("{other:?}"),
        }
    }
}
