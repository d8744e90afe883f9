import type { ConversationEvent } from "../../../types/event.ts";
import type { Piece } from "../../../types/store.ts";
import type { MemoryContext } from "../memory-context.ts";
import type { Outcome } from "../outcome.ts";
import { toReceipts } from "../parts/find-quoted.ts";
import { withSent, type SentPart } from "../parts/note-parts.ts";
import { eraseAt, get, keys, toPiece, type SaidMessage } from "../pieces.ts";
import { withEvents } from "../reports/events.ts";
import {
  findOpen,
  isUnanswered,
  withoutOpen,
  type ConversationState,
  type Decision,
  type OpenTurn,
} from "../state.ts";

/** How a turn is closed. */
export interface Closing {
  readonly status: "delivered" | "failed";
  /**
   * Why delivery failed, if the turn had not failed before; default:
   * `undelivered`.
   */
  readonly failure?: "undelivered" | "gone";
  /** The text of the parts that were not sent, since a person took over. */
  readonly unsent?: string | undefined;
  /** The part that was sent last, as with `noteSent`. */
  readonly sent?: SentPart | undefined;
  /** Replies may quote the sent parts by their receipts. */
  readonly isQuotable?: boolean | undefined;
}

/**
 * Closes the turn: all parts are sent or given up. Erases the file that was
 * sent. Previews of given-up parts stay recorded. If the user is `gone`, all
 * other turns without a reply fail as well, except commands and asides; turns
 * opened later do not. If it `isQuotable`, `findQuoted` finds its parts.
 */
export async function closeTurn(
  context: MemoryContext,
  id: string,
  closing: Closing,
): Promise<void> {
  const { document, store, now } = context;
  const isWork = document.held?.turn.id === id;
  let fileKey: string | undefined;
  await document.change<void>(
    async (state) => {
      const turn = findOpen(state, id);
      fileKey =
        turn?.ending?.hasFile && closing.status === "delivered"
          ? keys.parts(turn.number, turn.ending.epoch)
          : undefined;
      const closed = { ...closing, now: now() };
      const { put = [], ...decision } = withEvents(
        decideClosing(state, id, closed),
        turn === undefined ? [] : eventsOfClosing(turn, closing),
        context,
      );
      const receipts =
        turn !== undefined && closing.isQuotable
          ? await toReceipts(turn, closing.sent)
          : [];
      const withheld =
        turn === undefined ? [] : await withhold(context, turn, closing);
      return { ...decision, put: [...put, ...receipts, ...withheld] };
    },
    { isWork },
  );
  if (fileKey !== undefined) await eraseAt(store, fileKey);
  if (isWork) document.hold(undefined);
}

/** What closing the turn makes true: the user has its reply, or a part of it. */
export function eventsOfClosing(
  { id, isAside, ending, sent, previews }: OpenTurn,
  {
    status,
    unsent,
  }: Pick<Closing, "unsent"> & Pick<Closing | Outcome, "status">,
): readonly ConversationEvent[] {
  const isSilent = isAside || ending === undefined || ending.isForPerson;
  const isWithheld =
    unsent !== undefined && Object.keys({ ...sent, ...previews }).length === 0;
  return status === "failed" || isSilent || isWithheld
    ? []
    : [{ type: "message.replied", turn: id }];
}

/**
 * What was not sent stays in the history for operators. An answer of which
 * nothing was sent is said by nobody.
 */
async function withhold(
  { store }: MemoryContext,
  { ending, sent, previews }: OpenTurn,
  { unsent }: Closing,
): Promise<Piece[]> {
  if (ending?.asked === undefined || unsent === undefined) return [];
  const key = keys.exchange(ending.asked);
  const exchange = await get(store, key);
  if (exchange === undefined) return [];
  const isWhole = Object.keys({ ...sent, ...previews }).length === 0;
  const cut = (message: SaidMessage): SaidMessage =>
    message.role === "user"
      ? message
      : { ...message, unsent, ...(isWhole && { text: "", tokens: 0 }) };
  const [first, ...others] = exchange.messages;
  const messages = [cut(first), ...others.map(cut)] as const;
  return [toPiece(key, { ...exchange, messages })];
}

export function decideClosing(
  state: ConversationState,
  id: string,
  { now, ...closing }: Closing & { now: number },
): Decision<void> {
  const open = findOpen(state, id);
  if (open === undefined) return { result: undefined };
  const { status, failure, sent } = closing;
  const turn = withUsefulPreviews(sent ? withSent(open, sent) : open);
  const isFailed = status === "failed";
  const isGone = isFailed && failure === "gone";
  const others = isGone ? findUnansweredOthers(state, turn) : [];
  const closed = [turn, ...others].map((one) => toClosed(one, closing, now));
  const failed = isFailed ? closed : [];
  const rest = withoutOpen(
    state,
    closed.map(({ number }) => number),
  );
  return {
    state: {
      ...rest,
      failedTurns: rest.failedTurns + failed.length,
      // What nobody has asked answers no earlier question.
      ...(status === "delivered" &&
        turn.origin === undefined && {
          lastAnswered: Math.max(state.lastAnswered, turn.number),
        }),
      ...(turn.runs.at(-1)?.epoch === state.epoch && { leasedUntil: 0 }),
    },
    put: [
      // Without the id, so that it stays anonymous once the turn is forgotten.
      ...closed.map(({ id: _id, hash, ...one }) =>
        toPiece(keys.id(hash), { turn: one }),
      ),
      ...failed.map((one) =>
        toPiece(keys.failed(one.number), {
          id: one.id,
          ...(one.isCommand && { isCommand: true }),
        }),
      ),
    ],
    result: undefined,
  };
}

function toClosed(
  { failure: before, ...turn }: OpenTurn,
  { status, failure: reason = "undelivered" }: Closing,
  now: number,
): OpenTurn {
  const failure = before ?? { reason, at: now };
  return { ...turn, status, ...(status === "failed" && { failure }) };
}

/**
 * The turns that fail if the user is gone. Not commands, which have other
 * effects than their reply, and not asides, which end without an answer.
 */
function findUnansweredOthers(
  { open }: ConversationState,
  { number }: OpenTurn,
): readonly OpenTurn[] {
  return open.filter(
    (other) =>
      other.number !== number &&
      isUnanswered(other) &&
      !other.isCommand &&
      !other.isAside,
  );
}

/** Keeps previews that show no delivered part, for a retry. */
function withUsefulPreviews({ previews = {}, ...turn }: OpenTurn): OpenTurn {
  const { sent = {} } = turn;
  const useful = Object.entries(previews).filter(
    ([index]) => sent[Number(index)] === undefined,
  );
  return useful.length > 0
    ? { ...turn, previews: Object.fromEntries(useful) }
    : turn;
}
