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
