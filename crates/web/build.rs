//! Lists the files of the page (`dist/`) for `src/assets.rs`, which puts them into the
//! program. The page is built by `web/`, not here: whoever builds grundy needs no npm.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=dist");
    if let Err(wrong) = list() {
        println!("cargo::error={wrong}");
    }
}

fn list() -> Result<(), String> {
    let said = |name: &str| env::var_os(name).ok_or_else(|| format!("cargo sets no {name}"));
    let dist = Path::new(&said("CARGO_MANIFEST_DIR")?).join("dist");
    let mut files = Vec::new();
    let mut folders = vec![dist.clone()];
    while let Some(folder) = folders.pop() {
        let at = |error| format!("{}: {error}", folder.display());
        for entry in fs::read_dir(&folder).map_err(at)? {
            let path = entry.map_err(at)?.path();
            match path.is_dir() {
                // What a host without a server answers in its place.
                true if path == dist.join("api") => {}
                true => folders.push(path),
                false => files.push((name(&dist, &path)?, path)),
            }
        }
    }
    // They are looked up by halving.
    files.sort();
    if !files.iter().any(|(name, _)| name == "index.html") {
        return Err("dist/index.html is missing: the page was not built".to_string());
    }
    let mut code = String::from("static FILES: &[File] = &[\n");
    for (name, path) in files {
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let tag = format!("\"{:016x}\"", fingerprint(&bytes));
        let path = path.display().to_string();
        writeln!(
            code,
            "    File {{ path: {name:?}, tag: {tag:?}, bytes: include_bytes!({path:?}) }},"
        )
        .map_err(|error| error.to_string())?;
    }
    code.push_str("];\n");
    let out = PathBuf::from(said("OUT_DIR")?).join("files.rs");
    fs::write(&out, code).map_err(|error| format!("{}: {error}", out.display()))
}

/// The path of a file under `dist`, as an address has it.
fn name(dist: &Path, path: &Path) -> Result<String, String> {
    let inside = path.strip_prefix(dist).unwrap_or(path);
    let parts: Option<Vec<&str>> = inside.iter().map(|part| part.to_str()).collect();
    parts
        .map(|parts| parts.join("/"))
        .ok_or_else(|| format!("{}: the name is no text", path.display()))
}

/// The hash of Fowler, Noll and Vo (FNV-1a) in 64 bits: whether a file is another one, not
/// whether somebody forged it.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
