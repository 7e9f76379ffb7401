//! Boards that fall apart: sums of packed pieces, searched one nimber at a time.
//!
//! A board whose squares are bits of a word often falls into pieces that do not matter
//! to each other. Play is then a sum, and by Sprague and Grundy a sum is lost exactly
//! when the nim sum of its values is 0. The engine asks *whether the value of a
//! piece G is n*, which is the same as whether G + \*n is lost:
//!
//! - **no**, as soon as one option of G has the value n;
//! - **no**, as soon as some m < n is the value of no option: then m is the value of G;
//! - **yes**, if no option has the value n, and each m < n is the value of some option.
//!
//! An option that is a sum A + B + … is asked by valuing its smaller parts and asking the
//! largest one for n ⊕ their values. So most pieces never get a value: it is only known what
//! their values are not. Before any option is searched, all of them are looked up, as one that is
//! known to have the value n ends the question; small ones are searched first, and those that are known to have few other values. The method is that of J. Lemoine and S. Viennot, *Nimbers are
//! inevitable*, Theoretical Computer Science 462 (2012); a value is found by asking for n = 0, 1, 2, ….
//!
//! **The door.** A game enters by [`Game::boards`]: it says what the moves of a piece leave ([`Rules`]), and how its positions
//! are packed into pieces ([`Game::pack`]). The promise: *a position is lost for the
//! player to move exactly when the nim sum of the values of its pieces is 0*, the value of a piece being the mex of those
//! of its options. [`Memo`](super::memo::Memo), [`Outcomes`](super::outcomes::Outcomes) and everything that is built on
//! them then search here. The plain search ([`Memo::plain`](super::memo::Memo::plain)) stays
//! beside it as the definition, and tests compare them.
//!
//! **Where values are large**, as in Chomp, it is cheaper to value every piece in full, one after the other
//! ([`Rules::in_order`]): a byte for each, and nothing is hashed.
//!
//! **Memory.** 16 bytes for each piece: its squares, its shape, its value or those of the first 31 that
//! it does not have. The table has at least a quarter of its places free, and none is allocated per position.
//!
//! **Threads.** A question that is not answered within some ten thousand pieces is worked on by all cores. Each has a
//! stack of its own; they share the table, without locks, and pass over what another is at work on until nothing
//! else is left. What is found about a piece is a fact, so answers never depend on how many there are.
//!
//! [`Game::boards`]: crate::game::Game::boards
//! [`Game::pack`]: crate::game::Game::pack
//!
//! ```
//! use grundy::{budget::Budget, game::Game, games::boards::cram::Cram, solve::memo::Memo};
//! let board = Cram.read("3x7").unwrap();
//! let (mut fast, mut plain) = (Memo::new(&Cram), Memo::plain(&Cram));
//! let mut meter = Budget::default().meter("search");
//! assert_eq!(fast.value(&board[0], &mut meter).unwrap(), 1);
//! assert_eq!(plain.value(&board[0], &mut meter).unwrap(), 1);
//! assert!(5 * fast.len() < plain.len());
//! ```
//!
//! Limits: pieces of 64 squares; values below 65,535. How many pieces are searched, and so whether a limit of states is
//! reached, depends on the threads.

mod direct;
pub mod grid;
pub mod lanes;
mod search;
mod table;

use std::any::Any;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::budget::Meter;
use crate::error::Error;
use crate::game::Flow;
use crate::platform;

use direct::Direct;
use search::{Goal, VALUE, Worker};
use table::{EXCLUDABLE, Known, Table};

/// A piece of a board: squares, one at least, and the shape of the board that they lie on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The squares as bits; never 0.
    pub squares: u64,
    /// What else there is to know, such as rows and columns; never 0.
    pub shape: u16,
}

/// The rules of pieces.
pub trait Rules: Send + Sync {
    /// A hint that values are large: whoever asks for a value then values all options.
    const LARGE_VALUES: bool = false;

    /// Names what every move leaves of `piece`: pieces that are all smaller than it, each the
    /// representative of those that are the same, until told to stop.
    fn options(&self, piece: Piece, visit: &mut impl FnMut(&[Piece]) -> Flow) -> Flow;

    /// Whether all that `root` leads to is best valued in the order of squares as numbers, in a table of a byte
    /// for each number up to those of `root`. Only where all options of all these pieces have the shape of `root` and smaller squares, and where most of
    /// them are wanted in full.
    fn in_order(&self, _root: Piece) -> bool {
        false
    }

    /// Of a root that is valued in order: whether it leads to a piece of these squares. Others may be
    /// named too, if all that they lead to is named.
    fn leads_to(&self, _root: Piece, _squares: u64) -> bool {
        false
    }

    /// A hint how much there is to search in a piece: pieces of less effort are searched first.
    fn effort(&self, piece: Piece) -> u32 {
        piece.squares.count_ones()
    }
}

/// A search, whatever its rules: what [`Game::boards`](crate::game::Game::boards) gives.
pub type Boards = Box<dyn Packed + Send>;

/// A [`Search`] with its rules forgotten.
pub trait Packed {
    /// The rules, for a game that keeps in them what it packs.
    fn rules(&mut self) -> &mut dyn Any;
    /// As [`Search::on_threads`].
    fn on_threads(&mut self, threads: usize);
    /// As [`Search::value`].
    fn value(&mut self, pieces: &[Piece], meter: &mut Meter) -> Result<u32, Error>;
    /// As [`Search::is`].
    fn is(&mut self, pieces: &[Piece], value: u32, meter: &mut Meter) -> Result<bool, Error>;
    /// As [`Search::len`].
    fn len(&self) -> usize;
    /// As [`Search::is_empty`].
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// As [`Search::was_shared`].
    fn was_shared(&self) -> bool;
}

impl<R: Rules + 'static> Packed for Search<R> {
    fn rules(&mut self) -> &mut dyn Any {
        &mut self.rules
    }
    fn on_threads(&mut self, threads: usize) {
        Search::on_threads(self, threads);
    }
    fn value(&mut self, pieces: &[Piece], meter: &mut Meter) -> Result<u32, Error> {
        Search::value(self, pieces, meter)
    }
    fn is(&mut self, pieces: &[Piece], value: u32, meter: &mut Meter) -> Result<bool, Error> {
        Search::is(self, pieces, value, meter)
    }
    fn len(&self) -> usize {
        Search::len(self)
    }
    fn was_shared(&self) -> bool {
        Search::was_shared(self)
    }
}

/// A table begins with 2^10 places.
const FIRST_BITS: u32 = 10;
/// A worker looks at limits and at the others after so many pieces.
const STEPS: u64 = 128;
/// Others are called to help after so many pieces.
const ALONE: u64 = 10_000;

/// The table of one game's pieces, and the search that fills it.
pub struct Search<R> {
    rules: R,
    table: Table,
    direct: Direct,
    /// How many pieces are in the table.
    entries: u64,
    threads: usize,
    /// Others are called to help after so many pieces.
    alone: u64,
    shared: bool,
}

/// What the workers on one question share.
struct Together<'r, R> {
    rules: &'r R,
    table: RwLock<Table>,
    entries: AtomicU64,
    /// What the helpers did since the leader asked last.
    opened: AtomicU64,
    looked_at: AtomicU64,
    done: AtomicBool,
    threads: usize,
}

impl<R: Rules> Search<R> {
    /// An empty table; as many threads as the machine runs at once.
    pub fn new(rules: R) -> Self {
        Self::with_threads(rules, platform::parallelism())
    }

    /// An empty table, for at most so many threads.
    pub fn with_threads(rules: R, threads: usize) -> Self {
        Search {
            rules,
            table: Table::new(FIRST_BITS),
            direct: Direct::default(),
            entries: 0,
            threads,
            alone: ALONE,
            shared: false,
        }
    }

    /// From now on at most so many threads.
    pub fn on_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// How many pieces something is known about.
    pub fn len(&self) -> usize {
        usize::try_from(self.entries + self.direct.len()).unwrap_or(usize::MAX)
    }

    /// Whether nothing is known yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether several threads were at work, so that another run may know about more or
    /// fewer pieces.
    pub fn was_shared(&self) -> bool {
        self.shared
    }

    /// The Grundy value of a sum of pieces.
    pub fn value(&mut self, pieces: &[Piece], meter: &mut Meter) -> Result<u32, Error> {
        let mut sum = 0;
        for piece in alone(pieces) {
            sum ^= self.exactly(piece, meter)?;
        }
        Ok(sum)
    }

    /// Whether the Grundy value of a sum of pieces is `value`.
    pub fn is(&mut self, pieces: &[Piece], value: u32, meter: &mut Meter) -> Result<bool, Error> {
        let mut pieces = alone(pieces);
        pieces.sort_unstable_by_key(|piece| self.rules.effort(*piece));
        let Some(largest) = pieces.pop() else {
            return Ok(value == 0);
        };
        let mut rest = value;
        for piece in pieces {
            rest ^= self.exactly(piece, meter)?;
        }
        if rest >= EXCLUDABLE {
            return Ok(self.exactly(largest, meter)? == rest);
        }
        if let Some(value) = self.in_order(largest) {
            return Ok(value == rest);
        }
        let known = self.find(largest, rest, meter)?;
        Ok(known.exactly() == Some(rest))
    }

    fn exactly(&mut self, piece: Piece, meter: &mut Meter) -> Result<u32, Error> {
        if self.in_order(piece).is_none() && self.rules.in_order(piece) {
            self.direct.fill(&self.rules, piece, meter)?;
        }
        if let Some(value) = self.in_order(piece) {
            return Ok(value);
        }
        let known = self.find(piece, VALUE, meter)?;
        known.exactly().ok_or_else(too_large)
    }

    /// The value of a piece, if it was found in order.
    fn in_order(&self, piece: Piece) -> Option<u32> {
        match self.rules.in_order(piece) {
            true => self.direct.get(piece),
            false => None,
        }
    }

    /// What is known about `piece` once the question is answered.
    fn find(&mut self, piece: Piece, goal: Goal, meter: &mut Meter) -> Result<Known, Error> {
        let known = self.table.get(piece);
        if known.exactly().is_some() || goal != VALUE && known.excludes(goal) {
            return Ok(known);
        }
        let mut worker = Worker::default();
        worker.ask(&self.rules, &self.table, piece, goal, false);
        let mut opened = 0;
        loop {
            let finished = worker.go(&self.rules, &self.table, false, STEPS);
            self.entries += worker.take_entered();
            let (states, options) = worker.take_work();
            opened += states;
            meter.advance(states)?;
            meter.options(options)?;
            // Also for the next question, which may be a short one again.
            while is_crowded(self.entries, 1, &self.table) {
                meter.bytes(3 * self.table.bytes() + worker.bytes())?;
                self.table = self.table.grown();
            }
            if finished {
                break;
            }
            if worker.failed() {
                return Err(too_large());
            }
            if opened > self.alone && self.threads > 1 {
                self.find_together(worker, piece, goal, meter)?;
                break;
            }
        }
        Ok(self.table.get(piece))
    }

    /// Goes on with a question on all threads.
    fn find_together(
        &mut self,
        worker: Worker,
        piece: Piece,
        goal: Goal,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        self.shared = true;
        let table = std::mem::replace(&mut self.table, Table::new(0));
        let together = Together {
            rules: &self.rules,
            table: RwLock::new(table),
            entries: AtomicU64::new(self.entries),
            opened: AtomicU64::new(0),
            looked_at: AtomicU64::new(0),
            done: AtomicBool::new(false),
            threads: self.threads,
        };
        let mut result = Ok(());
        let leader = Some((worker, meter, &mut result));
        let helpers = (1..self.threads).map(|_| None);
        platform::in_parallel(std::iter::once(leader).chain(helpers), |job| match job {
            Some((worker, meter, result)) => *result = together.lead(worker, meter),
            None => together.help(piece, goal),
        });
        self.entries = together.entries.load(Relaxed);
        self.table = match together.table.into_inner() {
            Ok(table) => table,
            Err(poisoned) => poisoned.into_inner(),
        };
        result
    }
}

impl<R: Rules> Together<'_, R> {
    /// Works, and answers for limits and for room.
    fn lead(&self, mut worker: Worker, meter: &mut Meter) -> Result<(), Error> {
        let result = self.try_lead(&mut worker, meter);
        self.done.store(true, Relaxed);
        worker.leave(&self.reading());
        result
    }

    fn try_lead(&self, worker: &mut Worker, meter: &mut Meter) -> Result<(), Error> {
        loop {
            let finished = self.work(worker);
            let (states, options) = worker.take_work();
            meter.advance(states + self.opened.swap(0, Relaxed))?;
            meter.options(options + self.looked_at.swap(0, Relaxed))?;
            let finished = finished || self.done.load(Relaxed);
            if worker.failed() {
                return Err(too_large());
            }
            while self.is_crowded() {
                let bytes = self.reading().bytes();
                meter.bytes(3 * bytes + worker.bytes())?;
                let mut table = match self.table.write() {
                    Ok(table) => table,
                    Err(poisoned) => poisoned.into_inner(),
                };
                *table = table.grown();
            }
            if finished {
                return Ok(());
            }
        }
    }

    /// Works on the same question until somebody has the answer.
    fn help(&self, piece: Piece, goal: Goal) {
        let mut worker = Worker::default();
        worker.ask(self.rules, &self.reading(), piece, goal, true);
        while !self.done.load(Relaxed) {
            if self.is_crowded() {
                // The leader makes room.
                std::thread::yield_now();
                continue;
            }
            let finished = self.work(&mut worker);
            let (states, options) = worker.take_work();
            self.opened.fetch_add(states, Relaxed);
            self.looked_at.fetch_add(options, Relaxed);
            if finished {
                self.done.store(true, Relaxed);
            }
            if worker.failed() {
                // The leader will find out too, and say so.
                break;
            }
        }
        worker.leave(&self.reading());
    }

    fn work(&self, worker: &mut Worker) -> bool {
        let finished = worker.go(self.rules, &self.reading(), true, STEPS);
        self.entries.fetch_add(worker.take_entered(), Relaxed);
        finished
    }

    fn reading(&self) -> std::sync::RwLockReadGuard<'_, Table> {
        // Nothing can panic while the table is replaced.
        self.table
            .read()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn is_crowded(&self) -> bool {
        is_crowded(self.entries.load(Relaxed), self.threads, &self.reading())
    }
}

/// Whether more than three quarters of the places will be taken before anybody looks again.
fn is_crowded(entries: u64, threads: usize, table: &Table) -> bool {
    4 * (entries + STEPS * threads as u64) > 3 * table.places() as u64
}

/// The pieces without pairs of equal ones, whose values cancel.
fn alone(pieces: &[Piece]) -> Vec<Piece> {
    let mut sorted = pieces.to_vec();
    sorted.sort_unstable();
    let mut alone: Vec<Piece> = Vec::new();
    for piece in sorted {
        if alone.last() == Some(&piece) {
            alone.pop();
        } else {
            alone.push(piece);
        }
    }
    alone
}

fn too_large() -> Error {
    use crate::text::Text;
    Error::Unsupported {
        because: Text::new(
            format!(
                "a piece of the board has a Grundy value of {} or more",
                table::LARGEST
            ),
            format!("棋盘的某一块的 Grundy 值不小于 {}", table::LARGEST),
        ),
    }
}

#[cfg(test)]
mod tests;
