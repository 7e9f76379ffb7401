//! Attacks by readers of the checkers: claims that would be believed if a premise were forgotten, a quantifier
//! turned around, or a number beyond the written digits overlooked. Beside each false claim stands the true one
//! that differs from it in nothing else, and is accepted.

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::notation::sealed;
use grundy_verify::check;

/// What is said against a certificate; nothing if it is believed.
fn told(text: &str) -> String {
    match check(text, &Budget::default()) {
        Ok(_) => String::new(),
        Err(Error::OverBudget { .. }) => panic!("over its budget: {text}"),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn believed(text: &str) {
    assert_eq!(told(text), "", "{text}");
}

#[track_caller]
fn refused(text: &str, because: &str) {
    let told = told(text);
    assert!(!told.is_empty() && told.contains(because), "{text}{told}");
}

/// The multiples of three, in base 2.
const THREES: &str = "automaton 3 states 1 tracks\naccepting 0\n0: 0 1\n1: 2 0\n2: 1 2\n";
/// The even numbers, in base 2.
const EVEN: &str = "automaton 2 states 1 tracks\naccepting 0\n0: 0 1\n1: 0 1\n";
/// All numbers, in base 2.
const ALL: &str = "automaton 1 states 1 tracks\naccepting 0\n0: 0 0\n";

/// A law of the lost positions of a text.
fn lost(order: &str, numeration: &str, beside: &str, rules: &str, automaton: &str) -> String {
    let rules = rules.replace("; ", "\n");
    let lines = rules.lines().count();
    sealed::seal(&format!(
        "grundy law certificate 2\nclaim lost\norder {order}\nnumeration {numeration}\ngame own\n{beside}rules {lines} lines\n{rules}\n{automaton}"
    ))
}

fn plain(rules: &str, automaton: &str) -> String {
    lost("sum", "base 2", "", rules, automaton)
}

/// Chosen numbers have more digits than the position: they are looked for before its first digit.
#[test]
fn chosen_numbers_are_longer_than_the_position() {
    let rules = "state n; move one(k in 0..64*n) if k = 64*n -> [n-1]";
    believed(&plain(rules, EVEN));
    refused(&plain(rules, ALL), "it says P of (1)");
    // From 2 alone there is a move, found by a number of which nothing is written in the digits of 2.
    let rules = "state n; move one(k in 0..90*n+400) if k = 70*n+310 and n = 2 -> [n-1]";
    for (numeration, digits) in [
        ("base 2", 2),
        ("base 3", 3),
        ("recurrence 1 1", 2),
        ("recurrence 2 1", 3),
        ("bases 2 3", 3),
        ("bases 3 2", 3),
        ("ostrowski 1 2", 3),
    ] {
        let row = " 0".repeat(digits);
        let all = format!("automaton 1 states 1 tracks\naccepting 0\n0:{row}\n");
        let claim = lost("sum", numeration, "", rules, &all);
        refused(&claim, "it says P of (2)");
        // The same number, one beyond the range.
        let none = rules.replace("0..90*n+400", "0..70*n+309");
        believed(&lost("sum", numeration, "", &none, &all));
    }
}

/// "There is no number" is the opposite of "there is one", also if that one is longer than all that is written.
#[test]
fn what_does_not_exist_is_not_looked_for_among_short_numbers() {
    let one = |condition: &str| format!("state n; move one if {condition} -> [n-1]");
    for (condition, right, wrong) in [
        ("any(j in 0..99*n+99: j = 64*n+65)", EVEN, ALL),
        ("not any(j in 0..99*n+99: j = 64*n+65)", ALL, EVEN),
        ("all(j in 0..99*n+99: j != 64*n+65)", ALL, EVEN),
        ("not all(j in 0..99*n+99: j != 64*n+65)", EVEN, ALL),
        ("any(j in 0..9*n+9: all(i in 0..j: i < 8*n+9))", EVEN, ALL),
        (
            "all(j in 0..9*n+9: any(i in 0..99*n+99: i = 8*j+1))",
            EVEN,
            ALL,
        ),
        (
            "all(j in 0..9*n+9: any(i in 0..63*n+64: i = 8*j+1))",
            ALL,
            EVEN,
        ),
        // A range that is empty: `any` fails, `all` holds.
        ("any(j in 1..0-n: j >= 0)", ALL, EVEN),
        ("all(j in n+1..n: j < 0)", EVEN, ALL),
    ] {
        believed(&plain(&one(condition), right));
        refused(&plain(&one(condition), wrong), "it says");
    }
}

/// What lies outside the domain is neither a position nor an option, on either side of a move.
#[test]
fn options_outside_the_domain_are_none() {
    let rules = |domain: &str| format!("state n{domain}; move take(k in 1..2) -> [n-k]");
    believed(&plain(&rules(""), THREES));
    refused(&plain(&rules(" where n != 3"), THREES), "it says N of (4)");
    refused(&plain(&rules(" in 1.."), THREES), "it says N of (1)");
    // Nothing is said of what is no position: 4 is not asked about, and from 5 it cannot be reached.
    believed(&plain(&rules(" where n != 4"), THREES));
    believed(&plain(&rules(" in 0..3"), THREES));
    // The same where options are counted: only 0 is an option of 1, and only 1 one of 3.
    let blocked = |domain: &str| format!("{}; play blocking 1", rules(domain));
    let law = "automaton 3 states 1 tracks\naccepting 0 1\n0: 0 1\n1: 2 0\n2: 1 2\n";
    believed(&plain(&blocked(""), law));
    refused(&plain(&blocked(" where n != 1"), law), "it says N of (2)");
}

/// Where play is declared to be over misère play has nothing to say; where nobody can move it has.
#[test]
fn declared_ends_are_not_turned_by_misere_play() {
    let rules = "state n; move take(k in 1..2) -> [n-k]; win when n = 0";
    // Remainder 1 modulo 3: who must take the last one loses.
    let ones = THREES.replace("accepting 0", "accepting 1");
    for beside in ["", "play misere\n"] {
        believed(&lost("sum", "base 2", beside, rules, THREES));
        refused(&lost("sum", "base 2", beside, rules, &ones), "it says");
    }
    let rules = rules.replace("; win when n = 0", "");
    believed(&lost("sum", "base 2", "play misere\n", &rules, &ones));
    refused(
        &lost("sum", "base 2", "play misere\n", &rules, THREES),
        "of (0)",
    );
    // The first declaration that holds counts, and at 0 the one after it holds too.
    let both = format!("{rules}; win when n = 0; lose when n < 1");
    believed(&plain(&both, THREES));
    let turned = format!("{rules}; lose when n < 1; win when n = 0");
    refused(&plain(&turned, THREES), "it says P of (0)");
    // Nobody is to move where nothing is left: under misère play that is no lost option.
    let all = "state n; move all if n > 0 -> []";
    let zero = "automaton 2 states 1 tracks\naccepting 0\n0: 0 1\n1: 1 1\n";
    let positive = zero.replace("accepting 0", "accepting 1");
    believed(&plain(all, zero));
    refused(&lost("sum", "base 2", "play misere\n", all, zero), "of (0)");
    believed(&lost("sum", "base 2", "play misere\n", all, &positive));
}

/// An order is well founded downwards, or upwards below a bound that no position exceeds.
#[test]
fn orders_have_an_end() {
    let up = |domain: &str| format!("state n{domain}; move up(k in 1..2) -> [n+k]");
    // 21 is lost, then 18, 15, …: the multiples of three.
    believed(&lost("rising 21", "base 2", "", &up(" in 0..21"), THREES));
    refused(
        &lost("rising 20", "base 2", "", &up(" in 0..21"), THREES),
        "(21)",
    );
    refused(
        &lost("rising 1000", "base 2", "", &up(""), THREES),
        "greater than 1000",
    );
    refused(
        &lost("sum", "base 2", "", &up(" in 0..21"), THREES),
        "downwards",
    );
    // Play without end: nobody is ever stuck, and every claim would agree with itself.
    let round = "state n; move stay if n = 7 -> [n]; move take(k in 1..2) -> [n-k]";
    for order in ["sum", "lexicographic 0"] {
        refused(&lost(order, "base 2", "", round, THREES), "downwards");
    }
    // The last coordinate of the order may not stay either.
    let two = "automaton 1 states 2 tracks\naccepting\n0: 0 0 0 0\n";
    let stay = "state x, y; move a -> [x, y]";
    refused(
        &lost("lexicographic 1 0", "base 2", "", stay, two),
        "downwards",
    );
}

/// The condition for primes holds of 0 and 1, and divisors begin with 1: facts say so too.
#[test]
fn facts_are_right_of_the_least_numbers() {
    let prime = "all(d in 2..isqrt(k): not divides(d, k))";
    let fact = "fact prime modulo 4 below 16\n";
    let rules = |from: u32| format!("state n; move take(k in {from}..n) if {prime} -> [n-k]");
    // Multiples of four are lost where 1, 2, 3, 5, 7, … may be taken.
    let fours = "automaton 4 states 1 tracks\naccepting 0\n0: 0 1\n1: 2 3\n2: 0 1\n3: 2 3\n";
    believed(&lost("sum", "base 2", fact, &rules(1), fours));
    refused(&lost("sum", "base 2", fact, &rules(0), fours), "downwards");
    refused(&lost("sum", "base 2", fact, &rules(2), fours), "it says");
    // What must be there is asked of what surely is: with primes below 3 only, 3 is not.
    let few = "fact prime modulo 4 below 3\n";
    refused(
        &lost("sum", "base 2", few, &rules(1), fours),
        "it says N of (3)",
    );
    // What may be there is asked of what may be: modulo 2 every odd number may be taken, and 4 may not.
    let wide = "fact prime modulo 1 below 16\n";
    refused(
        &lost("sum", "base 2", wide, &rules(1), fours),
        "it says P of (4)",
    );
    // More moves are not fewer: what stands under `not`, or is compared, is not a fact.
    let not = rules(1).replace("if all", "if not all");
    refused(&lost("sum", "base 2", fact, &not, fours), "");
    // A name that has a meaning already cannot get another one inside.
    let shadow = rules(1).replace(
        "(d in 2..isqrt(k): not divides(d, k)",
        "(k in 2..isqrt(k): not divides(k, k)",
    );
    refused(&lost("sum", "base 2", fact, &shadow, fours), "");
}

/// A family certificate.
fn family(head: &str, beside: &str, rules: &str, claim: &str) -> String {
    let rules = rules.replace("; ", "\n");
    let lines = rules.lines().count();
    sealed::seal(&format!(
        "grundy family certificate 1\n{head}\ngame own\n{beside}rules {lines} lines\n{rules}\n{claim}"
    ))
}

/// g(n) = n mod p with p = A·k + B.
fn modulo(period: &str, reach: u32) -> String {
    format!(
        "case k mod 1 = 0 period {period} reach {reach}\npiece from 0 0 below {period} step 1 offset 0 start 0 0 rise 1\n"
    )
}

/// Every premise of families, at the k or the n where it begins to fail.
#[test]
fn families_hold_for_all_parameters_and_far_out() {
    let rules =
        |more: &str| format!("game own(k = 3); state n; move take(j in 1..k) -> [n-j]{more}");
    let all = "for k from 0";
    believed(&family(all, "", &rules(""), &modulo("1 1", 1)));
    // n mod k where k may be 0: there is no such number.
    let less = rules("").replace("1..k", "1..k-1");
    refused(&family(all, "", &less, &modulo("1 0", 1)), "not positive");
    believed(&family("for k from 1", "", &less, &modulo("1 0", 1)));
    // A move of a whole period, two or three, from near or from far out only: it changes nothing.
    for (period, reach) in [("k+1", 1), ("2*k+2", 2), ("3*k+3", 3)] {
        for when in [
            "",
            " if n > 50*k+50",
            " if n % 7 = 3 and n > 9*k",
            " if k = 12",
        ] {
            let more = format!("; move far{when} -> [n-({period})]");
            for told in 1..=3 {
                let claim = modulo("1 1", told);
                let because = if told < reach { "reach" } else { "the heap" };
                refused(&family(all, "", &rules(&more), &claim), because);
            }
        }
    }
    // From 30 on one number may not be taken; or one k of all cannot.
    for when in [" if j != 2 or n < 30", " if j != 1 or k != 9"] {
        let some = rules("").replace(" ->", &format!("{when} ->"));
        refused(&family(all, "", &some, &modulo("1 1", 1)), "no option has");
    }
    // Upwards, or to another k.
    let up = rules("; move up if n = 40 -> [n+1]");
    refused(&family(all, "", &up, &modulo("1 1", 1)), "downwards");
    // Values under misère play, a parameter that is set, cases that are left out, a number without an opposite.
    refused(
        &family(all, "play misere\n", &rules(""), &modulo("1 1", 1)),
        "no values",
    );
    refused(
        &family(all, "set k = 2\n", &rules(""), &modulo("1 1", 1)),
        "",
    );
    let half = modulo("1 1", 1).replace("mod 1 = 0", "mod 2 = 0");
    refused(&family(all, "", &rules(""), &half), "case 0 of 1");
    for number in ["-9223372036854775808", "9223372036854775807", "1048577"] {
        let huge = modulo("1 1", 1).replace("start 0 0", &format!("start 0 {number}"));
        refused(&family(all, "", &rules(""), &huge), "cannot be read");
    }
    // Of two pieces one must apply to each remainder, and their values are natural.
    let twice = format!(
        "{}piece from 0 3 below 1 1 step 1 offset 0 start 0 3 rise 1\n",
        modulo("1 1", 1)
    );
    refused(&family(all, "", &rules(""), &twice), "exactly one piece");
    let below = modulo("1 1", 1).replace("start 0 0", "start 0 -1");
    refused(&family(all, "", &rules(""), &below), "exactly one piece");
}

/// A row of heaps.
fn row(head: &str, beside: &str, moves: &str, claim: &str) -> String {
    let rules = format!("{head}\nstate h[d]\n{moves}");
    let lines = rules.lines().count();
    sealed::seal(&format!(
        "grundy heaps certificate 1\nfor d from 1\ngame own\n{beside}rules {lines} lines\n{rules}\n{claim}"
    ))
}

/// Heaps are read near a place as numbers with names of their own: no name of the rules is taken for one of these.
#[test]
fn names_of_rows_are_not_mistaken() {
    let game = "game own(d = 3)";
    let nim = "order down\nheap 0 of 1 counts itself\n";
    let take =
        |k: &str, to: &str| format!("move take(i in 0..d-1, {k} in 1..h[i]) -> [h[i := {to}]]");
    believed(&row(game, "", &take("k", "h[i]-k"), nim));
    refused(&row(game, "", &take("heap_0", "h[i]-heap_0"), nim), "");
    believed(&row(game, "", &take("heap_1", "h[i]-heap_1"), nim));
    refused(
        &row("game own(d = 3, heap_0 = 1)", "", &take("k", "h[i]-k"), nim),
        "",
    );
    // Another parameter may not depend on the number of heaps, which is then another one.
    refused(
        &row("game own(d = 3, m = d)", "", &take("k", "h[i]-k"), nim),
        "",
    );
    refused(&row(game, "set d = 2\n", &take("k", "h[i]-k"), nim), "");
    // The later of two new sizes counts; the other order is another game.
    believed(&row(game, "", &take("k", "0, i := h[i]-k"), nim));
    refused(
        &row(game, "", &take("k", "h[i]-k, i := 0"), nim),
        "not reached",
    );
    // The last heap is left alone; the first may be taken twice as well.
    let short = take("k", "h[i]-k").replace("d-1", "d-2");
    refused(&row(game, "", &short, nim), "not reached");
    let more = format!(
        "{}\nmove top(k in 1..h[0]) -> [h[0 := h[0]-k]]",
        take("k", "h[i]-k")
    );
    believed(&row(game, "", &more, nim));
    refused(
        &row(game, "", &more.replace("h[0", "h[1"), nim),
        "not there",
    );
}

/// "No heap is greater" is said of all heaps and of the one that changes, in every move.
#[test]
fn only_the_greatest_is_said_of_all_heaps() {
    let claim = "order down\nheap 0 of 1 counts itself\nonly the greatest\n";
    let moves =
        |when: &str| format!("move take(i in 0..d-1, k in 1..h[i]) if {when} -> [h[i := h[i]-k]]");
    let greedy = |when: &str| row("game own(d = 3)", "", &moves(when), claim);
    believed(&greedy("all(j in 0..d-1: h[j] <= h[i])"));
    believed(&greedy("h[i] = max(h)"));
    for when in [
        "all(j in 0..d-2: h[j] <= h[i])",
        "all(j in 1..d-1: h[j] <= h[i])",
        "all(j in 0..d-1: h[j] < h[i])",
        "all(j in 0..d-1: h[i] <= h[j])",
        "all(j in 0..d-1: h[j] <= h[0])",
        "any(j in 0..d-1: h[j] <= h[i])",
        "not all(j in 0..d-1: h[j] <= h[i])",
        "h[i] = max(h) or k = 1",
        "h[i] = min(h)",
        "h[i] = max(h) and k < 5",
        "h[i] <= max(h)",
    ] {
        refused(&greedy(when), "");
    }
    // One move without the condition is enough to break it.
    let both = format!(
        "{}\n{}",
        moves("h[i] = max(h)"),
        moves("k = 1").replace("take", "one")
    );
    refused(&row("game own(d = 3)", "", &both, claim), "");
}

/// Moore's theorem is about one heap whose rules do not know k, and sums that are played to the end.
#[test]
fn moore_is_about_every_k_that_is_claimed() {
    let moore = |most: &str, beside: &str, rules: &str| {
        let rules = rules.replace("; ", "\n");
        let lines = rules.lines().count();
        sealed::seal(&format!(
            "grundy moore certificate 1\nupto {most}\ngame own\n{beside}rules {lines} lines\n{rules}\n"
        ))
    };
    let nim = "game own(k = 2); state n; move take(j in 1..n) -> [n-j]; sum upto k";
    believed(&moore("k", "", nim));
    for (most, beside, from, to) in [
        ("2", "", "", ""),
        ("k", "set k = 3\n", "", ""),
        ("k", "play misere\n", "", ""),
        ("k", "", "upto k", "upto k; short"),
        ("k", "", "upto k", "upto k+1"),
        ("k", "", "upto k", "some"),
        ("k", "", "1..n", "1..n+0*k"),
        ("k", "", "-> [n-j]", "if j <= k -> [n-j]"),
        ("k", "", "state n", "state n in 0..99"),
        ("k", "", "state n", "state n where n != 5"),
        ("k", "", "state n;", "state n; win when n = 1;"),
        ("k", "", "sum", "move pass if n = 9 -> [n]; sum"),
        ("k", "", "sum", "move split if n = 9 -> [4] + [4]; sum"),
        ("k", "", "(k = 2)", "(k = 2, m = k)"),
        ("k", "", "-> [n-j]", "if n-j != 77 -> [n-j]"),
    ] {
        let text = moore(
            most,
            beside,
            &nim.replacen(from, to, usize::from(!from.is_empty())),
        );
        refused(&text, "");
    }
}

/// Schwenk's theorem with its limits: at least what was taken, and every pair is a position.
#[test]
fn take_away_games_keep_to_their_limits() {
    let takeaway = |beside: &str, rules: &str| {
        let law = lost(
            "sum",
            "base 2",
            beside,
            rules,
            "automaton 1 states 2 tracks\naccepting\n0: 0 0 0 0\n",
        );
        let body = law
            .rsplit_once("sum ")
            .map(|cut| cut.0.replace("claim lost", "claim takeaway"));
        sealed::seal(&body.unwrap_or_default())
    };
    let game = |limit: &str| format!("state n, q; move take(r in 1..min(n, q)) -> [n-r, {limit}]");
    for limit in ["2*r", "r", "3*r-2", "r+5", "2*r-1"] {
        believed(&takeaway("", &game(limit)));
    }
    for limit in [
        "r-1",
        "5",
        "2*r-2",
        "r+q",
        "n",
        "r/1000+r",
        "q",
        "2*r+n-n+q-q*1+q",
    ] {
        refused(&takeaway("", &game(limit)), "");
    }
    let double = game("2*r");
    refused(&takeaway("play misere\n", &double), "normal play");
    for (from, to) in [
        ("1..min", "0..min"),
        ("1..min", "2..min"),
        ("min(n, q)", "n"),
        ("min(n, q)", "min(n, q, 1000)"),
        (" ->", " if n != 1000 ->"),
        (" ->", " if q > r or n < 500 ->"),
        ("n, q;", "n, q where q < 1000;"),
        ("n, q;", "n, q in 1..;"),
        ("n, q;", "n, q; lose when n = 0;"),
        ("[n-r", "[n-r-1"),
    ] {
        refused(&takeaway("", &double.replacen(from, to, 1)), "");
    }
}

/// A measure that is declared is looked at with every move, and rules whose measure does not fall have no meaning.
#[test]
fn a_measure_that_does_not_fall_leaves_no_meaning() {
    let rules =
        |measure: &str| format!("state n; move take(k in 1..2) -> [n-k]; measure {measure}");
    for measure in [
        "n",
        "n+3",
        "2*n",
        "0, n",
        "n/3, n",
        "max(n, 4), n",
        "n, 5-n+n",
    ] {
        believed(&plain(&rules(measure), THREES));
    }
    for measure in [
        "5-n",
        "7",
        "n/2",
        // It becomes negative at 0, 1 or 9, and elsewhere falls.
        "n-1",
        "n < 9 ? n : n-12",
        "n, n-2",
        // It rises from 1000 to 999 only.
        "n = 999 ? 2000 : n",
        // It has no value at 7.
        "n % (n-7)",
        "popcount(n-3)",
    ] {
        refused(&plain(&rules(measure), THREES), "");
    }
    let race = "state n in 0..21; move say(k in 1..3) -> [n+k]; win when n = 21";
    let law = "automaton 4 states 1 tracks\naccepting 1\n0: 0 1\n1: 2 3\n2: 0 1\n3: 2 3\n";
    for (measure, right) in [
        ("21-n", true),
        ("20-n", false),
        ("9-n/3, 30-n", true),
        ("9-n/3", false),
    ] {
        let rules = format!("{race}; measure {measure}");
        let told = told(&lost("rising 21", "base 2", "", &rules, law));
        assert_eq!(told.is_empty(), right, "{measure}: {told}");
        assert!(
            right || told.contains("the measure does not fall"),
            "{told}"
        );
    }
    // Nobody watches it beside a game that has none.
    let beside = "state n; move take(k in 1..2) -> [n-k]; move other if n < 0 -> nim[n]; measure 7";
    believed(&plain(beside, THREES));
    // What the measure names is not what the move names: its i is not the k that is chosen.
    let named = "state n; move take(k in 1..2) -> [n-k]; measure n + count(i in 0..1: 2**i > 9)";
    believed(&plain(named, THREES));
    // Of every part of a sum it is asked, and of nothing where nothing is left.
    let sums = "state n; move all -> []; move split if n > 99999 -> [0] + [n]; measure n";
    let one = "automaton 2 states 2 tracks\naccepting 1\n0: 0 0 1 1\n1: - - - -\n";
    let values = |rules: &str| {
        let law = lost("sum", "base 2", "", rules, one);
        let body = law
            .rsplit_once("sum ")
            .map(|cut| cut.0.replace("claim lost", "claim values plain"));
        sealed::seal(&body.unwrap_or_default())
    };
    refused(&values(sums), "the measure does not fall");
}
