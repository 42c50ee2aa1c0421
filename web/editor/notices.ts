/** Short words to the person: what was done, what could not be, and whether the server is there. */

import { button, element } from "./element";
import { Refusal } from "./connection";

const SECONDS = 8;

export class Notices {
  readonly root = element("div", "notices", { role: "status", ariaLive: "polite" });

  say(words: string, hint = ""): void {
    const notice = element(
      "div",
      "notice",
      {},
      element("p", "", {}, words),
      hint ? element("p", "hint", {}, hint) : null,
    );
    notice.append(button("×", "close", () => notice.remove(), "Close"));
    this.root.append(notice);
    while (this.root.children.length > 3) this.root.firstChild?.remove();
    setTimeout(() => notice.remove(), SECONDS * 1000);
  }

  /** Do something; where it cannot be done, say why. */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof Refusal) this.say(error.message, error.hint);
      else this.say("The server does not answer.", "What you typed is kept, and sent as soon as it does.");
      return false;
    }
  }
}

/** Ask for a file's name; null if the person would rather not. */
export function askForPath(title: string): Promise<string | null> {
  const input = element("input", "", { type: "text", required: true, value: title, ariaLabel: "File path" });
  const form = element(
    "form",
    "",
    { method: "dialog" },
    element("h2", "", {}, "Save as"),
    element("p", "hint", {}, "A path below the folders that Quire may use. The ending says the kind: .md, .docx"),
    input,
    element(
      "div",
      "choices",
      {},
      element("button", "accept", { type: "submit", value: "save" }, "Save"),
      element("button", "", { type: "submit", value: "", formNoValidate: true }, "Cancel"),
    ),
  );
  const dialog = element("dialog", "ask", {}, form);
  document.body.append(dialog);
  dialog.showModal();
  input.select();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      resolve(dialog.returnValue === "save" ? input.value : null);
      dialog.remove();
    };
  });
}
