/** The page: the documents of one window, and what a person does with them. */

import { defaultKeymap } from "@codemirror/commands";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, type Transaction } from "@codemirror/state";
import { drawSelection, dropCursor, EditorView, keymap, placeholder, type ViewUpdate } from "@codemirror/view";
import type { PageTab, PageWindow } from "../protocol/wire";
import { Connection, type Desk, type Opened, Refusal } from "./connection";
import { Copy } from "./copy";
import { DeskBar } from "./desk";
import { element } from "./element";
import { type Desk as Writer, writing } from "./markdown/writing";
import { Notices } from "./notices";
import { SuggestionPanel } from "./panel";
import { askForPath } from "./questions";
import { focusSuggestion, pending, setSuggestions, show, suggestions } from "./suggestions";
import { unseen } from "./unseen";
import { WordFace } from "./word/face";
import { Workbench } from "./workbench";
import { countWords } from "./words";

const SELECTION_PAUSE = 300;
const COUNT_PAUSE = 400;

/** Who wrote a moment ago goes on writing: until then nobody else puts another document in front of them. */
const WRITING_TIME = 5000;

class Page {
  private readonly connection = new Connection();
  private readonly notices = new Notices();
  private readonly copies = new Map<string, Copy>();
  private readonly stage = element("main", "stage", { id: "document" });
  private readonly words = element("span", "words");
  private readonly standing = element("span", "standing");
  private readonly light = element("span", "connection");
  private readonly workbench: Workbench;
  private readonly bar: DeskBar;
  private readonly panel: SuggestionPanel;
  private told: Desk | null = null;
  private desk: Desk | null = null; // with what is in front here
  private shown: Copy | null = null;
  private wanted: string | null = null;
  private declined: string | null = null;
  private turning: { tab: string; comeHome: () => void } | null = null; // until the document is opened
  private writtenAt = 0;

  constructor(private label: string | null) {
    this.workbench = new Workbench({
      connection: this.connection,
      notices: this.notices,
      tab: () => this.tab,
      window: () => this.window,
      settle: async () => this.shown?.send(),
      stay: () => {
        this.label ??= this.window?.label ?? null;
      },
      focus: () => this.shown?.face.focus(),
      homecoming: () => this.homecoming(),
      turnTo: (tab) => this.turnTo(tab),
      find: () => this.shown?.face.find(),
      save: () => void this.save(),
      saveAs: () => void this.saveElsewhere(),
      toggleSuggestions: () => this.toggleSuggestions(),
    });
    this.bar = new DeskBar({
      open: (tab) => this.turnTo(tab),
      close: (tab) => this.call("tabs_close", { tabId: tab }),
      load: () => this.workbench.quickOpen(),
      create: () => this.call("tabs_create", this.window ? { windowId: this.window.label } : {}),
      save: () => void this.save(),
      set: (settings) => this.call("settings", settings),
      toggle: () => this.toggleSuggestions(),
      side: () => this.workbench.side.toggle(),
      more: this.workbench.more,
      look: this.workbench.look.controls,
    });
    this.panel = new SuggestionPanel({
      ...this.decisions,
      show: (id) => {
        if (this.shown) show(this.shown.view, id);
        this.shown?.face.focus();
      },
      acceptWith: (id, content) =>
        this.decide((document) => this.connection.call("page_accept", { document, suggestionId: id, content })),
    });
    const footer = element("footer", "foot", {}, this.light, this.standing, element("span", "space"), this.words);
    document.body.append(
      this.bar.root,
      this.workbench.side.root,
      this.stage,
      this.panel.root,
      footer,
      this.notices.root,
    );
    if (innerWidth < 900) document.body.classList.add("without-panel");
    this.panel.update([], null);
    this.listen();
  }

  private get window(): PageWindow | undefined {
    const label = this.label ?? this.desk?.focused;
    return this.desk?.windows.find((window) => window.label === label) ?? this.desk?.windows[0];
  }

  private get tab(): PageTab | undefined {
    const window = this.window;
    return window?.tabs.find((each) => each.id === window.active);
  }

  private toggleSuggestions(): void {
    document.body.classList.toggle("without-panel");
  }

  private listen(): void {
    this.connection.onDesk((desk) => this.arrange(desk));
    this.connection.onNews((news) => this.copies.get(news.document)?.receive(news));
    this.connection.onConnection(
      () => void this.connected(),
      () => this.showConnection(false),
    );
    setInterval(() => this.told && this.arrange(this.told), 30_000);
    addEventListener("pointerdown", () => this.rest(), { capture: true });
    addEventListener(
      "keydown",
      ({ key, ctrlKey, metaKey }) => (ctrlKey || metaKey || key === "Alt" || /^F\d/.test(key)) && this.rest(),
      { capture: true },
    );
    addEventListener("beforeunload", (event) => {
      if ([...this.copies.values()].some((copy) => copy.hasUnsent)) event.preventDefault();
    });
  }

  private async connected(): Promise<void> {
    this.showConnection(true);
    await this.notices.attempt(async () => {
      this.arrange(await this.connection.call("page_desk", {}));
      if (!this.shown) return;
      await this.connection.watch(this.shown.id);
      await this.shown.catchUp();
    });
  }

  private showConnection(isThere: boolean): void {
    this.light.textContent = isThere ? "Connected" : "Not connected: what you type is kept";
    this.light.classList.toggle("lost", !isThere);
  }

  // The document in front

  private arrange(desk: Desk): void {
    const last = this.window?.label;
    this.told = this.desk = desk;
    const there = this.window;
    const isWriting = Date.now() - this.writtenAt < WRITING_TIME;
    if (isWriting && last && there?.label !== last && desk.windows.some(({ label }) => label === last))
      this.label = last;
    const window = this.window;
    if (!there || !window) return;
    const isHere = window.tabs.some((each) => each.id === this.wanted);
    if (there.active === this.wanted) this.declined = null;
    else if (isHere && (isWriting || there.active === this.declined)) this.decline(there);
    else void this.open(window.active);
    this.desk = {
      ...desk,
      windows: desk.windows.map((each) => (each.label === window.label ? { ...each, active: this.wanted } : each)),
    };
    this.bar.update(this.desk, this.window!);
    this.workbench.update(this.desk);
    const { tab } = this;
    document.title = tab ? `${tab.isDirty ? "• " : ""}${tab.title} – Quire` : "Quire";
    this.standing.textContent = tab ? (tab.isDirty ? "Not saved" : tab.filePath ? "Saved" : "") : "";
    for (const [id, copy] of this.copies)
      if (!window.tabs.some((each) => each.id === id)) {
        copy.close();
        this.copies.delete(id);
      }
  }

  /** Stay with the document that somebody writes in, and say that another one is in front now. */
  private decline({ label, active, tabs }: PageWindow): void {
    if (active === this.declined) return;
    this.declined = active;
    this.notices.withdraw("another");
    const title = tabs.find((each) => each.id === active)?.title;
    if (!title) return;
    this.notices.offer("another", `“${title}” was opened while you were writing.`, [
      {
        words: "Show it",
        run: () => {
          if (this.label) this.label = label;
          this.turnTo(active!);
        },
      },
      { words: "Stay here", run: () => this.shown?.face.focus() },
    ]);
  }

  /** Put a document in front, here and for whoever asks for the one in front. */
  private turnTo(tab: string): void {
    if (tab === this.wanted) return this.shown?.face.focus();
    this.rest();
    this.turning = { tab, comeHome: this.homecoming() };
    if (tab === this.declined && this.window?.tabs.some(({ id }) => id === tab)) void this.open(tab);
    this.call("tabs_switch", { tabId: tab });
  }

  private rest(): void {
    this.writtenAt = 0;
  }

  /** Gives the focus to the document when something is done, unless the person has put it elsewhere meanwhile. */
  private homecoming(): () => void {
    const before = document.activeElement;
    return () => {
      const now = document.activeElement;
      if (!now || now === before || now === document.body) this.shown?.face.focus();
    };
  }

  private async open(id: string | null): Promise<void> {
    const comeHome = this.turning?.tab === id ? this.turning.comeHome : this.homecoming();
    this.turning = null;
    this.wanted = id;
    this.notices.withdraw("another");
    if (id === null) {
      this.shown = null;
      this.stage.replaceChildren(
        element("p", "empty", {}, "No document is open. Open one with “+”, or let an agent do it."),
      );
      this.panel.update([], null);
      return;
    }
    const done = await this.notices.attempt(async () => {
      const opened = await this.connection.watch(id);
      const known = this.copies.get(id);
      const copy = known ?? this.copied(opened);
      if (this.wanted !== id) return;
      this.shown = copy;
      this.stage.replaceChildren(copy.face.root);
      this.drawPanel(copy.view.state);
      this.tellCount();
      comeHome();
      if (known) await copy.catchUp();
    });
    if (!done && this.wanted === id) this.wanted = null;
  }

  private copied(opened: Opened): Copy {
    const copy = new Copy(this.connection, opened, this.extensions(opened), (refusal) =>
      this.notices.say(refusal.message, refusal.hint),
    );
    if (opened.format === "docx") copy.face = this.wordFace(copy, opened.title);
    this.copies.set(opened.document, copy);
    return copy;
  }

  private wordFace(copy: Copy, title: string): WordFace {
    return new WordFace(copy, this.connection, this.decisions, title, (work) => this.notices.attempt(work));
  }

  private extensions(opened: Opened): Extension {
    const nonce = document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.content ?? "";
    return [
      EditorView.cspNonce.of(nonce),
      EditorView.lineWrapping,
      EditorState.allowMultipleSelections.of(true),
      EditorView.contentAttributes.of({ "aria-label": opened.title, spellcheck: "true" }),
      suggestions(this.decisions),
      keymap.of([
        { key: "Mod-z", run: () => this.travel("editor_undo"), preventDefault: true },
        { key: "Mod-y", run: () => this.travel("editor_redo"), preventDefault: true },
        { key: "Mod-Shift-z", run: () => this.travel("editor_redo"), preventDefault: true },
        ...searchKeymap,
        ...defaultKeymap,
      ]),
      search({ top: true }),
      highlightSelectionMatches(),
      unseen,
      drawSelection(),
      dropCursor(),
      placeholder("Write here …"),
      this.workbench.look.extension(),
      opened.format === "markdown" ? writing(opened.document, this.writer(opened)) : [],
      EditorView.updateListener.of((update) => this.follow(update)),
    ];
  }

  private follow(update: ViewUpdate): void {
    if (update.view !== this.shown?.view) return;
    const effects = update.transactions.flatMap((transaction) => transaction.effects);
    const before = update.startState.field(pending);
    const now = update.state.field(pending);
    if (effects.some((effect) => effect.is(setSuggestions)) || before.focused !== now.focused)
      this.drawPanel(update.state);
    if (update.docChanged || update.selectionSet) this.tellCountSoon();
    if (!update.transactions.some(byPerson)) return;
    this.tellSelection();
    if (update.docChanged) this.writtenAt = Date.now();
  }

  private drawPanel(state: EditorState): void {
    const { list, focused } = state.field(pending);
    this.panel.update(list, focused);
  }

  private readonly tellCountSoon = lazily(COUNT_PAUSE, () => this.tellCount());

  private tellCount(): void {
    if (!this.shown) return;
    const { doc, selection } = this.shown.view.state;
    const all = countWords(doc);
    const chosen = selection.main.empty ? null : countWords(doc.slice(selection.main.from, selection.main.to));
    const [words, characters] = [all.words.toLocaleString(), all.characters.toLocaleString()];
    this.words.textContent = chosen
      ? `${chosen.words.toLocaleString()} of ${words} words, ${chosen.characters.toLocaleString()} of ${characters} characters`
      : `${words} words, ${characters} characters`;
  }

  private readonly tellSelection = lazily(SELECTION_PAUSE, () => {
    if (this.shown && !this.shown.hasUnsent) this.shown.select().catch(() => {}); // nobody misses it: the next one comes
  });

  // What a person does

  private readonly decisions = {
    accept: (id: string) =>
      this.decide((windowId) => this.connection.call("suggestion_accept", { suggestionId: id, windowId })),
    reject: (id: string) =>
      this.decide((windowId) => this.connection.call("suggestion_reject", { suggestionId: id, windowId })),
    acceptAll: () => this.decide((windowId) => this.connection.call("suggestion_accept_all", { windowId })),
    rejectAll: () => this.decide((windowId) => this.connection.call("suggestion_reject_all", { windowId })),
    edit: (id: string) => {
      document.body.classList.remove("without-panel");
      this.panel.edit(id);
    },
  };

  /** Do something to the document in front, behind all that was typed. */
  private decide(act: (document: string) => Promise<unknown>): void {
    const copy = this.shown;
    if (!copy) return;
    const comeHome = this.homecoming();
    void this.notices.attempt(async () => {
      await copy.send();
      await act(copy.id);
      await copy.catchUp();
      comeHome();
    });
  }

  private travel(tool: "editor_undo" | "editor_redo"): boolean {
    this.shown?.view.dispatch({ effects: focusSuggestion.of(null) });
    this.decide((windowId) => this.connection.call(tool, { windowId }));
    return true;
  }

  private async save(): Promise<void> {
    const copy = this.shown;
    const tab = this.window?.tabs.find((each) => each.id === copy?.id);
    if (!copy || !tab) return;
    const comeHome = this.homecoming();
    await this.notices.attempt(async () => {
      await copy.send();
      if (tab.filePath) await this.saveToFile(tab);
      else await this.saveAs(copy.id, tab.format === "markdown" ? `${tab.title}.md` : `${tab.title}.docx`);
    });
    comeHome();
  }

  private async saveElsewhere(): Promise<void> {
    const { tab } = this;
    if (!tab) return;
    const comeHome = this.homecoming();
    await this.notices.attempt(() => this.saveAs(tab.id, tab.filePath ?? tab.title));
    comeHome();
  }

  private async saveToFile(tab: PageTab): Promise<void> {
    try {
      this.notices.say((await this.connection.call("workspace_save_document", { windowId: tab.id })).message);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "E_CONFLICT") throw error;
      await this.workbench.disk.settle(tab, error.message);
    }
  }

  private async saveAs(windowId: string, proposed: string): Promise<void> {
    const path = await askForPath("Save as", "Save", proposed);
    if (path === null) return;
    this.notices.say((await this.connection.call("workspace_save_document_as", { windowId, path })).message);
  }

  /** What a Markdown document has done for it. */
  private writer(opened: Opened): Writer {
    const { connection } = this;
    return {
      open: (path) => this.openBeside(opened, path),
      keep: async (name, data) => {
        let source: string | null = null;
        await this.notices.attempt(async () => {
          const kept = await connection.call("page_keep_picture", { document: opened.document, name, data });
          source = kept.source;
        });
        return source;
      },
      format: {
        toggle: (mark) => this.onSelection((windowId) => connection.call("format_toggle", { mark, windowId })),
        setBlock: (wish) => this.onSelection((windowId) => connection.call("block_set_type", { ...wish, windowId })),
        toggleList: (type) => this.onSelection((windowId) => connection.call("list_toggle", { type, windowId })),
        indent: () => this.onSelection((windowId) => connection.call("list_indent", { windowId })),
        outdent: () => this.onSelection((windowId) => connection.call("list_outdent", { windowId })),
      },
    };
  }

  /** Do something to what is selected, once the server has the same selection. */
  private onSelection(act: (document: string) => Promise<unknown>): void {
    const copy = this.shown;
    this.decide(async (document) => {
      if (await copy?.select()) await act(document);
    });
  }

  /** Open a file by its name as a document beside it says it. */
  private openBeside(opened: Opened, path: string): void {
    const own = this.window?.tabs.find((tab) => tab.id === opened.document)?.filePath;
    const folder = own?.slice(0, Math.max(own.lastIndexOf("/"), own.lastIndexOf("\\")) + 1) ?? "";
    void this.notices.attempt(async () => {
      const whole = /^[/\\~]/.test(path) ? path : folder + path;
      this.turnTo((await this.connection.call("workspace_open_document", { path: whole })).tabId);
    });
  }

  private call(...[tool, given]: Parameters<Connection["call"]>): void {
    void this.notices.attempt(() => this.connection.call(tool, given));
  }
}

function byPerson(transaction: Transaction): boolean {
  return ["select", "input", "delete"].some((event) => transaction.isUserEvent(event));
}

/** Do something a moment after it was last asked for. */
function lazily(time: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, time);
  };
}

const label = /^\/w\/([^/]+)$/.exec(location.pathname)?.[1];
new Page(label === undefined ? null : decodeURIComponent(label));
