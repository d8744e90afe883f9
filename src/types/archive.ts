import type { ShownRequest } from "./asking.ts";
import type { Owner } from "./handover.ts";
import type {
  ConversationSettings,
  HistoryMessage,
  NoteEdit,
  NoteEditing,
  Notes,
  SettingsChange,
  SettingsPatch,
} from "./history.ts";
import type { ConversationLink } from "./link.ts";
import type { TurnReference } from "./mailbox.ts";
import type { IncomingMessage } from "./message.ts";
import type { TurnQuestion } from "./pause.ts";
import type { Rating, RatingOutcome } from "./rating.ts";
import type { Turn, Usage } from "./turn.ts";

export interface Forgotten {
  readonly messages: number;
  readonly turns: number;
  /** Ids of the turns that had no reply yet. */
  readonly openTurns: readonly string[];
  readonly failedTurns: number;
  readonly hadSettings: boolean;
}

/**
 * A message as its author sees it. The history has it as the model reads it,
 * with its files in the text.
 */
export interface SaidWithFiles {
  readonly text: string;
  /** File names as the author's device sent them; untrusted text. */
  readonly files: readonly string[];
}

/** A message of the history, with details of its turn. */
export interface RecordedMessage extends HistoryMessage {
  /** Number of steps that led to it; 0 for a user's message. */
  readonly steps: number;
  /** At least one of the steps has sources. */
  readonly hasSources: boolean;
  /** Set for a user's message that came with files. */
  readonly said?: SaidWithFiles;
  /**
   * What followed an answer in its reply, such as the notice that it was
   * stopped: Markdown that the model does not read. The reply is `text + note`.
   */
  readonly note?: string;
  /**
   * What the bot had written when a person took over, and never sent: for
   * operators only.
   */
  readonly unsent?: string;
  /** Of an answer, by the user. */
  readonly rating?: Rating;
  /**
   * Of a question: the turns of its versions, oldest first, with this one. An
   * edit, or another answer, is a version. Left out if it is the only one.
   */
  readonly versions?: readonly string[];
  /** Id of the author of the turn's message. */
  readonly author: string;
  /** Metadata of the turn's message. */
  readonly metadata?: IncomingMessage["metadata"];
}

export interface ConversationRecord {
  /** The person who has it now; missing: the bot. */
  readonly owner?: Owner;
  readonly link?: ConversationLink;
  /** The user asks for a person, and none has come yet. */
  readonly wanted?: ShownRequest;
  readonly settings: ConversationSettings;
  /** Oldest first; of questions with several versions, the chosen path. */
  readonly messages: readonly RecordedMessage[];
  /**
   * Turns outside the history, in order: those without a reply yet, and up to
   * 100 of those that have failed since the last answer, the newest ones.
   */
  readonly openTurns: readonly Turn[];
  /** Questions that wait for an answer. Never an empty list. */
  readonly questions?: readonly AskedQuestion[];
  /**
   * Turns of earlier versions of what comes next, if an edit has begun or
   * failed. Never an empty list.
   */
  readonly nextVersions?: readonly string[];
}

/** A question, and the turn that has ended with it. */
export interface AskedQuestion extends TurnQuestion {
  readonly turn: string;
}

export interface ReadOptions {
  /** Return only this many of the newest messages. Default: all. */
  readonly newest?: number;
  /** Return only this many of the oldest messages. */
  readonly oldest?: number;
  /** Return only messages before this sequence number. */
  readonly before?: number;
  /** Return only messages after this sequence number. */
  readonly after?: number;
  /**
   * Include messages that were stopped before anything was written. Their
   * answers are empty, with a `note`; the model never reads either.
   */
  readonly includesUnanswered?: true;
  /** Return what was said in this conversation itself, also if it has a home. */
  readonly isOwn?: true;
}

/**
 * Outcome of `Archive.choose`. `busy`: a turn runs or waits; nothing was
 * changed. `unknown`: there is no such question in the history.
 */
export type ChoiceOutcome = "chosen" | "busy" | "unknown";

/** Reads and changes conversations from outside their turns. */
export interface Archive {
  findTurn(turn: TurnReference): Promise<Turn | undefined>;
  /**
   * Returns `undefined` for a conversation that does not exist or was
   * forgotten.
   */
  read(
    conversation: string,
    options?: ReadOptions,
  ): Promise<ConversationRecord | undefined>;
  /**
   * Stores what the user thinks of an answer; `null` takes it back. Durable
   * when it returns.
   */
  rate(turn: TurnReference, rating: Rating | null): Promise<RatingOutcome>;
  /** Adds tokens that were used after a turn's end to its usage. */
  addUsage(turn: TurnReference, usage: Usage): Promise<void>;
  /** See `chooseVersion`. Durable when it returns. */
  choose(turn: TurnReference): Promise<ChoiceOutcome>;
  /** See `Memory`, like the next two. */
  changeSettings(
    conversation: string,
    patch: SettingsPatch,
  ): Promise<SettingsChange>;
  recallNotes(conversation: string): Promise<Notes | undefined>;
  editNote(conversation: string, edit: NoteEdit): Promise<NoteEditing>;
  /**
   * Erases texts, settings, steps and replies, and stops open turns. Keeps
   * message ids, so that a redelivered message is not answered again.
   */
  forget(conversation: string): Promise<Forgotten>;
}

/** Maps a message id of an owner to its conversation. */
export interface IndexEntry {
  readonly owner: string;
  readonly conversation: string;
  readonly id: string;
}

/**
 * Remembers each owner's conversations and which of them a message id belongs
 * to, so that a turn can be found by its id alone.
 */
export interface MessageIndex {
  /**
   * Binds the id to the conversation unless it is already bound. Returns the
   * conversation that it is bound to.
   */
  claim(entry: IndexEntry): Promise<string>;
  find(entry: Omit<IndexEntry, "conversation">): Promise<string | undefined>;
  /** Lists a conversation that has no message ids yet. */
  note(entry: Omit<IndexEntry, "id">): Promise<void>;
  /**
   * Returns the first `limit` conversations that start with `prefix` and sort
   * after `after`, in code point order.
   */
  list(options: {
    owner: string;
    prefix: string;
    after?: string;
    limit: number;
  }): Promise<readonly string[]>;
  /**
   * Undoes `claim` for a message that was not stored, or `note` if there is no
   * id. Keeps the conversation listed if it has other ids.
   */
  release(entry: Omit<IndexEntry, "id"> & { id?: string }): Promise<void>;
  /** Removes a forgotten conversation with all of its ids. */
  forget(entry: Omit<IndexEntry, "id">): Promise<void>;
}
