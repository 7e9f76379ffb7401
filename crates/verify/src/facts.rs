//! Conditions that no automaton decides, replaced by two that automata do.
//!
//! "k is prime" is no automatic condition, and a law may be provable all the same. Let a
//! condition C stand where making it true more often only adds moves, and let *must* ⟹ C ⟹
//! *may*. Then the options by *must* are options, and every option is one by *may*. For the premises
//! of a law ([`crate::law`]) that is enough: that **no** option has the value of the
//! position follows if no option by *may* has; that **some** option has a smaller value follows if one by
//! *must* has. A certificate names the facts that are used, by their parameters; what they say is
//! worked out here, and nothing else is believed of them.
//!
//! | fact | condition on a | must (below L) | may (modulo m) |
//! |---|---|---|---|
//! | `prime` | `all(d in 2..isqrt(a): not divides(d, a))` | a < L has no divisor from 2 to a - 1, by trial | a ≤ 1, or a is a prime factor of m, or a mod m has no factor in common with m |
//! | `prime-power` | `count(p in 2..a: divides(p, a) and` p is prime as above`) = 1` | a < L has one prime divisor, by trial | gcd(a mod m, m) is 1 or has one prime divisor |
//! | `squarefree` | `all(d in 2..isqrt(a): a % (d*d) != 0)` | a < L, by trial | a = 0, or no square q² > 1 divides both m and a mod m |
//! | `square` | `isqrt(a)*isqrt(a) = a` | a = 0, 1, 4, … < L | a mod m is k² mod m for some k < m |
//! | `divisor` | `divides(d, n)`, d ≥ 1 | d = n; d = c and n mod c = 0 for a c < L; d a power of two that divides n | the largest power of two in d divides n, and d ≤ n or n = 0 |
//! | `coprime` | `gcd(a, b) = 1` | a = 1, b = 1, \|a - b\| = 1; a or b is a prime c < L that does not divide the other | no prime factor of m divides both |
//!
//! Proofs. *prime*: a ≥ 2 satisfies the condition exactly if it is prime (a composite number has a
//! divisor from 2 to its root), and 0 and 1 do since the range is empty. A prime that does not divide m has no
//! factor in common with m, and gcd(a, m) = gcd(a mod m, m). *prime-power*: a = p^e with e ≥ 1 exactly if p is its only prime divisor; gcd(a mod m, m) = gcd(a, m) divides p^e. *squarefree*: if q² divides m and a mod m, it
//! divides a; then for a > 0, q ≤ isqrt(a) and the condition fails at d = q. *square*: k² mod m depends on k mod m
//! only. *divisor*: a power of two q that divides d divides n; d·(n/d) = n. A power of two q divides n exactly
//! if n and q - 1 have no digit 1 in common, that is n xor (q-1) = n + q - 1. *coprime*: two numbers that differ by
//! 1 have no common divisor; of a prime c and b the only common divisor can be c.
//!
//! **Where conditions stand.** A fact is used for a whole condition after `if`, or for one below `and` and `or` there. Beside
//! it in an `or` only comparisons of sums of names and numbers may stand, which cannot fail: so
//! whatever comes later is looked at only where *may* holds, and faults that the rules have are faults of one
//! of the two texts. The arguments are coordinates (never negative) or numbers chosen from a range that
//! begins with a number from 0 on (from 1 on for a divisor): so the condition itself cannot fail.
//!
//! Limits: a file of one game; m and L up to 4096.

use grundy::error::Error;
use grundy_lang::ast::{Binder, Clause, Domain, Expr, File, Kind, Statement};
use grundy_lang::diagnostic::Span;

use crate::law::certificate::Source;
use crate::{refuse, refused};

/// The largest modulus and bound.
const MOST: u64 = 4096;

/// A set of numbers or of pairs that is not automatic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Prime,
    PrimePower,
    Squarefree,
    Square,
    Divisor,
    Coprime,
}

impl Set {
    const NAMES: [(Set, &'static str); 6] = [
        (Set::Prime, "prime"),
        (Set::PrimePower, "prime-power"),
        (Set::Squarefree, "squarefree"),
        (Set::Square, "square"),
        (Set::Divisor, "divisor"),
        (Set::Coprime, "coprime"),
    ];
}

/// `prime modulo 4 below 16`
struct Fact {
    set: Set,
    modulus: u64,
    below: u64,
}

impl Fact {
    fn read(line: &str) -> Result<Fact, Error> {
        let wrong = || {
            refused(
                format!(
                    "the fact `{line}` is not known: expected a set (prime, prime-power, squarefree, square, divisor, coprime), `modulo M below L`, both from 1 to {MOST}"
                ),
                format!(
                    "未知的事实 `{line}`：应为集合名（prime、prime-power、squarefree、square、divisor、coprime）与 `modulo M below L`，二者均为 1 至 {MOST}"
                ),
            )
        };
        let words: Vec<&str> = line.split(' ').collect();
        let [name, "modulo", modulus, "below", below] = words[..] else {
            return Err(wrong());
        };
        let set = Set::NAMES.iter().find(|(_, known)| *known == name);
        let number = |word: &str| {
            let number = word.parse().ok().filter(|n| (1..=MOST).contains(n));
            number.ok_or_else(wrong)
        };
        Ok(Fact {
            set: set.ok_or_else(wrong)?.0,
            modulus: number(modulus)?,
            below: number(below)?,
        })
    }
}

/// A condition that is recognised: its set, its arguments, and where it stands.
struct Found<'t> {
    set: Set,
    of: &'t str,
    and: &'t str,
    span: Span,
}

/// The rules with every move of the original and perhaps more, and those with no other moves
/// and perhaps fewer.
pub(crate) fn between(source: &Source) -> Result<(Source, Source), Error> {
    let mut facts = Vec::new();
    for line in &source.facts {
        facts.push(Fact::read(line)?);
    }
    let file = source.parsed()?;
    let naturals = coordinates(&file);
    // What is written instead, from where to where: for may and for must.
    let mut edits: Vec<(Span, [String; 2])> = Vec::new();
    for line in &file.lines {
        let Statement::Move {
            binders, clauses, ..
        } = &line.statement
        else {
            continue;
        };
        let scope = Scope {
            naturals: &naturals,
            binders,
        };
        let mut found = Vec::new();
        for clause in clauses {
            if let Clause::If(condition) = clause {
                scope.conditions(condition, &mut found);
            }
        }
        for one in found {
            let Some(fact) = facts.iter().find(|fact| fact.set == one.set) else {
                continue;
            };
            if one.set == Set::Divisor {
                // The largest power of two in d is a number chosen beside it.
                let Some(end) = last_end(binders) else {
                    continue;
                };
                let power = format!("power_{}", one.span.start);
                edits.push((
                    Span { start: end, end },
                    [format!(", {power} in 1..{}", one.of), String::new()],
                ));
                edits.push((one.span, divisor(fact, &one, &power)));
                continue;
            }
            edits.push((one.span, approximations(fact, &one)));
        }
    }
    if edits.is_empty() {
        return refuse(
            "no condition of its rules is one that its facts speak of",
            "其规则中没有其事实所涉及的条件",
        );
    }
    let written = |which: usize| {
        let edits = { edits.iter() }.map(|(span, by)| (*span, by[which].clone()));
        Source {
            facts: Vec::new(),
            ..source.rewritten(edits.collect())
        }
    };
    Ok((written(0), written(1)))
}

/// The names of coordinates that are single numbers.
fn coordinates(file: &File) -> Vec<String> {
    let mut names = Vec::new();
    for line in &file.lines {
        if let Statement::State(coordinates, _) = &line.statement {
            let single = coordinates.iter().filter(|c| c.length.is_none());
            names.extend(single.map(|c| c.name.text.clone()));
        }
    }
    names
}

/// Where the last choice of a move ends, if that is the end of a range.
fn last_end(binders: &[Binder]) -> Option<usize> {
    match &binders.last()?.domain {
        Domain::Range(_, most) => Some(most.span.end),
        Domain::Set(_) => None,
    }
}

struct Scope<'s> {
    naturals: &'s [String],
    binders: &'s [Binder],
}

impl Scope<'_> {
    /// The conditions below `and` and `or` that are recognised, if nothing beside them can fail.
    fn conditions<'t>(&self, condition: &'t Expr, found: &mut Vec<Found<'t>>) {
        let mut open = vec![(condition, false)];
        let mut here = Vec::new();
        while let Some((expr, in_or)) = open.pop() {
            match &expr.kind {
                Kind::Binary("and", a, b) => open.extend([(&**b, in_or), (&**a, in_or)]),
                Kind::Binary("or", a, b) => open.extend([(&**b, true), (&**a, true)]),
                _ => match self.recognise(expr) {
                    Some(one) => here.push(one),
                    None if in_or && !harmless(expr) => return,
                    None => {}
                },
            }
        }
        found.extend(here);
    }

    fn recognise<'t>(&self, expr: &'t Expr) -> Option<Found<'t>> {
        let (set, of, and, least) = shape(expr)?;
        let natural = |name: &str, least: i64| self.at_least(name, least);
        (natural(of, least) && (and.is_empty() || natural(and, 0))).then_some(Found {
            set,
            of,
            and,
            span: expr.span,
        })
    }

    /// Whether a name stands for a coordinate or a choice that is never less than this.
    fn at_least(&self, name: &str, least: i64) -> bool {
        let is_coordinate = least <= 0 && self.naturals.iter().any(|n| n == name);
        let is_choice = self.binders.iter().any(|binder| {
            let begins = match &binder.domain {
                Domain::Range(from, _) => number(from),
                Domain::Set(_) => None,
            };
            matches!(&binder.names[..], [only] if only.text == name)
                && begins.is_some_and(|from| from >= least)
        });
        is_coordinate || is_choice
    }
}

/// Comparisons of sums of names and numbers: they have a value whatever the names are.
fn harmless(expr: &Expr) -> bool {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match &expr.kind {
            Kind::Number(_) | Kind::Name(_) | Kind::Truth(_) => {}
            Kind::Binary("+" | "-", a, b) => open.extend([&**a, &**b]),
            Kind::Chain(terms, _) => open.extend(terms),
            _ => return false,
        }
    }
    true
}

fn number(expr: &Expr) -> Option<i64> {
    match expr.kind {
        Kind::Number(number) => Some(number),
        _ => None,
    }
}

fn name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        Kind::Name(name) => Some(name),
        _ => None,
    }
}

/// The two sides of `a = b`, `a != b` or another single comparison.
fn compared<'t>(expr: &'t Expr, sign: &str) -> Option<(&'t Expr, &'t Expr)> {
    match &expr.kind {
        Kind::Chain(terms, signs) if signs[..] == [sign] => Some((&terms[0], &terms[1])),
        _ => None,
    }
}

/// `f(a)` or `f(a, b)`
fn called<'t>(expr: &'t Expr, function: &str) -> Option<&'t [Expr]> {
    match &expr.kind {
        Kind::Call(name, arguments) if name.text == function => Some(arguments),
        _ => None,
    }
}

/// The set, its first and second argument, and how large the first must be at least.
fn shape(expr: &Expr) -> Option<(Set, &str, &str, i64)> {
    if let Some([d, n]) = called(expr, "divides") {
        return Some((Set::Divisor, name(d)?, name(n)?, 1));
    }
    if let Some((left, right)) = compared(expr, "=") {
        if let (Some([a, b]), Some(1)) = (called(left, "gcd"), number(right)) {
            return Some((Set::Coprime, name(a)?, name(b)?, 0));
        }
        if let (Some(a), Some(1)) = (one_prime(left), number(right)) {
            return Some((Set::PrimePower, a, "", 0));
        }
        if let (Kind::Binary("%", n, d), Some(0)) = (&left.kind, number(right)) {
            return Some((Set::Divisor, name(d)?, name(n)?, 1));
        }
        let a = name(right)?;
        let is_root = |e: &Expr| called(e, "isqrt").is_some_and(|of| is_name(of, a));
        let squared = match &left.kind {
            Kind::Binary("*", x, y) => is_root(x) && is_root(y),
            Kind::Binary("**", x, two) => is_root(x) && number(two) == Some(2),
            _ => false,
        };
        return squared.then_some((Set::Square, a, "", 0));
    }
    // all(d in 2..isqrt(a): …), not any(d in 2..isqrt(a): …)
    let (quantified, none) = match &expr.kind {
        Kind::Unary("not", inner) => (&**inner, true),
        _ => (expr, false),
    };
    let Kind::Quantified(which, binders, body) = &quantified.kind else {
        return None;
    };
    let word = if none { "any" } else { "all" };
    let ([binder], true) = (&binders[..], which.text == word) else {
        return None;
    };
    let ([d], Domain::Range(from, to)) = (&binder.names[..], &binder.domain) else {
        return None;
    };
    let a = match called(to, "isqrt") {
        Some([of]) if number(from) == Some(2) => name(of)?,
        _ => return None,
    };
    let (divisor, of) = divisibility(body, !none)?;
    if of != a {
        return None;
    }
    match &divisor.kind {
        Kind::Name(name) if *name == d.text => Some((Set::Prime, a, "", 0)),
        Kind::Binary("*", x, y)
            if name(x) == Some(d.text.as_str()) && name(y) == Some(d.text.as_str()) =>
        {
            Some((Set::Squarefree, a, "", 0))
        }
        Kind::Binary("**", x, two)
            if name(x) == Some(d.text.as_str()) && number(two) == Some(2) =>
        {
            Some((Set::Squarefree, a, "", 0))
        }
        _ => None,
    }
}

/// a of `count(p in 2..a: divides(p, a) and …)`, where p is said to be prime.
fn one_prime(expr: &Expr) -> Option<&str> {
    let Kind::Quantified(which, binders, body) = &expr.kind else {
        return None;
    };
    let ([binder], "count") = (&binders[..], which.text.as_str()) else {
        return None;
    };
    let ([p], Domain::Range(from, to)) = (&binder.names[..], &binder.domain) else {
        return None;
    };
    let a = name(to).filter(|_| number(from) == Some(2))?;
    let Kind::Binary("and", divides, prime) = &body.kind else {
        return None;
    };
    let (divisor, of) = divisibility(divides, false)?;
    let is_prime = shape(prime)? == (Set::Prime, p.text.as_str(), "", 0);
    (is_prime && name(divisor) == Some(p.text.as_str()) && of == a).then_some(a)
}

fn is_name(arguments: &[Expr], wanted: &str) -> bool {
    matches!(arguments, [only] if name(only) == Some(wanted))
}

/// What is said to divide a name, or not to.
fn divisibility(body: &Expr, not: bool) -> Option<(&Expr, &str)> {
    let body = match (&body.kind, not) {
        (Kind::Unary("not", inner), true) => {
            let [d, n] = called(inner, "divides")? else {
                return None;
            };
            return Some((d, name(n)?));
        }
        (_, false) => {
            if let Some([d, n]) = called(body, "divides") {
                return Some((d, name(n)?));
            }
            body
        }
        _ => body,
    };
    let (left, right) = compared(body, if not { "!=" } else { "=" })?;
    match (&left.kind, number(right)) {
        (Kind::Binary("%", n, d), Some(0)) => Some((d, name(n)?)),
        _ => None,
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn is_prime(n: u64) -> bool {
    n >= 2 && (2..n).all(|d| !n.is_multiple_of(d))
}

/// `a in {…}`, which is never true of an empty list.
fn among(a: &str, numbers: impl Iterator<Item = u64>) -> String {
    let numbers: Vec<String> = numbers.map(|n| n.to_string()).collect();
    match numbers.is_empty() {
        true => "false".to_string(),
        false => format!("{a} in {{{}}}", numbers.join(", ")),
    }
}

/// That a leaves one of these remainders.
fn leaves(a: &str, modulus: u64, rests: impl Iterator<Item = u64>) -> String {
    let each: Vec<String> = rests.map(|r| format!("{a} % {modulus} = {r}")).collect();
    match each.is_empty() {
        true => "false".to_string(),
        false => each.join(" or "),
    }
}

/// May and must.
fn approximations(fact: &Fact, found: &Found) -> [String; 2] {
    let (a, b, m, below) = (found.of, found.and, fact.modulus, fact.below);
    match fact.set {
        Set::Prime => {
            let factors = (2..=m).filter(|&p| is_prime(p) && m.is_multiple_of(p));
            let small = among(a, (0..2).chain(factors));
            let units = leaves(a, m, (0..m).filter(|&r| gcd(r, m) == 1));
            let listed = (0..below).filter(|&n| n <= 1 || is_prime(n));
            [
                format!("({small} or {units})"),
                format!("({})", among(a, listed)),
            ]
        }
        Set::PrimePower => {
            let one = |n: u64| {
                (2..=n)
                    .filter(|&p| n.is_multiple_of(p) && is_prime(p))
                    .count()
                    == 1
            };
            let apart = |r: u64| gcd(r, m) == 1 || one(gcd(r, m));
            let rests = leaves(a, m, (0..m).filter(|&r| apart(r)));
            let listed = (0..below).filter(|&n| one(n));
            [format!("({rests})"), format!("({})", among(a, listed))]
        }
        Set::Squarefree => {
            let squares: Vec<u64> = (2..).map(|q| q * q).take_while(|s| *s <= m).collect();
            let squares: Vec<u64> = squares
                .into_iter()
                .filter(|s| m.is_multiple_of(*s))
                .collect();
            let free = |r: u64| squares.iter().all(|s| !r.is_multiple_of(*s));
            let rests = leaves(a, m, (0..m).filter(|&r| free(r)));
            let listed = |n: u64| {
                (2..)
                    .take_while(|d| d * d <= n)
                    .all(|d| !n.is_multiple_of(d * d))
            };
            [
                format!("({a} = 0 or {rests})"),
                format!("({})", among(a, (0..below).filter(|&n| listed(n)))),
            ]
        }
        Set::Square => {
            let is_rest = |r: u64| (0..m).any(|k| k * k % m == r);
            let rests = leaves(a, m, (0..m).filter(|&r| is_rest(r)));
            let listed = (0..).map(|k: u64| k * k).take_while(|n| *n < below);
            [format!("({rests})"), format!("({})", among(a, listed))]
        }
        Set::Coprime => {
            let factors = (2..=m).filter(|&p| is_prime(p) && m.is_multiple_of(p));
            let mut may = vec!["true".to_string()];
            may.extend(factors.map(|p| format!("({a} % {p} != 0 or {b} % {p} != 0)")));
            let mut must = vec![
                format!("{a} = 1"),
                format!("{b} = 1"),
                format!("{a} = {b} + 1"),
                format!("{b} = {a} + 1"),
            ];
            for c in (2..below).filter(|&c| is_prime(c)) {
                must.push(format!("({a} = {c} and {b} % {c} != 0)"));
                must.push(format!("({b} = {c} and {a} % {c} != 0)"));
            }
            [
                format!("({})", may.join(" and ")),
                format!("({})", must.join(" or ")),
            ]
        }
        // Written with the power of two that is chosen beside it.
        Set::Divisor => divisor(fact, found, ""),
    }
}

/// May and must of `divides(d, n)`; `power` is the largest power of two in d.
fn divisor(fact: &Fact, found: &Found, power: &str) -> [String; 2] {
    let (d, n) = (found.of, found.and);
    let is_power = |q: &str| format!("lowbit({q}) = {q}");
    let divides = |q: &str, n: &str| format!("{n} xor ({q} - 1) = {n} + {q} - 1");
    let may = format!(
        "({} and {} and {d} xor {power} = {d} - {power} and {} and ({d} <= {n} or {n} = 0))",
        is_power(power),
        divides(power, d),
        divides(power, n)
    );
    let mut must = vec![
        format!("{d} = {n}"),
        format!("({} and {})", is_power(d), divides(d, n)),
    ];
    must.extend((1..fact.below).map(|c| format!("({d} = {c} and {n} % {c} = 0)")));
    [may, format!("({})", must.join(" or "))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_lang::ir::{Compare, Cond};

    /// The condition of the one move of a text, at numbers for its slots, by plain reading.
    fn holds(cond: &Cond, at: &[i64]) -> bool {
        use grundy_lang::ir::{Domain, Expr, fold, fold_one};
        fn value(expr: &Expr, at: &[i64]) -> i64 {
            match expr {
                Expr::Const(c) => *c,
                Expr::Slot(slot) => at[usize::from(*slot)],
                Expr::Unary(op, a) => fold_one(*op, value(a, at)).unwrap(),
                Expr::Binary(op, a, b) => fold(*op, value(a, at), value(b, at)).unwrap(),
                Expr::Count(q) => {
                    let Domain::Range(a, b) = &q.binder.domain else {
                        panic!()
                    };
                    let holds = |k: &i64| {
                        let mut inner = at.to_vec();
                        inner.resize(usize::from(q.binder.first) + 1, 0);
                        inner[usize::from(q.binder.first)] = *k;
                        holds(&q.body, &inner)
                    };
                    (value(a, at)..=value(b, at)).filter(holds).count() as i64
                }
                other => panic!("{other:?}"),
            }
        }
        let each = |q: &grundy_lang::ir::Quantified| -> Vec<bool> {
            let Domain::Range(a, b) = &q.binder.domain else {
                panic!()
            };
            (value(a, at)..=value(b, at))
                .map(|k| {
                    let mut inner = at.to_vec();
                    inner.resize(usize::from(q.binder.first) + 1, 0);
                    inner[usize::from(q.binder.first)] = k;
                    holds(&q.body, &inner)
                })
                .collect()
        };
        match cond {
            Cond::Truth(truth) => *truth,
            Cond::Compare(sign, a, b) => Compare::holds(*sign, value(a, at), value(b, at)),
            Cond::Divides(a, b) => grundy_lang::ir::divides(value(a, at), value(b, at)),
            Cond::Not(a) => !holds(a, at),
            Cond::And(a, b) => holds(a, at) && holds(b, at),
            Cond::Or(a, b) => holds(a, at) || holds(b, at),
            Cond::Any(q) => each(q).contains(&true),
            Cond::All(q) => !each(q).contains(&false),
        }
    }

    /// The moves of a text of one move, as pairs of positions.
    fn moves(text: &str, to: i64) -> Vec<(i64, i64)> {
        use grundy_lang::ir::{Domain, Expr, Step, fold};
        let file = grundy_lang::parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let program = grundy_lang::check(&file, &[]).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let mv = &program.game().moves[0];
        fn value(expr: &Expr, at: &[i64]) -> i64 {
            match expr {
                Expr::Const(c) => *c,
                Expr::Slot(slot) => at[usize::from(*slot)],
                Expr::Binary(op, a, b) => fold(*op, value(a, at), value(b, at)).unwrap(),
                other => panic!("{other:?}"),
            }
        }
        let mut found = Vec::new();
        for n in 0..to {
            let mut open = vec![(0, vec![n])];
            while let Some((step, at)) = open.pop() {
                match mv.steps.get(step) {
                    None => found.push((n, value(&mv.parts[0].at[0], &at))),
                    Some(Step::If(c)) if holds(c, &at) => open.push((step + 1, at)),
                    Some(Step::If(_)) => {}
                    Some(Step::Choose(binder)) => {
                        let Domain::Range(a, b) = &binder.domain else {
                            panic!()
                        };
                        for k in value(a, &at)..=value(b, &at) {
                            open.push((step + 1, [&at[..], &[k]].concat()));
                        }
                    }
                    Some(Step::Let(..)) => panic!(),
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn every_fact_lies_between() {
        let conditions = [
            ("prime", "all(d in 2..isqrt(k): not divides(d, k))"),
            (
                "prime",
                "k = 1 or k > 1 and all(d in 2..isqrt(k): k % d != 0)",
            ),
            (
                "prime",
                "k >= 2 and not any(d in 2..isqrt(k): divides(d, k))",
            ),
            (
                "prime-power",
                "count(p in 2..k: divides(p, k) and all(d in 2..isqrt(p): p % d != 0)) = 1",
            ),
            ("squarefree", "all(d in 2..isqrt(k): k % (d*d) != 0)"),
            ("squarefree", "not any(d in 2..isqrt(k): k % d**2 = 0)"),
            ("square", "isqrt(k)*isqrt(k) = k"),
            ("square", "isqrt(k)**2 = k or k = 7"),
            ("divisor", "divides(k, n)"),
            ("divisor", "n % k = 0"),
            ("coprime", "gcd(k, n) = 1"),
            ("coprime", "gcd(n, k) = 1"),
        ];
        for (set, condition) in conditions {
            let text = format!("state n; move m(k in 1..n) if {condition} -> [n-k]");
            let truth = moves(&text, 49);
            for (modulus, below) in [(1, 1), (2, 3), (4, 8), (6, 16), (12, 40), (36, 9), (8, 12)] {
                let source = Source {
                    text: text.clone(),
                    facts: vec![format!("{set} modulo {modulus} below {below}")],
                    ..Source::default()
                };
                let (may, must) = between(&source).unwrap();
                let (may, must) = (moves(&may.text, 49), moves(&must.text, 49));
                let inside = |a: &[(i64, i64)], b: &[(i64, i64)]| a.iter().all(|x| b.contains(x));
                assert!(inside(&must, &truth), "{condition} {modulus} {below}");
                assert!(inside(&truth, &may), "{condition} {modulus} {below}");
                assert!(!must.is_empty() || below < 3 || set == "square");
            }
        }
    }

    #[test]
    fn what_could_fail_or_grow_is_not_recognised() {
        for text in [
            // isqrt fails of negative numbers.
            "state n; move m(k in n-9..n) if all(d in 2..isqrt(k): k % d != 0) -> [n-k]",
            // 0 divides nothing, and n % 0 fails.
            "state n; move m(k in 0..n) if n % k = 0 -> [n-k]",
            // Other moves, not fewer.
            "state n; move m(k in 1..n) if not (gcd(k, n) = 1) -> [n-k]",
            "state n; move m(k in 1..n) if (gcd(k, n) = 1) = (k = 2) -> [n-k]",
            // What stands beside it fails where it is looked at.
            "state n; move m(k in 1..n) if gcd(k, n) = 1 or n % (k-2) = 0 -> [n-k]",
            // Another bound, another number.
            "state n; move m(k in 1..n) if all(d in 3..isqrt(k): k % d != 0) -> [n-k]",
            "state n; move m(k in 1..n) if all(d in 2..isqrt(n): k % d != 0) -> [n-k]",
            "state n; move m(k in 1..n) if isqrt(n)*isqrt(k) = k -> [n-k]",
            "state n; move m(k in 1..n) if gcd(k, n) = 2 -> [n-k]",
        ] {
            for set in Set::NAMES {
                let source = Source {
                    text: text.to_string(),
                    facts: vec![format!("{} modulo 4 below 8", set.1)],
                    ..Source::default()
                };
                assert!(between(&source).is_err(), "{text}");
            }
        }
        for fact in [
            "prime",
            "prime modulo 0 below 4",
            "odd modulo 2 below 4",
            "prime modulo 4 below 5000",
        ] {
            let source = Source {
                text: "state n; move m(k in 1..n) if gcd(k, n) = 1 -> [n-k]".to_string(),
                facts: vec![fact.to_string()],
                ..Source::default()
            };
            assert!(between(&source).is_err(), "{fact}");
        }
    }
}
