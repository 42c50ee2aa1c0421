"""LibreOffice as the judge of tracked changes: it accepts or rejects all of them, and tells the text that is left."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from tests.docx import validation

if TYPE_CHECKING:
    from collections.abc import Sequence

_MODULE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Review" script:language="StarBasic">
Sub Decide(sList As String)
  Dim nFile As Integer, sLine As String, aWords, oDoc, oHelper, aArgs(0) As New com.sun.star.beans.PropertyValue
  Dim aOut(1) As New com.sun.star.beans.PropertyValue
  aArgs(0).Name = "Hidden"
  aArgs(0).Value = True
  aOut(0).Name = "FilterName"
  aOut(0).Value = "Text (encoded)"
  aOut(1).Name = "FilterOptions"
  aOut(1).Value = "UTF8,LF,,,"
  oHelper = createUnoService("com.sun.star.frame.DispatchHelper")
  nFile = FreeFile
  Open sList For Input As #nFile
  On Error GoTo Failed  ' else Basic shows the error in a dialog that nobody answers
  Do While Not Eof(nFile)
    Line Input #nFile, sLine
    aWords = Split(sLine, "|")
    oDoc = StarDesktop.loadComponentFromURL(aWords(1), "_blank", 0, aArgs())
    oHelper.executeDispatch(oDoc.CurrentController.Frame, ".uno:" &amp; aWords(0), "", 0, Array())
    oDoc.storeToURL(aWords(2), aOut())
    oDoc.close(True)
Following:
  Loop
  Close #nFile
  StarDesktop.terminate()
  Exit Sub
Failed:
  Resume Following
End Sub
</script:module>
"""
_LIBRARY = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false"
 library:passwordprotected="false"><library:element library:name="Review"/></library:library>
"""
_LIBRARIES = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">
<library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink">
<library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple"
 library:link="false"/></library:libraries>
"""

Verdict = Literal["AcceptAllTrackedChanges", "RejectAllTrackedChanges"]
VERDICTS: dict[str, Verdict] = {"accept": "AcceptAllTrackedChanges", "reject": "RejectAllTrackedChanges"}


def decided(documents: Sequence[tuple[bytes, Verdict]]) -> list[str]:
    """The text of each file once LibreOffice has decided all its changes."""
    _install()
    with tempfile.TemporaryDirectory() as folder:
        lines = []
        for number, (data, verdict) in enumerate(documents):
            file = Path(folder, f"{number}.docx")
            file.write_bytes(data)
            lines.append(f"{verdict}|{file.as_uri()}|{file.with_suffix('.txt').as_uri()}\n")
        tasks = Path(folder, "tasks")
        tasks.write_text("".join(lines))
        validation.soffice(f'macro:///Standard.Review.Decide("{tasks}")')
        outputs = [Path(folder, f"{number}.txt") for number in range(len(documents))]
        failed = [number for number, output in enumerate(outputs) if not output.exists()]
        if failed:
            raise RuntimeError(f"LibreOffice did not decide document(s) {failed} of {len(documents)}.")
        return [output.read_text("utf-8-sig") for output in outputs]


def lines(text: str) -> list[str]:
    """The lines of a text without what LibreOffice computes: the name of the file, pages, numbers of schedules.

    A redline has more pages, and LibreOffice resolves references only once it has laid out the document."""
    computed = r"(?<=\(page )\d*|\d+(?=\.docx)|Schedule \d+|Error: Reference source not found"
    return re.sub(computed, "0", text).splitlines()


def _install() -> None:
    """Put the macro into the profile with which LibreOffice is started."""
    folder = Path(validation.profile().name) / "user" / "basic"
    if not folder.exists():
        validation.soffice("--terminate_after_init")  # makes a new profile, whatever lies there
    (folder / "Standard").mkdir(parents=True, exist_ok=True)
    (folder / "Standard" / "Review.xba").write_text(_MODULE)
    (folder / "Standard" / "script.xlb").write_text(_LIBRARY)
    (folder / "script.xlc").write_text(_LIBRARIES)
    (folder / "dialog.xlc").write_text(_LIBRARIES.replace("script.xlb", "dialog.xlb"))
