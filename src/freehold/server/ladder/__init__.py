"""Ladders: how strong players are, by the matches that they have finished here.

    skills.py   OpenSkill: skills and places in, skills out
    ladders.py  what the store keeps: results of rated matches, and the ratings that follow

Which matches are rated is for rooms to say (`rooms/rated.py`). It may import the store and the
protocol; it knows neither rooms nor matches.
"""
