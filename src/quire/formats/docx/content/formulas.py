"""Formulas: in LaTeX, as people write them, and in the markup that Word keeps them in.

LaTeX becomes MathML by `latex2mathml`, and that Word's markup by the walk here. The two do not know the same things:
LaTeX does not say how far a sum or a function reaches, so what follows at once is taken for what it is about.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from lxml import etree

from quire.formats.docx.content.mathsigns import (
    ACCENTS,
    FUNCTIONS,
    INTEGRALS,
    LARGE,
    OVER_LIMITS,
    PAIRS,
    SPACES,
    SPACING_ACCENTS,
    WIDE,
    WRITTEN,
    font,
    lettered,
)
from quire.formats.docx.names import attribute, name
from quire.formats.latex import RESTORED, mathml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lxml.etree import _Element as Element

# From Word's markup to LaTeX


def latex(math: Element) -> str:
    """A formula of a document (`m:oMath` or `m:oMathPara`) in LaTeX."""
    if math.tag == _OMATH_PARA:
        lines = [_inside(each) for each in math.iterchildren(_OMATH)]
        return lines[0] if len(lines) == 1 else _environment("gathered", lines)
    return _inside(math)


def _inside(element: Element | None) -> str:
    """What the children of an element say, in a row."""
    return "" if element is None else _joined(_said(child) for child in element)


def _said(element: Element) -> str:
    if not isinstance(element.tag, str):
        return ""
    namespace, _, local = element.tag[1:].partition("}")
    if namespace != _M:
        return "" if local.endswith("Pr") or local in ("del", "moveFrom") else _inside(element)
    if local in _WRITERS:
        return _WRITERS[local](element)
    return "" if local.endswith("Pr") else _inside(element)


def _joined(pieces: Iterable[str]) -> str:
    """Pieces of LaTeX in a row: a macro and a letter behind it need a space between them."""
    made = ""
    for piece in pieces:
        made += " " if _MACRO_END.search(made) and piece[:1].isalpha() else ""
        made += piece
    return made


def _run(run: Element) -> str:
    text = "".join(each.text or "" for each in run.iterchildren(name("m:t"), name("w:t")))
    properties = run.find(name("m:rPr"))
    if properties is not None and properties.find(name("m:nor")) is not None:
        return f"\\text{{{_escaped(text)}}}" if text.strip() else _characters(text)
    style, script = _value(properties, "m:sty"), _value(properties, "m:scr")
    if style == "p" and text in FUNCTIONS | {"lim sup", "lim inf"}:
        return "\\" + text.replace(" ", "")
    macro = _SCRIPTS.get(script) or {"p": "mathrm", "b": "mathbf", "bi": "boldsymbol"}.get(style, "")
    if not macro or (macro == "mathrm" and not re.search("[A-Za-z]", text)):
        return _characters(text)
    return _joined(
        f"\\{macro}{{{_characters(''.join(letters))}}}" if is_letter else _characters("".join(letters))
        for is_letter, letters in groupby(text, key=lambda each: each.isalnum() or macro in ("mathbf", "boldsymbol"))
    )


def _characters(text: str) -> str:
    def written(character: str) -> str:
        macro, plain = font(character)
        return f"\\{macro}{{{plain}}}" if macro else WRITTEN.get(plain, plain)

    return _joined(written(each) for each in text if each.isprintable() or each in WRITTEN)


def _escaped(text: str) -> str:
    return re.sub(r"[{}%$#_&]", r"\\\g<0>", text.replace("\u00a0", " ").replace("\\", "").replace("^", ""))


def _value(properties: Element | None, short: str, otherwise: str = "") -> str:
    """What a property says; `otherwise` is what its absence means."""
    found = properties.find(name(short)) if properties is not None else None
    return otherwise if found is None else attribute(found, "m:val") or ""


def _part(element: Element, local: str) -> str:
    return _inside(element.find(name(f"m:{local}")))


def _property(element: Element, local: str, otherwise: str = "") -> str:
    return _value(element.find(f"{element.tag}Pr"), f"m:{local}", otherwise)


def _is_hidden(element: Element, local: str) -> bool:
    return _property(element, local, "0") not in ("0", "off", "false")


def _script(text: str, sign: str) -> str:
    if not text:
        return ""
    if sign == "^" and set(text) <= {"'"}:
        return text
    is_short = len(text) == 1 and text.isalnum() and text.isascii()
    return f"{sign}{text}" if is_short else f"{sign}{{{text}}}"


def _base(element: Element) -> str:
    """What scripts are set to: in braces, unless it is one thing to LaTeX as well."""
    inside = element.find(name("m:e"))
    text = _inside(inside)
    children = [] if inside is None else [each for each in inside if not str(each.tag).endswith("Pr")]
    if (
        len(text) == 1
        or text.isdigit()
        or _LETTER.fullmatch(text)
        or (len(children) == 1 and children[0].tag in _WHOLE)
    ):
        return text
    return f"{{{text}}}"


def _fraction(element: Element) -> str:
    above, below = _part(element, "num"), _part(element, "den")
    match _property(element, "type"):
        case "noBar":
            return f"{{{above} \\atop {below}}}"
        case "lin" | "skw":
            return f"{{{above}}}/{{{below}}}"
    return f"\\frac{{{above}}}{{{below}}}"


def _radical(element: Element) -> str:
    degree = "" if _is_hidden(element, "degHide") else _part(element, "deg")
    return f"\\sqrt{f'[{degree}]' if degree else ''}{{{_part(element, 'e')}}}"


def _large(element: Element) -> str:
    sign = _property(element, "chr", "∫")
    below = "" if _is_hidden(element, "subHide") else _script(_part(element, "sub"), "_")
    above = "" if _is_hidden(element, "supHide") else _script(_part(element, "sup"), "^")
    is_moved = sign in INTEGRALS and _property(element, "limLoc") == "undOvr" and (below or above)
    limits = r"\limits" if is_moved else ""
    return _before(WRITTEN.get(sign, sign) + limits + below + above, _part(element, "e"))


def _delimited(element: Element) -> str:
    opening, closing = _property(element, "begChr", "("), _property(element, "endChr", ")")
    inner = list(element.iterchildren(_E))
    only = [child for each in inner for child in each if not str(child.tag).endswith("Pr")]
    if len(only) == 1 and (opening, closing) in _MATRICES and only[0].tag in (name("m:m"), name("m:eqArr")):
        return _environment(_MATRICES[opening, closing], _rows(only[0]))
    if len(only) == 1 and only[0].tag == name("m:f") and _property(only[0], "type") == "noBar" and opening == "(":
        return f"\\binom{{{_part(only[0], 'num')}}}{{{_part(only[0], 'den')}}}"
    separator = WRITTEN.get(_property(element, "sepChr", "|"), "|")
    text = separator.join(_inside(each) for each in inner)
    if PAIRS.get(opening) == closing and not any(each.tag in _TALL for each in element.iter()):
        return _joined((WRITTEN.get(opening, opening), text, WRITTEN.get(closing, closing)))
    ends = [WRITTEN.get(each, each) or "." for each in (opening, closing)]
    return _joined((f"\\left{ends[0]}", " " if ends[0].isalpha() else "", text, f"\\right{ends[1]}"))


def _rows(element: Element) -> list[str]:
    if element.tag == name("m:eqArr"):
        return [_inside(each).replace(r"\&", " & ").replace("  ", " ").strip() for each in element.iterchildren(_E)]
    return [" & ".join(_inside(cell) for cell in row.iterchildren(_E)) for row in element.iterchildren(name("m:mr"))]


def _environment(kind: str, rows: Sequence[str], columns: str = "") -> str:
    return f"\\begin{{{kind}}}{columns}" + r" \\ ".join(rows) + f"\\end{{{kind}}}"


def _matrix(element: Element) -> str:
    sides = [
        _value(each, "m:mcJc", "center")[:1] * int(_value(each, "m:count", "1") or 1)
        for each in element.iter(name("m:mcPr"))
    ]
    aligned = "".join(sides)
    if set(aligned) <= {"c"}:
        return _environment("matrix", _rows(element))
    return _environment("array", _rows(element), f"{{{aligned}}}")


def _function(element: Element) -> str:
    called, about = _part(element, "fName"), _part(element, "e")
    called = re.sub(r"^\\mathrm(?=\{)", r"\\operatorname", called)
    return _before(called, about)


def _before(sign: str, about: str) -> str:
    """A sign or a name, and what it is about."""
    return f"{sign} {about}" if about[:1].isalnum() or about[:1] == "\\" else sign + about


def _accent(element: Element) -> str:
    macro = ACCENTS.get(_property(element, "chr", "\u0302"), "hat")
    text = _part(element, "e")
    is_wide = len(text) > 1 and not _MACRO.fullmatch(text) and not text.startswith("\\")
    return f"\\{WIDE.get(macro, macro) if is_wide else macro}{{{text}}}"


def _grouped(element: Element) -> str:
    sign, text = _property(element, "chr", "⏟"), _part(element, "e")
    if sign in _BRACES:
        return f"\\{_BRACES[sign]}{{{text}}}"
    if sign in _ARROWS:
        return f"\\{_ARROWS[sign]}{{{text}}}"
    return f"\\overset{{{text}}}{{{WRITTEN.get(sign, sign)}}}"


def _limit(element: Element, sign: str, macro: str) -> str:
    base, limit = _part(element, "e"), _part(element, "lim")
    if _MACRO.fullmatch(base) and base[1:] in FUNCTIONS:
        return f"{base}{_script(limit, sign)}"
    if re.match(r"\\(?:over|under)brace", base):
        return f"{base}{_script(limit, sign)}"
    if sign == "_" and (called := re.fullmatch(r"\\mathrm\{(\w+)\}", base)):
        return f"\\operatorname*{{{called[1]}}}{_script(limit, sign)}"
    return f"\\{macro}{{{limit}}}{{{base}}}"


def _scripted(element: Element) -> str:
    below, above = _script(_part(element, "sub"), "_"), _script(_part(element, "sup"), "^")
    return _base(element) + below + above


def _framed(element: Element) -> str:
    is_struck = any(_is_hidden(element, each) for each in ("strikeBLTR", "strikeTLBR", "strikeH", "strikeV"))
    return f"\\{'cancel' if is_struck else 'boxed'}{{{_part(element, 'e')}}}"


_M = name("m:r")[1:].partition("}")[0]
_OMATH, _OMATH_PARA, _E = name("m:oMath"), name("m:oMathPara"), name("m:e")
_MACRO = re.compile(r"\\[A-Za-z]+")
_LETTER = re.compile(r"\\[A-Za-z]+(?:(?<=\\math..)\{.\}|(?<=\\mathcal)\{.\})?")
_MACRO_END = re.compile(r"\\[A-Za-z]+\Z")
_WHOLE = {name(f"m:{local}") for local in ("f", "rad", "d", "acc", "bar", "m", "groupChr", "borderBox")}
_TALL = {name(f"m:{local}") for local in ("f", "nary", "m", "eqArr", "limLow", "limUpp", "rad", "groupChr")}
_SCRIPTS = {
    "double-struck": "mathbb", "script": "mathcal", "fraktur": "mathfrak", "sans-serif": "mathsf",
    "monospace": "mathtt",
}  # fmt: skip
_MATRICES = {
    ("(", ")"): "pmatrix", ("[", "]"): "bmatrix", ("{", "}"): "Bmatrix", ("|", "|"): "vmatrix", ("‖", "‖"): "Vmatrix",
    ("{", ""): "cases",
}  # fmt: skip
_BRACES = {"⏞": "overbrace", "⏟": "underbrace", "⏜": "overparen", "⏝": "underparen"}
_ARROWS = {"→": "xrightarrow", "←": "xleftarrow"}

_WRITERS: dict[str, Callable[[Element], str]] = {
    "r": _run,
    "f": _fraction,
    "rad": _radical,
    "nary": _large,
    "d": _delimited,
    "m": _matrix,
    "eqArr": lambda element: _environment("aligned", _rows(element)),
    "func": _function,
    "acc": _accent,
    "bar": lambda element: (
        f"\\{'overline' if _property(element, 'pos', 'bot') == 'top' else 'underline'}{{{_part(element, 'e')}}}"
    ),
    "groupChr": _grouped,
    "limLow": lambda element: _limit(element, "_", "underset"),
    "limUpp": lambda element: _limit(element, "^", "overset"),
    "sSup": _scripted,
    "sSub": _scripted,
    "sSubSup": _scripted,
    "sPre": lambda element: _joined(
        ("{}" + _script(_part(element, "sub"), "_") + _script(_part(element, "sup"), "^"), _part(element, "e"))
    ),
    "borderBox": _framed,
    "phant": lambda element: f"\\phantom{{{_part(element, 'e')}}}",
}


# From LaTeX to Word's markup


def math(source: str) -> Element | None:
    """A formula in LaTeX as a `m:oMath`; None where it cannot be understood."""
    row = _mathml(source)
    if row is None:
        return None
    made = _made("oMath", *_Row(row).written())
    return made if "".join(map(str, made.itertext())).strip() else None


def _mathml(source: str) -> Element | None:
    found = mathml(source)
    if found is None:
        return None
    try:
        row = etree.fromstring(found)
    except etree.XMLSyntaxError:
        return None  # some of what it is given it passes on as it is
    return None if any(_is_unknown(each) for each in row.iter()) else row


_LEAST = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}


def _is_unknown(node: Element) -> bool:
    """Whether a node is a macro that the library passed on, or lacks a part."""
    return bool(re.match(r"\\[A-Za-z]", node.text or "")) or len(node) < _LEAST.get(_tag(node), 0)


def _made(local: str, *children: Element | None, **properties: str) -> Element:
    """An element of Word's markup with its properties and its children."""
    element = etree.Element(name(f"m:{local}"), nsmap={"m": _M})
    if properties:
        held = etree.SubElement(element, name(f"m:{local}Pr"))
        for key, value in properties.items():
            etree.SubElement(held, name(f"m:{key}"), {name("m:val"): value})
    element.extend([child for child in children if child is not None])
    return element


def _letters(text: str, style: str = "") -> Element:
    """A run of a formula; `style` is `p` (upright), `b`, `bi` or `nor` (text)."""
    run = etree.Element(name("m:r"), nsmap={"m": _M})
    if style:
        held = etree.SubElement(run, name("m:rPr"))
        etree.SubElement(held, name("m:nor" if style == "nor" else "m:sty"), {} if style == "nor" else _val(style))
    said = etree.SubElement(run, name("m:t"))
    said.text = text
    if text != text.strip():
        said.set(name("xml:space"), "preserve")
    return run


def _val(value: str) -> dict[str, str]:
    return {name("m:val"): value}


def _tag(node: Element) -> str:
    return etree.QName(node).localname


def _flat(nodes: Iterable[Element]) -> Iterator[Element]:
    """The nodes of a row, without the rows in it that only group."""
    for node in nodes:
        is_fenced = _tag(node) == "mrow" and len(node) > 1 and node[0].get("form") == "prefix"
        if (_tag(node) in ("mrow", "mstyle", "mpadded", "math") and not is_fenced) or (
            _tag(node) in ("mi", "mo") and len(node)
        ):
            yield from _flat(node)
        elif _tag(node) != "mi" or node.text:
            yield node


def _text(node: Element) -> str:
    return (node.text or "").translate(RESTORED).removeprefix("\\").replace("⧵", "∖")


_SCRIPTED = {"msub": "sub", "msup": "sup", "msubsup": "both", "munder": "sub", "mover": "sup", "munderover": "both"}


def _core(node: Element) -> Element:
    """The node that scripts are set to, or the node itself."""
    if _tag(node) in _SCRIPTED and len(node):
        inner = list(_flat([node[0]]))
        return _core(inner[0]) if len(inner) == 1 else node
    return node


def _is_sign(node: Element, signs: Iterable[str]) -> bool:
    return _tag(node) in ("mi", "mo") and _text(node) in signs


def _is_function(node: Element) -> bool:
    text = "".join(_text(node).split())
    return _tag(node) in ("mi", "mo") and len(text) > 1 and text.isalpha() and text.isascii()


_NO_ARGUMENT = re.compile(r"[=<>≤≥≠≈≡+\-−±×·,;:)\]}|/→⇒∈]")


class _Row:
    """The nodes of a row of MathML on their way to Word's markup."""

    def __init__(self, *nodes: Element) -> None:
        self._nodes = list(_flat(nodes))

    def written(self) -> list[Element]:
        lines: list[list[Element]] = [[]]
        for node in self._nodes:
            if node.get("linebreak") == "newline":
                lines.append([])
            else:
                lines[-1].append(node)
        if len(lines) > 1:
            rows = [_Row(*line).written() for line in lines]
            return [_made("eqArr", *(_made("e", *row) for row in rows))]
        made: list[Element] = []
        at = 0
        while at < len(self._nodes):
            some, at = self._thing(at)
            made += some
        return _merged(made)

    def _thing(self, at: int) -> tuple[list[Element], int]:
        """What stands at a place with all that belongs to it, and the place behind that."""
        node = self._nodes[at]
        core = _core(node)
        if _is_sign(core, LARGE):
            return self._large(node, core, at + 1)
        if _is_function(core):
            return self._function(node, at + 1)
        closing = self._closing(at)
        if closing is not None:
            return self._pair(at, closing), closing + 1
        if _is_sign(node, "|‖") and [_tag(each) for each in self._nodes[at + 1 : at + 3]] == ["mtable", "mo"]:
            return [_delimiters(_text(node), _text(self._nodes[at + 2]), _written(self._nodes[at + 1]))], at + 3
        if _tag(node) in ("msub", "msup", "msubsup") and not list(_flat([node[0]])) and at + 1 < len(self._nodes):
            some, behind = self._thing(at + 1)
            below, above = _scripts(node)
            return [_made("sPre", _made("sub", *below), _made("sup", *above), _made("e", *some))], behind
        return _written(node), at + 1

    def _large(self, node: Element, core: Element, at: int) -> tuple[list[Element], int]:
        """A sum and its like, with what it is about: the next thing, and the signs before that."""
        about: list[Element] = []
        while at < len(self._nodes) and _tag(self._nodes[at]) in ("mo", "mspace") and self._closing(at) is None:
            about += _written(self._nodes[at])
            at += 1
        if at < len(self._nodes):
            some, at = self._thing(at)
            about += some
        if not about:
            return _written(node), at
        below, above = _scripts(node)
        sign = _text(core)
        is_below = sign not in INTEGRALS or _tag(node).startswith("mu")
        properties = {"chr": sign, "limLoc": "undOvr" if is_below else "subSup"}
        properties |= {key: "1" for key, value in (("subHide", below), ("supHide", above)) if not value}
        large = _made("nary", _made("sub", *below), _made("sup", *above), _made("e", *_merged(about)), **properties)
        return [large], at

    def _function(self, node: Element, at: int) -> tuple[list[Element], int]:
        called = _written(node)
        while at < len(self._nodes) and _tag(self._nodes[at]) == "mspace":
            at += 1
        has_more = at < len(self._nodes)
        if not has_more or (_NO_ARGUMENT.match(_text(_core(self._nodes[at])) or " ") and self._closing(at) is None):
            return called, at
        about, behind = self._thing(at)
        return [_made("func", _made("fName", *called), _made("e", *about))], behind

    def _closing(self, at: int) -> int | None:
        """The place of the bracket that closes the one at a place; scripts may be set to it."""
        if not _is_sign(self._nodes[at], PAIRS):
            return None
        opening = _text(self._nodes[at])
        depth = 0
        for place in range(at, len(self._nodes)):
            core = _core(self._nodes[place])
            depth += _is_sign(core, opening) - _is_sign(core, PAIRS[opening])
            if depth == 0:
                return place
        return None

    def _pair(self, at: int, closing: int) -> list[Element]:
        opening = _text(self._nodes[at])
        last = self._nodes[closing]
        pair = _delimiters(opening, PAIRS[opening], _Row(*self._nodes[at + 1 : closing]).written())
        return [_with_scripts([pair], *_scripts(last))] if last is not _core(last) else [pair]


def _delimiters(opening: str, closing: str, inside: Sequence[Element]) -> Element:
    properties = {} if (opening, closing) == ("(", ")") else {"begChr": opening, "endChr": closing}
    return _made("d", _made("e", *inside), **properties)


def _scripts(node: Element) -> tuple[list[Element], list[Element]]:
    """What stands below and above, of a node that has such."""
    kind = _SCRIPTED.get(_tag(node))
    first = _Row(node[1]).written() if kind and len(node) > 1 else []
    if kind == "both":
        return first, _Row(node[2]).written() if len(node) > 2 else []
    return (first, []) if kind == "sub" else ([], first)


def _with_scripts(base: Sequence[Element], below: Sequence[Element], above: Sequence[Element]) -> Element:
    kind = "sSubSup" if below and above else "sSub" if below else "sSup"
    scripts = [_made(local, *some) for local, some in (("sub", below), ("sup", above)) if some]
    return _made(kind, _made("e", *base), *scripts)


def _written(node: Element) -> list[Element]:
    """A node by itself."""
    tag = _tag(node)
    if tag in ("mi", "mn", "mo", "mtext", "ms"):
        return _token(node)
    if tag == "mspace":
        return _space(node)
    if tag in ("msub", "msup", "msubsup"):
        base = _Row(node[0]).written()
        below, above = _scripts(node)
        if _is_sign(_core(node), OVER_LIMITS) or (below and _core(node).get("movablelimits") == "true"):
            return [_stacked(base, below, above)]
        return [_with_scripts(base, below, above)]
    if tag in ("munder", "mover", "munderover"):
        return [_over_or_under(node)]
    if tag == "mtable":
        return [_table(node)]
    if tag == "mfrac":
        kind = {"type": "noBar"} if node.get("linethickness") in ("0", "0pt") else {}
        return [_made("f", _made("num", *_Row(node[0]).written()), _made("den", *_Row(node[1]).written()), **kind)]
    return [_wrapped(node)]


def _wrapped(node: Element) -> Element:
    """A node around a row."""
    tag = _tag(node)
    if tag == "msqrt":
        return _made("rad", _made("deg"), _made("e", *_Row(*node).written()), degHide="1")
    if tag == "mroot":
        return _made("rad", _made("deg", *_Row(node[1]).written()), _made("e", *_Row(node[0]).written()))
    if tag == "mrow":
        return _fenced(node)
    inside = _made("e", *_Row(*node).written())
    if tag == "mphantom":
        return _made("phant", inside, show="0")
    if tag == "menclose" and "strike" in (node.get("notation") or ""):
        hidden = dict.fromkeys(("hideTop", "hideBot", "hideLeft", "hideRight", "strikeBLTR"), "1")
        return _made("borderBox", inside, **hidden)
    return _made("borderBox", inside) if tag == "menclose" else _made("box", inside)


def _fenced(node: Element) -> Element:
    last = node[-1]
    closing = last if last.get("form") == "postfix" else None
    inside = list(node)[1 : len(node) - (closing is not None)]
    return _delimiters(_text(node[0]), _text(closing) if closing is not None else "", _Row(*inside).written())


def _token(node: Element) -> list[Element]:
    text, look = _text(node), node.get("mathvariant") or ""
    if _tag(node) == "mtext":
        return [_letters(text, "" if text.strip("\u00a0 ") == "" else "nor")] if text else []
    if look in ("bold", "bold-italic"):
        return [_letters(text, "b" if look == "bold" else "bi")]
    if look == "normal" or _is_function(node) or (_tag(node) == "mo" and text.isascii() and text.isalpha()):
        return [_letters(" ".join(text.split()), "p")]
    macro, plain = font(text) if len(text) == 1 else ("", text)
    if macro == "mathbf":
        return [_letters(plain, "b")]
    return [_letters("".join(lettered(each, look) for each in text))] if text else []


def _space(node: Element) -> list[Element]:
    found = re.fullmatch(r"(-?[\d.]+)em", node.get("width") or "")
    space = SPACES.get(float(found[1])) if found else None
    return [_letters(space)] if space else []


def _stacked(base: Sequence[Element], below: Sequence[Element], above: Sequence[Element]) -> Element:
    for kind, limit in (("limLow", below), ("limUpp", above)):
        if limit:
            base = [_made(kind, _made("e", *base), _made("lim", *limit))]
    return base[0]


def _over_or_under(node: Element) -> Element:
    base = list(_flat([node[0]]))
    signs = list(_flat([node[1]])) if len(node) == 2 else []
    sign = _text(signs[0]) if len(signs) == 1 and _tag(signs[0]) in ("mo", "mi") and node[1] is signs[0] else ""
    inside = _made("e", *_Row(*base).written())
    is_above = _tag(node) == "mover"
    if sign in ("―", "_", "‾", "¯") and not (sign == "¯" and is_above):
        return _made("bar", inside, pos="top" if is_above else "bot")
    if sign in _BRACES:
        place = {"pos": "top", "vertJc": "bot"} if is_above else {}
        return _made("groupChr", inside, chr=sign, **place)
    if sign in SPACING_ACCENTS and is_above:
        return _made("acc", inside, chr=SPACING_ACCENTS[sign])
    if len(base) == 1 and _is_sign(base[0], _ARROWS) and is_above:
        return _made("groupChr", _made("e", *_Row(node[1]).written()), chr=_text(base[0]), vertJc="bot")
    return _stacked(_Row(*base).written(), *_scripts(node))


def _table(node: Element) -> Element:
    rows = [[cell for cell in row if _tag(cell) == "mtd"] for row in node]
    sides = [cell.get("columnalign") or "center" for cell in max(rows, key=len, default=[])]
    is_equations = sides[:1] == ["right"] and sides == [("right", "left")[at % 2] for at in range(len(sides))]
    if is_equations:
        return _made("eqArr", *(_made("e", *_merged(_with_marks(row))) for row in rows))
    matrix = _made("m")
    columns = etree.SubElement(etree.SubElement(matrix, name("m:mPr")), name("m:mcs"))
    for side, some in groupby(sides):
        held = etree.SubElement(etree.SubElement(columns, name("m:mc")), name("m:mcPr"))
        etree.SubElement(held, name("m:count"), _val(str(len(list(some)))))
        etree.SubElement(held, name("m:mcJc"), _val(side))
    width = len(sides)
    for row in rows:
        cells = [_made("e", *_Row(*cell).written()) for cell in row]
        matrix.append(_made("mr", *cells, *(_made("e") for _ in range(width - len(cells)))))
    return matrix


def _with_marks(row: Sequence[Element]) -> list[Element]:
    """The cells of a line of equations, with the marks at which the lines are aligned."""
    made: list[Element] = []
    for number, cell in enumerate(row):
        made += [_letters("&")] if number else []
        made += _Row(*cell).written()
    return made


def _merged(elements: Sequence[Element]) -> list[Element]:
    """Elements with each run that looks like the one before it joined to that."""
    made: list[Element] = []
    for element in elements:
        if made and element.tag == made[-1].tag == name("m:r") and _look(element) == _look(made[-1]) != "nor":
            before, added = made[-1][-1], element[-1]
            before.text = (before.text or "") + (added.text or "")
            if before.text != before.text.strip():
                before.set(name("xml:space"), "preserve")
        else:
            made.append(element)
    return made


def _look(run: Element) -> str:
    held = run.find(name("m:rPr"))
    if held is None:
        return ""
    return "nor" if held.find(name("m:nor")) is not None else _value(held, "m:sty")
