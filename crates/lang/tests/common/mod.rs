//! What the tests share: programs made at random, and positions to try.

use grundy::random::Random;

/// A text of rules that parses and checks nearly always, made from a seed.
pub fn program(seed: u64) -> String {
    let mut maker = Maker {
        random: Random::new(seed),
        names: Vec::new(),
    };
    maker.program()
}

struct Maker {
    random: Random,
    names: Vec<String>,
}

impl Maker {
    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        let at = self.below(from.len() as u64) as usize;
        from[at]
    }

    fn program(&mut self) -> String {
        let array = self.below(5) == 0;
        let (state, coordinates): (&str, &[&str]) = match (array, self.below(3)) {
            (true, _) => ("state h[3]", &["h[0]", "h[1]", "h[2]"]),
            (_, 0) => ("state n", &["n"]),
            (_, 1) => ("state a, b in 0..7", &["a", "b"]),
            _ => ("state x in 1..6, y in -3..4", &["x", "y"]),
        };
        let mut text = state.to_string();
        for rule in 0..=self.below(3) {
            self.names = coordinates.iter().map(|c| c.to_string()).collect();
            text.push_str(&format!("\nmove m{rule}"));
            let mut binders = Vec::new();
            for (name, second) in [("i", "u"), ("j", "v")] {
                if self.below(3) == 0 {
                    continue;
                }
                binders.push(self.binder(name, second));
            }
            if !binders.is_empty() {
                text.push_str(&format!("({})", binders.join(", ")));
            }
            for _ in 0..self.below(3) {
                if self.below(3) == 0 && !self.names.iter().any(|n| n == "t") {
                    let value = self.number(2);
                    self.names.push("t".to_string());
                    text.push_str(&format!(" let t = {value}"));
                } else {
                    let condition = self.condition(2);
                    text.push_str(&format!(" if {condition}"));
                }
            }
            let parts: Vec<String> = (0..self.below(3) + 1)
                .map(|_| {
                    if array && self.below(2) == 0 {
                        let (index, value) = (self.number(1), self.number(1));
                        return format!("[h[{index} := {value}]]");
                    }
                    let at: Vec<String> = coordinates.iter().map(|c| self.near(c)).collect();
                    format!("[{}]", at.join(", "))
                })
                .collect();
            let target = match self.below(12) {
                0 => "[]".to_string(),
                _ => parts.join(" + "),
            };
            text.push_str(&format!(" -> {target}"));
        }
        text
    }

    fn binder(&mut self, name: &str, second: &str) -> String {
        match self.below(5) {
            0 => {
                let set: Vec<String> = (0..=self.below(3)).map(|_| self.number(1)).collect();
                self.names.push(name.to_string());
                format!("{name} in {{{}}}", set.join(", "))
            }
            1 => {
                let set: Vec<String> = (0..=self.below(3))
                    .map(|_| format!("({}, {})", self.below(4), self.number(0)))
                    .collect();
                self.names.push(name.to_string());
                self.names.push(second.to_string());
                format!("({name}, {second}) in {{{}}}", set.join(", "))
            }
            _ => {
                let (least, most) = (self.below(3), self.number(1));
                self.names.push(name.to_string());
                format!("{name} in {least}..{most}")
            }
        }
    }

    /// A target near the old coordinate, as real rules have.
    fn near(&mut self, coordinate: &str) -> String {
        match self.below(6) {
            0 => coordinate.to_string(),
            1 => self.number(2),
            2 => {
                // Steps of two or three, mostly of what is chosen.
                let (factor, by) = (2 + self.below(2), self.names[self.names.len() - 1].clone());
                let sign = self.pick(&["-", "+"]);
                format!("{coordinate} {sign} {factor} * {by}")
            }
            _ => {
                let by = self.number(0);
                let sign = self.pick(&["-", "+", "-"]);
                format!("{coordinate} {sign} {by}")
            }
        }
    }

    fn number(&mut self, depth: u64) -> String {
        if depth == 0 || self.below(3) == 0 {
            if self.below(2) == 0 {
                return self.below(6).to_string();
            }
            let at = self.below(self.names.len() as u64) as usize;
            return self.names[at].clone();
        }
        let (a, b) = (self.number(depth - 1), self.number(depth - 1));
        match self.below(12) {
            0..5 => {
                let sign = self.pick(&["+", "-", "*", "-"]);
                format!("({a} {sign} {b})")
            }
            5 => {
                let sign = self.pick(&["/", "%"]);
                format!("({a} {sign} {b})")
            }
            6 => {
                let sign = self.pick(&["&", "|", "xor", "<<", ">>", "**"]);
                format!("({a} {sign} {b})")
            }
            7 => {
                let name = self.pick(&["min", "max", "gcd"]);
                format!("{name}({a}, {b})")
            }
            8 => {
                let name = self.pick(&["abs", "popcount", "ctz", "lowbit", "isqrt"]);
                format!("{name}({a})")
            }
            9 => {
                let condition = self.condition(depth - 1);
                format!("({condition} ? {a} : {b})")
            }
            10 => {
                let name = format!("q{depth}");
                self.names.push(name.clone());
                let condition = self.condition(depth - 1);
                self.names.retain(|n| *n != name);
                format!("count({name} in 0..3: {condition})")
            }
            _ => format!("-{a}"),
        }
    }

    fn condition(&mut self, depth: u64) -> String {
        let inner = depth.saturating_sub(1);
        if depth > 0 && self.below(3) == 0 {
            let (a, b) = (self.condition(inner), self.condition(inner));
            return match self.below(4) {
                0 => format!("({a} and {b})"),
                1 => format!("({a} or {b})"),
                2 => format!("not ({a})"),
                _ => {
                    let word = self.pick(&["any", "all"]);
                    let name = format!("w{depth}");
                    self.names.push(name.clone());
                    let body = self.condition(inner);
                    self.names.retain(|n| *n != name);
                    format!("{word}({name} in 0..2: {body})")
                }
            };
        }
        let (a, b) = (self.number(inner), self.number(inner));
        match self.below(6) {
            0 => format!("divides({a}, {b})"),
            1 => format!("{a} in 0..{b}"),
            _ => {
                let sign = self.pick(&["=", "!=", "<", "<=", ">", ">="]);
                format!("{a} {sign} {b}")
            }
        }
    }
}
