"""`freehold serve` with a planted fault: answers and frames leave before they are committed."""

from __future__ import annotations

import sys

from freehold.cli import main
from freehold.server.effects import Effect, Send
from freehold.server.live import Live


def release_early(self: Live, effects: list[Effect]) -> None:
    while self._unsent:
        _, conn, message = self._unsent.popleft()
        effects.append(Send(conn, message))


if __name__ == "__main__":
    Live._release = release_early  # type: ignore[method-assign]
    sys.exit(main(["serve", *sys.argv[1:]]))
