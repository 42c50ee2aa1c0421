"""What the page says around its figures."""

INTRODUCTION = """\
# Quire beside others

Made by `make bench` in one run on one machine: {machine}.

Every program runs in a process of its own, on the same documents, and is asked for the same tasks. Servers are driven
by the same MCP client over stdio, by the calls that their own descriptions lead a client to; *libraries* (in italics)
are called by a few lines of Python, with no protocol between; *the limit* is the bare work that nobody gets around: a
ZIP library and an XML parser for Word, reading and one parse for Markdown. All were installed from the package index:
{versions}.

- **start** is what passes until the tools are listed; for libraries, until they are imported.
- **first document** is the first that a process opens and reads, always a short one, five seconds after its tools were
  listed: a model does not ask sooner. **open and read** is the document at hand, opened next: the beginning of its text
  where a program has pages, else all of it. **page** is fifty paragraphs, or what comes nearest.
- **edit** is all that it takes until an edit is answered: finding the paragraph and changing a word of it. Who writes
  the file with every edit has “at once” under **save**. **edit and save** is the sum, to be compared by. The other
  edits include their saving. After each of them the file was looked into; an edit that is not there has failed.

Seconds are the median of several runs, in which the contenders take turns; who takes a minute for all tasks has one,
and is not asked about longer documents. A task has 60 seconds; who needs longer is not asked again, and who cannot even
open a document is not asked further. – stands for “has nothing for it”, ✗ for “failed”; the quickest server is in bold.
Documents are made of text as Word writes it, 2.2 KB of XML for a paragraph, with tables, footnotes, links and fields;
the words that are looked for stand at the end."""

WEIGHTS = """\
Memory is the most that the process (with those that it started) ever took. A token is taken for four bytes of what the
client gets, which is near enough for English and JSON. The tool list is sent to a model with every conversation; Quire
lists all its tools unless it is started with `--toolsets essential`."""

CORRECTNESS = """\
One small edit, in each of these documents, by the best way that a program has. ✓ means that the file was as it should
be, – that there is nothing for it, ✗ that something else happened."""

REASONS = """\
Why:

- **start**: Quire stands on the second version of the protocol's library, which alone takes two thirds of a second to
  import; those that are quicker stand on the first. Describing more than a hundred tools comes on top. It is paid once
  in a session. Libraries list no tools, so nothing is to be compared there.
- **first document**, **open and read**: Quire checks first that all of the document is sound, and its answer tells the
  lasting id, the label, the run-in header and the style of each paragraph; whoever is quicker there gives the bare
  text. That costs milliseconds, which show in short documents. From then on a page costs the same wherever it is.
- **libraries** are called within the process that uses them and keep the parsed document to themselves. They speak no
  protocol, keep no journal, and nobody else can be in the same document. Quire answers an edit only when no crash can
  take it back; that costs milliseconds, which show in short documents and not in long ones.
- **save**: Quire reads what it has written once more, proves that nothing else has changed, brings it onto the disk and
  keeps a version of it before it answers. Nobody else does any of that.
- **insert**, **table**: some add them at the end of the document, wherever they were wanted, and so have nothing to
  find; docx-mcp keeps all in memory until it is saved. The rest is what saving takes."""
