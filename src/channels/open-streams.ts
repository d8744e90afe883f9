import type { CounterChange, Counters } from "../counters.ts";
import { tryToCount } from "./try-to-count.ts";

/**
 * How long a stream may be open, and how long it counts at most: a process that dies leaves its streams counted until then. Longer
 * than a model may take for an answer. The events of a stream that is cut go on with `Last-Event-ID`.
 */
export const STREAM_MS = 15 * 60_000;

/** Somebody who may have so many streams open at the same time. */
export interface StreamOwner {
  /** Of the caller, the address or the visitor. */
  readonly key: string;
  /** 0: no limit. */
  readonly limit: number;
}

/** A place among the open streams. Use it with `await using`, which gives it back where no stream has taken it. Never throws. */
export interface StreamPlace extends AsyncDisposable {
  /** From now on it is the stream's, which calls what is returned at its end. */
  take(): () => Promise<void>;
}

/** `full`: this owner has as many open as it may; or, where `change` is told, that other change was refused. */
export type StreamOpening =
  | { readonly kind: "open"; readonly place: StreamPlace }
  | { readonly kind: "full"; readonly owner: StreamOwner }
  | { readonly kind: "refused"; readonly change: CounterChange };

/** Counts streams, and whatever else holds a connection until an answer is there. */
export interface OpenStreams {
  /** @param also counted in the same request, or else nothing is */
  open(
    owners: readonly StreamOwner[],
    options?: { also?: readonly CounterChange[] },
  ): Promise<StreamOpening>;
}

/** For what does not count. */
export const NOWHERE = createPlace(async () => {});

/**
 * Streams count in the quarter of an hour in which they are opened, and are cut when they are as old: so an owner who opens some
 * just before its end, and others after it, may have twice as many open for a while, and never more.
 * @param counters all keys that are opened together lie together there
 */
export function createOpenStreams({
  counters,
  now = Date.now,
}: {
  counters: Counters;
  now?: () => number;
}): OpenStreams {
  return {
    async open(owners, { also = [] } = {}) {
      const bucket = Math.floor(now() / STREAM_MS);
      const limited = owners.filter(({ limit }) => limit > 0);
      const changeOf = ({ key, limit }: StreamOwner, open: 1 | -1) => ({
        key: `${key}/streams/${bucket}`,
        add: { open },
        atMost: { open: limit },
        expiresAt: (bucket + 2) * STREAM_MS,
      });
      const changes = [...also, ...limited.map((owner) => changeOf(owner, 1))];
      if (changes.length === 0) return { kind: "open", place: NOWHERE };
      const counting = await tryToCount(counters, changes);
      if (counting?.kind === "refused") {
        const change = also[counting.index];
        if (change !== undefined) return { kind: "refused", change };
        const owner = limited[counting.index - also.length];
        if (owner !== undefined) return { kind: "full", owner };
      }
      if (counting === undefined || limited.length === 0)
        return { kind: "open", place: NOWHERE };

      const leave = async (): Promise<void> => {
        const closings = limited.map((owner) => changeOf(owner, -1));
        await tryToCount(counters, closings);
      };
      return { kind: "open", place: createPlace(leave) };
    },
  };
}

function createPlace(leave: () => Promise<void>): StreamPlace {
  let isTaken = false;
  return {
    take() {
      isTaken = true;
      return leave;
    },
    async [Symbol.asyncDispose]() {
      if (!isTaken) await leave();
    },
  };
}
