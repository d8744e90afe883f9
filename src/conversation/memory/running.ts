import type { AttachmentContent } from "../../types/channel.ts";
import type { IncomingMessage, QuotedMessage } from "../../types/message.ts";
import { keysUnder } from "../../types/store.ts";
import type { Turn, TurnStep } from "../../types/turn.ts";
import { ConversationBusyError } from "../state/document.ts";
import { endTurn } from "../state/end.ts";
import { nameFiles, readFile } from "../state/files.ts";
import {
  findByNumber,
  loadTurn,
  toTurn,
  type KnownTurn,
} from "../state/load-turn.ts";
import { keys, toPiece } from "../state/pieces.ts";
import {
  beginRun,
  mergeTurns,
  takeNotice,
  type Beginning,
} from "../state/run.ts";
import {
  findOpen,
  isUnanswered,
  type ConversationState,
  type OpenTurn,
  type Outcome,
} from "../state/state.ts";
import type { MemoryContext } from "./context.ts";
import { findQuoted } from "./quotable.ts";
import { toPages, wasShown } from "./shown-pages.ts";

/** Runs turns. */
export interface RunningMemory {
  /** Finds a turn; for an id that was merged into another turn, that one. */
  findTurn(id: string): Promise<Turn | undefined>;
  /** The oldest turn that is not closed. */
  nextTurn(): Promise<Turn | undefined>;
  /** The state of `nextTurn`, without its content. Cheap. */
  nextOpen(): Promise<OpenTurn | undefined>;
  /** The turns that have not begun, oldest first. */
  waitingTurns(): Promise<readonly Turn[]>;
  /**
   * Begins an attempt: counts it and sets the status to `thinking`, unless the
   * turn has ended. Progress (the commit, a sent part) resets the count to 1.
   * Returns the current turn; `undefined` if closed. Throws
   * `ConversationBusyError` while another worker holds the lease.
   */
  beginAttempt(id: string): Promise<Turn | undefined>;
  /**
   * Merges waiting turns, `others`, into a turn without a reply and sets its
   * message; their ids refer to it from then on. Returns `undefined` and
   * changes nothing if their status no longer allows it.
   */
  mergeTurns(
    id: string,
    others: readonly string[],
    message: IncomingMessage,
  ): Promise<Turn | undefined>;
  /**
   * Whether the turn may tell its author that the message cannot be read: no
   * other turn has in the last minute. Idempotent.
   */
  takeNotice(id: string): Promise<boolean>;
  /**
   * The message that a reply names by its id: a person's, by its message id, or
   * a part of the bot's reply, by its receipt, if its turn was closed as
   * quotable. `undefined` if there is none, or it was forgotten.
   */
  findQuoted(id: string): Promise<QuotedMessage | undefined>;
  /**
   * Stores the actions of a model reply, which begin at the next index, or one
   * step whose tool has run. Does nothing if the turn has ended or was
   * forgotten.
   */
  saveSteps(
    id: string,
    from: number,
    steps: readonly TurnStep[],
  ): Promise<void>;
  /**
   * A file that came with a message, by its attachment's `file`; `gone` once
   * the message is answered.
   */
  fetchAttachment(
    file: string,
    options: { maxBytes: number },
  ): Promise<AttachmentContent>;
  /**
   * Whether any turn's stored step has that page among its sources, ignoring
   * fragments. Constant time.
   */
  wasShown(url: string): Promise<boolean>;
  /**
   * Ends the turn, once, with its history and parts. If there are no parts to
   * send, also closes it and, unless it failed, erases the files that came with
   * its message. Returns `undefined` and changes nothing if the turn has ended
   * already or was forgotten.
   */
  commitTurn(id: string, outcome: Outcome): Promise<Turn | undefined>;
}

export function createRunningMemory(context: MemoryContext): RunningMemory {
  const { document, store, load, loadOpen, keepsPages } = context;
  const { read, readNewest } = document;

  return {
    findTurn: async (id) => (await load(await read(), id))?.turn,

    nextOpen: async () => (await readNewest()).open[0],

    async nextTurn() {
      const state = await readNewest();
      const [open] = state.open;
      return open && loadOpen(state, open);
    },

    async waitingTurns() {
      const state = await read();
      const waiting = state.open.filter(({ status }) => status === "accepted");
      const turns = waiting.map((open) => loadOpen(state, open));
      return (await Promise.all(turns)).filter((turn) => turn !== undefined);
    },

    beginAttempt: (id) => beginAttempt(context, id),

    mergeTurns: (id, others, message) =>
      mergeIntoTurn(context, id, { others, message }),

    takeNotice: (id) =>
      document.change(
        (state) => {
          const turn = findOpen(state, id);
          return turn === undefined
            ? { result: false }
            : takeNotice(state, turn, context.now());
        },
        { isWork: document.held?.turn.id === id },
      ),

    findQuoted: (id) => findQuoted(context, id),

    async saveSteps(id, from, steps) {
      const { held } = document;
      const [first] = steps;
      if (held?.turn.id !== id || first === undefined) return;
      const turn = findOpen(await read(), id);
      if (turn === undefined || !isUnanswered(turn)) return;
      const { number } = turn;
      const { epoch } = held.run;
      const isDone = from < held.steps.length;
      await document.put([
        isDone
          ? toPiece(keys.done(number, epoch, from), {
              index: from,
              step: first,
            })
          : toPiece(keys.decided(number, epoch, from), { from, steps }),
        ...(keepsPages ? await toPages(turn, steps) : []),
      ]);
      held.steps.splice(from, steps.length, ...steps);
    },

    fetchAttachment: (file, options) => readFile(store, file, options),

    wasShown: (url) => wasShown(context, url),

    commitTurn: (id, outcome) => commitTurn(context, id, outcome),
  };
}

async function beginAttempt(
  context: MemoryContext,
  id: string,
): Promise<Turn | undefined> {
  const { document, loadOpen, now, leaseMs } = context;
  document.hold(undefined);
  let turn: Turn | undefined;
  const begun = await document.change<Beginning | undefined>(async (state) => {
    const open = findOpen(state, id);
    if (open === undefined) return { result: undefined };
    turn = await loadOpen(state, open);
    return beginRun(state, open, {
      now: now(),
      leaseMs,
      said: turn,
      earlier: await findSuperseded(context, state, open),
    });
  });
  if (begun?.kind === "busy")
    throw new ConversationBusyError({ retryAfterMs: begun.until - now() });
  if (begun === undefined || turn === undefined) return undefined;
  const { status, attempts, number, startedAt } = begun.turn;
  document.hold({
    number,
    run: begun.run,
    turn: { ...turn, status, attempts, ...(startedAt && { startedAt }) },
    steps: [...turn.steps],
  });
  return document.held?.turn;
}

/**
 * The turn that this turn's message is an edit of, if this one has not begun
 * yet.
 */
async function findSuperseded(
  { store }: MemoryContext,
  state: ConversationState,
  { status, supersedes }: OpenTurn,
): Promise<KnownTurn | undefined> {
  if (status !== "accepted" || supersedes === undefined) return undefined;
  const found = await findByNumber(store, state, supersedes);
  return found.kind === "known" ? found : undefined;
}

async function mergeIntoTurn(
  { document, store, load }: MemoryContext,
  id: string,
  { others, message }: { others: readonly string[]; message: IncomingMessage },
): Promise<Turn | undefined> {
  let merged: readonly OpenTurn[] = [];
  const isMerged = await document.change(
    (state) => {
      merged = state.open.filter((turn) => others.includes(turn.id));
      return mergeTurns(state, { id, others, message });
    },
    { isWork: true },
  );
  if (!isMerged) return undefined;
  await Promise.all(
    merged.map(({ number }) => store.erase(keysUnder(keys.turn(number)))),
  );
  const state = await document.read();
  const { held } = document;
  if (held?.turn.id !== id) return (await load(state, id))?.turn;
  const turn = { ...held.turn, message };
  document.hold({ ...held, turn });
  const isStopped = findOpen(state, id)?.isStopped;
  const steps = [...held.steps];
  return { ...turn, steps, ...(isStopped && { isStopped }) };
}

async function commitTurn(
  context: MemoryContext,
  id: string,
  outcome: Outcome,
): Promise<Turn | undefined> {
  const { document, store, now } = context;
  const isWork = document.held?.turn.id === id;
  let before: Turn | undefined;
  const ended = await document.change<OpenTurn | undefined>(
    async (state) => {
      const turn = findOpen(state, id);
      if (turn === undefined || !isUnanswered(turn))
        return { result: undefined };
      before = await loadWithSteps(context, state, turn);
      return endTurn(state, turn, {
        outcome,
        steps: before?.steps ?? [],
        message: before?.message,
        now: now(),
      });
    },
    { isWork },
  );
  if (ended === undefined || before === undefined) return undefined;
  const hasFiles = nameFiles(before.message).length > 0;
  if (hasFiles && ended.status === "delivered")
    await store.erase(keysUnder(keys.files(ended.number)));
  const { held } = document;
  if (held?.turn.id === id) document.hold({ ...held, parts: outcome.parts });
  const { isStopped: _, failure: __, ...said } = before;
  const { reply, usage } = outcome;
  return toTurn(ended, { ...said, reply, usage });
}

/** The turn with its stored steps; without a read if this worker runs it. */
async function loadWithSteps(
  { document: { held }, store }: MemoryContext,
  state: ConversationState,
  open: OpenTurn,
): Promise<Turn | undefined> {
  if (held?.number === open.number)
    return { ...held.turn, steps: [...held.steps] };
  return (await loadTurn(store, state, { id: open.id, state: open }))?.turn;
}
