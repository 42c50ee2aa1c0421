"""What tools say of themselves is so: each does its work on Markdown and on Word documents, or refuses as declared."""

from __future__ import annotations

from ast import literal_eval
from typing import TYPE_CHECKING, Any, Literal

import pytest

from quire.core.content import Content
from quire.formats.docx.content.composition import new_document
from quire.formats.markdown.content import content
from quire.tools import registry
from tests.conftest import Refused
from tests.docx.specimen import comment, docx, footnote, inserted, p

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Desk

pytestmark = pytest.mark.slow  # every tool on every kind of document

MARKDOWN = """\
# Title

Alpha **beta** gamma, [link](https://a.example/).

- one
- two
  - three

| Item | Price |
| ---- | ----- |
| Pen  | 2     |

## Second

More words, 中文text.

## Third

The end.
"""
DOCX = new_document(content(MARKDOWN))
EMPTY = new_document(Content())
REMARKED = docx(p("Alpha ", comment("Why?", "beta"), footnote("Thus."), inserted("new")))
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="

ALPHA, BETA, LINK, TWO, THREE, PEN = "Alpha", "beta", "link", "two", "three", "Pen"
Example = tuple[str | None, dict[str, Any]]

EXAMPLES: dict[str, Example] = {
    "document_get_content": (None, {}),
    "document_set_content": ("", {"content": "a"}),
    "document_insert_at_cursor": (ALPHA, {"text": "new"}),
    "document_insert_at_position": (ALPHA, {"text": "new ", "position": 2}),
    "document_search": (None, {"query": "Alpha"}),
    "document_replace": (None, {"search": "Alpha", "replace": "Beta"}),
    "selection_get": (ALPHA, {}),
    "selection_set": (None, {"from": 0, "to": 2}),
    "selection_replace": (ALPHA, {"text": "new"}),
    "selection_delete": (ALPHA, {}),
    "cursor_get_context": (ALPHA, {}),
    "cursor_set_position": (None, {"position": 1}),
    "format_toggle": (ALPHA, {"mark": "bold"}),
    "format_set_link": (ALPHA, {"href": "https://b.example/"}),
    "format_remove_link": (LINK, {}),
    "format_clear": (BETA, {}),
    "block_set_type": (ALPHA, {"type": "heading", "level": 2}),
    "block_toggle": (ALPHA, {"type": "blockquote"}),
    "block_insert_horizontal_rule": (ALPHA, {}),
    "list_toggle": (ALPHA, {"type": "bullet"}),
    "list_indent": (TWO, {}),
    "list_outdent": (THREE, {}),
    "list_modify": (None, {"nodeId": "ul-0", "operations": [{"type": "deleteItem", "index": 0}]}),
    "table_insert": (ALPHA, {"rows": 2, "cols": 2}),
    "table_delete": (PEN, {}),
    "table_add_row": (PEN, {"position": "after"}),
    "table_delete_row": (PEN, {}),
    "table_add_column": (PEN, {"position": "after"}),
    "table_delete_column": (PEN, {}),
    "table_toggle_header_row": (PEN, {}),
    "table_modify": (None, {"nodeId": "table-0", "operations": [{"type": "deleteRow", "at": 1}]}),
    "editor_undo": (None, {}),
    "editor_redo": (None, {}),
    "editor_focus": (None, {}),
    "insert_math_inline": (ALPHA, {"latex": "x"}),
    "insert_math_block": (ALPHA, {"latex": "x"}),
    "insert_mermaid": (ALPHA, {"code": "graph TD"}),
    "insert_wiki_link": (ALPHA, {"target": "page"}),
    "cjk_punctuation_convert": (None, {"direction": "to-fullwidth"}),
    "cjk_spacing_fix": (None, {"action": "add"}),
    "workspace_list_windows": (None, {}),
    "workspace_get_focused": (None, {}),
    "workspace_focus_window": (None, {"windowId": "main"}),
    "workspace_new_document": (None, {}),
    "workspace_open_document": (None, {"path": "other.md"}),
    "workspace_save_document": (None, {}),
    "workspace_save_document_as": (None, {"path": "saved-{name}"}),
    "workspace_get_document_info": (None, {}),
    "workspace_close_window": (None, {}),
    "workspace_list_recent_files": (None, {}),
    "workspace_get_info": (None, {}),
    "export_document": (None, {"path": "{name}.html"}),
    "tabs_list": (None, {}),
    "tabs_get_active": (None, {}),
    "tabs_switch": (None, {"tabId": "{tab}"}),
    "tabs_close": (None, {}),
    "tabs_create": (None, {}),
    "tabs_get_info": (None, {}),
    "tabs_reopen_closed": (None, {}),
    "suggestion_list": (None, {}),
    "suggestion_accept": (None, {"suggestionId": "{suggestion}"}),
    "suggestion_reject": (None, {"suggestionId": "{suggestion}"}),
    "suggestion_accept_all": (None, {}),
    "suggestion_reject_all": (None, {}),
    "get_capabilities": (None, {}),
    "get_document_revision": (None, {}),
    "get_document_ast": (None, {}),
    "get_document_digest": (None, {}),
    "list_blocks": (None, {}),
    "resolve_targets": (None, {"targets": ["heading:Second"]}),
    "get_section": (None, {"nodeId": "h-1"}),
    "batch_edit": (None, {"operations": [{"type": "delete", "nodeId": "p-0"}], "mode": "apply"}),
    "apply_diff": (None, {"original": "Alpha", "replacement": "Beta", "mode": "apply"}),
    "replace_text_anchored": (
        None,
        {"anchor": {"text": "Alpha", "beforeContext": "", "afterContext": ""}, "replacement": "Beta", "mode": "apply"},
    ),
    "update_section": (None, {"nodeId": "h-1", "content": "new", "mode": "apply"}),
    "insert_section": (None, {"after": "h-0", "level": 2, "title": "New", "content": "a", "mode": "apply"}),
    "move_section": (None, {"nodeId": "h-1", "after": "p-0", "mode": "apply"}),
    "read_file": (None, {}),
    "grep": (None, {"patterns": ["Alpha"]}),
    "get_outline": (None, {}),
    "open_document": (None, {"file_path": "{path}"}),
    "get_session_status": (None, {}),
    "clear_session": (None, {}),
    "smart_edit": (None, {"target_paragraph_id": "{paragraph}", "old_string": "Alpha", "new_string": "Beta"}),
    "smart_insert": (None, {"positional_anchor_node_id": "{paragraph}", "new_string": "new", "position": "AFTER"}),
    "delete_paragraph": (None, {"target_paragraph_id": "{paragraph}"}),
    "clear_formatting": (None, {"target_paragraph_ids": ["{paragraph}"]}),
    "format_layout": (None, {"target_paragraph_ids": ["{paragraph}"], "layout": {"alignment": "center"}}),
    "apply_plan": (None, {"steps": [{"operation": "delete_paragraph", "target_paragraph_id": "{paragraph}"}]}),
    "download": (None, {"save_to_local_path": "copy-{name}"}),
    "has_tracked_changes": (None, {}),
    "set_track_changes": (None, {"enabled": True}),
    "extract_revisions": (None, {}),
    "accept_changes": (None, {}),
    "reject_changes": (None, {}),
    "import_tracked_changes": (None, {}),
    "get_comments": (None, {}),
    "get_footnotes": (None, {}),
    "add_footnote": (None, {"target_paragraph_id": "{paragraph}", "text": "A note."}),
    "update_footnote": (None, {"note_id": "1", "new_text": "Another note."}),
    "delete_footnote": (None, {"note_id": "1"}),
    "add_comment": (None, {"text": "Why?", "parent_comment_id": "0"}),
    "delete_comment": (None, {"comment_id": "0"}),
    "resolve_comment": (None, {"comment_id": "0"}),
    "compare_documents": (
        None,
        {"original_file_path": "{name}", "revised_file_path": "{name}", "save_to_local_path": "redline-{name}"},
    ),
    "save": (None, {"save_to_local_path": "copy-{name}"}),
    "insertText": (ALPHA, {"text": "new"}),
    "getSelection": (ALPHA, {}),
    "search": (None, {"query": "Alpha"}),
    "replace": (None, {"target": "searchQuery", "query": "Alpha", "replaceWith": "Beta"}),
    "insertPicture": (ALPHA, {"source": "base64", "data": PNG}),
    "listParagraphs": (None, {}),
    "applyStyle": (ALPHA, {"namedStyle": "Heading 2"}),
    "listStyles": (None, {}),
    "table.create": (ALPHA, {"rows": 2, "cols": 2}),
    "table.insertRows": (PEN, {"tableRef": "{range}", "at": 0, "count": 1}),
    "table.insertColumns": (PEN, {"tableRef": "{range}", "at": 0, "count": 1}),
    "table.deleteRows": (PEN, {"tableRef": "{range}", "indexes": [1]}),
    "table.deleteColumns": (PEN, {"tableRef": "{range}", "indexes": [1]}),
    "table.setCellText": (PEN, {"tableRef": "{range}", "row": 1, "col": 0, "text": "Ink"}),
    "table.mergeCells": (PEN, {"tableRef": "{range}", "startRow": 0, "startCol": 0, "rowSpan": 1, "colSpan": 2}),
    "table.applyStyle": (PEN, {"tableRef": "{range}", "style": {"firstRow": True}}),
    "editTask": (ALPHA, {"op": "getSelection", "args": {}}),
}
"""What to select, and the arguments, of one call of each tool that should succeed; `""` is an empty document."""


class Counter:
    """A client that calls each tool once, on a document of one format."""

    def __init__(self, desk: Desk, ending: str, data: bytes, empty: bytes) -> None:
        self._desk = desk
        self._ending = ending
        self._data = data
        self._empty = empty

    def call(self, tool: str) -> str:
        """What came of a call: `works`, or the code of the refusal and its message."""
        selected, arguments = EXAMPLES[tool]
        path = self._desk.root / f"{tool}{self._ending}"
        is_about_remarks = tool.endswith(("_comment", "_footnote", "_tracked_changes")) and self._ending == ".docx"
        remarked = REMARKED if is_about_remarks else self._data
        path.write_bytes(self._empty if selected == "" else remarked)
        tab = self._desk.call("workspace_open_document", path=str(path))["tabId"]
        try:
            self._desk.call(tool, **self._filled(arguments, path, tab, selected or ALPHA))
        except Refused as refused:
            return f"{refused.code}: {refused.message}"
        return "works"

    def _filled(self, arguments: dict[str, Any], path: Path, tab: str, selected: str) -> dict[str, Any]:
        """The arguments with the names that only now are known."""
        text = repr(arguments)
        known: dict[str, Callable[[], str]] = {
            "{name}": lambda: path.name,
            "{path}": lambda: str(path),
            "{tab}": lambda: tab,
            "{range}": lambda: self._select(selected)["rangeId"],
            "{paragraph}": self._paragraph,
            "{suggestion}": lambda: self._desk.suggest(0, 0, "new "),
        }
        for name, find in known.items():
            if name in text:
                text = text.replace(name, find())
        if selected and path.read_bytes() != self._empty:
            self._select(selected)
        filled: dict[str, Any] = literal_eval(text)
        return filled

    def _select(self, text: str) -> dict[str, Any]:
        found: dict[str, Any] = self._desk.call("search", query=text, matchCase=True)["results"][0]
        self._desk.call("selection_set", **{"from": found["start"], "to": found["end"]})
        return found

    def _paragraph(self) -> str:
        """The id of the paragraph about Alpha, or of none where paragraphs have no such ids."""
        if self._ending == ".md":
            return "jr_para_000000000000"
        answer = self._desk.raw("read_file", format="json").structured_content or {}
        found: str = next(node["id"] for node in answer["nodes"] if ALPHA in node["clean_text"])
        return found


def test_every_tool_has_an_example() -> None:
    assert EXAMPLES.keys() == registry.select().keys()


@pytest.mark.parametrize("kind", ["markdown", "docx"])
def test_every_tool_does_what_it_says_of_itself(desk: Desk, kind: Literal["markdown", "docx"]) -> None:
    (desk.root / "other.md").write_text("other")
    counter = (
        Counter(desk, ".md", MARKDOWN.encode(), b"") if kind == "markdown" else Counter(desk, ".docx", DOCX, EMPTY)
    )
    outcomes = {name: counter.call(name) for name in registry.select()}
    wrong: list[str] = []
    for name, outcome in outcomes.items():
        said = getattr(registry.tools()[name], kind)
        expected = "E_UNSUPPORTED" if said.extent == "not" else "works"
        if not outcome.startswith(expected):
            wrong.append(f"{name}: said {said}, {outcome}")
    assert not wrong, "\n".join(wrong)
