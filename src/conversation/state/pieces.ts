import type { ReplyPart } from "../../channel.ts";
import type { IncomingMessage } from "../../message.ts";
import type { ConversationSettings } from "../../settings.ts";
import type { TurnStep, Usage } from "../../turn.ts";
import type { TurnState } from "./state.ts";

/**
 * Everything of a conversation that grows or holds texts, one kind after the other. All of a turn lies under its number, so that it is
 * read, and erased, in one go; what several workers may write holds the epoch of the run.
 */
export interface Pieces {
  /** The message, as it was accepted, or after others were merged into it. */
  message: StoredMessage;
  /** What came of one reply of the model: actions, some of them done. */
  decided: { readonly from: number; readonly steps: readonly TurnStep[] };
  /** A step whose tool has run. */
  done: { readonly index: number; readonly step: TurnStep };
  /** Spent after the turn had ended. */
  usage: Usage;
  /** Where it is not in the history. */
  reply: string;
  parts: readonly ReplyPart[];
  /** An edit of the message has taken its place: the turn does not count as failed any more. */
  superseded: true;
}

export interface StoredMessage {
  readonly id: string;
  readonly hash: string;
  readonly acceptedAt: number;
  readonly message: IncomingMessage;
}

/** A question and its answer. Windows hold many of them, so that its fields are few. */
export interface HistoryEntry {
  readonly turn: string;
  readonly number: number;
  /** Of the question and of the answer, as everything that comes in pairs here. */
  readonly at: readonly [number, number];
  readonly texts: readonly [string, string];
  /** Estimated. */
  readonly tokens: readonly [number, number];
  /** The whole reply, where it says more than the answer. */
  readonly reply?: string;
  readonly steps: number;
  readonly hasSources?: true;
  readonly author: string;
  readonly metadata?: IncomingMessage["metadata"];
}

/** What is known of an id: its turn, once that is closed, or the number of the one that it is part of. */
export type KnownId =
  | { readonly turn: TurnState }
  | { readonly mergedInto: number }
  /** The turn is forgotten. */
  | { readonly forgotten: number };

export interface StoredSettings {
  readonly settings: ConversationSettings;
  readonly changedAt: number;
}

/** Of a closed turn that failed. */
export interface StoredFailure extends StoredReport {
  readonly isCommand?: true;
}

/** A turn of which the list of failed turns has to learn something. */
export interface StoredReport {
  readonly id: string;
  readonly conversation: string;
}

const pad = (number: number): string => String(number).padStart(9, "0");

export const keys = {
  turn: (number: number) => `turn/${pad(number)}/`,
  message: ({ number, merges = 0 }: Pick<TurnState, "number" | "merges">) =>
    `turn/${pad(number)}/message/${pad(merges)}`,
  decided: (number: number, epoch: number, from: number) =>
    `turn/${pad(number)}/run/${pad(epoch)}/decided/${pad(from)}`,
  done: (number: number, epoch: number, index: number) =>
    `turn/${pad(number)}/run/${pad(epoch)}/done/${pad(index)}`,
  /** @param name of its own for each */
  usage: (number: number, name: string) => `turn/${pad(number)}/usage/${name}`,
  reply: (number: number, epoch: number) =>
    `turn/${pad(number)}/run/${pad(epoch)}/reply`,
  parts: (number: number, epoch: number) =>
    `turn/${pad(number)}/run/${pad(epoch)}/parts`,
  superseded: (number: number) => `turn/${pad(number)}/superseded`,
  entry: (entry: number) => `history/${pad(entry)}`,
  id: (hash: string) => `id/${hash}`,
  page: (hash: string, number: number) => `page/${hash}/${pad(number)}`,
  failed: (number: number) => `failed/${pad(number)}`,
  report: (number: number, epoch: number) =>
    `report/${pad(number)}/${pad(epoch)}`,
  summary: (version: number) => `summary/${pad(version)}`,
  settings: (version: number) => `settings/${pad(version)}`,
  /** @param day on which the turn expired, since the epoch */
  expired: (day: number, hash: string) => `expired/${pad(day)}/${hash}`,
};
