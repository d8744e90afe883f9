import { listOfIds, text } from "../../settings/fields.ts";
import { setting } from "../../settings/setting.ts";
import {
  accessOf,
  CHECKED_WEBHOOK,
  defineChannel,
} from "../kit/channel-definition.ts";

const ids = () =>
  setting(
    () =>
      listOfIds({
        pattern: /^[\w.@-]{1,128}$/,
        example: "user ids or chat ids like ZhangSan,wrkSFfCgAAxxxxxx",
      }),
    [],
  );

export const WECOM = defineChannel({
  name: "wecom",
  title: "WeCom",
  required: {
    WECOM_TOKEN: setting(() =>
      text().regex(
        /^[a-z\d]{3,32}$/i,
        "is not a token; the settings of the bot's API mode show one of 3 to 32 letters and digits",
      ),
    ),
    WECOM_ENCODING_AES_KEY: setting(() =>
      text().regex(
        /^[a-z\d]{43}$/i,
        "is not an EncodingAESKey; the settings of the bot's API mode show one of 43 letters and digits",
      ),
    ),
  },
  origins: {
    WECOM_TOKEN:
      "Copy the Token from the API mode of your AI bot in WeCom (智能机器人 → API 模式)",
    WECOM_ENCODING_AES_KEY:
      "Copy the EncodingAESKey from the API mode of your AI bot in WeCom (智能机器人 → API 模式)",
  },
  optional: { WECOM_ALLOWED_USERS: ids(), WECOM_ALLOWED_CHATS: ids() },
  routes: CHECKED_WEBHOOK,
  read: ({ WECOM_TOKEN: token, WECOM_ENCODING_AES_KEY: encodingAesKey }) => ({
    token,
    encodingAesKey,
  }),
  access: ({ WECOM_ALLOWED_USERS: people, WECOM_ALLOWED_CHATS: chats }) =>
    accessOf({ people, chats }),
  async load(settings) {
    const { createWecomChannel } = await import("./wecom-channel.ts");
    return createWecomChannel(settings);
  },
});
