import { checkPublicAddress } from "../../runtime/public-address.ts";
import type { Channel } from "../../types/channel.ts";
import { createContentFetcher } from "../kit/content-fetcher.ts";
import type { CallbackCipher } from "./callback-cipher.ts";

const MAX_PADDING = 32;

/**
 * Fetches attachments by URL, which expires after five minutes, and decrypts
 * them with the bot's key.
 */
export function createWecomFileFetcher({
  cipher,
  fetch,
}: {
  cipher: Pick<CallbackCipher, "decryptFile">;
  fetch?: typeof globalThis.fetch | undefined;
}): NonNullable<Channel["fetchAttachment"]> {
  const fetchEncrypted = createContentFetcher({
    platform: "WeCom",
    async find(file) {
      const address = checkPublicAddress(file);
      return address.kind === "refused" ? undefined : { url: address.url.href };
    },
    // Expired URLs get 403.
    gone: [403, 404, 410],
    fetch,
  });
  return async (file, { maxBytes, signal }) => {
    const content = await fetchEncrypted(file, {
      maxBytes: maxBytes + MAX_PADDING,
      signal,
    });
    if (content.kind !== "fetched") return content;
    const bytes = await cipher.decryptFile(content.bytes);
    if (bytes === undefined) return { kind: "gone" };
    return bytes.length > maxBytes
      ? { kind: "too-large" }
      : { kind: "fetched", bytes };
  };
}
