"""The colors of Word's marker."""

MARKER = {
    "FFFF00": "yellow", "00FF00": "green", "00FFFF": "cyan", "FF00FF": "magenta", "0000FF": "blue", "FF0000": "red",
    "000080": "darkBlue", "008080": "darkCyan", "008000": "darkGreen", "800080": "darkMagenta", "800000": "darkRed",
    "808000": "darkYellow", "808080": "darkGray", "C0C0C0": "lightGray", "000000": "black", "FFFFFF": "white",
}  # fmt: skip
"""Their names; any other color is given as shading."""
