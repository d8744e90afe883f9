import type { FailedTurn } from "../../types/archive.ts";
import type { TurnReference } from "../../types/mailbox.ts";
import type { Piece } from "../../types/store.ts";
import type { Turn, Usage } from "../../types/turn.ts";
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
import { findOpen, withOpen, type ConversationState } from "../state/state.ts";
import type { MemoryContext } from "./context.ts";

/** `recovered`: a listed turn is no longer failed, or was forgotten. */
type FailureReport = {
  /**
   * Number of the last report that was read; `noteReported` keeps later ones.
   */
  readonly revision: number;
} & (
  | { readonly kind: "failed"; readonly turn: FailedTurn }
  | { readonly kind: "recovered"; readonly turn: TurnReference }
);

/** Handles failed turns. */
export interface FailingMemory {
  /**
   * Reopens a failed turn with its attempts reset. Keeps its steps, so that it
   * resumes after them, but not its notice. If it has an answer, only the
   * unsent parts are delivered. Returns `undefined` and changes nothing if the
   * turn is not failed or not closed.
   */
  reopenTurn(id: string): Promise<Turn | undefined>;
  /**
   * Like `reopenTurn`, for the newest failed turn before the turn `asking`,
   * except commands. That one becomes the `target` of `asking`; repeated calls
   * return it and change nothing.
   */
  reopenLastFailed(asking: string): Promise<Turn | undefined>;
  /**
   * Changes that the list of failed turns has not seen yet, oldest first, at
   * most 20. Includes recovered turns that were never confirmed by
   * `noteReported`, since the list may have them.
   */
  unreportedFailures(): Promise<readonly FailureReport[]>;
  /** Confirms that the list has this report. */
  noteReported(report: FailureReport): Promise<void>;
  /**
   * Adds tokens used after a turn's end to its usage. Does nothing if it has
   * not ended, or was forgotten.
   */
  addUsage(id: string, usage: Usage): Promise<void>;
}

/** Reports per alarm. */
const MAX_REPORTS = 20;

export function createFailingMemory(context: MemoryContext): FailingMemory {
  const { document, store, find, load } = context;
  const { change, read, readNewest } = document;

  const listReports = () =>
    listUnder(store, keys.reports(), { limit: MAX_REPORTS });

  /** Loads a reopened turn and removes it from the failed ones. */
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
      // Forgotten turns are reported when erased.
      if (newest.size === 0 && !state.isErasing) {
        // Unless another change intervened.
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
  /** Reopened by an earlier call for the same turn. */
  readonly wasReopened: boolean;
}

/** The newest failed turn with a lower number, except commands. */
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
