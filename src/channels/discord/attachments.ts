import { createContentFetcher } from "../kit/content-fetcher.ts";

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
}) {
  return createContentFetcher({
    platform: "Discord",
    // Rejects paths that would change the host, e.g. with `//` or `@`.
    find: async (file) =>
      /^\/(?:ephemeral-)?attachments\//.test(file)
        ? { url: cdnRoot + file }
        : undefined,
    gone: [403, 404, 410],
    fetch,
  });
}
