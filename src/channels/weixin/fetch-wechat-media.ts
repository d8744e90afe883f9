import { createTimeLimit } from "../../abort.ts";
import { readBeginning } from "../../bounded-fetch.ts";
import type { Channel } from "../../channel.ts";
import { AttachmentError } from "../../errors.ts";
import type { WechatApi } from "./wechat-api.ts";

const TIMEOUT_MS = 60_000;

/** Fetches what people send, by its media id, which works for three days. */
export function createWechatMediaFetcher({
  api,
  fetch = globalThis.fetch,
}: {
  api: WechatApi;
  fetch?: typeof globalThis.fetch | undefined;
}): NonNullable<Channel["fetchAttachment"]> {
  return async (file, { maxBytes, signal }) => {
    using limit = createTimeLimit({ ms: TIMEOUT_MS, signal });
    try {
      const path = `/cgi-bin/media/get?media_id=${encodeURIComponent(file)}`;
      const response = await fetch(await api.addressOf(path, limit), {
        redirect: "manual",
        signal: limit.signal,
      });
      const type = response.headers.get("content-type") ?? "";
      if (response.status !== 200) {
        await response.body?.cancel();
        throw new AttachmentError(`HTTP ${response.status} for the media`);
      }
      const { bytes, isCut } = await readBeginning(response.body, { maxBytes });
      // Failures are JSON with a code, and status 200.
      if (/json|text\/plain/.test(type)) return { kind: "gone" };
      return isCut ? { kind: "too-large" } : { kind: "fetched", bytes };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AttachmentError) throw error;
      throw new AttachmentError("no answer from WeChat");
    }
  };
}
