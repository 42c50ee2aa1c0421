/** What agents and people did lately, and the way to undo it. */

import type { PageDeed } from "../protocol/wire";
import type { Connection } from "./connection";
import { button, element } from "./element";
import { ago, difference } from "./panel";
import type { Pane } from "./side";

const DONE: Record<PageDeed["action"], string> = {
  applied: "changed",
  staged: "suggested a change of",
  accepted: "accepted a suggestion in",
  rejected: "rejected a suggestion in",
  undone: "undid a change of",
  redone: "redid a change of",
  saved: "saved",
};

export class ActivityPane implements Pane {
  readonly name = "Activity";
  private readonly list = element("ol", "deeds", { ariaLabel: "What was done, the newest first" });
  private readonly all = element("input", "", { type: "checkbox", checked: true });
  readonly root = element("div", "activity", {}, element("label", "", {}, this.all, "What people did, too"), this.list);
  private drawn = "";
  private isAsking = false;
  private isDue = false;

  constructor(
    private readonly connection: Connection,
    private readonly takeBack: (deed: PageDeed) => void,
  ) {
    this.all.onchange = () => this.refresh();
  }

  refresh(): void {
    this.isDue = true;
    if (this.isAsking || !this.root.isConnected) return;
    this.isAsking = true;
    void this.ask().finally(() => {
      this.isAsking = false;
    });
  }

  private async ask(): Promise<void> {
    while (this.isDue) {
      this.isDue = false;
      try {
        this.draw(await this.connection.call("page_activity", { most: 100 }));
      } catch {
        return; // the next refresh brings it
      }
    }
  }

  private draw(deeds: PageDeed[]): void {
    const wanted = deeds.filter((deed) => this.all.checked || !deed.isPerson);
    const told = JSON.stringify(wanted.map((deed) => [deed, ago(new Date(deed.at))]));
    if (told === this.drawn) return;
    this.drawn = told;
    this.list.replaceChildren(...wanted.map((deed) => this.item(deed)));
    if (!wanted.length) this.list.append(element("li", "hint", {}, "Nothing was done yet."));
  }

  private item(deed: PageDeed): HTMLElement {
    const at = new Date(deed.at);
    const isChange = deed.action === "applied" || deed.action === "accepted";
    return element(
      "li",
      "deed",
      {},
      element(
        "span",
        "who",
        {},
        element("strong", "", {}, called(deed.author)),
        element("time", "", { dateTime: deed.at, title: at.toLocaleString() }, ago(at)),
      ),
      element("span", "what", { title: deed.tool }, `${DONE[deed.action]} ${deed.title}`),
      changed(deed),
      deed.reason ? element("span", "reason", {}, deed.reason) : null,
      isChange && !deed.obstacle ? button("Undo this", "undo", () => this.takeBack(deed)) : null,
      isChange && deed.obstacle ? element("span", "hint", {}, `Cannot be undone from here: ${deed.obstacle}`) : null,
    );
  }
}

function changed({ before, after }: PageDeed): HTMLElement | null {
  if (!before && !after) return null;
  return (before + after).trim() ? difference(before, after) : element("span", "hint", {}, "line breaks or spaces");
}

/** What the author of something is called here: who uses the page knows. */
export function called(author: string): string {
  return author === "browser" ? "You" : author;
}
