/** The socket to the server. It comes back by itself; what was asked meanwhile waits, or fails and can be asked again. */

import { io, type Socket } from "socket.io-client";
import type { Envelope, Tools } from "../protocol/wire";

export type Tool = keyof Tools;
export type Arguments<Name extends Tool> = Tools[Name]["arguments"];
export type Answer<Name extends Tool> = Tools[Name]["answer"];
export type Desk = Answer<"page_desk">;
export type News = Answer<"page_news">;
export type Opened = Answer<"page_open">;

const PATIENCE = 15_000;

/** The server said no, in words for the person. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

export class Connection {
  private readonly socket: Socket = io({ path: "/live", transports: ["websocket"], reconnectionDelayMax: 2000 });

  /** Hear of every connection, the first and those after a loss, and of each loss. */
  onConnection(connected: () => void, lost: () => void): void {
    this.socket.on("connect", connected);
    this.socket.on("disconnect", lost);
    this.socket.on("connect_error", lost);
  }

  onNews(hear: (news: News) => void): void {
    this.socket.on("news", hear);
  }

  onDesk(hear: (desk: Desk) => void): void {
    this.socket.on("desk", hear);
  }

  /** Call a tool. Repeated under its key, it is answered again but not carried out again. */
  call<Name extends Tool>(tool: Name, given: Arguments<Name>, key = ""): Promise<Answer<Name>> {
    return this.ask("call", { tool, arguments: given, key });
  }

  /** Have a document shown here, and hear its news. */
  watch(document: string): Promise<Opened> {
    return this.ask("watch", document);
  }

  private async ask<Result>(event: string, data: unknown): Promise<Result> {
    const answer: Envelope<Result> = await this.socket.timeout(PATIENCE).emitWithAck(event, data);
    if (answer.ok) return answer.data;
    throw new Refusal(answer.code, answer.message, answer.hint);
  }
}
