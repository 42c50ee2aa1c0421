/** Lists: their items hang below each other, with bullets, numbers and boxes. */

import type { SyntaxNode } from "@lezer/common";
import { ancestors, type Draw } from "./canvas";
import { Bullet, TaskBox } from "./widgets";

const DEEPEST = 8;

/** A list item hangs as deep as it is nested; the blanks that say so in the source are not seen. */
const item: Draw = ({ node, from, to }, canvas) => {
  const depth = Math.min(DEEPEST, ancestors(node, "ListItem") + 1);
  const inner = nestedLists(node);
  for (const line of canvas.lines(from, to)) {
    if (inner.some((list) => list.from <= line.to && line.from <= list.to)) continue;
    canvas.line(line.from, `md-line-item md-depth-${depth}${line.isFirst ? " md-line-first" : ""}`);
    const blanks = /^[ \t]*/.exec(line.text)?.[0].length ?? 0;
    const isCode = canvas.state.doc.lineAt(from).from !== line.from && insideCode(node, line.from + blanks);
    if (blanks && !isCode && !canvas.isEntered(line.from, line.from + blanks))
      canvas.hide(line.from, line.from + blanks);
  }
};

function nestedLists(node: SyntaxNode): SyntaxNode[] {
  return [...node.getChildren("BulletList"), ...node.getChildren("OrderedList")];
}

function insideCode(node: SyntaxNode, at: number): boolean {
  return [...node.getChildren("FencedCode"), ...node.getChildren("CodeBlock")].some(
    (each) => each.from < at && at <= each.to,
  );
}

/** The mark of a list: whoever stands behind it sees it drawn, whoever goes into it sees what it is made of. */
const listMark: Draw = ({ node, from, to }, canvas) => {
  const task = node.nextSibling?.name === "Task" ? node.nextSibling.getChild("TaskMarker") : null;
  const isOrdered = node.parent?.parent?.name === "OrderedList";
  const end = task && !isOrdered ? task.from : canvas.text(to, to + 1) === " " ? to + 1 : to;
  if (canvas.isEntered(from, end)) return canvas.mark(from, to, "md-mark");
  if (isOrdered) canvas.mark(from, end, "md-number");
  else if (task) canvas.hide(from, end);
  else canvas.replace(from, end, new Bullet());
};

const taskMark: Draw = ({ node, from, to }, canvas) => {
  const end = canvas.text(to, to + 1) === " " ? to + 1 : to;
  const isDone = canvas.text(from + 1, to - 1) !== " ";
  if (isDone && node.parent) canvas.mark(end, node.parent.to, "md-done");
  if (canvas.isEntered(from, end)) return;
  const task = canvas.text(end, Math.min(node.parent?.to ?? end, end + 100)) || "Task";
  canvas.replace(from, end, new TaskBox(isDone, task));
};

export const LISTS: Record<string, Draw> = {
  ListItem: item,
  ListMark: listMark,
  TaskMarker: taskMark,
};
