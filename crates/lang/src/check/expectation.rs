//! `expect` lines: which positions, and what is expected of them.

use grundy::text::Text;

use super::expression::Scope;
use super::wrong_arity;
use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::explain as code;
use crate::ir::{self, Results};

/// The most positions of one line.
const MOST_EXPECTED: usize = 100_000;

/// The expectation with its positions spelled out.
pub fn check(game: &ir::Game, expect: &ast::Expect) -> Result<ir::Expect, Diagnostic> {
    let bad = |en: String, zh: String| {
        Err(Diagnostic::new(
            code::BAD_EXPECT,
            expect.span,
            Text::new(en, zh),
        ))
    };
    let scope = Scope::of_constants(&game.parameters);
    let mut positions: Vec<Vec<i64>> = vec![Vec::new()];
    for (first, last) in &expect.at {
        let first = scope.constant(first)?;
        let last = match last {
            Some(last) => scope.constant(last)?,
            None => first,
        };
        let count = i128::from(last) - i128::from(first) + 1;
        if count < 1 || count * positions.len() as i128 > MOST_EXPECTED as i128 {
            return bad(
                format!("{count} positions: from 1 to {MOST_EXPECTED}"),
                format!("{count} 个局面：应为 1 至 {MOST_EXPECTED}"),
            );
        }
        let mut longer = Vec::new();
        for position in &positions {
            for value in first..=last {
                let mut position = position.clone();
                position.push(value);
                longer.push(position);
            }
        }
        positions = longer;
    }
    let given = expect.at.len();
    let start = game.start.as_ref().map(|start| start.names);
    // A list of numbers is a sum where a position is one number.
    if given != game.width && Some(given) != start && game.width != 1 && !game.coins {
        return Err(wrong_arity(expect.span, &game.name, given, game.width));
    }
    let word = |result: &ast::Expected| match result {
        ast::Expected::Word(name, numbers) if numbers.is_empty() => name.text.clone(),
        ast::Expected::Word(name, numbers) => {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            format!("{}({})", name.text, numbers.join(","))
        }
        ast::Expected::Number(number) => number.to_string(),
    };
    let results = match expect.what.text.as_str() {
        "g" => {
            let numbers = expect.results.iter().map(|result| match result {
                ast::Expected::Number(number) => Some(*number),
                ast::Expected::Word(..) => None,
            });
            match numbers.collect::<Option<Vec<i64>>>() {
                Some(values) => Results::Values(values),
                None => {
                    return bad(
                        "Grundy values are numbers".to_string(),
                        "SG 值应为数".to_string(),
                    );
                }
            }
        }
        "outcome" => {
            let letters: Vec<String> = expect.results.iter().map(word).collect();
            if let Some(other) = letters
                .iter()
                .find(|l| !["N", "P", "D"].contains(&l.as_str()))
            {
                return bad(
                    format!("`{other}` is no outcome: N, P or D"),
                    format!("`{other}` 不是结果：应为 N、P 或 D"),
                );
            }
            Results::Outcomes(letters)
        }
        _ => {
            let mut moves: Vec<String> = expect.results.iter().map(word).collect();
            moves.retain(|mv| mv != "none");
            Results::Winning(moves)
        }
    };
    let count = match &results {
        Results::Values(values) => values.len(),
        Results::Outcomes(letters) => letters.len(),
        Results::Winning(_) => 1,
    };
    if count != positions.len() {
        return bad(
            format!("{count} results for {} positions", positions.len()),
            format!("{} 个局面却有 {count} 个结果", positions.len()),
        );
    }
    Ok(ir::Expect {
        positions,
        results,
        span: expect.span,
    })
}
