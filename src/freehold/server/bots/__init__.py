"""Bots on the server: they sit in a live match like anyone else and think in other processes.

    seats.py    a bot in a seat: told frames as a client is, asked for a move at its pace
    pool.py     worker processes: started, given work, ended if they hang
    worker.py   such a process: `python -m freehold.server.bots.worker`

It may import `server.match`, the protocol, `bots` and below. It does not know rooms.
"""
