//! The text of certificates, and that every entry of a law matters.

use grundy::notation::sealed;
use grundy_verify::law::certificate::Certificate;
use grundy_verify::law::numeration::Numeration;

use crate::{constant, told};

/// The genuine certificates, in every numeration: each accepting state and each transition
/// matters.
#[test]
fn every_entry_of_a_genuine_law_matters() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/genuine");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(told(&text), "", "{}", path.display());
        let lines: Vec<&str> = text.lines().collect();
        let from = lines
            .iter()
            .position(|line| line.starts_with("accepting"))
            .unwrap();
        let states = lines.len() - from - 2;
        let accepting: Vec<&str> = lines[from].split(' ').skip(1).collect();
        let (mut changed, mut believed) = (0, 0);
        for state in 0..states {
            let state = state.to_string();
            let mut other = accepting.clone();
            match other.iter().position(|name| *name == state) {
                Some(at) => drop(other.remove(at)),
                None => other.push(&state),
            }
            other.sort_by_key(|name| name.parse::<usize>().unwrap());
            let mut wrong = lines.clone();
            let line = format!("accepting {}", other.join(" "));
            wrong[from] = line.trim_end();
            wrong.pop();
            changed += 1;
            let wrong = sealed::seal(&format!("{}\n", wrong.join("\n")));
            believed += usize::from(told(&wrong).is_empty());
        }
        // Nothing is coded as 0 where values are written as powers of two.
        let free = usize::from(text.contains("claim values power"));
        assert_eq!(believed, free, "{}: of {changed}", path.display());
    }
}

/// The numerations that there are, at the ends of their numbers.
#[test]
fn numerations_are_read_or_refused() {
    for code in [
        "base 2",
        "base 64",
        "recurrence 1 1",
        "recurrence 32 32",
        "recurrence 8 1",
        "recurrence 2 0 1",
        "recurrence 1 1 1",
        "recurrence 1 0 0 1",
        "bases 2 64",
        "ostrowski 1 32",
    ] {
        let read = Numeration::from_code(code).unwrap_or_else(|| panic!("{code}"));
        assert_eq!(read.code(), code);
    }
    for code in [
        "base 1",
        "base 65",
        "base 0",
        "base",
        "base 2 2",
        "recurrence 1",
        "recurrence 33 1",
        "recurrence 1 2",
        "recurrence 2 0",
        "recurrence 0 1",
        "recurrence 1 1 0",
        "recurrence 1 1 2",
        "recurrence 1 0 1",
        "recurrence 1 1 1 1 1",
        "bases 2",
        "bases 2 65",
        "bases 2 2",
        "ostrowski 1",
        "ostrowski 0 1",
        "ostrowski 2 2",
        "base x",
        "radix 2",
    ] {
        let expected = code == "recurrence 1 0 1";
        assert_eq!(Numeration::from_code(code).is_some(), expected, "{code}");
    }
}

/// What is read is written again, with all that is chosen beside the rules.
#[test]
fn certificates_are_written_as_they_are_read() {
    let rules = "game a(m = 2); state n; move t(k in 1..m) -> [n-k]";
    let plain = constant(rules, "lost", "base 2", 1, true);
    let body = plain.rsplit_once("sum ").unwrap().0;
    let mut texts = vec![plain.clone()];
    for beside in [
        "play misere\n",
        "choose a\n",
        "choose a\nset m = 5\nplay misere\n",
    ] {
        texts.push(sealed::seal(
            &body.replace("rules", &format!("{beside}rules")),
        ));
    }
    texts.push(sealed::seal(
        &body.replace("order sum", "order lexicographic 0"),
    ));
    texts.push(constant(rules, "values power", "base 2", 2, false));
    texts.push(constant(rules, "values plain", "base 3", 2, false));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/genuine");
    for entry in std::fs::read_dir(folder).unwrap() {
        texts.push(std::fs::read_to_string(entry.unwrap().path()).unwrap());
    }
    for text in texts {
        let read = Certificate::read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.to_string(), text);
    }
}

/// An order names every coordinate once, and an automaton has states and letters as it says.
#[test]
fn certificates_that_do_not_fit_together_are_refused() {
    let rules = "game g; state x, y; move a -> [x-1, y]; move b -> [x, y-1]";
    let text = constant(rules, "lost", "base 2", 2, true);
    let body = text.rsplit_once("sum ").unwrap().0;
    let changed = |from: &str, to: &str| {
        assert!(body.contains(from), "{from}");
        told(&sealed::seal(&body.replace(from, to)))
    };
    assert!(changed("order sum", "order lexicographic 0 1").contains("it says"));
    for order in ["0", "1", "0 0", "0 2", "0 1 2", "1 1", "", "x"] {
        let told = changed("order sum", &format!("order lexicographic {order}"));
        assert!(
            !told.is_empty() && !told.contains("it says"),
            "{order}: {told}"
        );
    }
    for (from, to) in [
        ("automaton 1 states", "automaton 0 states"),
        ("automaton 1 states", "automaton 2 states"),
        ("automaton 1 states 2 tracks", "automaton 1 states 0 tracks"),
        ("automaton 1 states 2 tracks", "automaton 1 states 3 tracks"),
        (
            "automaton 1 states 2 tracks",
            "automaton 1 states 40 tracks",
        ),
        ("accepting 0", "accepting 1"),
        ("0: 0 0 0 0", "0: 0 0 0"),
        ("0: 0 0 0 0", "0: 0 0 0 0 0"),
        ("0: 0 0 0 0", "0: 0 0 0 1"),
        ("0: 0 0 0 0", "1: 0 0 0 0"),
    ] {
        let told = changed(from, to);
        assert!(
            !told.is_empty() && !told.contains("it says"),
            "{to}: {told}"
        );
    }
}
