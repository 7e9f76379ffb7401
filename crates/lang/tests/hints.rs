//! What people type who know other languages: each gets the right spelling.

use grundy::text::Lang;
use grundy_lang::diagnostic::render;

/// What is reported of a text.
fn report(text: &str, lang: Lang) -> String {
    match grundy_lang::load(text, None, &[]) {
        Ok(_) => String::new(),
        Err(found) => render(&found, text, "rules", lang),
    }
}

#[test]
fn other_spellings_are_told_the_right_one() {
    for (text, right) in [
        ("state n\nmove take(k in 1..3) -> n-k", "`[n-k]`"),
        ("state n\nmove take(k in 1..3) -> n-k if k < n", "`[n-k]`"),
        ("state n\nmove take(k in 1..3) -> (n-k)", "`[(n-k)]`"),
        ("state n\nmove take(k in [1,3]) -> [n-k]", "`1..3`"),
        ("state n\nmove take(k in [1, 3, 4]) -> [n-k]", "`{1, 3, 4}`"),
        (
            "state n\nmove take(k in 1..3) if k in [1,3] -> [n-k]",
            "`{1,3}`",
        ),
        ("state n in [0,9]\nmove take(k in 1..3) -> [n-k]", "`0..9`"),
        (
            "state n\nmove take(k in 1..3) if n mod k = 0 -> [n-k]",
            "`a % b`",
        ),
        (
            "state n\nmove take(k in 1..3) if mod(n, k) = 0 -> [n-k]",
            "`a % b`",
        ),
        (
            "state n\nmove split(k in 1..n-1) -> [k],[n-k]",
            "`[k] + [n-k]`",
        ),
        (
            "state n\ntake(k in 1..3) -> [n-k]",
            "`move take(k in 1..3) -> [n-k]`",
        ),
        (
            "state n\nmoves take(k in 1..3) -> [n-k]",
            "`move take(k in 1..3) -> [n-k]`",
        ),
        (
            "state n\nmove take(k in 1..n) if prime(k) -> [n-k]",
            "isqrt(k)",
        ),
        (
            "state n\nmove take(k in 1..n) if k in primes -> [n-k]",
            "isqrt(k)",
        ),
        ("state n\nmove take(k in primes) -> [n-k]", "isqrt(k)"),
        (
            "state n\nmove take(k in 1..n) where k > 2 -> [n-k]",
            "`if …`",
        ),
        ("state n\nmove take(k in 1 to 3) -> [n-k]", "`1..n`"),
    ] {
        for lang in [Lang::En, Lang::Zh] {
            let told = report(text, lang);
            let help = told.lines().find(|line| line.trim_start().starts_with('='));
            assert!(
                help.is_some_and(|help| help.contains(right)),
                "{text}\n{told}"
            );
        }
    }
}

#[test]
fn what_is_suggested_is_right() {
    for text in [
        "state n\nmove take(k in 1..n) if k >= 2 and all(d in 2..isqrt(k): not divides(d, k)) -> [n-k]",
        // Signs of other languages that are read as they are.
        "state n\nmove take(k in 1..n) if k > 2 && n != 3 || !(k == 1) -> [n-k]",
    ] {
        assert_eq!(report(text, Lang::En), "");
    }
    let primes = "state n\nmove take(k in 1..n) if k >= 2 and all(d in 2..isqrt(k): not divides(d, k)) -> [n-k]\n\
                  expect g(0..11) = 0 0 1 1 2 2 3 3 4 0 0 1";
    let game = grundy_lang::load(primes, None, &[]).unwrap();
    let table = game
        .table(&[12], Default::default(), &Default::default())
        .unwrap();
    let built_in = grundy::catalogue::find("subtract-prime")
        .unwrap()
        .build(&[])
        .unwrap();
    let same = built_in
        .table(&[12], Default::default(), &Default::default())
        .unwrap();
    assert_eq!(table.cells, same.cells);
}
