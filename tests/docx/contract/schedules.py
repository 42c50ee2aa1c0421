"""What stands after the articles of a contract: its signatures and its schedules, with tables and forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.docx.contract.outline import SCHEDULES, Clause, Number, Numbering
from tests.docx.contract.prose import BOILERPLATE, stop_after
from tests.docx.specimen import (
    Block,
    Cell,
    Flow,
    Row,
    Text,
    bold,
    bookmark,
    cell,
    control,
    control_around,
    field,
    inserted,
    p,
    raw,
    row,
    run,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.docx.contract.drafting import Draft

SIGNATURES = "[Signature page follows]"
_BLANK_PAGE = "[Remainder of page intentionally left blank]"
_NO_BORDERS = "<w:tblBorders>{}</w:tblBorders>".format(
    "".join(f'<w:{side} w:val="nil"/>' for side in ("top", "left", "bottom", "right", "insideH", "insideV"))
)
_BANDED = (
    '<w:tblLook w:val="0420" w:firstRow="1" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="0" '
    'w:noVBand="1"/>'
)
_FEE_WIDTHS = (1000, 4400, 1600, 1600, 2000, 2360)
_SHOWING = '<w:placeholder><w:docPart w:val="DefaultPlaceholder_-1854013438"/></w:placeholder><w:showingPlcHdr/>'


def plan_schedules(identify: Callable[[], str]) -> list[Clause]:
    """The headings of the schedules."""
    numbering = Numbering(SCHEDULES)
    return [
        Clause(numbering.count(0), identify(), title, bookmark=f"_Ref{175_000_000 + n}", entry=f"_Toc{175_100_000 + n}")
        for n, title in enumerate(_WRITERS)
    ]


class Schedules:
    """Writes one schedule after the other; what is numbered in them goes on counting."""

    def __init__(self, draft: Draft, scale: int) -> None:
        self._draft = draft
        self._scale = scale
        self._numbering = Numbering(SCHEDULES)

    def write(self, schedule: Clause) -> Iterator[Flow]:
        """A schedule, which takes more room in a longer contract."""
        assert self._numbering.count(0) == schedule.number
        self._draft.labels[schedule.id] = schedule.number.label
        title = bookmark(schedule.bookmark, bookmark(schedule.entry, schedule.title))
        yield p(title, style="ScheduleHeading", id=schedule.id)
        yield from _WRITERS[schedule.title](self)

    # Numbered paragraphs

    def _clause(self, words: str, *before: Text) -> Flow:
        return self._draft.numbered(self._count(1), "ScheduleClause", words, before=before)

    def _duties(self, name: Text, about: str, count: int) -> Iterator[Flow]:
        """A clause with a title, and so many duties under it."""
        prose = self._draft.prose
        prose.choose_sides()
        yield self._clause(f" {prose.sentences(2, about)} The parties shall:", name)
        texts = prose.items("duty", count, about)
        for place, text in enumerate(texts):
            yield self._draft.numbered(self._count(2), "ScheduleItem", text + stop_after(place, len(texts)))

    def _entry(self, words: str) -> Flow:
        return self._draft.numbered(self._count(3), "ScheduleEntry", words)

    def _count(self, level: int) -> Number:
        return self._numbering.count(level)

    # The schedules

    def _services(self) -> Iterator[Flow]:
        for name, about in _SERVICES:
            yield from self._duties(run(f"{name}.", underline=True), about, 3)
        yield self._draft.body("The Supplier delivers the following Deliverables:")
        for number in range(2 + self._scale // 8):
            name = _DELIVERABLES[number % len(_DELIVERABLES)]
            yield self._entry(f"{name}, due within {10 * (number + 1)} days of the Effective Date.")
        yield p(_BLANK_PAGE, style="Notice")

    def _fees(self) -> Iterator[Flow]:
        chance = self._draft.chance
        yield self._clause("The Fees in the following table are in euro and exclude value added tax.")
        head = row(*map(_head, ("Ref.", "Service", "Unit", "Quantity", "Rate (EUR)", "Total (EUR)")), header=True)
        rows: list[Row] = []
        total = 0
        for number in range(8 + self._scale // 2):
            group, phase = divmod(number, 4)
            rate, quantity = chance.choice((85, 120, 240, 1150, 4800)), chance.randint(2, 60)
            total += rate * quantity
            name, unit = f"{_SERVICES[group % len(_SERVICES)][0]}, phase {phase + 1}", chance.choice(_UNITS)
            first = (
                cell(_small(""), merge="continue", width=1000)
                if phase
                else cell(_small(f"F{group + 1}"), merge="restart", width=1000)
            )
            figures = (_figure(quantity, 1600), _figure(rate, 2000), _figure(rate * quantity, 2360))
            rows.append(row(first, _cell(name, 4400), _cell(unit, 1600), *figures))
        rows.insert(5, self._inserted_row())
        sums = row(cell(_small("Total"), span=5, width=10600), _figure(total, 2360))
        yield table(head, *rows, sums, style="FeeTable", widths=_FEE_WIDTHS, look=_BANDED)
        yield p(style="BodyText")
        yield self._clause("The Fees are adjusted on 1 January of each year in accordance with {ref}.")

    def _inserted_row(self) -> Row:
        author = self._draft.author()
        texts = ("Additional training", "day", "3", "950", "2,850")
        merged, *widths = _FEE_WIDTHS

        def new(*content: Text) -> Flow:
            return p(*content, style="TableText", mark="inserted", author=author)

        cells = [
            cell(new(inserted(text, author=author)), width=width) for text, width in zip(texts, widths, strict=True)
        ]
        return row(cell(new(), merge="continue", width=merged), *cells, inserted_by=author)

    def _service_levels(self) -> Iterator[Flow]:
        yield self._clause("The Supplier shall meet the Service Levels in the following table.")
        yield table(
            row(cell(_small("Measure", is_head=True), merge="restart", width=3000),
                cell(_small("Targets", is_head=True), span=2, width=4200), _head("Credit"), header=True),
            row(cell(_small(""), merge="continue", width=3000), _head("Normal hours"), _head("Other hours"), _head(""),
                header=True),
            *(row(_cell(name, 3000), _cell(normal, 2100), _cell(other, 2100), _cell(credit, 2150))
              for name, normal, other, credit in _LEVELS),
            widths=(3000, 2100, 2100, 2150),
        )  # fmt: skip
        yield p(style="BodyText")
        yield self._clause("Service Credits are set off against the next invoice, subject to {ref}.")
        for _ in range(self._scale // 12):
            yield self._clause(self._draft.prose.sentences(2, "the Service Levels"))

    def _order_form(self) -> Iterator[Flow]:
        yield self._draft.body("The parties use this form for each order of Services under {ref}.")
        date = "Click or tap to enter a date."
        fields: dict[str, tuple[Text, ...]] = {
            "Ordered by": (control("Plant North", tag="ordered-by", title="Ordered by", kind="<w:text/>"),),
            "Purchaser": (_prompt("[Name of Purchaser]", "Purchaser", "<w:text/>"),),
            "Service": (control("Installation", tag="service", title="Service", kind=_DROPDOWN),),
            "Start": (_prompt(date, "Start", _DATE),),
            "Urgent": (_checkbox("urgent", is_checked=False), " yes\t", _checkbox("usual", is_checked=True), " no"),
        }
        yield table(
            *(
                [_cell(name, 3000), cell(p(*content, style="TableText"), width=6350)]
                for name, content in fields.items()
            ),
            control_around(row(_cell("Remarks", 3000), _cell("None.", 6350)), tag="remarks-row", title="Remarks"),
            [_cell("Approved", 3000), control_around(_cell("Not yet", 6350), tag="approved", title="Approved")],
            widths=(3000, 6350),
        )
        yield p(style="BodyText")
        yield p("Dear ", field("MERGEFIELD  Contact_Name  \\* MERGEFORMAT", "«Contact_Name»"),
                ", please return the signed form to the address in the Notices.", style="BodyText")  # fmt: skip
        yield p(_BLANK_PAGE, style="Notice")

    def _personnel(self) -> Iterator[Flow]:
        yield self._clause("The Key Personnel are:")
        inner = table(
            [_cell("Monday to Friday", 2200), _cell("08:00–18:00", 1800)],
            [_cell("Saturday", 2200), _cell("by arrangement", 1800)],
            widths=(2200, 1800),
        )
        yield table(
            row(_head("Name"), _head("Role"), _head("Hours"), header=True),
            [
                _cell("Ingrid Solberg", 2400),
                _cell("Programme manager", 2400),
                cell(inner, p(style="TableText"), width=4550),
            ],
            [_cell("Rafael Ortega", 2400), _cell("Chief engineer", 2400), _cell("As needed", 4550)],
            [_cell("[●]", 2400), _cell("[●]", 2400), _cell("[●]", 4550)],
            widths=(2400, 2400, 4550),
        )
        yield p(style="BodyText")
        yield self._clause("The Sites are:")
        for number in range(3 + self._scale // 6):
            yield self._entry(f"{_SITES[number % len(_SITES)]}, building {number + 1}.")

    def _summary(self) -> Iterator[Flow]:
        yield self._draft.body("The following summary is for convenience only. The English text prevails.")
        rows: list[list[str | Cell]] = [
            [
                _cell(english, 3100),
                cell(_chinese(chinese), width=3100),
                cell(_right_to_left(arabic, "ar-SA"), width=3150),
            ]
            for english, chinese, arabic in _TRANSLATIONS
        ]
        yield table(
            row(_head("English"), _head("中文"), _head("العربية"), header=True), *rows, widths=(3100, 3100, 3150)
        )
        yield p(style="BodyText")
        yield _right_to_left("הנספח הזה נכתב לנוחות הצדדים בלבד.", "he-IL")
        yield p("Signed in good spirits ", raw(_EMOJI), " by 北辰精密仪器有限公司 as witness.", style="BodyText")

    def _security(self) -> Iterator[Flow]:
        for name in _MEASURES[: 4 + self._scale // 10]:
            yield from self._duties(bold(f"{name}."), f"the {name.lower()} measures", 4)
        yield self._draft.body(BOILERPLATE[0])
        yield p(_BLANK_PAGE, style="Notice")


_WRITERS: dict[str, Callable[[Schedules], Iterator[Flow]]] = {
    "Services and Deliverables": Schedules._services,
    "Fees": Schedules._fees,
    "Service Levels": Schedules._service_levels,
    "Form of Order": Schedules._order_form,
    "Key Personnel and Sites": Schedules._personnel,
    "Security Measures": Schedules._security,
    "Summary in Other Languages": Schedules._summary,
}


def write_signatures(companies: tuple[str, str, str]) -> Iterator[Flow]:
    """The pages on which the parties sign, the last of them on one of its own."""
    *parties, guarantor = companies
    yield p(_BLANK_PAGE, style="Notice")
    yield p(SIGNATURES, style="Notice")
    yield p(run("\f"), style="BodyText")
    yield p(bold("In witness whereof"), " the parties have signed this Agreement on the date stated at its beginning.",
            style="BodyText")  # fmt: skip
    yield _signatures(*parties)
    yield p(SIGNATURES, style="Notice")
    yield p(run("\f"), style="BodyText")
    yield _signatures(guarantor)
    yield p(_BLANK_PAGE, style="Notice")


def _signatures(*companies: str) -> Block:
    """A table without borders in which each company signs."""
    lines = ("", "______________________________", "Name:\t[__________]", "Title:\t[●]", "")
    rows = [
        [
            cell(_small("Signed for"), _small(company, is_head=True), _small("by its signatory"), width=4675),
            cell(*map(_small, lines), width=4675),
        ]
        for company in companies
    ]
    return table(*rows, style="TableNormal", widths=(4675, 4675), look=_NO_BORDERS)


# Cells


def _small(text: str, *, is_head: bool = False) -> Flow:
    return p(*([bold(text) if is_head else text] if text else []), style="TableText")


def _head(text: str) -> Cell:
    return cell(_small(text, is_head=True), width=2000)


def _cell(text: str, width: int) -> Cell:
    return cell(_small(text), width=width)


def _figure(number: int, width: int) -> Cell:
    return cell(p(f"{number:,}", style="TableText", align="right"), width=width)


def _chinese(text: str) -> Flow:
    fonts = '<w:rFonts w:ascii="SimSun" w:eastAsia="SimSun" w:hAnsi="SimSun" w:hint="eastAsia"/>'
    look = f'{fonts}<w:lang w:eastAsia="zh-CN"/>'
    return p(raw(f"<w:r><w:rPr>{look}</w:rPr><w:t>{text}</w:t></w:r>"), style="TableText")


def _right_to_left(text: str, language: str) -> Flow:
    look = f'<w:rFonts w:hint="cs"/><w:rtl/><w:lang w:bidi="{language}"/>'
    return p(raw(f"<w:r><w:rPr>{look}</w:rPr><w:t>{text}</w:t></w:r>"), style="TableText", properties="<w:bidi/>")


# Controls


def _prompt(words: str, title: str, kind: str) -> Text:
    """A control in which nobody has written yet."""
    return control(run(words, style="PlaceholderText"), tag=title.lower(), title=title, kind=f"{_SHOWING}{kind}")


def _checkbox(tag: str, *, is_checked: bool) -> Text:
    kind = (
        f'<w14:checkbox><w14:checked w14:val="{int(is_checked)}"/>'
        '<w14:checkedState w14:val="2612" w14:font="MS Gothic"/>'
        '<w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox>'
    )
    look = '<w:rFonts w:ascii="MS Gothic" w:eastAsia="MS Gothic" w:hAnsi="MS Gothic" w:hint="eastAsia"/>'
    box = f"<w:r><w:rPr>{look}</w:rPr><w:t>{'☒' if is_checked else '☐'}</w:t></w:r>"
    return control(raw(box), tag=tag, kind=kind)


_DROPDOWN = "<w:dropDownList>{}</w:dropDownList>".format(
    "".join(f'<w:listItem w:displayText="{name}" w:value="{name.lower()}"/>' for name in ("Installation", "Support"))
)
_DATE = (
    '<w:date><w:dateFormat w:val="d MMMM yyyy"/><w:lid w:val="en-GB"/><w:storeMappedDataAs w:val="dateTime"/>'
    '<w:calendar w:val="gregorian"/></w:date>'
)
_EMOJI = (
    '<w:r><w:rPr><w:rFonts w:ascii="Segoe UI Emoji" w:hAnsi="Segoe UI Emoji" w:cs="Segoe UI Emoji"/></w:rPr>'
    "<w:t>🤝</w:t></w:r>"
)

# Words

_SERVICES = (
    ("Installation", "the installation"), ("Calibration", "the calibration of the Equipment"),
    ("Support", "the support desk"), ("Training", "the training of users"), ("Reporting", "the Monthly Report"),
)  # fmt: skip
_UNITS = ("day", "hour", "report")
_DELIVERABLES = ("Test Plan", "Site survey", "User manual", "Configuration record", "Data migration report")
_SITES = ("Plant North, Leeds", "Plant South, Reading", "Laboratory, Malmö", "Depot, Rotterdam")
_LEVELS = (
    ("Availability of the platform", "99.9 %", "99.5 %", "2 % of the Fees"),
    ("Response to urgent requests", "30 minutes", "2 hours", "€ 500"),
    ("Response to other requests", "4 hours", "next Business Day", "€ 100"),
    ("Repair of Equipment", "2 Business Days", "3 Business Days", "€ 1,000"),
)
_MEASURES = (
    "Access", "Encryption", "Logging", "Backup", "Physical", "Network", "Personnel", "Supplier", "Incident", "Testing",
    "Disposal", "Recovery", "Development", "Monitoring",
)  # fmt: skip
_TRANSLATIONS = (
    ("The Supplier delivers the Equipment.", "供应商交付设备。", "يسلّم المورّد المعدّات."),
    (
        "The Customer pays the Fees within thirty days.",
        "客户在三十天内支付费用。",
        "يدفع العميل الرسوم خلال ثلاثين يومًا.",
    ),
    (
        "Each party keeps the other’s information secret.",
        "各方应对另一方的信息保密。",
        "يحافظ كل طرف على سرية معلومات الطرف الآخر.",
    ),
)
