//! Deciding whether a law is true of all positions.
//!
//! A law is an automatic set of P-positions, or the automatic graph
//! {(x, v) : g(x) = v} of the Grundy function. By induction along a
//! well-founded order it is enough that the law agrees with the rules
//! wherever it agrees on all options:
//!
//! - P-positions: x is in P exactly if no option is (misère: and there is an
//!   option; with b options forbidden: exactly if at most b options are); where
//!   play is declared over, exactly if the rules say so;
//! - values: every position has one value; no option has the value of the
//!   position; every smaller value is that of an option. The value of a sum
//!   is the xor, which is automatic in base 2.
//!
//! Each is a first-order statement about automatic relations, and so is "all
//! options are smaller", so that everything is decided. If the law is
//! false, the least position at which the statement fails is a
//! counterexample: below it law and rules agree.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_laws::automata::numeration::Numeration;
//! use grundy_laws::prove::{Claim, Verdict, prove};
//! use grundy_laws::rules::Rules;
//!
//! let bachet = Rules::read("
//!     game bachet
//!     state n
//!     move take(k in 1..3) -> [n-k]
//! ").unwrap();
//! let claim = Claim::lost(Numeration::BINARY, &bachet, |engine| engine.congruent(&[(0, 1)], 4, &[0]));
//! let budget = Budget::default();
//! assert!(matches!(prove(&bachet, &claim.unwrap(), &budget), Ok(Verdict::Proven(_))));
//!
//! let wrong = Claim::lost(Numeration::BINARY, &bachet, |engine| engine.congruent(&[(0, 1)], 5, &[0]));
//! match prove(&bachet, &wrong.unwrap(), &budget).unwrap() {
//!     Verdict::Refuted(counter) => assert_eq!(counter.position, [4]),
//!     other => panic!("{other:?}"),
//! }
//! ```

mod between;
pub mod choices;
mod compile;
mod family;
mod order;

pub use between::prove_between;
pub use family::prove_family;
pub use order::Order;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::text::Text;

use crate::automata::numeration::Numeration;
use crate::automata::{Engine, Relation, Variable};
use crate::rules::Rules;
use compile::Compiled;

/// How values are written in a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// As themselves.
    Plain,
    /// The value v as 2^v, for values that grow like a logarithm.
    Power,
}

impl Coding {
    /// The number that stands for a value, if it fits.
    pub fn code(self, value: u64) -> Option<u64> {
        match self {
            Coding::Plain => Some(value),
            Coding::Power => 1u64.checked_shl(u32::try_from(value).ok()?),
        }
    }

    /// The value that a number stands for.
    pub fn decode(self, code: u64) -> u64 {
        match self {
            Coding::Plain => code,
            Coding::Power => u64::from(code.max(1).ilog2()),
        }
    }
}

/// A law in a form that can be decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The P-positions, a relation between the coordinates.
    Lost(Relation),
    /// The graph of the values; the value is the variable after the
    /// coordinates.
    Values(Relation, Coding),
}

impl Claim {
    /// The P-positions by a formula over the coordinates.
    pub fn lost(
        numeration: Numeration,
        rules: &Rules,
        formula: impl FnOnce(&mut Engine) -> Result<Relation, Error>,
    ) -> Result<Claim, Error> {
        let mut meter = Budget::current().meter("automata");
        let mut engine = Engine::new(numeration, &mut meter);
        let relation = formula(&mut engine)?;
        let coordinates: Vec<Variable> = (0..rules.dimension() as Variable).collect();
        let all = engine.all(&coordinates)?;
        Ok(Claim::Lost(engine.and(&relation, &all)?))
    }

    /// The relation.
    pub fn relation(&self) -> &Relation {
        match self {
            Claim::Lost(relation) | Claim::Values(relation, _) => relation,
        }
    }
}

/// What was decided, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The numeration of the automata.
    pub numeration: Numeration,
    /// The order along which the induction runs.
    pub order: Order,
    /// States of the law's automaton.
    pub states: usize,
    /// States of the largest automaton on the way.
    pub largest: usize,
}

/// A position of which a law is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The position.
    pub position: Vec<u64>,
    /// What the law says there.
    pub claimed: Text,
    /// What follows from the rules.
    pub found: Text,
}

/// The end of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The law is a theorem.
    Proven(Proof),
    /// The law is false.
    Refuted(Counterexample),
}

/// To tell the value of a counterexample at most so many positions are looked at.
const COMPUTED: u64 = 1 << 20;

/// The positions that the rules speak of, a relation between the coordinates.
pub fn positions(
    rules: &Rules,
    numeration: Numeration,
    budget: &Budget,
) -> Result<Relation, Error> {
    let mut meter = budget.meter("automata");
    compile::domain(&mut Engine::new(numeration, &mut meter), rules)
}

/// Decides whether a law is true of all positions of the domain.
pub fn prove(rules: &Rules, claim: &Claim, budget: &Budget) -> Result<Verdict, Error> {
    let mut meter = budget.meter("proof");
    let mut engine = Engine::new(claim.relation().numeration(), &mut meter);
    let domain = compile::domain(&mut engine, rules)?;
    let (over_lost, over_won) = compile::ends(&mut engine, rules, &domain)?;
    let over = engine.or(&over_lost, &over_won)?;
    let playing = engine.minus(&domain, &over)?;
    let moves = compile::moves(&mut engine, rules, &domain, &playing)?;
    let order = order::find(&mut engine, rules, &moves)?;
    let wrong = match claim {
        Claim::Lost(lost) => {
            // Where play is over the rules say who has won; elsewhere the moves do.
            let wrong = wrong_lost(&mut engine, rules, &playing, &moves, lost)?;
            let not_said = engine.minus(&over_lost, lost)?;
            let said = engine.and(&over_won, lost)?;
            let wrong = engine.or(&wrong, &not_said)?;
            engine.or(&wrong, &said)?
        }
        Claim::Values(graph, coding) => {
            wrong_values(&mut engine, rules, &domain, &moves, graph, *coding)?
        }
    };
    if wrong.is_empty() {
        return Ok(Verdict::Proven(Proof {
            numeration: engine.numeration(),
            order,
            states: claim.relation().dfa().states(),
            largest: engine.largest(),
        }));
    }
    let position = order::least(&mut engine, &wrong, &order, rules.dimension())?;
    let claimed = claimed_at(&mut engine, claim, &position)?;
    let found = match claim {
        Claim::Lost(lost) => letter(!lost.contains(&position)),
        Claim::Values(..) => {
            let few = budget.states().min(COMPUTED);
            match rules.value(&position, &budget.clone().with_states(few)) {
                Ok(value) => Text::new(value.to_string(), value.to_string()),
                // Too far out; that the law is false there is known all the same.
                Err(_) => Text::fixed("another value", "另一个值"),
            }
        }
    };
    Ok(Verdict::Refuted(Counterexample {
        position,
        claimed,
        found,
    }))
}

/// The positions of the rules as a relation between the coordinates.
pub(crate) fn domain(engine: &mut Engine, rules: &Rules) -> Result<Relation, Error> {
    compile::domain(engine, rules)
}

fn letter(lost: bool) -> Text {
    if lost {
        Text::fixed("P", "P")
    } else {
        Text::fixed("N", "N")
    }
}

/// What a law says of one position.
fn claimed_at(engine: &mut Engine, claim: &Claim, position: &[u64]) -> Result<Text, Error> {
    let (graph, coding) = match claim {
        Claim::Lost(lost) => return Ok(letter(lost.contains(position))),
        Claim::Values(graph, coding) => (graph, coding),
    };
    let mut at = vec![graph.clone()];
    for (variable, &x) in position.iter().enumerate() {
        at.push(engine.constant(variable as Variable, x)?);
    }
    let value = engine.join(at, &[position.len() as Variable])?;
    let Some(first) = value.shortest() else {
        return Ok(Text::fixed("no value", "没有值"));
    };
    let two = engine.at_least(&value, &[position.len() as Variable], 2)?;
    let written = coding.decode(first[0]).to_string();
    if two.is_empty() {
        return Ok(Text::new(written.clone(), written));
    }
    Ok(Text::new(
        format!("{written} and other values"),
        format!("{written} 以及其他值"),
    ))
}

fn coordinates(rules: &Rules) -> Vec<Variable> {
    (0..rules.dimension() as Variable).collect()
}

fn sum_without_value(rules: &Rules) -> Result<(), Error> {
    match rules.split() {
        None => Ok(()),
        Some(mv) => Err(Error::Unsupported {
            because: Text::new(
                format!(
                    "not expressible because of the move `{}`: it leads to a sum, of which P-positions alone say nothing",
                    mv.name
                ),
                format!(
                    "因着法 `{}` 而无法表达：它导向和，仅凭 P 态不能决定",
                    mv.name
                ),
            ),
        }),
    }
}

/// The positions at which P and the rules disagree.
fn wrong_lost(
    engine: &mut Engine,
    rules: &Rules,
    domain: &Relation,
    moves: &[Compiled],
    lost: &Relation,
) -> Result<Relation, Error> {
    sum_without_value(rules)?;
    let keep = coordinates(rules);
    if rules.blocked > 0 {
        return wrong_blocked(engine, rules, domain, moves, lost);
    }
    let mut winning = engine.none(&keep)?;
    let mut movable = engine.none(&keep)?;
    for mv in moves {
        let mut all = mv.relations.clone();
        let to_lost = match mv.parts.first() {
            Some(part) => {
                all.push(engine.rename(lost, part)?);
                engine.join(all, &keep)?
            }
            // Nothing is left: whoever is to move has lost, or won under misère play.
            None if rules.misere => engine.none(&keep)?,
            None => engine.join(all, &keep)?,
        };
        winning = engine.or(&winning, &to_lost)?;
        if rules.misere {
            let legal = engine.join(mv.relations.clone(), &keep)?;
            movable = engine.or(&movable, &legal)?;
        }
    }
    let truly_lost = match rules.misere {
        true => engine.minus(&movable, &winning)?,
        false => engine.minus(domain, &winning)?,
    };
    let wrong = engine.differ(lost, &truly_lost)?;
    engine.and(&wrong, domain)
}

/// As [`wrong_lost`] where options may be forbidden: options are counted.
fn wrong_blocked(
    engine: &mut Engine,
    rules: &Rules,
    domain: &Relation,
    moves: &[Compiled],
    lost: &Relation,
) -> Result<Relation, Error> {
    let keep = coordinates(rules);
    // Targets in common variables, so that an option is counted once even if
    // several moves lead to it.
    let first = moves.iter().map(|m| m.free).max().unwrap_or(0);
    let targets: Vec<Variable> = keep.iter().map(|v| first + v).collect();
    let both = [&keep[..], &targets[..]].concat();
    let mut options = engine.none(&both)?;
    for mv in moves {
        let mut all = mv.relations.clone();
        let Some(part) = mv.parts.first() else {
            return Err(Error::Unsupported {
                because: Text::fixed(
                    "a move to the empty sum where options may be forbidden",
                    "可禁止选项时不支持导向空和的着法",
                ),
            });
        };
        for (&variable, &target) in part.iter().zip(&targets) {
            all.push(engine.equal(&[(variable, 1), (target, -1)], 0)?);
        }
        let option = engine.join(all, &both)?;
        options = engine.or(&options, &option)?;
    }
    let to_lost = engine.rename(lost, &targets)?;
    let to_lost = engine.and(&options, &to_lost)?;
    let winning = engine.at_least(&to_lost, &targets, rules.blocked + 1)?;
    let truly_lost = engine.minus(domain, &winning)?;
    let wrong = engine.differ(lost, &truly_lost)?;
    engine.and(&wrong, domain)
}

/// The positions at which the graph is not a function, or not the mex.
fn wrong_values(
    engine: &mut Engine,
    rules: &Rules,
    domain: &Relation,
    moves: &[Compiled],
    graph: &Relation,
    coding: Coding,
) -> Result<Relation, Error> {
    if !rules.has_values() {
        return Err(Error::NoValue {
            because: Text::fixed(
                "under these conventions positions have outcomes only",
                "在这些约定下局面只有胜负",
            ),
        });
    }
    let keep = coordinates(rules);
    let value = rules.dimension() as Variable;
    let graph = match coding {
        Coding::Plain => graph.clone(),
        // Other numbers stand for no value.
        Coding::Power => {
            let powers = engine.power_of_two(value)?;
            engine.and(graph, &powers)?
        }
    };
    let valued = engine.exists(&graph, &[value])?;
    let twice = engine.at_least(&graph, &[value], 2)?;
    let unvalued = engine.minus(domain, &valued)?;
    let mut wrong = engine.or(&unvalued, &twice)?;

    let with_value = [&keep[..], &[value]].concat();
    let mut options = engine.none(&with_value)?;
    for (mv, rule) in moves.iter().zip(&rules.moves) {
        let mut all = mv.relations.clone();
        match &mv.parts[..] {
            [] => all.push(engine.constant(value, coding.code(0).unwrap_or(0))?),
            [part] => {
                let places = [&part[..], &[value]].concat();
                all.push(engine.rename(&graph, &places)?);
            }
            parts => {
                if coding == Coding::Power {
                    return Err(Error::Unsupported {
                        because: Text::new(
                            format!(
                                "not expressible because of the move `{}`: sums of values written as powers of two",
                                rule.name
                            ),
                            format!("因着法 `{}` 而无法表达：以二的幂书写的值之和", rule.name),
                        ),
                    });
                }
                let mut values = vec![value];
                for (number, part) in (0..).zip(parts) {
                    values.push(mv.free + number);
                    let places = [&part[..], &[mv.free + number]].concat();
                    all.push(engine.rename(&graph, &places)?);
                }
                // Two at a time, so that no automaton needs many tracks.
                let mut next = mv.free + parts.len() as Variable;
                while values.len() > 3 {
                    let (a, b) = (values.remove(1), values.remove(1));
                    all.push(engine.xor_zero(&[a, b, next])?);
                    values.push(next);
                    next += 1;
                }
                all.push(engine.xor_zero(&values)?);
            }
        }
        let option = engine.join(all, &with_value)?;
        options = engine.or(&options, &option)?;
    }
    let same = engine.and(&graph, &options)?;
    let same = engine.exists(&same, &[value])?;
    wrong = engine.or(&wrong, &same)?;
    // Some smaller value that is no option's.
    let greater = value + 1;
    let places = [&keep[..], &[greater]].concat();
    let above = engine.rename(&graph, &places)?;
    let above = {
        let less = engine.at_most(&[(value, 1), (greater, -1)], -1)?;
        engine.join(vec![above, less], &with_value)?
    };
    let above = match coding {
        Coding::Plain => above,
        Coding::Power => {
            let powers = engine.power_of_two(value)?;
            engine.and(&above, &powers)?
        }
    };
    let missing = engine.minus(&above, &options)?;
    let missing = engine.exists(&missing, &[value])?;
    wrong = engine.or(&wrong, &missing)?;
    engine.and(&wrong, domain)
}
