import type { Channel } from "../../channel.ts";
import { createContentFetcher, judgeStatus } from "../content-fetcher.ts";
import type { WechatApi } from "./wechat-api.ts";

/** Fetches what people send, by its media id, which works for three days. */
export function createWechatMediaFetcher({
  api,
  fetch,
}: {
  api: WechatApi;
  fetch?: typeof globalThis.fetch | undefined;
}): NonNullable<Channel["fetchAttachment"]> {
  return createContentFetcher({
    platform: "WeChat",
    async find(file, options) {
      const path = `/cgi-bin/media/get?media_id=${encodeURIComponent(file)}`;
      return { url: await api.addressOf(path, options) };
    },
    judge(response) {
      // Refusals are JSON with a code, and status 200.
      const type = response.headers.get("content-type") ?? "";
      const isRefusal = response.ok && /json|text\/plain/.test(type);
      return isRefusal ? "gone" : judgeStatus(response, []);
    },
    fetch,
  });
}
