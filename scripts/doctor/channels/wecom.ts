import { WECOM } from "../../../src/channels/wechat/wecom-definition.ts";
import { createCheck } from "../check-channel.ts";

/** WeCom's bots have no API to query: WeCom only sends requests. */
export const check = createCheck(WECOM, {
  place:
    "the URL of the bot, which WeCom checks with its token and key when it is saved",
});
