"""Fuzzes one reader with coverage guidance, in a process of its own:

    python -m tests.proof.guiding TARGET INPUTS SEED [locked]

libFuzzer ends the process at the first input that the reader does not take well, and leaves that
input in the working directory. With the last word the reader has a planted fault.
"""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

import atheris

import freehold
from tests.proof.locks import locked, try_key

SOURCES = Path(freehold.__file__).parent
READERS = ("cli/settings", "games/", "kernel/", "match/", "protocol/", "server/settings")
"""What is guided by: the paths of all that reads what strangers write. The rest is only slower."""
UNGUIDED = [
    ".".join(("freehold", *path.relative_to(SOURCES).with_suffix("").parts))
    for path in SOURCES.rglob("*.py")
    if not str(path.relative_to(SOURCES)).startswith(READERS) or "bots" in path.parts
]

IS_LOCKED = sys.argv[4:] == ["locked"]
"""Then the way to the planted fault is all that guides: to instrument every reader takes far longer
than to find it."""

with (
    nullcontext()
    if IS_LOCKED
    else atheris.instrument_imports(include=["freehold"], exclude=UNGUIDED)
):
    from tests.proof.fuzzing import TOO_LONG_S, Target, target


def feed(chosen: Target, data: bytes) -> None:
    try:
        chosen.read(data)
    except chosen.may_raise:
        return


def main(name: str, inputs: str, seed: str) -> None:
    chosen = target(name)
    if IS_LOCKED:
        chosen = chosen._replace(read=locked(chosen.read, atheris.instrument_func(try_key)))
    longest = 2 * max(map(len, chosen.corpus)) + 64
    with TemporaryDirectory() as folder:
        for number, example in enumerate(chosen.corpus):
            (Path(folder) / str(number)).write_bytes(example)
        flags = (f"-runs={inputs}", f"-seed={seed}", f"-timeout={TOO_LONG_S}")
        more = (f"-max_len={longest}", "-print_final_stats=1", folder)
        atheris.Setup([sys.argv[0], *flags, *more], lambda data: feed(chosen, data))
        atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:4])
