//! Certificates of misère quotients: the text, read and written.
//!
//! ```text
//! grundy misère quotient 1
//! code 0.75
//! heaps 20
//! order 8
//! times 1 1 0 3 2 …        (a heap, then its products with all classes)
//! lost 1 …                 (the P-portion)
//! pretend 0 1 …            (the class of each heap from 0 on)
//! period 5 2               (where the classes repeat: from, length)
//! end
//! ```
//!
//! Class 0 is that of the empty sum. This module only reads and writes; the claim
//! is decided by the checker, which shares nothing else with what finds quotients.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::compound::misere::certificate::Certificate;
//! use grundy::compound::misere::heaps::HeapQuotient;
//! let found = HeapQuotient::compute(&"0.75".parse().unwrap(), 20, &Budget::default()).unwrap();
//! let certificate = found.certificate();
//! assert_eq!(certificate.parse::<Certificate>().unwrap().to_string(), certificate);
//! ```

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::text::Text;

/// The first line.
pub const TITLE: &str = "grundy misère quotient 1";

/// A quotient as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// The code of the game.
    pub code: String,
    /// The largest heap that it speaks of.
    pub heaps: usize,
    /// How many classes there are.
    pub order: usize,
    /// The generators: a heap, and its product with each class.
    pub times: Vec<(usize, Vec<usize>)>,
    /// The classes that are P.
    pub lost: Vec<usize>,
    /// The class of each heap from 0 on.
    pub pretend: Vec<usize>,
    /// Where classes repeat, and how long the repetition is.
    pub period: Option<(usize, usize)>,
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |f: &mut fmt::Formatter<'_>, name: &str, numbers: &[usize]| {
            f.write_str(name)?;
            numbers.iter().try_for_each(|n| write!(f, " {n}"))?;
            f.write_str("\n")
        };
        writeln!(f, "{TITLE}\ncode {}", self.code)?;
        writeln!(f, "heaps {}\norder {}", self.heaps, self.order)?;
        for (heap, row) in &self.times {
            line(f, &format!("times {heap}"), row)?;
        }
        line(f, "lost", &self.lost)?;
        line(f, "pretend", &self.pretend)?;
        if let Some((from, period)) = self.period {
            writeln!(f, "period {from} {period}")?;
        }
        f.write_str("end\n")
    }
}

impl FromStr for Certificate {
    type Err = Error;

    /// Reads the lines in the order in which they are written, each once.
    fn from_str(text: &str) -> Result<Certificate, Error> {
        let mut found = Certificate::default();
        // Which line came last; only generators may come again.
        const ORDER: [&str; 8] = [
            "grundy", "code", "heaps", "order", "times", "lost", "pretend", "period",
        ];
        let mut next = 0;
        let mut ended = false;
        let mut last = 0;
        for (line, content) in (1..).zip(text.lines()) {
            last = line;
            let wrong = || unreadable(line, content);
            if ended {
                return Err(wrong());
            }
            let (name, rest) = content.split_once(' ').unwrap_or((content, ""));
            if name == "end" {
                // Everything but the generators and the period must be there.
                ended = next >= 7 && rest.is_empty();
                if !ended {
                    return Err(wrong());
                }
                continue;
            }
            let at = ORDER.iter().position(|n| *n == name).ok_or_else(wrong)?;
            let skipped = at > next && !(next == 4 && at == 5);
            if at < next && !(name == "times" && next == 5) || skipped {
                return Err(wrong());
            }
            next = at + 1;
            let numbers = rest.split_whitespace().map(|word| word.parse().ok());
            let numbers: Option<Vec<usize>> = numbers.collect();
            match (name, numbers.as_deref()) {
                ("grundy", _) if content == TITLE => {}
                ("code", _) => found.code = rest.to_string(),
                ("heaps", Some(&[n])) => found.heaps = n,
                ("order", Some(&[n])) => found.order = n,
                ("times", Some([heap, row @ ..])) => found.times.push((*heap, row.to_vec())),
                ("lost", Some(list)) => found.lost = list.to_vec(),
                ("pretend", Some(list)) => found.pretend = list.to_vec(),
                ("period", Some(&[from, period])) => found.period = Some((from, period)),
                _ => return Err(wrong()),
            }
        }
        match ended {
            true => Ok(found),
            false => Err(unreadable(last + 1, "")),
        }
    }
}

fn unreadable(line: usize, content: &str) -> Error {
    let shown: String = content.chars().take(40).collect();
    Error::BadCertificate {
        because: Text::new(
            format!("line {line} cannot be read: `{shown}`"),
            format!("无法读取第 {line} 行：`{shown}`"),
        ),
    }
}
