"""How all tests run: hypothesis repeats itself exactly, and no test is timed.

HYPOTHESIS_PROFILE=long looks for new examples, many of them.
"""

import os

from hypothesis import settings

# The same examples in every run, so that a red test is red for everybody.
settings.register_profile("default", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=100)
settings.register_profile("long", derandomize=False, deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
