"""Bots on the server: they sit in a live match like anyone else and think in other processes.

    seats.py    a bot in a seat: told frames as a client is, asked for a move at its pace

The processes are those of `freehold.hosting`. It may import `server.match`, the protocol, `hosting`
and below. It does not know rooms.
"""
