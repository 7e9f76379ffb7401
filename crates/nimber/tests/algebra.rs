//! Polynomials and matrices.

use grundy_nimber::{
    Error, Matrix, Nim8, Nim16, Nim32, Nim64, Nim128, NimError, Nimber, Ordinal, Polynomial, fft,
    stop,
};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn vector<T: Nimber>(seed: u64, len: usize) -> Vec<T> {
    let mut s = u128::from(seed) | 1 << 70;
    (0..len)
        .map(|_| {
            s = s
                .wrapping_mul(0xda94_2042_e4dd_58b5_2360_ed05_1fc6_5da5)
                .wrapping_add(0x1357_9bdf);
            T::from_u128(s ^ s >> 61)
        })
        .collect()
}

fn check_polynomials<T: Nimber>(seed: u64, n: usize, m: usize) {
    let (f, g) = (
        Polynomial::<T>::new(vector(seed, n)),
        Polynomial::<T>::new(vector(seed ^ 99, m)),
    );
    let product = f.times(&g);
    assert_eq!(
        product,
        f.times_by_definition(&g),
        "{} bits, {n} by {m}",
        T::BITS
    );
    for x in vector::<T>(seed ^ 5, 3) {
        assert_eq!(product.evaluate(x), f.evaluate(x) * g.evaluate(x));
    }
    if g.is_zero() {
        assert!(f.divide(&g).is_err());
        return;
    }
    let (q, r) = f.divide(&g).unwrap();
    assert_eq!(q.times(&g).plus(&r), f);
    assert!(r.degree() < g.degree());
    let size = n.next_power_of_two();
    if size.trailing_zeros() <= T::BITS {
        let mut values = f.coefficients().to_vec();
        values.resize(size, T::ZERO);
        fft::evaluate(&mut values).unwrap();
        for (x, v) in fft::points::<T>(size)
            .unwrap()
            .into_iter()
            .zip(&values)
            .take(70)
        {
            assert_eq!(f.evaluate(x), *v);
        }
        fft::interpolate(&mut values).unwrap();
        assert_eq!(Polynomial::new(values), f);
    }
}

fn check_roots<T: Nimber>(seed: u64) {
    let mut roots: Vec<T> = vector(seed, 5);
    roots.sort_unstable();
    roots.dedup();
    // A factor without roots: x² ⊕ x ⊕ top bit.
    let free = Polynomial::new(vec![T::from_u128(1 << (T::BITS - 1)), T::ONE, T::ONE]);
    assert!(free.roots().unwrap().is_empty());
    let f = Polynomial::from_roots(&roots)
        .times(&free)
        .times(&Polynomial::from_roots(&roots[..1]));
    assert_eq!(f.roots().unwrap(), roots);
    let common = f.gcd(&Polynomial::from_roots(&roots)).unwrap();
    assert_eq!(common, Polynomial::from_roots(&roots));
    let values: Vec<T> = vector(seed ^ 3, roots.len());
    let g = Polynomial::interpolate(&roots, &values).unwrap();
    assert!(roots.iter().zip(&values).all(|(&x, &y)| g.evaluate(x) == y));
    assert!(g.degree().is_none_or(|d| d < roots.len()));
}

fn check_matrices<T: Nimber>(seed: u64, n: usize) {
    let m = |s: u64| Matrix::<T>::from_rows(n, n, &vector(s, n * n)).unwrap();
    let (a, b) = (m(seed), m(seed ^ 1));
    let ab = a.times(&b).unwrap();
    assert_eq!(
        ab.determinant().unwrap(),
        a.determinant().unwrap() * b.determinant().unwrap()
    );
    match a.inverse() {
        Ok(i) => {
            assert_eq!(a.times(&i).unwrap(), Matrix::identity(n));
            assert_eq!(a.solve(&ab).unwrap(), b);
            assert_eq!(a.rank().unwrap(), n);
        }
        Err(Error::Singular { rank, size }) => {
            assert!(size == n && rank < n && a.rank().unwrap() == rank);
            assert_eq!(a.determinant().unwrap(), T::ZERO);
        }
        Err(e) => panic!("{e}"),
    }
    // A product through a narrow middle has small rank, and its kernel is as large as it should be.
    let thin = Matrix::<T>::from_rows(n, 1, &vector(seed ^ 7, n)).unwrap();
    let flat = Matrix::<T>::from_rows(1, n, &vector(seed ^ 8, n)).unwrap();
    let outer = thin.times(&flat).unwrap();
    let rank = outer.rank().unwrap();
    assert!(rank <= 1);
    let kernel = outer.kernel().unwrap();
    assert_eq!(kernel.rows(), n - rank);
    for i in 0..kernel.rows() {
        let x = Matrix::from_rows(n, 1, kernel.row(i).unwrap()).unwrap();
        assert_eq!(outer.times(&x).unwrap(), Matrix::zero(n, 1));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn polynomials(seed: u64, n in 1usize..300, m in 1usize..300) {
        check_polynomials::<Nim8>(seed, n, m);
        check_polynomials::<Nim16>(seed, n, m);
        check_polynomials::<Nim32>(seed, n, m);
        check_polynomials::<Nim64>(seed, n, m);
        check_polynomials::<Nim128>(seed, n, m);
    }

    #[test]
    fn roots(seed: u64) {
        check_roots::<Nim8>(seed);
        check_roots::<Nim64>(seed);
        check_roots::<Nim128>(seed);
    }

    #[test]
    fn matrices(seed: u64, n in 1usize..12) {
        check_matrices::<Nim8>(seed, n);
        check_matrices::<Nim32>(seed, n);
        check_matrices::<Nim64>(seed, n);
    }
}

#[test]
fn long_products() {
    check_polynomials::<Nim64>(1, 5000, 3000);
    check_polynomials::<Nim16>(2, 4096, 4096);
}

#[test]
fn errors_are_typed() {
    let zero = Polynomial::<Nim8>::default();
    assert!(matches!(
        Polynomial::new(vec![Nim8(1)]).divide(&zero),
        Err(Error::DivisionByZero { .. })
    ));
    assert!(zero.roots().is_err());
    assert!(Polynomial::interpolate(&[Nim8(1), Nim8(1)], &[Nim8(2), Nim8(3)]).is_err());
    assert!(matches!(
        fft::evaluate(&mut [Nim8(1); 3]),
        Err(Error::Shape { .. })
    ));
    assert!(matches!(
        fft::evaluate(&mut [Nim8(1); 512]),
        Err(Error::TooLarge {
            size: 9,
            limit: 8,
            ..
        })
    ));
    let m = Matrix::<Nim8>::zero(2, 3);
    assert!(m.determinant().is_err() && m.times(&m).is_err() && m.inverse().is_err());
    assert_eq!(
        Matrix::<Nim8>::zero(2, 2).inverse(),
        Err(Error::Singular { rank: 0, size: 2 })
    );
}

#[test]
fn a_flag_ends_every_kind_of_long_work() {
    let f = Polynomial::<Nim64>::new(vector(1, 40));
    let g = Polynomial::<Nim64>::new(vector(2, 20));
    let m = Matrix::<Nim64>::from_rows(8, 8, &vector(3, 64)).unwrap();
    let x: Ordinal = "w^2+w*3+5".parse().unwrap();
    let points: Vec<Nim64> = (0..8).map(Nim64).collect();
    let all = || -> Vec<Result<(), Error>> {
        vec![
            f.divide(&g).map(drop),
            f.gcd(&g).map(drop),
            f.roots().map(drop),
            Polynomial::interpolate(&points, &vector(4, 8)).map(drop),
            m.times(&m).map(drop),
            m.rank().map(drop),
            m.inverse().map(drop),
            x.times(&x).map(drop),
            x.inverse().map(drop),
        ]
    };
    let stopped = Err(Error::Nim(NimError::Cancelled { steps: 0 }));
    let flag = Arc::new(AtomicBool::new(false));
    assert!(stop::when_set(flag.clone(), all).iter().all(Result::is_ok));
    flag.store(true, Ordering::Relaxed);
    assert!(stop::when_set(flag, all).iter().all(|r| *r == stopped));
    // Afterwards the thread has no flag again.
    assert!(all().iter().all(Result::is_ok));
}

#[test]
fn another_thread_sets_the_flag() {
    let flag = Arc::new(AtomicBool::new(false));
    let (work, start) = (flag.clone(), Instant::now());
    let worker = std::thread::spawn(move || {
        let f = Polynomial::<Nim64>::new(vector(1, 200_000));
        stop::when_set(work, || f.roots())
    });
    std::thread::sleep(Duration::from_millis(50));
    flag.store(true, Ordering::Relaxed);
    let stopped = Err(Error::Nim(NimError::Cancelled { steps: 0 }));
    assert_eq!(worker.join().unwrap(), stopped);
    // Uninterrupted it would take hours.
    assert!(start.elapsed() < Duration::from_secs(60));
}
