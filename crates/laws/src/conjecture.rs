//! Is a conjecture true? Proven, refuted, or not decided, and why.
//!
//! A law of all values or of all P-positions is decided as in a study: by induction with
//! automata ([`mod@crate::prove`]), checked again by a checker that shares no code, and held against
//! what the engines play. A sentence about several positions, such as `g(x, y) = g(y, x)`, is
//! decided from a proven law of the game: with v₁, v₂, … for the values that it names, "the
//! premise holds, each vᵢ is the value at its position, and the conclusion does not hold" is a
//! first-order statement about automatic relations, and the sentence is true exactly if no
//! numbers satisfy it (Büchi 1960).
//!
//! ```
//! use grundy_laws::conjecture::{Verdict, decide};
//! use grundy_laws::read::read;
//! use grundy_laws::rules::Rules;
//! let rules = Rules::read("state n; move take(k in 1..3) -> [n-k]").unwrap();
//! let said = |text: &str| decide(&rules, &read(text, &rules.state).unwrap(), &Default::default()).unwrap().verdict;
//! assert!(matches!(said("g(n) = n mod 4"), Verdict::Proven { .. }));
//! assert!(matches!(said("g(n+4) = g(n)"), Verdict::Proven { .. }));
//! let Verdict::Refuted(wrong) = said("P iff n mod 5 = 0") else { panic!() };
//! assert_eq!(wrong.numbers, [("n".to_string(), 4)]);
//! ```
//!
//! A sentence is said of all numbers for which every position that it names exists. A law that
//! has no value at a position, as x ⊕ (y-1) has none at y = 0, is false there.
//!
//! Limits: what is not automatic in a numeration that the law, the table or the rules suggest is
//! not decided; nor is a sentence about several positions where no law of the game is proven.

use std::time::Duration;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::outcome::Convention;
use grundy::text::{Lang, Text};
use grundy::workbench::AnyGame;
use grundy_lang::bench::{compile, on_workbench};
use grundy_lang::diagnostic::{Diagnostic, Span};
use grundy_lang::expect::{self, Failure, Tested};
use grundy_lang::explain;

use crate::automata::{Engine, Relation, Variable};
use crate::certificate::Certificate;
use crate::check;
use crate::derived;
use crate::expression::{Condition, Expression, Function, Operation};
use crate::find::{self, numerations};
use crate::formula;
use crate::game;
use crate::guess;
use crate::law::{Law, Statement, Status};
use crate::print::{Style, is_natural};
use crate::prove::{self, Claim, Coding};
use crate::read::{Conjecture, Said, Sentence, Term, law, opposite, read};
use crate::rules::{Rules, Source};
use crate::sample::{Sample, names};
use crate::study::{self, Options, Study};
use crate::walnut;

/// What was decided of a conjecture.
#[derive(Clone, Debug)]
pub struct Decided {
    /// What was decided: the law as it is printed, or the sentence as it was written.
    pub said: Text,
    /// Whether it is true.
    pub verdict: Verdict,
    /// The rules of which it was decided.
    pub rules: Option<String>,
    /// What else is to be known.
    pub notes: Vec<Text>,
}

/// Whether a conjecture is true.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It is a theorem.
    Proven {
        /// How that was decided, and what was checked.
        why: Text,
        /// The law that it follows from and what is known of that, where it is none itself.
        from: Option<(Text, Text)>,
        /// The certificate; that of the law it follows from, where the checker knows no more.
        certificate: Option<String>,
    },
    /// It is false.
    Refuted(Refutation),
    /// Neither is known.
    Open {
        /// Why not.
        reason: Text,
        /// The sides of the table of which it is true.
        to: Vec<u64>,
    },
}

impl Verdict {
    /// The verdict in one word, for programs.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Proven { .. } => "proven",
            Verdict::Refuted(_) => "refuted",
            Verdict::Open { .. } => "open",
        }
    }

    /// The verdict as a sentence.
    pub fn text(&self) -> Text {
        match self {
            Verdict::Proven { why, .. } => Status::Proven(why.clone()).text(),
            Verdict::Refuted(refutation) => refutation.text(),
            Verdict::Open { reason, to } => {
                let to = sides(to);
                Text::new(
                    format!(
                        "not decided: {}; true of the table to {to}",
                        reason.get(Lang::En)
                    ),
                    format!("未判定：{}；在至 {to} 的表中成立", reason.get(Lang::Zh)),
                )
            }
        }
    }
}

/// Where a conjecture is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The numbers for which it is false, by name.
    pub numbers: Vec<(String, u64)>,
    /// What a law says there.
    pub claimed: Option<Text>,
    /// What is true there.
    pub found: Text,
    /// The moves that show it.
    pub shown: Vec<Text>,
}

impl Refutation {
    /// The refutation as a sentence, without the moves.
    pub fn text(&self) -> Text {
        let at: Vec<String> = self
            .numbers
            .iter()
            .map(|(n, v)| format!("{n} = {v}"))
            .collect();
        let at = at.join(", ");
        let found = &self.found;
        let Some(claimed) = &self.claimed else {
            return Text::new(
                format!("false at {at}: {}", found.get(Lang::En)),
                format!("在 {at} 处不成立：{}", found.get(Lang::Zh)),
            );
        };
        Text::new(
            format!(
                "false at {at}: claimed {}, true {}",
                claimed.get(Lang::En),
                found.get(Lang::En)
            ),
            format!(
                "在 {at} 处不成立：断言 {}，实为 {}",
                claimed.get(Lang::Zh),
                found.get(Lang::Zh)
            ),
        )
    }
}

/// What is conjectured: a text, or an automaton in the format of Walnut.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'t> {
    /// A sentence ([`mod@crate::read`]).
    Sentence(&'t str),
    /// An automaton ([`crate::walnut`]).
    Automaton(&'t str),
}

impl Asked<'_> {
    fn read(self, names: &[String]) -> Result<Conjecture, Error> {
        match self {
            Asked::Sentence(text) => read(text, names),
            Asked::Automaton(text) => {
                let claim = walnut::read(text, names.len(), &Budget::current())?;
                Ok(Conjecture {
                    sentence: Sentence::Law(law(Statement::Automaton(claim))),
                    names: names.to_vec(),
                    dimension: names.len(),
                    terms: Vec::new(),
                    text: String::new(),
                })
            }
        }
    }

    /// What was decided, in its own words.
    fn said(self, conjecture: &Conjecture) -> Text {
        match (&conjecture.sentence, self) {
            (Sentence::Law(law), _) => law.written(Style::Text, &conjecture.names),
            (_, Asked::Sentence(text) | Asked::Automaton(text)) => {
                let text = text.trim();
                Text::new(text.to_string(), text.to_string())
            }
        }
    }
}

/// Decides a conjecture about a game that is called `name`, of which `source` are the rules if
/// they were written as text.
pub fn decide_game(
    game: &dyn AnyGame,
    convention: Convention,
    name: &str,
    source: Option<&Source>,
    asked: Asked<'_>,
    options: &Options,
) -> Result<Decided, Error> {
    let _scope = options.budget.scope();
    let rules = match source {
        Some(source) => Rules::translated(source).map(|rules| (rules, None)),
        None => game::written(game, convention, name, options).and_then(|(rules, built_in)| {
            let compared = study::compare(&rules, &built_in, &options.budget)?;
            Ok((rules, Some(compared)))
        }),
    };
    let (rules, compared) = match rules {
        Ok(rules) => rules,
        Err(error) if error.is_budget() => return Err(error),
        Err(error @ Error::Faulty { .. }) => return Err(error),
        Err(error) => {
            return by_table(game, convention, source, asked, error.text(), options);
        }
    };
    let conjecture = asked.read(&rules.state)?;
    let mut decided = decide(&rules, &conjecture, options)?;
    decided.said = asked.said(&conjecture);
    if let (Some(compared), Verdict::Proven { why, .. }) = (compared, &mut decided.verdict) {
        *why = why.followed_by(
            &format!(
                "; for the rules as written, which agree with the built-in game on all {compared} small positions"
            ),
            &format!("；针对所写规则，它与内置游戏在全部 {compared} 个小局面上一致"),
        );
    }
    Ok(decided)
}

/// Holds a conjecture against what the engines compute, where the rules cannot be reasoned about.
fn by_table(
    game: &dyn AnyGame,
    convention: Convention,
    source: Option<&Source>,
    asked: Asked<'_>,
    reason: Text,
    options: &Options,
) -> Result<Decided, Error> {
    if game.dimension() == 0 {
        return Err(Error::Unsupported {
            because: reason.followed_by(
                "; and its positions are not tuples of numbers, so that there is no table to look at",
                "；且其局面不是数组，没有可供观察的表",
            ),
        });
    }
    let mut sample = game::table(
        game,
        convention,
        &options.budget.clone().within(options.time / 2),
    )?;
    let own = match source {
        Some(source) => coordinates(source),
        None => game
            .rule_text()
            .ok()
            .and_then(|text| coordinates(&Source::new(&text))),
    };
    let own = own.filter(|own| own.len() == sample.size.len());
    sample.names = own.unwrap_or_else(|| names(sample.size.len()));
    let conjecture = asked.read(&sample.names)?;
    speaks(&conjecture, !sample.outcomes)?;
    let verdict = match exception(&conjecture, &sample, &options.budget)? {
        Some(found) => Verdict::Refuted(found.plain(&conjecture)),
        None => Verdict::Open {
            reason,
            to: sample.size.clone(),
        },
    };
    Ok(Decided {
        said: asked.said(&conjecture),
        verdict,
        rules: None,
        notes: Vec::new(),
    })
}

/// The names of the coordinates that a text has.
fn coordinates(source: &Source) -> Option<Vec<String>> {
    let compiled = compile(&source.text, source.game.as_deref(), &source.parameters).ok()?;
    let mut names = Vec::new();
    for coordinate in &compiled.program().game().coordinates {
        match coordinate.length {
            Some(length) => names.extend((0..length).map(|at| format!("{}{at}", coordinate.name))),
            None => names.push(coordinate.name.clone()),
        }
    }
    Some(names)
}

/// Decides a conjecture about rules. Its names must be those of the rules.
pub fn decide(rules: &Rules, conjecture: &Conjecture, options: &Options) -> Result<Decided, Error> {
    let _scope = options.budget.scope();
    speaks(conjecture, rules.has_values())?;
    let mut decided = Decided {
        said: match &conjecture.sentence {
            Sentence::Law(law) => law.written(Style::Text, &conjecture.names),
            Sentence::Follows { .. } => Text::fixed("the sentence", "该断言"),
        },
        verdict: Verdict::Open {
            reason: Text::fixed("nothing was tried", "尚未尝试"),
            to: Vec::new(),
        },
        rules: Some(rules.source.text.clone()),
        notes: Vec::new(),
    };
    let agreed = rules.agree().map(|_| ()).map_err(Error::from);
    match &agreed {
        Err(error) if error.is_budget() => return Err(error.clone()),
        Err(error @ Error::Faulty { .. }) => return Err(error.clone()),
        _ => {}
    }
    let (size, cells) = rules.engine_table(&options.budget)?;
    let played = Sample {
        size,
        cells,
        outcomes: !rules.has_values(),
        names: rules.state.clone(),
    };
    if let Some(found) = exception(conjecture, &played, &options.budget)? {
        decided.verdict = Verdict::Refuted(found.shown(conjecture, rules, &played, options));
        return Ok(decided);
    }
    if let Err(error) = agreed {
        // Where two readings of the rules differ nothing more is said.
        let (reason, to) = (error.text(), played.size);
        decided.verdict = Verdict::Open { reason, to };
        return Ok(decided);
    }
    let sample = larger(rules, &played, options)?;
    if let Some(found) = exception(conjecture, &sample, &options.budget)? {
        decided.verdict = Verdict::Refuted(found.shown(conjecture, rules, &sample, options));
        return Ok(decided);
    }
    let case = Case {
        rules,
        conjecture,
        played,
        sample,
        options,
    };
    decided.verdict = match &conjecture.sentence {
        Sentence::Law(law) => case.of_law(law, &mut decided.notes)?,
        Sentence::Follows {
            premise,
            conclusion,
        } => {
            let (terms, names) = (&conjecture.terms, &conjecture.names);
            let said = Following {
                premise,
                conclusion,
                terms,
                names,
            };
            case.of_sentence(&said, &mut decided.notes)?
        }
    };
    Ok(decided)
}

/// The table that a study begins with, or what is played where that takes too long.
fn larger(rules: &Rules, played: &Sample, options: &Options) -> Result<Sample, Error> {
    let size = match guess::sizes(rules).into_iter().next() {
        Some(size) if size > played.size => size,
        _ => return Ok(played.clone()),
    };
    let budget = options.budget.clone().within(options.time / 4);
    match rules.table(&size, &budget) {
        Ok(cells) => Ok(Sample {
            size,
            cells,
            ..played.clone()
        }),
        Err(error) if error.is_budget() => {
            // Its own limit, not that of the question.
            options.budget.meter("table").poll()?;
            Ok(played.clone())
        }
        Err(error) => Err(error),
    }
}

/// Whether what is said of a game can be said of it.
fn speaks(conjecture: &Conjecture, has_values: bool) -> Result<(), Error> {
    let of_values = match &conjecture.sentence {
        Sentence::Law(law) => !find::only_lost(&law.statement),
        Sentence::Follows { .. } => conjecture.terms.iter().any(|t| t.said == Said::Value),
    };
    match of_values && !has_values {
        true => Err(Error::NoValue {
            because: Text::fixed(
                "under these conventions positions have outcomes only: say `P iff …` instead of `g(…) = …`",
                "在这些约定下局面只有胜负：请用 `P iff …` 而非 `g(…) = …`",
            ),
        }),
        false => Ok(()),
    }
}

/// Where a conjecture fails in a table.
struct Exception {
    /// Numbers for the names of the conjecture.
    numbers: Vec<u64>,
    /// What the law says there; the values and outcomes of the terms of a sentence.
    claimed: Vec<Option<u64>>,
    /// What the table says there, for a law.
    found: u64,
    /// Whether the law is right at all options of the position.
    least: bool,
}

/// The first place of a table, by the sum of the numbers, at which a conjecture fails.
fn exception(
    conjecture: &Conjecture,
    sample: &Sample,
    budget: &Budget,
) -> Result<Option<Exception>, Error> {
    let mut meter = budget.meter("comparison");
    let mut best: Option<Exception> = None;
    let sooner = |numbers: &[u64], best: &Option<Exception>| {
        let key = |n: &[u64]| (n.iter().sum::<u64>(), n.to_vec());
        best.as_ref().is_none_or(|b| key(numbers) < key(&b.numbers))
    };
    match &conjecture.sentence {
        Sentence::Law(law) => {
            let only_lost = find::only_lost(&law.statement);
            for (at, label) in sample.labels().positions() {
                meter.advance(1)?;
                let label = u64::from(if only_lost { label.min(1) } else { label });
                let claimed = law.predict(&at);
                if claimed != Some(label) && sooner(&at, &best) {
                    best = Some(Exception {
                        numbers: at,
                        claimed: vec![claimed],
                        found: label,
                        least: false,
                    });
                }
            }
        }
        Sentence::Follows {
            premise,
            conclusion,
        } => {
            let count = conjecture.names.len();
            let labels = sample.labels();
            let side = tested_side(conjecture, sample);
            let size = vec![side; count];
            let all = side.checked_pow(count as u32).unwrap_or(0);
            for cell in 0..all {
                meter.advance(1)?;
                let mut at = grundy::solve::dense::point(cell, &size);
                let told: Option<Vec<u64>> = conjecture
                    .terms
                    .iter()
                    .map(|term| {
                        let place = place(term, &at[..count])?;
                        Some(told(term, labels.get(&place)?.into()))
                    })
                    .collect();
                let Some(told) = told else {
                    continue;
                };
                at.extend(&told);
                if premise.holds(&at) == Some(true) && conclusion.holds(&at) != Some(true) {
                    let numbers = at[..count].to_vec();
                    if sooner(&numbers, &best) {
                        best = Some(Exception {
                            numbers,
                            claimed: told.into_iter().map(Some).collect(),
                            found: 0,
                            least: false,
                        });
                    }
                }
            }
        }
    }
    Ok(best)
}

/// How far each number of a sentence goes when it is held against a table.
fn tested_side(conjecture: &Conjecture, sample: &Sample) -> u64 {
    /// More tuples are not gone through.
    const MOST: u64 = 300_000;
    let longest = sample.size.iter().copied().max().unwrap_or(1);
    let count = conjecture.names.len() as u32;
    let fits = |side: &u64| side.checked_pow(count).is_some_and(|all| all <= MOST);
    (1..=longest).rev().find(fits).unwrap_or(1)
}

/// The position that a term names, if its coordinates are naturals.
fn place(term: &Term, numbers: &[u64]) -> Option<Vec<u64>> {
    let each = term.at.iter();
    each.map(|e| u64::try_from(e.value(numbers)?).ok())
        .collect()
}

/// What a term says of a position with this label.
fn told(term: &Term, label: u64) -> u64 {
    match term.said {
        Said::Value => label,
        Said::Outcome => label.min(1),
    }
}

impl Exception {
    /// The refutation without moves.
    fn plain(&self, conjecture: &Conjecture) -> Refutation {
        let same = |text: String| Text::new(text.clone(), text);
        let numbers = conjecture
            .names
            .iter()
            .cloned()
            .zip(self.numbers.iter().copied())
            .collect();
        let (claimed, found) = match &conjecture.sentence {
            Sentence::Law(law) => {
                let lost = find::only_lost(&law.statement);
                let shown = |label: u64| match lost {
                    true => ["P", "N"][label.min(1) as usize].to_string(),
                    false => label.to_string(),
                };
                let claimed = match self.claimed[0] {
                    Some(label) => same(shown(label)),
                    None => Text::fixed(
                        "nothing: the formula has no value there",
                        "无：公式在该处没有值",
                    ),
                };
                (Some(claimed), same(shown(self.found)))
            }
            Sentence::Follows { .. } => {
                let each = conjecture
                    .terms
                    .iter()
                    .zip(&self.claimed)
                    .map(|(term, label)| {
                        let place = place(term, &self.numbers).unwrap_or_default();
                        let place: Vec<String> = place.iter().map(u64::to_string).collect();
                        let (place, label) = (place.join(", "), label.unwrap_or(0));
                        match term.said {
                            Said::Value => format!("g({place}) = {label}"),
                            Said::Outcome => {
                                format!("({place}) is {}", ["P", "N"][label.min(1) as usize])
                            }
                        }
                    });
                let each: Vec<String> = each.collect();
                let en = each.join(" and ");
                let zh = en.replace(" and ", " 且 ").replace(" is ", " 为 ");
                (None, Text::new(en, zh))
            }
        };
        Refutation {
            numbers,
            claimed,
            found,
            shown: Vec::new(),
        }
    }

    /// The refutation with the moves that show it.
    fn shown(
        &self,
        conjecture: &Conjecture,
        rules: &Rules,
        sample: &Sample,
        options: &Options,
    ) -> Refutation {
        let mut refutation = self.plain(conjecture);
        if let Sentence::Law(law) = &conjecture.sentence {
            let labels = sample.labels();
            let label = |part: &[u64]| match labels.get(part) {
                Some(label) => Some(u64::from(label)),
                // Below the least counterexample the law is right.
                None if self.least => law.predict(part),
                None => None,
            };
            let lost = find::only_lost(&law.statement);
            // That it cannot be shown makes it no less false.
            if let Ok(Some(shown)) = moves(rules, self, lost, &label, &options.budget) {
                refutation.shown = vec![shown.0];
                if let Some(found) = shown.1 {
                    refutation.found = Text::new(found.clone(), found);
                }
            }
        }
        refutation
    }
}

/// What is known of a position: its value, or 0 and 1 for P and N.
type Labels<'l> = dyn Fn(&[u64]) -> Option<u64> + 'l;

/// The moves that show what a position is, and what it is.
fn moves(
    rules: &Rules,
    at: &Exception,
    lost: bool,
    label: &Labels<'_>,
    budget: &Budget,
) -> Result<Option<(Text, Option<String>)>, Error> {
    /// More options are not gone through to show something.
    const MOST: u64 = 1 << 18;
    let few = budget.states().min(MOST);
    let budget = budget.clone().with_states(few);
    let mut meter = budget.meter("moves");
    let walker = rules.walker()?;
    let dimension = rules.dimension().max(1);
    let mut found: Vec<(String, u64)> = Vec::new();
    let mut known = true;
    walker.options(&at.numbers, &mut meter, |number, option| {
        let parts: Vec<&[u64]> = option.chunks(dimension).collect();
        let value = parts
            .iter()
            .try_fold(0, |all, part| Some(all ^ label(part)?));
        // Where nothing is left whoever is to move has won under misère play.
        let value = match parts.is_empty() && rules.misere {
            true => Some(1),
            false => value,
        };
        match value {
            Some(value) => {
                let written = |part: &&[u64]| {
                    let numbers: Vec<String> = part.iter().map(u64::to_string).collect();
                    format!("[{}]", numbers.join(", "))
                };
                let to: Vec<String> = parts.iter().map(written).collect();
                let to = match to.is_empty() {
                    true => "[]".to_string(),
                    false => to.join(" + "),
                };
                let name = &rules.moves[number].name;
                found.push((format!("{name} -> {to}"), value));
            }
            None => known = false,
        }
    })?;
    let to = |value: u64| found.iter().find(|f| f.1 == value).map(|f| f.0.clone());
    // A law of P-positions is wrong by saying P or N, whatever the values are.
    if lost || !rules.has_values() {
        let claimed_lost = at.claimed[0] == Some(0) || (at.claimed[0].is_none() && at.found > 0);
        let winning = to(0);
        return Ok(match (claimed_lost, winning) {
            (true, Some(mv)) if rules.blocked == 0 => Some((
                Text::new(format!("{mv}, which is P"), format!("{mv}，它是 P 态")),
                Some("N".to_string()),
            )),
            (true, None) if found.is_empty() && known && rules.misere => Some((
                Text::fixed(
                    "there is no move, and whoever cannot move wins",
                    "没有着法，而无法行动者胜",
                ),
                Some("N".to_string()),
            )),
            (false, None) if known && found.is_empty() => Some((
                Text::fixed("there is no move", "没有着法"),
                Some("P".to_string()),
            )),
            (false, None) if known => {
                let count = found.len();
                Some((
                    Text::new(
                        format!("no option is P ({count} {} looked at)", plural(count)),
                        format!("没有选项是 P 态（共 {count} 着）"),
                    ),
                    Some("P".to_string()),
                ))
            }
            _ => None,
        });
    }
    if !known {
        return Ok(None);
    }
    let mut values: Vec<u64> = found.iter().map(|f| f.1).collect();
    values.sort_unstable();
    values.dedup();
    let least = (0..).zip(&values).find(|(n, v)| n != *v);
    let value = least.map_or(values.len() as u64, |(n, _)| n);
    let shown = match at.claimed[0].and_then(|claimed| Some((claimed, to(claimed)?))) {
        Some((claimed, mv)) => Text::new(
            format!("{mv}, which has the value {claimed} already"),
            format!("{mv}，其值已为 {claimed}"),
        ),
        None => Text::new(
            format!(
                "no option has the value {value} ({} {} looked at)",
                found.len(),
                plural(found.len())
            ),
            format!("没有值为 {value} 的选项（共 {} 着）", found.len()),
        ),
    };
    Ok(Some((shown, Some(value.to_string()))))
}

fn plural(count: usize) -> &'static str {
    match count {
        1 => "move",
        _ => "moves",
    }
}

fn sides(to: &[u64]) -> String {
    let shown: Vec<String> = to.iter().map(|n| n.saturating_sub(1).to_string()).collect();
    shown.join(", ")
}

/// A sentence about several positions.
struct Following<'c> {
    premise: &'c Condition,
    conclusion: &'c Condition,
    terms: &'c [Term],
    names: &'c [String],
}

/// A conjecture that no table refutes.
struct Case<'c> {
    rules: &'c Rules,
    conjecture: &'c Conjecture,
    played: Sample,
    sample: Sample,
    options: &'c Options,
}

impl Case<'_> {
    fn open(&self, reason: Text) -> Verdict {
        let to = self.sample.size.clone();
        Verdict::Open { reason, to }
    }

    /// Decides a law of all values or all P-positions.
    fn of_law(&self, law: &Law, notes: &mut Vec<Text>) -> Result<Verdict, Error> {
        if let Some(verdict) = self.undefined(law)? {
            return Ok(verdict);
        }
        let options = self.options;
        let tried = |law: Law| {
            study::one_law(
                self.rules,
                law,
                self.sample.clone(),
                self.played.clone(),
                options,
            )
        };
        let mut study = tried(law.clone());
        let mut verdict = self.of_study(law, &mut study, notes)?;
        // Other numerations, which the table suggests.
        if verdict.is_none() {
            for numeration in numerations::numerations(&self.sample) {
                if law.numerations().contains(&numeration) {
                    continue;
                }
                options.budget.meter("proof").poll()?;
                let dimension = self.rules.dimension();
                let Ok(Some(claim)) = law.claim(numeration, dimension, &options.budget) else {
                    continue;
                };
                let automaton = Law {
                    statement: Statement::Automaton(claim),
                    ..law.clone()
                };
                verdict = self.of_study(law, &mut tried(automaton), notes)?;
                if verdict.is_some() {
                    break;
                }
            }
        }
        if let Some(verdict) = verdict {
            return Ok(verdict);
        }
        let reason = study.findings.into_iter().find_map(|f| f.unproven);
        let reason = reason.or_else(|| study.notes.into_iter().next());
        let reason = reason.unwrap_or_else(|| {
            Text::fixed(
                "it is not automatic in any numeration that was tried",
                "在所试的记数法中都不是自动的",
            )
        });
        // The law may follow from another one.
        let here: Vec<Expression> = (0..self.rules.dimension())
            .map(Expression::Variable)
            .collect();
        let value = Expression::Variable(self.rules.dimension());
        let (said, conclusion) = match &law.statement {
            Statement::Value(e) => (Said::Value, Condition::equal(value, e.clone())),
            Statement::Lost(c) => {
                let lost = Condition::equal(value, Expression::Number(0));
                let both = Condition::All(vec![lost.clone(), c.clone()]);
                let neither = Condition::All(vec![opposite(&lost), opposite(c)]);
                (Said::Outcome, Condition::Any(vec![both, neither]))
            }
            _ => return Ok(self.open(reason)),
        };
        let following = Following {
            premise: &Condition::All(Vec::new()),
            conclusion: &conclusion,
            terms: &[Term { said, at: here }],
            names: &self.rules.state,
        };
        match self.of_sentence(&following, notes)? {
            Verdict::Open { .. } => Ok(self.open(reason)),
            Verdict::Refuted(found) => {
                // The same, in the words of a law.
                let numbers: Vec<u64> = found.numbers.iter().map(|n| n.1).collect();
                Ok(self.at(law, numbers, false))
            }
            proven => Ok(proven),
        }
    }

    /// Where a law has no value, if that can be.
    fn undefined(&self, law: &Law) -> Result<Option<Verdict>, Error> {
        let exists = match &law.statement {
            Statement::Value(e) => number_exists(e),
            Statement::Lost(c) => condition_exists(c),
            _ => return Ok(None),
        };
        if exists == always() {
            return Ok(None);
        }
        let budget = &self.options.budget;
        let mut reason = None;
        for numeration in law.numerations() {
            let mut meter = budget.meter("automata");
            let mut engine = Engine::new(numeration, &mut meter);
            let missing = missing(&mut engine, self.rules, &exists);
            match missing {
                Ok(set) if set.is_empty() => return Ok(None),
                Ok(set) => {
                    let at = set.shortest().unwrap_or_default();
                    // Beyond 64 bits nothing is known.
                    return Ok((!at.is_empty()).then(|| self.at(law, at, false)));
                }
                Err(error @ Error::Cancelled { .. }) => return Err(error),
                Err(error) => {
                    reason.get_or_insert(error.text());
                }
            }
        }
        Ok(reason.map(|reason| self.open(reason)))
    }

    /// A law that is false at a position.
    fn at(&self, law: &Law, numbers: Vec<u64>, least: bool) -> Verdict {
        /// To tell the value of a position at most so many others are looked at.
        const COMPUTED: u64 = 1 << 20;
        let budget = &self.options.budget;
        let few = budget.states().min(COMPUTED);
        let label = self
            .rules
            .value(&numbers, &budget.clone().with_states(few))
            .ok();
        let lost = find::only_lost(&law.statement);
        let claimed = law.predict(&numbers);
        let seen = |label: u32| u64::from(if lost { label.min(1) } else { label });
        let found = Exception {
            claimed: vec![claimed],
            found: label.map_or(u64::from(claimed == Some(0)), seen),
            numbers,
            least,
        };
        let mut refutation = found.shown(self.conjecture, self.rules, &self.sample, self.options);
        if label.is_none() && refutation.shown.is_empty() && !lost {
            // Too far out; that the law is false there is known all the same.
            refutation.found = Text::fixed("another value", "另一个值");
        }
        Verdict::Refuted(refutation)
    }

    /// The verdict of a study of one law, if it has come to one.
    fn of_study(
        &self,
        law: &Law,
        study: &mut Study,
        notes: &mut Vec<Text>,
    ) -> Result<Option<Verdict>, Error> {
        if let Some(refuted) = study.refuted.first() {
            return Ok(Some(self.at(law, refuted.position.clone(), true)));
        }
        let proven = study.findings.iter_mut().find(|f| f.proof.is_some());
        let Some(proven) = proven else {
            return Ok(None);
        };
        let Status::Proven(why) = &proven.status else {
            return Ok(None);
        };
        notes.append(&mut study.notes);
        Ok(Some(Verdict::Proven {
            why: why.clone(),
            from: None,
            certificate: proven.certificate.as_ref().map(Certificate::write),
        }))
    }

    /// Decides a sentence about several positions from a proven law of the game.
    fn of_sentence(&self, said: &Following<'_>, notes: &mut Vec<Text>) -> Result<Verdict, Error> {
        let study = study::study(self.rules, self.options)?;
        let of_values = said.terms.iter().any(|t| t.said == Said::Value);
        let usable = |claim: &Claim| match claim {
            Claim::Values(_, Coding::Plain) => true,
            Claim::Values(_, Coding::Power) | Claim::Lost(_) => !of_values,
        };
        let mut findings = study.findings.iter();
        let proven = findings.find_map(|f| {
            let (claim, _) = f.proof.as_ref()?;
            usable(claim).then_some((f, claim))
        });
        let Some((finding, claim)) = proven else {
            let en = match of_values {
                true => "no law of the values of this game is proven, from which it could follow",
                false => "no law of this game is proven, from which it could follow",
            };
            let zh = match of_values {
                true => "该游戏的值没有已证明的规律可供推导",
                false => "该游戏没有已证明的规律可供推导",
            };
            return Ok(self.open(Text::fixed(en, zh)));
        };
        let mut meter = self.options.budget.meter("proof");
        let mut engine = Engine::new(claim.relation().numeration(), &mut meter);
        let wrong = match wrong(&mut engine, self.rules, claim, said) {
            Ok(wrong) => wrong,
            Err(error @ Error::Cancelled { .. }) => return Err(error),
            Err(error) => return Ok(self.open(error.text())),
        };
        let law_text = finding.law.written(Style::Text, &self.rules.state);
        if wrong.is_empty() {
            notes.extend(study.notes.iter().cloned());
            let law = finding.certificate.as_ref().map(Certificate::write);
            let (why, certificate) = self.checked(said, law);
            return Ok(Verdict::Proven {
                why,
                from: Some((law_text, finding.status.text())),
                certificate,
            });
        }
        let Some(numbers) = wrong.shortest() else {
            return Ok(self.open(Text::fixed(
                "it is false, but only for numbers beyond 64 bits",
                "它不成立，但反例超过 64 位",
            )));
        };
        let automaton = law(Statement::Automaton(claim.clone()));
        let claimed = said.terms.iter().map(|term| {
            let place = place(term, &numbers)?;
            Some(told(term, automaton.predict(&place)?))
        });
        let found = Exception {
            claimed: claimed.collect(),
            numbers,
            found: 0,
            least: false,
        };
        let conjecture = Conjecture {
            sentence: Sentence::Follows {
                premise: said.premise.clone(),
                conclusion: said.conclusion.clone(),
            },
            names: said.names.to_vec(),
            dimension: self.rules.dimension(),
            terms: said.terms.to_vec(),
            text: self.conjecture.text.clone(),
        };
        Ok(Verdict::Refuted(found.plain(&conjecture)))
    }
}

impl Case<'_> {
    /// What is said of a sentence that was decided, after the checker has looked at it, and the
    /// certificate: of the sentence if the checker accepts it, else of the law.
    fn checked(&self, said: &Following<'_>, law: Option<String>) -> (Text, Option<String>) {
        /// Checking again must not take much longer than deciding.
        const CHECKED_NODES: u64 = 200_000;
        const CHECKING: Duration = Duration::from_secs(60);
        let unseen = Text::fixed(
            "it follows from a proven law, by an automaton that the checker does not see",
            "由已证明的规律推出，所用自动机未经复核程序检验",
        );
        let Some(law) = law else {
            return (unseen, None);
        };
        let (premise, conclusion) = whole(said);
        let text = match &self.conjecture.sentence {
            Sentence::Law(law) => law
                .written(Style::Text, said.names)
                .get(Lang::En)
                .to_string(),
            Sentence::Follows { .. } => self.conjecture.text.clone(),
        };
        let sentence = derived::certificate(
            &text,
            &premise,
            &conclusion,
            said.terms,
            said.names,
            law.clone(),
        );
        let Some(sentence) = sentence.map(|s| s.to_string()) else {
            return (unseen, Some(law));
        };
        let budget = self.options.budget.clone();
        let budget = budget.with_states(CHECKED_NODES).with_time(CHECKING);
        match check::sentence::check(&sentence, &budget) {
            Ok(_) => (
                Text::fixed(
                    "it follows from a proven law by automata, checked independently",
                    "由自动机从已证明的规律推出，经独立复核",
                ),
                Some(sentence),
            ),
            Err(_) => (unseen, Some(law)),
        }
    }
}

/// What is supposed and what then holds, where numbers that have no value break a condition.
fn whole(said: &Following<'_>) -> (Condition, Condition) {
    let premise = all(vec![condition_exists(said.premise), said.premise.clone()]);
    let conclusion = all(vec![
        condition_exists(said.conclusion),
        said.conclusion.clone(),
    ]);
    (premise, conclusion)
}

/// The positions at which something does not exist.
fn missing(engine: &mut Engine, rules: &Rules, exists: &Condition) -> Result<Relation, Error> {
    let domain = prove::domain(engine, rules)?;
    let set = formula::set(engine, exists, rules.dimension())?;
    engine.minus(&domain, &set)
}

/// The numbers for which a sentence fails, given the law of the game.
fn wrong(
    engine: &mut Engine,
    rules: &Rules,
    claim: &Claim,
    said: &Following<'_>,
) -> Result<Relation, Error> {
    let (names, terms) = (said.names.len(), said.terms.len());
    let keep: Vec<Variable> = (0..names as Variable).collect();
    let domain = prove::domain(engine, rules)?;
    let dimension = rules.dimension();
    // Coordinates of positions get variables behind those of the values.
    let mut free = (names + terms) as Variable;
    let mut all: Vec<Relation> = Vec::new();
    for (number, term) in said.terms.iter().enumerate() {
        let mut place: Vec<Variable> = Vec::with_capacity(dimension);
        for e in &term.at {
            if let Expression::Variable(v) = e {
                place.push(*v as Variable);
                continue;
            }
            let graph = formula::graph(engine, e, names)?;
            let to = [&keep[..], &[free]].concat();
            all.push(engine.rename(&graph, &to)?);
            place.push(free);
            free += 1;
        }
        all.push(engine.rename(&domain, &place)?);
        let value = (names + number) as Variable;
        all.push(label(engine, claim, term.said, &place, value)?);
    }
    let (premise, conclusion) = whole(said);
    all.push(formula::set(engine, &premise, names + terms)?);
    let holds = formula::set(engine, &conclusion, names + terms)?;
    let variables: Vec<Variable> = (0..(names + terms) as Variable).collect();
    let known = engine.join(all, &variables)?;
    let every = engine.all(&variables)?;
    let known = engine.and(&known, &every)?;
    let fails = engine.minus(&known, &holds)?;
    engine.join(vec![fails], &keep)
}

/// That the value or the outcome of a position is this.
fn label(
    engine: &mut Engine,
    claim: &Claim,
    said: Said,
    place: &[Variable],
    value: Variable,
) -> Result<Relation, Error> {
    let last = place.iter().copied().max().unwrap_or(0).max(value) + 1;
    let lost = match (claim, said) {
        (Claim::Values(graph, _), Said::Value) => {
            let to = [place, &[value]].concat();
            return engine.rename(graph, &to);
        }
        (Claim::Values(graph, coding), Said::Outcome) => {
            let to = [place, &[last]].concat();
            let graph = engine.rename(graph, &to)?;
            let zero = engine.constant(last, coding.code(0).unwrap_or(0))?;
            engine.join(vec![graph, zero], place)?
        }
        (Claim::Lost(lost), _) => engine.rename(lost, place)?,
    };
    let (zero, one) = (engine.constant(value, 0)?, engine.constant(value, 1)?);
    let won = engine.not(&lost)?;
    let lost = engine.and(&lost, &zero)?;
    let won = engine.and(&won, &one)?;
    engine.or(&lost, &won)
}

fn always() -> Condition {
    Condition::All(Vec::new())
}

/// All of these, without those that always hold.
fn all(each: Vec<Condition>) -> Condition {
    let mut kept: Vec<Condition> = each.into_iter().filter(|c| *c != always()).collect();
    match (kept.pop(), kept.is_empty()) {
        (Some(one), true) => one,
        (last, _) => {
            kept.extend(last);
            Condition::All(kept)
        }
    }
}

/// That `then` holds wherever all of `supposed` do.
fn implies(supposed: &[Condition], then: Condition) -> Condition {
    if then == always() || supposed.is_empty() {
        return then;
    }
    let mut any: Vec<Condition> = supposed.iter().map(opposite).collect();
    any.push(then);
    Condition::Any(any)
}

fn not_negative(e: &Expression) -> Condition {
    match is_natural(e) {
        true => always(),
        false => Condition::less(Expression::Number(-1), e.clone()),
    }
}

/// Where a formula has a value, as [`Expression::value`] says.
fn number_exists(e: &Expression) -> Condition {
    match e {
        Expression::Number(_) | Expression::Variable(_) => always(),
        Expression::Binary(operation, a, b) => {
            let mut each = vec![number_exists(a), number_exists(b)];
            match operation {
                Operation::Xor | Operation::And | Operation::Or => {
                    each.extend([not_negative(a), not_negative(b)]);
                }
                Operation::Divide | Operation::Modulo
                    if !matches!(**b, Expression::Number(1..)) =>
                {
                    each.push(Condition::less(Expression::Number(0), (**b).clone()));
                }
                _ => {}
            }
            all(each)
        }
        Expression::Call(function, arguments) => {
            let mut each: Vec<Condition> = arguments.iter().map(number_exists).collect();
            match function {
                Function::Min | Function::Max | Function::Abs => {}
                Function::TrailingZeros => each.extend(
                    arguments
                        .iter()
                        .map(|a| Condition::less(Expression::Number(0), a.clone())),
                ),
                _ => each.extend(arguments.iter().map(not_negative)),
            }
            all(each)
        }
        Expression::Pick(list, index) => {
            let length = i64::try_from(list.len()).unwrap_or(i64::MAX);
            let inside = match &**index {
                Expression::Binary(Operation::Modulo, _, m) if matches!(**m, Expression::Number(m) if (1..=length).contains(&m)) => {
                    always()
                }
                index => all(vec![
                    not_negative(index),
                    Condition::less(index.clone(), Expression::Number(length)),
                ]),
            };
            all(vec![number_exists(index), inside])
        }
        Expression::Cases(cases, otherwise) => {
            let mut each = Vec::new();
            let mut before: Vec<Condition> = Vec::new();
            for (c, e) in cases {
                each.push(implies(&before, condition_exists(c)));
                before.push(c.clone());
                each.push(implies(&before, number_exists(e)));
                before.pop();
                before.push(opposite(c));
            }
            each.push(implies(&before, number_exists(otherwise)));
            all(each)
        }
    }
}

/// Where the numbers of a condition that are looked at have values, as [`Condition::holds`] says.
fn condition_exists(c: &Condition) -> Condition {
    match c {
        Condition::Equal(a, b) | Condition::Unequal(a, b) | Condition::Less(a, b) => {
            all(vec![number_exists(a), number_exists(b)])
        }
        Condition::Occurs(_, of, _) => all(of.iter().map(number_exists).collect()),
        Condition::Remainder(a, _, _) => number_exists(a),
        Condition::All(each) | Condition::Any(each) => {
            let mut found = Vec::new();
            let mut before = Vec::new();
            for one in each {
                found.push(implies(&before, condition_exists(one)));
                // Behind the first that decides, nothing is looked at.
                before.push(match c {
                    Condition::All(_) => one.clone(),
                    _ => opposite(one),
                });
            }
            all(found)
        }
    }
}

/// Tests every game of a text as [`expect::test`] does, and proves the laws that are expected of
/// all positions. What is not proven is not as expected: it fails at its counterexample, or with
/// the reason why it is not decided.
///
/// ```
/// use grundy_laws::conjecture::test;
/// let text = "state n; move take(k in 1..3) -> [n-k]; expect g(n) = n % 4 for all n";
/// let tested = test(text, &[], &Default::default()).unwrap();
/// assert!((tested[0].positions, tested[0].failures.len()) == (1, 0));
/// ```
pub fn test(
    text: &str,
    set: &[(String, i64)],
    options: &Options,
) -> Result<Vec<Tested>, Vec<Diagnostic>> {
    let mut tested = expect::test(text, set, &options.budget)?;
    let last = tested.len().saturating_sub(1);
    for (number, game) in tested.iter_mut().enumerate() {
        for conjecture in std::mem::take(&mut game.conjectures) {
            game.positions += 1;
            // Parameters are those of the last game.
            let source = Source {
                name: game.game.clone(),
                game: Some(game.game.clone()),
                parameters: if number == last {
                    set.to_vec()
                } else {
                    Vec::new()
                },
                ..Source::new(text)
            };
            let failed = |position: String, expected: &str, found: Text| Failure {
                span: conjecture.span,
                position,
                expected: expected.to_string(),
                found,
            };
            match decide_text(&source, &conjecture.text, options) {
                Ok(decided) => match decided.verdict {
                    Verdict::Proven { .. } => {}
                    Verdict::Refuted(wrong) => {
                        let at = wrong.numbers.iter().map(|(n, v)| format!("{n} = {v}"));
                        let at: Vec<String> = at.collect();
                        // What a sentence says is the sentence.
                        let claimed = wrong.claimed.as_ref().map(|c| c.get(Lang::En));
                        let claimed = claimed.unwrap_or(&conjecture.text);
                        game.failures
                            .push(failed(at.join(", "), claimed, wrong.found));
                    }
                    open => {
                        let text = conjecture.text.clone();
                        game.failures.push(failed(text, "a proof", open.text()));
                    }
                },
                Err(Error::BadLaw {
                    column, expected, ..
                }) => {
                    return Err(vec![unreadable(&conjecture, column, expected)]);
                }
                Err(error) => {
                    let text = conjecture.text.clone();
                    game.failures.push(failed(text, "a proof", error.text()));
                }
            }
        }
    }
    Ok(tested)
}

/// What is wrong with a conjecture in a text, at its place.
fn unreadable(conjecture: &expect::Conjectured, column: usize, because: Text) -> Diagnostic {
    let skipped = conjecture.text.chars().take(column.saturating_sub(1));
    let before: usize = skipped.map(char::len_utf8).sum();
    let start = conjecture.span.start + before;
    let next = conjecture.text[before..].chars().next();
    let end = start + next.map_or(0, char::len_utf8);
    Diagnostic::new(explain::UNEXPECTED, Span { start, end }, because)
}

/// Decides a conjecture about a game that is written as text.
pub fn decide_text(source: &Source, text: &str, options: &Options) -> Result<Decided, Error> {
    let compiled = compile(&source.text, source.game.as_deref(), &source.parameters);
    let compiled = compiled.map_err(|wrong| {
        let shown = |lang| grundy_lang::diagnostic::render(&wrong, &source.text, "rules", lang);
        Error::BadRules {
            report: Text::new(shown(Lang::En), shown(Lang::Zh)),
        }
    })?;
    let convention = match source.misere {
        true => Convention::Misere,
        false => compiled.program().game().convention,
    };
    let game = on_workbench(std::sync::Arc::new(compiled));
    let asked = Asked::Sentence(text);
    decide_game(
        &*game,
        convention,
        &source.name,
        Some(source),
        asked,
        options,
    )
}
