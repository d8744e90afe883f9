import type { Config } from "../config/parse-config.ts";
import type { LibraryRoutesOptions } from "../http/admin/library-routes.ts";
import { createApp } from "../http/app.ts";
import type { ReadAsset } from "../http/description/routes.ts";
import { createGuessGuard } from "../http/guess-guard.ts";
import { createCallerStreams } from "../http/limit-requests.ts";
import { createClientKey } from "../http/platform-context.ts";
import { createReceiver } from "../http/receive-request.ts";
import { createKeyedHash } from "../http/secrets.ts";
import { createRateLimiter } from "../limits/rate-limiter.ts";
import { createChallenge } from "../page/server/challenge.ts";
import { createLoginGuard } from "../page/server/login-guard.ts";
import { createVisitorLimits } from "../page/server/visitor-limits.ts";
import type { Archive, FailureList, MessageIndex } from "../types/archive.ts";
import type { Counters } from "../types/counters.ts";
import type { Mailbox } from "../types/mailbox.ts";
import { createIntake, type Assembly } from "./assemble.ts";
import { createSetup } from "./create-setup.ts";

/** Its `fetch` takes `ClientBindings` after the request. */
export type PlatformApp = ReturnType<typeof createApp>;

/**
 * Creates the deployment's HTTP app from the shared assembly and the platform's
 * own adapters.
 */
export function createPlatformApp(
  {
    config,
    bot,
    channels,
    credentials,
    callbacks,
    libraryKeys,
    web,
    secret,
  }: Assembly & { readonly config: Config },
  {
    mailbox,
    index,
    library,
    failures,
    counters,
    readAsset,
    platform,
    telegramUrl,
  }: {
    readonly platform: "cloudflare" | "aws";
    /** Where Telegram's updates come in, if not at the app's own address. */
    readonly telegramUrl?: string | undefined;
    mailbox: Mailbox & Archive;
    index: MessageIndex;
    /** Left out if the platform has none. */
    library?: LibraryRoutesOptions["store"];
    failures: FailureList;
    /**
     * Of callers, addresses and strangers. Keys with the same first two
     * segments (`caller/shop`, `address/…`) share a partition.
     */
    counters: Counters;
    readAsset: ReadAsset;
  },
): PlatformApp {
  const isManaged = library !== undefined && libraryKeys.length > 0;
  const hashFor = (purpose: string) =>
    createKeyedHash({ secret, purpose: [purpose] });
  const clientKey = createClientKey(hashFor("client address"));
  const guessGuard = createGuessGuard({
    limit: config.wrongKeysPerMinute,
    counters,
    clientKey,
    hash: hashFor("tried key"),
  });
  const limiter = createRateLimiter({ counters });
  const { rates, challenge } = config.web;
  const intake = createIntake({ bot, channels }, { mailbox, counters });
  const operatorKeys = [config.adminKey, config.developmentToken].filter(
    (key) => key !== undefined,
  );
  return createApp({
    receiver: createReceiver({
      channels: config.channels,
      receiving: channels.receiving,
      mailbox: intake,
    }),
    platformChannels: config.channels,
    callerCheck: { credentials, guessGuard },
    web: {
      ...web,
      limits: createVisitorLimits({ rates, counters }),
      loginGuard: createLoginGuard({ counters }),
      challenge: challenge && createChallenge(challenge),
      clientKey,
      identity: config.identity,
      takes: {
        images: bot.media.takesImages,
        speech: bot.media.transcriber !== undefined,
      },
    },
    mailbox: intake,
    archive: mailbox,
    index,
    callerRate: {
      limiter,
      requestsPerMinute: config.webhook.requestsPerMinute,
    },
    openStream: createCallerStreams({
      limit: config.webhook.streamsPerCaller,
      counters,
    }),
    callbacks,
    readAsset,
    library: isManaged
      ? { store: library, keys: libraryKeys, guessGuard }
      : undefined,
    admin:
      operatorKeys.length === 0
        ? undefined
        : {
            keys: operatorKeys,
            failures,
            mailbox: intake,
            guessGuard,
            signingOf: callbacks.policy.signingOf,
            setup: {
              setup: createSetup({
                config,
                bot,
                platform,
                telegramUrl,
              }),
              archive: mailbox,
              limiter,
            },
          },
    isDemo: bot.isDemo,
    health: {
      model: bot.agent.model.name,
      tools: config.tools,
      channels: {
        ...Object.fromEntries(
          config.channels.map(({ definition: { name }, on }) => [
            name,
            on !== undefined,
          ]),
        ),
        webhook: config.webhook.isOn,
        web: config.web.mode !== "off",
      },
    },
  });
}
