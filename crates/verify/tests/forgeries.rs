//! Certificates that were once believed, or ended the checker. The files of `forged/` were written by
//! readers of the checker of commit 8e07359, which accepted the first three, panicked at the next
//! two, and took eleven gigabytes for the last.

use grundy::budget::Budget;
use grundy::error::{Error, Resource};
use grundy::notation::sealed;
use grundy_verify::{Checked, Kind, check};

fn why(text: &str) -> String {
    match check(text, &Budget::default()) {
        Err(Error::BadCertificate { because }) | Err(Error::Unsupported { because }) => {
            because.to_string()
        }
        other => panic!("{other:?}"),
    }
}

/// "0.77 has period 1": the windows agree, but nothing was compared one heap later.
#[test]
fn kayles_has_no_period_of_one() {
    let why = why(include_str!("forged/kayles_period_1.cert"));
    assert!(why.contains("start + W ≤ THEN"), "{why}");
}

/// A game without moves below 65536, "g(n) = n - 1": factors beyond 64 bits after substitution.
#[test]
fn numbers_that_grow_by_substitution_are_refused() {
    let why = why(include_str!("forged/overflow.law"));
    assert!(why.contains("too large to be checked"), "{why}");
}

/// Numbers that only help to say what a move is must not be counted as options.
#[test]
fn options_are_positions() {
    let false_law = include_str!("forged/blocking.law");
    assert!(why(false_law).contains("it says"), "{}", why(false_law));
    // Two moves that lead to one position are one option, which may be forbidden: nobody can
    // ever move, and every position is lost.
    let head = &false_law[..false_law.find("automaton").unwrap()];
    let all = format!("{head}automaton 1 states 1 tracks\naccepting 0\n0: 0 0\n");
    let again = "move again if n > 0 -> [n-1]\nplay blocking 1";
    let doubled = all.replace("play blocking 1", again);
    let doubled = doubled
        .replace("rules 3", "rules 4")
        .replace("k in 1..2", "k in 1..1");
    let checked = check(&sealed::seal(&doubled), &Budget::default());
    assert!(matches!(checked, Ok(Checked::Law(_))), "{checked:?}");
    // With two options it is not so.
    assert!(check(&sealed::seal(&all), &Budget::default()).is_err());
}

/// The true law of the file's game is accepted: by definition a position is lost if at most one
/// option is, which makes 0, 1, 3, 4, 6, 7, … lost.
#[test]
fn the_true_blocking_law_is_accepted() {
    let false_law = include_str!("forged/blocking.law");
    let head = &false_law[..false_law.find("automaton").unwrap()];
    let mut lost: Vec<bool> = Vec::new();
    for n in 0..60usize {
        let options = (1..=2).filter(|k| n >= *k && lost[n - k]).count();
        lost.push(options <= 1);
        assert_eq!(lost[n], n % 3 != 2);
    }
    let law = "automaton 3 states 1 tracks\naccepting 0 1\n0: 0 1\n1: 2 0\n2: 1 2\n";
    let checked = check(&sealed::seal(&format!("{head}{law}")), &Budget::default());
    assert!(matches!(checked, Ok(Checked::Law(_))), "{checked:?}");
}

#[test]
fn claims_that_ended_the_checker_are_refused() {
    for text in [
        include_str!("forged/panic1.cert"),
        include_str!("forged/panic2.cert"),
    ] {
        let why = why(text);
        assert!(why.contains("needed") || why.contains("too large"), "{why}");
    }
}

/// A quotient of ten thousand heaps with ten thousand digits asks for room before it takes it.
#[test]
fn a_quotient_keeps_to_its_budget() {
    let text = include_str!("forged/misere_oom.cert");
    let budget = Budget::default()
        .with_bytes(100 << 20)
        .with_states(2_000_000);
    match check(text, &budget) {
        Err(Error::OverBudget {
            resource: Resource::States | Resource::Bytes,
            ..
        })
        | Err(Error::BadCertificate { .. }) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_no_certificate_is_called_so() {
    for text in [
        "",
        "state n; move m(k in 1..n) -> [n-k]",
        "grundy\n",
        "\u{feff}",
    ] {
        assert_eq!(Kind::of(text), None);
        assert!(why(text).contains("not a certificate"));
    }
}

/// Nim in rows, as the checker of rows reads it: with something said beside or after the rules.
fn row(beside: &str, more: &str) -> String {
    let rules = format!(
        "game nim(d = 3)\nstate h[d]\nmove take(i in 0..d-1, k in 1..h[i]) -> [h[i := h[i]-k]]\n{more}"
    );
    sealed::seal(&format!(
        "grundy heaps certificate 1\nfor d from 1\ngame nim\n{beside}rules {} lines\n{rules}order down\nheap 0 of 1 counts itself\n",
        rules.lines().count()
    ))
}

/// The value of a row is that of normal play: who asks for misère play beside the rules is refused.
#[test]
fn rows_have_no_values_under_misere_play() {
    assert!(check(&row("", ""), &Budget::default()).is_ok());
    assert!(why(&row("play misere\n", "")).contains("misère"));
    // Nor is another game of the text meant than the one that is read.
    assert!(check(&row("choose nim\n", ""), &Budget::default()).is_ok());
    assert!(check(&row("choose near\n", ""), &Budget::default()).is_err());
}

/// Places are numbers like others, and may be less than 0 where a heap beside them is touched: the
/// move below makes play endless from (1), and nobody looked at it.
#[test]
fn places_below_zero_are_looked_at() {
    for more in [
        "move up(i in -1..-1) if h[i+1] = 1 -> [h[i+1 := 1]]\n",
        "move up(i in {-1}) if h[i+1] = 1 -> [h[i+1 := 1]]\n",
        "move up(i in -1..d-2) if i < 0 -> [h[i+1 := h[i+1]]]\n",
        "move up(i in 0-d..0-d) if h[i] = 1 -> [h[i := 1]]\n",
    ] {
        let why = why(&row("", more));
        assert!(why.contains("place"), "{more}: {why}");
    }
    let none = "move none(i in 5-d..-1) if h[i] = 1 -> [h[i := 0]]\n";
    assert!(why(&row("", none)).contains("place"));
}

/// A sentence that can never fail is true, but what it says of numbers must make sense.
#[test]
fn sentences_name_their_numbers() {
    let law = include_str!("genuine/bachet.law");
    let sentence = |condition: &str, terms: &str| {
        sealed::seal(&format!(
            "grundy sentence certificate 1\nsaid nothing\nsentence 2 lines\nstate n, v\nmove fails if {condition} -> []\n{terms}law {} lines\n{law}",
            law.lines().count()
        ))
    };
    for condition in ["v > 3", "false"] {
        let right = sentence(condition, "value v at n\n");
        assert!(check(&right, &Budget::default()).is_ok(), "{condition}");
        for wrong in [
            "value v at m\n",
            "value w at n\n",
            "value v at n n\n",
            "value v at\n",
        ] {
            let wrong = sentence(condition, wrong);
            assert!(check(&wrong, &Budget::default()).is_err(), "{wrong}");
        }
    }
    assert!(why(&sentence("v > 2", "value v at n\n")).contains("n = 3, v = 3"));
}

/// What stands before `game` is a game of its own, and says nothing of the one that is meant: neither how its
/// sums are played, nor that its numbers are not negative.
#[test]
fn another_game_in_the_text_is_not_mistaken_for_it() {
    let sealed = |head: &str, rules: &str, tail: &str| {
        let lines = rules.lines().count();
        sealed::seal(&format!("{head}rules {lines} lines\n{rules}{tail}"))
    };
    let moore = "grundy moore certificate 1\nupto 2\ngame own\n";
    let nim = "game own\nstate n\nmove take(j in 1..n) -> [n-j]\n";
    let right = format!("# Any comment.\n{nim}sum upto 2\n");
    assert!(check(&sealed(moore, &right, ""), &Budget::default()).is_ok());
    let wrong = format!("state n\nmove take(j in 1..n) -> [n-j]\nsum upto 2\n{nim}");
    assert!(why(&sealed(moore, &wrong, "")).contains("one game"));
    // `isqrt` has no value at -1, so that these rules have no meaning at all.
    let law = "grundy law certificate 2\nclaim lost\norder sum\nnumeration base 2\ngame own\nfact prime modulo 4 below 8\n";
    let prime =
        "move take(k in n-2..n) if k < 0 and all(d in 2..isqrt(k): not divides(d, k)) -> []\n";
    let automaton = "automaton 1 states 1 tracks\naccepting\n0: 0 0\n";
    let wrong = format!("state k\nmove none -> [k-1]\ngame own\nstate n\n{prime}");
    let checked = check(&sealed(law, &wrong, automaton), &Budget::default());
    assert!(checked.is_err(), "{checked:?}");
    let family = "grundy family certificate 1\nfor k from 0\ngame own\n";
    let claim = "case k mod 1 = 0 period 1 1 reach 1\npiece from 0 0 below 1 1 step 1 offset 0 start 0 0 rise 1\n";
    let bachet = "game own(k = 3)\nstate n\nmove take(j in 1..k) -> [n-j]\n";
    assert!(check(&sealed(family, bachet, claim), &Budget::default()).is_ok());
    let two = format!("state m\nmove one -> [m-1]\n{bachet}");
    assert!(why(&sealed(family, &two, claim)).contains("one game"));
}

/// A move to a sum that nobody can ever make takes nothing from a law of lost positions.
#[test]
fn moves_to_sums_that_cannot_be_made_are_none() {
    let law = |last: u32| {
        let rules = format!(
            "state n\nmove one(k in 1..2) -> [n-k]\nmove split(k in 2..{last}) -> [n-k] + [0]\n"
        );
        let head = "grundy law certificate 2\nclaim lost\norder sum\nnumeration base 2\ngame own\nrules 3 lines\n";
        let multiples = "automaton 3 states 1 tracks\naccepting 0\n0: 0 1\n1: 2 0\n2: 1 2\n";
        sealed::seal(&format!("{head}{rules}{multiples}"))
    };
    let checked = check(&law(1), &Budget::default());
    assert!(matches!(checked, Ok(Checked::Law(_))), "{checked:?}");
    assert!(why(&law(2)).contains("leads to a sum"));
}
