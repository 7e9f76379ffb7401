"""Matrices over the nimbers of one width."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core
from . import _functions
from ._elements import (
    Array,
    ArrayLike,
    Scalar,
    as_array,
    bits_of,
    dtype_of,
    element,
    frozen,
    integers,
    widened,
)
from ._scalar import Nimber

__all__ = ["Matrix"]


class Matrix:
    r"""A matrix whose entries are nimbers of 8, 16, 32, 64 or 128 bits.

    ``entries`` is an array with two axes, whose elements say the width, or a list of rows, for
    64 bits unless an entry needs 128. ``@`` is the product of matrices, ``*`` that with a nimber.

    >>> from grundy.nimber import Matrix
    >>> m = Matrix([[1, 2], [3, 4]])
    >>> m.det(), m.rank()
    (Nimber(5), 2)
    >>> m @ m.inverse() == Matrix.identity(2)
    True
    >>> m.solve([5, 6])
    array([10, 10], dtype=uint64)
    >>> m @ [10, 10]
    array([5, 6], dtype=uint64)
    """

    __slots__ = ("_bits", "_entries")
    _bits: int
    _entries: Array
    __array_ufunc__ = None

    def __init__(self, entries: ArrayLike) -> None:
        """Keep a copy of the entries."""
        array = as_array(entries, "entries")
        if array.ndim != 2:
            raise ValueError(f"entries: an array with 2 axes is expected, not with {array.ndim}")
        self._keep(array.copy(), bits_of(array, "entries"))

    def _keep(self, entries: Array, bits: int) -> None:
        self._bits = bits
        self._entries = frozen(np.ascontiguousarray(widened(entries, bits, "entries")))

    @classmethod
    def _of(cls, entries: Array, bits: int) -> Matrix:
        self = object.__new__(cls)
        self._keep(entries, bits)
        return self

    @classmethod
    def identity(cls, n: int, bits: int = 64) -> Matrix:
        """Return the matrix with n ones on the diagonal."""
        if bits not in (8, 16, 32, 64, 128):
            raise ValueError(f"bits: 8, 16, 32, 64 or 128 is expected, not {bits!r}")
        if n < 0:
            raise ValueError(f"n: {n} is negative")
        entries = np.zeros((n, n), dtype_of(bits))
        words = entries if entries.dtype.names is None else entries["low"]
        np.fill_diagonal(words, 1)
        return cls._of(entries, bits)

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        rows, columns = self._entries.shape
        return rows, columns

    @property
    def bits(self) -> int:
        """The width of the entries."""
        return self._bits

    @property
    def entries(self) -> Array:
        """The entries, as an array that cannot be written to."""
        return self._entries

    @property
    def T(self) -> Matrix:  # noqa: N802
        """The transposed matrix."""
        return self._of(self._entries.T.copy(), self._bits)

    def __getitem__(self, index: tuple[int, int]) -> Nimber:
        """Return the entry in a row and a column, both from 0."""
        if not isinstance(index, tuple) or len(index) != 2:
            raise TypeError("index: a row and a column are expected")
        return Nimber._of(element(self._entries, (int(index[0]), int(index[1]))))

    def _given(self, bits: int) -> tuple[Array, int, int]:
        return (widened(self._entries, bits, "self"), *self.shape)

    def _with(self, op: str, other: Matrix) -> Matrix:
        bits = max(self._bits, other._bits)
        rows, columns, made = _core.nim_matrices(op, bits, self._given(bits), other._given(bits))
        return self._of(made.view(dtype_of(bits)).reshape(rows, columns), bits)

    @staticmethod
    def _column(x: object, name: str) -> Matrix:
        array = as_array(x, name)
        if array.ndim != 1:
            raise ValueError(f"{name}: a Matrix or an array with 1 axis is expected")
        return Matrix(array[:, None])

    def __matmul__(self, other: Matrix | ArrayLike) -> Any:
        """Product with a matrix, or with an array as a column, which gives an array."""
        if not isinstance(other, Matrix):
            if not isinstance(other, (np.ndarray, list, tuple)):
                return NotImplemented
            return (self @ self._column(other, "other"))._entries[:, 0].copy()
        if self.shape[1] != other.shape[0]:
            raise ValueError(f"other: sides {self.shape} and {other.shape} do not fit together")
        return self._with("mul", other)

    def __add__(self, other: Matrix) -> Matrix:
        """Sum; the difference is the same."""
        if not isinstance(other, Matrix):
            return NotImplemented
        if self.shape != other.shape:
            raise ValueError(f"other: sides {self.shape} and {other.shape} differ")
        return Matrix(_functions.add(self._entries, other._entries))

    __sub__ = __add__

    def __mul__(self, other: Scalar) -> Matrix:
        """Product with a nimber; that of matrices is ``@``."""
        if not isinstance(other, (int, Nimber)):
            return NotImplemented
        return Matrix(_functions.mul(self._entries, other))

    __rmul__ = __mul__

    def __pow__(self, n: int) -> Matrix:
        """Power of a square matrix; n is an ordinary integer of either sign."""
        if not isinstance(n, int):
            return NotImplemented
        base = self.inverse() if n < 0 else self
        result, n = Matrix.identity(self._side(), self._bits), abs(n)
        while n:
            if n & 1:
                result = result @ base
            n >>= 1
            if n:
                base = base @ base
        return result

    def _side(self) -> int:
        rows, columns = self.shape
        if rows != columns:
            raise ValueError(f"a square matrix is expected, not one of {rows} × {columns}")
        return rows

    def rank(self) -> int:
        """Return the rank."""
        return _core.nim_matrix_number("rank", self._bits, self._given(self._bits))

    def det(self) -> Nimber:
        """Return the determinant of a square matrix."""
        self._side()
        return Nimber._of(_core.nim_matrix_number("det", self._bits, self._given(self._bits)))

    def inverse(self) -> Matrix:
        """Return the inverse of a square matrix of full rank.

        >>> from grundy.nimber import Matrix
        >>> Matrix([[1, 2], [2, 3]]).inverse()
        Traceback (most recent call last):
        grundy.nimber._errors.Singular: the matrix is singular: rank 1 of 2
        """
        return self._with("solve", Matrix.identity(self._side(), self._bits))

    def solve(self, right: Matrix | ArrayLike) -> Any:
        """Return the X with self @ X = right, for a square matrix of full rank.

        ``right`` is a matrix, or an array as a column; then so is the answer.
        """
        side = self._side()
        column = right if isinstance(right, Matrix) else self._column(right, "right")
        if column.shape[0] != side:
            raise ValueError(f"right: {side} rows are expected, not {column.shape[0]}")
        found = self._with("solve", column)
        return found if isinstance(right, Matrix) else found._entries[:, 0].copy()

    def kernel(self) -> Matrix:
        """Return a matrix whose rows span all x with self @ x = 0.

        >>> from grundy.nimber import Matrix
        >>> Matrix([[1, 2, 3]]).kernel()
        Matrix([[2, 1, 0], [3, 0, 1]])
        """
        return self._with("kernel", self._of(np.zeros((0, 0), dtype_of(8)), 8))

    def to_array(self) -> Array:
        """Return the entries as an array that may be written to."""
        return np.array(self._entries)

    def __eq__(self, other: object) -> bool:
        """Equal if all entries are; the width does not matter."""
        if not isinstance(other, Matrix):
            return NotImplemented
        return self.shape == other.shape and self._rows() == other._rows()

    def __hash__(self) -> int:
        """Equal matrices have equal ones."""
        return hash(tuple(map(tuple, self._rows())))

    def _rows(self) -> list[list[int]]:
        return [integers(row) for row in self._entries]

    def __reduce__(self) -> tuple[Any, ...]:
        """Matrices can be copied and pickled."""
        return (Matrix, (self._entries,))

    def __repr__(self) -> str:
        """As it is made, large ones by their sides."""
        rows, columns = self.shape
        if max(rows, columns) > 12:
            return f"<Matrix of {rows} × {columns} nimbers of {self._bits} bits>"
        return f"Matrix({self._rows()})"

    def _repr_latex_(self) -> str:
        shown = self._rows()[:12]
        more = self.shape[1] > 12
        lines = [" & ".join(map(str, row[:12])) + (r" & \cdots" if more else "") for row in shown]
        if self.shape[0] > 12:
            lines.append(r"\vdots")
        body = r" \\ ".join(lines)
        return rf"$\begin{{pmatrix}}{body}\end{{pmatrix}}$"
