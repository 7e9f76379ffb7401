//! A copy of the workspace that holds all mutants, and its test programs.
//!
//! The files that git would keep are copied into the target folder, the chosen ones
//! rewritten, and their crates get a hidden module `mutant` that reads from the environment which
//! mutant is on. Changes that do not compile are found by the compiler's own words: it
//! names the place of a fault, the place leads to the mutants that stand there, they are
//! left out, and the compiler is asked again.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::sites::{Mutant, Rewritten, rewrite};
use crate::run::{output, root};
use crate::workspace::{Workspace, name};

/// Which mutant is on.
pub const SWITCH: &str = "GRUNDY_MUTANT";
/// Where to write which mutants are reached.
pub const RECORD: &str = "GRUNDY_MUTANT_RECORD";
/// How often the compiler is asked at most.
const ROUNDS: usize = 40;

/// Crates whose mutants the tests of others must notice too: certificates are made in the crate
/// that proves, and checked there.
const OTHERS: [(&str, &str); 1] = [("crates/verify", "crates/laws")];

/// The copy.
pub struct Tree {
    root: PathBuf,
    build: PathBuf,
    workspace: Workspace,
    sources: Vec<Source>,
    /// What the tests read, in short: another one may have other results.
    pub fingerprint: String,
    out: HashSet<String>,
}

struct Source {
    file: String,
    text: String,
    rewritten: Option<Rewritten>,
}

impl Source {
    /// The folder of its crate.
    fn folder(&self) -> &str {
        self.file
            .split_once("/src/")
            .map_or("", |(folder, _)| folder)
    }
}

/// The sources at some places.
fn chosen(places: &[String]) -> Result<Vec<Source>, String> {
    let mut files = BTreeSet::new();
    for place in places {
        let place = place.trim_end_matches('/');
        rust_files(&root().join(place), place, &mut files)?;
        let found = |file: &String| file == place || file.starts_with(&format!("{place}/"));
        if !files.iter().any(found) {
            return Err(format!("no Rust source at {place}"));
        }
    }
    let mut sources = Vec::new();
    for file in files {
        let text = fs::read_to_string(root().join(&file));
        let text = text.map_err(|error| format!("{file}: {error}"))?;
        let source = Source {
            file,
            text,
            rewritten: None,
        };
        let folder = source.folder();
        if folder.is_empty() || !root().join(folder).join("src/lib.rs").is_file() {
            return Err(format!("{} is not a source of a library", source.file));
        }
        sources.push(source);
    }
    Ok(sources)
}

/// A program of tests.
#[derive(Clone, Debug)]
pub struct Program {
    pub name: String,
    pub path: PathBuf,
    /// Where its package lies, in the copy.
    pub folder: PathBuf,
}

impl Tree {
    /// Copies the workspace into a folder, but for the chosen sources: those at these places,
    /// files or folders.
    pub fn copy(workspace: Workspace, folder: &Path, places: &[String]) -> Result<Tree, String> {
        let sources = chosen(places)?;
        // What is rewritten is written then, or cargo would build it anew each time.
        let mut later: BTreeSet<String> = BTreeSet::new();
        for source in &sources {
            later.insert(source.file.clone());
            later.insert(format!("{}/src/lib.rs", source.folder()));
        }
        let mut listed = Command::new("git");
        listed
            .args([
                "ls-files",
                "-z",
                "--cached",
                "--others",
                "--exclude-standard",
            ])
            .current_dir(root());
        let listed = output(&mut listed)?;
        let listed = String::from_utf8(listed).map_err(|error| error.to_string())?;
        let tree = folder.join("tree");
        let mut kept = BTreeSet::new();
        let mut all = Sha256::new();
        for file in listed.split('\0').filter(|file| !file.is_empty()) {
            // What was deleted and not yet committed is listed too.
            let Ok(bytes) = fs::read(root().join(file)) else {
                continue;
            };
            // Documents and this program change nothing that the tests see.
            if !file.starts_with("xtask/") && !file.starts_with("docs/") {
                all.update(file);
                all.update(&bytes);
            }
            kept.insert(tree.join(file));
            if !later.contains(file) {
                write(&tree.join(file), &bytes)?;
            }
        }
        remove_others(&tree, &kept)?;
        Ok(Tree {
            root: tree,
            workspace,
            build: folder.join("build"),
            sources,
            fingerprint: short(all),
            out: HashSet::new(),
        })
    }

    /// A short name of what a chosen file says.
    pub fn fingerprint_of(&self, file: &str) -> Option<String> {
        let source = self.sources.iter().find(|source| source.file == file)?;
        // Its own tests come last, and may grow.
        let code = source.text.split("\n#[cfg(test)]\nmod ").next();
        let mut hash = Sha256::new();
        hash.update(code.unwrap_or_default());
        Some(short(hash))
    }

    /// Rewrites the chosen sources; gives all mutants, those left out among them.
    pub fn rewrite(&mut self) -> Result<Vec<Mutant>, String> {
        let mut mutants: Vec<Mutant> = Vec::new();
        for source in &mut self.sources {
            let first = 1 + mutants.len() as u32;
            let (found, rewritten) = rewrite(&source.file, &source.text, first, &self.out)?;
            mutants.extend(found);
            source.rewritten = Some(rewritten);
        }
        let mut roots: BTreeMap<PathBuf, String> = BTreeMap::new();
        for source in &self.sources {
            let folder = source.folder();
            let lib = self.root.join(folder).join("src/lib.rs");
            let plain = fs::read_to_string(root().join(folder).join("src/lib.rs"));
            let plain = plain.map_err(|error| format!("{folder}: {error}"))?;
            let text = source.rewritten.as_ref().map_or("", |r| r.text.as_str());
            let path = self.root.join(&source.file);
            if path == lib {
                roots.insert(lib, text.to_string());
            } else {
                roots.entry(lib).or_insert(plain);
                write(&path, text.as_bytes())?;
            }
        }
        let module = module(mutants.len());
        for (lib, text) in roots {
            write(&lib, format!("{text}{module}").as_bytes())?;
        }
        Ok(mutants)
    }

    /// Leaves out what does not compile; gives all mutants and whether each is there.
    pub fn settle(&mut self) -> Result<Vec<(Mutant, bool)>, String> {
        // What did not compile last time is not tried again while its source is the same.
        let path = self.build.with_file_name("left-out");
        for line in fs::read_to_string(&path).unwrap_or_default().lines() {
            if let Some((print, key)) = line.split_once('\t') {
                let file = key.split(' ').next().unwrap_or_default();
                if self.fingerprint_of(file).as_deref() == Some(print) {
                    self.out.insert(key.to_string());
                }
            }
        }
        for round in 1..=ROUNDS {
            let mutants = self.rewrite()?;
            let faults = self.faults()?;
            if faults.is_empty() {
                let mut lines = String::new();
                for mutant in mutants.iter().filter(|m| self.out.contains(&m.key())) {
                    let print = self.fingerprint_of(&mutant.file).unwrap_or_default();
                    lines.push_str(&format!("{print}\t{}\n", mutant.key()));
                }
                write(&path, lines.as_bytes())?;
                let there = |mutant: &Mutant| !self.out.contains(&mutant.key());
                let each = mutants.into_iter().map(|mutant| {
                    let there = there(&mutant);
                    (mutant, there)
                });
                return Ok(each.collect());
            }
            let mut blamed = BTreeSet::new();
            for fault in &faults {
                blamed.extend(self.blame(fault));
            }
            println!(
                "round {round}: {} faults, {} changes do not compile",
                faults.len(),
                blamed.len()
            );
            let keys = mutants.iter().filter(|mutant| blamed.contains(&mutant.id));
            let before = self.out.len();
            self.out.extend(keys.map(Mutant::key));
            if self.out.len() == before {
                let told: Vec<&str> = faults.iter().map(|fault| fault.told.as_str()).collect();
                return Err(format!("nobody is to blame for:\n{}", told.join("\n")));
            }
        }
        Err(format!("it does not compile after {ROUNDS} rounds"))
    }

    fn blame(&self, fault: &Fault) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        for look in [Rewritten::blame, Rewritten::near] {
            for (file, place) in &fault.places {
                let source = self.sources.iter().find(|source| source.file == *file);
                if let Some(rewritten) = source.and_then(|source| source.rewritten.as_ref()) {
                    found.extend(look(rewritten, place));
                }
                // The first place is the compiler's own choice.
                if !found.is_empty() {
                    return found;
                }
            }
        }
        found
    }

    /// The folders of the crates that are changed.
    fn changed(&self) -> BTreeSet<String> {
        let folders = self.sources.iter().map(Source::folder);
        folders.map(str::to_string).collect()
    }

    /// The packages whose tests are asked.
    fn packages(&self) -> BTreeSet<String> {
        let mut folders = self.changed();
        for (one, other) in OTHERS {
            if folders.contains(one) {
                folders.insert(other.to_string());
            }
        }
        folders
    }

    fn cargo(&self, verb: &[&str], folders: &BTreeSet<String>) -> Command {
        let mut command = Command::new(env!("CARGO"));
        command.args(verb).arg("--message-format=json");
        for folder in folders {
            let lies = |package: &&Value| {
                let manifest = package["manifest_path"].as_str().unwrap_or_default();
                Path::new(manifest) == root().join(folder).join("Cargo.toml")
            };
            let package = self.workspace.packages.iter().find(lies);
            command.args(["--package", package.map_or(folder, name)]);
        }
        command
            .env("CARGO_TARGET_DIR", &self.build)
            // Lints that are errors by themselves would speak of mutants too.
            .env("RUSTFLAGS", "--cap-lints=allow")
            .current_dir(&self.root);
        command
    }

    /// What the compiler does not accept in the changed crates.
    fn faults(&self) -> Result<Vec<Fault>, String> {
        let mut command = self.cargo(&["check", "--lib", "--keep-going"], &self.changed());
        let told = command.output().map_err(|error| error.to_string())?;
        let mut faults = Vec::new();
        for line in told.stdout.split(|&byte| byte == b'\n') {
            let Ok(message) = serde_json::from_slice::<Value>(line) else {
                continue;
            };
            let message = &message["message"];
            if message["level"] != "error" {
                continue;
            }
            let fault = Fault::read(message);
            if !fault.places.is_empty() {
                faults.push(fault);
            }
        }
        match (told.status.success(), faults.is_empty()) {
            (false, true) => Err(format!(
                "the copy does not compile:\n{}",
                String::from_utf8_lossy(&told.stderr)
            )),
            _ => Ok(faults),
        }
    }

    /// Builds the test programs.
    pub fn programs(&self) -> Result<Vec<Program>, String> {
        let mut command = self.cargo(&["test", "--no-run", "--lib", "--tests"], &self.packages());
        println!("$ {command:?}");
        let told = output(&mut command)?;
        let mut programs = Vec::new();
        for line in told.split(|&byte| byte == b'\n') {
            let Ok(message) = serde_json::from_slice::<Value>(line) else {
                continue;
            };
            let (Some(path), Some(manifest), Some(name)) = (
                message["executable"].as_str(),
                message["manifest_path"].as_str(),
                message["target"]["name"].as_str(),
            ) else {
                continue;
            };
            if message["profile"]["test"] != true {
                continue;
            }
            let folder = Path::new(manifest).parent().unwrap_or(&self.root);
            let package = folder.file_name().unwrap_or_default().to_string_lossy();
            programs.push(Program {
                name: format!("{package}/{name}"),
                path: path.into(),
                folder: folder.to_path_buf(),
            });
        }
        match programs.is_empty() {
            true => Err("cargo built no test program".to_string()),
            false => Ok(programs),
        }
    }
}

/// A fault that the compiler found.
struct Fault {
    told: String,
    /// Files and ranges of bytes in them, the compiler's own choice first.
    places: Vec<(String, Range<usize>)>,
}

impl Fault {
    fn read(message: &Value) -> Fault {
        let place = |span: &Value| -> Option<(String, Range<usize>)> {
            let file = span["file_name"].as_str()?.replace('\\', "/");
            let start = usize::try_from(span["byte_start"].as_u64()?).ok()?;
            let end = usize::try_from(span["byte_end"].as_u64()?).ok()?;
            Some((file, start..end))
        };
        let spans = message["spans"].as_array().cloned().unwrap_or_default();
        let (first, others): (Vec<&Value>, Vec<&Value>) =
            spans.iter().partition(|span| span["is_primary"] == true);
        let told = message["rendered"]
            .as_str()
            .unwrap_or("a fault")
            .to_string();
        Fault {
            told,
            places: first.into_iter().chain(others).filter_map(place).collect(),
        }
    }
}

/// The module that knows which mutant is on.
pub fn module(count: usize) -> String {
    let size = count + 1;
    format!(
        r#"
pub(crate) mod mutant {{
    use std::io::Write;
    use std::sync::OnceLock;
    use std::sync::atomic::{{AtomicBool, AtomicU32, Ordering::Relaxed}};

    const UNKNOWN: u32 = u32::MAX;
    const RECORDING: u32 = u32::MAX - 1;
    static ACTIVE: AtomicU32 = AtomicU32::new(UNKNOWN);
    static REACHED: [AtomicBool; {size}] = [const {{ AtomicBool::new(false) }}; {size}];
    static RECORD: OnceLock<Option<std::fs::File>> = OnceLock::new();

    #[inline]
    pub fn on(id: u32) -> bool {{
        let active = ACTIVE.load(Relaxed);
        if active < RECORDING {{ active == id }} else {{ first(id) }}
    }}

    #[cold]
    #[inline(never)]
    fn first(id: u32) -> bool {{
        if ACTIVE.load(Relaxed) == UNKNOWN {{
            let asked = std::env::var("{SWITCH}").ok().and_then(|id| id.parse().ok());
            let records = std::env::var_os("{RECORD}").is_some();
            ACTIVE.store(asked.unwrap_or(if records {{ RECORDING }} else {{ 0 }}), Relaxed);
            return on(id);
        }}
        if !REACHED[id as usize].swap(true, Relaxed) {{
            let open = |path| std::fs::OpenOptions::new().append(true).create(true).open(path).ok();
            let record = RECORD.get_or_init(|| std::env::var_os("{RECORD}").and_then(open));
            if let Some(mut record) = record.as_ref() {{
                let _ = record.write_all(format!("{{id}}\n").as_bytes());
            }}
        }}
        false
    }}
}}
"#
    )
}

/// Writes a file unless it says that already: cargo builds anew what was written.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// Removes the files of a folder that are not kept.
fn remove_others(folder: &Path, kept: &BTreeSet<PathBuf>) -> Result<(), String> {
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.is_dir() {
                open.push(path);
            } else if !kept.contains(&path) {
                fs::remove_file(&path).map_err(failed)?;
            }
        }
    }
    Ok(())
}

/// The Rust files at a place: it is one, or a folder of them.
fn rust_files(path: &Path, name: &str, found: &mut BTreeSet<String>) -> Result<(), String> {
    let mut open = vec![(path.to_path_buf(), name.to_string())];
    while let Some((path, name)) = open.pop() {
        if path.is_dir() {
            let failed = |error: std::io::Error| format!("{name}: {error}");
            for entry in fs::read_dir(&path).map_err(failed)? {
                let entry = entry.map_err(failed)?;
                let inner = format!("{name}/{}", entry.file_name().to_string_lossy());
                open.push((entry.path(), inner));
            }
        } else if name.ends_with(".rs") && path.is_file() {
            found.insert(name);
        }
    }
    Ok(())
}

fn short(hash: Sha256) -> String {
    let bytes = hash.finalize();
    bytes
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
