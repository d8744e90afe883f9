import { httpUrl, listOfIds, oneOf, text } from "../../settings/fields.ts";
import { setting } from "../../settings/setting.ts";
import { accessOf, defineChannel } from "../kit/channel-definition.ts";

export const TELEGRAM = defineChannel({
  name: "telegram",
  title: "Telegram",
  required: {
    TELEGRAM_BOT_TOKEN: setting(() =>
      text().regex(
        /^[\w:-]+$/,
        "is not a bot token; BotFather gives one like 123456:ABC",
      ),
    ),
    TELEGRAM_WEBHOOK_SECRET: setting(() =>
      text().regex(
        /^[\w-]{1,256}$/,
        "may only contain letters, digits, _ and -, at most 256 characters",
      ),
    ),
  },
  origins: {
    TELEGRAM_BOT_TOKEN: "Get it from BotFather",
    TELEGRAM_WEBHOOK_SECRET: "Create one with `openssl rand -hex 32`",
  },
  ownSecrets: ["TELEGRAM_WEBHOOK_SECRET"],
  optional: {
    TELEGRAM_API_ROOT: setting(httpUrl, "https://api.telegram.org"),
    TELEGRAM_STREAMING: setting(() => oneOf(["edit", "draft", "off"]), "edit"),
    TELEGRAM_ALLOWED_USERS: setting(listOfIds, []),
    TELEGRAM_ALLOWED_CHATS: setting(listOfIds, []),
  },
  routes: [{ method: "POST", path: "/webhook" }],
  read: ({
    TELEGRAM_BOT_TOKEN: token,
    TELEGRAM_WEBHOOK_SECRET: webhookSecret,
    TELEGRAM_API_ROOT: apiRoot,
    TELEGRAM_STREAMING: streaming,
  }) => ({ token, webhookSecret, apiRoot, streaming }),
  access: ({ TELEGRAM_ALLOWED_USERS: people, TELEGRAM_ALLOWED_CHATS: chats }) =>
    accessOf({ people, chats }),
  async load(settings, { index }) {
    const { createTelegramChannel } = await import("./telegram-channel.ts");
    return createTelegramChannel({ ...settings, index });
  },
});
