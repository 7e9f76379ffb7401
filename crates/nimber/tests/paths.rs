//! Field laws for every width, and every path of every slice operation against the recursive definition.

use grundy_nimber::reference::product;
use grundy_nimber::{Kernel, LinearMap, Nim8, Nim16, Nim32, Nim64, Nim128, Nimber, Path, Roots};
use proptest::prelude::*;

fn vector<T: Nimber>(seed: u64, len: usize) -> Vec<T> {
    let mut s = u128::from(seed) | 1 << 70;
    (0..len)
        .map(|i| {
            s = s
                .wrapping_mul(0xda94_2042_e4dd_58b5_2360_ed05_1fc6_5da5)
                .wrapping_add(0x1357_9bdf);
            // Every eleventh element is small or zero, where tables have their special cases.
            if i % 11 == 3 {
                T::from_u128(s >> 126)
            } else {
                T::from_u128(s ^ s >> 61)
            }
        })
        .collect()
}

fn slow<T: Nimber>(a: T, b: T) -> T {
    T::from_u128(product(a.to_u128(), b.to_u128()))
}

fn check_paths<T: Nimber>(seed: u64, len: usize) {
    let (a, b): (Vec<T>, Vec<T>) = (vector(seed, len), vector(seed ^ 0xabcd, len));
    let c = *vector::<T>(seed ^ 77, 1).first().unwrap();
    let products: Vec<T> = a.iter().zip(&b).map(|(&x, &y)| slow(x, y)).collect();
    let sum = products.iter().fold(T::ZERO, |s, &x| s + x);
    let map = LinearMap::<T>::frobenius(3);
    for path in Path::available() {
        let kernel = Kernel::on(path).unwrap();
        let mut out = vec![T::ONE; len];
        kernel.mul(&a, &b, &mut out).unwrap();
        assert_eq!(out, products, "{path}, {} bits, product", T::BITS);
        let mut x = a.clone();
        kernel.mul_assign(&mut x, &b).unwrap();
        assert_eq!(x, products, "{path}, {} bits, product in place", T::BITS);
        assert_eq!(
            kernel.dot(&a, &b).unwrap(),
            sum,
            "{path}, {} bits, dot",
            T::BITS
        );
        let mut x = a.clone();
        kernel.scale(c, &mut x);
        assert!(
            x.iter().zip(&a).all(|(&y, &x)| y == slow(c, x)),
            "{path}, {} bits, scale",
            T::BITS
        );
        let mut y = b.clone();
        kernel.axpy(c, &a, &mut y).unwrap();
        let right = (0..len).all(|i| y[i] == b[i] + slow(c, a[i]));
        assert!(right, "{path}, {} bits, axpy", T::BITS);
        let mut x = a.clone();
        kernel.square(&mut x);
        assert!(
            x.iter().zip(&a).all(|(&y, &x)| y == slow(x, x)),
            "{path}, {} bits, square",
            T::BITS
        );
        kernel.sqrt(&mut x);
        assert_eq!(x, a, "{path}, {} bits, root of square", T::BITS);
        kernel.inverse_or_zero(&mut x);
        let right = (0..len).all(|i| slow(x[i], a[i]) == T::from_u128(u128::from(a[i] != T::ZERO)));
        assert!(right, "{path}, {} bits, inverse", T::BITS);
        let mut x = a.clone();
        kernel.linear(&map, &mut x);
        assert!(
            (0..len).all(|i| x[i] == a[i].square().square().square()),
            "{path}, linear map"
        );
        let mut x: Vec<T> = a
            .iter()
            .map(|&x| if x == T::ZERO { T::ONE } else { x })
            .collect();
        let mut running = T::ONE;
        let prefixes: Vec<T> = x
            .iter()
            .map(|&v| {
                running = slow(running, v);
                running
            })
            .collect();
        kernel.prefix_product(&mut x);
        assert_eq!(x, prefixes, "{path}, {} bits, prefix product", T::BITS);
    }
}

fn check_laws<T: Nimber>(a: u128, b: u128, c: u128) {
    let (a, b, c) = (T::from_u128(a), T::from_u128(b), T::from_u128(c));
    assert_eq!(a * b, slow(a, b));
    assert_eq!(a * b, b * a);
    assert_eq!((a * b) * c, a * (b * c));
    assert_eq!(a * (b + c), a * b + a * c);
    assert_eq!(
        (a * T::ONE, a * T::ZERO, a + a, a - b),
        (a, T::ZERO, T::ZERO, a + b)
    );
    assert_eq!(a.square(), a * a);
    assert_eq!((a + b).square(), a.square() + b.square(), "Frobenius");
    assert_eq!(a.sqrt().square(), a);
    assert_eq!(a.frobenius(T::BITS), a);
    assert_eq!(
        a.pow(T::group_order()),
        if a == T::ZERO { T::ZERO } else { T::ONE },
        "Fermat"
    );
    assert_eq!(a.pow(13) * a.pow(8), a.pow(21));
    if a == T::ZERO {
        assert!(a.inverse().is_err() && b.divide(a).is_err() && a.order().is_err());
    } else {
        assert_eq!(a * a.inverse().unwrap(), T::ONE);
        assert_eq!(b.divide(a).unwrap() * a, b);
        assert_eq!(a.pow_signed(-3).unwrap() * a.pow(3), T::ONE);
        let order = a.order().unwrap();
        assert_eq!(a.pow(order), T::ONE);
        for &p in T::group_primes() {
            assert!(order % p != 0 || a.pow(order / p) != T::ONE);
        }
    }
    // Tower: trace and norm are the sum and product of the conjugates over the subfield.
    let mut bits = 1;
    while bits <= T::BITS {
        let (mut sum, mut prod, mut x) = (T::ZERO, T::ONE, a);
        for _ in 0..T::BITS / bits {
            sum = sum + x;
            prod = prod * x;
            x = x.frobenius(bits);
        }
        assert_eq!(a.trace(bits).unwrap(), sum, "trace of {a} to {bits} bits");
        assert_eq!(a.norm(bits).unwrap(), prod, "norm of {a} to {bits} bits");
        bits *= 2;
    }
    assert!(a.trace(3).is_err() && a.norm(2 * T::BITS).is_err());
    // Artin–Schreier and quadratics.
    let trace = a.to_u128() >> (T::BITS - 1);
    match a.artin_schreier() {
        Some(y) => assert!(trace == 0 && y.square() + y == a),
        None => assert_eq!(trace, 1),
    }
    if let Ok(Roots::Two(x, y)) = T::solve_quadratic(a, b, c) {
        assert!(x != y && a * x.square() + b * x == c && a * y.square() + b * y == c);
    }
    // a·x² ⊕ b·x with a known root.
    let value = a * c.square() + b * c;
    match T::solve_quadratic(a, b, value) {
        Ok(Roots::One(x)) => assert_eq!(x, c),
        Ok(Roots::Two(x, y)) => assert!(x == c || y == c),
        Err(_) => assert!(a == T::ZERO && b == T::ZERO),
    }
    // Roots of every degree that divides the group order, and of some that do not.
    for n in [1, 2, 3, 5, 6, 7, 15, 17, 255, 257, 641] {
        let power = a.pow(n);
        let root = power.root(n).unwrap();
        assert_eq!(root.pow(n), power, "root of degree {n}");
        if let Ok(y) = a.root(n) {
            assert_eq!(y.pow(n), a);
        }
    }
    // The minimal polynomial vanishes at a, and has the degree of a.
    let m = a.minimal_polynomial();
    let value = (0..m.degree)
        .filter(|i| m.low >> i & 1 == 1)
        .fold(a.pow(m.degree.into()), |s, i| s + a.pow(i.into()));
    assert_eq!(value, T::ZERO);
    assert_eq!(a.frobenius(m.degree), a);
    assert!(m.degree == 1 || a.frobenius(m.degree / 2) != a);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn paths_agree_8(seed: u64, len in 0usize..400) { check_paths::<Nim8>(seed, len); }
    #[test]
    fn paths_agree_16(seed: u64, len in 0usize..400) { check_paths::<Nim16>(seed, len); }
    #[test]
    fn paths_agree_32(seed: u64, len in 0usize..400) { check_paths::<Nim32>(seed, len); }
    #[test]
    fn paths_agree_64(seed: u64, len in 0usize..400) { check_paths::<Nim64>(seed, len); }
    #[test]
    fn paths_agree_128(seed: u64, len in 0usize..200) { check_paths::<Nim128>(seed, len); }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn laws(a: u128, b: u128, c: u128) {
        check_laws::<Nim8>(a, b, c);
        check_laws::<Nim16>(a, b, c);
        check_laws::<Nim32>(a, b, c);
        check_laws::<Nim64>(a, b, c);
        check_laws::<Nim128>(a, b, c);
    }

    #[test]
    fn laws_for_small_values(a in 0u128..20, b in 0u128..20, c in 0u128..300) {
        check_laws::<Nim8>(a, b, c);
        check_laws::<Nim64>(a, b, c);
    }
}

#[test]
fn every_pair_of_bytes_on_every_path_is_the_mex_definition() {
    let table = grundy_nimber::reference::mex_table(256);
    let all: Vec<Nim8> = (0..=255).map(Nim8).collect();
    for path in Path::available() {
        let kernel = Kernel::on(path).unwrap();
        for x in 0..=255u8 {
            let mut row = all.clone();
            kernel.scale(Nim8(x), &mut row);
            let wanted = &table[usize::from(x) * 256..][..256];
            assert!(
                row.iter().zip(wanted).all(|(r, &w)| u16::from(r.0) == w),
                "{path}, row {x}"
            );
        }
    }
}

#[test]
fn generators_generate_and_are_the_first_of_their_kind() {
    fn check<T: Nimber>() {
        assert_eq!(T::GENERATOR.order().unwrap(), T::group_order());
        let start = 1u128 << (T::BITS / 2);
        for x in start..T::GENERATOR.to_u128() {
            assert!(
                T::from_u128(x).order().unwrap() < T::group_order(),
                "{x} generates"
            );
        }
    }
    check::<Nim8>();
    check::<Nim16>();
    check::<Nim32>();
    check::<Nim64>();
    check::<Nim128>();
}

#[test]
fn long_prefixes() {
    // Longer than one square of the vector paths.
    check_paths::<Nim32>(1, 4096 + 4096 + 77);
}

#[test]
fn errors_name_the_operand() {
    use grundy_nimber::NimError;
    assert_eq!(
        Nim32(7).divide(Nim32(0)),
        Err(NimError::DivisionByZero { numerator: 7 })
    );
    assert_eq!(
        Nim8(2).root(3),
        Err(NimError::NoRoot {
            value: 2,
            n: 3,
            bits: 8
        })
    );
    let mut out = [Nim8(0); 2];
    let wrong = grundy_nimber::slice::mul(&[Nim8(1); 3], &[Nim8(1); 3], &mut out);
    assert_eq!(wrong, Err(NimError::Length { left: 3, right: 2 }));
    let mut x = [Nim64(5), Nim64(0)];
    assert!(grundy_nimber::slice::inverse(&mut x).is_err());
    assert_eq!(x, [Nim64(5), Nim64(0)]);
    let none = Nim8::solve_quadratic(Nim8(1), Nim8(1), Nim8(128)).unwrap_err();
    assert!(none.to_string().contains("128"));
}
