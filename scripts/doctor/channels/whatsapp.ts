import { WHATSAPP } from "../../../src/channels/meta/whatsapp-definition.ts";
import { checkRefusal } from "../check-channel.ts";
import { checkGraphToken } from "../check-graph.ts";
import type { ConfiguredExamination } from "../examination.ts";
import type { Finding } from "../report.ts";
import * as z from "zod";

const PhoneNumber = z.object({
  display_phone_number: z.string(),
  verified_name: z.string().optional(),
});

/** Whose number it is, and whether Parley rejects what Meta has not signed. */
export async function* check(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  const settings = WHATSAPP.settingsIn(examination.config.channels);
  if (settings === undefined) return;
  yield* checkGraphToken(examination, {
    access: settings,
    path: `${settings.phoneNumberId}?fields=display_phone_number,verified_name`,
    variable: "WHATSAPP_ACCESS_TOKEN",
    describe(answer) {
      const { data } = PhoneNumber.safeParse(answer);
      return (
        data &&
        `The number is ${data.display_phone_number} (${data.verified_name ?? "no name yet"}).`
      );
    },
  });
  yield* checkRefusal(examination, { path: "/whatsapp/webhook" });
}
