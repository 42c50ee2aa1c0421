"""The parts of a contract beside its text: settings, properties, theme, people, data."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.docx.contract.drafting import COUNSEL
from tests.docx.contract.front_matter import DATE, STORE, TITLE, URI
from tests.docx.package import DECLARATION, blank, root

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.docx.package import Package

_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_OFFICE = "application/vnd.openxmlformats-officedocument."
_CID = "http://schemas.microsoft.com/office/word/2016/wordml/cid"


def add_supporting_parts(package: Package, rsids: Sequence[str], lists: int) -> None:
    package.add("styles.xml", blank("contract/styles.xml"), "styles")
    package.add("numbering.xml", _numbering(lists), "numbering")
    package.add("settings.xml", root("w:settings", _settings(rsids)), "settings")
    package.add("webSettings.xml", blank("contract/webSettings.xml"), "webSettings")
    package.add("fontTable.xml", blank("contract/fontTable.xml"), "fontTable")
    package.add("theme/theme1.xml", blank("contract/theme1.xml"), "theme", f"{_OFFICE}theme+xml")
    _add_people(package)
    _add_data(package)
    _add_properties(package)


def _numbering(lists: int) -> str:
    """The lists that are always there, and further ones that begin at (a) again."""
    again = "".join(
        f'<w:num w:numId="{number}"><w:abstractNumId w:val="3"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/>'
        "</w:lvlOverride></w:num>"
        for number in range(5, lists + 1)
    )
    return blank("contract/numbering.xml").replace("</w:numbering>", f"{again}</w:numbering>")


def _settings(rsids: Sequence[str]) -> str:
    modern = "".join(
        f'<w:compatSetting w:name="{name}" w:uri="http://schemas.microsoft.com/office/word" w:val="{value}"/>'
        for name, value in (("compatibilityMode", 15), ("overrideTableStyleFontSizeAndJustification", 1),
                            ("enableOpenTypeFeatures", 1), ("doNotFlipMirrorIndents", 1))
    )  # fmt: skip
    notes = "".join(
        f'<w:{kind}Pr><w:{kind} w:id="-1"/><w:{kind} w:id="0"/></w:{kind}Pr>' for kind in ("footnote", "endnote")
    )
    sessions = "".join(f'<w:rsid w:val="{rsid}"/>' for rsid in rsids)
    return (
        '<w:zoom w:percent="110"/><w:proofState w:spelling="clean" w:grammar="clean"/><w:defaultTabStop w:val="720"/>'
        f'<w:evenAndOddHeaders/><w:characterSpacingControl w:val="doNotCompress"/>{notes}<w:compat>{modern}</w:compat>'
        f'<w:rsids><w:rsidRoot w:val="{rsids[0]}"/>{sessions}</w:rsids>'
        '<w:themeFontLang w:val="en-US" w:eastAsia="zh-CN" w:bidi="ar-SA"/>'
        '<w:clrSchemeMapping w:bg1="light1" w:t1="dark1" w:bg2="light2" w:t2="dark2" w:accent1="accent1" '
        'w:accent2="accent2" w:accent3="accent3" w:accent4="accent4" w:accent5="accent5" w:accent6="accent6" '
        'w:hyperlink="hyperlink" w:followedHyperlink="followedHyperlink"/>'
        '<w:decimalSymbol w:val="."/><w:listSeparator w:val=","/><w14:docId w14:val="3A5C7E91"/>'
    )


def _add_people(package: Package) -> None:
    """Who commented, and the lasting id of each comment."""
    paragraphs = re.findall(r'w15:paraId="(\w+)"', "".join(package.conversation))
    ids = "".join(
        f'<w16cid:commentId w16cid:paraId="{each}" w16cid:durableId="{0x2A000000 + place * 7919:08X}"/>'
        for place, each in enumerate(paragraphs)
    )
    package.add(
        "commentsIds.xml",
        root("w16cid:commentsIds", ids, {"w16cid": _CID}),
        "http://schemas.microsoft.com/office/2016/09/relationships/commentsIds",
        f"{_WORD}commentsIds+xml",
    )
    people = "".join(
        f'<w15:person w15:author="{name}"><w15:presenceInfo w15:providerId="None" w15:userId="{name}"/></w15:person>'
        for name in COUNSEL
    )
    package.add(
        "people.xml",
        root("w15:people", people),
        "http://schemas.microsoft.com/office/2011/relationships/people",
        f"{_WORD}people+xml",
    )


def _add_data(package: Package) -> None:
    """The data to which content controls are bound."""
    data = f'{DECLARATION}<contract xmlns="{URI}"><date>{DATE}</date></contract>'
    item = package.add_beside("customXml/item1.xml", data, "customXml", "application/xml", to=package.main)
    properties = (
        f'{DECLARATION}<ds:datastoreItem ds:itemID="{STORE}" '
        'xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml">'
        f'<ds:schemaRefs><ds:schemaRef ds:uri="{URI}"/></ds:schemaRefs></ds:datastoreItem>'
    )
    package.add_beside(
        "customXml/itemProps1.xml", properties, "customXmlProps", f"{_OFFICE}customXmlProperties+xml", to=item
    )


def _add_properties(package: Package) -> None:
    core = (
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        f'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>{TITLE}</dc:title>'
        f"<dc:subject>MSA-2025-014</dc:subject><dc:creator>{COUNSEL[0]}</dc:creator>"
        f"<cp:lastModifiedBy>{COUNSEL[1]}</cp:lastModifiedBy><cp:revision>87</cp:revision>"
        '<dcterms:created xsi:type="dcterms:W3CDTF">2024-11-12T08:30:00Z</dcterms:created>'
        '<dcterms:modified xsi:type="dcterms:W3CDTF">2025-03-27T09:12:00Z</dcterms:modified></cp:coreProperties>'
    )
    app = (
        '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
        "<Template>Normal.dotm</Template><TotalTime>5312</TotalTime><Application>Microsoft Office Word</Application>"
        "<DocSecurity>0</DocSecurity><AppVersion>16.0000</AppVersion></Properties>"
    )
    package.add_beside(
        "docProps/core.xml",
        DECLARATION + core,
        "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
        "application/vnd.openxmlformats-package.core-properties+xml",
    )
    package.add_beside(
        "docProps/app.xml", DECLARATION + app, "extended-properties", f"{_OFFICE}extended-properties+xml"
    )
