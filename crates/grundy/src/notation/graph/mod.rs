//! Files that hold a directed graph: a text list of edges, a compact binary
//! form, DOT and GraphML, each also compressed with gzip.
//!
//! [`read`] looks at the first bytes to tell them apart, unless it is told.
//! All forms give the one [`Graph`] of the engines; where vertices have
//! names, [`NamedGraph`] keeps them, numbered in the order in which they
//! appear.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::notation::graph::read;
//! let budget = Budget::default();
//! let text = read("0 1\n1 2 # the end\n".as_bytes(), None, &budget).unwrap();
//! let dot = read("digraph { a -> b -> c }".as_bytes(), None, &budget).unwrap();
//! assert_eq!(text.graph, dot.graph);
//! assert_eq!(dot.vertex("c").unwrap(), 2);
//! let error = read("0 1\n1 x\n".as_bytes(), None, &budget).err().unwrap();
//! assert!(error.to_string().starts_with("line 2:"));
//! ```
//!
//! [`write()`] converts: every form is written and read back the same, names
//! included where the form has names.
//!
//! Self-loops and parallel edges are kept as they are written. An undirected
//! edge of DOT or GraphML is a move either way. The text and binary forms are
//! read in one pass through a small buffer; DOT and GraphML are held in memory
//! while they are read. What a file needs is asked of the budget before it is
//! taken.

pub mod binary;
pub mod dot;
pub mod edges;
pub mod graphml;

use std::io::{self, Chain, Cursor, Read, Write};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use rustc_hash::FxHashMap;

use crate::budget::{Budget, Meter};
use crate::error::Error;
use crate::solve::graph::{Graph, MAX_VERTICES, unknown_vertex};
use crate::text::Text;

/// How a file holds a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One edge a line: [`edges`].
    Edges,
    /// Bytes: [`binary`].
    Binary,
    /// Graphviz: [`dot`].
    Dot,
    /// XML: [`graphml`].
    GraphMl,
}

impl Format {
    /// All forms.
    pub const ALL: [Format; 4] = [Format::Edges, Format::Binary, Format::Dot, Format::GraphMl];

    /// The name used in commands.
    pub fn name(self) -> &'static str {
        match self {
            Format::Edges => "edges",
            Format::Binary => "binary",
            Format::Dot => "dot",
            Format::GraphMl => "graphml",
        }
    }

    /// The form of the given name.
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|form| form.name() == name)
    }

    /// The form that a file's name asks for, and whether it asks for gzip.
    pub fn of_path(path: &str) -> Option<(Format, bool)> {
        let (path, zipped) = match path.strip_suffix(".gz") {
            Some(path) => (path, true),
            None => (path, false),
        };
        let form = match path.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
            "txt" | "edges" | "csv" | "tsv" => Format::Edges,
            "bin" | "graph" => Format::Binary,
            "dot" | "gv" => Format::Dot,
            "graphml" | "xml" => Format::GraphMl,
            _ => return None,
        };
        Some((form, zipped))
    }
}

/// Writes a graph, compressed with gzip if asked for. The text and binary
/// forms have numbers only.
pub fn write(
    named: &NamedGraph,
    format: Format,
    zipped: bool,
    mut out: impl Write,
) -> io::Result<()> {
    if zipped {
        let mut encoder = GzEncoder::new(out, Compression::default());
        write_as(named, format, &mut encoder)?;
        return encoder.finish()?.flush();
    }
    write_as(named, format, &mut out)?;
    out.flush()
}

fn write_as(named: &NamedGraph, format: Format, out: &mut impl Write) -> io::Result<()> {
    match format {
        Format::Edges => edges::write_to(&named.graph, out),
        Format::Binary => binary::write_to(&named.graph, out),
        Format::Dot => dot::write_to(named, out),
        Format::GraphMl => graphml::write_to(named, out),
    }
}

/// Whether a form can hold the names of the graph; [`write()`] fails where not.
pub fn writable(named: &NamedGraph, format: Format) -> Result<(), Error> {
    match format {
        Format::GraphMl => graphml::writable(named),
        Format::Edges | Format::Binary | Format::Dot => Ok(()),
    }
}

/// A name on one line and without tabs: `\t`, `\n`, `\r`, `\\`, and `\u{7f}`
/// for other control characters.
///
/// ```
/// use grundy::notation::graph::escaped;
/// assert_eq!(escaped("a\tb\\é\u{1}"), r"a\tb\\é\u{1}");
/// ```
pub fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for c in name.chars() {
        match c == '\\' || c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
            true => text.extend(c.escape_default()),
            false => text.push(c),
        }
    }
    text
}

/// A graph whose vertices may have names.
#[derive(Clone, Debug)]
pub struct NamedGraph {
    /// The graph.
    pub graph: Graph,
    /// The names in the order of the numbers; none if numbers are all there is.
    names: Option<Names>,
}

impl NamedGraph {
    /// The number of the vertex called `name`.
    pub fn vertex(&self, name: &str) -> Result<u32, Error> {
        let vertices = self.graph.len() as u64;
        let number = match &self.names {
            Some(names) => names.numbers.get(name).copied(),
            None => {
                let number = name.trim().parse().ok();
                number.filter(|number| u64::from(*number) < vertices)
            }
        };
        number.ok_or_else(|| match unknown_vertex(0, vertices) {
            Error::BadParameter { expected, .. } if self.names.is_none() => Error::BadParameter {
                name: "vertex".to_string(),
                value: name.to_string(),
                expected,
            },
            _ => Error::BadParameter {
                name: "vertex".to_string(),
                value: name.to_string(),
                expected: Text::fixed("a vertex of the graph", "图中的顶点"),
            },
        })
    }

    /// The name of a vertex.
    pub fn name(&self, vertex: u32) -> String {
        let known = self
            .names
            .as_ref()
            .and_then(|names| names.list.get(vertex as usize));
        known.cloned().unwrap_or_else(|| vertex.to_string())
    }

    /// Whether the vertices have names and not only numbers.
    pub fn has_names(&self) -> bool {
        self.names.is_some()
    }

    /// A graph whose vertices have only numbers.
    pub fn unnamed(graph: Graph) -> Self {
        NamedGraph { graph, names: None }
    }
}

/// Names, numbered as they appear.
#[derive(Clone, Debug, Default)]
struct Names {
    numbers: FxHashMap<String, u32>,
    list: Vec<String>,
}

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(name.to_string());
        self.numbers.insert(name.to_string(), number);
        number
    }
}

/// Reads a graph; `format` is guessed from the first bytes if not given.
/// Compressed files are recognised in any case.
pub fn read(
    source: impl Read,
    format: Option<Format>,
    budget: &Budget,
) -> Result<NamedGraph, Error> {
    let mut meter = budget.meter("reading");
    let (start, source) = peek(source)?;
    if start.starts_with(&[0x1f, 0x8b]) {
        let (start, source) = peek(MultiGzDecoder::new(source))?;
        return read_as(format, &start, source, budget, &mut meter);
    }
    read_as(format, &start, source, budget, &mut meter)
}

fn read_as(
    format: Option<Format>,
    start: &[u8],
    source: impl Read,
    budget: &Budget,
    meter: &mut Meter,
) -> Result<NamedGraph, Error> {
    match format.unwrap_or_else(|| guess(start)) {
        Format::Edges => edges::read(source, meter).map(NamedGraph::unnamed),
        Format::Binary => binary::read(source, meter).map(NamedGraph::unnamed),
        Format::Dot => dot::read(&whole(source, budget)?, meter),
        Format::GraphMl => graphml::read(&whole(source, budget)?, meter),
    }
}

/// A source after bytes that were looked at.
type PutBack<R> = Chain<Cursor<Vec<u8>>, R>;

/// The first bytes of a source, and the source with them put back.
fn peek<R: Read>(mut source: R) -> Result<(Vec<u8>, PutBack<R>), Error> {
    const LOOKED_AT: u64 = 4096;
    let mut start = Vec::new();
    source
        .by_ref()
        .take(LOOKED_AT)
        .read_to_end(&mut start)
        .map_err(|error| unreadable(0, &error))?;
    Ok((start.clone(), Cursor::new(start).chain(source)))
}

/// The form that begins like this.
pub(crate) fn guess(start: &[u8]) -> Format {
    if start.starts_with(binary::MAGIC) {
        return Format::Binary;
    }
    let mut start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    // Comments may stand before anything that tells.
    loop {
        start = start.trim_ascii_start();
        let end = match start {
            [b'#' | b'%', ..] | [b'/', b'/', ..] => start.iter().position(|byte| *byte == b'\n'),
            [b'/', b'*', rest @ ..] => match rest.windows(2).position(|pair| pair == b"*/") {
                Some(at) => Some(at + 4),
                None => return Format::Dot,
            },
            _ => break,
        };
        start = end.map_or(&[], |end| &start[end..]);
    }
    let begins = |word: &str| {
        let head = start.get(..word.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(word.as_bytes()))
    };
    if begins("<") {
        Format::GraphMl
    } else if ["digraph", "graph", "strict"].into_iter().any(begins) {
        Format::Dot
    } else {
        Format::Edges
    }
}

/// All of a text, if it fits the budget.
fn whole(source: impl Read, budget: &Budget) -> Result<String, Error> {
    as_text(whole_bytes(source, budget)?)
}

/// All bytes of a source, if what is made of them fits the budget.
pub(crate) fn whole_bytes(source: impl Read, budget: &Budget) -> Result<Vec<u8>, Error> {
    // Names, edges and positions take a few times the length of their text.
    const SHARE: u64 = 4;
    let limit = budget.bytes() / SHARE;
    let mut bytes = Vec::new();
    source
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(bytes.len() as u64, &error))?;
    if bytes.len() as u64 > limit {
        let needed = (bytes.len() as u64).saturating_mul(SHARE);
        budget.meter("reading").bytes(needed)?;
    }
    Ok(bytes)
}

/// Bytes as text.
pub(crate) fn as_text(bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|error| Error::BadFile {
        offset: error.utf8_error().valid_up_to() as u64,
        found: Text::fixed("this is not UTF-8", "不是 UTF-8 编码"),
    })
}

fn unreadable(offset: u64, error: &std::io::Error) -> Error {
    Error::BadFile {
        offset,
        found: Text::new(error.to_string(), error.to_string()),
    }
}

/// Edges as they are read, in pieces so that no large array is ever copied.
#[derive(Default)]
struct Pieces {
    pieces: Vec<Vec<(u32, u32)>>,
    /// Filled up and put away into `pieces`.
    last: Vec<(u32, u32)>,
    /// One more than the highest vertex.
    vertices: u64,
}

impl Pieces {
    const LENGTH: usize = 1 << 18;

    #[inline]
    fn push(&mut self, from: u32, to: u32, meter: &mut Meter) -> Result<(), Error> {
        if self.last.len() == self.last.capacity() {
            self.next(meter)?;
        }
        self.last.push((from, to));
        self.vertices = self.vertices.max(u64::from(from.max(to)) + 1);
        Ok(())
    }

    #[cold]
    fn next(&mut self, meter: &mut Meter) -> Result<(), Error> {
        // Small graphs stay small; large ones grow by whole pieces.
        let length = match self.last.capacity() {
            0 => 64,
            length => (2 * length).min(Self::LENGTH),
        };
        let full = std::mem::replace(&mut self.last, Vec::with_capacity(length));
        self.pieces.push(full);
        let edges: u64 = self.pieces.iter().map(|piece| piece.len() as u64).sum();
        let edges = edges + length as u64;
        meter.bytes(8 * edges + Graph::bytes_for(self.vertices, edges))?;
        meter.poll()
    }

    /// Makes the graph, on at least `vertices` vertices.
    fn finish(mut self, vertices: u64, meter: &mut Meter) -> Result<Graph, Error> {
        self.pieces.push(self.last);
        Graph::from_pieces(self.vertices.max(vertices), &self.pieces, meter)
    }
}

/// A vertex number that is too large.
fn too_large() -> Text {
    Text::new(
        format!("a vertex number below {MAX_VERTICES}"),
        format!("小于 {MAX_VERTICES} 的顶点编号"),
    )
}
