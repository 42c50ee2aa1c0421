// What CodeMirror makes of changes: reads cases as JSON from stdin, writes results to stdout.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const { ChangeSet, Text } = createRequire(process.argv[2])("@codemirror/state");
const { rebaseUpdates } = createRequire(process.argv[2])("@codemirror/collab");

const set = (json) => ChangeSet.fromJSON(json);
const told = (changes) => changes.toJSON();

function result({ text, one, other, behind, mine, theirs }) {
  const [a, b, c] = [set(one), set(other), set(behind)];
  const updates = (list) => list.map(({ client, changes }) => ({ clientID: client, changes: set(changes) }));
  return {
    applied: a.apply(Text.of(text.split("\n"))).toString(),
    mapped: told(a.map(b)),
    mappedBefore: told(a.map(b, true)),
    composed: told(a.compose(c)),
    rebased: updates(theirs)
      .reduce((left, their) => rebaseUpdates(left, [their]), updates(mine))
      .map((update) => told(update.changes)),
  };
}

const cases = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(cases.map(result)));
