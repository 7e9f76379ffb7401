//! Tests of what only a server would find out: that the workflows in `.github/workflows`
//! can be read, hang together, and name commands that exist; and that documents name no
//! task and no version of Rust that is not there.
//!
//! Limits: expressions in `${{ }}` are filled in for the matrix and the tag only, and
//! what the used actions want is theirs to check.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use yaml_rust2::{Yaml, YamlLoader};

use crate::run::{output, root};
use crate::task;
use crate::workspace::{Workspace, name};

/// The workflow of a file, which must be one document.
fn workflow(text: &str) -> Result<Yaml, String> {
    let documents = YamlLoader::load_from_str(text).map_err(|error| error.to_string())?;
    match <[Yaml; 1]>::try_from(documents) {
        Ok([one]) => Ok(one),
        Err(several) => Err(format!("{} documents", several.len())),
    }
}

fn workflows() -> BTreeMap<String, Yaml> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(root().join(".github/workflows")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let read = workflow(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        found.insert(name, read);
    }
    found
}

fn jobs(workflow: &Yaml) -> Vec<(&str, &Yaml)> {
    let jobs = workflow["jobs"].as_hash().expect("jobs");
    jobs.iter()
        .map(|(name, job)| (name.as_str().expect("a name"), job))
        .collect()
}

/// What fills the expressions of a job: one list of names and values for each of its runs.
fn fillings(job: &Yaml) -> Vec<Vec<(String, String)>> {
    let tag = (
        "github.ref_name".to_string(),
        format!("v{}", env!("CARGO_PKG_VERSION")),
    );
    let Some(include) = job["strategy"]["matrix"]["include"].as_vec() else {
        return vec![vec![tag]];
    };
    let run = |values: &Yaml| {
        let values = values.as_hash().expect("values").iter();
        let filled = values.map(|(key, value)| {
            let (key, value) = (key.as_str().unwrap(), value.as_str().unwrap());
            (format!("matrix.{key}"), value.to_string())
        });
        filled.chain([tag.clone()]).collect()
    };
    include.iter().map(run).collect()
}

fn filled(text: &str, filling: &[(String, String)]) -> String {
    let mut text = text.to_string();
    for (key, value) in filling {
        text = text.replace(&format!("${{{{ {key} }}}}"), value);
    }
    text
}

/// What is wrong with a workflow.
fn complaints(workflow: &Yaml, subcommands: &BTreeSet<String>) -> Vec<String> {
    let mut wrong = Vec::new();
    // YAML 1.1 reads `on` as true; this reader is of 1.2, as GitHub's is.
    if workflow["on"].as_hash().is_none_or(|on| on.is_empty()) {
        wrong.push("nothing starts it".to_string());
    }
    let jobs = jobs(workflow);
    for (name, job) in &jobs {
        if let Some(needed) = job["needs"].as_str()
            && !jobs.iter().any(|(other, _)| *other == needed)
        {
            wrong.push(format!("{name} needs {needed}, which is no job"));
        }
        for filling in fillings(job) {
            let machine = filled(job["runs-on"].as_str().unwrap_or_default(), &filling);
            if machine.is_empty() || machine.contains("${{") {
                wrong.push(format!("{name} runs on `{machine}`"));
            }
            let steps = job["steps"].as_vec().map_or(&[][..], Vec::as_slice);
            if steps.is_empty() {
                wrong.push(format!("{name} does nothing"));
            }
            for step in steps {
                match (step["uses"].as_str(), step["run"].as_str()) {
                    (Some(action), None) if action.contains('@') => {}
                    (None, Some(script)) => {
                        let script = filled(script, &filling);
                        wrong.extend(script.lines().filter_map(|l| command(l, subcommands)));
                    }
                    _ => wrong.push(format!("{name}: a step neither runs nor uses: {step:?}")),
                }
            }
        }
    }
    wrong
}

/// What is wrong with a command, if it is cargo's.
fn command(line: &str, subcommands: &BTreeSet<String>) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [tool, words @ ..] = &words[..] else {
        return None;
    };
    if *tool != "cargo" {
        return None;
    }
    let words = match words {
        [toolchain, rest @ ..] if toolchain.starts_with('+') => rest,
        words => words,
    };
    let exists = match words {
        ["xtask", rest @ ..] => task(rest).is_some(),
        [subcommand, ..] => subcommands.contains(*subcommand),
        [] => false,
    };
    (!exists).then(|| format!("`{line}` is no command"))
}

fn subcommands() -> BTreeSet<String> {
    let listed = output(Command::new(env!("CARGO")).arg("--list")).unwrap();
    let listed = String::from_utf8_lossy(&listed);
    let words = listed.lines().skip(1);
    words
        .filter_map(|line| Some(line.split_whitespace().next()?.to_string()))
        .collect()
}

#[test]
fn workflows_name_commands_that_exist() {
    let subcommands = subcommands();
    let workflows = workflows();
    assert_eq!(
        workflows.keys().collect::<Vec<_>>(),
        ["dist.yml", "test.yml"]
    );
    for (name, workflow) in workflows {
        assert_eq!(complaints(&workflow, &subcommands), [""; 0], "{name}");
    }
}

#[test]
fn archives_are_made_for_five_platforms() {
    let workflows = workflows();
    let archive = &workflows["dist.yml"]["jobs"]["archive"];
    let targets: BTreeSet<String> = fillings(archive)
        .into_iter()
        .flatten()
        .filter(|(key, _)| key == "matrix.target")
        .map(|(_, target)| target)
        .collect();
    let kinds = ["linux", "apple", "windows"].map(|kind| {
        let of_kind = targets.iter().filter(|target| target.contains(kind));
        of_kind
            .map(|target| target.split('-').next().unwrap())
            .collect::<Vec<_>>()
    });
    let both = vec!["aarch64", "x86_64"];
    assert_eq!(kinds, [both.clone(), both, vec!["x86_64"]]);
}

#[test]
fn mistakes_in_workflows_are_found() {
    let subcommands = subcommands();
    let told = |text: &str| complaints(&workflow(text).unwrap(), &subcommands);
    let good = "on:\n  push:\n    tags: [v1]\njobs:\n  a:\n    runs-on: b\n    steps:\n      - run: cargo xtask test --long\n";
    assert_eq!(told(good), [""; 0]);
    assert_eq!(
        told(&good.replace("--long", "--lang")),
        ["`cargo xtask test --lang` is no command"]
    );
    assert_eq!(
        told(&good.replace("xtask test", "+1.89 tset")),
        ["`cargo +1.89 tset --long` is no command"]
    );
    assert_eq!(
        told(&good.replace("runs-on: b", "runs-on: ${{ matrix.b }}")),
        ["a runs on `${{ matrix.b }}`"]
    );
    assert_eq!(
        told(&good.replace("runs-on", "needs: c\n    runs-on")),
        ["a needs c, which is no job"]
    );
    assert_eq!(
        told(&good.replace("on:\n  push", "no:\n  push")),
        ["nothing starts it"]
    );
    assert!(workflow("jobs: [").is_err());
}

/// Every document that people read.
fn documents() -> Vec<PathBuf> {
    let mut folders = vec![root().to_path_buf(), root().join("docs")];
    let workspace = Workspace::read().unwrap();
    let published: BTreeSet<&str> = workspace.published().map(name).collect();
    assert!(published.len() >= 6, "{published:?}");
    for package in workspace.published() {
        let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
        folders.push(manifest.parent().unwrap().to_path_buf());
    }
    let mut found = Vec::new();
    for folder in folders {
        let paths = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
        found.extend(paths.filter(|path| path.extension().is_some_and(|e| e == "md")));
    }
    found
}

#[test]
fn documents_name_tasks_that_exist() {
    let mut count = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines() {
            let Some(words) = line.strip_prefix("$ cargo xtask ") else {
                continue;
            };
            count += 1;
            let words: Vec<&str> = words.split_whitespace().collect();
            assert!(task(&words).is_some(), "{}: {line}", path.display());
        }
    }
    assert!(count >= 5, "only {count} tasks are named");
}

/// The promise stands in many places; it is one promise.
#[test]
fn documents_promise_the_same_rust_as_the_manifest() {
    let promised = env!("CARGO_PKG_RUST_VERSION");
    for path in documents() {
        let is_read_first = ["README.md", "README.zh.md", "CONTRIBUTING.md"]
            .iter()
            .any(|name| path.ends_with(name));
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            !is_read_first || text.contains(promised),
            "{} does not name Rust {promised}",
            path.display()
        );
    }
    let tests = &workflows()["test.yml"]["jobs"]["oldest"]["steps"];
    let runs = tests
        .as_vec()
        .unwrap()
        .iter()
        .filter_map(|s| s["run"].as_str());
    let oldest = format!("cargo +{promised} check");
    assert!(runs.into_iter().any(|run| run.starts_with(&oldest)));
}
