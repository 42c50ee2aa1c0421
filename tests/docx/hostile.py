"""Files that someone made to do harm, or that came to harm themselves; each with what is to be said of it.

for file in FILES: answer = open(file.build())
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MiB = 1 << 20


@dataclass(frozen=True)
class Hostile:
    """One file, and what must be said of it, or of the one part of it that is bad; nothing where it is harmless."""

    name: str
    build: Callable[[], bytes]
    refusal: str = ""
    part: str = ""


FILES: list[Hostile] = []


def hostile(refusal: str = "", part: str = "") -> Callable[[Callable[[], bytes]], Callable[[], bytes]]:
    def register(build: Callable[[], bytes]) -> Callable[[], bytes]:
        FILES.append(Hostile(build.__name__.replace("_", " "), build, refusal, part))
        return build

    return register


# What files are made of: a ZIP writer that can be told to lie, and a small document.


@dataclass(frozen=True)
class Member:
    """An entry of an archive. What is given, though it is not true, is written."""

    name: str | bytes
    data: bytes = b""
    method: int = 8
    flags: int = 0
    body: bytes | None = None
    crc: int | None = None
    size: int | None = None
    packed: int | None = None
    local_name: bytes | None = None
    local_size: int | None = None
    local_extra: bytes = b""
    descriptor: bytes = b""
    extra: bytes = b""
    comment: bytes = b""
    offset: int | None = None  # where the directory says that it is
    is_there: bool = True  # else it stands in the directory only

    @property
    def raw_name(self) -> bytes:
        return self.name if isinstance(self.name, bytes) else self.name.encode()

    @property
    def packed_data(self) -> bytes:
        if self.body is not None:
            return self.body
        return zlib.compress(self.data, 6, wbits=-15) if self.method == 8 else self.data

    def written(self, place: int) -> tuple[bytes, bytes]:
        """What stands in the file at a place, and in the directory."""
        name, body = self.raw_name, self.packed_data
        crc = zlib.crc32(self.data) if self.crc is None else self.crc
        packed = len(body) if self.packed is None else self.packed
        size = len(self.data) if self.size is None else self.size
        local_name = name if self.local_name is None else self.local_name
        local_size = size if self.local_size is None else self.local_size
        numbers = (0, 0, 0) if self.descriptor else (crc, packed, local_size)
        flags = self.flags | (8 if self.descriptor else 0)
        local = struct.pack(
            "<4s5H3L2H", b"PK\3\4", 20, flags, self.method, 0, 33, *numbers, len(local_name), len(self.local_extra)
        )
        offset = place if self.offset is None else self.offset
        lengths = (len(name), len(self.extra), len(self.comment))
        record = struct.pack(
            "<4s6H3L5H2L", b"PK\1\2", 20, 20, flags, self.method, 0, 33, crc, packed, size, *lengths, 0, 0, 0, offset
        )
        return (
            local + local_name + self.local_extra + body + self.descriptor,
            record + name + self.extra + self.comment,
        )


def zipped(*members: Member, prefix: bytes = b"", comment: bytes = b"", **end: int) -> bytes:
    """An archive; `end` overrides the numbers of its last record."""
    place, pieces, directory = len(prefix), [prefix], b""
    for member in members:
        local, record = member.written(place)
        directory += record
        if member.is_there:
            pieces.append(local)
            place += len(local)
    told = {"disk": 0, "count": len(members), "size": len(directory), "offset": place} | end
    last = struct.pack(
        "<4s4H2LH",
        b"PK\5\6",
        told["disk"],
        told["disk"],
        told["count"],
        told["count"],
        told["size"],
        told["offset"],
        len(comment),
    )
    return b"".join((*pieces, directory, last, comment))


def relationships(*items: tuple[str, str], mode: str = "") -> bytes:
    """A list of relationships, each a kind and a target."""
    told = f' TargetMode="{mode}"' if mode else ""
    lines = "".join(
        f'<Relationship Id="rId{number}" Type="{KIND}/{kind}" Target="{target}"{told}/>'
        for number, (kind, target) in enumerate(items, start=1)
    )
    return f'{XML}<Relationships xmlns="{PACKAGE}/relationships">{lines}</Relationships>'.encode()


def content_types(**overrides: str) -> bytes:
    lines = "".join(f'<Override PartName="/word/{name}.xml" ContentType="{kind}"/>' for name, kind in overrides.items())
    defaults = (
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
    )
    return f'{XML}<Types xmlns="{PACKAGE}/content-types">{defaults}{lines}</Types>'.encode()


def document(body: str = "<w:p><w:r><w:t>Hello</w:t></w:r></w:p>", before: str = "") -> bytes:
    return f'{XML}{before}<w:document xmlns:w="{W}"><w:body>{body}</w:body></w:document>'.encode()


def parts(changed: Mapping[str, bytes | None] | None = None) -> dict[str, bytes]:
    """The parts of a small document, but for what is changed; None takes one away."""
    all_parts: dict[str, bytes | None] = {
        "[Content_Types].xml": content_types(document=f"{WORD}.document.main+xml", styles=f"{WORD}.styles+xml"),
        "_rels/.rels": relationships(("officeDocument", "word/document.xml")),
        "word/document.xml": document(),
        "word/_rels/document.xml.rels": relationships(("styles", "styles.xml")),
        "word/styles.xml": f'{XML}<w:styles xmlns:w="{W}"/>'.encode(),
    }
    return {name: data for name, data in (all_parts | dict(changed or {})).items() if data is not None}


def members(changed: Mapping[str, bytes | None] | None = None) -> list[Member]:
    return [Member(name, data) for name, data in parts(changed).items()]


def package(changed: Mapping[str, bytes | None] | None = None, *more: Member) -> bytes:
    """A small document as a file, with parts changed and entries added."""
    return zipped(*members(changed), *more)


def altered(name: str, **lies: object) -> bytes:
    """A small document of which one entry is not what it says."""
    return zipped(*(replace(each, **lies) if each.name == name else each for each in members()))  # type: ignore[arg-type]  # fields by name


# Not an archive of ours at all.


@hostile("is empty")
def empty_file() -> bytes:
    return b""


@hostile("it is no ZIP archive")
def text_file() -> bytes:
    return b"Dear Sir or Madam,\n" * 1000


@hostile("a rich text file")
def rich_text() -> bytes:
    return rb"{\rtf1\ansi Hello}"


@hostile("a PDF file")
def pdf() -> bytes:
    return b"%PDF-1.7\n" + bytes(1000)


@hostile("the old Word format (.doc)")
def old_word_document() -> bytes:
    return _compound("WordDocument", "1Table")


@hostile("protected by a password")
def password_protected() -> bytes:
    return _compound("EncryptionInfo", "EncryptedPackage")


@hostile("an old Office format")
def old_workbook() -> bytes:
    return _compound("Workbook")


def _compound(*streams: str) -> bytes:
    directory = b"".join(name.encode("utf-16-le").ljust(128, b"\0") for name in ("Root Entry", *streams))
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(512, b"\0") + directory


@hostile("an Excel workbook")
def workbook() -> bytes:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    return package({"[Content_Types].xml": content_types(document=kind)})


@hostile("a PowerPoint presentation")
def presentation() -> bytes:
    kind = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
    return package({"[Content_Types].xml": content_types(document=kind)})


@hostile("an OpenDocument text")
def open_document() -> bytes:
    kind = b"application/vnd.oasis.opendocument.text"
    return zipped(Member("mimetype", kind, method=0), Member("content.xml", b"<office/>"))


@hostile("'[Content_Types].xml' is missing")
def any_other_archive() -> bytes:
    return zipped(Member("readme.txt", b"Hello"))


@hostile("'[Content_Types].xml' is missing")
def archive_of_nothing() -> bytes:
    return zipped()


@hostile("'_rels/.rels' is missing")
def no_relationships() -> bytes:
    return package({"_rels/.rels": None})


@hostile("The main part of the document is missing: 'word/document.xml'")
def no_main_part() -> bytes:
    return package({"word/document.xml": None})


@hostile("The main part of the document is missing.")
def no_main_relationship() -> bytes:
    return package({"_rels/.rels": relationships(("image", "word/document.xml"))})


@hostile("The main part of the document is missing: 'etc/passwd'")
def main_part_above_the_package() -> bytes:
    return package({"_rels/.rels": relationships(("officeDocument", "../../../../etc/passwd"))})


@hostile("The main part of the document is missing.")
def main_part_on_disk() -> bytes:
    return package({"_rels/.rels": relationships(("officeDocument", "file:///etc/passwd"))})


@hostile("is declared as 'text/plain'")
def main_part_of_another_type() -> bytes:
    return package({"[Content_Types].xml": content_types(document="text/plain")})


# A broken archive.


@hostile("the end of the ZIP archive is missing")
def first_half() -> bytes:
    data = package()
    return data[: len(data) // 2]


@hostile("its central directory is not where it should be")
def middle_missing() -> bytes:
    data = package()
    return data[:100] + data[400:]


@hostile("its central directory ends early")
def directory_of_other_bytes() -> bytes:
    data = bytearray(package())
    place = data.index(b"PK\1\2")
    data[place : place + 60] = bytes(60)
    return bytes(data)


@hostile("its central directory is longer than its list")
def fewer_entries_counted() -> bytes:
    return zipped(*members(), count=3)


@hostile("its central directory ends early")
def more_entries_counted() -> bytes:
    return zipped(*members(), count=9)


@hostile("one volume of a ZIP archive that was split")
def split_archive() -> bytes:
    return zipped(*members(), disk=1)


@hostile("is not where it should be")
def entry_outside_of_the_file() -> bytes:
    return altered("word/styles.xml", offset=0x7FFFFFFF)


@hostile("is encrypted")
def encrypted_entry() -> bytes:
    return altered("word/document.xml", flags=1)


@hostile("compressed by LZMA")
def other_compression() -> bytes:
    return altered("word/document.xml", method=14)


@hostile("has two sizes")
def stored_in_two_sizes() -> bytes:
    return altered("word/styles.xml", method=0, size=10)


@hostile("its two directories contradict each other")
def zip64_directory_that_lies() -> bytes:
    data = package()
    end = data.rindex(b"PK\5\6")
    wide = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, 2, 2, 100, 0)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, end, 1)
    return data[:end] + wide + locator + data[end:]


@hostile("a ZIP64 size is missing")
def zip64_size_missing() -> bytes:
    return altered("word/styles.xml", size=0xFFFFFFFF)


@hostile("there are two places for its central directory")
def two_directories() -> bytes:
    decoy = zipped(*members({"word/document.xml": document("<w:p/>")}))
    data = decoy + zipped(*members(), prefix=decoy)[len(decoy) :]
    end = data.rindex(b"PK\5\6")
    return data[: end + 16] + struct.pack("<L", decoy.index(b"PK\1\2")) + data[end + 20 :]


# An archive that plays tricks.


@hostile("holds 'word/document.xml' twice")
def same_name_twice() -> bytes:
    return package(None, Member("word/document.xml", document("<w:p/>")))


@hostile("holds 'word/document.xml' twice")
def same_name_in_capitals() -> bytes:
    return package(None, Member("WORD/Document.xml", document("<w:p/>")))


@hostile("unsafe name '/etc/passwd'")
def absolute_name() -> bytes:
    return package(None, Member("/etc/passwd"))


@hostile("unsafe name 'word/../../evil'")
def climbing_name() -> bytes:
    return package(None, Member("word/../../evil"))


@hostile("unsafe name")
def backslash_name() -> bytes:
    return package(None, Member("word\\media\\evil.png"))


@hostile("unsafe name 'C:/evil.exe'")
def drive_letter_name() -> bytes:
    return package(None, Member("C:/evil.exe"))


@hostile("unsafe name")
def name_with_nul() -> bytes:
    return package(None, Member("word/image.png\0.exe"))


@hostile("unsafe name")
def name_with_control_characters() -> bytes:
    return package(None, Member("word/\x1b[2Jimage.png"))


@hostile("unsafe name ''")
def nameless_entry() -> bytes:
    return package(None, Member(""))


@hostile("overlaps what follows it")
def entries_within_entries() -> bytes:
    hidden = Member("word/media/inner.bin", b"x" * 100, method=0)
    inner, _ = hidden.written(0)
    files = members()
    place = sum(len(each.written(0)[0]) for each in files)
    outer = Member("word/media/outer.bin", inner, method=0)
    inside = place + len(outer.written(0)[0]) - len(inner)
    return zipped(*files, outer, replace(hidden, offset=inside, is_there=False))


@hostile("overlaps what follows it")
def one_content_for_a_thousand_entries() -> bytes:
    body = zlib.compress(bytes(MiB), 9, wbits=-15)
    kernel = Member("word/media/0.bin", body=body, size=MiB)
    place = sum(len(each.written(0)[0]) for each in members())
    quoting = (
        replace(kernel, name=f"word/media/{number}.bin", offset=place, is_there=False) for number in range(1, 1000)
    )
    return zipped(*members(), kernel, *quoting)


@hostile("contradict each other")
def other_name_in_the_local_header() -> bytes:
    return altered("word/styles.xml", local_name=b"word/macros.xml")


@hostile("contradict each other")
def other_size_in_the_local_header() -> bytes:
    return altered("word/styles.xml", local_size=7)


@hostile("10,001 entries")
def too_many_entries() -> bytes:
    filler = (Member(f"word/media/{number}.bin") for number in range(10_001 - len(members())))
    return zipped(*members(), *filler)


@hostile("The part 'word/document.xml' has 629,145,600 bytes")
def part_of_600_megabytes() -> bytes:
    return altered("word/document.xml", size=600 * MiB)


@hostile("The whole document has")
def whole_of_more_than_a_gigabyte() -> bytes:
    return package(None, *(Member(f"word/media/{number}.bin", b"x", size=120 * MiB) for number in range(9)))


@hostile("more than 200 times smaller")
def bomb() -> bytes:
    return package(None, Member("word/media/bomb.bin", body=_zeros(300 * MiB), size=300 * MiB))


@hostile("The whole document has 629,")
def bomb_in_pieces() -> bytes:
    body = _zeros(100 * MiB)
    return package(None, *(Member(f"word/media/{each}.bin", body=body, size=100 * MiB) for each in range(6)))


def _zeros(size: int) -> bytes:
    """Nothing but zeros, deflated; after a full flush a block can be repeated as it stands."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = deflater.compress(bytes(MiB)) + deflater.flush(zlib.Z_FULL_FLUSH)
    return block * (size // MiB) + deflater.flush()


# Lists that are no lists.


@hostile("is not well-formed XML")
def deep_content_types() -> bytes:
    return package({"[Content_Types].xml": b"<Types>" * 100_000 + b"</Types>" * 100_000})


@hostile("is not well-formed XML")
def deep_relationships() -> bytes:
    return package({"_rels/.rels": b"<Relationships>" * 100_000 + b"</Relationships>" * 100_000})


@hostile("declares a document type or entities")
def entities_in_content_types() -> bytes:
    return package({"[Content_Types].xml": _laughs("<Types>&l9;</Types>").encode()})


@hostile("declares a document type or entities")
def entities_in_wide_relationships() -> bytes:
    return package({"_rels/.rels": _laughs('<Relationships a="&l9;"/>').replace("UTF-8", "UTF-16").encode("utf-16")})


@hostile("is encoded in utf-7")
def entities_in_an_odd_encoding() -> bytes:
    text = '<?xml version="1.0" encoding="UTF-7"?>' + _laughs("<Types>&l9;</Types>", "").encode("utf-7").decode()
    return package({"[Content_Types].xml": text.encode()})


@hostile("Word documents are in UTF-8 or UTF-16")
def endless_declaration() -> bytes:
    return package({"[Content_Types].xml": b'<?xml version="1.0"' + b" " * 10_000 + b'encoding="UTF-7"?><Types/>'})


@hostile("is too long")
def content_types_of_20_megabytes() -> bytes:
    return package({"[Content_Types].xml": content_types().replace(b"</Types>", b" " * 20 * MiB + b"</Types>")})


@hostile("is too long")
def a_million_content_types() -> bytes:
    return package({"[Content_Types].xml": content_types().replace(b"</Types>", b"<a/>" * 1_000_000 + b"</Types>")})


# One part is bad; the others can be read.


@hostile("is larger than it says", part="word/document.xml")
def part_larger_than_it_says() -> bytes:
    data = document("<w:p/>" * 1_000_000)
    return altered("word/document.xml", body=zlib.compress(data, 6, wbits=-15), size=1000)


@hostile("its end is missing", part="word/document.xml")
def part_smaller_than_it_says() -> bytes:
    return altered("word/document.xml", size=10_000)


@hostile("its checksum does not match", part="word/document.xml")
def part_with_another_checksum() -> bytes:
    return altered("word/document.xml", crc=12345)


@hostile("its end is missing", part="word/document.xml")
def part_cut_short() -> bytes:
    data = document("<w:p/>" * 1000)
    return altered("word/document.xml", body=zlib.compress(data, 6, wbits=-15)[:-20], size=len(data))


@hostile("it cannot be inflated", part="word/document.xml")
def part_of_random_bytes() -> bytes:
    return altered("word/document.xml", body=b"\xff" * 200)


@hostile("declares a document type or entities", part="word/document.xml")
def billion_laughs_in_the_document() -> bytes:
    text = _laughs(f'<w:document xmlns:w="{W}"><w:body><w:p><w:r><w:t>&l9;</w:t></w:r></w:p></w:body></w:document>')
    return package({"word/document.xml": text.encode()})


@hostile("declares a document type or entities", part="word/styles.xml")
def billion_laughs_in_an_attribute_of_the_styles() -> bytes:
    text = _laughs(f'<w:styles xmlns:w="{W}"><w:style w:styleId="&l9;"/></w:styles>')
    return package({"word/styles.xml": text.encode()})


@hostile("declares a document type or entities", part="word/document.xml")
def wide_billion_laughs() -> bytes:
    text = _laughs(f'<w:document xmlns:w="{W}" w:a="&l9;"/>').replace("UTF-8", "UTF-16")
    return package({"word/document.xml": text.encode("utf-16")})


@hostile("declares a document type or entities", part="word/document.xml")
def external_entity() -> bytes:
    doctype = '<!DOCTYPE d [<!ENTITY secret SYSTEM "file:///etc/passwd">]>'
    return package({"word/document.xml": document("<w:p><w:r><w:t>&secret;</w:t></w:r></w:p>", doctype)})


@hostile("declares a document type or entities", part="word/styles.xml")
def external_document_type() -> bytes:
    doctype = '<!DOCTYPE styles SYSTEM "http://localhost:1/evil.dtd">'
    return package({"word/styles.xml": f'{XML}{doctype}<w:styles xmlns:w="{W}"/>'.encode()})


@hostile("is not well-formed XML", part="word/document.xml")
def xml_cut_short() -> bytes:
    return package({"word/document.xml": document("<w:p/>" * 1000)[:-30]})


@hostile("is not well-formed XML", part="word/document.xml")
def document_without_text() -> bytes:
    return package({"word/document.xml": b""})


@hostile("Word documents are in UTF-8 or UTF-16", part="word/document.xml")
def unknown_encoding() -> bytes:
    return package({"word/document.xml": document().replace(b"UTF-8", b"klingon")})


@hostile("Word documents are in UTF-8 or UTF-16", part="word/document.xml")
def encoding_of_several_bytes() -> bytes:
    return package({"word/document.xml": document().replace(b"UTF-8", b"Big5")})


@hostile("is not well-formed XML", part="word/document.xml")
def invalid_utf_8() -> bytes:
    return package({"word/document.xml": document().replace(b"Hello", b"Hell\xff\xfe\xc0")})


@hostile("is not well-formed XML", part="word/document.xml")
def control_characters_in_text() -> bytes:
    return package({"word/document.xml": document().replace(b"Hello", b"Hell\x00\x08")})


@hostile("is not well-formed XML", part="word/document.xml")
def two_million_names_of_no_namespace() -> bytes:
    return package({"word/document.xml": document("<no:p/>" * 2_000_000)})


@hostile("word/document.xml", part="word/document.xml")
def two_million_namespaces_that_are_no_addresses() -> bytes:
    return package({"word/document.xml": document('<w:p xmlns:a="b"/>' * 2_000_000)})


@hostile("is not well-formed XML", part="word/document.xml")
def paragraphs_a_hundred_thousand_deep() -> bytes:
    return package({"word/document.xml": document("<w:p>" * 100_000 + "</w:p>" * 100_000)})


@hostile("is not well-formed XML", part="word/document.xml")
def tables_ten_thousand_deep() -> bytes:
    opened, closed = "<w:tbl><w:tr><w:tc>", "<w:p/></w:tc></w:tr></w:tbl>"
    return package({"word/document.xml": document(opened * 10_000 + closed * 10_000)})


@hostile("more than 4,000,000 elements", part="word/document.xml")
def twenty_million_empty_paragraphs() -> bytes:
    return package({"word/document.xml": document("<w:p/>" * 20_000_000)})


# The package is sound. What is in it is strange, and must be borne.


@hostile()
def tables_a_hundred_deep() -> bytes:
    opened, closed = "<w:tbl><w:tr><w:tc>", "<w:p/></w:tc></w:tr></w:tbl>"
    return package({"word/document.xml": document(opened * 100 + closed * 100)})


@hostile()
def huge_attribute() -> bytes:
    return package({"word/document.xml": document(f'<w:p w:rsidR="{"A" * 20 * MiB}"/>')})


@hostile()
def huge_text() -> bytes:
    return package({"word/document.xml": document(f"<w:p><w:r><w:t>{'lorem ipsum ' * 2 * MiB}</w:t></w:r></w:p>")})


@hostile()
def table_of_100_000_columns() -> bytes:
    grid = "<w:tblGrid>" + "<w:gridCol/>" * 100_000 + "</w:tblGrid>"
    row = "<w:tr>" + "<w:tc><w:p/></w:tc>" * 100_000 + "</w:tr>"
    return package({"word/document.xml": document(f"<w:tbl>{grid}{row}</w:tbl><w:p/>")})


@hostile()
def cell_that_spans_a_billion_columns() -> bytes:
    cell = '<w:tc><w:tcPr><w:gridSpan w:val="999999999"/></w:tcPr><w:p/></w:tc>'
    return package({"word/document.xml": document(f"<w:tbl><w:tr>{cell}</w:tr></w:tbl><w:p/>")})


@hostile()
def paragraph_of_200_000_runs() -> bytes:
    return package({"word/document.xml": document("<w:p>" + "<w:r><w:t>a</w:t></w:r>" * 200_000 + "</w:p>")})


@hostile()
def repetitive_document_of_90_megabytes() -> bytes:
    paragraph = (
        "<w:p><w:pPr><w:jc w:val='both'/></w:pPr><w:r><w:t>" + "The parties agree. " * 118 + "</w:t></w:r></w:p>"
    )
    return package({"word/document.xml": document(paragraph * 40_000)})


@hostile()
def wide_document() -> bytes:
    text = document().decode().replace("UTF-8", "UTF-16")
    return package({"word/document.xml": text.encode("utf-16")})


@hostile()
def wide_lists() -> bytes:
    lists = ("[Content_Types].xml", "_rels/.rels", "word/_rels/document.xml.rels")
    return package({name: parts()[name].decode().replace("UTF-8", "UTF-16").encode("utf-16") for name in lists})


@hostile()
def no_body() -> bytes:
    return package({"word/document.xml": f'<w:document xmlns:w="{W}"/>'.encode()})


@hostile()
def another_root() -> bytes:
    return package({"word/document.xml": b"<html><body>Hello</body></html>"})


@hostile()
def missing_styles_and_numbering() -> bytes:
    rels = relationships(("styles", "styles.xml"), ("numbering", "numbering.xml"), ("settings", "NULL"))
    return package({"word/styles.xml": None, "word/_rels/document.xml.rels": rels})


@hostile()
def styles_of_another_type() -> bytes:
    kinds = content_types(document=f"{WORD}.document.main+xml", styles="image/png")
    return package({"[Content_Types].xml": kinds})


@hostile()
def styles_based_on_each_other() -> bytes:
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="{one}"><w:basedOn w:val="{other}"/><w:link w:val="{other}"/></w:style>'
        for one, other in (("A", "B"), ("B", "A"), ("C", "C"))
    )
    body = '<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:t>Hello</w:t></w:r></w:p>'
    return package(
        {
            "word/styles.xml": f'<w:styles xmlns:w="{W}">{styles}</w:styles>'.encode(),
            "word/document.xml": document(body),
        }
    )


@hostile()
def relationships_in_a_loop() -> bytes:
    return package(
        {
            "word/_rels/document.xml.rels": relationships(
                ("header", "header1.xml"), ("officeDocument", "document.xml")
            ),
            "word/header1.xml": f'<w:hdr xmlns:w="{W}"><w:p/></w:hdr>'.encode(),
            "word/_rels/header1.xml.rels": relationships(("header", "header1.xml"), ("styles", "document.xml")),
        }
    )


@hostile()
def targets_outside_of_the_package() -> bytes:
    targets = ("../../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "C:\\Windows\\win.ini", "\\\\host\\share")
    return package({"word/_rels/document.xml.rels": relationships(*(("image", target) for target in targets))})


@hostile()
def targets_on_the_network() -> bytes:
    rels = relationships(("attachedTemplate", "http://localhost:1/evil.dotm"), ("image", "//host/x"), mode="External")
    return package({"word/_rels/document.xml.rels": rels})


@hostile()
def fifty_thousand_links() -> bytes:
    links = (("hyperlink", f"https://example.com/{number}") for number in range(50_000))
    return package({"word/_rels/document.xml.rels": relationships(*links, mode="External")})


@hostile()
def same_relationship_id_twice() -> bytes:
    rels = relationships(("styles", "styles.xml"), ("image", "styles.xml")).replace(b'"rId2"', b'"rId1"')
    return package({"word/_rels/document.xml.rels": rels})


@hostile()
def program_before_the_archive() -> bytes:
    prefix = b"MZ" + bytes(1000)
    return prefix + package()


@hostile()
def line_behind_the_archive() -> bytes:
    return package() + b"\r\n"


@hostile()
def comment_that_looks_like_an_end() -> bytes:
    return zipped(*members(), comment=b"PK\5\6" + bytes(10))


def _laughs(root: str, declaration: str = XML) -> str:
    lines = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    return f'{declaration}<!DOCTYPE lolz [<!ENTITY l0 "lol">{lines}]>{root}'
