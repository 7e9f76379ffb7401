//! Sentences: the numbers for which they fail, tried one by one with the true values.

use super::games::{Truth, tuples};
use super::laws::law_is_true;
use super::{Judged, Wrong};

/// The lines behind a head such as `law 14 lines`, and where they end.
fn block(text: &str, name: &str) -> String {
    let mut lines = text.lines().skip_while(|line| !line.starts_with(name));
    let count = lines.next().unwrap().split(' ').nth(1).unwrap();
    let lines = lines.take(count.parse().unwrap());
    lines.map(|line| format!("{line}\n")).collect()
}

/// Whether a sentence never fails at small positions of its game, and its law is right.
pub fn sentence_is_true(text: &str) -> Judged {
    let (law, fails) = (block(text, "law "), block(text, "sentence "));
    law_is_true(&law)?;
    let mut truth = Truth::read(&law, &[]);
    let lines = fails.lines().count();
    let sentence = Truth::read(&format!("rules {lines} lines\n{fails}"), &[]);
    let coordinates = &sentence.program.game().coordinates;
    let names: Vec<&str> = coordinates.iter().map(|c| c.name.as_str()).collect();
    let place = |name: &str| names.iter().position(|n| *n == name).unwrap();
    // Which number is the value or the outcome of which position.
    let mut terms: Vec<(bool, usize, Vec<usize>)> = Vec::new();
    for line in text.lines().take_while(|line| !line.starts_with("law ")) {
        let words: Vec<&str> = line.split(' ').collect();
        if let [said @ ("value" | "outcome"), name, "at", at @ ..] = &words[..] {
            let at = at.iter().map(|name| place(name)).collect();
            terms.push((*said == "value", place(name), at));
        }
    }
    let told: Vec<usize> = terms.iter().map(|term| term.1).collect();
    let free: Vec<usize> = (0..names.len()).filter(|at| !told.contains(at)).collect();
    let side = [1, 120, 40, 14, 7, 5, 4][free.len().min(6)];
    'tuples: for numbers in tuples(free.len(), side) {
        let mut at = vec![0; names.len()];
        free.iter().zip(&numbers).for_each(|(&f, &n)| at[f] = n);
        // A position may be named by a value that is told before it.
        for (is_value, name, position) in &terms {
            let position: Vec<i64> = position.iter().map(|&p| at[p]).collect();
            if !truth.inside(&position)? {
                continue 'tuples;
            }
            let value = match truth.value(&position, 0) {
                Err(Wrong::Unknown) => continue 'tuples,
                value => i64::from(value?),
            };
            at[*name] = if *is_value { value } else { value.min(1) };
        }
        // A number that is said to be two things has to be both.
        for (is_value, name, position) in &terms {
            let position: Vec<i64> = position.iter().map(|&p| at[p]).collect();
            let value = i64::from(truth.value(&position, 0)?);
            if at[*name] != if *is_value { value } else { value.min(1) } {
                continue 'tuples;
            }
        }
        if sentence.inside(&at)? && !sentence.options(&at)?.is_empty() {
            return Err(format!("the sentence fails at {at:?} of {names:?}").into());
        }
    }
    Ok(())
}
