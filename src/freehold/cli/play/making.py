"""A new match as the options say, and the keys of its bots."""

from __future__ import annotations

import secrets
from argparse import Namespace

from freehold.arena.bouts import bots_key, match_key, names_of
from freehold.cli.settings import read_clock, read_line_up, read_names, read_params
from freehold.game import AnyGame
from freehold.hosting import word_digest
from freehold.kernel.chance import KEY_BYTES
from freehold.match import Match, Seated

BOTS_NOTE, SEED_NOTE = "bots", "seed"  # in the record's header


def read_seats(game: AnyGame, options: Namespace) -> tuple[Seated, ...]:
    levels = read_line_up(game, options.seats)
    names = read_names(options.names, names_of(levels))
    pairs = zip(names, levels, strict=True)
    return tuple(Seated(name, level, word_digest(game, level)) for name, level in pairs)


def make_match(game: AnyGame, options: Namespace, seats: tuple[Seated, ...]) -> Match:
    """A new match. Without a seed its key, and the bots', are drawn where nobody can see."""
    params = read_params(game, options.set)
    clock = read_clock(options.clock, game, params)
    if options.seed is None:
        key, for_bots = secrets.token_bytes(KEY_BYTES), secrets.token_bytes(KEY_BYTES)
        notes = {BOTS_NOTE: for_bots.hex()}
    else:
        key, for_bots = match_key(options.seed), bots_key(options.seed)
        notes = {BOTS_NOTE: for_bots.hex(), SEED_NOTE: str(options.seed)}
    return Match.new(game, seats, key, params, clock, notes)


def key_for_bots(match: Match) -> bytes:
    """From the header's note, so that bots continue as they would have; otherwise a new key."""
    try:
        return bytes.fromhex(match.header.notes[BOTS_NOTE])
    except (KeyError, ValueError):
        return secrets.token_bytes(KEY_BYTES)
