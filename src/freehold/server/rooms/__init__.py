"""Rooms: people who gather, play one match or many, and watch.

Values and functions on them, without I/O:

    rooms.py       a room as it is committed
    gathering.py   sitting down, setting up, leaving: every change but playing
    series.py      one match after the other in a room
    worlds.py      chairs and rounds of a world
    sandboxes.py   a sandbox: one person with every seat, and time in their hands
    kinds.py       table, world or sandbox: everything that a room's kind decides
    brought.py     bots that people bring: which rooms take them, and how many of an author's play
    rated.py       which matches count in the ladders, and for whom
    guests.py      guests and their names; lookalikes.py: which names look the same
    news.py        a room as its visitors are told of it

A room that people are in:

    openrooms.py   the committed value, its connections and its running match
    arrivals.py    seats that were given out and wait for their player
    attendance.py  absent players: substitutes, leaving, resting
    eyes.py        whose view of the match each connection gets
    chat.py        the latest lines, and limits on them
    rounds.py      newcomers and rounds of a world; standings.py: its leaderboard
    endings.py     how a match ends, or is put aside
    requests.py    what a connection can ask for; choices.py: the legal moves it can ask for
    connections.py a WebSocket as rooms see it
    waiting.py     bots that wait for an invitation
    watchers.py    watchers' tokens; guestbook.py: all guests
    reporting.py   a report from a room; reports.py: those that are kept
    roomrecords.py what the store keeps of rooms
    conduct.py     who may play and chat here, and who sees to it: moderators, and
    sanctions.py   bans and mutes; addresses.py: hashes for them; filters.py: unwanted words
    house.py       what rooms need of the server that they are in

A part of an open room is given what it needs, not the room: values, callables, or a protocol of
a few names. What rooms need of the server is `house.House`.

It may import `server.bots`, `server.match` and the protocol. It knows neither the hub nor HTTP.
"""
