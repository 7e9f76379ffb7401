//! Finding laws in tables.
//!
//! Every finder is a small file behind one trait. They are tried cheapest
//! first under a time budget. A finder sees only the lower half of the table
//! when it guesses; the upper half is held out, and a law must be true of all
//! of it. Of several laws the one that explains most per symbol comes first.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_laws::find::{Options, find};
//! use grundy_laws::print::Style;
//! use grundy_laws::sample::Sample;
//! let nim: Vec<u32> = (0..32 * 32).map(|i| i / 32 ^ i % 32).collect();
//! let table = Sample {
//!     size: vec![32, 32],
//!     cells: nim,
//!     outcomes: false,
//!     names: vec!["x".into(), "y".into()],
//! };
//! let found = find(&table, &Options::default()).unwrap();
//! assert_eq!(found.laws[0].written(Style::Text, &table.names).to_string(), "g(x, y) = x ⊕ y");
//! ```

mod automatic;
pub mod border;
mod constant;
pub mod decide;
mod diagonal;
mod feature;
mod grid;
mod known;
pub mod layers;
pub mod numerations;
pub(crate) mod periodic;
pub mod regular;
pub mod residues;
pub mod schwenk;
mod separable;
pub mod sides;
pub mod slope;
pub mod sparse;
mod synthesis;
mod threshold;

use std::time::Duration;

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;
use grundy::platform::Moment;

use crate::expression::Expression;
use crate::law::{Law, Statement};
use crate::rules::NOTHING;
use crate::sample::Sample;

/// One way to look for laws.
pub trait Finder: Sync {
    /// Its name, in both languages.
    fn name(&self) -> Words;

    /// Whether it is of use only where shorter laws were not found.
    fn is_last_resort(&self) -> bool {
        false
    }

    /// Laws that may hold of the table: every cell of `lower` may be looked
    /// at. What is returned is then compared with the whole table.
    fn guess(&self, lower: &Sample, budget: &Budget) -> Result<Vec<Statement>, Error>;
}

/// Whoever finds an automaton, as a last resort or while proving.
pub(crate) const AUTOMATON: Words = ("automaton", "自动机");

/// All finders, cheapest first.
pub const ALL: [&dyn Finder; 15] = [
    &constant::Constant,
    &known::Known,
    &periodic::Periodic,
    &residues::Residues,
    &separable::Separable,
    &feature::Feature,
    &grid::Grid,
    &diagonal::Diagonal,
    &layers::Layers,
    &sparse::SparseSets,
    &threshold::Threshold,
    &border::Border,
    &automatic::Automatic,
    &regular::KRegular,
    &synthesis::Synthesis,
];

/// The finders that need only a sequence, for finders that reduce a table to
/// one.
const SEQUENCES: [&dyn Finder; 3] = [&constant::Constant, &known::Known, &periodic::Periodic];

/// How to look.
#[derive(Clone, Debug)]
pub struct Options {
    /// The time for all finders together.
    pub time: Duration,
    /// Stop at the first law rather than look for shorter ones.
    pub first: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            time: Duration::from_secs(10),
            first: false,
        }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The laws, the best first.
    pub laws: Vec<Law>,
    /// Finders that stopped for want of budget, with the reason.
    pub stopped: Vec<(Words, Error)>,
}

/// How a statement is measured; what needs as many symbols as half the table
/// has entries explains nothing.
pub fn symbols(statement: &Statement) -> usize {
    match statement {
        Statement::Value(e) => e.symbols(),
        Statement::Lost(c) => Expression::Cases(
            vec![(c.clone(), Expression::Number(0))],
            Box::new(Expression::Number(1)),
        )
        .symbols(),
        Statement::Sparse(set) => set.symbols(),
        Statement::Automaton(claim) => {
            let dfa = claim.relation().dfa();
            let edges = (0..dfa.states() as u32)
                .flat_map(|s| dfa.row(s).iter())
                .filter(|&&to| to != crate::automata::dfa::DEAD);
            dfa.states() + edges.count()
        }
        Statement::Regular(regular) => regular.symbols(),
        Statement::Numbers(law) => law.symbols(),
    }
}

/// Finders of formulas.
pub(crate) fn plain() -> Vec<&'static dyn Finder> {
    ALL.into_iter().filter(|f| !f.is_last_resort()).collect()
}

/// Finders for what has no short formula.
pub(crate) fn last_resorts() -> Vec<&'static dyn Finder> {
    ALL.into_iter().filter(|f| f.is_last_resort()).collect()
}

/// Finders see at most this many cells: some compare each with all others.
const MOST_SEEN: u64 = 1 << 13;

/// The lower half: for a sequence the first half, for a table of more
/// dimensions a corner with at most half of the cells; less of a huge table.
pub(crate) fn lower(sample: &Sample) -> Sample {
    let dimension = sample.size.len() as u32;
    let all: u64 = sample.size.iter().product();
    // Of a coordinate with few values all are seen: what holds of some says nothing of others.
    let mut whole = sample.bounded();
    for (whole, side) in whole.iter_mut().zip(&sample.size) {
        *whole &= *side <= 64;
    }
    if whole.iter().all(|whole| *whole) {
        whole.fill(false);
    }
    let scaled = |part: u64| -> Vec<u64> {
        let sides = sample.size.iter().zip(&whole);
        sides
            .map(|(side, whole)| match whole {
                true => *side,
                false => (side * part / 64).max(1),
            })
            .collect()
    };
    // The largest fraction of each side, in 64ths, that keeps to half.
    let part = (1..=64u64)
        .take_while(|part| {
            let mut sides = scaled(*part).into_iter();
            let kept = sides.try_fold(1u64, |n, side| n.checked_mul(side));
            kept.is_some_and(|kept| kept <= all / 2)
        })
        .last()
        .unwrap_or(64 / dimension.max(1) as u64);
    let mut size = scaled(part);
    while size.iter().product::<u64>() > MOST_SEEN {
        // The longest side first, so that the corner keeps its shape.
        if let Some(longest) = size.iter_mut().max() {
            *longest -= longest.div_ceil(64);
        }
    }
    sample.corner(&size)
}

/// Whether a statement is about P-positions: it says nothing of values but
/// which are 0.
pub fn only_lost(statement: &Statement) -> bool {
    match statement {
        Statement::Lost(_) | Statement::Sparse(_) => true,
        Statement::Automaton(claim) => matches!(claim, crate::prove::Claim::Lost(_)),
        _ => false,
    }
}

/// Whether a statement is an automaton or a set of matrices.
pub(crate) fn is_machine(statement: &Statement) -> bool {
    matches!(statement, Statement::Automaton(_) | Statement::Regular(_))
}

/// Whether a law is true of every entry of a table. As [`exception`], it may run out of the
/// current budget.
pub fn holds(law: &Law, sample: &Sample) -> Result<bool, Error> {
    exception(law, sample).map(|found| found.is_none())
}

/// An entry of a table: where it is, and its value, or 0 and 1 for P and N.
pub type Entry = (Vec<u64>, u32);

/// The first entry of a table of which a law is not true; its outcome instead of its value where
/// the law is about outcomes.
///
/// A table may have a million entries, and a law may take long at each: the clock of the
/// [current](Budget::current) budget is looked at on the way. Its states are not counted, since a
/// table has been paid for already.
pub fn exception(law: &Law, sample: &Sample) -> Result<Option<Entry>, Error> {
    let only_lost = only_lost(&law.statement);
    let mut meter = Budget::current().meter("values");
    for (at, label) in sample.labels().positions() {
        meter.poll_sometimes()?;
        let label = if only_lost { label.min(1) } else { label };
        if law.predict(&at) != Some(label.into()) {
            return Ok(Some((at, label)));
        }
    }
    Ok(None)
}

/// Looks for laws of a table.
pub fn find(sample: &Sample, options: &Options) -> Result<Found, Error> {
    find_by(&ALL, sample, options)
}

/// Looks for laws by some finders.
pub fn find_by(
    finders: &[&dyn Finder],
    sample: &Sample,
    options: &Options,
) -> Result<Found, Error> {
    search(finders, sample, options, true)
}

/// Looks for laws of all values, and for nothing less.
pub(crate) fn values_by(
    finders: &[&dyn Finder],
    sample: &Sample,
    options: &Options,
) -> Result<Found, Error> {
    let mut found = search(finders, sample, options, false)?;
    found.laws.retain(|law| !only_lost(&law.statement));
    Ok(found)
}

/// Of so few entries anything can be said.
pub(crate) const FEWEST: usize = 16;

fn search(
    finders: &[&dyn Finder],
    sample: &Sample,
    options: &Options,
    of_lost: bool,
) -> Result<Found, Error> {
    let mut found = Found {
        laws: Vec::new(),
        stopped: Vec::new(),
    };
    if sample.positions() < FEWEST {
        return Ok(found);
    }
    let start = Moment::now();
    // Of values of which nothing is found, the P-positions may have a law.
    let mut outcomes = sample.clone();
    outcomes.outcomes = true;
    for cell in outcomes.cells.iter_mut().filter(|c| **c != NOTHING) {
        *cell = (*cell).min(1);
    }
    let whole = |law: &Law| sample.outcomes || !only_lost(&law.statement);
    let halves = (lower(sample), lower(&outcomes));
    let (last, plain): (Vec<&dyn Finder>, Vec<&dyn Finder>) =
        finders.iter().partition(|f| f.is_last_resort());
    for finder in plain.iter().chain(&last) {
        // A last resort where a formula was found says the same in more words.
        // An automaton or matrices are no reason to stop: which of these is
        // found depends on the size of the table, and a formula may be left.
        let formula = |law: &Law| whole(law) && !is_machine(&law.statement);
        if finder.is_last_resort() && found.laws.iter().any(formula) {
            break;
        }
        for statement in look(*finder, &halves.0, options, start, &mut found) {
            // That the zeros among numbers end somewhere is no law of them.
            if only_lost(&statement) && !sample.outcomes && !goes_on(&outcomes, &halves.1) {
                continue;
            }
            keep(statement, finder.name(), sample, &mut found);
        }
        if options.first && found.laws.iter().any(whole) {
            break;
        }
    }
    let lost = of_lost && !sample.outcomes && !found.laws.iter().any(whole);
    if lost && goes_on(&outcomes, &halves.1) {
        for finder in plain {
            for statement in look(finder, &halves.1, options, start, &mut found) {
                keep(statement, finder.name(), &outcomes, &mut found);
            }
        }
    }
    // Of a table of values, a law of the P-positions explains only a part.
    found.laws.sort_by_key(|law| {
        let part = !sample.outcomes && only_lost(&law.statement);
        // People read formulas more easily than automata and matrices.
        (
            part,
            is_machine(&law.statement),
            std::cmp::Reverse(law.strength()),
            law.symbols,
        )
    });
    // Which values are 0 follows from a law of all; else one law of that will do.
    if found.laws.iter().any(whole) {
        found.laws.retain(whole);
    } else {
        found.laws.truncate(1);
    }
    // Several finders may say the same.
    let mut said: Vec<Statement> = Vec::new();
    found.laws.retain(|law| {
        let new = !said.contains(&law.statement);
        said.extend(new.then(|| law.statement.clone()));
        new
    });
    Ok(found)
}

/// Whether P-positions occur in the upper half about as often as in the lower:
/// that they end is no law.
fn goes_on(all: &Sample, lower: &Sample) -> bool {
    let lost = |sample: &Sample| sample.cells.iter().filter(|c| **c == 0).count();
    let (all, lower) = (lost(all), lost(lower));
    all - lower >= 8 && (all - lower) * 4 >= lower
}

/// What a finder guesses from the lower half, within what is left of the time.
fn look(
    finder: &dyn Finder,
    lower: &Sample,
    options: &Options,
    start: Moment,
    found: &mut Found,
) -> Vec<Statement> {
    let left = options.time.saturating_sub(start.elapsed());
    let budget = Budget::current().within(left).at_most(20_000_000);
    match finder.guess(lower, &budget) {
        Ok(guesses) => guesses,
        Err(error) if error.is_budget() => {
            found.stopped.push((finder.name(), error));
            Vec::new()
        }
        // Not every finder can say something of every table.
        Err(_) => Vec::new(),
    }
}

/// Keeps a guess that is true of the whole table and much shorter than it.
fn keep(statement: Statement, finder: Words, sample: &Sample, found: &mut Found) {
    // A case that is never reached in the table says nothing.
    let statement = match statement.simplified() {
        Statement::Value(e) => Statement::Value(e.reached(&|visit| {
            for (at, _) in sample.labels().positions() {
                visit(&at);
            }
        })),
        other => other,
    };
    let statement = statement.simplified();
    let law = Law {
        symbols: symbols(&statement),
        statement,
        finder,
        explains: sample.positions(),
    };
    if law.symbols * 4 >= law.explains {
        return;
    }
    match holds(&law, sample) {
        Ok(true) => found.laws.push(law),
        Ok(false) => {}
        // What was not compared with all of the table is not kept.
        Err(error) => found.stopped.push((finder, error)),
    }
}

/// The shortest expression for a sequence, by the finders for sequences; it
/// is true of all of it.
fn sequence(values: &[u32], budget: &Budget) -> Result<Option<Expression>, Error> {
    let sample = Sample::sequence(values);
    let mut best: Option<Expression> = None;
    for finder in SEQUENCES {
        for statement in finder.guess(&sample, budget)? {
            let law = Law {
                symbols: 0,
                explains: values.len(),
                finder: finder.name(),
                statement,
            };
            if let Statement::Value(e) = &law.statement
                && holds(&law, &sample)?
                && best.as_ref().is_none_or(|b| e.symbols() < b.symbols())
            {
                best = Some(e.clone());
            }
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn huge_tables_are_seen_in_part_and_compared_whole() {
        let long = Sample::sequence(&(0..100_000).map(|n| n % 7).collect::<Vec<_>>());
        assert!(lower(&long).cells.len() as u64 <= MOST_SEEN);
        let found = find(&long, &Options::default()).unwrap();
        assert_eq!(found.laws[0].explains, 100_000);
        // One entry far out is enough to break a law.
        let mut broken = long.clone();
        broken.cells[98_000] = 8;
        assert!(find(&broken, &Options::default()).unwrap().laws.is_empty());
        let wide = Sample {
            size: vec![3, 40_000],
            cells: vec![0; 120_000],
            outcomes: false,
            names: crate::sample::names(2),
        };
        let part = lower(&wide);
        assert!(part.cells.len() as u64 <= MOST_SEEN && part.size[0] >= 2);
    }
}
