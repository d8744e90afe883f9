import { createContentFetcher, readRefusal } from "../kit/content-fetcher.ts";
import { isTokenCode, meaningOf, type WechatApi } from "./wechat-api.ts";

/** Fetches attachments by media id, which WeChat keeps for three days. */
export function createWechatMediaFetcher({
  api,
  fetch,
}: {
  api: WechatApi;
  fetch?: typeof globalThis.fetch | undefined;
}) {
  return createContentFetcher({
    platform: "WeChat",
    token: api.token,
    find: async (file, { token }) => ({
      url: api.addressOf(
        `/cgi-bin/media/get?media_id=${encodeURIComponent(file)}`,
        token,
      ),
    }),
    gone: [],
    async judge(response) {
      // Errors have status 200 and are JSON with a code.
      const type = response.headers.get("content-type") ?? "";
      const isError = response.ok && /json|text\/plain/.test(type);
      if (!isError) return undefined;
      const { errcode } = await readRefusal(response);
      const code = Number(errcode);
      if (isTokenCode(code)) return "stale";
      return meaningOf(code) === "refused" ? "gone" : "failed";
    },
    fetch,
  });
}
