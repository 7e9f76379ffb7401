//! Games that are used with parameters: `-> knight(size = 3)[x, y]`.
//!
//! Each setting is a game of its own, a copy of the written one in which the
//! parameters are those numbers. Its name says so, and the parts that use it
//! are made to use that name.

use grundy::text::Text;

use super::expression::{Meaning, Scope};
use super::{Checker, MOST_GAMES, Outline, too_large};
use crate::ast::{self, Name, Statement};
use crate::diagnostic::{Diagnostic, did_you_mean, nearest};
use crate::explain as code;

/// Adds a game for each setting that is used. The parameters `set` are those
/// of the game `main`.
pub fn make(
    outlines: &mut Vec<Outline>,
    main: usize,
    set: &[(String, i64)],
    wrong: &mut Vec<Diagnostic>,
) {
    let written = outlines.clone();
    let mut at = 0;
    while at < outlines.len() {
        let set = if at == main { set } else { &[] };
        let parameters = Checker {
            outlines: outlines.as_slice(),
            // What is wrong with them is said when the game is checked.
            wrong: &mut Vec::new(),
        }
        .parameters(at, set);
        let mut lines = std::mem::take(&mut outlines[at].lines);
        for line in &mut lines {
            let parts = match &mut line.statement {
                Statement::Move {
                    target: ast::Target::Sum(parts),
                    ..
                }
                | Statement::Start(_, parts) => parts,
                _ => continue,
            };
            for part in parts {
                let own = outlines[at].coordinates.clone();
                if let Err(fault) = instance(outlines, &written, &own, &parameters, part) {
                    wrong.push(fault);
                }
            }
        }
        outlines[at].lines = lines;
        at += 1;
        if outlines.len() > MOST_GAMES {
            let span = outlines[MOST_GAMES].name.span;
            let count = outlines.len();
            wrong.push(too_large(span, "games", "个游戏", count, MOST_GAMES));
            outlines.truncate(MOST_GAMES);
            return;
        }
    }
}

/// Lets a part that sets parameters use the game with that setting.
fn instance(
    outlines: &mut Vec<Outline>,
    written: &[Outline],
    state: &[ast::Coordinate],
    parameters: &[(String, i64)],
    part: &mut ast::Part,
) -> Result<(), Diagnostic> {
    let arguments = std::mem::take(&mut part.arguments);
    let (false, Some(game)) = (arguments.is_empty(), &mut part.game) else {
        return Ok(());
    };
    // A game that does not exist is noticed when the part is checked.
    let Some(template) = written
        .iter()
        .find(|outline| outline.name.text == game.text)
    else {
        return Ok(());
    };
    let mut copy = template.clone();
    let mut said = Vec::new();
    // The state is known, so that using it is a fault of its own.
    let mut scope = Scope::of_constants(parameters);
    for coordinate in state {
        let _ = scope.add(&coordinate.name, Meaning::Number(0));
    }
    for (name, value) in arguments {
        let number = scope.constant(&value)?;
        let known = copy
            .parameters
            .iter_mut()
            .find(|(n, _)| n.text == name.text);
        let Some((_, default)) = known else {
            return Err(unknown(template, &name));
        };
        *default = ast::Expr {
            kind: ast::Kind::Number(number),
            ..value
        };
        said.push(format!("{}={number}", name.text));
    }
    said.sort();
    game.text = format!("{}({})", game.text, said.join(","));
    if !outlines
        .iter()
        .any(|outline| outline.name.text == game.text)
    {
        copy.name = game.clone();
        // Tests are about the game as it is written.
        copy.lines.retain(|line| {
            !matches!(
                line.statement,
                Statement::Expect(_) | Statement::Conjecture(_)
            )
        });
        outlines.push(copy);
    }
    Ok(())
}

fn unknown(game: &Outline, name: &Name) -> Diagnostic {
    let fault = Diagnostic::new(
        code::UNKNOWN_PARAMETER,
        name.span,
        Text::new(
            format!("`{}` has no parameter `{}`", game.name.text, name.text),
            format!("`{}` 没有参数 `{}`", game.name.text, name.text),
        ),
    );
    let known = game.parameters.iter().map(|(name, _)| name.text.as_str());
    match nearest(&name.text, known) {
        Some(near) => fault.with_help(did_you_mean(near)),
        None => fault,
    }
}
