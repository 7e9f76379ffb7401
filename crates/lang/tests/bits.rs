//! Boards that are sets of bits: the search through pieces against the rules as they are, on all small boards.

use std::sync::Arc;

use grundy::budget::Budget;
use grundy::error::{Error, Resource};
use grundy::game::Game;
use grundy::outcome::Convention;
use grundy::solve::memo::Memo;
use grundy::solve::outcomes::{Order, Outcomes};
use grundy_lang::rules::Rules;

const DOMINOES: &str = "state b in bits 12
move across(i in 0..10) if i % 4 != 3 and (b >> i & 3) = 3 -> [b - (3 << i)]
move down(i in 0..7) if (b >> i & 17) = 17 -> [b - (17 << i)]";

const PLACED: &str = "state b in 0..511
move across(i in 0..7) if i % 3 != 2 and (b >> i) & 3 = 0 -> [b | 3 << i]
move down(i in 0..5) if (b / 2**i) & 9 = 0 -> [b + 9 * 2**i]";

const NODE_KAYLES: &str = "state b in bits 10
move take(i in 0..9) if bit(b, i) = 1 -> [b & ~(7 << i >> 1)]";

const NOTAKTO: &str = "state b in bits 6
move put(i in 0..5) if bit(b, i) = 0 and all(k in 0..3: (b >> k & 7) != 7) -> [b | 1 << i]";

const LAMPS: &str = "state lit in bits 9
move one(i in 0..8) if bit(lit, i) = 1 -> [lit-(1 << i)]
move two(i in 0..7) if bit(lit, i) + bit(lit, i+1) = 2 -> [lit-(3 << i)]";

const LIGHTS: &str = "state b in bits 9
move press(i in 0..6) if bit(b, i+2) = 1 -> [b xor (7 << i)]";

const SLIDING: &str = "state b in bits 9
move slide(i in 0..7) if (b >> i & 3) = 2 -> [b - (1 << i)]
move leave if b % 2 = 1 -> [b - 1]";

const JUMPING: &str = "state b in bits 9
move jump(i in 0..6) if (b >> i & 7) = 6 -> [b xor (7 << i)]
move drop(i in {0, 4}) if bit(b, i) = 1 and bit(b, i+1) = 0 -> [b - (1 << i)]";

const HALVED: &str = "state b in bits 6\nmove half if b > 0 -> [b >> 1]";

const ALL: [&str; 9] = [
    DOMINOES,
    PLACED,
    NODE_KAYLES,
    NOTAKTO,
    LAMPS,
    LIGHTS,
    SLIDING,
    JUMPING,
    HALVED,
];

fn rules(text: &str) -> Rules<2> {
    let compiled = grundy_lang::bench::compile(text, None, &[]);
    let compiled = compiled.unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    Rules::new(Arc::new(compiled)).unwrap()
}

fn states(rules: &Rules<2>) -> i64 {
    rules.compiled().program().game().domain[0].1 + 1
}

#[test]
fn all_small_boards_have_the_values_of_the_rules() {
    for text in ALL {
        let rules = rules(text);
        assert!(rules.compiled().changes().is_some(), "{text}");
        let (mut packed, mut plain) = (Memo::new(&rules), Memo::plain(&rules));
        let mut meter = Budget::default().meter("search");
        let states = states(&rules);
        // From both ends, so that little is known of what is asked.
        for state in (0..states).map(|at| at * 1571 % states) {
            let position = rules.position(&[state]);
            let value = plain.value(&position, &mut meter).unwrap();
            assert_eq!(
                packed.value(&position, &mut meter).unwrap(),
                value,
                "{state} of {text}"
            );
        }
        assert!(rules.fault().is_none());
    }
}

#[test]
fn outcomes_and_sums_are_those_of_the_rules() {
    for text in ALL {
        let rules = rules(text);
        let mut meter = Budget::default().meter("search");
        let states = states(&rules);
        for convention in [Convention::Normal, Convention::Misere] {
            // Values say nothing of misère play.
            let normal = convention == Convention::Normal;
            assert_eq!(rules.boards(convention).is_some(), normal);
            let mut packed = Outcomes::new(&rules, convention, Order::Hint);
            let mut plain = Outcomes::plain(&rules, convention, Order::Hint);
            for state in (0..states).step_by(3) {
                let position = rules.position(&[state]);
                assert_eq!(
                    packed.outcome(&position, &mut meter).unwrap(),
                    plain.outcome(&position, &mut meter).unwrap(),
                    "{state} of {text}"
                );
            }
        }
        let (mut packed, mut plain) = (Memo::new(&rules), Memo::plain(&rules));
        for state in 0..states.min(200) {
            let sum = [state, states - 1 - state, state / 2].map(|at| rules.position(&[at]));
            let value = plain.sum_value(&sum, &mut meter).unwrap();
            assert_eq!(packed.sum_value(&sum, &mut meter).unwrap(), value);
        }
    }
}

#[test]
fn what_is_no_change_of_bits_is_left_to_the_rules() {
    for text in [
        // Numbers, not bits; two of them; a condition on positions; a sum; play that comes back.
        "state n in 0..1000\nmove take(k in 1..3) if k <= n -> [n-k]",
        "state n\nmove take(k in 1..3) if k <= n -> [n-k]",
        "state a in bits 4, b in bits 4\nmove one if a > 0 -> [a-1, b]",
        "state b in bits 6 where b != 5\nmove put(i in 0..5) if bit(b, i) = 0 -> [b | 1 << i]",
        "state b in bits 6\nmove part(i in 0..5) if bit(b, i) = 1 -> [b - (1 << i)] + [b & 1]",
        "state b in bits 6\nmove flip(i in 0..5) -> [b xor (1 << i)]",
        "state b in bits 6\nmove put(i in 0..5) -> [b | 1 << i]",
        // More cases than are looked at.
        "state b in bits 40\nmove down if popcount(b) > 3 -> [b & (b-1)]",
    ] {
        let rules = rules(text);
        assert!(rules.compiled().changes().is_none(), "{text}");
        assert!(rules.boards(Convention::Normal).is_none());
    }
}

#[test]
fn fewer_pieces_than_positions_and_no_more_than_allowed() {
    let rules = rules(
        "state b in bits 20
         move across(i in 0..18) if i % 5 != 4 and (b >> i & 3) = 3 -> [b - (3 << i)]
         move down(i in 0..14) if (b >> i & 33) = 33 -> [b - (33 << i)]",
    );
    let board = rules.position(&[(1 << 20) - 1]);
    let mut memo = Memo::new(&rules);
    let mut meter = Budget::default().meter("search");
    assert_eq!(memo.value(&board, &mut meter).unwrap(), 2);
    assert!(memo.len() < 20_000, "{}", memo.len());
    let mut meter = Budget::default().with_states(50).meter("search");
    let over = Memo::new(&rules).value(&board, &mut meter);
    assert!(matches!(
        over,
        Err(Error::OverBudget {
            resource: Resource::States,
            limit: 50,
            ..
        })
    ));
}
