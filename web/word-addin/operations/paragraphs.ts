/** Paragraphs, and the content controls by which they are found again. */

import { invalid } from "../refusal";
import { fresh, rangeOf } from "../scope";
import type { Operation } from "./operation";

export const listParagraphs: Operation<"listParagraphs"> = async (context, args, handles) => {
  if (/[\u0000-\u001f\u007f]/.test(args.controlTagPrefix)) {
    throw invalid("controlTagPrefix has control characters in it.", "Use letters and digits.");
  }
  const scope = fresh(rangeOf(context, args.scope, handles));
  const paragraphs = scope.paragraphs.load("text");
  const first = args.scope === "document" ? 0 : await numberOf(context, scope);
  await context.sync();
  const wanted = paragraphs.items
    .map((paragraph, at) => ({ paragraph, index: first + at }))
    .filter(({ paragraph }) => !args.filterEmpty || paragraph.text.trim());
  const controls = await controlsOf(context, wanted, args.createControls ? args.controlTagPrefix : null);
  return {
    paragraphs: wanted.map(({ paragraph, index }, at) => ({
      index,
      ...(args.includeText ? { text: paragraph.text } : {}),
      ...(args.maxChars ? { excerpt: [...paragraph.text].slice(0, args.maxChars).join("") } : {}),
      rangeId: handles.keep(paragraph.getRange("Content")),
      ...controls[at],
    })),
  };
};

/** The number of the paragraph that a range begins in. */
async function numberOf(context: Word.RequestContext, range: Word.Range): Promise<number> {
  const first = range.paragraphs.getFirst().getRange("Whole");
  const paragraphs = context.document.body.getRange("Start").expandTo(first).paragraphs.load("text");
  await context.sync();
  return paragraphs.items.length - 1;
}

interface Numbered {
  paragraph: Word.Paragraph;
  index: number;
}

interface Control {
  ccId?: number;
  ccTag?: string;
}

/** The content controls around paragraphs; where there is none, a hidden one is made, if a prefix for it is given. */
async function controlsOf(context: Word.RequestContext, wanted: Numbered[], prefix: string | null): Promise<Control[]> {
  const around = wanted.map(({ paragraph }) => paragraph.parentContentControlOrNullObject.load("id,tag"));
  await context.sync();
  const made = around.map((found, at) =>
    found.isNullObject && prefix !== null ? control(wanted[at]!, prefix) : found,
  );
  try {
    await context.sync();
  } catch (error) {
    if (!(error instanceof OfficeExtension.Error) || error.code === "AccessDenied") throw error;
    return wanted.length > 1 ? oneByOne(context, wanted, prefix) : [{}];
  }
  return made.map((found) => (found.isNullObject ? {} : { ccId: found.id, ccTag: found.tag }));
}

/** Where one paragraph can have no control, such as one that a field begins in, the others get theirs. */
async function oneByOne(context: Word.RequestContext, wanted: Numbered[], prefix: string | null): Promise<Control[]> {
  const found: Control[] = [];
  for (const each of wanted) found.push(...(await controlsOf(context, [each], prefix)));
  return found;
}

function control({ paragraph, index }: Numbered, prefix: string): Word.ContentControl {
  const tag = `${prefix}:${index}`;
  const made = paragraph.insertContentControl();
  made.tag = tag;
  made.title = tag;
  made.appearance = "Hidden";
  return made.load("id,tag");
}
