"""`python -m freehold.cli` is `freehold`."""

import sys

from freehold.cli import main

if __name__ == "__main__":
    sys.exit(main())
