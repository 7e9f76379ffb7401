//! Rules made of pieces at random, with the law that their least positions suggest, and often with one move or
//! convention more than that law was told from: nothing need be genuine, and what the checker believes must be true.

use grundy::notation::sealed;

use crate::forger::Random;
use crate::truth::{alone, values};

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

/// One move of a heap; a few know the parameter k.
fn heap_move(name: usize, parameter: bool, random: &mut Random) -> String {
    let taken = match parameter {
        false => *random.pick(&[
            "1..2",
            "1..3",
            "1..n",
            "1..n",
            "{1, 3}",
            "{1, 4}",
            "2..3",
            "1..5",
            "1..n-1",
            "1..n/2",
            "0..2",
            "-1..3",
            "n-3..n",
            "{2, 3, 7}",
            "1..40",
        ]),
        true => *random.pick(&[
            "1..k",
            "1..k",
            "1..k+1",
            "1..2*k",
            "{1, k}",
            "{1, k+1}",
            "{1, 2*k}",
            "{1, 2, k}",
            "k..2*k",
            "1..k-1",
            "{k}",
            "1..3",
            "1..2*k+1",
            "{1, k, k+1}",
            "0..k",
        ]),
    };
    let condition = match parameter {
        false => *random.pick(&[
            "",
            "",
            "",
            "",
            "if j % 2 = 1",
            "if n % 3 != 2",
            "if n > 5",
            "if n < 45",
            "if n > 33",
            "if j xor n < n",
            "if lowbit(j) = j",
            "if n % j = 0",
            "if divides(j, n)",
            "if gcd(j, n) = 1",
            "if popcount(j) = 1",
            "if all(d in 2..isqrt(j): not divides(d, j))",
            "if isqrt(j)*isqrt(j) = j",
            "if all(d in 2..isqrt(j): j % (d*d) != 0)",
            "if any(i in 0..9*n: i = 5*j+20)",
            "if not any(i in 0..n: 3*i = n)",
            "if all(i in 1..j: i != 3)",
            "if j <= n and n % 2 = 0 or j = 1",
            "if gcd(j, n) = 1 or j = 2",
            "if divides(j, n) or j = 3",
            "if isqrt(j)**2 = j and n > 3",
            "let m = n-j if m != 6",
            "if n/2 >= j",
        ]),
        true => *random.pick(&[
            "",
            "",
            "",
            "",
            "",
            "if j % 2 = 1",
            "if n > k",
            "if n >= 2*k",
            "if n < 6*k",
            "if n > 40",
            "if j != 2",
            "if n % 2 = 0",
            "if k > 2",
            "if k != 5",
            "if n % 7 != 3",
            "if n-j != 9",
            "if n > 5*k or j = 1",
        ]),
    };
    let to = match parameter {
        false => *random.pick(&[
            "n-j",
            "n-j",
            "n-j",
            "n-j",
            "n-2*j",
            "j-1",
            "n/2",
            "n-j-1",
            "min(j, n-1)",
            "n-j] + [j-1",
            "n-j] + [1",
            "n-2*j] + [j",
        ]),
        true => *random.pick(&["n-j", "n-j", "n-j", "n-j", "n-2*j", "n-j-1", "n-k-j", "n-k"]),
    };
    format!("move m{name}(j in {taken}) {condition} -> [{to}]\n")
}

/// Where a list begins to repeat, and after how many: the least together.
fn repeats<T: PartialEq>(list: &[T]) -> Option<(usize, usize)> {
    let fits = |&(from, period): &(usize, usize)| {
        (from..list.len() - period).all(|n| list[n] == list[n + period])
    };
    let mut all = (2..list.len() / 2).flat_map(|sum| (1..=sum.min(14)).map(move |p| (sum - p, p)));
    all.find(fits)
}

/// A law of heaps; `None` if the pieces are no rules, or their least heaps do not repeat.
pub fn law(random: &mut Random) -> Option<String> {
    let state = *random.pick(&[
        "",
        "",
        "",
        "",
        " where n != 4",
        " where n % 5 != 2",
        " in 1..",
        " in 0..50",
    ]);
    let moves: String = { 0..1 + random.below(2) }
        .map(|name| heap_move(name, false, random))
        .collect();
    let ends = [
        "win when n = 2\n",
        "lose when n < 2\n",
        "win when n % 4 = 0\nlose when n < 3\n",
    ];
    let said = match random.below(8) {
        0 => "play misere\n",
        1 => "play blocking 1\n",
        2 => *random.pick(&ends),
        _ => "",
    };
    let rules = format!("state n{state}\n{moves}{said}");
    let known = values(&rules, &[], 1, 64)?;
    let lost = !said.is_empty() || random.below(2) == 0;
    let label =
        |value: &Option<u32>| value.map(|value| if lost { u32::from(value > 0) } else { value });
    let labels: Vec<Option<u32>> = known.iter().map(label).collect();
    let (from, period) = repeats(&labels)?;
    // Reading a digit makes n into base·n + digit, of which only that remainder counts beyond the beginning.
    let turns: &[u64] = [&[2][..], &[2], &[3], &[3, 2]][random.below(4)];
    let code = ["base 2", "base 2", "base 3", "bases 2 3"];
    let code = match turns {
        [2] => code[0],
        [3] => code[2],
        _ => code[3],
    };
    let most = turns.iter().copied().max()?;
    let greatest = u64::from(labels.iter().flatten().copied().max()?);
    let values = if lost { 1 } else { greatest + 1 };
    let size = (from + period) as u64;
    if size * values * turns.len() as u64 > 4_000 {
        return None;
    }
    let place = |n: u64| {
        if n < size {
            n
        } else {
            from as u64 + (n - from as u64) % period as u64
        }
    };
    let state = |phase: usize, n: u64, v: u64| (phase as u64 * values + v) * size + n;
    let (mut accepting, mut rows) = (String::new(), String::new());
    for phase in 0..turns.len() {
        for v in 0..values {
            for n in 0..size {
                let told = labels[n as usize];
                let right = if lost {
                    told == Some(0)
                } else {
                    told == Some(v as u32)
                };
                if phase == 0 && right {
                    accepting += &format!(" {}", state(phase, n, v));
                }
                rows += &format!("{}:", state(phase, n, v));
                let digits = if lost { 1 } else { most };
                for high in 0..digits {
                    for low in 0..most {
                        let (base, next) = (turns[phase], (phase + 1) % turns.len());
                        let value = base * v + high;
                        rows += &match low < base && high < base && value < values {
                            true => format!(" {}", state(next, place(base * n + low), value)),
                            false => " -".to_string(),
                        };
                    }
                }
                rows += "\n";
            }
        }
    }
    let more = match random.below(3) {
        0 => String::new(),
        1 => random
            .pick(&[
                "play misere\n",
                "play blocking 1\n",
                "win when n = 40\n",
                "short\n",
                "play blocking 0\n",
            ])
            .to_string(),
        _ => heap_move(9, false, random),
    };
    let rules = format!("{rules}{more}");
    let mut facts = String::new();
    let sets = [
        ("isqrt(j): not", "prime"),
        ("d*d", "squarefree"),
        ("*isqrt", "square"),
        ("**2", "square"),
        ("divides(j", "divisor"),
        ("n % j", "divisor"),
        ("gcd", "coprime"),
    ];
    for (sign, set) in sets {
        if rules.contains(sign) && !facts.contains(set) {
            let (modulus, below) = (random.pick(&[1, 2, 4, 6, 12]), random.pick(&[2, 4, 9, 30]));
            facts += &format!("fact {set} modulo {modulus} below {below}\n");
        }
    }
    let (lines, claim) = (
        rules.lines().count(),
        if lost { "lost" } else { "values plain" },
    );
    let (states, tracks) = (size * values * turns.len() as u64, if lost { 1 } else { 2 });
    let misere = if random.below(20) == 0 {
        "play misere\n"
    } else {
        ""
    };
    Some(sealed::seal(&format!(
        "grundy law certificate 2\nclaim {claim}\norder sum\nnumeration {code}\ngame own\n{misere}{facts}rules {lines} lines\n{rules}automaton {states} states {tracks} tracks\naccepting{accepting}\n{rows}"
    )))
}

/// A stretch of numbers that rise by the same: where it begins, where it ends, its first value, the rise.
type Stretch = [i64; 4];

fn stretches(values: &[i64]) -> Vec<Stretch> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < values.len() {
        let rise = values.get(at + 1).map_or(0, |next| next - values[at]);
        let mut end = at + 1;
        while end < values.len() && values[end] - values[end - 1] == rise {
            end += 1;
        }
        found.push([at as i64, end as i64, values[at], rise]);
        at = end;
    }
    found
}

/// `A B` of the line through two values of the parameter; `None` if a third is not on it.
fn line(ks: [i64; 3], at: [i64; 3]) -> Option<String> {
    let (run, rise) = (ks[1] - ks[0], at[1] - at[0]);
    let factor = (rise % run == 0).then_some(rise / run)?;
    let constant = at[0] - factor * ks[0];
    (factor * ks[2] + constant == at[2]).then(|| format!("{factor} {constant}"))
}

/// A law of a family; `None` if its first games suggest none.
pub fn family(random: &mut Random) -> Option<String> {
    let moves: String = { 0..1 + random.below(2) }
        .map(|name| heap_move(name, true, random))
        .collect();
    let misere = random.below(5) == 0;
    let said = if misere { "play misere\n" } else { "" };
    let rules = format!("game own(k = 3)\nstate n\n{moves}{said}");
    let lost = misere || random.below(4) == 0;
    let least = random.below(5) as i64;
    let modulus = 1 + random.below(2) as i64;
    let mut claim = String::new();
    for rest in 0..modulus {
        let first = (least..least + modulus).find(|k| k % modulus == rest)?;
        // The first games may be others: those a little later suggest the law.
        let first = first + modulus * (1 + random.below(3) as i64);
        let ks = [first, first + modulus, first + 2 * modulus];
        let mut periods = [0; 3];
        let mut all: Vec<Vec<Stretch>> = Vec::new();
        for (k, period) in ks.into_iter().zip(&mut periods) {
            let known = values(&rules, &[("k", k)], 1, 110)?;
            let known: Option<Vec<i64>> = { known.into_iter() }
                .map(|v| v.map(|v| if lost { i64::from(v > 0) } else { i64::from(v) }))
                .collect();
            let known = known?;
            let fits = |p: &usize| (0..known.len() - p).all(|n| known[n] == known[n + p]);
            *period = (1..50).find(fits)? as i64;
            all.push(stretches(&known[..*period as usize]));
        }
        let period = line(ks, periods)?;
        if all.iter().any(|s| s.len() != all[0].len()) {
            return None;
        }
        let reach = 1 + random.below(3);
        claim += &format!("case k mod {modulus} = {rest} period {period} reach {reach}\n");
        for ((one, two), three) in all[0].iter().zip(&all[1]).zip(&all[2]) {
            let of = |what: usize| line(ks, [one[what], two[what], three[what]]);
            claim += &format!(
                "piece from {} below {} step 1 offset 0 start {} rise {}\n",
                of(0)?,
                of(1)?,
                of(2)?,
                three[3]
            );
        }
    }
    let more = match random.below(3) {
        0 => String::new(),
        _ => heap_move(9, true, random),
    };
    let rules = format!("{rules}{more}");
    let (lines, lost) = (
        rules.lines().count(),
        if lost { "claim lost\n" } else { "" },
    );
    Some(sealed::seal(&format!(
        "grundy family certificate 1\nfor k from {least}\ngame own\nrules {lines} lines\n{rules}{lost}{claim}"
    )))
}

/// One move of a board.
fn board_move(name: usize, random: &mut Random) -> String {
    let chosen = *random.pick(&[
        "",
        "(k in 1..x)",
        "(k in 1..y)",
        "(k in 1..2)",
        "(k in 1..3)",
        "(k in 1..min(x, y))",
        "(k in 0..2)",
        "(k in 1..x, j in 0..1)",
        "(k in 1..2, j in 0..k)",
    ]);
    let condition = *random.pick(&[
        "",
        "",
        "",
        "",
        "if x > y",
        "if x >= 2",
        "if x + y < 11",
        "if y > 8",
        "if x % 2 = 0",
        "if x xor y > 0",
        "if any(i in 0..x: 2*i = x+y)",
        "if not any(i in 0..9*x: i = y)",
        "if x < 9 or y < 9",
    ]);
    let to = match chosen {
        "" => *random.pick(&[
            "x-1, y", "x, y-1", "x-1, y-1", "x-1, y+1", "x-2, y", "y, x-1", "x-2, y-1",
        ]),
        _ => *random.pick(&[
            "x-k, y", "x, y-k", "x-k, y-k", "x-k, y+1", "x-1, y-k", "y, x-k", "x-k, k", "x-1, k",
        ]),
    };
    let to = match chosen.contains('j') && random.below(2) == 0 {
        true => format!("{to}-j"),
        false => to.to_string(),
    };
    format!("move m{name}{chosen} {condition} -> [{to}]\n")
}

/// A law of who loses on a board; `None` if the pieces are no rules, or its corner does not repeat.
pub fn board(random: &mut Random) -> Option<String> {
    const SIDE: i64 = 14;
    let domain = *random.pick(&[
        "",
        "",
        "",
        " where x <= y",
        " where x + y != 4",
        " where x % 3 != 1",
        " in 0..30",
    ]);
    let moves: String = (0..1 + random.below(3))
        .map(|name| board_move(name, random))
        .collect();
    let ends = [
        "win when x = y\n",
        "lose when x < 2\n",
        "win when x = 0\nlose when y = 0\n",
    ];
    let said = match random.below(8) {
        0 => "play misere\n",
        1 => "play blocking 1\n",
        2 => *random.pick(&ends),
        _ => "",
    };
    let rules = format!("state x, y{domain}\n{moves}{said}");
    let known = values(&rules, &[], 2, SIDE)?;
    let label = |x: i64, y: i64| known[(x + SIDE * y) as usize].map(|value| value > 0);
    // Along each coordinate, whatever the other is.
    let along = |first: bool| {
        let row = |at: i64| -> Vec<Option<bool>> {
            { 0..SIDE }
                .map(|other| {
                    if first {
                        label(at, other)
                    } else {
                        label(other, at)
                    }
                })
                .collect()
        };
        let rows: Vec<Vec<Option<bool>>> = (0..SIDE).map(row).collect();
        repeats(&rows)
    };
    let (x, y) = (along(true)?, along(false)?);
    let place = |n: u64, (from, period): (usize, usize)| match n < (from + period) as u64 {
        true => n,
        false => from as u64 + (n - from as u64) % period as u64,
    };
    let (wide, high) = ((x.0 + x.1) as u64, (y.0 + y.1) as u64);
    let base = 2 + random.below(2) as u64;
    let (mut accepting, mut rows) = (String::new(), String::new());
    for b in 0..high {
        for a in 0..wide {
            if label(a as i64, b as i64) == Some(false) {
                accepting += &format!(" {}", a + wide * b);
            }
            rows += &format!("{}:", a + wide * b);
            for letter in 0..base * base {
                let (a, b) = (base * a + letter % base, base * b + letter / base);
                rows += &format!(" {}", place(a, x) + wide * place(b, y));
            }
            rows += "\n";
        }
    }
    let more = match random.below(3) {
        0 => String::new(),
        1 => random
            .pick(&[
                "play misere\n",
                "play blocking 1\n",
                "win when x = 9\n",
                "measure x + y\n",
                "measure x, y\n",
            ])
            .to_string(),
        _ => board_move(9, random),
    };
    let rules = format!("{rules}{more}");
    let order = random.pick(&[
        "sum",
        "sum",
        "lexicographic 0 1",
        "lexicographic 1 0",
        "rising 60",
    ]);
    let (lines, states) = (rules.lines().count(), wide * high);
    Some(sealed::seal(&format!(
        "grundy law certificate 2\nclaim lost\norder {order}\nnumeration base {base}\ngame own\nrules {lines} lines\n{rules}automaton {states} states 2 tracks\naccepting{accepting}\n{rows}"
    )))
}
