"""What each tool is asked for, as an independent parser must find it afterwards: one function per tool.

Each gets a call that changed a document, as the leaves that marko reads before and after it, and asserts that those
which changed are what was asked. That all others are the same is checked first, for every tool alike.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from quire.core.words import word_at
from quire.formats.markdown.blocks import parse
from tests.oracle import Glyph, Leaf, read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tests.oracle import Mark

    Rows = list[list[Leaf]]

LISTS = ("bullet", "ordered")
MARKS = {"bold": "strong", "italic": "emphasis", "strike": "strikethrough", "code": "code"}
TAGS = ("<u>", "</u>")


@dataclass(frozen=True)
class Done:
    """A call that was not refused: what it was given, the selection, and the text before and after it."""

    tool: str
    arguments: dict[str, Any]
    start: int
    end: int
    source: str
    result: str

    @cached_property
    def before(self) -> list[Leaf]:
        return read(self.source)

    @cached_property
    def after(self) -> list[Leaf]:
        return read(self.result)

    @cached_property
    def _alike(self) -> tuple[int, int]:
        """How many leaves are the same at the beginning, and at the end."""
        most = min(len(self.before), len(self.after))
        first = 0
        while first < most and self.before[first] == self.after[first]:
            first += 1
        last = 0
        while last < most - first and self.before[-1 - last] == self.after[-1 - last]:
            last += 1
        return first, last

    @property
    def old(self) -> list[Leaf]:
        """The leaves that were changed."""
        first, last = self._alike
        return self.before[first : len(self.before) - last]

    @property
    def new(self) -> list[Leaf]:
        """What they were changed to."""
        first, last = self._alike
        return self.after[first : len(self.after) - last]

    @property
    def both(self) -> tuple[tuple[str, list[Leaf]], tuple[str, list[Leaf]]]:
        """The source and the leaves that were changed, before and after."""
        return (self.source, self.old), (self.result, self.new)

    def is_selected(self, leaf: Leaf) -> bool:
        """Whether the selection, or the line of the cursor, touches a leaf."""
        start = self.source.rfind("\n", 0, leaf.start) + 1
        end = leaf.start + len(self.source[leaf.start : leaf.end].rstrip())
        return start <= self.end and self.start <= self.source.find("\n", end) % (len(self.source) + 1)


def letters(text: str) -> str:
    """The letters and digits of a text: they stay, whatever the markup becomes."""
    return "".join(filter(str.isalnum, text))


def spelling(leaves: Iterable[Leaf]) -> str:
    return "".join(letters(leaf.text) for leaf in leaves)


def texts(leaves: Iterable[Leaf]) -> list[tuple[str, str]]:
    """What leaves are and say, wherever they stand."""
    return [(leaf.kind, leaf.text) for leaf in leaves]


def same_words(one: Leaf, other: Leaf) -> bool:
    """Whether leaves say the same, with the same marks."""
    return one.words == other.words


# Blocks


def set_type(done: Done) -> None:
    if said(done.old) == said(done.new) and len(done.new) > len([leaf for leaf in done.old if leaf.kind != "empty"]):
        return made_empty(done)
    return _TURNED[done.arguments["type"]](done)


def toggle_type(done: Done) -> None:
    """Turned into blocks of the type, or back into paragraphs if all had it."""
    kind = done.arguments["type"]
    had = "quote" in done.old[0].kinds if kind == "blockquote" and done.old else False
    return to_paragraph(done) if had else set_type(done)


def made_empty(done: Done) -> None:
    """On a blank line there is nothing to turn: the block is made, with nothing in it."""
    kinds = {"heading": "heading", "codeBlock": "code"}
    (made,) = (leaf for leaf in done.new if not leaf.text and leaf not in done.old)
    assert made.kind == kinds.get(done.arguments["type"], "empty")


def to_heading(done: Done) -> None:
    assert len(done.old) == len(done.new)
    for old, new in zip(done.old, done.new, strict=True):
        assert old == new or (new.kind, new.details, new.around) == ("heading", (done.arguments["level"],), old.around)
        assert same_words(old, new) or old.kind == "code"
        assert old == new or done.is_selected(old)
    keeps_letters(done)


def to_code(done: Done) -> None:
    assert len(done.old) == len(done.new)
    for old, new in zip(done.old, done.new, strict=True):
        assert old == new or (new.kind, new.around) == ("code", old.around)
        assert old == new or new.details == (done.arguments.get("language") or "",)
        assert letters(old.text if old.kind == "code" else done.source[old.start : old.end]) == letters(new.text)
        assert old == new or done.is_selected(old)


def to_quote(done: Done) -> None:
    """Each block in a quote of its own, or in one with its neighbours; code may have become several paragraphs."""
    keeps_letters(done)
    for new in done.new:
        assert new in done.old or (new.kind in ("paragraph", "empty") and new.kinds[-1] == "quote")
    if len(done.old) == len(done.new):
        for old, new in zip(done.old, done.new, strict=True):
            assert old == new or new.kinds == (*old.kinds, "quote")
            assert same_words(old, new) or old.kind == "code"


def to_paragraph(done: Done) -> None:
    """A paragraph of the same words; one that was a paragraph already leaves its quote, with what is in its block."""
    keeps_letters(done)
    around = {kinds for old in done.old for kinds in (old.kinds, *without_one(old.kinds, "quote"))}
    assert {leaf.kinds for leaf in done.new} <= around
    if any(leaf.kind == "code" for leaf in done.old):
        return  # it may have become several paragraphs
    with_text = ([leaf for leaf in leaves if leaf.text] for leaves in (done.old, done.new))
    for old, new in zip(*with_text, strict=True):
        assert same_words(old, new)
        assert new.kind in (old.kind, "paragraph")
        if done.arguments["type"] == "paragraph" and old.kind == "heading":
            assert new.kind == "paragraph" or not done.is_selected(old)


def keeps_letters(done: Done) -> None:
    """What was code is the source of the paragraphs that it becomes."""
    old, new = (
        "".join(letters(leaf.text if leaf.kind == "code" else source[leaf.start : leaf.end]) for leaf in leaves)
        for source, leaves in done.both
    )
    assert old == new


_TURNED: dict[str, Callable[[Done], None]] = {
    "heading": to_heading,
    "codeBlock": to_code,
    "blockquote": to_quote,
    "paragraph": to_paragraph,
}


def without_one(kinds: tuple[str, ...], which: str) -> list[tuple[str, ...]]:
    """The kinds of containers, each time without one of those."""
    return [(*kinds[:at], *kinds[at + 1 :]) for at, kind in enumerate(kinds) if kind == which]


# What is put in as a block


def insert_rule(done: Done) -> None:
    inserted(done, "rule", "")


def insert_formula(done: Done) -> None:
    """Marko knows no formulas: the block is a paragraph to it."""
    inserted(done, "paragraph", "$$x^2$$")


def insert_diagram(done: Done) -> None:
    (made,) = inserted(done, "code", "graphTDA-->B")
    assert made.details == ("mermaid",)


def insert_table(done: Done) -> None:
    made = inserted(done, "cell", "")
    (rows,) = tables(made)
    assert [len(row) for row in rows] == [done.arguments["cols"]] * done.arguments["rows"]


def inserted(done: Done, kind: str, text: str) -> list[Leaf]:
    """What is new, of one kind; a paragraph may have been split there, and an empty container filled."""
    made = [leaf for leaf in done.new if is_like(leaf, kind, text) and leaf not in done.old]
    assert "".join(leaf.text for leaf in made) == text
    assert made
    if kind == "rule":
        assert len([leaf for leaf in done.new if leaf.kind == kind]) == 1 + sum(leaf.kind == kind for leaf in done.old)
    was, rest = (
        [leaf for leaf in leaves if leaf.kind not in ("empty", "rule") and leaf not in made]
        for leaves in (done.old, done.new)
    )
    assert [leaf.kind for leaf in rest] in ([leaf.kind for leaf in was], ["paragraph", *(leaf.kind for leaf in was)])
    assert "".join(leaf.text for leaf in rest) == "".join(leaf.text for leaf in was)
    assert len(rest) <= len(was) + 1
    return made


def is_like(leaf: Leaf, kind: str, text: str) -> bool:
    return (leaf.kind, leaf.text) == (kind, text)


# Text put in


def insert_inline_formula(done: Done) -> None:
    put_in(done, "$x^2$")


def insert_wiki_link(done: Done) -> None:
    put_in(done, "[[Page|text]]")


def put_in(done: Done, text: str) -> None:
    """A text more in one leaf, or as a paragraph of its own; marko knows neither formulas nor wiki links."""
    old, new = ("".join(leaf.text for leaf in leaves) for leaves in (done.old, done.new))
    assert len(done.new) - 1 <= len(done.old) <= len(done.new)
    assert Counter(new) - Counter(old) == Counter(text)
    assert text in new
    if len(done.old) == len(done.new) and done.old[0].kind != "empty":
        leaves_keep_their_kind(done)


# Lists


def toggle_list(done: Done) -> None:
    """Blocks become items of a list of the kind; a list of another kind becomes one; of that kind, it is turned off."""
    if len(said(done.new)) == len(said(done.old)) and len(done.new) > len(done.old):
        begun(done)
        return
    old_leaves, new_leaves = ([leaf for leaf in leaves if not is_empty(leaf)] for leaves in (done.old, done.new))
    assert texts(old_leaves) == texts(new_leaves)
    for old, new in zip(old_leaves, new_leaves, strict=True):
        assert depth(new) <= depth(old) + 1
        if depth(new) < depth(old):
            assert done.arguments["type"] in list_kinds(old)
        elif depth(new) > depth(old) or list_kind(new) != list_kind(old):
            assert done.arguments["type"] in list_kinds(new)


def begun(done: Done) -> None:
    """A list of one empty item, on a blank line; an empty task is a box and no text, which is no task to marko."""
    made = [leaf for leaf in done.new if leaf not in done.old]
    assert any(list_kind(leaf) and leaf.text in ("", "[]") for leaf in made)
    assert said(done.new) == said(done.old)


def said(leaves: Iterable[Leaf]) -> list[tuple[str, str]]:
    """What leaves are and say, but those which say nothing."""
    return texts(leaf for leaf in leaves if not is_empty(leaf))


def is_empty(leaf: Leaf) -> bool:
    """Whether there is nothing in a leaf; a box without text is no task to marko, but text."""
    return leaf.text in ("", "[]") and leaf.kind != "rule"


def indent(done: Done) -> None:
    nested(done, 1)


def outdent(done: Done) -> None:
    nested(done, -1)


def nested(done: Done, step: int) -> None:
    """The item at the cursor, and what is in it, one level further in or out; the other items are where they were.

    An empty item may have come or gone with what is in it."""
    old, new = ([leaf for leaf in leaves if leaf.kind != "empty"] for leaves in (done.old, done.new))
    assert texts(old) == texts(new)
    steps = [depth(after) - depth(before) for before, after in zip(old, new, strict=True)]
    assert set(steps) <= {0, step}
    went = [leaf for leaf, each in zip(old, steps, strict=True) if each]
    if went:
        assert done.source.rfind("\n", 0, went[0].start) <= done.end
    else:
        assert (depths(empties(done.new)) - depths(empties(done.old))) * step > 0


def empties(leaves: Iterable[Leaf]) -> list[Leaf]:
    return [leaf for leaf in leaves if leaf.kind == "empty"]


def depth(leaf: Leaf) -> int:
    return leaf.kinds.count("item")


def depths(leaves: Iterable[Leaf]) -> int:
    return sum(map(depth, leaves))


def list_kind(leaf: Leaf) -> str | None:
    """The kind of the innermost list around a leaf."""
    kinds = list_kinds(leaf)
    return kinds[-1] if kinds else None


def list_kinds(leaf: Leaf) -> list[str]:
    """The kinds of the lists around a leaf. Only the first paragraph of a task tells that it is one."""
    kinds = [kind.split()[0] for kind in leaf.kinds if kind.split()[0] in LISTS]
    is_task = leaf.kind == "paragraph" and leaf.details
    is_first = all(container.begins for container in leaf.around if container.kind == "item")
    return kinds if is_first and not is_task else [*kinds, "task"]


# Tables


def tables(leaves: Iterable[Leaf]) -> list[Rows]:
    """The tables among leaves, each as rows of cells."""
    found: list[Rows] = []
    for leaf in leaves:
        if leaf.kind != "cell":
            continue
        table, row = leaf.around[-2:]
        if table.begins:
            found.append([])
        if row.begins:
            found[-1].append([])
        found[-1][-1].append(leaf)
    return found


def delete_table(done: Done) -> None:
    assert {leaf.kind for leaf in done.old} == {"cell"}
    assert [leaf.kind for leaf in done.new] in ([], ["empty"])


@dataclass(frozen=True)
class TableEdit:
    """The table of the cursor before and after, as the texts of its cells, and the place of the cursor in it."""

    old: list[list[tuple[Glyph, ...]]]
    new: list[list[tuple[Glyph, ...]]]
    row: int
    column: int

    @classmethod
    def of(cls, done: Done) -> TableEdit:
        before, after = tables(done.before), tables(done.after)
        assert len(before) == len(after)
        changed = [number for number, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
        at = next(number for number, rows in reversed(list(enumerate(before))) if start_of(done, rows[0]) <= done.end)
        assert changed in ([], [at])
        others = [leaf for leaf in done.old + done.new if leaf.kind != "cell"]
        assert not others
        return cls(contents(before[at]), contents(after[at]), *place(done, before[at]))


def contents(rows: Rows) -> list[list[tuple[Glyph, ...]]]:
    return [[cell.words for cell in row] for row in rows]


def start_of(done: Done, row: list[Leaf]) -> int:
    return done.source.rfind("\n", 0, max(row[0].start, 0)) + 1


def place(done: Done, rows: Rows) -> tuple[int, int]:
    """The row and the column of the cursor: so many pipes stand before it on its line."""
    row = max((number for number, row in enumerate(rows) if start_of(done, row) <= done.end), default=0)
    line = done.source.rfind("\n", 0, done.end) + 1
    content = re.sub(r"^(?:[ \t>]|[-+*][ \t]|\d+[.)][ \t])*", "", done.source[line : done.end])
    pipes = len(re.findall(r"(?<!\\)\|", content)) - content.startswith("|")
    written = [cell for cell in rows[row] if cell.start < cell.end]
    return row, min(max(0, pipes), len(written) - 1)


def add_row(done: Done) -> None:
    edit = TableEdit.of(done)
    at = edit.row + (done.arguments["position"] == "after")
    assert edit.new == [*edit.old[:at], [()] * len(edit.old[0]), *edit.old[at:]]


def delete_row(done: Done) -> None:
    edit = TableEdit.of(done)
    assert edit.row > 0
    assert edit.new == [*edit.old[: edit.row], *edit.old[edit.row + 1 :]]


def add_column(done: Done) -> None:
    edit = TableEdit.of(done)
    at = edit.column + (done.arguments["position"] == "after")
    assert edit.new == [[*row[:at], (), *row[at:]] for row in edit.old]


def delete_column(done: Done) -> None:
    edit = TableEdit.of(done)
    assert edit.new == [[*row[: edit.column], *row[edit.column + 1 :]] for row in edit.old]


def toggle_header(done: Done) -> None:
    edit = TableEdit.of(done)
    if any(edit.old[0]):
        assert edit.new == [[()] * len(edit.old[0]), *edit.old]
    else:
        assert edit.new == edit.old[1:]


# Marks


def leaves_keep_their_kind(done: Done) -> None:
    assert len(done.old) == len(done.new)
    for old, new in zip(done.old, done.new, strict=True):
        assert (old.around, old.kind, old.details) == (new.around, new.kind, new.details)


def chosen(done: Done) -> tuple[int, int]:
    """The selection, or the word at the cursor."""
    if done.start < done.end:
        return done.start, done.end
    return word_at(done.source, done.start) or (done.start, done.end)


def toggle_mark(done: Done) -> None:
    leaves_keep_their_kind(done)
    name = done.arguments["mark"]
    if name in ("highlight", "underline"):
        same_but_for_signs(done, ("=",) if name == "highlight" else ("+", *TAGS))
        return
    start, end = chosen(done)
    mark, is_code = MARKS[name], name == "code"
    if is_code and [*map(single_letters, done.old)] != [*map(single_letters, done.new)]:
        return  # code shows the source of links and the like that are in it, and without it they are some again
    pairs = [pair for old, new in zip(done.old, done.new, strict=True) for pair in glyph_pairs(old, new)]
    picked = [old for old, _ in pairs if is_touched(done, old, start, end)]
    if not picked:
        return  # nothing but signs was selected
    is_on = not all(mark in old.marks for old in picked)
    for old, new in pairs:
        if any("image" in each for each in old.marks):
            continue  # an image is marked as a whole
        wanted = is_on if is_touched(done, old, start, end) else mark in old.marks
        assert (mark in new.marks) == wanted, (old, new)
        assert is_code or set_marks(old) - {mark} == set_marks(new) - {mark}, (old, new)


def is_touched(done: Done, glyph: Glyph, start: int, end: int) -> bool:
    """Whether a range touches a glyph, which may be written as an entity."""
    if glyph.at is None:
        return False
    written = re.compile(r"&#?\w+;|\\.|.", re.DOTALL).match(done.source, glyph.at)
    return glyph.at < end and start < (written.end() if written else glyph.at + 1)


def glyph_pairs(old: Leaf, new: Leaf) -> list[tuple[Glyph, Glyph]]:
    """The letters of a leaf before and after: they are the same."""
    assert single_letters(old) == single_letters(new)
    before, after = ([glyph for glyph in leaf.glyphs if glyph.is_letter] for leaf in (old, new))
    return list(zip(before, after, strict=True))


def single_letters(leaf: Leaf) -> str:
    """The letters of a leaf, without those of HTML tags."""
    return "".join(glyph.text for glyph in leaf.glyphs if glyph.is_letter)


def same_but_for_signs(done: Done, signs: Sequence[str]) -> None:
    """Marko does not know the mark: to it nothing but the signs has come or gone."""
    for old, new in zip(done.old, done.new, strict=True):
        seen, still = ([glyph for glyph in leaf.words if glyph.text not in signs] for leaf in (old, new))
        assert [glyph.text for glyph in seen] == [glyph.text for glyph in still]
        assert [*map(set_marks, seen)] == [*map(set_marks, still)]


def set_marks(glyph: Glyph) -> set[Mark]:
    """The marks that are set: a bare address is a link, or none, by the characters that stand next to it."""
    return {mark for mark in glyph.marks if mark[0] != "bare"}


def links(glyph: Glyph) -> set[tuple[str, str, str]]:
    return {mark for mark in glyph.marks if isinstance(mark, tuple) and mark[0] == "link"}


def set_link(done: Done) -> None:
    leaves_keep_their_kind_or_one_is_new(done)
    wanted = ("link", done.arguments["href"], done.arguments.get("title") or "")
    if not any(leaf.text for leaf in done.new):
        return  # a link that shows nothing
    assert any(wanted in glyph.marks for leaf in done.new for glyph in leaf.glyphs)
    if spelling(done.old) != spelling(done.new):  # a link was inserted that shows its address
        assert done.start == done.end or not done.source[done.start : done.end].strip()
        shown = "".join(glyph.text for leaf in done.new for glyph in leaf.glyphs if wanted in glyph.marks)
        assert shown == done.arguments["href"]
        return
    for old_leaf, new_leaf in zip(done.old, done.new, strict=True):
        for old, new in glyph_pairs(old_leaf, new_leaf):
            assert links(new) in ({wanted}, links(old))
            if is_touched(done, old, done.start, done.end):
                assert wanted in new.marks
            assert set_marks(old) - links(old) == set_marks(new) - links(new)


def leaves_keep_their_kind_or_one_is_new(done: Done) -> None:
    if done.old and done.old[0].kind != "empty":
        leaves_keep_their_kind(done)
    else:
        assert len(done.new) == 1


def remove_link(done: Done) -> None:
    leaves_keep_their_kind(done)
    for old_leaf, new_leaf in zip(done.old, done.new, strict=True):
        for old, new in glyph_pairs(old_leaf, new_leaf):
            assert set_marks(old) - links(old) == set_marks(new) - links(new)
            assert links(new) == links(old) or not links(new)


def clear(done: Done) -> None:
    leaves_keep_their_kind(done)
    start, end = chosen(done)
    for old_leaf, new_leaf in zip(done.old, done.new, strict=True):
        for old, new in glyph_pairs(old_leaf, new_leaf):
            if is_touched(done, old, start, end) and not any("image" in mark for mark in old.marks):
                assert not set_marks(new)


# Where the oracle errs, or knows less than we do

TABLE_IN_ITEM = re.compile(r"^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t>]+)+\|.*\|", re.MULTILINE)
SIGNS_IN_TAG = re.compile(r"<[a-zA-Z][^>\n]*(?:[`*\]]|__)")
INDENTED_QUOTE = re.compile(r"^ +>(?: {2}|\t)", re.MULTILINE)
OPEN_TITLE = re.compile(r"^[ \t>]*\[[^\]]*\]:.*\n[ \t>]*[\"'(]", re.MULTILINE)

MISREAD = (TABLE_IN_ITEM, SIGNS_IN_TAG, INDENTED_QUOTE, OPEN_TITLE)


@lru_cache(maxsize=100)
def is_misread(text: str) -> bool:
    """Whether marko errs about a text.

    It sees no table on the first line of an item, finds code and emphasis in tags and addresses, takes what begins
    like a link definition, but is none, for one that goes on behind the paragraph, and miscounts the columns behind the
    mark of a quote that is indented."""
    paragraphs = (text[block.start : block.end] for block in parse(text).walk() if block.type == "paragraph")
    is_label = any("]:" in paragraph for paragraph in paragraphs)
    return is_label or any(pattern.search(text) for pattern in MISREAD)


def is_beyond_marko(done: Done) -> bool:
    """Whether a call is about spans that marko does not know, or signs that it misreads.

    Wiki links and formulas are text to it; three or more signs side by side, and signs next to those that strike a
    text out, it pairs otherwise than the specifications say."""
    touched = "".join(source[leaf.start : leaf.end] for source, leaves in done.both for leaf in leaves)
    is_about_text = done.tool.startswith(("format_", "block_insert_", "insert_", "table_insert"))
    known = r"\[\[|\$" if done.tool.startswith("format_") else r"(?!)"
    return is_about_text and bool(re.search(rf"[*_]{{3,}}|~[*_]|[*_]~|{known}", touched))


def check(done: Done) -> None:
    """Assert that what was asked is what was done."""
    if not (is_misread(done.source) or is_misread(done.result) or is_beyond_marko(done)):
        WISHES[done.tool](done)


WISHES: dict[str, Callable[[Done], None]] = {
    "block_set_type": set_type,
    "block_toggle": toggle_type,
    "block_insert_horizontal_rule": insert_rule,
    "insert_math_block": insert_formula,
    "insert_mermaid": insert_diagram,
    "table_insert": insert_table,
    "insert_math_inline": insert_inline_formula,
    "insert_wiki_link": insert_wiki_link,
    "list_toggle": toggle_list,
    "list_indent": indent,
    "list_outdent": outdent,
    "table_delete": delete_table,
    "table_add_row": add_row,
    "table_delete_row": delete_row,
    "table_add_column": add_column,
    "table_delete_column": delete_column,
    "table_toggle_header_row": toggle_header,
    "format_toggle": toggle_mark,
    "format_set_link": set_link,
    "format_remove_link": remove_link,
    "format_clear": clear,
}
