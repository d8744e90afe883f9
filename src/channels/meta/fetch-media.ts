import { createTimeLimit } from "../../abort.ts";
import { readBeginning } from "../../bounded-fetch.ts";
import type { AttachmentContent } from "../../channel.ts";
import { AttachmentError, DeliveryError } from "../../errors.ts";
import type { GraphAccess } from "./graph-api.ts";

const TIMEOUT_MS = 60_000;
/** Where Meta keeps media; no other host gets the token, or is asked at all. */
const HOSTS = /(?:^|\.)(?:fbsbx|fbcdn|facebook|whatsapp)\.(?:com|net)$/;

/** Where the content of a message is, as the Graph API says. */
export interface MediaPlace {
  readonly url: string;
  /** Bytes. */
  readonly size?: number | undefined;
}

/**
 * Fetches what is at the place that `find` asks the Graph API for. Addresses work for minutes, so that only ids are stored.
 * @param needsToken the media's host wants the channel's token, too
 */
export async function fetchMedia(
  find: (signal: AbortSignal) => Promise<MediaPlace | undefined>,
  {
    access: { token, apiRoot, fetch = globalThis.fetch },
    needsToken,
    maxBytes,
    signal,
  }: {
    access: GraphAccess;
    needsToken: boolean;
    maxBytes: number;
    signal: AbortSignal;
  },
): Promise<AttachmentContent> {
  using limit = createTimeLimit({ ms: TIMEOUT_MS, signal });
  try {
    const place = await find(limit.signal);
    if (place === undefined) return { kind: "gone" };
    if ((place.size ?? 0) > maxBytes) return { kind: "too-large" };
    const { hostname, protocol } = new URL(place.url);
    const isMetas =
      hostname === new URL(apiRoot).hostname ||
      (protocol === "https:" && HOSTS.test(hostname));
    if (!isMetas) return { kind: "gone" };
    const response = await fetch(place.url, {
      ...(needsToken && { headers: { authorization: `Bearer ${token}` } }),
      redirect: "manual",
      signal: limit.signal,
    });
    if (response.ok) {
      const { bytes, isCut } = await readBeginning(response.body, { maxBytes });
      return isCut ? { kind: "too-large" } : { kind: "fetched", bytes };
    }
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410)
      return { kind: "gone" };
    throw new AttachmentError(`HTTP ${response.status} for the content`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AttachmentError) throw error;
    if (error instanceof DeliveryError && error.kind === "refused")
      return { kind: "gone" };
    throw new AttachmentError("no answer from Meta");
  }
}
