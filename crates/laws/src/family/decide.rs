//! A law of your own for all values of a parameter: proven, refuted, or not decided, and why.
//!
//! The law is held against tables of the first games. Then the values of one period, as the law
//! tells them, are brought into pieces that are linear in the parameter; that these say the same as the
//! law for all parameters and remainders is decided by automata (both are formulas in k and r), and
//! that they are the values of the game by the theorem of [`grundy_verify::law::family`], whose
//! checker accepts the certificate.
//!
//! ```
//! use grundy_laws::conjecture::Verdict;
//! use grundy_laws::family::decide;
//! use grundy_laws::rules::Source;
//! let bachet = Source::new("game bachet(k = 3)\nstate n\nmove take(j in 1..k) -> [n-j]");
//! let said = |text: &str| decide(&bachet, "k", text, &Default::default()).unwrap().verdict;
//! assert!(matches!(said("g(n) = n mod (k+1)"), Verdict::Proven { .. }));
//! let Verdict::Refuted(wrong) = said("g(n) = n mod (k+2) for all k >= 1") else { panic!() };
//! assert_eq!(wrong.numbers, [("k".to_string(), 1), ("n".to_string(), 2)]);
//! ```
//!
//! Without a least parameter the law is proven from the least one on from which it can be, and the
//! answer says which that is. A row of any number of heaps is told as such laws are printed.
//!
//! Limits: those of [`super::study`].

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::text::{Lang, Text};
use grundy_lang::ast::Statement;
use grundy_verify::law::family::{Case, Line, check};

use super::{
    FARTHEST, GUESSED, HEAPS, LEAST, Theorem, claim, compare, guess, is_length, lifted, parameters,
    tables,
};
use crate::automata::Engine;
use crate::automata::numeration::Numeration;
use crate::conjecture::{Decided, Refutation, Verdict};
use crate::expression::{Condition, Expression, Operation};
use crate::formula;
use crate::prove::prove_family;
use crate::read::family::{self as written, Law};
use crate::rules::Source;
use crate::study::Options;

/// The parameter of a game of which a text says something for all its values: `for all k`, where k
/// is a parameter and no coordinate.
pub fn said_of(source: &Source, text: &str) -> Option<String> {
    let file = grundy_lang::parse(&source.text).ok()?;
    let coordinate = |name: &String| {
        file.lines.iter().any(|line| match &line.statement {
            Statement::State(all, _) => all.iter().any(|c| c.name.text == *name),
            _ => false,
        })
    };
    let words = ["for all ", "for every ", "对所有", "对一切"];
    let said = |name: &&String| {
        words.iter().any(|word| {
            text.match_indices(word).any(|(at, _)| {
                let rest = text[at + word.len()..].trim_start();
                let behind = rest.strip_prefix(name.as_str());
                behind.is_some_and(|behind| {
                    !behind.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
                })
            })
        })
    };
    let parameters = parameters(source);
    let found = parameters.iter().find(said)?;
    (!coordinate(found)).then(|| found.clone())
}

/// Decides a law that is said for all values of a parameter.
pub fn decide(
    source: &Source,
    parameter: &str,
    text: &str,
    options: &Options,
) -> Result<Decided, Error> {
    let budget = options.budget.clone().within(options.time);
    let _scope = budget.scope();
    if is_length(source, parameter) {
        return crate::rows::decide(source, parameter, text, &budget);
    }
    if crate::moore::is_moore(source, parameter) {
        return crate::moore::decide(source, parameter, text, &budget);
    }
    let rules = lifted(source, parameter)?;
    let own = rules.state.get(1).map_or("n", String::as_str);
    // Laws are printed with n for the heap, whatever it is called.
    let law = match written::read(text, parameter, own) {
        Err(error) if own != "n" && parameter != "n" => {
            written::read(text, parameter, "n").map_err(|_| error)?
        }
        law => law?,
    };
    if !law.lost && !rules.has_values() {
        return Err(Error::NoValue {
            because: Text::fixed(
                "under these conventions positions have outcomes only: say `n is P exactly if …` instead of `g(n) = …`",
                "在这些约定下局面只有胜负：请用 `n 为 P 态当且仅当 …` 而非 `g(n) = …`",
            ),
        });
    }
    let open = |reason: Text, to: Vec<u64>| Verdict::Open { reason, to };
    let mut decided = Decided {
        said: Text::new(text.trim().to_string(), text.trim().to_string()),
        verdict: open(Text::fixed("too few games", "游戏过少"), Vec::new()),
        rules: Some(source.text.clone()),
        notes: Vec::new(),
    };
    let Some(tables) = tables(source, parameter, &budget)? else {
        return Ok(decided);
    };
    let to = vec![GUESSED.end as u64, HEAPS];
    let leasts = match law.least {
        Some(least) => least..=least,
        None => 0..=LEAST,
    };
    if let Some(wrong) = wrong(&law, &tables, *leasts.end()) {
        decided.verdict = Verdict::Refuted(wrong.told(parameter, own, law.lost));
        return Ok(decided);
    }
    let mut undecided = Text::fixed(
        "the rules have no meaning for the least parameter, or the law says nothing of it",
        "对最小的参数，规则没有意义，或规律对其未作断言",
    );
    let cases = cases(&law, &rules_of(&law, &tables));
    for least in leasts {
        let Some(cases) = &cases else {
            undecided = Text::fixed(
                "the values of one period are not linear in pieces whose ends are linear in the parameter",
                "一个周期内的值不是分段线性的，或分段端点不随参数线性变化",
            );
            break;
        };
        for reach in 1..=FARTHEST {
            let mut claimed = claim(source, &rules, parameter, least, cases.clone());
            claimed.lost = law.lost;
            claimed.cases.iter_mut().for_each(|case| case.reach = reach);
            let Some(compared) = compare(&claimed, &labels(&law, &tables)) else {
                break;
            };
            if !says_the_same(&law, &claimed.cases, least, &budget)? {
                undecided = Text::fixed(
                    "the law has pieces that the first games do not show",
                    "规律的某些分段在前几个游戏中没有出现",
                );
                break;
            }
            match prove_family(&rules, &claimed, &budget) {
                Ok(true) => {}
                Ok(false) => {
                    undecided = Text::fixed(
                        "the step of the induction does not hold for all parameters",
                        "归纳步并非对所有参数成立",
                    );
                    continue;
                }
                Err(error) if error.is_budget() => return Err(error),
                Err(error) => {
                    undecided = error.text();
                    continue;
                }
            }
            match check(&claimed.to_string(), &budget) {
                Ok(_) => {
                    decided.said = claimed.law();
                    let certificate = Some(claimed.to_string());
                    let theorem = Theorem {
                        certificate: claimed,
                        compared,
                    };
                    decided.verdict = Verdict::Proven {
                        why: theorem.why(),
                        from: None,
                        certificate,
                    };
                    return Ok(decided);
                }
                Err(error) => undecided = error.text(),
            }
        }
    }
    decided.verdict = open(undecided, to);
    Ok(decided)
}

/// What a table says where values are not told, but who loses.
fn labels(law: &Law, tables: &[(i64, Vec<i64>)]) -> Vec<(i64, Vec<i64>)> {
    if !law.lost {
        return tables.to_vec();
    }
    // A lost heap has what the law says, if that is 0; another one too, if it is not.
    let label = |k: i64, n: usize, value: i64| match (law.value(k, n as i64), value) {
        (Some(0), 0) => 0,
        (Some(claimed), 1..) if claimed > 0 => claimed,
        (_, value) => value.min(1),
    };
    let each = tables.iter().map(|(k, values)| {
        let values = values.iter().enumerate();
        (*k, values.map(|(n, value)| label(*k, n, *value)).collect())
    });
    each.collect()
}

/// What the law says of the games of the tables.
fn rules_of(law: &Law, tables: &[(i64, Vec<i64>)]) -> Vec<(i64, Vec<i64>)> {
    let told = |k: i64| {
        let values: Option<Vec<i64>> = (0..HEAPS as i64).map(|n| law.value(k, n)).collect();
        Some((k, values?))
    };
    tables.iter().filter_map(|(k, _)| told(*k)).collect()
}

/// The values of the law in pieces.
fn cases(law: &Law, told: &[(i64, Vec<i64>)]) -> Option<Vec<Case>> {
    let rising = !law.lost || told.iter().any(|(_, values)| values.iter().any(|v| *v > 1));
    let case =
        |case: &written::Case| guess(told, case.modulus, case.rest, rising, Some(case.period));
    law.cases.iter().map(case).collect()
}

/// A heap of which the law is not true.
struct Wrong {
    parameter: i64,
    heap: i64,
    claimed: Option<i64>,
    found: i64,
}

impl Wrong {
    fn told(&self, parameter: &str, heap: &str, lost: bool) -> Refutation {
        let same = |text: String| Text::new(text.clone(), text);
        let shown = |label: i64| match (lost, label) {
            (true, 0) => "P".to_string(),
            (true, _) => "N".to_string(),
            (false, label) => label.to_string(),
        };
        let natural = |n: i64| u64::try_from(n).unwrap_or(0);
        Refutation {
            numbers: vec![
                (parameter.to_string(), natural(self.parameter)),
                (heap.to_string(), natural(self.heap)),
            ],
            claimed: Some(match self.claimed {
                Some(label) => same(shown(label)),
                None => Text::fixed(
                    "nothing: the formula has no value there",
                    "无：公式在该处没有值",
                ),
            }),
            found: same(shown(self.found)),
            shown: Vec::new(),
        }
    }
}

/// The heap with the least sum of parameter and size of which the law is not true, from a
/// parameter on.
fn wrong(law: &Law, tables: &[(i64, Vec<i64>)], least: i64) -> Option<Wrong> {
    let mut best: Option<Wrong> = None;
    for (k, values) in tables.iter().filter(|(k, _)| *k >= least) {
        for (n, &found) in (0..).zip(values) {
            let claimed = law.value(*k, n);
            let right = match law.lost {
                true => claimed.map(|claimed| claimed == 0) == Some(found == 0),
                false => claimed == Some(found),
            };
            let sooner = best.as_ref().is_none_or(|b| k + n < b.parameter + b.heap);
            if !right && sooner {
                best = Some(Wrong {
                    parameter: *k,
                    heap: n,
                    claimed,
                    found,
                });
            }
        }
    }
    best
}

/// The parameter, and the remainder of the heap.
fn k() -> Expression {
    Expression::Variable(0)
}

fn r() -> Expression {
    Expression::Variable(1)
}

fn linear(line: Line) -> Expression {
    Expression::plus(
        Expression::times(line.factor, k()),
        Expression::Number(line.constant),
    )
}

/// Whether pieces tell what the law tells, for all parameters and all remainders.
fn says_the_same(law: &Law, cases: &[Case], least: i64, budget: &Budget) -> Result<bool, Error> {
    for (said, case) in law.cases.iter().zip(cases) {
        let mut pieces = Vec::new();
        for piece in &case.pieces {
            let first = Line::new(piece.from.factor, piece.from.constant + piece.offset);
            let into = Expression::binary(Operation::Subtract, r(), linear(first));
            let here = Condition::All(vec![
                Condition::at_most(linear(first), r()),
                Condition::less(r(), linear(piece.below)),
                Condition::Remainder(
                    into.clone(),
                    u32::try_from(piece.step.max(1)).unwrap_or(1),
                    vec![0],
                ),
            ]);
            let steps = Expression::binary(
                Operation::Divide,
                into,
                Expression::Number(piece.step.max(1)),
            );
            let value = Expression::plus(linear(piece.start), Expression::times(piece.rise, steps));
            pieces.push((here, value));
        }
        let pieces = Expression::cases(pieces, Expression::Number(-1));
        let asked = Condition::All(vec![
            Condition::at_most(Expression::Number(least), k()),
            Condition::Remainder(
                k(),
                u32::try_from(case.modulus).unwrap_or(1),
                vec![u32::try_from(case.rest).unwrap_or(0)],
            ),
            Condition::less(r(), linear(case.period)),
        ]);
        let mut meter = budget.meter("automata");
        let mut engine = Engine::new(Numeration::BINARY, &mut meter);
        let asked = formula::set(&mut engine, &asked, 2)?;
        let both = Condition::equal(said.value.clone(), pieces);
        let same = match formula::set(&mut engine, &both, 2) {
            Ok(same) => same,
            Err(error) if error.is_budget() => return Err(error),
            // What no automaton tells is not compared.
            Err(_) => return Ok(false),
        };
        if case.period != said.period || !engine.minus(&asked, &same)?.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What is said before or behind a law for all values of a parameter, and the law.
pub(crate) fn without_range<'t>(text: &'t str, parameter: &str) -> (&'t str, Option<i64>) {
    let text = text.trim().trim_end_matches(['.', '。']);
    let bound = |said: &str| -> Option<Option<i64>> {
        let rest = said.trim().strip_prefix(parameter)?.trim_start();
        if rest.is_empty() {
            return Some(None);
        }
        let number = rest.strip_prefix(">=").or_else(|| rest.strip_prefix('≥'))?;
        number.trim().parse().ok().map(Some)
    };
    for word in [" for all ", "，对所有 ", "，对一切 "] {
        if let Some((law, said)) = text.rsplit_once(word)
            && let Some(least) = bound(said)
        {
            return (law.trim_end_matches([',', '，']), least);
        }
    }
    for word in ["for all ", "对所有 ", "对一切 "] {
        if let Some(rest) = text.strip_prefix(word)
            && let Some(end) = rest.find([':', '：', ',', '，'])
            && let Some(least) = bound(&rest[..end])
        {
            let behind = rest[end..].chars().next().map_or(0, char::len_utf8);
            return (rest[end + behind..].trim_start(), least);
        }
    }
    (text, None)
}

/// Whether a text is what is printed, in one of the languages.
pub(crate) fn is_printed(printed: &Text, text: &str) -> bool {
    let bare = |text: &str| {
        text.chars()
            .filter(|c| !c.is_whitespace())
            .collect::<String>()
    };
    let same = |lang| bare(printed.get(lang)) == bare(text);
    same(Lang::En) || same(Lang::Zh)
}
