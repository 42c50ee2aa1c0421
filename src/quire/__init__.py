"""Quire: AI agents and people edit Word and Markdown documents together."""

import sys

# Said here, before a module that an older Python cannot read.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Quire needs Python 3.11 or newer; this is %s." % sys.version.split()[0])  # noqa: UP031

__version__ = "0.1.0"
