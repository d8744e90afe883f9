import { createTimeLimit } from "../../abort.ts";
import { readBeginning } from "../../bounded-fetch.ts";
import type { Channel } from "../../channel.ts";
import { AttachmentError } from "../../errors.ts";
import { checkPublicAddress } from "../../public-address.ts";
import type { CallbackCipher } from "./callback-cipher.ts";

const TIMEOUT_MS = 60_000;
const MAX_PADDING = 32;

/** Fetches what people send to an AI bot: WeCom names its address, which works for five minutes, and encrypts it with the bot's key. */
export function createWecomFileFetcher({
  cipher,
  fetch = globalThis.fetch,
}: {
  cipher: Pick<CallbackCipher, "decryptFile">;
  fetch?: typeof globalThis.fetch | undefined;
}): NonNullable<Channel["fetchAttachment"]> {
  return async (file, { maxBytes, signal }) => {
    const address = checkPublicAddress(file);
    if (address.kind === "refused") return { kind: "gone" };
    using limit = createTimeLimit({ ms: TIMEOUT_MS, signal });
    try {
      const response = await fetch(address.url.href, {
        redirect: "manual",
        signal: limit.signal,
      });
      const { status } = response;
      if (status !== 200) {
        await response.body?.cancel();
        // The store answers 403 once the address has expired.
        if ([403, 404, 410].includes(status)) return { kind: "gone" };
        throw new AttachmentError(`HTTP ${status} for the file`);
      }
      const { bytes, isCut } = await readBeginning(response.body, {
        maxBytes: maxBytes + MAX_PADDING,
      });
      if (isCut) return { kind: "too-large" };
      const content = await cipher.decryptFile(bytes);
      if (content === undefined) return { kind: "gone" };
      return content.length > maxBytes
        ? { kind: "too-large" }
        : { kind: "fetched", bytes: content };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AttachmentError) throw error;
      throw new AttachmentError("no answer from WeCom");
    }
  };
}
