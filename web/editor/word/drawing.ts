/**
 * Draws a Word document, or some of its paragraphs, with docx-preview: a long one piece by piece, so that the page stays
 * alive meanwhile.
 */

import { type Options, parseAsync, renderDocument, type WordDocument } from "docx-preview";
import { bundle, type Level } from "./bundles";
import { Elements } from "./elements";
import { join } from "./joining";

const BODY = "quire/body.xml";

export class Drawing {
  readonly wrapper = document.createElement("div");
  styles = "";
  private readonly pictures = new Map<string, Promise<string | null>>();

  private constructor(
    private readonly source: WordDocument,
    private readonly pieces: readonly string[],
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
    return new Drawing(source, new TextDecoder().decode(data ?? undefined).split("\0"));
  }

  /** Draw all pages into the wrapper; after each piece, tell how much is done. */
  async pages(tell: (done: number) => Promise<void>): Promise<void> {
    for (const [index, piece] of this.pieces.entries()) {
      const { styles, wrapper } = await this.drawPiece(piece);
      this.styles ||= withNumbers(styles);
      bundle(wrapper);
      join(this.wrapper, wrapper);
      await tell((index + 1) / this.pieces.length);
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

  /** Draw a piece; where the library stumbles over a drawing in it, without its drawings. */
  private async drawPiece(piece: string): Promise<{ styles: string; wrapper: HTMLElement }> {
    try {
      return await this.draw(read(piece));
    } catch (error) {
      console.warn(error);
      const root = read(piece);
      for (const name of ["drawing", "pict", "object"])
        for (const each of [...root.getElementsByTagNameNS("*", name)]) each.remove();
      return this.draw(root);
    }
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

/** The styles, with numbers of lists looking as the text behind them does: they stand before its first run. */
function withNumbers(styles: string): string {
  return styles.replaceAll(/([^{}\n,]+) span(?=\s*\{)/g, (both, around: string) => {
    const paragraph = around.trim() === ".docx" ? ".docx p" : around;
    return `${both}, ${paragraph}::before`;
  });
}

function read(xml: string): Element {
  const root = new DOMParser().parseFromString(xml, "application/xml").documentElement;
  if (root.querySelector("parsererror")) throw new Error("the document cannot be read");
  return root;
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
