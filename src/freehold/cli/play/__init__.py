"""`freehold play`: a match at this terminal.

    playing.py     the command; making.py: a match as its options say
    running.py     bots alone, or people here
    sittings.py    one match on wall time, with its bots and its record
    sessions.py    turns and sealed phases; realtime.py: real-time games on a full screen
    swaps.py       two games with the seats swapped
    prompts.py     a line asked for; interrupts.py: Ctrl-C at a safe moment
    pads.py        the keyboard over a board; panes.py: what a screen shows
    hints.py       what a newcomer is told; standings.py: a world's leaderboard

It may import the plain modules of `cli`.
"""
