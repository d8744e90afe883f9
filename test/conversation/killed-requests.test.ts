import { expect, it } from "vitest";
import { createMemory, type Memory } from "../../src/conversation/memory.ts";
import { runTurn } from "../../src/conversation/run-turn.ts";
import type { ConversationState } from "../../src/conversation/state/state.ts";
import { createTalkToHumanTool } from "../../src/tools/talk-to-human/talk-to-human-tool.ts";
import { EVENT_TYPES } from "../../src/types/event.ts";
import type { Turn } from "../../src/types/turn.ts";
import { action, createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createBot } from "../fakes/create-bot.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";
import { createMortalStore } from "../fakes/mortal-store.ts";
import { NO_CALLBACKS } from "../fakes/no-callbacks.ts";
import { createRecordingChannel } from "../fakes/recording-channel.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createMessage } from "../fixtures/messages.ts";

const WAIT_MS = 60_000;

type Channel = ReturnType<typeof createRecordingChannel>;

/** What a platform does when it is woken, until nothing is open. */
async function work(memory: Memory, channel: Channel): Promise<void> {
  await memory.openDue({ limit: 60 });
  for (;;) {
    const turn: Turn | undefined = await memory.nextTurn();
    if (turn === undefined) return;
    const asks = turn.steps.length === 0;
    const model = createScriptedModel([
      ...(asks ? [action("talk_to_human", "A refund")] : []),
      finalAnswer("Sorry."),
    ]);
    await runTurn({
      turn,
      bot: createBot({
        agent: createAgent({ model, tools: [createTalkToHumanTool()] }),
        team: { waits: true, waitMs: WAIT_MS },
      }),
      memory,
      channel,
      callbacks: NO_CALLBACKS,
      publish: () => {},
      signal: new AbortController().signal,
    });
  }
}

it.each(["before", "after"] as const)(
  "a request and its end are each said once, and one event each, if the process dies %s any write",
  async (when) => {
    for (let at = 1; ; at++) {
      let now = Date.now();
      const woken: number[] = [];
      const store = createMemoryStore<ConversationState>();
      const channel = createRecordingChannel({ deduplicatesByKey: true });
      const options = {
        eventTypes: EVENT_TYPES,
        now: () => now,
        wakeBy: async (time: number) => void woken.push(time),
      };
      const open = () => createMemory({ store, ...options });
      await open().openTurn(createMessage({ id: "1" }), { limit: 9 });
      const mortal = createMortalStore(store, { at, when });
      /** Until the process dies, then with others, as often as it takes. */
      const workOn = async (): Promise<void> => {
        const dying = createMemory({ store: mortal, ...options });
        await work(dying, channel).catch(() => {});
        await work(open(), channel);
        await work(open(), channel);
      };
      await workOn();
      const asked = channel.sent.join(" ");
      expect(asked.match(/asked the team/g)).toHaveLength(1);
      expect(await open().isForTeam()).toBe(true);
      const until = (await open().readRecord())?.wanted?.until ?? 0;
      expect(woken).toContain(until);
      now = Math.max(now, until);
      await workOn();
      const told = channel.sent.join(" ").slice(asked.length);
      expect(told.match(/nobody of the team could come/g)).toHaveLength(1);
      expect(await open().isForTeam()).toBe(false);
      const owed = (await open().owedEvents())?.events ?? [];
      const about = owed.flatMap(({ type }) =>
        type.startsWith("conversation.") ? [type] : [],
      );
      expect(about).toEqual([
        "conversation.needs_human",
        "conversation.returned",
      ]);
      if (!mortal.isDead()) return;
    }
  },
);
