//! Moore's Nim: at most k heaps in one move, for all k.
//!
//! A text with `sum upto k`, where k is a parameter, is a family of games in
//! which positions are sums of any number of heaps. If a heap may become any
//! smaller one and nothing else, which is proven here by automata (its value is its
//! size) and decided again by the checker, Moore's theorem tells who
//! loses, for every k ([`grundy_verify::law::moore`], with its proof).
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_laws::moore::study;
//! use grundy_laws::rules::Source;
//! let text = "game moore(k = 2)\nstate n\nmove take(j in 1..n) -> [n-j]\nsum upto k";
//! let theorem = study(&Source::new(text), "k", &Budget::default()).unwrap().unwrap();
//! assert!(theorem.certificate.is_lost(2, &[3, 3, 3]));
//! ```
//!
//! Limits: this one theorem. It is known from the literature, and not found in a
//! table; the premises are checked, and the first values of k are compared with search.

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::error::Error;
use grundy::outcome::Outcome;
use grundy::text::{Lang, Text};
use grundy_lang::ast::{Kind, Statement};
use grundy_verify::law::certificate as text;
use grundy_verify::law::moore::{Certificate, check};

use crate::automata::Engine;
use crate::automata::numeration::Numeration;
use crate::conjecture::{Decided, Verdict as Verdicted};
use crate::family::{is_printed, without_range};
use crate::prove::{Claim, Coding, Verdict, prove};
use crate::rules::{Rules, Source};

/// The values of k that are compared with search.
const COMPARED: std::ops::RangeInclusive<u64> = 1..=3;
/// The sums that are compared: so many heaps, each below this.
const HEAPS: u32 = 4;
const SIDE: u64 = 4;

/// Moore's theorem for all k, its premises checked.
#[derive(Clone, Debug)]
pub struct Theorem {
    /// The certificate, which the checker has accepted.
    pub certificate: Certificate,
    /// How many outcomes were compared.
    pub compared: usize,
}

impl Theorem {
    /// How it is known, as a reason.
    pub fn why(&self) -> Text {
        let (k, compared) = (&self.certificate.most, self.compared);
        Text::new(
            format!(
                "for all {k} ≥ 1: by Moore's theorem; its premises decided by automata, checked independently; {compared} outcomes compared"
            ),
            format!(
                "对所有 {k} ≥ 1：由 Moore 定理；其前提由自动机判定，经独立复核；比较了 {compared} 个结果"
            ),
        )
    }

    /// How it is known, in words.
    pub fn status(&self) -> Text {
        let (k, compared) = (&self.certificate.most, self.compared);
        Text::new(
            format!(
                "proven for all {k} ≥ 1 (by Moore's theorem; its premises decided by automata, checked independently; {compared} outcomes compared)"
            ),
            format!(
                "对所有 {k} ≥ 1 已证明（由 Moore 定理；其前提由自动机判定，经独立复核；比较了 {compared} 个结果）"
            ),
        )
    }
}

/// Whether a text says `sum upto` this parameter.
pub fn is_moore(source: &Source, parameter: &str) -> bool {
    let file = grundy_lang::parse(&source.text).unwrap_or_default();
    file.lines.iter().any(|line| match &line.statement {
        Statement::Sum(kind, Some(most), _) => {
            kind.text == "upto" && matches!(&most.kind, Kind::Name(name) if name == parameter)
        }
        _ => false,
    })
}

/// Decides the sentence of Moore's theorem about a game, as it is printed.
pub fn decide(
    source: &Source,
    parameter: &str,
    text: &str,
    budget: &Budget,
) -> Result<Decided, Error> {
    let (said, least) = without_range(text, parameter);
    let law = Certificate {
        source: text::Source::default(),
        most: parameter.to_string(),
    }
    .law();
    if !is_printed(&law, said) || least.is_some_and(|least| least < 1) {
        return Err(Error::BadLaw {
            text: text.to_string(),
            column: 1,
            expected: Text::new(
                format!("expected `{}`, for all {parameter} >= 1", law.get(Lang::En)),
                format!("应为 `{}`，对所有 {parameter} >= 1", law.get(Lang::Zh)),
            ),
        });
    }
    let verdict = match study(source, parameter, budget)? {
        Ok(theorem) => Verdicted::Proven {
            why: theorem.why(),
            from: None,
            certificate: Some(theorem.certificate.to_string()),
        },
        Err(reason) => Verdicted::Open {
            reason,
            to: Vec::new(),
        },
    };
    Ok(Decided {
        said: law,
        verdict,
        rules: Some(source.text.clone()),
        notes: Vec::new(),
    })
}

/// Who loses for every value of the parameter, or why that is not known.
pub fn study(
    source: &Source,
    parameter: &str,
    budget: &Budget,
) -> Result<Result<Theorem, Text>, Error> {
    let _scope = budget.scope();
    if !is_size(source, parameter, budget)? {
        return Ok(Err(Text::fixed(
            "a heap may not become every smaller one: its value is not its size",
            "一堆不能变为每个更小的堆：其值不是其大小",
        )));
    }
    let kept = source.parameters.iter().filter(|(n, _)| n != parameter);
    let certificate = Certificate {
        source: text::Source {
            name: source.name.clone(),
            text: source.text.clone(),
            parameters: kept.cloned().collect(),
            ..text::Source::default()
        },
        most: parameter.to_string(),
    };
    let certificate = match check(&certificate.to_string(), budget) {
        Ok(theorem) => theorem.certificate().clone(),
        Err(error) if error.is_budget() => return Err(error),
        Err(error) => return Ok(Err(error.text())),
    };
    let mut compared = 0;
    for k in COMPARED {
        let mut set = source.parameters.clone();
        set.retain(|(name, _)| name != parameter);
        set.push((parameter.to_string(), k as i64));
        let unreadable = || Error::Unsupported {
            because: Text::fixed("the rules cannot be compiled", "无法编译规则"),
        };
        let game = grundy_lang::load(&source.text, source.game.as_deref(), &set);
        let game = game.map_err(|_| unreadable())?;
        for cell in 0..SIDE.pow(HEAPS) {
            let heaps: Vec<u64> = (0..HEAPS).map(|at| cell / SIDE.pow(at) % SIDE).collect();
            if !heaps.is_sorted() {
                continue;
            }
            let written: Vec<String> = heaps.iter().map(u64::to_string).collect();
            let question = Question {
                moves: 0,
                budget: budget.clone(),
                ..Question::default()
            };
            let solved = game.solve(&written.join(" + "), &question)?;
            if certificate.is_lost(k, &heaps) != (solved.answer.outcome == Outcome::P) {
                return Ok(Err(Text::new(
                    format!(
                        "internal disagreement: the theorem is false at {written:?} for {parameter} = {k}"
                    ),
                    format!("内部不一致：{parameter} = {k} 时定理在 {written:?} 处不成立"),
                )));
            }
            compared += 1;
        }
    }
    Ok(Ok(Theorem {
        certificate,
        compared,
    }))
}

/// Whether the value of one heap alone is its size, by automata.
fn is_size(source: &Source, parameter: &str, budget: &Budget) -> Result<bool, Error> {
    let Ok(file) = grundy_lang::parse(&source.text) else {
        return Ok(false);
    };
    let mut one = file.clone();
    one.lines.retain(|line| {
        let about = matches!(line.statement, Statement::Sum(..) | Statement::Expect(_));
        !about
    });
    let mut set = source.parameters.clone();
    set.retain(|(name, _)| name != parameter);
    let Ok(program) = grundy_lang::check(&one, &set) else {
        return Ok(false);
    };
    let rules: Rules = crate::language::rules(&program, source)?;
    if rules.dimension() != 1 || !rules.has_values() || rules.split().is_some() {
        return Ok(false);
    }
    let mut meter = budget.meter("automata");
    let mut engine = Engine::new(Numeration::BINARY, &mut meter);
    let graph = engine.equal(&[(0, 1), (1, -1)], 0)?;
    let claim = Claim::Values(graph, Coding::Plain);
    Ok(matches!(prove(&rules, &claim, budget)?, Verdict::Proven(_)))
}
