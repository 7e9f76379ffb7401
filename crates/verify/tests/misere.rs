//! Certificates of misère quotients: what is found is accepted, forgeries are not.

use grundy::budget::Budget;
use grundy::compound::misere::certificate::Certificate;
use grundy::compound::misere::heaps::HeapQuotient;
use grundy::error::{Error, Resource};
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

fn why(certificate: &Certificate) -> String {
    match check(&certificate.to_string(), &Budget::default()) {
        Err(Error::BadCertificate { because }) => because.to_string(),
        other => panic!("{certificate}: {other:?}"),
    }
}

/// Take one token, whatever is left: a sum of n tokens is lost exactly if n is odd. By hand.
fn one_by_one(heaps: usize) -> Certificate {
    Certificate {
        code: "0.3".to_string(),
        heaps,
        order: 2,
        times: vec![(1, vec![1, 0])],
        lost: vec![1],
        pretend: (0..=heaps).map(|heap| heap % 2).collect(),
        period: None,
    }
}

/// Each premise alone is broken, and named.
#[test]
fn every_premise_is_asked_for() {
    let right = one_by_one(6);
    let checked = check(&right.to_string(), &Budget::default()).unwrap();
    assert_eq!((checked.certificate, checked.pairs), (right.clone(), 3));
    let changed = |change: &dyn Fn(&mut Certificate)| {
        let mut wrong = right.clone();
        change(&mut wrong);
        why(&wrong)
    };
    let tables: [&dyn Fn(&mut Certificate); 9] = [
        &|c| c.order = 0,
        &|c| c.order = 3,
        &|c| c.times[0].1 = vec![1, 2],
        &|c| c.times.clear(),
        &|c| c.lost.push(2),
        &|c| c.pretend[3] = 2,
        &|c| c.heaps = 5,
        &|c| c.heaps = 7,
        &|c| c.pretend[0] = 1,
    ];
    for change in tables {
        let told = changed(change);
        assert!(told.contains("do not fit together"), "{told}");
    }
    for heap in [0, 2, 9] {
        let told = changed(&|c| c.times[0].0 = heap);
        assert!(told.contains("not the class of its heap"), "{told}");
    }
    // The empty heap is no generator, even with the right products.
    let told = changed(&|c| c.times.push((0, vec![0, 1])));
    assert!(told.contains("not the class of its heap"), "{told}");
    for code in ["0.8", "1.3", "2.3", "00.3", ".3", "0.3x", "0.3.3", ""] {
        let told = changed(&|c| c.code = code.to_string());
        assert!(told.contains("no octal code"), "{code}: {told}");
    }
    // Another game is another matter: after two tokens nothing can be taken.
    for code in ["0.1", "0.2", "4.3", "0.33", "0.03", "0"] {
        let told = changed(&|c| c.code = code.to_string());
        assert!(told.contains("wrong outcome"), "{code}: {told}");
    }
    // A class that no sum has.
    let told = changed(&|c| {
        c.order = 3;
        c.times[0].1.push(2);
    });
    assert!(told.contains("not a product"), "{told}");
    // Counting tokens modulo 4 says nothing more than modulo 2.
    let told = changed(&|c| {
        c.order = 4;
        c.times[0].1 = vec![1, 2, 3, 0];
        c.lost = vec![1, 3];
        c.pretend = (0..7).map(|heap| heap % 4).collect();
    });
    assert!(told.contains("behave alike"), "{told}");
    let told = changed(&|c| {
        c.order = 3;
        c.times = vec![(1, vec![1, 2, 2]), (2, vec![2, 1, 2])];
        c.pretend = vec![0, 1, 2, 1, 2, 1, 2];
    });
    assert!(told.contains("do not commute"), "{told}");
}

/// n + 1 ≥ 2·(FROM + p) + T with T = 1, FROM and p at least 1.
#[test]
fn a_period_needs_enough_heaps() {
    let with = |heaps, period| Certificate {
        period: Some(period),
        ..one_by_one(heaps)
    };
    for (heaps, period) in [(6, (1, 2)), (7, (1, 2)), (8, (2, 2)), (10, (1, 4))] {
        let checked = check(&with(heaps, period).to_string(), &Budget::default());
        assert!(checked.is_ok(), "{heaps} {period:?}: {checked:?}");
    }
    for (heaps, period) in [
        (5, (1, 2)),
        (7, (2, 2)),
        (9, (1, 4)),
        (20, (0, 2)),
        (20, (1, 0)),
        (20, (1, 1)),
        (20, (1, 3)),
        (20, (usize::MAX, 2)),
        (20, (1, usize::MAX)),
    ] {
        let told = why(&with(heaps, period));
        assert!(
            told.contains("period is not proven"),
            "{heaps} {period:?}: {told}"
        );
    }
    // One heap at either end that does not repeat.
    let code = "0.123";
    let text = quotient(code, 40).certificate();
    let right: Certificate = text.parse().unwrap();
    let (from, period) = right.period.unwrap();
    let least = 2 * (from + period) + 3 - 1;
    assert!(right.heaps >= least, "{text}");
    for heaps in [least - 1, least] {
        let mut short = right.clone();
        short.heaps = heaps;
        short.pretend.truncate(heaps + 1);
        let checked = check(&short.to_string(), &Budget::default());
        assert_eq!(checked.is_ok(), heaps == least, "{short}: {checked:?}");
    }
    let earlier = Certificate {
        period: Some((from - 1, period)),
        ..right
    };
    assert!(why(&earlier).contains("period is not proven"));
}

/// Every digit that a code may have, and every entry of the tables of its quotient.
#[test]
fn every_product_matters() {
    let budget = Budget::default();
    for (code, heaps) in [
        ("0.1", 5),
        ("0.2", 6),
        ("0.3", 6),
        ("0.4", 9),
        ("0.5", 9),
        ("0.6", 8),
        ("0.7", 9),
        ("4.3", 7),
        ("0.31", 8),
        ("0.23", 9),
        ("0.75", 10),
        ("0.15", 10),
        ("4.07", 8),
        ("0.0", 4),
    ] {
        let right: Certificate = quotient(code, heaps).certificate().parse().unwrap();
        assert!(check(&right.to_string(), &budget).is_ok(), "{right}");
        for (generator, (_, row)) in right.times.iter().enumerate() {
            for at in 0..row.len() {
                let mut wrong = right.clone();
                let entry = &mut wrong.times[generator].1[at];
                *entry = (*entry + 1) % right.order;
                assert!(check(&wrong.to_string(), &budget).is_err(), "{wrong}");
            }
        }
    }
}

/// A check that may not cost anything is an error with its numbers, not a verdict.
#[test]
fn checks_keep_to_their_budget() {
    let text = quotient("0.75", 20).certificate();
    let over = |budget: Budget| match check(&text, &budget) {
        Err(Error::OverBudget { resource, .. }) => Some(resource),
        Ok(_) => None,
        other => panic!("{other:?}"),
    };
    let needed = |fits: &dyn Fn(u64) -> Option<Resource>| {
        let (mut low, mut high) = (0, 1 << 30);
        while low < high {
            let middle = (low + high) / 2;
            match fits(middle) {
                None => high = middle,
                Some(_) => low = middle + 1,
            }
        }
        low
    };
    let states = needed(&|n| over(Budget::default().with_states(n)));
    let bytes = needed(&|n| over(Budget::default().with_bytes(n)));
    let pairs = check(&text, &Budget::default()).unwrap().pairs as u64;
    // A state for each heap and each pair at least; some hundred bytes for each pair.
    assert!(states >= 20 + pairs, "{states} states for {pairs} pairs");
    assert!(
        (100 * pairs..1000 * pairs).contains(&bytes),
        "{bytes} bytes for {pairs} pairs"
    );
    assert_eq!(
        over(Budget::default().with_states(states - 1)),
        Some(Resource::States)
    );
    assert_eq!(
        over(Budget::default().with_bytes(bytes - 1)),
        Some(Resource::Bytes)
    );
}
