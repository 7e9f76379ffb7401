//! Every operation does what Rust does, and nothing leaves the slices that were lent.

use grundy_native::{Binary, Compare, Emitter, Function, Unary, Value};

const NUMBERS: [i64; 13] = [
    i64::MIN,
    i64::MIN + 1,
    -65,
    -7,
    -1,
    0,
    1,
    2,
    7,
    63,
    u32::MAX as i64 + 1,
    i64::MAX - 1,
    i64::MAX,
];

/// A function of two words, whose result is the first; it leaves with 1 where it has none.
fn of_two(
    write: impl FnOnce(&mut Emitter<'_>, Value, Value, grundy_native::Block) -> Value,
) -> Function {
    let function = Function::new(2, |e| {
        let out = e.cold_block();
        let (a, b) = (e.word(0), e.word(1));
        let result = write(e, a, b, out);
        e.set_word(0, result);
        let zero = e.number(0);
        e.leave(zero);
        e.start(out);
        let one = e.number(1);
        e.leave(one);
        Some(())
    });
    function.expect("this machine is known")
}

fn ask(function: &mut Function, a: i64, b: i64) -> Option<i64> {
    let mut words = [a, b];
    (function.run(&mut words, &mut [], &mut []) == 0).then_some(words[0])
}

/// Compares a function with what Rust says of all pairs of numbers.
fn same(name: &str, mut function: Function, rust: impl Fn(i64, i64) -> Option<i64>) {
    for (a, b) in NUMBERS.iter().flat_map(|a| NUMBERS.map(|b| (*a, b))) {
        assert_eq!(ask(&mut function, a, b), rust(a, b), "{name} {a} {b}");
    }
}

#[test]
fn operations_are_those_of_rust() {
    type Two = fn(i64, i64) -> i64;
    let two: [(Binary, Two); 10] = [
        (Binary::Add, i64::wrapping_add),
        (Binary::Subtract, i64::wrapping_sub),
        (Binary::Multiply, i64::wrapping_mul),
        (Binary::Min, |a, b| a.min(b)),
        (Binary::Max, |a, b| a.max(b)),
        (Binary::And, |a, b| a & b),
        (Binary::Or, |a, b| a | b),
        (Binary::Xor, |a, b| a ^ b),
        (Binary::ShiftLeft, |a, b| a.wrapping_shl(b as u32)),
        (Binary::ShiftRight, |a, b| a.wrapping_shr(b as u32)),
    ];
    for (op, rust) in two {
        let function = of_two(|e, a, b, _| e.binary(op, a, b));
        same(&format!("{op:?}"), function, |a, b| Some(rust(a, b)));
    }
    type Checked = fn(i64, i64) -> Option<i64>;
    let checked: [(Binary, Checked); 3] = [
        (Binary::Add, i64::checked_add),
        (Binary::Subtract, i64::checked_sub),
        (Binary::Multiply, i64::checked_mul),
    ];
    for (op, rust) in checked {
        let function = of_two(|e, a, b, out| e.checked(op, a, b, out));
        same(&format!("{op:?}, checked"), function, rust);
    }
    type One = fn(i64) -> i64;
    let one: [(Unary, One); 5] = [
        (Unary::Negate, i64::wrapping_neg),
        (Unary::Complement, |a| !a),
        (Unary::Abs, i64::wrapping_abs),
        (Unary::Popcount, |a| i64::from(a.count_ones())),
        (Unary::Ctz, |a| i64::from(a.trailing_zeros())),
    ];
    for (op, rust) in one {
        let function = of_two(|e, a, _, _| e.unary(op, a));
        same(&format!("{op:?}"), function, |a, _| Some(rust(a)));
    }
    type Test = fn(i64, i64) -> bool;
    let tests: [(Compare, Test); 5] = [
        (Compare::Equal, |a, b| a == b),
        (Compare::Unequal, |a, b| a != b),
        (Compare::Less, |a, b| a < b),
        (Compare::AtMost, |a, b| a <= b),
        (Compare::Below, |a, b| (a as u64) < b as u64),
    ];
    for (compare, rust) in tests {
        let function = of_two(|e, a, b, _| {
            let (one, zero) = (e.number(1), e.number(0));
            let holds = e.compare(compare, a, b);
            e.select(holds, one, zero)
        });
        same(&format!("{compare:?}"), function, |a, b| {
            Some(i64::from(rust(a, b)))
        });
    }
}

#[test]
fn divisions_are_those_of_rust() {
    let whole = |a: i64, b: i64| b != 0 && a >= 0 && b >= 0;
    let mut quotient = of_two(|e, a, b, out| e.quotient(a, b, false, out));
    let mut remainder = of_two(|e, a, b, out| e.remainder(a, b, false, out));
    let mut small = of_two(|e, a, b, out| e.quotient(a, b, true, out));
    for (a, b) in NUMBERS.iter().flat_map(|a| NUMBERS.map(|b| (*a, b))) {
        if whole(a, b) {
            assert_eq!(ask(&mut quotient, a, b), Some(a / b), "{a} {b}");
            assert_eq!(ask(&mut remainder, a, b), Some(a % b), "{a} {b}");
            if a <= i64::from(u32::MAX) && b <= i64::from(u32::MAX) {
                assert_eq!(ask(&mut small, a, b), Some(a / b), "{a} {b}");
            }
        }
        if b == 0 {
            assert_eq!(ask(&mut quotient, a, b), None);
            assert_eq!(ask(&mut remainder, a, b), None);
        }
    }
    // The lower half of 2^32 is 0: that is no divisor either.
    assert_eq!(ask(&mut small, 7, 1 << 32), None);
    for by in NUMBERS
        .into_iter()
        .filter(|by| ![0, -1, i64::MIN].contains(by))
    {
        let quotient = of_two(|e, a, _, _| e.divide_by(a, by, false).0);
        same(&format!("/ {by}"), quotient, |a, _| {
            a.checked_div_euclid(by)
        });
        let remainder = of_two(|e, a, _, _| e.divide_by(a, by, false).1);
        same(&format!("% {by}"), remainder, |a, _| {
            a.checked_rem_euclid(by)
        });
        let mut whole = of_two(|e, a, _, _| e.divide_by(a, by, true).0);
        for a in NUMBERS.into_iter().filter(|a| *a >= 0 && by > 0) {
            assert_eq!(ask(&mut whole, a, 0), Some(a / by));
        }
    }
}

extern "C" fn difference(a: i64, b: i64) -> i64 {
    a.wrapping_sub(b)
}

#[test]
fn functions_of_rust_are_called() {
    let function = of_two(|e, a, b, _| e.call(difference, a, b));
    same("call", function, |a, b| Some(a.wrapping_sub(b)));
}

#[test]
fn nothing_leaves_its_slice() {
    let table: Vec<u32> = (10..20).collect();
    let mut look = of_two(|e, a, _, out| e.look_up(a, out));
    let mut store = of_two(|e, a, b, out| {
        e.store(a, b, out);
        a
    });
    let mut mark = of_two(|e, a, b, out| {
        e.mark(a, b, out);
        a
    });
    let mut array = of_two(|e, a, b, out| {
        let array = e.array(4);
        e.set_element(array, 2, b);
        e.element(array, a, out)
    });
    let mut constant = of_two(|e, a, _, out| {
        let numbers = e.constants(&[5, -6, 7]);
        e.constant(numbers, a, out)
    });
    for at in NUMBERS.into_iter().chain(3..12) {
        let place = usize::try_from(at).ok();
        let of = |place: Option<usize>| place.and_then(|at| table.get(at));
        let (mut words, mut lent, mut marks) = ([at, 0], table.clone(), [0; 5]);
        let code = look.run(&mut words, &mut lent, &mut marks);
        assert_eq!((code == 0).then_some(words[0] as u32), of(place).copied());
        words = [at, 99];
        let code = store.run(&mut words, &mut lent, &mut marks);
        assert_eq!(code == 0, of(place).is_some());
        assert_eq!(
            lent.iter().filter(|n| **n == 99).count(),
            usize::from(code == 0)
        );
        words = [at, 7];
        let code = mark.run(&mut words, &mut lent, &mut marks);
        assert_eq!(code == 0, place.is_some_and(|at| at < 5));
        assert_eq!(
            marks.iter().filter(|n| **n == 7).count(),
            usize::from(code == 0)
        );
        let element = [0, 0, 8, 0];
        let expected = place.and_then(|at| element.get(at)).copied();
        assert_eq!(ask(&mut array, at, 8), expected);
        let expected = place.and_then(|at| [5, -6, 7].get(at).copied());
        assert_eq!(ask(&mut constant, at, 0), expected);
    }
}

#[test]
fn lines_stay_in_the_table() {
    let table: Vec<u32> = (1..=9).collect();
    for step in [-3, -1, 0, 1, 2, 4, (1 << 31) - 1] {
        let mut sum = of_two(|e, first, count, out| {
            let zero = e.number(0);
            let total = e.variable(zero);
            e.line(&[(first, step)], count, out, &mut |e, line| {
                let value = line.look_up(e, 0);
                let before = e.get(total);
                let after = e.add(before, value);
                e.set(total, after);
            });
            e.get(total)
        });
        for first in NUMBERS.into_iter().chain(0..12) {
            let counts = [i64::MIN, -1, 0, 1, 2, 3, 5, 9, 10, 1 << 33, i64::MAX];
            for count in counts {
                if step == 0 && count > 1000 {
                    continue; // It would take its time.
                }
                let mut words = [first, count];
                let code = sum.run(&mut words, &mut table.clone(), &mut []);
                let mut expected = Some(0i64);
                for at in 0..count.clamp(0, 20) {
                    let place = i128::from(first) + i128::from(step) * i128::from(at);
                    let place = usize::try_from(place).ok();
                    let value = place.and_then(|at| table.get(at));
                    expected = expected.zip(value).map(|(sum, v)| sum + i64::from(*v));
                }
                let found = (code == 0).then_some(words[0]);
                assert_eq!(found, expected, "{first} {step} {count}");
            }
        }
    }
}

#[test]
fn the_first_place_without_a_mark() {
    let mut first = of_two(|e, stamp, _, out| e.first_unmarked(stamp, out));
    for (marks, expected) in [
        (vec![], None),
        (vec![3, 3, 3], None),
        (vec![3, 3, 2, 3], Some(2)),
        (vec![1], Some(0)),
    ] {
        let mut words = [3, 0];
        let code = first.run(&mut words, &mut [], &mut marks.clone());
        assert_eq!((code == 0).then_some(words[0]), expected, "{marks:?}");
    }
}

#[test]
fn who_gives_up_has_no_function() {
    assert!(Function::new(0, |_| None).is_none());
}
