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

mod exists;
mod file;
mod table;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::outcome::Convention;
use grundy::platform::Moment;
use grundy::text::{Lang, Text};
use grundy::workbench::AnyGame;
use grundy_lang::bench::compile;

use crate::automata::{Engine, Relation, Variable};
use crate::certificate::Certificate;
use crate::check;
use crate::derived;
use crate::expression::{Condition, Expression};
use crate::family;
use crate::find::{self, numerations};
use crate::formula;
use crate::game;
use crate::guess;
use crate::law::{Law, Statement, Status};
use crate::numbers::NumberLaw;
use crate::numbers::recurrence::Recurrence;
use crate::print::Style;
use crate::prove::{self, Claim, Coding};
use crate::read::{Conjecture, Said, Sentence, Term, law, opposite, read};
use crate::rules::{Rules, Source};
use crate::sample::{Sample, names};
use crate::study::{self, Options, Study};
use crate::walnut;
use exists::{all, always, condition_exists, number_exists};
use table::{Exception, exception, place, tested_side, told};

pub use file::{decide_text, test};

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
    // What is said for all values of a parameter is said of a family.
    if let Asked::Sentence(text) = asked {
        let own = match source {
            Some(source) => Some(source.clone()),
            None => game.rule_text().ok().map(|text| Source::new(&text)),
        };
        if let Some(own) = own
            && let Some(parameter) = family::said_of(&own, text)
        {
            match family::decide(&own, &parameter, text, options) {
                // Another number may have the name of the parameter.
                Err(error @ Error::BadLaw { .. }) => {
                    let names = coordinates(&own).unwrap_or_default();
                    if read(text, &names).is_err() {
                        return Err(error);
                    }
                }
                decided => return decided,
            }
        }
    }
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
    sample.names = coordinate_names(game, source, sample.size.len());
    let conjecture = asked.read(&sample.names)?;
    speaks(&conjecture, !sample.outcomes)?;
    let verdict = match exception(&conjecture, &sample, &options.budget)? {
        Some(found) => Verdict::Refuted(found.plain(&conjecture)),
        None => Verdict::Open {
            reason,
            to: tested(&conjecture, &sample),
        },
    };
    Ok(Decided {
        said: asked.said(&conjecture),
        verdict,
        rules: None,
        notes: Vec::new(),
    })
}

/// The names of the coordinates of a game: those of its rules where these are written, else the
/// usual ones.
pub(crate) fn coordinate_names(
    game: &dyn AnyGame,
    source: Option<&Source>,
    dimension: usize,
) -> Vec<String> {
    let own = match source {
        Some(source) => coordinates(source),
        None => game
            .rule_text()
            .ok()
            .and_then(|text| coordinates(&Source::new(&text))),
    };
    let own = own.filter(|own| own.len() == dimension);
    own.unwrap_or_else(|| names(dimension))
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
    let start = Moment::now();
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
        let (reason, to) = (error.text(), tested(conjecture, &played));
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
        start,
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

/// How far a conjecture was held against a table.
fn tested(conjecture: &Conjecture, sample: &Sample) -> Vec<u64> {
    match &conjecture.sentence {
        Sentence::Law(_) => sample.size.clone(),
        Sentence::Follows { .. } => {
            let side = tested_side(conjecture, sample);
            sample.size.iter().map(|s| side.min(*s)).collect()
        }
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
    start: Moment,
}

impl Case<'_> {
    fn open(&self, reason: Text) -> Verdict {
        let to = tested(self.conjecture, &self.sample);
        Verdict::Open { reason, to }
    }

    /// Decides a law of all values or all P-positions.
    fn of_law(&self, law: &Law, notes: &mut Vec<Text>) -> Result<Verdict, Error> {
        // A polynomial is decided as the formula that it is.
        let formula = match &law.statement {
            Statement::Numbers(numbers) => numbers.expression(),
            _ => None,
        };
        let formula = formula.map(|e| Law {
            statement: Statement::Value(e),
            ..law.clone()
        });
        let law = formula.as_ref().unwrap_or(law);
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
        let reason = study.findings.iter().find_map(|f| f.why_not_proven());
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
        if let Statement::Numbers(NumberLaw::Recurrence(recurrence)) = &law.statement {
            return self.of_recurrence(law, recurrence, reason, notes);
        }
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

    /// Decides a recurrence of which the table shows the first members: that it goes on is a
    /// sentence about several positions.
    fn of_recurrence(
        &self,
        law: &Law,
        recurrence: &Recurrence,
        reason: Text,
        notes: &mut Vec<Text>,
    ) -> Result<Verdict, Error> {
        let begins = recurrence
            .first
            .saturating_add(recurrence.seed.len() as u64);
        let shown = self.sample.size.first().copied().unwrap_or(0);
        let factors: Option<Vec<i64>> = recurrence
            .factors
            .iter()
            .map(|factor| i64::try_from(factor).ok())
            .collect();
        let (Some(factors), 1, true) = (factors, self.rules.dimension(), begins <= shown) else {
            return Ok(self.open(reason));
        };
        let n = Expression::Variable(0);
        let term = |back: i64| Term {
            said: Said::Value,
            at: vec![Expression::plus(n.clone(), Expression::Number(-back))],
        };
        let mut terms = vec![term(0)];
        let mut sum = Expression::Number(0);
        for (back, factor) in (1..).zip(factors).filter(|(_, f)| *f != 0) {
            let value = Expression::Variable(1 + terms.len());
            sum = Expression::plus(sum, Expression::times(factor, value));
            terms.push(term(back));
        }
        let begins = Expression::Number(i64::try_from(begins).unwrap_or(i64::MAX));
        let following = Following {
            premise: &Condition::at_most(begins, n),
            conclusion: &Condition::equal(Expression::Variable(1), sum),
            terms: &terms,
            names: &self.rules.state,
        };
        match self.of_sentence(&following, notes)? {
            Verdict::Open { .. } => Ok(self.open(reason)),
            Verdict::Refuted(found) => {
                let numbers: Vec<u64> = found.numbers.iter().map(|n| n.1).collect();
                Ok(self.at(law, numbers, false))
            }
            Verdict::Proven {
                why,
                from,
                certificate,
            } => Ok(Verdict::Proven {
                why: why.followed_by("; the first members were computed", "；首项由计算得出"),
                from,
                certificate,
            }),
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
        // Looking has what is left of the time.
        let options = Options {
            time: self.options.time.saturating_sub(self.start.elapsed()),
            budget: self.options.budget.clone(),
        };
        let study = study::study(self.rules, &options)?;
        let of_values = said.terms.iter().any(|t| t.said == Said::Value);
        let usable = |claim: &Claim| match claim {
            Claim::Values(_, Coding::Plain) => true,
            Claim::Values(_, Coding::Power) | Claim::Lost(_) => !of_values,
        };
        let mut findings = study.findings.iter();
        let proven = findings.find_map(|f| {
            // What nobody checked is no ground for a theorem.
            let (claim, _) = f.proof.as_ref().filter(|_| f.is_proven())?;
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
            return Ok(match self.checked(said, law) {
                Ok((why, certificate)) => Verdict::Proven {
                    why,
                    from: Some((law_text, finding.status.text())),
                    certificate: Some(certificate),
                },
                Err(reason) => self.open(reason),
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
    /// What is said of a sentence that was decided, after the checker has looked at it, and its
    /// certificate; or why it is not called proven.
    fn checked(&self, said: &Following<'_>, law: Option<String>) -> Result<(Text, String), Text> {
        let unseen = |why: Text| {
            Text::new(
                format!(
                    "the prover finds that it follows from a proven law, but that was not checked independently: {}",
                    why.get(Lang::En)
                ),
                format!(
                    "证明程序判其由已证明的规律推出，但未经独立复核：{}",
                    why.get(Lang::Zh)
                ),
            )
        };
        let law =
            law.ok_or_else(|| unseen(Text::fixed("the law has no certificate", "该规律没有证书")))?;
        let (premise, conclusion) = whole(said);
        let text = match &self.conjecture.sentence {
            // The certificate is about what follows the first members, and says no more.
            Sentence::Law(Law {
                statement: Statement::Numbers(NumberLaw::Recurrence(recurrence)),
                ..
            }) => recurrence.step(&said.names[0]),
            Sentence::Law(law) => law
                .written(Style::Text, said.names)
                .get(Lang::En)
                .to_string(),
            Sentence::Follows { .. } => self.conjecture.text.clone(),
        };
        let sentence =
            derived::certificate(&text, &premise, &conclusion, said.terms, said.names, law);
        let sentence = sentence.map(|s| s.to_string()).ok_or_else(|| {
            unseen(Text::fixed(
                "the sentence has no form that the checker reads",
                "该断言没有复核程序可读的形式",
            ))
        })?;
        let left = self.options.time.saturating_sub(self.start.elapsed());
        let budget = self.options.budget.clone().within(left);
        match check::sentence::check(&sentence, &budget) {
            Ok(_) => Ok((
                Text::fixed(
                    "it follows from a proven law by automata, checked independently",
                    "由自动机从已证明的规律推出，经独立复核",
                ),
                sentence,
            )),
            Err(error) => Err(unseen(error.text())),
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
