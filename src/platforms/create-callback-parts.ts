import type { Config } from "../config/parse-config.ts";
import {
  createCallbackAcceptance,
  type CallbackAcceptance,
} from "../http/callbacks/accept-callback.ts";
import {
  createCallbackPolicy,
  type CallbackPolicy,
} from "../http/callbacks/callback-policy.ts";
import {
  createCallbackSender,
  type CallbackSender,
} from "../http/callbacks/create-callback-sender.ts";
import type { Channels } from "../types/channel.ts";
import { USER_AGENT } from "./create-agents.ts";
import { createToldEventSender } from "./create-event-parts.ts";

export interface CallbackParts {
  readonly policy: CallbackPolicy;
  readonly accept: CallbackAcceptance;
  readonly send: CallbackSender;
}

/** @param findChannel of the chat in which operators are told of events */
export function createCallbackParts(
  config: Config,
  findChannel: Channels["find"],
): CallbackParts {
  const policy = createDeploymentPolicy(config);
  const sendCallback = createCallbackSender({ policy, userAgent: USER_AGENT });
  const sendEvent = createToldEventSender(config, findChannel);
  return {
    policy,
    accept: createCallbackAcceptance(policy),
    send: (told) =>
      told.kind === "turn" ? sendCallback(told) : sendEvent(told),
  };
}

export function createDeploymentPolicy({
  webhook,
  secret,
  developmentToken,
}: Pick<Config, "webhook" | "secret" | "developmentToken">): CallbackPolicy {
  const { keys, signingSecrets, callbacks } = webhook;
  return createCallbackPolicy({
    hosts: callbacks.hosts,
    isDevelopment: developmentToken !== undefined,
    signing: {
      callers: [...keys, ...signingSecrets].map(({ name }) => name),
      own: callbacks.secrets,
      deploymentSecret: secret,
    },
  });
}
