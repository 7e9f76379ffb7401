//! Files that are whole or absent: checksummed, written aside and renamed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::notation::sealed::checksum;
use crate::text::Text;

/// The error of a file operation.
pub(super) fn failed(path: &Path, error: &io::Error) -> Error {
    let full = matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
    );
    let because = if full {
        Text::new(
            format!("no room to write ({error}); what was stored before is untouched"),
            format!("写入空间不足（{error}）；此前存储的内容未受影响"),
        )
    } else {
        Text::new(error.to_string(), format!("读写失败：{error}"))
    };
    Error::Store {
        path: path.display().to_string(),
        because,
    }
}

/// The path with a word behind its name: `0.104` becomes `0.104.new`, where a
/// new extension would make `0.new` of it.
pub(super) fn beside(path: &Path, word: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(word);
    PathBuf::from(name)
}

/// An error unless files can be made beside `path`.
pub(super) fn writable(path: &Path) -> Result<(), Error> {
    if path.is_dir() {
        let error = io::Error::from(io::ErrorKind::IsADirectory);
        return Err(failed(path, &error));
    }
    let trial = beside(path, &format!("part{}", std::process::id()));
    let made = File::create(&trial).map_err(|error| failed(path, &error));
    let _ = fs::remove_file(&trial);
    made.map(drop)
}

/// Writes `bytes` and their checksum so that after any interruption the file is
/// the old one or the new one.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let aside = beside(path, &format!("part{}", std::process::id()));
    let write = || -> io::Result<()> {
        let mut file = File::create(&aside)?;
        file.write_all(bytes)?;
        file.write_all(&checksum(bytes).to_le_bytes())?;
        file.sync_all()?;
        fs::rename(&aside, path)?;
        // The new name must survive a power cut too.
        if let Some(folder) = path.parent()
            && let Ok(folder) = File::open(folder)
        {
            folder.sync_all()?;
        }
        Ok(())
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&aside);
        failed(path, &error)
    })
}

/// The bytes of a file written by [`write_whole`]; `None` if it is absent or damaged.
pub(super) fn read_whole(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let mut bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(path, &error)),
    };
    let Some(body) = bytes.len().checked_sub(8) else {
        return Ok(None);
    };
    let stored: [u8; 8] = bytes[body..].try_into().expect("eight bytes");
    bytes.truncate(body);
    Ok((checksum(&bytes) == u64::from_le_bytes(stored)).then_some(bytes))
}

/// Reads little-endian numbers and byte strings one after the other.
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl<'a> Fields<'a> {
    pub(super) fn bytes(&mut self, count: u64) -> Option<&'a [u8]> {
        let count = usize::try_from(count).ok()?;
        let (head, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(head)
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes(8)?.try_into().ok()?))
    }
}
