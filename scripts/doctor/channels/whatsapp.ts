import * as z from "zod";
import { WHATSAPP } from "../../../src/channels/meta/whatsapp-definition.ts";
import { checkRefusal } from "../check-channel.ts";
import { checkGraph } from "../check-graph.ts";
import type { ConfiguredExamination } from "../examination.ts";
import type { Finding } from "../report.ts";

const PATH = "/whatsapp/webhook";
const PhoneNumber = z.object({
  display_phone_number: z.string(),
  verified_name: z.string().optional(),
});

/**
 * Checks the token's number and permissions, the webhook at Meta, and that
 * Parley rejects unsigned requests.
 */
export async function* check(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  const settings = WHATSAPP.settingsIn(examination.config.channels);
  if (settings === undefined) return;
  yield* checkGraph(examination, {
    settings,
    variables: {
      token: "WHATSAPP_ACCESS_TOKEN",
      appSecret: "WHATSAPP_APP_SECRET",
    },
    owner: {
      path: `${settings.phoneNumberId}?fields=display_phone_number,verified_name`,
      describe(answer) {
        const { data } = PhoneNumber.safeParse(answer);
        return (
          data &&
          `The number is ${data.display_phone_number} (${data.verified_name ?? "no name yet"}).`
        );
      },
    },
    permission: "whatsapp_business_messaging",
    tokenAdvice:
      "Create one that never expires: Business settings → System users → Generate token.",
    webhook: {
      object: "whatsapp_business_account",
      fields: ["messages"],
      path: PATH,
    },
  });
  yield* checkRefusal(examination, { path: PATH });
}
