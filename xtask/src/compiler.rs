//! Compilers for targets unlike this machine.
//!
//! The compiler is rustup's, which is asked for the target's library when it is missing. Where
//! it cannot bring that, on Debian, it is that of the packages `rustc-web` and `cargo-web`, which
//! build the standard library from `rust-web-src`; as root they are installed when missing.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::run::{output, root};

/// The target of browsers.
pub const BROWSER: &str = "wasm32-unknown-unknown";

/// Where Debian's packages put things.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src/rust/library/std";

/// Who compiles for a target.
#[derive(Clone, Copy, PartialEq)]
pub enum Compiler {
    Rustup,
    Debian,
}

/// Whether the compiler in use has the standard library for a target.
fn has_library(target: &str) -> bool {
    let libraries = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", target])
        .stderr(Stdio::null())
        .output();
    libraries.is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout).into_owned();
        output.status.success() && Path::new(folder.trim()).exists()
    })
}

/// Lets rustup bring the standard library for a target, if there is a rustup that can.
fn add_target(target: &str) -> bool {
    let added = Command::new("rustup")
        .args(["target", "add", target])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    added.is_ok_and(|status| status.success())
}

/// Who can compile for a target, or what is missing for that.
pub fn compiler_for(target: &str) -> Result<Compiler, String> {
    if has_library(target) || (add_target(target) && has_library(target)) {
        return Ok(Compiler::Rustup);
    }
    static DEBIAN: OnceLock<Result<(), String>> = OnceLock::new();
    match DEBIAN.get_or_init(debian) {
        Ok(()) => Ok(Compiler::Debian),
        Err(missing) => Err(format!("call `rustup target add {target}`; {missing}")),
    }
}

/// Finds Debian's compiler and the sources of its standard library, and what these
/// depend on.
fn debian() -> Result<(), String> {
    install(&[
        ("rustc-web", DEBIAN_RUSTC),
        ("cargo-web", DEBIAN_CARGO),
        ("rust-web-src", DEBIAN_SOURCES),
    ])?;
    let output = Command::new(DEBIAN_RUSTC).arg("--version").output();
    let output = output.map_err(|error| format!("{DEBIAN_RUSTC}: {error}"))?;
    let told = String::from_utf8_lossy(&output.stdout).trim().to_string();
    let version = |text: &str| -> Vec<u32> {
        let number = text
            .split(['.', '-', '+'])
            .map_while(|part| part.parse().ok());
        number.collect()
    };
    let (has, needed) = (
        version(told.split_whitespace().nth(1).unwrap_or_default()),
        version(env!("CARGO_PKG_RUST_VERSION")),
    );
    if has < needed {
        return Err(format!(
            "{DEBIAN_RUSTC} is `{told}`, older than {}",
            env!("CARGO_PKG_RUST_VERSION")
        ));
    }
    let mut fetch = Compiler::Debian.cargo("fetch", "std,panic_abort")?;
    match fetch.stdout(Stdio::null()).stderr(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("{fetch:?} failed: no network?")),
    }
}

/// Sees to it that files are there: as root on Debian by installing the packages that
/// bring them.
pub fn install(packages: &[(&str, &str)]) -> Result<(), String> {
    let missing = || -> Vec<&str> {
        let missing = packages
            .iter()
            .filter(|(_, file)| !Path::new(file).exists());
        missing.map(|(package, _)| *package).collect()
    };
    let wanted = missing();
    if wanted.is_empty() {
        return Ok(());
    }
    let root = Command::new("id").arg("-u").output();
    let root = root.is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if root && Path::new("/etc/debian_version").exists() {
        let mut apt = Command::new("apt-get");
        apt.args(["install", "--yes", "--no-install-recommends"]);
        apt.args(&wanted).env("DEBIAN_FRONTEND", "noninteractive");
        println!("$ {apt:?}");
        // What could not be installed is still missing below.
        let _ = apt.stdout(Stdio::null()).status();
    }
    match missing()[..] {
        [] => Ok(()),
        ref left => Err(format!(
            "on Debian, as root: `apt-get install {}`",
            left.join(" ")
        )),
    }
}

impl Compiler {
    /// The target directory of this compiler.
    pub fn folder(self) -> Result<PathBuf, String> {
        let target = std::env::var_os("CARGO_TARGET_DIR");
        let target = target.map_or_else(|| root().join("target"), PathBuf::from);
        let target = std::path::absolute(target).map_err(|error| error.to_string())?;
        Ok(target.join(match self {
            Compiler::Rustup => "elsewhere",
            Compiler::Debian => "elsewhere-debian",
        }))
    }

    /// Where its own files are.
    pub fn sysroot(self) -> Result<PathBuf, String> {
        let program = match self {
            Compiler::Rustup => "rustc",
            Compiler::Debian => DEBIAN_RUSTC,
        };
        let told = output(Command::new(program).args(["--print", "sysroot"]))?;
        Ok(PathBuf::from(String::from_utf8_lossy(&told).trim()))
    }

    /// Cargo with this compiler, in a target directory of its own.
    pub fn cargo(self, verb: &str, library: &str) -> Result<Command, String> {
        let program = match self {
            Compiler::Rustup => env!("CARGO"),
            Compiler::Debian => DEBIAN_CARGO,
        };
        let mut cargo = Command::new(program);
        cargo
            .arg(verb)
            .current_dir(root())
            .env("CARGO_TARGET_DIR", self.folder()?)
            // These would hide the flags of a target.
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS");
        if self == Compiler::Debian {
            // The standard library for other targets is not in a package: it is built,
            // which takes a minute once.
            cargo
                .arg(format!("-Zbuild-std={library}"))
                .env("RUSTC_BOOTSTRAP", "1")
                .env("RUSTC", DEBIAN_RUSTC)
                .env_remove("RUSTUP_TOOLCHAIN");
        }
        Ok(cargo)
    }
}
