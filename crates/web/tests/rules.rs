//! Which requests are heard, and what responses say about themselves.

mod fake;

use fake::{Running, code, message};
use grundy_web::Settings;
use grundy_web::client::{Client, Response};

const JSON: (&str, &str) = ("Content-Type", "application/json");

/// What the server says of the page and nothing else; a rule that is added or taken away is
/// a change of what the page may do, which wants to be seen here.
const POLICY: [&str; 10] = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    // The last: a page cannot say this of itself.
    "frame-ancestors 'none'",
];

fn assert_headers(response: &Response) {
    assert_eq!(
        response.header("content-security-policy"),
        POLICY.join("; ")
    );
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(response.header(name), value, "{name}");
    }
    assert!(!response.header("cache-control").is_empty());
    assert!(!response.header("content-type").is_empty());
}

#[test]
fn the_page_and_its_versions() {
    let server = Running::narrow();
    let mut client = server.client();
    let page = client.request("GET", "/", &[], b"").unwrap();
    assert_eq!(page.status, 200);
    assert!(page.text().starts_with("<!doctype html>"));
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(page.header("cache-control"), "no-cache");
    assert_headers(&page);
    let same = client
        .request("GET", "/index.html?lang=zh", &[], b"")
        .unwrap();
    assert_eq!(same.body, page.body);
    let head = client.request("HEAD", "/", &[], b"").unwrap();
    assert_eq!(
        (head.status, head.header("etag")),
        (200, page.header("etag"))
    );
    assert_eq!(head.header("content-length"), page.body.len().to_string());
    let known = [("If-None-Match", page.header("etag"))];
    let again = client.request("GET", "/", &known, b"").unwrap();
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), page.header("etag"));
    assert_headers(&again);
    let old = [("If-None-Match", "\"old\"")];
    assert_eq!(client.request("GET", "/", &old, b"").unwrap().status, 200);
}

/// On a host without this server the pages are all there is: they say the same.
#[test]
fn the_pages_of_the_bundle_say_the_policy_themselves() {
    let server = Running::narrow();
    let mut client = server.client();
    for path in ["/", "/elements.html"] {
        let page = client.request("GET", path, &[], b"").unwrap();
        let text = page.text().replace("&#39;", "'");
        let said = text
            .split_once("<meta http-equiv=\"Content-Security-Policy\" content=\"")
            .and_then(|(before, rest)| Some((before, rest.split_once('"')?.0)));
        let (before, said) = said.unwrap_or_else(|| panic!("{path} has no policy: {text}"));
        let (all_but_last, _) = page
            .header("content-security-policy")
            .rsplit_once("; ")
            .unwrap();
        assert_eq!(said, all_but_last, "{path}: `cargo xtask page` writes it");
        // It holds for what stands behind it only.
        assert!(
            !before.contains("<script") && !before.contains("<link"),
            "{path}: {before}"
        );
    }
}

#[test]
fn what_is_not_there_is_not_found() {
    let server = Running::narrow();
    let mut client = server.client();
    for path in [
        "/nothing",
        "/index.html/",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/assets/",
        "/api",
        "/api/",
        "/api/ask/",
        "/api/nothing",
        "//",
    ] {
        for method in ["GET", "POST"] {
            let response = client.request(method, path, &[], b"").unwrap();
            let told = response.text();
            assert_eq!(
                (response.status, code(told)),
                (404, "unknown_path".into()),
                "{path}"
            );
            assert_headers(&response);
        }
    }
}

#[test]
fn methods_that_do_not_fit() {
    let server = Running::narrow();
    for (method, path, allowed) in [
        ("GET", "/api/ask", "POST"),
        ("PUT", "/api/ask", "POST"),
        ("OPTIONS", "/api/ask", "POST"),
        ("POST", "/api/health", "GET,HEAD"),
        ("POST", "/", "GET, HEAD"),
        ("DELETE", "/index.html", "GET, HEAD"),
    ] {
        let mut client = server.client();
        let response = client.request(method, path, &[JSON], b"{}").unwrap();
        assert_eq!(response.status, 405, "{method} {path}");
        assert_eq!(code(response.text()), "bad_method");
        assert_eq!(response.header("allow"), allowed, "{method} {path}");
        assert_headers(&response);
    }
}

#[test]
fn health_tells_who_answers() {
    let server = Running::narrow();
    let health = server.client().request("GET", "/api/health", &[], b"");
    let health = health.unwrap();
    assert_eq!(
        (health.status, health.header("cache-control")),
        (200, "no-store")
    );
    let told: serde_json::Value = serde_json::from_slice(&health.body).unwrap();
    assert_eq!(told["name"], "grundy");
    assert_eq!(told["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn kinds_of_answers_have_their_status() {
    let server = Running::narrow();
    let mut client = server.client();
    for (question, status) in [
        ("{}", 200),
        (r#"{"kind":"bad"}"#, 400),
        (r#"{"kind":"refused"}"#, 422),
        (r#"{"kind":"costly"}"#, 503),
        ("no JSON", 200), // whether it is, the desk says
    ] {
        let answer = client.ask(question).unwrap();
        assert_eq!(answer.status, status, "{question}");
        assert_eq!(answer.header("content-type"), "application/json");
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_headers(&answer);
    }
}

#[test]
fn a_question_says_that_it_is_json() {
    let server = Running::narrow();
    let mut client = server.client();
    for kind in [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonp",
    ] {
        let kind = [("Content-Type", kind)];
        let refused = client.request("POST", "/api/ask", &kind, b"{}").unwrap();
        assert_eq!(
            (refused.status, code(refused.text())),
            (415, "not_json".into())
        );
    }
    let kind = [("Content-Type", "Application/JSON; charset=utf-8")];
    let heard = client.request("POST", "/api/ask", &kind, b"{}").unwrap();
    assert_eq!(heard.status, 200);
}

#[test]
fn other_names_and_other_pages_are_refused() {
    let server = Running::narrow();
    let port = server.address.port();
    let asked = |path: &str, lines: &[(&str, &str)]| {
        let mut client = server.client();
        let method = if path == "/" { "GET" } else { "POST" };
        let lines = [&[JSON], lines].concat();
        let response = client.request(method, path, &lines, b"{}").unwrap();
        assert_headers(&response);
        (response.status, code(response.text()))
    };
    let fine = (200, String::new());
    for name in ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"] {
        let host = format!("{name}:{port}");
        assert_eq!(asked("/api/ask", &[("Host", &host)]), fine, "{host}");
    }
    let foreign = format!("evil.example:{port}");
    for host in [&foreign, "localhost", "127.0.0.1:1", "", "192.168.0.1:80"] {
        for path in ["/", "/api/ask"] {
            let told = asked(path, &[("Host", host)]);
            assert_eq!(told, (421, "wrong_host".into()), "{host}");
        }
    }
    let own = format!("http://{}", server.address);
    assert_eq!(asked("/api/ask", &[("Origin", &own)]), fine);
    let other_port = format!("http://127.0.0.1:{}", port ^ 1);
    for origin in ["http://evil.example", "null", "", &other_port] {
        for path in ["/", "/api/ask"] {
            let told = asked(path, &[("Origin", origin)]);
            assert_eq!(told, (403, "wrong_origin".into()), "{origin}");
        }
    }
    for site in ["cross-site", "same-site"] {
        let site = ("Sec-Fetch-Site", site);
        assert_eq!(asked("/api/ask", &[site]), (403, "wrong_origin".into()));
        // A link to the page may stand anywhere.
        assert_eq!(asked("/", &[site]), fine);
    }
    assert_eq!(
        asked("/api/ask", &[("Sec-Fetch-Site", "same-origin")]),
        fine
    );
}

#[test]
fn no_name_or_two_are_refused() {
    let server = Running::narrow();
    for head in [
        "GET / HTTP/1.1\r\n\r\n".to_string(),
        format!(
            "GET / HTTP/1.1\r\nHost: {0}\r\nHost: {0}\r\n\r\n",
            server.address
        ),
        "GET / HTTP/1.0\r\n\r\n".to_string(),
    ] {
        let mut client = server.client();
        client.send(head.as_bytes()).unwrap();
        assert_eq!(client.head().unwrap().status, 400, "{head}");
    }
    // The first line may name a server as well.
    let mut client = server.client();
    let first = format!("http://evil.example:{}/", server.address.port());
    let response = client.request("GET", &first, &[], b"").unwrap();
    assert_eq!(response.status, 421);
}

#[test]
fn what_is_no_http_is_refused_and_closed() {
    let server = Running::narrow();
    let long = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(400_000));
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "X: x\r\n".repeat(500));
    for (text, status) in [
        ("nonsense\r\n\r\n", 400),
        ("\u{16}\u{3}\u{1}\u{2}\0\u{1}\0", 400), // a client that wants encryption
        ("GET / HTTP/2.0\r\n\r\n", 400),
        (&long, 431),
        (&many, 431),
        (
            "POST /api/ask HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            400,
        ),
    ] {
        let mut client = server.client();
        // It may hear enough before all of it was sent.
        let _ = client.send(text.as_bytes());
        let _ = client.finish_sending();
        let start: String = text.chars().take(20).collect();
        match client.head() {
            Ok(response) => assert_eq!(response.status, status, "{start:?}"),
            // The end may overtake the response while the client still sends.
            Err(error) => assert!(text.len() > 60_000, "{start:?}: {error}"),
        }
    }
    assert_eq!(server.client().ask("{}").unwrap().status, 200);
}

#[test]
fn sentences_are_in_the_language_of_who_asks() {
    let server = Running::new(Settings {
        lang: grundy::text::Lang::Zh,
        ..Settings::default()
    });
    let mut client = server.client();
    let told = client.request("GET", "/nothing", &[], b"").unwrap();
    assert_eq!(message(told.text()), "此处没有内容");
    let english = [("Accept-Language", "en-GB,en;q=0.9")];
    let told = client.request("GET", "/nothing", &english, b"").unwrap();
    assert_eq!(message(told.text()), "there is nothing here");
}

#[test]
fn a_port_in_use_is_said_so() {
    use grundy::text::Lang;
    use std::sync::Arc;
    struct Nobody;
    impl grundy_web::Answers for Nobody {
        fn reply(&self, _: &[u8], _: &grundy_desk::Watch) -> grundy_desk::Reply {
            unreachable!("nobody asks")
        }
    }
    let cannot = |host: &str, port: u16| {
        let settings = Settings {
            host: host.to_string(),
            port,
            ..Settings::default()
        };
        match grundy_web::Server::bind(settings, Arc::new(Nobody)) {
            Ok(_) => panic!("{host}:{port} should not be free"),
            Err(error) => error.message(),
        }
    };
    let server = Running::narrow();
    let port = server.address.port();
    let told = cannot("127.0.0.1", port);
    let start = format!("port {port} of 127.0.0.1 is in use");
    assert!(told.get(Lang::En).starts_with(&start), "{told}");
    let start = format!("127.0.0.1 的端口 {port} 已被占用");
    assert!(told.get(Lang::Zh).starts_with(&start));
    // An address of documents (RFC 5737), which no computer has.
    let told = cannot("192.0.2.1", 0);
    assert_eq!(
        told.get(Lang::En),
        "192.0.2.1 is no address of this computer"
    );
    let told = cannot("no such name", 0);
    assert!(
        told.get(Lang::En)
            .starts_with("cannot listen on no such name")
    );
}

#[test]
fn the_address_is_one_to_go_to() {
    let url = |host: &str| {
        let settings = Settings {
            host: host.to_string(),
            port: 0,
            ..Settings::default()
        };
        let running = Running::narrow();
        let server = grundy_web::Server::bind(settings, running.fake.clone()).unwrap();
        let port = server.address().port().to_string();
        assert_ne!(port, "0");
        server.url().replace(&port, "PORT")
    };
    assert_eq!(url("127.0.0.1"), "http://127.0.0.1:PORT/");
    assert_eq!(url("0.0.0.0"), "http://localhost:PORT/");
}

#[test]
fn a_connection_takes_many_requests() {
    let server = Running::narrow();
    let mut client: Client = server.client();
    for id in 0..100 {
        let answer = client.ask(&format!(r#"{{"id":{id}}}"#)).unwrap();
        let told: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(told["id"], id);
    }
}
