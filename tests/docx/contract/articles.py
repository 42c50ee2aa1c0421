"""The articles of a contract: its definitions, and the clauses after them."""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING

from tests.docx.contract.outline import DEFINITION_ITEMS, Clause, Numbering
from tests.docx.contract.prose import BOILERPLATE, DERIVED_NOUNS, DERIVED_TERMS, INCLUSIONS, TAILS, TERMS, stop_after
from tests.docx.specimen import (
    Flow,
    Paragraph,
    Text,
    bold,
    bookmark,
    comment_end,
    comment_start,
    deleted,
    inserted,
    moved_from,
    moved_to,
    p,
    run,
    textbox,
    underlined,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.docx.contract.drafting import Draft

SEPARATOR = "<w:vanish/><w:specVanish/>"
"""The look of a paragraph mark that is a style separator: the next paragraph goes on in the same line."""


def write_articles(draft: Draft, terms: int) -> Iterator[Flow]:
    """All articles, the first of which defines so many terms."""
    definitions, *articles = draft.outline.articles
    yield from _definitions(draft, definitions, terms)
    for place, article in enumerate(articles):
        yield _heading(draft, article, "Heading1")
        for clause in article.children:
            yield from _clause(draft, clause)
        if place % 4 == 1:
            yield draft.body(draft.prose.one_of(BOILERPLATE), "BodyTextIndent")
        if place == 1:
            yield p(textbox(p("Draft for discussion. Subject to contract.", style="TableText")), style="BodyText")
        if place % 6 == 2:
            yield from _moved(draft, article)
        if place % 5 == 4:
            yield p(style="BodyText")


# Clauses


def _heading(draft: Draft, clause: Clause, style: str, mark_look: str = "") -> Paragraph:
    """A title on a line of its own, or before a style separator."""
    draft.labels[clause.id] = clause.number.label
    text: Text = clause.title
    for name in filter(None, (clause.bookmark, clause.entry)):
        text = bookmark(name, text)
    return p(text, style=style, id=clause.id, mark_look=mark_look)


def _clause(draft: Draft, clause: Clause) -> Iterator[Paragraph]:
    chance, prose, number = draft.chance, draft.prose, clause.number
    prose.choose_sides()
    lead, kind = prose.lead(clause.about)
    words = prose.sentences(chance.randint(2, 5), clause.about)
    words = f"{words} {lead}" if clause.children else words
    match clause.layout:
        case "separated":
            yield _heading(draft, clause, "Heading2", mark_look=SEPARATOR)
            yield draft.body(f". {words}", "ClauseText", source=number)
        case "headed":
            yield _heading(draft, clause, "Heading2")
            yield draft.body(words, "BodyTextIndent")
        case "run-in":
            title = chance.choice((underlined, bold))(clause.title)
            opening: tuple[Text, ...] = (title, ". ") if chance.random() < 0.7 else (bold(f"{clause.title}:"), " ")
            yield _numbered(draft, clause, words, before=opening)
        case "plain":
            yield _numbered(draft, clause, words)
    yield from _items(draft, clause, kind)


def _numbered(draft: Draft, clause: Clause, words: str, before: Sequence[Text] = ()) -> Paragraph:
    """A clause of the second level, numbered by itself and not by its style, so that no contents list it."""
    return draft.numbered(
        clause.number, "ClauseBody", words, before=before, id=clause.id, list_level=(1, 1), name=clause.bookmark
    )


def _items(draft: Draft, clause: Clause, kind: str) -> Iterator[Paragraph]:
    items = clause.children
    texts = draft.prose.items(kind, len(items), clause.about)
    for place, (item, text) in enumerate(zip(items, texts, strict=True)):
        stop = stop_after(place, len(items))
        if not item.children:
            yield _item(draft, item, "Clause3", text + stop, is_new=0 < place < len(items) - 1)
            continue
        yield _item(draft, item, "Clause3", f"{text}{TAILS[kind]}:")
        inner = draft.prose.subitems(len(item.children))
        for number, (subitem, subtext) in enumerate(zip(item.children, inner, strict=True)):
            ending = stop if number == len(inner) - 1 else stop_after(number, len(inner))
            yield _item(draft, subitem, "Clause4", subtext + ending)


def _item(draft: Draft, item: Clause, style: str, words: str, *, is_new: bool = False) -> Paragraph:
    if is_new and not item.bookmark and draft.is_due("new item", 60):
        draft.labels[item.id] = item.number.label
        author = draft.author()
        return p(inserted(*draft.text(words, item.number), author=author), style=style, id=item.id, mark="inserted",
                 author=author)  # fmt: skip
    return draft.numbered(item.number, style, words, id=item.id, name=item.bookmark)


def _moved(draft: Draft, article: Clause) -> Iterator[Paragraph]:
    """A paragraph that someone moved after the next one, and a last one that stayed."""
    about = article.children[0].about
    text = draft.prose.sentences(1, about)
    name, author = f"move{draft.package.number('move name', 190_000_001)}", draft.author()
    content = draft.text(text.replace("{ref}", "Article 1").replace("{schedule}", "the Schedules"))
    yield p(moved_from(*content, name=name, author=author), style="BodyTextIndent", mark="moved from", author=author)
    yield draft.body(draft.prose.sentences(2, about), "BodyTextIndent")
    yield p(moved_to(*content, name=name, author=author), style="BodyTextIndent", mark="moved to", author=author)
    yield draft.body(draft.prose.one_of(BOILERPLATE), "BodyTextIndent")


# Definitions

_STRUCK = "Ancillary Services"
"""A term that someone struck out."""
_INCLUSIVE = ("Confidential Information", "Losses", "Records", "Services")
"""Terms that list what they include."""
_FATES = ("formatted", "inserted", "commented")
"""What happens to some other terms."""


def _definitions(draft: Draft, article: Clause, count: int) -> Iterator[Flow]:
    definitions, *rest = article.children
    yield _heading(draft, article, "Heading1")
    yield _heading(draft, definitions, "Heading2")
    yield draft.body("In this Agreement, unless the context requires otherwise:", "BodyTextIndent")
    terms = sorted(_terms(draft, count))
    ordinary = [term for term in terms if term not in (_STRUCK, *_INCLUSIVE)]
    fates = dict(zip(ordinary[1::2], _FATES, strict=False))
    for term in terms:
        yield from _definition(draft, term, fates.get(term))
    yield draft.body("Terms that are not defined in this Article have their ordinary meaning.", "BodyTextIndent")
    for clause in rest:
        yield from _clause(draft, clause)


def _terms(draft: Draft, count: int) -> list[str]:
    """Terms to define: those that every contract has, then others with a meaning of their own, then derived ones."""
    others = [term for term in TERMS if term not in (_STRUCK, *_INCLUSIVE)]
    derived = [f"{noun} {kind}" for noun, kind in product(DERIVED_NOUNS, DERIVED_TERMS)]
    for each in (others, derived):
        draft.chance.shuffle(each)
    return [*islice((_STRUCK, *_INCLUSIVE, *others, *derived), count)]


def _definition(draft: Draft, term: str, fate: str | None) -> Iterator[Paragraph]:
    """A definition; some show what happens to definitions in a negotiation."""
    draft.prose.choose_sides()
    meaning, author = draft.prose.definition(term), draft.author()
    content = _defined(run(term, style="DefinedTerm"), draft.text(meaning))
    if term == _STRUCK:
        yield p(deleted(*content, author=author), style="Definition", mark="deleted", author=author)
    elif term in _INCLUSIVE:
        yield p(*content[:-1], ", including:", style="Definition")
        yield from _inclusions(draft)
    elif fate == "formatted":
        content[1] = run(term, bold=True, was="", author=author)
        yield p(*content, style="Definition")
    elif fate == "inserted":
        yield p(inserted(*content, author=author), style="Definition", mark="inserted", author=author)
    elif fate == "commented":
        text, author, replies, is_resolved = draft.next_thread()
        start = comment_start(text, author=author, replies=replies, resolved=is_resolved)
        yield p(start, *content, style="Definition")
        yield p("This definition applies to the Schedules too.", comment_end(text), style="Definition")
    else:
        yield draft.paragraph(content, "Definition")


def _defined(term: Text, meaning: Sequence[Text]) -> list[Text]:
    return ["“", term, "” means ", *meaning, "."]


def _inclusions(draft: Draft) -> Iterator[Paragraph]:
    """Items of a list that begins at (a) again."""
    draft.lists += 1
    numbering = Numbering(DEFINITION_ITEMS)
    texts = draft.chance.sample(INCLUSIONS, draft.chance.randint(2, len(INCLUSIONS)))
    for place, text in enumerate(texts):
        words = text + stop_after(place, len(texts))
        yield draft.numbered(numbering.count(0), "DefinitionItem", words, list_level=(draft.lists, 0))
