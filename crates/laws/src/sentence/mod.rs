//! Sentences instead of automata: a formula that says what an automaton accepts.
//!
//! A law is often proven as an automaton of some states where people would write
//! |x-y| = 1 or min(x, y)+1. Equality of automatic sets is decidable, so such a
//! formula can be looked for by trial: formulas are built from the smallest up, compared
//! with the automaton at some points, where two formulas with the same values count as
//! one (*observational equivalence*), and what fits there is decided for all points. A
//! point at which the two differ joins the others, and the search begins anew: synthesis
//! guided by counterexamples (Solar-Lezama 2008). Sets are an atom, or a few atoms joined
//! by *and* and *or* ([`sets`]); values are an expression, a list read off at a remainder,
//! or such by cases ([`values`]: decision lists, as in Alur, Radhakrishna and Udupa 2017).
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_laws::automata::{Engine, numeration::Numeration};
//! use grundy_laws::print::{Style, condition};
//! use grundy_laws::prove::Claim;
//! use grundy_laws::law::Statement;
//! use grundy_laws::sentence::sentence;
//! let budget = Budget::default();
//! let mut meter = budget.meter("automata");
//! let mut engine = Engine::new(Numeration::BINARY, &mut meter);
//! let one = engine.equal(&[(0, 1), (1, -1)], 1).unwrap();
//! let other = engine.equal(&[(0, 1), (1, -1)], -1).unwrap();
//! let beside = engine.or(&one, &other).unwrap();
//! let found = sentence(&Claim::Lost(beside), 2, None, &budget).unwrap();
//! let Some(Statement::Lost(c)) = found else { panic!() };
//! assert_eq!(condition(&c, Style::Text, &["x".into(), "y".into()]), "|x-y| = 1");
//! ```
//!
//! Limits: formulas of at most [`MOST_SYMBOLS`] symbols over the atoms of [`terms`]; what is
//! not found stays an automaton. The work is counted ([`MOST_STATES`]), so that the same
//! formula is found on every machine.

mod bits;
pub mod sets;
pub mod terms;
pub mod values;

use grundy::budget::Budget;
use grundy::error::Error;

use crate::automata::numeration::Numeration;
use crate::automata::{Engine, Relation, Variable};
use crate::expression::{Condition, Expression};
use crate::find::Finder;
use crate::find::sparse::SparseSets;
use crate::law::{Law, Statement};
use crate::learn::value_at;
use crate::prove::{Claim, Coding};
use crate::sample::Sample;

/// Longer formulas are not easier to read than an automaton.
pub const MOST_SYMBOLS: usize = 48;
/// What a search may cost, in steps of about a microsecond.
pub const MOST_STATES: u64 = 8_000_000;
/// How often the search begins anew with the points that refuted all it found.
const MOST_ROUNDS: usize = 10;
/// Candidates that are decided in one round.
const MOST_DECIDED: usize = 12;

/// Points at which formulas are compared with the law, and what it says there.
pub struct Points {
    /// The points.
    pub at: Vec<Vec<u64>>,
    /// The values; for a set 0 is inside and 1 outside.
    pub values: Vec<i64>,
}

/// A formula that says the same as a proven claim on the domain, if a short one is found:
/// a [`Statement::Value`], a [`Statement::Lost`] or a [`Statement::Sparse`]. Without a domain all points count.
pub fn sentence(
    claim: &Claim,
    dimension: usize,
    domain: Option<&Relation>,
    budget: &Budget,
) -> Result<Option<Statement>, Error> {
    shorter(claim, dimension, domain, MOST_SYMBOLS, budget)
}

/// As [`sentence`], of at most so many symbols. Where no formula is found, a set of pairs may be
/// one that has a sentence of its own ([`Sparse`]).
///
/// [`Sparse`]: crate::find::sparse::Sparse
pub fn shorter(
    claim: &Claim,
    dimension: usize,
    domain: Option<&Relation>,
    most: usize,
    budget: &Budget,
) -> Result<Option<Statement>, Error> {
    let found = formula(claim, dimension, domain, most, budget);
    match (&found, claim) {
        (Ok(None), Claim::Lost(relation)) if dimension == 2 => {
            pairs(claim, relation, domain, most, budget)
        }
        (Err(error), Claim::Lost(relation)) if dimension == 2 && error.is_budget() => {
            pairs(claim, relation, domain, most, budget)
        }
        _ => found,
    }
}

/// A set of pairs that has a sentence of its own: guessed from the automaton far out, then decided.
fn pairs(
    claim: &Claim,
    relation: &Relation,
    domain: Option<&Relation>,
    most: usize,
    budget: &Budget,
) -> Result<Option<Statement>, Error> {
    /// So many numbers of each coordinate are asked about.
    const SIDE: u64 = 160;
    let budget = budget.clone().at_most(MOST_STATES);
    let mut meter = budget.meter("sentence");
    let mut cells = Vec::new();
    for index in 0..SIDE * SIDE {
        meter.state()?;
        let at = [index / SIDE, index % SIDE];
        cells.push(match domain.is_none_or(|domain| domain.contains(&at)) {
            true => u32::from(!relation.contains(&at)),
            false => crate::rules::NOTHING,
        });
    }
    let sample = Sample {
        size: vec![SIDE; 2],
        cells,
        outcomes: true,
        names: crate::sample::names(2),
    };
    for statement in SparseSets.guess(&sample, &budget)? {
        let short = crate::find::symbols(&statement) <= most;
        let wrong = match short {
            true => difference(&statement, claim, 2, domain, &mut meter)?,
            false => None,
        };
        if wrong.is_some_and(|wrong| wrong.is_empty()) {
            return Ok(Some(statement));
        }
    }
    Ok(None)
}

fn formula(
    claim: &Claim,
    dimension: usize,
    domain: Option<&Relation>,
    most: usize,
    budget: &Budget,
) -> Result<Option<Statement>, Error> {
    let budget = budget.clone().at_most(MOST_STATES);
    let mut meter = budget.meter("sentence");
    let mut points = Points::of(claim, dimension, domain);
    // Of so few points anything can be said.
    if points.at.len() < 8 {
        return Ok(None);
    }
    let mut refused: Vec<Statement> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let mut found: Vec<Statement> = match claim {
            Claim::Lost(relation) => {
                let inside: Vec<bool> = points.values.iter().map(|v| *v == 0).collect();
                let pool = terms::Pool::new(dimension, relation.numeration(), &points.at);
                let atoms = pool.atoms(&inside, &mut meter)?;
                let found = sets::search(&atoms, &points.at, &inside, most, &mut meter)?;
                found.into_iter().map(Statement::Lost).collect()
            }
            Claim::Values(relation, coding) => {
                let binary = relation.numeration();
                let found = values::search(&points, dimension, binary, *coding, most, &mut meter)?;
                found.into_iter().map(Statement::Value).collect()
            }
        };
        for statement in &mut found {
            let simpler = statement.clone().simplified();
            if length(&simpler) <= length(statement) {
                *statement = simpler;
            }
        }
        found.retain(|statement| !refused.contains(statement) && length(statement) <= most);
        found.sort_by_key(length);
        found.truncate(MOST_DECIDED);
        if found.is_empty() {
            return Ok(None);
        }
        let before = points.at.len();
        for statement in found {
            let Some(wrong) = difference(&statement, claim, dimension, domain, &mut meter)? else {
                refused.push(statement);
                continue;
            };
            if wrong.is_empty() {
                return Ok(Some(statement));
            }
            if let Some(mut at) = wrong.shortest() {
                at.truncate(dimension);
                points.add(claim, at);
            }
            refused.push(statement);
        }
        if points.at.len() == before {
            // Only formulas whose parts have no value somewhere were refuted.
            continue;
        }
    }
    Ok(None)
}

fn length(statement: &Statement) -> usize {
    match statement {
        Statement::Value(e) => e.symbols(),
        Statement::Lost(c) => c.symbols(),
        _ => usize::MAX,
    }
}

/// Where a formula and a claim differ; `None` if the formula has no automaton.
fn difference(
    statement: &Statement,
    claim: &Claim,
    dimension: usize,
    domain: Option<&Relation>,
    meter: &mut grundy::budget::Meter,
) -> Result<Option<Relation>, Error> {
    let numeration = claim.relation().numeration();
    let law = Law {
        statement: statement.clone(),
        finder: ("", ""),
        symbols: 1,
        explains: 1,
    };
    // A formula whose automaton is huge is none that was looked for.
    let few = meter.budget().clone().at_most(200_000);
    let said = match law.claim(numeration, dimension, &few) {
        Ok(Some(said)) => said,
        Ok(None) => return Ok(None),
        Err(error) if error.is_budget() && meter.poll().is_err() => return Err(error),
        Err(_) => return Ok(None),
    };
    meter.advance(1000)?;
    let mut engine = Engine::new(numeration, meter);
    let wrong = match (&said, claim) {
        (Claim::Lost(a), Claim::Lost(b)) => engine.differ(a, b)?,
        (Claim::Values(a, one), Claim::Values(b, other)) if one == other => match one {
            Coding::Plain => engine.differ(a, b)?,
            // Other numbers stand for no value.
            Coding::Power => {
                let powers = engine.power_of_two(dimension as Variable)?;
                let (a, b) = (engine.and(a, &powers)?, engine.and(b, &powers)?);
                engine.differ(&a, &b)?
            }
        },
        _ => return Ok(None),
    };
    match domain {
        Some(domain) => engine.and(&wrong, domain).map(Some),
        None => Ok(Some(wrong)),
    }
}

/// Whether two formulas of values, or two conditions, say the same on the domain; `None` where
/// that cannot be decided.
pub fn same(
    a: &Statement,
    b: &Statement,
    dimension: usize,
    domain: Option<&Relation>,
    budget: &Budget,
) -> Result<Option<bool>, Error> {
    let mut meter = budget.meter("sentence");
    let numeration = domain.map_or(Numeration::BINARY, Relation::numeration);
    let law = Law {
        statement: a.clone(),
        finder: ("", ""),
        symbols: 1,
        explains: 1,
    };
    let claim = match law.claim(numeration, dimension, budget) {
        Ok(Some(claim)) => claim,
        Err(error) if error.is_budget() => return Err(error),
        _ => return Ok(None),
    };
    let wrong = difference(b, &claim, dimension, domain, &mut meter)?;
    Ok(wrong.map(|wrong| wrong.is_empty()))
}

impl Points {
    /// A box at the origin, and points further out: near the diagonal, near an axis, and
    /// anywhere. Chosen by a fixed rule, so that the same formula is found each time.
    fn of(claim: &Claim, dimension: usize, domain: Option<&Relation>) -> Points {
        let side: u64 = [160, 18, 8, 5, 3][dimension.clamp(1, 5) - 1];
        let further: u64 = 160;
        /// Points beyond the box.
        const FURTHER: usize = 240;
        let mut points = Points {
            at: Vec::new(),
            values: Vec::new(),
        };
        let inside = |at: &[u64]| domain.is_none_or(|domain| domain.contains(at));
        let most = side.saturating_pow(dimension as u32).min(1 << 10);
        for index in 0..most {
            let at = grundy::solve::dense::point(index, &vec![side; dimension]);
            if inside(&at) {
                points.add(claim, at);
            }
        }
        let mut state = 0x2545_f491_4f6c_dd1du64;
        let mut random = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) % below.max(1)
        };
        // Where the domain has few of these, others are drawn in their place.
        let (mut drawn, mut round) = (0, 0);
        while drawn < FURTHER && round < 8 * FURTHER {
            round += 1;
            let far = random(further);
            let at: Vec<u64> = (0..dimension)
                .map(|_| match (round - 1) % 4 {
                    0 => far + random(4),
                    1 => [far, random(6)][random(2) as usize],
                    2 => far * (1 + random(3)) + random(3),
                    _ => random(further),
                })
                .collect();
            if inside(&at) {
                drawn += 1;
                points.add(claim, at);
            }
        }
        points
    }

    /// Adds a point at which the law says something.
    fn add(&mut self, claim: &Claim, at: Vec<u64>) {
        if self.at.contains(&at) {
            return;
        }
        let value = match claim {
            Claim::Lost(relation) => Some(i64::from(!relation.contains(&at))),
            Claim::Values(relation, coding) => {
                let code = value_at(relation.dfa(), relation.numeration(), &at);
                code.and_then(|code| i64::try_from(coding.decode(code)).ok())
            }
        };
        if let Some(value) = value {
            self.at.push(at);
            self.values.push(value);
        }
    }
}

/// A condition that always holds.
pub(crate) fn always() -> Condition {
    Condition::All(Vec::new())
}

/// The values of an expression at all points; `None` if it has none at one of them.
fn evaluated(e: &Expression, points: &[Vec<u64>]) -> Option<Vec<i64>> {
    const LARGEST: i64 = 1 << 40;
    let each = points.iter().map(|at| e.value(at));
    each.map(|v| v.filter(|v| v.abs() <= LARGEST)).collect()
}
