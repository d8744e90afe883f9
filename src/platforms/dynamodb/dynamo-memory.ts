import { sumUsage } from "../../conversation/sum-usage.ts";
import type { Memory } from "../../conversation/memory.ts";
import type { Turn, Usage } from "../../turn.ts";
import { beginAttempt } from "./begin-attempt.ts";
import { closeTurn } from "./close-turn.ts";
import { commitTurn } from "./commit-turn.ts";
import {
  type ConversationStore,
  openConversationStore,
} from "./conversation-store.ts";
import { releaseLease, renewLease, requireLease } from "./lease.ts";
import { ConversationBusyError } from "./lease-errors.ts";
import { noteReported, readUnreportedFailures } from "./failures.ts";
import { forget } from "./forget.ts";
import { measureHistory } from "./history.ts";
import { mergeTurns, readWaitingTurns } from "./merge-turns.ts";
import { openTurn } from "./open-turn.ts";
import {
  notePreview,
  noteSent,
  readPendingParts,
  readPreviews,
  removePreview,
} from "./parts.ts";
import { readOpenTurn, readTurn } from "./read-turn.ts";
import { readRecord } from "./read-record.ts";
import { reopenLastFailed, reopenTurn } from "./reopen-turn.ts";
import { findOpenTurn, isUnanswered, withoutOpenTurns } from "./root.ts";
import { saveSteps, wasShown } from "./steps.ts";
import { changeSettings } from "./settings.ts";
import { eraseForgotten } from "./sweep.ts";
import { stopTurn } from "./stop-turn.ts";
import type { DynamoTable } from "./table.ts";
import { createRecall, moveWindow } from "./window.ts";

/** See `eraseForgotten`. */
const ERASED_AT_A_TIME = 1_000;

/** How long a worker that died keeps a conversation from the others. */
const LEASE_MS = 60_000;

/**
 * A conversation's memory in a table that several processes work with. `beginAttempt` takes the conversation for this one:
 * until the turn is closed, `beginAttempt` of others throws `ConversationBusyError`, and once another one has taken it
 * over since this one's lease ran out, what this one does for the turn throws `LeaseLostError`. All methods throw
 * `TableError` where DynamoDB does not do what it is asked to; to call them again is safe then.
 */
export interface DynamoMemory extends Memory {
  /**
   * Before whatever is done for the turn that this worker has begun and others see: a call, a message. Takes the conversation
   * anew where its lease has run out, or is about to; throws `LeaseLostError` where another worker has it. Makes no request
   * while the lease runs, and does nothing where no turn has begun.
   */
  confirmLease(): Promise<void>;
  /** The conversation is this worker's for another `leaseMs`. Throws `LeaseLostError` where it is another one's; nothing where it has not begun. */
  renewLease(): Promise<void>;
  /** Whether `forget` has left something to be erased. Makes no request where the conversation was read before: others may have forgotten something since. */
  hasForgotten(): Promise<boolean>;
  /**
   * Erases some of that. Throws `ConversationBusyError` while another worker, who may still write for what is forgotten, has it.
   * @param limit so many items of the table are erased; a thousand take a second or so
   */
  eraseForgotten(options?: { limit?: number }): Promise<void>;
  /** Others need not wait for this worker, whose turn is not closed but put off. Nothing where it has not begun. */
  releaseLease(): Promise<void>;
}

/**
 * Nothing is created before the first message is stored.
 * @param leaseMs 0 where nobody else works on the conversation: a new worker takes it over at once
 * @param retentionDays turns whose message was accepted before that are gone, unless they are open; 0: none is. DynamoDB removes
 *   their items two days later, or some days more: open turns that nobody has touched for so long are given up
 * @param keepsPages whether `wasShown` is asked: each page is an item of its own
 */
export function createDynamoMemory({
  table,
  conversation,
  leaseMs = LEASE_MS,
  retentionDays = 0,
  keepsPages = true,
  now = Date.now,
}: {
  table: DynamoTable;
  conversation: string;
  leaseMs?: number;
  retentionDays?: number;
  keepsPages?: boolean;
  now?: () => number;
}): DynamoMemory {
  const store = openConversationStore({
    table,
    conversation,
    leaseMs,
    retentionDays,
    now,
  });
  const { readRoot } = store;

  return {
    openTurn: (message, options) => openTurn(store, message, options),
    stopTurn: (id) => stopTurn(store, id),
    findTurn: async (id) => readTurn(store, await readRoot(), id),
    nextTurn: () => readNextTurn(store),
    waitingTurns: () => readWaitingTurns(store),
    mergeTurns: (id, others, message) =>
      mergeTurns(store, id, { others, message }),

    beginAttempt: (id) => beginAttempt(store, id),
    confirmLease: async () => {
      if (store.heldTurn() !== undefined) await requireLease(store);
    },
    renewLease: async () => {
      if (store.heldTurn() !== undefined) await renewLease(store);
    },
    releaseLease: () => releaseLease(store),
    saveSteps: (id, from, steps) =>
      saveSteps(store, id, { from, steps, keepsPages }),
    wasShown: (url) => wasShown(store, url),
    commitTurn: (id, outcome) => commitTurn(store, id, outcome),

    notePreview: (id, index, receipt) =>
      notePreview(store, id, { index, receipt }),
    previews: (id) => readPreviews(store, id),
    pendingParts: (id) => readPendingParts(store, id),
    noteSent: (id, index, receipt) => noteSent(store, id, { index, receipt }),
    noteRemoved: (id, index) => removePreview(store, id, index),
    closeTurn: (id, how) => closeTurn(store, id, how),

    reopenTurn: (id) => reopenTurn(store, id),
    reopenLastFailed: (asking) => reopenLastFailed(store, asking),
    unreportedFailures: () => readUnreportedFailures(store),
    noteReported: (report) => noteReported(store, report),
    addUsage: (id, usage) => addUsage(store, id, usage),

    recall: createRecall(store),
    measureHistory: () => measureHistory(store),
    moveWindow: (move) => moveWindow(store, move),
    read: (options) => readRecord(store, options),
    changeSettings: (patch) => changeSettings(store, patch),
    forget: (options) => forget(store, options?.before),
    hasForgotten: async () => (await store.readSeenRoot()).isToSweep === true,
    eraseForgotten: (options) => eraseMore(store, options),
  };
}

async function readNextTurn(
  store: ConversationStore,
): Promise<Turn | undefined> {
  for (;;) {
    const root = await store.readNewestRoot();
    const [next] = root.open;
    if (next === undefined) return undefined;
    const turn = await readOpenTurn(store, next);
    // While another worker is at it nothing tells what that stores behind what was read here. Such a turn is read wherever
    // its message is seen before its worker is done: SQS may give one twice, and behind a crash the message, which was
    // hidden before the lease began, comes back before that has run out.
    const isBusy = store.busyUntil(root) > 0;
    const { epoch, leasedUntil } = root;
    store.offered.set(next.id, { epoch, leasedUntil, isBusy });
    if (turn !== undefined) return turn;
    await dropExpired(store, next.id);
  }
}

async function eraseMore(
  store: ConversationStore,
  { limit = ERASED_AT_A_TIME }: { limit?: number } = {},
): Promise<void> {
  const root = await store.readNewestRoot();
  const until = store.busyUntil(root);
  if (until > 0)
    throw new ConversationBusyError({ retryAfterMs: until - store.now() });
  await eraseForgotten(store, { limit });
}

/** A turn that nobody has run for so long that its message is gone must not keep the others from running. */
function dropExpired(store: ConversationStore, id: string): Promise<void> {
  return store.change<void>((root) => {
    if (findOpenTurn(root, id) === undefined) return { result: undefined };
    const rest = withoutOpenTurns(root, [id]);
    return { root: { ...rest, turns: rest.turns - 1 }, result: undefined };
  });
}

async function addUsage(
  store: ConversationStore,
  id: string,
  usage: Usage,
): Promise<void> {
  const root = await store.readRoot();
  const open = findOpenTurn(root, id);
  if (open !== undefined && isUnanswered(open)) return;
  const found = await store.items.endings.get([id], { isConsistent: true });
  const before = found?.value.usage;
  if (before === undefined || found === undefined) return;
  if (found.turn < root.firstNumber) return;
  const ending = { ...found.value, usage: sumUsage([before, usage]) };
  await store.items.endings.put([id], ending, {
    turn: found.turn,
    epoch: root.epoch,
  });
  const known = store.progress.get(id);
  if (known !== undefined) store.progress.set(id, { ...known, ending });
}
