import type { Channel } from "../../types/channel.ts";
import {
  createContentFetcher,
  judgeStatus,
  readRefusal,
} from "../kit/content-fetcher.ts";
import {
  isTokenInvalid,
  type FeishuAccess,
  type FeishuApi,
} from "./feishu-api.ts";

/**
 * Fetches files of messages
 * (https://open.feishu.cn/document/server-docs/im-v1/message/get-2).
 */
export function createAttachmentFetcher({
  api,
  apiRoot,
  fetch,
}: Pick<FeishuAccess, "apiRoot" | "fetch"> & {
  api: Pick<FeishuApi, "token">;
}): NonNullable<Channel["fetchAttachment"]> {
  return createContentFetcher({
    platform: "Feishu",
    token: api.token,
    async find(file, { token }) {
      const [, message, type, key] =
        /^([\w-]+)\/(image|file)\/([\w-]+)$/.exec(file) ?? [];
      if (key === undefined) return undefined;
      const url = `${apiRoot}/im/v1/messages/${message}/resources/${key}?type=${type}`;
      return { url, headers: { authorization: `Bearer ${token}` } };
    },
    async judge(response) {
      if (!response.ok && isTokenInvalid(await readRefusal(response)))
        return "stale";
      // 400: recalled, deleted, or too large for Feishu's API.
      return judgeStatus(response, [400, 404]);
    },
    fetch,
  });
}
