//! A position that comes from a file or a pipe.
//!
//! [`read`] makes of its bytes the text that a game reads. Compressed files
//! (gzip) are unpacked. For games whose positions are graphs
//! ([`About::links`](crate::catalogue::About::links)) the file may also hold
//! a graph in any of the forms of [`super::graph`]: a list of edges, DOT,
//! GraphML or bytes. A list of edges may have lines that begin with `@`: the
//! vertices that the game marks.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::notation::file::read;
//! let list = b"# a triangle\n1 2\n2 3\n3 1\n@2\n";
//! let text = read(&list[..], Some("-"), &Budget::default()).unwrap();
//! assert_eq!(text, "1-2,2-3,3-1 @2");
//! let heaps = read(&b"3,5,7\n"[..], None, &Budget::default()).unwrap();
//! assert_eq!(heaps, "3,5,7");
//! ```
//!
//! A list of edges has the vertices that it names, or all from 0 if a line
//! `vertices N` says how many. Each line is an edge of its own. In DOT and
//! GraphML an undirected edge, or two edges there and back, is one edge of an
//! undirected game; names that are not all numbers are numbered from 0 in
//! the order in which they appear.

use std::fmt::Write;
use std::io::Read;

use flate2::read::MultiGzDecoder;

use super::graph::{self, Format, NamedGraph, as_text, edges, guess, whole_bytes};
use crate::budget::Budget;
use crate::error::Error;
use crate::games::graphs::links;

/// The text of a position; `links` is how the game writes an edge, if its
/// positions are graphs.
pub fn read(source: impl Read, links: Option<&str>, budget: &Budget) -> Result<String, Error> {
    let bytes = whole_bytes(source, budget)?;
    let bytes = match bytes.starts_with(&[0x1f, 0x8b]) {
        true => whole_bytes(MultiGzDecoder::new(&bytes[..]), budget)?,
        false => bytes,
    };
    if let Some(joint) = links {
        match guess(&bytes) {
            Format::Edges => {}
            format => {
                let named = graph::read(&bytes[..], Some(format), budget)?;
                return Ok(from_graph(&named, format, joint));
            }
        }
        if lists_edges(&bytes) {
            return from_list(bytes, joint, budget);
        }
    }
    let text = as_text(bytes)?;
    Ok(text.trim_start_matches('\u{feff}').trim().to_string())
}

/// What a line of a list says.
enum Line<'t> {
    Nothing,
    Vertex(&'t str),
    Edge,
    Count,
    Marks(&'t str),
    Other,
}

fn line_of(line: &[u8]) -> Line<'_> {
    let Ok(line) = std::str::from_utf8(line) else {
        return Line::Other;
    };
    let line = line.trim_start_matches('\u{feff}');
    let line = line.split(['#', '%']).next().unwrap_or("");
    let line = line.split("//").next().unwrap_or("").trim();
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    if line.is_empty() {
        return Line::Nothing;
    }
    if let Some(marks) = line.strip_prefix('@') {
        return Line::Marks(marks.trim());
    }
    if is_number(line) {
        return Line::Vertex(line);
    }
    if let Some(count) = line.strip_prefix("vertices") {
        return match is_number(count.trim()) {
            true => Line::Count,
            false => Line::Other,
        };
    }
    let (from, to) = match line.split_once("->") {
        Some(ends) => ends,
        None => line.split_once([' ', '\t', ',']).unwrap_or((line, "")),
    };
    match is_number(from.trim()) && is_number(to.trim_matches([' ', '\t', ','])) {
        true => Line::Edge,
        false => Line::Other,
    }
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|byte| *byte == b'\n')
}

/// Whether the first line that could be either is a line of a list.
fn lists_edges(bytes: &[u8]) -> bool {
    lines(bytes)
        .find_map(|line| match line_of(line) {
            Line::Nothing | Line::Vertex(_) | Line::Marks(_) => None,
            Line::Edge | Line::Count => Some(true),
            Line::Other => Some(false),
        })
        .unwrap_or(false)
}

fn from_list(mut bytes: Vec<u8>, joint: &str, budget: &Budget) -> Result<String, Error> {
    let mut single = Vec::new();
    let mut marks = String::new();
    let mut counted = false;
    let mut marked = Vec::new();
    let mut at = 0;
    for line in lines(&bytes) {
        match line_of(line) {
            Line::Vertex(word) => single.extend(word.parse::<u32>()),
            Line::Count => counted = true,
            Line::Marks(words) => {
                if !marks.is_empty() {
                    marks.push(',');
                }
                marks.push_str(words);
                marked.push(at..at + line.len());
            }
            _ => {}
        }
        at += line.len() + 1;
    }
    // What is no line of a list is blanked, so that errors name the right line.
    for range in marked {
        bytes[range].fill(b' ');
    }
    let graph = edges::read(&bytes[..], &mut budget.meter("reading"))?;
    if counted {
        single = (0..graph.len() as u32).collect();
    }
    let mut text = links::write(single, &graph.pairs().collect::<Vec<_>>(), joint, &[]);
    if !marks.is_empty() {
        // Writing to a String cannot fail.
        let _ = write!(text, " @{marks}");
    }
    Ok(text)
}

fn from_graph(named: &NamedGraph, format: Format, joint: &str) -> String {
    let graph = &named.graph;
    let all = 0..graph.len() as u32;
    let numbers: Option<Vec<u32>> = all.clone().map(|v| named.name(v).parse().ok()).collect();
    let numbers = numbers.unwrap_or_else(|| all.collect());
    let name = |v: u32| numbers[v as usize];
    let mut pairs: Vec<(u32, u32)> = graph.pairs().collect();
    if joint == "-" && format != Format::Binary {
        // There and back is one edge: of each pair as many as the busier way has.
        let ends = |&(a, b): &(u32, u32)| (a.min(b), a.max(b));
        pairs.sort_unstable_by_key(|pair| (ends(pair), pair.0 > pair.1));
        let mut kept = Vec::with_capacity(pairs.len());
        for group in pairs.chunk_by(|one, other| ends(one) == ends(other)) {
            let there = group.partition_point(|(a, b)| a <= b);
            let count = there.max(group.len() - there);
            kept.extend(std::iter::repeat_n(ends(&group[0]), count));
        }
        pairs = kept;
    }
    for (a, b) in &mut pairs {
        (*a, *b) = (name(*a), name(*b));
    }
    links::write(numbers, &pairs, joint, &[])
}
