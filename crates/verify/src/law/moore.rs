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

use std::fmt::{self, Write};

use grundy::budget::{Budget, Meter};
use grundy::error::Error;
use grundy::notation::sealed;
use grundy::text::{Lang, Text};
use grundy_lang::ast::{Expr, Kind, Statement};
use grundy_lang::diagnostic::Span;

use super::certificate::{Source, read_source};
use super::form::{Form, Guard, Reason};
use super::numeration::Numeration;
use super::search::{Block, Question, find};
use super::{Builder, MOST_LETTERS, cannot, read_rules};
use crate::{refuse, refused};

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
        let Some(body) = sealed::open(text) else {
            return refuse(
                "its checksum does not fit: it was cut short or damaged",
                "校验和不符：证书被截断或损坏",
            );
        };
        let mut lines = body.lines();
        let title = lines.next() == Some(TITLE);
        let most = lines.next().and_then(|line| line.strip_prefix("upto "));
        let (true, Some(most)) = (title, most) else {
            return refuse(
                format!("it does not begin with `{TITLE}` and `upto`"),
                format!("开头不是 `{TITLE}` 与 `upto`"),
            );
        };
        let source = read_source(&mut lines)?;
        match lines.next() {
            None => Ok(Certificate {
                source,
                most: most.to_string(),
            }),
            Some(line) => refuse(
                format!("it cannot be read at `{line}`"),
                format!("无法读取，位于 `{line}`"),
            ),
        }
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = &self.source;
        let mut text = format!("{TITLE}\nupto {}\n", self.most);
        writeln!(text, "game {}", source.name.replace('\n', " "))?;
        for (name, value) in &source.parameters {
            writeln!(text, "set {name} = {value}")?;
        }
        writeln!(text, "rules {} lines", source.text.lines().count())?;
        { source.text.lines() }.try_for_each(|line| writeln!(text, "{line}"))?;
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
    let Ok(file) = grundy_lang::parse(&source.text) else {
        return refuse("its rules cannot be read", "无法读取其规则");
    };
    super::family::compiles(source, &file)?;
    let mut edits: Vec<(Span, String)> = Vec::new();
    let mut parameters = Vec::new();
    let (mut games, mut sums) = (0, 0);
    for line in &file.lines {
        match &line.statement {
            Statement::Game(_, named) => {
                games += 1;
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
    if games > 1 || sums != 1 {
        return refuse(
            format!("its rules do not say once `sum upto {}`", certificate.most),
            format!("其规则没有恰好一次写明 `sum upto {}`", certificate.most),
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

fn ask(
    open: Block,
    branches: Vec<Block>,
    bad: &dyn Fn(bool, &[u32]) -> bool,
    meter: &mut Meter,
) -> Result<Option<Vec<u64>>, Error> {
    let question = Question {
        numeration: Numeration::BINARY,
        open,
        branches,
        cap: 1,
        bad,
    };
    find(&question, meter)
}

/// Conditions on variables: a guard of the rules whose chosen numbers begin at a variable, and others.
fn block(
    variables: usize,
    rule: Option<(&Guard, usize)>,
    more: Result<Vec<Guard>, Reason>,
) -> Result<Block, Error> {
    let mut builder = Builder::new(variables);
    if let Some((guard, first)) = rule {
        let place = |v: usize| if v == 0 { 0 } else { first + v - 1 };
        let formula = builder.guard(guard, &place)?;
        builder.all.push(formula);
    }
    for guard in more.map_err(cannot)? {
        let formula = builder.guard(&guard, &|v| v)?;
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

/// Verifies a certificate; the error tells which premise fails.
pub fn check(text: &str, budget: &Budget) -> Result<Theorem, Error> {
    let certificate = Certificate::read(text)?;
    let mut meter = budget.meter("check");
    let rules = read_rules(&one_heap(&certificate)?, Numeration::BINARY, &mut meter)?;
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
    for trouble in &rules.troubles {
        let open = block(
            1 + trouble.at.binders,
            Some((&trouble.at.guard, 1)),
            Ok(Vec::new()),
        )?;
        if let Some(at) = ask(open, Vec::new(), &|ok, _| ok, &mut meter)? {
            let (name, n, (en, zh)) = (&trouble.name, at[0], trouble.reason);
            let (name, its_name) = (name.get(Lang::En), name.get(Lang::Zh));
            return refuse(
                format!("{name} has no exact meaning at {n}: {en}"),
                format!("{its_name}在 {n} 处没有确切含义：{zh}"),
            );
        }
    }
    // n, m, then the chosen numbers of a move from n to m.
    let mut branches = Vec::new();
    for mv in &rules.moves {
        let [part] = &mv.target[..] else {
            return refuse("a move does not lead to one heap", "有着法不导向单个堆");
        };
        let to = |first: usize| Form {
            terms: { part[0].terms.iter() }
                .map(|&(v, f)| (if v == 0 { 0 } else { first + v - 1 }, f))
                .collect(),
            constant: part[0].constant,
        };
        let not_less = || Ok(vec![Guard::at_most(&Form::variable(0), &to(1))?]);
        let open = block(1 + mv.binders, Some((&mv.guard, 1)), not_less())?;
        if let Some(at) = ask(open, Vec::new(), &|ok, _| ok, &mut meter)? {
            return Err(refused(
                format!("a move from {} does not lead downwards", at[0]),
                format!("自 {} 有着法并不下降", at[0]),
            ));
        }
        let there = || Ok(vec![Guard::Zero(to(2).plus(-1, &Form::variable(1))?)]);
        branches.push(block(2 + mv.binders, Some((&mv.guard, 2)), there())?);
    }
    let smaller = || {
        let more = Form::variable(1).plus(1, &Form::constant(1))?;
        Ok(vec![Guard::at_most(&more, &Form::variable(0))?])
    };
    let open = block(2, None, smaller())?;
    let bad = |ok: bool, ways: &[u32]| ok && ways.iter().all(|&w| w == 0);
    if let Some(at) = ask(open, branches, &bad, &mut meter)? {
        return refuse(
            format!("a heap of {} cannot become one of {}", at[0], at[1]),
            format!("{} 颗的堆不能变为 {} 颗", at[0], at[1]),
        );
    }
    Ok(Theorem {
        certificate,
        nodes: meter.states(),
    })
}
