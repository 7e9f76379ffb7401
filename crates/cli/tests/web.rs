//! `grundy web` as a user runs it: its address, its answers, its limits, its end.

#![cfg(unix)]

mod running;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use grundy_web::client::Client;
use running::{Folder, grundy, said, wait};
use serde_json::Value;

/// Whoever has not ended by then never will.
const NEVER: Duration = Duration::from_secs(120);

struct Server {
    /// None when it has ended.
    child: Option<Child>,
    out: BufReader<ChildStdout>,
    url: String,
}

impl Server {
    fn start(arguments: &[&str], path: Option<&str>) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        command.env("GRUNDY_CACHE", "");
        command.args(["web", "--port", "0"]).args(arguments);
        if let Some(path) = path {
            command.env("PATH", path);
        }
        let mut child = command
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let url = line.trim_end().to_string();
        let child = Some(child);
        Server { child, out, url }
    }

    fn address(&self) -> SocketAddr {
        let inside = self.url.strip_prefix("http://").unwrap();
        inside.strip_suffix('/').unwrap().parse().unwrap()
    }

    fn client(&self) -> Client {
        Client::connect(self.address()).unwrap()
    }

    /// The exit code after a signal, and what was said on standard error.
    fn end(mut self, signal: &str) -> (Option<i32>, String) {
        let child = self.child.take().unwrap();
        let id = child.id().to_string();
        let mut kill = Command::new("kill");
        let sent = kill.args([&format!("-{signal}"), &id]).status();
        assert!(sent.unwrap().success());
        let ended = wait(child, NEVER);
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "", "only the address goes to standard output");
        (ended.code, said(&ended.output))
    }
}

/// A test that fails leaves no server behind.
impl Drop for Server {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[test]
fn the_page_is_served_and_questions_are_answered() {
    let server = Server::start(&[], None);
    assert!(server.address().ip().is_loopback());
    let mut client = server.client();
    let page = client.request("GET", "/", &[], b"").unwrap();
    assert_eq!(page.status, 200);
    assert!(page.text().starts_with("<!doctype html>"));
    let answer = client.ask(r#"{"game":"nim","position":"3,5,7","id":4}"#);
    let answer = answer.unwrap();
    assert_eq!(answer.status, 200);
    let told: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(
        (&told["id"], &told["outcome"]),
        (&Value::from(4), &Value::from("N"))
    );
    for (question, status, code) in [
        ("{", 400, "bad_json"),
        ("[]", 400, "bad_request"),
        (r#"{"ask":"nothing"}"#, 400, "unknown_question"),
        (
            r#"{"game":"no such game","position":"1"}"#,
            422,
            "unknown_game",
        ),
        (r#"{"game":"nim","position":"3,?"}"#, 422, "bad_position"),
        // The page names no files of this computer.
        (
            r#"{"game":"Cargo.toml","position":"1"}"#,
            422,
            "unknown_game",
        ),
        (
            r#"{"game":"cram","position":"7x7","limits":{"states":1000}}"#,
            503,
            "over_budget",
        ),
    ] {
        let refused = client.ask(question).unwrap();
        let told: Value = serde_json::from_slice(&refused.body).unwrap();
        assert_eq!(
            (refused.status, told["error"]["code"].as_str()),
            (status, Some(code)),
            "{question}"
        );
    }
    assert_eq!(server.end("INT").0, Some(130));
}

/// A long study is told step by step, and heard when nobody wants it any more: the
/// process does nothing then.
#[test]
fn long_work_reports_and_ends_when_its_reader_leaves() {
    let server = Server::start(&[], None);
    let mut client = server.client();
    let head = client.ask_for_events(r#"{"ask":"misere","code":"0.07","heaps":200}"#);
    assert_eq!(head.unwrap().status, 200);
    for _ in 0..3 {
        let (name, data) = client.event().unwrap().unwrap();
        let data: Value = serde_json::from_str(&data).unwrap();
        assert_eq!(name, "progress");
        assert!(
            data["states"].as_u64().is_some_and(|states| states > 0),
            "{data}"
        );
        assert!(
            data["text"]
                .as_str()
                .is_some_and(|text| text.contains("states")),
            "{data}"
        );
    }
    drop(client);
    #[cfg(target_os = "linux")]
    {
        let ticks = || {
            let stat = fs::read_to_string(format!(
                "/proc/{}/stat",
                server.child.as_ref().unwrap().id()
            ))
            .unwrap();
            let after = stat.rsplit(')').next().unwrap().to_string();
            let fields = after.split_whitespace().skip(11).take(2);
            fields
                .map(|ticks| ticks.parse::<u64>().unwrap())
                .sum::<u64>()
        };
        let begun = Instant::now();
        // Half a second of rest, sooner or later.
        loop {
            let before = ticks();
            std::thread::sleep(Duration::from_millis(500));
            if ticks() - before <= 2 {
                break;
            }
            assert!(begun.elapsed() < Duration::from_secs(25), "it still works");
        }
    }
    assert_eq!(server.end("TERM").0, Some(130));
}

#[test]
fn it_stops_while_it_works() {
    for signal in ["INT", "TERM"] {
        let server = Server::start(&["--limit-time", "none"], None);
        let mut client = server.client();
        client
            .ask_for_events(r#"{"ask":"misere","code":"0.07","heaps":200,"lang":"zh"}"#)
            .unwrap();
        client.event().unwrap().unwrap();
        let begun = Instant::now();
        assert_eq!(server.end(signal).0, Some(130));
        assert!(begun.elapsed() < Duration::from_secs(20));
        // Whoever waits is told.
        loop {
            let (name, data) = client.event().unwrap().unwrap();
            if name == "answer" {
                assert!(data.contains("服务器正在停止"), "{data}");
                break;
            }
        }
    }
}

#[test]
fn limits_are_those_of_the_command() {
    let server = Server::start(&["--limit-states", "1000"], None);
    // A question may ask for less, not for more.
    let question = r#"{"game":"cram","position":"7x7","limits":{"states":1000000000}}"#;
    let refused = server.client().ask(question).unwrap();
    assert_eq!(refused.status, 503);
    let told: Value = serde_json::from_slice(&refused.body).unwrap();
    assert_eq!(told["error"]["limit"], 1000);
    assert_eq!(server.end("INT").0, Some(130));
}

#[test]
fn a_port_that_is_taken_is_an_error_in_both_languages() {
    let server = Server::start(&[], None);
    let port = server.address().port().to_string();
    let refused = grundy(&["web", "--port", &port], b"");
    assert_eq!(refused.status.code(), Some(2));
    let told = said(&refused);
    let expected = format!("error: port {port} of 127.0.0.1 is in use");
    assert!(told.starts_with(&expected), "{told}");
    let told = said(&grundy(&["web", "--port", &port, "--lang", "zh"], b""));
    assert!(
        told.contains("已被占用") && told.contains("--port 0"),
        "{told}"
    );
    assert_eq!(server.end("INT").0, Some(130));
    let told = said(&grundy(&["web", "--port", "65536"], b""));
    assert!(told.contains("a number from 0 to 65535"), "{told}");
    let told = said(&grundy(&["web", "--host", "192.0.2.1"], b""));
    assert!(
        told.contains("192.0.2.1 is no address of this computer"),
        "{told}"
    );
}

#[test]
fn the_browser_is_asked_to_open_the_page() {
    let folder = Folder::new("open");
    for program in ["xdg-open", "open"] {
        let path = folder.0.join(program);
        fs::write(
            &path,
            format!("#!/bin/sh\necho \"$1\" > {}\n", folder.file("opened")),
        )
        .unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:/usr/bin:/bin", folder.0.display());
    let server = Server::start(&["--open"], Some(&path));
    let begun = Instant::now();
    let opened = loop {
        match fs::read_to_string(folder.file("opened")) {
            Ok(opened) if opened.ends_with('\n') => break opened,
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
        assert!(begun.elapsed() < NEVER, "nobody was asked");
    };
    assert_eq!(opened.trim_end(), server.url);
    assert_eq!(server.end("INT").0, Some(130));
    // Without a browser it says so, and serves.
    let empty = Folder::new("empty");
    let server = Server::start(&["--open"], Some(&empty.0.display().to_string()));
    assert_eq!(
        server.client().ask(r#"{"ask":"words"}"#).unwrap().status,
        200
    );
    let (code, told) = server.end("INT");
    assert!(told.contains("no browser could be opened"), "{told}");
    assert_eq!(code, Some(130));
}

#[test]
fn an_open_server_warns() {
    let server = Server::start(&["--host", "0.0.0.0"], None);
    assert!(
        server.url.starts_with("http://localhost:"),
        "{}",
        server.url
    );
    let (code, told) = server.end("INT");
    assert!(told.contains("whoever reaches this address"), "{told}");
    assert_eq!(code, Some(130));
}
