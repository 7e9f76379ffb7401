//! Long runs that are killed, damaged and starved of room.

mod stored;

use std::fs;
use std::path::Path;
#[cfg(not(target_family = "wasm"))]
use std::process::Command;
use std::time::Duration;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::solve::heap::code::Rules;
use grundy::solve::heap::solve::solve;
use grundy::solve::heap::store::Store;

use stored::{Folder, code, windowed};

const HEAPS: u64 = 400_000;
const CHUNK: u64 = 5_000;

fn rules() -> Rules {
    code("0.106")
}

fn store(folder: &Path) -> Store {
    Store::open(folder, &rules(), CHUNK).unwrap()
}

fn undisturbed() -> u64 {
    let folder = Folder::new("undisturbed");
    store(&folder.0)
        .run(HEAPS, &Budget::default())
        .unwrap()
        .checksum
}

fn chunks(folder: &Folder) -> usize {
    let named = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let files = folder.files();
    files
        .iter()
        .filter(|f| named(&f.0).starts_with("chunk-"))
        .count()
}

/// The run that other tests start as a process of its own and kill.
#[test]
#[ignore = "not a test: the process that the fault tests kill"]
fn child() {
    if let Ok(folder) = std::env::var("GRUNDY_TEST_STORE") {
        store(Path::new(&folder))
            .run(HEAPS, &Budget::default())
            .unwrap();
    }
    if let Ok(path) = std::env::var("GRUNDY_TEST_CHECKPOINT") {
        solve(
            &"0.16".parse().unwrap(),
            &windowed(Path::new(&path), u64::MAX),
        )
        .unwrap();
    }
}

/// Web assembly starts no processes.
#[cfg(not(target_family = "wasm"))]
fn spawn(variable: &str, value: &Path) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--ignored"])
        .env(variable, value)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap()
}

#[cfg(not(target_family = "wasm"))]
#[test]
fn a_killed_run_continues_to_the_same_checksum() {
    let folder = Folder::new("killed");
    let mut kills = 0;
    for round in 0..8u64 {
        let mut child = spawn("GRUNDY_TEST_STORE", &folder.0);
        std::thread::sleep(Duration::from_millis(15 + 23 * round));
        if child.try_wait().unwrap().is_none() {
            kills += 1;
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(kills > 0, "every run was over before it could be killed");
    let summary = store(&folder.0).run(HEAPS, &Budget::default()).unwrap();
    assert_eq!(summary.checksum, undisturbed());
    assert!(summary.repaired.is_empty(), "{:?}", summary.repaired);
}

#[test]
fn a_damaged_chunk_is_noticed_and_computed_again() {
    let folder = Folder::new("damaged");
    let first = store(&folder.0).run(HEAPS, &Budget::default()).unwrap();
    let path = folder.0.join("chunk-000007");
    let original = fs::read(&path).unwrap();
    for damage in 0..4 {
        let mut bytes = original.clone();
        match damage {
            0 => bytes[100] ^= 0x10,
            1 => bytes.truncate(2000),
            2 => bytes.clear(),
            _ => bytes[0] = 9,
        }
        fs::write(&path, &bytes).unwrap();
        let again = store(&folder.0).run(HEAPS, &Budget::default()).unwrap();
        assert_eq!(again.repaired, [7], "damage {damage}");
        assert_eq!(again.reused, HEAPS / CHUNK - 1, "the other chunks are kept");
        assert_eq!(again.checksum, first.checksum);
        assert_eq!(fs::read(&path).unwrap(), original);
    }
    fs::remove_file(&path).unwrap();
    let again = store(&folder.0).run(HEAPS, &Budget::default()).unwrap();
    assert_eq!(
        (again.checksum, again.reused),
        (first.checksum, HEAPS / CHUNK - 1)
    );
    let values = store(&folder.0).read(34_990, 35_010).unwrap();
    assert_eq!(values.len(), 20);
}

#[test]
fn a_store_of_another_game_is_refused() {
    let folder = Folder::new("other");
    store(&folder.0);
    let other = Store::open(&folder.0, &"0.77".parse().unwrap(), CHUNK);
    assert!(matches!(other, Err(Error::Store { .. })), "{other:?}");
}

/// Chunks name their game: a title that is lost or forged does not make them another's.
#[test]
fn chunks_of_another_game_are_not_served() {
    let kayles: Rules = "0.77".parse().unwrap();
    let definition = |rules: &Rules| -> Vec<u32> {
        let sequence = grundy::solve::heap::Engine::Brute.open(rules, &Budget::default());
        sequence.unwrap().take(200).map(Result::unwrap).collect()
    };
    let folder = Folder::new("titles");
    Store::open(&folder.0, &kayles, 64)
        .unwrap()
        .run(200, &Budget::default())
        .unwrap();
    let title = fs::read(folder.0.join("store")).unwrap();
    // The title is gone: the chunks tell.
    fs::write(folder.0.join("store"), b"damaged").unwrap();
    let other = Store::open(&folder.0, &rules(), 64);
    assert!(other.unwrap_err().to_string().contains("hold 0.77"));
    let again = Store::open(&folder.0, &kayles, 64).unwrap();
    assert_eq!(again.run(200, &Budget::default()).unwrap().reused, 4);
    assert_eq!(fs::read(folder.0.join("store")).unwrap(), title);
    // A title of another game over them: they are computed again.
    let elsewhere = Folder::new("titles-other");
    Store::open(&elsewhere.0, &rules(), 64).unwrap();
    fs::copy(elsewhere.0.join("store"), folder.0.join("store")).unwrap();
    let forged = Store::open(&folder.0, &rules(), 64).unwrap();
    assert!(forged.read(0, 200).unwrap().is_empty());
    let summary = forged.run(200, &Budget::default()).unwrap();
    assert_eq!((summary.reused, summary.repaired.len()), (0, 4));
    assert_eq!(forged.read(0, 200).unwrap(), definition(&rules()));
}

/// A title with a chunk of no heaps, of too many, or of another version is refused by name.
#[test]
fn strange_titles_are_refused() {
    let folder = Folder::new("strange");
    let code = rules().to_string();
    for (title, why) in [
        (
            format!("grundy heap store 2\ncode {code}\nchunk 0\n"),
            "from 64",
        ),
        (
            format!("grundy heap store 2\ncode {code}\nchunk 99999999999\n"),
            "from 64",
        ),
        (
            format!("grundy heap store 2\ncode {code}\nchunk\n"),
            "from 64",
        ),
        (
            format!("grundy heap store 1\ncode {code}\nchunk 64\n"),
            "another version",
        ),
        ("grundy heap store 2\n".to_string(), "something else"),
    ] {
        let mut bytes = title.clone().into_bytes();
        bytes.extend(grundy::notation::sealed::checksum(title.as_bytes()).to_le_bytes());
        fs::write(folder.0.join("store"), bytes).unwrap();
        let error = Store::open(&folder.0, &rules(), CHUNK)
            .unwrap_err()
            .to_string();
        assert!(error.contains(why), "{title}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn no_room_is_reported_and_loses_nothing() {
    // A limit on file size, with its signal ignored, makes writes fail midway.
    let folder = Folder::new("full");
    let whole = Store::open(&folder.0, &rules(), 50_000).unwrap();
    whole.run(100_000, &Budget::default()).unwrap();
    let before = chunks(&folder);
    let output = Command::new("sh")
        .args([
            "-c",
            "trap '' XFSZ; ulimit -f 8; exec \"$0\" --exact child --ignored --nocapture",
        ])
        .arg(std::env::current_exe().unwrap())
        .env("GRUNDY_TEST_STORE", &folder.0)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success());
    assert!(told.contains("untouched"), "{told}");
    assert_eq!(chunks(&folder), before);
    let parts = fs::read_dir(&folder.0).unwrap().count();
    assert_eq!(parts, before + 1, "a part of a file was left behind");
    let resumed = whole.run(HEAPS, &Budget::default()).unwrap();
    assert_eq!(resumed.reused, 2);
    assert_eq!(resumed.checksum, undisturbed());
}

#[test]
fn a_run_in_the_window_form_continues_from_its_checkpoint() {
    let folder = Folder::new("window");
    let path = folder.0.join("checkpoint");
    let rules = code("0.16");
    let stopped = solve(&rules, &windowed(&path, 150_000)).unwrap();
    assert!(stopped.law.is_none() && stopped.stopped.is_some());
    assert!(path.exists());
    #[cfg(not(target_family = "wasm"))]
    {
        let mut child = spawn("GRUNDY_TEST_CHECKPOINT", &path);
        std::thread::sleep(Duration::from_millis(60));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // The newest generation is damaged: the one before is used. A kill between
    // two renames leaves the newest under its first name.
    let newest = match path.exists() {
        true => path.clone(),
        false => folder.0.join("checkpoint.new"),
    };
    let mut bytes = fs::read(&newest).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&newest, bytes).unwrap();
    let report = solve(&rules, &windowed(&path, 10_000_000)).unwrap();
    let law = report.law.unwrap();
    assert_eq!((law.start, law.period), (105_351, 149_459));
    assert_eq!((law.largest.value, law.largest.heap), (23, 229_790));
}
