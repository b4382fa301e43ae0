"""WebSockets: messages in, rooms told, messages out.

    doors.py        what every socket has in common: limits, who it is, and its end
    sockets.py      the protocol of people's clients (`freehold/protocol`)
    textsockets.py  a game's own texts, for programs

It may import the hub, rooms and the plain parts of `http` (origins, the gate).
"""
