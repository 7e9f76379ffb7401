//! Conjunctions with many hidden variables.
//!
//! "There are y, z, … with A(x,y) and B(y,z) and …" is computed one hidden
//! variable at a time: join only the relations that mention it, then leave it
//! out. The next variable is the one whose join is about the fewest
//! variables (bucket elimination, Dechter 1999), which keeps the number of
//! tracks small.

use grundy::error::Error;

use super::Engine;
use super::relation::{Relation, Variable};

impl Engine<'_> {
    /// All relations hold for some numbers of the variables not in `keep`.
    pub fn join(&mut self, relations: Vec<Relation>, keep: &[Variable]) -> Result<Relation, Error> {
        let mut relations = relations;
        loop {
            let mut hidden: Vec<Variable> = relations
                .iter()
                .flat_map(|r| r.variables().iter().copied())
                .filter(|v| !keep.contains(v))
                .collect();
            hidden.sort_unstable();
            hidden.dedup();
            let width = |v: &Variable| {
                let mut all: Vec<Variable> = relations
                    .iter()
                    .filter(|r| r.variables().contains(v))
                    .flat_map(|r| r.variables().iter().copied())
                    .collect();
                all.sort_unstable();
                all.dedup();
                (all.len(), *v)
            };
            let Some(next) = hidden.into_iter().min_by_key(width) else {
                break;
            };
            let (mut with, without): (Vec<_>, Vec<_>) = relations
                .into_iter()
                .partition(|r| r.variables().contains(&next));
            with.sort_by_key(|r| (r.variables().len(), r.dfa().states()));
            let joined = self.and_all(&with)?;
            relations = without;
            relations.push(self.exists(&joined, &[next])?);
        }
        relations.sort_by_key(|r| (r.variables().len(), r.dfa().states()));
        self.and_all(&relations)
    }
}
