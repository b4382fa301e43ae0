"""The client in a real browser, on the real server: what a person sees and does."""

from __future__ import annotations

PATIENCE_MS = 30_000
"""Far more than anything here takes; no test waits by the clock."""
