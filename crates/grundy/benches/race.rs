//! The race on pipes and pools: rings against layers.
//!
//! `cargo bench -p grundy --bench race`. The exponents compare each line with
//! the first; the layered method is of the order n^3.5 on this family (n²
//! squares), the rings of the order n².

use std::time::Instant;

use grundy::budget::Budget;
use grundy::solve::race::rings::Rings;
use grundy::solve::race::{Arena, layers, pools};

const REPEATS: usize = 5;

/// The least time of a few runs, in milliseconds.
fn least(mut run: impl FnMut()) -> f64 {
    let time = |_| {
        let began = Instant::now();
        run();
        began.elapsed().as_secs_f64() * 1e3
    };
    (0..REPEATS).map(time).fold(f64::INFINITY, f64::min)
}

fn measure(arena: &Arena) -> (u64, f64, f64) {
    let mut pairs = 0;
    let layered = least(|| {
        let mut meter = Budget::default().with_states(u64::MAX).meter("layers");
        match layers::decide(arena, &arena.start(), &mut meter) {
            Ok(found) => pairs = found.pairs,
            Err(error) => println!("{error}"),
        }
    });
    let rings = least(|| {
        std::hint::black_box(Rings::new(arena, 0));
    });
    (pairs, layered, rings)
}

fn main() {
    println!("     n      pairs  layers ms  rings ms  ratio  exponents: pairs layers  rings");
    let mut first: Option<(f64, f64, f64, f64)> = None;
    for half in [1, 2, 3, 4, 5] {
        let Some(arena) = pools::pipes_and_pools(2 * half, 3 * half, half) else {
            continue;
        };
        let n = f64::from(arena.width().max(arena.height()));
        let (pairs, layered, rings) = measure(&arena);
        let base = *first.get_or_insert((n, pairs as f64, layered, rings));
        let exponent = |now: f64, then: f64| match (now / then).ln() / (n / base.0).ln() {
            slope if slope.is_finite() => format!("{slope:.2}"),
            _ => "-".to_string(),
        };
        println!(
            "{n:6} {pairs:10} {layered:10.3} {rings:9.3} {:6.1} {:>17} {:>6} {:>6}",
            layered / rings,
            exponent(pairs as f64, base.1),
            exponent(layered, base.2),
            exponent(rings, base.3),
        );
    }
}
