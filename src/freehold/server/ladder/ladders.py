"""What the store keeps of ladders: results of rated matches, and the ratings that follow from them.

Rules about this file:
1. A match counts once: its result is kept under its id, in the transaction that says that it is
   over, and a match that has a result is not rated again.
2. Ratings follow from the kept results in their order, and from nothing else: `rebuild`.
3. Somebody who was deleted is nobody from then on: the places of the others stay.

Functions that take a store run in the writer's thread, inside one transaction each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Literal, get_args

import msgspec
from msgspec import Struct

from freehold.protocol.wire import SeatRated
from freehold.server.ladder.skills import MU, SIGMA, Skill, rate
from freehold.store import Store

Kind = Literal["person", "house", "brought"]
OwnList = Literal["people", "house", "brought"]
ListName = Literal[OwnList, "all"]
LISTS: tuple[ListName, ...] = get_args(ListName)
RESULTS, UNLISTED, COUNTS = "result", "unlisted", "ladder"
ALL: ListName = "all"
HOUSE, BROUGHT = "house ", "brought "
"""What the keys of bots begin with; a guest's key is their id."""
STEPS = 1_000
"""Standings are whole numbers: parts of a point."""


class Contestant(Struct, frozen=True, omit_defaults=True):
    """Somebody with a rating: a guest, a level of the house, or a bot of some author."""

    key: str
    """Empty for somebody who was deleted."""
    kind: Kind
    name: str
    author: str = ""
    """Of a bot that was brought."""


class RatedMatch(Struct, frozen=True):
    """A match that is to be rated."""

    game: str
    contestants: tuple[Contestant, ...]
    """By seat."""
    places: tuple[int, ...]
    listed_from: int
    """The number of rated matches from which on a player is listed."""


class RatedResult(Struct, frozen=True):
    """What a rated match has come to."""

    number: int
    """In the order in which they were rated."""
    finish: RatedMatch
    seats: tuple[SeatRated | None, ...]
    """What it has changed in the list of its own; None for somebody who is not to be listed."""


class PlayerRating(Struct, frozen=True, omit_defaults=True):
    """One contestant in one list of one game."""

    kind: Kind
    name: str
    author: str = ""
    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0
    wins: int = 0

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)


class Listed(Struct, frozen=True):
    """A line of a list."""

    player: str
    """The contestant's key."""
    rank: int
    """0 means not listed: too few matches, or because the player wants it so."""
    rating: PlayerRating


class Page(Struct, frozen=True):
    """The best of a list."""

    rows: list[Listed]
    listed: int
    """How many there are in the whole list."""
    mine: Listed | None = None


def ladder_name(game: str, list_name: ListName) -> str:
    return f"{game} {list_name}"


def list_of(kinds: Collection[Kind]) -> OwnList:
    """The list of a match of its own, besides the one for all: brought bots are rated apart, and
    so are matches with bots of the house."""
    if "brought" in kinds:
        return "brought"
    return "house" if "house" in kinds else "people"


# PlayerRating a match


def settle(store: Store, match: str, finish: RatedMatch) -> RatedResult:
    """The result of a match that is over; it changes the ratings when it is first asked for."""
    kept = read_result(store, match)
    if kept is not None:
        return kept
    store.lock_ratings()
    count = int(store.get(COUNTS, "results") or b"0") + 1
    result = RatedResult(count, finish, _apply(store, finish, lambda key: True))
    store.put(COUNTS, "results", b"%d" % count)
    _put_result(store, match, result)
    return result


def _apply(
    store: Store, finish: RatedMatch, is_kept: Callable[[str], bool]
) -> tuple[SeatRated | None, ...]:
    """The match in both of its lists; what it has changed in its own. All is read before anything
    is written: where something is damaged, nothing changes."""
    own = list_of({each.kind for each in finish.contestants})
    ladders = [ladder_name(finish.game, ALL), ladder_name(finish.game, own)]
    before = [
        [_rating_of(store, each, player) for player in finish.contestants] for each in ladders
    ]
    hidden = [not (player.key and is_listed(store, player.key)) for player in finish.contestants]
    after = [_after(finish, ratings) for ratings in before]
    for ladder, ratings in zip(ladders, after, strict=True):
        for who, is_hidden, rating in zip(finish.contestants, hidden, ratings, strict=True):
            if who.key and is_kept(who.key):
                _put_rating(store, ladder, who.key, rating, is_hidden, finish.listed_from)
    return tuple(
        None if is_hidden else _told(was, rating, finish.listed_from)
        for is_hidden, was, rating in zip(hidden, before[-1], after[-1], strict=True)
    )


def _rating_of(store: Store, ladder: str, who: Contestant) -> PlayerRating:
    """Under the name that they have now."""
    kept = read_rating(store, ladder, who.key) if who.key else None
    if kept is None:
        return PlayerRating(who.kind, who.name, who.author)
    return msgspec.structs.replace(kept, name=who.name, author=who.author)


def _after(finish: RatedMatch, before: Sequence[PlayerRating]) -> list[PlayerRating]:
    skills = rate([each.skill for each in before], finish.places)
    return [_changed(finish, seat, before[seat], skills) for seat in range(len(before))]


def _changed(
    finish: RatedMatch, seat: int, before: PlayerRating, skills: Sequence[Skill]
) -> PlayerRating:
    """A level may have several seats: what these say of it is taken together, as one match."""
    key = finish.contestants[seat].key
    own = [
        other
        for other, who in enumerate(finish.contestants)
        if other == seat or who.key == key != ""
    ]
    return msgspec.structs.replace(
        before,
        mu=sum(skills[each].mu for each in own) / len(own),
        sigma=sum(skills[each].sigma for each in own) / len(own),
        matches=before.matches + 1,
        wins=before.wins + any(finish.places[each] == 1 for each in own),
    )


def _told(before: PlayerRating, after: PlayerRating, listed_from: int) -> SeatRated:
    points = round(after.skill.points)
    change = points - round(before.skill.points)
    return SeatRated(points, change, max(0, listed_from - after.matches))


def _put_rating(
    store: Store, ladder: str, key: str, rating: PlayerRating, is_hidden: bool, listed_from: int
) -> None:
    standing = 0 if is_hidden or rating.matches < listed_from else standing_of(rating)
    store.put_rating(ladder, key, standing, msgspec.msgpack.encode(rating))


def standing_of(rating: PlayerRating) -> int:
    """By which lists are sorted."""
    return max(1, round(rating.skill.points * STEPS))


# Reading


def read_result(store: Store, match: str) -> RatedResult | None:
    data = store.get(RESULTS, match)
    return None if data is None else msgspec.msgpack.decode(data, type=RatedResult)


def _put_result(store: Store, match: str, result: RatedResult) -> None:
    store.put(RESULTS, match, msgspec.msgpack.encode(result))


def read_rating(store: Store, ladder: str, key: str) -> PlayerRating | None:
    data = store.get_rating(ladder, key)
    return None if data is None else msgspec.msgpack.decode(data, type=PlayerRating)


def read_page(store: Store, ladder: str, player: str, listed_from: int, limit: int) -> Page:
    """The best, and the line of one player wherever it is."""
    decoder = msgspec.msgpack.Decoder(PlayerRating)
    rows: list[Listed] = []
    for key, data in store.best_ratings(ladder, limit):
        rating = decoder.decode(data)
        is_tied = bool(rows) and standing_of(rows[-1].rating) == standing_of(rating)
        rows.append(Listed(key, rows[-1].rank if is_tied else len(rows) + 1, rating))
    mine = next((row for row in rows if row.player == player), None)
    if mine is None and player:
        mine = _read_row(store, ladder, player, listed_from)
    return Page(rows, store.count_ratings(ladder, 0), mine)


def _read_row(store: Store, ladder: str, player: str, listed_from: int) -> Listed | None:
    rating = read_rating(store, ladder, player)
    if rating is None:
        return None
    if rating.matches < listed_from or not is_listed(store, player):
        return Listed(player, 0, rating)
    return Listed(player, store.count_ratings(ladder, standing_of(rating)) + 1, rating)


def read_ratings(store: Store, player: str) -> list[tuple[str, PlayerRating]]:
    """All of a player's, by ladder."""
    decoder = msgspec.msgpack.Decoder(PlayerRating)
    return [(ladder, decoder.decode(data)) for ladder, data in store.ratings_of(player)]


# Being listed, and being forgotten


def is_listed(store: Store, guest: str) -> bool:
    return store.get(UNLISTED, guest) is None


def set_listed(store: Store, guest: str, wants: bool, listed_from: int) -> None:
    """Let a guest be in the lists once they have played enough, or in none."""
    store.lock_ratings()
    if wants:
        store.drop(UNLISTED, guest)
    else:
        store.put(UNLISTED, guest, b"")
    for ladder, rating in read_ratings(store, guest):
        _put_rating(store, ladder, guest, rating, not wants, listed_from)


def forget_player(store: Store, guest: str) -> None:
    """Their ratings, and what they wanted."""
    store.drop_ratings(guest)
    store.drop(UNLISTED, guest)


def forget_seats(store: Store, match: str, seats: Iterable[int], name: str) -> None:
    """The players in these seats of a match are nobody any more, and have this name. Of a bot that
    somebody brought the ratings go, too: its name is its author's."""
    result = read_result(store, match)
    if result is None:
        return
    contestants = list(result.finish.contestants)
    for seat in seats:
        who = contestants[seat]
        if who.kind == "brought":
            store.drop_ratings(who.key)
        contestants[seat] = Contestant("", who.kind, name)
    finish = msgspec.structs.replace(result.finish, contestants=tuple(contestants))
    _put_result(store, match, msgspec.structs.replace(result, finish=finish))


def forget_match(store: Store, match: str) -> None:
    """What it has changed stays, until somebody asks for `rebuild`."""
    store.drop(RESULTS, match)


def rebuild(store: Store, guests: Collection[str], listed_from: int) -> int:
    """All ratings again, from the results that are kept; how many there were. `guests` are those
    who are still known: nobody else gets a rating that could be theirs."""
    store.lock_ratings()
    store.clear_ratings()
    decoder = msgspec.msgpack.Decoder(RatedResult)
    kept = [(decoder.decode(data), match) for match, data in store.all(RESULTS)]
    people = {
        player.key
        for result, _ in kept
        for player in result.finish.contestants
        if player.kind == "person"
    }
    unknown = people - set(guests)
    for result, match in sorted(kept, key=lambda each: each[0].number):
        finish = msgspec.structs.replace(result.finish, listed_from=listed_from)
        seats = _apply(store, finish, lambda key: key not in unknown)
        _put_result(store, match, RatedResult(result.number, finish, seats))
    return len(kept)
