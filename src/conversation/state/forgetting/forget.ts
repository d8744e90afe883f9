import type { Forgotten } from "../../../types/archive.ts";
import type { ScheduleBounds } from "../bounds.ts";
import {
  askedAt,
  findSpoken,
  readExchanges,
  type PlacedExchange,
} from "../history/exchange.ts";
import { isHidden } from "../history/path.ts";
import type { MemoryContext } from "../memory-context.ts";
import { withoutPauses } from "../pauses/pauses.ts";
import { withoutWanted } from "../people/owner.ts";
import { keys, toPiece, type PieceReader } from "../pieces.ts";
import { wakeTimes } from "../schedules/open-due.ts";
import {
  findOpen,
  isUnanswered,
  type ConversationState,
  type Decision,
  type OpenTurn,
} from "../state.ts";
import { eraseNow } from "./erase.ts";
import { expireSome, MAX_EXPIRED } from "./expire.ts";

/**
 * Forgets the schedules, the request for a person, the summary, the history and
 * the turns: all of them, with the settings, or those before the given open
 * turn; at once for readers, then they are erased piece by piece. Ids stay
 * known. Usually all is erased on return; some may remain if there are more
 * than a thousand pieces, or if another worker runs a turn: see `hasForgotten`.
 */
export async function forget(
  context: MemoryContext,
  options?: { before: string },
): Promise<Forgotten> {
  const { document, store } = context;
  while ((await expireSome(context)).count === MAX_EXPIRED);
  let due: readonly number[] = [];
  const forgotten = await document.change(async (state) => {
    due = wakeTimes(context, state);
    if (options === undefined) return decideForgetting(state);
    const border = findOpen(state, options.before);
    return border === undefined
      ? { result: NOTHING_FORGOTTEN }
      : decideForgetting(state, await findKept(store, state, border));
  });
  for (const at of due) await context.forgetWake(at);
  await eraseNow(context);
  return forgotten;
}

/** What is kept if a conversation is forgotten in part. */
interface Kept {
  /** Turns with lower numbers are forgotten. */
  readonly from: number;
  /** The numbers of closed, failed turns that are kept. */
  readonly failures: readonly number[];
  readonly exchanges: readonly PlacedExchange[];
}

/** Page size for scanning the end of the history. */
const KEPT_PAGE = 20;

/**
 * Finds what belongs to a turn and later ones. The history contains exchanges
 * of later turns only if the turn was run again.
 */
async function findKept(
  store: PieceReader,
  { lastMessage, firstMessage: from, lastTurn }: ConversationState,
  { number, acceptedAt }: Pick<OpenTurn, "number" | "acceptedAt">,
): Promise<Kept> {
  const failures = await store.list({
    from: keys.failed(number),
    to: keys.failed(lastTurn),
  });
  const exchanges: PlacedExchange[] = [];
  let to = lastMessage;
  for (;;) {
    const page = await readExchanges(store, {
      from,
      to,
      isNewestFirst: true,
      limit: KEPT_PAGE,
    });
    exchanges.push(...page.filter((exchange) => exchange.number >= number));
    const last = page.at(-1);
    // What was answered before the turn was accepted belongs to earlier turns.
    const isOver = page.some((one) => {
      const spoken = findSpoken(one);
      return spoken !== undefined && spoken.at < acceptedAt;
    });
    if (last === undefined || isOver) break;
    to = last.sequence - 1;
  }
  return {
    from: number,
    failures: failures.map(({ key }) => Number(key.split("/").at(-1))),
    exchanges,
  };
}

function decideForgetting(
  state: ConversationState,
  kept?: Kept,
): Decision<Forgotten> {
  const hasSchedules = (state.schedules?.count ?? 0) > 0;
  if (state.lastTurn === 0 && !state.hasSettings && !hasSchedules)
    return { result: NOTHING_FORGOTTEN };
  const { from, failures, exchanges } = kept ?? {
    from: state.lastTurn + 1,
    failures: [],
    exchanges: [],
  };
  const messages = countMessages(exchanges);
  const hidden = exchanges.filter((one) => isHidden(state, one.sequence));
  const forgotten = state.open.filter(({ number }) => number < from);
  const open = state.open.filter(({ number }) => number >= from);
  const turns = new Set([
    ...[...open, ...exchanges].map(({ number }) => number),
    ...failures,
  ]);
  const failedTurns = state.failedTurns - failures.length;
  const firstMessage = Math.min(
    state.lastMessage + 1,
    ...exchanges.map(({ sequence }) => sequence),
  );
  const {
    hasSettings,
    since: _,
    owner,
    schedules,
    ...rest
  } = withoutWanted(withoutPauses(state, ({ number }) => number < from));
  const keepsSettings = kept !== undefined && hasSettings;
  const after: ConversationState = {
    ...rest,
    ...(keepsSettings && { hasSettings }),
    ...(kept !== undefined && owner && { owner }),
    ...(schedules && { schedules: withoutSchedules(schedules) }),
    ...(exchanges.length > 0 && {
      since: Math.min(...exchanges.map(askedAt)),
    }),
    open,
    firstTurn: from,
    turns: turns.size,
    failedTurns: failures.length,
    firstMessage,
    messages,
    hiddenMessages: countMessages(hidden),
    hidden: state.hidden.filter(([, last]) => last >= firstMessage),
    window: { start: firstMessage, version: state.window.version + 1 },
    isErasing: true,
  };
  return {
    state: after,
    put: forgotten.map(({ hash, number }) =>
      toPiece(keys.id(hash), { forgotten: number }),
    ),
    result: {
      messages: state.messages - messages,
      turns: state.turns - turns.size,
      openTurns: forgotten.filter(isUnanswered).map(({ id }) => id),
      failedTurns:
        failedTurns +
        forgotten.filter(({ status }) => status === "failed").length,
      hadSettings: kept === undefined && hasSettings === true,
    },
  };
}

function countMessages(exchanges: readonly PlacedExchange[]): number {
  return exchanges.flatMap(({ messages }) => messages).length;
}

/** Keeps what names them, since no name is used twice. */
function withoutSchedules({
  version,
  last,
  writtenAt,
}: ScheduleBounds): ScheduleBounds {
  return { version, last, writtenAt, count: 0 };
}

const NOTHING_FORGOTTEN: Forgotten = {
  messages: 0,
  turns: 0,
  openTurns: [],
  failedTurns: 0,
  hadSettings: false,
};
