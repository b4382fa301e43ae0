"""What only this repository tests of the template. Its other tests are in `freehold/testing/template`."""
