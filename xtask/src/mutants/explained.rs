//! Survivors that no test can kill, and why: the file `xtask/mutants.explained`.
//!
//! ```text
//! # A remark.
//! crates/verify/src/heap.rs Run::trim
//! - 4 → 5
//! - self.origin → 0
//! = When the ring is cut, never what it holds.
//! ```
//!
//! A paragraph names a file and a function, changes of it, and the reason. `*` in place
//! of a function or of a change stands for every one. Lines are not named: they move.

use super::sites::Mutant;

/// One line of the file that names a change.
pub struct Entry {
    pub line: usize,
    file: String,
    function: String,
    change: String,
    pub reason: String,
}

impl Entry {
    pub fn explains(&self, mutant: &Mutant) -> bool {
        let fits = |pattern: &str, text: &str| pattern == "*" || pattern == text;
        self.file == mutant.file
            && fits(&self.function, &mutant.function)
            && fits(&self.change, &mutant.change())
    }

    /// The line as it is in the file, with its place.
    pub fn told(&self) -> String {
        format!("{} {}: {}", self.file, self.function, self.change)
    }
}

/// Reads the file; the error names the line.
pub fn read(text: &str) -> Result<Vec<Entry>, String> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut place: Option<(String, String)> = None;
    let mut open: Vec<(usize, String)> = Vec::new();
    let mut explained = 0;
    for (at, line) in text.lines().enumerate() {
        let failed = |what: &str| format!("mutants.explained, line {}: {what}", at + 1);
        if line.starts_with('#') {
            continue;
        }
        if line.trim().is_empty() {
            if !open.is_empty() {
                return Err(failed("a paragraph ends without a reason"));
            }
            place = None;
        } else if let Some(change) = line.strip_prefix("- ") {
            if place.is_none() {
                return Err(failed("a change without a file and function above it"));
            }
            open.push((at + 1, change.trim().to_string()));
        } else if let Some(reason) = line.strip_prefix("= ") {
            let Some((file, function)) = place.clone().filter(|_| !open.is_empty()) else {
                return Err(failed("a reason without a change above it"));
            };
            explained = entries.len();
            for (line, change) in open.drain(..) {
                entries.push(Entry {
                    line,
                    file: file.clone(),
                    function: function.clone(),
                    change,
                    reason: reason.trim().to_string(),
                });
            }
        } else if let Some(more) = line.strip_prefix("  ") {
            if place.is_none() || explained == entries.len() {
                return Err(failed("a line that continues no reason"));
            }
            for entry in &mut entries[explained..] {
                entry.reason.push(' ');
                entry.reason.push_str(more.trim());
            }
        } else {
            if !open.is_empty() {
                return Err(failed("a paragraph ends without a reason"));
            }
            let Some((file, function)) = line.trim().split_once(' ') else {
                return Err(failed("a file and a function are expected"));
            };
            place = Some((file.to_string(), function.to_string()));
        }
    }
    match open.first() {
        Some((line, _)) => Err(format!("mutants.explained, line {line}: no reason follows")),
        None => Ok(entries),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(function: &str, before: &str, nth: usize) -> Mutant {
        Mutant {
            id: 1,
            file: "a.rs".to_string(),
            line: 7,
            function: function.to_string(),
            before: before.to_string(),
            after: "b".to_string(),
            nth,
        }
    }

    #[test]
    fn paragraphs_explain_changes() {
        let text =
            "# a remark\na.rs T::f\n- a → b\n- a → b #2\n= why\n  it is so\n\na.rs g\n- *\n= all\n";
        let entries = read(text).unwrap();
        let why = |mutant: &Mutant| -> Vec<&str> {
            let entries = entries.iter().filter(|entry| entry.explains(mutant));
            entries.map(|entry| entry.reason.as_str()).collect()
        };
        assert_eq!(why(&mutant("T::f", "a", 1)), ["why it is so"]);
        assert_eq!(why(&mutant("T::f", "a", 2)), ["why it is so"]);
        assert!(why(&mutant("T::f", "a", 3)).is_empty());
        assert!(why(&mutant("T::f", "c", 1)).is_empty());
        assert_eq!(why(&mutant("g", "c", 5)), ["all"]);
        assert_eq!(entries[1].told(), "a.rs T::f: a → b #2");
        assert_eq!(entries[1].line, 4);
    }

    #[test]
    fn faults_name_their_line() {
        for (text, line) in [
            ("- a → b\n", 1),
            ("a.rs f\n= why\n", 2),
            ("a.rs f\n- a → b\n\n", 3),
            ("a.rs\n", 1),
            ("a.rs f\n- a → b\n", 2),
            ("a.rs f\n  more\n", 2),
        ] {
            let error = read(text).err().unwrap_or_default();
            assert!(
                error.contains(&format!("line {line}:")),
                "{text:?}: {error}"
            );
        }
    }
}
