"""Long Word documents, made fast, with about as much XML to a paragraph as Word itself writes: 2.2 KB."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.docx.package import Package, blank, root

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

VOCABULARY = (
    "agreement party notice fee invoice payment term service client supplier law delivery goods claim breach consent "
    "confidential written reasonable prior business day period schedule clause liability insurance property data user "
    "shall may must will the a any each such this that other than under within after before without between against"
)
TABLE = 12
"""Paragraphs in a table: four rows of three cells."""

_LOOK = (
    '<w:rFonts w:ascii="Times New Roman" w:eastAsia="Times New Roman" w:hAnsi="Times New Roman" '
    'w:cs="Times New Roman"/>'
    '{more}<w:color w:val="000000"/><w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="en-GB"/>'
)
_PLAIN = _LOOK.format(more="")
_BOLD = _LOOK.format(more="<w:b/><w:bCs/>")
_ITALIC = _LOOK.format(more="<w:i/><w:iCs/>")
_SECTION = (
    '<w:sectPr><w:headerReference w:type="default" r:id="{header}"/>'
    '<w:footerReference w:type="default" r:id="{footer}"/>'
    '<w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" '
    'w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>'
)


def large(paragraphs: int, *, mixed: bool = True, seed: int = 1) -> bytes:
    """A document whose body has exactly that many paragraphs, those in cells included; plain ones, unless `mixed`."""
    return _Writer(seed).document(paragraphs, mixed=mixed)


class _Writer:
    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self._words = VOCABULARY.split()
        self._package = Package(paragraph_ids=True)
        self._rsids = [f"00{self._chance.randrange(0x10000, 0xFFFFFF):06X}" for _ in range(60)]
        self._phrases = [" ".join(self._chance.choices(self._words, k=self._chance.randint(6, 14))) for _ in range(500)]

    def document(self, paragraphs: int, *, mixed: bool) -> bytes:
        package = self._package
        package.add("styles.xml", blank("styles.xml"), "styles")
        package.add("numbering.xml", blank("numbering.xml"), "numbering")
        package.add("settings.xml", root("w:settings", '<w:defaultTabStop w:val="720"/>'), "settings")
        ends = {place: self._story(place, tag) for place, tag in (("header", "w:hdr"), ("footer", "w:ftr"))}
        blocks = self._mixed(paragraphs) if mixed else (self._body() for _ in range(paragraphs))
        body = "".join(blocks) + _SECTION.format(**ends)
        package.main.data = root("w:document", f"<w:body>{body}</w:body>").encode()
        package.add_notes()
        return package.file()

    def _story(self, place: str, tag: str) -> str:
        return self._package.add(f"{place}1.xml", root(tag, self._p(self._run("Draft"), place.title())), place).known_as

    def _mixed(self, paragraphs: int) -> Iterator[str]:
        """Blocks in turn: a chapter's heading, its clauses and lists, and a table in every other chapter."""
        kinds: list[tuple[int, Callable[[], str]]] = [
            (30, self._clause),
            (25, self._body),
            (15, self._with_header),
            (10, self._bullet),
            (6, self._linked),
            (5, self._noted),
            (5, self._referring),
            (4, self._subheading),
        ]
        weights, writers = zip(*kinds, strict=True)
        left, chapter = paragraphs, 0
        while left:
            chapter += 1
            yield self._heading(chapter)
            left -= 1
            inside = min(left, 40)
            yield from (write() for write in self._chance.choices(writers, weights, k=inside))
            left -= inside
            if chapter % 2 and left > TABLE:
                yield self._table()
                left -= TABLE

    # Paragraphs

    def _heading(self, chapter: int) -> str:
        name = f"_Toc{chapter:08}"
        start = f'<w:bookmarkStart w:id="{chapter}" w:name="{name}"/>'
        return self._p(f'{start}{self._run(f"Chapter {chapter}")}<w:bookmarkEnd w:id="{chapter}"/>', "Heading1")

    def _subheading(self) -> str:
        return self._p(self._run(self._phrase().capitalize()), "Heading2")

    def _body(self) -> str:
        return self._p(self._sentences(6))

    def _clause(self) -> str:
        level = self._chance.randrange(3)
        return self._p(self._sentences(6), number=f'<w:ilvl w:val="{level}"/><w:numId w:val="3"/>')

    def _bullet(self) -> str:
        return self._p(self._sentences(3), "ListBullet")

    def _with_header(self) -> str:
        title = " ".join(self._chance.choices(self._words, k=2)).title()
        return self._p(self._run(f"{title}.", _BOLD) + self._run(" ") + self._sentences(6))

    def _linked(self) -> str:
        address = f"https://example.org/clauses/{len(self._package.main.relationships)}"
        identifier = self._package.main.relate("hyperlink", address, external=True)
        inside = self._run(self._phrase(), f'<w:rStyle w:val="Hyperlink"/>{_PLAIN}')
        return self._p(
            f'{self._sentences(3)}<w:hyperlink r:id="{identifier}" w:history="1">{inside}</w:hyperlink>'
            f"{self._sentences(3)}"
        )

    def _noted(self) -> str:
        notes = self._package.notes["footnote"]
        number = len(notes) + 1
        own = self._r("<w:footnoteRef/>", '<w:rStyle w:val="FootnoteReference"/>')
        notes.append(f'<w:footnote w:id="{number}">{self._p(own + self._sentences(2), "FootnoteText")}</w:footnote>')
        reference = self._r(f'<w:footnoteReference w:id="{number}"/>', '<w:rStyle w:val="FootnoteReference"/>')
        return self._p(self._sentences(3) + reference + self._sentences(3))

    def _referring(self) -> str:
        code = '<w:instrText xml:space="preserve"> REF _Toc00000001 \\h </w:instrText>'
        marks = [self._r(f'<w:fldChar w:fldCharType="{kind}"/>') for kind in ("begin", "separate", "end")]
        field = marks[0] + self._r(code) + marks[1] + self._run("Chapter 1") + marks[2]
        return self._p(self._sentences(3) + field + self._sentences(2))

    def _table(self) -> str:
        width = '<w:tcW w:w="3116" w:type="dxa"/>'
        cells = [f"<w:tc><w:tcPr>{width}</w:tcPr>{self._p(self._sentences(2))}</w:tc>" for _ in range(TABLE)]
        grid = 3 * '<w:gridCol w:w="3116"/>'
        rows = ["<w:tr><w:trPr><w:tblHeader/></w:trPr>" + "".join(cells[:3]) + "</w:tr>"]
        rows += [f"<w:tr>{''.join(cells[start : start + 3])}</w:tr>" for start in range(3, TABLE, 3)]
        return (
            '<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="0" w:type="auto"/></w:tblPr>'
            f"<w:tblGrid>{grid}</w:tblGrid>{''.join(rows)}</w:tbl>"
        )

    # Runs

    def _sentences(self, runs: int) -> str:
        """Runs as an author leaves them who came back often: now plain, now in italics, now with a spelling mark."""
        phrases = self._chance.choices(self._phrases, k=runs)
        looks = self._chance.choices((_PLAIN, _ITALIC), (8, 1), k=runs)
        return self._run(phrases[0].capitalize(), looks[0]) + "".join(
            [self._run(f" {text}", look) for text, look in zip(phrases[1:], looks[1:], strict=True)]
        )

    def _phrase(self) -> str:
        return self._chance.choice(self._phrases)

    def _run(self, text: str, look: str = _PLAIN) -> str:
        return self._r(f'<w:t xml:space="preserve">{text}</w:t>', look)

    def _r(self, content: str, look: str = _PLAIN) -> str:
        return f'<w:r w:rsidR="{self._chance.choice(self._rsids)}"><w:rPr>{look}</w:rPr>{content}</w:r>'

    def _p(self, content: str, style: str = "", number: str = "") -> str:
        made, grown = self._chance.choices(self._rsids, k=2)
        named = f'<w:pStyle w:val="{style}"/>' if style else ""
        listed = f"<w:numPr>{number}</w:numPr>" if number else ""
        return (
            f'<w:p w14:paraId="{self._package.paragraph_id()}" w14:textId="77777777" w:rsidR="{made}" '
            f'w:rsidRDefault="{grown}" w:rsidP="{made}"><w:pPr>{named}{listed}<w:spacing w:after="120"/>'
            f'<w:jc w:val="both"/><w:rPr>{_PLAIN}</w:rPr></w:pPr>{content}</w:p>'
        )
