//! What may lie in the place of a law that was kept: nothing of it is believed, waited for or held in memory.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use grundy_desk::{Cache, Keeper};
use grundy_lang::knowledge::Kept;

struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let name = format!("grundy-odd-files-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn odd_files_are_no_laws() {
    let folder = Folder::new();
    let place = |key: &str| folder.0.join(format!("{key}.law"));
    let law = Kept {
        game: "bachet".into(),
        law: "g(n) = n mod 4".into(),
        certificate: "…\n".into(),
    };
    let outside = folder.0.join("outside.txt");
    fs::write(&outside, law.write()).unwrap();
    symlink("/dev/zero", place("endless")).unwrap();
    symlink(place("nowhere"), place("dangling")).unwrap();
    symlink(&outside, place("link")).unwrap();
    fs::create_dir(place("folder")).unwrap();
    fs::write(place("bytes"), b"grundy kept law 1\ngame \xff\nlaw x\n").unwrap();
    fs::write(
        place("screen"),
        "grundy kept law 1\ngame \u{1b}[2J\nlaw x\n",
    )
    .unwrap();
    let cache = Cache::new(folder.0.clone(), |_| {});
    cache.keep("old", &law);
    std::thread::sleep(Duration::from_millis(20));
    let huge = fs::File::create(place("huge")).unwrap();
    huge.set_len(1 << 40).unwrap();
    std::thread::sleep(Duration::from_millis(20));
    let pipe = Command::new("mkfifo").arg(place("pipe")).status();
    let piped = pipe.is_ok_and(|status| status.success());
    for key in [
        "endless", "dangling", "folder", "bytes", "screen", "huge", "none",
    ] {
        assert_eq!(cache.kept(key), None, "{key}");
    }
    // Nobody writes into the pipe: to open it would be to wait for ever.
    assert!(!piped || cache.kept("pipe").is_none());
    // A law elsewhere is read, but never written to.
    assert_eq!(cache.kept("link").as_ref(), Some(&law));
    let other = Kept {
        law: "g(n) = n mod 5".into(),
        ..law.clone()
    };
    for key in ["endless", "dangling", "link", "bytes", "pipe"] {
        cache.keep(key, &other);
        assert_eq!(cache.kept(key).as_ref(), Some(&other), "{key}");
    }
    assert_eq!(fs::read_to_string(&outside).unwrap(), law.write());
    assert!(!place("nowhere").exists());
    // What is too long for the folder went, and what is older and short did not.
    assert!(!place("huge").exists());
    assert_eq!(cache.kept("old").as_ref(), Some(&law));
    // A folder in the place of a law stays, and is no failure.
    cache.keep("folder", &other);
    assert_eq!(cache.kept("folder"), None);
    assert!(cache.clear().unwrap() >= 5);
    assert!(place("folder").is_dir() && outside.exists());
}
