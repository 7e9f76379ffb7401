//! The calculator on good lines, on nonsense, and on attempts to make it run away.

use grundy_nimber::calc::{Calculator, evaluate};
use proptest::prelude::*;
use std::time::Instant;

/// Of 32 bits these degrees would keep 1, which every nimber has.
#[test]
fn a_degree_beyond_all_addresses_is_no_degree() {
    for line in [
        "trace(200, 4294967297)",
        "norm(200, 4294967297)",
        "bit(4294967297)",
    ] {
        assert!(evaluate(line).is_err(), "{line}");
    }
    assert_eq!(evaluate("trace(200, 1)").unwrap().to_string(), "1");
}

#[test]
fn variables_and_lists() {
    let mut s = Calculator::default();
    assert_eq!(s.run("x = 24 * 17").unwrap().to_string(), "128");
    assert_eq!(s.run("x + ans").unwrap().to_string(), "0");
    assert_eq!(s.run("conj(4)").unwrap().to_string(), "4, 6, 5, 7");
    assert_eq!(s.run("trace(200)").unwrap().to_string(), "1");
    assert_eq!(
        s.run("norm(200, 4)").unwrap().to_string(),
        s.run("200^17").unwrap().to_string()
    );
    assert!(
        s.run("sqrt = 3").is_err() && s.run("ans = 3").is_err() && s.run("y = order(3)").is_err()
    );
    assert_eq!(
        s.run("2^(order(5)-1) * 3^(-2*3+4^1)").unwrap().to_string(),
        s.run("2^14 / 3^2").unwrap().to_string()
    );
    assert_eq!(
        format!("{:#}", s.run("w^(w*2)*3 + 1").unwrap()),
        "ω^(ω·2)·3+1"
    );
    assert_eq!(s.run("ω ⊗ ω² ").map_err(|e| e.column).unwrap_err(), 6);
}

#[test]
fn nothing_runs_away() {
    let start = Instant::now();
    let nines = "9".repeat(9000);
    let deep = "(".repeat(500) + "1";
    let deep_functions = "sqrt(".repeat(500);
    let tower = vec!["9"; 1000].join("^");
    let products = vec!["bit(4095)^(2^4000-3)"; 300].join("*");
    let orders = vec!["order(bit(4095)+1)"; 100].join("+");
    let sum = vec!["w^(w^7)"; 900].join("*");
    for line in [
        &nines,
        &deep,
        &deep_functions,
        &tower,
        &products,
        &format!("2^({orders})"),
        &sum,
        "2^2^2^2^100",
        "root(w^(w^9)+w^(w^8)+w^(w^7)+1, 23)",
        "(w^(w^13)+w^(w^12)+w+1)^(2^1500+12345)",
        "inv(w^(w^60)+1)",
        "alpha(7919)",
        "1/(w^(w^999)+1)",
        "w^18446744073709551616",
        "kappa(18446744073709551615)",
        "kappa(2^60)",
        "bit(2^63)",
        "root(5, 18446744073709551557)",
        "minpoly(bit(4000))",
        "(w^(w^30*7+w^20*5)+w^(w^30*8)+1)^99999999",
    ] {
        let short: String = line.chars().take(60).collect();
        match evaluate(line) {
            Ok(value) => println!("{short}: {} characters", value.to_string().len()),
            Err(e) => println!("{short}: {e}"),
        }
        println!("  after {:?}", start.elapsed());
    }
    // A length error names both numbers.
    let long = evaluate(&"1+".repeat(6000)).unwrap_err().to_string();
    assert!(long.contains("12000") && long.contains("10000"), "{long}");
    let tower = evaluate("2^2^2^2^100").unwrap_err().to_string();
    assert!(tower.contains("8192"), "{tower}");
}

/// Pieces from which plausible and implausible lines are made.
const PIECES: [&str; 44] = [
    "0", "1", "2", "7", "255", "65537", "0x", "0xff", "w", "ω", "w^", "w^(", "w^(w", "^", "^-",
    "+", "-", "*", "/", "(", ")", ",", "=", " ", "sqrt(", "root(", "log(", "order(", "inv(",
    "trace(", "norm(", "minpoly(", "degree(", "solve(", "alpha(", "kappa(", "bit(", "conj(",
    "help", "ans", "x", "⊗", "⊕", "_",
];

#[test]
fn random_pieces_never_panic() {
    // A fixed generator, so that a failure can be repeated.
    let mut s = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |n: usize| {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        (s >> 33) as usize % n
    };
    let mut calculator = Calculator::default();
    let mut good = 0;
    for _ in 0..30_000 {
        let line: String = (0..1 + next(9))
            .map(|_| PIECES[next(PIECES.len())])
            .collect();
        match calculator.run(&line) {
            Ok(value) => {
                good += 1;
                assert!(!value.to_string().is_empty());
            }
            Err(e) => assert!(
                e.column >= 1 && e.column <= line.chars().count() + 1,
                "{line:?}: {e:?}"
            ),
        }
    }
    assert!(good > 500, "only {good} lines were good");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_is_answered(line in "\\PC{0,40}") {
        let _ = evaluate(&line);
    }

    #[test]
    fn sums_and_products_agree_with_fixed_width(a: u64, b: u64, c: u64) {
        use grundy_nimber::Nim64;
        let text = evaluate(&format!("{a} * ({b} + {c})")).unwrap().to_string();
        prop_assert_eq!(text, (Nim64(a) * (Nim64(b) + Nim64(c))).to_string());
    }
}
