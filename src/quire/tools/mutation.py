"""Edits by names of blocks, by text and by context, all or nothing."""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, model_validator

from quire.core.anchor import Range
from quire.core.batch import Operation, changed_nodes, conflicts, hollowed, intents
from quire.core.document import write
from quire.core.errors import ConflictError, InvalidArgumentError, NotFoundError, QuireError
from quire.core.lines import Lines
from quire.tools.documents import Match, Reason, match_at
from quire.tools.fieldresults import outside, require_outside
from quire.tools.registry import tool
from quire.tools.schema import Answer, Arguments, InWindow, present
from quire.tools.sections import BaseRevision, EditMode
from quire.tools.structure import NodeId
from quire.workspace.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quire.core.document import Intent, Node
    from quire.core.past import Past
    from quire.workspace.session import OpenDocument
    from quire.workspace.store import Outcome

_RETURN = re.compile(r"\r\n?")
MOST_PROBLEMS = 20
"""How many problems are told in the message of a refusal."""

AfterNode = Annotated[str | None, Field(description="Node ID to go after; else to the start.")]


# Operations


class OperationArguments(Arguments):
    """One operation of a batch."""

    @abstractmethod
    def operation(self, document: OpenDocument, past: Past | None) -> Operation:
        """The operation on the blocks that its names mean."""


class WithContent(OperationArguments):
    """An operation that brings a text, under either name."""

    text: Annotated[str | None, Field(description="New content (markdown).")] = None
    content: Annotated[str | None, Field(description="Same as text.")] = None

    @model_validator(mode="after")
    def _one_text(self) -> WithContent:
        if (self.text is None) == (self.content is None):
            raise ValueError("it must have either text or content")
        return self

    @property
    def brought(self) -> dict[str, Any]:
        return {"content": self.text if self.text is not None else self.content}


class Update(WithContent):
    """Replace a block; its own marks stay if the content has none."""

    type: Literal["update"]
    node_id: NodeId

    def operation(self, document: OpenDocument, past: Past | None) -> Operation:
        return Operation("update", document.node(self.node_id, past), arguments=self.brought)


class Insert(WithContent):
    """Insert blocks after a block; after a list item, an item."""

    type: Literal["insert"]
    after: AfterNode = None

    def operation(self, document: OpenDocument, past: Past | None) -> Operation:
        return Operation("insert", after=_after(document, self.after, past), arguments=self.brought)


class Delete(OperationArguments):
    """Delete a block and all in it."""

    type: Literal["delete"]
    node_id: NodeId

    def operation(self, document: OpenDocument, past: Past | None) -> Operation:
        return Operation("delete", document.node(self.node_id, past))


class Format(OperationArguments):
    """Toggle a mark on a block's text, or change the block's type."""

    type: Literal["format"]
    node_id: NodeId
    mark: Literal["bold", "italic", "code", "strike", "underline", "highlight"] | None = None
    block_type: Literal["paragraph", "heading", "codeBlock", "blockquote"] | None = None
    level: Annotated[int | None, Field(ge=1, le=6, description="For a heading.")] = None
    language: Annotated[str | None, Field(description="For a code block.")] = None

    @model_validator(mode="after")
    def _one_wish(self) -> Format:
        if (self.mark is None) == (self.block_type is None):
            raise ValueError("it must have either mark or blockType")
        if (self.block_type == "heading") != (self.level is not None):
            raise ValueError("level belongs to blockType heading, which needs it")
        if self.language is not None and self.block_type != "codeBlock":
            raise ValueError("language belongs to blockType codeBlock")
        return self

    def operation(self, document: OpenDocument, past: Past | None) -> Operation:
        node = document.node(self.node_id, past)
        if self.mark:
            return Operation("format", node, arguments={"mark": self.mark}, verb="toggle_mark")
        wish = {"type": self.block_type, "level": self.level, "language": self.language}
        return Operation("format", node, arguments=wish, verb="set_block_type")


class Move(OperationArguments):
    """Move a block (a heading alone; move_section moves what is under it too)."""

    type: Literal["move"]
    node_id: NodeId
    after: AfterNode = None

    def operation(self, document: OpenDocument, past: Past | None) -> Operation:
        return Operation("move", document.node(self.node_id, past), _after(document, self.after, past))


def _after(document: OpenDocument, name: str | None, past: Past | None) -> Node | None:
    return document.node(name, past) if name is not None else None


# The batch


class BatchEdit(InWindow):
    operations: Annotated[
        list[Annotated[Update | Insert | Delete | Format | Move, Field(discriminator="type")]],
        Field(min_length=1, description="Operations; node IDs are those from before the batch."),
    ]
    base_revision: BaseRevision = None
    mode: EditMode = "suggest"
    reason: Reason = None


class Problem(Answer):
    operation: Annotated[int, Field(description="Number of the operation, from 0.")]
    code: str
    message: str
    hint: str


class BatchEdited(Answer):
    success: Annotated[bool, Field(description="False only in a dry run that found problems.")]
    changed_node_ids: Annotated[
        list[str],
        Field(description="Blocks changed or brought, as they are called now; of suggestions, those they are about."),
    ]
    suggestion_ids: Annotated[list[str], Field(description="One for each operation, if they wait for approval.")]
    message: str
    applied: bool
    problems: list[Problem] | None = present("What a dry run found wrong.")


@tool("mutation", writes=True, destructive=True, essential=True)
def batch_edit(session: Session, args: BatchEdit) -> BatchEdited:
    """Apply multiple operations (update, insert, delete, format, move) on blocks: all or nothing, one undo.

    By default each becomes a suggestion that waits for approval."""
    document = session.document(args.window_id)
    batch = _Batch(document, args)
    if args.mode == "dryRun":
        batch.find_problems()
        return batch.answer(None)
    batch.require_sound()
    return batch.answer(batch.propose())


class _Batch:
    """The operations of one call, and what is wrong with them."""

    def __init__(self, document: OpenDocument, args: BatchEdit) -> None:
        self.document = document
        self.args = args
        self.problems: dict[int, QuireError] = {}
        self.operations: dict[int, Operation] = {}
        past = document.past(args.base_revision)
        for number, given in enumerate(args.operations):
            try:
                self.operations[number] = given.operation(document, past)
            except QuireError as error:
                self.problems[number] = error
        self.operations = dict(zip(self.operations, self._hollowed(), strict=True))
        self._find_conflicts()
        self.intents = self._intents()

    def _hollowed(self) -> list[Operation]:
        return hollowed(self.document.document, list(self.operations.values()))

    def _find_conflicts(self) -> None:
        numbers = list(self.operations)
        for number, error in conflicts(list(self.operations.values())):
            self.problems.setdefault(numbers[number], error)

    def _intents(self) -> dict[int, Intent]:
        planned = intents(self.document.document, list(self.operations.values()))
        return dict(zip(self.operations, planned, strict=True))

    def find_problems(self) -> None:
        """Plan each operation by itself, to learn which are refused."""
        for number, intent in self.intents.items():
            if number in self.problems:
                continue
            try:
                self.document.document.plan(self.document.expressed(intent))
            except QuireError as error:
                self.problems[number] = error

    def require_sound(self) -> None:
        """Refuse the batch if anything is wrong with it, with all that is."""
        if self.problems:
            self.find_problems()
            raise self._refusal()

    def propose(self) -> Outcome:
        # Behind the last item of a list and behind the list is the same place: what goes deeper comes first.
        order = sorted(self.intents, key=lambda number: self.operations[number].depth_behind, reverse=True)
        chosen = (self.intents[number] for number in order)
        try:
            outcome = self.document.propose(*chosen, manner=self.args.mode, reason=self.args.reason)
        except QuireError:
            self.find_problems()
            if not self.problems:
                raise
            raise self._refusal() from None
        if not outcome.suggestions:
            return outcome
        staged = dict(zip(order, outcome.suggestions, strict=True))
        return replace(outcome, suggestions=tuple(staged[number] for number in sorted(staged)))

    def _refusal(self) -> QuireError:
        found = sorted(self.problems.items())
        told = [f"Operation {number}: {error.message}" for number, error in found[:MOST_PROBLEMS]]
        first = found[0][1]
        return type(first)(
            f"{len(found)} of {len(self.args.operations)} operations cannot be done, so nothing was changed. "
            + " ".join(told),
            f"{first.hint} mode dryRun tells the problem of each operation.",
        )

    def answer(self, outcome: Outcome | None) -> BatchEdited:
        nodes = self._changed(outcome)
        self.document.give_out(*nodes)
        count = f"{len(self.args.operations)} operation{'s' if len(self.args.operations) > 1 else ''}"
        if outcome is None:
            wrong = f"{len(self.problems)} of {count} cannot be done" if self.problems else f"{count} can be done"
            message = f"Dry run, nothing changed: {wrong}."
        else:
            message = outcome.tell(f"Applied {count}" if outcome.applied else f"Staged {count}")
        return BatchEdited(
            success=not self.problems,
            changed_node_ids=[node.id for node in nodes],
            suggestion_ids=[suggestion.id for suggestion in outcome.suggestions] if outcome else [],
            message=message,
            applied=bool(outcome and outcome.applied),
            problems=[
                Problem(operation=number, code=error.code, message=error.message, hint=error.hint)
                for number, error in sorted(self.problems.items())
            ]
            or None,
        )

    def _changed(self, outcome: Outcome | None) -> list[Node]:
        if outcome and outcome.applied:
            looks = [each.node.range for each in self.operations.values() if each.node and each.kind == "format"]
            return changed_nodes(self.document.document, outcome.transaction, looks)
        about = (operation.node or operation.after for operation in self.operations.values())
        return list({node.id: node for node in about if node}.values())


# By text


class DiffArguments(InWindow):
    """What the tools that find a text take in common."""

    mode: EditMode = "suggest"
    base_revision: BaseRevision = None
    reason: Reason = None


class ApplyDiff(DiffArguments):
    original: Annotated[str, Field(min_length=1, description="Text to find (literal, case-sensitive).")]
    replacement: Annotated[str, Field(description="Text to replace with. Empty deletes.")]
    match_policy: Annotated[
        Literal["first", "all", "nth", "error_if_multiple"], Field(description="Which matches to replace.")
    ] = "first"
    nth: Annotated[int | None, Field(ge=0, description="Which match to replace (0-indexed, for nth policy).")] = None


class DiffApplied(Answer):
    match_count: int
    applied_count: Annotated[int, Field(description="Replacements made; 0 if they wait for approval or are a dry run.")]
    matches: Annotated[list[Match], Field(description="The matches that are replaced, where they were found.")]
    suggestion_ids: list[str]
    message: str
    applied: bool


@tool("mutation", writes=True, destructive=True)
def apply_diff(session: Session, args: ApplyDiff) -> DiffApplied:
    """Find and replace text with match policy control.

    By default each replacement becomes a suggestion that waits for approval."""
    document = session.document(args.window_id)
    past = document.past(args.base_revision)
    text = past.document.text if past else document.text
    found = list(re.finditer(_pattern(args.original), text))
    lines = Lines(text)
    wanted = _chosen(args, found, lines)
    replacement = _as_written(document, args.replacement)
    edits = [write(place.start, place.end, replacement) for place in (_place(match, past) for match in wanted)]
    if args.match_policy == "nth":
        require_outside(document, edits[0], f"Match {args.nth} of {args.original!r}")
    chosen = outside(document, edits, args.original, 1 if args.match_policy == "first" else None)
    outcome = document.propose(*chosen.edits.values(), manner=args.mode, reason=args.reason)
    count = len(chosen.edits)
    return DiffApplied(
        match_count=len(found),
        applied_count=count if outcome.applied else 0,
        matches=[match_at(lines, wanted[number]) for number in chosen.edits],
        suggestion_ids=[suggestion.id for suggestion in outcome.suggestions],
        message=chosen.tell(outcome.tell(f"Replaced {count} of {len(found)} matches")),
        applied=outcome.applied,
    )


def _pattern(text: str) -> str:
    """An expression for a text; a line break in it fits any kind of line break."""
    return re.escape(_RETURN.sub("\n", text)).replace("\\\n", "(?:\\r\\n|\\r|\\n)")


def _as_written(document: OpenDocument, replacement: str) -> str:
    """A replacement with the line breaks of the document."""
    ending = document.document.line_ending
    return replacement if ending == "\n" or "\r" in replacement else replacement.replace("\n", ending)


def _place(match: re.Match[str], past: Past | None) -> Range:
    place = Range(*match.span())
    return past.place(place) if past else place


def _chosen(args: ApplyDiff, found: Sequence[re.Match[str]], lines: Lines) -> Sequence[re.Match[str]]:
    """The matches that the policy chooses among; of all of them, it takes the first that can be replaced."""
    if args.nth is not None and args.match_policy != "nth":
        raise InvalidArgumentError(
            f"Argument 'nth' is {args.nth}, but matchPolicy is {args.match_policy!r}.",
            "Use matchPolicy nth, or no nth.",
        )
    if not found:
        raise NotFoundError(
            f"{args.original!r} does not occur in the document.",
            "It is found literally: white space, quotation marks and markup too. Try less of it, with document_search.",
        )
    match args.match_policy:
        case "nth":
            return [found[_index(args.nth, len(found))]]
        case "error_if_multiple" if len(found) > 1:
            raise ConflictError(
                f"{args.original!r} occurs {len(found)} times, on lines {_line_numbers(found, lines)}.",
                "Give more of the text around it, or choose with matchPolicy nth, first or all.",
            )
    return found


def _index(nth: int | None, count: int) -> int:
    if nth is None:
        raise InvalidArgumentError("matchPolicy 'nth' needs the argument 'nth'.", f"Give nth from 0 to {count - 1}.")
    if nth >= count:
        raise InvalidArgumentError(
            f"There is no match {nth}: the text occurs {count} times.", f"Give nth from 0 to {count - 1}."
        )
    return nth


def _line_numbers(found: Sequence[re.Match[str]], lines: Lines) -> str:
    shown = [str(lines.at(match.start()) + 1) for match in found[:MOST_PROBLEMS]]
    return ", ".join(shown) + (", …" if len(found) > MOST_PROBLEMS else "")


# By context


class Anchor(Arguments):
    text: Annotated[str, Field(min_length=1, description="Text to replace.")]
    before_context: Annotated[str, Field(description="What stands directly before it.")] = ""
    after_context: Annotated[str, Field(description="What stands directly behind it.")] = ""


class ReplaceAnchored(DiffArguments):
    anchor: Annotated[Anchor, Field(description="The text, and enough around it to tell it from others like it.")]
    replacement: Annotated[str, Field(description="Replacement text. Empty deletes.")]


class AnchoredReplaced(Answer):
    message: str
    applied: bool
    suggestion_id: str | None = present("Present when the edit waits for approval.")
    match: Annotated[Match, Field(description="What is replaced, where it was found.")]


@tool("mutation", writes=True, destructive=True)
def replace_text_anchored(session: Session, args: ReplaceAnchored) -> AnchoredReplaced:
    """Replace a text that is told apart by what stands directly before and behind it.

    It must fit exactly one place, else nothing changes. By default this makes a suggestion that waits for approval."""
    document = session.document(args.window_id)
    past = document.past(args.base_revision)
    match = _only_match(args.anchor, past.document.text if past else document.text)
    place = _place(match, past)
    content = _as_written(document, args.replacement)
    outcome = document.propose(write(place.start, place.end, content), manner=args.mode, reason=args.reason)
    return AnchoredReplaced(
        message=outcome.tell(f"Replaced {args.anchor.text!r}"),
        applied=outcome.applied,
        suggestion_id=outcome.suggestion_id,
        match=match_at(Lines(match.string), match),
    )


def _only_match(anchor: Anchor, text: str) -> re.Match[str]:
    """The one place where the text stands between its contexts."""
    found = list(_overlapping(re.compile(_pattern(anchor.text)), text))
    before, after = (
        re.compile(expression)
        for expression in (f"(?:{_pattern(anchor.before_context)})\\Z", _pattern(anchor.after_context))
    )
    reach = 2 * len(anchor.before_context)  # a line break may be two characters in the document
    fits = [
        match
        for match in found
        if before.search(text, max(0, match.start() - reach), match.start()) and after.match(text, match.end())
    ]
    if len(fits) == 1:
        return fits[0]
    lines = Lines(text)
    if fits:
        raise ConflictError(
            f"{anchor.text!r} fits {len(fits)} places, on lines {_line_numbers(fits, lines)}.",
            "Give more of what stands before or behind it in beforeContext and afterContext.",
        )
    where = (
        f"it occurs on lines {_line_numbers(found, lines)}, but not between these contexts"
        if found
        else "it does not occur"
    )
    raise NotFoundError(
        f"{anchor.text!r} was not found: {where}.",
        "Text and contexts are compared literally, white space, line breaks and markup included.",
    )


def _overlapping(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    match = pattern.search(text)
    while match:
        yield match
        match = pattern.search(text, match.start() + 1)
