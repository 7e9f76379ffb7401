//! An automaton as a function in C++ or Python.
//!
//! The places of the numeration are computed from its recurrence until one is
//! beyond the numbers; digits are greedy. To the numbers at hand, read side by
//! side, belongs one path through the table of states. A value is not at hand:
//! all its digits that the table allows are followed, and since the law is a
//! function no two of them lead to the same state and are accepted later.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_laws::automata::{Engine, numeration::Numeration};
//! use grundy_laws::{print::Style, program, prove::Claim};
//! let mut meter = Budget::default().meter("example");
//! let mut engine = Engine::new(Numeration::BINARY, &mut meter);
//! let claim = Claim::Lost(engine.congruent(&[(0, 1)], 3, &[0]).unwrap());
//! let text = program::of(&claim, Style::Python, &["n".to_string()]);
//! assert!(text.contains("def lost(n):"));
//! ```
//!
//! Limits: a value has at most [`LONGER`] digits more than the position, in whole periods.

use crate::automata::dfa::{DEAD, Dfa};
use crate::print::Style;
use crate::prove::{Claim, Coding};

/// Values may have a few digits more than the position.
pub const LONGER: u32 = 12;

/// The law as a function: digits are read side by side, the most significant
/// first, and for values all digits that the automaton allows are followed.
pub fn of(claim: &Claim, style: Style, names: &[String]) -> String {
    let relation = claim.relation();
    let (numeration, table) = (relation.numeration(), table(relation.dfa(), style));
    let base = numeration.digit_count();
    let tracks = names.len();
    let (order, step) = (numeration.order(), base.pow(tracks as u32));
    let listed = |numbers: &[u8]| {
        let each: Vec<String> = numbers.iter().map(u8::to_string).collect();
        each.join(", ")
    };
    let (period, factors) = (numeration.period(), numeration.factors());
    // Where places repeat with a period, so does the first factor, and lengths are multiples
    // of it.
    let (factors, firsts) = match (period, style) {
        (1, _) => (listed(&factors), String::new()),
        (_, Style::Python) => {
            let firsts = listed(numeration.firsts());
            let others = factors.iter().skip(1).map(|f| format!(", {f}"));
            let others: String = others.collect();
            let first = format!("[{firsts}][(len(f) - 1) % {period}]{others}");
            (first, format!(" or len(f) % {period}"))
        }
        _ => (
            listed(&factors),
            format!(
                "
    const int firsts[] = {{{}}};",
                listed(numeration.firsts())
            ),
        ),
    };
    let (first_factor, whole) = match period {
        1 => ("factors[i]".to_string(), String::new()),
        _ => (
            format!("(i ? factors[i] : firsts[(f.size() - 1) % {period}])"),
            format!(" || f.size() % {period}"),
        ),
    };
    let longer = (LONGER as usize).next_multiple_of(period);
    let point = names.join(", ");
    match (style, claim) {
        (Style::Python, _) => {
            let head = format!(
                "{table}
def places(n, more):
    f = [1]
    while f[-1] <= n{firsts}: f.append(sum(c * x for c, x in zip([{factors}], reversed(f))) + (len(f) < {order}))
    for _ in range(more): f.append(sum(c * x for c, x in zip([{factors}], reversed(f))) + (len(f) < {order}))
    return reversed(f)
def letter(rest, place):
    read = 0
    for i in reversed(range({tracks})):
        digit, rest[i] = divmod(rest[i], place)
        read = read * {base} + digit
    return read
"
            );
            let Claim::Values(_, coding) = claim else {
                return format!(
                    "{head}def lost({point}):
    rest, state = [{point}], 0
    for place in places(max(rest), 0):
        state = next_state[state][letter(rest, place)]
        if state < 0: return False
    return accepting[state] == 1"
                );
            };
            let value = match coding {
                Coding::Plain => "value",
                Coding::Power => "value.bit_length() - 1",
            };
            format!(
                "{head}def g({point}):
    rest, here = [{point}], {{0: 0}}
    for place in places(max(rest), {longer}):
        read, there = letter(rest, place), {{}}
        for state, value in here.items():
            for digit in range({base}):
                to = next_state[state][read + digit * {step}]
                if to >= 0: there[to] = value + digit * place
        here = there
    return next({value} for state, value in here.items() if accepting[state])"
            )
        }
        _ => {
            let arguments: Vec<String> = names.iter().map(|n| format!("long long {n}")).collect();
            let arguments = arguments.join(", ");
            let head = format!(
                "{table}
std::vector<unsigned __int128> places(long long n, int more) {{
    const int factors[] = {{{factors}}};{firsts}
    std::vector<unsigned __int128> f{{1}};
    while (f.back() <= (unsigned __int128)n || more-- > 0{whole}) {{
        unsigned __int128 next = f.size() < {order};
        for (size_t i = 0; i < {order} && i < f.size(); i++) next += {first_factor} * f[f.size() - 1 - i];
        f.push_back(next);
    }}
    return f;
}}
int letter(long long* rest, unsigned __int128 place) {{
    int read = 0;
    for (int i = {tracks}; i-- > 0; rest[i] %= place) read = read * {base} + rest[i] / place;
    return read;
}}
"
            );
            let begin = format!(
                "long long rest[] = {{{point}}};
    std::vector<unsigned __int128> f = places(*std::max_element(rest, rest + {tracks}), "
            );
            let Claim::Values(_, coding) = claim else {
                return format!(
                    "{head}bool lost({arguments}) {{
    {begin}0);
    int state = 0;
    for (; !f.empty() && state >= 0; f.pop_back()) state = next_state[state][letter(rest, f.back())];
    return state >= 0 && accepting[state];
}}"
                );
            };
            let value = match coding {
                Coding::Plain => "return value;",
                Coding::Power => {
                    "{ long long power = 0; while (value >>= 1) power++; return power; }"
                }
            };
            format!(
                "{head}long long g({arguments}) {{
    {begin}{longer});
    std::map<int, unsigned __int128> here{{{{0, 0}}}};
    for (; !f.empty(); f.pop_back()) {{
        int read = letter(rest, f.back());
        std::map<int, unsigned __int128> there;
        for (auto [state, value] : here)
            for (int digit = 0; digit < {base}; digit++) {{
                int to = next_state[state][read + digit * {step}];
                if (to >= 0) there[to] = value + digit * f.back();
            }}
        here = there;
    }}
    for (auto [state, value] : here) if (accepting[state]) {value}
    return -1;
}}"
            )
        }
    }
}

/// The transition table as an initialiser; -1 rejects.
fn table(dfa: &Dfa, style: Style) -> String {
    let (open, close) = match style {
        Style::Cpp => ("{", "}"),
        _ => ("[", "]"),
    };
    let list = |items: Vec<String>| format!("{open}{}{close}", items.join(", "));
    let row = |state: u32| {
        let to = |&to: &u32| {
            if to == DEAD {
                "-1".to_string()
            } else {
                to.to_string()
            }
        };
        list(dfa.row(state).iter().map(to).collect())
    };
    let rows = list((0..dfa.states() as u32).map(row).collect());
    let accepting = list(
        (0..dfa.states() as u32)
            .map(|s| u8::from(dfa.accepting(s)).to_string())
            .collect(),
    );
    match style {
        Style::Cpp => format!(
            "const int next_state[{}][{}] = {rows};\nconst bool accepting[] = {accepting};",
            dfa.states(),
            dfa.letters()
        ),
        _ => format!("next_state = {rows}\naccepting = {accepting}"),
    }
}
