//! Machine code does what the bytecode does: values, faults and what is not well-founded, on the
//! examples of the bench and on texts made at random.

#![cfg(all(
    feature = "native",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]

use std::sync::Arc;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::solve::dense::{self, Lattice, Order, Work};
use grundy_lang::agree;
use grundy_lang::bench::compile;
use grundy_lang::oracle;
use grundy_lang::random;
use grundy_lang::rules::{Pace, Rules};
use proptest::prelude::*;

fn rules(text: &str) -> Option<Rules<6>> {
    let compiled = compile(text, None, &[]).ok()?;
    Rules::new(Arc::new(compiled))
}

/// A table by the oracle, row by row; `None` where that order is not well-founded or something fails.
fn by_definition(rules: &Rules<6>, size: &[u64]) -> Option<Vec<Option<u32>>> {
    let program = rules.compiled().program();
    let cells: u64 = size.iter().product();
    let mut values: Vec<Option<u32>> = Vec::new();
    for cell in 0..cells {
        let point = dense::point(cell, size);
        let at: Vec<i64> = point.iter().map(|x| *x as i64).collect();
        if !oracle::inside(program, program.main, &at).ok()? {
            values.push(None);
            continue;
        }
        let mut seen = Vec::new();
        for mv in oracle::moves(program, program.main, &at).ok()? {
            let mut sum = 0;
            for (_, part) in &mv.parts {
                let mut index = 0;
                for (x, side) in part.iter().zip(size) {
                    let x = u64::try_from(*x).ok().filter(|x| x < side)?;
                    index = index * side + x;
                }
                sum ^= (*values.get(index as usize)?)?;
            }
            seen.push(sum);
        }
        values.push((0..).find(|value| !seen.contains(value)));
    }
    Some(values)
}

/// Compares all three on a box; tells whether there was machine code, and whether there were values.
fn compare(text: &str, side: u64) -> (bool, bool) {
    let Some(rules) = rules(text) else {
        return (false, false);
    };
    let width = rules.compiled().program().game().width;
    if width > 6 || rules.compiled().is_tagged() {
        return (false, false);
    }
    let mut size = vec![side; width];
    // Not all sides are alike.
    if let [first, _, ..] = &mut size[..] {
        *first += 2;
    }
    let budget = Budget::default().with_states(400_000);
    if let Err(difference) = agree::tables(&rules, &size, &budget) {
        panic!("{text}\n{difference}");
    }
    let byte = agree::table(&rules, &size, Pace::Bytecode, &budget);
    if let (Ok(values), Some(expected)) = (&byte, by_definition(&rules, &size)) {
        assert_eq!(&expected, values, "{text}");
    }
    (is_made(&rules, &size), byte.is_ok())
}

/// Whether there is machine code for a box.
fn is_made<const N: usize>(rules: &Rules<N>, size: &[u64]) -> bool {
    let again = rules.again().paced(Pace::Native);
    let work = Work {
        done: 0,
        left: 0,
        cells: 0,
    };
    again.kernel(size, Order::Rows, work).is_some()
}

#[test]
fn random_texts_have_the_same_tables() {
    let (mut made, mut valued) = (0, 0);
    for seed in 0..300 {
        for (text, side) in [(random::any(seed), 7), (random::tame(seed), 12)] {
            let (native, values) = compare(&text, side);
            made += usize::from(native);
            valued += usize::from(native && values);
        }
    }
    // The test is worth nothing if hardly anything is compiled, or nothing of it works.
    assert!(made > 300, "only {made} games were compiled");
    assert!(valued > 100, "only {valued} games have values");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn machine_code_does_what_the_bytecode_does(seed in any::<u64>(), side in 1u64..24) {
        compare(&random::any(seed), side.min(9));
        compare(&random::tame(seed), side);
    }
}

/// One text for each way that code is written.
const TEXTS: &[&str] = &[
    "state n; move take(k in 1..3) -> [n-k]; move split(k in 1..n/2) -> [k] + [n-k]",
    "state x in 0..30, y in 0..30; move hop((dx, dy) in {(-2, 1), (-2, -1), (1, -2), (-1, -2)}) -> [x+dx, y+dy]",
    "state a, b; move first(k in 1..a) -> [a-k, b]; move second(k in 1..b) -> [a, b-k]; move both(k in 1..min(a, b)) -> [a-k, b-k]",
    "state a, b, c; move first(k in 1..a) if (k + b) % 3 != 0 -> [a-k, b, c]; move rest(j in 1..b, k in 0..c) -> [a, b-j, c-k]",
    "state h[5]; move take(i in 0..4, k in 1..h[i]) if k != 3 and (i = 0 or h[i-1] <= h[i] + k) -> [h[i := h[i]-k]]",
    "state h[3]; move take(i in 0..h[0] % 3, k in 1..h[i]) -> [h[i := h[i]-k]]",
    "state h[3] where any(i in 0..2: h[i] % 2 = 0); move take(i in 0..2, k in 1..h[i]) -> [h[i := h[i]-k]]",
    "state a, b; move left(k in 1..a) if divides(k, a) and (a xor b) != k -> [a-k, b]; move down(k in 1..b) if divides(k, b) or (k & a) = k -> [a, b-k]",
    "state b in bits 8; move across(i in 0..6) if (b >> i & 3) = 3 -> [b - (3 << i)]",
    "state n; move wide(k in 2..40) let t = k*k if gcd(n, k) = 1 and t < 500 -> [n-2*k]; move far(k in 1..n) -> [n-3*k]",
    "state n; move split(j in 1..n/3, k in j..(n-j)/2) -> [j] + [k] + [n-j-k]",
    "state n; move m(k in 1..n) if isqrt(k)**2 = k and popcount(k) <= 2 -> [n-k]",
    "state n; move m(k in 1..n) if count(i in 1..k: divides(i, k)) = 2 -> [n-k]; move one -> [n-1]",
    "state n; move m(k in {1, n/2, n/3 + 1, 2 ** (n % 4)}) -> [n-k]",
    // Faults, some of them late; targets without a value yet, or outside the box.
    "state n; move m(k in 0..n) if n != 40 or n % k = 0 -> [n-k-1]",
    "state n; move m(k in 1..n) if k * k * 4611686018427387904 > 0 or n < 30 -> [n-k]",
    "state n; move m(k in 1..n) -> [n > 37 ? n+k : n-k]",
    "state n; move m(k in 1..n) -> [n-k+(n = 33 ? 1000 : 0)]",
    "state a, b; move m(k in 1..a) -> [a-k, b+k]; move d(k in 1..b) -> [a, b-k]",
    "state a, b; move m(k in 1..a) -> [a-k, b/(a-20)]",
    "state h[2]; move m(k in 1..h[0]) -> [h[h[1]-5 := h[0]-k]]",
    "state n; move m(k in 1..n) -> [n-k] + [n/(n-35)]",
    "state n; move m(k in -3..3) if ctz(n-k) > 0 -> [(n-k)/2]",
    "state x in 1..20, y in -3..40; move m(k in 1..x) -> [x-k, y-1]; move u(k in 1..y) -> [x, y-k]",
];

#[test]
fn every_way_of_writing_has_the_same_tables() {
    for text in TEXTS {
        let (made, _) = compare(text, if text.contains("h[5]") { 5 } else { 23 });
        assert!(made, "no machine code for {text}");
        if !text.contains("h[") && !text.contains(" b,") {
            compare(text, 70);
        }
    }
}

#[test]
fn budgets_end_where_the_bytecode_ends() {
    let text = TEXTS[2];
    let rules = rules(text).unwrap();
    for states in [0, 1, 50, 333, 1000, 5001, 20_000, 70_000] {
        let budget = Budget::default().with_states(states);
        let same = agree::tables(&rules, &[60, 60], &budget);
        assert_eq!(same, Ok(()), "{states}");
    }
    let flag = Arc::new(std::sync::atomic::AtomicBool::new(true));
    let budget = Budget::default().with_cancel(flag);
    let cancelled = agree::table(&rules, &[300, 300], Pace::Native, &budget);
    assert!(matches!(cancelled, Err(Error::Cancelled { .. })));
}

/// Numbers at the ends of 64 bits and operations at the ends of their domains, wherever code is written without
/// a check; options that are one cell, or the cell itself.
const EDGES: &[&str] = &[
    // Slopes that take each other back: in a box of one column the way is 0.
    "state a, b, c; move m(k in 0..min(a, 1)) -> [(0-9223372036854775807-1)*k + 4611686018427387904, 4611686018427387904*k, 4611686018427387904*k]",
    "state a, b; move m(k in 0..min(a, 1)) -> [a-4611686018427387904*k, b+4611686018427387904*k]",
    "state n; move m(k in 9223372036854775790..9223372036854775807) if k % 7 = n % 7 -> [n-1]",
    "state n; move m(k in 9223372036854775797-n..9223372036854775807) if k % 7 = n % 7 -> [n-1]",
    "state n; move m(k in 9223372036854775797+n..9223372036854775807) -> [n-1]",
    "state n; move m(k in 1..n) if (1 << (k*13 % 70)) > 5 -> [n-k]",
    "state n; move m(k in 1..n) if (3 << (k*13 % 64)) > 5 -> [n-k]",
    "state n; move m(k in -5..5) if k < -n or (n >> k) > 3 -> [n-1]",
    "state n; move m(k in -3..3) if k != 0 and (n-40)/k > 2 -> [n-1]; move o(k in -3..3) if k != 0 and (n-40) % k = 1 -> [n-2]",
    "state n; move m(k in 1..n) if (n-40-k)/(0-7) = 2 or (n-40) % (0-7) = 3 or (k-9)/(0-1) = 2 -> [n-k]",
    "state n; move m(k in 1..n) if (n-k-40)/(0-9223372036854775807-1) = 1 or (k-20)/8 = -2 or (k-20) % 8 = 5 -> [n-k]",
    "state n; move m(k in 1..n) if (0-9223372036854775807-1)/(k-20) < 0 -> [n-k]",
    "state n; move m(k in 1..n) if divides(0, k-7) or divides(k-9, n-20) or divides(-4, k-20) or divides(6, k-20) or divides(-9223372036854775807-1, k-20) -> [n-k]",
    "state n; move m(k in 1..n) if divides(6148914691236517205, n*k) or divides(7, n*k) -> [n-k]",
    "state n; move m(k in 1..n) if gcd(k-30, 0) > 3 and gcd(n-k, -9223372036854775807 - 1) = 1 -> [n-k]",
    "state n; move m(k in 0..n) if gcd(k, -9223372036854775807 - 1) > 1 -> [n-k-1]",
    "state n; move m(k in 1..n) if abs(n - k - 9223372036854775807 - 1) > 5 -> [n-k]",
    "state n; move m(k in 1..n) if isqrt(k-n+20) > 2 -> [n-k]",
    "state n; move m(k in 1..n) if 2 ** k > 3 and (k-20) ** 13 != 5 and 0 ** (n-k) = 0 -> [n-k]",
    "state n; move m(k in 1..n) if lowbit(k-20) < 4 and ~k < -3 and popcount(n-k) < 3 -> [n-k]",
    "state n; move m(k in 1..n) -> [n/2]; move o(k in 1..n) -> [n/2] + [n/2]; move p(k in 1..n) -> [n-k] + [n-k]",
    "state n; move m -> [n]",
    "state n; move m if n > 5 -> [n] + [n]",
    "state n in 3..60; move split(k in 1..n) -> [k] + [n-k]; move o -> [n-1]",
    "state h[3] where h[h[0]-1] < 5; move m(i in 0..2, k in 1..h[i]) -> [h[i := h[i]-k]]",
    "state h[3] where h[h[0] % 3] < 5 or h[(h[1]+h[2]) % 3] = 2; move m(i in 0..2, k in 1..h[i]) -> [h[i := h[i]-k]]",
    // Only by the sum of coordinates.
    "state a in 0..11, b in 0..11; move m(k in 1..b/2) -> [a+k, b-2*k]; move o(k in 1..a) -> [a-k, b]",
    "state a in 0..5, b in 0..5, c in 0..5; move m -> [a+1, b, c-2]; move o(k in 1..b/2) -> [a, b-2*k, c+k]; move p(k in 1..a/3) -> [a-3*k, b+k, c+k]; move q -> [a-1, b, c]",
    "state n where n % (n-30) != 3; move m(k in 1..n) -> [n-k]",
    "state n; move m(k in 1..n) if count(i in {n-k, k-n, k*k}: i > 3) = 2 and any((i, j) in {(k, n), (n, 2)}: i*j = 12) -> [n-k]",
];

#[test]
fn numbers_at_the_ends_have_the_same_tables() {
    for text in EDGES {
        assert!(rules(text).is_some(), "{text}");
        for side in if text.contains("h[") {
            [4, 7]
        } else {
            [41, 90]
        } {
            // Boxes of several coordinates are narrow, so that ways add up.
            let Some(rules) = rules(text) else { continue };
            let mut size = vec![1; rules.compiled().program().game().width];
            size[0] = side;
            let budget = Budget::default();
            assert_eq!(agree::tables(&rules, &size, &budget), Ok(()), "{text}");
            compare(text, side.min(12));
        }
    }
    // Values that have no bit in a word, and marks that grow.
    let nim = rules("state n; move take(k in 1..n) -> [n-k]").unwrap();
    assert_eq!(agree::tables(&nim, &[600], &Budget::default()), Ok(()));
}

/// Nothing interrupts the compiler, and its frames lie on the stack: so it is not given much at once.
#[test]
fn what_is_long_is_left_to_the_bytecode() {
    let set: Vec<String> = (0..8).map(|by| format!("n+{by}")).collect();
    let set = set.join(", ");
    let nested = |deep: usize| {
        let any = |inner: String, at| format!("any(x{at} in {{{set}}}: {inner})");
        let condition = (0..deep).fold("x0 + n > 5".to_string(), any);
        format!("state n; move m if {condition} -> [n-1]")
    };
    assert!(is_made(&rules(&nested(2)).unwrap(), &[1000]));
    for deep in [4, 6] {
        assert!(!is_made(&rules(&nested(deep)).unwrap(), &[1000]), "{deep}");
    }
    let indexed = |moves: usize, elements: usize| {
        let sum: Vec<String> = (0..elements)
            .map(|at| format!("h[h[{}] % 6]", at % 6))
            .collect();
        let one = |at| format!("; move m{at}(i in 0..5) -> [h[i := h[i]-{}]]", at % 3 + 1);
        let moves: String = (0..moves).map(one).collect();
        rules(&format!("state h[6] where {} < 99{moves}", sum.join(" + "))).unwrap()
    };
    let size = [3; 6];
    assert!(is_made(&indexed(3, 20), &size));
    assert_eq!(
        agree::tables(&indexed(3, 20), &size, &Budget::default()),
        Ok(())
    );
    assert!(!is_made(&indexed(150, 100), &size));
}
