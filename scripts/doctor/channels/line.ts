import { callPlatform } from "../../../src/channels/call-platform.ts";
import { LINE } from "../../../src/channels/line/line-definition.ts";
import { DeliveryError } from "../../../src/errors.ts";
import { checkRefusal } from "../check-channel.ts";
import type { ConfiguredExamination } from "../examination.ts";
import { failed, type Finding, passed, warning } from "../report.ts";
import * as z from "zod";

const BotInfo = z.object({ displayName: z.string(), basicId: z.string() });
const Endpoint = z.object({ endpoint: z.string(), active: z.boolean() });

/** Whose token it is, where LINE sends its webhooks, and whether Parley rejects what LINE has not signed. */
export async function* check(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  const settings = LINE.settingsIn(examination.config.channels);
  if (settings === undefined) return;
  const ask = (path: string) =>
    callPlatform(settings.apiRoot + path, {
      method: "GET",
      headers: { authorization: `Bearer ${settings.token}` },
      signal: examination.signal,
    });
  const startedAt = performance.now();
  try {
    const { status, body } = await ask("/v2/bot/info");
    const { data: bot } = BotInfo.safeParse(body);
    if (status !== 200 || bot === undefined)
      yield failed(
        `LINE does not accept LINE_CHANNEL_ACCESS_TOKEN (HTTP ${status}).`,
        "Issue a new long-lived one under Messaging API of your channel.",
      );
    else {
      const ms = performance.now() - startedAt;
      yield passed(`The bot is ${bot.displayName} (${bot.basicId}).`, ms);
      yield* checkEndpoint(await ask("/v2/bot/channel/webhook/endpoint"));
    }
  } catch (error) {
    examination.signal.throwIfAborted();
    if (!(error instanceof DeliveryError)) throw error;
    yield failed(
      `LINE cannot be reached: ${error.message}`,
      "Run this again. LINE_API_ROOT is only needed with a proxy.",
    );
  }
  yield* checkRefusal(examination, { path: "/line/webhook" });
}

function* checkEndpoint({
  body,
}: {
  body: unknown;
}): Generator<Finding, void, void> {
  const { data } = Endpoint.safeParse(body);
  if (data === undefined)
    return yield warning(
      "The channel has no webhook URL.",
      "Set https://<your deployment>/line/webhook under Messaging API.",
    );
  yield data.active
    ? passed(`LINE sends its webhooks to ${data.endpoint}.`)
    : warning(
        `LINE does not use its webhook URL ${data.endpoint}.`,
        "Turn on “Use webhook” under Messaging API.",
      );
}
