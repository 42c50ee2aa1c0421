"""Formulas, diagrams, links and rules, put in where they can stand."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from quire.core.errors import InvalidArgumentError, UnsupportedError
from quire.core.transaction import BEFORE
from quire.formats.markdown.blocks import DefinitionTerm, Heading, Paragraph, TableCell
from quire.formats.markdown.blocktype import fence_for
from quire.formats.markdown.inlines import Link
from quire.formats.markdown.lines import line_start
from quire.formats.markdown.margin import Margin
from quire.formats.markdown.patch import patch
from quire.formats.markdown.placement import place_block
from quire.formats.markdown.seam import changed
from quire.formats.markdown.shape import in_any_list, leaves, words_in, words_in_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from quire.core.document import Intent
    from quire.core.transaction import Transaction
    from quire.formats.markdown.blocks import Block
    from quire.formats.markdown.document import MarkdownDocument
    from quire.formats.markdown.patch import Planner

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
_NOT_IN_WIKI_LINKS = re.compile(r"[\[\]|\r\n]")
_PADDINGS = (("", ""), (" ", ""), ("", " "), (" ", " "))


# Blocks


def _insert_rule(document: MarkdownDocument, intent: Intent) -> Transaction:
    """A thematic break; behind a dash, which would make one rule of both, it is spelled with stars."""
    return _placed(document, _position(document, intent), "thematicBreak", (["---"], ["***"]))


def _insert_formula(document: MarkdownDocument, intent: Intent) -> Transaction:
    """A formula on lines of its own; lines that would be something else are joined, which is the same to LaTeX."""
    latex = _formula(intent)
    lines = [line.rstrip() for line in latex.splitlines() if line.strip()]
    joined = " ".join(_COMMENT.sub(r"\1", line).strip() for line in lines)
    ways = (["$$", *lines, "$$"], ["$$", joined, "$$"], [f"$${joined}$$"])
    return _placed(document, _position(document, intent), "mathBlock", ways)


def _insert_diagram(document: MarkdownDocument, intent: Intent) -> Transaction:
    """A fence with the code of a diagram."""
    code: str = intent.arguments["code"]
    if not code.strip():
        raise InvalidArgumentError("Argument 'code' is empty.", "Give the code of the diagram, such as 'graph TD'.")
    lines = code.strip("\r\n").splitlines()
    fence = fence_for(lines)
    return _placed(document, _position(document, intent), "codeBlock", ([f"{fence}mermaid", *lines, fence],))


def _placed(document: MarkdownDocument, position: int, kind: str, ways: Iterable[Sequence[str]]) -> Transaction:
    """The change that adds a block of a kind, written in the first of some ways that is read as one."""
    for lines in ways:
        change = patch(document, [place_block(document, position, lines)])
        if adds_leaves(document, change, [kind]):
            return change
    raise UnsupportedError(
        f"A {kind} cannot stand at {position}.", "Set the cursor to a blank line between two blocks and try again."
    )


def adds_leaves(document: MarkdownDocument, change: Transaction, kinds: Sequence[str]) -> bool:
    """Whether a change adds leaves of these kinds and nothing else, and all around them reads as it did.

    A paragraph may have been split there, or an empty container filled."""
    result = document.apply(change)
    old, new = changed(document.tree, result.tree)
    before, after = (Counter(in_any_list(shape) for _, shape in leaves(blocks)) for blocks in (old, new))
    added, lost = list((after - before).elements()), list((before - after).elements())
    is_filled = all(any(shape[: len(empty)] == empty for shape in added) for empty in lost)
    are_those = sorted(shape[-1] for shape in added) in (sorted(kinds), sorted([*kinds, "paragraph"]))
    if not is_filled or not are_those:
        return False
    words, now_words = words_in(old, document.inlines), words_in(new, result.inlines)
    return is_part(words, now_words, may_be_longer=not {"paragraph", "tableCell"}.isdisjoint(kinds))


def is_part(words: Sequence[str], longer: Sequence[str], *, may_be_longer: bool) -> bool:
    """Whether words are the beginning and the end of others; with nothing between them, unless there may be."""
    more = len(longer) - len(words)
    if more < 0 or (more and not may_be_longer):
        return False
    shared = next((at for at, (one, other) in enumerate(zip(words, longer, strict=False)) if one != other), len(words))
    return list(words[shared:]) == list(longer[shared + more :])


# Inline


def _insert_inline_formula(document: MarkdownDocument, intent: Intent) -> Transaction:
    latex = " ".join(_formula(intent).split())
    return _inserted(document, _position(document, intent), f"${latex}$", "math")


def _insert_wiki_link(document: MarkdownDocument, intent: Intent) -> Transaction:
    target, text = intent.arguments["target"].strip(), (intent.arguments.get("text") or "").strip()
    if not target:
        raise InvalidArgumentError("Argument 'target' is empty.", "Give the name of the page to link to.")
    for part in (target, text):
        if _NOT_IN_WIKI_LINKS.search(part):
            raise InvalidArgumentError(
                f"{part!r} cannot stand in a wiki link.", "Leave out brackets, pipes and line breaks."
            )
    content = f"[[{target}|{text}]]" if text and text != target else f"[[{target}]]"
    return _inserted(document, _position(document, intent), content, "wikiLink")


def _inserted(document: MarkdownDocument, position: int, content: str, kind: str) -> Transaction:
    """The change that puts a span into the text at a position, or on a line of its own where there is no text."""
    block = document.tree.path_at(position)[-1]
    if not isinstance(block, Paragraph | Heading | TableCell | DefinitionTerm):
        return _placed(document, position, "paragraph", ([content],))
    words = words_in_text(content)
    if isinstance(block, TableCell):
        content = content.replace("|", "\\|")
    position = min(max(behind_margin(document, position), block.inner_start), _end_of_text(block))
    for before, behind in _PADDINGS:
        following = document.slice(position, position + 1)
        if not behind and content.endswith("$") and following.isdigit():
            continue  # many readers take a dollar before a digit for money
        if not behind and content.endswith("]") and following and following in "[(":
            continue  # to a reader that knows no wiki links, it is the text of that link
        change = patch(document, [(position, position, before + content + behind)])
        if _adds_span(document, block, change, kind, words):
            return change
    raise UnsupportedError(
        f"Position {position} is inside of a mark, code, a link or the like, where {content!r} is only text.",
        "Set the cursor to a place in plain text and try again.",
    )


def behind_margin(document: MarkdownDocument, position: int) -> int:
    """A position in the text of its line, and not in the marks of quotes before it."""
    *containers, block = document.tree.path_at(position)
    line = line_start(document.text, position)
    return position if line <= block.start else max(position, Margin(document.text, containers).end(line)[0])


def _end_of_text(block: Block) -> int:
    """Where the text of a block ends; behind that of a paragraph no marks stand."""
    return block.end if isinstance(block, Paragraph) else block.inner_end


def _adds_span(document: MarkdownDocument, block: Block, change: Transaction, kind: str, words: Sequence[str]) -> bool:
    """Whether a change of a leaf adds a span of a kind with these words, and leaves all others as they are."""
    after = document.apply(change)
    found = after.tree.path_at(change.mapping.position(block.start, BEFORE))[-1]
    spans, old_spans = _spans(after, found), _spans(document, block)
    added = [name for name, _ in (spans - old_spans).elements()]
    if found.type != block.type or added != [kind] or old_spans - spans:
        return False
    read, now_read = words_in([block], document.inlines), words_in([found], after.inlines)
    return len(now_read) == len(read) + len(words) and is_part(read, now_read, may_be_longer=True)


def _spans(document: MarkdownDocument, block: Block) -> Counter[tuple[str, str]]:
    """The spans of a leaf but its text, with what they say or lead to, and how they do that."""
    spans = (each for span in document.inlines.of(block) for each in span.walk() if each.type != "text")
    return Counter(
        (span.type, f"{span.form} {span.destination}" if isinstance(span, Link) else span.text) for span in spans
    )


# Arguments


def _position(document: MarkdownDocument, intent: Intent) -> int:
    return intent.ranges[0].within(len(document)).end


def _formula(intent: Intent) -> str:
    latex: str = intent.arguments["latex"].strip()
    if not latex:
        raise InvalidArgumentError("Argument 'latex' is empty.", "Give a formula, such as 'E = mc^2'.")
    if re.search(r"(?<!\\)(?:\\\\)*\$", latex):
        raise InvalidArgumentError(
            f"The formula {latex!r} has a dollar sign, which would end it.",
            "Give the formula without the dollar signs around it; write \\$ for a dollar in it.",
        )
    if re.search(r"(?<!\\)(?:\\\\)*\\$", latex):
        raise InvalidArgumentError(
            f"The formula {latex!r} ends with a backslash, which would escape the dollar sign behind it.",
            "Leave the backslash out, or write \\\\ for a line break.",
        )
    return latex


VERBS: dict[str, Planner] = {
    "insert_rule": _insert_rule,
    "insert_formula": _insert_formula,
    "insert_diagram": _insert_diagram,
    "insert_inline_formula": _insert_inline_formula,
    "insert_wiki_link": _insert_wiki_link,
}
