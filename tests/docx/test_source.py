"""What is taken for well-formed."""

from __future__ import annotations

from contextlib import suppress
from xml.parsers import expat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.core.errors import UnsupportedError
from quire.formats.docx.names import NAMESPACES
from quire.formats.docx.text import source

PIECES = (
    "<a>", "</a>", "<a/>", "<x:a/>", "<a x:b=''/>", "<a b='1' b='2'/>", "<y:a xmlns:y='urn:y'/>", "<a xmlns:y='urn:y'>",
    "<a xmlns:y='urn:y' xmlns:z='urn:y' y:b='' z:b=''/>", "<a xmlns:y=''/>", "<a xmlns='here'/>", "<y:a:b/>", "&amp;",
    "&other;", "&#1;", "&#65;", "]]>", "<![CDATA[<]]>", "<!-- - -->", "<!-- -- -->", "<?p i?>", "<?xml version='1.0'?>",
    "<", ">", "é", "\U0001f600", "\x01", "\ufffe", " ", "\r\n", "<a b='<'/>", "<a b=1/>", "<a",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=6).map("".join))
def test_what_is_well_formed_is_so_by_another_parser_too(text: str) -> None:
    data = f"<root>{text}</root>".encode()
    assert _is_refused(data) == _is_refused_elsewhere(data)


@pytest.mark.parametrize("fault", ["<no:p/>", "<a", "\x01", "</b>", "&other;"])
@pytest.mark.parametrize("place", [0, 200_000, 2_000_000])
def test_a_fault_is_found_wherever_it_is(fault: str, place: int) -> None:
    text = "<w>text</w>" * (place // 11)
    with pytest.raises(UnsupportedError, match="not well-formed"):
        source.check("word/document.xml", f"<root>{text}{fault}{text}</root>".encode(), "utf-8")


def test_what_an_empty_element_declares_is_its_own() -> None:
    text = '<w:d xmlns:w="urn:w"><w:p/><w:s xmlns:a="urn:a"><w:p/></w:s><w:h r:id="1" xmlns:r="urn:r"/></w:d>'
    frame = source.frame("word/document.xml", "utf-8", b"", text.replace("urn:w", NAMESPACES["w"]))
    assert frame.prefix("urn:a") == "a"
    assert frame.prefix("urn:r") is None


def _is_refused(data: bytes) -> bool:
    with suppress(UnsupportedError):
        source.check("part", data, "utf-8")
        return False
    return True


def _is_refused_elsewhere(data: bytes) -> bool:
    with suppress(expat.ExpatError):
        expat.ParserCreate(namespace_separator=" ").Parse(data, True)
        return False
    return True
