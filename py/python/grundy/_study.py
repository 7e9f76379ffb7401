"""Laws, their proofs, and certificates."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _answers, _ask
from ._answers import Verified
from ._errors import Unsupported

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._ask import Cost


class Certificate:
    """A proof as a text that anyone can check from the rules alone.

    >>> import grundy
    >>> certificate = grundy.octal("0.77").period().certificate
    >>> verified = certificate.check()
    >>> [line.name for line in verified.lines]
    ['rules', 'claim', 'theorem', 'status']
    """

    __slots__ = ("text",)

    #: The certificate as it is written to files.
    text: str

    def __init__(self, text: str) -> None:
        """Keep a text; nothing is believed before :meth:`check`."""
        self.text = _ask.text("certificate", text)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Certificate:
        """Read a certificate from a file."""
        return cls(Path(path).read_text(encoding="utf-8"))

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file."""
        Path(path).write_text(self.text, encoding="utf-8")

    def check(
        self,
        **cost: Unpack[Cost],
    ) -> Verified:
        """Verify it from the rules alone and return what was verified.

        Raises :class:`grundy.BadCertificate` if it does not prove what it claims.
        """
        answer = _ask.ask("verify", {"certificate": self.text}, cost)
        return Verified._read(answer)

    def __eq__(self, other: object) -> bool:
        """Certificates are equal if their texts are."""
        return isinstance(other, Certificate) and other.text == self.text

    def __hash__(self) -> int:
        """Equal certificates have equal hashes."""
        return hash(self.text)

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    def __repr__(self) -> str:
        """Show the first line."""
        return f"<Certificate {self.text.splitlines()[0] if self.text else 'empty'!r}>"


class Law(_answers.Law):
    """A law with what is known about it."""

    __slots__ = ()

    @property
    def proof(self) -> Certificate | None:
        """The certificate of the proof, if there is one."""
        text = self.certificate
        return None if text is None else Certificate(text)

    def function(self) -> Any:
        """Return the law as a function of the coordinates, from its Python text.

        >>> import grundy
        >>> nim = grundy.game("nim").table(16, 16).law().laws[0].function()
        >>> nim(5, 3)
        6
        """
        names: dict[str, Any] = {}
        exec(self.python, names)
        functions = [v for k, v in names.items() if callable(v) and not k.startswith("__")]
        return functions[-1]

    def __str__(self) -> str:
        """Return the law as text."""
        return self.law

    def __repr__(self) -> str:
        """Show the law and how sure it is."""
        return f"<Law {self.law}, {self.status}>"

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex}$"


class Study(_answers.Study):
    """What was learned about a game or a table: its laws, the best one first."""

    __slots__ = ()

    @classmethod
    def of_values(
        cls,
        values: object,
        **cost: Unpack[Cost],
    ) -> Study:
        """Look for laws of numbers from anywhere; see :func:`grundy.law`."""
        answer = _ask.ask("law", {"values": _numbers(values)}, cost)
        return cls._read(answer)

    @classmethod
    def of_table(cls, values: NDArray[Any], outcomes: bool, cost: Cost) -> Study:
        """Look for laws of a table of values, or of outcomes as numbers; -1 is no position."""
        if outcomes and bool((values > 1).any()):
            en, zh = "a table with draws has no laws", "含平局的表没有规律可寻"
            raise Unsupported(zh if _ask.language_of(cost) == "zh" else en)
        return cls._read(_ask.ask("law", {"values": _written(values, outcomes)}, cost))

    @property
    def laws(self) -> list[Law]:  # type: ignore[override]
        """The laws, proven ones first."""
        return [Law._of(law) for law in self._data["laws"]]

    @property
    def law(self) -> str | None:
        """The law for all values of a parameter, or the first law; None if none was found."""
        family = self.family
        if family is not None:
            return family.law
        laws = self._data["laws"]
        return str(laws[0]["law"]) if laws else None

    @property
    def status(self) -> str | None:
        """How sure that law is: ``proven``, ``decided``, ``verified`` or ``observed``."""
        if self.family is not None:
            return "proven"
        laws = self._data["laws"]
        return str(laws[0]["status"]) if laws else None

    @property
    def certificate(self) -> Certificate | None:
        """The certificate of that law, if it is proven."""
        family = self.family
        if family is not None:
            return Certificate(family.certificate)
        laws = self.laws
        return laws[0].proof if laws else None

    def __repr__(self) -> str:
        """Show the law and how sure it is."""
        return f"<Study of {self.game}: {self.law or 'no law found'}, {self.status or 'unknown'}>"

    def _repr_html_(self) -> str:
        from html import escape

        parts = [f"<p><b>{escape(self.game)}</b></p>"]
        if self.first:
            shown = ", ".join(str(value) for value in self.first[:24] if value >= 0)
            parts.append(f"<p><code>{shown}, …</code></p>")
        for law in self.laws:
            latex = escape(f"$\\displaystyle {law.latex}$")
            parts.append(f"<p>{latex}<br>{escape(law.reason)}</p>")
            if law.automaton:
                parts.append(law.automaton)
        family = self.family
        if family is not None:
            parts.append(f"<p><code>{escape(family.law)}</code><br>{escape(family.reason)}</p>")
        elif not self.laws:
            parts.append("<p>–</p>")
        parts += [f"<p><i>{escape(note)}</i></p>" for note in self.notes]
        return "".join(parts)


def _numbers(values: object) -> str:
    """Write numbers as the desk reads them: a list, or the rows of a matrix."""
    if isinstance(values, str):
        return _ask.text("values", values)
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError("values must be a list or rows of equal length") from None
    if array.ndim == 0:
        raise TypeError(f"values must be a list, an array or a text, not {type(values).__name__}")
    if array.size == 0:
        raise ValueError("values must not be empty")
    if array.dtype.kind not in "iu" and not all(
        isinstance(x, int) and not isinstance(x, bool) for x in array.flat
    ):
        raise TypeError("values must be whole numbers")
    least, most = int(array.min()), int(array.max())
    if least < 0 or most >= _MOST:
        wrong = least if least < 0 else most
        raise ValueError(f"values must be from 0 to {_MOST - 1}, not {wrong}")
    return _written(array)


#: Laws are looked for in numbers of 32 bits, two of which mean something else.
_MOST = 2**32 - 2


def _written(values: NDArray[Any], outcomes: bool = False) -> str:
    """Write a table as the desk reads it: a list, rows, or coordinates with values.

    Where there is -1 there is no position. Of outcomes: 0 is written P, and 1 is written N.
    """

    def cell(value: Any) -> str:
        return "PN"[value] if outcomes else str(int(value))

    whole = bool((values >= 0).all())
    if whole and values.ndim == 1:
        return ", ".join(map(cell, values))
    if whole and values.ndim == 2 and min(values.shape) > 1:
        return "\n".join(", ".join(map(cell, row)) for row in values)
    lines = [",".join([*(f"x{axis}" for axis in range(values.ndim)), "value"])]
    for place, value in np.ndenumerate(values):
        if value >= 0:
            lines.append(",".join([*map(str, place), cell(value)]))
    return "\n".join(lines)


def law(
    values: object,
    **cost: Unpack[Cost],
) -> Study:
    """Look for laws of numbers from anywhere.

    ``values`` is a list, a matrix, an array, or a text: numbers, rows, coordinates with values,
    or a b-file. What is found holds for these numbers; it is *observed*, not proven.

    >>> import grundy
    >>> grundy.law([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]).law
    'g(n) = n mod 4'
    """
    return Study.of_values(values, **cost)


def verify(
    certificate: str | Certificate,
    **cost: Unpack[Cost],
) -> Verified:
    """Verify a certificate from the rules alone; see :meth:`Certificate.check`."""
    if not isinstance(certificate, Certificate):
        certificate = Certificate(certificate)
    return certificate.check(**cost)
