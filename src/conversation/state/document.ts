import { sleep } from "../../abort.ts";
import type { ReplyPart } from "../../reply.ts";
import { BusyError } from "../../errors.ts";
import type { Piece, Snapshot, Store } from "../../store.ts";
import type { Turn, TurnStep } from "../../turn.ts";
import {
  type ConversationState,
  type Decision,
  EMPTY_STATE,
  type Run,
} from "./state.ts";

/** Wrong guesses about the state, made again. Each means that somebody else came through. With the pauses: some 20 seconds. */
const MAX_TRIES = 40;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;

/**
 * What is left of a lease when it is no longer relied upon: ten seconds of a minute, which is as long as a request to the store may take. So
 * what a worker has begun to write is written, or has failed, before another one takes over.
 */
const RESERVED_SHARE = 1 / 6;

/** Another worker has the conversation, or too many change it at once. Nothing was changed; later, or when the lease has run out. */
export class ConversationBusyError extends BusyError {
  override readonly name = "ConversationBusyError";

  /** @param retryAfterMs until the lease runs out, unless it is renewed */
  constructor({ retryAfterMs }: { retryAfterMs: number }) {
    super({ reason: "Others have the conversation.", retryAfterMs });
  }
}

/** Another worker has taken the conversation over. Nothing was changed, and nothing that this worker does counts any more. */
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
  /** As it was when the run began, or after others were merged into it. */
  readonly turn: Turn;
  /** Those that are stored. */
  readonly steps: TurnStep[];
  /** Of the reply, once the turn has ended. */
  readonly parts?: readonly ReplyPart[];
}

/** A conversation's state as one worker sees it, and the one way to change it. */
export interface ConversationDocument {
  /** The newest state; while this worker runs a turn, the one that it knows, which lacks what others have added since. */
  readonly read: () => Promise<ConversationState>;
  /** The newest state, from the store in any case. */
  readonly readNewest: () => Promise<ConversationState>;
  /**
   * Stores what `decide` makes of the state, once; decides again where somebody else was faster. That nothing changes is only believed
   * of the newest state.
   * @param options.isWork done for the turn that this worker runs: throws `LeaseLostError` where another one has begun since, and renews the lease
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
  /** Puts pieces of the run. Nothing where the turn was forgotten. */
  put(pieces: readonly Piece[]): Promise<void>;
  readonly held: HeldRun | undefined;
  hold(run: HeldRun | undefined): void;
  /** Before whatever is done for the turn and others notice: throws `LeaseLostError` where it is another worker's. No request while the lease runs. */
  readonly confirmLease: () => Promise<void>;
  readonly renewLease: () => Promise<void>;
  /** Others need not wait for this worker, whose turn is put off. */
  readonly releaseLease: () => Promise<void>;
}

/** @param leaseMs how long a worker that says nothing keeps the conversation; 0 where there is one owner */
export function openDocument({
  store,
  leaseMs,
  now,
}: {
  store: Store<ConversationState>;
  leaseMs: number;
  now: () => number;
}): ConversationDocument {
  let known: Snapshot<ConversationState> | undefined;
  let held: HeldRun | undefined;

  /** What is learned late may be old: requests of one process overtake each other. */
  const learn = (
    snapshot: Snapshot<ConversationState>,
  ): Snapshot<ConversationState> => {
    if (snapshot.version >= (known?.version ?? 0)) known = snapshot;
    return known ?? snapshot;
  };

  const readNewest = async () => learn(await store.read());

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
        const after = decision.state;
        // Nobody waits for a lease that costs nothing to renew. One that is given back stays so.
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
      // What there was before a pause is old again.
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
    const { state = EMPTY_STATE } = known ?? (await readNewest());
    requireLease(state);
    if (state.leasedUntil - now() <= leaseMs * RESERVED_SHARE)
      await renewLease();
  };

  return {
    readNewest: async () => (await readNewest()).state ?? EMPTY_STATE,
    read: async () => {
      const isHeld =
        held !== undefined && known?.state?.epoch === held.run.epoch;
      const snapshot = isHeld ? known : undefined;
      return (snapshot ?? (await readNewest())).state ?? EMPTY_STATE;
    },
    change,
    put: async (pieces) => {
      await confirmLease();
      const isOpen = known?.state?.open.some(
        ({ number }) => number === held?.number,
      );
      if (isOpen) await store.put(pieces);
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

/** So that those who are in each other's way come one after the other: the more of them there seem to be, the further apart. */
function pause(tries: number): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS);
  return sleep(Math.random() * longest, {
    signal: new AbortController().signal,
  });
}
