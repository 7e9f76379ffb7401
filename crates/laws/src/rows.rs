//! Laws of any number of heaps: Nim, staircase Nim and their kin.
//!
//! `game nim(d = 3); state h[d]` is a row of d heaps. [`study`] looks for what
//! each heap counts, by its place modulo a small number, such that the value
//! is the xor of that; compares it with what the engine plays for the first
//! d and proves it of these by automata; and lets the checker decide the
//! premises of the induction that makes it true of **all** d
//! ([`grundy_verify::law::heaps`], with the theorem and its proof).
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_laws::rows::study;
//! use grundy_laws::rules::Source;
//! let text = "game nim(d = 3)\nstate h[d]\nmove take(i in 0..d-1, k in 1..h[i]) -> [h[i := h[i]-k]]";
//! let found = study(&Source::new(text), "d", &Budget::default()).unwrap();
//! assert_eq!(found.theorem.unwrap().certificate.law().to_string(), "g(h) = the xor of all h[i]");
//! ```
//!
//! Limits: what a heap counts is its size, its size modulo a number up to
//! [`MOST_MODULUS`], or nothing.

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::text::Text;
use grundy_lang::ast::{Kind, Statement};
use grundy_verify::law::certificate as text;
use grundy_verify::law::heaps::{Certificate, Counts, check};

use crate::automata::numeration::Numeration;
use crate::automata::{Engine, Variable};
use crate::conjecture::{Decided, Refutation, Verdict as Decision};
use crate::family::{is_printed, without_range};
use crate::prove::{Claim, Coding, Verdict, prove};
use crate::rules::{NOTHING, Rules, Source};

/// The largest modulus that is tried.
pub const MOST_MODULUS: i64 = 12;
/// Places are told apart modulo at most this.
const MOST_CLASSES: usize = 3;
/// Sizes of a heap alone from which is told what it counts.
const SIZES: u64 = 30;
/// Rows up to this length are compared with what is played.
const COMPARED: i64 = 4;
/// Rows up to this length are proven by automata too.
const PROVEN: i64 = 3;

/// What was learned.
#[derive(Clone, Debug)]
pub struct Found {
    /// The law of all rows, if one is proven.
    pub theorem: Option<Theorem>,
    /// Why there is none.
    pub reason: Option<Text>,
}

/// A law of any number of heaps, proven and checked.
#[derive(Clone, Debug)]
pub struct Theorem {
    /// The certificate, which the checker has accepted.
    pub certificate: Certificate,
    /// How many values were compared with it.
    pub compared: usize,
}

impl Theorem {
    /// How it is known, as a reason.
    pub fn why(&self) -> Text {
        let (d, least) = (&self.certificate.parameter, self.certificate.least);
        let compared = self.compared;
        let (en, zh) = match self.certificate.greatest {
            true => (
                "by the theorem of greedy Nim; its premises decided by the checker",
                "由贪心尼姆定理；其前提由复核程序判定",
            ),
            false => (
                "induction over heaps after Bouton, each premise decided by the checker",
                "仿 Bouton 对堆归纳，各前提由复核程序判定",
            ),
        };
        Text::new(
            format!(
                "for all {d} ≥ {least}: {en}; {d} ≤ {PROVEN} also decided by automata; {compared} positions compared"
            ),
            format!(
                "对所有 {d} ≥ {least}：{zh}；{d} ≤ {PROVEN} 亦由自动机判定；比较了 {compared} 个局面"
            ),
        )
    }

    /// How it is known, in words.
    pub fn status(&self) -> Text {
        let (d, least) = (&self.certificate.parameter, self.certificate.least);
        let compared = self.compared;
        if self.certificate.greatest {
            return Text::new(
                format!(
                    "proven for all {d} ≥ {least} (by the theorem of greedy Nim; its premises decided by the checker; {d} ≤ {PROVEN} also decided by automata; {compared} outcomes compared)"
                ),
                format!(
                    "对所有 {d} ≥ {least} 已证明（由贪心尼姆定理；其前提由复核程序判定；{d} ≤ {PROVEN} 亦由自动机判定；比较了 {compared} 个结果）"
                ),
            );
        }
        Text::new(
            format!(
                "proven for all {d} ≥ {least} (induction over heaps after Bouton, each premise decided by the checker; {d} ≤ {PROVEN} also decided by automata; {compared} values compared)"
            ),
            format!(
                "对所有 {d} ≥ {least} 已证明（仿 Bouton 对堆归纳，各前提由复核程序判定；{d} ≤ {PROVEN} 亦由自动机判定；比较了 {compared} 个值）"
            ),
        )
    }
}

/// The rules of rows of one length.
fn instance(source: &Source, parameter: &str, d: i64) -> Result<Rules, Error> {
    let mut one = source.clone();
    one.parameters.retain(|(name, _)| name != parameter);
    one.parameters.push((parameter.to_string(), d));
    Rules::of(&one)
}

/// Looks for a law of rows of any length.
pub fn study(source: &Source, parameter: &str, budget: &Budget) -> Result<Found, Error> {
    let _scope = budget.scope();
    let mut rows = Vec::new();
    for d in 1..=COMPARED {
        match instance(source, parameter, d) {
            Ok(rules) if rules.dimension() as i64 == d && rules.has_values() => {
                rows.push((d, rules));
            }
            Ok(_) => {
                return Err(Error::Unsupported {
                    because: Text::new(
                        format!("a position is not a row of `{parameter}` heaps with a value"),
                        format!("局面不是 `{parameter}` 个堆组成、且有 SG 值的列"),
                    ),
                });
            }
            // Short rows may have no rules, as where two neighbours are needed.
            Err(_) if d < COMPARED => {}
            Err(error) => return Err(error),
        }
    }
    let mut tables = Vec::new();
    for (_, rules) in &rows {
        tables.push(rules.engine_table(budget)?);
    }
    if let Some(theorem) = greatest(source, parameter, &rows, &tables, budget)? {
        return Ok(Found {
            theorem: Some(theorem),
            reason: None,
        });
    }
    let mut reason = None;
    for classes in 1..=MOST_CLASSES {
        let Some(counts) = guess(&rows, classes, budget)? else {
            continue;
        };
        for least in 1..=2 {
            let kept = source.parameters.iter().filter(|(n, _)| n != parameter);
            let mut law = Certificate {
                source: text::Source {
                    name: rows.first().map_or(String::new(), |r| r.1.name.clone()),
                    text: source.text.clone(),
                    parameters: kept.cloned().collect(),
                    ..text::Source::default()
                },
                parameter: parameter.to_string(),
                least,
                down: true,
                classes: counts.clone(),
                greatest: false,
                array: String::new(),
            };
            let asked = |d: &i64| *d >= least;
            let complete = (least..=COMPARED).all(|d| rows.iter().any(|r| r.0 == d));
            let compared: Option<usize> = { rows.iter().zip(&tables) }
                .filter(|((d, _), _)| asked(d))
                .map(|(_, (size, cells))| compare(&law, size, cells))
                .sum();
            let (Some(compared), true) = (compared, complete) else {
                continue;
            };
            let mut decided = true;
            for (_, rules) in rows.iter().filter(|(d, _)| asked(d) && *d <= PROVEN) {
                decided &= decided_of(rules, &law, budget)?;
            }
            if !decided {
                continue;
            }
            for down in [true, false] {
                law.down = down;
                match check(&law.to_string(), budget) {
                    Ok(theorem) => {
                        return Ok(Found {
                            theorem: Some(Theorem {
                                certificate: theorem.certificate().clone(),
                                compared,
                            }),
                            reason: None,
                        });
                    }
                    Err(error) => reason = Some(error.text()),
                }
            }
        }
    }
    Ok(Found {
        theorem: None,
        reason: Some(reason.unwrap_or(Text::fixed(
            "the value is not the xor of what single heaps count",
            "值不是各堆计数的异或",
        ))),
    })
}

/// What is claimed of rows of any length: what heaps count, or that greedy Nim is played.
struct Claimed {
    classes: Vec<Counts>,
    greatest: bool,
}

/// Reads a law of rows as it is printed, without what it is said of.
fn read(text: &str, array: &str) -> Option<Claimed> {
    let greedy = certificate(&text::Source::default(), "", array, Vec::new(), true).law();
    if is_printed(&greedy, text) {
        return Some(Claimed {
            classes: vec![Counts::Itself],
            greatest: true,
        });
    }
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let bare = bare.strip_prefix(&format!("g({array})="))?;
    let one = format!("{array}[i]");
    let counts = |term: &str| -> Option<Counts> {
        if term == one {
            return Some(Counts::Itself);
        }
        let modulus = term
            .strip_prefix(&format!("({one}mod"))?
            .strip_suffix(')')?
            .parse()
            .ok()?;
        (1..=LARGEST)
            .contains(&modulus)
            .then_some(Counts::Modulo(modulus))
    };
    let mut classes = vec![Counts::Nothing];
    if bare != "0" {
        let english = bare.strip_prefix("thexorof");
        let chinese = bare.strip_suffix("的异或");
        let parts: Vec<&str> = match (english, chinese) {
            (Some(list), _) => list.split("andof").collect(),
            (_, Some(list)) => list.split('与').collect(),
            _ => return None,
        };
        for part in &parts {
            let all = part
                .strip_prefix("all")
                .or_else(|| part.strip_prefix("所有"));
            if let (Some(term), 1) = (all, parts.len()) {
                classes = vec![counts(term)?];
                continue;
            }
            // `the h[i] with i mod 2 = 0`, `i mod 2 = 0 的 h[i]`
            let (term, place) = match part.strip_prefix("the") {
                Some(part) => part.split_once("with")?,
                None => {
                    let (place, term) = part.split_once('的')?;
                    (term, place)
                }
            };
            let (modulus, rest) = place.strip_prefix("imod")?.split_once('=')?;
            let (modulus, rest): (usize, usize) = (modulus.parse().ok()?, rest.parse().ok()?);
            if !(2..=MOST_CLASSES).contains(&modulus) || rest >= modulus {
                return None;
            }
            if classes.len() == 1 {
                classes = vec![Counts::Nothing; modulus];
            }
            if classes.len() != modulus || classes[rest] != Counts::Nothing {
                return None;
            }
            classes[rest] = counts(term)?;
        }
    }
    Some(Claimed {
        classes,
        greatest: false,
    })
}

/// The largest modulus that is read.
const LARGEST: i64 = 1 << 16;

fn certificate(
    source: &text::Source,
    parameter: &str,
    array: &str,
    classes: Vec<Counts>,
    greatest: bool,
) -> Certificate {
    Certificate {
        source: source.clone(),
        parameter: parameter.to_string(),
        least: 1,
        down: true,
        classes,
        greatest,
        array: array.to_string(),
    }
}

/// Decides a law of rows of any length, which is written as such laws are printed.
pub fn decide(
    source: &Source,
    parameter: &str,
    text: &str,
    budget: &Budget,
) -> Result<Decided, Error> {
    let (said, least) = without_range(text, parameter);
    let array = array(source, parameter).unwrap_or_else(|| "h".to_string());
    let Some(claimed) = read(said, &array) else {
        return Err(Error::BadLaw {
            text: text.to_string(),
            column: 1,
            expected: Text::new(
                format!(
                    "expected `g({array}) = the xor of all {array}[i]`, `g({array}) = the xor of the {array}[i] with i mod 2 = 0`, with `({array}[i] mod 4)` for what a heap counts, or the law of greedy Nim; places are told apart modulo at most {MOST_CLASSES}"
                ),
                format!(
                    "应为 `g({array}) = 所有 {array}[i]的异或`、`g({array}) = i mod 2 = 0 的 {array}[i]的异或`（每堆的计数也可为 `({array}[i] mod 4)`），或贪心尼姆的规律；位置至多按模 {MOST_CLASSES} 区分"
                ),
            ),
        });
    };
    let law = certificate(
        &text::Source::default(),
        parameter,
        &array,
        claimed.classes,
        claimed.greatest,
    );
    let mut decided = Decided {
        said: law.law(),
        verdict: Decision::Open {
            reason: Text::fixed("no row has rules", "没有哪种长度的列有规则"),
            to: Vec::new(),
        },
        rules: Some(source.text.clone()),
        notes: Vec::new(),
    };
    let least = least.unwrap_or(1).max(1);
    let mut seen = Vec::new();
    for d in least..=COMPARED.max(least) {
        let Ok(rules) = instance(source, parameter, d) else {
            continue;
        };
        let (size, cells) = rules.engine_table(budget)?;
        for (at, &cell) in cells.iter().enumerate() {
            let point = grundy::solve::dense::point(at as u64, &size);
            let row: Vec<i64> = { point.iter() }
                .map(|x| i64::try_from(*x).unwrap_or(i64::MAX))
                .collect();
            let (claimed, found) = match law.greatest {
                true => (u32::from(!law.is_lost(&row)), cell.min(1)),
                false => (u32::try_from(law.value(&row)).unwrap_or(NOTHING), cell),
            };
            if cell == NOTHING || claimed == found {
                continue;
            }
            let shown = |label: u32| {
                let text = match law.greatest {
                    true => ["P", "N"][label.min(1) as usize].to_string(),
                    false => label.to_string(),
                };
                Text::new(text.clone(), text)
            };
            let mut numbers = vec![(parameter.to_string(), u64::try_from(d).unwrap_or(0))];
            numbers.extend(rules.state.iter().cloned().zip(point));
            decided.verdict = Decision::Refuted(Refutation {
                numbers,
                claimed: Some(shown(claimed)),
                found: shown(found),
                shown: Vec::new(),
            });
            return Ok(decided);
        }
        seen = size;
    }
    let found = study(source, parameter, budget)?;
    decided.verdict = match (found.theorem, found.reason) {
        (Some(theorem), _) if theorem.says(&law) && theorem.certificate.least <= least => {
            Decision::Proven {
                why: theorem.why(),
                from: None,
                certificate: Some(theorem.certificate.to_string()),
            }
        }
        (_, reason) => Decision::Open {
            reason: reason.unwrap_or(Text::fixed(
                "another law of all rows is proven",
                "已证明的是所有列的另一条规律",
            )),
            to: seen,
        },
    };
    Ok(decided)
}

impl Theorem {
    /// Whether another law says the same of all rows.
    fn says(&self, law: &Certificate) -> bool {
        let (ours, theirs) = (&self.certificate.classes, &law.classes);
        let together = ours.len() * theirs.len();
        let each = ours.iter().cycle().zip(theirs.iter().cycle());
        self.certificate.greatest == law.greatest && each.take(together).all(|(a, b)| a == b)
    }
}

/// The name of the array whose length is the parameter.
fn array(source: &Source, parameter: &str) -> Option<String> {
    let file = grundy_lang::parse(&source.text).ok()?;
    file.lines.iter().find_map(|line| match &line.statement {
        Statement::State(coordinates, _) => coordinates.iter().find_map(|c| {
            let length = c.length.as_ref().map(|length| &length.kind);
            matches!(length, Some(Kind::Name(name)) if name == parameter)
                .then(|| c.name.text.clone())
        }),
        _ => None,
    })
}

/// Greedy Nim: who loses where only a greatest heap may be taken from.
fn greatest(
    source: &Source,
    parameter: &str,
    rows: &[(i64, Rules)],
    tables: &[(Vec<u64>, Vec<u32>)],
    budget: &Budget,
) -> Result<Option<Theorem>, Error> {
    let kept = source.parameters.iter().filter(|(n, _)| n != parameter);
    let law = Certificate {
        source: text::Source {
            name: rows.first().map_or(String::new(), |r| r.1.name.clone()),
            text: source.text.clone(),
            parameters: kept.cloned().collect(),
            ..text::Source::default()
        },
        parameter: parameter.to_string(),
        least: 1,
        down: true,
        classes: vec![Counts::Itself],
        greatest: true,
        array: String::new(),
    };
    let mut compared = 0;
    for (size, cells) in tables {
        for (at, &cell) in cells.iter().enumerate() {
            let point = grundy::solve::dense::point(at as u64, size);
            let row: Vec<i64> = point.iter().map(|x| *x as i64).collect();
            if cell == NOTHING || law.is_lost(&row) != (cell == 0) {
                return Ok(None);
            }
            compared += 1;
        }
    }
    for (_, rules) in rows.iter().filter(|(d, _)| *d <= PROVEN) {
        if !decide_greatest(rules, budget)? {
            return Ok(None);
        }
    }
    if rows.len() as i64 != COMPARED {
        return Ok(None);
    }
    Ok(check(&law.to_string(), budget).ok().map(|theorem| Theorem {
        certificate: theorem.certificate().clone(),
        compared,
    }))
}

/// Whether greedy Nim is lost as it should be in rows of one length, by automata.
fn decide_greatest(rules: &Rules, budget: &Budget) -> Result<bool, Error> {
    let d = rules.dimension() as Variable;
    let mut meter = budget.meter("automata");
    let mut engine = Engine::new(Numeration::BINARY, &mut meter);
    let keep: Vec<Variable> = (0..d).collect();
    let mut lost = engine.all(&keep)?;
    for &heap in &keep {
        let empty = engine.constant(heap, 0)?;
        lost = engine.and(&lost, &empty)?;
    }
    // Every set of an even number of heaps that may be the greatest ones.
    for set in 1u32..1 << d {
        if set.count_ones() % 2 == 1 {
            continue;
        }
        let first = set.trailing_zeros();
        let mut one = engine.all(&keep)?;
        for &heap in &keep {
            let terms = [(heap, 1), (first, -1)];
            let fits = match (heap == first, set >> heap & 1 == 1) {
                (true, _) => continue,
                (_, true) => engine.equal(&terms, 0)?,
                (_, false) => engine.at_most(&terms, -1)?,
            };
            one = engine.and(&one, &fits)?;
        }
        lost = engine.or(&lost, &one)?;
    }
    let verdict = prove(rules, &Claim::Lost(lost), budget)?;
    Ok(matches!(verdict, Verdict::Proven(_)))
}

/// What heaps count that stand alone, by their place modulo a number.
fn guess(
    rows: &[(i64, Rules)],
    classes: usize,
    budget: &Budget,
) -> Result<Option<Vec<Counts>>, Error> {
    let Some((d, rules)) = rows.iter().find(|(d, _)| *d as usize >= classes) else {
        return Ok(None);
    };
    let mut counts = Vec::new();
    for place in 0..classes {
        let mut values = Vec::new();
        for size in 0..SIZES {
            let mut row = vec![0; *d as usize];
            row[place] = size;
            values.push((size as i64, i64::from(rules.value(&row, budget)?)));
        }
        let mut kinds = vec![Counts::Nothing, Counts::Itself];
        kinds.extend((2..=MOST_MODULUS).map(Counts::Modulo));
        let fits = |kind: &Counts| values.iter().all(|&(size, value)| kind.of(size) == value);
        match kinds.into_iter().find(fits) {
            Some(kind) => counts.push(kind),
            None => return Ok(None),
        }
    }
    Ok(Some(counts))
}

/// In how many places the law is that of a table; `None` if somewhere it is
/// not.
fn compare(law: &Certificate, size: &[u64], cells: &[u32]) -> Option<usize> {
    for (at, &cell) in cells.iter().enumerate() {
        let point = grundy::solve::dense::point(at as u64, size);
        let row: Option<Vec<i64>> = point.iter().map(|x| i64::try_from(*x).ok()).collect();
        if cell == NOTHING || law.value(&row?) != i64::from(cell) {
            return None;
        }
    }
    Some(cells.len())
}

/// Whether the law is true of all rows of one length, by automata.
fn decided_of(rules: &Rules, law: &Certificate, budget: &Budget) -> Result<bool, Error> {
    let d = rules.dimension() as Variable;
    let mut meter = budget.meter("automata");
    let mut engine = Engine::new(Numeration::BINARY, &mut meter);
    let mut counted = vec![d];
    let keep: Vec<Variable> = (0..=d).collect();
    let mut all = vec![engine.all(&keep)?];
    for (heap, class) in (0..d).zip(law.classes.iter().cycle()) {
        match class {
            Counts::Nothing => {}
            Counts::Itself => counted.push(heap),
            Counts::Modulo(modulus) => {
                let rest = d + 1 + heap;
                let modulus = u32::try_from(*modulus).unwrap_or(1);
                all.push(engine.congruent(&[(heap, 1), (rest, -1)], modulus, &[0])?);
                all.push(engine.at_most(&[(rest, 1)], i64::from(modulus) - 1)?);
                counted.push(rest);
            }
        }
    }
    all.push(engine.xor_zero(&counted)?);
    let graph = engine.join(all, &keep)?;
    let claim = Claim::Values(graph, Coding::Plain);
    Ok(matches!(prove(rules, &claim, budget)?, Verdict::Proven(_)))
}
