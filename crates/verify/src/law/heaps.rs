//! Certificates of laws for any number of heaps.
//!
//! `state h[d]` is a row of d heaps, and d is a parameter: Nim, staircase Nim and their kin for **all** d. A
//! certificate claims
//!
//! > g(h) = t(h_0) ⊕ t(h_1) ⊕ … ⊕ t(h_{d-1}),
//!
//! where what a heap counts, t(x), depends on its place modulo C: x itself, nothing, or x modulo a number.
//!
//! **Theorem** (after Sprague and Grundy: the argument of Bouton). A move chooses a place i in a range, and looks at
//! and changes only heaps at fixed distances from i (*touched* heaps). *Premises*, for all d ≥ D:
//!
//! 1. Every touched heap exists wherever the range of i allows i, and the rules have an exact meaning there.
//! 2. Of the touched heaps that a move changes the one with the highest place becomes smaller (`order down`), or the
//!    one with the lowest (`order up`).
//! 3. No move leaves the xor of what the touched heaps count as it was.
//! 4. For every place p < d, every size of its heap, **whatever the other touched heaps hold**, and every w < t(h_p) there is a
//!    move that touches p and after which the touched heaps count together what they did before, with w for t(h_p).
//!
//! *Then* the claim is true of all positions and all d ≥ D.
//!
//! *Proof.* By 2 positions with d heaps are well ordered along moves, lexicographically. Let G be the xor that is
//! claimed. A move changes it by the xor of what touched heaps counted and count, which is not 0 by 3: no option has
//! the value G. Let w < G and u = G ⊕ w. The highest digit 1 of u is one of G, since w < G; so some
//! t(h_p) has it, and t(h_p) ⊕ u < t(h_p). By 4 there is a move that puts t(h_p) ⊕ u in the place of t(h_p), and leads to G ⊕ u = w. ∎
//!
//! **Greedy Nim.** With `only the greatest` every move has the condition that no heap is greater than the one at i, and the rest of
//! the rules is that of Nim: by 1, 2 and 4, for one touched heap that counts itself, the heap at any place may become any smaller
//! one and nothing else. *Then* a position is lost exactly if all heaps are empty, or the greatest size occurs an even number of times (Albert and
//! Nowakowski 2004). *Proof.* Let M > 0 be the greatest size and c how often it occurs. If c is even, every move leaves c - 1 of
//! them, an odd number. If c ≥ 3 is odd, a heap M that becomes empty leaves c - 1 > 0. If c = 1, let M' be the greatest size of the other
//! heaps and c' how often it occurs: if M' = 0, M becomes empty; else M becomes M' if c' is odd, and empty if c' is even. So the
//! stated positions have no option among them, and all others have one. ∎
//!
//! The premises speak of one place and the heaps near it, with d, i and the heaps as numbers: each is decided digit by
//! digit as those of laws are ([`super`]).
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_verify::law::heaps::check;
//! let text = "grundy heaps certificate 1
//! for d from 1
//! game nim
//! rules 3 lines
//! game nim(d = 3)
//! state h[d]
//! move take(i in 0..d-1, k in 1..h[i]) -> [h[i := h[i]-k]]
//! order down
//! heap 0 of 1 counts itself
//! ";
//! let nim = check(&grundy::notation::sealed::seal(text), &Budget::default()).unwrap();
//! assert_eq!(nim.certificate().law().to_string(), "g(h) = the xor of all h[i]");
//! let lie = text.replace("counts itself", "counts modulo 4");
//! assert!(check(&grundy::notation::sealed::seal(&lie), &Budget::default()).is_err());
//! ```
//!
//! Limits: the state is one array whose length is the parameter; a move chooses one place, or names fixed ones, and
//! leads to the same row with some heaps changed; normal play.

use std::fmt::{self, Write};

use grundy::budget::{Budget, Meter};
use grundy::error::Error;
use grundy::notation::sealed;
use grundy::text::Text;
use grundy_lang::ast::{self, Clause, Domain, Expr, Kind, Statement, Target};

use super::certificate::{Source, read_source};
use super::form::{Bits, Form, Guard, Reason};
use super::lower::Move;
use super::numeration::Numeration;
use super::search::{Block, Question, find};
use super::{Builder, MOST_LETTERS, cannot, read_rules};
use crate::{refuse, refused};

/// The first line.
pub const TITLE: &str = "grundy heaps certificate 1";
/// The most classes of places, and the largest modulus.
const MOST_CLASSES: usize = 16;
const LARGEST: i64 = 1 << 16;
/// How deep an expression may be nested.
const DEEPEST: usize = 64;

/// What a heap counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Nothing.
    Nothing,
    /// Its size.
    Itself,
    /// Its size modulo a number.
    Modulo(i64),
}

impl Counts {
    /// What a heap of this size counts.
    pub fn of(self, size: i64) -> i64 {
        match self {
            Counts::Nothing => 0,
            Counts::Itself => size,
            Counts::Modulo(modulus) => size.rem_euclid(modulus.max(1)),
        }
    }
}

/// A claim about rows of any number of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules.
    pub source: Source,
    /// The parameter that is the number of heaps.
    pub parameter: String,
    /// The least number of heaps.
    pub least: i64,
    /// Whether the highest place that changes becomes smaller, not the lowest.
    pub down: bool,
    /// What heaps count, by their place modulo the number of these.
    pub classes: Vec<Counts>,
    /// Whether moves are allowed in a greatest heap only, and the claim is about who loses.
    pub greatest: bool,
    /// The name of the array.
    pub array: String,
}

impl Certificate {
    /// The value that is claimed of a row.
    pub fn value(&self, heaps: &[i64]) -> i64 {
        let counts = heaps.iter().zip(self.classes.iter().cycle());
        counts.fold(0, |sum, (heap, class)| sum ^ class.of(*heap))
    }

    /// Whether a row is claimed to be lost.
    pub fn is_lost(&self, heaps: &[i64]) -> bool {
        let greatest = heaps.iter().max().copied().unwrap_or(0);
        let count = heaps.iter().filter(|heap| **heap == greatest).count();
        match self.greatest {
            true => greatest == 0 || count.is_multiple_of(2),
            false => self.value(heaps) == 0,
        }
    }

    /// The law as a sentence.
    pub fn law(&self) -> Text {
        if self.greatest {
            let h = &self.array;
            return Text::new(
                format!(
                    "{h} is P exactly if all heaps are empty, or the greatest size occurs an even number of times"
                ),
                format!("{h} 为 P 态，当且仅当各堆皆空，或最大堆的个数为偶数"),
            );
        }
        let (h, classes) = (&self.array, self.classes.len());
        let (mut en, mut zh) = (Vec::new(), Vec::new());
        for (rest, class) in self.classes.iter().enumerate() {
            let term = match class {
                Counts::Nothing => continue,
                Counts::Itself => format!("{h}[i]"),
                Counts::Modulo(modulus) => format!("({h}[i] mod {modulus})"),
            };
            match classes {
                1 => {
                    en.push(format!("all {term}"));
                    zh.push(format!("所有 {term}"));
                }
                _ => {
                    en.push(format!("the {term} with i mod {classes} = {rest}"));
                    zh.push(format!("i mod {classes} = {rest} 的 {term}"));
                }
            }
        }
        match en.is_empty() {
            true => Text::new(format!("g({h}) = 0"), format!("g({h}) = 0")),
            false => Text::new(
                format!("g({h}) = the xor of {}", en.join(" and of ")),
                format!("g({h}) = {}的异或", zh.join("与")),
            ),
        }
    }

    /// Reads a certificate. That says nothing yet about its claim.
    pub fn read(text: &str) -> Result<Certificate, Error> {
        let Some(body) = sealed::open(text) else {
            return refuse(
                "its checksum does not fit: it was cut short or damaged",
                "校验和不符：证书被截断或损坏",
            );
        };
        let mut lines = body.lines();
        if lines.next() != Some(TITLE) {
            return refuse(
                format!("it does not begin with `{TITLE}`"),
                format!("开头不是 `{TITLE}`"),
            );
        }
        let wrong = |line: &str| {
            let shown: String = line.chars().take(60).collect();
            refused(
                format!("it cannot be read at `{shown}`"),
                format!("无法读取，位于 `{shown}`"),
            )
        };
        let family = lines.next().unwrap_or("");
        let words: Vec<&str> = family.split(' ').collect();
        let ["for", parameter, "from", least] = words[..] else {
            return Err(wrong(family));
        };
        let least = least.parse().ok().filter(|d| (1..=LARGEST).contains(d));
        let least = least.ok_or_else(|| wrong(family))?;
        let source = read_source(&mut lines)?;
        let order = lines.next().unwrap_or("");
        let down = match order {
            "order down" => true,
            "order up" => false,
            _ => return Err(wrong(order)),
        };
        let mut classes = Vec::new();
        let mut stated = Vec::new();
        let mut greatest = false;
        for line in lines {
            if line == "only the greatest" && !greatest {
                greatest = true;
                continue;
            }
            let words: Vec<&str> = line.split(' ').collect();
            let ["heap", rest, "of", many, "counts", ref what @ ..] = words[..] else {
                return Err(wrong(line));
            };
            if rest != classes.len().to_string() || classes.len() == MOST_CLASSES {
                return Err(wrong(line));
            }
            stated.push(many.to_string());
            classes.push(match what[..] {
                ["nothing"] => Counts::Nothing,
                ["itself"] => Counts::Itself,
                ["modulo", modulus] => {
                    let modulus = modulus.parse().ok();
                    let modulus = modulus.filter(|m| (1..=LARGEST).contains(m));
                    Counts::Modulo(modulus.ok_or_else(|| wrong(line))?)
                }
                _ => return Err(wrong(line)),
            });
        }
        let many = classes.len().to_string();
        if greatest && (classes[..] != [Counts::Itself] || !down) {
            return Err(wrong("only the greatest"));
        }
        if classes.is_empty() || stated.iter().any(|stated| *stated != many) {
            return Err(wrong("heap"));
        }
        let array = array_of(&source, parameter)?;
        Ok(Certificate {
            source,
            parameter: parameter.to_string(),
            least,
            down,
            classes,
            greatest,
            array,
        })
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = &self.source;
        let mut text = format!("{TITLE}\nfor {} from {}\n", self.parameter, self.least);
        writeln!(text, "game {}", source.name.replace('\n', " "))?;
        for (name, value) in &source.parameters {
            writeln!(text, "set {name} = {value}")?;
        }
        writeln!(text, "rules {} lines", source.text.lines().count())?;
        { source.text.lines() }.try_for_each(|line| writeln!(text, "{line}"))?;
        writeln!(text, "order {}", if self.down { "down" } else { "up" })?;
        let many = self.classes.len();
        for (rest, class) in self.classes.iter().enumerate() {
            write!(text, "heap {rest} of {many} counts ")?;
            match class {
                Counts::Nothing => writeln!(text, "nothing")?,
                Counts::Itself => writeln!(text, "itself")?,
                Counts::Modulo(modulus) => writeln!(text, "modulo {modulus}")?,
            }
        }
        if self.greatest {
            text.push_str("only the greatest\n");
        }
        f.write_str(&sealed::seal(&text))
    }
}

/// A certificate whose claim was verified. Only [`check`] makes one.
#[derive(Clone, Debug)]
pub struct Theorem {
    certificate: Certificate,
    nodes: u64,
}

impl Theorem {
    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// How many nodes were searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

fn no<T>(en: &str, zh: &str) -> Result<T, Error> {
    refuse(en.to_string(), zh.to_string())
}

fn parsed(source: &Source) -> Result<ast::File, Error> {
    let file = grundy_lang::parse(&source.text);
    file.map_err(|_| refused("its rules cannot be read", "无法读取其规则"))
}

/// The name of the array whose length is the parameter.
fn array_of(source: &Source, parameter: &str) -> Result<String, Error> {
    for line in &parsed(source)?.lines {
        if let Statement::State(coordinates, None) = &line.statement
            && let [only] = &coordinates[..]
            && let (Some(length), None) = (&only.length, &only.domain)
            && matches!(&length.kind, Kind::Name(name) if name == parameter)
        {
            return Ok(only.name.text.clone());
        }
    }
    refuse(
        format!("its state is not an array of length `{parameter}`"),
        format!("其状态不是长度为 `{parameter}` 的数组"),
    )
}

/// A move near one place: variables are the number of heaps, the place, the touched heaps, the chosen numbers.
struct Local {
    mv: Move,
    /// Where the place may be, by its own range alone.
    range: Guard,
    /// The distances of the touched heaps from the place, ascending.
    touched: Vec<i64>,
}

/// The variables of the number of heaps and of the place.
const D: usize = 0;
const I: usize = 1;

/// Reads moves near one place.
struct Reader<'r> {
    source: &'r Source,
    certificate: &'r Certificate,
    /// The parameters that stay, as written.
    parameters: String,
    /// The name that chooses the place of the move that is read, where only a greatest heap may change.
    chosen: Option<String>,
}

/// Where a move is.
struct Place {
    /// The name of the chosen place; none where places are fixed.
    name: Option<String>,
    /// The distances that occur.
    touched: Vec<i64>,
}

impl Reader<'_> {
    /// The distance of an index from the chosen place, or a fixed place.
    fn index(&self, expr: &Expr) -> Option<(Option<String>, i64)> {
        let number = |e: &Expr| match e.kind {
            Kind::Number(number) if number.abs() <= 64 => Some(number),
            _ => None,
        };
        match &expr.kind {
            Kind::Name(name) => Some((Some(name.clone()), 0)),
            Kind::Number(_) => Some((None, number(expr)?)),
            Kind::Binary("+", a, b) => match &a.kind {
                Kind::Name(name) => Some((Some(name.clone()), number(b)?)),
                _ => None,
            },
            Kind::Binary("-", a, b) => match &a.kind {
                Kind::Name(name) => Some((Some(name.clone()), -number(b)?)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Notes where the array is looked at; `false` if that is not near one place.
    fn look(&self, expr: &Expr, place: &mut Vec<(Option<String>, i64)>, depth: usize) -> bool {
        let array = &self.certificate.array;
        if depth > DEEPEST {
            return false;
        }
        let mut each = |all: &[&Expr]| all.iter().all(|e| self.look(e, place, depth + 1));
        match &expr.kind {
            Kind::Number(_) | Kind::Truth(_) => true,
            // The whole array is more than what is near.
            Kind::Name(name) => name != array,
            Kind::Unary(_, a) => each(&[a]),
            Kind::Binary(_, a, b) => each(&[a, b]),
            Kind::Chain(terms, _) => each(&terms.iter().collect::<Vec<_>>()),
            Kind::InRange(a, b, c) | Kind::Choice(a, b, c) => each(&[a, b, c]),
            Kind::InSet(a, set) => each(&[a]) && each(&set.iter().collect::<Vec<_>>()),
            Kind::Call(_, arguments) => each(&arguments.iter().collect::<Vec<_>>()),
            Kind::Index(name, index) if name.text == *array => {
                let found = self.index(index);
                let known = found.is_some();
                place.extend(found);
                known
            }
            _ => false,
        }
    }

    /// The text of an expression with the touched heaps as names.
    fn written(&self, expr: &Expr, place: &Place) -> String {
        let array = &self.certificate.array;
        let mut edits = Vec::new();
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match &expr.kind {
                Kind::Unary(_, a) => open.push(a),
                Kind::Binary(_, a, b) => open.extend([&**a, &**b]),
                Kind::Chain(terms, _) => open.extend(terms),
                Kind::InRange(a, b, c) | Kind::Choice(a, b, c) => {
                    open.extend([&**a, &**b, &**c]);
                }
                Kind::InSet(a, set) => {
                    open.push(a);
                    open.extend(set);
                }
                Kind::Call(_, arguments) => open.extend(arguments),
                Kind::Index(name, index) if name.text == *array => {
                    if let Some((_, at)) = self.index(index) {
                        edits.push((expr.span, cell(&place.touched, at)));
                    }
                }
                _ => {}
            }
        }
        edits.sort_by_key(|(span, _)| span.start);
        let mut text = String::new();
        let mut at = expr.span.start;
        let source = &self.source.text;
        for (span, by) in edits {
            text.push_str(source.get(at..span.start).unwrap_or(""));
            text.push_str(&by);
            at = span.end;
        }
        text.push_str(source.get(at..expr.span.end).unwrap_or(""));
        format!("({text})")
    }

    /// The conditions but that the heap at the chosen place is a greatest one; `None` if that is not said, or of
    /// another place than the one that changes.
    fn without_greatest(&self, clauses: &[Clause]) -> Option<Vec<Clause>> {
        let mut kept = Vec::new();
        let mut said = false;
        for clause in clauses {
            let Clause::If(condition) = clause else {
                kept.push(clause.clone());
                continue;
            };
            // What stands below `and` is asked one after the other.
            let mut open = vec![condition];
            while let Some(expr) = open.pop() {
                match &expr.kind {
                    Kind::Binary("and", a, b) => open.extend([&**b, &**a]),
                    _ if self.is_greatest(expr) => said = true,
                    _ => kept.push(Clause::If(expr.clone())),
                }
            }
        }
        said.then_some(kept)
    }

    /// `all(j in 0..d-1: h[j] <= h[i])` or `h[i] = max(h)`. There is one name for places, and touched heaps are at
    /// the place itself: so i is the chosen place.
    fn is_greatest(&self, expr: &Expr) -> bool {
        let (array, d) = (&self.certificate.array, &self.certificate.parameter);
        let place = |e: &Expr| match &e.kind {
            Kind::Index(name, index) if name.text == *array => match &index.kind {
                Kind::Name(at) => Some(at.clone()),
                _ => None,
            },
            _ => None,
        };
        let is_chosen = |at: Option<String>| at.is_some() && at == self.chosen;
        match &expr.kind {
            Kind::Chain(terms, signs) if signs[..] == ["="] => {
                let whole = matches!(&terms[1].kind, Kind::Call(name, arguments)
                    if name.text == "max" && matches!(&arguments[..], [only]
                        if matches!(&only.kind, Kind::Name(of) if of == array)));
                whole && is_chosen(place(&terms[0]))
            }
            Kind::Quantified(which, binders, body) if which.text == "all" => {
                let [binder] = &binders[..] else {
                    return false;
                };
                let ([j], Domain::Range(from, to)) = (&binder.names[..], &binder.domain) else {
                    return false;
                };
                let is = |e: &Expr, n: i64| matches!(e.kind, Kind::Number(m) if m == n);
                let last = matches!(&to.kind, Kind::Binary("-", a, b)
                    if matches!(&a.kind, Kind::Name(of) if of == d) && is(b, 1));
                let Kind::Chain(terms, signs) = &body.kind else {
                    return false;
                };
                let (less, more) = match signs[..] {
                    ["<="] => (&terms[0], &terms[1]),
                    [">="] => (&terms[1], &terms[0]),
                    _ => return false,
                };
                is(from, 0)
                    && last
                    && place(less).as_ref() == Some(&j.text)
                    && is_chosen(place(more))
            }
            _ => false,
        }
    }

    fn read(
        &self,
        name: &str,
        binders: &[ast::Binder],
        clauses: &[Clause],
        target: &Target,
    ) -> Result<Vec<Local>, Error> {
        let far = || {
            refused(
                format!("the move `{name}` is not one near a place"),
                format!("着法 `{name}` 并非只涉及某处附近"),
            )
        };
        let Target::Sum(parts) = target else {
            return Err(far());
        };
        let stripped;
        let clauses = match self.certificate.greatest {
            true => {
                stripped = self.without_greatest(clauses).ok_or_else(far)?;
                &stripped[..]
            }
            false => clauses,
        };
        let array = &self.certificate.array;
        let updates = match &parts[..] {
            [part] if part.game.is_none() => match &part.at[..] {
                [
                    Expr {
                        kind: Kind::Update(updated, updates),
                        ..
                    },
                ] if updated.text == *array => updates,
                _ => return Err(far()),
            },
            _ => return Err(far()),
        };
        // Every place that is looked at or changed.
        let mut places = Vec::new();
        let mut near = true;
        for binder in binders {
            near &= match &binder.domain {
                Domain::Range(a, b) => self.look(a, &mut places, 0) && self.look(b, &mut places, 0),
                Domain::Set(tuples) => {
                    let mut all = tuples.iter();
                    all.all(|t| t.len() == 1 && self.look(&t[0], &mut places, 0))
                }
            } && binder.names.len() == 1;
        }
        for clause in clauses {
            near &= match clause {
                Clause::If(e) | Clause::Let(_, e) => self.look(e, &mut places, 0),
            };
        }
        for (index, value) in updates {
            let found = self.index(index);
            near &= found.is_some() && self.look(value, &mut places, 0);
            places.extend(found);
        }
        let chosen: Option<String> = places.first().and_then(|p| p.0.clone());
        if !near || places.iter().any(|(name, _)| *name != chosen) {
            return Err(far());
        }
        let mut touched: Vec<i64> = places.iter().map(|p| p.1).collect();
        touched.sort_unstable();
        touched.dedup();
        if self.certificate.greatest && touched[..] != [0] {
            return Err(far());
        }
        let place = Place {
            name: chosen,
            touched,
        };
        self.lowered(name, binders, clauses, updates, place)
    }

    /// The move as one of a game of single numbers, lowered.
    fn lowered(
        &self,
        name: &str,
        binders: &[ast::Binder],
        clauses: &[Clause],
        updates: &[(Expr, Expr)],
        place: Place,
    ) -> Result<Vec<Local>, Error> {
        let at = place.name.clone().unwrap_or("the_place".to_string());
        let mut conditions = Vec::new();
        let mut chosen = Vec::new();
        // What is looked at before a condition is not saved by it: of a heap that is looked at it
        // must follow from the range of the place alone that it is there.
        let mut range = format!("if {at} = 0");
        for binder in binders {
            let own = &binder.names[0].text;
            let is_place = place.name.as_ref() == Some(own);
            match &binder.domain {
                Domain::Range(a, b) => {
                    let (a, b) = (self.written(a, &place), self.written(b, &place));
                    match is_place {
                        true => range = format!("if {own} >= {a} and {own} <= {b}"),
                        false => chosen.push(format!("{own} in {a}..{b}")),
                    }
                }
                Domain::Set(tuples) => {
                    let each = tuples.iter().map(|t| self.written(&t[0], &place));
                    let each = each.collect::<Vec<_>>().join(", ");
                    match is_place {
                        true => range = format!("if {own} in {{{each}}}"),
                        false => chosen.push(format!("{own} in {{{each}}}")),
                    }
                }
            }
        }
        // Fixed places are distances from the place 0; any other is chosen.
        if let Some(own) = &place.name
            && !binders.iter().any(|b| b.names[0].text == *own)
        {
            return no("a place is not chosen from a range", "某处并非取自一个范围");
        }
        conditions.insert(0, range.clone());
        for clause in clauses {
            conditions.push(match clause {
                Clause::If(e) => format!("if {}", self.written(e, &place)),
                Clause::Let(name, e) => {
                    format!("let {} = {}", name.text, self.written(e, &place))
                }
            });
        }
        let cells: Vec<String> = { place.touched.iter() }
            .map(|&t| cell(&place.touched, t))
            .collect();
        let mut after = cells.clone();
        for (index, value) in updates {
            let (_, distance) = self.index(index).unwrap_or((None, 0));
            let found = place.touched.iter().position(|t| *t == distance);
            after[found.unwrap_or(0)] = self.written(value, &place);
        }
        let d = &self.certificate.parameter;
        let text = format!(
            "game near{}\nstate {d}, {at}, {}\nmove near{} {} -> [{d}, {at}, {}]\n",
            self.parameters,
            cells.join(", "),
            match chosen.is_empty() {
                true => String::new(),
                false => format!("({})", chosen.join(", ")),
            },
            conditions.join(" "),
            after.join(", ")
        );
        let read = |text: String| {
            let source = Source {
                text,
                ..self.source.clone()
            };
            let mut meter = Budget::current().meter("check");
            read_rules(&source, Numeration::BINARY, &mut meter)
        };
        let alone = read(format!(
            "game near{}\nstate {d}, {at}\nmove near {range} -> [{d}, {at}]\n",
            self.parameters
        ))?;
        let ([only], []) = (&alone.moves[..], &alone.troubles[..]) else {
            return no("the range of a place is not plain", "某处的范围并不明确");
        };
        // It is asked alone, where there is no room for numbers of its own.
        if only.binders > 0 {
            return no("the range of a place is not plain", "某处的范围并不明确");
        }
        let range = only.guard.clone();
        let rules = read(text)?;
        if !rules.troubles.is_empty() {
            return refuse(
                format!("the move `{name}` may have no exact meaning"),
                format!("着法 `{name}` 可能没有确切含义"),
            );
        }
        let fits = |mv: &Move| {
            let whole = matches!(&mv.target[..], [part] if part.len() == 2 + cells.len());
            whole && (0..2).all(|at| mv.target[0][at].as_variable() == Some(at))
        };
        if !rules.moves.iter().all(fits) || !rules.are_unbounded() {
            return no("a move changes its place", "有着法改变了其所在");
        }
        let moves = rules.moves.into_iter().map(|mv| Local {
            mv,
            range: range.clone(),
            touched: place.touched.clone(),
        });
        Ok(moves.collect())
    }
}

/// The name in the index of the first heap that a move changes.
fn changed_place(target: &Target) -> Option<String> {
    let Target::Sum(parts) = target else {
        return None;
    };
    let Kind::Update(_, updates) = &parts.first()?.at.first()?.kind else {
        return None;
    };
    match &updates.first()?.0.kind {
        Kind::Name(name) => Some(name.clone()),
        _ => None,
    }
}

/// The name of a touched heap.
fn cell(touched: &[i64], at: i64) -> String {
    let number = touched.iter().position(|t| *t == at);
    format!("heap_{}", number.unwrap_or(touched.len()))
}

/// Verifies a certificate. If its claim is not true, or does not follow, the error tells which premise fails.
pub fn check(text: &str, budget: &Budget) -> Result<Theorem, Error> {
    let certificate = Certificate::read(text)?;
    let mut meter = budget.meter("check");
    let file = parsed(&certificate.source)?;
    let mut reader = Reader {
        source: &certificate.source,
        certificate: &certificate,
        parameters: String::new(),
        chosen: None,
    };
    let (mut games, mut states, mut known) = (0, 0, false);
    let mut moves = Vec::new();
    for line in &file.lines {
        match &line.statement {
            Statement::Game(_, parameters) => {
                games += 1;
                let others = parameters.iter();
                known |= others.clone().any(|(n, _)| n.text == certificate.parameter);
                let others = others.filter(|(name, _)| name.text != certificate.parameter);
                let written = others.map(|(name, value)| {
                    let span = value.span;
                    let value = certificate.source.text.get(span.start..span.end);
                    format!("{} = {}", name.text, value.unwrap_or("0"))
                });
                let written = written.collect::<Vec<_>>().join(", ");
                if !written.is_empty() {
                    reader.parameters = format!("({written})");
                }
            }
            Statement::State(_, None) => states += 1,
            Statement::Move {
                name,
                binders,
                clauses,
                target,
            } => {
                reader.chosen = changed_place(target);
                moves.extend(reader.read(&name.text, binders, clauses, target)?);
            }
            Statement::Expect(_)
            | Statement::Conjecture(_)
            | Statement::Start(..)
            | Statement::Show(..) => {}
            Statement::Play(name, None) if name.text == "normal" => {}
            _ => {
                return no(
                    "its rules have a statement that rows of heaps do not have",
                    "其规则含有堆列所没有的语句",
                );
            }
        }
    }
    if games != 1 || states != 1 || !known {
        return no(
            "its rules are not one game with that parameter",
            "其规则不是带该参数的单个游戏",
        );
    }
    super::family::compiles(&certificate.source, &file)?;
    let checker = Checker {
        certificate: &certificate,
        moves: &moves,
    };
    for local in &moves {
        checker.exists(local, &mut meter)?;
        checker.order(local, &mut meter)?;
        checker.changes(local, &mut meter)?;
    }
    checker.reaches(&mut meter)?;
    Ok(Theorem {
        certificate,
        nodes: meter.states(),
    })
}

struct Checker<'c> {
    certificate: &'c Certificate,
    moves: &'c [Local],
}

/// Conditions on variables, of which new ones can be made.
struct Asked {
    variables: usize,
    guards: Vec<Guard>,
}

impl Asked {
    fn fresh(&mut self) -> Form {
        self.variables += 1;
        Form::variable(self.variables - 1)
    }

    /// What a heap of this size counts, as a form; `None` for nothing.
    fn counted(&mut self, counts: Counts, size: &Form) -> Result<Option<Form>, Reason> {
        Ok(match counts {
            Counts::Nothing => None,
            Counts::Itself => Some(size.clone()),
            Counts::Modulo(modulus) => {
                let rest = self.fresh();
                let below = Guard::at_most(&rest, &Form::constant(modulus - 1))?;
                let same = Guard::Remainder(size.plus(-1, &rest)?, modulus, 0);
                self.guards.extend([below, same]);
                Some(rest)
            }
        })
    }

    /// Requires that the xor of the forms, none of them negative, is 0.
    fn xor_is_zero(&mut self, forms: Vec<Form>) -> Result<(), Reason> {
        let mut digits = Vec::new();
        for form in forms {
            digits.push(match form.as_variable() {
                Some(_) => form,
                None => {
                    let named = self.fresh();
                    self.guards.push(Guard::Zero(form.plus(-1, &named)?));
                    named
                }
            });
        }
        self.guards.push(Guard::Bits(Bits::XorZero, digits));
        Ok(())
    }

    fn block(&self, place: &dyn Fn(usize) -> usize, mv: Option<&Move>) -> Result<Block, Error> {
        let mut builder = Builder::new(self.variables);
        if let Some(mv) = mv {
            let formula = builder.guard(&mv.guard, place)?;
            builder.all.push(formula);
        }
        for guard in &self.guards {
            let formula = builder.guard(guard, &|v| v)?;
            builder.all.push(formula);
        }
        let block = builder.block();
        if block.variables > MOST_LETTERS.ilog2() as usize {
            return Err(cannot((
                "too many numbers at once to be checked",
                "同时出现的数过多，无法复核",
            )));
        }
        Ok(block)
    }
}

fn ask(
    open: Block,
    branches: Vec<Block>,
    bad: &dyn Fn(bool, &[u32]) -> bool,
    meter: &mut Meter,
) -> Result<Option<Vec<u64>>, Error> {
    let question = Question {
        numeration: Numeration::BINARY,
        open,
        branches,
        cap: 1,
        bad,
    };
    find(&question, meter)
}

impl Checker<'_> {
    fn fails(&self, at: &[u64], en: &str, zh: &str) -> Error {
        let (d, i) = (at[D], at[I]);
        refused(
            format!("with {d} heaps, near place {i}: {en}"),
            format!("共 {d} 堆时，第 {i} 处附近：{zh}"),
        )
    }

    fn class(&self, place: i64) -> Counts {
        let classes = &self.certificate.classes;
        classes[place.rem_euclid(classes.len() as i64) as usize]
    }

    /// Enough heaps, and a legal move of which more can be asked.
    fn moved(&self, local: &Local) -> Result<Asked, Reason> {
        let variables = 2 + local.touched.len() + local.mv.binders;
        let least = Form::constant(self.certificate.least);
        let mut guards = vec![Guard::at_most(&least, &Form::variable(D))?];
        for form in &local.mv.target[0] {
            guards.push(Guard::at_most(&Form::constant(0), form)?);
        }
        Ok(Asked { variables, guards })
    }

    /// Premise 1: the touched heaps are there.
    fn exists(&self, local: &Local, meter: &mut Meter) -> Result<(), Error> {
        let build = || -> Result<_, Reason> {
            let least = Form::constant(self.certificate.least);
            let mut guards = vec![Guard::at_most(&least, &Form::variable(D))?];
            let mut outside = Vec::new();
            for &distance in &local.touched {
                let place = Form::variable(I).plus(1, &Form::constant(distance))?;
                let below = place.plus(1, &Form::constant(1))?;
                outside.push(Guard::at_most(&below, &Form::constant(0))?);
                outside.push(Guard::at_most(&Form::variable(D), &place)?);
            }
            guards.push(Guard::Any(outside));
            guards.push(local.range.clone());
            Ok(guards)
        };
        let open = Asked {
            variables: 2,
            guards: build().map_err(cannot)?,
        };
        match ask(open.block(&|v| v, None)?, Vec::new(), &|ok, _| ok, meter)? {
            None => Ok(()),
            Some(at) => Err(self.fails(
                &at,
                "a heap is looked at that is not there",
                "查看了不存在的堆",
            )),
        }
    }

    /// Premise 2.
    fn order(&self, local: &Local, meter: &mut Meter) -> Result<(), Error> {
        let build = || -> Result<_, Reason> {
            let mut asked = self.moved(local)?;
            let mut places: Vec<usize> = (2..2 + local.touched.len()).collect();
            if self.certificate.down {
                places.reverse();
            }
            let mut wrong = Vec::new();
            let mut same: Vec<Guard> = Vec::new();
            for place in places {
                let (before, after) = (Form::variable(place), &local.mv.target[0][place]);
                let more = before.plus(1, &Form::constant(1))?;
                let mut case = same.clone();
                case.push(Guard::at_most(&more, after)?);
                wrong.push(Guard::All(case));
                same.push(Guard::Zero(before.plus(-1, after)?));
            }
            wrong.push(Guard::All(same));
            asked.guards.push(Guard::Any(wrong));
            Ok(asked)
        };
        let asked = build().map_err(cannot)?;
        let open = asked.block(&|v| v, Some(&local.mv))?;
        match ask(open, Vec::new(), &|ok, _| ok, meter)? {
            None => Ok(()),
            Some(at) => Err(self.fails(
                &at,
                "a move does not lead downwards in its order",
                "有着法并不沿其序下降",
            )),
        }
    }

    /// Premise 3.
    fn changes(&self, local: &Local, meter: &mut Meter) -> Result<(), Error> {
        let classes = self.certificate.classes.len() as i64;
        for rest in 0..classes {
            let build = || -> Result<_, Reason> {
                let mut asked = self.moved(local)?;
                asked
                    .guards
                    .push(Guard::Remainder(Form::variable(I), classes, rest));
                let mut counted = Vec::new();
                for (at, &distance) in (2..).zip(&local.touched) {
                    let class = self.class(rest + distance);
                    let (before, after) = (Form::variable(at), &local.mv.target[0][at]);
                    if before == *after {
                        continue;
                    }
                    counted.extend(asked.counted(class, &before)?);
                    counted.extend(asked.counted(class, after)?);
                }
                asked.xor_is_zero(counted)?;
                Ok(asked)
            };
            let asked = build().map_err(cannot)?;
            let open = asked.block(&|v| v, Some(&local.mv))?;
            if let Some(at) = ask(open, Vec::new(), &|ok, _| ok, meter)? {
                return Err(self.fails(&at, "a move leaves the value as it was", "有着法使值不变"));
            }
        }
        Ok(())
    }

    /// Premise 4.
    fn reaches(&self, meter: &mut Meter) -> Result<(), Error> {
        // The distances between touched heaps.
        let mut near: Vec<i64> = Vec::new();
        for local in self.moves {
            for a in &local.touched {
                near.extend(local.touched.iter().filter(|b| *b != a).map(|b| b - a));
            }
        }
        near.sort_unstable();
        near.dedup();
        let classes = self.certificate.classes.len() as i64;
        for rest in 0..classes {
            if self.class(rest) == Counts::Nothing {
                continue;
            }
            // The number of heaps, the place, its heap, the heaps near it, w, what the heap counts.
            let (heap, first) = (2, 3);
            let wanted = Form::variable(first + near.len());
            let build = || -> Result<_, Reason> {
                let mut asked = Asked {
                    variables: first + near.len() + 1,
                    guards: Vec::new(),
                };
                let least = Form::constant(self.certificate.least);
                let (d, place) = (Form::variable(D), Form::variable(I));
                asked.guards.push(Guard::at_most(&least, &d)?);
                asked
                    .guards
                    .push(Guard::at_most(&place.plus(1, &Form::constant(1))?, &d)?);
                asked.guards.push(Guard::Remainder(place, classes, rest));
                let counted = asked.counted(self.class(rest), &Form::variable(heap))?;
                let counted = counted.unwrap_or_default();
                let more = wanted.plus(1, &Form::constant(1))?;
                asked.guards.push(Guard::at_most(&more, &counted)?);
                Ok(asked)
            };
            let open = build().map_err(cannot)?;
            let shown = open.variables;
            let mut branches = Vec::new();
            for local in self.moves {
                for at in 0..local.touched.len() {
                    let branch = self.touching(local, at, &near, shown, rest, &wanted);
                    let (asked, places) = branch.map_err(cannot)?;
                    branches.push(asked.block(&|v| places[v], Some(&local.mv))?);
                }
            }
            let open = open.block(&|v| v, None)?;
            let bad = |ok: bool, ways: &[u32]| ok && ways.iter().all(|&w| w == 0);
            if let Some(at) = ask(open, branches, &bad, meter)? {
                let (d, place, size) = (at[D], at[I], at[heap]);
                return refuse(
                    format!(
                        "with {d} heaps, a heap of {size} at place {place}: a smaller value is not reached"
                    ),
                    format!("共 {d} 堆，第 {place} 处有 {size} 颗时：某个较小的值不可达"),
                );
            }
        }
        Ok(())
    }

    /// A move that touches the place by its heap number `at`, and puts the wanted number in the place of what that
    /// heap counts; and where the variables of the move are.
    fn touching(
        &self,
        local: &Local,
        at: usize,
        near: &[i64],
        shown: usize,
        rest: i64,
        wanted: &Form,
    ) -> Result<(Asked, Vec<usize>), Reason> {
        let mut asked = Asked {
            variables: shown,
            guards: Vec::new(),
        };
        let distance = local.touched[at];
        // The place of the move is that of the heap less the distance.
        let place = asked.fresh();
        let same = place.plus(1, &Form::constant(distance))?;
        asked
            .guards
            .push(Guard::Zero(same.plus(-1, &Form::variable(I))?));
        let mut places = vec![D, place.as_variable().unwrap_or(I)];
        for (other, &there) in local.touched.iter().enumerate() {
            let found = near.iter().position(|n| *n == there - distance);
            places.push(match other == at {
                true => 2,
                false => 3 + found.unwrap_or(0),
            });
        }
        for _ in 0..local.mv.binders {
            let chosen = asked.fresh();
            places.push(chosen.as_variable().unwrap_or(0));
        }
        let placed = |form: &Form| Form {
            terms: form.terms.iter().map(|&(v, f)| (places[v], f)).collect(),
            constant: form.constant,
        };
        let mut counted = vec![wanted.clone()];
        for (other, &there) in local.touched.iter().enumerate() {
            let class = self.class(rest + there - distance);
            let before = Form::variable(places[2 + other]);
            let after = placed(&local.mv.target[0][2 + other]);
            asked
                .guards
                .push(Guard::at_most(&Form::constant(0), &after)?);
            if other != at {
                counted.extend(asked.counted(class, &before)?);
            }
            counted.extend(asked.counted(class, &after)?);
        }
        asked.xor_is_zero(counted)?;
        Ok((asked, places))
    }
}
