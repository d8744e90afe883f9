import * as z from "zod";
import { LINE } from "../../../src/channels/line/line-definition.ts";
import { createAsk, createCheck } from "../check-channel.ts";
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

/** Checks the token, the webhook's address, and a test delivery from LINE. */
export const check = createCheck(LINE, {
  async *look({ token, apiRoot }, { signal, compare }) {
    const ask = createAsk({
      apiRoot,
      authorization: `Bearer ${token}`,
      signal,
    });
    const { status, data: bot, ms } = await ask("/v2/bot/info", BotInfo);
    if (status !== 200 || bot === undefined)
      return yield failed(
        `LINE does not accept LINE_CHANNEL_ACCESS_TOKEN (HTTP ${status}).`,
        "Issue a new long-lived one under Messaging API of your channel.",
      );
    yield passed(`The bot is ${bot.displayName} (${bot.basicId}).`, ms);
    const channel = "/v2/bot/channel/webhook";
    const { data: webhook } = await ask(`${channel}/endpoint`, Endpoint);
    if (webhook === undefined)
      return yield warning(
        "The channel has no webhook URL: LINE sends no messages.",
        "Set https://<your deployment>/line/webhook under Messaging API.",
      );
    yield compare(webhook.endpoint, "Set the webhook URL under Messaging API.");
    if (!webhook.active)
      yield warning(
        `LINE does not use its webhook URL ${webhook.endpoint}.`,
        "Turn on “Use webhook” under Messaging API.",
      );
    // LINE sends a signed webhook without a message and reports the result.
    const { data: trial } = await ask(`${channel}/test`, Trial, {});
    if (trial !== undefined) yield describeTrial(trial);
  },
});

function describeTrial({
  success,
  statusCode,
  reason,
}: z.infer<typeof Trial>): Finding {
  if (success) return passed("LINE's test webhook arrives.");
  return statusCode === 401
    ? failed(
        "LINE's test webhook is rejected (401): LINE_CHANNEL_SECRET is not that of this channel, or was not deployed.",
        "Copy the channel secret again from Basic settings.",
      )
    : failed(
        `LINE's test webhook does not arrive: ${toLine(reason)} (${statusCode}).`,
        "Is Parley deployed at that URL, with a certificate that LINE trusts?",
      );
}
