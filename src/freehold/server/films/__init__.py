"""Films: a finished match's record as one viewer's frames, to be watched without the rules.

    films.py    a record in, a film out
    worker.py   a process that makes one within limits of time and memory:
                `python -m freehold.server.films.worker`

It may import `match` and below, and nothing else of the server: a record may come from anybody,
so it is read in a process that holds nothing else. The requests for films are `http/replays.py`.
"""
