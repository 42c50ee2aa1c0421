/** Lists. */

import type { Para } from "../../protocol/word";

type Kind = NonNullable<Para["list"]>;

/** Make paragraphs the items of a new list, or of none. Items keep their level. */
export async function makeList(context: Word.RequestContext, paragraphs: Word.Paragraph[], kind: Kind): Promise<void> {
  const items = paragraphs.map((paragraph) => paragraph.listItemOrNullObject.load("level"));
  await context.sync();
  const levels = items.map((item) => (item.isNullObject ? 0 : item.level));
  paragraphs.forEach((paragraph, at) => {
    if (!items[at]!.isNullObject) paragraph.detachFromList();
  });
  const [first, ...others] = paragraphs;
  if (kind === "none" || !first) return;
  const list = first.startNewList().load("id");
  await context.sync();
  for (const level of new Set([0, ...levels])) {
    if (kind === "bullet") list.setLevelBullet(level, "Solid");
    else list.setLevelNumbering(level, "Arabic", [level, "."]);
  }
  first.listItem.level = levels[0]!;
  others.forEach((paragraph, at) => paragraph.attachToList(list.id, levels[at + 1]!));
}
