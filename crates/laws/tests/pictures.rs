//! Drawings of automata that nobody chose.

mod drawn;

use std::collections::BTreeMap;

use grundy::random::Random;
use grundy_laws::picture::{Automaton, MOST_STATES};

/// A complete automaton with random arrows, each with a label of random lines.
fn random(states: u64, letters: u64, random: &mut Random) -> Automaton {
    let mut arrows: BTreeMap<(u32, u32), Vec<String>> = BTreeMap::new();
    for state in 0..states {
        for letter in 0..letters {
            let to = match random.below(4) {
                // Near, back, or itself now and then, as in automata that mean something.
                0 => state,
                1 => (state + 1) % states,
                _ => random.below(states),
            };
            let ends = (state as u32, to as u32);
            let lines = arrows.entry(ends).or_insert_with(|| vec![String::new()]);
            if random.below(5) == 0 {
                lines.push(String::new());
            }
            let last = lines.last_mut().unwrap();
            *last += &format!("({},{})", letter % 2, letter / 2);
        }
    }
    for lines in arrows.values_mut() {
        lines.retain(|line| !line.is_empty());
    }
    Automaton {
        accepting: (0..states).map(|_| random.below(3) == 0).collect(),
        arrows,
        caption: "reads (x, y), in base 2, the most significant digit first".to_string(),
    }
}

#[test]
fn nothing_collides() {
    let mut numbers = Random::new(17);
    for round in 0..120 {
        let states = 1 + numbers.below(if round % 4 == 0 {
            MOST_STATES as u64
        } else {
            12
        });
        let letters = 1 + numbers.below(4);
        let automaton = random(states, letters, &mut numbers);
        let drawing = automaton.draw("random").unwrap();
        drawn::check(&drawing, states as usize, automaton.arrows.len());
    }
}

#[test]
fn the_largest_and_the_least() {
    let mut numbers = Random::new(3);
    for letters in [2, 4] {
        let largest = random(MOST_STATES as u64, letters, &mut numbers);
        let drawing = largest.draw("largest").unwrap();
        drawn::check(&drawing, MOST_STATES, largest.arrows.len());
    }
    let least = Automaton {
        accepting: vec![true],
        ..Automaton::default()
    };
    drawn::check(&least.draw("least").unwrap(), 1, 0);
    assert!(Automaton::default().draw("none").unwrap().height > 0.0);
}
