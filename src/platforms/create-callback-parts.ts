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
import { USER_AGENT } from "./create-agents.ts";

export interface CallbackParts {
  readonly policy: CallbackPolicy;
  readonly accept: CallbackAcceptance;
  readonly send: CallbackSender;
}

export function createCallbackParts(config: Config): CallbackParts {
  const policy = createDeploymentPolicy(config);
  return {
    policy,
    accept: createCallbackAcceptance(policy),
    send: createCallbackSender({ policy, userAgent: USER_AGENT }),
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
