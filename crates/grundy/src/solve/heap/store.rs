//! Long runs on disk: values in checksummed chunks, resumable at any moment.
//!
//! A store is a folder with a file `store` (which game, how many heaps to a
//! chunk) and chunks `chunk-000000`, …. A chunk names its game and holds its values
//! and a running checksum of the whole sequence before it, so that the chunks of
//! one game never pass for those of another, whatever became of the title. Each file is written
//! aside, flushed and renamed, so it is whole or absent: a run killed at any
//! moment continues after the last whole chunk and ends with the same
//! checksum. A damaged chunk is noticed, computed again, and the chunks after it
//! are kept if their running checksum fits. A full disk is an error that leaves
//! everything stored before as it is.
//!
//! Limits: to continue, all earlier values are read back into memory. Runs in
//! the window form keep no values; they store checkpoints instead
//! ([`super::solve::Options::checkpoint`]).

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use super::auto::Auto;
use super::code::Rules;
use super::files::{Fields, failed, read_whole, write_whole};
use super::{Sequence, Sparseness};
use crate::budget::Budget;
use crate::error::Error;
use crate::platform::files;
use crate::text::Text;

/// Heaps to a chunk unless said otherwise.
pub const CHUNK: u64 = 1 << 22;
const START: u64 = 0xcbf2_9ce4_8422_2325;
const TITLE: &str = "grundy heap store 2";
/// How many heaps a chunk may have.
const SIZES: RangeInclusive<u64> = 64..=1 << 28;

/// Adds values to a running checksum.
pub fn running_sum(sum: u64, values: &[u32]) -> u64 {
    values.iter().fold(sum, |sum, &value| {
        (sum ^ u64::from(value)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A folder of values.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    rules: Rules,
    chunk: u64,
}

/// What a run left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Values are stored for the heaps below this.
    pub known: u64,
    /// The running checksum of all of them.
    pub checksum: u64,
    /// Chunks that were there and whole.
    pub reused: u64,
    /// Chunks that were there but damaged, and were computed again.
    pub repaired: Vec<u64>,
    /// The largest value and the first heap that has it.
    pub largest: (u32, u64),
    /// The sparse space, where one is in use.
    pub sparseness: Option<Sparseness>,
}

struct Chunk {
    values: Vec<u32>,
    before: u64,
}

/// The game that a chunk names.
fn code_of<'a>(fields: &mut Fields<'a>) -> Option<&'a [u8]> {
    let length = fields.number()?;
    fields.bytes(length)
}

impl Store {
    /// Opens the store of `rules` in `folder`, or makes one with `chunk` heaps to a chunk.
    pub fn open(folder: &Path, rules: &Rules, chunk: u64) -> Result<Store, Error> {
        files::make_folder(folder).map_err(|e| failed(folder, &e))?;
        let title = folder.join("store");
        let mut store = Store {
            folder: folder.to_path_buf(),
            rules: rules.clone(),
            chunk: chunk.clamp(*SIZES.start(), *SIZES.end()),
        };
        let refuse = |en: String, zh: String| {
            Err(Error::Store {
                path: title.display().to_string(),
                because: Text::new(en, zh),
            })
        };
        let Some(bytes) = read_whole(&title)? else {
            // A title that was lost must not make another game's chunks ours.
            if let Some(code) = store.code_of_first_chunk()?
                && code != rules.to_string()
            {
                return refuse(
                    format!("it is damaged, and the chunks beside it hold {code}, not {rules}"),
                    format!("标题已损坏，而其旁的数据块属于 {code}，不是 {rules}"),
                );
            }
            let text = format!("{TITLE}\ncode {rules}\nchunk {}\n", store.chunk);
            write_whole(&title, text.as_bytes())?;
            return Ok(store);
        };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let lines: Vec<&str> = text.lines().collect();
        let (first, code, size) = match lines[..] {
            [first, code, size] => (first, code.strip_prefix("code "), size),
            _ => (lines.first().copied().unwrap_or(""), None, ""),
        };
        if first != TITLE {
            let shown: String = first.chars().take(40).collect();
            return refuse(
                format!(
                    "it begins with `{shown}`, not with `{TITLE}`: stores of another version are not \
                     read; remove the folder and compute it again"
                ),
                format!(
                    "开头是 `{shown}`，而不是 `{TITLE}`：不读取其他版本的存储；请删除该文件夹后重新计算"
                ),
            );
        }
        if code != Some(rules.to_string().as_str()) {
            let code = code.map(|code| code.chars().take(60).collect::<String>());
            return refuse(
                format!(
                    "it holds {}, not {rules}",
                    code.as_deref().unwrap_or("something else")
                ),
                format!(
                    "其中是 {}，而不是 {rules}",
                    code.as_deref().unwrap_or("别的内容")
                ),
            );
        }
        let size = size.strip_prefix("chunk ").and_then(|s| s.parse().ok());
        match size.filter(|size| SIZES.contains(size)) {
            Some(size) => store.chunk = size,
            None => {
                let (least, most) = (SIZES.start(), SIZES.end());
                return refuse(
                    format!("its chunks should have from {least} to {most} heaps"),
                    format!("每块应有 {least} 至 {most} 堆"),
                );
            }
        }
        Ok(store)
    }

    /// The game that the first chunk names, if there is a whole one.
    fn code_of_first_chunk(&self) -> Result<Option<String>, Error> {
        let Some(bytes) = read_whole(&self.path(0))? else {
            return Ok(None);
        };
        Ok(Some(match code_of(&mut Fields(&bytes)) {
            Some(code) => String::from_utf8_lossy(code).into_owned(),
            None => "something else".to_string(),
        }))
    }

    fn path(&self, index: u64) -> PathBuf {
        self.folder.join(format!("chunk-{index:06}"))
    }

    fn write(&self, index: u64, before: u64, values: &[u32]) -> Result<(), Error> {
        let largest = values.iter().copied().max().unwrap_or(0);
        let width: u64 = match largest {
            0..256 => 1,
            256..65536 => 2,
            _ => 4,
        };
        let code = self.rules.to_string();
        let room = 40 + code.len() + values.len() * width as usize;
        let mut bytes = Vec::with_capacity(room);
        bytes.extend((code.len() as u64).to_le_bytes());
        bytes.extend(code.as_bytes());
        for number in [index, values.len() as u64, width, before] {
            bytes.extend(number.to_le_bytes());
        }
        for value in values {
            bytes.extend(&value.to_le_bytes()[..width as usize]);
        }
        write_whole(&self.path(index), &bytes)
    }

    fn read_chunk(&self, index: u64) -> Result<Option<Chunk>, Error> {
        let Some(bytes) = read_whole(&self.path(index))? else {
            return Ok(None);
        };
        let mut fields = Fields(&bytes);
        let mut chunk = || {
            if code_of(&mut fields)? != self.rules.to_string().as_bytes() {
                return None;
            }
            let (stored, count, width, before) = (
                fields.number()?,
                fields.number()?,
                fields.number()?,
                fields.number()?,
            );
            if stored != index || count != self.chunk || !matches!(width, 1 | 2 | 4) {
                return None;
            }
            let cells = fields.bytes(count.checked_mul(width)?)?;
            let values = cells
                .chunks(width as usize)
                .map(|cell| cell.iter().rev().fold(0, |v, &b| v << 8 | u32::from(b)))
                .collect();
            Some(Chunk { values, before })
        };
        Ok(chunk())
    }

    /// Computes and stores whole chunks until the heaps below `to` are there.
    pub fn run(&self, to: u64, budget: &Budget) -> Result<Summary, Error> {
        let mut values: Vec<u32> = Vec::new();
        let mut engine: Option<Auto> = None;
        let mut summary = Summary {
            known: 0,
            checksum: START,
            reused: 0,
            repaired: Vec::new(),
            largest: (0, 0),
            sparseness: None,
        };
        let mut meter = budget.meter("store");
        for index in 0..to.div_ceil(self.chunk) {
            let first = index * self.chunk;
            let existed = files::exists(&self.path(index));
            match self.read_chunk(index)? {
                Some(chunk) if chunk.before == summary.checksum => {
                    values.extend(&chunk.values);
                    summary.reused += 1;
                    engine = None;
                }
                _ => {
                    let auto = match &mut engine {
                        Some(auto) => auto,
                        none => none.insert(Auto::from_values(&self.rules, budget, &values)),
                    };
                    auto.set_goal(to.saturating_sub(first));
                    auto.advance(first + self.chunk)?;
                    auto.copy_values(first, first + self.chunk, &mut values);
                    summary.sparseness = auto.sparseness();
                    self.write(index, summary.checksum, &values[first as usize..])?;
                    if existed {
                        summary.repaired.push(index);
                    }
                }
            }
            meter.poll()?;
            meter.bytes(4 * values.len() as u64)?;
            let fresh = &values[first as usize..];
            summary.checksum = running_sum(summary.checksum, fresh);
            for (heap, &value) in (first..).zip(fresh) {
                if value > summary.largest.0 {
                    summary.largest = (value, heap);
                }
            }
            summary.known = first + self.chunk;
        }
        Ok(summary)
    }

    /// The stored values of the heaps `from .. to`, as far as whole chunks hold them.
    pub fn read(&self, from: u64, to: u64) -> Result<Vec<u32>, Error> {
        let mut values = Vec::new();
        for index in from / self.chunk..to.div_ceil(self.chunk) {
            let Some(chunk) = self.read_chunk(index)? else {
                break;
            };
            let first = index * self.chunk;
            let low = from.saturating_sub(first).min(self.chunk) as usize;
            let high = to.saturating_sub(first).min(self.chunk) as usize;
            values.extend(&chunk.values[low..high]);
        }
        Ok(values)
    }
}
