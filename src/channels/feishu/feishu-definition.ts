import { httpUrl, oneOf } from "../../settings/fields.ts";
import { defineChannel } from "../kit/channel-definition.ts";
import { idList, optional } from "../kit/channel-variables.ts";

const CONSOLE =
  "your app at https://open.feishu.cn/app (Lark: https://open.larksuite.com/app)";

export const FEISHU = defineChannel({
  name: "feishu",
  title: "Feishu",
  required: {
    appId: {
      variable: "FEISHU_APP_ID",
      pattern: /^cli_\w+$/,
      origin: `Copy the App ID, which begins with cli_, from Credentials & Basic Info of ${CONSOLE}`,
    },
    appSecret: {
      variable: "FEISHU_APP_SECRET",
      pattern: /^[^]{16,}$/,
      origin: `Copy the App Secret from Credentials & Basic Info of ${CONSOLE}`,
    },
    encryptKey: {
      variable: "FEISHU_ENCRYPT_KEY",
      pattern: /^[^]{8,}$/,
      origin: `Set one of at least 8 characters under Events & Callbacks → Encryption Strategy of ${CONSOLE}`,
    },
    verificationToken: {
      variable: "FEISHU_VERIFICATION_TOKEN",
      pattern: /^[^]{8,}$/,
      origin: `Copy it from Events & Callbacks → Encryption Strategy of ${CONSOLE}`,
    },
  },
  optional: {
    apiRoot: optional(
      "FEISHU_API_ROOT",
      httpUrl,
      "https://open.feishu.cn/open-apis",
    ),
    streaming: optional("FEISHU_STREAMING", () => oneOf(["on", "off"]), "on"),
  },
  allowed: {
    people: idList("FEISHU_ALLOWED_USERS", {
      pattern: /^ou_\w+$/,
      example: "open ids like ou_84aad35d084aa403a838cf73ee18467",
    }),
    chats: idList("FEISHU_ALLOWED_CHATS", {
      pattern: /^oc_\w+$/,
      example: "ids of chats like oc_5ce6d572455d361153b7cb51da133945",
    }),
  },
  routes: [{ method: "POST", path: "/events" }],
  async load(settings) {
    const { createFeishuChannel } = await import("./feishu-channel.ts");
    return createFeishuChannel(settings);
  },
});
