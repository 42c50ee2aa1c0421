/** Paragraphs, and the places in them. */

import type { Point } from "../../protocol/word";
import { invalid, Refusal, unsupported } from "../refusal";
import { fresh, rangeOf } from "../scope";
import type { Operation } from "./operation";

/** Of what is searched for; with codes for what is no letter, a query has at most 255 characters. */
const LONGEST = 80;

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
  const names = handles.keep(...wanted.map(({ paragraph }) => paragraph.getRange("Content")));
  return {
    paragraphs: wanted.map(({ paragraph, index }, at) => ({
      index,
      ...(args.includeText ? { text: paragraph.text } : {}),
      ...(args.maxChars ? { excerpt: [...paragraph.text].slice(0, args.maxChars).join("") } : {}),
      rangeId: names[at]!,
      ...controls[at],
    })),
  };
};

/** The number of the paragraph that a range begins in. */
async function numberOf(context: Word.RequestContext, range: Word.Range): Promise<number> {
  const before = context.document.body.getRange("Start").expandTo(range.getRange("Start"));
  const paragraphs = before.paragraphs.load("text");
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
    if (!(error instanceof OfficeExtension.Error) || wanted.length < 2) return wanted.map(() => ({}));
    return oneByOne(context, wanted, prefix);
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

export const readText: Operation<"document.text"> = async (context) => {
  const paragraphs = context.document.body.paragraphs.load("text");
  await context.sync();
  return { paragraphs: paragraphs.items.map(({ text }) => text) };
};

export const readMarkup: Operation<"document.ooxml"> = async (context) => {
  const source = context.document.body.getOoxml();
  await context.sync();
  return { ooxml: source.value };
};

/** Ranges for places that the caller knows by paragraph and offset. */
export const rangesAt: Operation<"range.at"> = async (context, args, handles) => {
  const paragraphs = context.document.body.paragraphs.load("text");
  await context.sync();
  const ends = args.places.flatMap(({ start, end }) => [start, end]);
  const sought = ends.map((point) => seek(paragraphs.items[point.paragraph], point));
  await context.sync();
  const cursors = sought.map((each) => each());
  const ranges = args.places.map((_, at) => cursors[2 * at]!.expandTo(cursors[2 * at + 1]!));
  return { rangeIds: handles.keep(...ranges) };
};

/** Word has no offsets: the text at one is searched for, and the match that stands there is taken. */
function seek(paragraph: Word.Paragraph | undefined, { offset, text }: Point): () => Word.Range {
  if (paragraph?.text !== text) {
    throw new Refusal("E_CONFLICT", "The document has changed meanwhile.", "Read it again.");
  }
  if (offset === 0) return () => paragraph.getRange("Start");
  if (offset >= text.length) return () => paragraph.getRange("Content").getRange("End");
  const [query, number] = landmark(text, offset);
  const found = paragraph.search(query, { matchCase: true }).load("text");
  return () => {
    const match = found.items[number];
    if (match) return match.getRange("Start");
    throw unsupported("Word does not find its own text there.", "Use search, and the rangeId that it gives.");
  };
}

/** A text that begins at an offset, as a query, and which of its matches it is. */
function landmark(text: string, offset: number): [string, number] {
  for (let length = Math.min(text.length - offset, LONGEST); length > 0; length--) {
    const sought = text.slice(offset, offset + length);
    let at = text.indexOf(sought);
    for (let number = 0; at >= 0 && at <= offset; number++) {
      if (at === offset) return [escaped(sought), number];
      at = text.indexOf(sought, at + sought.length);
    }
  }
  throw unsupported("There is no way to name this place to Word.", "Use search, and the rangeId that it gives.");
}

const escaped = (text: string) => text.replaceAll("^", "^^").replaceAll("\t", "^t").replaceAll("\v", "^l");
