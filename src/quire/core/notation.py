"""Content as plain JSON, and back: so that an intent can hold it."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from typing import TYPE_CHECKING, Any, cast

from quire.core import content as model
from quire.core.content import Content, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

_KIND = "is"
_KINDS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        model.Text, model.Link, model.Picture, model.Formula, model.Note, model.Break, model.Markup, model.Heading,
        model.Paragraph, model.Code, model.FormulaBlock, model.Quote, model.Item, model.List, model.Cell, model.Table,
        model.Term, model.Definitions, model.Rule, model.MarkupBlock,
    )
}  # fmt: skip


def to_json(content: Content) -> dict[str, Any]:
    """Content as plain JSON; what is as usual is left out."""
    return {"blocks": _said(content.blocks), "notes": {name: _said(blocks) for name, blocks in content.notes.items()}}


def from_json(said: Mapping[str, Any]) -> Content:
    """The content that JSON says."""
    return Content(_meant(said["blocks"]), {name: _meant(blocks) for name, blocks in said["notes"].items()})


def spans_to_json(spans: tuple[Span, ...]) -> list[Any]:
    """Spans as plain JSON."""
    return cast("list[Any]", _said(spans))


def spans_from_json(said: list[Any]) -> tuple[Span, ...]:
    """The spans that JSON says."""
    return cast("tuple[Span, ...]", _meant(said))


def _said(value: Any) -> Any:
    if is_dataclass(value):
        told = [(each, getattr(value, each.name)) for each in fields(value) if each.compare]
        unusual = {each.name: _said(it) for each, it in told if each.default is MISSING or it != each.default}
        return {_KIND: type(value).__name__, **unusual}
    if isinstance(value, frozenset):
        return sorted(value)
    return [_said(each) for each in value] if isinstance(value, tuple) else value


def _meant(said: Any) -> Any:
    if isinstance(said, list):
        return tuple(map(_meant, said))
    if not isinstance(said, dict):
        return said
    given = {key: _meant(each) for key, each in said.items() if key != _KIND}
    if "marks" in given:
        given["marks"] = frozenset(given["marks"])
    return _KINDS[said[_KIND]](**given)
