//! Many clients ask small questions while one study runs: no error, bounded memory.
//!
//! `cargo xtask load` asks for more clients and more time (`LOAD_CLIENTS`, `LOAD_SECONDS`) and
//! shows the table of latencies. Clients and server share this computer, on loopback; how quick
//! they are is printed and not asserted, for the machine may be busy.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use grundy_web::client::Client;
use serde_json::Value;

/// Small questions of every kind, as the page asks them; `@` is a number that is new each time, so
/// that nothing can be remembered for ever unnoticed.
const SMALL: [&str; 8] = [
    r#"{"id":@,"game":"nim","position":"3,5,@"}"#,
    r#"{"id":@,"ask":"play","game":"kayles","position":"7","rate":true}"#,
    r#"{"id":@,"ask":"play","game":"state n # @\nmove take(k in 1..3) -> [n-k]","position":"9"}"#,
    r#"{"id":@,"ask":"table","game":"wythoff","to":[12,12]}"#,
    r#"{"id":@,"ask":"nim","expressions":["@ * 7"]}"#,
    r#"{"id":@,"ask":"check","text":"state n\nmove a(k in 1..@) -> [n-k]"}"#,
    r#"{"id":@,"ask":"game","game":"wythoff"}"#,
    r#"{"id":@,"ask":"period","code":"0.77","heaps":30}"#,
];
/// Takes seconds, whoever computes it.
const STUDY: &str = r#"{"ask":"study","game":"cram"}"#;
/// More than this the server never holds: the program, its threads, five hundred connections, a study.
const MEGABYTES: u64 = 256;

fn wanted(name: &str, usual: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(usual, |given| given.parse().expect(name))
}

/// What a process holds, in kilobytes.
fn held(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.unwrap().parse().unwrap()
}

/// Asks small questions until the end; the latencies.
fn ask_on(address: SocketAddr, end: Instant, numbers: &AtomicU64) -> Vec<(usize, Duration)> {
    let mut client = Client::connect(address).unwrap();
    let mut latencies = Vec::new();
    while Instant::now() < end {
        let number = numbers.fetch_add(1, Ordering::Relaxed);
        let kind = number as usize % SMALL.len();
        let question = SMALL[kind].replace('@', &number.to_string());
        let begun = Instant::now();
        let answer = client.ask(&question);
        let answer = answer.unwrap_or_else(|error| panic!("{question}: {error}"));
        latencies.push((kind, begun.elapsed()));
        assert_eq!(answer.status, 200, "{question}: {}", answer.text());
        let told: Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(told["id"], number, "{question}");
    }
    latencies
}

/// Studies, one after the other; how many were finished, and how many steps were told.
fn study_on(address: SocketAddr, end: &AtomicBool) -> (usize, usize) {
    let mut client = Client::connect(address).unwrap();
    let (mut done, mut steps) = (0, 0);
    while !end.load(Ordering::Relaxed) {
        assert_eq!(client.ask_for_events(STUDY).unwrap().status, 200);
        while let Some((name, data)) = client.event().unwrap() {
            match name.as_str() {
                "answer" => {
                    assert!(!data.contains("\"error\""), "{data}");
                    done += 1;
                }
                _ => steps += 1,
            }
            // Who has seen enough leaves.
            if end.load(Ordering::Relaxed) {
                return (done, steps);
            }
        }
    }
    (done, steps)
}

/// A test that fails leaves no server behind.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn many_clients_and_a_study() {
    let (clients, seconds) = (wanted("LOAD_CLIENTS", 100), wanted("LOAD_SECONDS", 3));
    let server = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CACHE", "")
        .args(["web", "--port", "0", "--limit-time", "10m"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut server = Running(server.unwrap());
    let mut line = String::new();
    let mut out = BufReader::new(server.0.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    let address = line
        .trim_end()
        .trim_start_matches("http://")
        .trim_end_matches('/');
    let address: SocketAddr = address.parse().unwrap();
    let id = server.0.id();
    let before = held(id);
    let (numbers, over) = (AtomicU64::new(0), AtomicBool::new(false));
    let latencies = Mutex::new(Vec::new());
    let end = Instant::now() + Duration::from_secs(seconds);
    let (weights, studies) = thread::scope(|scope| {
        let study = scope.spawn(|| study_on(address, &over));
        let asking: Vec<_> = (0..clients)
            .map(|_| {
                let ask = || {
                    let own = ask_on(address, end, &numbers);
                    latencies.lock().unwrap().extend(own);
                };
                // So many threads with usual stacks would be the load.
                let builder = Builder::new().stack_size(256 << 10);
                builder.spawn_scoped(scope, ask).unwrap()
            })
            .collect();
        let mut weights = Vec::new();
        while Instant::now() < end {
            thread::sleep(Duration::from_millis(50));
            weights.push(held(id));
        }
        let failed = asking
            .into_iter()
            .filter_map(|one| one.join().err())
            .count();
        over.store(true, Ordering::Relaxed);
        assert_eq!(failed, 0, "clients failed");
        (weights, study.join().unwrap())
    });
    let after = held(id);
    let killed = Command::new("kill")
        .args(["-INT", &id.to_string()])
        .status();
    assert!(killed.unwrap().success());
    assert_eq!(server.0.wait().unwrap().code(), Some(130));
    let mut latencies = latencies.into_inner().unwrap();
    println!(
        "{clients} clients, {seconds} s: {} answers, {} a second; {} studies and {} steps meanwhile",
        latencies.len(),
        latencies.len() as u64 / seconds,
        studies.0,
        studies.1
    );
    println!(
        "{:>8} {:>8} {:>8} {:>8}  milliseconds",
        "median", "95 %", "99 %", "most"
    );
    let mut row = |kind: Option<usize>| {
        let mut own: Vec<Duration> = latencies
            .iter_mut()
            .filter(|(of, _)| kind.is_none_or(|kind| kind == *of))
            .map(|(_, latency)| *latency)
            .collect();
        own.sort();
        let part = |share: usize| {
            let at = (own.len() * share / 100).min(own.len().saturating_sub(1));
            own.get(at).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
        };
        let of = kind.map_or("all", |kind| SMALL[kind]);
        println!(
            "{:8.1} {:8.1} {:8.1} {:8.1}  {of}",
            part(50),
            part(95),
            part(99),
            part(100)
        );
    };
    row(None);
    (0..SMALL.len()).for_each(|kind| row(Some(kind)));
    let most = weights.iter().copied().max().unwrap_or(after);
    println!("held: {before} KB before, {most} KB at most, {after} KB after");
    assert!(
        latencies.len() as u64 >= clients,
        "hardly anybody was answered"
    );
    assert!(most < MEGABYTES << 10, "{most} KB");
    // What is held does not grow with what was asked: the last third against the second.
    let third = weights.len() / 3;
    if third > 0 && seconds >= 30 {
        let most = |part: &[u64]| part.iter().copied().max().unwrap_or(0);
        let (second, last) = (
            most(&weights[third..2 * third]),
            most(&weights[2 * third..]),
        );
        assert!(last < second + (32 << 10), "{second} KB, then {last} KB");
    }
}
