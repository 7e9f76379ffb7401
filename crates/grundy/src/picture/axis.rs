//! Where the ticks of an axis stand: at round numbers.
//!
//! ```
//! use grundy::picture::axis::ticks;
//! assert_eq!(ticks(10, 6), [0, 2, 4, 6, 8, 10]);
//! assert_eq!(ticks(999, 5), [0, 200, 400, 600, 800]);
//! ```

/// Multiples of 1, 2 or 5 times a power of ten from 0 to `largest`, at most
/// `most` of them; 0 and `largest` itself where only 0 would be left.
pub fn ticks(largest: u64, most: usize) -> Vec<u64> {
    let most = most.max(2) as u64;
    let mut unit = 1u64;
    let step = 'found: loop {
        for times in [1, 2, 5] {
            let Some(step) = unit.checked_mul(times) else {
                break 'found largest.max(1);
            };
            if largest / step < most {
                // No tick but 0 is no scale.
                break 'found step.min(largest.max(1));
            }
        }
        match unit.checked_mul(10) {
            Some(next) => unit = next,
            None => break largest.max(1),
        }
    };
    (0..=largest / step).map(|n| n * step).collect()
}

/// A number short enough for a tick: 12000 is 12k, 3400000 is 3.4M.
pub fn short(number: u64) -> String {
    for (size, letter) in [(1_000_000_000, 'G'), (1_000_000, 'M'), (1_000, 'k')] {
        if number >= 10 * size || (number >= size && size > 1_000) {
            let (whole, rest) = (number / size, number % size * 10 / size);
            return match rest {
                0 => format!("{whole}{letter}"),
                _ => format!("{whole}.{rest}{letter}"),
            };
        }
    }
    number.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_few_and_within() {
        for largest in (0..3000).chain([u64::MAX, u64::MAX - 1, 1 << 63, 10_u64.pow(19)]) {
            for most in [0, 2, 5, 11] {
                let found = ticks(largest, most);
                assert!(found.len() <= most.max(2), "{largest} {most} {found:?}");
                assert_eq!(found[0], 0);
                assert!(found.windows(2).all(|pair| pair[0] < pair[1]));
                assert!(found.last().is_some_and(|last| *last <= largest));
                assert!(
                    largest == 0 || found.len() >= 2,
                    "{largest} {most} {found:?}"
                );
            }
        }
    }

    #[test]
    fn short_numbers() {
        for (number, text) in [
            (0, "0"),
            (9_999, "9999"),
            (10_000, "10k"),
            (12_500, "12.5k"),
            (1_000_000, "1M"),
            (2_500_000, "2.5M"),
            (7_000_000_000, "7G"),
        ] {
            assert_eq!(short(number), text);
        }
    }
}
