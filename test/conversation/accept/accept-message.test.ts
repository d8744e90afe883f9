import { describe, expect, it } from "vitest";
import {
  acceptMessage,
  endWaiting,
  MAX_OPEN_TURNS,
  retryTurn,
  stopTurn,
} from "../../../src/conversation/accept/accept-message.ts";
import { notifyFull } from "../../../src/conversation/deliver/notices.ts";
import { createMemory } from "../../../src/conversation/memory.ts";
import type { TurnEvent } from "../../../src/types/turn.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";
import { createRecordingChannel } from "../../fakes/recording-channel.ts";
import { EVERYBODY } from "../../fixtures/access.ts";
import { loggedEvents } from "../../fixtures/log.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome } from "../../fixtures/turns.ts";

/** A conversation, and what its scheduler was asked for. */
function setUp() {
  const memory = createMemory({ store: createMemoryStore() });
  const asked: string[] = [];
  let isDown = false;
  const inbox = {
    memory,
    scheduler: {
      async scheduleRun(turn: string) {
        if (isDown) throw new Error("The queue is away.");
        asked.push(`run ${turn}`);
      },
      interrupt: async (turn: string) => void asked.push(`interrupt ${turn}`),
    },
  };
  const deliver = (id: string, command?: string) =>
    acceptMessage(
      createMessage({
        id,
        ...(command && { command: { name: command, argument: "" } }),
      }),
      {
        ...inbox,
        access: EVERYBODY,
        onFull: async () => void asked.push(`tell ${id}`),
      },
    );
  const end = (id: string, status: "answered" | "failed") =>
    memory.commitTurn(id, createOutcome({ status, parts: [] }));
  return {
    memory,
    inbox,
    deliver,
    end,
    fail: (is: boolean) => void (isDown = is),
    /** Since the last call. */
    asked: () => asked.splice(0),
  };
}

it("schedules a turn again when its message is delivered again", async () => {
  const { deliver, fail, asked } = setUp();
  fail(true);
  await expect(deliver("a")).rejects.toThrow("away");
  fail(false);
  expect((await deliver("a")).kind).toBe("duplicate");
  expect(asked()).toEqual(["run a"]);
});

it("accepts /stop when the queue of messages is full, which it tells once", async () => {
  const { deliver, asked } = setUp();
  for (let number = 1; number <= MAX_OPEN_TURNS; number++)
    expect((await deliver(`${number}`)).kind).toBe("accepted");
  asked();
  const full = { kind: "full", limit: MAX_OPEN_TURNS };
  expect(await deliver("more")).toEqual(full);
  expect(await deliver("too much")).toEqual(full);
  expect(asked()).toEqual(["run more", "tell more", "run too much"]);
  expect((await deliver("stop", "stop")).kind).toBe("accepted");
  expect(asked()).toEqual(["interrupt 1", "run stop"]);
});

describe("a person with too many waiting messages", () => {
  it.each([
    [
      "en",
      "50 messages are already waiting for my answer, so I did not accept any more. Please resend the later ones once I have caught up.",
    ],
    [
      "zh-hans",
      "已有 50 条消息在等待回答，之后的消息没有接收。请等我答完后重新发送。",
    ],
  ])("is told in %s", async (language, told) => {
    const channel = createRecordingChannel();
    await notify(channel, language);
    expect(channel.sent.join(" ")).toBe(told);
  });

  it("is not told where the platform sends again", async () => {
    const channel = createRecordingChannel();
    const capabilities = { ...channel.capabilities, canRefuse: true } as const;
    await notify({ ...channel, capabilities });
    expect(channel.sent).toEqual([]);
  });

  it("is not told if that fails, but the operator is", async () => {
    await notify(createRecordingChannel({ failures: [new Error("away")] }));
    expect(loggedEvents()).toEqual(["sender not told about full queue"]);
  });
});

function notify(
  channel: Parameters<typeof notifyFull>[0]["channel"],
  language = "en",
) {
  const message = createMessage({ id: "1", author: { id: "1", language } });
  const { signal } = new AbortController();
  return notifyFull({ message, channel, signal });
}

describe("stopping", () => {
  it("interrupts a turn without a reply", async () => {
    const { deliver, inbox, asked } = setUp();
    await deliver("a");
    asked();
    expect(await stopTurn("a", inbox)).toMatchObject({
      kind: "stopping",
      turn: { id: "a", isStopped: true },
    });
    expect(asked()).toEqual(["interrupt a"]);
  });

  it("leaves a turn that has ended", async () => {
    const { deliver, end, inbox, asked } = setUp();
    await deliver("a");
    await end("a", "answered");
    asked();
    expect(await stopTurn("a", inbox)).toMatchObject({
      kind: "ended",
      turn: { id: "a", status: "delivered" },
    });
    expect(asked()).toEqual([]);
  });

  it("does not know a turn that was never delivered, or was forgotten", async () => {
    const { memory, deliver, inbox, asked } = setUp();
    expect(await stopTurn("a", inbox)).toEqual({ kind: "unknown" });
    await deliver("a");
    await memory.forget();
    asked();
    expect(await stopTurn("a", inbox)).toEqual({ kind: "unknown" });
    expect(asked()).toEqual([]);
  });
});

describe("retrying", () => {
  it("runs a failed turn, also if that was interrupted before", async () => {
    const { deliver, end, inbox, fail, asked } = setUp();
    await deliver("a");
    await end("a", "failed");
    asked();
    fail(true);
    await expect(retryTurn("a", inbox)).rejects.toThrow("away");
    fail(false);
    const turn = { id: "a", status: "thinking" };
    expect(await retryTurn("a", inbox)).toMatchObject({
      kind: "not-failed",
      turn,
    });
    expect(asked()).toEqual(["run a"]);
  });

  it("says that a failed turn is tried again", async () => {
    const { deliver, end, inbox } = setUp();
    await deliver("a");
    await end("a", "failed");
    expect(await retryTurn("a", inbox)).toMatchObject({
      kind: "retrying",
      turn: { id: "a", status: "thinking" },
    });
  });

  it("does not know a turn that was never delivered", async () => {
    expect(await retryTurn("a", setUp().inbox)).toEqual({ kind: "unknown" });
  });
});

describe("a stopped turn that waits", () => {
  const endsWaiting = async (
    maxPartLength: number | null,
    prepare: (scene: ReturnType<typeof setUp>) => Promise<unknown>,
  ) => {
    const scene = setUp();
    await scene.deliver("a");
    await prepare(scene);
    const events: TurnEvent[] = [];
    const channel = createRecordingChannel();
    const capabilities = { ...channel.capabilities, maxPartLength };
    await endWaiting("a", {
      memory: scene.memory,
      channels: { find: async () => ({ ...channel, capabilities }) },
      publish: (event) => void events.push(event),
    });
    return events;
  };

  it("ends at once where replies are fetched", async () => {
    const stop = ({ memory }: ReturnType<typeof setUp>) => memory.stopTurn("a");
    expect(await endsWaiting(null, stop)).toMatchObject([
      {
        type: "end",
        turn: {
          id: "a",
          isStopped: true,
          reply: "Stopped before I had written anything.",
        },
      },
    ]);
    expect(await endsWaiting(100, stop)).toEqual([]);
  });

  it.each<[string, (scene: ReturnType<typeof setUp>) => Promise<unknown>]>([
    ["forgotten", ({ memory }) => memory.forget()],
    ["answered", ({ end }) => end("a", "answered")],
  ])("ends no more once it is %s", async (_, prepare) => {
    expect(await endsWaiting(null, prepare)).toEqual([]);
  });
});
