"""The examples of the specifications of Markdown: `python -m tests.examples` gets those of GitHub's.

CommonMark's come from npm with the other packages (`tests.node`). GitHub's are only in the source distributions of
parsers that are tested against them.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.node import MODULES

MARKO = "2.2.4"
"""The version of marko whose source has the specification of GitHub's Markdown, 0.29."""
GFM = Path(sys.prefix) / "share" / f"gfm-of-marko-{MARKO}.txt"
COMMONMARK = MODULES / "commonmark-spec" / "spec.txt"

_EXAMPLE = re.compile(r"^`{32} example[^\n]*\n(.*?)^\.\n", re.MULTILINE | re.DOTALL)


def commonmark_examples() -> list[str]:
    """The Markdown of every example of CommonMark."""
    return _examples(COMMONMARK)


def gfm_examples() -> list[str]:
    """The Markdown of every example of GitHub's specification that is none of CommonMark's."""
    known = set(commonmark_examples())
    return [example for example in dict.fromkeys(_examples(GFM)) if example not in known]


def _examples(specification: Path) -> list[str]:
    found = _EXAMPLE.findall(specification.read_text(encoding="utf-8"))
    return [example.replace("→", "\t") for example in found]


def install() -> None:
    """Put GitHub's specification into the environment, unless it is there."""
    if GFM.exists():
        return
    with TemporaryDirectory() as folder:
        getting = ["download", "--quiet", "--no-deps", "--no-binary", "marko", "--dest", folder, f"marko=={MARKO}"]
        subprocess.run([sys.executable, "-m", "pip", *getting], check=True)
        with tarfile.open(Path(folder, f"marko-{MARKO}.tar.gz")) as source:
            found = source.extractfile(f"marko-{MARKO}/tests/spec/gfm.txt")
            if found is None:
                raise RuntimeError(f"The source of marko {MARKO} has no specification of GitHub's Markdown.")
            GFM.parent.mkdir(exist_ok=True)
            GFM.write_bytes(found.read())


if __name__ == "__main__":
    install()
