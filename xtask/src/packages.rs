//! The published crates as others will get them: packed by cargo, and looked into.
//!
//! A package is what its manifest and a list of patterns make of a folder, and what is
//! wrong with it shows only to those who download it. So everything is packed in one call
//! (versions that are not published yet find each other there), and then it is asked
//! whether each manifest says what a registry shows, whether the family's versions
//! agree, whether README and licences are inside, byte for byte, whether anything is
//! inside that is not kept in git or is too large, and whether the documentation
//! builds without a warning. [`Depth::Build`] also builds each package from nothing
//! but what was packed, and runs the tests of those that need no other of the family.
//!
//! Limits: cargo packs several crates that depend on each other since version 1.90;
//! with an older one only the manifests and the documentation are looked at.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

use crate::archive::{Files, read_tar_gz};
use crate::run::{self, output, root};
use crate::workspace::{Workspace, name, version};

/// How much is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Pack, and look into the packages.
    Look,
    /// Also build the packages, which takes minutes.
    Build,
}

/// No file of a package is larger: such files are data that tests should not need.
const LARGEST_FILE: usize = 1_000_000;
/// The most that the registry takes.
const LARGEST_PACKAGE: usize = 10 * 1024 * 1024;
/// What cargo adds to a package.
const ADDED_BY_CARGO: [&str; 4] = [
    "Cargo.toml",
    "Cargo.toml.orig",
    "Cargo.lock",
    ".cargo_vcs_info.json",
];
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// Packs every published crate and looks into the packages.
pub fn run(depth: Depth) -> Result<(), String> {
    let started = Instant::now();
    let workspace = Workspace::read()?;
    let family: BTreeSet<&str> = workspace.published().map(name).collect();
    let manifests = workspace.published();
    complain(manifests.flat_map(|package| manifest(package, &family)))?;
    if packs_families()? {
        pack(depth, &workspace)?;
        look(&workspace)?;
        if depth == Depth::Build {
            test_packed(&workspace, &family)?;
        }
    } else {
        println!("cargo before 1.90 cannot pack the family at once: no package was looked into");
    }
    document()?;
    let (count, seconds) = (family.len(), started.elapsed().as_secs());
    println!("{count} packages are as they should be ({seconds} s)");
    Ok(())
}

fn complain(wrong: impl Iterator<Item = String>) -> Result<(), String> {
    let wrong: Vec<String> = wrong.collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("packages:\n  {}", wrong.join("\n  ")))
    }
}

/// What is wrong with a manifest, in cargo's reading of it.
fn manifest(package: &Value, family: &BTreeSet<&str>) -> Vec<String> {
    let mut wrong = Vec::new();
    let name = name(package);
    for field in [
        "description",
        "license",
        "repository",
        "readme",
        "rust_version",
    ] {
        if package[field].as_str().is_none_or(str::is_empty) {
            wrong.push(format!("{name}: the manifest has no {field}"));
        }
    }
    // The registry takes up to five of each, keywords of up to 20 characters.
    for field in ["keywords", "categories"] {
        let words = package[field].as_array().map_or(&[][..], Vec::as_slice);
        if words.is_empty() || words.len() > 5 {
            wrong.push(format!("{name}: {} {field}, not 1 to 5", words.len()));
        }
        for word in words.iter().filter_map(Value::as_str) {
            if field == "keywords" && word.len() > 20 {
                wrong.push(format!("{name}: keyword {word} has {} > 20", word.len()));
            }
        }
    }
    let dependencies = package["dependencies"].as_array();
    for dependency in dependencies.into_iter().flatten() {
        if dependency["path"].is_null() {
            continue;
        }
        let (other, asked) = (&dependency["name"], &dependency["req"]);
        let (other, asked) = (
            other.as_str().unwrap_or_default(),
            asked.as_str().unwrap_or_default(),
        );
        if !family.contains(other) {
            wrong.push(format!(
                "{name}: depends on {other}, which is not published"
            ));
        }
        // All share one version; an older relative would do for cargo, not for us.
        let expected = format!("^{}", version(package));
        if asked != expected {
            wrong.push(format!("{name}: asks for {other} {asked}, not {expected}"));
        }
    }
    wrong
}

/// Whether this cargo finds packages of the same call that are not published yet.
fn packs_families() -> Result<bool, String> {
    let told = output(Command::new(env!("CARGO")).arg("--version"))?;
    let told = String::from_utf8_lossy(&told);
    let minor = told
        .split_whitespace()
        .nth(1)
        .and_then(|version| version.strip_prefix("1.")?.split('.').next()?.parse().ok());
    minor
        .map(|minor: u32| minor >= 90)
        .ok_or_else(|| format!("cargo calls itself `{}`", told.trim()))
}

/// Packs the family, without the network if what is needed is here already.
fn pack(depth: Depth, workspace: &Workspace) -> Result<(), String> {
    let mut offline = packing(depth, workspace);
    offline.arg("--offline");
    println!("$ {offline:?}");
    if output(&mut offline).is_ok() {
        return Ok(());
    }
    run::run(&mut packing(depth, workspace))
}

fn packing(depth: Depth, workspace: &Workspace) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command
        .current_dir(root())
        .args(["package", "--quiet", "--workspace"]);
    for package in workspace.private() {
        command.args(["--exclude", name(package)]);
    }
    if depth == Depth::Look {
        command.arg("--no-verify");
    }
    // Who works on something has files that are not committed; a release has none.
    if std::env::var_os("CI").is_none() {
        command.arg("--allow-dirty");
    }
    command
}

/// Opens every package.
fn look(workspace: &Workspace) -> Result<(), String> {
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let mut licences = Vec::new();
    for licence in LICENCES {
        licences.push((licence, read(&root().join(licence))?));
    }
    let kept = kept_in_git();
    let mut wrong = Vec::new();
    for package in workspace.published() {
        let stem = format!("{}-{}", name(package), version(package));
        let packed = read(&workspace.target.join(format!("package/{stem}.crate")))?;
        let files = read_tar_gz(&packed)?;
        let folder = Path::new(package["manifest_path"].as_str().unwrap_or_default())
            .parent()
            .and_then(|folder| folder.strip_prefix(root()).ok())
            .unwrap_or(Path::new(""));
        // Git writes `/` everywhere.
        let folder = folder.to_string_lossy().replace('\\', "/");
        println!("{stem}: {} files, {} bytes", files.len(), packed.len());
        if packed.len() > LARGEST_PACKAGE {
            let size = packed.len();
            wrong.push(format!("{stem}: {size} bytes > {LARGEST_PACKAGE}"));
        }
        let is_kept = |path: &str| {
            let kept = kept.as_ref();
            kept.is_none_or(|kept| kept.contains(&format!("{folder}/{path}")))
        };
        wrong.extend(content(&stem, &files, &licences, is_kept));
    }
    complain(wrong.into_iter())
}

/// The paths that git knows; none outside of a checkout.
fn kept_in_git() -> Option<BTreeSet<String>> {
    let listed = output(
        Command::new("git")
            .current_dir(root())
            .args(["ls-files", "-z"]),
    )
    .ok()?;
    let listed = String::from_utf8_lossy(&listed);
    Some(listed.split('\0').map(str::to_string).collect())
}

/// What is wrong with the content of a package.
fn content(
    stem: &str,
    files: &Files,
    licences: &[(&str, Vec<u8>)],
    is_kept: impl Fn(&str) -> bool,
) -> Vec<String> {
    let mut wrong = Vec::new();
    for (path, file) in files {
        let path = path.strip_prefix(stem).unwrap_or(path);
        let path = path.trim_start_matches('/');
        if file.bytes.len() > LARGEST_FILE {
            let size = file.bytes.len();
            wrong.push(format!("{stem}: {path} has {size} bytes > {LARGEST_FILE}"));
        }
        if !ADDED_BY_CARGO.contains(&path) && !is_kept(path) {
            wrong.push(format!("{stem}: {path} is not kept in git"));
        }
    }
    if !files.contains_key(&format!("{stem}/README.md")) {
        wrong.push(format!("{stem}: no README.md"));
    }
    for (licence, text) in licences {
        match files.get(&format!("{stem}/{licence}")) {
            None => wrong.push(format!("{stem}: no {licence}")),
            // A checkout without symbolic links has a path in the place of the text.
            Some(file) if file.bytes != *text => {
                wrong.push(format!("{stem}: {licence} differs from the workspace's"));
            }
            Some(_) => {}
        }
    }
    wrong
}

/// Runs the tests inside the packages that depend on no other of the family: with the
/// others, cargo would look for versions that are not published yet.
fn test_packed(workspace: &Workspace, family: &BTreeSet<&str>) -> Result<(), String> {
    for package in workspace.published() {
        let mut dependencies = package["dependencies"].as_array().into_iter().flatten();
        if dependencies.any(|dependency| family.contains(self::name(dependency))) {
            continue;
        }
        let stem = format!("{}-{}", name(package), version(package));
        let packed = workspace.target.join(format!("package/{stem}.crate"));
        // Outside of this folder, whose workspace would claim it.
        let folder =
            std::env::temp_dir().join(format!("grundy-packages-{}-{stem}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut unpack = Command::new("tar");
        unpack.arg("-xzf").arg(&packed).arg("-C").arg(&folder);
        let mut test = Command::new(env!("CARGO"));
        test.args(["test", "--quiet", "--target-dir"])
            .arg(workspace.target.join("package-tests"))
            .current_dir(folder.join(&stem));
        let done = run::run(&mut unpack).and_then(|()| run::run(&mut test));
        let _ = fs::remove_dir_all(&folder); // what is left in a temporary folder harms nobody
        done?;
    }
    Ok(())
}

/// The documentation, without a warning.
fn document() -> Result<(), String> {
    run::run(
        Command::new(env!("CARGO"))
            .current_dir(root())
            .args(["doc", "--quiet", "--workspace", "--no-deps"])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::archive::File;

    fn package() -> Value {
        json!({
            "name": "grundy-lang", "version": "0.3.0", "description": "d", "license": "MIT",
            "repository": "r", "readme": "README.md", "rust_version": "1.89",
            "keywords": ["nim"], "categories": ["mathematics"],
            "dependencies": [
                {"name": "grundy", "req": "^0.3.0", "path": "/crates/grundy"},
                {"name": "rustc-hash", "req": "^2", "path": null},
            ],
        })
    }

    #[test]
    fn manifests_say_what_a_registry_shows() {
        let family = BTreeSet::from(["grundy", "grundy-lang"]);
        assert_eq!(manifest(&package(), &family), [""; 0]);
        let wrong = |change: &dyn Fn(&mut Value)| {
            let mut package = package();
            change(&mut package);
            manifest(&package, &family)
        };
        let told = wrong(&|p| p["readme"] = Value::Null);
        assert_eq!(told, ["grundy-lang: the manifest has no readme"]);
        let told = wrong(&|p| p["keywords"] = json!(["competitive-programming"]));
        assert_eq!(
            told,
            ["grundy-lang: keyword competitive-programming has 23 > 20"]
        );
        let told = wrong(&|p| p["categories"] = json!([]));
        assert_eq!(told, ["grundy-lang: 0 categories, not 1 to 5"]);
        let told = wrong(&|p| p["version"] = json!("0.3.1"));
        assert_eq!(told, ["grundy-lang: asks for grundy ^0.3.0, not ^0.3.1"]);
        let told = wrong(&|p| p["dependencies"][0]["name"] = json!("grundy-fuzz"));
        assert_eq!(
            told,
            ["grundy-lang: depends on grundy-fuzz, which is not published"]
        );
    }

    #[test]
    fn every_crate_of_this_workspace_has_its_fields() {
        let workspace = Workspace::read().unwrap();
        let family: BTreeSet<&str> = workspace.published().map(name).collect();
        assert!(family.contains("grundy") && !family.contains("xtask"));
        for package in workspace.published() {
            assert_eq!(manifest(package, &family), [""; 0]);
        }
    }

    #[test]
    fn packages_hold_what_they_should_and_nothing_else() {
        let licences = LICENCES.map(|licence| (licence, licence.as_bytes().to_vec()));
        let file = |bytes: &[u8]| File {
            bytes: bytes.to_vec(),
            executable: false,
        };
        let mut files = Files::new();
        for path in ["Cargo.lock", "README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            files.insert(format!("a-1/{path}"), file(path.as_bytes()));
        }
        let is_kept = |path: &str| path != "Cargo.lock" && path != "notes.txt";
        assert_eq!(content("a-1", &files, &licences, is_kept), [""; 0]);
        files.insert("a-1/notes.txt".to_string(), file(b"stray"));
        files.insert("a-1/data.tsv".to_string(), file(&vec![0; 1_000_001]));
        files.insert("a-1/LICENSE-MIT".to_string(), file(b"../../LICENSE-MIT"));
        files.remove("a-1/README.md");
        files.remove("a-1/LICENSE-APACHE");
        assert_eq!(
            content("a-1", &files, &licences, is_kept),
            [
                "a-1: data.tsv has 1000001 bytes > 1000000",
                "a-1: notes.txt is not kept in git",
                "a-1: no README.md",
                "a-1: LICENSE-MIT differs from the workspace's",
                "a-1: no LICENSE-APACHE",
            ]
        );
    }
}
