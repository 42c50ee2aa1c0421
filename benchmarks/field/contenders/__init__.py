"""Who is compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.field.contenders import libraries, quire, servers

if TYPE_CHECKING:
    from benchmarks.field.contenders.contender import Contender

WORD: tuple[type[Contender], ...] = (
    quire.Quire,
    quire.Essential,
    servers.OfficeWord,
    servers.WordLive,
    servers.DocxServer,
    servers.OfficeMcp,
    servers.DocxMcp,
    libraries.PythonDocx,
    libraries.DocxEditor,
    libraries.DocxScalpel,
    libraries.DocxRevisions,
    libraries.Limit,
)
MARKDOWN: tuple[type[Contender], ...] = (quire.QuireMarkdown, quire.Essential, servers.TextEditor, libraries.TextLimit)
