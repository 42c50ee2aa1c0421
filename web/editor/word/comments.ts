/** The comments of a Word document in a list: who says what, and to which passage. */

import { element } from "../element";

const HIGHLIGHT = "word-comments";
const MARK = "docx-comment-ref";
const BALLOON = "docx-comment-popover";

/** The passages that have comments, of all documents that are open. */
const passages = new Highlight();
CSS.highlights.set(HIGHLIGHT, passages);

export class Comments {
  private ranges: Range[] = [];
  readonly root = element("aside", "word-comments", { ariaLabel: "Comments", hidden: true });
  private readonly list = element("ol", "");

  constructor(private readonly tell: (count: number) => void) {
    this.root.append(element("h2", "", {}, "Comments"), this.list);
  }

  /** List those that are drawn. */
  update(paper: HTMLElement): void {
    const found = [...paper.querySelectorAll<HTMLElement>(`.${BALLOON}`)];
    this.list.replaceChildren(...found.map((each) => this.item(each)));
    this.tell(found.length);
    if (!found.length) this.root.hidden = true;
    this.highlight(paper);
  }

  private highlight(paper: HTMLElement): void {
    for (const range of this.ranges) passages.delete(range);
    this.ranges = [...paper.querySelectorAll<HTMLElement>("[data-edge=start]")].flatMap((start) => {
      const end = paper.querySelector(`[data-edge=end][data-comment="${CSS.escape(start.dataset["comment"] ?? "")}"]`);
      if (!end) return [];
      const range = document.createRange();
      range.setStartAfter(start);
      range.setEndBefore(end);
      return [range];
    });
    for (const range of this.ranges) passages.add(range);
  }

  private item(balloon: HTMLElement): HTMLElement {
    const part = (name: string) => balloon.querySelector(`.docx-comment-${name}`)?.textContent ?? "";
    const words = [...balloon.querySelectorAll("p")].map((each) => each.textContent ?? "").join("\n");
    const say = element(
      "button",
      "",
      { type: "button", title: "Show it on the page", onclick: () => point(balloon) },
      element("span", "who", {}, element("strong", "", {}, part("author")), element("span", "", {}, part("date"))),
      element("span", "said", {}, words),
    );
    return element("li", "", {}, say);
  }
}

/** Bring the passage of a comment into sight. */
function point(balloon: HTMLElement): void {
  const mark = balloon.parentElement?.querySelector(`.${MARK}`) ?? balloon;
  for (const each of document.querySelectorAll(`.${MARK}.pointed`)) each.classList.remove("pointed");
  mark.classList.add("pointed");
  mark.scrollIntoView({ block: "center" });
  setTimeout(() => mark.classList.remove("pointed"), 2000);
}
