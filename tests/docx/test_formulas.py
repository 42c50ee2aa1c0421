"""Formulas: LaTeX into Word's markup and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from quire.formats.docx.content.formulas import latex, math
from quire.formats.docx.names import NAMESPACES, name
from tests.docx.specimen import docx, p, raw
from tests.docx.validation import all_errors, harm

FORMULAS = {
    r"a+b": r"a+b",
    r"E = mc^2": r"E=mc^2",
    r"x^2_i": r"x_i^2",
    r"x_{i,j}^{n+1}": r"x_{i,j}^{n+1}",
    r"\frac{a}{b}": r"\frac{a}{b}",
    r"\frac12": r"\frac{1}{2}",
    r"\dfrac{\partial f}{\partial x}": r"\frac{\partial f}{\partial x}",
    r"\sqrt{2}": r"\sqrt{2}",
    r"\sqrt[3]{1+\sqrt{x}}": r"\sqrt[3]{1+\sqrt{x}}",
    r"\frac{-b \pm \sqrt{b^2-4ac}}{2a}": r"\frac{-b\pm\sqrt{b^2-4ac}}{2a}",
    r"\sum_{i=1}^{n} i": r"\sum_{i=1}^n i",
    r"\sum_{n=0}^\infty \frac{x^n}{n!}": r"\sum_{n=0}^{\infty} \frac{x^n}{n!}",
    r"\prod_{k} a_k": r"\prod_k a_k",
    r"\bigcup_{i} A_i": r"\bigcup_i A_i",
    r"\int_0^\infty e^{-x}\,dx": r"\int_0^{\infty} e^{-x}\,dx",
    r"\int f(x)\,\mathrm{d}x": r"\int f(x)\,\mathrm{d}x",
    r"\iint_D dA": r"\iint_D dA",
    r"\oint_C \vec{F}": r"\oint_C \vec{F}",
    r"\iiint\limits_V f": r"\iiint\limits_V f",
    r"\sum_{i} -x": r"\sum_i-x",
    r"\left( \frac{a}{b} \right]": r"\left(\frac{a}{b}\right]",
    r"\left. \frac{dy}{dx} \right|_{x=0}": r"\left.\frac{dy}{dx}\right|_{x=0}",
    r"\left\| x \right\|": r"\left\|x\right\|",
    r"\left\lfloor \frac{n}{2} \right\rfloor": r"\left\lfloor\frac{n}{2}\right\rfloor",
    r"f(x) = (a+b)^2": r"f(x)=(a+b)^2",
    r"\{a, b\}": r"\{a,b\}",
    r"|x|": r"|x|",
    r"[0, 1)": r"[0,1)",
    r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}": r"\begin{pmatrix}a & b \\ c & d\end{pmatrix}",
    r"\begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}": r"\begin{bmatrix}1 & 0 \\ 0 & 1\end{bmatrix}",
    r"\begin{vmatrix} a & b \\ c & d \end{vmatrix}": r"\begin{vmatrix}a & b \\ c & d\end{vmatrix}",
    r"\begin{matrix} a & b \end{matrix}": r"\begin{matrix}a & b\end{matrix}",
    r"\begin{array}{lc} a & b \\ c & d \end{array}": r"\begin{array}{lc}a & b \\ c & d\end{array}",
    r"\begin{cases} 1 & x>0 \\ 0 & \text{otherwise} \end{cases}": r"\begin{cases}1 & x>0 \\ 0 & \text{otherwise}"
    r"\end{cases}",
    r"\begin{aligned} a &= b \\ c &= d+1 \end{aligned}": r"\begin{aligned}a & =b \\ c & =d+1\end{aligned}",
    r"\begin{align*} a &= b \end{align*}": r"\begin{aligned}a & =b\end{aligned}",
    r"\begin{gathered} a \\ b \end{gathered}": r"\begin{aligned}a \\ b\end{aligned}",
    r"a \\ b": r"\begin{aligned}a \\ b\end{aligned}",
    r"\binom{n}{k}": r"\binom{n}{k}",
    r"{n \atop k}": r"{n \atop k}",
    r"\hat{x} + \bar{y} + \tilde{z}": r"\hat{x}+\bar{y}+\tilde{z}",
    r"\vec{v} \cdot \dot{x} \ddot{x}": r"\vec{v}\cdot\dot{x}\ddot{x}",
    r"\overline{ab} \underline{cd}": r"\overline{ab}\underline{cd}",
    r"\widehat{abc} \overrightarrow{AB}": r"\widehat{abc}\overrightarrow{AB}",
    r"\overbrace{a+b}^{n}": r"\overbrace{a+b}^n",
    r"\underbrace{a+b}_{\text{sum}}": r"\underbrace{a+b}_{\text{sum}}",
    r"\overset{!}{=}": r"\overset{!}{=}",
    r"\underset{x}{y}": r"\underset{x}{y}",
    r"\xrightarrow{f}": r"\xrightarrow{f}",
    r"\lim_{x \to 0} \frac{\sin x}{x} = 1": r"\lim_{x\to0} \frac{\sin x}{x}=1",
    r"\max_{x} f(x)": r"\max_x f(x)",
    r"\operatorname*{argmax}_x f": r"\operatorname*{argmax}_x f",
    r"\sin^2 x + \cos^2 x = 1": r"\sin^2 x+\cos^2 x=1",
    r"\log_2 n": r"\log_2 n",
    r"\limsup a": r"\limsup a",
    r"\operatorname{rank} A": r"\operatorname{rank} A",
    r"\mathbb{R}^n": r"\mathbb{R}^n",
    r"\mathcal{L}\{f\}": r"\mathcal{L}\{f\}",
    r"\mathbf{v} \mathfrak{g} \mathsf{x} \mathtt{y}": r"\mathbf{v}\mathfrak{g}\mathsf{x}\mathtt{y}",
    r"\mathrm{abc}": r"\mathrm{abc}",
    r"\boldsymbol{\alpha}": r"\boldsymbol{\alpha}",
    r"\alpha \beta \gamma \Gamma \Omega": r"\alpha\beta\gamma\Gamma\Omega",
    r"\forall x \in X \exists y : x \neq y": r"\forall x\in X\exists y:x\ne y",
    r"A \subseteq B \cup C \setminus D": r"A\subseteq B\cup C\setminus D",
    r"a \le b \ge c \approx d \equiv e": r"a\le b\ge c\approx d\equiv e",
    r"p \Rightarrow q \iff r \implies s": r"p\Rightarrow q\iff r\implies s",
    r"1, \ldots, n, \cdots \vdots \ddots": r"1,\ldots,n,\cdots\vdots\ddots",
    r"a' + f''(x)": r"a'+f''(x)",
    r"{}_a^b X": r"{}_a^bX",
    r"\text{if } x": r"\text{if }x",
    r"\text{50\% of \{all\}}": r"\text{50\% of \{all\}}",
    r"a \quad b \, c \; d": r"a\quad b\,c\;d",
    r"\boxed{x}": r"\boxed{x}",
    r"\cancel{x}": r"\cancel{x}",
    r"\phantom{x} y": r"\phantom{x}y",
    r"90^{\circ}": r"90^{\circ}",
    r"\nabla \times \mathbf{E} = -\frac{\partial \mathbf{B}}{\partial t}": r"\nabla\times\mathbf{E}=-\frac{\partial"
    r"\mathbf{B}}{\partial t}",
    r"\hbar \ell \infty \partial": r"\hbar\ell\infty\partial",
    r"\not= \notin": r"\ne\notin",
    r"100\% \$ \# \&": r"100\%\$\#\&",
    r"x < y > z": r"x<y>z",
    r"α + β ≤ ∞": r"\alpha+\beta\le\infty",
}
"""What is written, and what a reader gets back of it."""


@pytest.mark.parametrize("source", FORMULAS)
def test_a_formula_comes_back_as_it_was_but_for_spelling(source: str) -> None:
    made = math(source)
    assert made is not None
    assert latex(made) == FORMULAS[source]


@pytest.mark.parametrize("source", FORMULAS)
def test_what_comes_back_gives_the_same_formula_again(source: str) -> None:
    made = math(source)
    again = math(FORMULAS[source])
    assert made is not None
    assert again is not None
    assert etree.tostring(made) == etree.tostring(again)


def test_word_takes_all_of_them() -> None:
    written = [etree.tostring(made, encoding="unicode") for each in FORMULAS if (made := math(each)) is not None]
    lines = (p(raw(each)) for each in written)
    displayed = (p(raw(f'<m:oMathPara xmlns:m="{NAMESPACES["m"]}">{each}</m:oMathPara>')) for each in written)
    document = docx(*lines, *displayed)
    assert not all_errors([document])[0]
    assert not harm(docx("before"), document)


@pytest.mark.parametrize(
    "source",
    [r"\foo{x}", r"\frac{a}{", r"x^{a}^{b}", r"\left( a", r"\begin{matrix} a", "", "   ", r"\limits", "^"],
)
def test_what_is_no_latex_is_none_and_no_error(source: str) -> None:
    assert math(source) is None


PIECES = [
    "x", "12", "+", "=", "^", "_", "{", "}", "(", ")", "[", "]", "|", "&", r"\\", r"\frac", r"\sqrt", r"\sum", r"\int",
    r"\left(", r"\right)", r"\begin{matrix}", r"\end{matrix}", r"\begin{aligned}", r"\end{aligned}", r"\alpha", r"\sin",
    r"\lim", r"\hat", r"\text{a b}", r"\overbrace", r"\binom", r"\not", r"\mathbb{R}", "'", " ", "\x0c", "\ufffe", "é",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join))
def test_no_text_breaks_it(source: str) -> None:
    made = math(source)
    assert made is None or isinstance(latex(made), str)


def _omml(inside: str) -> str:
    return latex(
        etree.fromstring(f'<m:oMath xmlns:m="{NAMESPACES["m"]}" xmlns:w="{NAMESPACES["w"]}">{inside}</m:oMath>')
    )


def _run(text: str, properties: str = "") -> str:
    return f"<m:r>{properties and f'<m:rPr>{properties}</m:rPr>'}<m:t>{text}</m:t></m:r>"


def test_what_only_word_writes_is_read() -> None:
    assert _omml(_run("R", '<m:scr m:val="double-struck"/>')) == r"\mathbb{R}"
    assert _omml(_run("v", '<m:sty m:val="b"/>')) == r"\mathbf{v}"
    assert _omml(f"<m:bar><m:e>{_run('x')}</m:e></m:bar>") == r"\underline{x}"
    assert _omml(f"<m:d><m:e>{_run('a')}</m:e><m:e>{_run('b')}</m:e></m:d>") == "(a|b)"
    linear = '<m:fPr><m:type m:val="lin"/></m:fPr>'
    assert _omml(f"<m:f>{linear}<m:num>{_run('a')}</m:num><m:den>{_run('b')}</m:den></m:f>") == "{a}/{b}"
    assert _omml(f"<m:box><m:e>{_run('x')}</m:e></m:box>") == "x"
    assert _omml("<w:r><w:t>said</w:t></w:r>") == ""
    assert _omml(f'<w:ins w:id="1" w:author="A">{_run("y")}</w:ins><w:del w:id="2">{_run("z")}</w:del>') == "y"


def test_several_formulas_in_a_display_are_lines_of_one() -> None:
    inside = f"<m:oMath>{_run('a')}</m:oMath><m:oMath>{_run('b')}</m:oMath>"
    display = etree.fromstring(f'<m:oMathPara xmlns:m="{NAMESPACES["m"]}">{inside}</m:oMathPara>')
    assert latex(display) == r"\begin{gathered}a \\ b\end{gathered}"
    assert latex(display[0]) == "a"
    assert display[0].tag == name("m:oMath")
