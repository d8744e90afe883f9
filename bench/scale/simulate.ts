import { WEB_CHANNEL } from "../../src/channels/create-channels.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import type { Bot } from "../../src/conversation/bot.ts";
import { createMemory } from "../../src/conversation/memory.ts";
import type { ConversationState } from "../../src/conversation/state/state.ts";
import { assemble } from "../../src/platforms/assemble.ts";
import type { Channel } from "../../src/types/channel.ts";
import type { LanguageModel } from "../../src/types/model.ts";
import type { Store } from "../../src/types/store.ts";
import { action, finalAnswer } from "../../test/fakes/create-agent.ts";
import { createMemoryCounters } from "../../test/fakes/memory-counters.ts";
import { createMemoryStore } from "../../test/fakes/memory-store.ts";
import { createMessageIndex } from "../../test/fakes/message-index.ts";
import { NO_CALLBACK_PARTS } from "../../test/fakes/no-callbacks.ts";
import { percentile } from "../http/percentile.ts";
import { createParleyConversation } from "../parley-conversation.ts";

const BLOCKS = 5;
const AT_ONCE = 100;

/**
 * Runs whole turns of many conversations in one process: stores a message,
 * calls a model twice that answers at once, calculates in between, counts the
 * budget of a large deployment, stores the answer. Reopens a
 * conversation's memory for each turn, as if requests came hours apart. Yields
 * a row per fifth of the conversations, in each round over all of them.
 */
export async function* simulate({
  conversations,
  rounds,
}: {
  conversations: number;
  rounds: number;
}): AsyncGenerator<object, void> {
  const parley = createParley();
  const stores: Store<ConversationState>[] = [];
  for (let round = 1; round <= rounds; round++)
    for (let block = 0; block < BLOCKS; block++) {
      const from = Math.round((block * conversations) / BLOCKS);
      const to = Math.round(((block + 1) * conversations) / BLOCKS);
      const times: number[] = [];
      const cpu = process.cpuUsage();
      const begunAt = performance.now();
      let next = from;
      const work = async (): Promise<void> => {
        while (next < to) {
          const number = next++;
          const store = (stores[number] ??= createMemoryStore());
          const memory = createMemory({ store });
          const askedAt = performance.now();
          await createParleyConversation(parley, memory).ask(QUESTION);
          times.push(performance.now() - askedAt);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      const { user, system } = process.cpuUsage(cpu);
      const seconds = (performance.now() - begunAt) / 1_000;
      yield {
        round,
        conversations: to,
        "turns a second": Math.round(times.length / seconds),
        "p50 ms": percentile(times, 50).toFixed(0),
        "p99 ms": percentile(times, 99).toFixed(0),
        "CPU ms a turn": ((user + system) / 1_000 / times.length).toFixed(2),
        "MiB of the process": Math.round(process.memoryUsage.rss() / 2 ** 20),
      };
    }
}

const QUESTION = "How much is 12 * 34?";

const model: LanguageModel = {
  name: "scripted",
  async *generate({ messages }) {
    const isFirst = messages.at(-1)?.content === QUESTION;
    const text = isFirst
      ? action("calculator", "12 * 34")
      : finalAnswer("It is 408.");
    yield { type: "text", text };
    const usage = { inputTokens: 300, cachedInputTokens: 0, outputTokens: 30 };
    yield { type: "finish", reason: "stop", usage };
  },
};

function createParley(): { bot: Bot; channel: Channel } {
  const config = parseConfig({
    OPENAI_API_KEY: "sk-bench",
    TOOLS: "calculator",
    GLOBAL_DAILY_TOKENS: "100000000000",
    USER_DAILY_TOKENS: "100000000000",
  });
  const { bot } = assemble(config, {
    index: createMessageIndex(),
    callbacks: NO_CALLBACK_PARTS,
    budgetCounters: createMemoryCounters(),
  });
  return {
    bot: { ...bot, agent: { ...bot.agent, model } },
    channel: WEB_CHANNEL,
  };
}
