//! The game of sets: pick an element, and go on with that.
//!
//! A position is a game written as the set of its options, `{}` or
//! `{*1,{*2}}`; a move picks an element of one component, which takes its place.
//! So every impartial game that can be written down can be played and solved.
//!
//! **Theorem** (Sprague 1935, Grundy 1939). The Grundy value of a set is the least
//! number that is not the value of an element; that of a sum is the nim sum.
//! Two games are equal exactly when their values are. Reading, writing and
//! comparing sets is the business of [`crate::notation::sets`].
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::sets::Sets};
//! let sum = Sets.read("{*1,*2} + *3").unwrap();
//! let answer = ask(&Sets, &sum, &Question::default()).unwrap();
//! assert_eq!(answer.value, Some(3u8.into())); // the first game is 0
//! assert_eq!(Sets.write_move(&answer.winning_moves[0].mv), "{}");
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::{small_sums, take};
use crate::natural::{self, Natural};
use crate::notation::sets::{self, Form};
use crate::outcome::Convention;
use crate::picture::scene::{Id, Layout, Look, Part, Scene, Show, Stage, graphs};
use crate::solve::dense::Lattice;
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a set; a move is the element that is picked.
pub struct Sets;

impl Game for Sets {
    type Position = Form;
    type Move = Form;

    fn options(&self, set: &Form, visit: &mut impl FnMut(Form, &[Form]) -> Flow) -> Flow {
        set.elements()
            .try_for_each(|element| visit(element.clone(), &[element]))
    }

    fn play(&self, set: &Form, element: &Form) -> Option<Vec<Form>> {
        set.contains(element).then(|| vec![element.clone()])
    }

    fn read(&self, text: &str) -> Result<Vec<Form>, Error> {
        sets::read(text)
    }

    fn write(&self, sum: &[Form]) -> String {
        sets::write(sum)
    }

    /// An element as a set, or its number, counted from 1.
    fn read_move(&self, set: &Form, text: &str) -> Result<Form, Error> {
        let bad = || Error::BadMove {
            text: text.to_string(),
            expected: crate::game::some_moves(self, set),
        };
        if let Some(number) = natural::read(text).filter(|number| !number.is_zero()) {
            let before = number - 1u8;
            return match set.as_star() {
                Some(_) => Ok(Form::star(&before)),
                None => usize::try_from(&before)
                    .ok()
                    .and_then(|before| set.elements().nth(before))
                    .ok_or_else(bad),
            };
        }
        match sets::read(text).as_deref() {
            Ok([element]) => Ok(element.clone()),
            _ => Err(bad()),
        }
    }

    fn write_move(&self, element: &Form) -> String {
        element.to_string()
    }
}

impl Theorem for Sets {
    fn value(&self, set: &Form) -> Option<Natural> {
        Some(set.value())
    }

    fn moves_to(
        &self,
        set: &Form,
        target: &Natural,
        visit: &mut impl FnMut(Form) -> Flow,
    ) -> Option<Flow> {
        if let Some(n) = set.as_star() {
            let flow = take::leave(&n, target, &mut |_| visit(Form::star(target)));
            return Some(flow);
        }
        let flow = set.elements().try_for_each(|element| {
            if element.value() == *target {
                visit(element)
            } else {
                CONTINUE
            }
        });
        Some(flow)
    }

    fn reason(&self, sum: &[Form], convention: Convention) -> Text {
        let name = ("Sprague–Grundy theorem", "SG 定理");
        theorem::nim_sum_reason(name, self, sum, convention)
    }
}

/// The table is that of the nimbers `*0`, `*1`, ….
impl Lattice for Sets {
    fn at(&self, point: &[u64]) -> Option<Form> {
        take::heap_at(point).map(|n| Form::star(&n))
    }

    fn coordinates(&self, set: &Form, point: &mut [u64]) -> bool {
        set.as_star()
            .is_some_and(|n| take::heap_coordinates(&n, point))
    }
}

/// Longer texts are not drawn.
const DRAWN: usize = 2000;
/// Longer labels are not written.
const LABEL: usize = 16;

/// The tree of a set: each vertex with the one above it. Nimbers are left whole, but for
/// the set itself, whose elements are what a move picks. `None` if it is too large.
fn tree(set: &Form) -> Option<Vec<(Form, Option<u32>)>> {
    let small = |n: Natural| natural::small(&n).is_some_and(|n| n < graphs::MANY as u64);
    if set.to_string().len() > DRAWN || set.as_star().is_some_and(|n| !small(n)) {
        return None;
    }
    let mut vertices = vec![(set.clone(), None)];
    let mut next = 0;
    while let Some((form, _)) = vertices.get(next).cloned() {
        if next == 0 || form.as_star().is_none() {
            vertices.extend(form.elements().map(|element| (element, Some(next as u32))));
        }
        if vertices.len() > graphs::MANY {
            return None;
        }
        next += 1;
    }
    Some(vertices)
}

/// A set hangs above its elements.
impl Show for Sets {
    fn scene(&self, stage: &Stage<Form>) -> Scene {
        Scene::by_board(stage, Form::to_string, |board, _, sets| {
            let [(_, set)] = sets else { return None };
            let vertices = tree(set)?;
            let parents: Vec<(u32, Option<u32>)> = (0..)
                .zip(vertices.iter().map(|(_, parent)| *parent))
                .collect();
            let edges = parents
                .iter()
                .filter_map(|(v, parent)| Some(((*parent)?, *v)));
            let edges: Vec<(u32, u32)> = edges.collect();
            let look = |v: u32| {
                let look = if v == 0 { Look::Ground } else { Look::Vertex };
                let label = vertices[v as usize].0.to_string();
                let short = label.len() <= LABEL;
                Some((look, if short { label } else { "{…}".to_string() }))
            };
            let mut panel = graphs::panel(board, &graphs::tree(&parents), look, &edges, false);
            panel.layout = Layout::Tree;
            Some(panel)
        })
    }

    fn touches(&self, stage: &Stage<Form>, mv: &SumMove<Form>) -> Vec<Id> {
        let board = stage.board(mv.component);
        let picked = tree(&stage.sum()[mv.component]).and_then(|vertices| {
            {
                let mut elements = vertices.iter().zip(0..);
                elements.find(|((form, parent), _)| *parent == Some(0) && *form == mv.mv)
            }
            .map(|(_, number)| Part::Vertex(number))
        });
        vec![Id {
            board,
            part: picked.unwrap_or(Part::Whole),
        }]
    }
}

impl Named for Sets {
    const ABOUT: About = About {
        id: "sets",
        aliases: &[("sets", &["hereditary sets"])],
        name: ("games as sets", "集合记法的游戏"),
        summary: (
            "a game is the set of its options: pick an element and go on with it",
            "游戏即其后继局面的集合：选一个元素继续",
        ),
        rules: (
            "A position is a sum of sets whose elements are sets again. A move picks an element of one set; \
             the element takes the place of the set. The empty set {} has no moves, and *n has the elements \
             *0, …, *(n-1). Whoever makes the last move wins.",
            "局面是若干集合之和，集合的元素仍是集合。每次从一个集合中选一个元素，用它取代该集合。空集 {} 没有着法，*n 的元素是 *0、…、*(n-1)。走最后一步者获胜。",
        ),
        theorem: (
            "The Grundy value of a set is the least number that is not the value of one of its elements; \
             that of a sum is the nim sum. Two games are equal exactly when their values are.",
            "集合的 SG 值是不等于任何元素之值的最小自然数；和的 SG 值是异或和。两个游戏相等当且仅当其值相等。",
        ),
        source: "R. P. Sprague, Über mathematische Kampfspiele, Tohoku Mathematical Journal 41 (1935); \
                 P. M. Grundy, Mathematics and games, Eureka 2 (1939)",
        position: (
            "{}, {{},{{}}}, *3 or 0, joined by +: {*1,*2} + *3",
            "{}、{{},{{}}}、*3 或 0，用 + 连接：{*1,*2} + *3",
        ),
        moves: (
            "the element, as it is written or by its number: *2, or 3",
            "所选元素，写出它或写其序号：*2，或 3",
        ),
        examples: &[
            "{*1,{*2}} + *3",
            "{{},{{}}}",
            "{*1,*2}",
            "*10^1000 + *7",
            "{{{}}} + {*3}",
        ],
        dimension: 1,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        Err(("positions are sets of sets", "局面是集合的集合"))
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Sets)
    }

    fn small(&self) -> Vec<Vec<Form>> {
        // Every set of the first few games, and every set of a few of those.
        let subsets = |of: &[Form]| -> Vec<Form> {
            (0..1u32 << of.len())
                .map(|bits| {
                    let chosen = (0..of.len()).filter(|i| bits >> i & 1 == 1);
                    Form::of(&chosen.map(|i| of[i].clone()).collect::<Vec<_>>())
                })
                .collect()
        };
        let stars: Vec<Form> = [0u8, 1, 2, 4].map(|n| Form::star(&n.into())).to_vec();
        let first = subsets(&stars);
        let second = subsets(&first[5..11]);
        let sums = small_sums(first.iter().step_by(2).cloned(), 2);
        let singles = first.iter().chain(&second).map(|form| vec![form.clone()]);
        singles.chain(sums).collect()
    }
}
