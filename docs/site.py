"""These pages as a site with search, in `build/site`: `python -m docs.site`. A link that leads nowhere fails."""

from __future__ import annotations

import logging
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.commands import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent
SITE = ROOT / "build" / "site"
BESIDE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Pages that stand outside of this folder, and what they are called on the site."""


def main() -> None:
    logging.basicConfig(format="%(levelname)s: %(message)s")
    try:
        make(SITE)
    except Abort as error:
        sys.exit(str(error))
    sys.stdout.write(f"{SITE / 'index.html'}\n")


def make(site: Path) -> None:
    """Make the site."""
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder)
        _gather(pages)
        with (FOLDER / "mkdocs.yml").open("rb") as settings:
            config = load_config(settings, docs_dir=str(pages), site_dir=str(site), strict=True)
        _list_all(config, pages)
        build.build(config)


def _list_all(config: MkDocsConfig, pages: Path) -> None:
    """Let pages that have no place of their own stand at the end."""
    *_, (last,) = [each.values() for each in config.nav or []]
    last += [path.name for path in sorted(pages.glob("*.md")) if path.name not in str(config.nav)]


def _gather(pages: Path) -> None:
    """All pages in one folder, with links that fit there."""
    shutil.copytree(FOLDER, pages, ignore=shutil.ignore_patterns("*.py", "*.yml", "__pycache__"), dirs_exist_ok=True)
    for path in pages.rglob("*.md"):
        path.write_text(_relinked(path.read_text(encoding="utf-8"), path.parent != pages), encoding="utf-8")
    for name, other in BESIDE.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        (pages / other).write_text(_relinked(re.sub(r'([("])docs/', r"\1", text), False), encoding="utf-8")


def _relinked(text: str, is_deeper: bool) -> str:
    """A page whose links lead to where things are on the site."""
    for name, other in BESIDE.items():
        text = re.sub(rf"\]\((\.\./)*{name}", f"]({'../' if is_deeper else ''}{other}", text)
    return re.sub(r"\]\((word-behaviour)/\)", r"](\1/README.md)", text)


if __name__ == "__main__":
    main()
