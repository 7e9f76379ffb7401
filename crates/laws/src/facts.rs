//! Laws of moves that no automaton decides: primes, squares, divisors.
//!
//! "Take a prime number, or 1" is no automatic rule. Still g(n) = n mod 4 can be
//! proven of it: 1, 2 and 3 are allowed, so that every smaller value is
//! reached, and no multiple of 4 is, so that the same value is not. So every
//! condition that is recognised is replaced twice, by one that is true less
//! often (*must*) and by one that is true more often (*may*), both automatic,
//! and the law is proven of whatever lies between
//! ([`prove_between`]). The certificate names the facts that were used;
//! the checker works out what they say by code of its own, from its own list with
//! proofs, and nothing is called proven that it has not accepted.
//!
//! ```
//! use grundy_laws::facts::Between;
//! use grundy_laws::rules::Source;
//! let text = "state n; move take(k in 1..n) if all(d in 2..isqrt(k): k % d != 0) -> [n-k]";
//! let between = Between::of(&Source::new(text), 4, 8).unwrap().unwrap();
//! assert_eq!(between.may.source.facts, ["prime modulo 4 below 8"]);
//! ```
//!
//! Limits: what is recognised is the table in the checker's documentation of
//! facts; conditions stand alone after `if` or below `and` and `or` there; one
//! game in a text.

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::text::{Lang, Text};
use grundy_lang::ir::{self, Binary, Binder, Compare, Cond, Domain, Expr, Slot, Step, Unary};

use crate::automata::numeration::Numeration;
use crate::certificate::Certificate;
use crate::check;
use crate::find;
use crate::guess;
use crate::law::{Law, Statement, Status};
use crate::prove::{Claim, Coding, prove_between};
use crate::rules::{NOTHING, Rules, Source};
use crate::sample::Sample;
use crate::study::{self, Finding, Options, Study};

/// A set of numbers or pairs that is not automatic.
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
    fn name(self) -> &'static str {
        match self {
            Set::Prime => "prime",
            Set::PrimePower => "prime-power",
            Set::Squarefree => "squarefree",
            Set::Square => "square",
            Set::Divisor => "divisor",
            Set::Coprime => "coprime",
        }
    }
}

/// Rules with more moves than a text has, and rules with fewer.
#[derive(Clone, Debug)]
pub struct Between {
    /// Every move of the text, and perhaps more.
    pub may: Rules,
    /// Moves of the text only, and perhaps fewer.
    pub must: Rules,
}

impl Between {
    /// The rules between which a text lies by facts modulo a number and by
    /// lists below another; `None` if no condition is recognised.
    pub fn of(source: &Source, modulus: i64, below: i64) -> Result<Option<Between>, Error> {
        let program = crate::language::program(source)?;
        let games = source.text.matches("game ").count();
        let mut used: Vec<Set> = Vec::new();
        let mut program_of = |may: bool| {
            let mut turned = program.clone();
            let main = turned.main;
            let game = &mut turned.games[main];
            for mv in &mut game.moves {
                let scope = Scope {
                    width: game.width,
                    steps: mv.steps.clone(),
                    free: game.slots as Slot,
                    modulus: modulus.max(1),
                    below: below.max(1),
                    may,
                };
                let mut steps = Vec::new();
                for step in &mv.steps {
                    let Step::If(cond) = step else {
                        steps.push(step.clone());
                        continue;
                    };
                    let mut chosen = Vec::new();
                    let turned = scope.turn(cond, &mut used, &mut chosen, 0);
                    steps.extend(chosen.into_iter().map(Step::Choose));
                    steps.push(Step::If(turned));
                }
                mv.steps = steps;
            }
            turned
        };
        let (may, must) = (program_of(true), program_of(false));
        used.sort_by_key(|set| set.name());
        used.dedup();
        if used.is_empty() || games > 1 {
            return Ok(None);
        }
        let facts = used.iter();
        let facts = facts.map(|set| format!("{} modulo {modulus} below {below}", set.name()));
        let source = Source {
            facts: facts.collect(),
            ..source.clone()
        };
        Ok(Some(Between {
            may: crate::language::rules(&may, &source)?,
            must: crate::language::rules(&must, &source)?,
        }))
    }
}

/// What is known where a condition stands.
struct Scope {
    width: usize,
    steps: Vec<Step>,
    /// A slot that nothing uses.
    free: Slot,
    modulus: i64,
    below: i64,
    /// Whether the condition is to be true more often, not less.
    may: bool,
}

const DEEPEST: usize = 64;

fn is(sign: Compare, a: Expr, b: Expr) -> Cond {
    Cond::Compare(sign, a, b)
}

fn slot(slot: Slot) -> Expr {
    Expr::Slot(slot)
}

fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

fn equals(a: Slot, number: i64) -> Cond {
    is(Compare::Equal, slot(a), Expr::Const(number))
}

fn leaves(a: Slot, modulus: i64, rest: i64) -> Cond {
    let remainder = binary(Binary::Remainder, slot(a), Expr::Const(modulus));
    is(Compare::Equal, remainder, Expr::Const(rest))
}

fn any(all: impl IntoIterator<Item = Cond>) -> Cond {
    let mut all = all.into_iter();
    let first = all.next().unwrap_or(Cond::Truth(false));
    all.fold(first, |a, b| Cond::Or(Box::new(a), Box::new(b)))
}

fn both(a: Cond, b: Cond) -> Cond {
    Cond::And(Box::new(a), Box::new(b))
}

fn gcd(a: i64, b: i64) -> i64 {
    ir::fold(Binary::Gcd, a, b).unwrap_or(0)
}

fn is_prime(n: i64) -> bool {
    n > 1 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0)
}

/// Whether the least divisor above 1 is the only prime one.
fn is_prime_power(n: i64) -> bool {
    let Some(p) = (2..=n).find(|p| n % p == 0) else {
        return false;
    };
    let mut rest = n;
    while rest % p == 0 {
        rest /= p;
    }
    rest == 1
}

fn is_squarefree(n: i64) -> bool {
    n > 0 && (2..).take_while(|d| d * d <= n).all(|d| n % (d * d) != 0)
}

impl Scope {
    /// The condition with what is recognised replaced.
    fn turn(
        &self,
        cond: &Cond,
        used: &mut Vec<Set>,
        chosen: &mut Vec<Binder>,
        depth: usize,
    ) -> Cond {
        if let Some((set, a, b)) = self.recognise(cond) {
            used.push(set);
            return self.replaced(set, a, b, chosen);
        }
        if depth > DEEPEST {
            return cond.clone();
        }
        let mut sub = |a: &Cond| Box::new(self.turn(a, used, chosen, depth + 1));
        match cond {
            Cond::And(a, b) => Cond::And(sub(a), sub(b)),
            Cond::Or(a, b) => Cond::Or(sub(a), sub(b)),
            other => other.clone(),
        }
    }

    /// Whether a number is never less than this: a coordinate, or a choice
    /// from a range that begins there.
    fn at_least(&self, of: Slot, least: i64) -> bool {
        let begins = |step: &Step| match step {
            Step::Choose(Binder {
                first,
                domain: Domain::Range(Expr::Const(from), _),
            }) => *first == of && *from >= least,
            _ => false,
        };
        (usize::from(of) < self.width && least <= 0) || self.steps.iter().any(begins)
    }

    fn recognise(&self, cond: &Cond) -> Option<(Set, Slot, Slot)> {
        let (set, a, b) = shape(cond)?;
        let least = i64::from(set == Set::Divisor);
        (self.at_least(a, least) && self.at_least(b, 0)).then_some((set, a, b))
    }

    fn replaced(&self, set: Set, a: Slot, b: Slot, chosen: &mut Vec<Binder>) -> Cond {
        let (m, below) = (self.modulus, self.below);
        let factors = (2..=m).filter(|&p| m % p == 0 && is_prime(p));
        let rests = |keep: &dyn Fn(i64) -> bool| {
            let kept: Vec<i64> = (0..m).filter(|&r| keep(r)).collect();
            any(kept.into_iter().map(|r| leaves(a, m, r)))
        };
        let listed = |keep: &dyn Fn(i64) -> bool| {
            let kept: Vec<i64> = (0..below).filter(|&n| keep(n)).collect();
            any(kept.into_iter().map(|n| equals(a, n)))
        };
        match (set, self.may) {
            (Set::Prime, false) => listed(&|n| n < 2 || is_prime(n)),
            (Set::Prime, true) => {
                let few = any([0, 1].into_iter().chain(factors).map(|n| equals(a, n)));
                any([few, rests(&|r| gcd(r, m) == 1)])
            }
            (Set::PrimePower, false) => listed(&is_prime_power),
            (Set::PrimePower, true) => rests(&|r| gcd(r, m) == 1 || is_prime_power(gcd(r, m))),
            (Set::Squarefree, false) => listed(&|n| n == 0 || is_squarefree(n)),
            (Set::Squarefree, true) => {
                // What a square divides in common with the modulus.
                any([equals(a, 0), rests(&|r| is_squarefree(gcd(r, m)))])
            }
            (Set::Square, false) => {
                listed(&|n| ir::fold_one(Unary::Isqrt, n).is_some_and(|r| r * r == n))
            }
            (Set::Square, true) => rests(&|r| (0..m).any(|k| k * k % m == r)),
            (Set::Coprime, true) => {
                let apart = factors.map(|p| {
                    let both = both(leaves(a, p, 0), leaves(b, p, 0));
                    Cond::Not(Box::new(both))
                });
                apart.fold(Cond::Truth(true), both)
            }
            (Set::Coprime, false) => {
                let next = |x: Slot, y: Slot| {
                    let more = binary(Binary::Add, slot(y), Expr::Const(1));
                    is(Compare::Equal, slot(x), more)
                };
                let mut must = vec![equals(a, 1), equals(b, 1), next(a, b), next(b, a)];
                for c in (2..below).filter(|&c| is_prime(c)) {
                    for (x, y) in [(a, b), (b, a)] {
                        let no = Cond::Not(Box::new(leaves(y, c, 0)));
                        must.push(both(equals(x, c), no));
                    }
                }
                any(must)
            }
            (Set::Divisor, may) => {
                let power = |q: Slot| {
                    let low = Expr::Unary(Unary::Lowbit, Box::new(slot(q)));
                    is(Compare::Equal, low, slot(q))
                };
                // A power of two divides exactly if no digit below it is 1.
                let divides = |q: Slot, n: Slot| {
                    let less = binary(Binary::Subtract, slot(q), Expr::Const(1));
                    let sum = binary(Binary::Add, slot(n), less.clone());
                    is(Compare::Equal, binary(Binary::Xor, slot(n), less), sum)
                };
                if !may {
                    let mut must = vec![is(Compare::Equal, slot(a), slot(b))];
                    must.push(both(power(a), divides(a, b)));
                    must.extend((1..below).map(|c| both(equals(a, c), leaves(b, c, 0))));
                    return any(must);
                }
                let q = self.free + chosen.len() as Slot;
                chosen.push(Binder {
                    first: q,
                    domain: Domain::Range(Expr::Const(1), slot(a)),
                });
                let without = is(
                    Compare::Equal,
                    binary(Binary::Xor, slot(a), slot(q)),
                    binary(Binary::Subtract, slot(a), slot(q)),
                );
                let fits = any([is(Compare::AtMost, slot(a), slot(b)), equals(b, 0)]);
                [divides(q, a), without, divides(q, b), fits]
                    .into_iter()
                    .fold(power(q), both)
            }
        }
    }
}

/// The set that a condition describes, and of what.
fn shape(cond: &Cond) -> Option<(Set, Slot, Slot)> {
    let as_slot = |e: &Expr| match e {
        Expr::Slot(slot) => Some(*slot),
        _ => None,
    };
    let root = |e: &Expr| match e {
        Expr::Unary(Unary::Isqrt, of) => as_slot(of),
        _ => None,
    };
    if let Some((d, n)) = divisibility(cond) {
        return Some((Set::Divisor, as_slot(d)?, as_slot(n)?));
    }
    match cond {
        Cond::Compare(Compare::Equal, Expr::Binary(Binary::Gcd, a, b), Expr::Const(1)) => {
            Some((Set::Coprime, as_slot(a)?, as_slot(b)?))
        }
        Cond::Compare(Compare::Equal, Expr::Count(q), Expr::Const(1)) => {
            let Domain::Range(Expr::Const(2), Expr::Slot(a)) = &q.binder.domain else {
                return None;
            };
            let Cond::And(divides, prime) = &q.body else {
                return None;
            };
            let p = q.binder.first;
            let pair = divisibility(divides) == Some((&slot(p), &slot(*a)));
            let one = pair && shape(prime) == Some((Set::Prime, p, p));
            one.then_some((Set::PrimePower, *a, *a))
        }
        Cond::Compare(Compare::Equal, square, Expr::Slot(a)) => {
            let same = match square {
                Expr::Binary(Binary::Multiply, x, y) => root(x) == Some(*a) && root(y) == Some(*a),
                Expr::Binary(Binary::Power, x, two) => {
                    root(x) == Some(*a) && **two == Expr::Const(2)
                }
                _ => false,
            };
            same.then_some((Set::Square, *a, *a))
        }
        Cond::All(q) => {
            let body = match &q.body {
                Cond::Not(inner) => (**inner).clone(),
                Cond::Compare(Compare::Unequal, a, b) => is(Compare::Equal, a.clone(), b.clone()),
                _ => return None,
            };
            indivisible(&q.binder, &body)
        }
        Cond::Not(inner) => match &**inner {
            Cond::Any(q) => indivisible(&q.binder, &q.body),
            _ => None,
        },
        _ => None,
    }
}

/// What divides what.
fn divisibility(cond: &Cond) -> Option<(&Expr, &Expr)> {
    match cond {
        Cond::Divides(d, n) => Some((d, n)),
        Cond::Compare(Compare::Equal, Expr::Binary(Binary::Remainder, n, d), Expr::Const(0)) => {
            Some((d, n))
        }
        _ => None,
    }
}

/// That no number from 2 to the root divides, or no square of one does.
fn indivisible(binder: &Binder, body: &Cond) -> Option<(Set, Slot, Slot)> {
    let Domain::Range(Expr::Const(2), Expr::Unary(Unary::Isqrt, of)) = &binder.domain else {
        return None;
    };
    let (d, n) = divisibility(body)?;
    let (Expr::Slot(a), true) = (&**of, **of == *n) else {
        return None;
    };
    let it = slot(binder.first);
    let set = match d {
        d if *d == it => Set::Prime,
        Expr::Binary(Binary::Multiply, x, y) if **x == it && **y == it => Set::Squarefree,
        Expr::Binary(Binary::Power, x, two) if **x == it && **two == Expr::Const(2) => {
            Set::Squarefree
        }
        _ => return None,
    };
    Some((set, *a, *a))
}

/// The moduli and bounds that are tried, in this order.
const TRIED: [(i64, i64); 7] = [
    (2, 4),
    (4, 8),
    (6, 8),
    (12, 16),
    (8, 16),
    (36, 40),
    (30, 32),
];

/// Tries to prove the laws of a study that is from a table only, by facts about
/// the sets in its rules. Of `built_in` games the text is compared with the
/// table first.
pub fn strengthen(
    study: &mut Study,
    source: &Source,
    built_in: bool,
    options: &Options,
) -> Result<(), Error> {
    let options = &Options {
        time: options.time,
        budget: options.budget.clone().with_time(options.time),
    };
    let mut played: Option<(Sample, usize)> = None;
    let mut tried: Option<Vec<(Law, Claim)>> = None;
    for (modulus, below) in TRIED {
        let between = match Between::of(source, modulus, below) {
            Ok(Some(between)) => between,
            Ok(None) => return Ok(()),
            Err(error) if error.is_budget() => return Err(error),
            Err(_) => return Ok(()),
        };
        if played.is_none() {
            played = compared(study, &between.may, &options.budget)?;
        }
        let Some((played, positions)) = &played else {
            return Ok(());
        };
        let written = built_in.then_some(*positions);
        if tried.is_none() {
            tried = Some(claims(study, &between.may, options)?);
        }
        for claim in tried.iter().flatten() {
            let Ok(Some(proof)) =
                prove_between(&between.may, &between.must, &claim.1, &options.budget)
            else {
                continue;
            };
            if record(
                study,
                &between,
                claim.clone(),
                proof,
                played,
                written,
                options,
            ) {
                study::sort(&mut study.findings);
                return Ok(());
            }
        }
    }
    Ok(())
}

/// What follows from the bytecode of the text, and in how many positions the
/// table of the study says the same; nothing if it says something else.
fn compared(
    study: &Study,
    rules: &Rules,
    budget: &Budget,
) -> Result<Option<(Sample, usize)>, Error> {
    let (size, cells) = match rules.engine_table(budget) {
        Ok(found) => found,
        Err(error) if error.is_budget() => return Err(error),
        Err(_) => return Ok(None),
    };
    let played = Sample {
        size,
        cells,
        outcomes: !rules.has_values(),
        names: study.sample.names.clone(),
    };
    let mut same = 0;
    for (at, label) in played.labels().positions() {
        match study.sample.labels().get(&at) {
            Some(other) if other == label => same += 1,
            Some(NOTHING) | None => {}
            Some(_) => return Ok(None),
        }
    }
    Ok((same > 0 && played.outcomes == study.sample.outcomes).then_some((played, same)))
}

/// Claims that fit the table: those of its laws, then automata.
fn claims(study: &Study, rules: &Rules, options: &Options) -> Result<Vec<(Law, Claim)>, Error> {
    let base = Numeration::BINARY;
    let mut found = Vec::new();
    for finding in &study.findings {
        let claim = finding.law.claim(base, rules.dimension(), &options.budget);
        if let Ok(Some(claim)) = claim {
            found.push((finding.law.clone(), claim));
        }
    }
    let labels = study.sample.labels();
    let mut learned = Vec::new();
    if rules.has_values() {
        for coding in [Coding::Plain, Coding::Power] {
            learned.extend(guess::values(labels, base, coding, &options.budget)?);
        }
    }
    learned.extend(guess::lost(labels, base, &options.budget)?);
    for claim in learned {
        let statement = Statement::Automaton(claim.clone());
        let law = Law {
            symbols: find::symbols(&statement),
            statement,
            finder: find::AUTOMATON,
            explains: study.sample.positions(),
        };
        found.push((law, claim));
    }
    Ok(found)
}

/// Records a proof, if the checker accepts its certificate and the bytecode
/// says the same.
fn record(
    study: &mut Study,
    between: &Between,
    (law, claim): (Law, Claim),
    proof: crate::prove::Proof,
    played: &Sample,
    written: Option<usize>,
    options: &Options,
) -> bool {
    let law = study::in_words(law, &claim, &between.may, options);
    let automaton = Law {
        statement: Statement::Automaton(claim.clone()),
        ..law.clone()
    };
    for said in [&law, &automaton] {
        let outside = [played, &study.sample];
        // What could not be compared is not called proven.
        if outside
            .iter()
            .any(|table| !matches!(find::exception(said, table), Ok(None)))
        {
            return false;
        }
    }
    let certificate = Certificate::of(&between.may, &claim, &proof);
    if let Err(error) = check::check(&certificate.write(), &options.budget) {
        study.notes.push(error.text());
        return false;
    }
    let facts = between.may.source.facts.join(", ");
    let (en, zh) = match claim {
        Claim::Lost(_) => ("P-positions", "P 态"),
        Claim::Values(..) => ("Grundy graph", "SG 函数图"),
    };
    let mut why = Text::new(
        format!(
            "{en} decided by automata between two sets of moves, {}, {} state{}; facts: {facts}; checked independently",
            proof.numeration,
            proof.states,
            if proof.states == 1 { "" } else { "s" },
        ),
        format!(
            "{zh}由自动机在两个着法集之间判定，{}，{} 个状态；事实：{facts}；经独立复核",
            proof.numeration.text().get(Lang::Zh),
            proof.states,
        ),
    );
    if let Some(positions) = written {
        why = why.followed_by(
            &format!("; for the rules as written, which agree with the built-in game on all {positions} small positions"),
            &format!("；针对所写规则，它与内置游戏在全部 {positions} 个小局面上一致"),
        );
    }
    study.findings.retain(|f| f.law.statement != law.statement);
    study.record(Finding {
        proof: Some((claim, proof)),
        certificate: Some(certificate),
        ..Finding::seen(law, Status::Proven(why))
    });
    true
}
