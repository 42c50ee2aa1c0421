/** Questions to the person, each in a dialog of its own. */

import { button, element } from "./element";

interface Choice {
  value: string;
  words: string;
}

/** Ask for one of several answers; null if the person would rather not. */
export function choose(title: string, words: string, choices: Choice[]): Promise<string | null> {
  return ask(
    title,
    [element("p", "hint", {}, words)],
    choices.map(({ value, words }) => element("button", "accept", { type: "submit", value }, words)),
  );
}

/** Ask for a file's name; the ones that are offered need only a click. */
export async function askForPath(
  title: string,
  action: string,
  path: string,
  offered: string[] = [],
): Promise<string | null> {
  const input = element("input", "", { type: "text", required: true, value: path, ariaLabel: "File path" });
  const pick = (chosen: string) => {
    input.value = chosen;
    input.form?.requestSubmit(input.form.querySelector<HTMLButtonElement>(".accept"));
  };
  const recent = offered.map((each) =>
    element(
      "li",
      "",
      {},
      button(each, "", () => pick(each)),
    ),
  );
  const answer = await ask(
    title,
    [
      element("p", "hint", {}, "A path below the folders that Quire may use; its ending says the kind: .md or .docx."),
      input,
      recent.length ? element("ul", "recent", { ariaLabel: "Recent files" }, ...recent) : null,
    ],
    [element("button", "accept", { type: "submit", value: "yes" }, action)],
  );
  return answer === null ? null : input.value;
}

function ask(title: string, content: (Node | null)[], answers: HTMLElement[]): Promise<string | null> {
  const cancel = element("button", "", { type: "submit", value: "", formNoValidate: true }, "Cancel");
  const heading = element("h2", "", { id: "question" }, title);
  const form = element(
    "form",
    "",
    { method: "dialog" },
    heading,
    ...content,
    element("div", "choices", {}, ...answers, cancel),
  );
  const dialog = element("dialog", "ask", { aria: { labelledby: heading.id } }, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      resolve(dialog.returnValue || null);
      dialog.remove();
    };
  });
}
