"""How a Word document looks: styles, numbering, direct formatting, and what comes of them together."""
