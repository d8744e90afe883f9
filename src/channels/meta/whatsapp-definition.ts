import { httpUrl, listOfIds, text } from "../../settings/fields.ts";
import { setting } from "../../settings/setting.ts";
import {
  accessOf,
  CHECKED_WEBHOOK,
  defineChannel,
} from "../kit/channel-definition.ts";

export const WHATSAPP = defineChannel({
  name: "whatsapp",
  title: "WhatsApp",
  required: {
    WHATSAPP_ACCESS_TOKEN: setting(() =>
      text().regex(
        /^[\w-]{20,}$/,
        "is not an access token; create one for a system user",
      ),
    ),
    WHATSAPP_PHONE_NUMBER_ID: setting(() =>
      text().regex(
        /^\d{5,20}$/,
        "is not a phone number id, which has only digits",
      ),
    ),
    WHATSAPP_APP_SECRET: setting(() =>
      text().regex(
        /^[\da-f]{32}$/i,
        "is not an app secret; App settings shows one of 32 hexadecimal digits",
      ),
    ),
    WHATSAPP_VERIFY_TOKEN: setting(() =>
      text().regex(
        /^[\w.-]{1,200}$/,
        "may only contain letters, digits, _, . and -",
      ),
    ),
  },
  origins: {
    WHATSAPP_ACCESS_TOKEN:
      "Create a permanent one for a system user in Meta Business settings",
    WHATSAPP_PHONE_NUMBER_ID: "Copy it from WhatsApp → API Setup of your app",
    WHATSAPP_APP_SECRET: "Copy it from App settings → Basic of your app",
    WHATSAPP_VERIFY_TOKEN: "Create one with `openssl rand -hex 32`",
  },
  ownSecrets: ["WHATSAPP_VERIFY_TOKEN"],
  optional: {
    WHATSAPP_API_ROOT: setting(httpUrl, "https://graph.facebook.com/v23.0"),
    WHATSAPP_ALLOWED_USERS: setting(
      () =>
        listOfIds({
          pattern: /^(?:\d{1,20}|[A-Z]{2}\.[\w.]{1,150})$/,
          example:
            "phone numbers with their country code, or ids like US.13491208655302741918",
        }),
      [],
    ),
  },
  routes: CHECKED_WEBHOOK,
  read: ({
    WHATSAPP_ACCESS_TOKEN: token,
    WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_VERIFY_TOKEN: verifyToken,
    WHATSAPP_API_ROOT: apiRoot,
  }) => ({ token, phoneNumberId, appSecret, verifyToken, apiRoot }),
  access: ({ WHATSAPP_ALLOWED_USERS: people }) => accessOf({ people }),
  async load(settings, { idsKnownMs }) {
    const { createWhatsAppChannel } = await import("./whatsapp-channel.ts");
    return createWhatsAppChannel({ ...settings, idsKnownMs });
  },
});
