//! Figures as a reader would look at them: nothing overlaps, nothing is left
//! out, everything is XML.

use grundy::answer::Status;
use grundy::natural::Natural;
use grundy::outcome::Outcome;
use grundy::picture::drawing::{Drawing, Form, Group, Label, Shape, circle, group, rect};
use grundy::picture::heat::{self, Look, MOST_CELLS};
use grundy::picture::look::Ink;
use grundy::picture::sketch::{Arrow, Node, Role, Sketch};
use grundy::picture::svg::{self, Theme};
use grundy::picture::{graph, tikz};
use grundy::random::Random;
use grundy::table::{Cell, Table};
use grundy::text::Text;

fn table(size: &[u64], cell: impl Fn(u64) -> Cell) -> Table {
    let cells = size.iter().product::<u64>();
    Table {
        size: size.to_vec(),
        cells: (0..cells).map(cell).collect(),
        status: Status::Computed,
        reason: Text::default(),
    }
}

fn value(n: u64) -> Cell {
    Cell::Value(Natural::from(n))
}

/// All labels of a drawing that stand at its top level or in groups, moved to
/// where they are seen.
fn labels(drawing: &Drawing) -> Vec<Label> {
    let mut found = Vec::new();
    let mut left: Vec<(&Shape, f64, f64)> = drawing.shapes.iter().map(|s| (s, 0.0, 0.0)).collect();
    while let Some((shape, x, y)) = left.pop() {
        match shape {
            Shape::Label(label) => {
                let mut label = label.clone();
                label.x += x;
                label.y += y;
                found.push(label);
            }
            Shape::Group(inner) => {
                assert_eq!(inner.scale, 1.0);
                let (x, y) = (x + inner.shift.0, y + inner.shift.1);
                left.extend(inner.shapes.iter().map(|shape| (shape, x, y)));
            }
            _ => {}
        }
    }
    found
}

/// Labels are inside of the figure and apart from each other.
fn readable(drawing: &Drawing) {
    let rooms: Vec<([f64; 4], String)> = labels(drawing)
        .into_iter()
        .map(|label| (label.room(), label.text))
        .collect();
    for (number, (a, one)) in rooms.iter().enumerate() {
        assert!(a[0] >= 0.0 && a[1] >= 0.0, "{one}: {a:?}");
        assert!(
            a[2] <= drawing.width && a[3] <= drawing.height,
            "{one}: {a:?}"
        );
        for (b, other) in &rooms[number + 1..] {
            let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
            assert!(apart, "{one} {a:?} on {other} {b:?}");
        }
    }
    for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
        let text = svg::write(drawing, theme);
        roxmltree::Document::parse(&text).unwrap();
    }
}

#[test]
fn heat_maps_of_every_size_can_be_read() {
    for size in [
        &[1][..],
        &[7],
        &[20],
        &[21],
        &[400],
        &[401],
        &[2_500],
        &[9_000],
        &[30_000],
        &[1, 1],
        &[1, 9],
        &[9, 1],
        &[11, 11],
        &[27, 27],
        &[40, 60],
        &[61, 61],
        &[5, 200],
        &[100, 130],
    ] {
        for grey in [false, true] {
            let table = table(size, |n| value(n * n % 37));
            let look = Look {
                grey,
                ..Look::titled("Wythoff")
            };
            let drawing = heat::draw(&table, &look).unwrap();
            readable(&drawing);
        }
    }
}

#[test]
fn a_million_cells_are_pixels() {
    let large = table(&[1000, 1000], |n| value((n / 1000) ^ (n % 1000)));
    let drawing = heat::draw(&large, &Look::titled("nim")).unwrap();
    readable(&drawing);
    let text = svg::write(&drawing, Theme::Auto);
    assert!(text.len() < 3_000_000, "{}", text.len());
    // The map and its scale.
    assert_eq!(text.matches("<image").count(), 2);
    let raster = drawing.shapes.iter().find_map(|shape| match shape {
        Shape::Raster(raster) => Some(raster),
        _ => None,
    });
    let raster = raster.unwrap();
    assert_eq!((raster.columns, raster.rows()), (1000, 1000));
    // The diagonal is lost, and nothing else is.
    for cell in 0..1_000_000 {
        let lost = raster.ink(cell) == Some(Ink::Lose);
        assert_eq!(lost, cell / 1000 == cell % 1000, "{cell}");
    }
    assert!(tikz::rectangles(&drawing) > tikz::MOST_RECTANGLES);
    let beyond = table(&[MOST_CELLS as u64 + 1], |_| Cell::Nothing);
    let error = heat::draw(&beyond, &Look::default()).unwrap_err();
    assert!(error.to_string().contains("1050001"), "{error}");
    let cube = table(&[2, 2, 2], |_| Cell::Nothing);
    assert!(heat::draw(&cube, &Look::default()).is_err());
}

#[test]
fn heat_maps_of_outcomes_and_of_huge_values() {
    let outcomes = [Outcome::P, Outcome::N, Outcome::Draw];
    for side in [5, 80] {
        let drawing = table(&[side, side], |n| Cell::Outcome(outcomes[n as usize % 3]));
        let drawing = heat::draw(&drawing, &Look::titled("x")).unwrap();
        readable(&drawing);
        let key: Vec<String> = labels(&drawing).into_iter().map(|l| l.text).collect();
        for letter in ["P", "N", "D"] {
            assert!(key.iter().any(|text| text == letter), "{letter}");
        }
    }
    let huge = table(&[3], |n| match n {
        2 => Cell::Value(Natural::from(u64::MAX) + Natural::from(5u32)),
        n => value(n * 1_000_000_007),
    });
    readable(&heat::draw(&huge, &Look::default()).unwrap());
    let empty = table(&[0], |_| Cell::Nothing);
    readable(&heat::draw(&empty, &Look::default()).unwrap());
}

/// A board of two cells, as a scene would draw it.
fn board() -> Drawing {
    let mut board = Drawing::new(40.0, 24.0, "board");
    board.add(rect(0.0, 0.0, 40.0, 24.0).fill(Ink::CellLight));
    board.add(group("s1").with([circle(12.0, 12.0, 6.0).fill(Ink::Stone).into()]));
    board
}

fn random_sketch(random: &mut Random, pictures: bool) -> Sketch {
    let nodes = 1 + random.below(25);
    let outcomes = [Outcome::P, Outcome::N, Outcome::Draw];
    let node = |number: u64| {
        let outcome = outcomes[random.below(3) as usize];
        let long = "x".repeat(random.below(30) as usize);
        let mut node = Node::new(format!("{number}{long}"), "*1", outcome);
        node.picture = (pictures && random.below(2) == 0).then(board);
        node
    };
    let nodes: Vec<Node> = (0..nodes).map(node).collect();
    let count = random.below(2 * nodes.len() as u64);
    let arrows = (0..count).map(|_| Arrow {
        from: random.below(nodes.len() as u64) as u32,
        to: random.below(nodes.len() as u64) as u32,
        role: [Role::Winning, Role::Poor, Role::Delaying][random.below(3) as usize],
    });
    Sketch {
        arrows: arrows.collect(),
        nodes,
        start: Some(0),
        caption: "below: value".to_string(),
    }
}

fn groups(drawing: &Drawing) -> impl Iterator<Item = &Group> {
    drawing.shapes.iter().filter_map(|shape| match shape {
        Shape::Group(group) if group.class.starts_with("position") => Some(group),
        _ => None,
    })
}

#[test]
fn graphs_can_be_read_with_boards_in_their_nodes() {
    let mut random = Random::new(8);
    for round in 0..150 {
        let sketch = random_sketch(&mut random, round % 2 == 0);
        let drawing = graph::draw(&sketch, "graph").unwrap();
        readable(&drawing);
        assert_eq!(groups(&drawing).count(), sketch.nodes.len());
        for (number, (group, node)) in groups(&drawing).zip(&sketch.nodes).enumerate() {
            assert_eq!(group.id, format!("v{number}"));
            let frame = match &group.shapes[0] {
                Shape::Figure(figure) => figure,
                other => panic!("{other:?}"),
            };
            let rectangles = |shape: &&Shape| {
                let Shape::Figure(figure) = shape else {
                    return false;
                };
                matches!(figure.form, Form::Rectangle { .. })
            };
            let frames = group.shapes.iter().filter(rectangles).count();
            match (&node.picture, node.outcome) {
                // The frame alone tells the outcome, also in grey.
                (Some(_), Outcome::P) => assert_eq!(frames, 2),
                (Some(_), Outcome::N) => assert_eq!(frames, 1),
                (Some(_), Outcome::Draw) => assert!(frame.stroke.unwrap().dashed),
                (None, Outcome::N) => assert!(matches!(frame.form, Form::Ellipse { .. })),
                (None, Outcome::P) => assert!(matches!(frame.form, Form::Rectangle { .. })),
                (None, Outcome::Draw) => assert!(matches!(frame.form, Form::Path(_))),
            }
        }
        // Ids of the boards would occur many times: they are left out.
        let text = svg::write(&drawing, Theme::Auto);
        assert!(!text.contains("id=\"s1\""));
    }
}

#[test]
fn depth_counts_moves_from_the_start() {
    // 0 → 1 → 2 → 3, and back from 3 to 0; 4 cannot be reached.
    let arrow = |from, to| Arrow {
        from,
        to,
        role: Role::Poor,
    };
    let sketch = Sketch {
        nodes: (0..5)
            .map(|n| Node::new(n.to_string(), "", Outcome::N))
            .collect(),
        arrows: vec![
            arrow(0, 1),
            arrow(1, 2),
            arrow(2, 3),
            arrow(3, 0),
            arrow(4, 0),
        ],
        start: Some(0),
        caption: String::new(),
    };
    for (depth, nodes, arrows) in [(0, 1, 0), (1, 2, 1), (2, 3, 2), (3, 4, 3), (9, 4, 4)] {
        let near = sketch.within(depth);
        assert_eq!(
            (near.nodes.len(), near.arrows.len()),
            (nodes, arrows),
            "{depth}"
        );
        let more: Vec<bool> = near.nodes.iter().map(|node| node.more).collect();
        let expected: Vec<bool> = (0..nodes).map(|n| n == depth).collect();
        assert_eq!(more, expected, "{depth}");
        readable(&graph::draw(&near, "near").unwrap());
    }
    let no_start = Sketch {
        start: None,
        ..sketch
    };
    assert_eq!(no_start.within(0).nodes.len(), 5);
}
