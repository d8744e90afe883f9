import {
  createOpenStreams,
  tryToCount,
  type Admission,
} from "../../http/limit-requests.ts";
import { refuse, toSeconds } from "../../http/problems.ts";
import type { CounterChange, Counters } from "../../types/counters.ts";
import type { Problem } from "../../types/problem.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Limits for the page's visitors; 0: unlimited. */
interface VisitorRates {
  /** New visitors from one address. */
  readonly sessionsPerHour: number;
  /** Messages from one address, of all its visitors. */
  readonly messagesPerMinute: number;
  /** Megabytes of files from one address. */
  readonly uploadMegabytesPerHour: number;
  /** Open streams of one visitor, and from one address. */
  readonly streamsPerVisitor: number;
  readonly streamsPerAddress: number;
}

/** A visitor with a session. */
export interface Visitor {
  /** A `ClientKey`. */
  readonly address: string;
  /** The same in all their conversations. */
  readonly name: string;
}

/**
 * Rate limits per visitor and address. Each method sends one request to the
 * counters.
 */
export interface VisitorLimits {
  /** The problem if the address has had too many new sessions. */
  takeSession(address: string): Promise<Problem | undefined>;
  /** Admits a message with its files and the stream of its answer. */
  takeMessage(visitor: Visitor, files?: { bytes: number }): Promise<Admission>;
  takeStream(visitor: Visitor): Promise<Admission>;
}

export function createVisitorLimits({
  rates,
  counters,
  now = Date.now,
}: {
  rates: VisitorRates;
  /** May partition keys by the address that they start with. */
  counters: Counters;
  now?: () => number;
}): VisitorLimits {
  const openStream = createOpenStreams({ counters, now });

  const increment = (
    key: string,
    {
      by = 1,
      limit,
      windowMs,
    }: { by?: number; limit: number; windowMs: number },
  ): readonly CounterChange[] => {
    const window = Math.floor(now() / windowMs);
    const expiresAt = (window + 1) * windowMs;
    const atMost = { taken: limit };
    return limit === 0 || by === 0
      ? []
      : [{ key: `${key}/${window}`, add: { taken: by }, atMost, expiresAt }];
  };

  const open = async (
    { address, name }: Visitor,
    also: readonly CounterChange[],
  ): Promise<Admission> => {
    const opening = await openStream(
      [
        { key: `${address}/${name}`, limit: rates.streamsPerVisitor },
        { key: address, limit: rates.streamsPerAddress },
      ],
      also,
    );
    switch (opening.kind) {
      case "open":
        return opening;
      case "refused":
        return refuse(
          opening.change.key.startsWith(`${address}/uploads/`)
            ? tooManyFiles(
                rates.uploadMegabytesPerHour,
                waitFor(opening.change),
              )
            : tooManyMessages(rates.messagesPerMinute, waitFor(opening.change)),
        );
      case "full":
        return refuse(tooManyStreams(opening.owner.key === address));
    }
  };

  const waitFor = ({ expiresAt }: CounterChange): number =>
    toSeconds(expiresAt - now());

  return {
    async takeSession(address) {
      const [change] = increment(`${address}/sessions`, {
        limit: rates.sessionsPerHour,
        windowMs: HOUR_MS,
      });
      if (change === undefined) return undefined;
      const counting = await tryToCount(counters, [change]);
      return counting?.kind === "refused"
        ? tooManySessions(waitFor(change))
        : undefined;
    },

    takeMessage: (visitor, { bytes } = { bytes: 0 }) =>
      open(visitor, [
        ...increment(`${visitor.address}/messages`, {
          limit: rates.messagesPerMinute,
          windowMs: MINUTE_MS,
        }),
        ...increment(`${visitor.address}/uploads`, {
          by: bytes,
          limit: rates.uploadMegabytesPerHour * 1_000_000,
          windowMs: HOUR_MS,
        }),
      ]),

    takeStream: (visitor) => open(visitor, []),
  };
}

function tooManySessions(retryAfterSeconds: number): Problem {
  return {
    status: 429,
    slug: "too-many-sessions",
    title: "Too many new visitors from your network",
    detail: `The limit applies to everyone who shares your IP address. Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes, or from another network.`,
    retryAfterSeconds,
  };
}

function tooManyMessages(limit: number, retryAfterSeconds: number): Problem {
  return {
    status: 429,
    slug: "too-many-messages-from-network",
    title: "Too many messages from your network",
    detail: `The limit is ${limit} messages per minute for everyone who shares your IP address. This one was not stored; send it again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  };
}

function tooManyFiles(limit: number, retryAfterSeconds: number): Problem {
  return {
    status: 429,
    slug: "too-many-files-from-network",
    title: "Too many files from your network",
    detail: `The limit is ${limit} MB of files per hour for everyone who shares your IP address. This message was not stored; send it again in ${Math.ceil(retryAfterSeconds / 60)} minutes, or without files.`,
    retryAfterSeconds,
  };
}

function tooManyStreams(isAddressLimit: boolean): Problem {
  return {
    status: 429,
    slug: "too-many-streams",
    title: "Too many concurrent streams",
    detail: isAddressLimit
      ? "Too many answers are being streamed to your network. Nothing was stored; try again when some have finished."
      : "This browser is streaming too many answers. Nothing was stored; close other tabs of this page, or try again when some answers have finished.",
    retryAfterSeconds: 10,
  };
}
