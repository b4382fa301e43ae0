"""How a view looks: a tile for each square, and lines of text beside the board."""

from __future__ import annotations

from collections.abc import Sequence

from freehold.game import View
from freehold.games.territory.actions import Move
from freehold.games.territory.state import (
    ORDERS,
    OVER,
    PHASES,
    Clash,
    Declared,
    Ordered,
    Resolution,
    phase_words,
)
from freehold.games.territory.views import Facts, letter, units_of
from freehold.kernel.pictures import Tile
from freehold.kernel.sentences import counted, isolated, join_words

WIDEST = 4


def tiles(view: View[Facts]) -> list[Tile]:
    layers = view.layers
    squares = zip(layers["owner"], units_of(view), layers["resource"], strict=True)
    return [square(held, units, bool(resource)) for held, units, resource in squares]


def square(held: int, units: int, resource: bool) -> Tile:
    """`A12`, `A12+` on a resource square, `+` for a free one and `.` for free land."""
    ground = "bright" if resource else "land"
    if not held:
        return Tile("+" if resource else ".", ground)
    text = f"{letter(held - 1)}{units if units < 1000 else f'{units // 1000}k'}"
    if resource and len(text) < WIDEST:
        text += "+"
    return Tile(text, ground, held - 1)


def describe(view: View[Facts], names: tuple[str, ...]) -> list[str]:
    facts = view.facts
    return [
        headline(facts),
        *(player_line(view, seat, name) for seat, name in enumerate(names)),
        *waiting_lines(facts, names),
        *talk_lines(facts, names),
        *(round_lines(facts.last, names) if facts.last else ()),
        *how_to(view, names),
    ]


def headline(facts: Facts) -> str:
    where = f"Round {facts.round} of {facts.params.rounds}"
    phase = phase_words(facts.phase, facts.params)
    return f"{where}: {'the match is over' if facts.ending else phase}."


def player_line(view: View[Facts], seat: int, name: str) -> str:
    facts = view.facts
    squares = view.layers["owner"].count(seat + 1)
    units = counted(facts.totals[seat], "unit")
    line = f"  {letter(seat)} {name}: {units} on {counted(squares, 'square')}"
    if facts.resigned[seat]:
        return line + " (resigned)"
    if not facts.in_play[seat]:
        return line + " (out)"
    return line + (" (away)" if facts.away[seat] else "")


def waiting_lines(facts: Facts, names: Sequence[str]) -> list[str]:
    states = zip(names, facts.in_play, facts.submitted, strict=True)
    late = [name for name, playing, submitted in states if playing and not submitted]
    if not late or facts.phase == PHASES[OVER].name:
        return []
    return [f"Waiting for {join_words(late)}."]


def talk_lines(facts: Facts, names: Sequence[str]) -> list[str]:
    said = [each for each in facts.declarations if each.round == facts.round and each.text]
    if not said:
        return []
    return ["Said this round:"] + [
        f"  {part_sign(each, facts)}{letter(each.seat)} {names[each.seat]}: {isolated(each.text)}"
        for each in said
    ]


def part_sign(said: Declared, facts: Facts) -> str:
    """Which declaration of the round it was, if there are two."""
    return f"{said.part}. " if facts.params.declarations > 1 else ""


def round_lines(last: Resolution, names: Sequence[str]) -> list[str]:
    """What happened in the last round, in words."""
    lines = [f"In round {last.round}:"]
    lines += [f"  {order_words(order, names)}" for order in last.moves]
    lines += [f"  {clash_words(clash, names)}" for clash in last.clashes]
    return lines


def order_words(order: Ordered, names: Sequence[str]) -> str:
    moved = join_words([move_words(move) for move in order.moves]) or "nothing"
    return f"{letter(order.seat)} {names[order.seat]} moved {moved}."


def move_words(move: Move) -> str:
    way = {"U": "up", "D": "down", "L": "left", "R": "right"}[move.direction]
    return f"{move.units} from {move.x},{move.y} {way}"


def clash_words(clash: Clash, names: Sequence[str]) -> str:
    called = [f"{letter(seat)} {name}" for seat, name in enumerate(names)]
    met = [f"{units} of {called[seat]}" for seat, units in enumerate(clash.armies) if units]
    result = "nobody is left" if clash.seat < 0 else f"{called[clash.seat]} keeps {clash.left}"
    return f"At {clash.x},{clash.y}: {' against '.join(met)}; {result}."


def how_to(view: View[Facts], names: Sequence[str]) -> list[str]:
    """What the viewer can write now, and whether they have submitted already."""
    facts = view.facts
    if view.viewer < 0 or facts.ending or not facts.in_play[view.viewer]:
        return []
    me = f"You are {letter(view.viewer)} ({names[view.viewer]})."
    again = (
        " You have submitted, and may replace it until all players have." if facts.sealed else ""
    )
    if facts.phase == PHASES[ORDERS].name:
        most = facts.params.moves
        how = (
            f"Write up to {most} moves as X,Y,DIRECTION,UNITS on one line: order 2,3,R,5 4,4,U,1."
            " Directions are U D L R; a bare `order` moves nothing."
        )
    else:
        how = (
            f"Write `declare TEXT`, up to {facts.params.declaration_characters} characters, for"
            " all to read; a bare `declare` says nothing."
        )
    return [f"{me}{again} {how}"]
