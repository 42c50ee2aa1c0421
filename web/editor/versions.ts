/** The versions that are kept of the document in front: to look at, and to go back to. */

import type { PageTab, PageVersion } from "../protocol/wire";
import { called } from "./activity";
import { button, element } from "./element";
import { compare } from "./difference";
import { download } from "./exporting";
import { ago } from "./panel";
import type { Pane } from "./side";
import type { Bench } from "./workbench";

function told({ author: name, why }: PageVersion): string {
  const author = called(name).replace("You", "you");
  switch (why) {
    case "saved":
      return `Saved by ${author}`;
    case "before saving":
      return "The file before it was first saved here";
    case "on disk":
      return "What another program had put into the file";
    case "replaced":
      return `Before ${author} took another version`;
    case "working":
      return `While ${author} wrote`;
  }
}

export class VersionPane implements Pane {
  readonly name = "Versions";
  private readonly list = element("ol", "versions", { ariaLabel: "Versions, the newest first" });
  readonly root = element("div", "", {}, this.list);
  private drawn = "";

  constructor(private readonly bench: Bench) {}

  refresh(): void {
    if (!this.root.isConnected) return;
    const tab = this.bench.tab();
    if (!tab) return this.draw(undefined, []);
    this.bench.connection
      .call("page_versions", { document: tab.id })
      .then((versions) => this.draw(tab, versions))
      .catch(() => {}); // the next refresh brings them
  }

  private draw(tab: PageTab | undefined, versions: PageVersion[]): void {
    const told = JSON.stringify([tab?.id, versions.map((version) => [version, ago(new Date(version.at))])]);
    if (told === this.drawn) return;
    this.drawn = told;
    this.list.replaceChildren(...versions.map((version, index) => this.item(tab!, version, versions[index + 1])));
    if (!versions.length)
      this.list.append(
        element(
          "li",
          "hint",
          {},
          "There are none yet. Each time that you save, one is kept, and some while you write.",
        ),
      );
  }

  private item(tab: PageTab, version: PageVersion, earlier: PageVersion | undefined): HTMLElement {
    const at = new Date(version.at);
    const gain = earlier ? version.characters - earlier.characters : 0;
    const change = gain ? `, ${gain > 0 ? "+" : "−"}${Math.abs(gain).toLocaleString()}` : "";
    return element(
      "li",
      "deed",
      {},
      element(
        "span",
        "who",
        {},
        element("strong", "", {}, at.toLocaleString([], { dateStyle: "medium", timeStyle: "short" })),
        element("time", "", { dateTime: version.at }, ago(at)),
      ),
      element("span", "what", {}, told(version)),
      element("span", "hint", {}, `${version.characters.toLocaleString()} characters${change}`),
      button("Look at it", "look-at", () => void this.look(tab, version)),
      tab.format === "docx" ? button("Redline since then", "look-at", () => void this.redline(version)) : null,
    );
  }

  private async redline({ id }: PageVersion): Promise<void> {
    await this.bench.notices.attempt(() => download(this.bench, `redline/{document}/${id}`));
  }

  private async look(tab: PageTab, { id: version, at }: PageVersion): Promise<void> {
    const { connection, notices } = this.bench;
    await notices.attempt(async () => {
      await this.bench.settle();
      const [then, now] = await Promise.all([
        connection.call("page_version", { document: tab.id, version }),
        connection.call("page_open", { document: tab.id }),
      ]);
      const compared = {
        title: `${tab.title}, ${new Date(at).toLocaleString()}`,
        words: "What going back would bring is green, what would go is red.",
        before: now.text,
        after: then.text,
      };
      if ((await compare(compared, [{ value: "back", words: "Go back to this version" }])) !== "back") return;
      await connection.call("page_restore", { document: tab.id, version });
      notices.say("The document is as it was then.", "Undo brings back what it was before.");
    });
    this.bench.focus();
  }
}
