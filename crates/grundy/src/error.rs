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

/// A number with its digits in threes, for people.
///
/// ```
/// use grundy::error::grouped;
/// assert_eq!(grouped(50_000_000), "50,000,000");
/// assert_eq!(grouped(7), "7");
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A length in milliseconds as people say it.
fn span(milliseconds: u64) -> Text {
    match milliseconds {
        0..1000 => Text::new(format!("{milliseconds} ms"), format!("{milliseconds} 毫秒")),
        _ => {
            let (whole, tenths) = (milliseconds / 1000, milliseconds % 1000 / 100);
            let seconds = match tenths {
                0 => whole.to_string(),
                _ => format!("{whole}.{tenths}"),
            };
            Text::new(format!("{seconds} s"), format!("{seconds} 秒"))
        }
    }
}

/// Bytes as people say them.
fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..0x10_0000 => format!("{} KB", bytes >> 10),
        0x10_0000..0x4000_0000 => format!("{} MB", bytes >> 20),
        _ => format!("{}.{} GB", bytes >> 30, (bytes >> 20 & 1023) * 10 / 1024),
    }
}

/// The name of an engine in both languages; the English one is what engines
/// call themselves.
pub fn engine_name(what: &'static str) -> Text {
    let zh = match what {
        "search" => "搜索",
        "table" => "制表",
        "store" => "存储",
        "drawing" => "绘图",
        "race" => "赛跑分析",
        "layers" => "分层分析",
        "lines" => "直线表",
        "coins" => "硬币",
        "compound" => "复合游戏",
        "explore" => "展开局面",
        "reply" => "应着",
        "winning moves" => "必胜着法",
        "list of moves" | "listing moves" => "着法列表",
        "heap sequence" => "堆序列",
        "vectorised brute force" => "向量化穷举",
        "brute force" => "穷举",
        "value sets" => "值集合",
        "all-but set" => "补集游戏",
        "window form" => "窗口形式",
        "misère quotient" | "quotient" => "反常商",
        "genus" => "亏格",
        "automata" => "自动机",
        "certificate" => "证书",
        "reading" => "读取",
        "survey" => "普查",
        "census" => "统计",
        "check" | "certificate checker" => "复核",
        "diagonals" => "对角线",
        "digits of sums" => "数位统计",
        "exploring" => "展开局面",
        "labelling" => "标记局面",
        "options" => "列举着法",
        "components" => "拆分分量",
        "graph" => "图",
        "learning" => "学习",
        "loopy values" => "循环值",
        "move search" | "moves" => "着法搜索",
        "proof" => "证明",
        "retrograde analysis" => "逆向分析",
        "subsets by size" => "按大小计数子集",
        "synthesis" => "公式合成",
        "sentence" => "公式表述",
        "comparison" => "规则比较",
        "longest defence" => "最长防守",
        "values" => "求值",
        "vector" => "向量",
        "sparse" => "稀疏空间",
        "sparse, window form" => "稀疏空间（窗口形式）",
        "sparse, wide values" => "稀疏空间（宽值）",
        "sets" => "集合",
        "brute" => "穷举",
        "relative state" => "相对状态",
        _ => what,
    };
    Text::fixed(what, zh)
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
    /// A law or a conjecture that cannot be read.
    BadLaw {
        /// The text of the law.
        text: String,
        /// Column at which reading failed, counted in characters from 1.
        column: usize,
        /// What would have been right, and what was found instead.
        expected: Text,
    },
    /// A question for what finds, proves and checks laws, in a program that was built
    /// without it.
    NeedsLaws,
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
            Error::BadLaw { .. } => "bad_law",
            Error::NeedsLaws => "needs_laws",
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
                let what = engine_name(what);
                let after = grouped(*states);
                let (en, zh) = match resource {
                    Resource::States => {
                        let limit = grouped(*limit);
                        (
                            format!("stopped at the limit of {limit} states"),
                            format!("达到 {limit} 个状态的上限而停止"),
                        )
                    }
                    Resource::Bytes => {
                        let (limit, used) = (size(*limit), size(*used));
                        (
                            format!(
                                "needs {used} of memory, the limit is {limit} (after {after} states)"
                            ),
                            format!("需要 {used} 内存，上限为 {limit}（已访问 {after} 个状态）"),
                        )
                    }
                    Resource::Milliseconds => {
                        let limit = span(*limit);
                        (
                            format!(
                                "stopped at the limit of {} (after {after} states)",
                                limit.get(Lang::En)
                            ),
                            format!(
                                "达到 {} 的时间上限而停止（已访问 {after} 个状态）",
                                limit.get(Lang::Zh)
                            ),
                        )
                    }
                };
                Text::new(
                    format!("{}: {en}", what.get(Lang::En)),
                    format!("{}：{zh}", what.get(Lang::Zh)),
                )
            }
            Error::Cancelled { what, states } => {
                let (what, states) = (engine_name(what), grouped(*states));
                Text::new(
                    format!("{}: interrupted after {states} states", what.get(Lang::En)),
                    format!("{}：在 {states} 个状态之后中断", what.get(Lang::Zh)),
                )
            }
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
                    expected_zh(expected)
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
                    expected_zh(expected)
                ),
            ),
            Error::NeedsLaws => Text::fixed(
                "this needs what finds, proves and checks laws, which this program was built without",
                "此问题需要寻找、证明与检验规律的部分，而此程序构建时未包含它",
            ),
            Error::BadLaw {
                text,
                column,
                expected,
            } => Text::new(
                format!(
                    "cannot read the law {}, column {column}: {}",
                    excerpt(text),
                    expected.get(Lang::En)
                ),
                format!(
                    "无法读取规律 {}，第 {column} 列：{}",
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
                    expected_zh(expected)
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
                    expected_zh(expected)
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
                    expected_zh(expected)
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

/// What was expected, with a blank between Chinese and what is not.
fn expected_zh(expected: &Text) -> String {
    let text = expected.get(Lang::Zh);
    match text.chars().next() {
        Some(c) if c.is_ascii() && c != ' ' => format!(" {text}"),
        _ => text.to_string(),
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
