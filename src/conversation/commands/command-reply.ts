import type { ReplyExtras } from "../split-reply.ts";

/** What a command says. */
export interface CommandReply extends ReplyExtras {
  /** Markdown; empty where another turn's reply is the answer to the command. */
  readonly reply: string;
}
