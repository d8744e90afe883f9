import { httpUrl, listOfIds, oneOf, text } from "../../settings/fields.ts";
import { setting } from "../../settings/setting.ts";
import { accessOf, defineChannel } from "../kit/channel-definition.ts";

const ids = (example: string) =>
  setting(() => listOfIds({ pattern: /^[UCR][\da-f]{32}$/, example }), []);

export const LINE = defineChannel({
  name: "line",
  title: "LINE",
  required: {
    LINE_CHANNEL_SECRET: setting(() =>
      text().regex(
        /^[\da-f]{32}$/i,
        "is not a channel secret; Basic settings shows one of 32 hexadecimal digits",
      ),
    ),
    LINE_CHANNEL_ACCESS_TOKEN: setting(() =>
      text().regex(
        /^[\w+/=.-]{20,}$/,
        "is not a channel access token; issue one under Messaging API",
      ),
    ),
  },
  origins: {
    LINE_CHANNEL_SECRET:
      "Copy it from Basic settings of your channel at https://developers.line.biz/console",
    LINE_CHANNEL_ACCESS_TOKEN:
      "Issue a long-lived one under Messaging API of your channel at https://developers.line.biz/console",
  },
  optional: {
    LINE_REPLIES: setting(() => oneOf(["reply", "push"]), "reply"),
    LINE_API_ROOT: setting(httpUrl, "https://api.line.me"),
    LINE_DATA_API_ROOT: setting(httpUrl, "https://api-data.line.me"),
    LINE_ALLOWED_USERS: ids("user ids like U4af4980629…"),
    LINE_ALLOWED_CHATS: ids("ids of groups and rooms like Ca56f94637c…"),
  },
  routes: [{ method: "POST", path: "/webhook" }],
  read: ({
    LINE_CHANNEL_SECRET: channelSecret,
    LINE_CHANNEL_ACCESS_TOKEN: token,
    LINE_REPLIES: replies,
    LINE_API_ROOT: apiRoot,
    LINE_DATA_API_ROOT: dataApiRoot,
  }) => ({ channelSecret, token, replies, apiRoot, dataApiRoot }),
  access: ({ LINE_ALLOWED_USERS: people, LINE_ALLOWED_CHATS: chats }) =>
    accessOf({ people, chats }),
  async load(settings, { idsKnownMs }) {
    const { createLineChannel } = await import("./line-channel.ts");
    return createLineChannel({ ...settings, idsKnownMs });
  },
});
