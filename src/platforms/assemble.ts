import type { BudgetLimits } from "../budget.ts";
import type { CallbackQueue } from "../callback-queue.ts";
import { createOffChannel } from "../channels/off-channel.ts";
import { createTelegramChannel } from "../channels/telegram/telegram-channel.ts";
import { isLocalRequest } from "../channels/is-local-request.ts";
import type { CallbackPolicy } from "../channels/webhook/callbacks/accept-callback.ts";
import type { Credentials } from "../channels/webhook/identify.ts";
import { createWebhookChannel } from "../channels/webhook/webhook-channel.ts";
import { createWebAccess, type WebAccess } from "../channels/web/web-access.ts";
import { createSessions, type Sessions } from "../channels/web/session.ts";
import { createWebChannel } from "../channels/web/web-channel.ts";
import type { Config } from "../config.ts";
import type { Counters } from "../counters.ts";
import { createBudget } from "../limits/budget.ts";
import type { Bot } from "../conversation/settling.ts";
import type { ChannelName } from "../message.ts";
import type { Library } from "../library.ts";
import type { Channel } from "../channel.ts";
import type { MessageIndex } from "../archive.ts";
import { createAgents } from "./create-agents.ts";
import { createCallbackPolicy } from "./create-callback-policy.ts";
import { createMedia } from "./create-media.ts";

/** Everything that is the same on every platform, made from the configuration. */
export interface Assembly {
  readonly bot: Bot;
  readonly channels: Readonly<Record<ChannelName, Channel>>;
  readonly credentials: Credentials;
  readonly callbacks: {
    readonly policy: CallbackPolicy;
    readonly queue: CallbackQueue;
  };
  /** The keys of the library's operator; left out where there can be none. */
  readonly libraryKeysFor:
    ((request: Request) => readonly string[]) | undefined;
  readonly web: { readonly access: WebAccess; readonly sessions: Sessions };
  /** What everything is derived from that the deployment signs, or must not be known. */
  readonly secret: string;
}

/**
 * @param library where the platform has one
 * @param counters of the budget; used where a limit is set
 */
export function assemble(
  config: Config,
  {
    index,
    callbackQueue,
    library,
    counters,
  }: {
    index: MessageIndex;
    callbackQueue: CallbackQueue;
    library?: Library;
    counters?: Counters;
  },
): Assembly {
  const credentials = createCredentials(config.webhook);
  const secret = secretOf(config);
  const web = {
    access: createWebAccess({ ...config.web, secret }),
    sessions: createSessions({ secret }),
  };
  const { telegram } = config;
  const callbacks = {
    policy: createCallbackPolicy(config),
    queue: callbackQueue,
  };
  return {
    bot: {
      ...createAgents(config, { library }),
      ...(counters !== undefined &&
        hasLimit(config.budget) && {
          budget: createBudget({ counters, limits: config.budget }),
        }),
      access: config.access,
      merge: config.turnMerge,
      media: createMedia(config.model),
      isDemo: config.model.kind === "demo",
      maxReplyTokens: config.agent.maxReplyTokens,
      maxHistoryTokens: config.memory.maxTokens,
      memoryStrategy: config.memory.strategy,
    },
    channels: {
      telegram:
        telegram === undefined
          ? createOffChannel("telegram")
          : createTelegramChannel({ ...telegram, index }),
      webhook: createWebhookChannel({ credentials, callbacks }),
      web: createWebChannel(web),
    },
    credentials,
    callbacks,
    libraryKeysFor:
      config.library.keys.length > 0 || config.isDevelopment
        ? createKeyRing(config.library)
        : undefined,
    web,
    secret,
  };
}

/**
 * Where strangers get anything signed, `PARLEY_SECRET` is set. Else nothing depends on it but the hashes of addresses that have
 * tried keys: those keys are secrets, too.
 */
function secretOf({ secret, webhook, library, adminKey }: Config): string {
  const { keys, signingSecrets } = webhook;
  return (
    secret ?? JSON.stringify([keys, signingSecrets, library.keys, adminKey])
  );
}

function hasLimit({ channelDailyTokens, ...limits }: BudgetLimits): boolean {
  const all = [...Object.values(limits), ...Object.values(channelDailyTokens)];
  return all.some((limit) => limit > 0);
}

function createCredentials({
  keys,
  developmentKey,
  signingSecrets,
  developmentSecret,
}: Config["webhook"]): Credentials {
  return {
    keysFor: createKeyRing({ keys, developmentKey }),
    secretsFor: createKeyRing({
      keys: signingSecrets,
      developmentKey: developmentSecret,
    }),
  };
}

/** The development key counts on this machine only. */
function createKeyRing<Key>({
  keys,
  developmentKey,
}: {
  keys: readonly Key[];
  developmentKey: Key | undefined;
}): (request: Request) => readonly Key[] {
  if (developmentKey === undefined) return () => keys;
  return (request) =>
    isLocalRequest(request) ? [...keys, developmentKey] : keys;
}
