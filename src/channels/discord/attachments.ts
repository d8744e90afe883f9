import type { Channel } from "../../types/channel.ts";
import { createContentFetcher, judgeStatus } from "../kit/content-fetcher.ts";

/**
 * Fetches files from Discord's CDN. Their URLs are signed, and valid for a day.
 */
export function createAttachmentFetcher({
  cdnRoot,
  fetch,
}: {
  /** e.g. `https://cdn.discordapp.com` */
  cdnRoot: string;
  fetch?: typeof globalThis.fetch | undefined;
}): NonNullable<Channel["fetchAttachment"]> {
  return createContentFetcher({
    platform: "Discord",
    // Rejects paths that would change the host, e.g. with `//` or `@`.
    find: async (file) =>
      /^\/(?:ephemeral-)?attachments\//.test(file)
        ? { url: cdnRoot + file }
        : undefined,
    judge: (response) => judgeStatus(response, [403, 404, 410]),
    fetch,
  });
}
