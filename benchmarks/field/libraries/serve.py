"""Makes a process of a file beside this one: a line asks for a task of its document, a line answers.

It runs in the environment of a library, so it knows nothing of the project.
"""

import json
import sys
from importlib import import_module


def main() -> None:
    document = import_module(sys.argv[1]).Document()
    print("ready", flush=True)
    for line in sys.stdin:
        task, arguments = json.loads(line)
        print(json.dumps(_answer(document, task, arguments)), flush=True)


def _answer(document: object, task: str, arguments: dict[str, object]) -> tuple[str, str]:
    act = getattr(document, task, None)
    if act is None:
        return "missing", ""
    try:
        return "done", str(act(**arguments))
    except Exception as error:  # noqa: BLE001 - whatever a library raises is its answer
        return "failed", f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
