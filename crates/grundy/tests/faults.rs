//! Everything that can go wrong beside a long run: kills, damaged bytes, two
//! processes, no room, folders that cannot be written. (Clocks that jump are a
//! test of the budget.)
//!
//! A run that is stored must end with what an undisturbed run says, or with an
//! error that names the file. The kills and the two processes are a campaign of
//! minutes (`cargo xtask faults`); the rest is small enough for every test run.

mod stored;

use std::fs;
use std::path::Path;
use std::time::Duration;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::random::Random;
use grundy::solve::heap::solve::solve;
use grundy::solve::heap::store::Store;

use stored::{Folder, code, windowed};

#[cfg(unix)]
fn empty(folder: &Folder) {
    for (path, _) in folder.files() {
        fs::remove_file(path).unwrap();
    }
}

/// One bit of every byte of every file of a store: noticed, and computed again.
#[test]
fn every_damaged_byte_of_a_store_is_noticed() {
    const HEAPS: u64 = 200;
    let folder = Folder::new("store-bytes");
    let kayles = code("0.77");
    let open = || Store::open(&folder.0, &kayles, 64);
    let run = || open().and_then(|store| store.run(HEAPS, &Budget::default()));
    let whole = run().unwrap();
    let values = open().unwrap().read(0, HEAPS).unwrap();
    let files = folder.files();
    let mut flips = 0;
    for (path, bytes) in &files {
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            fs::write(path, &damaged).unwrap();
            let chunk = path.file_name() != Some("store".as_ref());
            // What is read before it was mended lacks the chunk, and has no wrong value.
            let read = open().unwrap().read(0, HEAPS).unwrap();
            assert_eq!(read, values[..read.len()], "{path:?} at {at}");
            assert!(!chunk || read.len() < values.len(), "{path:?} at {at}");
            let again = run().unwrap();
            assert_eq!(again.checksum, whole.checksum, "{path:?} at {at}");
            assert_eq!(again.repaired.len(), usize::from(chunk), "{path:?} at {at}");
            assert_eq!(&fs::read(path).unwrap(), bytes, "{path:?} at {at}");
            flips += 1;
        }
    }
    assert!(flips > 500, "{flips}");
}

/// A file where a folder is needed, and a folder where a file is.
#[test]
fn what_cannot_be_written_is_said_before_anything_is_computed() {
    let folder = Folder::new("no-folder");
    let file = folder.0.join("a-file");
    fs::write(&file, "text").unwrap();
    let refused = Store::open(&file.join("store"), &code("0.77"), 64);
    assert!(matches!(refused, Err(Error::Store { .. })), "{refused:?}");
    let refused = Store::open(&file, &code("0.77"), 64);
    assert!(matches!(refused, Err(Error::Store { .. })), "{refused:?}");
    let refused = solve(&code("0.16"), &windowed(&file.join("checkpoint"), u64::MAX));
    assert!(matches!(refused, Err(Error::Store { .. })), "{refused:?}");
    assert_eq!(fs::read(&file).unwrap(), b"text");
}

/// Memory that no table speaks of is noticed.
#[cfg(target_os = "linux")]
#[test]
fn what_the_process_holds_is_watched() {
    let budget = Budget::default().with_bytes(64 << 20).watching_memory();
    let mut meter = budget.meter("test");
    std::thread::sleep(Duration::from_millis(5));
    meter.poll().unwrap();
    let ballast = std::hint::black_box(vec![1u8; 256 << 20]);
    std::thread::sleep(Duration::from_millis(5));
    match meter.poll() {
        Err(Error::OverBudget { used, limit, .. }) => {
            assert!(used > 128 << 20 && limit == 64 << 20, "{used} of {limit}");
        }
        other => panic!("{other:?}"),
    }
    drop(std::hint::black_box(ballast));
}

#[cfg(unix)]
mod campaign {
    use super::*;
    use std::process::{Child, Command, Stdio};

    const HEAPS: u64 = 400_000;
    const CHUNK: u64 = 5_000;

    /// What a process of its own does with a folder; the campaign kills it.
    #[test]
    #[ignore = "not a test: the process that the campaign disturbs"]
    fn disturbed() {
        let Some(folder) = std::env::var_os("GRUNDY_FAULTS_FOLDER") else {
            return;
        };
        let told = match std::env::var("GRUNDY_FAULTS_VERB").as_deref() {
            Ok("store") => store(Path::new(&folder)),
            _ => checkpoint(Path::new(&folder)),
        };
        match told {
            Ok(told) => println!("\nRESULT {told}"),
            Err(error) => panic!("{error}"),
        }
    }

    fn store(folder: &Path) -> Result<String, Error> {
        let store = Store::open(folder, &code("0.106"), CHUNK)?;
        let summary = store.run(HEAPS, &Budget::default())?;
        Ok(format!("{} {:x}", summary.known, summary.checksum))
    }

    fn checkpoint(folder: &Path) -> Result<String, Error> {
        let report = solve(
            &code("0.16"),
            &windowed(&folder.join("checkpoint"), u64::MAX),
        )?;
        let law = report.law.map(|law| (law.start, law.period, law.largest));
        Ok(format!("{law:?}"))
    }

    fn spawn(verb: &str, folder: &Path) -> Child {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "campaign::disturbed", "--ignored", "--nocapture"])
            .env("GRUNDY_FAULTS_VERB", verb)
            .env("GRUNDY_FAULTS_FOLDER", folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// What a process that ended by itself said.
    fn result(child: Child) -> Result<String, String> {
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let told = text.lines().find_map(|line| line.strip_prefix("RESULT "));
        match told {
            Some(told) if output.status.success() => Ok(told.to_string()),
            _ => Err(text + &String::from_utf8_lossy(&output.stderr)),
        }
    }

    fn number(variable: &str, usual: u64) -> u64 {
        let given = std::env::var(variable).ok();
        given.and_then(|text| text.parse().ok()).unwrap_or(usual)
    }

    /// Kills at random moments, as many as asked for, shared among the resumable
    /// runs; each run goes on until it is done, and begins anew then.
    #[test]
    #[ignore = "takes a minute; run by cargo xtask faults"]
    fn killed_runs_end_with_the_same_result() {
        let (kills, seed) = (number("FAULTS_KILLS", 200), number("FAULTS_SEED", 1));
        let mut random = Random::new(seed);
        for verb in ["store", "checkpoint"] {
            let folder = Folder::new(&format!("kills-{verb}"));
            let begun = std::time::Instant::now();
            let expected = result(spawn(verb, &folder.0)).unwrap();
            let whole = begun.elapsed().as_micros() as u64;
            let files = folder.files();
            empty(&folder);
            let (mut killed, mut finished, mut parts) = (0, 0, 0);
            while killed < kills / 2 {
                let mut child = spawn(verb, &folder.0);
                std::thread::sleep(Duration::from_micros(random.below(whole / 3)));
                if child.try_wait().unwrap().is_none() {
                    child.kill().unwrap();
                    child.wait().unwrap();
                    killed += 1;
                    let whole = |path: &Path| files.iter().any(|(known, _)| known == path);
                    parts += folder.files().iter().filter(|f| !whole(&f.0)).count();
                    // Sometimes the next one is left alone.
                    if random.below(6) > 0 {
                        continue;
                    }
                    child = spawn(verb, &folder.0);
                }
                assert_eq!(result(child).unwrap(), expected);
                if verb == "store" {
                    for (path, bytes) in &files {
                        assert_eq!(&fs::read(path).unwrap(), bytes, "{path:?}");
                    }
                }
                empty(&folder);
                finished += 1;
            }
            assert!(finished > 0);
            println!(
                "kill -9, {verb}: {killed} kills, {parts} unfinished files met, \
                 {finished} runs ended with the result, 0 otherwise"
            );
        }
    }

    /// Two processes in one folder: each ends with the result.
    #[test]
    #[ignore = "takes a minute; run by cargo xtask faults"]
    fn two_processes_do_not_spoil_each_other() {
        let mut random = Random::new(number("FAULTS_SEED", 1));
        for verb in ["store", "checkpoint"] {
            let folder = Folder::new(&format!("two-{verb}"));
            let expected = result(spawn(verb, &folder.0)).unwrap();
            let mut same = 0;
            for _ in 0..10 {
                empty(&folder);
                let first = spawn(verb, &folder.0);
                std::thread::sleep(Duration::from_millis(random.below(60)));
                let second = spawn(verb, &folder.0);
                for child in [first, second] {
                    assert_eq!(result(child).unwrap(), expected);
                    same += 1;
                }
                // The folder serves the next run.
                assert_eq!(result(spawn(verb, &folder.0)).unwrap(), expected);
            }
            println!("two processes, {verb}: {same} ended with the result, 0 otherwise");
        }
    }

    /// No room for the next file: what was stored stays, and says so.
    #[test]
    #[ignore = "takes a minute; run by cargo xtask faults"]
    fn no_room_loses_nothing() {
        for verb in ["store", "checkpoint"] {
            let folder = Folder::new(&format!("room-{verb}"));
            let expected = result(spawn(verb, &folder.0)).unwrap();
            let mut told = 0;
            for blocks in [0, 1, 4, 8, 16, 40] {
                empty(&folder);
                let limited = Command::new("sh")
                    .args([
                        "-c",
                        &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\""),
                    ])
                    .arg("sh")
                    .arg(std::env::current_exe().unwrap())
                    .args(["--exact", "campaign::disturbed", "--ignored"])
                    .env("GRUNDY_FAULTS_VERB", verb)
                    .env("GRUNDY_FAULTS_FOLDER", &folder.0)
                    .output()
                    .unwrap();
                if !limited.status.success() {
                    let text = String::from_utf8_lossy(&limited.stdout).into_owned()
                        + &String::from_utf8_lossy(&limited.stderr);
                    // Where not even the output has room, nothing can be said.
                    assert!(blocks < 4 || text.contains("untouched"), "{blocks}: {text}");
                    told += 1;
                }
                assert_eq!(result(spawn(verb, &folder.0)).unwrap(), expected);
            }
            assert!(told > 0);
            println!("no room, {verb}: {told} of 6 runs met it and said so, 0 lost anything");
        }
    }

    /// A folder that may only be read. Who may do everything cannot test that, and
    /// becomes somebody else for it.
    #[test]
    #[ignore = "becomes another user; run by cargo xtask faults"]
    fn folders_that_may_only_be_read_are_named() {
        use std::os::unix::fs::PermissionsExt;
        for verb in ["store", "checkpoint"] {
            let folder = Folder::new(&format!("read-only-{verb}"));
            fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o555)).unwrap();
            let here = std::env::current_exe().unwrap();
            let probe = folder.0.join("probe");
            let mut command = match fs::write(&probe, "") {
                Err(_) => Command::new(&here),
                Ok(()) => {
                    fs::remove_file(&probe).unwrap();
                    let mut other = Command::new("setpriv");
                    other.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
                    other.arg(&here);
                    other
                }
            };
            let output = command
                .args(["--exact", "campaign::disturbed", "--ignored"])
                .env("GRUNDY_FAULTS_VERB", verb)
                .env("GRUNDY_FAULTS_FOLDER", &folder.0)
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&output.stdout).into_owned()
                + &String::from_utf8_lossy(&output.stderr);
            fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o755)).unwrap();
            assert!(!output.status.success(), "{text}");
            let named = folder.0.display().to_string();
            assert!(
                text.contains(&named) && text.contains("ermission"),
                "{text}"
            );
            assert!(folder.files().is_empty());
            println!("read-only folder, {verb}: refused, with its name");
        }
    }
}
