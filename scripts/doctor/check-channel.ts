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
import { failed, type Finding, passed, skipped } from "./report.ts";

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
