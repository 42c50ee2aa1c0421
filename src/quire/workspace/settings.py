"""What the person decides once, for all agents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from quire.core.author import Author

Staging = Literal["auto-approve", "suggest", "stage-everything", "always-ask"]
"""What waits for a yes: as little as can be, what tools suggest by nature, every edit, or all, whatever a call asks."""

Approval = Literal["agent", "person"]
"""Who may say yes to a suggestion: agents too, or people only."""

AutoSave = Literal["off", "markdown", "all"]
"""What the editor's page saves by itself: nothing, Markdown, or Word documents too."""

Mode = Literal["apply", "suggest", "dryRun"]
"""What a caller may choose: to apply an edit, to suggest it, or only to learn what it would do."""

Manner = Literal["asks", "acts", "taken over"] | Mode
"""How an edit comes: the tool asks by nature, it acts by nature, it follows what is on disk, or its caller chose."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a workspace."""

    staging: Staging = "suggest"
    approval: Approval = "agent"
    auto_save: AutoSave = "off"

    def stages(self, author: Author, manner: Manner) -> bool:
        """Whether an edit waits as a suggestion: the one place where that is decided."""
        if author.is_person:
            return manner == "suggest"
        match manner:
            case "suggest" | "dryRun":
                return True
            case "asks":
                return self.staging != "auto-approve"
            case "taken over":
                return False
            case "acts":
                return self.staging in ("stage-everything", "always-ask")
            case "apply":
                return self.staging == "always-ask"
