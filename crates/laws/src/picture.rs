//! An automaton as a sentence, as DOT and as SVG.

use std::collections::BTreeMap;
use std::fmt::Write;

use grundy::error::Error;
use grundy::text::{Lang, Text};

use crate::automata::dfa::{DEAD, Dfa};
use crate::automata::relation::digits_of;
use crate::expansions;
use crate::print::Style;
use crate::prove::{Claim, Coding};

/// What an automaton says, as a sentence or as a program.
pub fn written(claim: &Claim, style: Style, names: &[String]) -> Text {
    let relation = claim.relation();
    let (states, numeration) = (relation.dfa().states(), relation.numeration());
    let point = names.join(", ");
    let whole = match names.len() {
        1 => point.clone(),
        _ => format!("({point})"),
    };
    let named = numeration.text();
    let described = expansions::described(relation);
    let zh = named.get(Lang::Zh);
    match style {
        Style::Text | Style::Latex => match claim {
            Claim::Lost(_) if expansions::only_zero(relation) => {
                let zero = names.join(" = ") + " = 0";
                Text::new(
                    format!("{whole} is P exactly if {zero}"),
                    format!("{whole} 为 P 态当且仅当 {zero}"),
                )
            }
            Claim::Lost(_) if described.is_some() => {
                let words = described.unwrap_or_default();
                let en = match names.len() {
                    1 => format!("its digits are of the form {words}"),
                    _ => format!("at every place the digits are one of {words}"),
                };
                let zh = match names.len() {
                    1 => format!("其各位数字形如 {words}"),
                    _ => format!("每一位上的数字为 {words} 之一"),
                };
                Text::new(
                    format!("{whole} is P exactly if {en}, {numeration}"),
                    format!("{whole} 为 P 态当且仅当{zh}，{}", named.get(Lang::Zh)),
                )
            }
            Claim::Lost(_) => Text::new(
                format!(
                    "{whole} is P exactly if an automaton of {states} states accepts it, {numeration}"
                ),
                format!("{whole} 为 P 态当且仅当被 {states} 个状态的自动机接受，{zh}"),
            ),
            Claim::Values(_, coding) => {
                let value = match coding {
                    Coding::Plain => "v",
                    Coding::Power => "2^v",
                };
                Text::new(
                    format!(
                        "g({point}) = v exactly if an automaton of {states} states accepts ({point}, {value}), {numeration}"
                    ),
                    format!(
                        "g({point}) = v 当且仅当 ({point}, {value}) 被 {states} 个状态的自动机接受，{zh}"
                    ),
                )
            }
        },
        Style::Cpp | Style::Python => {
            let text = program(claim, style, names);
            Text::new(text.clone(), text)
        }
    }
}

/// Values may have a few digits more than the position.
const LONGER: u32 = 12;

/// The law as a function: digits are read side by side, the most significant
/// first, and for values all digits that the automaton allows are followed.
fn program(claim: &Claim, style: Style, names: &[String]) -> String {
    let relation = claim.relation();
    let (numeration, table) = (relation.numeration(), table(relation.dfa(), style));
    let base = numeration.digit_count();
    let tracks = names.len();
    let (order, step) = (numeration.order(), base.pow(tracks as u32));
    let factors: Vec<String> = numeration.factors().iter().map(u8::to_string).collect();
    let factors = factors.join(", ");
    let point = names.join(", ");
    match (style, claim) {
        (Style::Python, _) => {
            let head = format!(
                "{table}
def places(n, more):
    f = [1]
    while f[-1] <= n: f.append(sum(c * x for c, x in zip([{factors}], reversed(f))) + (len(f) < {order}))
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
    for place in places(max(rest), {LONGER}):
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
    const int factors[] = {{{factors}}};
    std::vector<unsigned __int128> f{{1}};
    while (f.back() <= (unsigned __int128)n || more-- > 0) {{
        unsigned __int128 next = f.size() < {order};
        for (size_t i = 0; i < {order} && i < f.size(); i++) next += factors[i] * f[f.size() - 1 - i];
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
    {begin}{LONGER});
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

/// The labels of the arrows between two states: tuples of digits.
fn arrows(claim: &Claim) -> BTreeMap<(u32, u32), Vec<String>> {
    let relation = claim.relation();
    let dfa = relation.dfa();
    let (base, tracks) = (
        relation.numeration().digit_count(),
        relation.variables().len(),
    );
    let mut found: BTreeMap<(u32, u32), Vec<String>> = BTreeMap::new();
    for state in 0..dfa.states() as u32 {
        for (letter, &to) in dfa.row(state).iter().enumerate() {
            if to != DEAD {
                let digits = digits_of(letter, base, tracks);
                let label: String = digits.iter().map(|d| char::from(b'0' + d % 10)).collect();
                found.entry((state, to)).or_default().push(label);
            }
        }
    }
    found
}

fn label(letters: &[String]) -> String {
    const SHOWN: usize = 4;
    match letters.len() {
        ..=SHOWN => letters.join(" "),
        n => format!("{} … ({n})", letters[..2].join(" ")),
    }
}

/// The automaton in the DOT language of Graphviz.
pub fn dot(claim: &Claim, title: &str) -> String {
    let dfa = claim.relation().dfa();
    let mut text = String::new();
    let title = title.replace('\\', "\\\\").replace('"', "\\\"");
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "digraph \"{title}\" {{\n  rankdir=LR;\n  start [shape=point];\n  start -> 0;"
    );
    for state in 0..dfa.states() as u32 {
        let shape = if dfa.accepting(state) {
            "doublecircle"
        } else {
            "circle"
        };
        let _ = writeln!(text, "  {state} [shape={shape}];");
    }
    for ((from, to), letters) in arrows(claim) {
        let _ = writeln!(text, "  {from} -> {to} [label=\"{}\"];", label(&letters));
    }
    text.push_str("}\n");
    text
}

/// The automaton as SVG: states on a circle, two rings where a word may end.
pub fn svg(claim: &Claim, title: &str) -> Result<String, Error> {
    /// More states make no picture.
    const MOST_STATES: usize = 40;
    let dfa = claim.relation().dfa();
    let states = dfa.states();
    if states > MOST_STATES {
        return Err(Error::Unsupported {
            because: Text::new(
                format!(
                    "an automaton of {states} states makes no readable picture (at most {MOST_STATES}); DOT has no such limit"
                ),
                format!(
                    "{states} 个状态的自动机无法清晰绘制（上限 {MOST_STATES}）；DOT 没有此限制"
                ),
            ),
        });
    }
    let radius = (states as f64 * 26.0).max(90.0);
    let middle = radius + 70.0;
    let place = |state: u32| {
        let turn = std::f64::consts::TAU * f64::from(state) / states as f64;
        (middle - radius * turn.cos(), middle - radius * turn.sin())
    };
    let side = 2.0 * middle;
    let mut out = String::new();
    let title = title
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side:.0} {side:.0}\" width=\"{side:.0}\" height=\"{side:.0}\" font-family=\"sans-serif\" font-size=\"12\">\n<title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n<defs><marker id=\"end\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#44505a\"/></marker></defs>\n"
    );
    const RING: f64 = 17.0;
    for ((from, to), letters) in arrows(claim) {
        let ((x, y), (u, v)) = (place(from), place(to));
        let text = label(&letters);
        let style = "fill=\"none\" stroke=\"#8a96a0\" marker-end=\"url(#end)\"";
        let (tx, ty) = if from == to {
            // A loop on the outer side.
            let (dx, dy) = ((x - middle) / radius, (y - middle) / radius);
            let (ox, oy) = (x + dx * 44.0, y + dy * 44.0);
            let _ = writeln!(
                out,
                "<path d=\"M{:.1} {:.1}Q{:.1} {:.1} {ox:.1} {oy:.1}Q{:.1} {:.1} {:.1} {:.1}\" {style}/>",
                x + dx * RING * 0.8 - dy * RING * 0.6,
                y + dy * RING * 0.8 + dx * RING * 0.6,
                ox - dy * 16.0,
                oy + dx * 16.0,
                ox + dy * 16.0,
                oy - dx * 16.0,
                x + dx * RING * 0.8 + dy * RING * 0.6,
                y + dy * RING * 0.8 - dx * RING * 0.6,
            );
            (ox + dx * 8.0, oy + dy * 8.0)
        } else {
            let length = ((u - x).powi(2) + (v - y).powi(2)).sqrt().max(1.0);
            let (dx, dy) = ((u - x) / length, (v - y) / length);
            // Bent to one side, so that the way back is another line.
            let (mx, my) = ((x + u) / 2.0 - dy * 18.0, (y + v) / 2.0 + dx * 18.0);
            let _ = writeln!(
                out,
                "<path d=\"M{:.1} {:.1}Q{mx:.1} {my:.1} {:.1} {:.1}\" {style}/>",
                x + dx * RING,
                y + dy * RING,
                u - dx * RING,
                v - dy * RING
            );
            (mx, my)
        };
        let _ = writeln!(
            out,
            "<text x=\"{tx:.1}\" y=\"{ty:.1}\" text-anchor=\"middle\" fill=\"#44505a\" font-size=\"10\">{text}</text>"
        );
    }
    for state in 0..states as u32 {
        let (x, y) = place(state);
        let (fill, ink) = match dfa.accepting(state) {
            true => ("#b5361c", "#ffffff"),
            false => ("#e3eefb", "#12304f"),
        };
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RING}\" fill=\"{fill}\" stroke=\"#44505a\"/>"
        );
        if dfa.accepting(state) {
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"#ffffff\"/>",
                RING - 3.0
            );
        }
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{state}</text>",
            y + 4.0
        );
    }
    let (x, y) = place(0);
    let _ = writeln!(
        out,
        "<path d=\"M{x:.1} {:.1}V{:.1}\" stroke=\"#44505a\" stroke-width=\"2\" marker-end=\"url(#end)\"/>\n</svg>",
        y - 50.0,
        y - RING
    );
    Ok(out)
}
