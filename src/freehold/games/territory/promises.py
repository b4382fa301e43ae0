"""Promises: what players have said in tags, and whether their orders kept it.

Talk binds nobody (TR-13). But a tag in a declaration has one meaning that everybody can check
against the public orders, and bots understand it exactly. Seats are called A to E.

    [PACT B 3]      peace with B for 3 rounds, this one included, once B says so too this round:
                    neither moves onto a square that the other holds as the round begins;
                    with one declaration per round, B may also answer in the next round,
                    unless the first player says [HIT B] in it
    [HIT C]         I move onto a square that C holds, this round
    [LEAVE B 3,4]   I leave 3,4 to B: I do not move onto it this round
    [CLAIM 2,3]     a wish that others leave 2,3 to me; it promises nothing

Each promise is counted in each round that it holds for. An offer by one side alone is not a
promise, and a broken pact is over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from freehold.game import Seat, View
from freehold.games.territory.params import SIDE
from freehold.games.territory.resolution import march
from freehold.games.territory.state import Declared, Ordered
from freehold.games.territory.views import LETTERS, Facts

PACT, HIT, LEAVE, CLAIM = "PACT", "HIT", "LEAVE", "CLAIM"
TAG = re.compile(
    r"\[(?:(PACT) ([A-E]) ([1-9]\d?)|(HIT) ([A-E])|(LEAVE) ([A-E]) ([0-7]),([0-7])"
    r"|(CLAIM) ([0-7]),([0-7]))\]"
)


class Tag(Struct, frozen=True):
    """One tag of one declaration."""

    round: int
    seat: Seat
    kind: str
    about: Seat = -1
    rounds: int = 1
    cell: int = -1


class Promise(Struct, frozen=True):
    """What a seat has promised for one round."""

    round: int
    seat: Seat
    kind: str
    about: Seat
    cell: int
    kept: bool | None
    """None until the round is resolved."""


def spell_tag(kind: str, about: Seat = -1, rounds: int = 1, cell: int = -1) -> str:
    place = f"{cell % SIDE},{cell // SIDE}"
    if kind == PACT:
        return f"[PACT {LETTERS[about]} {rounds}]"
    if kind == HIT:
        return f"[HIT {LETTERS[about]}]"
    return f"[LEAVE {LETTERS[about]} {place}]" if kind == LEAVE else f"[CLAIM {place}]"


@lru_cache(maxsize=1_024)
def read_tags(said: Declared) -> tuple[Tag, ...]:
    """The tags of a declaration: the inverse of `spell_tag`. Everything else is talk."""
    tags = []
    for found in TAG.finditer(said.text):
        pact, friend, rounds, hit, foe, leave, heir, x, y, claim, u, v = found.groups()
        if pact:
            tags.append(Tag(said.round, said.seat, PACT, LETTERS.index(friend), int(rounds)))
        elif hit:
            tags.append(Tag(said.round, said.seat, HIT, LETTERS.index(foe)))
        elif leave:
            cell = int(y) * SIDE + int(x)
            tags.append(Tag(said.round, said.seat, LEAVE, LETTERS.index(heir), cell=cell))
        elif claim:
            tags.append(Tag(said.round, said.seat, CLAIM, cell=int(v) * SIDE + int(u)))
    return tuple(tags)


def all_tags(declarations: Iterable[Declared]) -> list[Tag]:
    """Every tag that is about another player, each once per round."""
    tags: dict[Tag, None] = {}
    for said in declarations:
        for tag in read_tags(said):
            if tag.about != tag.seat:
                tags[tag] = None
    return list(tags)


def all_promises(facts: Facts) -> list[Promise]:
    """What has been promised in every round so far, and whether it was kept."""
    tags = all_tags(facts.declarations)
    sheets = {(sheet.round, sheet.seat): sheet for sheet in facts.orders}
    resolved = len(facts.units_by_round) - 1
    pacts: dict[tuple[Seat, Seat], int] = {}
    promises: list[Promise] = []
    open_offers: list[Tag] = []
    for number in range(1, facts.round + 1):
        said = [tag for tag in tags if tag.round == number]
        agreed = concluded([*standing(open_offers, said), *said], number)
        open_offers = unanswered(said, agreed) if facts.params.declarations == 1 else []
        pacts |= agreed
        due = [*pact_promises(pacts, number), *word_promises(said)]
        if number > resolved:
            promises += due
            break
        settled = [
            settle(promise, sheets[number, promise.seat])
            for promise in due
            if (number, promise.seat) in sheets
        ]
        pacts = {pair: last for pair, last in pacts.items() if not is_broken(pair, settled)}
        promises += settled
    return promises


def standing(offers: Sequence[Tag], said: Sequence[Tag]) -> list[Tag]:
    """Offers of the last round, unless the player has announced an attack instead."""
    attacked = [(tag.seat, tag.about) for tag in said if tag.kind == HIT]
    return [tag for tag in offers if (tag.seat, tag.about) not in attacked]


def unanswered(said: Sequence[Tag], agreed: Mapping[tuple[Seat, Seat], int]) -> list[Tag]:
    """The offers of a round that have not become pacts."""
    return [
        tag
        for tag in said
        if tag.kind == PACT and (min(tag.seat, tag.about), max(tag.seat, tag.about)) not in agreed
    ]


def concluded(said: Sequence[Tag], number: int) -> dict[tuple[Seat, Seat], int]:
    """The pacts that both sides have offered, each with its last round: the shorter offer."""
    offers = {(tag.seat, tag.about): tag for tag in said if tag.kind == PACT}
    return {
        (one, other): number + min(tag.rounds, offers[other, one].rounds) - 1
        for (one, other), tag in offers.items()
        if one < other and (other, one) in offers
    }


def pact_promises(pacts: dict[tuple[Seat, Seat], int], number: int) -> Iterator[Promise]:
    for (one, other), last in pacts.items():
        if number <= last:
            yield Promise(number, one, PACT, other, -1, None)
            yield Promise(number, other, PACT, one, -1, None)


def word_promises(said: Sequence[Tag]) -> Iterator[Promise]:
    for tag in said:
        if tag.kind in (HIT, LEAVE):
            yield Promise(tag.round, tag.seat, tag.kind, tag.about, tag.cell, None)


def settle(promise: Promise, sheet: Ordered) -> Promise:
    """Whether a promise was kept, by the orders of that round."""
    if promise.kind == PACT:
        kept = promise.about not in sheet.into
    elif promise.kind == HIT:
        kept = promise.about in sheet.into
    else:
        kept = promise.cell not in [march(sheet.seat, move)[2] for move in sheet.moves]
    return Promise(promise.round, promise.seat, promise.kind, promise.about, promise.cell, kept)


def is_broken(pair: tuple[Seat, Seat], settled: Sequence[Promise]) -> bool:
    return any(
        promise.kind == PACT
        and promise.kept is False
        and (promise.seat, promise.about) in (pair, pair[::-1])
        for promise in settled
    )


def count(view: View[Facts]) -> dict[str, int]:
    """How many promises the viewing seat has made, kept and broken; for a watcher, everybody's.

    Promises that are not decided yet count as made, but neither as kept nor as broken.
    """
    promises = [
        promise
        for promise in all_promises(view.facts)
        if view.viewer < 0 or promise.seat == view.viewer
    ]
    kept = [promise.kept for promise in promises]
    return {"made": len(kept), "kept": kept.count(True), "broken": kept.count(False)}
