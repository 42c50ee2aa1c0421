/** A Word document in the stage: as pages or as plain text, one key apart. */

import { openSearchPanel } from "@codemirror/search";
import type { Connection } from "../connection";
import type { Copy, Face } from "../copy";
import { button, element } from "../element";
import type { Decisions } from "../suggestions";
import { Comments } from "./comments";
import { Pages } from "./pages";

export class WordFace implements Face {
  readonly root: HTMLElement;
  private readonly pages: Pages;
  private readonly place = element("div", "word-place");
  private readonly asPages = button("Pages", "", () => this.choose(true), "Show the pages (F6)");
  private readonly asText = button("Text", "", () => this.choose(false), "Show the plain text (F6)");
  private readonly comments = new Comments((count) => this.offer(count));
  private readonly withComments = button("", "", () => this.toggleComments(), "Show or hide the comments");
  private isPages = true;

  constructor(
    private readonly copy: Copy,
    connection: Connection,
    decide: Decisions,
    title: string,
    attempt: (work: () => Promise<unknown>) => Promise<boolean>,
  ) {
    this.pages = new Pages(copy, connection, decide, title, {
      fail: () => this.choose(false),
      attempt: (work) => void attempt(work),
      drawn: (paper) => this.comments.update(paper),
    });
    const choice = element("div", "word-choice", { role: "group", ariaLabel: "Show as" }, this.asPages, this.asText);
    choice.append(this.withComments);
    this.offer(0);
    this.root = element("div", "word", {}, choice, this.place, this.comments.root);
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "F6") return;
      event.preventDefault();
      this.choose(!this.isPages);
    });
    this.show();
  }

  focus(): void {
    if (this.isPages) this.pages.focus();
    else this.copy.view.focus();
  }

  /** Find something in the text: what is found is selected on the pages, too. */
  find(): void {
    if (this.isPages) this.choose(false);
    openSearchPanel(this.copy.view);
  }

  close(): void {
    this.pages.close();
  }

  private offer(count: number): void {
    this.withComments.textContent = `Comments (${count})`;
    this.withComments.hidden = count === 0;
    this.withComments.ariaExpanded = String(!this.comments.root.hidden);
  }

  private toggleComments(): void {
    this.comments.root.hidden = !this.comments.root.hidden;
    this.withComments.ariaExpanded = String(!this.comments.root.hidden);
  }

  private choose(isPages: boolean): void {
    this.isPages = isPages;
    this.show();
    this.focus();
    if (isPages) this.pages.seek();
  }

  private show(): void {
    this.place.replaceChildren(this.isPages ? this.pages.root : this.copy.view.dom);
    this.asPages.ariaPressed = String(this.isPages);
    this.asText.ariaPressed = String(!this.isPages);
  }
}
