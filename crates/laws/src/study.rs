//! From rules to a theorem in one step.
//!
//! [`study`] tabulates, looks for laws, and proves what can be proven: first
//! formulas, which are short, then automata learned from digits; on a small
//! table first, on larger ones if that showed nothing.
//!
//! ```
//! use grundy_laws::rules::Rules;
//! use grundy_laws::study::{Options, study};
//! use grundy_laws::print::Style;
//! let rules = Rules::read("
//!     game bachet
//!     state n
//!     move take(k in 1..3) -> [n-k]
//! ").unwrap();
//! let study = study(&rules, &Options::default()).unwrap();
//! let best = &study.findings[0];
//! assert_eq!(best.law.written(Style::Text, &study.sample.names).to_string(), "g(n) = n mod 4");
//! assert_eq!(best.status.word(), "proven");
//! ```

use std::time::Duration;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::platform::Moment;
use grundy::solve::heap::{self, period};
use grundy::text::{Lang, Text};

use crate::automata::numeration::Numeration;
use crate::certificate::Certificate;
use crate::check;
use crate::find::schwenk::Takeaway;
use crate::find::sparse::Sparse;
use crate::find::{self, Finder, numerations};
use crate::guess;
use crate::law::{Law, Statement, Status};
use crate::numbers;
use crate::prove::{Claim, Coding, Proof, Verdict, prove};
use crate::rules::{NOTHING, Rules};
use crate::sample::Sample;
use crate::sentence;

/// How to study.
#[derive(Clone, Debug)]
pub struct Options {
    /// The time for looking, beyond which only what was begun is finished.
    pub time: Duration,
    /// What a table or a proof may use.
    pub budget: Budget,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            time: Duration::from_secs(30),
            budget: Budget::default(),
        }
    }
}

/// A law with what is known about it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The law.
    pub law: Law,
    /// How sure it is.
    pub status: Status,
    /// The claim that was decided, and how.
    pub proof: Option<(Claim, Proof)>,
    /// The certificate of the proof, if automata or Schwenk's theorem decided it.
    pub certificate: Option<Certificate>,
    /// The period of the values, if the theorems for heap codes prove it.
    pub period: Option<Box<period::Law>>,
    /// Why there is no proof, if there is none.
    pub unproven: Option<Text>,
}

impl Finding {
    /// Whether it is a theorem, by automata or otherwise.
    pub fn is_proven(&self) -> bool {
        matches!(self.status, Status::Proven(_))
    }

    /// A law that was seen in a table, without a proof.
    pub(crate) fn seen(law: Law, status: Status) -> Finding {
        Finding {
            law,
            status,
            proof: None,
            certificate: None,
            period: None,
            unproven: None,
        }
    }

    /// The text of the certificate, for `grundy check`.
    pub fn certificate_text(&self) -> Option<String> {
        let by_automata = self.certificate.as_ref().map(Certificate::write);
        by_automata.or_else(|| {
            let period = self.period.as_ref()?;
            Some(heap::certificate::Certificate::of(period).to_string())
        })
    }

    /// Why it is not called proven, where something is known of that.
    pub(crate) fn why_not_proven(&self) -> Option<Text> {
        match &self.status {
            Status::Decided { unchecked, .. } => Some(Text::new(
                format!(
                    "the prover finds it true, but the independent check was not finished: {}",
                    unchecked.get(Lang::En)
                ),
                format!(
                    "证明程序判其为真，但独立复核未完成：{}",
                    unchecked.get(Lang::Zh)
                ),
            )),
            _ => self.unproven.clone(),
        }
    }
}

/// All that was learned about a game.
#[derive(Clone, Debug)]
pub struct Study {
    /// The largest table that was looked at.
    pub sample: Sample,
    /// The laws, proven ones first, the best first among equals.
    pub findings: Vec<Finding>,
    /// What could not be done, and why.
    pub notes: Vec<Text>,
    /// Where laws that fit a table were refuted.
    pub refuted: Vec<Refuted>,
}

impl Study {
    /// Adds a law, unless it is not proven and says what was refuted, whoever found that.
    pub(crate) fn record(&mut self, finding: Finding) {
        let refuted = |law| self.refuted.iter().any(|refuted| refuted.speaks_of(law));
        if finding.is_proven() || !refuted(&finding.law) {
            self.findings.push(finding);
        }
    }
}

/// A position at which a law that fits a table is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The position.
    pub position: Vec<u64>,
    /// What was said of it, and is not true: a value, or 0 and 1 for P and N.
    pub label: u64,
    /// Whether the law was about P-positions only.
    pub only_lost: bool,
}

impl Refuted {
    /// Whether a law says the same false thing.
    fn speaks_of(&self, law: &Law) -> bool {
        find::only_lost(&law.statement) == self.only_lost
            && law.predict(&self.position) == Some(self.label)
    }
}

/// Rules, and what follows from them by the bytecode alone.
struct Subject<'r> {
    rules: &'r Rules,
    played: Sample,
}

/// The finders of formulas, without the costly last resort.
fn formulas() -> Vec<&'static dyn Finder> {
    let all = find::ALL.into_iter();
    all.filter(|f| !f.is_last_resort()).collect()
}

/// Studies rules with linear moves.
pub fn study(rules: &Rules, options: &Options) -> Result<Study, Error> {
    // One clock for everything: tables, finders, learning, proving and checking.
    let budget = options.budget.clone().within(options.time).starting_now();
    let _scope = budget.scope();
    let start = Moment::now();
    // What is begun may take what is left of the time, a table half of it.
    let left = |part: u32| {
        let time = options.time.saturating_sub(start.elapsed()) / part;
        Options {
            time,
            budget: budget.clone().within(time),
        }
    };
    let mut study = Study {
        sample: Sample {
            size: vec![0; rules.dimension()],
            cells: Vec::new(),
            outcomes: !rules.has_values(),
            names: rules.state.clone(),
        },
        findings: Vec::new(),
        notes: Vec::new(),
        refuted: Vec::new(),
    };
    let (size, cells) = rules.engine_table(&budget)?;
    let subject = Subject {
        rules,
        played: Sample {
            size,
            cells,
            ..study.sample.clone()
        },
    };
    let mut too_large = None;
    for (stage, mut size) in guess::sizes(rules).into_iter().enumerate() {
        if stage > 0 && (start.elapsed() > options.time || budget.is_spent()) {
            break;
        }
        let mut table = rules.table(&size, &left(if stage > 0 { 2 } else { 3 }).budget);
        // Where the first table takes too long a smaller one may do.
        while let Err(error) = &table {
            let smaller = stage == 0 && error.is_budget() && !budget.is_spent();
            match guess::smaller(&size).filter(|_| smaller) {
                Some(next) => {
                    too_large = Some(error.text());
                    size = next;
                    table = rules.table(&size, &left(3).budget);
                }
                None => break,
            }
        }
        let cells = match table {
            Ok(cells) => cells,
            Err(error) if stage > 0 && error.is_budget() => {
                too_large = Some(error.text());
                break;
            }
            Err(error) => return Err(error),
        };
        let all_of_it = stage > 0 || too_large.is_none();
        study.sample.size = size;
        study.sample.cells = cells;
        // A smaller table may have shown what is not so.
        let sample = study.sample.clone();
        confirm(&mut study, &sample);
        if stage == 0 {
            by_code(&mut study, &subject, SHORT, &left(2));
            if done(&study, rules) {
                break;
            }
        }
        let found = find::find_by(
            &formulas(),
            &study.sample,
            &find::Options {
                time: left(2).time,
                first: false,
            },
        )?;
        for law in found.laws.into_iter().take(4) {
            consider(&mut study, &subject, law, &left(1));
        }
        // Where what was taken limits what may be taken next, a theorem says all.
        if let Some(takeaway) = Takeaway::of(rules).filter(|_| !proven(&study)) {
            consider(&mut study, &subject, takeaway.law(&sample), &left(1));
        }
        if done(&study, rules) {
            break;
        }
        match learn(&mut study, &subject, &left(1)) {
            Err(error) if error.is_budget() => note(&mut study, error.text()),
            other => other?,
        }
        // A law of the P-positions is a result; a larger table may still
        // show one of the values.
        let enough = (stage > 0 || rules.dimension() > 2) && !thin(&study.sample);
        if done(&study, rules) || (enough && proven(&study)) || !all_of_it {
            break;
        }
    }
    // That a larger table was not to be had matters where the smaller ones showed nothing.
    if study.findings.is_empty()
        && let Some(why) = too_large
    {
        note(&mut study, why);
    }
    // Of which positions few are lost a law of these says next to nothing.
    let of_values = |f: &Finding| !find::only_lost(&f.law.statement);
    let poor = rules.has_values() && thin(&study.sample) && !study.findings.iter().any(of_values);
    if study.findings.is_empty() || poor {
        let found = find::find(
            &study.sample,
            &find::Options {
                time: left(2).time,
                first: false,
            },
        )?;
        for law in found.laws.into_iter().take(4) {
            consider(&mut study, &subject, law, &left(1));
        }
    }
    if study.findings.is_empty() {
        let to = study.sample.size.clone();
        as_numbers(&mut study, Status::Verified { to }, &left(1).budget);
    }
    // What automata decided and nobody could check may be a theorem about codes.
    let unchecked = |f: &Finding| matches!(f.status, Status::Decided { .. });
    if study.findings.iter().any(unchecked) && !proven(&study) {
        by_code(&mut study, &subject, 0, &left(1));
    }
    sort(&mut study.findings);
    let reasons: Vec<Text> = study
        .findings
        .iter()
        .filter_map(|f| f.unproven.clone())
        .collect();
    for reason in reasons {
        note(&mut study, reason);
    }
    Ok(study)
}

/// Studies rules that were written for a game that exists already, of which
/// `built_in` is a small table. What is proven is true of the rules as
/// written, and says so; the error tells where the two differ.
pub fn study_written(rules: &Rules, built_in: &Sample, options: &Options) -> Result<Study, Error> {
    let compared = compare(rules, built_in, &options.budget)?;
    let mut study = study(rules, options)?;
    for finding in &mut study.findings {
        if let Status::Proven(why) | Status::Decided { how: why, .. } = &mut finding.status {
            *why = why.followed_by(
                &format!(
                    "; for the rules as written, which agree with the built-in game on all {compared} small positions"
                ),
                &format!("；针对所写规则，它与内置游戏在全部 {compared} 个小局面上一致"),
            );
        }
    }
    Ok(study)
}

/// A study of one law, wherever it comes from: `sample` is the table of which it is true,
/// `played` what follows from the bytecode alone.
pub(crate) fn one_law(
    rules: &Rules,
    law: Law,
    sample: Sample,
    played: Sample,
    options: &Options,
) -> Study {
    let mut study = Study {
        sample,
        findings: Vec::new(),
        notes: Vec::new(),
        refuted: Vec::new(),
    };
    consider(&mut study, &Subject { rules, played }, law, options);
    study
}

/// How many positions of a table have the values that follow from the rules;
/// the error names the first one that has not.
pub(crate) fn compare(rules: &Rules, built_in: &Sample, budget: &Budget) -> Result<usize, Error> {
    let differs = |en: String, zh: String| Error::Unsupported {
        because: Text::new(en, zh),
    };
    if built_in.size.len() != rules.dimension() {
        let (theirs, ours) = (built_in.size.len(), rules.dimension());
        return Err(differs(
            format!(
                "the rules as written have {ours} coordinates, the table of the game {theirs}: they cannot be compared"
            ),
            format!("所写规则有 {ours} 个坐标，而游戏的表有 {theirs} 个：无法比较"),
        ));
    }
    // Where one side knows values and the other only outcomes, these count.
    let outcomes = built_in.outcomes || !rules.has_values();
    let seen = |label: u32| if outcomes { label.min(1) } else { label };
    let cells = rules.table(&built_in.size, budget)?;
    let mut compared = 0;
    for (at, (&ours, &theirs)) in cells.iter().zip(&built_in.cells).enumerate() {
        match (ours, theirs) {
            (NOTHING, _) | (_, NOTHING) => {}
            (ours, theirs) if seen(ours) == seen(theirs) => compared += 1,
            _ => {
                let point = grundy::solve::dense::point(at as u64, &built_in.size);
                let point: Vec<String> = point.iter().map(u64::to_string).collect();
                let point = point.join(", ");
                return Err(differs(
                    format!("the rules as written differ from the built-in game at ({point})"),
                    format!("所写规则与内置游戏在 ({point}) 处不同"),
                ));
            }
        }
    }
    if compared == 0 {
        return Err(differs(
            "the rules as written have no position in common with the table of the game".into(),
            "所写规则与游戏的表没有共同的局面".into(),
        ));
    }
    Ok(compared)
}

/// Studies a table whose rules have no linear form: laws can be found, and
/// compared with the table.
pub fn study_table(sample: Sample, from_rules: bool, options: &Options) -> Result<Study, Error> {
    let budget = options.budget.clone().within(options.time).starting_now();
    let _scope = budget.scope();
    let found = find::find(
        &sample,
        &find::Options {
            time: options.time,
            first: false,
        },
    )?;
    let to = sample.size.clone();
    let status = match from_rules {
        true => Status::Verified { to },
        false => Status::Observed { to },
    };
    let notes = found
        .stopped
        .iter()
        .map(|(_, error)| error.text())
        .collect();
    let dimension = sample.size.len();
    let none = found.laws.is_empty();
    // What holds of a table alone may be said in words too.
    let said = |law: Law| match &law.statement {
        Statement::Automaton(claim) => {
            let budget = Budget::current().within(options.time / 4);
            match sentence::sentence(claim, dimension, None, &budget) {
                Ok(Some(statement)) => Law {
                    symbols: find::symbols(&statement),
                    statement,
                    ..law
                },
                _ => law,
            }
        }
        _ => law,
    };
    let findings = found
        .laws
        .into_iter()
        .take(MOST_SHOWN)
        .map(|law| Finding::seen(said(law), status.clone()))
        .collect();
    let mut study = Study {
        sample,
        findings,
        notes,
        refuted: Vec::new(),
    };
    if none {
        as_numbers(&mut study, status, &budget);
    }
    Ok(study)
}

/// A law of the values of one heap as plain numbers, such as a recurrence, or one that begins
/// late: it is compared with the table and nothing more.
fn as_numbers(study: &mut Study, status: Status, budget: &Budget) {
    // What is not found in time is not told.
    let laws = numbers::of_values(&study.sample, budget).unwrap_or_default();
    for law in laws.into_iter().take(1) {
        study.record(Finding::seen(law, status.clone()));
    }
}

/// Looks at laws without a proof again in a larger table: what is false there
/// goes, with a note that says where.
pub(crate) fn confirm(study: &mut Study, larger: &Sample) {
    for mut finding in std::mem::take(&mut study.findings) {
        if finding.is_proven() {
            study.record(finding);
            continue;
        }
        match find::exception(&finding.law, larger) {
            // It stays as sure as it was.
            Err(_) => study.record(finding),
            Ok(None) => {
                // What the prover decided is more than any table tells.
                if !matches!(finding.status, Status::Decided { .. }) {
                    let to = larger.size.clone();
                    finding.status = Status::Verified { to };
                }
                study.record(finding);
            }
            Ok(Some((position, found))) => {
                let outcome = |label: u64| match find::only_lost(&finding.law.statement) {
                    true => ["P", "N"][label.min(1) as usize].to_string(),
                    false => label.to_string(),
                };
                let same = |text: String| Text::new(text.clone(), text);
                let claimed = finding.law.predict(&position);
                if let Some(label) = claimed {
                    refute(study, &position, label, &finding.law);
                }
                let counter = crate::prove::Counterexample {
                    position,
                    claimed: same(claimed.map_or("-".to_string(), &outcome)),
                    found: same(outcome(found.into())),
                };
                let names = study.sample.names.clone();
                note(study, refutation(&finding.law, &counter, names));
            }
        }
    }
}

fn note(study: &mut Study, text: Text) {
    if !study.notes.contains(&text) {
        study.notes.push(text);
    }
}

fn proven(study: &Study) -> bool {
    study.findings.iter().any(Finding::is_proven)
}

/// Whether all that can be hoped for is proven.
fn done(study: &Study, rules: &Rules) -> bool {
    study.findings.iter().any(|f| match &f.proof {
        Some((Claim::Values(..), _)) => true,
        Some((Claim::Lost(_), _)) => !rules.has_values(),
        None => f.is_proven(),
    })
}

/// Whether hardly any position of a table is lost, so that a law of these tells little of the game.
fn thin(sample: &Sample) -> bool {
    const FEW: usize = 3;
    let lost = sample.cells.iter().filter(|label| **label == 0);
    lost.take(FEW + 1).count() <= FEW
}

/// More laws than this are not worth reading: all say the same of the table.
pub(crate) const MOST_SHOWN: usize = 3;

/// The best first, and nothing that says less than a theorem already does.
pub(crate) fn sort(findings: &mut Vec<Finding>) {
    let of_values =
        |f: &Finding| matches!(f.law.statement, Statement::Value(_) | Statement::Regular(_));
    let whole = |f: &Finding| match f.proof {
        Some((Claim::Values(..), _)) => true,
        Some(_) => false,
        None => f.is_proven() && of_values(f),
    };
    findings.sort_by_key(|f| {
        (
            !f.is_proven(),
            !matches!(f.status, Status::Decided { .. }),
            !(whole(f) || (!f.is_proven() && of_values(f))),
            std::cmp::Reverse(f.law.strength()),
        )
    });
    let best = findings.first().map(|f| (whole(f), f.is_proven()));
    let mut at = 0;
    findings.retain(|f| {
        at += 1;
        match best {
            // A theorem about values leaves nothing to say.
            Some((true, _)) => at == 1,
            // One about P-positions leaves the values.
            Some((false, true)) => at == 1 || of_values(f),
            _ => at <= MOST_SHOWN,
        }
    });
}

/// Shorter laws of codes are decided by automata first, since more follows from these.
const SHORT: u64 = 128;

/// Where the rules are a heap code whose pre-period and period together are at least so long: the
/// law that the engines for these codes prove, by theorems of their own.
fn by_code(study: &mut Study, subject: &Subject, shortest: u64, options: &Options) {
    /// Longer ones are not held in memory as a formula.
    const LONG: u64 = 1 << 21;
    const CHECKING: Duration = Duration::from_secs(20);
    let rules = subject.rules;
    if rules.dimension() != 1 || !rules.has_values() {
        return;
    }
    let source = &rules.source;
    let compiled =
        grundy_lang::bench::compile(&source.text, source.game.as_deref(), &source.parameters);
    let Ok(compiled) = compiled else {
        return;
    };
    let Some(code) = compiled.shape().and_then(|shape| shape.code()) else {
        return;
    };
    // Where moves leave three heaps values are costly, and the engines prove next to nothing.
    let budget = match code.max_parts() > 2 {
        true => options.budget.clone().at_most(crate::heap::FEW),
        false => options.budget.clone(),
    };
    let how = grundy::solve::heap::solve::Options {
        budget,
        ..Default::default()
    };
    let Ok(report) = grundy::solve::heap::solve::solve(code, &how) else {
        return;
    };
    let Some(found) = report.law.filter(|law| {
        let length = law.start.saturating_add(law.period);
        matches!(law.status, period::Status::Proven(_)) && (shortest..=LONG).contains(&length)
    }) else {
        return;
    };
    let certificate = grundy::solve::heap::certificate::Certificate::of(&found).to_string();
    let checking = options.budget.clone().within(CHECKING);
    let checked = grundy_verify::heap::check(&certificate, &checking);
    let (Ok(checked), Ok(Some(e))) = (checked, crate::heap::written(&found)) else {
        return;
    };
    let statement = Statement::Value(e).simplified();
    let law = Law {
        symbols: find::symbols(&statement),
        statement,
        finder: ("period", "周期"),
        explains: study.sample.positions(),
    };
    // Nothing is believed before it was held against what the engines play.
    if !checked.proven {
        return;
    }
    let wrong = find::exception(&law, &subject.played)
        .and_then(|wrong| Ok(wrong.or(find::exception(&law, &study.sample)?)));
    match wrong {
        Ok(None) => {}
        Ok(Some((at, found))) => {
            note(study, disagreement(&law, &at, found, &study.sample.names));
            return;
        }
        Err(_) => return,
    }
    let theorem = checked.theorem();
    let why = Text::new(
        format!(
            "{}, as the heap game {code}, checked independently",
            theorem.get(Lang::En)
        ),
        format!("{}，作为堆游戏 {code}，经独立复核", theorem.get(Lang::Zh)),
    );
    study.record(Finding {
        period: Some(Box::new(found)),
        ..Finding::seen(law, Status::Proven(why))
    });
}

/// A law is false at a position. What was recorded before and says the same there is false, too: it
/// had not been proven.
fn refute(study: &mut Study, position: &[u64], label: u64, law: &Law) {
    let refuted = Refuted {
        position: position.to_vec(),
        label,
        only_lost: find::only_lost(&law.statement),
    };
    study
        .findings
        .retain(|finding| finding.is_proven() || !refuted.speaks_of(&finding.law));
    study.refuted.push(refuted);
}

/// Tries to prove a law that was found, and records it.
fn consider(study: &mut Study, subject: &Subject, law: Law, options: &Options) {
    if study.refuted.iter().any(|refuted| refuted.speaks_of(&law)) {
        return;
    }
    let rules = subject.rules;
    let mut reason = None;
    for numeration in law.numerations() {
        let claim = match law.claim(numeration, rules.dimension(), &options.budget) {
            Ok(Some(claim)) => claim,
            Ok(None) => continue,
            Err(error) => {
                reason.get_or_insert(error.text());
                continue;
            }
        };
        match prove(rules, &claim, &options.budget) {
            Ok(Verdict::Proven(proof)) => {
                record_proof(study, subject, law, claim, proof, options);
                return;
            }
            Ok(Verdict::Refuted(counter)) => {
                // The claim is false. So is the law, if it says the same there.
                let automaton = Law {
                    statement: Statement::Automaton(claim),
                    ..law.clone()
                };
                let at = &counter.position;
                let (said, meant) = (automaton.predict(at), law.predict(at));
                let Some(label) = said.filter(|_| said == meant) else {
                    reason.get_or_insert(partial(at));
                    continue;
                };
                refute(study, &counter.position, label, &law);
                note(
                    study,
                    refutation(&law, &counter, study.sample.names.clone()),
                );
                return;
            }
            Err(error) => {
                reason.get_or_insert(error.text());
            }
        }
    }
    if let Statement::Sparse(Sparse::Takeaway(_)) = &law.statement {
        match by_schwenk(subject, &law, options) {
            Ok(finding) => {
                study.findings.retain(|f| f.law.statement != law.statement);
                study.record(finding);
                return;
            }
            Err(why) => reason = Some(why),
        }
    }
    if let Statement::Sparse(Sparse::Recurrence { factors, .. }) = &law.statement
        && numerations::of_recurrence(factors).is_none()
    {
        reason = Some(Text::fixed(
            "the recurrence gives no numeration in which addition is known to be automatic",
            "该递推不给出已知加法为自动的记数法",
        ));
    }
    let to = study.sample.size.clone();
    study.findings.retain(|f| f.law.statement != law.statement);
    study.record(Finding {
        unproven: reason,
        ..Finding::seen(law, Status::Verified { to })
    });
}

/// The law of a take-away game, where the checker finds that the premises of Schwenk's theorem
/// hold and the engine plays what it says; or why it is not proven.
fn by_schwenk(subject: &Subject, law: &Law, options: &Options) -> Result<Finding, Text> {
    let wrong = find::exception(law, &subject.played).map_err(|error| error.text())?;
    if let Some((at, found)) = wrong {
        let names = &subject.played.names;
        return Err(disagreement(law, &at, found, names));
    }
    let certificate = Certificate::of_takeaway(subject.rules);
    check::check(&certificate.write(), &options.budget).map_err(|error| error.text())?;
    let status = Status::Proven(Text::fixed(
        "Schwenk's theorem, whose premises were checked independently",
        "Schwenk 定理，其前提经独立复核",
    ));
    Ok(Finding {
        certificate: Some(certificate),
        ..Finding::seen(law.clone(), status)
    })
}

/// That a formula has no automaton, since a part of it leaves the naturals.
fn partial(at: &[u64]) -> Text {
    let at: Vec<String> = at.iter().map(u64::to_string).collect();
    let at = at.join(", ");
    Text::new(
        format!(
            "no proof was tried: a part of the formula is not a natural number at ({at}), where automata have no value"
        ),
        format!("未尝试证明：公式的一部分在 ({at}) 处不是自然数，自动机在该处没有值"),
    )
}

/// That a law which fits the table is false further on.
fn refutation(law: &Law, counter: &crate::prove::Counterexample, names: Vec<String>) -> Text {
    let written = law.written(crate::print::Style::Text, &names);
    let at: Vec<String> = counter.position.iter().map(u64::to_string).collect();
    let at = at.join(", ");
    Text::new(
        format!(
            "{} fits the table and is false at ({at}): {} instead of {}",
            written.get(Lang::En),
            counter.found.get(Lang::En),
            counter.claimed.get(Lang::En)
        ),
        format!(
            "{} 与表相符，但在 ({at}) 处不成立：应为 {}，而非 {}",
            written.get(Lang::Zh),
            counter.found.get(Lang::Zh),
            counter.claimed.get(Lang::Zh)
        ),
    )
}

/// The law as a sentence that a person would write: instead of an automaton, and instead of a
/// formula where a much shorter one says the same. The two are decided to be equal on all
/// positions of the rules; the claim that is proven stays what it is.
pub(crate) fn in_words(law: Law, claim: &Claim, rules: &Rules, options: &Options) -> Law {
    /// Shorter formulas are as good as any.
    const SHORT: usize = 9;
    let most = match &law.statement {
        Statement::Automaton(_) => sentence::MOST_SYMBOLS,
        Statement::Value(_) | Statement::Lost(_) if law.symbols > SHORT => {
            (law.symbols * 3 / 4).min(sentence::MOST_SYMBOLS)
        }
        _ => return law,
    };
    let numeration = claim.relation().numeration();
    let found = crate::prove::positions(rules, numeration, &options.budget).and_then(|domain| {
        let dimension = rules.dimension();
        sentence::shorter(claim, dimension, Some(&domain), most, &options.budget)
    });
    // What is not found in time stays as it is.
    match found {
        Ok(Some(statement)) => Law {
            symbols: find::symbols(&statement),
            statement,
            ..law
        },
        _ => law,
    }
}

fn record_proof(
    study: &mut Study,
    subject: &Subject,
    law: Law,
    claim: Claim,
    proof: Proof,
    options: &Options,
) {
    let rules = subject.rules;
    let law = in_words(law, &claim, rules, options);
    // Neither the law nor the automaton is believed before it was held against
    // what the engines play.
    let automaton = Law {
        statement: Statement::Automaton(claim.clone()),
        ..law.clone()
    };
    for said in [&law, &automaton] {
        match find::exception(said, &subject.played) {
            Ok(None) => {}
            Ok(Some((at, found))) => {
                note(study, disagreement(said, &at, found, &study.sample.names));
                return;
            }
            Err(error) => {
                note(study, error.text());
                return;
            }
        }
    }
    let certificate = Certificate::of(rules, &claim, &proof);
    // The check may take all that is left to the question: nothing that could be found
    // besides is worth more.
    let checking = options.budget.clone().within(options.time);
    let checked = check::check(&certificate.write(), &checking);
    let unchecked = match checked {
        Ok(_) => None,
        Err(error) => {
            // A certificate that the checker refuses proves nothing.
            if !error.is_budget() && !matches!(error, Error::Unsupported { .. }) {
                note(study, error.text());
                return;
            }
            let why = error.text();
            // What no second reader of the rules has confirmed is not called proven.
            if matches!(error, Error::Unsupported { .. }) {
                let to = study.sample.size.clone();
                study.findings.retain(|f| f.law.statement != law.statement);
                study.record(Finding {
                    proof: Some((claim, proof)),
                    unproven: Some(Text::new(
                        format!(
                            "decided by automata, but not checked independently: {}",
                            why.get(Lang::En)
                        ),
                        format!("已由自动机判定，但未经独立复核：{}", why.get(Lang::Zh)),
                    )),
                    ..Finding::seen(law, Status::Verified { to })
                });
                return;
            }
            Some(why)
        }
    };
    let how = decided(&claim);
    let status = match unchecked {
        None => Status::Proven(checked_too(how)),
        Some(unchecked) => Status::Decided { how, unchecked },
    };
    study.findings.retain(|f| f.law.statement != law.statement);
    study.record(Finding {
        proof: Some((claim, proof)),
        certificate: Some(certificate),
        ..Finding::seen(law, status)
    });
}

/// How a claim was decided.
fn decided(claim: &Claim) -> Text {
    let (en, zh) = match claim {
        Claim::Lost(_) => ("P-positions", "P 态"),
        Claim::Values(..) => ("Grundy graph", "SG 函数图"),
    };
    let numeration = claim.relation().numeration();
    let states = claim.relation().dfa().states();
    Text::new(
        format!(
            "{en} decided by automata, {numeration}, {states} state{}",
            if states == 1 { "" } else { "s" },
        ),
        format!(
            "{zh}由自动机判定，{}，{states} 个状态",
            numeration.text().get(Lang::Zh),
        ),
    )
}

fn checked_too(how: Text) -> Text {
    how.followed_by(", checked independently", "，经独立复核")
}

/// How sure a claim is that was decided and whose certificate was verified.
pub(crate) fn verified(claim: &Claim) -> Status {
    Status::Proven(checked_too(decided(claim)))
}

/// That what was decided of the rules is not true of what is played.
fn disagreement(law: &Law, at: &[u64], found: u32, names: &[String]) -> Text {
    let written = law.written(crate::print::Style::Text, names);
    let said = law.predict(at).map_or("-".to_string(), |v| v.to_string());
    let at: Vec<String> = at.iter().map(u64::to_string).collect();
    let at = at.join(", ");
    Text::new(
        format!(
            "internal disagreement: {} was decided to be true, but says {said} at ({at}), where the engine finds {found}; nothing is proven, please report the rules",
            written.get(Lang::En)
        ),
        format!(
            "内部不一致：{} 被判定为真，但在 ({at}) 处给出 {said}，而引擎得 {found}；不作证明，请报告此规则",
            written.get(Lang::Zh)
        ),
    )
}

/// Learns automata from the table, and proves them.
fn learn(study: &mut Study, subject: &Subject, options: &Options) -> Result<(), Error> {
    let rules = subject.rules;
    let sample = study.sample.clone();
    let labels = sample.labels();
    let lost_known = proven(study);
    let all = numerations::of_game(rules, &sample);
    // Where the P-positions are known already, values are looked for only
    // where they are likely to be found.
    let likely = if lost_known { &all[..1] } else { &all[..] };
    for &numeration in likely {
        let mut claims = Vec::new();
        if rules.has_values() {
            claims.extend(guess::values(
                labels,
                numeration,
                Coding::Plain,
                &options.budget,
            )?);
            if claims.is_empty() && numeration == Numeration::BINARY {
                claims.extend(guess::values(
                    labels,
                    numeration,
                    Coding::Power,
                    &options.budget,
                )?);
            }
        }
        if claims.is_empty() && !lost_known && rules.split().is_none() {
            claims.extend(guess::lost(labels, numeration, &options.budget)?);
        }
        for claim in claims {
            match prove(rules, &claim, &options.budget) {
                Ok(Verdict::Proven(proof)) => {
                    let statement = Statement::Automaton(claim.clone());
                    let law = Law {
                        symbols: find::symbols(&statement),
                        statement,
                        finder: find::AUTOMATON,
                        explains: sample.positions(),
                    };
                    record_proof(study, subject, law, claim, proof, options);
                    return Ok(());
                }
                // A guess from too small a table.
                Ok(Verdict::Refuted(_)) => {}
                Err(error) => note(study, error.text()),
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Source;

    /// Two laws that were seen say the same of a position at which one of them is refuted.
    #[test]
    fn what_says_the_same_is_refuted_too() {
        let bachet = |most: u64| {
            let text = format!("state n; move take(k in 1..{most}) -> [n-k]");
            let rules = Rules::of(&Source::new(&text)).unwrap();
            study(&rules, &Options::default()).unwrap()
        };
        let mut found = bachet(3);
        let theorem = found.findings.clone();
        let [three, four] = [&theorem[0].law, &bachet(4).findings[0].law].map(Law::clone);
        assert_eq!([3, 4].map(|n| four.predict(&[n])), [Some(3), Some(4)]);
        let seen = |law: &Law| Finding::seen(law.clone(), Status::Verified { to: vec![4] });
        found.findings.extend([seen(&four), seen(&three)]);
        refute(&mut found, &[4], 4, &four);
        let left: Vec<&Law> = found.findings.iter().map(|f| &f.law).collect();
        assert_eq!(left.len(), theorem.len() + 1);
        assert!(left.iter().all(|law| law.predict(&[4]) == Some(0)));
        // Nor does it come back by another finder.
        let all = found.findings.len();
        found.record(seen(&four));
        assert_eq!(found.findings.len(), all);
        found.record(seen(&three));
        assert_eq!(found.findings.len(), all + 1);
    }
}
