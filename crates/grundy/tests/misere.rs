//! Misère theory against plain search: genus, canonical forms' companions,
//! quotients with the orders that the literature gives, certificates.

use grundy::budget::Budget;
use grundy::compound::explore::explore;
use grundy::compound::misere::certificate::Certificate;
use grundy::compound::misere::genus::genera;
use grundy::compound::misere::heaps::{HeapGame, HeapQuotient, octal_options};
use grundy::compound::misere::quotient::{Habit, Quotient};
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
        ("0.07", 24, 24, None),
        ("0.07", 30, 360, None),
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

/// The two ways of finding quotients find the same, numbers and all: every code with two digits and
/// every code with three, and those with a digit before the point.
#[test]
fn refined_candidates_and_learning_agree() {
    let mut compared = 0;
    let mut orders = 0;
    let two = (0..64).flat_map(|code| [format!("0.{code:02o}"), format!("4.{code:02o}")]);
    let three = (0..512).map(|code| format!("0.{code:03o}"));
    for (code, heaps) in two.map(|c| (c, 11)).chain(three.map(|c| (c, 8))) {
        let rules: Rules = code.parse().unwrap();
        let options = octal_options(&rules, heaps, &Budget::default()).unwrap();
        let budget = Budget::default().with_states(30_000);
        let mut learnt = Quotient::default();
        for heap in 1..=heaps {
            // Some quotients are infinite or large; then a budget says so.
            let slow = learnt.extend_by_learning(&options, &mut budget.meter("slow"));
            let mut habit = Habit::default();
            let found = learnt.extend(&options, &mut habit, &mut budget.meter("quick"));
            let (Ok(slow), Ok(found)) = (slow, found) else {
                break;
            };
            assert_eq!(slow, found, "{code} to {heap}");
            learnt = found;
            compared += 1;
        }
        orders += learnt.order();
    }
    assert!(compared > 5000 && orders > 3000, "{compared} {orders}");
}

/// Where a new heap tells apart what was equal before: search, and the other way.
#[test]
fn hard_quotients_agree_with_search() {
    let mut random = Random::new(7);
    for (code, heaps, most) in [("0.07", 27, 58), ("0.142", 21, 44), ("4.7", 14, 26)] {
        let found = quotient(code, heaps);
        let rules: Rules = code.parse().unwrap();
        let options = octal_options(&rules, heaps, &Budget::default()).unwrap();
        let game = HeapGame(&options);
        let mut search = Outcomes::new(Flat::new(&game), Convention::Misere, Order::Hint);
        let mut meter = Budget::default().meter("search");
        for _ in 0..400 {
            // The largest heap is among them; the rest is small enough to be searched.
            let mut sum = vec![heaps - random.below(3) as usize];
            let mut left = most - sum[0];
            while left > 0 && sum.len() < 6 {
                let heap = 1 + random.below(left.min(heaps) as u64) as usize;
                sum.push(heap);
                left -= heap;
            }
            let heaps: Vec<u64> = sum.iter().map(|&h| h as u64).collect();
            let truth = search.outcome(&sum, &mut meter).unwrap();
            assert_eq!(found.outcome(&heaps).unwrap(), truth, "{code} {sum:?}");
        }
    }
}

/// A wrong class, a wrong outcome: the check answers a cheapest sum at which P contradicts itself.
#[test]
fn the_check_finds_a_cheapest_failure() {
    let mut random = Random::new(11);
    let mut failures = 0;
    for (code, heaps) in [("0.75", 8), ("0.123", 9), ("0.77", 8), ("0.07", 14)] {
        let right = quotient(code, heaps).quotient().clone();
        let rules: Rules = code.parse().unwrap();
        let options = octal_options(&rules, heaps, &Budget::default()).unwrap();
        for _ in 0..60 {
            let mut lost: Vec<bool> = (0..right.order() as u32)
                .map(|x| right.is_lost(x))
                .collect();
            let mut pretend = right.pretend().to_vec();
            if random.below(2) == 0 {
                let at = 1 + random.below(lost.len() as u64 - 1) as usize;
                lost[at] = !lost[at];
            } else {
                let heap = 1 + random.below(heaps as u64) as usize;
                if options[heap].is_empty() {
                    continue;
                }
                pretend[heap] = random.below(right.order() as u64) as u32;
            }
            let (generators, times) = (right.generators().to_vec(), right.times().to_vec());
            let wrong = Quotient::assemble(generators, times, lost, pretend).unwrap();
            let mut meter = Budget::default().meter("check");
            let found = wrong.verify(&options, &mut meter).unwrap();
            // By the definition: all sums of up to five heaps.
            let cost = |sum: &[usize]| sum.iter().map(|&h| 2 * h - 1).sum::<usize>();
            let mut sums: Vec<Vec<usize>> = vec![Vec::new()];
            let mut at = 0;
            while at < sums.len() {
                let sum = sums[at].clone();
                at += 1;
                if sum.len() < 4 {
                    let from = sum.last().copied().unwrap_or(1);
                    sums.extend((from..=heaps).map(|h| [&sum[..], &[h]].concat()));
                }
            }
            let contradicts = |sum: &Vec<usize>| {
                let after = (0..sum.len()).flat_map(|at| {
                    let mut rest = sum.clone();
                    let heap = rest.remove(at);
                    { options[heap].iter() }
                        .map(move |parts| [&rest[..], &parts[..]].concat())
                        .collect::<Vec<_>>()
                });
                let after: Vec<bool> = after.map(|sum| wrong.is_lost(wrong.class(&sum))).collect();
                let lost = !after.is_empty() && !after.contains(&true);
                lost != wrong.is_lost(wrong.class(sum))
            };
            let least = sums
                .iter()
                .filter(|sum| contradicts(sum))
                .map(|sum| cost(sum))
                .min();
            match (found, least) {
                (None, None) => {}
                (Some(sum), least) => {
                    failures += 1;
                    assert!(contradicts(&sum), "{code} {sum:?}");
                    assert!(
                        least.is_none_or(|least| cost(&sum) <= least),
                        "{code} {sum:?}"
                    );
                    // No shorter sum contradicts unless it is among those listed.
                    if sum.len() <= 4 {
                        assert_eq!(Some(cost(&sum)), least, "{code} {sum:?}");
                    }
                }
                (None, Some(cost)) => panic!("{code}: a failure of cost {cost} was missed"),
            }
        }
    }
    assert!(failures > 100, "{failures}");
}

/// What was proven before a limit stays, and is grown on: by another budget, or from a certificate.
#[test]
fn a_limit_keeps_what_was_proven() {
    let rules: Rules = "0.07".parse().unwrap();
    let mut found = HeapQuotient::new(&rules).unwrap();
    let few = Budget::default().with_states(20_000);
    assert!(found.grow(27, &few).is_err_and(|error| error.is_budget()));
    let reached = found.quotient().heaps();
    assert!((10..27).contains(&reached), "{reached}");
    let certificate: Certificate = found.certificate().parse().unwrap();
    let mut resumed = HeapQuotient::resume(&certificate, &Budget::default()).unwrap();
    assert_eq!(resumed.certificate(), found.certificate());
    assert_eq!(resumed.growth(), found.growth());
    resumed.grow(27, &Budget::default()).unwrap();
    found.grow(27, &Budget::default()).unwrap();
    let whole = quotient("0.07", 27);
    for one in [&found, &resumed] {
        assert_eq!(one.certificate(), whole.certificate());
        assert_eq!(one.growth(), whole.growth());
    }
    // Never smaller, and not changed by a bound that is reached already.
    found.grow(3, &Budget::default()).unwrap();
    assert_eq!(found.certificate(), whole.certificate());
    // What is no quotient is not gone on from.
    let right: Certificate = whole.certificate().parse().unwrap();
    let changes: [&dyn Fn(&mut Certificate); 8] = [
        &|c| c.lost.clear(),
        &|c| c.lost.push(c.order),
        &|c| c.pretend[9] = 1,
        &|c| c.heaps = 26,
        &|c| c.heaps = usize::MAX,
        &|c| c.times[1].0 = 3,
        &|c| c.times[2].1[5] = usize::MAX,
        &|c| c.code = "0.37".to_string(),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut wrong = right.clone();
        change(&mut wrong);
        let resumed = HeapQuotient::resume(&wrong, &Budget::default());
        assert!(resumed.is_err(), "{number}");
    }
    // Counting tokens modulo 4 says nothing more than modulo 2.
    let redundant = Certificate {
        code: "0.3".to_string(),
        heaps: 6,
        order: 4,
        times: vec![(1, vec![1, 2, 3, 0])],
        lost: vec![1, 3],
        pretend: (0..7).map(|heap| heap % 4).collect(),
        period: None,
    };
    assert!(HeapQuotient::resume(&redundant, &Budget::default()).is_err());
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
