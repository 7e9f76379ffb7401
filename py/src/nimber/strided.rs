//! Arrays of numpy, broadcast to one shape and walked through together: the only place that looks
//! at their memory.
//!
//! An array is a pointer, a shape and a number of bytes (a stride) to the next element along each
//! axis; a stride may be 0 (broadcasting) or below 0. A [`Walk`] brings the axes into the order of
//! the output's memory and joins those that lie end to end, so that whatever is contiguous becomes
//! one axis. It is then asked for blocks: where a block of an operand lies in a row it is seen as
//! it is, otherwise it is copied into a buffer; a block of the output that does not lie in a row is
//! filled in a buffer and copied out.
//!
//! Limits: as with any function of numpy that lets go of the interpreter's lock, other threads
//! must not write to the operands meanwhile; then elements of the result are undefined.

use std::mem::size_of;
use std::slice;

use grundy_nimber::Nim64;
use numpy::npyffi::PyArrayObject;
use numpy::npyffi::flags::NPY_ARRAY_WRITEABLE;
use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The most elements that a buffer holds.
pub const BUFFERED: usize = 2048;

/// A row of at least this many elements is worth a block of its own.
const LONG_ROW: usize = 256;

/// Integers whose every pattern of bits is one: what arrays of numpy may hold here.
///
/// # Safety
///
/// Any bytes are a value of the type.
pub unsafe trait Plain: Copy + Default + Send + Sync + 'static {}

// SAFETY: transparent wrappers of unsigned integers.
unsafe impl Plain for grundy_nimber::Nim8 {}
// SAFETY: as above.
unsafe impl Plain for grundy_nimber::Nim16 {}
// SAFETY: as above.
unsafe impl Plain for grundy_nimber::Nim32 {}
// SAFETY: as above.
unsafe impl Plain for grundy_nimber::Nim64 {}
// SAFETY: as above.
unsafe impl Plain for grundy_nimber::Nim128 {}

/// One array: where its first element is and how far the next ones are.
struct Operand {
    start: *mut u8,
    strides: Vec<isize>,
    /// May its memory meet that of the output?
    meets_out: bool,
}

/// Arrays of one shape; the last one is written.
pub struct Walk {
    shape: Vec<usize>,
    inputs: Vec<Operand>,
    out: Operand,
    total: usize,
}

// SAFETY: the pointers are followed only by the methods, which need `&self` for reading and
// `&mut self` for writing, while the caller keeps the arrays alive.
unsafe impl Send for Walk {}

/// A block of an operand.
#[derive(Clone, Copy)]
pub enum Block<'a, T> {
    /// Its elements.
    Row(&'a [T]),
    /// All elements are this one.
    Same(T),
}

/// Room for the blocks that do not lie in a row.
#[derive(Default)]
pub struct Buffers<T> {
    inputs: [Vec<T>; 3],
    out: Vec<T>,
}

/// Does the array hold elements of that many bits, in the machine's order of bytes?
fn check_elements(array: &Bound<'_, PyUntypedArray>, bytes: usize) -> PyResult<()> {
    let dtype = array.dtype();
    let fits = match dtype.kind() {
        b'u' => dtype.is_native_byteorder() != Some(false),
        b'V' => dtype.itemsize() == 16,
        _ => false,
    };
    if fits && dtype.itemsize() == bytes {
        return Ok(());
    }
    Err(PyTypeError::new_err(format!(
        "an array of unsigned integers of {} bits is expected, not of {dtype}",
        8 * bytes
    )))
}

/// The first element's address and the flags.
fn memory(array: &Bound<'_, PyUntypedArray>) -> (*mut u8, i32) {
    let object: *mut PyArrayObject = array.as_array_ptr();
    // SAFETY: the object is an array, which is alive as long as it is borrowed here.
    unsafe { ((*object).fields.data.cast(), (*object).fields.flags) }
}

/// The strides of an array seen in a larger shape: 0 along every axis that it does not have, or
/// where it has but one element.
fn broadcast(array: &Bound<'_, PyUntypedArray>, shape: &[usize]) -> PyResult<Vec<isize>> {
    let missing = shape.len().checked_sub(array.ndim());
    let strides = missing.and_then(|missing| {
        let own = array
            .shape()
            .iter()
            .zip(array.strides())
            .zip(&shape[missing..]);
        let own = own.map(|((&side, &stride), &wanted)| match side {
            _ if side == wanted => Some(stride),
            1 => Some(0),
            _ => None,
        });
        std::iter::repeat_n(Some(0), missing).chain(own).collect()
    });
    strides.ok_or_else(|| {
        PyValueError::new_err(format!(
            "an array of shape {:?} cannot be broadcast to {shape:?}",
            array.shape()
        ))
    })
}

impl Walk {
    /// Arrays that can be broadcast to the shape of `out`, which must be writable. Elements have
    /// `bytes` bytes.
    pub fn new(
        inputs: &[Bound<'_, PyUntypedArray>],
        out: &Bound<'_, PyUntypedArray>,
        bytes: usize,
    ) -> PyResult<Self> {
        let operand = |array: &Bound<'_, PyUntypedArray>| -> PyResult<Operand> {
            check_elements(array, bytes)?;
            Ok(Operand {
                start: memory(array).0,
                strides: broadcast(array, out.shape())?,
                meets_out: false,
            })
        };
        let mut walk = Self {
            shape: out.shape().to_vec(),
            inputs: inputs.iter().map(operand).collect::<PyResult<_>>()?,
            out: operand(out)?,
            total: out.len(),
        };
        if memory(out).1 & NPY_ARRAY_WRITEABLE == 0 {
            return Err(PyValueError::new_err("out: the array is read-only"));
        }
        if walk.total > 0 {
            let (from, to) = walk.extent(&walk.out, bytes);
            for i in 0..walk.inputs.len() {
                let (first, end) = walk.extent(&walk.inputs[i], bytes);
                walk.inputs[i].meets_out = first < to && from < end;
            }
        }
        walk.simplify();
        Ok(walk)
    }

    /// The addresses between which all elements lie.
    fn extent(&self, operand: &Operand, bytes: usize) -> (isize, isize) {
        let (mut low, mut high) = (operand.start as isize, operand.start as isize);
        for (&side, &stride) in self.shape.iter().zip(&operand.strides) {
            let reach = (side as isize - 1) * stride;
            low += reach.min(0);
            high += reach.max(0);
        }
        (low, high + bytes as isize)
    }

    /// Sorts the axes by the output's strides and joins those that lie end to end.
    fn simplify(&mut self) {
        let mut axes: Vec<usize> = (0..self.shape.len())
            .filter(|&k| self.shape[k] != 1)
            .collect();
        axes.sort_by_key(|&k| std::cmp::Reverse(self.out.strides[k].unsigned_abs()));
        let operands = |walk: &Self, k: usize| -> Vec<isize> {
            let all = walk.inputs.iter().chain([&walk.out]);
            all.map(|operand| operand.strides[k]).collect()
        };
        // Sides and strides of all operands, outermost first.
        let mut joined: Vec<(usize, Vec<isize>)> = Vec::new();
        for k in axes {
            let (side, strides) = (self.shape[k], operands(self, k));
            match joined.last_mut() {
                Some((outer, above))
                    if above
                        .iter()
                        .zip(&strides)
                        .all(|(&a, &s)| a == s * side as isize) =>
                {
                    *outer *= side;
                    *above = strides;
                }
                _ => joined.push((side, strides)),
            }
        }
        if joined.is_empty() {
            joined.push((self.total, vec![0; self.inputs.len() + 1]));
        }
        self.shape = joined.iter().map(|(side, _)| *side).collect();
        for (i, operand) in self.inputs.iter_mut().chain([&mut self.out]).enumerate() {
            operand.strides = joined.iter().map(|(_, strides)| strides[i]).collect();
        }
    }

    /// How many elements there are.
    pub fn total(&self) -> usize {
        self.total
    }

    /// How long a row is: the innermost axis.
    fn row(&self) -> usize {
        self.shape.last().copied().unwrap_or(1)
    }

    fn pieces(
        &self,
        operand: &Operand,
        from: usize,
        count: usize,
        each: impl FnMut(*mut u8, isize, usize),
    ) {
        pieces(&self.shape, operand, from, count, each);
    }

    /// Computes from element `from` on the next block of at most `most` elements; gives where
    /// the next one begins.
    pub fn step<T: Plain, E>(
        &mut self,
        from: usize,
        most: usize,
        buffers: &mut Buffers<T>,
        compute: impl FnOnce(&[Block<'_, T>], &mut [T]) -> Result<(), E>,
    ) -> Result<usize, E> {
        let left = self.row() - from % self.row();
        let in_one_row = left >= LONG_ROW || left >= self.total - from;
        let mut count = most.min(self.total - from);
        if in_one_row {
            count = count.min(left);
        }
        let (size, alone) = (size_of::<T>() as isize, count == 1);
        let direct = |operand: &Operand| {
            let stride = operand.strides[self.shape.len() - 1];
            // One element has no stride to speak of.
            in_one_row
                && (stride == size || alone)
                && !operand.meets_out
                && operand.start.cast::<T>().is_aligned()
                && operand
                    .strides
                    .iter()
                    .all(|s| s % align_of::<T>() as isize == 0)
        };
        let same = |operand: &Operand| in_one_row && operand.strides[self.shape.len() - 1] == 0;
        let straight = |operand: &Operand| direct(operand) || same(operand);
        if !direct(&self.out) || self.inputs.iter().any(|operand| !straight(operand)) {
            count = count.min(BUFFERED);
        }
        for (operand, buffer) in self.inputs.iter().zip(&mut buffers.inputs) {
            if !straight(operand) {
                buffer.clear();
                self.pieces(operand, from, count, |start, stride, length| {
                    // SAFETY: the piece lies inside the array, whose elements may be unaligned.
                    unsafe { gather(start, stride, length, buffer) };
                });
            }
        }
        let blocks: Vec<Block<'_, T>> = self
            .inputs
            .iter()
            .zip(&buffers.inputs)
            .map(|(operand, buffer)| {
                let mut start = operand.start;
                if straight(operand) {
                    self.pieces(operand, from, 1, |at, _, _| start = at);
                }
                if same(operand) {
                    // SAFETY: an element of the array, perhaps unaligned.
                    Block::Same(unsafe { start.cast::<T>().read_unaligned() })
                } else if direct(operand) {
                    // SAFETY: `count` aligned elements in a row, which the output does not meet.
                    Block::Row(unsafe { slice::from_raw_parts(start.cast(), count) })
                } else {
                    Block::Row(buffer)
                }
            })
            .collect();
        if direct(&self.out) {
            let mut start = self.out.start;
            self.pieces(&self.out, from, 1, |at, _, _| start = at);
            // SAFETY: `count` aligned elements in a row of a writable array; no block above is a
            // view of memory that it meets.
            compute(&blocks, unsafe {
                slice::from_raw_parts_mut(start.cast(), count)
            })?;
        } else {
            buffers.out.clear();
            buffers.out.resize(count, T::default());
            compute(&blocks, &mut buffers.out)?;
            let mut rest = buffers.out.as_slice();
            self.pieces(&self.out, from, count, |start, stride, length| {
                let (piece, after) = rest.split_at(length);
                rest = after;
                // SAFETY: the piece lies inside the writable array.
                unsafe { scatter(piece, start, stride) };
            });
        }
        Ok(from + count)
    }
}

/// Hands the pieces of rows that make up elements `from..from + count` to `each`: where a piece
/// begins, the stride in it, its length. There is at least one axis, and none of no elements.
fn pieces(
    shape: &[usize],
    operand: &Operand,
    from: usize,
    count: usize,
    mut each: impl FnMut(*mut u8, isize, usize),
) {
    let outer = shape.len() - 1;
    let (inner, stride) = (shape[outer], operand.strides[outer]);
    let (mut at, end) = (from, from + count);
    while at < end {
        let (mut row, column) = (at / inner, at % inner);
        let length = (inner - column).min(end - at);
        let mut offset = column as isize * stride;
        for k in (0..outer).rev() {
            offset += (row % shape[k]) as isize * operand.strides[k];
            row /= shape[k];
        }
        // The offset stays inside the array: every index is below its side.
        each(operand.start.wrapping_offset(offset), stride, length);
        at += length;
    }
}

/// Appends `length` elements that are `stride` bytes apart.
///
/// # Safety
///
/// They must all lie inside one array.
unsafe fn gather<T: Plain>(start: *const u8, stride: isize, length: usize, to: &mut Vec<T>) {
    to.extend((0..length as isize).map(|i| {
        // SAFETY: the caller says that the element is inside.
        unsafe { start.offset(i * stride).cast::<T>().read_unaligned() }
    }));
}

/// Writes elements `stride` bytes apart.
///
/// # Safety
///
/// They must all lie inside one writable array.
unsafe fn scatter<T: Plain>(from: &[T], start: *mut u8, stride: isize) {
    for (i, &value) in from.iter().enumerate() {
        // SAFETY: the caller says that the element is inside.
        unsafe {
            start
                .offset(i as isize * stride)
                .cast::<T>()
                .write_unaligned(value);
        }
    }
}

/// All elements of an array, row by row.
pub fn elements<T: Plain>(array: &Bound<'_, PyUntypedArray>) -> PyResult<Vec<T>> {
    check_elements(array, size_of::<T>())?;
    let mut operand = Operand {
        start: memory(array).0,
        strides: array.strides().to_vec(),
        meets_out: false,
    };
    let (mut shape, total) = (array.shape().to_vec(), array.len());
    let mut all = Vec::new();
    all.try_reserve_exact(total)
        .map_err(|error| pyo3::exceptions::PyMemoryError::new_err(error.to_string()))?;
    if total == 0 {
        return Ok(all);
    }
    if array.is_c_contiguous() && operand.start.cast::<T>().is_aligned() {
        // SAFETY: `total` aligned elements in a row, read while the interpreter's lock is held.
        all.extend_from_slice(unsafe { slice::from_raw_parts(operand.start.cast::<T>(), total) });
        return Ok(all);
    }
    // An array without axes is a row of one element.
    if shape.is_empty() {
        shape.push(1);
        operand.strides.push(0);
    }
    pieces(&shape, &operand, 0, total, |start, stride, length| {
        // SAFETY: the pieces are the array's elements.
        unsafe { gather(start, stride, length, &mut all) };
    });
    Ok(all)
}

/// Integers as the nimbers that they are.
pub fn words(x: &[u64]) -> &[Nim64] {
    // SAFETY: a nimber is a transparent wrapper of its integer.
    unsafe { slice::from_raw_parts(x.as_ptr().cast(), x.len()) }
}

/// Integers as the nimbers that they are, to be written.
pub fn words_mut(x: &mut [u64]) -> &mut [Nim64] {
    // SAFETY: as above.
    unsafe { slice::from_raw_parts_mut(x.as_mut_ptr().cast(), x.len()) }
}
