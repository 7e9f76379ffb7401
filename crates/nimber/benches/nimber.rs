//! Measures the figures of the README in one run and prints ratios. Run: `cargo bench -p grundy-nimber`.

use grundy_nimber::{Kernel, LinearMap, Nim64, Nimber, Path, Resident64};
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

fn random(n: usize, mut s: u64) -> Vec<Nim64> {
    (0..n)
        .map(|_| {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            Nim64(s)
        })
        .collect()
}

fn main() {
    for (n, inner) in [(1usize << 11, 200usize), (1 << 20, 1)] {
        let (a, b) = (
            random(n, 0x1234_5678_9abc_def1),
            random(n, 0x0fed_cba9_8765_4321),
        );
        let mut c = vec![Nim64(0); n];
        println!("64-bit slices of {n} elements, ns per element");
        let xor = best(n * inner, 30, || {
            for _ in 0..inner {
                for i in 0..n {
                    c[i] = a[i] + b[i];
                }
                black_box(&mut c);
            }
        });
        println!("  {:<24}{xor:8.3}", "c = a ^ b");
        for path in Path::available() {
            let kernel = Kernel::on(path).unwrap();
            let reps = if matches!(path, Path::Avx512 | Path::Avx2) {
                inner
            } else {
                inner.div_ceil(20)
            };
            let mul = best(n * reps, 30, || {
                for _ in 0..reps {
                    kernel.mul(&a, &b, &mut c).unwrap();
                    black_box(&mut c);
                }
            });
            let mut x = a.clone();
            let inv = best(n * reps, 15, || {
                for _ in 0..reps {
                    kernel.inverse_or_zero(&mut x);
                    black_box(&mut x);
                }
            });
            let map = LinearMap::<Nim64>::frobenius(5);
            let linear = best(n * reps, 15, || {
                for _ in 0..reps {
                    kernel.linear(&map, &mut x);
                    black_box(&mut x);
                }
            });
            println!(
                "  {:<24}mul {mul:8.3}  ({:.2} x xor) inverse {inv:8.3} linear {linear:8.3}",
                path.to_string(),
                mul / xor
            );
        }
    }
    let chain = 20_000;
    let step = Nim64(0x9e37_79b9_7f4a_7c15);
    let scalar = best(chain, 20, || {
        let mut x = Nim64(1);
        for _ in 0..chain {
            x = x * step;
        }
        black_box(x);
    });
    let resident = best(chain, 20, || {
        let (mut x, step) = (Resident64::ONE, Resident64::from(step));
        for _ in 0..chain {
            x = x * step;
        }
        black_box(x);
    });
    println!("chain of dependent products: scalar {scalar:.2} ns, resident {resident:.2} ns");
    for path in [Path::LogExp16, Path::Portable, Path::Clmul] {
        let Some(kernel) = Kernel::on(path) else {
            continue;
        };
        let mut x = [Nim64(1)];
        let portable = best(chain, 20, || {
            for _ in 0..chain {
                kernel.scale(step, &mut x);
            }
            black_box(x);
        });
        println!("  {path}: {portable:.2} ns");
    }
}
