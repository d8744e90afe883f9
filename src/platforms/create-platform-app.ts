import type { Config } from "../config/parse-config.ts";
import type { ConversationPorts } from "../conversation/linked/follow-links.ts";
import { suggest } from "../conversation/suggest.ts";
import type { LibraryRoutesOptions } from "../http/admin/library-routes.ts";
import { createApp } from "../http/app.ts";
import type { ReadAsset } from "../http/description/routes.ts";
import { createGuessGuard } from "../http/guess-guard.ts";
import { createClientKey } from "../http/platform-context.ts";
import { createReceiver } from "../http/receive-request.ts";
import { createKeyedHash } from "../http/secrets.ts";
import type { Limiter } from "../limits/limiter.ts";
import { createChallenge } from "../page/server/challenge.ts";
import type { Archive, MessageIndex } from "../types/archive.ts";
import { callersIn, createIntake, type Assembly } from "./assemble.ts";
import type { Documents } from "./create-documents.ts";
import { createSetup } from "./create-setup.ts";
import { forgetSignIns } from "./forget-sign-ins.ts";

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
    listing: { turnIndex },
    secret,
    documents: { titles, titleIndex: allTitles, audit, undelivered },
  }: Assembly & { readonly config: Config; readonly documents: Documents },
  {
    mailbox,
    index,
    library,
    limiter,
    readAsset,
    platform,
    telegramUrl,
  }: {
    readonly platform: "cloudflare" | "aws";
    /** Where Telegram's updates come in, if not at the app's own address. */
    readonly telegramUrl?: string | undefined;
    mailbox: ConversationPorts;
    index: MessageIndex;
    /** Left out if the platform has none. */
    library?: LibraryRoutesOptions["store"];
    /**
     * Of callers, addresses and strangers. Keys with the same first two
     * segments (`caller/shop`, `address/…`) share a partition.
     */
    limiter: Limiter;
    readAsset: ReadAsset;
  },
): PlatformApp {
  const isManaged = library !== undefined && libraryKeys.length > 0;
  const hashFor = (purpose: string) =>
    createKeyedHash({ secret, purpose: [purpose] });
  const clientKey = createClientKey(hashFor("client address"));
  const guessGuard = createGuessGuard({
    limit: config.wrongKeysPerMinute,
    limiter,
    clientKey,
    hash: hashFor("tried key"),
  });
  const { rates, challenge } = config.web;
  // Titles are texts.
  const titleIndex =
    turnIndex !== undefined && config.console.showsTexts
      ? allTitles
      : undefined;
  const { signIns } = bot;
  const archive: Archive =
    signIns === undefined ? mailbox : forgetSignIns(mailbox, signIns);
  const intake = createIntake({ bot, channels }, { mailbox, limiter });
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
      titles,
      titleIndex,
      limits: { limiter, rates },
      loginGuard: { limiter },
      challenge: challenge && createChallenge(challenge),
      clientKey,
      model: {
        demo: bot.isDemo,
        // Only the owner has the link that `npm run dev` prints.
        ...(config.web.mode === "local" && {
          name: bot.agent.model.name,
          style: config.agent.style,
        }),
      },
      identity: config.identity,
      suggest: config.web.suggests
        ? (turn, { signal }) => suggest(turn, { bot, signal })
        : undefined,
      takes: {
        images: bot.media.takesImages,
        speech: bot.media.transcriber !== undefined,
      },
    },
    mailbox: intake,
    archive,
    schedules: mailbox,
    timeZone: bot.timeZone,
    index,
    callerLimits: { ...config.webhook, limiter },
    callbacks,
    readAsset,
    library: isManaged
      ? { store: library, keys: libraryKeys, guessGuard }
      : undefined,
    admin:
      operatorKeys.length === 0 || turnIndex === undefined
        ? undefined
        : {
            keys: operatorKeys,
            turnIndex,
            mailbox: intake,
            guessGuard,
            signingOf: callbacks.policy.signingOf,
            setup: {
              setup: createSetup({
                config,
                bot,
                platform,
                telegramUrl,
                undelivered,
              }),
              archive,
              limiter,
              signIns,
            },
          },
    signIns,
    console:
      turnIndex === undefined
        ? undefined
        : {
            ...config.console,
            secret,
            guessGuard,
            turnIndex,
            titleIndex,
            audit,
            mailbox: intake,
            archive,
            handover: mailbox,
            index,
            callbacks: callbacks.queue,
            undelivered,
            limiter,
            library,
            channels: [
              "web",
              "webhook",
              ...config.channels.map(({ definition: { name } }) => name),
            ],
            callers: callersIn(config.webhook),
          },
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
