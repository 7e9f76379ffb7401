//! The inputs that are kept: a file for each target, an input for each line.
//!
//! Bytes that are not printable ASCII are escaped as in a literal of Rust, so that the files
//! are texts, whatever the inputs are, and a change shows as lines that came and went.
//!
//! ```
//! use grundy_fuzz::corpus::{escaped, unescaped};
//! let input = b"a, b\n\x00\\\xe5";
//! assert_eq!(escaped(input), r"a, b\n\x00\\\xe5");
//! assert_eq!(unescaped(&escaped(input)).unwrap(), input);
//! assert_eq!(unescaped(r"\q"), None);
//! ```
//!
//! `cargo xtask fuzz --keep` writes them: sorted, as few as reach the same code, and no
//! more than the limits here.

use std::path::{Path, PathBuf};

use grundy::notation::sealed::checksum;

use crate::targets::Target;

/// How many inputs a target keeps at most.
pub const MOST_INPUTS: usize = 400;
/// How many bytes all lines of a target may have.
pub const MOST_BYTES: usize = 200_000;
/// How long an input may be.
pub const LONGEST: usize = 4096;

/// The input as a line.
pub fn escaped(input: &[u8]) -> String {
    input.escape_ascii().to_string()
}

/// The input that a line stands for; `None` if something is not escaped as it should be.
pub fn unescaped(line: &str) -> Option<Vec<u8>> {
    let mut input = Vec::with_capacity(line.len());
    let mut left = line.bytes();
    while let Some(byte) = left.next() {
        input.push(match byte {
            b'\\' => match left.next()? {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                sign @ (b'\\' | b'\'' | b'"') => sign,
                b'x' => {
                    let digits = [left.next()?, left.next()?];
                    u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
                }
                _ => return None,
            },
            byte => byte,
        });
    }
    Some(input)
}

/// The file of a target.
pub fn path(target: &str) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.join("corpus").join(format!("{target}.lines"))
}

/// The inputs that are kept of a target; an error names the file and the line.
pub fn kept(target: &str) -> Result<Vec<Vec<u8>>, String> {
    let path = path(target);
    let told = |what: String| format!("{}: {what}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|error| told(error.to_string()))?;
    let lines = text.lines().enumerate();
    lines
        .map(|(at, line)| unescaped(line).ok_or_else(|| told(format!("line {}", at + 1))))
        .collect()
}

/// Writes inputs to the file of a target: sorted, each once, those that are too long left
/// out, and some evenly spread ones alone where there are too many. Answers how many were
/// written.
pub fn keep(target: &str, inputs: &[Vec<u8>]) -> std::io::Result<usize> {
    let short = inputs.iter().filter(|input| input.len() <= LONGEST);
    let mut lines: Vec<String> = short.map(|input| escaped(input) + "\n").collect();
    lines.sort();
    lines.dedup();
    let mut count = lines.len().min(MOST_INPUTS);
    let text = loop {
        let spread = (0..count).map(|at| lines[at * lines.len() / count].as_str());
        let text: String = spread.collect();
        if text.len() <= MOST_BYTES {
            break text;
        }
        count -= count.div_ceil(20);
    };
    std::fs::write(path(target), text)?;
    Ok(count)
}

/// The examples of a target: what is kept, and the seeds.
pub fn examples(target: &Target) -> Result<Vec<Vec<u8>>, String> {
    let mut inputs = match path(target.name).exists() {
        true => kept(target.name)?,
        false => Vec::new(),
    };
    inputs.extend((target.seeds)());
    inputs.retain(|input| input.len() <= LONGEST);
    Ok(inputs)
}

/// Writes the examples of a target to a folder, each to a file.
pub fn expand(target: &Target, folder: &Path) -> Result<(), String> {
    for input in examples(target)? {
        let name = format!("{:016x}", checksum(&input));
        std::fs::write(folder.join(name), input).map_err(|error| error.to_string())?;
    }
    Ok(())
}
