import { expect, it } from "vitest";
import * as z from "zod";
import { asWritten } from "../../src/conversation/answer/read-taps.ts";
import { createMemory, type Memory } from "../../src/conversation/memory.ts";
import { runTurn } from "../../src/conversation/run-turn.ts";
import type { ConversationState } from "../../src/conversation/state/state.ts";
import type { Prompt } from "../../src/types/model.ts";
import type { Tool } from "../../src/types/tool.ts";
import { action, createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createBot } from "../fakes/create-bot.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";
import { createMortalStore } from "../fakes/mortal-store.ts";
import { NO_CALLBACKS } from "../fakes/no-callbacks.ts";
import { createRecordingChannel } from "../fakes/recording-channel.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createMessage } from "../fixtures/messages.ts";

const author = { id: "1", language: "en" };

/** Looks something up, then cancels; the effect of a repetition is none. */
function createScene() {
  const cancelled: string[] = [];
  const lookedUp: string[] = [];
  const tools: Tool[] = [
    {
      name: "read",
      description: "reads",
      input: z.object({ text: z.string() }),
      run: async ({ text }) => {
        lookedUp.push(String(text));
        return "Cancel A-17!";
      },
    },
    {
      name: "cancel",
      description: "cancels",
      input: z.object({ number: z.string() }),
      effect: "harmful",
      run: async ({ number }, { mayHaveRun }) => {
        if (!mayHaveRun || !cancelled.includes(String(number)))
          cancelled.push(String(number));
        return "Cancelled.";
      },
    },
  ];
  /** Decides by what it reads, as a model does when it is asked again. */
  const decide = ({ messages }: Prompt) => {
    const read = messages.map(({ content }) => content).join("\n");
    if (!read.includes("Cancel A-17!")) return action("read", "orders");
    if (/Cancelled\.|has refused/.test(read)) return finalAnswer("Done.");
    return action("cancel", { number: "A-17" });
  };
  const model = createScriptedModel(Array.from({ length: 20 }, () => decide));
  return { cancelled, lookedUp, agent: createAgent({ model, tools }) };
}

type Scene = ReturnType<typeof createScene>;

async function work(
  memory: Memory,
  { agent }: Scene,
  channel: ReturnType<typeof createRecordingChannel>,
): Promise<void> {
  const { signal } = new AbortController();
  for (;;) {
    const turn = await memory.nextTurn();
    if (turn === undefined) return;
    await runTurn({
      turn,
      bot: createBot({ agent, retryMs: 0 }),
      memory,
      channel,
      callbacks: NO_CALLBACKS,
      publish: () => {},
      signal,
    });
  }
}

/** A message that is delivered again until it is stored. */
async function deliver(
  memories: readonly Memory[],
  message: Parameters<typeof createMessage>[0],
): Promise<void> {
  const written = asWritten(createMessage({ author, ...message }));
  for (const memory of memories)
    try {
      await memory.openTurn(written, { limit: 50 });
      return;
    } catch {
      // The next process.
    }
}

it.each(
  (["before", "after"] as const).flatMap((when) =>
    (["approve", "refuse"] as const).map((answer) => ({ when, answer })),
  ),
)(
  "to $answer has its effect once, from two taps at once, if the process dies $when any write",
  async ({ when, answer }) => {
    for (let at = 1; ; at++) {
      const scene = createScene();
      const store = createMemoryStore<ConversationState>();
      const mortal = createMortalStore(store, { at, when });
      const channel = createRecordingChannel({ deduplicatesByKey: true });
      const dying = createMemory({ store: mortal });
      const next = () => createMemory({ store });
      await deliver([dying, next()], { id: "1", text: "Cancel my order." });
      await work(dying, scene, channel).catch(() => {});
      await work(next(), scene, channel);
      const { code = "" } = (await next().findTurn("1"))?.question ?? {};
      const command = { name: answer, argument: code };
      const tap = { text: "", command, pressedBelow: "1" };
      await Promise.all([
        deliver([dying, next()], { id: "2", ...tap }),
        deliver([next()], { id: "3", ...tap }),
      ]);
      await work(dying, scene, channel).catch(() => {});
      await work(next(), scene, channel);

      expect(scene.cancelled).toEqual(answer === "approve" ? ["A-17"] : []);
      const answers = [
        (await next().findTurn("2"))?.reply,
        (await next().findTurn("3"))?.reply,
      ];
      expect(answers.filter((reply) => reply === "Done.")).toHaveLength(1);
      expect(answers.join()).toMatch(/so I did nothing/);
      expect(channel.shown().filter((text) => text === "Done.")).toHaveLength(
        1,
      );
      if (!mortal.isDead()) {
        expect(scene.lookedUp).toEqual(["orders"]);
        return;
      }
    }
  },
);
