"""Heap games by code: octal and hexadecimal games, subtraction games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from . import _answers, _ask, _core
from ._answers import Digit
from ._ask import Cost, language_of, limits
from ._picture import Picture
from ._progress import listener
from ._study import Certificate

if TYPE_CHECKING:
    from typing_extensions import Unpack


#: How many heaps one question may ask for.
MOST_HEAPS = 4_000_000


class Period(_answers.Period):
    """What is known of a heap game: its period with a proof, or how far it was computed."""

    __slots__ = ()

    @property
    def certificate(self) -> Certificate | None:  # type: ignore[override]
        """The certificate of the law, where there is one."""
        text = self._data.get("certificate")
        return None if text is None else Certificate(text)

    @property
    def picture(self) -> Picture:
        """The values as a plot, the period marked."""
        return Picture(self.svg)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        """Show the period and how sure it is."""
        if self.period is None and self.law is None:
            return f"<{self.code}: no period known after {self.computed} heaps>"
        law = f"period {self.period}" if self.law is None else self.law
        if self.preperiod is not None and self.period is not None:
            law += f" from heap {self.preperiod}"
        if self.saltus:
            law += f", saltus {self.saltus}"
        return f"<{self.code}: {law}, {self.status}>"


class Quotient(_answers.Quotient):
    """A misère quotient: who wins every sum of heaps when whoever moves last loses."""

    __slots__ = ()

    @property
    def certificate(self) -> Certificate:  # type: ignore[override]
        """The certificate."""
        return Certificate(self._data["certificate"])

    def __repr__(self) -> str:
        """Show its order and its generators."""
        letters = ", ".join(generator.name for generator in self.generators)
        return (
            f"<misère quotient of {self.code} to heap {self.heaps}: order {self.order}, {letters}>"
        )


class HeapGame:
    """A game on heaps given by a code.

    >>> import grundy
    >>> kayles = grundy.octal("0.77")
    >>> kayles.sequence(12).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    >>> kayles.period()
    <0.77: period 12 from heap 71, proven>
    """

    __slots__ = ("code",)

    #: The code as it was given.
    code: str

    def __init__(self, code: str) -> None:
        """Keep a code: ``0.137``, ``4.7``, ``hex:0.3F``, ``{1,3,4}``, ``allbut{2}``, or a name."""
        self.code = _ask.text("code", code)

    def sequence(self, heaps: int, **cost: Unpack[Cost]) -> NDArray[Any]:
        """Return the values of heaps 0, 1, …: so many of them, four million at most."""
        wanted = _ask.count("heaps", heaps, least=1)
        if wanted > MOST_HEAPS:
            raise ValueError(f"heaps must be at most {MOST_HEAPS}, not {wanted}")
        terms: dict[str, Any] = {"params": None, "convention": None, "compound": None}
        terms |= {"lang": language_of(cost), **limits(cost)}
        with listener(cost.get("progress")) as hear:
            values, _ = _core.sequence(self.code, wanted - 1, terms, hear)
        return values

    def period(self, *, heaps: int | None = None, **cost: Unpack[Cost]) -> Period:
        """Find the period and prove it; ``heaps`` values are told (200 if not given)."""
        fields = {"code": self.code}
        if heaps is not None:
            fields["heaps"] = _ask.count("heaps", heaps)  # type: ignore[assignment]
        return Period._read(_ask.ask("period", fields, cost))

    @property
    def digits(self) -> list[Digit]:
        """What each digit of the code allows."""
        return self.period(heaps=1, states=1000).digits

    def misere(
        self,
        heaps: int = 30,
        *,
        sum: Iterable[int] | None = None,  # noqa: A002
        **cost: Unpack[Cost],
    ) -> Quotient:
        """Return the misère quotient of heaps up to a size, and who wins a sum of heaps.

        >>> import grundy
        >>> q = grundy.octal("0.77").misere(12, sum=[3, 5])
        >>> q.order, q.outcome
        (24, 'N')
        """
        heaps_of_sum = (
            None if sum is None else [_ask.count("sum", heap) for heap in _ask.several("sum", sum)]
        )
        fields = {"code": self.code, "heaps": _ask.count("heaps", heaps), "sum": heaps_of_sum}
        return Quotient._read(_ask.ask("misere", fields, cost))

    def __eq__(self, other: object) -> bool:
        """Games are equal if their codes are."""
        return isinstance(other, HeapGame) and other.code == self.code

    def __hash__(self) -> int:
        """Equal games have equal hashes."""
        return hash(self.code)

    def __repr__(self) -> str:
        """Show the code."""
        return f"<HeapGame {self.code}>"


def octal(code: str) -> HeapGame:
    """Return the heap game of a code.

    ``0.137`` and ``4.7`` are octal codes, ``hex:0.3F`` a hexadecimal one, ``{1,3,4}`` a
    subtraction set, ``allbut{2}`` everything but a set; names of the catalogue work, too.
    A code that cannot be read is a :class:`grundy.BadCode`.
    """
    made = HeapGame(code)
    made.sequence(1)
    return made
