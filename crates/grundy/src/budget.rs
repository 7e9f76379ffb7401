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
//! ([`platform`]), time is not limited.
//!
//! # One question, one budget
//!
//! A theorem has no parameter for what it may cost, yet some compute: the
//! period of a code, a misère quotient. They take the budget of the question
//! that is being answered on their thread, [`Budget::current`], and narrow it
//! ([`Budget::at_most`]); whoever answers a question makes its budget the
//! current one ([`Budget::scope`]). A budget with an account
//! ([`Budget::as_one`]) counts the states of all its meters together, so that
//! ten searches for one answer are not allowed ten times as much.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::error::Error;
//! let budget = Budget::default().with_states(10);
//! let mut meter = budget.meter("search");
//! for _ in 0..10 { meter.state().unwrap(); }
//! assert!(matches!(meter.state(), Err(Error::OverBudget { limit: 10, .. })));
//! ```

use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::error::{Error, Resource};
use crate::platform::{self, MOST_BYTES, Moment};

/// What a computation may use.
#[derive(Clone)]
pub struct Budget {
    states: u64,
    bytes: u64,
    time: Option<Duration>,
    /// A clock that all computations share: since when, and how long.
    clock: Option<(Moment, Duration)>,
    /// The states of all meters together, where they count as one.
    account: Option<Arc<Account>>,
    /// What the process held when its memory began to be watched.
    held: Option<u64>,
    cancel: Option<Arc<Flag>>,
    listener: Option<Arc<Listener>>,
}

/// A flag that stops the work. It is counted apart from all other holders of the flag: budgets are
/// copied often, and threads that count on one word wait for each other.
struct Flag(Arc<AtomicBool>);

impl Flag {
    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What several meters have spent together.
#[derive(Debug)]
struct Account {
    limit: u64,
    spent: AtomicU64,
}

thread_local! {
    /// The budget of the question that this thread is answering.
    static CURRENT: RefCell<Option<Budget>> = const { RefCell::new(None) };
}

/// While this lives, a budget is the current one of its thread; see
/// [`Budget::scope`].
#[derive(Debug)]
pub struct Scope {
    before: Option<Budget>,
    /// It must be dropped where it was made.
    here: PhantomData<*const ()>,
}

impl Drop for Scope {
    fn drop(&mut self) {
        let before = self.before.take();
        // A thread that is ending has no current budget any more.
        let _ = CURRENT.try_with(|current| current.replace(before));
    }
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
    /// Rare heaps found so far (those of *Winning Ways*, chapter 4: few heaps whose values lie in
    /// a sparse space), where the engine looks for them.
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
            account: None,
            held: None,
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
    /// was given none ([`platform`]), time is not limited.
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// At most `time` on the clock, and no more than was allowed already.
    pub fn within(self, time: Duration) -> Self {
        let time = self.time.map_or(time, |allowed| allowed.min(time));
        self.with_time(time)
    }

    /// As [`Budget::starting_now`], with a clock that runs since `start`.
    pub fn starting_at(mut self, start: Moment) -> Self {
        if let Some(time) = self.time.take() {
            self.clock = Some((start, time));
        }
        self
    }

    /// From now on what the whole process holds counts too, where the system tells
    /// ([`platform::held`]): tables say what they need before they grow, and this
    /// catches what nobody thought of. For programs that answer one question at a time.
    pub fn watching_memory(mut self) -> Self {
        self.held = platform::held();
        self
    }

    /// Starts the clock: from now on the time allowed is for all computations
    /// together, not for each anew. A clock that runs already and ends sooner
    /// is kept. Memory that is watched is watched anew.
    ///
    /// ```
    /// use grundy::budget::Budget;
    /// use std::time::Duration;
    /// let budget = Budget::default().with_time(Duration::from_millis(1)).starting_now();
    /// std::thread::sleep(Duration::from_millis(2));
    /// assert!(budget.meter("a second phase").poll().is_err());
    /// ```
    pub fn starting_now(mut self) -> Self {
        self.held = self.held.and_then(|_| platform::held());
        if let Some(time) = self.time.take() {
            let left = |(since, time): &(Moment, Duration)| time.saturating_sub(since.elapsed());
            if self.clock.as_ref().is_none_or(|clock| time < left(clock)) {
                self.clock = Some((Moment::now(), time));
            }
        }
        self
    }

    /// The budget of the question that is being answered on this thread; the
    /// default one outside of any question.
    ///
    /// ```
    /// use grundy::budget::Budget;
    /// let scope = Budget::default().with_states(10).scope();
    /// assert_eq!(Budget::current().at_most(1000).states(), 10);
    /// drop(scope);
    /// assert_eq!(Budget::current().states(), Budget::default().states());
    /// ```
    pub fn current() -> Budget {
        let current = CURRENT.try_with(|current| current.borrow().clone());
        current.ok().flatten().unwrap_or_default()
    }

    /// Makes this the current budget of the thread for as long as the scope
    /// lives. Scopes nest; the innermost counts.
    #[must_use = "the budget is current only while the scope lives"]
    pub fn scope(&self) -> Scope {
        let before = CURRENT.try_with(|current| current.replace(Some(self.clone())));
        Scope {
            before: before.ok().flatten(),
            here: PhantomData,
        }
    }

    /// From now on the states of all meters count together, and no more than
    /// are allowed now may be spent by all of them. An account that is open
    /// already is kept: a question within a question is part of it.
    ///
    /// ```
    /// use grundy::budget::Budget;
    /// let budget = Budget::default().with_states(10).as_one();
    /// budget.meter("first").advance(8).unwrap();
    /// assert!(budget.meter("second").advance(8).is_err());
    /// ```
    pub fn as_one(mut self) -> Self {
        if self.account.is_none() {
            self.account = Some(Arc::new(Account {
                limit: self.states,
                spent: AtomicU64::new(0),
            }));
        }
        self
    }

    /// No more than `states`, and no more than was allowed already.
    pub fn at_most(self, states: u64) -> Self {
        let states = self.states.min(states);
        self.with_states(states)
    }

    /// No more than `bytes`, and no more than was allowed already.
    pub fn at_most_bytes(self, bytes: u64) -> Self {
        let bytes = self.bytes.min(bytes);
        self.with_bytes(bytes)
    }

    /// What is left of the time, where it is limited.
    pub fn time_left(&self) -> Option<Duration> {
        let shared = self
            .clock
            .map(|(since, limit)| limit.saturating_sub(since.elapsed()));
        match (self.time, shared) {
            (Some(own), Some(shared)) => Some(own.min(shared)),
            (own, shared) => own.or(shared),
        }
    }

    /// Whether nothing may be begun any more: cancelled, out of time, or the
    /// account is spent.
    pub fn is_spent(&self) -> bool {
        self.cancel.as_ref().is_some_and(|flag| flag.is_set())
            || self.time_left() == Some(Duration::ZERO)
            || self.states_left() == 0
    }

    /// The states that a meter may still use.
    pub fn states_left(&self) -> u64 {
        let account = self.account.as_ref().map_or(u64::MAX, |account| {
            let spent = account.spent.load(Ordering::Relaxed);
            account.limit.saturating_sub(spent)
        });
        account.min(self.states)
    }

    /// Stop soon after `flag` becomes true.
    pub fn with_cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(Arc::new(Flag(flag)));
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
        let watched = self.time.is_some()
            || self.clock.is_some()
            || self.held.is_some()
            || self.cancel.is_some()
            || self.listener.is_some();
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
            next_look: every.min(self.states_left()),
            accounted: 0,
            last_look: Duration::ZERO,
            last_report: Duration::ZERO,
            last_weighed: Duration::ZERO,
            inner: 0,
            inner_every: every,
            inner_next: every,
            inner_poll: Duration::ZERO,
            rares: None,
            largest: None,
        }
    }
}

/// Limits are looked at after so many states, or fewer if these take long.
const LOOK_EVERY: u64 = 4096;
/// Looks this far apart may be further apart.
const QUICK: Duration = Duration::from_millis(10);
/// So many options count as one more state.
pub const OPTIONS_PER_STATE: u64 = 16;

/// How many steps lie between two looks, where `every` of them took so long.
fn paced(every: u64, took: Duration) -> u64 {
    let next = if took < QUICK { every * 2 } else { every / 2 };
    next.clamp(1, LOOK_EVERY)
}
const REPORT_EVERY: Duration = Duration::from_millis(100);
/// Asking what the process holds takes microseconds.
const WEIGH_EVERY: Duration = Duration::from_millis(3);

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
    /// States that the account knows of already.
    accounted: u64,
    /// How many states lie between two looks, and when the last was.
    every: u64,
    last_look: Duration,
    /// `None` if nobody wants to know the time.
    started: Option<Moment>,
    last_report: Duration,
    /// When the memory of the process was looked at.
    last_weighed: Duration,
    /// Calls of [`Meter::poll_sometimes`], how many lie between two polls, at
    /// which the next comes, and when the last was.
    inner: u64,
    inner_every: u64,
    inner_next: u64,
    inner_poll: Duration,
    rares: Option<u64>,
    largest: Option<u64>,
}

impl Meter {
    /// Goes on with another question's budget, from nothing.
    pub fn renew(&mut self, budget: &Budget) {
        *self = budget.meter(self.what);
    }

    /// Accounts for one more state.
    #[inline]
    pub fn state(&mut self) -> Result<(), Error> {
        self.advance(1)
    }

    /// Accounts for `count` more states at once.
    #[inline]
    pub fn advance(&mut self, count: u64) -> Result<(), Error> {
        self.states = self.states.saturating_add(count);
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

    /// How much work may be done before limits are looked at, an option being 1 and a state
    /// [`OPTIONS_PER_STATE`]; never 0. Whoever works in one go until it is that much, and then accounts for
    /// it, is stopped where others are.
    pub fn room(&self) -> u64 {
        let states = self.next_look.saturating_sub(self.states);
        let work = states.saturating_mul(OPTIONS_PER_STATE);
        work.saturating_sub(self.options).max(1)
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
    /// calls, more often if these take long: for inner steps of a state, such
    /// as options that are not charged one by one.
    #[inline]
    pub fn poll_sometimes(&mut self) -> Result<(), Error> {
        self.inner += 1;
        if self.inner >= self.inner_next {
            self.poll_inner()
        } else {
            Ok(())
        }
    }

    #[cold]
    fn poll_inner(&mut self) -> Result<(), Error> {
        if let Some(started) = self.started {
            let now = started.elapsed();
            let since = now.saturating_sub(self.inner_poll);
            (self.inner_every, self.inner_poll) = (paced(self.inner_every, since), now);
        }
        self.inner_next = self.inner + self.inner_every;
        self.poll()
    }

    /// Tells the account what was spent since it was told last.
    fn settle(&mut self) -> u64 {
        let new = self.states - self.accounted;
        self.accounted = self.states;
        self.budget.account.as_ref().map_or(0, |account| {
            account
                .spent
                .fetch_add(new, Ordering::Relaxed)
                .saturating_add(new)
        })
    }

    #[cold]
    fn look(&mut self) -> Result<(), Error> {
        let spent = self.settle();
        self.check(Resource::States, self.states, self.budget.states)?;
        let mut left = self.budget.states - self.states;
        if let Some(account) = &self.budget.account {
            self.check(Resource::States, spent, account.limit)?;
            left = left.min(account.limit - spent);
        }
        // Where states take long, a few of them are enough to look again.
        if let Some(started) = self.started {
            let now = started.elapsed();
            let since = now.saturating_sub(self.last_look);
            (self.every, self.last_look) = (paced(self.every, since), now);
        }
        self.next_look = self.states.saturating_add(self.every.min(left));
        self.poll()
    }

    /// Looks at the clock, the cancel flag and the listener now. Engines whose
    /// steps are long call this themselves.
    pub fn poll(&mut self) -> Result<(), Error> {
        if let Some(flag) = &self.budget.cancel
            && flag.is_set()
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
        if let Some(before) = self.budget.held
            && elapsed >= self.last_weighed + WEIGH_EVERY
        {
            self.last_weighed = elapsed;
            let grown = platform::held().map_or(0, |now| now.saturating_sub(before));
            self.check(Resource::Bytes, grown, self.budget.bytes)?;
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

impl Drop for Meter {
    fn drop(&mut self) {
        self.settle();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::pretend;

    #[test]
    fn meters_of_one_account_count_together() {
        let budget = Budget::default().with_states(100).as_one();
        for _ in 0..10 {
            // A narrower allowance within it counts too, and so does a question
            // within the question.
            let mut meter = budget.clone().at_most(50).as_one().meter("part");
            meter.advance(10).unwrap();
        }
        assert!(budget.is_spent());
        match budget.meter("one more").state() {
            Err(Error::OverBudget {
                used, limit: 100, ..
            }) => assert_eq!(used, 101),
            other => panic!("{other:?}"),
        }
        // Two that run at once share what is left.
        let budget = Budget::default().with_states(100_000).as_one();
        let (mut a, mut b) = (budget.meter("a"), budget.meter("b"));
        let spent = (0..200_000u64).find(|_| a.state().and(b.state()).is_err());
        assert!(spent.is_some_and(|n| n <= 50_000 + LOOK_EVERY), "{spent:?}");
    }

    #[test]
    fn a_meter_that_may_be_cancelled_looks_often_where_states_take_long() {
        let flag = Arc::new(AtomicBool::new(false));
        let mut meter = Budget::default().with_cancel(flag.clone()).meter("slow");
        meter.state().unwrap();
        flag.store(true, Ordering::Relaxed);
        let late = (0..64).position(|_| {
            std::thread::sleep(Duration::from_millis(1));
            meter.state().is_err()
        });
        assert!(late.is_some_and(|states| states < 20), "{late:?}");
    }

    #[test]
    fn scopes_nest_and_end() {
        let outer = Budget::default().with_states(7).scope();
        {
            let _inner = Budget::default().with_states(3).scope();
            assert_eq!(Budget::current().states(), 3);
        }
        assert_eq!(Budget::current().states(), 7);
        // Web assembly starts no threads.
        #[cfg(not(target_family = "wasm"))]
        std::thread::spawn(|| assert_eq!(Budget::current().states(), 50_000_000))
            .join()
            .unwrap();
        drop(outer);
        assert_eq!(Budget::current().states(), 50_000_000);
    }

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

    /// A jump forward ends a question too early, with its numbers; a jump back
    /// gives it more time; nothing overflows.
    #[test]
    fn a_clock_may_jump() {
        let days = |n: u64| Some(Duration::from_secs(86_400 * n));
        let clock = pretend::Clock::new(days(5));
        let budget = Budget::default().with_time(Duration::from_secs(60));
        let (mut each, all) = (budget.meter("test"), budget.clone().starting_now());
        for shown in [days(5), days(0), Some(Duration::ZERO), days(5)] {
            clock.shows(shown);
            each.poll().unwrap();
            each.poll_sometimes().unwrap();
            each.advance(10_000).unwrap();
            all.meter("test").poll().unwrap();
            assert!(!all.is_spent());
        }
        clock.shows(days(9));
        for error in [each.poll(), all.meter("test").poll()] {
            match error {
                Err(Error::OverBudget { used, limit, .. }) => {
                    assert_eq!((used, limit), (4 * 86_400_000, 60_000));
                }
                other => panic!("{other:?}"),
            }
        }
        // It was a jump: back on time, the question may go on.
        clock.shows(days(5));
        each.poll().unwrap();
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
