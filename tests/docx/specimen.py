"""Word documents for tests, in a line or a few.

    docx("The Fee")
    docx(heading("Fees"), p(bold("Payment."), " The ", link("Client", to="https://example.org"), " pays."))
    docx(p("Due", footnote("In euro.")), table(["Item", "Price"], ["Pen", "2"]), header="Confidential")

A string is a paragraph where a block is wanted and a run where text is wanted. In text `\\t` is a tab, `\\v` a line
break, `\\f` a page break, U+2011 Word's no-break hyphen, U+00AD its optional one. The same call gives the same bytes.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Literal, Protocol

from tests.docx.large import large as large
from tests.docx.package import NAMESPACES, Kind, Package, Part, blank, root

if TYPE_CHECKING:
    from collections.abc import Iterable

Writer = Callable[[Part], str]
"""Writes the XML of a thing into a part, which may have to name others for it."""

ANN = "Ann Author"
Mark = Literal["inserted", "deleted", "moved from", "moved to"]
"""How the end of a paragraph was changed."""
_MARKS: dict[Mark, str] = {
    "inserted": "w:ins",
    "deleted": "w:del",
    "moved from": "w:moveFrom",
    "moved to": "w:moveTo",
}
WHEN = "2024-01-02T03:04:05Z"
REVISIONS = 900
"""The number of the first tracked change."""
PNG = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==")


@dataclass(frozen=True, slots=True)
class Inline:
    """What may stand in a paragraph."""

    write: Writer


@dataclass(frozen=True, slots=True)
class Block:
    """What may stand in the body, a cell, a note, a header, a text box."""

    write: Writer


@dataclass(frozen=True, slots=True)
class Paragraph:
    content: tuple[Text, ...]
    style: str | None = None
    number: tuple[int, int] | None = None
    id: str | None = None
    align: str | None = None
    indent: int | None = None
    mark: Mark | None = None
    author: str = ANN
    properties: str = ""
    ending: Section | None = None
    mark_look: str = ""
    was: str | None = None

    def write(self, part: Part) -> str:
        identifier = self.id or part.package.paragraph_id()
        named = f' w14:paraId="{identifier}" w14:textId="77777777"' if identifier else ""
        properties = _element("w:pPr", self._properties(part))
        return f"<w:p{named}>{properties}{_inlines(part, self.content)}</w:p>"

    def _properties(self, part: Part) -> str:
        change = f"<{_MARKS[self.mark]} {_stamp(part, self.author)}/>" if self.mark else ""
        return "".join(
            [
                _value("w:pStyle", self.style),
                _numbering(self.number),
                self.properties,
                f'<w:ind w:left="{self.indent}"/>' if self.indent is not None else "",
                _value("w:jc", self.align),
                _element("w:rPr", change + self.mark_look),
                self.ending.properties(part) if self.ending else "",
                "" if self.was is None else _changed("w:pPr", self.was, _stamp(part, self.author)),
            ]
        )


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell; `merge` says whether it begins a merged column (`restart`) or goes on with the cell above it."""

    content: tuple[Flow, ...]
    span: int = 1
    merge: Literal["restart", "continue"] | None = None
    width: int | None = None
    properties: str = ""

    def write(self, part: Part) -> str:
        properties = "".join(
            [
                f'<w:tcW w:w="{self.width or _COLUMN * self.span}" w:type="dxa"/>',
                _value("w:gridSpan", self.span if self.span > 1 else None),
                _value("w:vMerge", self.merge),
                self.properties,
            ]
        )
        ends_well = bool(self.content) and isinstance(self.content[-1], str | Paragraph)
        content = self.content if ends_well else (*self.content, "")
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{_blocks(part, content)}</w:tc>"


@dataclass(frozen=True, slots=True)
class Row:
    """A row; `before` and `after` are columns of the grid that it leaves empty at its ends."""

    cells: tuple[str | Cell | Control, ...]
    header: bool = False
    before: int = 0
    after: int = 0
    inserted_by: str | None = None

    @property
    def width(self) -> int:
        return self.before + sum(_span(cell) for cell in self.cells) + self.after

    def write(self, part: Part) -> str:
        skipped = _value("w:gridBefore", self.before or None) + _value("w:gridAfter", self.after or None)
        repeated = "<w:tblHeader/>" if self.header else ""
        change = f"<w:ins {_stamp(part, self.inserted_by)}/>" if self.inserted_by else ""
        properties = _element("w:trPr", skipped + repeated + change)
        cells = (cell(item) if isinstance(item, str) else item for item in self.cells)
        return f"<w:tr>{properties}{''.join(item.write(part) for item in cells)}</w:tr>"


@dataclass(frozen=True, slots=True)
class Control:
    """A content control around blocks, cells or rows."""

    content: tuple[Flow | Cell | Row, ...]
    properties: str

    def write(self, part: Part) -> str:
        inside = "".join(_paragraph(inner).write(part) for inner in self.content)
        return _control(part, self.properties, inside)


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks on pages of their own, with their own headers and footers."""

    content: tuple[Flow, ...]
    stories: tuple[tuple[str, Story], ...]
    landscape: bool = False
    columns: int = 1
    page_numbers: str = ""

    def properties(self, part: Part) -> str:
        """Its `sectPr`; writes its headers and footers on the way."""
        references = "".join(_story(part.package, name, content) for name, content in self.stories)
        size = 'w:w="15840" w:h="12240" w:orient="landscape"' if self.landscape else 'w:w="12240" w:h="15840"'
        margins = 'w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"'
        numbers = f"<w:pgNumType {self.page_numbers}/>" if self.page_numbers else ""
        columns = f'{numbers}<w:cols w:num="{self.columns}" w:space="720"/>'
        first = "<w:titlePg/>" if any(name.startswith("first") for name, _ in self.stories) else ""
        return (
            f'<w:sectPr w:rsidR="00AB12CD">{references}<w:pgSz {size}/><w:pgMar {margins}/>{columns}{first}</w:sectPr>'
        )

    def written(self, part: Part, *, last: bool) -> str:
        """Its blocks. The last section's properties end the body, another's stand in its last paragraph."""
        if last:
            return _blocks(part, self.content) + self.properties(part)
        *before, end = self.content or ("",)
        closing = _paragraph(end)
        if not isinstance(closing, Paragraph):
            before, closing = [*before, end], Paragraph(())
        return _blocks(part, [*before, replace(closing, ending=self)])


Text = str | Inline
Reply = str | tuple[str, str]
Flow = str | Block | Paragraph | Control
Story = Flow | Sequence[Flow]


def docx(
    *content: Flow | Section,
    ids: bool = False,
    kind: Kind = "document",
    strict: bool = False,
    styles: str = "",
    numbering: str | None = None,
    settings: str = "",
    parts: dict[str, bytes] | None = None,
    **stories: Story,
) -> bytes:
    """A Word file. What stands after its sections, or without any, is its last section, with the headers given here.

    `ids` gives each paragraph a `w14:paraId`. `styles` are added to the usual ones, `numbering` replaces the usual
    definitions (1: bullets, 2: `1.` `(a)` `(i)`, 3: `1.` `1.1`), `settings` are added, `parts` are further entries
    of the package, by name.
    """
    package = Package(kind=kind, strict=strict, paragraph_ids=ids)
    package.add("styles.xml", blank("styles.xml").replace("</w:styles>", f"{styles}</w:styles>"), "styles")
    package.add("numbering.xml", root("w:numbering", numbering) if numbering else blank("numbering.xml"), "numbering")
    sections = _sections(content, stories)
    body = "".join(each.written(package.main, last=each is sections[-1]) for each in sections)
    conformance = {"conformance": "strict"} if strict else {}
    package.main.data = root("w:document", f"<w:body>{body}</w:body>", None, **conformance).encode()
    package.add_notes()
    add_comments(package)
    package.add("settings.xml", root("w:settings", _settings(package, sections, settings)), "settings")
    for name, data in (parts or {}).items():
        package.parts[name] = Part(package, name, data)
    return package.file()


def section(
    *content: Flow, landscape: bool = False, columns: int = 1, page_numbers: str = "", **stories: Story
) -> Section:
    """A section with its `header`, `footer`, `first_header`, `even_footer` and so on.

    `page_numbers` are the attributes of its `w:pgNumType`.
    """
    return Section(content, tuple(stories.items()), landscape, columns, page_numbers)


def _sections(content: Iterable[Flow | Section], stories: dict[str, Story]) -> list[Section]:
    found = [item for item in content if isinstance(item, Section)]
    rest = [item for item in content if not isinstance(item, Section)]
    return [*found, Section(tuple(rest), tuple(stories.items()))] if rest or stories or not found else found


# Blocks


def p(
    *content: Text,
    style: str | None = None,
    number: tuple[int, int] | None = None,
    id: str | None = None,  # noqa: A002 - what it is
    align: str | None = None,
    indent: int | None = None,
    mark: Mark | None = None,
    author: str = ANN,
    properties: str = "",
    mark_look: str = "",
    was: str | None = None,
) -> Paragraph:
    """A paragraph. `number` is its list and level, `mark` says how its end was changed. XML are its `properties`, the
    look of its mark and what the properties were before a tracked change."""
    return Paragraph(content, style, number, id, align, indent, mark, author, properties, None, mark_look, was)


def heading(text: Text, level: int = 1) -> Paragraph:
    return Paragraph((text,), style=f"Heading{level}")


def item(*content: Text, level: int = 0, list: int = 2) -> Paragraph:  # noqa: A002 - what it is
    """An item of a list: 1 has bullets, 2 has numbers and letters, 3 has `1.1`."""
    return Paragraph(content, number=(list, level))


def table(
    *rows: Sequence[str | Cell | Control] | Row | Control,
    style: str = "TableGrid",
    widths: Sequence[int] = (),
    look: str = "",
) -> Block:
    """A table; a row is a list of cells, a cell a string or `cell(…)`. The grid is as wide as the widest row, unless
    `widths` say how wide each of its columns is; `look` is XML."""
    written = [row(*item) if isinstance(item, Sequence) else item for item in rows]
    width = max(_width(item) for item in written)

    def write(part: Part) -> str:
        properties = f'<w:tblPr>{_value("w:tblStyle", style)}<w:tblW w:w="0" w:type="auto"/>{look}</w:tblPr>'
        grid = "".join(f'<w:gridCol w:w="{each}"/>' for each in widths or [_COLUMN] * width)
        inside = "".join(item.write(part) for item in written)
        return f"<w:tbl>{properties}<w:tblGrid>{grid}</w:tblGrid>{inside}</w:tbl>"

    return Block(write)


def row(
    *cells: str | Cell | Control,
    header: bool = False,
    before: int = 0,
    after: int = 0,
    inserted_by: str | None = None,
) -> Row:
    """A row; `inserted_by` names who inserted it with changes tracked."""
    return Row(cells, header, before, after, inserted_by)


def cell(
    *content: Flow,
    span: int = 1,
    merge: Literal["restart", "continue"] | None = None,
    width: int | None = None,
    properties: str = "",
) -> Cell:
    return Cell(content, span, merge, width, properties)


def block_raw(xml: str) -> Block:
    """XML as it is, where a block may stand."""
    return Block(lambda _: xml)


_COLUMN = 1800


def _span(item: str | Flow | Cell | Row | Control) -> int:
    if isinstance(item, Control):
        return sum(_span(inner) for inner in item.content)
    return item.span if isinstance(item, Cell) else 1


def _width(item: Row | Control) -> int:
    if isinstance(item, Row):
        return item.width
    return max(inner.width for inner in item.content if isinstance(inner, Row))


# Text


def run(
    text: str,
    *,
    style: str | None = None,
    font: str | None = None,
    bold: bool | None = None,
    italic: bool | None = None,
    caps: bool | None = None,
    strike: bool | None = None,
    hidden: bool | None = None,
    color: str | None = None,
    size: float | None = None,
    highlight: str | None = None,
    underline: bool | str | None = None,
    raised: str | None = None,
    was: str | None = None,
    author: str = ANN,
) -> Inline:
    """A run. `False` switches off what a style has on; `was` is the XML of the properties before a tracked change."""
    line = ("single" if underline else "none") if isinstance(underline, bool) else underline
    look = [
        _value("w:rStyle", style),
        f'<w:rFonts w:ascii="{font}" w:hAnsi="{font}"/>' if font else "",
        _switch("w:b", bold),
        _switch("w:i", italic),
        _switch("w:caps", caps),
        _switch("w:strike", strike),
        _switch("w:vanish", hidden),
        _value("w:color", color),
        _value("w:sz", None if size is None else int(size * 2)),
        _value("w:highlight", highlight),
        _value("w:u", line),
        _value("w:vertAlign", raised),
    ]

    def write(part: Part) -> str:
        change = "" if was is None else _changed("w:rPr", was, _stamp(part, author))
        return _run(_text(text), "".join(look) + change)

    return Inline(write)


def bold(text: str) -> Inline:
    return run(text, bold=True)


def italic(text: str) -> Inline:
    return run(text, italic=True)


def underlined(text: str) -> Inline:
    return run(text, underline=True)


def symbol(code: str, font: str = "Wingdings") -> Inline:
    """A character of a symbol font, by its code, such as `F0A7`."""
    return raw(_run(f'<w:sym w:font="{font}" w:char="{code}"/>'))


def raw(xml: str) -> Inline:
    """XML as it is, where a run may stand."""
    return Inline(lambda _: xml)


def link(*content: Text, to: str = "", anchor: str = "") -> Inline:
    """A hyperlink to an address or to a bookmark."""

    def write(part: Part) -> str:
        target = f'r:id="{part.relate("hyperlink", to, external=True)}"' if to else f'w:anchor="{anchor}"'
        return f'<w:hyperlink {target} w:history="1">{_inlines(part, content)}</w:hyperlink>'

    return Inline(write)


def field(code: str | Sequence[Text], *result: Text) -> Inline:
    """A field with its code, in which other fields may stand, and its result; without one it shows nothing."""

    def write(part: Part) -> str:
        codes = [code] if isinstance(code, str) else code
        inside = "".join(_instruction(c) if isinstance(c, str) else c.write(part) for c in codes)
        middle = _mark("separate") + _inlines(part, result) if result else ""
        return _mark("begin") + inside + middle + _mark("end")

    return Inline(write)


def field_start(code: str) -> Inline:
    """Where a field begins whose result ends in another paragraph."""
    return raw(_mark("begin") + _instruction(code) + _mark("separate"))


def field_end() -> Inline:
    return raw(_mark("end"))


def simple_field(code: str, *result: Text) -> Inline:
    return Inline(lambda part: f'<w:fldSimple w:instr=" {escape(code)} ">{_inlines(part, result)}</w:fldSimple>')


def bookmark(name: str, *content: Text) -> Inline:
    return Inline(lambda part: _inlines(part, (bookmark_start(name), *content, bookmark_end(name))))


def bookmark_start(name: str) -> Inline:
    """Where a bookmark begins that ends in another paragraph."""
    return Inline(lambda part: f'<w:bookmarkStart w:id="{part.package.named("bookmark", name)}" w:name="{name}"/>')


def bookmark_end(name: str) -> Inline:
    return Inline(lambda part: f'<w:bookmarkEnd w:id="{part.package.named("bookmark", name)}"/>')


def comment(
    text: str, *content: Text, author: str = ANN, replies: Sequence[Reply] = (), resolved: bool = False
) -> Inline:
    """Content with a comment on it, and the answers to that."""
    start = comment_start(text, author=author, replies=replies, resolved=resolved)
    return Inline(lambda part: _inlines(part, (start, *content, comment_end(text))))


def comment_start(text: str, *, author: str = ANN, replies: Sequence[Reply] = (), resolved: bool = False) -> Inline:
    """Where a comment begins that ends in another paragraph; a reply is its text, or that and its author."""
    spoken = [(text, author), *((said, author) if isinstance(said, str) else said for said in replies)]

    def write(part: Part) -> str:
        package = part.package
        thread = package.threads[text] = [package.number("comment") for _ in spoken]
        for number, (said, who) in zip(thread, spoken, strict=True):
            identifier, parent = f"{0x20000000 + number:08X}", f"{0x20000000 + thread[0]:08X}"
            above = "" if number == thread[0] else f' w15:paraIdParent="{parent}"'
            reference = _run("<w:annotationRef/>", _value("w:rStyle", "CommentReference"))
            stamp = f'w:id="{number}" w:author="{who}" w:date="{WHEN}" w:initials="{who[:1]}"'
            inside = Paragraph((raw(reference), said), style="CommentText", id=identifier).write(part)
            package.comments.append(f"<w:comment {stamp}>{inside}</w:comment>")
            package.conversation.append(f'<w15:commentEx w15:paraId="{identifier}"{above} w15:done="{int(resolved)}"/>')
        return "".join(f'<w:commentRangeStart w:id="{number}"/>' for number in thread)

    return Inline(write)


def comment_end(text: str) -> Inline:
    """Where the comment with that text ends."""

    def write(part: Part) -> str:
        thread = part.package.threads[text]
        style = _value("w:rStyle", "CommentReference")
        ends = "".join(f'<w:commentRangeEnd w:id="{number}"/>' for number in thread)
        return ends + "".join(_run(f'<w:commentReference w:id="{number}"/>', style) for number in thread)

    return Inline(write)


def footnote(*content: Text | Paragraph) -> Inline:
    """A reference to a footnote with that content."""
    return _note("footnote", content)


def endnote(*content: Text | Paragraph) -> Inline:
    """A reference to an endnote with that content."""
    return _note("endnote", content)


def inserted(*content: Text, author: str = ANN) -> Inline:
    """Content that someone inserted with changes tracked."""
    return Inline(lambda part: f"<w:ins {_stamp(part, author)}>{_inlines(part, content)}</w:ins>")


def deleted(*content: Text, author: str = ANN) -> Inline:
    """Content that someone deleted with changes tracked."""
    return Inline(lambda part: f"<w:del {_stamp(part, author)}>{_struck(_inlines(part, content))}</w:del>")


def moved_from(*content: Text, name: str = "move1", author: str = ANN) -> Inline:
    """Where content stood that someone moved with changes tracked."""
    return _moved("moveFrom", content, name, author)


def moved_to(*content: Text, name: str = "move1", author: str = ANN) -> Inline:
    """Where content stands since someone moved it with changes tracked."""
    return _moved("moveTo", content, name, author)


def control(*content: Text, tag: str = "", title: str = "", kind: str = "<w:text/>") -> Inline:
    """A content control in a paragraph; `kind` is the XML that says which."""
    properties = _controlled(tag, title, kind)
    return Inline(lambda part: _control(part, properties, _inlines(part, content)))


def control_around(*content: Flow | Cell | Row, tag: str = "", title: str = "", kind: str = "") -> Control:
    """A content control around blocks, cells or rows."""
    return Control(content, _controlled(tag, title, kind))


def textbox(*content: Flow) -> Inline:
    """A text box, as Word writes it: once for itself, once for older programs."""

    def write(part: Part) -> str:
        inside = f"<w:txbxContent>{_blocks(part, content)}</w:txbxContent>"
        shape = (
            '<wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1828800" cy="457200"/>'
            '</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr>'
            f"<wps:txbx>{inside}</wps:txbx><wps:bodyPr/></wps:wsp>"
        )
        drawing = _drawing(part, NAMESPACES["wps"], shape, 1828800, 457200)
        legacy = (
            f'<w:pict><v:rect id="_x0000_s{1026 + part.package.number("shape")}" style="width:144pt;height:36pt">'
            f"<v:textbox>{inside}</v:textbox></v:rect></w:pict>"
        )
        return _run(
            f'<mc:AlternateContent><mc:Choice Requires="wps">{drawing}</mc:Choice>'
            f"<mc:Fallback>{legacy}</mc:Fallback></mc:AlternateContent>"
        )

    return Inline(write)


def picture(description: str = "A dot", *, png: bytes = PNG, width: int = 127000, height: int = 127000) -> Inline:
    """A picture in the line; a document has one, in one size or another."""

    def write(part: Part) -> str:
        if "word/media/image1.png" not in part.package.parts:
            part.package.add("media/image1.png", png)
        embedded = part.relate("image", "media/image1.png")
        shape = (
            f'<pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="image1.png" descr="{escape(description)}"/><pic:cNvPicPr/>'
            f'</pic:nvPicPr><pic:blipFill><a:blip r:embed="{embedded}"/><a:stretch><a:fillRect/></a:stretch>'
            '</pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/>'
            f'<a:ext cx="{width}" cy="{height}"/></a:xfrm>'
            '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>'
        )
        return _run(_drawing(part, NAMESPACES["pic"], shape, width, height, description))

    return Inline(write)


def equation(text: str, *, display: bool = False) -> Inline:
    """A formula, in the line or on its own."""
    inside = f"<m:oMath><m:r><m:t>{escape(text)}</m:t></m:r></m:oMath>"
    return raw(f"<m:oMathPara>{inside}</m:oMathPara>" if display else inside)


# XML


def _element(tag: str, content: str) -> str:
    return f"<{tag}>{content}</{tag}>" if content else ""


def _value(tag: str, value: str | int | None) -> str:
    return "" if value is None else f'<{tag} w:val="{value}"/>'


def _switch(tag: str, value: bool | None) -> str:
    return "" if value is None else f"<{tag}/>" if value else f'<{tag} w:val="0"/>'


def _numbering(number: tuple[int, int] | None) -> str:
    return f'<w:numPr><w:ilvl w:val="{number[1]}"/><w:numId w:val="{number[0]}"/></w:numPr>' if number else ""


def _stamp(part: Part, author: str) -> str:
    """Who made a tracked change, and when."""
    return f'w:id="{part.package.number("revision", REVISIONS)}" w:author="{author}" w:date="{WHEN}"'


def _changed(tag: str, was: str, stamp: str) -> str:
    """The properties before a tracked change."""
    return f"<{tag}Change {stamp}><{tag}>{was}</{tag}></{tag}Change>"


class Written(Protocol):
    def write(self, part: Part, /) -> str: ...


def _paragraph(thing: str | Written) -> Written:
    return Paragraph((thing,) if thing else ()) if isinstance(thing, str) else thing


def _blocks(part: Part, content: Iterable[Flow]) -> str:
    return "".join(_paragraph(item).write(part) for item in content)


def _inlines(part: Part, content: Iterable[Text]) -> str:
    return "".join(_run(_text(item)) if isinstance(item, str) else item.write(part) for item in content)


def _run(content: str, properties: str = "") -> str:
    return f"<w:r>{_element('w:rPr', properties)}{content}</w:r>"


_SPECIAL = {
    "\t": "<w:tab/>",
    "\v": "<w:br/>",
    "\f": '<w:br w:type="page"/>',
    "\u2011": "<w:noBreakHyphen/>",
    "\u00ad": "<w:softHyphen/>",
}


def _text(text: str) -> str:
    if "\n" in text:
        raise ValueError(f"{text!r}: a line break is \\v, a paragraph is another p().")
    pieces = re.split("([\t\v\f\u2011\u00ad])", text)
    return "".join(_SPECIAL.get(piece) or _letters(piece) for piece in pieces if piece)


def _letters(text: str) -> str:
    preserved = ' xml:space="preserve"' if text != text.strip() or "  " in text else ""
    return f"<w:t{preserved}>{escape(text, quote=False)}</w:t>"


def _struck(xml: str) -> str:
    """The same runs as deleted ones, whose text has another name."""
    return re.sub(r"(</?w:)(?:t|(i)nstrText)(?=[ >])", lambda m: m[1] + ("delInstrText" if m[2] else "delText"), xml)


def _mark(kind: str) -> str:
    return _run(f'<w:fldChar w:fldCharType="{kind}"/>')


def _instruction(code: str) -> str:
    return _run(f'<w:instrText xml:space="preserve"> {escape(code, quote=False)} </w:instrText>')


def _moved(kind: str, content: tuple[Text, ...], name: str, author: str) -> Inline:
    def write(part: Part) -> str:
        stamp = _stamp(part, author)
        number = part.package.named("move", f"{kind} {name}") + 700
        start = stamp.replace(stamp.partition(" ")[0], f'w:id="{number}" w:name="{name}"')
        return (
            f"<w:{kind}RangeStart {start}/><w:{kind} {stamp}>{_inlines(part, content)}</w:{kind}>"
            f'<w:{kind}RangeEnd w:id="{number}"/>'
        )

    return Inline(write)


def _controlled(tag: str, title: str, kind: str) -> str:
    alias = f'<w:alias w:val="{title}"/>' if title else ""
    return alias + (f'<w:tag w:val="{tag}"/>' if tag else "") + "{id}" + kind


def _control(part: Part, properties: str, content: str) -> str:
    identifier = f'<w:id w:val="{part.package.number("control", 5001)}"/>'
    return (
        f"<w:sdt><w:sdtPr>{properties.replace('{id}', identifier)}</w:sdtPr>"
        f"<w:sdtContent>{content}</w:sdtContent></w:sdt>"
    )


def _drawing(part: Part, uri: str, shape: str, width: int, height: int, description: str = "") -> str:
    number = part.package.number("drawing", 1)
    return (
        f'<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="{width}" cy="{height}"/>'
        f'<wp:docPr id="{number}" name="Drawing {number}" descr="{escape(description)}"/>'
        f'<a:graphic><a:graphicData uri="{uri}">{shape}</a:graphicData></a:graphic></wp:inline></w:drawing>'
    )


def _note(kind: str, content: tuple[Text | Paragraph, ...]) -> Inline:
    style = _value("w:rStyle", f"{kind.title()}Reference")

    def write(part: Part) -> str:
        notes = part.package.notes[kind]
        home = part.package.note_part(kind)
        number = len(notes) + 1
        notes.append("")
        first, *rest = _paragraphs(content, f"{kind.title()}Text")
        opening = replace(first, content=(raw(_run(f"<w:{kind}Ref/>", style)), *first.content))
        notes[number - 1] = f'<w:{kind} w:id="{number}">{_blocks(home, (opening, *rest))}</w:{kind}>'
        return _run(f'<w:{kind}Reference w:id="{number}"/>', style)

    return Inline(write)


def _paragraphs(content: Iterable[Text | Paragraph], style: str) -> list[Paragraph]:
    texts = tuple(item for item in content if not isinstance(item, Paragraph))
    whole = [item for item in content if isinstance(item, Paragraph)]
    return [Paragraph(texts, style=style), *whole] if texts or not whole else whole


# The parts beside the main one


def _story(package: Package, name: str, content: Story) -> str:
    """Write a header or footer, named like `first_header`; the reference that a section makes to it."""
    which, _, place = name.rpartition("_")
    if place not in ("header", "footer") or which not in ("", "first", "even"):
        raise ValueError(f"{name!r} is no header or footer: first_header, even_footer, header …")
    part = package.add(f"{place}{package.number(place, 1)}.xml", "", place)
    blocks: Sequence[Flow] = [content] if isinstance(content, str) or not isinstance(content, Sequence) else content
    part.data = root("w:hdr" if place == "header" else "w:ftr", _blocks(part, blocks)).encode()
    return f'<w:{place}Reference w:type="{which or "default"}" r:id="{part.known_as}"/>'


def add_comments(package: Package) -> None:
    """Write the comments that were collected, and which of them answer which."""
    if not package.comments:
        return
    package.add("comments.xml", root("w:comments", "".join(package.comments)), "comments")
    package.add(
        "commentsExtended.xml",
        root("w15:commentsEx", "".join(package.conversation)),
        "http://schemas.microsoft.com/office/2011/relationships/commentsExtended",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.commentsExtended+xml",
    )


def _settings(package: Package, sections: list[Section], more: str) -> str:
    even = any(name.startswith("even") for each in sections for name, _ in each.stories)
    notes = "".join(
        f'<w:{kind}Pr><w:{kind} w:id="-1"/><w:{kind} w:id="0"/></w:{kind}Pr>' for kind, n in package.notes.items() if n
    )
    compatibility = (
        '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" '
        'w:val="15"/></w:compat>'
    )
    return f"{more}{'<w:evenAndOddHeaders/>' if even else ''}{notes}{compatibility}"
