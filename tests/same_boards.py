"""The same boards in every run: keys that are counted, not drawn, so that no test meets an island
that no run before has seen.

Run as a script it is `freehold` with such keys: `python tests/same_boards.py serve --port 0`.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable


def counted_keys(name: str) -> Callable[[], bytes]:
    """32 bytes that belong to the name and to how often it was asked."""
    numbers = itertools.count()
    return lambda: hashlib.sha256(f"{name} {next(numbers)}".encode()).digest()


if __name__ == "__main__":
    import sys

    from freehold.cli import main
    from freehold.server import keys

    keys.new_key = counted_keys("a server of tests")
    sys.exit(main(sys.argv[1:]))
