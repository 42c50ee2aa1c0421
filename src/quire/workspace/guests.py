"""Documents that are open in Word itself: windows of the workspace whose truth is elsewhere, and never kept here."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quire.core.errors import UnsupportedError


@dataclass(frozen=True, slots=True)
class Guest:
    """A document in Word; `session` names it for as long as its pane is open there."""

    session: str
    title: str
    url: str = ""
    platform: str = ""
    sets: tuple[str, ...] = ()
    is_paused: bool = False
    is_read_only: bool = False
    is_away: bool = False  # its pane was lost, and may be back in a moment
    label: str = ""


class ElsewhereError(UnsupportedError):
    """What is wanted is a document in Word; whoever can takes the wish there."""

    def __init__(self, guest: Guest) -> None:
        super().__init__(
            f"{guest.title!r} ({guest.label}) is open in Word, and this does not work there.",
            "Save it in Word, and open the file.",
        )
        self.guest = guest


@dataclass(frozen=True, slots=True)
class Guests:
    """All documents in Word, in the order in which they came, and which of them is in front, if one is."""

    guests: tuple[Guest, ...] = ()
    focused: str | None = None

    def find(self, label: str | None) -> Guest | None:
        return next((guest for guest in self.guests if guest.label == label), None)

    @property
    def front(self) -> Guest | None:
        return self.find(self.focused)

    def focus(self, label: str | None) -> Guests:
        return replace(self, focused=label)

    def put(self, guest: Guest) -> Guests:
        """These with one of them as it is now, or with a new one, which comes to the front."""
        if any(each.session == guest.session for each in self.guests):
            known = (guest if each.session == guest.session else each for each in self.guests)
            return replace(self, guests=tuple(known))
        return Guests((*self.guests, guest), guest.label)

    def without(self, session: str) -> Guests:
        left = tuple(guest for guest in self.guests if guest.session != session)
        return Guests(left, self.focused if any(guest.label == self.focused for guest in left) else None)

    def label_for(self, guest: Guest) -> str:
        """The name that a guest has, or had and nobody else has now, or else a new one."""
        for each in self.guests:
            if each.session == guest.session:
                return each.label
        taken = {each.label for each in self.guests}
        if guest.label and guest.label not in taken:
            return guest.label
        number = 1
        while f"word-{number}" in taken:
            number += 1
        return f"word-{number}"
