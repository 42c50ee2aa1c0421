/** The socket to the server: what it asks is passed on, one at a time, and answered with what came of it. */

import { io, type Socket } from "socket.io-client";
import { EVENT, NAMESPACE, PATH, PROTOCOL } from "../protocol/word";
import type { Asked, Failed, Greeting, Hello, State, Succeeded } from "../protocol/word";
import type { OpenDocument } from "./document";
import { OPERATIONS, writes } from "./operations";
import type { Arguments, Name } from "./operations/operation";
import { Refusal, refusalOf } from "./refusal";
import { supported } from "./requirements";
import type { Switches } from "./switches";

const SESSION = "quire-session";
const VERSIONS = "1.";
const LONGEST_TITLE = 400;
const LONGEST_URL = 4000;

type Envelope = Succeeded | Failed;

/** What the pane shows of it. */
export interface Witness {
  connected(hello: Hello): void;
  lost(why: string): void;
  done(op: Name, failure: Failed | null): void;
}

export class Connection {
  private readonly socket: Socket;
  private last: Promise<unknown> = Promise.resolve();
  private most = Infinity;

  constructor(
    private readonly document: OpenDocument,
    private readonly switches: Switches,
    private readonly witness: Witness,
  ) {
    const auth = (introduce: (greeting: Greeting) => void) => introduce(this.greeting());
    this.socket = io(NAMESPACE, { path: PATH, transports: ["websocket"], auth, reconnectionDelayMax: 2000 });
    this.socket.on("hello", (hello: Hello) => this.greeted(hello));
    this.socket.on("disconnect", (reason) => witness.lost(this.hope(`The connection broke off (${reason}).`)));
    this.socket.on("connect_error", (error) => witness.lost(this.hope(error.message)));
    for (const op of Object.keys(OPERATIONS) as Name[]) {
      this.socket.on(`${EVENT}${op}`, (args: Arguments<typeof op> & Asked, answer: (envelope: Envelope) => void) => {
        this.last = this.last.then(async () => answer(await this.answerTo(op, args))).catch(console.error);
      });
    }
    switches.onChange(() => this.tellState());
  }

  /** Why there is no connection, if it does not come back by itself. */
  private hope(why: string): string {
    return this.socket.active ? "Quire does not answer. Start it with “quire serve”; the pane tries again." : why;
  }

  private greeting(): Greeting {
    return {
      token: new URLSearchParams(location.search).get("key") ?? "",
      protocol: PROTOCOL,
      session: session(),
      url: this.document.url.slice(0, LONGEST_URL),
      platform: String(Office.context.platform ?? ""),
      sets: supported(),
      ...this.state(),
    };
  }

  private greeted(hello: Hello): void {
    this.most = hello.mostCharacters;
    this.witness.connected(hello);
  }

  private state(): State {
    return {
      title: this.document.title.slice(0, LONGEST_TITLE),
      paused: this.switches.paused,
      readOnly: this.switches.readOnly,
    };
  }

  private tellState(): void {
    if (this.socket.connected) this.socket.emit("state", this.state());
  }

  private async answerTo<Op extends Name>(op: Op, args: Arguments<Op> & Asked): Promise<Envelope> {
    try {
      this.check(op, args);
      const data = await this.document.perform(op, args);
      if (JSON.stringify(data).length > this.most) {
        throw new Refusal(
          "E_RUNTIME",
          "The answer is too long to be sent.",
          "Ask for less: a scope, or fewer results.",
        );
      }
      this.witness.done(op, null);
      return { ok: true, op, data };
    } catch (error) {
      const { code, message, hint, diagnostics } = refusalOf(error);
      const failure: Failed = { ok: false, op, code, message, hint, diagnostics };
      this.witness.done(op, failure);
      return failure;
    }
  }

  private check(op: Name, args: Asked & object): void {
    if (!args.version.startsWith(VERSIONS)) {
      throw new Refusal("E_UNSUPPORTED", `The server speaks version ${args.version}.`, "Open the pane again.");
    }
    if (this.switches.paused) {
      throw new Refusal("E_PERMISSION", "The person in Word has paused Quire.", "Ask them to go on.");
    }
    if (this.switches.readOnly && writes(op, args)) {
      throw new Refusal("E_PERMISSION", "The person in Word lets Quire only read.", "Ask them to allow changes.");
    }
  }
}

/** The name of this pane for as long as it lives, whatever becomes of its connection. */
function session(): string {
  const known = sessionStorage.getItem(SESSION) ?? crypto.randomUUID();
  sessionStorage.setItem(SESSION, known);
  return known;
}
