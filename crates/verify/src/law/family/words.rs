//! The law of a family as a formula for people. Nothing here decides anything.

use grundy::text::Text;

use super::certificate::{Case, Certificate, Line, Piece};

impl Line {
    /// `2k+1`
    pub fn written(self, k: &str) -> String {
        let times = match self.factor {
            1 => k.to_string(),
            -1 => format!("-{k}"),
            factor => format!("{factor}{k}"),
        };
        match (self.factor, self.constant) {
            (0, constant) => constant.to_string(),
            (_, 0) => times,
            (_, constant) => format!("{times}{constant:+}"),
        }
    }
}

impl Piece {
    /// Whether another is about the next r of the same stretch.
    fn goes_on(&self, next: &Piece) -> bool {
        let stretch = |p: &Piece| (p.from, p.below, p.step, p.rise);
        stretch(self) == stretch(next) && self.offset + 1 == next.offset
    }
}

/// A sum of two terms, of which one may be 0.
fn sum(a: &str, b: &str) -> String {
    match (a, b) {
        ("0", b) => b.to_string(),
        (a, "0") => a.to_string(),
        (a, b) if b.starts_with('-') => format!("{a}{b}"),
        (a, b) => format!("{a}+{b}"),
    }
}

impl Case {
    /// Pieces of one stretch as text, together where they are one formula.
    fn written(&self, together: &[Piece], k: &str) -> Vec<String> {
        let Some(&first) = together.first() else {
            return Vec::new();
        };
        let (from, below) = (first.from.written(k), first.below.written(k));
        let (step, rise, start) = (first.step, first.rise, first.start);
        // What r is beyond the beginning.
        let into = match from.as_str() {
            "0" => "r".to_string(),
            from if first.from.factor == 0 => format!("(r-{from})"),
            from => format!("(r-({from}))"),
        };
        let mut when = Vec::new();
        if first.below == Line::new(first.from.factor, first.from.constant + 1) {
            when.push(format!("r = {from}"));
        } else if from == "0" && first.below != self.period {
            when.push(format!("r < {below}"));
        } else if from != "0" && first.below == self.period {
            when.push(format!("r ≥ {from}"));
        } else if from != "0" {
            when.push(format!("{from} ≤ r < {below}"));
        }
        let said = |value: String, when: &[String]| match when.is_empty() {
            true => value,
            false => format!("{value} ({})", when.join(", ")),
        };
        let whole = together.len() as i64 == step && first.offset == 0;
        let apart = |each: i64| {
            let mut at = (0..).zip(together);
            at.all(|(t, p)| p.start == Line::new(start.factor, start.constant + t * each))
        };
        let times = |factor: i64, of: String| match factor {
            0 => "0".to_string(),
            1 => of,
            factor => format!("{factor}·{of}"),
        };
        if whole && step == 1 && rise == 1 {
            let constant = Line::new(
                start.factor - first.from.factor,
                start.constant - first.from.constant,
            );
            return vec![said(sum("r", &constant.written(k)), &when)];
        }
        if whole && (apart(0) || apart(1)) {
            let steps = match step {
                1 => into.clone(),
                step => format!("⌊{into}/{step}⌋"),
            };
            let mut value = sum(&start.written(k), &times(rise, steps));
            if !apart(0) {
                // How far `mod` reaches beside a sum is not agreed on.
                let rest = match value.as_str() {
                    "0" => format!("{into} mod {step}"),
                    _ => format!("({into} mod {step})"),
                };
                value = sum(&value, &rest);
            }
            return vec![said(value, &when)];
        }
        let one = |piece: &Piece| {
            let mut when = when.clone();
            when.push(format!("{into} mod {step} = {}", piece.offset));
            let steps = format!("⌊{into}/{step}⌋");
            said(sum(&piece.start.written(k), &times(rise, steps)), &when)
        };
        together.iter().map(one).collect()
    }

    /// The remainders of lost heaps as a condition on r; `None` if some value rises or depends on the
    /// parameter, so that it is better told by f itself.
    fn lost(&self, k: &str) -> Option<String> {
        let mut lost = Vec::new();
        for piece in &self.pieces {
            if piece.rise != 0 || piece.start.factor != 0 {
                return None;
            }
            if piece.start.constant != 0 {
                continue;
            }
            let (from, below) = (piece.from.written(k), piece.below.written(k));
            let one = piece.below == Line::new(piece.from.factor, piece.from.constant + 1);
            let whole = from == "0" && piece.below == self.period;
            let into = match from.as_str() {
                "0" => "r".to_string(),
                from => format!("(r-({from}))"),
            };
            let mut when = Vec::new();
            if one {
                when.push(format!("r = {from}"));
            } else if !whole {
                when.push(format!("{from} ≤ r < {below}"));
            }
            if piece.step > 1 {
                when.push(format!("{into} mod {} = {}", piece.step, piece.offset));
            }
            lost.push(match when.is_empty() {
                true => "r ≥ 0".to_string(),
                false => when.join(" ∧ "),
            });
        }
        Some(match lost.is_empty() {
            true => "r < 0".to_string(),
            false => lost.join(" ∨ "),
        })
    }
}

impl Certificate {
    /// The law as a formula.
    pub fn law(&self) -> Text {
        let k = &self.parameter;
        let mut cases = [Vec::new(), Vec::new()];
        for case in &self.cases {
            let when = match case.modulus {
                1 => String::new(),
                modulus => format!("{k} mod {modulus} = {}: ", case.rest),
            };
            let period = match (case.period.factor, case.period.constant) {
                (0, constant) => constant.to_string(),
                (1, 0) => k.clone(),
                _ => format!("({})", case.period.written(k)),
            };
            let pieces: Vec<String> = { case.pieces.chunk_by(Piece::goes_on) }
                .flat_map(|together| case.written(together, k))
                .collect();
            let mut pieces = pieces.join(", ");
            if self.lost {
                pieces = case
                    .lost(k)
                    .unwrap_or_else(|| format!("0 = f(r) = {pieces}"));
            }
            for (language, wherein) in cases.iter_mut().zip([", where", "，其中"]) {
                language.push(match pieces.as_str() {
                    pieces if self.lost => {
                        let exactly = if wherein.starts_with(',') {
                            "n is P exactly if"
                        } else {
                            "n 为 P 态，当且仅当"
                        };
                        format!("{when}{exactly} {pieces}{wherein} r = n mod {period}")
                    }
                    "r" => format!("{when}g(n) = n mod {period}"),
                    "0" => format!("{when}g(n) = 0"),
                    pieces => format!("{when}g(n) = {pieces}{wherein} r = n mod {period}"),
                });
            }
        }
        Text::new(cases[0].join("; "), cases[1].join("；"))
    }
}
