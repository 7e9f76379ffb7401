//! Genuine certificates of every kind: from the engines that find, as `grundy study` wrote them, and by hand.

use grundy::budget::Budget;
use grundy::compound::misere::heaps::HeapQuotient;
use grundy::notation::sealed;
use grundy::solve::heap::certificate::Certificate;
use grundy::solve::heap::solve::{Options, solve};

/// Kinds as the table shows them.
type Genuine = Vec<(&'static str, String)>;

/// All of them, each with its kind.
pub fn all() -> Genuine {
    let mut found = Vec::new();
    heaps(&mut found);
    laws(&mut found);
    more_laws(&mut found);
    quotients(&mut found);
    families(&mut found);
    rows(&mut found);
    sentences(&mut found);
    found
}

fn heaps(found: &mut Genuine) {
    // Short windows, by hand: easier to forge.
    for now in [212, 224, 236] {
        let body = format!(
            "grundy heap certificate 1\ncode 0.77\nstart 71\nperiod 12\nsaltus 0\nmask 15\n\
             window 200 {now} 102 100 150\n"
        );
        found.push(("window", sealed::seal(&body)));
    }
    let mut add = |kind, code: &str, options: Options| {
        let law = solve(&code.parse().unwrap(), &options).unwrap().law;
        let law = law.unwrap_or_else(|| panic!("{code}"));
        let text = Certificate::of(&law).to_string();
        assert!(text.lines().any(|l| l.starts_with(kind)), "{text}");
        found.push((kind, text));
    };
    for code in [
        "0.77", "0.07", "0.15", "0.7", "{1,4,10}", "0.13", "4.12", "0.53",
    ] {
        add("lemma", code, Options::default());
    }
    for code in ["0.156", "0.356"] {
        // As if the lemma were not known, and forgetting early.
        let windows = Options {
            lemma: false,
            reach: Some(2500),
            keep: 6000,
            ..Options::default()
        };
        add("window", code, windows);
    }
    for code in ["allbut{1,3,4,9}", "0.[3]", "allbut{2}", "allbut{1,2,5}"] {
        add("state", code, Options::default());
    }
    for code in ["0.3F", "hex:0.8", "hex:0.C"] {
        let few = Options {
            observe: 120,
            ..Options::default()
        };
        add("observed", code, few);
    }
}

/// Laws as `grundy study` wrote them, of games of `examples/` and of others made for this test.
fn laws(found: &mut Genuine) {
    macro_rules! genuine {
        ($kind:literal: $($name:literal)*) => {
            $(found.push(($kind, include_str!(concat!("../genuine/", $name, ".law")).to_string()));)*
        };
    }
    genuine!("values": "bachet" "even" "halves" "king" "lasker" "mock_turtles" "powers" "signed" "signed_heaps" "two_heaps");
    genuine!("values as powers": "leave_half");
    genuine!("lost": "wythoff" "fibonacci");
    genuine!("lost, blocking": "blocked" "blocked_twice");
    genuine!("lost, misère": "bachet_misere" "rook_misere");
    // Beside these are laws that are only forged.
    genuine!("values, facts": "../forge/laws/primes_or_one" "../forge/laws/divisors" "../forge/laws/squarefree" "../forge/laws/prime_powers" "../forge/laws/odd_squares");
    genuine!("lost, facts": "../forge/laws/coprime" "../forge/laws/primes_misere");
    genuine!("lost, mixed bases": "../forge/laws/tens");
    genuine!("lost, Ostrowski": "../forge/laws/sides");
}

/// Laws of rules with numbers that are not linear, with declared ends and with coordinates that
/// are bound to each other, written by hand.
fn more_laws(found: &mut Genuine) {
    let even = "accepting 0\n0: 0 1\n1: 1 0\n";
    let equal = "automaton 1 states 2 tracks\naccepting 0\n0: 0 - - 0\n";
    let nothing = "automaton 1 states 2 tracks\naccepting\n0: 0 0 0 0\n";
    let modulo_4 = "automaton 6 states 2 tracks\naccepting 0 2 5\n0: 0 1 - 2\n1: 3 1 - 4\n2: 5 - - 5\n3: 0 1 - 2\n4: 5 - - 5\n5: - - - -\n";
    for (kind, claim, rules, automaton) in [
        (
            "takeaway",
            "takeaway",
            "state n, q; move take(r in 1..min(n, q)) -> [n-r, 2*r]",
            nothing,
        ),
        (
            "takeaway",
            "takeaway",
            "state n, q; move take(r in 1..n) if r <= q -> [n-r, 4*r-3]",
            nothing,
        ),
        (
            "takeaway",
            "takeaway",
            "state n, q; move take(r in 1..min(n, q)) -> [n-r, r+3]",
            nothing,
        ),
        (
            "values, facts",
            "values plain",
            "state n; move take(k in 1..n) if k = 1 or k > 1 and all(d in 2..isqrt(k): not divides(d, k)) -> [n-k]",
            modulo_4,
        ),
        (
            "lost",
            "lost",
            "state n; move halve if n > 0 -> [n/2]",
            // The number of digits is even.
            "automaton 3 states 1 tracks\naccepting 0 2\n0: 0 1\n1: 2 2\n2: 1 1\n",
        ),
        (
            "lost",
            "lost",
            "state n; move one(k in 0..9) if n & 1 << k != 0 -> [n - (1 << k)]; move all if n > 0 and n >> 10 > 0 -> [n xor lowbit(n)]",
            &format!("automaton 2 states 1 tracks\n{even}"),
        ),
        (
            "lost",
            "lost",
            "state x, y; move a if x > 0 -> [x & (x-1), y]; move b if y > 0 -> [x, y - lowbit(y)]",
            "automaton 2 states 2 tracks\naccepting 0\n0: 0 1 1 0\n1: 1 0 0 1\n",
        ),
        (
            "lost",
            "lost",
            "state x, y; move step if x != y -> [min(x, y), max(x, y) - abs(x-y)]",
            equal,
        ),
        (
            "values",
            "values plain",
            "state n; move low if n > 0 -> [n - lowbit(n)]",
            // The value is the parity of the ones.
            "automaton 3 states 2 tracks\naccepting 0 2\n0: 0 1 - 2\n1: 1 0 2 -\n2: - - - -\n",
        ),
        (
            "values",
            "values plain",
            "state n; move take(k in 1..3) if k <= (n > 1 ? 3 : n % 4) -> [n - k + (n-k)/-9 * 0]",
            // The value is n mod 4: where it has digits they are the last of n.
            "automaton 7 states 2 tracks\naccepting 0 4 6\n0: 0 1 - 4\n1: 2 3 - 5\n2: 0 1 - 4\n3: 2 3 - 5\n4: 6 - - 6\n5: 6 - - 6\n6: - - - -\n",
        ),
        (
            "values as powers",
            "values power",
            "state n; move take(k in (n > 4 ? (n+1)/2 : n - n/2)..n) if k > 0 -> [n-k]",
            // The value is the number of digits.
            "automaton 3 states 2 tracks\naccepting 1 2\n0: 0 - 1 -\n1: - 2 - -\n2: 2 2 - -\n",
        ),
        (
            "lost, declared ends",
            "lost",
            "state n; move take(k in 1..2) -> [n-k]; lose when n % 4 = 0; win when n = 1",
            "automaton 4 states 1 tracks\naccepting 1\n0: 0 1\n1: 2 3\n2: 0 1\n3: 2 3\n",
        ),
        (
            "lost, bound coordinates",
            "lost",
            "state x, y where x <= y; move a(k in 1..x) -> [x-k, y]; move b(k in 1..y) -> [x, y-k]",
            equal,
        ),
    ] {
        let facts = match kind {
            "values, facts" => "fact prime modulo 4 below 6\n",
            _ => "",
        };
        let body = format!(
            "grundy law certificate 2\nclaim {claim}\norder sum\nnumeration base 2\ngame own\n{facts}rules 1 lines\n{rules}\n{automaton}"
        );
        found.push((kind, sealed::seal(&body)));
    }
    // Ones in base 6, read by 3 and 2 in turn.
    let body = "grundy law certificate 2\nclaim lost\norder sum\nnumeration bases 2 3\ngame own\nrules 1 lines\n\
        state n; move to(m in 1..n-1) if 6*m >= n -> [m]\n\
        automaton 4 states 1 tracks\naccepting 0 2\n0: 1 - -\n1: 0 2 -\n2: 3 - -\n3: - 2 -\n";
    found.push(("lost, mixed bases", sealed::seal(body)));
}

fn quotients(found: &mut Genuine) {
    for (code, heaps) in [
        ("0.75", 24),
        ("0.123", 30),
        ("0.77", 9),
        ("0.07", 12),
        ("0.312", 14),
        ("0.3", 6),
    ] {
        let code = code.parse().unwrap();
        let quotient = HeapQuotient::compute(&code, heaps, &Budget::default()).unwrap();
        found.push(("misère quotient", quotient.certificate()));
    }
}

/// Laws of all games of a family, by hand.
fn families(found: &mut Genuine) {
    let piece = |from: &str, below: &str, step: i64, offset: i64, start: &str, rise: i64| {
        format!(
            "piece from {from} below {below} step {step} offset {offset} start {start} rise {rise}\n"
        )
    };
    let bachet = "move take(j in 1..k) -> [n-j]";
    let one_or_k = "move one -> [n-1]\nmove more -> [n-k]";
    let middle = "move take(j in k..2*k) -> [n-j]";
    let odd = "move take(j in 1..2*k+1) if j % 2 = 1 -> [n-j]";
    let lost = [
        piece("0 0", "0 1", 1, 0, "0 1", 0),
        piece("0 1", "0 2", 1, 0, "0 0", 0),
        piece("0 2", "1 1", 1, 0, "0 1", 0),
    ];
    let zero = [
        piece("0 0", "0 1", 1, 0, "0 0", 0),
        piece("0 1", "1 1", 1, 0, "0 1", 0),
    ];
    for (kind, least, beside, moves, claim) in [
        (
            "family",
            0,
            "",
            bachet,
            format!(
                "case k mod 1 = 0 period 1 1 reach 1\n{}",
                piece("0 0", "1 1", 1, 0, "0 0", 1)
            ),
        ),
        (
            "family",
            1,
            "",
            one_or_k,
            format!(
                "case k mod 2 = 0 period 1 1 reach 1\n{}{}{}case k mod 2 = 1 period 0 2 reach 1\n{}",
                piece("0 0", "1 0", 2, 0, "0 0", 0),
                piece("0 0", "1 0", 2, 1, "0 1", 0),
                piece("1 0", "1 1", 1, 0, "0 2", 0),
                piece("0 0", "0 2", 1, 0, "0 0", 1)
            ),
        ),
        (
            "family",
            1,
            "",
            middle,
            format!(
                "case k mod 1 = 0 period 3 0 reach 1\n{}{}{}",
                piece("0 0", "1 0", 1, 0, "0 0", 0),
                piece("1 0", "2 0", 1, 0, "0 1", 0),
                piece("2 0", "3 0", 1, 0, "0 2", 0)
            ),
        ),
        (
            "family",
            0,
            "",
            odd,
            format!(
                "case k mod 1 = 0 period 0 2 reach 1\n{}",
                piece("0 0", "0 2", 1, 0, "0 0", 1)
            ),
        ),
        (
            "family, lost",
            1,
            "",
            bachet,
            format!(
                "claim lost\ncase k mod 1 = 0 period 1 1 reach 1\n{}",
                zero.concat()
            ),
        ),
        (
            "family, misère",
            1,
            "play misere\n",
            bachet,
            format!(
                "claim lost\ncase k mod 1 = 0 period 1 1 reach 1\n{}",
                lost.concat()
            ),
        ),
    ] {
        let rules = format!("game own(k = 4)\nstate n\n{moves}\n");
        let lines = rules.lines().count();
        let body = format!(
            "grundy family certificate 1\nfor k from {least}\ngame own\n{beside}rules {lines} lines\n{rules}{claim}"
        );
        found.push((kind, sealed::seal(&body)));
    }
}

/// Laws of rows of any number of heaps, and Moore's theorem, by hand.
fn rows(found: &mut Genuine) {
    let nim = "move take(i in 0..d-1, k in 1..h[i]) -> [h[i := h[i]-k]]";
    let few = "move take(i in 0..d-1, k in 1..3) if k <= h[i] -> [h[i := h[i]-k]]";
    let stairs = "move off(k in 1..h[0]) -> [h[0 := h[0]-k]]\n\
        move down(i in 1..d-1, k in 1..h[i]) -> [h[i := h[i]-k, i-1 := h[i-1]+k]]";
    let next = "move take(i in 1..d-1, k in 1..h[i]) if h[i-1] >= 0 -> [h[i := h[i]-k]]\n\
        move first(k in 1..h[0]) -> [h[0 := h[0]-k]]";
    let greedy = "move take(i in 0..d-1, k in 1..h[i]) if all(j in 0..d-1: h[j] <= h[i]) -> [h[i := h[i]-k]]";
    let most = "move take(i in 0..d-1, k in 1..h[i]) if h[i] = max(h) -> [h[i := h[i]-k]]";
    for (kind, moves, order, counts) in [
        ("heaps", nim, "down", "heap 0 of 1 counts itself\n"),
        (
            "heaps",
            nim,
            "up",
            "heap 0 of 2 counts itself\nheap 1 of 2 counts itself\n",
        ),
        ("heaps", few, "down", "heap 0 of 1 counts modulo 4\n"),
        (
            "heaps",
            stairs,
            "down",
            "heap 0 of 2 counts itself\nheap 1 of 2 counts nothing\n",
        ),
        ("heaps", next, "down", "heap 0 of 1 counts itself\n"),
        (
            "heaps, greatest",
            greedy,
            "down",
            "heap 0 of 1 counts itself\nonly the greatest\n",
        ),
        (
            "heaps, greatest",
            most,
            "down",
            "heap 0 of 1 counts itself\nonly the greatest\n",
        ),
    ] {
        let rules = format!("game own(d = 3)\nstate h[d]\n{moves}\n");
        let lines = rules.lines().count();
        let body = format!(
            "grundy heaps certificate 1\nfor d from 1\ngame own\nrules {lines} lines\n{rules}order {order}\n{counts}"
        );
        found.push((kind, sealed::seal(&body)));
    }
    for (most, moves) in [
        ("k", "move take(j in 1..n) -> [n-j]"),
        ("2", "move one -> [n-1]\nmove more(j in 2..n) -> [n-j]"),
        ("k", "move keep(j in 0..n-1) -> [j]"),
    ] {
        let rules = format!("game own(k = 3)\nstate n\n{moves}\nsum upto {most}\n");
        let lines = rules.lines().count();
        let body = format!(
            "grundy moore certificate 1\nupto {most}\ngame own\nrules {lines} lines\n{rules}"
        );
        found.push(("moore", sealed::seal(&body)));
    }
}

/// Sentences that follow from genuine laws, by hand.
fn sentences(found: &mut Genuine) {
    let (bachet, wythoff) = (
        include_str!("../genuine/bachet.law"),
        include_str!("../genuine/wythoff.law"),
    );
    let (rook, fibonacci) = (
        include_str!("../genuine/rook_misere.law"),
        include_str!("../genuine/fibonacci.law"),
    );
    for (law, fails, terms) in [
        (
            bachet,
            "state n, p1, v1, v2\nmove fails if p1 = n+4 and not v1 = v2 -> []\n",
            "value v1 at p1\nvalue v2 at n\n",
        ),
        (
            bachet,
            "state n, m, v, w\nmove fails if n < m and m < 4 and not v < w -> []\n",
            "value v at n\nvalue w at m\n",
        ),
        (
            bachet,
            "state n, o\nmove fails if n % 4 = 0 and o != 0 -> []\nmove too if n % 4 > 0 and o = 0 -> []\n",
            "outcome o at n\n",
        ),
        (
            wythoff,
            "state x, y, o, q\nmove fails if o = 0 and q != 0 -> []\n",
            "outcome o at x y\noutcome q at y x\n",
        ),
        (
            wythoff,
            "state x, y, z, o, q\nmove fails if y < z and o = 0 and q = 0 -> []\n",
            "outcome o at x y\noutcome q at x z\n",
        ),
        (
            rook,
            "state x, y, t, o\nmove fails if x+y = 3*t+1 and o = 1 -> []\n",
            "outcome o at x y\n",
        ),
        (
            fibonacci,
            "state n, q, p, o, u\nmove fails if p = q+1 and o = 1 and u = 0 -> []\n",
            "outcome o at n q\noutcome u at n p\n",
        ),
    ] {
        let (count, lines) = (fails.lines().count(), law.lines().count());
        let body = format!(
            "grundy sentence certificate 1\nsaid in words\nsentence {count} lines\n{fails}{terms}law {lines} lines\n{law}"
        );
        found.push(("sentence", sealed::seal(&body)));
    }
}
