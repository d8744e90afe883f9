import type { ConversationStore, Offer } from "./conversation-store.ts";
import { supersede } from "./edits.ts";
import { ConversationBusyError } from "./lease-errors.ts";
import { settleMerge } from "./merge-turns.ts";
import {
  findOpenTurn,
  type OpenTurn,
  type Root,
  wasBegun,
  withOpenTurn,
} from "./root.ts";
import { ERASED_MEANWHILE, sweep, withSwept } from "./sweep.ts";

type Beginning =
  | { readonly kind: "begun"; readonly turn: OpenTurn; readonly epoch: number }
  | { readonly kind: "busy"; readonly until: number }
  | { readonly kind: "closed" };

/**
 * Takes the conversation for this worker and counts the attempt; see `Memory`. From then on what a worker before it writes
 * does not count. Throws `ConversationBusyError` while another worker's lease runs, and where another one may have worked since
 * the turn was given out as the next one: what the caller knows of it is old.
 *
 * The epoch tells of workers that have begun since, and the lease of the one that has had it before: that stores nothing
 * once it has run out, unless it renews it (see `requireLease`). Where both are the same, what was read is all there is.
 */
export async function beginAttempt(
  store: ConversationStore,
  id: string,
): Promise<void> {
  const { now, holdLease, progress, offered } = store;
  const offer = offered.get(id);
  const begun = await store.change<Beginning>(async (root) => {
    const turn = findOpenTurn(root, id);
    const isOvertaken = offer !== undefined && !isSame(offer, root);
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

function isSame({ epoch, leasedUntil, isBusy }: Offer, root: Root): boolean {
  return !isBusy && epoch === root.epoch && leasedUntil === root.leasedUntil;
}
