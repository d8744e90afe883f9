import * as z from "zod";
import { WHATSAPP } from "../../../src/channels/meta/whatsapp-definition.ts";
import { createGraphCheck } from "../check-graph.ts";

/** Checks the token's number and permissions, and the webhook at Meta. */
export const check = createGraphCheck(WHATSAPP, {
  tokenVariable: "WHATSAPP_ACCESS_TOKEN",
  secretVariable: "WHATSAPP_APP_SECRET",
  owner: {
    path: ({ phoneNumberId }) =>
      `${phoneNumberId}?fields=display_phone_number,verified_name`,
    sentence: z
      .object({
        display_phone_number: z.string(),
        verified_name: z.string().default("no name yet"),
      })
      .transform(
        (number) =>
          `The number is ${number.display_phone_number} (${number.verified_name}).`,
      ),
  },
  permission: "whatsapp_business_messaging",
  tokenAdvice:
    "Create one that never expires: Business settings → System users → Generate token.",
  subscription: {
    object: "whatsapp_business_account",
    fields: ["messages"],
    echoes: "smb_message_echoes",
  },
});
