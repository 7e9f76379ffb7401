//! Automata learned from digits, in several numerations.

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;

use super::numerations::numerations;
use super::{AUTOMATON, Finder};
use crate::automata::numeration::Numeration;
use crate::guess;
use crate::law::Statement;
use crate::prove::Coding;
use crate::sample::Sample;

/// Learns automata.
pub struct Automatic;

impl Finder for Automatic {
    fn name(&self) -> Words {
        AUTOMATON
    }

    fn is_last_resort(&self) -> bool {
        true
    }

    fn guess(&self, lower: &Sample, budget: &Budget) -> Result<Vec<Statement>, Error> {
        let labels = lower.labels();
        let mut found = Vec::new();
        for numeration in numerations(lower) {
            if !lower.outcomes {
                found.extend(guess::values(labels, numeration, Coding::Plain, budget)?);
                if numeration == Numeration::BINARY && found.is_empty() {
                    found.extend(guess::values(labels, numeration, Coding::Power, budget)?);
                }
            }
            if found.is_empty() {
                found.extend(guess::lost(labels, numeration, budget)?);
            }
            if !found.is_empty() {
                break;
            }
        }
        Ok(found.into_iter().map(Statement::Automaton).collect())
    }
}
