"""`freehold serve`, loaded and then held until a line comes: a restart takes no time of loading.

With `--early` as its first word it has a planted fault: answers and frames leave before they
are committed.
"""

from __future__ import annotations

import sys

import freehold.server.serving  # noqa: F401  (loaded before it is wanted)
from freehold.cli import main
from freehold.server.effects import Effect, Send
from freehold.server.live import Live


def release_early(self: Live, effects: list[Effect]) -> None:
    while self._unsent:
        _, conn, message = self._unsent.popleft()
        effects.append(Send(conn, message))


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[0] == "--early":
        Live._release = release_early  # type: ignore[method-assign]
        words = words[1:]
    if sys.stdin.readline():
        sys.exit(main(["serve", *words]))
