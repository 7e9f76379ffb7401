//! Short work without a thread of its own.
//!
//! Most questions are answered in microseconds, and a thread for each ([`crate::running::heavy`])
//! would cost more than the answer. So a question is first answered where it is asked, under the
//! eyes of one watchman, who wakes every millisecond while there are such questions: whatever lasts longer
//! than two of his rounds is ended by its flag, its result thrown away, and it is asked
//! again as heavy work, which can be interrupted. A flag that was never set has changed nothing,
//! so a short answer is the same answer.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

use grundy_desk::Watch;
use pyo3::prelude::*;

/// A round of the watchman.
const ROUND: Duration = Duration::from_millis(1);

/// Work that is still there after so many rounds is not short.
const PATIENCE: u64 = 2;

/// After so many rounds without work he sleeps.
const IDLE: u64 = 50;

#[derive(Default)]
struct Watchman {
    /// The flags of work under way, with the round in which it began.
    under_way: Vec<(u64, Arc<AtomicBool>)>,
    round: u64,
    last_work: u64,
    asleep: bool,
    /// The process in which he lives, and how to wake him: a fork leaves him behind.
    lives: Option<(u32, Thread)>,
}

static WATCHMAN: LazyLock<Mutex<Watchman>> = LazyLock::new(Mutex::default);

fn watchman() -> MutexGuard<'static, Watchman> {
    WATCHMAN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does his rounds for ever.
fn watch() {
    loop {
        thread::sleep(ROUND);
        let mut man = watchman();
        man.round += 1;
        let round = man.round;
        for (begun, flag) in &man.under_way {
            if begun + PATIENCE < round {
                flag.store(true, Ordering::Relaxed);
            }
        }
        if !man.under_way.is_empty() {
            man.last_work = round;
        }
        if man.last_work + IDLE < round {
            man.asleep = true;
            while man.asleep {
                drop(man);
                thread::park();
                man = watchman();
            }
        }
    }
}

/// Enters work into his list; false if there is no watchman.
fn enter(flag: &Arc<AtomicBool>) -> bool {
    let mut man = watchman();
    let here = process::id();
    if man.lives.as_ref().is_none_or(|(lives, _)| *lives != here) {
        let Ok(thread) = thread::Builder::new().spawn(watch) else {
            return false;
        };
        *man = Watchman {
            lives: Some((here, thread.thread().clone())),
            ..Watchman::default()
        };
    }
    let round = man.round;
    man.last_work = round;
    man.under_way.push((round, flag.clone()));
    if man.asleep {
        man.asleep = false;
        if let Some((_, thread)) = &man.lives {
            thread.unpark();
        }
    }
    true
}

/// Work on the list, which takes itself off.
struct Entry(Arc<AtomicBool>);

impl Drop for Entry {
    fn drop(&mut self) {
        watchman()
            .under_way
            .retain(|(_, flag)| !Arc::ptr_eq(flag, &self.0));
    }
}

/// The result of work that is short; nothing if it is not.
pub fn quick<T: Send>(py: Python<'_>, job: impl FnOnce(&Watch) -> T + Send) -> Option<T> {
    py.detach(|| {
        let flag = Arc::new(AtomicBool::new(false));
        if !enter(&flag) {
            return None;
        }
        let entry = Entry(flag.clone());
        let watch = Watch {
            cancel: Some(flag.clone()),
            progress: None,
        };
        let result = job(&watch);
        drop(entry);
        match flag.load(Ordering::Relaxed) {
            true => None,
            false => Some(result),
        }
    })
}
