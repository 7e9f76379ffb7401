//! Logarithms against powers.

use grundy_nimber::log::{Log128, logarithm, logarithm64};
use grundy_nimber::{Nim8, Nim16, Nim32, Nim64, Nim128, NimError, Nimber};
use proptest::prelude::*;

fn check<T: Nimber>(k: u128, base: u128) {
    let base = T::from_u128(base);
    if base == T::ZERO {
        return;
    }
    let order = base.order().unwrap();
    assert_eq!(
        logarithm(base.pow(k), base).unwrap(),
        k % order,
        "{base}^{k}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn logarithm_undoes_the_power(k: u128, base: u128) {
        check::<Nim8>(k, base);
        check::<Nim16>(k, base);
        check::<Nim32>(k, base);
        check::<Nim64>(k, base);
        check::<Nim64>(k, 0x1_0000_0006);
    }
}

#[test]
fn all_bytes() {
    for base in 0..=255 {
        for x in 0..=255 {
            let least = (0..255).find(|&k| Nim8(base).pow(k) == Nim8(x));
            assert_eq!(
                logarithm(Nim8(x), Nim8(base)).ok(),
                least,
                "log {x} to the base {base}"
            );
        }
    }
}

#[test]
fn wide_logarithms_in_bounded_memory() {
    let tables = Log128::with_memory(1 << 25);
    let g = Nim128::GENERATOR;
    for k in [12345678901234567890123456789012345678u128, 3 << 100] {
        assert_eq!(tables.logarithm(g.pow(k), g, |_| true).unwrap(), k);
    }
    // The same with small exponents, negative exponents and a base in a subfield.
    assert_eq!(tables.logarithm(g.pow(1000), g, |_| true).unwrap(), 1000);
    assert_eq!(logarithm64(Nim64(3), Nim64(2)).unwrap(), 2);
    let no = tables.logarithm(g, Nim128(2), |_| true);
    assert_eq!(
        no,
        Err(NimError::NoLogarithm {
            value: g.0,
            base: 2
        })
    );
    let stopped = tables.logarithm(g.pow(3 << 100), g, |_| false);
    assert!(matches!(stopped, Err(NimError::Cancelled { steps }) if steps > 0));
}
