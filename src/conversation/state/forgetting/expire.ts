import { hashText } from "../../../runtime/hash.ts";
import { keysUnder, type Store } from "../../../types/store.ts";
import {
  askedAt,
  endOf,
  readExchanges,
  type PlacedExchange,
} from "../history/exchange.ts";
import type { MemoryContext } from "../memory-context.ts";
import { withoutPauses } from "../pauses/pauses.ts";
import {
  eraseAt,
  keys,
  numberIn,
  toPiece,
  type PieceReader,
} from "../pieces.ts";
import { expireSettings } from "../settings.ts";
import {
  countAdded,
  type ConversationState,
  type Decision,
  type TurnState,
} from "../state.ts";
import { findByNumber } from "../turns/load-turn.ts";
import { eraseNow } from "./erase.ts";

const DAY_MS = 86_400_000;

/**
 * Turns that expire at a time. Cloudflare counts about ten rows written for
 * each.
 */
export const MAX_EXPIRED = 100;

/**
 * Pause between batches, so that a conversation with years to erase does not
 * use up a daily row quota at once.
 */
const PAUSE_MS = 300_000;

/**
 * Maximum delay of erasing; hidden from readers before that. Batches turns, so
 * that not each needs its own alarm.
 */
const SLACK_MS = 43_200_000;

/**
 * Erases expired content in batches of at most 100 turns in five minutes.
 * Returns when to call it again, in milliseconds since the epoch; `undefined`
 * if nothing is left that could expire.
 */
export async function expire(
  context: MemoryContext,
): Promise<number | undefined> {
  const { store, retentionMs, now } = context;
  if (retentionMs === 0) return undefined;
  const { nextAt = Infinity, count } = await expireSome(context);
  const settingsAt = (await expireSettings(context)) ?? Infinity;
  const idsAt = (await eraseExpiredIds(store, now())) ?? Infinity;
  const due = Math.min(nextAt, settingsAt) + retentionMs + SLACK_MS;
  const next = Math.min(due, idsAt);
  const pause = count === MAX_EXPIRED ? now() + PAUSE_MS : 0;
  return next === Infinity ? undefined : Math.max(next, pause);
}

/**
 * Returns the number of turns that expired, and when the next one was accepted.
 */
export async function expireSome(
  context: MemoryContext,
): Promise<{ count: number; nextAt?: number | undefined }> {
  const { document, store, retentionMs, isExpired, now } = context;
  if (retentionMs === 0) return { count: 0 };
  const result = await document.change(async (state) => {
    const expired = await findExpired(store, state, isExpired);
    const { nextAt, turns } = expired;
    return {
      ...expireTurns(state, expired, now()),
      result: { nextAt, count: turns.length },
    };
  });
  await eraseNow(context);
  return result;
}

/** What has expired, and the first that has not. */
interface Expired {
  /** The oldest turns, in order. */
  readonly turns: readonly TurnState[];
  /** Of their ids. */
  readonly hashes: readonly string[];
  /**
   * When the next turn that will expire was accepted; `undefined` if there is
   * none, or it is open.
   */
  readonly nextAt: number | undefined;
  /** The first exchange that remains. */
  readonly first: PlacedExchange | undefined;
}

/** Finds expired turns, at most 100, oldest first, up to the first open one. */
async function findExpired(
  store: PieceReader,
  state: ConversationState,
  isExpired: (at: number) => boolean,
): Promise<Expired> {
  const { firstTurn, lastTurn, open } = state;
  const end = open[0]?.number ?? lastTurn + 1;
  const turns: TurnState[] = [];
  const hashes: string[] = [];
  let nextAt: number | undefined;
  for (let number = firstTurn; number < end; number++) {
    const found = await findByNumber(store, state, number);
    // Merged into another turn, or its message is already erased.
    if (found.kind !== "known") continue;
    nextAt = found.state.acceptedAt;
    if (!isExpired(nextAt) || turns.length === MAX_EXPIRED) break;
    nextAt = undefined;
    turns.push(found.state);
    hashes.push(await hashText(found.id));
  }
  const border = (turns.at(-1)?.number ?? firstTurn - 1) + 1;
  const first = await findFirst(store, state, border);
  return { turns, hashes, nextAt, first };
}

/** The first exchange of a turn from `border` on. */
async function findFirst(
  store: PieceReader,
  { firstMessage, lastMessage: to }: ConversationState,
  border: number,
): Promise<Expired["first"]> {
  let from = firstMessage;
  for (;;) {
    const [next] = await readExchanges(store, { from, to, limit: 1 });
    if (next === undefined || next.number >= border) return next;
    from = endOf(next);
  }
}

/**
 * Forgets expired turns. Their pieces are erased later; ids stay known for at
 * least a day.
 */
function expireTurns(
  state: ConversationState,
  { turns, hashes, first }: Expired,
  now: number,
): Decision<void> {
  const last = turns.at(-1);
  if (last === undefined) return { result: undefined };
  const added = turns.reduce((sum, turn) => sum + countAdded(turn), 0);
  const failed = turns.filter(({ status }) => status === "failed");
  const firstMessage = first?.sequence ?? state.lastMessage + 1;
  const {
    since: _,
    window,
    ...rest
  } = withoutPauses(state, ({ number }) => number <= last.number);
  const expired: ConversationState = {
    ...rest,
    firstTurn: last.number + 1,
    turns: state.turns - turns.length,
    failedTurns: state.failedTurns - failed.length,
    firstMessage,
    messages: state.messages - added,
    ...(first !== undefined && { since: askedAt(first) }),
    hidden: state.hidden.filter(([, to]) => to >= firstMessage),
    window: {
      ...(window.start > firstMessage ? window : { start: firstMessage }),
      // Rejects a pending summary of messages that have expired.
      version: window.version + 1,
    },
    isErasing: true,
  };
  return {
    state: expired,
    put: hashes.map((hash) =>
      toPiece(keys.expired(Math.floor(now / DAY_MS), hash), true),
    ),
    result: undefined,
  };
}

/**
 * Erases the hashes of ids whose turns expired more than a day ago. Returns
 * when the next ones are due, in milliseconds since the epoch.
 */
async function eraseExpiredIds(
  store: Pick<Store<ConversationState>, "list" | "erase">,
  now: number,
): Promise<number | undefined> {
  const today = Math.floor(now / DAY_MS);
  const range = { from: "expired/", to: keys.expired(today - 1, "") };
  for (const { key } of await store.list({ ...range, limit: MAX_EXPIRED })) {
    const id = keys.id(key.split("/")[2] ?? "");
    await eraseAt(store, id);
    await eraseAt(store, key);
  }
  const [next] = await store.list({ ...keysUnder("expired/"), limit: 1 });
  return next && (numberIn(next, 1) + 2) * DAY_MS;
}
