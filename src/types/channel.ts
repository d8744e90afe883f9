import type { TurnReference } from "./mailbox.ts";
import type {
  ChannelName,
  IncomingMessage,
  QuotedMessage,
  ReplyAddress,
} from "./message.ts";
import type { Problem } from "./problem.ts";
import type { ReplyPart } from "./reply.ts";
import type { Reach } from "./schedule.ts";
import type { Source, SourceList } from "./turn.ts";

/**
 * What a platform supports, as data, so that the core need not know the
 * platform.
 */
interface ChannelCapabilities {
  /** Maximum length of a sent part; `null` if replies are fetched, not sent. */
  readonly maxPartLength: number | null;
  /** Unit of `maxPartLength`. Default: UTF-16 units. */
  readonly lengthUnit?: LengthUnit;
  /**
   * How long one `showTyping` stays visible, in milliseconds. The channel
   * itself shows it first, on receiving a message.
   */
  readonly typingMs?: number;
  /**
   * Senders see a rejection at once and can resend. Otherwise a reply has to
   * report it, because the platform would redeliver a rejected message and hold
   * back the rest of its chat.
   */
  readonly canRefuse?: true;
  /** Users can send commands such as `/new`. */
  readonly commands?: true;
  /** Callers are programs: a message is tried again for ten minutes. */
  readonly isPatient?: true;
  /** Users expect a reply to each message, so no two are answered together. */
  readonly answersEach?: true;
  /**
   * An `answer` preview stays open on the platform until an edit marks it as
   * complete, so the last part is always edited once more, even if its text is
   * unchanged.
   */
  readonly streams?: true;
  /**
   * Parts can have buttons; elsewhere they are dropped. `fleeting`: they vanish
   * with the next message.
   */
  readonly buttons?: true | "fleeting";
  /**
   * The app makes links of hosts in code, such as `a.example.com`, or may do
   * so.
   */
  readonly linksCode?: true;
  /** A part can be a file. */
  readonly files?: true;
  /** What limits writing first, without a message to answer; missing: nothing. */
  readonly reach?: Reach;
  /**
   * Replies to a message name it by its id alone, so the receipts of sent parts
   * are kept for as long as their turn.
   */
  readonly quotesById?: true;
}

export type LengthUnit = "utf-16" | "utf-8";

/**
 * Outcome of a request: messages to deliver (none if there is nothing to
 * answer), or why it was rejected.
 */
export type Reception =
  | {
      readonly kind: "messages";
      readonly messages: readonly IncomingMessage[];
      /**
       * Response body, sent after the messages are stored; empty by default. A
       * `TurnAnswer` is not written before that.
       */
      readonly answer?: Answer | TurnAnswer;
    }
  | { readonly kind: "refused"; readonly problem: Problem };

/**
 * Body of a 200 response: an echoed challenge, or the acknowledgement that a
 * platform expects.
 */
export interface Answer {
  readonly type: "application/json" | "application/xml" | "text/plain";
  readonly body: string;
}

/**
 * For platforms that fetch replies: reads the turn's text so far, or waits a
 * while for its end.
 */
export interface TurnAnswer {
  readonly turn: TurnReference;
  /** Maximum wait for the turn's end; then `write` gets the progress so far. */
  readonly waitMs: number;
  write(progress: TurnProgress): Answer | Promise<Answer>;
}

export interface TurnProgress {
  /**
   * Markdown: the reply, or the part written so far. Empty for an unknown turn.
   */
  readonly text: string;
  readonly hasEnded: boolean;
  /** The model is away, or the budget reserved: the turn waits to be retried. */
  readonly isWaiting?: true;
  /** Of the whole reply, without duplicate pages. */
  readonly sources: readonly Source[];
}

export interface SendOptions {
  /**
   * Idempotency key of the part, derived from its turn and position, so a
   * repeated send has the same key. Platforms that support such keys get it
   * hashed (`channels/uuid-key.ts`) and return the first receipt again.
   */
  readonly key: string;
  /** Index of the part in its reply, from 0. */
  readonly index: number;
  /**
   * The part is not final and will be edited: a `status` is replaced, an
   * `answer` grows.
   */
  readonly preview?: "status" | "answer";
  readonly signal: AbortSignal;
}

/** What the platform returned for a sent part, e.g. its message id. */
export interface Receipt {
  readonly id: string;
  /**
   * Set for a preview whose message exists but shows nothing yet. The text
   * follows by an edit once the id is stored, so that a crash cannot leave text
   * that nobody can edit.
   */
  readonly isEmpty?: true;
}

/** How replies are shown at an address. */
export interface Presentation {
  /**
   * Minimum milliseconds between two calls, to keep to the platform's rate
   * limits; 0: none.
   */
  readonly intervalMs: number;
  /**
   * How a reply is shown while it is written. `messages`: its parts are sent
   * and then edited. `draft`: see `showDraft`.
   */
  readonly preview: "messages" | "draft" | "none";
  /**
   * Prefix of commands. Default: `/`, which some apps reserve for themselves.
   */
  readonly commandMark?: string;
}

/**
 * Outcome of fetching an attachment. `too-large`: larger than `maxBytes`, or
 * than the platform hands out.
 */
export type AttachmentContent =
  | { readonly kind: "fetched"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "too-large" }
  /** The platform does not have it, or no longer. */
  | { readonly kind: "gone" };

/**
 * For platforms that can change sent messages: shows a reply while it is
 * written.
 */
export interface Editing {
  /** Pure. */
  presentationAt(to: ReplyAddress): Presentation;
  /**
   * Replaces a sent part, or sends it again if it was deleted. Idempotent.
   * Returns the part's current receipt. Throws only `DeliveryError`.
   */
  edit(
    receipt: Receipt,
    part: ReplyPart,
    to: ReplyAddress,
    options: SendOptions,
  ): Promise<Receipt>;
  /**
   * Deletes a sent part; a no-op if it is already gone. Throws only
   * `DeliveryError`.
   */
  remove(
    receipt: Receipt,
    to: ReplyAddress,
    options: { signal: AbortSignal },
  ): Promise<void>;
}

/** A missing method means that the platform cannot do it. */
export interface Channel extends Partial<Editing> {
  readonly name: ChannelName;
  readonly capabilities: ChannelCapabilities;
  /**
   * Converts Markdown to parts in the platform's format, in order, with the
   * sources at the end if the platform can show them in small print. Returns no
   * parts if the text is empty or the caller fetches the reply.
   *
   * Pure. Asynchronous only so that the parser can be loaded on first use.
   */
  split(
    markdown: string,
    options?: {
      readonly sources?: SourceList;
      /** The text is still being written: what it leaves open is closed. */
      readonly isOpen?: boolean;
    },
  ): Promise<readonly ReplyPart[]>;
  /**
   * Sends one part. Throws only `DeliveryError`. Idempotent only on platforms
   * with idempotency keys, so the caller must store the receipt at once. If
   * something in the address has expired, such as a reply token, the channel
   * replies in another way if there is one.
   */
  send(
    part: ReplyPart,
    to: ReplyAddress,
    options: SendOptions,
  ): Promise<Receipt>;
  /**
   * Replaces the last draft with the part, for about 30 seconds or until a part
   * is sent. Throws only `DeliveryError`.
   */
  showDraft?(
    part: ReplyPart,
    to: ReplyAddress,
    options: { signal: AbortSignal },
  ): Promise<void>;
  /** Shows "typing…" for a few seconds. Best effort: errors are ignored. */
  showTyping?(
    to: ReplyAddress,
    options: { signal: AbortSignal },
  ): Promise<void>;
  /**
   * Reads an attachment by its `Attachment.file`. Throws `AttachmentError` if a
   * retry may help, or the signal's reason.
   */
  fetchAttachment?(
    file: string,
    options: { maxBytes: number; signal: AbortSignal },
  ): Promise<AttachmentContent>;
  /**
   * Reads a message by the platform's id; if it consists of forwarded messages,
   * those, in order. Empty if it is gone, or the bot may not read it. Throws
   * `AttachmentError` if a retry may help, or the signal's reason.
   */
  fetchMessages?(
    id: string,
    options: { signal: AbortSignal },
  ): Promise<readonly QuotedMessage[]>;
}

/** The part of a channel that sends replies. */
export type SendingSide = Omit<Channel, "name" | "capabilities" | "split">;

/** A channel that processes whole requests. */
export interface ReceivingChannel extends Channel {
  /**
   * Verifies the sender before it parses the body. Never throws because of a
   * request's content.
   */
  receive(request: Request): Promise<Reception>;
}

/** A webhook route below `/<channel name>`; its requests go to `receive`. */
export interface ChannelRoute {
  readonly method: "GET" | "POST";
  /** e.g. `/webhook` */
  readonly path: string;
}

export interface Channels {
  /** Platform channels that are on, by name. Each is loaded on first use. */
  readonly receiving: ReadonlyMap<ChannelName, () => Promise<ReceivingChannel>>;
  readonly find: FindChannel;
}

/**
 * Finds any channel by name. One that is off or no longer known accepts nothing
 * and drops pending replies.
 */
export type FindChannel = (name: ChannelName) => Promise<Channel>;
