import { httpUrl, listOfIds, oneOf, text } from "../../settings/fields.ts";
import { setting } from "../../settings/setting.ts";
import {
  accessOf,
  CHECKED_WEBHOOK,
  defineChannel,
} from "../kit/channel-definition.ts";

const CONSOLE =
  "Copy it from Basic configuration (设置与开发 → 开发接口管理 → 基本配置) at https://mp.weixin.qq.com";

export const WECHAT = defineChannel({
  name: "wechat",
  title: "WeChat",
  required: {
    WECHAT_APP_ID: setting(() =>
      text().regex(
        /^wx[\da-f]{16}$/,
        "is not an AppID; Basic configuration shows one that begins with wx",
      ),
    ),
    WECHAT_APP_SECRET: setting(() =>
      text().regex(
        /^[\da-f]{32}$/,
        "is not an AppSecret; it has 32 hexadecimal digits",
      ),
    ),
    WECHAT_TOKEN: setting(() =>
      text().regex(
        /^[a-z\d]{3,32}$/i,
        "must have 3 to 32 letters and digits, as in Server configuration",
      ),
    ),
    WECHAT_ENCODING_AES_KEY: setting(() =>
      text().regex(
        /^[a-z\d]{43}$/i,
        "is not an EncodingAESKey; Server configuration shows one of 43 letters and digits",
      ),
    ),
  },
  origins: {
    WECHAT_APP_ID: CONSOLE,
    WECHAT_APP_SECRET: CONSOLE,
    WECHAT_TOKEN:
      "Make one with openssl rand -hex 16, and enter it in Server configuration at https://mp.weixin.qq.com",
    WECHAT_ENCODING_AES_KEY: CONSOLE,
  },
  ownSecrets: ["WECHAT_TOKEN"],
  optional: {
    WECHAT_REPLIES: setting(
      () => oneOf(["customer-service", "passive"]),
      "customer-service",
    ),
    WECHAT_API_ROOT: setting(httpUrl, "https://api.weixin.qq.com"),
    WECHAT_ALLOWED_USERS: setting(
      () =>
        listOfIds({
          pattern: /^[\w-]{20,40}$/,
          example: "OpenIDs like o6_bmjrPTlm6_2sgVt7hMZOPfL2M",
        }),
      [],
    ),
  },
  routes: CHECKED_WEBHOOK,
  read: ({
    WECHAT_APP_ID: appId,
    WECHAT_APP_SECRET: appSecret,
    WECHAT_TOKEN: token,
    WECHAT_ENCODING_AES_KEY: encodingAesKey,
    WECHAT_REPLIES: replies,
    WECHAT_API_ROOT: apiRoot,
  }) => ({ appId, appSecret, token, encodingAesKey, replies, apiRoot }),
  access: ({ WECHAT_ALLOWED_USERS: people }) => accessOf({ people }),
  async load(settings) {
    const { createWechatChannel } = await import("./wechat-channel.ts");
    return createWechatChannel(settings);
  },
});
