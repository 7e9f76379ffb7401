//! A formula and its automaton say the same, and every style says it too.

use grundy::budget::Budget;
use grundy_laws::automata::Engine;
use grundy_laws::automata::numeration::Numeration;
use grundy_laws::expression::{Condition, Expression as E, Function, Operation};
use grundy_laws::find::sparse::Sparse;
use grundy_laws::formula::graph;
use grundy_laws::law::{Law, Statement};
use grundy_laws::print::{Style, expression, names_in};
use proptest::prelude::*;

fn operations() -> impl Strategy<Value = Operation> {
    prop_oneof![
        Just(Operation::Add),
        Just(Operation::Subtract),
        Just(Operation::Xor),
        Just(Operation::And),
        Just(Operation::Or),
    ]
}

fn expressions() -> impl Strategy<Value = E> {
    let leaf = prop_oneof![
        (0usize..2).prop_map(E::Variable),
        (0i64..6).prop_map(E::Number)
    ];
    leaf.prop_recursive(3, 10, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            (operations(), inner.clone(), inner.clone()).prop_map(|(o, a, b)| E::binary(o, a, b)),
            (inner.clone(), 1i64..6).prop_map(|(a, m)| E::binary(
                Operation::Modulo,
                a,
                E::Number(m)
            )),
            (inner.clone(), 1i64..6).prop_map(|(a, m)| E::binary(
                Operation::Divide,
                a,
                E::Number(m)
            )),
            two.clone()
                .prop_map(|(a, b)| E::Call(Function::Min, vec![a, b])),
            two.clone()
                .prop_map(|(a, b)| E::Call(Function::Max, vec![a, b])),
            inner.clone().prop_map(|a| E::Call(Function::Abs, vec![a])),
            inner
                .clone()
                .prop_map(|a| E::Call(Function::LowBit, vec![a])),
            inner
                .clone()
                .prop_map(|a| E::Call(Function::ThueMorse, vec![a])),
            (inner.clone(), prop::collection::vec(0i64..9, 3)).prop_map(|(a, list)| {
                E::Pick(
                    list,
                    Box::new(E::binary(Operation::Modulo, a, E::Number(3))),
                )
            }),
            (inner.clone(), inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c, d)| { E::cases(vec![(Condition::less(a, b), c)], d) }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn automata_of_formulas_compute_them(e in expressions()) {
        let mut meter = Budget::default().with_states(200_000).meter("test");
        let mut engine = Engine::new(Numeration::BINARY, &mut meter);
        let relation = match graph(&mut engine, &e, 2) {
            Ok(relation) => relation,
            Err(error) => {
                prop_assert!(error.is_budget(), "{}", error);
                return Ok(());
            }
        };
        for x in 0..9u64 {
            for y in 0..9u64 {
                // Where a part has no value, or is negative where a natural
                // is needed, nothing is claimed.
                let Some(value) = e.value(&[x, y]) else {
                    continue;
                };
                for v in 0..40u64 {
                    let claimed = relation.contains(&[x, y, v]);
                    prop_assert!(!claimed || value == v as i64, "{:?} at {} {}: {} not {}", e, x, y, v, value);
                }
            }
        }
    }
}

#[test]
fn simple_formulas_have_a_value_everywhere() {
    let mut meter = Budget::default().meter("test");
    let mut engine = Engine::new(Numeration::BINARY, &mut meter);
    let (x, y) = (E::Variable(0), E::Variable(1));
    let law = E::binary(
        Operation::Xor,
        E::plus(x, E::Number(3)),
        E::binary(Operation::Modulo, y, E::Number(5)),
    );
    let relation = graph(&mut engine, &law, 2).unwrap();
    for x in 0..40 {
        for y in 0..40 {
            assert!(relation.contains(&[x, y, (x + 3) ^ (y % 5)]));
        }
    }
}

#[test]
fn laws_in_every_style() {
    let n = || E::Variable(0);
    let law = E::cases(
        vec![(Condition::remainder(n(), 4, 3), E::plus(n(), E::Number(1)))],
        E::binary(Operation::Divide, n(), E::Number(2)),
    );
    let names = ["n".to_string()];
    let written = |style| expression(&law, style, &names);
    assert_eq!(written(Style::Text), "n+1 if n mod 4 = 3; ⌊n/2⌋ otherwise");
    assert_eq!(
        written(Style::Latex),
        r"\begin{cases} n+1 & \text{if } n \bmod 4 = 3 \\ \lfloor n/2 \rfloor & \text{otherwise} \end{cases}"
    );
    assert_eq!(written(Style::Cpp), "((n % 4 == 3) ? n+1 : n / 2)");
    assert_eq!(written(Style::Python), "(n+1 if n % 4 == 3 else n // 2)");
}

/// What a program prints, where there is a `python3` to run it.
fn printed_by(program: &str) -> Option<String> {
    let mut python = std::process::Command::new("python3");
    let output = python.args(["-c", program]).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// What a program in C++ prints, where there is a compiler.
fn compiled_prints(text: &str, name: &str) -> Option<String> {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let (source, program) = (folder.join("laws.cpp"), folder.join("laws"));
    std::fs::write(&source, text).unwrap();
    let mut compiler = std::process::Command::new("g++");
    compiler.args(["-std=c++17", "-O0", "-o"]);
    let compiled = compiler.args([&program, &source]).output().ok();
    let printed = compiled.map(|compiled| {
        let errors = String::from_utf8_lossy(&compiled.stderr).to_string();
        assert!(compiled.status.success(), "{errors}");
        let output = std::process::Command::new(&program).output().unwrap();
        String::from_utf8_lossy(&output.stdout).trim().to_string()
    });
    std::fs::remove_dir_all(&folder).unwrap();
    printed
}

/// A program brings what it calls.
#[test]
fn python_programs_are_complete() {
    use grundy_laws::law::{Law, Statement};
    let (x, y) = (E::Variable(0), E::Variable(1));
    let names = ["x".to_string(), "y".to_string()];
    for function in [
        Function::NimProduct,
        Function::SmallestFibonacci,
        Function::GoldenFloor,
    ] {
        let arguments = match function {
            Function::NimProduct => vec![x.clone(), y.clone()],
            _ => vec![E::plus(x.clone(), y.clone())],
        };
        let law = Law {
            statement: Statement::Value(E::Call(function, arguments)),
            finder: ("", ""),
            symbols: 1,
            explains: 1,
        };
        let expected = (0..20).flat_map(|x| (0..20).map(move |y| [x, y]));
        let expected = expected.map(|at| law.predict(&at).unwrap().to_string());
        let expected: Vec<String> = expected.collect();
        let program = law.written(Style::Python, &names).to_string();
        let program = format!(
            "{program}\nprint(' '.join(str(g(x, y)) for x in range(20) for y in range(20)))"
        );
        if let Some(printed) = printed_by(&program) {
            assert_eq!(printed, expected.join(" "), "{program}");
        }
    }
}

/// Pairs as a program, run by `python3` where there is one.
#[test]
fn python_pairs_are_the_pairs() {
    use grundy_laws::find::sparse::Sparse;
    let names = ["x".to_string(), "y".to_string()];
    for (s, t) in [(1, 1), (1, 2), (1, 4), (2, 1), (3, 2)] {
        let set = Sparse::Pairs { s, t };
        let law = set.written(Style::Python, &names).to_string();
        // The definition, by the least number that is not used.
        let program = format!(
            "{law}
used, pairs, a = set(), set(), 0
for n in range(40):
    while a in used: a += 1
    b = {s} * a + {t} * n
    used |= {{a, b}}
    pairs |= {{(a, b), (b, a)}}
print(all(lost(x, y) == ((x, y) in pairs) for x in range(40) for y in range(40)))"
        );
        if let Some(printed) = printed_by(&program) {
            assert_eq!(printed, "True", "{law}");
        }
    }
}

/// Programs that were written for a law, run by `python3` where there is one.
#[test]
fn python_laws_compute_the_law() {
    use grundy_laws::find::{Options, find};
    use grundy_laws::sample::Sample;
    let tables: [Vec<u32>; 3] = [
        (0..200u32).map(|n| n.count_ones()).collect(),
        (0..200u32).map(|n| (n + 1).trailing_zeros()).collect(),
        (0..200u32)
            .map(|n| [0, 1, 2, 0, 3][n as usize % 5])
            .collect(),
    ];
    for values in tables {
        let sample = Sample::sequence(&values);
        let options = Options {
            time: std::time::Duration::from_secs(20),
            first: true,
        };
        let found = find(&sample, &options).unwrap();
        let law = found.laws[0]
            .written(Style::Python, &sample.names)
            .to_string();
        let program = format!(
            "{law}\nprint(' '.join(str(g(n)) for n in range({})))",
            values.len()
        );
        let Some(printed) = printed_by(&program) else {
            return;
        };
        let shown: Vec<String> = values.iter().map(u32::to_string).collect();
        assert_eq!(printed, shown.join(" "), "{law}");
    }
}

/// All functions, for the test of programs: some have no automaton.
fn any_expressions() -> impl Strategy<Value = E> {
    let functions = prop::sample::select(vec![
        Function::LowBit,
        Function::TrailingZeros,
        Function::Ones,
        Function::ThueMorse,
        Function::BitLength,
        Function::SquareRoot,
        Function::SmallestFibonacci,
        Function::GoldenFloor,
        Function::Abs,
    ]);
    let two = prop::sample::select(vec![Function::NimProduct, Function::Min, Function::Max]);
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
    expressions().prop_recursive(2, 12, 2, move |inner| {
        prop_oneof![
            (operations.clone(), inner.clone(), inner.clone())
                .prop_map(|(o, a, b)| E::binary(o, a, b)),
            (functions.clone(), inner.clone()).prop_map(|(f, a)| E::Call(f, vec![a])),
            (two.clone(), inner.clone(), inner.clone())
                .prop_map(|(f, a, b)| E::Call(f, vec![a, b])),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| {
                let rest = Condition::Remainder(a.clone(), 3, vec![0, 2]);
                E::cases(
                    vec![(Condition::All(vec![rest, Condition::equal(a, b)]), c)],
                    E::Number(7),
                )
            }),
            (inner.clone(), inner).prop_map(|(a, b)| {
                let less = Condition::less(a.clone(), b.clone());
                E::cases(
                    vec![(
                        Condition::Any(vec![less, Condition::equal(a, b)]),
                        E::Number(1),
                    )],
                    E::Number(0),
                )
            }),
        ]
    })
}

const SIDE: u64 = 9;

/// Laws as functions of two numbers, and what each should print: its values,
/// a stroke where there is none.
fn programs(style: Style) -> Vec<(String, String)> {
    use grundy_laws::law::{Law, Statement};
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    // The second name is a word of both languages.
    let names = ["x".to_string(), "if".to_string()];
    let mut runner = TestRunner::deterministic();
    let mut found = Vec::new();
    while found.len() < 200 {
        let e = any_expressions().new_tree(&mut runner).unwrap().current();
        let points = (0..SIDE * SIDE).map(|at| [at / SIDE, at % SIDE]);
        let values: Vec<Option<i64>> = points.map(|at| e.value(&at)).collect();
        if values.iter().all(Option::is_none) {
            continue;
        }
        let law = Law {
            statement: Statement::Value(e),
            finder: ("", ""),
            symbols: 1,
            explains: 1,
        };
        let shown: Vec<String> = values
            .iter()
            .map(|v| v.map_or("-".to_string(), |v| v.to_string()))
            .collect();
        found.push((law.written(style, &names).to_string(), shown.join(" ")));
    }
    found
}

/// Calls `g` where it has a value, so that nothing is asked that has no answer.
#[test]
fn python_formulas_compute_what_they_say() {
    let programs = programs(Style::Python);
    let mut whole = String::new();
    for (law, expected) in &programs {
        whole += &format!(
            "{law}\nprint(' '.join(e if e == '-' else str(g(i // {SIDE}, i % {SIDE})) for i, e in enumerate('{expected}'.split())))\n"
        );
    }
    let Some(printed) = printed_by(&whole) else {
        return;
    };
    assert_eq!(printed.lines().count(), programs.len());
    for (line, (law, expected)) in printed.lines().zip(&programs) {
        assert_eq!(line, expected, "{law}");
    }
}

/// The same in C++, where there is a compiler.
#[test]
fn cpp_formulas_compute_what_they_say() {
    let programs = programs(Style::Cpp);
    let mut whole = "#include <iostream>\n#include <sstream>\n".to_string();
    let mut main = String::new();
    for (at, (law, expected)) in programs.iter().enumerate() {
        let (headers, law): (Vec<&str>, Vec<&str>) =
            law.lines().partition(|line| line.starts_with("#include"));
        whole = headers.join("\n") + "\n" + &whole;
        whole += &format!("namespace law{at} {{\n{}\n}}\n", law.join("\n"));
        main += &format!(
            "{{ std::istringstream e(\"{expected}\"); std::string s; for (int i = 0; e >> s; i++) {{ \
             if (i) std::cout << ' '; if (s == \"-\") std::cout << s; \
             else std::cout << law{at}::g(i / {SIDE}, i % {SIDE}); }} std::cout << '\\n'; }}\n"
        );
    }
    whole += &format!("int main() {{\n{main}}}\n");
    if let Some(printed) = compiled_prints(&whole, "formulas") {
        assert_eq!(printed.lines().count(), programs.len());
        for (line, (law, expected)) in printed.lines().zip(&programs) {
            assert_eq!(line, expected, "{law}");
        }
    }
}

/// Automata as programs: P-positions in Zeckendorf's numeration, values plain
/// and as powers of two.
#[test]
fn automata_as_programs_compute_the_law() {
    use grundy_laws::law::{Law, Statement};
    use grundy_laws::prove::{Claim, Coding};
    use grundy_laws::rules::Rules;
    let budget = Budget::default();
    let mut meter = budget.meter("test");
    let mut binary = Engine::new(Numeration::BINARY, &mut meter);
    let plain = binary.equal(&[(0, 2), (1, 1), (2, -1)], -3).unwrap();
    let mut power = binary.none(&[0, 1, 2]).unwrap();
    for rest in 0..5 {
        let at = binary.congruent(&[(0, 1), (1, 2)], 5, &[rest]).unwrap();
        let value = binary.constant(2, 1 << rest).unwrap();
        let both = binary.and(&at, &value).unwrap();
        power = binary.or(&power, &both).unwrap();
    }
    let wythoff = "game w\nstate x, y\nmove a(k in 1..x) -> [x-k, y]\nmove b(k in 1..y) -> [x, y-k]\nmove c(k in 1..min(x, y)) -> [x-k, y-k]";
    let pairs = grundy_laws::find::sparse::Sparse::Pairs { s: 1, t: 1 };
    let law = |statement| Law {
        statement,
        finder: ("", ""),
        symbols: 1,
        explains: 1,
    };
    let dimension = Rules::read(wythoff).unwrap().dimension();
    let lost = law(Statement::Sparse(pairs)).claim(Numeration::FIBONACCI, dimension, &budget);
    let claims = [
        ("g", Claim::Values(plain, Coding::Plain)),
        ("g", Claim::Values(power, Coding::Power)),
        ("lost", lost.unwrap().unwrap()),
    ];
    let names = ["x".to_string(), "y".to_string()];
    for (function, claim) in claims {
        let law = law(Statement::Automaton(claim));
        let points = (0..SIDE * SIDE).map(|at| [at / SIDE, at % SIDE]);
        // What is lost is true in a program, and 0 where values are told.
        let shown = points.map(|at| match (law.predict(&at).unwrap(), function) {
            (outcome, "lost") => (1 - outcome).to_string(),
            (value, _) => value.to_string(),
        });
        let expected = shown.collect::<Vec<_>>().join(" ");
        let python = law.written(Style::Python, &names).to_string();
        let python = format!(
            "{python}\nprint(' '.join(str(int({function}(x, y))) for x in range({SIDE}) for y in range({SIDE})))"
        );
        if let Some(printed) = printed_by(&python) {
            assert_eq!(printed, expected, "{python}");
        }
        let cpp = law.written(Style::Cpp, &names).to_string();
        let cpp = format!(
            "#include <iostream>\n{cpp}\nint main() {{ for (int i = 0; i < {0} * {0}; i++) \
             std::cout << (i ? \" \" : \"\") << {function}(i / {0}, i % {0}); }}",
            SIDE
        );
        if let Some(printed) = compiled_prints(&cpp, function) {
            assert_eq!(printed, expected, "{cpp}");
        }
    }
}

/// Conditions as programs: comparisons, lists, counts.
#[test]
fn programs_of_conditions_compute_them() {
    let (x, y) = (|| E::Variable(0), || E::Variable(1));
    let number = |n| E::Number(n);
    let length = |e| E::Call(Function::BitLength, vec![e]);
    let point = |a, b| {
        Condition::All(vec![
            Condition::equal(x(), number(a)),
            Condition::equal(y(), number(b)),
        ])
    };
    let rests = |a, b| {
        Condition::All(vec![
            Condition::remainder(x(), 3, a),
            Condition::remainder(E::plus(y(), number(-1)), 4, b),
        ])
    };
    let conditions = [
        Condition::at_most(x(), y()),
        Condition::at_most(number(3), x()),
        Condition::less(number(3), E::binary(Operation::Xor, x(), y())),
        Condition::unequal(x(), E::times(2, y())),
        Condition::Any([1, 4, 6].map(|n| Condition::equal(y(), number(n))).to_vec()),
        Condition::Any(vec![point(1, 2), point(0, 7), point(8, 8)]),
        Condition::Any(vec![rests(0, 1), rests(2, 2)]),
        Condition::Occurs(Function::Max, vec![x(), y(), number(4)], vec![2]),
        Condition::Occurs(Function::Min, vec![x(), y(), number(4)], vec![2, 3]),
        Condition::equal(length(x()), length(y())),
        Condition::Remainder(length(E::plus(x(), y())), 3, vec![0, 2]),
        Condition::All(vec![
            Condition::less(x(), y()),
            Condition::unequal(y(), number(5)),
            Condition::Any(vec![Condition::equal(x(), number(0)), point(2, 3)]),
        ]),
    ];
    let names = ["x".to_string(), "y".to_string()];
    for (at, c) in conditions.into_iter().enumerate() {
        let points = (0..SIDE * SIDE).map(|at| [at / SIDE, at % SIDE]);
        let expected: Vec<String> = points
            .map(|at| u8::from(c.holds(&at).unwrap()).to_string())
            .collect();
        let expected = expected.join(" ");
        let law = Law {
            statement: Statement::Lost(c),
            finder: ("test", "测试"),
            symbols: 1,
            explains: 1,
        };
        let python = law.written(Style::Python, &names).to_string();
        let program = format!(
            "{python}\nprint(' '.join(str(int(lost(x, y))) for x in range({SIDE}) for y in range({SIDE})))"
        );
        if let Some(printed) = printed_by(&program) {
            assert_eq!(printed, expected, "{python}");
        }
        let cpp = law.written(Style::Cpp, &names).to_string();
        let program = format!(
            "#include <iostream>\n{cpp}\nint main() {{ for (int i = 0; i < {0} * {0}; i++) \
             std::cout << (i ? \" \" : \"\") << lost(i / {0}, i % {0}); }}",
            SIDE
        );
        if let Some(printed) = compiled_prints(&program, &format!("condition{at}")) {
            assert_eq!(printed, expected, "{cpp}");
        }
        // Words are there in both languages.
        let text = law.written(Style::Text, &names);
        let zh = text.get(grundy::text::Lang::Zh);
        assert!(!zh.contains("occurs") && !zh.contains(" or "), "{zh}");
    }
}

/// A part of a formula may fall below 0 where the whole does not.
#[test]
fn parts_below_zero_keep_their_value() {
    let (x, y) = (|| E::Variable(0), || E::Variable(1));
    let less = |e: E, by: i64| E::plus(e, E::Number(-by));
    let call = |f, a, b| E::Call(f, vec![a, b]);
    let half = |e| E::binary(Operation::Divide, e, E::Number(2));
    for law in [
        E::plus(
            call(Function::Min, less(x(), 1), less(y(), 1)),
            E::Number(1),
        ),
        E::plus(
            call(Function::Max, less(x(), 3), less(y(), 2)),
            E::Number(3),
        ),
        E::plus(half(less(call(Function::Min, x(), y()), 5)), E::Number(3)),
        E::plus(
            E::Cases(
                vec![(Condition::less(x(), y()), less(x(), 4))],
                Box::new(less(y(), 2)),
            ),
            E::Number(4),
        ),
    ] {
        let budget = Budget::default();
        let mut meter = budget.meter("test");
        let mut engine = Engine::new(Numeration::BINARY, &mut meter);
        let relation = graph(&mut engine, &law, 2).unwrap();
        for (x, y) in (0..20u64).flat_map(|x| (0..20u64).map(move |y| (x, y))) {
            let value = law.value(&[x, y]).and_then(|v| u64::try_from(v).ok());
            let found: Vec<u64> = (0..40).filter(|v| relation.contains(&[x, y, *v])).collect();
            assert_eq!(found, Vec::from_iter(value), "{law:?} at ({x}, {y})");
        }
    }
}

/// What stands side by side in a paper is one thing there.
#[test]
fn latex_typesets_to_what_is_meant() {
    let n = || E::Variable(0);
    let low = |e| E::Call(Function::LowBit, vec![e]);
    let latex = |e: &E, name: &str| {
        expression(
            e,
            Style::Latex,
            &names_in(Style::Latex, &[name.to_string()]),
        )
    };
    let half = E::binary(Operation::Divide, n(), E::times(2, low(n())));
    assert_eq!(
        latex(&half, "n"),
        r"\lfloor n/(2 \cdot 2^{\nu_2(n)}) \rfloor"
    );
    assert_eq!(latex(&E::times(3, n()), "n"), "3 n");
    // A word is no product of its letters, and a number behind it an index.
    assert_eq!(latex(&E::times(3, n()), "heap"), r"3 \mathit{heap}");
    assert_eq!(latex(&E::times(3, n()), "s12"), "3 s_{12}");
    assert_eq!(latex(&E::times(3, n()), "石子"), r"3 \text{石子}");
    // How far `mod` reaches is said by brackets.
    let rest = E::binary(Operation::Modulo, n(), E::Number(4));
    assert_eq!(
        latex(&E::plus(rest.clone(), E::Number(1)), "n"),
        r"(n \bmod 4)+1"
    );
    assert_eq!(latex(&rest, "n"), r"n \bmod 4");
    let names = ["n".to_string()];
    let text = |e: &E| expression(e, Style::Text, &names);
    assert_eq!(text(&E::plus(rest, E::Number(1))), "(n mod 4)+1");
    let product = E::Call(
        Function::NimProduct,
        vec![E::plus(n(), E::Number(1)), E::Number(3)],
    );
    assert_eq!(text(&product), "(n+1) ⊗ 3");
    // Names of functions are explained.
    let law = |e| Law {
        statement: Statement::Value(e),
        finder: ("test", "测试"),
        symbols: 1,
        explains: 1,
    };
    let told = law(half).written(Style::Latex, &names).to_string();
    assert!(
        told.contains(r"\text{ the largest power of 2 that divides } m"),
        "{told}"
    );
    let told = law(E::Call(Function::SmallestFibonacci, vec![n()]));
    assert!(
        told.written(Style::Latex, &names)
            .to_string()
            .contains("Zeckendorf")
    );
    // Both images of a pair are there, with names that are defined.
    for (s, t) in [(1, 1), (1, 2), (2, 1), (3, 2)] {
        let set = Law {
            statement: Statement::Sparse(Sparse::Pairs { s, t }),
            finder: ("test", "测试"),
            symbols: 1,
            explains: 1,
        };
        let names = ["x".to_string(), "y".to_string()];
        let told = set.written(Style::Latex, &names).to_string();
        assert!(told.contains("(a_n, b_n), (b_n, a_n)"), "{told}");
        assert!(told.contains("a_n =") && told.contains("b_n ="), "{told}");
        assert!(!told.contains("1n") && !told.contains("1a_n"), "{told}");
    }
}

/// The remainder of the number of trailing zeros is automatic in base 2; 0 has no such number.
#[test]
fn trailing_zeros_modulo_a_number_are_automatic() {
    use grundy_laws::automata::Engine;
    use grundy_laws::automata::numeration::Numeration;
    use grundy_laws::expression::{Condition, Expression as E, Function, Operation};
    use grundy_laws::formula;
    let budget = grundy::budget::Budget::default();
    let mut meter = budget.meter("test");
    let mut engine = Engine::new(Numeration::BINARY, &mut meter);
    let zeros = E::Call(Function::TrailingZeros, vec![E::Variable(0)]);
    for modulus in 1..5u32 {
        for rest in 0..modulus {
            let odd = Condition::Remainder(zeros.clone(), modulus, vec![rest]);
            let set = formula::set(&mut engine, &odd, 1).unwrap();
            for n in 0..300u64 {
                let holds = n > 0 && n.trailing_zeros() % modulus == rest;
                assert_eq!(set.contains(&[n]), holds, "{n} {modulus} {rest}");
            }
        }
        let number = E::Number(i64::from(modulus));
        let value = E::binary(Operation::Modulo, zeros.clone(), number);
        let graph = formula::graph(&mut engine, &value, 1).unwrap();
        for (n, v) in (0..100u64).flat_map(|n| (0..6u64).map(move |v| (n, v))) {
            let holds = n > 0 && u64::from(n.trailing_zeros() % modulus) == v;
            assert_eq!(graph.contains(&[n, v]), holds, "{n} {v} {modulus}");
        }
    }
}
