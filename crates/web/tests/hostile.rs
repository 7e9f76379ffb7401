//! Clients that send too much, too slowly, or do not read.

mod fake;

use std::time::{Duration, Instant};

use fake::{Running, code};
use grundy_web::Settings;
use grundy_web::client::Client;

const JSON: (&str, &str) = ("Content-Type", "application/json");

/// Not so soon that an honest client on a busy machine would be too late.
const SOON: Duration = Duration::from_secs(1);

fn hasty() -> Settings {
    Settings {
        head_time: SOON,
        body_time: SOON,
        read_time: SOON,
        ..Settings::default()
    }
}

#[test]
fn a_question_has_a_size() {
    let server = Running::narrow();
    let largest = Settings::default().largest_question;
    assert_eq!(largest, 1 << 20);
    let question = |size: usize| format!("{{}}{}", " ".repeat(size - 2));
    let answer = server.client().ask(&question(largest)).unwrap();
    assert_eq!(answer.status, 200);
    for size in [largest + 1, 4 << 20] {
        let refused = server.client().ask(&question(size)).unwrap();
        assert_eq!(
            (refused.status, code(refused.text())),
            (413, "too_large".into())
        );
        assert!(refused.text().contains("1,048,576"));
    }
    // One that does not say how large it will be.
    let mut client = server.client();
    let head = format!(
        "POST /api/ask HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Transfer-Encoding: chunked\r\n\r\n",
        server.address
    );
    client.send(head.as_bytes()).unwrap();
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    for _ in 0..17 {
        client.send(chunk.as_bytes()).unwrap();
    }
    client.send(b"0\r\n\r\n").unwrap();
    assert_eq!(client.head().unwrap().status, 413);
    // What nobody would read is refused by its first lines.
    let mut client = server.client();
    let huge = [JSON, ("Content-Length", "1000000000000")];
    let refused = client.request("POST", "/api/ask", &huge, b"").unwrap();
    assert_eq!(refused.status, 413);
    assert!(client.is_closed());
}

#[test]
fn a_head_must_come_soon() {
    let server = Running::new(hasty());
    let begun = Instant::now();
    let mut silent = server.client();
    let mut trickling = server.client();
    trickling.send(b"GET / HTTP/1.1\r\n").unwrap();
    let mut sent = 0;
    // A line every few milliseconds does not help.
    while trickling.send(b"X: x\r\n").is_ok() && begun.elapsed() < Duration::from_secs(30) {
        sent += 1;
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!((5..1000).contains(&sent), "{sent}");
    assert!(silent.is_closed());
    // So does a connection after a request.
    let mut idle = server.client();
    assert_eq!(idle.ask("{}").unwrap().status, 200);
    assert!(idle.is_closed());
}

#[test]
fn a_body_must_come_soon() {
    let server = Running::new(hasty());
    let mut client = server.client();
    let length = [JSON, ("Content-Length", "100")];
    client
        .send_request("POST", "/api/ask", &length, b"{")
        .unwrap();
    let response = client.head().unwrap();
    assert_eq!(
        (response.status, response.header("connection")),
        (408, "close")
    );
    let body = client.body().unwrap();
    assert_eq!(code(&String::from_utf8(body).unwrap()), "timeout");
    assert!(client.is_closed());
    // One that leaves in the middle harms nobody.
    for _ in 0..10 {
        let mut client = server.client();
        client
            .send_request("POST", "/api/ask", &length, b"{")
            .unwrap();
    }
    assert_eq!(server.client().ask("{}").unwrap().status, 200);
}

#[test]
fn a_slow_head_keeps_nobody_else_out() {
    let server = Running::new(Settings {
        connections: 8,
        ..hasty()
    });
    // As many as there may be, none of which says anything.
    let silent: Vec<Client> = (0..8).map(|_| server.client()).collect();
    let begun = Instant::now();
    let answer = server.client().ask("{}").unwrap();
    assert_eq!(answer.status, 200);
    assert!(begun.elapsed() >= SOON / 4, "it was let in at once");
    drop(silent);
}

/// More than the system holds for anybody.
const LARGE: &str = r#"{"size":16000000}"#;

/// A client that asks for much, and reads its first lines.
fn hardly_reading(server: &Running) -> Client {
    let mut client = server.client();
    client
        .send_request("POST", "/api/ask", &[JSON], LARGE.as_bytes())
        .unwrap();
    assert_eq!(client.head().unwrap().status, 200);
    client
}

/// Asks until there is room for the answer.
fn ask_until_there_is_room(server: &Running) {
    let begun = Instant::now();
    loop {
        let answer = server.client().ask(LARGE).unwrap();
        if answer.status == 200 {
            assert_eq!(answer.body.len(), 16_000_000);
            return;
        }
        assert_eq!(code(answer.text()), "overloaded");
        assert!(begun.elapsed() < Duration::from_secs(120), "never");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn answers_that_nobody_reads_are_bounded() {
    let server = Running::new(Settings {
        room: 24 << 20,
        ..Settings::default()
    });
    let client = hardly_reading(&server);
    // There is no room for another such answer.
    let refused = server.client().ask(LARGE).unwrap();
    assert_eq!(refused.status, 503);
    assert_eq!(code(refused.text()), "overloaded");
    assert_eq!(server.client().ask("{}").unwrap().status, 200);
    let mut client_of_events = server.client();
    client_of_events.ask_for_events(LARGE).unwrap();
    let (name, data) = client_of_events.event().unwrap().unwrap();
    assert_eq!(
        (name.as_str(), code(&data)),
        ("answer", "overloaded".into())
    );
    drop(client);
    ask_until_there_is_room(&server);
}

#[test]
fn who_does_not_read_is_cut_off() {
    let server = Running::new(Settings {
        room: 24 << 20,
        ..hasty()
    });
    let mut client = hardly_reading(&server);
    // What it asked for is forgotten.
    ask_until_there_is_room(&server);
    // It gets no more than the system held for it.
    assert!(client.body().is_err());
}

#[test]
fn pipelined_questions_are_answered_in_order() {
    let server = Running::narrow();
    let mut client = server.client();
    for id in 0..10 {
        let question = format!(r#"{{"id":{id}}}"#);
        client
            .send_request("POST", "/api/ask", &[JSON], question.as_bytes())
            .unwrap();
    }
    for id in 0..10 {
        assert_eq!(client.head().unwrap().status, 200);
        let body = client.body().unwrap();
        let told: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(told["id"], id);
    }
}
