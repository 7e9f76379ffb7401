//! A file as it was written: statements, and where each piece stands.

use crate::diagnostic::Span;

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// An expression: a number, an array or a condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
    /// How deep it is nested, so that nothing that walks it can run away.
    pub depth: u16,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `12`
    Number(i64),
    /// `true`, `false`
    Truth(bool),
    /// `n`
    Name(String),
    /// `-x`, `~x`, `not x`
    Unary(&'static str, Box<Expr>),
    /// `x + y`
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// `a <= b < c`
    Chain(Vec<Expr>, Vec<&'static str>),
    /// `x in 1..n`
    InRange(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `x in {1, 3}`
    InSet(Box<Expr>, Vec<Expr>),
    /// `f(x, y)`
    Call(Name, Vec<Expr>),
    /// `h[i]`
    Index(Name, Box<Expr>),
    /// `h[i := x, j := y]`
    Update(Name, Vec<(Expr, Expr)>),
    /// `any(i in 0..2: h[i] = 0)`; also `all` and `count`
    Quantified(Name, Vec<Binder>, Box<Expr>),
    /// `c ? a : b`
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// Numbers that are chosen: `k in 1..n`, `(dx,dy) in {(1,2),(2,1)}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Binder {
    /// The names that are bound.
    pub names: Vec<Name>,
    /// Where their values come from.
    pub domain: Domain,
}

/// Where chosen numbers come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// All from the first to the second, both included.
    Range(Expr, Expr),
    /// The listed ones, each a tuple.
    Set(Vec<Vec<Expr>>),
}

/// A condition or a name for a number, between a move and its target.
#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    /// `if c`
    If(Expr),
    /// `let x = e`
    Let(Name, Expr),
}

/// A position in a target: `[n-k]`, `nim[k]` or `knight(size = 3)[x, y]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Of which game, where that is said.
    pub game: Option<Name>,
    /// The parameters of that game, where they are set.
    pub arguments: Vec<(Name, Expr)>,
    /// Its coordinates.
    pub at: Vec<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// Where a move leads.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// To a sum of positions.
    Sum(Vec<Part>),
    /// It turns these coins.
    Turns(Vec<Vec<Expr>>),
}

/// A coordinate of the state.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinate {
    /// Its name.
    pub name: Name,
    /// How many numbers it is, if it is an array.
    pub length: Option<Expr>,
    /// What it may be.
    pub domain: Option<StateDomain>,
}

/// What a coordinate may be.
#[derive(Clone, Debug, PartialEq)]
pub enum StateDomain {
    /// From here to there, or without end.
    Range(Expr, Option<Expr>),
    /// A set of so many bits.
    Bits(Expr),
}

/// `where 2*y <= z`: what the coordinates must fulfil together.
#[derive(Clone, Debug, PartialEq)]
pub struct Where {
    /// The condition.
    pub condition: Expr,
    /// How it was written.
    pub text: String,
}

/// What is expected of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// `g`, `outcome` or `winning`.
    pub what: Name,
    /// The position: numbers or ranges of numbers.
    pub at: Vec<(Expr, Option<Expr>)>,
    /// The results.
    pub results: Vec<Expected>,
    /// Where it stands.
    pub span: Span,
}

/// One result: a number, or a word with numbers behind it.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// `4`
    Number(i64),
    /// `N`, `take(3)`
    Word(Name, Vec<i64>),
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `game knight(size = 8)`
    Game(Name, Vec<(Name, Expr)>),
    /// `state x in 1..size, y where x <= y`
    State(Vec<Coordinate>, Option<Where>),
    /// `coins p`
    Coins(Vec<Coordinate>, Option<Where>),
    /// `heaps`, with another name for the heap if one is given
    Heaps(Option<Name>),
    /// `subtract {1, 3, 4}`
    Subtract(Vec<Expr>),
    /// `octal 0.137`
    Octal(Name),
    /// `start n -> [n, n-1]`
    Start(Vec<Name>, Vec<Part>),
    /// `move take(k in 1..n) if … let … -> [n-k]`
    Move {
        /// The name of the move.
        name: Name,
        /// What is chosen.
        binders: Vec<Binder>,
        /// Conditions and names.
        clauses: Vec<Clause>,
        /// Where it leads.
        target: Target,
    },
    /// `play misere`, `play blocking 1`
    Play(Name, Option<Expr>),
    /// `sum every`, `sum upto 2`; then perhaps `flat` or `nested`
    Sum(Name, Option<Expr>, Option<Name>),
    /// `long`, `short`; then perhaps `flat` or `nested`
    Length(Name, Option<Name>),
    /// `win when c`, `lose when c`: whoever moves there wins, or loses
    End(Name, Expr),
    /// `measure n, q`
    Measure(Vec<Expr>),
    /// `show board`, `show cells by 4`
    Show(Name, Option<Expr>),
    /// `expect g(0..8) = 0 1 2 4 3 5 6 8 7`
    Expect(Expect),
    /// `expect g(n) = n % 4 for all n`: a law, in the language of laws
    Conjecture(Name),
}

/// A statement and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it says.
    pub statement: Statement,
    /// Where it stands.
    pub span: Span,
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// Its statements.
    pub lines: Vec<Line>,
}
