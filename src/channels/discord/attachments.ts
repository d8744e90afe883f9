import type { Channel } from "../../channel.ts";
import { createContentFetcher, judgeStatus } from "../content-fetcher.ts";

/** Fetches files from Discord's own host, whatever an interaction says. Their addresses are signed, and work for a day. */
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
    // Nothing but a path of that host, also where it begins with two slashes or a user name.
    find: async (file) =>
      /^\/(?:ephemeral-)?attachments\//.test(file)
        ? { url: cdnRoot + file }
        : undefined,
    judge: (response) => judgeStatus(response, [403, 404, 410]),
    fetch,
  });
}
