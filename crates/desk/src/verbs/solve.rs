//! `solve`: who wins, and by which moves. `annotate`: where a played game was lost.
//! `count`: how many positions are lost. `draw`: everything that can happen.

use grundy::ask::Question as Wanted;
use grundy::choice::Trace;
use grundy::count::{self, Form};
use grundy::error::Error;
use grundy::natural::{self, Natural};
use grundy::outcome::Convention;
use grundy::picture::sketch::Sketch;
use grundy::picture::{dot, graph};
use grundy::text::{Lang, Text};
use grundy::workbench::{self, is_mistake};
use serde::Serialize;
use serde_json::Value;

use super::{Ending, Outcome, Question, of_game, status};
use crate::Refused;
use crate::Written;
use crate::sitting::{Board, Sitting};

/// So many winning moves are named unless more are asked for.
const MOVES: usize = 20;

/// Who wins, and by which moves.
#[derive(Clone, Debug, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Solve {
    /// A name of the catalogue, a rule text, or, without a position, an expression such as
    /// `nim:3,5 + kayles:7`.
    pub game: Option<Written>,
    /// Instead of a game: a graph as a text or as pairs of vertices; `position` names the
    /// vertices where tokens stand.
    pub graph: Option<Value>,
    /// The position.
    pub position: Option<Written>,
    /// Values of parameters.
    pub params: Option<std::collections::BTreeMap<String, Written>>,
    /// Who wins at the end; as the game says, if absent.
    pub convention: Option<Ending>,
    /// How components are played: a kind, an end, or both.
    pub compound: Option<String>,
    /// At most so many winning moves are named.
    pub moves: Option<u64>,
    /// Name every move with who wins after it instead.
    #[serde(default)]
    pub all: bool,
    /// Tell which engines were chosen, why, and what they were expected to cost.
    #[serde(default)]
    pub explain: bool,
    /// Answer nothing but this: what is not asked for is not looked for either.
    pub only: Option<Only>,
}

/// What alone is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Only {
    /// Who wins: no value, no moves.
    Outcome,
}

/// A move and where it leads.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Move {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position after it; empty where that would be very long.
    pub to: String,
}

/// A move and who wins after it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rated {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position after it; empty where that would be very long.
    pub to: String,
    /// Who wins then.
    pub outcome: Outcome,
}

/// An engine that was begun for a question.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tried {
    /// Which: `theorem`, `law`, `values`, `outcomes`, `components`, `cycles`, `blocking` or `compound`.
    pub engine: String,
    /// What it is called.
    pub name: String,
    /// Why it was chosen.
    pub because: String,
    /// What it was expected to cost, before it began, in words.
    pub expected: String,
    /// About so many positions, where that is known beforehand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// `answered`, `limit`, `silent` or `failed`.
    pub ended: String,
    /// The same in words.
    pub end: String,
}

/// An engine that was passed over.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PassedOver {
    /// Which.
    pub engine: String,
    /// What it is called.
    pub name: String,
    /// Why.
    pub because: String,
}

/// Which engines were chosen for a question, and which were not.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineChoice {
    /// What was begun, in order.
    pub tried: Vec<Tried>,
    /// What was passed over.
    pub passed_over: Vec<PassedOver>,
}

impl EngineChoice {
    /// What a trace was told, in a language.
    pub fn of(trace: &Trace, lang: Lang) -> EngineChoice {
        let told = trace.told();
        let say = |text: Text| text.get(lang).to_string();
        let tried = told.tried.iter().map(|tried| Tried {
            engine: tried.engine.name().to_string(),
            name: say(tried.engine.text()),
            because: say(tried.because.clone()),
            expected: say(tried.expected.text()),
            positions: tried.expected.positions,
            ended: tried.ended.name().to_string(),
            end: say(tried.ended.text()),
        });
        let passed = told.passed_over.iter();
        let passed = passed.map(|(engine, because)| PassedOver {
            engine: engine.name().to_string(),
            name: say(engine.text()),
            because: say(because.clone()),
        });
        EngineChoice {
            tried: tried.collect(),
            passed_over: passed.collect(),
        }
    }
}

/// Who wins, and by which moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solved {
    /// The game.
    pub game: String,
    /// The position as the game writes it.
    pub position: String,
    /// Who wins at the end.
    pub convention: Ending,
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// How many moves are left under best play, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u64>,
    /// In a draw: moves that keep it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing_moves: Option<Vec<Move>>,
    /// The winning moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves: Option<Vec<Move>>,
    /// Whether there are more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves_truncated: Option<bool>,
    /// Why.
    pub reason: String,
    /// `proven`, `computed` or `observed to N`.
    pub status: String,
    /// How components are played, if not one at a time to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compound: Option<String>,
    /// Every move, if all were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Rated>>,
    /// Which engines were chosen, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<EngineChoice>,
}

impl Solved {
    /// The answer of the library in a language.
    pub fn of(game: &str, convention: Convention, solved: workbench::Solved, lang: Lang) -> Self {
        let answer = solved.answer;
        let moves = answer
            .winning_moves
            .into_iter()
            .map(|m| Move { mv: m.mv, to: m.to });
        let mut moves: Vec<Move> = moves.collect();
        let drawn = answer.outcome == grundy::outcome::Outcome::Draw;
        Solved {
            game: game.to_string(),
            position: solved.position,
            convention: convention.into(),
            outcome: answer.outcome.into(),
            value: answer.value.as_ref().map(ToString::to_string),
            remoteness: answer.remoteness.map(u64::from),
            // In a draw these are the moves that keep it.
            drawing_moves: drawn.then(|| std::mem::take(&mut moves)),
            winning_moves: Some(moves),
            winning_moves_truncated: Some(answer.truncated),
            reason: answer.reason.get(lang).to_string(),
            status: status(answer.status),
            compound: None,
            moves: None,
            choice: None,
        }
    }

    /// The same with which engines were chosen, if somebody listened.
    pub fn with_choice(self, trace: &Trace, lang: Lang) -> Self {
        Solved {
            choice: trace.is_on().then(|| EngineChoice::of(trace, lang)),
            ..self
        }
    }

    /// The same without a value and without moves.
    pub fn only_outcome(self) -> Self {
        Solved {
            value: None,
            remoteness: None,
            drawing_moves: None,
            winning_moves: None,
            winning_moves_truncated: None,
            ..self
        }
    }

    /// The same with every move instead of the winning ones.
    pub fn with_every_move(self, moves: &[workbench::RatedMove]) -> Self {
        let moves = moves.iter().map(|m| Rated {
            mv: m.written.mv.clone(),
            to: m.written.to.clone(),
            outcome: m.after.into(),
        });
        Solved {
            winning_moves: None,
            winning_moves_truncated: None,
            moves: Some(moves.collect()),
            ..self
        }
    }
}

/// The answer about a game, or about a graph.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SolvedOr {
    /// About a game.
    Game(Box<Solved>),
    /// About tokens on a graph.
    Graph(Box<Tokens>),
}

/// Who wins with tokens on the vertices of a graph.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tokens {
    /// The vertices where they stand.
    pub position: String,
    /// Who wins at the end.
    pub convention: Ending,
    /// Who wins.
    pub outcome: Outcome,
    /// How many moves are left under best play; nothing where play need not end.
    pub remoteness: Option<u32>,
    /// The value, of several tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// A best move.
    pub best: Option<String>,
    /// The moves, if some were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<super::TokenMove>>,
    /// Why.
    pub reason: String,
    /// `computed`.
    pub status: String,
}

impl Question for Solve {
    const ASK: &'static str = "solve";
    type Answer = SolvedOr;

    fn answer(self, sitting: &Sitting<'_>) -> Result<SolvedOr, Refused> {
        if let Some(graph) = &self.graph {
            let others = [
                ("game", self.game.is_some()),
                ("compound", self.compound.is_some()),
                ("params", self.params.is_some()),
                ("all", self.all),
                ("explain", self.explain),
                ("only", self.only.is_some()),
            ];
            apart("graph", &others)?;
            let missing = || Refused::bad("`position` is missing");
            let start = self.position.as_ref().ok_or_else(missing)?;
            let convention = self.convention.map_or_else(Convention::default, Into::into);
            let tokens = super::graph::tokens(graph, &start.0, convention, self.moves, sitting)?;
            return Ok(SolvedOr::Graph(Box::new(tokens)));
        }
        if self.only.is_some() {
            apart(
                "only",
                &[("all", self.all), ("moves", self.moves.is_some())],
            )?;
        }
        let game = self.game.ok_or_else(|| Refused::bad("`game` is missing"))?;
        let of = crate::OfGame {
            game: &game.0,
            params: self.params.as_ref(),
            convention: self.convention.map(Into::into),
            compound: self.compound.as_deref(),
        };
        let position = self.position.as_ref().map(|position| position.0.as_str());
        let refused = |error| sitting.refused(error);
        let moves = match self.only {
            Some(Only::Outcome) => 0,
            None => self.moves.unwrap_or(MOVES as u64),
        };
        let question = Wanted {
            moves: usize::try_from(moves).unwrap_or(usize::MAX),
            outcome_only: self.all || self.only.is_some(),
            budget: sitting.budget.clone(),
            trace: match self.explain {
                true => Trace::on(),
                false => Trace::default(),
            },
            ..Wanted::default()
        };
        let trace = question.trace.clone();
        let lang = sitting.lang;
        let solved = match sitting.board(&of, position, false)? {
            Board::Several(_, _) if self.all => {
                return Err(Refused::bad(sitting.say(
                    "`all` is for one game: the moves of a compound are too many",
                    "`all` 只用于单个游戏：复合游戏的着法太多",
                )));
            }
            Board::Several(expression, rules) => {
                let solved = expression.solve(rules, &question).map_err(refused)?;
                Solved {
                    compound: Some(rules.text().get(lang).to_string()),
                    ..Solved::of("compound", rules.convention, solved, lang)
                }
            }
            Board::One(asked, position) => {
                let convention = asked.rules.convention;
                let question = Wanted {
                    convention,
                    ..question
                };
                if self.all {
                    let every = asked.game.every_move(&position, &question);
                    let every = every.map_err(refused)?;
                    Solved::of(&asked.id, convention, every.solved, lang)
                        .with_every_move(&every.moves)
                } else {
                    let solved = asked.game.solve(&position, &question).map_err(refused)?;
                    Solved::of(&asked.id, convention, solved, lang)
                }
            }
        };
        let solved = match self.only {
            Some(Only::Outcome) => solved.only_outcome(),
            None => solved,
        };
        let solved = solved.with_choice(&trace, lang);
        Ok(SolvedOr::Game(Box::new(solved)))
    }
}

/// An error if a field stands beside one that it has no meaning with.
fn apart(field: &str, others: &[(&str, bool)]) -> Result<(), Refused> {
    match others.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((other, _)) => {
            let message = format!("`{field}` and `{other}` do not go together");
            Err(Refused::bad(message))
        }
    }
}

of_game! {
    /// The positions of a played game: who was winning, and the better move after a
    /// mistake.
    Annotate {
        /// Where it began.
        position: Written,
        /// What was played.
        moves: Vec<String>,
    }
}

/// A position of a played game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// The move that led here; none at the start.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The position; empty where that would be very long.
    pub position: String,
    /// Who wins from here.
    pub outcome: Outcome,
    /// Whether the move gave something away.
    pub mistake: bool,
    /// If so: one that did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<String>,
}

/// The positions of a played game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Annotated {
    /// The first, and the one after each move.
    pub positions: Vec<Turn>,
}

impl Question for Annotate {
    const ASK: &'static str = "annotate";
    type Answer = Annotated;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Annotated, Refused> {
        let asked = sitting.own_game(&self.of(), Self::ASK)?;
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        let found = asked
            .game
            .annotate(
                &self.position.0,
                &moves,
                asked.rules.convention,
                &sitting.budget,
            )
            .map_err(|error| sitting.refused(error))?;
        let mut before = None;
        let positions = found.into_iter().enumerate().map(|(at, turn)| {
            let mistake = before.is_some_and(|before| is_mistake(before, turn.outcome));
            before = Some(turn.outcome);
            Turn {
                mv: at.checked_sub(1).map(|at| self.moves[at].clone()),
                position: turn.position,
                outcome: turn.outcome.into(),
                mistake,
                better: turn.better,
            }
        });
        Ok(Annotated {
            positions: positions.collect(),
        })
    }
}

of_game! {
    /// How many choices of components of a position are lost (or won).
    Count {
        /// The components.
        position: Written,
        /// `subsets` (default), `tuples`, `arrangements` or `multisets`.
        form: Option<String>,
        /// How many components are chosen; any number of them if absent, for subsets.
        size: Option<u64>,
        /// Count won ones instead.
        won: Option<bool>,
        /// Give the count modulo this.
        modulo: Option<Written>,
    }
}

/// A count.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counted {
    /// The number.
    pub count: String,
}

impl Question for Count {
    const ASK: &'static str = "count";
    type Answer = Counted;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Counted, Refused> {
        let refused = |error: Error| sitting.refused(error);
        let form = match (self.form.as_deref().unwrap_or("subsets"), self.size) {
            ("subsets", None) => Form::AnySubset,
            ("subsets", Some(size)) => Form::Subsets(size),
            ("tuples", Some(size)) => Form::Tuples(size),
            ("arrangements", Some(size)) => Form::Arrangements(size),
            ("multisets", Some(size)) => Form::Multisets(size),
            ("tuples" | "arrangements" | "multisets", None) => {
                return Err(Refused::bad("`size` is missing"));
            }
            _ => {
                let known = "`form` must be subsets, tuples, arrangements or multisets";
                return Err(Refused::bad(known));
            }
        };
        let modulus = match &self.modulo {
            None => Natural::default(),
            Some(text) => natural::read(&text.0)
                .ok_or_else(|| Refused::bad("`modulo` must be a number such as 1000000007"))?,
        };
        let asked = sitting.own_game(&self.of(), Self::ASK)?;
        if !asked.is_plain() {
            let because = Text::fixed(
                "counting is by nim sums, which decide play in one component at a time only",
                "计数依据异或和，它只决定每次走一个分量的玩法",
            );
            return Err(refused(Error::Unsupported { because }));
        }
        if asked.rules.convention == Convention::Misere {
            return Err(Refused::bad(sitting.say(
                "counting is by nim sums, which decide normal play only",
                "计数依据异或和，它只决定正常规则下的胜负",
            )));
        }
        let mut parts = asked.game.parts(&self.position.0).map_err(refused)?;
        let mut meter = sitting.budget.meter("values");
        let mut values = Vec::with_capacity(parts.len());
        for component in 0..parts.len() {
            let value = parts.value(component, &mut meter).map_err(refused)?;
            values.push(natural::small(&value).ok_or_else(|| {
                Refused::bad(sitting.say("a value exceeds 2^64", "有值超过 2^64"))
            })?);
        }
        let wanted = match self.won {
            Some(true) => count::Wanted::NotIn([0].into()),
            _ => count::Wanted::In([0].into()),
        };
        let question = count::Question {
            form,
            wanted,
            modulus,
        };
        let count = question.count(&values, &sitting.budget).map_err(refused)?;
        Ok(Counted {
            count: count.to_string(),
        })
    }
}

of_game! {
    /// The graph of everything that can happen from a position.
    Draw {
        /// The position.
        position: Written,
        /// Show the first moves only.
        depth: Option<u32>,
    }
}

/// A graph of positions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Drawn {
    /// As a picture.
    pub svg: String,
    /// For Graphviz.
    pub dot: String,
    /// How many positions it shows.
    pub positions: usize,
}

impl Question for Draw {
    const ASK: &'static str = "draw";
    type Answer = Drawn;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Drawn, Refused> {
        let refused = |error: Error| sitting.refused(error);
        let asked = sitting.own_game(&self.of(), Self::ASK)?;
        let diagram = asked
            .game
            .diagram(&self.position.0, asked.rules.convention, &sitting.budget)
            .map_err(refused)?;
        let mut sketch = Sketch::from(&diagram);
        if let Some(depth) = self.depth {
            sketch = sketch.within(depth as usize);
        }
        let title = format!("{} {}", asked.name(sitting.lang), self.position.0);
        Ok(Drawn {
            svg: sitting.picture(&graph::draw(&sketch, &title).map_err(refused)?),
            dot: dot::dot(&sketch, &title).map_err(refused)?,
            positions: sketch.nodes.len(),
        })
    }
}
