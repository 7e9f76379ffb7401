//! Archives with the same bytes for the same content: files in the order of their
//! names, one time for all, no owner. `.tar.gz` for unix, `.zip` for Windows, and their
//! SHA-256 sums.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Cursor, Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// A file inside an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub bytes: Vec<u8>,
    pub executable: bool,
}

/// Paths, separated by `/`, and what is there.
pub type Files = BTreeMap<String, File>;

fn mode(file: &File) -> u32 {
    if file.executable { 0o755 } else { 0o644 }
}

/// All files below `folder`, as a compressed tape; `time` is in seconds since 1970.
pub fn tar_gz(folder: &str, files: &Files, time: u64) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("tar: {error}");
    let mut tape = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    for (path, file) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(file.bytes.len() as u64);
        header.set_mode(mode(file));
        header.set_mtime(time);
        header.set_uid(0);
        header.set_gid(0);
        tape.append_data(&mut header, format!("{folder}/{path}"), &file.bytes[..])
            .map_err(failed)?;
    }
    tape.into_inner().and_then(|gz| gz.finish()).map_err(failed)
}

/// All files below `folder`, as a zip. Its clock begins in 1980, and there it stays.
pub fn zip(folder: &str, files: &Files) -> Result<Vec<u8>, String> {
    let failed = |error: zip::result::ZipError| format!("zip: {error}");
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (path, file) in files {
        let options = zip::write::SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated)
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(mode(file));
        archive
            .start_file(format!("{folder}/{path}"), options)
            .map_err(failed)?;
        archive
            .write_all(&file.bytes)
            .map_err(|error| format!("zip: {path}: {error}"))?;
    }
    Ok(archive.finish().map_err(failed)?.into_inner())
}

/// The files of a compressed tape.
pub fn read_tar_gz(bytes: &[u8]) -> Result<Files, String> {
    let failed = |error: std::io::Error| format!("tar: {error}");
    let mut files = Files::new();
    let mut tape = tar::Archive::new(GzDecoder::new(bytes));
    for entry in tape.entries().map_err(failed)? {
        let mut entry = entry.map_err(failed)?;
        let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let executable = entry.header().mode().map_err(failed)? & 0o111 != 0;
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).map_err(failed)?;
        files.insert(path, File { bytes, executable });
    }
    Ok(files)
}

/// The SHA-256 sum, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let mut written = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(written, "{byte:02x}"); // a string takes everything
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Files {
        let file = |bytes: &[u8], executable| File {
            bytes: bytes.to_vec(),
            executable,
        };
        // Longer than the 100 bytes that a tape's header holds, and not ASCII.
        let long = format!("{}/斐波那契.game", "examples".repeat(20));
        Files::from([
            ("grundy".to_string(), file(&[0x7f; 70_000], true)),
            ("LICENSE-MIT".to_string(), file(b"free", false)),
            (long, file(b"state n", false)),
        ])
    }

    #[test]
    fn what_is_packed_comes_out() {
        let packed = tar_gz("grundy-1", &files(), 1_000_000_000).unwrap();
        let unpacked = read_tar_gz(&packed).unwrap();
        let expected: Files = files()
            .into_iter()
            .map(|(path, file)| (format!("grundy-1/{path}"), file))
            .collect();
        assert_eq!(unpacked, expected);

        let mut archive = zip::ZipArchive::new(Cursor::new(zip("a", &files()).unwrap())).unwrap();
        assert_eq!(archive.len(), 3);
        for (path, file) in files() {
            let mut entry = archive.by_name(&format!("a/{path}")).unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            assert_eq!(bytes, file.bytes);
            assert_eq!(entry.unix_mode().unwrap() & 0o777, mode(&file));
        }
    }

    #[test]
    fn the_same_content_makes_the_same_bytes() {
        let packed = tar_gz("a", &files(), 7).unwrap();
        assert_eq!(packed, tar_gz("a", &files(), 7).unwrap());
        assert_ne!(packed, tar_gz("a", &files(), 8).unwrap());
        // The time of packing is nowhere: neither in the tape nor around it.
        assert_eq!(packed[4..8], [0; 4]);
        let mut tape = tar::Archive::new(GzDecoder::new(&packed[..]));
        for entry in tape.entries().unwrap() {
            let header = entry.unwrap().header().clone();
            assert_eq!((header.mtime().unwrap(), header.uid().unwrap()), (7, 0));
        }
        assert_eq!(zip("a", &files()).unwrap(), zip("a", &files()).unwrap());
    }

    /// The example of FIPS 180-4, and the well-known sum of nothing.
    #[test]
    fn sums_are_sha256() {
        assert_eq!(
            sha256(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(
            sha256(b""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }
}
