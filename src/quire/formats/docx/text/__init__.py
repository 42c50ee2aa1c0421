"""The text of a Word document: its source, cut at the paragraphs, and what readers see of each."""
