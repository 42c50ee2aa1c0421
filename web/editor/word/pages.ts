/**
 * A Word document as pages. They show the copy of the text and what the server says it looks like: what is typed here
 * goes to the copy, and what changes in the copy is drawn here, first as other letters, then as the document has it.
 */

import { type ChangeSet, EditorSelection, StateEffect, type Text as Lines } from "@codemirror/state";
import { EditorView, runScopeHandlers, type ViewUpdate } from "@codemirror/view";
import type { ProofParagraph } from "../../protocol/wire";
import type { Connection } from "../connection";
import type { Copy } from "../copy";
import { element } from "../element";
import { type Decisions, focusSuggestion, pending } from "../suggestions";
import { count } from "./bundles";
import { cellsFrom, paragraphsOf } from "./cells";
import type { Drawing } from "./drawing";
import { type Paragraph, Sheet, takeStamp } from "./lines";
import { draw, type Mark, marks, wipe } from "./marks";
import { patch } from "./patch";
import { put, takeOver, type } from "./typing";
import type { Spot } from "./wording";

const MOST_TRIES = 8;
const AT_ONCE = 200;
const MOST_LINES = 1000;
const AFTER_TYPING = 500;
const AFTER_NEWS = 30;
const AFTER_OTHER_PARTS = 300;

/** What is told of the pages: that there are none, that they were drawn, and what is asked of the server. */
interface PagesEvents {
  fail(): void;
  drawn(paper: HTMLElement): void;
  attempt(work: () => Promise<unknown>): void;
}

const FORMATS: Record<string, "bold" | "italic" | "underline"> = { b: "bold", i: "italic", u: "underline" };

export class Pages {
  readonly root = element("div", "word-pages");
  private readonly shadow = this.root.attachShadow({ mode: "open" });
  private readonly paper = element("div", "paper", { spellcheck: true });
  private readonly note = element("p", "progress", { role: "status" }, "Laying out the pages …");
  private readonly look = new CSSStyleSheet();
  private readonly view: EditorView;
  private drawing: Drawing | null = null;
  private sheet: Sheet | null = null;
  private lookMark = "";
  /** The revision of which all is drawn, but for paragraphs that are stale. */
  private drawnAt = 0;
  private fetchedAt = 0;
  /** What changed while pages are being drawn. */
  private since: ChangeSet | null = null;
  private before: Lines;
  private isLoading = false;
  private isRefreshing = false;
  private isDue = false;
  private dueAt = 0;
  private version = 0;
  private composing: Paragraph | null = null;
  private placed: [Spot, Spot] | null = null;
  private marked = new Map<number, Mark[]>();
  private scrolled = 0;

  constructor(
    private readonly copy: Copy,
    private readonly connection: Connection,
    private readonly decide: Decisions,
    title: string,
    private readonly events: PagesEvents,
  ) {
    this.view = copy.view;
    this.before = copy.view.state.doc;
    this.paper.setAttribute("role", "textbox");
    this.paper.setAttribute("aria-multiline", "true");
    this.paper.setAttribute("aria-label", title);
    this.paper.contentEditable = "false";
    this.paper.tabIndex = 0;
    this.shadow.append(element("link", "", { rel: "stylesheet", href: "/page/paper.css" }), this.note, this.paper);
    this.shadow.adoptedStyleSheets = [this.look];
    this.view.dispatch({
      effects: StateEffect.appendConfig.of(EditorView.updateListener.of((update) => this.update(update))),
    });
    copy.onNews = (isWhole) => (isWhole ? void this.load() : this.refreshSoon(AFTER_NEWS));
    this.listen();
    void this.load();
  }

  focus(): void {
    if (this.root.scrollTop === 0) this.root.scrollTop = this.scrolled; // it was out of the page for a while
    this.paper.focus({ preventScroll: true });
    this.placeCaret();
    if (!this.sheet && !this.isLoading) void this.load();
  }

  /** Bring what is selected into sight. */
  seek(): void {
    this.drawnAtCaret()?.scrollIntoView({ block: "nearest" });
    this.scrolled = this.root.scrollTop;
  }

  close(): void {
    document.removeEventListener("selectionchange", this.onSelection);
    void this.drawing?.close();
  }

  // Drawing all

  private async load(): Promise<void> {
    if (this.isLoading) {
      this.isDue = true;
      return;
    }
    this.isLoading = true;
    this.note.hidden = this.sheet !== null;
    try {
      await this.loadOnce();
      this.note.hidden = true;
    } catch (error) {
      console.warn(error);
      this.note.textContent = "The pages cannot be laid out.";
      this.note.hidden = false;
      if (!this.sheet) this.events.fail();
    } finally {
      this.isLoading = false;
      this.since = null;
    }
    this.refreshSoon(AFTER_NEWS);
  }

  private async loadOnce(): Promise<void> {
    const [{ Drawing }, file] = await Promise.all([import("./drawing"), this.fetched()]);
    const drawing = await Drawing.of(file);
    const { wrapper } = drawing;
    await drawing.pages((done) => this.showProgress(drawing, done));
    const sheet = Sheet.of(wrapper, this.before.lines);
    const place = this.topmost();
    this.show(drawing);
    this.paper.contentEditable = "true";
    void this.drawing?.close();
    this.drawing = drawing;
    this.sheet = sheet;
    this.drawnAt = this.fetchedAt;
    this.marked = new Map();
    numberNotes(wrapper);
    count(this.paper, drawing.levels);
    this.events.drawn(this.paper);
    if (this.since) this.follow(this.since, this.before, this.view.state.doc);
    this.drawMarks();
    this.keep(place);
    this.placeCaret();
    requestAnimationFrame(() => requestAnimationFrame(() => this.keep(place))); // once what is in sight is laid out
    void this.readThrough(sheet);
  }

  /** See which paragraphs show their text, a few at a time: others are not for typing in. */
  private async readThrough(sheet: Sheet): Promise<void> {
    for (let first = 0; first < sheet.paragraphs.length; first += AT_ONCE) {
      await pause(0);
      if (sheet !== this.sheet) return;
      const { doc } = this.view.state;
      const last = Math.min(first + AT_ONCE, sheet.paragraphs.length, doc.lines);
      for (let index = first; index < last; index++) {
        const paragraph = sheet.paragraphs[index];
        if (!paragraph?.isStale) paragraph?.wording(doc.line(index + 1).text);
      }
    }
  }

  /** Let the person read what is there while the rest is drawn; where something is there already, that stays. */
  private async showProgress(drawing: Drawing, done: number): Promise<void> {
    if (!this.sheet && done < 1) {
      this.note.textContent = `Laying out the pages … ${Math.round(done * 100)} %`;
      this.show(drawing);
    }
    await pause(0);
  }

  private show(drawing: Drawing): void {
    if (drawing.wrapper.parentNode === this.paper) return;
    this.look.replaceSync(drawing.styles);
    this.paper.replaceChildren(drawing.wrapper);
  }

  /** The file as it is at the copy's revision; from then on, what changes is remembered. */
  private async fetched(): Promise<ArrayBuffer> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      await this.copy.send();
      const answer = await fetch(`/proof/${encodeURIComponent(this.copy.id)}`);
      if (!answer.ok) throw new Error(answer.statusText);
      const file = await answer.arrayBuffer();
      const revision = Number(answer.headers.get("quire-revision"));
      if (this.copy.at < revision) await this.copy.catchUp();
      if (this.copy.at !== revision || this.copy.hasUnsent) continue;
      this.lookMark = answer.headers.get("quire-look") ?? "";
      this.before = this.view.state.doc;
      this.since = null;
      this.fetchedAt = revision;
      return file;
    }
    throw new Error("the document changes too fast");
  }

  /** The first paragraph in sight, and where it stands. */
  private topmost(): { line: number; top: number } | null {
    const top = this.root.getBoundingClientRect().top;
    const line = this.sheet?.paragraphs.findIndex(
      (each) => (each.elements[0]?.getBoundingClientRect().bottom ?? 0) > top,
    );
    const found = line === undefined ? undefined : this.sheet?.paragraphs[line]?.elements[0];
    return line !== undefined && found ? { line, top: found.getBoundingClientRect().top } : null;
  }

  /** Bring a paragraph to where it stood. */
  private keep(place: { line: number; top: number } | null): void {
    const found = place ? this.sheet?.paragraphs[place.line]?.elements[0] : undefined;
    if (place && found) this.root.scrollTop += found.getBoundingClientRect().top - place.top;
  }

  // Following the copy

  private update(update: ViewUpdate): void {
    if (update.docChanged) {
      this.version += 1;
      if (this.isLoading) this.since = this.since ? this.since.compose(update.changes) : update.changes;
      if (this.sheet) this.follow(update.changes, update.startState.doc, update.state.doc);
      const isTyped = update.transactions.some((each) => each.isUserEvent("input") || each.isUserEvent("delete"));
      this.refreshSoon(isTyped ? AFTER_TYPING : AFTER_NEWS);
    }
    const [before, now] = [update.startState.field(pending), update.state.field(pending)];
    if (update.docChanged || before !== now) this.drawMarks();
    if (now.focused && before.focused !== now.focused) this.reveal(now.focused);
    if (update.docChanged || update.selectionSet) this.placeCaret();
  }

  private follow(changes: ChangeSet, before: Lines, after: Lines): void {
    changes.iterChangedRanges((fromA, toA, fromB, toB) => {
      const [oldFirst, oldLast] = [before.lineAt(fromA).number, before.lineAt(toA).number];
      const [first, last] = [after.lineAt(fromB).number, after.lineAt(toB).number];
      const [gone, come] = [oldLast - oldFirst + 1, last - first + 1];
      const paragraph = this.sheet?.paragraphs[first - 1];
      if (!paragraph) return;
      wipe(paragraph);
      if (gone === 1 && come === 1 && paragraph !== this.composing)
        patch(paragraph, before.line(oldFirst).text, after.line(first).text);
      this.sheet?.exchange(first - 1, gone, come);
      if (gone > 1 || come > 1) this.dueAt = 0;
    });
  }

  // Drawing again what changed

  private refreshSoon(time: number): void {
    this.isDue = true;
    this.dueAt = this.dueAt ? Math.min(this.dueAt, Date.now() + time) : Date.now() + time;
    if (time === AFTER_TYPING && !this.sheet?.paragraphs.some((each) => each.isToCome)) this.dueAt = Date.now() + time;
    if (!this.isRefreshing) void this.refresh();
  }

  private async refresh(): Promise<void> {
    this.isRefreshing = true;
    try {
      while (this.isDue) {
        while (Date.now() < this.dueAt) await pause(Math.min(AFTER_NEWS, this.dueAt - Date.now()));
        this.isDue = false;
        this.dueAt = 0;
        if (this.sheet && !this.isLoading) await this.refreshOnce(this.sheet);
      }
    } catch {
      // The server is away, or the document is gone: when there are news, it is tried again.
    } finally {
      this.isRefreshing = false;
    }
  }

  private async refreshOnce(sheet: Sheet): Promise<void> {
    await this.copy.send();
    const version = this.version;
    const lines = sheet.paragraphs.flatMap((each, index) => (each.isStale ? [index] : []));
    const asked = { document: this.copy.id, revision: this.drawnAt, lines: lines.slice(0, MOST_LINES) };
    const fresh = await this.connection.call("page_paragraphs", asked);
    const isAll = fresh.look !== this.lookMark || fresh.paragraphs === null || lines.length > MOST_LINES;
    const sources = fresh.paragraphs?.map((each) => each.source) ?? [];
    const drawn = isAll || !sources.length ? [] : await this.drawing?.paragraphs(fresh.opening, sources);
    const isOld = version !== this.version || this.copy.hasUnsent || this.copy.at !== fresh.revision;
    if (isOld || this.isLoading || this.composing) return this.refreshSoon(AFTER_NEWS);
    if (isAll) await pause(AFTER_OTHER_PARTS);
    if (isAll || !this.renew(sheet, fresh.paragraphs ?? [], drawn ?? [])) return this.load();
    this.drawnAt = fresh.revision;
    if (!sources.length) return;
    if (this.drawing) count(this.paper, this.drawing.levels);
    this.events.drawn(this.paper);
    this.drawMarks();
    this.placeCaret();
  }

  /** Put paragraphs that were drawn anew in the place of the old ones; false if that is not enough. */
  private renew(sheet: Sheet, fresh: ProofParagraph[], drawn: HTMLElement[]): boolean {
    const groups: HTMLElement[][] = [];
    for (const each of drawn) {
      if (takeStamp(each)) groups.push([each]);
      else groups.at(-1)?.push(each);
    }
    const isEnough = fresh.every(({ line, lead, next }, index) => {
      const paragraph = sheet.paragraphs[line];
      const isSame = paragraph?.lead === lead && (sheet.paragraphs[line + 1]?.lead ?? null) === next;
      return paragraph && isSame && !paragraph.isTangled && fits(paragraph, groups[index] ?? []);
    });
    if (!isEnough || groups.length !== fresh.length) return false;
    fresh.forEach(({ line }, index) => {
      const paragraph = sheet.paragraphs[line] as Paragraph;
      wipe(paragraph);
      exchange(paragraph, groups[index] ?? [], sheet.paragraphs[line - 1]?.elements.at(-1));
      sheet.settle(paragraph, paragraph.elements);
      paragraph.isStale = false;
    });
    return true;
  }

  // Suggestions

  private drawMarks(): void {
    if (!this.sheet) return;
    const { list, focused } = this.view.state.field(pending);
    const wanted = marks(this.view.state, list, focused, (line) => this.areKin(line));
    const { doc } = this.view.state;
    for (const number of new Set([...this.marked.keys(), ...wanted.keys()])) {
      const paragraph = this.sheet.paragraphs[number - 1];
      if (paragraph && number <= doc.lines && paragraph !== this.composing)
        draw(paragraph, doc.line(number).text, wanted.get(number) ?? [], this.decide);
    }
    this.marked = wanted;
  }

  /** Whether a line, counted from 1, and the one before it are in the same cell, or both in none. */
  private areKin(line: number): boolean {
    const [before, one] = [line - 2, line - 1].map((index) => this.sheet?.paragraphs[index]?.elements[0]);
    return before?.closest("td") === one?.closest("td");
  }

  /** Bring a suggestion into sight. */
  private reveal(suggestion: string): void {
    const found =
      this.paper.querySelector(`[data-suggestion="${CSS.escape(suggestion)}"]`) ?? this.paper.querySelector(".decide");
    found?.scrollIntoView({ block: "center" });
    this.scrolled = this.root.scrollTop;
  }

  // The caret

  private get selection(): Selection | null {
    const own = (this.shadow as { getSelection?: () => Selection | null }).getSelection;
    return own ? own.call(this.shadow) : document.getSelection();
  }

  private get isFocused(): boolean {
    return this.shadow.activeElement === this.paper;
  }

  /** Show the selection of the copy. */
  private placeCaret(): void {
    if (!this.sheet || !this.isFocused || this.composing) return;
    const { anchor, head } = this.view.state.selection.main;
    const { doc } = this.view.state;
    const [start, end] = [this.sheet.spot(anchor, doc), this.sheet.spot(head, doc)];
    if (!start || !end) return;
    this.placed = [start, end];
    this.selection?.setBaseAndExtent(start.node, start.offset, end.node, end.offset);
  }

  private readonly onSelection = (): void => {
    if (this.isFocused && !this.composing) this.takeSelection();
  };

  /** Have what is selected here selected in the copy; false if that is no text of it. */
  private takeSelection(): boolean {
    const found = this.selection;
    if (!found?.anchorNode || !found.focusNode || !this.sheet) return false;
    const start = { node: found.anchorNode, offset: found.anchorOffset };
    const end = { node: found.focusNode, offset: found.focusOffset };
    if (this.placed && isSame(this.placed[0], start) && isSame(this.placed[1], end)) return true;
    const { doc, selection } = this.view.state;
    const [anchor, head] = [this.sheet.position(start, doc), this.sheet.position(end, doc)];
    if (anchor === null || head === null) return false;
    this.placed = [start, end];
    if (selection.main.anchor !== anchor || selection.main.head !== head)
      this.view.dispatch({ selection: EditorSelection.single(anchor, head), userEvent: "select" });
    return true;
  }

  // What a person does

  private listen(): void {
    document.addEventListener("selectionchange", this.onSelection);
    this.root.addEventListener("scroll", () => (this.scrolled = this.root.scrollTop || this.scrolled), {
      passive: true,
    });
    const on = <Name extends keyof HTMLElementEventMap>(name: Name, act: (event: HTMLElementEventMap[Name]) => void) =>
      this.paper.addEventListener(name, act);
    on("keydown", (event) => this.onKey(event));
    on("beforeinput", (event) => this.onInput(event));
    on("input", () => this.takeTyped());
    on("compositionstart", () => {
      this.takeSelection();
      this.composing = this.sheet?.around(this.selection?.anchorNode ?? null) ?? null;
      if (this.composing) wipe(this.composing);
    });
    on("compositionend", () => {
      const paragraph = this.composing;
      this.composing = null;
      if (paragraph) this.takeTypedIn(paragraph);
    });
    on("paste", (event) => {
      event.preventDefault();
      if (this.hasPlace) put(this.view, event.clipboardData?.getData("text/plain") ?? "");
    });
    on("copy", (event) => this.onCopy(event));
    on("cut", (event) => {
      this.onCopy(event);
      if (this.hasPlace && !this.view.state.selection.main.empty) put(this.view, "");
    });
    on("drop", (event) => event.preventDefault());
    on("mousedown", (event) => this.onMouse(event));
    on("click", (event) => this.onClick(event));
  }

  private onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const { focused } = this.view.state.field(pending);
    const isOurs =
      event.key === "Tab" ||
      event.key === "Escape" ||
      (event.key === "Enter" && (focused !== null || isCommand)) ||
      (isCommand && ["z", "y", "Z", "Y"].includes(event.key));
    const mark = isCommand && !event.shiftKey && !event.altKey ? FORMATS[event.key] : undefined;
    if (mark) {
      event.preventDefault();
      this.events.attempt(() => this.format(mark));
    } else if (event.key === "Tab" && focused === null && this.goToCell(event.shiftKey ? -1 : 1))
      event.preventDefault();
    else if (isOurs && runScopeHandlers(this.view, event, "editor")) event.preventDefault();
    else if (event.key === "Tab" && !event.shiftKey) {
      event.preventDefault();
      put(this.view, "\t");
    }
  }

  /** Go to the end of the next cell, or of the one before, where there is one; false outside of tables. */
  private goToCell(way: 1 | -1): boolean {
    const cell = this.hasPlace ? this.drawnAtCaret()?.closest("td") : null;
    if (!cell) return false;
    for (const each of cellsFrom(cell, way)) if (this.goToEnd(each)) break;
    return true;
  }

  /** Go to the end of a cell; false if nothing in it is for typing. */
  private goToEnd(cell: HTMLElement): boolean {
    const { doc } = this.view.state;
    for (const found of paragraphsOf(cell).reverse()) {
      const line = this.sheet?.line(found, doc);
      if (!line || !this.sheet?.spot(line.to, doc)) continue;
      this.view.dispatch({ selection: EditorSelection.cursor(line.to), userEvent: "select" });
      found.scrollIntoView({ block: "nearest" });
      return true;
    }
    return false;
  }

  /** What is drawn where the caret is: of a paragraph that just came, the one before it. */
  private drawnAtCaret(): HTMLElement | undefined {
    const { doc, selection } = this.view.state;
    let index = doc.lineAt(selection.main.head).number - 1;
    while (index > 0 && this.sheet?.paragraphs[index]?.isToCome) index -= 1;
    return this.sheet?.paragraphs[index]?.elements[0];
  }

  /** Have what is selected bold, or no longer. */
  private async format(mark: "bold" | "italic" | "underline"): Promise<void> {
    if (!this.hasPlace) return;
    await this.copy.send();
    const { from, to } = this.view.state.selection.main;
    const selected = { document: this.copy.id, revision: this.copy.at, start: from, end: to };
    const { isTaken } = await this.connection.call("page_select", selected);
    if (isTaken) await this.connection.call("format_toggle", { mark, windowId: this.copy.id });
    await this.copy.catchUp();
  }

  private onInput(event: InputEvent): void {
    if (event.isComposing || event.inputType === "insertCompositionText") return;
    event.preventDefault();
    if (event.inputType === "insertReplacementText") this.takeTarget(event);
    else if (!this.hasPlace) return;
    type(this.view, event.inputType, event.data ?? event.dataTransfer?.getData("text/plain") ?? null);
  }

  /** Whether the copy knows where the caret is: where its paragraph is still to be drawn, it knows better. */
  private get hasPlace(): boolean {
    const { doc, selection } = this.view.state;
    const paragraph = this.sheet?.paragraphs[doc.lineAt(selection.main.head).number - 1];
    return paragraph?.isToCome || this.takeSelection();
  }

  private takeTarget(event: InputEvent): void {
    const [target] = event.getTargetRanges();
    const { doc } = this.view.state;
    if (!target || !this.sheet) return;
    const start = this.sheet.position({ node: target.startContainer, offset: target.startOffset }, doc);
    const end = this.sheet.position({ node: target.endContainer, offset: target.endOffset }, doc);
    if (start !== null && end !== null) this.view.dispatch({ selection: EditorSelection.single(start, end) });
  }

  /** The browser has changed the page by itself. */
  private takeTyped(): void {
    const paragraph = this.sheet?.around(this.selection?.anchorNode ?? null);
    if (paragraph && !this.composing) this.takeTypedIn(paragraph);
  }

  private takeTypedIn(paragraph: Paragraph): void {
    const index = this.sheet?.paragraphs.indexOf(paragraph) ?? -1;
    paragraph.forget();
    if (index >= 0) takeOver(this.view, index + 1, paragraph.elements);
    this.drawMarks();
  }

  private onCopy(event: ClipboardEvent): void {
    this.takeSelection();
    const { from, to } = this.view.state.selection.main;
    if (from === to) return;
    event.preventDefault();
    event.clipboardData?.setData("text/plain", this.view.state.sliceDoc(from, to));
  }

  private onMouse(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(".decide")) return event.preventDefault();
    const id = target?.closest<HTMLElement>("[data-suggestion]")?.dataset["suggestion"];
    if (id) setTimeout(() => this.view.dispatch({ effects: focusSuggestion.of(id) }));
  }

  private onClick(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
    if (!link) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) open(link.href, "_blank", "noopener,noreferrer");
  }
}

function isSame(one: Spot, other: Spot): boolean {
  return one.node === other.node && one.offset === other.offset;
}

/** Whether what was drawn can take the place of a paragraph: it has as many pieces and notes. */
function fits(paragraph: Paragraph, drawn: readonly HTMLElement[]): boolean {
  const notes = (elements: readonly HTMLElement[]) =>
    elements.reduce((sum, each) => sum + each.querySelectorAll(".note").length, 0);
  if (!paragraph.elements.length) return drawn.length === 1 && !notes(drawn);
  return drawn.length === paragraph.elements.length && notes(drawn) === notes(paragraph.elements);
}

function exchange(paragraph: Paragraph, drawn: HTMLElement[], previous: HTMLElement | undefined): void {
  for (const each of paragraph.leftover) each.remove();
  paragraph.leftover = [];
  if (!paragraph.elements.length) {
    previous?.after(...drawn);
    paragraph.elements = drawn;
    return;
  }
  paragraph.elements = paragraph.elements.map((old, index) => {
    const now = drawn[index];
    if (!now) return old;
    old.normalize();
    now.normalize();
    now.querySelectorAll(".note").forEach((note, number) => {
      note.textContent = old.querySelectorAll(".note")[number]?.textContent ?? note.textContent;
    });
    if (old.isEqualNode(now)) return old;
    old.replaceWith(now);
    return now;
  });
}

/** Notes are counted through the document, not from page to page. */
function numberNotes(wrapper: HTMLElement): void {
  let count = 0;
  for (const page of wrapper.querySelectorAll("section")) {
    const first = count + 1;
    for (const note of page.querySelectorAll("article .note")) note.textContent = String(++count);
    const list = page.querySelector<HTMLOListElement>(":scope > ol");
    if (list) list.start = first;
  }
}

function pause(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, time)));
}
