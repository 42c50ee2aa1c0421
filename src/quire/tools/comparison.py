"""Two files compared."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from pydantic import Field

from quire.core.errors import InvalidArgumentError
from quire.tools.registry import tool
from quire.tools.schema import DocxAnswer, DocxArguments, present
from quire.tools.support import WORKS
from quire.workspace.session import Session

MOST_TOLD = 40


class CompareDocuments(DocxArguments):
    original_file_path: Annotated[str, Field(description="The earlier file (.docx or .md).")]
    revised_file_path: Annotated[str, Field(description="The later file, of the same kind.")]
    save_to_local_path: Annotated[str | None, Field(description="Where to write the redline; needed for Word.")] = None
    allow_overwrite: Annotated[bool, Field(description="Replace a file that is there.")] = False
    author: Annotated[str | None, Field(description="Whose tracked changes. Default: the client's name.")] = None


class ChangeTold(DocxAnswer):
    type: str
    before: str
    after: str


class Compared(DocxAnswer):
    file_path: str | None = present("The redline: a Word file with tracked changes.")
    differences: int
    counts: Annotated[dict[str, int], Field(description="How many changes of each type.")]
    changes: Annotated[list[ChangeTold], Field(description="Paragraphs that differ, the first of them.")]
    diff: str | None = present("What differs between two texts, line by line.")
    message: str


@tool("comparison", family="docx", writes=True, idempotent=True, markdown=WORKS)
def compare_documents(session: Session, args: CompareDocuments) -> Compared:
    """Compare two files. Two Word files give a third with tracked changes: accepting all gives the later, rejecting all
    the earlier. Two Markdown files give a diff."""
    author = args.author or session.client.author.name
    _, found = session.compare(args.original_file_path, args.revised_file_path, author)
    unsaved = session.unsaved(args.original_file_path, args.revised_file_path)
    remark = f" Not compared: what is not saved yet of {' and '.join(unsaved)}." if unsaved else ""
    if isinstance(found, str):
        lines = [line for line in found.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
        counts = Counter("insertion" if line[0] == "+" else "deletion" for line in lines)
        told = f"{len(lines)} lines differ." if lines else "Both say the same."
        return Compared(differences=len(lines), counts=dict(counts), changes=[], diff=found, message=told + remark)
    if args.save_to_local_path is None:
        raise InvalidArgumentError(
            "save_to_local_path is missing: the redline of two Word files is a file.", "Say where to write it."
        )
    path, _ = session.deliver(args.save_to_local_path, found, overwrite=args.allow_overwrite)
    return _told(str(path), found, author, remark)


def _told(path: str, redline: bytes, author: str, remark: str) -> Compared:
    from quire.formats.docx.document import DocxDocument

    revisions = [each for each in DocxDocument.read(redline).revisions() if each.author == author]
    paragraphs = {(each.paragraph, each.before, each.after): each for each in reversed(revisions)}
    shown = list(reversed(paragraphs.values()))[:MOST_TOLD]
    counts = Counter(each.kind for each in revisions)
    what = ", ".join(f"{number} {kind.replace('_', ' ')}" for kind, number in counts.most_common())
    told = f"The redline has {len(revisions)} changes: {what}." if revisions else "Both say the same."
    return Compared(
        file_path=path,
        differences=len(revisions),
        counts={str(kind): number for kind, number in counts.items()},
        changes=[ChangeTold(type=each.kind, before=each.before, after=each.after) for each in shown],
        message=told + remark,
    )
