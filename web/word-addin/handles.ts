/**
 * The names of ranges and tables.
 *
 * What is kept is tracked, so that Word moves it along with the text. All of it lives in the one context of the
 * document: an object of another context would edit nothing, and say that it did.
 */

import { invalid, notFound } from "./refusal";

/** Word slows down with what it has to track. */
const MOST = 4000;

type Kind = "rangeId" | "tableId";
type Kept = Word.Range | Word.Table;

export class Handles {
  private readonly kept = new Map<string, Kept>();
  private readonly names = new Map<Kept, string>();

  /** Name a range, until so many others have come that it is the oldest. */
  keep(range: Word.Range): string {
    return this.name("rangeId", range);
  }

  keepTable(table: Word.Table): string {
    return this.name("tableId", table);
  }

  /** Let go of the oldest, but for those that were named last. */
  tidy(newest: number): void {
    const spare = this.kept.size - Math.max(MOST, newest);
    this.release([...this.kept].slice(0, Math.max(0, spare)));
  }

  /** Let go of all that were named since there were so many: nobody was told of them. */
  takeBack(before: number): void {
    this.release([...this.kept].slice(before));
  }

  private release(some: [string, Kept][]): void {
    for (const [name, kept] of some) {
      kept.untrack();
      this.kept.delete(name);
      this.names.delete(kept);
    }
  }

  get size(): number {
    return this.kept.size;
  }

  /** What a name stands for; names are taken bare, prefixed and doubly prefixed. */
  find(given: string): Kept {
    const bare = given.replace(/^(?:(?:rangeId|tableId):)+/, "");
    if (!bare || bare.includes(":")) {
      throw invalid(`"${given}" names no part of a document.`, "Use document, selection, or a rangeId.");
    }
    const found = this.kept.get(`rangeId:${bare}`) ?? this.kept.get(`tableId:${bare}`);
    if (found) return found;
    throw notFound(
      `There is nothing named "${given}" in this document.`,
      "Use the ids that this document's tools gave.",
    );
  }

  private name(kind: Kind, object: Kept): string {
    const known = this.names.get(object);
    if (known) return known;
    const name = `${kind}:${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`;
    object.track();
    this.kept.set(name, object);
    this.names.set(object, name);
    return name;
  }
}
