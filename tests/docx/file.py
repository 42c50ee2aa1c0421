"""A Word file in a client's folder, and what the client does to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Desk


class File:
    """A file that is open, or opened by the first call; it is named by its path, as agents do it."""

    def __init__(self, desk: Desk, document: bytes, name: str = "contract.docx") -> None:
        self.desk = desk
        self.path: Path = desk.root / name
        self.path.write_bytes(document)

    @property
    def data(self) -> bytes:
        """What is on disk."""
        return self.path.read_bytes()

    def call(self, tool: str, **arguments: Any) -> Any:
        return self.desk.call(tool, file_path=str(self.path), **arguments)

    def paragraphs(self, desk: Desk | None = None) -> dict[str, str]:
        """Every paragraph, whatever its story, as a client sees it: its text by its id."""
        desk, named = desk or self.desk, {"file_path": str(self.path)}
        found: dict[str, str] = {}
        for story in desk.call("get_session_status", **named)["stories"]:
            answer = desk.raw("read_file", **named, story=story, format="json").structured_content or {}
            found |= {node["id"]: node["clean_text"] for node in answer["nodes"]}
        return found

    def id(self, text: str, number: int = 0) -> str:
        """The id of the paragraph that says this, of the first or a later one."""
        return one(self.paragraphs(), text, number)

    def edit(self, paragraph: str, old: str, new: str) -> dict[str, Any]:
        found: dict[str, Any] = self.call("smart_edit", target_paragraph_id=paragraph, old_string=old, new_string=new)
        return found

    def insert(self, anchor: str, new: str, **more: Any) -> list[str]:
        """The ids of new paragraphs behind another one."""
        found: list[str] = self.call("smart_insert", positional_anchor_node_id=anchor, new_string=new, **more)[
            "paragraph_ids"
        ]
        return found

    def delete(self, paragraph: str, **more: Any) -> None:
        self.call("delete_paragraph", target_paragraph_id=paragraph, **more)

    def save(self) -> dict[str, Any]:
        """The receipt of writing it to its own place."""
        found: dict[str, Any] = self.call("save", save_to_local_path=str(self.path), allow_overwrite=True)
        return found

    def close(self) -> None:
        self.call("clear_session")

    def reopened(self) -> dict[str, str]:
        """Its paragraphs once it was saved, closed and opened again."""
        self.save()
        self.close()
        return self.paragraphs()


def one(found: dict[str, str], text: str, number: int = 0) -> str:
    """The id of the paragraph that says this, of the first or a later one."""
    return [each for each, said in found.items() if said == text][number]
