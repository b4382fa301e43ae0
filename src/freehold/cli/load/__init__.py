"""`freehold load`: many players at once on a server, and whether it kept its promises.

    loading.py  the command and its report
    players.py  players that make legal moves and note what was acknowledged

It may import the plain modules of `cli` and the client.
"""
