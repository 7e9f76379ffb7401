//! Codes of heap games: `period`, `sequence`, and the `misere` quotient.

use grundy::answer;
use grundy::compound::explore::explore;
use grundy::compound::misere::genus::genera;
use grundy::compound::misere::heaps::{HeapGame, HeapQuotient, octal_options};
use grundy::error::{Error, engine_name};
use grundy::solve::heap::certificate::Certificate;
use grundy::solve::heap::code::Rules;
use grundy::solve::heap::filled::filled;
use grundy::solve::heap::period::{Status, Theorem};
use grundy::solve::heap::plot::{Plot, Repeats};
use grundy::solve::heap::solve::{Options, Report};
use grundy::text::{Lang, Text};
use serde::{Deserialize, Serialize};

use super::{Outcome, Question, laws};
use crate::Refused;
use crate::sitting::Sitting;

/// The period of a heap game, and its proof.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FindPeriod {
    /// `0.137`, `4.7`, `hex:0.3F`, `{1,3,4}`, `allbut{2}`, a name, or a rule text that is
    /// recognised as one of these.
    pub code: String,
    /// So many values are told; 200 if absent.
    pub heaps: Option<u64>,
}

/// What is known of a heap game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Period {
    /// The code as it is written.
    pub code: String,
    /// What its digits allow.
    pub digits: Vec<Digit>,
    /// The values of heaps 0, 1, …
    pub values: Vec<u32>,
    /// The same as a plot, the period marked.
    pub svg: String,
    /// The period, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// The first heap of the first period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// What is added in each period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saltus: Option<u64>,
    /// The largest value, of a plain period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest: Option<u64>,
    /// Where there is no period but a law for each residue class: the law.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub law: Option<String>,
    /// How many heaps are rare, where a sparse space is in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rares: Option<u64>,
    /// The mask of its common values, in binary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<String>,
    /// The last rare heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_rare: Option<u64>,
    /// How many heaps were computed.
    pub computed: u64,
    /// The engine.
    pub engine: String,
    /// `proven`, `decided` (not checked independently), `observed to N` or `unknown`.
    pub status: String,
    /// The same in words.
    pub reason: String,
    /// The certificate, where there is a law.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
}

/// A digit of a code.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Digit {
    /// The digit.
    pub digit: String,
    /// How many stones are taken.
    pub take: u64,
    /// What may be left then.
    pub meaning: String,
}

/// The values told unless another number is asked for.
const SHOWN: u64 = 200;
/// The most values that are told.
const MOST: u64 = 100_000;
/// A code with more digits is not explained to its end.
const DIGITS: u64 = 64;

/// The code that a text is or that its rules are.
pub(crate) fn code(text: &str, sitting: &Sitting<'_>) -> Result<Rules, Refused> {
    let refused = |error: Error| sitting.refused(error);
    let Some(source) = sitting.source(text)? else {
        return text.parse().map_err(refused);
    };
    let compiled = source.compile(&[]).map_err(refused)?;
    let code = compiled.shape().and_then(|shape| shape.code().cloned());
    code.ok_or_else(|| {
        let name = &source.name;
        refused(Error::Unsupported {
            because: Text::new(
                format!("{name}: not recognised as a heap game with a code"),
                format!("{name}：未识别为有编码的堆游戏"),
            ),
        })
    })
}

/// What a digit allows to be left, in words.
fn meaning(digit: u16, lang: Lang) -> String {
    let left = (0..u16::BITS).filter(|parts| digit >> parts & 1 == 1);
    let left: Vec<String> = left
        .map(|parts| match (parts, lang) {
            (0, Lang::En) => "nothing".to_string(),
            (1, Lang::En) => "one heap".to_string(),
            (n, Lang::En) => format!("{n} heaps"),
            (0, Lang::Zh) => "取尽".to_string(),
            (n, Lang::Zh) => format!("余 {n} 堆"),
        })
        .collect();
    match (left.is_empty(), lang) {
        (true, Lang::En) => "not allowed".to_string(),
        (true, Lang::Zh) => "不可取".to_string(),
        (_, Lang::En) => format!("leaving {}", left.join(" or ")),
        (_, Lang::Zh) => left.join("或"),
    }
}

fn digits(rules: &Rules, lang: Lang) -> Vec<Digit> {
    let last = match rules.is_finite() {
        true => rules.last().min(DIGITS),
        false => (rules.digits().len() + rules.tail().len()) as u64,
    };
    (0..=last.min(DIGITS))
        .map(|take| (take, rules.digit(take)))
        .filter(|(take, digit)| *take > 0 || *digit > 0)
        .map(|(take, digit)| Digit {
            digit: format!("{digit:X}"),
            take,
            meaning: meaning(digit, lang),
        })
        .collect()
}

/// In words, how sure a law is.
pub fn period_status(report: &Report, lang: Lang) -> String {
    let law = match &report.law {
        Some(law) => law,
        None => {
            return match lang {
                Lang::En => "unknown".to_string(),
                Lang::Zh => "未知".to_string(),
            };
        }
    };
    match law.status {
        Status::Proven(Theorem::Lemma { checked }) => match lang {
            Lang::En => format!("proven (periodicity theorem, values compared below {checked})"),
            Lang::Zh => format!("已证明（周期定理，比较了 {checked} 以下的值）"),
        },
        Status::Proven(Theorem::Window {
            then, now, window, ..
        }) => match lang {
            Lang::En => format!(
                "proven (the window of {window} values at {now} is that at {then}, with the same rares)"
            ),
            Lang::Zh => {
                format!("已证明（{now} 处长为 {window} 的窗口与 {then} 处相同，稀有堆相同）")
            }
        },
        Status::Proven(Theorem::RelativeState { then, now }) => match lang {
            Lang::En => format!("proven (the relative state at {now} is that at {then})"),
            Lang::Zh => format!("已证明（{now} 处的相对状态与 {then} 处相同）"),
        },
        Status::Observed { to } => match lang {
            Lang::En => format!("observed to {to}"),
            Lang::Zh => format!("观察至 {to}"),
        },
    }
}

/// What is known of the values of a code.
pub(crate) enum Found {
    /// A law for each residue class, where there is no period.
    #[cfg_attr(
        not(feature = "laws"),
        expect(dead_code, reason = "only laws find one")
    )]
    Classes {
        /// The law in words.
        law: String,
        /// How many heaps it was found from.
        explains: u64,
        /// Its proof.
        proof: Proof,
    },
    /// What the engines found, and the proof of a law that they could only observe.
    Period(Box<Report>, Option<Proof>),
}

/// A proof by automata.
pub(crate) struct Proof {
    /// Whether the independent checker followed it to its end.
    pub proven: bool,
    /// `proven`, or `decided`.
    pub status: String,
    /// That there is one, in words.
    pub reason: String,
    /// Its certificate.
    pub certificate: String,
}

impl Question for FindPeriod {
    const ASK: &'static str = "period";
    type Answer = Period;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Period, Refused> {
        let refused = |error: Error| sitting.refused(error);
        let lang = sitting.lang;
        let rules = code(&self.code, sitting)?;
        let shown = self.heaps.unwrap_or(SHOWN).clamp(1, MOST);
        let values = values(&rules, shown, sitting)?;
        let options = Options {
            budget: sitting.budget.clone(),
            ..Options::default()
        };
        let mut told = Period {
            code: rules.to_string(),
            digits: digits(&rules, lang),
            values,
            svg: String::new(),
            period: None,
            preperiod: None,
            saltus: None,
            largest: None,
            law: None,
            rares: None,
            mask: None,
            last_rare: None,
            computed: 0,
            engine: String::new(),
            status: "unknown".to_string(),
            reason: String::new(),
            certificate: None,
        };
        let mut repeats = None;
        match laws::of_heaps(&rules, &options, sitting)? {
            Found::Classes {
                law,
                explains,
                proof,
            } => {
                told.law = Some(law);
                told.computed = explains;
                told.status = proof.status;
                told.reason = proof.reason;
                told.certificate = Some(proof.certificate);
            }
            Found::Period(report, decided) => {
                if let Some(error @ Error::Cancelled { .. }) = &report.stopped {
                    return Err(refused(error.clone()));
                }
                told.computed = report.known;
                told.engine = engine_name(report.engine).get(lang).to_string();
                if let Some(sparse) = report.sparseness {
                    told.rares = Some(sparse.rares);
                    told.mask = Some(format!("{:b}", sparse.mask.bits));
                    told.last_rare = Some(sparse.last_rare);
                }
                told.reason = match (&decided, &report.stopped, &report.law) {
                    (Some(proof), ..) => proof.reason.clone(),
                    // Without a law the budget was the reason.
                    (None, Some(error), None) => error.message(lang),
                    _ => period_status(&report, lang),
                };
                if let Some(law) = &report.law {
                    told.period = Some(law.period);
                    told.preperiod = Some(law.start);
                    told.saltus = Some(law.saltus);
                    told.largest = (law.saltus == 0).then_some(u64::from(law.largest.value));
                    let proven = decided.as_ref().is_some_and(|proof| proof.proven);
                    let status = match law.status {
                        Status::Proven(_) => answer::Status::Proven,
                        Status::Observed { .. } if proven => answer::Status::Proven,
                        Status::Observed { to } => answer::Status::Observed { to },
                    };
                    told.status = match &decided {
                        Some(proof) => proof.status.clone(),
                        None => super::status(status),
                    };
                    told.certificate = Some(match &decided {
                        Some(proof) => proof.certificate.clone(),
                        None => Certificate::of(law).to_string(),
                    });
                    repeats = Some(Repeats {
                        start: law.start,
                        period: law.period,
                        saltus: law.saltus,
                        status,
                    });
                }
            }
        }
        let plot = Plot {
            repeats,
            lang,
            ..Plot::new(rules.to_string(), &told.values)
        };
        told.svg = sitting.picture(&plot.draw());
        Ok(told)
    }
}

/// The first values of a code.
fn values(rules: &Rules, heaps: u64, sitting: &Sitting<'_>) -> Result<Vec<u32>, Refused> {
    let filled = filled(rules, heaps, &sitting.budget);
    Ok(filled.map_err(|error| sitting.refused(error))?.values)
}

/// Values of a heap game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FindSequence {
    /// The code, as `period` reads it.
    pub code: String,
    /// The largest heap.
    pub to: u64,
}

/// Values of a heap game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sequence {
    /// The code as it is written.
    pub code: String,
    /// The values of heaps 0, 1, …
    pub values: Vec<u32>,
}

impl Question for FindSequence {
    const ASK: &'static str = "sequence";
    type Answer = Sequence;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Sequence, Refused> {
        const LARGEST: u64 = 4_000_000;
        if self.to >= LARGEST {
            return Err(Refused::bad(format!("`to` must be less than {LARGEST}")));
        }
        let rules = code(&self.code, sitting)?;
        Ok(Sequence {
            values: values(&rules, self.to + 1, sitting)?,
            code: rules.to_string(),
        })
    }
}

/// The misère quotient of an octal game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FindQuotient {
    /// The code.
    pub code: String,
    /// Heaps up to this; 30 if absent.
    pub heaps: Option<u64>,
    /// Who wins this sum of heaps, and how.
    pub sum: Option<Vec<u64>>,
}

/// A misère quotient.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Quotient {
    /// The code as it is written.
    pub code: String,
    /// Heaps up to this.
    pub heaps: usize,
    /// How many elements it has.
    pub order: usize,
    /// Its generators.
    pub generators: Vec<Generator>,
    /// The relations between them.
    pub relations: Vec<String>,
    /// The elements of lost sums.
    pub lost: Vec<String>,
    /// The element of each heap.
    pub pretend: Vec<String>,
    /// The genus of the first heaps.
    pub genus: Vec<String>,
    /// At which heaps it grew, and to which order.
    pub growth: Vec<(u64, u64)>,
    /// From which heap on the elements repeat, and the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<(u64, u64)>,
    /// `proven`.
    pub status: String,
    /// For which heaps.
    pub reason: String,
    /// The certificate.
    pub certificate: String,
    /// Who wins the sum, if one was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// A winning move there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_move: Option<HeapMove>,
}

/// A generator of a quotient.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Generator {
    /// Its letter.
    pub name: String,
    /// The heap that it stands for.
    pub heap: u64,
}

/// A move in a sum of heaps.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapMove {
    /// In which heap, from 1.
    pub component: usize,
    /// How many stones are taken.
    pub take: u64,
    /// What is left of it.
    pub leaves: Vec<u64>,
}

/// The letter of a generator.
pub fn letter(generator: usize) -> String {
    match u8::try_from(generator) {
        Ok(n @ 0..26) => char::from(b'a' + n).to_string(),
        _ => format!("g{}", generator + 1),
    }
}

/// A product of generators, `1` for the empty one.
pub fn monomial(exponents: &[u32]) -> String {
    let factors: Vec<String> = exponents
        .iter()
        .enumerate()
        .filter(|(_, exponent)| **exponent > 0)
        .map(|(g, exponent)| match exponent {
            1 => letter(g),
            _ => format!("{}^{exponent}", letter(g)),
        })
        .collect();
    if factors.is_empty() {
        "1".to_string()
    } else {
        factors.join(" ")
    }
}

/// The genus of the first heaps: a courtesy, as far as it is cheap.
pub fn genera_of_heaps(
    found: &HeapQuotient,
    budget: &grundy::budget::Budget,
) -> Result<Vec<String>, Error> {
    const SHOWN: usize = 16;
    let few = found.quotient().heaps().min(SHOWN);
    let budget = budget.clone().at_most(200_000);
    let options = octal_options(found.rules(), few, &budget)?;
    let heaps: Vec<Vec<usize>> = (0..=few).map(|n| vec![n]).collect();
    let mut meter = budget.meter("genus");
    let (explored, nodes) = explore(&HeapGame(&options), &heaps, &mut meter)?;
    let all = genera(&explored)?;
    Ok(nodes
        .iter()
        .map(|&node| all[node as usize].to_string())
        .collect())
}

/// In words, for which heaps a quotient is proven.
pub fn quotient_status(found: &HeapQuotient, lang: Lang) -> String {
    match (found.period(), lang) {
        (Some((from, period)), Lang::En) => {
            format!("proven for all heaps: period {period} from heap {from} on")
        }
        (Some((from, period)), Lang::Zh) => format!("对所有堆已证明：自 {from} 起周期 {period}"),
        (None, Lang::En) => format!("proven for heaps up to {}", found.quotient().heaps()),
        (None, Lang::Zh) => format!("对不超过 {} 的堆已证明", found.quotient().heaps()),
    }
}

/// The same of a quotient at which a limit was met.
fn stopped_status(found: &HeapQuotient, heaps: u64, error: &Error, lang: Lang) -> String {
    let (known, next) = (quotient_status(found, lang), found.quotient().heaps() + 1);
    let why = error.message(lang);
    match lang {
        Lang::En => format!("{known}; stopped before heap {next} of {heaps}: {why}"),
        Lang::Zh => format!("{known}；在第 {next} 堆之前中止（共 {heaps}）：{why}"),
    }
}

impl Question for FindQuotient {
    const ASK: &'static str = "misere";
    type Answer = Quotient;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Quotient, Refused> {
        let refused = |error: Error| sitting.refused(error);
        let rules = code(&self.code, sitting)?;
        let heaps = self.heaps.unwrap_or(30);
        if !(1..=10_000).contains(&heaps) {
            return Err(Refused::bad("`heaps` must be from 1 to 10000"));
        }
        // At most 10,000.
        let mut found = HeapQuotient::new(&rules).map_err(refused)?;
        // What was reached before a limit is proven.
        let stopped = match found.grow(heaps as usize, &sitting.budget) {
            Err(error @ Error::OverBudget { .. }) if found.quotient().heaps() > 0 => Some(error),
            ended => ended.map(|()| None).map_err(refused)?,
        };
        let quotient = found.quotient();
        let word = |x: u32| monomial(&quotient.word(x));
        let mut told = Quotient {
            code: found.rules().to_string(),
            heaps: quotient.heaps(),
            order: quotient.order(),
            generators: quotient
                .generators()
                .iter()
                .enumerate()
                .map(|(g, heap)| Generator {
                    name: letter(g),
                    heap: *heap as u64,
                })
                .collect(),
            relations: found
                .relations()
                .iter()
                .map(|(a, b)| format!("{} = {}", monomial(a), monomial(b)))
                .collect(),
            lost: quotient.lost().into_iter().map(word).collect(),
            pretend: quotient.pretend().iter().map(|&x| word(x)).collect(),
            genus: genera_of_heaps(&found, &sitting.budget).unwrap_or_default(),
            growth: found
                .growth()
                .iter()
                .map(|(heap, order)| (*heap as u64, *order as u64))
                .collect(),
            period: found
                .period()
                .map(|(from, period)| (from as u64, period as u64)),
            status: "proven".to_string(),
            reason: match &stopped {
                None => quotient_status(&found, sitting.lang),
                Some(error) => stopped_status(&found, heaps, error, sitting.lang),
            },
            certificate: found.certificate(),
            outcome: None,
            winning_move: None,
        };
        if let Some(sum) = &self.sum {
            told.outcome = Some(found.outcome(sum).map_err(refused)?.into());
            let best = found.winning_move(sum).map_err(refused)?;
            told.winning_move = best.map(|(at, mv)| HeapMove {
                component: at + 1,
                take: mv.take,
                leaves: mv.parts.to_vec(),
            });
        }
        Ok(told)
    }
}
