//! The checker of laws against the definition.

mod boards;
mod certificates;
mod digits;
mod meaning;
mod premises;

use grundy::budget::Budget;
use grundy::notation::sealed;
use grundy_verify::law::check;

/// A certificate that claims of one state, accepting or not, whatever it reads.
fn constant(rules: &str, claim: &str, numeration: &str, tracks: usize, accepting: bool) -> String {
    let base: usize = numeration.rsplit(' ').next().unwrap().parse().unwrap();
    let letters = vec!["0"; base.pow(tracks as u32)].join(" ");
    let accepting = if accepting { " 0" } else { "" };
    sealed::seal(&format!(
        "grundy law certificate 2\nclaim {claim}\norder sum\nnumeration {numeration}\ngame g\nrules {} lines\n{rules}\n\
         automaton 1 states {tracks} tracks\naccepting{accepting}\n0: {letters}\n",
        rules.lines().count()
    ))
}

fn told(text: &str) -> String {
    let error = check(text, &Budget::default()).err();
    error.map(|error| error.to_string()).unwrap_or_default()
}
