//! `cargo xtask mutants [PLACE…] [--minutes N] [--seconds S] [--jobs J] [--list]`: would a test notice?
//!
//! Each small change of a source (`<` to `<=`, a premise that is not asked, a call that is not made)
//! is a *mutant*. A test that fails kills it; one that survives shows behaviour
//! that nobody checks. To compile once for each would take days: all mutants are
//! compiled into one copy of the workspace, asleep, and a variable of the environment wakes one
//! (mutant schemata, Untch, Offutt and Harrold 1993).
//!
//! A place is a file or a folder of sources; without one it is the checkers of certificates and
//! the heart of the library. Mutants come in a random order that is always the same, so that what
//! was judged after some minutes is a fair sample; what is known is kept in the target folder, and
//! the next call goes on
//! there. Survivors that no test can kill are explained in
//! `xtask/mutants.explained`; the command fails if others survive, or a line there is stale.
//!
//! Limits: doc tests and ignored tests are not asked, nor tests that take longer than eight
//! seconds, nor the longest of those that together take longer than sixteen (`--seconds`; a first
//! round with one second, and a second one for what survived it, is quicker): a mutant that only
//! they would kill is called a survivor. One change at a time; a mutant that makes a group of tests
//! take six times as long counts as killed.

mod campaign;
mod explained;
mod sites;
mod tree;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::time::{Duration, Instant};

use crate::run::root;
use crate::workspace::Workspace;
use campaign::{Book, Campaign, Fate};
use explained::Entry;
use sites::Mutant;
use tree::Tree;

const USAGE: &str =
    "usage: cargo xtask mutants [PLACE…] [--minutes N] [--seconds S] [--jobs J] [--list]";

/// What is changed unless somebody says otherwise.
const PLACES: [&str; 5] = [
    "crates/verify/src",
    "crates/grundy/src/ask.rs",
    "crates/grundy/src/strategy.rs",
    "crates/grundy/src/theorem.rs",
    "crates/grundy/src/compound",
];

/// The order of the mutants.
const SEED: u64 = 7;

/// What was asked for.
struct Wanted {
    places: Vec<String>,
    minutes: f64,
    /// How long tests may take that are asked about one mutant.
    seconds: f64,
    jobs: usize,
    list: bool,
}

impl Wanted {
    fn read(arguments: &[&str]) -> Option<Wanted> {
        let mut wanted = Wanted {
            places: Vec::new(),
            minutes: 60.0,
            seconds: 16.0,
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            list: false,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            match *word {
                "--minutes" => wanted.minutes = words.next()?.parse().ok()?,
                "--seconds" => wanted.seconds = words.next()?.parse().ok()?,
                "--jobs" => wanted.jobs = words.next()?.parse().ok()?,
                "--list" => wanted.list = true,
                option if option.starts_with('-') => return None,
                place => wanted.places.push(place.to_string()),
            }
        }
        if wanted.places.is_empty() {
            wanted.places = PLACES.map(str::to_string).to_vec();
        }
        let sensible = |number: f64| (0.0..1e6).contains(&number);
        let sensible = sensible(wanted.minutes) && sensible(wanted.seconds) && wanted.jobs > 0;
        sensible.then_some(wanted)
    }
}

/// Copies, changes, builds, runs, prints the tables; a survivor that is not explained is an error.
pub fn run(arguments: &[&str]) -> Result<(), String> {
    let wanted = Wanted::read(arguments).ok_or(USAGE)?;
    let text = fs::read_to_string(root().join("xtask/mutants.explained")).unwrap_or_default();
    let entries = explained::read(&text)?;
    let workspace = Workspace::read()?;
    let folder = workspace.target.join("mutants");
    let mut tree = Tree::copy(workspace, &folder, &wanted.places)?;
    if wanted.list {
        for mutant in tree.rewrite()? {
            println!("{}", told(&mutant));
        }
        return Ok(());
    }
    let all = tree.settle()?;
    let there: Vec<&Mutant> = all
        .iter()
        .filter(|(_, there)| *there)
        .map(|(m, _)| m)
        .collect();
    println!(
        "{} mutants, {} left out as they do not compile",
        there.len(),
        all.len() - there.len()
    );
    let campaign = Campaign::prepare(&folder, tree.programs()?, wanted.seconds)?;
    for test in &campaign.set_aside {
        println!("set aside: {test}");
    }
    let book = Book::open(&folder, &tree, wanted.seconds, &there)?;
    let (known, unnoticed) = book.read(&there);
    let mut open: Vec<&Mutant> = there
        .iter()
        .copied()
        .filter(|m| !known.contains_key(&m.id))
        .collect();
    shuffle(&mut open);
    // What nobody noticed comes first, for tests were written since; what is explained can wait: it
    // takes the longest, as every test is asked.
    open.sort_by_key(|mutant| {
        let explained = entries.iter().any(|entry| entry.explains(mutant));
        (explained, !unnoticed.contains(&mutant.id))
    });
    println!("{} known, {} to be judged", known.len(), open.len());
    let until = Instant::now() + Duration::from_secs_f64(60.0 * wanted.minutes);
    campaign.judge_all(&open, &book, wanted.jobs, until)?;
    report(&all, &book.read(&there).0, &entries, &wanted.places)
}

/// The same order in every run.
fn shuffle<T>(list: &mut [T]) {
    let mut state = SEED;
    for at in (1..list.len()).rev() {
        // A full period modulo 2^64; the upper bits are the better ones (Knuth 1997, 3.3.4).
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        list.swap(at, (state >> 33) as usize % (at + 1));
    }
}

fn told(mutant: &Mutant) -> String {
    let Mutant {
        file,
        line,
        function,
        ..
    } = mutant;
    format!("{file}:{line} {function}: {}", mutant.change())
}

/// What became of the mutants of a file.
#[derive(Clone, Copy, Default)]
struct Row {
    all: usize,
    left_out: usize,
    judged: usize,
    killed: usize,
    explained: usize,
    survived: usize,
    unreached: usize,
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.all += other.all;
        self.left_out += other.left_out;
        self.judged += other.judged;
        self.killed += other.killed;
        self.explained += other.explained;
        self.survived += other.survived;
        self.unreached += other.unreached;
    }

    fn line(&self, name: &str) -> String {
        format!(
            "{name:<44} {:>7} {:>8} {:>6} {:>6} {:>9} {:>8} {:>11}",
            self.all,
            self.left_out,
            self.judged,
            self.killed,
            self.explained,
            self.survived,
            self.unreached
        )
    }
}

const HEAD: &str = "file                                         mutants left out judged killed explained survived not reached";

fn report(
    all: &[(Mutant, bool)],
    fates: &HashMap<u32, Fate>,
    entries: &[Entry],
    places: &[String],
) -> Result<(), String> {
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    let mut open = Vec::new();
    // Lines that explain something that lives, and those that could.
    let (mut used, mut undecided) = (HashSet::new(), HashSet::new());
    for (mutant, there) in all {
        let row = rows.entry(&mutant.file).or_default();
        row.all += 1;
        let why = entries.iter().filter(|entry| entry.explains(mutant));
        let lines: Vec<usize> = why.map(|entry| entry.line).collect();
        if !there {
            row.left_out += 1;
            continue;
        }
        let Some(fate) = fates.get(&mutant.id) else {
            undecided.extend(lines);
            continue;
        };
        row.judged += 1;
        match fate {
            Fate::Killed => row.killed += 1,
            _ if !lines.is_empty() => {
                row.explained += 1;
                used.extend(lines);
            }
            Fate::Survived => {
                row.survived += 1;
                open.push(told(mutant));
            }
            Fate::Unreached => {
                row.unreached += 1;
                open.push(format!("{} (not reached)", told(mutant)));
            }
        }
    }
    println!("\n{HEAD}");
    let mut sum = Row::default();
    for (file, row) in &rows {
        println!("{}", row.line(file));
        sum.add(row);
    }
    println!("{}", sum.line("all"));
    if !open.is_empty() {
        println!("\nnobody noticed:");
    }
    for line in &open {
        println!("{line}");
    }
    // Lines about other places are not looked at.
    let chosen = |entry: &&Entry| {
        let told = entry.told();
        places
            .iter()
            .any(|place| told.starts_with(place.trim_end_matches('/')))
    };
    let stale = entries
        .iter()
        .filter(chosen)
        .filter(|entry| !used.contains(&entry.line) && !undecided.contains(&entry.line));
    let stale: Vec<String> = stale
        .map(|entry| format!("mutants.explained, line {}: {}", entry.line, entry.told()))
        .collect();
    if !stale.is_empty() {
        println!("\nexplained, but killed or not there:");
    }
    for line in &stale {
        println!("{line}");
    }
    match (open.len(), stale.len()) {
        (0, 0) => Ok(()),
        (open, stale) => Err(format!(
            "{open} mutants live and are not explained; {stale} explanations are stale"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_understood() {
        let wanted = Wanted::read(&["a.rs", "--minutes", "0.5", "--jobs", "3", "b"]).unwrap();
        assert_eq!(wanted.places, ["a.rs", "b"]);
        assert_eq!((wanted.minutes, wanted.jobs, wanted.list), (0.5, 3, false));
        assert_eq!(Wanted::read(&[]).unwrap().places, PLACES);
        for wrong in [
            &["--minutes"][..],
            &["--minutes", "-1"],
            &["--jobs", "0"],
            &["--seed"],
        ] {
            assert!(Wanted::read(wrong).is_none(), "{wrong:?}");
        }
    }

    #[test]
    fn the_order_is_random_and_always_the_same() {
        let ordered: Vec<u32> = (0..100).collect();
        let (mut one, mut other) = (ordered.clone(), ordered.clone());
        shuffle(&mut one);
        shuffle(&mut other);
        assert_eq!(one, other);
        assert_ne!(one, ordered);
        one.sort_unstable();
        assert_eq!(one, ordered);
    }
}
