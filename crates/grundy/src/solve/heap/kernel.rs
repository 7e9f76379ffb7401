//! The inner loop of the sparse engine: marking option values of 64 heaps at once.
//!
//! An [`Entry`] says "the heap `back` tokens smaller, together with a part of
//! value `value`, is an option". For a block of 64 consecutive heaps the
//! smaller heaps are 64 consecutive bytes, so one entry costs a load, a xor and
//! a few table look-ups (`vpermb`) for all of them. Values are indices below
//! 256 (see [`super::sparse`]); the sets of 64 heaps are kept group-major,
//! `sets[g][lane]` holding the indices 64·g to 64·g+63 of that heap.
//!
//! A byte of 0x80 or more in the table means "not a partner here" while fewer
//! than 128 indices are in use: such a byte falls into no group and marks nothing.
//!
//! The portable form is the definition; the vector form (AVX-512 with VBMI) is
//! chosen at run time and tested against it.

/// Heaps in a block.
pub const LANES: usize = 64;

/// One way to reach an option: a heap `back` smaller and a part of index `value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// How much smaller the other heap is.
    pub back: u32,
    /// The index of the value of the part that is fixed.
    pub value: u8,
}

/// Marked indices of the heaps of a block, in groups of 64.
pub type Sets<const W: usize> = [[u64; LANES]; W];

/// Marks, in the lanes `first .. first + N`, what `entries` reach. The byte at
/// `at` belongs to lane `first`. Only the first `groups` groups are marked.
#[inline(always)]
pub fn mark_lanes<const N: usize, const W: usize>(
    table: &[u8],
    at: usize,
    first: usize,
    entries: &[Entry],
    sets: &mut Sets<W>,
    groups: usize,
) {
    for (group, set) in sets.iter_mut().take(groups).enumerate() {
        let set = &mut set[first..first + N];
        let mut marks = [0u64; N];
        for entry in entries {
            let from = at - entry.back as usize;
            let bytes = &table[from..from + N];
            let value = entry.value ^ ((group as u8) << 6);
            for (mark, &byte) in marks.iter_mut().zip(bytes) {
                let index = byte ^ value;
                *mark |= u64::from(index < 64) << (index & 63);
            }
        }
        for (all, mark) in set.iter_mut().zip(marks) {
            *all |= mark;
        }
    }
}

/// The first `i` for which `smaller[i] ⊕ larger[len-1-i]` is in the set `wanted`.
#[inline(always)]
pub fn first_hit(smaller: &[u8], larger: &[u8], wanted: &[u64; 4]) -> Option<usize> {
    smaller.iter().zip(larger.iter().rev()).position(|(a, b)| {
        let index = a ^ b;
        wanted[(index >> 6) as usize] >> (index & 63) & 1 == 1
    })
}

/// Whether the processor has the instructions of the vector forms.
pub fn has_vbmi() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Whether the processor has AVX2 and the bit instructions that go with it.
pub fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// The options of *settled* heaps, all of whose partners are common: no byte is
/// flagged, and no mark depends on whether a partner is rare.
///
/// The candidate of a heap depends on heaps as near as the least `back`, so that
/// many are found at once, up to 16: the nearest entries are marked for so few
/// heaps at a time, the further ones for 16, 32 or 64.
#[derive(Clone, Debug)]
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "the portable form goes through all entries")
)]
pub struct Ways {
    /// What reaches common values, the nearest first.
    commons: Vec<Entry>,
    /// How many of them reach back less than 16, 32 and 64.
    within: [usize; 3],
    /// For each of those below 32: where its 16 bytes are among the last heaps (16 of
    /// them below 16, else 32), and its value.
    nearest: Vec<[[u8; 16]; 2]>,
    /// How many heaps are found at once.
    step: usize,
    /// What reaches rare values, the most useful first.
    scouts: Vec<Entry>,
    /// The greatest `back`.
    furthest: usize,
}

/// Rare indices below each common index, for each parity of the heap: bit `i` of
/// `below[odd][j][c]` says that 8·j + i is a rare value less than the common c.
pub type Below = [[[u8; LANES]; 8]; 2];

/// What is known about the heaps of a block besides the ways to their options.
#[derive(Clone, Copy, Debug)]
pub struct Sides<'a> {
    /// The rare indices below each candidate.
    pub below: &'a Below,
    /// The parity of the first heap.
    pub odd: usize,
    /// The largest index of a common value so far.
    pub largest: u8,
}

/// Rare indices without witness, in eighths, of the lanes that lack some.
pub type Missing = [[u8; LANES]; 8];

/// What was found about 64 settled heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Lanes all of whose indices are marked; what follows such a lane means nothing.
    pub full: u64,
    /// Lanes that lack a witness for a rare value below the candidate.
    pub lacking: u64,
    /// Lanes whose candidate is greater than the largest index so far.
    pub greater: u64,
}

impl Ways {
    /// The ways in `commons` to common values, in `scouts` to rare ones.
    pub fn new(mut commons: Vec<Entry>, scouts: Vec<Entry>) -> Ways {
        commons.retain(|e| e.back > 0);
        commons.sort_unstable();
        commons.dedup();
        let within = [16, 32, 64].map(|d| commons.partition_point(|e| e.back < d));
        let nearest = commons[..within[1]].iter().map(|e| {
            let last = if e.back < 16 { 16 } else { 32 } - e.back as u8;
            [std::array::from_fn(|i| last + i as u8), [e.value; 16]]
        });
        Ways {
            within,
            nearest: nearest.collect(),
            step: commons.first().map_or(16, |e| e.back.min(16)) as usize,
            furthest: (commons.iter().chain(&scouts).map(|e| e.back as usize))
                .max()
                .unwrap_or(0),
            commons,
            scouts,
        }
    }

    /// Whether a block may begin at the byte `at` of a table of `len` bytes.
    pub fn fit(&self, len: usize, at: usize) -> bool {
        self.furthest.max(32) <= at && len >= 2 * LANES && at <= len - 2 * LANES
    }
}

/// Computes the candidates of 64 settled heaps into `table[at..]`, with indices below
/// 8·`planes` only, and looks for witnesses among the scouts.
pub fn settle(
    table: &mut [u8],
    at: usize,
    ways: &Ways,
    planes: usize,
    sides: &Sides,
    missing: &mut Missing,
) -> Found {
    let mut found = Found {
        full: 0,
        lacking: 0,
        greater: 0,
    };
    let used = u64::MAX >> (64 - 8 * planes);
    for lane in 0..LANES {
        let reached = |table: &[u8], entries: &[Entry]| {
            entries.iter().fold(0u64, |set, e| {
                let index = table[at + lane - e.back as usize] ^ e.value;
                set | u64::from(index < 64) << (index & 63)
            })
        };
        let marked = reached(table, &ways.commons) & used;
        let candidate = (!marked).trailing_zeros().min(8 * planes as u32) as u8;
        table[at + lane] = candidate;
        found.full |= u64::from(usize::from(candidate) == 8 * planes) << lane;
        found.greater |= u64::from(candidate > sides.largest) << lane;
        let rare = reached(table, &ways.scouts).to_le_bytes();
        for j in 0..planes {
            let below = sides.below[(sides.odd + lane) & 1][j][usize::from(candidate) & 63];
            missing[j][lane] = below & !rare[j];
            found.lacking |= u64::from(below & !rare[j] != 0) << lane;
        }
    }
    found
}

/// Which instructions the engine uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// AVX-512 with VBMI.
    Vbmi,
    /// The portable code compiled for AVX2.
    Avx2,
    /// The portable code.
    Portable,
}

impl Lanes {
    /// The best that this processor has.
    pub fn detect() -> Lanes {
        if has_vbmi() {
            Lanes::Vbmi
        } else if has_avx2() {
            Lanes::Avx2
        } else {
            Lanes::Portable
        }
    }

    /// Whether this processor has them.
    pub fn available(self) -> bool {
        match self {
            Lanes::Vbmi => has_vbmi(),
            Lanes::Avx2 => has_avx2(),
            Lanes::Portable => true,
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{first_hit_vbmi, mark_block_vbmi, settle_vbmi};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Entry, Found, LANES, Missing, Sets, Sides, Ways};
    use std::arch::x86_64::*;

    /// How many scouts are sent before it is asked whether more are needed.
    const CHUNK: usize = 16;

    /// `TABLES[j][x]` is bit `x & 7` when `x >> 3 == j`, else nothing.
    const TABLES: [[u8; 64]; 8] = {
        let mut tables = [[0u8; 64]; 8];
        let mut x = 0;
        while x < 64 {
            tables[x >> 3][x] = 1 << (x & 7);
            x += 1;
        }
        tables
    };

    /// As [`super::mark_lanes`] for a whole block whose entries all reach back
    /// at least a block. `planes` is the number of eighths of a group in use;
    /// only the first `groups` groups are marked.
    ///
    /// # Safety
    /// The processor must have the features ([`super::has_vbmi`]).
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt")]
    pub fn mark_block_vbmi<const W: usize>(
        table: &[u8],
        at: usize,
        entries: &[Entry],
        planes: usize,
        sets: &mut Sets<W>,
        groups: usize,
    ) {
        for (group, set) in sets.iter_mut().take(groups).enumerate() {
            match planes {
                0..=2 => mark_group::<2>(table, at, entries, group as u8, set),
                3..=4 => mark_group::<4>(table, at, entries, group as u8, set),
                _ => mark_group::<8>(table, at, entries, group as u8, set),
            }
        }
    }

    /// As [`super::first_hit`].
    ///
    /// # Safety
    /// The processor must have the features ([`super::has_vbmi`]).
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt")]
    pub fn first_hit_vbmi(smaller: &[u8], larger: &[u8], wanted: &[u64; 4]) -> Option<usize> {
        const REVERSED: [u8; 64] = {
            let mut order = [0u8; 64];
            let mut i = 0;
            while i < 64 {
                order[i] = 63 - i as u8;
                i += 1;
            }
            order
        };
        const BITS: [u8; 64] = {
            let mut bits = [0u8; 64];
            let mut i = 0;
            while i < 64 {
                bits[i] = 1 << (i & 7);
                i += 1;
            }
            bits
        };
        let mut twice = [0u64; 8];
        twice[..4].copy_from_slice(wanted);
        twice[4..].copy_from_slice(wanted);
        // SAFETY: each source is 64 readable bytes.
        let (reversed, bits, set) = unsafe {
            (
                _mm512_loadu_si512(REVERSED.as_ptr().cast()),
                _mm512_loadu_si512(BITS.as_ptr().cast()),
                _mm512_loadu_si512(twice.as_ptr().cast()),
            )
        };
        let low = _mm512_set1_epi8(31);
        let len = smaller.len().min(larger.len());
        let (smaller, larger) = (&smaller[..len], &larger[larger.len() - len..]);
        let mut done = 0;
        while done + 64 <= len {
            let end = len - done;
            let (a, b) = (&smaller[done..done + 64], &larger[end - 64..end]);
            // SAFETY: both slices have exactly 64 bytes.
            let (a, b) = unsafe {
                (
                    _mm512_loadu_si512(a.as_ptr().cast()),
                    _mm512_loadu_si512(b.as_ptr().cast()),
                )
            };
            let index = _mm512_xor_si512(a, _mm512_permutexvar_epi8(reversed, b));
            let byte = _mm512_and_si512(_mm512_srli_epi16::<3>(index), low);
            let found = _mm512_test_epi8_mask(
                _mm512_permutexvar_epi8(byte, set),
                _mm512_permutexvar_epi8(index, bits),
            );
            if found != 0 {
                return Some(done + found.trailing_zeros() as usize);
            }
            done += 64;
        }
        super::first_hit(&smaller[done..], &larger[..len - done], wanted).map(|i| done + i)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt")]
    fn mark_group<const P: usize>(
        table: &[u8],
        at: usize,
        entries: &[Entry],
        group: u8,
        set: &mut [u64; LANES],
    ) {
        let outside = _mm512_set1_epi8(0xC0u8 as i8);
        let mut look = [_mm512_setzero_si512(); P];
        for (j, l) in look.iter_mut().enumerate() {
            // SAFETY: the table is 64 readable bytes.
            *l = unsafe { _mm512_loadu_si512(TABLES[j].as_ptr().cast()) };
        }
        let mut planes = [_mm512_setzero_si512(); P];
        let highest = group << 6;
        for chunk in entries.chunks(128) {
            for entry in chunk {
                let from = at - entry.back as usize;
                let bytes = &table[from..from + LANES];
                // SAFETY: `bytes` is a slice of exactly 64 bytes.
                let bytes = unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) };
                let index =
                    _mm512_xor_si512(bytes, _mm512_set1_epi8((entry.value ^ highest) as i8));
                let inside = _mm512_testn_epi8_mask(index, outside);
                for j in 0..P {
                    let bit = _mm512_maskz_permutexvar_epi8(inside, index, look[j]);
                    planes[j] = _mm512_or_si512(planes[j], bit);
                }
            }
            // Once everything is marked, further entries change nothing.
            let mut all = planes[0];
            for plane in &planes[1..] {
                all = _mm512_and_si512(all, *plane);
            }
            if _mm512_cmpneq_epi8_mask(all, _mm512_set1_epi8(-1)) == 0 {
                break;
            }
        }
        let mut bytes = [[0u8; LANES]; P];
        for j in 0..P {
            // SAFETY: the target is 64 writable bytes.
            unsafe { _mm512_storeu_si512(bytes[j].as_mut_ptr().cast(), planes[j]) };
        }
        for lane in (0..LANES).step_by(8) {
            let mut words = _mm512_setzero_si512();
            for (j, plane) in bytes.iter().enumerate() {
                // SAFETY: `lane + 8 <= LANES`, so eight bytes can be read there.
                let eight = unsafe { _mm_loadl_epi64(plane.as_ptr().add(lane).cast()) };
                let wide = _mm512_cvtepu8_epi64(eight);
                let shifted = _mm512_sllv_epi64(wide, _mm512_set1_epi64(8 * j as i64));
                words = _mm512_or_si512(words, shifted);
            }
            // SAFETY: `set[lane..lane + 8]` is 64 bytes that can be read and written.
            unsafe {
                let target = set.as_mut_ptr().add(lane).cast();
                let old = _mm512_loadu_si512(target);
                _mm512_storeu_si512(target, _mm512_or_si512(old, words));
            }
        }
    }

    /// `SHIFTS[s][i]` is `i + s`: the last 16 of 16 old and `s` new bytes.
    const SHIFTS: [[u8; 16]; 17] = {
        let mut shifts = [[0u8; 16]; 17];
        let mut s = 0;
        while s < 17 {
            let mut i = 0;
            while i < 16 {
                shifts[s][i] = (s + i) as u8;
                i += 1;
            }
            s += 1;
        }
        shifts
    };

    /// As [`super::settle`]; `narrow` tells that all indices are below 16.
    ///
    /// # Safety
    /// The processor must have the features ([`super::has_vbmi`]).
    #[target_feature(
        enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt"
    )]
    pub fn settle_vbmi(
        table: &mut [u8],
        at: usize,
        ways: &Ways,
        (planes, narrow): (usize, bool),
        sides: &Sides,
        missing: &mut Missing,
    ) -> Found {
        match (planes, narrow) {
            (2, true) => settle_planes::<2, true>(table, at, ways, sides, missing),
            (1, _) => settle_planes::<1, false>(table, at, ways, sides, missing),
            (2, _) => settle_planes::<2, false>(table, at, ways, sides, missing),
            (3, _) => settle_planes::<3, false>(table, at, ways, sides, missing),
            (4, _) => settle_planes::<4, false>(table, at, ways, sides, missing),
            (5, _) => settle_planes::<5, false>(table, at, ways, sides, missing),
            (6, _) => settle_planes::<6, false>(table, at, ways, sides, missing),
            (7, _) => settle_planes::<7, false>(table, at, ways, sides, missing),
            _ => settle_planes::<8, false>(table, at, ways, sides, missing),
        }
    }

    /// The bits of the indices in the eighth `j` (in each quarter, if `NARROW`).
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
    fn look<const NARROW: bool>(index: __m512i, bits: __m512i) -> __m512i {
        if NARROW {
            _mm512_shuffle_epi8(bits, index)
        } else {
            _mm512_permutexvar_epi8(index, bits)
        }
    }

    /// Marks what `entries` reach from the 64 bytes at `from`.
    ///
    /// # Safety
    /// All `entries` must reach back into the table, and 64 bytes lie behind `from`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
    unsafe fn reach<const P: usize, const NARROW: bool>(
        from: *const u8,
        entries: &[Entry],
        bits: &[__m512i; P],
        marks: &mut [__m512i; P],
    ) {
        let index = |entry: &Entry| {
            // SAFETY: the caller promises that these 64 bytes are in the table.
            let bytes = unsafe { _mm512_loadu_si512(from.sub(entry.back as usize).cast()) };
            _mm512_xor_si512(bytes, _mm512_set1_epi8(entry.value as i8))
        };
        let (pairs, rest) = entries.as_chunks::<2>();
        for [a, b] in pairs {
            let (a, b) = (index(a), index(b));
            for j in 0..P {
                let (a, b) = (look::<NARROW>(a, bits[j]), look::<NARROW>(b, bits[j]));
                // The union of three.
                marks[j] = _mm512_ternarylogic_epi64::<0xfe>(marks[j], a, b);
            }
        }
        for a in rest {
            let a = index(a);
            for j in 0..P {
                marks[j] = _mm512_or_si512(marks[j], look::<NARROW>(a, bits[j]));
            }
        }
    }

    /// As [`reach`] for `width` lanes from `lane` on, of the block at `from`.
    ///
    /// # Safety
    /// As for [`reach`], from that lane on.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
    unsafe fn reach_part<const P: usize, const NARROW: bool>(
        from: *const u8,
        lane: usize,
        (entries, width): (&[Entry], usize),
        bits: &[__m512i; P],
        planes: &mut [[u8; 2 * LANES]; P],
    ) {
        let mut marks = [_mm512_setzero_si512(); P];
        // SAFETY: as the caller promises.
        unsafe { reach::<P, NARROW>(from.add(lane), entries, bits, &mut marks) };
        for j in 0..P {
            let marks = _mm512_maskz_mov_epi8((1 << width) - 1, marks[j]);
            let plane = &mut planes[j][lane..lane + LANES];
            // SAFETY: `plane` has 64 bytes.
            unsafe {
                let old = _mm512_loadu_si512(plane.as_ptr().cast());
                _mm512_storeu_si512(plane.as_mut_ptr().cast(), _mm512_or_si512(old, marks));
            }
        }
    }

    /// Marks 16 indices.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
    fn mark_few<const P: usize, const NARROW: bool>(
        index: __m128i,
        bits: &[__m512i; P],
        marks: &mut [__m128i; P],
    ) {
        for j in 0..P {
            let bit = if NARROW {
                _mm_shuffle_epi8(_mm512_castsi512_si128(bits[j]), index)
            } else {
                let index = _mm512_castsi128_si512(index);
                _mm512_castsi512_si128(_mm512_permutexvar_epi8(index, bits[j]))
            };
            marks[j] = _mm_or_si128(marks[j], bit);
        }
    }

    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt"
    )]
    fn settle_planes<const P: usize, const NARROW: bool>(
        table: &mut [u8],
        at: usize,
        ways: &Ways,
        sides: &Sides,
        missing: &mut Missing,
    ) -> Found {
        assert!(ways.fit(table.len(), at), "the table holds what is reached");
        let start = table.as_mut_ptr();
        let mut bits = [_mm512_setzero_si512(); P];
        for (j, bits) in bits.iter_mut().enumerate() {
            // SAFETY: each source is 64 readable bytes.
            let row = unsafe { _mm512_loadu_si512(TABLES[j].as_ptr().cast()) };
            *bits = match NARROW {
                true => _mm512_broadcast_i32x4(_mm512_castsi512_si128(row)),
                false => row,
            };
        }

        // What is reached from before the block, for all of it.
        let mut far = [[0u8; 2 * LANES]; P];
        let mut marks = [_mm512_setzero_si512(); P];
        let (near, beyond) = ways.commons.split_at(ways.within[2]);
        // SAFETY: no entry reaches back further than `at`, and `at + 128` bytes are there.
        unsafe { reach::<P, NARROW>(start.add(at), beyond, &bits, &mut marks) };
        for j in 0..P {
            // SAFETY: the target is 64 writable bytes.
            unsafe { _mm512_storeu_si512(far[j].as_mut_ptr().cast(), marks[j]) };
        }
        // One heap after another, where few at once would cost more: cycles, as measured.
        let count = ways.within[0];
        let mark = if NARROW { 2 } else { P + 1 };
        let at_once = 16usize.div_ceil(ways.step) * (18 + count * mark);
        let serial = at_once > 16 * (6 + P / 2 + 3 * count / 2);
        // The 16 heaps before the last step, what that step found, and how long it was;
        // and the 16 heaps before this quarter of the block.
        // SAFETY: `fit` has made sure of 32 bytes before `at`, `SHIFTS` has rows of 16.
        let (mut recent, mut older, mut shift) = unsafe {
            (
                _mm_loadu_si128(start.add(at - 16).cast()),
                _mm_loadu_si128(start.add(at - 32).cast()),
                _mm_loadu_si128(SHIFTS[0].as_ptr().cast()),
            )
        };
        let (mut candidate, mut stepped) = (_mm_setzero_si128(), _mm_setzero_si128());
        for quarter in (0..LANES).step_by(16) {
            let (to_half, to_quarter) = (&near[ways.within[1]..], ways.within[0]..ways.within[1]);
            if quarter % 32 == 0 && !to_half.is_empty() {
                // SAFETY: as above, since 128 bytes follow `at`.
                unsafe {
                    reach_part::<P, NARROW>(start.add(at), quarter, (to_half, 32), &bits, &mut far);
                }
            }
            if serial {
                let entries = &near[to_quarter];
                // SAFETY: as above.
                unsafe {
                    reach_part::<P, NARROW>(start.add(at), quarter, (entries, 16), &bits, &mut far);
                }
                let mut words = [0u64; 16];
                for (half, words) in words.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                    let mut all = _mm512_setzero_si512();
                    for j in (0..P).rev() {
                        // SAFETY: 8 bytes of the 128 of a plane.
                        let eight = unsafe {
                            _mm_loadl_epi64(far[j].as_ptr().add(quarter + 8 * half).cast())
                        };
                        all = _mm512_slli_epi64::<8>(all);
                        all = _mm512_or_si512(all, _mm512_cvtepu8_epi64(eight));
                    }
                    // SAFETY: the target is eight words.
                    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), all) };
                }
                for (lane, mut word) in (at + quarter..).zip(words) {
                    for entry in &near[..ways.within[0]] {
                        // SAFETY: no entry reaches back further than `at`.
                        let byte = unsafe { *start.add(lane - entry.back as usize) };
                        word |= 1 << ((byte ^ entry.value) & 63);
                    }
                    let candidate = (!(word & u64::MAX >> (64 - 8 * P))).trailing_zeros();
                    // SAFETY: 128 bytes follow `at`.
                    unsafe { *start.add(lane) = candidate as u8 };
                }
                continue;
            }
            let mut quarters = [_mm_setzero_si128(); P];
            for j in 0..P {
                // SAFETY: 16 bytes of the 128 of a plane.
                quarters[j] = unsafe { _mm_loadu_si128(far[j].as_ptr().add(quarter).cast()) };
            }
            let last = _mm_permutex2var_epi8(recent, shift, candidate);
            for [places, value] in &ways.nearest[to_quarter] {
                // SAFETY: both are 16 readable bytes.
                let (places, value) = unsafe {
                    (
                        _mm_loadu_si128(places.as_ptr().cast()),
                        _mm_loadu_si128(value.as_ptr().cast()),
                    )
                };
                let bytes = _mm_permutex2var_epi8(older, places, last);
                mark_few::<P, NARROW>(_mm_xor_si128(bytes, value), &bits, &mut quarters);
            }
            older = last;
            let mut lane = quarter;
            while lane < quarter + 16 {
                // SAFETY: `SHIFTS` has a row of 16 for each place in a quarter.
                let place = unsafe { _mm_loadu_si128(SHIFTS[lane - quarter].as_ptr().cast()) };
                let mut marks = [_mm_setzero_si128(); P];
                for j in 0..P {
                    marks[j] = _mm_shuffle_epi8(quarters[j], place);
                }
                for [places, value] in &ways.nearest[..ways.within[0]] {
                    // SAFETY: both are 16 readable bytes.
                    let (places, value) = unsafe {
                        (
                            _mm_loadu_si128(places.as_ptr().cast()),
                            _mm_loadu_si128(value.as_ptr().cast()),
                        )
                    };
                    // Taken from the last 16 before `recent` holds them: that is sooner.
                    let places = _mm_add_epi8(places, stepped);
                    let bytes = _mm_permutex2var_epi8(recent, places, candidate);
                    mark_few::<P, NARROW>(_mm_xor_si128(bytes, value), &bits, &mut marks);
                }
                recent = _mm_permutex2var_epi8(recent, shift, candidate);
                // In each eighth, the ones below the first zero are counted.
                candidate = _mm_setzero_si128();
                for j in (0..P).rev() {
                    let next = _mm_add_epi8(marks[j], _mm_set1_epi8(1));
                    let ones = _mm_popcnt_epi8(_mm_andnot_si128(next, marks[j]));
                    let full = _mm_cmpeq_epi8_mask(marks[j], _mm_set1_epi8(-1));
                    candidate = _mm_mask_add_epi8(ones, full, ones, candidate);
                }
                let step = ways.step.min(quarter + 16 - lane);
                // SAFETY: 128 bytes follow `at`; `SHIFTS` has a row of 16 for each step.
                unsafe {
                    _mm_storeu_si128(start.add(at + lane).cast(), candidate);
                    shift = _mm_loadu_si128(SHIFTS[step].as_ptr().cast());
                }
                stepped = _mm_set1_epi8(step as i8);
                lane += step;
            }
        }

        // SAFETY: 128 bytes follow `at`.
        let candidates = unsafe { _mm512_loadu_si512(start.add(at).cast()) };
        let mut wanted = [_mm512_setzero_si512(); P];
        for (j, wanted) in wanted.iter_mut().enumerate() {
            // SAFETY: each source is 64 readable bytes.
            let (even, odd) = unsafe {
                (
                    _mm512_loadu_si512(sides.below[sides.odd & 1][j].as_ptr().cast()),
                    _mm512_loadu_si512(sides.below[!sides.odd & 1][j].as_ptr().cast()),
                )
            };
            *wanted = _mm512_mask_permutexvar_epi8(
                _mm512_permutexvar_epi8(candidates, even),
                0xaaaa_aaaa_aaaa_aaaa,
                candidates,
                odd,
            );
        }
        let mut rares = [_mm512_setzero_si512(); P];
        let mut chunks = ways.scouts.chunks(CHUNK);
        let lacking = loop {
            let mut any = _mm512_setzero_si512();
            for j in 0..P {
                any = _mm512_or_si512(any, _mm512_andnot_si512(rares[j], wanted[j]));
            }
            let lacking = _mm512_test_epi8_mask(any, any);
            let Some(scouts) = chunks.next().filter(|_| lacking != 0) else {
                break lacking;
            };
            // SAFETY: as for the commons.
            unsafe { reach::<P, NARROW>(start.add(at), scouts, &bits, &mut rares) };
        };
        if lacking != 0 {
            for j in 0..P {
                let lack = _mm512_andnot_si512(rares[j], wanted[j]);
                // SAFETY: the target is 64 writable bytes.
                unsafe { _mm512_storeu_si512(missing[j].as_mut_ptr().cast(), lack) };
            }
        }
        let largest = _mm512_set1_epi8(sides.largest as i8);
        Found {
            full: _mm512_cmpge_epu8_mask(candidates, _mm512_set1_epi8(8 * P as i8)),
            lacking,
            greater: _mm512_cmpgt_epu8_mask(candidates, largest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The portable form is what other processors run: one lane, one entry and one
    /// value at a time it is this.
    fn defined<const W: usize>() {
        let byte = |i: usize| (i * i * 31 + i / 7) as u8;
        let table: Vec<u8> = (0..900).map(byte).collect();
        let entries: Vec<Entry> = (0..9)
            .map(|i| Entry {
                back: 64 + 37 * i,
                value: byte(i as usize) & 0x3f,
            })
            .collect();
        for groups in 1..=W {
            let mut sets: Sets<W> = [[0; LANES]; W];
            mark_lanes::<LANES, W>(&table, 800, 0, &entries, &mut sets, groups);
            for lane in 0..LANES {
                for index in 0..=u8::MAX {
                    let reached = entries.iter().any(|entry| {
                        table[800 - entry.back as usize + lane] ^ entry.value == index
                    });
                    let group = usize::from(index >> 6);
                    let marked = group < W && sets[group][lane] >> (index & 63) & 1 == 1;
                    assert_eq!(marked, reached && group < groups, "{lane} {index}");
                }
            }
        }
    }

    #[test]
    fn the_portable_form_is_the_definition() {
        defined::<1>();
        defined::<2>();
        defined::<4>();
        let bytes: Vec<u8> = (0..200usize).map(|i| (i * i * 7 + i / 3) as u8).collect();
        for len in [0, 1, 63, 100] {
            let (a, b) = (&bytes[..len], &bytes[100..100 + len]);
            for value in 0..=u8::MAX {
                let mut wanted = [0; 4];
                wanted[usize::from(value >> 6)] = 1 << (value & 63);
                let first = (0..len).find(|&i| a[i] ^ b[len - 1 - i] == value);
                assert_eq!(first_hit(a, b, &wanted), first, "{len} {value}");
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn compare<const W: usize>(planes: usize) {
        if !has_vbmi() {
            return;
        }
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 24) as u8
        };
        let low = ((planes * 8 * W) as u32 - 1) as u8;
        let table: Vec<u8> = (0..5000)
            .map(|_| {
                let byte = random();
                // Some bytes are "not a partner", where there is room for that.
                byte & (low
                    | if W < 4 && byte.is_multiple_of(5) {
                        0x80
                    } else {
                        0
                    })
            })
            .collect();
        for count in [0, 1, 7, 200] {
            let entries: Vec<Entry> = (0..count)
                .map(|i| Entry {
                    back: 64 + 13 * i + u32::from(random() & 7),
                    value: random() & low & 0x7f,
                })
                .collect();
            let mut slow: Sets<W> = [[0; LANES]; W];
            let mut fast = slow;
            mark_lanes::<LANES, W>(&table, 4000, 0, &entries, &mut slow, W);
            // SAFETY: the processor has the instructions.
            unsafe { mark_block_vbmi::<W>(&table, 4000, &entries, planes, &mut fast, W) };
            assert!(slow == fast, "planes {planes}, groups {W}, {count} entries");
        }
    }

    /// Settled heaps from random bytes, with the nearest entry `nearest` back.
    #[cfg(target_arch = "x86_64")]
    fn compare_settled(nearest: u32, planes: usize, capacity: u8, random: &mut impl FnMut() -> u8) {
        // Few indices are reached beyond the eighths in use, so that lanes are full rarely.
        let small = (8 * planes as u8).min(capacity) - 1;
        let table: Vec<u8> = (0..3000).map(|_| random() % (small + 1)).collect();
        let mut below: Below = [[[0; LANES]; 8]; 2];
        for (c, bits) in (0..capacity).map(|c| (c, random())) {
            for (odd, below) in below.iter_mut().enumerate() {
                let less = ((1u64 << c) - 1) ^ (u64::from(bits & 1) << (bits & 7));
                for (j, byte) in less.to_le_bytes().into_iter().enumerate() {
                    below[j][usize::from(c)] = byte.rotate_left(odd as u32);
                }
            }
        }
        for (many, scouts) in [(0, 0), (1, 3), (3, 40), (6, 400), (12, 700)] {
            let mut entries = |count: u32, nearest: u32, wide: u32| -> Vec<Entry> {
                (0..count)
                    .map(|i| Entry {
                        back: nearest
                            + if i == 0 {
                                0
                            } else {
                                u32::from(random()) % wide
                            },
                        value: random() & (capacity - 1),
                    })
                    .collect()
            };
            let ways = Ways::new(
                [entries(many, nearest, 90), entries(many, 64, 200)].concat(),
                [entries(many.min(1), 2, 9), entries(scouts, 64, 256)].concat(),
            );
            let (mut slow, mut fast) = (table.clone(), table.clone());
            let sides = Sides {
                below: &below,
                odd: many as usize & 1,
                largest: small / 2,
            };
            let mut missing = [[[0; LANES]; 8]; 2];
            let defined = settle(&mut slow, 2000, &ways, planes, &sides, &mut missing[0]);
            let size = (planes, capacity == 16);
            // SAFETY: the processor has the instructions.
            let found =
                unsafe { settle_vbmi(&mut fast, 2000, &ways, size, &sides, &mut missing[1]) };
            let what = format!("{nearest} back, {planes} of {capacity}, {many} and {scouts}");
            // What follows a full lane means nothing.
            let known = (defined.full & defined.full.wrapping_neg()).wrapping_sub(1);
            let until = known.trailing_ones() as usize;
            assert_eq!(slow[..2000 + until], fast[..2000 + until], "{what}");
            assert_eq!(
                defined.full.trailing_zeros(),
                found.full.trailing_zeros(),
                "{what}"
            );
            assert_eq!(defined.greater & known, found.greater & known, "{what}");
            assert_eq!(defined.lacking & known, found.lacking & known, "{what}");
            for (lane, j) in (0..until).flat_map(|lane| (0..planes).map(move |j| (lane, j))) {
                assert_eq!(missing[0][j][lane], missing[1][j][lane], "{what}");
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn settled_heaps_are_as_defined() {
        if !has_vbmi() {
            return;
        }
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 24) as u8
        };
        for nearest in [1, 2, 3, 5, 6, 7, 8, 13, 15, 16, 17, 40, 64, 80] {
            for (planes, capacity) in [(1, 16), (2, 16), (2, 32), (3, 32), (4, 32)] {
                compare_settled(nearest, planes, capacity, &mut random);
            }
            for planes in 4..=8 {
                compare_settled(nearest, planes, 64, &mut random);
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn the_vector_form_finds_the_same_first_hit() {
        if !has_vbmi() {
            return;
        }
        let bytes: Vec<u8> = (0..700u32).map(|i| (i * i * 7 + i / 3) as u8).collect();
        for len in [0, 1, 63, 64, 65, 128, 300] {
            for wanted in [[0; 4], [1 << 5, 0, 0, 0], [0, 0, 1 << 63, 0], [0, 8, 0, 1]] {
                let (a, b) = (&bytes[..len], &bytes[350..350 + len]);
                // SAFETY: the processor has the instructions.
                let fast = unsafe { first_hit_vbmi(a, b, &wanted) };
                assert_eq!(fast, first_hit(a, b, &wanted), "{len} {wanted:?}");
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn the_vector_form_marks_what_the_portable_one_does() {
        compare::<1>(2);
        compare::<1>(4);
        compare::<1>(8);
        compare::<2>(8);
        compare::<4>(8);
    }
}
