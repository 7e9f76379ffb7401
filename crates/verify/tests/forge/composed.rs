//! Rows of heaps made of pieces at random, with the law that rows with a single heap suggest: nothing in
//! them need be genuine, and where the checker believes one it must be true.

use grundy::notation::sealed;

use crate::forger::Random;
use crate::truth::alone;

/// One move of a row.
fn one_move(name: usize, random: &mut Random) -> String {
    let from = *random.pick(&["0", "0", "0", "1", "-1", "d-1", "0-d", "{0, 1}", "{-1, 0}"]);
    let to = *random.pick(&["d-1", "d-1", "d-1", "d-2", "d", "0", "1", "-1"]);
    let place = match from.starts_with('{') {
        true => from.to_string(),
        false => format!("{from}..{to}"),
    };
    let taken = *random.pick(&[
        "1..h[i]",
        "1..h[i]",
        "1..3",
        "1..2",
        "0..h[i]",
        "2..h[i]",
        "1..h[i]-1",
        "{1, 2}",
        "-1..1",
        "1..h[i+1]",
        "1..d",
        "1..i+1",
    ]);
    let condition = *random.pick(&[
        "",
        "",
        "",
        "if k <= h[i]",
        "if h[i] > 2",
        "if k % 2 = 1",
        "if i % 2 = 0",
        "if i >= 0",
        "if i < 0",
        "if h[i-1] >= 0",
        "if h[i+1] = 0",
        "if h[i] xor k < h[i]",
        "let m = h[i]-k if m >= 0",
        "if d > 2",
        "if h[i] >= h[i+1]",
    ]);
    let value = *random.pick(&[
        "h[i]-k",
        "h[i]-k",
        "h[i]-k",
        "k",
        "k-1",
        "h[i]-2*k",
        "h[i]/2",
        "0",
        "h[i] xor k",
        "min(k, h[i])",
    ]);
    let also = *random.pick(&[
        "",
        "",
        "",
        ", i-1 := h[i-1]+k",
        ", i+1 := h[i+1]+k",
        ", i+1 := h[i+1]+1",
        ", i-1 := 0",
        ", i := h[i]-1",
    ]);
    let moved = format!("(i in {place}, k in {taken}) {condition} -> [h[i := {value}{also}]]");
    // Heaps beside the place, or a fixed one.
    let moved = match random.below(6) {
        0 => moved.replace("h[i]", "h[i+1]").replace("[i :=", "[i+1 :="),
        1 => moved.replace("h[i]", "h[0]").replace("[i :=", "[0 :="),
        _ => moved,
    };
    format!("move m{name}{moved}\n")
}

/// A certificate about such a row; `None` if the pieces are no rules, or rows with one heap suggest no law.
pub fn row(random: &mut Random) -> Option<String> {
    let moves: String = (0..1 + random.below(3))
        .map(|name| one_move(name, random))
        .collect();
    let rules = format!("game own(d = 3)\nstate h[d]\n{moves}");
    let many = 1 + random.below(2);
    let mut counts = String::new();
    for class in 0..many {
        let values = alone(&rules, class, many.max(2) as i64 + 1)?;
        let counted = match () {
            () if values.iter().all(|value| *value == 0) => "nothing".to_string(),
            () if (0..).zip(&values).all(|(size, value)| size == *value) => "itself".to_string(),
            () => {
                let fits = |m: &i64| (0..).zip(&values).all(|(size, value)| size % m == *value);
                format!("modulo {}", (2..6).find(fits)?)
            }
        };
        counts += &format!("heap {class} of {many} counts {counted}\n");
    }
    // One move more than the law was told from, which may break it or have no meaning somewhere.
    let more = match random.below(3) {
        0 => String::new(),
        _ => one_move(9, random),
    };
    let rules = format!("{rules}{more}");
    let (order, lines) = (random.pick(&["down", "up"]), rules.lines().count());
    let least = 1 + random.below(3);
    Some(sealed::seal(&format!(
        "grundy heaps certificate 1\nfor d from {least}\ngame own\nrules {lines} lines\n{rules}order {order}\n{counts}"
    )))
}
