"""`python -m quire`."""

from quire.cli import main

main()
