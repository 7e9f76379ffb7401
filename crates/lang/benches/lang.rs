//! The rule language, as bytecode and as machine code, against hand-written Rust
//! and, where `python3` exists, against the same game in CPython, all in one run:
//! `cargo bench -p grundy-lang`, or `-- heap`, `-- knight`, … for some games alone.

use std::hint::black_box;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::budget::Budget;
use grundy::outcome::Convention;
use grundy::solve::dense::{self, Lattice, Order, Work};
use grundy_lang::bench::{compile, on_workbench};
use grundy_lang::rules::{Pace, Rules};

const HEAPS: &str =
    "state n\nmove take(k in 1..3) -> [n-k]\nmove split(k in 1..n/2) -> [k] + [n-k]";
const KNIGHT: &str =
    "state x, y\nmove hop((dx, dy) in {(-2, 1), (-2, -1), (1, -2), (-1, -2)}) -> [x+dx, y+dy]";
const WYTHOFF: &str = "state a, b\nmove first(k in 1..a) -> [a-k, b]\nmove second(k in 1..b) -> [a, b-k]\nmove both(k in 1..min(a, b)) -> [a-k, b-k]";

const THREE: &str = "state a, b, c\nmove first(k in 1..a) if (k + b) % 3 != 0 -> [a-k, b, c]\nmove second(k in 1..b) if k <= c + 2 -> [a, b-k, c]\nmove third(k in 1..min(c, a+1)) -> [a, b, c-k]";
const DOMINOES: &str = "state b in bits 20\nmove across(i in 0..18) if i % 5 != 4 and (b >> i & 3) = 3 -> [b - (3 << i)]\nmove down(i in 0..14) if (b >> i & 33) = 33 -> [b - (33 << i)]";
const SPLIT: &str = "state n\nmove take(k in 1..2) -> [n-k]\nmove split(k in 1..n/2) if k % 3 != 0 and (n - k) % 2 = 0 -> [k] + [n-k]";
const ROWS: &str = "state h[5]\nmove take(i in 0..4, k in 1..h[i]) if k != 3 and (i = 0 or h[i-1] <= h[i] + k) -> [h[i := h[i]-k]]";
const GUARDS: &str = "state a, b\nmove left(k in 1..a) if divides(k, a) and (a xor b) != k -> [a-k, b]\nmove down(k in 1..b) if divides(k, b) or (k & a) = k -> [a, b-k]";

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

fn three_by_hand(side: usize) -> Vec<u32> {
    let mut values = vec![0u32; side * side * side];
    let mut seen = vec![0u32; 8 * side];
    for a in 0..side {
        for b in 0..side {
            for c in 0..side {
                let cell = (a * side + b) * side + c;
                let stamp = cell as u32 + 1;
                for k in 1..=a {
                    if (k + b) % 3 != 0 {
                        seen[values[cell - k * side * side] as usize] = stamp;
                    }
                }
                for k in 1..=b.min(c + 2) {
                    seen[values[cell - k * side] as usize] = stamp;
                }
                for k in 1..=c.min(a + 1) {
                    seen[values[cell - k] as usize] = stamp;
                }
                values[cell] = mex(&seen, stamp);
            }
        }
    }
    values
}

fn dominoes_by_hand(boards: usize) -> Vec<u32> {
    let mut masks = Vec::new();
    for i in 0..19 {
        if i % 5 != 4 {
            masks.push(3usize << i);
        }
    }
    for i in 0..15 {
        masks.push(33usize << i);
    }
    let mut values = vec![0u32; boards];
    for board in 0..boards {
        let mut seen = 0u64;
        for mask in &masks {
            if board & mask == *mask {
                seen |= 1 << values[board ^ mask];
            }
        }
        values[board] = seen.trailing_ones();
    }
    values
}

fn split_by_hand(side: usize) -> Vec<u32> {
    let mut values = vec![0u32; side];
    let mut seen = vec![0u32; 4 * side.next_power_of_two()];
    for n in 0..side {
        let stamp = n as u32 + 1;
        for k in 1..=2.min(n) {
            seen[values[n - k] as usize] = stamp;
        }
        for k in 1..=n / 2 {
            if k % 3 != 0 && (n - k) % 2 == 0 {
                seen[(values[k] ^ values[n - k]) as usize] = stamp;
            }
        }
        values[n] = mex(&seen, stamp);
    }
    values
}

fn rows_by_hand(side: usize) -> Vec<u32> {
    let mut values = vec![0u32; side.pow(5)];
    let mut rows = [0usize; 5];
    let strides = [side.pow(4), side.pow(3), side.pow(2), side, 1];
    let mut seen = vec![0u32; 64 * side];
    for cell in 0..values.len() {
        let stamp = cell as u32 + 1;
        for i in 0..5 {
            for k in 1..=rows[i] {
                if k != 3 && (i == 0 || rows[i - 1] <= rows[i] + k) {
                    seen[values[cell - k * strides[i]] as usize] = stamp;
                }
            }
        }
        values[cell] = mex(&seen, stamp);
        for row in rows.iter_mut().rev() {
            *row += 1;
            if *row < side {
                break;
            }
            *row = 0;
        }
    }
    values
}

fn guards_by_hand(side: usize) -> Vec<u32> {
    let mut values = vec![0u32; side * side];
    let mut seen = vec![0u32; 4 * side];
    for a in 0..side as u32 {
        for b in 0..side as u32 {
            let cell = a as usize * side + b as usize;
            let stamp = cell as u32 + 1;
            for k in 1..=a {
                if a % k == 0 && a ^ b != k {
                    seen[values[cell - k as usize * side] as usize] = stamp;
                }
            }
            for k in 1..=b {
                if b % k == 0 || k & a == k {
                    seen[values[cell - k as usize] as usize] = stamp;
                }
            }
            values[cell] = mex(&seen, stamp);
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

/// What was measured of one game.
struct Line {
    name: String,
    hand: Duration,
    byte: Duration,
    native: Duration,
    /// Making the machine code alone.
    made: Duration,
    tuned: Option<Duration>,
    python: Option<f64>,
}

impl Line {
    /// Compares the tables, and measures.
    fn of<const N: usize>(
        name: String,
        text: &str,
        size: &[u64],
        order: Order,
        hand: &dyn Fn() -> Vec<u32>,
    ) -> Line {
        for pace in [Pace::Bytecode, Pace::Chosen] {
            let table = dense_table::<N>(text, size, pace);
            assert_eq!(hand(), table, "{name}, {pace:?}");
        }
        let rules = game::<N>(text);
        let work = Work {
            done: 1,
            left: u64::MAX,
            cells: 1,
        };
        Line {
            name,
            hand: best(5, hand),
            byte: best(5, || dense_table::<N>(text, size, Pace::Bytecode)),
            native: best(5, || dense_table::<N>(text, size, Pace::Chosen)),
            made: best(5, || rules.kernel(size, order, work).is_some()),
            tuned: None,
            python: None,
        }
    }

    fn print(&self) {
        let hand = self.hand.as_secs_f64();
        let ms = |d: Duration| format!("{:.2}", d.as_secs_f64() * 1e3);
        let ratio = |d: Duration| format!("{:.2}×", d.as_secs_f64() / hand);
        let (tuned, python) = (self.tuned, self.python);
        println!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            self.name,
            ms(self.hand),
            ms(self.byte),
            ratio(self.byte),
            ms(self.native),
            ratio(self.native),
            ms(self.made),
            tuned.map_or("—".into(), ms),
            tuned.map_or("—".into(), ratio),
            python.map_or("—".into(), |s| format!("{:.0}", s * 1e3)),
        );
    }
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

/// The table by the rules and the dense engine.
fn dense_table<const N: usize>(text: &str, size: &[u64], pace: Pace) -> Vec<u32> {
    let rules = game::<N>(text).paced(pace);
    let mut meter = Budget::default().meter("bench");
    dense::values(&rules, size, &mut meter).unwrap_or_default()
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
    let sized = |usual: usize, small: usize| if quick { small } else { usual };
    println!(
        "| game | Rust, ms | bytecode, ms | ratio | native, ms | ratio | of it compiling, ms | engine of the shape, ms | ratio | CPython, ms |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let names = [
        "heap", "knight", "wythoff", "three", "dominoes", "split", "rows", "guards",
    ];
    let chosen: Vec<String> = std::env::args().filter(|a| names.contains(&&**a)).collect();
    let wanted = |name: &str| chosen.is_empty() || chosen.iter().any(|c| c == name);
    if wanted("heap") {
        let side = sized(5000, 1000);
        let size = [side as u64];
        assert_eq!(heaps_by_hand(side), shape_table(HEAPS, &size));
        let name = format!("take 1..3 or split, n ≤ {side}");
        let line = Line::of::<1>(name, HEAPS, &size, Order::Rows, &|| heaps_by_hand(side));
        Line {
            tuned: Some(best(5, || shape_table(HEAPS, &size))),
            python: python(PYTHON_HEAPS, side),
            ..line
        }
        .print();
    }
    if wanted("knight") {
        let side = sized(1000, 200);
        let size = [side as u64; 2];
        // The board has no end in the rules, so squares beyond it are kept apart.
        let text = KNIGHT.replace("x, y\n", &format!("x in 0..{0}, y in 0..{0}\n", side - 1));
        let name = format!("knight, {side} × {side}");
        let line = Line::of::<2>(name, &text, &size, Order::Sums, &|| knight_by_hand(side));
        Line {
            python: python(PYTHON_KNIGHT, side),
            ..line
        }
        .print();
    }
    let wythoff = sized(300, 80);
    let size = [wythoff as u64; 2];
    if wanted("wythoff") {
        assert_eq!(wythoff_by_hand(wythoff), shape_table(WYTHOFF, &size));
        let name = format!("Wythoff, {wythoff} × {wythoff}");
        let hand = || wythoff_by_hand(wythoff);
        let line = Line::of::<2>(name, WYTHOFF, &size, Order::Rows, &hand);
        Line {
            tuned: Some(best(5, || shape_table(WYTHOFF, &size))),
            python: python(PYTHON_WYTHOFF, wythoff),
            ..line
        }
        .print();
    }
    if wanted("three") {
        let side = sized(61, 20);
        let size = [side as u64; 3];
        let name = format!("three numbers with conditions, {side}³");
        Line::of::<3>(name, THREE, &size, Order::Rows, &|| three_by_hand(side)).print();
    }
    if wanted("dominoes") {
        let boards = sized(1 << 20, 1 << 14);
        let size = [boards as u64];
        let name = format!("dominoes on 4 × 5, {boards} boards");
        let hand = || dominoes_by_hand(boards);
        Line::of::<1>(name, DOMINOES, &size, Order::Rows, &hand).print();
    }
    if wanted("split") {
        let side = sized(10_000, 2000);
        let name = format!("split under conditions, n < {side}");
        let hand = || split_by_hand(side);
        Line::of::<1>(name, SPLIT, &[side as u64], Order::Rows, &hand).print();
    }
    if wanted("rows") {
        let side = sized(12, 5);
        let name = format!("five rows, {side}⁵");
        let hand = || rows_by_hand(side);
        Line::of::<5>(name, ROWS, &[side as u64; 5], Order::Rows, &hand).print();
    }
    if wanted("guards") {
        let side = sized(501, 100);
        let name = format!("divisors and bits, {side} × {side}");
        let hand = || guards_by_hand(side);
        Line::of::<2>(name, GUARDS, &[side as u64; 2], Order::Rows, &hand).print();
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
    let table = best(3, || {
        let game = match compile(GUARDS, None, &[]) {
            Ok(compiled) => on_workbench(Arc::new(compiled)),
            Err(wrong) => unreachable!("{wrong:?}"),
        };
        game.table(&[301, 301], Convention::Normal, &Budget::default())
            .map(|t| t.cells.len())
            .unwrap_or(0)
    });
    println!(
        "the whole verb `table` for divisors and bits, 301 × 301: {:.2} ms",
        table.as_secs_f64() * 1e3
    );
}
