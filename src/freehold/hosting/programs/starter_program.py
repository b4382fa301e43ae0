"""A bot as a program: JSON lines in, JSON lines out, and nothing but Python's own library.

It follows the view by frames, as a client on the server's socket does: a whole view first, and then
what has changed. `freehold simulate GAME --bots 'cmd:python3 starter_program.py,...'` plays it.
"""

import json
import random
import struct
import sys
from base64 import b64decode
from typing import Any

view: dict[str, Any] = {}
info: dict[str, Any] = {}


def say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def hear(frame: dict[str, Any]) -> None:
    """Take a frame: a whole view, or the facts and cells that differ."""
    if "view" in frame:
        view.update(frame["view"])
        view["layers"] = decoded(frame["view"]["layers"])
    for name, (how, value) in frame.get("facts", {}).items():
        view["facts"][name] = value if how == "=" else [*view["facts"][name], *value]
    if "rect" in frame:
        view["rect"], view["layers"] = frame["rect"], decoded(frame["layers"])
    for name, cells in frame.get("cells", {}).items():
        for (word,) in struct.iter_unpack("<I", b64decode(cells)):
            view["layers"][name][word >> 8] = word & 255


def decoded(layers: dict[str, str]) -> dict[str, bytearray]:
    return {name: bytearray(b64decode(cells)) for name, cells in layers.items()}


def decide(asked: dict[str, Any]) -> dict[str, Any]:
    if not asked["choices"]:
        return {"is": "wait", "until": asked["now"] + 500 if info["is_live"] else None}
    return {"is": "act", "action": random.Random(asked["seed"]).choice(asked["choices"])}


if __name__ == "__main__":
    for line in sys.stdin:
        message = json.loads(line)
        if message["is"] == "start":
            info.update(message)
            say({"is": "ready", "choices": True})
        elif message["is"] == "frame":
            hear(message)
        elif message["is"] == "decide":
            say(decide(message))
        else:
            break
