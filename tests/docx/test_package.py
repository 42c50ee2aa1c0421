"""The package of a Word document: what is refused, what is found, and that nothing untouched is touched."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.core.errors import InvalidArgumentError, NotFoundError, QuireError, UnsupportedError
from quire.formats.docx.names import parse
from quire.formats.docx.opc import archive
from quire.formats.docx.opc.package import Package, Relationship, relationship_part
from tests.docx.hostile import (
    FILES,
    KIND,
    PACKAGE,
    WORD,
    XML,
    Hostile,
    Member,
    content_types,
    document,
    members,
    package,
    parts,
    relationships,
    zipped,
)
from tests.effort import at_most

if TYPE_CHECKING:
    from collections.abc import Callable

DOCUMENT = "word/document.xml"


def opened(data: bytes) -> zipfile.ZipFile:
    """What another program makes of a file: all checksums right, each local header as the directory says."""
    found = zipfile.ZipFile(io.BytesIO(data))
    assert found.testzip() is None
    return found


def raw(data: bytes, name: str) -> bytes:
    """An entry with its local header and its packed data, as it stands in a file."""
    info = opened(data).getinfo(name)
    names, extras = struct.unpack_from("<2H", data, info.header_offset + 26)
    return data[info.header_offset : info.header_offset + 30 + names + extras + info.compress_size]


# Reading


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_hostile_files_are_refused_or_borne(file: Hostile) -> None:
    data = file.build()
    with at_most(seconds=5):
        if not file.refusal:
            read = Package.read(data)
            assert parse(read.part(read.main), read.main) is not None
            assert all(read.relationships(name) is not None for name in read.names)
            assert read.write() is data
        else:
            with pytest.raises(UnsupportedError) as caught:
                parse(Package.read(data).part(file.part), file.part)
            assert file.refusal in caught.value.message
            assert caught.value.message.endswith(".")
            assert caught.value.hint.endswith(".")


@pytest.mark.parametrize("file", [file for file in FILES if file.part], ids=lambda file: file.name)
def test_a_bad_part_does_not_keep_the_others_from_being_read_and_replaced(file: Hostile) -> None:
    read = Package.read(file.build())
    others = [name for name in read.names if name != file.part]
    before = {name: read.part(name) for name in others}
    after = Package.read(read.with_parts({file.part: document()}).write())
    assert {name: after.part(name) for name in others} == before
    assert after.part(file.part) == document()


@given(data=st.data())
def test_a_damaged_file_is_refused_in_words_or_read(data: st.DataObject) -> None:
    damaged = bytearray(package())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        damaged[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    with suppress(QuireError):
        read = Package.read(bytes(damaged))
        for name in read.names:
            read.relationships(name)
            read.part(name)


@pytest.mark.parametrize(
    ("kind", "variant"),
    [
        (f"{WORD}.document.main+xml", "docx"),
        (f"{WORD}.template.main+xml", "dotx"),
        ("application/vnd.ms-word.document.macroEnabled.main+xml", "docm"),
        ("application/vnd.ms-word.template.macroEnabledTemplate.main+xml", "dotm"),
    ],
)
def test_the_main_parts_type_tells_the_variant(kind: str, variant: str) -> None:
    read = Package.read(package({"[Content_Types].xml": content_types(document=kind)}))
    assert read.variant == variant
    assert read.main == DOCUMENT
    assert not read.is_strict


def test_a_strict_document_is_known_by_its_relationships() -> None:
    strict = relationships(("officeDocument", DOCUMENT)).replace(
        KIND.encode(), b"http://purl.oclc.org/ooxml/officeDocument/relationships"
    )
    read = Package.read(package({"_rels/.rels": strict}))
    assert read.is_strict
    assert read.relationships("")[0].type == "officeDocument"
    after, _ = read.with_relationship(DOCUMENT, "image", "word/styles.xml")
    assert b"http://purl.oclc.org/ooxml/officeDocument/relationships/image" in after.part(relationship_part(DOCUMENT))


def test_parts_are_found_whatever_their_case() -> None:
    read = Package.read(package())
    assert read.has("Word/DOCUMENT.xml")
    assert read.part("word/Styles.XML") == parts()["word/styles.xml"]
    assert read.content_type("WORD/styles.xml") == f"{WORD}.styles+xml"
    assert read.related("word/DOCUMENT.xml", "styles") == ("word/styles.xml",)
    assert read.with_parts({"WORD/STYLES.xml": b"<x/>"}).changed() == ("word/styles.xml",)


def test_an_absent_part_is_not_found() -> None:
    read = Package.read(package())
    assert not read.has("word/numbering.xml")
    for ask in (read.part, read.content_type, read.relationships):
        with pytest.raises(NotFoundError, match=r"no part 'word/numbering.xml'"):
            ask("word/numbering.xml")


def test_a_content_type_is_declared_by_name_else_by_extension_else_not() -> None:
    read = Package.read(package({"word/x.xml": b"", "word/x.bin": b""}))
    assert read.content_type("word/styles.xml") == f"{WORD}.styles+xml"
    assert read.content_type("word/x.xml") == "application/xml"
    assert read.content_type("word/x.bin") == ""


@pytest.mark.parametrize(
    ("target", "means"),
    [
        ("media/image1.png", "word/media/image1.png"),
        ("/word/media/image1.png", "word/media/image1.png"),
        ("./media/../media/image1.png", "word/media/image1.png"),
        ("MEDIA/Image1.PNG", "word/media/image1.png"),
        ("media/my%20image.png", "word/media/my image.png"),
        ("../customXml/item1.xml", "customXml/item1.xml"),
        ("../../../../customXml/item1.xml", "customXml/item1.xml"),
        ("media/absent.png", "word/media/absent.png"),
        ("#bookmark", DOCUMENT),
        ("styles.xml#fragment", "word/styles.xml"),
    ],
)
def test_a_target_is_resolved_within_the_package(target: str, means: str) -> None:
    more = {"word/media/image1.png": b"1", "word/media/my image.png": b"2", "customXml/item1.xml": b"3"}
    read = Package.read(package({**more, "word/_rels/document.xml.rels": relationships(("image", target))}))
    assert read.relationships(DOCUMENT) == (Relationship("rId1", "image", means, external=False),)
    assert read.related(DOCUMENT, "image") == ((means,) if read.has(means) else ())


@pytest.mark.parametrize("target", ["file:///etc/passwd", "C:\\Windows\\win.ini", "http://example.com/a b?c#d"])
def test_an_address_is_external_even_if_it_does_not_say_so(target: str) -> None:
    read = Package.read(package({"word/_rels/document.xml.rels": relationships(("image", target))}))
    assert read.relationships(DOCUMENT) == (Relationship("rId1", "image", target, external=True),)
    assert read.related(DOCUMENT, "image") == ()


# Writing


def with_descriptors() -> bytes:
    """As programs write that cannot go back: sizes behind the data, in all four forms of that."""
    ways = [
        lambda *numbers: struct.pack("<4s3L", b"PK\7\x08", *numbers),
        lambda *numbers: struct.pack("<3L", *numbers),
        lambda *numbers: struct.pack("<4sL2Q", b"PK\7\x08", *numbers),
        lambda *numbers: struct.pack("<L2Q", *numbers),
    ]
    files = []
    for number, each in enumerate(members()):
        told = ways[number % 4](zlib.crc32(each.data), len(each.packed_data), len(each.data))
        files.append(Member(each.name, each.data, descriptor=told))
    return zipped(*files)


def with_zip64() -> bytes:
    """As programs write that use ZIP64 for anything."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in parts().items():
            with target.open(name, "w", force_zip64=True) as file:
                file.write(data)
    data = stream.getvalue()
    place = data.rindex(b"PK\5\6")
    _, _, _, _, count, size, offset, _ = struct.unpack_from("<4s4H2LH", data, place)
    wide = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, offset)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, place, 1)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    return data[:place] + wide + locator + end


def with_wide_records() -> bytes:
    """Each number of each record in its ZIP64 form."""
    files, place, wide = members(), 0, []
    for each in files:
        numbers = struct.pack("<2H3Q", 1, 24, len(each.data), len(each.packed_data), place)
        local_numbers = struct.pack("<2H2Q", 1, 16, len(each.data), len(each.packed_data))
        full = 0xFFFFFFFF
        wide.append(
            Member(each.name, each.data, size=full, packed=full, offset=full, extra=numbers, local_extra=local_numbers)
        )
        place += len(wide[-1].written(0)[0])
    return zipped(*wide)


def with_odds_and_ends() -> bytes:
    """Comments, extra fields that differ, stored entries, folders, names beyond ASCII."""
    stamp, other = struct.pack("<2H9s", 0x5455, 9, bytes(9)), struct.pack("<2H5s", 0x5455, 5, bytes(5))
    files = [Member(each.name, each.data, local_extra=stamp, extra=other, comment=b"mine") for each in members()]
    image = Member("word/media/图.png".encode(), b"\x89PNG", method=0, flags=0x800)
    return zipped(*files, Member("word/media/", method=0), image, comment=b"made by hand")


def in_another_order() -> bytes:
    """The directory lists the entries from the last to the first."""
    files, place, listed = members(), 0, []
    for each in files:
        listed.append(each.written(place))
        place += len(listed[-1][0])
    records = b"".join(record for _, record in reversed(listed))
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, len(files), len(files), len(records), place, 0)
    return b"".join(local for local, _ in listed) + records + end


SHAPES: list[Callable[[], bytes]] = [
    package,
    with_descriptors,
    with_zip64,
    with_wide_records,
    with_odds_and_ends,
    in_another_order,
    lambda: b"MZ" + bytes(1000) + package(),
    lambda: zipped(*members(), prefix=bytes(1000)),
    lambda: package() + b"\r\n",
]


@pytest.mark.parametrize("shape", SHAPES)
def test_what_nobody_changed_is_the_same_bytes(shape: Callable[[], bytes]) -> None:
    data = shape()
    read = Package.read(data)
    assert read.write() is data
    assert read.changed() == ()
    same = read.with_parts({name: read.part(name) for name in read.names})
    assert same.write() is data
    assert same.changed() == ()


@pytest.mark.parametrize("shape", SHAPES)
def test_a_changed_part_leaves_every_other_entry_as_it_was(shape: Callable[[], bytes]) -> None:
    before = shape()
    read = Package.read(before)
    for changed in read.names:
        content = read.part(changed) + b" "
        after = read.with_parts({changed: content}).write()
        old, new = opened(before), opened(after)
        assert new.namelist() == old.namelist() == list(read.names)
        assert new.comment == old.comment
        assert new.read(changed) == content
        assert Package.read(after).part(changed) == content
        for name in set(read.names) - {changed}:
            assert raw(after, name) == raw(before, name)
            was, now = old.getinfo(name), new.getinfo(name)
            assert (now.comment, now.date_time, now.flag_bits, now.external_attr) == (
                was.comment,
                was.date_time,
                was.flag_bits,
                was.external_attr,
            )
        assert new.getinfo(changed).comment == old.getinfo(changed).comment


def test_data_descriptors_go_with_their_entries() -> None:
    read = Package.read(with_descriptors())
    after = read.with_parts({"[Content_Types].xml": read.part("[Content_Types].xml") + b" "}).write()
    first, second = (opened(data).getinfo("_rels/.rels").header_offset for data in (with_descriptors(), after))
    length = with_descriptors().index(b"PK\1\2") - first
    assert after[second : second + length] == with_descriptors()[first : first + length]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_changed_file_holds_nothing_but_the_archive(shape: Callable[[], bytes]) -> None:
    after = Package.read(shape()).with_parts({DOCUMENT: b"<new/>"}).write()
    assert after.startswith(b"PK\3\4")
    assert opened(after).comment == after[after.rindex(b"PK\5\6") + 22 :]


def test_a_document_that_could_not_be_opened_again_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Package.read(package())
    monkeypatch.setattr(archive, "LARGEST_ENTRY", 2000)
    assert read.with_parts({DOCUMENT: b"x" * 2000}).write()
    with pytest.raises(UnsupportedError, match=r"2,001 bytes; at most 2,000"):
        read.with_parts({DOCUMENT: b"x" * 2001}).write()


def test_a_value_does_not_change() -> None:
    read = Package.read(package())
    changed = read.with_parts({DOCUMENT: b"<new/>", "word/new.xml": b"1", "word/styles.xml": None})
    assert read.part(DOCUMENT) == document()
    assert read.names == tuple(parts())
    assert changed.part(DOCUMENT) == b"<new/>"
    assert changed.names == (*(name for name in parts() if name != "word/styles.xml"), "word/new.xml")
    assert changed.changed() == (DOCUMENT, "word/new.xml", "word/styles.xml")
    assert not changed.has("word/styles.xml")
    assert changed.related(DOCUMENT, "styles") == ()
    with pytest.raises(AttributeError):
        read.main = ""  # type: ignore[misc]  # that is the point


def test_a_part_that_is_changed_back_is_as_it_was_read() -> None:
    read = Package.read(package())
    changed = read.with_parts({DOCUMENT: b"<new/>", "word/styles.xml": None, "word/new.xml": b""})
    back = changed.with_parts(
        {DOCUMENT: document(), "Word/Styles.xml": parts()["word/styles.xml"], "word/new.xml": None}
    )
    assert back.changed() == ()
    assert back.names == read.names
    assert back.write() is read.write()


def test_random_content_is_stored_and_text_is_deflated() -> None:
    noise = bytes(value * 37 % 251 for value in range(64))
    data = Package.read(package()).with_parts({"word/noise.bin": noise, "word/text.xml": b"<a/>" * 99}).write()
    infos = {info.filename: info for info in opened(data).infolist()}
    assert infos["word/noise.bin"].compress_type == zipfile.ZIP_STORED
    assert infos["word/text.xml"].compress_type == zipfile.ZIP_DEFLATED
    assert infos["word/text.xml"].date_time == (1980, 1, 1, 0, 0, 0)


@pytest.mark.parametrize("name", ["", "/word/x", "../x", "word\\x", "C:/x", "word/\0"])
def test_a_part_cannot_have_an_unsafe_name(name: str) -> None:
    with pytest.raises(InvalidArgumentError):
        Package.read(package()).with_parts({name: b""})


def test_a_package_without_its_main_part_cannot_be() -> None:
    with pytest.raises(UnsupportedError, match="main part"):
        Package.read(package()).with_parts({DOCUMENT: None})


NAMES = st.sampled_from(["word/a.xml", "word/B.xml", "word/b.xml", "word/é.png", "word/styles.xml"])
CHANGES = st.lists(st.dictionaries(NAMES, st.none() | st.binary(max_size=40)), max_size=6)


@given(st.sampled_from(SHAPES), CHANGES)
def test_any_changes_give_the_file_that_they_say(
    shape: Callable[[], bytes], changes: list[dict[str, bytes | None]]
) -> None:
    read = Package.read(shape())
    expected = {name.lower(): read.part(name) for name in read.names}
    for change in changes:
        read = read.with_parts(change)
        for name, data in change.items():
            expected.pop(name.lower(), None) if data is None else expected.update({name.lower(): data})
    seen, again = opened(read.write()), Package.read(read.write())
    assert {name.lower(): seen.read(name) for name in seen.namelist()} == expected
    assert {name.lower(): again.part(name) for name in again.names} == expected
    assert again.names == read.names


# Lists


def test_a_new_relationship_leaves_the_others_as_they_were() -> None:
    read = Package.read(package())
    after, new_id = read.with_relationship(DOCUMENT, "image", "word/media/image 1.png")
    assert new_id == "rId2"
    assert after.relationships(DOCUMENT)[1] == Relationship("rId2", "image", "word/media/image%201.png", external=False)
    added = f'<Relationship Id="rId2" Type="{KIND}/image" Target="media/image%201.png"/></Relationships>'.encode()
    name = relationship_part(DOCUMENT)
    assert after.part(name) == read.part(name).replace(b"</Relationships>", added)
    assert after.changed() == (name,)
    whole = after.with_parts({"word/media/image 1.png": b"\x89PNG"})
    assert whole.related(DOCUMENT, "image") == ("word/media/image 1.png",)


def test_a_link_is_escaped_and_kept_as_it_stands() -> None:
    address = "https://example.com/?a=1&b=\"<2>\"#'x'"
    after, new_id = Package.read(package()).with_relationship(DOCUMENT, "hyperlink", address, external=True)
    assert after.relationships(DOCUMENT)[-1] == Relationship(new_id, "hyperlink", address, external=True)


def test_a_part_without_relationships_gets_a_list_of_them() -> None:
    read = Package.read(package({"word/footnotes.xml": b"<x/>"}))
    assert read.relationships("word/footnotes.xml") == ()
    after, new_id = read.with_relationship("word/footnotes.xml", "image", "customXml/item1.xml")
    name = "word/_rels/footnotes.xml.rels"
    assert new_id == "rId1"
    assert after.names[-1] == name
    assert b'Target="../customXml/item1.xml"' in after.part(name)
    assert after.content_type(name) == "application/vnd.openxmlformats-package.relationships+xml"
    assert after.changed() == (name,)


def test_relationships_of_newer_kinds_have_their_own_names() -> None:
    after, _ = Package.read(package()).with_relationship(DOCUMENT, "commentsExtended", "word/commentsExtended.xml")
    kind = b'"http://schemas.microsoft.com/office/2011/relationships/commentsExtended"'
    assert kind in after.part(relationship_part(DOCUMENT))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<Relationships xmlns='{ns}'/>", "<Relationships xmlns='{ns}'>{item}</Relationships>"),
        ("<Relationships xmlns='{ns}' />\n", "<Relationships xmlns='{ns}'>{item}</Relationships>\n"),
        ("<r:Relationships xmlns:r='{ns}'></r:Relationships>", "<r:Relationships xmlns:r='{ns}'>{r}</r:Relationships>"),
        (
            "<Relationships xmlns='{ns}'>\n  <Relationship Id='a' Type='b' Target='>'/>\n</Relationships>",
            "<Relationships xmlns='{ns}'>\n  <Relationship Id='a' Type='b' Target='>'/>\n  {item}\n</Relationships>",
        ),
        (
            "<Relationships xmlns='{ns}'>\n<!-- </Relationships> --></Relationships><!-- </Relationships> -->",
            "<Relationships xmlns='{ns}'>{item}\n<!-- </Relationships> --></Relationships><!-- </Relationships> -->",
        ),
    ],
)
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_list_keeps_its_layout_and_encoding(before: str, after: str, codec: str) -> None:
    item = f'Relationship Id="rId1" Type="{KIND}/styles" Target="styles.xml"/>'
    texts = {"ns": f"{PACKAGE}/relationships", "item": f"<{item}", "r": f"<r:{item}"}
    head = XML.replace("UTF-8", "UTF-16") if codec == "utf-16" else XML
    name = relationship_part(DOCUMENT)
    read = Package.read(package({name: (head + before.format(**texts)).encode(codec)}))
    changed, _ = read.with_relationship(DOCUMENT, "styles", "word/styles.xml")
    assert changed.part(name) == (head + after.format(**texts)).encode(codec)
    assert changed.related(DOCUMENT, "styles") == ("word/styles.xml",)


def test_a_content_type_is_declared_once() -> None:
    read = Package.read(package({"word/comments.xml": b"<x/>"}))
    kind = f"{WORD}.comments+xml"
    once = read.with_content_type("word/comments.xml", kind)
    assert once.content_type("word/comments.xml") == kind
    assert once.with_content_type("word/comments.xml", kind) is once
    again = once.with_content_type("word/Comments.xml", "text/plain")
    assert again.content_type("word/comments.xml") == "text/plain"
    assert again.part("[Content_Types].xml").count(b"comments.xml") == 1


def test_the_variant_follows_the_content_type() -> None:
    read = Package.read(package()).with_content_type(DOCUMENT, f"{WORD}.template.main+xml")
    assert read.variant == "dotx"
    with pytest.raises(UnsupportedError, match="Excel"):
        read.with_content_type(DOCUMENT, "application/vnd.ms-excel.sheet.macroEnabled.main+xml")
