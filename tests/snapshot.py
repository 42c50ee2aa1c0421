"""Write down what clients see of each tool: `python -m tests.snapshot`."""

from __future__ import annotations

import json

from quire.tools import registry
from tests.test_registry import SNAPSHOTS, seen


def main() -> None:
    SNAPSHOTS.mkdir(exist_ok=True)
    for path in SNAPSHOTS.glob("*.json"):
        path.unlink()
    for name, tool in registry.select().items():
        (SNAPSHOTS / f"{name}.json").write_text(json.dumps(seen(tool), indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
