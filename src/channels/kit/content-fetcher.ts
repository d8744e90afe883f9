import { createTimeLimit } from "../../runtime/abort.ts";
import { readBeginning, readShortText } from "../../runtime/bounded-fetch.ts";
import { asObject, parseJson, type JsonObject } from "../../text/json.ts";
import type { AttachmentContent, Channel } from "../../types/channel.ts";
import { AttachmentError, DeliveryError } from "../../types/errors.ts";
import type { AccessToken } from "./access-token.ts";

const TIMEOUT_MS = 60_000;

/** Where to download a file. */
export interface ContentPlace {
  readonly url: string;
  /** With a token only if `find` has checked that the URL is the platform's. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes, if the platform reports it. */
  readonly size?: number | undefined;
}

/** `stale`: the token was refused. */
type Judgement = "content" | "gone" | "stale" | "failed";
type Judge = (response: Response) => Promise<Judgement | undefined>;

/**
 * Makes the `fetchAttachment` of a channel: finds the file's URL and downloads
 * it, within a minute in all. Repeats both with a new token if a renewable
 * token was refused.
 */
export function createContentFetcher({
  platform,
  token,
  find,
  gone = [404, 410],
  judge = async () => undefined,
  fetch = globalThis.fetch,
}: {
  /** Display name. */
  platform: string;
  /** A renewable token. */
  token?: AccessToken;
  /**
   * Returns `undefined` if the file is gone. Its errors become an
   * `AttachmentError`. `token` is empty if no renewable token is set.
   */
  find: (
    file: string,
    options: { readonly signal: AbortSignal; readonly token: string },
  ) => Promise<ContentPlace | Exclude<AttachmentContent, Fetched> | undefined>;
  /** Statuses of a file that no longer exists. */
  gone?: readonly number[];
  /**
   * Judges what the platform reports otherwise than by status; `undefined`: by
   * status.
   */
  judge?: Judge;
  fetch?: typeof globalThis.fetch | undefined;
}): NonNullable<Channel["fetchAttachment"]> {
  return async (file, { maxBytes, signal }) => {
    using limit = createTimeLimit({ ms: TIMEOUT_MS, signal });
    const attempt = async (
      used: string,
    ): Promise<AttachmentContent | Stale> => {
      const place = await find(file, { signal: limit.signal, token: used });
      if (place === undefined) return GONE;
      if ("kind" in place) return place;
      return fetchContent(place, {
        judge: async (response) =>
          (await judge(response)) ?? judgeStatus(response, gone),
        fetch,
        maxBytes,
        signal: limit.signal,
      });
    };
    try {
      const outcome =
        token === undefined
          ? await attempt("")
          : await token.use(attempt, {
              isRefused: ({ kind }) => kind === "stale",
              signal: limit.signal,
            });
      if (outcome.kind !== "stale") return outcome;
      throw new AttachmentError(`${outcome.reason}: the token was refused`);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AttachmentError) throw error;
      throw new AttachmentError(
        error instanceof DeliveryError
          ? error.message
          : `no answer from ${platform}`,
      );
    }
  };
}

async function fetchContent(
  { url, headers = {}, size = 0 }: ContentPlace,
  {
    judge,
    fetch,
    maxBytes,
    signal,
  }: {
    judge: (response: Response) => Promise<Judgement>;
    fetch: typeof globalThis.fetch;
    maxBytes: number;
    signal: AbortSignal;
  },
): Promise<AttachmentContent | Stale> {
  if (size > maxBytes) return { kind: "too-large" };
  const response = await fetch(url, { headers, redirect: "manual", signal });
  const judgement = await judge(response);
  if (judgement === "content") {
    const { bytes, isCut } = await readBeginning(response.body, { maxBytes });
    return isCut ? { kind: "too-large" } : { kind: "fetched", bytes };
  }
  if (!response.bodyUsed) await response.body?.cancel();
  if (judgement === "gone") return GONE;
  const reason = `HTTP ${response.status} for the content`;
  if (judgement === "stale") return { kind: "stale", reason };
  throw new AttachmentError(reason);
}

type Fetched = { readonly kind: "fetched" };
type Stale = { readonly kind: "stale"; readonly reason: string };

const GONE = { kind: "gone" } as const;

function judgeStatus({ status }: Response, gone: readonly number[]): Judgement {
  if (status === 200) return "content";
  if (gone.includes(status)) return "gone";
  return status === 401 ? "stale" : "failed";
}

/** Some platforms serve a page in place of a file, e.g. to log in. */
export function isPage({ ok, headers }: Response): boolean {
  return ok && (headers.get("content-type") ?? "").startsWith("text/html");
}

/** Reads the JSON of an error; empty if it is malformed. */
export async function readRefusal(response: Response): Promise<JsonObject> {
  const text = await readShortText(response, { maxUnits: 10_000 });
  return asObject(parseJson(text ?? ""));
}
