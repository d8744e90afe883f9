import type { ConversationLink } from "./link.ts";
import type { Origin } from "./message.ts";

export interface HistoryMessage {
  /** Increases by one with each message of the conversation. */
  readonly sequence: number;
  readonly turn: string;
  readonly role: "user" | "assistant";
  readonly text: string;
  /** Estimated; see `tokens.ts`. */
  readonly tokens: number;
  /**
   * For an answer: the origins of third-party texts that its turn had read; see
   * `findOrigins`. Never an empty list.
   */
  readonly dataFrom?: readonly string[];
  /**
   * Who said it, if neither the user nor the bot in answer to one: a person of
   * the team, a schedule, or Parley, since nobody of the team came.
   */
  readonly origin?: Origin;
  /** The user said it while a person had the conversation: not to the bot. */
  readonly isForPerson?: true;
  /** An answer in which a person of the team was asked for. */
  readonly asksForPerson?: true;
  readonly at: number;
}

/** What a turn appends to the history, all or nothing. */
export type NewHistoryMessage = Pick<
  HistoryMessage,
  "role" | "text" | "tokens" | "dataFrom" | "origin" | "isForPerson"
>;

/** How much of a conversation is remembered. */
export interface HistoryExtent {
  /** Without messages that were edited later, and the answers to them. */
  readonly messages: number;
  /**
   * Time of the first message in milliseconds since the epoch; missing if there
   * are none.
   */
  readonly since?: number;
}

/** The part of a conversation that its next prompt is built from. */
export interface Recollection {
  readonly settings: ConversationSettings;
  /** Summary of the messages before the window, if there is one. */
  readonly summary?: string;
  /** `dataFrom` of everything that was summarised. */
  readonly summaryFrom?: readonly string[];
  /** The window: the newest part of the history, oldest first. */
  readonly messages: readonly HistoryMessage[];
  /**
   * Messages have left the window, and no reply has mentioned it since the
   * conversation began.
   */
  readonly isCutUnannounced: boolean;
  /**
   * Changes when the window moves or anything is forgotten, but not with new
   * messages.
   */
  readonly version: number;
  readonly link?: ConversationLink;
}

/** What is remembered of the messages before the window: its summary. */
export interface Notes {
  /** That of the recollection: each change of the notes changes it. */
  readonly version: number;
  /** In order; single lines of text that the model, or the user, has written. */
  readonly notes: readonly string[];
  /** A reply has listed them as they are. */
  readonly isListed?: true;
}

/** Corrects a note, or deletes it. */
export interface NoteEdit {
  /** `version` of the notes that the number is of. */
  readonly version: number;
  /** Counts from 1. */
  readonly number: number;
  /** Missing or blank: deletes the note. */
  readonly text?: string;
}

/**
 * `outdated`: the notes have changed. `unknown`: there is no such note.
 * `too-long`: the notes would have more than `limit` characters. Only `edited`
 * has changed anything.
 */
export type NoteEditing =
  | { readonly kind: "edited"; readonly notes: Notes }
  | { readonly kind: "outdated" }
  | { readonly kind: "unknown" }
  | { readonly kind: "too-long"; readonly limit: number };

export interface WindowMove {
  /** `version` of the recollection that the move is based on. */
  readonly version: number;
  /**
   * Sequence of the first message that stays in the window; if none stays, one
   * past the last message.
   */
  readonly to: number;
  /**
   * Replaces the current summary. If missing, nothing before the window is
   * recalled.
   */
  readonly summary?: string;
  /** `dataFrom` of everything that was summarised. */
  readonly summaryFrom?: readonly string[];
}

/**
 * Settings that an API key holder made for a conversation; empty by default.
 */
export interface ConversationSettings {
  /** Default for turns whose message has none; see `IncomingMessage`. */
  readonly instructions?: string;
  /**
   * The API key holder's labels, hidden from everybody else. Never an empty
   * object.
   */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A JSON Merge Patch (RFC 7396): missing members stay, `null` removes one. */
export interface SettingsPatch {
  readonly instructions?: string | null | undefined;
  readonly metadata?:
    Readonly<Record<string, string | null>> | null | undefined;
}

/**
 * `too-many`: the metadata would exceed `limit` entries; nothing was changed.
 */
export type SettingsChange =
  | { readonly kind: "changed"; readonly settings: ConversationSettings }
  | { readonly kind: "too-many"; readonly limit: number };
