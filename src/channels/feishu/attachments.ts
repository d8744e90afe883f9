import { createTimeLimit } from "../../abort.ts";
import { readBeginning } from "../../bounded-fetch.ts";
import type { Channel } from "../../channel.ts";
import { AttachmentError, DeliveryError } from "../../errors.ts";
import type { FeishuAccess, FeishuApi } from "./feishu-api.ts";

const TIMEOUT_MS = 60_000;

/** Fetches files of messages (https://open.feishu.cn/document/server-docs/im-v1/message/get-2). */
export function createAttachmentFetcher({
  api,
  apiRoot,
  fetch = globalThis.fetch,
}: Pick<FeishuAccess, "apiRoot" | "fetch"> & {
  api: Pick<FeishuApi, "authorize">;
}): NonNullable<Channel["fetchAttachment"]> {
  return async (file, { maxBytes, signal }) => {
    using limit = createTimeLimit({ ms: TIMEOUT_MS, signal });
    const [, message, type, key] =
      /^([\w-]+)\/(image|file)\/([\w-]+)$/.exec(file) ?? [];
    if (key === undefined) return { kind: "gone" };
    try {
      const response = await fetch(
        `${apiRoot}/im/v1/messages/${message}/resources/${key}?type=${type}`,
        {
          headers: { authorization: await api.authorize(limit) },
          redirect: "manual",
          signal: limit.signal,
        },
      );
      if (!response.ok) {
        await response.body?.cancel();
        // 400: recalled, deleted, or larger than Feishu gives out.
        if ([400, 404].includes(response.status)) return { kind: "gone" };
        throw new AttachmentError(`HTTP ${response.status} for the content`);
      }
      const { bytes, isCut } = await readBeginning(response.body, { maxBytes });
      return isCut ? { kind: "too-large" } : { kind: "fetched", bytes };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AttachmentError) throw error;
      throw new AttachmentError(
        error instanceof DeliveryError
          ? error.message
          : "no answer from Feishu",
      );
    }
  };
}
