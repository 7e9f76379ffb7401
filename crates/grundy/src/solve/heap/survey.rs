//! Surveys: every code of a length, classified.
//!
//! Codes are shared out over threads; each is solved within the same states
//! and bytes, and all within the time of the budget ([`Budget::starting_now`]).
//! Rows are told in the order of the codes, as soon as they are known.
//! A code whose bit 0 at some digit changes nothing is reported with the code
//! that it reduces to, and one that is a first cousin with that cousin.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::solve::heap::survey::{codes, survey, to_csv};
//! let rows = survey(&codes(1), &Budget::default().with_states(2000), 2).unwrap();
//! assert_eq!(rows.len(), 15);
//! assert!(to_csv(&rows).contains("\n0.4,proven,54,34,0,9,"));
//! ```

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::Engine;
use super::code::Rules;
use super::period::Status;
use super::solve::{Options, solve};
use crate::budget::Budget;
use crate::error::Error;
use crate::platform::in_parallel;
use crate::text::Lang;

/// One line of a survey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The code.
    pub code: String,
    /// `proven`, `observed` or `unknown`.
    pub status: &'static str,
    /// n0, period and saltus, where a law was found.
    pub law: Option<(u64, u64, u64)>,
    /// The largest value seen.
    pub largest: u32,
    /// Values were computed below this heap.
    pub known: u64,
    /// How many rare heaps there were, where a sparse space was in use.
    pub rares: Option<u64>,
    /// The same game with bits left out that change nothing, if that is shorter.
    pub reduced: Option<String>,
    /// The first cousin, a word of Guy and Smith: the game whose heap n is a heap of n + 1 here.
    pub cousin: Option<String>,
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

/// The same game without the bits 0 that change nothing. Such a bit at t only
/// adds an option of value 0 to the heap t, so comparing one value proves it.
pub fn reduced(rules: &Rules, budget: &Budget) -> Result<Rules, Error> {
    let mut best = rules.clone();
    if !rules.is_finite() {
        return Ok(best);
    }
    for take in 1..=rules.last() as usize {
        if best.digit(take as u64) & 1 == 0 {
            continue;
        }
        let mut digits = best.digits().to_vec();
        digits[take] &= !1;
        let mut without = Rules::new(digits, Vec::new())?.with_min_part(rules.min_part());
        if rules.unequal() {
            without = without.with_unequal();
        }
        let value = |rules: &Rules| -> Result<u32, Error> {
            let mut engine = Engine::Brute.open(rules, budget)?;
            engine.nth(take).unwrap_or(Ok(0))
        };
        if value(&best)? == value(&without)? {
            best = without;
        }
    }
    Ok(best)
}

fn classify(rules: &Rules, budget: &Budget) -> Result<Row, Error> {
    let options = Options {
        budget: budget.clone(),
        ..Options::default()
    };
    let report = solve(rules, &options)?;
    let shorter = reduced(rules, budget)?;
    Ok(Row {
        code: rules.to_string(),
        status: match report.law.as_ref().map(|l| l.status) {
            Some(Status::Proven(_)) => "proven",
            Some(Status::Observed { .. }) => "observed",
            None => "unknown",
        },
        law: report.law.as_ref().map(|l| (l.start, l.period, l.saltus)),
        largest: report
            .law
            .as_ref()
            .map_or(report.largest.value, |l| l.largest.value),
        known: report.known,
        rares: report.sparseness.map(|s| s.rares),
        reduced: (shorter != *rules).then(|| shorter.to_string()),
        cousin: rules.first_cousin().map(|c| c.to_string()),
    })
}

/// Classifies `codes` on so many threads, each code within `budget`.
pub fn survey(codes: &[Rules], budget: &Budget, threads: usize) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::with_capacity(codes.len());
    survey_with(codes, budget, threads, |row| {
        rows.push(row);
        Ok::<(), Error>(())
    })?;
    Ok(rows)
}

/// What was worked out and not told yet.
struct Telling<T, E> {
    waiting: BTreeMap<usize, Result<Row, Error>>,
    told: usize,
    tell: T,
    failed: Option<E>,
}

/// As [`survey`], telling each row as soon as it and all before it are known.
/// An error of `tell` ends the survey, and so does the end of the budget's time:
/// the rows told until then stand.
pub fn survey_with<E: From<Error> + Send>(
    codes: &[Rules],
    budget: &Budget,
    threads: usize,
    tell: impl FnMut(Row) -> Result<(), E> + Send,
) -> Result<(), E> {
    let (next, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
    let telling = Mutex::new(Telling {
        waiting: BTreeMap::new(),
        told: 0,
        tell,
        failed: None,
    });
    in_parallel(0..threads.clamp(1, 64), |_| {
        while !ended.load(Ordering::Relaxed) {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(rules) = codes.get(i) else { break };
            let row = budget.meter("survey").poll();
            let row = row.and_then(|()| classify(rules, budget));
            let mut telling = telling.lock().unwrap_or_else(PoisonError::into_inner);
            let telling = &mut *telling;
            telling.waiting.insert(i, row);
            while telling.failed.is_none()
                && let Some(row) = telling.waiting.remove(&telling.told)
            {
                telling.told += 1;
                if let Err(error) = row.map_err(E::from).and_then(&mut telling.tell) {
                    ended.store(true, Ordering::Relaxed);
                    telling.failed = Some(error);
                }
            }
        }
    });
    let telling = telling.into_inner().unwrap_or_else(PoisonError::into_inner);
    telling.failed.map_or(Ok(()), Err)
}

/// The header of [`to_csv`].
pub const CSV_HEADER: &str = "code,status,start,period,saltus,largest,known,rares,reduced,cousin\n";

/// The survey as comma-separated values, with a header.
pub fn to_csv(rows: &[Row]) -> String {
    let rows = rows.iter().map(csv_row);
    std::iter::once(CSV_HEADER.to_string())
        .chain(rows)
        .collect()
}

/// A row of [`to_csv`].
pub fn csv_row(row: &Row) -> String {
    let [start, period, saltus] = numbers(row);
    let rares = row.rares.map_or(String::new(), |r| r.to_string());
    format!(
        "{},{},{start},{period},{saltus},{},{},{rares},{},{}\n",
        row.code,
        row.status,
        row.largest,
        row.known,
        row.reduced.as_deref().unwrap_or(""),
        row.cousin.as_deref().unwrap_or(""),
    )
}

fn numbers(row: &Row) -> [String; 3] {
    match row.law {
        Some((start, period, saltus)) => [start, period, saltus].map(|n| n.to_string()),
        None => Default::default(),
    }
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
    let [start, period, saltus] = numbers(row);
    let period = match row.law {
        Some((_, _, s)) if s > 0 => format!("{period}+{saltus}"),
        _ => period,
    };
    let status = match (row.status, lang) {
        ("proven", Lang::Zh) => "已证明",
        ("observed", Lang::Zh) => "已观察",
        ("unknown", Lang::Zh) => "未知",
        (status, _) => status,
    };
    let same = row
        .reduced
        .as_ref()
        .map_or(String::new(), |code| format!(" {code}"));
    columns([
        &row.code,
        status,
        &start,
        &period,
        &row.largest.to_string(),
        &row.known.to_string(),
        &row.rares.map_or(String::new(), |r| r.to_string()),
        &same,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time is one for the whole survey, and rows come in order.
    #[test]
    fn rows_are_told_in_order_until_the_time_is_over() {
        let codes = codes(2);
        let mut told = Vec::new();
        let budget = Budget::default().with_states(2000);
        survey_with(&codes, &budget, 3, |row| {
            told.push(row.code);
            Ok::<(), Error>(())
        })
        .unwrap();
        let all: Vec<String> = codes.iter().map(|code| code.to_string()).collect();
        assert_eq!(told, all);
        let time = std::time::Duration::from_millis(100);
        let budget = Budget::default().with_time(time).starting_now();
        let mut told = 0;
        let ended = survey_with(&super::codes(3), &budget, 2, |_| {
            told += 1;
            Ok::<(), Error>(())
        });
        assert!(ended.is_err_and(|error| error.is_budget()));
        assert!(told < 448, "{told}");
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
    }

    #[test]
    fn all_codes_of_two_digits() {
        let rows = survey(&codes(2), &Budget::default().with_states(5000), 2).unwrap();
        assert_eq!(rows.len(), 2 * 7 * 8);
        let kayles = rows.iter().find(|r| r.code == "0.77").unwrap();
        assert_eq!((kayles.status, kayles.law), ("proven", Some((71, 12, 0))));
        // Games of two digits that nobody has solved, or only far beyond this budget.
        for unsolved in [
            "0.06", "0.14", "0.16", "0.36", "0.56", "0.64", "0.74", "0.76",
        ] {
            let row = rows.iter().find(|r| r.code == unsolved).unwrap();
            if unsolved != "0.76" {
                assert_eq!(row.status, "unknown", "{unsolved}");
            }
        }
        assert_eq!(to_csv(&rows).lines().count(), rows.len() + 1);
        assert_eq!(to_table(&rows, Lang::En).lines().count(), rows.len() + 1);
    }
}
