"""Windows, their tabs, and the tabs that were closed: values, each change makes another."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quire.core.errors import NotFoundError

MOST_CLOSED = 10


@dataclass(frozen=True, slots=True)
class Window:
    """A window shows documents in tabs, one of them in front."""

    label: str
    tabs: tuple[str, ...] = ()
    active: str | None = None
    closed: tuple[str, ...] = ()  # the last closed last

    def with_tab(self, tab: str) -> Window:
        tabs = self.tabs if tab in self.tabs else (*self.tabs, tab)
        return replace(self, tabs=tabs, active=tab, closed=tuple(each for each in self.closed if each != tab))

    def without_tab(self, tab: str) -> Window:
        """The window once a tab is closed; its right neighbour comes to the front, else its left one."""
        place = self.tabs.index(tab)
        tabs = self.tabs[:place] + self.tabs[place + 1 :]
        neighbour = tabs[min(place, len(tabs) - 1)] if tabs else None
        active = neighbour if self.active == tab else self.active
        return replace(self, tabs=tabs, active=active, closed=(*self.closed, tab)[-MOST_CLOSED:])

    def only(self, known: set[str]) -> Window:
        tabs = tuple(tab for tab in self.tabs if tab in known)
        active = self.active if self.active in known else next(iter(tabs), None)
        return replace(self, tabs=tabs, active=active, closed=tuple(tab for tab in self.closed if tab in known))


@dataclass(frozen=True, slots=True)
class Windows:
    """All windows, in the order in which they were opened, and which was last in front."""

    windows: tuple[Window, ...] = ()
    recency: tuple[str, ...] = ()  # labels, the focused window first

    @property
    def focused(self) -> Window:
        if not self.recency:
            raise NotFoundError("No window is open.", "Open a document or create a new one.")
        return self.find(self.recency[0])

    def find(self, label: str) -> Window:
        for window in self.windows:
            if window.label == label:
                return window
        kind = "tab" if label.startswith("tab-") else "window"
        tabs = f" Open tabs: {', '.join(self.tabs)}." if self.tabs else ""
        raise NotFoundError(
            f"There is no {kind} {label!r}.", f"Open windows: {', '.join(self.labels) or 'none'}.{tabs}"
        )

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(window.label for window in self.windows)

    @property
    def tabs(self) -> tuple[str, ...]:
        return tuple(tab for window in self.windows for tab in window.tabs)

    @property
    def closed(self) -> tuple[str, ...]:
        return tuple(tab for window in self.windows for tab in window.closed)

    def of_tab(self, tab: str) -> Window | None:
        return next((window for window in self.windows if tab in window.tabs), None)

    def free_label(self) -> str:
        if "main" not in self.labels:
            return "main"
        number = 2
        while f"window-{number}" in self.labels:
            number += 1
        return f"window-{number}"

    def put(self, window: Window) -> Windows:
        """These windows with one of them changed, or added."""
        if window.label not in self.labels:
            return Windows((*self.windows, window), (*self.recency, window.label))
        return replace(self, windows=tuple(window if each.label == window.label else each for each in self.windows))

    def focus(self, label: str) -> Windows:
        self.find(label)
        return replace(self, recency=(label, *(each for each in self.recency if each != label)))

    def close(self, label: str) -> Windows:
        """These windows without one, whose tabs the window then in front can reopen. The last is only emptied."""
        window = self.find(label)
        if len(self.windows) == 1:
            return self.put(Window(label, closed=(*window.closed, *window.tabs)[-MOST_CLOSED:]))
        rest = Windows(
            tuple(each for each in self.windows if each.label != label),
            tuple(each for each in self.recency if each != label),
        )
        heir = rest.focused
        return rest.put(replace(heir, closed=(*heir.closed, *window.closed, *window.tabs)[-MOST_CLOSED:]))

    def only(self, known: set[str]) -> Windows:
        """These windows with no tab but the known ones."""
        return replace(self, windows=tuple(window.only(known) for window in self.windows))
