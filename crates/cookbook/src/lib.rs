//! The contest cookbook: judge problems about impartial games, each solved
//! with the [`grundy`] library in one short file.
//!
//! A [`Problem`] reads the judge's format and prints the judge's answer. The
//! files in [`problems`] are meant to be read: rules in a sentence, the idea,
//! the theorem, the code. [`ALL`] lists them; [`index`] groups them by
//! [`Technique`], which is how a learner looks for them.
//!
//! ```
//! let answer = grundy_cookbook::judge("P2197", "2\n2\n1 1\n2\n1 0\n").unwrap();
//! assert_eq!(answer, "No\nYes\n");
//! ```
//!
//! Some problems have several right answers: [`Problem::check`] accepts them
//! all. Two are played against a peer: [`Problem::play`] talks to it.

pub mod index;
pub mod peer;
mod prelude;
pub mod problems;
pub mod read;
mod technique;

use std::io::{BufRead, Write};

use grundy::catalogue::Words;
use grundy::error::Error;
use grundy::text::Text;

pub use problems::ALL;
pub use technique::Technique;

use peer::Peer;
use read::{Input, Output};

/// Reads the input and writes the answer.
pub type Solve = fn(&mut Input<'_>, &mut Output) -> Result<(), Error>;

/// Decides about any answer: reads the input, then the answer.
pub type Check = fn(&mut Input<'_>, &mut Input<'_>) -> Result<(), Error>;

/// Plays against a peer.
pub type Play = fn(&mut Peer<'_>) -> Result<(), Error>;

/// What a problem asks, in our own words: enough to write an input and to read
/// the answer.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// The rules of the game.
    pub rules: Words,
    /// What is read.
    pub input: Words,
    /// What is printed.
    pub output: Words,
    /// The sizes that the judge gives; larger ones are read too.
    pub limits: Words,
    /// An input and its answer.
    pub sample: (&'static str, &'static str),
}

/// A problem of a judge.
#[derive(Clone, Copy)]
pub struct Problem {
    /// The name used in commands.
    pub id: &'static str,
    /// Where it was set.
    pub judge: &'static str,
    /// Its name.
    pub title: Words,
    /// What a learner learns from it.
    pub technique: Technique,
    /// The idea in one line.
    pub idea: Words,
    /// The theorem that carries it.
    pub theorem: Words,
    /// The games of the catalogue that it is played with.
    pub games: &'static [&'static str],
    /// What it asks.
    pub statement: Statement,
    /// Reads the input and writes the answer.
    pub solve: Solve,
    /// Decides about any answer, where several are right.
    pub check: Option<Check>,
    /// Plays against a peer, where the problem is interactive.
    pub play: Option<Play>,
}

impl std::fmt::Debug for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

impl Problem {
    /// A problem to be filled in with `..Problem::BLANK`.
    pub const BLANK: Problem = Problem {
        id: "",
        judge: "",
        title: ("", ""),
        technique: Technique::Sums,
        idea: ("", ""),
        theorem: ("", ""),
        games: &[],
        statement: Statement {
            rules: ("", ""),
            input: ("", ""),
            output: ("", ""),
            limits: ("", ""),
            sample: ("", ""),
        },
        solve: |_, _| Ok(()),
        check: None,
        play: None,
    };

    /// The judge's answer to `input`.
    pub fn judge(&self, input: &str) -> Result<String, Error> {
        let mut input = Input::new(input);
        let mut output = Output::default();
        (self.solve)(&mut input, &mut output)?;
        input.end()?;
        Ok(output.into_text())
    }

    /// Whether `answer` is right: by the problem's checker, or because it is
    /// our own, blanks aside.
    pub fn accepts(&self, input: &str, answer: &str) -> Result<bool, Error> {
        if let Some(check) = self.check {
            let mut answer = Input::new(answer);
            let checked = check(&mut Input::new(input), &mut answer);
            return Ok(checked.and_then(|()| answer.end()).is_ok());
        }
        let ours = self.judge(input)?;
        Ok(ours.split_whitespace().eq(answer.split_whitespace()))
    }

    /// Plays the interactive form against a peer.
    pub fn converse(&self, input: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), Error> {
        let Some(play) = self.play else {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!("{} is not interactive", self.id),
                    format!("{} 不是交互题", self.id),
                ),
            });
        };
        play(&mut Peer::new(input, output))
    }
}

/// The problem of that name, in capitals or not.
pub fn find(id: &str) -> Result<&'static Problem, Error> {
    let found = ALL
        .iter()
        .find(|problem| problem.id.eq_ignore_ascii_case(id.trim()));
    found.ok_or_else(|| Error::Unsupported {
        because: Text::new(
            format!("there is no problem `{id}` in the cookbook; `grundy judge --list` names them"),
            format!("题集中没有 `{id}`；`grundy judge --list` 列出全部题目"),
        ),
    })
}

/// The judge's answer to `input` for the problem `id`.
pub fn judge(id: &str, input: &str) -> Result<String, Error> {
    find(id)?.judge(input)
}

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
