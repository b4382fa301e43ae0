"""What a board is made of: kinds of tiles, items and structures, and sets of tiles. It knows no
state; `ground.py` is the one place that changes it."""
