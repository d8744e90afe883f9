import type { FailedTurn } from "../../archive.ts";
import type { TurnReference } from "../../ports.ts";
import type { Piece } from "../../store.ts";
import type { Turn, Usage } from "../../turn.ts";
import { reopenTurn } from "../state/end.ts";
import { findByNumber, type LoadedTurn } from "../state/load-turn.ts";
import {
  eraseAt,
  hashText,
  keys,
  listBetween,
  listUnder,
  numberIn,
  toPiece,
  type StoredReport,
} from "../state/pieces.ts";
import { type ConversationState, findOpen, withOpen } from "../state/state.ts";
import type { MemoryContext } from "./context.ts";

/** `recovered`: a turn in the list has not failed any more, or was forgotten. */
type FailureReport = {
  /** How much was known of the turn when it was read: `noteReported` leaves what came later. */
  readonly revision: number;
} & (
  | { readonly kind: "failed"; readonly turn: FailedTurn }
  | { readonly kind: "recovered"; readonly turn: TurnReference }
);

/** What becomes of turns that have failed. */
export interface FailingMemory {
  /**
   * Opens a failed turn again, its attempts counted from zero. Its steps stay, so that it resumes after them; its notice goes. One with
   * an answer continues with the parts that are not sent. `undefined`, and nothing changed, for one that has not failed or is not closed.
   */
  reopenTurn(id: string): Promise<Turn | undefined>;
  /** The same for the newest failed turn before a turn that asks for it, commands left out: its `target`. Once for that turn; then tells which it was. */
  reopenLastFailed(asking: string): Promise<Turn | undefined>;
  /**
   * What the list of failed turns does not know yet, oldest first; some of it where there is much. One that has not failed any more is
   * among them also where `noteReported` was never called for it: the list may still know it.
   */
  unreportedFailures(): Promise<readonly FailureReport[]>;
  /** The list knows it now. */
  noteReported(report: FailureReport): Promise<void>;
  /** Adds what was spent after a turn's end to its usage; nothing for one that has not ended or was forgotten. */
  addUsage(id: string, usage: Usage): Promise<void>;
}

/** One alarm reports no more. */
const MAX_REPORTS = 20;

export function createFailingMemory(context: MemoryContext): FailingMemory {
  const { document, store, find, load } = context;
  const { change, read, readNewest } = document;

  const listReports = () =>
    listUnder(store, keys.reports(), { limit: MAX_REPORTS });

  /** It counts as failed no more. */
  const readReopened = async (id: string): Promise<Turn | undefined> => {
    const found = await load(await read(), id);
    if (found === undefined) return undefined;
    const key = keys.failed(found.state.number);
    await eraseAt(store, key);
    return found.turn;
  };

  return {
    async reopenTurn(id) {
      const isReopened = await change(async (state) => {
        const found = await load(state, id);
        return found?.turn.id !== id || findOpen(state, id) !== undefined
          ? { result: false }
          : reopenTurn(state, found, await hashText(id));
      });
      return isReopened ? readReopened(id) : undefined;
    },

    async reopenLastFailed(asking) {
      const found = await change<Target | undefined>(async (state) => {
        const turn = findOpen(state, asking);
        if (turn === undefined) return { result: undefined };
        if (turn.target !== undefined) {
          const known = await findByNumber(store, state, turn.target);
          if (known.kind !== "known") return { result: undefined };
          return { result: { id: known.id, wasReopened: true } };
        }
        const failed = await findLastFailed(context, state, turn.number);
        if (failed === undefined) return { result: undefined };
        const { id } = failed.turn;
        const target = failed.state.number;
        const marked = withOpen(state, { ...turn, target });
        return {
          ...reopenTurn(marked, failed, await hashText(id)),
          result: { id, wasReopened: false },
        };
      });
      if (found === undefined) return undefined;
      return found.wasReopened
        ? (await load(await read(), found.id))?.turn
        : readReopened(found.id);
    },

    async unreportedFailures() {
      const state = await readNewest();
      if (!state.hasReports) return [];
      const reports = await listReports();
      const newest = new Map(
        reports.map((report) => [report.value.id, report]),
      );
      // What was forgotten is reported while it is erased.
      if (newest.size === 0 && !state.isErasing) {
        // Unless something has been added since.
        await change<void>((current) => {
          const { hasReports: _, ...rest } = current;
          return current === state
            ? { state: rest, result: undefined }
            : { result: undefined };
        });
      }
      return Promise.all(
        [...newest.values()].map((report) => toReport(context, state, report)),
      );
    },

    async noteReported({ revision, turn: { id } }) {
      for (const { key, value } of await listReports())
        if (value.id === id && key < keys.report(revision + 1, 0))
          await eraseAt(store, key);
    },

    async addUsage(id, usage) {
      const known = await find(await read(), id);
      if (known.kind !== "known" || known.id !== id) return;
      const { ending, number } = known.state;
      if (ending === undefined) return;
      const key = keys.usage(number, crypto.randomUUID());
      await store.put([toPiece(key, usage)]);
    },
  };
}

interface Target {
  readonly id: string;
  /** For the same turn, before. */
  readonly wasReopened: boolean;
}

/** The newest failed turn before that number that is no command. */
async function findLastFailed(
  { store, load }: MemoryContext,
  state: ConversationState,
  before: number,
): Promise<LoadedTurn | undefined> {
  const range = {
    from: keys.failed(state.firstTurn),
    to: keys.failed(before - 1),
  };
  const failures = await listBetween(store, range, { isNewestFirst: true });
  for (const { value } of failures) {
    const isOpen = findOpen(state, value.id) !== undefined;
    const found =
      value.isCommand || isOpen ? undefined : await load(state, value.id);
    if (found?.state.status === "failed") return found;
  }
  return undefined;
}

async function toReport(
  { load }: MemoryContext,
  state: ConversationState,
  report: Piece<StoredReport>,
): Promise<FailureReport> {
  const revision = numberIn(report, 1);
  const { id, conversation } = report.value;
  const isOpen = findOpen(state, id) !== undefined;
  const found = isOpen ? undefined : await load(state, id);
  const failure = found?.state.failure;
  if (found?.state.status !== "failed" || failure === undefined)
    return { revision, kind: "recovered", turn: { id, conversation } };
  return {
    revision,
    kind: "failed",
    turn: {
      id,
      conversation,
      channel: found.turn.message.channel,
      failure: failure.reason,
      attempts: failure.attempts,
      acceptedAt: found.state.acceptedAt,
      failedAt: failure.at,
    },
  };
}
