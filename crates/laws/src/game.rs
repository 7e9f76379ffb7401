//! A study of any game: of the catalogue, or compiled from a text.
//!
//! From its rules where these have a linear form: those that were written, or
//! the text that a game of the catalogue has in the rule language, which is
//! compared with the built-in game first. Else of its table, with the reason
//! why nothing could be proven.
//!
//! ```
//! use grundy::{catalogue, outcome::Convention};
//! use grundy_laws::game::study_game;
//! let bachet = catalogue::find("bachet:4").unwrap().build(&[]).unwrap();
//! let found = study_game(&*bachet, Convention::Normal, "bachet", None, &Default::default()).unwrap();
//! assert_eq!(found.study.findings[0].status.word(), "proven");
//! ```
//!
//! Limits: positions that are not tuples of numbers have no table.

use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::error::Error;
use grundy::outcome::{Convention, Outcome};
use grundy::text::Text;
use grundy::workbench::AnyGame;

use crate::conjecture::coordinate_names;
use crate::facts;
use crate::law::Status;
use crate::rules::agree::Difference;
use crate::rules::{NOTHING, Rules, Source};
use crate::sample::{Sample, names};
use crate::study::{Finding, Options, Study, confirm, study, study_table, study_written};

/// A game that was studied.
pub struct Studied {
    /// The study.
    pub study: Study,
    /// The rules, where the study is from these.
    pub rules: Option<String>,
}

/// Studies `game`, called `name`, of which `source` are the rules if they were
/// written as text.
pub fn study_game(
    game: &dyn AnyGame,
    convention: Convention,
    name: &str,
    source: Option<&Source>,
    options: &Options,
) -> Result<Studied, Error> {
    // Also for what asks for the current budget: comparing rules, finders, theorems. One clock
    // runs for all of it.
    let timed = Options {
        budget: options.budget.clone().within(options.time).starting_now(),
        ..options.clone()
    };
    let options = &timed;
    let _scope = options.budget.scope();
    let mut agrees = true;
    let from_rules = match source {
        Some(source) => Rules::translated(source).and_then(|rules| {
            let compared = rules.agree();
            agrees = !matches!(compared, Err(Difference::Options(_)));
            compared?;
            Ok((study(&rules, options)?, rules))
        }),
        None => by_text(game, convention, name, options),
    };
    let mut studied = match from_rules {
        Ok((study, rules)) => Studied {
            study,
            rules: Some(rules.source.text),
        },
        // Rules that mean nothing somewhere have no law.
        Err(error @ Error::Faulty { .. }) => return Err(error),
        Err(error) if !error.is_budget() => {
            let mut studied = by_table(game, convention, source, error, options)?;
            by_facts(&mut studied, game, convention, name, source, options)?;
            studied
        }
        Err(error) => return Err(error),
    };
    let unproven = |f: &Finding| !f.is_proven();
    if studied.study.findings.iter().any(unproven)
        && let Some(larger) = larger(game, convention, &studied.study.sample, options)
    {
        confirm(&mut studied.study, &larger);
    }
    if !agrees {
        // Where two readings of the rules differ, neither is known to be right.
        for finding in &mut studied.study.findings {
            if let Status::Verified { to } = &finding.status {
                finding.status = Status::Observed { to: to.clone() };
            }
        }
    }
    Ok(studied)
}

/// A table of a few times as many positions, if it can be had soon.
fn larger(
    game: &dyn AnyGame,
    convention: Convention,
    sample: &Sample,
    options: &Options,
) -> Option<Sample> {
    let dimension = sample.size.len();
    if game.dimension() != dimension {
        return None;
    }
    let longer = |side: &u64| match dimension {
        1 => side.saturating_mul(4),
        2 => side.saturating_mul(2),
        _ => side.saturating_add(side / 2),
    };
    let size: Vec<u64> = sample.size.iter().map(longer).collect();
    let budget = options.budget.clone().within(options.time / 4);
    let larger = Sample::of(&game.table(&size, convention, &budget).ok()?).ok()?;
    let same =
        larger.outcomes == sample.outcomes && larger.corner(&sample.size).cells == sample.cells;
    same.then_some(larger)
}

/// A study of a catalogue game from its text in the rule language.
fn by_text(
    game: &dyn AnyGame,
    convention: Convention,
    name: &str,
    options: &Options,
) -> Result<(Study, Rules), Error> {
    let (rules, built_in) = written(game, convention, name, options)?;
    let study = study_written(&rules, &built_in, options)?;
    Ok((study, rules))
}

/// The text of a catalogue game in the rule language, and a small table of the built-in game.
pub(crate) fn written(
    game: &dyn AnyGame,
    convention: Convention,
    name: &str,
    options: &Options,
) -> Result<(Rules, Sample), Error> {
    let text = game.rule_text().map_err(|(en, zh)| Error::Unsupported {
        because: Text::new(
            format!("nothing can be proven without a text in the rule language: {en}"),
            format!("没有规则语言的文本便无法证明：{zh}"),
        ),
    })?;
    let written = Source::new(&text);
    let said = Rules::of(&written)?.misere;
    let source = Source {
        name: name.to_string(),
        text: format!("# The built-in game, as written in the rule language.\n{text}\n"),
        // A text that says misère means the one convention of the game.
        misere: convention == Convention::Misere && !said,
        ..written
    };
    let rules = Rules::of(&source)?;
    let budget = options.budget.clone().within(options.time / 4);
    let dimension = rules.dimension();
    let built_in = match game.dimension() == dimension {
        true => {
            let side = [200, 32, 8, 4][(dimension - 1).min(3)];
            Sample::of(&game.table(&vec![side; dimension], convention, &budget)?)?
        }
        false => solved(game, convention, dimension, &budget)?,
    };
    Ok((rules, built_in))
}

/// A table of positions that the built-in game and its text write alike, for
/// games without a table of the same kind.
fn solved(
    game: &dyn AnyGame,
    convention: Convention,
    dimension: usize,
    budget: &Budget,
) -> Result<Sample, Error> {
    let side: u64 = [60, 12, 5, 4, 3][(dimension - 1).min(4)];
    let size = vec![side; dimension];
    let cells = side.checked_pow(dimension as u32).filter(|c| *c <= 1 << 12);
    let mut sample = Sample {
        cells: vec![NOTHING; cells.unwrap_or(0) as usize],
        outcomes: convention == Convention::Misere,
        names: names(dimension),
        size,
    };
    let question = Question {
        convention,
        moves: 0,
        budget: budget.clone().with_states(300_000),
        ..Question::default()
    };
    for at in 0..sample.cells.len() {
        let point = grundy::solve::dense::point(at as u64, &sample.size);
        let text: Vec<String> = point.iter().map(u64::to_string).collect();
        let text = text.join(",");
        let written = game.rule_position(&text).ok().flatten();
        if written.map(|w| w.replace(' ', "")) != Some(text.clone()) {
            continue;
        }
        let Ok(solved) = game.solve(&text, &question) else {
            continue;
        };
        let value = match (sample.outcomes, solved.answer.value) {
            (true, _) => Some(u32::from(solved.answer.outcome != Outcome::P)),
            (false, value) => value
                .and_then(|v| grundy::natural::small(&v))
                .and_then(|v| u32::try_from(v).ok()),
        };
        sample.cells[at] = value.unwrap_or(NOTHING);
    }
    Ok(sample)
}

/// A study of what the engines compute.
fn by_table(
    game: &dyn AnyGame,
    convention: Convention,
    source: Option<&Source>,
    reason: Error,
    options: &Options,
) -> Result<Studied, Error> {
    if game.dimension() == 0 {
        return Err(Error::Unsupported {
            because: reason.text().followed_by(
                "; and its positions are not tuples of numbers, so that there is no table to look at",
                "；且其局面不是数组，没有可供观察的表",
            ),
        });
    }
    let budget = options.budget.clone().within(options.time / 4);
    let named = |sample: Sample| Sample {
        names: coordinate_names(game, source, sample.size.len()),
        ..sample
    };
    let sample = named(table(game, convention, &budget)?);
    let mut study = study_table(sample, true, options)?;
    // A larger table may show what a smaller one does not, if there is time.
    for &side in growing(game.dimension()) {
        let larger = study.sample.size.iter().all(|known| *known < side);
        if !study.findings.is_empty() || !larger || options.budget.is_spent() {
            break;
        }
        let table = game.table(&vec![side; game.dimension()], convention, &budget);
        let Ok(sample) = table.and_then(|table| Sample::of(&table)) else {
            break;
        };
        study = study_table(named(sample), true, options)?;
    }
    study.notes.insert(0, reason.text());
    Ok(Studied { study, rules: None })
}

/// Proves what can be proven by facts about sets that are not automatic.
fn by_facts(
    studied: &mut Studied,
    game: &dyn AnyGame,
    convention: Convention,
    name: &str,
    source: Option<&Source>,
    options: &Options,
) -> Result<(), Error> {
    let built_in = source.is_none();
    let source = match (source, game.rule_text()) {
        (Some(source), _) => source.clone(),
        (None, Ok(text)) if convention == Convention::Normal => Source {
            name: name.to_string(),
            text: format!("# The built-in game, as written in the rule language.\n{text}\n"),
            ..Source::default()
        },
        _ => return Ok(()),
    };
    match facts::strengthen(&mut studied.study, &source, built_in, options) {
        // What was found stays, without a proof.
        Err(error) if error.is_budget() => {
            studied.study.notes.push(error.text());
            return Ok(());
        }
        done => done?,
    }
    if studied.study.findings.iter().any(|f| f.proof.is_some()) {
        studied.rules = Some(source.text);
        // Why there was no proof is no news any more.
        studied.study.notes.clear();
    }
    Ok(())
}

/// The sides of larger tables.
fn growing(dimension: usize) -> &'static [u64] {
    match dimension {
        1 => &[2000, 6000],
        2 => &[150, 300],
        3 => &[34],
        _ => &[],
    }
}

/// A table of a size that finders can work with.
pub(crate) fn table(
    game: &dyn AnyGame,
    convention: Convention,
    budget: &Budget,
) -> Result<Sample, Error> {
    let dimension = game.dimension();
    // Where a table takes too long a smaller one may do.
    let sides: &[u64] = match dimension {
        1 => &[500, 120, 40],
        2 => &[64, 24, 12, 6],
        _ => &[16, 8, 5],
    };
    let (least, larger) = (sides[sides.len() - 1], &sides[..sides.len() - 1]);
    for &side in larger {
        match game.table(&vec![side; dimension], convention, budget) {
            Ok(table) => return Sample::of(&table),
            Err(error) if error.is_budget() => {}
            Err(error) => return Err(error),
        }
    }
    Sample::of(&game.table(&vec![least; dimension], convention, budget)?)
}
