//! `grundy table GAME --to N`: values over a line or a rectangle.

use std::fmt::Write;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use grundy::natural;
use grundy::notation::Reader;
use grundy::notation::columns::{Counter, push_number};
use grundy::outcome::Outcome;
use grundy::picture::heat::{self, Look};
use grundy::picture::look::Ink;
use grundy::solve::dense;
use grundy::table::{Cell, Table};
use grundy::text::Lang;
use serde_json::{Value, json};

use crate::figure;
use crate::options::{self, Asked};
use crate::output::{Failed, say};

pub fn command(lang: Lang) -> Command {
    Command::new("table")
        .about(say(lang, "Tabulate Grundy values", "列出 SG 值表"))
        .arg(options::game(lang))
        .arg(
            Arg::new("to")
                .long("to")
                .required_unless_present("size")
                .conflicts_with("size")
                .value_name("N[,M…]")
                .help(say(
                    lang,
                    "The largest coordinate; one for all axes, or one for each",
                    "最大坐标；可各轴共用一个，也可逐轴给出",
                )),
        )
        .arg(
            Arg::new("size")
                .num_args(0..)
                .value_name("N[,M…]")
                .help(say(lang, "The same as --to", "同 --to")),
        )
        .arg(
            Arg::new("dimensions")
                .long("dimensions")
                .visible_alias("dims")
                .value_name("D")
                .value_parser(value_parser!(u64).range(1..=4))
                .help(say(
                    lang,
                    "How many coordinates (default: the game's own); heaps make sums",
                    "坐标个数（默认取该游戏自身的维数）；对堆类游戏即为若干堆之和",
                )),
        )
        .arg(options::misere(lang))
        .arg(options::parameters(lang))
        .arg(options::format(lang, &FORMATS))
        .arg(figure::theme(lang))
        .arg(
            Arg::new("grey")
                .long("grey")
                .visible_alias("gray")
                .action(ArgAction::SetTrue)
                .help(say(
                    lang,
                    "A figure for printers without colours",
                    "图用灰度，适于黑白印刷",
                )),
        )
        .arg(options::output(lang))
        .args(options::limits(lang))
        .after_help(say(
            lang,
            "Example: grundy table wythoff --to 10",
            "示例：grundy table wythoff --to 10",
        ))
}

/// The formats of tables.
const FORMATS: [&str; 9] = [
    "text", "json", "csv", "bfile", "svg", "png", "pdf", "tikz", "npy",
];

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let asked = Asked::from(matches)?;
    let size = size(matches, asked.game.dimension(), lang)?;
    let format = options::format_of(matches, &FORMATS, lang)?;
    let budget = options::budget(matches);
    let table = asked.game.table(&size, asked.convention, &budget)?;
    let name = asked.name(lang);
    let bytes = match format {
        "json" => (as_json(asked.id(), &asked, &table, lang).to_string() + "\n").into_bytes(),
        "csv" => as_csv(&table),
        "bfile" => as_bfile(&table)?,
        format if figure::is(format) => {
            let look = Look {
                grey: matches.get_flag("grey"),
                ..Look::titled(name)
            };
            figure::written(&heat::draw(&table, &look)?, format, matches, lang)?
        }
        "npy" => as_npy(&table)?,
        _ => as_text(&table, lang).into_bytes(),
    };
    options::write_output(matches, &bytes)
}

/// The number of cells along each axis.
fn size(matches: &ArgMatches, dimension: usize, lang: Lang) -> Result<Vec<u64>, Failed> {
    let given = matches.get_many::<String>("size").unwrap_or_default();
    let given = given.map(String::as_str).collect::<Vec<_>>().join(",");
    let text = matches.get_one::<String>("to").unwrap_or(&given);
    let bad = || {
        Failed::Usage(match lang {
            Lang::En => format!(
                "--to {text}: a number such as 20 or 1e6, or one for each axis: 20,30 or 20x30"
            ),
            Lang::Zh => format!("--to {text}：应为数字，如 20 或 1e6，或逐轴给出：20,30 或 20x30"),
        })
    };
    let mut largest = Vec::new();
    let listed = text.replace(['x', 'X', '×'], ",");
    let mut reader = Reader::new(&listed);
    let numbers = reader.naturals().map_err(|_| bad())?;
    if !reader.done() {
        return Err(bad());
    }
    for n in numbers {
        let cells = natural::small(&n).and_then(|n| n.checked_add(1));
        largest.push(cells.ok_or_else(bad)?);
    }
    let asked = matches.get_one::<u64>("dimensions").map(|d| *d as usize);
    match (&largest[..], asked) {
        ([], _) => Err(bad()),
        ([one], _) => Ok(vec![*one; asked.unwrap_or(dimension.max(1))]),
        (many, Some(d)) if many.len() != d => Err(bad()),
        (many, _) => Ok(many.to_vec()),
    }
}

fn cell_text(cell: &Cell) -> String {
    match cell {
        Cell::Nothing => "·".to_string(),
        Cell::Value(value) => value.to_string(),
        Cell::Outcome(outcome) => outcome.to_string(),
    }
}

fn as_text(table: &Table, lang: Lang) -> String {
    let mut text = match table.size[..] {
        [_, columns] => grid(table, columns as usize, true),
        [cells] => grid(table, (cells as usize).min(20), false),
        _ => {
            let mut lines = String::new();
            for (number, cell) in table.cells.iter().enumerate() {
                let at = dense::point(number as u64, &table.size);
                // Writing to a String cannot fail.
                let _ = writeln!(lines, "{at:?} {}", cell_text(cell));
            }
            lines
        }
    };
    let _ = writeln!(
        text,
        "{}: {}",
        table.status.text().get(lang),
        table.reason.get(lang)
    );
    text
}

/// Rows of cells under numbered columns; a heat map on a terminal.
fn grid(table: &Table, columns: usize, two_dimensional: bool) -> String {
    if columns == 0 {
        return String::new();
    }
    let colour = options::is_coloured();
    let largest = heat::largest(table);
    let cells: Vec<String> = table.cells.iter().map(cell_text).collect();
    let rows = cells.len().div_ceil(columns);
    let first_of = |row: usize| if two_dimensional { row } else { row * columns };
    let widest = cells.iter().map(|c| c.chars().count()).max().unwrap_or(1);
    let sign = usize::from(!two_dimensional);
    let wide = widest.max((columns - 1).to_string().len() + sign) + 1;
    let margin = first_of(rows.saturating_sub(1)).to_string().len();
    let mut text = " ".repeat(margin + 1);
    for column in 0..columns {
        let head = if two_dimensional {
            column.to_string()
        } else {
            format!("+{column}")
        };
        let _ = write!(text, "{head:>wide$}");
    }
    text.push('\n');
    let rows = cells.chunks(columns).zip(table.cells.chunks(columns));
    for (row, (written, cells)) in rows.enumerate() {
        let _ = write!(text, "{:>margin$}:", first_of(row));
        for (written, cell) in written.iter().zip(cells) {
            let _ = match (colour, cell) {
                (true, Cell::Value(value)) if !value.is_zero() => {
                    let value = natural::small(value).unwrap_or(u64::MAX);
                    let ([r, g, b], [x, y, z]) = heat::shade(value, largest);
                    write!(
                        text,
                        "\x1b[48;2;{r};{g};{b};38;2;{x};{y};{z}m{written:>wide$}\x1b[0m"
                    )
                }
                (true, Cell::Value(_) | Cell::Outcome(Outcome::P)) => {
                    let [r, g, b] = Ink::Lose.colour(false);
                    write!(
                        text,
                        "\x1b[48;2;{r};{g};{b};38;2;255;255;255m{written:>wide$}\x1b[0m"
                    )
                }
                _ => write!(text, "{written:>wide$}"),
            };
        }
        text.push('\n');
    }
    text
}

fn as_json(id: &str, asked: &Asked, table: &Table, lang: Lang) -> Value {
    let cells: Vec<Value> = table
        .cells
        .iter()
        .map(|cell| match cell {
            Cell::Nothing => Value::Null,
            Cell::Value(value) => json!(value.to_string()),
            Cell::Outcome(outcome) => json!(outcome.letter()),
        })
        .collect();
    json!({
        "game": id,
        "convention": asked.convention.name(),
        "size": table.size,
        "cells": cells,
        "reason": table.reason.get(lang),
        "status": table.status.to_string(),
    })
}

fn as_csv(table: &Table) -> Vec<u8> {
    let mut text = Vec::new();
    for axis in 1..=table.size.len() {
        text.push(b'x');
        push_number(axis as u64, &mut text);
        text.push(b',');
    }
    text.extend_from_slice(b"value\n");
    let mut point = vec![0; table.size.len()];
    for (number, cell) in table.cells.iter().enumerate() {
        if *cell == Cell::Nothing {
            continue;
        }
        dense::point_of(number as u64, &table.size, &mut point);
        for at in &point {
            push_number(*at, &mut text);
            text.push(b',');
        }
        push_cell(cell, &mut text);
        text.push(b'\n');
    }
    text
}

/// As [`cell_text`], without a text for the usual number.
fn push_cell(cell: &Cell, to: &mut Vec<u8>) {
    match cell {
        Cell::Value(value) => match natural::small(value) {
            Some(small) => push_number(small, to),
            None => to.extend_from_slice(value.to_string().as_bytes()),
        },
        cell => to.extend_from_slice(cell_text(cell).as_bytes()),
    }
}

/// Formats of numbers have values, or 0 and 1 for P and N, but not both, and
/// nothing for a draw.
fn numeric(table: &Table) -> Result<(), Failed> {
    let values = table.cells.iter().any(|c| matches!(c, Cell::Value(_)));
    let bad = table.cells.iter().position(|cell| match cell {
        Cell::Outcome(Outcome::Draw) => true,
        Cell::Outcome(_) => values,
        _ => false,
    });
    match bad {
        None => Ok(()),
        Some(at) => {
            let point = dense::point(at as u64, &table.size);
            let point: Vec<String> = point.iter().map(u64::to_string).collect();
            Err(Failed::Usage(format!(
                "{} at ({}) is no number: use csv or json",
                cell_text(&table.cells[at]),
                point.join(", ")
            )))
        }
    }
}

/// An OEIS b-file: two columns, index and value.
fn as_bfile(table: &Table) -> Result<Vec<u8>, Failed> {
    numeric(table)?;
    if table.size.len() != 1 {
        return Err(Failed::Usage(format!(
            "a b-file holds one sequence, not {} dimensions",
            table.size.len()
        )));
    }
    let mut text = Vec::new();
    let mut index = Counter::new(0);
    for cell in &table.cells {
        if *cell != Cell::Nothing {
            text.extend_from_slice(index.digits());
            text.push(b' ');
            match cell {
                Cell::Outcome(outcome) => text.push(b'0' + u8::from(*outcome == Outcome::N)),
                cell => push_cell(cell, &mut text),
            }
            text.push(b'\n');
        }
        index.count();
    }
    Ok(text)
}

/// NumPy's array format, version 1.0: unsigned 64-bit numbers in C order.
/// Outcomes are 1 for N and 0 for P; an absent position is 2^64 - 1.
fn as_npy(table: &Table) -> Result<Vec<u8>, Failed> {
    numeric(table)?;
    let shape: Vec<String> = table.size.iter().map(|n| format!("{n},")).collect();
    let mut header = format!(
        "{{'descr': '<u8', 'fortran_order': False, 'shape': ({}), }}",
        shape.join(" ")
    );
    // The data begin at a multiple of 64; the prefix takes 10 bytes.
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&(header.len() as u16).to_le_bytes());
    bytes.extend_from_slice(header.as_bytes());
    bytes.reserve_exact(8 * table.cells.len());
    for cell in &table.cells {
        let number = match cell {
            Cell::Nothing => u64::MAX,
            Cell::Outcome(outcome) => u64::from(*outcome == Outcome::N),
            Cell::Value(value) => natural::small(value).ok_or_else(|| {
                Failed::Usage(format!(
                    "the value {value} does not fit 64 bits: use csv or json"
                ))
            })?,
        };
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    Ok(bytes)
}
