import { httpUrl, oneOf } from "../../settings/fields.ts";
import { defineChannel } from "../kit/channel-definition.ts";
import { idList, optional } from "../kit/channel-variables.ts";

const IDS = /^[UCR][\da-f]{32}$/;

export const LINE = defineChannel({
  name: "line",
  title: "LINE",
  required: {
    channelSecret: {
      variable: "LINE_CHANNEL_SECRET",
      pattern: /^[\da-f]{32}$/i,
      origin:
        "Copy its 32 hexadecimal digits from Basic settings of your channel at https://developers.line.biz/console",
    },
    token: {
      variable: "LINE_CHANNEL_ACCESS_TOKEN",
      pattern: /^[\w+/=.-]{20,}$/,
      origin:
        "Issue a long-lived one under Messaging API of your channel at https://developers.line.biz/console",
    },
  },
  optional: {
    replies: optional("LINE_REPLIES", () => oneOf(["reply", "push"]), "reply"),
    apiRoot: optional("LINE_API_ROOT", httpUrl, "https://api.line.me"),
    dataApiRoot: optional(
      "LINE_DATA_API_ROOT",
      httpUrl,
      "https://api-data.line.me",
    ),
  },
  allowed: {
    people: idList("LINE_ALLOWED_USERS", {
      pattern: IDS,
      example: "user ids like U4af4980629…",
    }),
    chats: idList("LINE_ALLOWED_CHATS", {
      pattern: IDS,
      example: "ids of groups and rooms like Ca56f94637c…",
    }),
  },
  routes: [{ method: "POST", path: "/webhook" }],
  async load(settings, { idsKnownMs }) {
    const { createLineChannel } = await import("./line-channel.ts");
    return createLineChannel({ ...settings, idsKnownMs });
  },
});
