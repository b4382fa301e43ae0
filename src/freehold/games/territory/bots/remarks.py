"""Remarks: what bots say about the last round, read from the public record of it.

Personal remarks are about what was done to the speaker or by it; gossip is about the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from freehold.game import Seat
from freehold.games.territory.params import SIDE
from freehold.games.territory.promises import LEAVE, PACT, Promise
from freehold.games.territory.resolution import march
from freehold.games.territory.state import Resolution
from freehold.games.territory.views import Facts, letter
from freehold.kernel.chance import Stream

BETRAYED = (
    "{one}, you promised me peace and came for {place}. I will remember that.",
    "So much for peace, {one}: you attacked me at {place}.",
)
TRESPASSED = ("{one}, you said you would leave {place} to me, and then you moved there.",)
CONFESSED = ("{other}, I broke my word at {place}. It was worth it.",)
LOST = (
    "{one}, you took {place} from me. I want it back.",
    "{place} was mine, {one}. You will hear from me.",
    "Enjoy {place} while you can, {one}.",
    "{one}, I had plans for {place}. Now my plan is you.",
    "Well played at {place}, {one}. It will not work twice.",
)
HELD = (
    "{one}, you came for {place} and went home with nothing.",
    "{place} still stands, {one}. Was that all?",
    "{one}, you have lost an army at {place}. Do you want to lose another?",
)
RUINED = ("{one}, we both lost our armies at {place}, and the others are laughing.",)
TOOK = (
    "{place} is mine now, {other}. You should have guarded it better.",
    "Thank you for {place}, {other}.",
    "{other}, I needed {place} more than you did.",
    "I have {place} now, {other}, and I am not finished.",
)
LIED = (
    "{one} promised {other} peace and attacked anyway. Think of that before you trust {one}.",
    "Ask {other} what a promise of {one}'s is worth.",
)
RAIDED = (
    "{one} took {place} from {other} last round. Watch your borders.",
    "{other} lost {place} to {one}. It could be any of us next.",
    "{one} and {other} are fighting over {place}. That is good news for the rest of us.",
)
GONE = ("{one} is out of the match. Look around: it can happen quickly.",)
GREW = (
    "{one} gained {units} last round, more than anyone else.",
    "Has anybody noticed? {one} grew by {units} last round.",
)


class Attack(NamedTuple):
    """A move onto a square that another player held."""

    one: Seat
    other: Seat
    cell: int
    holder: Seat
    """The seat that has the square now, or -1."""


class Remarks(NamedTuple):
    personal: list[str]
    gossip: list[str]


def remarks(
    facts: Facts, owner: Sequence[int], promises: Sequence[Promise], seat: Seat, rng: Stream
) -> Remarks:
    """What can be said about the last round, the most important first; nothing before it."""
    last = facts.last
    if last is None:
        return Remarks([], [])
    found = attacks(last, owner)
    broken = [each for each in promises if each.round == last.round and each.kept is False]
    ours = [*of_broken_words(broken, found, seat), *of_attacks(found, seat)]
    theirs = [*of_liars(broken, seat), *of_raids(found, seat), *of_numbers(facts, seat)]
    return Remarks(
        *[[rng.pick(texts).format(**words) for texts, words in each] for each in (ours, theirs)]
    )


def attacks(last: Resolution, owner: Sequence[int]) -> list[Attack]:
    """Moves onto squares that others held; several moves onto one square are one attack."""
    found: dict[Attack, None] = {}
    for sheet in last.moves:
        for move, other in zip(sheet.moves, sheet.into, strict=True):
            if other not in (-1, sheet.seat):
                cell = march(sheet.seat, move)[2]
                found[Attack(sheet.seat, other, cell, owner[cell] - 1)] = None
    return list(found)


Remark = tuple[Sequence[str], dict[str, str]]  # sentences to choose from, and their words


def remark(texts: Sequence[str], one: Seat, other: Seat, cell: int) -> Remark:
    words = {"one": letter(one), "other": letter(other), "place": f"{cell % SIDE},{cell // SIDE}"}
    return texts, words


def of_broken_words(
    broken: Sequence[Promise], found: Sequence[Attack], seat: Seat
) -> Iterator[Remark]:
    """Promises to us that were broken, and our own."""
    for promise in broken:
        if promise.kind == LEAVE and promise.about == seat:
            yield remark(TRESPASSED, promise.seat, seat, promise.cell)
        for attack in found if promise.kind == PACT else ():
            if (attack.one, attack.other) == (promise.seat, promise.about):
                if attack.other == seat:
                    yield remark(BETRAYED, *attack[:3])
                elif attack.one == seat:
                    yield remark(CONFESSED, *attack[:3])


def of_attacks(found: Sequence[Attack], seat: Seat) -> Iterator[Remark]:
    for attack in found:
        if attack.other == seat:
            texts = {seat: HELD, attack.one: LOST, -1: RUINED}.get(attack.holder)
            if texts:
                yield remark(texts, *attack[:3])
    for attack in found:
        if attack.one == attack.holder == seat:
            yield remark(TOOK, *attack[:3])


def of_liars(broken: Sequence[Promise], seat: Seat) -> Iterator[Remark]:
    for promise in broken:
        if promise.kind == PACT and seat not in (promise.seat, promise.about):
            yield remark(LIED, promise.seat, promise.about, 0)


def of_raids(found: Sequence[Attack], seat: Seat) -> Iterator[Remark]:
    for attack in found:
        if attack.one == attack.holder and seat not in attack[:2]:
            yield remark(RAIDED, *attack[:3])


def of_numbers(facts: Facts, seat: Seat) -> Iterator[Remark]:
    """A player who is out, and the one who grew the most."""
    before, after = facts.units_by_round[-2:]
    for one, units in enumerate(after):
        if before[one] and not units:
            yield GONE, {"one": letter(one)}
    gains = [now - then for then, now in zip(before, after, strict=True)]
    most = max(gains)
    one = gains.index(most)
    if most > 0 and gains.count(most) == 1 and one != seat:
        yield GREW, {"one": letter(one), "units": str(most)}
