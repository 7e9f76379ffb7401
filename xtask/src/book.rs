//! The books: a course and a reference, one in each language, as static pages of the site.
//!
//! Chapters lie in `book/en` and `book/zh`; the reference is the documents in `docs`, the glossary
//! is `book/glossary.tsv`. Nothing of that is kept twice: sources are put together under
//! `target/book`, with their links led to where things are in a book, and mdBook makes pages of
//! them. Then every link and every page's weight is looked at, and Pagefind, which knows where Chinese
//! words end, writes an index of each book.
//!
//! A chapter that is listed but not written yet stands in the contents without a link; `--check` takes
//! that for an error.

mod built;
mod shelf;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::page;
use crate::run::{cargo, output, root, run};
use crate::workspace::Workspace;
use shelf::{Book, Shelf};

/// The version of mdBook that is installed where there is none.
const MDBOOK: &str = "0.5.4";
/// Versions that begin so read our template and settings.
const MDBOOK_FAMILY: &str = "mdbook v0.5.";
/// The files that pages of both books load.
const THEME: [&str; 2] = ["book.css", "book.js"];

/// Whether every listed chapter has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chapters {
    /// All.
    All,
    /// Those that are written.
    Written,
}

/// Builds the books into `target/site/book`.
pub fn build(chapters: Chapters) -> Result<(), String> {
    let site = Workspace::read()?.target.join("site");
    make(&site, chapters)?;
    if !site.join("elements.js").exists() {
        println!("`cargo xtask site` puts the boards and their engine beside them");
    }
    Ok(())
}

/// Builds the books into the folder `book` of a site. Gives every file of them.
pub fn make(site: &Path, chapters: Chapters) -> Result<Vec<PathBuf>, String> {
    let started = Instant::now();
    let target = Workspace::read()?.target;
    let shelf = Shelf::read(root())?;
    let unwritten = shelf.unwritten();
    if chapters == Chapters::All && !unwritten.is_empty() {
        return Err(format!("not written yet: {}", unwritten.join(", ")));
    }
    let mdbook = mdbook(&target)?;
    let to = site.join("book");
    empty(&to)?;
    for book in &shelf.books {
        let sources = target.join("book").join(book.lang);
        empty(&sources)?;
        assemble(&shelf, book, &sources)?;
        let pages = to.join(book.lang);
        run(Command::new(&mdbook)
            .arg("build")
            .arg(&sources)
            .arg("--dest-dir")
            .arg(&pages)
            // It tells every step otherwise.
            .env("MDBOOK_LOG", "warn"))?;
        finish(&shelf, book, &pages)?;
    }
    for name in THEME {
        copy(
            &root().join("book/theme").join(name),
            &to.join("theme").join(name),
        )?;
    }
    built::look(&to, &root().join("crates/web/dist"))?;
    for book in &shelf.books {
        index(&to.join(book.lang))?;
    }
    let files = files(&to)?;
    println!(
        "the books are in {}: {} files, {} s",
        to.display(),
        files.len(),
        started.elapsed().as_secs()
    );
    if !unwritten.is_empty() {
        println!("not written yet: {}", unwritten.join(", "));
    }
    Ok(files)
}

/// Finds mdBook: by the variable `MDBOOK`, as a command, among our tools; else installs it there.
fn mdbook(target: &Path) -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("MDBOOK") {
        return Ok(named.into());
    }
    let tools = target.join("tools");
    let own = tools
        .join("bin")
        .join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    for program in [PathBuf::from("mdbook"), own.clone()] {
        let told = output(Command::new(&program).arg("--version"));
        if told.is_ok_and(|told| told.starts_with(MDBOOK_FAMILY.as_bytes())) {
            return Ok(program);
        }
    }
    let tools = tools.to_string_lossy();
    cargo(&[
        "install",
        "mdbook",
        "--version",
        MDBOOK,
        "--locked",
        "--no-default-features",
        "--root",
        &tools,
    ])?;
    Ok(own)
}

/// Puts the sources of a book together, as mdBook reads them.
fn assemble(shelf: &Shelf, book: &Book, to: &Path) -> Result<(), String> {
    copy(
        &root().join("book").join(book.lang).join("book.toml"),
        &to.join("book.toml"),
    )?;
    copy(
        &root().join("book/theme/index.hbs"),
        &to.join("theme/index.hbs"),
    )?;
    let src = to.join("src");
    write(&src.join("SUMMARY.md"), &book.summary())?;
    for page in book.written() {
        let (text, pictures) = shelf.text(book, page)?;
        write(&src.join(&page.path), &text)?;
        for picture in pictures {
            copy(&root().join(&picture), &src.join(Shelf::picture(&picture)))?;
        }
    }
    Ok(())
}

/// Writes into the pages what mdBook does not know, and takes away what is of its own theme.
fn finish(shelf: &Shelf, book: &Book, pages: &Path) -> Result<(), String> {
    let mut known = Vec::new();
    for page in book.written() {
        let file = pages.join(shelf::html(&page.path));
        let html = read(&file)?;
        let html = html.replace("@contents@", &book.contents(&page.path));
        let html = html.replace("@other@", &shelf.other(book, &page.path));
        // The list of games has a picture of each.
        let html = html.replace("<img ", "<img loading=\"lazy\" ");
        write(&file, &html)?;
        known.push(file);
    }
    for file in files(pages)? {
        let ours = known.contains(&file) || file.starts_with(pages.join(shelf::PICTURES));
        if !ours {
            remove(&file)?;
        }
    }
    Ok(())
}

/// Writes the index of a book, without the windows that Pagefind has for it: ours is `book.js`.
fn index(pages: &Path) -> Result<(), String> {
    let script = root().join("web/node_modules/pagefind/lib/runner/bin.cjs");
    if !script.exists() {
        page::install()?;
    }
    let told = output(
        Command::new("node")
            .arg(&script)
            .arg("--site")
            .arg(pages)
            .args(["--root-selector", "main", "--quiet"]),
    )?;
    print!("{}", String::from_utf8_lossy(&told));
    for file in files(&pages.join("pagefind"))? {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if name.contains("-ui.") || name.contains("highlight") {
            remove(&file)?;
        }
    }
    Ok(())
}

/// Makes an empty folder. It is one that only this program writes.
fn empty(folder: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    fs::create_dir_all(folder).map_err(failed)
}

fn remove(file: &Path) -> Result<(), String> {
    fs::remove_file(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// Writes a file, with its folder.
fn write(file: &Path, text: &str) -> Result<(), String> {
    let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
    folder
        .and_then(|()| fs::write(file, text))
        .map_err(|error| format!("{}: {error}", file.display()))
}

/// Copies a file, making the folder of the copy.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let folder = to.parent().map_or(Ok(()), fs::create_dir_all);
    folder
        .and_then(|()| fs::copy(from, to).map(drop))
        .map_err(|error| format!("{}: {error}", from.display()))
}

/// Every file under a folder, in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        let failed = |error: std::io::Error| format!("{}: {error}", next.display());
        for entry in fs::read_dir(&next).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            match path.is_dir() {
                true => open.push(path),
                false => found.push(path),
            }
        }
    }
    found.sort();
    Ok(found)
}
