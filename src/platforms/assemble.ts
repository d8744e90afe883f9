import { createChannels } from "../channels/create-channels.ts";
import { developmentSecret } from "../config/development.ts";
import type { Config } from "../config/parse-config.ts";
import { limitMessages } from "../conversation/accept/limit-messages.ts";
import type { Bot } from "../conversation/bot.ts";
import type { Links } from "../conversation/linked/links.ts";
import type { EventTelling, TurnListing } from "../conversation/reports.ts";
import { idsKnownMs } from "../conversation/state/memory-context.ts";
import type { Credentials } from "../http/api/authenticate.ts";
import { createBudget } from "../limits/budget.ts";
import type { Limiter } from "../limits/limiter.ts";
import { createEmbedding, type Embedding } from "../page/server/embedding.ts";
import {
  createSessions,
  createWebAccess,
  type Sessions,
  type WebAccess,
} from "../page/server/web-access.ts";
import { createSignIns } from "../tools/mcp/sign-in/sign-ins.ts";
import type { Archive, MessageIndex } from "../types/archive.ts";
import type { BudgetLimits } from "../types/budget.ts";
import type { CallbackQueue } from "../types/callback-queue.ts";
import type { Channels } from "../types/channel.ts";
import type { Counters } from "../types/counters.ts";
import type { Library } from "../types/library.ts";
import type { Mailbox } from "../types/mailbox.ts";
import type { SignInStore } from "../types/sign-in-store.ts";
import type { TurnIndex } from "../types/turn-index.ts";
import { createAgents, createMedia } from "./create-agents.ts";
import {
  createEventTelling,
  type CallbackParts,
} from "./create-callback-parts.ts";
import { createAgentPrinter } from "./print-agent.ts";

/** What every platform builds from the configuration in the same way. */
export interface Assembly {
  readonly bot: Bot;
  readonly channels: Channels;
  readonly credentials: Credentials;
  readonly callbacks: CallbackParts & { readonly queue: CallbackQueue };
  /** Empty if the library cannot be changed. */
  readonly libraryKeys: readonly string[];
  readonly web: {
    readonly access: WebAccess;
    readonly sessions: Sessions;
    readonly embedding: Embedding;
  };
  /** Tells the console's index about a conversation's turns. */
  readonly listing: TurnListing;
  readonly telling: EventTelling;
  /** The key from which all signing and hashing keys are derived. */
  readonly secret: string;
}

/**
 * @param library left out if the platform has none
 * @param turnIndex used only if there is a console; left out: no turn is listed
 * @param signInStore used only if a server wants sign-ins
 * @param links left out: chats cannot be linked
 * @param budgetCounters used only if a limit is set
 */
export function assemble(
  config: Config,
  {
    index,
    callbacks,
    library,
    turnIndex,
    signInStore,
    budgetCounters,
    links,
  }: {
    index: MessageIndex;
    callbacks: Assembly["callbacks"];
    library?: Library;
    turnIndex?: TurnIndex;
    signInStore?: SignInStore;
    budgetCounters?: Counters;
    links?: Links;
  },
): Assembly {
  const { developmentToken } = config;
  const { keys: libraryKeys } = config.library;
  const { keys, signingSecrets } = config.webhook;
  const credentials: Credentials = {
    keys,
    secrets: async () =>
      developmentToken === undefined
        ? signingSecrets
        : [...signingSecrets, await developmentSecret(developmentToken)],
  };
  const secret = secretOf(config);
  const web = {
    access: createWebAccess({ ...config.web, secret, developmentToken }),
    sessions: createSessions({ secret }),
    embedding: createEmbedding({ ...config.web.embedding, secret }),
  };
  const signIns =
    signInStore !== undefined && wantsSignIns(config)
      ? createSignIns({
          servers: config.mcp.servers,
          store: signInStore,
          secret,
          retentionMs: config.memory.retentionMs,
        })
      : undefined;
  const agents = createAgents(config, { library, rows: signIns?.rows });
  return {
    bot: {
      ...agents,
      ...(signIns && { signIns }),
      publicUrl: config.publicUrl ?? "http://localhost:8787",
      ...(budgetCounters !== undefined &&
        hasLimit(config.budget) && {
          budget: createBudget({
            counters: budgetCounters,
            limits: config.budget,
          }),
        }),
      ...(links && { links }),
      access: config.access,
      merge: config.turnMerge,
      retryMs: config.retryMs,
      handoverSilenceMs: config.handoverSilenceMs,
      ...(config.team && { team: config.team }),
      timeZone: config.toolSettings.TIME_ZONE,
      media: createMedia(config.model),
      trust: config.trust,
      identity: config.identity,
      privacy: {
        retentionDays: config.memory.retentionDays,
        operatorsSee: !hasConsole(config)
          ? "none"
          : config.console.showsTexts
            ? "texts"
            : "no-texts",
      },
      isDemo: config.model.kind === "demo",
      isDevelopment: developmentToken !== undefined,
      ...(config.watch !== undefined && {
        observe: createAgentPrinter({
          ...config.watch,
          print: (line) => console.log(line),
        }),
      }),
      maxReplyTokens: config.agent.maxReplyTokens,
      maxHistoryTokens: config.memory.maxTokens,
      memoryStrategy: config.memory.strategy,
    },
    channels: createChannels(config.channels, {
      index,
      idsKnownMs: idsKnownMs(config.memory.retentionMs),
    }),
    credentials,
    callbacks,
    libraryKeys,
    web,
    listing: {
      turnIndex: hasConsole(config) ? turnIndex : undefined,
      model: agents.agent.model.name,
    },
    telling: createEventTelling(config, callbacks.queue),
    secret,
  };
}

/**
 * The mailbox that channels use: rejects strangers and floods before anything
 * is stored.
 */
export function createIntake(
  { bot, channels }: Pick<Assembly, "bot" | "channels">,
  {
    mailbox,
    limiter,
  }: { mailbox: Mailbox & Pick<Archive, "findTurn">; limiter: Limiter },
): Mailbox {
  return limitMessages({
    mailbox,
    findChannel: channels.find,
    access: bot.access,
    budget: bot.budget,
    limiter,
  });
}

export function hasConsole({ console: { operators } }: Config): boolean {
  return operators.length > 0;
}

/** Names of those who may use the HTTP API. */
export function callersIn({
  keys,
  signingSecrets,
}: Config["webhook"]): readonly string[] {
  return [...new Set([...keys, ...signingSecrets].map(({ name }) => name))];
}

export function wantsSignIns({ mcp: { servers } }: Config): boolean {
  return servers.some(({ auth }) => auth !== undefined);
}

/**
 * `PARLEY_SECRET` is required if strangers get anything signed. Without it,
 * only operators' sessions and the hashes of addresses that tried keys depend on
 * this value, so it falls back to those keys, which are secret as well.
 */
function secretOf({
  secret,
  webhook,
  library,
  console: { operators },
}: Config): string {
  const { keys, signingSecrets } = webhook;
  return (
    secret ?? JSON.stringify([keys, signingSecrets, library.keys, operators])
  );
}

function hasLimit({ channelDailyTokens, ...limits }: BudgetLimits): boolean {
  const all = [...Object.values(limits), ...Object.values(channelDailyTokens)];
  return all.some((limit) => limit > 0);
}
