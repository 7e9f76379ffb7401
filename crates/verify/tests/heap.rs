//! Certificates of heap sequences: what the library finds is accepted, lies are not.

use grundy::budget::Budget;
use grundy::solve::heap::certificate::{Certificate, Ground};
use grundy::solve::heap::period::{Law, Status};
use grundy::solve::heap::solve::{Options, solve};
use grundy_verify::heap::check;

fn generous() -> Budget {
    Budget::default().with_states(4_000_000_000)
}

fn options() -> Options {
    Options {
        budget: generous(),
        ..Options::default()
    }
}

fn law(code: &str, options: &Options) -> Law {
    let report = solve(&code.parse().unwrap(), options).unwrap_or_else(|e| panic!("{code}: {e}"));
    report
        .law
        .unwrap_or_else(|| panic!("{code}: no law ({:?})", report.stopped))
}

#[test]
#[ignore = "re-verifying 0.104 from its rules takes about a minute; run by cargo xtask test --long"]
fn a_long_certificate_is_checked() {
    for code in ["0.16", "0.56", "0.104"] {
        let certificate = Certificate::of(&law(code, &options())).to_string();
        assert!(check(&certificate, &generous()).unwrap().proven, "{code}");
    }
}

#[test]
fn certificates_survive_and_lies_do_not() {
    for code in [
        "0.77",
        "0.15",
        "0.156",
        "{1,4,10}",
        "allbut{1,3,4,9}",
        "0.3F",
        "4.12",
    ] {
        let law = law(
            code,
            &Options {
                observe: 200,
                ..options()
            },
        );
        let certificate = Certificate::of(&law);
        let text = certificate.to_string();
        let checked = check(&text, &generous()).unwrap_or_else(|e| panic!("{code}: {e}"));
        assert_eq!(
            checked.proven,
            matches!(law.status, Status::Proven(_)),
            "{code}"
        );
        assert_eq!(checked.certificate, certificate);
        for change in 0..4 {
            let mut lie = certificate.clone();
            match change {
                0 => lie.start += 1,
                1 => lie.period += 1,
                2 => lie.period *= 2,
                _ => lie.saltus += 1,
            }
            assert!(
                check(&lie.to_string(), &generous()).is_err(),
                "{code}, change {change}"
            );
        }
        // Any damaged byte is noticed.
        for at in (0..text.len()).step_by(7) {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let damaged = String::from_utf8(bytes).unwrap();
            assert!(check(&damaged, &generous()).is_err(), "{code}, byte {at}");
        }
    }
}

#[test]
fn window_certificates_are_checked() {
    for code in ["0.156", "0.356"] {
        let law = law(
            code,
            &Options {
                lemma: false,
                reach: Some(2500),
                keep: 6000,
                ..options()
            },
        );
        let certificate = Certificate::of(&law);
        assert!(
            check(&certificate.to_string(), &generous()).unwrap().proven,
            "{code}"
        );
        let mut lie = certificate.clone();
        lie.start -= 1;
        assert!(check(&lie.to_string(), &generous()).is_err());
        let mut lie = certificate.clone();
        lie.start += 1;
        assert!(check(&lie.to_string(), &generous()).is_err());
    }
}

/// The windows prove a period from a start before them, and an odd one only where the mask
/// does not alternate: each premise of the theorem alone makes the difference.
#[test]
fn each_premise_of_the_window_theorem_is_needed() {
    let long = law(
        "0.156",
        &Options {
            lemma: false,
            reach: Some(2500),
            keep: 6000,
            ..options()
        },
    );
    let right = Certificate::of(&long);
    let Ground::Window {
        then,
        now,
        window,
        reach,
        settled,
    } = right.ground
    else {
        panic!("{right}");
    };
    let accepted = |ground: Ground, start: u64, period: u64| {
        let claim = Certificate {
            ground,
            start,
            period,
            ..right.clone()
        };
        check(&claim.to_string(), &generous()).is_ok()
    };
    let whole = |then, now, window, reach, settled| Ground::Window {
        then,
        now,
        window,
        reach,
        settled,
    };
    let (start, period) = (right.start, right.period);
    assert!(start + window <= then);
    assert!(accepted(right.ground, start, period));
    // A later pair proves the same.
    let later = whole(then + period, now + period, window, reach, settled);
    assert!(accepted(later, start, period));
    for wrong in [
        whole(
            start + window - 1,
            start + window - 1 + period,
            window,
            reach,
            settled,
        ),
        whole(then, now + 1, window, reach, settled),
        whole(then, then, window, reach, settled),
        whole(then, now, window - reach, reach, settled),
        whole(then, now, window, reach, reach),
        whole(then, now, window, reach, then + 1),
        whole(then, now, window, 0, settled),
        whole(then, now, window, 10, 11),
    ] {
        assert!(!accepted(wrong, start, period), "{wrong:?}");
    }
    // Windows that agree say nothing about a start behind them.
    assert!(!accepted(right.ground, then, period));
    assert!(!accepted(right.ground, then, 1));
}

/// A claim near the end of 64 bits is refused with a sentence.
#[test]
fn huge_numbers_are_refused() {
    let max = u64::MAX;
    for (code, ground) in [
        ("0.77", Ground::Lemma(max)),
        ("0.77", Ground::Observed(max)),
        ("0.[3]", Ground::State { then: 5, now: max }),
        (
            "0.77",
            Ground::Window {
                then: max - 1,
                now: max,
                window: max,
                reach: max,
                settled: max,
            },
        ),
    ] {
        for (start, period, saltus) in [
            (max, 1, 0),
            (0, max, 0),
            (max - 1, max - 1, max),
            (0, 1, max),
        ] {
            let claim = Certificate {
                rules: code.parse().unwrap(),
                start,
                period,
                saltus,
                mask: Some((15, false)),
                ground,
            };
            let small = Budget::default().with_states(20_000);
            assert!(check(&claim.to_string(), &small).is_err(), "{claim}");
        }
    }
}

/// Any mask will do, also one with the highest bit: it only tells where to look first.
#[test]
fn any_mask_is_right() {
    for mask in [
        0,
        1,
        6,
        1 << 12,
        u32::MAX / 2,
        u32::MAX - 1,
        u32::MAX,
        1 << 31,
    ] {
        let claim = Certificate {
            rules: "0.77".parse().unwrap(),
            start: 71,
            period: 12,
            saltus: 0,
            mask: Some((mask, false)),
            ground: Ground::Lemma(168),
        };
        // Without a low bit the search for a common value would take for ever.
        let accepted = check(&claim.to_string(), &generous()).is_ok();
        assert_eq!(accepted, mask != 1 << 31, "{mask}");
    }
}

/// Starts from 0, where the theorem itself begins at 1 (the values before were compared).
#[test]
fn the_least_start_is_claimed_and_accepted() {
    for code in ["0.7", "0.13", "0.73", "0.704"] {
        let law = law(code, &options());
        assert_eq!(law.start, 0, "{code}");
        let mut claim = Certificate::of(&law);
        assert!(
            check(&claim.to_string(), &generous()).unwrap().proven,
            "{code}"
        );
        claim.start = 1;
        assert!(check(&claim.to_string(), &generous()).is_err(), "{code}");
    }
}
