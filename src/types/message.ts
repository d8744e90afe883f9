import type { PauseAnswer } from "./pause.ts";

/**
 * `webhook`, `web`, or the name of a channel in
 * `channels/channel-catalogue.ts`.
 */
export type ChannelName = string;

/** The author of a message, as the channel identifies them. */
export interface Author {
  /** Stable within the channel, e.g. a Telegram user id. */
  readonly id: string;
  /** Display name; untrusted text. */
  readonly name?: string;
  /**
   * Unique within the channel, but can change owners, e.g. a Telegram user name
   * without its `@`.
   */
  readonly username?: string;
  /** IETF language tag of their app, e.g. `zh-hans`. */
  readonly language?: string;
  /** IANA name of the time zone of their device: see `asTimeZone`. */
  readonly timeZone?: string;
}

/**
 * What a turn begins with, if not with a user's message: a person of the team
 * who writes in the bot's place, a schedule whose time has come, or the end of
 * the time in which a person was to come. The message of such a turn is what
 * the bot sends verbatim, or what the agent is asked; it is never shown or
 * remembered as the user's.
 */
export type Origin =
  | {
      readonly kind: "operator";
      /** Of the key with which they signed in; of an echo, see `ECHO_NAME`. */
      readonly name: string;
      /** They answer a question: the agent goes on, and says what comes of it. */
      readonly isAnswer?: true;
      /** See `Echo`. */
      readonly isEcho?: true;
    }
  | {
      readonly kind: "schedule";
      readonly id: string;
      /** The text is sent verbatim; it is no task for the agent. */
      readonly isText?: true;
    }
  /** Nobody of the team came in time: Parley says so. */
  | { readonly kind: "unattended" };

/** The answer to a question with which an earlier turn has ended. */
export interface AnswerToPause {
  readonly code: string;
  readonly answer: PauseAnswer;
  /** What the history has in place of the code, in the person's language. */
  readonly said: string;
  /** The text may mean something else: it is an answer if the code is known. */
  readonly isTyped?: true;
}

/** `/name argument`, on channels with commands. */
export interface Command {
  /** Lower case, without the slash. */
  readonly name: string;
  readonly argument: string;
}

/**
 * A file or other item of a message. The content either stays with the channel,
 * which fetches it when the turn runs and never stores it, or comes with the
 * message and is stored separately until the message is answered.
 */
export interface Attachment {
  readonly kind: "photo" | "voice" | "document" | "other";
  /** The platform's name of what is `other`, for the log. */
  readonly form?: string;
  /**
   * Locates the content for the channel or the memory: an id, or a URL if the
   * platform has no ids, but only a URL whose content is encrypted, requires
   * the bot's token or expires within an hour. Missing if there is no content
   * to fetch.
   */
  readonly file?: string;
  /**
   * Base64 of at most 1 MB of content that comes with the message. Replaced by
   * `file` when stored.
   */
  readonly content?: string;
  /** As declared by the sender or the platform, e.g. `image/png`; untrusted. */
  readonly mediaType?: string;
  /** Bytes, as declared. */
  readonly size?: number;
  /** The sender's file name; untrusted text. */
  readonly name?: string;
  /** Of an edited message; not read again. See `IncomingMessage.reused`. */
  readonly isReused?: true;
}

/**
 * Author of a quoted message. Without `id` and `username` if they hide their
 * account.
 */
export type QuotedAuthor = Partial<Omit<Author, "language" | "timeZone">>;

/**
 * A message that another one replies to or forwards. All of it comes from the
 * sender: data, never instructions.
 */
export interface QuotedMessage {
  /**
   * For a reply, only the part that the user selected, if they did; at most
   * 2,000 UTF-16 units. May be empty if there are attachments.
   */
  readonly text: string;
  /** The bot, or the author if the channel names one. */
  readonly author?: "bot" | QuotedAuthor;
  readonly attachments?: readonly Attachment[];
}

/** An earlier message, as claimed by the sender of this one. */
export interface PrecedingMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** JSON that a program expects as the answer. */
export interface AnswerFormat {
  /** A JSON Schema without a fault: see `findSchemaFault`. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Passed on to providers, some of which then enforce more or refuse more. */
  readonly isStrict?: true;
}

/** Where to send the reply. Plain data that only the channel interprets. */
export type ReplyAddress = Readonly<Record<string, string | number>>;

/**
 * Maximum text length in code points, as JSON Schema counts. Longer texts would
 * not fit into the context of many models next to the history.
 */
export const MAX_MESSAGE_LENGTH = 32_000;

/**
 * A message that a channel parsed from a verified request. Plain JSON, so that
 * it can be stored.
 */
export interface IncomingMessage {
  /** Unique in its conversation. The same id again is a redelivery. */
  readonly id: string;
  /**
   * `channel:address`, e.g. `telegram:42`. Messages of one conversation share a
   * memory.
   */
  readonly conversation: string;
  /**
   * The conversation that it came in, if that is linked with this one: see
   * `ConversationLink`.
   */
  readonly via?: string;
  readonly channel: ChannelName;
  readonly author: Author;
  /** Missing for a user's message. */
  readonly origin?: Origin;
  /** The origin of the site whose page shows the chat in a frame. */
  readonly site?: string;
  /**
   * Verbatim: of any length and possibly with unpaired surrogates until the
   * message is accepted. May be empty if there is other content.
   */
  readonly text: string;
  readonly command?: Command;
  readonly answers?: AnswerToPause;
  /** The text as it was sent, if a code was taken out of it; in no prompt. */
  readonly sent?: string;
  readonly attachments: readonly Attachment[];
  /** The channel could not read the content; the author is told so. */
  readonly isUnread?: true;
  /** The message that it replies to. */
  readonly quoted?: QuotedMessage;
  /**
   * The platform's id of the message that it replies to, if it sends no more
   * than that or a preview. Looked up when the turn runs.
   */
  readonly quotedId?: string;
  /**
   * Forwarded messages; not repeated in `text` and `attachments`. Never an
   * empty list.
   */
  readonly forwarded?: readonly QuotedMessage[];
  /**
   * The platform's id of forwarded messages that the channel fetches when the
   * turn runs.
   */
  readonly forwardedId?: string;
  /**
   * Shared by messages that the user sent together, such as the pictures of an
   * album, and that arrive one by one.
   */
  readonly album?: string;
  /**
   * Addresses the bot only together with another message of its `album` that
   * does.
   */
  readonly isAside?: true;
  /** The conversation has several participants. */
  readonly isGroup?: true;
  readonly replyTo: ReplyAddress;
  /**
   * The user edited the message that `edits` names, or that has the same
   * `replyTo`: this text replaces the previous one, if that was delivered.
   */
  readonly isEdit?: true;
  /** Answer the edit even if its text has not changed. */
  readonly isAgain?: true;
  /**
   * Of an edit: the id of the message that it edits, which may be any that is
   * shown. Left out: the newest one, if it has the same `replyTo`.
   */
  readonly edits?: string;
  /** With `edits`: the files of that message stay, before the edit's own. */
  readonly keepsFiles?: true;
  /**
   * What the model remembers of the attachments marked as `isReused`: as the
   * history has them, since their content is gone.
   */
  readonly reused?: string;
  /**
   * The command comes from a button below this message of the bot; the id as in
   * its receipt.
   */
  readonly pressedBelow?: string;
  /**
   * The sender's labels, returned with the turn and hidden from everybody else.
   */
  readonly metadata?: Readonly<Record<string, string>>;
  /**
   * Instructions for the model in this turn, after its persona; at most 8,000
   * UTF-16 units. They come from the holder of an API key, who is trusted,
   * never from the message's author, and override those of the conversation.
   */
  readonly instructions?: string;
  /**
   * Earlier messages that are not in the history, oldest first; at most 200.
   * Used in this turn only, up to the size limit of a history. Never an empty
   * list.
   */
  readonly preceding?: readonly PrecedingMessage[];
  /** The answer is JSON that matches a schema, with nothing around it. */
  readonly answerFormat?: AnswerFormat;
  /**
   * An http(s) URL, checked when the message was accepted: its caller is told
   * there that the turn has ended. See `CallbackQueue`.
   */
  readonly callbackUrl?: string;
  /**
   * Whoever watches the answer can only append to it, so text that may be
   * retracted is not shown.
   */
  readonly isAppended?: true;
  /** Its conversation gets no other message: it cannot be asked back. */
  readonly isOnly?: true;
}

/**
 * What a person of the business wrote to a user in an app of the platform's
 * own, which has sent it already: Parley only stores it.
 */
export interface Echo extends IncomingMessage {
  /** The user. */
  readonly author: Author;
  readonly origin: Extract<Origin, { kind: "operator" }>;
}

export function isEcho(message: IncomingMessage): message is Echo {
  const { origin } = message;
  return origin?.kind === "operator" && origin.isEcho === true;
}

/**
 * What the name of an echo's author begins with, before the channel's:
 * `app:whatsapp`. No operator's name has a colon.
 */
export const ECHO_NAME = "app:";
