//! What an engine calls itself in a meter is told to people, when it works and when a limit stops it: every such name has
//! one in Chinese. The names are found in the sources, so that a new engine cannot be forgotten.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use grundy::error::engine_name;
use grundy::text::Lang;

/// Every source of the workspace's libraries, without what is behind their unit tests.
fn sources() -> Vec<(String, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut open: Vec<_> = fs::read_dir(crates)
        .unwrap()
        .map(|entry| entry.unwrap().path().join("src"))
        .collect();
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|e| e.unwrap().path()));
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = code
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            found.push((
                path.display().to_string(),
                lines.collect::<Vec<_>>().join("\n"),
            ));
        }
    }
    found
}

#[test]
fn every_engine_has_a_name_in_chinese() {
    let mut names = BTreeMap::new();
    for (path, code) in sources() {
        for piece in code.split(".meter(\"").skip(1) {
            let name = piece.split('"').next().unwrap_or_default();
            names.insert(name.to_string(), path.clone());
        }
    }
    assert!(names.len() > 20, "{names:?}");
    for (name, path) in names {
        // It lives as long as the test.
        let told = engine_name(name.clone().leak());
        let chinese = told
            .get(Lang::Zh)
            .chars()
            .any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        assert!(
            chinese,
            "{path}: the engine `{name}` has no name in Chinese (`engine_name`)"
        );
    }
}
