//! The Python package: its wheel, and its tests in an environment of their own.
//!
//! The wheel is built by maturin, as pip does it, and installed into a fresh virtual environment
//! without the sources beside it: the tests see what a user gets. Linters and type checkers look at the
//! sources, `stubtest` compares the stubs with the module itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{output, root, run};
use crate::workspace::Workspace;

/// A wheel that people download is smaller than this.
const MOST_BYTES: u64 = 10_000_000;

/// The folder of the package.
fn py() -> PathBuf {
    root().join("py")
}

/// A virtual environment.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// A new one, whatever was there before.
    fn fresh(folder: PathBuf) -> Result<Environment, String> {
        let _ = fs::remove_dir_all(&folder);
        let python = interpreter()?;
        let make = || run(Command::new(&python).args(["-m", "venv"]).arg(&folder));
        // Debian has the module in a package of its own.
        if let Err(error) = make() {
            let _ = run(Command::new("apt-get").args(["install", "-y", "python3-venv"]));
            make().map_err(|_| format!("no virtual environment: {error}"))?;
        }
        Ok(Environment { folder })
    }

    /// A program of the environment.
    fn program(&self, name: &str) -> Command {
        let programs = if cfg!(windows) { "Scripts" } else { "bin" };
        let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        let mut command = Command::new(self.folder.join(programs).join(name));
        command.env("VIRTUAL_ENV", &self.folder).current_dir(py());
        command
    }

    fn install(&self, what: &[&str]) -> Result<(), String> {
        run(self
            .program("python")
            .args(["-m", "pip", "install", "--quiet"])
            .arg("--disable-pip-version-check")
            .args(what))
    }
}

/// The interpreter: Python 3.10 or later.
fn interpreter() -> Result<String, String> {
    let named = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_string());
    let asked = "import sys; sys.exit(sys.version_info < (3, 10))";
    let right = |named: &str| {
        Command::new(named)
            .args(["-c", asked])
            .status()
            .is_ok_and(|status| status.success())
    };
    if !right(&named) {
        let _ = run(Command::new("apt-get").args(["install", "-y", "python3", "python3-venv"]));
    }
    match right(&named) {
        true => Ok(named),
        false => Err(format!(
            "`{named}` is not Python 3.10 or later (PYTHON names the interpreter)"
        )),
    }
}

/// Builds the wheel and returns where it lies.
fn wheel(tools: &Environment, to: &Path) -> Result<PathBuf, String> {
    let _ = fs::remove_dir_all(to);
    let mut maturin = tools.program("maturin");
    maturin.args(["build", "--release", "--quiet"]);
    maturin.args(["--auditwheel", "skip", "--out"]).arg(to);
    // The folder of everything else that was compiled, wherever cargo was told to have it.
    maturin.env("CARGO_TARGET_DIR", Workspace::read()?.target);
    run(&mut maturin)?;
    only(to, ".whl")
}

/// The only file in a folder with this ending.
fn only(folder: &Path, ending: &str) -> Result<PathBuf, String> {
    let bad = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(bad)? {
        let path = entry.map_err(bad)?.path();
        if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    match found.len() {
        1 => Ok(found.remove(0)),
        many => Err(format!(
            "{} has {many} files *{ending}, not one",
            folder.display()
        )),
    }
}

/// Builds the wheel, installs it and runs all tests of the package.
pub fn test() -> Result<(), String> {
    let here = Workspace::read()?.target.join("python");
    let tools = Environment::fresh(here.join("tools"))?;
    tools.install(&["-r", "requirements/build.txt"])?;
    let wheel = wheel(&tools, &here.join("wheels"))?;
    let bytes = fs::metadata(&wheel)
        .map_err(|error| format!("{}: {error}", wheel.display()))?
        .len();
    println!("{}: {:.1} MB", wheel.display(), bytes as f64 / 1e6);
    if bytes > MOST_BYTES {
        return Err(format!(
            "the wheel has {bytes} bytes, more than {MOST_BYTES}"
        ));
    }
    let place = Environment::fresh(here.join("environment"))?;
    place.install(&["-r", "requirements/tests.txt", &wheel.to_string_lossy()])?;
    let python = |words: &[&str]| run(place.program("python").args(words));
    python(&["scripts/answers.py", "--check"])?;
    python(&["-m", "ruff", "check", "--quiet", "."])?;
    python(&["-m", "ruff", "format", "--quiet", "--check", "."])?;
    python(&["-m", "mypy", "--strict", "python/grundy"])?;
    python(&["-m", "mypy.stubtest", "grundy._core"])?;
    python(&["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "tests"])
}

/// The wheel as users get it, tested, and the same from the source distribution.
pub fn release() -> Result<(), String> {
    test()?;
    let here = Workspace::read()?.target.join("python");
    let tools = Environment::fresh(here.join("tools"))?;
    tools.install(&["-r", "requirements/build.txt"])?;
    let folder = here.join("sdist");
    let _ = fs::remove_dir_all(&folder);
    run(tools
        .program("maturin")
        .args(["sdist", "--out"])
        .arg(&folder))?;
    let sources = only(&folder, ".tar.gz")?;
    // pip unpacks it elsewhere and builds it with nothing but Rust and what it downloads.
    let place = Environment::fresh(here.join("from-sources"))?;
    place.install(&[&sources.to_string_lossy()])?;
    let asked = "import grundy; print(grundy.solve('nim', [3, 5, 7]))";
    let told = output(
        place
            .program("python")
            .args(["-c", asked])
            .current_dir(&here),
    )?;
    println!("{}", String::from_utf8_lossy(&told).trim());
    Ok(())
}

/// The benches of the package on a wheel as users get it, as tables.
pub fn bench() -> Result<(), String> {
    let here = Workspace::read()?.target.join("python");
    let tools = Environment::fresh(here.join("tools"))?;
    tools.install(&["-r", "requirements/build.txt"])?;
    let wheel = wheel(&tools, &here.join("wheels"))?;
    let place = Environment::fresh(here.join("environment"))?;
    place.install(&[&wheel.to_string_lossy()])?;
    for entry in sorted(&py().join("benches"))? {
        run(place.program("python").arg(entry))?;
    }
    Ok(())
}

/// The programs in a folder, by name.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let bad = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries: Result<Vec<_>, _> = fs::read_dir(folder).map_err(bad)?.collect();
    let mut paths: Vec<PathBuf> = entries.map_err(bad)?.iter().map(|e| e.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "py"));
    paths.sort();
    Ok(paths)
}
