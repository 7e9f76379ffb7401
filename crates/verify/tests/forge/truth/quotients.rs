//! Misère outcomes of sums by definition.

use std::collections::{BTreeSet, HashMap};

use super::codes::{Code, code};
use super::{Judged, field, numbers};

/// Misère outcomes of sums of heaps by definition: lost or not.
fn misere_lost(code: &Code, sum: &[usize], memo: &mut HashMap<Vec<usize>, bool>) -> Option<bool> {
    if let Some(&known) = memo.get(sum) {
        return Some(known);
    }
    if memo.len() > 60_000 {
        return None;
    }
    let mut options: BTreeSet<Vec<usize>> = BTreeSet::new();
    for (at, &heap) in sum.iter().enumerate() {
        code.options(heap, &mut |parts| {
            let mut next = sum.to_vec();
            next.remove(at);
            next.extend_from_slice(parts);
            next.sort_unstable();
            options.insert(next);
        });
    }
    let mut lost = !options.is_empty();
    for option in &options {
        if misere_lost(code, option, memo)? {
            lost = false;
            break;
        }
    }
    memo.insert(sum.to_vec(), lost);
    Some(lost)
}

/// Whether a quotient is right of small sums.
pub fn quotient_is_true(text: &str) -> Judged {
    let list = |name: &str| {
        numbers(field(text, name).unwrap_or(""))
            .into_iter()
            .map(|n| n as usize)
    };
    let rows: Vec<Vec<usize>> = { text.lines() }
        .filter_map(|line| line.strip_prefix("times "))
        .map(|row| numbers(row).into_iter().map(|n| n as usize).collect())
        .collect();
    let order = list("order").next().unwrap();
    let lost: BTreeSet<usize> = list("lost").collect();
    let mut pretend: Vec<usize> = list("pretend").collect();
    if let [from, period] = list("period").collect::<Vec<_>>()[..] {
        while pretend.len() < 60 {
            let next = pretend[pretend.len() - period];
            pretend.push(next);
            assert!(pretend.len() > from);
        }
    }
    // Words for classes.
    let mut word: Vec<Option<Vec<usize>>> = vec![None; order];
    word[0] = Some(Vec::new());
    let mut open = vec![0];
    while let Some(x) = open.pop() {
        for (g, row) in rows.iter().enumerate() {
            if word[row[x + 1]].is_none() {
                let mut longer = word[x].clone().unwrap();
                longer.push(g);
                word[row[x + 1]] = Some(longer);
                open.push(row[x + 1]);
            }
        }
    }
    if word.iter().any(Option::is_none) {
        return Err("a class that no sum has".to_string().into());
    }
    let product = |x: usize, y: usize| {
        let letters = word[y].as_ref().unwrap();
        letters.iter().fold(x, |x, &g| rows[g][x + 1])
    };
    // No two classes are the same.
    let behaviour = |x: usize| {
        (0..order)
            .map(|y| lost.contains(&product(x, y)))
            .collect::<Vec<_>>()
    };
    if (0..order).map(behaviour).collect::<BTreeSet<_>>().len() != order {
        return Err("two classes behave alike".to_string().into());
    }
    // All sums of a few small heaps, and single larger ones.
    let code = code(field(text, "code").unwrap());
    let most = pretend.len() - 1;
    let mut memo = HashMap::new();
    let mut sums: Vec<Vec<usize>> = (0..=most.min(18)).map(|h| vec![h]).collect();
    for a in 1..=most.min(9) {
        for b in a..=most.min(9) {
            sums.push(vec![a, b]);
            sums.extend((b..=most.min(6)).map(|c| vec![a, b, c]));
            sums.extend((b..=most.min(3)).map(|c| vec![a, b, c, c]));
        }
    }
    for sum in sums {
        let class = sum.iter().fold(0, |x, &h| product(x, pretend[h]));
        let shown: Vec<usize> = sum.iter().copied().filter(|h| *h > 0).collect();
        match misere_lost(&code, &shown, &mut memo) {
            Some(truth) if truth != lost.contains(&class) => {
                return Err(format!("wrong of the sum {shown:?}").into());
            }
            Some(_) => {}
            None => break,
        }
    }
    Ok(())
}
