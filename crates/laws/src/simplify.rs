//! Formulas without what says nothing: (x-1) mod 1 is 0, x ⊕ y = 0 is x = y.
//!
//! Finders fill in templates, so their formulas may contain sums with 0, remainders
//! by 1, lists that repeat, cases with the same value. Each rule here replaces a
//! part by a shorter one with the same value wherever the first has one; what has no
//! value somewhere may get one.
//!
//! ```
//! use grundy_laws::expression::{Condition, Expression as E, Operation};
//! use grundy_laws::print::{Style, condition};
//! let names = ["x".to_string(), "y".to_string()];
//! let xor = E::binary(Operation::Xor, E::Variable(0), E::Variable(1));
//! let law = Condition::equal(xor, E::Number(0)).simplified();
//! assert_eq!(condition(&law, Style::Text, &names), "x = y");
//! ```
//!
//! Limits: rules look at a formula, not at its meaning; that two formulas say the same on all
//! numbers is decided by [`crate::sentence`]. Formulas nested deeper than [`DEEPEST`] stay as
//! they are.

use crate::expression::{Condition, Expression as E, Function, Operation, call, call_two, operate};
use crate::law::Statement;
use crate::print::is_natural;

/// The depth to which formulas are looked into.
pub const DEEPEST: usize = 64;

impl Statement {
    /// The statement with its formula simplified.
    pub fn simplified(self) -> Statement {
        match self {
            Statement::Value(e) => Statement::Value(e.simplified()),
            Statement::Lost(c) => Statement::Lost(c.simplified()),
            other => other,
        }
    }
}

impl E {
    /// The formula, simplified.
    pub fn simplified(&self) -> E {
        settled(self, |e| expression(e, DEEPEST))
    }
}

impl Condition {
    /// The condition, simplified.
    pub fn simplified(&self) -> Condition {
        settled(self, |c| condition(c, DEEPEST))
    }
}

/// One rule may make room for another: they are applied until nothing changes.
fn settled<T: PartialEq>(first: &T, simpler: impl Fn(&T) -> T) -> T {
    const ROUNDS: usize = 8;
    let mut now = simpler(first);
    for _ in 0..ROUNDS {
        let next = simpler(&now);
        if next == now {
            break;
        }
        now = next;
    }
    now
}

fn number(e: &E) -> Option<i64> {
    match e {
        E::Number(n) => Some(*n),
        _ => None,
    }
}

fn expression(e: &E, depth: usize) -> E {
    let Some(depth) = depth.checked_sub(1) else {
        return e.clone();
    };
    let again = |e: &E| expression(e, depth);
    match e {
        E::Number(_) | E::Variable(_) => e.clone(),
        E::Binary(operation, a, b) => binary(*operation, again(a), again(b)),
        E::Call(function, all) => {
            let all: Vec<E> = all.iter().map(again).collect();
            let numbers: Option<Vec<i64>> = all.iter().map(number).collect();
            let value = match numbers.as_deref() {
                Some([a]) => call(*function, *a),
                Some([a, b]) => call_two(*function, *a, *b),
                _ => None,
            };
            match (function, &all[..], value) {
                (_, _, Some(value)) => E::Number(value),
                (Function::Min | Function::Max, [a, b], _) if a == b => a.clone(),
                (Function::Abs, [a], _) if is_natural(a) => a.clone(),
                _ => E::Call(*function, all),
            }
        }
        E::Pick(list, index) => pick(list, again(index)),
        E::Cases(cases, otherwise) => {
            let cases = cases.iter().map(|(c, e)| (condition(c, depth), again(e)));
            by_cases(cases.collect(), again(otherwise))
        }
    }
}

fn binary(operation: Operation, a: E, b: E) -> E {
    if let (Some(x), Some(y)) = (number(&a), number(&b))
        && let Some(value) = operate(operation, x, y)
    {
        return E::Number(value);
    }
    match (operation, &a, &b) {
        (Operation::Add, ..) => match (&a, &b) {
            // Numbers stand behind and are added up.
            (E::Number(_), _) => E::plus(b, a),
            (E::Binary(Operation::Subtract, first, second), E::Number(n)) => match (&**second, n) {
                (E::Number(m), n) => match n.checked_sub(*m) {
                    Some(sum) => E::plus((**first).clone(), E::Number(sum)),
                    None => E::binary(operation, a, b),
                },
                _ => E::plus(a, b),
            },
            _ => E::plus(a, b),
        },
        (Operation::Subtract, _, E::Number(n)) => match n.checked_neg() {
            Some(negative) => binary(Operation::Add, a, E::Number(negative)),
            None => E::binary(operation, a, b),
        },
        (Operation::Subtract, x, y) if x == y => E::Number(0),
        (Operation::Multiply, E::Number(1), e) | (Operation::Multiply, e, E::Number(1)) => {
            e.clone()
        }
        (Operation::Multiply, E::Number(0), _) | (Operation::Multiply, _, E::Number(0)) => {
            E::Number(0)
        }
        (Operation::Multiply, _, E::Number(_)) => E::binary(operation, b, a),
        (Operation::Divide, e, E::Number(1)) => e.clone(),
        (Operation::Modulo, _, E::Number(1)) => E::Number(0),
        (Operation::Divide | Operation::Modulo, e, E::Number(m @ 1..))
            if most(e).is_some_and(|most| most < *m) && is_natural(e) =>
        {
            match operation {
                Operation::Divide => E::Number(0),
                _ => e.clone(),
            }
        }
        // The remainder of a remainder by a multiple.
        (Operation::Modulo, E::Binary(Operation::Modulo, e, by), E::Number(m @ 1..))
            if number(by).is_some_and(|by| by % m == 0) =>
        {
            binary(Operation::Modulo, (**e).clone(), b)
        }
        // What is a multiple of the modulus is not felt.
        (Operation::Modulo, E::Binary(Operation::Add, e, by), E::Number(m @ 1..))
            if number(by).is_some_and(|by| !(1 - m..*m).contains(&by)) =>
        {
            let rest = number(by).unwrap_or(0) % m;
            binary(
                Operation::Modulo,
                E::plus((**e).clone(), E::Number(rest)),
                b,
            )
        }
        (Operation::Xor | Operation::Or, e, E::Number(0))
        | (Operation::Xor | Operation::Or, E::Number(0), e)
            if is_natural(e) =>
        {
            e.clone()
        }
        (Operation::And | Operation::Or, x, y) if x == y && is_natural(x) => a,
        // The lowest bits are the remainder by a power of two, which is how people say it.
        (Operation::And, e, E::Number(m @ 1..)) | (Operation::And, E::Number(m @ 1..), e)
            if *m < i64::MAX && (m + 1) & m == 0 && is_natural(e) =>
        {
            binary(Operation::Modulo, e.clone(), E::Number(m + 1))
        }
        (Operation::Xor, x, y) if x == y && is_natural(x) => E::Number(0),
        _ => E::binary(operation, a, b),
    }
}

/// A number that an expression never exceeds, if one is seen.
fn most(e: &E) -> Option<i64> {
    match e {
        E::Number(n) => Some(*n),
        E::Binary(Operation::Modulo, _, m) => number(m).map(|m| m - 1),
        E::Call(Function::ThueMorse, _) => Some(1),
        E::Pick(list, _) => list.iter().copied().max(),
        _ => None,
    }
}

/// The shortest part that a list repeats.
fn shortest_period(list: &[i64]) -> usize {
    let repeats = |p: &usize| list.len().is_multiple_of(*p) && list[*p..] == list[..list.len() - p];
    (1..=list.len()).find(repeats).unwrap_or(list.len())
}

fn pick(list: &[i64], index: E) -> E {
    let whole = || E::Pick(list.to_vec(), Box::new(index.clone()));
    if let Some(entry) = number(&index) {
        let entry = usize::try_from(entry).ok().and_then(|at| list.get(at));
        return entry.map_or_else(whole, |&entry| E::Number(entry));
    }
    if let Some(one) = grid(list, &index).and_then(|grid| grid.of_one()) {
        return one;
    }
    // Only where every entry can be meant does the list as a whole say something.
    let E::Binary(Operation::Modulo, of, m) = &index else {
        return whole();
    };
    let modulus = number(m).and_then(|m| usize::try_from(m).ok());
    let Some(modulus) = modulus.filter(|m| (1..=list.len()).contains(m)) else {
        return whole();
    };
    let list = &list[..modulus];
    let period = shortest_period(list);
    let list = &list[..period];
    let rest = binary(Operation::Modulo, (**of).clone(), E::Number(period as i64));
    let ascending = (0..).zip(list).all(|(at, &entry)| entry == list[0] + at);
    match ascending {
        true => binary(Operation::Add, rest, E::Number(list[0])),
        false => E::Pick(list.to_vec(), Box::new(rest)),
    }
}

fn by_cases(cases: Vec<(Condition, E)>, otherwise: E) -> E {
    let never = Condition::Any(Vec::new());
    let always = Condition::All(Vec::new());
    let mut kept: Vec<(Condition, E)> = Vec::new();
    let mut last = otherwise;
    for (c, e) in cases {
        if c == never || kept.iter().any(|(other, _)| *other == c) {
            continue;
        }
        if c == always {
            last = e;
            break;
        }
        match kept.last_mut() {
            // Two cases of one value are one.
            Some((other, value)) if *value == e => {
                let both = Condition::Any(vec![other.clone(), c]);
                *other = condition(&both, 2);
            }
            _ => kept.push((c, e)),
        }
    }
    if let E::Cases(more, end) = last {
        kept.extend(more);
        last = *end;
    }
    while kept.last().is_some_and(|(_, e)| *e == last) {
        kept.pop();
    }
    E::cases(kept, last)
}

fn condition(c: &Condition, depth: usize) -> Condition {
    let Some(depth) = depth.checked_sub(1) else {
        return c.clone();
    };
    let never = || Condition::Any(Vec::new());
    let always = || Condition::All(Vec::new());
    let truth = |holds: bool| if holds { always() } else { never() };
    match c {
        Condition::Equal(a, b) => equal(expression(a, depth), expression(b, depth), true),
        Condition::Unequal(a, b) => equal(expression(a, depth), expression(b, depth), false),
        Condition::Less(a, b) => {
            let (a, b) = (expression(a, depth), expression(b, depth));
            match (&a, &b) {
                (E::Number(a), E::Number(b)) => truth(a < b),
                (e, E::Number(1)) if is_natural(e) => equal(a, E::Number(0), true),
                (e, E::Number(..=0)) if is_natural(e) => never(),
                (E::Number(..=-1), e) if is_natural(e) => always(),
                // A lowest bit beyond the first: even and not 0.
                (E::Number(1), E::Call(Function::LowBit, of)) if of.len() == 1 => {
                    let positive = Condition::less(E::Number(0), of[0].clone());
                    let even = remainder(of[0].clone(), 2, &[0]);
                    condition(&Condition::All(vec![positive, even]), depth)
                }
                _ => cancelled(a, b, Condition::Less),
            }
        }
        Condition::Remainder(a, m, rests) => remainder(expression(a, depth), *m, rests),
        Condition::Occurs(function, of, times) => {
            let of: Vec<E> = of.iter().map(|e| expression(e, depth)).collect();
            Condition::Occurs(*function, of, times.clone())
        }
        Condition::All(all) | Condition::Any(all) => {
            let is_all = matches!(c, Condition::All(_));
            let mut kept: Vec<Condition> = Vec::new();
            for one in all {
                let one = condition(one, depth);
                if one == truth(!is_all) {
                    return truth(!is_all);
                }
                // What stands inside in the same way stands here.
                let parts = match (is_all, one) {
                    (true, Condition::All(parts)) | (false, Condition::Any(parts)) => parts,
                    (_, one) => vec![one],
                };
                for part in parts {
                    if !kept.contains(&part) {
                        kept.push(part);
                    }
                }
            }
            if let Some(less) = all_below(&kept).filter(|_| !is_all) {
                return less;
            }
            match (kept.len(), is_all) {
                (1, _) => kept.remove(0),
                (_, true) => Condition::All(kept),
                (_, false) => Condition::Any(kept),
            }
        }
    }
}

/// That a natural number is 0, 1, … or k-1: it is less than k.
fn all_below(any: &[Condition]) -> Option<Condition> {
    let one = |c: &Condition| match c {
        Condition::Equal(e, E::Number(n)) if is_natural(e) => Some((e.clone(), *n)),
        _ => None,
    };
    let mut each: Vec<(E, i64)> = any.iter().map(one).collect::<Option<_>>()?;
    each.sort_by_key(|(_, n)| *n);
    let of = each.first().filter(|_| each.len() > 1)?.0.clone();
    let below = (0..).zip(&each).all(|(at, (e, n))| *e == of && *n == at);
    below.then(|| Condition::less(of, E::Number(each.len() as i64)))
}

/// a ⋈ b without a number that is added on both sides.
fn cancelled(a: E, b: E, by: fn(E, E) -> Condition) -> Condition {
    let split = |e: &E| match e {
        E::Binary(Operation::Add, e, n) => number(n).map(|n| ((**e).clone(), n)),
        _ => None,
    };
    let (x, m) = split(&a).unwrap_or((a.clone(), 0));
    let (y, n) = match (&b, split(&b)) {
        (E::Number(n), _) => (E::Number(0), *n),
        (_, split) => split.unwrap_or((b.clone(), 0)),
    };
    // a + m ⋈ b + n
    match n.checked_sub(m) {
        Some(left @ 0..) if m != 0 => by(x, E::plus(y, E::Number(left))),
        Some(left) if m != 0 && n != 0 && left != i64::MIN && !matches!(y, E::Number(_)) => {
            by(E::plus(x, E::Number(-left)), y)
        }
        _ => by(a, b),
    }
}

fn is_nim_sum(e: &E) -> bool {
    matches!(e, E::Binary(Operation::Xor, ..))
}

/// a = b, or a ≠ b.
fn equal(a: E, b: E, equals: bool) -> Condition {
    let say = |a: E, b: E| match equals {
        true => Condition::Equal(a, b),
        false => Condition::Unequal(a, b),
    };
    let truth = |holds: bool| match holds == equals {
        true => Condition::All(Vec::new()),
        false => Condition::Any(Vec::new()),
    };
    // A number stands on the right.
    let (a, b) = match (&a, &b) {
        (E::Number(_), e) if number(e).is_none() => (b, a),
        _ => (a, b),
    };
    match (&a, &b) {
        (E::Number(a), E::Number(b)) => truth(a == b),
        (x, y) if x == y => truth(true),
        // A nim sum of three or more stays one.
        (E::Binary(operation @ (Operation::Xor | Operation::Subtract), x, y), E::Number(0))
            if *operation == Operation::Subtract || !(is_nim_sum(x) || is_nim_sum(y)) =>
        {
            equal((**x).clone(), (**y).clone(), equals)
        }
        (E::Call(Function::Abs, of), E::Number(0)) if of.len() == 1 => {
            equal(of[0].clone(), E::Number(0), equals)
        }
        // These are 0 of 0 and of nothing else.
        (
            E::Call(
                Function::LowBit
                | Function::Ones
                | Function::BitLength
                | Function::SquareRoot
                | Function::SmallestFibonacci
                | Function::GoldenFloor,
                of,
            ),
            E::Number(0),
        ) if of.len() == 1 => equal(of[0].clone(), E::Number(0), equals),
        (E::Call(Function::LowBit, of), E::Number(1)) if of.len() == 1 => {
            remainder(of[0].clone(), 2, &[u32::from(equals)])
        }
        (E::Binary(Operation::Modulo, e, m), E::Number(rest)) => {
            match (number(m).map(u32::try_from), u32::try_from(*rest)) {
                (Some(Ok(m @ 1..)), Ok(rest)) if rest < m => match equals {
                    true => remainder((**e).clone(), m, &[rest]),
                    false if m == 2 => remainder((**e).clone(), m, &[1 - rest]),
                    false => say(a, b),
                },
                _ => say(a, b),
            }
        }
        // A list tells which remainders are meant.
        (E::Pick(list, index), E::Number(entry)) => match &**index {
            E::Binary(Operation::Modulo, e, m)
                if number(m).and_then(|m| usize::try_from(m).ok()) == Some(list.len()) =>
            {
                let numbered = (0u32..).zip(list);
                let rests = numbered.filter(|(_, v)| (*v == entry) == equals);
                let rests: Vec<u32> = rests.map(|(at, _)| at).collect();
                match u32::try_from(list.len()) {
                    Ok(m) => remainder((**e).clone(), m, &rests),
                    Err(_) => say(a, b),
                }
            }
            index if equals => {
                let places = grid(list, index).and_then(|grid| grid.places(*entry));
                places.unwrap_or_else(|| say(a, b))
            }
            _ => say(a, b),
        },
        _ => match equals {
            true => cancelled(a, b, Condition::Equal),
            false => cancelled(a, b, Condition::Unequal),
        },
    }
}

/// A list that is read off at m·(x mod k) + (y mod m).
struct Grid<'l> {
    list: &'l [i64],
    rows: (E, u32),
    columns: (E, u32),
}

fn grid<'l>(list: &'l [i64], index: &E) -> Option<Grid<'l>> {
    let rest = |e: &E| match e {
        E::Binary(Operation::Modulo, of, m) => {
            let m = u32::try_from(number(m)?).ok().filter(|m| *m > 0)?;
            Some(((**of).clone(), m))
        }
        _ => None,
    };
    let E::Binary(Operation::Add, rows, column) = index else {
        return None;
    };
    let E::Binary(Operation::Multiply, by, row) = &**rows else {
        return None;
    };
    let (rows, columns) = (rest(row)?, rest(column)?);
    let cells = u64::from(rows.1) * u64::from(columns.1);
    let whole = number(by)? == i64::from(columns.1) && list.len() as u64 == cells;
    whole.then_some(Grid {
        list,
        rows,
        columns,
    })
}

impl Grid<'_> {
    /// The list of rows where all columns are alike, or of columns where all rows are.
    fn of_one(&self) -> Option<E> {
        let width = self.columns.1 as usize;
        let at = |(of, m): &(E, u32)| {
            let m = E::Number(i64::from(*m));
            binary(Operation::Modulo, of.clone(), m)
        };
        let mut rows = self.list.chunks(width);
        if rows.clone().all(|row| row.iter().all(|v| *v == row[0])) {
            let firsts: Vec<i64> = rows.map(|row| row[0]).collect();
            return Some(pick(&firsts, at(&self.rows)));
        }
        let first = rows.next()?;
        rows.all(|row| row == first)
            .then(|| pick(first, at(&self.columns)))
    }

    /// Where an entry is, by the remainders of both numbers, if that is at few places.
    fn places(&self, entry: i64) -> Option<Condition> {
        const MOST: usize = 6;
        let places = (0u32..).zip(self.list).filter(|(_, v)| **v == entry);
        let places: Vec<u32> = places.map(|(at, _)| at).collect();
        if places.len() > MOST {
            return None;
        }
        let ((x, k), (y, m)) = (&self.rows, &self.columns);
        let point = |at: &u32| {
            Condition::All(vec![
                Condition::remainder(x.clone(), *k, at / m),
                Condition::remainder(y.clone(), *m, at % m),
            ])
        };
        match &places[..] {
            [one] => Some(point(one)),
            all => Some(Condition::Any(all.iter().map(point).collect())),
        }
    }
}

fn remainder(e: E, modulus: u32, rests: &[u32]) -> Condition {
    let mut rests: Vec<u32> = rests.iter().copied().filter(|r| *r < modulus).collect();
    rests.sort_unstable();
    rests.dedup();
    if modulus == 0 {
        return Condition::Remainder(e, modulus, rests);
    }
    // The least modulus that tells the same numbers apart.
    let holds: Vec<i64> = (0..modulus)
        .map(|r| i64::from(rests.contains(&r)))
        .collect();
    let period = shortest_period(&holds) as u32;
    rests.retain(|r| *r < period);
    if rests.len() == period as usize {
        return Condition::All(Vec::new());
    }
    if rests.is_empty() {
        return Condition::Any(Vec::new());
    }
    let modulus = i64::from(period);
    let mut e = e;
    loop {
        e = match e {
            E::Number(n) => {
                let rest = n.rem_euclid(modulus) as u32;
                return match rests.contains(&rest) {
                    true => Condition::All(Vec::new()),
                    false => Condition::Any(Vec::new()),
                };
            }
            // What is added to the number moves the remainders.
            E::Binary(Operation::Add, of, by) if number(&by).is_some() => {
                let by = number(&by).unwrap_or(0).rem_euclid(modulus);
                for rest in &mut rests {
                    *rest = (i64::from(*rest) - by).rem_euclid(modulus) as u32;
                }
                rests.sort_unstable();
                *of
            }
            // A remainder by a multiple is not felt.
            E::Binary(Operation::Modulo, of, by)
                if number(&by).is_some_and(|by| by > 0 && by % modulus == 0) =>
            {
                *of
            }
            e => return Condition::Remainder(e, period, rests),
        }
    }
}
