"""`freehold bot`: bots of one's own.

    making.py    `bot new`: a bot to begin with, its test, and what to change
    checking.py  `bot check`: against every level, with all that goes wrong
    options.py   the options of `bot join`
    joining.py   `bot join`: a seat on a server; live.py: one match there

It may import the plain modules of `cli`.
"""
