/** What is in a text besides letters, and would be lost with them. */

import { unsupported } from "./refusal";
import { supports } from "./requirements";

type Place = Word.Range | Word.Body;
type Counts = Record<string, number>;

/** Refuse to delete a text with something in it that its replacement would not bring back. */
export async function refuseObjects(context: Word.RequestContext, ...places: Place[]): Promise<void> {
  const told = await objectsIn(context, ...places);
  if (!told.length) return;
  throw unsupported(`There would be deleted: ${told.join(", ")}.`, "Choose a range without it.");
}

/** What there is, in words. */
export async function objectsIn(context: Word.RequestContext, ...places: Place[]): Promise<string[]> {
  const count = supports("WordApi 1.5") ? counted : countedInMarkup;
  return Object.entries(await count(context, places))
    .filter(([, number]) => number)
    .map(([what, number]) => `${number} ${what}${number > 1 ? "s" : ""}`);
}

async function counted(context: Word.RequestContext, places: Place[]): Promise<Counts> {
  const ranges = places.map((place) => place.getRange("Whole"));
  const found = ranges.map((place) => ({
    pictures: place.inlinePictures.load("height"),
    footnotes: place.footnotes.load("type"),
    endnotes: place.endnotes.load("type"),
    fields: place.fields.load("code"),
  }));
  await context.sync();
  const fields = found.flatMap((each) => each.fields.items).filter(({ code }) => !/^\s*HYPERLINK\b/i.test(code));
  return {
    picture: found.flatMap((each) => each.pictures.items).length,
    footnote: found.flatMap((each) => each.footnotes.items).length,
    endnote: found.flatMap((each) => each.endnotes.items).length,
    field: fields.length,
  };
}

/** An older Word tells of notes and fields only in its markup. */
async function countedInMarkup(context: Word.RequestContext, places: Place[]): Promise<Counts> {
  const sources = places.map((place) => place.getOoxml());
  await context.sync();
  const source = sources.map(({ value }) => /<w:body>[^]*<\/w:body>/.exec(value)?.[0] ?? "").join("");
  const number = (pattern: RegExp) => source.match(pattern)?.length ?? 0;
  return {
    picture: number(/<w:(?:drawing|pict|object)\b/g),
    footnote: number(/<w:footnoteReference\b/g),
    endnote: number(/<w:endnoteReference\b/g),
    field: number(/<w:fldSimple\b|w:fldCharType="begin"/g),
  };
}
