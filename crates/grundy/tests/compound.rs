//! Every compound of random small games against plain search: outcome, the
//! exact set of winning moves, and whole games.

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy::budget::Budget;
use grundy::compound::decide::{Because, decide};
use grundy::compound::explore::explore;
use grundy::compound::misere::canonical::Forms;
use grundy::compound::moore::{is_balanced, jenkyns_mayberry};
use grundy::compound::moves::construct;
use grundy::compound::numbers::Explored;
use grundy::compound::player::Engine;
use grundy::compound::search::{Compound, Step};
use grundy::compound::{End, Kind, Rules};
use grundy::game::{CONTINUE, Flow, Game};
use grundy::outcome::{Convention, Outcome};
use grundy::random::Random;
use grundy::solve::graph::Graph;
use grundy::solve::memo::Memo;
use grundy::solve::outcomes::{Order, Outcomes};

const KINDS: [Kind; 5] = [
    Kind::Disjunctive,
    Kind::Conjunctive,
    Kind::Selective,
    Kind::UpTo(2),
    Kind::UpTo(3),
];
const ENDS: [End; 3] = [End::Long, End::Short, End::AllZero];
const CONVENTIONS: [Convention; 2] = [Convention::Normal, Convention::Misere];

fn all_rules() -> impl Iterator<Item = Rules> {
    KINDS.into_iter().flat_map(|kind| {
        ENDS.into_iter().flat_map(move |end| {
            CONVENTIONS.into_iter().map(move |convention| Rules {
                kind,
                end,
                convention,
            })
        })
    })
}

/// A random acyclic graph: edges go to smaller numbers.
fn random_graph(random: &mut Random) -> Arc<Explored> {
    let vertices = 4 + random.below(6) as u32;
    let density = 2 + random.below(4);
    let mut edges = Vec::new();
    for from in 1..vertices {
        for to in 0..from {
            if random.below(density) == 0 {
                edges.push((from, to));
            }
        }
    }
    let graph = Graph::from_edges(vertices as usize, &edges);
    Arc::new(Explored::new(graph).unwrap())
}

/// Heaps under random rules: for some numbers taken, what may be left.
struct RandomHeaps {
    digits: Vec<u8>,
}

impl Game for RandomHeaps {
    type Position = u32;
    type Move = (u32, u32);

    fn options(&self, n: &u32, visit: &mut impl FnMut((u32, u32), &[u32]) -> Flow) -> Flow {
        for (take, digit) in (1u32..).zip(&self.digits).filter(|(take, _)| take <= n) {
            let left = n - take;
            if digit & 1 != 0 && left == 0 {
                visit((take, 0), &[])?;
            }
            if digit & 2 != 0 && left > 0 {
                visit((take, 0), &[left])?;
            }
            if digit & 4 != 0 {
                (1..=left / 2).try_for_each(|part| visit((take, part), &[part, left - part]))?;
            }
        }
        CONTINUE
    }
}

fn random_heaps(random: &mut Random) -> Arc<Explored> {
    let game = RandomHeaps {
        digits: (0..3).map(|_| random.below(8) as u8).collect(),
    };
    let heaps: Vec<Vec<u32>> = (0..=7).map(|n| vec![n]).collect();
    let mut meter = Budget::default().meter("explore");
    Arc::new(explore(&game, &heaps, &mut meter).unwrap().0)
}

fn random_game(random: &mut Random) -> Arc<Explored> {
    match random.below(2) {
        0 => random_graph(random),
        _ => random_heaps(random),
    }
}

fn moves(compound: &Compound, nodes: &[u32]) -> Vec<(Vec<Step>, Vec<u32>)> {
    let mut all = Vec::new();
    let _ = compound.options(&nodes.to_vec(), &mut |steps, to| {
        all.push((steps, to[0].clone()));
        CONTINUE
    });
    all
}

#[derive(Default)]
struct Counts {
    compounds: usize,
    decided: usize,
    games: usize,
}

fn check(
    explored: &Arc<Explored>,
    nodes: &[u32],
    rules: Rules,
    counts: &mut Counts,
    random: &mut Random,
) {
    let compound = Compound::new(explored, rules);
    let mut oracle = Outcomes::new(&compound, rules.convention, Order::Hint);
    let mut meter = Budget::default().meter("search");
    let truth = oracle.outcome(&nodes.to_vec(), &mut meter).unwrap();
    let place = || format!("{nodes:?} under {rules:?} in {:?}", explored.graph());
    counts.compounds += 1;
    if let Some(decision) = decide(explored, nodes, &rules) {
        counts.decided += 1;
        assert_eq!(decision.outcome, truth, "{decision:?}: {}", place());
        assert!(!decision.text().is_empty());
        let made = construct(explored, nodes, &rules);
        let all = moves(&compound, nodes);
        match made {
            Some(steps) => {
                assert_eq!(truth, Outcome::N, "{}", place());
                let found = all.iter().find(|(other, _)| *other == steps);
                let (_, to) = found.unwrap_or_else(|| panic!("illegal {steps:?}: {}", place()));
                let after = oracle.outcome(to, &mut meter).unwrap();
                assert_eq!(after, Outcome::P, "{steps:?}: {}", place());
            }
            None => assert!(
                truth == Outcome::P || all.is_empty(),
                "no move: {}",
                place()
            ),
        }
    }
    let mut engine = Engine::new(explored.clone(), rules);
    assert_eq!(
        engine.outcome(nodes, &mut meter).unwrap(),
        truth,
        "{}",
        place()
    );
    let mut found = BTreeSet::new();
    let _ = engine
        .winning_moves(nodes, &mut meter, &mut |steps| {
            found.insert(steps);
            CONTINUE
        })
        .unwrap();
    let expected: BTreeSet<Vec<Step>> = moves(&compound, nodes)
        .into_iter()
        .filter(|(_, to)| oracle.outcome(to, &mut meter).unwrap() == Outcome::P)
        .map(|(steps, _)| steps)
        .collect();
    assert_eq!(found, expected, "{}", place());
    // From a won position the engine wins against anybody.
    if truth == Outcome::N && !compound.is_over(nodes) {
        counts.games += 1;
        let mut nodes = nodes.to_vec();
        loop {
            let Some(steps) = engine.choose(&nodes, &mut meter).unwrap() else {
                // The engine is to move and play is over.
                assert_eq!(rules.convention, Convention::Misere, "lost: {}", place());
                break;
            };
            for step in steps {
                nodes[step.component] = step.to;
            }
            let replies = moves(&compound, &nodes);
            if replies.is_empty() {
                assert_eq!(rules.convention, Convention::Normal, "lost: {}", place());
                break;
            }
            nodes = replies[random.below(replies.len() as u64) as usize]
                .1
                .clone();
        }
    }
}

#[test]
fn every_compound_of_random_games_agrees_with_search() {
    let mut random = Random::new(2026);
    let mut counts = Counts::default();
    for _ in 0..420 {
        let explored = random_game(&mut random);
        let size = explored.graph().len() as u64;
        for _ in 0..3 {
            let components = random.below(4) as usize;
            let nodes: Vec<u32> = (0..components).map(|_| random.below(size) as u32).collect();
            for rules in all_rules() {
                check(&explored, &nodes, rules, &mut counts, &mut random);
            }
        }
    }
    assert!(counts.compounds > 30_000, "{}", counts.compounds);
    assert!(counts.decided > 20_000, "{}", counts.decided);
    assert!(counts.games > 10_000, "{}", counts.games);
}

#[test]
fn the_theorems_decide_all_they_promise() {
    let mut random = Random::new(5);
    for _ in 0..100 {
        let explored = random_game(&mut random);
        let size = explored.graph().len() as u64;
        let nodes: Vec<u32> = (0..4).map(|_| random.below(size) as u32).collect();
        for rules in all_rules() {
            let promised = match (rules.kind, rules.end, rules.convention) {
                (Kind::Disjunctive, End::AllZero, _) => true,
                (Kind::UpTo(_), ..) | (_, End::AllZero, _) => false,
                (Kind::Disjunctive, End::Long, Convention::Misere) => false,
                _ => true,
            };
            if promised {
                assert!(decide(&explored, &nodes, &rules).is_some(), "{rules:?}");
            }
        }
    }
}

/// Moore's rule on Grundy values alone would be wrong: 1, 1, 1 and a 0 that
/// can rise to 1.
#[test]
fn moore_is_not_applied_where_values_can_rise() {
    // Node 1 is a heap of one; node 2 has value 0 and can only be moved to node 1.
    let graph = Graph::from_edges(3, &[(1, 0), (2, 1)]);
    let explored = Arc::new(Explored::new(graph).unwrap());
    let nodes = [1, 1, 1, 2];
    let values = || nodes.iter().map(|&n| explored.numbers(n).value);
    assert_eq!(values().collect::<Vec<_>>(), [1, 1, 1, 0]);
    assert!(is_balanced(values(), 2), "the rule would say P");
    let rules = Rules {
        kind: Kind::UpTo(2),
        ..Rules::default()
    };
    assert_eq!(decide(&explored, &nodes, &rules), None);
    let mut engine = Engine::new(explored.clone(), rules);
    let mut meter = Budget::default().meter("search");
    assert_eq!(engine.outcome(&nodes, &mut meter).unwrap(), Outcome::N);
    let without = [1, 1, 1];
    let decision = decide(&explored, &without, &rules).unwrap();
    assert_eq!(decision.because, Because::Moore(3, true));
}

/// SJ's verdict for true misère play, without its end rule, is wrong
/// somewhere; with its end rule it is what search says.
#[test]
fn sj_needs_its_end_rule() {
    let mut random = Random::new(77);
    let mut wrong = 0;
    for _ in 0..600 {
        let explored = random_game(&mut random);
        let size = explored.graph().len() as u64;
        let nodes: Vec<u32> = (0..3).map(|_| random.below(size) as u32).collect();
        let rules = Rules {
            convention: Convention::Misere,
            ..Rules::default()
        };
        let values = nodes.iter().map(|&n| explored.numbers(n).value);
        let big = values.clone().any(|v| v > 1);
        let sj = Outcome::mover_wins((values.fold(0, |a, b| a ^ b) == 0) != big);
        let truth = |end| {
            let rules = Rules { end, ..rules };
            let compound = Compound::new(&explored, rules);
            let mut meter = Budget::default().meter("search");
            Outcomes::new(compound, Convention::Misere, Order::Hint)
                .outcome(&nodes, &mut meter)
                .unwrap()
        };
        assert_eq!(truth(End::AllZero), sj);
        wrong += usize::from(truth(End::Long) != sj);
    }
    assert!(wrong > 10, "{wrong}");
}

/// A position that can only be moved to a Nim heap of two: value 0, yet not
/// an end. SJ calls it N; that is right under its end rule and wrong without.
#[test]
fn sj_without_its_end_rule_fails_on_a_known_sum() {
    // a = {*2}: Grundy value 0 (its only option has value 2) and not an end.
    // Nodes: 0, *1, *2 as 0, 1, 2; 3 → 2.
    let graph = Graph::from_edges(4, &[(1, 0), (2, 0), (2, 1), (3, 2)]);
    let explored = Arc::new(Explored::new(graph).unwrap());
    let rules = Rules {
        convention: Convention::Misere,
        ..Rules::default()
    };
    let value = explored.numbers(3).value;
    assert_eq!(value, 0);
    let with_end = Rules {
        end: End::AllZero,
        ..rules
    };
    let sj = decide(&explored, &[3], &with_end).unwrap();
    assert_eq!(sj.outcome, Outcome::N);
    // But whoever moves from {*2} leaves *2,
    // from which the opponent leaves *1, the last move.
    let compound = Compound::new(&explored, rules);
    let mut meter = Budget::default().meter("search");
    let truth = Outcomes::new(compound, Convention::Misere, Order::Hint)
        .outcome(&vec![3], &mut meter)
        .unwrap();
    assert_eq!(truth, Outcome::P);
    assert_eq!(decide(&explored, &[3], &rules).unwrap().outcome, Outcome::P);
}

#[test]
fn jenkyns_mayberry_is_the_value_of_all_but_one_of_n_heaps() {
    let heaps = 6u32;
    let edges: Vec<(u32, u32)> = (0..heaps)
        .flat_map(|n| (0..n).map(move |m| (n, m)))
        .collect();
    let explored = Arc::new(Explored::new(Graph::from_edges(heaps as usize, &edges)).unwrap());
    for count in 3..=4usize {
        let rules = Rules {
            kind: Kind::UpTo(count - 1),
            ..Rules::default()
        };
        let compound = Compound::new(&explored, rules);
        let mut memo = Memo::new(&compound);
        let mut meter = Budget::default().meter("search");
        let mut position = vec![0; count];
        let most = if count == 3 { 5 } else { 3 };
        loop {
            let found = memo.value(&position, &mut meter).unwrap();
            assert_eq!(
                jenkyns_mayberry(&position),
                Some(found.into()),
                "{position:?}"
            );
            let Some(at) = position.iter().position(|&n| n < most) else {
                break;
            };
            position[..at].fill(0);
            position[at] += 1;
        }
    }
}

/// Forms are equal to what they reduce: no sum tells them apart.
#[test]
fn canonical_forms_behave_the_same_in_every_sum() {
    let mut random = Random::new(9);
    for _ in 0..60 {
        let explored = random_game(&mut random);
        let forms = Forms::new(&explored, &mut Budget::default().meter("forms")).unwrap();
        let size = explored.graph().len() as u64;
        let rules = Rules {
            convention: Convention::Misere,
            ..Rules::default()
        };
        let plain = Compound::new(&explored, rules);
        let reduced = Compound::new(forms.explored(), rules);
        let mut plain = Outcomes::new(&plain, Convention::Misere, Order::Hint);
        let mut reduced = Outcomes::new(&reduced, Convention::Misere, Order::Hint);
        let mut meter = Budget::default().meter("search");
        for _ in 0..20 {
            let nodes: Vec<u32> = (0..3).map(|_| random.below(size) as u32).collect();
            let mapped = nodes.iter().map(|&n| forms.of(n)).collect();
            assert_eq!(
                plain.outcome(&nodes, &mut meter).unwrap(),
                reduced.outcome(&mapped, &mut meter).unwrap(),
                "{nodes:?} of {:?}",
                explored.graph()
            );
        }
    }
}

/// The numbers of a position that theorems ask for, from their definitions.
#[test]
fn numbers_are_those_of_the_definitions() {
    let mut random = Random::new(11);
    let mex = |found: &BTreeSet<u32>| (0..).find(|v| !found.contains(v)).unwrap();
    let (mut heaps, mut others) = (0, 0);
    for _ in 0..300 {
        let explored = random_graph(&mut random);
        let vertices = explored.graph().len() as u32;
        // A Nim heap of this size, if the position is one: all smaller heaps, and nothing else.
        let mut nim: Vec<Option<u32>> = Vec::new();
        let (mut falling, mut foreclosed): (Vec<bool>, Vec<u32>) = (Vec::new(), Vec::new());
        for v in 0..vertices {
            let options = explored.options(v);
            let numbers = explored.numbers(v);
            let each = |o: &u32| nim[*o as usize];
            let sizes: Option<BTreeSet<u32>> = options.iter().map(each).collect();
            let size = sizes.filter(|sizes| sizes.iter().copied().eq(0..sizes.len() as u32));
            nim.push(size.map(|sizes| sizes.len() as u32));
            assert_eq!(
                numbers.nim,
                nim[v as usize].is_some(),
                "{v} of {:?}",
                explored.graph()
            );
            if let Some(size) = nim[v as usize] {
                assert_eq!(numbers.value, size);
            }
            heaps += usize::from(numbers.nim);
            others += usize::from(!numbers.nim);
            let smaller = |o: &u32| explored.numbers(*o).value < numbers.value;
            falling.push(options.iter().all(|o| smaller(o) && falling[*o as usize]));
            assert_eq!(numbers.falling, falling[v as usize]);
            assert_eq!(numbers.ended, options.is_empty());
            let ends = |o: &u32| explored.options(*o).is_empty();
            assert_eq!(numbers.can_end, options.iter().any(ends));
            // Whoever can end play at once has won: such options are not looked at.
            let safe = options.iter().filter(|o| !explored.numbers(**o).can_end);
            foreclosed.push(mex(&safe.map(|o| foreclosed[*o as usize]).collect()));
            assert_eq!(numbers.foreclosed, foreclosed[v as usize]);
        }
    }
    assert!(heaps > 300 && others > 300, "{heaps} {others}");
}
