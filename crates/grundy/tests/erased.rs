//! An erased game is the game: same options, targets, values, outcomes,
//! budgets and strategies, for positions that are kept in place and for those
//! that are not.

use grundy::ask::{Question, ask, wins};
use grundy::budget::Budget;
use grundy::catalogue::Named;
use grundy::erased::{Erasable, ErasableMove, Erased, Move, Position};
use grundy::game::{CONTINUE, Game, STOP, weight};
use grundy::games::boards::{chomp::Chomp, cram::Cram, notakto::Notakto};
use grundy::games::heaps::{moore::Moore, nim::Nim, wythoff::Wythoff};
use grundy::natural::Natural;
use grundy::outcome::Convention;
use grundy::solve::memo::Memo;
use grundy::theorem::Theorem;
use grundy::workbench::Workbench;

fn options<G: Game>(game: &G, at: &G::Position) -> Vec<(G::Move, Vec<G::Position>)> {
    let mut all = Vec::new();
    let _ = game.options(at, &mut |mv, to| {
        all.push((mv, to.to_vec()));
        CONTINUE
    });
    all
}

fn targets<G: Game>(game: &G, at: &G::Position) -> Vec<Vec<G::Position>> {
    let mut all = Vec::new();
    let _ = game.targets(at, &mut |to| {
        let of = |part| game.representative(part).into_owned();
        all.push(to.iter().map(of).collect());
        CONTINUE
    });
    all
}

/// Compares everything that engines ask on the small positions of a game.
fn same<G: Named>(game: G)
where
    G::Position: Erasable,
    G::Move: ErasableMove,
{
    let small = game.small();
    let erased = Erased::new(&game);
    let (mut memo, mut forgotten) = (Memo::new(&game), Memo::new(&erased));
    let mut meter = Budget::default().meter("search");
    for part in small.iter().flatten() {
        let any = Position::of(part.clone());
        let expected = options(&game, part);
        let found = options(&erased, &any);
        assert_eq!(expected.len(), found.len());
        for ((mv, to), (any_mv, any_to)) in expected.iter().zip(&found) {
            assert_eq!(mv, any_mv.get::<G::Move>());
            assert_eq!(*to, Position::get_all::<G::Position>(any_to));
            let after = erased.play(&any, &Move::of(mv.clone()));
            assert_eq!(after.as_deref(), Some(&any_to[..]));
        }
        let canonical = |to: &Vec<G::Position>| -> Vec<G::Position> {
            to.iter().map(|p| game.canonical(p.clone())).collect()
        };
        let by_definition: Vec<_> = expected.iter().map(|(_, to)| canonical(to)).collect();
        assert_eq!(targets(&game, part), by_definition);
        let found: Vec<_> = targets(&erased, &any);
        let found: Vec<_> = found
            .iter()
            .map(|to| Position::get_all::<G::Position>(to))
            .collect();
        assert_eq!(found, by_definition);
        assert_eq!(erased.is_terminal(&any), expected.is_empty());
        let mut moves = Vec::new();
        let _ = erased.moves(&any, &mut |mv| {
            moves.push(mv.get::<G::Move>().clone());
            CONTINUE
        });
        let by_definition: Vec<_> = expected.iter().map(|(mv, _)| mv.clone()).collect();
        assert_eq!(moves, by_definition);
        assert_eq!(weight(&erased, &any), weight(&game, part));
        assert_eq!(erased.value(&any), game.value(part));
        if !game.declares_ends() {
            let value = memo.value(part, &mut meter).unwrap();
            assert_eq!(forgotten.value(&any, &mut meter).unwrap(), value);
        }
    }
    for sum in &small {
        let any = Position::all(sum.clone());
        assert_eq!(erased.write(&any), game.write(sum));
        for convention in [Convention::Normal, Convention::Misere] {
            let question = Question {
                convention,
                ..Question::default()
            };
            let (typed, untyped) = (ask(&game, sum, &question), ask(&erased, &any, &question));
            let (typed, untyped) = (typed.unwrap(), untyped.unwrap());
            assert_eq!(typed.outcome, untyped.outcome);
            assert_eq!(typed.value, untyped.value);
            assert_eq!(typed.status, untyped.status);
            let moves =
                |mv: &grundy::answer::SumMove<Move>| (mv.component, mv.mv.get::<G::Move>().clone());
            let untyped: Vec<_> = untyped.winning_moves.iter().map(moves).collect();
            let typed = typed.winning_moves.into_iter();
            assert_eq!(
                typed.map(|mv| (mv.component, mv.mv)).collect::<Vec<_>>(),
                untyped
            );
        }
    }
}

#[test]
fn numbers() {
    same(Nim);
}

#[test]
fn pairs_that_do_not_fit_in_place() {
    assert!(size_of::<<Wythoff as Game>::Position>() > 3 * size_of::<usize>());
    same(Wythoff);
}

#[test]
fn lists_and_boards() {
    same(Moore::new(2).unwrap());
    same(Chomp);
    same(Cram);
    same(Notakto::new(3).unwrap());
}

#[test]
fn hashes_and_order_are_those_of_the_positions() {
    let of = |n: u32| Position::of(Natural::from(n));
    let mut all: Vec<Position> = [5u32, 3, 9, 3].into_iter().map(of).collect();
    all.sort();
    all.dedup();
    assert_eq!(format!("{all:?}"), "[3, 5, 9]");
    let set: std::collections::HashSet<Position> = all.iter().cloned().collect();
    assert!(set.contains(&of(9)) && !set.contains(&of(4)));
    // Of different types, nothing is the same.
    assert_ne!(Position::of(3u32), Position::of(3u64));
}

#[test]
fn an_enumeration_stops_when_told() {
    let erased = Erased::new(Nim);
    let mut seen = 0;
    let flow = erased.options(&Position::of(Natural::from(1000u32)), &mut |_, _| {
        seen += 1;
        if seen == 3 { STOP } else { CONTINUE }
    });
    assert!(flow.is_break() && seen == 3);
}

#[test]
fn who_wins_without_a_theorem_is_searched() {
    let board = Cram.read("3x3").unwrap();
    assert!(!wins(&Cram, &board, Convention::Normal).unwrap());
}

#[test]
#[should_panic(expected = "another game")]
fn positions_stay_with_their_game() {
    Workbench::new(Nim).game().is_terminal(&Position::of(3u8));
}
