//! Compounds as text: `nim:3,5 + kayles:7 + wythoff:2,3`.
//!
//! An expression is a list of terms joined by `+`. A term is
//! `game:position` or `game:parameter:position`, what follows the last colon
//! being the position; a term without a colon belongs to the game before it.
//! Each heap (each position of the sum) is a component of its own, numbered
//! from 1 through the whole expression; a term in parentheses is *one*
//! component, whose heaps are a disjunctive sum within: `(kayles:2,4)` is what
//! is left of `kayles:7` after a move. A move is written `COMPONENT: MOVE`, moves
//! in several components are joined by `&`.
//!
//! Where Grundy values are all that is needed, components are never explored
//! and heaps may be huge; otherwise everything that can be reached is, within
//! the budget.
//!
//! ```
//! use grundy::ask::Question;
//! use grundy::compound::{Rules, expression::Expression};
//! let sum = Expression::read("nim:3,5 + kayles:7 + wythoff:2,3").unwrap();
//! let solved = sum.solve(Rules::default(), &Question::default()).unwrap();
//! assert_eq!(solved.answer.winning_moves[0].mv, "1: take 1");
//! ```

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::decide::{Because, Decision, SJ, misere_nim_text, nim_sum_text};
use super::moore::jenkyns_mayberry;
use super::numbers::Explored;
use super::parts::Parts;
use super::player::Engine as Player;
use super::search::{Compound, Step};
use super::{End, Kind, Rules};
use crate::answer::{Answer, Status};
use crate::ask::Question;
use crate::budget::{Budget, Meter};
use crate::catalogue;
use crate::choice::{Ended, Engine, Expected};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game, STOP};
use crate::natural::{Natural, nim_sum};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Number, Numbers, PANELS, Scene};
use crate::solve::graph::Graph;
use crate::text::{Lang, Text};
use crate::theorem::{is_big, target};
use crate::workbench::{AnyGame, Click, Match, Seen, Solved, WRITTEN_BYTES, WrittenMove};

/// A compound as it was written.
pub struct Expression {
    terms: Vec<Term>,
}

/// Builds the game of a name.
pub type Find<'f> = dyn Fn(&str) -> Result<(Box<dyn AnyGame>, Convention), Error> + 'f;

struct Term {
    /// The game, with its parameter if one was given.
    name: String,
    game: Box<dyn AnyGame>,
    position: String,
    /// Whether the term is one component.
    whole: bool,
    convention: Convention,
}

impl Expression {
    /// Reads an expression of games of the catalogue.
    pub fn read(text: &str) -> Result<Self, Error> {
        Expression::read_with(text, &|name| {
            let found = catalogue::find(name)?;
            Ok((found.build(&[])?, found.convention()))
        })
    }

    /// Reads an expression whose games `find` builds, each with the convention
    /// that its name implies.
    pub fn read_with(text: &str, find: &Find<'_>) -> Result<Self, Error> {
        let bad = |at: usize, en: &'static str, zh: &'static str| Error::BadPosition {
            text: text.to_string(),
            column: text[..at].chars().count() + 1,
            expected: Text::fixed(en, zh),
        };
        let mut terms: Vec<Term> = Vec::new();
        for (at, piece) in split(text) {
            let trimmed = piece.trim();
            let inner = trimmed.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
            // A board may be written in parentheses: then no game is named inside.
            let inner = inner.filter(|inner| inner.contains(':'));
            match (inner.unwrap_or(trimmed).rsplit_once(':'), terms.last_mut()) {
                (Some((name, position)), _) => {
                    let (game, convention) = find(name.trim())?;
                    terms.push(Term {
                        name: name.trim().to_string(),
                        game,
                        convention,
                        position: position.trim().to_string(),
                        whole: inner.is_some(),
                    });
                }
                (None, Some(before)) if !before.whole => {
                    before.position = format!("{} + {trimmed}", before.position);
                }
                _ => {
                    return Err(bad(
                        at,
                        "`game:position`, or several of them joined by `+`",
                        "“游戏:局面”，或以 `+` 连接的多个",
                    ));
                }
            }
        }
        Ok(Expression { terms })
    }

    /// The components of one position of one game.
    pub fn of(name: &str, game: Box<dyn AnyGame>, position: &str) -> Self {
        Expression {
            terms: vec![Term {
                name: name.to_string(),
                game,
                position: position.to_string(),
                whole: false,
                convention: Convention::Normal,
            }],
        }
    }

    /// What it is made of, in the order in which it was written: the name of each game, the
    /// game, its position.
    pub fn terms(&self) -> impl Iterator<Item = (&str, &dyn AnyGame, &str)> {
        let terms = self.terms.iter();
        terms.map(|term| (term.name.as_str(), &*term.game, term.position.as_str()))
    }

    /// The rules that the games declare for their sums, and the convention
    /// that their names imply; an error if they declare different ones.
    pub fn rules(&self) -> Result<Rules, Error> {
        let misere = |term: &Term| term.convention == Convention::Misere;
        let convention = match self.terms.iter().any(misere) {
            true => Convention::Misere,
            false => Convention::Normal,
        };
        let mut declared = self.terms.iter().map(|term| Rules {
            convention,
            ..term.game.rules()
        });
        let rules = declared.next().unwrap_or_default();
        match declared.find(|other| *other != rules) {
            None => Ok(rules),
            Some(other) => {
                let (a, b) = (rules.text(), other.text());
                let [en, zh] = [Lang::En, Lang::Zh].map(|lang| [a.get(lang), b.get(lang)]);
                Err(Error::Unsupported {
                    because: Text::new(
                        format!(
                            "the games declare different rules for their sums: {} and {}",
                            en[0], en[1]
                        ),
                        format!("各游戏为其和声明了不同的规则：{} 与 {}", zh[0], zh[1]),
                    ),
                })
            }
        }
    }

    /// Who wins, and by which moves.
    pub fn solve(&self, rules: Rules, question: &Question) -> Result<Solved, Error> {
        let question = &question.as_one();
        let _scope = question.budget.scope();
        let begun = question.trace.begin(Engine::Compound, || {
            let why = Text::fixed(
                "several games at once: by their values where these decide, else everything that each can reach is explored",
                "多个游戏同时进行：能由 SG 值决定时依此，否则探索各分量可达的一切",
            );
            let most = Some(question.budget.states());
            (why, Expected { most, ..Expected::default() })
        });
        let mut play = InPlay::new(self, rules, &question.budget)?;
        let answer = play.answer(question)?;
        question.trace.end(begun, Ended::Answered);
        Ok(Solved {
            answer,
            position: play.position(),
        })
    }

    /// The compound as it is seen.
    pub fn seen(&self, rules: Rules, budget: &Budget) -> Result<Seen, Error> {
        let _scope = budget.scope();
        let terms = self.terms.iter();
        let parts = terms.map(|term| {
            let mut parts = term.game.parts(&term.position)?;
            if term.whole {
                parts.unite();
            }
            Ok((term.name.as_str(), parts))
        });
        let parts: Vec<_> = parts.collect::<Result<_, Error>>()?;
        Ok(seen(&parts, &rules, 0).0)
    }

    /// A compound in play.
    pub fn begin(&self, rules: Rules, budget: &Budget) -> Result<Box<dyn Match + '_>, Error> {
        let _scope = budget.scope();
        Ok(Box::new(InPlay::new(self, rules, budget)?))
    }
}

/// The pieces between `+` signs that stand outside parentheses, and where
/// they begin.
fn split(text: &str) -> Vec<(usize, &str)> {
    let mut pieces = Vec::new();
    let mut depth = 0usize;
    let mut start = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '+' if depth == 0 => {
                pieces.push((start, &text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push((start, &text[start..]));
    pieces
}

/// Why misère Nim decides where every game's own theorem says so.
const LIKE_NIM: catalogue::Words = (
    "all games are proven to be played like misère Nim",
    "各游戏已证明同反常 Nim",
);

/// What happens in one component, as text.
type WrittenStep = (usize, String);

struct InPlay<'e> {
    rules: Rules,
    budget: Budget,
    games: Vec<(&'e str, Box<dyn Parts + 'e>)>,
    /// Which game and which of its components each component is.
    places: Vec<(usize, usize)>,
    mind: Mind,
    /// For each move the components moved in, and the move as it was written.
    history: Vec<(Vec<usize>, String)>,
    /// Whether play is over.
    over: bool,
}

enum Mind {
    /// By Grundy values alone.
    Values(Kind),
    /// By the graph of all that can be reached; where each game's nodes begin.
    Graph(Box<Player>, Vec<u32>),
}

impl<'e> InPlay<'e> {
    fn new(expression: &'e Expression, rules: Rules, budget: &Budget) -> Result<Self, Error> {
        let mut games = Vec::new();
        let mut places = Vec::new();
        for (number, term) in expression.terms.iter().enumerate() {
            let mut parts = term.game.parts(&term.position)?;
            if term.whole {
                parts.unite();
            }
            places.extend((0..parts.len()).map(|i| (number, i)));
            games.push((term.name.as_str(), parts));
        }
        let like_nim = games.iter().all(|(_, p)| p.is_like_nim() && p.has_values());
        let live = places
            .iter()
            .filter(|(g, i)| !games[*g].1.is_ended(*i))
            .count();
        let kind = rules.kind.among(live);
        let may_cycle = games.iter().any(|(_, parts)| parts.may_cycle());
        let by_values = match (kind, rules.end, rules.convention) {
            (Kind::Disjunctive, End::Long, Convention::Misere) => like_nim,
            (Kind::Disjunctive, End::Long | End::AllZero, _) => true,
            (Kind::Selective, End::Long, Convention::Normal) => true,
            _ => false,
        };
        let mind = if by_values && !may_cycle {
            Mind::Values(kind)
        } else {
            let mut meter = budget.meter("explore");
            let mut starts = Vec::new();
            let mut states = 0;
            let mut edges = Vec::new();
            for (_, parts) in &mut games {
                starts.push(states);
                let (count, moves) = parts.explore(&mut meter)?;
                edges.extend(moves.iter().map(|&(a, b)| (a + states, b + states)));
                states += count;
            }
            let graph = Graph::from_edges(states as usize, &edges);
            let explored = match may_cycle {
                true => Explored::with_cycles(graph, budget)?,
                false => Explored::new(graph)?,
            };
            Mind::Graph(Box::new(Player::new(Arc::new(explored), rules)), starts)
        };
        let mut play = InPlay {
            rules,
            budget: budget.clone(),
            games,
            places,
            mind,
            history: Vec::new(),
            over: false,
        };
        play.over = play.is_over()?;
        Ok(play)
    }

    fn parts(&self, component: usize) -> (&dyn Parts, usize) {
        let (game, at) = self.places[component];
        (&*self.games[game].1, at)
    }

    fn nodes(&self, starts: &[u32]) -> Vec<u32> {
        let node = |&(game, at): &(usize, usize)| {
            let node = self.games[game].1.node(at);
            node.map(|node| node + starts[game])
        };
        self.places.iter().filter_map(node).collect()
    }

    fn values(&mut self, meter: &mut Meter) -> Result<Vec<Natural>, Error> {
        let mut values = Vec::with_capacity(self.places.len());
        for &(game, at) in &self.places {
            values.push(self.games[game].1.value(at, meter)?);
        }
        Ok(values)
    }

    fn is_over(&mut self) -> Result<bool, Error> {
        Ok(match &self.mind {
            Mind::Graph(engine, starts) => engine.is_over(&self.nodes(starts)),
            Mind::Values(_) if self.rules.end == End::AllZero => {
                let mut meter = self.budget.meter("compound");
                self.values(&mut meter)?.iter().all(Natural::is_zero)
            }
            Mind::Values(_) => (0..self.places.len()).all(|i| {
                let (parts, at) = self.parts(i);
                parts.is_ended(at)
            }),
        })
    }

    /// How many moves are left, where that is known.
    fn remoteness(&self) -> Option<u32> {
        match &self.mind {
            Mind::Values(_) => None,
            Mind::Graph(engine, starts) => engine.remoteness(&self.nodes(starts)),
        }
    }

    /// Outcome, value of the whole where it has one, reason and status.
    fn verdict(
        &mut self,
        meter: &mut Meter,
    ) -> Result<(Outcome, Option<Natural>, Text, Status), Error> {
        if let Mind::Graph(_, starts) = &self.mind {
            let nodes = self.nodes(starts);
            let Mind::Graph(engine, _) = &mut self.mind else {
                unreachable!("it was just looked at")
            };
            let outcome = engine.outcome(&nodes, meter)?;
            let (reason, status) = engine.reason(&nodes);
            let value = value_of_nim_heaps(engine.explored(), &nodes, &self.rules);
            return Ok((outcome, value, reason, status));
        }
        let Mind::Values(kind) = self.mind else {
            unreachable!("it is not a graph")
        };
        let values = self.values(meter)?;
        let by_theorem = self
            .games
            .iter()
            .all(|(_, parts)| parts.has_values() && parts.values_are_proven());
        let status = if by_theorem {
            Status::Proven
        } else {
            Status::Computed
        };
        if kind == Kind::Selective {
            let winning = values.iter().filter(|value| !value.is_zero()).count();
            let outcome = Outcome::mover_wins(winning > 0);
            let because = Because::Winning(winning);
            let decision = Decision { outcome, because };
            return Ok((outcome, None, decision.text(), status));
        }
        let total = nim_sum(&values);
        let big = values.iter().any(is_big);
        let misere = self.rules.convention == Convention::Misere;
        let wins = total.is_zero() == (misere && !big);
        let reason = match (misere, self.rules.end) {
            (false, _) => nim_sum_text(&total),
            (true, End::AllZero) => misere_nim_text(SJ, big, &total),
            (true, _) => misere_nim_text(LIKE_NIM, big, &total),
        };
        let value = (!misere && self.rules.end == End::Long).then_some(total);
        Ok((Outcome::mover_wins(wins), value, reason, status))
    }

    /// Up to `limit` winning moves, and whether there may be more. The
    /// compound is known not to be lost and not over; in a draw these are the
    /// moves that keep it.
    fn winning_moves(
        &mut self,
        limit: usize,
        budget: &Budget,
        found: &mut Vec<Vec<WrittenStep>>,
    ) -> Result<bool, Error> {
        match &self.mind {
            Mind::Values(kind) => self.winning_by_values(*kind, limit, budget, found),
            Mind::Graph(_, starts) => {
                let nodes = self.nodes(starts);
                self.winning_by_graph(&nodes, limit, budget, found)
            }
        }
    }

    fn winning_by_values(
        &mut self,
        kind: Kind,
        limit: usize,
        budget: &Budget,
        found: &mut Vec<Vec<WrittenStep>>,
    ) -> Result<bool, Error> {
        let mut meter = budget.meter("winning moves");
        let values = self.values(&mut meter)?;
        let mut to =
            |component: usize, wanted: &Natural, games: &mut Vec<(&str, Box<dyn Parts + 'e>)>| {
                let (game, at) = self.places[component];
                let mut list = Vec::new();
                let done = games[game]
                    .1
                    .moves_to_value(at, wanted, &mut meter, &mut |mv| {
                        list.push(mv);
                        if list.len() > limit { STOP } else { CONTINUE }
                    });
                match done {
                    Ok(flow) => Ok((list, flow.is_break())),
                    Err(Error::OverBudget { .. }) => Ok((list, true)),
                    Err(error) => Err(error),
                }
            };
        if kind == Kind::Selective {
            let mut choices = Vec::new();
            let mut cut = false;
            for (component, value) in values.iter().enumerate() {
                if value.is_zero() {
                    continue;
                }
                let (list, more) = to(component, &Natural::ZERO, &mut self.games)?;
                cut |= more;
                choices.push((component, list));
            }
            return Ok(combine(&choices, Kind::Conjunctive, limit, found) || cut);
        }
        let total = nim_sum(&values);
        let big = values.iter().filter(|value| is_big(value)).count();
        let mut cut = false;
        for (component, value) in values.iter().enumerate() {
            let big_elsewhere = big > usize::from(is_big(value));
            let wanted = target(value ^ &total, self.rules.convention, big_elsewhere);
            if wanted == *value {
                continue;
            }
            let (list, more) = to(component, &wanted, &mut self.games)?;
            cut |= more;
            for mv in list {
                if found.len() == limit {
                    return Ok(true);
                }
                found.push(vec![(component, mv)]);
            }
        }
        Ok(cut)
    }

    fn winning_by_graph(
        &mut self,
        nodes: &[u32],
        limit: usize,
        budget: &Budget,
        found: &mut Vec<Vec<WrittenStep>>,
    ) -> Result<bool, Error> {
        /// More moves than this are not looked at: one is constructed.
        const LOOKED_AT: u64 = 1_000_000;
        let Mind::Graph(engine, starts) = &mut self.mind else {
            return Ok(false);
        };
        let mut meter = budget.meter("winning moves");
        let mut won: Vec<Vec<Step>> = Vec::new();
        won.extend(engine.winning_move(nodes, &mut meter)?);
        let states = budget.states().min(LOOKED_AT);
        let mut few = budget.clone().with_states(states).meter("winning moves");
        let done = engine.winning_moves(nodes, &mut few, &mut |steps| {
            if won.first() != Some(&steps) {
                won.push(steps);
            }
            if won.len() > limit { STOP } else { CONTINUE }
        });
        let mut cut = match done {
            Ok(flow) => flow.is_break(),
            Err(Error::OverBudget { .. }) => true,
            Err(error) => return Err(error),
        };
        let starts = starts.clone();
        // The moves of each component by where they lead, written once.
        let mut written: Vec<Option<Vec<(u32, String)>>> = vec![None; self.places.len()];
        for steps in won {
            let mut choices = Vec::new();
            for step in steps {
                let (game, at) = self.places[step.component];
                let list = written[step.component].get_or_insert_with(|| {
                    let mut list = Vec::new();
                    let _ = self.games[game].1.moves(at, &mut |mv, node| {
                        list.extend(node.map(|node| (node + starts[game], mv)));
                        CONTINUE
                    });
                    list
                });
                let to = list.iter().filter(|(node, _)| *node == step.to);
                choices.push((step.component, to.map(|(_, mv)| mv.clone()).collect()));
            }
            cut |= combine(&choices, Kind::Conjunctive, limit, found);
        }
        Ok(cut)
    }

    /// A move with the compound that it leads to.
    fn with_target(&mut self, steps: Vec<WrittenStep>) -> Result<WrittenMove, Error> {
        let mv = self.write_steps(&steps);
        self.make(&steps)?;
        let to = self.position();
        self.unmake(&steps);
        Ok(WrittenMove { mv, to })
    }

    fn make(&mut self, steps: &[WrittenStep]) -> Result<(), Error> {
        for (done, (component, mv)) in steps.iter().enumerate() {
            let (game, at) = self.places[*component];
            if let Err(error) = self.games[game].1.play(at, mv) {
                self.unmake(&steps[..done]);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Makes a move of the game in play.
    fn commit(&mut self, steps: &[WrittenStep]) -> Result<(), Error> {
        let written = self.write_steps(steps);
        self.make(steps)?;
        let components = steps.iter().map(|(i, _)| *i).collect();
        self.history.push((components, written));
        self.over = self.is_over()?;
        Ok(())
    }

    fn unmake(&mut self, steps: &[WrittenStep]) {
        for (component, _) in steps {
            let (game, at) = self.places[*component];
            self.games[game].1.back(at);
        }
    }

    fn write_steps(&self, steps: &[WrittenStep]) -> String {
        let one = |(component, mv): &WrittenStep| match self.places.len() {
            1 => mv.clone(),
            _ => format!("{}: {mv}", component + 1),
        };
        steps.iter().map(one).collect::<Vec<_>>().join(" & ")
    }

    /// Reads `1: take 2 & 3: take 1`, and checks the components against the rules.
    fn read_steps(&self, text: &str) -> Result<Vec<WrittenStep>, Error> {
        let bad = |en: String, zh: String| Error::BadMove {
            text: text.to_string(),
            expected: Text::new(en, zh),
        };
        let count = self.places.len();
        let live: Vec<usize> = (0..count)
            .filter(|&i| {
                let (parts, at) = self.parts(i);
                !parts.is_ended(at)
            })
            .collect();
        let mut steps: Vec<WrittenStep> = Vec::new();
        for piece in text.split(['&', '＆']) {
            let numbered = piece.split_once([':', '：']).and_then(|(number, mv)| {
                let number: usize = number.trim().parse().ok()?;
                Some((number, mv.trim()))
            });
            // A component that is a sum numbers its own parts too.
            let (component, mv) = match (numbered, &live[..]) {
                _ if count == 1 => (0, piece.trim()),
                (Some((number, mv)), _) if (1..=count).contains(&number) => (number - 1, mv),
                (None, [only]) => (*only, piece.trim()),
                _ => {
                    return Err(bad(
                        format!(
                            "`COMPONENT: MOVE` with a component from 1 to {count}, several joined by `&`"
                        ),
                        format!("“分量编号: 着法”，编号 1 至 {count}，多个以 `&` 连接"),
                    ));
                }
            };
            if steps.iter().any(|(other, _)| *other == component) {
                return Err(bad(
                    format!("one move in component {}", component + 1),
                    format!("分量 {} 中只走一步", component + 1),
                ));
            }
            steps.push((component, mv.to_string()));
        }
        let most = match self.rules.kind {
            Kind::Disjunctive => 1,
            Kind::UpTo(most) => most,
            Kind::Conjunctive | Kind::Selective => count,
        };
        if steps.len() > most {
            return Err(bad(
                format!("moves in at most {most} components"),
                format!("至多在 {most} 个分量中走"),
            ));
        }
        if self.rules.kind == Kind::Conjunctive && steps.len() < live.len() {
            return Err(bad(
                format!(
                    "a move in each of the {} components that have one",
                    live.len()
                ),
                format!("在 {} 个可走的分量中各走一步", live.len()),
            ));
        }
        Ok(steps)
    }

    fn choose(&mut self) -> Result<Option<Vec<WrittenStep>>, Error> {
        if self.over {
            return Ok(None);
        }
        let budget = self.budget.clone();
        let mut meter = budget.meter("reply");
        let mut found = Vec::new();
        if let Mind::Graph(_, starts) = &self.mind {
            let nodes = self.nodes(starts);
            let starts = starts.clone();
            let Mind::Graph(engine, _) = &mut self.mind else {
                return Ok(None);
            };
            let Some(steps) = engine.choose(&nodes, &mut meter)? else {
                return Ok(None);
            };
            let written = steps.iter().filter_map(|step| {
                let (game, at) = self.places[step.component];
                let mut written = None;
                let _ = self.games[game].1.moves(at, &mut |mv, node| {
                    if node.is_some_and(|node| node + starts[game] == step.to) {
                        written = Some((step.component, mv));
                        return STOP;
                    }
                    CONTINUE
                });
                written
            });
            return Ok(Some(written.collect()));
        }
        if self.verdict(&mut meter)?.0 == Outcome::N {
            self.winning_moves(1, &budget, &mut found)?;
        }
        if found.is_empty() {
            self.legal(1, &mut found);
        }
        Ok(found.into_iter().next())
    }

    /// Up to `limit` legal moves, and whether there are more.
    fn legal(&self, limit: usize, found: &mut Vec<Vec<WrittenStep>>) -> bool {
        let mut choices = Vec::new();
        let mut cut = false;
        for component in 0..self.places.len() {
            let (parts, at) = self.parts(component);
            let mut list = Vec::new();
            let flow = parts.moves(at, &mut |mv, _| {
                if list.len() > limit {
                    return STOP;
                }
                list.push(mv);
                CONTINUE
            });
            cut |= flow.is_break();
            if !list.is_empty() {
                choices.push((component, list));
            }
            let enough = self.rules.kind == Kind::Disjunctive
                && choices.iter().map(|(_, list)| list.len()).sum::<usize>() > limit;
            if enough {
                cut = true;
                break;
            }
        }
        combine(&choices, self.rules.kind, limit, found) || cut
    }
}

/// The Grundy value of Nim heaps of which all but one may be moved in.
fn value_of_nim_heaps(explored: &Explored, nodes: &[u32], rules: &Rules) -> Option<Natural> {
    let all_but_one = rules.kind == Kind::UpTo(nodes.len().checked_sub(1)?);
    let plain = rules.end == End::Long && rules.convention == Convention::Normal;
    let heaps = nodes.iter().map(|&node| explored.numbers(node));
    if !all_but_one || !plain || !heaps.clone().all(|n| n.nim) {
        return None;
    }
    let heaps: Vec<u32> = heaps.map(|n| n.value).collect();
    jenkyns_mayberry(&heaps).map(Natural::from)
}

/// Adds combinations of the choices to `found`, as `kind` allows, up to
/// `limit` in all; answers whether there are more.
fn combine(
    choices: &[(usize, Vec<String>)],
    kind: Kind,
    limit: usize,
    found: &mut Vec<Vec<WrittenStep>>,
) -> bool {
    // Each component as a star, its choices the leaves: the compound of stars has
    // just these combinations as moves.
    let mut edges = Vec::new();
    let mut leaf = choices.len() as u32;
    for (center, (_, list)) in (0u32..).zip(choices) {
        edges.extend((0..list.len() as u32).map(|i| (center, leaf + i)));
        leaf += list.len() as u32;
    }
    let Ok(stars) = Explored::new(Graph::from_edges(leaf as usize, &edges)) else {
        unreachable!("stars have no cycles")
    };
    let rules = Rules {
        kind,
        ..Rules::default()
    };
    let centers: Vec<u32> = (0..choices.len() as u32).collect();
    let flow: Flow = Compound::new(&Arc::new(stars), rules).options(&centers, &mut |steps, _| {
        if found.len() == limit {
            return STOP;
        }
        let mut leaf = choices.len();
        let mut starts = Vec::with_capacity(choices.len());
        for (_, list) in choices {
            starts.push(leaf);
            leaf += list.len();
        }
        let written = steps.iter().map(|step| {
            let (component, list) = &choices[step.component];
            (
                *component,
                list[step.to as usize - starts[step.component]].clone(),
            )
        });
        found.push(written.collect());
        CONTINUE
    });
    flow.is_break()
}

/// What the moves of each component touch, by their names.
type Touched = Vec<FxHashMap<String, Vec<Id>>>;

/// The components of a compound as they are seen, numbered through, and what up to `clicks`
/// moves of each of them touch.
fn seen(games: &[(&str, Box<dyn Parts + '_>)], rules: &Rules, clicks: usize) -> (Seen, Touched) {
    let mut scenes = Vec::new();
    let mut numbers = Vec::new();
    let mut touched = Touched::new();
    let count: usize = games.iter().map(|(_, parts)| parts.len()).sum();
    for (name, parts) in games {
        for component in 0..parts.len() {
            let number = numbers.len() + 1;
            if number > PANELS {
                break;
            }
            let (one, value) = parts.seen(component, clicks);
            let names = one
                .clicks
                .into_iter()
                .map(|click| (click.mv, click.touches));
            touched.push(names.collect());
            let title = match count {
                1 => name.to_string(),
                _ => format!("{number}. {name}"),
            };
            scenes.push((title.clone(), one.scene));
            numbers.push(value.map(|value| Number {
                of: Text::new(title.clone(), title),
                value,
                counts: true,
            }));
        }
    }
    let (mut scene, grown) = Scene::together(scenes);
    for (names, boards) in touched.iter_mut().zip(grown) {
        names
            .values_mut()
            .flatten()
            .for_each(|id| id.board += boards);
    }
    scene.left_out += count - numbers.len();
    // Values decide where one component is moved in at a time, to the end.
    let like_nim = games.iter().all(|(_, parts)| parts.is_like_nim());
    let added = rules.kind == Kind::Disjunctive
        && rules.end == End::Long
        && (rules.convention == Convention::Normal || like_nim);
    let all = numbers.len() == count && added;
    let numbers: Option<Vec<Number>> = numbers.into_iter().collect();
    let seen = Seen {
        scene,
        numbers: numbers
            .filter(|_| all)
            .map(|each| Numbers { each, modulo: 2 }),
        clicks: Vec::new(),
    };
    (seen, touched)
}

impl InPlay<'_> {
    /// Who wins from here, and by which moves.
    fn answer(&mut self, question: &Question) -> Result<Answer<WrittenMove>, Error> {
        let mut meter = question.budget.meter("compound");
        let (outcome, value, reason, status) = self.verdict(&mut meter)?;
        let mut moves = Vec::new();
        let mut truncated = false;
        if outcome != Outcome::P && !question.wants_moves() {
            truncated = true;
        } else if outcome != Outcome::P && !self.over {
            truncated = self.winning_moves(question.moves, &question.budget, &mut moves)?;
        }
        let mut winning_moves = Vec::new();
        let mut bytes = 0;
        for mv in moves {
            if bytes > WRITTEN_BYTES {
                truncated = true;
                break;
            }
            let mv = self.with_target(mv)?;
            bytes += mv.mv.len() + mv.to.len();
            winning_moves.push(mv);
        }
        Ok(Answer {
            outcome,
            value,
            remoteness: self.remoteness(),
            winning_moves,
            truncated,
            reason,
            status,
        })
    }
}

impl Match for InPlay<'_> {
    fn position(&self) -> String {
        let mut terms: Vec<String> = Vec::new();
        for (name, parts) in &self.games {
            let mut at = 0;
            while at < parts.len() {
                let mut end = at;
                while end < parts.len() && parts.is_single(end) {
                    end += 1;
                }
                if end > at {
                    terms.push(format!("{name}:{}", parts.write(at..end)));
                    at = end;
                } else {
                    terms.push(format!("({name}:{})", parts.write(at..at + 1)));
                    at += 1;
                }
            }
        }
        terms.join(" + ")
    }

    fn over(&self) -> Option<Outcome> {
        self.over.then(|| self.rules.convention.at_end())
    }

    fn moves(&self, limit: usize) -> (Vec<WrittenMove>, bool) {
        let mut found = Vec::new();
        let more = self.over().is_none() && self.legal(limit, &mut found);
        let written = found.iter().map(|steps| WrittenMove {
            mv: self.write_steps(steps),
            to: String::new(),
        });
        (written.collect(), more)
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        if self.over {
            return Err(Error::BadMove {
                text: text.to_string(),
                expected: Text::fixed("no move: play is over", "无：对局已结束"),
            });
        }
        let steps = self.read_steps(text)?;
        self.commit(&steps)
    }

    fn hint(&mut self) -> Result<Option<String>, Error> {
        Ok(self.choose()?.map(|steps| self.write_steps(&steps)))
    }

    fn reply(&mut self) -> Result<Option<String>, Error> {
        let Some(steps) = self.choose()? else {
            return Ok(None);
        };
        let written = self.write_steps(&steps);
        self.commit(&steps)?;
        Ok(Some(written))
    }

    fn undo(&mut self) -> Result<bool, Error> {
        let Some((components, _)) = self.history.pop() else {
            return Ok(false);
        };
        for component in components {
            let (game, at) = self.places[component];
            self.games[game].1.back(at);
        }
        self.over = self.is_over()?;
        Ok(true)
    }

    fn seen(&self, clicks: usize) -> Seen {
        let (mut seen, touched) = seen(&self.games, &self.rules, clicks);
        if clicks == 0 || self.over {
            return seen;
        }
        let shown: FxHashSet<Id> = seen.scene.elements().map(|element| element.id).collect();
        let mut moves = Vec::new();
        self.legal(clicks, &mut moves);
        for steps in moves {
            let each = steps
                .iter()
                .filter_map(|(component, mv)| touched.get(*component)?.get(mv));
            // What there was no room for cannot be pointed at.
            let each = each.flatten().filter(|id| shown.contains(id));
            seen.clicks.push(Click {
                mv: self.write_steps(&steps),
                touches: each.copied().collect(),
            });
        }
        seen
    }

    fn judge(&mut self) -> Result<Answer<WrittenMove>, Error> {
        let question = Question {
            moves: 1,
            budget: self.budget.clone(),
            ..Question::default()
        };
        self.answer(&question)
    }

    fn record(&self) -> Vec<String> {
        self.history.iter().map(|(_, mv)| mv.clone()).collect()
    }
}
