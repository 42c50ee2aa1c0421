"""The add-in's manifest, checked without Word against what Word demands of one."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest
from lxml import etree

from quire.server.manifest import ID, manifest

ICONS = Path(__file__).parents[1] / "web" / "word-addin" / "icons"
OFFICE = "{http://schemas.microsoft.com/office/appforoffice/1.1}"
OVERRIDES = "{http://schemas.microsoft.com/office/taskpaneappversionoverrides}"
TYPES = "{http://schemas.microsoft.com/office/officeappbasictypes/1.0}"
ORDER = [
    "Id", "Version", "ProviderName", "DefaultLocale", "DisplayName", "Description", "IconUrl",
    "HighResolutionIconUrl", "Hosts", "Requirements", "DefaultSettings", "Permissions",
]  # fmt: skip


@pytest.fixture
def root() -> etree._Element:
    return etree.fromstring(manifest(8766, 'k&"y').encode())


def addresses(root: etree._Element) -> list[str]:
    found = [each.get("DefaultValue", "") for each in root.iter()]
    return [value for value in found if value.startswith("http")]


def test_what_there_is_stands_in_the_order_of_the_schema(root: etree._Element) -> None:
    assert [child.tag for child in root] == [*(f"{OFFICE}{name}" for name in ORDER), f"{OVERRIDES}VersionOverrides"]


def test_it_names_itself_for_ever(root: etree._Element) -> None:
    assert root.findtext(f"{OFFICE}Id") == ID == str(UUID(ID))
    version = root.findtext(f"{OFFICE}Version") or ""
    assert re.fullmatch(r"\d+(\.\d+){3}", version)
    assert int(version.partition(".")[0]) >= 1


def test_it_asks_for_what_it_needs_and_no_more(root: etree._Element) -> None:
    assert root.findtext(f"{OFFICE}Permissions") == "ReadWriteDocument"
    assert [dict(each.attrib) for each in root.iter(f"{OFFICE}Set")] == [{"Name": "WordApi", "MinVersion": "1.3"}]
    assert [each.get("Name") for each in root.iter(f"{OFFICE}Host")] == ["Document"]


def test_every_address_is_of_this_machine_and_secure(root: etree._Element) -> None:
    found = addresses(root)
    assert len(found) == 7
    for address in found:
        parts = urlsplit(address)
        assert (parts.scheme, parts.netloc) == ("https", "localhost:8766")
        assert parts.path.startswith("/word-addin/")


def test_the_pane_is_told_its_key(root: etree._Element) -> None:
    panes = [address for address in addresses(root) if "pane.html" in address]
    assert [parse_qs(urlsplit(pane).query) for pane in panes] == [{"key": ['k&"y']}] * 2


def test_every_icon_exists_and_is_as_large_as_it_is_said_to_be(root: etree._Element) -> None:
    icons = {urlsplit(address).path.rpartition("/")[2] for address in addresses(root) if address.endswith(".png")}
    assert len(icons) == 4
    for icon in icons:
        size = int(re.findall(r"\d+", icon)[0])
        assert struct.unpack(">II", (ICONS / icon).read_bytes()[16:24]) == (size, size)


def test_every_resource_that_is_named_is_there_and_short_enough(root: etree._Element) -> None:
    named = {each.get("resid") for each in root.iter()} - {None}
    known = {each.get("id"): each.get("DefaultValue", "") for each in root.iter(f"{TYPES}*") if each.get("id")}
    assert named == set(known)
    assert all(len(str(name)) <= 32 for name in known)
    assert all(len(each.get("DefaultValue", "")) <= 125 for each in root.iter(f"{TYPES}ShortStrings"))
    assert all(len(each.get("DefaultValue", "")) <= 250 for each in root.iter(f"{OFFICE}Description"))
