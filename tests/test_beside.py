"""Pictures beside a document: where they are found, and where those that a person drops are kept."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

import pytest

from tests.conftest import Refused

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Desk

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20


@pytest.fixture
def tab(desk: Desk) -> str:
    (desk.root / "notes.md").write_text("Text\n")
    found: str = desk.as_person("workspace_open_document", path=str(desk.root / "notes.md"))["tabId"]
    return found


def _keep(desk: Desk, tab: str, name: str, data: bytes = PNG) -> str:
    found: str = desk.as_person("page_keep_picture", document=tab, name=name, data=b64encode(data).decode())["source"]
    return found


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("photo.png", "assets/photo.png"),
        ("My Photo (1).PNG", "assets/My-Photo-1.png"),
        ("../../up.png", "assets/up.png"),
        ("C:\\up.png", "assets/up.png"),
        (".png", "assets/picture.png"),
        ("...png", "assets/picture.png"),
        ("漢字.jpg", "assets/%E6%BC%A2%E5%AD%97.jpg"),
    ],
)
def test_a_picture_gets_a_plain_name_in_the_folder_for_them(desk: Desk, tab: str, name: str, source: str) -> None:
    assert _keep(desk, tab, name) == source
    assert desk.as_person("page_picture", document=tab, source=source)["path"].startswith(str(desk.root / "assets"))


def test_another_picture_of_the_same_name_gets_another_one(desk: Desk, tab: str) -> None:
    assert _keep(desk, tab, "a.png") == "assets/a.png"
    assert _keep(desk, tab, "a.png") == "assets/a.png"
    assert _keep(desk, tab, "a.png", PNG + b"x") == "assets/a-2.png"
    assert sorted(each.name for each in (desk.root / "assets").iterdir()) == ["a-2.png", "a.png"]
    assert (desk.root / "assets" / "a.png").read_bytes() == PNG


@pytest.mark.parametrize("name", ["page.html", "png", "a.png.exe", "a"])
def test_only_pictures_are_kept(desk: Desk, tab: str, name: str) -> None:
    with pytest.raises(Refused, match="not named as a picture"):
        _keep(desk, tab, name)
    assert not (desk.root / "assets").exists()


def test_what_is_no_data_is_refused(desk: Desk, tab: str) -> None:
    with pytest.raises(Refused, match="base64"):
        desk.as_person("page_keep_picture", document=tab, name="a.png", data="?")
    with pytest.raises(Refused, match="0 bytes"):
        _keep(desk, tab, "a.png", b"")


def test_nothing_is_kept_outside_the_roots(desk: Desk, tab: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere: Path = tmp_path_factory.mktemp("elsewhere")
    (desk.root / "assets").symlink_to(elsewhere)
    with pytest.raises(Refused, match="outside the folders"):
        _keep(desk, tab, "a.png")
    assert not list(elsewhere.iterdir())


def test_a_document_without_a_file_has_nothing_beside_it(desk: Desk) -> None:
    tab = desk.document("Text")
    with pytest.raises(Refused, match="no file yet"):
        _keep(desk, tab, "a.png")


def test_agents_cannot_put_files_there(desk: Desk, tab: str) -> None:
    assert "no tool" in desk.refusal("page_keep_picture", document=tab, name="a.png", data="").message
