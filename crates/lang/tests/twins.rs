//! Games of the catalogue and the same games as text agree: on outcomes in
//! both conventions, and on values in normal play.

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::catalogue;
use grundy::outcome::Convention;
use grundy::workbench::AnyGame;

/// One number from 0 to 12, and small sums.
fn heaps() -> Vec<(String, String)> {
    let single = (0..=12).map(|n| n.to_string());
    let sums = (0..=4).flat_map(|a| (a..=5).map(move |b| format!("{a},{b}")));
    single.chain(sums).map(|p| (p.clone(), p)).collect()
}

/// Pairs of numbers, from `least` on.
fn pairs(least: i64) -> Vec<(String, String)> {
    let all = (least..=6).flat_map(|a| (least..=6).map(move |b| format!("{a},{b}")));
    all.map(|p| (p.clone(), p)).collect()
}

/// Heads on a row, the catalogue's places beginning with `first`.
fn coins(first: usize) -> Vec<(String, String)> {
    let written = |set: u32, first: usize| -> String {
        let places: Vec<String> = (0..7)
            .filter(|at| set >> at & 1 == 1)
            .map(|at| (at + first).to_string())
            .collect();
        places.join(",")
    };
    (1..128u32)
        .step_by(5)
        .map(|set| (written(set, first), written(set, 0)))
        .collect()
}

/// The catalogue's name, the rules, and positions in both notations.
type Twin = (&'static str, String, Vec<(String, String)>);

/// Every game of the catalogue that is written out here.
fn twins() -> Vec<Twin> {
    let text = |lines: &str| lines.to_string();
    let walk = "state x, y\nmove left(k in 1..x) -> [x-k, y]\nmove down(k in 1..y) -> [x, y-k]";
    let diagonal = "move both(k in 1..min(x, y)) -> [x-k, y-k]";
    let king = "state x, y\nmove step((dx, dy) in {(1, 0), (0, 1), (1, 1)}) -> [x-dx, y-dy]";
    let euclid = "state a, b\nmove left(k in 1..a/max(b, 1)) if b > 0 if a >= b -> [a-k*b, b]\n\
                  move right(k in 1..b/max(a, 1)) if a > 0 if b > a -> [a, b-k*a]";
    let turtles = "coins p\nmove one turns p\nmove two(q in 0..p-1) turns p, q";
    let three = "move three(q in 0..p-1, r in 0..q-1) turns p, q, r";
    vec![
        ("nim", text("heaps"), heaps()),
        (
            "bachet:3",
            text("state n\nmove take(k in 1..3) -> [n-k]"),
            heaps(),
        ),
        ("subtraction:1,3,4", text("subtract {1, 3, 4}"), heaps()),
        (
            "subtraction:!2",
            text("state n\nmove take(k in 1..n) if k != 2 -> [n-k]"),
            heaps(),
        ),
        (
            "lasker",
            text("heaps\nmove split(k in 1..n/2) -> [k] + [n-k]"),
            heaps(),
        ),
        ("kayles", text("octal 0.77"), heaps()),
        ("0.137", text("octal 0.137"), heaps()),
        ("0.6", text("octal 0.6"), heaps()),
        ("4.7", text("octal 4.7"), heaps()),
        (
            "grundy",
            text("state n\nmove split(k in 1..(n-1)/2) -> [k] + [n-k]"),
            heaps(),
        ),
        (
            "half",
            text("state n\nmove take(k in 1..n/2) -> [n-k]"),
            heaps(),
        ),
        (
            "subtract-divisor",
            text("state n in 1..\nmove take(d in 1..n-1) if divides(d, n) -> [n-d]"),
            heaps()
                .into_iter()
                .filter(|(p, _)| !p.split(',').any(|n| n == "0"))
                .collect(),
        ),
        (
            "wythoff",
            text(
                "state a, b\nmove first(k in 1..a) -> [a-k, b]\nmove second(k in 1..b) -> [a, b-k]\n\
            move both(k in 1..min(a, b)) -> [a-k, b-k]",
            ),
            pairs(0),
        ),
        ("rook-walk", walk.to_string(), pairs(0)),
        ("bishop-walk", format!("state x, y\n{diagonal}"), pairs(0)),
        ("king-walk", king.to_string(), pairs(0)),
        ("queen-walk", format!("{walk}\n{diagonal}"), pairs(0)),
        ("euclid", euclid.to_string(), pairs(1)),
        (
            "fibonacci-nim",
            text("state n, q\nstart n -> [n, n-1]\nmove take(r in 1..min(n, q)) -> [n-r, 2*r]"),
            (2..=16).map(|n| (n.to_string(), n.to_string())).collect(),
        ),
        ("one-coin", text("coins p\nmove one turns p"), coins(1)),
        ("turning-turtles", turtles.to_string(), coins(1)),
        ("mock-turtles", format!("{turtles}\n{three}"), coins(1)),
        (
            "twins",
            text("coins p\nmove two(q in 0..p-1) turns p, q"),
            coins(0),
        ),
        (
            "triplets",
            text("coins p\nmove three(q in 0..p-1, r in 0..q-1) turns p, q, r"),
            coins(0),
        ),
    ]
}

fn answer(
    game: &dyn AnyGame,
    position: &str,
    convention: Convention,
) -> Result<(String, Option<String>, usize), String> {
    let question = Question {
        convention,
        moves: 10_000,
        budget: Budget::default().with_states(2_000_000),
        ..Question::default()
    };
    let solved = game
        .solve(position, &question)
        .map_err(|error| error.to_string())?;
    let answer = solved.answer;
    let to: std::collections::BTreeSet<String> =
        answer.winning_moves.into_iter().map(|m| m.to).collect();
    Ok((
        answer.outcome.to_string(),
        answer.value.map(|v| v.to_string()),
        to.len(),
    ))
}

#[test]
fn twins_agree() {
    for (name, text, positions) in twins() {
        let built_in = catalogue::find(name).unwrap().build(&[]).unwrap();
        let written =
            grundy_lang::bench::load(&text, None, &[]).unwrap_or_else(|w| panic!("{name}: {w:?}"));
        assert!(positions.len() > 10, "{name}");
        for (theirs, ours) in positions {
            for convention in [Convention::Normal, Convention::Misere] {
                let expected = answer(built_in.as_ref(), &theirs, convention);
                let found = answer(written.as_ref(), &ours, convention);
                let (Ok(expected), Ok(found)) = (&expected, &found) else {
                    panic!("{name} {theirs} {convention:?}: {expected:?} but {found:?}");
                };
                assert_eq!(expected.0, found.0, "{name} {theirs} {convention:?}");
                if expected.1.is_some() && found.1.is_some() {
                    assert_eq!(expected.1, found.1, "{name} {theirs} {convention:?}");
                }
                let split =
                    name == "lasker" || name.contains('.') || name == "kayles" || name == "grundy";
                if !split {
                    assert_eq!(
                        expected.2, found.2,
                        "{name} {theirs} {convention:?}: winning moves"
                    );
                }
            }
        }
    }
}
