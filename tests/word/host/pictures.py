"""Pictures: what is set of one is written as if it had been inserted so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from quire.core.anchor import Range as Place
from quire.formats.docx.edit.pictures import EMU_PER_POINT, picture
from tests.word.host.objects import TextRange, WordObject

if TYPE_CHECKING:
    from tests.word.host.host import Host

WRAPS = {"Square": "square", "Tight": "tight", "Behind": "behind", "Front": "inFront"}


class InlinePicture(WordObject):
    wrap = "inline"

    def __init__(self, host: Host, where: Place, data: str) -> None:
        super().__init__(host)
        self._where = where
        self._data = data
        self._said: dict[str, Any] = {"width": None, "height": None, "locked": True, "alt": "", "wrap": self.wrap}
        self._change = host.act(picture(where, data, **self._said))
        self._range = TextRange(host, Place(where.start, where.start + 1))

    def say(self, **said: Any) -> None:
        """Have it as it should be."""
        self._said |= said
        self._change = self.host.amend(self._change, picture(self._where, self._data, **self._said))
        self._range.anchor.place = Place(self._where.start, self._where.start + 1)

    @property
    def width(self) -> float:
        return self._extent[0]

    @width.setter
    def width(self, width: float) -> None:
        self.say(width=width, height=self.height)

    @property
    def height(self) -> float:
        return self._extent[1]

    @height.setter
    def height(self, height: float) -> None:
        self.say(width=self.width, height=height)

    @property
    def _extent(self) -> tuple[float, float]:
        place, _ = self.document.at(self._range.place.start)
        found = re.search(r'<wp:extent cx="(\d+)" cy="(\d+)"/>', self.document.block(place).source)
        assert found
        return int(found[1]) / EMU_PER_POINT, int(found[2]) / EMU_PER_POINT

    @property
    def lock_aspect_ratio(self) -> bool:
        return bool(self._said["locked"])

    @lock_aspect_ratio.setter
    def lock_aspect_ratio(self, locked: bool) -> None:
        self.say(locked=locked)

    @property
    def alt_text_description(self) -> str:
        return str(self._said["alt"])

    @alt_text_description.setter
    def alt_text_description(self, text: str) -> None:
        self.say(alt=text)

    def get_range(self, location: str) -> TextRange:
        assert location == "Whole"
        return TextRange(self.host, self._range.place)


class Shape(InlinePicture):
    wrap = "inFront"

    @property
    def id(self) -> int:
        return 7

    @property
    def text_wrap(self) -> TextWrap:
        return TextWrap(self.host, self)


class TextWrap(WordObject):
    def __init__(self, host: Host, shape: Shape) -> None:
        super().__init__(host)
        self._shape = shape

    def _get(self) -> str:
        return "Front"

    def _set(self, wrap: str) -> None:
        self._shape.say(wrap=WRAPS[wrap])

    type = property(_get, _set)
