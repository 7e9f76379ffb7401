//! Texts of rules made at random, over the whole grammar: food for every
//! test that compares two readings of a rule.
//!
//! [`any`] makes every construct the language has, with no care whether it
//! makes sense: many such games fail somewhere, and few have laws. [`tame`]
//! makes rules as people write them: choices below the coordinates, linear
//! conditions, targets that are mostly lower; of these many have a law that can
//! be proven, which is what a false theorem would be found among. The same
//! seed gives the same text. [`chosen`] takes its choices from bytes instead, one
//! or two for each, so that a fuzzer that changes bytes steers what is written.
//!
//! ```
//! let text = grundy_lang::random::tame(7);
//! assert_eq!(text, grundy_lang::random::tame(7));
//! let read = (0..50).filter(|seed| {
//!     let text = grundy_lang::random::any(*seed);
//!     grundy_lang::bench::compile(&text, None, &[]).is_ok()
//! });
//! assert!(read.count() > 30);
//! // After the last byte every choice is the first one.
//! assert_eq!(grundy_lang::random::chosen(&[1, 2]), grundy_lang::random::chosen(&[1, 2, 0]));
//! ```
//!
//! Limits: some texts do not check (a name twice, a coin that is not below);
//! numbers in them are small but for a few near the ends of 64 bits.

use grundy::random::Random;

/// A text that uses every construct of the language.
pub fn any(seed: u64) -> String {
    Maker::new(Choices::Random(Random::new(seed)), false).file()
}

/// A text such as people write, of which something may be proven.
pub fn tame(seed: u64) -> String {
    Maker::new(Choices::Random(Random::new(seed ^ 0x7a3e)), true).file()
}

/// The text that the bytes choose: the first whether it is [`tame`] (if even) or
/// [`any`], the others what stands in it.
pub fn chosen(bytes: &[u8]) -> String {
    let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    Maker::new(Choices::Bytes(rest), first % 2 == 0).file()
}

/// Where choices come from.
enum Choices<'b> {
    Random(Random),
    /// What is left of the bytes.
    Bytes(&'b [u8]),
}

impl Choices<'_> {
    /// A number below `n`, which is not 0.
    fn below(&mut self, n: u64) -> u64 {
        match self {
            Choices::Random(random) => random.below(n),
            Choices::Bytes(bytes) => {
                let mut byte = || match bytes.split_first() {
                    Some((first, rest)) => {
                        *bytes = rest;
                        u64::from(*first)
                    }
                    None => 0,
                };
                let number = match n {
                    0..=256 => byte(),
                    _ => byte() << 8 | byte(),
                };
                number % n
            }
        }
    }
}

struct Maker<'b> {
    choices: Choices<'b>,
    tame: bool,
    /// Whether numbers near the ends of 64 bits may be written here: as the
    /// end of a choice they only cost time.
    large: bool,
    /// Names of numbers that can be used here.
    names: Vec<String>,
    /// An array and a set of bits that can be used here.
    array: Option<&'static str>,
    bits: Option<&'static str>,
    parameter: Option<&'static str>,
}

impl<'b> Maker<'b> {
    fn new(choices: Choices<'b>, tame: bool) -> Maker<'b> {
        Maker {
            choices,
            tame,
            large: !tame,
            names: Vec::new(),
            array: None,
            bits: None,
            parameter: None,
        }
    }

    fn below(&mut self, n: u64) -> u64 {
        self.choices.below(n.max(1))
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        let at = self.below(from.len() as u64) as usize;
        from[at]
    }

    fn file(&mut self) -> String {
        let mut text = String::new();
        if self.one_in(8) {
            text += "# another game of the file\ngame other(size = 4); state a, b in 0..size\n";
            text += "move down(k in 1..a) -> [a-k, b]; move left if b > 0 -> [a, b-1]\n";
        }
        if self.one_in(5) {
            let default = self.pick(&["3", "0", "-2", "5", "-62", "62", "1"]);
            text += &format!("game main(m = {default})\n");
            self.parameter = Some("m");
        } else if self.one_in(2) || !text.is_empty() {
            text += "game main\n";
        }
        text + &match self.below(if self.tame { 14 } else { 10 }) {
            0 => self.coins(),
            1 if self.one_in(2) => self.shorthand(),
            _ => self.heaps(),
        }
    }

    fn shorthand(&mut self) -> String {
        match self.below(3) {
            0 => "heaps n".to_string(),
            1 => {
                let set: Vec<String> = (0..=self.below(3))
                    .map(|_| (1 + self.below(9)).to_string())
                    .collect();
                format!("subtract {{{}}}", set.join(", "))
            }
            _ => {
                let digits: String = (0..=self.below(3))
                    .map(|_| char::from(b'0' + self.below(8) as u8))
                    .collect();
                format!("octal 0.{digits}")
            }
        }
    }

    fn heaps(&mut self) -> String {
        let (state, coordinates): (&str, &[&'static str]) = match (self.tame, self.below(12)) {
            (_, 0) => {
                self.array = Some("h");
                ("state h[2]", &["h[0]", "h[1]"])
            }
            (false, 1) => {
                self.bits = Some("b");
                ("state b in bits 4", &["b"])
            }
            (false, 2) => ("state x in 1..6, y in -3..4", &["x", "y"]),
            (true, 1..=2) => ("state x in 1..9, y", &["x", "y"]),
            (_, 3..=4) => ("state a, b", &["a", "b"]),
            (_, 5) => ("state a, b in 0..7", &["a", "b"]),
            (_, 6) => ("state x, y, z in 0..2", &["x", "y", "z"]),
            (_, 7) => ("state n in 2..", &["n"]),
            _ => ("state n", &["n"]),
        };
        let mut text = state.to_string();
        if self.one_in(8) {
            self.names = coordinates.iter().map(|c| c.to_string()).collect();
            self.names.extend(self.parameter.map(str::to_string));
            let condition = match (self.tame, coordinates) {
                (true, [a, b, ..]) => {
                    let (factor, sign) = (1 + self.below(2), self.pick(&["<=", "<=", "!=", ">"]));
                    format!("{factor}*{a} {sign} {b}")
                }
                _ => self.condition(1),
            };
            text += &format!(" where {condition}");
        }
        for rule in 0..=self.below(3) {
            text += &self.rule(rule, coordinates);
        }
        if self.one_in(8) {
            text += &match (self.tame, self.below(7)) {
                (_, 0..=2) => "\nplay misere".to_string(),
                (_, 3) => format!("\nplay blocking {}", self.below(3)),
                (true, 4) => String::new(),
                (true, _) => {
                    self.names = coordinates.iter().map(|c| c.to_string()).collect();
                    let condition = self.condition(0);
                    format!("\n{} when {condition}", self.pick(&["win", "lose"]))
                }
                (_, 4) => format!("\nsum {}", self.pick(&["every", "some", "upto 2", "any"])),
                (_, 5) => "\nshort".to_string(),
                _ => {
                    self.names = coordinates.iter().map(|c| c.to_string()).collect();
                    let condition = self.condition(1);
                    format!("\n{} when {condition}", self.pick(&["win", "lose"]))
                }
            };
        }
        if self.one_in(12) {
            self.names = coordinates.iter().map(|c| c.to_string()).collect();
            let measure = self.number(1);
            text += &format!("\nmeasure {measure}");
        }
        text
    }

    fn rule(&mut self, rule: u64, coordinates: &[&'static str]) -> String {
        self.names = coordinates.iter().map(|c| c.to_string()).collect();
        self.names.extend(self.parameter.map(str::to_string));
        let mut text = format!("\nmove m{rule}");
        let mut binders = Vec::new();
        for (name, second) in [("i", "u"), ("j", "v")] {
            if self.one_in(if name == "i" { 6 } else { 2 }) {
                continue;
            }
            binders.push(self.binder(name, second, coordinates));
        }
        if !binders.is_empty() {
            text += &format!("({})", binders.join(", "));
        }
        let clauses = match self.tame {
            true => self.below(6) / 3,
            false => self.below(3),
        };
        for _ in 0..clauses {
            if self.one_in(4) && !self.names.iter().any(|n| n == "t") {
                let value = self.number(2);
                self.names.push("t".to_string());
                text += &format!(" let t = {value}");
            } else {
                let condition = self.condition(2);
                text += &format!(" if {condition}");
            }
        }
        let parts: Vec<String> = (0..self.parts())
            .map(|_| {
                if let (Some(array), true) = (self.array, self.one_in(2)) {
                    let index = match self.tame {
                        true => self.below(2).to_string(),
                        false => self.number(1),
                    };
                    let value = self.near(&format!("{array}[{index}]"));
                    return format!("[{array}[{index} := {value}]]");
                }
                if !self.tame && self.one_in(12) {
                    let number = self.number(1);
                    return format!("{}[{number}]", self.pick(&["nim", "lasker", "dawson"]));
                }
                let at: Vec<String> = coordinates.iter().map(|c| self.near(c)).collect();
                format!("[{}]", at.join(", "))
            })
            .collect();
        let target = match self.below(16) {
            0 => "[]".to_string(),
            _ => parts.join(" + "),
        };
        text + &format!(" -> {target}")
    }

    fn parts(&mut self) -> u64 {
        match self.below(8) {
            0..=4 => 1,
            5..=6 => 2,
            _ => 1 + self.below(3),
        }
    }

    /// Coins on a line or a grid; some moves name a coin twice.
    fn coins(&mut self) -> String {
        let grid = self.one_in(3);
        let mut text = if grid { "coins x, y" } else { "coins p" }.to_string();
        for rule in 0..=self.below(2) {
            let count = 1 + self.below(3);
            let mut binders = Vec::new();
            let mut turned = vec![if grid { "(x, y)" } else { "p" }.to_string()];
            self.names = match grid {
                true => vec!["x".to_string(), "y".to_string()],
                false => vec!["p".to_string()],
            };
            for number in 0..count.min(if grid { 1 } else { 3 }) {
                let name = ["q", "r", "s"][number as usize % 3];
                let below = if grid { "x" } else { "p" };
                let most = match (number, self.below(4)) {
                    (1.., 0..=1) => format!("{}-1", ["q", "r"][number as usize - 1]),
                    (_, 2) => format!("{below}-{}", 1 + self.below(3)),
                    _ => format!("{below}-1"),
                };
                binders.push(format!("{name} in {}..{most}", self.below(2)));
                self.names.push(name.to_string());
                turned.push(match grid {
                    true => {
                        let second = self.pick(&["y", "0", "q", "y-1"]);
                        format!("({name}, {second})")
                    }
                    false => match self.below(5) {
                        0 => format!("{name}/2"),
                        1 => format!("p-1-{name}"),
                        _ => name.to_string(),
                    },
                });
            }
            let condition = match self.one_in(3) {
                true => format!(" if {}", self.condition(1)),
                false => String::new(),
            };
            let (binders, turned) = (binders.join(", "), turned.join(", "));
            text += &format!("\nmove m{rule}({binders}){condition} turns {turned}");
        }
        text
    }

    fn binder(&mut self, name: &str, second: &str, coordinates: &[&'static str]) -> String {
        let kind = self.below(if self.tame { 12 } else { 8 });
        match kind {
            0 => {
                let depth = u64::from(!self.tame);
                let set: Vec<String> = (0..=self.below(3)).map(|_| self.number(depth)).collect();
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
            2 => {
                // An exponent, as often as not of two.
                let (least, more) = (self.below(4), self.below(4));
                let (least, most) = match self.below(5) {
                    0 => ("0".to_string(), "62".to_string()),
                    1 => (format!("{}", 60 + least), format!("{}", 61 + least + more)),
                    2 => ("0".to_string(), self.parameter.unwrap_or("3").to_string()),
                    _ => (least.to_string(), (least + more).to_string()),
                };
                self.names.push(format!("2**{name}"));
                if !self.tame {
                    self.names.push(name.to_string());
                }
                format!("{name} in {least}..{most}")
            }
            3..=4 if !self.tame => {
                self.large = self.one_in(100);
                let (least, most) = (self.number(1), self.number(1));
                self.large = !self.tame;
                self.names.push(name.to_string());
                format!("{name} in {least}..{most}")
            }
            _ => {
                let at = self.below(coordinates.len() as u64) as usize;
                let digits = if self.tame { self.below(6) } else { 1 };
                let most = match self.below(8) {
                    5 if digits == 0 => {
                        let (a, c) = (coordinates[at], 2 + self.below(4));
                        match self.below(7) {
                            0 => format!("lowbit({a})"),
                            1 => format!("{a}%{c}"),
                            2 => format!("max({a}-{c}, {c})"),
                            3 => format!("{a} >> 1"),
                            4 => format!("({a} & {c})"),
                            5 => format!("({a} > {c} ? {a}/2 : {a})"),
                            _ => format!("abs({a}-{c})"),
                        }
                    }
                    0 => format!("{}/2", coordinates[at]),
                    1 => format!("min({}, {})", coordinates[at], 2 + self.below(5)),
                    2 => (1 + self.below(5)).to_string(),
                    3 => format!("{}-1", coordinates[at]),
                    4 => {
                        let other = self.below(self.names.len() as u64) as usize;
                        format!("min({}, {})", coordinates[at], self.names[other])
                    }
                    _ => coordinates[at].to_string(),
                };
                let half = format!("{}/2", coordinates[at]);
                let least = match self.tame && self.one_in(16) {
                    true => &half,
                    false => self.pick(&["1", "1", "1", "0", "2", "-1"]),
                };
                self.names.push(name.to_string());
                format!("{name} in {least}..{most}")
            }
        }
    }

    /// A target near the old coordinate, as real rules have.
    fn near(&mut self, coordinate: &str) -> String {
        let last = self.names[self.names.len() - 1].clone();
        if self.tame && self.one_in(8) {
            return self.bent(coordinate, &last);
        }
        match self.below(if self.tame { 14 } else { 7 }) {
            0 => self.number(u64::from(!self.tame)),
            1 => {
                // Steps of two or three, mostly of what is chosen.
                let factor = 2 + self.below(2);
                let sign = self.pick(&["-", "-", "+"]);
                format!("{coordinate} {sign} {factor} * {last}")
            }
            2..=3 => coordinate.to_string(),
            4 => {
                let by = self.number(0);
                let sign = self.pick(&["-", "-", "+"]);
                format!("{coordinate} {sign} {by}")
            }
            5..=6 if self.names.len() > 1 => last,
            _ => {
                let from = self.below(self.names.len() as u64) as usize;
                let by = match self.one_in(5) {
                    true => self.names[from].clone(),
                    false => last,
                };
                format!("{coordinate} - {by}")
            }
        }
    }

    /// A target near the old coordinate that is not linear.
    fn bent(&mut self, a: &str, k: &str) -> String {
        let c = 2 + self.below(5);
        match self.below(16) {
            0 => format!("({a} - {k}) / {c}"),
            1 => format!("{a} / {c} - {k}"),
            2 => format!("{a} - {k} - {k} % {c}"),
            3 => format!("({a} - {k}) % {c}"),
            4 => format!("({a} - {k}) & {c}"),
            5 => format!("({a} & {k}) - 1"),
            6 => format!("({a} | {k}) - {k} - 1"),
            7 => format!("({a} xor {k}) - 1"),
            8 => format!("max({a} - 2*{k}, 0)"),
            9 => format!("min({a} - 1, {k})"),
            10 => format!("abs({a} - 2*{k}) - 1"),
            11 => format!("({k} > {c} ? {a} - {k} : {a} - 1)"),
            12 => format!("{a} - lowbit({a})"),
            13 => format!("{a} - lowbit({k}) - 1"),
            14 => format!("({a} - {k}) >> 1"),
            _ => format!("{a} - {k} - popcount({a}) % {c}"),
        }
    }

    /// A condition that is not linear, and has an exact form all the same.
    fn curved(&mut self) -> String {
        let (a, b) = (self.leaf(), self.leaf());
        let (c, d) = (2 + self.below(4), self.below(4));
        match self.below(11) {
            0 => format!("({a}) % {c} <= ({b}) % {c}"),
            1 => format!("(({a}) & ({b})) = {a}"),
            2 => format!("({a} | {c}) > {b}"),
            3 => format!("lowbit({a}) < lowbit({b})"),
            4 => format!("{a} >= 0 and popcount({a}) % 2 = {d}"),
            5 => format!("{a} > 0 and popcount({a}) <= {d}"),
            6 => format!("gcd({a}, {c}) = {d}"),
            7 => format!("abs({a} - {b}) != {d}"),
            8 => {
                let word = self.pick(&["any", "all"]);
                let sign = self.pick(&["=", "!="]);
                format!("{word}(z in {d}..{a}: {c}*z {sign} {b})")
            }
            9 => format!("({a} - {c}) / {c} = {b} / 2"),
            _ => format!("({a} - {c} >> 1) != ({b} xor {d})"),
        }
    }

    fn leaf(&mut self) -> String {
        match self.below(20) {
            0 if self.large && self.one_in(3) => self
                .pick(&[
                    "9223372036854775807",
                    "4611686018427387904",
                    "2**62",
                    "-1",
                    "1 << 40",
                ])
                .to_string(),
            0..=7 => self.below(7).to_string(),
            8 => format!("-{}", self.below(4)),
            9 if self.array.is_some() && !self.tame => {
                let function = self.pick(&["sum", "min", "max"]);
                format!("{function}(h)")
            }
            10 if self.bits.is_some() => format!("bit(b, {})", self.below(4)),
            _ => {
                let at = self.below(self.names.len() as u64) as usize;
                self.names[at].clone()
            }
        }
    }

    fn number(&mut self, depth: u64) -> String {
        if depth == 0 || self.one_in(3) {
            return self.leaf();
        }
        let (a, b) = (self.number(depth - 1), self.number(depth - 1));
        match self.below(if self.tame { 22 } else { 14 }) {
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
            11 => format!("-({a})"),
            12 => format!("~{a}"),
            // Without brackets, so that the order of operations counts.
            13 => format!("({a} + {b} * 2 - {a} % 3 xor {b} & 5)"),
            14..18 => format!("({a} - {b})"),
            _ => format!("({a} + {b})"),
        }
    }

    fn condition(&mut self, depth: u64) -> String {
        let inner = depth.saturating_sub(1);
        if depth > 0 && self.one_in(3) {
            let (a, b) = (self.condition(inner), self.condition(inner));
            return match self.below(6) {
                0 => format!("({a} and {b})"),
                1 => format!("({a} or {b})"),
                2 => format!("not ({a})"),
                3 => format!("(({a} ? 1 : 0) = ({b} ? 1 : {}))", self.leaf()),
                4 => format!("({a} and {b} or not {a})"),
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
        if self.tame && self.one_in(8) {
            return self.curved();
        }
        let depth = if self.tame { 1 } else { inner };
        let (a, b) = (self.number(depth), self.number(depth));
        let small = self.below(5);
        match self.below(16) {
            0 if self.tame => format!("divides({}, {a})", self.below(5)),
            0 => format!("divides({a}, {b})"),
            1 => format!("{a} in 0..{b}"),
            2 => format!("{a} in {{{}, {b}}}", self.below(4)),
            3 => format!("{small} <= {a} < {b}"),
            4 => format!("({a}) % {} = {small}", 2 + self.below(4)),
            5 => format!("popcount({a}) = 1"),
            6 => {
                let sign = self.pick(&["=", "!="]);
                let c = self.number(0);
                format!("(({a}) xor ({b})) {sign} {c}")
            }
            7 => format!("lowbit({a}) = {a}"),
            8 => format!("{} <= ({a}) / {}", self.leaf(), 1 + self.below(4)),
            9 => format!("min({a}, {b}) {} {small}", self.pick(&["<=", ">", "<"])),
            10 => format!("max({a}, {b}) {} {small}", self.pick(&["<=", ">", ">="])),
            _ => {
                let sign = self.pick(&["=", "!=", "<", "<=", ">", ">="]);
                format!("{a} {sign} {b}")
            }
        }
    }
}
