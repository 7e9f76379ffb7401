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
//! undirected game. A name that is a number keeps it; the other names get the
//! numbers that are free, in the order in which they appear: from 1, or from 0
//! if no name is a number. [`Given::names`] tells which number is which name.
//!
//! ```
//! # use grundy::budget::Budget;
//! # use grundy::notation::file::read_named;
//! let graph = b"graph { x -- 0; 0 -- y }";
//! let given = read_named(&graph[..], Some("-"), &Budget::default()).unwrap();
//! assert_eq!(given.text, "1-0,0-2,1,0,2");
//! assert_eq!(given.note().unwrap(), "1 = x, 2 = y");
//! ```

use std::fmt::Write;
use std::io::Read;

use flate2::read::MultiGzDecoder;
use rustc_hash::FxHashSet;

use super::graph::{self, Format, NamedGraph, as_text, edges, escaped, guess, whole_bytes};
use crate::budget::Budget;
use crate::error::Error;
use crate::games::graphs::links;

/// A position as it was given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// The text that the game reads.
    pub text: String,
    /// The numbers that stand for names in it, in the order in which the names
    /// appeared.
    pub names: Vec<(u32, String)>,
}

impl Given {
    /// Which number is which name, as in `1 = x, 2 = y`; `None` if there are no
    /// names.
    pub fn note(&self) -> Option<String> {
        let names = self.names.iter();
        let each: Vec<String> = names
            .map(|(number, name)| format!("{number} = {}", escaped(name)))
            .collect();
        (!each.is_empty()).then(|| each.join(", "))
    }
}

impl From<String> for Given {
    fn from(text: String) -> Self {
        Given {
            text,
            names: Vec::new(),
        }
    }
}

/// The text of a position; `links` is how the game writes an edge, if its
/// positions are graphs.
pub fn read(source: impl Read, links: Option<&str>, budget: &Budget) -> Result<String, Error> {
    Ok(read_named(source, links, budget)?.text)
}

/// As [`read`], with the names for which the text has numbers.
pub fn read_named(source: impl Read, links: Option<&str>, budget: &Budget) -> Result<Given, Error> {
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
            return Ok(from_list(bytes, joint, budget)?.into());
        }
    }
    let text = as_text(bytes)?;
    let text = text.trim_start_matches('\u{feff}').trim();
    Ok(text.to_string().into())
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

/// The number for every vertex, and which of them stand for names.
fn numbers_of(named: &NamedGraph) -> (Vec<u32>, Vec<(u32, String)>) {
    // `07` and `+7` are names of their own, not the number 7.
    let own = |name: &str| {
        let number: u32 = name.parse().ok()?;
        (number.to_string() == name).then_some(number)
    };
    let all = 0..named.graph.len() as u32;
    let own: Vec<Option<u32>> = all.map(|v| own(&named.name(v))).collect();
    let taken: FxHashSet<u32> = own.iter().copied().flatten().collect();
    // Beside numbers, 0 means what the game says: no name may come to mean it.
    let first = u32::from(!taken.is_empty());
    let mut free = (first..).filter(|number| !taken.contains(number));
    let mut names = Vec::new();
    let mut numbers = Vec::with_capacity(own.len());
    for (v, own) in (0..).zip(own) {
        // A graph has fewer vertices than there are numbers.
        numbers.extend(own.or_else(|| {
            let number = free.next()?;
            names.push((number, named.name(v)));
            Some(number)
        }));
    }
    (numbers, names)
}

fn from_graph(named: &NamedGraph, format: Format, joint: &str) -> Given {
    let graph = &named.graph;
    let (numbers, names) = numbers_of(named);
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
    Given {
        text: links::write(numbers, &pairs, joint, &[]),
        names,
    }
}
