//! Files that are whole or absent: checksummed, written aside and renamed.

use std::io;
use std::path::Path;

use crate::error::Error;
use crate::notation::sealed::checksum;
use crate::platform::files;
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
    } else if error.kind() == io::ErrorKind::Unsupported {
        Text::fixed(
            "there are no files on this platform; leave out the store or checkpoint",
            "此平台没有文件；请勿使用存储或检查点",
        )
    } else {
        Text::new(error.to_string(), format!("读写失败：{error}"))
    };
    Error::Store {
        path: path.display().to_string(),
        because,
    }
}

/// An error unless files can be made beside `path`.
pub(super) fn writable(path: &Path) -> Result<(), Error> {
    files::writable(path).map_err(|error| failed(path, &error))
}

/// Writes `bytes` and their checksum so that after any interruption the file is
/// the old one or the new one.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let sum = checksum(bytes).to_le_bytes();
    files::replace(path, &[bytes, &sum]).map_err(|error| failed(path, &error))
}

/// The bytes of a file written by [`write_whole`]; `None` if it is absent or damaged.
pub(super) fn read_whole(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let mut bytes = match files::read(path) {
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
