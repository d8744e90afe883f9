import { sleep } from "../../runtime/abort.ts";
import { BusyError } from "../../types/errors.ts";
import type { ReplyPart } from "../../types/reply.ts";
import type { Piece, Snapshot, Store } from "../../types/store.ts";
import type { Step, Turn } from "../../types/turn.ts";
import { markUnlisted } from "./reports/mark-unlisted.ts";
import {
  EMPTY_STATE,
  isUnanswered,
  type ConversationState,
  type Decision,
  type Run,
} from "./state.ts";

/**
 * Attempts to commit, each after a lost race. With the pauses, about 20
 * seconds.
 */
const MAX_TRIES = 40;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;

/**
 * The share of a lease that is not relied upon: ten seconds of a minute, the
 * maximum duration of a store request. So a worker's last write has succeeded
 * or failed before another worker takes over.
 */
const RESERVED_SHARE = 1 / 6;

/**
 * Another worker holds the lease, or too many workers change the conversation
 * at once. Nothing was changed; retry later.
 */
export class ConversationBusyError extends BusyError {
  override readonly name = "ConversationBusyError";

  /** @param retryAfterMs until the lease expires, unless it is renewed */
  constructor({ retryAfterMs }: { retryAfterMs: number }) {
    super({ reason: "Others have the conversation.", retryAfterMs });
  }
}

/**
 * Another worker has taken over the conversation. Nothing was changed; this
 * worker must stop.
 */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";

  constructor() {
    super("Another worker has taken the conversation over.");
  }
}

/** The turn that this worker runs. */
interface HeldRun {
  readonly number: number;
  readonly run: Run;
  /** As of the start of the run, or of the last merge. */
  readonly turn: Turn;
  /** The stored steps. */
  readonly steps: Step[];
  /** Of the reply, once the turn has ended. */
  readonly parts?: readonly ReplyPart[];
}

/** A conversation's state with optimistic locking and leases. */
export interface ConversationDocument {
  /**
   * Returns the newest state; during a run, the cached state, which may lack
   * other workers' changes.
   */
  readonly read: () => Promise<ConversationState>;
  /** Always reads the store. */
  readonly readNewest: () => Promise<ConversationState>;
  /**
   * Commits the decision on the state, once; decides again if another worker
   * committed first. A decision to change nothing is accepted only for the
   * newest state.
   * @param options.isWork part of the held run: renews the lease; throws
   * `LeaseLostError` if another run has begun since
   * @param options.isConfirmedLater see `Store.commit`
   */
  readonly change: <Result>(
    decide: (
      state: ConversationState,
    ) => Decision<Result> | Promise<Decision<Result>>,
    options?: {
      readonly isWork?: boolean;
      readonly isConfirmedLater?: boolean;
    },
  ) => Promise<Result>;
  /**
   * Puts pieces of the held run. Does nothing if its turn has ended or was
   * forgotten.
   */
  put(pieces: readonly Piece[]): Promise<void>;
  readonly held: HeldRun | undefined;
  hold(run: HeldRun | undefined): void;
  /**
   * Call before any externally visible effect of the run. Throws
   * `LeaseLostError` if another worker has taken over. Makes no request unless
   * the lease is about to expire.
   */
  readonly confirmLease: () => Promise<void>;
  readonly renewLease: () => Promise<void>;
  /** Releases the lease of a postponed turn, so that others need not wait. */
  readonly releaseLease: () => Promise<void>;
}

/** @param leaseMs lease duration of a worker; 0 if there is a single owner */
export function openDocument({
  store,
  leaseMs,
  isIndexed,
  now,
}: {
  store: Store<ConversationState>;
  leaseMs: number;
  /** Marks turns whose rows in the index are out of date. */
  isIndexed: boolean;
  now: () => number;
}): ConversationDocument {
  let known: Snapshot<ConversationState> | undefined;
  let held: HeldRun | undefined;

  /**
   * Caches the newest snapshot; concurrent requests may return out of order.
   */
  const learn = (
    snapshot: Snapshot<ConversationState>,
  ): Snapshot<ConversationState> => {
    if (known === undefined || snapshot.version >= known.version)
      known = snapshot;
    return known;
  };

  const readNewest = async () => learn(await store.read());

  const read = async (): Promise<ConversationState> => {
    const isHeld = held !== undefined && known?.state?.epoch === held.run.epoch;
    const snapshot = isHeld ? known : undefined;
    return (snapshot ?? (await readNewest())).state ?? EMPTY_STATE;
  };

  const requireLease = (state: ConversationState): void => {
    if (held !== undefined && state.epoch !== held.run.epoch)
      throw new LeaseLostError();
  };

  const change: ConversationDocument["change"] = async (
    decide,
    { isWork = false, isConfirmedLater = false } = {},
  ) => {
    let isNewest = false;
    let snapshot = known ?? learn(await store.read({ mayBeStale: true }));
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const state = snapshot.state ?? EMPTY_STATE;
      if (isWork) requireLease(state);
      const decision = await decide(state);
      if (decision.state === undefined && isNewest) return decision.result;
      if (decision.state !== undefined) {
        const after = isIndexed
          ? markUnlisted(state, decision.state)
          : decision.state;
        // Each commit renews the lease for free, unless it has been released.
        const isRenewed = isWork && leaseMs > 0 && after.leasedUntil > 0;
        const commit = await store.commit({
          expected: snapshot.version,
          state: isRenewed ? { ...after, leasedUntil: now() + leaseMs } : after,
          ...(decision.put !== undefined && { put: decision.put }),
          ...(isConfirmedLater && { isConfirmedLater }),
        });
        snapshot = learn(commit.snapshot);
        if (commit.kind === "committed") return decision.result;
        if (isNewest) await pause(tries);
      }
      // The snapshot predates the pause: read again.
      if (isNewest || decision.state === undefined)
        snapshot = await readNewest();
      isNewest = true;
    }
    throw new ConversationBusyError({ retryAfterMs: MAX_PAUSE_MS });
  };

  const renewLease = () =>
    change<void>(
      (state) =>
        held === undefined || state.leasedUntil === 0
          ? { result: undefined }
          : { state, result: undefined },
      { isWork: true },
    );

  const confirmLease = async (): Promise<void> => {
    if (held === undefined || leaseMs === 0) return;
    const state = await read();
    requireLease(state);
    if (state.leasedUntil - now() <= leaseMs * RESERVED_SHARE)
      await renewLease();
  };

  return {
    readNewest: async () => (await readNewest()).state ?? EMPTY_STATE,
    read,
    change,
    put: async (pieces) => {
      await confirmLease();
      const turn = known?.state?.open.find(
        ({ number }) => number === held?.number,
      );
      if (turn !== undefined && isUnanswered(turn)) await store.put(pieces);
    },
    get held() {
      return held;
    },
    hold: (run) => {
      held = run;
    },
    confirmLease,
    renewLease,
    releaseLease: async () => {
      if (held === undefined) return;
      await change<void>(
        (state) =>
          state.leasedUntil === 0
            ? { result: undefined }
            : { state: { ...state, leasedUntil: 0 }, result: undefined },
        { isWork: true },
      );
      held = undefined;
    },
  };
}

/** Random exponential backoff between contending workers. */
function pause(tries: number): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS);
  return sleep(Math.random() * longest);
}
