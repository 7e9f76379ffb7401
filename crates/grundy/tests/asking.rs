//! Questions and strategies at their edges: games that know nothing or not everything, budgets that
//! are over in the middle of a list, values beyond a machine word.

use grundy::answer::SumMove;
use grundy::ask::{Question, ask, wins};
use grundy::budget::Budget;
use grundy::game::{CONTINUE, Flow, Game};
use grundy::games::heaps::nim::Nim;
use grundy::natural::Natural;
use grundy::outcome::{Convention, Outcome};
use grundy::strategy::Strategy;
use grundy::theorem::Theorem;

/// One to three tokens are taken from a heap.
fn take(n: u64, visit: &mut impl FnMut(u64, &[u64]) -> Flow) -> Flow {
    for k in 1..=n.min(3) {
        visit(k, &[n - k])?;
    }
    CONTINUE
}

/// Its rules and nothing else.
struct Silent;

impl Game for Silent {
    type Position = u64;
    type Move = u64;

    fn options(&self, n: &u64, visit: &mut impl FnMut(u64, &[u64]) -> Flow) -> Flow {
        take(*n, visit)
    }
}

impl Theorem for Silent {}

/// Who wins one heap, and not how.
struct Knowing {
    /// Whether the value is worth a search.
    seeks: bool,
    /// It speaks of multiples of this.
    of: u64,
}

impl Game for Knowing {
    type Position = u64;
    type Move = u64;

    fn options(&self, n: &u64, visit: &mut impl FnMut(u64, &[u64]) -> Flow) -> Flow {
        take(*n, visit)
    }
}

impl Theorem for Knowing {
    fn outcome(&self, sum: &[u64], convention: Convention) -> Option<Outcome> {
        let lost = u64::from(convention == Convention::Misere);
        match sum {
            [n] if n % self.of == 0 => Some(Outcome::mover_wins(n % 4 != lost)),
            _ => None,
        }
    }

    fn seeks_value(&self, _: &[u64]) -> bool {
        self.seeks
    }
}

#[test]
fn who_wins_is_found_without_a_theorem() {
    for n in 0..14 {
        assert_eq!(wins(&Silent, &[n], Convention::Normal).unwrap(), n % 4 != 0);
        assert_eq!(wins(&Silent, &[n], Convention::Misere).unwrap(), n % 4 != 1);
        for m in 0..14 {
            let equal = n % 4 == m % 4;
            assert_eq!(wins(&Silent, &[n, m], Convention::Normal).unwrap(), !equal);
        }
    }
}

/// The theorem tells the outcome; moves and value are a courtesy, as far as the budget goes.
#[test]
fn what_a_theorem_does_not_tell_is_searched_for() {
    let seeking = Knowing { seeks: true, of: 1 };
    let all = Question::default();
    let answer = ask(&seeking, &[7], &all).unwrap();
    assert_eq!(answer.outcome, Outcome::N);
    assert_eq!(answer.value, Some(3u8.into()));
    let moves: Vec<u64> = answer.winning_moves.iter().map(|mv| mv.mv).collect();
    assert_eq!((moves, answer.truncated), (vec![3], false));
    assert_eq!(ask(&seeking, &[8], &all).unwrap().value, Some(0u8.into()));
    // A budget that is over at once: the outcome stands.
    let question = Question {
        budget: Budget::default().with_states(2),
        ..Question::default()
    };
    let answer = ask(&seeking, &[70], &question).unwrap();
    assert_eq!(answer.outcome, Outcome::N);
    assert_eq!((answer.winning_moves.len(), answer.truncated), (1, true));
    assert_eq!(answer.value, None);
    let silent_below = Knowing {
        seeks: true,
        of: 10,
    };
    let answer = ask(&silent_below, &[70], &question).unwrap();
    assert_eq!(answer.outcome, Outcome::N);
    assert!(answer.truncated && answer.winning_moves.is_empty());
    let answer = ask(&silent_below, &[70], &all).unwrap();
    assert_eq!((answer.winning_moves.len(), answer.truncated), (1, false));
    assert_eq!(answer.value, Some(2u8.into()));
    assert!(ask(&Silent, &[70], &question).is_err());
    // The value of a won heap is not asked for, or not worth it.
    let only = Question {
        outcome_only: true,
        ..Question::default()
    };
    for game in [
        &seeking,
        &Knowing {
            seeks: false,
            of: 1,
        },
    ] {
        assert_eq!(ask(game, &[7], &only).unwrap().value, None);
    }
}

/// Nine hundred winning moves: as many as are asked for, or as there is room for.
#[test]
fn long_lists_are_cut_and_say_so() {
    let heaps: Vec<Natural> = vec![8u8.into(); 901];
    let asked = |moves: usize, budget: Budget| {
        let question = Question {
            moves,
            budget,
            ..Question::default()
        };
        let answer = ask(&Nim, &heaps, &question).unwrap();
        assert_eq!(answer.outcome, Outcome::N);
        assert_eq!(answer.value, Some(8u8.into()));
        (answer.winning_moves.len(), answer.truncated)
    };
    assert_eq!(asked(10_000, Budget::default()), (901, false));
    assert_eq!(asked(901, Budget::default()), (901, false));
    assert_eq!(asked(900, Budget::default()), (900, true));
    assert_eq!(asked(0, Budget::default()), (0, true));
    let (few, cut) = asked(10_000, Budget::default().with_states(50));
    assert!(cut && few <= 50, "{few}");
    let (few, cut) = asked(10_000, Budget::default().with_bytes(5_000));
    assert!(cut && few > 0 && few < 100, "{few}");
}

/// Heaps of forty digits: after each reply the nim sum is zero, however the opponent plays.
#[test]
fn strategies_play_with_huge_values() {
    let huge = |text: &str| text.parse::<Natural>().unwrap();
    let mut heaps = vec![
        huge("10000000000000000000000000000000000000000"),
        huge("10000000000000000000000000000000000012345"),
        huge("99999999999999999999999999999999999999999"),
        huge("340282366920938463463374607431768211456"),
        huge("7"),
    ];
    heaps.push(heaps[2].clone());
    let zero = Natural::from(0u8);
    let budget = Budget::default();
    let mut strategy = Strategy::new(&Nim, heaps, Convention::Normal, budget).unwrap();
    for round in 0..40usize {
        let Some(_) = strategy.reply().unwrap() else {
            panic!("no reply in round {round}");
        };
        let sum = |heaps: &[Natural]| heaps.iter().fold(zero.clone(), |sum, heap| &sum ^ heap);
        assert_eq!(sum(strategy.position()), zero, "round {round}");
        // The opponent takes a third of some heap.
        let live = strategy
            .position()
            .iter()
            .enumerate()
            .filter(|(_, heap)| **heap > 2u8.into());
        let live: Vec<(usize, Natural)> = live.map(|(at, heap)| (at, heap.clone())).collect();
        let Some((component, heap)) = live.get(round * 7 % live.len().max(1)) else {
            break;
        };
        let part = heap / &Natural::from(3u8);
        let mv = part;
        let component = *component;
        let mv = SumMove { component, mv };
        strategy.opponent(&mv).unwrap();
    }
}
