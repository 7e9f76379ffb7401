//! The page: its types, its bundle, and a browser that uses it.
//!
//! The bundle that `grundy web` serves lies in `crates/web/dist`, and the board that Python
//! shows in notebooks in `py/python/grundy/static`, both committed, so that a build needs no
//! npm. Here they are built anew and compared. Then Debian's Chromium plays every
//! game and walks through every section, once against `grundy web` and once with the
//! engine inside the browser.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::run::{output, root, run};
use crate::site;

/// The folder of the page's sources.
fn web() -> PathBuf {
    root().join("web")
}

/// What is made of the page's sources and committed: the script of npm, the folder that it writes.
const BUNDLES: [(&str, &str); 2] = [
    ("build", "crates/web/dist"),
    ("build:widget", "py/python/grundy/static"),
];

/// A command of npm in the page's folder.
fn npm(arguments: &[&str]) -> Result<(), String> {
    run(Command::new("npm").args(arguments).current_dir(web()))
}

/// Installs what the page is built with; the versions are those of the lock file.
pub fn install() -> Result<(), String> {
    let version = output(Command::new("node").arg("--version"))
        .map_err(|error| format!("node 20.19 or later builds the page: {error}"))?;
    println!("node {}", String::from_utf8_lossy(&version).trim());
    npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"])
}

/// Writes the bundles anew.
pub fn build() -> Result<(), String> {
    install()?;
    npm(&["run", "--silent", "types"])?;
    for (script, _) in BUNDLES {
        npm(&["run", "--silent", script])?;
    }
    Ok(())
}

/// Types, lints and units of the page, and that the committed bundles are what a build makes.
pub fn check() -> Result<(), String> {
    install()?;
    npm(&["run", "--silent", "types", "--", "--check"])?;
    npm(&["run", "--silent", "check"])?;
    let target = crate::workspace::Workspace::read()?.target.join("page");
    for (script, folder) in BUNDLES {
        compare(script, &root().join(folder), &target.join(folder))?;
    }
    Ok(())
}

/// Builds a bundle somewhere else and compares it with the committed one.
fn compare(script: &str, bundle: &Path, fresh: &Path) -> Result<(), String> {
    let to = fresh.to_string_lossy();
    npm(&[
        "run",
        "--silent",
        script,
        "--",
        "--outDir",
        &to,
        "--emptyOutDir",
    ])?;
    let (committed, made) = (files(bundle)?, files(fresh)?);
    let differ: BTreeSet<&String> = committed
        .keys()
        .chain(made.keys())
        .filter(|name| committed.get(*name) != made.get(*name))
        .collect();
    match differ.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{} is not what the sources of the page make (`cargo xtask page` writes it): {differ:?}",
            bundle.display()
        )),
    }
}

/// Every file under a folder, by its name from there.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let bad = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).map_err(|error| bad(&next, error))? {
            let path = entry.map_err(|error| bad(&next, error))?.path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap_or(&path);
            let bytes = fs::read(&path).map_err(|error| bad(&path, error))?;
            found.insert(name.to_string_lossy().replace('\\', "/"), bytes);
        }
    }
    Ok(found)
}

/// `grundy web` on a free port, ended when this is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(program: &Path) -> Result<Server, String> {
        let mut command = Command::new(program);
        command.args(["web", "--port", "0"]).stdout(Stdio::piped());
        println!("$ {command:?}");
        let mut child = command
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let mut line = String::new();
        let told = child.stdout.take().map(BufReader::new);
        let read = told.map(|mut out| out.read_line(&mut line));
        let address = line
            .split_whitespace()
            .find(|word| word.starts_with("http://"))
            .map(str::to_string);
        match (read, address) {
            (Some(Ok(_)), Some(address)) => Ok(Server { child, address }),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                Err(format!("`grundy web` said {line:?} instead of its address"))
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Finds Chromium, installing it where Debian's package manager lets us.
fn browser() -> Result<(), String> {
    let present = |name: &str| Command::new(name).arg("--version").output().is_ok();
    if std::env::var_os("CHROMIUM").is_some() || present("/usr/bin/chromium") {
        return Ok(());
    }
    let packages = ["chromium", "fonts-noto-cjk"];
    let _ = run(Command::new("apt-get").arg("update"));
    run(Command::new("apt-get")
        .args(["install", "-y", "--no-install-recommends"])
        .args(packages))
    .map_err(|error| format!("the page is tested in Chromium (CHROMIUM names it): {error}"))
}

/// The tests in a browser, with one engine and then with the other.
pub fn test() -> Result<(), String> {
    browser()?;
    let folder = crate::workspace::Workspace::read()?.target;
    let name = format!("grundy{}", std::env::consts::EXE_SUFFIX);
    let program = folder.join("debug").join(name);
    let tests = |engine: (&str, &str)| {
        println!("the page, {} = {}", engine.0, engine.1);
        run(Command::new("npm")
            .args(["test", "--silent"])
            .current_dir(web())
            .env("GRUNDY_BIN", &program)
            .env(engine.0, engine.1))
    };
    let server = Server::start(&program)?;
    tests(("GRUNDY_WEB_URL", &server.address))?;
    drop(server);
    let site = site::make(None)?;
    tests(("GRUNDY_SITE", &site.to_string_lossy()))
}
