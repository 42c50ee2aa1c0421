/** The names of styles: Word's own have a portable one, the others are found among the document's. */

import { notFound } from "../refusal";
import { need, supports } from "../requirements";

export type Kind = "paragraph" | "character" | "table";
type BuiltIn = `${Word.BuiltInStyleName}`;

interface Styled {
  style: string;
  styleBuiltIn: Word.BuiltInStyleName | BuiltIn;
}

/** A style that there is. */
export interface Style {
  name: string;
  kind: Kind;
  isBuiltIn: boolean;
  /** Another name that the document has for it. */
  alias?: string;
  applyTo(object: Styled): void;
}

const CHARACTER = [
  ...["FootnoteReference", "EndnoteReference", "Hyperlink", "Strong", "Emphasis", "SubtleEmphasis"],
  ...["IntenseEmphasis", "SubtleReference", "IntenseReference", "BookTitle"],
] as BuiltIn[];

const PARAGRAPH = [
  ...["Normal", "Title", "Subtitle", "Quote", "IntenseQuote", "NoSpacing", "ListParagraph", "Caption", "Header"],
  ...["Footer", "FootnoteText", "EndnoteText", "Bibliography", "TocHeading"],
  ...numbered("Heading", 9),
  ...numbered("Toc", 9),
] as BuiltIn[];

const TABLE = [
  ...["TableGrid", "TableGridLight", ...numbered("PlainTable", 5)],
  ...["Grid", "List"]
    .flatMap((kind) =>
      ["1Light", "2", "3", "4", "5Dark", "6Colorful", "7Colorful"].map((look) => `${kind}Table${look}`),
    )
    .flatMap((table) => [table, ...numbered(`${table}_Accent`, 6)]),
] as BuiltIn[];

const BUILT_IN: Style[] = [
  ...PARAGRAPH.map((name) => builtIn(name, "paragraph")),
  ...CHARACTER.map((name) => builtIn(name, "character")),
  ...TABLE.map((name) => builtIn(name, "table")),
];

const KINDS: Record<string, Kind> = { Paragraph: "paragraph", Character: "character", Table: "table" };

/** The style of a name, as it is shown or as its constant. */
export async function findStyle(context: Word.RequestContext, name: string, kind?: Kind): Promise<Style> {
  const isOfKind = (style: Style) => !kind || style.kind === kind;
  const isIt = (style: Style) => [style.name, style.alias ?? ""].some((each) => bare(each) === bare(name));
  const builtIn = BUILT_IN.filter(isOfKind);
  const known = builtIn.find(isIt);
  if (known) return known;
  need("WordApi 1.5", "find styles that are not built in");
  const own = (await documentStyles(context)).filter(isOfKind);
  const found = own.find(isIt);
  if (found) return found;
  const near = nearest(name, [...builtIn, ...own]).map((each) => `'${each}'`);
  throw notFound(`There is no style "${name}".`, `Near it: ${near.join(", ")}. listStyles tells all.`);
}

/** All styles, as far as Word tells them. */
export async function allStyles(context: Word.RequestContext): Promise<Style[]> {
  return supports("WordApi 1.5") ? documentStyles(context) : BUILT_IN;
}

async function documentStyles(context: Word.RequestContext): Promise<Style[]> {
  const styles = context.document.getStyles().load("nameLocal,type,builtIn");
  await context.sync();
  return styles.items.flatMap(({ nameLocal, type, builtIn }) => {
    const kind = KINDS[type];
    if (!kind) return [];
    const [name, alias] = nameLocal.split(",") as [string, string?];
    const applyTo = (object: Styled) => void (object.style = name);
    return [{ name, kind, isBuiltIn: builtIn, ...(alias ? { alias } : {}), applyTo }];
  });
}

function builtIn(constant: BuiltIn, kind: Kind): Style {
  const spaced = constant
    .replace("Toc", "TOC")
    .replace("_", "")
    .replace(/(?<=[a-z])(?=[A-Z\d])|(?<=\d)(?=[A-Z])|(?<=TOC)/g, " ");
  return { name: spaced, kind, isBuiltIn: true, applyTo: (object) => void (object.styleBuiltIn = constant) };
}

function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${name}${at + 1}`);
}

/** What of a name counts: not its case, its spaces or its dashes. */
const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function nearest(name: string, among: Style[]): string[] {
  const names = [...new Set(among.map((style) => style.name))];
  const far = new Map(names.map((each) => [each, distance(bare(name), bare(each))]));
  return names.sort((one, other) => far.get(one)! - far.get(other)!).slice(0, 3);
}

/** How many letters have to change. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [to, mate] of [...other].entries()) {
      next.push(Math.min(next[to]! + 1, row[to + 1]! + 1, row[to]! + (letter === mate ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length]!;
}
