"""Words that an operator does not want in names or in chat.

A filter is a word, or several in a row: `word` is that word alone, `word*`, `*word` and `*word*`
also stand for words that begin, end or go on with it. Text and filters are folded in the same way,
so that letters that look alike, capitals, accents and what cannot be seen make no difference.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import Struct

from freehold.game import Illegal
from freehold.server.match.keeping import Keeper
from freehold.server.rooms.guests import clean_line
from freehold.server.rooms.lookalikes import take_for, without_invisible
from freehold.store import Store

FILTERS = "filter"
MOST_FILTERS, MOST_CHARACTERS = 2_000, 60
Where = Literal["all", "names", "chat"]
LETTER = r"[^\W_]"
NEVER = re.compile(r"(?!)")


class WordFilter(Struct, frozen=True):
    """A word, and where it is not wanted."""

    word: str
    where: Where = "all"


def fold(text: str) -> str:
    """What a text is taken for, whatever its letters are made of.

    A capital I looks like an l and like a 1, and is an i: so these four are one letter here.
    """
    folded = unicodedata.normalize("NFKC", without_invisible(text)).casefold()
    taken_for = take_for(folded).casefold()
    bare = "".join(each for each in taken_for if unicodedata.category(each)[0] != "M")
    return bare.replace("i", "l").replace("|", "l")


def check_word(text: str) -> str:
    """A filter as it may stand, or Illegal."""
    word = clean_line(text)
    if len(word) > MOST_CHARACTERS or not _parts(word) or "*" in word.strip("*"):
        raise Illegal("bad_filter", most=MOST_CHARACTERS)
    return word


def _parts(word: str) -> list[str]:
    return re.findall(f"{LETTER}+", fold(word.strip("*")))


def _pattern(word: str) -> str:
    middle = r"[\W_]+".join(re.escape(part) for part in _parts(word))
    before = "" if word.startswith("*") else f"(?<!{LETTER})"
    after = "" if word.endswith("*") else f"(?!{LETTER})"
    return f"{before}{middle}{after}"


def compile_filters(filters: Iterable[WordFilter], where: Where) -> re.Pattern[str]:
    wanted = [_pattern(each.word) for each in filters if each.where in ("all", where)]
    return re.compile("|".join(wanted)) if wanted else NEVER


class Filters:
    """All filters of a server."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._take([])

    def _take(self, filters: list[WordFilter]) -> None:
        self.all = filters
        self._names = compile_filters(filters, "names")
        self._chat = compile_filters(filters, "chat")

    async def open(self) -> None:
        decoder = msgspec.msgpack.Decoder(WordFilter)
        kept = await self._keeper.ask(lambda store: store.all(FILTERS))
        found = [decoder.decode(data) for _, data in kept]
        if found != self.all:
            self._take(found)

    async def replace(self, filters: Iterable[WordFilter]) -> None:
        """These and no others, in the order of their words."""
        wanted = {each.word: each for each in filters}
        if len(wanted) > MOST_FILTERS:
            raise Illegal("too_many_filters", most=MOST_FILTERS)

        def write(store: Store) -> None:
            for word, _ in store.all(FILTERS):
                if word not in wanted:
                    store.drop(FILTERS, word)
            for word, each in wanted.items():
                store.put(FILTERS, word, msgspec.msgpack.encode(each))

        await self._keeper.change(write)
        self._take([each for _, each in sorted(wanted.items())])

    def allows_name(self, name: str) -> bool:
        return self._names.search(fold(name)) is None

    def need_name(self, name: str) -> None:
        if not self.allows_name(name):
            raise Illegal("name_filtered")

    def need_chat(self, text: str) -> None:
        if self._chat is not NEVER and self._chat.search(fold(text)):
            raise Illegal("said_filtered")
