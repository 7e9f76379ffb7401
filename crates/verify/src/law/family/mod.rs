//! Certificates of theorems with a parameter: a law for *all* games of a family.
//!
//! `game bachet(k = 3)` is a game for each number k. A certificate claims for **all** k ≥ K and all heaps n
//!
//! > g(n) = f(n mod p), where p = p(k) is linear in k and f(r) is piecewise linear in r and k,
//!
//! perhaps with other p and f for each remainder of k modulo M. n mod (k + 1) is no automatic relation; the
//! step of the induction is linear all the same, and that is what is decided.
//!
//! **Theorem.** Let the parameter be one more coordinate, which no move changes. *Premises*, for every case of k:
//!
//! 1. The rules have an exact meaning at every (k, n) with k ≥ K: no fault, nothing that is not translated.
//! 2. p(k) ≥ 1, and for every r < p(k) exactly one piece of f applies, and gives a natural number.
//! 3. Every move leads from n to one n' < n. Where p grows with k, also n - n' ≤ c·p(k) for the number c of
//!    the certificate (the *reach*).
//! 4. For all n and r < p that are *related* and all moves to an n' with an r' < p that is *related to it*: f(r') ≠ f(r).
//! 5. For all related n and r and all v < f(r) there is a move to such an r' with f(r') = v.
//!
//! Where p does not depend on k, n and r are related if n ≡ r modulo p, which is automatic. Where it does, n and r are related
//! if n = q·p + r for a q < c, or n ≥ c·p + r; and the r' of a move is the one with r' = r - (n - n') + i·p for an i
//! from 0 to c. *Then* g(n) = f(n mod p) for all n and all k ≥ K.
//!
//! *Proof.* Let n = q·p + r with 0 ≤ r < p. Then n and r are related: if q ≥ c, n ≥ c·p + r. A move leads to n' = n - j with 1 ≤ j ≤
//! c·p, so r - j lies from -c·p to p - 1, exactly one i from 0 to c brings it to an r' from 0 to p - 1, and r' = n' mod p. By induction
//! g(n') = f(r'). So 4 and 5 say that f(r) is the least number that is no option's value. Beyond q ≥ c premises 4 and 5
//! ask more than is needed, since n and r may be related without n ≡ r: that makes them linear, and is no loss
//! of soundness. ∎
//!
//! **Who loses.** With `claim lost` n is claimed to be lost exactly if f(n mod p) = 0, under normal or misère play. In the place of
//! 4 and 5 then stands: for all related n and r, f(r) = 0 exactly if no move leads to an r' with f(r') = 0 and, under misère play, there is a
//! move. The proof is the same.
//!
//! Every premise is a question whether some numbers break it, linear in k, n, r, v and the chosen numbers, and is
//! decided digit by digit as the premises of laws are ([`super`]).
//!
//! ```text
//! grundy family certificate 1
//! for k from 1
//! game bachet
//! rules 3 lines
//! game bachet(k = 3)
//! state n
//! move take(j in 1..k) -> [n-j]
//! case k mod 1 = 0 period 1 1 reach 1
//! piece from 0 0 below 1 1 step 1 offset 0 start 0 0 rise 1
//! sum …
//! ```
//!
//! `period A B` is A·k + B, and so are the ends `from` and `below` of a piece and its `start`. A piece is about the r with from ≤ r < below
//! and r = from + offset + t·step for a t ≥ 0; its value is start + t·rise.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_verify::law::family::check;
//! let text = "grundy family certificate 1
//! for k from 0
//! game bachet
//! rules 3 lines
//! game bachet(k = 3)
//! state n
//! move take(j in 1..k) -> [n-j]
//! case k mod 1 = 0 period 1 1 reach 1
//! piece from 0 0 below 1 1 step 1 offset 0 start 0 0 rise 1
//! ";
//! let family = check(&grundy::notation::sealed::seal(text), &Budget::default()).unwrap();
//! assert_eq!(family.certificate().law().to_string(), "g(n) = n mod (k+1)");
//! let lie = text.replace("period 1 1", "period 1 2").replace("below 1 1", "below 1 2");
//! assert!(check(&grundy::notation::sealed::seal(&lie), &Budget::default()).is_err());
//! ```
//!
//! Limits: one coordinate, natural numbers from 0 on; every move leads to one heap; no play with forbidden options; one parameter for all of
//! whose values the law is claimed, others fixed.

mod certificate;
mod words;

use grundy::budget::{Budget, Meter};
use grundy::error::Error;
use grundy_lang::ast::{Statement, Target};
use grundy_lang::diagnostic::Span;

use super::form::{Form, Guard, Reason};
use super::lower::Move;
use super::numeration::Numeration;
use super::question::{Builder, ask, exact, exists, read_rules};
use super::text::Source;
use crate::{refuse, refused};

pub use certificate::{Case, Certificate, Line, Piece, TITLE};

/// The farthest reach.
const MOST_REACH: i64 = 16;

/// A certificate whose claim was verified. Only [`check`] makes one.
pub type Theorem = crate::Theorem<Certificate>;

/// The rules with the parameter as the first coordinate.
fn lifted(source: &Source, parameter: &str) -> Result<Source, Error> {
    let no = |en: &str, zh: &str| refuse(en.to_string(), zh.to_string());
    let file = source.parsed()?;
    // What is written instead, from where to where.
    let mut edits: Vec<(Span, String)> = Vec::new();
    let mut known = false;
    for line in &file.lines {
        let mut before = |at: usize| {
            edits.push((Span { start: at, end: at }, format!("{parameter}, ")));
        };
        match &line.statement {
            Statement::Game(_, parameters) => {
                for (name, _) in parameters.iter().filter(|(n, _)| n.text == parameter) {
                    known = true;
                    // It stays, under a name that nothing uses.
                    edits.push((name.span, format!("parameter_{parameter}")));
                }
            }
            Statement::State(coordinates, None) => match &coordinates[..] {
                [only] if only.length.is_none() => before(only.name.span.start),
                _ => return no("its positions are not single heaps", "其局面不是单个堆"),
            },
            Statement::State(_, Some(_)) => {
                return no("its positions are not single heaps", "其局面不是单个堆");
            }
            Statement::Move {
                target: Target::Sum(parts),
                ..
            } => match &parts[..] {
                [part] if part.game.is_none() && !part.at.is_empty() => {
                    before(part.at[0].span.start);
                }
                _ => {
                    return no(
                        "a move of its rules does not lead to one heap",
                        "其规则中有着法不导向单个堆",
                    );
                }
            },
            // They are about single games of the family, or about how it is shown.
            Statement::Expect(_)
            | Statement::Conjecture(_)
            | Statement::Start(..)
            | Statement::Show(..) => {
                edits.push((line.span, String::new()));
            }
            Statement::Play(name, None) if ["normal", "misere"].contains(&&*name.text) => {}
            _ => {
                return no(
                    "its rules have a statement that families do not have",
                    "其规则含有族所没有的语句",
                );
            }
        }
    }
    if !known {
        return refuse(
            format!("its rules are not one game with a parameter `{parameter}`"),
            format!("其规则不是带参数 `{parameter}` 的单个游戏"),
        );
    }
    Ok(source.rewritten(edits))
}

/// The variables of every question: the parameter, the heap, its remainder.
const K: usize = 0;
const N: usize = 1;
const R: usize = 2;

/// a·k + b
fn line(of: Line) -> Result<Form, Reason> {
    Form::constant(of.constant).plus(of.factor.into(), &Form::variable(K))
}

/// r < p
fn inside(case: &Case, r: &Form) -> Result<Guard, Reason> {
    Guard::less(r, &line(case.period)?)
}

/// That a piece is about the number in a variable.
fn covers(piece: &Piece, r: &Form) -> Result<Guard, Reason> {
    let first = line(piece.from)?.plus(1, &Form::constant(piece.offset))?;
    let into = r.plus(-1, &first)?;
    Ok(Guard::All(vec![
        Guard::at_most(&Form::constant(0), &into)?,
        Guard::less(r, &line(piece.below)?)?,
        Guard::Remainder(into, piece.step, 0),
    ]))
}

/// That a piece gives this value: step·v = step·start + rise·(r - from - offset).
fn gives(piece: &Piece, r: &Form, v: &Form) -> Result<Guard, Reason> {
    let first = line(piece.from)?.plus(1, &Form::constant(piece.offset))?;
    let into = r.plus(-1, &first)?;
    let value = line(piece.start)?.times(piece.step.into())?;
    let value = value.plus(piece.rise.into(), &into)?;
    Guard::equal(&v.times(piece.step.into())?, &value)
}

/// f(r) = v
fn valued(case: &Case, r: &Form, v: &Form) -> Result<Guard, Reason> {
    let mut any = Vec::new();
    for piece in &case.pieces {
        any.push(Guard::All(vec![covers(piece, r)?, gives(piece, r, v)?]));
    }
    Ok(Guard::Any(any))
}

/// The places of the variables of a move whose chosen numbers begin at one.
fn places(mv: &Move, first: usize) -> Vec<usize> {
    [K, N]
        .into_iter()
        .chain(first..first + mv.binders)
        .collect()
}

struct Checker<'c> {
    certificate: &'c Certificate,
    moves: &'c [Move],
    misere: bool,
}

/// Verifies a certificate. If its claim is not true, or does not follow, the error tells where.
pub fn check(text: &str, budget: &Budget) -> Result<Theorem, Error> {
    let certificate = Certificate::read(text)?;
    let mut meter = budget.meter("check");
    let lifted = lifted(&certificate.source, &certificate.parameter)?;
    let rules = read_rules(&lifted, Numeration::BINARY, &mut meter)?;
    if rules.misere && !certificate.lost || rules.blocked > 0 {
        return refuse(
            "under these conventions there are no values",
            "在这些约定下没有 SG 值",
        );
    }
    if rules.dimension != 2 || !rules.are_unbounded() {
        return refuse(
            "its heaps are not all natural numbers",
            "其堆并非取遍自然数",
        );
    }
    let checker = Checker {
        certificate: &certificate,
        moves: &rules.moves,
        misere: rules.misere,
    };
    checker.cases()?;
    // Premise 1.
    let least = Form::constant(certificate.least);
    let large = Guard::at_most(&least, &Form::variable(K))?;
    let shown = |at: &[u64]| format!("{} = {}, n = {}", certificate.parameter, at[K], at[N]);
    exact(&rules, Numeration::BINARY, &[large], &shown, &mut meter)?;
    for case in &certificate.cases {
        checker.pieces(case, &mut meter)?;
        checker.downwards(case, &mut meter)?;
        for related in related(case)? {
            if certificate.lost {
                checker.who_loses(case, &related, &mut meter)?;
                continue;
            }
            checker.not_the_same(case, &related, &mut meter)?;
            checker.all_smaller(case, &related, &mut meter)?;
        }
    }
    Ok(Theorem::new(certificate, &meter))
}

/// What a heap and its remainder have to do with each other, in all ways that are asked about.
fn related(case: &Case) -> Result<Vec<Guard>, Reason> {
    let (n, r) = (Form::variable(N), Form::variable(R));
    let quotient = n.plus(-1, &r)?;
    if case.period.factor == 0 {
        return Ok(vec![Guard::Remainder(quotient, case.period.constant, 0)]);
    }
    let mut ways = Vec::new();
    for q in 0..case.reach {
        ways.push(Guard::equal(
            &quotient,
            &line(case.period)?.times(q.into())?,
        )?);
    }
    let many = line(case.period)?.times(case.reach.into())?;
    ways.push(Guard::at_most(&many, &quotient)?);
    Ok(ways)
}

/// What the remainder `rest` of an option at `to` is, in all ways.
fn remainders(case: &Case, to: &Form, rest: &Form) -> Result<Vec<Vec<Guard>>, Reason> {
    let inside = inside(case, rest)?;
    let legal = Guard::at_most(&Form::constant(0), to)?;
    let both = |more: Guard| vec![inside.clone(), legal.clone(), more];
    if case.period.factor == 0 {
        let same = Guard::Remainder(to.plus(-1, rest)?, case.period.constant, 0);
        return Ok(vec![both(same)]);
    }
    let mut ways = Vec::new();
    for i in 0..=case.reach {
        // r' = r - n + n' + i·p
        let moved = Form::variable(R)
            .plus(-1, &Form::variable(N))?
            .plus(1, to)?;
        let moved = moved.plus(i.into(), &line(case.period)?)?;
        ways.push(both(Guard::equal(rest, &moved)?));
    }
    Ok(ways)
}

impl Checker<'_> {
    /// The cases are one for each remainder, and their numbers make sense.
    fn cases(&self) -> Result<(), Error> {
        let cases = &self.certificate.cases;
        let modulus = cases.len() as i64;
        for (rest, case) in (0..).zip(cases) {
            let sound = |piece: &Piece| piece.step >= 1 && (0..piece.step).contains(&piece.offset);
            if case.modulus != modulus
                || case.rest != rest
                || case.period.factor < 0
                || !(1..=MOST_REACH).contains(&case.reach)
                || !case.pieces.iter().all(sound)
            {
                return refuse(
                    format!(
                        "its case {rest} of {modulus} is none, or has numbers that mean nothing"
                    ),
                    format!("其第 {rest} 种情形（共 {modulus} 种）不成立，或其中的数没有意义"),
                );
            }
        }
        match cases.is_empty() {
            true => refuse("it has no case", "它没有任何情形"),
            false => Ok(()),
        }
    }

    fn fails(&self, at: &[u64], en: &str, zh: &str) -> Error {
        let (name, k) = (&self.certificate.parameter, at[K]);
        let n = at.get(N).copied().unwrap_or(0);
        refused(
            format!("for {name} = {k}, near n = {n}: {en}"),
            format!("{name} = {k}，n = {n} 附近：{zh}"),
        )
    }

    /// That the parameter is one of the case.
    fn of_case(&self, case: &Case, variables: usize) -> Result<Builder, Error> {
        let (k, least) = (Form::variable(K), Form::constant(self.certificate.least));
        let mut asked = Builder::new(variables);
        asked.need(&Guard::at_most(&least, &k)?)?;
        asked.need(&Guard::Remainder(k, case.modulus, case.rest))?;
        Ok(asked)
    }

    /// The same, and that r is a remainder that is related to n.
    fn of_heap(&self, case: &Case, related: &Guard, variables: usize) -> Result<Builder, Error> {
        let mut asked = self.of_case(case, variables)?;
        asked.need(related)?;
        asked.need(&inside(case, &Form::variable(R))?)?;
        Ok(asked)
    }

    /// Premise 2.
    fn pieces(&self, case: &Case, meter: &mut Meter) -> Result<(), Error> {
        let (r, v, zero) = (Form::variable(R), Form::variable(R + 1), Form::constant(0));
        let nothing = Guard::equal(&Form::variable(N), &zero)?;
        let mut none = self.of_case(case, R)?;
        none.need(&nothing)?;
        none.need(&Guard::at_most(&line(case.period)?, &zero)?)?;
        if let Some(at) = exists(Numeration::BINARY, none, meter)? {
            return Err(self.fails(&at, "the period is not positive", "周期不是正数"));
        }
        let mut open = self.of_case(case, R + 1)?;
        open.need(&nothing)?;
        open.need(&inside(case, &r)?)?;
        let mut branches = Vec::new();
        for piece in &case.pieces {
            let mut covered = Builder::new(R + 1);
            covered.need(&covers(piece, &r)?)?;
            let mut given = Builder::new(R + 2);
            given.need(&covers(piece, &r)?)?;
            given.need(&gives(piece, &r, &v)?)?;
            branches.extend([covered, given]);
        }
        // One piece applies, and it gives a natural number. Ways are counted beyond one.
        let bad = |ok: bool, ways: &[u32]| {
            let covered: u32 = ways.iter().step_by(2).sum();
            let given: u32 = ways.iter().skip(1).step_by(2).sum();
            ok && (covered != 1 || given != 1)
        };
        match ask(Numeration::BINARY, open, branches, 2, &bad, meter)? {
            None => Ok(()),
            Some(at) => Err(self.fails(
                &[at[K], at[R]],
                "not exactly one piece of the law applies, or its value is negative",
                "并非恰有一段规律适用，或其值为负",
            )),
        }
    }

    /// Premise 3.
    fn downwards(&self, case: &Case, meter: &mut Meter) -> Result<(), Error> {
        for mv in self.moves {
            let [part] = &mv.target[..] else {
                return refuse("a move does not lead to one heap", "有着法不导向单个堆");
            };
            if part.len() != 2 || part[0].as_variable() != Some(K) {
                return refuse("a move changes the parameter", "有着法改变了参数");
            }
            let (n, to) = (Form::variable(N), &part[1]);
            let mut far = vec![Guard::at_most(&n, to)?];
            if case.period.factor != 0 {
                let reach = line(case.period)?.times(case.reach.into())?;
                far.push(Guard::less(&reach, &n.plus(-1, to)?)?);
            }
            let mut open = self.of_case(case, 2 + mv.binders)?;
            open.need_at(&mv.guard, &places(mv, 2))?;
            open.need(&Guard::at_most(&Form::constant(0), to)?)?;
            open.need(&Guard::Any(far))?;
            if let Some(at) = exists(Numeration::BINARY, open, meter)? {
                return Err(self.fails(
                    &at,
                    "a move does not lead downwards, or farther than the reach",
                    "有着法不下降，或超出所称的范围",
                ));
            }
        }
        Ok(())
    }

    /// The options of n in all ways, one for each move and each way to tell the remainder, which comes in the
    /// variable `rest`, before the chosen numbers: of each `open` gives a new question.
    fn options(
        &self,
        case: &Case,
        rest: usize,
        value: &Form,
        open: &dyn Fn(usize) -> Result<Builder, Error>,
    ) -> Result<Vec<Builder>, Error> {
        let mut all = Vec::new();
        for mv in self.moves {
            let places = places(mv, rest + 1);
            let to = mv.target[0][1].placed(&places);
            let r = Form::variable(rest);
            for way in remainders(case, &to, &r)? {
                let mut option = open(rest + 1 + mv.binders)?;
                option.need_at(&mv.guard, &places)?;
                way.iter().try_for_each(|guard| option.need(guard))?;
                option.need(&valued(case, &r, value)?)?;
                all.push(option);
            }
        }
        Ok(all)
    }

    /// In the place of premises 4 and 5 where it is claimed who loses.
    fn who_loses(&self, case: &Case, related: &Guard, meter: &mut Meter) -> Result<(), Error> {
        // k, n, r; then r' and the chosen numbers.
        let zero = Form::constant(0);
        let open = self.of_heap(case, related, R + 1)?;
        let mut lost = Builder::new(R + 1);
        lost.need(&valued(case, &Form::variable(R), &zero)?)?;
        let mut branches = vec![lost];
        branches.extend(self.options(case, R + 1, &zero, &|v| Ok(Builder::new(v)))?);
        let to_lost = 1..branches.len();
        for mv in self.moves {
            let places = places(mv, R + 1);
            let to = mv.target[0][1].placed(&places);
            let mut legal = Builder::new(R + 1 + mv.binders);
            legal.need_at(&mv.guard, &places)?;
            legal.need(&Guard::at_most(&zero, &to)?)?;
            branches.push(legal);
        }
        let bad = |ok: bool, ways: &[u32]| {
            let none = ways[to_lost.clone()].iter().all(|&w| w == 0);
            let movable = !self.misere || ways[to_lost.end..].iter().any(|&w| w > 0);
            ok && (ways[0] > 0) != (none && movable)
        };
        match ask(Numeration::BINARY, open, branches, 1, &bad, meter)? {
            None => Ok(()),
            Some(at) => Err(self.fails(
                &at,
                "what is claimed does not follow from what is claimed of the options",
                "所称与对各选项所称不符",
            )),
        }
    }

    /// Premise 4.
    fn not_the_same(&self, case: &Case, related: &Guard, meter: &mut Meter) -> Result<(), Error> {
        // k, n, r, v, r', then the chosen numbers.
        let v = Form::variable(R + 1);
        let heap = |variables: usize| {
            let mut asked = self.of_heap(case, related, variables)?;
            asked.need(&valued(case, &Form::variable(R), &v)?)?;
            Ok(asked)
        };
        for open in self.options(case, R + 2, &v, &heap)? {
            if let Some(at) = exists(Numeration::BINARY, open, meter)? {
                return Err(self.fails(
                    &at,
                    "an option has the value that is claimed of the heap",
                    "有选项的值等于所称的堆的值",
                ));
            }
        }
        Ok(())
    }

    /// Premise 5.
    fn all_smaller(&self, case: &Case, related: &Guard, meter: &mut Meter) -> Result<(), Error> {
        // k, n, r, v, f(r); then r' and the chosen numbers.
        let (v, whole) = (Form::variable(R + 1), Form::variable(R + 2));
        let mut open = self.of_heap(case, related, R + 3)?;
        open.need(&valued(case, &Form::variable(R), &whole)?)?;
        open.need(&Guard::less(&v, &whole)?)?;
        let branches = self.options(case, R + 3, &v, &|v| Ok(Builder::new(v)))?;
        let bad = |ok: bool, ways: &[u32]| ok && ways.iter().all(|&w| w == 0);
        match ask(Numeration::BINARY, open, branches, 1, &bad, meter)? {
            None => Ok(()),
            Some(at) => Err(self.fails(
                &at,
                &format!("no option has the value {}", at[R + 1]),
                &format!("没有值为 {} 的选项", at[R + 1]),
            )),
        }
    }
}
