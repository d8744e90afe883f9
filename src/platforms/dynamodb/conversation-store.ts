import {
  type ConversationItems,
  createConversationItems,
  type Ending,
  type StoredTurn,
} from "./conversation-items.ts";
import type { TurnStep } from "../../turn.ts";
import type { Entry } from "./collection.ts";
import { ConversationBusyError, LeaseLostError } from "./lease-errors.ts";
import { GIVEN_BACK, type Root } from "./root.ts";
import { createRootStore, type RootStore } from "./root-store.ts";
import type { DynamoTable } from "./table.ts";

const DAY_SECONDS = 86_400;
/**
 * How much longer than its turn is shown an item lies in the table: so that the turn's id stays known, and that one which is
 * still open goes on.
 */
const MORE_DAYS = 2;
/** Wrong guesses about the root, made again. Each means that somebody else came through. With the pauses between them: 20 seconds or so. */
const MAX_TRIES = 40;
const FIRST_PAUSE_MS = 50;
/** Beside a hundred others that are in each other's way, each finds its moment. */
const MAX_PAUSE_MS = 1_000;

/** What is to become of the root, and what the caller learns then. Without `root` it stays as it is. */
export interface Decision<Result> {
  readonly root?: Root;
  readonly result: Result;
}

/** One conversation in the table, as one worker sees it. */
export interface ConversationStore {
  readonly conversation: string;
  readonly pk: string;
  readonly table: DynamoTable;
  readonly items: ConversationItems;
  readonly now: () => number;
  /** Whether turns expire at all. */
  readonly isExpiring: boolean;
  /** Whether a turn whose message came then is as good as forgotten, unless it is open. Its items may be there still. */
  readonly isExpired: (acceptedAt: number) => boolean;
  /**
   * As it is now. Who has the conversation knows it by heart, but for what others add.
   * @param isConsistent without it what others have done just now may be missing
   */
  readonly readRoot: (options?: { isConsistent?: boolean }) => Promise<Root>;
  /** As this process has seen it last. */
  readonly readSeenRoot: () => Promise<Root>;
  /** As it is now, whoever has the conversation. */
  readonly readNewestRoot: () => Promise<Root>;
  /** The same, for what only the worker does that has the conversation. Throws `LeaseLostError` once it knows that another one has. */
  readonly readRootForWork: () => Promise<Root>;
  /**
   * Swaps the root for what `decide` makes of it, once; decides again where somebody else was faster. What it writes before
   * that has to be such that nobody sees it until then. That nothing is to be changed is only believed of the newest root.
   * @param isWork done by the worker that has the conversation: throws `LeaseLostError` where another one has it now, and
   *   renews the lease, unless it is given back
   */
  readonly change: <Result>(
    decide: (
      root: Root,
      options: { isNewest: boolean },
    ) => Decision<Result> | Promise<Decision<Result>>,
    options?: { isWork?: boolean },
  ) => Promise<Result>;
  /** Until when another worker has the conversation; 0 where none has. */
  readonly busyUntil: (root: Root) => number;
  /** How long a worker that says nothing keeps the conversation; 0: it is given to whoever asks. */
  readonly leaseMs: number;
  /** Takes the conversation: the epoch and the lease are to be part of the root that is swapped in. */
  readonly lease: (root: Root) => Pick<Root, "epoch" | "leasedUntil">;
  /** Work on that turn has begun: what is written from now on is of that epoch. */
  readonly holdLease: (lease: HeldLease) => void;
  /** The work is done, or put off. Nothing where it is that on another turn. */
  readonly dropLease: (turn: string) => void;
  /** The turn that this worker has begun. */
  readonly heldTurn: () => string | undefined;
  /** What this worker knows of the turn that it has begun, since it was there from its beginning on. */
  readonly progress: Map<string, Progress>;
  /** The lease at which a turn was given out as the next one, until work on it begins. */
  readonly offered: Map<string, Offer>;
  /** The turn that was read last, as it was opened. */
  readonly lastRead: Map<string, Entry<StoredTurn>>;
}

/** Of the root that named the turn. */
export interface Offer extends Pick<Root, "epoch" | "leasedUntil"> {
  /** Another worker's lease was running. */
  readonly isBusy: boolean;
}

interface HeldLease {
  readonly turn: string;
  readonly epoch: number;
}

export interface Progress {
  readonly steps: readonly TurnStep[];
  /** Something was shown or sent of its reply. */
  readonly hasParts: boolean;
  /** As it was committed. */
  readonly ending?: Ending;
}

/** @param retentionDays 0: what is stored is kept */
export function openConversationStore({
  table,
  conversation,
  leaseMs,
  retentionDays,
  now,
}: {
  table: DynamoTable;
  conversation: string;
  leaseMs: number;
  retentionDays: number;
  now: () => number;
}): ConversationStore {
  const pk = `conversation#${conversation}`;
  const isExpiring = retentionDays > 0;
  const expires = (days: number): number | undefined =>
    isExpiring
      ? Math.floor(now() / 1000) + (retentionDays + days) * DAY_SECONDS
      : undefined;
  const roots: RootStore = createRootStore({
    table,
    pk,
    // It outlives what it refers to: nothing that is left may belong to a root that begins anew.
    expires: () => expires(MORE_DAYS + 1),
  });
  let held: HeldLease | undefined;
  let known: Root | undefined;
  const progress = new Map<string, Progress>();

  /** What is learned late may be old: requests of one process overtake each other. */
  const learn = (root: Root): Root => {
    if (root.version >= (known?.version ?? 0)) known = root;
    return known ?? root;
  };

  const readRoot = async ({ isConsistent = true } = {}): Promise<Root> => {
    const before = known;
    const read = await roots.read({ isConsistent });
    // One that has expired begins anew.
    if (isConsistent && known === before) known = read;
    return learn(read);
  };

  const requireLease = (root: Root): Root => {
    if (held !== undefined && root.epoch !== held.epoch)
      throw new LeaseLostError();
    return root;
  };

  /** Nobody waits for a lease that costs nothing to renew. One that is given back stays so. */
  const withLease = (root: Root): Root =>
    held === undefined || root.leasedUntil === GIVEN_BACK
      ? root
      : { ...root, leasedUntil: now() + leaseMs };

  const readKnown = async ({ isConsistent = true } = {}) =>
    held !== undefined && known?.epoch === held.epoch
      ? known
      : readRoot({ isConsistent: isConsistent || known === undefined });

  return {
    conversation,
    pk,
    table,
    now,
    leaseMs,
    isExpiring,
    isExpired: (acceptedAt) =>
      isExpiring && acceptedAt + retentionDays * DAY_SECONDS * 1000 <= now(),
    items: createConversationItems({
      table,
      pk,
      expires: () => expires(MORE_DAYS),
    }),

    readRoot: readKnown,
    readSeenRoot: async () => known ?? (await readRoot()),
    readNewestRoot: () => readRoot(),
    readRootForWork: async () => requireLease(await readKnown()),

    change: async (decide, { isWork = false } = {}) => {
      // Nothing fences off what is written for a turn that nobody has begun, so that nothing is guessed there.
      let isNewest = isWork && held === undefined;
      let root = isNewest
        ? await readRoot()
        : (known ?? (await readRoot({ isConsistent: false })));
      for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
        if (isWork) requireLease(root);
        const decision = await decide(root, { isNewest });
        const swapped =
          decision.root === undefined
            ? undefined
            : await roots.swap(
                root,
                isWork ? withLease(decision.root) : decision.root,
              );
        if (swapped?.kind === "swapped") {
          learn(swapped.root);
          return decision.result;
        }
        if (swapped === undefined && isNewest) return decision.result;
        if (isNewest) {
          await pause(attempt);
          // What there was before the pause is old again.
          root = await readRoot();
        } else root = learn(swapped?.root ?? (await readRoot()));
        isNewest = true;
      }
      throw new ConversationBusyError({ retryAfterMs: MAX_PAUSE_MS });
    },

    busyUntil: ({ epoch, leasedUntil }) =>
      epoch !== held?.epoch && leasedUntil > now() ? leasedUntil : 0,
    lease: ({ epoch }) => ({
      epoch: epoch + 1,
      leasedUntil: now() + leaseMs,
    }),
    holdLease: (lease) => {
      held = lease;
    },
    dropLease: (turn) => {
      progress.delete(turn);
      if (held?.turn === turn) held = undefined;
    },
    heldTurn: () => held?.turn,
    progress,
    offered: new Map(),
    lastRead: new Map(),
  };
}

/** So that those who are in each other's way come one after the other: the more of them there seem to be, the further apart. */
function pause(attempt: number): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS);
  return new Promise((resolve) => {
    setTimeout(resolve, Math.random() * longest);
  });
}
