/** The paragraphs that are drawn: each is a line of the copy's text. */

import type { Line, Text as Lines } from "@codemirror/state";
import { type Spot, Wording } from "./wording";

/** A paragraph: what it is drawn with, and what is known of it. */
export class Paragraph {
  /** What was drawn for paragraphs that are no more, and goes when this one is drawn again. */
  leftover: HTMLElement[] = [];
  isStale = false;
  /** Whether it cannot be drawn again alone. */
  isTangled = false;
  /** What is drawn on it. */
  marks = "";
  private known: { text: string; wording: Wording | null } | null = null;

  constructor(
    public elements: HTMLElement[],
    public lead: string,
  ) {}

  /** Whether it is new, and still to be drawn. */
  get isToCome(): boolean {
    return this.isStale && !this.elements.length;
  }

  /** How it shows a text; null if it shows another. */
  wording(text: string): Wording | null {
    if (this.known?.text !== text) {
      const wording = this.elements.length ? Wording.of(this.elements, text) : null;
      this.known = { text, wording };
      for (const each of this.elements)
        if (wording) each.removeAttribute("contenteditable");
        else each.contentEditable = "false";
    }
    return this.known.wording;
  }

  /** It is drawn in another way now. */
  forget(): void {
    this.known = null;
  }
}

export class Sheet {
  private readonly homes = new WeakMap<Node, Paragraph>();

  private constructor(readonly paragraphs: Paragraph[]) {}

  /** Find so many paragraphs in what was drawn; those that were left out are there, but not to be seen. */
  static of(wrapper: HTMLElement, count: number): Sheet {
    const sheet = new Sheet(Array.from({ length: count }, () => missing()));
    let last: Paragraph | undefined;
    for (const element of wrapper.querySelectorAll<HTMLElement>("article p")) {
      if (element.parentElement?.closest("p, [contenteditable=false]")) continue;
      const stamp = takeStamp(element);
      if (stamp) last = sheet.paragraphs[stamp.line];
      if (stamp && last) [last.lead, last.isTangled] = [stamp.lead, false];
      if (last) sheet.settle(last, [...last.elements, element]);
      else element.contentEditable = "false";
    }
    return sheet;
  }

  /** A paragraph is drawn with these elements. */
  settle(paragraph: Paragraph, elements: HTMLElement[]): void {
    paragraph.elements = elements;
    paragraph.forget();
    for (const each of elements) this.homes.set(each, paragraph);
  }

  /** The paragraph in which a node is. */
  around(node: Node | null): Paragraph | undefined {
    for (let at = node; at; at = at.parentNode) {
      const found = this.homes.get(at);
      if (found) return found;
    }
    return undefined;
  }

  /** The line of the text that is drawn around a node. */
  line(node: Node, text: Lines): Line | null {
    const paragraph = this.around(node);
    const index = paragraph ? this.paragraphs.indexOf(paragraph) : -1;
    return index < 0 || index >= text.lines ? null : text.line(index + 1);
  }

  /** The place in the text of a place in the page. */
  position(spot: Spot, text: Lines): number | null {
    const line = this.line(spot.node, text);
    const wording = line && this.around(spot.node)?.wording(line.text);
    return wording ? line.from + wording.offset(spot) : null;
  }

  /** The place in the page of a place in the text. */
  spot(position: number, text: Lines): Spot | null {
    const line = text.lineAt(position);
    return this.paragraphs[line.number - 1]?.wording(line.text)?.spot(position - line.from) ?? null;
  }

  /** Others take the place of some paragraphs: the first stays, to be drawn again with those that follow it. */
  exchange(first: number, gone: number, come: number): void {
    const head = this.paragraphs[first];
    const old = this.paragraphs.slice(first + 1, first + gone);
    this.paragraphs.splice(
      first + 1,
      gone - 1,
      ...Array.from({ length: come - 1 }, () => stale(new Paragraph([], "0"))),
    );
    if (!head) return;
    head.leftover.push(...old.flatMap((each) => [...each.elements, ...each.leftover]));
    head.isTangled ||= old.some((each) => each.isTangled || each.lead !== "0");
    stale(head);
  }
}

/** A paragraph that is not drawn. */
function missing(): Paragraph {
  const found = new Paragraph([], "");
  found.isTangled = true;
  return found;
}

function stale(paragraph: Paragraph): Paragraph {
  paragraph.isStale = true;
  return paragraph;
}

/** What a paragraph says it is, which it need not say any more. */
export function takeStamp(element: HTMLElement): { line: number; lead: string } | null {
  const stamp = element.querySelector<HTMLElement>("span[data-line]");
  if (!stamp) return null;
  stamp.remove();
  return { line: Number(stamp.dataset["line"]), lead: stamp.dataset["lead"] ?? "" };
}
