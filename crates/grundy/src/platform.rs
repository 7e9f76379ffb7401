//! What the machine gives: a clock, threads, files, memory. The only door to them.
//!
//! Everything else in the library is arithmetic and runs anywhere. These four
//! differ from machine to machine, and in a browser (`wasm32-unknown-unknown`)
//! three of them are missing: there `Instant::now` panics, a thread cannot be
//! started, a file cannot be opened. So:
//!
//! * **Clock.** [`Moment`] is a point of time. Where the system has no clock the
//!   program around the library gives one ([`set_clock`]: in a browser
//!   `performance.now`). Without a clock time stands still: no limit of time
//!   is ever reached and no progress is told ([`has_clock`] says which it is).
//!   States, bytes and cancelling bound the work as everywhere.
//! * **Threads.** [`in_parallel`] does a list of jobs, each on a thread of its
//!   own where threads can be had, in turn where not: the same jobs, so the same
//!   result. [`parallelism`] says how many run at once.
//! * **Files.** [`files`] has the few operations that stores and checkpoints are
//!   made of. Without a file system they fail with
//!   [`Unsupported`](std::io::ErrorKind::Unsupported), which reaches the caller
//!   as [`Error::Store`](crate::error::Error::Store).
//! * **Memory.** [`held`] is what the process holds, on Linux; elsewhere only what
//!   tables say of themselves is known. A count is a `u64` everywhere; a table is as long as `usize`
//!   allows. [`MOST_BYTES`] bounds the bytes of every budget, so that a count whose
//!   bytes a [`Meter`](crate::budget::Meter) has granted is also an index.
//!
//! ```
//! use grundy::platform::{Moment, in_parallel, parallelism};
//! let begun = Moment::now();
//! let mut squares = [0; 10];
//! in_parallel(squares.iter_mut().enumerate(), |(i, square)| *square = i * i);
//! assert_eq!(squares[9], 81);
//! assert!(parallelism() >= 1 && begun.elapsed() <= begun.elapsed());
//! ```
//!
//! Limits: [`in_parallel`] starts as many threads as there are jobs, so a caller
//! with many small jobs gives it few that share them out.

use std::collections::VecDeque;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// The most bytes that tables may hold, whatever a budget says: a quarter of the
/// addresses. A table that grows is there twice for a moment, and no single one
/// may take more than half of the addresses.
pub const MOST_BYTES: u64 = (usize::MAX / 4) as u64 + 1;

/// Whether the system has a clock of its own.
const SYSTEM_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

static GIVEN: OnceLock<fn() -> Duration> = OnceLock::new();

/// Gives a clock to a platform that has none: a function that tells the time since
/// any fixed moment. Returns whether it is in use from now on; the system's own
/// clock and one that was given before stay.
pub fn set_clock(clock: fn() -> Duration) -> bool {
    !SYSTEM_CLOCK && GIVEN.set(clock).is_ok()
}

/// Whether there is a clock. Without one no limit of time is ever reached.
pub fn has_clock() -> bool {
    reading().is_some()
}

/// The time since some fixed moment.
fn reading() -> Option<Duration> {
    #[cfg(test)]
    if let Some(pretended) = pretend::clock() {
        return pretended;
    }
    if SYSTEM_CLOCK {
        static FIRST: OnceLock<std::time::Instant> = OnceLock::new();
        return Some(FIRST.get_or_init(std::time::Instant::now).elapsed());
    }
    GIVEN.get().map(|clock| clock())
}

/// A point of time, if there is a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment(Option<Duration>);

impl Moment {
    /// This moment.
    pub fn now() -> Moment {
        Moment(reading())
    }

    /// The time since then; zero without a clock.
    pub fn elapsed(self) -> Duration {
        match (self.0, reading()) {
            (Some(then), Some(now)) => now.saturating_sub(then),
            _ => Duration::ZERO,
        }
    }
}

/// How many threads run at once here; 1 where there are no threads.
pub fn parallelism() -> usize {
    #[cfg(test)]
    if pretend::alone() {
        return 1;
    }
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// How many bytes of memory this process holds, where the system tells: on Linux.
pub fn held() -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    // The second number of `statm` counts pages; what a page is, the kernel told at the start.
    static PAGE: OnceLock<Option<u64>> = OnceLock::new();
    let page = (*PAGE.get_or_init(|| {
        const PAGE_SIZE: u64 = 6;
        const WORD: usize = size_of::<usize>();
        let told = std::fs::read("/proc/self/auxv").ok()?;
        let (pairs, _) = told.as_chunks::<WORD>();
        let mut numbers = pairs.iter().map(|word| usize::from_ne_bytes(*word) as u64);
        while let (Some(key), Some(value)) = (numbers.next(), numbers.next()) {
            if key == PAGE_SIZE {
                return Some(value);
            }
        }
        None
    }))?;
    let told = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = told.split(' ').nth(1)?.parse().ok()?;
    pages.checked_mul(page)
}

/// Does `work` on all of `jobs`: this thread and one more for every further job
/// take them from the first to the last. Where a thread cannot be started there
/// are fewer, down to this one alone, which then does the jobs in turn.
///
/// A job must not wait for a later one: that may not have begun.
pub fn in_parallel<J: Send>(jobs: impl IntoIterator<Item = J>, work: impl Fn(J) + Sync) {
    let jobs: VecDeque<J> = jobs.into_iter().collect();
    let helpers = jobs.len().saturating_sub(1);
    let jobs = Mutex::new(jobs);
    // Nothing can panic while the list is locked.
    let next = || {
        let mut jobs = jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.pop_front()
    };
    let labour = || {
        while let Some(job) = next() {
            work(job);
        }
    };
    #[cfg(test)]
    let helpers = if pretend::alone() { 0 } else { helpers };
    std::thread::scope(|scope| {
        for _ in 0..helpers {
            // No threads here, or no more of them: those that run do the rest.
            if { std::thread::Builder::new().spawn_scoped(scope, labour) }.is_err() {
                break;
            }
        }
        labour();
    });
}

/// The few operations on files that stores, checkpoints and what is kept are made of.
pub mod files {
    use std::fs::{self, File};
    use std::io::{self, Read, Write};
    use std::path::{Path, PathBuf};
    use std::time::Duration;

    /// Whether there is such a file or folder.
    pub fn exists(path: &Path) -> bool {
        path.exists()
    }

    /// Makes a folder, and those that it lies in.
    pub fn make_folder(path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    /// The bytes of a file.
    pub fn read(path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    /// The bytes of a file, unless there are more than `most` or it is no plain file.
    pub fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let is = fs::metadata(path)?;
        if !is.is_file() || is.len() > most {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut bytes = Vec::new();
        // It may grow while it is read.
        File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
        match bytes.len() as u64 > most {
            true => Err(io::ErrorKind::InvalidData.into()),
            false => Ok(bytes),
        }
    }

    /// A file in a folder.
    #[derive(Clone, Debug)]
    pub struct Entry {
        /// Its path.
        pub path: PathBuf,
        /// Its name, where that is text.
        pub name: String,
        /// How long it is.
        pub bytes: u64,
        /// How long ago it was written, where the system tells.
        pub age: Option<Duration>,
    }

    /// The plain files of a folder, in the order of their names.
    pub fn list(folder: &Path) -> io::Result<Vec<Entry>> {
        let mut all = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            // What is gone by now is not there.
            let Ok(is) = entry.metadata() else { continue };
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            if is.is_file() {
                let written = is.modified().ok();
                all.push(Entry {
                    path: entry.path(),
                    name,
                    bytes: is.len(),
                    age: written.and_then(|written| written.elapsed().ok()),
                });
            }
        }
        all.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(all)
    }

    /// Removes a file.
    pub fn remove(path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    /// The folder where programs keep data of the user, as the system has it.
    pub fn data_folder() -> Option<PathBuf> {
        let folder = |name: &str| {
            let value = std::env::var_os(name).map(PathBuf::from)?;
            // What is relative would be another folder in every place.
            value.is_absolute().then_some(value)
        };
        if cfg!(target_family = "wasm") {
            return None;
        }
        if cfg!(windows) {
            return folder("LOCALAPPDATA").or_else(|| folder("APPDATA"));
        }
        if cfg!(target_os = "macos") {
            return Some(folder("HOME")?.join("Library").join("Application Support"));
        }
        let home = || Some(folder("HOME")?.join(".local").join("share"));
        folder("XDG_DATA_HOME").or_else(home)
    }

    /// Gives a file another name; a file that has this name is replaced.
    pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    /// The path with a word behind its name: `0.104` becomes `0.104.new`, where a
    /// new extension would make `0.new` of it.
    pub fn beside(path: &Path, word: &str) -> PathBuf {
        let mut name = path.as_os_str().to_owned();
        name.push(".");
        name.push(word);
        PathBuf::from(name)
    }

    /// An error unless files can be made beside `path`.
    pub fn writable(path: &Path) -> io::Result<()> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let trial = beside(path, &format!("part{}", process()));
        let made = File::create(&trial);
        let _ = fs::remove_file(&trial);
        made.map(drop)
    }

    /// Writes a file so that after any interruption it is the old one or the new
    /// one: aside, flushed, renamed.
    pub fn replace(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
        let aside = beside(path, &format!("part{}", process()));
        let write = || -> io::Result<()> {
            let mut file = File::create(&aside)?;
            for bytes in parts {
                file.write_all(bytes)?;
            }
            file.sync_all()?;
            // Some systems rename no file that is open.
            drop(file);
            fs::rename(&aside, path)?;
            keep_name(path)
        };
        write().inspect_err(|_| {
            let _ = fs::remove_file(&aside);
        })
    }

    /// The new name must survive a power cut too. Only Unix lets a folder be
    /// flushed.
    fn keep_name(path: &Path) -> io::Result<()> {
        if cfg!(unix)
            && let Some(folder) = path.parent()
            && let Ok(folder) = File::open(folder)
        {
            folder.sync_all()?;
        }
        Ok(())
    }

    /// The number of this process. Web assembly has none, and to ask panics there.
    fn process() -> u32 {
        if cfg!(target_family = "wasm") {
            return 0;
        }
        std::process::id()
    }
}

/// Other platforms for the tests of one thread.
#[cfg(test)]
pub(crate) mod pretend {
    use std::cell::Cell;
    use std::time::Duration;

    thread_local! {
        static CLOCK: Cell<Option<Option<Duration>>> = const { Cell::new(None) };
        static ALONE: Cell<bool> = const { Cell::new(false) };
    }

    pub(super) fn clock() -> Option<Option<Duration>> {
        CLOCK.get()
    }

    pub(super) fn alone() -> bool {
        ALONE.get()
    }

    /// A clock that stands still until it is put forward, as long as this is held. (Where
    /// there are no threads all tests are done by one.)
    pub(crate) struct Clock(());

    impl Clock {
        /// A clock that shows this; `None` if there is no clock.
        pub(crate) fn new(time: Option<Duration>) -> Clock {
            CLOCK.set(Some(time));
            Clock(())
        }

        /// From now on it shows this.
        pub(crate) fn shows(&self, time: Option<Duration>) {
            CLOCK.set(Some(time));
        }
    }

    impl Drop for Clock {
        fn drop(&mut self) {
            CLOCK.set(None);
        }
    }

    /// Does this where no thread can be started.
    pub(crate) fn without_threads<T>(work: impl FnOnce() -> T) -> T {
        ALONE.set(true);
        let done = work();
        ALONE.set(false);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::thread::{ThreadId, current};

    fn on_threads(jobs: usize) -> BTreeSet<String> {
        let done: Mutex<Vec<(usize, ThreadId)>> = Mutex::new(Vec::new());
        in_parallel(0..jobs, |job| {
            done.lock().unwrap().push((job, current().id()));
        });
        let done = done.into_inner().unwrap();
        let seen: BTreeSet<usize> = done.iter().map(|(job, _)| *job).collect();
        assert_eq!((done.len(), seen.len()), (jobs, jobs), "each job once");
        done.iter().map(|(_, id)| format!("{id:?}")).collect()
    }

    #[test]
    fn without_threads_jobs_are_done_in_turn_by_the_caller() {
        let order = Mutex::new(Vec::new());
        pretend::without_threads(|| {
            assert_eq!(parallelism(), 1);
            in_parallel(0..5, |job| order.lock().unwrap().push(job));
            let here = format!("{:?}", current().id());
            assert_eq!(on_threads(40), BTreeSet::from([here]));
        });
        assert_eq!(order.into_inner().unwrap(), [0, 1, 2, 3, 4]);
        in_parallel(0..0, |_| unreachable!("no job"));
    }

    #[test]
    #[cfg(not(target_family = "wasm"))]
    fn jobs_run_side_by_side_where_there_are_threads() {
        // Each waits for all others: done in turn, this would never end.
        let all = std::sync::Barrier::new(4);
        in_parallel(0..4, |_| {
            all.wait();
        });
        assert!(!on_threads(3).is_empty());
    }

    #[test]
    fn engines_on_several_threads_need_none() {
        use crate::budget::Budget;
        use crate::random::Random;
        use crate::solve::graph::Graph;
        use crate::solve::heap::{Sequence, survey, vector::Vector};
        use crate::solve::retrograde::{Play, fast, plain::Plain};

        let budget = Budget::default().with_states(2500);
        let vector = |threads| {
            let rules = "0.104".parse().unwrap();
            let mut engine = Vector::new(&rules, &budget).unwrap().shared(threads, 100);
            engine.advance(2000).unwrap();
            engine.values()
        };
        let codes = survey::codes(1);
        let depth = survey::Depth::of(&budget);
        let surveyed = |threads| survey::survey(&codes, &depth, threads).unwrap();
        let mut random = Random::new(3);
        let mut vertex = || random.below(5000) as u32;
        let edges: Vec<_> = (0..9000).map(|_| (vertex(), vertex())).collect();
        let graph = Graph::from_edges(5000, &edges);
        let (play, large) = (Play::default(), Budget::default());
        let plain = Plain::new(&graph, &large).unwrap();
        pretend::without_threads(|| {
            assert_eq!(vector(4), vector(1));
            assert_eq!(surveyed(4), surveyed(1));
            let fast = fast::solve(&graph, &play, 3, &large).unwrap();
            assert_eq!(fast, plain.solve(&play, &large).unwrap());
        });
    }

    #[test]
    fn a_moment_measures_what_the_clock_shows() {
        let clock = pretend::Clock::new(Some(Duration::from_millis(5)));
        assert!(has_clock());
        let then = Moment::now();
        clock.shows(Some(Duration::from_millis(12)));
        assert_eq!(then.elapsed(), Duration::from_millis(7));
        // A clock that is set back does not panic.
        clock.shows(Some(Duration::from_millis(1)));
        assert_eq!(then.elapsed(), Duration::ZERO);
        clock.shows(None);
        assert!(!has_clock());
        assert_eq!(then.elapsed(), Duration::ZERO);
        assert_eq!(Moment::now().elapsed(), Duration::ZERO);
    }

    #[test]
    fn the_systems_clock_goes_and_stays() {
        let then = Moment::now();
        std::thread::sleep(Duration::from_millis(3));
        assert!(then.elapsed() >= Duration::from_millis(3));
        assert!(!set_clock(|| Duration::ZERO));
        assert!(then.elapsed() >= Duration::from_millis(3));
    }

    #[test]
    fn granted_bytes_are_addresses() {
        let half = isize::MAX as u64;
        assert!(MOST_BYTES <= half / 2 + 1);
        assert!(usize::try_from(MOST_BYTES).is_ok());
    }
}
