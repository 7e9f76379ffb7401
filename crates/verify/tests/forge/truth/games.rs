//! Values and outcomes of written rules by definition: options from the oracle of the rule language, each once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use grundy::game::Game;
use grundy::outcome::{Convention, Winner};
use grundy_lang::ir::Program;
use grundy_lang::rules::Rules;

use super::Wrong;

/// Values or outcomes of written rules by definition.
pub struct Truth {
    pub program: Program,
    /// For where play is declared to be over.
    played: Rules<16>,
    pub misere: bool,
    /// What is known of positions; nothing yet where play is under way.
    memo: BTreeMap<Vec<i64>, Option<u32>>,
}

impl Truth {
    /// The rules of a certificate, with parameters beside those that it sets.
    pub fn read(text: &str, more: &[(&str, i64)]) -> Truth {
        let mut lines = text.lines();
        let mut count = None;
        let (mut chosen, mut misere, mut parameters) = (None, false, Vec::new());
        for line in lines.by_ref() {
            if let Some(rest) = line.strip_prefix("rules ") {
                count = rest.split(' ').next().unwrap().parse::<usize>().ok();
                break;
            }
            match line.split_once(' ') {
                Some(("choose", name)) => chosen = Some(name.to_string()),
                Some(("play", "misere")) => misere = true,
                Some(("set", rest)) => {
                    let (name, value) = rest.split_once(" = ").unwrap();
                    parameters.push((name.to_string(), value.parse::<i64>().unwrap()));
                }
                _ => {}
            }
        }
        parameters.extend(more.iter().map(|&(name, value)| (name.to_string(), value)));
        let rules: String = lines
            .take(count.unwrap())
            .map(|l| format!("{l}\n"))
            .collect();
        let file = grundy_lang::parse(&rules).unwrap();
        let program = grundy_lang::check::check_named(&file, chosen.as_deref(), &parameters);
        let program = program.unwrap();
        let compiled = grundy_lang::bench::compile(&rules, chosen.as_deref(), &parameters);
        Truth {
            played: Rules::new(Arc::new(compiled.unwrap())).unwrap(),
            misere: misere || program.game().convention == Convention::Misere,
            program,
            memo: BTreeMap::new(),
        }
    }

    /// The options: sums of positions, each once.
    pub fn options(&self, at: &[i64]) -> Result<BTreeSet<Vec<Vec<i64>>>, Wrong> {
        let moves = grundy_lang::oracle::moves(&self.program, self.program.main, at);
        let moves = moves.map_err(|fault| format!("the rules fail at {at:?}: {fault:?}"))?;
        let mut found = BTreeSet::new();
        for mv in moves {
            let mut parts: Vec<Vec<i64>> = mv.parts.into_iter().map(|(_, at)| at).collect();
            parts.sort();
            // A coin that is turned twice is not turned.
            let twice = parts.windows(2).any(|w| w[0] == w[1]);
            if !(self.program.game().coins && twice) {
                found.insert(parts);
            }
        }
        Ok(found)
    }

    /// The value, or 0 for lost and 1 for won where only that is defined.
    pub fn value(&mut self, at: &[i64], depth: usize) -> Result<u32, Wrong> {
        match self.memo.get(at) {
            Some(&Some(value)) => return Ok(value),
            Some(None) => return Err(format!("play comes back to {at:?}").into()),
            None => {}
        }
        if depth > 600 || self.memo.len() > 30_000 {
            self.memo.retain(|_, value| value.is_some());
            return Err(Wrong::Unknown);
        }
        let (blocked, misere) = (self.program.game().blocked, self.misere);
        let over = self.played.over(&self.played.position(at));
        if let Some(fault) = self.played.fault() {
            return Err(format!("the rules fail at {at:?}: {fault}").into());
        }
        if let Some(winner) = over {
            let value = u32::from(winner == Winner::Next);
            self.memo.insert(at.to_vec(), Some(value));
            return Ok(value);
        }
        self.memo.insert(at.to_vec(), None);
        let options = self.options(at)?;
        let mut seen = Vec::new();
        for parts in &options {
            let mut value = 0;
            for part in parts {
                value ^= self.value(part, depth + 1)?;
            }
            // The player who finds nothing left has won under misère play.
            seen.push(if misere && parts.is_empty() { 1 } else { value });
        }
        let lost = seen.iter().filter(|v| **v == 0).count();
        let declared = !self.program.game().ends.is_empty();
        let value = match (misere, blocked) {
            (true, _) => u32::from(seen.is_empty() || lost > 0),
            (false, 0) if declared => u32::from(lost > 0),
            (false, 0) => (0..).find(|v| !seen.contains(v)).unwrap(),
            (false, blocked) => u32::from(lost > blocked as usize),
        };
        self.memo.insert(at.to_vec(), Some(value));
        Ok(value)
    }

    /// Whether numbers are a position.
    pub fn inside(&self, at: &[i64]) -> Result<bool, Wrong> {
        let inside = grundy_lang::oracle::inside(&self.program, self.program.main, at);
        inside.map_err(|fault| format!("the domain fails at {at:?}: {fault:?}").into())
    }
}

/// Every tuple of numbers below a side.
pub fn tuples(dimension: usize, side: i64) -> impl Iterator<Item = Vec<i64>> {
    (0..side.pow(dimension as u32)).map(move |cell| {
        (0..dimension as u32)
            .map(|i| cell / side.pow(i) % side)
            .collect()
    })
}
