//! What can go wrong, as one type with the numbers in it.
//!
//! Every failure of the library is an [`Error`]: it knows a stable code for
//! programs ([`Error::code`]) and a sentence for people in both languages
//! ([`Error::text`]). A failure is never reported as a value.

use std::fmt;

use crate::text::{Lang, Text};

/// A limit that a computation ran into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Positions visited or values computed.
    States,
    /// Bytes held in tables.
    Bytes,
    /// Milliseconds on the clock.
    Milliseconds,
}

impl Resource {
    fn text(self) -> Text {
        match self {
            Resource::States => Text::fixed("states", "个状态"),
            Resource::Bytes => Text::fixed("bytes of tables", "字节的表"),
            Resource::Milliseconds => Text::fixed("milliseconds", "毫秒"),
        }
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A budget was exhausted.
    OverBudget {
        /// The engine that stopped.
        what: &'static str,
        /// Which limit.
        resource: Resource,
        /// How much was needed when it stopped.
        used: u64,
        /// How much was allowed.
        limit: u64,
        /// States visited until then.
        states: u64,
    },
    /// The caller asked to stop.
    Cancelled {
        /// The engine that stopped.
        what: &'static str,
        /// States visited until then.
        states: u64,
    },
    /// A position that cannot be read, or is not one of this game.
    BadPosition {
        /// The text, or the part of it at fault.
        text: String,
        /// Column at which reading failed, counted in characters from 1.
        column: usize,
        /// What would have been right.
        expected: Text,
    },
    /// A line of a text file that cannot be read.
    BadLine {
        /// The line, counted from 1.
        line: u64,
        /// The line, or the part of it at fault.
        text: String,
        /// What would have been right.
        expected: Text,
    },
    /// A file that cannot be read, is cut short or damaged.
    BadFile {
        /// Bytes read before the fault was seen, after decompression.
        offset: u64,
        /// What is wrong there.
        found: Text,
    },
    /// A code of a heap game that cannot be read.
    BadCode {
        /// The text of the code.
        text: String,
        /// Column at which reading failed, counted in characters from 1.
        column: usize,
        /// What would have been right.
        expected: Text,
    },
    /// A certificate that cannot be read, or whose claim is not true.
    BadCertificate {
        /// What is wrong with it.
        because: Text,
    },
    /// A store of values on disk that cannot be read or written.
    Store {
        /// The file or folder.
        path: String,
        /// What went wrong.
        because: Text,
    },
    /// A move that cannot be read or is not legal here.
    BadMove {
        /// The text of the move.
        text: String,
        /// What would have been right.
        expected: Text,
    },
    /// A game that the catalogue does not hold.
    UnknownGame {
        /// The name asked for.
        name: String,
        /// The nearest name that exists.
        nearest: Option<String>,
    },
    /// A parameter that does not exist or has an impossible value.
    BadParameter {
        /// The parameter.
        name: String,
        /// The value given.
        value: String,
        /// What would have been right.
        expected: Text,
    },
    /// Play can come back to the same position.
    Cycle {
        /// Positions that lead to each other, the last back to the first.
        cycle: Vec<String>,
    },
    /// An order of filling in which an option came before it was known.
    NotWellFounded {
        /// The position being filled.
        position: String,
        /// Its option that is not filled yet, or lies outside the box.
        option: String,
    },
    /// There is no Grundy value to speak of, for the stated reason.
    NoValue {
        /// Why.
        because: Text,
    },
    /// Rules given as text that do not say what happens at a position: a
    /// division by zero, a number beyond 64 bits.
    Faulty {
        /// Where it happened.
        position: String,
        /// What happened there.
        because: Text,
    },
    /// Rules given as text that cannot be understood.
    BadRules {
        /// What is wrong, with the lines at fault.
        report: Text,
    },
    /// The request makes no sense for this game.
    Unsupported {
        /// Why.
        because: Text,
    },
}

impl Error {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Error::OverBudget { .. } => "over_budget",
            Error::Cancelled { .. } => "cancelled",
            Error::BadPosition { .. } => "bad_position",
            Error::BadLine { .. } => "bad_line",
            Error::BadFile { .. } => "bad_file",
            Error::BadCode { .. } => "bad_code",
            Error::BadCertificate { .. } => "bad_certificate",
            Error::Store { .. } => "store",
            Error::BadMove { .. } => "bad_move",
            Error::UnknownGame { .. } => "unknown_game",
            Error::BadParameter { .. } => "bad_parameter",
            Error::Cycle { .. } => "cycle",
            Error::NotWellFounded { .. } => "not_well_founded",
            Error::NoValue { .. } => "no_value",
            Error::Faulty { .. } => "faulty_rules",
            Error::BadRules { .. } => "bad_rules",
            Error::Unsupported { .. } => "unsupported",
        }
    }

    /// Whether more budget, or patience, would have helped.
    pub fn is_budget(&self) -> bool {
        matches!(self, Error::OverBudget { .. } | Error::Cancelled { .. })
    }

    /// The sentence in one language.
    pub fn message(&self, lang: Lang) -> String {
        self.text().get(lang).to_string()
    }

    /// The sentence in both languages.
    pub fn text(&self) -> Text {
        match self {
            Error::OverBudget {
                what,
                resource,
                used,
                limit,
                states,
            } => {
                let unit = resource.text();
                Text::new(
                    format!(
                        "{what} needed {used} {} where {limit} are allowed (after {states} states)",
                        unit.get(Lang::En)
                    ),
                    format!(
                        "{what} 需要 {used} {}，上限为 {limit}（已访问 {states} 个状态）",
                        unit.get(Lang::Zh)
                    ),
                )
            }
            Error::Cancelled { what, states } => Text::new(
                format!("{what} was cancelled after {states} states"),
                format!("{what} 在 {states} 个状态之后被取消"),
            ),
            Error::BadPosition {
                text,
                column,
                expected,
            } => Text::new(
                format!(
                    "cannot read the position {}, column {column}: expected {}",
                    excerpt(text),
                    expected.get(Lang::En)
                ),
                format!(
                    "无法读取局面 {}，第 {column} 列：应为{}",
                    excerpt(text),
                    expected.get(Lang::Zh)
                ),
            ),
            Error::BadCode {
                text,
                column,
                expected,
            } => Text::new(
                format!(
                    "cannot read the code {}, column {column}: expected {}",
                    excerpt(text),
                    expected.get(Lang::En)
                ),
                format!(
                    "无法读取编码 {}，第 {column} 列：应为{}",
                    excerpt(text),
                    expected.get(Lang::Zh)
                ),
            ),
            Error::BadLine {
                line,
                text,
                expected,
            } => Text::new(
                format!(
                    "line {line}: cannot read {}: expected {}",
                    excerpt(text),
                    expected.get(Lang::En)
                ),
                format!(
                    "第 {line} 行：无法读取 {}：应为{}",
                    excerpt(text),
                    expected.get(Lang::Zh)
                ),
            ),
            Error::BadFile { offset, found } => Text::new(
                format!(
                    "the file cannot be read after {offset} bytes: {}",
                    found.get(Lang::En)
                ),
                format!("文件在 {offset} 字节之后无法读取：{}", found.get(Lang::Zh)),
            ),
            Error::BadCertificate { because } => Text::new(
                format!("the certificate does not hold: {}", because.get(Lang::En)),
                format!("证书不成立：{}", because.get(Lang::Zh)),
            ),
            Error::Store { path, because } => Text::new(
                format!("store {path}: {}", because.get(Lang::En)),
                format!("存储 {path}：{}", because.get(Lang::Zh)),
            ),
            Error::BadMove { text, expected } => Text::new(
                format!(
                    "{} is not a legal move here: expected {}",
                    excerpt(text),
                    expected.get(Lang::En)
                ),
                format!(
                    "{} 在此不是合法着法：应为{}",
                    excerpt(text),
                    expected.get(Lang::Zh)
                ),
            ),
            Error::UnknownGame { name, nearest } => {
                let (hint_en, hint_zh) = match nearest {
                    Some(n) => (
                        format!("; did you mean `{n}`?"),
                        format!("；是否指 `{n}`？"),
                    ),
                    None => Default::default(),
                };
                Text::new(
                    format!("there is no game {}{hint_en}", excerpt(name)),
                    format!("没有名为 {} 的游戏{hint_zh}", excerpt(name)),
                )
            }
            Error::BadParameter {
                name,
                value,
                expected,
            } => Text::new(
                format!(
                    "parameter {}={} is not possible: expected {}",
                    name,
                    excerpt(value),
                    expected.get(Lang::En)
                ),
                format!(
                    "参数 {}={} 不可用：应为{}",
                    name,
                    excerpt(value),
                    expected.get(Lang::Zh)
                ),
            ),
            Error::Cycle { cycle } => Text::new(
                format!("play can repeat: {}", cycle.join(" → ")),
                format!("对局可能循环：{}", cycle.join(" → ")),
            ),
            Error::NotWellFounded { position, option } => Text::new(
                format!("the option {option} of {position} does not come earlier in the table"),
                format!("局面 {position} 的后继 {option} 在表中并不更早"),
            ),
            Error::NoValue { because } => Text::new(
                format!("no Grundy value: {}", because.get(Lang::En)),
                format!("没有 SG 值：{}", because.get(Lang::Zh)),
            ),
            Error::Faulty { position, because } => Text::new(
                format!("the rules fail at {position}: {}", because.get(Lang::En)),
                format!("规则在 {position} 处失效：{}", because.get(Lang::Zh)),
            ),
            Error::BadRules { report } => report.clone(),
            Error::Unsupported { because } => because.clone(),
        }
    }
}

/// A text quoted for a message, shortened when it is long.
fn excerpt(text: &str) -> String {
    const SHOWN: usize = 60;
    if text.chars().count() <= SHOWN {
        return format!("`{text}`");
    }
    let head: String = text.chars().take(SHOWN).collect();
    format!("`{head}…` ({} characters)", text.chars().count())
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().get(Lang::En))
    }
}

impl std::error::Error for Error {}
