import type { CallbackPolicy } from "../channels/webhook/callbacks/accept-callback.ts";
import {
  type CallbackSender,
  createCallbackSender,
} from "../channels/webhook/callbacks/create-callback-sender.ts";
import { createDnsOverHttps } from "../channels/webhook/callbacks/dns-over-https.ts";
import type { Config } from "../config.ts";
import { developmentSecret } from "../config/development.ts";
import { USER_AGENT } from "./user-agent.ts";

/** Whose secrets sign for callers without any of their own. */
const DEFAULT_NAME = "default";

/** Which callbacks the deployment takes, and by whose secrets they are signed. */
export function createCallbackPolicy({
  webhook: { signingSecrets, callbacks },
  developmentToken,
}: Config): CallbackPolicy {
  const secretsNamed = (name: string) =>
    signingSecrets
      .filter((signing) => signing.name === name)
      .map(({ secret }) => secret);
  return {
    rules: {
      ...callbacks.hosts,
      isDevelopment: developmentToken !== undefined,
    },
    async secretsOf(caller) {
      const own = secretsNamed(caller);
      const others = own.length > 0 ? own : secretsNamed(DEFAULT_NAME);
      return others.length === 0 && developmentToken !== undefined
        ? [(await developmentSecret(developmentToken)).secret]
        : others;
    },
  };
}

/** What sends them. */
export function createPlatformCallbackSender(config: Config): CallbackSender {
  const { resolverUrl } = config.webhook.callbacks;
  return createCallbackSender({
    ...createCallbackPolicy(config),
    resolver: createDnsOverHttps({ url: resolverUrl }),
    userAgent: USER_AGENT,
  });
}
