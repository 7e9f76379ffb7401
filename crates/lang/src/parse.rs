//! Tokens to statements.
//!
//! A hand-written parser: one function for each rule of the grammar,
//! precedence climbing for expressions. A statement that cannot be read is
//! reported and skipped, so that one run reports several faults. Nesting is
//! bounded, so no text exhausts the stack.

use grundy::text::Text;

use crate::ast::*;
use crate::diagnostic::{Diagnostic, Span, did_you_mean, nearest};
use crate::explain as code;
use crate::ir::Shown;
use crate::lex::{Kind as Tok, Token, lex};

/// Words that begin statements.
pub const STATEMENTS: [&str; 17] = [
    "game", "state", "coins", "heaps", "subtract", "octal", "start", "move", "play", "sum", "long",
    "short", "win", "lose", "measure", "show", "expect",
];

/// Words that cannot be names.
pub const RESERVED: [&str; 12] = [
    "in", "if", "let", "and", "or", "not", "xor", "true", "false", "turns", "when", "where",
];

/// Files longer than this are refused.
const LONGEST: usize = 1 << 20;
/// More faults than this are not reported: they follow from each other.
const MOST_FAULTS: usize = 20;
const DEEPEST: usize = 100;
const LONGEST_CHAIN: u16 = 200;

/// Binary operators, loosest first; those of one level group to the left.
const LEVELS: [&[&str]; 7] = [
    &["or", "||"],
    &["and", "&&"],
    &["|"],
    &["xor"],
    &["&"],
    &["<<", ">>"],
    &["+", "-"],
];

/// Reads a file.
pub fn parse(source: &str) -> Result<File, Vec<Diagnostic>> {
    if source.len() > LONGEST {
        let message = Text::new(
            format!("a file of {} bytes: at most {LONGEST}", source.len()),
            format!("文件有 {} 字节：上限为 {LONGEST}", source.len()),
        );
        return Err(vec![Diagnostic::new(
            code::TOO_LARGE,
            Span::default(),
            message,
        )]);
    }
    let (tokens, mut wrong) = lex(source);
    let mut parser = Parser {
        source,
        tokens,
        at: 0,
        depth: 0,
    };
    let mut file = File::default();
    while parser.at < parser.tokens.len() {
        if parser.skip_end() {
            continue;
        }
        let start = parser.span();
        match parser.statement() {
            Ok(statement) => file.lines.push(Line {
                statement,
                span: start.to(parser.before()),
            }),
            Err(diagnostic) => {
                wrong.push(diagnostic);
                while !parser.skip_end() && parser.at < parser.tokens.len() {
                    parser.at += 1;
                }
            }
        }
    }
    if wrong.is_empty() {
        return Ok(file);
    }
    wrong.sort_by_key(|d| d.span.start);
    wrong.truncate(MOST_FAULTS);
    Err(wrong)
}

struct Parser<'s> {
    source: &'s str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

type Parsed<T> = Result<T, Diagnostic>;

impl Parser<'_> {
    fn peek(&self) -> Option<&Tok> {
        self.tokens.get(self.at).map(|t| &t.kind)
    }

    fn span(&self) -> Span {
        match self.tokens.get(self.at) {
            Some(token) => token.span,
            None => Span {
                start: self.before().end,
                end: self.before().end,
            },
        }
    }

    /// The token that was read last.
    fn before(&self) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(Span::default(), |token| token.span)
    }

    fn skip_end(&mut self) -> bool {
        let end = matches!(self.peek(), Some(Tok::End));
        self.at += usize::from(end);
        end
    }

    fn at_end(&self) -> bool {
        matches!(self.peek(), None | Some(Tok::End))
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Tok::Sign(s)) if *s == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Tok::Word(w)) if w == word)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.at += usize::from(found);
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    fn fail(&self, en: &str, zh: &str) -> Diagnostic {
        let found = match self.peek() {
            None | Some(Tok::End) => Text::fixed("the end of the line", "行末"),
            Some(Tok::Word(word)) => Text::new(format!("`{word}`"), format!(" `{word}`")),
            Some(Tok::Number(number)) => Text::new(format!("`{number}`"), format!(" `{number}`")),
            Some(Tok::Sign(sign)) => Text::new(format!("`{sign}`"), format!(" `{sign}`")),
            Some(Tok::Raw(raw)) => Text::new(format!("`{raw}`"), format!(" `{raw}`")),
        };
        use grundy::text::Lang;
        let message = Text::new(
            format!("expected {en}, found {}", found.get(Lang::En)),
            format!("此处应为{zh}，却是{}", found.get(Lang::Zh)),
        );
        let wrong = Diagnostic::new(code::UNEXPECTED, self.span(), message);
        match self.peek() {
            Some(Tok::Word(word)) => match meant_by(word) {
                Some(help) => wrong.with_help(help),
                None => wrong,
            },
            _ => wrong,
        }
    }

    /// What is written from here to the end of the statement or to the word
    /// that begins another clause, as far as brackets close.
    fn written(&self) -> &str {
        let (start, mut end) = (self.span().start, self.span().end);
        let mut open = 0i32;
        for token in &self.tokens[self.at.min(self.tokens.len())..] {
            match &token.kind {
                Tok::End => break,
                Tok::Word(word) if open == 0 && (word == "if" || word == "let") => break,
                Tok::Sign("(" | "[" | "{") => open += 1,
                Tok::Sign(")" | "]" | "}") => open -= 1,
                _ => {}
            }
            if open < 0 {
                break;
            }
            end = token.span.end;
        }
        self.source.get(start..end).unwrap_or("").trim()
    }

    /// The end of a range or a set that is not written in `[ ]`.
    fn not_in_brackets(&self) -> Parsed<()> {
        if !self.is_sign("[") {
            return Ok(());
        }
        let inner = self.tokens[self.at + 1..].iter();
        let inner: Vec<&Token> = inner
            .take_while(|t| !matches!(t.kind, Tok::Sign("]") | Tok::End))
            .collect();
        let text = inner.first().zip(inner.last());
        let text = text.and_then(|(a, b)| self.source.get(a.span.start..b.span.end));
        let text = text.unwrap_or("1, 3").trim();
        let range = match text.split_once(',') {
            Some((a, b)) if !b.contains(',') => format!("{}..{}", a.trim(), b.trim()),
            _ => "1..3".to_string(),
        };
        let set = text.replace("..", ", ");
        Err(self
            .fail("a range or a set", "范围或集合")
            .with_help(Text::new(
                format!("a range is written `{range}`, both ends included; a set `{{{set}}}`"),
                format!("范围写作 `{range}`，含两端；集合写作 `{{{set}}}`"),
            )))
    }

    fn expect(&mut self, sign: &'static str) -> Parsed<()> {
        if self.eat(sign) {
            return Ok(());
        }
        Err(self.fail(&format!("`{sign}`"), &format!(" `{sign}`")))
    }

    fn expect_word(&mut self, word: &'static str) -> Parsed<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        Err(self.fail(&format!("`{word}`"), &format!(" `{word}`")))
    }

    fn name(&mut self) -> Parsed<Name> {
        match self.peek() {
            Some(Tok::Word(word)) if !RESERVED.contains(&word.as_str()) => {
                let name = Name {
                    text: word.clone(),
                    span: self.span(),
                };
                self.at += 1;
                Ok(name)
            }
            _ => Err(self.fail("a name", "名称")),
        }
    }

    fn list<T>(
        &mut self,
        close: &'static str,
        mut one: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        while !self.eat(close) {
            if !items.is_empty() {
                if !self.eat(",") {
                    return Err(
                        self.fail(&format!("`,` or `{close}`"), &format!(" `,` 或 `{close}`"))
                    );
                }
                if self.eat(close) {
                    break;
                }
            }
            items.push(one(self)?);
        }
        Ok(items)
    }

    fn commas<T>(&mut self, mut one: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![one(self)?];
        while self.eat(",") {
            items.push(one(self)?);
        }
        Ok(items)
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let span = self.span();
        let word = match self.peek() {
            Some(Tok::Word(word)) => word.clone(),
            _ => {
                return Err(self.fail(
                    "a statement such as `state n` or `move …`",
                    "语句，如 `state n` 或 `move …`",
                ));
            }
        };
        if !STATEMENTS.contains(&word.as_str()) {
            let wrong = Diagnostic::new(
                code::UNKNOWN_STATEMENT,
                span,
                Text::new(
                    format!("no statement begins with `{word}`"),
                    format!("没有以 `{word}` 开头的语句"),
                ),
            );
            // What leads somewhere is a move.
            let leads = self.tokens[self.at..]
                .iter()
                .take_while(|t| t.kind != Tok::End)
                .any(|t| t.kind == Tok::Sign("->") || t.kind == Tok::Word("turns".to_string()));
            let near = nearest(&word, STATEMENTS);
            return Err(match near {
                _ if leads => {
                    let line = self.written();
                    let line = match near {
                        Some("move") => line.split_once(' ').map_or("", |(_, rest)| rest),
                        _ => line,
                    };
                    wrong.with_help(Text::new(
                        format!("a move begins with `move`: `move {line}`"),
                        format!("着法以 `move` 开头：`move {line}`"),
                    ))
                }
                Some(near) => wrong.with_help(did_you_mean(near)),
                None => wrong,
            });
        }
        self.at += 1;
        let keyword = Name { text: word, span };
        let statement = self.rest_of(keyword)?;
        if !self.at_end() {
            let wrong = self.fail("the end of the line", "行末");
            let sum = matches!(statement, Statement::Move { .. } | Statement::Start(..));
            return Err(match sum && self.is_sign(",") {
                true => wrong.with_help(Text::fixed(
                    "the parts of a sum are joined by `+`: `[k] + [n-k]`",
                    "和的各部分以 `+` 相连：`[k] + [n-k]`",
                )),
                false => wrong,
            });
        }
        Ok(statement)
    }

    fn rest_of(&mut self, keyword: Name) -> Parsed<Statement> {
        Ok(match keyword.text.as_str() {
            "game" => {
                let name = self.name()?;
                let mut parameters = Vec::new();
                if self.eat("(") {
                    parameters = self.list(")", |p| {
                        let name = p.name()?;
                        p.expect("=")?;
                        Ok((name, p.expr()?))
                    })?;
                }
                Statement::Game(name, parameters)
            }
            "state" => {
                let coordinates = self.commas(Self::coordinate)?;
                Statement::State(coordinates, self.within()?)
            }
            "coins" => {
                let coordinates = self.commas(Self::coordinate)?;
                Statement::Coins(coordinates, self.within()?)
            }
            "heaps" => {
                let name = if self.at_end() {
                    None
                } else {
                    Some(self.name()?)
                };
                Statement::Heaps(name)
            }
            "subtract" => {
                self.expect("{")?;
                Statement::Subtract(self.list("}", Self::expr)?)
            }
            "octal" => match self.peek() {
                Some(Tok::Raw(raw)) if !raw.is_empty() => {
                    let name = Name {
                        text: raw.clone(),
                        span: self.span(),
                    };
                    self.at += 1;
                    Statement::Octal(name)
                }
                _ => return Err(self.fail("a code such as 0.137", "编码，如 0.137")),
            },
            "start" => {
                let names = self.commas(Self::name)?;
                self.expect("->")?;
                Statement::Start(names, self.parts()?)
            }
            "move" => self.move_statement()?,
            "play" => self.convention()?,
            "sum" => {
                let kind = self.one_of(&["any", "every", "some", "upto"])?;
                let most = match kind.text.as_str() {
                    "upto" => Some(self.expr()?),
                    _ => None,
                };
                Statement::Sum(kind, most, self.reading()?)
            }
            "long" | "short" => Statement::Length(keyword, self.reading()?),
            "win" | "lose" => {
                self.expect_word("when")?;
                Statement::End(keyword, self.expr()?)
            }
            "measure" => Statement::Measure(self.commas(Self::expr)?),
            "show" => {
                let names: Vec<&'static str> = Shown::ALL.iter().map(|s| s.name()).collect();
                let word = self.one_of(&names)?;
                let columns = match self.at_end() {
                    true => None,
                    false => {
                        self.expect_word("by")?;
                        Some(self.expr()?)
                    }
                };
                Statement::Show(word, columns)
            }
            _ => self.expectation(keyword.span)?,
        })
    }

    /// Whether the parts of a split heap count one by one.
    fn reading(&mut self) -> Parsed<Option<Name>> {
        match self.at_end() {
            true => Ok(None),
            false => self.one_of(&["flat", "nested"]).map(Some),
        }
    }

    fn convention(&mut self) -> Parsed<Statement> {
        let word = self.one_of(&["normal", "misere", "misère", "blocking"])?;
        let count = match word.text.as_str() {
            "blocking" => Some(self.expr()?),
            _ => None,
        };
        let more = matches!(self.peek(), Some(Tok::Word(more))
            if matches!(more.as_str(), "misere" | "misère" | "blocking"));
        match more && word.text != "normal" {
            true => Err(blocking_alone(word.span.to(self.span()))),
            false => Ok(Statement::Play(word, count)),
        }
    }

    fn one_of(&mut self, words: &[&'static str]) -> Parsed<Name> {
        match self.peek() {
            Some(Tok::Word(word)) if words.contains(&word.as_str()) => self.name(),
            _ => {
                let all = words.join("`, `");
                Err(self.fail(&format!("one of `{all}`"), &format!("以下之一：`{all}`")))
            }
        }
    }

    fn coordinate(&mut self) -> Parsed<Coordinate> {
        let name = self.name()?;
        let mut length = None;
        if self.eat("[") {
            length = Some(self.expr()?);
            self.expect("]")?;
        }
        let mut domain = None;
        if self.eat_word("in") {
            domain = Some(if self.eat_word("bits") {
                StateDomain::Bits(self.expr()?)
            } else {
                self.not_in_brackets()?;
                let least = self.sum()?;
                self.expect("..")?;
                let open = self.at_end() || self.is_sign(",") || self.is_word("where");
                StateDomain::Range(least, if open { None } else { Some(self.sum()?) })
            });
        }
        Ok(Coordinate {
            name,
            length,
            domain,
        })
    }

    /// What the coordinates must fulfil together.
    fn within(&mut self) -> Parsed<Option<Where>> {
        if !self.eat_word("where") {
            return Ok(None);
        }
        let condition = self.expr()?;
        let Span { start, end } = condition.span;
        // In one line and without comments: a message will name it.
        let lines = self.source.get(start..end).unwrap_or("").lines();
        let lines = lines.map(|line| line.split('#').next().unwrap_or(""));
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        Ok(Some(Where {
            condition,
            text: words.join(" "),
        }))
    }

    fn move_statement(&mut self) -> Parsed<Statement> {
        let name = self.name()?;
        let mut binders = Vec::new();
        if self.eat("(") {
            binders = self.list(")", Self::binder)?;
        }
        let mut clauses = self.clauses()?;
        let target = if self.eat("->") {
            Target::Sum(self.parts()?)
        } else if self.eat_word("turns") {
            Target::Turns(self.commas(|p| {
                if p.is_sign("(") && p.is_tuple() {
                    p.at += 1;
                    return p.list(")", Self::expr);
                }
                Ok(vec![p.sum()?])
            })?)
        } else {
            let mut wrong = self.fail("`->` and a target", " `->` 与目标");
            wrong.code = code::NO_TARGET;
            return Err(wrong);
        };
        clauses.extend(self.clauses()?);
        Ok(Statement::Move {
            name,
            binders,
            clauses,
            target,
        })
    }

    fn clauses(&mut self) -> Parsed<Vec<Clause>> {
        let mut clauses = Vec::new();
        loop {
            if self.eat_word("if") {
                clauses.push(Clause::If(self.expr()?));
            } else if self.eat_word("let") {
                let name = self.name()?;
                self.expect("=")?;
                clauses.push(Clause::Let(name, self.expr()?));
            } else {
                return Ok(clauses);
            }
        }
    }

    /// Whether the bracket that opens here holds a comma at its own level.
    fn is_tuple(&self) -> bool {
        let mut open = 0;
        for token in &self.tokens[self.at..] {
            match token.kind {
                Tok::Sign("(" | "[" | "{") => open += 1,
                Tok::Sign(")" | "]" | "}") => open -= 1,
                Tok::Sign(",") if open == 1 => return true,
                Tok::End => return false,
                _ => {}
            }
            if open == 0 {
                return false;
            }
        }
        false
    }

    fn binder(&mut self) -> Parsed<Binder> {
        let names = if self.eat("(") {
            self.list(")", Self::name)?
        } else {
            vec![self.name()?]
        };
        self.expect_word("in")?;
        let domain = if self.eat("{") {
            Domain::Set(self.list("}", |p| {
                if p.is_sign("(") && p.is_tuple() {
                    p.at += 1;
                    return p.list(")", Self::expr);
                }
                Ok(vec![p.expr()?])
            })?)
        } else {
            self.not_in_brackets()?;
            let least = self.sum()?;
            self.range_goes_on(&least)?;
            Domain::Range(least, self.sum()?)
        };
        Ok(Binder { names, domain })
    }

    fn range_goes_on(&mut self, least: &Expr) -> Parsed<()> {
        let wrong = match self.expect("..") {
            Ok(()) => return Ok(()),
            Err(wrong) => wrong,
        };
        let primes = matches!(&least.kind, Kind::Name(name) if is_prime(name));
        Err(if primes {
            wrong.with_help(primes_by_hand("k"))
        } else {
            wrong
        })
    }

    /// Whether a part of a sum begins here: `[`, or a game and its `[`.
    fn is_part(&self) -> bool {
        let mut rest = self.tokens[self.at.min(self.tokens.len())..].iter();
        let mut next = || rest.next().map(|t| &t.kind);
        match next() {
            Some(Tok::Sign("[")) => true,
            Some(Tok::Word(_)) => matches!(next(), Some(Tok::Sign("[" | "("))),
            _ => false,
        }
    }

    fn parts(&mut self) -> Parsed<Vec<Part>> {
        let mut parts = Vec::new();
        loop {
            if !self.is_part() && !self.at_end() {
                let written = self.written();
                return Err(self
                    .fail("a position in brackets", "方括号中的局面")
                    .with_help(Text::new(
                        format!("a position is written in brackets: `[{written}]`"),
                        format!("局面写在方括号中：`[{written}]`"),
                    )));
            }
            let start = self.span();
            let game = match self.peek() {
                Some(Tok::Word(_)) => Some(self.name()?),
                _ => None,
            };
            let mut arguments = Vec::new();
            if game.is_some() && self.eat("(") {
                arguments = self.list(")", |p| {
                    let name = p.name()?;
                    p.expect("=")?;
                    Ok((name, p.sum()?))
                })?;
            }
            self.expect("[")?;
            let at = self.list("]", Self::expr)?;
            // The empty sum has no part.
            if game.is_some() || !at.is_empty() {
                parts.push(Part {
                    game,
                    arguments,
                    at,
                    span: start.to(self.before()),
                });
            }
            if !self.eat("+") {
                return Ok(parts);
            }
        }
    }

    fn expectation(&mut self, start: Span) -> Parsed<Statement> {
        if let Some(Tok::Raw(raw)) = self.peek() {
            let name = Name {
                text: raw.clone(),
                span: self.span(),
            };
            self.at += 1;
            return Ok(Statement::Conjecture(name));
        }
        let what = self.one_of(&["g", "outcome", "winning"])?;
        self.expect("(")?;
        let at = self.list(")", |p| {
            let first = p.sum()?;
            let last = if p.eat("..") { Some(p.sum()?) } else { None };
            Ok((first, last))
        })?;
        self.expect("=")?;
        let mut results = Vec::new();
        while !self.at_end() {
            let result = match self.peek() {
                Some(Tok::Number(number)) => {
                    let number = *number;
                    self.at += 1;
                    Expected::Number(number)
                }
                _ => {
                    let name = self.name()?;
                    let mut numbers = Vec::new();
                    if self.eat("(") {
                        numbers = self.list(")", |p| {
                            let minus = p.eat("-");
                            match p.peek() {
                                Some(Tok::Number(number)) => {
                                    let number = if minus { -number } else { *number };
                                    p.at += 1;
                                    Ok(number)
                                }
                                _ => Err(p.fail("a number", "数")),
                            }
                        })?;
                    }
                    Expected::Word(name, numbers)
                }
            };
            results.push(result);
            self.eat(",");
        }
        Ok(Statement::Expect(Expect {
            what,
            at,
            results,
            span: start.to(self.before()),
        }))
    }

    fn expr(&mut self) -> Parsed<Expr> {
        let condition = self.level(0)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let yes = self.nested(Self::expr)?;
        self.expect(":")?;
        let no = self.nested(Self::expr)?;
        let span = condition.span.to(no.span);
        let depth = condition.depth.max(yes.depth).max(no.depth) + 1;
        let (condition, yes, no) = (Box::new(condition), Box::new(yes), Box::new(no));
        self.expression(Kind::Choice(condition, yes, no), span, depth)
    }

    /// An expression without comparisons, for the ends of ranges.
    fn sum(&mut self) -> Parsed<Expr> {
        self.level(2)
    }

    fn expression(&self, kind: Kind, span: Span, depth: u16) -> Parsed<Expr> {
        if depth > LONGEST_CHAIN {
            return Err(too_deep(span));
        }
        Ok(Expr { kind, span, depth })
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == DEEPEST {
            return Err(too_deep(self.span()));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn operator(&mut self, signs: &[&'static str]) -> Option<&'static str> {
        let found = match self.peek()? {
            Tok::Sign(sign) => signs.iter().find(|s| *s == sign),
            Tok::Word(word) => signs.iter().find(|s| *s == word),
            _ => None,
        }?;
        self.at += 1;
        Some(match *found {
            "||" => "or",
            "&&" => "and",
            sign => sign,
        })
    }

    fn level(&mut self, level: usize) -> Parsed<Expr> {
        // Conditions bind looser than comparisons, `not` just tighter than `and`.
        let next = |p: &mut Self| match level {
            1 => p.negation(),
            6 => p.product(),
            _ => p.level(level + 1),
        };
        let mut left = next(self)?;
        while let Some(sign) = self.operator(LEVELS[level]) {
            let right = next(self)?;
            left = self.binary(sign, left, right)?;
        }
        Ok(left)
    }

    fn binary(&self, sign: &'static str, left: Expr, right: Expr) -> Parsed<Expr> {
        let span = left.span.to(right.span);
        let depth = left.depth.max(right.depth) + 1;
        self.expression(
            Kind::Binary(sign, Box::new(left), Box::new(right)),
            span,
            depth,
        )
    }

    fn unary(&mut self, sign: &'static str, inner: fn(&mut Self) -> Parsed<Expr>) -> Parsed<Expr> {
        let start = self.span();
        self.at += 1;
        let inner = self.nested(inner)?;
        let (span, depth) = (start.to(inner.span), inner.depth + 1);
        self.expression(Kind::Unary(sign, Box::new(inner)), span, depth)
    }

    fn negation(&mut self) -> Parsed<Expr> {
        if self.is_word("not") || self.is_sign("!") {
            return self.unary("not", Self::negation);
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Parsed<Expr> {
        let first = self.level(2)?;
        if self.is_word("in") {
            return self.membership(first);
        }
        let mut terms = vec![first];
        let mut signs = Vec::new();
        while let Some(sign) = self.operator(&["==", "!=", "<=", ">=", "=", "<", ">"]) {
            signs.push(if sign == "==" { "=" } else { sign });
            terms.push(self.level(2)?);
            if signs.len() > 10 {
                return Err(too_deep(self.span()));
            }
        }
        if signs.is_empty() {
            return terms
                .pop()
                .ok_or_else(|| self.fail("an expression", "表达式"));
        }
        let span = terms[0].span.to(self.before());
        let depth = terms.iter().map(|t| t.depth).max().unwrap_or(0) + 1;
        self.expression(Kind::Chain(terms, signs), span, depth)
    }

    fn membership(&mut self, item: Expr) -> Parsed<Expr> {
        self.at += 1;
        let start = item.span;
        let kind;
        let mut depth = item.depth;
        if self.eat("{") {
            let set = self.nested(|p| p.list("}", Self::expr))?;
            depth = set.iter().map(|e| e.depth).fold(depth, u16::max);
            kind = Kind::InSet(Box::new(item), set);
        } else {
            self.not_in_brackets()?;
            let least = self.sum()?;
            self.range_goes_on(&least)?;
            let most = self.sum()?;
            depth = depth.max(least.depth).max(most.depth);
            kind = Kind::InRange(Box::new(item), Box::new(least), Box::new(most));
        }
        self.expression(kind, start.to(self.before()), depth + 1)
    }

    fn product(&mut self) -> Parsed<Expr> {
        let mut left = self.power()?;
        while let Some(sign) = self.operator(&["*", "/", "%"]) {
            let right = self.power()?;
            left = self.binary(sign, left, right)?;
        }
        Ok(left)
    }

    fn power(&mut self) -> Parsed<Expr> {
        if self.is_sign("-") {
            return self.unary("-", Self::power);
        }
        if self.is_sign("~") {
            return self.unary("~", Self::power);
        }
        let base = self.primary()?;
        if !self.eat("**") {
            return Ok(base);
        }
        let exponent = self.nested(Self::power)?;
        self.binary("**", base, exponent)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        match self.peek() {
            Some(Tok::Number(number)) => {
                let number = *number;
                self.at += 1;
                self.expression(Kind::Number(number), start, 1)
            }
            Some(Tok::Sign("(")) => {
                self.at += 1;
                let mut inner = self.nested(Self::expr)?;
                self.expect(")")?;
                inner.span = start.to(self.before());
                Ok(inner)
            }
            Some(Tok::Word(word)) if word == "true" || word == "false" => {
                let truth = word == "true";
                self.at += 1;
                self.expression(Kind::Truth(truth), start, 1)
            }
            Some(Tok::Word(_)) => {
                let name = self.name()?;
                if self.eat("(") {
                    return self.nested(|p| p.call(name));
                }
                if self.eat("[") {
                    return self.nested(|p| p.index(name));
                }
                self.expression(Kind::Name(name.text), start, 1)
            }
            _ => Err(self.fail("a number or a name", "数或名称")),
        }
    }

    fn call(&mut self, name: Name) -> Parsed<Expr> {
        let start = name.span;
        if matches!(name.text.as_str(), "any" | "all" | "count") {
            let binders = self.commas(Self::binder)?;
            self.expect(":")?;
            let body = self.expr()?;
            self.expect(")")?;
            let depth = binders.iter().map(deepest).fold(body.depth, u16::max) + 1;
            let kind = Kind::Quantified(name, binders, Box::new(body));
            return self.expression(kind, start.to(self.before()), depth);
        }
        let arguments = self.list(")", Self::expr)?;
        let depth = arguments.iter().map(|a| a.depth).max().unwrap_or(0) + 1;
        self.expression(Kind::Call(name, arguments), start.to(self.before()), depth)
    }

    fn index(&mut self, name: Name) -> Parsed<Expr> {
        let start = name.span;
        let first = self.expr()?;
        if !self.eat(":=") {
            self.expect("]")?;
            let depth = first.depth + 1;
            return self.expression(
                Kind::Index(name, Box::new(first)),
                start.to(self.before()),
                depth,
            );
        }
        let mut updates = vec![(first, self.expr()?)];
        while self.eat(",") {
            let index = self.expr()?;
            self.expect(":=")?;
            updates.push((index, self.expr()?));
        }
        self.expect("]")?;
        let depth = updates.iter().map(|(i, v)| i.depth.max(v.depth)).max();
        let kind = Kind::Update(name, updates);
        self.expression(kind, start.to(self.before()), depth.unwrap_or(0) + 1)
    }
}

/// What a word of other languages is here.
fn meant_by(word: &str) -> Option<Text> {
    let (en, zh) = match word {
        "mod" | "rem" | "modulo" => ("a remainder is written `a % b`", "余数写作 `a % b`"),
        "div" => ("a quotient is written `a / b`", "商写作 `a / b`"),
        "is" | "equals" | "eq" => ("equality is written `a = b`", "相等写作 `a = b`"),
        "where" | "when" | "unless" | "such" => (
            "a condition of a move is written `if …` or `if not …`",
            "着法的条件写作 `if …` 或 `if not …`",
        ),
        "to" => ("a range is written `1..n`", "范围写作 `1..n`"),
        _ => return None,
    };
    Some(Text::fixed(en, zh))
}

/// Whether a name speaks of prime numbers.
pub(crate) fn is_prime(name: &str) -> bool {
    matches!(
        name,
        "prime" | "primes" | "is_prime" | "isprime" | "isPrime"
    )
}

/// How to say that a number is prime.
pub(crate) fn primes_by_hand(of: &str) -> Text {
    Text::new(
        format!(
            "that `{of}` is prime is written `{of} >= 2 and all(d in 2..isqrt({of}): not divides(d, {of}))`, or list them: `{{2, 3, 5, 7}}`"
        ),
        format!(
            "`{of}` 为素数写作 `{of} >= 2 and all(d in 2..isqrt({of}): not divides(d, {of}))`，或逐个列出：`{{2, 3, 5, 7}}`"
        ),
    )
}

/// How deep the expressions of a binder are nested.
fn deepest(binder: &Binder) -> u16 {
    match &binder.domain {
        Domain::Range(least, most) => least.depth.max(most.depth),
        Domain::Set(tuples) => tuples.iter().flatten().map(|e| e.depth).max().unwrap_or(0),
    }
}

/// Forbidden options go with normal play.
pub fn blocking_alone(span: Span) -> Diagnostic {
    Diagnostic::new(
        code::BAD_BLOCKING,
        span,
        Text::fixed(
            "options are forbidden in normal play only, not in misère play",
            "只有正常规则才可禁止选项，反常规则不可",
        ),
    )
}

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new(
        code::TOO_DEEP,
        span,
        Text::fixed("this is nested too deeply", "嵌套过深"),
    )
}
