import { httpUrl, oneOf } from "../../settings/fields.ts";
import { defineChannel } from "../kit/channel-definition.ts";
import { idList, optional } from "../kit/channel-variables.ts";

const IDS = /^[A-Z][A-Z0-9]{2,20}$/;

export const SLACK = defineChannel({
  name: "slack",
  title: "Slack",
  required: {
    token: {
      variable: "SLACK_BOT_TOKEN",
      pattern: /^xoxb-[\w-]+$/,
      origin:
        "Copy the Bot User OAuth Token, which begins with xoxb-, from OAuth & Permissions of your app at https://api.slack.com/apps",
    },
    signingSecret: {
      variable: "SLACK_SIGNING_SECRET",
      pattern: /^[\da-f]{32,}$/i,
      origin:
        "Copy its 32 hexadecimal digits from Basic Information of your app at https://api.slack.com/apps",
    },
  },
  optional: {
    apiRoot: optional("SLACK_API_ROOT", httpUrl, "https://slack.com/api"),
    streaming: optional("SLACK_STREAMING", () => oneOf(["on", "off"]), "on"),
  },
  allowed: {
    people: idList("SLACK_ALLOWED_USERS", {
      pattern: IDS,
      example: "ids like U024BE7LH,U012AB3CD",
    }),
    chats: idList("SLACK_ALLOWED_CHANNELS", {
      pattern: IDS,
      example: "ids like C024BE91L,G012AB3CD",
    }),
  },
  routes: [
    { method: "POST", path: "/events" },
    { method: "POST", path: "/commands" },
    { method: "POST", path: "/interactions" },
  ],
  async load(settings, { index, access }) {
    const { createSlackChannel } = await import("./slack-channel.ts");
    return createSlackChannel({ ...settings, access, index });
  },
});
