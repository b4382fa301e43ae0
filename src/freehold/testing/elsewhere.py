"""Prints the fingerprints of a game's plays, for a comparison with another process.

    python -m freehold.testing.elsewhere < TASK

The task is JSON, see `law_1.Task`.
"""

from __future__ import annotations

import sys

import msgspec

from freehold.testing.law_1 import PlayTask, fingerprints_of

if __name__ == "__main__":
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=PlayTask)
    sys.stdout.write("\n".join(fingerprints_of(task)))
