import type { ChannelDefinition } from "../../src/channels/channel-definition.ts";
import { isFunctionUrl } from "../telegram/function-url.ts";
import { hasStatus } from "../parley-client.ts";
import {
  type Check,
  type ConfiguredExamination,
  describeAnswer,
  explainSilence,
  LOG_ADVICE,
} from "./examination.ts";
import { failed, type Finding, passed, skipped, toLine } from "./report.ts";

/** What `channels/<name>.ts` exports: what its platform says of the token, the address and the permissions. Runs where the channel is on. */
interface ChannelStage {
  readonly check: Check<ConfiguredExamination>;
}

/** The stage of a channel, found by its name. */
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
 * Whether a platform sends its messages to the Parley that is looked at. On AWS they come in at another function than the page does. On this
 * machine any address may be that of a tunnel.
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

/** For a platform that has no API which says where it sends messages: what the operator has to compare. */
export function describeAddress(
  { order: { target } }: ConfiguredExamination,
  { platform, path, place }: { platform: string; path: string; place: string },
): Finding {
  const root =
    target.isLocal || isFunctionUrl(target.url)
      ? "https://<your deployment>"
      : target.url;
  return skipped(
    `${platform} tells no program where it sends messages: compare ${root}${path} with ${place}.`,
  );
}

/** Whether Parley turns a request away there that its platform has not signed. */
export async function* checkRefusal(
  { client, health, order: { target } }: ConfiguredExamination,
  { path }: { path: string },
): AsyncGenerator<Finding> {
  const silence = explainSilence(await health());
  if (silence !== undefined)
    return yield skipped(`No request was sent to ${path}: ${silence}.`);
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
