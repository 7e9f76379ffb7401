//! The tests that `docs/reliability.md` names are there.

use std::fs;

use crate::run::root;

/// What a document names as `crates/…/file.rs::test`.
fn named(document: &str) -> Vec<(&str, &str)> {
    let words = document.split('`').skip(1).step_by(2);
    words.filter_map(|word| word.split_once(".rs::")).collect()
}

#[test]
fn named_tests_are_there() {
    let mut lists = Vec::new();
    for document in ["docs/reliability.md", "docs/reliability.zh.md"] {
        let text = fs::read_to_string(root().join(document)).unwrap();
        let named = named(&text);
        for (file, test) in &named {
            let source = fs::read_to_string(root().join(format!("{file}.rs")));
            let source = source.unwrap_or_else(|error| panic!("{document}: {file}.rs: {error}"));
            let lines: Vec<&str> = source.lines().map(str::trim).collect();
            let at = lines
                .iter()
                .position(|line| line.starts_with(&format!("fn {test}(")));
            let at = at.unwrap_or_else(|| panic!("{document}: {file}.rs has no {test}"));
            let above = &lines[at.saturating_sub(4)..at];
            assert!(above.contains(&"#[test]"), "{file}.rs: {test} is no test");
        }
        assert!(named.len() > 20, "{document}");
        lists.push(
            named
                .iter()
                .map(|(f, t)| format!("{f}::{t}"))
                .collect::<Vec<_>>(),
        );
    }
    assert_eq!(lists[0], lists[1]);
}
