//! No text makes a game panic: arbitrary positions and moves are read or
//! refused, and what is read can be solved or refused within a budget.

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::catalogue;
use grundy::outcome::Convention;
use proptest::prelude::*;
use std::time::Duration;

/// Text that looks a little like notation, so that some of it is.
fn notation() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9,x.#/+ ^e:{}*()|-]{0,24}",
        "[0-9]{1,3}(,[0-9]{1,2}){0,5}",
        "\\PC{0,12}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_text_is_read_or_refused(position in notation(), mv in notation()) {
        let question = Question {
            moves: 5,
            budget: Budget::default()
                .with_states(2_000)
                .with_bytes(16 << 20)
                .with_time(Duration::from_secs(2)),
            ..Question::default()
        };
        for entry in catalogue::ALL {
            let game = entry.build(&[]).unwrap();
            if let Ok(solved) = game.solve(&position, &question) {
                let again = game.solve(&solved.position, &question).unwrap();
                prop_assert_eq!(again.answer.outcome, solved.answer.outcome);
            }
            let begun = game.begin(&position, Convention::Misere, &question.budget);
            if let Ok(mut play) = begun {
                let before = play.position();
                if play.play(&mv).is_err() {
                    prop_assert_eq!(play.position(), before);
                }
            }
        }
    }

    #[test]
    fn any_parameter_is_taken_or_refused(value in notation()) {
        for entry in catalogue::ALL {
            for parameter in entry.about.parameters {
                let _ = entry.build(&[(parameter.name.to_string(), value.clone())]);
            }
        }
    }
}
