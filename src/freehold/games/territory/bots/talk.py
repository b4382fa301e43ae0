"""Talk: whom to trust, what to say, and what the others' words mean for our orders.

All of it is read from the view: declarations and orders are public, so bots need no memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from freehold.game import Seat
from freehold.games.territory.bots.plans import NEAR, Board
from freehold.games.territory.bots.remarks import remarks
from freehold.games.territory.promises import (
    CLAIM,
    HIT,
    LEAVE,
    PACT,
    Promise,
    Tag,
    all_promises,
    all_tags,
    spell_tag,
)
from freehold.games.territory.resolution import March
from freehold.games.territory.views import Facts, letter
from freehold.kernel.chance import Stream

STRANGER, KEPT, BROKEN = 0.5, 0.1, 0.4
TRUSTED = 0.4
PACT_ROUNDS = 3
BREAKING = 0.8
"""How much a sheet that breaks a promise is worth to us: the gain has to be clear."""
BREAKING_LATE = 0.93
LATE_ROUNDS = 3
PATIENCE = 3
"""After this many ignored offers we make no more."""
DANGER_ROUNDS = 5
"""With this few rounds left, nobody should be at peace with the leader."""

OFFERS = (
    "{friend}, our border only costs us both. Peace for {rounds}?",
    "{friend}, I have no quarrel with you: let us leave each other alone for {rounds}.",
    "A quiet border would suit us, {friend}. Let us have {rounds} of peace, and both of us grow.",
)
TREATIES = (
    "{friends}: peace until the end. I gain nothing by fighting you.",
    "Let us have no war, {friends}: I will stay off your squares if you stay off mine.",
    "{friends}, the map is large enough. Peace, for {rounds}?",
)
WISHES = (
    "Please leave me what I claim.",
    "I have my eye on a few squares.",
)
LEADERS = (
    "{leader} is ahead of us all and should worry you more than I do.",
    "While we quarrel, {leader} grows.",
    "Look at {leader}: somebody has to stop that.",
)
SPLITS = ("You take {theirs} and I take {ours}.", "Let us split: {theirs} is yours, {ours} mine.")
ANSWERS = ("Agreed, {friend}.", "{friend}, you have my word.", "Gladly, {friend}.")
REFUSALS = ("Not again, {other}: your word is worth nothing.",)
CRUSADES = ("Not with you, {other}: you are winning. It is all of us against you now.",)
WARNINGS = ("{other}, I have read that. Come, and you will find me ready.",)
ATTACKS = ("I march on {foe} now; who joins me?", "This round I strike {foe}.")


# Listening


def trust(facts: Facts, promises: Sequence[Promise]) -> list[float]:
    """How far each seat can be trusted, from 0 to 1.

    Squares left alone earn no trust: anybody can list those that are out of reach anyway.
    """
    trusted = [STRANGER] * len(facts.totals)
    for promise in promises:
        if promise.kept is False or (promise.kept and promise.kind != LEAVE):
            change = KEPT if promise.kept else -BROKEN
            trusted[promise.seat] = min(1.0, max(0.0, trusted[promise.seat] + change))
    return trusted


def shunned_by(board: Board, promises: Sequence[Promise], seat: Seat) -> int:
    """A bit for each square that a seat has promised not to enter this round."""
    bits = 0
    for promise in promises:
        if promise.seat != seat or promise.kept is not None:
            continue
        if promise.kind == PACT:
            for cell, held in enumerate(board.owner):
                if held == promise.about + 1:
                    bits |= 1 << cell
        elif promise.kind == LEAVE:
            bits |= 1 << promise.cell
    return bits


def claimed_by_friends(facts: Facts, promises: Sequence[Promise], seat: Seat) -> int:
    """A bit for each square claimed by a seat that we have a pact with this round."""
    friends = [
        promise.about
        for promise in promises
        if promise.seat == seat and promise.kept is None and promise.kind == PACT
    ]
    bits = 0
    for tag in this_round(facts):
        if tag.kind == CLAIM and tag.seat in friends:
            bits |= 1 << tag.cell
    return bits


def honour(
    board: Board, promises: Sequence[Promise], shunned: int, seat: Seat, sheet: list[March]
) -> float:
    """The factor on a sheet's worth for each promise of ours that it breaks."""
    price = BREAKING if board.rounds_left > LATE_ROUNDS else BREAKING_LATE
    left = 1.0
    for _, _, goal, _ in sheet:
        if shunned >> goal & 1:
            left *= price
    entered = [board.owner[goal] - 1 for _, _, goal, _ in sheet]
    for promise in promises:
        is_ours = promise.seat == seat and promise.kept is None and promise.kind == HIT
        if is_ours and promise.about not in entered:
            left *= price
    return left


def this_round(facts: Facts) -> list[Tag]:
    return [tag for tag in all_tags(facts.declarations) if tag.round == facts.round]


# Speaking


def borders(board: Board, seat: Seat) -> list[int]:
    """For each seat: how many pairs of neighbouring squares are one theirs and one ours."""
    found = [0] * (board.seats + 1)
    for cell, held in enumerate(board.owner):
        if held == seat + 1:
            for other in NEAR[cell]:
                found[board.owner[other]] += 1
    found[seat + 1] = 0
    return found[1:]


def leader_of(facts: Facts) -> Seat:
    """The seat in play with the most units."""
    seats = [seat for seat, playing in enumerate(facts.in_play) if playing]
    return max(seats, key=lambda seat: (facts.totals[seat], -seat))


class Speech(NamedTuple):
    """Part of a declaration: sentences, and the tags that bots understand."""

    words: list[str]
    tags: list[str]


def first_words(facts: Facts, board: Board, seat: Seat, rng: Stream) -> str:
    """Say what the last round was like, and offer peace to a neighbour."""
    promises = all_promises(facts)
    friend = find_friend(facts, board, seat, promises, trust(facts, promises))
    happened = recall(facts, board, seat, promises, friend, rng)
    return fit(facts, happened, offer_peace(board, seat, friend, rng))


def recall(
    facts: Facts, board: Board, seat: Seat, promises: Sequence[Promise], friend: Seat, rng: Stream
) -> Speech:
    """One remark about the last round; else we point at the leader."""
    personal, gossip = remarks(facts, board.owner, promises, seat, rng)
    if personal or gossip:
        return Speech([personal[0] if personal else rng.pick(gossip)], [])
    leader = leader_of(facts)
    if leader in (seat, friend):
        return Speech([], [])
    return Speech([rng.pick(LEADERS).format(leader=letter(leader))], [])


def offer_peace(board: Board, seat: Seat, friend: Seat, rng: Stream) -> Speech:
    """A pact with a friend if there is one, and how to split the free squares between us."""
    if friend < 0:
        return Speech([], [])
    rounds = min(PACT_ROUNDS, board.rounds_left)
    words = [rng.pick(OFFERS).format(friend=letter(friend), rounds=duration(rounds))]
    tags = [spell_tag(PACT, friend, rounds)]
    split = find_split(board, seat, friend, rng)
    if split:
        ours, theirs = split
        words.append(rng.pick(SPLITS).format(ours=square(ours), theirs=square(theirs)))
        tags += [spell_tag(CLAIM, cell=ours), spell_tag(LEAVE, friend, cell=theirs)]
    return Speech(words, tags)


def words_to_all(
    facts: Facts,
    board: Board,
    seat: Seat,
    claims: Sequence[int],
    rng: Stream,
) -> str:
    """Say what the last round was like, offer everybody peace until the end and claim squares."""
    promises = all_promises(facts)
    bound = [each.about for each in promises if each.seat == seat and each.kept is None]
    ignored = unanswered(facts, seat)
    friends = [
        other
        for other, playing in enumerate(facts.in_play)
        if playing and other != seat and other not in bound and ignored[other] < PATIENCE
    ]
    happened = recall(facts, board, seat, promises, friends[0] if friends else -1, rng)
    heard = open_offers(facts, promises, seat) if facts.params.declarations == 1 else []
    answered = answer(facts, seat, promises, heard, [], rng)
    offered = offer_to_all(board, friends, rng)
    return fit(facts, happened, answered, offered, claim(claims, rng))


def offer_to_all(board: Board, friends: Sequence[Seat], rng: Stream) -> Speech:
    if not friends:
        return Speech([], [])
    rounds = board.rounds_left
    names = " and ".join(letter(friend) for friend in friends)
    words = rng.pick(TREATIES).format(friends=names, rounds=duration(rounds))
    return Speech([words], [spell_tag(PACT, friend, rounds) for friend in friends])


def claim(cells: Sequence[int], rng: Stream) -> Speech:
    tags = [spell_tag(CLAIM, cell=cell) for cell in cells]
    return Speech([rng.pick(WISHES)] if tags else [], tags)


def agreement(facts: Facts, seat: Seat, rng: Stream) -> str:
    """Answer offers and threats, and say nothing about our plans."""
    heard = [tag for tag in this_round(facts) if tag.about == seat]
    return fit(facts, answer(facts, seat, all_promises(facts), heard, [], rng))


def duration(rounds: int) -> str:
    return "this round" if rounds == 1 else f"{rounds} rounds"


def find_friend(
    facts: Facts,
    board: Board,
    seat: Seat,
    promises: Sequence[Promise],
    trusted: Sequence[float],
) -> Seat:
    """A trustworthy neighbour without a pact with us yet, or -1.

    Seats that have not ignored our offers come first, then those with a longer border.
    """
    bound = [each.about for each in promises if each.seat == seat and each.kept is None]
    beside = borders(board, seat)
    open_to = [
        other
        for other, playing in enumerate(facts.in_play)
        if playing and other != seat and other not in bound and trusted[other] >= TRUSTED
    ]
    ignored = unanswered(facts, seat)
    open_to = [
        other
        for other in open_to
        if ignored[other] < PATIENCE and not is_danger(facts, other, seat)
    ]
    return max(open_to, key=lambda other: (-ignored[other], beside[other], -other), default=-1)


def is_danger(facts: Facts, other: Seat, seat: Seat) -> bool:
    """They are winning, and it is late."""
    late = facts.params.rounds - facts.round < DANGER_ROUNDS
    return late and other == leader_of(facts) and facts.totals[other] > facts.totals[seat]


def unanswered(facts: Facts, seat: Seat) -> list[int]:
    """How often each seat has ignored an offer of ours.

    With one declaration per round an offer may be answered in the next round, too.
    """
    later = 1 if facts.params.declarations == 1 else 0
    tags = [tag for tag in all_tags(facts.declarations) if tag.kind == PACT]
    answers = {(tag.round, tag.seat) for tag in tags if tag.about == seat}
    ignored = [0] * len(facts.totals)
    for tag in tags:
        chances = {(tag.round, tag.about), (tag.round + later, tag.about)}
        is_due = tag.round + 2 * later <= facts.round
        if tag.seat == seat and is_due and not chances & answers:
            ignored[tag.about] += 1
    return ignored


def find_split(board: Board, seat: Seat, friend: Seat, rng: Stream) -> tuple[int, int] | None:
    """Two free squares that both could enter: the better one for us, the other for them."""
    free = [
        cell
        for cell, held in enumerate(board.owner)
        if not held and {seat + 1, friend + 1} <= {board.owner[other] for other in NEAR[cell]}
    ]
    rng.shuffle(free)
    free.sort(key=lambda cell: -board.resource[cell])
    return (free[0], free[1]) if len(free) > 1 else None


def second_words(facts: Facts, board: Board, seat: Seat, plan: Sequence[March], rng: Stream) -> str:
    """Answer offers and threats, and say whom we are about to strike."""
    promises, said = all_promises(facts), this_round(facts)
    heard = [tag for tag in said if tag.about == seat]
    offered = [tag.about for tag in said if tag.seat == seat]
    victims = victims_of(board, seat, plan)
    answered = answer(facts, seat, promises, heard, victims, rng)
    return fit(facts, answered, announce(seat, promises, offered, victims, rng))


def only_words(facts: Facts, board: Board, seat: Seat, plan: Sequence[March], rng: Stream) -> str:
    """With one declaration per round: what happened, answers to last round's offers or an offer
    of our own, and whom we are about to strike."""
    promises, victims = all_promises(facts), victims_of(board, seat, plan)
    heard = open_offers(facts, promises, seat)
    answered = answer(facts, seat, promises, heard, victims, rng)
    friend = find_friend(facts, board, seat, promises, trust(facts, promises))
    if answered.tags or friend in victims:
        friend = -1
    parts = [
        recall(facts, board, seat, promises, friend, rng),
        answered,
        offer_peace(board, seat, friend, rng),
        announce(seat, promises, [friend, *(tag.seat for tag in heard)], victims, rng),
    ]
    return fit(facts, *parts)


def open_offers(facts: Facts, promises: Sequence[Promise], seat: Seat) -> list[Tag]:
    """Offers of peace to us in the last round that have not become pacts."""
    bound = [each.about for each in promises if each.seat == seat and each.kept is None]
    return [
        tag
        for tag in all_tags(facts.declarations)
        if tag.kind == PACT
        and tag.about == seat
        and tag.round == facts.round - 1
        and tag.seat not in bound
    ]


def victims_of(board: Board, seat: Seat, plan: Sequence[March]) -> list[Seat]:
    """The seats whose squares a plan enters; -1 for free squares."""
    entered = [board.owner[goal] for _, _, goal, _ in plan]
    return [held - 1 for held in dict.fromkeys(entered) if held != seat + 1]


def answer(
    facts: Facts,
    seat: Seat,
    promises: Sequence[Promise],
    heard: Sequence[Tag],
    victims: Sequence[Seat],
    rng: Stream,
) -> Speech:
    """Replies to the threats and offers of peace that we have heard."""
    trusted = trust(facts, promises)
    words, tags = [], []
    for tag in heard:
        other = letter(tag.seat)
        if tag.kind == HIT:
            words.append(rng.pick(WARNINGS).format(other=other))
        elif tag.kind == PACT and tag.seat not in victims and facts.in_play[tag.seat]:
            if is_danger(facts, tag.seat, seat):
                words.append(rng.pick(CRUSADES).format(other=other))
            elif trusted[tag.seat] >= TRUSTED:
                words.append(rng.pick(ANSWERS).format(friend=other))
                tags.append(spell_tag(PACT, tag.seat, tag.rounds))
            else:
                words.append(rng.pick(REFUSALS).format(other=other))
    return Speech(words, tags)


def announce(
    seat: Seat,
    promises: Sequence[Promise],
    offered: Sequence[Seat],
    victims: Sequence[Seat],
    rng: Stream,
) -> Speech:
    """Whom we are about to strike, unless we have offered them peace."""
    foes = [
        foe
        for foe in victims
        if foe >= 0 and foe not in offered and is_free_to_strike(promises, seat, foe)
    ]
    if not foes:
        return Speech([], [])
    return Speech([rng.pick(ATTACKS).format(foe=letter(foes[0]))], [spell_tag(HIT, foes[0])])


def is_free_to_strike(promises: Sequence[Promise], seat: Seat, foe: Seat) -> bool:
    """We have promised them nothing, so we may say it aloud."""
    return not any(
        promise.seat == seat and promise.about == foe and promise.kept is None
        for promise in promises
    )


def square(cell: int) -> str:
    return spell_tag(CLAIM, cell=cell)[7:-1]


def fit(facts: Facts, *parts: Speech) -> str:
    """Words and tags; if that is too long, fewer words, only the tags, or nothing."""
    words = [each for part in parts for each in part.words]
    tags = [each for part in parts for each in part.tags]
    for dropped in range(len(words) + 1):
        text = " ".join([*words[dropped:], *tags])
        if len(text) <= facts.params.declaration_characters:
            return text
    return ""
