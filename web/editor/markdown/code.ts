/** Code in its colours, as far as it is seen. A language is loaded when there is some of it. */

import { HighlightStyle, LanguageDescription, syntaxTree } from "@codemirror/language";
import { languages } from "@codemirror/language-data";
import { type Range, StateEffect } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { highlightTree, tags } from "@lezer/highlight";

const LONGEST = 50_000;
const MOST_KNOWN = 200;

const look = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.tagName], class: "code-keyword" },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], class: "code-string" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: "code-value" },
  { tag: [tags.comment, tags.meta], class: "code-comment" },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))],
    class: "code-function",
  },
  { tag: [tags.typeName, tags.className, tags.attributeName, tags.propertyName], class: "code-name" },
]);

interface Piece {
  from: number;
  to: number;
  className: string;
}

const loaded = StateEffect.define<null>();
const known = new Map<string, Piece[]>();

/** The coloured pieces of code; none while its language is on its way. */
function pieces(name: string, source: string, onLoad: () => void): Piece[] {
  const found = LanguageDescription.matchLanguageName(languages, name, true);
  if (!found || source.length > LONGEST) return [];
  if (!found.support) {
    void found.load().then(onLoad, () => {}); // without colours it can be read as well
    return [];
  }
  const key = `${found.name}\n${source}`;
  const before = known.get(key);
  if (before) return before;
  const made: Piece[] = [];
  highlightTree(found.support.language.parser.parse(source), look, (from, to, className) =>
    made.push({ from, to, className }),
  );
  if (known.size > MOST_KNOWN) known.clear();
  known.set(key, made);
  return made;
}

function drawn(view: EditorView): DecorationSet {
  const { state } = view;
  const ranges: Range<Decoration>[] = [];
  const tell = () => view.dispatch({ effects: loaded.of(null) });
  for (const { from, to } of view.visibleRanges)
    syntaxTree(state).iterate({
      from,
      to,
      enter({ name, node }) {
        if (name !== "FencedCode") return;
        const [info, code] = [node.getChild("CodeInfo"), node.getChild("CodeText")];
        if (!info || !code) return false;
        const language = /^\w[\w+#.-]*/.exec(state.sliceDoc(info.from, info.to))?.[0] ?? "";
        for (const piece of pieces(language, state.sliceDoc(code.from, code.to), tell))
          ranges.push(Decoration.mark({ class: piece.className }).range(code.from + piece.from, code.from + piece.to));
        return false;
      },
    });
  return Decoration.set(ranges, true);
}

function isOther({ docChanged, viewportChanged, startState, state, transactions }: ViewUpdate): boolean {
  return (
    docChanged ||
    viewportChanged ||
    syntaxTree(startState) !== syntaxTree(state) ||
    transactions.some((each) => each.effects.some((effect) => effect.is(loaded)))
  );
}

export const code = ViewPlugin.fromClass(
  class {
    drawn: DecorationSet;

    constructor(view: EditorView) {
      this.drawn = drawn(view);
    }

    update(update: ViewUpdate): void {
      if (isOther(update)) this.drawn = drawn(update.view);
    }
  },
  { decorations: (plugin) => plugin.drawn },
);
