//! Changes that know what a text is made of: tokens, numbers, lines, and pieces of other
//! examples.
//!
//! libFuzzer decides what is worth keeping, but changes bytes: of the rules of a game it makes
//! mostly nonsense. Half of all changes of a text are made here instead: of the target
//! `rules` a minute of these alone, without guidance, reached 4621 edges, a minute of
//! libFuzzer alone 4291; of `graphs` it was 2239 and 2429.
//!
//! ```
//! use grundy::random::Random;
//! let examples = [b"state n; move take(k in 1..3) -> [n-k]".to_vec()];
//! let mut text = examples[0].clone();
//! grundy_fuzz::mutate::mutate(&mut text, &examples, &mut Random::new(1));
//! assert_ne!(text, examples[0]);
//! ```

use grundy::catalogue;
use grundy::random::Random;

use crate::corpus::LONGEST;

/// Signs and words that mean something to some reader.
const PIECES: &[&str] = &[
    "+", "-", "*", "/", "%", "**", "^", "(", ")", "[", "]", "{", "}", ",", ";", ":", "..", "->",
    "=", "<", ">", "<=", "!=", "?", "#", "\"", "'", "\\", "|", "&", "~", "<<", ">>", ":=", "_",
    "\n", " ", "\t", "\r\n", "0", "1", "-1", "state", "move", "game", "play", "misere", "blocking",
    "sum", "every", "upto", "short", "win", "lose", "when", "measure", "expect", "coins", "turns",
    "octal", "subtract", "heaps", "start", "in", "bits", "if", "let", "any", "all", "count", "min",
    "max", "abs", "gcd", "popcount", "ctz", "lowbit", "isqrt", "divides", "bit", "not", "and",
    "or", "xor", "true", "n", "k", "x", "w", "ω", "⊕", "⊗", "10^1000", "1e18", "inf", "nan",
    "pass", "white", "局面", "取走", "，", "（", "）", "；", "：", "é", "\u{0}", "\u{feff}",
    "\u{202e}", "🎲",
];

/// Numbers at which something may break.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "7",
    "15",
    "16",
    "62",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "999",
    "1000",
    "4095",
    "32767",
    "65535",
    "65536",
    "1000000",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
];

/// Changes a text a few times; pieces come from the examples.
pub fn mutate(text: &mut Vec<u8>, examples: &[Vec<u8>], random: &mut Random) {
    let most = random_depth(random);
    for _ in 0..=random.below(most) {
        let other: &[u8] = match examples.len() as u64 {
            0 => &[],
            length => &examples[random.below(length) as usize],
        };
        change(text, other, random);
        text.truncate(LONGEST);
    }
}

/// Words that mean something to some reader, as libFuzzer reads a dictionary: comparisons
/// of texts are calls, which it does not see into.
pub fn dictionary() -> String {
    let games = catalogue::ALL.iter().map(|entry| entry.about.id);
    let words = PIECES.iter().chain(NUMBERS).copied().chain(games);
    let line = |word: &str| {
        let bytes = word.bytes().map(|byte| match byte {
            b' ' | b'!' | b'#'..=b'[' | b']'..=b'~' => char::from(byte).to_string(),
            _ => format!("\\x{byte:02x}"),
        });
        format!("\"{}\"\n", bytes.collect::<String>())
    };
    words.map(line).collect()
}

/// Usually few changes, now and then many.
fn random_depth(random: &mut Random) -> u64 {
    match random.below(8) {
        0 => 16,
        1 | 2 => 6,
        _ => 2,
    }
}

fn change(text: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let place = |text: &[u8], random: &mut Random| random.below(text.len() as u64 + 1) as usize;
    match random.below(14) {
        // A byte.
        0 => {
            let at = place(text, random);
            if let Some(byte) = text.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        1 => {
            let at = place(text, random);
            text.insert(at, random.below(256) as u8);
        }
        // A stretch removed or repeated.
        2 | 3 => {
            let (from, to) = stretch(text, random);
            text.drain(from..to);
        }
        4 => {
            let (from, to) = stretch(text, random);
            let piece = text[from..to].to_vec();
            let at = place(text, random);
            let most = if random.below(6) == 0 { 60 } else { 2 };
            let times = 1 + random.below(most);
            for _ in 0..times {
                text.splice(at..at, piece.iter().copied());
            }
        }
        // A piece put in, or put in place of a token.
        5 | 6 => {
            let at = place(text, random);
            text.splice(at..at, any(PIECES, random).bytes());
        }
        7 | 8 => {
            let (from, to) = token(text, random);
            text.splice(from..to, any(PIECES, random).bytes());
        }
        9 | 10 => {
            let (from, to) = number(text, random);
            text.splice(from..to, any(NUMBERS, random).bytes());
        }
        // Lines.
        11 => {
            let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
            let (a, b) = (
                random.below(lines.len() as u64) as usize,
                random.below(lines.len() as u64) as usize,
            );
            match random.below(3) {
                0 => lines.swap(a, b),
                1 => lines.insert(a, lines[b]),
                _ => {
                    lines.remove(a);
                }
            }
            *text = lines.join(&b'\n');
        }
        // The first part of this and the last of another.
        12 => {
            let at = place(text, random);
            let from = place(other, random);
            text.truncate(at);
            text.extend_from_slice(&other[from..]);
        }
        _ => {
            let (from, to) = stretch(other, random);
            let at = place(text, random);
            text.splice(at..at, other[from..to].iter().copied());
        }
    }
}

fn any<'p>(pieces: &[&'p str], random: &mut Random) -> &'p str {
    pieces[random.below(pieces.len() as u64) as usize]
}

fn stretch(text: &[u8], random: &mut Random) -> (usize, usize) {
    let from = random.below(text.len() as u64 + 1) as usize;
    let longest = match random.below(4) {
        0 => text.len() - from,
        _ => (text.len() - from).min(12),
    };
    (from, from + random.below(longest as u64 + 1) as usize)
}

/// The token at a random place: letters, digits, or one other byte.
fn token(text: &[u8], random: &mut Random) -> (usize, usize) {
    around(text, random, |byte| {
        byte.is_ascii_alphanumeric() || byte >= 128
    })
}

/// A number, if one is near.
fn number(text: &[u8], random: &mut Random) -> (usize, usize) {
    around(text, random, |byte| byte.is_ascii_digit())
}

fn around(text: &[u8], random: &mut Random, same: impl Fn(u8) -> bool) -> (usize, usize) {
    let start = random.below(text.len() as u64 + 1) as usize;
    // The next place that fits, from there on or from the beginning.
    let found = (start..text.len())
        .chain(0..start)
        .find(|at| same(text[*at]));
    let Some(at) = found else {
        return (start.min(text.len()), start.min(text.len()));
    };
    let from = (0..at)
        .rev()
        .take_while(|i| same(text[*i]))
        .last()
        .unwrap_or(at);
    let to = (at..text.len())
        .take_while(|i| same(text[*i]))
        .last()
        .map_or(at, |i| i + 1);
    (from, to)
}
