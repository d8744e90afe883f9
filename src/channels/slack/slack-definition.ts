import { httpUrl, listOfIds, oneOf, text } from "../../settings/fields.ts";
import { setting } from "../../settings/setting.ts";
import { accessOf, defineChannel } from "../kit/channel-definition.ts";

const ids = (example: string) =>
  setting(() => listOfIds({ pattern: /^[A-Z][A-Z0-9]{2,20}$/, example }), []);

export const SLACK = defineChannel({
  name: "slack",
  title: "Slack",
  required: {
    SLACK_BOT_TOKEN: setting(() =>
      text().regex(
        /^xoxb-[\w-]+$/,
        "is not a bot token; OAuth & Permissions shows one that begins with xoxb-",
      ),
    ),
    SLACK_SIGNING_SECRET: setting(() =>
      text().regex(
        /^[\da-f]{32,}$/i,
        "is not a signing secret; Basic Information shows one of 32 hexadecimal digits",
      ),
    ),
  },
  origins: {
    SLACK_BOT_TOKEN:
      "Copy the Bot User OAuth Token from OAuth & Permissions of your app at https://api.slack.com/apps",
    SLACK_SIGNING_SECRET:
      "Copy it from Basic Information of your app at https://api.slack.com/apps",
  },
  optional: {
    SLACK_API_ROOT: setting(httpUrl, "https://slack.com/api"),
    SLACK_STREAMING: setting(() => oneOf(["on", "off"]), "on"),
    SLACK_ALLOWED_USERS: ids("ids like U024BE7LH,U012AB3CD"),
    SLACK_ALLOWED_CHANNELS: ids("ids like C024BE91L,G012AB3CD"),
  },
  routes: [
    { method: "POST", path: "/events" },
    { method: "POST", path: "/commands" },
    { method: "POST", path: "/interactions" },
  ],
  read: ({
    SLACK_BOT_TOKEN: token,
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_API_ROOT: apiRoot,
    SLACK_STREAMING: streaming,
    SLACK_ALLOWED_USERS: people,
    SLACK_ALLOWED_CHANNELS: chats,
  }) => ({
    token,
    signingSecret,
    apiRoot,
    streaming,
    access: accessOf({ people, chats }),
  }),
  access: ({ SLACK_ALLOWED_USERS: people, SLACK_ALLOWED_CHANNELS: chats }) =>
    accessOf({ people, chats }),
  async load(settings, { index }) {
    const { createSlackChannel } = await import("./slack-channel.ts");
    return createSlackChannel({ ...settings, index });
  },
});
