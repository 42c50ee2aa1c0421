/** The page's copy of a document: what is typed goes to the server, and what happens there comes here. */

import { collab, receiveUpdates, sendableUpdates, type Update } from "@codemirror/collab";
import { diff } from "@codemirror/merge";
import { openSearchPanel } from "@codemirror/search";
import { ChangeSet, EditorState, type Extension, type Text, type Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { PageSuggestion, PageUpdate } from "../protocol/wire";
import { type Arguments, type Connection, type News, type Opened, Refusal } from "./connection";
import { setSuggestions } from "./suggestions";

const PAUSE = 250;
const MOST_TRIES = 5;
const NOBODY = "";

/** How a person sees a copy and works on it. */
export interface Face {
  readonly root: HTMLElement;
  focus(): void;
  /** Open what one finds and replaces with. */
  find(): void;
  close(): void;
}

export class Copy {
  readonly id: string;
  readonly view: EditorView;
  face: Face;
  /** Hears of each new revision, and whether nobody knows how the document came to it. */
  onNews: (isWhole: boolean) => void = () => {};
  private readonly origin = crypto.randomUUID();
  private revision: number;
  private mark: string;
  /** The document as the server had it at the revision. */
  private base: Text;
  private sending: Promise<void> | null = null;
  private count = 0;
  /** How many of the own updates came back as news, and how many more the server has. */
  private confirmed = 0;
  private taken = 0;

  constructor(
    private readonly connection: Connection,
    opened: Opened,
    extensions: Extension,
    private readonly complain: (refusal: Refusal) => void,
  ) {
    this.id = opened.document;
    this.revision = opened.revision;
    this.mark = opened.mark;
    const state = EditorState.create({
      doc: opened.text,
      extensions: [
        collab({ clientID: this.origin }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) void this.send();
        }),
        extensions,
      ],
    });
    this.base = state.doc;
    this.view = new EditorView({ state });
    this.face = {
      root: this.view.dom,
      focus: () => this.view.focus(),
      find: () => openSearchPanel(this.view),
      close: () => {},
    };
    this.view.dispatch({ effects: setSuggestions.of(opened.suggestions) });
  }

  get at(): number {
    return this.revision;
  }

  get hasUnsent(): boolean {
    return sendableUpdates(this.view.state).length > 0;
  }

  /** Send what was typed, until all of it is in the document; then what depends on it can be asked for. */
  send(): Promise<void> {
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  private async sendAll(): Promise<void> {
    while (this.hasUnsent) {
      const updates = sendableUpdates(this.view.state).map((update) => update.changes.toJSON() as unknown[]);
      const typed = { document: this.id, revision: this.revision, origin: this.origin, updates };
      const confirmed = this.confirmed;
      try {
        const revision = await this.deliver(typed);
        this.taken = updates.length - (this.confirmed - confirmed);
        await this.reach(revision);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === "E_CONFLICT" && (await this.pull())) continue;
        this.giveUp();
        this.complain(error);
      }
    }
  }

  /** Ask until answered: a server that was killed comes back, and knows what it had taken. */
  private async deliver(typed: Arguments<"page_type">): Promise<number> {
    const key = `${this.origin}:${++this.count}`;
    for (;;) {
      try {
        return (await this.connection.call("page_type", typed, key)).revision;
      } catch (error) {
        if (error instanceof Refusal) throw error;
        await pause();
      }
    }
  }

  /** Tell what is selected here; whether it was taken, which it is not where the document has just become another. */
  async select(): Promise<boolean> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { from, to } = this.view.state.selection.main;
      const selected = { document: this.id, revision: this.revision, start: from, end: to };
      if ((await this.connection.call("page_select", selected)).isTaken) return true;
      if (this.hasUnsent || !(await this.catchUp())) return false;
    }
    return false;
  }

  /** Wait for the news of a revision; ask for them where they do not come. */
  private async reach(revision: number): Promise<void> {
    if (this.revision < revision) await pause(20);
    while (this.revision < revision && (await this.catchUp()));
  }

  /** Have all that happened until now, whatever it takes; false if the document is gone. */
  async catchUp(): Promise<boolean> {
    for (;;) {
      try {
        await this.pull();
        return true;
      } catch (error) {
        if (error instanceof Refusal) return false;
        await pause();
      }
    }
  }

  /** Ask for news; whether there were any. */
  private async pull(): Promise<boolean> {
    const before = this.revision;
    this.receive(await this.connection.call("page_news", { document: this.id, revision: before, mark: this.mark }));
    return this.revision > before;
  }

  close(): void {
    this.face.close();
    this.view.destroy();
  }

  receive(news: News): void {
    if (news.revision < this.revision) return;
    const isNew = news.revision > this.revision;
    if (news.text !== null) {
      this.takeOver(news.text);
    } else {
      const fresh = news.updates.filter((update) => update.revision > this.revision);
      if (fresh.length < news.revision - this.revision) {
        void this.catchUp();
        return;
      }
      this.follow(fresh);
    }
    this.revision = news.revision;
    if (this.base.length !== news.length) void this.openAgain();
    if (news.suggestions) this.view.dispatch({ effects: setSuggestions.of(this.placed(news.suggestions)) });
    else if (news.mark !== this.mark) void this.catchUp();
    if (news.suggestions) this.mark = news.mark;
    if (isNew) this.onNews(news.text !== null);
  }

  private follow(fresh: PageUpdate[]): void {
    const updates = fresh.map(({ changes, origin }) => ({ changes: ChangeSet.fromJSON(changes), clientID: origin }));
    for (const { changes } of updates) this.base = changes.apply(this.base);
    const own = updates.filter((update) => update.clientID === this.origin).length;
    this.confirmed += own;
    this.taken = Math.max(0, this.taken - own);
    this.view.update(oneByOne(this.view.state, updates));
  }

  /** Follow the document where nobody knows any more how it came to its text. */
  private takeOver(text: string): void {
    const now = this.view.state.toText(text);
    const known = this.own().slice(0, this.taken);
    for (const { changes } of known) this.base = changes.apply(this.base);
    const rest = { changes: difference(this.base, now), clientID: NOBODY };
    this.base = now;
    this.taken = 0;
    this.view.dispatch(receiveUpdates(this.view.state, [...known, rest]));
  }

  /** Let go of what was typed and cannot be. */
  private giveUp(): void {
    const back = { changes: difference(this.view.state.doc, this.base), clientID: NOBODY };
    this.view.dispatch(receiveUpdates(this.view.state, [...this.own(), back]));
  }

  /** What was typed and did not come back yet. */
  private own(): Update[] {
    return sendableUpdates(this.view.state).map(({ changes }) => ({ changes, clientID: this.origin }));
  }

  /** The copy is not what it should be: take the document as it is. */
  private async openAgain(): Promise<void> {
    const opened = await this.connection.call("page_open", { document: this.id });
    if (opened.revision < this.revision) return;
    this.takeOver(opened.text);
    this.revision = opened.revision;
    this.onNews(true);
  }

  /** Suggestions where they stand in the copy, with what was typed and is on its way. */
  private placed(suggestions: PageSuggestion[]): PageSuggestion[] {
    const own = sendableUpdates(this.view.state).map((update) => update.changes);
    if (!own.length) return suggestions;
    const place = (offset: number, side: number) => own.reduce((at, changes) => changes.mapPos(at, side), offset);
    return suggestions.map((each) => {
      const start = place(each.start, 1);
      return { ...each, start, end: each.start === each.end ? start : Math.max(start, place(each.end, -1)) };
    });
  }
}

/** Updates go in one by one, as the server rebases over them: over several at once, texts may come to stand elsewhere. */
function oneByOne(state: EditorState, updates: readonly Update[]): Transaction[] {
  const found: Transaction[] = [];
  for (const update of updates) found.push(receiveUpdates(found.at(-1)?.state ?? state, [update]));
  return found;
}

function difference(before: Text, after: Text): ChangeSet {
  const [old, now] = [before.toString(), after.toString()];
  const changes = diff(old, now, { scanLimit: 500, timeout: 200 });
  return ChangeSet.of(
    changes.map(({ fromA, toA, fromB, toB }) => ({ from: fromA, to: toA, insert: after.slice(fromB, toB) })),
    before.length,
  );
}

function pause(time = PAUSE): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
