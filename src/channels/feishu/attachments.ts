import type { Channel } from "../../channel.ts";
import { createContentFetcher, judgeStatus } from "../content-fetcher.ts";
import type { FeishuAccess, FeishuApi } from "./feishu-api.ts";

/** Fetches files of messages (https://open.feishu.cn/document/server-docs/im-v1/message/get-2). */
export function createAttachmentFetcher({
  api,
  apiRoot,
  fetch,
}: Pick<FeishuAccess, "apiRoot" | "fetch"> & {
  api: Pick<FeishuApi, "authorize">;
}): NonNullable<Channel["fetchAttachment"]> {
  return createContentFetcher({
    platform: "Feishu",
    async find(file, options) {
      const [, message, type, key] =
        /^([\w-]+)\/(image|file)\/([\w-]+)$/.exec(file) ?? [];
      if (key === undefined) return undefined;
      const url = `${apiRoot}/im/v1/messages/${message}/resources/${key}?type=${type}`;
      return { url, headers: { authorization: await api.authorize(options) } };
    },
    // 400: recalled, deleted, or larger than Feishu gives out.
    judge: (response) => judgeStatus(response, [400, 404]),
    fetch,
  });
}
