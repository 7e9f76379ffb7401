//! Misère quotients as data: each certificate is checked anew. The orders of 0.07, 0.115, 0.123, 0.152, 0.312,
//! 0.75 and 0.77 are those of the literature (Plambeck 2005; Plambeck and Siegel 2008, and its supplement; for
//! 0.07 the notes on their program); the others were not compared with a source. A file is what
//! `grundy misere CODE --heaps N --certificate FILE` writes.

use std::fs;
use std::path::PathBuf;

use grundy::budget::Budget;
use grundy::compound::misere::certificate::Certificate;
use grundy::compound::misere::heaps::HeapQuotient;
use grundy_verify::misere::check;

/// A code, its heaps, the order and the size of the P-portion; the length of the period, if one is proven.
const QUOTIENTS: [(&str, usize, usize, usize, Option<usize>); 17] = [
    ("0.07", 33, 638, 109, None),
    ("0.115", 260, 42, 12, Some(14)),
    ("0.123", 30, 20, 5, Some(5)),
    ("0.142", 30, 180, 26, None),
    ("0.144", 60, 30, 5, Some(10)),
    ("0.15", 160, 42, 12, Some(10)),
    ("0.152", 160, 34, 6, Some(48)),
    ("0.153", 100, 16, 3, Some(14)),
    ("0.241", 60, 36, 9, Some(10)),
    ("0.312", 30, 12, 3, Some(2)),
    ("0.34", 60, 12, 3, Some(8)),
    ("0.351", 60, 22, 6, Some(8)),
    ("0.512", 60, 8, 2, Some(6)),
    ("0.53", 80, 16, 3, Some(9)),
    ("0.71", 40, 36, 9, Some(6)),
    ("0.75", 40, 8, 2, Some(2)),
    ("0.77", 170, 40, 9, Some(12)),
];

fn text(code: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/quotients");
    fs::read_to_string(folder.join(format!("{code}.cert"))).unwrap()
}

#[test]
fn published_quotients_are_checked() {
    for (code, heaps, order, lost, period) in QUOTIENTS {
        let checked = check(&text(code), &Budget::default()).unwrap();
        let found = checked.certificate;
        let length = found.period.map(|(_, length)| length);
        assert_eq!(
            (
                found.code.as_str(),
                found.heaps,
                found.order,
                found.lost.len(),
                length
            ),
            (code, heaps, order, lost, period)
        );
    }
}

/// The engine finds them anew, to the letter, and goes on from them.
#[test]
fn published_quotients_are_found() {
    for (code, heaps, ..) in QUOTIENTS {
        let certificate: Certificate = text(code).parse().unwrap();
        let resumed = HeapQuotient::resume(&certificate, &Budget::default()).unwrap();
        assert_eq!(resumed.certificate(), text(code));
        if !matches!(code, "0.07" | "0.142") {
            let found = HeapQuotient::compute(resumed.rules(), heaps, &Budget::default());
            assert_eq!(found.unwrap().certificate(), text(code));
        }
    }
    // From heap to heap the quotient grows as was published.
    let dawson: Certificate = text("0.07").parse().unwrap();
    let dawson = HeapQuotient::resume(&dawson, &Budget::default()).unwrap();
    for step in [(25, 144), (27, 176), (30, 360), (33, 638)] {
        assert!(dawson.growth().contains(&step), "{step:?}");
    }
}
