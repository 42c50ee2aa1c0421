/**
 * Draws a Word document, or some of its paragraphs, with docx-preview: a long one piece by piece, so that the page stays
 * alive meanwhile.
 */

import { type Options, parseAsync, renderDocument, type WordDocument } from "docx-preview";
import { bundle, type Level } from "./bundles";
import { Elements } from "./elements";
import { join } from "./joining";

const BODY = "quire/body.xml";
const AT_ONCE = 60;

export class Drawing {
  readonly wrapper = document.createElement("div");
  styles = "";
  private readonly pictures = new Map<string, Promise<string | null>>();

  private constructor(
    private readonly source: WordDocument,
    private readonly body: Element,
  ) {
    this.wrapper.className = "docx-wrapper";
    const load = source.loadDocumentImage.bind(source);
    source.loadDocumentImage = (id, part) => {
      if (part) return load(id, part);
      const known = this.pictures.get(id) ?? load(id, part);
      this.pictures.set(id, known);
      return known;
    };
  }

  static async of(file: ArrayBuffer): Promise<Drawing> {
    const source = await parseAsync(file, options(new Elements()));
    const data = await source._package.load(BODY, "uint8array");
    const root = read(new TextDecoder().decode(data ?? undefined));
    const body = [...root.children].find((each) => each.localName === "body");
    if (!body) throw new Error("the document has no body");
    return new Drawing(source, body);
  }

  /** Draw all pages into the wrapper; after each piece, tell how much is done. */
  async pages(tell: (done: number) => Promise<void>): Promise<void> {
    const blocks = [...this.body.children];
    const size = this.source.endnotesPart ? Math.max(1, blocks.length) : AT_ONCE; // endnotes go behind all
    const ends = sectionEnds(blocks);
    for (let first = 0; first === 0 || first < blocks.length; first += size) {
      const last = Math.min(first + size, blocks.length);
      const { styles, wrapper } = await this.draw(piece(this.body, blocks.slice(first, last), ends[last]));
      this.styles ||= styles;
      bundle(wrapper);
      join(this.wrapper, wrapper);
      await tell(last / blocks.length);
    }
  }

  /** The levels of lists that have numbers. */
  get levels(): Level[] {
    return this.source.numberingPart?.domNumberings.filter((each) => each.levelText) ?? [];
  }

  /** Some paragraphs, each as what it is drawn with: one element, or several where pages end in it. */
  async paragraphs(opening: string, sources: readonly string[]): Promise<HTMLElement[]> {
    const { wrapper } = await this.draw(read(`${opening}<body>${sources.join("")}</body></pieces>`));
    return [...wrapper.querySelectorAll<HTMLElement>("article > p")];
  }

  private async draw(root: Element): Promise<{ styles: string; wrapper: HTMLElement }> {
    const elements = new Elements();
    const body = this.source._parser.parseDocumentFile(root);
    const part = Object.create(this.source.documentPart, { body: { value: body } });
    const shown: WordDocument = Object.create(this.source, { documentPart: { value: part } });
    const nodes = await renderDocument(shown, options(elements));
    const wrapper = nodes.find((node) => node instanceof HTMLElement);
    if (!wrapper) throw new Error("there are no pages");
    return { styles: elements.styles.join("\n"), wrapper };
  }

  /** Let go of the pictures. */
  async close(): Promise<void> {
    for (const address of await Promise.all(this.pictures.values())) if (address) URL.revokeObjectURL(address);
  }
}

function read(xml: string): Element {
  const root = new DOMParser().parseFromString(xml, "application/xml").documentElement;
  if (root.querySelector("parsererror")) throw new Error("the document cannot be read");
  return root;
}

/** Some blocks as a document of their own, in the section that they are in. */
function piece(body: Element, blocks: readonly Element[], section: Element | undefined): Element {
  const root = body.ownerDocument.createElement("pieces");
  const background = [...(body.parentElement?.children ?? [])].find((each) => each.localName === "background");
  const inner = body.ownerDocument.createElement("body");
  inner.append(...blocks.filter((each) => each.localName !== "sectPr"));
  if (section) inner.append(section.cloneNode(true));
  if (background) root.append(background.cloneNode(true));
  root.append(inner);
  return root;
}

/** For each place between blocks, what says how the section looks that goes on there. */
function sectionEnds(blocks: readonly Element[]): (Element | undefined)[] {
  const found = new Array<Element | undefined>(blocks.length + 1);
  found[blocks.length] = blocks.findLast((each) => each.localName === "sectPr");
  for (let index = blocks.length - 1; index >= 0; index--) {
    const properties = [...(blocks[index]?.children ?? [])].find((each) => each.localName === "pPr");
    const section = [...(properties?.children ?? [])].find((each) => each.localName === "sectPr");
    found[index] = section ?? found[index + 1];
  }
  return found;
}

function options(elements: Elements): Options {
  return {
    className: "docx",
    breakPages: true,
    ignoreFonts: true,
    ignoreLastRenderedPageBreak: false,
    renderChanges: true,
    renderComments: true,
    renderAltChunks: false,
    h: elements.make,
  };
}
