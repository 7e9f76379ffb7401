//! wip
pub mod ast;
pub mod check;
pub mod diagnostic;
pub mod explain;
pub mod ir;
pub mod lex;
pub mod parse;
pub use check::check;
pub use parse::parse;
pub mod bench;
pub mod coins;
pub mod compile;
pub mod expect;
pub mod format;
pub mod machine;
pub mod notation;
pub mod oracle;
pub mod position;
pub mod recognise;
pub mod rules;
pub mod terminate;

/// The games of a file and the names of their parameters, in order.
pub fn games_of(file: &ast::File) -> Vec<(String, Vec<String>)> {
    let mut games: Vec<(String, Vec<String>)> = Vec::new();
    for line in &file.lines {
        match &line.statement {
            ast::Statement::Game(name, parameters) => {
                let parameters = parameters.iter().map(|(name, _)| name.text.clone());
                games.push((name.text.clone(), parameters.collect()));
            }
            _ if games.is_empty() => games.push(("game".to_string(), Vec::new())),
            _ => {}
        }
    }
    games
}
pub mod linear;
