"""The blocks and sections of a document, and their names."""

from __future__ import annotations

import re
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from quire.core import blocks
from quire.core.anchor import Range
from quire.core.errors import InvalidArgumentError, QuireError
from quire.tools.registry import tool
from quire.tools.schema import Answer, InWindow, present
from quire.workspace.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.core.document import Document, Element, Node, Section
    from quire.workspace.session import OpenDocument

MOST_DEPTH = 24
"""How deep the tree of an answer is at most: many programs cannot read JSON that is much deeper."""
MOST_CONTENT = 500
"""How much is told of the content of a block that holds other blocks; those tell all of theirs."""
WITHOUT_TEXT = ("frontMatter", "htmlBlock", "linkDefinition", "thematicBreak")
"""Blocks in which a reader sees no text of their own: their content is their source."""

NodeId = Annotated[str, Field(description="Node ID (h-0, p-3, …).")]


# The whole tree


class AstInline(Answer):
    type: Annotated[str, Field(description="text, strong, emphasis, code, link, image, softBreak, …")]
    from_: Annotated[int, Field(alias="from")]
    to: int
    text: str | None = present("What a reader sees of it, if it has no children.")
    href: str | None = present("Where a link or an image leads.")
    title: str | None = present("The title of a link or an image.")
    children: list[AstInline] | None = present()


class AstBlock(Answer):
    node_id: str
    type: Annotated[str, Field(description="heading, paragraph, codeBlock, bulletList, listItem, table, …")]
    from_: Annotated[int, Field(alias="from")]
    to: int
    level: int | None = present("Heading level 1-6.")
    language: str | None = present("Language of code or of front matter.")
    alert: str | None = present("Kind of an alert: note, tip, important, warning or caution.")
    start: int | None = present("First number of an ordered list.")
    tight: bool | None = present("Whether the items of a list stand without blank lines between them.")
    checked: bool | None = present("State of a task's checkbox.")
    align: list[Literal["left", "center", "right"] | None] | None = present("Alignment of each column of a table.")
    header: bool | None = present("Whether a row is the header of its table.")
    label: str | None = present("Label of a footnote or a link definition.")
    href: str | None = present("Destination of a link definition.")
    title: str | None = present("Title of a link definition.")
    content: str | None = present("Text of a block that holds no other blocks.")
    inlines: list[AstInline] | None = present("The spans of the text of a leaf.")
    children: list[AstBlock] | None = present()
    continued: bool | None = present("True if its children stand in `deeper`, to keep the tree shallow.")


class AstDeeper(Answer):
    parent: Annotated[str, Field(description="The block whose children these are.")]
    children: list[AstBlock]


class Ast(Answer):
    type: str
    from_: Annotated[int, Field(alias="from")]
    to: int
    children: list[AstBlock]
    deeper: list[AstDeeper] | None = present(f"The children of blocks that are more than {MOST_DEPTH} blocks deep.")


@tool("structure")
def get_document_ast(session: Session, args: InWindow) -> Ast:
    """Get the document's abstract syntax tree: every block with its node ID, type, positions and content, and the
    spans (marks, links, code, …) of its text."""
    document = session.document(args.window_id)
    document.give_out(*document.document.nodes())
    whole = document.document.syntax()
    waiting: list[Element] = []
    children = [_ast_block(child, MOST_DEPTH, waiting) for child in whole.children]
    deeper: list[AstDeeper] = []
    while waiting:
        parent = waiting.pop(0)
        below = [_ast_block(child, MOST_DEPTH, waiting) for child in parent.children]
        deeper.append(AstDeeper(parent=str(parent.id), children=below))
    return Ast(type=whole.type, from_=whole.start, to=whole.end, children=children, deeper=deeper or None)


def _ast_block(element: Element, depth: int, waiting: list[Element]) -> AstBlock:
    """A block and all below it; the children of one that is too deep wait to be told apart."""
    blocks = [child for child in element.children if child.id is not None]
    spans = [child for child in element.children if child.id is None]
    continued = bool(blocks) and depth == 1
    if continued:
        waiting.append(element)
    return AstBlock(
        node_id=str(element.id),
        type=element.type,
        from_=element.start,
        to=element.end,
        content=element.text,
        inlines=[_ast_inline(span, depth) for span in spans] or None,
        children=[] if continued else [_ast_block(block, depth - 1, waiting) for block in blocks] or None,
        continued=continued or None,
        **element.attributes,
    )


def _ast_inline(element: Element, depth: int) -> AstInline:
    """A span and all below it; one that is too deep tells its text instead."""
    text = _text(element) if depth <= 1 else element.text
    below = [] if depth <= 1 else [_ast_inline(child, depth - 1) for child in element.children]
    return AstInline(
        type=element.type, from_=element.start, to=element.end, text=text, children=below or None, **element.attributes
    )


def _text(element: Element) -> str:
    parts: list[str] = []
    waiting = [element]
    while waiting:
        each = waiting.pop()
        parts.append(each.text or "")
        waiting.extend(reversed(each.children))
    return "".join(parts)


# The digest


class SectionInfo(Answer):
    node_id: str
    level: int
    title: str
    from_: Annotated[int, Field(alias="from")]
    to: int
    word_count: Annotated[int, Field(description="Words of the section, its heading and subsections included.")]
    parent: str | None = present("The section that this one is part of.")


class Digest(Answer):
    sections: list[SectionInfo]
    heading_count: int
    paragraph_count: int
    word_count: int


@tool("structure")
def get_document_digest(session: Session, args: InWindow) -> Digest:
    """Get a compact digest of the document structure: its sections with their node IDs, and counts."""
    document = session.document(args.window_id)
    sections = document.document.sections()
    document.give_out(*(section.heading for section in sections))
    return Digest(
        sections=list(_told(document.document, sections)),
        heading_count=len(sections),
        paragraph_count=sum(node.type == "paragraph" for node in document.document.nodes()),
        word_count=document.document.count_words(),
    )


def _told(document: Document, sections: Sequence[Section]) -> Iterator[SectionInfo]:
    words = _words_before(document, {place for section in sections for place in (section.start, section.end)})
    outer: list[Section] = []
    for section in sections:
        while outer and outer[-1].end <= section.start:
            outer.pop()
        yield SectionInfo(
            node_id=section.heading.id,
            level=section.heading.level or 1,
            title=section.title,
            from_=section.start,
            to=section.end,
            word_count=words[section.end] - words[section.start],
            parent=outer[-1].heading.id if outer else None,
        )
        outer.append(section)


def _words_before(document: Document, places: set[int]) -> dict[int, int]:
    """How many words stand between the first of these places and each of them: no text is counted twice."""
    ordered = sorted(places)
    counts = (document.count_words(start, end) for start, end in pairwise(ordered))
    return dict(zip(ordered, accumulate(counts, initial=0), strict=True)) if ordered else {}


# The blocks


class ListBlocks(InWindow):
    type: Annotated[
        str | None,
        Field(description="Filter by block type: heading, paragraph, codeBlock, listItem, table, …; "
                          "list stands for bulletList, orderedList and taskList."),
    ] = None  # fmt: skip


class BlockInfo(Answer):
    node_id: str
    type: str
    level: int | None = present("Heading level 1-6.")
    content: Annotated[
        str,
        Field(description=f"What a reader sees of the block; at most {MOST_CONTENT} characters if it holds others."),
    ]
    position: Annotated[int, Field(description="Where the block starts.")]
    parent: str | None = present("The block that this one is in.")


@tool("structure", essential=True)
def list_blocks(session: Session, args: ListBlocks) -> list[BlockInfo]:
    """List all blocks in the document with their node IDs, in document order, nested blocks included."""
    document = session.document(args.window_id)
    nodes = document.document.nodes()
    if args.type is not None:
        wanted = _types(document.document, args.type)
        nodes = tuple(node for node in nodes if node.type in wanted)
    document.give_out(*nodes)
    holders = {node.parent for node in document.document.nodes()}
    return [_block(document.document, node, is_leaf=node.id not in holders) for node in nodes]


def _types(document: Document, wanted: str) -> tuple[str, ...]:
    known = document.block_types
    if wanted == "list":
        return tuple(each for each in known if each in ("bulletList", "orderedList", "taskList"))
    if wanted not in known:
        raise InvalidArgumentError(f"There is no block type {wanted!r}.", f"Types: {', '.join(known)}, list.")
    return (wanted,)


def _block(document: Document, node: Node, *, is_leaf: bool) -> BlockInfo:
    return BlockInfo(
        node_id=node.id,
        type=node.type,
        level=node.level,
        content=_content(document, node, is_leaf=is_leaf),
        position=node.start,
        parent=node.parent,
    )


def _content(document: Document, node: Node, *, is_leaf: bool) -> str:
    if node.type in WITHOUT_TEXT:
        return document.slice(node.start, node.end)
    if is_leaf:
        return document.plain_text(node)
    text = document.plain_text(node, MOST_CONTENT + 1)
    return text if len(text) <= MOST_CONTENT else f"{text[:MOST_CONTENT]}…"


# Looking up


class ResolveTargets(InWindow):
    targets: Annotated[
        list[str],
        Field(description="Node IDs (p-3), headings (heading:Title, or just a title), or texts to find."),
    ]


class Resolved(Answer):
    target: str
    found: bool
    from_: Annotated[int | None, Field(alias="from", exclude_if=lambda value: value is None)] = None
    to: int | None = present()
    type: str | None = present("Type of the block; text, if the target is a text in one.")
    node_id: str | None = present("The block; that around it, if the target is a text.")
    count: int | None = present("How many fit; the first is told.")
    message: str | None = present("Why it was not found.")


@tool("structure")
def resolve_targets(session: Session, args: ResolveTargets) -> list[Resolved]:
    """Resolve node IDs or queries to document positions, in the order given. What is not found is no error."""
    document = session.document(args.window_id)
    return [_resolve(document, target) for target in args.targets]


def _resolve(document: OpenDocument, target: str) -> Resolved:
    if re.fullmatch(r"[a-z]+-\d+", target):
        try:
            return _resolved(document, target, document.node(target))
        except QuireError as error:
            problem = f"{error.message} {error.hint}"
    elif target.startswith("heading:"):
        return _by_title(document, target, target.removeprefix("heading:").strip()) or Resolved(
            target=target, found=False, message="No heading has that title."
        )
    else:
        problem = "No block has that id, no heading that title, and the text does not occur."
    found = _by_title(document, target, target) or _by_text(document, target)
    return found or Resolved(target=target, found=False, message=problem)


def _by_title(document: OpenDocument, target: str, title: str) -> Resolved | None:
    """The heading of a title; only if none has it exactly, one that differs in upper and lower case."""
    headings = [(node, document.document.plain_text(node)) for node in document.document.nodes() if node.level]
    for same in (str, str.casefold):
        fits = [node for node, text in headings if same(text.strip()) == same(title)]
        if fits and title:
            return _resolved(document, target, fits[0], count=len(fits))
    return None


def _by_text(document: OpenDocument, target: str) -> Resolved | None:
    count = document.text.count(target) if target else 0
    if not count:
        return None
    start = document.text.index(target)
    node = _around(document.document, start)
    end = start + len(target)
    if node is None:
        return Resolved(target=target, found=True, from_=start, to=end, type="text", count=count)
    document.give_out(node)
    return Resolved(target=target, found=True, from_=start, to=end, type="text", node_id=node.id, count=count)


def _around(document: Document, position: int) -> Node | None:
    """The innermost block at a position."""
    return next((node for node in blocks.around(document, position) if position < node.end), None)


def _resolved(document: OpenDocument, target: str, node: Node, **more: Any) -> Resolved:
    document.give_out(node)
    return Resolved(target=target, found=True, from_=node.start, to=node.end, type=node.type, node_id=node.id, **more)


class GetSection(InWindow):
    node_id: Annotated[str, Field(description="Node ID of the heading (e.g., h-0).")]


class SectionContent(Answer):
    node_id: str
    level: int
    title: str
    content: Annotated[str, Field(description="The section as Markdown, its heading included.")]
    from_: Annotated[int, Field(alias="from")]
    to: int


@tool("structure")
def get_section(session: Session, args: GetSection) -> SectionContent:
    """Get the content of a document section: the heading and all until the next heading of the same or a higher level,
    subsections included."""
    document = session.document(args.window_id)
    section = document.document.section(document.node(args.node_id))
    document.give_out(section.heading)
    return SectionContent(
        node_id=section.heading.id,
        level=section.heading.level or 1,
        title=section.title,
        content=document.excerpt(Range(section.start, section.end)),
        from_=section.start,
        to=section.end,
    )
