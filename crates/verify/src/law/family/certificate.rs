//! The text of a certificate about a family, read and written: its one home.

use std::fmt::{self, Write};

use grundy::error::Error;
use grundy::notation::sealed;

use super::super::text::{Lines, Source, open, unreadable};

/// The first line.
pub const TITLE: &str = "grundy family certificate 1";
/// The most cases, pieces of a case, and the largest number in a certificate.
const MOST_CASES: usize = 64;
const MOST_PIECES: usize = 256;
const LARGEST: i64 = 1 << 20;

/// a·k + b
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The factor of the parameter.
    pub factor: i64,
    /// What is added.
    pub constant: i64,
}

impl Line {
    /// a·k + b
    pub fn new(factor: i64, constant: i64) -> Line {
        Line { factor, constant }
    }

    /// The value for a parameter, if it fits.
    pub fn at(self, k: i64) -> Option<i64> {
        self.factor.checked_mul(k)?.checked_add(self.constant)
    }
}

/// A piece of f: the r = from + offset + t·step below an end, with the value start + t·rise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it begins.
    pub from: Line,
    /// The first r behind it.
    pub below: Line,
    /// Every so many r.
    pub step: i64,
    /// Which of these, from 0 to step - 1.
    pub offset: i64,
    /// The value of the first.
    pub start: Line,
    /// What is added with each step.
    pub rise: i64,
}

/// A law for the parameters that leave a remainder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The modulus.
    pub modulus: i64,
    /// The remainder of the parameter.
    pub rest: i64,
    /// The period.
    pub period: Line,
    /// No move is longer than so many periods, where the period grows.
    pub reach: i64,
    /// The values of one period.
    pub pieces: Vec<Piece>,
}

impl Case {
    /// Its first line.
    fn head(&self, k: &str) -> String {
        let (modulus, rest, period) = (self.modulus, self.rest, self.period);
        let reach = self.reach;
        format!("case {k} mod {modulus} = {rest} period {period} reach {reach}")
    }

    /// The value that is claimed of n, if there is just one.
    pub fn value(&self, k: i64, n: i64) -> Option<i64> {
        let r = n.checked_rem_euclid(self.period.at(k)?)?;
        let mut found = self.pieces.iter().filter_map(|piece| {
            let into = r
                .checked_sub(piece.from.at(k)?)?
                .checked_sub(piece.offset)?;
            let inside = into >= 0 && r < piece.below.at(k)?;
            let on_step = into.checked_rem(piece.step)? == 0;
            let rises = (into / piece.step).checked_mul(piece.rise)?;
            let value = piece.start.at(k)?.checked_add(rises)?;
            (inside && on_step).then_some(value)
        });
        found.next().filter(|_| found.next().is_none())
    }
}

/// A claim about all games of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules.
    pub source: Source,
    /// The parameter.
    pub parameter: String,
    /// Its least value.
    pub least: i64,
    /// Whether the law says who loses: heaps of value 0. Else it says values.
    pub lost: bool,
    /// The law.
    pub cases: Vec<Case>,
}

impl Certificate {
    /// The value that is claimed of a heap.
    pub fn value(&self, k: i64, n: i64) -> Option<i64> {
        let of = |case: &&Case| k.checked_rem_euclid(case.modulus) == Some(case.rest);
        self.cases.iter().find(of)?.value(k, n)
    }

    /// Reads a certificate. That says nothing yet about its claim.
    pub fn read(text: &str) -> Result<Certificate, Error> {
        let body = open(text, TITLE)?;
        let mut lines = Lines(body.lines());
        // The family stands before the rules, so that these end where they say.
        let (parameter, least) = lines.parameter(0..=LARGEST)?;
        let source = lines.source()?;
        let mut cases: Vec<Case> = Vec::new();
        let mut lost = false;
        for line in lines.0 {
            if line == "claim lost" && cases.is_empty() {
                lost = true;
                continue;
            }
            let wrong = || unreadable(line);
            // Of the words only the first is looked at: what is read must be written as the same line.
            let numbers = line.split(' ').filter_map(|word| word.parse::<i64>().ok());
            let numbers: Vec<i64> = numbers
                .filter(|n| (-LARGEST..=LARGEST).contains(n))
                .collect();
            let written = match (line.split(' ').next(), &numbers[..]) {
                (Some("case"), &[modulus, rest, a, b, reach]) if cases.len() < MOST_CASES => {
                    cases.push(Case {
                        modulus,
                        rest,
                        period: Line::new(a, b),
                        reach,
                        pieces: Vec::new(),
                    });
                    cases.last().map(|case| case.head(&parameter))
                }
                (Some("piece"), &[a, b, c, d, step, offset, e, f, rise]) => {
                    let pieces = &mut cases.last_mut().ok_or_else(wrong)?.pieces;
                    pieces.push(Piece {
                        from: Line::new(a, b),
                        below: Line::new(c, d),
                        step,
                        offset,
                        start: Line::new(e, f),
                        rise,
                    });
                    let few = pieces.len() <= MOST_PIECES;
                    pieces.last().filter(|_| few).map(Piece::to_string)
                }
                _ => None,
            };
            if written.as_deref() != Some(line) {
                return Err(wrong());
            }
        }
        Ok(Certificate {
            source,
            parameter,
            least,
            lost,
            cases,
        })
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.factor, self.constant)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Piece {
            from,
            below,
            step,
            offset,
            start,
            rise,
        } = self;
        write!(
            f,
            "piece from {from} below {below} step {step} offset {offset} start {start} rise {rise}"
        )
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let k = &self.parameter;
        let mut text = format!("{TITLE}\nfor {k} from {}\n", self.least);
        self.source.write(&mut text)?;
        if self.lost {
            text.push_str("claim lost\n");
        }
        for case in &self.cases {
            writeln!(text, "{}", case.head(k))?;
            { case.pieces.iter() }.try_for_each(|piece| writeln!(text, "{piece}"))?;
        }
        f.write_str(&sealed::seal(&text))
    }
}
