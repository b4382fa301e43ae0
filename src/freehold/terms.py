"""The words that games, matches and viewers share: seats, views, notices, outcomes.

`game.py` offers all of them again, so everyone else imports them from there.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct, inspect

from freehold.kernel.errors import Illegal, Malformed, Stale
from freehold.kernel.grids import Grid, grid_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Illegal", "Malformed", "Stale"]  # the errors that a game's functions raise

Ms = int
Seat = int
Viewer = int  # a seat, or one of these two:
PUBLIC: Viewer = -1  # what every seat may know
TRUTH: Viewer = -2  # everything, after the end only


class Arrive(Struct, frozen=True, tag="arrive"):
    """The player has come (back) to the seat."""


class Leave(Struct, frozen=True, tag="leave"):
    """The player is gone, and the game's grace is over."""


class Resign(Struct, frozen=True, tag="resign"):
    """The player gives up."""


class TimeUp(Struct, frozen=True, tag="time-up"):
    """The player's clock has run out. Only the match says this."""


Standard = Arrive | Leave | Resign | TimeUp
P = TypeVar("P", bound=Struct)
S = TypeVar("S", bound=Struct)
A = TypeVar("A", bound=Struct)
F = TypeVar("F", bound=Struct)


class Setup(Struct, Generic[P], frozen=True):
    """Everything that a match needs to begin again identically."""

    params: P
    seats: int
    key: bytes


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """A table's clock for its players; 0 means none. The match keeps it, see `match/clock.py`."""

    bank_ms: Ms = 0
    increment_ms: Ms = 0
    limit_ms: Ms = 0  # for each turn or phase

    @property
    def is_set(self) -> bool:
        """Does the table play with a clock at all?"""
        return bool(self.bank_ms or self.limit_ms)


class Notice(Struct, frozen=True):
    """Something to animate or say. Whatever must survive a reload is in the view instead."""

    code: str
    facts: dict[str, Any] = {}
    to: tuple[Viewer, ...] | None = None
    """The viewers who may know it, worked out in the game's `views.py`; None means everybody."""


class Rect(NamedTuple):
    x: int
    y: int
    width: int
    height: int


class View(Struct, Generic[F], frozen=True):
    """Everything that a viewer may know."""

    viewer: Viewer
    facts: F
    rect: Rect
    layers: dict[str, bytes]
    """Bytes over the rectangle, row by row; the record's legend says what they mean."""

    @property
    def grid(self) -> Grid:
        """The cells of the rectangle, numbered as in the layers: neighbours, distances, discs.

        It is square unless the facts have a `shape` that says otherwise.
        """
        shape = getattr(self.facts, "shape", "square")
        return grid_of(shape, self.rect.width, self.rect.height)

    def array(self, layer: str) -> NDArray[np.uint8]:
        """A layer as a NumPy array of rows. It is the view's own bytes: read-only, no copy."""
        if layer not in self.layers:
            raise ValueError(
                f"there is no layer '{layer}'; the layers are {', '.join(self.layers)}"
            )
        try:
            import numpy as np
        except ImportError:
            raise ImportError(
                "arrays of a view need NumPy: install it, as in pip install numpy"
            ) from None
        return np.frombuffer(self.layers[layer], np.uint8).reshape(
            self.rect.height, self.rect.width
        )

    def planes(self) -> dict[str, NDArray[np.uint8]]:
        """Every layer as such an array, by name."""
        return {layer: self.array(layer) for layer in self.layers}


def words_of_facts(facts: type[Struct]) -> dict[str, str]:
    """By fact: its words for any screen, from the field's `Meta(description=...)`.

    They are a template as in `kernel/sentences.py`, which may use other facts too: `{mover:player}
    to move`. Empty words hide a fact; one without `Meta` is shown by its name.
    """
    about = inspect.type_info(facts)
    assert isinstance(about, inspect.StructType)
    said = {field.name: _schema(field).get("description") for field in about.fields}
    return {name: words for name, words in said.items() if words is not None}


def _schema(field: inspect.Field) -> dict[str, Any]:
    kind = field.type
    return (kind.extra_json_schema or {}) if isinstance(kind, inspect.Metadata) else {}


class Changes(NamedTuple):
    """What may differ since the feed last asked. It says where to look, never what is sent."""

    viewers: Set[Viewer] | None = None
    """The viewers whose view may differ; None for all. PUBLIC and TRUTH are always asked."""
    cells: Sequence[int] = ()
    """Cells of the board, in order, where views are compared first. If anything else differs,
    whole layers are compared: a cell that is missing here only costs time."""


class Outcome(Struct, frozen=True):
    ending: str
    places: tuple[int, ...]  # of each seat, 1 the best; ties share a place
    scores: tuple[int, ...]


class Legend(Struct, frozen=True):
    """What a layer's bytes mean: names, seats (0 nobody, n seat n - 1), or plain numbers."""

    kind: Literal["names", "seats", "numbers"]
    names: tuple[str, ...] = ()
