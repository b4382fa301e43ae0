"""The mine solver: which cells are safe, which are mined, and how likely is each of the others.

    solver.py    constraints in, exact probabilities out: begin here
    rules.py     what simple rules prove, and the split into independent parts
    boxes.py     cells that are in the same constraints
    counts.py    exact counting of the layouts that fit a part
    priors.py    what is assumed before any constraint: a density, or a total

    guessing.py  which cell to open when nothing is certain
    outlook.py   one move ahead; endgame.py: all moves, when few layouts remain
    twins.py     guesses that nothing can spare us

It may import the rest of `kernel`. Its probabilities are floats: they are answers to a bot or a
hint and never become state.
"""
