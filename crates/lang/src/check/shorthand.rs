//! `heaps`, `subtract` and `octal`: a state and moves in one word.

use grundy::solve::heap::code::Rules;
use grundy::text::Text;

use super::Outline;
use super::expression::Scope;
use crate::ast::{Domain, Line, Statement};
use crate::diagnostic::{Diagnostic, Span};
use crate::explain as code;

/// Replaces shorthands by the state (unless one is declared) and the moves
/// that they stand for.
pub fn expand(outline: &mut Outline, wrong: &mut Vec<Diagnostic>) {
    let declared = outline.lines.iter().find_map(|line| match &line.statement {
        Statement::State(coordinates, _) => Some(coordinates.first()?.name.text.clone()),
        Statement::Heaps(Some(name)) => Some(name.text.clone()),
        _ => None,
    });
    let heap = declared.unwrap_or_else(|| "n".to_string());
    let mut stated = outline
        .lines
        .iter()
        .any(|line| matches!(line.statement, Statement::State(..)));
    let mut lines = Vec::new();
    for line in &outline.lines {
        let text = match &line.statement {
            Statement::Heaps(_) => Ok(format!("move take(take_ in 1..{heap}) -> [{heap}-take_]")),
            Statement::Subtract(set) => subtract(outline, set, &heap, line.span),
            Statement::Octal(code) => octal(&code.text, code.span, &heap),
            _ => {
                lines.push(line.clone());
                continue;
            }
        };
        let mut text = match text {
            Ok(text) => text,
            Err(diagnostic) => {
                wrong.push(diagnostic);
                "move take(take_ in 1..0) -> []".to_string()
            }
        };
        if !stated {
            text = format!("state {heap}\n{text}");
            stated = true;
        }
        if let Ok(file) = crate::parse(&text) {
            lines.extend(file.lines.into_iter().map(|made| Line {
                span: line.span,
                statement: placed(made.statement, line),
            }));
        }
    }
    outline.lines = lines;
}

/// The statement with its name at the shorthand, where faults are shown, and
/// with the numbers of the shorthand as they were written: they may be
/// parameters.
fn placed(mut statement: Statement, line: &Line) -> Statement {
    if let Statement::State(coordinates, _) = &mut statement {
        for coordinate in coordinates {
            coordinate.name.span = line.span;
        }
    }
    if let Statement::Move { name, binders, .. } = &mut statement {
        name.span = line.span;
        if let (Statement::Subtract(set), [binder]) = (&line.statement, &mut binders[..]) {
            binder.domain = Domain::Set(set.iter().map(|number| vec![number.clone()]).collect());
        }
    }
    statement
}

fn subtract(
    outline: &Outline,
    set: &[crate::ast::Expr],
    heap: &str,
    span: Span,
) -> Result<String, Diagnostic> {
    let mut known: Vec<(String, i64)> = Vec::new();
    for (name, default) in &outline.parameters {
        let value = Scope::of_constants(&known).constant(default)?;
        known.push((name.text.clone(), value));
    }
    let scope = Scope::of_constants(&known);
    for number in set {
        let value = scope.constant(number)?;
        if value < 1 {
            return Err(Diagnostic::new(
                code::EMPTY_DOMAIN,
                number.span,
                Text::new(
                    format!("{value} stones cannot be taken: at least 1"),
                    format!("不能取 {value} 枚：至少应为 1"),
                ),
            ));
        }
    }
    if set.is_empty() {
        return Err(Diagnostic::new(
            code::EMPTY_DOMAIN,
            span,
            Text::fixed("there is nothing to subtract", "没有可取的数"),
        ));
    }
    Ok(format!("move take(take_ in {{1}}) -> [{heap}-take_]"))
}

fn octal(text: &str, span: Span, heap: &str) -> Result<String, Diagnostic> {
    let bad = |why: Text| Diagnostic::new(code::BAD_CODE, span, why);
    let rules: Rules = text
        .parse()
        .map_err(|error: grundy::error::Error| bad(error.text()))?;
    // A digit of 8 and more leaves three heaps.
    if !rules.is_plain() || !rules.fits_base(16) || rules.min_part() > 1 {
        return Err(bad(Text::new(
            format!("`{text}` is no finite octal code"),
            format!("`{text}` 不是有限八进制编码"),
        )));
    }
    if rules.digits().len() > 1000 {
        return Err(bad(Text::fixed(
            "a code of more than 1000 digits",
            "编码超过 1000 位",
        )));
    }
    let with = |wanted: fn(u16) -> bool| {
        let numbers = rules.digits().iter().enumerate();
        let numbers = numbers.filter(|(_, digit)| wanted(**digit));
        let numbers: Vec<String> = numbers.map(|(take, _)| take.to_string()).collect();
        numbers.join(",")
    };
    let mut lines = Vec::new();
    let mut add = |numbers: String, rest: &str| {
        if !numbers.is_empty() {
            let rest = rest.replace('N', heap);
            lines.push(format!("{}{{{numbers}}}{rest}", "move take(take_ in "));
        }
    };
    add(with(|digit| digit & 3 == 3), ") -> [N-take_]");
    add(with(|digit| digit & 3 == 1), ") if N = take_ -> []");
    add(with(|digit| digit & 3 == 2), ") if N > take_ -> [N-take_]");
    add(
        with(|digit| digit & 4 == 4),
        ", part_ in 1..(N-take_)/2) -> [part_] + [N-take_-part_]",
    );
    add(
        with(|digit| digit & 8 == 8),
        ", part_ in 1..(N-take_)/3, second_ in part_..(N-take_-part_)/2) -> [part_] + [second_] + [N-take_-part_-second_]",
    );
    Ok(lines
        .join("\n")
        .replace("move take(take_ in {0}", "move split(take_ in {0}"))
}
