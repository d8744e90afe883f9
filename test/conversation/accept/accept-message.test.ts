import { expect, it } from "vitest";
import {
  acceptMessage,
  MAX_OPEN_TURNS,
  notifyFull,
} from "../../../src/conversation/accept/accept-message.ts";
import { createMemory } from "../../../src/conversation/memory.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";
import { createRecordingChannel } from "../../fakes/recording-channel.ts";
import { EVERYBODY } from "../../fixtures/access.ts";
import { loggedEvents } from "../../fixtures/log.ts";
import { createMessage } from "../../fixtures/messages.ts";

it("schedules a turn again when its message is delivered again", async () => {
  const scheduled: string[] = [];
  let isDown = true;
  const deliver = () =>
    acceptMessage(createMessage({ id: "a" }), {
      memory,
      access: EVERYBODY,
      scheduler: {
        async scheduleRun(turn) {
          if (isDown) throw new Error("The queue is away.");
          scheduled.push(turn);
        },
        interrupt: async () => {},
      },
      onFull: async () => {},
    });
  const memory = createMemory({ store: createMemoryStore() });
  await expect(deliver()).rejects.toThrow("away");
  isDown = false;
  expect((await deliver()).kind).toBe("duplicate");
  expect(scheduled).toEqual(["a"]);
});

it("accepts /stop when the queue of messages is full", async () => {
  const memory = createMemory({ store: createMemoryStore() });
  const deliver = async (id: string, command?: string) => {
    const message = createMessage({
      id,
      ...(command && { command: { name: command, argument: "" } }),
    });
    const { kind } = await acceptMessage(message, {
      memory,
      access: EVERYBODY,
      scheduler: { scheduleRun: async () => {}, interrupt: async () => {} },
      onFull: async () => {},
    });
    return kind;
  };
  for (let number = 1; number <= MAX_OPEN_TURNS; number++)
    expect(await deliver(`${number}`)).toBe("accepted");
  expect(await deliver("more")).toBe("full");
  expect(await deliver("stop", "stop")).toBe("accepted");
});

it.each<[string, { canRefuse?: true }, Error[], string, string[]]>([
  ["is told", {}, [], `${MAX_OPEN_TURNS}`, []],
  [
    "is not told where the platform sends again",
    { canRefuse: true },
    [],
    "",
    [],
  ],
  [
    "is not told if that fails, but the operator is",
    {},
    [new Error("away")],
    "",
    ["sender not told about full queue"],
  ],
])(
  "a person with too many waiting messages %s",
  async (_, capability, failures, told, events) => {
    const channel = createRecordingChannel({ failures });
    await notifyFull({
      message: createMessage({ id: "1" }),
      channel: {
        ...channel,
        capabilities: { ...channel.capabilities, ...capability },
      },
      signal: new AbortController().signal,
    });
    expect(/\d+/.exec(channel.sent.join(" "))?.[0] ?? "").toBe(told);
    expect(loggedEvents()).toEqual(events);
  },
);
