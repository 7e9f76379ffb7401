//! The reading guide of the crate is right: every file is in it, with as many lines of code as it says.

use std::collections::BTreeMap;
use std::path::Path;

/// Lines that are neither blank nor comments, before the tests of a file.
fn code(text: &str) -> usize {
    let text = text.split("#[cfg(test)]").next().unwrap_or("");
    let lines = text.lines().map(str::trim);
    lines
        .filter(|l| !l.is_empty() && !l.starts_with("//"))
        .count()
}

fn files(folder: &Path, below: &str, found: &mut BTreeMap<String, usize>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{below}{}", path.file_name().unwrap().to_str().unwrap());
        match path.is_dir() {
            true => files(&path, &format!("{name}/"), found),
            false => {
                let text = std::fs::read_to_string(&path).unwrap();
                found.insert(name, code(&text));
            }
        }
    }
}

#[test]
fn the_reading_guide_counts_every_file() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeMap::new();
    files(&crate_folder.join("src"), "", &mut found);
    let library = include_str!("../src/lib.rs");
    let mut told = BTreeMap::new();
    for line in library.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let [_, file, count, _, _] = cells[..]
            && let Ok(count) = count.parse::<usize>()
        {
            let file = file.trim_matches('`').to_string();
            assert_eq!(
                told.insert(file.clone(), count),
                None,
                "{file} is told twice"
            );
        }
    }
    // A table in a comment is no reason to touch it with every line: a few more or fewer will do.
    for (file, count) in &found {
        let said = told.remove(file);
        let close = said.is_some_and(|said| said.abs_diff(*count) <= 10.max(count / 20));
        assert!(
            close,
            "{file} has {count} lines of code, the guide says {said:?}"
        );
    }
    assert!(told.is_empty(), "no such files: {told:?}");
    // The document says the sum, in hundreds.
    let total: usize = found.values().sum();
    for document in ["reliability.md", "reliability.zh.md"] {
        let path = crate_folder.join("../../docs").join(document);
        // A packed crate has no documents.
        if let Ok(text) = std::fs::read_to_string(path) {
            let said = (total + 50) / 100 * 100;
            let near = [said - 100, said, said + 100];
            let tells = |n: &usize| text.contains(&format!(" {n} "));
            assert!(
                near.iter().any(tells),
                "{document} does not say about {said}"
            );
        }
    }
}
