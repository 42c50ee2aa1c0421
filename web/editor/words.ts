/** How many words people would count: each Chinese, Japanese or Korean character is one. */

import type { Text } from "@codemirror/state";

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}]+(?:['’.\-][\p{L}\p{N}]+)*/gu;

interface Count {
  words: number;
  characters: number;
}

const counted = new WeakMap<Text, Count>();

export function countWords(text: Text): Count {
  const found = counted.get(text) ?? count(text.toString());
  counted.set(text, found);
  return found;
}

function count(text: string): Count {
  let words = 0;
  for (const _ of text.matchAll(WORD)) words += 1;
  let characters = text.length;
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) characters -= 1;
  return { words, characters };
}
