//! Measures the figures of the README in one run and prints ratios. Run: `cargo bench -p grundy-nimber`.
//!
//! Every number is the minimum over repeats, because the machine may be busy with other things.

use grundy_nimber::log::{Log128, logarithm64};
use grundy_nimber::{
    BigNim, Kernel, LinearMap, Nim64, Nim128, Nimber, Path, Polynomial, Resident64, slice,
};
use std::hint::black_box;
use std::time::Instant;

/// The best of several repeats, in nanoseconds per element.
fn best(elements: usize, repeats: usize, mut run: impl FnMut()) -> f64 {
    let mut least = f64::MAX;
    for _ in 0..repeats {
        let start = Instant::now();
        run();
        least = least.min(start.elapsed().as_nanos() as f64 / elements as f64);
    }
    least
}

fn random_words(n: usize, mut s: u64) -> Vec<u64> {
    (0..n)
        .map(|_| {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            s
        })
        .collect()
}

fn random<T: Nimber>(n: usize, seed: u64) -> Vec<T> {
    let words = random_words(2 * n, seed);
    words
        .chunks_exact(2)
        .map(|w| T::from_u128(u128::from(w[0]) << 64 | u128::from(w[1])))
        .collect()
}

/// Times of the slice operations of one path.
struct Times {
    /// c = a ^ b on the same arrays.
    xor: f64,
    mul: f64,
    inverse: f64,
    square: f64,
    linear: f64,
    scale: f64,
}

fn slice_times<T: Nimber>(path: Path, n: usize, inner: usize) -> Option<Times> {
    let kernel = Kernel::on(path)?;
    let (a, b) = (
        random::<T>(n, 0x1234_5678_9abc_def1),
        random::<T>(n, 0x0fed_cba9_8765_4321),
    );
    let mut c = a.clone();
    let inner = if matches!(path, Path::Avx512 | Path::Avx2) {
        inner
    } else {
        inner.div_ceil(30)
    };
    let map = LinearMap::<T>::frobenius(5);
    let factor = b[0];
    let mut time = |f: &mut dyn FnMut(&mut [T])| {
        best(n * inner, 25, || {
            for _ in 0..inner {
                f(black_box(&mut c));
            }
        })
    };
    let sum = |c: &mut [T]| {
        for ((c, &a), &b) in c.iter_mut().zip(&a).zip(&b) {
            *c = a + b;
        }
    };
    Some(Times {
        xor: time(&mut |c| sum(c)),
        mul: time(&mut |c| kernel.mul(&a, &b, c).expect("one length")),
        inverse: time(&mut |c| kernel.inverse_or_zero(c)),
        square: time(&mut |c| kernel.square(c)),
        linear: time(&mut |c| kernel.linear(&map, c)),
        scale: time(&mut |c| kernel.scale(factor, c)),
    })
}

/// One line of the summary: a bound, what was measured, whether it holds.
fn figure(name: &str, measured: f64, bound: f64, at_most: bool) {
    let holds = if at_most {
        measured <= bound
    } else {
        measured >= bound
    };
    let (sign, word) = (
        if at_most { "≤" } else { "≥" },
        if holds { "reached" } else { "NOT reached" },
    );
    println!("| {name:<58} | {sign} {bound:<6} | {measured:>8.2} | {word} |");
}

fn main() {
    let (small, large) = (1usize << 11, 1usize << 20);
    let mut cache = Vec::new();
    let mut memory = Vec::new();
    for (n, inner, list) in [(small, 200, &mut cache), (large, 1, &mut memory)] {
        println!("\n64-bit slices of {n} elements, ns per element\n");
        println!(
            "| path | c = a ^ b | product | ratio | inverse | square | linear map | multiple |\n|---|---|---|---|---|---|---|---|"
        );
        for path in Path::available() {
            let Some(t) = slice_times::<Nim64>(path, n, inner) else {
                continue;
            };
            println!(
                "| {path} | {:.3} | {:.3} | {:.2} | {:.3} | {:.3} | {:.3} | {:.3} |",
                t.xor,
                t.mul,
                t.mul / t.xor,
                t.inverse,
                t.square,
                t.linear,
                t.scale
            );
            list.push((path, t));
        }
    }

    println!("\nproducts of {small} elements of other widths, ns per element\n");
    println!(
        "| path | 8 bits | 16 bits | 32 bits | 64 bits | 128 bits |\n|---|---|---|---|---|---|"
    );
    for path in Path::available() {
        let of = |t: Option<Times>| t.map_or(f64::NAN, |t| t.mul);
        println!(
            "| {path} | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} |",
            of(slice_times::<grundy_nimber::Nim8>(path, small, 200)),
            of(slice_times::<grundy_nimber::Nim16>(path, small, 200)),
            of(slice_times::<grundy_nimber::Nim32>(path, small, 200)),
            of(slice_times::<Nim64>(path, small, 100)),
            of(slice_times::<Nim128>(path, small, 50)),
        );
    }

    let chain = 20_000;
    let step = Nim64(0x9e37_79b9_7f4a_7c15);
    let scalar = best(chain, 30, || {
        let mut x = Nim64(1);
        for _ in 0..chain {
            x *= step;
        }
        black_box(x);
    });
    let resident = best(chain, 30, || {
        let (mut x, step) = (Resident64::ONE, Resident64::from(step));
        for _ in 0..chain {
            x = x * step;
        }
        black_box(x);
    });
    let one_by_one = |path: Path| {
        Kernel::on(path).map_or(f64::NAN, |kernel| {
            let mut x = [Nim64(1)];
            best(chain, 30, || {
                for _ in 0..chain {
                    kernel.scale(step, &mut x);
                }
                black_box(x);
            })
        })
    };
    let (logexp, portable) = (one_by_one(Path::LogExp16), one_by_one(Path::Portable));
    println!("\nchain of dependent 64-bit products, ns each\n");
    println!("| `Nim64` | `Resident64` | 16-bit log/exp | portable |\n|---|---|---|---|");
    println!("| {scalar:.2} | {resident:.2} | {logexp:.2} | {portable:.2} |");

    let inverses = |invert: &dyn Fn(Nim64) -> Nim64| {
        best(chain, 30, || {
            let mut x = step;
            for _ in 0..chain {
                x = invert(x) + step;
            }
            black_box(x);
        })
    };
    let scalar_inverse = inverses(&|x| x.inverse_or_zero());
    let portable_inverse = inverses(&|x| {
        let mut one = [x];
        Kernel::on(Path::Portable)
            .expect("everywhere")
            .inverse_or_zero(&mut one);
        one[0]
    });
    println!("\nchain of dependent 64-bit inverses, ns each\n");
    println!("| `Nim64` | portable | ratio |\n|---|---|---|");
    let ratio = portable_inverse / scalar_inverse;
    println!("| {scalar_inverse:.2} | {portable_inverse:.2} | {ratio:.2} |");

    println!(
        "\nwide nimbers, µs\n\n| bits | product | exponent of growth | square | square root | inverse |\n|---|---|---|---|---|---|"
    );
    let (mut before, mut wide4096) = (0.0, 0.0);
    for log_bits in 8..=16 {
        let bits = 1usize << log_bits;
        let a = BigNim::from_limbs(random_words(bits / 64, 5));
        let b = BigNim::from_limbs(random_words(bits / 64, 6));
        let runs = (1 << 22) / (bits * 8);
        let micros = |f: &dyn Fn() -> BigNim| {
            best(runs.max(1), 12, || {
                for _ in 0..runs.max(1) {
                    black_box(f());
                }
            }) / 1000.0
        };
        let time = micros(&|| &a * &b);
        let (square, root) = (micros(&|| a.square()), micros(&|| a.sqrt()));
        let inverse = micros(&|| a.inverse().expect("not zero"));
        let growth = if before > 0.0 {
            (time / before).log2()
        } else {
            f64::NAN
        };
        println!("| {bits} | {time:.2} | {growth:.2} | {square:.2} | {root:.2} | {inverse:.2} |");
        if bits == 4096 {
            wide4096 = time;
        }
        before = time;
    }
    let growth = (before / wide4096).log2() / 4.0;

    let g = Nim64::GENERATOR;
    let start = Instant::now();
    black_box(logarithm64(g * g, g)).expect("a logarithm to a generator");
    let setup = start.elapsed().as_secs_f64() * 1000.0;
    let values = random::<Nim64>(2000, 31);
    // Both operands have a logarithm to the generator; that of the base is 1.
    let mut least = vec![f64::MAX; values.len()];
    for _ in 0..7 {
        for (x, least) in values.iter().zip(&mut least) {
            let start = Instant::now();
            black_box(logarithm64(*x, g)).expect("a logarithm to a generator");
            *least = least.min(start.elapsed().as_nanos() as f64 / 1000.0);
        }
    }
    let mean = least.iter().sum::<f64>() / least.len() as f64;
    let worst = least.iter().copied().fold(0.0, f64::max);
    println!(
        "\n64-bit logarithm: set-up {setup:.1} ms, then {mean:.2} µs on average, {worst:.2} µs at worst of 2000"
    );
    let start = Instant::now();
    let tables = Log128::with_memory(1 << 24);
    let setup = start.elapsed().as_secs_f64() * 1000.0;
    let g = Nim128::GENERATOR;
    let start = Instant::now();
    let wide = random::<Nim128>(8, 77);
    for &x in &wide {
        black_box(tables.logarithm(x, g, |_| true)).expect("a logarithm to a generator");
    }
    let each = start.elapsed().as_secs_f64() * 1000.0 / wide.len() as f64;
    println!(
        "128-bit logarithm in 16 MiB: set-up {setup:.0} ms, then {each:.0} ms on average of 8"
    );

    println!(
        "\nproducts of two polynomials over 64 bits\n\n| coefficients each | transform, ms | definition, ms |\n|---|---|---|"
    );
    for log_n in [8, 10, 12, 14, 16, 18] {
        let n = 1usize << log_n;
        let (f, g) = (
            Polynomial::new(random::<Nim64>(n, 3)),
            Polynomial::new(random::<Nim64>(n, 4)),
        );
        let fast = best(1, 5, || {
            black_box(f.times(&g));
        }) / 1e6;
        let slow = if log_n <= 14 {
            best(1, 2, || {
                black_box(f.times_by_definition(&g));
            }) / 1e6
        } else {
            f64::NAN
        };
        println!("| {n} | {fast:.3} | {slow:.3} |");
    }

    let mut x = random::<Nim64>(large, 8);
    let prefix = best(large, 5, || slice::prefix_product(black_box(&mut x)));
    println!("\nprefix product of {large} elements: {prefix:.2} ns per element");

    println!("\n| figure | bound | measured | |\n|---|---|---|---|");
    let of = |list: &[(Path, Times)], path: Path| list.iter().position(|(p, ..)| *p == path);
    if let Some(slow) = of(&cache, Path::LogExp16) {
        let (_, fast) = &cache[0];
        figure(
            "slice product against 16-bit log/exp, in cache",
            cache[slow].1.mul / fast.mul,
            15.0,
            false,
        );
        figure(
            "slice inverse / slice product, in cache",
            fast.inverse / fast.mul,
            2.0,
            true,
        );
        figure(
            "linear map / slice product, in cache",
            fast.linear / fast.mul,
            1.0,
            true,
        );
    }
    let (_, fast) = &memory[0];
    figure(
        "slice product / xor at 2^20",
        fast.mul / fast.xor,
        1.3,
        true,
    );
    figure(
        "slice inverse / slice product at 2^20",
        fast.inverse / fast.mul,
        2.0,
        true,
    );
    figure(
        "linear map / slice product at 2^20",
        fast.linear / fast.mul,
        1.0,
        true,
    );
    figure(
        "dependent products against 16-bit log/exp",
        logexp / scalar,
        2.0,
        false,
    );
    figure(
        "dependent products against the portable path",
        portable / scalar,
        2.0,
        false,
    );
    figure("4096-bit product, µs", wide4096, 1.5, true);
    figure("growth exponent from 4096 to 65536 bits", growth, 1.7, true);
    figure("64-bit logarithm, mean µs", mean, 5.0, true);
    figure("64-bit logarithm, worst µs", worst, 5.0, true);
}
