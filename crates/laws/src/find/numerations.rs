//! In which numerations a table is likely to be automatic.
//!
//! Base 2 and Zeckendorf's numeration come first. Others are mined from the
//! table: if the P-positions of a sequence obey a linear recurrence, its own
//! numeration is tried; if pairs (x, y) are lost whose ratio tends to β, those
//! numerations whose places grow by β.

use crate::automata::numeration::Numeration;
use crate::sample::Sample;

use super::sparse::{Sparse, recurrence};

/// Recurrences whose growth is compared with ratios in a table.
const KNOWN: [&[u8]; 14] = [
    &[2, 2],
    &[3, 1],
    &[3, 2],
    &[3, 3],
    &[4, 1],
    &[4, 2],
    &[4, 3],
    &[4, 4],
    &[1, 1, 1],
    &[1, 0, 1],
    &[2, 0, 1],
    &[2, 1, 1],
    &[2, 2, 1],
    &[2, 1],
];
/// Lost pairs that are looked at, the largest ones.
const PAIRS: usize = 12;
/// How far a second number may be from β times the first.
const SLACK: i128 = 3;

/// The numerations to try, the likeliest first.
pub fn numerations(sample: &Sample) -> Vec<Numeration> {
    let mut found = vec![Numeration::BINARY, Numeration::FIBONACCI];
    found.extend(mined(sample));
    found.extend([Numeration::TERNARY, Numeration::PELL]);
    let mut kept = Vec::new();
    for numeration in found {
        if !kept.contains(&numeration) {
            kept.push(numeration);
        }
    }
    kept
}

fn mined(sample: &Sample) -> Vec<Numeration> {
    let lost = sample.labels().positions().filter(|p| p.1 == 0);
    match sample.size.len() {
        1 => {
            let members: Vec<u64> = lost.map(|p| p.0[0]).collect();
            let found = match members.len() * 4 > sample.cells.len() {
                true => None,
                false => recurrence(&members),
            };
            let Some(Sparse::Recurrence { factors, .. }) = found else {
                return Vec::new();
            };
            let factors: Option<Vec<u8>> =
                { factors.iter() }.map(|f| u8::try_from(*f).ok()).collect();
            let own = factors.and_then(|f| Numeration::recurrence(&f));
            own.into_iter().collect()
        }
        2 => {
            let mut pairs: Vec<(u64, u64)> = lost
                .filter(|p| 0 < p.0[0] && p.0[0] < p.0[1])
                .map(|p| (p.0[0], p.0[1]))
                .collect();
            // Where most positions are lost, ratios say nothing.
            if pairs.len() * 4 > sample.cells.len() {
                return Vec::new();
            }
            pairs.sort_unstable();
            let last = &pairs[pairs.len().saturating_sub(PAIRS)..];
            let mut fitting: Vec<(usize, Numeration)> = KNOWN
                .into_iter()
                .filter_map(Numeration::recurrence)
                .map(|n| (last.iter().filter(|p| grows_by(n, **p)).count(), n))
                .filter(|(count, _)| *count >= 3)
                .collect();
            fitting.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
            fitting.into_iter().take(2).map(|(_, n)| n).collect()
        }
        _ => Vec::new(),
    }
}

/// The numeration of a recurrence, if it has one in which addition is known to
/// be automatic.
pub fn of_recurrence(factors: &[i64]) -> Option<Numeration> {
    let factors = factors.iter().map(|f| u8::try_from(*f).ok());
    Numeration::recurrence(&factors.collect::<Option<Vec<u8>>>()?)
}

/// Whether y is β·x, nearly: the characteristic polynomial at y/x changes its
/// sign nearby.
fn grows_by(numeration: Numeration, (x, y): (u64, u64)) -> bool {
    let above = |y: i128| {
        // y^d - c₁·y^(d-1)·x - c₂·y^(d-2)·x² - …, by Horner's rule.
        let (mut value, mut power) = (1i128, 1i128);
        for factor in numeration.factors() {
            power *= i128::from(x);
            value = value * y - i128::from(factor) * power;
        }
        value > 0
    };
    let y = i128::from(y);
    // Coordinates of a table are small.
    x < 1 << 30 && y < 1 << 30 && !above(y - SLACK) && above(y + SLACK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_tell_their_numeration() {
        for (s, t) in [(2u8, 1u8), (3, 2), (1, 3)] {
            let set = Sparse::Pairs { s, t };
            let side = 150u64;
            let lost = |at: u64| u32::from(!set.contains(&[at / side, at % side]));
            let sample = Sample {
                size: vec![side, side],
                cells: (0..side * side).map(lost).collect(),
                outcomes: true,
                names: crate::sample::names(2),
            };
            let expected = super::super::sparse::of_pairs(s, t).unwrap();
            assert!(numerations(&sample).contains(&expected), "{s} {t}");
        }
    }

    #[test]
    fn a_recurrence_is_its_own_numeration() {
        let tribonacci = Numeration::recurrence(&[1, 1, 1]).unwrap();
        let places = tribonacci.places();
        let cells = (0..3_000u64).map(|n| u32::from(!places.contains(&n)));
        let sample = Sample::sequence(&cells.collect::<Vec<_>>());
        assert!(numerations(&sample).contains(&tribonacci));
    }
}
