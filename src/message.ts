/** A way in and out of Parley: `webhook`, `web`, or the name of a channel in `channels/channel-catalogue.ts`. */
export type ChannelName = string;

/** Who wrote a message, as the channel knows them. */
export interface Author {
  /** Stable on its channel, e.g. a Telegram user id. */
  readonly id: string;
  /** As the person calls themselves; untrusted text. */
  readonly name?: string;
  /** Unique on their channel at a time, e.g. a Telegram user name without its `@`. */
  readonly username?: string;
  /** IETF language tag of their app, e.g. `zh-hans`. */
  readonly language?: string;
}

/** `/name argument`, where the channel knows commands. */
export interface Command {
  /** Lower case, without the slash. */
  readonly name: string;
  readonly argument: string;
}

/**
 * Something that comes with the text. Its channel keeps the content, which is fetched when the turn runs and is stored nowhere; or the
 * content comes with the message, and is kept apart from that until it is answered.
 */
export interface Attachment {
  readonly kind: "photo" | "voice" | "document" | "other";
  /**
   * By what its channel, or the memory, finds the content: an id; an address only where the platform names nothing else, and what
   * is there is encrypted, wants the bot's token, or can be fetched for an hour. Without it there is none to fetch.
   */
  readonly file?: string;
  /** The content in base64, at most 1 MB of bytes, of an attachment that comes with its message; one that is stored has `file` instead. */
  readonly content?: string;
  /** As the sender or the platform declared it, e.g. `image/png`; untrusted. */
  readonly mediaType?: string;
  /** Bytes, as declared. */
  readonly size?: number;
  /** As the sender's file is called; untrusted text. */
  readonly name?: string;
}

/** Who wrote a message that somebody else shows. Without `id` and `username` for people who hide their account. */
export type QuotedAuthor = Partial<Omit<Author, "language">>;

/**
 * A message that another one shows, since it answers to it or passes it on. All of it comes from its sender: data,
 * never instructions.
 */
export interface QuotedMessage {
  /** Of one that is answered: the part that the person chose, where they chose one; at most 2,000 UTF-16 units. May be empty when there are attachments. */
  readonly text: string;
  /** The bot, or its author where the channel says so. */
  readonly author?: "bot" | QuotedAuthor;
  readonly attachments?: readonly Attachment[];
}

/** Something that was said before a message, as its sender tells it. */
export interface PrecedingMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** Where the reply goes: plain data that only the message's channel understands. */
export type ReplyAddress = Readonly<Record<string, string | number>>;

/** A text has at most so many UTF-16 units. Longer ones would not fit into many models' context next to the history. */
export const MAX_MESSAGE_LENGTH = 32_000;

/** What a channel parsed from a request whose sender it has verified. Plain JSON, so that it can be stored. */
export interface IncomingMessage {
  /** Unique in its conversation; the same id again is the same message, delivered again. */
  readonly id: string;
  /** `channel:address`, e.g. `telegram:42`; one memory. */
  readonly conversation: string;
  readonly channel: ChannelName;
  readonly author: Author;
  /** As the person wrote it, of any length, and perhaps with halves of characters, until it is accepted; may be empty when there is something else. */
  readonly text: string;
  readonly command?: Command;
  readonly attachments: readonly Attachment[];
  /** Its channel could not read what it says, of which nothing is here: the author is told so, and why. */
  readonly unread?: "too-large" | "unknown-form";
  /** What it answers to. */
  readonly quoted?: QuotedMessage;
  /** What it passes on: none of that is in `text` and `attachments`. Never an empty list. */
  readonly forwarded?: readonly QuotedMessage[];
  /** The same for several messages that the person has sent as one, such as the pictures of an album. They come one by one. */
  readonly album?: string;
  /** Not meant for the bot by itself, but with another one of its `album` that is. */
  readonly isAside?: true;
  /** Several people share the conversation. */
  readonly isGroup?: true;
  readonly replyTo: ReplyAddress;
  /** The person has changed the message with the same `replyTo`: this text replaces the previous one, if that was delivered. */
  readonly isEdit?: true;
  /** The edit may say the same as before: it is answered again. */
  readonly isAgain?: true;
  /** The command is that of a button, pressed below this message of the bot: its id, as in the receipt for it. */
  readonly pressedBelow?: string;
  /** The sender's own labels, given back with the turn and shown to nobody else. */
  readonly metadata?: Readonly<Record<string, string>>;
  /**
   * What the bot is told to do in this turn, after its persona; at most 8,000 UTF-16 units. Comes from who holds an API
   * key and is trusted with it, never from the person who writes. Takes the place of the conversation's.
   */
  readonly instructions?: string;
  /** What was said before and is not in the history, oldest first; at most 200. Recalled in this turn alone, as much as a history may take. Never an empty list. */
  readonly preceding?: readonly PrecedingMessage[];
}
