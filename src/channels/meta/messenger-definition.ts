import { httpUrl, listOfIds, text } from "../../settings/fields.ts";
import { setting } from "../../settings/setting.ts";
import {
  accessOf,
  CHECKED_WEBHOOK,
  defineChannel,
} from "../kit/channel-definition.ts";

export const MESSENGER = defineChannel({
  name: "messenger",
  title: "Messenger",
  required: {
    MESSENGER_PAGE_TOKEN: setting(() =>
      text().regex(
        /^[\w-]{20,}$/,
        "is not a page access token; generate one under Messenger API Setup",
      ),
    ),
    MESSENGER_APP_SECRET: setting(() =>
      text().regex(
        /^[\da-f]{32}$/i,
        "is not an app secret; App settings shows one of 32 hexadecimal digits",
      ),
    ),
    MESSENGER_VERIFY_TOKEN: setting(() =>
      text().regex(
        /^[\w.-]{1,200}$/,
        "may only contain letters, digits, _, . and -",
      ),
    ),
  },
  origins: {
    MESSENGER_PAGE_TOKEN:
      "Generate it for your page under Messenger API Setup of your app",
    MESSENGER_APP_SECRET: "Copy it from App settings → Basic of your app",
    MESSENGER_VERIFY_TOKEN: "Create one with `openssl rand -hex 32`",
  },
  ownSecrets: ["MESSENGER_VERIFY_TOKEN"],
  optional: {
    MESSENGER_API_ROOT: setting(httpUrl, "https://graph.facebook.com/v23.0"),
    MESSENGER_ALLOWED_USERS: setting(listOfIds, []),
  },
  routes: CHECKED_WEBHOOK,
  read: ({
    MESSENGER_PAGE_TOKEN: token,
    MESSENGER_APP_SECRET: appSecret,
    MESSENGER_VERIFY_TOKEN: verifyToken,
    MESSENGER_API_ROOT: apiRoot,
  }) => ({ token, appSecret, verifyToken, apiRoot }),
  access: ({ MESSENGER_ALLOWED_USERS: people }) => accessOf({ people }),
  async load(settings, { idsKnownMs }) {
    const { createMessengerChannel } = await import("./messenger-channel.ts");
    return createMessengerChannel({ ...settings, idsKnownMs });
  },
});
