"""`freehold join`: this terminal as a client of a server.

    joining.py  the command
    visits.py   a person at a server: the lobby, a room, and the words for each
    rooms.py    a room in words; tables.py: its match; screens.py: its match on the full screen
    asks.py     words to requests
    keys.py     lines typed while others' words are printed
    guests.py   the name's cookie, kept for the next time

It may import `cli/fullscreen`, `cli/play` (the same boards) and the plain modules of `cli`.
"""
