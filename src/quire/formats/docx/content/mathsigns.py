"""The signs of mathematics: what LaTeX calls them."""

from __future__ import annotations

import re
import unicodedata

_TABLE = r"""
α alpha β beta γ gamma δ delta ϵ epsilon ε varepsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu
ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega
Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega
∞ infty ∂ partial ∇ nabla ∀ forall ∃ exists ∄ nexists ∅ emptyset ℏ hbar ℓ ell ℜ Re ℑ Im ℵ aleph ℘ wp ∠ angle △ triangle
± pm ∓ mp × times ÷ div · cdot ⋅ cdot ⋆ star ∘ circ ∙ bullet ⊕ oplus ⊗ otimes ⊖ ominus ⊙ odot † dagger ‡ ddagger
∩ cap ∪ cup ⊎ uplus ∖ setminus ∧ wedge ∨ vee ¬ neg ⊓ sqcap ⊔ sqcup
≤ le ≥ ge ≠ ne ≈ approx ≡ equiv ∼ sim ≃ simeq ≅ cong ∝ propto ≪ ll ≫ gg ≺ prec ≻ succ ⊥ perp ∥ parallel ∣ mid
∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊊ subsetneq ⊢ vdash ⊨ models
→ to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ↦ mapsto ↑ uparrow ↓ downarrow
↪ hookrightarrow ⟶ longrightarrow ⟵ longleftarrow ⟹ implies ⟺ iff ⇌ rightleftharpoons ↗ nearrow ↘ searrow
… ldots ⋯ cdots ⋮ vdots ⋱ ddots ∴ therefore ∵ because □ square
⟨ langle ⟩ rangle ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil ‖ | \ backslash
∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ∯ oiint ⋃ bigcup ⋂ bigcap ⋁ bigvee ⋀ bigwedge ⨁ bigoplus ⨂ bigotimes
"""
_WORDS = _TABLE.split()

MACROS = {sign: f"\\{word}" for sign, word in zip(_WORDS[::2], _WORDS[1::2], strict=True)}
"""The macro of each sign."""

WRITTEN = MACROS | {
    "−": "-", "∗": "*", "′": "'", "″": "''", "‴": "'''", "\u2062": "", "\u2061": "", "\u2063": "",
    "{": r"\{", "}": r"\}", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "&": r"\&", "^": r"\hat{}", "~": r"\sim",
    "\u2009": r"\,", "\u205f": r"\:", "\u2004": r"\;", "\u2003": r"\quad", "\u2002": r"\;", "\u00a0": r"\ ",
}  # fmt: skip
"""How LaTeX writes a character that it does not take as it is, or better by its name."""

SPACES = {0.167: "\u2009", 0.222: "\u205f", 0.278: "\u2004", 0.333: "\u2004", 1.0: "\u2003", 2.0: "\u2003\u2003"}
"""The space of a width in em."""

LARGE = frozenset("∑∏∐∫∬∭∮∯∰⋃⋂⋁⋀⨁⨂⨀⨄⨆")
"""Signs with limits, in front of what they are about."""
INTEGRALS = frozenset("∫∬∭∮∯∰")

FUNCTIONS = frozenset({
    "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "coth", "log", "ln",
    "lg", "exp", "det", "dim", "gcd", "hom", "inf", "ker", "lim", "liminf", "limsup", "max", "min", "Pr", "sup", "deg",
})  # fmt: skip
"""Names that have a macro."""
OVER_LIMITS = frozenset({
    "lim", "max", "min", "sup", "inf", "det", "gcd", "Pr", "lim sup", "lim inf", "argmax", "argmin",
})  # fmt: skip
"""Names whose index stands below them."""

PAIRS = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⌊": "⌋", "⌈": "⌉"}

ACCENTS = {
    "\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0305": "bar", "\u0307": "dot", "\u0308": "ddot",
    "\u20db": "dddot", "\u0306": "breve", "\u030c": "check", "\u0301": "acute", "\u0300": "grave", "\u20d7": "vec",
    "\u20d6": "overleftarrow",
}  # fmt: skip
WIDE = {"hat": "widehat", "tilde": "widetilde", "vec": "overrightarrow", "bar": "overline"}
"""The accents over several letters."""
SPACING_ACCENTS = {
    "^": "\u0302", "~": "\u0303", "¯": "\u0305", "˙": "\u0307", "¨": "\u0308", "⃛": "\u20db", "˘": "\u0306",
    "ˇ": "\u030c", "´": "\u0301", "`": "\u0300", "→": "\u20d7", "←": "\u20d6",
}  # fmt: skip
"""The combining form of a sign that stands over another."""

_FONTS = (
    (re.compile("DOUBLE-STRUCK"), "mathbb"),
    (re.compile("SCRIPT"), "mathcal"),
    (re.compile("FRAKTUR|BLACK-LETTER"), "mathfrak"),
    (re.compile("SANS-SERIF"), "mathsf"),
    (re.compile("MONOSPACE"), "mathtt"),
    (re.compile("BOLD ITALIC"), "boldsymbol"),
    (re.compile("BOLD"), "mathbf"),
    (re.compile("ITALIC"), ""),
)


def font(character: str) -> tuple[str, str]:
    """The macro of the font that a letter of mathematics is in, and the plain letter; none for an ordinary one."""
    if character in MACROS or ord(character) < 0x2100:
        return "", character
    named = unicodedata.name(character, "")
    plain = unicodedata.normalize("NFKC", character)
    if len(plain) != 1 or not plain.isalnum() or plain == character:
        return "", character
    return next((macro for look, macro in _FONTS if look.search(named)), ""), plain


_PLACES = {
    "double-struck": 0x1D538, "script": 0x1D49C, "fraktur": 0x1D504, "sans-serif": 0x1D5A0, "monospace": 0x1D670,
}  # fmt: skip
_ELSEWHERE = {
    "double-struck": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
    "script": dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True)),
    "fraktur": dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True)),
}


def lettered(letter: str, look: str) -> str:
    """A letter in one of the fonts of mathematics."""
    place = _PLACES.get(look)
    if place is None or not (letter.isascii() and letter.isalpha()):
        return letter
    offset = ord(letter) - ord("A") if letter.isupper() else ord(letter) - ord("a") + 26
    return _ELSEWHERE.get(look, {}).get(letter) or chr(place + offset)
