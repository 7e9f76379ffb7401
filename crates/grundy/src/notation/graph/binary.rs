//! A graph as bytes: compact, with a checksum.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `grundyG1` |
//! | 8 | number of vertices, low byte first |
//! | 8 | number of edges, low byte first |
//! | … | for each vertex the number of its successors, then each successor as the difference from the one before (for the first: from the vertex itself) |
//! | 4 | CRC-32 of all bytes before, low byte first |
//!
//! Numbers of the middle part are written seven bits a byte, low bits first,
//! the high bit set on all bytes but the last; differences with their sign in
//! the lowest bit. The order of successors is kept.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::notation::graph::binary;
//! use grundy::solve::graph::Graph;
//! let graph = Graph::from_edges(3, &[(0, 2), (0, 1), (2, 2)]);
//! let bytes = binary::write(&graph);
//! assert_eq!(bytes.len(), 8 + 8 + 8 + 3 + 3 + 4);
//! let mut meter = Budget::default().meter("reading");
//! assert_eq!(binary::read(&bytes[..], &mut meter).unwrap(), graph);
//! assert!(binary::read(&bytes[..20], &mut meter).is_err());
//! ```

use std::io::{self, Read, Write};

use flate2::Crc;

use super::unreadable;
use crate::budget::Meter;
use crate::error::Error;
use crate::solve::graph::{Graph, check_size};
use crate::text::Text;

/// How every such file begins.
pub const MAGIC: &[u8] = b"grundyG1";

/// Writes a graph that [`read`] reads back.
pub fn write(graph: &Graph) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Writing to memory cannot fail.
    let _ = write_to(graph, &mut bytes);
    bytes
}

/// As [`write()`], to a file or elsewhere.
pub fn write_to(graph: &Graph, out: &mut impl Write) -> io::Result<()> {
    const PIECE: usize = 1 << 16;
    let mut bytes = MAGIC.to_vec();
    bytes.extend((graph.len() as u64).to_le_bytes());
    bytes.extend((graph.edges() as u64).to_le_bytes());
    let mut crc = Crc::new();
    for v in 0..graph.len() as u32 {
        let after = graph.successors(v);
        put(&mut bytes, after.len() as u64);
        let mut last = i64::from(v);
        for &to in after {
            let step = i64::from(to) - last;
            put(&mut bytes, (step << 1 ^ step >> 63) as u64);
            last = to.into();
        }
        if bytes.len() >= PIECE {
            crc.update(&bytes);
            out.write_all(&bytes)?;
            bytes.clear();
        }
    }
    crc.update(&bytes);
    out.write_all(&bytes)?;
    out.write_all(&crc.sum().to_le_bytes())
}

/// Seven bits a byte, low bits first.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a graph; anything that is missing, damaged or too much is an error.
pub fn read(source: impl Read, meter: &mut Meter) -> Result<Graph, Error> {
    let mut bytes = Bytes::new(source);
    if bytes.array::<8>()? != MAGIC {
        return Err(bytes.fail(Text::fixed(
            "it does not begin with `grundyG1`",
            "开头不是 `grundyG1`",
        )));
    }
    let vertices = u64::from_le_bytes(bytes.array()?);
    let edges = u64::from_le_bytes(bytes.array()?);
    check_size(vertices, edges)?;
    meter.bytes(Graph::bytes_for(vertices, edges))?;
    // A false count of a short file reserves addresses, but touches no memory.
    let (mut first, mut targets) = (reserve(vertices + 1)?, reserve(edges)?);
    first.push(0u32);
    for v in 0..vertices as i64 {
        let count = bytes.number()?;
        if count > edges - targets.len() as u64 {
            return Err(bytes.fail(Text::new(
                format!("more than the {edges} edges stated"),
                format!("边数超过声明的 {edges}"),
            )));
        }
        let mut last = v;
        for _ in 0..count {
            let code = bytes.number()?;
            let step = (code >> 1) as i64 ^ -((code & 1) as i64);
            last = last.wrapping_add(step);
            if !(0..vertices as i64).contains(&last) {
                return Err(bytes.fail(Text::new(
                    format!("vertex {last} of {vertices}"),
                    format!("顶点 {last} 不在 {vertices} 个顶点之内"),
                )));
            }
            targets.push(last as u32);
        }
        first.push(targets.len() as u32);
        if v % (1 << 16) == 0 {
            meter.poll()?;
        }
    }
    if targets.len() as u64 != edges {
        return Err(bytes.fail(Text::new(
            format!("{} edges where {edges} are stated", targets.len()),
            format!("只有 {} 条边，声明为 {edges}", targets.len()),
        )));
    }
    let computed = bytes.checksum();
    let stored = u32::from_le_bytes(bytes.array()?);
    if computed != stored {
        return Err(bytes.fail(Text::new(
            format!("the checksum is {computed:08x}, the file says {stored:08x}"),
            format!("校验和为 {computed:08x}，文件记为 {stored:08x}"),
        )));
    }
    if bytes.byte()?.is_some() {
        return Err(bytes.fail(Text::fixed(
            "more bytes after the checksum",
            "校验和之后还有多余字节",
        )));
    }
    Graph::from_parts(first, targets)
}

/// Room for `count` numbers.
fn reserve(count: u64) -> Result<Vec<u32>, Error> {
    let mut room = Vec::new();
    let size = usize::try_from(count).ok();
    size.and_then(|size| room.try_reserve_exact(size).ok())
        .ok_or_else(|| Error::Unsupported {
            because: Text::new(
                format!("no memory for {count} numbers"),
                format!("没有容纳 {count} 个数的内存"),
            ),
        })?;
    Ok(room)
}

/// A source, byte by byte, with the checksum of what has been read.
struct Bytes<R> {
    source: R,
    buffer: Vec<u8>,
    at: usize,
    filled: usize,
    /// Bytes of the buffer before this one are in the checksum.
    summed: usize,
    /// Bytes of buffers before this one.
    before: u64,
    crc: Crc,
}

impl<R: Read> Bytes<R> {
    fn new(source: R) -> Self {
        Bytes {
            source,
            buffer: vec![0; 1 << 16],
            at: 0,
            filled: 0,
            summed: 0,
            before: 0,
            crc: Crc::new(),
        }
    }

    /// The next byte, `None` at the end.
    #[inline]
    fn byte(&mut self) -> Result<Option<u8>, Error> {
        if self.at == self.filled && !self.refill()? {
            return Ok(None);
        }
        self.at += 1;
        Ok(Some(self.buffer[self.at - 1]))
    }

    #[cold]
    fn refill(&mut self) -> Result<bool, Error> {
        self.checksum();
        self.before += self.filled as u64;
        (self.at, self.filled, self.summed) = (0, 0, 0);
        loop {
            match self.source.read(&mut self.buffer) {
                Ok(got) => {
                    self.filled = got;
                    return Ok(got > 0);
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(unreadable(self.before, &error)),
            }
        }
    }

    fn must(&mut self) -> Result<u8, Error> {
        self.byte()?
            .ok_or_else(|| self.fail(Text::fixed("it is cut short", "文件不完整")))
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let mut array = [0; N];
        for byte in &mut array {
            *byte = self.must()?;
        }
        Ok(array)
    }

    /// A number of at most 35 bits.
    #[inline]
    fn number(&mut self) -> Result<u64, Error> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.must()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.fail(Text::fixed(
            "a number of more than five bytes",
            "超过五个字节的数",
        )))
    }

    /// The checksum of all bytes read.
    fn checksum(&mut self) -> u32 {
        self.crc.update(&self.buffer[self.summed..self.at]);
        self.summed = self.at;
        self.crc.sum()
    }

    fn fail(&self, found: Text) -> Error {
        Error::BadFile {
            offset: self.before + self.at as u64,
            found,
        }
    }
}
