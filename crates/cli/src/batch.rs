//! `grundy batch`: one JSON question per line, one JSON answer per line.
//!
//! ```
//! use grundy::{budget::Budget, text::Lang};
//! let mut desk = grundy_cli::batch::Desk::new(Budget::default(), Lang::En);
//! let answer = desk.reply(br#"{"game":"nim","position":"3,5,7","id":4}"#);
//! assert!(answer.starts_with(r#"{"id":4,"#) && answer.contains(r#""outcome":"N""#));
//! ```

use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};

use clap::{ArgMatches, Command};
use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::catalogue;
use grundy::compound::Rules;
use grundy::compound::expression::Expression;
use grundy::error::Error;
use grundy::outcome::Convention;
use grundy::text::Lang;
use grundy::workbench::AnyGame;
use serde_json::{Map, Value, json};

use crate::compound;
use crate::graph;
use crate::interrupt;
use crate::options;
use crate::output::{Failed, say};
use crate::solve::{as_json, compound_as_json};
use crate::written;

/// A longer line is refused: it would have to be held in memory.
const LONGEST_LINE: u64 = 256 << 20;

pub(crate) fn command(lang: Lang) -> Command {
    Command::new("batch")
        .about(say(
            lang,
            "Answer questions from standard input, one JSON object per line",
            "逐行读取标准输入中的 JSON 问题并作答",
        ))
        .args(options::limits(lang))
        .after_help(say(
            lang,
            "Fields: game, position; optional: convention (normal, misere), compound (e.g. \"conjunctive short\"), params (an object), moves, id. Without position, game is an expression such as nim:3,5 + kayles:7. With graph (a text, or a list of pairs) instead of game, position names the vertices where tokens stand.\n\
             Example: echo '{\"game\":\"nim\",\"position\":\"3,5,7\"}' | grundy batch",
            "字段：game、position；可选：convention（normal、misere）、compound（如 \"conjunctive short\"）、params（对象）、moves、id。若无 position，则 game 为表达式，如 nim:3,5 + kayles:7。若以 graph（文本或顶点对的列表）代替 game，则 position 为棋子所在的顶点。\n\
             示例：echo '{\"game\":\"nim\",\"position\":\"3,5,7\"}' | grundy batch",
        ))
}

pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let mut desk = Desk::new(options::budget(matches), lang);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        if read as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
            let message = format!("a line is longer than {LONGEST_LINE} bytes");
            return Err(Failed::Usage(message));
        }
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line);
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = desk.reply(line);
        if interrupt::is_set() {
            return Ok(());
        }
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
}

/// What stays between lines: games that were built already.
pub struct Desk {
    games: HashMap<String, Known>,
    question: Question,
    lang: Lang,
}

/// A line that cannot be answered.
struct Refused {
    code: &'static str,
    message: String,
}

impl Desk {
    /// A desk at which each line may cost `budget`.
    pub fn new(budget: Budget, lang: Lang) -> Desk {
        Desk {
            games: HashMap::new(),
            question: Question {
                moves: 20,
                budget,
                ..Question::default()
            },
            lang,
        }
    }

    /// The answer to a line, without the end of the line.
    pub fn reply(&mut self, line: &[u8]) -> String {
        Value::Object(self.answer(line)).to_string()
    }

    fn answer(&mut self, line: &[u8]) -> Map<String, Value> {
        let parsed: Result<Value, _> = serde_json::from_slice(line);
        let id = parsed.as_ref().ok().and_then(|v| v.get("id")).cloned();
        let result = match parsed {
            Ok(Value::Object(fields)) => self.solve(&fields),
            Ok(_) => Err(refused("bad_request", "a line must be a JSON object")),
            Err(error) => Err(refused("bad_json", &error.to_string())),
        };
        let mut object = Map::new();
        if let Some(id) = id {
            object.insert("id".into(), id);
        }
        match result {
            Ok(answer) => object.extend(answer),
            Err(Refused { code, message }) => {
                object.entry("id").or_insert(Value::Null);
                object.insert("error".into(), json!({"code": code, "message": message}));
            }
        }
        object
    }

    fn solve(&mut self, fields: &Map<String, Value>) -> Result<Map<String, Value>, Refused> {
        const KNOWN: [&str; 8] = [
            "game",
            "graph",
            "position",
            "convention",
            "compound",
            "params",
            "moves",
            "id",
        ];
        if let Some(unknown) = fields.keys().find(|name| !KNOWN.contains(&name.as_str())) {
            let message = format!("unknown field `{unknown}`; known are {}", KNOWN.join(", "));
            return Err(refused("bad_request", &message));
        }
        if fields.contains_key("graph") {
            return self.solve_graph(fields);
        }
        let name = text_field(fields, "game")?;
        let position = match fields.get("position") {
            // An expression names its positions itself.
            None if name.contains(':') && !name.contains("->") => None,
            _ => Some(text_field(fields, "position")?),
        };
        let mut set = Vec::new();
        match fields.get("params") {
            None | Some(Value::Null) => {}
            Some(Value::Object(given)) => {
                for (name, value) in given {
                    let value = as_text(value).ok_or_else(|| {
                        refused("bad_request", "a parameter is a text or a number")
                    })?;
                    set.push((name.clone(), value));
                }
            }
            Some(_) => return Err(refused("bad_request", "`params` must be an object")),
        }
        let lang = self.lang;
        let library = |error: Error| Refused {
            code: error.code(),
            message: error.message(lang),
        };
        let convention = convention_field(fields)?;
        let moves = moves_field(fields)?.unwrap_or(self.question.moves);
        let compound = match fields.get("compound") {
            None => None,
            Some(_) => Some(text_field(fields, "compound")?),
        };
        let question = Question {
            moves,
            // The limit of time is for each line.
            budget: self.question.budget.clone().starting_now(),
            ..self.question.clone()
        };
        let Some(position) = position else {
            let expression = Expression::read_with(&name, &written::find).map_err(library)?;
            let declared = expression.rules().map_err(library)?;
            let declared = Rules {
                convention: convention.unwrap_or(declared.convention),
                ..declared
            };
            let text = compound.unwrap_or_default();
            let rules = compound::read_rules(&text, declared).map_err(library)?;
            let solved = expression.solve(rules, &question).map_err(library)?;
            return Ok(compound_as_json(&rules, &solved, lang));
        };
        let key = format!("{name}\n{set:?}");
        let Known { game, id, implied } = match self.games.remove(&key) {
            Some(known) => known,
            None => Known::find(&name, &set).map_err(library)?,
        };
        if implied == Convention::Misere && convention == Some(Convention::Normal) {
            let message = match lang {
                Lang::En => format!("`{name}` is played misère: it has no convention \"normal\""),
                Lang::Zh => format!("`{name}` 按反常规则进行，不能指定 convention \"normal\""),
            };
            self.games.insert(key, Known { game, id, implied });
            return Err(refused("bad_request", &message));
        }
        let declared = Rules {
            convention: convention.unwrap_or(implied),
            ..game.rules()
        };
        if compound.is_some() || !compound::is_plain(&declared) {
            let text = compound.unwrap_or_default();
            let rules = compound::read_rules(&text, declared).map_err(library)?;
            let expression = Expression::of(&name, game, &position);
            let solved = expression.solve(rules, &question).map_err(library)?;
            return Ok(compound_as_json(&rules, &solved, lang));
        }
        let convention = declared.convention;
        let question = Question {
            convention,
            ..question
        };
        let solved = game.solve(&position, &question);
        let answer = solved.map(|solved| as_json(&id, convention, &solved, lang));
        self.games.insert(key, Known { game, id, implied });
        answer.map_err(library)
    }
}

impl Desk {
    /// A question that brings its graph along.
    fn solve_graph(&self, fields: &Map<String, Value>) -> Result<Map<String, Value>, Refused> {
        for other in ["game", "compound", "params"] {
            if fields.contains_key(other) {
                let message = format!("`graph` and `{other}` do not go together");
                return Err(refused("bad_request", &message));
            }
        }
        let graph = match &fields["graph"] {
            Value::String(text) => text.clone(),
            // A list of moves, each from one vertex to another.
            Value::Array(edges) => {
                let quoted = |name: String| {
                    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
                };
                let edge = |edge: &Value| match edge {
                    Value::Array(ends) => match &ends[..] {
                        [from, to] => {
                            let (from, to) = (quoted(as_text(from)?), quoted(as_text(to)?));
                            Some(format!("{from} -> {to};"))
                        }
                        _ => None,
                    },
                    _ => None,
                };
                let edges: Option<Vec<String>> = edges.iter().map(edge).collect();
                let edges = edges.ok_or_else(|| {
                    refused("bad_request", "`graph` must be a text or a list of pairs")
                })?;
                format!("digraph {{ {} }}", edges.join(" "))
            }
            _ => {
                let message = "`graph` must be a text or a list of pairs";
                return Err(refused("bad_request", message));
            }
        };
        let position = text_field(fields, "position")?;
        let convention = convention_field(fields)?.unwrap_or_default();
        let moves = moves_field(fields)?;
        let budget = self.question.budget.clone().starting_now();
        let answer = graph::asked_in_text(&graph, &position, convention, moves, &budget, self.lang);
        answer.map_err(|error| Refused {
            code: error.code(),
            message: error.message(self.lang),
        })
    }
}

fn convention_field(fields: &Map<String, Value>) -> Result<Option<Convention>, Refused> {
    let message = "`convention` must be \"normal\" or \"misere\"";
    match fields.get("convention").map(Value::as_str) {
        None => Ok(None),
        Some(given) => match given.and_then(Convention::named) {
            Some(convention) => Ok(Some(convention)),
            None => Err(refused("bad_request", message)),
        },
    }
}

fn moves_field(fields: &Map<String, Value>) -> Result<Option<usize>, Refused> {
    match fields.get("moves") {
        None => Ok(None),
        Some(given) => match given.as_u64() {
            Some(moves) => Ok(Some(usize::try_from(moves).unwrap_or(usize::MAX))),
            None => Err(refused("bad_request", "`moves` must be a whole number")),
        },
    }
}

/// A game that was built already.
struct Known {
    game: Box<dyn AnyGame>,
    id: String,
    implied: Convention,
}

impl Known {
    fn find(name: &str, set: &[(String, String)]) -> Result<Known, Error> {
        if let Some(game) = written::load(name, set)? {
            let (id, implied) = (game.id().to_string(), game.rules().convention);
            return Ok(Known { game, id, implied });
        }
        let found = catalogue::find(name)?;
        Ok(Known {
            game: found.build(set)?,
            id: found.id().to_string(),
            implied: found.convention(),
        })
    }
}

fn refused(code: &'static str, message: &str) -> Refused {
    Refused {
        code,
        message: message.to_string(),
    }
}

fn text_field(fields: &Map<String, Value>, name: &str) -> Result<String, Refused> {
    let value = fields
        .get(name)
        .ok_or_else(|| refused("bad_request", &format!("`{name}` is missing")))?;
    as_text(value).ok_or_else(|| refused("bad_request", &format!("`{name}` must be a text")))
}

/// A text, a number, or a list of numbers as it would be written.
fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) => {
            let items: Option<Vec<String>> = items.iter().map(as_text).collect();
            Some(items?.join(","))
        }
        _ => None,
    }
}
