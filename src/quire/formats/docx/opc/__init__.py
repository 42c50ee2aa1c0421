"""The package of a Word document: a ZIP archive of parts, and what tells of them."""
