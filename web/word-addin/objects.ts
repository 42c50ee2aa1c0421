/** What is in a text besides letters, and would be lost with them. */

import { unsupported } from "./refusal";
import { supports } from "./requirements";

type Place = Word.Range | Word.Body;
interface Loaded {
  items: unknown[];
}

/** Refuse to delete a text with something in it that its replacement would not bring back. */
export async function refuseObjects(context: Word.RequestContext, ...places: Place[]): Promise<void> {
  const told = await objectsIn(context, ...places);
  if (!told.length) return;
  throw unsupported(`There would be deleted: ${told.join(", ")}.`, "Choose a range without it.");
}

/** What there is, in words. */
export async function objectsIn(context: Word.RequestContext, ...places: Place[]): Promise<string[]> {
  const found = new Map<string, Loaded[]>();
  const look = (what: string, loaded: Loaded) => found.set(what, [...(found.get(what) ?? []), loaded]);
  const fields: Word.FieldCollection[] = [];
  for (const place of places) {
    look("picture", place.inlinePictures.load("height"));
    if (supports("WordApi 1.4")) fields.push(place.fields.load("code"));
    if (!supports("WordApi 1.5")) continue;
    look("footnote", place.footnotes.load("type"));
    look("endnote", place.endnotes.load("type"));
  }
  await context.sync();
  const counts = [...found].map(([what, all]) => [what, all.flatMap(({ items }) => items).length] as const);
  const codes = fields.flatMap(({ items }) => items).filter(({ code }) => !/^\s*HYPERLINK\b/i.test(code));
  return [...counts, ["field", codes.length] as const]
    .filter(([, count]) => count)
    .map(([what, count]) => `${count} ${what}${count > 1 ? "s" : ""}`);
}
