//! Machine code made while the program runs: loops over one table of numbers.
//!
//! A [`Function`] is written with an [`Emitter`], operation by operation, and compiled for the
//! machine it runs on by Cranelift. It works on three slices that the caller lends it for a call:
//! *words*, a few numbers of 64 bits that go in and come out; the *table*, numbers of 32 bits that are
//! looked up and stored; and *marks*, numbers of 32 bits by which it remembers what it has seen.
//!
//! ```
//! use grundy_native::Function;
//! // words[0] becomes the sum of the table's first words[1] numbers.
//! let sum = Function::new(2, |e| {
//!     let (done, out) = (e.block(), e.cold_block());
//!     let zero = e.number(0);
//!     let total = e.variable(zero);
//!     let count = e.word(1);
//!     e.line(&[(zero, 1)], count, out, &mut |e, line| {
//!         let value = line.look_up(e, 0);
//!         let before = e.get(total);
//!         let after = e.add(before, value);
//!         e.set(total, after);
//!     });
//!     let result = e.get(total);
//!     e.set_word(0, result);
//!     e.jump(done);
//!     e.start(out);
//!     let one = e.number(1);
//!     e.leave(one);
//!     e.start(done);
//!     e.leave(zero);
//!     Some(())
//! });
//! let mut sum = sum.expect("this machine is known");
//! let mut words = [0, 3];
//! assert_eq!(sum.run(&mut words, &mut [4, 5, 6, 7], &mut []), 0);
//! assert_eq!(words[0], 15);
//! words[1] = 5;
//! assert_eq!(sum.run(&mut words, &mut [4, 5, 6, 7], &mut []), 1);
//! ```
//!
//! # Why this is safe
//!
//! No operation of an [`Emitter`] touches memory outside those slices, divides by
//! zero or calls what is no function: every access carries its own check, and goes to a block that the
//! writer names where it fails. A [`Line`] checks both its ends and then no place between. Memory is
//! written before it is executed, never at the same time; a function frees its own.
//!
//! This presumes what a writer must see to: values, variables and blocks belong to the function for which they
//! were made; a value is used only where what made it came before; numbers are no results of comparisons; and
//! nothing goes to a block of the body of a [`Line`] but that body. Builds with debug assertions look
//! for the first three, and fail; nobody looks for the last.
//!
//! # Limits
//!
//! Functions may run for ever: whoever writes one sees to its loops. On machines that Cranelift does not
//! know, or where the system forbids it, there is no function, and [`Function::new`] answers `None`.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, MemFlags, StackSlotData, StackSlotKind};
use cranelift_codegen::ir::{Type, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module};

/// The most numbers that a table may have.
pub const MOST: usize = (1 << 32) - 1;

/// What compiled code looks like from outside.
type Entry = unsafe extern "C" fn(*mut i64, *mut u32, u64, *mut u32, u64) -> i64;

/// A compiled function.
pub struct Function {
    /// `None` only while it is dropped.
    module: Option<JITModule>,
    entry: Entry,
    words: usize,
    /// Constants that the code reads.
    _constants: Vec<Box<[i64]>>,
}

/// A number of 64 bits, or the result of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Value(ir::Value);

/// A place to go to.
#[derive(Clone, Copy, Debug)]
pub struct Block(ir::Block);

/// A number that changes.
#[derive(Clone, Copy, Debug)]
pub struct Variable(cranelift_frontend::Variable);

/// A few numbers that are read by index.
#[derive(Clone, Copy, Debug)]
pub struct Array {
    slot: ir::StackSlot,
    length: usize,
}

/// Fixed numbers that are read by index.
#[derive(Clone, Copy, Debug)]
pub struct Constants {
    address: i64,
    length: usize,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// a = b
    Equal,
    /// a ≠ b
    Unequal,
    /// a < b
    Less,
    /// a ≤ b
    AtMost,
    /// a < b, both read as numbers that are not negative
    Below,
}

/// Operations that always have a result, which wraps around at 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// a + b
    Add,
    /// a - b
    Subtract,
    /// a · b
    Multiply,
    /// The lesser.
    Min,
    /// The greater.
    Max,
    /// Bits of both.
    And,
    /// Bits of either.
    Or,
    /// Bits of one of them.
    Xor,
    /// a · 2^b; of b the lowest six bits count.
    ShiftLeft,
    /// ⌊a / 2^b⌋; of b the lowest six bits count.
    ShiftRight,
}

/// Operations on one number that always have a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// -a, which wraps around.
    Negate,
    /// The other bits.
    Complement,
    /// |a|, which wraps around.
    Abs,
    /// How many bits are set.
    Popcount,
    /// How many zeros end the binary form; 64 for 0.
    Ctz,
}

impl Function {
    /// Compiles what `write` writes; `None` if it gives up, or if this machine has no code. `words` is how many
    /// words a call lends at least.
    pub fn new(
        words: usize,
        write: impl FnOnce(&mut Emitter<'_>) -> Option<()>,
    ) -> Option<Function> {
        let mut flags = settings::builder();
        flags.set("opt_level", "speed").ok()?;
        // It costs a third of the compiler's time.
        let verify = if cfg!(debug_assertions) {
            "true"
        } else {
            "false"
        };
        flags.set("enable_verifier", verify).ok()?;
        let isa = cranelift_native::builder().ok()?;
        let isa = isa.finish(settings::Flags::new(flags)).ok()?;
        let builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
        let mut module = JITModule::new(builder);
        let mut context = module.make_context();
        for _ in 0..5 {
            let param = AbiParam::new(types::I64);
            context.func.signature.params.push(param);
        }
        let result = AbiParam::new(types::I64);
        context.func.signature.returns.push(result);
        let call_conv = context.func.signature.call_conv;
        let mut scratch = FunctionBuilderContext::new();
        let mut builder = FunctionBuilder::new(&mut context.func, &mut scratch);
        let first = builder.create_block();
        builder.append_block_params_for_function_params(first);
        builder.switch_to_block(first);
        let given = builder.block_params(first).to_vec();
        let mut emitter = Emitter {
            builder,
            call_conv,
            words,
            word: given[0],
            table: given[1],
            length: given[2],
            marks: given[3],
            marked: given[4],
            constants: Vec::new(),
        };
        write(&mut emitter)?;
        let Emitter {
            mut builder,
            constants,
            ..
        } = emitter;
        builder.seal_all_blocks();
        builder.finalize();
        let signature = context.func.signature.clone();
        let id = module.declare_function("run", Linkage::Local, &signature);
        let id = id.ok()?;
        module.define_function(id, &mut context).ok()?;
        if module.finalize_definitions().is_err() {
            // Memory that the system does not let us execute is given back.
            // SAFETY: no function of it is known to anybody.
            unsafe { module.free_memory() };
            return None;
        }
        let code = module.get_finalized_function(id);
        // SAFETY: this is the code of a function with that signature, in the calling convention
        // of the machine, and it lives as long as the module.
        let entry = unsafe { std::mem::transmute::<*const u8, Entry>(code) };
        Some(Function {
            module: Some(module),
            entry,
            words,
            _constants: constants,
        })
    }

    /// Runs it; the answer is what it [leaves](Emitter::leave) with.
    ///
    /// # Panics
    ///
    /// If there are fewer words than it was written for, or more than [`MOST`] numbers in a slice.
    pub fn run(&mut self, words: &mut [i64], table: &mut [u32], marks: &mut [u32]) -> i64 {
        assert!(words.len() >= self.words && table.len() <= MOST && marks.len() <= MOST);
        // SAFETY: the slices are ours for the call, and the code stays inside them: see above.
        unsafe {
            (self.entry)(
                words.as_mut_ptr(),
                table.as_mut_ptr(),
                table.len() as u64,
                marks.as_mut_ptr(),
                marks.len() as u64,
            )
        }
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the entry is called by `run` alone, which borrows what is being dropped.
            unsafe { module.free_memory() }
        }
    }
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Function")
            .field("words", &self.words)
            .finish_non_exhaustive()
    }
}

/// Writes a function. Operations go into the block that was [started](Emitter::start) last; a block ends
/// with [`Emitter::jump`], [`Emitter::branch`] or [`Emitter::leave`].
pub struct Emitter<'f> {
    builder: FunctionBuilder<'f>,
    call_conv: cranelift_codegen::isa::CallConv,
    words: usize,
    word: ir::Value,
    table: ir::Value,
    length: ir::Value,
    marks: ir::Value,
    marked: ir::Value,
    constants: Vec<Box<[i64]>>,
}

const NUMBER: Type = types::I64;

/// Checked before, and as Rust aligns it.
const CHECKED: MemFlags = MemFlags::trusted();

impl Emitter<'_> {
    /// A place to go to later.
    pub fn block(&mut self) -> Block {
        Block(self.builder.create_block())
    }

    /// The same, where it is hardly ever gone to.
    pub fn cold_block(&mut self) -> Block {
        let block = self.builder.create_block();
        self.builder.set_cold_block(block);
        Block(block)
    }

    /// Goes on writing there.
    pub fn start(&mut self, block: Block) {
        self.builder.switch_to_block(block.0);
    }

    /// Goes there.
    pub fn jump(&mut self, to: Block) {
        self.builder.ins().jump(to.0, &[]);
    }

    /// Goes to one of two places.
    pub fn branch(&mut self, condition: Value, yes: Block, no: Block) {
        let ins = self.builder.ins();
        ins.brif(condition.0, yes.0, &[], no.0, &[]);
    }

    /// Goes there if the condition holds, else goes on.
    pub fn escape_if(&mut self, condition: Value, to: Block) {
        let on = self.block();
        self.branch(condition, to, on);
        self.start(on);
    }

    /// Ends the function with an answer.
    pub fn leave(&mut self, with: Value) {
        self.builder.ins().return_(&[with.0]);
    }

    /// A fixed number.
    pub fn number(&mut self, number: i64) -> Value {
        Value(self.builder.ins().iconst(NUMBER, number))
    }

    /// A number that changes, and what it is at first.
    pub fn variable(&mut self, first: Value) -> Variable {
        let variable = self.builder.declare_var(NUMBER);
        self.builder.def_var(variable, first.0);
        Variable(variable)
    }

    /// What a variable is.
    pub fn get(&mut self, variable: Variable) -> Value {
        Value(self.builder.use_var(variable.0))
    }

    /// Changes a variable.
    pub fn set(&mut self, variable: Variable, to: Value) {
        self.builder.def_var(variable.0, to.0);
    }

    fn word_at(&self, at: usize) -> i32 {
        assert!(at < self.words, "word {at} of {}", self.words);
        8 * at as i32
    }

    /// A word of the caller.
    pub fn word(&mut self, at: usize) -> Value {
        let offset = self.word_at(at);
        let ins = self.builder.ins();
        Value(ins.load(NUMBER, CHECKED, self.word, offset))
    }

    /// Changes a word of the caller.
    pub fn set_word(&mut self, at: usize, to: Value) {
        let offset = self.word_at(at);
        let ins = self.builder.ins();
        ins.store(CHECKED, to.0, self.word, offset);
    }

    /// An operation on two numbers.
    pub fn binary(&mut self, op: Binary, a: Value, b: Value) -> Value {
        let ins = self.builder.ins();
        Value(match op {
            Binary::Add => ins.iadd(a.0, b.0),
            Binary::Subtract => ins.isub(a.0, b.0),
            Binary::Multiply => ins.imul(a.0, b.0),
            Binary::Min => ins.smin(a.0, b.0),
            Binary::Max => ins.smax(a.0, b.0),
            Binary::And => ins.band(a.0, b.0),
            Binary::Or => ins.bor(a.0, b.0),
            Binary::Xor => ins.bxor(a.0, b.0),
            Binary::ShiftLeft => ins.ishl(a.0, b.0),
            Binary::ShiftRight => ins.sshr(a.0, b.0),
        })
    }

    /// a + b
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        self.binary(Binary::Add, a, b)
    }

    /// a - b
    pub fn subtract(&mut self, a: Value, b: Value) -> Value {
        self.binary(Binary::Subtract, a, b)
    }

    /// a + a fixed number
    pub fn add_fixed(&mut self, a: Value, by: i64) -> Value {
        match by {
            0 => a,
            _ => Value(self.builder.ins().iadd_imm(a.0, by)),
        }
    }

    /// a · a fixed number
    pub fn times_fixed(&mut self, a: Value, by: i64) -> Value {
        match by {
            1 => a,
            -1 => Value(self.builder.ins().ineg(a.0)),
            _ => Value(self.builder.ins().imul_imm(a.0, by)),
        }
    }

    /// a + b, a - b or a · b; leaves for `out` where that is beyond 64 bits, and for any other operation.
    pub fn checked(&mut self, op: Binary, a: Value, b: Value, out: Block) -> Value {
        let ins = self.builder.ins();
        let (value, over) = match op {
            Binary::Add => ins.sadd_overflow(a.0, b.0),
            Binary::Subtract => ins.ssub_overflow(a.0, b.0),
            _ => ins.smul_overflow(a.0, b.0),
        };
        self.escape_if(Value(over), out);
        Value(value)
    }

    /// An operation on one number.
    pub fn unary(&mut self, op: Unary, a: Value) -> Value {
        let ins = self.builder.ins();
        Value(match op {
            Unary::Negate => ins.ineg(a.0),
            Unary::Complement => ins.bnot(a.0),
            Unary::Abs => ins.iabs(a.0),
            Unary::Popcount => ins.popcnt(a.0),
            Unary::Ctz => ins.ctz(a.0),
        })
    }

    /// The quotient of numbers that are not negative; leaves for `out` where b = 0. If both are `small`,
    /// below 2^32, that is quicker; of larger ones the lower half would be taken.
    pub fn quotient(&mut self, a: Value, b: Value, small: bool, out: Block) -> Value {
        let (a, b) = self.dividing(a, b, small, out);
        let quotient = self.builder.ins().udiv(a, b);
        self.widened(quotient, small)
    }

    /// The remainder of numbers that are not negative; see [`Emitter::quotient`].
    pub fn remainder(&mut self, a: Value, b: Value, small: bool, out: Block) -> Value {
        let (a, b) = self.dividing(a, b, small, out);
        let remainder = self.builder.ins().urem(a, b);
        self.widened(remainder, small)
    }

    fn dividing(&mut self, a: Value, b: Value, small: bool, out: Block) -> (ir::Value, ir::Value) {
        let (mut a, mut b) = (a.0, b.0);
        if small {
            a = self.builder.ins().ireduce(types::I32, a);
            b = self.builder.ins().ireduce(types::I32, b);
        }
        let on = self.block();
        self.branch(Value(b), on, out);
        self.start(on);
        (a, b)
    }

    fn widened(&mut self, value: ir::Value, small: bool) -> Value {
        Value(match small {
            true => self.builder.ins().uextend(NUMBER, value),
            false => value,
        })
    }

    /// Quotient and remainder by a fixed number that is not 0, -1 or -2^63, the quotient rounded so that
    /// the remainder is not negative. `whole` says that neither is negative, which is quicker; of a number that is,
    /// the result would be another one.
    pub fn divide_by(&mut self, a: Value, b: i64, whole: bool) -> (Value, Value) {
        assert!(b != 0 && b != -1 && b != i64::MIN, "no such divisor");
        let divisor = self.number(b);
        let whole = whole && b > 0;
        let quotient = match whole {
            true => self.builder.ins().udiv(a.0, divisor.0),
            false => self.builder.ins().sdiv(a.0, divisor.0),
        };
        let product = self.builder.ins().imul(quotient, divisor.0);
        let remainder = self.builder.ins().isub(a.0, product);
        if whole {
            return (Value(quotient), Value(remainder));
        }
        // All bits are set where the remainder is negative.
        let low = self.builder.ins().sshr_imm(remainder, 63);
        let more = self.builder.ins().band_imm(low, b.abs());
        let one = self.builder.ins().band_imm(low, b.signum());
        let quotient = self.builder.ins().isub(quotient, one);
        let remainder = self.builder.ins().iadd(remainder, more);
        (Value(quotient), Value(remainder))
    }

    /// One number or the other.
    pub fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        Value(self.builder.ins().select(condition.0, yes.0, no.0))
    }

    /// Compares two numbers.
    pub fn compare(&mut self, compare: Compare, a: Value, b: Value) -> Value {
        let code = match compare {
            Compare::Equal => IntCC::Equal,
            Compare::Unequal => IntCC::NotEqual,
            Compare::Less => IntCC::SignedLessThan,
            Compare::AtMost => IntCC::SignedLessThanOrEqual,
            Compare::Below => IntCC::UnsignedLessThan,
        };
        Value(self.builder.ins().icmp(code, a.0, b.0))
    }

    /// The result of a function of Rust.
    pub fn call(&mut self, function: extern "C" fn(i64, i64) -> i64, a: Value, b: Value) -> Value {
        let mut signature = ir::Signature::new(self.call_conv);
        let number = AbiParam::new(NUMBER);
        signature.params.extend([number, number]);
        signature.returns.push(number);
        let signature = self.builder.import_signature(signature);
        let address = self.number(function as usize as i64);
        let ins = self.builder.ins();
        let call = ins.call_indirect(signature, address.0, &[a.0, b.0]);
        Value(self.builder.inst_results(call)[0])
    }

    /// Room for a few numbers, which are 0 nowhere in particular until they are set.
    pub fn array(&mut self, length: usize) -> Array {
        let bytes = 8 * length.max(1) as u32;
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3);
        let slot = self.builder.create_sized_stack_slot(data);
        let zero = self.number(0);
        for at in 0..length {
            self.builder.ins().stack_store(zero.0, slot, 8 * at as i32);
        }
        Array { slot, length }
    }

    /// Sets an element.
    pub fn set_element(&mut self, array: Array, at: usize, to: Value) {
        assert!(at < array.length, "element {at} of {}", array.length);
        let ins = self.builder.ins();
        ins.stack_store(to.0, array.slot, 8 * at as i32);
    }

    /// An element; leaves for `out` if there is none.
    pub fn element(&mut self, array: Array, at: Value, out: Block) -> Value {
        let end = self.number(array.length as i64);
        self.bounded(at, end, out);
        let base = self.builder.ins().stack_addr(NUMBER, array.slot, 0);
        let address = self.address(base, at, 3);
        Value(self.builder.ins().load(NUMBER, CHECKED, address, 0))
    }

    /// Numbers that are read by index.
    pub fn constants(&mut self, numbers: &[i64]) -> Constants {
        let kept: Box<[i64]> = numbers.into();
        let address = kept.as_ptr() as usize as i64;
        self.constants.push(kept);
        Constants {
            address,
            length: numbers.len(),
        }
    }

    /// One of them; leaves for `out` if there is none.
    pub fn constant(&mut self, constants: Constants, at: Value, out: Block) -> Value {
        let end = self.number(constants.length as i64);
        self.bounded(at, end, out);
        let base = self.number(constants.address);
        let address = self.address(base.0, at, 3);
        Value(self.builder.ins().load(NUMBER, CHECKED, address, 0))
    }

    /// Leaves for `out` unless a place lies before the end.
    fn bounded(&mut self, at: Value, end: Value, out: Block) {
        let inside = self.compare(Compare::Below, at, end);
        let on = self.block();
        self.branch(inside, on, out);
        self.start(on);
    }

    fn address(&mut self, base: ir::Value, at: Value, shift: i64) -> ir::Value {
        let offset = self.builder.ins().ishl_imm(at.0, shift);
        self.builder.ins().iadd(base, offset)
    }

    /// A number of the table; leaves for `out` if there is none.
    pub fn look_up(&mut self, at: Value, out: Block) -> Value {
        self.bounded(at, Value(self.length), out);
        let address = self.address(self.table, at, 2);
        Value(self.builder.ins().uload32(CHECKED, address, 0))
    }

    /// Stores the lower half of a number in the table; leaves for `out` if there is no such place.
    pub fn store(&mut self, at: Value, number: Value, out: Block) {
        self.bounded(at, Value(self.length), out);
        let address = self.address(self.table, at, 2);
        self.builder.ins().istore32(CHECKED, number.0, address, 0);
    }

    /// Goes along lines through the table, one step of each at a time: `body` is written once, and runs `count` times.
    /// Each line has a first place and a step. Leaves for `out` if an end of a line lies outside;
    /// does nothing if `count` is not positive.
    pub fn line(
        &mut self,
        lines: &[(Value, i64)],
        count: Value,
        out: Block,
        body: &mut dyn FnMut(&mut Self, &Line),
    ) {
        let (inside, over) = (self.block(), self.block());
        let zero = self.number(0);
        let some = self.compare(Compare::Less, zero, count);
        self.branch(some, inside, over);
        self.start(inside);
        let last = self.add_fixed(count, -1);
        if lines.iter().any(|(_, step)| *step != 0) {
            // Products of a step and a count below 2^32 do not wrap around.
            let most = self.number(MOST as i64);
            self.bounded(last, most, out);
        }
        let mut at = Vec::new();
        for (first, step) in lines {
            assert!(step.unsigned_abs() < 1 << 31, "a step of {step}");
            let way = self.times_fixed(last, *step);
            let end = self.add(*first, way);
            for place in [*first, end] {
                self.bounded(place, Value(self.length), out);
            }
            let address = self.address(self.table, *first, 2);
            at.push(self.variable(Value(address)));
        }
        let left = self.variable(count);
        let top = self.block();
        self.jump(top);
        self.start(top);
        body(self, &Line { at: at.clone() });
        for (variable, (_, step)) in at.iter().zip(lines) {
            let here = self.get(*variable);
            let next = self.add_fixed(here, 4 * step);
            self.set(*variable, next);
        }
        let now = self.get(left);
        let now = self.add_fixed(now, -1);
        self.set(left, now);
        self.branch(now, top, over);
        self.start(over);
    }

    /// Marks a place with a stamp; leaves for `out` if there is no such place.
    pub fn mark(&mut self, at: Value, stamp: Value, out: Block) {
        self.bounded(at, Value(self.marked), out);
        let address = self.address(self.marks, at, 2);
        self.builder.ins().istore32(CHECKED, stamp.0, address, 0);
    }

    /// The first place that has another mark; leaves for `out` if all have this one.
    pub fn first_unmarked(&mut self, stamp: Value, out: Block) -> Value {
        let zero = self.number(0);
        let at = self.variable(zero);
        let (top, next, found) = (self.block(), self.block(), self.block());
        self.jump(top);
        self.start(top);
        let here = self.get(at);
        self.bounded(here, Value(self.marked), out);
        let address = self.address(self.marks, here, 2);
        let mark = self.builder.ins().uload32(CHECKED, address, 0);
        let same = self.compare(Compare::Equal, Value(mark), stamp);
        self.branch(same, next, found);
        self.start(next);
        let after = self.add_fixed(here, 1);
        self.set(at, after);
        self.jump(top);
        self.start(found);
        here
    }
}

/// Where a walk along lines is; see [`Emitter::line`].
#[derive(Debug)]
pub struct Line {
    at: Vec<Variable>,
}

impl Line {
    /// The number of the table where the line with this number is. Only the body of the walk may ask.
    pub fn look_up(&self, e: &mut Emitter<'_>, line: usize) -> Value {
        let address = e.get(self.at[line]);
        Value(e.builder.ins().uload32(CHECKED, address.0, 0))
    }
}

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
