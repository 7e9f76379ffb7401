//! Nim with a pass: once in the game, one of the players may pass.
//!
//! The pass may be used once, by either player, but not when no stones are
//! left. As long as it is there the game has no simple law (Morrison, Friedman and Landsberg
//! 2012 describe its P-positions only statistically for three heaps), so search decides; two things are plain:
//!
//! - once the pass is gone, it is Nim (Bouton);
//! - in normal play a single heap is won by taking it: the pass dies with it.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::heaps::pass::Pass};
//! let heaps = Pass.read("1,2,3 pass").unwrap();
//! let answer = ask(&Pass, &heaps, &Question::default()).unwrap();
//! assert_eq!(answer.outcome, grundy::outcome::Outcome::N); // pass, and it is Nim
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::heaps::nim::Nim;
use crate::games::written;
use crate::games::{no_table, small_sums};
use crate::natural::{self, Natural, nim_sum};
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Look, Numbers, PANELS, Part, Scene, Show, Stage, heaps, why};
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is all heaps, and whether the pass is there.
pub struct Pass;

/// Heaps in ascending order without empty ones, and whether a pass is left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps {
    /// The heaps.
    pub heaps: Vec<Natural>,
    /// Whether somebody may still pass.
    pub pass: bool,
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Take stones from a heap of this size, leaving that many.
    Leave {
        /// The size of the heap.
        heap: Natural,
        /// What is left of it.
        left: Natural,
    },
    /// Use the pass.
    Pass,
}

fn tidy(mut heaps: Vec<Natural>) -> Vec<Natural> {
    heaps.retain(|heap| !heap.is_zero());
    heaps.sort_unstable();
    heaps
}

impl Heaps {
    fn with(&self, at: usize, left: &Natural) -> Heaps {
        let mut heaps = self.heaps.clone();
        heaps[at].clone_from(left);
        Heaps {
            heaps: tidy(heaps),
            pass: self.pass,
        }
    }
}

impl Game for Pass {
    type Position = Heaps;
    type Move = Act;

    fn options(&self, sum: &Heaps, visit: &mut impl FnMut(Act, &[Heaps]) -> Flow) -> Flow {
        for (at, heap) in sum.heaps.iter().enumerate() {
            if at > 0 && sum.heaps[at - 1] == *heap {
                continue; // Heaps of one size are alike.
            }
            for taken in natural::from_to(1, heap) {
                let left = heap - taken;
                let after = sum.with(at, &left);
                let act = Act::Leave {
                    heap: heap.clone(),
                    left,
                };
                visit(act, &[after])?;
            }
        }
        match self.play(sum, &Act::Pass) {
            Some(after) => visit(Act::Pass, &after),
            None => CONTINUE,
        }
    }

    fn play(&self, sum: &Heaps, act: &Act) -> Option<Vec<Heaps>> {
        match act {
            Act::Pass => (sum.pass && !sum.heaps.is_empty()).then(|| {
                vec![Heaps {
                    heaps: sum.heaps.clone(),
                    pass: false,
                }]
            }),
            Act::Leave { heap, left } => {
                let at = sum.heaps.binary_search(heap).ok()?;
                (left < heap).then(|| vec![sum.with(at, left)])
            }
        }
    }

    fn read(&self, text: &str) -> Result<Vec<Heaps>, Error> {
        notation::read_sum(text, |reader| {
            let heaps = tidy(reader.list()?);
            let pass = reader.eat("pass");
            Ok(Heaps { heaps, pass })
        })
    }

    fn write(&self, sum: &[Heaps]) -> String {
        notation::write_sum(sum, |heaps| {
            let pass = if heaps.pass { " pass" } else { "" };
            notation::write_heaps(&heaps.heaps) + pass
        })
    }

    fn read_move(&self, _: &Heaps, text: &str) -> Result<Act, Error> {
        let mut reader = Reader::new(text);
        if reader.eat("pass") && reader.done() {
            return Ok(Act::Pass);
        }
        let mut reader = Reader::new(text);
        let mut read = || {
            let heap = reader.natural().ok()?;
            reader.expect("to").ok()?;
            let left = reader.natural().ok()?;
            reader.end().ok()?;
            Some(Act::Leave { heap, left })
        };
        read().ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed("`HEAP to LEFT` or `pass`", " `堆 to 剩余` 或 `pass`"),
        })
    }

    fn write_move(&self, act: &Act) -> String {
        match act {
            Act::Pass => "pass".to_string(),
            Act::Leave { heap, left } => format!("{heap} to {left}"),
        }
    }
}

impl Theorem for Pass {
    fn value(&self, sum: &Heaps) -> Option<Natural> {
        (!sum.pass || sum.heaps.is_empty()).then(|| nim_sum(&sum.heaps))
    }

    fn outcome(&self, sum: &[Heaps], convention: Convention) -> Option<Outcome> {
        let [one] = sum else { return None };
        match (one.heaps.as_slice(), convention) {
            ([], _) => Some(convention.at_end()),
            ([_], Convention::Normal) => Some(Outcome::N),
            (heaps, _) if !one.pass => theorem::outcome(&Nim, heaps, convention),
            _ => None,
        }
    }

    fn winning_moves(
        &self,
        sum: &[Heaps],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Act>) -> Flow,
    ) -> Option<Flow> {
        let [one] = sum else { return None };
        if one.pass {
            return None;
        }
        // As in Nim, but heaps of one size are named once.
        let values = &one.heaps;
        if theorem::outcome(&Nim, values, convention) == Some(Outcome::P) {
            return Some(CONTINUE);
        }
        let total = nim_sum(values);
        let big = values.iter().filter(|heap| theorem::is_big(heap)).count();
        for (at, heap) in values.iter().enumerate() {
            if at > 0 && values[at - 1] == *heap {
                continue;
            }
            let big_elsewhere = big > usize::from(theorem::is_big(heap));
            let left = theorem::target(heap ^ &total, convention, big_elsewhere);
            if left < *heap {
                let mv = Act::Leave {
                    heap: heap.clone(),
                    left,
                };
                if visit(SumMove { component: 0, mv }).is_break() {
                    return Some(Flow::Break(()));
                }
            }
        }
        Some(CONTINUE)
    }

    fn reason(&self, sum: &[Heaps], convention: Convention) -> Text {
        match sum {
            [one] if !one.pass => theorem::nim_sum_reason(
                ("the pass is gone: Nim", "已无过牌：即尼姆游戏"),
                &Nim,
                &one.heaps,
                convention,
            ),
            _ => Text::fixed(
                "one heap: take it, and the pass with it",
                "只有一堆：全部取走，过牌随之失效",
            ),
        }
    }
}

no_table!(Pass);

impl Heaps {
    /// Each size with the number of heaps that have it.
    fn sizes(&self) -> Vec<(Natural, Natural)> {
        let alike = self.heaps.chunk_by(|a, b| a == b);
        alike
            .map(|heaps| (heaps[0].clone(), Natural::from(heaps.len())))
            .collect()
    }
}

impl Show for Pass {
    /// Moves name a heap by its size, so heaps of one size are shown once.
    fn scene(&self, stage: &Stage<Heaps>) -> Scene {
        let write = |heaps: &Heaps| self.write(std::slice::from_ref(heaps));
        Scene::by_board(stage, write, |board, _, on_it| {
            let (_, position) = on_it.first()?;
            let sizes = position.sizes();
            if !heaps::fits(stage, sizes.len()) {
                return None;
            }
            let mut panel = heaps::groups(board, &sizes);
            if position.pass {
                let at = (panel.rows.len() as f64, 0.0);
                panel.put(board, Part::Whole, Look::Card, at, "pass");
                panel.rows.push(String::new());
                panel.columns.push(String::new());
            }
            Some(panel)
        })
    }

    fn touches(&self, stage: &Stage<Heaps>, mv: &SumMove<Act>) -> Vec<Id> {
        let sizes = stage.sum()[mv.component].sizes();
        let of_heap = match &mv.mv {
            Act::Leave { heap, left } if heaps::fits(stage, sizes.len()) => {
                let at = sizes.binary_search_by(|(size, _)| size.cmp(heap)).ok();
                at.map(|at| (at as u32, heap, left))
            }
            _ => None,
        };
        let board = stage.board(mv.component);
        vec![match of_heap {
            Some((at, heap, left)) => heaps::stone(board, at, heap, left),
            None => Id {
                board,
                part: Part::Whole,
            },
        }]
    }

    /// Without the pass it is Nim, and two equal heaps cancel.
    fn numbers(&self, stage: &Stage<Heaps>) -> Option<Numbers> {
        why::of_parts(stage, 2, |position| {
            if position.pass && !position.heaps.is_empty() {
                return None;
            }
            let sizes = position.sizes();
            if sizes.len() > PANELS {
                return None;
            }
            let names = heaps::group_names(&sizes).into_iter();
            let one = |(name, (size, count)): (String, (Natural, Natural))| {
                (name, size, natural::bit(&count, 0))
            };
            Some(names.zip(sizes).map(one).collect())
        })
    }
}

impl Named for Pass {
    const ABOUT: About = About {
        id: "nim-with-a-pass",
        name: ("Nim with a pass", "可跳过一次的尼姆游戏"),
        summary: (
            "Nim in which one of the players may pass, once in the game",
            "尼姆游戏，全局中可由任一方跳过一次",
        ),
        rules: (
            "A move takes one or more stones from one heap. Once in the game, either player may pass instead, \
             but not when no stones are left. Whoever takes the last stone wins.",
            "每次从一堆取走至少一枚石子。整局之中，任一方可以跳过一次（仅限一次），但石子取完后不能跳过。取走最后一枚石子者获胜。",
        ),
        theorem: (
            "Once the pass is gone, the game is Nim; a single heap is won by taking it. In general no law is \
             known, and search decides.",
            "跳过用掉之后即为尼姆游戏；只有一堆时全部取走即胜。一般情形尚无已知规律，由搜索判定。",
        ),
        source: "R. E. Morrison, E. J. Friedman and A. S. Landsberg, Combinatorial games with a pass: a dynamical systems \
                 approach, Chaos 22 (2012)",
        position: (
            "heaps, and `pass` if it is still there: 1,2,3 pass",
            "各堆石子数，若还可跳过则加 pass：1,2,3 pass",
        ),
        moves: (
            "3 to 1 (leave 1 of a heap of 3), or pass",
            "3 to 1（将 3 枚的一堆取到剩 1 枚），或 pass（跳过）",
        ),
        examples: &["1,2,3 pass", "2,2 pass", "5 pass", "3,5,7", "4,5,6 pass"],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game nim_with_a_pass(heaps = 4)\n\
             state h[heaps], pass in 0..1\n\
             move take(i in 0..heaps-1, k in 1..h[i]) -> [h[i := h[i]-k], pass]\n\
             move pass if pass = 1 if sum(h) > 0 -> [h, 0]";
        Ok(text.to_string())
    }

    fn rule_position(&self, sum: &[Heaps]) -> Option<String> {
        written::sum(sum, |heaps| {
            let pass = u8::from(heaps.pass);
            Some(format!("{},{pass}", written::padded(&heaps.heaps, 4)?))
        })
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Pass)
    }

    fn small(&self) -> Vec<Vec<Heaps>> {
        let heaps = small_sums((1u64..=5).map(Natural::from), 3);
        let both = |heaps: Vec<Natural>| {
            [true, false].map(|pass| {
                vec![Heaps {
                    heaps: heaps.clone(),
                    pass,
                }]
            })
        };
        let pairs = small_sums((1u64..=2).map(Natural::from), 2);
        let pairs = pairs.into_iter().map(|heaps| {
            let other = Heaps {
                heaps: vec![1u8.into()],
                pass: true,
            };
            vec![Heaps { heaps, pass: true }, other]
        });
        heaps.into_iter().flat_map(both).chain(pairs).collect()
    }
}
