"""What a replay must rebuild: the true board, and what each seat knows of it.

Only `ground.py` writes the layers of the truth (and `protections.py` its own), and notes what it
changed in `changes`, `dirty`, `fresh`, `swept` and `owner_before`; all are empty between actions.
What seats have not looked at yet is in `last_look`: see `knowledge.py`.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from msgspec import Struct, field

from freehold.game import Outcome
from freehold.games.minewars.board.kinds import CLUSTERED, KIND_NAMES, LANDLIKE, MOUNTAIN, WATER
from freehold.games.minewars.board.masks import bits_of, mask, number, only, table_of
from freehold.games.minewars.facts import Terms
from freehold.games.minewars.params import Params
from freehold.kernel.canonical import decode, encode
from freehold.kernel.chance import Stream
from freehold.kernel.due import DueList
from freehold.kernel.grids import Grid, grid_of
from freehold.kernel.layers import Touched
from freehold.kernel.numbered import Numbered

IS_LAND, IN_CLUSTERS = table_of(LANDLIKE), table_of(CLUSTERED)


class Cluster(Struct):
    """Mountains or forests that hang together, of one kind (MW-40)."""

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
    """Whose construction pays for it; once completed it does not matter."""
    seat: int
    """Who asked for it; once completed it is the tile's owner's."""
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
    """The moment in ms up to which money and construction are reckoned."""
    resources: int
    """A second, of its own and of its owner's tiles in the region (MW-80)."""
    rate: int = 0
    """Thousandths of money a ms, that is money a second, from `since` on."""
    points: int = 0
    """The same of construction, for the head of the queue (MW-60)."""
    done_at: int = -1
    """When the head of the queue will be completed, as in the due list; -1 for never."""
    queue: list[int] = []
    """Pending structures in the order asked for: keys of `structures`."""
    network: int = -1
    """The lowest of the cities that it is connected with by road, or -1 for none (MW-61)."""
    hold_by: int = 0
    """Who holds its ring, as seat + 1 (MW-50)."""
    hold_since: int = 0


class Player(Struct):
    is_out: bool = False
    out_at: int = 0
    stunned_until: int = 0
    """0 for who is not stunned (MW-34)."""
    blind_until: int = 0
    """0 for who is not blind (MW-34)."""
    ready: dict[str, int] = {}
    """By action: from when on it can be done again."""
    kills: int = 0
    deaths: int = 0
    taken: int = 0
    land: int = 0
    """How many tiles that play like land the player owns."""


class Deed(Struct, frozen=True):
    """A delayed action under way (MW-70 to MW-76)."""

    seat: int
    what: str
    """deploy_decoy, deploy_mine, deploy_trap, strike, reveal, smoke, harvest or bulldoze."""
    cells: tuple[int, ...]
    at: int
    paid: tuple[tuple[int, int], ...]
    """What each city paid, to be returned if it comes to nothing."""


class Known(Struct):
    """What one seat knows, as the layers of its view; `knowledge.py` keeps it up."""

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
    """Foreign tiles beside one's own, or across a bridge."""
    protected: bytearray
    """Until when, in ticks around a clock of 255; see `sight.py`."""
    hp: bytearray
    """Of completed structures."""
    near: bytearray
    """Not shown: how many own tiles lie within sight of each tile."""
    towers: bytearray
    """Not shown: how many own towers have each tile in range."""
    seen_clusters: Numbered[int]
    """Not shown: by cluster of mountains, how many of its tiles lie within sight."""
    revealed: Numbered[int]
    """Not shown: cells shown by a reveal, with the owner they had then (MW-72)."""
    posts: Numbered[None]
    """Not shown: where own towers stand that are counted in `towers`."""
    events: list[tuple[str, int, int]] = []
    """What the seat was last told of that leaves no trace: see `OwnFacts`."""


class LastLook(Struct):
    """The truth as of when the seats last looked, and where they have not looked since."""

    owner: bytearray = bytearray()
    kind: bytearray = bytearray()
    item: bytearray = bytearray()
    cells: Numbered[None] = field(default_factory=Numbered)
    """Where something has changed since."""
    swept: bytes = b""
    """Where owners have changed, many tiles at once: a mask, or nothing."""
    faded: list[int] = []
    """Where protections are shown no longer; more than MANY stand for the whole board."""


class Kinds(NamedTuple):
    """The layer `kind` as numbers, for all that looks at whole boards."""

    number: int
    land: int
    """The mask of whatever plays like land; cities stand on it."""
    clustered: int
    water: int
    bits: tuple[int, ...]
    """By kind: its tiles."""


class Mountains(NamedTuple):
    """All clusters of mountains: their tiles one after another, and where each begins and ends."""

    keys: list[int]
    ends: list[int]
    cells: list[int]


class State(Struct, dict=True):  # a dict is for what is cached: it is in no canonical bytes
    params: Params
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
    beside_city: Numbered[tuple[int, ...]]
    """By cell that touches cities: which."""

    # The truth, tile by tile
    kind: bytearray
    owner: bytearray
    """0 for nobody, or the owner's seat + 1."""
    item: bytearray
    number: bytearray
    """How many items touch each tile, whoever owns them."""
    structure: bytearray
    """Completed ones."""
    pending: bytearray
    """Structures to come."""
    skull: bytearray
    """1 where a mine has stunned somebody (MW-34)."""
    protected: bytearray
    """Until when, as it is shown: see `protections.py`. 0 for what is not (MW-31)."""
    cluster_of: list[int]
    """The cluster of each tile, or NO_CLUSTER."""

    # The truth, thing by thing
    cities: list[City]
    players: list[Player]
    protections: list[tuple[int, bytes]] = []
    """Moments up to which tiles are protected, soonest first, each with its tiles as bits."""
    smokes: Numbered[int] = field(default_factory=Numbered)
    """By cell: until when (MW-73)."""
    clusters: Numbered[Cluster] = field(default_factory=Numbered)
    structures: Numbered[Structure] = field(default_factory=Numbered)
    built: Numbered[int] = field(default_factory=Numbered)
    """By cell: the structure there, completed or to come; but a bridge only once it stands."""
    deeds: Numbered[Deed] = field(default_factory=Numbered)
    tower_holds: Numbered[tuple[int, int]] = field(default_factory=Numbered)
    """By tower's cell: who has surrounded it (seat + 1), and since when; with a hold only."""
    next_id: int = 0
    """The key of the next cluster, structure or deed."""
    known: list[Known] = []
    """As of the seats' last look: `knowledge.catch_up` comes before whoever reads it. Only flags,
    events and towers are always those of now."""
    last_look: LastLook = field(default_factory=LastLook)
    graph: list[tuple[int, ...]] = []
    """A moment and the land of each seat then, now and again."""
    outcome: Outcome | None = None

    # What this action has changed so far
    changes: dict[int, tuple[int, int]] = {}
    """By cell whose owner or kind has changed: what owner and kind were before."""
    dirty: dict[int, None] = {}
    """Cells where anything else has changed."""
    fresh: dict[int, int] = {}
    """Cells that groups and clusters have not looked at since they changed, each with its new
    owner if only that has changed, or 0."""
    swept: dict[int, int] = {}
    """The same of many tiles at once: by new owner, or 0, a mask."""
    owner_before: bytes = b""
    """All owners as of before this action, if many tiles have changed hands at once. Their
    `changes` are noted nowhere else."""

    @cached_property
    def grid(self) -> Grid:
        return grid_of(self.terms.shape, self.width, self.height)

    @cached_property
    def kinds(self) -> Kinds:
        """`ground.turn` drops it, for it changes seldom."""
        kind = self.kind
        return Kinds(
            number(kind),
            mask(kind, IS_LAND),
            mask(kind, IN_CLUSTERS),
            mask(kind, only(WATER)),
            tuple([bits_of(kind.translate(only(each))) for each in range(len(KIND_NAMES))]),
        )

    @cached_property
    def mountains(self) -> Mountains:
        """`ground.turn` drops it if one turns."""
        keys, ends, cells = list[int](), [0], list[int]()
        for key, cluster in self.clusters.pairs():
            if self.kind[cluster.cells[0]] == MOUNTAIN:
                keys.append(key)
                cells += cluster.cells
                ends.append(len(cells))
        return Mountains(keys, ends, cells)

    @property
    def seats(self) -> int:
        return len(self.players)

    def copy(self) -> State:
        """By its canonical bytes: there are too many parts to name, and they are few enough."""
        return decode(encode(self), State)

    def take_id(self) -> int:
        self.next_id += 1
        return self.next_id
