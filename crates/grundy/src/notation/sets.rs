//! Games as sets: `{}`, `{{},{{}}}`, `*3`, and sums of these.
//!
//! A game is the set of its options (Conway 1976): `{}` has none, `{{}}` has one.
//! The nimber `*n` is the game with the options `*0`, …, `*(n-1)`; so `*0` is `{}`,
//! `*1` is `{{}}` and `*2` is `{{},{{}}}`. A [`Form`] is such a set in its one
//! standard writing: nimbers written as such, every element once, in a fixed
//! order. Two texts for the same set give the same form.
//!
//! Two *games* are equal when their sum is a win for the previous player; by
//! Sprague and Grundy that is when their values are equal, however different
//! the sets: `{*1,*2}` is the empty game.
//!
//! ```
//! use grundy::notation::sets::{equal, read, write};
//! let sum = read("{ {}, {{}} } + {*2}").unwrap();
//! assert_eq!(write(&sum), "*2 + {*2}");
//! assert!(equal(&read("{*1,*2}").unwrap(), &read("{}").unwrap()));
//! assert!(equal(&sum, &read("*2").unwrap()));
//! ```
//!
//! Limits: texts of at most [`MAX_LENGTH`] bytes; braces may be nested as deeply
//! as that allows, since nothing here recurses.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::error::Error;
use crate::natural::{self, Natural, nim_sum};
use crate::notation::Reader;
use crate::text::Text;

/// The longest text that is read.
pub const MAX_LENGTH: usize = 1 << 22;

/// A game as a set, in its standard writing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form {
    text: String,
}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Form {
    /// The nimber `*n`.
    pub fn star(n: &Natural) -> Form {
        Form {
            text: write_star(n),
        }
    }

    /// The set of these games.
    pub fn of(elements: &[Form]) -> Form {
        let mut text = String::from("{");
        for (number, element) in elements.iter().enumerate() {
            if number > 0 {
                text.push(',');
            }
            text.push_str(&element.text);
        }
        text.push('}');
        // The parts are well written, so the whole is.
        let read = Tree::read(&mut Reader::new(&text));
        read.map_or(Form { text }, |tree| tree.form())
    }

    /// `n` if this is written `*n`.
    pub fn as_star(&self) -> Option<Natural> {
        if self.text == "{}" {
            return Some(Natural::ZERO);
        }
        natural::read(self.text.strip_prefix('*')?)
    }

    /// The elements of a set that is not written as a nimber, in order.
    fn listed(&self) -> impl Iterator<Item = &str> {
        let inner = self.text.strip_prefix('{');
        let inner = inner.and_then(|t| t.strip_suffix('}')).unwrap_or("");
        let mut rest = Some(inner).filter(|inner| !inner.is_empty());
        std::iter::from_fn(move || {
            let text = rest?;
            let mut depth = 0usize;
            let comma = text.bytes().position(|byte| {
                match byte {
                    b'{' => depth += 1,
                    b'}' => depth -= 1,
                    _ => {}
                }
                byte == b',' && depth == 0
            });
            rest = comma.map(|at| &text[at + 1..]);
            Some(comma.map_or(text, |at| &text[..at]))
        })
    }

    /// The elements in order: for `*n` these are `*0`, `*1`, ….
    pub fn elements(&self) -> impl Iterator<Item = Form> + '_ {
        let stars = self
            .as_star()
            .filter(|n| !n.is_zero())
            .map(|n| natural::from_to(0, &(n - 1u8)).map(|n| Form::star(&n)));
        let listed = self.listed().map(|text| Form {
            text: text.to_string(),
        });
        stars.into_iter().flatten().chain(listed)
    }

    /// Whether `element` is an element.
    pub fn contains(&self, element: &Form) -> bool {
        match (self.as_star(), element.as_star()) {
            (Some(n), Some(m)) => m < n,
            (Some(_), None) => false,
            (None, _) => self.listed().any(|text| text == element.text),
        }
    }

    /// The Grundy value.
    pub fn value(&self) -> Natural {
        // A form is well written, so it reads.
        let tree = Tree::read(&mut Reader::new(&self.text));
        tree.map_or(Natural::ZERO, |tree| tree.value())
    }

    /// The set with every nimber written out in braces; `None` if that takes
    /// more than `limit` bytes. (`*n` takes 2^n pairs of braces.)
    pub fn braces(&self, limit: usize) -> Option<String> {
        let mut text = String::new();
        let mut reader = Reader::new(&self.text);
        while let Some(c) = reader.peek() {
            if reader.eat("*") {
                let n = usize::try_from(&reader.natural().ok()?).ok()?;
                text.push_str(&star_in_braces(n, limit.checked_sub(text.len())?)?);
            } else {
                reader.eat_if(|_| true);
                text.push(c);
            }
            if text.len() > limit {
                return None;
            }
        }
        Some(text)
    }
}

fn write_star(n: &Natural) -> String {
    if n.is_zero() {
        return "{}".to_string();
    }
    format!("*{n}")
}

/// `*n` is `*(n-1)` with `*(n-1)` itself as one more element.
fn star_in_braces(n: usize, limit: usize) -> Option<String> {
    let mut text = String::from("{}");
    for number in 0..n {
        let comma = if number > 0 { "," } else { "" };
        if 2 * text.len() + 1 > limit {
            return None;
        }
        text = format!("{}{comma}{text}}}", &text[..text.len() - 1]);
    }
    Some(text)
}

/// A set as it was read: the nodes in the order in which they end, equal sets
/// being one node.
struct Tree {
    nodes: Vec<Node>,
    root: u32,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Node {
    Star(Natural),
    /// The elements, in increasing order of their numbers.
    Set(Vec<u32>),
}

impl Tree {
    fn read(reader: &mut Reader<'_>) -> Result<Tree, Error> {
        let mut tree = Tree {
            nodes: Vec::new(),
            root: 0,
        };
        let mut numbers: FxHashMap<Node, u32> = FxHashMap::default();
        // The sets that are open, with the elements read so far.
        let mut open: Vec<Vec<u32>> = Vec::new();
        loop {
            let node = if reader.eat("{") {
                open.push(Vec::new());
                if !reader.eat("}") {
                    continue;
                }
                tree.close(open.pop())
            } else if reader.eat("*") {
                Node::Star(reader.natural()?)
            } else if reader.peek() == Some('0') {
                reader.expect("0")?;
                Node::Star(Natural::ZERO)
            } else {
                return Err(reader.fail(Text::fixed("`{`, `*N` or `0`", " `{`、`*N` 或 `0`")));
            };
            let mut number = tree.number(&mut numbers, node);
            // The element is complete; it may complete the sets around it.
            loop {
                let Some(set) = open.last_mut() else {
                    tree.root = number;
                    return Ok(tree);
                };
                set.push(number);
                if reader.eat(",") {
                    break;
                }
                if !reader.eat("}") {
                    return Err(reader.fail(Text::fixed("`,` or `}`", " `,` 或 `}`")));
                }
                let node = tree.close(open.pop());
                number = tree.number(&mut numbers, node);
            }
        }
    }

    /// The node of a set: a nimber if its elements are `*0`, …, `*(n-1)`.
    fn close(&self, elements: Option<Vec<u32>>) -> Node {
        let mut elements = elements.unwrap_or_default();
        elements.sort_unstable();
        elements.dedup();
        let mut stars: Vec<&Natural> = elements
            .iter()
            .map_while(|element| match &self.nodes[*element as usize] {
                Node::Star(n) => Some(n),
                Node::Set(_) => None,
            })
            .collect();
        stars.sort_unstable();
        let counted = (0u64..).zip(&stars).all(|(k, n)| **n == Natural::from(k));
        if counted && stars.len() == elements.len() {
            return Node::Star(Natural::from(stars.len()));
        }
        Node::Set(elements)
    }

    fn number(&mut self, numbers: &mut FxHashMap<Node, u32>, node: Node) -> u32 {
        let nodes = &mut self.nodes;
        *numbers.entry(node).or_insert_with_key(|node| {
            nodes.push(node.clone());
            nodes.len() as u32 - 1
        })
    }

    fn value(&self) -> Natural {
        // Elements have smaller numbers than their sets.
        let mut values: Vec<Natural> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let value = match node {
                Node::Star(n) => n.clone(),
                Node::Set(elements) => {
                    let mut seen = vec![false; elements.len() + 1];
                    for element in elements {
                        let place = natural::small(&values[*element as usize]);
                        let place = place.and_then(|place| usize::try_from(place).ok());
                        if let Some(seen) = place.and_then(|place| seen.get_mut(place)) {
                            *seen = true;
                        }
                    }
                    let mex = seen.iter().position(|seen| !seen);
                    Natural::from(mex.unwrap_or(0))
                }
            };
            values.push(value);
        }
        values.swap_remove(self.root as usize)
    }

    /// The place of each node in the fixed order of all sets: nimbers first,
    /// by size; then sets by depth, and among those of one depth by their
    /// elements. (The method of Aho, Hopcroft and Ullman for trees.)
    fn ranks(&self) -> Vec<u32> {
        let mut depth = vec![0u32; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            if let Node::Set(elements) = node {
                let deepest = elements.iter().map(|e| depth[*e as usize]).max();
                depth[number] = 1 + deepest.unwrap_or(0);
            }
        }
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        order.sort_by_key(|number| depth[*number as usize]);
        let mut ranks = vec![0u32; self.nodes.len()];
        let mut next = 0;
        for level in order.chunk_by_mut(|a, b| depth[*a as usize] == depth[*b as usize]) {
            level.sort_by_cached_key(|number| match &self.nodes[*number as usize] {
                Node::Star(n) => (Some(n.clone()), Vec::new()),
                Node::Set(elements) => (None, self.ordered(elements, &ranks)),
            });
            for number in level.iter() {
                ranks[*number as usize] = next;
                next += 1;
            }
        }
        ranks
    }

    fn ordered(&self, elements: &[u32], ranks: &[u32]) -> Vec<u32> {
        let mut ordered: Vec<u32> = elements.iter().map(|e| ranks[*e as usize]).collect();
        ordered.sort_unstable();
        ordered
    }

    /// The standard writing.
    fn form(&self) -> Form {
        let ranks = self.ranks();
        let mut text = String::new();
        // What is still to be written, the next piece last.
        enum Piece {
            Node(u32),
            Comma,
            Close,
        }
        let mut pieces = vec![Piece::Node(self.root)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Comma => text.push(','),
                Piece::Close => text.push('}'),
                Piece::Node(number) => match &self.nodes[number as usize] {
                    Node::Star(n) => text.push_str(&write_star(n)),
                    Node::Set(elements) => {
                        text.push('{');
                        pieces.push(Piece::Close);
                        let mut ordered = elements.clone();
                        ordered.sort_unstable_by_key(|e| ranks[*e as usize]);
                        for (place, element) in ordered.iter().enumerate().rev() {
                            pieces.push(Piece::Node(*element));
                            if place > 0 {
                                pieces.push(Piece::Comma);
                            }
                        }
                    }
                },
            }
        }
        Form { text }
    }
}

/// Reads a sum of games: `{*1,*2} + *3`.
pub fn read(text: &str) -> Result<Vec<Form>, Error> {
    if text.len() > MAX_LENGTH {
        return Err(Reader::new(text).fail(Text::new(
            format!("a text of at most {MAX_LENGTH} bytes"),
            format!("不超过 {MAX_LENGTH} 字节的文本"),
        )));
    }
    super::read_sum(text, |reader| Tree::read(reader).map(|tree| tree.form()))
}

/// Writes a sum of games.
pub fn write(sum: &[Form]) -> String {
    if sum.is_empty() {
        return "{}".to_string();
    }
    super::write_sum(sum, Form::to_string)
}

/// The Grundy value of a sum.
pub fn value(sum: &[Form]) -> Natural {
    nim_sum(&sum.iter().map(Form::value).collect::<Vec<_>>())
}

/// Whether two sums are equal as games: their sum is P.
pub fn equal(one: &[Form], other: &[Form]) -> bool {
    value(one) == value(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn one(text: &str) -> Form {
        read(text).unwrap().remove(0)
    }

    #[test]
    fn every_writing_of_a_set_gives_one_form() {
        let same = [
            ("{}", "*0"),
            ("0", "{ }"),
            ("{{}}", "*1"),
            ("{{{}},{}}", "*2"),
            ("{*2,*0,*1}", "*3"),
            ("{{*2},*5,{*2},*5}", "{*5,{*2}}"),
            ("{{{*7}},{*9}}", "{{*9},{{*7}}}"),
        ];
        for (a, b) in same {
            assert_eq!(one(a), one(b), "{a} {b}");
        }
        assert_ne!(one("{*1}"), one("*2"));
        assert_eq!(one("*3").braces(1000).unwrap(), "{{},{{}},{{},{{}}}}");
        assert_eq!(one("*40").braces(1000), None);
        assert_eq!(
            read("*5").unwrap()[0].braces(1 << 10).map(|t| one(&t)),
            Some(one("*5"))
        );
    }

    #[test]
    fn a_million_nested_braces_need_no_call_stack() {
        let depth = 1_000_000;
        let text = "{".repeat(depth) + &"}".repeat(depth);
        let form = one(&text);
        // {}, {{}}, {{{}}}, … have the values 0, 1, 0, 1, …
        assert_eq!(form.value(), Natural::from((depth as u32 - 1) % 2));
        assert!(read(&text[1..]).is_err());
        assert!(read(&"{".repeat(depth)).is_err());
        assert!(read(&"{".repeat(MAX_LENGTH + 1)).is_err());
    }

    #[test]
    fn malformed_sets_are_refused_with_a_column() {
        for (text, at) in [
            ("{*1,}", 5),
            ("{", 2),
            ("*", 2),
            ("{}{}", 3),
            ("{{}", 4),
            ("", 1),
        ] {
            match read(text) {
                Err(Error::BadPosition { column, .. }) => assert_eq!(column, at, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    /// The value by the definition, one element at a time.
    fn by_definition(form: &Form) -> u32 {
        let options: Vec<u32> = form.elements().map(|e| by_definition(&e)).collect();
        crate::solve::mex(&options, &mut Vec::new())
    }

    fn small_form() -> impl Strategy<Value = Form> {
        let leaf = (0u8..4).prop_map(|n| Form::star(&n.into()));
        leaf.prop_recursive(4, 24, 4, |inner| {
            proptest::collection::vec(inner, 0..4).prop_map(|elements| Form::of(&elements))
        })
    }

    proptest! {
        #[test]
        fn forms_are_read_back_and_valued_by_the_definition(form in small_form()) {
            prop_assert_eq!(one(form.text.as_str()), form.clone());
            prop_assert_eq!(form.value(), Natural::from(by_definition(&form)));
            for element in form.elements() {
                prop_assert!(form.contains(&element));
                prop_assert_eq!(one(&element.text), element);
            }
        }

        #[test]
        fn equality_is_a_lost_sum(a in small_form(), b in small_form()) {
            use crate::games::sets::Sets;
            use crate::outcome::{Convention, Outcome};
            use crate::solve::outcomes::{Order, outcome};
            let mut meter = crate::budget::Budget::default().meter("search");
            let sum = [a.clone(), b.clone()];
            let lost = outcome(&Sets, &sum, Convention::Normal, Order::Hint, &mut meter).unwrap();
            prop_assert_eq!(equal(&[a], &[b]), lost == Outcome::P);
        }
    }
}
