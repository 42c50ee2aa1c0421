/** What stands around the document for the person: files, commands, the look. */

import type { PageDeed, PageTab, PageWindow } from "../protocol/wire";
import { ActivityPane } from "./activity";
import { type Command, Commands, shown } from "./commands";
import type { Connection, Desk } from "./connection";
import { Disk } from "./disk";
import { exporting } from "./exporting";
import { FilePane } from "./files";
import { Look } from "./look";
import type { Notices } from "./notices";
import { type Choice, Palette } from "./palette";
import { SideBar } from "./side";
import { VersionPane } from "./versions";

/** The page, as far as the workbench uses it. */
export interface Bench {
  readonly connection: Connection;
  readonly notices: Notices;
  /** The tab in front, and its window. */
  tab(): PageTab | undefined;
  window(): PageWindow | undefined;
  /** Wait until all that was typed is in the document. */
  settle(): Promise<void>;
  /** Show this window from now on, also when another one comes to the front. */
  stay(): void;
  focus(): void;
  /** What gives the focus to the document later, unless the person has put it elsewhere by then. */
  homecoming(): () => void;
  /** Put a document of this window in front. */
  turnTo(tab: string): void;
  find(): void;
  save(): void;
  saveAs(): void;
  toggleSuggestions(): void;
}

const MOST_NUMBERED = 9;

const IN_MENU = [
  "Save as …",
  "Download as a web page (HTML)",
  "Download as PDF",
  "Download as a Word document",
  "Download as Markdown",
  "Print",
  "Activity",
  "Versions",
  "Move the document to a new window",
  "Focus mode",
  "Typewriter mode",
  "All commands",
  "Keyboard shortcuts",
];

export class Workbench {
  readonly look = new Look();
  readonly commands = new Commands();
  readonly side: SideBar;
  readonly disk: Disk;
  private readonly files: FilePane;
  private readonly activity: ActivityPane;
  private readonly versions: VersionPane;
  private desk: Desk | null = null;

  constructor(private readonly bench: Bench) {
    this.files = new FilePane(bench.connection, {
      open: (path) => this.open(path),
      show: (tab, window) => this.show(tab, window),
      create: () => this.create("markdown"),
    });
    this.disk = new Disk(bench);
    this.activity = new ActivityPane(bench.connection, (deed) => this.takeBack(deed));
    this.versions = new VersionPane(bench);
    this.side = new SideBar(this.files, this.activity, this.versions);
    this.command();
  }

  /** What stands in the menu of the bar. */
  get more(): Command[] {
    return IN_MENU.map((name) => this.commands.named(name)).filter((each) => !!each);
  }

  update(desk: Desk): void {
    this.desk = desk;
    this.files.update(desk);
    this.disk.update(desk);
    this.activity.refresh();
    this.versions.refresh();
  }

  private command(): void {
    const { bench, commands, look } = this;
    commands.add(
      { name: "Open a file", keys: "Mod-p Mod-o", run: () => this.quickOpen() },
      { name: "All commands", keys: "F1 Mod-Shift-p", run: () => this.choose() },
      { name: "Keyboard shortcuts", keys: "Mod-/", run: () => commands.help() },
      { name: "Save", keys: "Mod-s", run: () => bench.save() },
      { name: "Save as …", keys: "Mod-Shift-s", run: () => bench.saveAs() },
      { name: "New Markdown document", keys: "Alt-n", run: () => this.create("markdown") },
      { name: "New Word document", keys: "Alt-Shift-n", run: () => this.create("docx") },
      { name: "Find and replace", keys: "Mod-f", run: () => bench.find() },
      { name: "Close the document", keys: "Alt-w", run: () => this.close() },
      { name: "Reopen the document closed last", keys: "Alt-Shift-t", run: () => this.reopen() },
      { name: "Move the document to a new window", run: () => this.move() },
      { name: "Files", keys: "Mod-Shift-e", run: () => this.side.show("Files") },
      { name: "Activity", keys: "Mod-Shift-a", run: () => this.side.show("Activity") },
      { name: "Versions", keys: "Alt-h", run: () => this.side.show("Versions") },
      { name: "Show or hide the side bar", keys: "Mod-\\", run: () => this.side.toggle() },
      { name: "Show or hide the suggestions", keys: "Mod-Shift-\\", run: () => bench.toggleSuggestions() },
      { name: "Focus mode", keys: "F8", run: () => look.toggle("focus") },
      { name: "Typewriter mode", keys: "F9", run: () => look.toggle("typewriter") },
      { name: "Next theme", run: () => look.turn() },
      ...exporting(bench),
    );
    for (let number = 1; number <= MOST_NUMBERED; number += 1)
      commands.add({
        name: `Document 1 … ${MOST_NUMBERED} of the window`,
        keys: `Alt-${number}`,
        isHidden: number > 1,
        run: () => this.turnTo(number),
      });
  }

  // Files

  /** Choose from what is open, what was, and all files by some letters of the name. */
  quickOpen(): void {
    const palette = new Palette("Open a file by name, or type its path", (typed) => this.byPath(typed));
    const opened = this.openDocuments();
    palette.offer(opened, "Looking for files …");
    void this.bench.notices.attempt(async () => {
      const [recent, all] = await Promise.all([
        this.bench.connection.call("workspace_list_recent_files", {}),
        this.bench.connection.call("page_files", {}),
      ]);
      const open = new Set(this.desk?.windows.flatMap((window) => window.tabs.map((tab) => tab.filePath)));
      const paths = new Set([...recent.map((file) => file.path), ...all.files]);
      const files = [...paths].filter((path) => !open.has(path)).map((path) => this.file(path, all.roots));
      palette.offer([...opened, ...files], all.isComplete ? "" : "There are more files: type the path of one.");
    });
  }

  private openDocuments(): Choice[] {
    const windows = this.desk?.windows ?? [];
    return windows.flatMap((window) =>
      window.tabs.map((tab) => ({
        name: tab.title,
        detail: tab.isDirty ? "open, not saved" : "open",
        run: () => this.show(tab, window.label),
      })),
    );
  }

  private file(path: string, roots: string[]): Choice {
    const cut = path.lastIndexOf("/");
    const root = roots.find((each) => path.startsWith(`${each}/`));
    return {
      name: path.slice(cut + 1),
      detail: path.slice(root ? root.length + 1 : 0, cut),
      run: () => this.open(path),
    };
  }

  private byPath(typed: string): Choice[] {
    return /[/\\~]|\.\w+$/.test(typed) ? [{ name: `Open ${typed}`, run: () => this.open(typed) }] : [];
  }

  private open(path: string): void {
    const window = this.bench.window();
    this.call(async () => {
      const where = window ? { windowId: window.label } : {};
      this.bench.turnTo((await this.bench.connection.call("workspace_open_document", { path, ...where })).tabId);
    });
  }

  private show(tab: PageTab, window: string): void {
    this.bench.stay();
    this.bench.turnTo(tab.id);
    if (window !== this.bench.window()?.label) open(`/w/${encodeURIComponent(window)}`, `quire-${window}`);
    else if (innerWidth < 900) this.side.toggle(false);
  }

  private create(format: "markdown" | "docx"): void {
    const window = this.bench.window();
    this.call(() =>
      this.bench.connection.call("workspace_new_document", { format, ...(window ? { windowId: window.label } : {}) }),
    );
  }

  private close(): void {
    const tab = this.bench.tab();
    if (tab) this.call(() => this.bench.connection.call("tabs_close", { tabId: tab.id }));
  }

  private reopen(): void {
    const window = this.bench.window();
    if (window) this.call(() => this.bench.connection.call("tabs_reopen_closed", { windowId: window.label }));
  }

  private turnTo(number: number): void {
    const tab = this.bench.window()?.tabs[number - 1];
    if (tab) this.bench.turnTo(tab.id);
  }

  private move(): void {
    const tab = this.bench.tab();
    if (!tab) return;
    this.bench.stay();
    this.call(async () => {
      const { window } = await this.bench.connection.call("page_move", { document: tab.id, window: "new" });
      if (!open(`/w/${encodeURIComponent(window)}`, `quire-${window}`))
        this.bench.notices.say(`It is in the window “${window}” now.`, `Its address here is /w/${window}.`);
    });
  }

  private takeBack(deed: PageDeed): void {
    this.call(async () => {
      await this.bench.settle();
      const { document, revision } = deed;
      await this.bench.connection.call("page_take_back", { document, revision });
      this.bench.notices.say(`Undid what was done to ${deed.title}, and left what came after it.`);
    });
  }

  // Commands

  choose(): void {
    const choices = this.commands.told.map((command) => ({
      name: command.name,
      detail: command.keys ? shown(command.keys) : "",
      run: () => command.run(),
    }));
    new Palette("Do something").offer(choices);
  }

  private call(work: () => Promise<unknown>): void {
    void this.bench.notices.attempt(work).then(this.bench.homecoming());
  }
}
