//! The ways into the program, each with examples and with what must hold
//! whatever is read.

mod batch;
mod grammar;
mod played;
mod stores;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::catalogue::{self, Named};
use grundy::compound::expression::Expression;
use grundy::compound::{End, Kind, Rules as Compound};
use grundy::error::Error;
use grundy::explicit::{Rules as GraphRules, Solved};
use grundy::notation::graph::{self, Format};
use grundy::notation::sealed;
use grundy::outcome::Convention;
use grundy::picture::scene::text::{Page, width};
use grundy::picture::scene::{Id, why};
use grundy::solve::heap;
use grundy::text::Lang;
use grundy::workbench::{AnyGame, Seen};
use grundy_lang::rules::Rules;
use grundy_lang::{agree, diagnostic};
use grundy_laws::find;
use grundy_laws::law::Statement;
use grundy_laws::numbers::{self, Numbers};
use grundy_laws::print::Style;
use grundy_laws::read::{self, Sentence};
use grundy_laws::rules::agree::Difference;
use grundy_laws::rules::{Rules as Linear, Source};
use grundy_laws::sample::Sample;
use grundy_laws::walnut;
use grundy_nimber::calc::Calculator;

/// Something that reads text.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// What it reads.
    pub reads: &'static str,
    /// First examples, beside those that are kept ([`crate::corpus`]).
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Whether it reads texts, so that changes of tokens and lines make sense.
    pub text: bool,
    /// Reads one input; `Err` where something that must hold does not.
    pub run: fn(&[u8]) -> Result<(), String>,
}

/// Every target.
pub const ALL: &[Target] = &[
    Target {
        name: "rules",
        reads: "files of the rule language: read, checked, formatted, faults shown",
        seeds: games,
        text: true,
        run: rules,
    },
    Target {
        name: "files",
        reads: "the same, compiled, compared with the oracle and the prover, solved and tested",
        seeds: games,
        text: true,
        run: files,
    },
    Target {
        name: "codes",
        reads: "codes of heap games",
        seeds: Vec::new,
        text: true,
        run: codes,
    },
    Target {
        name: "positions",
        reads: "a game of the catalogue and a position",
        seeds: examples,
        text: true,
        run: positions,
    },
    Target {
        name: "moves",
        reads: "a game of the catalogue, a position and a move",
        seeds: example_moves,
        text: true,
        run: moves,
    },
    Target {
        name: "graphs",
        reads: "graphs in every form",
        seeds: graphs,
        text: true,
        run: read_graph,
    },
    Target {
        name: "compounds",
        reads: "sums of games",
        seeds: Vec::new,
        text: true,
        run: compounds,
    },
    Target {
        name: "certificates",
        reads: "certificates of every kind; what is read is written and read again as the same",
        seeds: Vec::new,
        text: true,
        run: certificates,
    },
    Target {
        name: "laws",
        reads: "conjectures, and automata in Walnut's format; a law that is printed is read as the same",
        seeds: conjectures,
        text: true,
        run: laws,
    },
    Target {
        name: "tables",
        reads: "tables of numbers: CSV, matrices, lists, b-files",
        seeds: Vec::new,
        text: true,
        run: tables,
    },
    Target {
        name: "nimbers",
        reads: "lines of the nimber calculator",
        seeds: Vec::new,
        text: true,
        run: nimbers,
    },
    Target {
        name: "problems",
        reads: "inputs of contest problems",
        seeds: samples,
        text: true,
        run: problems,
    },
    Target {
        name: "played",
        reads: "a game of the catalogue, moves, and a file with a position: a played game, annotated",
        seeds: played::seeds,
        text: true,
        run: played::run,
    },
    Target {
        name: "stores",
        reads: "a heap code and the files of its store or of its checkpoints",
        seeds: stores::seeds,
        text: false,
        run: stores::run,
    },
    Target {
        name: "batch",
        reads: "lines of `grundy batch`",
        seeds: batch::seeds,
        text: true,
        run: batch::run,
    },
    Target {
        name: "grammar",
        reads: "choices of which a text of the rule language is made; all its readings are compared",
        seeds: grammar::seeds,
        text: false,
        run: grammar::run,
    },
];

/// The target of that name.
pub fn find(name: &str) -> Option<&'static Target> {
    ALL.iter().find(|target| target.name == name)
}

/// The files of a folder of the project, in one order.
fn whole(folder: &str) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let Ok(entries) = std::fs::read_dir(root.join(folder)) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
        .iter()
        .filter_map(|path| std::fs::read(path).ok())
        .collect()
}

/// The example files, and every text of the catalogue.
fn games() -> Vec<Vec<u8>> {
    let mut all = whole("examples");
    for entry in catalogue::ALL {
        if let Ok(game) = entry.build(&[])
            && let Ok(text) = game.rule_text()
        {
            all.push(text.into_bytes());
        }
    }
    // Constructs that no example has.
    for seed in 0..40 {
        all.push(grundy_lang::random::any(seed).into_bytes());
        all.push(grundy_lang::random::tame(seed).into_bytes());
    }
    all
}

fn examples() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    // Codes look for laws, which takes long; they have a target of their own.
    for entry in catalogue::ALL.iter().filter(|e| e.about.named_by.is_none()) {
        for example in entry.about.examples {
            all.push(format!("{} {example}", entry.about.id).into_bytes());
        }
        for variant in entry.about.variants {
            if let Some(example) = entry.about.examples.first() {
                all.push(format!("{} {example}", variant.id).into_bytes());
            }
        }
        for setting in entry.about.tested_with {
            if let ([(_, value)], Some(example)) = (setting, entry.about.examples.last()) {
                all.push(format!("{}:{value} {example}", entry.about.id).into_bytes());
            }
        }
    }
    all
}

/// Examples with a move each, one line below the other.
fn example_moves() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for entry in catalogue::ALL {
        let Ok(game) = entry.build(&[]) else { continue };
        for example in entry.about.examples.iter().take(2) {
            let listed = game
                .moves(example, 3)
                .map_or(Vec::new(), |(moves, _)| moves);
            for mv in listed {
                all.push(format!("{} {example}\n{}", entry.about.id, mv.mv).into_bytes());
            }
        }
    }
    all
}

/// A graph in every form, one of them packed.
fn graphs() -> Vec<Vec<u8>> {
    let list = b"0 1\n1 2\n2 3\n3 1\n0 4\n";
    let mut all = vec![list.to_vec()];
    if let Ok(named) = graph::read(&list[..], None, &small()) {
        for (format, zipped) in [
            (Format::Binary, false),
            (Format::Edges, true),
            (Format::Dot, false),
            (Format::GraphMl, false),
        ] {
            let mut written = Vec::new();
            if graph::write(&named, format, zipped, &mut written).is_ok() {
                all.push(written);
            }
        }
    }
    all
}

fn samples() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cookbook/samples");
    let mut all = Vec::new();
    for problem in grundy_cookbook::ALL {
        let path = root.join(format!("{}.txt", problem.id));
        if let Ok(text) = std::fs::read_to_string(path) {
            all.push(format!("{}\n{text}", problem.id).into_bytes());
        }
    }
    all
}

/// What one input may cost.
fn small() -> Budget {
    Budget::default()
        .with_states(3_000)
        .with_bytes(64 << 20)
        .with_time(Duration::from_millis(200))
}

fn question(convention: Convention) -> Question {
    Question {
        convention,
        moves: 5,
        budget: small(),
        ..Question::default()
    }
}

fn text(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}

fn rules(input: &[u8]) -> Result<(), String> {
    let source = text(input);
    let checked = grundy_lang::parse(&source).and_then(|file| {
        grundy_lang::games_of(&file);
        grundy_lang::check(&file, &[])
    });
    if let Err(wrong) = &checked {
        for fault in wrong {
            let (start, end) = (fault.span.start, fault.span.end);
            if start > end || !source.is_char_boundary(start) || !source.is_char_boundary(end) {
                return Err(format!("{} stands at {start}..{end}", fault.code));
            }
        }
        for lang in [Lang::En, Lang::Zh] {
            diagnostic::render(wrong, &source, "input", lang);
        }
        if wrong.is_empty() {
            return Err("refused without a reason".to_string());
        }
    }
    if let Ok(formatted) = grundy_lang::format::format(&source) {
        match grundy_lang::format::format(&formatted) {
            Ok(again) if again == formatted => {}
            again => return Err(format!("formatted again: {again:?}")),
        }
    }
    Ok(())
}

fn files(input: &[u8]) -> Result<(), String> {
    let source = text(input);
    let Ok(compiled) = grundy_lang::bench::compile(&source, None, &[]) else {
        return Ok(());
    };
    let compiled = Arc::new(compiled);
    let end = Instant::now() + Duration::from_millis(300);
    let domain = compiled.program().game().domain.clone();
    if let Some(rules) = Rules::<16>::new(compiled.clone()) {
        for at in agree::positions(&domain, 6, 60) {
            if Instant::now() > end {
                break;
            }
            agree::compare(&rules, &at)?;
        }
    }
    // The prover reads the rules as they are played, or not at all.
    if let Ok(rules) = Linear::translated(&Source::new(&source))
        && let Err(Difference::Options(difference)) = rules.agree()
    {
        return Err(difference.to_string());
    }
    let game = grundy_lang::bench::on_workbench(compiled.clone());
    let declared = game.rules().convention;
    for at in agree::positions(&domain, 5, 4) {
        let numbers: Vec<String> = at.iter().map(i64::to_string).collect();
        let _ = game.solve(&numbers.join(","), &question(declared));
        let _ = game.moves(&numbers.join(","), 5);
    }
    same_without_shape(&compiled, &source)?;
    let sides = vec![3; game.dimension()];
    let _ = game.table(&sides, declared, &small());
    let _ = grundy_lang::expect::test(&source, &[], &small().with_states(300));
    Ok(())
}

/// A recognised shape has the values of the rules.
fn same_without_shape(
    compiled: &Arc<grundy_lang::rules::Compiled>,
    source: &str,
) -> Result<(), String> {
    if compiled.shape().is_none() {
        return Ok(());
    }
    let Ok(again) = grundy_lang::bench::compile(source, None, &[]) else {
        return Err("it does not compile again".to_string());
    };
    let plain = grundy_lang::bench::on_workbench(Arc::new(again.without_shape()));
    let tuned = grundy_lang::bench::on_workbench(compiled.clone());
    for at in agree::positions(&compiled.program().game().domain, 9, 12) {
        let numbers: Vec<String> = at.iter().map(i64::to_string).collect();
        let at = numbers.join(",");
        for convention in [Convention::Normal, Convention::Misere] {
            let answers = [&tuned, &plain].map(|game| game.solve(&at, &question(convention)));
            if let [Ok(tuned), Ok(plain)] = answers {
                let (tuned, plain) = (tuned.answer, plain.answer);
                let same = tuned.outcome == plain.outcome
                    && (tuned.value == plain.value
                        || tuned.value.is_none()
                        || plain.value.is_none());
                if !same {
                    return Err(format!(
                        "the shape differs at {at}: {} {:?}, by the rules {} {:?}",
                        tuned.outcome, tuned.value, plain.outcome, plain.value
                    ));
                }
            }
        }
    }
    Ok(())
}

fn codes(input: &[u8]) -> Result<(), String> {
    let Ok(code) = text(input).parse::<heap::code::Rules>() else {
        return Ok(());
    };
    let written = code.to_string();
    match written.parse::<heap::code::Rules>() {
        Ok(read) if read == code => {}
        read => return Err(format!("{written} is read as {read:?}")),
    }
    // The same code as a text of rules has the same values.
    if code.digits().len() + code.tail().len() > 30 {
        return Ok(());
    }
    let table = heap::table::Table::new(code.clone(), 64);
    let built_in = grundy::games::heaps::code::TakeAndBreak::new(code);
    let Ok(rules) = built_in.rule_text() else {
        return Ok(());
    };
    let compiled = grundy_lang::bench::compile(&rules, None, &[])
        .map_err(|wrong| format!("{rules}: {wrong:?}"))?;
    let written = grundy_lang::bench::on_workbench(Arc::new(compiled.without_shape()));
    for heap in [5u64, 9] {
        let solved = written.solve(&heap.to_string(), &question(Convention::Normal));
        let found = solved.ok().and_then(|solved| solved.answer.value);
        if let (Some(found), Some(expected)) = (found, table.value(heap))
            && found != expected.into()
        {
            return Err(format!(
                "heap {heap} is worth {expected}, by its rules {found}:\n{rules}"
            ));
        }
    }
    Ok(())
}

/// The game that the first word names, and the rest.
fn game_and_rest(source: &str) -> Option<(Box<dyn AnyGame>, Convention, &str)> {
    let (name, rest) = source.split_once(' ')?;
    let found = catalogue::find(name).ok()?;
    if found.entry.about.named_by.is_some() {
        return None;
    }
    let game = found.build(&[]).ok()?;
    Some((game, found.convention(), rest))
}

fn positions(input: &[u8]) -> Result<(), String> {
    let source = text(input);
    let Some((game, convention, position)) = game_and_rest(&source) else {
        return Ok(());
    };
    let Ok(solved) = game.solve(position, &question(convention)) else {
        return Ok(());
    };
    if let Ok(seen) = game.seen(position, convention, 8) {
        is_shown(&seen)?;
    }
    let written = solved.position;
    let again = game.solve(&written, &question(convention));
    match again {
        // A search may run out of time once and not the other time.
        Err(error) if error.is_budget() => {}
        Err(error) => return Err(format!("`{written}` is not read: {error}")),
        Ok(again) => {
            if again.position != written || again.answer.outcome != solved.answer.outcome {
                return Err(format!(
                    "`{written}` {} is read as `{}` {}",
                    solved.answer.outcome, again.position, again.answer.outcome
                ));
            }
        }
    }
    if let Ok(Some(there)) = game.rule_position(&written)
        && let Ok(rules) = game.rule_text()
    {
        let Ok(compiled) = grundy_lang::bench::load(&rules, None, &[]) else {
            return Err(format!("the text of the game is refused:\n{rules}"));
        };
        let declared = compiled.rules().convention;
        // Numbers beyond 64 bits are refused there.
        if let (Convention::Normal, Ok(other)) =
            (convention, compiled.solve(&there, &question(declared)))
            && other.answer.outcome != solved.answer.outcome
        {
            return Err(format!(
                "`{written}` is {}, in the rule language `{there}` is {}",
                solved.answer.outcome, other.answer.outcome
            ));
        }
    }
    Ok(())
}

/// Whether names are of one element each, moves touch what is there, and the page is wide
/// enough.
fn is_shown(seen: &Seen) -> Result<(), String> {
    let mut ids: Vec<Id> = seen.scene.elements().map(|element| element.id).collect();
    ids.sort_unstable();
    if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("two elements are called {}", pair[0]));
    }
    for click in &seen.clicks {
        if let Some(id) = click
            .touches
            .iter()
            .find(|id| ids.binary_search(id).is_err())
        {
            return Err(format!("{} touches {id}, which is not there", click.mv));
        }
    }
    let page = Page::default();
    let lines = why::beside(&seen.scene, seen.numbers.as_ref(), &page, Lang::Zh);
    match lines.iter().find(|line| width(line) > page.width) {
        Some(line) => Err(format!("wider than the page: {line}")),
        None => Ok(()),
    }
}

fn moves(input: &[u8]) -> Result<(), String> {
    let source = text(input);
    let Some((first, mv)) = source.split_once('\n') else {
        return Ok(());
    };
    let Some((game, convention, position)) = game_and_rest(first) else {
        return Ok(());
    };
    let budget = small();
    let Ok(mut play) = game.begin(position, convention, &budget) else {
        return Ok(());
    };
    for mv in mv.lines() {
        if play.play(mv).is_err() {
            let _ = play.hint();
        }
    }
    let _ = play.moves(3);
    let _ = play.reply();
    is_shown(&play.seen(8))?;
    // What is recorded can be gone through.
    let record = play.record();
    let record: Vec<&str> = record.iter().map(String::as_str).collect();
    match game.annotate(position, &record, convention, &budget) {
        Ok(positions) if positions.len() == record.len() + 1 => {}
        Err(error) if error.is_budget() => {}
        Ok(positions) => {
            let (found, moves) = (positions.len(), record.len());
            return Err(format!("{found} positions after {moves} recorded moves"));
        }
        Err(error) => return Err(format!("the record {record:?} is refused: {error}")),
    }
    let _ = play.undo();
    let _ = game.annotate(
        position,
        &mv.lines().collect::<Vec<_>>(),
        convention,
        &budget,
    );
    Ok(())
}

fn read_graph(input: &[u8]) -> Result<(), String> {
    for format in [
        None,
        Some(Format::Edges),
        Some(Format::Binary),
        Some(Format::Dot),
        Some(Format::GraphMl),
    ] {
        let Ok(named) = graph::read(input, format, &small()) else {
            continue;
        };
        let (vertices, edges) = (named.graph.len(), named.graph.edges());
        // A line may name the vertex four million: a graph that is read in no time, and
        // takes seconds to be written and read in all forms.
        if vertices > 20_000 {
            continue;
        }
        for format in [Format::Edges, Format::Binary, Format::Dot, Format::GraphMl] {
            let mut written = Vec::new();
            if graph::write(&named, format, false, &mut written).is_err() {
                continue;
            }
            match graph::read(&written[..], Some(format), &small()) {
                Ok(read) if (read.graph.len(), read.graph.edges()) == (vertices, edges) => {}
                Err(error) if error.is_budget() => {}
                Ok(read) => {
                    return Err(format!(
                        "{vertices} vertices and {edges} edges, as {} {} and {}",
                        format.name(),
                        read.graph.len(),
                        read.graph.edges()
                    ));
                }
                Err(error) => return Err(format!("written as {}: {error}", format.name())),
            }
        }
        for convention in [Convention::Normal, Convention::Misere] {
            let rules = GraphRules {
                convention,
                targets: Vec::new(),
            };
            let Ok(solved) = Solved::new(&named, &rules, 1, &small()) else {
                continue;
            };
            if let Ok(valued) = solved.with_values() {
                for vertex in 0..named.graph.len().min(5) as u32 {
                    valued.moves(vertex);
                    let _ = valued.begin(&[vertex]).map(|mut play| play.reply().is_ok());
                }
            }
        }
    }
    Ok(())
}

fn compounds(input: &[u8]) -> Result<(), String> {
    let source = text(input);
    let find = |name: &str| {
        let found = catalogue::find(name)?;
        if found.entry.about.named_by.is_some() {
            // They look for laws, which takes long.
            return Err(Error::UnknownGame {
                name: name.to_string(),
                nearest: None,
            });
        }
        Ok((found.build(&[])?, found.convention()))
    };
    let Ok(expression) = Expression::read_with(&source, &find) else {
        return Ok(());
    };
    for kind in [
        Kind::Disjunctive,
        Kind::Conjunctive,
        Kind::Selective,
        Kind::UpTo(2),
    ] {
        for end in [End::Long, End::Short] {
            for convention in [Convention::Normal, Convention::Misere] {
                let rules = Compound {
                    kind,
                    end,
                    convention,
                };
                let _ = expression.solve(rules, &question(convention));
            }
        }
    }
    let plain = Compound {
        kind: Kind::Disjunctive,
        end: End::Long,
        convention: Convention::Normal,
    };
    if let Ok(mut play) = expression.begin(plain, &small()) {
        let _ = play.reply();
    }
    Ok(())
}

/// A certificate with a right sum, and with a right one in the law that one of a sentence holds: a damaged sum
/// is noticed at once, with a right one the rest is read.
fn sealed_again(source: &str) -> Option<String> {
    let (body, _) = source.trim_end().rsplit_once('\n')?;
    let Some(inner) = body.find("\ngrundy law certificate") else {
        return Some(sealed::seal(&format!("{body}\n")));
    };
    let (outer, law) = (&body[..inner], &body[inner + 1..]);
    let outer = outer.rsplit_once('\n').map_or(outer, |(before, _)| before);
    let law = sealed::seal(&format!("{}\n", law.rsplit_once('\n')?.0));
    let lines = law.lines().count();
    Some(sealed::seal(&format!("{outer}\nlaw {lines} lines\n{law}")))
}

fn certificates(input: &[u8]) -> Result<(), String> {
    use grundy_verify::law::{certificate, family, heaps, moore, sentence};
    /// What is read is written, and read again as the same.
    fn written<C: PartialEq + ToString>(
        read: impl Fn(&str) -> Result<C, Error>,
        text: &str,
    ) -> Result<(), String> {
        let Ok(first) = read(text) else {
            return Ok(());
        };
        match read(&first.to_string()) {
            Ok(again) if again == first => Ok(()),
            Ok(again) => Err(format!("read as another: {}", again.to_string())),
            Err(error) => Err(format!("not read again: {error}")),
        }
    }
    let source = text(input);
    let sealed = sealed_again(&source);
    for text in [Some(source), sealed].into_iter().flatten() {
        written(certificate::Certificate::read, &text)?;
        written(family::Certificate::read, &text)?;
        written(heaps::Certificate::read, &text)?;
        written(moore::Certificate::read, &text)?;
        written(sentence::Certificate::read, &text)?;
        let _ = grundy_verify::check(&text, &small());
    }
    Ok(())
}

fn conjectures() -> Vec<Vec<u8>> {
    let texts = [
        "g(x, y) = x ⊕ y",
        "g(x, y) = [4, 0, 2, 2][x mod 4] if y = x-1; |x-y| if not 2·x <= y; ⌊x/3⌋ otherwise",
        "(x, y) is P exactly if it is (A(n), A(n)+2·n) or its mirror image",
        "(x, y) 为 P 态当且仅当 x = y 或 x mod 3 ∈ {0, 2}",
        "(x, y) is P exactly if at every place the digits are one of 00, 11, base 2",
        "g(x, y) >= g(x, 0) for x > 7",
        "P(x, y) implies P(y, x)",
        "msd_2 msd_2\n0 1\n0 0 -> 0\n1 1 -> 1\n1 0\n0 0 -> 1\n",
    ];
    texts.map(|text| text.as_bytes().to_vec()).to_vec()
}

fn laws(input: &[u8]) -> Result<(), String> {
    let (source, names) = (text(input), ["x".to_string(), "y".to_string()]);
    let _scope = small().scope();
    let _ = walnut::read(&source, 2, &small());
    let Ok(conjecture) = read::read(&source, &names) else {
        return Ok(());
    };
    let Sentence::Law(law) = conjecture.sentence else {
        return Ok(());
    };
    let printed = law.written(Style::Text, &names);
    for lang in [Lang::En, Lang::Zh] {
        // An automaton is not told by its sentence.
        let text = printed.get(lang);
        let back = match read::read(text, &names).map(|c| c.sentence) {
            Ok(Sentence::Law(back)) => back,
            Ok(_) => return Err(format!("`{text}` is read as another sentence")),
            Err(_) if matches!(law.statement, Statement::Automaton(_)) => continue,
            // Brackets may be one more than there were.
            Err(Error::BadLaw { expected, .. })
                if expected.get(Lang::En).contains("steps inside") =>
            {
                continue;
            }
            Err(error) => return Err(format!("`{text}` is not read: {error}")),
        };
        for at in 0..64u64 {
            let at = [at % 8, at / 8 * 3];
            if law.predict(&at) != back.predict(&at) {
                return Err(format!("`{text}` is read as another law at {at:?}"));
            }
        }
    }
    Ok(())
}

fn tables(input: &[u8]) -> Result<(), String> {
    // What is a table of small naturals is a table of numbers, of the same size.
    let numbers = Numbers::read(&text(input), 0);
    if let (Ok(sample), Ok(numbers)) = (Sample::read(&text(input)), &numbers)
        && (&sample.size, &sample.cells) != (&numbers.size, &numbers.sample().cells)
    {
        return Err(format!("{sample:?} is not {numbers:?}"));
    }
    if let Ok(numbers) = &numbers
        && numbers.entries() <= 2_000
    {
        let options = find::Options {
            time: Duration::from_millis(20),
            first: false,
        };
        let found = numbers::find(numbers, &options);
        for law in found.map(|found| found.laws).unwrap_or_default() {
            for (at, value) in numbers.places() {
                if law.number(&at).as_ref() != Some(value) {
                    return Err(format!("{law:?} is false at {at:?}"));
                }
            }
        }
    }
    let Ok(sample) = Sample::read(&text(input)) else {
        return Ok(());
    };
    sample.labels();
    let cells = sample.size.iter().product::<u64>();
    match cells == sample.cells.len() as u64 {
        true => Ok(()),
        false => Err(format!(
            "{} cells in a box {:?}",
            sample.cells.len(),
            sample.size
        )),
    }
}

fn nimbers(input: &[u8]) -> Result<(), String> {
    let mut calculator = Calculator::default();
    for line in text(input).lines() {
        let Ok(value) = calculator.run(line) else {
            continue;
        };
        // What is printed is read as the same value.
        let printed = value.to_string();
        let mut fresh = Calculator::default();
        if let Ok(read) = fresh.run(&printed)
            && read.to_string() != printed
        {
            return Err(format!("`{printed}` is read as `{read}`"));
        }
    }
    Ok(())
}

fn problems(input: &[u8]) -> Result<(), String> {
    let source = text(input);
    let Some((id, input)) = source.split_once('\n') else {
        return Ok(());
    };
    // What the judge allows may take seconds: numbers are kept short here.
    let long = |word: &str| word.chars().filter(char::is_ascii_digit).count() > 4;
    if input.split_whitespace().any(long) {
        return Ok(());
    }
    if let Ok(problem) = grundy_cookbook::find(id) {
        let _ = problem.judge(input);
    }
    Ok(())
}
