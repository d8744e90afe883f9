import type { ChannelDefinition } from "../../src/channels/kit/channel-definition.ts";
import { hasStatus } from "../parley-client.ts";
import { isFunctionUrl } from "../telegram/function-url.ts";
import {
  describeAnswer,
  explainUnavailability,
  LOG_ADVICE,
  type Check,
  type ConfiguredExamination,
} from "./examination.ts";
import { failed, passed, skipped, toLine, type Finding } from "./report.ts";

/**
 * Exported by `channels/<name>.ts`: checks the token, the webhook address and
 * the permissions at the platform. Runs if the channel is on.
 */
interface ChannelStage {
  readonly check: Check<ConfiguredExamination>;
}

/** Loads a channel's stage by its name. */
export function createChannelCheck({
  name,
  switchedOnBy,
}: ChannelDefinition): Check<ConfiguredExamination> {
  return async function* (examination): AsyncGenerator<Finding> {
    const { channels } = examination.config;
    const channel = channels.find(({ definition }) => definition.name === name);
    if (channel?.on === undefined)
      return yield skipped(`Off: ${switchedOnBy} are not set here.`);
    const stage: ChannelStage = await import(`./channels/${name}.ts`);
    yield* stage.check(examination);
  };
}

/**
 * Checks that a platform delivers its messages to the target. On AWS, another
 * function than the page's receives them. For a local target, any address is
 * accepted since it may be a tunnel's.
 */
export function checkAddress(
  { order: { target } }: ConfiguredExamination,
  {
    platform,
    address,
    path,
    advice,
  }: { platform: string; address: string; path: string; advice: string },
): Finding {
  const expected = target.url + path;
  const isOnAws = isFunctionUrl(target.url);
  const isRight =
    target.isLocal ||
    (isOnAws
      ? isFunctionUrl(address) && address !== expected && address.endsWith(path)
      : address === expected);
  const said = `${platform} sends its messages to ${toLine(address)}`;
  return isRight
    ? passed(`${said}.`)
    : failed(
        `${said}, and not to ${isOnAws ? `the stack output TelegramUrl, followed by ${path}` : expected}.`,
        advice,
      );
}

/**
 * For a platform without an API that returns its webhook address: tells the
 * operator what to compare.
 */
export function describeAddress(
  { order: { target } }: ConfiguredExamination,
  { platform, path, place }: { platform: string; path: string; place: string },
): Finding {
  const root =
    target.isLocal || isFunctionUrl(target.url)
      ? "https://<your deployment>"
      : target.url;
  return skipped(
    `${platform} has no API that returns its webhook address: compare ${root}${path} with ${place}.`,
  );
}

/** Checks that Parley rejects a request that the platform has not signed. */
export async function* checkRefusal(
  { client, health, order: { target } }: ConfiguredExamination,
  { path }: { path: string },
): AsyncGenerator<Finding> {
  const unavailable = explainUnavailability(await health());
  if (unavailable !== undefined)
    return yield skipped(`No request was sent to ${path}: ${unavailable}.`);
  if (isFunctionUrl(target.url))
    return yield skipped(
      `No request was sent to ${path}: on AWS it comes in at the stack output TelegramUrl.`,
    );
  const answer = await client.call(path, { method: "POST", body: {} });
  if (hasStatus(answer, 401))
    return yield passed(
      "A request without a signature is rejected.",
      answer.ms,
    );
  yield hasStatus(answer, 404)
    ? failed(
        "The channel is off there.",
        "Set its variables there, too: in .dev.vars for `npm run dev`, otherwise with npx wrangler secret put",
      )
    : failed(
        `A request without a signature was not rejected: ${describeAnswer(answer)}`,
        `See the log: ${LOG_ADVICE}.`,
      );
}
