import { CHECKED_WEBHOOK, defineChannel } from "../kit/channel-definition.ts";
import { idList } from "../kit/channel-variables.ts";

const IDS = {
  pattern: /^[\w.@-]{1,128}$/,
  example: "user ids or chat ids like ZhangSan,wrkSFfCgAAxxxxxx",
};

export const WECOM = defineChannel({
  name: "wecom",
  title: "WeCom",
  required: {
    token: {
      variable: "WECOM_TOKEN",
      pattern: /^[a-z\d]{3,32}$/i,
      origin:
        "Copy the Token from the API mode of your AI bot in WeCom (智能机器人 → API 模式)",
    },
    encodingAesKey: {
      variable: "WECOM_ENCODING_AES_KEY",
      pattern: /^[a-z\d]{43}$/i,
      origin:
        "Copy the EncodingAESKey from the API mode of your AI bot in WeCom (智能机器人 → API 模式)",
    },
  },
  optional: {},
  allowed: {
    people: idList("WECOM_ALLOWED_USERS", IDS),
    chats: idList("WECOM_ALLOWED_CHATS", IDS),
  },
  routes: CHECKED_WEBHOOK,
  async load(settings) {
    const { createWecomChannel } = await import("./wecom-channel.ts");
    return createWecomChannel(settings);
  },
});
