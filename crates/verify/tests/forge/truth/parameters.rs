//! Laws with a parameter: all games of a family, rows of any number of heaps, moves in at most k heaps. Each is
//! compared game by game, for the least values of the parameter and some larger ones.

use std::collections::HashMap;

use grundy::compound::{End, Kind};

use super::games::{Truth, tuples};
use super::{Judged, Wrong, field};

/// The parameter and its least value.
fn parameter(text: &str) -> (&str, i64) {
    let (name, least) = field(text, "for").unwrap().split_once(" from ").unwrap();
    (name, least.parse().unwrap())
}

/// The numbers of a line, with the signs that they have.
fn integers(line: &str) -> Vec<i64> {
    line.split(' ').filter_map(|w| w.parse().ok()).collect()
}

/// The value that is claimed of a heap: the pieces of the case of k that are about n mod p.
fn claimed(text: &str, k: i64, n: i64) -> Vec<i64> {
    let (mut found, mut r) = (Vec::new(), None);
    for line in text.lines() {
        let given = integers(line);
        if line.starts_with("case ") {
            let [modulus, rest, a, b, _] = given[..] else {
                panic!("{line}");
            };
            r = (k.rem_euclid(modulus) == rest).then(|| n.rem_euclid(a * k + b));
        }
        if let (true, Some(r)) = (line.starts_with("piece "), r) {
            let [a, b, c, d, step, offset, e, f, rise] = given[..] else {
                panic!("{line}");
            };
            let into = r - (a * k + b) - offset;
            if into >= 0 && r < c * k + d && into % step == 0 {
                found.push(e * k + f + into / step * rise);
            }
        }
    }
    found
}

/// Whether a law of a family is right of small heaps of its first games, and of some later ones.
pub fn family_is_true(text: &str) -> Judged {
    let (name, least) = parameter(text);
    if least > 2000 {
        return Err(Wrong::Unknown);
    }
    let lost = text.lines().any(|line| line == "claim lost");
    for k in (least..least + 9).chain([least + 17, least + 30]) {
        let mut truth = Truth::read(text, &[(name, k)]);
        let far = if k > 200 { 12 } else { 75 };
        for n in 0..far {
            let value = i64::from(truth.value(&[n], 0)?);
            let said = claimed(text, k, n);
            let right = match said[..] {
                [said] if lost => (said == 0) == (value == 0),
                [said] => said == value && !truth.misere,
                _ => false,
            };
            if !right {
                return Err(format!("{name} = {k}, n = {n}: {said:?}, not {value}").into());
            }
        }
    }
    Ok(())
}

/// What a heap at a place counts.
fn counted(text: &str, place: usize, size: i64) -> i64 {
    let classes: Vec<&str> = text.lines().filter(|l| l.starts_with("heap ")).collect();
    let words: Vec<&str> = classes[place % classes.len()].split(' ').collect();
    match words[5..] {
        ["itself"] => size,
        ["modulo", modulus] => size % modulus.parse::<i64>().unwrap(),
        _ => 0,
    }
}

/// Whether a law of rows is right of rows of a few small heaps.
pub fn rows_are_true(text: &str) -> Judged {
    let (name, least) = parameter(text);
    let greatest = text.lines().any(|line| line == "only the greatest");
    if least > 7 {
        return Err(Wrong::Unknown);
    }
    for d in least..=least.max(4) {
        let side = [0, 30, 9, 6, 4, 3, 3, 2][d as usize];
        let mut truth = Truth::read(text, &[(name, d)]);
        for row in tuples(d as usize, side) {
            let value = i64::from(truth.value(&row, 0)?);
            let most = row.iter().copied().max().unwrap_or(0);
            let often = row.iter().filter(|heap| **heap == most).count();
            let right = match greatest {
                true => (value == 0) == (most == 0 || often % 2 == 0),
                false => {
                    let each = row.iter().enumerate();
                    let sum = each.fold(0, |sum, (at, &heap)| sum ^ counted(text, at, heap));
                    sum == value && !truth.misere
                }
            };
            if !right {
                return Err(format!("wrong of the row {row:?}, where the truth is {value}").into());
            }
        }
    }
    Ok(())
}

/// Whether sorted heaps are lost where in at least one and at most `most` of them a move is made.
fn lost(
    truth: &mut Truth,
    most: usize,
    heaps: &[i64],
    known: &mut HashMap<Vec<i64>, bool>,
) -> Result<bool, Wrong> {
    if let Some(lost) = known.get(heaps) {
        return Ok(*lost);
    }
    if heaps.iter().sum::<i64>() > 40 {
        return Err("heaps grow".to_string().into());
    }
    let (mut movable, mut reached) = (false, false);
    let mut open: Vec<(usize, Vec<i64>, usize)> = vec![(0, Vec::new(), 0)];
    while let Some((at, so_far, moved)) = open.pop() {
        let Some(&heap) = heaps.get(at) else {
            if moved > 0 {
                let mut next = so_far;
                next.sort_unstable();
                movable = true;
                reached |= lost(truth, most, &next, known)?;
            }
            continue;
        };
        if moved < most {
            for parts in truth.options(&[heap])? {
                let next: Vec<i64> = parts.into_iter().flatten().collect();
                if next.contains(&heap) {
                    return Err("play comes back".to_string().into());
                }
                open.push((at + 1, [&so_far[..], &next].concat(), moved + 1));
            }
        }
        open.push((at + 1, [&so_far[..], &[heap]].concat(), moved));
    }
    let lost = if truth.misere {
        movable && !reached
    } else {
        !reached
    };
    known.insert(heaps.to_vec(), lost);
    Ok(lost)
}

/// Whether Moore's theorem is right of sums of a few small heaps.
pub fn moore_is_true(text: &str) -> Judged {
    let most = field(text, "upto").unwrap();
    let ks: Vec<i64> = match most.parse::<i64>() {
        Ok(k) => vec![k],
        Err(_) => vec![1, 2, 3, 4],
    };
    for k in ks {
        let set = [(most, k)];
        let named = most.parse::<i64>().is_err();
        let mut truth = Truth::read(text, if named { &set } else { &[] });
        let game = truth.program.game();
        if game.kind != Kind::UpTo(k as usize) || game.end != End::Long {
            return Err(format!("sums are played {:?}, {:?}", game.kind, game.end).into());
        }
        let mut known = HashMap::new();
        for heaps in tuples(4, 5).filter(|heaps| heaps.is_sorted()) {
            let said = (0..8).all(|place| {
                let ones = heaps.iter().filter(|h| **h >> place & 1 == 1).count() as i64;
                ones % (k + 1) == 0
            });
            if lost(&mut truth, k as usize, &heaps, &mut known)? != said {
                return Err(format!("up to {k}: wrong of the sum {heaps:?}").into());
            }
        }
    }
    Ok(())
}

/// The values of rows with one heap, of 0 to 6 at a place; `None` if there are none.
pub fn alone(rules: &str, place: usize, d: i64) -> Option<Vec<i64>> {
    let file = grundy_lang::parse(rules).ok()?;
    let set = [("d".to_string(), d)];
    grundy_lang::check::check_named(&file, None, &set).ok()?;
    let text = format!("rules {} lines\n{rules}", rules.lines().count());
    let mut truth = Truth::read(&text, &[("d", d)]);
    let value = |size: i64| {
        let mut row = vec![0; d as usize];
        row[place] = size;
        truth.value(&row, 0).ok().map(i64::from)
    };
    (0..7).map(value).collect()
}

/// The values of the positions whose numbers are below a side, by definition; nothing where there is no position,
/// `None` if the rules are none or have no values.
pub fn values(
    rules: &str,
    set: &[(&str, i64)],
    dimension: usize,
    side: i64,
) -> Option<Vec<Option<u32>>> {
    let file = grundy_lang::parse(rules).ok()?;
    let given: Vec<(String, i64)> = set.iter().map(|&(k, v)| (k.to_string(), v)).collect();
    grundy_lang::check::check_named(&file, None, &given).ok()?;
    let text = format!("rules {} lines\n{rules}", rules.lines().count());
    let mut truth = Truth::read(&text, set);
    let value = |at: Vec<i64>| match truth.inside(&at).ok()? {
        false => Some(None),
        true => truth.value(&at, 0).ok().map(Some),
    };
    tuples(dimension, side).map(value).collect()
}
