"""What keeps some people out of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.node import MODULES

if TYPE_CHECKING:
    from tests.web.editor import Editor


THEMES = ("paper", "white", "sepia", "night", "forest")


def barriers(editor: Editor, *themes: str) -> list[str]:
    """What an automated check finds that keeps some people out; in other themes, colours that are too near."""
    if not editor.page.evaluate("'axe' in window"):
        editor.page.evaluate((MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    found = editor.page.evaluate("axe.run()")["violations"]
    for theme in themes:
        editor.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        found += editor.page.evaluate("axe.run({runOnly: ['color-contrast']})")["violations"]
    return [
        f"{each['id']}: {node['html']} {node['failureSummary']}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
