//! Does anything in the drawing of an automaton lie upon anything else?

use grundy::picture::drawing::{Drawing, Form, Shape, Step};
use grundy::picture::svg::{Theme, write};

/// Left, top, right, bottom.
type Room = [f64; 4];

fn apart(a: &Room, b: &Room) -> bool {
    a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1]
}

/// The room of each group of a class: of its letters, or of its ring.
fn rooms(drawing: &Drawing, class: &str) -> Vec<Room> {
    let groups = drawing.shapes.iter().filter_map(|shape| match shape {
        Shape::Group(group) if group.class == class => Some(group),
        _ => None,
    });
    let room = |shape: &Shape| match shape {
        Shape::Label(label) => Some(label.room()),
        Shape::Figure(figure) => match figure.form {
            Form::Ellipse { x, y, rx, ry } => Some([x - rx, y - ry, x + rx, y + ry]),
            _ => None,
        },
        _ => None,
    };
    let join = |a: Room, b: Room| {
        [
            a[0].min(b[0]),
            a[1].min(b[1]),
            a[2].max(b[2]),
            a[3].max(b[3]),
        ]
    };
    groups
        .map(|group| group.shapes.iter().filter_map(room).reduce(join).unwrap())
        .collect()
}

/// Points along all lines that are in no group: the arrows.
fn along(drawing: &Drawing) -> Vec<[f64; 2]> {
    let mut found = Vec::new();
    for shape in &drawing.shapes {
        let Shape::Figure(figure) = shape else {
            continue;
        };
        let Form::Path(steps) = &figure.form else {
            continue;
        };
        let mut at = [0.0; 2];
        for step in steps {
            let (curve, end) = match *step {
                Step::Move(x, y) => {
                    at = [x, y];
                    continue;
                }
                Step::Line(x, y) => ([at, at, [x, y], [x, y]], [x, y]),
                Step::Cubic(first, second, end) => ([at, first, second, end], end),
                Step::Quadratic(..) | Step::Close => panic!("not in such a drawing"),
            };
            for part in 0..=40 {
                let t = f64::from(part) / 40.0;
                let u = 1.0 - t;
                let weights = [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t];
                found.push([0, 1].map(|axis| {
                    (0..4)
                        .map(|corner| weights[corner] * curve[corner][axis])
                        .sum()
                }));
            }
            at = end;
        }
    }
    found
}

/// Everything is inside, no label touches a label, a state or an arrow, and
/// nothing but XML is written.
pub fn check(drawing: &Drawing, states: usize, arrows: usize) {
    let (labels, rings) = (rooms(drawing, "label"), rooms(drawing, "state"));
    assert_eq!((labels.len(), rings.len()), (arrows, states));
    let all: Vec<&Room> = labels.iter().chain(&rings).collect();
    for (number, one) in all.iter().enumerate() {
        assert!(one[0] >= 0.0 && one[1] >= 0.0, "{one:?}");
        assert!(
            one[2] <= drawing.width && one[3] <= drawing.height,
            "{one:?}"
        );
        for other in &all[number + 1..] {
            assert!(apart(one, other), "{one:?} and {other:?}");
        }
    }
    for [x, y] in along(drawing) {
        assert!((0.0..=drawing.width).contains(&x) && (0.0..=drawing.height).contains(&y));
        let inside = |room: &&Room| {
            x > room[0] + 1.0 && x < room[2] - 1.0 && y > room[1] + 1.0 && y < room[3] - 1.0
        };
        let covered = labels.iter().find(inside);
        assert!(covered.is_none(), "an arrow at {x}, {y} on {covered:?}");
    }
    for theme in [Theme::Light, Theme::Auto] {
        roxmltree::Document::parse(&write(drawing, theme)).unwrap();
    }
}
