import type { ConversationStore } from "./conversation-store.ts";
import { supersede } from "./edits.ts";
import { ConversationBusyError } from "./lease-errors.ts";
import { settleMerge } from "./merge-turns.ts";
import { findOpenTurn, type OpenTurn, wasBegun, withOpenTurn } from "./root.ts";
import { ERASED_MEANWHILE, sweep, withSwept } from "./sweep.ts";

type Beginning =
  | { readonly kind: "begun"; readonly turn: OpenTurn; readonly epoch: number }
  | { readonly kind: "busy"; readonly until: number }
  | { readonly kind: "closed" };

/**
 * Takes the conversation for this worker and counts the attempt; see `Memory`. From then on what a worker before it writes
 * does not count. Throws `ConversationBusyError` while another worker's lease runs, and where another one has worked since
 * the turn was given out as the next one: what the caller knows of it is old.
 */
export async function beginAttempt(
  store: ConversationStore,
  id: string,
): Promise<void> {
  const { now, holdLease, progress, offered } = store;
  const epoch = offered.get(id);
  const begun = await store.change<Beginning>(async (root) => {
    const turn = findOpenTurn(root, id);
    const isOvertaken = epoch !== undefined && epoch !== root.epoch;
    if (turn === undefined && !isOvertaken)
      return { result: { kind: "closed" } };
    const until = store.busyUntil(root);
    if (turn === undefined || isOvertaken || until > 0)
      return { result: { kind: "busy", until: Math.max(until, now()) } };
    await settleMerge(store, turn);
    const swept = root.isToSweep
      ? await sweep(store, root, { limit: ERASED_MEANWHILE })
      : {};
    const rest = await supersede(store, withSwept(root, swept.to), turn);
    const lease = store.lease(root);
    const begins: OpenTurn = {
      ...turn,
      status: turn.status === "accepted" ? "thinking" : turn.status,
      attempts: turn.attempts + 1,
    };
    return {
      root: { ...withOpenTurn(rest, begins), ...lease },
      result: { kind: "begun", turn, epoch: lease.epoch },
    };
  });
  progress.clear();
  offered.clear();
  if (begun.kind === "closed") return;
  if (begun.kind === "busy")
    throw new ConversationBusyError({ retryAfterMs: begun.until - now() });
  holdLease({ turn: id, epoch: begun.epoch });
  const { supersedes } = begun.turn;
  if (!wasBegun(begun.turn))
    progress.set(id, {
      steps: [],
      hasParts: supersedes !== undefined,
    });
}
