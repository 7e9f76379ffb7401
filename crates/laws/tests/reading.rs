//! Laws are read in the language in which they are printed.

mod back;

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use back::comes_back;
use grundy::text::Lang;
use grundy_laws::automata::numeration::Numeration;
use grundy_laws::expression::{Condition, Expression as E, Function, Operation};
use grundy_laws::find::schwenk::Takeaway;
use grundy_laws::find::slope::Root;
use grundy_laws::find::sparse::Sparse;
use grundy_laws::law::{Law, Statement};
use grundy_laws::print::Style;
use grundy_laws::prove::Claim;
use grundy_laws::read::{Sentence, law, opposite, read};
use grundy_laws::rules::Rules;
use grundy_laws::study::{Options, study};

fn names(count: usize) -> Vec<String> {
    ["x", "y", "h0"][..count]
        .iter()
        .map(|n| n.to_string())
        .collect()
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.roll(of.len() as u64) as usize].clone()
    }

    fn number(&mut self) -> i64 {
        let large = [i64::MAX, i64::MIN, 1000, -77, 64];
        match self.roll(12) {
            0 => self.one(&large),
            _ => self.roll(12) as i64 - 4,
        }
    }

    fn expression(&mut self, depth: u64) -> E {
        if depth == 0 {
            return match self.roll(3) {
                0 => E::Number(self.number()),
                _ => E::Variable(self.roll(3) as usize),
            };
        }
        let inner = |dice: &mut Dice| {
            let less = dice.roll(depth);
            dice.expression(less)
        };
        match self.roll(10) {
            0 => E::Number(self.number()),
            1..=4 => {
                use Operation::{Add, And, Divide, Modulo, Multiply, Or, Subtract, Xor};
                let all = [Add, Subtract, Multiply, Divide, Modulo, Xor, And, Or];
                let operation = self.one(&all);
                let (a, b) = (inner(self), inner(self));
                E::binary(operation, a, b)
            }
            5 | 6 => {
                use Function::{Abs, BitLength, GoldenFloor, LowBit, Max, Min, NimProduct, Ones};
                use Function::{SmallestFibonacci, SquareRoot, ThueMorse, TrailingZeros};
                let one = [
                    LowBit,
                    TrailingZeros,
                    Ones,
                    ThueMorse,
                    SquareRoot,
                    SmallestFibonacci,
                    GoldenFloor,
                    BitLength,
                    Abs,
                    Abs,
                ];
                match self.roll(3) {
                    0 => {
                        let function = self.one(&[NimProduct, Min, Max]);
                        E::Call(function, vec![inner(self), inner(self)])
                    }
                    _ => {
                        let function = self.one(&one);
                        E::Call(function, vec![inner(self)])
                    }
                }
            }
            7 => {
                let count = 1 + self.roll(4);
                let list = (0..count).map(|_| self.number()).collect();
                E::Pick(list, Box::new(inner(self)))
            }
            8 => {
                let count = 1 + self.roll(2);
                let cases = (0..count).map(|_| {
                    let less = self.roll(depth);
                    let c = self.condition(less);
                    (c, inner(self))
                });
                let cases = cases.collect();
                E::Cases(cases, Box::new(inner(self)))
            }
            _ => E::Variable(self.roll(3) as usize),
        }
    }

    fn condition(&mut self, depth: u64) -> Condition {
        let inner = |dice: &mut Dice| {
            let less = dice.roll(depth.max(1));
            dice.expression(less)
        };
        match self.roll(if depth == 0 { 6 } else { 8 }) {
            0 | 1 => Condition::Equal(inner(self), inner(self)),
            2 => Condition::Less(inner(self), inner(self)),
            3 => {
                let m = 1 + self.roll(6) as u32;
                let rests = (0..m).filter(|_| self.roll(2) == 0).collect::<Vec<_>>();
                let rests = if rests.is_empty() { vec![0] } else { rests };
                Condition::Remainder(inner(self), m, rests)
            }
            4 => Condition::Unequal(inner(self), inner(self)),
            5 => {
                let function = self.one(&[Function::Min, Function::Max]);
                let of: Vec<E> = (0..2 + self.roll(2)).map(|_| inner(self)).collect();
                // The least of a least is the least of all.
                let nested = |e: &E| matches!(e, E::Call(f, _) if *f == function);
                if of.iter().any(nested) {
                    return Condition::All(Vec::new());
                }
                let times: Vec<u32> = (1..=of.len() as u32)
                    .filter(|_| self.roll(2) == 0)
                    .collect();
                let times = if times.is_empty() { vec![2] } else { times };
                Condition::Occurs(function, of, times)
            }
            which => {
                let count = self.roll(3);
                let all = (0..count).map(|_| {
                    let less = self.roll(depth);
                    self.condition(less)
                });
                let all = all.collect();
                match which {
                    6 => Condition::All(all),
                    _ => Condition::Any(all),
                }
            }
        }
    }
}

fn points() -> Vec<[u64; 3]> {
    let all = [0, 1, 2, 3, 5, 8, 13, 64];
    let mut points = Vec::new();
    for x in all {
        for y in all {
            points.extend([0, 1, 4, 33].map(|z| [x, y, z]));
        }
    }
    points
}

fn read_law(text: &str, names: &[String]) -> Law {
    let read = read(text, names).unwrap_or_else(|error| panic!("{text}: {error}"));
    match read.sentence {
        Sentence::Law(law) => law,
        other => panic!("{text}: {other:?}"),
    }
}

/// The law is printed in both languages, read, and means the same.
fn means_the_same(statement: Statement) {
    let (law, names) = (law(statement), names(3));
    let written = law.written(Style::Text, &names);
    for lang in [Lang::En, Lang::Zh] {
        let text = written.get(lang);
        let back = read_law(text, &names);
        for at in points() {
            assert_eq!(
                law.predict(&at),
                back.predict(&at),
                "{text} at {at:?}: {back:?}"
            );
        }
        // And so is what is printed then.
        let again = back.written(Style::Text, &names);
        let again = read_law(again.get(lang), &names);
        for at in points() {
            assert_eq!(law.predict(&at), again.predict(&at), "{text} at {at:?}");
        }
    }
}

#[test]
fn random_formulas_are_read_as_they_are_printed() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for round in 0..3000 {
        let depth = round % 6;
        means_the_same(Statement::Value(dice.expression(depth)));
        means_the_same(Statement::Lost(dice.condition(depth)));
    }
}

#[test]
fn opposites_are_opposite() {
    let mut dice = Dice(77);
    for round in 0..2000 {
        let c = dice.condition(round % 5);
        let not = opposite(&c);
        for at in points() {
            if let (Some(c), Some(not)) = (c.holds(&at), not.holds(&at)) {
                assert_ne!(c, not);
            }
        }
    }
}

/// Every law that is found in the games of a folder, within a time for each, is read as it is
/// printed; how many there were, and how many of them say all that they are.
fn laws_of(folder: &str, skip: &[&str], time: Duration) -> (usize, usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|file| file.extension().is_some_and(|e| e == "game"))
        .collect();
    files.sort();
    let counted = Mutex::new((0, 0, Vec::new()));
    grundy::platform::in_parallel(&files, |file| {
        let name = file.file_stem().unwrap().to_string_lossy().to_string();
        // What is not translated has no law from its rules.
        let text = std::fs::read_to_string(file).unwrap();
        let (Ok(rules), false) = (Rules::read(&text), skip.contains(&name.as_str())) else {
            return;
        };
        let options = Options {
            time,
            ..Options::default()
        };
        let Ok(studied) = study(&rules, &options) else {
            return;
        };
        let sample = &studied.sample;
        let places: Vec<Vec<u64>> = sample.labels().positions().map(|(at, _)| at).collect();
        // Not all of a large table.
        let step = places.len() / 2000 + 1;
        let places: Vec<Vec<u64>> = places.into_iter().step_by(step).collect();
        for finding in &studied.findings {
            let result = comes_back(&finding.law, &sample.names, &places);
            let mut counted = counted.lock().unwrap();
            counted.0 += 1;
            match result {
                Ok(told) => counted.1 += usize::from(told),
                Err(error) => counted.2.push(format!("{name}: {error}")),
            }
        }
    });
    let (laws, told, wrong) = counted.into_inner().unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
    (laws, told)
}

/// Every law that is found in the games of the examples.
#[test]
fn laws_of_the_examples_are_read() {
    // Values of these need a table of minutes, and their laws are automata.
    let long = ["blocking_wythoff"];
    let (laws, told) = laws_of("../../examples", &long, Duration::from_secs(20));
    println!("examples: {laws} laws, {told} read back");
    assert!(told >= 24, "{told} of {laws}");
}

/// What is found soon in the games of the literature. How much that is depends on the machine and what else it
/// does, and is printed; that there is something is what a busy one must show, too.
#[test]
fn laws_of_the_literature_are_read() {
    let (laws, told) = laws_of("tests/literature", &[], Duration::from_millis(500));
    println!("literature: {laws} laws, {told} read back");
    assert!(told >= 5, "{told} of {laws}");
}

/// The laws that a person would write, as they stand in the list.
#[test]
fn listed_laws_are_read() {
    let lines = include_str!("sentences.txt").lines();
    let listed = lines.filter(|line| !line.starts_with('#'));
    let listed = listed.filter_map(|line| line.split_once(" => "));
    let mut count = 0;
    for (rules, text) in listed {
        let rules = Rules::read(rules).unwrap();
        let law = read_law(text, &rules.state);
        assert_eq!(law.written(Style::Text, &rules.state).to_string(), text);
        let side = 20u64;
        let size = vec![side; rules.dimension()];
        let cells = side.pow(rules.dimension() as u32);
        let places = (0..cells).map(|cell| grundy::solve::dense::point(cell, &size));
        let places: Vec<Vec<u64>> = places.collect();
        assert_eq!(comes_back(&law, &rules.state, &places), Ok(true));
        count += 1;
    }
    assert!(count >= 24);
}

#[test]
fn sets_with_a_sentence_of_their_own() {
    let one = names(1);
    let sparse = [
        Sparse::Powers {
            exponent: 2,
            zero: true,
        },
        Sparse::Powers {
            exponent: 3,
            zero: false,
        },
        Sparse::Recurrence {
            seed: vec![0, 1, 2],
            factors: vec![1, 1],
            constant: 0,
        },
        Sparse::Recurrence {
            seed: vec![1, 4],
            factors: vec![3, -1],
            constant: -2,
        },
    ];
    for set in sparse {
        let law = law(Statement::Sparse(set));
        for lang in [Lang::En, Lang::Zh] {
            let text = law.written(Style::Text, &one);
            assert_eq!(
                read_law(text.get(lang), &one).statement,
                law.statement,
                "{text}"
            );
        }
    }
    let two = names(2);
    let pairs = [(1, 1), (1, 3), (2, 1)].map(|(s, t)| Sparse::Pairs { s, t });
    let sides = [(1, 2), (2, 1), (3, 7)].map(|(above, below)| Sparse::Sides { above, below });
    let limits = [(1, 0), (2, 0), (2, -1), (1, 3), (5, -4)];
    let limits = limits.map(|(factor, constant)| Sparse::Takeaway(Takeaway { factor, constant }));
    let lines = [(0, 1, 2, 2), (1, 1, 5, 2), (2, -1, 2, 1), (-1, 2, 3, 5)];
    let lines = lines.map(|(a, b, d, c)| Root::new(a, b, d, c).unwrap());
    let lines = (0..).zip(lines).flat_map(|(at, root)| {
        let (times, plus) = (1 + at % 3, [0, 2][usize::from(at) % 2]);
        let line = Sparse::Line { root, times, plus };
        let of = Box::new(line.clone());
        let at = vec![[0, 1], [1, 0]];
        let cone = root.covers(1, 1).then_some(Sparse::Cone(root));
        let joined = |of: Box<Sparse>| Sparse::Joined {
            of,
            times: 2,
            plus: 1,
        };
        let both = Sparse::Changed {
            of: Box::new(joined(of.clone())),
            at: at.clone(),
        };
        let joined = joined(of.clone());
        let all = [line, Sparse::Changed { of, at }, joined, both];
        all.into_iter().chain(cone)
    });
    for set in pairs.into_iter().chain(sides).chain(limits).chain(lines) {
        let law = law(Statement::Sparse(set));
        for lang in [Lang::En, Lang::Zh] {
            let text = law.written(Style::Text, &two);
            assert_eq!(
                read_law(text.get(lang), &two).statement,
                law.statement,
                "{text}"
            );
        }
    }
    // Without what only tells what the letters are, and not with something else.
    for (text, said) in [
        (
            "P iff it is (A(n), A(n)+2·n) or its mirror image",
            "A(n)+2·n",
        ),
        ("P iff it is (U(n), U(n)+2·n) or (V(n)+n, V(n))", "U(n)+2·n"),
        (
            "P iff it is (⌊n·α⌋, ⌊n·α⌋+n) or its mirror image, α = √2/2",
            "n ≥ 0, α = √2/2",
        ),
        (
            "P iff x = 0 or y < the least part of x, f(r) = 3·r-1",
            "h = 1, 2, 3, 5",
        ),
    ] {
        let law = read_law(text, &two);
        let written = law.written(Style::Text, &two).to_string();
        assert!(written.contains(said), "{written}");
        let error = read(&format!("{text}, whatever"), &two).unwrap_err();
        assert!(error.to_string().contains("expected"), "{error}");
    }
    for (text, word) in [
        (
            "P iff it is (A(n), A(n)+2·n) or its mirror image, A(n) = least number not used before = ⌊n·α⌋, 1/α + 1/(α+3) = 1",
            "column 107",
        ),
        (
            "P iff it is (A(n), A(n)+200·n) or its mirror image",
            "a numeration",
        ),
        (
            "P iff it is (U(n), U(n)+0·n) or (V(n)+n, V(n))",
            "from 1 to 64",
        ),
        (
            "P iff it is (⌊n·α⌋, ⌊n·α⌋+n) or its mirror image, α = √4/2",
            "positive and irrational",
        ),
        (
            "P iff x = 0 or y < the least part of x, f(r) = 2·r-2",
            "at least r",
        ),
        ("P iff x = 0 or y < the least part of x", "f(r) = 2·r"),
    ] {
        let error = read(text, &two).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
}

#[test]
fn digits_are_read() {
    let (one, three) = (names(1), names(3));
    type Fits = fn(u64) -> bool;
    let cases: [(&str, Fits); 4] = [
        (
            "x is P exactly if its digits are of the form 10*, base 2",
            |x| x > 0 && x & (x - 1) == 0,
        ),
        (
            "x 为 P 态当且仅当其各位数字形如 10*，2 进制",
            |x: u64| x > 0 && x & (x - 1) == 0,
        ),
        (
            "x is P exactly if its digits are of the form (1(0|1)*0)?, base 2",
            |x| x % 2 == 0,
        ),
        (
            "x is P exactly if its digits are of the form 1(0|1|2)*|2, base 3",
            |x| Numeration::TERNARY.digits(x).first() == Some(&1) || x == 2,
        ),
    ];
    for (text, fits) in cases {
        let law = read_law(text, &one);
        for x in 0..300 {
            assert_eq!(
                law.predict(&[x]),
                Some(u64::from(!fits(x))),
                "{text} at {x}"
            );
        }
    }
    let moore = "(x, y, h0) is P exactly if at every place the digits are one of 000, 111, base 2";
    let law = read_law(moore, &three);
    for at in points() {
        assert_eq!(
            law.predict(&at),
            Some(u64::from(at[0] != at[1] || at[1] != at[2]))
        );
    }
    let written = law.written(Style::Text, &three);
    assert_eq!(written.get(Lang::En), moore);
    let zh = read_law(written.get(Lang::Zh), &three);
    assert!(matches!(zh.statement, Statement::Automaton(Claim::Lost(_))));
}

#[test]
fn other_ways_to_say_it() {
    let (one, two) = (vec!["n".to_string()], names(2));
    let same = [
        ("g(n) = n mod 4", "g(n) = n % 4 for all n"),
        ("g(n) = 2·n+1", "g(n) = 2n + 1"),
        ("g(n) = ⌊n/2⌋", "g(n) = floor(n/2)"),
        ("g(n) = ⌊n/2⌋", "g(n)=n/2"),
        ("g(n) = ⌊(n)·φ⌋", "g(n) = ⌊nφ⌋"),
        ("g(n) = 1024", "g(n) = 2**10"),
        ("n is P exactly if n mod 4 = 0", "P iff n % 4 == 0"),
        ("n is P exactly if n mod 4 = 0", "n为P态当且仅当n模4=0"),
        ("n is P exactly if n mod 4 = 0", "N iff n mod 4 != 0"),
        (
            "n is P exactly if n mod 4 in {0, 1}",
            "P iff not n mod 4 > 1",
        ),
        ("every position is P", "P iff always"),
        ("no position is P", "every position is N"),
        ("n is P exactly if 3 < n and n < 9", "P iff 3 < n < 9"),
        ("n is P exactly if 3 ≤ n ≠ 5", "P iff n >= 3 and n != 5"),
        ("g(n) = bitlength(n)", "g(n) = bitlength(n) for all n"),
        (
            "g(n) = 0 if n = 0; n+1 if n mod 4 = 3; n otherwise",
            "g(n) = 0，当 n = 0；n+1，当 n mod 4 = 3；n，其余",
        ),
    ];
    for (a, b) in same {
        let (a, b) = (read_law(a, &one), read_law(b, &one));
        for n in 0..100 {
            assert_eq!(a.predict(&[n]), b.predict(&[n]), "{a:?} {b:?} at {n}");
        }
    }
    let same = [
        ("g(x, y) = x ⊕ y", "g(x,y) = x xor y"),
        ("g(x, y) = x ⊕ y", "g(x, y) = x ^ y for all x, y"),
        ("g(x, y) = |x-y|", "g(x, y) = max(x, y) - min(x, y)"),
        ("(x, y) is P exactly if x = y", "P iff x = y"),
        ("(x, y) is P exactly if x = y = 0", "P iff x+y = 0"),
        (
            "P iff (x mod 4, y mod 4) in {(0, 0), (1, 2)}",
            "P iff x mod 4 = y mod 4 = 0 or x mod 4 = 1 and y mod 4 = 2",
        ),
        ("P iff max(x, y) occurs exactly twice", "P iff x = y"),
        ("P iff min(x, y) 恰出现一次", "P iff x != y"),
    ];
    for (a, b) in same {
        let (a, b) = (read_law(a, &two), read_law(b, &two));
        for at in points() {
            assert_eq!(
                a.predict(&at[..2]),
                b.predict(&at[..2]),
                "{a:?} {b:?} at {at:?}"
            );
        }
    }
}

#[test]
fn sentences_about_several_positions() {
    let (one, two) = (vec!["n".to_string()], names(2));
    for (text, names, terms) in [
        ("g(n+12) = g(n) for n >= 71", &one, 2),
        ("g(n+12) = g(n) if n >= 71", &one, 2),
        ("g(n) = 3 for all n > 7", &one, 1),
        ("P if n mod 4 = 0", &one, 1),
        ("P only if n mod 4 = 0", &one, 1),
        ("g(x, y) = g(y, x)", &two, 2),
        ("g(x,y) >= g(x,0)", &two, 2),
        ("P(x, y) implies P(y, x)", &two, 2),
        ("对所有 x ≥ 71，g(x+12, y) = g(x, y)+4", &two, 2),
        ("(x, y) is P iff (y, x) is P", &two, 2),
        ("g(x, y) = 0 iff x = y", &two, 1),
        ("g(x, x+k) != g(x, x) for k > 0", &two, 2),
        ("g(x, y) <= x+y for all x, y >= 3", &two, 1),
    ] {
        let read = read(text, names).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(matches!(read.sentence, Sentence::Follows { .. }), "{text}");
        assert_eq!(read.terms.len(), terms, "{text}");
    }
}

#[test]
fn what_is_no_law_is_told_with_its_column() {
    let (one, two) = (vec!["n".to_string()], names(2));
    for (text, column, word) in [
        ("", 1, "found the end"),
        ("g(n) = ", 8, "found the end"),
        ("g(n) = n mood 4", 10, "did you mean `mod`"),
        ("g(n) = n+1 mod 4", 8, "brackets"),
        ("g(n) = n mod 4 + 1", 14, "brackets"),
        ("g(n) = n xor n+1", 14, "brackets"),
        ("g(n) = n ⊕ n & 3", 8, "brackets"),
        ("g(n) = ⌊n/2+n/3⌋", 9, "one quotient"),
        ("g(n) = lowbitt(n)", 8, "did you mean `lowbit`"),
        ("g(n) = (n", 10, "expected `)`"),
        ("g(n) = min()", 12, "expected a number"),
        ("g(n) = ctz(n, 2)", 8, "expected 1 number"),
        (
            "g(n, 3) = 1",
            1,
            "expected a position of 1 coordinates, found 2",
        ),
        ("P iff n", 8, "a comparison"),
        ("P whenever n = 0", 3, "the end, an operator"),
        ("n = 3", 1, "a sentence about values"),
        ("g(n) = 1 if n = 3; 4", 21, "otherwise"),
        ("g(g(n)) = 1", 1, "without values of other positions"),
        ("g(n) = n ⊕ 9999999999999999999999", 12, "63 bits"),
        ("g(n) = n ⊕ 9223372036854775808", 12, "63 bits"),
        ("g(n) = n ^ 1", 10, "not agreed on"),
        ("g(n) = 3 ^ lowbit(n)", 10, "not agreed on"),
        ("g(n) = lowbit(n)**99", 17, "exponent from 1 to 16"),
        ("g(n) = g(n-1)+g(n-2), g(0) = 0", 31, "at least 2"),
        (
            "g(n) = g(n-1)+g(n-2), g(0) = 0, g(2) = 1",
            41,
            "one after the other",
        ),
        ("g(n) = g(n-99), g(0) = 1", 12, "from 1 to 24"),
        ("g(n) = ⌊√2·m⌋", 12, "a floor such as"),
        ("g(n) = ⌊α·n⌋", 13, "the slope"),
        (
            "g(n) = letter n of the fixed point of 0 → 10, 1 → 0",
            52,
            "a substitution such as",
        ),
        (
            "g(n) = letter n of the fixed point of a → ab, b → a",
            52,
            "a value for every letter",
        ),
        (
            "g(n) = 1 if n is one of h(0), h(1), …; 0 otherwise; h(i) = 7",
            53,
            "that rises",
        ),
        (
            "g(n) = 1 if n is one of h(0), h(1), …; 0 otherwise; h(i) = i mood 2",
            62,
            "mood",
        ),
        (
            "g(n) = n; fits all but 2 of 100 entries: g(41) = 7",
            51,
            "2 entries that are exceptions",
        ),
        (
            "g(n) is 2-regular of rank 2: V(0) = [1]",
            40,
            "a square matrix",
        ),
        (
            "g(n) = v exactly if an automaton of 6 states accepts (n, v), base 2",
            21,
            "file",
        ),
        ("g(n) = n ? 1", 10, "the end, an operator"),
        (
            "n is P exactly if an automaton of 7 states accepts it, base 2",
            19,
            "file",
        ),
        (
            "n is P exactly if its digits are of the form 1(0, base 2",
            19,
            "digits of one number",
        ),
    ] {
        let error = read(text, &one).unwrap_err();
        let said = error.to_string();
        assert!(
            said.contains(&format!("column {column}:")),
            "{text}: {said}"
        );
        assert!(said.contains(word), "{text}: {said}");
        let zh = error.message(Lang::Zh);
        assert!(zh.contains(&format!("第 {column} 列")), "{zh}");
    }
    let error = read("g(x) = x", &two).unwrap_err();
    assert!(error.to_string().contains("2 coordinates"), "{error}");
    // Nothing is too deep or too long to be refused.
    for text in [
        "(".repeat(50_000),
        "g(n) = ".to_string() + &"-".repeat(60_000),
        "not ".repeat(9000),
        "|".repeat(60_000),
        "g(n) = n".to_string() + &"+|n|".repeat(9000),
        "g(n) = ".to_string() + &"(n+1)^2·".repeat(7000) + "1",
        "g(n) = ".to_string() + &"(n+1)·".repeat(7000) + "1",
        "g(n) = ".to_string() + &"2^4096·".repeat(7000) + "1",
        "g(n) = ".to_string() + &"(".repeat(60_000) + "n^2",
        "g(n) = 2^n-".to_string() + &"((((n+1)^2)^2)^2)^2·".repeat(99) + "1",
        "g(n) = 1; fits all but ".repeat(2500),
        "g(n) = 1 if n is one of h(0), h(1), …; 0 otherwise; ".repeat(900),
        "P iff ".to_string() + &"(n = 1 and ".repeat(3000),
    ] {
        assert!(read(&text, &one).is_err());
    }
}
