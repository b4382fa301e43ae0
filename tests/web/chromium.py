"""Which Chromium, and how it is started: software drawing, and nothing that calls home."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NOT_WANTED = (
    # What the address bar would show under it: two more pages for each window, which nobody sees.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # Only the last list counts, so these are Playwright's own.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
ARGUMENTS = (
    f"--disable-features={','.join(NOT_WANTED)}",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


class NoBrowser(Exception):
    """None is here; the sentence says what to run."""


@cache
def find() -> str:
    """Its path, or NoBrowser."""
    script = str(ROOT / "tools" / "browser.sh")
    ended = subprocess.run(["sh", script], capture_output=True, text=True)
    if ended.returncode:
        raise NoBrowser(ended.stderr.strip().splitlines()[-1])
    return ended.stdout.strip()


def arguments() -> list[str]:
    """Chromium has no sandbox for root, so there it is told."""
    return [*ARGUMENTS, "--no-sandbox"] if os.geteuid() == 0 else list(ARGUMENTS)
