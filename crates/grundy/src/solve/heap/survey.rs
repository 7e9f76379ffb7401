//! Surveys: every code of a length, classified.
//!
//! Codes are shared out over threads; each is solved within the same budget.
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

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Engine;
use super::code::Rules;
use super::period::Status;
use super::solve::{Options, solve};
use crate::budget::Budget;
use crate::error::Error;
use crate::platform::in_parallel;

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
    /// The first cousin: the game whose heap n is a heap of n + 1 here.
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
    let next = AtomicUsize::new(0);
    let rows: Mutex<Vec<Option<Result<Row, Error>>>> = Mutex::new(vec![None; codes.len()]);
    in_parallel(0..threads.clamp(1, 64), |_| {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(rules) = codes.get(i) else { break };
            let row = classify(rules, budget);
            if let Ok(mut rows) = rows.lock() {
                rows[i] = Some(row);
            }
        }
    });
    let rows = rows
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    rows.into_iter().flatten().collect()
}

/// The survey as comma-separated values, with a header.
pub fn to_csv(rows: &[Row]) -> String {
    let mut text =
        String::from("code,status,start,period,saltus,largest,known,rares,reduced,cousin\n");
    for row in rows {
        let [start, period, saltus] = numbers(row);
        let rares = row.rares.map_or(String::new(), |r| r.to_string());
        text += &format!(
            "{},{},{start},{period},{saltus},{},{},{rares},{},{}\n",
            row.code,
            row.status,
            row.largest,
            row.known,
            row.reduced.as_deref().unwrap_or(""),
            row.cousin.as_deref().unwrap_or(""),
        );
    }
    text
}

fn numbers(row: &Row) -> [String; 3] {
    match row.law {
        Some((start, period, saltus)) => [start, period, saltus].map(|n| n.to_string()),
        None => Default::default(),
    }
}

/// The survey as a table in plain text.
pub fn to_table(rows: &[Row]) -> String {
    let mut text = format!(
        "{:<10} {:<9} {:>12} {:>12} {:>8} {:>12} {:>6}  {}\n",
        "code", "status", "n0", "period", "largest", "known", "rares", "same as"
    );
    for row in rows {
        let [start, period, saltus] = numbers(row);
        let period = match row.law {
            Some((_, _, s)) if s > 0 => format!("{period}+{saltus}"),
            _ => period,
        };
        text += &format!(
            "{:<10} {:<9} {start:>12} {period:>12} {:>8} {:>12} {:>6}  {}\n",
            row.code,
            row.status,
            row.largest,
            row.known,
            row.rares.map_or(String::new(), |r| r.to_string()),
            row.reduced.as_deref().unwrap_or(""),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(to_table(&rows).lines().count(), rows.len() + 1);
    }
}
