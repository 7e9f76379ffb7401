//! Nimbers of any size against fixed widths, the tower laws, and the field laws.

use grundy_nimber::nat::Nat;
use grundy_nimber::reference::product;
use grundy_nimber::{BigNim, Roots};
use proptest::prelude::*;

fn nat(n: u128) -> Nat {
    Nat::from(n)
}

/// The definition by halves with plain products, on any width: the oracle for wide products.
fn slow(a: &BigNim, b: &BigNim) -> BigNim {
    if let (Some(a), Some(b)) = (a.to_u128(), b.to_u128()) {
        return BigNim::from(product(a, b));
    }
    let half = a.degree().max(b.degree()) / 128;
    let split = |x: &BigNim| {
        let limbs = x.limbs();
        let (low, high) = limbs.split_at(half.min(limbs.len()));
        (
            BigNim::from_limbs(low.to_vec()),
            BigNim::from_limbs(high.to_vec()),
        )
    };
    let join = |low: &BigNim, high: &BigNim| {
        let mut limbs = low.limbs().to_vec();
        limbs.resize(half, 0);
        limbs.extend(high.limbs());
        BigNim::from_limbs(limbs)
    };
    let ((a0, a1), (b0, b1)) = (split(a), split(b));
    let high = slow(&a1, &b1);
    let cross = &slow(&a1, &b0) + &slow(&a0, &b1);
    let low = &slow(&a0, &b0) + &slow(&BigNim::power_of_two(64 * half - 1), &high);
    join(&low, &(&high + &cross))
}

fn big(words: usize) -> impl Strategy<Value = BigNim> {
    prop::collection::vec(any::<u64>(), 0..=words).prop_map(BigNim::from_limbs)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn wide_products_are_the_definition(log in 3u32..=6, seed: u64, short in 0usize..64) {
        let words = 1usize << log;
        let next = |s: u64| s.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let random = |n: usize, seed: u64| {
            let limbs = std::iter::successors(Some(next(seed)), |&s| Some(next(s)));
            BigNim::from_limbs(limbs.map(|s| s ^ (s >> 29)).take(n).collect())
        };
        let (a, b) = (random(words, seed), random(short.min(words), !seed));
        prop_assert_eq!(&a * &b, slow(&a, &b));
        prop_assert_eq!(&a * &a, a.square());
        prop_assert_eq!(a.square().sqrt(), a.clone());
        prop_assert!((&a * &a.inverse().unwrap()).is_one());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn laws(a in big(9), b in big(6), c in big(17)) {
        prop_assert_eq!(&a * &b, &b * &a);
        prop_assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
        prop_assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
        prop_assert_eq!(&a * &a, a.square());
        prop_assert_eq!((&a + &b).square(), &a.square() + &b.square());
        prop_assert_eq!(a.square().sqrt(), a.clone());
        let y = c.artin_schreier();
        prop_assert_eq!(&y.square() + &y, c.clone());
        if !a.is_zero() {
            prop_assert_eq!(&a * &a.inverse().unwrap(), BigNim::from(1));
            prop_assert_eq!(&b.divide(&a).unwrap() * &a, b.clone());
            let power = a.pow(&Nat::mersenne(a.degree()));
            prop_assert!(power.is_one());
        }
        prop_assert_eq!(&a.pow(&nat(21)) * &a.pow(&nat(13)), a.pow(&nat(34)));
        let text = a.to_string();
        prop_assert_eq!(text.parse::<BigNim>().unwrap(), a.clone());
        if let Ok(Roots::Two(x, y)) = BigNim::solve_quadratic(&a, &b, &c) {
            prop_assert_eq!(&(&a * &x.square()) + &(&b * &x), c.clone());
            prop_assert_eq!(&(&a * &y.square()) + &(&b * &y), c.clone());
        }
        let cube = a.pow(&nat(15));
        let root = cube.root(&nat(15)).unwrap();
        prop_assert_eq!(root.pow(&nat(15)), cube);
    }

    #[test]
    fn products_are_the_definition(a in big(8), b in big(8)) {
        prop_assert_eq!(&a * &b, slow(&a, &b));
    }

    #[test]
    fn traces_and_norms(a in big(4), k in 0u32..7) {
        let width = a.degree();
        let bits = 1usize << k;
        prop_assume!(bits <= width);
        let (mut sum, mut prod) = (BigNim::default(), BigNim::from(1));
        for (i, x) in a.conjugates().enumerate() {
            if i % bits == 0 {
                sum = &sum + &x;
                prod = &prod * &x;
            }
        }
        prop_assert_eq!(a.trace(bits).unwrap(), sum);
        prop_assert_eq!(a.norm(bits).unwrap(), prod);
    }

    #[test]
    fn natural_arithmetic(a in big(7), b in big(4), c in 1u128..) {
        let (a, b) = (a.as_nat(), b.as_nat());
        if !b.is_zero() {
            let (q, r) = a.divide(b).unwrap();
            prop_assert!(r < *b);
            prop_assert_eq!(q.times(b).plus(&r), a.clone());
            let g = a.gcd(b);
            prop_assert!(g.is_zero() || a.divide(&g).unwrap().1.is_zero());
            if g.is_one() && !b.is_one() {
                let i = a.inverse_modulo(b).unwrap();
                prop_assert!(a.times(&i).divide(b).unwrap().1.is_one());
            }
        }
        prop_assert_eq!(a.plus(&nat(c)).minus(&nat(c)), a.clone());
        prop_assert_eq!(Nat::from_decimal(&a.to_string()).unwrap(), a.clone());
    }
}

#[test]
fn minimal_polynomials_agree_with_fixed_width() {
    use grundy_nimber::{Nim128, Nimber};
    for x in [
        0u128,
        1,
        2,
        3,
        7,
        200,
        1 << 40,
        12345678901234567890123456789,
    ] {
        let m = Nim128(x).minimal_polynomial();
        let wide = BigNim::from(x).minimal_polynomial();
        for i in 0..m.degree as usize {
            assert_eq!(wide.bit(i), m.low >> i & 1 == 1, "{x}");
        }
        assert_eq!(wide.bits(), m.degree as usize + 1);
    }
    let x = BigNim::power_of_two(200);
    assert_eq!(x.minimal_polynomial().bits(), 257);
}

#[test]
fn orders() {
    let x = BigNim::power_of_two(128);
    let order = x.order().unwrap();
    assert!(x.pow(&order).is_one());
    assert!(BigNim::from(0).order().is_err());
    assert!(
        BigNim::power_of_two(5000)
            .order()
            .unwrap_err()
            .to_string()
            .contains("4096")
    );
    assert!(BigNim::from(2).root(&nat(3)).is_err());
    assert!(
        "12x"
            .parse::<BigNim>()
            .unwrap_err()
            .to_string()
            .contains("column 3")
    );
}
