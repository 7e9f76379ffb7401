//! Theorems with a parameter: a law of all games of a family.
//!
//! `game bachet(k = 3)` is a family of games, one for each k. [`study`]
//! tabulates games of it, looks for a law g(n) = f(n mod p(k)) with p linear in
//! k and f piecewise linear, for each remainder of k modulo a small number,
//! and decides by automata whether it is true of **all** k and all n
//! ([`prove_family`]; the theorem with its proof is in
//! [`grundy_verify::law::family`], which checks the certificate).
//!
//! ```
//! use grundy_laws::family::{Options, study};
//! use grundy_laws::rules::Source;
//! let text = "game bachet(k = 3)\nstate n\nmove take(j in 1..k) -> [n-j]";
//! let found = study(&Source::new(text), "k", &Options::default()).unwrap();
//! let theorem = found.theorem.unwrap();
//! assert_eq!(theorem.certificate.law().to_string(), "g(n) = n mod (k+1)");
//! assert_eq!(theorem.certificate.least, 0);
//! ```
//!
//! A law of yours, written as such laws are printed ([`crate::read::family`]), is decided by the
//! same theorem (`decide`).
//!
//! Limits: one heap, whose values have a pure period; the period and the places where f
//! changes its form must be linear in k, for each remainder of k modulo a
//! number up to [`MOST_MODULUS`].

mod decide;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::text::Text;
use grundy_lang::ast::{self, Statement, Target};
use grundy_verify::law::certificate as text;
use grundy_verify::law::family::{Case, Certificate, Line, Piece, check};

use crate::prove::prove_family;
use crate::rules::{NOTHING, Rules, Source};

pub use decide::{decide, said_of};
pub(crate) use decide::{is_printed, without_range};

/// The largest number modulo which parameters are told apart.
pub const MOST_MODULUS: i64 = 6;
/// More pieces than this are no law.
const MOST_SEGMENTS: usize = 8;
/// The longest step within a piece.
const LONGEST_STEP: usize = 6;
/// The parameters from which a law is guessed, beginning where small ones
/// no longer disturb.
const GUESSED: std::ops::Range<i64> = 12..36;
/// How many heaps of each game are tabulated.
const HEAPS: u64 = 360;
/// The farthest reach that is tried.
const FARTHEST: i64 = 3;
/// The least parameters that are tried.
const LEAST: i64 = 5;

/// How to study.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What tables and proofs may use.
    pub budget: Budget,
}

/// What was learned of a family.
#[derive(Clone, Debug)]
pub struct Found {
    /// The law of all games, if one is proven.
    pub theorem: Option<Theorem>,
    /// Why there is none.
    pub reason: Option<Text>,
}

/// A law of all games of a family, proven and checked.
#[derive(Clone, Debug)]
pub struct Theorem {
    /// The certificate, which the checker has accepted.
    pub certificate: Certificate,
    /// How many values of games of the family were compared with it.
    pub compared: usize,
}

impl Theorem {
    /// How it is known, as a reason.
    pub fn why(&self) -> Text {
        let k = &self.certificate.parameter;
        let (least, compared) = (self.certificate.least, self.compared);
        Text::new(
            format!(
                "for all {k} ≥ {least}: induction decided by automata in {k}, n and r, checked independently; {compared} values compared"
            ),
            format!(
                "对所有 {k} ≥ {least}：归纳步由自动机对 {k}、n、r 判定，经独立复核；比较了 {compared} 个值"
            ),
        )
    }

    /// How it is known, in words.
    pub fn status(&self) -> Text {
        let k = &self.certificate.parameter;
        let (least, compared) = (self.certificate.least, self.compared);
        Text::new(
            format!(
                "proven for all {k} ≥ {least} (induction decided by automata in {k}, n and r, checked independently; {compared} values compared)"
            ),
            format!(
                "对所有 {k} ≥ {least} 已证明（归纳步由自动机对 {k}、n、r 判定，经独立复核；比较了 {compared} 个值）"
            ),
        )
    }
}

/// A law for all values of a parameter, whatever kind of theorem it is.
#[derive(Clone, Debug)]
pub struct ForAll {
    /// The law as a formula.
    pub law: Text,
    /// How it is known.
    pub status: Text,
    /// Its certificate.
    pub certificate: String,
}

/// A law of all games that a parameter makes of a text, or why there is none:
/// the parameter is the length of a row of heaps ([`crate::rows`]), the number of
/// `sum upto` ([`crate::moore`]), or a number in the rules of one heap.
pub fn for_all(
    source: &Source,
    parameter: &str,
    budget: &Budget,
) -> Result<Result<ForAll, Text>, Error> {
    let unknown = || Text::fixed("no law was found", "未找到规律");
    if is_length(source, parameter) {
        let found = crate::rows::study(source, parameter, budget)?;
        return Ok(match found.theorem {
            None => Err(found.reason.unwrap_or_else(unknown)),
            Some(theorem) => Ok(ForAll {
                law: theorem.certificate.law(),
                status: theorem.status(),
                certificate: theorem.certificate.to_string(),
            }),
        });
    }
    if crate::moore::is_moore(source, parameter) {
        return Ok(
            crate::moore::study(source, parameter, budget)?.map(|theorem| ForAll {
                law: theorem.certificate.law(),
                status: theorem.status(),
                certificate: theorem.certificate.to_string(),
            }),
        );
    }
    let options = Options {
        budget: budget.clone(),
    };
    let found = study(source, parameter, &options)?;
    Ok(match found.theorem {
        None => Err(found.reason.unwrap_or_else(unknown)),
        Some(theorem) => Ok(ForAll {
            law: theorem.certificate.law(),
            status: theorem.status(),
            certificate: theorem.certificate.to_string(),
        }),
    })
}

/// The names of the parameters of the games of a text.
pub fn parameters(source: &Source) -> Vec<String> {
    let file = grundy_lang::parse(&source.text).unwrap_or_default();
    let names = file.lines.iter().flat_map(|line| match &line.statement {
        Statement::Game(_, parameters) => parameters
            .iter()
            .map(|(name, _)| name.text.clone())
            .collect(),
        _ => Vec::new(),
    });
    names.collect()
}

/// Whether a parameter is the length of an array.
fn is_length(source: &Source, parameter: &str) -> bool {
    let file = grundy_lang::parse(&source.text).unwrap_or_default();
    file.lines.iter().any(|line| match &line.statement {
        Statement::State(coordinates, _) => coordinates.iter().any(|c| {
            let length = c.length.as_ref().map(|length| &length.kind);
            matches!(length, Some(ast::Kind::Name(name)) if name == parameter)
        }),
        _ => false,
    })
}

/// Looks for a law of all games that a parameter makes of a text.
pub fn study(source: &Source, parameter: &str, options: &Options) -> Result<Found, Error> {
    let _scope = options.budget.scope();
    let rules = lifted(source, parameter)?;
    let none = |reason: Text| Found {
        theorem: None,
        reason: Some(reason),
    };
    let Some(tables) = tables(source, parameter, &options.budget)? else {
        return Ok(none(Text::fixed("too few games", "游戏过少")));
    };
    let mut undecided = None;
    for modulus in 1..=MOST_MODULUS {
        let cases: Option<Vec<Case>> = (0..modulus)
            .map(|rest| guess(&tables, modulus, rest, rules.has_values(), None))
            .collect();
        let Some(cases) = cases else {
            continue;
        };
        for least in 0..=LEAST {
            for reach in 1..=FARTHEST {
                let mut law = claim(source, &rules, parameter, least, cases.clone());
                law.cases.iter_mut().for_each(|case| case.reach = reach);
                let Some(compared) = compare(&law, &tables) else {
                    break;
                };
                match prove_family(&rules, &law, &options.budget) {
                    Ok(true) => {}
                    Ok(false) => continue,
                    Err(error) => {
                        undecided = Some(error.text());
                        continue;
                    }
                }
                // What the checker refuses is not proven.
                match check(&law.to_string(), &options.budget) {
                    Ok(_) => {
                        return Ok(Found {
                            theorem: Some(Theorem {
                                certificate: law,
                                compared,
                            }),
                            reason: None,
                        });
                    }
                    Err(error) => undecided = Some(error.text()),
                }
            }
        }
    }
    Ok(none(undecided.unwrap_or(Text::fixed(
        "no law of all games was found: the periods are not linear in the parameter, or there are none",
        "没有找到所有游戏的规律：周期不随参数线性变化，或没有周期",
    ))))
}

fn claim(
    source: &Source,
    rules: &Rules,
    parameter: &str,
    least: i64,
    cases: Vec<Case>,
) -> Certificate {
    let kept = source
        .parameters
        .iter()
        .filter(|(name, _)| name != parameter);
    Certificate {
        source: text::Source {
            name: rules.name.clone(),
            text: source.text.clone(),
            parameters: kept.cloned().collect(),
            misere: source.misere,
            ..text::Source::default()
        },
        parameter: parameter.to_string(),
        least,
        // Under misère play there are outcomes only.
        lost: !rules.has_values(),
        cases,
    }
}

/// The rules with the parameter as the first coordinate, which no move changes.
pub fn lifted(source: &Source, parameter: &str) -> Result<Rules, Error> {
    let no = |en: String, zh: String| Error::Unsupported {
        because: Text::new(en, zh),
    };
    let unreadable = || {
        no(
            "the rules cannot be read with the parameter as a number that varies".into(),
            "参数作为可变的数时，规则无法读取".into(),
        )
    };
    let mut file = grundy_lang::parse(&source.text).map_err(|_| unreadable())?;
    let mut found = 0;
    for line in &mut file.lines {
        let span = line.span;
        let name = ast::Name {
            text: parameter.to_string(),
            span,
        };
        match &mut line.statement {
            Statement::Game(_, parameters) => {
                let before = parameters.len();
                parameters.retain(|(name, _)| name.text != parameter);
                found += before - parameters.len();
            }
            Statement::State(coordinates, _) => coordinates.insert(
                0,
                ast::Coordinate {
                    name,
                    length: None,
                    domain: None,
                },
            ),
            Statement::Move {
                target: Target::Sum(parts),
                ..
            } => {
                for part in parts {
                    part.at.insert(
                        0,
                        ast::Expr {
                            kind: ast::Kind::Name(parameter.to_string()),
                            span,
                            depth: 1,
                        },
                    );
                }
            }
            _ => {}
        }
    }
    if found != 1 {
        let known: Vec<String> = parameters(source)
            .iter()
            .map(|k| format!("`{k}`"))
            .collect();
        let (en, zh) = match known.is_empty() {
            true => ("; it has none".to_string(), "；它没有参数".to_string()),
            false => {
                let known = known.join(", ");
                (format!("; it has {known}"), format!("；它的参数为 {known}"))
            }
        };
        return Err(no(
            format!("the text has no game with a parameter `{parameter}`{en}"),
            format!("文本中没有带参数 `{parameter}` 的游戏{zh}"),
        ));
    }
    file.lines.retain(|line| {
        !matches!(
            line.statement,
            Statement::Expect(_)
                | Statement::Conjecture(_)
                | Statement::Start(..)
                | Statement::Show(..)
        )
    });
    let others: Vec<(String, i64)> = {
        let kept = source
            .parameters
            .iter()
            .filter(|(name, _)| name != parameter);
        kept.cloned().collect()
    };
    let program = grundy_lang::check(&file, &others).map_err(|_| unreadable())?;
    let rules = crate::language::rules(&program, source)?;
    match rules.dimension() == 2 && rules.blocked == 0 {
        true => Ok(rules),
        false => Err(no(
            "families are studied where a position is one heap and no option is forbidden".into(),
            "族的研究要求局面为单堆且无禁着".into(),
        )),
    }
}

/// The values of the first heaps of one game, as the engine plays it.
fn table(source: &Source, parameter: &str, k: i64, budget: &Budget) -> Result<Vec<i64>, Error> {
    let mut one = source.clone();
    one.parameters.retain(|(name, _)| name != parameter);
    one.parameters.push((parameter.to_string(), k));
    let rules = Rules::translated(&one)?;
    let (size, played) = rules.engine_table(budget)?;
    let cells = rules.table(&[HEAPS], budget)?;
    let differ = size.len() != 1 || played.iter().zip(&cells).any(|(a, b)| a != b);
    if differ || cells.contains(&NOTHING) {
        return Err(Error::Unsupported {
            because: Text::new(
                format!("the rules with {parameter} = {k} are not those that are played"),
                format!("{parameter} = {k} 时的规则与实际对局不符"),
            ),
        });
    }
    Ok(cells.into_iter().map(i64::from).collect())
}

/// A parameter, and the values of the first heaps of its game.
type Played = (i64, Vec<i64>);

/// The values of the first heaps of the first games; `None` if there are too few of them.
fn tables(source: &Source, parameter: &str, budget: &Budget) -> Result<Option<Vec<Played>>, Error> {
    let mut tables: Vec<Played> = Vec::new();
    let mut refused = None;
    for k in 0..GUESSED.end {
        match table(source, parameter, k, budget) {
            Ok(values) => tables.push((k, values)),
            Err(error) if error.is_budget() => return Err(error),
            Err(error) => refused = Some(error),
        }
    }
    let enough = tables.iter().filter(|(k, _)| GUESSED.contains(k)).count() >= 12;
    match (enough, refused) {
        (true, _) => Ok(Some(tables)),
        (false, Some(error)) => Err(error),
        (false, None) => Ok(None),
    }
}

/// In how many places the law is that of the tables, from its least parameter
/// on; `None` if somewhere it is not.
fn compare(law: &Certificate, tables: &[(i64, Vec<i64>)]) -> Option<usize> {
    let asked = tables.iter().filter(|(k, _)| *k >= law.least);
    let mut compared = 0;
    let mut first = true;
    for (k, values) in asked {
        // Every parameter from the least on has its table.
        if std::mem::take(&mut first) && *k != law.least {
            return None;
        }
        for (n, &value) in values.iter().enumerate() {
            if law.value(*k, n as i64) != Some(value) {
                return None;
            }
            compared += 1;
        }
    }
    Some(compared)
}

/// A stretch of one period: every `step` the values rise by the same number.
#[derive(Debug)]
struct Segment {
    from: i64,
    below: i64,
    rise: i64,
    starts: Vec<i64>,
}

/// The least period of values, if they have one that is seen three times.
fn period(values: &[i64]) -> Option<usize> {
    (1..=values.len() / 3).find(|&p| values[p..].iter().zip(values).all(|(a, b)| a == b))
}

/// One period in stretches as long as they go; one shows itself by so many
/// rises of each kind. Outcomes do not rise.
fn segments(values: &[i64], step: usize, rises: usize, may_rise: bool) -> Vec<Segment> {
    let mut found = Vec::new();
    let mut from = 0;
    while from < values.len() {
        let rest = &values[from..];
        let rise = match (rest.get(step), rest.first()) {
            (Some(next), Some(first)) => next - first,
            _ => 0,
        };
        let pairs = rest.iter().zip(&rest[step.min(rest.len())..]);
        let same = pairs.take_while(|(a, b)| **b - **a == rise).count();
        // Too few rises show nothing: then one value alone.
        let length = if same >= rises * step && (may_rise || rise == 0) {
            same + step
        } else {
            1
        };
        let starts = match length {
            1 => vec![rest[0]],
            _ => rest[..step].to_vec(),
        };
        found.push(Segment {
            from: from as i64,
            below: (from + length) as i64,
            rise: if length == 1 { 0 } else { rise },
            starts,
        });
        from += length;
        if found.len() > MOST_SEGMENTS {
            break;
        }
    }
    found
}

/// The line through all points, if there is one with whole numbers.
fn line(points: &[(i64, i64)]) -> Option<Line> {
    let [(k, y), (l, z), ..] = points[..] else {
        return None;
    };
    let factor = (z - y).checked_div(l - k)?;
    let line = Line::new(factor, y - factor * k);
    let on_it = |&(k, y): &(i64, i64)| line.at(k) == Some(y);
    points.iter().all(on_it).then_some(line)
}

/// A law that fits the games whose parameter leaves a remainder, with a period that may be given.
fn guess(
    tables: &[(i64, Vec<i64>)],
    modulus: i64,
    rest: i64,
    values: bool,
    told: Option<Line>,
) -> Option<Case> {
    let of_case = |k: &i64| GUESSED.contains(k) && k.rem_euclid(modulus) == rest;
    let games: Vec<&(i64, Vec<i64>)> = tables.iter().filter(|(k, _)| of_case(k)).collect();
    let mut periods = Vec::new();
    for (k, values) in &games {
        let length = match told {
            Some(told) => told
                .at(*k)
                .filter(|p| (1..=values.len() as i64).contains(p))?,
            None => period(values)? as i64,
        };
        periods.push((*k, length));
    }
    let period = line(&periods).filter(|_| games.len() >= 3)?;
    // Where the period is always the same, so is every stretch of it.
    let rises = if period.factor == 0 { 1 } else { 2 };
    (1..=LONGEST_STEP).find_map(|step| {
        let mut all = Vec::new();
        for ((k, numbers), (_, p)) in games.iter().zip(&periods) {
            let one = segments(&numbers[..*p as usize], step, rises, values);
            if one.len() > MOST_SEGMENTS {
                return None;
            }
            all.push((*k, one));
        }
        let count = all[0].1.len();
        if all.iter().any(|(_, segments)| segments.len() != count) {
            return None;
        }
        let mut pieces = Vec::new();
        for at in 0..count {
            let each = || all.iter().map(|(k, segments)| (*k, &segments[at]));
            let through = |of: &dyn Fn(&Segment) -> Option<i64>| {
                let points: Option<Vec<(i64, i64)>> =
                    each().map(|(k, segment)| Some((k, of(segment)?))).collect();
                line(&points?)
            };
            let (_, first) = each().next()?;
            let (steps, rise) = (first.starts.len(), first.rise);
            if each().any(|(_, s)| s.starts.len() != steps || s.rise != rise) {
                return None;
            }
            for offset in 0..steps {
                pieces.push(Piece {
                    from: through(&|s| Some(s.from))?,
                    below: through(&|s| Some(s.below))?,
                    step: steps as i64,
                    offset: offset as i64,
                    start: through(&|s| s.starts.get(offset).copied())?,
                    rise,
                });
            }
        }
        Some(Case {
            modulus,
            rest,
            period,
            reach: 1,
            pieces,
        })
    })
}
