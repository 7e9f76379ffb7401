//! Rules as automatic relations.
//!
//! For every move the binders are replaced by what they say about the
//! target: where a coordinate of the target is y = form ± b, the binder b is
//! ±(y - form), and needs no track of its own. A coordinate that does not
//! change shares the track of the old one. So Wythoff's diagonal move is a
//! relation between four numbers, and a Nim move in three heaps as well.

use grundy::error::Error;
use grundy::outcome::Winner;
use grundy::text::Text;

use crate::automata::{Engine, Relation, Variable};
use crate::rules::{Form, Function, Guard, Move, Rules};

/// A move as a conjunction over the coordinates 0..d and variables of its
/// own above d; d itself is left to the value.
pub(super) struct Compiled {
    /// What must hold: the guard, the domain, the definitions.
    pub relations: Vec<Relation>,
    /// For each part of the target, the variables that hold its coordinates.
    pub parts: Vec<Vec<Variable>>,
    /// The next variable not in use.
    pub free: Variable,
}

/// A move without binders where these could be replaced.
struct Reduced {
    guards: Vec<Guard>,
    /// For each part, the variables of its coordinates.
    parts: Vec<Vec<usize>>,
    free: usize,
}

fn reduce(mv: &Move, dimension: usize) -> Reduced {
    let binders = dimension..dimension + mv.binders.len();
    let mut guards: Vec<Guard> = mv.guard.conjuncts().into_iter().cloned().collect();
    let mut forms: Vec<Form> = mv.target.iter().flatten().cloned().collect();
    let mut free = binders.end.max(mv.guard.width());
    let mut variables = Vec::new();
    for at in 0..forms.len() {
        let form = forms[at].clone();
        if let ([(variable, 1)], 0) = (&form.terms[..], form.constant) {
            variables.push(*variable);
            continue;
        }
        let new = free;
        free += 1;
        variables.push(new);
        let replaced = form
            .terms
            .iter()
            .find(|(v, f)| binders.contains(v) && f.abs() == 1 && !variables.contains(v));
        let Some(&(binder, factor)) = replaced else {
            guards.push(Guard::equal(&Form::variable(new), &form));
            continue;
        };
        // new = rest + factor·binder, so binder = factor·(new - rest).
        let rest = form.substitute(binder, &Form::default());
        let by = Form::default().plus(factor, &Form::variable(new).plus(-1, &rest));
        for guard in &mut guards {
            *guard = guard.map(&|f| f.substitute(binder, &by));
        }
        for form in &mut forms {
            *form = form.substitute(binder, &by);
        }
        guards.push(Guard::AtMostZero(Form::default().plus(-1, &by)));
    }
    let mut variables = variables.into_iter();
    let parts = mv
        .target
        .iter()
        .map(|part| variables.by_ref().take(part.len()).collect());
    Reduced {
        parts: parts.collect(),
        guards,
        free,
    }
}

fn terms(form: &Form) -> Vec<(Variable, i64)> {
    form.terms
        .iter()
        .map(|&(v, f)| (v as Variable, f))
        .collect()
}

/// The relation that a guard describes; `free` counts variables in use.
pub(super) fn guard_relation(
    engine: &mut Engine,
    guard: &Guard,
    free: &mut Variable,
) -> Result<Relation, Error> {
    match guard {
        Guard::AtMostZero(f) => engine.at_most(&terms(f), -f.constant),
        Guard::Zero(f) => engine.equal(&terms(f), -f.constant),
        Guard::Remainder(f, m, r) => {
            let rest = (i64::from(*r) - f.constant).rem_euclid(i64::from((*m).max(1)));
            engine.congruent(&terms(f), *m, &[rest as u32])
        }
        Guard::PowerOfTwo(f) => {
            let (variable, mut all) = named(engine, f, free)?;
            all.push(engine.power_of_two(variable)?);
            hide(engine, all, &[f])
        }
        Guard::XorZero(forms) => {
            let (mut all, mut variables) = (Vec::new(), Vec::new());
            for form in forms {
                let (variable, defined) = named(engine, form, free)?;
                variables.push(variable);
                all.extend(defined);
            }
            all.push(engine.xor_zero(&variables)?);
            hide(engine, all, &forms.iter().collect::<Vec<_>>())
        }
        Guard::Is(form, function) => {
            let (value, mut all) = named(engine, form, free)?;
            let mut operands = Vec::new();
            for operand in function.operands() {
                let (variable, defined) = named(engine, operand, free)?;
                operands.push(variable);
                all.extend(defined);
            }
            all.push(match (function, &operands[..]) {
                (Function::Digits(table, ..), &[a, b]) => {
                    // Only in base 2 are the digits the bits.
                    engine.xor_zero(&[a])?;
                    let digit = |d: &[u8]| table >> (d[0] + 2 * d[1]) & 1;
                    engine.digitwise(&[a, b, value], |d| d[2] == digit(d))?
                }
                (Function::Ones(_, most), &[a]) => engine.ones(a, value, *most)?,
                (Function::OnesModulo(_, m), &[a]) => engine.ones_modulo(a, value, *m)?,
                (_, [a, ..]) => engine.lowest_bit(*a, value)?,
                (_, []) => engine.none(&[value])?,
            });
            let mut forms = function.operands();
            forms.push(form);
            hide(engine, all, &forms)
        }
        Guard::Some(variables, body) => {
            let mut all = Vec::new();
            for guard in body.conjuncts() {
                all.push(guard_relation(engine, guard, free)?);
            }
            let mut keep: Vec<Variable> = all
                .iter()
                .flat_map(|relation| relation.variables().iter().copied())
                .filter(|v| !variables.contains(&(*v as usize)))
                .collect();
            keep.sort_unstable();
            keep.dedup();
            engine.join(all, &keep)
        }
        Guard::All(all) => {
            let mut relation = engine.all(&[])?;
            for guard in all {
                let next = guard_relation(engine, guard, free)?;
                relation = engine.and(&relation, &next)?;
            }
            Ok(relation)
        }
        Guard::Any(any) => {
            let mut relation = engine.none(&[])?;
            for guard in any {
                let next = guard_relation(engine, guard, free)?;
                relation = engine.or(&relation, &next)?;
            }
            Ok(relation)
        }
        Guard::Not(inner) => {
            let relation = guard_relation(engine, inner, free)?;
            engine.not(&relation)
        }
    }
}

/// A variable that equals the form, and the relation that says so if the
/// form is not a variable itself.
fn named(
    engine: &mut Engine,
    form: &Form,
    free: &mut Variable,
) -> Result<(Variable, Vec<Relation>), Error> {
    if let ([(variable, 1)], 0) = (&form.terms[..], form.constant) {
        return Ok((*variable as Variable, Vec::new()));
    }
    let new = *free;
    *free += 1;
    let mut equation = terms(form);
    equation.push((new, -1));
    Ok((new, vec![engine.equal(&equation, -form.constant)?]))
}

/// Joins relations, keeping only the variables of the forms.
fn hide(engine: &mut Engine, all: Vec<Relation>, forms: &[&Form]) -> Result<Relation, Error> {
    let keep: Vec<Variable> = forms
        .iter()
        .flat_map(|f| f.terms.iter().map(|t| t.0 as Variable))
        .collect();
    engine.join(all, &keep)
}

/// The domain as a relation between the coordinates.
pub(super) fn domain(engine: &mut Engine, rules: &Rules) -> Result<Relation, Error> {
    // What the domain looks for makes room for the value, too.
    let shift = |v: usize| v + usize::from(v >= rules.dimension());
    let guard = rules.domain.renumber(&shift);
    let mut free = guard.width().max(rules.dimension() + 1) as Variable;
    let relation = guard_relation(engine, &guard, &mut free)?;
    let coordinates: Vec<Variable> = (0..rules.dimension() as Variable).collect();
    let all = engine.all(&coordinates)?;
    engine.and(&relation, &all)
}

/// The positions at which play is over: those that are lost, and those that are
/// won for whoever would be to move.
pub(super) fn ends(
    engine: &mut Engine,
    rules: &Rules,
    domain: &Relation,
) -> Result<(Relation, Relation), Error> {
    let coordinates: Vec<Variable> = (0..rules.dimension() as Variable).collect();
    let none = engine.none(&coordinates)?;
    let (mut lost, mut won) = (none.clone(), none);
    for (winner, guard) in &rules.ends {
        let shift = |v: usize| v + usize::from(v >= rules.dimension());
        let guard = guard.renumber(&shift);
        let mut free = guard.width().max(rules.dimension() + 1) as Variable;
        let holds = guard_relation(engine, &guard, &mut free)?;
        let holds = engine.and(domain, &holds)?;
        // The first that holds counts.
        let (ours, others) = match winner {
            Winner::Previous => (&mut lost, &won),
            Winner::Next => (&mut won, &lost),
        };
        let new = engine.minus(&holds, others)?;
        *ours = engine.or(ours, &new)?;
    }
    Ok((lost, won))
}

/// All moves, from the positions at which play goes on; a move that cannot be
/// expressed is named in the error.
pub(super) fn moves(
    engine: &mut Engine,
    rules: &Rules,
    domain: &Relation,
    playing: &Relation,
) -> Result<Vec<Compiled>, Error> {
    let mut compiled = Vec::new();
    for mv in &rules.moves {
        let one = compile(engine, mv, rules, domain, playing).map_err(|error| blame(mv, error))?;
        compiled.push(one);
    }
    Ok(compiled)
}

fn blame(mv: &Move, error: Error) -> Error {
    match error {
        Error::Unsupported { because } => Error::Unsupported {
            because: Text::new(
                format!(
                    "not expressible because of the move `{}`: {}",
                    mv.name,
                    because.get(grundy::text::Lang::En)
                ),
                format!(
                    "因着法 `{}` 而无法表达：{}",
                    mv.name,
                    because.get(grundy::text::Lang::Zh)
                ),
            ),
        },
        other => other,
    }
}

fn compile(
    engine: &mut Engine,
    mv: &Move,
    rules: &Rules,
    domain: &Relation,
    playing: &Relation,
) -> Result<Compiled, Error> {
    let dimension = rules.dimension();
    let reduced = reduce(mv, dimension);
    // Make room for the value.
    let shift = |v: usize| if v < dimension { v } else { v + 1 };
    let mut free = shift(reduced.free) as Variable;
    let mut relations = vec![playing.clone()];
    for guard in &reduced.guards {
        relations.push(guard_relation(engine, &guard.renumber(&shift), &mut free)?);
    }
    let mut parts = Vec::new();
    for part in &reduced.parts {
        let variables: Vec<Variable> = part.iter().map(|&v| shift(v) as Variable).collect();
        relations.push(engine.rename(domain, &variables)?);
        parts.push(variables);
    }
    // What says nothing only widens the joins.
    let mut kept: Vec<Relation> = Vec::new();
    for relation in relations {
        let all = engine.all(relation.variables())?;
        let covered = |kept: &[Relation]| {
            relation.variables().iter().all(|v| {
                (*v as usize) < dimension || kept.iter().any(|k| k.variables().contains(v))
            })
        };
        if relation != all || !covered(&kept) {
            kept.push(relation);
        }
    }
    Ok(Compiled {
        relations: kept,
        parts,
        free,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use grundy::budget::Budget;

    use super::*;
    use crate::automata::numeration::Numeration;
    use crate::rules::Source;

    /// The automata of a move accept exactly the options that walking the rules
    /// finds, and the automaton of the domain the positions.
    #[test]
    fn relations_are_the_rules() {
        let budget = Budget::default();
        let lines = include_str!("../../tests/constructs.txt").lines();
        for text in lines.filter(|line| !line.starts_with('#')) {
            let rules = Rules::translated(&Source::new(text)).unwrap();
            let mut meter = budget.meter("test");
            let mut engine = Engine::new(Numeration::BINARY, &mut meter);
            let domain = domain(&mut engine, &rules).unwrap();
            let (lost, won) = ends(&mut engine, &rules, &domain).unwrap();
            let over = engine.or(&lost, &won).unwrap();
            let playing = engine.minus(&domain, &over).unwrap();
            let moves = moves(&mut engine, &rules, &domain, &playing).unwrap();
            let dimension = rules.dimension();
            let side: u64 = [0, 24, 7, 5][dimension];
            let size = vec![side; dimension];
            let cells = side.pow(dimension as u32);
            let points = (0..cells).map(|cell| grundy::solve::dense::point(cell, &size));
            let points: Vec<Vec<u64>> = points.collect();
            // For each move, the options within the box.
            let walker = rules.walker().unwrap();
            let mut walked: Vec<BTreeSet<Vec<u64>>> = vec![BTreeSet::new(); moves.len()];
            let mut other = budget.meter("test");
            for point in &points {
                assert_eq!(domain.contains(point), rules.domain.holds(point), "{text}");
                if !rules.domain.holds(point) {
                    continue;
                }
                let (is_lost, is_won) = (lost.contains(point), won.contains(point));
                let over = rules.over(point);
                assert_eq!(over == Some(Winner::Previous), is_lost, "{text} {point:?}");
                assert_eq!(over == Some(Winner::Next), is_won, "{text} {point:?}");
                let seen = walker.options(point, &mut other, |number, option| {
                    walked[number].insert([point, option].concat());
                });
                seen.unwrap();
            }
            for ((mv, rule), walked) in moves.iter().zip(&rules.moves).zip(&walked) {
                if rule.target.len() != 1 {
                    continue;
                }
                // Coordinates that stay share their variable: give each its own.
                let first = mv.free;
                let mut all = mv.relations.clone();
                let mut keep: Vec<Variable> = (0..dimension as Variable).collect();
                for (at, variable) in (first..).zip(&mv.parts[0]) {
                    all.push(engine.equal(&[(at, 1), (*variable, -1)], 0).unwrap());
                    keep.push(at);
                }
                let relation = engine.join(all, &keep).unwrap();
                let accepted = points.iter().flat_map(|from| {
                    let pairs = points.iter().map(|to| [&from[..], &to[..]].concat());
                    pairs.filter(|pair| relation.contains(pair))
                });
                let accepted: BTreeSet<Vec<u64>> = accepted.collect();
                let small = |pair: &&Vec<u64>| pair.iter().all(|x| *x < side);
                let walked: BTreeSet<Vec<u64>> = walked.iter().filter(small).cloned().collect();
                assert_eq!(accepted, walked, "{text}");
            }
        }
    }
}
