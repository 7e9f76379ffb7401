//! Running the command as a user would.

// Not every test needs all of this.
#![allow(dead_code)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// What `grundy` answers to `arguments` and `input` in a folder.
pub fn grundy_in(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CACHE", "")
        .args(arguments)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments may end before it reads.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// The output of a run that went well.
pub fn text(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What `grundy` answers to `arguments` and `input`.
pub fn grundy(arguments: &[&str], input: &[u8]) -> Output {
    grundy_in(Path::new("."), arguments, input)
}

/// Everything that was said, whether it went well or not.
pub fn said(output: &Output) -> String {
    let (out, error) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(error)
}

/// A folder that is gone afterwards.
pub struct Folder(pub PathBuf);

impl Folder {
    /// An empty one.
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// A file in it, as text.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The command in an address space of so many megabytes.
pub fn confined(arguments: &[&str], megabytes: u64) -> Command {
    let mut command = Command::new("sh");
    let limit = format!("ulimit -v {} && exec \"$0\" \"$@\"", megabytes << 10);
    command
        .args(["-c", &limit, env!("CARGO_BIN_EXE_grundy")])
        .args(arguments)
        .env("GRUNDY_CACHE", "")
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// How a run ended.
pub struct Ended {
    /// None if it was killed.
    pub code: Option<i32>,
    pub output: Output,
}

/// Waits for the end of a process whose output is small enough for a pipe, or
/// is read by threads here. It is killed after `patience`.
pub fn wait(mut child: Child, patience: Duration) -> Ended {
    use std::io::Read;
    let started = Instant::now();
    let read = |pipe: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut pipe) = pipe {
                let _ = pipe.read_to_end(&mut bytes);
            }
            bytes
        })
    };
    let out = read(child.stdout.take().map(|p| Box::new(p) as _));
    let error = read(child.stderr.take().map(|p| Box::new(p) as _));
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if started.elapsed() > patience {
            child.kill().unwrap();
            break child.wait().unwrap();
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    Ended {
        code: status.code(),
        output: Output {
            status,
            stdout: out.join().unwrap(),
            stderr: error.join().unwrap(),
        },
    }
}
