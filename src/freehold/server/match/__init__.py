"""Live matches: the rules and the log in memory, their effects on the outside, and the store.

Without I/O, checked like the rules themselves (`tests/architecture.py`):

    inputs.py    what goes into a live match
    effects.py   what comes out of it
    live.py      one live match: `step(now, input)` returns effects
    numbers.py   which commands have counted, so that a repeat counts once
    passing.py   how match time follows the shell's clock

With I/O:

    playing.py   the shell around one live match: it reads the clock and runs the effects
    pulse.py     the server's own time, without the moments in which the server stood still
    beat.py      the moments that matches wait for, those of one moment together
    writing.py   lines on their way to the store, and whether it takes too long
    keeping.py   the store's thread, and one commit for whatever has come in meanwhile
    loading.py   a match read from the store, in a thread
    notes.py     what bots note, beside the log
    records.py   what the store keeps of a match, and how it is read back

It may import the protocol, the store, `match` and below, and the server's plain modules
(`texts`). It knows of its owner only what `playing.Owner` says: not rooms, sockets or HTTP.
"""
