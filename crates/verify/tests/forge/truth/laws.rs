//! Laws: what their automata say, read off the text, against the definition.

use std::collections::BTreeSet;

use super::games::{Truth, tuples};
use super::{Judged, Wrong, field, numbers};

/// Places of a numeration.
enum Places {
    /// Each is a sum of multiples of those before it.
    Recurrence(Vec<u64>),
    /// Each is a multiple of the one before it, by these in turn.
    Bases(Vec<u64>),
    /// The same, and the one before that.
    Ostrowski(Vec<u64>),
}

impl Places {
    fn read(text: &str) -> Places {
        let given = numbers(text);
        match text.split(' ').next() {
            Some("bases") => Places::Bases(given),
            Some("ostrowski") => Places::Ostrowski(given),
            _ => Places::Recurrence(given),
        }
    }

    /// How many digits there are.
    fn digits(&self) -> usize {
        match self {
            Places::Recurrence(c) => c[0] as usize + usize::from(c.len() > 1),
            Places::Bases(b) => b.iter().copied().max().unwrap() as usize,
            Places::Ostrowski(a) => a.iter().copied().max().unwrap() as usize + 1,
        }
    }

    /// The place after some.
    fn next(&self, places: &[u64]) -> u64 {
        let (i, last) = (places.len(), places[places.len() - 1]);
        match self {
            Places::Bases(b) => b[(i - 1) % b.len()] * last,
            Places::Ostrowski(a) => {
                a[(i - 1) % a.len()] * last + i.checked_sub(2).map_or(1, |at| places[at])
            }
            Places::Recurrence(c) => {
                let sum: u64 = { c.iter().enumerate() }
                    .filter(|(back, _)| *back < i)
                    .map(|(back, c)| c * places[i - 1 - back])
                    .sum();
                sum + u64::from(i < c.len())
            }
        }
    }

    /// The greedy digits of a number, as many as some periods have.
    fn greedy(&self, number: u64) -> Vec<usize> {
        let period = match self {
            Places::Recurrence(_) => 1,
            Places::Bases(list) | Places::Ostrowski(list) => list.len(),
        };
        let mut places: Vec<u64> = vec![1];
        while places[places.len() - 1] <= number || !places.len().is_multiple_of(period) {
            places.push(self.next(&places));
        }
        let mut rest = number;
        let digits = places.iter().rev().map(|place| {
            let digit = rest / place;
            rest %= place;
            digit as usize
        });
        digits.collect()
    }
}

/// The automaton of a law as it stands in the text.
struct Table {
    places: Places,
    base: usize,
    rows: Vec<Vec<Option<usize>>>,
    accepting: BTreeSet<usize>,
}

impl Table {
    fn read(text: &str) -> Table {
        let places = Places::read(field(text, "numeration").unwrap());
        let base = places.digits();
        let mut lines = text
            .lines()
            .skip_while(|l| !l.starts_with("automaton "))
            .skip(1);
        let accepting = numbers(lines.next().unwrap())
            .into_iter()
            .map(|s| s as usize);
        let rows = lines.filter(|l| !l.starts_with("sum ")).map(|line| {
            let row = line.split_once(':').unwrap().1.split_whitespace();
            row.map(|word| word.parse().ok()).collect()
        });
        Table {
            places,
            base,
            accepting: accepting.collect(),
            rows: rows.collect(),
        }
    }

    fn accepts(&self, tuple: &[u64]) -> bool {
        let digits: Vec<Vec<usize>> = tuple.iter().map(|&n| self.places.greedy(n)).collect();
        let longest = digits.iter().map(Vec::len).max().unwrap_or(0);
        let mut state = 0;
        for place in 0..longest {
            let mut letter = 0;
            for (track, digits) in digits.iter().enumerate() {
                let digit = (place + digits.len())
                    .checked_sub(longest)
                    .map_or(0, |at| digits[at]);
                letter += digit * self.base.pow(track as u32);
            }
            match self.rows[state][letter] {
                Some(to) => state = to,
                None => return false,
            }
        }
        self.accepting.contains(&state)
    }
}

/// What Schwenk's theorem says of (n, q): the parts are those of f(r), what may be taken after r, which is
/// read off the move that takes all of (r, r).
fn takeaway(truth: &Truth, heap: i64, most: i64) -> Result<bool, Wrong> {
    let after = |taken: i64| -> Result<i64, Wrong> {
        let options = truth.options(&[taken, taken])?;
        let limits = options.iter().flatten().filter(|to| to[0] == 0);
        let limits: Vec<i64> = limits.map(|to| to[1]).collect();
        match limits[..] {
            [limit] => Ok(limit),
            _ => Err(format!("taking all of {taken} leaves {limits:?}").into()),
        }
    };
    let mut parts = vec![1];
    let mut limits = vec![after(1)?];
    while parts[parts.len() - 1] < heap {
        let last = parts[parts.len() - 1];
        let Some(m) = limits.iter().position(|limit| *limit >= last) else {
            return Err("no part may be answered by the last".to_string().into());
        };
        parts.push(last + parts[m]);
        limits.push(after(last + parts[m])?);
    }
    let (mut rest, mut least) = (heap, 0);
    for part in parts.into_iter().rev().filter(|part| *part <= heap) {
        if part <= rest {
            (rest, least) = (rest - part, part);
        }
    }
    Ok(heap == 0 || most < least)
}

/// Whether a law is right of every small position.
pub fn law_is_true(text: &str) -> Judged {
    let table = Table::read(text);
    let mut truth = Truth::read(text, &[]);
    let claim = field(text, "claim").unwrap().trim();
    let dimension = truth.program.game().domain.len();
    let side: i64 = [0, 70, 11, 5, 3][dimension.min(4)];
    let mut compared = 0;
    for at in tuples(dimension, side) {
        if !truth.inside(&at)? {
            continue;
        }
        let value = match truth.value(&at, 0) {
            // What is small was compared.
            Err(Wrong::Unknown) if compared >= 8 => return Ok(()),
            value => value?,
        };
        compared += 1;
        let tuple: Vec<u64> = at.iter().map(|&x| x as u64).collect();
        let claimed = match claim {
            "lost" => table.accepts(&tuple) == (value == 0),
            "takeaway" => takeaway(&truth, at[0], at[1])? == (value == 0),
            _ => (0..40u32).all(|v| {
                let code = if claim == "values power" {
                    1 << v
                } else {
                    u64::from(v)
                };
                table.accepts(&[&tuple[..], &[code]].concat()) == (v == value)
            }),
        };
        if !claimed {
            return Err(format!("wrong at {at:?}, where the truth is {value}").into());
        }
    }
    Ok(())
}
