//! A conjecture held against a table, and the moves that show where it fails.

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::outcome::Winner;
use grundy::text::Text;

use super::Refutation;
use crate::find;
use crate::read::{Conjecture, Said, Sentence, Term};
use crate::rules::Rules;
use crate::sample::Sample;
use crate::study::Options;

/// Where a conjecture fails in a table.
pub(super) struct Exception {
    /// Numbers for the names of the conjecture.
    pub(super) numbers: Vec<u64>,
    /// What the law says there; the values and outcomes of the terms of a sentence.
    pub(super) claimed: Vec<Option<u64>>,
    /// What the table says there, for a law.
    pub(super) found: u64,
    /// Whether the law is right at all options of the position.
    pub(super) least: bool,
}

/// The first place of a table, by the sum of the numbers, at which a conjecture fails.
pub(super) fn exception(
    conjecture: &Conjecture,
    sample: &Sample,
    budget: &Budget,
) -> Result<Option<Exception>, Error> {
    let mut meter = budget.meter("comparison");
    let mut best: Option<Exception> = None;
    let sooner = |numbers: &[u64], best: &Option<Exception>| {
        let key = |n: &[u64]| (n.iter().sum::<u64>(), n.to_vec());
        best.as_ref().is_none_or(|b| key(numbers) < key(&b.numbers))
    };
    match &conjecture.sentence {
        Sentence::Law(law) => {
            let only_lost = find::only_lost(&law.statement);
            for (at, label) in sample.labels().positions() {
                meter.advance(1)?;
                let label = u64::from(if only_lost { label.min(1) } else { label });
                let claimed = law.predict(&at);
                if claimed != Some(label) && sooner(&at, &best) {
                    best = Some(Exception {
                        numbers: at,
                        claimed: vec![claimed],
                        found: label,
                        least: false,
                    });
                }
            }
        }
        Sentence::Follows {
            premise,
            conclusion,
        } => {
            let count = conjecture.names.len();
            let labels = sample.labels();
            let side = tested_side(conjecture, sample);
            let size = vec![side; count];
            let all = side.checked_pow(count as u32).unwrap_or(0);
            for cell in 0..all {
                meter.advance(1)?;
                let mut at = grundy::solve::dense::point(cell, &size);
                let told: Option<Vec<u64>> = conjecture
                    .terms
                    .iter()
                    .map(|term| {
                        let place = place(term, &at[..count])?;
                        Some(told(term, labels.get(&place)?.into()))
                    })
                    .collect();
                let Some(told) = told else {
                    continue;
                };
                at.extend(&told);
                if premise.holds(&at) == Some(true) && conclusion.holds(&at) != Some(true) {
                    let numbers = at[..count].to_vec();
                    if sooner(&numbers, &best) {
                        best = Some(Exception {
                            numbers,
                            claimed: told.into_iter().map(Some).collect(),
                            found: 0,
                            least: false,
                        });
                    }
                }
            }
        }
    }
    Ok(best)
}

/// How far each number of a sentence goes when it is held against a table.
pub(super) fn tested_side(conjecture: &Conjecture, sample: &Sample) -> u64 {
    /// More tuples are not gone through.
    const MOST: u64 = 300_000;
    let longest = sample.size.iter().copied().max().unwrap_or(1);
    let count = conjecture.names.len() as u32;
    let fits = |side: &u64| side.checked_pow(count).is_some_and(|all| all <= MOST);
    (1..=longest).rev().find(fits).unwrap_or(1)
}

/// The position that a term names, if its coordinates are naturals.
pub(super) fn place(term: &Term, numbers: &[u64]) -> Option<Vec<u64>> {
    let each = term.at.iter();
    each.map(|e| u64::try_from(e.value(numbers)?).ok())
        .collect()
}

/// What a term says of a position with this label.
pub(super) fn told(term: &Term, label: u64) -> u64 {
    match term.said {
        Said::Value => label,
        Said::Outcome => label.min(1),
    }
}

impl Exception {
    /// The refutation without moves.
    pub(super) fn plain(&self, conjecture: &Conjecture) -> Refutation {
        let same = |text: String| Text::new(text.clone(), text);
        let numbers = conjecture
            .names
            .iter()
            .cloned()
            .zip(self.numbers.iter().copied())
            .collect();
        let (claimed, found) = match &conjecture.sentence {
            Sentence::Law(law) => {
                let lost = find::only_lost(&law.statement);
                let shown = |label: u64| match lost {
                    true => ["P", "N"][label.min(1) as usize].to_string(),
                    false => label.to_string(),
                };
                // A number that no value is, negative or large, is told all the same.
                let number = law.number(&self.numbers).filter(|_| !lost);
                let claimed = match (self.claimed[0], number) {
                    (Some(label), _) => same(shown(label)),
                    (None, Some(number)) => same(number.to_string()),
                    (None, None) => Text::fixed(
                        "nothing: the formula has no value there",
                        "无：公式在该处没有值",
                    ),
                };
                (Some(claimed), same(shown(self.found)))
            }
            Sentence::Follows { .. } => {
                let each = conjecture
                    .terms
                    .iter()
                    .zip(&self.claimed)
                    .map(|(term, label)| {
                        let place = place(term, &self.numbers).unwrap_or_default();
                        let place: Vec<String> = place.iter().map(u64::to_string).collect();
                        let (place, label) = (place.join(", "), label.unwrap_or(0));
                        match term.said {
                            Said::Value => format!("g({place}) = {label}"),
                            Said::Outcome => {
                                format!("({place}) is {}", ["P", "N"][label.min(1) as usize])
                            }
                        }
                    });
                let each: Vec<String> = each.collect();
                let en = each.join(" and ");
                let zh = en.replace(" and ", " 且 ").replace(" is ", " 为 ");
                (None, Text::new(en, zh))
            }
        };
        Refutation {
            numbers,
            claimed,
            found,
            shown: Vec::new(),
        }
    }

    /// The refutation with the moves that show it.
    pub(super) fn shown(
        &self,
        conjecture: &Conjecture,
        rules: &Rules,
        sample: &Sample,
        options: &Options,
    ) -> Refutation {
        let mut refutation = self.plain(conjecture);
        if let Sentence::Law(law) = &conjecture.sentence {
            let labels = sample.labels();
            let label = |part: &[u64]| match labels.get(part) {
                Some(label) => Some(u64::from(label)),
                // Below the least counterexample the law is right.
                None if self.least => law.predict(part),
                None => None,
            };
            let lost = find::only_lost(&law.statement);
            // That it cannot be shown makes it no less false.
            if let Ok(Some(shown)) = moves(rules, self, lost, &label, &options.budget) {
                refutation.shown = vec![shown.0];
                if let Some(found) = shown.1 {
                    refutation.found = Text::new(found.clone(), found);
                }
            }
        }
        refutation
    }
}

/// What is known of a position: its value, or 0 and 1 for P and N.
type Labels<'l> = dyn Fn(&[u64]) -> Option<u64> + 'l;

/// The moves that show what a position is, and what it is.
fn moves(
    rules: &Rules,
    at: &Exception,
    lost: bool,
    label: &Labels<'_>,
    budget: &Budget,
) -> Result<Option<(Text, Option<String>)>, Error> {
    /// More options are not gone through to show something.
    const MOST: u64 = 1 << 18;
    if let Some(winner) = rules.over(&at.numbers) {
        let (en, zh, letter) = match winner {
            Winner::Next => (
                "play is over there, and whoever is to move has won",
                "对局在此结束，轮到者胜",
                "N",
            ),
            Winner::Previous => (
                "play is over there, and whoever has moved has won",
                "对局在此结束，走完者胜",
                "P",
            ),
        };
        return Ok(Some((Text::fixed(en, zh), Some(letter.to_string()))));
    }
    let few = budget.states().min(MOST);
    let budget = budget.clone().with_states(few);
    let mut meter = budget.meter("moves");
    let walker = rules.walker()?;
    let dimension = rules.dimension().max(1);
    let mut found: Vec<(String, u64)> = Vec::new();
    let mut known = true;
    walker.options(&at.numbers, &mut meter, |number, option| {
        let parts: Vec<&[u64]> = option.chunks(dimension).collect();
        let value = parts
            .iter()
            .try_fold(0, |all, part| Some(all ^ label(part)?));
        // Where nothing is left whoever is to move has won under misère play.
        let value = match parts.is_empty() && rules.misere {
            true => Some(1),
            false => value,
        };
        match value {
            Some(value) => {
                let written = |part: &&[u64]| {
                    let numbers: Vec<String> = part.iter().map(u64::to_string).collect();
                    format!("[{}]", numbers.join(", "))
                };
                let to: Vec<String> = parts.iter().map(written).collect();
                let to = match to.is_empty() {
                    true => "[]".to_string(),
                    false => to.join(" + "),
                };
                let name = &rules.moves[number].name;
                found.push((format!("{name} -> {to}"), value));
            }
            None => known = false,
        }
    })?;
    let to = |value: u64| found.iter().find(|f| f.1 == value).map(|f| f.0.clone());
    // A law of P-positions is wrong by saying P or N, whatever the values are.
    if lost || !rules.has_values() {
        let claimed_lost = at.claimed[0] == Some(0) || (at.claimed[0].is_none() && at.found > 0);
        let winning = to(0);
        return Ok(match (claimed_lost, winning) {
            (true, Some(mv)) if rules.blocked == 0 => Some((
                Text::new(format!("{mv}, which is P"), format!("{mv}，它是 P 态")),
                Some("N".to_string()),
            )),
            (true, None) if found.is_empty() && known && rules.misere => Some((
                Text::fixed(
                    "there is no move, and whoever cannot move wins",
                    "没有着法，而无法行动者胜",
                ),
                Some("N".to_string()),
            )),
            (false, None) if known && found.is_empty() => Some((
                Text::fixed("there is no move", "没有着法"),
                Some("P".to_string()),
            )),
            (false, None) if known => {
                let count = found.len();
                Some((
                    Text::new(
                        format!("no option is P ({count} {} looked at)", plural(count)),
                        format!("没有选项是 P 态（共 {count} 着）"),
                    ),
                    Some("P".to_string()),
                ))
            }
            _ => None,
        });
    }
    if !known {
        return Ok(None);
    }
    let mut values: Vec<u64> = found.iter().map(|f| f.1).collect();
    values.sort_unstable();
    values.dedup();
    let least = (0..).zip(&values).find(|(n, v)| n != *v);
    let value = least.map_or(values.len() as u64, |(n, _)| n);
    let shown = match at.claimed[0].and_then(|claimed| Some((claimed, to(claimed)?))) {
        Some((claimed, mv)) => Text::new(
            format!("{mv}, which has the value {claimed} already"),
            format!("{mv}，其值已为 {claimed}"),
        ),
        None => Text::new(
            format!(
                "no option has the value {value} ({} {} looked at)",
                found.len(),
                plural(found.len())
            ),
            format!("没有值为 {value} 的选项（共 {} 着）", found.len()),
        ),
    };
    Ok(Some((shown, Some(value.to_string()))))
}

fn plural(count: usize) -> &'static str {
    match count {
        1 => "move",
        _ => "moves",
    }
}
