import {
  admit,
  streamsOf,
  type Admission,
  type StatedLimit,
} from "../../http/stream-place.ts";
import type { Limiter } from "../../limits/limiter.ts";
import type { Problem } from "../../types/problem.ts";
import type { Turn } from "../../types/turn.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Limits for the page's visitors; 0: unlimited. */
export interface VisitorLimits {
  readonly limiter: Limiter;
  readonly rates: {
    /** New visitors from one address. */
    readonly sessionsPerHour: number;
    /** Messages from one address, of all its visitors. */
    readonly messagesPerMinute: number;
    /** Messages from one site that embeds the chat. */
    readonly siteMessagesPerMinute: number;
    /** Megabytes of files from one address. */
    readonly uploadMegabytesPerHour: number;
    /** Open streams of one visitor, and from one address. */
    readonly streamsPerVisitor: number;
    readonly streamsPerAddress: number;
  };
}

/** A visitor with a session. */
export interface Visitor {
  /** A `ClientKey`. */
  readonly address: string;
  /** The same in all their conversations. */
  readonly name: string;
  /** The origin of the site that embeds the chat. */
  readonly site: string | undefined;
}

/** Admits a new visitor. */
export function admitSession(
  { limiter, rates: { sessionsPerHour: limit } }: VisitorLimits,
  address: string,
): Promise<Admission> {
  const key = `${address}/sessions`;
  return admit(limiter, [
    { key, limit, windowMs: HOUR_MS, problem: tooManySessions },
  ]);
}

/** Admits a message with its files and the stream of its answer. */
export function admitMessage(
  limits: VisitorLimits,
  visitor: Visitor,
  files: { bytes: number },
): Promise<Admission> {
  const { address, site } = visitor;
  const { messagesPerMinute, siteMessagesPerMinute, uploadMegabytesPerHour } =
    limits.rates;
  return admit(limits.limiter, [
    {
      key: `${address}/messages`,
      limit: messagesPerMinute,
      windowMs: MINUTE_MS,
      problem: (seconds) => tooManyMessages(messagesPerMinute, seconds),
    },
    {
      key: `site/${site}/messages`,
      limit: site === undefined ? 0 : siteMessagesPerMinute,
      windowMs: MINUTE_MS,
      problem: (seconds) => tooManyFromSite(siteMessagesPerMinute, seconds),
    },
    {
      key: `${address}/uploads`,
      limit: uploadMegabytesPerHour * 1_000_000,
      windowMs: HOUR_MS,
      amount: files.bytes,
      problem: (seconds) => tooManyFiles(uploadMegabytesPerHour, seconds),
    },
    ...streams(limits, visitor),
  ]);
}

/** Admits the rating of an answer, or the choice of a version. */
export function admitChange(
  { limiter, rates: { messagesPerMinute: limit } }: VisitorLimits,
  { address }: Visitor,
  kind: "ratings" | "choices",
): Promise<Admission> {
  return admit(limiter, [
    {
      key: `${address}/${kind}`,
      limit,
      windowMs: MINUTE_MS,
      problem: (seconds) => tooManyChanges(kind, seconds),
    },
  ]);
}

/** A search reads all conversations of a visitor. */
const SEARCHES_PER_MINUTE = 30;

export function admitSearch(
  { limiter }: VisitorLimits,
  { address, name }: Visitor,
): Promise<Admission> {
  return admit(limiter, [
    {
      key: `${address}/${name}/searches`,
      limit: SEARCHES_PER_MINUTE,
      windowMs: MINUTE_MS,
      problem: tooManySearches,
    },
  ]);
}

const DAY_MS = 24 * HOUR_MS;

/** Whether a turn's suggestions are not paid for yet; then they count as such. */
export async function isFirstSuggestion(
  { limiter }: VisitorLimits,
  { address, name }: Visitor,
  { id, message: { conversation } }: Pick<Turn, "id" | "message">,
): Promise<boolean> {
  const key = `${address}/${name}/suggestions/${conversation}/${id}`;
  const taking = await limiter.take([{ key, limit: 1, windowMs: DAY_MS }]);
  return taking.kind === "taken";
}

/** Admits the stream of an earlier message's answer. */
export function admitStream(
  limits: VisitorLimits,
  visitor: Visitor,
): Promise<Admission> {
  return admit(limits.limiter, streams(limits, visitor));
}

function streams(
  { rates: { streamsPerVisitor, streamsPerAddress } }: VisitorLimits,
  { address, name }: Visitor,
): readonly StatedLimit[] {
  return [
    {
      ...streamsOf(`${address}/${name}`, streamsPerVisitor),
      problem: () =>
        tooManyStreams(
          "This browser is streaming too many answers. Nothing was stored; close other tabs of this page, or try again when some answers have finished.",
        ),
    },
    {
      ...streamsOf(address, streamsPerAddress),
      problem: () =>
        tooManyStreams(
          "Too many answers are being streamed to your network. Nothing was stored; try again when some have finished.",
        ),
    },
  ];
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

function tooManyChanges(
  kind: "ratings" | "choices",
  retryAfterSeconds: number,
): Problem {
  return {
    status: 429,
    slug: `too-many-${kind}`,
    title: `Too many ${kind} from your network`,
    detail: `The limit applies to everyone who shares your IP address. This one was not stored; send it again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  };
}

function tooManyFromSite(limit: number, retryAfterSeconds: number): Problem {
  return {
    status: 429,
    slug: "too-many-messages-from-site",
    title: "Too many messages from this site",
    detail: `The limit is ${limit} messages per minute for all visitors of the site. This one was not stored; send it again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  };
}

function tooManySearches(retryAfterSeconds: number): Problem {
  return {
    status: 429,
    slug: "too-many-searches",
    title: "Too many searches",
    detail: `Try again in ${retryAfterSeconds} seconds.`,
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

function tooManyStreams(detail: string): Problem {
  return {
    status: 429,
    slug: "too-many-streams",
    title: "Too many concurrent streams",
    detail,
    retryAfterSeconds: 10,
  };
}
