import { createApp } from "../app.ts";
import type { Archive, FailureList, MessageIndex } from "../archive.ts";
import type { Config } from "../config.ts";
import { limitMessages } from "../conversation/limit-messages.ts";
import type { LibraryRoutesOptions } from "../library/routes.ts";
import type { Mailbox } from "../ports.ts";
import type { RateLimiter } from "../rate-limiter.ts";
import type { Assembly } from "./assemble.ts";

export type PlatformApp = ReturnType<typeof createApp>;

/** The app of a deployment, from what is the same on every platform and what each has of its own. */
export function createPlatformApp(
  {
    config,
    bot,
    channels,
    credentials,
    callbacks,
    libraryKeysFor,
    webAccess,
  }: Assembly & { readonly config: Config },
  {
    mailbox,
    index,
    library,
    failures,
    limiter,
  }: {
    mailbox: Mailbox & Archive;
    index: MessageIndex;
    /** Left out where the platform has none. */
    library?: LibraryRoutesOptions["store"];
    failures: FailureList;
    limiter: RateLimiter;
  },
): PlatformApp {
  const isManaged = library !== undefined && libraryKeysFor !== undefined;
  return createApp({
    channels,
    credentials,
    webAccess,
    mailbox: limitMessages({ mailbox, budget: bot.budget }),
    archive: mailbox,
    index,
    callerRate: {
      limiter,
      requestsPerMinute: config.webhook.requestsPerMinute,
    },
    callbacks,
    library: isManaged
      ? { store: library, keysFor: libraryKeysFor }
      : undefined,
    admin:
      config.adminKey === undefined
        ? undefined
        : { key: config.adminKey, failures, mailbox },
    isDemo: bot.isDemo,
    health: {
      model: bot.agent.model.name,
      tools: config.tools,
      channels: {
        telegram: config.telegram !== undefined,
        webhook: config.webhook.isOn,
        web: config.web.mode !== "off",
      },
    },
  });
}
