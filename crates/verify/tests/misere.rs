//! Certificates of misère quotients: what is found is accepted, forgeries are not.

use grundy::budget::Budget;
use grundy::compound::misere::heaps::HeapQuotient;
use grundy_verify::misere::check;

fn quotient(code: &str, heaps: usize) -> HeapQuotient {
    HeapQuotient::compute(&code.parse().unwrap(), heaps, &Budget::default()).unwrap()
}

#[test]
fn certificates_are_checked_and_forgeries_refused() {
    let budget = Budget::default();
    for (code, heaps) in [("0.75", 20), ("0.123", 30), ("0.77", 27), ("0.07", 14)] {
        let text = quotient(code, heaps).certificate();
        let checked = check(&text, &budget).unwrap();
        assert_eq!(checked.certificate.heaps, heaps);
        // Any one number of the P-portion or the pretending function matters.
        let mut refused = 0;
        let mut forged = 0;
        for (number, line) in text.lines().enumerate() {
            if !line.starts_with("lost") && !line.starts_with("pretend") {
                continue;
            }
            let words: Vec<&str> = line.split(' ').collect();
            for at in 1..words.len() {
                let mut changed = words.clone();
                let other = ((words[at].parse::<usize>().unwrap() + 1) % checked.certificate.order)
                    .to_string();
                changed[at] = &other;
                let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
                lines[number] = changed.join(" ");
                forged += 1;
                refused += usize::from(check(&lines.join("\n"), &budget).is_err());
            }
        }
        assert_eq!(refused, forged, "{code}");
    }
    for text in [
        "",
        "end",
        "grundy misère quotient 1\norder 0\nend",
        "code 0.77\nheaps 99999999999\nend",
    ] {
        assert!(check(text, &budget).is_err(), "{text}");
    }
}

#[test]
fn a_wrong_period_is_refused() {
    let text = quotient("0.123", 40).certificate();
    assert!(
        check(&text, &Budget::default())
            .unwrap()
            .certificate
            .period
            .is_some()
    );
    let line = text
        .lines()
        .find(|line| line.starts_with("period"))
        .unwrap();
    for wrong in ["period 1 1", "period 0 5", "period 30 5", "period 5 0"] {
        let forged = text.replace(line, wrong);
        assert!(check(&forged, &Budget::default()).is_err(), "{wrong}");
    }
}
