//! The rule language against hand-written Rust and, where `python3` exists,
//! against the same game in CPython, all in one run:
//! `cargo bench -p grundy-lang`, or `-- heap`, `-- knight`, `-- wythoff` for
//! one game alone.

use std::hint::black_box;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::budget::Budget;
use grundy::outcome::Convention;
use grundy::solve::dense;
use grundy_lang::bench::{compile, on_workbench};
use grundy_lang::rules::Rules;

const HEAPS: &str =
    "state n\nmove take(k in 1..3) -> [n-k]\nmove split(k in 1..n/2) -> [k] + [n-k]";
const KNIGHT: &str =
    "state x, y\nmove hop((dx, dy) in {(-2, 1), (-2, -1), (1, -2), (-1, -2)}) -> [x+dx, y+dy]";
const WYTHOFF: &str = "state a, b\nmove first(k in 1..a) -> [a-k, b]\nmove second(k in 1..b) -> [a, b-k]\nmove both(k in 1..min(a, b)) -> [a-k, b-k]";

/// The time that this thread has had a processor, where the system tells it:
/// on a shared machine the clock on the wall measures the neighbours.
fn busy() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// The shortest of several runs.
fn best<T>(runs: usize, mut run: impl FnMut() -> T) -> Duration {
    let times = (0..runs).map(|_| {
        let (start, before) = (Instant::now(), busy());
        // The system counts in ticks, so short runs are repeated.
        for repeated in 1.. {
            black_box(run());
            let spent = match (before, busy()) {
                (Some(before), Some(after)) => after - before,
                _ => start.elapsed(),
            };
            if spent > Duration::from_millis(60) {
                return spent / repeated;
            }
        }
        Duration::ZERO
    });
    times.min().unwrap_or_default()
}

/// The mex of a set of marks: `seen[v] == stamp` for each value.
fn mex(seen: &[u32], stamp: u32) -> u32 {
    seen.iter().position(|s| *s != stamp).unwrap_or(seen.len()) as u32
}

fn heaps_by_hand(side: usize) -> Vec<u32> {
    let mut values = vec![0u32; side];
    let mut seen = vec![0u32; 4 * side.next_power_of_two()];
    for n in 0..side {
        let stamp = n as u32 + 1;
        for k in 1..=3.min(n) {
            seen[values[n - k] as usize] = stamp;
        }
        for k in 1..=n / 2 {
            seen[(values[k] ^ values[n - k]) as usize] = stamp;
        }
        values[n] = mex(&seen, stamp);
    }
    values
}

fn knight_by_hand(side: usize) -> Vec<u32> {
    let mut values = vec![0u32; side * side];
    // By the sum of the coordinates, which every hop lowers.
    for sum in 0..2 * side - 1 {
        for x in sum.saturating_sub(side - 1)..=sum.min(side - 1) {
            let y = sum - x;
            let mut seen = 0u32;
            for (dx, dy) in [(-2i64, 1i64), (-2, -1), (1, -2), (-1, -2)] {
                let (to_x, to_y) = (x as i64 + dx, y as i64 + dy);
                if to_x >= 0 && to_y >= 0 && to_x < side as i64 && to_y < side as i64 {
                    seen |= 1 << values[to_x as usize * side + to_y as usize];
                }
            }
            values[x * side + y] = seen.trailing_ones();
        }
    }
    values
}

fn wythoff_by_hand(side: usize) -> Vec<u32> {
    let mut values = vec![0u32; side * side];
    let mut seen = vec![0u32; 4 * side];
    for x in 0..side {
        for y in 0..side {
            let stamp = (x * side + y) as u32 + 1;
            for k in 0..x {
                seen[values[k * side + y] as usize] = stamp;
            }
            for k in 0..y {
                seen[values[x * side + k] as usize] = stamp;
            }
            for k in 1..=x.min(y) {
                seen[values[(x - k) * side + y - k] as usize] = stamp;
            }
            values[x * side + y] = mex(&seen, stamp);
        }
    }
    values
}

const PYTHON_HEAPS: &str = "
def run(side):
    g = [0]*side
    for n in range(side):
        seen = set()
        for k in range(1, min(3,n)+1): seen.add(g[n-k])
        for k in range(1, n//2+1): seen.add(g[k]^g[n-k])
        v = 0
        while v in seen: v += 1
        g[n] = v
    return g";
const PYTHON_KNIGHT: &str = "
def run(side):
    g = [[0]*side for _ in range(side)]
    for s in range(2*side-1):
        for x in range(max(0,s-side+1), min(s,side-1)+1):
            y = s-x
            seen = set()
            for dx,dy in ((-2,1),(-2,-1),(1,-2),(-1,-2)):
                a,b = x+dx,y+dy
                if 0<=a<side and 0<=b<side: seen.add(g[a][b])
            v = 0
            while v in seen: v += 1
            g[x][y] = v
    return g";
const PYTHON_WYTHOFF: &str = "
def run(side):
    g = [[0]*side for _ in range(side)]
    for x in range(side):
        for y in range(side):
            seen = set()
            for k in range(x): seen.add(g[k][y])
            for k in range(y): seen.add(g[x][k])
            for k in range(1, min(x,y)+1): seen.add(g[x-k][y-k])
            v = 0
            while v in seen: v += 1
            g[x][y] = v
    return g";

/// The seconds that CPython takes, if there is one.
fn python(program: &str, side: usize) -> Option<f64> {
    let script = format!(
        "{program}\nimport time\nt=time.process_time(); run({side}); print(time.process_time()-t)"
    );
    let output = Command::new("python3")
        .args(["-c", &script])
        .output()
        .ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

fn line(name: &str, hand: Duration, byte: Duration, tuned: Option<Duration>, python: Option<f64>) {
    let ms = |d: Duration| format!("{:.2}", d.as_secs_f64() * 1e3);
    let ratio = |d: Duration| format!("{:.2}×", d.as_secs_f64() / hand.as_secs_f64());
    println!(
        "| {name} | {} | {} | {} | {} | {} | {} | {} |",
        ms(hand),
        ms(byte),
        ratio(byte),
        tuned.map_or("—".into(), ms),
        tuned.map_or("—".into(), ratio),
        python.map_or("—".into(), |s| format!("{:.0}", s * 1e3)),
        python.map_or("—".into(), |s| format!("{:.1}×", s / byte.as_secs_f64())),
    );
}

fn game<const N: usize>(text: &str) -> Rules<N> {
    match compile(text, None, &[]) {
        Ok(compiled) => match Rules::new(Arc::new(compiled)) {
            Some(rules) => rules,
            None => unreachable!("the positions of these games fit"),
        },
        Err(wrong) => unreachable!("{wrong:?}"),
    }
}

/// The table by the bytecode and the dense engine.
fn dense_table<const N: usize>(text: &str, size: &[u64]) -> Vec<u32> {
    let rules = game::<N>(text);
    let mut meter = Budget::default().meter("bench");
    let values = dense::fill(&rules, size, &mut meter).unwrap_or_default();
    values.into_iter().map(Option::unwrap_or_default).collect()
}

/// The values by the engine of the recognised shape.
fn shape_table(text: &str, size: &[u64]) -> Vec<u32> {
    let Ok(compiled) = compile(text, None, &[]) else {
        return Vec::new();
    };
    let Some(shape) = compiled.shape() else {
        return Vec::new();
    };
    let cells: u64 = size.iter().product();
    let mut values = Vec::new();
    // The last first, so that the engine knows how far to go.
    for cell in (0..cells).rev() {
        let at: Vec<i64> = dense::point(cell, size).iter().map(|x| *x as i64).collect();
        let value = shape.value(&at).and_then(|v| u32::try_from(&v).ok());
        values.push(value.unwrap_or(u32::MAX));
    }
    values.reverse();
    values
}

fn main() {
    let quick = std::env::args().any(|a| a == "--quick");
    let (heap, knight, wythoff) = if quick {
        (1000, 200, 80)
    } else {
        (5000, 1000, 300)
    };
    println!(
        "| game | Rust, ms | bytecode, ms | ratio | engine of the shape, ms | ratio | CPython, ms | CPython / bytecode |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let names = ["heap", "knight", "wythoff"];
    let chosen: Vec<String> = std::env::args().filter(|a| names.contains(&&**a)).collect();
    let wanted = |name: &str| chosen.is_empty() || chosen.iter().any(|c| c == name);
    if wanted("heap") {
        assert_eq!(heaps_by_hand(heap), dense_table::<1>(HEAPS, &[heap as u64]));
        assert_eq!(heaps_by_hand(heap), shape_table(HEAPS, &[heap as u64]));
        line(
            &format!("take 1..3 or split, n ≤ {heap}"),
            best(5, || heaps_by_hand(heap)),
            best(5, || dense_table::<1>(HEAPS, &[heap as u64])),
            Some(best(5, || shape_table(HEAPS, &[heap as u64]))),
            python(PYTHON_HEAPS, heap),
        );
    }
    if wanted("knight") {
        let size = [knight as u64; 2];
        // The board has no end in the rules, so squares beyond it are kept apart.
        let text = KNIGHT.replace("x, y\n", &format!("x in 0..{0}, y in 0..{0}\n", knight - 1));
        assert_eq!(knight_by_hand(knight), dense_table::<2>(&text, &size));
        line(
            &format!("knight, {knight} × {knight}"),
            best(5, || knight_by_hand(knight)),
            best(5, || dense_table::<2>(&text, &size)),
            None,
            python(PYTHON_KNIGHT, knight),
        );
    }
    let size = [wythoff as u64; 2];
    if wanted("wythoff") {
        assert_eq!(wythoff_by_hand(wythoff), dense_table::<2>(WYTHOFF, &size));
        assert_eq!(wythoff_by_hand(wythoff), shape_table(WYTHOFF, &size));
        line(
            &format!("Wythoff, {wythoff} × {wythoff}"),
            best(5, || wythoff_by_hand(wythoff)),
            best(5, || dense_table::<2>(WYTHOFF, &size)),
            Some(best(5, || shape_table(WYTHOFF, &size))),
            python(PYTHON_WYTHOFF, wythoff),
        );
    }
    if !chosen.is_empty() {
        return;
    }
    let text = [HEAPS, KNIGHT, WYTHOFF];
    let parsing = best(20, || text.map(|text| compile(text, None, &[]).is_ok()));
    println!(
        "\nparsing, checking, proving and compiling one of these: {:.3} ms",
        parsing.as_secs_f64() * 1e3 / 3.0
    );
    let table = best(3, || {
        let game = match compile(WYTHOFF, None, &[]) {
            Ok(compiled) => on_workbench(Arc::new(compiled)),
            Err(wrong) => unreachable!("{wrong:?}"),
        };
        game.table(&size, Convention::Normal, &Budget::default())
            .map(|t| t.cells.len())
            .unwrap_or(0)
    });
    println!(
        "the whole verb `table` for Wythoff: {:.2} ms",
        table.as_secs_f64() * 1e3
    );
}
