import { describe, expect, it } from "vitest";
import { equipTurn } from "../../src/conversation/equip-turn.ts";
import type { Channel } from "../../src/types/channel.ts";
import { createAgent } from "../fakes/create-agent.ts";
import { createBot } from "../fakes/create-bot.ts";
import { createToolContext } from "../fakes/create-tool-context.ts";
import { createRecordingChannel } from "../fakes/recording-channel.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";
import { createMessage } from "../fixtures/messages.ts";
import { sendOptions } from "../fixtures/send-options.ts";

const { signal } = new AbortController();
const PART = { text: "Hi" };
const TO = { chat: 1 };
const RECORDING = { bytes: new Uint8Array(), mediaType: "audio/ogg" };
const RUN = { ...createToolContext(), signal, timeoutMs: 1, mayHaveRun: false };

/**
 * A bot and a channel that record their calls, and the guard that is called
 * before each.
 */
function createScene(
  beforeSideEffect: () => Promise<void>,
  beforeSending?: () => Promise<void>,
) {
  const done: string[] = [];
  const model = createScriptedModel([
    () => {
      done.push("model");
      return "Hi";
    },
  ]);
  const tool = createScriptedTool("look", () => {
    done.push("tool");
    return "Snow.";
  });
  const agent = createAgent({ model, tools: [tool] });
  const bot = createBot({
    agent,
    findAgent: async () => agent,
    media: {
      takesImages: false,
      transcriber: {
        transcribe: async () => {
          done.push("transcriber");
          return { text: "Hello" };
        },
      },
    },
  });
  const note = (what: string) => async () => {
    done.push(what);
    return { id: "1" };
  };
  const channel: Channel = {
    ...createRecordingChannel(),
    send: note("send"),
    edit: note("edit"),
    remove: async () => void done.push("remove"),
    showDraft: async () => void done.push("draft"),
  };
  const message = createMessage({ id: "1" });
  const callbacks = { enqueue: async () => void done.push("callback") };
  const given = { bot, channel, callbacks, message, beforeSideEffect };
  return {
    done,
    ...equipTurn({ ...given, ...(beforeSending && { beforeSending }) }),
  };
}

type Scene = ReturnType<typeof createScene>;

const OUTWARD: Readonly<
  Record<string, (scene: Scene) => Promise<unknown> | undefined>
> = {
  model: ({ bot }) =>
    Array.fromAsync(bot.agent.model.generate({ messages: [] }, { signal })),
  tool: async ({ bot }) =>
    (await bot.findAgent?.({ signal }))?.tools[0]?.run({ text: "out" }, RUN),
  transcriber: async ({ bot }) =>
    bot.media.transcriber?.transcribe(RECORDING, { signal }),
  send: ({ channel }) => channel.send(PART, TO, sendOptions()),
  edit: ({ channel }) => channel.edit?.({ id: "1" }, PART, TO, sendOptions()),
  remove: ({ channel }) => channel.remove?.({ id: "1" }, TO, { signal }),
  callback: ({ callbacks }) =>
    callbacks.enqueue({ conversation: "webhook:shop:1", id: "m1", url: "" }),
  draft: ({ channel }) => channel.showDraft?.(PART, TO, { signal }),
};

describe("a worker that asks before what others see", () => {
  it.each(Object.entries(OUTWARD))("asks before: %s", async (name, work) => {
    const asked: string[] = [];
    const scene = createScene(async () => void asked.push(...scene.done, "?"));
    await work(scene);
    expect(asked).toEqual(["?"]);
    expect(scene.done).toEqual([name]);
  });

  it.each(Object.entries(OUTWARD))(
    "does not do it where it may not: %s",
    async (_, work) => {
      const scene = createScene(() => Promise.reject(new Error("Lost.")));
      await expect(work(scene)).rejects.toThrow("Lost.");
      expect(scene.done).toEqual([]);
    },
  );
});

describe("a worker that may not write any more", () => {
  const SHOWN = ["send", "edit", "draft"];

  it.each(Object.entries(OUTWARD))("may do: %s", async (name, work) => {
    const scene = createScene(
      async () => {},
      () => Promise.reject(new Error("A person is here.")),
    );
    await work(scene)?.catch(() => {});
    expect(scene.done).toEqual(SHOWN.includes(name) ? [] : [name]);
  });
});
