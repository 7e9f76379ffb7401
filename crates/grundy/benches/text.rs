//! Numbers as text: rows of b-files and CSV, against the loop that everybody writes. Run:
//! `cargo bench -p grundy --bench text`.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use grundy::budget::Budget;
use grundy::notation::columns::numbered;
use grundy::random::Random;
use grundy::solve::heap::Sequence;
use grundy::solve::heap::auto::Auto;
use grundy::solve::heap::code::Rules;
use grundy::solve::heap::filled::filled;

fn time<T>(runs: usize, mut run: impl FnMut() -> T) -> Duration {
    (0..runs)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

fn main() {
    println!("| rows | ours, MB/s | `writeln!` into a buffer, MB/s | ratio |\n|---|---|---|---|");
    let mut random = Random::new(1);
    for (name, bits) in [("values below 16", 4), ("values below 2^32", 32)] {
        let values: Vec<u32> = (0..2_000_000)
            .map(|_| (random.below(1 << 32) >> (32 - bits)) as u32)
            .collect();
        let (mut ours, mut plain) = (Vec::new(), Vec::new());
        let fast = time(9, || {
            ours.clear();
            numbered(&values, 0, b' ', &mut ours);
        });
        let slow = time(5, || {
            plain.clear();
            for (heap, value) in values.iter().enumerate() {
                writeln!(plain, "{heap} {value}").expect("there is room");
            }
        });
        assert!(ours == plain, "the same bytes");
        let rate = |time: Duration| ours.len() as f64 / time.as_secs_f64() / 1e6;
        let (ours, other) = (rate(fast), rate(slow));
        println!(
            "| 2,000,000, {name} | {ours:.0} | {other:.0} | {:.1}× |",
            ours / other
        );
    }

    println!(
        "\n| values of a code whose period is proven | copied, ms | computed, ms | ratio |\n|---|---|---|---|"
    );
    for (code, heaps) in [("0.77", 1_000_000), ("0.07", 100_000), ("0.156", 1_000_000)] {
        let rules: Rules = code.parse().expect("a code");
        let budget = Budget::default();
        let fast = time(5, || filled(&rules, heaps, &budget).expect("small").values);
        let slow = time(2, || {
            let mut engine = Auto::new(&rules, &budget);
            engine.advance(heaps).expect("small");
            let mut values = Vec::new();
            engine.copy_values(0, heaps, &mut values);
            values
        });
        let (fast, slow) = (fast.as_secs_f64() * 1e3, slow.as_secs_f64() * 1e3);
        println!(
            "| {code} to {heaps} | {fast:.2} | {slow:.2} | {:.0}× |",
            slow / fast
        );
    }
}
