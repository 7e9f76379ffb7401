//! Step two: the last round of pulling, which also turns the edges that are
//! left round.
//!
//! An edge is left if neither end is decided. It is thrown into the bin of
//! its target as one record of four bytes: two for the target within its bin
//! and two for the source within its block. It is enough to note where the
//! records of each block end. Then every bin is sorted by target: a count, a
//! running sum, and one placement a record, all within the bin.
//!
//! To touch fresh memory for the first time costs more than all that, so the
//! turned graph takes the place of the records.

use std::sync::{Mutex, PoisonError};

use super::pull::{Pull, Window, bits, waits};
use super::push::{Counter, Push};
use super::{BIN, share};

/// The predecessors of the vertices of one bin.
#[derive(Default)]
pub struct Bin {
    /// Where each vertex's predecessors begin.
    first: Vec<u32>,
    sources: Vec<u32>,
}

impl Bin {
    /// Predecessors of the vertex with number `within` the bin.
    pub fn predecessors(&self, within: usize) -> &[u32] {
        &self.sources[self.first[within] as usize..self.first[within + 1] as usize]
    }
}

/// The records that were thrown into one bin.
struct Heap {
    records: Vec<u32>,
    /// Blocks of sources, and where the records of each end; a block may come
    /// several times.
    ends: Vec<(u32, u32)>,
}

/// Records of one thread on their way to the heaps. There are more heaps than a
/// processor can write to at once, so that some wait here first; apart from
/// their numbers, which are looked at for every record.
#[derive(Clone)]
struct Hands {
    records: Vec<[u32; HANDFUL]>,
    counts: Vec<u8>,
}

/// How many records are thrown together.
const HANDFUL: usize = 128;

impl Hands {
    /// Takes one more record from a source in `block`.
    #[inline]
    fn take(&mut self, bin: usize, record: u32, block: u32, heaps: &[Mutex<Heap>]) {
        let count = usize::from(self.counts[bin]);
        self.records[bin][count % HANDFUL] = record;
        self.counts[bin] = count as u8 + 1;
        if count + 1 == HANDFUL {
            self.throw(bin, block, heaps);
        }
    }

    #[inline(never)]
    fn throw(&mut self, bin: usize, block: u32, heaps: &[Mutex<Heap>]) {
        // A thread that panicked is re-raised when the scope ends.
        let mut heap = heaps[bin].lock().unwrap_or_else(PoisonError::into_inner);
        heap.records
            .extend_from_slice(&self.records[bin][..usize::from(self.counts[bin])]);
        let end = heap.records.len() as u32;
        match heap.ends.last_mut() {
            Some(last) if last.0 == block => last.1 = end,
            _ => heap.ends.push((block, end)),
        }
        self.counts[bin] = 0;
    }
}

/// What one thread needs.
#[derive(Clone)]
struct Thrower {
    hands: Hands,
    decided_options: Window,
    /// For the options of 64 neighbouring vertices: the edges that are left,
    /// and at which of the vertices each begins.
    open: Vec<u64>,
    owner: Vec<u8>,
    decided: Vec<Vec<u32>>,
}

/// Most vertices have at most this many options.
const SHORT: usize = 8;

impl Thrower {
    fn new(bins: usize) -> Self {
        let hands = Hands {
            records: vec![[0; HANDFUL]; bins],
            counts: vec![0; bins],
        };
        Thrower {
            hands,
            decided_options: Window::default(),
            open: Vec::new(),
            owner: Vec::new(),
            decided: Vec::new(),
        }
    }

    /// Notes that the edges `from..to` begin at `v`. Without a branch to guess
    /// for most vertices: what is written too much is written over by the
    /// vertices that follow.
    fn own(&mut self, from: usize, to: usize, v: u8) {
        self.owner[from..from + SHORT].fill(v);
        if to - from > SHORT {
            self.owner[from + SHORT..to].fill(v);
        }
    }
}

/// Decides one more round and turns round what is left.
pub fn turn<C: Counter>(pull: Pull<'_>, threads: usize) -> (Vec<Bin>, Push<'_, C>) {
    let vertices = pull.codes.len();
    let bins = vertices.div_ceil(BIN);
    let mut counters = vec![C::default(); vertices];
    // Room for a fair share, so that few heaps have to move when they grow.
    let fair = (pull.graph.edges() as u64 - pull.dropped()) as usize / bins;
    let heap = || Heap {
        records: Vec::with_capacity(fair + fair / 16),
        ends: Vec::new(),
    };
    let heaps: Vec<Mutex<Heap>> = (0..bins).map(|_| Mutex::new(heap())).collect();
    let mut throwers = vec![Thrower::new(bins); threads];
    let (graph, p) = (pull.graph, &pull.p);
    let decided_before: Vec<u64> = pull.n.iter().zip(p).map(|(n, p)| n | p).collect();
    let blocks = pull.codes.chunks_mut(BIN).zip(counters.chunks_mut(BIN));
    share(
        blocks.enumerate(),
        &mut throwers,
        |thrower, (block, (codes, counters))| {
            let mut decided = Vec::new();
            for (w, codes) in codes.chunks_mut(64).enumerate() {
                let base = block * BIN + 64 * w;
                let undecided = codes.iter().enumerate().fold(0u64, |word, (bit, code)| {
                    word | u64::from(waits(*code)) << bit
                });
                if undecided == 0 {
                    continue;
                }
                let first = &graph.first()[base..];
                let start = first[0] as usize;
                let targets = &graph.targets()[start..first[codes.len()] as usize];
                thrower.decided_options.gather(targets, &decided_before);
                thrower.open.clear();
                thrower.open.resize(targets.len() / 64 + 2, 0);
                thrower.owner.resize(targets.len() + SHORT, 0);
                for v in bits(undecided) {
                    let (from, to) = (first[v] as usize - start, first[v + 1] as usize - start);
                    thrower.own(from, to, v as u8);
                    // Where the last round found no P vertex, nobody waits for one.
                    let options = &thrower.decided_options;
                    let wins = pull.found_p && options.any_of(from, to, targets, p);
                    let left = match wins {
                        true => 0,
                        false => options.copy_unset(from, to, &mut thrower.open),
                    };
                    if left == 0 {
                        codes[v] = 2 * pull.round + u32::from(wins);
                        decided.push((base + v) as u32);
                    }
                    counters[64 * w + v] = C::new(left as usize);
                }
                for (chunk, open) in thrower.open.iter().enumerate() {
                    for edge in bits(*open) {
                        let edge = 64 * chunk + edge;
                        let (target, v) = (targets[edge], thrower.owner[edge]);
                        let source = 64 * w as u32 + u32::from(v);
                        let record = (target % BIN as u32) | (source << 16);
                        let bin = target as usize / BIN;
                        thrower.hands.take(bin, record, block as u32, &heaps);
                    }
                }
            }
            for bin in 0..bins {
                thrower.hands.throw(bin, block as u32, &heaps);
            }
            if !decided.is_empty() {
                thrower.decided.push(decided);
            }
        },
    );

    let frontier = throwers.into_iter().flat_map(|thrower| thrower.decided);
    let mut turned: Vec<Bin> = Vec::new();
    turned.resize_with(bins, Bin::default);
    let sizes = counters.chunks(BIN).map(<[C]>::len);
    let work = turned.iter_mut().zip(heaps).zip(sizes);
    share(
        work,
        &mut vec![Vec::new(); threads],
        |records, ((bin, heap), size)| {
            let heap = heap.into_inner().unwrap_or_else(PoisonError::into_inner);
            *bin = sort(heap, size, records);
        },
    );
    let push = Push::new(pull.codes, counters, frontier.collect(), pull.round);
    (turned, push)
}

/// Sorts the records of one bin of `size` vertices by target. They are first
/// moved to `records`, which serves many bins; the sources are then placed
/// where they were.
fn sort(heap: Heap, size: usize, records: &mut Vec<u32>) -> Bin {
    let mut first = vec![0u32; size + 1];
    let mut sources = heap.records;
    records.clear();
    records.extend_from_slice(&sources);
    for record in records.iter() {
        first[*record as u16 as usize + 1] += 1;
    }
    for target in 0..size {
        first[target + 1] += first[target];
    }
    // Placing moves each start to its end, which is the next start.
    let mut begin = 0;
    for (block, end) in heap.ends {
        for record in &records[begin as usize..end as usize] {
            let at = &mut first[*record as u16 as usize];
            sources[*at as usize] = block << 16 | record >> 16;
            *at += 1;
        }
        begin = end;
    }
    first.copy_within(0..size, 1);
    first[0] = 0;
    Bin { first, sources }
}
