//! Laws guessed as automata from the rules' own table, ready to be proven.

use grundy::budget::Budget;
use grundy::error::Error;

use crate::automata::numeration::Numeration;
use crate::automata::{Engine, Variable};
use crate::learn::{accepts, learn, value_at};
use crate::prove::{Claim, Coding};
use crate::rules::{NOTHING, Rules};

/// A box of labels, the last coordinate running fastest.
#[derive(Clone, Copy, Debug)]
pub struct Labels<'t> {
    /// The length of each side.
    pub size: &'t [u64],
    /// Values, or 0 for P and 1 for N; [`NOTHING`] where there is no position.
    pub cells: &'t [u32],
}

impl<'t> Labels<'t> {
    /// The label at a point, if it is in the box and a position.
    pub fn get(&self, point: &[u64]) -> Option<u32> {
        let mut at = 0usize;
        for (x, side) in point.iter().zip(self.size) {
            if x >= side {
                return None;
            }
            at = at * *side as usize + *x as usize;
        }
        self.cells
            .get(at)
            .copied()
            .filter(|&label| label != NOTHING)
    }

    /// All positions with their labels.
    pub fn positions(self) -> impl Iterator<Item = (Vec<u64>, u32)> + 't {
        let size = self.size;
        let label = move |(at, &label): (usize, &'t u32)| {
            let point = grundy::solve::dense::point(at as u64, size);
            (label != NOTHING).then_some((point, label))
        };
        self.cells.iter().enumerate().filter_map(label)
    }

    /// For each coordinate, whether there is no position at its last value in the box.
    pub(crate) fn bounded(&self) -> Vec<bool> {
        let mut bounded = vec![true; self.size.len()];
        for (at, _) in self.cells.iter().enumerate().filter(|c| *c.1 != NOTHING) {
            let mut rest = at as u64;
            for (bounded, side) in bounded.iter_mut().zip(self.size).rev() {
                if rest % side + 1 == *side {
                    *bounded = false;
                }
                rest /= side;
            }
        }
        bounded
    }

    /// The number of digits that lets at most half of the cells be asked
    /// about: the rest is held out. A coordinate whose values end in the box is known to all
    /// digits.
    fn digits(&self, numeration: Numeration) -> usize {
        let places = numeration.places();
        let bounded = self.bounded();
        let mut open: Vec<u64> = self
            .size
            .iter()
            .zip(&bounded)
            .filter(|b| !b.1)
            .map(|b| *b.0)
            .collect();
        if open.is_empty() {
            open = self.size.to_vec();
        }
        let all: u64 = open.iter().product();
        let fits = |length: usize| {
            let side = places[length];
            open.iter().all(|s| side <= *s)
                && side
                    .checked_pow(open.len() as u32)
                    .is_some_and(|asked| asked <= all / 2)
        };
        (0..places.len())
            .step_by(numeration.period())
            .take_while(|&l| fits(l))
            .last()
            .unwrap_or(0)
    }
}

/// Whether a comparison may go on; the clock is looked at now and then.
fn in_time(count: usize, budget: &Budget) -> bool {
    !count.is_multiple_of(4096) || !budget.is_spent()
}

/// Learns the P-positions, that is the label 0, as an automaton.
pub fn lost(
    labels: Labels,
    numeration: Numeration,
    budget: &Budget,
) -> Result<Option<Claim>, Error> {
    let dimension = labels.size.len();
    let ask = |x: &[u64]| labels.get(x) == Some(0);
    let right = |dfa: &_| {
        let mut positions = labels.positions().enumerate();
        positions.all(|(count, (x, label))| {
            in_time(count, budget) && accepts(dfa, numeration, &x) == (label == 0)
        })
    };
    let length = labels.digits(numeration);
    let Some(dfa) = learn(numeration, dimension, length, &ask, &right, budget)? else {
        return Ok(None);
    };
    let mut meter = budget.meter("learning");
    let variables: Vec<Variable> = (0..dimension as Variable).collect();
    let relation = Engine::new(numeration, &mut meter).given(&dfa, &variables)?;
    Ok(Some(Claim::Lost(relation)))
}

/// Learns the graph of the values as an automaton.
pub fn values(
    labels: Labels,
    numeration: Numeration,
    coding: Coding,
    budget: &Budget,
) -> Result<Option<Claim>, Error> {
    let dimension = labels.size.len();
    let ask = |x: &[u64]| {
        let (position, value) = x.split_at(dimension);
        let label = labels.get(position);
        label.and_then(|v| coding.code(v.into())) == Some(value[0])
    };
    let right = |dfa: &_| {
        let mut positions = labels.positions().enumerate();
        positions.all(|(count, (x, label))| {
            in_time(count, budget) && value_at(dfa, numeration, &x) == coding.code(label.into())
        })
    };
    let length = labels.digits(numeration);
    let Some(dfa) = learn(numeration, dimension + 1, length, &ask, &right, budget)? else {
        return Ok(None);
    };
    let mut meter = budget.meter("learning");
    let variables: Vec<Variable> = (0..=dimension as Variable).collect();
    let relation = Engine::new(numeration, &mut meter).given(&dfa, &variables)?;
    Ok(Some(Claim::Values(relation, coding)))
}

/// A table with about a third of the cells, if so small a one can show anything.
pub fn smaller(size: &[u64]) -> Option<Vec<u64>> {
    /// Shorter sides show nothing: of one coordinate, of two, of more.
    const SHORTEST: [u64; 3] = [24, 10, 5];
    let shortest = SHORTEST[size.len().clamp(1, 3) - 1];
    let longest = *size.iter().max()?;
    let next = match size.len() {
        1 => longest / 3,
        2 => longest * 3 / 5,
        _ => longest * 3 / 4,
    };
    let shorter = |side: &u64| if *side == longest { next } else { *side };
    (next >= shortest).then(|| size.iter().map(shorter).collect())
}

/// The sides of the tables that are tried, small ones first. Where the rules bound a coordinate
/// by a small number the table has all of its values and one more, which shows that they end,
/// and the others get longer sides.
pub fn sizes(rules: &Rules) -> Vec<Vec<u64>> {
    /// More layers leave no room for the other coordinates.
    const MOST_LAYERS: u64 = 64;
    let dimension = rules.dimension();
    let few = |bound: Option<u64>| bound.filter(|most| *most < MOST_LAYERS);
    let bounds: Vec<Option<u64>> = rules.bounds().into_iter().map(few).collect();
    let layers = { bounds.iter().flatten() }.try_fold(1u64, |n, most| n.checked_mul(most + 1));
    let open = bounds.iter().filter(|bound| bound.is_none()).count();
    let (bounds, open, layers) = match layers {
        Some(layers) if open > 0 && layers <= MOST_LAYERS => (bounds, open, layers),
        _ => (vec![None; dimension], dimension, 1),
    };
    let sides: &[u64] = match open {
        1 => &[256, 1100, 4400],
        // Without values only P-positions are looked for, which are sparse.
        2 if !rules.has_values() => &[64, 150, 400, 870],
        2 => &[64, 150, 400],
        3 => &[16, 34, 64],
        4 => &[8, 16, 24],
        _ => &[4, 6],
    };
    let size = |side: &u64| -> Vec<u64> {
        let side = |bound: &Option<u64>| bound.map_or(*side, |most| most + 2);
        bounds.iter().map(side).collect()
    };
    // Layers make a table larger; the first one is always tried.
    let longest = sides[sides.len() - 1];
    let most = longest.saturating_pow(open as u32).saturating_mul(2);
    let fits = |(at, side): &(usize, &u64)| {
        *at == 0 || side.saturating_pow(open as u32).saturating_mul(layers) <= most
    };
    { sides.iter().enumerate() }
        .filter(fits)
        .map(|(_, side)| size(side))
        .collect()
}
