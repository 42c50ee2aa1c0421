/** What this Word can do, by the requirement sets that it says it has. */

import { unsupported } from "./refusal";

const NEWEST = { WordApi: 9, WordApiDesktop: 4 };

export type Requirement = `${keyof typeof NEWEST} 1.${number}`;

export function supports(set: Requirement): boolean {
  const [name, version] = set.split(" ") as [string, string];
  return Office.context.requirements.isSetSupported(name, version);
}

/** Refuse what this Word has no means for. */
export function need(set: Requirement, what: string): void {
  if (supports(set)) return;
  throw unsupported(`This Word cannot ${what}: that takes ${set}.`, "Use a newer Word, or Word on a desktop computer.");
}

/** All the sets that are there. */
export function supported(): Requirement[] {
  const versions = ([name, newest]: [string, number]) =>
    Array.from({ length: newest }, (_, at) => `${name} 1.${at + 1}`);
  return (Object.entries(NEWEST).flatMap(versions) as Requirement[]).filter(supports);
}
