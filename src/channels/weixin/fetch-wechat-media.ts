import type { Channel } from "../../channel.ts";
import {
  createContentFetcher,
  judgeStatus,
  readRefusal,
} from "../content-fetcher.ts";
import { BUSY, isTokenCode, QUOTA, type WechatApi } from "./wechat-api.ts";

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
    token: api.token,
    find: async (file, { token }) => ({
      url: api.addressOf(
        `/cgi-bin/media/get?media_id=${encodeURIComponent(file)}`,
        token,
      ),
    }),
    async judge(response) {
      // Refusals are JSON with a code, and status 200.
      const type = response.headers.get("content-type") ?? "";
      const isRefusal = response.ok && /json|text\/plain/.test(type);
      if (!isRefusal) return judgeStatus(response, []);
      const { errcode } = await readRefusal(response);
      if (isTokenCode(errcode)) return "stale";
      return errcode === BUSY || errcode === QUOTA ? "failed" : "gone";
    },
    fetch,
  });
}
