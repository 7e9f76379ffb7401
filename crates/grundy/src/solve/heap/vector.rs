//! Brute force with vector instructions, for games without a sparse space.
//!
//! The options of a heap n are marked exactly for a short prefix of the splits.
//! The few smallest unmarked values are then looked for among all other splits:
//! xor of the table with a reversed copy of itself, compared with up to four
//! values at once. The least value that is not found is the value of the heap;
//! if all are found, the next few are tried. How long the prefix is follows from how
//! often that happened lately: only time depends on it. Cells are as narrow as the
//! values allow (8, 16 or 32 bits), so that a register holds up to 64 splits.
//!
//! **Threads.** In a block of heaps n0 … n0+B-1 all splits but the B most uneven
//! ones have both parts below n0. So the threads share out the heaps of the block:
//! each finds the least few values that no *old* option has (the survivors). One
//! thread then goes through the block in order; of the survivors of a heap it
//! strikes out those that a new option has, and the least that remains is the
//! value. If none remains, the heap is computed anew.
//!
//! Limits: finite codes leaving at most two heaps. The n-th value still costs
//! time proportional to n, only much less of it.

use super::Sequence;
use super::binary::Binary;
use super::code::Rules;
use crate::budget::{Budget, Meter};
use crate::error::Error;
use crate::platform;

/// How many values are looked for at once.
const WANTED: usize = 4;

/// From this heap on blocks of heaps are worth several threads.
const SHARED_FROM: u64 = 1 << 17;
/// How many heaps are shared out at once.
const BLOCK: u64 = 512;

/// How many splits are marked for each value that may be: a measure between bounds.
#[derive(Clone, Copy, Debug)]
struct Effort {
    splits: u64,
    easy: u32,
}

impl Effort {
    const FIRST: Effort = Effort { splits: 6, easy: 0 };

    /// More of it when values were looked for again and again, less when not: about
    /// three searches a heap cost least (measured on 0.007 and 4.673).
    fn learn(&mut self, searches: u32) {
        if searches >= 4 {
            self.splits = (self.splits + 1).min(64);
            return;
        }
        self.easy += 1;
        if self.easy >= 2 {
            (self.easy, self.splits) = (0, (self.splits - 1).max(2));
        }
    }
}

/// Vectorised brute force.
#[derive(Debug)]
pub struct Vector {
    binary: Binary,
    cells: Cells,
    largest: u32,
    marks: Marks,
    effort: Effort,
    meter: Meter,
    cursor: u64,
    portable: bool,
    threads: usize,
    shared_from: u64,
}

#[derive(Debug)]
enum Cells {
    Bytes(Mirror<u8>),
    Words(Mirror<u16>),
    Wide(Mirror<u32>),
}

/// A growing table and its reversed copy.
#[derive(Debug, Default)]
struct Mirror<T> {
    forward: Vec<T>,
    /// Filled from the end: `backward[len - 1 - i] == forward[i]`.
    backward: Vec<T>,
}

/// The values of options that were marked exactly: one byte for each.
#[derive(Debug, Default)]
struct Marks(Vec<u8>);

impl Marks {
    /// Empties the set and makes room for xors of values up to `largest`.
    fn clear(&mut self, largest: u32) {
        let size = (largest as usize + 1).next_power_of_two();
        self.0.clear();
        self.0.resize(size + WANTED, 0);
    }

    #[inline]
    fn mark(&mut self, value: u32) {
        if let Some(mark) = self.0.get_mut(value as usize) {
            *mark = 1;
        }
    }

    /// Marks the xor of each pair; no value of a pair is above the largest.
    #[inline]
    fn mark_pairs<T: Cell>(&mut self, a: &[T], b: &[T]) {
        let size = self.0.len() - WANTED;
        let marks = &mut self.0[..size];
        for (&x, &y) in a.iter().zip(b) {
            // The size is a power of two: without a comparison the place is inside.
            marks[(x ^ y).widen() as usize & (size - 1)] = 1;
        }
    }

    fn has(&self, value: u32) -> bool {
        self.0.get(value as usize) == Some(&1)
    }

    /// The least value from `start` on that is not marked.
    fn mex_from(&self, start: u32) -> u32 {
        let from = self.0.get(start as usize..).unwrap_or(&[]);
        start + from.iter().position(|&m| m == 0).unwrap_or(from.len()) as u32
    }
}

trait Cell: Copy + Default + Ord + std::ops::BitXor<Output = Self> {
    const LARGEST: u32;
    const MOST: Self;
    fn narrow(value: u32) -> Self;
    fn widen(self) -> u32;
}

macro_rules! cell {
    ($($t:ty),*) => {$(
        impl Cell for $t {
            const LARGEST: u32 = <$t>::MAX as u32;
            const MOST: Self = <$t>::MAX;
            fn narrow(value: u32) -> Self {
                value as $t
            }
            fn widen(self) -> u32 {
                u32::from(self)
            }
        }
    )*};
}
cell!(u8, u16, u32);

impl<T: Cell> Mirror<T> {
    fn from_values(values: impl Iterator<Item = u32>) -> Mirror<T> {
        let mut mirror = Mirror::default();
        values.for_each(|v| mirror.push(T::narrow(v)));
        mirror
    }

    fn push(&mut self, value: T) {
        let n = self.forward.len();
        if n == self.backward.len() {
            let mut grown = vec![T::default(); (2 * n).max(1 << 10)];
            let start = grown.len() - n;
            grown[start..].copy_from_slice(&self.backward);
            self.backward = grown;
        }
        let place = self.backward.len() - 1 - n;
        self.backward[place] = value;
        self.forward.push(value);
    }

    /// The splits of `rest` with smaller parts `from ..= to`, as two slices.
    fn splits(&self, rest: u64, from: u64, to: u64) -> (&[T], &[T]) {
        let (from, to) = (from as usize, to as usize);
        let shift = self.backward.len() - 1;
        let (first, last) = (shift + from - rest as usize, shift + to - rest as usize);
        (&self.forward[from..=to], &self.backward[first..=last])
    }
}

/// Bit `i` of the result: whether `wanted[i]` is the xor of some pair. The least
/// difference to it, lane by lane, is what compilers make the best code of.
#[inline(always)]
fn find<T: Cell, const K: usize>(a: &[T], b: &[T], wanted: [T; K]) -> u8 {
    const LANES: usize = 64;
    let mut least = [[T::MOST; LANES]; K];
    let (mut a, mut b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    for (x, y) in a.by_ref().zip(b.by_ref()) {
        for lane in 0..LANES {
            let value = x[lane] ^ y[lane];
            for (least, w) in least.iter_mut().zip(wanted) {
                least[lane] = least[lane].min(value ^ w);
            }
        }
    }
    let nothing = T::default();
    let mut found = 0;
    for (i, (least, w)) in least.iter().zip(wanted).enumerate() {
        let mut rest = a.remainder().iter().zip(b.remainder());
        let hit = least.contains(&nothing) || rest.any(|(&x, &y)| x ^ y == w);
        found |= u8::from(hit) << i;
    }
    found
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt")]
fn find_avx512<T: Cell, const K: usize>(a: &[T], b: &[T], wanted: [T; K]) -> u8 {
    find(a, b, wanted)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
fn find_avx2<T: Cell, const K: usize>(a: &[T], b: &[T], wanted: [T; K]) -> u8 {
    find(a, b, wanted)
}

fn find_best<T: Cell, const K: usize>(portable: bool, a: &[T], b: &[T], wanted: [T; K]) -> u8 {
    #[cfg(target_arch = "x86_64")]
    if !portable {
        use super::kernel;
        if kernel::has_vbmi() {
            // SAFETY: the features are there.
            return unsafe { find_avx512(a, b, wanted) };
        }
        if kernel::has_avx2() {
            // SAFETY: the features are there.
            return unsafe { find_avx2(a, b, wanted) };
        }
    }
    // Elsewhere it is the only form.
    #[cfg(not(target_arch = "x86_64"))]
    let _ = portable;
    find(a, b, wanted)
}

impl Vector {
    /// The sequence of `rules`, from heap 0.
    pub fn new(rules: &Rules, budget: &Budget) -> Result<Vector, Error> {
        Ok(Vector {
            binary: Binary::new(rules)?,
            cells: Cells::Bytes(Mirror::default()),
            largest: 0,
            marks: Marks::default(),
            effort: Effort::FIRST,
            meter: budget.meter("vectorised brute force"),
            cursor: 0,
            portable: false,
            threads: platform::parallelism(),
            shared_from: SHARED_FROM,
        })
    }

    /// Continues the sequence of `rules` whose first values are `values`.
    pub fn from_values(rules: &Rules, budget: &Budget, values: &[u32]) -> Result<Vector, Error> {
        let mut engine = Vector::new(rules, budget)?;
        engine.largest = values.iter().copied().max().unwrap_or(0);
        let values = values.iter().copied();
        engine.cells = match engine.largest {
            0..256 => Cells::Bytes(Mirror::from_values(values)),
            256..65536 => Cells::Words(Mirror::from_values(values)),
            _ => Cells::Wide(Mirror::from_values(values)),
        };
        Ok(engine)
    }

    /// The same without vector instructions beyond the base ones, for tests.
    pub fn portable(mut self) -> Vector {
        self.portable = true;
        self
    }

    /// The same on so many threads from heap `from` on.
    pub fn shared(mut self, threads: usize, from: u64) -> Vector {
        self.threads = threads;
        self.shared_from = from;
        self
    }

    /// The account of this engine, to be gone on with by another.
    pub(super) fn meter_mut(&mut self) -> &mut Meter {
        &mut self.meter
    }

    /// The largest value so far.
    pub fn largest(&self) -> u32 {
        self.largest
    }

    /// All values so far.
    pub fn values(&self) -> Vec<u32> {
        match &self.cells {
            Cells::Bytes(m) => m.forward.iter().map(|v| v.widen()).collect(),
            Cells::Words(m) => m.forward.iter().map(|v| v.widen()).collect(),
            Cells::Wide(m) => m.forward.clone(),
        }
    }

    fn step(&mut self) -> Result<(), Error> {
        let (binary, marks, portable) = (&self.binary, &mut self.marks, self.portable);
        let n = self.cells.len();
        let how = (self.effort, portable);
        let (survivors, searches) = match &self.cells {
            Cells::Bytes(m) => survivors(binary, m, n, self.largest, marks, how),
            Cells::Words(m) => survivors(binary, m, n, self.largest, marks, how),
            Cells::Wide(m) => survivors(binary, m, n, self.largest, marks, how),
        };
        self.effort.learn(searches);
        self.push(survivors[0])
    }

    /// Computes `count` values on several threads, or fewer if the cells
    /// become too narrow on the way.
    fn block(&mut self, count: u64) -> Result<(), Error> {
        let narrow = self.cells.largest();
        let found = match &self.cells {
            Cells::Bytes(m) => self.scout(m, count),
            Cells::Words(m) => self.scout(m, count),
            Cells::Wide(m) => self.scout(m, count),
        };
        let start = self.known();
        for (mut alive, searches) in found {
            if self.cells.largest() != narrow {
                break;
            }
            self.effort.learn(searches);
            self.strike_out(start, &mut alive);
            match alive.first() {
                Some(&value) => self.push(value)?,
                None => self.step()?,
            }
        }
        Ok(())
    }

    /// The survivors of the next `count` heaps, each thread taking its share.
    fn scout<T: Cell + Sync>(&self, table: &Mirror<T>, count: u64) -> Vec<(Vec<u32>, u32)> {
        let start = self.known();
        let mut found = vec![(Vec::new(), 0); count as usize];
        let share = found.len().div_ceil(self.threads.max(1));
        let shares = found.chunks_mut(share).zip((start..).step_by(share));
        platform::in_parallel(shares, |(heaps, from)| {
            let mut marks = Marks::default();
            for (out, n) in heaps.iter_mut().zip(from..) {
                let (binary, how) = (&self.binary, (self.effort, self.portable));
                *out = survivors(binary, table, n, self.largest, &mut marks, how);
            }
        });
        found
    }

    /// Strikes out the values of the options of the next heap that have a part from
    /// `start` on.
    fn strike_out(&self, start: u64, alive: &mut Vec<u32>) {
        let n = self.known();
        let value = |heap: u64| self.value(heap).unwrap_or(0);
        for &take in self
            .binary
            .whole
            .iter()
            .filter(|&&t| n - start >= t && t > 0)
        {
            let option = value(n - take);
            alive.retain(|&v| v != option);
        }
        for &take in self.binary.split.iter().filter(|&&t| t < n) {
            let rest = n - take;
            let Some(half) = self.binary.largest_half(rest) else {
                continue;
            };
            for smaller in self.binary.min_part..=half.min(rest.saturating_sub(start)) {
                if rest - smaller >= start {
                    let option = value(smaller) ^ value(rest - smaller);
                    alive.retain(|&v| v != option);
                }
            }
        }
    }

    fn push(&mut self, value: u32) -> Result<(), Error> {
        self.meter.state()?;
        // A few moves cost no more than the heap itself; those of a large
        // subtraction set do.
        const FEW: usize = 16;
        let many = self.binary.whole.len().saturating_sub(FEW);
        self.meter.options(many as u64)?;
        self.largest = self.largest.max(value);
        if let Cells::Bytes(m) = &self.cells
            && value > u8::LARGEST
        {
            self.cells = Cells::Words(Mirror::from_values(m.forward.iter().map(|v| v.widen())));
        }
        if let Cells::Words(m) = &self.cells
            && value > u16::LARGEST
        {
            self.cells = Cells::Wide(Mirror::from_values(m.forward.iter().map(|v| v.widen())));
        }
        let bytes = match &mut self.cells {
            Cells::Bytes(m) => {
                m.push(Cell::narrow(value));
                3 * m.forward.len()
            }
            Cells::Words(m) => {
                m.push(Cell::narrow(value));
                6 * m.forward.len()
            }
            Cells::Wide(m) => {
                m.push(value);
                12 * m.forward.len()
            }
        };
        self.meter.bytes(bytes as u64)
    }
}

impl Cells {
    fn len(&self) -> u64 {
        match self {
            Cells::Bytes(m) => m.forward.len() as u64,
            Cells::Words(m) => m.forward.len() as u64,
            Cells::Wide(m) => m.forward.len() as u64,
        }
    }

    /// The largest value that fits.
    fn largest(&self) -> u32 {
        match self {
            Cells::Bytes(_) => u8::LARGEST,
            Cells::Words(_) => u16::LARGEST,
            Cells::Wide(_) => u32::LARGEST,
        }
    }
}

/// The least few values, in ascending order and at least one, that no option of
/// heap `n` has, as far as the parts of the options are in the table. Every
/// value below the last of them is either one of them or the value of an option.
/// With them comes how often values were looked for.
fn survivors<T: Cell>(
    binary: &Binary,
    table: &Mirror<T>,
    n: u64,
    largest: u32,
    seen: &mut Marks,
    (effort, portable): (Effort, bool),
) -> (Vec<u32>, u32) {
    let known = table.forward.len() as u64;
    seen.clear(largest);
    if binary.clear.binary_search(&n).is_ok() {
        seen.mark(0);
    }
    for &take in binary.whole.iter().filter(|&&t| t < n && n - t < known) {
        seen.mark(table.forward[(n - take) as usize].widen());
    }
    // As many splits as leave only a few values unmarked.
    let kinds = binary.split.len().max(1) as u64;
    let prefix = effort.splits * u64::from(largest) / kinds + 64;
    let mut rest_of: Vec<(&[T], &[T])> = Vec::new();
    for &take in binary.split.iter().filter(|&&t| t < n) {
        let rest = n - take;
        // The larger part must be known too.
        let least = binary.min_part.max((rest + 1).saturating_sub(known));
        let Some(half) = binary.largest_half(rest).filter(|half| least <= *half) else {
            continue;
        };
        let exact = half.min(least + prefix - 1);
        let (a, b) = table.splits(rest, least, exact);
        seen.mark_pairs(a, b);
        if exact < half {
            rest_of.push(table.splits(rest, exact + 1, half));
        }
    }
    let mut searches = 0;
    loop {
        searches += 1;
        let mut wanted = [0u32; WANTED];
        let mut from = 0;
        for w in &mut wanted {
            *w = seen.mex_from(from);
            from = *w + 1;
        }
        // A value wider than the cells cannot be an option.
        let mut open: Vec<u32> = wanted.into_iter().filter(|&w| w <= T::LARGEST).collect();
        for (a, b) in &rest_of {
            for (a, b) in a.chunks(2048).zip(b.chunks(2048)) {
                let found = match open.len() {
                    0 => break,
                    1 => find_best(portable, a, b, [T::narrow(open[0])]),
                    2 => find_best(portable, a, b, [T::narrow(open[0]), T::narrow(open[1])]),
                    len => {
                        let cells = std::array::from_fn(|i| T::narrow(open[i.min(len - 1)]));
                        find_best::<T, WANTED>(portable, a, b, cells)
                    }
                };
                if found != 0 {
                    let mut i = 0;
                    open.retain(|&w| {
                        let hit = found >> i & 1 == 1;
                        i += 1;
                        if hit {
                            seen.mark(w);
                        }
                        !hit
                    });
                }
            }
        }
        let alive: Vec<u32> = wanted.into_iter().filter(|&w| !seen.has(w)).collect();
        if !alive.is_empty() {
            return (alive, searches);
        }
    }
}

impl Sequence for Vector {
    fn name(&self) -> &'static str {
        "vector"
    }

    fn renew(&mut self, budget: &Budget) {
        self.meter.renew(budget);
    }

    fn known(&self) -> u64 {
        self.cells.len()
    }

    fn value(&self, heap: u64) -> Option<u32> {
        let heap = usize::try_from(heap).ok()?;
        match &self.cells {
            Cells::Bytes(m) => m.forward.get(heap).map(|v| v.widen()),
            Cells::Words(m) => m.forward.get(heap).map(|v| v.widen()),
            Cells::Wide(m) => m.forward.get(heap).copied(),
        }
    }

    fn advance(&mut self, to: u64) -> Result<(), Error> {
        while self.known() < to {
            let left = (to - self.known()).min(BLOCK);
            if self.threads > 1 && self.known() >= self.shared_from && left >= BLOCK / 4 {
                self.block(left)?;
            } else {
                self.step()?;
            }
        }
        Ok(())
    }
}

super::iterate!(Vector);
