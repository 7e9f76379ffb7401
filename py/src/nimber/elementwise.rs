//! Functions of whole arrays, element by element, without the interpreter's lock.
//!
//! The work is done on the calling thread, in slices of time: after each, signals are looked for,
//! so that Ctrl-C ends it soon.

use std::time::{Duration, Instant};

use grundy_nimber::log::logarithm;
use grundy_nimber::slice::Kernel;
use grundy_nimber::{LinearMap, Nim64, NimError, Nimber, Roots};
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyUntypedArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::errors::raised_by_width;
use super::strided::{BUFFERED, Block, Buffers, Plain, Walk, words, words_mut};
use super::{by_width, strided};

/// How long the interpreter's signals may wait.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// Elements of a block where all operands lie in a row: many, but only so many that the clock is
/// looked at soon enough.
const STRAIGHT: usize = 1 << 15;

/// What is done to each element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Add,
    Mul,
    Div,
    Pow,
    Log,
    Square,
    Sqrt,
    Inv,
    ArtinSchreier,
    Frobenius,
    Trace,
    Norm,
    Root,
    Order,
    Degree,
    QuadraticLow,
    QuadraticHigh,
}

impl Op {
    /// By its name.
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "add" => Self::Add,
            "mul" => Self::Mul,
            "div" => Self::Div,
            "pow" => Self::Pow,
            "log" => Self::Log,
            "square" => Self::Square,
            "sqrt" => Self::Sqrt,
            "inv" => Self::Inv,
            "artin_schreier" => Self::ArtinSchreier,
            "frobenius" => Self::Frobenius,
            "trace" => Self::Trace,
            "norm" => Self::Norm,
            "root" => Self::Root,
            "order" => Self::Order,
            "degree" => Self::Degree,
            "quadratic_low" => Self::QuadraticLow,
            "quadratic_high" => Self::QuadraticHigh,
            _ => return None,
        })
    }

    /// How many arrays it takes.
    fn inputs(self) -> usize {
        match self {
            Self::Add | Self::Mul | Self::Div | Self::Pow | Self::Log => 2,
            Self::QuadraticLow | Self::QuadraticHigh => 3,
            _ => 1,
        }
    }

    /// How many elements are done between two looks at the clock.
    fn most<T: Nimber>(self) -> usize {
        match self {
            Self::Log if T::BITS == 128 => 1,
            Self::Log | Self::Root | Self::Order => 64,
            Self::Norm | Self::QuadraticLow | Self::QuadraticHigh => BUFFERED,
            _ => STRAIGHT,
        }
    }
}

/// An operation with what it needs for all elements.
struct Prepared<T: Nimber> {
    op: Op,
    kernel: Kernel,
    parameter: u64,
    map: Option<LinearMap<T>>,
}

impl<T: Nimber> Prepared<T> {
    fn new(op: Op, parameter: u64) -> Result<Self, NimError> {
        let small = u32::try_from(parameter).unwrap_or(u32::MAX);
        let map = match op {
            Op::ArtinSchreier => Some(LinearMap::from_fn(|x: T| {
                // The last column stands for elements without a solution, which are refused.
                x.artin_schreier().unwrap_or(T::ZERO)
            })),
            Op::Frobenius => {
                let k = (parameter % u64::from(T::BITS)) as u32;
                Some(LinearMap::frobenius(k))
            }
            Op::Trace => {
                T::ZERO.trace(small)?;
                Some(LinearMap::from_fn(|x: T| x.trace(small).unwrap_or(T::ZERO)))
            }
            Op::Norm => {
                T::ZERO.norm(small)?;
                None
            }
            _ => None,
        };
        Ok(Self {
            op,
            kernel: Kernel::best(),
            parameter,
            map,
        })
    }

    fn block(&self, inputs: &[Block<'_, T>], out: &mut [T]) -> Result<(), NimError> {
        let kernel = self.kernel;
        match (self.op, inputs) {
            (Op::Mul, &[Block::Row(a), Block::Row(b)]) => kernel.mul(a, b, out),
            (Op::Mul, &[Block::Row(x), Block::Same(c)] | &[Block::Same(c), Block::Row(x)]) => {
                out.copy_from_slice(x);
                kernel.scale(c, out);
                Ok(())
            }
            (Op::Mul, &[Block::Same(a), Block::Same(b)]) => {
                out.fill(a * b);
                Ok(())
            }
            (Op::Div, &[a, b]) => {
                fill(b, out);
                let zero = out.iter().position(|&b| b == T::ZERO);
                if let Some(i) = zero {
                    return Err(NimError::DivisionByZero {
                        numerator: at(a, i).to_u128(),
                    });
                }
                kernel.inverse_or_zero(out);
                match a {
                    Block::Row(a) => kernel.mul_assign(out, a),
                    Block::Same(a) => {
                        kernel.scale(a, out);
                        Ok(())
                    }
                }
            }
            (Op::Pow, &[a, n]) => self.powers(a, n, out),
            (Op::Add, &[a, b]) => {
                match (a, b) {
                    (Block::Row(a), Block::Row(b)) => {
                        let pairs = a.iter().zip(b);
                        out.iter_mut()
                            .zip(pairs)
                            .for_each(|(o, (&a, &b))| *o = a + b);
                    }
                    _ => out
                        .iter_mut()
                        .enumerate()
                        .for_each(|(i, o)| *o = at(a, i) + at(b, i)),
                }
                Ok(())
            }
            (Op::Square, &[a]) => {
                fill(a, out);
                kernel.square(out);
                Ok(())
            }
            (Op::Sqrt, &[a]) => {
                fill(a, out);
                kernel.sqrt(out);
                Ok(())
            }
            (Op::Inv, &[a]) => {
                fill(a, out);
                kernel.inverse(out)
            }
            (Op::ArtinSchreier, &[a]) => {
                fill(a, out);
                let top = |x: &&T| x.to_u128() >> (T::BITS - 1) == 1;
                if let Some(x) = out.iter().find(top) {
                    return Err(NimError::NoQuadraticRoot {
                        a: 1,
                        b: 1,
                        c: x.to_u128(),
                        bits: T::BITS,
                    });
                }
                self.linear(out);
                Ok(())
            }
            (Op::Frobenius | Op::Trace, &[a]) => {
                fill(a, out);
                self.linear(out);
                Ok(())
            }
            (_, &[a]) => self.one_by_one(a, out),
            (Op::Log, &[a, base]) => {
                for (i, o) in out.iter_mut().enumerate() {
                    *o = T::from_u128(logarithm(at(a, i), at(base, i))?);
                }
                Ok(())
            }
            (_, &[a, b, c]) => {
                for (i, o) in out.iter_mut().enumerate() {
                    *o = match T::solve_quadratic(at(a, i), at(b, i), at(c, i))? {
                        Roots::One(x) => x,
                        Roots::Two(low, _) if self.op == Op::QuadraticLow => low,
                        Roots::Two(_, high) => high,
                    };
                }
                Ok(())
            }
            // As many inputs as the operation takes: the caller saw to it.
            _ => Ok(()),
        }
    }

    fn linear(&self, x: &mut [T]) {
        if let Some(map) = &self.map {
            self.kernel.linear(map, x);
        }
    }

    /// Functions that have no form for slices.
    fn one_by_one(&self, a: Block<'_, T>, out: &mut [T]) -> Result<(), NimError> {
        let bits = u32::try_from(self.parameter).unwrap_or(u32::MAX);
        fill(a, out);
        for x in out {
            *x = match self.op {
                Op::Norm => x.norm(bits)?,
                Op::Root => x.root(self.parameter.into())?,
                Op::Order => T::from_u128(x.order()?),
                _ => T::from_u128(x.degree().into()),
            };
        }
        Ok(())
    }

    /// Powers with exponents of their own: all are squared together, and multiplied by the
    /// base where the exponent has the bit and by 1 where it has not.
    fn powers(&self, a: Block<'_, T>, n: Block<'_, T>, out: &mut [T]) -> Result<(), NimError> {
        let bits = |n: &T| 128 - n.to_u128().leading_zeros();
        let longest = match n {
            Block::Row(n) => n.iter().map(bits).max().unwrap_or(0),
            Block::Same(n) => bits(&n),
        };
        let mut factors = [T::ONE; BUFFERED];
        for (k, out) in out.chunks_mut(BUFFERED).enumerate() {
            let (from, factors) = (k * BUFFERED, &mut factors[..out.len()]);
            out.fill(T::ONE);
            for bit in (0..longest).rev() {
                self.kernel.square(out);
                for (i, factor) in factors.iter_mut().enumerate() {
                    let set = at(n, from + i).to_u128() >> bit & 1 == 1;
                    *factor = if set { at(a, from + i) } else { T::ONE };
                }
                self.kernel.mul_assign(out, factors)?;
            }
        }
        Ok(())
    }
}

fn fill<T: Copy>(block: Block<'_, T>, out: &mut [T]) {
    match block {
        Block::Row(row) => out.copy_from_slice(row),
        Block::Same(x) => out.fill(x),
    }
}

fn at<T: Copy>(block: Block<'_, T>, i: usize) -> T {
    match block {
        Block::Row(row) => row[i],
        Block::Same(x) => x,
    }
}

fn run<T: Nimber + Plain>(py: Python<'_>, op: Op, mut walk: Walk, parameter: u64) -> PyResult<()> {
    let prepared = Prepared::<T>::new(op, parameter).map_err(|error| raised_by_width(py, error))?;
    let mut buffers = Buffers::default();
    let (mut done, most) = (0, op.most::<T>());
    while done < walk.total() {
        done = py
            .detach(|| {
                let until = Instant::now() + BETWEEN_LOOKS;
                let mut done = done;
                while done < walk.total() {
                    done = walk.step(done, most, &mut buffers, |inputs, out| {
                        prepared.block(inputs, out)
                    })?;
                    if Instant::now() >= until {
                        break;
                    }
                }
                Ok(done)
            })
            .map_err(|error| raised_by_width(py, error))?;
        py.check_signals()?;
    }
    Ok(())
}

/// Writes the values of a function into `out`, to whose shape the inputs are broadcast; all have
/// elements of `bits` bits.
#[pyfunction]
#[pyo3(signature = (op, bits, inputs, out, parameter=0))]
fn nim_each(
    py: Python<'_>,
    op: &str,
    bits: u32,
    inputs: Vec<Bound<'_, PyUntypedArray>>,
    out: Bound<'_, PyUntypedArray>,
    parameter: u64,
) -> PyResult<()> {
    let op = Op::named(op)
        .filter(|op| op.inputs() == inputs.len())
        .ok_or_else(|| {
            PyValueError::new_err(format!("op: no function {op:?} of {} arrays", inputs.len()))
        })?;
    let walk = Walk::new(&inputs, &out, bits as usize / 8)?;
    by_width!(bits, T => run::<T>(py, op, walk, parameter))
}

/// Seconds that the product of two slices of 64 bits takes in Rust, the least of some repeats: in
/// the memory of these arrays, so that nothing but the way there differs, and into memory that Rust
/// makes anew each time.
#[pyfunction]
fn nim_slice_seconds(
    py: Python<'_>,
    a: PyReadonlyArray1<'_, u64>,
    b: PyReadonlyArray1<'_, u64>,
    mut out: PyReadwriteArray1<'_, u64>,
    repeats: usize,
) -> PyResult<(f64, f64)> {
    let (a, b) = (words(a.as_slice()?), words(b.as_slice()?));
    let out = words_mut(out.as_slice_mut()?);
    let timed = py.detach(|| -> Result<(f64, f64), NimError> {
        let (mut kept, mut made) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..repeats {
            let start = Instant::now();
            grundy_nimber::slice::mul(a, b, out)?;
            kept = kept.min(start.elapsed().as_secs_f64());
            let start = Instant::now();
            let mut new = vec![Nim64(0); a.len()];
            grundy_nimber::slice::mul(a, b, &mut new)?;
            made = made.min(start.elapsed().as_secs_f64());
            std::hint::black_box((&out, &new));
        }
        Ok((kept, made))
    });
    timed.map_err(|error| raised_by_width(py, error))
}

/// The sum of all a ⊗ b, for two arrays of one length.
#[pyfunction]
fn nim_dot<'py>(
    py: Python<'py>,
    bits: u32,
    a: Bound<'py, PyUntypedArray>,
    b: Bound<'py, PyUntypedArray>,
) -> PyResult<u128> {
    by_width!(bits, T => {
        let (a, b) = (strided::elements::<T>(&a)?, strided::elements::<T>(&b)?);
        let dot = py.detach(|| Kernel::best().dot(&a, &b));
        dot.map(Nimber::to_u128).map_err(|error| raised_by_width(py, error))
    })
}

/// The functions of this file.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(nim_each, module)?)?;
    module.add_function(wrap_pyfunction!(nim_dot, module)?)?;
    module.add_function(wrap_pyfunction!(nim_slice_seconds, module)?)
}
