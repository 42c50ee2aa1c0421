/** Pictures: those beside the document are shown, those from elsewhere once the person wants them. */

import { Facet, StateEffect } from "@codemirror/state";
import { type EditorView, WidgetType } from "@codemirror/view";
import { button, element } from "../element";

/** The pictures of one document, and from where they may come. */
export class Pictures {
  private readonly allowed = new Set<string>();

  constructor(private readonly document: string) {}

  isAllowed(source: string): boolean {
    const host = hostOf(source);
    return host === null || this.allowed.has(host);
  }

  allow(source: string): void {
    const host = hostOf(source);
    if (host !== null) this.allowed.add(host);
  }

  /** Where the page gets a picture: from its own server, whatever the source. */
  address(source: string): string {
    if (/^data:image\//i.test(source)) return source;
    return `/picture/${encodeURIComponent(this.document)}?${new URLSearchParams({ source })}`;
  }
}

export const pictures = Facet.define<Pictures, Pictures>({ combine: (found) => found[0] ?? new Pictures("") });
export const allowed = StateEffect.define<null>();

/** The host that a picture would be fetched from; null if it is not from elsewhere. */
export function hostOf(source: string): string | null {
  if (!/^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(source) || /^data:/i.test(source)) return null;
  try {
    return new URL(source, "https://unknown.invalid").host || "elsewhere";
  } catch {
    return "elsewhere";
  }
}

export class Picture extends WidgetType {
  private readonly isAllowed: boolean;

  constructor(
    private readonly source: string,
    private readonly description: string,
    private readonly from: Pictures,
  ) {
    super();
    this.isAllowed = from.isAllowed(source);
  }

  override eq(other: Picture): boolean {
    return other.source === this.source && other.description === this.description && other.isAllowed === this.isAllowed;
  }

  override toDOM(view: EditorView): HTMLElement {
    return this.isAllowed ? this.shown(view) : this.asked(view);
  }

  override ignoreEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest("button") !== null;
  }

  private shown(view: EditorView): HTMLElement {
    const image = element("img", "md-picture", { alt: this.description, src: this.from.address(this.source) });
    image.onload = () => view.requestMeasure();
    image.onerror = () => {
      const missing = this.description ? `${this.description} (${this.source})` : this.source;
      image.replaceWith(element("span", "md-picture-missing", { role: "img" }, `No picture: ${missing}`));
      view.requestMeasure();
    };
    return image;
  }

  private asked(view: EditorView): HTMLElement {
    const load = () => {
      this.from.allow(this.source);
      view.dispatch({ effects: allowed.of(null) });
    };
    return element(
      "span",
      "md-picture-asked",
      {},
      element("span", "", {}, this.description || "A picture"),
      button(`Load from ${hostOf(this.source)}`, "", load, this.source),
    );
  }
}
