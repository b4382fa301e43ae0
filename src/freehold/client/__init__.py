"""A client of the server in Python: for terminals, load, tests, and anybody's programs.

    async with Api("http://127.0.0.1:8000") as api:
        joined = await api.quick("land-grab")
        async with Line(api, Tab(joined.room, joined.token)) as line:
            await line.until(lambda: line.tab.is_awaited)
            answer = await line.act("farm 3,3")

Of the server it knows the messages (`protocol.wire`) and how frames add up (`protocol.knowing`).
"""

from freehold.client.api import Api, ServerRefusal, Unreachable
from freehold.client.lines import Line, LineEnded, retry_ms
from freehold.client.places import Place, parse_place
from freehold.client.tabs import BotIdentity, Tab
from freehold.protocol.answers import Created, Joined

__all__ = [
    "Api",
    "BotIdentity",
    "Created",
    "Joined",
    "Line",
    "LineEnded",
    "Place",
    "ServerRefusal",
    "Tab",
    "Unreachable",
    "parse_place",
    "retry_ms",
]
