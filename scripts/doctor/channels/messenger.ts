import * as z from "zod";
import { MESSENGER } from "../../../src/channels/meta/messenger-definition.ts";
import { DeliveryError } from "../../../src/types/errors.ts";
import { checkRefusal } from "../check-channel.ts";
import { askGraph, checkGraph } from "../check-graph.ts";
import type { ConfiguredExamination } from "../examination.ts";
import { failed, passed, skipped, type Finding } from "../report.ts";

const PATH = "/messenger/webhook";
const Page = z.object({ name: z.string() });
/**
 * https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps
 */
const Subscribed = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * Checks the token's page and permissions, the webhook at Meta, and that Parley
 * rejects unsigned requests.
 */
export async function* check(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  const settings = MESSENGER.settingsIn(examination.config.channels);
  if (settings === undefined) return;
  const app = yield* checkGraph(examination, {
    settings,
    variables: {
      token: "MESSENGER_PAGE_TOKEN",
      appSecret: "MESSENGER_APP_SECRET",
    },
    owner: {
      path: "me?fields=name",
      describe(answer) {
        const { data } = Page.safeParse(answer);
        return data && `The page is ${data.name}.`;
      },
    },
    permission: "pages_messaging",
    tokenAdvice: "Generate a page's token again: Messenger API Setup.",
    webhook: {
      object: "page",
      fields: ["messages", "messaging_postbacks"],
      path: PATH,
    },
  });
  if (app !== undefined) yield await checkPage(app, settings, examination);
  yield* checkRefusal(examination, { path: PATH });
}

/** An app only receives messages of pages that are subscribed to it. */
async function checkPage(
  app: string,
  settings: { token: string; apiRoot: string },
  { signal }: ConfiguredExamination,
): Promise<Finding> {
  try {
    const answer = await askGraph("me/subscribed_apps", settings, { signal });
    const { data } = Subscribed.safeParse(
      answer.kind === "answered" ? answer.body : undefined,
    );
    if (data === undefined)
      return skipped("Meta does not say whether the page is subscribed.");
    return data.data.some(({ id }) => id === app)
      ? passed("The page is subscribed to the app.")
      : failed(
          "The page is not subscribed to the app: Meta sends none of its messages.",
          "Add a subscription of the page under Messenger API Setup → Webhooks.",
        );
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DeliveryError)) throw error;
    return skipped("Meta does not say whether the page is subscribed.");
  }
}
