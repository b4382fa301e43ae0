"""`freehold play`: a match at this terminal.

    playing.py     the command; making.py: a match as its options say
    running.py     bots alone, or people here
    sittings.py    one match on wall time, with its bots and its record
    tables.py      the match on the full screen; sessions.py: turns and sealed phases in lines
    swaps.py       two games with the seats swapped
    prompts.py     a line asked for; interrupts.py: Ctrl-C at a safe moment
    hints.py       what a newcomer is told; standings.py: a world's leaderboard

It may import `cli/fullscreen` and the plain modules of `cli`.
"""
