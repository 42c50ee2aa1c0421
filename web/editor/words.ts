/** How many words people would count: each Chinese, Japanese or Korean character is one. */

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}]+(?:['’.\-][\p{L}\p{N}]+)*/gu;

export function countWords(text: string): { words: number; characters: number } {
  let words = 0;
  for (const _ of text.matchAll(WORD)) words += 1;
  let characters = text.length;
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) characters -= 1;
  return { words, characters };
}
