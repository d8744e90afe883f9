import { expect, it } from "vitest";
import { createMemory, type Memory } from "../../src/conversation/memory.ts";
import { runTurn } from "../../src/conversation/run-turn.ts";
import type { ConversationState } from "../../src/conversation/state/state.ts";
import type { Turn } from "../../src/types/turn.ts";
import { createAgent } from "../fakes/create-agent.ts";
import { createBot } from "../fakes/create-bot.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";
import { createMortalStore } from "../fakes/mortal-store.ts";
import { NO_CALLBACKS } from "../fakes/no-callbacks.ts";
import { createRecordingChannel } from "../fakes/recording-channel.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createSchedule } from "../fixtures/schedules.ts";

const DAY_MS = 86_400_000;

/** What a platform does when it is woken, until nothing is open. */
async function work(
  memory: Memory,
  channel: ReturnType<typeof createRecordingChannel>,
): Promise<void> {
  const { signal } = new AbortController();
  const model = createScriptedModel([]);
  await memory.openDue({ limit: 60 });
  for (;;) {
    const turn: Turn | undefined = await memory.nextTurn();
    if (turn === undefined) return;
    await runTurn({
      turn,
      bot: createBot({ agent: createAgent({ model, tools: [] }) }),
      memory,
      channel,
      callbacks: NO_CALLBACKS,
      publish: () => {},
      signal,
    });
  }
}

it.each(["before", "after"] as const)(
  "an occurrence is one turn, said once, if the process dies %s any write",
  async (when) => {
    for (let at = 1; ; at++) {
      const due = Date.now();
      const now = () => due;
      const store = createMemoryStore<ConversationState>();
      const channel = createRecordingChannel({ deduplicatesByKey: true });
      await createMemory({ store, now }).schedule(
        createSchedule({
          id: "a",
          start: new Date(due).toISOString().slice(0, 19),
          rule: "FREQ=DAILY",
          due,
          to: {
            conversation: "telegram:1",
            channel: "telegram",
            author: { id: "someone" },
            replyTo: {},
          },
        }),
      );
      const mortal = createMortalStore(store, { at, when });
      await work(createMemory({ store: mortal, now }), channel).catch(() => {});
      // Another process, as often as it takes.
      const memory = createMemory({ store, now });
      await work(memory, channel);
      await work(memory, channel);
      expect(channel.sent.join(" ")).toBe("⏰ Drink some water");
      expect((await memory.recall()).messages).toHaveLength(1);
      const [next] = await memory.listSchedules();
      expect(next?.due).toBeGreaterThan(due + DAY_MS - 2_000);
      if (!mortal.isDead()) return;
    }
  },
);
