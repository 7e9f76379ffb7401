//! The text that rules come from, as a certificate holds it.
//!
//! ```text
//! game bachet
//! choose bachet          (which game of the text, where it is not the last)
//! set most = 3           (for each parameter that was given)
//! play misere            (where that was asked for beside the text)
//! rules 3 lines
//! game bachet(most = 5)
//! state n
//! move take(k in 1..most) -> [n-k]
//! ```

use std::fmt;

use grundy::error::Error;
use grundy::text::Text;

/// A text in the rule language, and what was chosen beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// What the game is called.
    pub name: String,
    /// The text.
    pub text: String,
    /// Which game of the text is meant; the last one if none is named.
    pub game: Option<String>,
    /// Values of parameters.
    pub parameters: Vec<(String, i64)>,
    /// Whether misère play was asked for, whatever the text says.
    pub misere: bool,
}

impl Source {
    /// A text with nothing chosen.
    pub fn new(text: &str) -> Source {
        Source {
            text: text.to_string(),
            ..Source::default()
        }
    }

    /// Reads what [`fmt::Display`] writes from the front of some lines.
    pub fn read<'t>(lines: &mut impl Iterator<Item = &'t str>) -> Result<Source, Error> {
        let mut source = Source::default();
        loop {
            let line = lines.next().unwrap_or("");
            let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
            match head {
                "game" => source.name = rest.to_string(),
                "choose" => source.game = Some(rest.to_string()),
                "set" => {
                    let (name, value) = rest.split_once(" = ").unwrap_or((rest, ""));
                    let value = value.parse().map_err(|_| unreadable(line))?;
                    source.parameters.push((name.to_string(), value));
                }
                "play" if rest == "misere" => source.misere = true,
                "rules" => {
                    let count = rest.strip_suffix(" lines").and_then(|n| n.parse().ok());
                    let count: usize = count.ok_or_else(|| unreadable(line))?;
                    for _ in 0..count {
                        let line = lines.next().ok_or_else(|| unreadable(""))?;
                        source.text.push_str(line);
                        source.text.push('\n');
                    }
                    return Ok(source);
                }
                _ => return Err(unreadable(line)),
            }
        }
    }
}

fn unreadable(line: &str) -> Error {
    let shown: String = line.chars().take(60).collect();
    Error::BadCertificate {
        because: Text::new(
            format!("the rules cannot be read at `{shown}`"),
            format!("无法读取规则，位于 `{shown}`"),
        ),
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game {}", self.name.replace('\n', " "))?;
        if let Some(game) = &self.game {
            writeln!(f, "choose {game}")?;
        }
        for (name, value) in &self.parameters {
            writeln!(f, "set {name} = {value}")?;
        }
        if self.misere {
            f.write_str("play misere\n")?;
        }
        writeln!(f, "rules {} lines", self.text.lines().count())?;
        self.text.lines().try_for_each(|line| writeln!(f, "{line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_written_as_they_are_read() {
        let source = Source {
            name: "巴什".to_string(),
            text: "game a(most = 5); state n\n\nmove take(k in 1..most) -> [n-k]\n".to_string(),
            game: Some("a".to_string()),
            parameters: vec![("most".to_string(), 3), ("x".to_string(), -1)],
            misere: true,
        };
        let text = format!("{source}automaton");
        let mut lines = text.lines();
        assert_eq!(Source::read(&mut lines).unwrap(), source);
        assert_eq!(lines.next(), Some("automaton"));
        for bad in [
            "",
            "rules",
            "rules 3 lines\na",
            "set x",
            "set x = y",
            "what",
        ] {
            assert!(Source::read(&mut bad.lines()).is_err(), "{bad}");
        }
    }
}
