//! Formulas as a person would write them.
//!
//! ```
//! use grundy_laws::expression::{Condition, Expression as E};
//! // Lasker's Nim.
//! let n = || E::Variable(0);
//! let law = E::Cases(
//!     vec![
//!         (Condition::equal(n(), E::Number(0)), E::Number(0)),
//!         (Condition::remainder(n(), 4, 3), E::plus(n(), E::Number(1))),
//!         (Condition::remainder(n(), 4, 0), E::plus(n(), E::Number(-1))),
//!     ],
//!     Box::new(n()),
//! );
//! assert_eq!((0..9).map(|n| law.value(&[n]).unwrap()).collect::<Vec<_>>(), [0, 1, 2, 4, 3, 5, 6, 8, 7]);
//! ```

/// Functions with a name of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// The lowest binary one of a positive number; 0 for 0.
    LowBit,
    /// How many zeros end the binary form of a positive number.
    TrailingZeros,
    /// The number of binary ones.
    Ones,
    /// The number of binary digits; 0 for 0.
    BitLength,
    /// The number of binary ones modulo 2: the Thue–Morse sequence.
    ThueMorse,
    /// ⌊√n⌋
    SquareRoot,
    /// The smallest part of the Zeckendorf expansion; 0 for 0.
    SmallestFibonacci,
    /// ⌊nφ⌋ for the golden ratio φ.
    GoldenFloor,
    /// The nim product of two numbers.
    NimProduct,
    /// The lesser.
    Min,
    /// The greater.
    Max,
    /// The absolute value.
    Abs,
}

/// Operations on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// a + b
    Add,
    /// a - b
    Subtract,
    /// a · b
    Multiply,
    /// ⌊a / b⌋
    Divide,
    /// a mod b
    Modulo,
    /// a ⊕ b
    Xor,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
}

/// A number that depends on the coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// A coordinate.
    Variable(usize),
    /// An operation on two numbers.
    Binary(Operation, Box<Expression>, Box<Expression>),
    /// A function of numbers.
    Call(Function, Vec<Expression>),
    /// The entry of a list at an index.
    Pick(Vec<i64>, Box<Expression>),
    /// The first number whose condition holds, else the last.
    Cases(Vec<(Condition, Expression)>, Box<Expression>),
}

/// A condition on the coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Equal.
    Equal(Expression, Expression),
    /// Not equal.
    Unequal(Expression, Expression),
    /// Less.
    Less(Expression, Expression),
    /// The number leaves one of these remainders.
    Remainder(Expression, u32, Vec<u32>),
    /// So often the least ([`Function::Min`]) or the greatest ([`Function::Max`]) of these numbers
    /// occurs among them.
    Occurs(Function, Vec<Expression>, Vec<u32>),
    /// All hold.
    All(Vec<Condition>),
    /// One holds.
    Any(Vec<Condition>),
}

impl Condition {
    /// a = b
    pub fn equal(a: Expression, b: Expression) -> Condition {
        Condition::Equal(a, b)
    }

    /// a ≠ b
    pub fn unequal(a: Expression, b: Expression) -> Condition {
        Condition::Unequal(a, b)
    }

    /// a ≤ b
    pub fn at_most(a: Expression, b: Expression) -> Condition {
        Condition::Less(a, Expression::plus(b, Expression::Number(1)))
    }

    /// a < b
    pub fn less(a: Expression, b: Expression) -> Condition {
        Condition::Less(a, b)
    }

    /// a mod m = r
    pub fn remainder(a: Expression, modulus: u32, rest: u32) -> Condition {
        Condition::Remainder(a, modulus, vec![rest])
    }

    /// How often the least or the greatest occurs, spelled out by comparisons; `None` where the
    /// condition is no [`Condition::Occurs`] of at most six numbers.
    pub fn spelled(&self) -> Option<Condition> {
        let Condition::Occurs(function, of, times) = self else {
            return None;
        };
        if of.is_empty() || of.len() > 6 {
            return None;
        }
        let mut any = Vec::new();
        for chosen in 1u32..1 << of.len() {
            if !times.contains(&chosen.count_ones()) {
                continue;
            }
            let first = &of[chosen.trailing_zeros() as usize];
            let each = of.iter().enumerate();
            let each = each.filter(|(at, _)| *at as u32 != chosen.trailing_zeros());
            let all = each.map(|(at, e)| match (chosen >> at & 1, function) {
                (1, _) => Condition::equal(first.clone(), e.clone()),
                (_, Function::Min) => Condition::less(first.clone(), e.clone()),
                _ => Condition::less(e.clone(), first.clone()),
            });
            any.push(Condition::All(all.collect()));
        }
        Some(Condition::Any(any))
    }

    /// Whether it holds; `None` where a number has no value.
    pub fn holds(&self, at: &[u64]) -> Option<bool> {
        Some(match self {
            Condition::Equal(a, b) => a.value(at)? == b.value(at)?,
            Condition::Unequal(a, b) => a.value(at)? != b.value(at)?,
            Condition::Less(a, b) => a.value(at)? < b.value(at)?,
            Condition::Remainder(a, m, rests) => {
                let rest = a.value(at)?.checked_rem_euclid(i64::from(*m))?;
                rests.contains(&(rest as u32))
            }
            Condition::Occurs(function, of, times) => {
                let values: Option<Vec<i64>> = of.iter().map(|e| e.value(at)).collect();
                let values = values?;
                let extreme = match function {
                    Function::Min => values.iter().min(),
                    _ => values.iter().max(),
                };
                let count = values.iter().filter(|v| Some(*v) == extreme).count();
                times.iter().any(|times| *times as usize == count)
            }
            Condition::All(all) => {
                for one in all {
                    if !one.holds(at)? {
                        return Some(false);
                    }
                }
                true
            }
            Condition::Any(any) => {
                for one in any {
                    if one.holds(at)? {
                        return Some(true);
                    }
                }
                false
            }
        })
    }

    /// How long the condition is.
    pub fn symbols(&self) -> usize {
        match self {
            // a ≤ b, which is kept as a < b+1.
            Condition::Less(a, Expression::Binary(Operation::Add, b, one))
                if **one == Expression::Number(1) =>
            {
                1 + a.symbols() + b.symbols()
            }
            Condition::Equal(a, b) | Condition::Unequal(a, b) | Condition::Less(a, b) => {
                1 + a.symbols() + b.symbols()
            }
            Condition::Remainder(a, _, rests) => 2 + rests.len() + a.symbols(),
            Condition::Occurs(_, of, _) => 3 + of.iter().map(Expression::symbols).sum::<usize>(),
            Condition::All(all) | Condition::Any(all) => {
                let in_list = match self {
                    Condition::Any(any) => listed(any),
                    _ => None,
                };
                in_list.unwrap_or_else(|| all.iter().map(|c| 1 + c.symbols()).sum::<usize>())
            }
        }
    }
}

/// How long the list of a finite set is, of numbers or of remainders: what is listed is said once.
fn listed(any: &[Condition]) -> Option<usize> {
    let one = |c: &Condition| match c {
        Condition::Equal(e, Expression::Number(_)) => Some((e.clone(), 0)),
        Condition::Remainder(e, m, rests) if rests.len() == 1 => Some((e.clone(), *m)),
        _ => None,
    };
    let shape = |c: &Condition| -> Option<Vec<(Expression, u32)>> {
        match c {
            Condition::All(all) => all.iter().map(one).collect(),
            c => Some(vec![one(c)?]),
        }
    };
    let first = shape(any.first().filter(|_| any.len() > 1)?)?;
    if first.is_empty() || !any.iter().all(|c| shape(c).as_ref() == Some(&first)) {
        return None;
    }
    let of = first
        .iter()
        .map(|(e, m)| e.symbols() + 2 * usize::from(*m > 0));
    Some(1 + of.sum::<usize>() + any.len() * first.len())
}

/// Names points, one after the other.
pub type EachPoint<'p> = dyn Fn(&mut dyn FnMut(&[u64])) + 'p;

impl Expression {
    /// An operation on two numbers.
    pub fn binary(operation: Operation, a: Expression, b: Expression) -> Expression {
        Expression::Binary(operation, Box::new(a), Box::new(b))
    }

    /// a + b, with numbers added up and nothing added left out.
    pub fn plus(a: Expression, b: Expression) -> Expression {
        use Expression::Number;
        match (a, b) {
            (a, Number(0)) => a,
            (Number(0), b) => b,
            (Number(a), Number(b)) => Number(a.saturating_add(b)),
            (Expression::Binary(Operation::Add, a, c), Number(b)) if matches!(*c, Number(_)) => {
                Expression::plus(*a, Expression::plus(*c, Number(b)))
            }
            (a, b) => Expression::binary(Operation::Add, a, b),
        }
    }

    /// factor · a
    pub fn times(factor: i64, a: Expression) -> Expression {
        match factor {
            0 => Expression::Number(0),
            1 => a,
            f => Expression::binary(Operation::Multiply, Expression::Number(f), a),
        }
    }

    /// Cases; cases within the last one join the others.
    pub fn cases(mut cases: Vec<(Condition, Expression)>, otherwise: Expression) -> Expression {
        match otherwise {
            Expression::Cases(more, last) => {
                cases.extend(more);
                Expression::Cases(cases, last)
            }
            last if cases.is_empty() => last,
            last => Expression::Cases(cases, Box::new(last)),
        }
    }

    /// The formula without cases that no point reaches; `points` hands all
    /// points to whom it is given.
    ///
    /// ```
    /// use grundy_laws::expression::{Condition, Expression as E};
    /// let even = || Condition::remainder(E::Variable(0), 2, 0);
    /// let cases = vec![(even(), E::Number(1)), (even(), E::Number(2))];
    /// let law = E::Cases(cases, Box::new(E::Number(3)));
    /// let all = |visit: &mut dyn FnMut(&[u64])| (0..9).for_each(|n| visit(&[n]));
    /// let short = E::Cases(vec![(even(), E::Number(1))], Box::new(E::Number(3)));
    /// assert_eq!(law.reached(&all), short);
    /// ```
    pub fn reached(self, points: &EachPoint<'_>) -> Expression {
        let Expression::Cases(cases, otherwise) = self else {
            return self;
        };
        let mut taken = vec![false; cases.len() + 1];
        points(&mut |at| {
            let holds = |(c, _): &(Condition, Expression)| c.holds(at) != Some(false);
            let first = cases.iter().position(holds);
            taken[first.unwrap_or(cases.len())] = true;
        });
        let last = taken[cases.len()];
        let cases = cases.into_iter().zip(taken);
        let mut cases: Vec<(Condition, Expression)> = cases
            .filter(|(_, taken)| *taken)
            .map(|(case, _)| case)
            .collect();
        match (last, cases.pop()) {
            (true, Some(case)) => {
                cases.push(case);
                Expression::Cases(cases, otherwise)
            }
            // Where the others leave nothing, the last of them is what is left.
            (false, Some((_, e))) if cases.is_empty() => e,
            (false, Some((_, e))) => Expression::Cases(cases, Box::new(e)),
            (_, None) => *otherwise,
        }
    }

    /// The value at a point; `None` if it does not exist or fit 64 bits.
    pub fn value(&self, at: &[u64]) -> Option<i64> {
        Some(match self {
            Expression::Number(n) => *n,
            Expression::Variable(v) => i64::try_from(*at.get(*v)?).ok()?,
            Expression::Binary(operation, a, b) => operate(*operation, a.value(at)?, b.value(at)?)?,
            Expression::Call(function, arguments) => {
                let first = arguments.first()?.value(at)?;
                match arguments.get(1) {
                    None => call(*function, first)?,
                    Some(second) => call_two(*function, first, second.value(at)?)?,
                }
            }
            Expression::Pick(list, index) => *list.get(usize::try_from(index.value(at)?).ok()?)?,
            Expression::Cases(cases, otherwise) => {
                for (condition, value) in cases {
                    if condition.holds(at)? {
                        return value.value(at);
                    }
                }
                otherwise.value(at)?
            }
        })
    }

    /// How long the formula is.
    pub fn symbols(&self) -> usize {
        match self {
            // Large numbers carry more.
            Expression::Number(n) => 1 + n.unsigned_abs().checked_ilog10().unwrap_or(0) as usize,
            Expression::Variable(_) => 1,
            // Bits side by side are harder to see than sums.
            Expression::Binary(Operation::And | Operation::Or, a, b) => {
                3 + a.symbols() + b.symbols()
            }
            Expression::Binary(_, a, b) => 1 + a.symbols() + b.symbols(),
            Expression::Call(_, arguments) => {
                1 + arguments.iter().map(Expression::symbols).sum::<usize>()
            }
            Expression::Pick(list, index) => 1 + list.len() + index.symbols(),
            Expression::Cases(cases, otherwise) => {
                let each = cases.iter().map(|(c, e)| 1 + c.symbols() + e.symbols());
                each.sum::<usize>() + 1 + otherwise.symbols()
            }
        }
    }

    /// The formula with other expressions for its variables.
    pub fn with(&self, variables: &[Expression]) -> Expression {
        let sub = |e: &Expression| e.with(variables);
        match self {
            Expression::Number(_) => self.clone(),
            Expression::Variable(v) => variables.get(*v).unwrap_or(self).clone(),
            Expression::Binary(op, a, b) => Expression::binary(*op, sub(a), sub(b)),
            Expression::Call(f, list) => Expression::Call(*f, list.iter().map(sub).collect()),
            Expression::Pick(list, index) => Expression::Pick(list.clone(), Box::new(sub(index))),
            Expression::Cases(cases, otherwise) => Expression::Cases(
                cases
                    .iter()
                    .map(|(c, e)| (c.with(variables), sub(e)))
                    .collect(),
                Box::new(sub(otherwise)),
            ),
        }
    }
}

impl Condition {
    /// The condition with other expressions for its variables.
    pub(crate) fn with(&self, variables: &[Expression]) -> Condition {
        let each = |all: &[Condition]| all.iter().map(|c| c.with(variables)).collect();
        match self {
            Condition::Equal(a, b) => Condition::Equal(a.with(variables), b.with(variables)),
            Condition::Unequal(a, b) => Condition::Unequal(a.with(variables), b.with(variables)),
            Condition::Less(a, b) => Condition::Less(a.with(variables), b.with(variables)),
            Condition::Remainder(a, m, r) => Condition::Remainder(a.with(variables), *m, r.clone()),
            Condition::Occurs(function, of, times) => {
                let of = of.iter().map(|e| e.with(variables)).collect();
                Condition::Occurs(*function, of, times.clone())
            }
            Condition::All(all) => Condition::All(each(all)),
            Condition::Any(any) => Condition::Any(each(any)),
        }
    }
}

/// An operation; `None` where it has no value.
pub fn operate(operation: Operation, a: i64, b: i64) -> Option<i64> {
    let natural = a >= 0 && b >= 0;
    match operation {
        Operation::Add => a.checked_add(b),
        Operation::Subtract => a.checked_sub(b),
        Operation::Multiply => a.checked_mul(b),
        // Not by negative numbers, where languages differ.
        Operation::Divide => (b > 0).then(|| a.div_euclid(b)),
        Operation::Modulo => (b > 0).then(|| a.rem_euclid(b)),
        Operation::Xor => natural.then_some(a ^ b),
        Operation::And => natural.then_some(a & b),
        Operation::Or => natural.then_some(a | b),
    }
}

/// A function of one number; `None` where it has no value.
pub fn call(function: Function, n: i64) -> Option<i64> {
    if function == Function::Abs {
        return n.checked_abs();
    }
    let natural = u64::try_from(n).ok()?;
    match function {
        Function::LowBit => Some(n & n.wrapping_neg()),
        Function::TrailingZeros => (n > 0).then(|| i64::from(n.trailing_zeros())),
        Function::Ones => Some(i64::from(n.count_ones())),
        Function::BitLength => Some(i64::from(u64::BITS - natural.leading_zeros())),
        Function::ThueMorse => Some(i64::from(n.count_ones() % 2)),
        Function::SquareRoot => Some(n.isqrt()),
        Function::SmallestFibonacci => smallest_fibonacci(natural),
        Function::GoldenFloor => {
            // ⌊n(1+√5)/2⌋ = ⌊(n + ⌊√(5n²)⌋)/2⌋
            let square = u128::from(natural)
                .checked_mul(natural.into())?
                .checked_mul(5)?;
            let root = square.isqrt();
            i64::try_from((u128::from(natural) + root) / 2).ok()
        }
        _ => None,
    }
}

/// A function of two numbers; `None` where it has no value.
pub fn call_two(function: Function, a: i64, b: i64) -> Option<i64> {
    match function {
        Function::Min => Some(a.min(b)),
        Function::Max => Some(a.max(b)),
        Function::NimProduct => {
            let (a, b) = (u64::try_from(a).ok()?, u64::try_from(b).ok()?);
            let product = grundy_nimber::Nim64(a) * grundy_nimber::Nim64(b);
            i64::try_from(product.0).ok()
        }
        _ => None,
    }
}

fn smallest_fibonacci(number: u64) -> Option<i64> {
    let mut places = vec![1u64, 2];
    while places[places.len() - 1] <= number {
        let next = places[places.len() - 1].checked_add(places[places.len() - 2])?;
        places.push(next);
    }
    let (mut rest, mut last) = (number, 0);
    for place in places.into_iter().rev() {
        if place <= rest {
            rest -= place;
            last = place;
        }
    }
    i64::try_from(last).ok()
}
