import { httpUrl, oneOf } from "../../settings/fields.ts";
import { defineChannel } from "../kit/channel-definition.ts";
import { idList, optional } from "../kit/channel-variables.ts";

const IDS = {
  pattern: /^\d{15,22}$/,
  example: "ids like 80351110224678912,197038439483310086",
};

export const DISCORD = defineChannel({
  name: "discord",
  title: "Discord",
  required: {
    publicKey: {
      variable: "DISCORD_PUBLIC_KEY",
      pattern: /^[\da-f]{64}$/i,
      origin:
        "Copy its 64 hexadecimal digits from General Information of your app at https://discord.com/developers/applications",
    },
    token: {
      variable: "DISCORD_BOT_TOKEN",
      pattern: /^[\w-]{10,}\.[\w-]+\.[\w-]{10,}$/,
      origin:
        "Press Reset Token under Bot of your app at https://discord.com/developers/applications",
    },
  },
  optional: {
    apiRoot: optional(
      "DISCORD_API_ROOT",
      httpUrl,
      "https://discord.com/api/v10",
    ),
    cdnRoot: optional(
      "DISCORD_CDN_ROOT",
      httpUrl,
      "https://cdn.discordapp.com",
    ),
    streaming: optional("DISCORD_STREAMING", () => oneOf(["on", "off"]), "on"),
  },
  allowed: {
    people: idList("DISCORD_ALLOWED_USERS", IDS),
    chats: idList("DISCORD_ALLOWED_CHANNELS", IDS),
  },
  routes: [{ method: "POST", path: "/interactions" }],
  async load(settings) {
    const { createDiscordChannel } = await import("./discord-channel.ts");
    return createDiscordChannel(settings);
  },
});
