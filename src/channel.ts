import type { ChannelName, IncomingMessage, ReplyAddress } from "./message.ts";
import type { TurnReference } from "./ports.ts";
import type { Source, SourceList } from "./turn.ts";

/** What a platform can show; data, so that the core decides without knowing the platform. */
interface ChannelCapabilities {
  /** How much text fits into one sent part, or `null` where replies are fetched and not sent. */
  readonly maxPartLength: number | null;
  /** What `maxPartLength` counts: UTF-16 units without it. */
  readonly lengthUnit?: LengthUnit;
  /** How long "typing…" is seen when `showTyping` has shown it once, in milliseconds. The channel itself shows it first, when it has received a message. */
  readonly typingMs?: number;
  /**
   * Senders hear at once that a message is not taken, and can send it again. Where they cannot, the platform would redeliver it
   * and hold back all others of its chat meanwhile: a reply has to say so.
   */
  readonly canRefuse?: true;
  /** People can send commands such as `/new`. */
  readonly commands?: true;
  /** People see at each message that its reply is coming: none is answered together with another. */
  readonly answersEach?: true;
  /**
   * An `answer` that is a preview is open on the platform until an edit says that it is whole: it is edited at the end, also where it shows the
   * part already.
   */
  readonly streams?: true;
  /** Buttons can be shown below a part; others are left out of it. */
  readonly buttons?: true;
  /** A part can be a file. */
  readonly files?: true;
}

/** UTF-16 units, code points, or bytes of UTF-8. */
export type LengthUnit = "utf-16" | "code-points" | "utf-8";

/** Which people may use the bot on a channel: all whom it lets in, or those that are listed, and all in a listed chat. */
export type Access =
  | "everybody"
  | { readonly people: readonly string[]; readonly chats: readonly string[] };

/** By channel. On one without a rule nobody may. */
export type AccessRules = Readonly<Partial<Record<ChannelName, Access>>>;

/** What became of a request: messages to deliver (none where there is nothing to answer), or why it is turned away. */
export type Reception =
  | {
      readonly kind: "messages";
      readonly messages: readonly IncomingMessage[];
      /** What the platform is told once they are stored: nothing without it. A body that depends on a turn is written then. */
      readonly answer?: Answer | TurnAnswer;
    }
  | { readonly kind: "refused"; readonly problem: Problem };

/** The body of a response with status 200, such as a challenge that is echoed, or an acknowledgement in the platform's own form. */
export interface Answer {
  readonly type: "application/json" | "application/xml" | "text/plain";
  readonly body: string;
}

/** A platform that fetches a reply asks for the turn's text so far, or waits a while for its end. */
export interface TurnAnswer {
  readonly turn: TurnReference;
  /** How long the platform may wait for the turn's end. What there is by then is written. */
  readonly waitMs: number;
  write(progress: TurnProgress): Answer | Promise<Answer>;
}

/** How far a turn has come. */
export interface TurnProgress {
  /** Markdown: the reply, or what is written of it. Empty for a turn that is not known. */
  readonly text: string;
  readonly hasEnded: boolean;
  /** Of the whole reply, each page once. */
  readonly sources: readonly Source[];
}

/** An RFC 9457 problem: what a person reads when a request is turned away. */
export interface Problem {
  readonly status: number;
  /** Stable, machine-readable: `https://parley.chat/problems/<slug>` on the wire. */
  readonly slug: string;
  /** A short sentence for people. */
  readonly title: string;
  /** What to fix. */
  readonly detail: string;
  /** The same for pages in a browser that prefers Chinese; not on the wire. */
  readonly chinese?: { readonly title: string; readonly detail: string };
  /** Wrong fields as JSON pointers into the body. */
  readonly errors?: readonly {
    readonly pointer: string;
    readonly detail: string;
  }[];
  readonly retryAfterSeconds?: number;
}

/** A piece of a reply, ready for its platform; plain JSON, stored before it is sent. */
export interface ReplyPart {
  /** As people read it; Markdown where the caller shows it. */
  readonly text: string;
  /** How stretches of the text look; none where the platform takes only text. */
  readonly entities?: readonly TextEntity[];
  /** Rows of buttons below it, where the platform can. */
  readonly buttons?: readonly (readonly ReplyButton[])[];
  /** The part is this file, with the text below it; only where the channel knows commands. */
  readonly file?: ReplyFile;
}

/** The look of a stretch of text, in UTF-16 units: a `MessageEntity` of the Bot API. Two of them nest, or do not overlap. */
export type TextEntity = TextLook & {
  readonly offset: number;
  readonly length: number;
};

export type TextLook =
  | {
      readonly type:
        | "bold"
        | "italic"
        | "strikethrough"
        | "code"
        | "blockquote"
        | "expandable_blockquote";
    }
  | { readonly type: "pre"; readonly language?: string }
  | { readonly type: "text_link"; readonly url: string };

/** Pressing it sends its command, as if the person had written that. */
export interface ReplyButton {
  /** One or two words of plain text. */
  readonly label: string;
  /** A command with its argument, without the slash: `memory forget`; at most 64 bytes of UTF-8. */
  readonly command: string;
}

/** A file to be kept. A text that goes with it has at most 1,000 UTF-16 units. */
export interface ReplyFile {
  readonly name: string;
  /** At most 1 MB of UTF-8. */
  readonly content: string;
}

/** What goes with a part that is sent. */
export interface SendOptions {
  /**
   * Names the part, made from its turn and place: the same for the same part, after a crash or a lost answer too. Where a platform knows
   * such keys it is sent along, hashed (`channels/uuid-key.ts`): the second time is recognised there, and gives the receipt of the first.
   */
  readonly key: string;
  /** Which part of its reply it is, from 0. */
  readonly index: number;
  /** What is sent is not whole yet, and edited on: a `status` to something else, an `answer` by what comes after it. */
  readonly preview?: "status" | "answer";
  readonly signal: AbortSignal;
}

/** What the platform gave back for a sent part, e.g. its message id. */
export interface Receipt {
  readonly id: string;
  /**
   * Of a preview: its message is there, and shows nothing yet. An edit brings the part once the id is noted, so that no crash leaves text that
   * nobody knows of.
   */
  readonly isEmpty?: true;
}

/** How a reply is shown at an address. */
export interface Presentation {
  /** Milliseconds to leave between two calls there, so that the platform's limits are kept; 0 where it has none. */
  readonly intervalMs: number;
  /** What is seen of a reply while it is written. `messages`: its parts so far, sent and then edited. `draft`: see `showDraft`. */
  readonly preview: "messages" | "draft" | "none";
  /** What a command begins with, where that is not `/`: apps keep slashes for themselves. */
  readonly commandMark?: string;
}

/** What became of fetching an attachment. `too-large`: it has more bytes than were asked for, or than the platform gives out. */
export type AttachmentContent =
  | { readonly kind: "fetched"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "too-large" }
  /** The platform does not have it, or not any more. */
  | { readonly kind: "gone" };

/** Of platforms on which what was sent can be changed, so that a reply can be seen while it is written. */
export interface Editing {
  /** Pure. */
  presentationAt(to: ReplyAddress): Presentation;
  /**
   * Replaces a part that was sent; if that is gone, sends it again. The same edit again changes
   * nothing. Gives the receipt under which the part is known now. Throws only `DeliveryError`.
   */
  edit(
    receipt: Receipt,
    part: ReplyPart,
    to: ReplyAddress,
    options: SendOptions,
  ): Promise<Receipt>;
  /** Takes a part back that was sent, or finds it gone already. Throws only `DeliveryError`. */
  remove(
    receipt: Receipt,
    to: ReplyAddress,
    options: { signal: AbortSignal },
  ): Promise<void>;
}

/** What a channel leaves out, its platform cannot do. */
export interface Channel extends Partial<Editing> {
  readonly name: ChannelName;
  readonly capabilities: ChannelCapabilities;
  /**
   * Markdown → parts in the platform's format, in order; the sources come at their end, where the platform can show them
   * in small. No parts: the text is empty, or the reply is fetched by the caller. If the caller wants a callback, there is a
   * part for that, also for an empty text. Pure: the same text, sources and address give the same parts. Asynchronous, so that
   * a parser need not be evaluated before there is something to parse; nothing else is waited for.
   */
  split(
    markdown: string,
    options?: { readonly sources?: SourceList; readonly to?: ReplyAddress },
  ): Promise<readonly ReplyPart[]>;
  /**
   * Sends one part. Throws only `DeliveryError`. Idempotent only where the platform knows keys: the caller notes the receipt at once. An
   * address may hold what grows stale, such as a token and its end; the channel then replies in another way, if there is one.
   */
  send(
    part: ReplyPart,
    to: ReplyAddress,
    options: SendOptions,
  ): Promise<Receipt>;
  /** Replaces the last draft with the part, for about 30 seconds or until a part is sent. Throws only `DeliveryError`. */
  showDraft?(
    part: ReplyPart,
    to: ReplyAddress,
    options: { signal: AbortSignal },
  ): Promise<void>;
  /** Shows "typing…" for a few seconds. Nothing depends on it: what it throws is ignored. */
  showTyping?(
    to: ReplyAddress,
    options: { signal: AbortSignal },
  ): Promise<void>;
  /**
   * The content of an attachment that `receive` has named. Reads at most `maxBytes`.
   * Throws `AttachmentError` for what may pass, or the signal's reason.
   */
  fetchAttachment?(
    file: string,
    options: { maxBytes: number; signal: AbortSignal },
  ): Promise<AttachmentContent>;
}

/** How a channel replies. */
export type SendingSide = Omit<Channel, "name" | "capabilities" | "split">;

/** A channel whose routes hand it each request as a whole. */
export interface ReceivingChannel extends Channel {
  /** Verifies the sender before it reads the body; never throws for what a stranger can send. */
  receive(request: Request): Promise<Reception>;
}

/** Where requests of a platform come in, below `/<name of the channel>`; all of them reach `receive`. */
export interface ChannelRoute {
  readonly method: "GET" | "POST";
  /** e.g. `/webhook` */
  readonly path: string;
}

/** The channels of a deployment. */
export interface Channels {
  /** Those of platforms that are on, by name. Each is loaded when it is first needed. */
  readonly receiving: ReadonlyMap<ChannelName, () => Promise<ReceivingChannel>>;
  readonly find: FindChannel;
}

/** Any channel. One that is off, or not known any more, accepts nothing, and drops what is left to send. */
export type FindChannel = (name: ChannelName) => Promise<Channel>;
