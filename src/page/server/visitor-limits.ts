import {
  admit,
  streamsOf,
  type Admission,
  type StatedLimit,
} from "../../http/stream-place.ts";
import type { Limiter } from "../../limits/limiter.ts";
import { countOf } from "../../text/text.ts";
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

interface VisitorRequest extends Visitor {
  readonly displayName: string | undefined;
  readonly number: number;
  readonly conversation: string;
  /** The name of another of the visitor's conversations. */
  readonly conversationName: (number: number) => Promise<string>;
}

export type VisitorVariables = { Variables: { visitor: VisitorRequest } };

/** Admits a new visitor. */
export function admitSession(
  { limiter, rates: { sessionsPerHour: limit } }: VisitorLimits,
  address: string,
): Promise<Admission> {
  const problem = tooMany(
    "sessions",
    "Too many new visitors from your network",
    `The limit is ${limit} per hour ${SHARED}. Try again in an hour, or from another network.`,
  );
  const key = `${address}/sessions`;
  return admit(limiter, [{ key, limit, windowMs: HOUR_MS, problem }]);
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
      problem: tooMany(
        "messages-from-network",
        "Too many messages from your network",
        `The limit is ${countOf(messagesPerMinute, "message")} per minute ${SHARED}. ${NOT_STORED}`,
      ),
    },
    {
      key: `site/${site}/messages`,
      limit: site === undefined ? 0 : siteMessagesPerMinute,
      windowMs: MINUTE_MS,
      problem: tooMany(
        "messages-from-site",
        "Too many messages from this site",
        `The limit is ${countOf(siteMessagesPerMinute, "message")} per minute for all visitors of the site. ${NOT_STORED}`,
      ),
    },
    {
      key: `${address}/uploads`,
      limit: uploadMegabytesPerHour * 1_000_000,
      windowMs: HOUR_MS,
      amount: files.bytes,
      problem: tooMany(
        "files-from-network",
        "Too many files from your network",
        `The limit is ${uploadMegabytesPerHour} MB of files per hour ${SHARED}. This message was not stored; send it again in an hour, or without files.`,
      ),
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
  const problem = tooMany(
    kind,
    `Too many ${kind} from your network`,
    `The limit is ${limit} per minute ${SHARED}. ${NOT_STORED}`,
  );
  const key = `${address}/${kind}`;
  return admit(limiter, [{ key, limit, windowMs: MINUTE_MS, problem }]);
}

/** A search reads all conversations of a visitor. */
const SEARCHES_PER_MINUTE = 30;

export function admitSearch(
  { limiter }: VisitorLimits,
  { address, name }: Visitor,
): Promise<Admission> {
  const problem = tooMany(
    "searches",
    "Too many searches",
    "Try again in a minute.",
  );
  const key = `${address}/${name}/searches`;
  const limit = SEARCHES_PER_MINUTE;
  return admit(limiter, [{ key, limit, windowMs: MINUTE_MS, problem }]);
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
      problem: tooManyStreams(
        "This browser is streaming too many answers. Nothing was stored; close other tabs of this page, or try again when some answers have finished.",
      ),
    },
    {
      ...streamsOf(address, streamsPerAddress),
      problem: tooManyStreams(
        "Too many answers are being streamed to your network. Nothing was stored; try again when some have finished.",
      ),
    },
  ];
}

/** Streams end at any time. */
const SOON_SECONDS = 10;

function tooManyStreams(detail: string): () => Problem {
  const problem = tooMany("streams", "Too many concurrent streams", detail);
  return () => problem(SOON_SECONDS);
}

/** @param slug what there is too much of, e.g. `searches` */
function tooMany(slug: string, title: string, detail: string) {
  return (retryAfterSeconds: number): Problem => ({
    status: 429,
    slug: `too-many-${slug}`,
    title,
    detail,
    retryAfterSeconds,
  });
}

const SHARED = "for everyone who shares your IP address";
const NOT_STORED = "This one was not stored; send it again in a minute.";
