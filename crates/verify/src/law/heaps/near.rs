//! Moves of a row of heaps, read near one place.
//!
//! A move chooses a place i and looks at and changes heaps at fixed distances from it. Such a move is written
//! again as one of a game of single numbers, the number of heaps, the place and the touched heaps, and read by
//! the reader that all rules go through (`lower`). What looks further than that is refused.

use std::collections::BTreeSet;

use grundy::budget::Meter;
use grundy::error::Error;
use grundy_lang::ast::{self, Clause, Domain, Expr, Kind, Statement, Target};
use grundy_lang::diagnostic::Span;

use super::super::form::Guard;
use super::super::lower::{Move, Rules, Where};
use super::super::numeration::Numeration;
use super::super::question::read_rules;
use super::super::text::{Source, rewritten};
use super::Certificate;
use crate::{refuse, refused};

/// A move near one place, and the linear moves that it is, perhaps none: variables are the number of heaps, the
/// place, the touched heaps, the chosen numbers.
pub(super) struct Local {
    pub moves: Vec<Move>,
    /// Where the place may be, by its own range alone.
    pub range: Guard,
    /// When the range has a number below 0, which no variable is.
    pub below: Vec<Where>,
    /// The distances of the touched heaps from the place, ascending.
    pub touched: Vec<i64>,
}

/// Every move of the rules, which must be those of one row whose length is the parameter.
pub(super) fn moves(certificate: &Certificate, meter: &mut Meter) -> Result<Vec<Local>, Error> {
    let file = certificate.source.parsed()?;
    if certificate.source.misere {
        return refuse(
            "rows have values under normal play only, and misère play is asked for",
            "堆列只在正常规则下有 SG 值，而所求为 misère 走法",
        );
    }
    let mut reader = Reader {
        source: &certificate.source,
        certificate,
        parameters: String::new(),
        chosen: None,
        meter,
    };
    let mut known = false;
    let mut moves = Vec::new();
    for line in &file.lines {
        match &line.statement {
            Statement::Game(_, parameters) => {
                known |= { parameters.iter() }.any(|(n, _)| n.text == certificate.parameter);
                let others = { parameters.iter() }
                    .filter(|(name, _)| name.text != certificate.parameter)
                    .map(|(name, value)| {
                        let value = rewritten(&certificate.source.text, value.span, &[]);
                        format!("{} = {value}", name.text)
                    });
                let others = others.collect::<Vec<_>>().join(", ");
                if !others.is_empty() {
                    reader.parameters = format!("({others})");
                }
            }
            Statement::State(_, None) => {}
            Statement::Move {
                name,
                binders,
                clauses,
                target,
            } => {
                reader.chosen = changed_place(target);
                moves.push(reader.read(&name.text, binders, clauses, target)?);
            }
            Statement::Expect(_)
            | Statement::Conjecture(_)
            | Statement::Start(..)
            | Statement::Show(..) => {}
            Statement::Play(name, None) if name.text == "normal" => {}
            _ => {
                return refuse(
                    "its rules have a statement that rows of heaps do not have",
                    "其规则含有堆列所没有的语句",
                );
            }
        }
    }
    if !known {
        return refuse(
            "its rules are not one game with that parameter",
            "其规则不是带该参数的单个游戏",
        );
    }
    Ok(moves)
}

/// The name in the index of the first heap that a move changes.
fn changed_place(target: &Target) -> Option<String> {
    let Target::Sum(parts) = target else {
        return None;
    };
    let Kind::Update(_, updates) = &parts.first()?.at.first()?.kind else {
        return None;
    };
    match &updates.first()?.0.kind {
        Kind::Name(name) => Some(name.clone()),
        _ => None,
    }
}

/// The name of a touched heap.
fn cell(touched: &[i64], at: i64) -> String {
    let number = touched.iter().position(|t| *t == at);
    format!("heap_{}", number.unwrap_or(touched.len()))
}

/// What is chosen in a move, one after the other.
fn domain(binder: &ast::Binder) -> Vec<&Expr> {
    match &binder.domain {
        Domain::Range(a, b) => vec![a, b],
        Domain::Set(tuples) => tuples.iter().flatten().collect(),
    }
}

/// A heap that is looked at or changed: the name of the chosen place, if it is not a fixed one, and the
/// distance from it.
type Near = (Option<String>, i64);

/// Reads moves near one place.
struct Reader<'r, 'm> {
    source: &'r Source,
    certificate: &'r Certificate,
    /// The parameters that stay, as written.
    parameters: String,
    /// The name that chooses the place of the move that is read, where only a greatest heap may change.
    chosen: Option<String>,
    meter: &'m mut Meter,
}

/// Where a move is.
struct Place {
    /// The name of the chosen place; none where places are fixed.
    name: Option<String>,
    /// The distances that occur.
    touched: Vec<i64>,
}

impl Reader<'_, '_> {
    /// The distance of an index from the chosen place, or a fixed place.
    fn index(&self, expr: &Expr) -> Option<Near> {
        let number = |e: &Expr| match e.kind {
            Kind::Number(number) if number.abs() <= 64 => Some(number),
            _ => None,
        };
        match &expr.kind {
            Kind::Name(name) => Some((Some(name.clone()), 0)),
            Kind::Number(_) => Some((None, number(expr)?)),
            Kind::Binary("+", a, b) => match &a.kind {
                Kind::Name(name) => Some((Some(name.clone()), number(b)?)),
                _ => None,
            },
            Kind::Binary("-", a, b) => match &a.kind {
                Kind::Name(name) => Some((Some(name.clone()), -number(b)?)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Where an expression looks at the array; `None` if that is not near one place.
    fn looks(&self, expr: &Expr) -> Option<Vec<(Span, Near)>> {
        let array = &self.certificate.array;
        let mut found = Vec::new();
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match &expr.kind {
                Kind::Number(_) | Kind::Truth(_) => {}
                // The whole array is more than what is near.
                Kind::Name(name) if name != array => {}
                Kind::Unary(_, a) => open.push(a),
                Kind::Binary(_, a, b) => open.extend([&**a, &**b]),
                Kind::Chain(terms, _) => open.extend(terms),
                Kind::InRange(a, b, c) | Kind::Choice(a, b, c) => {
                    open.extend([&**a, &**b, &**c]);
                }
                Kind::InSet(a, set) => {
                    open.push(a);
                    open.extend(set);
                }
                Kind::Call(_, arguments) => open.extend(arguments),
                Kind::Index(name, index) if name.text == *array => {
                    found.push((expr.span, self.index(index)?));
                }
                _ => return None,
            }
        }
        Some(found)
    }

    /// The text of an expression with the touched heaps as names.
    fn written(&self, expr: &Expr, place: &Place) -> String {
        let looks = self.looks(expr).unwrap_or_default().into_iter();
        let mut edits: Vec<(Span, String)> = looks
            .map(|(span, at)| (span, cell(&place.touched, at.1)))
            .collect();
        edits.sort_by_key(|(span, _)| span.start);
        format!("({})", rewritten(&self.source.text, expr.span, &edits))
    }

    /// The conditions but that the heap at the chosen place is a greatest one; `None` if that is not said, or of
    /// another place than the one that changes.
    fn without_greatest(&self, clauses: &[Clause]) -> Option<Vec<Clause>> {
        let mut kept = Vec::new();
        let mut said = false;
        for clause in clauses {
            let Clause::If(condition) = clause else {
                kept.push(clause.clone());
                continue;
            };
            // What stands below `and` is asked one after the other.
            let mut open = vec![condition];
            while let Some(expr) = open.pop() {
                match &expr.kind {
                    Kind::Binary("and", a, b) => open.extend([&**b, &**a]),
                    _ if self.is_greatest(expr) => said = true,
                    _ => kept.push(Clause::If(expr.clone())),
                }
            }
        }
        said.then_some(kept)
    }

    /// `all(j in 0..d-1: h[j] <= h[i])` or `h[i] = max(h)`. There is one name for places, and touched heaps are at
    /// the place itself: so i is the chosen place.
    fn is_greatest(&self, expr: &Expr) -> bool {
        let (array, d) = (&self.certificate.array, &self.certificate.parameter);
        let place = |e: &Expr| match &e.kind {
            Kind::Index(name, index) if name.text == *array => match &index.kind {
                Kind::Name(at) => Some(at.clone()),
                _ => None,
            },
            _ => None,
        };
        let is_chosen = |at: Option<String>| at.is_some() && at == self.chosen;
        match &expr.kind {
            Kind::Chain(terms, signs) if signs[..] == ["="] => {
                let whole = matches!(&terms[1].kind, Kind::Call(name, arguments)
                    if name.text == "max" && matches!(&arguments[..], [only]
                        if matches!(&only.kind, Kind::Name(of) if of == array)));
                whole && is_chosen(place(&terms[0]))
            }
            Kind::Quantified(which, binders, body) if which.text == "all" => {
                let [binder] = &binders[..] else {
                    return false;
                };
                let ([j], Domain::Range(from, to)) = (&binder.names[..], &binder.domain) else {
                    return false;
                };
                let is = |e: &Expr, n: i64| matches!(e.kind, Kind::Number(m) if m == n);
                let last = matches!(&to.kind, Kind::Binary("-", a, b)
                    if matches!(&a.kind, Kind::Name(of) if of == d) && is(b, 1));
                let Kind::Chain(terms, signs) = &body.kind else {
                    return false;
                };
                let (less, more) = match signs[..] {
                    ["<="] => (&terms[0], &terms[1]),
                    [">="] => (&terms[1], &terms[0]),
                    _ => return false,
                };
                is(from, 0)
                    && last
                    && place(less).as_ref() == Some(&j.text)
                    && is_chosen(place(more))
            }
            _ => false,
        }
    }

    fn read(
        &mut self,
        name: &str,
        binders: &[ast::Binder],
        clauses: &[Clause],
        target: &Target,
    ) -> Result<Local, Error> {
        let far = || {
            refused(
                format!("the move `{name}` is not one near a place"),
                format!("着法 `{name}` 并非只涉及某处附近"),
            )
        };
        let Target::Sum(parts) = target else {
            return Err(far());
        };
        let stripped;
        let clauses = match self.certificate.greatest {
            true => {
                stripped = self.without_greatest(clauses).ok_or_else(far)?;
                &stripped[..]
            }
            false => clauses,
        };
        let whole = match &parts[..] {
            [part] if part.game.is_none() => &part.at[..],
            _ => return Err(far()),
        };
        let updates = match whole {
            [only] => match &only.kind {
                Kind::Update(updated, updates) if updated.text == self.certificate.array => updates,
                _ => return Err(far()),
            },
            _ => return Err(far()),
        };
        // Every place that is looked at or changed.
        let chosen = binders.iter().flat_map(domain);
        let conditions = clauses.iter().map(|clause| match clause {
            Clause::If(e) | Clause::Let(_, e) => e,
        });
        let values = updates.iter().map(|(_, value)| value);
        let mut places: Vec<Near> = Vec::new();
        for expr in chosen.chain(conditions).chain(values) {
            let looks = self.looks(expr).ok_or_else(far)?;
            places.extend(looks.into_iter().map(|(_, near)| near));
        }
        for (index, _) in updates {
            places.push(self.index(index).ok_or_else(far)?);
        }
        let chosen: Option<String> = places.first().and_then(|p| p.0.clone());
        let one_name = places.iter().all(|(name, _)| *name == chosen);
        if !one_name || binders.iter().any(|binder| binder.names.len() != 1) {
            return Err(far());
        }
        let touched: BTreeSet<i64> = places.iter().map(|p| p.1).collect();
        let place = Place {
            name: chosen,
            touched: touched.into_iter().collect(),
        };
        if self.certificate.greatest && place.touched[..] != [0] {
            return Err(far());
        }
        self.lowered(name, binders, clauses, updates, place)
    }

    /// The rules of a text of which the number of heaps and the place are the first coordinates.
    fn rules(&mut self, text: String) -> Result<Rules, Error> {
        let source = Source {
            text: format!("game near{}\n{text}", self.parameters),
            game: None,
            ..self.source.clone()
        };
        read_rules(&source, Numeration::BINARY, self.meter)
    }

    /// The move as one of a game of single numbers, lowered.
    fn lowered(
        &mut self,
        name: &str,
        binders: &[ast::Binder],
        clauses: &[Clause],
        updates: &[(Expr, Expr)],
        place: Place,
    ) -> Result<Local, Error> {
        let at = place.name.clone().unwrap_or("the_place".to_string());
        let mut chosen = Vec::new();
        // Fixed places are distances from the place 0; any other is chosen.
        let mut range = match &place.name {
            None => Some((format!("{at} = 0"), "false".to_string())),
            Some(_) => None,
        };
        for binder in binders {
            let own = &binder.names[0].text;
            let ends = domain(binder).into_iter();
            let ends: Vec<String> = ends.map(|e| self.written(e, &place)).collect();
            let (of, within, below) = match (&binder.domain, &ends[..]) {
                (Domain::Range(..), [a, b]) => (
                    format!("{a}..{b}"),
                    format!("{own} >= {a} and {own} <= {b}"),
                    format!("{a} < 0 and {a} <= {b}"),
                ),
                _ => {
                    let set = format!("{{{}}}", ends.join(", "));
                    let below: Vec<String> = ends.iter().map(|e| format!("{e} < 0")).collect();
                    (set.clone(), format!("{own} in {set}"), below.join(" or "))
                }
            };
            match place.name.as_ref() == Some(own) {
                true => range = Some((within, below)),
                false => chosen.push(format!("{own} in {of}")),
            }
        }
        let Some((range, below)) = range else {
            return refuse("a place is not chosen from a range", "某处并非取自一个范围");
        };
        // What is looked at before a condition is not saved by it: of a heap that is looked at it
        // must follow from the range of the place alone that it is there.
        let mut conditions = vec![format!("if {range}")];
        for clause in clauses {
            conditions.push(match clause {
                Clause::If(e) => format!("if {}", self.written(e, &place)),
                Clause::Let(name, e) => {
                    format!("let {} = {}", name.text, self.written(e, &place))
                }
            });
        }
        let cells: Vec<String> = { place.touched.iter() }
            .map(|&t| cell(&place.touched, t))
            .collect();
        let mut after = cells.clone();
        for (index, value) in updates {
            let (_, distance) = self.index(index).unwrap_or((None, 0));
            let found = place.touched.iter().position(|t| *t == distance);
            after[found.unwrap_or(0)] = self.written(value, &place);
        }
        let d = &self.certificate.parameter;
        let alone = format!("state {d}, {at}\nmove near if {range} -> [{d}, {at}]\n");
        let negative = format!("state {d}, {at}\nmove near if {below} -> [{d}, {at}]\n");
        let text = format!(
            "state {d}, {at}, {}\nmove near{} {} -> [{d}, {at}, {}]\n",
            cells.join(", "),
            match chosen.is_empty() {
                true => String::new(),
                false => format!("({})", chosen.join(", ")),
            },
            conditions.join(" "),
            after.join(", ")
        );
        let (alone, negative) = (self.rules(alone)?, self.rules(negative)?);
        let plain = alone.troubles.is_empty() && negative.troubles.is_empty();
        // The range is asked alone, where there is no room for numbers of its own.
        let range = match &alone.moves[..] {
            [only] if plain && only.binders == 0 => only.guard.clone(),
            _ => return refuse("the range of a place is not plain", "某处的范围并不明确"),
        };
        let below = negative.moves.into_iter().map(|mv| Where {
            binders: mv.binders,
            guard: mv.guard,
        });
        let rules = self.rules(text)?;
        if !rules.troubles.is_empty() {
            return refuse(
                format!("the move `{name}` may have no exact meaning"),
                format!("着法 `{name}` 可能没有确切含义"),
            );
        }
        let fits = |mv: &Move| {
            let whole = matches!(&mv.target[..], [part] if part.len() == 2 + cells.len());
            whole && (0..2).all(|at| mv.target[0][at].as_variable() == Some(at))
        };
        if !rules.moves.iter().all(fits) || !rules.are_unbounded() {
            return refuse("a move changes its place", "有着法改变了其所在");
        }
        Ok(Local {
            moves: rules.moves,
            range,
            below: below.collect(),
            touched: place.touched,
        })
    }
}
