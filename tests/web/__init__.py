"""The client in a real browser, on the real server: what a person sees and does."""

from __future__ import annotations

PATIENCE_MS = 60_000
"""Far more than anything here takes; no test waits by the clock."""
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
"""Options of a browser context."""
