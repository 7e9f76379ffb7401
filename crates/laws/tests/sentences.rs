//! Laws are sentences: what is proven as an automaton is said as people would say it, and
//! nothing is printed that could be said more simply.

use std::path::Path;
use std::time::Duration;

use grundy::budget::Budget;
use grundy_laws::automata::Engine;
use grundy_laws::automata::numeration::Numeration;
use grundy_laws::expression::{Condition, Expression as E, Function, Operation};
use grundy_laws::formula;
use grundy_laws::law::{Law, Statement};
use grundy_laws::print::{Style, condition, expression};
use grundy_laws::prove::{Claim, Coding};
use grundy_laws::rules::Rules;
use grundy_laws::sentence::{same, sentence};
use grundy_laws::study::{Options, study};
use proptest::prelude::*;

fn options() -> Options {
    Options {
        // A limit against running away.
        time: Duration::from_secs(120),
        ..Options::default()
    }
}

/// Rules, and the law that a person would write.
#[test]
fn laws_are_what_a_person_would_write() {
    let lines = include_str!("sentences.txt").lines();
    let listed: Vec<(&str, &str)> = lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(" => "))
        .collect();
    assert!(listed.len() >= 24, "{}", listed.len());
    let mut wrong = Vec::new();
    for (text, expected) in listed {
        let rules = Rules::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let studied = study(&rules, &options()).unwrap();
        let Some(best) = studied.findings.first() else {
            wrong.push(format!("{text}\n  nothing found"));
            continue;
        };
        let law = best.law.written(Style::Text, &studied.sample.names);
        assert_eq!(best.status.word(), "proven", "{text}: {law}");
        if law.to_string() != expected {
            wrong.push(format!("{text}\n  {law}\n  {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The examples whose laws are automata, each with the reason; a change of the list is seen here.
#[test]
fn examples_with_an_automaton_for_a_law_are_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut found = Vec::new();
    let mut read = 0;
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|e| e == "game"))
    {
        let name = file.file_stem().unwrap().to_string_lossy().to_string();
        // What is not translated has no proof; these are studied by their tables elsewhere.
        let Ok(rules) = Rules::read(&std::fs::read_to_string(file).unwrap()) else {
            continue;
        };
        read += 1;
        let short = Options {
            time: Duration::from_secs(60),
            ..options()
        };
        let Ok(studied) = study(&rules, &short) else {
            continue;
        };
        for finding in &studied.findings {
            let law = finding.law.written(Style::Text, &studied.sample.names);
            neat(&finding.law.statement, &name);
            if let Statement::Automaton(claim) = &finding.law.statement {
                let states = claim.relation().dfa().states();
                found.push(format!("{name}: {states} states"));
                assert!(
                    law.to_string().contains("digits") || states > 4,
                    "{name}: {law}"
                );
            }
        }
    }
    assert!(read > 20, "{read}");
    let listed: Vec<String> = include_str!("automata.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            line.split(" because ")
                .next()
                .unwrap_or_default()
                .to_string()
        })
        .collect();
    assert_eq!(found, listed);
}

/// Nothing in a law can be said more simply by the rules of simplification.
fn neat(statement: &Statement, of: &str) {
    assert_eq!(&statement.clone().simplified(), statement, "{of}");
}

fn expressions() -> impl Strategy<Value = E> + Clone {
    let leaf = prop_oneof![
        (0usize..2).prop_map(E::Variable),
        (-2i64..5).prop_map(E::Number)
    ];
    let operations = prop::sample::select(vec![
        Operation::Add,
        Operation::Subtract,
        Operation::Multiply,
        Operation::Divide,
        Operation::Modulo,
        Operation::Xor,
        Operation::And,
        Operation::Or,
    ]);
    let one = prop::sample::select(vec![
        Function::LowBit,
        Function::Ones,
        Function::BitLength,
        Function::ThueMorse,
        Function::Abs,
    ]);
    let two = prop::sample::select(vec![Function::Min, Function::Max]);
    leaf.prop_recursive(4, 20, 3, move |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            (operations.clone(), inner.clone(), inner.clone())
                .prop_map(|(o, a, b)| E::binary(o, a, b)),
            (inner.clone(), 1i64..5, -3i64..6).prop_map(|(a, m, c)| {
                let moved = E::binary(Operation::Add, a, E::Number(c));
                E::binary(Operation::Modulo, moved, E::Number(m))
            }),
            (one.clone(), inner.clone()).prop_map(|(f, a)| E::Call(f, vec![a])),
            (two.clone(), inner.clone(), inner.clone())
                .prop_map(|(f, a, b)| E::Call(f, vec![a, b])),
            (inner.clone(), prop::collection::vec(0i64..3, 4)).prop_map(|(a, list)| {
                let rest = E::binary(Operation::Modulo, a, E::Number(4));
                E::Pick(list, Box::new(rest))
            }),
            (conditions_of(pair.0.clone()), inner.clone(), inner)
                .prop_map(|(c, a, b)| E::Cases(vec![(c, a)], Box::new(b))),
        ]
    })
}

fn conditions_of(
    e: impl Strategy<Value = E> + Clone + 'static,
) -> impl Strategy<Value = Condition> {
    let atom = prop_oneof![
        (e.clone(), e.clone()).prop_map(|(a, b)| Condition::Equal(a, b)),
        (e.clone(), e.clone()).prop_map(|(a, b)| Condition::Unequal(a, b)),
        (e.clone(), e.clone()).prop_map(|(a, b)| Condition::Less(a, b)),
        (e, 1u32..6, prop::collection::vec(0u32..6, 0..4))
            .prop_map(|(a, m, r)| Condition::Remainder(a, m, r)),
    ];
    atom.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Condition::All),
            prop::collection::vec(inner, 0..3).prop_map(Condition::Any),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// What is simplified has the same value, and cannot be simplified again.
    #[test]
    fn simplified_formulas_say_the_same(e in expressions()) {
        let simple = e.simplified();
        prop_assert!(simple.symbols() <= e.symbols() + 1, "{:?} became {:?}", e, simple);
        prop_assert_eq!(simple.simplified(), simple.clone());
        for at in (0..100u64).map(|i| [i / 10, i % 10]) {
            if let Some(value) = e.value(&at) {
                prop_assert_eq!(simple.value(&at), Some(value), "{:?} became {:?} at {:?}", e, simple, at);
            }
        }
    }

    #[test]
    fn simplified_conditions_say_the_same(c in conditions_of(expressions())) {
        let simple = c.simplified();
        for at in (0..100u64).map(|i| [i / 10, i % 10]) {
            if let Some(holds) = c.holds(&at) {
                prop_assert_eq!(simple.holds(&at), Some(holds), "{:?} became {:?} at {:?}", c, simple, at);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A sentence says what the automaton says, far beyond the points it was made from.
    #[test]
    fn sentences_say_what_automata_say(c in conditions_of(expressions())) {
        let budget = Budget::default().with_states(300_000);
        let mut meter = budget.meter("test");
        let mut engine = Engine::new(Numeration::BINARY, &mut meter);
        if let Ok(relation) = formula::set(&mut engine, &c, 2)
            && relation.dfa().states() <= 12
        {
            let claim = Claim::Lost(relation.clone());
            if let Ok(Some(Statement::Lost(said))) = sentence(&claim, 2, None, &budget) {
                for at in (0..4900u64).map(|i| [i / 70, i % 70]) {
                    prop_assert_eq!(said.holds(&at), Some(relation.contains(&at)), "{:?} at {:?}", said, at);
                }
            }
        }
    }
}

/// Counts of binary digits have automata, compared with their definition.
#[test]
fn bit_lengths_are_decided() {
    let budget = Budget::default();
    let mut meter = budget.meter("test");
    let mut engine = Engine::new(Numeration::BINARY, &mut meter);
    let (x, y) = (|| E::Variable(0), || E::Variable(1));
    let length = |e| E::Call(Function::BitLength, vec![e]);
    let conditions = [
        Condition::Equal(length(x()), length(y())),
        Condition::Less(length(x()), length(y())),
        Condition::Unequal(length(x()), length(E::plus(y(), E::Number(1)))),
        Condition::Equal(length(x()), E::Number(3)),
        Condition::Less(E::Number(2), length(y())),
        Condition::Less(length(y()), E::Number(0)),
        Condition::Unequal(length(y()), E::Number(0)),
        Condition::Remainder(length(x()), 3, vec![0, 2]),
        Condition::Remainder(length(E::binary(Operation::Add, x(), y())), 2, vec![1]),
        Condition::Unequal(x(), E::times(2, y())),
        Condition::Occurs(Function::Max, vec![x(), y(), E::Number(7)], vec![2]),
        Condition::Occurs(Function::Min, vec![x(), y(), E::Number(7)], vec![2, 3]),
    ];
    for c in conditions {
        let relation = formula::set(&mut engine, &c, 2).unwrap();
        for at in (0..1600u64).map(|i| [i / 40, i % 40]) {
            assert_eq!(
                Some(relation.contains(&at)),
                c.holds(&at),
                "{c:?} at {at:?}"
            );
        }
    }
    let rest = E::binary(Operation::Modulo, length(x()), E::Number(3));
    let graph = formula::graph(&mut engine, &rest, 1).unwrap();
    let law = Law {
        statement: Statement::Value(length(E::plus(x(), E::Number(2)))),
        finder: ("test", "测试"),
        symbols: 1,
        explains: 1,
    };
    let power = law.claim(Numeration::BINARY, 1, &budget).unwrap().unwrap();
    let Claim::Values(power, Coding::Power) = power else {
        panic!("{power:?}");
    };
    for n in 0..100u64 {
        let long = u64::from(u64::BITS - n.leading_zeros());
        let longer = u64::BITS - (n + 2).leading_zeros();
        for v in 0..200 {
            assert_eq!(graph.contains(&[n, v]), v == long % 3, "{n} {v}");
            assert_eq!(power.contains(&[n, v]), v == 1 << longer, "{n} {v}");
        }
    }
}

/// Sentences for values, from their automata alone.
#[test]
fn values_get_sentences() {
    let (x, y) = (|| E::Variable(0), || E::Variable(1));
    let names = ["x".to_string(), "y".to_string()];
    let least = || E::Call(Function::Min, vec![x(), y()]);
    let laws = [
        (E::plus(least(), E::Number(1)), "min(x, y)+1"),
        (
            E::Cases(
                vec![(Condition::less(x(), y()), E::plus(y(), E::Number(0)))],
                Box::new(x()),
            ),
            "max(x, y)",
        ),
        (
            E::Cases(
                vec![(Condition::equal(x(), E::Number(0)), y())],
                Box::new(E::binary(Operation::Xor, x(), y())),
            ),
            "x ⊕ y",
        ),
    ];
    let budget = Budget::default();
    for (law, expected) in laws {
        let mut meter = budget.meter("test");
        let mut engine = Engine::new(Numeration::BINARY, &mut meter);
        let graph = formula::graph(&mut engine, &law, 2).unwrap();
        let found = sentence(&Claim::Values(graph, Coding::Plain), 2, None, &budget).unwrap();
        let Some(Statement::Value(e)) = found else {
            panic!("{law:?}");
        };
        assert_eq!(expression(&e, Style::Text, &names), expected);
        let statements = (Statement::Value(e), Statement::Value(law));
        let equal = same(&statements.0, &statements.1, 2, None, &budget).unwrap();
        assert_eq!(equal, Some(true));
        let other = Statement::Value(E::plus(x(), E::Number(7)));
        assert_eq!(
            same(&statements.0, &other, 2, None, &budget).unwrap(),
            Some(false)
        );
    }
}

/// Conditions as they are printed.
#[test]
fn conditions_are_printed_as_people_write_them() {
    let names = ["x".to_string(), "y".to_string(), "z".to_string()];
    let (x, y, z) = (|| E::Variable(0), || E::Variable(1), || E::Variable(2));
    let number = |n| E::Number(n);
    let equal = |a, b| Condition::equal(a, b);
    let text = |c: &Condition, style| condition(c, style, &names);
    let max = E::Call(
        Function::Max,
        vec![E::Call(Function::Max, vec![x(), y()]), z()],
    );
    for (c, expected, latex, python) in [
        (
            Condition::All(vec![equal(x(), y()), equal(y(), z())]),
            "x = y = z",
            "x = y = z",
            "x == y and y == z",
        ),
        (
            Condition::All(vec![equal(x(), y()), Condition::less(z(), x())]),
            "z < x = y",
            "z < x = y",
            "x == y and z < x",
        ),
        (Condition::at_most(x(), y()), "x ≤ y", "x \\le y", "x <= y"),
        (
            Condition::at_most(number(3), max.clone()),
            "max(x, y, z) ≥ 3",
            "\\max(x, y, z) \\ge 3",
            "max(x, y, z) >= 3",
        ),
        (
            Condition::Any([0, 3, 7].map(|n| equal(x(), number(n))).to_vec()),
            "x in {0, 3, 7}",
            "x \\in \\{0, 3, 7\\}",
            "x in (0, 3, 7)",
        ),
        (
            Condition::Occurs(Function::Max, vec![x(), y(), z()], vec![2]),
            "max(x, y, z) occurs exactly twice",
            "\\max(x, y, z) \\text{ occurs exactly twice}",
            "[x, y, z].count(max(x, y, z)) in (2,)",
        ),
        (
            Condition::unequal(x(), number(2)),
            "x ≠ 2",
            "x \\ne 2",
            "x != 2",
        ),
    ] {
        assert_eq!(text(&c, Style::Text), expected);
        assert_eq!(text(&c, Style::Latex), latex);
        assert_eq!(text(&c, Style::Python), python);
    }
    let points = [[0, 1, 2], [3, 4, 5]].map(|at: [i64; 3]| {
        let each = at.iter().enumerate();
        Condition::All(
            each.map(|(v, n)| equal(E::Variable(v), number(*n)))
                .collect(),
        )
    });
    let points = Condition::Any(points.to_vec());
    assert_eq!(
        text(&points, Style::Text),
        "(x, y, z) in {(0, 1, 2), (3, 4, 5)}"
    );
}
