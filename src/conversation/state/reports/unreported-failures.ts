import type { FailedTurn } from "../../../types/archive.ts";
import type { TurnReference } from "../../../types/mailbox.ts";
import type { Piece } from "../../../types/store.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keys, type StoredReport } from "../pieces.ts";
import { eraseAt, listUnder, numberIn } from "../read-pieces.ts";
import { findOpen, type ConversationState } from "../state.ts";

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

/** Reports per alarm. */
const MAX_REPORTS = 20;

/**
 * Changes that the list of failed turns has not seen yet, oldest first, at most
 * 20. Includes recovered turns that were never confirmed by `noteReported`,
 * since the list may have them.
 */
export async function unreportedFailures(
  context: MemoryContext,
): Promise<readonly FailureReport[]> {
  const { document } = context;
  const state = await document.readNewest();
  if (!state.hasReports) return [];
  const reports = await listReports(context);
  const newest = new Map(reports.map((report) => [report.value.id, report]));
  // Forgotten turns are reported when erased.
  if (newest.size === 0 && !state.isErasing) {
    // Unless another change intervened.
    await document.change<void>((current) => {
      const { hasReports: _, ...rest } = current;
      return current === state
        ? { state: rest, result: undefined }
        : { result: undefined };
    });
  }
  return Promise.all(
    [...newest.values()].map((report) => toReport(context, state, report)),
  );
}

/** Confirms that the list has this report. */
export async function noteReported(
  context: MemoryContext,
  { revision, turn: { id } }: FailureReport,
): Promise<void> {
  for (const { key, value } of await listReports(context))
    if (value.id === id && key < keys.report(revision + 1, 0))
      await eraseAt(context.store, key);
}

function listReports({
  store,
}: MemoryContext): Promise<readonly Piece<StoredReport>[]> {
  return listUnder(store, keys.reports(), { limit: MAX_REPORTS });
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
