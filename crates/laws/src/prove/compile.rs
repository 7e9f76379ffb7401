//! Rules as automatic relations.
//!
//! For every move the binders are replaced by what they say about the
//! target: where a coordinate of the target is y = form ± b, the binder b is
//! ±(y - form), and needs no track of its own. A coordinate that does not
//! change shares the track of the old one. So Wythoff's diagonal move is a
//! relation between four numbers, and a Nim move in three heaps as well.

use grundy::error::Error;
use grundy::text::Text;

use crate::automata::{Engine, Relation, Variable};
use crate::rules::{Form, Guard, Move, Rules};

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
    let mut free = binders.end;
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
    let mut free = rules.dimension() as Variable + 1;
    let relation = guard_relation(engine, &rules.domain, &mut free)?;
    let coordinates: Vec<Variable> = (0..rules.dimension() as Variable).collect();
    let all = engine.all(&coordinates)?;
    engine.and(&relation, &all)
}

/// All moves; a move that cannot be expressed is named in the error.
pub(super) fn moves(
    engine: &mut Engine,
    rules: &Rules,
    domain: &Relation,
) -> Result<Vec<Compiled>, Error> {
    let mut compiled = Vec::new();
    for mv in &rules.moves {
        let one = compile(engine, mv, rules, domain).map_err(|error| blame(mv, error))?;
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
) -> Result<Compiled, Error> {
    let dimension = rules.dimension();
    let reduced = reduce(mv, dimension);
    // Make room for the value.
    let shift = |v: usize| if v < dimension { v } else { v + 1 };
    let shifted = |form: &Form| Form {
        terms: form.terms.iter().map(|&(v, f)| (shift(v), f)).collect(),
        constant: form.constant,
    };
    let mut free = shift(reduced.free) as Variable;
    let mut relations = vec![domain.clone()];
    for guard in &reduced.guards {
        relations.push(guard_relation(engine, &guard.map(&shifted), &mut free)?);
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
