"""HTTP: the gate that accepts connections, the API, the admin's API, and the pages.

    gate.py       which connections are accepted, deadlines, and HTTP that cannot be read
    fragments.py  the parts of a WebSocket message, counted
    origins.py    who may call: by host name, origin and address
    problems.py   every answer that is a refusal
    calls.py      one request: the caller, the body, the limits
    api.py        rooms, games, guests, matches; catalogue.py: a game in words for a page
    botcalls.py   bots that wait for an invitation
    ladder.py     the lists of players by rating
    recordcalls.py records of finished matches, and what bots noted in them
    mapmaking.py  maps checked and made by the games that have them
    replays.py    records and films
    admin.py      what `freehold admin` asks for
    moderation.py what moderators ask for, and operators too
    privacy.py    what is kept about people, for them to read and to delete
    openapi.py    the API described for programs; pages.py: the browser client's files
    previews.py   what other programs show of a link to a page

It may import the hub and everything below it. WebSockets are `sockets`, which stands above.
"""
