"""`freehold arena`: leagues of bots.

running.py    `arena run`: play a league, or the rest of it
showing.py    `arena show`: a report in the terminal
comparing.py  `arena compare`: which of two bots is better
"""
