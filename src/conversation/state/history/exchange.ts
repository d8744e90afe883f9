import type { RecordedMessage } from "../../../types/archive.ts";
import type { Asked } from "../../../types/asking.ts";
import type { NewHistoryMessage } from "../../../types/history.ts";
import type { IncomingMessage } from "../../../types/message.ts";
import type { Rating } from "../../../types/rating.ts";
import type { PieceQuery } from "../../../types/store.ts";
import type { Step } from "../../../types/turn.ts";
import type { Outcome } from "../outcome.ts";
import {
  keys,
  listBetween,
  numberIn,
  type Exchange,
  type PieceReader,
  type SaidMessage,
} from "../pieces.ts";
import type { ConversationState, OpenTurn } from "../state.ts";
import { nameFiles } from "../turns/files.ts";

/** What ending a turn depends on besides its state. */
export interface End {
  readonly outcome: Outcome;
  /** By the outcome, or by a step. */
  readonly asked: Asked | undefined;
  readonly steps: readonly Step[];
  readonly message: IncomingMessage;
  readonly now: number;
}

/**
 * What a turn adds to the history, if anything. A turn that was stopped before
 * it had an answer adds its question, if a user asked it, to be shown with the
 * notice.
 */
export function toExchange(turn: OpenTurn, end: End): Exchange | undefined {
  const { outcome, message } = end;
  const isUnanswered = outcome.history.length === 0;
  const isKept = outcome.isStopped && message.origin === undefined;
  const history =
    isUnanswered && isKept ? notRecalled(message.text) : outcome.history;
  const [first, ...others] = history.map((one) =>
    toSaidMessage(one, turn, end),
  );
  if (first === undefined) return undefined;
  return {
    turn: turn.id,
    number: turn.number,
    author: message.author.id,
    ...(message.metadata && { metadata: message.metadata }),
    ...(isUnanswered && { isUnanswered }),
    messages: [first, ...others],
  };
}

function toSaidMessage(
  said: NewHistoryMessage,
  { acceptedAt }: OpenTurn,
  { outcome: { reply, unsent }, asked, steps, message, now }: End,
): SaidMessage {
  if (said.role === "user") {
    const files = nameFiles(message);
    const { text } = message;
    return {
      ...said,
      at: acceptedAt,
      ...(files.length > 0 && { said: { text, files } }),
      ...(unsent !== undefined && { unsent }),
    };
  }
  const note = reply.startsWith(said.text) ? reply.slice(said.text.length) : "";
  const hasSources = steps.some(({ sources = [] }) => sources.length > 0);
  return {
    ...said,
    at: now,
    steps: steps.length,
    ...(hasSources && { hasSources }),
    ...(asked && { asksForPerson: true }),
    ...(note !== "" && { note }),
  };
}

/** Messages that no prompt will contain. */
function notRecalled(text: string): readonly NewHistoryMessage[] {
  return [
    { role: "user", text, tokens: 0 },
    { role: "assistant", text: "", tokens: 0 },
  ];
}

export interface PlacedExchange extends Exchange {
  /** Of its first message. */
  readonly sequence: number;
}

export function toMessages(
  { sequence, turn, author, metadata, messages }: PlacedExchange,
  {
    rating,
    versions = [],
  }: {
    rating?: Rating | undefined;
    versions?: readonly string[];
  } = {},
): RecordedMessage[] {
  return messages.map((message, index) => ({
    sequence: sequence + index,
    turn,
    author,
    ...(metadata !== undefined && { metadata }),
    steps: 0,
    hasSources: false,
    ...message,
    ...(rating && message.role === "assistant" && { rating }),
    ...(versions.length > 1 && index === 0 && { versions }),
  }));
}

/** The sequence that follows its last message. */
export function endOf({ sequence, messages }: PlacedExchange): number {
  return sequence + messages.length;
}

export function askedAt({ messages: [first] }: Exchange): number {
  return first.at;
}

/** The answer, or what was said without a question. */
export function findSpoken({ messages }: Exchange): SaidMessage | undefined {
  return messages.find(({ role }) => role === "assistant");
}

/** The exchanges that begin in the range of sequences, in order. */
export async function readExchanges(
  store: PieceReader,
  { from, to, ...options }: ExchangeQuery,
): Promise<readonly PlacedExchange[]> {
  if (to < from) return [];
  const range = { from: keys.exchange(from), to: keys.exchange(to) };
  const pieces = await listBetween(store, range, options);
  return pieces.map((piece) => ({
    ...piece.value,
    sequence: numberIn(piece, 1),
  }));
}

interface ExchangeQuery extends Omit<PieceQuery, "from" | "to"> {
  readonly from: number;
  readonly to: number;
}

/** Neither forgotten nor expired; those of open turns never expire. */
export function isShown(
  exchange: Exchange,
  { firstTurn, open }: ConversationState,
  isExpired: (at: number) => boolean,
): boolean {
  const { number } = exchange;
  if (number < firstTurn) return false;
  return (
    !isExpired(askedAt(exchange)) || open.some((turn) => turn.number === number)
  );
}
