"""LaTeX as MathML, by `latex2mathml`, which is given only words that it knows."""

from __future__ import annotations

import re

_FAILURES = (LookupError, ValueError, TypeError, AttributeError, RecursionError, StopIteration, SyntaxError)


def mathml(source: str) -> str | None:
    """A formula in MathML; None where it cannot be understood. Text in it may stand there as markup: trust none of it.

    Some signs in texts have stand-ins, which `RESTORED` turns back."""
    from latex2mathml import converter, exceptions  # its tables take long to load, and few documents have formulas

    own = [each for each in vars(exceptions).values() if isinstance(each, type) and issubclass(each, Exception)]
    failures: tuple[type[Exception], ...] = (*own, *_FAILURES)
    try:
        return str(converter.convert(_prepared(source)))
    except failures:
        return None  # it breaks in many ways on what is no LaTeX


_TEXT = re.compile(r"\\text(?:rm|normal)?\s*\{((?:[^{}\\]|\\.|\{[^{}]*\})*)\}")
_LINES = re.compile(r"\\(begin|end)\s*\{(?:aligned|align|split|gathered|gather|multline|eqnarray|alignedat)(\*?)\}")
_NEGATED = {"=": r"\neq ", r"\in": r"\notin ", r"\equiv": "≢", r"\subset": "⊄", r"\exists": r"\nexists ", r"\sim": "≁"}


def _prepared(source: str) -> str:
    """LaTeX in the words that the library knows."""
    source = re.sub(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ue000-\ue005\ufffe\uffff]", "", source)
    source = re.sub(r"\\(?:label\{[^{}]*\}|nonumber|notag|displaystyle|textstyle|allowbreak)", "", source)
    source = re.sub(r"\\(?:begin|end)\s*\{(?:equation|displaymath|math)\*?\}", "", source)
    source = _TEXT.sub(lambda it: f"\\text{{{_legible(it[1])}}}", source)
    source = _LINES.sub(lambda it: r"\begin{array}{rlrlrlrl}" if it[1] == "begin" else r"\end{array}", source)
    source = re.sub(r"\\mathrm\s*\{\s*([A-Za-z])\s*\}", r"\\operatorname{\1}", source)
    source = re.sub(r"\\arg(?![A-Za-z])", r"\\operatorname{arg}", source)
    source = re.sub(r"\\not\s*(=|\\[A-Za-z]+)", lambda it: _NEGATED.get(it[1], it[1] + "\u0338"), source)
    return source.strip()


def _legible(text: str) -> str:
    """A text without what the library stumbles over in one: escapes, braces and angle brackets."""
    return re.sub(
        r"\\([{}%$#_&])|([<>])|\\|[{}]", lambda it: _STAND_INS.get(found := it[1] or it[2] or "", found), text
    )


_STAND_INS = {"{": "\ue000", "}": "\ue001", "$": "\ue002", "&": "\ue003", "<": "\ue004", ">": "\ue005"}
RESTORED = str.maketrans({stand_in: sign for sign, stand_in in _STAND_INS.items()})
