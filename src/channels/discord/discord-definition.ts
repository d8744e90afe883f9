import { httpUrl, listOfIds, oneOf, text } from "../../settings/fields.ts";
import { setting } from "../../settings/setting.ts";
import { accessOf, defineChannel } from "../kit/channel-definition.ts";

const ids = () =>
  setting(
    () =>
      listOfIds({
        pattern: /^\d{15,22}$/,
        example: "ids like 80351110224678912,197038439483310086",
      }),
    [],
  );

export const DISCORD = defineChannel({
  name: "discord",
  title: "Discord",
  required: {
    DISCORD_PUBLIC_KEY: setting(() =>
      text().regex(
        /^[\da-f]{64}$/i,
        "is not a public key; General Information shows one of 64 hexadecimal digits",
      ),
    ),
    DISCORD_BOT_TOKEN: setting(() =>
      text().regex(
        /^[\w-]{10,}\.[\w-]+\.[\w-]{10,}$/,
        "is not a bot token; Reset Token under Bot shows one, with two dots in it",
      ),
    ),
  },
  origins: {
    DISCORD_PUBLIC_KEY:
      "Copy it from General Information of your app at https://discord.com/developers/applications",
    DISCORD_BOT_TOKEN:
      "Press Reset Token under Bot of your app at https://discord.com/developers/applications",
  },
  optional: {
    DISCORD_API_ROOT: setting(httpUrl, "https://discord.com/api/v10"),
    DISCORD_CDN_ROOT: setting(httpUrl, "https://cdn.discordapp.com"),
    DISCORD_STREAMING: setting(() => oneOf(["on", "off"]), "on"),
    DISCORD_ALLOWED_USERS: ids(),
    DISCORD_ALLOWED_CHANNELS: ids(),
  },
  routes: [{ method: "POST", path: "/interactions" }],
  read: ({
    DISCORD_PUBLIC_KEY: publicKey,
    DISCORD_BOT_TOKEN: token,
    DISCORD_API_ROOT: apiRoot,
    DISCORD_CDN_ROOT: cdnRoot,
    DISCORD_STREAMING: streaming,
  }) => ({ publicKey, token, apiRoot, cdnRoot, streaming }),
  access: ({
    DISCORD_ALLOWED_USERS: people,
    DISCORD_ALLOWED_CHANNELS: chats,
  }) => accessOf({ people, chats }),
  async load(settings) {
    const { createDiscordChannel } = await import("./discord-channel.ts");
    return createDiscordChannel(settings);
  },
});
