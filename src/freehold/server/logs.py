"""Logs on standard error: JSON lines for machines, plain ones for a person who looks.

What is logged are events with ids of matches, never tokens, cookies, secrets or paths with codes.
"""

from __future__ import annotations

import json
import logging
import sys

EXTRAS = (
    "match",
    "room",
    "game",
    "guest",
    "by",
    "until",
    "reason",
    "pid",
    "bots",
    "bot",
    "why",
    "line",
    "method",
    "port",
    "limit",
    "status",
    "connections",
    "bytes",
)
FOREIGN = ("aiohttp", "asyncio")
"""Libraries that log what goes wrong in them, with what they were given."""


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


def without_data(record: logging.LogRecord) -> bool:
    """A library's line, without what it says of requests: its words, and the error's kind."""
    record.msg, record.args = str(record.msg).partition("\n")[0], ()
    if record.exc_info and record.exc_info[0]:
        record.reason = record.exc_info[0].__name__
    record.exc_info = record.exc_text = None
    return True


def set_up(how: str) -> None:
    """`plain`, `json`, or `auto`: plain on a terminal."""
    is_plain = how == "plain" or (how == "auto" and sys.stderr.isatty())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Plain() if is_plain else JsonLines())
    _send_to(handler, "freehold", logging.INFO)
    foreign = logging.StreamHandler(sys.stderr)
    foreign.setFormatter(handler.formatter)
    foreign.addFilter(without_data)
    for name in FOREIGN:
        _send_to(foreign, name, logging.WARNING)


def _send_to(handler: logging.Handler, name: str, level: int) -> None:
    logger = logging.getLogger(name)
    logger.handlers[:] = [handler]
    logger.setLevel(level)
    logger.propagate = False
