import type { Forgotten } from "../../types/archive.ts";
import { ConversationBusyError } from "../state/document.ts";
import {
  eraseFailures,
  eraseForgotten,
  eraseOldVersions,
} from "../state/erase.ts";
import {
  eraseExpiredIds,
  expireTurns,
  findExpired,
  MAX_EXPIRED,
} from "../state/expire.ts";
import { get, keys } from "../state/pieces.ts";
import { findKept } from "../state/read-history.ts";
import { forget, NOTHING_FORGOTTEN } from "../state/remember.ts";
import { findOpen } from "../state/state.ts";
import type { MemoryContext } from "./context.ts";

/**
 * Forgets content: at once for readers, then erased piece by piece from the
 * store.
 */
export interface ForgettingMemory {
  /**
   * Forgets the summary, the history and the turns: all of them, with the
   * settings, or those before the given open turn. Ids stay known. Usually all
   * is erased on return; some may remain if there are more than a thousand
   * pieces, or if another worker runs a turn: see `hasForgotten`.
   */
  forget(options?: { before: string }): Promise<Forgotten>;
  /** Whether forgotten content remains to be erased. */
  hasForgotten(): Promise<boolean>;
  /**
   * Erases some of it. Throws `ConversationBusyError` while another worker
   * holds the lease, since it may still write pieces of forgotten turns.
   * @param limit pieces of each kind; a thousand take about a second
   */
  eraseForgotten(options?: { limit?: number }): Promise<void>;
  /**
   * Erases expired content in batches of at most 100 turns in five minutes.
   * Returns when to call it again, in milliseconds since the epoch; `undefined`
   * if nothing is left that could expire.
   */
  expire(): Promise<number | undefined>;
}

const ERASED_AT_A_TIME = 1_000;

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

export function createForgettingMemory(
  context: MemoryContext,
): ForgettingMemory {
  const { document, store, leaseMs, retentionMs, isExpired, now } = context;
  const { change, read, readNewest } = document;

  const erase = async ({ limit = ERASED_AT_A_TIME } = {}): Promise<void> => {
    const state = await readNewest();
    if (!state.isErasing) return;
    if (state.leasedUntil > now())
      throw new ConversationBusyError({
        retryAfterMs: state.leasedUntil - now(),
      });
    if (!(await eraseForgotten(store, state, { limit }))) return;
    await change<void>((newest) => {
      const { isErasing: _, ...rest } = newest;
      return newest.firstTurn === state.firstTurn
        ? { state: rest, result: undefined }
        : { result: undefined };
    });
  };

  /**
   * Erases everything if there is a single owner. Otherwise a worker that runs
   * a turn may still write for forgotten turns, and the rest is erased later.
   */
  const eraseNow = async (): Promise<void> => {
    const state = await readNewest();
    if (!state.isErasing) return;
    await eraseFailures(store, state, { limit: ERASED_AT_A_TIME });
    if (state.leasedUntil > now()) return;
    await erase();
    if (leaseMs === 0) await eraseNow();
  };

  /**
   * Returns the number of turns that expired, and when the next one was
   * accepted.
   */
  const expireSome = async () => {
    if (retentionMs === 0) return { nextAt: undefined, count: 0 };
    const result = await change(async (state) => {
      const expired = await findExpired(store, state, isExpired);
      const { nextAt, turns } = expired;
      return {
        ...expireTurns(state, expired, now()),
        result: { nextAt, count: turns.length },
      };
    });
    await eraseNow();
    return result;
  };

  return {
    async forget(options) {
      while ((await expireSome()).count === MAX_EXPIRED);
      const forgotten = await change(async (state) => {
        if (options === undefined) return forget(state);
        const border = findOpen(state, options.before);
        return border === undefined
          ? { result: NOTHING_FORGOTTEN }
          : forget(state, await findKept(store, state, border));
      });
      await eraseNow();
      return forgotten;
    },

    hasForgotten: async () => (await read()).isErasing === true,
    eraseForgotten: erase,

    async expire() {
      if (retentionMs === 0) return undefined;
      const { nextAt = Infinity, count } = await expireSome();
      const settingsAt = (await expireSettings(context)) ?? Infinity;
      const idsAt = (await eraseExpiredIds(store, now())) ?? Infinity;
      const due = Math.min(nextAt, settingsAt) + retentionMs + SLACK_MS;
      const next = Math.min(due, idsAt);
      const pause = count === MAX_EXPIRED ? now() + PAUSE_MS : 0;
      return next === Infinity ? undefined : Math.max(next, pause);
    },
  };
}

/**
 * Settings expire after the last turn, unless changed since. Returns when they
 * were changed, if they remain.
 */
async function expireSettings({
  document,
  store,
  isExpired,
}: MemoryContext): Promise<number | undefined> {
  const changedAt = await document.change<number | undefined>(async (state) => {
    const { hasSettings, ...rest } = state;
    if (!hasSettings || state.turns > 0) return { result: undefined };
    const key = keys.settings(state.settingsVersion);
    const { changedAt: at = 0 } = (await get(store, key)) ?? {};
    return isExpired(at) ? { state: rest, result: undefined } : { result: at };
  });
  await eraseOldVersions(store, await document.read());
  return changedAt;
}
