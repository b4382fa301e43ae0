"""The vocabulary of grids: cells, layers, neighbours, chance, due moments, bytes and pictures.

Nothing here knows a game, a seat's rights, a clock on the wall or a file.
"""
