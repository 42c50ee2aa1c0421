/** How text looks: named styles and direct formatting. */

import type { Char, Para } from "../../protocol/word";
import { invalid, unsupported } from "../refusal";
import { need } from "../requirements";
import { fresh, rangeOf } from "../scope";
import { makeList } from "./lists";
import { allStyles, findStyle, type Style } from "./names";
import type { Arguments, Operation } from "./operation";

/** Word's spacing of single lines. */
const POINTS_OF_A_LINE = 12;

const ALIGNMENTS = { left: "Left", center: "Centered", right: "Right", justify: "Justified" } as const;
const UNDERLINES = { none: "None", single: "Single", double: "Double" } as const;

export const applyStyle: Operation<"applyStyle"> = async (context, args, handles) => {
  const { char = {}, para = {} } = args;
  check(args, char, para);
  const style = args.namedStyle === undefined ? null : await findStyle(context, args.namedStyle);
  const kept = rangeOf(context, args.scope, handles);
  const rangeId = handles.keep(kept);
  const range = fresh(kept).load("isEmpty");
  const paragraphs = range.paragraphs.load("text");
  await context.sync();
  if (args.scope !== "document") checkText(range, char, style);
  const styled = style?.kind === "table" ? await tablesAt(context, range, style) : [range];
  if (args.resetDirectFormatting) reset(range, paragraphs.items);
  const steps = [
    () => styled.forEach((each) => style?.applyTo(each)),
    () => format(range, paragraphs.items, char, para),
  ];
  if (args.precedence === "overridesThenStyle") steps.reverse();
  for (const step of steps) step();
  if (para.list) await makeList(context, paragraphs.items, para.list);
  return { rangeId };
};

const isSaid = (given: object) => Object.keys(given).length > 0;

function check(args: Arguments<"applyStyle">, char: Char, para: Para): void {
  if (args.namedStyle === undefined && !isSaid(char) && !isSaid(para) && !args.resetDirectFormatting) {
    throw invalid("There is nothing to apply.", "Give namedStyle, char, para, or resetDirectFormatting: true.");
  }
  const pairs = [
    ["superscript", "subscript"],
    ["allCaps", "smallCaps"],
    ["strikeThrough", "doubleStrikeThrough"],
  ] as const;
  const both = pairs.find(([one, other]) => char[one] && char[other]);
  if (both) throw invalid(`A text cannot have both ${both.join(" and ")}.`, "Set one of them.");
  if (char.allCaps !== undefined || char.smallCaps !== undefined) need("WordApiDesktop 1.3", "set capitals");
  if (!args.resetDirectFormatting) return;
  need("WordApiDesktop 1.3", "clear the formatting of characters");
  need("WordApiDesktop 1.4", "clear the formatting of paragraphs");
}

function reset(range: Word.Range, paragraphs: Word.Paragraph[]): void {
  range.font.reset();
  for (const paragraph of paragraphs) paragraph.reset();
}

function checkText(range: Word.Range, char: Char, style: Style | null): void {
  if (!range.isEmpty || !(isSaid(char) || style?.kind === "character")) return;
  throw invalid("The range has no characters to format.", "Select some text.");
}

/** The table around a range, or else those in it. */
async function tablesAt(context: Word.RequestContext, range: Word.Range, style: Style): Promise<Word.Table[]> {
  const around = range.parentTableOrNullObject.load("rowCount");
  const inside = range.tables.load("rowCount");
  await context.sync();
  if (!around.isNullObject) return [around];
  if (inside.items.length) return inside.items;
  throw unsupported(`"${style.name}" is a table style, and there is no table.`, "Choose a range in a table.");
}

function format(range: Word.Range, paragraphs: Word.Paragraph[], char: Char, para: Para): void {
  formatCharacters(range.font, char);
  for (const paragraph of paragraphs) formatParagraph(paragraph, para);
}

function formatCharacters(font: Word.Font, char: Char): void {
  const { underline, fontName, fontSize, highlight, ...same } = char;
  Object.assign(font, same);
  if (underline !== undefined) font.underline = UNDERLINES[underline];
  if (fontName !== undefined) font.name = fontName;
  if (fontSize !== undefined) font.size = fontSize;
  // Word takes away the mark for null, which its types do not say.
  if (highlight !== undefined) font.highlightColor = highlight === "none" ? (null as unknown as string) : highlight;
}

function formatParagraph(paragraph: Word.Paragraph, para: Para): void {
  const { alignment, lineSpacing, list: _, ...same } = para;
  Object.assign(paragraph, same);
  if (alignment !== undefined) paragraph.alignment = ALIGNMENTS[alignment];
  if (lineSpacing !== undefined) paragraph.lineSpacing = lineSpacing * POINTS_OF_A_LINE;
}

export const listStyles: Operation<"listStyles"> = async (context, args) => {
  const sought = args.query?.toLowerCase();
  const wanted = (await allStyles(context)).filter(
    (style) =>
      (args.category === "all" || style.kind === args.category) &&
      (style.isBuiltIn || !args.builtInOnly) &&
      (!sought || namesOf(style, args.includeLocalized).some((name) => name.toLowerCase().includes(sought))),
  );
  const kinds = ["paragraph", "character", "table"] as const;
  const kept = kinds.flatMap((kind) => wanted.filter((style) => style.kind === kind)).slice(0, args.max);
  const listed = (kind: Style["kind"]) =>
    kept
      .filter((style) => style.kind === kind)
      .map((style) => ({
        name: style.name,
        builtIn: style.isBuiltIn,
        ...(style.alias && args.includeLocalized ? { localizedName: style.alias } : {}),
      }));
  return { paragraphStyles: listed("paragraph"), characterStyles: listed("character"), tableStyles: listed("table") };
};

function namesOf(style: Style, withAlias: boolean): string[] {
  return style.alias && withAlias ? [style.name, style.alias] : [style.name];
}

/** How the characters of a scope look. */
export const readFormat: Operation<"format.read"> = async (context, args, handles) => {
  const range = fresh(rangeOf(context, args.scope, handles)).load("isEmpty");
  const { font } = range;
  font.load("bold,italic,underline,strikeThrough,highlightColor");
  await context.sync();
  if (!range.isEmpty) return { ...look(font), isEmpty: false };
  const word = await wordAt(context, range);
  if (!word) return { ...look(font), isEmpty: true };
  word.font.load("bold,italic,underline,strikeThrough,highlightColor");
  const name = handles.keep(word);
  await context.sync();
  return { ...look(word.font), isEmpty: true, word: name };
};

/** The word that a cursor is in. */
async function wordAt(context: Word.RequestContext, cursor: Word.Range): Promise<Word.Range | null> {
  const words = cursor.paragraphs.getFirst().getTextRanges([" "], true).load("text");
  await context.sync();
  const compared = words.items.map((word) => word.compareLocationWith(cursor));
  await context.sync();
  const at = compared.findIndex(({ value }) =>
    /^(Contains|ContainsStart|ContainsEnd|AdjacentBefore|AdjacentAfter)$/.test(value),
  );
  return at < 0 ? null : words.items[at]!.getRange("Whole");
}

/** What is the same for all characters: what differs Word tells as null, or as mixed. */
function look(font: Word.Font) {
  const same = (value: boolean | null) => (value === null ? undefined : value);
  const found = {
    bold: same(font.bold),
    italic: same(font.italic),
    underline: font.underline === "Mixed" ? undefined : font.underline !== "None",
    strikeThrough: same(font.strikeThrough),
    highlight: font.highlightColor === "" ? undefined : (font.highlightColor ?? "none"),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
