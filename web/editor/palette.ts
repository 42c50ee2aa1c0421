/** A list to choose from by typing some letters of a name. */

import { element } from "./element";
import { type Fit, fit } from "./fuzzy";

export interface Choice {
  name: string;
  detail?: string;
  run(): void;
}

const MOST_SHOWN = 60;

/** Offers choices, and where there are none for what was typed, what is made of it. */
export class Palette {
  private readonly input = element("input", "", {
    type: "text",
    role: "combobox",
    autocomplete: "off",
    spellcheck: false,
    aria: { expanded: "true", controls: "choices", autocomplete: "list" },
  });
  private readonly list = element("ul", "", { id: "choices", role: "listbox", ariaLabel: "Choices" });
  private readonly note = element("p", "hint", { role: "status" });
  private readonly dialog = element("dialog", "palette", {}, this.input, this.list, this.note);
  private choices: Choice[] = [];
  private shown: Choice[] = [];
  private at = 0;

  constructor(
    label: string,
    private readonly otherwise: (typed: string) => Choice[] = () => [],
  ) {
    this.input.ariaLabel = this.dialog.ariaLabel = label;
    this.input.placeholder = label;
    this.input.oninput = () => this.draw();
    this.dialog.onkeydown = (event) => this.press(event);
    this.dialog.onclick = (event) => event.target === this.dialog && this.dialog.close();
    this.dialog.onclose = () => this.dialog.remove();
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.draw();
  }

  offer(choices: Choice[], note = ""): void {
    this.choices = choices;
    this.note.textContent = note;
    this.draw();
  }

  private press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step) this.go(Math.max(0, Math.min(this.shown.length - 1, this.at + step)));
    else if (event.key === "Enter" && !event.isComposing) this.choose(this.shown[this.at]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private choose(choice: Choice | undefined): void {
    if (!choice) return;
    this.dialog.close();
    choice.run();
  }

  private draw(): void {
    const typed = this.input.value.trim();
    const fits = typed ? ranked(typed, this.choices) : this.choices.map((choice) => ({ choice, places: [] }));
    const found = [...fits.slice(0, MOST_SHOWN), ...this.otherwise(typed).map((choice) => ({ choice, places: [] }))];
    this.shown = found.map((each) => each.choice);
    this.list.replaceChildren(...found.map(({ choice, places }, index) => this.item(choice, places, index)));
    if (!found.length) this.list.append(element("li", "none", { role: "option" }, "Nothing has such a name."));
    this.go(0);
  }

  private item(choice: Choice, places: number[], index: number): HTMLElement {
    return element(
      "li",
      "",
      { id: `choice-${index}`, role: "option", onclick: () => this.choose(choice) },
      element("span", "name", {}, ...marked(choice.name, places)),
      choice.detail ? element("span", "detail", {}, choice.detail) : null,
    );
  }

  private go(index: number): void {
    this.at = index;
    for (const [place, item] of [...this.list.children].entries())
      item.setAttribute("aria-selected", String(place === index));
    this.list.children[index]?.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", `choice-${index}`);
  }
}

function ranked(typed: string, choices: Choice[]): { choice: Choice; places: number[] }[] {
  return choices
    .map((choice) => ({ choice, ...bestFit(typed, choice) }))
    .filter((each) => each.score > Number.NEGATIVE_INFINITY)
    .sort((one, other) => other.score - one.score);
}

/** How well a choice fits: by its name, or less so with what is told of it. */
function bestFit(typed: string, { name, detail }: Choice): Fit {
  const found = fit(typed, name);
  if (found) return found;
  const wider = detail ? fit(typed, `${detail}/${name}`) : null;
  return { score: wider ? wider.score - 100 : Number.NEGATIVE_INFINITY, places: [] };
}

function marked(name: string, places: number[]): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const place of places) {
    parts.push(name.slice(at, place), element("mark", "", {}, name.slice(place, place + 1)));
    at = place + 1;
  }
  return [...parts, name.slice(at)];
}
