/** Make an element: its tag and classes, its properties, its children. */

type Child = Node | string | null;
type Properties<Tag extends keyof HTMLElementTagNameMap> = Partial<HTMLElementTagNameMap[Tag]> & {
  data?: Record<string, string>;
  aria?: Record<string, string>;
};

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = "",
  { data = {}, aria = {}, ...properties }: Properties<Tag> = {} as Properties<Tag>,
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  Object.assign(made, properties);
  Object.assign(made.dataset, data);
  for (const [name, value] of Object.entries(aria)) made.setAttribute(`aria-${name}`, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A button with words on it. */
export function button(words: string, className: string, onclick: () => void, title = ""): HTMLButtonElement {
  return element("button", className, { type: "button", onclick, title }, words);
}
