/** Draws diagrams for the page around it, in a frame without an origin. */

import mermaid from "mermaid";

interface Wish {
  id: number;
  source: string;
  isDark: boolean;
}

let before = Promise.resolve();

addEventListener("message", ({ source, data }: MessageEvent<Wish>) => {
  if (source === parent) before = before.then(() => draw(data)); // one at a time: Mermaid's settings are for all
});

async function draw({ id, source, isDark }: Wish): Promise<void> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    theme: isDark ? "dark" : "default",
    fontFamily: "system-ui, sans-serif",
    suppressErrorRendering: true,
  });
  try {
    const { svg } = await mermaid.render(`drawing-${id}`, source);
    parent.postMessage({ id, svg: sized(svg) }, "*");
  } catch (error) {
    parent.postMessage({ id, wrong: error instanceof Error ? error.message : String(error) }, "*");
  }
}

/** A picture needs a size and whole XML, which markup in a page does not. */
function sized(markup: string): string {
  const svg = new DOMParser().parseFromString(markup, "text/html").querySelector("svg");
  if (!svg) return markup;
  const [, , width, height] = (svg.getAttribute("viewBox") ?? "").split(/[\s,]+/);
  if (width && height) {
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
  }
  return new XMLSerializer().serializeToString(svg);
}

parent.postMessage({ id: 0 }, "*");
