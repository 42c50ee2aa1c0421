/** Pages that were drawn piece by piece: where one piece ends and the next begins is no end of a page. */

/** Put pages behind others: the first of them goes on where the last of the others stops. */
export function join(wrapper: HTMLElement, more: HTMLElement): void {
  const [first, ...rest] = [...more.children];
  const last = wrapper.lastElementChild;
  if (last instanceof HTMLElement && first instanceof HTMLElement && isSameSize(last, first)) goOn(last, first);
  else if (first) wrapper.append(first);
  wrapper.append(...rest);
}

function isSameSize(one: HTMLElement, other: HTMLElement): boolean {
  return one.style.width === other.style.width && one.style.minHeight === other.style.minHeight;
}

function goOn(page: HTMLElement, more: HTMLElement): void {
  const columns = (article: HTMLElement | undefined) => article?.style.columnCount ?? "";
  for (const article of more.querySelectorAll<HTMLElement>(":scope > article")) {
    const last = [...page.querySelectorAll<HTMLElement>(":scope > article")].at(-1);
    if (last && columns(last) === columns(article)) last.append(...article.childNodes);
    else if (last) last.after(article);
    else page.append(article);
  }
  const [notes, furtherNotes] = [page, more].map((each) => each.querySelector(":scope > ol"));
  if (notes && furtherNotes) notes.append(...furtherNotes.children);
  else if (furtherNotes) [...page.querySelectorAll(":scope > article")].at(-1)?.after(furtherNotes);
}
