import * as z from "zod";
import { MESSENGER } from "../../../src/channels/meta/messenger-definition.ts";
import { createGraphCheck } from "../check-graph.ts";
import { failed, passed, skipped } from "../report.ts";

/**
 * https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps
 */
const Subscribed = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Checks the token's page and permissions, and the webhook at Meta. */
export const check = createGraphCheck(MESSENGER, {
  tokenVariable: "MESSENGER_PAGE_TOKEN",
  secretVariable: "MESSENGER_APP_SECRET",
  owner: {
    path: () => "me?fields=name",
    sentence: z
      .object({ name: z.string() })
      .transform(({ name }) => `The page is ${name}.`),
  },
  permission: "pages_messaging",
  tokenAdvice: "Generate a page's token again: Messenger API Setup.",
  subscription: {
    object: "page",
    fields: ["messages", "messaging_postbacks"],
    echoes: "message_echoes",
  },
  /** An app only receives messages of pages that are subscribed to it. */
  async checkApp(app, ask) {
    const { data } = await ask("me/subscribed_apps", Subscribed);
    if (data === undefined)
      return skipped("Meta does not say whether the page is subscribed.");
    return data.data.some(({ id }) => id === app)
      ? passed("The page is subscribed to the app.")
      : failed(
          "The page is not subscribed to the app: Meta sends none of its messages.",
          "Add a subscription of the page under Messenger API Setup → Webhooks.",
        );
  },
});
