"""How text looks: fonts and styles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.core.document import Intent
from quire.core.errors import NotFoundError
from quire.formats.docx.edit.looks import Looks
from quire.formats.docx.style import catalogue
from tests.word.host.objects import Collection, OfficeError, Ranged, WordObject

if TYPE_CHECKING:
    from quire.core.anchor import Range as Place
    from quire.formats.docx.style.styles import Kind
    from tests.word.host.host import Host

UNDERLINES = {"None": "none", "Single": "single", "Double": "double"}


class _Property:
    """A property of characters, by the engine's names for setting and for reading it."""

    def __init__(self, name: str, told: str = "") -> None:
        self._name = name
        self._told = told or name

    def __get__(self, owner: Font | None, _: type) -> Any:
        return None if owner is None else owner.same(self._told)

    def __set__(self, owner: Font, value: Any) -> None:
        owner.set(self._name, value)


class Font(WordObject):
    def __init__(self, host: Host, of: Ranged) -> None:
        super().__init__(host)
        self._of = of

    bold = _Property("bold")
    italic = _Property("italic")
    strike_through = _Property("strike")
    double_strike_through = _Property("double_strike")
    all_caps = _Property("caps")
    small_caps = _Property("small_caps")
    superscript = _Property("superscript")
    subscript = _Property("subscript")
    name = _Property("font")
    size = _Property("size")

    @property
    def color(self) -> str:
        return f"#{self.same('color') or '000000'}"

    @color.setter
    def color(self, color: str) -> None:
        self.set("color", color.removeprefix("#"))

    @property
    def highlight_color(self) -> str | None:
        found = self.same("highlight")
        return None if found in (None, "none") else str(found)

    @highlight_color.setter
    def highlight_color(self, color: str | None) -> None:
        self.set("highlight", "none" if color is None else color.removeprefix("#"))

    @property
    def underline(self) -> str:
        told = {written: name for name, written in UNDERLINES.items()}
        return told.get(str(self.same("underline") or "none"), "Mixed")

    @underline.setter
    def underline(self, underline: str) -> None:
        self.set("underline", UNDERLINES[underline])

    def reset(self) -> None:
        looks = Looks(self.document, self._of.place)
        looks.undress()
        self.host.act(looks.transaction())

    def set(self, name: str, value: Any) -> None:
        self.host.act(Intent("dress", (self._of.place,), {"look": {name: value}}))

    def same(self, name: str) -> Any:
        """What is the same for all characters."""
        found = {getattr(each, name) for each in Looks(self.document, self._of.place).formats()}
        return found.pop() if len(found) == 1 else None


class Style(WordObject):
    """A style that there is, or that Word would add."""

    def __init__(self, host: Host, entry: catalogue.Entry) -> None:
        super().__init__(host)
        self.name_local = ",".join(filter(None, (entry.name, entry.localized)))
        self.type = entry.kind.capitalize()
        self.built_in = entry.is_builtin


def styles(host: Host) -> Collection:
    return Collection(host, [Style(host, entry) for entry in catalogue.entries(host.document.styles)])


def found(host: Host, name: str, *kinds: Kind) -> catalogue.Entry:
    try:
        return catalogue.find(host.document.styles, name, kinds or catalogue.KINDS)
    except NotFoundError as error:
        raise OfficeError("InvalidArgument", f"There is no style {name!r}.") from error


def restyle(host: Host, place: Place, name: str) -> None:
    """A style takes the place of what is said directly and it says too."""
    entry = found(host, name, "paragraph", "character")
    said = {"style": entry.file_name, "kind": entry.kind, "style_wins": True}
    host.act(Intent("dress", (place,), said))
