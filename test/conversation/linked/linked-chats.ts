import {
  acceptDelivery,
  retryTurn,
  stopTurn,
} from "../../../src/conversation/accept/accept-message.ts";
import { handOver } from "../../../src/conversation/accept/hand-over.ts";
import type { Bot } from "../../../src/conversation/bot.ts";
import { followLinks } from "../../../src/conversation/linked/follow-links.ts";
import type { Links } from "../../../src/conversation/linked/links.ts";
import { createMemory, type Memory } from "../../../src/conversation/memory.ts";
import { runTurn } from "../../../src/conversation/run-turn.ts";
import type { ConversationState } from "../../../src/conversation/state/state.ts";
import { createLimiter } from "../../../src/limits/limiter.ts";
import { createLinkCodes } from "../../../src/stores/link-codes.ts";
import type { IncomingMessage } from "../../../src/types/message.ts";
import type { Store } from "../../../src/types/store.ts";
import { createAgent } from "../../fakes/create-agent.ts";
import { createBot } from "../../fakes/create-bot.ts";
import { createMemoryCounters } from "../../fakes/memory-counters.ts";
import {
  createMemoryStore,
  createMemoryStores,
} from "../../fakes/memory-store.ts";
import { NO_CALLBACKS } from "../../fakes/no-callbacks.ts";
import { createRecordingChannel } from "../../fakes/recording-channel.ts";
import type { createScriptedModel } from "../../fakes/scripted-model.ts";
import { createMessage } from "../../fixtures/messages.ts";

/**
 * Chats of people whose conversations may be linked, all in one process: each
 * has a store and a recording channel.
 */
export function openChats(
  model: ReturnType<typeof createScriptedModel>,
  {
    touch = () => {},
    now = Date.now,
    ...rules
  }: {
    /** Called before whatever lasts is read, changed or sent; may throw. */
    touch?: (effect: "read" | "change" | "send") => void;
    now?: () => number;
  } & Partial<Bot> = {},
) {
  const memories = new Map<string, Memory>();
  const stores = new Map<string, Store<ConversationState>>();
  const reads: string[] = [];
  const memoryOf = (name: string): Memory => {
    const kept = stores.get(name) ?? createMemoryStore<ConversationState>();
    stores.set(name, kept);
    const known = memories.get(name);
    if (known !== undefined) return known;
    const made = createMemory({
      now,
      store: {
        async read(options) {
          touch("read");
          reads.push(name);
          return kept.read(options);
        },
        async list(query) {
          touch("read");
          return kept.list(query);
        },
        async commit(change) {
          touch("change");
          const commit = await kept.commit(change);
          touch("change");
          return commit;
        },
        async put(pieces) {
          touch("change");
          return kept.put(pieces);
        },
        async erase(range) {
          touch("change");
          return kept.erase(range);
        },
      },
    });
    memories.set(name, made);
    return made;
  };
  const inboxOf = (name: string) => ({
    memory: memoryOf(name),
    scheduler: { scheduleRun: async () => {}, interrupt: async () => {} },
  });
  const mailbox = followLinks({
    deliver: (message, options) =>
      acceptDelivery(message, {
        ...inboxOf(message.conversation),
        access: bot.access,
        silenceMs: 0,
        isAsked: options?.isAsked,
        onFull: async () => {},
      }),
    memoryOf,
    findTurn: ({ conversation, id }) => memoryOf(conversation).findTurn(id),
    stop: ({ conversation, id }) => stopTurn(id, inboxOf(conversation)),
    retry: ({ conversation, id }) => retryTurn(id, inboxOf(conversation)),
    async *watch({ conversation, id }) {
      const turn = await memoryOf(conversation).findTurn(id);
      if (turn !== undefined) yield { type: "end", turn };
    },
    forget: (name) => memoryOf(name).forget(),
    changeSettings: (name, patch) => memoryOf(name).changeSettings(patch),
    rate: ({ conversation, id }, rating) =>
      memoryOf(conversation).rateTurn(id, rating),
    addUsage: ({ conversation, id }, usage) =>
      memoryOf(conversation).addUsage(id, usage),
    handOver: (name, action) =>
      handOver(action, { ...inboxOf(name), silenceMs: 0 }),
  });
  const codes = createLinkCodes({ storeOf: createMemoryStores(), now });
  const links: Links = {
    codes: {
      ...codes,
      async take(...given) {
        touch("change");
        const taken = await codes.take(...given);
        touch("change");
        return taken;
      },
    },
    limiter: createLimiter({ counters: createMemoryCounters(), now }),
    of: memoryOf,
    deliver: (message) => mailbox.deliver(message),
  };
  const bot = createBot({
    agent: createAgent({ model, tools: [] }),
    memoryStrategy: "summary",
    access: { telegram: "everybody", slack: "everybody", line: "everybody" },
    links,
    ...rules,
  });
  /** What was sent, by the chat that it was sent to. */
  const sent: { chat: string; text: string }[] = [];
  const channel = createRecordingChannel();

  const run = async (name: string): Promise<void> => {
    for (;;) {
      const turn = await memoryOf(name).nextTurn();
      if (turn === undefined) return;
      const { signal } = new AbortController();
      const result = await runTurn({
        turn,
        bot,
        memory: memoryOf(name),
        channel: {
          ...channel,
          split: async (text) => (text === "" ? [] : [{ text }]),
          async send({ text }, { chat }) {
            touch("send");
            sent.push({ chat: String(chat), text });
            touch("send");
            return { id: String(sent.length) };
          },
        },
        callbacks: NO_CALLBACKS,
        publish: () => {},
        signal,
      });
      if (result.kind === "later") return;
    }
  };
  const runAll = async (): Promise<void> => {
    for (const name of memories.keys()) await run(name);
    for (const name of memories.keys()) await run(name);
  };

  const message = (
    name: string,
    id: string,
    text: string,
    more: Partial<IncomingMessage> = {},
  ): IncomingMessage => {
    const [, command, argument = ""] = /^\/(\w+)\s*(.*)$/.exec(text) ?? [];
    const [platform = ""] = name.split(":");
    return createMessage({
      id,
      conversation: name,
      channel: platform,
      author: { id: name, language: "en" },
      text,
      replyTo: { chat: name },
      ...(command !== undefined && { command: { name: command, argument } }),
      ...more,
    });
  };

  let last = 0;
  /** Delivers the text, runs what is open, and returns what that chat got. */
  const say = async (
    name: string,
    text: string,
    more: Partial<IncomingMessage> = {},
  ): Promise<string> => {
    const before = sent.length;
    await mailbox.deliver(message(name, `m${++last}`, text, more));
    await runAll();
    const replies = sent.slice(before).filter(({ chat }) => chat === name);
    return replies.map((one) => one.text).join("\n");
  };

  /** The code that a chat gives. */
  const codeOf = async (name: string): Promise<string> =>
    /\/link (\S+?)`/.exec(await say(name, "/link"))?.[1] ?? "";

  /** A process that starts anew. */
  const restart = (): void => memories.clear();

  return {
    mailbox,
    memoryOf,
    message,
    say,
    codeOf,
    run,
    runAll,
    restart,
    sent,
    reads,
    links,
    stores,
  };
}
