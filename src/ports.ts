import type * as z from "zod";
import type { ChannelName, IncomingMessage, ReplyAddress } from "./message.ts";
import type {
  HistoryMessage,
  NewHistoryMessage,
  Recollection,
  WindowMove,
} from "./history.ts";
import type { ModelEvent, Prompt } from "./prompt.ts";
import type {
  Source,
  SourceList,
  Turn,
  TurnEvent,
  TurnStep,
  Usage,
} from "./turn.ts";

// ── Channel ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a platform can show; data, so that the core decides without knowing the platform. */
export interface ChannelCapabilities {
  /** UTF-16 units that fit into one sent part, or `null` where replies are fetched and not sent. */
  readonly maxPartLength: number | null;
  readonly typing: boolean;
  readonly edits: boolean;
  readonly threads: boolean;
}

/** What became of a request: messages to deliver (none where there is nothing to answer), or why it is turned away. */
export type Reception =
  | { readonly kind: "messages"; readonly messages: readonly IncomingMessage[] }
  | { readonly kind: "refused"; readonly problem: Problem };

/** An RFC 9457 problem: what a person reads when a request is turned away. */
export interface Problem {
  readonly status: number;
  /** Stable, machine-readable: `https://parley.chat/problems/<slug>` on the wire. */
  readonly slug: string;
  /** A short sentence for people. */
  readonly title: string;
  /** What to mend. */
  readonly detail: string;
  /** Wrong fields as JSON pointers into the body. */
  readonly errors?: readonly {
    readonly pointer: string;
    readonly detail: string;
  }[];
  readonly retryAfterSeconds?: number;
}

/** A piece of a reply, ready for its platform; plain JSON, stored before it is sent. */
export interface ReplyPart {
  /** In the platform's own format, e.g. Telegram's HTML. */
  readonly formatted: string;
  /** The same without any markup, for when the platform refuses the formatted text. */
  readonly plain: string;
}

/** What the platform gave back for a sent part, e.g. its message id. */
export interface Receipt {
  readonly id: string;
}

export interface Channel {
  readonly name: ChannelName;
  readonly capabilities: ChannelCapabilities;
  /** Verifies the sender before it reads the body; never throws for what a stranger can send. */
  receive(request: Request): Promise<Reception>;
  /**
   * Markdown → parts in the platform's format, in order; the sources come at their end, where the platform can show them
   * in small. No parts: the reply is fetched by the caller. Pure: the same text and sources give the same parts.
   */
  split(markdown: string, sources?: SourceList): readonly ReplyPart[];
  /** Sends one part. Throws only `DeliveryError`. Not idempotent: the caller notes the receipt at once. */
  send(
    part: ReplyPart,
    to: ReplyAddress,
    options: { signal: AbortSignal },
  ): Promise<Receipt>;
  /** Shows "typing…" for a few seconds, where the platform can. Never throws: nothing depends on it. */
  showTyping(to: ReplyAddress, options: { signal: AbortSignal }): Promise<void>;
}

// ── Mailbox ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What became of a delivered message. `duplicate`: it was delivered before. `full`: too many open turns, nothing was stored, try later. */
export type Delivery =
  | { readonly kind: "accepted" | "duplicate"; readonly turn: Turn }
  | { readonly kind: "forgotten" }
  | { readonly kind: "full"; readonly limit: number };

export interface TurnReference {
  readonly conversation: string;
  readonly id: string;
}

/** Takes messages in and sees to it that their turns run: in order of arrival, one at a time per conversation, each at least once. */
export interface Mailbox {
  /** Stores the message once per id; durable when it returns. Throws where it could not be stored. */
  deliver(message: IncomingMessage): Promise<Delivery>;
  /** The turn's events: first what has happened, then what happens, until its `end`. Nothing for an unknown turn. */
  watch(
    turn: TurnReference,
    options: { signal: AbortSignal },
  ): AsyncIterable<TurnEvent>;
}

/** A message of the history, and what can be asked of its turn. */
export interface RecordedMessage extends HistoryMessage {
  /** How many steps led to it; 0 for the user's. */
  readonly steps: number;
  /** Some of the steps name sources. */
  readonly hasSources: boolean;
}

/** What a conversation holds. */
export interface ConversationRecord {
  /** Oldest first. */
  readonly messages: readonly RecordedMessage[];
  /** Turns that are not in the history, in order: those without a reply yet, and those that failed since the last answer. */
  readonly openTurns: readonly Turn[];
}

export interface ReadOptions {
  /** Only that many messages, the newest ones; all without it. */
  readonly newest?: number;
}

/** Looks into conversations from outside of their turns. */
export interface Archive {
  findTurn(turn: TurnReference): Promise<Turn | undefined>;
  /** `undefined` for a conversation that was never begun, or was forgotten. */
  read(
    conversation: string,
    options?: ReadOptions,
  ): Promise<ConversationRecord | undefined>;
  /** Erases texts, steps and replies and stops open turns. Ids stay, so that a redelivered message is not answered again. */
  forget(conversation: string): Promise<Forgotten>;
}

/** Remembers which conversation a caller's message id belongs to, so that a turn can be found by its id alone. */
export interface MessageIndex {
  /** Binds the id to the conversation, unless it is bound already. Returns the conversation that it is bound to. */
  claim(entry: {
    owner: string;
    id: string;
    conversation: string;
  }): Promise<string>;
  find(entry: { owner: string; id: string }): Promise<string | undefined>;
  /** Drops all ids of a forgotten conversation. */
  forget(entry: { owner: string; conversation: string }): Promise<void>;
}

// ── Memory ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** `known`: the id was opened before. `forgotten`: it was, and its conversation was forgotten since. `full`: nothing was stored. */
export type Opening =
  | { readonly kind: "opened" | "known"; readonly turn: Turn }
  | { readonly kind: "forgotten" }
  | { readonly kind: "full"; readonly limit: number };

/** How a turn ended. */
export interface Outcome {
  readonly status: "answered" | "failed";
  /** Markdown: the answer, or the notice to the user. */
  readonly reply: string;
  readonly parts: readonly ReplyPart[];
  /** Of the whole turn. */
  readonly usage: Usage;
  /** Enters the history with the turn; empty for commands and failed turns. */
  readonly history: readonly NewHistoryMessage[];
  /** The reply tells the user that messages have left the window. */
  readonly announcesCut?: true;
}

export interface Forgotten {
  readonly messages: number;
  readonly turns: number;
  /** Ids of those that had no reply yet. */
  readonly openTurns: readonly string[];
}

/** A part that waits to be sent. */
export interface PendingPart {
  readonly index: number;
  readonly part: ReplyPart;
}

/**
 * One conversation's messages and open turns. Every method is one transaction: it happened whole, and is durable when
 * the method returns, or not at all.
 */
export interface Memory {
  /** Idempotent by message id, for at least 24 hours also after `forget`. `full` past `limit` open turns. */
  openTurn(
    message: IncomingMessage,
    options: { limit: number },
  ): Promise<Opening>;
  findTurn(id: string): Promise<Turn | undefined>;
  /** The oldest turn that is not closed. */
  nextTurn(): Promise<Turn | undefined>;
  /** Notes that work on the turn begins (again): one attempt more, and `thinking` unless it has ended. Progress (the commit, a sent part) sets the count back to this one. */
  beginAttempt(id: string): Promise<void>;
  /** Stores or completes the step at that index. */
  saveStep(id: string, index: number, step: TurnStep): Promise<void>;
  /** Whether a stored step, of any turn, has that page among its sources; fragments do not count. Constant work, however many there are. */
  wasShown(url: string): Promise<boolean>;
  /** Ends the turn, once, with its history and parts; closes it, too, when there are none to send. `undefined`, and nothing changed, when it has ended already or was forgotten. */
  commitTurn(id: string, outcome: Outcome): Promise<Turn | undefined>;
  /** Parts of an ended turn that have no receipt yet, in order. */
  pendingParts(id: string): Promise<readonly PendingPart[]>;
  noteSent(id: string, index: number, receipt: Receipt): Promise<void>;
  /** All parts are sent, or given up: nothing more is done for the turn. */
  closeTurn(
    id: string,
    options: { status: "delivered" | "failed" },
  ): Promise<void>;
  /** Adds what was spent behind a turn's end to its usage; nothing for one that has not ended or was forgotten. */
  addUsage(id: string, usage: Usage): Promise<void>;
  /** The window and the summary of what is before it. Reads no more than that, however long the history is. */
  recall(): Promise<Recollection>;
  /** Moves the window's start; the messages before it stay in the history. `false`, and nothing changed, unless the version is still the same: a summary of forgotten messages is never stored. */
  moveWindow(move: WindowMove): Promise<boolean>;
  /** All of it; `undefined` when there is nothing, or nothing any more. */
  read(options?: ReadOptions): Promise<ConversationRecord | undefined>;
  /** Erases the summary, and the history and the turns: all of them, or those accepted before the given turn. Ids stay known. */
  forget(options?: { before: string }): Promise<Forgotten>;
}

// ── LanguageModel ───────────────────────────────────────────────────────────────────────────────────────────────────

export interface LanguageModel {
  /** For people: `gpt-5.5`, `demo`. */
  readonly name: string;
  /** Leaving the loop or aborting the signal ends the request. Throws only `ModelError`, or the signal's reason. */
  generate(
    prompt: Prompt,
    options: { signal: AbortSignal },
  ): AsyncIterable<ModelEvent>;
}

// ── Tool ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a tool may know of the conversation that it runs for. */
export interface ToolContext {
  /** Whose turn it is: an opaque key for caches, since nothing may be shared between conversations. Not to be sent anywhere. */
  readonly conversation: string;
  /** See `Memory`. */
  readonly wasShown: (url: string) => Promise<boolean>;
}

export interface ToolRunOptions extends ToolContext {
  readonly signal: AbortSignal;
}

/** What a tool found, and where. */
export interface ToolOutput {
  /** The observation. */
  readonly text: string;
  /** The pages that the text is taken from, for people who want to check it. */
  readonly sources?: readonly Source[];
}

export interface Tool<Schema extends z.ZodObject = z.ZodObject> {
  /** `[a-z0-9_]+`: providers refuse other characters. */
  readonly name: string;
  /** One line: when to use it and what to put in. */
  readonly description: string;
  /** The input; a tool with one field also takes that field's bare text. */
  readonly input: Schema;
  /** Its result is the answer to the user, and ends the turn. */
  readonly returnsDirectly?: boolean;
  /**
   * The observation, in text, with its sources where it has any. Throws `ToolError` for what the model should know;
   * anything else is hidden from it.
   */
  run(
    input: z.infer<Schema>,
    options: ToolRunOptions,
  ): Promise<string | ToolOutput>;
}
