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
pub use x86::{first_hit_vbmi, mark_block_vbmi};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Entry, LANES, Sets};
    use std::arch::x86_64::*;

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
