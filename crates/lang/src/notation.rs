//! How positions and moves of a written game are written.
//!
//! A position is its numbers with commas between: `7,3`. Where the state is
//! one number, a list is a sum of heaps: `3,5,7`. Other sums are joined by
//! `+`; a position of another game of the file carries its name: `nim[4]`.
//! Sets of bits are written bit by bit, the lowest first: `0110`. The empty
//! sum is `[]`. A move is its name with the chosen numbers: `take(3)`.

use grundy::error::Error;
use grundy::game::{Game, some_moves};
use grundy::natural;
use grundy::notation::Reader;
use grundy::text::{Lang, Text};

use crate::ir::{self, Program};
use crate::position::Position;
use crate::rules::{Move, Rules};

/// Reads a sum.
pub fn read<const N: usize>(rules: &Rules<N>, text: &str) -> Result<Vec<Position<N>>, Error> {
    let mut reader = Reader::new(text);
    let mut sum = Vec::new();
    if reader.done() {
        return Ok(sum);
    }
    loop {
        term(rules, &mut reader, &mut sum)?;
        if !reader.eat("+") {
            reader.end()?;
            return Ok(sum);
        }
    }
}

/// Reads what stands between two `+`.
fn term<const N: usize>(
    rules: &Rules<N>,
    reader: &mut Reader<'_>,
    sum: &mut Vec<Position<N>>,
) -> Result<(), Error> {
    let program = rules.compiled().program();
    let named = program.games.iter().position(|game| {
        let mut ahead = Reader::new(reader.rest());
        ahead.eat(&game.name) && ahead.eat("[")
    });
    let game = named.unwrap_or(program.main);
    if named.is_some() {
        reader.eat(&program.games[game].name);
    }
    let bracket = reader.eat("[");
    if bracket && reader.eat("]") {
        return Ok(());
    }
    let list = numbers(&program.games[game], reader)?;
    if bracket {
        reader.expect("]")?;
    }
    let width = program.games[game].width;
    if width == 1 && !bracket {
        for number in list {
            sum.push(inside(rules, game, &[number], reader)?);
        }
        return Ok(());
    }
    if list.len() == width {
        sum.push(inside(rules, game, &list, reader)?);
        return Ok(());
    }
    let start = program.games[game].start.as_ref();
    if game == program.main && start.is_some_and(|start| start.names == list.len()) {
        match rules.compiled().started(&list) {
            Ok(Some(started)) => {
                sum.extend(started);
                return Ok(());
            }
            Ok(None) => {
                return Err(reader.fail(Text::fixed(
                    "a start inside the domain of the state",
                    "起始局面应在状态的取值范围内",
                )));
            }
            Err(fault) => {
                return Err(Error::Faulty {
                    position: write_numbers(&program.games[game], &list),
                    because: fault.text(),
                });
            }
        }
    }
    Err(reader.fail(Text::new(
        format!("{width} numbers, not {}", list.len()),
        format!("{width} 个数，而非 {} 个", list.len()),
    )))
}

/// Reads numbers as far as they go.
fn numbers(game: &ir::Game, reader: &mut Reader<'_>) -> Result<Vec<i64>, Error> {
    let bits: Vec<Option<u32>> = game
        .coordinates
        .iter()
        .flat_map(|c| vec![c.bits; usize::from(c.length.unwrap_or(1))])
        .collect();
    let mut list = Vec::new();
    loop {
        let kind = match game.width {
            1 => bits.first().copied().flatten(),
            _ => bits.get(list.len()).copied().flatten(),
        };
        list.push(match kind {
            Some(count) => bit_set(count, reader)?,
            None => whole(reader)?,
        });
        let comma = reader.eat_if(|c| matches!(c, ',' | '，')).is_some();
        let more = matches!(reader.peek(), Some(c) if c.is_ascii_digit() || c == '-' || c == '#' || c == '.');
        if !comma && !more {
            return Ok(list);
        }
    }
}

fn whole(reader: &mut Reader<'_>) -> Result<i64, Error> {
    let minus = reader.eat("-") || reader.eat("−");
    let number = reader.natural()?;
    let found = natural::small(&number).and_then(|n| i64::try_from(n).ok());
    let Some(number) = found else {
        return Err(reader.fail(Text::fixed("a number below 2^63", "小于 2^63 的数")));
    };
    Ok(if minus { -number } else { number })
}

fn bit_set(count: u32, reader: &mut Reader<'_>) -> Result<i64, Error> {
    let mut set = 0;
    for bit in 0..count {
        match reader.eat_if(|c| matches!(c, '0' | '1' | '.' | '#')) {
            Some('1' | '#') => set |= 1 << bit,
            Some(_) => {}
            None => {
                return Err(reader.fail(Text::new(
                    format!("{count} signs 0 or 1"),
                    format!("{count} 个 0 或 1"),
                )));
            }
        }
    }
    Ok(set)
}

/// The position, if it lies in the domain.
fn inside<const N: usize>(
    rules: &Rules<N>,
    game: usize,
    list: &[i64],
    reader: &Reader<'_>,
) -> Result<Position<N>, Error> {
    let written = &rules.compiled().program().games[game];
    for (number, (least, most)) in list.iter().zip(&written.domain) {
        if number < least || number > most {
            let (to_en, to_zh) = match *most {
                i64::MAX => (String::new(), String::new()),
                most => (format!(" to {most}"), format!("至 {most}")),
            };
            return Err(reader.fail(Text::new(
                format!("a number from {least}{to_en}, not {number}"),
                format!("自 {least} {to_zh}的数，而非 {number}"),
            )));
        }
    }
    let position = rules.position_of(game, list);
    fulfilled(rules, &position, reader)?;
    Ok(position)
}

/// Refuses a tuple that does not fulfil the condition after `where`.
pub(crate) fn fulfilled<const N: usize>(
    rules: &Rules<N>,
    position: &Position<N>,
    reader: &Reader<'_>,
) -> Result<(), Error> {
    let game = &rules.compiled().program().games[rules.game_of(position)];
    let Some(within) = &game.within else {
        return Ok(());
    };
    if rules.fulfils(position) {
        return Ok(());
    }
    if let Some(fault) = rules.fault() {
        return Err(fault);
    }
    let numbers = write_numbers(game, rules.coordinates_of(position));
    Err(reader.fail(Text::new(
        format!("a position where {}, not {numbers}", within.text),
        format!("满足 {} 的局面，而非 {numbers}", within.text),
    )))
}

/// Writes a sum so that [`read`] reads it.
pub fn write<const N: usize>(rules: &Rules<N>, sum: &[Position<N>]) -> String {
    if sum.is_empty() {
        return "[]".to_string();
    }
    let program = rules.compiled().program();
    let plain = |position: &Position<N>| rules.game_of(position) == program.main;
    let heaps = program.game().width == 1 && sum.iter().all(plain);
    let parts: Vec<String> = sum
        .iter()
        .map(|position| {
            let game = &program.games[rules.game_of(position)];
            let numbers = write_numbers(game, rules.coordinates_of(position));
            if plain(position) {
                numbers
            } else {
                format!("{}[{numbers}]", game.name)
            }
        })
        .collect();
    parts.join(if heaps { "," } else { " + " })
}

/// Writes the numbers of one position.
pub fn write_numbers(game: &ir::Game, at: &[i64]) -> String {
    let mut written = Vec::new();
    for c in &game.coordinates {
        for i in 0..c.length.unwrap_or(1) {
            let Some(&number) = at.get(usize::from(c.first + i)) else {
                continue;
            };
            written.push(match c.bits {
                Some(count) => (0..count)
                    .map(|bit| if number >> bit & 1 == 1 { '1' } else { '0' })
                    .collect(),
                None => number.to_string(),
            });
        }
    }
    written.join(",")
}

/// Writes a move.
pub fn write_move(program: &Program, mv: &Move) -> String {
    let rule = program
        .games
        .get(usize::from(mv.game))
        .and_then(|game| game.moves.get(usize::from(mv.rule)));
    let Some(rule) = rule else {
        return format!("{mv:?}");
    };
    if rule.arguments.is_empty() {
        return rule.name.clone();
    }
    let chosen = &mv.arguments[..rule.arguments.len()];
    let numbers: Vec<String> = chosen.iter().map(i64::to_string).collect();
    format!("{}({})", rule.name, numbers.join(","))
}

/// Reads a move: its name and the chosen numbers, `take(3)` or `take 3`, or
/// the numbers alone where they fit one legal move.
pub fn read_move<const N: usize>(
    rules: &Rules<N>,
    position: &Position<N>,
    text: &str,
) -> Result<Move, Error> {
    let game = rules.game_of(position);
    let written = &rules.compiled().program().games[game];
    let trimmed = text.trim();
    let name_length = trimmed
        .char_indices()
        .find(|(at, c)| !(c.is_alphabetic() || *c == '_' || (*at > 0 && c.is_alphanumeric())))
        .map_or(trimmed.len(), |(at, _)| at);
    let name = trimmed[..name_length].to_lowercase();
    let rest = trimmed[name_length..].replace(['(', ')', ',', '（', '）', '，'], " ");
    let numbers: Option<Vec<i64>> = rest.split_whitespace().map(|n| n.parse().ok()).collect();
    let expected = || {
        let usage: Vec<String> = written
            .moves
            .iter()
            .map(|mv| match mv.arguments.is_empty() {
                true => mv.name.clone(),
                false => format!("{}({})", mv.name, mv.arguments.join(",")),
            })
            .collect();
        let moves = some_moves(rules, position);
        let usage = usage.join(", ");
        Text::new(
            format!("{usage}; here {}", moves.get(Lang::En)),
            format!("{usage}；此处为{}", moves.get(Lang::Zh)),
        )
    };
    let bad = || Error::BadMove {
        text: text.to_string(),
        expected: expected(),
    };
    let numbers = numbers.filter(|n| n.len() <= 6).ok_or_else(bad)?;
    let mut legal = None;
    let mut named = None;
    for (rule, mv) in written.moves.iter().enumerate() {
        let fits = (name.is_empty() && !numbers.is_empty()) || mv.name.to_lowercase() == name;
        if !fits || mv.arguments.len() != numbers.len() {
            continue;
        }
        let mut arguments = [0; 6];
        arguments[..numbers.len()].copy_from_slice(&numbers);
        let candidate = Move {
            game: game as u16,
            rule: rule as u16,
            arguments,
        };
        named.get_or_insert(candidate);
        // Several rules may share a name: the first that allows it.
        if legal.is_none() && rules.play(position, &candidate).is_some() {
            legal = Some(candidate);
        }
    }
    legal.or(named).ok_or_else(bad)
}
