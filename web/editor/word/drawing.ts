/** Draws a Word document, or some of its paragraphs, with docx-preview. */

import { type Options, parseAsync, renderDocument, type WordDocument } from "docx-preview";
import { bundle, type Level } from "./bundles";
import { Elements } from "./elements";

export interface Drawn {
  styles: string;
  wrapper: HTMLElement;
}

export class Drawing {
  private readonly pictures = new Map<string, Promise<string | null>>();

  private constructor(private readonly source: WordDocument) {
    const load = source.loadDocumentImage.bind(source);
    source.loadDocumentImage = (id, part) => {
      if (part) return load(id, part);
      const known = this.pictures.get(id) ?? load(id, part);
      this.pictures.set(id, known);
      return known;
    };
  }

  static async of(file: ArrayBuffer): Promise<Drawing> {
    return new Drawing(await parseAsync(file, options(new Elements())));
  }

  /** All pages, and the styles that they need. */
  async pages(): Promise<Drawn> {
    const elements = new Elements();
    const nodes = await renderDocument(this.source, options(elements));
    const wrapper = nodes.find((node) => node instanceof HTMLElement);
    if (!wrapper) throw new Error("there are no pages");
    bundle(wrapper);
    return { styles: elements.styles.join("\n"), wrapper };
  }

  /** The levels of lists that have numbers. */
  get levels(): Level[] {
    return this.source.numberingPart?.domNumberings.filter((each) => each.levelText) ?? [];
  }

  /** Some paragraphs, each as what it is drawn with: one element, or several where pages end in it. */
  async paragraphs(opening: string, sources: readonly string[]): Promise<HTMLElement[]> {
    const text = `${opening}<body>${sources.join("")}</body></pieces>`;
    const xml = new DOMParser().parseFromString(text, "application/xml").documentElement;
    const part = Object.create(this.source.documentPart, {
      body: { value: this.source._parser.parseDocumentFile(xml) },
    });
    const piece: WordDocument = Object.create(this.source, { documentPart: { value: part } });
    const nodes = await renderDocument(piece, options(new Elements()));
    const wrapper = nodes.find((node) => node instanceof HTMLElement);
    return [...(wrapper?.querySelectorAll<HTMLElement>("article > p") ?? [])];
  }

  /** Let go of the pictures. */
  async close(): Promise<void> {
    for (const address of await Promise.all(this.pictures.values())) if (address) URL.revokeObjectURL(address);
  }
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
