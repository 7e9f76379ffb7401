//! The atlas of octal codes (`data/atlas.csv`, written by `grundy survey`): its form, a sample computed anew,
//! and the laws of the literature.

use grundy::budget::Budget;
use grundy::solve::heap::Engine;
use grundy::solve::heap::code::Rules;
use grundy::solve::heap::survey::{
    Depth, Row, Standing, codes, from_csv, standard, survey, to_csv,
};

const ATLAS: &str = include_str!("data/atlas.csv");

fn rules(code: &str) -> Rules {
    code.parse().unwrap()
}

fn find<'a>(rows: &'a [Row], code: &str) -> Option<&'a Row> {
    rows.iter().find(|row| row.code == code)
}

/// All codes of up to three digits in their order, then codes of four digits that stand for others.
#[test]
fn the_atlas_is_whole() {
    let rows = from_csv(ATLAS);
    assert_eq!(to_csv(&rows), ATLAS);
    let short: Vec<String> = (1..=3)
        .flat_map(codes)
        .map(|code| code.to_string())
        .collect();
    let found: Vec<&str> = rows.iter().map(|row| row.code.as_str()).collect();
    assert_eq!(found[..short.len()], short);
    let long: Vec<String> = codes(4).iter().map(|code| code.to_string()).collect();
    let mut order = long.iter();
    for row in &rows[short.len()..] {
        assert!(order.any(|code| *code == row.code), "{}", row.code);
        assert_eq!(row.same, None, "{}", row.code);
    }
}

/// What is said of a code is what is said of the one that stands for it.
#[test]
fn rows_of_the_same_game_agree() {
    let rows = from_csv(ATLAS);
    let mut compared = 0;
    for row in &rows {
        let (solved, larger) = standard(&rules(&row.code), &Budget::default()).unwrap();
        let same = (solved != rules(&row.code)).then(|| (solved.to_string(), larger));
        assert_eq!(row.same, same, "{}", row.code);
        let Some(other) = find(&rows, &solved.to_string()) else {
            continue;
        };
        compared += 1;
        let law = other
            .law
            .map(|(start, period, saltus)| (start.saturating_sub(larger), period, saltus));
        assert_eq!(
            (row.standing, row.law),
            (other.standing, law),
            "{}",
            row.code
        );
        assert_eq!(
            (row.largest, row.known + larger),
            (other.largest, other.known)
        );
    }
    assert!(compared > 900, "{compared}");
}

/// Every twentieth row that is proven soon is computed anew, and found as it stands.
#[test]
fn a_sample_is_found_again() {
    let soon = |row: &Row| row.standing == Standing::Proven && row.known < 4000;
    let rows: Vec<Row> = from_csv(ATLAS)
        .into_iter()
        .filter(soon)
        .step_by(20)
        .collect();
    assert!(rows.len() > 40, "{}", rows.len());
    let sample: Vec<Rules> = rows.iter().map(|row| rules(&row.code)).collect();
    let depth = Depth::of(&Budget::default().with_states(10_000));
    assert_eq!(survey(&sample, &depth, 2).unwrap(), rows);
}

/// The laws of the literature are in the atlas, and what was solved there is solved here.
#[test]
fn the_atlas_has_the_laws_of_the_literature() {
    let rows = from_csv(ATLAS);
    let mut compared = 0;
    for line in include_str!("data/octal.tsv").lines().skip(2) {
        let cells: Vec<&str> = line.split('\t').collect();
        let (Ok(start), Ok(period)) = (cells[1].parse::<u64>(), cells[2].parse::<u64>()) else {
            continue;
        };
        let code = rules(cells[0]).to_string();
        let Some(row) = find(&rows, &code) else {
            panic!("{code} is not in the atlas");
        };
        compared += 1;
        assert_eq!(row.standing, Standing::Proven, "{code}");
        let (found, length, saltus) = row.law.unwrap();
        assert_eq!((length, saltus), (period, 0), "{code}");
        // The tables of the literature begin with heap 1.
        assert!(
            found == start || (start, found) == (1, 0),
            "{code}: {found}"
        );
        if let Ok(largest) = cells[3].parse::<u32>() {
            assert_eq!(row.largest, largest, "{code}");
        }
    }
    assert!(compared > 90, "{compared}");
    // Count and last of the rare heaps, from the same source as the periods.
    for (code, rares) in [
        ("0.45", (11, 198)),
        ("0.156", (15, 357)),
        ("0.356", (7, 43)),
        ("0.644", (31, 511)),
        ("0.16", (53, 13935)),
        ("0.56", (46, 1795)),
        ("0.376", (510, 1_140_540)),
        ("0.354", (132, 3227)),
    ] {
        assert_eq!(find(&rows, code).unwrap().rares, Some(rares), "{code}");
    }
    // Winning Ways has 0.314 with 0.31, and Flammenkamp's table 0.161 with 0.36: they differ.
    let first = |one: &str, other: &str| {
        let values = |code: &str| {
            let engine = Engine::Vector.open(&rules(code), &Budget::default());
            let values = engine.unwrap().take(1000).map(Result::unwrap);
            values.collect::<Vec<u32>>()
        };
        let (one, other) = (values(one), values(other));
        one.iter().zip(&other).position(|(a, b)| a != b)
    };
    assert_eq!(first("0.314", "0.31"), Some(5));
    assert_eq!(first("0.161", "0.36"), Some(519));
    assert_eq!(first("0.27", "0.26"), None);
}

/// The certificate of 0.106, which is too long a run for a test, says what the atlas says.
#[test]
fn the_certificate_of_the_longest_period_is_the_atlas_s() {
    let rows = from_csv(ATLAS);
    let row = find(&rows, "0.106").unwrap();
    let text = include_str!("data/0.106.cert");
    let number = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|n| n.trim().parse().ok()).unwrap()
    };
    let law = (number("start"), number("period"), number("saltus"));
    assert_eq!(row.law, Some(law));
}
