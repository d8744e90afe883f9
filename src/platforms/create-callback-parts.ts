import {
  createCallbackAcceptance,
  type CallbackAcceptance,
} from "../channels/webhook/callbacks/accept-callback.ts";
import {
  createCallbackPolicy,
  type CallbackPolicy,
} from "../channels/webhook/callbacks/callback-policy.ts";
import {
  createCallbackConfirmations,
  createEndpointConfirmation,
  createEndpointVerifier,
} from "../channels/webhook/callbacks/confirm-endpoint.ts";
import {
  createCallbackSender,
  type CallbackSender,
} from "../channels/webhook/callbacks/create-callback-sender.ts";
import { createSignedPost } from "../channels/webhook/callbacks/post-signed.ts";
import { createDnsOverHttps } from "../channels/webhook/callbacks/public-host.ts";
import type { Config } from "../config.ts";
import type { Counters } from "../counters.ts";
import { createRateLimiter } from "../limits/rate-limiter.ts";
import { USER_AGENT } from "./create-agents.ts";

export interface CallbackParts {
  readonly policy: CallbackPolicy;
  readonly accept: CallbackAcceptance;
  readonly send: CallbackSender;
}

/**
 * @param counters store which endpoints have confirmed; keys of one caller may
 * share a partition, see `callbackCounterKey`
 */
export function createCallbackParts(
  config: Config,
  { counters }: { counters: Counters },
): CallbackParts {
  const policy = createDeploymentPolicy(config);
  const confirmations = createCallbackConfirmations({ counters });
  const { resolverUrl } = config.webhook.callbacks;
  const post = createSignedPost({
    resolver: createDnsOverHttps({ url: resolverUrl }),
    userAgent: USER_AGENT,
  });
  const confirm = createEndpointConfirmation({
    confirmations,
    limiter: createRateLimiter({ counters }),
    verify: createEndpointVerifier({ post }),
  });
  return {
    policy,
    accept: createCallbackAcceptance({ policy, confirm }),
    send: createCallbackSender({ policy, confirmations, post }),
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
