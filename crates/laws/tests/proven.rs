//! The games of `proven.txt`: each law is found and proven from the rules
//! alone, and the certificate passes the checker.

use grundy::budget::Budget;
use grundy_laws::check::check;
use grundy_laws::print::Style;
use grundy_laws::prove::Claim;
use grundy_laws::rules::Rules;
use grundy_laws::study::{Options, study};

/// The games of the file: rules, and how the law must begin.
fn games() -> Vec<(Rules, String)> {
    let blocks = include_str!("proven.txt").split("\n\n");
    let read = |block: &str| {
        let law = block.lines().find_map(|line| line.strip_prefix("law "))?;
        let rules: String = block
            .lines()
            .filter(|line| !line.starts_with("law "))
            .map(|line| format!("{line}\n"))
            .collect();
        Some((Rules::read(&rules).unwrap(), law.to_string()))
    };
    blocks.filter_map(read).collect()
}

#[test]
fn laws_are_found_and_proven() {
    let games = games();
    assert_eq!(games.len(), 16);
    for (rules, expected) in games {
        let name = &rules.name;
        // The time is a limit against running away, not a claim about speed.
        let options = Options {
            time: std::time::Duration::from_secs(120),
            ..Options::default()
        };
        let studied = study(&rules, &options).unwrap();
        let Some(best) = studied.findings.first() else {
            panic!("{name}: nothing found, {:?}", studied.notes);
        };
        let law = best.law.written(Style::Text, &studied.sample.names);
        let law = law.to_string();
        println!("{name}: {law}\n    {}", best.status.text());
        assert_eq!(best.status.word(), "proven", "{name}: {law}");
        let begins = expected.trim_end();
        assert!(law.starts_with(begins), "{name}: {law}");
        let (claim, _) = best.proof.as_ref().unwrap();
        let of_values = matches!(claim, Claim::Values(..));
        assert_eq!(of_values, expected.starts_with('g'), "{name}");
        // Options that may be forbidden are counted, which makes for a long
        // check; the bench runs it.
        if rules.blocked == 0 {
            let text = best.certificate.as_ref().unwrap().write();
            check(&text, &Budget::default()).unwrap();
        }
    }
}
