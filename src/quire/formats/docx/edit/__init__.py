"""The verbs of a Word document: each plans a change and makes none."""
