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

    /// The number of digits that lets at most half of the cells be asked
    /// about: the rest is held out.
    fn digits(&self, numeration: Numeration) -> usize {
        let places = numeration.places();
        let all: u64 = self.size.iter().product();
        let fits = |length: usize| {
            let side = places[length];
            self.size.iter().all(|s| side <= *s)
                && side
                    .checked_pow(self.size.len() as u32)
                    .is_some_and(|asked| asked <= all / 2)
        };
        (0..places.len())
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

/// The sides of the tables that are tried, small ones first.
pub fn sizes(rules: &Rules) -> Vec<Vec<u64>> {
    let sides: &[u64] = match rules.dimension() {
        1 => &[256, 1100, 4400],
        // Without values only P-positions are looked for, which are sparse.
        2 if !rules.has_values() => &[64, 150, 400, 870],
        2 => &[64, 150, 400],
        3 => &[16, 34, 64],
        4 => &[8, 16, 24],
        _ => &[4, 6],
    };
    let dimension = rules.dimension();
    sides.iter().map(|&side| vec![side; dimension]).collect()
}
