import { MESSENGER } from "../../../src/channels/meta/messenger-definition.ts";
import { checkRefusal } from "../check-channel.ts";
import { checkGraphToken } from "../check-graph.ts";
import type { ConfiguredExamination } from "../examination.ts";
import type { Finding } from "../report.ts";
import * as z from "zod";

const Page = z.object({ name: z.string() });

/** Whose page it is, and whether Parley rejects what Meta has not signed. */
export async function* check(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  const settings = MESSENGER.settingsIn(examination.config.channels);
  if (settings === undefined) return;
  yield* checkGraphToken(examination, {
    access: settings,
    path: "me?fields=name",
    variable: "MESSENGER_PAGE_TOKEN",
    describe(answer) {
      const { data } = Page.safeParse(answer);
      return data && `The page is ${data.name}.`;
    },
  });
  yield* checkRefusal(examination, { path: "/messenger/webhook" });
}
