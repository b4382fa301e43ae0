"""The facts of a view: what a viewer may know beside the layers. `views.py` says why."""

from __future__ import annotations

from msgspec import Struct

from freehold.game import Ms, Seat


class Terms(Struct, frozen=True):
    """What was settled at set-up and never changes."""

    width: int
    height: int
    sight: int
    """So many tiles are seen in each direction."""
    blast_radius: int
    step_ms: Ms
    dig_ms: Ms
    chain_ms: Ms
    unflag_ms: Ms
    start_flags: int
    round_ms: Ms
    """When the round ends at the latest; 0 is never."""
    density_permille: int
    """How many of a thousand tiles hold a bomb at the start."""
    cascades: bool
    flags_shield: bool


class Died(Struct, frozen=True):
    """How a player died."""

    now: Ms
    x: int
    y: int
    """The centre of the blast."""
    by: Seat
    """Whose flip began the chain: perhaps one's own."""
    wave: int
    """1 is the bomb that was flipped, 2 what it set off, and so on."""


class Blast(Struct, frozen=True):
    """The last wave of a chain that reached the window."""

    now: Ms
    wave: int
    sides: tuple[tuple[int, int], ...]
    """For bombs that lie outside: on which sides, as (dx, dy) from -1 to 1; in order, each once."""


class Facts(Struct, frozen=True):
    terms: Terms
    at: tuple[int, int]
    """One's own tile; (-1, -1) for who has none."""
    flags: int
    """In hand."""
    coming: tuple[Ms, ...]
    """When the flags come to hand that were taken up soon after their placing, in order."""
    score: int
    is_dead: bool
    is_away: bool
    """Off the board: what is shown is what was seen last."""
    watching: Seat
    """Through whose eyes a dead player sees, or -1."""
    walkers: tuple[tuple[int, int, int], ...]
    """Everybody else in the window, as (seat, x, y), by seat."""
    step_at: Ms
    """From this moment on the next step is allowed,"""
    dig_at: Ms
    """and from this one the next flip, flag or unflag."""
    blast: Blast | None
    died: Died | None
    ending: str
    """Empty while the round runs."""
    places: tuple[int, ...]
    """After the end: each seat's place."""
