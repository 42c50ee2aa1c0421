/** What stands around the document: tabs, agents, settings. */

import type { PageAgent, PageTab, PageWindow } from "../protocol/wire";
import { type Command, shown } from "./commands";
import type { Arguments, Desk } from "./connection";
import { button, element } from "./element";
import { ago } from "./panel";

const PRESENT_SECONDS = 120;
const REDRAW_TIME = 15_000;

type Settings = Arguments<"settings">;

const STAGING = {
  "auto-approve": "Apply edits at once",
  suggest: "Suggest changes of text",
  "stage-everything": "Suggest every change",
  "always-ask": "Always ask, whatever agents say",
} as const;

const APPROVAL = { agent: "Agents may accept, too", person: "Only people accept" } as const;

const AUTO_SAVE = { off: "Nothing", markdown: "Markdown", all: "Markdown and Word documents" } as const;

export interface DeskActions {
  open(tab: string): void;
  close(tab: string): void;
  create(): void;
  load(): void;
  save(): void;
  set(settings: Settings): void;
  toggle(): void;
  side(): void;
  more: Command[];
  look: HTMLElement;
}

export class DeskBar {
  readonly root = element("header", "desk");
  private readonly tabs = element("nav", "tabs", { ariaLabel: "Documents" });
  private readonly agents = element("details", "menu agents");
  private readonly settings = element("details", "menu settings");
  private readonly more = element("details", "menu more", {}, element("summary", "", {}, "More"));
  private readonly count = element("span", "count");
  private drawn = "";

  constructor(private readonly act: DeskActions) {
    const panel = element(
      "button",
      "toggle",
      { type: "button", onclick: () => act.toggle(), title: "Show or hide the suggestions" },
      element("span", "", {}, "Suggestions"),
      this.count,
    );
    const side = button("☰", "side-toggle", () => act.side(), "Show or hide the side bar");
    side.ariaLabel = "Side bar";
    this.root.append(
      side,
      element("span", "name", {}, "Quire"),
      this.tabs,
      button("+", "create", () => act.create(), "New document"),
      button("Open …", "load", () => act.load(), "Open a file"),
      element("span", "space"),
      this.agents,
      this.settings,
      this.more,
      button("Save", "save", () => act.save(), "Save (Ctrl S)"),
      panel,
    );
    document.addEventListener("click", ({ target }) => {
      for (const menu of [this.agents, this.settings, this.more])
        if (target instanceof Node && !menu.contains(target)) menu.open = false;
    });
    this.root.addEventListener("keydown", ({ key, target }) => {
      const menu = target instanceof Element ? target.closest<HTMLDetailsElement>("details[open]") : null;
      if (key !== "Escape" || !menu) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    });
    new ResizeObserver(() => this.showFront()).observe(this.tabs);
    this.more.append(element("div", "sheet", {}, ...act.more.map((command) => this.command(command))));
  }

  update(desk: Desk, window: PageWindow): void {
    const told = JSON.stringify([desk, window.label, Math.floor(Date.now() / REDRAW_TIME)]);
    if (told === this.drawn) return;
    this.drawn = told;
    this.tabs.replaceChildren(...window.tabs.map((tab) => this.tab(tab, tab.id === window.active)));
    this.showFront();
    const pending = window.tabs.find((tab) => tab.id === window.active)?.suggestions ?? 0;
    this.count.textContent = pending ? String(pending) : "";
    this.drawAgents(desk.agents);
    this.drawSettings(desk);
  }

  /** Bring the tab in front into sight, with the button that closes it. */
  private showFront(): void {
    this.tabs.querySelector(".tab.active")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  private tab(tab: PageTab, isActive: boolean): HTMLElement {
    const close = button("×", "close", () => this.act.close(tab.id), "Close");
    close.setAttribute("aria-label", `Close ${tab.title}`);
    return element(
      "span",
      `tab${isActive ? " active" : ""}`,
      {},
      element(
        "button",
        "title",
        {
          type: "button",
          aria: isActive ? { current: "page" } : {},
          onclick: () => this.act.open(tab.id),
          title: tab.filePath ?? "Not saved to a file yet",
        },
        tab.isDirty ? element("span", "dot", { role: "img", ariaLabel: "Not saved", title: "Not saved" }) : null,
        element("span", "words", {}, tab.title),
        tab.suggestions ? element("span", "count", { title: "Suggestions" }, String(tab.suggestions)) : null,
      ),
      close,
    );
  }

  private command({ name, keys, run }: Command): HTMLElement {
    const act = () => {
      this.more.open = false;
      run();
    };
    return element(
      "button",
      "",
      { type: "button", onclick: act },
      element("span", "", {}, name),
      keys ? element("kbd", "", {}, shown(keys)) : null,
    );
  }

  private drawAgents(agents: PageAgent[]): void {
    const present = agents.filter((agent) => isPresent(agent));
    const words = present.length === 1 ? "1 agent" : `${present.length} agents`;
    this.agents.classList.toggle("present", present.length > 0);
    const summary = element(
      "summary",
      "",
      {},
      element("span", "light", { ariaHidden: "true" }),
      element("span", "", {}, words),
    );
    const list = agents.map((agent) =>
      element(
        "li",
        isPresent(agent) ? "present" : "",
        {},
        element("span", "light", { ariaHidden: "true" }),
        element("strong", "", {}, agent.name),
        element("span", "did", {}, `${agent.tool}, ${ago(new Date(agent.at))}`),
      ),
    );
    const none = element(
      "p",
      "hint",
      {},
      "No agent has called yet. 'quire serve' prints what a client needs to connect.",
    );
    this.agents.replaceChildren(
      summary,
      element("div", "sheet", {}, list.length ? element("ul", "", {}, ...list) : none),
    );
  }

  private drawSettings(desk: Desk): void {
    const choice = <Name extends keyof Settings>(name: Name, label: string, options: Record<string, string>) => {
      const select = element("select", "", { name });
      for (const [value, words] of Object.entries(options)) select.append(new Option(words, value));
      select.value = desk[name];
      select.onchange = () => this.act.set({ [name]: select.value } as Settings);
      return element("label", "", {}, label, select);
    };
    if (this.settings.contains(document.activeElement) && this.settings.open) return;
    this.settings.replaceChildren(
      element("summary", "", {}, "Settings"),
      element(
        "div",
        "sheet",
        {},
        choice("staging", "What agents do", STAGING),
        choice("approval", "Who accepts suggestions", APPROVAL),
        choice("autoSave", "Saved by itself", AUTO_SAVE),
        this.act.look,
        element("p", "hint", {}, `Quire ${desk.version}`),
      ),
    );
  }
}

function isPresent(agent: PageAgent): boolean {
  return Date.now() - new Date(agent.at).getTime() < PRESENT_SECONDS * 1000;
}
