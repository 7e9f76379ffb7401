//! Whatever text is given, nothing panics, hangs or answers wrongly.

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::outcome::Convention;
use grundy::text::Lang;
use grundy_lang::diagnostic::render;
use proptest::prelude::*;

const PIECES: [&str; 48] = [
    "game ",
    "state ",
    "coins ",
    "heaps",
    "subtract ",
    "octal ",
    "start ",
    "move ",
    "play ",
    "sum ",
    "long",
    "short",
    "win when ",
    "lose when ",
    "measure ",
    "expect ",
    "n",
    "k",
    "h[3]",
    "p",
    "in ",
    "if ",
    "let ",
    "and ",
    "or ",
    "not ",
    "xor ",
    "turns ",
    "->",
    "..",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ",",
    "+",
    "-",
    "*",
    "/",
    "=",
    "<",
    "\n",
    ";",
    "1",
    "9223372036854775807",
    "取",
];

/// Reads a text and, if it can be, plays a little.
fn try_text(text: &str) {
    match grundy_lang::bench::load(text, None, &[]) {
        Err(wrong) => {
            for lang in [Lang::En, Lang::Zh] {
                assert!(!render(&wrong, text, "my.game", lang).is_empty());
            }
            assert!(!wrong.is_empty());
        }
        Ok(game) => {
            let budget = Budget::default().with_states(500).with_bytes(1 << 24);
            let question = Question {
                budget: budget.clone(),
                ..Question::default()
            };
            for position in [
                "3", "2,1", "5,2", "1,1,1", "", "H", "(1,1)", "-1", "[]", "x",
            ] {
                let _ = game.solve(position, &question);
                let _ = game.moves(position, 20);
                if let Ok(mut play) = game.begin(position, Convention::Misere, &budget) {
                    let _ = (play.reply(), play.hint(), play.play("take(1)"), play.undo());
                }
            }
            let _ = game.table(&[4, 4], Convention::Normal, &budget);
            let _ = grundy_lang::expect::test(text, &[], &budget);
            assert!(grundy_lang::format::format(text).is_ok());
        }
    }
}

fn examples() -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut texts: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| std::fs::read_to_string(entry.unwrap().path()).ok())
        .collect();
    texts.sort();
    texts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_pieces(pieces in proptest::collection::vec(0usize..48, 0..40)) {
        let text: String = pieces.iter().map(|piece| PIECES[*piece]).collect();
        try_text(&text);
    }

    #[test]
    fn any_characters(text in ".{0,80}") {
        try_text(&text);
    }

    #[test]
    fn examples_with_a_piece_changed(
        which in 0usize..1000, at in 0usize..2000, length in 0usize..6, piece in 0usize..48
    ) {
        let examples = examples();
        let text = &examples[which % examples.len()];
        let chars: Vec<char> = text.chars().collect();
        let at = at % chars.len();
        let end = (at + length).min(chars.len());
        let changed: String = chars[..at].iter().chain(PIECES[piece].chars().collect::<Vec<_>>().iter())
            .chain(&chars[end..]).collect();
        try_text(&changed);
    }
}

#[test]
fn deep_and_long_texts_are_refused_or_read() {
    let deep = format!(
        "state n\nmove m -> [{}n{}]",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    let chain = format!("state n\nmove m -> [n{}]", "+1".repeat(100_000));
    let minus = format!("state n\nmove m -> [{}n]", "-".repeat(100_000));
    let nots = format!("state n\nmove m if {}true -> [n]", "not ".repeat(100_000));
    let choices = format!("state n\nmove m -> [{}n]", "n>0?n:".repeat(50_000));
    let mut doubling = "n".to_string();
    for _ in 0..60 {
        doubling = format!("(0 < {doubling} < 9 ? 1 : 0)");
    }
    let doubling = format!("state n\nmove m -> [{doubling}]");
    let powers = format!("state n\nmove m -> [n{}]", "**n".repeat(100_000));
    for text in [deep, chain, minus, nots, choices, doubling, powers] {
        assert!(grundy_lang::bench::load(&text, None, &[]).is_err());
    }
    let sets: String = (0..6)
        .map(|i| format!("k{i} in {{{}}}, ", "n+1,".repeat(90)))
        .collect();
    let text = format!("state n\nmove m({sets}) -> [n-1]");
    assert!(grundy_lang::bench::load(&text, None, &[]).is_err());
}

#[test]
fn endless_choices_are_a_fault_with_numbers() {
    let text = "state n\nmove m(a in 0..1000000000000, b in 0..9) if a + b < 0 -> [n-1]";
    let game = grundy_lang::bench::load(text, None, &[]).unwrap();
    let error = game.solve("5", &Question::default()).unwrap_err();
    assert!(error.to_string().contains("4194304"), "{error}");
    let text = "state n\nmove m if any(a in 0..1000000000000: a < 0) -> [n-1]";
    let game = grundy_lang::bench::load(text, None, &[]).unwrap();
    assert!(game.solve("5", &Question::default()).is_err());
}

#[test]
fn faults_name_the_position() {
    for (text, position, code) in [
        ("state n\nmove m -> [n * n * n - 1]", "3000000", "E101"),
        (
            "state n\nmove m(k in 0..n) if n % k = 0 -> [n-1]",
            "3",
            "E102",
        ),
        (
            "state h[2]\nmove m(i in 0..2) if h[i] > 0 -> [h[0]-1, h[1]]",
            "3,3",
            "E103",
        ),
        ("state n\nmeasure n\nmove m -> [n xor 1]", "2", "E105"),
        ("state n\nmove m if ctz(n - 3) = 0 -> [n-1]", "3", "E106"),
    ] {
        let game = grundy_lang::bench::load(text, None, &[]).unwrap();
        let error = game.solve(position, &Question::default()).unwrap_err();
        let message = error.to_string();
        assert!(message.contains(code), "{text}: {message}");
        assert!(
            message.contains(position) || code == "E105",
            "{text}: {message}"
        );
    }
}

/// Digits from 8 on leave three heaps: the values are those of the code.
#[test]
fn codes_with_splits_into_three_are_read() {
    use grundy::budget::Budget;
    use grundy::outcome::Convention;
    use grundy::table::Cell;
    for code in ["0.8", "0.08", "0.18", "0.3f", "0.c4", "0.0a7"] {
        let game = grundy_lang::load(&format!("octal {code}"), None, &[]).unwrap();
        let table = game
            .table(&[40], Convention::Normal, &Budget::default())
            .unwrap();
        let rules: grundy::solve::heap::code::Rules = code.parse().unwrap();
        let known = grundy::solve::heap::known::Known::new(rules);
        for (heap, cell) in (0u64..).zip(&table.cells) {
            let value = known.value(&heap.into()).unwrap();
            assert_eq!(*cell, Cell::Value(value), "{code} at {heap}");
        }
    }
}
