//! Every formula and every kind of figure, set by LaTeX.

use std::path::Path;
use std::process::Command;

use grundy::natural::Natural;
use grundy::outcome::Outcome;
use grundy::picture::heat::{self, Look};
use grundy::picture::sketch::{Arrow, Node, Role, Sketch};
use grundy::picture::{graph, tikz};
use grundy::solve::heap::plot::{Plot, Repeats};
use grundy::table::{Cell, Table};
use grundy::text::{Lang, Text};
use grundy_laws::expression::{Condition, Expression as E, Function, Operation};
use grundy_laws::law::{Law, Statement};
use grundy_laws::picture;
use grundy_laws::print::Style;
use grundy_laws::rules::Rules;
use grundy_laws::study::{Options, study};

/// The laws of the examples, in the words of a paper, and the automata of
/// their proofs as pictures.
fn of_examples() -> (Vec<String>, Vec<String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "game"))
        .collect();
    files.sort();
    let (mut formulas, mut figures) = (Vec::new(), Vec::new());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        // Not every game has rules that laws are looked for in.
        let Ok(rules) = Rules::read(&text) else {
            continue;
        };
        let options = Options {
            time: std::time::Duration::from_secs(10),
            ..Options::default()
        };
        let Ok(studied) = study(&rules, &options) else {
            continue;
        };
        for finding in &studied.findings {
            let names = &studied.sample.names;
            formulas.push(finding.law.written(Style::Latex, names).to_string());
            if let Some((claim, _)) = &finding.proof
                && let Ok(drawing) = picture::draw(claim, &rules.name, names, Lang::En)
                && figures.len() < 4
            {
                figures.push(tikz::write(&drawing));
            }
        }
    }
    (formulas, figures)
}

/// Each operation, function and condition, with names of several letters.
fn of_everything() -> Vec<String> {
    let names = ["x".to_string(), "h_0".to_string()];
    let (x, y) = (|| E::Variable(0), || E::Variable(1));
    let mut all = Vec::new();
    for operation in [
        Operation::Add,
        Operation::Subtract,
        Operation::Multiply,
        Operation::Divide,
        Operation::Modulo,
        Operation::Xor,
        Operation::And,
        Operation::Or,
    ] {
        let inner = E::binary(operation, x(), y());
        all.push(E::binary(Operation::Multiply, E::Number(2), inner.clone()));
        all.push(E::binary(operation, inner, E::Number(3)));
    }
    for function in [
        Function::LowBit,
        Function::TrailingZeros,
        Function::Ones,
        Function::ThueMorse,
        Function::SquareRoot,
        Function::SmallestFibonacci,
        Function::GoldenFloor,
        Function::Abs,
    ] {
        let call = E::Call(function, vec![E::plus(x(), E::Number(1))]);
        all.push(E::binary(Operation::Divide, y(), E::times(2, call.clone())));
        all.push(E::Call(Function::Abs, vec![call]));
    }
    for function in [Function::Min, Function::Max, Function::NimProduct] {
        all.push(E::Call(function, vec![x(), y()]));
    }
    all.push(E::Pick(
        vec![0, 1, 2],
        Box::new(E::binary(Operation::Modulo, x(), E::Number(3))),
    ));
    let some = vec![
        Condition::less(x(), y()),
        Condition::equal(x(), E::Number(4)),
        Condition::Remainder(y(), 5, vec![1, 2]),
    ];
    let any = Condition::Any(vec![
        Condition::All(some.clone()),
        Condition::remainder(x(), 4, 3),
    ]);
    all.push(E::cases(vec![(any.clone(), x())], y()));
    let law = |statement| Law {
        statement,
        finder: ("", ""),
        symbols: 1,
        explains: 1,
    };
    let mut written: Vec<String> = all
        .into_iter()
        .map(|e| {
            law(Statement::Value(e))
                .written(Style::Latex, &names)
                .to_string()
        })
        .collect();
    written.push(
        law(Statement::Lost(any))
            .written(Style::Latex, &names)
            .to_string(),
    );
    written
}

/// A figure of each other kind.
fn of_figures() -> Vec<String> {
    let cells = (0..100u32).map(|n| Cell::Value(Natural::from((n / 10) ^ (n % 10))));
    let table = Table {
        size: vec![10, 10],
        cells: cells.collect(),
        status: grundy::answer::Status::Computed,
        reason: Text::default(),
    };
    let values: Vec<u32> = (0..300).map(|n| (n % 12) ^ (n % 5)).collect();
    let long: Vec<u32> = (0..3000).map(|n| n % 7).collect();
    let plot = Plot {
        repeats: Some(Repeats {
            start: 20,
            period: 60,
            saltus: 0,
            status: grundy::answer::Status::Proven,
        }),
        ..Plot::new("{1,2,3} & 50% #_^~\\", &values)
    };
    let sketch = Sketch {
        nodes: vec![
            Node::new("a_1", "*1", Outcome::N),
            Node::new("b {x}", "*0", Outcome::P),
            Node::new("c", "∞", Outcome::Draw),
        ],
        arrows: [
            (0, 1, Role::Winning),
            (0, 2, Role::Poor),
            (2, 2, Role::Drawing),
        ]
        .map(|(from, to, role)| Arrow { from, to, role })
        .to_vec(),
        start: Some(0),
        caption: "below: value".to_string(),
    };
    let drawings = [
        heat::draw(&table, &Look::titled("nim")).unwrap(),
        plot.draw(),
        Plot::new("0.77", &long).draw(),
        graph::draw(&sketch, "three").unwrap(),
    ];
    drawings.iter().map(tikz::write).collect()
}

#[test]
#[ignore = "needs pdflatex with amsmath and TikZ; run by cargo xtask test --long"]
fn latex_sets_all_of_them() {
    let (formulas, automata) = of_examples();
    assert!(formulas.len() >= 20, "{}", formulas.len());
    assert!(!automata.is_empty());
    let mut document =
        "\\documentclass{article}\n\\usepackage{amsmath,amssymb,tikz}\n\\begin{document}\n"
            .to_string();
    // Chinese names need another program than this one.
    let latin = |text: &&String| text.chars().all(|c| c < '\u{1100}');
    let all: Vec<String> = formulas.into_iter().chain(of_everything()).collect();
    let all: Vec<&String> = all.iter().filter(latin).collect();
    for formula in &all {
        document += &format!("\\[ {formula} \\]\n");
    }
    for figure in automata.iter().chain(&of_figures()) {
        document += &format!(
            "\\begin{{center}}\\resizebox{{0.8\\textwidth}}{{!}}{{{figure}}}\\end{{center}}\n\\clearpage\n"
        );
    }
    document += "\\end{document}\n";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("latex");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("all.tex"), &document).unwrap();
    let output = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "all.tex"])
        .current_dir(&folder)
        .output()
        .expect("pdflatex (Debian packages `texlive-latex-recommended` and `texlive-pictures`)");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    let log = std::fs::read(folder.join("all.log")).unwrap();
    let log = String::from_utf8_lossy(&log);
    for trouble in ["Missing character", "Undefined control", "LaTeX Error"] {
        assert!(!log.contains(trouble), "{log}");
    }
    // Nothing leaves the page by more than a word.
    for part in log.split("Overfull \\hbox (").skip(1) {
        let points: f64 = part.split("pt").next().unwrap().parse().unwrap();
        assert!(
            points < 40.0,
            "{points} pt too wide: {}",
            &part[..part.len().min(300)]
        );
    }
    println!("{} formulas", all.len());
}
