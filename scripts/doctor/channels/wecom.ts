import { checkRefusal, describeAddress } from "../check-channel.ts";
import type { ConfiguredExamination } from "../examination.ts";
import type { Finding } from "../report.ts";

/** WeCom's bots have no API to query: WeCom only sends requests. */
export async function* check(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  yield describeAddress(examination, {
    platform: "WeCom",
    path: "/wecom/webhook",
    place:
      "the URL of the bot, which WeCom checks with its token and key when it is saved",
  });
  yield* checkRefusal(examination, { path: "/wecom/webhook" });
}
