//! The page as static files that any host can serve: the bundle (`crates/web/dist`), the modules of
//! WebAssembly, and the books (`book`).
//!
//! Beside every file of some size stand copies compressed by gzip and brotli (`.gz`, `.br`), for
//! hosts that send such files instead of compressing each time.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::{Compression, GzBuilder};

use crate::book::{self, Chapters};
use crate::run::{output, root};
use crate::wasm::{self, kilobytes};
use crate::workspace::Workspace;

/// The modules, as the page asks for them, and what each may be when it is downloaded: bytes after
/// brotli. Every visitor loads the first; the second, with laws, only who asks for them.
const MODULES: [(&str, u64); 2] = [("grundy.wasm", 1_500_000), ("grundy-laws.wasm", 2_000_000)];
/// A file of the books, which may be built before the rest.
const BOOK: &str = "book/theme/book.css";
/// Smaller files are not worth a compressed copy.
const SMALL: usize = 1000;

/// Makes the site in a folder (without one: `target/site`) and prints what its files weigh.
pub fn run_to(to: Option<&str>) -> Result<(), String> {
    make(to).map(drop)
}

/// The same; where it is.
pub fn make(to: Option<&str>) -> Result<PathBuf, String> {
    let page = root().join("crates/web/dist");
    let built = wasm::build()?;
    let site = match to {
        Some(to) => std::path::absolute(to).map_err(|error| format!("{to}: {error}"))?,
        None => Workspace::read()?.target.join("site"),
    };
    emptied(&site)?;
    let mut files = Vec::new();
    copy(&page, &site, &mut files)?;
    for ((name, _), module) in MODULES.iter().zip([built.first, built.whole]) {
        let target = site.join(name);
        fs::copy(&module, &target).map_err(|error| format!("{}: {error}", target.display()))?;
        files.push(target);
    }
    files.extend(book::make(&site, Chapters::Written)?);
    files.sort();
    let brotli = brotli(&files);
    weigh(&site, &files, brotli.is_ok())?;
    if let Err(missing) = brotli {
        println!("WARNING: nothing was compressed by brotli: {missing}");
    }
    println!("the site is in {}", site.display());
    Ok(site)
}

/// Makes a folder that is empty. One that holds something else than a site is left alone.
fn emptied(site: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", site.display());
    if site.exists() {
        let empty = fs::read_dir(site).map_err(failed)?.next().is_none();
        let earlier = [MODULES[0].0, BOOK].map(|name| site.join(name).exists());
        if !empty && earlier == [false; 2] {
            let site = site.display();
            return Err(format!("{site}: neither empty nor an earlier site"));
        }
        fs::remove_dir_all(site).map_err(failed)?;
    }
    fs::create_dir_all(site).map_err(failed)
}

/// Copies what is in a folder, and notes what was made.
fn copy(from: &Path, to: &Path, made: &mut Vec<PathBuf>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", from.display());
    for entry in fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir_all(&target).map_err(failed)?;
            copy(&entry.path(), &target, made)?;
        } else {
            fs::copy(entry.path(), &target).map_err(failed)?;
            made.push(target);
        }
    }
    Ok(())
}

/// Compresses files by brotli as well as it can, which node does.
fn brotli(files: &[PathBuf]) -> Result<(), String> {
    const SCRIPT: &str = "
        const { readFileSync, writeFileSync } = require('node:fs');
        const { brotliCompressSync, constants } = require('node:zlib');
        for (const file of process.argv.slice(1)) {
          const bytes = readFileSync(file);
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_LGWIN]: 24,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          };
          writeFileSync(file + '.br', brotliCompressSync(bytes, { params }));
        }";
    let large = files.iter().filter(|file| size(file) as usize >= SMALL);
    output(Command::new("node").args(["-e", SCRIPT]).args(large)).map(drop)
}

fn size(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |data| data.len())
}

/// Compresses files by gzip, and prints a table.
fn weigh(site: &Path, files: &[PathBuf], brotli: bool) -> Result<(), String> {
    let beside = |file: &Path, word: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(word);
        PathBuf::from(name)
    };
    let mut sums = [0; 3];
    let mut books = [0; 3];
    println!("| file | bytes | gzip | brotli |\n|---|---|---|---|");
    let shown = |[raw, gzip, brotli]: [usize; 3]| {
        let [raw, gzip, brotli] = [raw, gzip, brotli].map(kilobytes);
        format!("{raw} | {gzip} | {brotli}")
    };
    for file in files {
        let failed = |error: std::io::Error| format!("{}: {error}", file.display());
        let bytes = fs::read(file).map_err(failed)?;
        let mut weights = [bytes.len(); 3];
        if bytes.len() >= SMALL {
            // Without a time inside, so that the same site has the same bytes.
            let mut packed = GzBuilder::new()
                .mtime(0)
                .write(Vec::new(), Compression::best());
            packed.write_all(&bytes).map_err(failed)?;
            let packed = packed.finish().map_err(failed)?;
            weights[1] = packed.len();
            fs::write(beside(file, ".gz"), packed).map_err(failed)?;
            if brotli {
                weights[2] = size(&beside(file, ".br")) as usize;
            }
        }
        let name = file.strip_prefix(site).unwrap_or(file);
        // A book has many files of no interest by themselves.
        let sums = match name.starts_with("book") {
            true => [Some(&mut books), Some(&mut sums)],
            false => [None, Some(&mut sums)],
        };
        if sums[0].is_none() {
            println!("| {} | {} |", name.display(), shown(weights));
        }
        for sum in sums.into_iter().flatten() {
            for (sum, weight) in sum.iter_mut().zip(weights) {
                *sum += weight;
            }
        }
    }
    println!("| the books | {} |", shown(books));
    println!("| all | {} |", shown(sums));
    let mut large = Vec::new();
    for (name, most) in MODULES.iter().filter(|_| brotli) {
        let module = size(&beside(&site.join(name), ".br"));
        println!("{name}: {module} bytes after brotli, of {most} that it may be");
        if module > *most {
            large.push(format!(
                "{name}: {module} bytes after brotli, more than {most}"
            ));
        }
    }
    match large.is_empty() {
        true => Ok(()),
        false => Err(large.join("; ")),
    }
}
