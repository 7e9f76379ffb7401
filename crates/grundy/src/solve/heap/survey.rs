//! Surveys: every code of a length, classified.
//!
//! Codes that play the same game are solved once ([`standard`]); the classes are
//! shared out over threads, each solved within the same states and bytes, and all
//! within the time of the budget ([`Budget::starting_now`]). Values are cheap
//! where there is a sparse space, so such codes may be followed further
//! ([`Depth`]). A row is told as soon as it is known, and rows of an earlier survey
//! are taken over where they say enough: that is how a long survey goes on.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::solve::heap::survey::{Depth, codes, survey, to_csv};
//! let rows = survey(&codes(1), &Depth::of(&Budget::default().with_states(2000)), 2).unwrap();
//! assert_eq!(rows.len(), 15);
//! let csv = to_csv(&rows);
//! assert!(csv.contains("\n0.4,proven,54,34,0,9,"));
//! // The values of 0.7 are those of 4 from heap 1 on.
//! assert!(csv.contains(",4,1\n"));
//! ```
//!
//! Limits: two codes are taken for the same only where a rule proves it; some
//! others have the same values too.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::binary::Binary;
use super::code::Rules;
use super::mask::{Histogram, Mask};
use super::period::Status;
use super::solve::{Options, Report, solve};
use super::{Engine, Sparseness};
use crate::budget::Budget;
use crate::error::Error;
use crate::platform::in_parallel;
use crate::text::Lang;

/// How sure the law of a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A period is proven.
    Proven,
    /// A law held as far as values were compared.
    Observed,
    /// No law was found among the values that were computed.
    Open,
}

impl Standing {
    const ALL: [Standing; 3] = [Standing::Proven, Standing::Observed, Standing::Open];

    fn name(self) -> &'static str {
        match self {
            Standing::Proven => "proven",
            Standing::Observed => "observed",
            Standing::Open => "open",
        }
    }
}

/// One line of a survey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The code.
    pub code: String,
    /// Proven, observed or open.
    pub standing: Standing,
    /// n0, period and saltus, where a law was found.
    pub law: Option<(u64, u64, u64)>,
    /// The largest value seen.
    pub largest: u32,
    /// How many heaps below n0 differ from the period continued downwards.
    pub exceptions: Option<u64>,
    /// How many rare heaps there were and the last of them, where there is a sparse
    /// space; of a law, if none comes after n0.
    pub rares: Option<(u64, u64)>,
    /// Values were computed below this heap.
    pub known: u64,
    /// The engine at the end.
    pub engine: String,
    /// The code that was solved instead, and how much larger heaps are there.
    pub same: Option<(String, u64)>,
}

impl Row {
    /// The last heap that is an exception of the law.
    pub fn last_exception(&self) -> Option<u64> {
        self.law.and_then(|(start, _, _)| start.checked_sub(1))
    }

    /// Whether another survey to this depth would say nothing new.
    pub fn suffices(&self, depth: &Depth) -> bool {
        let shift = self.same.as_ref().map_or(0, |s| s.1);
        let wanted = match followed(&self.engine) {
            true => depth.sparse.max(depth.budget.states()),
            false => depth.budget.states(),
        };
        self.standing == Standing::Proven || self.known.saturating_add(shift) >= wanted
    }
}

/// How far the codes of a survey are followed.
#[derive(Clone, Debug)]
pub struct Depth {
    /// What each code may cost; its time is for all together.
    pub budget: Budget,
    /// Values for a code with a sparse space, if that is more.
    pub sparse: u64,
}

impl Depth {
    /// As far as `budget` says, with a sparse space or without.
    pub fn of(budget: &Budget) -> Depth {
        Depth {
            budget: budget.clone(),
            sparse: 0,
        }
    }
}

/// Whether the engine has a sparse space in which values are cheap.
fn followed(engine: &str) -> bool {
    matches!(engine, "sparse" | "sparse window form")
}

/// All octal codes with exactly so many digits after the point, the last not 0.
pub fn codes(digits: u32) -> Vec<Rules> {
    let digits = digits.clamp(1, 6);
    let mut codes = Vec::new();
    for before in [0u16, 4] {
        // The code with nothing after the point belongs to the shortest survey.
        if digits == 1 && before == 4 {
            codes.extend(Rules::new(vec![4], Vec::new()).ok());
        }
        for number in 0..8u32.pow(digits) {
            if number % 8 == 0 {
                continue;
            }
            let after = (0..digits).rev().map(|i| (number >> (3 * i) & 7) as u16);
            let all = std::iter::once(before).chain(after).collect();
            codes.extend(Rules::new(all, Vec::new()).ok());
        }
    }
    codes
}

/// The same values with fewer bits. Two kinds change nothing:
///
/// * Bit 0 at t only adds an option of value 0 to the heap t, so comparing one
///   value proves that it may go.
/// * If G(k) = 0 and a move takes t and leaves two heaps, then leaving k and m
///   is worth as much as m alone: bit 1 at t + k, which takes t + k and leaves
///   the heap m, may go (Guy and Smith, 1956, for k = 1).
pub fn reduced(rules: &Rules, budget: &Budget) -> Result<Rules, Error> {
    let mut best = rules.clone();
    if !rules.is_finite() {
        return Ok(best);
    }
    let last = rules.last() as usize;
    let without = |rules: &Rules, take: usize, bit: u16| -> Result<Rules, Error> {
        let mut digits = rules.digits().to_vec();
        digits[take] &= !bit;
        let less = Rules::new(digits, Vec::new())?.with_min_part(rules.min_part());
        Ok(match rules.unequal() {
            true => less.with_unequal(),
            false => less,
        })
    };
    let values = |rules: &Rules| -> Result<Vec<u32>, Error> {
        let engine = Engine::Brute.open(rules, budget)?;
        engine.take(last + 1).collect()
    };
    let lost = values(rules)?;
    for take in 1..=last {
        let implied = |k: &usize| lost[*k] == 0 && best.digit((take - k) as u64) & 4 != 0;
        if best.is_plain() && best.digit(take as u64) & 2 != 0 && (1..=take).any(|k| implied(&k)) {
            best = without(&best, take, 2)?;
        }
        if best.digit(take as u64) & 1 != 0 {
            let less = without(&best, take, 1)?;
            if values(&best)?.get(take) == values(&less)?.get(take) {
                best = less;
            }
        }
    }
    Ok(best)
}

/// The code that stands for all that are the same by [`reduced`] or by cousins
/// ([`Rules::last_cousin`]), and by how much heaps are larger there.
///
/// ```
/// use grundy::budget::Budget;
/// use grundy::solve::heap::survey::standard;
/// // Dawson's Chess is Dawson's Kayles is 0.4, each with heaps one larger.
/// let (code, larger) = standard(&"0.137".parse().unwrap(), &Budget::default()).unwrap();
/// assert_eq!((code.to_string().as_str(), larger), ("0.4", 2));
/// ```
pub fn standard(rules: &Rules, budget: &Budget) -> Result<(Rules, u64), Error> {
    let (mut found, mut larger) = (reduced(rules, budget)?, 0);
    // A cousin with more digits would have one itself, and so on.
    while let Some(cousin) = found.last_cousin().filter(|c| c.last() <= found.last()) {
        found = reduced(&cousin, budget)?;
        larger += 1;
    }
    Ok((found, larger))
}

/// Exceptions are not counted where that means computing more values than this again.
const RECOUNTED: u64 = 1 << 29;

/// What was found out about a class of codes: the report of the code that stands for it.
struct Class {
    report: Report,
    /// Count and last of the rare heaps, and whether heap 0, 1, … of value 0 is rare.
    rares: Option<(u64, u64, Mask, u64)>,
}

impl Class {
    fn solve(rules: &Rules, depth: &Depth) -> Result<Class, Error> {
        let mut options = Options {
            budget: depth.budget.clone(),
            ..Options::default()
        };
        let proven = |report: &Report| {
            let law = report.law.as_ref();
            law.is_some_and(|law| matches!(law.status, Status::Proven(_)))
        };
        let mut report = solve(rules, &options)?;
        if !proven(&report)
            && followed(&engine_of(&report))
            && depth.sparse > options.budget.states()
        {
            options.budget = options.budget.with_states(depth.sparse);
            report = solve(rules, &options)?;
        }
        let rares = Class::rares(rules, &report);
        Ok(Class { report, rares })
    }

    fn rares(rules: &Rules, report: &Report) -> Option<(u64, u64, Mask, u64)> {
        let binary = Binary::new(rules).ok()?;
        let parity = binary.split.first()? & 1;
        let Some(law) = &report.law else {
            let sparse = report.sparseness?;
            return Some((sparse.rares, sparse.last_rare, sparse.mask, parity));
        };
        let mut law = law.clone();
        if law.sparseness.is_none() {
            let values = law.table()?;
            let (mask, rares) = Histogram::of(values, parity).best_mask(&binary.split)?;
            law.sparseness = Some(Sparseness {
                mask,
                rares,
                last_rare: 0,
            });
        }
        let mask = law.sparseness?.mask;
        let rares = law.rares()?;
        let last = rares.last().copied().unwrap_or(0);
        Some((rares.len() as u64, last, mask, parity))
    }

    /// The row of a code whose heap n is the heap n + `larger` of the one solved.
    fn row(&self, code: &Rules, solved: &Rules, larger: u64) -> Result<Row, Error> {
        let report = &self.report;
        let law = report.law.as_ref();
        let exceptions = law
            .filter(|law| law.start.saturating_add(law.period) < RECOUNTED)
            .map(|law| law.exceptions(larger))
            .transpose()?;
        // Heaps that are left out have no move, and the value 0.
        let rares = self.rares.and_then(|(rares, last, mask, parity)| {
            let out = (0..larger).filter(|heap| mask.is_rare(0, (heap ^ parity) & 1 == 1));
            let rares = rares.checked_sub(out.count() as u64)?;
            Some((rares, last.saturating_sub(larger)))
        });
        Ok(Row {
            code: code.to_string(),
            standing: match law.map(|l| l.status) {
                Some(Status::Proven(_)) => Standing::Proven,
                Some(Status::Observed { .. }) => Standing::Observed,
                None => Standing::Open,
            },
            law: law.map(|l| (l.start.saturating_sub(larger), l.period, l.saltus)),
            largest: law.map_or(report.largest.value, |l| l.largest.value),
            exceptions,
            rares,
            known: report.known.saturating_sub(larger),
            engine: engine_of(report),
            same: (solved != code).then(|| (solved.to_string(), larger)),
        })
    }
}

/// The name of the engine as one cell of a table.
fn engine_of(report: &Report) -> String {
    report.engine.replace(',', "")
}

/// Classifies `codes` on so many threads, each code to `depth`; the rows in order.
pub fn survey(codes: &[Rules], depth: &Depth, threads: usize) -> Result<Vec<Row>, Error> {
    let mut rows = vec![None; codes.len()];
    survey_with(codes, &[], depth, threads, |at, row| {
        rows[at] = Some(row);
        Ok::<(), Error>(())
    })?;
    Ok(rows.into_iter().flatten().collect())
}

/// As [`survey`], telling each row and the place of its code as soon as the row is
/// known. Of `earlier` rows those that suffice are taken over. An error of `tell`
/// ends the survey, and so does the end of the budget's time: the rows told until
/// then stand.
pub fn survey_with<E: From<Error> + Send>(
    codes: &[Rules],
    earlier: &[Row],
    depth: &Depth,
    threads: usize,
    mut tell: impl FnMut(usize, Row) -> Result<(), E> + Send,
) -> Result<(), E> {
    let earlier: BTreeMap<&str, &Row> = earlier.iter().map(|r| (r.code.as_str(), r)).collect();
    // Classes in the order of their first codes; of each the codes' places and shifts.
    let mut classes: Vec<(Rules, Vec<(usize, u64)>)> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for (at, code) in codes.iter().enumerate() {
        let row = earlier.get(code.to_string().as_str());
        if let Some(&row) = row.filter(|row| row.suffices(depth)) {
            tell(at, row.clone())?;
            continue;
        }
        let (solved, larger) = standard(code, &depth.budget)?;
        let place = *places.entry(solved.to_string()).or_insert(classes.len());
        match classes.get_mut(place) {
            Some((_, members)) => members.push((at, larger)),
            None => classes.push((solved, vec![(at, larger)])),
        }
    }
    let (next, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
    let telling = Mutex::new((tell, None::<E>));
    in_parallel(0..threads.clamp(1, 64), |_| {
        while !ended.load(Ordering::Relaxed) {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some((solved, members)) = classes.get(i) else {
                break;
            };
            let time = depth.budget.meter("survey").poll();
            let class = time.and_then(|()| Class::solve(solved, depth));
            let rows = class.and_then(|class| {
                let row =
                    |&(at, larger): &(usize, u64)| Ok((at, class.row(&codes[at], solved, larger)?));
                members.iter().map(row).collect::<Result<Vec<_>, Error>>()
            });
            let mut telling = telling.lock().unwrap_or_else(PoisonError::into_inner);
            let (tell, failed) = &mut *telling;
            let told = match rows {
                Ok(rows) if failed.is_none() => {
                    rows.into_iter().try_for_each(|(at, row)| tell(at, row))
                }
                Ok(_) => Ok(()),
                Err(error) => Err(error.into()),
            };
            if let Err(error) = told {
                ended.store(true, Ordering::Relaxed);
                failed.get_or_insert(error);
            }
        }
    });
    let (_, failed) = telling.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or(Ok(()), Err)
}

/// The header of [`to_csv`].
pub const CSV_HEADER: &str = "code,status,start,period,saltus,largest,exceptions,last_exception,rares,last_rare,known,engine,same_as,larger\n";

/// The survey as comma-separated values, with a header.
pub fn to_csv(rows: &[Row]) -> String {
    let rows = rows.iter().map(csv_row);
    std::iter::once(CSV_HEADER.to_string())
        .chain(rows)
        .collect()
}

/// A row of [`to_csv`].
pub fn csv_row(row: &Row) -> String {
    let cell = |number: Option<u64>| number.map_or(String::new(), |n| n.to_string());
    let (same, larger) = row
        .same
        .clone()
        .map_or((String::new(), None), |(s, l)| (s, Some(l)));
    let cells = [
        row.code.clone(),
        row.standing.name().into(),
        cell(row.law.map(|l| l.0)),
        cell(row.law.map(|l| l.1)),
        cell(row.law.map(|l| l.2)),
        row.largest.to_string(),
        cell(row.exceptions),
        cell(row.last_exception()),
        cell(row.rares.map(|r| r.0)),
        cell(row.rares.map(|r| r.1)),
        row.known.to_string(),
        row.engine.clone(),
        same,
        cell(larger),
    ];
    cells.join(",") + "\n"
}

/// The rows of a text in the form of [`to_csv`], the last of each code, in the order
/// of [`codes`]. Lines that are no rows, and a last line that was cut off, are left
/// out.
pub fn from_csv(text: &str) -> Vec<Row> {
    let rows = text.split_inclusive('\n').filter_map(read_row);
    let places: BTreeMap<_, Row> = rows.map(|(rules, row)| (place(&rules), row)).collect();
    places.into_values().collect()
}

/// Where a code stands among others: shorter ones first. The code without digits
/// after the point is among those with one.
fn place(rules: &Rules) -> (u64, Vec<u16>, String) {
    let digits = rules.digits().to_vec();
    (rules.last().max(1), digits, rules.to_string())
}

fn read_row(line: &str) -> Option<(Rules, Row)> {
    let cells: Vec<&str> = line.strip_suffix('\n')?.split(',').collect();
    let cells: [&str; 14] = cells.try_into().ok()?;
    let number = |cell: &str| match cell {
        "" => Some(None),
        digits => digits.parse::<u64>().ok().map(Some),
    };
    let pair = |a: &str, b: &str| Some(number(a)?.zip(number(b)?));
    let [
        code,
        status,
        start,
        period,
        saltus,
        largest,
        exceptions,
        last,
        ..,
    ] = cells;
    let [.., rares, last_rare, known, engine, same, larger] = cells;
    let row = Row {
        code: code.to_string(),
        standing: Standing::ALL.into_iter().find(|s| s.name() == status)?,
        law: pair(start, period)?
            .zip(number(saltus)?)
            .map(|((start, period), saltus)| (start, period, saltus)),
        largest: largest.parse().ok()?,
        exceptions: number(exceptions)?,
        rares: pair(rares, last_rare)?,
        known: known.parse().ok()?,
        engine: engine.to_string(),
        same: match same {
            "" => None,
            same => Some((same.to_string(), number(larger)??)),
        },
    };
    let law = row.standing == Standing::Open || row.law.is_some_and(|law| law.1 > 0);
    let holds = law && number(last)? == row.last_exception() && csv_row(&row) == line;
    let rules: Rules = code.parse().ok()?;
    (holds && rules.to_string() == code).then_some((rules, row))
}

/// The survey as a table in plain text.
pub fn to_table(rows: &[Row], lang: Lang) -> String {
    let rows = rows.iter().map(|row| table_row(row, lang));
    std::iter::once(table_header(lang)).chain(rows).collect()
}

/// The columns of a table, filled to their width; Chinese characters take
/// two.
fn columns(cells: [&str; 8]) -> String {
    let wide = |text: &str| {
        text.chars()
            .map(|c| 1 + usize::from(c as u32 >= 0x2e80))
            .sum()
    };
    let widths = [10i64, 9, -12, -12, -8, -12, -6, 0];
    let mut text = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        let used: usize = wide(cell);
        let blanks = " ".repeat((width.unsigned_abs() as usize).saturating_sub(used));
        match width < 0 {
            true => text += &format!("{blanks}{cell} "),
            false => text += &format!("{cell}{blanks} "),
        }
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// The header of [`to_table`].
pub fn table_header(lang: Lang) -> String {
    columns(match lang {
        Lang::En => [
            "code", "status", "from", "period", "largest", "known", "rares", " same as",
        ],
        Lang::Zh => [
            "编码",
            "状态",
            "起点",
            "周期",
            "最大值",
            "已算",
            "稀有值",
            " 等同于",
        ],
    })
}

/// A row of [`to_table`].
pub fn table_row(row: &Row, lang: Lang) -> String {
    let start = row.law.map_or(String::new(), |law| law.0.to_string());
    let period = match row.law {
        Some((_, period, 0)) => period.to_string(),
        Some((_, period, saltus)) => format!("{period}+{saltus}"),
        None => String::new(),
    };
    let status = match (row.standing, lang) {
        (Standing::Proven, Lang::Zh) => "已证明",
        (Standing::Observed, Lang::Zh) => "已观察",
        (Standing::Open, Lang::Zh) => "未解决",
        (standing, Lang::En) => standing.name(),
    };
    let same = match &row.same {
        Some((code, 0)) => format!(" {code}"),
        Some((code, larger)) => format!(" {code}, n+{larger}"),
        None => String::new(),
    };
    columns([
        &row.code,
        status,
        &start,
        &period,
        &row.largest.to_string(),
        &row.known.to_string(),
        &row.rares.map_or(String::new(), |r| r.0.to_string()),
        &same,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time is one for the whole survey; every row is told once, with its place.
    #[test]
    fn rows_are_told_until_the_time_is_over() {
        let codes = codes(2);
        let mut told = vec![0; codes.len()];
        let depth = Depth::of(&Budget::default().with_states(2000));
        survey_with(&codes, &[], &depth, 3, |at, row| {
            assert_eq!(row.code, codes[at].to_string());
            told[at] += 1;
            Ok::<(), Error>(())
        })
        .unwrap();
        assert!(told.iter().all(|&times| times == 1), "{told:?}");
        let time = std::time::Duration::from_millis(100);
        let depth = Depth::of(&Budget::default().with_time(time).starting_now());
        let mut told = 0;
        let ended = survey_with(&super::codes(3), &[], &depth, 2, |_, _| {
            told += 1;
            Ok::<(), Error>(())
        });
        assert!(ended.is_err_and(|error| error.is_budget()));
        assert!(told < 896, "{told}");
    }

    /// Rows are read as they are written, and a survey goes on from them.
    #[test]
    fn a_survey_goes_on() {
        let (codes, small) = (codes(2), Depth::of(&Budget::default().with_states(300)));
        let rows = survey(&codes, &small, 2).unwrap();
        let text = to_csv(&rows);
        assert_eq!(from_csv(&text), rows);
        // A line that was cut off is as if it had not been written.
        assert_eq!(from_csv(&text[..text.len() - 3]), rows[..rows.len() - 1]);
        // Later lines count.
        assert_eq!(from_csv(&(text.clone() + &csv_row(&rows[3]))), rows);
        let large = Depth::of(&Budget::default().with_states(3000));
        let mut computed = 0;
        let mut next = vec![None; codes.len()];
        survey_with(&codes, &rows, &large, 1, |at, row| {
            computed += u32::from(row != rows[at]);
            next[at] = Some(row);
            Ok::<(), Error>(())
        })
        .unwrap();
        let next: Vec<Row> = next.into_iter().flatten().collect();
        assert_eq!(next.len(), rows.len());
        for (new, old) in next.iter().zip(&rows) {
            match old.standing {
                Standing::Proven => assert_eq!(new, old),
                _ => assert!(new.known > old.known, "{}", new.code),
            }
        }
        assert!((10..70).contains(&computed), "{computed}");
        // What suffices is not computed again.
        assert!(next.iter().all(|row| row.suffices(&large)));
        survey_with(&codes, &next, &large, 1, |at, row| {
            assert_eq!(row, next[at]);
            Ok::<(), Error>(())
        })
        .unwrap();
    }

    /// What stands for a code has its values, and its row is that of the code itself.
    #[test]
    fn codes_that_stand_for_others_have_their_values() {
        let budget = Budget::default().with_states(1200);
        let depth = Depth::of(&budget);
        let mut others = 0;
        for code in codes(3).iter().filter(|c| c.digit(3) % 2 == 0) {
            let (solved, larger) = standard(code, &budget).unwrap();
            let values = |rules: &Rules, from: u64| -> Vec<u32> {
                let engine = Engine::Vector.open(rules, &Budget::default()).unwrap();
                let values = engine.skip(from as usize).take(80);
                values.collect::<Result<_, _>>().unwrap()
            };
            assert_eq!(values(code, 0), values(&solved, larger), "{code} {solved}");
            if solved == *code {
                continue;
            }
            others += 1;
            if code.digit(2) % 3 == 1 {
                let alone = Class::solve(code, &depth).unwrap();
                let alone = alone.row(code, code, 0).unwrap();
                let class = Class::solve(&solved, &depth).unwrap();
                let row = class.row(code, &solved, larger).unwrap();
                assert_eq!((row.law, row.largest), (alone.law, alone.largest), "{code}");
                if row.standing == Standing::Proven {
                    assert_eq!(row.exceptions, alone.exceptions, "{code}");
                }
            }
        }
        assert!(others > 150, "{others}");
    }

    #[test]
    fn reductions_known_and_denied() {
        let reduce = |code: &str| {
            reduced(&code.parse().unwrap(), &Budget::default())
                .unwrap()
                .to_string()
        };
        assert_eq!(reduce("0.27"), "0.26");
        assert_eq!(reduce("0.314"), "0.314");
        assert_eq!(reduce("0.77"), "0.77");
        // Leaving one token, which is lost, beside a heap is leaving the heap alone.
        assert_eq!(reduce("0.46"), "0.44");
        assert_eq!(reduce("4.67"), "4.44");
        // A heap of one is not lost here.
        assert_eq!(reduce("0.76"), "0.76");
    }

    #[test]
    fn all_codes_of_two_digits() {
        let rows = survey(
            &codes(2),
            &Depth::of(&Budget::default().with_states(5000)),
            2,
        )
        .unwrap();
        assert_eq!(rows.len(), 2 * 7 * 8);
        let kayles = rows.iter().find(|r| r.code == "0.77").unwrap();
        assert_eq!(kayles.standing, Standing::Proven);
        assert_eq!(kayles.law, Some((71, 12, 0)));
        // G(n) for n = 0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70 (Guy and Smith).
        assert_eq!(
            (kayles.exceptions, kayles.last_exception()),
            (Some(14), Some(70))
        );
        // Games of two digits that nobody has solved, or only far beyond this budget.
        for unsolved in [
            "0.06", "0.14", "0.16", "0.36", "0.56", "0.64", "0.74", "0.76",
        ] {
            let row = rows.iter().find(|r| r.code == unsolved).unwrap();
            if unsolved != "0.76" {
                assert_eq!(row.standing, Standing::Open, "{unsolved}");
            }
        }
        assert_eq!(to_csv(&rows).lines().count(), rows.len() + 1);
        assert_eq!(to_table(&rows, Lang::En).lines().count(), rows.len() + 1);
    }
}
