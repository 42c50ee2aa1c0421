/** Which characters of a paragraph's text its elements show, and the way from one to the other. */

const OBJECT = "\ufffc";
const SOFT_HYPHEN = "\u00ad";

/** Some characters in a row: those of a text node between two offsets, or the one that an element stands for. */
interface Piece {
  readonly node: Text | HTMLElement;
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

/** A place in the page. */
export interface Spot {
  node: Node;
  offset: number;
}

export class Wording {
  private constructor(
    private readonly elements: readonly HTMLElement[],
    private readonly pieces: readonly Piece[],
    private readonly length: number,
  ) {}

  /** How elements show a text; null if they show another. */
  static of(elements: readonly HTMLElement[], text: string): Wording | null {
    const pieces: Piece[] = [];
    let at = 0;
    const skip = (next: string) => {
      while (at < text.length && isUnseen(text[at]) && text[at] !== next) at += 1;
    };
    for (const node of elements.flatMap((each) => [...leaves(each)])) {
      const shown = node instanceof Text ? node.data : standsFor(node);
      if (shown === null) {
        if (at < text.length) pieces.push({ node, from: 0, to: 1, at: at++ });
        continue;
      }
      let from = 0;
      for (let offset = 0; offset < shown.length; offset++) {
        const before = at;
        skip(shown[offset] ?? "");
        if (text[at] !== shown[offset]) return null;
        if (at > before && offset > from) pieces.push({ node, from, to: offset, at: before - (offset - from) });
        if (at > before) from = offset;
        at += 1;
      }
      if (shown.length > from) pieces.push({ node, from, to: shown.length, at: at - (shown.length - from) });
    }
    skip("");
    return at === text.length ? new Wording(elements, pieces, text.length) : null;
  }

  /** The place in the page of an offset in the text: behind the character before, where there is one. */
  spot(offset: number): Spot {
    const piece =
      this.pieces.find(({ at, from, to }) => at < offset && offset <= at + to - from) ??
      this.pieces.find(({ at }) => at >= offset) ??
      this.pieces.at(-1);
    if (!piece) return { node: this.elements[0] as Node, offset: 0 };
    const inside = Math.max(0, Math.min(offset - piece.at, piece.to - piece.from));
    if (piece.node instanceof Text) return { node: piece.node, offset: piece.from + inside };
    const parent = piece.node.parentNode as Node;
    return { node: parent, offset: [...parent.childNodes].indexOf(piece.node) + inside };
  }

  /** The offset in the text of a place in the page. */
  offset({ node, offset }: Spot): number {
    const found = this.pieces.find((piece) => piece.node === node && piece.from <= offset && offset <= piece.to);
    if (found && node instanceof Text) return found.at + offset - found.from;
    const range = document.createRange();
    for (const piece of this.pieces) {
      range.selectNode(piece.node);
      if (range.comparePoint(node, offset) <= 0) return piece.at;
    }
    return this.length;
  }

  /** The pieces of text nodes between two offsets, the last one first, so that each can be changed. */
  between(start: number, end: number): { node: Text; from: number; to: number }[] {
    const found: { node: Text; from: number; to: number }[] = [];
    for (const { node, from, to, at } of this.pieces) {
      const [first, last] = [Math.max(start, at), Math.min(end, at + to - from)];
      if (node instanceof Text && first < last) found.unshift({ node, from: from + first - at, to: from + last - at });
    }
    return found;
  }
}

/** What elements show, as they are now. */
export function shownText(elements: readonly HTMLElement[]): string {
  const nodes = elements.flatMap((each) => [...leaves(each)]);
  return nodes.map((node) => (node instanceof Text ? node.data : (standsFor(node) ?? OBJECT))).join("");
}

export function isUnseen(character: string | undefined): boolean {
  return character === OBJECT || character === SOFT_HYPHEN;
}

/** The text nodes, and the elements that stand for a character, without what is set apart. */
function* leaves(element: Node): Generator<Text | HTMLElement> {
  for (const child of element.childNodes) {
    if (child instanceof Text) yield child;
    else if (!(child instanceof HTMLElement))
      continue; // formulas and drawings
    else if (child.contentEditable === "false" || child.dataset["line"] !== undefined) continue;
    else if (child.dataset["stands"] || child.tagName === "BR") yield child;
    else yield* leaves(child);
  }
}

/** The character that an element stands for; null where it may be any. */
function standsFor(element: HTMLElement): string | null {
  if (element.tagName === "BR") return "\v";
  return element.dataset["stands"] === "\t" ? "\t" : null;
}
