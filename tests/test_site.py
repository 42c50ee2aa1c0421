"""The documentation as a site: all links lead somewhere, it can be searched, and it loads nothing from elsewhere."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from mkdocs.exceptions import Abort

from docs import site

if TYPE_CHECKING:
    from pathlib import Path


def test_the_site_is_made_of_the_same_pages(tmp_path: Path) -> None:
    site.make(tmp_path / "site")
    found = json.loads((tmp_path / "site/search/search_index.json").read_text(encoding="utf-8"))["docs"]
    assert "tutorial.html#the-redline" in {each["location"] for each in found if "redline" in each["text"]}
    for page in (tmp_path / "site").rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r'<(?:script|img|iframe|source)[^>]*\ssrc(?:set)?="(?:https?:)?//', text), page
        assert not re.findall(r'<link[^>]*rel="(?:stylesheet|preconnect|preload)"[^>]*href="https?:', text), page


def test_a_link_that_leads_nowhere_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "_relinked", lambda text, _: text.replace("](tutorial.md", "](gone.md"))
    with pytest.raises(Abort):
        site.make(tmp_path / "site")
