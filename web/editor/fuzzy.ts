/** Names that have the letters of a query in its order: how well they fit, and where the letters are. */

export interface Fit {
  score: number;
  places: number[];
}

const BREAK = /[\s/\\._-]/;

/** Letters at the start of words and one behind the other count more, and those in the last part of a path most. */
export function fit(query: string, text: string): Fit | null {
  const wanted = query.toLowerCase().replace(/\s+/g, "");
  const letters = text.toLowerCase();
  const name = letters.lastIndexOf("/") + 1;
  return found(wanted, letters, name) ?? found(wanted, letters, 0);
}

function found(wanted: string, letters: string, start: number): Fit | null {
  const places: number[] = [];
  let score = start ? 20 : 0;
  let at = start;
  for (const letter of wanted) {
    const place = next(letters, letter, at, places.at(-1));
    if (place < 0) return null;
    score += place === places.at(-1)! + 1 ? 5 : isStart(letters, place) ? 4 : 1;
    places.push(place);
    at = place + 1;
  }
  return { score: score - letters.length / 100, places };
}

/** The next place of a letter: just behind the last one, else at the start of a word, else the first. */
function next(letters: string, letter: string, from: number, last: number | undefined): number {
  if (last !== undefined && letters[last + 1] === letter) return last + 1;
  const first = letters.indexOf(letter, from);
  for (let place = first; place >= 0; place = letters.indexOf(letter, place + 1))
    if (isStart(letters, place)) return last === undefined ? place : Math.min(place, first);
  return first;
}

function isStart(letters: string, place: number): boolean {
  return place === 0 || BREAK.test(letters[place - 1]!);
}
