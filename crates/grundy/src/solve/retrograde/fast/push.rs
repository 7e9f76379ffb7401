//! Step three: decided vertices tell their predecessors.
//!
//! A round has two halves. First the newly decided vertices are gone through
//! bin by bin, and for every predecessor a message of two bytes, its number
//! within its bin, is left in the box of that bin. Then every bin opens its
//! box. A message from a P vertex decides its receiver: N. A message from an
//! N vertex counts one option down; at the last one the receiver is P.
//!
//! A counter at zero says that the vertex is decided, so that one array
//! answers both questions. Rounds with few messages are delivered directly:
//! a long path costs a constant per vertex, not a tour of all bins.

use super::turn::Bin;
use super::{BIN, share};
use crate::budget::Meter;
use crate::error::Error;

/// How many options of a vertex are not known to be N.
pub trait Counter: Copy + Default + Send + Sync {
    /// A counter that stands at `count`; callers see to it that it fits.
    fn new(count: usize) -> Self;
    /// The count.
    fn get(self) -> u32;
}

impl Counter for u8 {
    fn new(count: usize) -> Self {
        count as u8
    }
    fn get(self) -> u32 {
        self.into()
    }
}

impl Counter for u32 {
    fn new(count: usize) -> Self {
        count as u32
    }
    fn get(self) -> u32 {
        self
    }
}

/// The state between rounds.
pub struct Push<'a, C> {
    codes: &'a mut [u32],
    counters: Vec<C>,
    /// Decided in the last round, in parts that threads share out.
    frontier: Vec<Vec<u32>>,
    round: u32,
}

/// With fewer vertices than this in a round, messages are delivered directly.
const FEW: usize = 1 << 12;

/// Senders whose predecessors are looked up together.
const BATCH: usize = 64;

/// The messages of one thread, by receiving bin.
type Boxes = Vec<Vec<u16>>;

impl<'a, C: Counter> Push<'a, C> {
    /// Begins with the vertices that round `round` decided.
    pub fn new(
        codes: &'a mut [u32],
        counters: Vec<C>,
        frontier: Vec<Vec<u32>>,
        round: u32,
    ) -> Self {
        Push {
            codes,
            counters,
            frontier,
            round,
        }
    }

    /// Plays all rounds.
    pub fn run(mut self, turned: &[Bin], threads: usize, meter: &mut Meter) -> Result<(), Error> {
        let mut boxes: Vec<Boxes> = vec![vec![Vec::new(); turned.len()]; threads];
        let mut rounds = 0u32;
        loop {
            let size: usize = self.frontier.iter().map(Vec::len).sum();
            if size == 0 {
                return Ok(());
            }
            self.round += 1;
            rounds += 1;
            if size >= FEW || rounds.is_multiple_of(1 << 12) {
                meter.poll()?;
            }
            if size < FEW {
                self.deliver_few(turned);
                continue;
            }
            // Where ends and declared winners mix, a round has both kinds.
            let (from_n, from_p) = self.split();
            let mut next = Vec::new();
            for (senders, mover_wins) in [(from_n, true), (from_p, false)] {
                if !senders.is_empty() {
                    write(&senders, turned, &mut boxes);
                    next.extend(self.deliver(&boxes, mover_wins));
                }
            }
            self.frontier = next;
        }
    }

    /// The last round's N vertices, and its P vertices.
    fn split(&mut self) -> (Vec<Vec<u32>>, Vec<Vec<u32>>) {
        let codes = &*self.codes;
        let is_n = |v: &u32| codes[*v as usize] % 2 == 1;
        let (mut from_n, mut from_p) = (Vec::new(), Vec::new());
        for part in self.frontier.drain(..) {
            match part.iter().filter(|v| is_n(v)).count() {
                0 => from_p.push(part),
                all if all == part.len() => from_n.push(part),
                _ => {
                    let (n, p) = part.into_iter().partition(is_n);
                    from_n.push(n);
                    from_p.push(p);
                }
            }
        }
        (from_n, from_p)
    }

    /// Opens all boxes; the vertices decided by that.
    fn deliver(&mut self, boxes: &[Boxes], mover_wins: bool) -> Vec<Vec<u32>> {
        let code = 2 * self.round + u32::from(!mover_wins);
        let mut decided: Vec<Vec<Vec<u32>>> = vec![Vec::new(); boxes.len()];
        let bins = self
            .codes
            .chunks_mut(BIN)
            .zip(self.counters.chunks_mut(BIN));
        share(
            bins.enumerate(),
            &mut decided,
            |decided, (bin, (codes, counters))| {
                let letters: usize = boxes.iter().map(|boxes| boxes[bin].len()).sum();
                if letters == 0 {
                    return;
                }
                let base = (bin * BIN) as u32;
                let mut new = vec![0u32; letters.min(BIN) + 1];
                let mut found = 0;
                for letter in boxes.iter().flat_map(|boxes| &boxes[bin]) {
                    let counter = &mut counters[*letter as usize];
                    let count = counter.get();
                    // Written in any case, kept if new: no branch to guess. As no
                    // vertex is new twice, at most BIN are kept.
                    new[found] = base + u32::from(*letter);
                    let (rest, is_new) = match mover_wins {
                        true => (count.saturating_sub(1), count == 1),
                        false => (0, count != 0),
                    };
                    *counter = C::new(rest as usize);
                    found += usize::from(is_new);
                }
                new.truncate(found);
                for v in &new {
                    codes[(v - base) as usize] = code;
                }
                if !new.is_empty() {
                    decided.push(new);
                }
            },
        );
        decided.into_iter().flatten().collect()
    }

    /// A whole round, each message delivered at once.
    fn deliver_few(&mut self, turned: &[Bin]) {
        let mut next = Vec::new();
        for &u in self.frontier.iter().flatten() {
            let mover_wins = self.codes[u as usize] % 2 == 1;
            for &v in turned[u as usize / BIN].predecessors(u as usize % BIN) {
                let counter = &mut self.counters[v as usize];
                let rest = match (counter.get(), mover_wins) {
                    (0, _) => continue,
                    (count, true) => count - 1,
                    (_, false) => 0,
                };
                *counter = C::new(rest as usize);
                if rest == 0 {
                    self.codes[v as usize] = 2 * self.round + u32::from(!mover_wins);
                    next.push(v);
                }
            }
        }
        self.frontier = vec![next];
    }
}

/// Empties the boxes and writes a message to every predecessor of `senders`.
fn write(senders: &[Vec<u32>], turned: &[Bin], boxes: &mut [Boxes]) {
    for boxes in boxes.iter_mut() {
        boxes.iter_mut().for_each(Vec::clear);
    }
    share(senders.iter(), boxes, |boxes, part| {
        let mut rows: [&[u32]; BATCH] = [&[]; BATCH];
        for batch in part.chunks(BATCH) {
            // Rows are short and their lengths cannot be guessed. To find all
            // of a batch first, and to look at their beginnings, lets many
            // waits for memory run at once.
            let mut warm = 0;
            for (row, &u) in rows.iter_mut().zip(batch) {
                *row = turned[u as usize / BIN].predecessors(u as usize % BIN);
            }
            for row in &rows[..batch.len()] {
                warm ^= row.first().copied().unwrap_or(0);
            }
            std::hint::black_box(warm);
            for row in &rows[..batch.len()] {
                for &v in *row {
                    boxes[v as usize / BIN].push(v as u16);
                }
            }
        }
    });
}
