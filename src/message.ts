/** A way in and out of Parley. */
export type ChannelName = "telegram" | "webhook" | "web";

/** Who wrote a message, as the channel knows them. */
export interface Author {
  /** Stable on its channel, e.g. a Telegram user id. */
  readonly id: string;
  /** As the person calls themselves; untrusted text. */
  readonly name?: string;
  /** IETF language tag of their app, e.g. `zh-hans`. */
  readonly language?: string;
}

/** `/name argument`, where the channel knows commands. */
export interface Command {
  /** Lower case, without the slash. */
  readonly name: string;
  readonly argument: string;
}

/** Something beside the text that Parley cannot read yet. */
export interface Attachment {
  readonly kind: "photo" | "voice" | "document" | "other";
}

/** Where the reply goes: plain data that only the message's channel understands. */
export type ReplyAddress = Readonly<Record<string, string | number>>;

/** What a channel parsed from a request whose sender it has verified. Plain JSON, so that it can be stored. */
export interface IncomingMessage {
  /** Unique in its conversation; the same id again is the same message, delivered again. */
  readonly id: string;
  /** `channel:address`, e.g. `telegram:42`; one memory. */
  readonly conversation: string;
  readonly channel: ChannelName;
  readonly author: Author;
  /** As the person wrote it; may be empty when there are attachments. */
  readonly text: string;
  readonly command?: Command;
  readonly attachments: readonly Attachment[];
  readonly replyTo: ReplyAddress;
  /** The sender's own labels, given back with the turn and shown to nobody else. */
  readonly metadata?: Readonly<Record<string, string>>;
}
