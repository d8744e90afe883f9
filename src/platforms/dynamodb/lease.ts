import type { ConversationStore } from "./conversation-store.ts";
import { GIVEN_BACK, type Root } from "./root.ts";

/**
 * What is left of a lease when it is no longer relied upon: ten seconds of a minute, which is as long as a request to the
 * table may take. So that what a worker has begun to write is written, or has failed, before another one takes over.
 */
const RESERVED_SHARE = 1 / 6;

/**
 * The root, for what the worker that has begun a turn does for it and the root's swap does not guard: a write of another
 * item, a call, a message. All of that happens while its lease runs by its own clock. Where that has run out the
 * conversation is taken anew first: throws `LeaseLostError` where another worker has it. No request while it runs.
 *
 * Two things rest upon that. Who has been overtaken learns it before it does the next thing, not when it meets what its
 * successor wrote. And who finds a lease that has run out has all in sight that was stored under it: whatever is stored
 * later changes the root first, see `beginAttempt`.
 */
export async function requireLease(store: ConversationStore): Promise<Root> {
  const { heldTurn, leaseMs, now } = store;
  const root = await store.readRootForWork();
  // Without leases there is one worker: an older one of the same object meets the newer one's epoch.
  if (heldTurn() === undefined || leaseMs === 0) return root;
  const isRunning = root.leasedUntil - now() > leaseMs * RESERVED_SHARE;
  return isRunning ? root : renewLease(store);
}

/** See `DynamoMemory`. */
export function renewLease({
  change,
  heldTurn,
}: ConversationStore): Promise<Root> {
  return change(
    // A renewal that is under way when the conversation is given back must not take it again: nobody would be there to have it.
    (root) =>
      heldTurn() === undefined || root.leasedUntil === GIVEN_BACK
        ? { result: root }
        : { root, result: root },
    { isWork: true },
  );
}

/** See `DynamoMemory`. */
export async function releaseLease({
  change,
  heldTurn,
  dropLease,
}: ConversationStore): Promise<void> {
  const turn = heldTurn();
  if (turn === undefined) return;
  await change<void>(
    (root) =>
      root.leasedUntil === GIVEN_BACK
        ? { result: undefined }
        : { root: { ...root, leasedUntil: GIVEN_BACK }, result: undefined },
    { isWork: true },
  );
  dropLease(turn);
}
