//! Automata in the text format of Walnut: laws for, and from, another prover.
//!
//! Walnut (Mousavi 2016; Shallit, *The Logical Approach to Automatic Sequences*, 2022) decides
//! statements about automatic sequences. Its automata are files: a line that names the
//! numeration of each number that is read, the most significant digit first, then the states,
//! the first of which is the initial one, each with its output and its transitions.
//!
//! An automaton that reads the coordinates and answers 0 or 1 is a set of P-positions; one that
//! answers other numbers too gives the value of each position; one that reads one number more
//! accepts positions with their values.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_laws::{prove::Claim, walnut};
//! let text = "msd_2\n0 1\n0 -> 0\n1 -> 1\n1 0\n0 -> 0\n1 -> 1\n";
//! let claim = walnut::read(text, 1, &Budget::default()).unwrap();
//! let Claim::Lost(even) = &claim else { panic!() };
//! assert!(even.contains(&[6]) && !even.contains(&[7]));
//! assert_eq!(walnut::write(&claim).unwrap(), text);
//! ```
//!
//! Limits: the numerations `msd_2` to `msd_16`, `msd_fib` and `msd_trib`; Walnut's other names
//! mean other places than those used here. Values that are written as powers of two are not
//! written.

use std::collections::BTreeMap;
use std::fmt::Write;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::text::Text;

use crate::automata::dfa::{DEAD, Dfa, MOST_LETTERS};
use crate::automata::numeration::Numeration;
use crate::automata::relation::{digits_of, letter_of};
use crate::automata::{Engine, Relation, Variable};
use crate::prove::{Claim, Coding};

/// What Walnut calls a numeration.
pub fn name(numeration: Numeration) -> Option<String> {
    if numeration.period() > 1 {
        return None;
    }
    match numeration.factors()[..] {
        [k] => Some(format!("msd_{k}")),
        [1, 1] => Some("msd_fib".to_string()),
        [1, 1, 1] => Some("msd_trib".to_string()),
        _ => None,
    }
}

fn numeration(name: &str) -> Option<Numeration> {
    match name.strip_prefix("msd_")? {
        "fib" => Some(Numeration::FIBONACCI),
        "trib" => Numeration::recurrence(&[1, 1, 1]),
        base => Numeration::recurrence(&[base.parse().ok()?]).filter(|n| n.order() == 1),
    }
}

/// The automaton of a claim.
pub fn write(claim: &Claim) -> Result<String, Error> {
    let relation = claim.relation();
    let named = match claim {
        Claim::Values(_, Coding::Power) => None,
        _ => name(relation.numeration()),
    };
    let Some(named) = named else {
        return Err(Error::Unsupported {
            because: Text::new(
                format!(
                    "Walnut has no name for {} as it is used here",
                    relation.numeration()
                ),
                format!(
                    "Walnut 没有此处所用的{}的名称",
                    relation.numeration().text().get(grundy::text::Lang::Zh)
                ),
            ),
        });
    };
    let (dfa, tracks) = (relation.dfa(), relation.variables().len());
    let base = relation.numeration().digit_count();
    let mut text = vec![named; tracks].join(" ") + "\n";
    for state in 0..dfa.states() as u32 {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{state} {}", u8::from(dfa.accepting(state)));
        let mut steps: Vec<(Vec<u8>, u32)> = dfa
            .row(state)
            .iter()
            .enumerate()
            .filter(|(_, to)| **to != DEAD)
            .map(|(letter, to)| (digits_of(letter, base, tracks), *to))
            .collect();
        steps.sort();
        for (digits, to) in steps {
            let digits: Vec<String> = digits.iter().map(u8::to_string).collect();
            let _ = writeln!(text, "{} -> {to}", digits.join(" "));
        }
    }
    Ok(text)
}

/// A state that was read.
struct State {
    output: u64,
    /// Digits, and the name of the state they lead to, with the line.
    steps: Vec<(Vec<u8>, u64, u64)>,
}

/// Reads an automaton as a law about positions of so many coordinates.
pub fn read(text: &str, dimension: usize, budget: &Budget) -> Result<Claim, Error> {
    let bad = |line: u64, text: &str, en: String, zh: String| Error::BadLine {
        line,
        text: text.to_string(),
        expected: Text::new(en, zh),
    };
    let lines = (1..).zip(text.lines().map(str::trim));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (first, header) = lines.next().unwrap_or((1, ""));
    let names: Vec<&str> = header.split_whitespace().collect();
    let known: Option<Vec<Numeration>> = names.iter().map(|n| numeration(n)).collect();
    let same = known.filter(|all| !all.is_empty() && all.iter().all(|n| *n == all[0]));
    let Some(numeration) = same.map(|all| all[0]) else {
        return Err(bad(
            first,
            header,
            "the numeration of each number, the same for all: `msd_2 msd_2`, `msd_fib`".to_string(),
            "每个数的记数法，且彼此相同：`msd_2 msd_2`、`msd_fib`".to_string(),
        ));
    };
    let tracks = names.len();
    if tracks != dimension && tracks != dimension + 1 {
        return Err(bad(
            first,
            header,
            format!(
                "{dimension} numerations for P-positions, {} for positions with values",
                dimension + 1
            ),
            format!(
                "P 态需 {dimension} 个记数法，带值的局面需 {} 个",
                dimension + 1
            ),
        ));
    }
    let base = numeration.digit_count();
    let letters = base
        .checked_pow(tracks as u32)
        .filter(|n| *n <= MOST_LETTERS);
    let Some(letters) = letters else {
        return Err(Error::Unsupported {
            because: Text::new(
                format!("an automaton over {tracks} numbers at once has too many letters"),
                format!("同时读取 {tracks} 个数的自动机字母过多"),
            ),
        });
    };
    let mut meter = budget.meter("automata");
    let mut order: Vec<u64> = Vec::new();
    let mut states: BTreeMap<u64, State> = BTreeMap::new();
    for (number, line) in lines {
        meter.advance(1)?;
        let wrong = || {
            bad(
                number,
                line,
                format!("`STATE OUTPUT`, or `DIGITS -> STATE` with {tracks} digits below {base}"),
                format!("`状态 输出`，或 `数字 -> 状态`，数字共 {tracks} 个且小于 {base}"),
            )
        };
        match line.split_once("->") {
            Some((digits, to)) => {
                let digits: Option<Vec<u8>> = digits
                    .split_whitespace()
                    .map(|d| d.parse().ok().filter(|d| usize::from(*d) < base))
                    .collect();
                let digits = digits.filter(|d| d.len() == tracks).ok_or_else(wrong)?;
                let to = to.trim().parse().map_err(|_| wrong())?;
                let state = order.last().and_then(|name| states.get_mut(name));
                state.ok_or_else(wrong)?.steps.push((digits, to, number));
            }
            None => {
                let numbers = line.split_whitespace().map(|n| n.parse().ok());
                let numbers: Option<Vec<u64>> = numbers.collect();
                let Some([name, output]) = numbers.as_deref() else {
                    return Err(wrong());
                };
                let state = State {
                    output: *output,
                    steps: Vec::new(),
                };
                if states.insert(*name, state).is_some() {
                    return Err(bad(
                        number,
                        line,
                        format!("a new state: {name} was there before"),
                        format!("新的状态：{name} 已出现过"),
                    ));
                }
                order.push(*name);
            }
        }
    }
    if order.is_empty() {
        return Err(bad(
            first,
            header,
            "at least one state behind the numerations".to_string(),
            "记数法之后至少有一个状态".to_string(),
        ));
    }
    let place: BTreeMap<u64, u32> = order.iter().copied().zip(0..).collect();
    let mut dfa = Dfa::new(letters, false);
    for _ in 1..order.len() {
        meter.bytes(4 * letters as u64 * order.len() as u64)?;
        dfa.add(false);
    }
    for (name, state) in &states {
        for (digits, to, line) in &state.steps {
            let Some(to) = place.get(to) else {
                return Err(bad(
                    *line,
                    &format!("-> {to}"),
                    "a state that is in the file".to_string(),
                    "文件中有的状态".to_string(),
                ));
            };
            let letter = letter_of(digits, base);
            let from = place[name];
            if dfa.next(from, letter) != DEAD && dfa.next(from, letter) != *to {
                return Err(bad(
                    *line,
                    &format!("-> {to}"),
                    "one state for the same digits: automata here are deterministic".to_string(),
                    "同样的数字只到一个状态：此处的自动机是确定的".to_string(),
                ));
            }
            dfa.set(from, letter, *to);
        }
    }
    let mut engine = Engine::new(numeration, &mut meter);
    let variables: Vec<Variable> = (0..tracks as Variable).collect();
    let mut with_output =
        |engine: &mut Engine, fits: &dyn Fn(u64) -> bool| -> Result<Relation, Error> {
            for (name, state) in &states {
                dfa.set_accepting(place[name], fits(state.output));
            }
            engine.given(&dfa, &variables)
        };
    let largest = states.values().map(|s| s.output).max().unwrap_or(0);
    if largest < 2 || tracks > dimension {
        let relation = with_output(&mut engine, &|output| output > 0)?;
        return Ok(match tracks > dimension {
            true => Claim::Values(relation, Coding::Plain),
            false => Claim::Lost(relation),
        });
    }
    // Each output is the value of the positions that it is the output of.
    let value = dimension as Variable;
    let places: Vec<Variable> = (0..=value).collect();
    let mut graph = engine.none(&places)?;
    let mut outputs: Vec<u64> = states.values().map(|s| s.output).collect();
    outputs.sort_unstable();
    outputs.dedup();
    for output in outputs {
        let here = with_output(&mut engine, &|o| o == output)?;
        let is = engine.constant(value, output)?;
        let both = engine.and(&here, &is)?;
        graph = engine.or(&graph, &both)?;
    }
    Ok(Claim::Values(graph, Coding::Plain))
}
