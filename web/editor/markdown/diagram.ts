/** Diagrams, drawn by Mermaid in a frame that can do nothing else, and shown as pictures. */

import { element } from "../element";

interface Drawing {
  id: number;
  svg?: string;
  wrong?: string;
}

class Frame {
  private readonly waiting = new Map<number, (drawing: Drawing) => void>();
  private readonly ready: Promise<Window>;
  private count = 0;

  constructor() {
    const frame = element("iframe", "md-drawing-frame", { src: "/page/drawing.html", title: "Draws diagrams" });
    frame.setAttribute("sandbox", "allow-scripts");
    frame.ariaHidden = "true";
    frame.tabIndex = -1;
    addEventListener("message", ({ source, data }: MessageEvent<Drawing>) => {
      if (source !== frame.contentWindow) return;
      this.waiting.get(data.id)?.(data);
      this.waiting.delete(data.id);
    });
    this.ready = new Promise((resolve) => {
      this.waiting.set(0, () => frame.contentWindow && resolve(frame.contentWindow));
    });
    document.body.append(frame);
  }

  async draw(source: string, isDark: boolean): Promise<Drawing> {
    const frame = await this.ready;
    const id = ++this.count;
    const answer = new Promise<Drawing>((resolve) => this.waiting.set(id, resolve));
    frame.postMessage({ id, source, isDark }, "*"); // a sandboxed frame has no origin that could be named
    return answer;
  }
}

let frame: Frame | null = null;
const drawn = new Map<string, Promise<Drawing>>();

/** The element of a diagram; `onDrawn` is told when it has its size. */
export function drawDiagram(source: string, onDrawn: () => void): HTMLElement {
  const shown = element("div", "md-diagram", {}, element("span", "hint", {}, "Drawing …"));
  const draw = async () => {
    const { svg, wrong } = await drawing(source);
    shown.replaceChildren(svg ? picture(svg, source, onDrawn) : element("pre", "md-wrong", {}, wrong ?? ""));
    onDrawn();
  };
  void draw();
  redraw.set(shown, () => void draw());
  return shown;
}

function drawing(source: string): Promise<Drawing> {
  const isDark = isPageDark();
  const key = `${isDark} ${source}`;
  const known = drawn.get(key) ?? (frame ??= new Frame()).draw(source, isDark);
  drawn.set(key, known);
  return known;
}

const redraw = new WeakMap<Element, () => void>();

/** In another light, diagrams have other colours. */
function drawAgain(): void {
  for (const each of document.querySelectorAll(".md-diagram")) redraw.get(each)?.();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAgain);
new MutationObserver(drawAgain).observe(document.documentElement, { attributes: true });

function picture(svg: string, source: string, onload: () => void): HTMLElement {
  const src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  return element("img", "", { src, alt: `Diagram: ${source.slice(0, 300)}`, onload });
}

function isPageDark(): boolean {
  const [red = 255, green = 255, blue = 255] =
    getComputedStyle(document.body)
      .backgroundColor.match(/\d+(?:\.\d+)?/g)
      ?.map(Number) ?? [];
  return 0.3 * red + 0.6 * green + 0.1 * blue < 128;
}
