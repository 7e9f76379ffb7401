//! Tokens on a directed graph: move one along an arrow; whoever cannot move
//! loses, and play that never ends is a draw.
//!
//! This is what every game looks like from inside: positions are vertices,
//! moves are arrows. Tokens may meet, pass and come back, so that each is a
//! component of its own and several on one graph are a sum.
//!
//! One token is decided by retrograde analysis (win, lose or draw, in O(V+E)),
//! several by loopy nim values: a number, or ∞(A) for a position that can be
//! kept going (C. A. B. Smith 1966; A. S. Fraenkel and Y. Perl 1975). On a
//! graph without cycles these are the Grundy values.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::graphs::tokens::Tokens};
//! let outcome = |text: &str| {
//!     let tokens = Tokens.read(text).unwrap();
//!     ask(&Tokens, &tokens, &Question::default()).unwrap().outcome.letter()
//! };
//! // From 2 one may go on to 3, which loses, or round the ring.
//! assert_eq!(outcome("1>2,2>1,2>3,3>4 @1"), "D");
//! // With a second token on 3 the first one goes to 3 as well, and wins.
//! assert_eq!(outcome("1>2,2>1,2>3,3>4 @2,3"), "N");
//! ```
//!
//! Loops are kept: a loop is a move that stays. Parallel arrows are one.
//! [`super::directed`] is the game in which no vertex is entered twice.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::links;
use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::no_table;
use crate::notation;
use crate::picture::scene::{Id, Look, PANELS, Panel, Part, Scene, Show, Stage, graphs, grids};
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. A component is a token on its graph.
pub struct Tokens;

/// Arrows in order, each once, shared by all tokens on them.
#[derive(Clone, Debug)]
struct Arrows(Arc<Vec<(u32, u32)>>);

impl PartialEq for Arrows {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for Arrows {}

impl PartialOrd for Arrows {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Arrows {
    fn cmp(&self, other: &Self) -> Ordering {
        match Arc::ptr_eq(&self.0, &other.0) {
            true => Ordering::Equal,
            false => self.0.cmp(&other.0),
        }
    }
}

impl Hash for Arrows {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Graphs of one search are nearly always the same.
        self.0.len().hash(state);
    }
}

/// A token on a vertex of a directed graph.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token {
    at: u32,
    arrows: Arrows,
}

impl Token {
    /// Tokens on these vertices of the graph with these arrows.
    pub fn all(mut arrows: Vec<(u32, u32)>, at: &[u32]) -> Vec<Token> {
        arrows.sort_unstable();
        arrows.dedup();
        let arrows = Arrows(Arc::new(arrows));
        let token = |at: &u32| Token {
            at: *at,
            arrows: arrows.clone(),
        };
        at.iter().map(token).collect()
    }

    /// The arrows from where it stands, which are together.
    fn leaving(&self) -> &[(u32, u32)] {
        let arrows = &self.arrows.0;
        let first = arrows.partition_point(|(from, _)| *from < self.at);
        let rest = &arrows[first..];
        &rest[..rest.partition_point(|(from, _)| *from == self.at)]
    }

    fn moved(&self, to: u32) -> Token {
        Token {
            at: to,
            arrows: self.arrows.clone(),
        }
    }
}

impl Game for Tokens {
    type Position = Token;
    type Move = u32;

    fn options(&self, token: &Token, visit: &mut impl FnMut(u32, &[Token]) -> Flow) -> Flow {
        for (_, to) in token.leaving() {
            visit(*to, &[token.moved(*to)])?;
        }
        CONTINUE
    }

    fn play(&self, token: &Token, to: &u32) -> Option<Vec<Token>> {
        let arrow = token.leaving().binary_search(&(token.at, *to));
        arrow.is_ok().then(|| vec![token.moved(*to)])
    }

    fn may_cycle(&self) -> bool {
        true
    }

    fn read(&self, text: &str) -> Result<Vec<Token>, Error> {
        let graphs = notation::read_sum(text, |reader| {
            let links = links::read(reader, ">")?;
            match links.marked {
                Some(at) => Ok(Token::all(links.edges, &at)),
                None => Err(reader.fail(Text::fixed(
                    "`@` and the vertices on which tokens stand",
                    " `@` 与各棋子所在的顶点",
                ))),
            }
        })?;
        Ok(graphs.into_iter().flatten().collect())
    }

    fn write(&self, sum: &[Token]) -> String {
        let graphs = sum.chunk_by(|a, b| a.arrows == b.arrows);
        let written: Vec<String> = graphs
            .map(|tokens| {
                let at: Vec<u32> = tokens.iter().map(|token| token.at).collect();
                links::write([], &tokens[0].arrows.0, ">", &at)
            })
            .collect();
        match written.is_empty() {
            true => "0 @0".to_string(),
            false => written.join(" + "),
        }
    }

    fn read_move(&self, _: &Token, text: &str) -> Result<u32, Error> {
        links::read_target(text)
    }

    fn write_move(&self, to: &u32) -> String {
        format!("to {to}")
    }
}

impl Theorem for Tokens {}

no_table!(Tokens);

/// Which component comes first of those that share the graph of this one: its board
/// carries the vertices.
fn carrier(stage: &Stage<Token>, component: usize) -> usize {
    let arrows = &stage.sum()[component].arrows;
    let shares = |token: &Token| token.arrows == *arrows;
    stage.sum().iter().position(shares).unwrap_or(component)
}

/// The vertices of a graph with the tokens on it, if they can be shown.
fn vertices(stage: &Stage<Token>, carrier: usize) -> Option<Vec<u32>> {
    let arrows = &stage.sum()[carrier].arrows;
    let sharing = stage.sum().iter().filter(|token| token.arrows == *arrows);
    let at: Vec<u32> = sharing.map(|t| t.at).take(graphs::MANY + 1).collect();
    (at.len() <= graphs::MANY).then(|| graphs::vertices(&arrows.0, &at))?
}

/// A graph with its tokens, or cards for them.
fn panel(stage: &Stage<Token>, carrier: usize, tokens: &[usize]) -> Panel {
    let board = stage.board(carrier);
    let arrows = &stage.sum()[carrier].arrows.0;
    let Some(vertices) = vertices(stage, carrier) else {
        let graph = links::write([], &arrows[..arrows.len().min(PANELS)], ">", &[]);
        let mut panel = Panel::card(board, &graph);
        panel.elements[0].id.part = Part::Heap(0);
        for (row, token) in (1..).zip(tokens.iter().take(PANELS)) {
            let label = format!("@{}", stage.sum()[*token].at);
            let board = stage.board(*token);
            panel.put(board, Part::Whole, Look::Card, (0.0, f64::from(row)), label);
        }
        return panel;
    };
    let places = graphs::plane(&vertices, arrows);
    let look = |_| Some((Look::Vertex, String::new()));
    let mut panel = graphs::panel(board, &places, look, arrows, true);
    for token in tokens {
        let board = stage.board(*token);
        // Several tokens go by their numbers.
        let label = match stage.sum().len() {
            1 => String::new(),
            _ => (board + 1).to_string(),
        };
        let at = stage.sum()[*token].at;
        graphs::token(&mut panel, grids::piece(board, 0), Look::White, at, &label);
    }
    panel
}

/// More components are not looked at.
const MOST_TOKENS: usize = 1000;

/// Tokens on one graph are shown together.
impl Show for Tokens {
    fn scene(&self, stage: &Stage<Token>) -> Scene {
        let mut scene = Scene::default();
        let mut graphs: Vec<(usize, Vec<usize>)> = Vec::new();
        for component in 0..stage.sum().len().min(MOST_TOKENS) {
            let carrier = carrier(stage, component);
            match graphs.iter_mut().find(|(first, _)| *first == carrier) {
                Some((_, tokens)) => tokens.push(component),
                None => graphs.push((carrier, vec![component])),
            }
        }
        let several = graphs.len() > 1;
        for (number, (carrier, tokens)) in graphs.iter().take(PANELS).enumerate() {
            let mut panel = panel(stage, *carrier, tokens);
            if several {
                panel.title = (number + 1).to_string();
            }
            scene.panels.push(panel);
        }
        let is_token = |part: &Part| matches!(part, Part::Token(_) | Part::Whole);
        let parts = scene.elements().map(|element| element.id.part);
        scene.left_out = stage.sum().len() - parts.filter(is_token).count();
        scene
    }

    fn touches(&self, stage: &Stage<Token>, mv: &SumMove<u32>) -> Vec<Id> {
        let board = stage.board(mv.component);
        let carrier = carrier(stage, mv.component);
        match vertices(stage, carrier) {
            None => vec![Id {
                board,
                part: Part::Whole,
            }],
            Some(_) => vec![
                grids::piece(board, 0),
                graphs::vertex(stage.board(carrier), mv.mv),
            ],
        }
    }
}

impl Named for Tokens {
    const ABOUT: About = About {
        id: "tokens",
        aliases: &[("tokens", &["graph game", "有向图", "有向图游戏"])],
        name: ("tokens on a directed graph", "有向图上的棋子"),
        summary: (
            "move a token along an arrow; positions may come back, and endless play is a draw",
            "沿有向边移动一枚棋子；局面可以重复，无休止则为平局",
        ),
        rules: (
            "Tokens stand on vertices of a directed graph, any number on one vertex. A move takes one token along an \
             arrow. Whoever cannot move loses; if play never ends, it is a draw.",
            "若干棋子放在有向图的顶点上，同一顶点可有多枚。每次沿一条有向边移动一枚棋子。不能移动者负；若对局永不结束，则为平局。",
        ),
        source: "C. A. B. Smith, Graphs and composite games, Journal of Combinatorial Theory 1 (1966); \
                 A. S. Fraenkel and Y. Perl, Constructions in combinatorial games with cycles (1975)",
        position: (
            "arrows and the vertices of the tokens: 1>2,2>1,2>3 @1,2",
            "各有向边与各棋子所在顶点：1>2,2>1,2>3 @1,2",
        ),
        moves: (
            "to 3: along an arrow to vertex 3",
            "to 3：沿有向边走到顶点 3",
        ),
        examples: &[
            "1>2,2>1,2>3,3>4 @1",
            "1>2,2>1,2>3,3>4 @2,3",
            "1>2,2>3,3>1,3>4 @1,1",
            "1>2,2>3,1>3 @1,1,2",
            "1>1 @1",
        ],
        links: Some(">"),
        ..About::BLANK
    };

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Tokens)
    }

    fn small(&self) -> Vec<Vec<Token>> {
        const ARROWS: [(u32, u32); 10] = [
            (1, 2),
            (2, 3),
            (3, 1),
            (3, 4),
            (4, 2),
            (1, 1),
            (2, 5),
            (4, 5),
            (5, 6),
            (3, 6),
        ];
        let mut sums = Vec::new();
        for chosen in 0..1 << ARROWS.len() {
            let arrows = links::subset(&ARROWS, chosen);
            sums.push(Token::all(arrows.clone(), &[1]));
            sums.push(Token::all(
                arrows.clone(),
                &[1 + chosen % 5, 2 + chosen % 4],
            ));
            if chosen % 16 == 15 {
                sums.push(Token::all(arrows, &[1, 3, 4]));
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::outcome::Outcome;

    /// A ring of a million vertices with a way out at every vertex but one:
    /// whoever leaves it loses.
    #[test]
    fn a_million_vertices() {
        let n = 1_000_000u32;
        let mut arrows: Vec<(u32, u32)> = (0..n).map(|v| (v, (v + 1) % n)).collect();
        arrows.push((7, n));
        arrows.push((n, n + 1));
        let token = Token::all(arrows, &[0]);
        let question = Question {
            outcome_only: true,
            ..Question::default()
        };
        let answer = ask(&Tokens, &token, &question).unwrap();
        assert_eq!(answer.outcome, Outcome::Draw);
    }
}
