import { httpUrl, listOfIds, oneOf, text } from "../../settings/fields.ts";
import { setting } from "../../settings/setting.ts";
import { accessOf, defineChannel } from "../kit/channel-definition.ts";

const CONSOLE =
  "your app at https://open.feishu.cn/app (Lark: https://open.larksuite.com/app)";

export const FEISHU = defineChannel({
  name: "feishu",
  title: "Feishu",
  required: {
    FEISHU_APP_ID: setting(() =>
      text().regex(
        /^cli_\w+$/,
        "is not an app id; Credentials & Basic Info shows one that begins with cli_",
      ),
    ),
    FEISHU_APP_SECRET: setting(() =>
      text().min(16, "is too short; was it pasted completely?"),
    ),
    FEISHU_ENCRYPT_KEY: setting(() =>
      text().min(
        8,
        "is too short to be secret; choose one of at least 8 characters",
      ),
    ),
    FEISHU_VERIFICATION_TOKEN: setting(() =>
      text().min(8, "is too short; was it pasted completely?"),
    ),
  },
  origins: {
    FEISHU_APP_ID: `Copy it from Credentials & Basic Info of ${CONSOLE}`,
    FEISHU_APP_SECRET: `Copy it from Credentials & Basic Info of ${CONSOLE}`,
    FEISHU_ENCRYPT_KEY: `Set one under Events & Callbacks → Encryption Strategy of ${CONSOLE}`,
    FEISHU_VERIFICATION_TOKEN: `Copy it from Events & Callbacks → Encryption Strategy of ${CONSOLE}`,
  },
  optional: {
    FEISHU_API_ROOT: setting(httpUrl, "https://open.feishu.cn/open-apis"),
    FEISHU_STREAMING: setting(() => oneOf(["on", "off"]), "on"),
    FEISHU_ALLOWED_USERS: setting(
      () =>
        listOfIds({
          pattern: /^ou_\w+$/,
          example: "open ids like ou_84aad35d084aa403a838cf73ee18467",
        }),
      [],
    ),
    FEISHU_ALLOWED_CHATS: setting(
      () =>
        listOfIds({
          pattern: /^oc_\w+$/,
          example: "ids of chats like oc_5ce6d572455d361153b7cb51da133945",
        }),
      [],
    ),
  },
  routes: [{ method: "POST", path: "/events" }],
  read: ({
    FEISHU_APP_ID: appId,
    FEISHU_APP_SECRET: appSecret,
    FEISHU_ENCRYPT_KEY: encryptKey,
    FEISHU_VERIFICATION_TOKEN: verificationToken,
    FEISHU_API_ROOT: apiRoot,
    FEISHU_STREAMING: streaming,
  }) => ({
    appId,
    appSecret,
    encryptKey,
    verificationToken,
    apiRoot,
    streaming,
  }),
  access: ({ FEISHU_ALLOWED_USERS: people, FEISHU_ALLOWED_CHATS: chats }) =>
    accessOf({ people, chats }),
  async load(settings) {
    const { createFeishuChannel } = await import("./feishu-channel.ts");
    return createFeishuChannel(settings);
  },
});
