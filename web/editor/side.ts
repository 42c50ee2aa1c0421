/** The bar beside the document: panes, of which one is shown. */

import { element } from "./element";

export interface Pane {
  name: string;
  root: HTMLElement;
  /** It came into sight, or what it shows may be another by now. */
  refresh(): void;
}

const KEPT = "quire.side";

export class SideBar {
  readonly root = element("aside", "side", { id: "side", ariaLabel: "Side bar" });
  private readonly tabs = element("div", "panes", { role: "tablist", ariaLabel: "Side bar" });
  private readonly body = element("div", "pane", { id: "pane", role: "tabpanel", tabIndex: -1 });
  private readonly panes: Pane[];
  private shown: Pane;

  constructor(...panes: [Pane, ...Pane[]]) {
    this.panes = panes;
    const [name = "", state] = (localStorage.getItem(KEPT) ?? "").split("/");
    this.shown = panes.find((pane) => pane.name === name) ?? panes[0];
    this.root.append(this.tabs, this.body);
    this.tabs.onkeydown = (event) => this.press(event);
    const isOpen = innerWidth >= 900 && (state ? state === "open" : innerWidth >= 1200);
    document.body.classList.toggle("without-side", !isOpen);
    this.draw();
  }

  get isOpen(): boolean {
    return !document.body.classList.contains("without-side");
  }

  toggle(isOpen = !this.isOpen): void {
    document.body.classList.toggle("without-side", !isOpen);
    localStorage.setItem(KEPT, `${this.shown.name}/${isOpen ? "open" : "closed"}`);
    if (isOpen) this.shown.refresh();
  }

  /** Show a pane and bring the focus there; shown already, put it away. */
  show(name: string): void {
    const pane = this.panes.find((each) => each.name === name) ?? this.shown;
    if (this.isOpen && pane === this.shown && this.root.contains(document.activeElement)) return this.toggle(false);
    this.choose(pane);
    this.tabs.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  }

  private choose(pane: Pane): void {
    this.shown = pane;
    this.draw();
    this.toggle(true);
  }

  private draw(): void {
    this.tabs.replaceChildren(
      ...this.panes.map((pane) => {
        const isShown = pane === this.shown;
        return element(
          "button",
          "",
          {
            type: "button",
            role: "tab",
            tabIndex: isShown ? 0 : -1,
            aria: { selected: String(isShown), controls: "pane" },
            onclick: () => this.choose(pane),
          },
          pane.name,
        );
      }),
    );
    this.body.ariaLabel = this.shown.name;
    this.body.replaceChildren(this.shown.root);
  }

  private press(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const count = this.panes.length;
    this.choose(this.panes[(this.panes.indexOf(this.shown) + step + count) % count]!);
    this.tabs.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
    event.preventDefault();
  }
}
