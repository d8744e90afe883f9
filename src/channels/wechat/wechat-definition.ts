import { httpUrl, oneOf } from "../../settings/fields.ts";
import { CHECKED_WEBHOOK, defineChannel } from "../kit/channel-definition.ts";
import { idList, optional } from "../kit/channel-variables.ts";

const CONSOLE =
  "Copy it from Basic configuration (设置与开发 → 开发接口管理 → 基本配置) at https://mp.weixin.qq.com";

export const WECHAT = defineChannel({
  name: "wechat",
  title: "WeChat",
  required: {
    appId: {
      variable: "WECHAT_APP_ID",
      pattern: /^wx[\da-f]{16}$/,
      origin: CONSOLE,
    },
    appSecret: {
      variable: "WECHAT_APP_SECRET",
      pattern: /^[\da-f]{32}$/,
      origin: CONSOLE,
    },
    token: {
      variable: "WECHAT_TOKEN",
      pattern: /^[a-z\d]{3,32}$/i,
      origin:
        "Make one with openssl rand -hex 16, and enter it in Server configuration at https://mp.weixin.qq.com",
      isOwn: true,
    },
    encodingAesKey: {
      variable: "WECHAT_ENCODING_AES_KEY",
      pattern: /^[a-z\d]{43}$/i,
      origin: CONSOLE,
    },
  },
  optional: {
    replies: optional(
      "WECHAT_REPLIES",
      () => oneOf(["customer-service", "passive"]),
      "customer-service",
    ),
    apiRoot: optional("WECHAT_API_ROOT", httpUrl, "https://api.weixin.qq.com"),
  },
  allowed: {
    people: idList("WECHAT_ALLOWED_USERS", {
      pattern: /^[\w-]{20,40}$/,
      example: "OpenIDs like o6_bmjrPTlm6_2sgVt7hMZOPfL2M",
    }),
  },
  routes: CHECKED_WEBHOOK,
  async load(settings) {
    const { createWechatChannel } = await import("./wechat-channel.ts");
    return createWechatChannel(settings);
  },
});
