import type {
  HistoryMessage,
  ConversationSettings,
  SettingsChange,
  SettingsPatch,
} from "./history.ts";
import type { ChannelName, IncomingMessage } from "./message.ts";
import type { TurnReference } from "./ports.ts";
import type { FailureReason, Turn } from "./turn.ts";

export interface Forgotten {
  readonly messages: number;
  readonly turns: number;
  /** Ids of those that had no reply yet. */
  readonly openTurns: readonly string[];
  readonly failedTurns: number;
  readonly hadSettings: boolean;
}

/** A message as its author sees it; the model reads of its files in its text. */
export interface SaidWithFiles {
  readonly text: string;
  /** Their names, as the author's device calls them; untrusted text. */
  readonly files: readonly string[];
}

/** A message of the history, and what can be asked of its turn. */
export interface RecordedMessage extends HistoryMessage {
  /** How many steps led to it; 0 for the user's. */
  readonly steps: number;
  /** Some of the steps name sources. */
  readonly hasSources: boolean;
  /** Of the user's message, where files came with it. */
  readonly said?: SaidWithFiles;
  /** The id of the author of the turn's message. Missing in some old conversations. */
  readonly author?: string;
  /** Of the turn's message. */
  readonly metadata?: IncomingMessage["metadata"];
}

/** What a conversation holds. */
export interface ConversationRecord {
  readonly settings: ConversationSettings;
  /** Oldest first. */
  readonly messages: readonly RecordedMessage[];
  /** Turns that are not in the history, in order: those without a reply yet, and those that failed since the last answer, the newest 100 of these. */
  readonly openTurns: readonly Turn[];
}

export interface ReadOptions {
  /** Only that many messages, the newest ones; all without it. */
  readonly newest?: number;
  /** The same, but the oldest ones. */
  readonly oldest?: number;
  /** Only messages before the one with that sequence. */
  readonly before?: number;
  /** Only messages after the one with that sequence. */
  readonly after?: number;
}

/** Looks into conversations, and changes them, from outside of their turns. */
export interface Archive {
  findTurn(turn: TurnReference): Promise<Turn | undefined>;
  /** `undefined` for a conversation that was never begun, or was forgotten. */
  read(
    conversation: string,
    options?: ReadOptions,
  ): Promise<ConversationRecord | undefined>;
  /** See `Memory`. */
  changeSettings(
    conversation: string,
    patch: SettingsPatch,
  ): Promise<SettingsChange>;
  /** Erases texts, settings, steps and replies and stops open turns. Ids stay, so that a redelivered message is not answered again. */
  forget(conversation: string): Promise<Forgotten>;
}

/** An id of an owner's, and the conversation that it belongs to. */
export interface IndexEntry {
  readonly owner: string;
  readonly conversation: string;
  readonly id: string;
}

/**
 * Remembers which conversation a caller's message id belongs to, so that a turn can be found by its id alone, and which
 * conversations a caller has.
 */
export interface MessageIndex {
  /** Binds the id to the conversation, unless it is bound already. Returns the conversation that it is bound to. */
  claim(entry: IndexEntry): Promise<string>;
  find(entry: Omit<IndexEntry, "conversation">): Promise<string | undefined>;
  /** Lists a conversation without any id. */
  note(entry: Omit<IndexEntry, "id">): Promise<void>;
  /** The first conversations that begin with `prefix` and come after `after`, in the order of their code points. */
  list(options: {
    owner: string;
    prefix: string;
    after?: string;
    limit: number;
  }): Promise<readonly string[]>;
  /** Takes back a claim whose message was not stored, or without an id a note. The conversation leaves the list unless it has other ids. */
  release(entry: Omit<IndexEntry, "id"> & { id?: string }): Promise<void>;
  /** Drops all ids of a forgotten conversation, and the conversation. */
  forget(entry: Omit<IndexEntry, "id">): Promise<void>;
}

/** A failed turn as its operator sees it: nothing of what people wrote. */
export interface FailedTurn extends TurnReference {
  readonly channel: ChannelName;
  readonly failure: FailureReason;
  /** How many attempts had failed. */
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
  /** Milliseconds since the epoch. */
  readonly failedAt: number;
}

/** Its number is its own in the whole deployment, and is given to no other one. */
export interface ListedFailure extends FailedTurn {
  readonly number: number;
}

/** The failed turns of all conversations: those of the last 10,000 failures that were not remedied. */
export interface FailureList {
  /** Nothing for one that is in the list; one that has failed again takes its own place there, with a new number. */
  add(turn: FailedTurn): Promise<void>;
  /** Nothing for one that is not. */
  remove(turn: TurnReference): Promise<void>;
  find(number: number): Promise<ListedFailure | undefined>;
  /** Those with a lower number than `before`, newest first. */
  list(options: {
    limit: number;
    before?: number;
  }): Promise<readonly ListedFailure[]>;
}
