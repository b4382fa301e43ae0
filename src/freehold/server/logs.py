"""Logs on standard error: JSON lines for machines, plain ones for a person who looks.

What is logged are events with ids of matches, never tokens, cookies, secrets or paths with codes.
"""

from __future__ import annotations

import json
import logging
import sys

EXTRAS = ("match", "room", "game", "reason", "pid", "bots", "method", "port")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
            **_extras(record),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class Plain(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        extras = "".join(f" {name}={value}" for name, value in _extras(record).items())
        at = self.formatTime(record, "%H:%M:%S")
        line = f"{at} {record.levelname.lower():7} {record.getMessage()}{extras}"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


def _extras(record: logging.LogRecord) -> dict[str, object]:
    return {name: getattr(record, name) for name in EXTRAS if hasattr(record, name)}


def set_up(how: str) -> None:
    """`plain`, `json`, or `auto`: plain on a terminal."""
    is_plain = how == "plain" or (how == "auto" and sys.stderr.isatty())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Plain() if is_plain else JsonLines())
    root = logging.getLogger("freehold")
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    root.propagate = False
