//! The genus of a position: its Grundy value, and how it behaves in misère
//! play beside heaps of two.
//!
//! The genus g^{g₀g₁g₂…} holds the Grundy value g and, for each i, the misère
//! Grundy value gᵢ of the position plus i heaps of two (Conway 1976, chapter
//! 12; Berlekamp, Conway and Guy 1982, chapter 13). A heap of two can be
//! moved to nothing or to a heap of one, which changes the misère value by
//! ⊕ 1, so gᵢ = mex of the options' gᵢ, of gᵢ₋₁ and of gᵢ₋₁ ⊕ 1. Once all options
//! alternate between two digits, gᵢ is a function of gᵢ₋₁ and of the parity of
//! i, so the digits repeat as soon as gᵢ = gᵢ₋₂: the last two written digits
//! alternate for ever.
//!
//! The genus is *tame* if a Nim position has it: 0^{120}, 1^{031}, or
//! n^{n(n⊕2)}. What matters for sums is that all positions that can be reached
//! are tame (`tame` in [`super::super::numbers`]).
//!
//! ```
//! use grundy::compound::{misere::genus::genera, numbers::Explored};
//! use grundy::solve::graph::Graph;
//! // Nim heaps 0, 1, 2, and a position that can only be moved to the heap of two.
//! let edges = [(1, 0), (2, 0), (2, 1), (3, 2)];
//! let explored = Explored::new(Graph::from_edges(4, &edges)).unwrap();
//! let written: Vec<String> = genera(&explored).unwrap().iter().map(|g| g.to_string()).collect();
//! assert_eq!(written, ["0^120", "1^031", "2^20", "0^02"]);
//! ```
//!
//! Limits: sequences of more than 64 digits before they alternate are refused.

use std::fmt;

use crate::compound::numbers::Explored;
use crate::error::Error;
use crate::solve::mex;
use crate::text::Text;

/// A genus.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The Grundy value.
    pub value: u32,
    /// The misère values; the last two alternate for ever.
    digits: Vec<u32>,
}

impl Genus {
    /// The misère Grundy value beside `heaps` heaps of two.
    pub fn digit(&self, heaps: usize) -> u32 {
        let length = self.digits.len();
        if heaps < length {
            return self.digits[heaps];
        }
        self.digits[length - 2 + (heaps - length) % 2]
    }

    /// Whether some Nim position has this genus.
    pub fn is_tame(&self) -> bool {
        let firm =
            (0..2).all(|i| self.digit(i) == self.value ^ (2 * i as u32)) && self.digits.len() == 2;
        let fickle = self.value < 2 && self.digits == [self.value ^ 1, self.value ^ 2, self.value];
        firm || fickle
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.value)?;
        for digit in &self.digits {
            match digit {
                0..10 => write!(f, "{digit}")?,
                _ => write!(f, "({digit})")?,
            }
        }
        Ok(())
    }
}

const LONGEST: usize = 64;

/// The genus of every node.
pub fn genera(explored: &Explored) -> Result<Vec<Genus>, Error> {
    let blank = Genus {
        value: 0,
        digits: Vec::new(),
    };
    let mut all = vec![blank; explored.graph().len()];
    let (mut found, mut scratch) = (Vec::new(), Vec::new());
    for node in explored.order().iter() {
        let options = explored.options(node);
        let settled = options
            .iter()
            .map(|&to| all[to as usize].digits.len())
            .max()
            .unwrap_or(0);
        let mut digits = vec![explored.numbers(node).misere_value];
        loop {
            let i = digits.len();
            let before = digits[i - 1];
            found.clear();
            found.extend(options.iter().map(|&to| all[to as usize].digit(i)));
            found.extend([before, before ^ 1]);
            digits.push(mex(&found, &mut scratch));
            // From `settled` - 2 on the options alternate.
            if i >= settled.max(2) && digits[i] == digits[i - 2] {
                break;
            }
            if i > LONGEST {
                return Err(Error::Unsupported {
                    because: Text::new(
                        format!("a genus does not alternate within {LONGEST} digits"),
                        format!("亏格在 {LONGEST} 位内未出现交替"),
                    ),
                });
            }
        }
        // Written as short as possible.
        while digits.len() > 2 && digits[digits.len() - 1] == digits[digits.len() - 3] {
            digits.pop();
        }
        all[node as usize] = Genus {
            value: explored.numbers(node).value,
            digits,
        };
    }
    Ok(all)
}
