import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { eventually } from "../e2e/wrangler-dev.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { startSearchServer } from "../stubs/search-server.ts";
import {
  type TelegramServer,
  startTelegramServer,
} from "../stubs/telegram-server.ts";
import type { TelegramUpdate } from "../stubs/telegram-methods.ts";
import type { TurnReference } from "../../src/ports.ts";
import type { InsideFault } from "./inside-fault.ts";
import { type RelayedRequest, type Stage, startRelay } from "./relay.ts";
import {
  type Call,
  nameModelCall,
  nameSearch,
  nameSending,
  respond,
  searchService,
} from "./script.ts";
import { install, type Workerd } from "./workerd.ts";

const SECRET = "secret-of-the-faults";
const KEY = "key-of-the-faults";

/** What a conversation's database holds, and whether anything more is to be done for it. */
export type ConversationState = z.infer<typeof ConversationState>;

const ConversationState = z.object({
  isIdle: z.boolean(),
  tables: z.looseObject({
    turns: z.array(z.looseObject({ is_closed: z.number() })).default([]),
    messages: z
      .array(
        z.looseObject({ turn: z.string(), role: z.string(), text: z.string() }),
      )
      .default([]),
  }),
});

const Failures = z.array(
  z.object({ conversation: z.string(), id: z.string() }),
);

/** Requests that are to stay where they are. */
export interface Hold {
  /** Resolves when the first one has come there. */
  readonly reached: Promise<void>;
  /** Lets those go on whose process lives, and all that come. */
  release(): void;
}

/** Parley on a real workerd, which can be killed and started again, among the servers that it talks to. */
export interface World {
  readonly telegram: TelegramServer;
  /** What the Worker has asked models and search servers for, in the order of arrival. */
  readonly calls: readonly Call[];
  /** @param variables that differ from the suite's, until the next start */
  start(
    fault?: InsideFault,
    variables?: Readonly<Record<string, string>>,
  ): Promise<Workerd>;
  /** Does nothing where no process runs. */
  kill(): Promise<void>;
  /** What the process has printed. */
  log(): string;
  /** Sends an update as Telegram does: again and again until it is accepted. */
  post(update: TelegramUpdate): Promise<void>;
  /** Calls `/v1`. */
  callApi(path: string, body?: object): Promise<unknown>;
  hold(call: Call, stage: Stage): Hold;
  readState(conversation: string): Promise<ConversationState>;
  /** Moves the clock by which messages are kept, until the next start. */
  setClockAhead(aheadMs: number): Promise<void>;
  /** The failed turns of all conversations, as the list has them. */
  listFailures(): Promise<readonly TurnReference[]>;
  close(): Promise<void>;
}

/** @param worker the file of the built Worker */
export async function createWorld(worker: string): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "parley-faults-"));
  copyFileSync(worker, join(folder, "worker.js"));
  const calls: Call[] = [];
  const holds = new Set<{
    readonly call: Call;
    readonly stage: Stage;
    readonly reach: () => void;
    readonly released: Promise<void>;
  }>();
  let running: Workerd | undefined;
  /** How many processes have died, and how many had when a request was made. */
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

  const [model, search, telegram] = await Promise.all([
    startOpenAIServer({ respond }),
    startSearchServer(searchService),
    startTelegramServer(),
  ]);
  const [toModel, toSearch, toTelegram] = await Promise.all([
    relayTo(new URL(model.url).origin, nameModelCall),
    relayTo(search.url, nameSearch),
    // What people get is seen by the server.
    relayTo(telegram.url, nameSending, () => {}),
  ]);
  const installation = install({
    folder,
    variables: {
      OPENAI_API_KEY: "sk-faults",
      OPENAI_BASE_URL: `${toModel.url}/v1`,
      OPENAI_MODEL: "stub",
      AGENT_STYLE: "tool-calling",
      SEARCH_PROVIDERS: "searxng",
      SEARXNG_BASE_URL: toSearch.url,
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_WEBHOOK_SECRET: SECRET,
      TELEGRAM_API_ROOT: toTelegram.url,
      TELEGRAM_STREAMING: "off",
      WEBHOOK_API_KEYS: `faults:${KEY}`,
      // All callers by HTTP are one.
      USER_MESSAGES_PER_MINUTE: "0",
    },
  });

  const processNow = () => eventually("a process that runs", () => running);
  const ask = async (path: string, init: RequestInit = {}) => {
    const { url } = await processNow();
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    if (!response.ok)
      throw new RefusedError(`HTTP ${response.status}: ${text}`);
    return text;
  };
  /** A process that dies with the request open has not accepted anything. */
  const askUntilAnswered = async (path: string, init: RequestInit) => {
    for (;;) {
      const process = await processNow();
      try {
        return await ask(path, init);
      } catch (error) {
        if (error instanceof RefusedError) throw error;
        await eventually("the process's end", () =>
          running === process ? undefined : true,
        );
      }
    }
  };
  const post = (path: string, body: object, headers: Record<string, string>) =>
    askUntilAnswered(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  return {
    telegram,
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

    async post(update) {
      await post("/telegram/webhook", update, {
        "x-telegram-bot-api-secret-token": SECRET,
      });
    },

    async callApi(path, body) {
      const headers = { authorization: `Bearer ${KEY}` };
      const text =
        body === undefined
          ? await ask(path, { headers })
          : await post(path, body, { ...headers, prefer: "respond-async" });
      return JSON.parse(text);
    },

    hold(call, stage) {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
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
      };
    },

    async readState(conversation) {
      const name = encodeURIComponent(conversation);
      const text = await ask(`/faults/state?conversation=${name}`);
      return ConversationState.parse(JSON.parse(text));
    },

    async setClockAhead(aheadMs) {
      await ask(`/faults/clock?ahead-ms=${aheadMs}`);
    },

    async listFailures() {
      return Failures.parse(JSON.parse(await ask("/faults/failures")));
    },

    async close() {
      await running?.kill();
      await Promise.all(
        [toModel, toSearch, toTelegram, model, search, telegram].map((server) =>
          server.close(),
        ),
      );
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Parley is there, and does not take the request. */
class RefusedError extends Error {
  override readonly name = "RefusedError";
}

function isSame(one: Call, other: Call): boolean {
  return one.number === other.number && one.name === other.name;
}
