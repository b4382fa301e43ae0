"""The facts of a view: what a viewer may know beside the layers. `views.py` says why."""

from __future__ import annotations

from msgspec import Struct

from freehold.game import Ms, Seat


class Terms(Struct, frozen=True):
    """What is fixed at set-up and never changes."""

    width: int
    height: int
    sight: int
    """How many tiles a player sees in each direction."""
    blast_radius: int
    step_ms: Ms
    dig_ms: Ms
    chain_ms: Ms
    unflag_ms: Ms
    start_flags: int
    round_ms: Ms
    """The round's time limit; 0 for none."""
    rest_ms: Ms
    """Time from the round's end until the next one begins."""
    density_permille: int
    """How many of every thousand tiles hold a bomb at the start."""
    cascades: bool
    flags_shield: bool


class Died(Struct, frozen=True):
    """How a player died."""

    now: Ms
    x: int
    y: int
    """The centre of the blast."""
    by: Seat
    """The seat whose flip began the chain, possibly the player's own."""
    wave: int
    """1 is the bomb that was flipped, 2 the bombs that it set off, and so on."""


class Blast(Struct, frozen=True):
    """The last wave of a chain that reached the window."""

    now: Ms
    wave: int
    sides: tuple[tuple[int, int], ...]
    """For bombs that lie outside: on which sides, as (dx, dy) from -1 to 1; in order, each once."""


class Company(Struct, frozen=True):
    """Roughly where the nearest player is, for a player with nobody in sight."""

    dx: int
    """The direction, as (dx, dy) from -1 to 1."""
    dy: int
    steps: int
    """About how many steps it is, one of a few round numbers."""


class Facts(Struct, frozen=True):
    terms: Terms
    at: tuple[int, int]
    """The viewer's own tile; (-1, -1) if there is none."""
    flags: int
    """In hand."""
    coming: tuple[Ms, ...]
    """When the delayed flags arrive, in order."""
    score: int
    is_dead: bool
    is_away: bool
    """Off the board: the view shows what was seen last."""
    watching: Seat
    """The seat that a dead player watches, or -1."""
    walkers: tuple[tuple[int, int, int], ...]
    """Everybody else in the window, as (seat, x, y), by seat."""
    company: Company | None
    """As heard at one of the viewer's own last actions."""
    step_at: Ms
    """The earliest moment of the next step."""
    dig_at: Ms
    """The earliest moment of the next flip, flag or unflag."""
    blast: Blast | None
    died: Died | None
    deserted_at: Ms
    """For dead players: when the round ends because nobody is left alive; 0 if somebody is."""
    ending: str
    """Empty while the round runs."""
    places: tuple[int, ...]
    """After the end: each seat's place."""
