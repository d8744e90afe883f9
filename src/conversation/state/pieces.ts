import type { ReplyPart } from "../../reply.ts";
import { sha256 } from "../../hash.ts";
import type { SaidWithFiles } from "../../archive.ts";
import type { ConversationSettings } from "../../history.ts";
import type { IncomingMessage } from "../../message.ts";
import {
  keysUnder,
  type Piece,
  type PieceQuery,
  type Store,
} from "../../store.ts";
import type { TurnStep, Usage } from "../../turn.ts";
import type { ConversationState, OpenTurn, TurnState } from "./state.ts";

/** What came of one reply of the model: actions, some of them done. */
export interface StoredDecision {
  readonly from: number;
  readonly steps: readonly TurnStep[];
}

/** A step whose tool has run. */
export interface StoredStep {
  readonly index: number;
  readonly step: TurnStep;
}

/** A message as it was accepted, or after others were merged into it. */
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
  readonly steps: number;
  readonly hasSources?: true;
  /** Of the answer. */
  readonly dataFrom?: readonly string[];
  /** What the person wrote, and the names of the files that came with it; left out where there are none. */
  readonly said?: SaidWithFiles;
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

/** The key of a piece, or the beginning of the keys of several, whose values are of that type. */
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
 * The keys of everything of a conversation that grows or holds texts, one kind after the other. All of a turn lies under its number, so
 * that it is read, and erased, in one go; what several workers may write holds the epoch of the run.
 */
export const keys = {
  turn: (number: number) => key<unknown>("turn", number, ""),
  messages: (number: number) =>
    key<StoredMessage>("turn", number, "message", ""),
  message: ({ number, merges = 0 }: Pick<TurnState, "number" | "merges">) =>
    key<StoredMessage>("turn", number, "message", merges),
  decided: (number: number, epoch: number, from: number) =>
    key<StoredDecision>("turn", number, "run", epoch, "decided", from),
  done: (number: number, epoch: number, index: number) =>
    key<StoredStep>("turn", number, "run", epoch, "done", index),
  /** Where it is not the answer in the history: apart from that, since both may be as long as a reply can be. */
  reply: (number: number, epoch: number) =>
    key<string>("turn", number, "run", epoch, "reply"),
  parts: (number: number, epoch: number) =>
    key<readonly ReplyPart[]>("turn", number, "run", epoch, "parts"),
  /** Spent after the turn had ended. @param name of its own for each */
  usage: (number: number, name: string) =>
    key<Usage>("turn", number, "usage", name),
  /** An edit of the message has taken its place: the turn does not count as failed any more. */
  superseded: (number: number) => key<true>("turn", number, "superseded"),
  /** A file that came with a message, in base64: apart from the turn, which is loaded without it. */
  file: (number: number, index: number) => key<string>("file", number, index),
  files: (...number: readonly number[]) => key<string>("file", ...number, ""),
  entry: (entry: number) => key<HistoryEntry>("history", entry),
  id: (hash: string) => key<KnownId>("id", hash),
  /** When the message came whose turn has shown the page. */
  page: (hash: string, number: number) => key<number>("page", hash, number),
  pages: (...hash: readonly string[]) => key<number>("page", ...hash, ""),
  failed: (number: number) => key<StoredFailure>("failed", number),
  /** @param report the number of reports that there were then */
  report: (report: number, number: number) =>
    key<StoredReport>("report", report, number),
  reports: () => key<StoredReport>("report", ""),
  summary: (version: number) => key<string>("summary", version),
  settings: (version: number) => key<StoredSettings>("settings", version),
  /** @param day on which the turn expired, since the epoch */
  expired: (day: number, hash: string) => key<true>("expired", day, hash),
};

/** A piece with what its key holds. */
export function toPiece<Value>(
  where: Key<Value>,
  value: NoInfer<Value>,
): Piece {
  return { key: where, value };
}

/** The message of a turn, or after others were merged into it the message of all. */
export function toMessagePiece(
  turn: OpenTurn,
  message: IncomingMessage,
): Piece {
  const { id, hash, acceptedAt } = turn;
  return toPiece(keys.message(turn), { id, hash, acceptedAt, message });
}

/** @param reports the number of reports that the state counts then */
export function toReportPiece(
  reports: number,
  { number, id, conversation }: StoredReport & { readonly number: number },
): Piece {
  return toPiece(keys.report(reports, number), { id, conversation });
}

export type PieceReader = Pick<Store<ConversationState>, "list">;

/** The value under a key. */
export async function get<Value>(
  store: PieceReader,
  where: Key<Value>,
): Promise<Value | undefined> {
  return valueAt(await store.list({ from: where, to: where, limit: 1 }), where);
}

/** Erases what is under a key. */
export async function eraseAt(
  store: Pick<Store<ConversationState>, "erase">,
  where: Key<unknown>,
): Promise<void> {
  await store.erase({ from: where, to: where });
}

/** The values under all keys that begin with a prefix. */
export function listUnder<Value>(
  store: PieceReader,
  prefix: Key<Value>,
  options: Pick<PieceQuery, "limit" | "isNewestFirst"> = {},
): Promise<readonly Piece<Value>[]> {
  return listBetween(store, keysUnder(prefix), options);
}

/** The values from one key to another of the same kind, both included. */
export async function listBetween<Value>(
  store: PieceReader,
  range: { readonly from: Key<Value>; readonly to: Key<Value> },
  options: Omit<PieceQuery, "from" | "to"> = {},
): Promise<readonly Piece<Value>[]> {
  const pieces = await store.list({ ...range, ...options });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `Key`
  return pieces as readonly Piece<Value>[];
}

/** The value under a key, of pieces that were listed. */
export function valueAt<Value>(
  pieces: readonly Piece[],
  where: Key<Value>,
): Value | undefined {
  const found = pieces.find((piece) => piece.key === where);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `Key`
  return found?.value as Value | undefined;
}

/** The number at that place of a key. */
export function numberIn({ key: text }: Piece, place: number): number {
  return Number(text.split("/")[place]);
}

/** What was hashed last: an id is looked up by its hash several times while its message is accepted. */
let lastHashed: { readonly text: string; readonly hash: string } | undefined;

/** At most 20 characters, which are 120 bits: no two ids of a conversation share them. */
export async function hashText(text: string, length = 20): Promise<string> {
  const hash =
    lastHashed?.text === text ? lastHashed.hash : await computeHash(text);
  lastHashed = { text, hash };
  return hash.slice(0, length);
}

async function computeHash(text: string): Promise<string> {
  const digest = (await sha256(text)).subarray(0, 15);
  return btoa(String.fromCharCode(...digest))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
