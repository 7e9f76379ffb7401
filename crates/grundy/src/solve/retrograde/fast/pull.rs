//! Step one: undecided vertices look at their own options.
//!
//! Two bit sets hold what is known: the N and the P vertices. A round asks of
//! every undecided vertex whether some option is in the set P (then it is N)
//! or all are in the set N (then it is P). For 64 vertices at a time the bits
//! of all their options are first gathered into one string, without a branch,
//! so that many look-ups are under way at once; the answer for each vertex is
//! a comparison on its part of the string.

use super::{BIN, DRAW, WORDS, share};
use crate::error::Error;
use crate::solve::graph::Graph;
use crate::solve::retrograde::Play;

/// What is known between rounds.
pub struct Pull<'a> {
    pub(super) graph: &'a Graph,
    pub(super) codes: &'a mut [u32],
    /// Decided N and P, before the last round's are added.
    pub(super) n: Vec<u64>,
    pub(super) p: Vec<u64>,
    /// Decided in the last round.
    new_n: Vec<u64>,
    new_p: Vec<u64>,
    /// The round that comes next.
    pub(super) round: u32,
    /// Whether the last round found N, and P vertices.
    pub(super) found_n: bool,
    pub(super) found_p: bool,
    widest: u32,
    /// Edges from vertices that are decided.
    dropped: u64,
    dropped_last: u64,
    /// How many vertices the last three rounds decided, the last first.
    counts: [u64; 3],
    /// How many all rounds decided.
    found_in_all: u64,
    threads: usize,
}

/// What one thread finds in a round.
#[derive(Clone, Default)]
struct Found {
    n: bool,
    p: bool,
    dropped: u64,
    count: u64,
    bits: Window,
}

impl<'a> Pull<'a> {
    /// Begins with the labels of positions where play is over, which it
    /// writes to `codes`.
    pub fn new(
        graph: &'a Graph,
        play: &Play,
        codes: &'a mut [u32],
        threads: usize,
    ) -> Result<Self, Error> {
        let words = codes.len().div_ceil(64);
        let (mut n, mut p) = (vec![0u64; words], vec![0u64; words]);
        let end = play.before(0);
        let ends = if end == 1 { &mut n } else { &mut p };
        let mut widest = vec![0; threads];
        let blocks = codes.chunks_mut(BIN).zip(ends.chunks_mut(WORDS));
        share(
            blocks.enumerate(),
            &mut widest,
            |widest, (block, (codes, ends))| {
                let rows = graph.first()[block * BIN..].windows(2);
                for (v, (code, row)) in codes.iter_mut().zip(rows).enumerate() {
                    let options = row[1] - row[0];
                    *code = play.before(options);
                    ends[v / 64] |= u64::from(options == 0) << (v % 64);
                    *widest = options.max(*widest);
                }
            },
        );
        let mut dropped = 0;
        play.declare(codes)?;
        for &(v, _) in &play.declared {
            let (word, bit) = (v as usize / 64, 1 << (v % 64));
            let mover_wins = codes[v as usize] == 1;
            if (n[word] | p[word]) & bit == 0 {
                dropped += graph.successors(v).len() as u64;
            }
            n[word] = n[word] & !bit | if mover_wins { bit } else { 0 };
            p[word] = p[word] & !bit | if mover_wins { 0 } else { bit };
        }
        let widest = widest.into_iter().max().unwrap_or(0);
        let count = |set: &[u64]| {
            set.iter()
                .map(|word| u64::from(word.count_ones()))
                .sum::<u64>()
        };
        let ends = count(&n) + count(&p);
        let some = |set: &[u64]| set.iter().any(|word| *word != 0);
        let (found_n, found_p) = (some(&n), some(&p));
        Ok(Pull {
            graph,
            codes,
            new_n: vec![0; words],
            new_p: vec![0; words],
            n,
            p,
            round: 1,
            found_n,
            found_p,
            widest,
            dropped,
            dropped_last: 0,
            counts: [ends, 0, 0],
            found_in_all: 0,
            threads,
        })
    }

    /// The greatest number of options of any vertex.
    pub fn widest(&self) -> u32 {
        self.widest
    }

    /// Whether the last round decided nothing: then all is decided.
    pub fn settled(&self) -> bool {
        !self.found_n && !self.found_p
    }

    /// Whether another round is likely to pay. To look at an edge costs a
    /// sixth of turning it round, or less, and turning looks for one round
    /// itself. A P round nearly always pays at first, an N round if it drops
    /// much; later ones do if the last dropped much, or if so few vertices were
    /// found that the end is near.
    pub fn worthwhile(&self) -> bool {
        const TURNING: i32 = 6;
        // The edges of a vertex are dropped, and those that lead to it.
        const PAYS: f64 = 9.0;
        let left = self.graph.edges() as u64 - self.dropped;
        let early = match self.found_p && !self.found_n {
            true => self.round <= 4 && self.expected_drop() * PAYS > left as f64,
            false => self.round <= 3,
        };
        // Rounds of N and of P alternate: the trend is that of every other.
        // Before the first, the options of the next P vertices stand for it.
        let [last, _, before] = self.counts.map(|count| count as f64);
        let trend = match self.round {
            1 => self.expected_drop() / self.codes.len().max(1) as f64,
            _ => last / before.max(1.0),
        };
        let expected = last * trend.powi(TURNING / 2);
        !self.settled() && (early || self.dropped_last * 4 > left || expected < 1.0)
    }

    /// How many edges the next N round is likely to drop: every vertex that is
    /// new in P has as many predecessors, and each of them as many options,
    /// as there are edges for each vertex that waits.
    fn expected_drop(&self) -> f64 {
        let left = self.graph.edges() as u64 - self.dropped;
        let waiting = self.codes.len() as u64 - self.found_in_all;
        let degree = left as f64 / waiting.max(1) as f64;
        self.counts[0] as f64 * degree * degree
    }

    /// Edges that no later step needs to look at.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// One round.
    pub fn round(&mut self) {
        let (graph, n, p, round) = (self.graph, &self.n, &self.p, self.round);
        let (want_n, want_p) = (self.found_p, self.found_n);
        let rare = self.found_in_all * 8 < self.codes.len() as u64;
        let mut states = vec![Found::default(); self.threads];
        let blocks = self
            .codes
            .chunks_mut(BIN)
            .zip(self.new_n.chunks_mut(WORDS))
            .zip(self.new_p.chunks_mut(WORDS))
            .enumerate();
        share(
            blocks,
            &mut states,
            |found, (block, ((codes, new_n), new_p))| {
                for (w, codes) in codes.chunks_mut(64).enumerate() {
                    let word = block * WORDS + w;
                    let undecided = !(n[word] | p[word]) & mask(codes.len());
                    (new_n[w], new_p[w]) = (0, 0);
                    if undecided == 0 {
                        continue;
                    }
                    let base = 64 * word;
                    if want_n {
                        new_n[w] = found.bits.any(graph, p, base, undecided);
                        found.n |= new_n[w] != 0;
                    }
                    if want_p {
                        new_p[w] = found.bits.all(graph, n, base, undecided, rare);
                        found.p |= new_p[w] != 0;
                    }
                    found.count += u64::from((new_n[w] | new_p[w]).count_ones());
                    for v in bits(new_n[w] | new_p[w]) {
                        codes[v] = 2 * round + (new_n[w] >> v & 1) as u32;
                        found.dropped += graph.successors((base + v) as u32).len() as u64;
                    }
                }
            },
        );
        for (old, new) in self.n.iter_mut().zip(&self.new_n) {
            *old |= new;
        }
        for (old, new) in self.p.iter_mut().zip(&self.new_p) {
            *old |= new;
        }
        self.found_n = states.iter().any(|found| found.n);
        self.found_p = states.iter().any(|found| found.p);
        self.dropped_last = states.iter().map(|found| found.dropped).sum();
        self.dropped += self.dropped_last;
        let count = states.iter().map(|found| found.count).sum();
        self.found_in_all += count;
        self.counts = [count, self.counts[0], self.counts[1]];
        self.round += 1;
    }
}

/// The low `count` bits, at most 64.
fn mask(count: usize) -> u64 {
    u64::MAX >> (64 - count)
}

/// The numbers of the bits of `word`.
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

/// Whether vertex `v` is in `set`.
pub(super) fn has(set: &[u64], v: u32) -> bool {
    set[v as usize / 64] >> (v % 64) & 1 == 1
}

/// Pieces of at most 64 bits: where each begins and a mask of its length.
/// Nearly all vertices have no more options than that.
fn pieces(from: usize, to: usize) -> impl Iterator<Item = (usize, u64)> {
    (from..to)
        .step_by(64)
        .map(move |at| (at, mask((to - at).min(64))))
}

/// The options of 64 neighbouring vertices, one bit for each.
#[derive(Clone, Default)]
pub(super) struct Window {
    string: Vec<u64>,
}

/// With fewer undecided vertices than this among 64, each is asked alone.
const SPARSE: u32 = 12;

impl Window {
    /// Which of the `undecided` vertices from `base` on have an option in
    /// `set`.
    fn any(&mut self, graph: &Graph, set: &[u64], base: usize, undecided: u64) -> u64 {
        self.ask(graph, set, base, undecided, |found, wanted| {
            found & wanted != 0
        })
    }

    /// Which of them have all options in `set`; where members are `rare`, the
    /// first option alone rules nearly all of them out.
    fn all(
        &mut self,
        graph: &Graph,
        set: &[u64],
        base: usize,
        mut undecided: u64,
        rare: bool,
    ) -> u64 {
        if rare {
            let (first, targets) = (&graph.first()[base..], graph.targets());
            undecided = bits(undecided).fold(0, |likely, v| {
                likely | u64::from(has(set, targets[first[v] as usize])) << v
            });
        }
        let outside = |found: u64, wanted: u64| found & wanted != wanted;
        undecided & !self.ask(graph, set, base, undecided, outside)
    }

    /// The vertices for one part of whose options `hit` holds.
    fn ask(
        &mut self,
        graph: &Graph,
        set: &[u64],
        base: usize,
        undecided: u64,
        hit: impl Fn(u64, u64) -> bool,
    ) -> u64 {
        let mut hits = 0;
        if undecided.count_ones() < SPARSE {
            for v in bits(undecided) {
                let mut after = graph.successors((base + v) as u32).iter();
                let found = after.any(|to| hit(has(set, *to).into(), 1));
                hits |= u64::from(found) << v;
            }
            return hits;
        }
        let first = &graph.first()[base..];
        let start = first[0] as usize;
        let end = first[first.len().min(65) - 1] as usize;
        self.gather(&graph.targets()[start..end], set);
        for v in bits(undecided) {
            let (from, to) = (first[v] as usize - start, first[v + 1] as usize - start);
            // Nearly all vertices have at most 64 options.
            let found = match to - from {
                length @ ..=64 => hit(self.part(from), mask(length)),
                _ => (from..to)
                    .step_by(64)
                    .any(|at| hit(self.part(at), mask((to - at).min(64)))),
            };
            hits |= u64::from(found) << v;
        }
        hits
    }

    /// One bit for each of `targets`: whether it is in `set`.
    pub(super) fn gather(&mut self, targets: &[u32], set: &[u64]) {
        let word = |chunk: &[u32]| {
            let gathered = chunk.iter().enumerate();
            gathered.fold(0, |word, (bit, to)| word | u64::from(has(set, *to)) << bit)
        };
        self.string.clear();
        // Chunks whose length the compiler knows become straight code.
        let (chunks, rest) = targets.as_chunks::<64>();
        self.string.extend(chunks.iter().map(|chunk| word(chunk)));
        self.string.push(word(rest));
        // A part may begin in the last word and reach beyond it.
        self.string.push(0);
    }

    /// Whether some of the `targets` from `from` up to `to` whose bit is set
    /// is in `set`.
    pub(super) fn any_of(&self, from: usize, to: usize, targets: &[u32], set: &[u64]) -> bool {
        pieces(from, to)
            .any(|(at, wanted)| bits(self.part(at) & wanted).any(|bit| has(set, targets[at + bit])))
    }

    /// Copies the bits from `from` up to `to` that are not set to the same
    /// places of `string`, where none is set yet. How many these are.
    pub(super) fn copy_unset(&self, from: usize, to: usize, string: &mut [u64]) -> u32 {
        let mut count = 0;
        for (at, wanted) in pieces(from, to) {
            let unset = !self.part(at) & wanted;
            count += unset.count_ones();
            string[at / 64] |= unset << (at % 64);
            string[at / 64 + 1] |= unset >> 1 >> (63 - at % 64);
        }
        count
    }

    /// The 64 bits from `at` on.
    fn part(&self, at: usize) -> u64 {
        let (word, shift) = (at / 64, at % 64);
        self.string[word] >> shift | self.string[word + 1] << 1 << (63 - shift)
    }
}

/// Whether a vertex still waits for its label.
pub(super) fn waits(code: u32) -> bool {
    code == DRAW
}
