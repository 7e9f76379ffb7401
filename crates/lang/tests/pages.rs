//! The page about every code shows a text with that fault, and one without.

use grundy_lang::explain::{PAGES, find};

fn codes(text: &str) -> Vec<String> {
    match grundy_lang::bench::compile(text, None, &[]) {
        Ok(_) => Vec::new(),
        Err(wrong) => wrong.iter().map(|d| d.code.to_string()).collect(),
    }
}

#[test]
fn every_page_is_true() {
    let mut shown = 0;
    for page in PAGES {
        let code = page.code.to_string();
        assert_eq!(find(&code).unwrap().code, page.code);
        if page.wrong.is_empty() {
            continue;
        }
        shown += 1;
        assert_eq!(
            codes(page.wrong),
            std::slice::from_ref(&code),
            "{}",
            page.wrong
        );
        assert_eq!(codes(page.right), Vec::<String>::new(), "{}", page.right);
    }
    assert!(shown > 20, "only {shown} pages have an example");
}

#[test]
fn several_faults_in_one_run() {
    let text =
        "game g\nstate n, q\nmove a(k in 1..m) -> [n-k, q]\nmov b -> [n]\nmove c -> [n]\nplay fair";
    let wrong = grundy_lang::parse(text).unwrap_err();
    let codes: Vec<String> = wrong.iter().map(|d| d.code.to_string()).collect();
    assert_eq!(codes, ["E011", "E010"]);
    assert!(wrong[0].help.is_some());
    let text =
        "game g\nstate n, q\nmove a(k in 1..m) -> [n-k, q]\nmove c -> [n]\nmove d if n -> [n, q]";
    let wrong = grundy_lang::bench::compile(text, None, &[]).unwrap_err();
    let codes: Vec<String> = wrong.iter().map(|d| d.code.to_string()).collect();
    assert_eq!(codes, ["E020", "E025", "E031"]);
}

#[test]
fn carets_stand_under_chinese_text() {
    let text = "state 石子\nmove 取(几 in 1..上限) -> [石子-几]";
    let wrong = grundy_lang::bench::compile(text, None, &[]).unwrap_err();
    let shown = grundy_lang::diagnostic::render(&wrong, text, "a.game", grundy::text::Lang::Zh);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[1], " --> a.game:2:16");
    // Two columns for each of 取 and 几 before it, and for 上 and 限 above it.
    assert_eq!(lines[4], format!("  | {}^^^^", " ".repeat(17)));
}

#[test]
fn parameters_reach_shorthands_and_domains() {
    let text = "game g(a = 3, size = 4)\nsubtract {1, a}\nexpect g(0) = 0";
    let set = [("a".to_string(), 5)];
    let compiled = grundy_lang::bench::compile(text, None, &set).unwrap();
    let code = compiled.shape().and_then(|shape| shape.code()).unwrap();
    assert_eq!(code.to_string(), "0.30003");
    let wrong = grundy_lang::bench::compile(text, None, &[("b".to_string(), 5)]).unwrap_err();
    assert_eq!(wrong[0].code.to_string(), "E049");
}
