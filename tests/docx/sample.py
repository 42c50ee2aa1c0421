"""The contracts among the samples: `python -m tests.docx.sample` writes them."""

from __future__ import annotations

from pathlib import Path

from tests.docx.contract import contract
from tests.docx.specimen import bold, cell, comment, docx, field, footnote, heading, item, p, row, table

SAMPLES = Path(__file__).parents[2] / "samples"


def agreement() -> bytes:
    """A services agreement as lawyers write them: numbered clauses, defined terms, run-in headers, fees in a table."""
    return docx(
        p("Services Agreement", style="Title", align="center"),
        p("between ", bold("Lindgren Analytics AB"), " (the “", bold("Provider"), "”) and ",
          bold("Harbour & Vale Ltd"), " (the “", bold("Client"), "”)", align="center"),
        heading("Definitions"),
        p("In this Agreement:"),
        p("“", bold("Deliverables"), "” means the reports, models and data that the Provider prepares under an Order."),
        p("“", bold("Fee"), "” means the amount that Schedule 1 states for each of the Services."),
        p("“", bold("Order"), "” means a written request for Services that both parties have signed."),
        heading("Terms"),
        item(bold("Services."), " The Provider performs the Services with reasonable skill and care, and in accordance "
             "with each Order.", list=3),
        item("The Provider may use subcontractors and stays responsible for their work.", level=1, list=3),
        item("The Client gives the Provider the information and access that the Services need.", level=1, list=3),
        item(bold("Payment."), " The Client pays the ", comment("Net of tax? Please check with finance.", "Fee"),
             " within thirty days of the date of the invoice.",
             footnote("Invoices are sent by e-mail on the last working day of each month."), list=3),
        item("Late payments bear interest at four per cent above the base rate.", level=1, list=3),
        item(bold("Confidentiality."), " Neither party discloses what it learns about the other’s business, for three "
             "years after this Agreement ends.", list=3),
        item(bold("Term."), " This Agreement begins on 1 March 2025 and ends on 28 February 2027, unless it is "
             "terminated earlier.", list=3),
        item("Either party may terminate it with sixty days’ notice in writing.", level=1, list=3),
        item(bold("Law."), " The laws of Sweden govern this Agreement.", list=3),
        heading("Schedule 1: Fees"),
        table(
            row("Service", "Unit", "Fee (EUR)", header=True),
            ["Market report", "report", "4,800"],
            ["Forecast model", "model", "12,500"],
            ["Advice", "day", "1,150"],
            [cell("Travel at cost, with the Client’s prior consent.", span=3)],
        ),
        "",
        table(["For the Provider", "For the Client"], ["Date:", "Date:"]),
        "",
        ids=True,
        header=p("Draft of 12 February 2025", align="right"),
        footer=p("Page ", field("PAGE", "1"), align="center"),
    )  # fmt: skip


def master_agreement() -> bytes:
    """A long one after months of negotiation, with everything that Word has for lawyers."""
    return contract(20)


FILES = {SAMPLES / "agreement.docx": agreement, SAMPLES / "master-agreement.docx": master_agreement}
"""How each file is made."""

if __name__ == "__main__":
    for file, make in FILES.items():
        file.write_bytes(make())
