import { createContentFetcher, readRefusal } from "../kit/content-fetcher.ts";
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
}) {
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
    // 400: recalled, deleted, or too large for Feishu's API.
    gone: [400, 404],
    judge: async (response) =>
      !response.ok && isTokenInvalid(await readRefusal(response))
        ? "stale"
        : undefined,
    fetch,
  });
}
