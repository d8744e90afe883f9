import * as z from "zod";
import { callPlatform } from "../../../src/channels/kit/call-platform.ts";
import { LINE } from "../../../src/channels/line/line-definition.ts";
import { DeliveryError } from "../../../src/types/errors.ts";
import { checkAddress, checkRefusal } from "../check-channel.ts";
import type { ConfiguredExamination } from "../examination.ts";
import { failed, passed, toLine, warning, type Finding } from "../report.ts";

const BotInfo = z.object({ displayName: z.string(), basicId: z.string() });
const Endpoint = z.object({ endpoint: z.string(), active: z.boolean() });
/**
 * https://developers.line.biz/en/reference/messaging-api/#test-webhook-endpoint
 */
const Trial = z.object({
  success: z.boolean(),
  statusCode: z.number().default(0),
  reason: z.string().default("no reason"),
});

/**
 * Checks the token, the webhook's address, a test delivery from LINE, and that
 * Parley rejects unsigned requests.
 */
export async function* check(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  const settings = LINE.settingsIn(examination.config.channels);
  if (settings === undefined) return;
  const ask = (path: string, method: "GET" | "POST" = "GET") =>
    callPlatform(settings.apiRoot + path, {
      method,
      ...(method === "POST" && { body: {} }),
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
      const { body: endpoint } = await ask("/v2/bot/channel/webhook/endpoint");
      const { data } = Endpoint.safeParse(endpoint);
      yield* checkEndpoint(data, examination);
      if (data !== undefined)
        yield* checkTrial(await ask("/v2/bot/channel/webhook/test", "POST"));
    }
  } catch (error) {
    examination.signal.throwIfAborted();
    if (!(error instanceof DeliveryError)) throw error;
    yield failed(
      `LINE cannot be reached: ${error.explained}`,
      "Run this again. LINE_API_ROOT is only needed with a proxy.",
    );
  }
  yield* checkRefusal(examination, { path: "/line/webhook" });
}

function* checkEndpoint(
  webhook: z.infer<typeof Endpoint> | undefined,
  examination: ConfiguredExamination,
): Generator<Finding, void> {
  if (webhook === undefined)
    return yield warning(
      "The channel has no webhook URL: LINE sends no messages.",
      "Set https://<your deployment>/line/webhook under Messaging API.",
    );
  yield checkAddress(examination, {
    platform: "LINE",
    address: webhook.endpoint,
    path: "/line/webhook",
    advice: "Set the webhook URL under Messaging API.",
  });
  if (!webhook.active)
    yield warning(
      `LINE does not use its webhook URL ${webhook.endpoint}.`,
      "Turn on “Use webhook” under Messaging API.",
    );
}

/**
 * LINE sends a signed test webhook without a message and reports the result.
 */
function* checkTrial({ body }: { body: unknown }): Generator<Finding, void> {
  const { data } = Trial.safeParse(body);
  if (data === undefined) return;
  if (data.success) return yield passed("LINE's test webhook arrives.");
  yield data.statusCode === 401
    ? failed(
        "LINE's test webhook is rejected (401): LINE_CHANNEL_SECRET is not that of this channel, or was not deployed.",
        "Copy the channel secret again from Basic settings.",
      )
    : failed(
        `LINE's test webhook does not arrive: ${toLine(data.reason)} (${data.statusCode}).`,
        "Is Parley deployed at that URL, with a certificate that LINE trusts?",
      );
}
