//! Step two: the last round of pulling, which also turns the edges that are
//! left round.
//!
//! An edge is left if neither end is decided. It is thrown into the bin of
//! its target as one record of four bytes: two for the target within its bin
//! and two for the source within its block. The blocks of sources follow one
//! another, so that it is enough to note where each begins. Then every bin is
//! sorted by target: a count, a running sum, and one placement a record, all
//! within the bin.

use super::pull::{Pull, Window, bits, waits};
use super::push::{Counter, Push};
use super::{BIN, share};

/// The predecessors of the vertices of one bin.
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

/// The records that one thread throws into one bin.
struct Heap {
    records: Vec<u32>,
    /// Blocks of sources, and where the records of each end.
    ends: Vec<(u32, u32)>,
}

/// What one thread needs.
struct Thrower {
    heaps: Vec<Heap>,
    n: Window,
    p: Window,
    /// The edges of one word of vertices, compacted: target and source.
    left: Vec<(u32, u32)>,
    decided: Vec<Vec<u32>>,
}

/// Decides one more round and turns round what is left.
pub fn turn<C: Counter>(pull: Pull<'_>, threads: usize) -> (Vec<Bin>, Push<'_, C>) {
    let vertices = pull.codes.len();
    let bins = vertices.div_ceil(BIN);
    let mut counters = vec![C::default(); vertices];
    // Room for a fair share, so that few heaps have to move when they grow.
    let fair = (pull.graph.edges() as u64 - pull.dropped()) as usize / bins / threads;
    let heap = || Heap {
        records: Vec::with_capacity(fair + fair / 16),
        ends: Vec::new(),
    };
    let mut throwers: Vec<Thrower> = (0..threads)
        .map(|_| Thrower {
            heaps: (0..bins).map(|_| heap()).collect(),
            n: Window::default(),
            p: Window::default(),
            left: Vec::new(),
            decided: Vec::new(),
        })
        .collect();
    let (graph, n, p) = (pull.graph, &pull.n, &pull.p);
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
                thrower.n.gather(targets, n);
                // Where the last round found no P vertex, nobody waits for one.
                if pull.found_p {
                    thrower.p.gather(targets, p);
                }
                thrower.left.resize(targets.len(), (0, 0));
                let mut left = 0;
                for v in bits(undecided) {
                    let (from, to) = (first[v] as usize - start, first[v + 1] as usize - start);
                    let begin = left;
                    let mut wins = false;
                    for at in (from..to).step_by(64) {
                        let part = u64::MAX >> (64 - (to - at).min(64));
                        wins |= pull.found_p && thrower.p.part(at) & part != 0;
                        let mut open = !thrower.n.part(at);
                        // Written in any case, kept if open: no branch to guess.
                        for &target in &targets[at..to.min(at + 64)] {
                            thrower.left[left] = (target, v as u32);
                            left += (open & 1) as usize;
                            open >>= 1;
                        }
                    }
                    if wins || left == begin {
                        codes[v] = 2 * pull.round + u32::from(wins);
                        decided.push((base + v) as u32);
                        left = begin;
                    }
                    counters[64 * w + v] = C::new(left - begin);
                }
                for &(target, v) in &thrower.left[..left] {
                    let source = (64 * w) as u32 + v;
                    let heap = &mut thrower.heaps[target as usize / BIN];
                    heap.records.push((target % BIN as u32) | (source << 16));
                }
            }
            for heap in &mut thrower.heaps {
                let end = heap.records.len() as u32;
                if heap.ends.last().map_or(0, |last| last.1) != end {
                    heap.ends.push((block as u32, end));
                }
            }
            if !decided.is_empty() {
                thrower.decided.push(decided);
            }
        },
    );

    let frontier = throwers
        .iter_mut()
        .flat_map(|thrower| std::mem::take(&mut thrower.decided))
        .collect();
    let mut heaps: Vec<Vec<Heap>> = (0..bins).map(|_| Vec::with_capacity(threads)).collect();
    for thrower in throwers {
        for (heaps, heap) in heaps.iter_mut().zip(thrower.heaps) {
            heaps.push(heap);
        }
    }
    let mut turned: Vec<Bin> = Vec::new();
    turned.resize_with(bins, || Bin {
        first: Vec::new(),
        sources: Vec::new(),
    });
    let sizes = counters.chunks(BIN).map(<[C]>::len);
    let work = turned.iter_mut().zip(heaps).zip(sizes);
    share(work, &mut vec![(); threads], |(), ((bin, heaps), size)| {
        *bin = sort(heaps, size);
    });
    (
        turned,
        Push::new(pull.codes, counters, frontier, pull.round),
    )
}

/// Sorts the records of one bin of `size` vertices by target. They are
/// dropped afterwards.
fn sort(heaps: Vec<Heap>, size: usize) -> Bin {
    let mut first = vec![0u32; size + 1];
    let mut count = 0;
    for heap in &heaps {
        count += heap.records.len();
        for record in &heap.records {
            first[*record as u16 as usize + 1] += 1;
        }
    }
    for target in 0..size {
        first[target + 1] += first[target];
    }
    let mut sources = vec![0u32; count];
    // Placing moves each start to its end, which is the next start.
    for heap in &heaps {
        let mut begin = 0;
        for &(block, end) in &heap.ends {
            for record in &heap.records[begin as usize..end as usize] {
                let at = &mut first[*record as u16 as usize];
                sources[*at as usize] = block << 16 | record >> 16;
                *at += 1;
            }
            begin = end;
        }
    }
    first.copy_within(0..size, 1);
    first[0] = 0;
    Bin { first, sources }
}
