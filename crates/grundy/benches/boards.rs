//! Boards that fall apart: the packed search on one thread and on all, against the plain
//! search of this library, a plain program in C++ (`boards/plain.cpp`, every value a full mex), where
//! there is a compiler, and `igsolve` of P. Beling, where it is installed. All in one run; seconds of the
//! processor. Of several threads: those of the one that leads, which is what the clock would show if each had a processor of its
//! own, and those of all together. `-- long` adds boards that take minutes; `-- records` prints the rows of
//! `tests/data/boards.tsv` instead.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use grundy::budget::Budget;
use grundy::game::Game;
use grundy::games::boards::chomp::Chomp;
use grundy::games::boards::cram::Cram;
use grundy::games::boards::notakto::Notakto;
use grundy::games::graphs::node_kayles::NodeKayles;
use grundy::outcome::Convention;
use grundy::platform::parallelism;
use grundy::solve::memo::Memo;
use grundy::solve::outcomes::{Order, Outcomes};

/// Seconds that this thread has run, where the system tells it, so that a busy machine disturbs less.
fn processor() -> f64 {
    let spent = std::fs::read_to_string("/proc/self/schedstat").ok();
    let spent = spent.and_then(|s| s.split(' ').next()?.parse::<u64>().ok());
    spent.map_or(0.0, |nanoseconds| nanoseconds as f64 / 1e9)
}

/// Seconds that all threads of this program have run, or the programs that it has called.
fn ticks(of_others: bool) -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in brackets, may contain anything.
    let fields = text.rsplit(')').next().unwrap_or_default();
    let fields = fields
        .split_whitespace()
        .skip(if of_others { 13 } else { 11 });
    let ticks = fields.take(2).filter_map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// Seconds of `igsolve`, with the method that is its fastest, if it is installed.
fn igs(game: &str, rows: u32, columns: u32, value: u32) -> Option<f64> {
    let mut command = Command::new("igsolve");
    match game {
        "cram" => command.args(["-m", "br-asp-set", "cram"]),
        "chomp" => command.arg("chomp"),
        _ => return None,
    };
    let begun = ticks(true);
    let sides = [
        "-r".to_string(),
        rows.to_string(),
        "-c".to_string(),
        columns.to_string(),
    ];
    let output = command.args(sides).output().ok()?;
    let seconds = ticks(true) - begun;
    let text = String::from_utf8(output.stdout).ok()?;
    let found = text
        .lines()
        .find_map(|line| line.strip_prefix("Nimber of initial position: "))?;
    assert_eq!(found.trim().parse(), Ok(value), "{game} {rows}x{columns}");
    Some(seconds)
}

fn budget() -> Budget {
    Budget::default().with_states(u64::MAX).with_bytes(16 << 30)
}

/// What a question has: the value, or for games without values whether it is lost.
#[derive(Clone, Copy, PartialEq)]
enum Asked {
    Value,
    Outcome,
}

struct Run {
    answer: u32,
    pieces: usize,
    processor: f64,
    together: f64,
}

/// The packed search on so many threads, from an empty table; short ones several times, as the clock is coarse.
fn packed<G: Game>(game: &G, text: &str, asked: Asked, threads: usize) -> Run {
    const ENOUGH: Duration = Duration::from_millis(200);
    let sum = game.read(text).expect("a position");
    let (day, begun, together) = (Instant::now(), processor(), ticks(false));
    for repeats in 1.. {
        let mut boards = game.boards(Convention::Normal).expect("a game on boards");
        boards.on_threads(threads);
        let mut pieces = Vec::new();
        for part in &sum {
            assert!(game.pack(&mut boards, part, &mut pieces), "{text}");
        }
        let mut meter = budget().meter("search");
        let answer = match asked {
            Asked::Value => boards.value(&pieces, &mut meter).expect("a value"),
            Asked::Outcome => {
                let lost = boards.is(&pieces, 0, &mut meter).expect("an outcome");
                u32::from(!lost)
            }
        };
        if day.elapsed() >= ENOUGH {
            return Run {
                answer,
                pieces: boards.len(),
                processor: (processor() - begun) / f64::from(repeats),
                together: (ticks(false) - together) / f64::from(repeats),
            };
        }
    }
    unreachable!("the last run returns")
}

/// The plain search of the library.
fn plain<G: Game>(game: &G, text: &str, asked: Asked) -> (f64, usize) {
    let sum = game.read(text).expect("a position");
    let mut meter = budget().meter("search");
    let begun = processor();
    let states = match asked {
        Asked::Value => {
            let mut memo = Memo::plain(game);
            memo.sum_value(&sum, &mut meter).expect("a value");
            memo.len()
        }
        Asked::Outcome => {
            let mut outcomes = Outcomes::plain(game, Convention::Normal, Order::Hint);
            outcomes.outcome(&sum[0], &mut meter).expect("an outcome");
            outcomes.len()
        }
    };
    (processor() - begun, states)
}

/// The program in C++, if it can be made.
fn compiled() -> Option<PathBuf> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/boards/plain.cpp");
    let program = std::env::temp_dir().join(format!("plain-boards-{}", std::process::id()));
    let made = Command::new("c++")
        .args(["-O2", "-o"])
        .arg(&program)
        .arg(source)
        .status();
    made.is_ok_and(|status| status.success()).then_some(program)
}

/// Its answer, states and seconds.
fn other(
    program: &Option<PathBuf>,
    game: &str,
    rows: u32,
    columns: u32,
) -> Option<(u32, u64, f64)> {
    let words = [game.to_string(), rows.to_string(), columns.to_string()];
    let output = Command::new(program.as_ref()?).args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut numbers = text.split_whitespace();
    let answer = numbers.next()?.parse().ok()?;
    let states = numbers.next()?.parse().ok()?;
    Some((answer, states, numbers.next()?.parse().ok()?))
}

struct Bench {
    program: Option<PathBuf>,
}

impl Bench {
    /// One row. `slow`: the plain searches would take too long.
    fn row<G: Game>(
        &self,
        game: &G,
        name: &str,
        (rows, columns): (u32, u32),
        text: &str,
        asked: Asked,
        slow: bool,
    ) {
        let alone = packed(game, text, asked, 1);
        let all = packed(game, text, asked, parallelism());
        assert_eq!(alone.answer, all.answer, "{name} {rows}x{columns}");
        let dash = || "–".to_string();
        let (mut old, mut cpp) = (dash(), dash());
        if !slow {
            let (seconds, states) = plain(game, text, asked);
            old = format!(
                "{seconds:.3} s, {states} ({:.0}×)",
                seconds / alone.processor
            );
            if let Some((answer, states, seconds)) = other(&self.program, name, rows, columns) {
                assert_eq!(answer, alone.answer, "{name} {rows}x{columns}");
                cpp = format!(
                    "{seconds:.3} s, {states} ({:.1}×)",
                    seconds / alone.processor
                );
            }
        }
        let igs = igs(name, rows, columns, alone.answer).map_or_else(dash, |seconds| {
            format!("{seconds:.2} s ({:.1}×)", seconds / alone.processor)
        });
        println!(
            "| {name} {rows}×{columns} | {} | {:.4} s | {} | {:.4} s ({:.2}×), {:.2} s | {igs} | {cpp} | {old} |",
            alone.answer,
            alone.processor,
            alone.pieces,
            all.processor,
            alone.processor / all.processor,
            all.together,
        );
    }
}

/// The edges of a grid, as a graph is written.
fn grid(rows: u32, columns: u32) -> String {
    let name = |row: u32, column: u32| row * columns + column + 1;
    let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let edges = squares.flat_map(|(row, column)| {
        let right = (column + 1 < columns).then(|| (name(row, column), name(row, column + 1)));
        let below = (row + 1 < rows).then(|| (name(row, column), name(row + 1, column)));
        right.into_iter().chain(below)
    });
    edges
        .map(|(a, b)| format!("{a}-{b}"))
        .collect::<Vec<_>>()
        .join(",")
}

/// Grids of Node Kayles and boards of Cram, one thread: game, rows, columns, value, pieces, seconds.
fn records() {
    let print = |name: &str, (rows, columns): (u32, u32), run: Run| {
        let Run {
            answer,
            pieces,
            processor,
            ..
        } = run;
        println!("{name}\t{rows}\t{columns}\t{answer}\t{pieces}\t{processor:.4}");
    };
    for rows in 3..=8u32 {
        for columns in rows..=64 / rows {
            let text = grid(rows, columns);
            let run = packed(&NodeKayles, &text, Asked::Value, 1);
            print("node kayles", (rows, columns), run);
        }
    }
    for (rows, columns) in (3..=15).map(|columns| (3, columns)).chain([(5, 5), (5, 7)]) {
        let run = packed(&Cram, &format!("{rows}x{columns}"), Asked::Value, 1);
        print("cram", (rows, columns), run);
    }
}

fn main() {
    if std::env::args().any(|word| word == "records") {
        return records();
    }
    let long = std::env::args().any(|word| word == "long");
    let bench = Bench {
        program: compiled(),
    };
    let threads = parallelism();
    println!(
        "| board | value | one thread | pieces | {threads} threads: the leader, all | igs | C++, states | plain search, states |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut cram = vec![
        (3, 7, false),
        (3, 9, false),
        (3, 11, true),
        (3, 13, true),
        (3, 15, true),
        (5, 5, false),
        (5, 7, true),
    ];
    if long {
        cram.extend([(3, 17, true), (5, 9, true)]);
    }
    for (rows, columns, slow) in cram {
        let text = format!("{rows}x{columns}");
        bench.row(&Cram, "cram", (rows, columns), &text, Asked::Value, slow);
    }
    bench.row(&Chomp, "chomp", (8, 10), "8x10", Asked::Value, false);
    bench.row(&Chomp, "chomp", (10, 12), "10x12", Asked::Value, !long);
    for side in [4, 5] {
        let game = Notakto::new(side).expect("a side from 1 to 8");
        let side = u32::from(side);
        bench.row(
            &game,
            "notakto",
            (side, side),
            "empty",
            Asked::Outcome,
            false,
        );
    }
    bench.row(
        &NodeKayles,
        "node",
        (5, 5),
        &grid(5, 5),
        Asked::Value,
        false,
    );
    bench.row(
        &NodeKayles,
        "node",
        (6, 6),
        &grid(6, 6),
        Asked::Value,
        false,
    );
    if let Some(program) = &bench.program {
        let _ = std::fs::remove_file(program);
    }
}
