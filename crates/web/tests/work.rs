//! Questions at work: streams, lanes, leaving, breaking, stopping.

mod fake;

use std::time::{Duration, Instant};

use fake::{Running, code, message, narrow};
use grundy_web::client::Client;
use grundy_web::{Settings, Sizes};
use serde_json::Value;

/// Longer than any test waits.
const LONG: &str = r#"{"ask":"study","work":100000}"#;
/// How soon a thread hears that nobody waits any more. A busy machine may take longer, so a
/// few are tried.
const SOON: Duration = Duration::from_millis(200);

/// Whether one of a few tries is quick: a busy machine may be slow once.
fn quick_once(what: &str, mut attempt: impl FnMut() -> Duration) {
    let times: Vec<Duration> = (0..5)
        .map(|_| attempt())
        .take_while(|time| *time > SOON)
        .collect();
    assert!(times.len() < 5, "{what}: {times:?}");
}

#[test]
fn progress_comes_first_and_the_answer_last() {
    let server = Running::narrow();
    for verb in ["study", "solve"] {
        quick_once(verb, || {
            let mut client = server.client();
            let question = format!(r#"{{"ask":"{verb}","work":1100,"id":7}}"#);
            let begun = Instant::now();
            let head = client.ask_for_events(&question).unwrap();
            assert_eq!(head.status, 200);
            assert_eq!(head.header("content-type"), "text/event-stream");
            assert_eq!(head.header("cache-control"), "no-store");
            let mut events = Vec::new();
            while let Some((name, data)) = client.event().unwrap() {
                let data: Value = serde_json::from_str(&data).unwrap();
                events.push((name, data, begun.elapsed()));
            }
            let (name, answer, _) = events.pop().unwrap();
            assert_eq!((name.as_str(), &answer["id"]), ("answer", &Value::from(7)));
            assert!(events.iter().all(|(name, ..)| name == "progress"));
            // At most five a second, and the first at once.
            assert!((1..=6).contains(&events.len()), "{}", events.len());
            let states: Vec<u64> = events
                .iter()
                .map(|(_, data, _)| data["states"].as_u64().unwrap())
                .collect();
            assert!(states.is_sorted() && states[0] == 1, "{states:?}");
            // The connection is good for another question.
            assert_eq!(client.ask("{}").unwrap().status, 200);
            // They came while it worked, not all at its end.
            events[0].2
        });
    }
}

#[test]
fn an_error_in_a_stream_is_its_answer() {
    let server = Running::narrow();
    let mut client = server.client();
    assert_eq!(
        client
            .ask_for_events(r#"{"kind":"refused"}"#)
            .unwrap()
            .status,
        200
    );
    let (name, data) = client.event().unwrap().unwrap();
    assert!(name == "answer" && data.contains("Refused"), "{data}");
    assert_eq!(client.event().unwrap(), None);
    let question = r#"{"panic":true,"id":[8],"lang":"zh"}"#;
    client.ask_for_events(question).unwrap();
    let (name, data) = client.event().unwrap().unwrap();
    assert_eq!((name.as_str(), code(&data)), ("answer", "internal".into()));
    assert!(data.starts_with(r#"{"id":[8],"#) && message(&data).starts_with("回答时出错"));
}

#[test]
fn quick_questions_do_not_wait_for_long_ones() {
    let server = Running::narrow();
    let mut long = server.client();
    long.ask_for_events(LONG).unwrap();
    server.wait_for_work(1);
    // The only seat for long questions is taken, and one waits.
    let mut waiting = server.client();
    let head = waiting.ask_for_events(r#"{"ask":"law","lang":"zh","id":3}"#);
    assert_eq!(head.unwrap().status, 200);
    let (name, data) = waiting.event().unwrap().unwrap();
    assert!(
        name == "progress" && data.contains(r#""what":"waiting""#),
        "{data}"
    );
    assert!(data.contains("等待中"), "{data}");
    // More than one may not.
    let mut third = server.client();
    let refused = third
        .ask(r#"{"ask":"study","lang":"zh","id":"c"}"#)
        .unwrap();
    assert_eq!((refused.status, refused.header("retry-after")), (503, "5"));
    assert_eq!(code(refused.text()), "overloaded");
    assert!(
        message(refused.text()).contains("过多"),
        "{}",
        refused.text()
    );
    assert!(refused.text().starts_with(r#"{"id":"c","#));
    let refused = third.ask_for_events(r#"{"ask":"study"}"#).unwrap();
    assert_eq!(
        (refused.status, refused.header("content-type")),
        (503, "application/json")
    );
    // Quick ones are answered meanwhile, even behind one that turns out to be long.
    let mut slow = server.client();
    slow.ask_for_events(r#"{"ask":"solve","work":100000}"#)
        .unwrap();
    server.wait_for_work(2);
    for _ in 0..20 {
        assert_eq!(
            server.client().ask(r#"{"ask":"solve"}"#).unwrap().status,
            200
        );
    }
    assert_eq!(
        server
            .fake
            .at_work
            .load(std::sync::atomic::Ordering::SeqCst),
        2
    );
    // When the first leaves, the second has its turn.
    drop(long);
    loop {
        let (name, data) = waiting.event().unwrap().unwrap();
        if name == "answer" {
            assert!(data.contains(r#""id":3"#), "{data}");
            break;
        }
    }
}

#[test]
fn who_leaves_is_heard() {
    let server = Running::narrow();
    for verb in ["study", "solve"] {
        for is_stream in [false, true] {
            quick_once(verb, || {
                let question = format!(r#"{{"ask":"{verb}","work":100000}}"#);
                let mut client = server.client();
                if is_stream {
                    client.ask_for_events(&question).unwrap();
                } else {
                    let kind = [("Content-Type", "application/json")];
                    let question = question.as_bytes();
                    client
                        .send_request("POST", "/api/ask", &kind, question)
                        .unwrap();
                }
                server.wait_for_work(1);
                let left = Instant::now();
                drop(client);
                let heard = server.cancelled.recv_timeout(Duration::from_secs(60));
                server.wait_for_work(0);
                heard.unwrap().saturating_duration_since(left)
            });
        }
    }
}

#[test]
fn who_leaves_the_queue_frees_the_place() {
    let server = Running::narrow();
    let mut first = server.client();
    first.ask_for_events(LONG).unwrap();
    server.wait_for_work(1);
    for _ in 0..10 {
        let begun = Instant::now();
        // A place that is not free yet will be.
        loop {
            let mut client = server.client();
            if client.ask_for_events(LONG).unwrap().status == 200 {
                break;
            }
            assert!(begun.elapsed() < Duration::from_secs(60));
        }
    }
    assert_eq!(server.cancelled.try_iter().count(), 0);
}

#[test]
fn a_panic_is_an_error_of_one_question() {
    let server = Running::narrow();
    let mut client = server.client();
    for _ in 0..5 {
        for verb in ["study", "solve"] {
            let question = format!(r#"{{"ask":"{verb}","panic":true,"id":5}}"#);
            let broken = client.ask(&question).unwrap();
            assert_eq!(
                (broken.status, code(broken.text())),
                (500, "internal".into())
            );
            assert!(broken.text().starts_with(r#"{"id":5,"#));
            assert_eq!(
                client
                    .ask(&format!(r#"{{"ask":"{verb}"}}"#))
                    .unwrap()
                    .status,
                200
            );
        }
    }
}

#[test]
fn fifty_at_once() {
    let server = Running::new(Settings::default());
    let mut heavy = server.client();
    heavy.ask_for_events(LONG).unwrap();
    server.wait_for_work(1);
    let address = server.address;
    let ask = move |one: usize| {
        let mut client = Client::connect(address).unwrap();
        for id in 0..20 {
            let id = one * 1000 + id;
            let question = format!(r#"{{"id":{id},"work":{}}}"#, id % 3);
            let answer = client.ask(&question).unwrap();
            assert_eq!(answer.status, 200, "{}", answer.text());
            let told: Value = serde_json::from_slice(&answer.body).unwrap();
            assert_eq!(told["id"], id);
        }
    };
    std::thread::scope(|scope| {
        for one in 0..50 {
            scope.spawn(move || ask(one));
        }
    });
    assert_eq!(server.cancelled.try_iter().count(), 0);
}

#[test]
fn too_many_are_refused_and_nothing_is_lost() {
    let server = Running::new(Settings {
        sizes: Sizes {
            // Nobody makes way.
            patience: Duration::from_secs(600),
            ..narrow()
        },
        ..Settings::default()
    });
    let mut first = server.client();
    first.ask_for_events(r#"{"work":100000}"#).unwrap();
    server.wait_for_work(1);
    // One at work and as many as may wait; overtime counts as a place.
    let mut waiting: Vec<Client> = (0..3).map(|_| server.client()).collect();
    for client in &mut waiting {
        assert_eq!(client.ask_for_events("{}").unwrap().status, 200);
    }
    let refused = server.client().ask("{}").unwrap();
    assert_eq!((refused.status, refused.header("retry-after")), (503, "1"));
    drop(first);
    for client in &mut waiting {
        while client.event().unwrap().unwrap().0 != "answer" {}
    }
    assert_eq!(server.client().ask("{}").unwrap().status, 200);
}

#[test]
fn stopping_cancels_what_is_at_work() {
    for is_stream in [false, true] {
        let mut server = Running::narrow();
        let idle = server.client();
        let mut client = server.client();
        if is_stream {
            client.ask_for_events(LONG).unwrap();
        } else {
            let kind = [("Content-Type", "application/json")];
            client
                .send_request("POST", "/api/ask", &kind, LONG.as_bytes())
                .unwrap();
        }
        server.wait_for_work(1);
        let took = server.end();
        assert!(took < Duration::from_secs(10), "{took:?}");
        let address = server.address;
        server.cancelled.try_recv().unwrap();
        // Whoever waited is told.
        if is_stream {
            loop {
                let (name, data) = client.event().unwrap().unwrap();
                if name == "answer" {
                    assert_eq!(code(&data), "stopping");
                    break;
                }
            }
        } else {
            let response = client.head().unwrap();
            assert_eq!(
                (response.status, response.header("connection")),
                (503, "close")
            );
        }
        drop(idle);
        assert!(Client::connect(address).is_err());
    }
}

#[test]
fn a_thread_that_does_not_hear_is_not_waited_for() {
    struct Deaf;
    impl grundy_web::Answers for Deaf {
        fn reply(&self, _: &[u8], _: &grundy_desk::Watch) -> grundy_desk::Reply {
            loop {
                std::thread::park();
            }
        }
    }
    let settings = Settings {
        port: 0,
        ..Settings::default()
    };
    let server = grundy_web::Server::bind(settings, std::sync::Arc::new(Deaf)).unwrap();
    let (address, stop) = (server.address(), server.stop());
    let thread = std::thread::spawn(move || server.run());
    let mut client = Client::connect(address).unwrap();
    client.ask_for_events("{}").unwrap();
    stop.now();
    thread.join().unwrap().unwrap();
    let (_, data) = client.event().unwrap().unwrap();
    assert_eq!(code(&data), "stopping");
}
