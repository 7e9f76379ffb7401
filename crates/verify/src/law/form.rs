//! Linear forms and conditions, exact: what does not fit is refused.
//!
//! Every operation is checked; a factor or a constant beyond 2^62 is an error ("too large to be
//! checked"), wherever it arises, also by substitution.

use std::collections::BTreeSet;
use std::rc::Rc;

use grundy::error::Error;
use grundy::text::Text;

use super::certificate::Automaton;

/// Why something cannot be checked, in English and Chinese.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reason(pub &'static str, pub &'static str);

impl From<Reason> for Error {
    fn from(reason: Reason) -> Error {
        Error::Unsupported {
            because: Text::fixed(reason.0, reason.1),
        }
    }
}

const TOO_LARGE: Reason = Reason("a number is too large to be checked", "数过大，无法复核");
const LARGEST: i128 = 1 << 62;

/// The number, if it is not too large.
fn small(number: Option<i128>) -> Result<i128, Reason> {
    let small = number.filter(|n| (-LARGEST..=LARGEST).contains(n));
    small.ok_or(TOO_LARGE)
}

/// Σ factor·variable + constant. The variables are the coordinates, then the chosen numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    /// Factors that are not 0, by variable.
    pub terms: Vec<(usize, i128)>,
    pub constant: i128,
}

impl Form {
    pub fn constant(constant: impl Into<i128>) -> Form {
        Form {
            terms: Vec::new(),
            constant: constant.into(),
        }
    }

    pub fn variable(variable: usize) -> Form {
        Form {
            terms: vec![(variable, 1)],
            constant: 0,
        }
    }

    /// The variable, if the form is nothing else.
    pub fn as_variable(&self) -> Option<usize> {
        match (&self.terms[..], self.constant) {
            ([(variable, 1)], 0) => Some(*variable),
            _ => None,
        }
    }

    /// The number, if it does not vary.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Whether it is never negative, as far as the signs show.
    pub fn is_natural(&self) -> bool {
        self.constant >= 0 && self.terms.iter().all(|t| t.1 > 0)
    }

    /// This form plus `factor` times another.
    pub fn plus(&self, factor: i128, other: &Form) -> Result<Form, Reason> {
        let mut terms = self.terms.clone();
        for &(variable, f) in &other.terms {
            let more = small(f.checked_mul(factor))?;
            match terms.iter_mut().find(|t| t.0 == variable) {
                Some(term) => term.1 = small(term.1.checked_add(more))?,
                None => terms.push((variable, more)),
            }
        }
        terms.retain(|t| t.1 != 0);
        terms.sort_unstable();
        let more = small(other.constant.checked_mul(factor))?;
        Ok(Form {
            terms,
            constant: small(self.constant.checked_add(more))?,
        })
    }

    /// `factor` times this form.
    pub fn times(&self, factor: i128) -> Result<Form, Reason> {
        Form::default().plus(factor, self)
    }

    /// The factor of a variable.
    pub fn factor(&self, variable: usize) -> i128 {
        let term = self.terms.iter().find(|t| t.0 == variable);
        term.map_or(0, |t| t.1)
    }

    /// The form with its variables renamed.
    pub fn placed(&self, places: &[usize]) -> Form {
        Form {
            terms: self.terms.iter().map(|&(v, f)| (places[v], f)).collect(),
            constant: self.constant,
        }
    }

    /// The form with `variable` replaced by another form.
    pub fn substitute(&self, variable: usize, by: &Form) -> Result<Form, Reason> {
        let mut rest = self.clone();
        rest.terms.retain(|t| t.0 != variable);
        rest.plus(self.factor(variable), by)
    }
}

/// What is said of the binary digits of naturals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bits {
    /// x is a power of two.
    Power,
    /// The xor of all is 0.
    XorZero,
    /// z has a one exactly where x and y have one: x, y, z.
    And,
    /// l is the lowest one of x, and 0 if x is 0: x, l.
    Lowbit,
    /// The number of ones of x leaves this remainder (the second) modulo the first.
    Ones(u32, u32),
    /// The number of ones of x, or the first number if there are more, is the second.
    Count(u32, u32),
}

/// A condition on coordinates and chosen numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Guard {
    AtMostZero(Form),
    Zero(Form),
    /// The form leaves this remainder (the last number) modulo the number before it.
    Remainder(Form, i64, i64),
    /// Of binary digits; each form is a variable.
    Bits(Bits, Vec<Form>),
    /// The automaton accepts these numbers; each form is a variable.
    Accepted(Rc<Automaton>, Vec<Form>),
    /// Of none, true.
    All(Vec<Guard>),
    /// Of none, false.
    Any(Vec<Guard>),
    Not(Box<Guard>),
    /// There are naturals for these variables, which occur nowhere else.
    Exists(Vec<usize>, Box<Guard>),
}

impl Guard {
    /// `a ≤ b`
    pub fn at_most(a: &Form, b: &Form) -> Result<Guard, Reason> {
        Ok(Guard::AtMostZero(a.plus(-1, b)?))
    }

    /// `a < b`
    pub fn less(a: &Form, b: &Form) -> Result<Guard, Reason> {
        Guard::at_most(&a.plus(1, &Form::constant(1))?, b)
    }

    /// `a = b`
    pub fn equal(a: &Form, b: &Form) -> Result<Guard, Reason> {
        Ok(Guard::Zero(a.plus(-1, b)?))
    }

    /// `form < 0`
    pub fn negative(form: &Form) -> Result<Guard, Reason> {
        Ok(Guard::AtMostZero(form.plus(1, &Form::constant(1))?))
    }

    /// The opposite.
    pub fn not(self) -> Guard {
        match self {
            Guard::Not(inner) => *inner,
            other => Guard::Not(Box::new(other)),
        }
    }

    /// All of these; what is always true is left out.
    pub fn all(all: impl IntoIterator<Item = Guard>) -> Guard {
        let mut each = Vec::new();
        for guard in all {
            match (guard.truth(), guard) {
                (Some(true), _) => {}
                (Some(false), _) => return Guard::Any(Vec::new()),
                (None, guard) => each.push(guard),
            }
        }
        match <[Guard; 1]>::try_from(each) {
            Ok([only]) => only,
            Err(each) => Guard::All(each),
        }
    }

    /// One of these; what is never true is left out.
    pub fn any(any: impl IntoIterator<Item = Guard>) -> Guard {
        let mut each = Vec::new();
        for guard in any {
            match (guard.truth(), guard) {
                (Some(false), _) => {}
                (Some(true), _) => return Guard::All(Vec::new()),
                (None, guard) => each.push(guard),
            }
        }
        match <[Guard; 1]>::try_from(each) {
            Ok([only]) => only,
            Err(each) => Guard::Any(each),
        }
    }

    /// Whether it holds, where that depends on nothing.
    pub fn truth(&self) -> Option<bool> {
        match self {
            Guard::AtMostZero(f) => match f.times(-1) {
                _ if f.constant > 0 && f.is_natural() => Some(false),
                Ok(less) if less.is_natural() => Some(true),
                _ => None,
            },
            Guard::Zero(f) => f.as_constant().map(|constant| constant == 0),
            Guard::Remainder(f, m, r) => {
                let rest = f.as_constant().map(|c| c.rem_euclid(i128::from(*m)));
                rest.map(|rest| rest == i128::from(*r))
            }
            Guard::Bits(..) | Guard::Accepted(..) => None,
            Guard::Exists(_, inner) => inner.truth(),
            Guard::Not(inner) => inner.truth().map(|truth| !truth),
            Guard::All(all) if all.is_empty() => Some(true),
            Guard::Any(any) if any.is_empty() => Some(false),
            Guard::All(_) | Guard::Any(_) => None,
        }
    }

    /// Whether it looks at binary digits.
    pub fn is_bitwise(&self) -> bool {
        let mut found = false;
        self.each(&mut |guard| found |= matches!(guard, Guard::Bits(..)));
        found
    }

    /// Whether it looks at the digits of a form of which this is true.
    pub fn looks_at_digits(&self, of: &dyn Fn(&Form) -> bool) -> bool {
        let mut found = false;
        self.each(&mut |guard| {
            if let Guard::Bits(_, forms) | Guard::Accepted(_, forms) = guard {
                found |= forms.iter().any(of);
            }
        });
        found
    }

    /// Shows all of its parts that have none.
    fn each(&self, show: &mut dyn FnMut(&Guard)) {
        match self {
            Guard::All(each) | Guard::Any(each) => each.iter().for_each(|g| g.each(show)),
            Guard::Not(inner) | Guard::Exists(_, inner) => inner.each(show),
            _ => show(self),
        }
    }

    /// The variables that it is about.
    pub fn variables(&self) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        match self {
            Guard::AtMostZero(f) | Guard::Zero(f) | Guard::Remainder(f, ..) => {
                found.extend(f.terms.iter().map(|t| t.0));
            }
            Guard::Bits(_, forms) | Guard::Accepted(_, forms) => {
                found.extend(forms.iter().flat_map(|f| &f.terms).map(|t| t.0));
            }
            Guard::All(each) | Guard::Any(each) => {
                found.extend(each.iter().flat_map(Guard::variables));
            }
            Guard::Not(inner) => found = inner.variables(),
            Guard::Exists(bound, inner) => {
                found = inner.variables();
                found.retain(|v| !bound.contains(v));
            }
        }
        found
    }

    /// The guard with a variable replaced in every form.
    pub fn substitute(&self, variable: usize, by: &Form) -> Result<Guard, Reason> {
        let turn = |f: &Form| f.substitute(variable, by);
        let each = |all: &[Guard]| -> Result<Vec<Guard>, Reason> {
            all.iter().map(|g| g.substitute(variable, by)).collect()
        };
        Ok(match self {
            Guard::AtMostZero(f) => Guard::AtMostZero(turn(f)?),
            Guard::Zero(f) => Guard::Zero(turn(f)?),
            Guard::Remainder(f, m, r) => Guard::Remainder(turn(f)?, *m, *r),
            Guard::Bits(bits, fs) => {
                Guard::Bits(*bits, fs.iter().map(turn).collect::<Result<_, _>>()?)
            }
            Guard::Accepted(automaton, fs) => {
                let forms = fs.iter().map(turn).collect::<Result<_, _>>()?;
                Guard::Accepted(automaton.clone(), forms)
            }
            Guard::Exists(bound, g) => {
                Guard::Exists(bound.clone(), Box::new(g.substitute(variable, by)?))
            }
            Guard::All(all) => Guard::All(each(all)?),
            Guard::Any(any) => Guard::Any(each(any)?),
            Guard::Not(g) => g.substitute(variable, by)?.not(),
        })
    }
}
