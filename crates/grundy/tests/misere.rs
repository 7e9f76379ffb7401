//! Misère theory against plain search: genus, canonical forms' companions,
//! quotients with the orders that the literature gives, certificates.

use grundy::budget::Budget;
use grundy::compound::explore::explore;
use grundy::compound::misere::genus::genera;
use grundy::compound::misere::heaps::{HeapGame, HeapQuotient, octal_options};
use grundy::compound::numbers::Explored;
use grundy::outcome::{Convention, Outcome};
use grundy::random::Random;
use grundy::solve::graph::Graph;
use grundy::solve::heap::code::Rules;
use grundy::solve::outcomes::{Order, Outcomes};
use grundy::solve::sum::Flat;

fn quotient(code: &str, heaps: usize) -> HeapQuotient {
    let rules: Rules = code.parse().unwrap();
    HeapQuotient::compute(&rules, heaps, &Budget::default()).unwrap()
}

/// Orders from Plambeck (2005), Plambeck and Siegel (2008) and Siegel's notes;
/// for 0.77 the orders of partial quotients too.
#[test]
fn orders_are_those_of_the_literature() {
    for (code, heaps, order, lost) in [
        ("0.75", 20, 8, None),
        ("0.312", 14, 12, None),
        ("0.123", 30, 20, Some(5)),
        ("0.77", 8, 12, None),
        ("0.77", 11, 18, None),
        ("0.77", 13, 24, None),
        ("0.77", 25, 32, None),
        ("0.77", 27, 40, None),
    ] {
        let found = quotient(code, heaps);
        assert_eq!(found.quotient().order(), order, "{code} to {heaps}");
        if let Some(lost) = lost {
            assert_eq!(found.quotient().lost().len(), lost, "{code}");
        }
    }
}

#[test]
fn periods_are_proven_where_the_theorem_applies() {
    let kayles = quotient("0.77", 170);
    assert_eq!(kayles.quotient().order(), 40);
    assert_eq!(kayles.period(), Some((71, 12)));
    // One heap too few for the theorem: nothing is claimed.
    assert_eq!(quotient("0.77", 166).period(), None);
    assert_eq!(quotient("0.77", 167).period(), Some((71, 12)));
}

/// Every quotient against search by the definition, outcomes and moves.
#[test]
fn quotients_agree_with_search() {
    let mut random = Random::new(31);
    let mut sums = 0;
    for _ in 0..60 {
        let digits: String = (0..3)
            .map(|_| char::from(b'0' + random.below(8) as u8))
            .collect();
        let code = format!("0.{digits}");
        let budget = Budget::default().with_states(200_000);
        let rules: Rules = code.parse().unwrap();
        // A quotient may be infinite or large; then the budget says so.
        let Ok(found) = HeapQuotient::compute(&rules, 9, &budget) else {
            continue;
        };
        let options = octal_options(&rules, 9, &budget).unwrap();
        let game = HeapGame(&options);
        let mut search = Outcomes::new(Flat::new(&game), Convention::Misere, Order::Hint);
        let mut meter = Budget::default().meter("search");
        for _ in 0..25 {
            let count = random.below(4) as usize;
            let sum: Vec<usize> = (0..count).map(|_| random.below(10) as usize).collect();
            let heaps: Vec<u64> = sum.iter().map(|&h| h as u64).collect();
            let truth = search.outcome(&sum, &mut meter).unwrap();
            assert_eq!(found.outcome(&heaps).unwrap(), truth, "{code} {sum:?}");
            let ended = sum.iter().all(|&h| options[h].is_empty());
            match found.winning_move(&heaps).unwrap() {
                None => assert!(truth == Outcome::P || ended, "{code} {sum:?}"),
                Some((at, mv)) => {
                    assert_eq!(mv.take + mv.parts.iter().sum::<u64>(), heaps[at]);
                    let parts: Vec<usize> = mv.parts.iter().map(|&h| h as usize).collect();
                    assert!(options[sum[at]].contains(&parts), "{code} {sum:?} {mv:?}");
                    let mut after = sum.clone();
                    after.remove(at);
                    after.extend(parts);
                    let lost = search.outcome(&after, &mut meter).unwrap();
                    assert_eq!(lost, Outcome::P, "{code} {sum:?} {mv:?}");
                }
            }
            sums += 1;
        }
    }
    assert!(sums > 1000, "{sums}");
}

/// Beyond the table, the period answers: the same as a larger table does.
#[test]
fn heaps_beyond_the_table_are_answered_through_the_period() {
    let small = quotient("0.123", 40);
    let large = quotient("0.123", 90);
    assert!(small.period().is_some());
    for a in 41..=90u64 {
        for b in [0u64, 3, 8, 9, 47] {
            let sum = [a, b, 6];
            assert_eq!(small.outcome(&sum).unwrap(), large.outcome(&sum).unwrap());
            if let Some((at, mv)) = small.winning_move(&sum).unwrap() {
                let mut after: Vec<u64> = sum.to_vec();
                after.remove(at);
                after.extend(&mv.parts);
                assert_eq!(large.outcome(&after).unwrap(), Outcome::P, "{sum:?} {mv:?}");
            }
        }
    }
}

/// The genus by its definition: misère values of the sum with heaps of two.
#[test]
fn genera_are_what_their_definition_says() {
    let mut random = Random::new(3);
    for _ in 0..60 {
        let vertices = 3 + random.below(6) as u32;
        let mut edges = vec![(1, 0), (2, 0), (2, 1)];
        for from in 3..vertices.max(4) {
            for to in 0..from {
                if random.below(2) == 0 {
                    edges.push((from, to));
                }
            }
        }
        let count = vertices.max(4) as usize;
        let explored = Explored::new(Graph::from_edges(count, &edges)).unwrap();
        let genera = genera(&explored).unwrap();
        // Node 2 is the heap of two.
        let options: Vec<Vec<Vec<usize>>> = (0..count as u32)
            .map(|v| {
                explored
                    .options(v)
                    .iter()
                    .map(|&to| vec![to as usize])
                    .collect()
            })
            .collect();
        let game = HeapGame(&options);
        for (node, genus) in genera.iter().enumerate() {
            for heaps in 0..6usize {
                let mut sum = vec![node];
                sum.extend(std::iter::repeat_n(2, heaps));
                let mut meter = Budget::default().meter("explore");
                let (sums, roots) = explore(&game, &[sum], &mut meter).unwrap();
                let truth = sums.numbers(roots[0]).misere_value;
                assert_eq!(genus.digit(heaps), truth, "{node} with {heaps}");
            }
            let numbers = explored.numbers(node as u32);
            if numbers.tame {
                assert!(genus.is_tame(), "{genus}");
            }
        }
    }
}
