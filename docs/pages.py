"""The pages that are made from the code itself: `python -m docs.pages [--check]`."""

from __future__ import annotations

import sys
from pathlib import Path

from docs import clients, conversion, matrix

FOLDER = Path(__file__).parent
PAGES = {"clients.md": clients.page, "conversion.md": conversion.page, "matrix.md": matrix.page}


def main() -> None:
    for name, page in PAGES.items():
        path = FOLDER / name
        if "--check" not in sys.argv:
            path.write_text(page())
        elif not path.exists() or path.read_text() != page():
            sys.exit(f"docs/{name} is out of date: make docs")


if __name__ == "__main__":
    main()
