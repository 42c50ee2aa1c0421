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
    for (const old of [...this.root.querySelectorAll(".notice:not(.asking)")].slice(0, -3)) old.remove();
    setTimeout(() => notice.remove(), SECONDS * 1000);
  }

  /** Ask something that can wait; asked again under its key, it stands once. */
  offer(key: string, words: string, ways: { words: string; run(): void }[]): void {
    if (this.found(key)) return;
    const act = (run: () => void) => () => {
      this.withdraw(key);
      run();
    };
    const buttons = ways.map((way) => button(way.words, "", act(way.run)));
    this.root.append(
      element(
        "div",
        "notice asking",
        { data: { key } },
        element("p", "", {}, words),
        element("div", "choices", {}, ...buttons),
      ),
    );
  }

  /** What was asked needs no answer any more. */
  withdraw(key: string): void {
    this.found(key)?.remove();
  }

  private found(key: string): HTMLElement | null {
    return this.root.querySelector(`[data-key="${CSS.escape(key)}"]`);
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
