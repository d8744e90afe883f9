import { httpUrl } from "../../settings/fields.ts";
import { CHECKED_WEBHOOK, defineChannel } from "../kit/channel-definition.ts";
import { idList, optional } from "../kit/channel-variables.ts";
import { API_ROOT, APP_SECRET, VERIFY_TOKEN } from "./meta-variables.ts";

export const MESSENGER = defineChannel({
  name: "messenger",
  title: "Messenger",
  required: {
    token: {
      variable: "MESSENGER_PAGE_TOKEN",
      pattern: /^[\w-]{20,}$/,
      origin: "Generate it for your page under Messenger API Setup of your app",
    },
    appSecret: { variable: "MESSENGER_APP_SECRET", ...APP_SECRET },
    verifyToken: { variable: "MESSENGER_VERIFY_TOKEN", ...VERIFY_TOKEN },
  },
  optional: { apiRoot: optional("MESSENGER_API_ROOT", httpUrl, API_ROOT) },
  allowed: { people: idList("MESSENGER_ALLOWED_USERS") },
  routes: CHECKED_WEBHOOK,
  async load(settings, { idsKnownMs }) {
    const { createMessengerChannel } = await import("./messenger-channel.ts");
    return createMessengerChannel({ ...settings, idsKnownMs });
  },
});
