/** The file of a document on disk: seen when someone else changes it, and saved by itself where that is wanted. */

import type { PageTab } from "../protocol/wire";
import { type Desk, Refusal } from "./connection";
import { compare } from "./difference";
import { choose } from "./questions";
import type { Bench } from "./workbench";

const LOOK_TIME = 4000;
const SAVE_TIME = 2000;

const WAYS = [
  { value: "load", words: "Load the file" },
  { value: "keep", words: "Keep mine" },
  { value: "copy", words: "Save a copy …" },
];

export class Disk {
  /** The files as they were when they were last seen to be the documents', or when the person let them be. */
  private readonly stamps = new Map<string, string>();
  private readonly refused = new Set<string>();
  private saving: ReturnType<typeof setTimeout> | undefined;
  private desk: Desk | null = null;

  constructor(private readonly bench: Bench) {
    setInterval(() => void this.look(), LOOK_TIME);
    addEventListener("focus", () => void this.look());
  }

  update(desk: Desk): void {
    this.desk = desk;
    for (const tab of this.tabs) if (!tab.isDirty) this.refused.delete(tab.id);
    if (this.due.length) this.saving ??= setTimeout(() => void this.save(), SAVE_TIME);
  }

  // Saving by itself

  private get tabs(): PageTab[] {
    return this.bench.window()?.tabs ?? [];
  }

  private get due(): PageTab[] {
    const setting = this.desk?.autoSave ?? "off";
    return this.tabs.filter(
      (tab) =>
        tab.isDirty &&
        tab.filePath !== null &&
        (setting === "all" || (setting === "markdown" && tab.format === "markdown")) &&
        !this.refused.has(tab.id),
    );
  }

  private async save(): Promise<void> {
    this.saving = undefined;
    for (const tab of this.due)
      try {
        await this.bench.settle();
        await this.bench.connection.call("workspace_save_document", { windowId: tab.id });
      } catch (error) {
        if (!(error instanceof Refusal)) return; // it is tried again with the next change
        this.refused.add(tab.id);
        if (error.code === "E_CONFLICT") void this.look();
        else this.bench.notices.say(error.message, error.hint);
      }
  }

  // What someone else does

  /** See whether the file in front is another by now, and ask what to do. */
  private async look(): Promise<void> {
    const tab = this.bench.tab();
    if (!tab?.filePath || document.hidden || document.querySelector("dialog[open]")) return;
    try {
      const stamp = this.stamps.get(tab.id) ?? "";
      const found = await this.bench.connection.call("page_disk", { document: tab.id, stamp });
      if (found.standing !== "changed" || found.stamp === stamp) {
        if (found.standing === "same") this.stamps.set(tab.id, found.stamp);
        this.bench.notices.withdraw(tab.id);
      } else if (this.bench.tab()?.id === tab.id) this.ask(tab, found.stamp);
    } catch {
      // it is looked at again in a moment
    }
  }

  private ask(tab: PageTab, stamp: string): void {
    const leave = () => {
      this.stamps.set(tab.id, stamp);
      this.bench.focus();
    };
    const now = this.bench.window()?.tabs.find((each) => each.id === tab.id) ?? tab;
    const words = now.isDirty
      ? `${tab.title} was changed on disk, and here too.`
      : `${tab.title} was changed on disk by another program.`;
    this.bench.notices.offer(tab.id, words, [
      { words: "Load", run: () => void this.attempt(() => this.load(tab)) },
      { words: "Look at both", run: () => void this.attempt(() => this.lookAtBoth(tab)) },
      { words: "Keep", run: leave },
    ]);
  }

  /** Saving was refused, since the file is another by now. */
  async settle(tab: PageTab, why: string): Promise<void> {
    const answer = await choose("The file is another by now", `${why} Your text is kept either way.`, [
      { value: "look", words: "Look at both" },
      ...WAYS,
    ]);
    await (answer === "look" ? this.lookAtBoth(tab) : this.follow(tab, answer));
  }

  private async lookAtBoth(tab: PageTab): Promise<void> {
    const { connection } = this.bench;
    await this.bench.settle();
    const [file, mine] = await Promise.all([
      connection.call("page_disk_text", { document: tab.id }),
      connection.call("page_open", { document: tab.id }),
    ]);
    const compared = {
      title: `${tab.title} on disk and here`,
      words: "What only the file has is red, what only the document here has is green.",
      before: file.text,
      after: mine.text,
    };
    await this.follow(tab, await compare(compared, WAYS));
  }

  private async follow(tab: PageTab, answer: string | null): Promise<void> {
    if (answer === "load") await this.load(tab);
    if (answer === "copy") this.bench.saveAs();
    if (answer !== "keep") return;
    await this.bench.connection.call("page_insist", { document: tab.id });
    await this.bench.connection.call("workspace_save_document", { windowId: tab.id });
    this.bench.notices.say(`Saved ${tab.title}.`, "What the file held is among its versions.");
  }

  private async load(tab: PageTab): Promise<void> {
    await this.bench.settle();
    const path = tab.filePath!;
    const loaded = await this.bench.connection.call("workspace_open_document", { path, reload: true });
    this.bench.notices.say(loaded.message);
  }

  private async attempt(work: () => Promise<unknown>): Promise<void> {
    await this.bench.notices.attempt(work);
    this.bench.focus();
  }
}
