//! Games whose positions come back, through the whole spine: answers, sums,
//! strategies, tables, pictures and compounds against the definition.

use std::collections::HashMap;

use grundy::answer::SumMove;
use grundy::ask::{Question, ask};
use grundy::budget::Budget;
use grundy::catalogue::{About, Named, Parameters};
use grundy::compound::expression::Expression;
use grundy::compound::numbers::Explored;
use grundy::compound::player::Engine;
use grundy::compound::{End, Kind, Rules};
use grundy::conformance;
use grundy::diagram::diagram;
use grundy::erased::{Erased, Position};
use grundy::error::Error;
use grundy::game::{CONTINUE, Flow, Game, replace};
use grundy::games::small_sums;
use grundy::natural::Natural;
use grundy::notation;
use grundy::outcome::{Convention, Outcome};
use grundy::picture::scene::Show;
use grundy::random::Random;
use grundy::solve::dense::Lattice;
use grundy::solve::graph::Graph;
use grundy::solve::loopy::Values;
use grundy::strategy::Strategy;
use grundy::table::Cell;
use grundy::theorem::Theorem;
use grundy::workbench::{AnyGame, Workbench};

const BOTH: [Convention; 2] = [Convention::Normal, Convention::Misere];

/// Positions are numbers; each has a list of options, each option a list of
/// numbers.
#[derive(Clone)]
struct Listed {
    options: Vec<Vec<Vec<u32>>>,
    says_so: bool,
}

impl Game for Listed {
    type Position = u32;
    type Move = usize;

    fn options(&self, at: &u32, visit: &mut impl FnMut(usize, &[u32]) -> Flow) -> Flow {
        let options = self.options[*at as usize].iter().enumerate();
        for (number, option) in options {
            visit(number, option)?;
        }
        CONTINUE
    }

    fn may_cycle(&self) -> bool {
        self.says_so
    }
}

impl Theorem for Listed {}

impl Listed {
    /// Arrows anywhere; if `splits`, also options of two lower numbers.
    fn random(random: &mut Random, splits: bool) -> Listed {
        let n = 2 + random.below(5) as u32;
        let vertex = |random: &mut Random, below: u32| random.below(below.into()) as u32;
        let options = (0..n)
            .map(|v| {
                let count = random.below(4);
                (0..count)
                    .map(|_| {
                        if splits && v > 0 && random.below(3) == 0 {
                            return vec![vertex(random, v), vertex(random, v)];
                        }
                        // With splits, moves up would let a sum grow for ever.
                        let most = if splits { n.min(v + 1) } else { n };
                        vec![vertex(random, most)]
                    })
                    .collect()
            })
            .collect();
        Listed {
            options,
            says_so: true,
        }
    }

    fn after(&self, sum: &[u32]) -> Vec<(SumMove<usize>, Vec<u32>)> {
        let mut all = Vec::new();
        for (component, at) in sum.iter().enumerate() {
            for (mv, option) in self.options[*at as usize].iter().enumerate() {
                let mut to = sum.to_vec();
                replace(&mut to, component, option);
                all.push((SumMove { component, mv }, to));
            }
        }
        all
    }
}

/// Outcomes by the definition: repeat "N if an option is P, P if all are N"
/// until nothing changes.
fn outcomes(
    starts: &[Vec<u32>],
    after: impl Fn(&Vec<u32>) -> Vec<Vec<u32>>,
    at_end: impl Fn(&Vec<u32>) -> Option<Outcome>,
) -> HashMap<Vec<u32>, Outcome> {
    let mut edges: HashMap<Vec<u32>, Vec<Vec<u32>>> = HashMap::new();
    let mut open = starts.to_vec();
    while let Some(position) = open.pop() {
        if edges.contains_key(&position) {
            continue;
        }
        let to = after(&position);
        open.extend(to.iter().cloned());
        edges.insert(position, to);
    }
    let mut known: HashMap<Vec<u32>, Outcome> = HashMap::new();
    loop {
        let before = known.len();
        for (position, to) in &edges {
            if known.contains_key(position) {
                continue;
            }
            let decided = at_end(position).or_else(|| {
                let known = &known;
                let after = |o| to.iter().filter(|p| known.get(*p) == Some(&o)).count();
                if after(Outcome::P) > 0 {
                    Some(Outcome::N)
                } else {
                    (after(Outcome::N) == to.len()).then_some(Outcome::P)
                }
            });
            if let Some(outcome) = decided {
                known.insert(position.clone(), outcome);
            }
        }
        if known.len() == before {
            let drawn = edges.into_keys().map(|position| (position, Outcome::Draw));
            let mut all: HashMap<_, _> = drawn.collect();
            all.extend(known);
            return all;
        }
    }
}

fn sorted(mut sum: Vec<u32>) -> Vec<u32> {
    sum.sort_unstable();
    sum
}

#[test]
fn answers_and_strategies_of_random_sums() {
    let mut random = Random::new(11);
    let mut seen = [0; 3];
    for round in 0..600 {
        let game = Listed::random(&mut random, round % 3 == 2);
        let n = game.options.len() as u64;
        let size = 1 + random.below(3) as usize;
        let sum: Vec<u32> = (0..size).map(|_| random.below(n) as u32).collect();
        for convention in BOTH {
            let truth = outcomes(
                &[sorted(sum.clone())],
                |p| {
                    game.after(p)
                        .into_iter()
                        .map(|(_, to)| sorted(to))
                        .collect()
                },
                |p| game.after(p).is_empty().then(|| convention.at_end()),
            );
            let of = |sum: &[u32]| truth[&sorted(sum.to_vec())];
            let question = Question {
                convention,
                ..Question::default()
            };
            let answer = ask(&game, &sum, &question).unwrap();
            let outcome = of(&sum);
            seen[outcome as usize] += 1;
            assert_eq!(answer.outcome, outcome, "{:?} {sum:?}", game.options);
            let keeping: Vec<_> = game
                .after(&sum)
                .into_iter()
                .filter(|(_, to)| Some(of(to)) == outcome.to_leave())
                .map(|(mv, _)| mv)
                .collect();
            assert_eq!(answer.winning_moves.len(), keeping.len());
            assert!(keeping.iter().all(|mv| answer.winning_moves.contains(mv)));
            play_out(&game, &sum, convention, of, &mut random);
        }
    }
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}

/// The strategy wins what is won, and keeps what is drawn.
fn play_out(
    game: &Listed,
    start: &[u32],
    convention: Convention,
    of: impl Fn(&[u32]) -> Outcome,
    random: &mut Random,
) {
    let budget = Budget::default();
    let mut play = Strategy::new(game, start.to_vec(), convention, budget).unwrap();
    let mut ours = match of(start) {
        Outcome::N => true,
        Outcome::P => false,
        Outcome::Draw => random.below(2) == 0,
    };
    for _ in 0..400 {
        let now = play.position().to_vec();
        let moves = game.after(&now);
        if moves.is_empty() {
            let winner_moves = convention == Convention::Misere;
            assert_eq!(winner_moves, ours, "lost {start:?} of {:?}", game.options);
            return;
        }
        if ours {
            let good = of(&now);
            play.reply().unwrap().unwrap();
            let left = of(play.position());
            assert_eq!(Some(left), good.to_leave(), "{start:?} {:?}", game.options);
        } else {
            // Half the time the opponent stalls: it goes where nothing is lost.
            let to_keep = of(&now).to_leave();
            let kept: Vec<_> = moves
                .iter()
                .filter(|(_, to)| Some(of(to)) == to_keep)
                .collect();
            let (mv, _) = match kept.is_empty() || random.below(2) == 0 {
                true => &moves[random.below(moves.len() as u64) as usize],
                false => kept[random.below(kept.len() as u64) as usize],
            };
            play.opponent(mv).unwrap();
        }
        ours = !ours;
    }
    assert_eq!(of(start), Outcome::Draw, "{start:?} of {:?}", game.options);
}

#[test]
fn whoever_does_not_say_so_is_refused() {
    let game = Listed {
        options: vec![vec![vec![1]], vec![vec![0], vec![2]], vec![]],
        says_so: false,
    };
    let question = Question::default();
    let (erased, zero) = (Erased::new(game.clone()), Position::all(vec![0u32]));
    for convention in BOTH {
        let question = Question {
            convention,
            ..question.clone()
        };
        let refused = ask(&game, &[0], &question).err();
        assert!(matches!(refused, Some(Error::Cycle { .. })), "{refused:?}");
        let refused = diagram(&erased, &zero, convention, &Budget::default()).err();
        assert!(matches!(refused, Some(Error::Cycle { .. })), "{refused:?}");
    }
    let refused = Strategy::new(&game, vec![0], Convention::Normal, Budget::default()).err();
    assert!(matches!(refused, Some(Error::Cycle { .. })));
}

#[test]
fn pictures_show_draws() {
    // 0 ⇄ 1 → 2 → 3: leaving the ring loses.
    let game = Listed {
        options: vec![vec![vec![1]], vec![vec![0], vec![2]], vec![vec![3]], vec![]],
        says_so: true,
    };
    let zero = Position::all(vec![0u32]);
    let drawn = diagram(
        &Erased::new(game),
        &zero,
        Convention::Normal,
        &Budget::default(),
    )
    .unwrap();
    let outcomes: Vec<_> = drawn.vertices.iter().map(|v| v.outcome).collect();
    use Outcome::{Draw, N, P};
    assert_eq!(outcomes, [Draw, Draw, N, P]);
    let values: Vec<_> = drawn.vertices.iter().map(|v| v.value).collect();
    assert_eq!(values, [None, None, Some(1), Some(0)]);
}

#[test]
fn endless_games_stop_at_the_budget() {
    struct Up;
    impl Game for Up {
        type Position = u64;
        type Move = ();
        fn options(&self, at: &u64, visit: &mut impl FnMut((), &[u64]) -> Flow) -> Flow {
            visit((), &[at + 1])
        }
        fn may_cycle(&self) -> bool {
            true
        }
    }
    impl Theorem for Up {}
    let budget = Budget::default().with_states(5_000);
    let question = Question {
        budget: budget.clone(),
        ..Question::default()
    };
    for sum in [vec![0], vec![0, 5]] {
        let refused = ask(&Up, &sum, &question).err();
        assert!(matches!(refused, Some(Error::OverBudget { .. })));
        let refused = Strategy::new(&Up, sum, Convention::Normal, budget.clone()).err();
        assert!(matches!(refused, Some(Error::OverBudget { .. })));
    }
}

/// Where a move of a compound leads, by the definition.
fn compound_moves(graph: &Graph, nodes: &[u32], kind: Kind) -> Vec<Vec<u32>> {
    let mut all = vec![(nodes.to_vec(), 0usize)];
    let mut live = 0;
    for (i, node) in nodes.iter().enumerate() {
        let options = graph.successors(*node);
        live += usize::from(!options.is_empty());
        let before = all.clone();
        if kind == Kind::Conjunctive && !options.is_empty() {
            all.clear();
        }
        for (made, moved) in before {
            for to in options {
                let mut made = made.clone();
                made[i] = *to;
                all.push((made, moved + 1));
            }
        }
    }
    all.retain(|(_, moved)| match kind {
        Kind::Disjunctive => *moved == 1,
        Kind::Conjunctive => *moved == live && live > 0,
        Kind::Selective => *moved > 0,
        Kind::UpTo(most) => (1..=most).contains(moved),
    });
    all.into_iter().map(|(made, _)| made).collect()
}

#[test]
fn compounds_of_components_that_come_back() {
    let mut random = Random::new(5);
    let budget = Budget::default();
    let mut draws = 0;
    for round in 0..120 {
        let n = 2 + random.below(4) as u32;
        let edges: Vec<(u32, u32)> = (0..random.below(2 * u64::from(n) + 2))
            .map(|_| (random.below(n.into()) as u32, random.below(n.into()) as u32))
            .collect();
        let graph = Graph::from_edges(n as usize, &edges);
        let count = 1 + random.below(3);
        let nodes: Vec<u32> = (0..count).map(|_| random.below(n.into()) as u32).collect();
        for kind in [
            Kind::Disjunctive,
            Kind::Conjunctive,
            Kind::Selective,
            Kind::UpTo(2),
        ] {
            for end in [End::Long, End::Short, End::AllZero] {
                for convention in BOTH {
                    let rules = Rules {
                        kind,
                        end,
                        convention,
                    };
                    let values = Values::new(&graph, &budget).unwrap();
                    let ended = |v: &u32| graph.successors(*v).is_empty();
                    let over = |nodes: &Vec<u32>| match end {
                        End::Long => nodes.iter().all(ended),
                        End::Short => nodes.iter().any(ended),
                        End::AllZero => nodes.iter().all(|v| values.finite(*v) == Some(0)),
                    };
                    let after = |nodes: &Vec<u32>| match over(nodes) {
                        true => Vec::new(),
                        false => compound_moves(&graph, nodes, kind),
                    };
                    let at_end = |nodes: &Vec<u32>| over(nodes).then(|| convention.at_end());
                    let truth = outcomes(std::slice::from_ref(&nodes), after, at_end);
                    let explored = Explored::with_cycles(graph.clone(), &budget).unwrap();
                    let mut engine = Engine::new(explored.into(), rules);
                    let mut meter = budget.meter("test");
                    let found = engine.outcome(&nodes, &mut meter).unwrap();
                    let place = format!("round {round}: {edges:?} {nodes:?} {rules:?}");
                    assert_eq!(found, truth[&nodes], "{place}");
                    draws += usize::from(found == Outcome::Draw);
                    let mut winning = Vec::new();
                    let _ = engine
                        .winning_moves(&nodes, &mut meter, &mut |steps| {
                            let mut to = nodes.clone();
                            steps.iter().for_each(|step| to[step.component] = step.to);
                            winning.push(to);
                            CONTINUE
                        })
                        .unwrap();
                    let mut expected = after(&nodes);
                    expected.retain(|to| Some(truth[to]) == found.to_leave());
                    for list in [&mut winning, &mut expected] {
                        list.sort();
                        list.dedup();
                    }
                    if !over(&nodes) {
                        assert_eq!(winning, expected, "{place}");
                    }
                    // The engine's own moves against the most stubborn defence.
                    let (mut now, mut ours) = (nodes.clone(), found != Outcome::P);
                    let mut moves = 0;
                    while !over(&now) && moves < 300 {
                        let options = after(&now);
                        if ours {
                            let steps = engine.choose(&now, &mut meter).unwrap().unwrap();
                            steps.iter().for_each(|step| now[step.component] = step.to);
                            let kept = if found == Outcome::Draw {
                                found
                            } else {
                                Outcome::P
                            };
                            if truth[&nodes] != Outcome::Draw || truth[&now] != Outcome::P {
                                assert_eq!(truth[&now], kept, "{place}");
                            }
                        } else {
                            let keep = options
                                .iter()
                                .find(|to| truth[*to] == Outcome::Draw)
                                .unwrap_or(&options[random.below(options.len() as u64) as usize]);
                            now = keep.clone();
                        }
                        ours = !ours;
                        moves += 1;
                    }
                    if found != Outcome::Draw {
                        assert!(moves < 300, "{place}: no progress");
                    }
                }
            }
        }
    }
    assert!(draws > 100, "{draws}");
}

#[test]
fn sums_with_nim_as_text() {
    let solve = |text: &str, rules: Rules| {
        let sum = Expression::read(text).unwrap();
        sum.solve(rules, &Question::default()).unwrap().answer
    };
    let ring = "tokens:1>2,2>1,2>3,3>4 @2 + nim:1";
    let answer = solve(ring, Rules::default());
    assert_eq!(answer.outcome, Outcome::N);
    assert_eq!(answer.winning_moves[0].mv, "1: to 3");
    let answer = solve("tokens:1>2,2>1,2>3,3>4 @2 + nim:2", Rules::default());
    assert_eq!(answer.outcome, Outcome::Draw);
    assert!(!answer.winning_moves.is_empty());
    let conjunctive = Rules {
        kind: Kind::Conjunctive,
        ..Rules::default()
    };
    // The heap ends at once; then the token goes round, as leaving the ring loses.
    let answer = solve(ring, conjunctive);
    assert_eq!((answer.outcome, answer.remoteness), (Outcome::Draw, None));
}

/// A heap game with a way back up: take one or two; a heap of 6 or 12 may also
/// grow by one. It has a table.
struct Growing;

impl Game for Growing {
    type Position = Natural;
    type Move = i8;

    fn options(&self, heap: &Natural, visit: &mut impl FnMut(i8, &[Natural]) -> Flow) -> Flow {
        for taken in [1u8, 2] {
            if *heap >= Natural::from(taken) {
                visit(taken as i8, &[heap - taken])?;
            }
        }
        if [6u8, 12].map(Natural::from).contains(heap) {
            visit(-1, &[heap + 1u8])?;
        }
        CONTINUE
    }

    fn may_cycle(&self) -> bool {
        true
    }

    fn read(&self, text: &str) -> Result<Vec<Natural>, Error> {
        notation::read_heaps(text)
    }

    fn write(&self, heaps: &[Natural]) -> String {
        notation::write_heaps(heaps)
    }
}

impl Theorem for Growing {}

impl Lattice for Growing {
    fn at(&self, point: &[u64]) -> Option<Natural> {
        match point {
            [heap] => Some(Natural::from(*heap)),
            _ => None,
        }
    }

    fn coordinates(&self, heap: &Natural, point: &mut [u64]) -> bool {
        match (u64::try_from(heap), point) {
            (Ok(heap), [at]) => {
                *at = heap;
                true
            }
            _ => false,
        }
    }
}

impl Show for Growing {}

impl Named for Growing {
    const ABOUT: About = About {
        id: "growing",
        name: ("growing heaps", "会增长的堆"),
        summary: ("take one or two", "取一枚或两枚"),
        rules: (
            "take one or two; 6 and 12 may grow",
            "取一枚或两枚；6 与 12 可增一",
        ),
        position: ("heaps: 3,5", "各堆：3,5"),
        moves: ("1, 2 or -1", "1、2 或 -1"),
        examples: &["5", "4,11", "12,3,2"],
        dimension: 1,
        ..About::BLANK
    };

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Growing)
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        small_sums((0..14u8).map(Natural::from), 2)
    }

    fn table_checked(&self) -> Vec<u64> {
        vec![24]
    }
}

#[test]
fn the_suite_accepts_a_game_that_comes_back_and_its_tables() {
    let report = conformance::check(&Workbench::new(Growing)).unwrap();
    assert!(report.games > 100);
    let budget = Budget::default();
    let growing = Workbench::new(Growing);
    let table = growing.table(&[24], Convention::Normal, &budget).unwrap();
    let drawn = |cell: &&Cell| matches!(cell, Cell::Outcome(Outcome::Draw));
    assert!(table.cells.iter().filter(drawn).count() > 0);
    // A table of sums, against each sum on its own.
    let table = growing.table(&[9, 9], Convention::Normal, &budget).unwrap();
    for (cell, found) in table.cells.iter().enumerate() {
        let sum = [cell / 9, cell % 9].map(|heap| Natural::from(heap as u64));
        let answer = ask(&Growing, &sum, &Question::default()).unwrap();
        let expected = match answer.value {
            Some(value) => Cell::Value(value),
            None => Cell::Outcome(answer.outcome),
        };
        assert_eq!(*found, expected, "{sum:?}");
    }
}
