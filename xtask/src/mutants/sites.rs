//! Where a source can be changed, and the text in which every change waits for its number.
//!
//! A file is parsed, and each place that can be changed becomes an [`Edit`]: a range of the
//! source and the text that stands there instead, with pieces of the source inside. So
//! comments, line numbers and everything else stay as they were, and a fault that the compiler
//! finds in the new text leads back to the change that made it.
//!
//! | source | becomes | |
//! |---|---|---|
//! | `a < b` | `a <= b`, `true`, `false` | `<=`, `>`, `>=` alike; `==` and `!=` only `true` and `false` |
//! | `a && b` | `a`, `b`, `false` | `\|\|`: `a`, `b`, `true` |
//! | a condition of `if`, `while`, a guard, `match` on a truth value | `true`, `false` | `while` never `true`; `if let` only `false` |
//! | `!a`, `true`, `false` | the contrary | |
//! | `a + b` | `a - b` | `*` to `+`, `/` and `%` to `*`, `&` to `\|`, `\|` and `^` to each other's, shifts to the other side |
//! | `7` | `8`, `6` | |
//! | `a..b`, `a..=b` | one more at an end, one less | |
//! | `call();`, `call()?;`, `a = b;`, `a += b;` | nothing | operators other than `+=` and `-=` are changed too |
//! | the body of a function | a constant | of truth values, integers, `Option`, `Vec`, `String`, and `Result` of these or of nothing |
//!
//! A change that every test must notice which notices another one is not made: where `a && b`
//! becomes `a` and `b`, it need not become `a || b` or `true`; where a literal is changed, the
//! operator beside it is not.
//!
//! Limits: what stands inside macros other than `vec!` is not changed, nor constants, `const fn`,
//! patterns, types, attributes, tests, and `Debug`.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use proc_macro2::Span;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Block, Expr, Lit, Pat, RangeLimits, ReturnType, Stmt, Type, UnOp};

/// One change of a source.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Its number, by which it is switched on; they begin with 1.
    pub id: u32,
    /// The file, from the root of the workspace, with `/`.
    pub file: String,
    pub line: usize,
    /// The function, with its type.
    pub function: String,
    pub before: String,
    pub after: String,
    /// Which of the changes that are alike in all of this it is; the first is 1.
    pub nth: usize,
}

impl Mutant {
    /// `before → after`, the same wherever in the function it stands.
    pub fn change(&self) -> String {
        let nth = match self.nth {
            1 => String::new(),
            nth => format!(" #{nth}"),
        };
        format!("{} → {}{nth}", self.before, self.after)
    }

    /// What names it, whatever its line: no other mutant has the same.
    pub fn key(&self) -> String {
        format!("{} {}: {}", self.file, self.function, self.change())
    }
}

/// Text that stands in place of a range of the source.
struct Edit {
    range: Range<usize>,
    pieces: Vec<Piece>,
    ids: Vec<u32>,
}

enum Piece {
    Text(String),
    Source(Range<usize>),
    /// What a mutant does, and nobody else.
    Of(u32, String),
}

/// A file in which every mutant waits for its number.
pub struct Rewritten {
    pub text: String,
    /// Where in the text the edits are, and what mutants each of them holds.
    places: Vec<(Range<usize>, Vec<u32>)>,
    /// Where the pieces of edits are.
    pieces: HashSet<(usize, usize)>,
}

impl Rewritten {
    /// The mutants to blame for a fault that the compiler sees in a range of the text.
    pub fn blame(&self, fault: &Range<usize>) -> BTreeSet<u32> {
        let contains = |a: &Range<usize>, b: &Range<usize>| a.start <= b.start && b.end <= a.end;
        let around = self
            .places
            .iter()
            .filter(|(place, _)| contains(place, fault));
        let around = around.min_by_key(|(place, _)| place.len());
        let inside = self
            .places
            .iter()
            .filter(|(place, _)| contains(fault, place));
        let inside: BTreeSet<u32> = inside.flat_map(|(_, ids)| ids.iter().copied()).collect();
        let exact = self.pieces.contains(&(fault.start, fault.end));
        match around {
            Some((_, ids)) if exact || inside.is_empty() => ids.iter().copied().collect(),
            _ => inside,
        }
    }

    /// Every mutant on the lines of a range of the text: for faults that nobody is to blame for.
    pub fn near(&self, fault: &Range<usize>) -> BTreeSet<u32> {
        let start = self.text[..fault.start].rfind('\n').map_or(0, |at| at + 1);
        let end = self.text[fault.end..].find('\n');
        let end = end.map_or(self.text.len(), |at| fault.end + at);
        let meets = |place: &Range<usize>| place.start < end && start < place.end;
        let met = self.places.iter().filter(|(place, _)| meets(place));
        met.flat_map(|(_, ids)| ids.iter().copied()).collect()
    }
}

/// What a condition must become.
#[derive(Clone, Copy)]
struct Needs {
    yes: bool,
    no: bool,
}

const BOTH: Needs = Needs {
    yes: true,
    no: true,
};
const YES: Needs = Needs {
    yes: true,
    no: false,
};
const NO: Needs = Needs {
    yes: false,
    no: true,
};
const NEITHER: Needs = Needs {
    yes: false,
    no: false,
};

impl Needs {
    fn swapped(self) -> Needs {
        Needs {
            yes: self.no,
            no: self.yes,
        }
    }
}

/// All mutants of a file, numbered from `first`, and its text with those that are not `out`.
pub fn rewrite(
    file: &str,
    source: &str,
    first: u32,
    out: &HashSet<String>,
) -> Result<(Vec<Mutant>, Rewritten), String> {
    let parsed = syn::parse_file(source).map_err(|error| format!("{file}: {error}"))?;
    let mut finder = Finder {
        file,
        source,
        first,
        out,
        scopes: Vec::new(),
        mutants: Vec::new(),
        edits: Vec::new(),
        alike: HashMap::new(),
    };
    finder.visit_file(&parsed);
    let Finder {
        mutants, mut edits, ..
    } = finder;
    // Outer ones first; those of one range in the order in which they were found.
    edits.sort_by_key(|edit| (edit.range.start, std::cmp::Reverse(edit.range.end)));
    let mut rewritten = Rewritten {
        text: String::new(),
        places: Vec::new(),
        pieces: HashSet::new(),
    };
    let all: Vec<&Edit> = edits.iter().collect();
    rewritten.write(source, 0..source.len(), &all);
    Ok((mutants, rewritten))
}

impl Rewritten {
    /// Writes a range of the source with these edits, which lie in it, in their order.
    /// As deep as expressions are nested.
    fn write(&mut self, source: &str, range: Range<usize>, edits: &[&Edit]) {
        let mut at = range.start;
        let mut rest = edits;
        while let Some((edit, others)) = rest.split_first() {
            let within = others.partition_point(|other| {
                other.range.end <= edit.range.end
                    && other.range.start >= edit.range.start
                    && (other.range.start < edit.range.end || other.range == edit.range)
            });
            let (inner, after) = others.split_at(within);
            self.text.push_str(&source[at..edit.range.start]);
            let start = self.text.len();
            for piece in &edit.pieces {
                let begun = self.text.len();
                match piece {
                    Piece::Text(text) => self.text.push_str(text),
                    Piece::Source(range) => {
                        let lies = |edit: &&&Edit| {
                            range.start <= edit.range.start && edit.range.end <= range.end
                        };
                        let inner: Vec<&Edit> = inner.iter().filter(lies).copied().collect();
                        self.write(source, range.clone(), &inner);
                        self.pieces.insert((begun, self.text.len()));
                    }
                    Piece::Of(id, text) => {
                        self.text.push_str(text);
                        self.places.push((begun..self.text.len(), vec![*id]));
                    }
                }
            }
            self.places.push((start..self.text.len(), edit.ids.clone()));
            at = edit.range.end;
            rest = after;
        }
        self.text.push_str(&source[at..range.end]);
    }
}

struct Finder<'s> {
    file: &'s str,
    source: &'s str,
    first: u32,
    out: &'s HashSet<String>,
    /// The modules, types and functions that are open.
    scopes: Vec<String>,
    mutants: Vec<Mutant>,
    edits: Vec<Edit>,
    alike: HashMap<(String, String, String), usize>,
}

/// Asks whether a mutant is on.
fn on(id: u32) -> String {
    format!("crate::mutant::on({id})")
}

fn text(text: impl Into<String>) -> Piece {
    Piece::Text(text.into())
}

/// A choice between what mutants do and what the source says.
fn choice(mutants: &[(u32, String)], original: Piece) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (id, after) in mutants {
        pieces.push(text(format!("if {} {{ ", on(*id))));
        pieces.push(Piece::Of(*id, after.clone()));
        pieces.push(text(" } else "));
    }
    pieces.push(text("{ "));
    pieces.push(original);
    pieces.push(text(" }"));
    pieces
}

fn range(span: Span) -> Range<usize> {
    span.byte_range()
}

/// The text with every stretch of white space as one space.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        let says_test = || {
            let list = attribute.meta.require_list();
            list.is_ok_and(|list| list.tokens.to_string().contains("test"))
        };
        path.is_ident("test") || path.is_ident("cfg") && says_test()
    })
}

fn is_comparison(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
    )
}

/// Whether an expression is a truth value by its form.
fn is_truth(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(paren) => is_truth(&paren.expr),
        Expr::Binary(binary) => {
            is_comparison(&binary.op) || matches!(binary.op, BinOp::And(_) | BinOp::Or(_))
        }
        Expr::Unary(unary) => matches!(unary.op, UnOp::Not(_)) && is_truth(&unary.expr),
        _ => false,
    }
}

/// Whether a chain of conditions binds names.
fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            has_let(&binary.left) || has_let(&binary.right)
        }
        _ => false,
    }
}

fn is_integer(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(literal) if matches!(literal.lit, Lit::Int(_)))
}

/// What an operator of arithmetic becomes.
fn other_operator(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add(_) => "-",
        BinOp::Sub(_) | BinOp::Mul(_) => "+",
        BinOp::Div(_) | BinOp::Rem(_) => "*",
        BinOp::BitAnd(_) => "|",
        BinOp::BitOr(_) => "^",
        BinOp::BitXor(_) => "|",
        BinOp::Shl(_) => ">>",
        BinOp::Shr(_) => "<<",
        BinOp::MulAssign(_) => "+=",
        BinOp::DivAssign(_) | BinOp::RemAssign(_) => "*=",
        BinOp::BitAndAssign(_) => "|=",
        BinOp::BitOrAssign(_) => "^=",
        BinOp::BitXorAssign(_) => "|=",
        BinOp::ShlAssign(_) => ">>=",
        BinOp::ShrAssign(_) => "<<=",
        _ => return None,
    })
}

/// Constants that a function of this type may give instead of what it computes.
fn constants(ty: &Type) -> Vec<String> {
    let plain = |words: &[&str]| words.iter().map(|word| (*word).to_string()).collect();
    let Type::Path(path) = ty else {
        let nothing = matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty());
        return if nothing { plain(&["()"]) } else { Vec::new() };
    };
    let Some(last) = path.path.segments.last() else {
        return Vec::new();
    };
    let first_argument = || match &last.arguments {
        syn::PathArguments::AngleBracketed(list) => match list.args.first() {
            Some(syn::GenericArgument::Type(ty)) => Some(ty),
            _ => None,
        },
        _ => None,
    };
    match last.ident.to_string().as_str() {
        "bool" => plain(&["true", "false"]),
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128"
        | "isize" => plain(&["0", "1"]),
        "Option" => plain(&["None"]),
        "Vec" => plain(&["Vec::new()"]),
        "String" => plain(&["String::new()"]),
        "Result" => {
            let inner = first_argument().map(constants);
            let inner = inner.unwrap_or_default().into_iter();
            inner.map(|value| format!("Ok({value})")).collect()
        }
        _ => Vec::new(),
    }
}

impl Finder<'_> {
    fn said(&self, at: &Range<usize>) -> String {
        one_line(&self.source[at.clone()])
    }

    /// Registers a change; gives its number unless it is left out.
    fn mutant(&mut self, at: &Range<usize>, before: String, after: String) -> Option<u32> {
        let function = self.scopes.join("::");
        let alike = (function.clone(), before.clone(), after.clone());
        let nth = self.alike.entry(alike).or_insert(0);
        *nth += 1;
        let mutant = Mutant {
            id: self.first + self.mutants.len() as u32,
            file: self.file.to_string(),
            line: 1 + self.source[..at.start].matches('\n').count(),
            function,
            before,
            after,
            nth: *nth,
        };
        let id = mutant.id;
        let left_out = self.out.contains(&mutant.key());
        self.mutants.push(mutant);
        (!left_out).then_some(id)
    }

    /// Registers changes of a range; those that are not left out.
    fn mutants(&mut self, at: &Range<usize>, afters: &[String]) -> Vec<(u32, String)> {
        let before = self.said(at);
        let mut found = Vec::new();
        for after in afters {
            let id = self.mutant(at, before.clone(), one_line(after));
            found.extend(id.map(|id| (id, after.clone())));
        }
        found
    }

    fn edit(&mut self, range: Range<usize>, pieces: Vec<Piece>, ids: Vec<u32>) {
        if !ids.is_empty() {
            self.edits.push(Edit { range, pieces, ids });
        }
    }

    /// Lets a range of the source, a truth value, be `true` or `false` instead.
    fn wrap(&mut self, at: &Range<usize>, needs: Needs) {
        let before = self.said(at);
        let mut pieces = vec![text("(")];
        let mut ids = Vec::new();
        for (needed, value) in [(needs.yes, "true"), (needs.no, "false")] {
            if needed && let Some(id) = self.mutant(at, before.clone(), value.to_string()) {
                let asked = on(id);
                pieces.push(text(match value {
                    "true" => format!("{asked} || "),
                    _ => format!("!{asked} && "),
                }));
                ids.push(id);
            }
        }
        pieces.extend([text("("), Piece::Source(at.clone()), text("))")]);
        self.edit(at.clone(), pieces, ids);
    }

    /// A truth value that decides something.
    fn condition(&mut self, expr: &Expr, needs: Needs) {
        match expr {
            Expr::Paren(paren) => self.condition(&paren.expr, needs),
            Expr::Let(binding) => self.visit_expr(&binding.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                self.condition(&unary.expr, needs.swapped());
            }
            Expr::Binary(binary) if is_comparison(&binary.op) => self.comparison(binary, needs),
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.logic(binary, needs);
            }
            Expr::Lit(_) => self.visit_expr(expr),
            _ => {
                self.wrap(&range(expr.span()), needs);
                self.visit_expr(expr);
            }
        }
    }

    /// The condition of an `if` or `while`.
    fn asked(&mut self, expr: &Expr, needs: Needs) {
        if has_let(expr) {
            let at = range(expr.span());
            let before = self.said(&at);
            if let Some(id) = self.mutant(&at, before, "false".to_string()) {
                let never = text(format!("!{} && ", on(id)));
                self.edit(at.clone(), vec![never, Piece::Source(at)], vec![id]);
            }
            self.links(expr);
        } else {
            self.condition(expr, needs);
        }
    }

    /// The members of a chain that binds names: each of the others may be taken for true.
    fn links(&mut self, expr: &Expr) {
        match expr {
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) && has_let(expr) => {
                self.links(&binary.left);
                self.links(&binary.right);
            }
            _ => self.condition(expr, YES),
        }
    }

    fn comparison(&mut self, binary: &syn::ExprBinary, needs: Needs) {
        let (at, left, right) = (
            range(binary.span()),
            range(binary.left.span()),
            range(binary.right.span()),
        );
        // With a literal at the right, the other boundary is one of the literal's changes.
        let (boundary, same) = match binary.op {
            BinOp::Lt(_) => (Some("<="), 1),
            BinOp::Le(_) => (Some("<"), -1),
            BinOp::Gt(_) => (Some(">="), -1),
            BinOp::Ge(_) => (Some(">"), 1),
            _ => (None, 0),
        };
        let (said_left, said_right) = (self.said(&left), self.said(&right));
        let mut pieces = vec![
            text("(match (&("),
            Piece::Source(left),
            text("), &("),
            Piece::Source(right),
            text(")) { (__l, __r) => "),
        ];
        if let Some(other) = boundary {
            let before = self.said(&at);
            let after = format!("{said_left} {other} {said_right}");
            if let Some(id) = self.mutant(&at, before, after) {
                let op = range(binary.op.span());
                let original = text(format!("*__l {} *__r", &self.source[op]));
                pieces.extend(choice(&[(id, format!("*__l {other} *__r"))], original));
                pieces.push(text(" })"));
                self.wrap(&at, needs);
                self.edit(at, pieces, vec![id]);
            } else {
                self.wrap(&at, needs);
            }
        } else {
            self.wrap(&at, needs);
        }
        self.visit_expr(&binary.left);
        match &*binary.right {
            Expr::Lit(literal) => self.literal(&literal.lit, same),
            right => self.visit_expr(right),
        }
    }

    fn logic(&mut self, binary: &syn::ExprBinary, needs: Needs) {
        let (at, left, right) = (
            range(binary.span()),
            range(binary.left.span()),
            range(binary.right.span()),
        );
        let and = matches!(binary.op, BinOp::And(_));
        self.wrap(
            &at,
            match and {
                true => Needs {
                    yes: false,
                    ..needs
                },
                false => Needs { no: false, ..needs },
            },
        );
        let before = self.said(&at);
        let (said_left, said_right) = (self.said(&left), self.said(&right));
        let without_left = self.mutant(&at, before.clone(), said_right);
        let without_right = self.mutant(&at, before, said_left);
        let asked = |id: Option<u32>| id.map_or("false".to_string(), on);
        let open = if and { "__l" } else { "!__l" };
        let test = format!(
            "; if ({open} || {}) && !{} {{ ",
            asked(without_left),
            asked(without_right)
        );
        let pieces = vec![
            text("({ let __l: bool = "),
            Piece::Source(left),
            text(test),
            Piece::Source(right),
            text(" } else { __l } })"),
        ];
        let ids = without_left.into_iter().chain(without_right).collect();
        self.edit(at, pieces, ids);
        self.condition(&binary.left, NEITHER);
        self.condition(&binary.right, NEITHER);
    }

    fn arithmetic(&mut self, binary: &syn::ExprBinary, other: &str) {
        let (at, left, right) = (
            range(binary.span()),
            range(binary.left.span()),
            range(binary.right.span()),
        );
        // Changes of a literal say as much.
        if !is_integer(&binary.left) && !is_integer(&binary.right) {
            let before = self.said(&at);
            let after = format!("{} {other} {}", self.said(&left), self.said(&right));
            if let Some(id) = self.mutant(&at, before, after) {
                let op = range(binary.op.span());
                let original = text(format!("__l {} __r", &self.source[op]));
                let mut pieces = vec![
                    text("(match ("),
                    Piece::Source(left),
                    text(", "),
                    Piece::Source(right),
                    text(") { (__l, __r) => "),
                ];
                pieces.extend(choice(&[(id, format!("__l {other} __r"))], original));
                pieces.push(text(" })"));
                self.edit(at, pieces, vec![id]);
            }
        }
        self.visit_expr(&binary.left);
        self.visit_expr(&binary.right);
    }

    /// `a *= b`: the right side is computed first, as for integers.
    fn assigning(&mut self, binary: &syn::ExprBinary, other: &str) {
        let (at, left, right) = (
            range(binary.span()),
            range(binary.left.span()),
            range(binary.right.span()),
        );
        if !is_integer(&binary.right) {
            let before = self.said(&at);
            let place = self.said(&left);
            let after = format!("{place} {other} {}", self.said(&right));
            if let Some(id) = self.mutant(&at, before, after) {
                let op = self.source[range(binary.op.span())].to_string();
                let mut pieces = vec![text("(match "), Piece::Source(right), text(" { __r => ")];
                let original = text(format!("{place} {op} __r"));
                pieces.extend(choice(&[(id, format!("{place} {other} __r"))], original));
                pieces.push(text(" })"));
                self.edit(at, pieces, vec![id]);
            }
        }
        self.visit_expr(&binary.right);
    }

    /// A literal, but not with the change that is the same as another.
    fn literal(&mut self, lit: &Lit, same: i8) {
        let at = range(lit.span());
        match lit {
            Lit::Int(int) => {
                let Ok(value) = int.base10_parse::<u128>() else {
                    return;
                };
                let mut afters = Vec::new();
                if same != 1
                    && let Some(more) = value.checked_add(1)
                {
                    afters.push(format!("{more}{}", int.suffix()));
                }
                if same != -1
                    && let Some(less) = value.checked_sub(1)
                {
                    afters.push(format!("{less}{}", int.suffix()));
                }
                let found = self.mutants(&at, &afters);
                let ids: Vec<u32> = found.iter().map(|(id, _)| *id).collect();
                let mut pieces = vec![text("(")];
                pieces.extend(choice(&found, Piece::Source(at.clone())));
                pieces.push(text(")"));
                self.edit(at, pieces, ids);
            }
            Lit::Bool(bool) => {
                let needs = if bool.value { NO } else { YES };
                self.wrap(&at, needs);
            }
            _ => {}
        }
    }

    /// An end of a range, which may be one more or one less.
    fn end(&mut self, expr: &Expr, sign: &str, one: &str) {
        if !is_integer(expr) {
            let at = range(expr.span());
            let before = format!("{sign} at {}", self.said(&at));
            let after = format!("{} {one} 1", self.said(&at));
            if let Some(id) = self.mutant(&at, before, after) {
                let mut pieces = vec![
                    text("(match "),
                    Piece::Source(at.clone()),
                    text(" { __l => "),
                ];
                pieces.extend(choice(&[(id, format!("__l {one} 1"))], text("__l")));
                pieces.push(text(" })"));
                self.edit(at, pieces, vec![id]);
            }
        }
        self.visit_expr(expr);
    }

    fn body(&mut self, signature: &syn::Signature, block: &Block) {
        if signature.constness.is_some() || signature.asyncness.is_some() {
            return;
        }
        self.scopes.push(signature.ident.to_string());
        let constants = match &signature.output {
            ReturnType::Default => vec!["()".to_string()],
            ReturnType::Type(_, ty) => constants(ty),
        };
        let open = range(block.brace_token.span.open()).end;
        let close = range(block.brace_token.span.close()).start;
        // A body that is that constant already, or empty, is not changed.
        let said = one_line(&self.source[open..close]);
        let mut pieces = Vec::new();
        let mut ids = Vec::new();
        let changes = constants.iter().filter(|constant| **constant != said);
        for constant in changes.filter(|_| !said.is_empty()) {
            let at = range(signature.ident.span());
            if let Some(id) = self.mutant(&at, "{…}".to_string(), format!("{{ {constant} }}")) {
                pieces.push(text(format!(" if {} {{ ", on(id))));
                pieces.push(Piece::Of(id, format!("return {constant}; ")));
                pieces.push(text("}"));
                ids.push(id);
            }
        }
        self.edit(open..open, pieces, ids);
        self.visit_block(block);
        self.scopes.pop();
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Binary(binary) if is_comparison(&binary.op) => self.comparison(binary, BOTH),
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.logic(binary, BOTH);
            }
            Expr::Binary(binary) => match other_operator(&binary.op) {
                Some(other) if other.ends_with('=') => self.assigning(binary, other),
                Some(other) => self.arithmetic(binary, other),
                // `+=` and `-=`: the place that is assigned to is not changed.
                None => self.visit_expr(&binary.right),
            },
            Expr::Assign(assign) => self.visit_expr(&assign.right),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                if is_truth(&unary.expr) {
                    self.condition(&unary.expr, BOTH);
                    return;
                }
                let (at, inner) = (range(unary.span()), range(unary.expr.span()));
                let afters = [self.said(&inner)];
                let found = self.mutants(&at, &afters);
                let ids: Vec<u32> = found.iter().map(|(id, _)| *id).collect();
                let found: Vec<(u32, String)> = ids.iter().map(|id| (*id, "__l".into())).collect();
                let mut pieces = vec![text("(match "), Piece::Source(inner), text(" { __l => ")];
                pieces.extend(choice(&found, text("!__l")));
                pieces.push(text(" })"));
                self.edit(at, pieces, ids);
                self.visit_expr(&unary.expr);
            }
            Expr::Lit(literal) => self.literal(&literal.lit, 0),
            Expr::Range(ends) => {
                if let Some(start) = &ends.start {
                    self.end(start, "from", "+");
                }
                match (&ends.end, &ends.limits) {
                    (Some(end), RangeLimits::HalfOpen(_)) => self.end(end, "before", "+"),
                    (Some(end), RangeLimits::Closed(_)) => self.end(end, "up to", "-"),
                    (None, _) => {}
                }
            }
            Expr::If(asked) => {
                self.asked(&asked.cond, BOTH);
                self.visit_block(&asked.then_branch);
                if let Some((_, otherwise)) = &asked.else_branch {
                    self.visit_expr(otherwise);
                }
            }
            Expr::While(asked) => {
                self.asked(&asked.cond, NO);
                self.visit_block(&asked.body);
            }
            Expr::Match(matched) => {
                let is_bool = |pat: &Pat| matches!(pat, Pat::Lit(literal) if matches!(literal.lit, Lit::Bool(_)));
                match matched.arms.iter().any(|arm| is_bool(&arm.pat)) {
                    true => self.condition(&matched.expr, BOTH),
                    false => self.visit_expr(&matched.expr),
                }
                for arm in &matched.arms {
                    if let Pat::Guard(guarded) = &arm.pat {
                        self.asked(&guarded.guard, BOTH);
                    }
                    self.visit_expr(&arm.body);
                }
            }
            Expr::Repeat(repeated) => self.visit_expr(&repeated.expr),
            Expr::Const(_) => {}
            Expr::Macro(call) if call.mac.path.is_ident("vec") => {
                let tokens = call.mac.tokens.clone();
                let list = Punctuated::<Expr, syn::Token![,]>::parse_terminated;
                let repeated = |input: syn::parse::ParseStream| {
                    let value: Expr = input.parse()?;
                    input.parse::<syn::Token![;]>()?;
                    Ok([value, input.parse()?])
                };
                if let Ok(repeated) = repeated.parse2(tokens.clone()) {
                    // The finder keeps nothing of the expressions.
                    repeated.iter().for_each(|expr| self.parsed(expr));
                } else if let Ok(list) = list.parse2(tokens) {
                    list.iter().for_each(|expr| self.parsed(expr));
                }
            }
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Expr(expr, Some(_)) = stmt {
            let removable = |expr: &Expr| {
                let call = |expr: &Expr| matches!(expr, Expr::Call(_) | Expr::MethodCall(_));
                match expr {
                    Expr::Try(tried) => call(&tried.expr),
                    Expr::Assign(_) => true,
                    Expr::Binary(binary) => {
                        let op = &self.source[range(binary.op.span())];
                        op.ends_with('=') && !is_comparison(&binary.op)
                    }
                    expr => call(expr),
                }
            };
            if removable(expr) {
                let at = range(stmt.span());
                let before = self.said(&at);
                if let Some(id) = self.mutant(&at, before, "nothing".to_string()) {
                    let pieces = vec![
                        text(format!("if !{} {{ ", on(id))),
                        Piece::Source(at.clone()),
                        text(" }"),
                    ];
                    self.edit(at, pieces, vec![id]);
                }
            }
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            self.body(&item.sig, &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            self.body(&item.sig, &item.block);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.body(&item.sig, block);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let debug = |path: &syn::Path| path.segments.last().is_some_and(|s| s.ident == "Debug");
        if is_test(&item.attrs) || item.trait_.as_ref().is_some_and(|(path, _)| debug(path)) {
            return;
        }
        let name = self.said(&range(item.self_ty.span()));
        self.scopes.push(name);
        for item in &item.items {
            self.visit_impl_item(item);
        }
        self.scopes.pop();
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.scopes.push(item.ident.to_string());
        for item in &item.items {
            self.visit_trait_item(item);
        }
        self.scopes.pop();
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    // What is decided when the program is compiled, or is no code.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_item_struct(&mut self, _: &'ast syn::ItemStruct) {}
    fn visit_item_macro(&mut self, _: &'ast syn::ItemMacro) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_generics(&mut self, _: &'ast syn::Generics) {}
    fn visit_pat(&mut self, _: &'ast Pat) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_macro(&mut self, _: &'ast syn::Macro) {}
}

impl Finder<'_> {
    /// An expression that was parsed out of a macro, and does not live as long as the file.
    fn parsed(&mut self, expr: &Expr) {
        Visit::visit_expr(self, expr);
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::mutants::tree::{SWITCH, module};

    /// Functions that a mutant changes, and what they give for 0 to 4.
    const SOURCE: &str = "
fn less(n: i64) -> i64 {
    if n < TWO { 10 } else { n }
}
fn both(n: i64) -> i64 {
    let within = one(n) && odd(n);
    i64::from(within)
}
fn either(n: i64) -> i64 {
    match one(n) || odd(n) {
        true => 7,
        false => n,
    }
}
fn chain(n: i64) -> i64 {
    if let Some(half) = half(n) && odd(half) { half } else { -n }
}
fn guarded(n: i64) -> i64 {
    match n {
        m if !odd(m) => m,
        m => -m,
    }
}
fn sums(n: i64) -> i64 {
    let mut list = vec![n, n];
    list.push(n);
    for m in n..TWO {
        list.push(n + m);
    }
    let mut sum = list.len() as i64;
    sum ^= n;
    sum
}
fn literal(n: i64) -> i64 {
    [5, 6][usize::from(odd(n))]
}
fn nested(n: i64) -> i64 {
    (n * n - n) * n
}
";

    const REST: &str = "
const TWO: i64 = 2;
const fn odd(n: i64) -> bool { n & 1 == 1 }
const fn one(n: i64) -> bool { n >= 1 }
const fn half(n: i64) -> Option<i64> { if n > 0 { Some(n / 2) } else { None } }
fn main() {
    let all: [(&str, fn(i64) -> i64); 8] = [(\"less\", less), (\"both\", both), (\"either\", either),
        (\"chain\", chain), (\"guarded\", guarded), (\"sums\", sums), (\"literal\", literal), (\"nested\", nested)];
    for (name, function) in all {
        let values: Vec<String> = (0..5).map(|n| match std::panic::catch_unwind(|| function(n)) {
            Ok(value) => value.to_string(),
            Err(_) => \"panic\".to_string(),
        }).collect();
        println!(\"{name} {}\", values.join(\" \"));
    }
}
";

    /// What each mutant makes of its function; the first of each is the source.
    const BEHAVIOUR: [(&str, &str, &str); 55] = [
        ("less", "", "10 10 2 3 4"),
        ("less", "{…} → { 0 }", "0 0 0 0 0"),
        ("less", "{…} → { 1 }", "1 1 1 1 1"),
        ("less", "n < TWO → n <= TWO", "10 10 10 3 4"),
        ("less", "n < TWO → true", "10 10 10 10 10"),
        ("less", "n < TWO → false", "0 1 2 3 4"),
        ("less", "10 → 11", "11 11 2 3 4"),
        ("less", "10 → 9", "9 9 2 3 4"),
        ("both", "", "0 1 0 1 0"),
        ("both", "{…} → { 0 }", "0 0 0 0 0"),
        ("both", "{…} → { 1 }", "1 1 1 1 1"),
        ("both", "one(n) && odd(n) → false", "0 0 0 0 0"),
        ("both", "one(n) && odd(n) → odd(n)", "0 1 0 1 0"),
        ("both", "one(n) && odd(n) → one(n)", "0 1 1 1 1"),
        ("either", "", "0 7 7 7 7"),
        ("either", "{…} → { 0 }", "0 0 0 0 0"),
        ("either", "{…} → { 1 }", "1 1 1 1 1"),
        ("either", "one(n) || odd(n) → true", "7 7 7 7 7"),
        ("either", "one(n) || odd(n) → odd(n)", "0 7 2 7 4"),
        ("either", "one(n) || odd(n) → one(n)", "0 7 7 7 7"),
        ("either", "7 → 8", "0 8 8 8 8"),
        ("either", "7 → 6", "0 6 6 6 6"),
        ("chain", "", "0 -1 1 1 -4"),
        ("chain", "{…} → { 0 }", "0 0 0 0 0"),
        ("chain", "{…} → { 1 }", "1 1 1 1 1"),
        (
            "chain",
            "let Some(half) = half(n) && odd(half) → false",
            "0 -1 -2 -3 -4",
        ),
        ("chain", "odd(half) → true", "0 0 1 1 2"),
        ("guarded", "", "0 -1 2 -3 4"),
        ("guarded", "{…} → { 0 }", "0 0 0 0 0"),
        ("guarded", "{…} → { 1 }", "1 1 1 1 1"),
        ("guarded", "odd(m) → true", "0 -1 -2 -3 -4"),
        ("guarded", "odd(m) → false", "0 1 2 3 4"),
        ("sums", "", "5 5 1 0 7"),
        ("sums", "{…} → { 0 }", "0 0 0 0 0"),
        ("sums", "{…} → { 1 }", "1 1 1 1 1"),
        ("sums", "list.push(n); → nothing", "4 2 0 1 6"),
        ("sums", "from at n → n + 1", "4 2 1 0 7"),
        ("sums", "before at TWO → TWO + 1", "6 4 6 0 7"),
        ("sums", "list.push(n + m); → nothing", "3 2 1 0 7"),
        ("sums", "n + m → n - m", "5 5 1 0 7"),
        ("sums", "sum ^= n; → nothing", "5 4 3 3 3"),
        ("sums", "sum ^= n → sum |= n", "5 5 3 3 7"),
        ("literal", "", "5 6 5 6 5"),
        ("literal", "{…} → { 0 }", "0 0 0 0 0"),
        ("literal", "{…} → { 1 }", "1 1 1 1 1"),
        ("literal", "5 → 6", "6 6 6 6 6"),
        ("literal", "5 → 4", "4 6 4 6 4"),
        ("literal", "6 → 7", "5 7 5 7 5"),
        ("literal", "6 → 5", "5 5 5 5 5"),
        ("nested", "", "0 0 4 18 48"),
        ("nested", "{…} → { 0 }", "0 0 0 0 0"),
        ("nested", "{…} → { 1 }", "1 1 1 1 1"),
        ("nested", "(n * n - n) * n → (n * n - n) + n", "0 1 4 9 16"),
        ("nested", "n * n - n → n * n + n", "0 2 12 36 80"),
        ("nested", "n * n → n + n", "0 1 4 9 16"),
    ];

    #[test]
    fn mutants_behave_as_they_are_named() {
        let (mutants, rewritten) = rewrite("a.rs", SOURCE, 1, &HashSet::new()).unwrap();
        let folder = std::env::temp_dir().join(format!("grundy-mutants-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (source, program) = (folder.join("a.rs"), folder.join("a"));
        let text = format!("{}{REST}{}", rewritten.text, module(mutants.len()));
        std::fs::write(&source, text).unwrap();
        let built = Command::new("rustc")
            .args(["--edition", "2024", "--cap-lints=allow", "-o"])
            .args([&program, &source])
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&built.stderr);
        assert!(built.status.success(), "{told}\n{}", rewritten.text);
        let run = |id: u32| {
            let told = Command::new(&program)
                .env(SWITCH, id.to_string())
                .output()
                .unwrap();
            let told = String::from_utf8(told.stdout).unwrap();
            let lines = told.lines().filter_map(|line| line.split_once(' '));
            lines
                .map(|(f, v)| (f.to_string(), v.to_string()))
                .collect::<HashMap<_, _>>()
        };
        let plain = run(0);
        let mut seen = Vec::new();
        for (function, values) in &plain {
            seen.push((function.clone(), String::new(), values.clone()));
        }
        for mutant in &mutants {
            let values = run(mutant.id);
            for (function, values) in &values {
                match *function == mutant.function {
                    true => seen.push((function.clone(), mutant.change(), values.clone())),
                    false => assert_eq!(values, &plain[function], "{}", mutant.key()),
                }
            }
        }
        std::fs::remove_dir_all(&folder).unwrap();
        let mut expected: Vec<(String, String, String)> = BEHAVIOUR
            .iter()
            .map(|(a, b, c)| (a.to_string(), b.to_string(), c.to_string()))
            .collect();
        seen.sort();
        expected.sort();
        assert_eq!(seen, expected);
    }

    /// A fault in what a mutant does is its own; one in a piece of the source belongs to what
    /// stands around that piece, one around many pieces to all of them.
    #[test]
    fn the_compiler_s_words_lead_to_the_mutant() {
        let source = "fn f(a: String, b: &str) -> usize { let c = a + b; g(&[1, c.len() * 2]) }";
        let (mutants, rewritten) = rewrite("a.rs", source, 1, &HashSet::new()).unwrap();
        let blamed = |text: &str| -> Vec<&str> {
            let start = rewritten
                .text
                .find(text)
                .unwrap_or_else(|| panic!("{text}"));
            let blamed = rewritten.blame(&(start..start + text.len()));
            let ids = blamed.iter().map(|&id| &mutants[id as usize - 1]);
            ids.map(|mutant| mutant.after.as_str()).collect()
        };
        assert_eq!(blamed("__l - __r"), ["a - b"]);
        assert_eq!(blamed("a, b"), ["a - b"]);
        let list = &rewritten.text[rewritten.text.find("&[").unwrap()..];
        assert_eq!(
            blamed(&list[..list.find(']').unwrap() + 1]),
            ["2", "0", "3", "1"]
        );
        let all = rewritten.near(&(0..1));
        assert_eq!(all.len(), mutants.len());
        // What is left out is gone from the text, and has its number still.
        let out = HashSet::from([mutants[2].key()]);
        let (again, rewritten) = rewrite("a.rs", source, 1, &out).unwrap();
        assert_eq!(again.len(), mutants.len());
        assert!(!rewritten.text.contains("__l - __r"), "{}", rewritten.text);
        assert!(
            rewritten.text.contains("let c = a + b;"),
            "{}",
            rewritten.text
        );
    }
}
