//! The automata engine against direct evaluation.

use grundy::budget::Budget;
use grundy::error::Error;
use grundy_laws::automata::numeration::Numeration;
use grundy_laws::automata::{Engine, Relation};
use proptest::prelude::*;

fn numerations() -> impl Strategy<Value = Numeration> {
    let factors: [&[u8]; 7] = [
        &[2],
        &[3],
        &[1, 1],
        &[2, 1],
        &[2, 2],
        &[1, 1, 1],
        &[1, 0, 1],
    ];
    let mut all = factors.map(|f| Numeration::recurrence(f).unwrap()).to_vec();
    let repeated = ["bases 2 3", "ostrowski 1 2", "ostrowski 2 1 1"];
    all.extend(repeated.map(|code| Numeration::from_code(code).unwrap()));
    prop::sample::select(all)
}

/// A statement about three numbers.
#[derive(Clone, Debug)]
enum Statement {
    Equal([i64; 3], i64),
    AtMost([i64; 3], i64),
    Congruent([i64; 3], u32, u32),
    Digits(u8),
    And(Box<Statement>, Box<Statement>),
    Or(Box<Statement>, Box<Statement>),
    Minus(Box<Statement>, Box<Statement>),
    Differ(Box<Statement>, Box<Statement>),
    Not(Box<Statement>),
}

fn statements() -> impl Strategy<Value = Statement> {
    let factor = -3i64..=3;
    let factors = [factor.clone(), factor.clone(), factor];
    let leaf = prop_oneof![
        (factors.clone(), -20i64..20).prop_map(|(f, c)| Statement::Equal(f, c)),
        (factors.clone(), -20i64..20).prop_map(|(f, c)| Statement::AtMost(f, c)),
        (factors, 1u32..7, 0u32..7).prop_map(|(f, m, r)| Statement::Congruent(f, m, r % m)),
        any::<u8>().prop_map(Statement::Digits),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            two.clone()
                .prop_map(|(a, b)| Statement::And(a.into(), b.into())),
            two.clone()
                .prop_map(|(a, b)| Statement::Or(a.into(), b.into())),
            two.clone()
                .prop_map(|(a, b)| Statement::Minus(a.into(), b.into())),
            two.prop_map(|(a, b)| Statement::Differ(a.into(), b.into())),
            inner.prop_map(|a| Statement::Not(a.into())),
        ]
    })
}

fn digits_at(numeration: Numeration, x: &[u64; 3]) -> Vec<[u8; 3]> {
    let words = x.map(|n| numeration.digits(n));
    let length = words.iter().map(Vec::len).max().unwrap();
    (0..length)
        .map(|at| {
            [0, 1, 2].map(|i: usize| {
                (at + words[i].len())
                    .checked_sub(length)
                    .map_or(0, |p| words[i][p])
            })
        })
        .collect()
}

/// Which tuples of digits a code allows; zeros always.
fn allowed(code: u8, digits: &[u8]) -> bool {
    let at = digits
        .iter()
        .enumerate()
        .map(|(i, d)| usize::from(*d) * (i + 1))
        .sum::<usize>();
    at == 0 || code >> (at % 8) & 1 == 1
}

fn dot(factors: &[i64; 3], x: &[u64; 3]) -> i64 {
    factors.iter().zip(x).map(|(f, n)| f * *n as i64).sum()
}

fn holds(s: &Statement, numeration: Numeration, x: &[u64; 3]) -> bool {
    let sub = |s: &Statement| holds(s, numeration, x);
    match s {
        Statement::Equal(f, c) => dot(f, x) == *c,
        Statement::AtMost(f, c) => dot(f, x) <= *c,
        Statement::Congruent(f, m, r) => dot(f, x).rem_euclid(i64::from(*m)) == i64::from(*r),
        Statement::Digits(code) => digits_at(numeration, x).iter().all(|d| allowed(*code, d)),
        Statement::And(a, b) => sub(a) && sub(b),
        Statement::Or(a, b) => sub(a) || sub(b),
        Statement::Minus(a, b) => sub(a) && !sub(b),
        Statement::Differ(a, b) => sub(a) != sub(b),
        Statement::Not(a) => !sub(a),
    }
}

/// The relation of a statement.
fn build(s: &Statement, engine: &mut Engine) -> Result<Relation, Error> {
    let terms = |f: &[i64; 3]| [(0, f[0]), (1, f[1]), (2, f[2])];
    let mut both = |a: &Statement, b: &Statement| Ok((build(a, engine)?, build(b, engine)?));
    match s {
        Statement::Equal(f, c) => engine.equal(&terms(f), *c),
        Statement::AtMost(f, c) => engine.at_most(&terms(f), *c),
        Statement::Congruent(f, m, r) => engine.congruent(&terms(f), *m, &[*r]),
        Statement::Digits(code) => engine.digitwise(&[0, 1, 2], |d| allowed(*code, d)),
        Statement::And(a, b) => both(a, b).and_then(|(a, b)| engine.and(&a, &b)),
        Statement::Or(a, b) => both(a, b).and_then(|(a, b)| engine.or(&a, &b)),
        Statement::Minus(a, b) => both(a, b).and_then(|(a, b)| engine.minus(&a, &b)),
        Statement::Differ(a, b) => both(a, b).and_then(|(a, b)| engine.differ(&a, &b)),
        Statement::Not(a) => {
            let a = build(a, engine)?;
            engine.not(&a)
        }
    }
}

fn over_three(s: &Statement, engine: &mut Engine) -> Result<Relation, Error> {
    let relation = build(s, engine)?;
    let all = engine.all(&[0, 1, 2])?;
    engine.and(&relation, &all)
}

/// What was asked of an engine; `None` if it needs more states than a test
/// should, which three places at once, or subsets of them, may do.
fn affordable<T>(
    numeration: Numeration,
    ask: impl FnOnce(&mut Engine) -> Result<T, Error>,
) -> Option<T> {
    let mut meter = Budget::default().with_states(20_000).meter("test");
    match ask(&mut Engine::new(numeration, &mut meter)) {
        Err(error) if error.is_budget() => None,
        asked => Some(asked.unwrap()),
    }
}

const TO: u64 = 14;

fn triples() -> impl Iterator<Item = [u64; 3]> {
    (0..TO * TO * TO).map(|i| [i / TO / TO, i / TO % TO, i % TO])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn combinations_mean_what_they_say(s in statements(), numeration in numerations()) {
        let Some(relation) = affordable(numeration, |engine| over_three(&s, engine)) else {
            return Ok(());
        };
        for x in triples() {
            prop_assert_eq!(relation.contains(&x), holds(&s, numeration, &x), "{:?}", x);
        }
        match relation.shortest() {
            Some(x) => prop_assert!(holds(&s, numeration, &[x[0], x[1], x[2]])),
            None => prop_assert!(relation.is_empty()),
        }
    }

    #[test]
    fn counting_counts(s in statements(), numeration in numerations(), least in 1u32..4) {
        // Bounded by x, so that direct counting sees everything.
        let bounded = affordable(numeration, |engine| {
            let relation = over_three(&s, engine)?;
            let below = engine.at_most(&[(2, 1), (0, -1)], 3)?;
            engine.and(&relation, &below)
        });
        let counted = bounded.and_then(|relation| {
            affordable(numeration, |engine| engine.at_least(&relation, &[2], least))
        });
        let Some(counted) = counted else {
            return Ok(());
        };
        for (x, y) in (0..12).flat_map(|x| (0..12).map(move |y| (x, y))) {
            let count = (0..=x + 3).filter(|&z| holds(&s, numeration, &[x, y, z])).count();
            prop_assert_eq!(counted.contains(&[x, y]), count >= least as usize);
        }
    }

    #[test]
    fn joining_hides_variables(
        (s, t) in (statements(), statements()),
        numeration in numerations(),
    ) {
        let both = affordable(numeration, |engine| {
            Ok((over_three(&s, engine)?, over_three(&t, engine)?))
        });
        let joined = both.and_then(|(a, b)| {
            affordable(numeration, |engine| {
                let b = engine.rename(&b, &[0, 2, 3])?;
                let c = engine.at_most(&[(3, 1), (2, 1), (0, -1)], 1)?;
                engine.join(vec![a, b, c], &[0, 1])
            })
        });
        let Some(joined) = joined else {
            return Ok(());
        };
        for (x, y) in (0..9).flat_map(|x| (0..9).map(move |y| (x, y))) {
            let mut pairs = (0..=x + 1).flat_map(|z| (0..=x + 1 - z).map(move |w| (z, w)));
            let there_is = pairs.any(|(z, w)| {
                holds(&s, numeration, &[x, y, z]) && holds(&t, numeration, &[x, z, w])
            });
            prop_assert_eq!(joined.contains(&[x, y]), there_is, "{} {}", x, y);
        }
    }

    #[test]
    fn renaming_permutes_and_identifies(s in statements(), numeration in numerations()) {
        let renamed = affordable(numeration, |engine| {
            let relation = over_three(&s, engine)?;
            let turned = engine.rename(&relation, &[5, 1, 3])?;
            let folded = engine.rename(&relation, &[4, 4, 2])?;
            let back = engine.rename(&turned, &[1, 2, 0])?;
            Ok((relation, turned, folded, back))
        });
        let Some((relation, turned, folded, back)) = renamed else {
            return Ok(());
        };
        for x in triples().step_by(3) {
            // The variables 1, 3, 5 hold the second, third and first number.
            prop_assert_eq!(turned.contains(&[x[1], x[2], x[0]]), relation.contains(&x));
            prop_assert_eq!(folded.contains(&[x[0], x[1]]), relation.contains(&[x[1], x[1], x[0]]));
        }
        // Minimal automata have one form: putting the names back gives the same.
        prop_assert_eq!(back, relation);
    }

    #[test]
    fn finite_relations_hold_exactly_their_tuples(
        tuples in prop::collection::vec(prop::collection::vec(0u64..TO, 3), 0..12),
        numeration in numerations(),
    ) {
        let mut meter = Budget::default().meter("test");
        let mut engine = Engine::new(numeration, &mut meter);
        let relation = engine.finite(&[0, 1, 2], &tuples).unwrap();
        for x in triples() {
            prop_assert_eq!(relation.contains(&x), tuples.contains(&x.to_vec()));
        }
    }
}

/// Sums, order and doubling in every numeration, whatever they cost.
#[test]
fn addition_is_automatic_in_every_numeration() {
    let order_three: [&[u8]; 5] = [&[1, 1, 1], &[1, 0, 1], &[2, 0, 1], &[2, 1, 2], &[3, 3]];
    for factors in order_three {
        let numeration = Numeration::recurrence(factors).unwrap();
        let mut meter = Budget::default().meter("test");
        let mut engine = Engine::new(numeration, &mut meter);
        let sum = engine.equal(&[(0, 1), (1, 1), (2, -1)], 0).unwrap();
        let less = engine.at_most(&[(0, 1), (1, -1)], -1).unwrap();
        let double = engine.equal(&[(0, 2), (1, -1)], -1).unwrap();
        for (x, y) in (0..40u64).flat_map(|x| (0..40u64).map(move |y| (x, y))) {
            for z in (x + y).saturating_sub(2)..x + y + 3 {
                assert_eq!(
                    sum.contains(&[x, y, z]),
                    x + y == z,
                    "{numeration}: {x} {y} {z}"
                );
            }
            assert_eq!(less.contains(&[x, y]), x < y, "{numeration}: {x} {y}");
            assert_eq!(
                double.contains(&[x, y]),
                2 * x + 1 == y,
                "{numeration}: {x} {y}"
            );
        }
        // There is y with x + y = z exactly if x <= z.
        let some = engine.exists(&sum, &[1]).unwrap();
        let all = engine.all(&[0, 2]).unwrap();
        let at_least = engine.at_most(&[(0, 1), (2, -1)], 0).unwrap();
        let at_least = engine.and(&at_least, &all).unwrap();
        assert_eq!(some, at_least, "{numeration}");
    }
}

#[test]
fn numbers_left_out_may_be_longer_than_those_that_stay() {
    for numeration in [Numeration::BINARY, Numeration::FIBONACCI] {
        let mut meter = Budget::default().meter("test");
        let mut engine = Engine::new(numeration, &mut meter);
        // There is y = 100·x + 1000, and there are two z > x.
        let line = engine.equal(&[(0, 100), (1, -1)], -1000).unwrap();
        let some = engine.exists(&line, &[1]).unwrap();
        let greater = engine.at_most(&[(0, 1), (1, -1)], -1).unwrap();
        let two = engine.at_least(&greater, &[1], 2).unwrap();
        for x in 0..50 {
            assert!(some.contains(&[x]) && two.contains(&[x]));
        }
    }
}

#[test]
fn limits_are_errors_with_numbers() {
    let mut meter = Budget::default().with_states(50).meter("automata");
    let mut engine = Engine::new(Numeration::BINARY, &mut meter);
    let error = engine.at_most(&[(0, 1)], 100_000).unwrap_err();
    assert!(error.is_budget(), "{error}");
    let mut meter = Budget::default().meter("automata");
    let mut engine = Engine::new(Numeration::FIBONACCI, &mut meter);
    assert!(engine.xor_zero(&[0, 1, 2]).is_err());
    assert!(engine.all(&(0..40).collect::<Vec<_>>()).is_err());
    assert!(engine.equal(&[(0, i64::MAX)], 0).is_err());
}
