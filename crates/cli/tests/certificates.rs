//! `grundy check`: what was verified is told, and what is no certificate is called so.

mod running;

use std::fs;
use std::path::PathBuf;

use running::{grundy_in, text};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The rules, the claim and the theorem of each kind, in both languages.
#[test]
fn the_verdict_names_what_was_verified() {
    let folder = Folder::new("verdict");
    let run = |arguments: &[&str]| grundy_in(&folder.0, arguments, b"");
    fs::write(
        folder.0.join("thirds.game"),
        "game nim\nstate n\nmove take(k in 1..2) -> [n-k]\n",
    )
    .unwrap();
    for (made, expected) in [
        (
            &["period", "0.77"][..],
            &[
                "rules    0.77\n",
                "G(n + 12) = G(n) for all n ≥ 71",
                "Guy and Smith",
            ][..],
        ),
        (
            // A name that promises another game does not hide the rules.
            &["study", "thirds.game"],
            &[
                "move take(k in 1..2) -> [n-k]\n",
                "g(0), g(1), … = 0 1 2 0 1 2",
                "proven",
            ],
        ),
        (
            &["misere", "0.75", "--heaps", "40"],
            &["rules    0.75\n", "order 8", "all heaps", "Plambeck"],
        ),
    ] {
        text(&run(&[made, &["--certificate", "it.cert"]].concat()));
        let verdict = text(&run(&["check", "it.cert"]));
        for part in expected {
            assert!(verdict.contains(part), "{part}\n{verdict}");
        }
        let chinese = text(&run(&["check", "it.cert", "--lang", "zh"]));
        assert!(
            chinese.contains("已证明") && chinese.contains("定理"),
            "{chinese}"
        );
    }
}

#[test]
fn a_text_that_is_no_certificate_is_called_so() {
    let folder = Folder::new("no-certificate");
    let file = |name: &str, bytes: &[u8]| fs::write(folder.0.join(name), bytes).unwrap();
    file("my.game", b"state n\nmove take(k in 1..n) -> [n-k]\n");
    file("empty", b"");
    file("binary", &[0xff, 0xfe, 0, 1]);
    for name in ["my.game", "empty", "binary"] {
        let output = grundy_in(&folder.0, &["check", name], b"");
        assert_eq!(output.status.code(), Some(2), "{name}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains("this is not a certificate"), "{error}");
    }
    // A claim that is not true is something else.
    let lie = include_str!("../../verify/tests/forged/kayles_period_1.cert");
    file("lie.cert", lie.as_bytes());
    let output = grundy_in(&folder.0, &["check", "lie.cert"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("does not hold"));
}
