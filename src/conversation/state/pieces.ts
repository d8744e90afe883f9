import type { RecordedMessage } from "../../types/archive.ts";
import type { PastEvent } from "../../types/event.ts";
import type { ConversationSettings } from "../../types/history.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { StoredPause } from "../../types/pause.ts";
import type { Rating } from "../../types/rating.ts";
import type { ReplyPart } from "../../types/reply.ts";
import type { StoredSchedules } from "../../types/schedule.ts";
import {
  keysUnder,
  type Piece,
  type PieceQuery,
  type Store,
} from "../../types/store.ts";
import type { Step, Usage } from "../../types/turn.ts";
import type { ConversationState, OpenTurn, TurnState } from "./state.ts";

/** The actions of one model reply; some may be done. */
interface StoredDecision {
  readonly from: number;
  readonly steps: readonly Step[];
}

/** A step whose tool has run. */
interface StoredStep {
  readonly index: number;
  readonly step: Step;
}

/** A message as accepted, or as merged. */
interface StoredMessage {
  readonly hash: string;
  readonly acceptedAt: number;
  readonly message: IncomingMessage;
}

/**
 * What a turn added to the history, all at once: a question and its answer, or
 * one message alone. Their sequences count on from the exchange's key.
 */
export interface Exchange {
  readonly turn: string;
  readonly number: number;
  /** See `RecordedMessage`. */
  readonly author: string;
  readonly metadata?: IncomingMessage["metadata"];
  /** Stopped before anything was written: shown, but not recalled. */
  readonly isUnanswered?: true;
  readonly messages: readonly [SaidMessage, ...SaidMessage[]];
}

/**
 * An exchange that may have other versions, which follow the same message; with
 * what is known of its turn without reading it.
 */
export interface Fork {
  /** Sequence of that message; 0 if there is none. */
  readonly after: number;
  readonly turn: string;
  readonly number: number;
  /** When the turn was accepted. */
  readonly at: number;
  /** No user has asked for it, so it is no version of anything. */
  readonly isLone?: true;
}

/** Without what it shares with its exchange, or is 0 or `false`. */
export type SaidMessage = Omit<
  RecordedMessage,
  "sequence" | "turn" | "author" | "metadata" | "steps" | "hasSources"
> &
  Partial<Pick<RecordedMessage, "steps" | "hasSources">>;

/**
 * What is known of an id: its closed turn, or the number of the turn it was
 * merged into.
 */
type KnownId =
  | { readonly turn: TurnState }
  | { readonly mergedInto: number }
  /** The turn was forgotten; its number. */
  | { readonly forgotten: number };

export interface StoredSettings {
  readonly settings: ConversationSettings;
  readonly changedAt: number;
}

/** A closed, failed turn. */
interface StoredFailure {
  readonly id: string;
  readonly isCommand?: true;
}

type StoredEvent = PastEvent & {
  /** The number of the newest turn at that time, with which it is erased. */
  readonly newest: number;
};

/**
 * The key of a piece, or a prefix of several keys. `Value` is the type of what
 * is stored.
 */
export type Key<Value> = string & { readonly holds?: Value };

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what is put under it is what is found there
function key<Value>(
  kind: string,
  ...path: readonly (string | number)[]
): Key<Value> {
  const parts = path.map((part) =>
    typeof part === "number" ? String(part).padStart(9, "0") : part,
  );
  return [kind, ...parts].join("/");
}

/**
 * Keys of everything that grows or contains text, grouped by kind. All pieces
 * of a turn share a prefix, so that they are read and erased together; those
 * that several workers may write contain the run's epoch.
 */
export const keys = {
  turn: (number: number) => key<unknown>("turn", number, ""),
  messages: (number: number) =>
    key<StoredMessage>("turn", number, "message", ""),
  message: ({ number, merges = 0 }: Pick<TurnState, "number" | "merges">) =>
    key<StoredMessage>("turn", number, "message", merges),
  runs: (number: number) => key<unknown>("turn", number, "run", ""),
  decided: (number: number, epoch: number, from: number) =>
    key<StoredDecision>("turn", number, "run", epoch, "decided", from),
  done: (number: number, epoch: number, index: number) =>
    key<StoredStep>("turn", number, "run", epoch, "done", index),
  /**
   * Only if it differs from the answer in the history. A piece of its own,
   * since both may be large.
   */
  reply: (number: number, epoch: number) =>
    key<string>("turn", number, "run", epoch, "reply"),
  parts: (number: number, epoch: number) =>
    key<readonly ReplyPart[]>("turn", number, "run", epoch, "parts"),
  /** What a recording of the message says. @param hash of its `file` */
  transcript: (number: number, hash: string) =>
    key<string>("turn", number, "transcript", hash),
  /** Tokens used after the turn's end. @param name unique */
  usage: (number: number, name: string) =>
    key<Usage>("turn", number, "usage", name),
  /** An edit has replaced the turn's message: it no longer counts as failed. */
  superseded: (number: number) => key<true>("turn", number, "superseded"),
  /**
   * A file that came with a message, in base64. Not under the turn, which is
   * loaded without it.
   */
  file: (number: number, index: number) => key<string>("file", number, index),
  files: (...number: readonly number[]) => key<string>("file", ...number, ""),
  /** @param sequence of its first message */
  exchange: (sequence: number) => key<Exchange>("history", sequence),
  /** @param sequence of its first message */
  fork: (sequence: number) => key<Fork>("fork", sequence),
  /** Not under the turn, so that many are read at once. */
  rating: (number: number) => key<Rating | null>("rating", number),
  id: (hash: string) => key<KnownId>("id", hash),
  /** When the turn that has shown the page was accepted. */
  page: (hash: string, number: number) => key<number>("page", hash, number),
  pages: (...hash: readonly string[]) => key<number>("page", ...hash, ""),
  /**
   * Which part of the turn's reply has that receipt. @param hash of its id
   */
  receipt: (hash: string, number: number) =>
    key<number>("receipt", hash, number),
  receipts: (...hash: readonly string[]) => key<number>("receipt", ...hash, ""),
  pause: (code: string, number: number) =>
    key<StoredPause>("pause", code, number),
  pauses: (...code: readonly string[]) =>
    key<StoredPause>("pause", ...code, ""),
  failed: (number: number) => key<StoredFailure>("failed", number),
  summary: (version: number) => key<string>("summary", version),
  settings: (version: number) => key<StoredSettings>("settings", version),
  schedules: (version: number) => key<StoredSchedules>("schedules", version),
  /** When a schedule with that id was made. @param hash of its id */
  scheduled: (hash: string) => key<number>("scheduled", hash),
  event: (number: number) => key<StoredEvent>("event", number),
  /** @param day when the turn expired, in days since the epoch */
  expired: (day: number, hash: string) => key<true>("expired", day, hash),
};

/** Creates a piece whose value has the type of its key. */
export function toPiece<Value>(
  where: Key<Value>,
  value: NoInfer<Value>,
): Piece {
  return { key: where, value };
}

/** The message of a turn; if others were merged into it, the merged message. */
export function toMessagePiece(
  turn: OpenTurn,
  message: IncomingMessage,
): Piece {
  const { hash, acceptedAt } = turn;
  return toPiece(keys.message(turn), { hash, acceptedAt, message });
}

export type PieceReader = Pick<Store<ConversationState>, "list">;

/** The value of a key. */
export async function get<Value>(
  store: PieceReader,
  where: Key<Value>,
): Promise<Value | undefined> {
  return valueAt(await store.list({ from: where, to: where, limit: 1 }), where);
}

/** Erases the value of a key. */
export async function eraseAt(
  store: Pick<Store<ConversationState>, "erase">,
  where: Key<unknown>,
): Promise<void> {
  await store.erase({ from: where, to: where });
}

/** Lists the values of all keys with a prefix. */
export function listUnder<Value>(
  store: PieceReader,
  prefix: Key<Value>,
  options: Pick<PieceQuery, "limit" | "isNewestFirst"> = {},
): Promise<readonly Piece<Value>[]> {
  return listBetween(store, keysUnder(prefix), options);
}

/** Lists the values of keys in a range, inclusive. */
export async function listBetween<Value>(
  store: PieceReader,
  range: { readonly from: Key<Value>; readonly to: Key<Value> },
  options: Omit<PieceQuery, "from" | "to"> = {},
): Promise<readonly Piece<Value>[]> {
  const pieces = await store.list({ ...range, ...options });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `Key`
  return pieces as readonly Piece<Value>[];
}

/** Finds the value of a key in listed pieces. */
export function valueAt<Value>(
  pieces: readonly Piece[],
  where: Key<Value>,
): Value | undefined {
  const found = pieces.find((piece) => piece.key === where);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `Key`
  return found?.value as Value | undefined;
}

/** The number at that index of the key's segments. */
export function numberIn({ key: text }: Piece, place: number): number {
  return Number(text.split("/")[place]);
}
