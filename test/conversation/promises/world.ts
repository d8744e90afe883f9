import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { vi } from "vitest";
import { acceptMessage } from "../../../src/conversation/accept/accept-message.ts";
import { handOver } from "../../../src/conversation/accept/hand-over.ts";
import { createMemory, type Memory } from "../../../src/conversation/memory.ts";
import { runTurn } from "../../../src/conversation/run-turn.ts";
import {
  ConversationBusyError,
  LeaseLostError,
} from "../../../src/conversation/state/document.ts";
import type { ConversationState } from "../../../src/conversation/state/state.ts";
import type { Channel, Receipt } from "../../../src/types/channel.ts";
import type {
  HandoverAction,
  HandoverOutcome,
} from "../../../src/types/handover.ts";
import type { IncomingMessage } from "../../../src/types/message.ts";
import type { LanguageModel } from "../../../src/types/model.ts";
import type { ReplyButton } from "../../../src/types/reply.ts";
import type { Store } from "../../../src/types/store.ts";
import type { Tool } from "../../../src/types/tool.ts";
import { action, createAgent, finalAnswer } from "../../fakes/create-agent.ts";
import { createBot } from "../../fakes/create-bot.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";
import { createRecordingChannel } from "../../fakes/recording-channel.ts";
import { createScriptedTool } from "../../fakes/scripted-tool.ts";
import { EVERYBODY } from "../../fixtures/access.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createProcesses, type Process } from "./processes.ts";

/**
 * An externally visible effect: a call of the model or a tool, or a message
 * that was sent.
 */
export interface Effect {
  readonly kind: "model" | "tool" | "send";
  /** Identifies the call, which must not be repeated. */
  readonly key: string;
}

export interface SentMessage {
  readonly id: string;
  /** The message that it replies to. */
  readonly to: string;
  text: string;
}

/** Until it is said that nobody came. */
export const WAIT_MS = 60_000;

/**
 * A conversation with its workers, a chat, and a model and a tool that follow a
 * message's instructions.
 */
export function createWorld({
  leaseMs,
  showsPreviews,
}: {
  /**
   * 0: a single process accepts and answers messages, as in a Durable Object.
   */
  leaseMs: number;
  showsPreviews: boolean;
}) {
  fakeTime();
  const processes = createProcesses();
  const store = createMemoryStore<ConversationState>();
  const effects: Effect[] = [];
  /**
   * Calls whose process died, or lost its lease, before it could store their
   * results: they may be repeated once.
   */
  const excuses: string[] = [];
  const chat: SentMessage[] = [];
  let sentCount = 0;
  const buttons: ReplyButton[] = [];
  /** Ids of the messages whose callers are told. */
  const told = new Set<string>();

  /**
   * A run's calls whose results are not stored yet; they are repeated if the
   * run ends here.
   */
  const createJournal = () => {
    const open = new Map<string, number>();
    const last = new Map<string, string>();
    return {
      do: ({ kind, key }: Effect) => {
        effects.push({ kind, key });
        // The previous call's result is stored before the next call.
        if (kind !== "send")
          for (const call of open.keys())
            if (!call.startsWith("send")) open.delete(call);
        open.set(`${kind} ${key}`, 0);
        last.set(kind, `${kind} ${key}`);
      },
      /**
       * A sent message's receipt is stored next; events of the answer may come
       * in between.
       */
      noteCommit: () => {
        for (const [call, commits] of open)
          if (call.startsWith("send"))
            if (commits === 0) open.set(call, 1);
            else open.delete(call);
      },
      /**
       * The process was frozen for longer than its lease: its successor may
       * have read the state before its last result was stored.
       */
      freeze: () => {
        excuses.push(...last.values());
      },
      abandon: () => {
        excuses.push(...open.keys());
        open.clear();
      },
    };
  };
  type Journal = ReturnType<typeof createJournal>;
  /** The run that a commit belongs to; messages arrive in between. */
  const runs = new AsyncLocalStorage<Journal>();

  /** The gates of an externally visible call. */
  interface Outward {
    readonly process: Process;
    readonly journal: Journal;
    readonly confirm: () => Promise<void>;
  }

  const createWorker = (name: string) => {
    const process = processes.create(name);
    const journal = createJournal();
    const memory = createMemory({ store: gateStore(process), leaseMs });
    const confirm = async () => memory.confirmLease();
    const bot = createBot({
      agent: createAgent({
        // Days pass in the middle of a turn.
        timeoutMs: 20 * 86_400_000,
        model: createModel({ process, journal, confirm }),
        tools: [
          createTool({ process, journal, confirm }),
          createOrder({ process, journal, confirm }, () => memory.findOwner()),
        ],
      }),
      team: { waits: true, waitMs: WAIT_MS },
    });
    const channel = createChat({ process, journal, confirm });
    let running:
      { readonly id: string; readonly stop: AbortController } | undefined;

    const run = async (): Promise<void> => {
      try {
        const turn = await memory.nextTurn();
        if (turn === undefined) return;
        const stop = new AbortController();
        running = { id: turn.id, stop };
        await runTurn({
          turn,
          bot,
          memory,
          channel,
          callbacks: {
            enqueue: ({ id }) =>
              process.gate(async () => {
                told.add(id);
              }),
          },
          publish: () => {},
          stop: stop.signal,
          signal: new AbortController().signal,
        });
        await memory.releaseLease();
      } catch (error) {
        const isOvertaken =
          error instanceof LeaseLostError ||
          error instanceof ConversationBusyError;
        if (!isOvertaken) throw error;
      } finally {
        if (!process.isDead) {
          running = undefined;
          journal.abandon();
        }
      }
    };
    return {
      process,
      journal,
      memory,
      get running() {
        return running;
      },
      run: (): void => {
        if (running !== undefined) return;
        running = { id: "", stop: new AbortController() };
        process.start(() => runs.run(journal, run));
      },
      kill: (): void => {
        process.kill();
        journal.abandon();
      },
    };
  };
  type Worker = ReturnType<typeof createWorker>;

  const createTool = ({ process, journal, confirm }: Outward): Tool => {
    const tool = createScriptedTool("echo", (text) => `${text} echoed`);
    return {
      ...tool,
      run: async (input, options) => {
        await confirm();
        return process.gate(async () => {
          journal.do({ kind: "tool", key: String(input["text"]) });
          return tool.run({ text: String(input["text"]) }, options);
        });
      },
    };
  };

  /** Asks first, and is not repeated. */
  const createOrder = (
    { process, journal, confirm }: Outward,
    findOwner: Memory["findOwner"],
  ): Tool => ({
    ...createScriptedTool("order", () => ""),
    effect: "harmful",
    run: async (input, { mayHaveRun }) => {
      if (mayHaveRun) return UNKNOWN;
      // Another process may give it to a person while this one looks.
      if (leaseMs === 0 && (await findOwner()) !== undefined)
        processes.errors.push(
          new Error("It is ordered in a person's stretch."),
        );
      await confirm();
      return process.gate(async () => {
        journal.do({ kind: "tool", key: `order ${String(input["text"])}` });
        return "Ordered.";
      });
    },
  });

  /**
   * Calls the tool as often as the last message says, and then maybe orders
   * what it has found; then answers.
   */
  const createModel = ({
    process,
    journal,
    confirm,
  }: Outward): LanguageModel => ({
    name: "obedient",
    async *generate({ messages }) {
      const seen = messages.filter(({ role }) => role === "observation");
      const done = seen.length;
      const found = /\w+\d+x/.exec(seen[0]?.content ?? "")?.[0];
      const last = messages.findLast(
        ({ content }) => ASKED.test(content) && content.includes(found ?? ""),
      );
      const [, word = "", tools = "0"] = ASKED.exec(last?.content ?? "") ?? [];
      await confirm();
      const text = await process.gate(async () => {
        journal.do({ kind: "model", key: `${word}/${done}` });
        if (done < Number(tools))
          return action("echo", { text: `${word}-${done}` });
        return word.startsWith("order") && done === Number(tools)
          ? action("order", { text: word })
          : finalAnswer(answerTo(word));
      });
      yield { type: "text", text };
      yield {
        type: "finish",
        reason: "stop",
        usage: { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5 },
      };
    },
  });

  const createChat = ({ process, journal, confirm }: Outward): Channel => {
    const outward = async <Result>(work: () => Result): Promise<Result> => {
      await confirm();
      return process.gate(async () => work());
    };
    return {
      ...createRecordingChannel({
        presentation: {
          intervalMs: 0,
          preview: showsPreviews ? "messages" : "none",
        },
      }),
      capabilities: {
        maxPartLength: 100,
        commands: true,
        buttons: true,
        files: true,
      },
      send: (part, { message }) =>
        outward((): Receipt => {
          const id = `sent-${++sentCount}`;
          chat.push({ id, to: String(message), text: part.text });
          buttons.push(...(part.buttons ?? []).flat());
          journal.do({ kind: "send", key: `${message} as ${id}.` });
          return { id };
        }),
      edit: (receipt, part) =>
        outward(() => {
          const known = chat.find(({ id }) => id === receipt.id);
          if (known === undefined) throw new Error("It was never sent.");
          known.text = part.text;
          return receipt;
        }),
      remove: (receipt) =>
        outward(() => {
          const index = chat.findIndex(({ id }) => id === receipt.id);
          if (index >= 0) chat.splice(index, 1);
        }),
    };
  };

  const gateStore = (process: Process): Store<ConversationState> => {
    return {
      read: (options) => process.gate(() => store.read(options)),
      list: (query) => process.gate(() => store.list(query)),
      put: (pieces) =>
        process.gate(async () => {
          await store.put(pieces);
        }),
      commit: (change) =>
        process.gate(async () => {
          const commit = await store.commit(change);
          if (commit.kind === "committed") runs.getStore()?.noteCommit();
          return commit;
        }),
      erase: (range) => process.gate(() => store.erase(range)),
    };
  };

  const workers: (Worker | undefined)[] = [];
  const workerAt = (index: number): Worker => {
    const place = leaseMs === 0 ? 0 : index;
    const known = workers[place];
    if (known !== undefined && !known.process.isDead) return known;
    const worker = createWorker(`worker ${place}`);
    workers[place] = worker;
    return worker;
  };

  /**
   * The process that accepts messages: in a Durable Object the worker itself,
   * else a separate one.
   */
  const createFront = (): { process: Process; memory: Memory } => {
    if (leaseMs === 0) return workerAt(0);
    const process = processes.create("front");
    const memory = createMemory({ store: gateStore(process), leaseMs });
    return { process, memory };
  };

  /** @param onDone gets the result, unless the process dies or is overtaken */
  const request = <Result>(
    work: (memory: Memory) => Promise<Result>,
    onDone: (result: Result) => void = () => {},
  ): void => {
    const { process, memory } = createFront();
    process.start(async () => {
      try {
        onDone(await work(memory));
      } catch (error) {
        if (!(error instanceof ConversationBusyError)) throw error;
      }
    });
  };

  const interrupt = async (id: string): Promise<void> => {
    for (const worker of workers)
      if (worker?.running?.id === id) worker.running.stop.abort();
  };

  const scheduler = { scheduleRun: async () => {}, interrupt };
  /** Leases expire. */
  const pass = (ms = 1): void => {
    vi.setSystemTime(Date.now() + leaseMs + ms);
    for (const worker of workers) worker?.journal.freeze();
  };

  return {
    chat,
    /** All that were ever shown. */
    buttons,
    told,
    effects,
    excuses,
    errors: processes.errors,
    resume: (pick: number) => processes.resume(pick),
    finish: () => processes.finish(),
    run: (index: number) => workerAt(index).run(),
    kill: (index: number) => workerAt(index).kill(),
    pass,
    /** So much later, opens what is due. */
    wake(ms: number): void {
      pass(ms);
      request((memory) => memory.openDue({ limit: 99 }));
    },
    request,
    /**
     * @param onAnswered gets the sender's response, unless the process dies
     * first
     */
    deliver(
      message: IncomingMessage,
      onAnswered: (kind: string) => void,
    ): void {
      request(
        (memory) =>
          acceptMessage(message, {
            memory,
            access: EVERYBODY,
            scheduler,
            onFull: async () => {},
          }),
        ({ kind }) => onAnswered(kind),
      );
    },
    /** @param onDone gets the operator's response, unless the process dies */
    handOver(
      given: HandoverAction,
      onDone: (outcome: HandoverOutcome) => void,
    ): void {
      request(
        (memory) => handOver(given, { memory, scheduler, silenceMs: 0 }),
        onDone,
      );
    },
    stop(id: string): void {
      request(async (memory) => {
        if (await memory.stopTurn(id)) await interrupt(id);
      });
    },
    forget: () => request((memory) => memory.forget()),
    /** Reads what is stored, in a process that cannot die. */
    inspect: () => createMemory({ store, leaseMs }),
    dump: () => store.dump(),
  };
}

export type World = ReturnType<typeof createWorld>;

/** `word1x uses 2 tools`; `order1x` orders what these have found. */
const ASKED = /\b((?:word|order)\d+x) uses (\d) tools/;

/** An order that may have been made. */
export const UNKNOWN = "Nobody knows whether that was ordered.";

export function createQuestion(
  number: number,
  overrides: Partial<IncomingMessage> & { tools?: number } = {},
): IncomingMessage {
  const { tools = 0, ...rest } = overrides;
  return createMessage({
    id: `message-${number}`,
    channel: "telegram",
    conversation: "telegram:1",
    text: `word${number}x uses ${tools} tools`,
    replyTo: { chat: 1, message: `m${number}` },
    ...(number % 3 === 0 && { callbackUrl: "https://shop.example/told" }),
    ...rest,
  });
}

/** The channel splits it into two parts. */
export function answerTo(word: string): string {
  return `${word}-answer done.`;
}

/**
 * Makes each run deterministic: timers advance only if nothing else can run,
 * and hashes do not wait for another thread.
 */
function fakeTime(): void {
  vi.useFakeTimers({
    now: Date.UTC(2026, 10, 29),
    toFake: [
      "Date",
      "setTimeout",
      "clearTimeout",
      "setInterval",
      "clearInterval",
    ],
  });
  vi.spyOn(crypto.subtle, "digest").mockImplementation(async (_, data) => {
    const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
    const hash = createHash("sha256")
      .update(bytes as Uint8Array)
      .digest();
    return new Uint8Array(hash).buffer;
  });
}
