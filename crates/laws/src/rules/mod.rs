//! Rules that can be proven things about: linear moves between tuples.
//!
//! A position is a tuple of naturals in a *domain*. A move chooses naturals
//! for its *binders* such that a *guard* holds, and leads to a sum of tuples
//! of linear forms. A target that is negative or outside the domain is no
//! legal move. Guards are built from linear comparisons, remainders, "is a
//! power of two", "xor to zero" and the [functions](Function) of binary digits
//! by and, or, not and "there are naturals".
//!
//! Rules are written in the rule language ([`crate::language`]) and in
//! nothing else; they keep their [`Source`], which is what a certificate
//! holds.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_laws::rules::Rules;
//! let lasker = Rules::read("
//!     game lasker
//!     state n
//!     move take(k in 1..n) -> [n-k]
//!     move split(k in 1..n-1) -> [k] + [n-k]
//! ").unwrap();
//! let table = lasker.table(&[9], &Budget::default()).unwrap();
//! assert_eq!(table, [0, 1, 2, 4, 3, 5, 6, 8, 7]);
//! ```
//!
//! Limits: at most [`MOST_VARIABLES`] coordinates and binders in a move.

use grundy::outcome::Winner;

pub mod agree;
mod code;
mod evaluate;
mod function;
mod source;

pub use evaluate::{NOTHING, Walker};
pub use function::Function;
pub use source::Source;

/// The most coordinates and binders that a move may have together.
pub const MOST_VARIABLES: usize = 24;

/// A linear form: Σ factor·variable + constant. The variables are the
/// coordinates, then the binders of the move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Factor of each variable that occurs, by variable.
    pub terms: Vec<(usize, i64)>,
    /// What is added.
    pub constant: i64,
}

impl Form {
    /// A number.
    pub fn constant(constant: i64) -> Form {
        Form {
            terms: Vec::new(),
            constant,
        }
    }

    /// A variable.
    pub fn variable(variable: usize) -> Form {
        Form {
            terms: vec![(variable, 1)],
            constant: 0,
        }
    }

    /// This form plus `factor` times another.
    pub fn plus(&self, factor: i64, other: &Form) -> Form {
        let mut terms = self.terms.clone();
        terms.extend(
            other
                .terms
                .iter()
                .map(|&(v, f)| (v, f.saturating_mul(factor))),
        );
        terms.sort_unstable();
        let mut merged: Vec<(usize, i64)> = Vec::new();
        for (variable, f) in terms {
            match merged.last_mut() {
                Some(last) if last.0 == variable => last.1 = last.1.saturating_add(f),
                _ => merged.push((variable, f)),
            }
        }
        merged.retain(|t| t.1 != 0);
        Form {
            terms: merged,
            constant: self
                .constant
                .saturating_add(other.constant.saturating_mul(factor)),
        }
    }

    /// The factor of a variable.
    pub fn factor(&self, variable: usize) -> i64 {
        self.terms
            .iter()
            .find(|t| t.0 == variable)
            .map_or(0, |t| t.1)
    }

    /// The form with `variable` replaced by another form.
    pub fn substitute(&self, variable: usize, by: &Form) -> Form {
        let factor = self.factor(variable);
        if factor == 0 {
            return self.clone();
        }
        let rest = Form {
            terms: self
                .terms
                .iter()
                .copied()
                .filter(|t| t.0 != variable)
                .collect(),
            constant: self.constant,
        };
        rest.plus(factor, by)
    }

    /// The value, if it fits.
    pub fn value(&self, values: &[u64]) -> Option<i64> {
        self.terms.iter().try_fold(self.constant, |sum, &(v, f)| {
            let value = i64::try_from(*values.get(v)?).ok()?;
            sum.checked_add(f.checked_mul(value)?)
        })
    }
}

/// A condition on coordinates and binders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The form is at most 0.
    AtMostZero(Form),
    /// The form is 0.
    Zero(Form),
    /// The form leaves this remainder modulo the number before it.
    Remainder(Form, u32, u32),
    /// The form is a power of two.
    PowerOfTwo(Form),
    /// The xor of the forms, none of them negative, is 0.
    XorZero(Vec<Form>),
    /// The form is what the function has as its value.
    Is(Form, Function),
    /// For some naturals in place of these variables, which are larger than
    /// all that are in use outside and bounded by the guard, it holds.
    Some(Vec<usize>, Box<Guard>),
    /// All of these; of none, true.
    All(Vec<Guard>),
    /// At least one of these; of none, false.
    Any(Vec<Guard>),
    /// The opposite.
    Not(Box<Guard>),
}

impl Guard {
    /// Always.
    pub fn always() -> Guard {
        Guard::All(Vec::new())
    }

    /// `a ≤ b`
    pub fn at_most(a: &Form, b: &Form) -> Guard {
        Guard::AtMostZero(a.plus(-1, b))
    }

    /// `a < b`
    pub fn less(a: &Form, b: &Form) -> Guard {
        Guard::AtMostZero(a.plus(-1, b).plus(1, &Form::constant(1)))
    }

    /// `a = b`
    pub fn equal(a: &Form, b: &Form) -> Guard {
        Guard::Zero(a.plus(-1, b))
    }

    /// Both.
    pub fn and(self, other: Guard) -> Guard {
        match (self, other) {
            (Guard::All(mut a), Guard::All(b)) => {
                a.extend(b);
                Guard::All(a)
            }
            (Guard::All(mut a), b) => {
                a.push(b);
                Guard::All(a)
            }
            (a, Guard::All(mut b)) => {
                b.insert(0, a);
                Guard::All(b)
            }
            (a, b) => Guard::All(vec![a, b]),
        }
    }

    /// The guard with every form replaced.
    pub fn map(&self, turn: &dyn Fn(&Form) -> Form) -> Guard {
        let each = |all: &[Guard]| all.iter().map(|g| g.map(turn)).collect();
        match self {
            Guard::AtMostZero(f) => Guard::AtMostZero(turn(f)),
            Guard::Zero(f) => Guard::Zero(turn(f)),
            Guard::Remainder(f, m, r) => Guard::Remainder(turn(f), *m, *r),
            Guard::PowerOfTwo(f) => Guard::PowerOfTwo(turn(f)),
            Guard::XorZero(forms) => Guard::XorZero(forms.iter().map(turn).collect()),
            Guard::Is(f, function) => Guard::Is(turn(f), function.map(turn)),
            Guard::Some(variables, body) => {
                Guard::Some(variables.clone(), Box::new(body.map(turn)))
            }
            Guard::All(all) => Guard::All(each(all)),
            Guard::Any(any) => Guard::Any(each(any)),
            Guard::Not(g) => Guard::Not(Box::new(g.map(turn))),
        }
    }

    /// The guard with every variable numbered anew.
    pub fn renumber(&self, turn: &dyn Fn(usize) -> usize) -> Guard {
        let form = |f: &Form| {
            let mut terms: Vec<(usize, i64)> = f.terms.iter().map(|t| (turn(t.0), t.1)).collect();
            terms.sort_unstable();
            Form {
                terms,
                constant: f.constant,
            }
        };
        let each = |all: &[Guard]| all.iter().map(|g| g.renumber(turn)).collect();
        match self {
            Guard::Some(variables, body) => Guard::Some(
                variables.iter().map(|v| turn(*v)).collect(),
                Box::new(body.renumber(turn)),
            ),
            Guard::All(all) => Guard::All(each(all)),
            Guard::Any(any) => Guard::Any(each(any)),
            Guard::Not(g) => Guard::Not(Box::new(g.renumber(turn))),
            plain => plain.map(&form),
        }
    }

    /// The variables that are looked for inside, ascending.
    pub fn looked_for(&self) -> Vec<usize> {
        let mut found = Vec::new();
        let mut stack = vec![self];
        while let Some(guard) = stack.pop() {
            match guard {
                Guard::Some(variables, body) => {
                    found.extend(variables);
                    stack.push(body);
                }
                Guard::All(all) | Guard::Any(all) => stack.extend(all),
                Guard::Not(inner) => stack.push(inner),
                _ => {}
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The number after that of every variable that occurs.
    pub fn width(&self) -> usize {
        let of = |f: &Form| f.terms.iter().map(|t| t.0 + 1).max().unwrap_or(0);
        match self {
            Guard::AtMostZero(f)
            | Guard::Zero(f)
            | Guard::Remainder(f, ..)
            | Guard::PowerOfTwo(f) => of(f),
            Guard::XorZero(forms) => forms.iter().map(of).max().unwrap_or(0),
            Guard::Is(f, function) => {
                let operands = function.operands().into_iter().map(of).max();
                operands.unwrap_or(0).max(of(f))
            }
            Guard::Some(variables, body) => {
                let own = variables.iter().map(|v| v + 1).max().unwrap_or(0);
                own.max(body.width())
            }
            Guard::All(all) | Guard::Any(all) => all.iter().map(Guard::width).max().unwrap_or(0),
            Guard::Not(g) => g.width(),
        }
    }

    /// The guards that must all hold.
    pub fn conjuncts(&self) -> Vec<&Guard> {
        let mut found = Vec::new();
        let mut stack = vec![self];
        while let Some(guard) = stack.pop() {
            match guard {
                Guard::All(all) => stack.extend(all.iter().rev()),
                other => found.push(other),
            }
        }
        found
    }
}

/// A kind of move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Its name.
    pub name: String,
    /// The names of its binders.
    pub binders: Vec<String>,
    /// When it is legal.
    pub guard: Guard,
    /// The sum that it leads to.
    pub target: Vec<Vec<Form>>,
    /// The rule of the text that it is a case of, by number.
    pub rule: usize,
    /// What is chosen for that rule.
    pub chosen: Vec<Chosen>,
}

/// A number that a player chooses, in the coordinates and binders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// The form.
    Number(Form),
    /// The exponent of two that gives the form.
    Exponent(Form),
}

impl Chosen {
    /// The number, if it is one.
    pub fn value(&self, values: &[u64]) -> Option<i64> {
        match self {
            Chosen::Number(form) => form.value(values),
            Chosen::Exponent(form) => {
                let power = form.value(values).filter(|n| *n > 0)?;
                (power & (power - 1) == 0).then(|| i64::from(power.ilog2()))
            }
        }
    }
}

/// The rules of a game with linear moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The name of the game.
    pub name: String,
    /// The names of the coordinates.
    pub state: Vec<String>,
    /// Which tuples are positions.
    pub domain: Guard,
    /// The moves.
    pub moves: Vec<Move>,
    /// Whether whoever cannot move wins.
    pub misere: bool,
    /// How many options the player who has just moved may forbid.
    pub blocked: u32,
    /// Where play is over, and who has then won: the first that holds counts.
    pub ends: Vec<(Winner, Guard)>,
    /// What they were read from.
    pub source: Source,
}

impl Rules {
    /// How many coordinates a position has.
    pub fn dimension(&self) -> usize {
        self.state.len()
    }

    /// For each coordinate the greatest number that the domain allows, where it names one.
    pub fn bounds(&self) -> Vec<Option<u64>> {
        let mut found = vec![None; self.dimension()];
        let mut open = vec![&self.domain];
        while let Some(guard) = open.pop() {
            match guard {
                Guard::All(each) => open.extend(each),
                // x + c ≤ 0
                Guard::AtMostZero(Form { terms, constant }) => {
                    if let [(variable, 1)] = terms[..]
                        && let Some(bound) = found.get_mut(variable)
                        && let Ok(most) = u64::try_from(-i128::from(*constant))
                    {
                        *bound = Some(bound.map_or(most, |known: u64| known.min(most)));
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// Whether positions have Grundy values: under misère play, with
    /// forbidden options or with declared ends there are outcomes only.
    pub fn has_values(&self) -> bool {
        !self.misere && self.blocked == 0 && self.ends.is_empty()
    }

    /// Who has won, if play is over at a position whatever could be moved.
    pub fn over(&self, position: &[u64]) -> Option<Winner> {
        let mut ends = self.ends.iter();
        let end = ends.find(|(_, guard)| guard.holds(position))?;
        Some(end.0)
    }

    /// The first move that leads to a sum of several positions.
    pub fn split(&self) -> Option<&Move> {
        self.moves.iter().find(|m| m.target.len() > 1)
    }
}
