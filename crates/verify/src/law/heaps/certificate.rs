//! The text of a certificate about rows of heaps, read and written: its one home; and the law in words.

use std::fmt::{self, Write};

use grundy::error::Error;
use grundy::notation::sealed;
use grundy::text::Text;
use grundy_lang::ast::{Kind, Statement};

use super::super::text::{Lines, Source, open, unreadable};
use crate::refuse;

/// The first line.
pub const TITLE: &str = "grundy heaps certificate 1";
/// The most classes of places, and the largest modulus.
const MOST_CLASSES: usize = 16;
const LARGEST: i64 = 1 << 16;

/// What a heap counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Nothing.
    Nothing,
    /// Its size.
    Itself,
    /// Its size modulo a number.
    Modulo(i64),
}

impl Counts {
    /// What a heap of this size counts.
    pub fn of(self, size: i64) -> i64 {
        match self {
            Counts::Nothing => 0,
            Counts::Itself => size,
            Counts::Modulo(modulus) => size.rem_euclid(modulus.max(1)),
        }
    }
}

/// A claim about rows of any number of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules.
    pub source: Source,
    /// The parameter that is the number of heaps.
    pub parameter: String,
    /// The least number of heaps.
    pub least: i64,
    /// Whether the highest place that changes becomes smaller, not the lowest.
    pub down: bool,
    /// What heaps count, by their place modulo the number of these.
    pub classes: Vec<Counts>,
    /// Whether moves are allowed in a greatest heap only, and the claim is about who loses.
    pub greatest: bool,
    /// The name of the array.
    pub array: String,
}

impl Certificate {
    /// The value that is claimed of a row.
    pub fn value(&self, heaps: &[i64]) -> i64 {
        let counts = heaps.iter().zip(self.classes.iter().cycle());
        counts.fold(0, |sum, (heap, class)| sum ^ class.of(*heap))
    }

    /// Whether a row is claimed to be lost.
    pub fn is_lost(&self, heaps: &[i64]) -> bool {
        let greatest = heaps.iter().max().copied().unwrap_or(0);
        let count = heaps.iter().filter(|heap| **heap == greatest).count();
        match self.greatest {
            true => greatest == 0 || count.is_multiple_of(2),
            false => self.value(heaps) == 0,
        }
    }

    /// The law as a sentence.
    pub fn law(&self) -> Text {
        if self.greatest {
            let h = &self.array;
            return Text::new(
                format!(
                    "{h} is P exactly if all heaps are empty, or the greatest size occurs an even number of times"
                ),
                format!("{h} 为 P 态，当且仅当各堆皆空，或最大堆的个数为偶数"),
            );
        }
        let (h, classes) = (&self.array, self.classes.len());
        let (mut en, mut zh) = (Vec::new(), Vec::new());
        for (rest, class) in self.classes.iter().enumerate() {
            let term = match class {
                Counts::Nothing => continue,
                Counts::Itself => format!("{h}[i]"),
                Counts::Modulo(modulus) => format!("({h}[i] mod {modulus})"),
            };
            match classes {
                1 => {
                    en.push(format!("all {term}"));
                    zh.push(format!("所有 {term}"));
                }
                _ => {
                    en.push(format!("the {term} with i mod {classes} = {rest}"));
                    zh.push(format!("i mod {classes} = {rest} 的 {term}"));
                }
            }
        }
        match en.is_empty() {
            true => Text::new(format!("g({h}) = 0"), format!("g({h}) = 0")),
            false => Text::new(
                format!("g({h}) = the xor of {}", en.join(" and of ")),
                format!("g({h}) = {}的异或", zh.join("与")),
            ),
        }
    }

    /// Reads a certificate. That says nothing yet about its claim.
    pub fn read(text: &str) -> Result<Certificate, Error> {
        let body = open(text, TITLE)?;
        let mut lines = Lines(body.lines());
        let (parameter, least) = lines.parameter(1..=LARGEST)?;
        let source = lines.source()?;
        let order = lines.field("order")?;
        let down = match order {
            "down" => true,
            "up" => false,
            _ => return Err(unreadable(order)),
        };
        let mut classes = Vec::new();
        let mut stated = Vec::new();
        let mut greatest = false;
        for line in lines.0 {
            if line == "only the greatest" && !greatest {
                greatest = true;
                continue;
            }
            let words: Vec<&str> = line.split(' ').collect();
            let ["heap", rest, "of", many, "counts", ref what @ ..] = words[..] else {
                return Err(unreadable(line));
            };
            if rest != classes.len().to_string() || classes.len() == MOST_CLASSES {
                return Err(unreadable(line));
            }
            stated.push(many.to_string());
            classes.push(match what[..] {
                ["nothing"] => Counts::Nothing,
                ["itself"] => Counts::Itself,
                ["modulo", modulus] => {
                    let modulus = modulus.parse().ok();
                    let modulus = modulus.filter(|m| (1..=LARGEST).contains(m));
                    Counts::Modulo(modulus.ok_or_else(|| unreadable(line))?)
                }
                _ => return Err(unreadable(line)),
            });
        }
        let many = classes.len().to_string();
        if greatest && (classes[..] != [Counts::Itself] || !down) {
            return Err(unreadable("only the greatest"));
        }
        if classes.is_empty() || stated.iter().any(|stated| *stated != many) {
            return Err(unreadable("heap"));
        }
        let array = array_of(&source, &parameter)?;
        Ok(Certificate {
            source,
            parameter,
            least,
            down,
            classes,
            greatest,
            array,
        })
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{TITLE}\nfor {} from {}\n", self.parameter, self.least);
        self.source.write(&mut text)?;
        writeln!(text, "order {}", if self.down { "down" } else { "up" })?;
        let many = self.classes.len();
        for (rest, class) in self.classes.iter().enumerate() {
            write!(text, "heap {rest} of {many} counts ")?;
            match class {
                Counts::Nothing => writeln!(text, "nothing")?,
                Counts::Itself => writeln!(text, "itself")?,
                Counts::Modulo(modulus) => writeln!(text, "modulo {modulus}")?,
            }
        }
        if self.greatest {
            text.push_str("only the greatest\n");
        }
        f.write_str(&sealed::seal(&text))
    }
}

/// The name of the array whose length is the parameter.
fn array_of(source: &Source, parameter: &str) -> Result<String, Error> {
    for line in &source.parsed()?.lines {
        if let Statement::State(coordinates, None) = &line.statement
            && let [only] = &coordinates[..]
            && let (Some(length), None) = (&only.length, &only.domain)
            && matches!(&length.kind, Kind::Name(name) if name == parameter)
        {
            return Ok(only.name.text.clone());
        }
    }
    refuse(
        format!("its state is not an array of length `{parameter}`"),
        format!("其状态不是长度为 `{parameter}` 的数组"),
    )
}
