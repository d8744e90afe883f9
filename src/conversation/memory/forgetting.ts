import type { Forgotten } from "../../archive.ts";
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

/** How things are forgotten: at once for all who ask, then piece by piece in the store. */
export interface ForgettingMemory {
  /**
   * Forgets the summary, the history and the turns: all of them with the settings, or those accepted before the given turn, which is
   * open. Ids stay known. All is erased when it returns, unless it was more than a thousand pieces or another worker runs a turn: see
   * `hasForgotten`.
   */
  forget(options?: { before: string }): Promise<Forgotten>;
  /** Whether something that was forgotten is left to be erased. */
  hasForgotten(): Promise<boolean>;
  /**
   * Erases some of it. Throws `ConversationBusyError` while another worker has the conversation, who may still write for what is
   * forgotten.
   * @param limit pieces of each kind; a thousand take a second or so
   */
  eraseForgotten(options?: { limit?: number }): Promise<void>;
  /**
   * Erases what has expired, in portions: at most 100 turns within five minutes. Returns when to call it again, in milliseconds
   * since the epoch; `undefined` where nothing is left that could expire.
   */
  expire(): Promise<number | undefined>;
}

const ERASED_AT_A_TIME = 1_000;

/** Between two times that much is erased, so that a conversation with years to erase does not use up a day's rows at once. */
const PAUSE_MS = 300_000;

/** What nobody asks for is erased that late at most, so that not each turn needs an alarm of its own. */
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

  /** All of it where there is one owner. Another one who runs a turn may still write for what is forgotten: the rest is erased after that. */
  const eraseNow = async (): Promise<void> => {
    const state = await readNewest();
    if (!state.isErasing) return;
    await eraseFailures(store, state, { limit: ERASED_AT_A_TIME });
    if (state.leasedUntil > now()) return;
    await erase();
    if (leaseMs === 0) await eraseNow();
  };

  /** Returns how many have expired, and when the next one came. */
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

/** Settings go with the last turn, unless they were changed since: returns when. */
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
