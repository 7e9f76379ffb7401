//! The definitions, slow and readable: the oracle of every fast path.
//!
//! Conway (*On Numbers and Games*, ch. 6) defines the nim product by
//!
//! ```text
//! x ⊗ y = mex { x'⊗y ⊕ x⊗y' ⊕ x'⊗y' : x' < x, y' < y },
//! ```
//!
//! which [`mex_table`] computes literally. From it follow, for a Fermat power F = 2^(2^a), the two laws
//! F ⊗ x = F·x for x < F, and F ⊗ F = F ⊕ F/2. Writing x = x₁F ⊕ x₀ they give [`product`], which costs
//! O(log² x): four products of half the length, and products by a power of two, which are cheaper.
//!
//! ```
//! use grundy_nimber::reference::{mex_table, product};
//! assert_eq!(product(24, 17), 128);
//! let table = mex_table(16);
//! assert_eq!(u128::from(table[8 * 16 + 7]), product(8, 7));
//! ```
//!
//! Limits: 128 bits. The depth of the recursion is at most seven, whatever the operands.

/// The nim product by halving, in O(log² x) bit operations.
///
/// With F the largest Fermat power not above the operands,
/// (x₁F ⊕ x₀) ⊗ (y₁F ⊕ y₀) = (x₁y₁ ⊕ x₁y₀ ⊕ x₀y₁)·F ⊕ x₀y₀ ⊕ (F/2)⊗x₁y₁.
#[must_use]
pub const fn product(x: u128, y: u128) -> u128 {
    if x < 2 || y < 2 {
        return x * y;
    }
    let half = half_width(if x > y { x } else { y });
    let mask = (1u128 << half) - 1;
    let (x1, x0) = (x >> half, x & mask);
    let (y1, y0) = (y >> half, y & mask);
    let high = product(x1, y1);
    let cross = product(x1, y0) ^ product(x0, y1);
    ((high ^ cross) << half) ^ product(x0, y0) ^ product_by_power(half - 1, high)
}

/// 2^k ⊗ y: the same halving where one operand is a power of two, so that two products of half the
/// length and one by F/2 are enough.
#[must_use]
pub const fn product_by_power(k: u32, y: u128) -> u128 {
    if k == 0 || y < 2 {
        return if y == 0 { 0 } else { y << k };
    }
    let x = 1u128 << k;
    let half = half_width(if x > y { x } else { y });
    let (y1, y0) = (y >> half, y & ((1u128 << half) - 1));
    if k < half {
        (product_by_power(k, y1) << half) ^ product_by_power(k, y0)
    } else {
        let high = product_by_power(k - half, y1);
        let low = product_by_power(k - half, y0);
        ((high ^ low) << half) ^ product_by_power(half - 1, high)
    }
}

/// The exponent 2^a of the largest Fermat power 2^(2^a) that is at most `x` (x ≥ 2).
const fn half_width(x: u128) -> u32 {
    let mut half = 1;
    while half < 64 && x >> (2 * half) != 0 {
        half *= 2;
    }
    half
}

/// The products of all x, y < n by the mex definition alone, row by row. O(n⁴): meant for n ≤ 256.
#[cfg(feature = "alloc")]
#[must_use]
pub fn mex_table(n: usize) -> alloc::vec::Vec<u16> {
    let mut table = alloc::vec![0u16; n * n];
    let mut seen = alloc::vec![0u64; 1024];
    for x in 0..n {
        for y in 0..=x {
            seen.fill(0);
            for i in 0..x {
                let beside = table[i * n + y];
                let (row_i, row_x) = (&table[i * n..i * n + y], &table[x * n..x * n + y]);
                for (&corner, &above) in row_i.iter().zip(row_x) {
                    let value = beside ^ above ^ corner;
                    seen[usize::from(value >> 6)] |= 1 << (value & 63);
                }
            }
            let word = seen.iter().position(|&w| w != !0).unwrap_or(0);
            let mex = word as u16 * 64 + seen[word].trailing_ones() as u16;
            table[x * n + y] = mex;
            table[y * n + x] = mex;
        }
    }
    table
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;

    #[test]
    fn recursion_agrees_with_the_mex_definition() {
        let table = mex_table(256);
        for x in 0..256u32 {
            for y in 0..256u32 {
                let fast = product(u128::from(x), u128::from(y));
                assert_eq!(u128::from(table[(x * 256 + y) as usize]), fast, "{x} ⊗ {y}");
            }
        }
    }
}
