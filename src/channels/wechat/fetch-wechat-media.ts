import { createContentFetcher, readRefusal } from "../kit/content-fetcher.ts";
import { meaningOf, type WechatApi } from "./wechat-api.ts";

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
    find: async (file, { signal }) => ({
      url: api.addressOf(
        `/cgi-bin/media/get?media_id=${encodeURIComponent(file)}`,
        await api.token.read(signal),
      ),
    }),
    gone: [],
    async judge(response) {
      // Errors have status 200 and are JSON with a code.
      const type = response.headers.get("content-type") ?? "";
      const isError = response.ok && /json|text\/plain/.test(type);
      if (!isError) return undefined;
      const { errcode } = await readRefusal(response);
      const meaning = meaningOf(Number(errcode));
      return meaning === "gone" || meaning === "refused" ? "gone" : "failed";
    },
    fetch,
  });
}
