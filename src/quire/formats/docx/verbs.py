"""What can be done to a Word document: each verb plans a change and makes none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.core.anchor import Range
from quire.core.document import Intent, each_with_content
from quire.core.errors import QuireError
from quire.core.transaction import Transaction
from quire.formats.docx.edit import (
    annotation,
    batch,
    blocktype,
    characters,
    cjk,
    controls,
    deletion,
    dressing,
    enumeration,
    insertion,
    insets,
    layout,
    listedit,
    marks,
    matching,
    passage,
    pictures,
    sections,
    tableedit,
    tables,
    writing,
)
from quire.formats.docx.edit.definition import terms
from quire.formats.docx.edit.looks import Looks
from quire.formats.docx.edit.matching import Match
from quire.formats.docx.edit.operation import LITERAL
from quire.formats.docx.edit.renewal import renew
from quire.formats.docx.edit.rewording import reword
from quire.formats.docx.edit.roles import RoleModels, dressed
from quire.formats.docx.edit.surgeon import Surgeon
from quire.formats.docx.review import commenting, remarks, revisions, sewing, tracking
from quire.formats.docx.style import formatting
from quire.formats.docx.style.wardrobe import Wardrobe
from quire.formats.docx.text import tags
from quire.formats.docx.text.draft import Draft
from quire.formats.docx.text.paragraph import W_RPR

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from quire.formats.docx.document import DocxDocument
    from quire.formats.docx.text.place import Place
    from quire.formats.docx.text.tags import Span

# Other words


def edit(document: DocxDocument, paragraph: str, old: str, new: str, *, allow_field_result: bool = False) -> Intent:
    """Other words in the place of some in a paragraph."""
    place = document.place(paragraph)
    found = matching.find(document.text_of(place), old)
    start = document.span(place).start
    return Intent(
        "edit_paragraph",
        (Range(start + found.start, start + found.end),),
        {"paragraph": document.id(place), "old": old, "new": new, "allow_field_result": allow_field_result},
    )


def _edit(document: DocxDocument, intent: Intent) -> Transaction:
    said = intent.arguments
    place = document.place(said["paragraph"])
    start = document.span(place).start
    (where,) = intent.ranges
    found = _match(document.text_of(place), said["old"], where.start - start, where.end - start)
    new = matching.unescape(said["new"]) if found.is_escaped else said["new"]
    text = document.text_of(place)
    known = frozenset(text[start:end] for start, end in terms(text))
    spans = dressed(RoleModels.of(document, place), tags.parse(new), known)
    return _rewritten(document, place, found, spans, allow_field_result=said["allow_field_result"])


def _match(text: str, old: str, start: int, end: int) -> Match:
    """The place that was found when the change was made, read in the way in which it was found."""
    try:
        found = matching.find(text, old)
    except QuireError:
        return Match(start, end, LITERAL)
    return found if (found.start, found.end) == (start, end) else Match(start, end, found.reading, found.is_escaped)


def _rewritten(
    document: DocxDocument, place: Place, found: Match, spans: Sequence[Span], *, allow_field_result: bool = False
) -> Transaction:
    draft = Draft(document, place)
    wardrobe = Wardrobe(document, place.part, draft.element)
    for paragraph in (draft.paragraph, draft.twin):
        if paragraph is not None:
            surgeon = Surgeon(paragraph, wardrobe, allow_field_result=allow_field_result)
            surgeon.rewrite(found.start, found.end, spans, found.reading)
    return Transaction((*draft.steps(), *wardrobe.steps()))


def _put(document: DocxDocument, intent: Intent) -> Transaction:
    """Content in place of a range; each line end in it ends a paragraph. If it is to be plain, styles alone decide."""
    (where,) = intent.ranges
    where.within(len(document))
    content = str(intent.arguments["content"])
    change = passage.put(document, where, content)
    if not intent.arguments.get("plain") or not content:
        return change
    looks = Looks(document.apply(change), Range(where.start, where.start + len(content.replace("\r\n", "\n"))))
    looks.undress()
    looks.dress({"style": None})
    return change + looks.transaction()


def _put_everywhere(document: DocxDocument, intent: Intent) -> Transaction:
    """Content in place of several ranges."""
    return passage.put_everywhere(document, each_with_content(intent))


def _rewrite(document: DocxDocument, intent: Intent) -> Transaction:
    """Another text in the place of the whole body."""
    return passage.rewrite(document, str(intent.arguments["content"]))


def _recompose(document: DocxDocument, intent: Intent) -> Transaction:
    """Several changes of what a document says, planned from its end to its start, each on what the last one left."""
    whole = Transaction()
    for where, said in reversed(list(zip(intent.ranges, intent.arguments["edits"], strict=True))):
        place = where.map(whole.mapping) if said["verb"] == "modify_table" else where  # its cells may have changed
        change = VERBS[said["verb"]](document, Intent(said["verb"], (place,), said["arguments"]))
        document = document.apply(change)
        whole += change
    return whole


# Formatting


def clear(document: DocxDocument, paragraph: str) -> Intent:
    """A paragraph whose text looks as its style says."""
    place = document.place(paragraph)
    return Intent("clear_formatting", (document.span(place),), {"paragraph": document.id(place)})


def _clear(document: DocxDocument, intent: Intent) -> Transaction:
    """Without what runs say themselves; what tells of a note, a link or a language stays."""
    place = document.place(intent.arguments["paragraph"])
    draft = Draft(document, place)
    for leaf in draft.paragraph.leaves:
        look = leaf.run.find(W_RPR) if leaf.run is not None and not leaf.is_object else None
        if look is not None and leaf.run is not None:
            characters.clear(look)
            formatting.prune(leaf.run)
    return Transaction(tuple(draft.steps()))


def lay_out(document: DocxDocument, paragraph: str, wanted: dict[str, Any]) -> Intent:
    """A paragraph with another alignment, other indents or other space around it."""
    place = document.place(paragraph)
    return Intent("lay_out", (document.span(place),), {"paragraph": document.id(place), "layout": wanted})


def _lay_out(document: DocxDocument, intent: Intent) -> Transaction:
    draft = Draft(document, document.place(intent.arguments["paragraph"]))
    layout.lay_out(formatting.paragraph_properties(draft.element), intent.arguments["layout"])
    formatting.prune(draft.element)
    return Transaction(tuple(draft.steps()))


VERBS: dict[str, Callable[[DocxDocument, Intent], Transaction]] = {
    "put": _put,
    "put_everywhere": _put_everywhere,
    "rewrite": _rewrite,
    "compose": writing.compose,
    "exchange": writing.exchange,
    "adjoin": writing.adjoin,
    "reword": reword,
    "recompose": _recompose,
    **insets.VERBS,
    "edit_paragraph": _edit,
    "insert_paragraphs": insertion.plan,
    "delete_paragraph": deletion.plan,
    "clear_formatting": _clear,
    "lay_out": _lay_out,
    "renew": renew,
    **dressing.VERBS,
    **controls.VERBS,
    **pictures.VERBS,
    **marks.VERBS,
    **blocktype.VERBS,
    **enumeration.VERBS,
    **listedit.VERBS,
    **batch.VERBS,
    **sections.VERBS,
    **cjk.VERBS,
    **tableedit.VERBS,
    **tables.VERBS,
    **annotation.VERBS,
    **revisions.VERBS,
    **tracking.VERBS,
    **remarks.VERBS,
    **commenting.VERBS,
    **sewing.VERBS,
}

DELETING = frozenset({
    "delete_paragraph", "delete_block", "update_block", "update_section", "modify_list", "modify_table", "recompose",
    "delete_table", "delete_table_row", "delete_table_column", "delete_rows", "delete_columns",
})  # fmt: skip
"""The verbs with which whole paragraphs may go."""
