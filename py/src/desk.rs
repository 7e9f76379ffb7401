//! The desk's questions: any of them as JSON, and those as types where JSON would cost more
//! than the answer.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Instant;

use grundy::budget::Budget;
use grundy::picture::svg::Theme;
use grundy::text::Lang;
use grundy_desk::verbs::{Ending, FindSequence, Solve, Tabulate};
use grundy_desk::{Desk, Kind, Limits, Refused, Watch, Written};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use serde_json::{Map, Value};

use crate::errors;
use crate::quick::quick;
use crate::running::heavy;

/// One desk for the process: games that were built before are kept.
static DESK: LazyLock<Desk> = LazyLock::new(|| {
    Desk::new(Budget::default(), Lang::En)
        .drawing(Theme::Auto)
        .tabulating(CELLS)
});

/// Another for the board in a notebook: its style sheet gives pictures their colours, and finds
/// what can be moved by `data-id`.
static BOARDS: LazyLock<Desk> = LazyLock::new(|| Desk::new(Budget::default(), Lang::En));

/// Tables are bounded by memory; this is what an array of a process can be.
const CELLS: u64 = 1 << 40;

fn language(name: Option<&str>) -> Lang {
    match name {
        Some("zh") => Lang::Zh,
        _ => Lang::En,
    }
}

/// The answer to a question, both as JSON; with `styled`, pictures are for a page that has the
/// style sheet of the library.
#[pyfunction]
#[pyo3(signature = (question, lang=None, progress=None, styled=false))]
pub fn ask(
    py: Python<'_>,
    question: &str,
    lang: Option<&str>,
    progress: Option<&Bound<'_, PyAny>>,
    styled: bool,
) -> PyResult<String> {
    let desk = if styled { &BOARDS } else { &DESK };
    let reply = heavy(py, progress, language(lang), |watch| {
        desk.reply(question.as_bytes(), watch)
    })?;
    if reply.kind == Kind::Answered {
        return Ok(reply.text);
    }
    let mut answer: Value = serde_json::from_str(&reply.text).unwrap_or_default();
    let mut error = match answer["error"].take() {
        Value::Object(error) => error,
        _ => Map::new(),
    };
    let mut text = |name: &str| match error.remove(name) {
        Some(Value::String(text)) => text,
        _ => String::new(),
    };
    let (code, message) = (text("code"), text("message"));
    Err(errors::raised(
        py,
        &code,
        &message,
        &Value::Object(error).to_string(),
    ))
}

/// How a game is played and what a question may cost.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Terms {
    params: Option<BTreeMap<String, String>>,
    convention: Option<String>,
    compound: Option<String>,
    lang: Option<String>,
    states: Option<u64>,
    bytes: Option<u64>,
    milliseconds: Option<u64>,
}

impl Terms {
    /// The language; `grundy` checks it before it comes here.
    pub fn lang(&self) -> Lang {
        language(self.lang.as_deref())
    }

    /// What it may cost.
    pub fn limits(&self) -> Limits {
        Limits {
            states: self.states,
            bytes: self.bytes,
            milliseconds: self.milliseconds,
        }
    }

    fn params(&self) -> Option<BTreeMap<String, Written>> {
        let params = self.params.as_ref()?.iter();
        Some(
            params
                .map(|(name, value)| (name.clone(), Written(value.clone())))
                .collect(),
        )
    }

    fn convention(&self) -> Option<Ending> {
        match self.convention.as_deref() {
            Some("misere") => Some(Ending::Misere),
            Some(_) => Some(Ending::Normal),
            None => None,
        }
    }
}

/// Who wins, and by which moves, as JSON.
#[pyfunction]
#[pyo3(signature = (game, position=None, terms=None, moves=None, all=false, progress=None))]
pub fn solve(
    py: Python<'_>,
    game: String,
    position: Option<String>,
    terms: Option<Terms>,
    moves: Option<u64>,
    all: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let question = Solve {
        game: Some(Written(game)),
        graph: None,
        position: position.map(Written),
        params: terms.as_ref().and_then(Terms::params),
        convention: terms.as_ref().and_then(Terms::convention),
        compound: terms.as_ref().and_then(|terms| terms.compound.clone()),
        moves,
        all,
        explain: false,
        only: None,
    };
    let (lang, limits) = match &terms {
        Some(terms) => (terms.lang(), terms.limits()),
        None => (Lang::En, Limits::default()),
    };
    let answer = |watch: &Watch| -> Result<String, Refused> {
        let answer = DESK.ask(question.clone(), lang, limits, watch)?;
        Ok(serde_json::to_string(&answer).unwrap_or_default())
    };
    let answered = match quick(py, answer) {
        Some(answered) => answered,
        None => heavy(py, progress, lang, answer)?,
    };
    answered.map_err(|refused| errors::refused(py, &refused))
}

/// A table as an array in row-major order, its shape, and the rest of the answer as JSON.
#[pyfunction]
#[pyo3(signature = (game, to, terms, progress=None))]
pub fn table<'py>(
    py: Python<'py>,
    game: String,
    to: Vec<u64>,
    terms: Terms,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Option<Bound<'py, PyAny>>, String)> {
    let question = Tabulate {
        game: Written(game),
        params: terms.params(),
        convention: terms.convention(),
        compound: terms.compound.clone(),
        to,
    };
    let (lang, limits) = (terms.lang(), terms.limits());
    let answered = heavy(py, progress, lang, |watch| {
        DESK.ask(question, lang, limits, watch)
    })?;
    let mut answer = answered.map_err(|refused| errors::refused(py, &refused))?;
    let array = match answer.values.take() {
        None => None,
        Some(values) => {
            let shape: Vec<usize> = answer.size.iter().map(|side| *side as usize).collect();
            // The array takes the memory of the answer over.
            let array = PyArray1::from_vec(py, values).reshape(shape)?;
            Some(array.into_any())
        }
    };
    Ok((array, serde_json::to_string(&answer).unwrap_or_default()))
}

/// The values of heaps 0, 1, … of a heap game as an array, and the code as it is written.
#[pyfunction]
#[pyo3(signature = (code, to, terms, progress=None))]
pub fn sequence<'py>(
    py: Python<'py>,
    code: String,
    to: u64,
    terms: Terms,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyAny>, String)> {
    let (lang, limits) = (terms.lang(), terms.limits());
    let answered = heavy(py, progress, lang, |watch| {
        DESK.ask(FindSequence { code, to }, lang, limits, watch)
    })?;
    let answer = answered.map_err(|refused| errors::refused(py, &refused))?;
    Ok((
        PyArray1::from_vec(py, answer.values).into_any(),
        answer.code,
    ))
}

/// How many seconds so many calls of `solve` take in Rust: for the bench, which tells what the
/// way through Python adds.
#[pyfunction]
pub fn time_solve(py: Python<'_>, game: String, position: String, calls: u32) -> PyResult<f64> {
    let question = Solve {
        game: Some(Written(game)),
        graph: None,
        position: Some(Written(position)),
        params: None,
        convention: None,
        compound: None,
        moves: None,
        all: false,
        explain: false,
        only: None,
    };
    let timed = py.detach(|| {
        let begun = Instant::now();
        for _ in 0..calls {
            DESK.ask(
                question.clone(),
                Lang::En,
                Limits::default(),
                &Watch::default(),
            )?;
        }
        Ok(begun.elapsed().as_secs_f64())
    });
    timed.map_err(|refused: Refused| errors::refused(py, &refused))
}

/// The functions of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(ask, module)?)?;
    module.add_function(wrap_pyfunction!(solve, module)?)?;
    module.add_function(wrap_pyfunction!(table, module)?)?;
    module.add_function(wrap_pyfunction!(sequence, module)?)?;
    module.add_function(wrap_pyfunction!(time_solve, module)?)
}
