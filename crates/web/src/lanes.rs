//! Two lanes of work, so that a quick question is answered while long studies run.
//!
//! Questions are answered by threads, a bounded number at a time; others wait, a bounded
//! number as well, and what does not fit is refused at once. Verbs that always take long have a
//! lane of their own, as wide as the machine has cores but one. All others go to the quick
//! lane. Which of them will take long nobody knows before: whoever is still at work after
//! [`Sizes::patience`] gives its seat in the quick lane to the next and goes on *overtime*, of
//! which there is a bounded number too.
//!
//! A thread cannot be stopped from outside. Whoever no longer wants an answer drops the future
//! and sets the flag of its [`Watch`](grundy_desk::Watch); the seat is free when the thread heard it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::refusal::Refusal;

/// Verbs that take long whatever they are asked about.
const LONG: [&str; 4] = ["law", "misere", "prove", "study"];

/// How wide the lanes are, and how long.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// Quick questions answered at a time.
    pub quick: usize,
    /// Long questions answered at a time.
    pub long: usize,
    /// Questions of the quick lane that turned out to be long, at a time.
    pub overtime: usize,
    /// Quick questions that may wait.
    pub quick_waiting: usize,
    /// Long questions that may wait.
    pub long_waiting: usize,
    /// How long a question may take before it is on overtime.
    pub patience: Duration,
    /// How long a question may wait before it is refused.
    pub wait: Duration,
}

impl Default for Sizes {
    /// For the cores of this machine.
    fn default() -> Sizes {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Sizes {
            quick: cores,
            long: cores.saturating_sub(1).max(1),
            overtime: cores,
            quick_waiting: 1000,
            long_waiting: 32,
            patience: Duration::from_millis(300),
            wait: Duration::from_secs(60),
        }
    }
}

impl Sizes {
    /// The threads that all of it needs.
    pub fn threads(&self) -> usize {
        self.quick + self.long + self.overtime
    }
}

/// The lanes.
pub struct Lanes {
    quick: Lane,
    long: Lane,
    overtime: Arc<Semaphore>,
    sizes: Sizes,
}

struct Lane {
    /// One for each that is being answered.
    seats: Arc<Semaphore>,
    /// One for each that is being answered or waits.
    places: Arc<Semaphore>,
}

impl Lane {
    fn new(seats: usize, waiting: usize) -> Lane {
        Lane {
            seats: Arc::new(Semaphore::new(seats)),
            places: Arc::new(Semaphore::new(seats + waiting)),
        }
    }
}

impl Lanes {
    /// Lanes of these sizes.
    pub fn new(sizes: Sizes) -> Lanes {
        Lanes {
            quick: Lane::new(sizes.quick, sizes.quick_waiting + sizes.overtime),
            long: Lane::new(sizes.long, sizes.long_waiting),
            overtime: Arc::new(Semaphore::new(sizes.overtime)),
            sizes,
        }
    }

    /// A place for a question with this verb, if there is one.
    pub fn place(&self, verb: &str) -> Result<Place, Refusal> {
        let is_long = LONG.contains(&verb);
        let (lane, retry) = match is_long {
            true => (&self.long, 5),
            false => (&self.quick, 1),
        };
        let held = lane.places.clone().try_acquire_owned();
        let held = held.map_err(|_| Refusal::Overloaded(retry))?;
        Ok(Place {
            held,
            seats: lane.seats.clone(),
            overtime: (!is_long).then(|| self.overtime.clone()),
            begun: Arc::default(),
            patience: self.sizes.patience,
            wait: self.sizes.wait,
            retry,
        })
    }
}

/// A place in a lane.
pub struct Place {
    held: OwnedSemaphorePermit,
    seats: Arc<Semaphore>,
    overtime: Option<Arc<Semaphore>>,
    begun: Arc<AtomicBool>,
    patience: Duration,
    wait: Duration,
    retry: u32,
}

/// What a thread gives back at its end, even if that is a panic.
struct AtWork {
    seat: Arc<Mutex<Option<OwnedSemaphorePermit>>>,
    _place: OwnedSemaphorePermit,
}

impl Drop for AtWork {
    fn drop(&mut self) {
        let seat = self.seat.lock();
        seat.unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl Place {
    /// Becomes true when the work begins.
    pub fn begun(&self) -> Arc<AtomicBool> {
        self.begun.clone()
    }

    /// Waits for a seat, and does the work there.
    pub async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let seat = timeout(self.wait, self.seats.acquire_owned()).await;
        let Ok(Ok(seat)) = seat else {
            return Err(Refusal::Overloaded(self.retry));
        };
        self.begun.store(true, Ordering::Relaxed);
        let seat = Arc::new(Mutex::new(Some(seat)));
        let at_work = AtWork {
            seat: seat.clone(),
            _place: self.held,
        };
        let mut thread = tokio::task::spawn_blocking(move || {
            let _at_work = at_work;
            work()
        });
        if let Some(overtime) = self.overtime {
            loop {
                if let Ok(done) = timeout(self.patience, &mut thread).await {
                    return done.map_err(|_| Refusal::Broken);
                }
                if let Ok(other) = overtime.clone().try_acquire_owned() {
                    let mut seat = seat.lock().unwrap_or_else(PoisonError::into_inner);
                    // Whoever is done by now has given the seat back.
                    if let Some(seat) = seat.as_mut() {
                        *seat = other;
                    }
                    break;
                }
            }
        }
        thread.await.map_err(|_| Refusal::Broken)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn sizes() -> Sizes {
        Sizes {
            quick: 1,
            long: 1,
            overtime: 1,
            quick_waiting: 2,
            long_waiting: 1,
            patience: Duration::from_millis(20),
            wait: Duration::from_secs(60),
        }
    }

    fn run(test: impl Future<Output = ()>) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .max_blocking_threads(sizes().threads())
            .build()
            .unwrap();
        runtime.block_on(test);
    }

    /// Work that lasts until the sender says so, or is gone.
    fn lasting() -> (mpsc::Sender<()>, impl FnOnce() -> u8 + Send + 'static) {
        let (end, ended) = mpsc::channel();
        (end, move || ended.recv().map_or(1, |()| 2))
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        run(async {
            let lanes = Lanes::new(sizes());
            let (end, work) = lasting();
            let first = tokio::spawn(lanes.place("study").unwrap().work(work));
            let second = tokio::spawn(lanes.place("law").unwrap().work(|| 7));
            let refused = lanes.place("misere").err();
            assert_eq!(refused, Some(Refusal::Overloaded(5)));
            // The other lane is free.
            assert_eq!(lanes.place("solve").unwrap().work(|| 3).await, Ok(3));
            drop(end);
            assert_eq!(first.await.unwrap(), Ok(1));
            assert_eq!(second.await.unwrap(), Ok(7));
            assert!(lanes.place("misere").is_ok());
        });
    }

    #[test]
    fn what_takes_long_makes_way() {
        run(async {
            let lanes = Lanes::new(sizes());
            let ((end, one), (other_end, other)) = (lasting(), lasting());
            let one = tokio::spawn(lanes.place("solve").unwrap().work(one));
            let other = tokio::spawn(lanes.place("solve").unwrap().work(other));
            let place = lanes.place("solve").unwrap();
            let begun = place.begun();
            let third = tokio::spawn(place.work(|| 3));
            // One is on overtime, the other has the only seat.
            tokio::time::sleep(Duration::from_millis(200)).await;
            assert!(!begun.load(Ordering::Relaxed) && !third.is_finished());
            end.send(()).unwrap();
            assert_eq!(one.await.unwrap(), Ok(2));
            // Now the other is, and the seat is free.
            assert_eq!(third.await.unwrap(), Ok(3));
            assert!(begun.load(Ordering::Relaxed) && !other.is_finished());
            other_end.send(()).unwrap();
            assert_eq!(other.await.unwrap(), Ok(2));
            let all = (lanes.quick.seats, lanes.quick.places, lanes.overtime);
            let free = [&all.0, &all.1, &all.2].map(|left| left.available_permits());
            assert_eq!(free, [1, 4, 1]);
        });
    }

    #[test]
    fn who_waits_may_leave_and_who_waits_too_long_must() {
        run(async {
            let lanes = Lanes::new(Sizes {
                wait: Duration::from_millis(50),
                ..sizes()
            });
            let (end, work) = lasting();
            let first = tokio::spawn(lanes.place("study").unwrap().work(work));
            tokio::task::yield_now().await;
            let second = lanes.place("study").unwrap().work(|| 7);
            let gone = timeout(Duration::from_millis(10), second).await;
            assert!(gone.is_err());
            let third = lanes.place("study").unwrap().work(|| 7);
            assert_eq!(third.await, Err(Refusal::Overloaded(5)));
            drop(end);
            assert_eq!(first.await.unwrap(), Ok(1));
        });
    }

    #[test]
    fn a_panic_is_an_error_and_frees_its_seat() {
        run(async {
            let lanes = Lanes::new(sizes());
            for verb in ["study", "solve"] {
                let broken = lanes.place(verb).unwrap();
                let broken = broken.work(|| panic!("as this test wants it")).await;
                assert_eq!(broken, Err::<(), _>(Refusal::Broken));
                assert_eq!(lanes.place(verb).unwrap().work(|| 1).await, Ok(1));
            }
            assert_eq!(lanes.quick.places.available_permits(), 4);
            assert_eq!(lanes.long.places.available_permits(), 2);
        });
    }
}
