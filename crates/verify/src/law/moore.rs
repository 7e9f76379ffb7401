//! Certificates of Moore's theorem: at most k heaps in one move, for one k or for all.
//!
//! With `sum upto k` a player moves in at least one and at most k heaps.
//!
//! **Theorem** (Moore 1910). *Premises:*
//!
//! 1. Sums are played `upto k`, to the end, under normal play; k is the number that is claimed, or the parameter, on
//!    which the rules of a heap do not depend.
//! 2. The rules have an exact meaning at every heap; every move leads from n to one n' < n; and to every m < n there is a move.
//!
//! *Then* a sum of heaps is lost exactly if for every binary place the number of heaps with the digit 1 there is
//! divisible by k + 1.
//!
//! *Proof.* By 2 a heap of n may become any smaller one and nothing else. From a stated position: let b be the highest place at which a move
//! changes a digit. A heap that becomes smaller has 1 before and 0 after at its highest changed place; so at b from one
//! to k heaps lose a 1 and none gains one, and the number there is no longer divisible. From any other
//! position go from the highest place down, with a set S of heaps that become smaller, empty at first, whose lower digits are free. Let c be the number of
//! ones at this place outside S, modulo k + 1. If k + 1 - c ≤ |S| or c = 0, give as many of S the digit 1 as are missing, and the others 0. Else
//! c ≤ k - |S|: let c heaps outside S with the digit 1 get 0 here and join S, and give the others of S 0. So |S| never exceeds k, every heap
//! that joins becomes smaller, and one joins at the first place where the number is not divisible. ∎
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_verify::law::moore::check;
//! let text = "grundy moore certificate 1
//! upto k
//! game moore
//! rules 4 lines
//! game moore(k = 2)
//! state n
//! move take(j in 1..n) -> [n-j]
//! sum upto k
//! ";
//! let moore = check(&grundy::notation::sealed::seal(text), &Budget::default()).unwrap();
//! assert!(moore.certificate().is_lost(2, &[1, 1, 1]));
//! let lie = text.replace("1..n)", "1..n-1)");
//! assert!(check(&grundy::notation::sealed::seal(&lie), &Budget::default()).is_err());
//! ```
//!
//! Limits: heaps of which any number may be taken.

use std::fmt;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::notation::sealed;
use grundy::text::Text;
use grundy_lang::ast::{Expr, Kind, Statement};

use super::form::{Form, Guard};
use super::numeration::Numeration;
use super::question::{Builder, ask, exact, exists, read_rules};
use super::text::{Lines, Source, open};
use crate::refuse;

/// The first line.
pub const TITLE: &str = "grundy moore certificate 1";

/// A claim about sums of which at most k heaps change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules.
    pub source: Source,
    /// The number k, or the parameter for all of whose values from 1 on the claim is made.
    pub most: String,
}

impl Certificate {
    /// Whether heaps are claimed to be lost where at most k may change.
    pub fn is_lost(&self, k: u64, heaps: &[u64]) -> bool {
        let ones = |place: u32| heaps.iter().filter(|heap| **heap >> place & 1 == 1).count();
        (0..u64::BITS).all(|place| (ones(place) as u64).is_multiple_of(k.saturating_add(1)))
    }

    /// The law as a sentence.
    pub fn law(&self) -> Text {
        let next = match self.most.parse::<u64>() {
            Ok(k) => k.saturating_add(1).to_string(),
            Err(_) => format!("{}+1", self.most),
        };
        Text::new(
            format!(
                "a sum of heaps is P exactly if at every binary place the number of heaps with the digit 1 is divisible by {next}"
            ),
            format!("若干堆之和为 P 态，当且仅当在每个二进位上数字为 1 的堆数都被 {next} 整除"),
        )
    }

    /// Reads a certificate. That says nothing yet about its claim.
    pub fn read(text: &str) -> Result<Certificate, Error> {
        let body = open(text, TITLE)?;
        let mut lines = Lines(body.lines());
        let most = lines.field("upto")?.to_string();
        let source = lines.source()?;
        lines.end()?;
        Ok(Certificate { source, most })
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{TITLE}\nupto {}\n", self.most);
        self.source.write(&mut text)?;
        f.write_str(&sealed::seal(&text))
    }
}

/// A certificate whose claim was verified. Only [`check`] makes one.
pub type Theorem = crate::Theorem<Certificate>;

/// Whether the number of `sum upto` is the one that is claimed.
fn is_claimed(expr: &Expr, most: &str, parameters: &[String]) -> bool {
    match &expr.kind {
        Kind::Number(number) => *number >= 1 && number.to_string() == most,
        Kind::Name(name) => name == most && parameters.contains(name),
        _ => false,
    }
}

/// The rules of one heap: premise 1 is checked, and what it says is left out.
fn one_heap(certificate: &Certificate) -> Result<Source, Error> {
    let source = &certificate.source;
    let file = source.parsed()?;
    let mut edits = Vec::new();
    let mut parameters = Vec::new();
    let mut sums = 0;
    for line in &file.lines {
        match &line.statement {
            Statement::Game(_, named) => {
                for (name, _) in named {
                    parameters.push(name.text.clone());
                    if name.text == certificate.most {
                        // Under another name nothing can depend on it.
                        edits.push((name.span, format!("parameter_{}", name.text)));
                    }
                }
            }
            Statement::Sum(kind, Some(most), _) if kind.text == "upto" => {
                sums += usize::from(is_claimed(most, &certificate.most, &parameters));
                edits.push((line.span, String::new()));
            }
            Statement::Expect(_)
            | Statement::Conjecture(_)
            | Statement::Start(..)
            | Statement::Show(..) => {
                edits.push((line.span, String::new()));
            }
            Statement::State(_, None) | Statement::Move { .. } => {}
            Statement::Play(name, None) if name.text == "normal" => {}
            _ => {
                return refuse(
                    "its rules have a statement that Moore's theorem does not know",
                    "其规则含有 Moore 定理所没有的语句",
                );
            }
        }
    }
    if sums != 1 {
        return refuse(
            format!("its rules do not say once `sum upto {}`", certificate.most),
            format!("其规则没有恰好一次写明 `sum upto {}`", certificate.most),
        );
    }
    Ok(source.rewritten(edits))
}

/// Verifies a certificate; the error tells which premise fails.
pub fn check(text: &str, budget: &Budget) -> Result<Theorem, Error> {
    let certificate = Certificate::read(text)?;
    let mut meter = budget.meter("check");
    let binary = Numeration::BINARY;
    let rules = read_rules(&one_heap(&certificate)?, binary, &mut meter)?;
    if rules.misere || rules.blocked > 0 || rules.dimension != 1 {
        return refuse(
            "its heaps are not single numbers under normal play",
            "其堆不是正常规则下的单个数",
        );
    }
    if !rules.are_unbounded() {
        return refuse(
            "its heaps are not all natural numbers",
            "其堆并非取遍自然数",
        );
    }
    exact(&rules, binary, &[], &|at| at[0].to_string(), &mut meter)?;
    // n, m, then the chosen numbers of a move from n to m.
    let (n, m) = (Form::variable(0), Form::variable(1));
    let mut branches = Vec::new();
    for mv in &rules.moves {
        let [part] = &mv.target[..] else {
            return refuse("a move does not lead to one heap", "有着法不导向单个堆");
        };
        let places: Vec<usize> = [0].into_iter().chain(2..2 + mv.binders).collect();
        let to = part[0].placed(&places);
        let mut up = Builder::new(2 + mv.binders);
        up.need_at(&mv.guard, &places)?;
        up.need(&Guard::at_most(&n, &to)?)?;
        if let Some(at) = exists(binary, up, &mut meter)? {
            return refuse(
                format!("a move from {} does not lead downwards", at[0]),
                format!("自 {} 有着法并不下降", at[0]),
            );
        }
        let mut there = Builder::new(2 + mv.binders);
        there.need_at(&mv.guard, &places)?;
        there.need(&Guard::equal(&to, &m)?)?;
        branches.push(there);
    }
    let mut smaller = Builder::new(2);
    smaller.need(&Guard::less(&m, &n)?)?;
    let bad = |ok: bool, ways: &[u32]| ok && ways.iter().all(|&w| w == 0);
    if let Some(at) = ask(binary, smaller, branches, 1, &bad, &mut meter)? {
        return refuse(
            format!("a heap of {} cannot become one of {}", at[0], at[1]),
            format!("{} 颗的堆不能变为 {} 颗", at[0], at[1]),
        );
    }
    Ok(Theorem::new(certificate, &meter))
}
