//! The games of `proven.txt`: each law is found and proven from its rule file
//! alone, and the certificate passes the checker.

mod drawn;

use std::path::Path;

use grundy::budget::Budget;
use grundy::picture::drawing::Shape;
use grundy::text::Lang;
use grundy_laws::check::check;
use grundy_laws::picture;
use grundy_laws::print::Style;
use grundy_laws::prove::Claim;
use grundy_laws::rules::Rules;
use grundy_laws::study::{Options, study};

/// The games of the list: rules, and how the law must begin.
fn games() -> Vec<(Rules, &'static str)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let lines = include_str!("proven.txt").lines();
    let listed = lines.filter_map(|line| line.split_once(": "));
    let listed = listed.filter(|(name, _)| !name.starts_with('#'));
    listed
        .map(|(name, law)| {
            let text = std::fs::read_to_string(folder.join(format!("{name}.game"))).unwrap();
            (Rules::read(&text).unwrap(), law.trim_end())
        })
        .collect()
}

#[test]
fn laws_are_found_and_proven() {
    let games = games();
    assert_eq!(games.len(), 19);
    for (rules, expected) in games {
        let name = &rules.name;
        // The time is a limit against running away, not a claim about speed.
        let options = Options {
            time: std::time::Duration::from_secs(1200),
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
        assert!(law.starts_with(expected), "{name}: {law}");
        let (claim, _) = best.proof.as_ref().unwrap();
        let drawing = picture::draw(claim, name, &studied.sample.names, Lang::En);
        let states = claim.relation().dfa().states();
        match drawing {
            Ok(drawing) => {
                let arrows = drawing
                    .shapes
                    .iter()
                    .filter(|shape| matches!(shape, Shape::Group(group) if group.class == "label"));
                drawn::check(&drawing, states, arrows.count());
            }
            Err(error) => assert!(states > picture::MOST_STATES, "{name}: {error}"),
        }
        let of_values = matches!(claim, Claim::Values(..));
        assert_eq!(of_values, expected.starts_with('g'), "{name}");
        // Two numbers chosen in base 3 make for a long check; the bench runs it.
        if name != "wythoff_wide" {
            let text = best.certificate.as_ref().unwrap().write();
            check(&text, &Budget::default()).unwrap();
        }
    }
}
