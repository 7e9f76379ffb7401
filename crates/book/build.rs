//! Writes a text for each chapter that holds nothing but its blocks of Rust, and the list of these texts
//! (`chapters.rs`). The other lines are left empty, so that a failing test names the line of the chapter.
//!
//! A block that says nothing about its language, such as a formula, would be Rust to rustdoc; here it is none.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let mut list = String::new();
    for lang in ["en", "zh"] {
        let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book");
        let chapters = book.join(lang).join("src/course");
        println!("cargo::rerun-if-changed={}", chapters.display());
        let mut paths: Vec<PathBuf> = fs::read_dir(&chapters)?
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<_, std::io::Error>>()?;
        paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
        paths.sort();
        for path in paths {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let name = format!("{lang}_{}", stem.replace('-', "_"));
            fs::write(
                out.join(format!("{name}.md")),
                rust(&fs::read_to_string(&path)?),
            )?;
            let text = format!("concat!(env!(\"OUT_DIR\"), \"/{name}.md\")");
            writeln!(list, "#[doc = include_str!({text})]\nmod {name} {{}}")?;
        }
    }
    fs::write(out.join("chapters.rs"), list)?;
    Ok(())
}

/// The blocks of Rust of a chapter, each on its lines.
fn rust(chapter: &str) -> String {
    let mut text = String::new();
    // Of the block that is open: whether it is Rust.
    let mut open = None;
    for line in chapter.lines() {
        let is_fence = line.starts_with("```");
        let is_rust = open.unwrap_or(is_fence && line.starts_with("```rust"));
        open = match open {
            Some(_) if is_fence => None,
            None if is_fence => Some(is_rust),
            same => same,
        };
        text.push_str(if is_rust { line } else { "" });
        text.push('\n');
    }
    text
}
