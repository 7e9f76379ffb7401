//! The files of long runs over heap games: stores and checkpoints.
//!
//! The first line is the code of the game; the files follow, each after a line `--` and a
//! line with its name. A checksum is put behind each, as a checksum that is wrong is noticed at once;
//! behind one whose name ends in `!` there is none.
//!
//! A checkpoint holds windows that are longer than any input: so the section `patches`
//! changes a genuine one of [`WINDOWED`], three bytes for each byte, where it is
//! and what it becomes; places below 2^15 are in the head, the others anywhere.
//!
//! A file may claim any values; that they are not computed again is what a store is for. But
//! nothing may break, and a store that was run through is whole: the next run uses all of
//! it and ends with the same checksum.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use grundy::budget::Budget;
use grundy::notation::sealed::checksum;
use grundy::solve::heap::code::Rules;
use grundy::solve::heap::solve::{Options, solve};
use grundy::solve::heap::store::Store;

const BETWEEN: &[u8] = b"\n--\n";
/// Names that a file may have.
const FILES: [&str; 6] = [
    "store",
    "chunk-000000",
    "chunk-000001",
    "checkpoint",
    "checkpoint.new",
    "checkpoint.old",
];
/// Heaps to a chunk, the fewest there may be, and to which heap runs go.
const CHUNK: u64 = 64;
const HEAPS: u64 = 2 * CHUNK;

/// A folder of this input's own, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> std::io::Result<Folder> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("grundy-fuzz-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A game that soon goes over to the window form.
const WINDOWED: &str = "0.56";

/// A genuine checkpoint of that game, without its checksum.
fn genuine() -> &'static [u8] {
    static GENUINE: OnceLock<Vec<u8>> = OnceLock::new();
    GENUINE.get_or_init(|| {
        let (Ok(folder), Ok(rules)) = (Folder::new(), WINDOWED.parse::<Rules>()) else {
            return Vec::new();
        };
        let mut options = windowed(&folder, 8_000);
        options.budget = options.budget.with_time(Duration::from_secs(20));
        let _ = solve(&rules, &options);
        let mut bytes = std::fs::read(folder.0.join("checkpoint")).unwrap_or_default();
        bytes.truncate(bytes.len().saturating_sub(8));
        bytes
    })
}

/// That checkpoint, changed.
fn patched(patches: &[u8]) -> Vec<u8> {
    /// The numbers before the windows.
    const HEAD: usize = 80;
    let mut bytes = genuine().to_vec();
    let length = bytes.len();
    for patch in patches.chunks_exact(3) {
        let place = usize::from(patch[0]) << 8 | usize::from(patch[1]);
        let place = match place.checked_sub(1 << 15) {
            None => place % HEAD,
            Some(place) => (place * length) >> 15,
        };
        if let Some(byte) = bytes.get_mut(place) {
            *byte = patch[2];
        }
    }
    bytes
}

/// The search that writes and reads checkpoints, in a window as short as possible.
fn windowed(folder: &Folder, states: u64) -> Options {
    Options {
        budget: Budget::default()
            .with_states(states)
            .with_bytes(64 << 20)
            .with_time(Duration::from_millis(100)),
        keep: 2_000,
        reach: Some(600),
        lemma: false,
        checkpoint: Some(folder.0.join("checkpoint")),
        checkpoint_every: Duration::from_secs(3600),
        ..Options::default()
    }
}

/// Whole stores and checkpoints of a few games.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for code in ["0.77", "0.07", "0.6", "0.165", "{1,3,4}", "0.3f", "4.3"] {
        let (Ok(folder), Ok(rules)) = (Folder::new(), code.parse::<Rules>()) else {
            continue;
        };
        let store = Store::open(&folder.0, &rules, CHUNK);
        let _ = store.and_then(|store| store.run(HEAPS, &super::small()));
        let mut whole = code.as_bytes().to_vec();
        for name in FILES {
            let Ok(mut bytes) = std::fs::read(folder.0.join(name)) else {
                continue;
            };
            bytes.truncate(bytes.len().saturating_sub(8));
            let section = [BETWEEN, name.as_bytes(), b"\n", &bytes].concat();
            all.push([code.as_bytes(), &section].concat());
            whole.extend(section);
        }
        all.push(whole);
    }
    for patches in [&b""[..], b"\x00\x04\x37", b"\x00\x0c\x01\x90\x01\x02"] {
        let head = [WINDOWED.as_bytes(), BETWEEN, b"patches\n"].concat();
        all.push([&head, patches].concat());
    }
    all
}

/// The first place of `sign`.
fn find(text: &[u8], sign: &[u8]) -> Option<usize> {
    text.windows(sign.len()).position(|part| part == sign)
}

pub(super) fn run(input: &[u8]) -> Result<(), String> {
    let (code, mut rest) = match find(input, BETWEEN) {
        Some(at) => (&input[..at], &input[at..]),
        None => (input, &[][..]),
    };
    let Ok(rules) = super::text(code).parse::<Rules>() else {
        return Ok(());
    };
    if rules.digits().len() + rules.tail().len() > 30 {
        return Ok(());
    }
    // Without room for files there is nothing to be seen.
    let Ok(folder) = Folder::new() else {
        return Ok(());
    };
    let mut checkpoints = false;
    while let Some(section) = rest.strip_prefix(BETWEEN) {
        let end = find(section, BETWEEN).unwrap_or(section.len());
        rest = &section[end..];
        let Some(line) = section[..end].iter().position(|byte| *byte == b'\n') else {
            continue;
        };
        let (name, mut bytes) = (
            super::text(&section[..line]),
            section[line + 1..end].to_vec(),
        );
        let sealed = !name.ends_with('!');
        let name = name.trim_end_matches('!');
        let name = match name {
            "patches" => {
                bytes = patched(&bytes);
                "checkpoint"
            }
            name => name,
        };
        if !FILES.contains(&name) {
            continue;
        }
        checkpoints |= name.starts_with("checkpoint");
        if sealed {
            bytes.extend(checksum(&bytes).to_le_bytes());
        }
        let _ = std::fs::write(folder.0.join(name), bytes);
    }
    if checkpoints {
        let _ = solve(&rules, &windowed(&folder, 9_000));
    }
    let Ok(store) = Store::open(&folder.0, &rules, CHUNK) else {
        return Ok(());
    };
    let Ok(first) = store.run(HEAPS, &super::small()) else {
        return Ok(());
    };
    let values = store.read(0, HEAPS).map_err(|error| error.to_string())?;
    if values.len() as u64 != HEAPS {
        return Err(format!("{} of {HEAPS} values are stored", values.len()));
    }
    match store.run(HEAPS, &super::small()) {
        Ok(again) if again.checksum == first.checksum && again.repaired.is_empty() => Ok(()),
        Err(error) if error.is_budget() => Ok(()),
        again => Err(format!("{first:?}, and run again {again:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_checkpoint_to_be_changed() {
        assert!(genuine().len() > 1000 && genuine()[8..].starts_with(WINDOWED.as_bytes()));
        assert_eq!(patched(b""), genuine());
        // The code, and the last window.
        let changed = patched(b"\x00\x08x\xff\xffx");
        let differ = changed.iter().zip(genuine()).filter(|(a, b)| a != b);
        assert_eq!((changed[8], differ.count()), (b'x', 2));
        // A checkpoint as it was written is used.
        let (folder, rules) = (Folder::new().unwrap(), WINDOWED.parse().unwrap());
        let mut bytes = genuine().to_vec();
        bytes.extend(checksum(&bytes).to_le_bytes());
        std::fs::write(folder.0.join("checkpoint"), bytes).unwrap();
        let fresh = Folder::new().unwrap();
        let known = |folder| solve(&rules, &windowed(folder, 9_000)).unwrap().known;
        assert!(known(&folder) > known(&fresh));
    }
}
