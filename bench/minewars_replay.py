"""A four-player match of MineWars as a film: how long it takes to make, and to seek in.

    python bench/minewars_replay.py [RECORD]

Not a part of `make bench`: bots play a quarter of an hour first. Making is CPU time; seeking is
the time until the board is drawn, in headless Chromium that draws in software.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import CDPSession, Page, expect
from rows import cpu_seconds

from freehold.bots import make_bots, run
from freehold.game import TRUTH
from freehold.games.minewars import GAME
from freehold.games.minewars.params import Params
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from freehold.match.log import encode_line
from freehold.match.replay import read_record
from freehold.server.films.films import make_film
from freehold.server.http.replays import BOUNDS
from web import browsing, new_page

LEVELS = ("normal",) * 4
SEED = 5
SEEKS = 60
WOUND_MS = 120_000
SEEK = """async (seeks) => {
  const strip = document.querySelector("[role=slider]");
  const { left, top, width, height } = strip.getBoundingClientRect();
  const press = (kind, x) => strip.dispatchEvent(new PointerEvent(kind,
    { pointerId: 1, pointerType: "mouse", isPrimary: true, button: 0, bubbles: true,
      clientX: x, clientY: top + height / 2 }));
  strip.setPointerCapture = () => {};
  const drawn = () => new Promise((done) => {
    const after = new MessageChannel();
    after.port1.onmessage = done;
    requestAnimationFrame(() => after.port2.postMessage(null));
  });
  const took = [];
  for (let seek = 0; seek < seeks; seek++) {
    // Back and forth over all of it: no moment is near the one before.
    const x = left + width * ((seek * 0.618) % 1);
    await drawn();
    const begun = performance.now();
    press("pointerdown", x);
    press("pointerup", x);
    await drawn();
    took.push(performance.now() - begun);
  }
  return took;
}"""


def played() -> bytes:
    """The record of a match that bots have played."""
    seats = tuple(Seated(f"{level} {number}", level) for number, level in enumerate(LEVELS))
    match = Match.new(GAME, seats, key_of("film", SEED), Params())
    run(match, make_bots(GAME, LEVELS), key_of("thoughts", SEED))
    return b"".join(encode_line(line) for line in match.log.lines)


def seek_about(page: Page, file: Path) -> tuple[list[float], float]:
    """The ms that each took, and the page's own CPU time for one of them."""
    page.goto("/replay")
    page.get_by_label("Choose a file").set_input_files(file)
    strip = page.get_by_role("slider", name="Moment of the match")
    expect(strip).to_be_visible(timeout=WOUND_MS)
    page.get_by_role("button", name="Pause", exact=True).click()
    watching = page.context.new_cdp_session(page)
    watching.send("Performance.enable", {"timeDomain": "threadTicks"})
    begun = cpu_of(watching)
    found: list[float] = page.evaluate(SEEK, SEEKS)
    return found, 1000 * (cpu_of(watching) - begun) / SEEKS


def cpu_of(watching: CDPSession) -> float:
    """Seconds of the page's main thread."""
    told = watching.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in told if each["name"] == "TaskDuration"))


def main() -> None:
    data = Path(sys.argv[1]).read_bytes() if sys.argv[1:] else played()
    record = read_record(data)
    lasts_s = max(getattr(line, "now", 0) for line in record.lines) // 1000
    print(f"a match of {lasts_s} s with {record.entries} entries, {len(data) // 1000} kB")
    for name, viewer in (("everything", TRUTH), ("a seat's eyes", 0)):
        made = min(
            cpu_seconds(lambda: make_film(GAME, record, viewer, BOUNDS))  # noqa: B023
            for _ in range(2)
        )
        print(f"a film of {name}: made in {made:.2f} s of CPU")
    with tempfile.TemporaryDirectory() as folder, browsing() as (browser, url):
        file = Path(folder) / "match.jsonl"
        file.write_bytes(data)
        took, cpu_ms = seek_about(new_page(browser, url), file)
    print(f"seeking {SEEKS} times: median {median(took):.0f} ms, longest {max(took):.0f} ms")
    print(f"of that the page's own work: {cpu_ms:.0f} ms of CPU for each")


if __name__ == "__main__":
    main()
