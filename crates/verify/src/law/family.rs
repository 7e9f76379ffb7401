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

use std::fmt::{self, Write};

use grundy::budget::{Budget, Meter};
use grundy::error::Error;
use grundy::notation::sealed;
use grundy::text::{Lang, Text};
use grundy_lang::ast::{Statement, Target};
use grundy_lang::diagnostic::Span;

use super::certificate::{Source, read_source};
use super::form::{Form, Guard, Reason};
use super::lower::Move;
use super::numeration::Numeration;
use super::search::{Block, Question, find};
use super::{Builder, MOST_LETTERS, cannot, read_rules};
use crate::{refuse, refused};

/// The first line.
pub const TITLE: &str = "grundy family certificate 1";
/// The most cases, pieces of a case, and the largest number in a certificate.
const MOST_CASES: usize = 64;
const MOST_PIECES: usize = 256;
const LARGEST: i64 = 1 << 20;
/// The farthest reach.
const MOST_REACH: i64 = 16;

/// a·k + b
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The factor of the parameter.
    pub factor: i64,
    /// What is added.
    pub constant: i64,
}

impl Line {
    /// a·k + b
    pub fn new(factor: i64, constant: i64) -> Line {
        Line { factor, constant }
    }

    /// The value for a parameter, if it fits.
    pub fn at(self, k: i64) -> Option<i64> {
        self.factor.checked_mul(k)?.checked_add(self.constant)
    }

    /// `2k+1`
    pub fn written(self, k: &str) -> String {
        let times = match self.factor {
            1 => k.to_string(),
            -1 => format!("-{k}"),
            factor => format!("{factor}{k}"),
        };
        match (self.factor, self.constant) {
            (0, constant) => constant.to_string(),
            (_, 0) => times,
            (_, constant) => format!("{times}{constant:+}"),
        }
    }
}

/// A piece of f: the r = from + offset + t·step below an end, with the value start + t·rise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it begins.
    pub from: Line,
    /// The first r behind it.
    pub below: Line,
    /// Every so many r.
    pub step: i64,
    /// Which of these, from 0 to step - 1.
    pub offset: i64,
    /// The value of the first.
    pub start: Line,
    /// What is added with each step.
    pub rise: i64,
}

/// A law for the parameters that leave a remainder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The modulus.
    pub modulus: i64,
    /// The remainder of the parameter.
    pub rest: i64,
    /// The period.
    pub period: Line,
    /// No move is longer than so many periods, where the period grows.
    pub reach: i64,
    /// The values of one period.
    pub pieces: Vec<Piece>,
}

impl Piece {
    /// Whether another is about the next r of the same stretch.
    fn goes_on(&self, next: &Piece) -> bool {
        let stretch = |p: &Piece| (p.from, p.below, p.step, p.rise);
        stretch(self) == stretch(next) && self.offset + 1 == next.offset
    }
}

/// A sum of two terms, of which one may be 0.
fn sum(a: &str, b: &str) -> String {
    match (a, b) {
        ("0", b) => b.to_string(),
        (a, "0") => a.to_string(),
        (a, b) if b.starts_with('-') => format!("{a}{b}"),
        (a, b) => format!("{a}+{b}"),
    }
}

impl Case {
    /// Pieces of one stretch as text, together where they are one formula.
    fn written(&self, together: &[Piece], k: &str) -> Vec<String> {
        let Some(&first) = together.first() else {
            return Vec::new();
        };
        let (from, below) = (first.from.written(k), first.below.written(k));
        let (step, rise, start) = (first.step, first.rise, first.start);
        // What r is beyond the beginning.
        let into = match from.as_str() {
            "0" => "r".to_string(),
            from if first.from.factor == 0 => format!("(r-{from})"),
            from => format!("(r-({from}))"),
        };
        let mut when = Vec::new();
        if first.below == Line::new(first.from.factor, first.from.constant + 1) {
            when.push(format!("r = {from}"));
        } else if from == "0" && first.below != self.period {
            when.push(format!("r < {below}"));
        } else if from != "0" && first.below == self.period {
            when.push(format!("r ≥ {from}"));
        } else if from != "0" {
            when.push(format!("{from} ≤ r < {below}"));
        }
        let said = |value: String, when: &[String]| match when.is_empty() {
            true => value,
            false => format!("{value} ({})", when.join(", ")),
        };
        let whole = together.len() as i64 == step && first.offset == 0;
        let apart = |each: i64| {
            let mut at = (0..).zip(together);
            at.all(|(t, p)| p.start == Line::new(start.factor, start.constant + t * each))
        };
        let times = |factor: i64, of: String| match factor {
            0 => "0".to_string(),
            1 => of,
            factor => format!("{factor}·{of}"),
        };
        if whole && step == 1 && rise == 1 {
            let constant = Line::new(
                start.factor - first.from.factor,
                start.constant - first.from.constant,
            );
            return vec![said(sum("r", &constant.written(k)), &when)];
        }
        if whole && (apart(0) || apart(1)) {
            let steps = match step {
                1 => into.clone(),
                step => format!("⌊{into}/{step}⌋"),
            };
            let mut value = sum(&start.written(k), &times(rise, steps));
            if !apart(0) {
                // How far `mod` reaches beside a sum is not agreed on.
                let rest = match value.as_str() {
                    "0" => format!("{into} mod {step}"),
                    _ => format!("({into} mod {step})"),
                };
                value = sum(&value, &rest);
            }
            return vec![said(value, &when)];
        }
        let one = |piece: &Piece| {
            let mut when = when.clone();
            when.push(format!("{into} mod {step} = {}", piece.offset));
            let steps = format!("⌊{into}/{step}⌋");
            said(sum(&piece.start.written(k), &times(rise, steps)), &when)
        };
        together.iter().map(one).collect()
    }

    /// The remainders of lost heaps as a condition on r; `None` if some value rises or depends on the
    /// parameter, so that it is better told by f itself.
    fn lost(&self, k: &str) -> Option<String> {
        let mut lost = Vec::new();
        for piece in &self.pieces {
            if piece.rise != 0 || piece.start.factor != 0 {
                return None;
            }
            if piece.start.constant != 0 {
                continue;
            }
            let (from, below) = (piece.from.written(k), piece.below.written(k));
            let one = piece.below == Line::new(piece.from.factor, piece.from.constant + 1);
            let whole = from == "0" && piece.below == self.period;
            let into = match from.as_str() {
                "0" => "r".to_string(),
                from => format!("(r-({from}))"),
            };
            let mut when = Vec::new();
            if one {
                when.push(format!("r = {from}"));
            } else if !whole {
                when.push(format!("{from} ≤ r < {below}"));
            }
            if piece.step > 1 {
                when.push(format!("{into} mod {} = {}", piece.step, piece.offset));
            }
            lost.push(match when.is_empty() {
                true => "r ≥ 0".to_string(),
                false => when.join(" ∧ "),
            });
        }
        Some(match lost.is_empty() {
            true => "r < 0".to_string(),
            false => lost.join(" ∨ "),
        })
    }

    /// The value that is claimed of n, if there is just one.
    pub fn value(&self, k: i64, n: i64) -> Option<i64> {
        let r = n.checked_rem_euclid(self.period.at(k)?)?;
        let mut found = self.pieces.iter().filter_map(|piece| {
            let into = r
                .checked_sub(piece.from.at(k)?)?
                .checked_sub(piece.offset)?;
            let inside = into >= 0 && r < piece.below.at(k)?;
            let on_step = into.checked_rem(piece.step)? == 0;
            let rises = (into / piece.step).checked_mul(piece.rise)?;
            let value = piece.start.at(k)?.checked_add(rises)?;
            (inside && on_step).then_some(value)
        });
        found.next().filter(|_| found.next().is_none())
    }
}

/// A claim about all games of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules.
    pub source: Source,
    /// The parameter.
    pub parameter: String,
    /// Its least value.
    pub least: i64,
    /// Whether the law says who loses: heaps of value 0. Else it says values.
    pub lost: bool,
    /// The law.
    pub cases: Vec<Case>,
}

impl Certificate {
    /// The value that is claimed of a heap.
    pub fn value(&self, k: i64, n: i64) -> Option<i64> {
        let of = |case: &&Case| k.checked_rem_euclid(case.modulus) == Some(case.rest);
        self.cases.iter().find(of)?.value(k, n)
    }

    /// The law as a formula.
    pub fn law(&self) -> Text {
        let k = &self.parameter;
        let mut cases = [Vec::new(), Vec::new()];
        for case in &self.cases {
            let when = match case.modulus {
                1 => String::new(),
                modulus => format!("{k} mod {modulus} = {}: ", case.rest),
            };
            let period = match (case.period.factor, case.period.constant) {
                (0, constant) => constant.to_string(),
                (1, 0) => k.clone(),
                _ => format!("({})", case.period.written(k)),
            };
            let pieces: Vec<String> = { case.pieces.chunk_by(Piece::goes_on) }
                .flat_map(|together| case.written(together, k))
                .collect();
            let mut pieces = pieces.join(", ");
            if self.lost {
                pieces = case
                    .lost(k)
                    .unwrap_or_else(|| format!("0 = f(r) = {pieces}"));
            }
            for (language, wherein) in cases.iter_mut().zip([", where", "，其中"]) {
                language.push(match pieces.as_str() {
                    pieces if self.lost => {
                        let exactly = if wherein.starts_with(',') {
                            "n is P exactly if"
                        } else {
                            "n 为 P 态，当且仅当"
                        };
                        format!("{when}{exactly} {pieces}{wherein} r = n mod {period}")
                    }
                    "r" => format!("{when}g(n) = n mod {period}"),
                    "0" => format!("{when}g(n) = 0"),
                    pieces => format!("{when}g(n) = {pieces}{wherein} r = n mod {period}"),
                });
            }
        }
        Text::new(cases[0].join("; "), cases[1].join("；"))
    }

    /// Reads a certificate. That says nothing yet about its claim.
    pub fn read(text: &str) -> Result<Certificate, Error> {
        let Some(body) = sealed::open(text) else {
            return refuse(
                "its checksum does not fit: it was cut short or damaged",
                "校验和不符：证书被截断或损坏",
            );
        };
        let mut lines = body.lines();
        if lines.next() != Some(TITLE) {
            return refuse(
                format!("it does not begin with `{TITLE}`"),
                format!("开头不是 `{TITLE}`"),
            );
        }
        let wrong = |line: &str| {
            let shown: String = line.chars().take(60).collect();
            refused(
                format!("it cannot be read at `{shown}`"),
                format!("无法读取，位于 `{shown}`"),
            )
        };
        // The family stands before the rules, so that these end where they say.
        let family = lines.next().unwrap_or("");
        let words: Vec<&str> = family.split(' ').collect();
        let ["for", parameter, "from", least] = words[..] else {
            return Err(wrong(family));
        };
        let least = least.parse().ok().filter(|k| (0..=LARGEST).contains(k));
        let least = least.ok_or_else(|| wrong(family))?;
        let source = read_source(&mut lines)?;
        let mut cases: Vec<Case> = Vec::new();
        let mut lost = false;
        for line in lines {
            if line == "claim lost" && cases.is_empty() {
                lost = true;
                continue;
            }
            let words: Vec<&str> = line.split(' ').collect();
            let number = |word: &str| {
                let number = word.parse().ok().filter(|n: &i64| n.abs() <= LARGEST);
                number.ok_or_else(|| wrong(line))
            };
            match words[..] {
                [
                    "case",
                    k,
                    "mod",
                    modulus,
                    "=",
                    rest,
                    "period",
                    a,
                    b,
                    "reach",
                    reach,
                ] if k == parameter && cases.len() < MOST_CASES => {
                    cases.push(Case {
                        modulus: number(modulus)?,
                        rest: number(rest)?,
                        period: Line::new(number(a)?, number(b)?),
                        reach: number(reach)?,
                        pieces: Vec::new(),
                    });
                }
                [
                    "piece",
                    "from",
                    a,
                    b,
                    "below",
                    c,
                    d,
                    "step",
                    step,
                    "offset",
                    offset,
                    "start",
                    e,
                    f,
                    "rise",
                    rise,
                ] => {
                    let case = cases.last_mut().ok_or_else(|| wrong(line))?;
                    case.pieces.push(Piece {
                        from: Line::new(number(a)?, number(b)?),
                        below: Line::new(number(c)?, number(d)?),
                        step: number(step)?,
                        offset: number(offset)?,
                        start: Line::new(number(e)?, number(f)?),
                        rise: number(rise)?,
                    });
                    if case.pieces.len() > MOST_PIECES {
                        return Err(wrong(line));
                    }
                }
                _ => return Err(wrong(line)),
            }
        }
        Ok(Certificate {
            source,
            parameter: parameter.to_string(),
            least,
            lost,
            cases,
        })
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (source, k) = (&self.source, &self.parameter);
        let mut text = format!("{TITLE}\nfor {k} from {}\n", self.least);
        writeln!(text, "game {}", source.name.replace('\n', " "))?;
        for (name, value) in &source.parameters {
            writeln!(text, "set {name} = {value}")?;
        }
        if source.misere {
            text.push_str("play misere\n");
        }
        writeln!(text, "rules {} lines", source.text.lines().count())?;
        { source.text.lines() }.try_for_each(|line| writeln!(text, "{line}"))?;
        if self.lost {
            text.push_str("claim lost\n");
        }
        for case in &self.cases {
            let (modulus, rest, period) = (case.modulus, case.rest, case.period);
            writeln!(
                text,
                "case {k} mod {modulus} = {rest} period {} {} reach {}",
                period.factor, period.constant, case.reach
            )?;
            for piece in &case.pieces {
                let (from, below, start) = (piece.from, piece.below, piece.start);
                writeln!(
                    text,
                    "piece from {} {} below {} {} step {} offset {} start {} {} rise {}",
                    from.factor,
                    from.constant,
                    below.factor,
                    below.constant,
                    piece.step,
                    piece.offset,
                    start.factor,
                    start.constant,
                    piece.rise
                )?;
            }
        }
        f.write_str(&sealed::seal(&text))
    }
}

/// A certificate whose claim was verified. Only [`check`] makes one.
#[derive(Clone, Debug)]
pub struct Theorem {
    certificate: Certificate,
    nodes: u64,
}

impl Theorem {
    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// How many nodes were searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// Refuses rules that are none with the numbers that they name themselves.
pub(super) fn compiles(source: &Source, file: &grundy_lang::ast::File) -> Result<(), Error> {
    match grundy_lang::check::check_named(file, None, &source.parameters) {
        Ok(_) => Ok(()),
        Err(_) => refuse("its rules cannot be read", "无法读取其规则"),
    }
}

/// The rules with the parameter as the first coordinate.
fn lifted(source: &Source, parameter: &str) -> Result<Source, Error> {
    let no = |en: &str, zh: &str| refuse(en.to_string(), zh.to_string());
    let Ok(file) = grundy_lang::parse(&source.text) else {
        return no("its rules cannot be read", "无法读取其规则");
    };
    compiles(source, &file)?;
    // What is written instead, from where to where.
    let mut edits: Vec<(Span, String)> = Vec::new();
    let (mut known, mut games) = (false, 0);
    for line in &file.lines {
        let mut before = |at: usize| {
            edits.push((Span { start: at, end: at }, format!("{parameter}, ")));
        };
        match &line.statement {
            Statement::Game(_, parameters) => {
                games += 1;
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
    if !known || games != 1 {
        return refuse(
            format!("its rules are not one game with a parameter `{parameter}`"),
            format!("其规则不是带参数 `{parameter}` 的单个游戏"),
        );
    }
    edits.sort_by_key(|(span, _)| (span.start, span.end));
    let mut text = String::new();
    let mut at = 0;
    for (span, by) in &edits {
        text.push_str(source.text.get(at..span.start).unwrap_or(""));
        text.push_str(by);
        at = span.end.max(at);
    }
    text.push_str(source.text.get(at..).unwrap_or(""));
    Ok(Source {
        text,
        ..source.clone()
    })
}

/// The variables of every question: the parameter, the heap, its remainder.
const K: usize = 0;
const N: usize = 1;
const R: usize = 2;

fn form(terms: &[(usize, i64)], constant: i64) -> Result<Form, Reason> {
    let mut sum = Form::constant(constant);
    for &(variable, factor) in terms {
        sum = sum.plus(factor.into(), &Form::variable(variable))?;
    }
    Ok(sum)
}

/// a·k + b
fn line(of: Line) -> Result<Form, Reason> {
    form(&[(K, of.factor)], of.constant)
}

fn less(a: &Form, b: &Form) -> Result<Guard, Reason> {
    Guard::at_most(&a.plus(1, &Form::constant(1))?, b)
}

fn equal(a: &Form, b: &Form) -> Result<Guard, Reason> {
    Ok(Guard::Zero(a.plus(-1, b)?))
}

/// That a piece is about the number in a variable.
fn covers(piece: &Piece, r: &Form) -> Result<Guard, Reason> {
    let first = line(piece.from)?.plus(1, &Form::constant(piece.offset))?;
    let into = r.plus(-1, &first)?;
    Ok(Guard::All(vec![
        Guard::at_most(&Form::constant(0), &into)?,
        less(r, &line(piece.below)?)?,
        Guard::Remainder(into, piece.step, 0),
    ]))
}

/// That a piece gives this value: step·v = step·start + rise·(r - from - offset).
fn gives(piece: &Piece, r: &Form, v: &Form) -> Result<Guard, Reason> {
    let first = line(piece.from)?.plus(1, &Form::constant(piece.offset))?;
    let into = r.plus(-1, &first)?;
    let value = line(piece.start)?.times(piece.step.into())?;
    let value = value.plus(piece.rise.into(), &into)?;
    equal(&v.times(piece.step.into())?, &value)
}

/// f(r) = v
fn valued(case: &Case, r: &Form, v: &Form) -> Result<Guard, Reason> {
    let mut any = Vec::new();
    for piece in &case.pieces {
        any.push(Guard::All(vec![covers(piece, r)?, gives(piece, r, v)?]));
    }
    Ok(Guard::Any(any))
}

/// A question: conditions on variables, and on a move whose chosen numbers begin at a variable.
struct Asked<'m> {
    variables: usize,
    guards: Vec<Guard>,
    mv: Option<(&'m Move, usize)>,
}

fn placed(form: &Form, first: usize) -> Form {
    let place = |v: usize| if v < 2 { v } else { first + v - 2 };
    let terms = form.terms.iter().map(|&(v, f)| (place(v), f));
    Form {
        terms: terms.collect(),
        constant: form.constant,
    }
}

impl Asked<'_> {
    fn block(&self) -> Result<Block, Error> {
        let mut builder = Builder::new(self.variables);
        for guard in &self.guards {
            let formula = builder.guard(guard, &|v| v)?;
            builder.all.push(formula);
        }
        if let Some((mv, first)) = self.mv {
            let place = |v: usize| if v < 2 { v } else { first + v - 2 };
            let formula = builder.guard(&mv.guard, &place)?;
            builder.all.push(formula);
        }
        let block = builder.block();
        if block.variables > MOST_LETTERS.ilog2() as usize {
            return Err(cannot((
                "too many numbers at once to be checked",
                "同时出现的数过多，无法复核",
            )));
        }
        Ok(block)
    }
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
    for trouble in &rules.troubles {
        let mv = Move {
            name: String::new(),
            binders: trouble.at.binders,
            guard: trouble.at.guard.clone(),
            target: Vec::new(),
        };
        let large = Form::constant(certificate.least);
        let open = Asked {
            variables: 2 + mv.binders,
            guards: vec![Guard::at_most(&large, &Form::variable(K)).map_err(cannot)?],
            mv: Some((&mv, 2)),
        };
        if let Some(at) = ask(&open, &[], &|ok, _| ok, &mut meter)? {
            let (k, n, reason) = (at[K], at[N], trouble.reason);
            let (name, parameter) = (&trouble.name, &certificate.parameter);
            let (name, its_name) = (name.get(Lang::En), name.get(Lang::Zh));
            return refuse(
                format!(
                    "{name} has no exact meaning at {parameter} = {k}, n = {n}: {}",
                    reason.0
                ),
                format!(
                    "{its_name}在 {parameter} = {k}、n = {n} 处没有确切含义：{}",
                    reason.1
                ),
            );
        }
    }
    for case in &certificate.cases {
        checker.pieces(case, &mut meter)?;
        checker.downwards(case, &mut meter)?;
        checker.step(case, &mut meter)?;
    }
    Ok(Theorem {
        certificate,
        nodes: meter.states(),
    })
}

fn ask(
    open: &Asked,
    branches: &[Asked],
    bad: &dyn Fn(bool, &[u32]) -> bool,
    meter: &mut Meter,
) -> Result<Option<Vec<u64>>, Error> {
    let branches: Result<Vec<Block>, Error> = branches.iter().map(Asked::block).collect();
    let question = Question {
        numeration: Numeration::BINARY,
        open: open.block()?,
        branches: branches?,
        // That exactly one piece applies is asked by counting them.
        cap: 2,
        bad,
    };
    find(&question, meter)
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
    fn of_case(&self, case: &Case) -> Result<Vec<Guard>, Reason> {
        let k = Form::variable(K);
        Ok(vec![
            Guard::at_most(&Form::constant(self.certificate.least), &k)?,
            Guard::Remainder(k, case.modulus, case.rest),
        ])
    }

    /// r < p
    fn inside(&self, case: &Case, r: &Form) -> Result<Guard, Reason> {
        less(r, &line(case.period)?)
    }

    /// Premise 2.
    fn pieces(&self, case: &Case, meter: &mut Meter) -> Result<(), Error> {
        let build = || -> Result<_, Reason> {
            let (n, r) = (Form::variable(N), Form::variable(R));
            let nothing = equal(&n, &Form::constant(0))?;
            let mut zero = self.of_case(case)?;
            zero.push(nothing.clone());
            zero.push(Guard::at_most(&line(case.period)?, &Form::constant(0))?);
            let mut open = self.of_case(case)?;
            open.push(nothing);
            open.push(self.inside(case, &r)?);
            let v = Form::variable(R + 1);
            let mut pieces = Vec::new();
            for piece in &case.pieces {
                let covered = vec![covers(piece, &r)?];
                let given = vec![covers(piece, &r)?, gives(piece, &r, &v)?];
                pieces.push((covered, given));
            }
            Ok((zero, open, pieces))
        };
        let (zero, open, pieces) = build().map_err(cannot)?;
        let zero = Asked {
            variables: 2,
            guards: zero,
            mv: None,
        };
        if let Some(at) = ask(&zero, &[], &|ok, _| ok, meter)? {
            return Err(self.fails(&at, "the period is not positive", "周期不是正数"));
        }
        let open = Asked {
            variables: R + 1,
            guards: open,
            mv: None,
        };
        let asked = |variables: usize, guards: Vec<Guard>| Asked {
            variables,
            guards,
            mv: None,
        };
        let mut branches = Vec::new();
        for (covered, given) in pieces {
            branches.push(asked(R + 1, covered));
            branches.push(asked(R + 2, given));
        }
        // One piece applies, and it gives a natural number.
        let bad = |ok: bool, ways: &[u32]| {
            let covered: u32 = ways.iter().step_by(2).sum();
            let given: u32 = ways.iter().skip(1).step_by(2).sum();
            ok && (covered != 1 || given != 1)
        };
        match ask(&open, &branches, &bad, meter)? {
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
            let build = || -> Result<_, Reason> {
                let to = placed(&part[1], 2);
                let n = Form::variable(N);
                let legal = Guard::at_most(&Form::constant(0), &to)?;
                let mut far = vec![Guard::at_most(&n, &to)?];
                if case.period.factor != 0 {
                    let reach = line(case.period)?.times(case.reach.into())?;
                    far.push(less(&reach, &n.plus(-1, &to)?)?);
                }
                let mut guards = self.of_case(case)?;
                guards.extend([legal, Guard::Any(far)]);
                Ok(guards)
            };
            let open = Asked {
                variables: 2 + mv.binders,
                guards: build().map_err(cannot)?,
                mv: Some((mv, 2)),
            };
            if let Some(at) = ask(&open, &[], &|ok, _| ok, meter)? {
                return Err(self.fails(
                    &at,
                    "a move does not lead downwards, or farther than the reach",
                    "有着法不下降，或超出所称的范围",
                ));
            }
        }
        Ok(())
    }

    /// What a heap and its remainder have to do with each other, in all ways that are asked about.
    fn related(&self, case: &Case) -> Result<Vec<Guard>, Reason> {
        let (n, r) = (Form::variable(N), Form::variable(R));
        let quotient = n.plus(-1, &r)?;
        if case.period.factor == 0 {
            return Ok(vec![Guard::Remainder(quotient, case.period.constant, 0)]);
        }
        let mut ways = Vec::new();
        for q in 0..case.reach {
            ways.push(equal(&quotient, &line(case.period)?.times(q.into())?)?);
        }
        let many = line(case.period)?.times(case.reach.into())?;
        ways.push(Guard::at_most(&many, &quotient)?);
        Ok(ways)
    }

    /// What the remainder `rest` of an option at `to` is, in all ways.
    fn remainders(&self, case: &Case, to: &Form, rest: &Form) -> Result<Vec<Vec<Guard>>, Reason> {
        let inside = self.inside(case, rest)?;
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
            ways.push(both(equal(rest, &moved)?));
        }
        Ok(ways)
    }

    /// Premises 4 and 5.
    fn step(&self, case: &Case, meter: &mut Meter) -> Result<(), Error> {
        for related in self.related(case).map_err(cannot)? {
            if self.certificate.lost {
                self.who_loses(case, &related, meter)?;
                continue;
            }
            self.not_the_same(case, &related, meter)?;
            self.all_smaller(case, &related, meter)?;
        }
        Ok(())
    }

    /// In the place of premises 4 and 5 where it is claimed who loses.
    fn who_loses(&self, case: &Case, related: &Guard, meter: &mut Meter) -> Result<(), Error> {
        // k, n, r; then r' and the chosen numbers.
        let (r, zero) = (Form::variable(R), Form::constant(0));
        let rest = Form::variable(R + 1);
        let build = || -> Result<_, Reason> {
            let mut guards = self.of_case(case)?;
            guards.extend([related.clone(), self.inside(case, &r)?]);
            Ok((guards, valued(case, &r, &zero)?))
        };
        let (guards, lost) = build().map_err(cannot)?;
        let asked = |guards: Vec<Guard>| Asked {
            variables: R + 1,
            guards,
            mv: None,
        };
        let open = asked(guards);
        let mut branches = vec![asked(vec![lost])];
        let mut legal = Vec::new();
        for mv in self.moves {
            let to = placed(&mv.target[0][1], R + 2);
            for mut guards in self.remainders(case, &to, &rest).map_err(cannot)? {
                guards.push(valued(case, &rest, &zero).map_err(cannot)?);
                branches.push(Asked {
                    variables: R + 2 + mv.binders,
                    guards,
                    mv: Some((mv, R + 2)),
                });
            }
            let to = placed(&mv.target[0][1], R + 1);
            legal.push(Asked {
                variables: R + 1 + mv.binders,
                guards: vec![Guard::at_most(&zero, &to).map_err(cannot)?],
                mv: Some((mv, R + 1)),
            });
        }
        let to_lost = 1..branches.len();
        branches.extend(legal);
        let bad = |ok: bool, ways: &[u32]| {
            let none = ways[to_lost.clone()].iter().all(|&w| w == 0);
            let movable = !self.misere || ways[to_lost.end..].iter().any(|&w| w > 0);
            ok && (ways[0] > 0) != (none && movable)
        };
        match ask(&open, &branches, &bad, meter)? {
            None => Ok(()),
            Some(at) => Err(self.fails(
                &at,
                "what is claimed does not follow from what is claimed of the options",
                "所称与对各选项所称不符",
            )),
        }
    }

    fn not_the_same(&self, case: &Case, related: &Guard, meter: &mut Meter) -> Result<(), Error> {
        // k, n, r, v, r', then the chosen numbers.
        let (v, rest) = (Form::variable(R + 1), Form::variable(R + 2));
        for mv in self.moves {
            let to = placed(&mv.target[0][1], R + 3);
            for way in self.remainders(case, &to, &rest).map_err(cannot)? {
                let build = || -> Result<_, Reason> {
                    let mut guards = self.of_case(case)?;
                    let r = Form::variable(R);
                    guards.extend([related.clone(), self.inside(case, &r)?]);
                    guards.push(valued(case, &r, &v)?);
                    guards.extend(way.iter().cloned());
                    guards.push(valued(case, &rest, &v)?);
                    Ok(guards)
                };
                let open = Asked {
                    variables: R + 3 + mv.binders,
                    guards: build().map_err(cannot)?,
                    mv: Some((mv, R + 3)),
                };
                if let Some(at) = ask(&open, &[], &|ok, _| ok, meter)? {
                    return Err(self.fails(
                        &at,
                        "an option has the value that is claimed of the heap",
                        "有选项的值等于所称的堆的值",
                    ));
                }
            }
        }
        Ok(())
    }

    fn all_smaller(&self, case: &Case, related: &Guard, meter: &mut Meter) -> Result<(), Error> {
        // k, n, r, v, f(r); then r' and the chosen numbers.
        let (v, whole) = (Form::variable(R + 1), Form::variable(R + 2));
        let rest = Form::variable(R + 3);
        let build = || -> Result<_, Reason> {
            let mut guards = self.of_case(case)?;
            let r = Form::variable(R);
            guards.extend([related.clone(), self.inside(case, &r)?]);
            guards.extend([valued(case, &r, &whole)?, less(&v, &whole)?]);
            Ok(guards)
        };
        let open = Asked {
            variables: R + 3,
            guards: build().map_err(cannot)?,
            mv: None,
        };
        let mut branches = Vec::new();
        for mv in self.moves {
            let to = placed(&mv.target[0][1], R + 4);
            for mut guards in self.remainders(case, &to, &rest).map_err(cannot)? {
                guards.push(valued(case, &rest, &v).map_err(cannot)?);
                branches.push(Asked {
                    variables: R + 4 + mv.binders,
                    guards,
                    mv: Some((mv, R + 4)),
                });
            }
        }
        let bad = |ok: bool, ways: &[u32]| ok && ways.iter().all(|&w| w == 0);
        match ask(&open, &branches, &bad, meter)? {
            None => Ok(()),
            Some(at) => Err(self.fails(
                &at,
                &format!("no option has the value {}", at[R + 1]),
                &format!("没有值为 {} 的选项", at[R + 1]),
            )),
        }
    }
}
