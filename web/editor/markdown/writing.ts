/** All that makes an editor one for Markdown. */

import { type Extension, Prec } from "@codemirror/state";
import { language } from "../language";
import { markdownBar } from "./bar";
import { drawnBlocks } from "./blocks";
import { direction } from "./direction";
import { frontMatter } from "./frontmatter";
import { buttons, type Formatting, keys } from "./keys";
import { links, type OpenBeside } from "./links";
import { marks } from "./marks";
import { inMode } from "./mode";
import { outline, toggleOutline } from "./outline";
import { type KeepPicture, pasting } from "./paste";
import { Pictures, pictures } from "./picture";
import { references } from "./references";
import { holding, revealed } from "./revealed";

/** What the page does for an editor. */
export interface Desk {
  open: OpenBeside;
  format: Formatting;
  keep: KeepPicture;
}

export function writing(document: string, desk: Desk): Extension {
  const live = [references, revealed, holding, marks, drawnBlocks];
  const outlineButton = { words: "Outline", title: "Show or hide the outline", run: toggleOutline };
  return [
    language(),
    direction,
    frontMatter,
    keys(desk.format),
    pictures.of(new Pictures(document)),
    Prec.high(links(desk.open)),
    pasting(desk.keep),
    outline,
    inMode(live, []),
    markdownBar([outlineButton, ...buttons(desk.format)]),
  ];
}
