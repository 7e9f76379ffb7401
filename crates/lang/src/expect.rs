//! The tests inside a file: every `expect` line is looked at.
//!
//! A line that ends with `for all …` is a conjecture about all positions. Deciding these is not
//! for the language: they are handed on, each with its place.

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::error::Error;
use grundy::outcome::Outcome;
use grundy::text::{Lang, Text};
use grundy::workbench::{AnyGame, Solved};

use crate::bench::on_workbench;
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{self, Results};
use crate::notation;
use crate::rules::Compiled;

/// What became of the expectations of one game.
#[derive(Clone, Debug)]
pub struct Tested {
    /// The name of the game.
    pub game: String,
    /// How many positions were looked at.
    pub positions: usize,
    /// What was not as expected.
    pub failures: Vec<Failure>,
    /// Laws that are still to be proven.
    pub conjectures: Vec<Conjectured>,
}

/// A law that is expected to be true of all positions, as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conjectured {
    /// Where it stands.
    pub span: Span,
    /// What it says.
    pub text: String,
}

/// An expectation that was not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line at fault.
    pub span: Span,
    /// The position.
    pub position: String,
    /// What was expected.
    pub expected: String,
    /// What was found, or why nothing was.
    pub found: Text,
}

impl Failure {
    /// The sentence for people.
    pub fn text(&self) -> Text {
        Text::new(
            format!(
                "{}: expected {}, found {}",
                self.position,
                self.expected,
                self.found.get(Lang::En)
            ),
            format!(
                "{}：应为 {}，实为 {}",
                self.position,
                self.expected,
                self.found.get(Lang::Zh)
            ),
        )
    }
}

/// Tests every game of a file. The parameters are those of the last game.
pub fn test(
    source: &str,
    set: &[(String, i64)],
    budget: &Budget,
) -> Result<Vec<Tested>, Vec<Diagnostic>> {
    let last = crate::bench::compile(source, None, set)?;
    let own = crate::parse(source)?;
    // Games of the prelude stand behind those of the file.
    let written: Vec<String> = own
        .lines
        .iter()
        .filter_map(|line| match &line.statement {
            crate::ast::Statement::Game(name, _) => Some(name.text.clone()),
            _ => None,
        })
        .collect();
    let mut tested = Vec::new();
    for name in written.iter().rev().skip(1).rev() {
        let compiled = crate::bench::compile(source, Some(name), &[])?;
        tested.push(test_one(compiled, budget));
    }
    tested.push(test_one(last, budget));
    Ok(tested)
}

fn test_one(compiled: Compiled, budget: &Budget) -> Tested {
    let rules = compiled.program().game().clone();
    let game = on_workbench(std::sync::Arc::new(compiled));
    let mut tested = Tested {
        game: rules.name.clone(),
        positions: 0,
        failures: Vec::new(),
        conjectures: rules
            .conjectures
            .iter()
            .map(|(text, span)| Conjectured {
                span: *span,
                text: text.clone(),
            })
            .collect(),
    };
    for expect in &rules.expects {
        for (at, numbers) in expect.positions.iter().enumerate() {
            tested.positions += 1;
            let position = write_position(&rules, numbers);
            let failure = look(
                game.as_ref(),
                &rules,
                &position,
                &expect.results,
                at,
                budget,
            );
            if let Some((expected, found)) = failure {
                tested.failures.push(Failure {
                    span: expect.span,
                    position,
                    expected,
                    found,
                });
            }
        }
    }
    tested
}

/// A position of an expectation in the game's notation.
fn write_position(rules: &ir::Game, numbers: &[i64]) -> String {
    let plain = || {
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        numbers.join(",")
    };
    match (rules.coins, numbers.len() == rules.width) {
        (true, true) if rules.width > 1 => format!("({})", plain()),
        (false, true) => notation::write_numbers(rules, numbers),
        _ => plain(),
    }
}

/// What was expected and what was found, if they differ.
fn look(
    game: &dyn AnyGame,
    rules: &ir::Game,
    position: &str,
    results: &Results,
    at: usize,
    budget: &Budget,
) -> Option<(String, Text)> {
    let (expected, moves) = match results {
        Results::Values(values) => (values.get(at)?.to_string(), 0),
        Results::Outcomes(letters) => (letters.get(at)?.clone(), 0),
        Results::Winning(moves) => (moves.join(" "), usize::MAX),
    };
    let question = Question {
        convention: rules.convention,
        moves,
        outcome_only: matches!(results, Results::Outcomes(_)),
        budget: budget.clone(),
        ..Question::default()
    };
    let solved = game.solve(position, &question);
    let found = found(&solved, results);
    if found
        .as_ref()
        .is_ok_and(|found| *found == canonical(results, &expected))
    {
        return None;
    }
    let shown = |text: String| match text.is_empty() {
        true => "none".to_string(),
        false => text,
    };
    let found = match found {
        Ok(found) => Text::new(shown(found.clone()), shown(found)),
        Err(error) => error.text(),
    };
    Some((shown(expected), found))
}

fn found(solved: &Result<Solved, Error>, results: &Results) -> Result<String, Error> {
    let answer = &solved.as_ref().map_err(Clone::clone)?.answer;
    Ok(match results {
        Results::Values(_) => match &answer.value {
            Some(value) => value.to_string(),
            None => {
                return Err(Error::NoValue {
                    because: Text::new(
                        format!("the outcome is {}", answer.outcome),
                        format!("结果为 {}", answer.outcome),
                    ),
                });
            }
        },
        Results::Outcomes(_) => answer.outcome.letter().to_string(),
        Results::Winning(_) => {
            // In a draw those are named that keep it, and none of them wins.
            let winning = answer.winning_moves.iter();
            let winning = winning.filter(|_| answer.outcome != Outcome::Draw);
            let moves: Vec<String> = winning.map(|m| m.mv.clone()).collect();
            canonical(results, &moves.join(" "))
        }
    })
}

/// Winning moves in one order and spelling; anything else as it is.
fn canonical(results: &Results, text: &str) -> String {
    let Results::Winning(_) = results else {
        return text.to_string();
    };
    // `turn 2,5` and `turn(2,5)` are the same; a move begins with its name.
    let words = text.replace(['(', ')', ',', ':'], " ");
    let mut moves: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match moves.last_mut() {
            Some(last) if word.parse::<i64>().is_ok() => {
                last.push(' ');
                last.push_str(word);
            }
            _ => moves.push(word.to_string()),
        }
    }
    moves.sort();
    moves.join(", ")
}
