"""What a replay must rebuild: the true board, and what each seat knows of it.

Only `ground.py` writes the layers of the truth (and `protections.py` its own), and notes what it
changed in `changed`, `dirty`, `moved`, `reread` and `fresh`; all are empty between actions.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from msgspec import Struct, field

from freehold.game import Outcome
from freehold.games.minewars.board.bits import bits_at, bits_of, bits_where
from freehold.games.minewars.board.kinds import (
    BARRICADE,
    DECOY,
    FULL,
    KIND_NAMES,
    STRUCTURE_NAMES,
    TOWER,
    TRAP,
)
from freehold.games.minewars.facts import Terms
from freehold.games.minewars.params import Rules
from freehold.kernel.canonical import decode, encode
from freehold.kernel.chance import Stream
from freehold.kernel.due import DueList
from freehold.kernel.grids import Grid, grid_of
from freehold.kernel.layers import Touched
from freehold.kernel.numbered import Numbered


class Cluster(Struct):
    """Connected mountains or forests, of one kind (MW-40)."""

    cells: list[int]
    """In order."""
    ring: list[int]
    """The land that touches it, in order."""


class Structure(Struct):
    """A structure, completed or to come (MW-60)."""

    kind: int
    cells: tuple[int, ...]
    hp: int
    city: int
    """The city that pays for it; irrelevant once completed."""
    seat: int
    """The seat that ordered it; once completed it belongs to the tile's owner."""
    cost: int
    paid_milli: int = 0
    """Thousandths of points of construction, as of its city's `since`."""
    axis: int = -1
    """Of a bridge: the direction of one of its ends; the other is opposite."""
    is_done: bool = False


class City(Struct):
    cell: int
    owner: int
    """0 for nobody, or the seat + 1; as in the layer `owner`."""
    money_milli: int
    """Thousandths of money, as of `since`."""
    since: int
    """The moment in ms up to which money and construction are worked out."""
    resources: int
    """Per second: its own and those of its owner's tiles in the region (MW-80)."""
    rate: int = 0
    """Thousandths of money per ms, that is money per second, from `since` on."""
    points: int = 0
    """The same for construction, for the head of the queue (MW-60)."""
    done_at: int = -1
    """When the head of the queue will be completed, as in the due list; -1 for never."""
    queue: list[int] = []
    """Structures under construction in the order they were ordered: keys of `structures`."""
    network: int = -1
    """The lowest number of the cities connected to it by road, or -1 for none (MW-61)."""
    hold_by: int = 0
    """The player who holds its ring, as seat + 1 (MW-50)."""
    hold_since: int = 0


class PlayerState(Struct):
    is_out: bool = False
    out_at: int = 0
    stunned_until: int = 0
    """0 if not stunned (MW-34)."""
    blind_until: int = 0
    """0 if not blind (MW-34)."""
    ready: dict[str, int] = {}
    """By action: when its cooldown ends."""
    kills: int = 0
    deaths: int = 0
    taken: int = 0
    land: int = 0
    """The number of land tiles that the player owns."""


class Deed(Struct, frozen=True):
    """A delayed action under way (MW-70 to MW-76)."""

    seat: int
    what: str
    """deploy_decoy, deploy_mine, deploy_trap, strike, reveal, smoke, harvest or bulldoze."""
    cells: tuple[int, ...]
    at: int
    paid: tuple[tuple[int, int], ...]
    """What each city paid, to be returned if the action fails."""


class Known(Struct):
    """What one seat knows, as the layers of its view; `knowledge.py` updates it."""

    kind: bytearray
    sight: bytearray
    owner: bytearray
    digit: bytearray
    star: bytearray
    item: bytearray
    structure: bytearray
    smoke: bytearray
    flag: bytearray
    """The seat's own flags: written by `captures.py`."""
    reach: bytearray
    """Foreign tiles next to the seat's own, or across a bridge."""
    protected: bytearray
    """Until when, in ticks around a clock of 255; see `protections.py`."""
    hp: bytearray
    """Of completed structures."""
    revealed: Numbered[int]
    """Not shown: cells shown by a reveal, with the owner they had then (MW-72)."""
    events: list[tuple[str, int, int]] = []
    """The last events the seat was told of that leave no trace: see `OwnFacts`."""


class Sight(NamedTuple):
    """What a seat sees, as sets of tiles (`bits.py`)."""

    eyes: tuple[int, ...]
    """What sight follows from, except reveals: the seat's tiles, and all towers, bridges and
    mountains. None if that is not known: then it is worked out."""
    seen: int
    full: int
    """In full sight (MW-15)."""
    reach: int
    revealed: int = 0
    """In full sight only because of reveals (MW-72)."""


def sight_of(known: Known) -> Sight:
    """As its layers say."""
    full = bits_where(known.sight, FULL)
    return Sight((), bits_of(known.sight), full, bits_of(known.reach))


class Boards:
    """The true layers as sets of tiles (`bits.py`). They follow from the layers, so they are not in
    the canonical bytes; `ground.py`, which writes the layers, updates them."""

    __slots__ = (
        "built",
        "cities",
        "clustered",
        "items",
        "kinds",
        "land",
        "news",
        "own",
        "regions",
        "rings",
        "shown",
        "starred",
    )

    def __init__(self, state: State) -> None:
        every = range(len(state.cities))
        self.cities = bits_of(state.city)
        self.regions = [bits_where(state.region, place + 1) & ~self.cities for place in every]
        """By city: its region, without the city."""
        self.rings = [bits_at(state.grid.touching[city.cell]) for city in state.cities]
        """By city: the tiles that touch it."""
        self.own = [bits_where(state.owner, own) for own in range(state.seats + 1)]
        """By owner: 0 for nobody, or the seat + 1."""
        self.kinds = [bits_where(state.kind, kind) for kind in range(len(KIND_NAMES))]
        self.built = [bits_where(state.structure, kind) for kind in range(len(STRUCTURE_NAMES))]
        """By kind: completed structures."""
        self.items = bits_of(state.item)
        self.starred = bits_where(state.item, DECOY) | bits_where(state.item, TRAP)
        """Items that put an asterisk beside a digit (MW-22)."""
        self.land = self.clustered = 0
        self.sort_kinds()
        self.shown = [sight_of(known) for known in state.known]
        """By seat: what its layers show."""
        self.news = 0
        """Where views may differ since the feed last asked; only a hint."""

    def sort_kinds(self) -> None:
        """After any change of `kinds`."""
        _, land, fertile, foundation, destroyed, mountain, forest = self.kinds
        self.land = (land | fertile | foundation | destroyed) & ~self.cities
        """All land; cities are not land."""
        self.clustered = mountain | forest

    @property
    def standing(self) -> int:
        """All completed structures."""
        _, roads, barricades, towers, bridges = self.built
        return roads | barricades | towers | bridges

    @property
    def walls(self) -> int:
        """Completed barricades and towers (MW-48)."""
        return self.built[BARRICADE] | self.built[TOWER]


class State(Struct, dict=True):  # a cache in a dict, so that it is not in the canonical bytes
    params: Rules
    terms: Terms
    width: int
    height: int
    touched: Touched
    chance: Stream
    due: DueList

    # The map, which never changes
    first_kind: bytes
    """Every tile's kind as of the start (MW-11)."""
    city: bytes
    """0, or the number of the city that stands there + 1."""
    region: bytes
    """0 for water, or the city that the tile belongs to + 1 (MW-04)."""

    # The truth, tile by tile
    kind: bytearray
    owner: bytearray
    """0 for nobody, or the owner's seat + 1."""
    item: bytearray
    structure: bytearray
    """Completed ones."""
    pending: bytearray
    """Structures to come."""
    skull: bytearray
    """1 where a mine has stunned a player (MW-34)."""
    protected: bytearray
    """Until when, as it is shown: see `protections.py`. 0 if not protected (MW-31)."""
    cluster_of: list[int]
    """The cluster of each tile, or NO_CLUSTER."""

    # The truth, thing by thing
    cities: list[City]
    players: list[PlayerState]
    protections: list[tuple[int, bytes]] = []
    """Moments up to which tiles are protected, soonest first, each with its tiles as bits."""
    smokes: Numbered[int] = field(default_factory=Numbered)
    """By cell: until when (MW-73)."""
    clusters: Numbered[Cluster] = field(default_factory=Numbered)
    structures: Numbered[Structure] = field(default_factory=Numbered)
    built: Numbered[int] = field(default_factory=Numbered)
    """By cell: the structure there, complete or under construction; a bridge only once complete."""
    deeds: Numbered[Deed] = field(default_factory=Numbered)
    tower_holds: Numbered[tuple[int, int]] = field(default_factory=Numbered)
    """By tower's cell: who has surrounded it (seat + 1), and since when; only if holds are on."""
    next_id: int = 0
    """The key of the next cluster, structure or deed."""
    known: list[Known] = []
    """Updated by every action before it ends."""
    graph: list[tuple[int, ...]] = []
    """From time to time: a moment, and each seat's land then."""
    outcome: Outcome | None = None

    # What this action has changed so far
    changed: int = 0
    """Tiles whose owner or kind has changed: sets of tiles are numbers, see `bits.py`."""
    dirty: int = 0
    """Tiles where anything else visible has changed; a city's tile, if its rates may have."""
    moved: int = 0
    """Tiles where an item has come, gone or changed."""
    reread: int = 0
    """Seats that have gone blind or see again: bit n for seat n."""
    fresh: dict[int, int] = {}
    """Changed tiles that groups, clusters and cities have not been checked for yet: by the new
    owner if only that has changed, otherwise under ANYBODY."""

    @cached_property
    def grid(self) -> Grid:
        return grid_of(self.terms.shape, self.width, self.height)

    @cached_property
    def boards(self) -> Boards:
        return Boards(self)

    @property
    def seats(self) -> int:
        return len(self.players)

    def copy(self) -> State:
        """Through its canonical bytes: too many parts to name, and it is fast enough."""
        return decode(encode(self), State)

    def take_id(self) -> int:
        self.next_id += 1
        return self.next_id
