//! Words that a substitution leaves alone.
//!
//! A substitution σ replaces every letter by a word. If σ(a) begins with a and
//! is longer, then σ(a), σ(σ(a)), … tend to an infinite word w = σ(w), a
//! *fixed point*: Fibonacci's is 0 → 01, 1 → 0 (Allouche and Shallit,
//! *Automatic Sequences*, chapter 7). Here the values are the letters, or the
//! letters are pairs of neighbouring values, of which one is shown. The images
//! are read off the word itself: that of the first letter begins it, and the
//! image of each new letter begins where the one before ends, so only the
//! lengths are to be guessed.
//!
//! ```
//! use grundy_laws::numbers::{Integer, morphic::Morphic};
//! use grundy_laws::print::Style;
//! let word = "0100101001001010010100100101001001".bytes();
//! let word: Vec<Integer> = word.map(|b| Integer::from(b - b'0')).collect();
//! let law = Morphic::guess(0, &word).unwrap();
//! let text = law.written(Style::Text, &["n".to_string()]).to_string();
//! assert_eq!(text, "g(n) = letter n of the fixed point of 0 → 01, 1 → 0");
//! ```
//!
//! Limits: at most [`MOST_LETTERS`] letters, images of at most [`LONGEST`]
//! letters.

use dashu_int::IBig as Integer;
use grundy::text::Text;

use super::{braced, digits, function};
use crate::print::Style;

/// The most letters of a substitution.
pub const MOST_LETTERS: usize = 6;
/// The longest image of a letter.
pub const LONGEST: usize = 6;
/// Letters beyond this are not computed.
const FARTHEST: u64 = 1 << 26;
/// Letters that are compared for one alphabet.
const MOST_STEPS: usize = 1 << 20;

/// A fixed point of a substitution, with a value for each letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Morphic {
    /// The number of the first letter, which is letter 0.
    pub first: u64,
    /// The image of each letter.
    pub images: Vec<Vec<usize>>,
    /// The value of each letter.
    pub values: Vec<Integer>,
}

/// The images of all letters of a word that is a fixed point, if it is one.
fn substitution(word: &[usize], letters: usize) -> Option<Vec<Vec<usize>>> {
    // Lengths in the order in which letters appear, the first one at least 2.
    let mut lengths: Vec<usize> = vec![2];
    let mut steps = 0;
    while steps < MOST_STEPS {
        if let Some(images) = fits(word, letters, &mut lengths, &mut steps) {
            return Some(images);
        }
        // The length that was tried last is wrong: the next one, or the next
        // for the letter before.
        loop {
            let last = lengths.last_mut()?;
            if *last < LONGEST {
                *last += 1;
                break;
            }
            lengths.pop();
        }
    }
    None
}

/// Follows the word as long as the lengths are known; a new letter's length
/// begins with 1.
fn fits(
    word: &[usize],
    letters: usize,
    lengths: &mut Vec<usize>,
    steps: &mut usize,
) -> Option<Vec<Vec<usize>>> {
    let mut images: Vec<Option<&[usize]>> = vec![None; letters];
    let (mut known, mut end) = (0, 0);
    for (at, &letter) in word.iter().enumerate() {
        *steps += 1;
        match images[letter] {
            Some(image) => {
                let shown = &word[end..word.len().min(end + image.len())];
                if shown != &image[..shown.len()] {
                    lengths.truncate(known);
                    return None;
                }
                end += image.len();
            }
            None => {
                if known == lengths.len() {
                    lengths.push(1);
                }
                let image = word.get(end..end + lengths[known])?;
                images[letter] = Some(image);
                known += 1;
                end += image.len();
            }
        }
        if end <= at + 1 {
            // The word would end here.
            lengths.truncate(known);
            return None;
        }
        if end >= word.len() && images.iter().all(Option::is_some) {
            let images = images.into_iter().flatten().map(<[usize]>::to_vec);
            return Some(images.collect());
        }
        if end >= word.len() {
            lengths.truncate(known);
            return None;
        }
    }
    None
}

impl Morphic {
    /// The fixed point that begins with these values.
    pub fn guess(first: u64, values: &[Integer]) -> Option<Morphic> {
        let mut alphabet: Vec<&Integer> = Vec::new();
        let mut plain = Vec::with_capacity(values.len());
        for value in values {
            let at = alphabet.iter().position(|a| *a == value);
            plain.push(at.unwrap_or(alphabet.len()));
            if at.is_none() {
                alphabet.push(value);
            }
            if alphabet.len() > MOST_LETTERS {
                return None;
            }
        }
        if alphabet.len() < 2 {
            return None;
        }
        let shown = |letters: Vec<usize>| letters.iter().map(|&l| alphabet[l].clone()).collect();
        if let Some(images) = substitution(&plain, alphabet.len()) {
            let values = shown((0..alphabet.len()).collect());
            return Some(Morphic {
                first,
                images,
                values,
            });
        }
        // A letter with the one after it, or the one before it.
        let after: Vec<(usize, usize)> = plain.windows(2).map(|w| (w[0], w[1])).collect();
        let none = alphabet.len();
        let before = std::iter::once(none).chain(plain.iter().copied());
        let before: Vec<(usize, usize)> = plain.iter().copied().zip(before).collect();
        for pairs in [after, before] {
            let mut kinds: Vec<(usize, usize)> = Vec::new();
            let mut word = Vec::with_capacity(pairs.len());
            for pair in pairs {
                let at = kinds.iter().position(|k| *k == pair);
                word.push(at.unwrap_or(kinds.len()));
                if at.is_none() {
                    kinds.push(pair);
                }
            }
            if kinds.len() <= MOST_LETTERS
                && let Some(images) = substitution(&word, kinds.len())
            {
                let values = shown(kinds.iter().map(|k| k.0).collect());
                return Some(Morphic {
                    first,
                    images,
                    values,
                });
            }
        }
        None
    }

    /// The first letters, as numbers of letters.
    fn word(&self, count: usize) -> Vec<usize> {
        let mut word = vec![0];
        let mut at = 0;
        while word.len() < count {
            // The first image begins with the first letter, which is there.
            let letter = word[at];
            let skip = usize::from(at == 0);
            word.extend(self.images[letter].iter().skip(skip));
            at += 1;
            if at >= word.len() {
                break;
            }
        }
        word.truncate(count);
        word
    }

    /// The first values.
    pub fn prefix(&self, count: usize) -> Vec<Integer> {
        let word = self.word(count);
        word.into_iter().map(|l| self.values[l].clone()).collect()
    }

    /// The value with a number, unless it is too far out.
    pub fn value(&self, n: u64) -> Option<Integer> {
        let at = n.checked_sub(self.first).filter(|at| *at <= FARTHEST)?;
        let word = self.word(at as usize + 1);
        Some(self.values[*word.get(at as usize)?].clone())
    }

    /// How long the description is.
    pub fn symbols(&self) -> usize {
        let images: usize = self.images.iter().map(|i| i.len() + 1).sum();
        images + self.values.iter().map(digits).sum::<usize>()
    }

    /// The law in a style.
    pub fn written(&self, style: Style, names: &[String]) -> Text {
        let name = names.first().map_or("n", String::as_str);
        let same = |text: String| Text::new(text.clone(), text);
        match style {
            Style::Text | Style::Latex => {
                let mut different = self.values.clone();
                different.sort();
                different.dedup();
                let small = self.values.iter().all(|v| v.to_string().len() == 1);
                // The letters are the values, unless two of them look alike.
                let plain = different.len() == self.values.len() && small;
                let letter = |l: usize| match plain {
                    true => self.values[l].to_string(),
                    false => char::from(b'a' + l as u8).to_string(),
                };
                let arrow = if style == Style::Text {
                    " → "
                } else {
                    " \\to "
                };
                let word =
                    |image: &Vec<usize>| image.iter().map(|&l| letter(l)).collect::<String>();
                let rule: Vec<String> = self
                    .images
                    .iter()
                    .enumerate()
                    .map(|(l, image)| format!("{}{arrow}{}", letter(l), word(image)))
                    .collect();
                let rule = rule.join(if style == Style::Text { ", " } else { ",\\ " });
                let shown: Vec<String> = self
                    .values
                    .iter()
                    .enumerate()
                    .map(|(l, value)| format!("{} = {value}", letter(l)))
                    .collect();
                let number = match self.first {
                    0 => name.to_string(),
                    first => format!("{name}-{first}"),
                };
                let (with, zh_with) = match plain {
                    true => (String::new(), String::new()),
                    false => (
                        format!(" with {}", shown.join(", ")),
                        format!("，其中 {}", shown.join("，")),
                    ),
                };
                let (en, zh) = (
                    format!("letter {number} of the fixed point of {rule}{with}"),
                    format!("{rule} 的不动点的第 {number} 个字母{zh_with}"),
                );
                if style == Style::Text {
                    return Text::new(format!("g({name}) = {en}"), format!("g({name}) = {zh}"));
                }
                Text::new(
                    format!(
                        "g({name}) = \\text{{letter }} {number} \\text{{ of the fixed point of }} {rule}{}",
                        paper(&with)
                    ),
                    format!(
                        "g({name}) = {rule} \\text{{ 的不动点的第 }} {number} \\text{{ 个字母}}{}",
                        paper(&zh_with)
                    ),
                )
            }
            Style::Python => {
                let values: Vec<String> = self.values.iter().map(Integer::to_string).collect();
                same(format!(
                    "def g({name}):
    images, values = {:?}, [{}]
    h, i = list(images[0]), 1
    while len(h) <= {name} - {}:
        h.extend(images[h[i]])
        i += 1
    return values[h[{name} - {}]]",
                    self.images,
                    values.join(", "),
                    self.first,
                    self.first,
                ))
            }
            Style::Cpp => {
                if self.values.iter().any(|v| i64::try_from(v).is_err()) {
                    return same(super::too_large(name));
                }
                let values: Vec<String> = self.values.iter().map(Integer::to_string).collect();
                let body = format!(
                    "    static const std::vector<std::vector<int>> images{};
    const long long values[] = {{{}}};
    std::vector<int> h = images[0];
    for (size_t i = 1; (long long)h.size() <= {name} - {}; i++)
        h.insert(h.end(), images[h[i]].begin(), images[h[i]].end());
    return values[h[{name} - {}]];",
                    braced(&format!("{:?}", self.images)),
                    values.join(", "),
                    self.first,
                    self.first,
                );
                same(function(&[name.to_string()], &body))
            }
        }
    }
}

fn paper(text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!("\\text{{{text}}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(images: &[&[usize]], values: &[i64], count: usize) -> Vec<Integer> {
        let law = Morphic {
            first: 0,
            images: images.iter().map(|i| i.to_vec()).collect(),
            values: values.iter().map(|&v| v.into()).collect(),
        };
        law.prefix(count)
    }

    #[test]
    fn fixed_points_are_found_again() {
        let substitutions: [(&[&[usize]], &[i64]); 6] = [
            (&[&[0, 1], &[0]], &[0, 1]),
            (&[&[0, 1], &[0, 2], &[0]], &[1, 2, 3]),
            (&[&[0, 1], &[1, 0]], &[5, -3]),
            (&[&[0, 1, 1], &[0]], &[0, 1]),
            (&[&[0, 1, 2], &[2, 2], &[1]], &[7, 8, 9]),
            (&[&[0, 1, 0, 1, 1], &[1, 0, 0, 1, 0]], &[0, 1]),
        ];
        for (images, values) in substitutions {
            let shown = word(images, values, 400);
            let law = Morphic::guess(3, &shown[..200]).unwrap();
            assert_eq!(law.prefix(400), shown, "{law:?}");
            assert_eq!(law.value(3 + 399).as_ref(), shown.last());
        }
        // Neighbours tell letters apart that look alike.
        let coded = word(&[&[0, 1], &[2, 1], &[0, 2]], &[0, 1, 1], 400);
        if let Some(law) = Morphic::guess(0, &coded[..200]) {
            assert_eq!(law.prefix(400), coded);
        }
        let mut random = grundy::random::Random::new(7);
        let noise: Vec<Integer> = (0..200).map(|_| Integer::from(random.below(2))).collect();
        assert_eq!(Morphic::guess(0, &noise), None);
    }
}
