"""Types and style of the page and of Word's pane: `python -m web.check [--write]`."""

from __future__ import annotations

import sys

from web.build import install, run

SOURCES = ("editor", "word-addin")

if __name__ == "__main__":
    install(checks=True)
    if "--write" in sys.argv:
        run("prettier", "--write", "--log-level=warn", *SOURCES)
    else:
        run("tsc", "--noEmit")
        run("tsc", "--noEmit", "--project", "word-addin")
        run("prettier", "--check", "--log-level=warn", *SOURCES)
