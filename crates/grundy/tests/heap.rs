//! Heap sequences against the literature and against each other.

use grundy::budget::Budget;
use grundy::natural::Natural;
use grundy::solve::heap::auto::Auto;
use grundy::solve::heap::binary::Binary;
use grundy::solve::heap::code::Rules;
use grundy::solve::heap::cost::Way;
use grundy::solve::heap::mask::{Histogram, Mask};
use grundy::solve::heap::period::{Law, Status, Theorem};
use grundy::solve::heap::solve::{Options, Report, solve};
use grundy::solve::heap::sparse::{Lanes, Sparse};
use grundy::solve::heap::vector::Vector;
use grundy::solve::heap::wide::Wide;
use grundy::solve::heap::{Engine, Sequence};

fn rules(code: &str) -> Rules {
    code.parse().unwrap_or_else(|e| panic!("{code}: {e}"))
}

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
    let report = solve(&rules(code), options).unwrap_or_else(|e| panic!("{code}: {e}"));
    report
        .law
        .unwrap_or_else(|| panic!("{code}: no law ({:?})", report.stopped))
}

struct Row {
    code: String,
    start: Option<u64>,
    period: Option<u64>,
    largest: Option<u32>,
}

fn rows() -> Vec<Row> {
    include_str!("data/octal.tsv")
        .lines()
        .filter(|l| !l.starts_with('#') && !l.starts_with("code\t"))
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            assert!(cells.len() >= 5, "{line}");
            Row {
                code: cells[0].to_string(),
                start: cells[1].parse().ok(),
                period: cells[2].parse().ok(),
                largest: cells[3].parse().ok(),
            }
        })
        .collect()
}

fn confirm(row: &Row) {
    let law = law(&row.code, &options());
    assert!(matches!(law.status, Status::Proven(_)), "{}", row.code);
    // The tables of the literature begin with heap 1; the least start may be 0.
    let start = row.start.map(|start| match start {
        1 => law.start.min(1),
        start => start,
    });
    assert_eq!(Some(law.start), start, "{}: n0", row.code);
    assert_eq!(Some(law.period), row.period, "{}: period", row.code);
    assert_eq!(law.saltus, 0, "{}", row.code);
    if row.largest.is_some() {
        assert_eq!(
            Some(law.largest.value),
            row.largest,
            "{}: largest",
            row.code
        );
    }
}

#[test]
fn every_law_of_the_literature_is_found_and_proven() {
    let mut confirmed = 0;
    for row in rows() {
        if row.start.is_some_and(|n| n < 400_000) {
            confirm(&row);
            confirmed += 1;
        }
    }
    assert!(confirmed >= 90, "only {confirmed} rows");
}

#[test]
#[ignore = "0.376, 0.354, 0.104 and 0.454 take seconds in release; run by cargo xtask test --long"]
fn the_long_laws_of_the_literature() {
    for row in rows() {
        if row
            .start
            .is_some_and(|n| (400_000..1_000_000_000).contains(&n))
        {
            confirm(&row);
        }
    }
}

fn by_definition(code: &str, count: usize) -> Vec<u32> {
    let brute = Engine::Brute.open(&rules(code), &generous()).unwrap();
    brute.take(count).collect::<Result<_, _>>().unwrap()
}

/// Whatever way is chosen on the way, the values are those of the definition.
#[test]
fn the_choice_of_a_way_changes_no_value() {
    let mut ways = Vec::new();
    for code in [
        "0.007", "4.673", "0.6", "0.64", "0.36", "0.14", "0.06", "0.106", "4.764", "0.104",
    ] {
        let (count, step) = (5_000, 500);
        let expected = by_definition(code, count);
        let mut auto = Auto::new(&rules(code), &generous());
        for to in (step..=count).step_by(step) {
            auto.advance(to as u64).unwrap();
            let choice = auto.choice().unwrap();
            assert!(choice.each > 0, "{code}");
            if !ways.contains(&choice.way) {
                ways.push(choice.way);
            }
        }
        let mut values = Vec::new();
        auto.copy_values(0, count as u64, &mut values);
        assert_eq!(values, expected, "{code}");
    }
    assert!(
        ways.contains(&Way::Vector) && ways.contains(&Way::Sparse),
        "{ways:?}"
    );
}

/// FNV over the values, as a fingerprint of a run.
fn fingerprint(values: &[u32]) -> u64 {
    values.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &v| {
        (hash ^ u64::from(v)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn run(engine: Engine, rules: &Rules, count: usize) -> Result<u64, grundy::error::Error> {
    let sequence = engine.open(rules, &generous())?;
    let values = sequence.take(count).collect::<Result<Vec<u32>, _>>()?;
    assert_eq!(values.len(), count);
    Ok(fingerprint(&values))
}

fn all_codes(digits: usize) -> Vec<String> {
    let mut codes = Vec::new();
    for before in ["0", "4"] {
        for number in 0..8usize.pow(digits as u32) {
            codes.push(format!("{before}.{number:0digits$o}"));
        }
    }
    codes
}

fn engines_agree(codes: &[String], count: usize) {
    for code in codes {
        let rules = rules(code);
        let expected = run(Engine::Brute, &rules, count).unwrap();
        for engine in [Engine::Auto, Engine::Vector, Engine::Sparse] {
            assert_eq!(
                run(engine, &rules, count),
                Ok(expected),
                "{code} by {engine}"
            );
        }
    }
}

#[test]
fn engines_agree_on_every_code_of_three_digits() {
    engines_agree(&all_codes(3), 700);
}

/// Blocks of heaps shared out over threads give the same values, also where
/// bytes become too narrow (0.007 beyond heap 6000) and where parts are
/// constrained.
#[test]
fn threads_change_nothing() {
    let codes = [
        "0.07",
        "0.007",
        "0.6",
        "4/unequal",
        "0.07/min=3",
        "{2,5,9}",
        "0.1234567",
        "4.7",
    ];
    for code in codes {
        let rules = rules(code);
        let open = || Vector::new(&rules, &Budget::default()).unwrap();
        let (mut one, mut three) = (open().shared(1, 0), open().shared(3, 100));
        one.advance(9_000).unwrap();
        three.advance(9_000).unwrap();
        assert_eq!(one.values(), three.values(), "{code}");
    }
}

#[test]
fn engines_agree_on_some_codes_for_longer() {
    let codes = [
        "0.16",
        "0.104",
        "0.106",
        "0.454",
        "0.007",
        "0.6",
        "0.376",
        "4/unequal",
        "0.26/min=3",
        "4.44/unequal",
    ];
    engines_agree(&codes.map(String::from), 6000);
}

#[test]
#[ignore = "every code of three digits to 10^4 takes minutes; run by cargo xtask test --long"]
fn engines_agree_on_every_code_of_three_digits_to_ten_thousand() {
    engines_agree(&all_codes(3), 10_000);
}

#[test]
#[ignore = "long runs of a sample take a minute; run by cargo xtask test --long"]
fn engines_agree_on_long_runs_of_a_sample() {
    let codes = [
        "0.16",
        "0.104",
        "0.106",
        "0.454",
        "0.6",
        "0.007",
        "0.376",
        "4/unequal",
        "0.324",
    ];
    engines_agree(&codes.map(String::from), 60_000);
}

#[test]
fn sets_agree_with_the_definition() {
    for code in [
        "0.8",
        "0.3F",
        "0.C",
        "0.0E",
        "8.1",
        "0.(31)",
        "0.9B/min=2",
        "lasker",
        "0.[3]",
        "0.[7]",
        "0.1[63]",
        "4.[12]",
        "0.77",
        "4/unequal",
        "allbut{2,5}",
        "0.[F]",
        "0.(16)[2]",
    ] {
        let rules = rules(code);
        let count = if rules.max_parts() > 3 { 60 } else { 160 };
        let expected = run(Engine::Brute, &rules, count).unwrap();
        assert_eq!(run(Engine::Sets, &rules, count), Ok(expected), "{code}");
        assert_eq!(run(Engine::Auto, &rules, count), Ok(expected), "{code}");
    }
}

#[test]
fn both_proofs_agree_where_both_apply() {
    for code in ["0.156", "0.356", "0.644"] {
        let lemma = law(
            code,
            &Options {
                window: false,
                ..options()
            },
        );
        assert!(
            matches!(lemma.status, Status::Proven(Theorem::Lemma { .. })),
            "{code}"
        );
        // A window short enough for these games, and forgetting early.
        for keep in [6000, 1 << 24] {
            let window = law(
                code,
                &Options {
                    lemma: false,
                    reach: Some(2500),
                    keep,
                    ..options()
                },
            );
            assert!(
                matches!(window.status, Status::Proven(Theorem::Window { .. })),
                "{code}"
            );
            assert_eq!(
                (window.start, window.period),
                (lemma.start, lemma.period),
                "{code}"
            );
            for n in (0..lemma.start + 2 * lemma.period).step_by(997) {
                assert_eq!(window.value(n), lemma.value(n), "{code} at {n}");
            }
        }
    }
}

/// The lemma begins at 1, what it proves may begin at 0.
#[test]
fn the_least_start_is_given() {
    for code in ["0.7", "0.13", "0.73", "0.704"] {
        let law = law(code, &options());
        assert!(matches!(law.status, Status::Proven(_)), "{code}");
        assert_eq!(law.start, 0, "{code}");
        let values = by_definition(code, 300);
        let period = law.period as usize;
        assert!(
            (0..300 - period).all(|n| values[n] == values[n + period]),
            "{code}"
        );
    }
}

#[test]
fn subtraction_and_all_but_sets() {
    // n0 and period of subtraction sets, from the theory notes of the field.
    for (set, start, period) in [
        ("{1,2,3}", 0, 4),
        ("{2,3,7}", 0, 5),
        ("{1,4,10}", 16, 11),
        ("{2,5,7}", 0, 22),
        ("{3,5,8}", 0, 11),
        ("{4,7,11}", 0, 15),
        ("{2,4,7}", 8, 3),
    ] {
        let law = law(set, &options());
        assert_eq!((law.start, law.period), (start, period), "{set}");
    }
    for set in [
        "allbut{1}",
        "allbut{1,2}",
        "allbut{2,5}",
        "allbut{1,3,4,9}",
        "allbut{3,7,12}",
        "0.3[2]",
        "0.02[1]",
    ] {
        let rules = rules(set);
        let law = law(set, &options());
        assert!(matches!(law.status, Status::Proven(_)), "{set}");
        let values = Engine::Brute.open(&rules, &generous()).unwrap();
        for (n, value) in values.take(600).enumerate() {
            assert_eq!(
                law.value(n as u64),
                Ok(u64::from(value.unwrap())),
                "{set} at {n}"
            );
        }
    }
}

#[test]
fn hexadecimal_laws_are_called_observed() {
    for (code, period, saltus) in [("0.8", 3, 1), ("0.C", 2, 1), ("0.3F", 6, 3)] {
        let law = law(
            code,
            &Options {
                observe: 600,
                ..options()
            },
        );
        assert_eq!((law.period, law.saltus), (period, saltus), "{code}");
        assert!(
            matches!(law.status, Status::Observed { to } if to >= 600),
            "{code}"
        );
    }
}

#[test]
fn grundys_game_is_not_proven_by_a_lemma_that_does_not_apply() {
    let report: Report = solve(
        &rules("grundy"),
        &Options {
            budget: Budget::default().with_states(20_000),
            ..Options::default()
        },
    )
    .unwrap();
    assert!(
        report
            .law
            .is_none_or(|l| matches!(l.status, Status::Observed { .. }))
    );
    assert!(report.stopped.is_some());
}

#[test]
#[ignore = "10^5 values of 0.007 take seconds in release; run by cargo xtask test --long"]
fn unsolved_games_reach_what_others_have_seen() {
    // 0.6: largest 285 at 89634 below 10^5; 0.007: 805 at 98422; the first
    // 1274 rares of Grundy's game end at 82860.
    for (code, value, heap) in [("0.6", 285, 89_634), ("0.007", 805, 98_422)] {
        let report = solve(
            &rules(code),
            &Options {
                budget: Budget::default().with_states(100_000),
                ..Options::default()
            },
        )
        .unwrap();
        assert_eq!(
            (report.largest.value, report.largest.heap),
            (value, heap),
            "{code}"
        );
    }
    let mut grundy = Auto::new(&rules("grundy"), &generous());
    grundy.advance(7_300_000).unwrap();
    let sparse = grundy.as_sparse().expect("a sparse space");
    assert_eq!(sparse.rares().len(), 1274);
    assert_eq!(sparse.rares().last(), Some(&(82_860, 108)));
    // The first value beyond a byte.
    assert_eq!(
        (sparse.largest().value, sparse.largest().heap),
        (256, 7_250_049)
    );
    // Beyond it, against the engine for wide values and the portable code.
    let start = sparse.len();
    let mut known = Vec::new();
    sparse.copy_values(0, start, &mut known);
    let binary = Binary::new(&rules("grundy")).unwrap();
    let mut wide = Wide::from_values(&binary, known).expect("sparse");
    for _ in 0..500 {
        wide.step();
    }
    for lanes in [Lanes::Portable, Lanes::detect()] {
        let mut engine = sparse.clone().with_lanes(lanes);
        engine.advance(start + 500).unwrap();
        for heap in start..start + 500 {
            assert_eq!(
                engine.value(heap),
                Some(wide.values()[heap as usize]),
                "{heap}"
            );
        }
    }
}

#[test]
fn instructions_agree() {
    // Whatever this processor has gives what the portable form gives, and that is
    // what the portable form of the other engine gives.
    for code in ["0.16", "0.104", "0.454", "4/unequal", "0.376"] {
        let binary = Binary::new(&rules(code)).unwrap();
        let first = by_definition(code, 4000);
        let mut plain = Vector::new(&rules(code), &Budget::default())
            .unwrap()
            .portable()
            .shared(1, 0);
        plain.advance(12_000).unwrap();
        let plain = plain.values();
        assert_eq!(plain[..first.len()], first[..], "{code}");
        let mut prints = vec![(None, fingerprint(&plain))];
        for lanes in [Lanes::Portable, Lanes::Avx2, Lanes::Vbmi] {
            if !lanes.available() {
                continue;
            }
            let histogram = Histogram::of(&first, binary.split[0]);
            let (mask, _) = histogram.best_mask(&binary.split).unwrap();
            let engine = Sparse::with_mask(&binary, &first, mask).expect(code);
            let mut engine = engine.with_lanes(lanes);
            engine
                .advance(12_000)
                .unwrap_or_else(|s| panic!("{code}: {s:?}"));
            let mut values = Vec::new();
            engine.copy_values(0, 12_000, &mut values);
            prints.push((Some(lanes), fingerprint(&values)));
        }
        assert!(
            prints.windows(2).all(|p| p[0].1 == p[1].1),
            "{code}: {prints:?}"
        );
    }
}

#[test]
fn instructions_agree_on_settled_heaps() {
    // 0.16 has a rare heap born at 13935, long after the one before; 0.56 has its first
    // value of 64 at 22778: both where all partners are common, with and without a window.
    for (code, to) in [
        ("0.16", 20_000),
        ("0.56", 30_000),
        ("0.104", 20_000),
        ("0.106", 20_000),
        ("0.454", 20_000),
        ("0.354", 20_000),
        ("0.45", 12_000),
        ("0.644", 12_000),
        ("4.12", 12_000),
        ("0.26", 12_000),
    ] {
        let binary = Binary::new(&rules(code)).unwrap();
        let mut first = Vector::new(&rules(code), &Budget::default()).unwrap();
        first.advance(3000).unwrap();
        let first = first.values();
        let Some(engine) = Sparse::from_values(&binary, &first) else {
            panic!("{code} has no sparse space");
        };
        for reach in [None, Some(2000)] {
            let mut told = Vec::new();
            for lanes in [Lanes::Portable, Lanes::Avx2, Lanes::Vbmi] {
                if !lanes.available() {
                    continue;
                }
                let mut engine = engine.clone().with_lanes(lanes);
                if let Some(reach) = reach {
                    engine = engine.with_reach(reach);
                }
                let (mut values, mut ended) = (Vec::new(), Ok(()));
                while engine.len() < to && ended.is_ok() {
                    if reach.is_some() && engine.len() > 8000 {
                        engine.start_window();
                    }
                    let from = engine.len();
                    ended = engine.advance((from + 1000).min(to));
                    engine.copy_values(from, engine.len(), &mut values);
                }
                told.push((
                    values,
                    ended,
                    engine.rares().to_vec(),
                    engine.is_windowed(),
                    (engine.reach(), engine.window_holds_from()),
                    (engine.mask(), engine.largest(), engine.len()),
                ));
            }
            for other in &told[1..] {
                assert!(*other == told[0], "{code}, reach {reach:?}");
            }
        }
    }
}

#[test]
fn any_mask_is_correct() {
    // A bad mask costs time, never a wrong value.
    for code in ["0.16", "0.26", "0.454"] {
        let binary = Binary::new(&rules(code)).unwrap();
        let truth = by_definition(code, 1500);
        for bits in 1..16 {
            for alternating in [false, true] {
                let mask = Mask { bits, alternating };
                let Some(mut engine) = Sparse::with_mask(&binary, &truth[..400], mask) else {
                    continue;
                };
                engine
                    .advance(1500)
                    .unwrap_or_else(|s| panic!("{code}, {mask:?}: {s:?}"));
                for (heap, &value) in (0..).zip(&truth) {
                    assert_eq!(
                        engine.value(heap),
                        Some(value),
                        "{code}, {mask:?}, heap {heap}"
                    );
                }
            }
        }
    }
}

#[test]
fn wide_values_agree_with_the_definition() {
    for code in ["0.644", "0.16", "0.104"] {
        let binary = Binary::new(&rules(code)).unwrap();
        let truth = by_definition(code, 5000);
        let mut wide = Wide::from_values(&binary, truth[..3000].to_vec()).expect(code);
        for _ in 3000..5000 {
            wide.step();
        }
        assert_eq!(wide.values(), truth, "{code}");
    }
}

#[test]
fn claims_known_to_be_false() {
    // 0.161 and 0.36 are often given as equivalent: they part at n = 519.
    let (mut a, mut b) = (
        Engine::Auto.open(&rules("0.161"), &generous()).unwrap(),
        Engine::Auto.open(&rules("0.36"), &generous()).unwrap(),
    );
    a.advance(1000).unwrap();
    b.advance(1000).unwrap();
    assert_eq!((0..1000).find(|&n| a.value(n) != b.value(n)), Some(519));
    // A published pre-period of 0.56 is 326637.
    let law = law("0.56", &options());
    assert_eq!(law.start, 326_640);
}

#[test]
fn a_law_answers_for_heaps_of_any_size() {
    use dashu_int::UBig;
    let law = law("0.77", &options());
    let huge = UBig::from(10u8).pow(100);
    let like: u64 = (&huge % UBig::from(12u8)).try_into().unwrap();
    assert_eq!(
        law.value_big(&huge),
        Ok(UBig::from(law.value(120 + like).unwrap()))
    );
}

/// Where no law shows, the moves of a long heap are found from the values of all smaller ones: they are
/// those that looking at every option finds.
#[test]
fn moves_found_from_values_are_those_of_the_rules() {
    use grundy::game::{CONTINUE, Game};
    use grundy::games::heaps::code::TakeAndBreak;
    use grundy::theorem::{self, Theorem as _};
    for (code, heap) in [("0.6", 2_501u64), ("4/unequal", 2_300), ("hex:0.8", 2_010)] {
        let game = TakeAndBreak::new(code.parse().unwrap());
        let heap = Natural::from(heap);
        assert!(game.law(&heap).is_none(), "{code}");
        for target in [0u32, 1, 5] {
            let target = Natural::from(target);
            let mut found = Vec::new();
            let flow = game.moves_to(&heap, &target, &mut |mv| {
                found.push(game.write_move(&mv));
                CONTINUE
            });
            assert_eq!(flow, Some(CONTINUE), "{code}");
            let mut expected = Vec::new();
            // Among all triples of parts every hundredth is looked at.
            let step = if code == "hex:0.8" { 101 } else { 1 };
            let mut seen = 0;
            let _ = game.options(&heap, &mut |mv, parts| {
                seen += 1;
                if seen % step == 0 && theorem::sum_value(&game, parts) == Some(target.clone()) {
                    expected.push(game.write_move(&mv));
                }
                CONTINUE
            });
            match step {
                1 => assert_eq!(found, expected, "{code} {target}"),
                _ => {
                    let found: std::collections::HashSet<_> = found.into_iter().collect();
                    assert!(
                        expected.iter().all(|mv| found.contains(mv)),
                        "{code} {target}"
                    );
                }
            }
        }
    }
}

/// A table of heaps has the values of its heaps, whether they were found together or one by one, and
/// tables of sums have theirs; a heap costs about as many states as there are values below it.
#[test]
fn lines_and_heaps_agree_and_no_heap_is_a_cliff() {
    use grundy::catalogue;
    use grundy::outcome::Convention;
    use grundy::solve::heap::known::{CHEAP, Known};
    use grundy::table::Cell;
    for code in [
        "0.77",
        "0.6",
        "{1,3,4}",
        "allbut{2,5}",
        "8.[3]",
        "4/unequal",
        "0.16",
    ] {
        let known = Known::new(code.parse().unwrap());
        let line = known.line(300, &Budget::default()).unwrap();
        assert_eq!(line.values.len(), 300, "{code}");
        for (heap, value) in (0u64..).zip(&line.values) {
            assert_eq!(
                known.value(&heap.into()),
                Some((*value).into()),
                "{code} {heap}"
            );
        }
        let name = format!("take-and-break:{code}");
        let game = catalogue::find(&name).unwrap().build(&[]).unwrap();
        assert!(game.has_line(), "{code}");
        let table = game
            .table(&[7, 9], Convention::Normal, &Budget::default())
            .unwrap();
        for (at, cell) in table.cells.iter().enumerate() {
            let sum = line.values[at / 9] ^ line.values[at % 9];
            assert_eq!(*cell, Cell::Value(sum.into()), "{code} {at}");
        }
    }
    for code in ["0.104", "0.6", "4/unequal"] {
        for heap in [20_000u64, 60_000] {
            let question = Budget::default().with_states(1 << 20).as_one();
            let _scope = question.scope();
            let known = Known::new(code.parse().unwrap());
            let value = known.value(&heap.into());
            let spent = (1 << 20) - question.states_left();
            assert!(spent < 2 * heap + 2 * CHEAP, "{code} {heap}: {spent}");
            let line = known.line(heap + 1, &Budget::default()).unwrap();
            assert_eq!(value, line.values.last().map(|v| Natural::from(*v)));
        }
    }
}
