//! What the tests of stored runs share: folders, codes, a run with checkpoints.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use grundy::budget::Budget;
use grundy::solve::heap::code::Rules;
use grundy::solve::heap::solve::Options;

/// A folder for one test, removed at its end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        // Web assembly has neither a temporary folder nor the number of a process. Each
        // test program has a folder of its own.
        let program = env!("CARGO_CRATE_NAME");
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{program}-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Every file with its bytes, in one order.
    pub fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut all: Vec<(PathBuf, Vec<u8>)> = fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| (path.clone(), fs::read(path).unwrap()))
            .collect();
        all.sort();
        all
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn code(text: &str) -> Rules {
    text.parse().unwrap()
}

/// 0.16 in the window form, with a checkpoint after every step.
pub fn windowed(checkpoint: &Path, states: u64) -> Options {
    Options {
        budget: Budget::default().with_states(states),
        keep: 60_000,
        reach: Some(28_000),
        lemma: false,
        checkpoint: Some(checkpoint.to_path_buf()),
        checkpoint_every: Duration::ZERO,
        ..Options::default()
    }
}
