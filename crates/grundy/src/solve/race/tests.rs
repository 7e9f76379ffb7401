//! The three methods against each other and against the definition.

use super::*;
use crate::random::Random;

fn random_arena(random: &mut Random, width: u32, height: u32, walls: u64) -> Option<Arena> {
    let squares = width * height;
    let free: Vec<bool> = (0..squares).map(|_| random.below(100) >= walls).collect();
    let starts = [0, 1].map(|_| random.below(squares.into()) as u32);
    Arena::from_squares(width, free, starts)
}

fn draw(arena: &Arena) -> String {
    let square = |s: u32| match s {
        s if s == arena.starts[0] => 'A',
        s if s == arena.starts[1] => 'B',
        s if arena.is_free(s) => '.',
        _ => '#',
    };
    let row = |y| (0..arena.width).map(move |x| square(y * arena.width + x));
    let rows: Vec<String> = (0..arena.height).map(|y| row(y).collect()).collect();
    rows.join("\n")
}

/// Every position on these squares in which play goes on.
fn positions(arena: &Arena, squares: &[u32]) -> Vec<Racers> {
    let pairs = squares
        .iter()
        .flat_map(|a| squares.iter().map(|b| [*a, *b]));
    pairs
        .filter(|[a, b]| a != b)
        .flat_map(|at| [0, 1].map(|turn| Racers { at, turn }))
        .filter(|racers| arena.winner(racers).is_none())
        .collect()
}

/// Every position of the arena: the lemma, the rings, the layers and the
/// definition agree. Returns how many positions the rings decided.
fn check_all(arena: &Arena) -> usize {
    let mut meter = Budget::default().meter("layers");
    let table = Retrograde::new(arena, &Budget::default()).unwrap();
    let squares: Vec<u32> = (0..arena.free.len() as u32)
        .filter(|s| arena.to_goal(0, *s) != FAR)
        .collect();
    let mut by_rings = 0;
    for racers in positions(arena, &squares) {
        let won = match table.outcome(&racers) {
            Outcome::N => true,
            Outcome::P => false,
            Outcome::Draw => panic!("a draw at {racers:?} in\n{}", draw(arena)),
        };
        let place = || format!("{racers:?} in\n{}", draw(arena));
        assert_eq!(arena.mover_wins(&racers), Some(won), "{}", place());
        if arena.by_tempo(&racers).is_none() {
            let layered = layers::decide(arena, &racers, &mut meter).unwrap();
            assert_eq!(layered.mover_wins, won, "layers: {}", place());
            let runner = arena.runner(&racers);
            if let Some(wins) = arena.rings(runner).runner_wins(arena, &racers) {
                let runs = runner == usize::from(racers.turn);
                assert_eq!(wins == runs, won, "rings: {}", place());
                by_rings += 1;
            }
        }
    }
    by_rings
}

#[test]
fn all_positions_of_small_random_grids() {
    let mut random = Random::new(1);
    let (mut grids, mut by_rings) = (0, 0);
    while grids < 1500 {
        let (width, height) = (1 + random.below(6) as u32, 1 + random.below(6) as u32);
        let walls = random.below(50);
        if let Some(arena) = random_arena(&mut random, width, height, walls) {
            by_rings += check_all(&arena);
            grids += 1;
        }
    }
    assert!(by_rings > 1000, "{by_rings}");
}

/// A maze of corridors: a random spanning tree of the rooms, and some more
/// passages, so that there are many shortest ways around large obstacles.
fn random_maze(random: &mut Random, rooms: u32, more: u64) -> Option<Arena> {
    let side = 2 * rooms - 1;
    let mut free = vec![false; (side * side) as usize];
    let square = |x: u32, y: u32| (2 * y * side + 2 * x) as usize;
    let mut seen = vec![false; (rooms * rooms) as usize];
    let mut path = vec![(0u32, 0u32)];
    seen[0] = true;
    free[0] = true;
    while let Some(&(x, y)) = path.last() {
        let around = [
            (x + 1, y),
            (x, y + 1),
            (x.wrapping_sub(1), y),
            (x, y.wrapping_sub(1)),
        ];
        let inside = around.into_iter().filter(|(x, y)| *x < rooms && *y < rooms);
        let new: Vec<(u32, u32)> = inside
            .filter(|(x, y)| !seen[(y * rooms + x) as usize])
            .collect();
        if new.is_empty() {
            path.pop();
            continue;
        }
        let (x2, y2) = new[random.below(new.len() as u64) as usize];
        seen[(y2 * rooms + x2) as usize] = true;
        free[square(x2, y2)] = true;
        free[((y + y2) * side + x + x2) as usize] = true;
        path.push((x2, y2));
    }
    for y in 0..side {
        for x in (0..side).filter(|x| (x + y) % 2 == 1) {
            if random.below(100) < more {
                free[(y * side + x) as usize] = true;
            }
        }
    }
    let mut room = || {
        square(
            random.below(rooms.into()) as u32,
            random.below(rooms.into()) as u32,
        )
    };
    let starts = [room() as u32, room() as u32];
    Arena::from_squares(side, free, starts)
}

#[test]
fn all_positions_of_small_mazes() {
    let mut random = Random::new(4);
    let mut by_rings = 0;
    for _ in 0..300 {
        let more = random.below(70);
        if let Some(arena) = random_maze(&mut random, 4, more) {
            by_rings += check_all(&arena);
        }
    }
    assert!(by_rings > 1000, "{by_rings}");
}

#[test]
fn starts_of_thousands_of_mazes() {
    let mut random = Random::new(5);
    let mut outcomes = [0; 2];
    while outcomes[0] + outcomes[1] < 3000 {
        let rooms = 3 + random.below(12) as u32;
        let more = random.below(80);
        let Some(arena) = random_maze(&mut random, rooms, more) else {
            continue;
        };
        let start = arena.start();
        // Rooms are an even number of steps apart, so every race is open.
        let mut meter = Budget::default().meter("layers");
        let layered = layers::decide(&arena, &start, &mut meter).unwrap();
        let rings = arena.rings(0).runner_wins(&arena, &start).unwrap();
        assert_eq!(rings, layered.mover_wins, "\n{}", draw(&arena));
        outcomes[usize::from(rings)] += 1;
    }
    assert!(outcomes.iter().all(|n| *n > 50), "{outcomes:?}");
}

#[test]
fn starts_of_thousands_of_random_grids() {
    let mut random = Random::new(2);
    let (mut open, mut caught, mut escaped) = (0, 0, 0);
    while open < 4000 {
        let side = 4 + random.below(16) as u32;
        let walls = random.below(45);
        let Some(arena) = random_arena(&mut random, side, side, walls) else {
            continue;
        };
        let start = arena.start();
        if arena.by_tempo(&start).is_some() {
            assert_eq!(arena.distance() % 2, 1);
            continue;
        }
        open += 1;
        let mut meter = Budget::default().meter("layers");
        let layered = layers::decide(&arena, &start, &mut meter).unwrap();
        let rings = arena.rings(0).runner_wins(&arena, &start).unwrap();
        assert_eq!(rings, layered.mover_wins, "\n{}", draw(&arena));
        if rings {
            escaped += 1;
        } else {
            caught += 1;
        }
    }
    assert!(
        caught > 100 && escaped > 100,
        "{caught} caught, {escaped} escaped"
    );
}

#[test]
fn a_ring_is_an_order_in_which_next_squares_stand_together() {
    let mut random = Random::new(3);
    let mut arenas: Vec<Arena> = (0..3000)
        .filter_map(|_| {
            let walls = 20 + random.below(20);
            random_arena(&mut random, 9, 9, walls)
        })
        .collect();
    arenas.extend(pools::pipes_and_pools(2, 2, 1));
    for arena in &arenas {
        let rings = arena.rings(0);
        let on_way = |s: u32| {
            let (a, b) = (arena.to_goal(0, s), arena.to_goal(1, s));
            a != FAR && a + b == arena.distance()
        };
        let ways = (0..arena.free.len() as u32).filter(|s| on_way(*s)).count();
        let mut listed: Vec<u32> = rings.layers().concat();
        assert_eq!(listed.len(), ways, "\n{}", draw(arena));
        listed.sort_unstable();
        listed.dedup();
        assert_eq!(listed.len(), ways, "\n{}", draw(arena));
    }
}

#[test]
fn pools_are_entered_together() {
    for (rows, columns, half_side) in [(1, 1, 1), (2, 2, 1), (2, 3, 2), (3, 2, 2)] {
        let arena = pools::pipes_and_pools(rows, columns, half_side).unwrap();
        let rings = arena.rings(0);
        let widest = rings.layers().iter().map(Vec::len).max().unwrap();
        assert_eq!(widest, rows * columns * 2 * half_side, "\n{}", draw(&arena));
        let mut meter = Budget::default().meter("layers");
        let layered = layers::decide(&arena, &arena.start(), &mut meter).unwrap();
        let wins = rings.runner_wins(&arena, &arena.start());
        assert_eq!(wins, Some(layered.mover_wins));
    }
}

/// The published claim that the pursuer's winning squares form one arc of the
/// ring fails here. Two steps below A the way forks to the west and to the
/// east. The pursuer comes by one of four lanes, in the north, east, south or
/// west: from the northern and the southern one he can meet the runner on
/// either side, from the western and the eastern one only on that side. So
/// he wins from two opposite arcs of the ring.
#[test]
fn two_arcs() {
    let arena = Arena::new(&[
        ".........................................",
        ".#######################################.",
        ".###############...#...#...#############.",
        ".###############.#.#.#.#.#.#############.",
        ".###############.#.#.#.#.#.#############.",
        ".#############...#...#...#.............#.",
        ".#############.#######################.#.",
        ".#.........................###########.#.",
        ".#.#######################.#...#######.#.",
        ".#.###...#...#####...#...#.#.#.#...###.#.",
        ".#.###.#.#.#.#####.#.#.#.#.#.#.#.#.###.#.",
        ".#.###.#.#.#.#####.#.#.#.#.#.#.#.#.###.#.",
        ".#.###.#.#.#.#####.#.#.#.#.#.#.#.#.###.#.",
        ".#.###.#.#.#.#####.#.#.#.#.#.#.#.#.###.#.",
        ".#.###.#.#.#.#####.#.#.#.#.#.#.#.#.###.#.",
        ".#.###.#.#.#.#A###.#.#.#.#.#.#.#.#.###.#.",
        ".#.###.#.#.#.#.###.#.#.#.#.#.#.#.#.###.#.",
        ".....#.#.#.#.....#.#.#.#.....#.#.#.#..B..",
        "##.#.#.#.#.#####.#.#.#.###.###.#.#.#.#.##",
        "##.#.#.#.#.#####.#.#.#.###.###.#.#.#.#.##",
        "##.#.#.#.#.#####.#.#.#.###.###.#.#.#.#.##",
        "##.#.#.#.#.#####.#.#.#.###.###.#.#.#.#.##",
        "##.#.#.#.#.#####.#.#.#.###.###.#.#.#.#.##",
        "##.#.#.#.#.#####.#.#.#.###.###.#.#.#.#.##",
        "##.#.#.#.#.#####.#.#.#.###.###.#.#.#.#.##",
        "##.#...#...#####...#...###.###...#...#.##",
        "##.#######################.###########.##",
        "##.........................###########.##",
        "##############.#######################.##",
        "##############...#...#...#.............##",
        "################.#.#.#.#.#.##############",
        "################.#.#.#.#.#.##############",
        "################...#...#...##############",
    ])
    .unwrap();
    assert_eq!(arena.rings(0).most_arcs(), 2);
    let start = arena.start();
    let mut meter = Budget::default().meter("test");
    let table = Retrograde::new(&arena, &Budget::default()).unwrap();
    let layered = layers::decide(&arena, &start, &mut meter).unwrap();
    let won = table.outcome(&start) == Outcome::N;
    assert_eq!(arena.rings(0).runner_wins(&arena, &start), Some(won));
    assert_eq!(layered.mover_wins, won);
    // All positions in which the rings speak, at the fork among them.
    let squares: Vec<u32> = arena.rings(0).layers().concat();
    for racers in positions(&arena, &squares) {
        let won = table.outcome(&racers) == Outcome::N;
        assert_eq!(arena.mover_wins(&racers), Some(won), "{racers:?}");
    }
}
