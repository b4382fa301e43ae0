"""The full screen: a match at a terminal, by keyboard and mouse, on Textual.

    sources.py   what the screen needs of a match, wherever it is played
    pads.py      the cursor, and what keys and clicks mean
    panels.py    what is said beside the board, and the line of keys
    boards.py    the board as a widget; bars.py: the keys, which can be clicked
    dialogs.py   help and rules, the list of moves, handing over the keyboard
    apps.py      all of it together

`pads` and `panels` are pure and do not know Textual. This folder may import the plain modules of
`cli`; it knows neither `play` nor `join`, which both use it.
"""
