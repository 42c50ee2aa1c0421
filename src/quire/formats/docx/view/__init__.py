"""What readers are shown of a Word document: rows, labels, tables, blocks."""
