//! The moves at one position that lead where they shall, read off a law.
//!
//! With the position fixed, "this choice is legal and leaves the value v" is an automatic relation
//! between the chosen numbers: its automaton has about as many states as the position
//! has digits, however many moves there are. The words that it accepts are the moves wanted.
//! So among 10^18 moves the few that win are found in milliseconds.

use grundy::budget::{Budget, Meter};
use grundy::error::Error;
use grundy::game::{CONTINUE, Flow, STOP};

use super::{Claim, Coding, compile};
use crate::automata::dfa::{DEAD, Dfa};
use crate::automata::numeration::Numeration;
use crate::automata::relation::digits_of;
use crate::automata::{Engine, Relation, Variable};
use crate::rules::{Form, Guard, Move, Rules};

/// Where a choice shall lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// To this value.
    Value(u64),
    /// To a lost position.
    Lost,
}

/// Names every choice at `position` that leads where it shall, with the move it belongs to and
/// the numbers of the coordinates and binders. [`STOP`] says that some may be missing.
pub fn choices(
    rules: &Rules,
    claim: &Claim,
    position: &[u64],
    wanted: Wanted,
    budget: &Budget,
    visit: &mut dyn FnMut(&Move, &[u64]) -> Flow,
) -> Result<Flow, Error> {
    if rules.over(position).is_some() {
        return Ok(CONTINUE);
    }
    let mut meter = budget.meter("automata");
    let mut engine = Engine::new(claim.relation().numeration(), &mut meter);
    let domain = compile::domain(&mut engine, rules)?;
    let mut flow = CONTINUE;
    for mv in &rules.moves {
        let Some(relation) = relation(&mut engine, rules, mv, claim, &domain, position, wanted)?
        else {
            continue;
        };
        let mut listed = budget.meter("list of moves");
        let mut stopped = false;
        let done = each(&relation, &mut listed, &mut |numbers| {
            let values = [position, numbers].concat();
            stopped = visit(mv, &values).is_break();
            match stopped {
                true => STOP,
                false => CONTINUE,
            }
        })?;
        if done.is_break() {
            flow = STOP;
        }
        if stopped {
            break;
        }
    }
    Ok(flow)
}

/// What the binders of a move must fulfil at a position; `None` if nothing can.
fn relation(
    engine: &mut Engine,
    rules: &Rules,
    mv: &Move,
    claim: &Claim,
    domain: &Relation,
    position: &[u64],
    wanted: Wanted,
) -> Result<Option<Relation>, Error> {
    let dimension = rules.dimension();
    // The place behind the coordinates is left to the value, as in the claim.
    let shift = |v: usize| if v < dimension { v } else { v + 1 };
    let inside = mv.guard.width().max(dimension + mv.binders.len());
    let mut free = shift(inside) as Variable;
    let mut relations = Vec::new();
    for guard in mv.guard.conjuncts() {
        relations.push(compile::guard_relation(
            engine,
            &guard.renumber(&shift),
            &mut free,
        )?);
    }
    let mut values = Vec::new();
    for part in &mv.target {
        let mut places = Vec::new();
        for form in part {
            places.push(variable(
                engine,
                &shifted(form, &shift),
                &mut free,
                &mut relations,
            )?);
        }
        relations.push(engine.rename(domain, &places)?);
        match (claim, wanted) {
            (Claim::Lost(lost), Wanted::Lost) => relations.push(engine.rename(lost, &places)?),
            (Claim::Values(graph, _), _) => {
                places.push(free);
                values.push(free);
                free += 1;
                relations.push(engine.rename(graph, &places)?);
            }
            (Claim::Lost(_), Wanted::Value(_)) => return Ok(None),
        }
    }
    let target = match wanted {
        Wanted::Value(value) => value,
        Wanted::Lost => 0,
    };
    match claim {
        // To leave nothing at all wins, unless whoever cannot move does.
        Claim::Lost(_) if mv.target.is_empty() && rules.misere => return Ok(None),
        Claim::Lost(_) => {}
        Claim::Values(_, coding) => match &values[..] {
            [] if target > 0 => return Ok(None),
            [] => {}
            [one] => {
                let Some(code) = coding.code(target) else {
                    return Ok(None);
                };
                relations.push(engine.constant(*one, code)?);
            }
            _ if *coding == Coding::Power => return Ok(None),
            several => {
                relations.push(engine.constant(free, target)?);
                let mut all = [several, &[free]].concat();
                free += 1;
                // Two at a time, so that no automaton needs many tracks.
                while all.len() > 3 {
                    let (a, b) = (all.remove(0), all.remove(0));
                    relations.push(engine.xor_zero(&[a, b, free])?);
                    all.push(free);
                    free += 1;
                }
                relations.push(engine.xor_zero(&all)?);
            }
        },
    }
    // The position is known: each relation forgets it at once.
    let mut constants = Vec::new();
    for (at, &number) in position.iter().enumerate() {
        constants.push(engine.constant(at as Variable, number)?);
    }
    let mut fixed = Vec::new();
    for relation in relations {
        let about = |v: &Variable| (*v as usize) < dimension;
        let here: Vec<Variable> = relation.variables().iter().copied().filter(about).collect();
        let keep: Vec<Variable> = relation
            .variables()
            .iter()
            .copied()
            .filter(|v| !about(v))
            .collect();
        let mut all: Vec<Relation> = here
            .iter()
            .map(|v| constants[*v as usize].clone())
            .collect();
        all.push(relation);
        let relation = engine.join(all, &keep)?;
        if relation.is_empty() {
            return Ok(None);
        }
        fixed.push(relation);
    }
    let binders: Vec<Variable> = (dimension..dimension + mv.binders.len())
        .map(|v| shift(v) as Variable)
        .collect();
    // Every binder has its track, whatever is said of it.
    fixed.push(engine.all(&binders)?);
    let relation = engine.join(fixed, &binders)?;
    Ok((!relation.is_empty()).then_some(relation))
}

fn shifted(form: &Form, shift: &dyn Fn(usize) -> usize) -> Form {
    Form {
        terms: form.terms.iter().map(|t| (shift(t.0), t.1)).collect(),
        constant: form.constant,
    }
}

/// The variable that a form is, defined now if it is none.
fn variable(
    engine: &mut Engine,
    form: &Form,
    free: &mut Variable,
    relations: &mut Vec<Relation>,
) -> Result<Variable, Error> {
    if let ([(variable, 1)], 0) = (&form.terms[..], form.constant) {
        return Ok(*variable as Variable);
    }
    let new = *free;
    *free += 1;
    let is = Guard::equal(&Form::variable(new as usize), form);
    relations.push(compile::guard_relation(engine, &is, free)?);
    Ok(new)
}

/// Names every tuple of a relation, the first number ascending; [`STOP`] if
/// it was told to stop, or if some do not fit 64 bits.
fn each(
    relation: &Relation,
    meter: &mut Meter,
    visit: &mut dyn FnMut(&[u64]) -> Flow,
) -> Result<Flow, Error> {
    let (dfa, numeration) = (relation.dfa(), relation.numeration());
    let tracks = relation.variables().len();
    if tracks == 0 {
        return Ok(match relation.is_empty() {
            true => CONTINUE,
            false => visit(&[]),
        });
    }
    let base = numeration.digit_count();
    let length = length_of(numeration);
    let alive = alive(dfa, length, meter)?;
    // The letters in the order of the first number, then of the second.
    let mut order: Vec<usize> = (0..dfa.letters()).collect();
    order.sort_by_key(|letter| digits_of(*letter, base, tracks));
    let mut flow = CONTINUE;
    // A place of the word, its state, and the next letter to be tried there.
    let mut stack: Vec<(u32, usize)> = vec![(0, 0)];
    let mut word: Vec<usize> = Vec::new();
    if !alive[length][0] {
        return Ok(CONTINUE);
    }
    while let Some((state, next)) = stack.last_mut() {
        meter.advance(1)?;
        if word.len() == length {
            let numbers = spelled(&word, numeration, base, tracks);
            match numbers {
                Some(numbers) if visit(&numbers).is_break() => return Ok(STOP),
                Some(_) => {}
                None => flow = STOP,
            }
            stack.pop();
            word.pop();
            continue;
        }
        let left = length - word.len() - 1;
        let state = *state;
        let found = order[*next..].iter().position(|&letter| {
            let to = dfa.next(state, letter);
            to != DEAD && alive[left][to as usize]
        });
        match found {
            Some(skip) => {
                let at = *next + skip;
                *next = at + 1;
                let letter = order[at];
                word.push(letter);
                stack.push((dfa.next(state, letter), 0));
            }
            None => {
                stack.pop();
                word.pop();
            }
        }
    }
    Ok(flow)
}

/// How many digits numbers of 64 bits have at most, in whole periods.
fn length_of(numeration: Numeration) -> usize {
    let places = numeration.places().len();
    places - places % numeration.period()
}

/// For each number of letters that are left, the states from which a word may still be accepted.
fn alive(dfa: &Dfa, length: usize, meter: &mut Meter) -> Result<Vec<Vec<bool>>, Error> {
    let states = dfa.states();
    meter.bytes((states as u64 + 24) * (length as u64 + 1))?;
    let mut all = vec![
        (0..states)
            .map(|s| dfa.accepting(s as u32))
            .collect::<Vec<bool>>(),
    ];
    for left in 0..length {
        meter.advance(states as u64)?;
        let before = &all[left];
        let lives = |state: usize| {
            let row = dfa.row(state as u32).iter();
            row.filter(|to| **to != DEAD).any(|to| before[*to as usize])
        };
        let now = (0..states).map(lives).collect();
        all.push(now);
    }
    Ok(all)
}

/// The numbers that a word spells, if they fit 64 bits.
fn spelled(word: &[usize], numeration: Numeration, base: usize, tracks: usize) -> Option<Vec<u64>> {
    let digits: Vec<Vec<u8>> = word.iter().map(|l| digits_of(*l, base, tracks)).collect();
    let number = |track: usize| {
        let own: Vec<u8> = digits.iter().map(|d| d[track]).collect();
        numeration.value(&own)
    };
    (0..tracks).map(number).collect()
}
