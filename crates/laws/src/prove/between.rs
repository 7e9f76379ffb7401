//! Laws of rules that lie between two automatic ones.
//!
//! Where the moves of a game are no automatic relation, a set of moves that
//! contains them (*may*) and one that they contain (*must*) can be enough
//! ([`crate::facts`]): no option by *may* has the value of the position, and
//! every smaller value is that of an option by *must*. For P-positions: no
//! option of a P-position by *may* is one, and every other position has one by
//! *must*. The sets are equal where rules are automatic, and then this is what
//! [`super::prove`] decides.
//!
//! Limits: moves to one position; nothing follows where the law does not
//! pass, since the law may be true and the sets too far apart.

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::text::Text;

use super::compile::{self, Compiled};
use super::{Claim, Coding, Proof, coordinates, order};
use crate::automata::{Engine, Relation, Variable};
use crate::rules::Rules;

/// The proof that a law is true of all rules between the two, if that is so.
pub fn prove_between(
    may: &Rules,
    must: &Rules,
    claim: &Claim,
    budget: &Budget,
) -> Result<Option<Proof>, Error> {
    let split = |rules: &Rules| rules.moves.iter().any(|mv| mv.target.len() != 1);
    if may.blocked > 0
        || !may.ends.is_empty()
        || split(may)
        || split(must)
        || may.domain != must.domain
    {
        return Err(Error::Unsupported {
            because: Text::fixed(
                "rules between two others are proven where every move leads to one position and none is forbidden",
                "介于两者之间的规则仅在每步走向单个局面且无禁着时可证",
            ),
        });
    }
    let mut meter = budget.meter("proof");
    let mut engine = Engine::new(claim.relation().numeration(), &mut meter);
    let domain = compile::domain(&mut engine, may)?;
    let more = compile::moves(&mut engine, may, &domain, &domain)?;
    let fewer = compile::moves(&mut engine, must, &domain, &domain)?;
    let order = order::find(&mut engine, may, &more)?;
    let keep = coordinates(may);
    let wrong = match claim {
        Claim::Lost(lost) => wrong_lost(&mut engine, may, &domain, [&more, &fewer], lost)?,
        Claim::Values(..) if !may.has_values() => {
            return Err(Error::NoValue {
                because: Text::fixed(
                    "under these conventions positions have outcomes only",
                    "在这些约定下局面只有胜负",
                ),
            });
        }
        Claim::Values(graph, coding) => {
            wrong_values(&mut engine, &keep, &domain, [&more, &fewer], graph, *coding)?
        }
    };
    Ok(wrong.is_empty().then(|| Proof {
        numeration: engine.numeration(),
        order,
        states: claim.relation().dfa().states(),
        largest: engine.largest(),
    }))
}

/// What is said of the place to which a move leads, if anything.
type There<'t> = &'t mut dyn FnMut(&mut Engine, &[Variable]) -> Result<Option<Relation>, Error>;

/// The positions with a move of which more is said about where it leads.
fn leading(
    engine: &mut Engine,
    moves: &[Compiled],
    keep: &[Variable],
    there: There,
) -> Result<Relation, Error> {
    let mut found = engine.none(keep)?;
    for mv in moves {
        let mut all = mv.relations.clone();
        for part in &mv.parts {
            all.extend(there(engine, part)?);
        }
        let one = engine.join(all, keep)?;
        found = engine.or(&found, &one)?;
    }
    Ok(found)
}

fn wrong_lost(
    engine: &mut Engine,
    rules: &Rules,
    domain: &Relation,
    [more, fewer]: [&[Compiled]; 2],
    lost: &Relation,
) -> Result<Relation, Error> {
    let keep = coordinates(rules);
    let mut to_lost = |engine: &mut Engine, part: &[Variable]| engine.rename(lost, part).map(Some);
    let may_win = leading(engine, more, &keep, &mut to_lost)?;
    let must_win = leading(engine, fewer, &keep, &mut to_lost)?;
    // Whoever cannot move wins under misère play.
    let (may_move, must_move) = match rules.misere {
        false => (domain.clone(), domain.clone()),
        true => (
            leading(engine, more, &keep, &mut |_, _| Ok(None))?,
            leading(engine, fewer, &keep, &mut |_, _| Ok(None))?,
        ),
    };
    let surely = engine.minus(&must_move, &may_win)?;
    let said = engine.minus(lost, &surely)?;
    let perhaps = engine.minus(&may_move, &must_win)?;
    let unsaid = engine.minus(&perhaps, lost)?;
    let wrong = engine.or(&said, &unsaid)?;
    engine.and(&wrong, domain)
}

fn wrong_values(
    engine: &mut Engine,
    keep: &[Variable],
    domain: &Relation,
    [more, fewer]: [&[Compiled]; 2],
    graph: &Relation,
    coding: Coding,
) -> Result<Relation, Error> {
    let value = keep.len() as Variable;
    let with_value = [keep, &[value]].concat();
    let powers = match coding {
        Coding::Plain => engine.all(&[value])?,
        Coding::Power => engine.power_of_two(value)?,
    };
    let graph = engine.and(graph, &powers)?;
    let valued = engine.exists(&graph, &[value])?;
    let twice = engine.at_least(&graph, &[value], 2)?;
    let unvalued = engine.minus(domain, &valued)?;
    let mut wrong = engine.or(&unvalued, &twice)?;
    let mut of_value = |engine: &mut Engine, part: &[Variable]| {
        let places = [part, &[value]].concat();
        engine.rename(&graph, &places).map(Some)
    };
    let may_be = leading(engine, more, &with_value, &mut of_value)?;
    let must_be = leading(engine, fewer, &with_value, &mut of_value)?;
    let same = engine.and(&graph, &may_be)?;
    let same = engine.exists(&same, &[value])?;
    wrong = engine.or(&wrong, &same)?;
    // Some smaller value that no option surely has.
    let greater = value + 1;
    let places = [keep, &[greater]].concat();
    let above = engine.rename(&graph, &places)?;
    let less = engine.at_most(&[(value, 1), (greater, -1)], -1)?;
    let above = engine.join(vec![above, less, powers], &with_value)?;
    let missing = engine.minus(&above, &must_be)?;
    let missing = engine.exists(&missing, &[value])?;
    wrong = engine.or(&wrong, &missing)?;
    engine.and(&wrong, domain)
}
