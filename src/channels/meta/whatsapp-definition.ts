import { httpUrl } from "../../settings/fields.ts";
import { CHECKED_WEBHOOK, defineChannel } from "../kit/channel-definition.ts";
import { idList, optional } from "../kit/channel-variables.ts";
import { API_ROOT, APP_SECRET, VERIFY_TOKEN } from "./meta-variables.ts";

export const WHATSAPP = defineChannel({
  name: "whatsapp",
  title: "WhatsApp",
  required: {
    token: {
      variable: "WHATSAPP_ACCESS_TOKEN",
      pattern: /^[\w-]{20,}$/,
      origin:
        "Create a permanent one for a system user in Meta Business settings",
    },
    phoneNumberId: {
      variable: "WHATSAPP_PHONE_NUMBER_ID",
      pattern: /^\d{5,20}$/,
      origin:
        "Copy the phone number ID, not the number, from WhatsApp → API Setup of your app",
    },
    appSecret: { variable: "WHATSAPP_APP_SECRET", ...APP_SECRET },
    verifyToken: { variable: "WHATSAPP_VERIFY_TOKEN", ...VERIFY_TOKEN },
  },
  optional: { apiRoot: optional("WHATSAPP_API_ROOT", httpUrl, API_ROOT) },
  allowed: {
    people: idList("WHATSAPP_ALLOWED_USERS", {
      pattern: /^(?:\d{1,20}|[A-Z]{2}\.[\w.]{1,150})$/,
      example:
        "phone numbers with their country code, or ids like US.13491208655302741918",
    }),
  },
  routes: CHECKED_WEBHOOK,
  async load(settings, { idsKnownMs }) {
    const { createWhatsAppChannel } = await import("./whatsapp-channel.ts");
    return createWhatsAppChannel({ ...settings, idsKnownMs });
  },
});
