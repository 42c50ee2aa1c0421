/** The document as a whole. */

import type { Operation } from "./operation";

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
