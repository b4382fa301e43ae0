"""The protocol: what a server and its clients say to each other.

The server, the Python client, the bots' worker processes and the generators in `tools/` all
import these modules, so a message is defined once. `web/src/core/wire.gen.ts` and
`docs/protocol.md` are generated from them.

    wire.py      every message as a struct, the protocol's version, and both encodings
    answers.py   the HTTP API's answers that the Python client reads, too
    packets.py   a message that goes to many connections, encoded once; WebSocket frames
    knowing.py   what a client in Python knows of a match: frames in, a typed view out
    ranking.py   how the rows of a world's standing add up

It may import `game`, `match` (for `Frame`, which is a message of its own) and what stands
below them. It knows neither the server nor the client, opens no socket and reads no clock.
"""
