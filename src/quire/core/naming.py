"""What blocks are called: a prefix for the type, and a number among the blocks of that prefix in document order."""

from __future__ import annotations

PREFIXES = {
    "heading": "h",
    "paragraph": "p",
    "codeBlock": "code",
    "blockquote": "quote",
    "alert": "alert",
    "bulletList": "ul",
    "orderedList": "ol",
    "taskList": "task",
    "listItem": "li",
    "table": "table",
    "tableRow": "tr",
    "tableCell": "td",
    "thematicBreak": "hr",
    "htmlBlock": "html",
    "mathBlock": "math",
    "footnoteDefinition": "fn",
    "frontMatter": "meta",
    "linkDefinition": "link",
    "definitionList": "dl",
    "definitionTerm": "dt",
    "definition": "dd",
}


def kind(name: str) -> str:
    """The part of a name that tells the type of its block."""
    return name.rpartition("-")[0]


def number(name: str) -> int:
    """How many blocks of its prefix stand before the one of a name."""
    return int(name.rpartition("-")[2])
