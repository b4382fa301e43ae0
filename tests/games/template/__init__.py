"""What only this repository tests of the template; see `freehold/testing/template`."""
