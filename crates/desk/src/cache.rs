//! Laws that were proven, kept as files beside the user's data.
//!
//! A file holds the certificate of one law and what it is called ([`Kept`]); its name is a hash of what
//! the rules mean. Nothing in it is believed: whoever reads a certificate back verifies it, and
//! one that does not hold is replaced. The folder is bounded in files and bytes, the oldest go
//! first; files are written aside and renamed, so that several processes may use it at once.
//! A folder that cannot be read or written costs a question nothing but its help.
//!
//! ```
//! use grundy_desk::Cache;
//! use grundy_lang::knowledge::{Keeper, Kept};
//! let folder = std::env::temp_dir().join(format!("grundy-cache-{}", std::process::id()));
//! let cache = Cache::new(folder.clone(), |_| {});
//! let law = Kept { game: "bachet".into(), law: "g(n) = n mod 4".into(), certificate: "…".into() };
//! cache.keep("00ff", &law);
//! assert_eq!(cache.kept("00ff"), Some(law));
//! assert_eq!(cache.entries().unwrap().len(), 1);
//! assert_eq!(cache.clear().unwrap(), 1);
//! # std::fs::remove_dir(folder).unwrap();
//! ```
//!
//! Limits: [`MOST_FILES`], [`MOST_BYTES`]; a law whose certificate is longer than [`LONGEST`] is not kept.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use grundy::platform::files;
use grundy::text::{Lang, Text};
use grundy_lang::knowledge::{Keeper, Kept};

/// More laws are not kept.
pub const MOST_FILES: usize = 1024;
/// More bytes are not kept.
pub const MOST_BYTES: u64 = 64 << 20;
/// A longer certificate is not kept.
pub const LONGEST: u64 = 4 << 20;

/// How files of laws are called.
const EXTENSION: &str = ".law";
/// What was written aside and left there is removed after so long.
const FORGOTTEN: Duration = Duration::from_secs(3600);

/// Laws in the files of a folder.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    /// Who is told of files that do not hold.
    note: fn(&Text),
    /// Threads of one process write in turn.
    writing: Mutex<()>,
}

/// A law that is kept.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What it says of itself; nothing where the file cannot be read.
    pub kept: Option<Kept>,
    /// The name of its file.
    pub name: String,
    /// The length of its file.
    pub bytes: u64,
    /// How long ago it was written, where that is known.
    pub age: Option<Duration>,
}

impl Cache {
    /// Files in a folder, which is made when there is something to keep.
    pub fn new(folder: PathBuf, note: fn(&Text)) -> Cache {
        Cache {
            folder,
            note,
            writing: Mutex::new(()),
        }
    }

    /// The folder that `GRUNDY_CACHE` names, or the one beside the user's data; none if the variable
    /// is empty, or if there is no such place.
    pub fn usual_folder() -> Option<PathBuf> {
        match std::env::var_os("GRUNDY_CACHE") {
            Some(folder) if folder.is_empty() => None,
            Some(folder) => Some(PathBuf::from(folder)),
            None => Some(files::data_folder()?.join("grundy").join("laws")),
        }
    }

    /// Where the files are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}{EXTENSION}"))
    }

    /// All files of laws, the newest first.
    fn files(&self) -> io::Result<Vec<files::Entry>> {
        let mut all = match files::list(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            all => all?,
        };
        all.retain(|entry| entry.name.ends_with(EXTENSION));
        all.sort_by_key(|entry| entry.age);
        Ok(all)
    }

    /// What is kept, the newest first. Nothing of it is verified.
    pub fn entries(&self) -> io::Result<Vec<Entry>> {
        let files = self.files()?.into_iter();
        Ok(files
            .map(|file| Entry {
                kept: read(&file.path).ok().flatten(),
                name: file.name,
                bytes: file.bytes,
                age: file.age,
            })
            .collect())
    }

    /// Removes all laws; how many there were.
    pub fn clear(&self) -> io::Result<usize> {
        let files = self.files()?;
        for file in &files {
            match files::remove(&file.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(files.len())
    }

    /// Makes room: the oldest go, and what was left aside by a process that is gone.
    fn make_room(&self) -> io::Result<()> {
        let (mut count, mut bytes) = (0, 0u64);
        for file in self.files()? {
            // What goes takes no room from others: one huge file of another origin costs no law.
            let with = bytes.saturating_add(file.bytes);
            if count == MOST_FILES || with > MOST_BYTES {
                files::remove(&file.path)?;
                continue;
            }
            (count, bytes) = (count + 1, with);
        }
        let aside = format!("{EXTENSION}.part");
        for file in files::list(&self.folder)? {
            let left = file.name.contains(&aside) && file.age.is_some_and(|age| age > FORGOTTEN);
            if left {
                files::remove(&file.path)?;
            }
        }
        Ok(())
    }

    fn write(&self, key: &str, law: &Kept) -> io::Result<()> {
        let text = law.write();
        if text.len() as u64 > LONGEST {
            return Ok(());
        }
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        files::make_folder(&self.folder)?;
        files::replace(&self.path(key), &[text.as_bytes()])?;
        self.make_room()
    }

    fn noted(&self, key: &str, because: &Text) {
        let path = self.path(key);
        let path = path.display();
        (self.note)(&Text::new(
            format!("{path}: not believed: {}", because.get(Lang::En)),
            format!("{path}：不予采信：{}", because.get(Lang::Zh)),
        ));
    }
}

/// What a file holds; nothing if it is none of these.
fn read(path: &Path) -> io::Result<Option<Kept>> {
    let bytes = files::read_at_most(path, LONGEST)?;
    let text = String::from_utf8(bytes).ok();
    Ok(text.as_deref().and_then(Kept::read))
}

impl Keeper for Cache {
    fn kept(&self, key: &str) -> Option<Kept> {
        match read(&self.path(key)) {
            Ok(Some(kept)) => Some(kept),
            Ok(None) => {
                let what = Text::fixed("this is no law that was kept", "这不是所保存的规律");
                self.noted(key, &what);
                None
            }
            // There is none, or it cannot be read: the question does without.
            Err(_) => None,
        }
    }

    fn keep(&self, key: &str, law: &Kept) {
        // A folder that cannot be written, or a disk that is full, is no failure of a question.
        let _ = self.write(key, law);
    }

    fn refused(&self, key: &str, because: &Text) {
        self.noted(key, because);
    }
}
