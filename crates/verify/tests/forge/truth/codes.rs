//! Heap sequences by definition: every option of every heap.

use std::collections::HashMap;

use super::{Judged, field};

/// A code as printed: digits, digits that repeat, constraints.
#[derive(Clone, Debug)]
pub struct Code {
    digits: Vec<u32>,
    tail: Vec<u32>,
    unequal: bool,
    least: usize,
}

pub fn code(text: &str) -> Code {
    // The library writes every code in one way; the definition is read off that.
    let rules: grundy::solve::heap::code::Rules = text.parse().unwrap();
    let shown = rules.to_string();
    let mut parts = shown.split('/');
    let mut found = Code {
        digits: Vec::new(),
        tail: Vec::new(),
        unequal: false,
        least: 1,
    };
    let mut repeats = false;
    let mut decimal: Option<u32> = None;
    for c in parts.next().unwrap().chars() {
        let digit = match c {
            '.' | ']' => continue,
            '[' => {
                repeats = true;
                continue;
            }
            '(' => {
                decimal = Some(0);
                continue;
            }
            ')' => decimal.take().unwrap(),
            c => match &mut decimal {
                Some(number) => {
                    *number = *number * 10 + c.to_digit(10).unwrap();
                    continue;
                }
                None => c.to_digit(16).unwrap(),
            },
        };
        match repeats {
            true => found.tail.push(digit),
            false => found.digits.push(digit),
        }
    }
    for part in parts {
        match part.strip_prefix("min=") {
            Some(least) => found.least = least.parse().unwrap(),
            None => found.unequal = part == "unequal",
        }
    }
    found
}

impl Code {
    fn digit(&self, take: usize) -> u32 {
        match take.checked_sub(self.digits.len()) {
            None => self.digits[take],
            Some(_) if self.tail.is_empty() => 0,
            Some(at) => self.tail[at % self.tail.len()],
        }
    }

    /// Every way to leave `rest` tokens as exactly `parts` heaps, ascending.
    fn splits(
        &self,
        rest: usize,
        parts: u32,
        from: usize,
        so_far: &mut Vec<usize>,
        visit: &mut dyn FnMut(&[usize]),
    ) {
        if parts == 0 {
            if rest == 0 {
                visit(so_far);
            }
            return;
        }
        let range = match parts {
            1 => rest.max(from)..=rest,
            _ => from..=rest / parts as usize,
        };
        for part in range.filter(|p| *p > 0) {
            so_far.push(part);
            let next = part + usize::from(self.unequal);
            self.splits(rest - part, parts - 1, next, so_far, visit);
            so_far.pop();
        }
    }

    pub fn options(&self, heap: usize, visit: &mut dyn FnMut(&[usize])) {
        let last = match self.tail.is_empty() {
            true => heap.min(self.digits.len() - 1),
            false => heap,
        };
        for take in 0..=last {
            let digit = self.digit(take);
            for parts in (0..16).filter(|k| digit >> k & 1 == 1) {
                let least = if parts > 1 { self.least } else { 1 };
                self.splits(heap - take, parts, least, &mut Vec::new(), visit);
            }
        }
    }
}

fn mex(set: &[bool]) -> u32 {
    set.iter().position(|s| !s).unwrap_or(set.len()) as u32
}

/// Values by definition, kept for the codes that were asked for.
#[derive(Default)]
pub struct Values(HashMap<String, (Code, Vec<u32>)>);

impl Values {
    fn of(&mut self, text: &str, count: usize) -> &[u32] {
        let (code, values) =
            { self.0.entry(text.to_string()) }.or_insert_with(|| (code(text), Vec::new()));
        while values.len() < count {
            let mut seen = vec![false; 4096];
            code.options(values.len(), &mut |parts| {
                let value = parts.iter().fold(0, |x, &p| x ^ values[p]) as usize;
                if value >= seen.len() {
                    seen.resize(value + 1, false);
                }
                seen[value] = true;
            });
            values.push(mex(&seen));
        }
        &values[..count]
    }
}

/// Whether what a heap certificate says is true as far as one can see.
pub fn heap_is_true(text: &str, known: &mut Values) -> Judged {
    let number = |name: &str| field(text, name).unwrap().trim().parse::<u64>().unwrap();
    let code = field(text, "code").unwrap();
    let (start, period, saltus) = (number("start"), number("period"), number("saltus"));
    let most = match field(text, "observed") {
        Some(to) => to.parse().unwrap(),
        None => start + 4 * period + 120,
    };
    if most > 20_000 {
        return Err(format!("too far out to be judged: {most}").into());
    }
    let values = known.of(code, most as usize);
    let holds = |from: u64, period: u64, saltus: u64| {
        (from..most - period).all(|n| {
            u64::from(values[(n + period) as usize]) == u64::from(values[n as usize]) + saltus
        })
    };
    if period == 0 || start + period >= most || !holds(start, period, saltus) {
        return Err("the period does not hold".to_string().into());
    }
    if start > 0 && holds(start - 1, period, saltus) {
        return Err("a smaller start will do".to_string().into());
    }
    let smaller = (1..period).filter(|p| period.is_multiple_of(*p));
    for shorter in smaller {
        let times = period / shorter;
        if saltus.is_multiple_of(times) && holds(start, shorter, saltus / times) {
            return Err("a smaller period will do".to_string().into());
        }
    }
    Ok(())
}
