//! Every line of `facts.txt`, through the calculator and with it through the whole crate.

use grundy_nimber::calc::{HELP, evaluate};

#[test]
fn facts() {
    let mut checked = 0;
    for (number, line) in include_str!("facts.txt").lines().enumerate() {
        let line = line.trim();
        let place = || format!("facts.txt, line {}: {line}", number + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(bad) = line.strip_prefix("! ") {
            let (input, text) = bad
                .split_once(" : ")
                .unwrap_or_else(|| panic!("{}", place()));
            match evaluate(input) {
                Ok(value) => panic!("{}: no error but {value}", place()),
                Err(e) => assert!(e.to_string().contains(text), "{}: {e}", place()),
            }
        } else {
            let (input, output) = line
                .rsplit_once(" = ")
                .unwrap_or_else(|| panic!("{}", place()));
            match evaluate(input) {
                Ok(value) => assert_eq!(value.to_string(), output, "{}", place()),
                Err(e) => panic!("{}: {e}", place()),
            }
        }
        checked += 1;
    }
    assert!(checked > 90, "{checked} facts");
}

#[test]
fn excesses_of_the_first_thirty_odd_primes() {
    use grundy_nimber::Ordinal;
    use grundy_nimber::ordinal::{excess, odd_prime};
    // m_p as published (Conway; Lenstra; DiMuro): the finite part of α_p beyond κ_f.
    let m = [
        0u8, 0, 1, 1, 0, 0, 4, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 0, 0, 1,
    ];
    assert_eq!(odd_prime(m.len() - 1).unwrap(), 127);
    for (k, &m) in m.iter().enumerate() {
        // Without m what is left is κ_f, whose finite part is nothing or a κ of a power of two.
        let rest = excess(k)
            .unwrap()
            .plus(&Ordinal::from(u128::from(m)))
            .finite_part();
        let fermat = [0u128, 2, 4, 16, 256, 65536].contains(&rest.to_u128().unwrap());
        assert!(
            fermat,
            "α_{} with m = {m} leaves {rest}",
            odd_prime(k).unwrap()
        );
    }
}

#[test]
fn help_names_every_function() {
    for name in [
        "sqrt", "root", "inv", "solve", "trace", "norm", "conj", "order", "log", "degree",
        "minpoly", "bit",
    ] {
        assert!(HELP.contains(&format!("{name}(")), "{name}");
    }
}
