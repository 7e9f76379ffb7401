//! The forger: a genuine certificate with something changed, sealed again.

use grundy::notation::sealed;

/// xorshift64*: the same numbers on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// A text cut into words and what stands between them.
fn words(line: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut before = None;
    for c in line.chars() {
        let kind = match c {
            '0'..='9' => 0,
            'a'..='z' | 'A'..='Z' | '_' => 1,
            _ => 2,
        };
        match found.last_mut() {
            Some(last) if before == Some(kind) && kind < 2 => last.push(c),
            _ => found.push(c.to_string()),
        }
        before = Some(kind);
    }
    found
}

/// Adds or subtracts one amount at two places: what belongs together stays together.
fn shift_two(lines: &mut [String], random: &mut Random) {
    let mut places = Vec::new();
    let mut amounts = vec![1, 2];
    for (at, line) in lines.iter().enumerate() {
        for (word, text) in words(line).iter().enumerate() {
            if let Ok(number) = text.parse::<u64>() {
                places.push((at, word));
                amounts.push(number);
            }
        }
    }
    let (amount, up) = (*random.pick(&amounts), random.below(3) > 0);
    for _ in 0..2 {
        if places.is_empty() {
            return;
        }
        let (at, word) = places.swap_remove(random.below(places.len()));
        let mut cut = words(&lines[at]);
        if let Some(number) = cut.get(word).and_then(|w| w.parse::<u64>().ok()) {
            cut[word] = match up {
                true => number.saturating_add(amount).to_string(),
                false => number.saturating_sub(amount).to_string(),
            };
            lines[at] = cut.concat();
        }
    }
}

/// Gives a few fields of a certificate numbers that others of its fields suggest: these
/// numbers themselves, their divisors, sums and differences.
fn plausible(lines: &mut [String], random: &mut Random) {
    let no_field = ["grundy", "code", "game", "rules", "state", "move"];
    let is_field = |line: &String| !no_field.iter().any(|word| line.starts_with(word));
    let mut places = Vec::new();
    let mut pool = vec![0, 1, 2];
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_field(line)) {
        for (word, text) in line.split(' ').enumerate() {
            if let Ok(number) = text.parse::<u64>() {
                places.push((at, word));
                pool.push(number);
            }
        }
    }
    let given = pool.clone();
    for &a in &given {
        pool.extend((2..=6).filter(|d| a > 0 && a % d == 0).map(|d| a / d));
        pool.extend(
            given
                .iter()
                .flat_map(|&b| [a.saturating_add(b), a.abs_diff(b)]),
        );
    }
    for _ in 0..1 + random.below(4) {
        if !places.is_empty() {
            let (at, word) = *random.pick(&places);
            let mut cut: Vec<String> = lines[at].split(' ').map(str::to_string).collect();
            cut[word] = random.pick(&pool).to_string();
            lines[at] = cut.join(" ");
        }
    }
}

fn change_word(word: &str, others: &[String], random: &mut Random) -> String {
    let symbols = [
        "+", "-", "*", "/", "<", "<=", "=", "!=", ">", "0", "1", "2", "3", "7", " ", ".", "", "-1",
        "%", "&", "|", "<<", ">>", "?", ":", " xor ", " and ", " or ",
    ];
    match word.parse::<u64>() {
        Ok(number) => match random.below(13) {
            0 | 1 => number.wrapping_add(1).to_string(),
            2 | 3 => number.wrapping_sub(1).to_string(),
            4 => "0".to_string(),
            5 => random
                .pick(&[
                    u64::MAX,
                    u64::MAX - 1,
                    1 << 63,
                    1 << 62,
                    1 << 32,
                    65536,
                    1000,
                ])
                .to_string(),
            6 => (random.next() % number.saturating_add(2).saturating_mul(2)).to_string(),
            7 => number.saturating_mul(2).to_string(),
            12 => format!("-{}", number.max(1)),
            10 => (number / (2 + random.next() % 5)).to_string(),
            8 | 9 => {
                let other = random.pick(others).parse().unwrap_or(1);
                number.saturating_add(other).to_string()
            }
            _ => random.pick(others).clone(),
        },
        Err(_) if word == "-" => random.pick(&["0", "1", "2", "+", "-"]).to_string(),
        Err(_) if word.chars().all(char::is_alphabetic) => random.pick(others).clone(),
        Err(_) => random.pick(&symbols).to_string(),
    }
}

/// Says something more, in the rules or beside them, and counts the lines of the rules anew.
fn say_more(lines: &mut Vec<String>, random: &mut Random) {
    let Some(head) = lines.iter().position(|line| line.starts_with("rules ")) else {
        return;
    };
    let count: usize = { lines[head].split(' ').nth(1) }
        .and_then(|n| n.parse().ok())
        .unwrap_or(0);
    let end = (head + 1 + count).min(lines.len());
    let rule = random.pick(&lines[head + 1..end.max(head + 2).min(lines.len())]);
    let rule = rule.clone();
    let beside = [
        "play misere",
        "choose own",
        "choose near",
        "set k = 2",
        "set d = 2",
        "set most = 4",
        "fact prime modulo 2 below 9",
        "fact square modulo 4 below 5",
        "claim lost",
    ];
    let inside = [
        "play misere",
        "play normal",
        "play blocking 1",
        "sum every",
        "sum some",
        "sum upto 2",
        "short",
        "lose when n = 3",
        "win when n = 1",
        "lose when h[0] = 2",
        "move again -> [n-2]",
        "move again(i in 0..d-1) -> [h[i := h[i]-1]]",
        "move again(i in -1..0) if h[i+1] > 1 -> [h[i+1 := 1]]",
        "move up(j in 1..2) if n > 2 -> [n+j]",
        "move split(j in 1..n-1) -> [j] + [n-j]",
        "start 3",
        "expect g(0) = 0",
        "game other",
        "state m",
        rule.as_str(),
    ];
    match random.below(5) {
        0 => lines.insert(head, random.pick(&beside).to_string()),
        // The same game once more before it, of which the real one then lacks something.
        1 if lines[head + 1].starts_with("game ") && count > 2 => {
            let copied: Vec<String> = lines[head + 2..end].to_vec();
            lines.remove(head + 2 + random.below(copied.len()));
            lines[head] = format!("rules {} lines", count - 1 + copied.len());
            lines.splice(head + 1..head + 1, copied);
        }
        _ => {
            let at = head + 1 + random.below(count + 1);
            lines.insert(at.min(lines.len()), random.pick(&inside).to_string());
            lines[head] = format!("rules {} lines", count + 1);
        }
    }
}

/// The certificate of the law inside one of a sentence, sealed again as well.
fn seal_inside(lines: &mut Vec<String>) {
    let inner = { lines.iter() }.position(|line| line.starts_with("grundy law certificate"));
    let Some(inner) = inner.filter(|at| *at > 0) else {
        return;
    };
    let mut law = lines.split_off(inner);
    if law.last().is_some_and(|line| line.starts_with("sum ")) {
        law.pop();
    }
    let body: String = law.iter().map(|line| format!("{line}\n")).collect();
    let law: Vec<String> = sealed::seal(&body).lines().map(str::to_string).collect();
    if lines.last().is_some_and(|line| line.starts_with("law ")) {
        lines.pop();
        lines.push(format!("law {} lines", law.len()));
    }
    lines.extend(law);
}

/// A genuine certificate with something changed, sealed again.
pub fn forge(genuine: &str, random: &mut Random) -> String {
    let sealed = genuine
        .lines()
        .last()
        .is_some_and(|l| l.starts_with("sum "));
    let mut lines: Vec<String> = genuine.lines().map(str::to_string).collect();
    if sealed {
        lines.pop();
    }
    let fields = ["grundy heap certificate", "grundy family certificate"];
    let by_field = fields.iter().any(|f| genuine.starts_with(f)) && random.below(3) > 0;
    if by_field {
        plausible(&mut lines, random);
    }
    if random.below(6) == 0 {
        say_more(&mut lines, random);
    }
    for _ in 0..if by_field { 0 } else { 1 + random.below(3) } {
        let at = random.below(lines.len());
        match random.below(18) {
            3..=6 => shift_two(&mut lines, random),
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let other = random.below(lines.len());
                lines.swap(at, other);
            }
            _ => {
                let mut cut = words(&lines[at]);
                let numbers: Vec<usize> = (0..cut.len())
                    .filter(|&i| cut[i].parse::<u64>().is_ok() || cut[i] == "-")
                    .collect();
                let word = match numbers.is_empty() || random.below(5) == 0 {
                    true => random.below(cut.len()),
                    false => *random.pick(&numbers),
                };
                if let Some(old) = cut.get(word).cloned() {
                    // Where a game has few lines that are not its automaton, from these.
                    let few = if random.below(2) == 0 { 9 } else { lines.len() };
                    let line = random.below(lines.len().min(few));
                    let mut others = words(&lines[line]);
                    others.extend(cut.iter().cloned());
                    cut[word] = change_word(&old, &others, random);
                    if random.below(6) == 0 {
                        let other = random.below(cut.len());
                        cut.swap(word, other);
                    }
                }
                lines[at] = cut.concat();
            }
        }
        if lines.is_empty() {
            lines.push("grundy".to_string());
        }
    }
    match sealed {
        true => seal(lines),
        false => lines.iter().map(|line| format!("{line}\n")).collect(),
    }
}

/// Whole lines with their checksum, and with that of a law inside.
fn seal(mut lines: Vec<String>) -> String {
    seal_inside(&mut lines);
    let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
    sealed::seal(&body)
}

/// A certificate with each of its numbers changed alone: to those beside it, to 0, to twice as much and
/// one, to its opposite.
pub fn every_number(genuine: &str) -> Vec<String> {
    let mut lines: Vec<String> = genuine.lines().map(str::to_string).collect();
    if lines.last().is_some_and(|line| line.starts_with("sum ")) {
        lines.pop();
    }
    let mut found = Vec::new();
    for at in 1..lines.len() {
        let cut = words(&lines[at]);
        for (place, word) in cut.iter().enumerate() {
            let Ok(number) = word.parse::<i64>() else {
                continue;
            };
            // The checksum of a law inside is written anew.
            if lines[at].starts_with("sum ") {
                continue;
            }
            for other in [number + 1, number - 1, 0, 2 * number + 1, -number] {
                if other != number {
                    let mut changed = cut.clone();
                    changed[place] = other.to_string();
                    let mut forged = lines.clone();
                    forged[at] = changed.concat();
                    found.push(seal(forged));
                }
            }
        }
    }
    found
}
