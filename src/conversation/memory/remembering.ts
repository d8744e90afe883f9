import type { ConversationRecord, ReadOptions } from "../../types/archive.ts";
import type {
  HistoryExtent,
  Recollection,
  SettingsChange,
  SettingsPatch,
  WindowMove,
} from "../../types/history.ts";
import type { Turn } from "../../types/turn.ts";
import { eraseOldVersions } from "../state/erase.ts";
import { keys, listBetween } from "../state/pieces.ts";
import {
  findSettings,
  measureHistory,
  readMessages,
  recall,
  type RecalledEntries,
} from "../state/read-history.ts";
import {
  changeSettings,
  isEmptySettings,
  moveWindow,
} from "../state/remember.ts";
import { isUnanswered, type ConversationState } from "../state/state.ts";
import type { MemoryContext } from "./context.ts";

/** Reads the history and changes the settings. */
export interface RememberingMemory {
  /**
   * The window and the summary of what precedes it. Reads only these, however
   * long the history is.
   */
  recall(): Promise<Recollection>;
  /**
   * Size of the whole history, including what precedes the window. Reads no
   * texts, unless turns expire.
   */
  measureHistory(): Promise<HistoryExtent>;
  /**
   * Moves the start of the window; earlier messages stay in the history.
   * Returns `false` and changes nothing if the version has changed, or all
   * messages before the new start have expired: a summary of forgotten messages
   * is never stored.
   */
  moveWindow(move: WindowMove): Promise<boolean>;
  /**
   * Applies to turns that begin afterwards. Creates nothing if the settings
   * stay empty.
   */
  changeSettings(patch: SettingsPatch): Promise<SettingsChange>;
  /** The whole record; `undefined` if there is none, or it has expired. */
  read(options?: ReadOptions): Promise<ConversationRecord | undefined>;
}

/** More failed turns would add nothing. */
const MAX_FAILED = 100;

export function createRememberingMemory(
  context: MemoryContext,
): RememberingMemory {
  const { document, store, retentionMs, isExpired, now } = context;
  const { change, read } = document;
  /**
   * Cached for the run, which recalls the history again at its end, one entry
   * longer.
   */
  let recalled: { entries: RecalledEntries; epoch: number } | undefined;

  return {
    async recall() {
      const state = await read();
      const known =
        recalled?.epoch === state.epoch ? recalled.entries : undefined;
      recalled = undefined;
      const { recollection, entries } = await recall(store, state, {
        isExpired,
        known,
      });
      if (document.held !== undefined)
        recalled = { entries, epoch: state.epoch };
      return recollection;
    },

    measureHistory: async () =>
      measureHistory(
        store,
        await read(),
        retentionMs > 0 ? isExpired : undefined,
      ),

    async moveWindow(move) {
      const isMoved = await change(async (state) => {
        const coveredAt = await findCoveredAt(context, state, move);
        // All that it covers has expired.
        if (coveredAt === undefined || isExpired(coveredAt))
          return { result: false };
        return moveWindow(state, move, { coveredAt });
      });
      if (isMoved) await eraseOldVersions(store, await read());
      return isMoved;
    },

    async changeSettings(patch) {
      const result = await change(async (state) =>
        changeSettings(state, {
          stored: await findSettings(store, state, isExpired),
          patch,
          now: now(),
        }),
      );
      await eraseOldVersions(store, await read());
      return result;
    },

    async read(options) {
      const state = await read();
      const { settings = {} } =
        (await findSettings(store, state, isExpired)) ?? {};
      const isGone = state.open.length === 0 && isExpired(state.lastAcceptedAt);
      if (state.turns === 0 || isGone)
        return isEmptySettings(settings)
          ? undefined
          : { settings, messages: [], openTurns: [] };
      const [messages, openTurns] = await Promise.all([
        readMessages(store, state, { options, isExpired }),
        readOpenTurns(context, state),
      ]);
      return { settings, messages, openTurns };
    },
  };
}

/**
 * When the newest message before the new start was accepted; `Infinity` if
 * nothing expires.
 */
async function findCoveredAt(
  { store, retentionMs }: MemoryContext,
  state: ConversationState,
  { to }: WindowMove,
): Promise<number | undefined> {
  if (retentionMs === 0) return Infinity;
  const [newest] = await readMessages(store, state, {
    options: { newest: 1, before: to },
    isExpired: () => false,
  });
  return newest?.at;
}

/**
 * Turns without a reply, and those that failed since the last answer; in order.
 */
async function readOpenTurns(
  { store, load }: MemoryContext,
  state: ConversationState,
): Promise<Turn[]> {
  const answered = state.open
    .filter(({ status }) => status === "answered")
    .map(({ number }) => number);
  const last = Math.max(state.lastAnswered, ...answered);
  const range = {
    from: keys.failed(Math.max(state.firstTurn, last + 1)),
    to: keys.failed(state.lastTurn),
  };
  const failures = await listBetween(store, range, {
    isNewestFirst: true,
    limit: MAX_FAILED,
  });
  const open = state.open.filter(
    (turn) =>
      isUnanswered(turn) || (turn.status === "failed" && turn.number > last),
  );
  const ids = new Set([
    ...failures.map(({ value }) => value.id),
    ...open.map(({ id }) => id),
  ]);
  const loaded = await Promise.all([...ids].map((id) => load(state, id)));
  return loaded
    .flatMap((one) => one ?? [])
    .filter((one) => one.state.status === "failed" || isUnanswered(one.state))
    .toSorted((a, b) => a.state.number - b.state.number)
    .map(({ turn }) => turn);
}
