"""`python -m freehold` is `freehold`."""

import sys

from freehold.cli import main

if __name__ == "__main__":
    sys.exit(main())
