//! Products through 16-bit logarithms: what is usually done, kept as the thing to beat.
//!
//! A non-zero 16-bit nimber is a power of a generator, so a product is three look-ups; wider products by
//! Karatsuba. A factor 2^15 (the constant of the tower) is added to the logarithm, so that it costs no look-up of its own.
//! The tables (512 KiB) do not fit the first-level cache and are built on first use. The same
//! logarithms serve [`crate::log`].

use crate::tower::mul16 as tower_mul16;
use std::boxed::Box;
use std::sync::OnceLock;
use std::vec;

/// The smallest generator of the 65535 non-zero 16-bit nimbers that is at least 256.
const GENERATOR16: u16 = 258;

/// Logarithms and powers.
pub(crate) struct Tables {
    /// Logarithm to the base of the generator; of zero: 0, which callers must exclude.
    pub(crate) log: Box<[u16; 1 << 16]>,
    /// Powers, three times over, so that a sum of three logarithms needs no reduction.
    exp: Box<[u16; 3 << 16]>,
    /// Logarithm of 2^15.
    log_c: usize,
}

/// The tables, built by the first caller.
pub(crate) fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let (mut log, mut exp) = (vec![0u16; 1 << 16], vec![0u16; 3 << 16]);
        let mut x = 1u16;
        for i in 0..65535usize {
            log[usize::from(x)] = i as u16;
            for turn in 0..3 {
                exp[i + 65535 * turn] = x;
            }
            x = tower_mul16(x, GENERATOR16);
        }
        let log_c = usize::from(log[1 << 15]);
        let sized = "a table has the length it was made with";
        Tables {
            log: log.into_boxed_slice().try_into().expect(sized),
            exp: exp.into_boxed_slice().try_into().expect(sized),
            log_c,
        }
    })
}

impl Tables {
    /// Bytes have smaller tables of their own.
    #[inline]
    #[allow(clippy::unused_self)]
    pub(crate) fn mul8(&self, a: u8, b: u8) -> u8 {
        crate::tower::mul8(a, b)
    }

    /// 2^15 to the power of `more` / `log_c`, times a ⊗ b.
    #[inline]
    fn product(&self, a: u16, b: u16, more: usize) -> u16 {
        if a == 0 || b == 0 {
            return 0;
        }
        let sum = usize::from(self.log[usize::from(a)]) + usize::from(self.log[usize::from(b)]);
        self.exp[sum + more]
    }

    #[inline]
    pub(crate) fn mul16(&self, a: u16, b: u16) -> u16 {
        self.product(a, b, 0)
    }

    /// 2^15 ⊗ a.
    #[inline]
    fn c16(&self, a: u16) -> u16 {
        if a == 0 {
            0
        } else {
            self.exp[usize::from(self.log[usize::from(a)]) + self.log_c]
        }
    }

    /// 2^30 as the product 2^15 ⊗ 2^15 ⊗ a.
    #[inline]
    fn cc16(&self, a: u16) -> u16 {
        if a == 0 {
            0
        } else {
            self.exp[usize::from(self.log[usize::from(a)]) + 2 * self.log_c]
        }
    }

    #[inline]
    pub(crate) fn mul32(&self, a: u32, b: u32) -> u32 {
        let (a1, a0) = ((a >> 16) as u16, a as u16);
        let (b1, b0) = ((b >> 16) as u16, b as u16);
        let p0 = self.mul16(a0, b0);
        let p1 = self.mul16(a0 ^ a1, b0 ^ b1);
        u32::from(p1 ^ p0) << 16 | u32::from(p0 ^ self.product(a1, b1, self.log_c))
    }

    #[inline]
    pub(crate) fn mul64(&self, a: u64, b: u64) -> u64 {
        let (a1, a0) = ((a >> 32) as u32, a as u32);
        let (b1, b0) = ((b >> 32) as u32, b as u32);
        let p0 = self.mul32(a0, b0);
        let p2 = self.mul32(a1, b1);
        let p1 = self.mul32(a0 ^ a1, b0 ^ b1);
        // 2^31 ⊗ p: the high half of 2^31 is 2^15 and its low half is 0.
        let (h, l) = ((p2 >> 16) as u16, p2 as u16);
        let c = u32::from(self.c16(h ^ l)) << 16 | u32::from(self.cc16(h));
        u64::from(p1 ^ p0) << 32 | u64::from(p0 ^ c)
    }

    #[inline]
    pub(crate) fn mul128(&self, a: u128, b: u128) -> u128 {
        let (a1, a0) = ((a >> 64) as u64, a as u64);
        let (b1, b0) = ((b >> 64) as u64, b as u64);
        let p0 = self.mul64(a0, b0);
        let p2 = self.mul64(a1, b1);
        let p1 = self.mul64(a0 ^ a1, b0 ^ b1);
        u128::from(p1 ^ p0) << 64 | u128::from(p0 ^ crate::tower::times_c64(p2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generator_has_full_order() {
        let t = tables();
        assert!((1..65535usize).all(|i| t.exp[i] != 1));
        assert_eq!(t.c16(77), crate::tower::times_c16(77));
        assert_eq!(
            t.cc16(77),
            crate::tower::times_c16(crate::tower::times_c16(77))
        );
    }
}
