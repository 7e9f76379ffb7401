//! On a bounded board a law is a table, and a table is an automaton: the numbers read so far, as long
//! as they are on the board. So any rules have a law here, written down from what the oracle of
//! the rule language says; the checker must accept it, and refuse it with any one entry changed. What
//! the checker's own reading of the rules gets wrong, anywhere, shows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::game::Game;
use grundy::notation::sealed;
use grundy::outcome::{Convention, Winner};
use grundy_lang::ir::Program;
use grundy_lang::rules::Rules;
use grundy_verify::law::check;

/// Values or outcomes by definition: options from the oracle, each position once.
pub struct Truth {
    pub program: Program,
    /// For where play is declared to be over.
    pub played: Rules<4>,
    pub memo: BTreeMap<Vec<i64>, u32>,
}

impl Truth {
    pub fn new(rules: &str) -> Truth {
        let file = grundy_lang::parse(rules).unwrap_or_else(|e| panic!("{rules}: {e:?}"));
        let program = grundy_lang::check::check_named(&file, None, &[]);
        let compiled = grundy_lang::bench::compile(rules, None, &[]);
        let compiled = compiled.unwrap_or_else(|e| panic!("{rules}: {e:?}"));
        Truth {
            program: program.unwrap_or_else(|e| panic!("{rules}: {e:?}")),
            played: Rules::new(Arc::new(compiled)).unwrap(),
            memo: BTreeMap::new(),
        }
    }

    /// The value; 0 for lost and 1 for won where only that is defined.
    pub fn value(&mut self, at: &[i64]) -> u32 {
        if let Some(&value) = self.memo.get(at) {
            return value;
        }
        if let Some(winner) = self.played.over(&self.played.position(at)) {
            let value = u32::from(winner == Winner::Next);
            self.memo.insert(at.to_vec(), value);
            return value;
        }
        let moves = grundy_lang::oracle::moves(&self.program, self.program.main, at);
        let mut options: BTreeSet<Vec<Vec<i64>>> = BTreeSet::new();
        for mv in moves.unwrap_or_else(|fault| panic!("{at:?}: {fault:?}")) {
            let mut parts: Vec<Vec<i64>> = mv.parts.into_iter().map(|(_, at)| at).collect();
            parts.sort();
            let twice = parts.windows(2).any(|pair| pair[0] == pair[1]);
            if !(self.program.game().coins && twice) {
                options.insert(parts);
            }
        }
        let misere = self.program.game().convention == Convention::Misere;
        let mut seen = Vec::new();
        for parts in &options {
            let sum = parts.iter().fold(0, |sum, part| sum ^ self.value(part));
            seen.push(if misere && parts.is_empty() { 1 } else { sum });
        }
        let lost = seen.iter().filter(|value| **value == 0).count();
        let outcome = !self.program.game().ends.is_empty();
        let value = match (misere, self.program.game().blocked) {
            (false, 0) if outcome => u32::from(lost > 0),
            (true, _) => u32::from(seen.is_empty() || lost > 0),
            (false, 0) => (0..).find(|value| !seen.contains(value)).unwrap(),
            (false, blocked) => u32::from(lost > blocked as usize),
        };
        self.memo.insert(at.to_vec(), value);
        value
    }

    /// Whether only outcomes are defined.
    pub fn is_outcome(&self) -> bool {
        let game = self.program.game();
        game.convention == Convention::Misere || game.blocked > 0 || !game.ends.is_empty()
    }
}

/// What a certificate says beside its rules.
#[derive(Clone, Copy)]
pub struct Form {
    pub values: bool,
    pub base: u64,
    pub order: &'static str,
}

/// An automaton that knows a table: its states are tuples of numbers.
pub struct Automaton {
    pub states: Vec<Vec<u64>>,
    pub accepting: Vec<bool>,
    pub lines: Vec<Vec<Option<usize>>>,
}

impl Automaton {
    /// Reads tuples of numbers up to `most`, each track by itself; `accepts` is asked of
    /// every tuple.
    pub fn new(most: &[u64], base: u64, accepts: &mut dyn FnMut(&[u64]) -> bool) -> Automaton {
        let mut known = BTreeMap::from([(vec![0; most.len()], 0)]);
        let mut states = vec![vec![0; most.len()]];
        let mut lines = Vec::new();
        let mut at = 0;
        while let Some(state) = states.get(at).cloned() {
            let mut line = Vec::new();
            for letter in 0..base.pow(most.len() as u32) {
                let mut rest = letter;
                let mut next = state.clone();
                for number in &mut next {
                    *number = *number * base + rest % base;
                    rest /= base;
                }
                if next.iter().zip(most).any(|(number, most)| number > most) {
                    line.push(None);
                    continue;
                }
                let new = states.len();
                let id = *known.entry(next.clone()).or_insert(new);
                if id == new {
                    states.push(next);
                }
                line.push(Some(id));
            }
            lines.push(line);
            at += 1;
        }
        let accepting = states.iter().map(|state| accepts(state)).collect();
        Automaton {
            states,
            accepting,
            lines,
        }
    }

    pub fn write(&self, tracks: usize) -> String {
        let accepting = (0..self.states.len()).filter(|&at| self.accepting[at]);
        let accepting: Vec<String> = accepting.map(|at| at.to_string()).collect();
        let mut text = format!("automaton {} states {tracks} tracks\n", self.states.len());
        text.push_str(format!("accepting {}", accepting.join(" ")).trim_end());
        text.push('\n');
        for (at, line) in self.lines.iter().enumerate() {
            let word = |to: &Option<usize>| to.map_or("-".to_string(), |to| to.to_string());
            let words: Vec<String> = line.iter().map(word).collect();
            text.push_str(&format!("{at}: {}\n", words.join(" ")));
        }
        text
    }
}

pub fn certificate(rules: &str, form: Form, automaton: &Automaton, tracks: usize) -> String {
    let claim = if form.values { "values plain" } else { "lost" };
    sealed::seal(&format!(
        "grundy law certificate 2\nclaim {claim}\norder {}\nnumeration base {}\ngame g\nrules {} lines\n{rules}\n{}",
        form.order,
        form.base,
        rules.lines().count(),
        automaton.write(tracks)
    ))
}

/// Accepts the true law and refuses it with one entry changed, at every entry.
pub fn is_read_right(rules: &str, form: Form) {
    let mut truth = Truth::new(rules);
    let domain = truth.program.game().domain.clone();
    let mut most: Vec<u64> = domain.iter().map(|(_, most)| *most as u64).collect();
    let program = truth.program.clone();
    let on_board = |at: &[u64]| {
        let at: Vec<i64> = at.iter().map(|&x| x as i64).collect();
        grundy_lang::oracle::inside(&program, program.main, &at).unwrap()
    };
    let dimension = domain.len();
    let value = |truth: &mut Truth, at: &[u64]| {
        let at: Vec<i64> = at.iter().map(|&x| x as i64).collect();
        u64::from(truth.value(&at))
    };
    if form.values {
        // The greatest value is known when all are.
        Automaton::new(&most, form.base, &mut |at| {
            on_board(at) && value(&mut truth, at) == 0
        });
        let greatest = truth.memo.values().max().copied().unwrap_or(0);
        most.push(u64::from(greatest) + 1);
    }
    let mut automaton = Automaton::new(&most, form.base, &mut |tuple| {
        let at = &tuple[..dimension];
        let claimed = tuple.get(dimension).copied().unwrap_or(0);
        on_board(at) && value(&mut truth, at) == claimed
    });
    let budget = Budget::default();
    let text = certificate(rules, form, &automaton, most.len());
    if let Err(error) = check(&text, &budget) {
        panic!("{rules}\nrefused: {error}");
    }
    for at in 0..automaton.states.len() {
        if !on_board(&automaton.states[at][..dimension]) {
            continue;
        }
        automaton.accepting[at] ^= true;
        let text = certificate(rules, form, &automaton, most.len());
        match check(&text, &budget) {
            Err(Error::BadCertificate { .. }) => {}
            other => panic!("{rules}\nwrong at {:?}: {other:?}", automaton.states[at]),
        }
        automaton.accepting[at] ^= true;
    }
}

pub const PLAIN: Form = Form {
    values: false,
    base: 2,
    order: "sum",
};

/// Outcomes and, where there are any, values; in base 2 and, where `bits` are not asked for, 3.
pub fn everything(rules: &str, bits: bool) {
    is_read_right(rules, PLAIN);
    if !bits {
        is_read_right(rules, Form { base: 3, ..PLAIN });
    }
    if !Truth::new(rules).is_outcome() {
        is_read_right(
            rules,
            Form {
                values: true,
                ..PLAIN
            },
        );
    }
}
