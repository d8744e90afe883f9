import { DEVELOPMENT_TOKEN } from "../fixtures/development-token.ts";
import { startCallbackReceiver } from "../stubs/callback-receiver.ts";
import type { ChatPlatform } from "../stubs/chats/chat-platform.ts";
import { startDiscordChats } from "../stubs/chats/discord-chats.ts";
import { startFeishuChats } from "../stubs/chats/feishu-chats.ts";
import { startLineChats } from "../stubs/chats/line-chats.ts";
import {
  startMessengerChats,
  startWhatsAppChats,
} from "../stubs/chats/meta-chats.ts";
import { startSlackChats } from "../stubs/chats/slack-chats.ts";
import { startTeamsChats } from "../stubs/chats/teams-chats.ts";
import { startWechatChats } from "../stubs/chats/wechat-chats.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { startSearchServer } from "../stubs/search-server.ts";
import {
  startTelegramServer,
  type TelegramServer,
} from "../stubs/telegram-server.ts";
import { createCallers, KEYS, type Callers } from "./callers.ts";
import { EVENTS_PATH, readEvent, type ToldEvent } from "./events.ts";
import type { InsideFault } from "./inside-fault.ts";
import type { Installation, ParleyProcess } from "./parley-process.ts";
import { startRelay, type RelayedRequest, type Stage } from "./relay.ts";
import {
  nameCallback,
  nameChatSending,
  nameModelCall,
  nameSearch,
  nameSending,
  respond,
  searchService,
  type Call,
} from "./script.ts";
import { nameShopCall, startShop, type Shop } from "./shop.ts";

/** Requests held at a stage. */
export interface Hold {
  /** Resolves when the first request gets there. */
  readonly reached: Promise<void>;
  /** Releases those whose process is alive, and all later ones. */
  release(): void;
  /** Breaks the connections of held requests; lets later ones pass. */
  break(): void;
}

/** Calls above a platform's documented rate get 429. */
const LIMITED = { limitsRate: true };

/** The platforms besides Telegram. */
export type ChatName =
  | "discord"
  | "feishu"
  | "line"
  | "messenger"
  | "slack"
  | "teams"
  | "wechat"
  | "whatsapp";

/** Parley, which can be killed and restarted, with the servers it talks to. */
export interface World extends Callers {
  readonly telegram: TelegramServer;
  readonly chats: Readonly<Record<ChatName, ChatPlatform>>;
  /** A tool server, which only scenes with its variables have. */
  readonly shop: Omit<Shop, "close">;
  /** The Worker's requests to model and search servers, in order of arrival. */
  readonly calls: readonly Call[];
  /** @param variables override the suite's until the next start */
  start(
    fault?: InsideFault,
    variables?: Readonly<Record<string, string>>,
  ): Promise<ParleyProcess>;
  /** Does nothing if no process runs. */
  kill(): Promise<void>;
  /** The process's output. */
  log(): string;
  hold(call: Call, stage: Stage): Hold;
  /**
   * Base URL of the callback endpoints; each conversation's number is a path
   * below it.
   */
  readonly callbackUrl: string;
  /** The `webhook-id` of each callback that the number's endpoint got. */
  callbacksOf(number: number): readonly string[];
  /** The events of the number's chat that `EVENTS_PATH` got. */
  eventsOf(number: number): readonly ToldEvent[];
  close(): Promise<void>;
}

export async function createWorld(
  install: (
    variables: Readonly<Record<string, string>>,
  ) => Installation | Promise<Installation>,
): Promise<World> {
  const calls: Call[] = [];
  const holds = new Set<{
    readonly call: Call;
    readonly stage: Stage;
    readonly reach: () => void;
    readonly released: Promise<void>;
  }>();
  let running: ParleyProcess | undefined;
  /** The number of dead processes, now and when each request was made. */
  let deaths = 0;
  const deathsBefore = new WeakMap<RelayedRequest, number>();

  const relayTo = (
    target: string,
    name: (request: RelayedRequest) => Call | undefined,
    note: (call: Call) => void = (call) => void calls.push(call),
  ) =>
    startRelay({
      target,
      async pass(request, stage) {
        const call = name(request);
        if (call === undefined) return;
        if (stage === "asked") {
          note(call);
          deathsBefore.set(request, deaths);
        }
        for (const hold of holds) {
          if (hold.stage !== stage || !isSame(hold.call, call)) continue;
          hold.reach();
          await hold.released;
        }
        if (deathsBefore.get(request) !== deaths)
          throw new Error("The process that has asked is dead.");
      },
    });

  const [model, search, telegram, receiver, shop] = await Promise.all([
    startOpenAIServer({ respond }),
    startSearchServer(searchService),
    startTelegramServer(),
    startCallbackReceiver(),
    startShop(),
  ]);
  const chats = {
    discord: await startDiscordChats(LIMITED),
    feishu: await startFeishuChats(LIMITED),
    line: await startLineChats(),
    messenger: await startMessengerChats(),
    slack: await startSlackChats(LIMITED),
    teams: await startTeamsChats(LIMITED),
    wechat: await startWechatChats(),
    whatsapp: await startWhatsAppChats(),
  };
  const toChats = await Promise.all(
    Object.values(chats).map(async ({ server, variables }) => ({
      server,
      variables,
      relay: await relayTo(server.url, nameChatSending, () => {}),
    })),
  );
  const [toModel, toSearch, toTelegram, toReceiver, toShop] = await Promise.all(
    [
      relayTo(new URL(model.url).origin, nameModelCall),
      relayTo(search.url, nameSearch),
      // The server records what users get.
      relayTo(telegram.url, nameSending, () => {}),
      relayTo(receiver.url, nameCallback, () => {}),
      relayTo(shop.origin, nameShopCall),
    ],
  );
  const installation = await install({
    TURN_MERGE: "author",
    OPENAI_API_KEY: "sk-faults",
    OPENAI_BASE_URL: `${toModel.url}/v1`,
    OPENAI_MODEL: "stub",
    OPENAI_VISION: "off",
    AGENT_STYLE: "tool-calling",
    SEARCH_PROVIDERS: "searxng",
    SEARXNG_BASE_URL: toSearch.url,
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_WEBHOOK_SECRET: KEYS.telegram,
    TELEGRAM_API_ROOT: toTelegram.url,
    TELEGRAM_STREAMING: "off",
    ...Object.assign(
      {},
      ...toChats.map(({ variables, relay }) => variables(relay.url)),
    ),
    DISCORD_STREAMING: "off",
    FEISHU_STREAMING: "off",
    SLACK_STREAMING: "off",
    TEAMS_STREAMING: "off",
    WEBHOOK_API_KEYS: `faults:${KEYS.api}`,
    ADMIN_API_KEY: KEYS.operator,
    // Callbacks to this machine are only allowed in development.
    DEVELOPMENT_TOKEN,
    MEMORY_STRATEGY: "summary",
    MEMORY_MAX_TOKENS: "6000",
    // Reservations of a killed call stay spent until the day ends.
    GLOBAL_DAILY_TOKENS: "100000000",
    USER_DAILY_TOKENS: "100000000",
    // All HTTP callers count as one user.
    USER_MESSAGES_PER_MINUTE: "0",
    WEBHOOK_REQUESTS_PER_MINUTE: "0",
    MCP_SERVERS: "{}",
    TOOLS_ALLOW_DANGEROUS: "",
    EVENTS_URL: "",
    EVENTS_SIGNING_SECRET: "",
  });

  return {
    ...createCallers(() => running),
    telegram,
    chats,
    shop: { ...shop, origin: toShop.url },
    calls,

    async start(fault, variables) {
      running = await installation.start(fault, variables);
      return running;
    },

    async kill() {
      deaths++;
      await running?.kill();
      running = undefined;
    },

    log: () => running?.log() ?? "",

    hold(call, stage) {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      released.promise.catch(() => {});
      const hold = {
        call,
        stage,
        reach: reached.resolve,
        released: released.promise,
      };
      holds.add(hold);
      return {
        reached: reached.promise,
        release() {
          holds.delete(hold);
          released.resolve();
        },
        break() {
          holds.delete(hold);
          released.reject(new Error("The connection broke."));
        },
      };
    },

    callbackUrl: toReceiver.url,
    callbacksOf: (number) =>
      receiver.received
        .filter(({ path }) => path === `/${number}`)
        .map(({ headers }) => String(headers["webhook-id"])),
    eventsOf: (number) =>
      receiver.received
        .filter(({ path }) => path === EVENTS_PATH)
        .map(readEvent)
        .filter((event) => event.number === number),

    async close() {
      await running?.kill();
      await Promise.all(
        [
          toModel,
          toSearch,
          toTelegram,
          toReceiver,
          toShop,
          model,
          search,
          telegram,
          receiver,
          shop,
          ...toChats.flatMap(({ relay, server }) => [relay, server]),
        ].map((server) => server.close()),
      );
    },
  };
}

function isSame(one: Call, other: Call): boolean {
  return one.number === other.number && one.name === other.name;
}
