/** Finding text, and putting another in its place. */

import { refuseObjects } from "../objects";
import { invalid, unsupported } from "../refusal";
import { checkText, plain, rangeOf } from "../scope";
import type { Handles } from "../handles";
import type { Arguments, Operation } from "./operation";
import { positions, positionsOf } from "./selection";

const LONGEST = 255;
const MOST_REPLACED = 10_000;
const CONTEXT = 500;

type Query = Omit<Arguments<"search">, "maxResults">;

export const search: Operation<"search"> = async (context, args, handles) => {
  const found = await find(context, args, args.maxResults + 1, handles);
  const hits = found.slice(0, args.maxResults).map((item) => ({
    range: item.getRange("Whole").load(positions("text")),
    paragraph: item.paragraphs.getFirst().load("text"),
  }));
  const names = hits.map(({ range }) => handles.keep(range));
  await context.sync();
  const results = hits.map(({ range, paragraph }, at) => ({
    rangeId: names[at]!,
    text: plain(range.text),
    context: paragraph.text.slice(0, CONTEXT),
    ...positionsOf(range),
  }));
  return { results, more: found.length > args.maxResults };
};

export const replace: Operation<"replace"> = async (context, args, handles) => {
  checkText(args.replaceWith);
  if (args.target !== "searchQuery") return replaceAll(context, args, handles);
  if (args.query === undefined) throw invalid("The target is searchQuery, but there is no query.", "Give query.");
  const most = args.mode === "replaceFirst" ? 1 : MOST_REPLACED + 1;
  const found = await find(context, { ...args, query: args.query }, most, handles);
  if (found.length > MOST_REPLACED) {
    throw invalid(`There are more than ${MOST_REPLACED} matches.`, "Narrow the scope or the query.");
  }
  if (args.matchWildcards) await refuseObjects(context, ...found);
  for (const range of found) range.insertText(args.replaceWith, "Replace");
  return { replaced: found.length };
};

/** Replace all of a scope. */
async function replaceAll(context: Word.RequestContext, args: Arguments<"replace">, handles: Handles) {
  if (args.query !== undefined) {
    throw invalid(
      `A query is given, but the target is "${args.target}".`,
      "Use target searchQuery, or leave query out.",
    );
  }
  if (args.target === "document") {
    context.document.body.insertText(args.replaceWith, "Replace");
    return { replaced: 1 };
  }
  const range = rangeOf(context, args.target, handles);
  await refuseObjects(context, range);
  range.insertText(args.replaceWith, "Replace");
  return { replaced: 1 };
}

async function find(context: Word.RequestContext, query: Query, most: number, handles: Handles): Promise<Word.Range[]> {
  const { matchCase, matchWholeWord, matchPrefix, matchSuffix, ignoreSpace, ignorePunct, matchWildcards } = query;
  const scope = rangeOf(context, query.scope, handles);
  const found = scope.search(inWords(query), {
    ...{ matchCase, matchWholeWord, matchPrefix, matchSuffix, ignoreSpace, ignorePunct, matchWildcards },
  });
  found.load({ text: true, $top: most });
  await context.sync();
  return found.items.slice(0, most);
}

/** A query as Word wants it: what is no letter has a code there, and so has the sign that codes begin with. */
function inWords({ query, useRegex, matchWildcards }: Query): string {
  if (useRegex && matchWildcards) throw invalid("Both useRegex and matchWildcards are set.", "Set one of them.");
  if (useRegex) throw unsupported("Word has no regular expressions.", "Use matchWildcards.");
  if (!query) throw invalid("The query is empty.", "Give the text to find.");
  const said = matchWildcards
    ? query.replaceAll("^", "^^")
    : query.replaceAll("^", "^^").replaceAll("\n", "^p").replaceAll("\t", "^t").replaceAll("\v", "^l");
  if (said.length <= LONGEST) return said;
  throw invalid(`The query has more than ${LONGEST} characters.`, "Search for its beginning.");
}
