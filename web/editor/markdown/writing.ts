/** All that makes an editor one for Markdown. */

import type { Extension } from "@codemirror/state";
import { language } from "../language";
import { markdownBar } from "./bar";
import { drawnBlocks } from "./blocks";
import { links, type OpenBeside } from "./links";
import { marks } from "./marks";
import { inMode } from "./mode";
import { Pictures, pictures } from "./picture";
import { holding, revealed } from "./revealed";

/** What the page does for an editor. */
export interface Desk {
  open: OpenBeside;
}

export function writing(document: string, desk: Desk): Extension {
  const live = [revealed, holding, marks, drawnBlocks];
  return [language(), pictures.of(new Pictures(document)), links(desk.open), inMode(live, []), markdownBar([])];
}
