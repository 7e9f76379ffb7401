//! Proofs that play ends, cycles, conventions, and games that use games.

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::outcome::{Convention, Outcome};
use grundy::workbench::AnyGame;
use grundy_lang::bench::{compile, load};
use grundy_lang::terminate::Termination;

fn ends(text: &str) -> Termination {
    compile(text, None, &[]).unwrap().termination().clone()
}

#[test]
fn orders_are_found() {
    let sum = [
        "heaps",
        "octal 0.137",
        "state n\nmove s(k in 1..n-1) -> [k] + [n-k]",
        "state x in 1..8, y in 1..8\nmove h((a, b) in {(-2, 1), (-2, -1), (1, -2), (-1, -2)}) -> [x+a, y+b]",
        "state a, b\nmove both(k in 1..min(a, b)) -> [a-k, b-k]",
        "state n\nmove half if n > 0 -> [n/2]",
        "state n\nmove low if n > 0 -> [n - lowbit(n)]",
        "state n\nmove r(k in 1..isqrt(n)) -> [n - k]",
        "state n\nlose when n = 3\nmove m let t = n - 1 -> [t]",
        "state h[3]\nmove take(i in 0..2, k in 1..h[i]) -> [h[i := h[i]-k]]",
        "coins p\nmove two(q in 0..p-1) turns p, q",
    ];
    for text in sum {
        assert_eq!(ends(text), Termination::Sum, "{text}");
    }
    let fibonacci = "state n, q\nmove take(r in 1..min(n, q)) -> [n-r, 2*r]";
    assert_eq!(ends(fibonacci), Termination::Lexicographic("n".to_string()));
    let second = "state a, b\nmove m -> [a+9, b-1]";
    assert_eq!(ends(second), Termination::Lexicographic("b".to_string()));
    let negative = "state y in -3..4, x; move fall(k in 0..9) -> [y-1, k]; move sink -> [y, x-1]";
    assert_eq!(ends(negative), Termination::Lexicographic("y".to_string()));
    let race = "state n in 0..21\nmove say(k in 1..3) -> [n+k]\nmeasure 21 - n";
    assert_eq!(ends(race), Termination::Measure);
    let bits = "state b in bits 5\nmove put(i in 0..4) if bit(b, i) = 0 -> [b | 1 << i]\nmeasure 5 - popcount(b)";
    assert_eq!(ends(bits), Termination::Watched);
    for text in [
        "state n\nmove stay -> [n]",
        "state n\nmove up -> [n+1]",
        "state n in 0..4\nmove round -> [(n+1) % 5]",
        "state a, b\nmove left -> [a-1, b+1]\nmove right -> [a+1, b-1]",
        // The lexicographic fact of the first part must not help the second.
        "state a, b\nmove m -> [a-1, b+5] + [a, b]",
    ] {
        assert_eq!(ends(text), Termination::Unproven, "{text}");
    }
}

#[test]
fn games_that_use_games() {
    // A part of another game that never leads back is no danger.
    let mixed = "state n\nmove part(k in 0..n) -> lasker[k] + nim[n]";
    assert_eq!(ends(mixed), Termination::Sum);
    let mutual = "game a; state n; move m -> b[n]\ngame b; state n; move m -> a[n]";
    assert_eq!(ends(mutual), Termination::Unproven);
    let lower = "game a; state n; move m -> b[n-1]\ngame b; state n; move m -> a[n-1]";
    assert_eq!(ends(lower), Termination::Sum);
    let game = load(mixed, None, &[]).unwrap();
    let solved = game.solve("2", &Question::default()).unwrap();
    // Options of 2: lasker k + nim 2 for k = 0, 1, 2: 2, 3, 0.
    assert_eq!(solved.answer.value, Some(1u8.into()));
    assert_eq!(solved.answer.winning_moves[0].to, "lasker[2] + nim[2]");
    let (moves, _) = game.moves("lasker[2] + nim[2]", 10).unwrap();
    assert_eq!(moves.len(), 5);
}

#[test]
fn games_that_use_games_with_parameters() {
    let text = "game bounded(most = 3)\nstate n\nmove take(k in 1..most) -> [n-k]\nexpect g(5) = 1\n\
                game pair(wide = 2)\nstate n\nmove cut(k in 1..n-1) -> bounded(most = wide)[k] + bounded[n-k]";
    let game = load(text, None, &[]).unwrap();
    let value = |game: &dyn AnyGame, n: u64| {
        let solved = game.solve(&n.to_string(), &Question::default()).unwrap();
        u64::try_from(solved.answer.value.unwrap()).unwrap()
    };
    for (wide, set) in [(2, vec![]), (4, vec![("wide".to_string(), 4)])] {
        let game = load(text, None, &set).unwrap();
        for n in 0..12u64 {
            let options: Vec<u64> = (1..n).map(|k| (k % (wide + 1)) ^ ((n - k) % 4)).collect();
            let mex = (0..).find(|v| !options.contains(v)).unwrap();
            assert_eq!(value(game.as_ref(), n), mex, "{n} {wide}");
        }
    }
    // Positions of such games are written and read with their parameters.
    let (moves, _) = game.moves("3", 10).unwrap();
    assert_eq!(moves[0].to, "bounded(most=2)[1] + bounded[2]");
    let (moves, _) = game.moves("bounded(most=2)[4] + bounded[0]", 10).unwrap();
    assert_eq!(moves.len(), 2);
    for (text, code) in [
        (
            "game a(k = 1); state n; move m -> [n-k]\ngame b; state n; move m -> a(j = 2)[n]",
            "E049",
        ),
        (
            "game a(k = 1); state n; move m -> [n-k]\ngame b; state n; move m -> a(k = n)[n]",
            "E045",
        ),
        ("game a(k = 1); state n; move m -> a(k = k+1)[n-1]", "E043"),
        ("state n; move m -> missing(k = 2)[n-1]", "E024"),
    ] {
        let wrong = compile(text, None, &[]).err().unwrap_or_default();
        let codes: Vec<String> = wrong.iter().map(|w| w.code.to_string()).collect();
        assert!(codes.contains(&code.to_string()), "{text}: {codes:?}");
    }
}

#[test]
fn games_that_declare_their_sums_are_played_and_tabulated() {
    let text = "heaps; sum some";
    let game = load(text, None, &[]).unwrap();
    let budget = Budget::default();
    let table = game.table(&[3, 3], Convention::Normal, &budget).unwrap();
    // Selective Nim is lost only when nothing is left.
    let lost = |cell: &grundy::table::Cell| *cell == grundy::table::Cell::Outcome(Outcome::P);
    assert_eq!(table.cells.iter().filter(|cell| lost(cell)).count(), 1);
    let mut play = game.begin("3,2", Convention::Normal, &budget).unwrap();
    let first = play.reply().unwrap().unwrap();
    assert_eq!(
        play.over(),
        Some(Outcome::P),
        "{first} leaves {}",
        play.position()
    );
    assert!(play.undo().unwrap());
    let (moves, _) = play.moves(100);
    assert_eq!(moves.len(), 3 + 2 + 6);
    play.play(&moves[0].mv).unwrap();
    assert!(play.hint().unwrap().is_some());
    assert!(play.play("nonsense").is_err());
    assert!(game.begin("x", Convention::Normal, &budget).is_err());
    // A state of several numbers.
    let every =
        "state x, y; move m(k in 1..2) -> [x-k, y]; move n(k in 1..2) -> [x, y-k]; sum every";
    let game = load(every, None, &[]).unwrap();
    let table = game.table(&[4, 4], Convention::Normal, &budget).unwrap();
    assert_eq!(table.cells.len(), 16);
    assert!(game.table(&[4], Convention::Normal, &budget).is_err());
}

#[test]
fn cycles_are_found_out_and_played() {
    let text =
        "state at in 0..4\nmove on -> [(at+1) % 5]\nmove back if at > 1 -> [at-1]\nwin when at = 0";
    let game = load(text, None, &[]).unwrap();
    let outcomes: Vec<Outcome> = (0..5)
        .map(|at| {
            let solved = game.solve(&at.to_string(), &Question::default()).unwrap();
            solved.answer.outcome
        })
        .collect();
    use Outcome::*;
    assert_eq!(outcomes, [P, Draw, Draw, Draw, N]);
    let mut play = game
        .begin("4", Convention::Normal, &Budget::default())
        .unwrap();
    assert_eq!(play.reply().unwrap().as_deref(), Some("on"));
    assert_eq!(play.over(), Some(P));
    assert!(play.undo().unwrap());
    let reason = game.solve("3", &Question::default()).unwrap().answer.reason;
    assert!(
        reason.to_string().starts_with("play can repeat"),
        "{reason}"
    );
    // Not proven to end, but it does: then there are values all the same.
    let text = "state n\nmove m if n > 0 -> [n & (n-1)]\nmove k if n > 4 -> [5*n - 4*n - 5]";
    let game = load(text, None, &[]).unwrap();
    let solved = game.solve("7", &Question::default()).unwrap();
    assert!(solved.answer.value.is_some());
}

#[test]
fn conventions_of_sums() {
    let outcome = |text: &str, position: &str| {
        let game = load(text, None, &[]).unwrap();
        let question = Question {
            convention: game.rules().convention,
            ..Question::default()
        };
        game.solve(position, &question).unwrap().answer.outcome
    };
    assert_eq!(outcome("heaps", "1,1"), Outcome::P);
    assert_eq!(outcome("heaps; sum some", "1,1"), Outcome::N);
    assert_eq!(outcome("heaps; sum every", "1,1"), Outcome::N);
    assert_eq!(outcome("heaps; sum upto 2", "1,1,1"), Outcome::P);
    assert_eq!(outcome("heaps; play misere", "1,1"), Outcome::N);
    assert_eq!(outcome("heaps; play misere", "1,1,1"), Outcome::P);
    assert_eq!(outcome("heaps; short", "2,2"), Outcome::N);
}

/// Where it was not proven that play ends, but nothing comes back, values
/// answer in play as they do in `solve`: the graph of all sums is far larger.
#[test]
fn play_knows_when_nothing_comes_back() {
    let text = "state n, m; move t(k in 1..3) -> [n-k, m] + [m, m-1]";
    assert_eq!(ends(text), Termination::Unproven);
    let game = load(text, None, &[]).unwrap();
    let budget = Budget::default().with_states(10_000);
    let mut play = game.begin("3,4", Convention::Normal, &budget).unwrap();
    let mut turns = 0;
    while play.over().is_none() && turns < 20 {
        play.reply().unwrap();
        turns += 1;
    }
    assert!(turns > 0);
}

/// Rules for sums that a text declares are kept, or refused, everywhere.
#[test]
fn declared_sums_are_kept_in_expressions() {
    use grundy::compound::expression::Expression;
    let moore = "heaps; sum upto 2";
    let find = |name: &str| {
        let text = if name == "moore" { moore } else { "heaps" };
        Ok((load(text, None, &[]).unwrap(), Convention::Normal))
    };
    for (position, outcome) in [("1,1,1", Outcome::P), ("1,2,3", Outcome::N)] {
        let expression = Expression::read_with(&format!("moore:{position}"), &find).unwrap();
        let rules = expression.rules().unwrap();
        let solved = expression.solve(rules, &Question::default()).unwrap();
        assert_eq!(solved.answer.outcome, outcome, "{position}");
        let direct = load(moore, None, &[]).unwrap();
        let direct = direct.solve(position, &Question::default()).unwrap();
        assert_eq!(direct.answer.outcome, outcome, "{position}");
    }
    let mixed = Expression::read_with("moore:1,2 + plain:3", &find).unwrap();
    assert!(mixed.rules().is_err());
    let game = load(moore, None, &[]).unwrap();
    let (normal, budget) = (Convention::Normal, Budget::default());
    assert!(game.diagram("1,1,1", normal, &budget).is_err());
    assert!(
        game.annotate("1,1,1", &["1: take(1)"], normal, &budget)
            .is_err()
    );
    assert!(game.every_move("1,1,1", &Question::default()).is_err());
}

/// Lists of moves and annotated games know draws too, and a wrong measure is
/// found out even where the rules have a known shape.
#[test]
fn every_verb_knows_cycles_and_measures() {
    let text =
        "state at in 0..4; move on -> [(at+1) % 5]; move back if at > 1 -> [at-1]; win when at = 0";
    let game = load(text, None, &[]).unwrap();
    let every = game.every_move("3", &Question::default()).unwrap();
    assert_eq!(every.solved.answer.outcome, Outcome::Draw);
    assert_eq!(every.moves.len(), 2);
    let (normal, budget) = (Convention::Normal, Budget::default());
    let played = game.annotate("3", &["back", "back"], normal, &budget);
    let outcomes: Vec<Outcome> = played.unwrap().iter().map(|at| at.outcome).collect();
    assert_eq!(outcomes, [Outcome::Draw; 3]);
    let wrong = load(
        "state n; move t(k in 1..3) -> [n-k]; measure 100 - n",
        None,
        &[],
    )
    .unwrap();
    let error = wrong.solve("8", &Question::default()).unwrap_err();
    assert!(error.to_string().contains("E105"), "{error}");
}

/// No move of a drawn position wins.
#[test]
fn nothing_wins_in_a_draw() {
    let text = "state at in 0..4; move on -> [(at+1) % 5]; move back if at > 1 -> [at-1]; win when at = 0\nexpect winning(3) = none\nexpect outcome(3) = D";
    let games = grundy_lang::expect::test(text, &[], &Budget::default()).unwrap();
    assert!(
        games[0].failures.is_empty(),
        "{}",
        games[0].failures[0].text()
    );
    let wrong = text.replace("= none", "= back");
    let games = grundy_lang::expect::test(&wrong, &[], &Budget::default()).unwrap();
    let told = games[0].failures[0].text().to_string();
    assert!(told.ends_with("found none"), "{told}");
}

/// Once the order was looked for beyond the coordinates of a narrower game.
#[test]
fn a_narrower_game_has_fewer_orders() {
    let text = "state x, y, z; move up -> [x+1, y+1, z+1]; move m(k in 0..x) -> lasker[k]";
    assert_eq!(ends(text), Termination::Unproven);
    let text = "state x, y, z; move down -> [x+1, y+1, z-1]; move m(k in 0..x) -> lasker[k]";
    // Lasker's game ends as well, but not by the third coordinate.
    assert_eq!(ends(text), Termination::Unproven);
}
