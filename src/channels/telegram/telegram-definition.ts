import { httpUrl, oneOf } from "../../settings/fields.ts";
import { defineChannel } from "../kit/channel-definition.ts";
import { idList, optional } from "../kit/channel-variables.ts";

export const TELEGRAM = defineChannel({
  name: "telegram",
  title: "Telegram",
  required: {
    token: {
      variable: "TELEGRAM_BOT_TOKEN",
      pattern: /^[\w:-]+$/,
      origin: "Get it from BotFather; it looks like 123456:ABC",
    },
    webhookSecret: {
      variable: "TELEGRAM_WEBHOOK_SECRET",
      pattern: /^[\w-]{1,256}$/,
      origin: "Create one with `openssl rand -hex 32`",
      isOwn: true,
    },
  },
  optional: {
    apiRoot: optional("TELEGRAM_API_ROOT", httpUrl, "https://api.telegram.org"),
    streaming: optional(
      "TELEGRAM_STREAMING",
      () => oneOf(["edit", "draft", "off"]),
      "edit",
    ),
  },
  allowed: {
    people: idList("TELEGRAM_ALLOWED_USERS"),
    chats: idList("TELEGRAM_ALLOWED_CHATS"),
  },
  routes: [{ method: "POST", path: "/webhook" }],
  async load(settings, { index }) {
    const { createTelegramChannel } = await import("./telegram-channel.ts");
    return createTelegramChannel({ ...settings, index });
  },
});
