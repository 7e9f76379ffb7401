//! Boards that fall apart: the packed search on one thread and on all, against the plain
//! search of this library and against a plain program in C++ (`boards/plain.cpp`, every value a
//! full mex), where there is a compiler. All in one run; seconds of the processor, and of the day
//! where several threads are at work. `-- long` adds boards that take minutes.

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
    day: Duration,
}

/// The packed search on so many threads, from an empty table; short ones several times, as the clock is coarse.
fn packed<G: Game>(game: &G, text: &str, asked: Asked, threads: usize) -> Run {
    const ENOUGH: Duration = Duration::from_millis(200);
    let sum = game.read(text).expect("a position");
    let (day, begun) = (Instant::now(), processor());
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
                day: day.elapsed() / repeats,
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
        let (day, together) = (alone.day.as_secs_f64(), all.day.as_secs_f64());
        println!(
            "| {name} {rows}×{columns} | {} | {:.4} s | {} | {:.4} s ({:.2}×) | {old} | {cpp} |",
            alone.answer,
            alone.processor,
            alone.pieces,
            together,
            day / together
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

fn main() {
    let long = std::env::args().any(|word| word == "long");
    let bench = Bench {
        program: compiled(),
    };
    let threads = parallelism();
    println!(
        "| board | value | one thread | pieces | {threads} threads, of the day | plain search, states | C++, states |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut cram = vec![
        (3, 7, false),
        (3, 9, false),
        (3, 11, true),
        (3, 13, true),
        (5, 5, false),
        (5, 7, true),
    ];
    if long {
        cram.extend([(3, 15, true), (3, 17, true), (5, 9, true)]);
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
