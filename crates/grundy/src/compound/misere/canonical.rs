//! Canonical misère forms: the simplest game that behaves the same in every
//! misère sum.
//!
//! G and H are equal if G + X and H + X have the same misère outcome for every
//! X. **Theorem** (Conway, *On Numbers and Games*, chapter 12). If every option
//! of H is an option of K or has K among its own options, all options of K are
//! options of H, and (only needed where K has no options) some option of H is
//! misère P unless H has none, then H = K. If no such K exists, H is in
//! canonical form, and equal games have the same canonical form.
//!
//! [`Forms`] reduces every node of an explored graph, options first. Sums are
//! then searched over forms, of which there are far fewer.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::compound::{misere::canonical::Forms, numbers::Explored};
//! use grundy::solve::graph::Graph;
//! // 3 → 2 → 1 → 0: the moves 3 → 2 and 2 → 1 can be taken back.
//! let path = Explored::new(Graph::from_edges(4, &[(3, 2), (2, 1), (1, 0)])).unwrap();
//! let mut meter = Budget::default().meter("forms");
//! let forms = Forms::new(&path, &mut meter).unwrap();
//! assert_eq!(forms.write(forms.of(2)), "0");
//! assert_eq!(forms.of(3), forms.of(1)); // both are *1
//! ```
//!
//! Limits: O(E · d²) for d options a node.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::budget::Meter;
use crate::compound::numbers::Explored;
use crate::error::Error;
use crate::solve::graph::Graph;

/// The canonical misère forms of a graph of positions.
#[derive(Clone, Debug)]
pub struct Forms {
    of: Vec<u32>,
    explored: Arc<Explored>,
}

impl Forms {
    /// Reduces every node.
    pub fn new(explored: &Explored, meter: &mut Meter) -> Result<Self, Error> {
        let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut forms: Vec<Vec<u32>> = Vec::new();
        // Whether a form is misère P.
        let mut lost: Vec<bool> = Vec::new();
        let mut of = vec![0; explored.graph().len()];
        let mut tried = Tried::default();
        for node in explored.order().iter() {
            let mut options: Vec<u32> = explored
                .options(node)
                .iter()
                .map(|&to| of[to as usize])
                .collect();
            options.sort_unstable();
            options.dedup();
            let form = match simpler(&options, &forms, &lost, &mut tried, meter)? {
                Some(form) => form,
                None => *known.entry(options).or_insert_with_key(|options| {
                    lost.push(!explored.numbers(node).wins_misere());
                    tried.at.push(0);
                    forms.push(options.clone());
                    forms.len() as u32 - 1
                }),
            };
            of[node as usize] = form;
        }
        let edges: Vec<(u32, u32)> = (0u32..)
            .zip(&forms)
            .flat_map(|(form, options)| options.iter().map(move |&to| (form, to)))
            .collect();
        let graph = Graph::from_edges(forms.len(), &edges);
        Ok(Forms {
            of,
            explored: Arc::new(Explored::new(graph)?),
        })
    }

    /// The form of a node of the original graph.
    pub fn of(&self, node: u32) -> u32 {
        self.of[node as usize]
    }

    /// The graph of forms.
    pub fn explored(&self) -> &Arc<Explored> {
        &self.explored
    }

    /// A form in set notation, Nim heaps as `0`, `*1`, `*2`, ….
    pub fn write(&self, form: u32) -> String {
        let mut text = String::new();
        // What is still to be written, the next on top.
        let mut left = vec![Piece::Form(form)];
        while let Some(piece) = left.pop() {
            match piece {
                Piece::Mark(mark) => text.push(mark),
                Piece::Form(form) => {
                    let numbers = self.explored.numbers(form);
                    match numbers.value {
                        0 if numbers.ended => text.push('0'),
                        n if numbers.nim => text += &format!("*{n}"),
                        _ => {
                            left.push(Piece::Mark('}'));
                            for (at, &to) in self.explored.options(form).iter().enumerate().rev() {
                                left.push(Piece::Form(to));
                                left.push(Piece::Mark(if at == 0 { '{' } else { ',' }));
                            }
                        }
                    }
                }
            }
            if text.len() > LONGEST {
                return text + "…";
            }
        }
        text
    }
}

/// Written forms are cut at this many bytes: sets within sets grow without
/// bound.
const LONGEST: usize = 4096;

enum Piece {
    Form(u32),
    Mark(char),
}

/// Which forms were tried already, by the number of the attempt.
#[derive(Default)]
struct Tried {
    at: Vec<u32>,
    attempt: u32,
}

/// The form that `options` reduces to by reversible moves, if one does.
fn simpler(
    options: &[u32],
    forms: &[Vec<u32>],
    lost: &[bool],
    tried: &mut Tried,
    meter: &mut Meter,
) -> Result<Option<u32>, Error> {
    // An option is none of its own options, so it is never what all others lead back to.
    tried.attempt += 1;
    for &option in options {
        tried.at[option as usize] = tried.attempt;
    }
    // Every reversible option leads back to the same form, so the candidates are the
    // options of any one option that is not an option of the simpler form; as that
    // one is not known, all are tried.
    for &option in options {
        for &back in &forms[option as usize] {
            meter.poll_sometimes()?;
            if std::mem::replace(&mut tried.at[back as usize], tried.attempt) == tried.attempt {
                continue;
            }
            let kept = &forms[back as usize];
            let kept_has = |o: &u32| kept.binary_search(o).is_ok();
            let leads_back = |o: &u32| forms[*o as usize].binary_search(&back).is_ok();
            let within = kept.iter().all(|o| options.binary_search(o).is_ok());
            let proviso = || !kept.is_empty() || options.iter().any(|&o| lost[o as usize]);
            if within && options.iter().all(|o| kept_has(o) || leads_back(o)) && proviso() {
                return Ok(Some(back));
            }
        }
    }
    Ok(None)
}
