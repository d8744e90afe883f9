import { createTimeLimit } from "../../abort.ts";
import { readBeginning } from "../../bounded-fetch.ts";
import type { Channel } from "../../channel.ts";
import { AttachmentError } from "../../errors.ts";

const TIMEOUT_MS = 60_000;

/** Fetches files from Discord's own host, whatever an interaction says. Their addresses are signed, and work for a day. */
export function createAttachmentFetcher({
  cdnRoot,
  fetch = globalThis.fetch,
}: {
  /** e.g. `https://cdn.discordapp.com` */
  cdnRoot: string;
  fetch?: typeof globalThis.fetch | undefined;
}): NonNullable<Channel["fetchAttachment"]> {
  return async (file, { maxBytes, signal }) => {
    using limit = createTimeLimit({ ms: TIMEOUT_MS, signal });
    // Nothing but a path of that host, also where it begins with two slashes or a user name.
    if (!/^\/(?:ephemeral-)?attachments\//.test(file)) return { kind: "gone" };
    try {
      const response = await fetch(cdnRoot + file, {
        redirect: "manual",
        signal: limit.signal,
      });
      if (!response.ok) {
        await response.body?.cancel();
        if ([403, 404, 410].includes(response.status)) return { kind: "gone" };
        throw new AttachmentError(`HTTP ${response.status} for the content`);
      }
      const { bytes, isCut } = await readBeginning(response.body, { maxBytes });
      return isCut ? { kind: "too-large" } : { kind: "fetched", bytes };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AttachmentError) throw error;
      throw new AttachmentError("no answer from Discord");
    }
  };
}
