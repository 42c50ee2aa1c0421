/** The files of the workspace: the open ones, the recent ones, and the tree below the roots. */

import type { PageEntry, PageTab, RecentFile } from "../protocol/wire";
import type { Connection, Desk } from "./connection";
import { button, element } from "./element";
import type { Pane } from "./side";

export interface FileActions {
  open(path: string): void;
  show(tab: PageTab, window: string): void;
  create(): void;
}

export class FilePane implements Pane {
  readonly name = "Files";
  private readonly opened = element("ul", "names", { ariaLabel: "Open documents" });
  private readonly recent = element("ul", "names", { ariaLabel: "Recent files" });
  private readonly tree = element("ul", "names tree", { ariaLabel: "Files" });
  private readonly unfolded = new Set<string>();
  private drawn = "";
  readonly root = element(
    "div",
    "files",
    { onkeydown: (event) => walk(this.root, event) },
    element("h2", "", {}, "Open"),
    this.opened,
    element("h2", "", {}, "Recent"),
    this.recent,
    element("h2", "", {}, "All files"),
    this.tree,
  );

  constructor(
    private readonly connection: Connection,
    private readonly act: FileActions,
  ) {
    this.root.append(button("New document", "new", () => act.create()));
    addEventListener("focus", () => this.refresh());
  }

  update(desk: Desk): void {
    const told = JSON.stringify([desk.windows, desk.focused]);
    if (told === this.drawn) return;
    this.drawn = told;
    const places = desk.windows.flatMap((window) => window.tabs.map((tab) => ({ tab, window })));
    this.opened.replaceChildren(
      ...places.map(({ tab, window }) => {
        const isInFront = window.active === tab.id;
        const where = desk.windows.length > 1 ? ` (${window.label})` : "";
        return element(
          "li",
          "",
          {},
          element(
            "button",
            "name",
            {
              type: "button",
              title: tab.filePath ?? "Not saved to a file yet",
              aria: isInFront ? { current: "page" } : {},
              onclick: () => this.act.show(tab, window.label),
            },
            tab.isDirty ? element("span", "dot", { role: "img", ariaLabel: "Not saved", title: "Not saved" }) : null,
            element("span", "words", {}, `${tab.title}${where}`),
          ),
        );
      }),
    );
    this.refresh();
  }

  refresh(): void {
    if (!this.root.isConnected) return;
    void this.connection
      .call("workspace_list_recent_files", {})
      .then((files) => this.drawRecent(files))
      .catch(() => {}); // the next refresh brings it
    void this.fill(this.tree, null);
  }

  private drawRecent(files: RecentFile[]): void {
    this.recent.replaceChildren(...files.map((file) => element("li", "", {}, this.file(file.name, file.path))));
  }

  private file(name: string, path: string): HTMLElement {
    return element(
      "button",
      "name",
      { type: "button", title: path, onclick: () => this.act.open(path) },
      element("span", "words", {}, name),
    );
  }

  /** List a folder, and what is unfolded in it. */
  private async fill(list: HTMLElement, folder: string | null): Promise<void> {
    try {
      const entries = await this.connection.call("page_folder", folder === null ? {} : { folder });
      const told = JSON.stringify(entries);
      if (list.dataset["told"] !== told) {
        list.dataset["told"] = told;
        list.replaceChildren(...entries.map((entry) => element("li", "", {}, ...this.entry(entry))));
        if (!entries.length) list.append(element("li", "hint", {}, "No documents here."));
      }
      for (const inner of list.querySelectorAll<HTMLElement>(":scope > li > ul"))
        if (!inner.hidden) void this.fill(inner, inner.dataset["path"]!);
    } catch (error) {
      list.replaceChildren(element("li", "hint", {}, error instanceof Error ? error.message : ""));
    }
  }

  private entry({ name, path, isFolder }: PageEntry): HTMLElement[] {
    if (!isFolder) return [this.file(name, path)];
    const list = element("ul", "names", { ariaLabel: name, hidden: !this.unfolded.has(path), data: { path } });
    const fold = element(
      "button",
      "name folder",
      { type: "button", title: path, aria: { expanded: String(!list.hidden) } },
      element("span", "words", {}, name),
    );
    fold.onclick = () => {
      list.hidden = !list.hidden;
      fold.ariaExpanded = String(!list.hidden);
      if (list.hidden) this.unfolded.delete(path);
      else this.unfolded.add(path);
      if (!list.hidden) void this.fill(list, path);
    };
    return [fold, list];
  }
}

/** Arrow keys go through the names; right unfolds a folder, left folds it. */
function walk(root: HTMLElement, event: KeyboardEvent): void {
  const names = [...root.querySelectorAll<HTMLElement>("button")].filter((each) => each.checkVisibility());
  const at = names.indexOf(document.activeElement as HTMLElement);
  const here = names[at];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const wanted = { ArrowRight: "false", ArrowLeft: "true" }[event.key];
  if (step) names[at + step]?.focus();
  else if (wanted && here?.ariaExpanded === wanted) here.click();
  else return;
  event.preventDefault();
}
