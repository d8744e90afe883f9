import type { RecordedMessage } from "../../types/archive.ts";
import type { HistoryMessage, NewHistoryMessage } from "../../types/history.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { KeyRange, PieceQuery } from "../../types/store.ts";
import type { Step } from "../../types/turn.ts";
import { nameFiles } from "./files.ts";
import {
  keys,
  listBetween,
  numberIn,
  type HistoryEntry,
  type PieceReader,
} from "./pieces.ts";
import {
  type ConversationState,
  type OpenTurn,
  type Outcome,
} from "./state.ts";

/** What ending a turn depends on besides its state. */
export interface End {
  readonly outcome: Outcome;
  readonly steps: readonly Step[];
  readonly message: IncomingMessage | undefined;
  readonly now: number;
}

/**
 * The history entry of a turn, if it gets one. That of a turn that was stopped
 * before it had an answer shows its question with the notice.
 */
export function toEntry(
  { id, number, acceptedAt }: OpenTurn,
  { outcome, steps, message, now }: End,
): HistoryEntry | undefined {
  const { history, reply, isStopped } = outcome;
  const hasNoAnswer = history.length === 0;
  if (hasNoAnswer && !isStopped) return undefined;
  const [question, answer] = hasNoAnswer
    ? [notRecalled(message?.text ?? ""), notRecalled("")]
    : history;
  const files = message === undefined ? [] : nameFiles(message);
  const note = reply.startsWith(answer.text)
    ? reply.slice(answer.text.length)
    : "";
  const hasSources = steps.some(({ sources = [] }) => sources.length > 0);
  return {
    turn: id,
    number,
    at: [acceptedAt, now],
    texts: [question.text, answer.text],
    tokens: [question.tokens, answer.tokens],
    steps: steps.length,
    ...(hasSources && { hasSources }),
    ...(answer.dataFrom && { dataFrom: answer.dataFrom }),
    ...(files.length > 0 && { said: { text: message?.text ?? "", files } }),
    ...(note !== "" && { note }),
    ...(hasNoAnswer && { isUnanswered: true }),
    author: message?.author.id ?? "",
    ...(message?.metadata && { metadata: message.metadata }),
  };
}

/** A message that no prompt will contain. */
function notRecalled(text: string): Omit<NewHistoryMessage, "role"> {
  return { text, tokens: 0 };
}

export interface NumberedEntry extends HistoryEntry {
  readonly entry: number;
}

/** The entry's question and answer as the model reads them. */
export function toMessages({
  entry,
  turn,
  at,
  texts,
  tokens,
  dataFrom,
}: NumberedEntry): HistoryMessage[] {
  return ([0, 1] as const).map((place) => ({
    sequence: sequenceOf(entry) + place,
    turn,
    role: place === 0 ? "user" : "assistant",
    text: texts[place],
    tokens: tokens[place],
    at: at[place],
    ...(place === 1 && dataFrom && { dataFrom }),
  }));
}

/** The entry's question and answer as people see them. */
export function toRecorded(entry: NumberedEntry): RecordedMessage[] {
  const { steps, hasSources = false, said, note, author, metadata } = entry;
  return toMessages(entry).map((message) => ({
    ...message,
    steps: message.role === "assistant" ? steps : 0,
    hasSources: message.role === "assistant" && hasSources,
    ...(message.role === "user" && said !== undefined && { said }),
    ...(message.role === "assistant" && note !== undefined && { note }),
    author,
    ...(metadata !== undefined && { metadata }),
  }));
}

/** The sequence of an entry's question; the answer's is one higher. */
export function sequenceOf(entry: number): number {
  return 2 * entry - 1;
}

/** The entry of the message with that sequence. */
export function entryOf(sequence: number): number {
  return Math.ceil(sequence / 2);
}

/** The entries of the range, in order. */
export async function readEntries(
  store: PieceReader,
  {
    from,
    to,
    ...options
  }: { from: number; to: number } & Omit<PieceQuery, keyof KeyRange>,
): Promise<readonly NumberedEntry[]> {
  if (to < from) return [];
  const range = { from: keys.entry(from), to: keys.entry(to) };
  const pieces = await listBetween(store, range, options);
  return pieces.map((piece) => ({ ...piece.value, entry: numberIn(piece, 1) }));
}

/** Neither forgotten nor expired; entries of open turns never expire. */
export function isShown(
  { number, at: [askedAt] }: HistoryEntry,
  { firstTurn, open }: ConversationState,
  isExpired: (at: number) => boolean,
): boolean {
  if (number < firstTurn) return false;
  return !isExpired(askedAt) || open.some((turn) => turn.number === number);
}
