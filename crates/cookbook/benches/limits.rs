//! Every problem at the upper limits of its statement: size of the input, the
//! least time of three runs, and the peak of memory above what was held before.
//!
//! `cargo bench -p grundy-cookbook [ID]`

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{BufReader, Read, Write};
use std::rc::Rc;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use grundy::random::Random;
use grundy_cookbook::{ALL, find};

/// Time that this process has been running, where the system tells it, so
/// that a busy machine disturbs less; otherwise the time of day.
fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let spent = std::fs::read_to_string("/proc/self/schedstat").ok();
    let spent = spent.and_then(|s| s.split(' ').next()?.parse().ok());
    match spent {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => START.get_or_init(Instant::now).elapsed(),
    }
}

/// Resets the peak of memory, where the system lets us.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Kilobytes of memory: the peak, and now.
fn memory() -> (u64, u64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    (field("VmHWM:").unwrap_or(0), field("VmRSS:").unwrap_or(0))
}

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    println!(
        "{:<16} {:<34} {:>10} {:>9} {:>9}",
        "problem", "input", "bytes", "ms", "MB"
    );
    let mut random = Random::new(1);
    for problem in ALL {
        if !wanted.is_empty() && !wanted.iter().any(|id| id.eq_ignore_ascii_case(problem.id)) {
            continue;
        }
        for (name, input) in inputs(problem.id, &mut random) {
            let mut least = Duration::MAX;
            forget_peak();
            let (_, before) = memory();
            for _ in 0..3 {
                let start = now();
                let answer = problem.judge(&input);
                least = least.min(now() - start);
                assert!(answer.is_ok(), "{}: {answer:?}", problem.id);
            }
            let peak = memory().0.saturating_sub(before) as f64 / 1024.0;
            report(problem.id, name, input.len(), least, peak);
        }
        if problem.id == "ABC278G" {
            for (name, n, l, r) in [
                ("whole game, one at a time", 2000, 1, 1),
                ("whole game, any block", 2000, 1, 2000),
                ("whole game, pairs", 2000, 2, 2),
            ] {
                let start = now();
                converse(n, l, r);
                report(problem.id, name, 0, now() - start, 0.0);
            }
        }
    }
}

fn report(id: &str, name: &str, bytes: usize, time: Duration, megabytes: f64) {
    println!(
        "{id:<16} {name:<34} {bytes:>10} {:>9.1} {megabytes:>9.1}",
        time.as_secs_f64() * 1e3
    );
}

fn line(numbers: impl IntoIterator<Item = u64>) -> String {
    let mut text = String::new();
    for number in numbers {
        let _ = write!(text, "{number} ");
    }
    text + "\n"
}

fn list(random: &mut Random, count: u64, least: u64, most: u64) -> String {
    line((0..count).map(|_| least + random.below(most - least + 1)))
}

fn cases(count: u64, mut one: impl FnMut() -> String) -> String {
    (0..count).fold(format!("{count}\n"), |text, _| text + &one())
}

fn pairs(count: u64, mut pair: impl FnMut(u64) -> (u64, u64)) -> String {
    let mut text = String::new();
    for number in 0..count {
        let (a, b) = pair(number);
        let _ = writeln!(text, "{a} {b}");
    }
    text
}

fn path(n: u64) -> String {
    pairs(n - 1, |v| (v + 1, v + 2))
}

fn random_tree(random: &mut Random, n: u64) -> String {
    pairs(n - 1, |v| (v + 2, 1 + random.below(v + 1)))
}

fn letters(random: &mut Random, count: u64, letters: &[u8]) -> String {
    let letter = |_| letters[random.below(letters.len() as u64) as usize] as char;
    (0..count).map(letter).collect()
}

/// Inputs at the limits, each with what is special about it.
fn inputs(id: &str, r: &mut Random) -> Vec<(&'static str, String)> {
    const BILLION: u64 = 1_000_000_000;
    match id {
        "AcWing891" | "AcWing892" | "AGC002E" => {
            vec![(
                "10^5 heaps",
                format!("100000\n{}", list(r, 100_000, 1, BILLION)),
            )]
        }
        "ARC168B" => {
            let twice: Vec<u64> = (0..100_000).map(|n| 1 + n * 9999).collect();
            vec![
                (
                    "2·10^5 heaps",
                    format!("200000\n{}", list(r, 200_000, 1, BILLION)),
                ),
                (
                    "10^5 pairs",
                    format!("200000\n{}{}", line(twice.clone()), line(twice)),
                ),
            ]
        }
        "AcWing893" => vec![(
            "100 takes, 100 heaps of 10^4",
            format!(
                "100\n{}100\n{}",
                list(r, 100, 1, 10_000),
                list(r, 100, 9_000, 10_000)
            ),
        )],
        "AcWing894" => vec![("100 heaps", format!("100\n{}", list(r, 100, 1, 100)))],
        "P2197" => vec![(
            "10 cases of 10^4",
            cases(10, || format!("10000\n{}", list(r, 10_000, 0, BILLION))),
        )],
        "P2148" => vec![(
            "20 cases of 2·10^4",
            cases(20, || format!("20000\n{}", list(r, 20_000, 1, 2 * BILLION))),
        )],
        "P3185" => vec![(
            "10 cases of 21 bottles",
            cases(10, || format!("21\n{}", list(r, 21, 0, 10_000))),
        )],
        "P3480" => vec![(
            "10 cases of 1000",
            cases(10, || {
                let mut heaps: Vec<u64> = (0..1000).map(|_| r.below(10_001)).collect();
                heaps.sort_unstable();
                format!("1000\n{}", line(heaps))
            }),
        )],
        "P3179" => vec![(
            "n = 10^9, 100 questions",
            format!(
                "1000000000\n{}",
                cases(100, || format!("100\n{}", list(r, 100, 1, BILLION)))
            ),
        )],
        "P2594" => vec![(
            "50 boards of 100 x 100",
            cases(50, || {
                (0..100).fold("100 100\n".to_string(), |text, _| {
                    text + &letters(r, 100, b"HT") + "\n"
                })
            }),
        )],
        "CF494E" => {
            let any = (0..50_000).fold(format!("{BILLION} 50000 {BILLION}\n"), |text, _| {
                let mut side = || {
                    let (a, b) = (1 + r.below(BILLION), 1 + r.below(BILLION));
                    (a.min(b), a.max(b))
                };
                let ((a, c), (b, d)) = (side(), side());
                text + &line([a, b, c, d])
            });
            let grid = (0..50_000).fold(format!("{BILLION} 50000 {BILLION}\n"), |text, number| {
                let at = number / 2 * 30_001 + 1;
                let across = [at, 1, at, BILLION];
                text + &line(if number % 2 == 0 {
                    across
                } else {
                    [1, at, BILLION, at]
                })
            });
            vec![
                ("50,000 random rectangles", any),
                ("25,000 lines across 25,000", grid),
            ]
        }
        "AGC017D" => vec![
            ("path of 10^5", format!("100000\n{}", path(100_000))),
            (
                "random tree of 10^5",
                format!("100000\n{}", random_tree(r, 100_000)),
            ),
        ],
        "COT3" => vec![
            (
                "white path of 10^5",
                format!("100000\n{}{}", list(r, 100_000, 0, 0), path(100_000)),
            ),
            (
                "random tree of 10^5",
                format!(
                    "100000\n{}{}",
                    list(r, 100_000, 0, 1),
                    random_tree(r, 100_000)
                ),
            ),
        ],
        "P7864" => vec![
            (
                "path of 10^6",
                format!("1\n1000000\n{}", line(1..1_000_000)),
            ),
            ("random tree of 10^6", {
                let parents: Vec<u64> = (1..1_000_000).map(|v| 1 + r.below(v)).collect();
                format!("1\n1000000\n{}", line(parents))
            }),
        ],
        "P8347" => vec![(
            "5 random trees of 10^5",
            cases(5, || format!("100000\n{}", random_tree(r, 100_000))),
        )],
        "AGC010F" => vec![(
            "3000 vertices",
            format!(
                "3000\n{}{}",
                list(r, 3000, 0, BILLION),
                random_tree(r, 3000)
            ),
        )],
        "CF1149E" => vec![(
            "2·10^5 cities and roads",
            format!("200000 200000\n{}", list(r, 200_000, 0, BILLION))
                + &pairs(200_000, |_| {
                    let a = 1 + r.below(199_999);
                    (a, a + 1 + r.below(200_000 - a))
                }),
        )],
        "CF1451F" => vec![(
            "10 boards of 100 x 100",
            cases(10, || format!("100 100\n{}", list(r, 10_000, 0, 1_000_000))),
        )],
        "P6560" => {
            let mut questions = |edge: fn(&mut Random) -> (u64, u64)| {
                let edges = pairs(500_000, |_| edge(r));
                let asked = pairs(500, |q| (1 + r.below(1000), 50_000 + q));
                format!("100000 500000 500\n{edges}{asked}")
            };
            vec![
                (
                    "random graph, 500 questions",
                    questions(|r| (1 + r.below(100_000), 1 + r.below(100_000))),
                ),
                (
                    "all decided, 500 questions",
                    questions(|r| {
                        let a = 1 + r.below(99_999);
                        (a, a + 1 + r.below((100_000 - a).min(20)))
                    }),
                ),
            ]
        }
        "P4617" => vec![(
            "5000 peaks, 5000 trails",
            format!(
                "5000 5000\n{}",
                pairs(5000, |_| (1 + r.below(5000), 1 + r.below(5000)))
            ),
        )],
        "P4055" => vec![
            (
                "100 x 100, no walls",
                "100 100\n".to_string() + &(".".repeat(100) + "\n").repeat(100),
            ),
            (
                "100 x 100, random walls",
                (0..100).fold("100 100\n".to_string(), |text, _| {
                    text + &letters(r, 100, b"....#") + "\n"
                }),
            ),
        ],
        "P4136" => vec![("1000 boards", list(r, 1000, 1, 10_000) + "0\n")],
        "P1971" => {
            // Along a snake through a chessboard of pieces, hole first.
            let cell = |step: usize| {
                let (row, column) = (step / 40, step % 40);
                (row, if row % 2 == 0 { column } else { 39 - column })
            };
            let mut board = vec![vec![b' '; 40]; 40];
            for step in 0..1600 {
                let (row, column) = cell(step);
                board[row][column] = if step == 0 {
                    b'.'
                } else if step % 2 == 1 {
                    b'O'
                } else {
                    b'X'
                };
            }
            let rows: Vec<String> = board
                .into_iter()
                .map(|row| String::from_utf8(row).unwrap_or_default())
                .collect();
            let moves = (1..1599)
                .map(cell)
                .map(|(row, column)| format!("{} {}\n", row + 1, column + 1));
            vec![(
                "40 x 40, 799 moves of each",
                format!(
                    "40 40\n{}\n799\n{}",
                    rows.join("\n"),
                    moves.collect::<String>()
                ),
            )]
        }
        "BOI2008GAME" => {
            let open = (0..300).fold("1\n300\n".to_string(), |text, row| {
                let mut cells = vec![b'.'; 300];
                match row {
                    0 => cells[0] = b'A',
                    299 => cells[299] = b'B',
                    _ => {}
                }
                text + &String::from_utf8(cells).unwrap_or_default() + "\n"
            });
            vec![("300 x 300, no walls", open)]
        }
        "USACO08BATTLE" => vec![(
            "10^18",
            line([
                BILLION * BILLION,
                BILLION * BILLION,
                1,
                2,
                BILLION,
                BILLION + 1,
            ]),
        )],
        "CF1147F" => vec![("n = 50", format!("50\n{}", line(1..=2500)))],
        "P2252" => vec![("10^9", line([BILLION, 618_033_989]))],
        "P6487" => vec![("10^15", line([1_000_000_000_000_000]))],
        "P6791" => vec![(
            "10^5 questions to 10^18",
            cases(100_000, || {
                let size = 1 + r.below(60);
                line([1 + r.below(1 << size), BILLION * BILLION - r.below(BILLION)])
            }),
        )],
        "P4279" => vec![(
            "500 cases of 50",
            cases(500, || format!("50\n{}", list(r, 50, 1, 5000))),
        )],
        "CEOI2008KNIGHTS" => vec![(
            "N = 10^6, K = 2·10^5",
            format!("200000 1000000\n{}", list(r, 400_000, 1, 1_000_000)),
        )],
        "P4101" => vec![("100 cases", cases(100, || list(r, 2, 1, BILLION)))],
        "P2599" => vec![
            (
                "10 rows of 1000, large heaps",
                cases(10, || format!("1000\n{}", list(r, 1000, 1, BILLION))),
            ),
            (
                "10 rows of 1000, small heaps",
                cases(10, || format!("1000\n{}", list(r, 1000, 1, 3))),
            ),
        ],
        "ABC278G" => vec![
            ("N = 2000, any block", "2000 1 2000\n".to_string()),
            ("N = 2000, pairs", "2000 2 2\n".to_string()),
        ],
        "P5675" => vec![("200 heaps", format!("200\n{}", list(r, 200, 1, 200)))],
        "P5970" => {
            let large: Vec<u64> = (0..18)
                .map(|n| 524_289 + n)
                .chain((0..499_000).map(|_| 1))
                .collect();
            vec![
                (
                    "5·10^5 heaps of about 20, d = 10",
                    format!("500000 10\n{}", list(r, 500_000, 1, 38)),
                ),
                (
                    "18 heaps of 2^19, d = 10",
                    format!("{} 10\n{}", large.len(), line(large)),
                ),
            ]
        }
        "P5363" => vec![
            ("n = 150000, m = 50", "150000 50\n".to_string()),
            ("n = 150000, m = 49", "150000 49\n".to_string()),
        ],
        "P2490" => vec![
            ("n = 10000, k = 100, d = 1", "10000 100 1\n".to_string()),
            ("n = 10000, k = 100, d = 100", "10000 100 100\n".to_string()),
        ],
        "CF1704F" => {
            let n = 500_000;
            let alternating: String = (0..n)
                .map(|at| if at % 2 == 0 { 'R' } else { 'B' })
                .collect();
            let mixed: String = (0..n / 4)
                .map(|_| if r.below(2) == 0 { "RBBR" } else { "RBRB" })
                .collect();
            vec![
                ("one alternating run", format!("1\n{n}\n{alternating}\n")),
                ("many short runs", format!("1\n{n}\n{mixed}\n")),
                (
                    "10^5 cases of 4",
                    cases(100_000, || format!("4\n{}\n", letters(r, 4, b"RB"))),
                ),
            ]
        }
        other => vec![("no generator", format!("{other} has none"))],
    }
}

/// A peer in this process that answers at once with a random block.
struct Peer {
    cards: Vec<bool>,
    lengths: (usize, usize),
    heard: String,
    said: VecDeque<u8>,
    random: Random,
    moves: usize,
}

impl Peer {
    fn hear(&mut self, line: &str) {
        let numbers: Vec<usize> = line
            .split_whitespace()
            .filter_map(|w| w.parse().ok())
            .collect();
        if let [at, cards] = numbers[..] {
            self.cards[at..at + cards].fill(false);
            self.moves += 1;
        }
        if numbers.len() == 2 || line.starts_with("Second") {
            let (l, r) = self.lengths;
            let blocks: Vec<(usize, usize)> = (1..self.cards.len())
                .flat_map(|at| {
                    let free = self.cards[at..]
                        .iter()
                        .take(r)
                        .take_while(|there| **there)
                        .count();
                    (l..=free).map(move |cards| (at, cards))
                })
                .collect();
            let block = blocks.get(self.random.below(blocks.len().max(1) as u64) as usize);
            let (at, cards) = block.copied().unwrap_or((0, 0));
            self.cards[at..at + cards].fill(false);
            self.said.extend(format!("{at} {cards}\n").bytes());
        }
    }
}

#[derive(Clone)]
struct Shared(Rc<RefCell<Peer>>);

impl Read for Shared {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().said.read(buffer)
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut peer = self.0.borrow_mut();
        peer.heard += &String::from_utf8_lossy(bytes);
        while let Some(end) = peer.heard.find('\n') {
            let line: String = peer.heard.drain(..=end).collect();
            peer.hear(&line);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn converse(n: usize, l: usize, r: usize) {
    let peer = Shared(Rc::new(RefCell::new(Peer {
        cards: std::iter::once(false).chain(vec![true; n]).collect(),
        lengths: (l, r),
        heard: String::new(),
        said: format!("{n} {l} {r}\n").into_bytes().into(),
        random: Random::new(7),
        moves: 0,
    })));
    let played = find("ABC278G")
        .and_then(|p| p.converse(&mut BufReader::new(peer.clone()), &mut peer.clone()));
    assert!(played.is_ok() && peer.0.borrow().moves > 0, "{played:?}");
}
