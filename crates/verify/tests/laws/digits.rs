//! Numbers digit by digit: far out, many at a time, in bases that repeat.

use grundy::notation::sealed;

use crate::boards::Truth;
use crate::told;

/// Unbounded boards, where the first position that shows a difference may lie far out: equations of
/// which a multiple of 10 or 7 tokens has a solution, from some number on.
#[test]
fn equations_are_solved_far_out() {
    for condition in [
        "n + 120 = 10*k",
        "10*k = n + 120",
        "n + 250 = 7*k",
        "7*k + 100 = 8*n",
        "8*n = 7*k + 100",
        "10*k + 99 = n + 2*k",
    ] {
        let rules = format!("game g; state n; move m(k in 1..n) if {condition} -> []");
        let mut truth = Truth::new(&rules);
        let (start, period) = (280, 280);
        let lost: Vec<bool> = (0..start + 2 * period)
            .map(|n| truth.value(&[n]) == 0)
            .collect();
        let fold = |n: i64| if n < start + period { n } else { n - period };
        assert!((0..start + 2 * period).all(|n| lost[n as usize] == lost[fold(n) as usize]));
        let states = start + period;
        let next = |n: i64| {
            if n < states {
                n
            } else {
                start + (n - start) % period
            }
        };
        let mut lines = String::new();
        let mut accepting = String::new();
        for n in 0..states {
            lines.push_str(&format!("{n}: {} {}\n", next(2 * n), next(2 * n + 1)));
            if lost[n as usize] {
                accepting.push_str(&format!(" {n}"));
            }
        }
        let law = |accepting: &str| {
            let text = format!(
                "grundy law certificate 2\nclaim lost\norder sum\nnumeration base 2\ngame g\nrules 1 lines\n{rules}\n\
                 automaton {states} states 1 tracks\naccepting{accepting}\n{lines}"
            );
            told(&sealed::seal(&text))
        };
        assert_eq!(law(&accepting), "", "{condition}");
        // One number of the period, which is first met beyond the table.
        let wrong = (start..states).find(|n| lost[*n as usize]).unwrap();
        let told = law(&accepting.replacen(&format!(" {wrong} "), " ", 1));
        assert!(told.contains("it says N of"), "{condition}: {told}");
    }
}

/// Conditions on so many digits at a time that what they lead to is not remembered.
#[test]
fn conditions_on_many_digits_are_read_right() {
    let rules = "game g; state n; move m(k in 1..2, j in 1..2) if k + j < n -> []";
    let line = |first: &str, few: &str, many: &str| {
        let words: Vec<&str> = (0..16)
            .map(|digit| match digit {
                0 => first,
                1 | 2 => few,
                _ => many,
            })
            .collect();
        words.join(" ")
    };
    for (accepting, right) in [("0 1", true), ("0", false), ("1", false), ("0 1 2", false)] {
        let text = format!(
            "grundy law certificate 2\nclaim lost\norder sum\nnumeration base 16\ngame g\nrules 1 lines\n{rules}\n\
             automaton 3 states 1 tracks\naccepting {accepting}\n0: {}\n1: {}\n2: {}\n",
            line("0", "1", "2"),
            line("2", "2", "2"),
            line("2", "2", "2")
        );
        let told = told(&sealed::seal(&text));
        assert_eq!(told.is_empty(), right, "{accepting}: {told}");
    }
}

/// Ones in base 6, read by 3 and 2 in turn: a law in places that repeat with a period. Whatever is
/// changed in it is noticed.
#[test]
fn laws_in_mixed_bases_are_checked() {
    let certificate = |numeration: &str, accepting: &str, rows: &[String]| {
        let rows: Vec<String> = { rows.iter().enumerate() }
            .map(|(state, row)| format!("{state}: {row}\n"))
            .collect();
        told(&sealed::seal(&format!(
            "grundy law certificate 2\nclaim lost\norder sum\nnumeration {numeration}\ngame g\nrules 1 lines\n\
             state n; move to(m in 1..n-1) if 6*m >= n -> [m]\n\
             automaton 4 states 1 tracks\naccepting {accepting}\n{}",
            rows.concat()
        )))
    };
    let rows: Vec<String> = ["1 - -", "0 2 -", "3 - -", "- 2 -"]
        .map(String::from)
        .into();
    assert_eq!(certificate("bases 2 3", "0 2", &rows), "");
    // States within a period are no ends of words: of the others each matters.
    for accepting in ["0", "2", "", "1 2", "0 3"] {
        let told = certificate("bases 2 3", accepting, &rows);
        assert!(told.contains("it says"), "{accepting}: {told}");
    }
    assert_eq!(certificate("bases 2 3", "0 1 2 3", &rows), "");
    for numeration in [
        "bases 2 2 3",
        "ostrowski 1 2",
        "ostrowski 2 1",
        "base 3",
        "recurrence 2 1",
    ] {
        assert!(
            !certificate(numeration, "0 2", &rows).is_empty(),
            "{numeration}"
        );
    }
    for state in 0..4 {
        for letter in 0..3 {
            for to in ["-", "0", "1", "2", "3"] {
                let mut row: Vec<&str> = rows[state].split(' ').collect();
                // In the second half of a period there is no digit 2.
                if row[letter] == to || (state % 2 == 1 && letter == 2) {
                    continue;
                }
                row[letter] = to;
                let mut wrong = rows.clone();
                wrong[state] = row.join(" ");
                // Some changes only lead where nothing is accepted any more.
                let told = certificate("bases 2 3", "0 2", &wrong);
                assert_eq!(
                    told.is_empty(),
                    is_right(&wrong),
                    "{state} {letter} {to}: {told}"
                );
            }
        }
    }
}

/// Whether the automaton above still accepts ones in base 6 and nothing else.
fn is_right(rows: &[String]) -> bool {
    let step = |state: Option<usize>, letter: usize| {
        rows[state?]
            .split(' ')
            .nth(letter)
            .and_then(|to| to.parse().ok())
    };
    (0..1296u32).all(|n| {
        let (mut state, mut ones, mut begun) = (Some(0), true, false);
        for place in [216, 36, 6, 1] {
            let digit = (n / place % 6) as usize;
            begun |= digit > 0;
            ones &= !begun || digit == 1;
            state = step(step(state, digit / 2), digit % 2);
        }
        let accepted = state.is_some_and(|s| s == 0 || s == 2);
        accepted == ones
    })
}
