//! The desk as modules of WebAssembly: built, compared with the native one, timed against it.
//!
//! There are two: the one that a page loads first has no laws, the other is the whole desk and
//! answers what the first refuses. The build is the same everywhere: no path of this machine is
//! in a module, and the same compiler makes the same bytes of the same sources. Under node the
//! modules answer questions on lines (`wasm.mjs`), beside the native desk that does the same (the
//! example `lines` of `crates/wasm`).

mod speed;
mod talk;
mod test;

use std::fs;
use std::path::{Path, PathBuf};

use crate::compiler::{BROWSER, Compiler, compiler_for, install};
use crate::run::{root, run};

pub use speed::speed;
pub use test::test;

/// Packages of Debian that its compiler needs to link a module, each with a file it brings.
const LINKER: [(&str, &str); 1] = [("lld-19", "/usr/bin/wasm-ld-19")];

/// Where the modules are. Their names are those by which the page asks for them.
pub struct Modules {
    /// The desk without laws, which a page loads first.
    pub first: PathBuf,
    /// The whole desk.
    pub whole: PathBuf,
}

/// Builds the modules. An error says what is missing.
pub fn build() -> Result<Modules, String> {
    let compiler = compiler_for(BROWSER)?;
    if compiler == Compiler::Debian {
        install(&LINKER)?;
    }
    let hidden = hidden(compiler)?;
    // All browsers have had vectors of 128 bits since 2023.
    let mut flags = vec!["-C".to_string(), "target-feature=+simd128".to_string()];
    // Inlined calls are most of what speed costs in bytes.
    flags.extend([
        "-C".to_string(),
        "llvm-args=--inline-threshold=60".to_string(),
    ]);
    if compiler == Compiler::Debian {
        for flag in ["linker=wasm-ld-19", "linker-flavor=wasm-ld"] {
            flags.extend(["-C".to_string(), flag.to_string()]);
        }
    }
    for (path, name) in &hidden {
        flags.push(format!("--remap-path-prefix={}={name}", path.display()));
    }
    let folder = compiler.folder()?.join(BROWSER).join("web");
    let module = |name: &str, features: &[&str]| -> Result<PathBuf, String> {
        let mut cargo = compiler.cargo("rustc", "std,panic_abort")?;
        cargo
            .args(["--package", "grundy-wasm", "--lib"])
            .args(["--crate-type", "cdylib"])
            .args(["--profile", "web", "--target", BROWSER])
            .args(features)
            // Unlike `RUSTFLAGS` it lets paths have spaces.
            .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
        run(&mut cargo)?;
        // The next build writes to the same place.
        let (built, kept) = (folder.join("grundy_wasm.wasm"), folder.join(name));
        let failed = |error: std::io::Error| format!("{}: {error}", built.display());
        let bytes = fs::read(&built).map_err(failed)?;
        for (path, _) in &hidden {
            let path = path.to_string_lossy();
            if contains(&bytes, path.as_bytes()) {
                return Err(format!("{}: has the path {path} inside", built.display()));
            }
        }
        fs::write(&kept, &bytes).map_err(failed)?;
        Ok(kept)
    };
    Ok(Modules {
        first: module("grundy.wasm", &["--no-default-features"])?,
        whole: module("grundy-laws.wasm", &[])?,
    })
}

/// Folders that the compiler would name in messages of defects, and what they are called instead.
fn hidden(compiler: Compiler) -> Result<Vec<(PathBuf, &'static str)>, String> {
    let mut all = vec![
        (root().to_path_buf(), "grundy"),
        (compiler.sysroot()?.join("lib/rustlib/src/rust"), "rust"),
    ];
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    // A folder for each registry.
    let registries = home.map(|home| home.join("registry/src"));
    if let Some(Ok(entries)) = registries.map(fs::read_dir) {
        all.extend(entries.flatten().map(|entry| (entry.path(), "crates")));
    }
    Ok(all)
}

fn contains(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

/// The script by which node asks the modules.
fn script() -> PathBuf {
    root().join("xtask/src/wasm.mjs")
}

/// Whether there is a node to run the modules; else what is missing.
fn node() -> Result<(), String> {
    let there = std::process::Command::new("node").arg("--version").output();
    if there.is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    install(&[("nodejs", "/usr/bin/node")])
}

/// A question on one line.
type Line = Vec<u8>;

/// The bytes of a file as a person reads them.
pub fn kilobytes(bytes: usize) -> String {
    format!("{:.1} KB", bytes as f64 / 1000.0)
}

/// The native desk on lines, built in a profile; where it is.
fn native(profile: &str) -> Result<PathBuf, String> {
    let mut cargo = std::process::Command::new(env!("CARGO"));
    cargo.args(["build", "--package", "grundy-wasm", "--example", "lines"]);
    cargo.args(["--profile", profile]).current_dir(root());
    run(&mut cargo)?;
    let folder = match profile {
        "dev" => "debug",
        other => other,
    };
    let target = crate::workspace::Workspace::read()?.target;
    let name = format!("lines{}", std::env::consts::EXE_SUFFIX);
    Ok(Path::new(&target).join(folder).join("examples").join(name))
}
