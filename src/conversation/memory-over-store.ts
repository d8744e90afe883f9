import type { ReplyPart } from "../channel.ts";
import type { FailureReport, Memory, PendingPart } from "../memory.ts";
import { sha256 } from "../sha256.ts";
import { keysUnder, type Piece, type Store } from "../store.ts";
import type { Turn, TurnStep } from "../turn.ts";
import { acceptMessage, markStopped } from "./state/accept.ts";
import { ConversationBusyError, openDocument } from "./state/document.ts";
import type { Decision } from "./state/decision.ts";
import {
  eraseExpiredIds,
  expireTurns,
  findExpired,
  MAX_EXPIRED,
} from "./state/expire.ts";
import { closeTurn, endTurn, noteSent, reopenTurn } from "./state/end.ts";
import { eraseForgotten, eraseOldVersions } from "./state/erase.ts";
import {
  assembleSteps,
  findByNumber,
  get,
  list,
  loadTurn,
  recognise,
} from "./state/load-turn.ts";
import {
  keys,
  type StoredFailure,
  type StoredMessage,
  type StoredReport,
  type StoredSettings,
} from "./state/pieces.ts";
import {
  findKept,
  findSettings,
  measureHistory,
  readMessages,
  readSettings,
  recall,
} from "./state/read-history.ts";
import {
  changeSettings,
  entryOf,
  forget,
  moveWindow,
  NOTHING_FORGOTTEN,
} from "./state/remember.ts";
import {
  beginRun,
  dropPreview,
  mergeTurns,
  notePreview,
  toDecided,
  toDone,
} from "./state/run.ts";
import {
  type ConversationState,
  findOpen,
  isUnanswered,
  type OpenTurn,
  type TurnState,
  withOpen,
} from "./state/state.ts";
import { isEmptySettings } from "./patch-settings.ts";
import { toPageKey } from "./to-page-key.ts";

const DAY_MS = 86_400_000;

/** Between two times that much is erased, so that a conversation with years to erase does not use up a day's rows at once. */
const PAUSE_MS = 300_000;

/** What nobody asks for is erased that late at most, so that not each turn needs an alarm of its own. */
const SLACK_MS = DAY_MS / 2;

/** One alarm reports no more. */
const MAX_REPORTS = 20;

/** More failed turns say nothing new. */
const MAX_FAILED = 100;

/** The core's memory of a conversation over a store. */
export interface ConversationMemory extends Memory {
  /** See `ConversationDocument`. */
  confirmLease(): Promise<void>;
  renewLease(): Promise<void>;
  /** Others need not wait for this worker, whose turn is put off. */
  releaseLease(): Promise<void>;
  /** Whether something that was forgotten is left to be erased. */
  hasForgotten(): Promise<boolean>;
  /** Erases some of it. */
  eraseForgotten(options: { limit: number }): Promise<void>;
  /**
   * Erases what has expired, in portions: at most 100 turns within five minutes. Returns when it is to be called again, in milliseconds
   * since the epoch; `undefined` where nothing is left that could expire.
   */
  expire(): Promise<number | undefined>;
}

/**
 * @param leaseMs how long a worker that says nothing keeps the conversation from others; 0 where there is one owner
 * @param retentionDays turns whose message was accepted before that are gone, unless they are open; 0: none is
 * @param keepsPages whether `wasShown` is asked
 */
export function createMemory({
  store,
  conversation,
  leaseMs = 0,
  retentionDays = 0,
  keepsPages = true,
  now = Date.now,
}: {
  store: Store<ConversationState>;
  conversation: string;
  leaseMs?: number;
  retentionDays?: number;
  keepsPages?: boolean;
  now?: () => number;
}): ConversationMemory {
  const document = openDocument({ store, leaseMs, now });
  const { change, read, readNewest } = document;
  const isExpiring = retentionDays > 0;
  const isExpired = (at: number): boolean =>
    isExpiring && at + retentionDays * DAY_MS <= now();

  const find = async (state: ConversationState, id: string) => {
    const known = await recognise(store, state, { id, hash: await hash(id) });
    const isGone =
      known.kind === "known" &&
      isExpired(known.state.acceptedAt) &&
      findOpen(state, known.id) === undefined;
    return isGone ? ({ kind: "forgotten" } as const) : known;
  };
  const load = async (state: ConversationState, id: string) => {
    const known = await find(state, id);
    return known.kind === "known" ? loadTurn(store, state, known) : undefined;
  };
  const loadOpen = async (
    state: ConversationState,
    turns: readonly OpenTurn[],
  ): Promise<Turn[]> => {
    const loaded = await Promise.all(
      turns.map((turn) => loadTurn(store, state, { id: turn.id, state: turn })),
    );
    return loaded.flatMap((one) => one?.turn ?? []);
  };
  const stepsOf = async (turn: TurnState): Promise<readonly TurnStep[]> =>
    document.held?.turn.number === turn.number
      ? document.held.steps
      : assembleSteps(turn, await list(store, keys.turn(turn.number)));

  return {
    async openTurn(message, { limit, isStop = false }) {
      const [id, address, album] = await Promise.all([
        hash(message.id),
        hash(JSON.stringify(message.replyTo), ADDRESS_LENGTH),
        message.album === undefined
          ? undefined
          : hash(JSON.stringify([message.album, message.author.id])),
      ]);
      return change(async (state) => {
        const known = await find(state, message.id);
        if (known.kind === "forgotten") return { result: known };
        if (known.kind === "known") {
          const loaded = await loadTurn(store, state, known);
          return {
            result:
              loaded === undefined
                ? { kind: "forgotten" }
                : { kind: "known", turn: loaded.turn },
          };
        }
        return acceptMessage(state, {
          message,
          at: now(),
          limit,
          isStop,
          hash: id,
          address,
          album,
          newest: message.isEdit ? await findNewest(state) : undefined,
        });
      });
    },

    stopTurn: (id) => change((state) => markStopped(state, id)),

    findTurn: async (id) => (await load(await read(), id))?.turn,

    async nextTurn() {
      const state = await readNewest();
      const [next] = await loadOpen(state, state.open.slice(0, 1));
      return next;
    },

    async waitingTurns() {
      const state = await readNewest();
      return loadOpen(
        state,
        state.open.filter(({ status }) => status === "accepted"),
      );
    },

    async mergeTurns(id, others, message) {
      let merged: readonly OpenTurn[] = [];
      const isMerged = await change(
        (state) => {
          merged = state.open.filter((turn) => others.includes(turn.id));
          return mergeTurns(state, { id, others, message });
        },
        { isWork: true },
      );
      if (!isMerged) return undefined;
      const state = await read();
      const numbers = merged.map(({ number }) => number);
      await Promise.all(
        numbers.map((number) => store.erase(keysUnder(keys.turn(number)))),
      );
      return (await load(state, id))?.turn;
    },

    async beginAttempt(id) {
      document.hold(undefined);
      let steps: readonly TurnStep[] = [];
      const begun = await change(async (state) => {
        const turn = findOpen(state, id);
        steps =
          turn === undefined || turn.runs.length === 0
            ? []
            : assembleSteps(turn, await list(store, keys.turn(turn.number)));
        const { supersedes } = turn ?? {};
        const earlier =
          supersedes === undefined || turn?.status !== "accepted"
            ? undefined
            : await findByNumber(store, state, supersedes);
        return beginRun(state, {
          id,
          now: now(),
          leaseMs,
          steps: steps.length,
          ...(earlier?.kind === "known" && {
            earlier: { id: earlier.id, turn: earlier.state },
          }),
        });
      });
      if (begun.kind === "busy")
        throw new ConversationBusyError({ retryAfterMs: begun.until - now() });
      if (begun.kind === "begun")
        document.hold({
          turn: begun.turn,
          run: begun.run,
          steps: [...steps],
        });
    },

    async saveSteps(id, from, steps) {
      const { held } = document;
      const [first] = steps;
      if (held?.turn.id !== id || first === undefined) return;
      const state = await read();
      const turn = findOpen(state, id);
      if (turn === undefined || !isUnanswered(turn)) return;
      const isDone = from < held.steps.length;
      await document.put([
        isDone
          ? toDone(turn, held.run, { index: from, step: first })
          : toDecided(turn, held.run, { from, steps }),
        ...(keepsPages ? await toPages(turn, steps) : []),
      ]);
      held.steps.splice(from, steps.length, ...steps);
    },

    async wasShown(url) {
      const key = toPageKey(url);
      if (key === undefined) return false;
      const prefix = `page/${await hash(key)}/`;
      const [state, [newest]] = await Promise.all([
        read(),
        store.list({
          from: prefix,
          to: `${prefix}~`,
          limit: 1,
          isNewestFirst: true,
        }),
      ]);
      if (newest === undefined) return false;
      const number = Number(newest.key.slice(prefix.length));
      const isOpen = state.open.some((turn) => turn.number === number);
      const shownAt = Number(newest.value);
      return number >= state.firstTurn && (isOpen || !isExpired(shownAt));
    },

    async commitTurn(id, outcome) {
      const isWork = document.held?.turn.id === id;
      const ended = await change(
        async (state) => {
          const turn = findOpen(state, id);
          if (turn === undefined || !isUnanswered(turn))
            return { result: undefined };
          const message = (await loadMessage(turn))?.message;
          return endTurn(state, {
            id,
            outcome,
            steps: await stepsOf(turn),
            author: message?.author.id ?? "",
            metadata: message?.metadata,
            now: now(),
          });
        },
        { isWork },
      );
      if (ended === undefined) return undefined;
      return (await load(await read(), id))?.turn;
    },

    notePreview: (id, index, receipt) =>
      change((state) => notePreview(state, { id, index, receipt })),

    async previews(id) {
      const known = await find(await read(), id);
      const isOwn = known.kind === "known" && known.id === id;
      const { previews = {} } = isOwn ? known.state : {};
      return Object.values(previews).map((receipt) => ({ id: receipt }));
    },

    async pendingParts(id) {
      const turn = findOpen(await read(), id);
      if (turn?.ending === undefined || isUnanswered(turn)) return [];
      const { parts: count, epoch } = turn.ending;
      const parts =
        count === 0
          ? []
          : await get<readonly ReplyPart[]>(
              store,
              keys.parts(turn.number, epoch),
            );
      return toPending(turn, parts ?? []);
    },

    noteSent: (id, index, receipt) =>
      change((state) => noteSent(state, { id, index, receipt }), {
        isWork: document.held?.turn.id === id,
      }),

    noteRemoved: (id, index) =>
      change((state) => dropPreview(state, { id, index })),

    async closeTurn(id, how) {
      const closed = findOpen(await read(), id);
      await change((state) => closeTurn(state, { id, ...how, now: now() }), {
        isWork: document.held?.turn.id === id,
      });
      if (closed?.ending?.hasFile && how.status === "delivered") {
        const key = keys.parts(closed.number, closed.ending.epoch);
        await store.erase({ from: key, to: key });
      }
      if (document.held?.turn.id === id) document.hold(undefined);
    },

    async reopenTurn(id) {
      const isReopened = await change(async (state) => {
        const known = await load(state, id);
        return known?.turn.id !== id || findOpen(state, id) !== undefined
          ? { result: false }
          : reopen(state, known);
      });
      if (!isReopened) return undefined;
      return eraseFailure(id);
    },

    async reopenLastFailed(asking) {
      const found = await change<{ id?: string; isReopened: boolean }>(
        async (state) => {
          const nothing = { result: { isReopened: false } };
          const turn = findOpen(state, asking);
          if (turn === undefined) return nothing;
          if (turn.target !== undefined) {
            const target = await findByNumber(store, state, turn.target);
            return target.kind === "known"
              ? { result: { id: target.id, isReopened: false } }
              : nothing;
          }
          const failed = await findLastFailed(state, turn.number);
          if (failed === undefined) return nothing;
          const target = failed.state.number;
          const marked = withOpen(state, { ...turn, target });
          const decision = await reopen(marked, failed);
          return {
            ...decision,
            result: { id: failed.turn.id, isReopened: true },
          };
        },
      );
      if (found.isReopened && found.id !== undefined)
        return eraseFailure(found.id);
      return found.id === undefined
        ? undefined
        : (await load(await read(), found.id))?.turn;
    },

    async unreportedFailures() {
      const state = await readNewest();
      if (!state.hasReports) return [];
      const reports = await list<StoredReport>(store, "report/", MAX_REPORTS);
      if (reports.length === 0) {
        await change<void>((newest) => {
          const { hasReports: _, ...rest } = newest;
          return newest === state
            ? { state: rest, result: undefined }
            : { result: undefined };
        });
        return [];
      }
      const ids = [...new Set(reports.map(({ value: { id } }) => id))];
      return Promise.all(ids.map((id) => toReport(state, id)));
    },

    async noteReported({ turn: { id } }) {
      const reports = await list<StoredReport>(store, "report/", MAX_REPORTS);
      for (const { key, value } of reports)
        if (value.id === id) await store.erase({ from: key, to: key });
    },

    async addUsage(id, usage) {
      const state = await read();
      const known = await find(state, id);
      const isOwn = known.kind === "known" && known.id === id;
      if (!isOwn || known.state.ending === undefined) return;
      const key = keys.usage(known.state.number, crypto.randomUUID());
      await store.put([{ key, value: usage }]);
    },

    recall: async () => recall(store, await read(), isExpired),

    measureHistory: async () =>
      measureHistory(store, await read(), isExpiring ? isExpired : undefined),

    async moveWindow(move) {
      const isMoved = await change(async (state) => {
        const last = entryOf(move.to) - 1;
        const covered = isExpiring
          ? (
              await readMessages(store, state, {
                options: { newest: 1, before: move.to },
                isExpired: () => false,
              })
            ).at(-1)?.at
          : undefined;
        const isAllExpired =
          covered === undefined ? isExpiring && last > 0 : isExpired(covered);
        return isAllExpired
          ? { result: false }
          : moveWindow(state, move, { coveredAt: covered });
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
      const settings = await readSettings(store, state, isExpired);
      const isAllExpired =
        state.open.length === 0 && isExpired(state.lastAcceptedAt);
      if (state.turns === 0 || isAllExpired)
        return isEmptySettings(settings)
          ? undefined
          : { settings, messages: [], openTurns: [] };
      const [messages, openTurns] = await Promise.all([
        readMessages(store, state, { options, isExpired }),
        readOpenTurns(state),
      ]);
      return { settings, messages, openTurns };
    },

    async forget(options) {
      while ((await expireSome()).count === MAX_EXPIRED);
      const forgotten = await change(async (state) => {
        if (options === undefined) return forget(state);
        const border = findOpen(state, options.before);
        return border === undefined
          ? { result: NOTHING_FORGOTTEN }
          : forget(state, await findKept(store, state, border));
      });
      // Where there is one owner nobody writes to what is forgotten any more.
      if (leaseMs === 0) await erase({ limit: Infinity });
      return forgotten;
    },

    confirmLease: () => document.confirmLease(),
    renewLease: () => document.renewLease(),
    async releaseLease() {
      if (document.held === undefined) return;
      await change<void>(
        (state) =>
          state.leasedUntil === 0
            ? { result: undefined }
            : { state: { ...state, leasedUntil: 0 }, result: undefined },
        { isWork: true },
      );
      document.hold(undefined);
    },
    hasForgotten: async () => (await read()).isErasing === true,
    eraseForgotten: erase,

    async expire() {
      if (!isExpiring) return undefined;
      const { nextAt, count } = await expireSome();
      const settingsAt = await expireSettings();
      const idsAt = await eraseExpiredIds(store, now());
      const due = Math.min(nextAt ?? Infinity, settingsAt ?? Infinity);
      const retentionMs = retentionDays * DAY_MS;
      const next = Math.min(due + retentionMs + SLACK_MS, idsAt ?? Infinity);
      if (next === Infinity) return undefined;
      return Math.max(next, count === MAX_EXPIRED ? now() + PAUSE_MS : 0);
    },
  };

  async function expireSome() {
    if (!isExpiring) return { nextAt: undefined, count: 0 };
    const result = await change(async (state) => {
      const expired = await findExpired(store, state, isExpired);
      const { nextAt, turns } = expired;
      return {
        ...expireTurns(state, expired, now()),
        result: { nextAt, count: turns.length },
      };
    });
    await erase({ limit: Infinity });
    return result;
  }

  /** When settings were changed that no turn is left for. */
  async function expireSettings(): Promise<number | undefined> {
    const changedAt = await change<number | undefined>(async (state) => {
      if (!state.hasSettings || state.turns > 0) return { result: undefined };
      const stored = await get<StoredSettings>(
        store,
        keys.settings(state.settingsVersion),
      );
      const at = stored?.changedAt ?? 0;
      const { hasSettings: _, ...rest } = state;
      return isExpired(at)
        ? { state: rest, result: undefined }
        : { result: at };
    });
    await eraseOldVersions(store, await read());
    return changedAt;
  }

  /** It has not failed any more. */
  async function eraseFailure(id: string): Promise<Turn | undefined> {
    const found = await load(await read(), id);
    if (found === undefined) return undefined;
    const key = keys.failed(found.state.number);
    await store.erase({ from: key, to: key });
    return found.turn;
  }

  async function erase(options: { limit: number }): Promise<void> {
    const state = await readNewest();
    if (!state.isErasing) return;
    if (state.leasedUntil > now())
      throw new ConversationBusyError({
        retryAfterMs: state.leasedUntil - now(),
      });
    const isDone = await eraseForgotten(store, state, options);
    if (!isDone) return;
    await change<void>((newest) => {
      const { isErasing: _, ...rest } = newest;
      return newest.firstTurn === state.firstTurn
        ? { state: rest, result: undefined }
        : { result: undefined };
    });
  }

  async function loadMessage(turn: TurnState) {
    return get<StoredMessage>(store, keys.message(turn));
  }

  async function findNewest({ newest = 0, firstTurn }: ConversationState) {
    if (newest < firstTurn) return undefined;
    const prefix = `${keys.turn(newest)}message/`;
    const [first, ...merged] = await list<StoredMessage>(store, prefix);
    // Of several that were answered together none can be edited any more.
    if (first === undefined || merged.length > 0) return undefined;
    return isExpired(first.value.acceptedAt) ? undefined : first.value.message;
  }

  async function toPages(
    { number, acceptedAt }: TurnState,
    steps: readonly TurnStep[],
  ): Promise<Piece[]> {
    const urls = steps.flatMap(({ sources = [] }) =>
      sources.map(({ url }) => toPageKey(url) ?? url),
    );
    return Promise.all(
      [...new Set(urls)].map(async (url) => ({
        key: keys.page(await hash(url), number),
        value: acceptedAt,
      })),
    );
  }

  async function reopen(
    state: ConversationState,
    { state: turn, turn: { id, reply } }: { state: TurnState; turn: Turn },
  ): Promise<Decision<boolean>> {
    if (turn.status !== "failed") return { result: false };
    const reason = turn.failure?.reason;
    const wasUndelivered = reason === "undelivered" || reason === "gone";
    const hasAnswer = wasUndelivered && reply !== undefined && reply !== "";
    const decision = reopenTurn(state, {
      id,
      hash: await hash(id),
      turn,
      hasAnswer,
    });
    return { ...decision, result: true };
  }

  async function findLastFailed(state: ConversationState, before: number) {
    const failures = (await store.list({
      from: keys.failed(state.firstTurn),
      to: keys.failed(before - 1),
      isNewestFirst: true,
    })) as readonly Piece<StoredFailure>[];
    for (const { value } of failures) {
      if (value.isCommand) continue;
      const found = await load(state, value.id);
      const isOpen = findOpen(state, value.id) !== undefined;
      if (found?.state.status === "failed" && !isOpen) return found;
    }
    return undefined;
  }

  async function toReport(
    state: ConversationState,
    id: string,
  ): Promise<FailureReport> {
    const found =
      findOpen(state, id) === undefined ? await load(state, id) : undefined;
    const failure = found?.state.failure;
    if (found?.state.status !== "failed" || failure === undefined)
      return { kind: "recovered", turn: { id, conversation } };
    const { reason, at, attempts } = failure;
    return {
      kind: "failed",
      turn: {
        id,
        conversation,
        channel: found.turn.message.channel,
        failure: reason,
        attempts,
        acceptedAt: found.state.acceptedAt,
        failedAt: at,
      },
    };
  }

  async function readOpenTurns(state: ConversationState): Promise<Turn[]> {
    const answered = state.open.filter(({ status }) => status === "answered");
    const last = Math.max(
      state.lastAnswered,
      ...answered.map(({ number }) => number),
    );
    const failures = (await store.list({
      from: keys.failed(Math.max(state.firstTurn, last + 1)),
      to: keys.failed(state.lastTurn),
      isNewestFirst: true,
      limit: MAX_FAILED,
    })) as readonly Piece<StoredFailure>[];
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
      .filter(
        ({ turn: { status } }) =>
          status === "failed" || isUnanswered({ status } as TurnState),
      )
      .toSorted((a, b) => a.state.number - b.state.number)
      .map(({ turn }) => turn);
  }
}

function toPending(
  { sent = {}, previews = {} }: TurnState,
  parts: readonly ReplyPart[],
): readonly PendingPart[] {
  const pending = parts.flatMap((part, index): PendingPart[] => {
    if (sent[index] !== undefined) return [];
    const preview = previews[index];
    return preview === undefined
      ? [{ kind: "send", index, part }]
      : [{ kind: "edit", index, part, preview: { id: preview } }];
  });
  const surplus = Object.entries(previews).flatMap(
    ([index, id]): PendingPart[] =>
      Number(index) < parts.length
        ? []
        : [{ kind: "remove", index: Number(index), preview: { id } }],
  );
  return [...pending, ...surplus];
}

/** In characters: an address is looked for among the last 32 ones. */
const ADDRESS_LENGTH = 5;

/** 120 bits in 20 characters: no two ids of a conversation share them. */
async function hash(text: string, length = 20): Promise<string> {
  const digest = (await sha256(text)).subarray(0, 15);
  return btoa(String.fromCharCode(...digest))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .slice(0, length);
}
