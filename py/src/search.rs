//! Search through a game whose rules are a function in Python.
//!
//! A position is any hashable object. A dictionary of Python gives every position that was met
//! its number, so hash and equality are the user's; from there on the game is a graph of
//! numbers, which [`grundy::solve::growing`] labels: outcomes, remoteness, loopy values. What was
//! met once is never asked for again.
//!
//! No lock is held while code of the user runs, which may be any: its hash, its equality, its
//! options, which may ask the same game about other positions, on this thread or another. At worst
//! a position gets two numbers, which means the same and costs a little. When something is
//! raised, what was learned until then stays; the next question goes on there.
//!
//! Limits: those of the graph, and the number of positions that the caller allows.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard};
use std::thread::{self, ThreadId};

use grundy::budget::Budget;
use grundy::error::{Error, Resource};
use grundy::outcome::{Convention, Outcome, Winner};
use grundy::picture::sketch::{Arrow, Node, Role, Sketch};
use grundy::picture::svg::{self, Theme};
use grundy::picture::{dot, graph};
use grundy::solve::growing::Growing;
use grundy::solve::loopy::Value;
use grundy::text::Lang;
use grundy_desk::Refused;
use pyo3::exceptions::{PyRecursionError, PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyFrozenSet, PyIterator, PyList, PyString};

use crate::errors;
use crate::running::heavy;

/// Signals and limits are looked at after so many positions or options.
const LOOK_EVERY: u64 = 4096;

/// From this many new positions on they are labelled beside a living interpreter.
const MANY: usize = 50_000;

/// Looks for signals, and lets other threads of Python run: where options are listed by code
/// in C, nothing else would.
fn look(py: Python<'_>) -> PyResult<()> {
    py.detach(|| ());
    py.check_signals()
}

/// The exception for an error of the library.
fn failed(py: Python<'_>, error: &Error) -> PyErr {
    errors::refused(py, &Refused::of(error, Lang::En))
}

/// What is known of a game.
struct Known {
    graph: Growing,
    /// The searches under way, several if options ask about other positions.
    walks: Vec<Place>,
    /// How many there were.
    begun: u64,
    /// How many positions there were when last a question left none open: about as many are
    /// labelled.
    labelled: usize,
}

/// Where a search is.
struct Place {
    number: u64,
    thread: ThreadId,
    /// The position whose options are being listed.
    listing: Option<u32>,
}

/// What a search does next.
enum Step {
    /// Lists the options of this position.
    List(u32),
    /// They are being listed by the same thread already.
    Circular(u32),
    /// Nothing: all that was met is known.
    Done,
}

impl Known {
    /// The next position of a search whose options are not known.
    fn step(&mut self, walk: u64, stack: &mut Vec<u32>) -> Step {
        let Some(at) = self.walks.iter().rposition(|place| place.number == walk) else {
            return Step::Done;
        };
        self.walks[at].listing = None;
        while let Some(next) = stack.pop() {
            if self.graph.is_known(next) {
                continue;
            }
            let thread = self.walks[at].thread;
            let same = |place: &Place| place.thread == thread && place.listing == Some(next);
            if self.walks.len() > 1 && self.walks.iter().any(same) {
                return Step::Circular(next);
            }
            self.walks[at].listing = Some(next);
            return Step::List(next);
        }
        Step::Done
    }
}

/// The positions of a game that were met, and what is known of them.
#[pyclass(frozen, module = "grundy._core")]
pub struct Search {
    numbers: Py<PyDict>,
    positions: Py<PyList>,
    known: Mutex<Known>,
}

/// The rules as the user wrote them, and how many positions may be met.
struct Rules<'a, 'py> {
    options: &'a Bound<'py, PyAny>,
    components: Option<&'a Bound<'py, PyAny>>,
    terminal: Option<&'a Bound<'py, PyAny>>,
    states: u64,
}

/// Whether nobody's code in Python raised this: then it can be said better.
fn is_plain_type_error(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyTypeError>(py) && error.traceback(py).is_none()
}

/// The position as it is shown in a sentence.
fn shown(object: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 120;
    let text = match object.repr() {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(_) => return "a position that cannot be shown".to_string(),
    };
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// A `TypeError` with a sentence, caused by another.
fn type_error(py: Python<'_>, message: String, cause: Option<PyErr>) -> PyErr {
    let error = PyTypeError::new_err(message);
    error.set_cause(py, cause);
    error
}

/// The exception for an option or a part that cannot be hashed; others stay as they are.
fn unhashable(
    what: &str,
    object: &Bound<'_, PyAny>,
    of: Option<&Bound<'_, PyAny>>,
    error: PyErr,
) -> PyErr {
    let py = object.py();
    if !is_plain_type_error(py, &error) {
        return error;
    }
    let origin = of.map_or(String::new(), |of| format!(" of position {}", shown(of)));
    let reason = error.value(py).to_string();
    let message = format!(
        "{what} {}{origin} cannot be hashed: {reason}",
        shown(object)
    );
    type_error(py, message, Some(error))
}

fn too_many(py: Python<'_>, what: &'static str, used: u64, limit: u64, states: u64) -> PyErr {
    let error = Error::OverBudget {
        what,
        resource: Resource::States,
        used,
        limit,
        states,
    };
    failed(py, &error)
}

/// What a hook of the user lists for a position.
fn listed<'py>(
    hook: &Bound<'py, PyAny>,
    name: &str,
    position: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyIterator>> {
    let py = position.py();
    let list = hook.call1((position,))?;
    list.try_iter().map_err(|error| {
        if !is_plain_type_error(py, &error) {
            return error;
        }
        let kind = list.get_type().name();
        let kind = kind.map_or_else(|_| "something".to_string(), |kind| kind.to_string());
        let message = format!(
            "{name}({}) returned {kind}, which is not a list of positions: \
             return an iterable, or yield them",
            shown(position)
        );
        type_error(py, message, Some(error))
    })
}

/// What the hook `terminal` says about a position.
enum End {
    /// Play goes on.
    No,
    /// There is no move.
    Stuck,
    /// Play is over, with a winner.
    Won(Winner),
}

impl Rules<'_, '_> {
    fn end(&self, position: &Bound<'_, PyAny>) -> PyResult<End> {
        let Some(terminal) = self.terminal else {
            return Ok(End::No);
        };
        let said = terminal.call1((position,))?;
        if said.is_none() {
            return Ok(End::No);
        }
        if let Ok(text) = said.cast::<PyString>() {
            match &*text.to_string_lossy() {
                "P" => return Ok(End::Won(Winner::Previous)),
                "N" => return Ok(End::Won(Winner::Next)),
                _ => {}
            }
        } else if let Ok(over) = said.extract::<bool>() {
            return Ok(if over { End::Stuck } else { End::No });
        }
        Err(PyTypeError::new_err(format!(
            "terminal({}) returned {}: expected True, False, None, 'P' or 'N'",
            shown(position),
            shown(&said)
        )))
    }
}

/// A search that is under way, on one thread; it takes itself off the list.
struct Walk<'s, 'py> {
    search: &'s Search,
    py: Python<'py>,
    number: u64,
}

impl Drop for Walk<'_, '_> {
    fn drop(&mut self) {
        let mut known = self.search.lock(self.py);
        known.walks.retain(|walk| walk.number != self.number);
    }
}

impl Search {
    fn lock<'s>(&'s self, py: Python<'_>) -> MutexGuard<'s, Known> {
        // Whoever panicked while holding it left whole rows behind.
        self.known
            .lock_py_attached(py)
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let numbers = self.numbers.bind(position.py());
        match numbers.get_item(position)? {
            Some(number) => Ok(Some(number.extract()?)),
            None => Ok(None),
        }
    }

    /// A number for a position that has none.
    fn add(&self, position: &Bound<'_, PyAny>, states: u64) -> PyResult<u32> {
        let py = position.py();
        // Errors are made after the lock is given back: that runs code of Python.
        let number = {
            let mut known = self.lock(py);
            let met = known.graph.len() as u64;
            if met >= states {
                drop(known);
                return Err(too_many(py, "exploring", met + 1, states, met));
            }
            let number = known.graph.add();
            if number.is_ok() {
                // Appending runs nobody's code: place and number stay the same.
                self.positions.bind(py).append(position)?;
            }
            number
        };
        let number = number.map_err(|error| failed(py, &error))?;
        self.numbers.bind(py).set_item(position, number)?;
        Ok(number)
    }

    fn position<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        self.positions.bind(py).get_item(number as usize)
    }

    /// The number of a position, of `of` if it came from there. New ones are added to `fresh`.
    fn meet(
        &self,
        rules: &Rules<'_, '_>,
        position: &Bound<'_, PyAny>,
        of: Option<&Bound<'_, PyAny>>,
        fresh: &mut Vec<u32>,
    ) -> PyResult<u32> {
        let named = |error| {
            let what = if of.is_some() { "option" } else { "position" };
            unhashable(what, position, of, error)
        };
        if let Some(number) = self.number(position).map_err(named)? {
            return Ok(number);
        }
        let Some(components) = rules.components else {
            let number = self.add(position, rules.states)?;
            fresh.push(number);
            return Ok(number);
        };
        let mut parts = Vec::new();
        for part in listed(components, "components", position)? {
            let part = part?;
            parts.push(part);
            if parts.len() as u64 > rules.states {
                let (used, limit) = (parts.len() as u64, rules.states);
                return Err(too_many(position.py(), "components", used, limit, 0));
            }
            if (parts.len() as u64).is_multiple_of(LOOK_EVERY) {
                look(position.py())?;
            }
        }
        let whole = match &parts[..] {
            [only] => only.is(position) || only.eq(position)?,
            _ => false,
        };
        if whole {
            let number = self.add(position, rules.states)?;
            fresh.push(number);
            return Ok(number);
        }
        // Parts are not taken apart again; they come first, so that a position which its own
        // parts name means its options there.
        let mut row = Vec::with_capacity(parts.len());
        for part in &parts {
            let named = |error| unhashable("component", part, Some(position), error);
            row.push(match self.number(part).map_err(named)? {
                Some(number) => number,
                None => {
                    let number = self.add(part, rules.states)?;
                    fresh.push(number);
                    number
                }
            });
        }
        let number = self.add(position, rules.states)?;
        let stated = self.lock(position.py()).graph.set_sum(number, &row);
        stated.map_err(|error| failed(position.py(), &error))?;
        Ok(number)
    }

    /// Lists the options of a position.
    fn expand(
        &self,
        rules: &Rules<'_, '_>,
        number: u32,
        fresh: &mut Vec<u32>,
        row: &mut Vec<u32>,
    ) -> PyResult<Option<Winner>> {
        let py = rules.options.py();
        let position = &self.position(py, number)?;
        match rules.end(position)? {
            End::No => {}
            End::Stuck => return Ok(None),
            End::Won(winner) => return Ok(Some(winner)),
        }
        let mut count = 0u64;
        for option in listed(rules.options, "options", position)? {
            row.push(self.meet(rules, &option?, Some(position), fresh)?);
            count += 1;
            if count.is_multiple_of(LOOK_EVERY) {
                look(py)?;
                if count > rules.states {
                    return Err(too_many(py, "options", count, rules.states, 0));
                }
                if count.is_power_of_two() {
                    // The same few again and again: they need no room.
                    let mut once = HashSet::new();
                    row.retain(|to| once.insert(*to));
                }
            }
        }
        Ok(None)
    }

    /// Lists the options of all positions that can be reached from one.
    fn explore(&self, py: Python<'_>, rules: &Rules<'_, '_>, root: u32) -> PyResult<()> {
        let walk = {
            let mut known = self.lock(py);
            known.begun += 1;
            let number = known.begun;
            known.walks.push(Place {
                number,
                thread: thread::current().id(),
                listing: None,
            });
            Walk {
                search: self,
                py,
                number,
            }
        };
        let mut row = Vec::new();
        let mut count = 0u64;
        loop {
            let mut known = self.lock(py);
            let mut stack = known.graph.open_from(root);
            if stack.is_empty() {
                return Ok(());
            }
            loop {
                let step = known.step(walk.number, &mut stack);
                // From here on code of the user may run.
                drop(known);
                let number = match step {
                    Step::List(number) => number,
                    Step::Done => break,
                    Step::Circular(number) => {
                        return Err(PyRecursionError::new_err(format!(
                            "the options of {} are asked for while they are being listed",
                            shown(&self.position(py, number)?)
                        )));
                    }
                };
                count += 1;
                if count.is_multiple_of(LOOK_EVERY) {
                    look(py)?;
                }
                row.clear();
                let winner = self.expand(rules, number, &mut stack, &mut row)?;
                known = self.lock(py);
                let stated = match winner {
                    Some(winner) => known.graph.set_over(number, winner),
                    None => known.graph.set_moves(number, &row),
                };
                if let Err(error) = stated {
                    drop(known);
                    return Err(failed(py, &error));
                }
            }
        }
    }

    /// Labels a position and all that can be reached from it.
    fn label(&self, py: Python<'_>, root: u32) -> PyResult<()> {
        let fresh = {
            let known = self.lock(py);
            known.graph.len() - known.labelled
        };
        // Positions were counted when they were met.
        let budget = Budget::default().with_states(u64::MAX).with_bytes(u64::MAX);
        let solved = if fresh < MANY {
            self.lock(py).graph.solve(root, &budget)
        } else {
            heavy(py, None, Lang::En, |watch| {
                let budget = match &watch.cancel {
                    Some(flag) => budget.with_cancel(flag.clone()),
                    None => budget,
                };
                let known = self.known.lock();
                let mut known = known.unwrap_or_else(|poisoned| poisoned.into_inner());
                known.graph.solve(root, &budget)
            })?
        };
        solved.map_err(|error| failed(py, &error))?;
        let mut known = self.lock(py);
        // What another question left open, after an exception, has no label yet.
        if known.graph.open() == 0 {
            known.labelled = known.graph.len();
        }
        Ok(())
    }
}

fn letter(outcome: Outcome) -> &'static str {
    outcome.letter()
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (misere=false))]
    fn new(py: Python<'_>, misere: bool) -> Self {
        let convention = match misere {
            true => Convention::Misere,
            false => Convention::Normal,
        };
        Search {
            numbers: PyDict::new(py).unbind(),
            positions: PyList::empty(py).unbind(),
            known: Mutex::new(Known {
                graph: Growing::new(convention),
                walks: Vec::new(),
                begun: 0,
                labelled: 0,
            }),
        }
    }

    /// The number of a position that is solved.
    fn find(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let number = self.number(position);
        let number = number.map_err(|error| unhashable("position", position, None, error))?;
        let known = self.lock(position.py());
        Ok(number.filter(|number| known.graph.is_solved(*number)))
    }

    /// Solve a position and all that can be reached from it; return its number.
    #[pyo3(signature = (position, options, components, terminal, states))]
    fn solve<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        options: &Bound<'py, PyAny>,
        components: Option<&Bound<'py, PyAny>>,
        terminal: Option<&Bound<'py, PyAny>>,
        states: u64,
    ) -> PyResult<u32> {
        let py = position.py();
        let rules = Rules {
            options,
            components,
            terminal,
            states,
        };
        if let Some(number) = self.find(position)? {
            return Ok(number);
        }
        let root = self.meet(&rules, position, None, &mut Vec::new())?;
        self.explore(py, &rules, root)?;
        self.label(py, root)?;
        Ok(root)
    }

    /// Who wins: `N`, `P` or `D`; None where a sum comes back to itself.
    fn outcome(&self, py: Python<'_>, number: u32) -> Option<&'static str> {
        self.lock(py).graph.outcome(number).map(letter)
    }

    /// The value: a number, a set of numbers for ∞, or None.
    fn value<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = self.lock(py).graph.value(number);
        Ok(match value {
            None => None,
            Some(Value::Finite(value)) => Some(value.into_pyobject(py)?.into_any()),
            Some(Value::Infinite(set)) => Some(PyFrozenSet::new(py, set)?.into_any()),
        })
    }

    /// The number of moves until play is over, where there is one.
    fn remoteness(&self, py: Python<'_>, number: u32) -> Option<u32> {
        self.lock(py).graph.remoteness(number)
    }

    /// When the position was labelled.
    fn counter(&self, py: Python<'_>, number: u32) -> Option<u32> {
        self.lock(py).graph.counter(number)
    }

    /// Who has won, where play was declared to be over: `P` or `N`.
    fn declared(&self, py: Python<'_>, number: u32) -> Option<&'static str> {
        let winner = self.lock(py).graph.declared(number);
        winner.map(|winner| letter(winner.outcome()))
    }

    /// Whether it is a sum of other positions.
    fn is_sum(&self, py: Python<'_>, number: u32) -> bool {
        self.lock(py).graph.is_sum(number)
    }

    /// Whether play from it may come back.
    fn is_loopy(&self, py: Python<'_>, number: u32) -> bool {
        self.lock(py).graph.is_loopy(number)
    }

    /// The numbers of the options, or of the parts of a sum.
    fn row(&self, py: Python<'_>, number: u32) -> Vec<u32> {
        self.lock(py).graph.row(number).to_vec()
    }

    /// The number of the best option: the fastest win, the slowest loss, or a draw.
    fn best(&self, py: Python<'_>, number: u32) -> Option<u32> {
        self.lock(py).graph.best(number)
    }

    /// The position with a number.
    fn at<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        self.position(py, number)
    }

    /// How many positions and moves there are, and how many bytes Rust holds for them.
    fn size(&self, py: Python<'_>) -> (usize, usize, u64) {
        let known = self.lock(py);
        (known.graph.len(), known.graph.edges(), known.graph.bytes())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.numbers)?;
        visit.call(&self.positions)
    }
}

/// What a hook lists for a position, each once, as a list; `states` bounds how many.
#[pyfunction]
#[pyo3(signature = (position, options, terminal, states))]
pub fn listed_once<'py>(
    position: &Bound<'py, PyAny>,
    options: &Bound<'py, PyAny>,
    terminal: Option<&Bound<'py, PyAny>>,
    states: u64,
) -> PyResult<Bound<'py, PyList>> {
    let py = position.py();
    let rules = Rules {
        options,
        components: None,
        terminal,
        states,
    };
    let once = PyDict::new(py);
    if matches!(rules.end(position)?, End::No) {
        let mut count = 0u64;
        for option in listed(options, "options", position)? {
            let option = &option?;
            once.set_item(option, py.None())
                .map_err(|error| unhashable("option", option, Some(position), error))?;
            count += 1;
            if count.is_multiple_of(LOOK_EVERY) {
                look(py)?;
                if count > states {
                    return Err(too_many(py, "options", count, states, 0));
                }
            }
        }
    }
    Ok(once.keys())
}

/// A position of a picture: label, note, outcome, remoteness, and whether more follows.
type Spot = (String, String, String, Option<u32>, bool);

/// A solved graph as SVG, or in the DOT language. The first position stands out.
#[pyfunction]
#[pyo3(signature = (nodes, arrows, title, dot=false))]
pub fn draw_positions(
    py: Python<'_>,
    nodes: Vec<Spot>,
    arrows: Vec<(u32, u32)>,
    title: &str,
    dot: bool,
) -> PyResult<String> {
    let outcomes: Vec<Outcome> = nodes
        .iter()
        .map(|spot| match &*spot.2 {
            "P" => Ok(Outcome::P),
            "N" => Ok(Outcome::N),
            "D" => Ok(Outcome::Draw),
            other => Err(PyValueError::new_err(format!("outcome {other:?}"))),
        })
        .collect::<PyResult<_>>()?;
    let role = |from: usize, to: usize| {
        let quick = match (nodes[from].3, nodes[to].3) {
            (Some(from), Some(to)) => Some(to.checked_add(1) == Some(from)),
            _ => None,
        };
        match (outcomes[from], outcomes[to], quick) {
            (Outcome::N, Outcome::P, Some(false)) => Role::Slow,
            (Outcome::P, Outcome::N, Some(true)) => Role::Delaying,
            (from, to, _) => Role::between(from, to),
        }
    };
    let mut roles = Vec::with_capacity(arrows.len());
    for &(from, to) in &arrows {
        if from.max(to) as usize >= nodes.len() {
            let message = format!("arrow {from} → {to} among {} positions", nodes.len());
            return Err(PyValueError::new_err(message));
        }
        let role = role(from as usize, to as usize);
        roles.push(Arrow { from, to, role });
    }
    let spots = nodes.iter().zip(&outcomes).map(|(spot, outcome)| {
        let mut node = Node::new(&spot.0, &spot.1, *outcome);
        node.more = spot.4;
        node
    });
    let sketch = Sketch {
        start: (!nodes.is_empty()).then_some(0),
        nodes: spots.collect(),
        arrows: roles,
        caption: String::new(),
    };
    let drawn = heavy(py, None, Lang::En, |_| match dot {
        true => dot::dot(&sketch, title),
        false => graph::draw(&sketch, title).map(|drawing| svg::write(&drawing, Theme::Auto)),
    })?;
    drawn.map_err(|error| failed(py, &error))
}

/// The class and the functions of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Search>()?;
    module.add_function(wrap_pyfunction!(listed_once, module)?)?;
    module.add_function(wrap_pyfunction!(draw_positions, module)?)
}
