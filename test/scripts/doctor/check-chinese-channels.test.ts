import {
  FEISHU_ENCRYPT_KEY,
  FEISHU_VERIFICATION_TOKEN,
} from "../../fixtures/feishu-requests.ts";
import {
  CALLBACK_TOKEN,
  ENCODING_AES_KEY,
} from "../../fixtures/weixin-callbacks.ts";
import { startFeishuServer } from "../../stubs/feishu-server.ts";
import { startWechatServer, WECHAT_APP } from "../../stubs/wechat-server.ts";
import { AWAY, describeCheck } from "./describe-check.ts";

describeCheck(
  "feishu",
  startFeishuServer,
  ({ appId, appSecret, url }) => ({
    FEISHU_APP_ID: appId,
    FEISHU_APP_SECRET: appSecret,
    FEISHU_ENCRYPT_KEY,
    FEISHU_VERIFICATION_TOKEN,
    FEISHU_API_ROOT: url,
  }),
  [
    [
      {},
      "✓ The bot is Parley.",
      "✓ The app has all permissions.",
      "– Feishu has no API that returns",
    ],
    [
      {
        prepare: (feishu) =>
          feishu.failNext("/bot", {
            body: { code: 11_205, msg: "app do not bot" },
          }),
      },
      "✗ The app has no bot.",
    ],
    [
      { prepare: ({ scopes }) => void scopes.splice(0, 4) },
      "! The app lacks these permissions: im:message.p2p_msg:readonly, im:message.group_at_msg:readonly, im:message:send_as_bot, im:message:update.",
    ],
    [
      { prepare: ({ scopes }) => void scopes.splice(0, 4, "im:message") },
      "✓ The app has all permissions.",
    ],
    [
      {
        prepare: (feishu) =>
          feishu.failNext("/application", {
            body: { code: 99_991_672, msg: "Access denied" },
          }),
      },
      "– Feishu does not say what the",
    ],
    [
      { settings: { FEISHU_APP_SECRET: "another-app-secret" } },
      "✗ Feishu does not accept FEISHU_APP_ID and FEISHU_APP_SECRET (code 10014).",
    ],
    [
      AWAY,
      "✗ Feishu cannot be reached",
      "→ Check FEISHU_API_ROOT, and run this again.",
    ],
  ],
);

describeCheck(
  "wechat",
  startWechatServer,
  ({ url }) => ({
    WECHAT_APP_ID: WECHAT_APP.appId,
    WECHAT_APP_SECRET: WECHAT_APP.appSecret,
    WECHAT_TOKEN: CALLBACK_TOKEN,
    WECHAT_ENCODING_AES_KEY: ENCODING_AES_KEY,
    WECHAT_API_ROOT: url,
  }),
  [
    [
      {},
      "✓ WeChat gives an access token to this machine.",
      "✓ The account may send customer-service messages",
      "– WeChat has no API that returns",
    ],
    [
      { options: { listed: false } },
      "✗ WeChat gives no access token: 40164",
      "WECHAT_REPLIES=passive",
    ],
    [
      { options: { mayWrite: false } },
      "! WeChat reports no daily quota of",
      "WECHAT_REPLIES=passive",
    ],
    [
      { settings: { WECHAT_APP_SECRET: "f".repeat(32) } },
      "✗ WeChat gives no access token: 40125",
      "Copy WECHAT_APP_ID and WECHAT_APP_SECRET again",
    ],
    [
      { settings: { WECHAT_REPLIES: "passive" }, isAway: true },
      "– No access token was asked for",
      "not WeChat cannot be reached",
    ],
    [AWAY, "✗ WeChat cannot be reached"],
  ],
);

// WeCom has no API to ask.
describeCheck(
  "wecom",
  startWechatServer,
  () => ({
    WECOM_TOKEN: CALLBACK_TOKEN,
    WECOM_ENCODING_AES_KEY: ENCODING_AES_KEY,
  }),
  [
    [
      AWAY,
      "✓ A request without a signature is rejected.",
      "– WeCom has no API that returns",
    ],
  ],
);
