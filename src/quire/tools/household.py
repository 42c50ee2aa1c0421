"""What only a person does: the settings, and a look at the audit log."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from quire.tools.registry import tool
from quire.tools.schema import Answer, Arguments, present
from quire.tools.workspace import timestamp
from quire.workspace.session import Session
from quire.workspace.settings import Approval, AutoSave, Staging


class SettingsAnswer(Answer):
    staging: Staging
    approval: Approval
    auto_save: AutoSave


class ChangeSettings(Arguments):
    staging: Annotated[Staging | None, Field(description="What waits for approval.")] = None
    approval: Annotated[Approval | None, Field(description="Who may approve.")] = None
    auto_save: Annotated[AutoSave | None, Field(description="What the page saves by itself.")] = None


@tool("household", family="person", writes=True, idempotent=True)
def settings(session: Session, args: ChangeSettings) -> SettingsAnswer:
    """Read the settings, and change those that are given."""
    wanted = {name: value for name, value in args.model_dump().items() if value is not None}
    if wanted:
        session.store.set_settings(replace(session.store.desk.settings, **wanted))
    current = session.store.desk.settings
    return SettingsAnswer(staging=current.staging, approval=current.approval, auto_save=current.auto_save)


class AuditQuery(Arguments):
    most: Annotated[int, Field(ge=1, le=10_000, description="How many entries at the most.")] = 50


class AuditAnswer(Answer):
    at: str
    author: str
    author_kind: str
    action: str
    title: str
    path: str | None
    tool: str
    revision: int
    start: int | None
    end: int | None
    before: str
    after: str
    reason: str | None = present()
    suggestion_id: str | None = present()


@tool("household", family="person")
def audit(session: Session, args: AuditQuery) -> list[AuditAnswer]:
    """The newest changes and decisions, the newest first."""
    return [
        AuditAnswer(
            at=timestamp(entry.at),
            author=entry.author.name,
            author_kind=entry.author.kind,
            action=entry.action,
            title=entry.title,
            path=entry.path,
            tool=entry.tool,
            revision=entry.revision,
            start=entry.start,
            end=entry.end,
            before=entry.before,
            after=entry.after,
            reason=entry.reason,
            suggestion_id=entry.suggestion,
        )
        for entry in session.store.audit(args.most)
    ]
