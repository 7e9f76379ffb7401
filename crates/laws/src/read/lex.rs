//! The words and signs of a law, with the column of each.

use grundy::text::Text;

use super::Fault;

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number(u64),
    /// A name, or a word of the language in its English form.
    Word(String),
    /// A sign.
    Sign(&'static str),
    /// A sign that is none of the language; sentences about digits have others.
    Other,
    /// The end of the text.
    End,
}

/// A token, and where it stands.
#[derive(Clone, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// How it was written.
    pub text: String,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// Where it begins, in bytes.
    pub byte: usize,
}

/// Signs and other ways to write them, longer ones before those they begin with.
const SIGNS: [(&str, &str); 60] = [
    ("<=", "<="),
    (">=", ">="),
    ("!=", "!="),
    ("==", "="),
    ("=>", "=>"),
    ("->", "=>"),
    ("&&", "and"),
    ("**", "**"),
    ("≤", "<="),
    ("⩽", "<="),
    ("≥", ">="),
    ("⩾", ">="),
    ("≠", "!="),
    ("⇒", "=>"),
    ("→", "=>"),
    ("⇔", "iff"),
    ("⟺", "iff"),
    ("∧", "and"),
    ("∨", "or"),
    ("¬", "not"),
    ("!", "not"),
    ("∈", "in"),
    ("⊕", "⊕"),
    ("^", "^"),
    ("⊗", "⊗"),
    ("·", "*"),
    ("*", "*"),
    ("×", "*"),
    ("∗", "*"),
    ("⋅", "*"),
    ("−", "-"),
    ("－", "-"),
    ("-", "-"),
    ("+", "+"),
    ("/", "/"),
    ("%", "%"),
    ("&", "&"),
    ("|", "|"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("(", "("),
    (")", ")"),
    ("（", "("),
    ("）", ")"),
    ("[", "["),
    ("]", "]"),
    ("{", "{"),
    ("}", "}"),
    (",", ","),
    ("，", ","),
    ("、", ","),
    (":", ":"),
    ("：", ":"),
    (";", ";"),
    ("；", ";"),
    ("⌊", "⌊"),
    ("⌋", "⌋"),
    ("√", "√"),
    ("…", "…"),
];

/// Chinese words and what they are in English, longer ones before those they begin with.
const CHINESE: [(&str, &str); 28] = [
    ("图厄–莫尔斯", "thue_morse"),
    ("最小斐波那契部分", "smallest_fibonacci"),
    ("所有局面都是", "every position is"),
    ("没有局面是", "no position is"),
    ("恰出现一次", "occurs exactly once"),
    ("恰出现两次", "occurs exactly twice"),
    ("至少出现两次", "occurs at least twice"),
    ("恰出现", "occurs exactly"),
    ("至少出现", "occurs at least"),
    ("次", "times"),
    ("恒不成立", "never"),
    ("恒成立", "always"),
    ("当且仅当", "iff"),
    ("对所有", "for all"),
    ("对一切", "for all"),
    ("仅当", "only if"),
    ("其余", "otherwise"),
    ("其中", "where"),
    ("异或", "xor"),
    ("蕴含", "implies"),
    ("当", "if"),
    ("若", "if"),
    ("且", "and"),
    ("或", "or"),
    ("非", "not"),
    ("模", "mod"),
    ("为", "is"),
    ("是", "is"),
];

fn is_chinese(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

/// The tokens of a text; `names` are those of the coordinates.
pub fn lex(source: &str, names: &[String]) -> Result<Vec<Token>, Fault> {
    let mut tokens: Vec<Token> = Vec::new();
    let (mut byte, mut column) = (0, 1);
    while let Some(next) = source[byte..].chars().next() {
        let rest = &source[byte..];
        if next.is_whitespace() || next == '。' {
            byte += next.len_utf8();
            column += 1;
            continue;
        }
        let (kind, length) = match next {
            c if c.is_ascii_digit() => number(rest, column)?,
            c if c.is_alphabetic() || c == '_' => word(rest, names),
            _ => sign(rest, next),
        };
        let text = &rest[..length];
        // What follows a state in Chinese says nothing more.
        if text != "态" {
            let token = |kind| Token {
                kind,
                text: text.to_string(),
                column,
                byte,
            };
            // Several English words may be one in Chinese.
            match kind {
                Kind::Word(words) if words.contains(' ') => {
                    let each = words.split(' ').map(|w| Kind::Word(w.to_string()));
                    tokens.extend(each.map(token));
                }
                kind => tokens.push(token(kind)),
            }
        }
        column += text.chars().count();
        byte += length;
    }
    tokens.push(Token {
        kind: Kind::End,
        text: String::new(),
        column,
        byte,
    });
    Ok(tokens)
}

fn number(rest: &str, column: usize) -> Result<(Kind, usize), Fault> {
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    match rest[..length].parse() {
        Ok(number) if number <= 1 << 63 => Ok((Kind::Number(number), length)),
        _ => Err(Fault {
            column,
            because: Text::fixed(
                "expected a number of at most 63 bits",
                "应为不超过 63 位二进制的数",
            ),
        }),
    }
}

fn word(rest: &str, names: &[String]) -> (Kind, usize) {
    let run: String = rest
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    if names.contains(&run) {
        let length = run.len();
        return (Kind::Word(run), length);
    }
    if let Some((zh, en)) = CHINESE.iter().find(|(zh, _)| rest.starts_with(zh)) {
        return (Kind::Word(en.to_string()), zh.len());
    }
    // Without spaces between them, words end where the script changes; an unknown
    // Chinese word ends where a known one begins.
    let chinese = run.chars().next().is_some_and(is_chinese);
    let mut length = 0;
    for c in run.chars() {
        let known = |(zh, _): &(&str, &str)| rest[length..].starts_with(zh);
        // `nφ` is a product.
        if is_chinese(c) != chinese
            || (c == 'φ' && length > 0)
            || (chinese && length > 0 && CHINESE.iter().any(known))
        {
            break;
        }
        length += c.len_utf8();
    }
    (Kind::Word(run[..length].to_string()), length)
}

fn sign(rest: &str, next: char) -> (Kind, usize) {
    let known = SIGNS.iter().find(|(written, _)| rest.starts_with(written));
    match known {
        Some((written, word @ ("and" | "or" | "not" | "in" | "iff"))) => {
            (Kind::Word(word.to_string()), written.len())
        }
        Some((written, sign)) => (Kind::Sign(sign), written.len()),
        None => (Kind::Other, next.len_utf8()),
    }
}
