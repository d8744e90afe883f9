import type * as z from "zod";
import { callPlatform } from "../../src/channels/kit/call-platform.ts";
import type {
  ChannelDefinition,
  ConfiguredChannel,
} from "../../src/channels/kit/channel-definition.ts";
import { DeliveryError } from "../../src/types/errors.ts";
import { hasStatus, type Answer } from "../parley-client.ts";
import { isFunctionUrl } from "../telegram/function-url.ts";
import type { Target } from "./doctor-arguments.ts";
import {
  describeAnswer,
  explainUnavailability,
  LOG_ADVICE,
  type Check,
  type ConfiguredExamination,
} from "./examination.ts";
import { failed, passed, skipped, toLine, type Finding } from "./report.ts";

/** What `channels/<name>.ts` declares about its platform. */
interface PlatformCheck<Own> {
  /** Default: the channel's title. */
  readonly platform?: string;
  /**
   * Asks the platform for the token's owner, the webhook's address and the
   * permissions. May throw `DeliveryError`, and what `explain` knows.
   */
  readonly look?: (settings: Own, tools: Tools) => AsyncIterable<Finding>;
  /** For errors of `look` other than an unreachable platform. */
  readonly explain?: (error: unknown, settings: Own) => Finding | undefined;
  /** Sends Parley what the platform would; it has rejected what is unsigned. */
  readonly accept?: (settings: Own, sending: Sending) => AsyncIterable<Finding>;
  /** What to do if the platform cannot be reached. */
  readonly advice?: string;
  /**
   * Where the webhook's address is set, if the platform has no API that returns
   * it.
   */
  readonly place?: string;
}

interface Tools {
  readonly signal: AbortSignal;
  readonly target: Target;
  /** Checks that messages are sent to the target. */
  readonly compare: (address: string, advice: string) => Finding;
}

interface Sending {
  /** To the channel's route. */
  readonly post: (
    body: object,
    headers: Readonly<Record<string, string>>,
  ) => Promise<Answer>;
  readonly chat: number | undefined;
}

/** Loads a channel's check by its name. */
export function loadCheck({
  name,
  switchedOnBy,
}: ChannelDefinition): Check<ConfiguredExamination> {
  return async function* (examination): AsyncGenerator<Finding> {
    const { channels } = examination.config;
    const channel = channels.find(({ definition }) => definition.name === name);
    if (channel?.on === undefined)
      return yield skipped(`Off: ${switchedOnBy} are not set here.`);
    const stage: { readonly check: Check<ConfiguredExamination> } =
      await import(`./channels/${name}.ts`);
    yield* stage.check(examination);
  };
}

/**
 * A channel's check: what its platform says, the webhook's address, and that
 * Parley rejects unsigned requests.
 */
export function createCheck<Own>(
  channel: Pick<ChannelDefinition, "name" | "title" | "routes"> & {
    settingsIn(channels: readonly ConfiguredChannel[]): Own | undefined;
  },
  {
    platform = channel.title,
    look,
    explain,
    accept,
    advice = `Run this again. ${channel.name.toUpperCase()}_API_ROOT is only needed with a proxy.`,
    place,
  }: PlatformCheck<Own>,
): Check<ConfiguredExamination> {
  const received = channel.routes.find(({ method }) => method === "POST");
  const path = `/${channel.name}${received?.path}`;
  return async function* (examination): AsyncGenerator<Finding> {
    const { config, order, signal } = examination;
    const settings = channel.settingsIn(config.channels);
    if (settings === undefined) return;
    const compare = (address: string, change: string) =>
      checkAddress(order, { platform, address, path, advice: change });
    try {
      const { target } = order;
      yield* look?.(settings, { signal, target, compare }) ?? [];
    } catch (error) {
      signal.throwIfAborted();
      const explained = explain?.(error, settings);
      if (explained !== undefined) yield explained;
      else if (error instanceof DeliveryError)
        yield failed(
          `${platform} cannot be reached: ${error.explained}`,
          advice,
        );
      else throw error;
    }
    if (place !== undefined)
      yield skipped(
        `${platform} has no API that returns its webhook address: compare ${rootOf(order)}${path} with ${place}.`,
      );
    const refusal = await checkRefusal(examination, path);
    yield refusal;
    if (refusal.kind !== "passed") return;
    const post: Sending["post"] = (body, headers) =>
      examination.client.call(path, { method: "POST", headers, body });
    yield* accept?.(settings, { post, chat: order.chat }) ?? [];
  };
}

/**
 * Returns a function that calls a platform's API, by POST if there is a body.
 * Its `data` is `undefined` if the answer is not as documented.
 */
export function createAsk({
  apiRoot,
  authorization,
  signal,
}: {
  apiRoot: string;
  authorization?: string;
  signal: AbortSignal;
}) {
  return async <Data>(path: string, schema: z.ZodType<Data>, body?: object) => {
    const startedAt = performance.now();
    const { status, headers, ...answer } = await callPlatform(apiRoot + path, {
      method: body === undefined ? "GET" : "POST",
      ...(authorization !== undefined && { headers: { authorization } }),
      body,
      signal,
    });
    const { data } = schema.safeParse(answer.body);
    return { status, headers, data, ms: performance.now() - startedAt };
  };
}

type Order = ConfiguredExamination["order"];

/**
 * Checks that a platform delivers its messages to the target. On AWS, another
 * function than the page's receives them. For a local target, any address is
 * accepted since it may be a tunnel's.
 */
export function checkAddress(
  { target }: Pick<Order, "target">,
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

function rootOf({ target: { isLocal, url } }: Order): string {
  return isLocal || isFunctionUrl(url) ? "https://<your deployment>" : url;
}

/** Checks that Parley rejects a request that the platform has not signed. */
async function checkRefusal(
  { client, health, order: { target } }: ConfiguredExamination,
  path: string,
): Promise<Finding> {
  const unavailable = explainUnavailability(await health());
  if (unavailable !== undefined)
    return skipped(`No request was sent to ${path}: ${unavailable}.`);
  if (isFunctionUrl(target.url))
    return skipped(
      `No request was sent to ${path}: on AWS it comes in at the stack output TelegramUrl.`,
    );
  const answer = await client.call(path, { method: "POST", body: {} });
  if (hasStatus(answer, 401))
    return passed("A request without a signature is rejected.", answer.ms);
  return hasStatus(answer, 404)
    ? failed(
        "The channel is off there.",
        "Set its variables there, too: in .dev.vars for `npm run dev`, otherwise with npx wrangler secret put",
      )
    : failed(
        `A request without a signature was not rejected: ${describeAnswer(answer)}`,
        `See the log: ${LOG_ADVICE}.`,
      );
}
