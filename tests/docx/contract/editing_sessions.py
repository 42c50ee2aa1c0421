"""The traces of months of editing in a text that was written in one go.

Word cuts a run where someone typed in another session (ISO 29500-1 17.3.1.29: `w:rsidR`), where the speller stopped,
and where a page ended when it was last saved.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

PAGE = "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}{}\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}"
"""Where the number of the page of a bookmark has to stand once it is known."""

LINES = 47
"""On a page."""
LETTERS = 88
"""In a line."""

_TOKEN = re.compile(
    r'<w:p w14:paraId="(?P<id>\w+)" w14:textId="77777777">'
    r"|<w:r>(?P<look><w:rPr>(?:(?!</w:r>).)*?</w:rPr>)?<w:t(?: xml:space=\"preserve\")?>(?P<text>[^<]*)</w:t></w:r>"
    r"|<w:r>(?P<code_look><w:rPr>(?:(?!</w:r>).)*?</w:rPr>)?"
    r'<w:instrText xml:space="preserve">(?P<code>[^<]*)</w:instrText></w:r>'
    r'|<w:bookmarkStart w:id="\d+" w:name="(?P<bookmark>\w+)"/>'
    r'|(?P<break><w:br w:type="page"/>|<w:pStyle w:val="ScheduleHeading"/>)'
    r"|(?P<run><w:r>)"
)
_FALLBACK = re.compile(
    r"(<w:txbxContent>(?P<inside>(?:(?!</w:txbxContent>).)*)</w:txbxContent>(?:(?!<w:txbxContent>).)*?<mc:Fallback>"
    r"(?:(?!<w:txbxContent>).)*?<w:txbxContent>)(?:(?!</w:txbxContent>).)*"
)
_LANGUAGES = ("en-GB", "en-US")


class EditingSessions:
    """All sessions in which a document was edited."""

    def __init__(self, chance: Random, count: int = 80) -> None:
        self._chance = chance
        self.rsids = sorted({f"00{chance.randrange(0x10000, 0xFFFFFF):06X}" for _ in range(count)})
        self.pages: dict[str, int] = {}
        """The page of each bookmark."""
        self.page = 1
        self._lines = 0.0

    def begin_section(self, page: int | None = None) -> None:
        """Begin a new page, with another number than the next one if `page` says so."""
        self.page = page or self.page + 1
        self._lines = 0

    def edit(self, xml: str) -> str:
        """The same text with the same formatting, as the sessions leave it."""
        return _FALLBACK.sub(lambda found: found[1] + found["inside"], _TOKEN.sub(self._edit, xml))

    def number_pages(self, xml: str) -> str:
        """The same with the numbers of pages where they were left open."""
        opening, closing = PAGE.split("{}")
        return re.sub(f"{opening}(\\w+){closing}", lambda found: str(self.pages[found[1]]), xml)

    def _edit(self, found: re.Match[str]) -> str:
        if found["id"]:
            return self._paragraph(found["id"])
        if found["text"] is not None:
            return self._text(found["text"], found["look"] or "")
        if found["code"]:
            return self._code(found["code"], found["code_look"] or "")
        if found["bookmark"]:
            self.pages[found["bookmark"]] = self.page
        if found["break"]:
            self.begin_section()
        return self._run() if found["run"] else found[0]

    def _paragraph(self, identifier: str) -> str:
        self._lines += 1.4
        made, grown = self._rsid(), self._rsid()
        look = f' w:rsidRPr="{self._rsid()}"' if self._chance.random() < 0.4 else ""
        return (
            f'<w:p w14:paraId="{identifier}" w14:textId="77777777" w:rsidR="{made}"{look} w:rsidRDefault="{grown}" '
            f'w:rsidP="{made}">'
        )

    def _text(self, text: str, look: str) -> str:
        pieces = [text] if "rPrChange" in look else self._cut(text)
        if self._chance.random() < 0.04 and "<w:lang" not in look and "rPrChange" not in look:
            inside = look.removeprefix("<w:rPr>").removesuffix("</w:rPr>")
            look = f'<w:rPr>{inside}<w:lang w:val="{self._chance.choice(_LANGUAGES)}"/></w:rPr>'
        runs = [f"{self._run()}{look}{self._page_end(piece)}{_letters(piece)}</w:r>" for piece in pieces]
        if len(runs) > 2 and self._chance.random() < 0.25:
            kind = self._chance.choice(("spell", "gram"))
            runs[1] = f'<w:proofErr w:type="{kind}Start"/>{runs[1]}<w:proofErr w:type="{kind}End"/>'
        return "".join(runs)

    def _cut(self, text: str) -> list[str]:
        """A text in pieces: most end with a word, some within one."""
        if len(text) < 12 or "&" in text or PAGE[0] in text or self._chance.random() < 0.35:
            return [text]
        words = [found.start() for found in re.finditer(" ", text) if found.start()]
        places = {
            self._chance.choice(words)
            if words and self._chance.random() < 0.8
            else self._chance.randrange(1, len(text))
            for _ in range(1 + len(text) // 90)
        }
        ends = [0, *sorted(places), len(text)]
        return [text[start:end] for start, end in pairwise(ends)]

    def _code(self, code: str, look: str) -> str:
        """A field's code, now and then in several runs."""
        ends = [0, len(code)]
        if self._chance.random() < 0.3:
            ends[1:1] = sorted(self._chance.sample(range(1, len(code)), 2))
        pieces = [code[start:end] for start, end in pairwise(ends)]
        return "".join(
            f'{self._run()}{look}<w:instrText xml:space="preserve">{piece}</w:instrText></w:r>' for piece in pieces
        )

    def _page_end(self, text: str) -> str:
        self._lines += len(text) / LETTERS
        if self._lines < LINES:
            return ""
        self.begin_section()
        return "<w:lastRenderedPageBreak/>"

    def _run(self) -> str:
        return f'<w:r w:rsidR="{self._rsid()}">' if self._chance.random() < 0.4 else "<w:r>"

    def _rsid(self) -> str:
        return self._chance.choice(self.rsids)


def _letters(text: str) -> str:
    preserved = ' xml:space="preserve"' if text != text.strip() or "  " in text else ""
    return f"<w:t{preserved}>{text}</w:t>"
