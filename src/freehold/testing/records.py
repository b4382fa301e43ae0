"""Short matches to every ending, and playthroughs that are kept and compared."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from freehold.game import AnyGame, Malformed
from freehold.match import Match, read_record, verify
from freehold.match.replay import Mismatch
from freehold.testing.playthroughs import playthroughs
from freehold.testing.trials import Trial


def check_scenarios(game: AnyGame, scenarios: Iterable[tuple[str, Match]]) -> None:
    """Each scenario is a finished match whose record verifies, named for its ending (`full`, or
    `full-large` for another one), and together they reach every ending."""
    reached = set()
    for name, match in scenarios:
        assert match.outcome is not None, f"the scenario {name} is not over"
        ending = match.outcome.ending
        assert name == ending or name.startswith(f"{ending}-"), f"{name} ends with {ending}"
        reached.add(ending)
        try:
            verify(game, read_record(match.log.dump()))
        except (Mismatch, Malformed) as wrong:
            raise AssertionError(f"the record of {name} does not verify: {wrong}") from wrong
    missing = [ending for ending in game.endings if ending not in reached]
    assert not missing, f"no scenario reaches {', '.join(missing)}"


def check_golden(trial: Trial, folder: Path) -> None:
    """Random matches go as it is written in the folder's files. One that is missing is written, to
    be read and kept; the check fails that once."""
    written = []
    for name, text in playthroughs(trial):
        path = folder / f"{name}.txt"
        if path.exists():
            kept = path.read_text(encoding="utf-8")
            assert text == kept, f"{first_difference(text, kept)}; if it is meant, delete {path}"
        else:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            written.append(path.name)
    assert not written, f"wrote {', '.join(written)}: read it, keep it, and run the tests again"


def first_difference(text: str, kept: str) -> str:
    lines, kept_lines = text.splitlines(), kept.splitlines()
    number = next(
        (at for at, (new, old) in enumerate(zip(lines, kept_lines, strict=False)) if new != old),
        min(len(lines), len(kept_lines)),
    )
    new, old = ("".join(each[number : number + 1]) for each in (lines, kept_lines))
    return f"a random match goes another way: line {number + 1} is '{new}', and was '{old}'"
