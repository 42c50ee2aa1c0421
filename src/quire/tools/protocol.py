"""What this server can do, and which state a document is in."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated

from pydantic import Field

from quire import __version__, formats
from quire.tools import registry
from quire.tools.registry import tool
from quire.tools.resources import RESOURCES
from quire.tools.schema import Answer, Arguments, InWindow
from quire.tools.workspace import timestamp
from quire.workspace import export
from quire.workspace.session import Session


class Features(Answer):
    formats: list[str]
    exports: Annotated[list[str], Field(description="Formats of export_document; pdf where LibreOffice is installed.")]
    position_unit: str
    staging: Annotated[str, Field(description="auto-approve, suggest, stage-everything or always-ask.")]
    approval: Annotated[str, Field(description="Who may accept suggestions: agent (agents too) or person.")]
    read_only: bool
    live_word: bool


class Capabilities(Answer):
    version: str
    tools: list[str]
    resources: list[str]
    features: Features


@tool("protocol")
def get_capabilities(session: Session, args: Arguments) -> Capabilities:  # noqa: ARG001 - it takes none
    """Get the MCP server's capabilities and available tools."""
    settings, client = session.store.desk.settings, session.client
    return Capabilities(
        version=__version__,
        tools=list(registry.select(client.toolsets)),
        resources=[resource.uri for resource in RESOURCES],
        features=Features(
            formats=list(formats.FORMATS),
            exports=export.possible(),
            position_unit="unicode-code-point",
            staging=settings.staging,
            approval="person" if "person" in (client.approval, settings.approval) else "agent",
            read_only=client.read_only,
            live_word=bool(session.store.guests.guests),
        ),
    )


class Revision(Answer):
    revision: str
    hash: str
    timestamp: str


@tool("protocol")
def get_document_revision(session: Session, args: InWindow) -> Revision:
    """Get the current document revision for optimistic locking. It changes with every applied change."""
    document = session.document(args.window_id)
    return Revision(
        revision=document.revision,
        hash=sha256(document.text.encode()).hexdigest(),
        timestamp=timestamp(document.manuscript.changed_at),
    )
