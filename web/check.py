"""Types and style of the page: `python -m web.check [--write]`."""

from __future__ import annotations

import sys

from web.build import install, run

if __name__ == "__main__":
    install(checks=True)
    if "--write" in sys.argv:
        run("prettier", "--write", "--log-level=warn", "editor")
    else:
        run("tsc", "--noEmit")
        run("prettier", "--check", "--log-level=warn", "editor")
