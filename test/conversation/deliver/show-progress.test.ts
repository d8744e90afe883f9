import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPace } from "../../../src/conversation/deliver/pace.ts";
import { showProgress } from "../../../src/conversation/deliver/show-progress.ts";
import type { Channel, Presentation } from "../../../src/types/channel.ts";
import { DeliveryError } from "../../../src/types/errors.ts";
import type { Author } from "../../../src/types/message.ts";
import { createNodeSqliteDatabase } from "../../fakes/node-sqlite-database.ts";
import { createRecordingChannel } from "../../fakes/recording-channel.ts";
import { createSqliteMemory } from "../../fakes/sqlite-memory.ts";
import { loggedEvents } from "../../fixtures/log.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createStep } from "../../fixtures/turns.ts";

const INTERVAL_MS = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A turn whose reply is previewed in messages, split at `|`. */
async function setUp({
  preview = "messages",
  failures = [],
  author = { id: "1", language: "en" },
  beginsEmpty = false,
  streams = false,
  attempts = 1,
  signal = new AbortController().signal,
}: {
  preview?: Presentation["preview"];
  failures?: Error[];
  author?: Author;
  beginsEmpty?: boolean;
  streams?: boolean;
  attempts?: number;
  signal?: AbortSignal;
} = {}) {
  const memory = createSqliteMemory({ database: createNodeSqliteDatabase() });
  const presentation = { intervalMs: INTERVAL_MS, preview };
  const recording = createRecordingChannel({
    failures,
    presentation,
    beginsEmpty,
  });
  const times: number[] = [];
  const kinds: unknown[] = [];
  const timed =
    <Call extends readonly unknown[], Result>(
      call: (...parameters: Call) => Result,
    ) =>
    (...parameters: Call): Result => {
      times.push(Date.now());
      return call(...parameters);
    };
  const channel: Channel = {
    ...recording,
    capabilities: { ...recording.capabilities, ...(streams && { streams }) },
    split: async (markdown) => markdown.split("|").map((text) => ({ text })),
    send: timed((...call) => {
      kinds.push(call[2].preview);
      return recording.send(...call);
    }),
    edit: timed((...call) => {
      kinds.push(call[3].preview);
      return recording.edit(...call);
    }),
  };
  const opening = await memory.openTurn(createMessage({ id: "a", author }), {
    limit: 1,
  });
  if (opening.kind !== "opened") throw new Error("The turn was not opened.");
  const pace = createPace({ intervalMs: INTERVAL_MS });
  const onAnswer = vi.fn<() => void>();
  const start = () =>
    showProgress({
      turn: { ...opening.turn, attempts },
      memory,
      channel,
      pace,
      onAnswer,
      signal,
    });
  const progress = start();

  let length = 0;
  const write = (text: string, offset = length): void => {
    length = offset + text.length;
    progress.note({ type: "delta", offset, text });
  };
  const act = (index: number, tool: string, input: unknown): void =>
    progress.note({
      type: "action",
      index,
      action: { tool, input, thought: "", text: "" },
    });
  const finish = (index: number): void => {
    progress.note({
      type: "step",
      index,
      step: { ...createStep(), observation: "Done." },
    });
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const { calls } = recording;
  return {
    kinds,
    recording,
    progress,
    start,
    memory,
    pace,
    calls,
    times,
    onAnswer,
    write,
    act,
    finish,
    pass,
  };
}

describe("an answer that is being written", () => {
  it.each([
    ["a short sentence", ["1. ", "Yes. ", "It "], "1. Yes. It "],
    ["a long sentence", ["Of ", "all the ", "plans "], "Of all the plans "],
    ["Chinese", ["如果", "你打算", "开办"], "如果你打算开办"],
    ["code", ["```py\n", "def ", "seats"], "```py\ndef seats"],
  ])(
    "is shown 100 ms after its first word, with what has come since: %s",
    async (_, [first = "", ...others], shown) => {
      const { write, pass, calls, onAnswer } = await setUp();
      write(first);
      for (const text of others) write(text);
      await pass(99);
      expect(calls).toEqual([]);
      expect(onAnswer).not.toHaveBeenCalled();
      await pass(1);
      expect(calls).toEqual([`send 1: ${shown}`]);
      expect(onAnswer).toHaveBeenCalled();
    },
  );

  it("is not shown before its first word", async () => {
    const { write, pass, calls } = await setUp();
    for (const text of ["\n", "```", "python", "\n", "    "]) {
      write(text);
      await pass(INTERVAL_MS);
    }
    expect(calls).toEqual([]);
    write("return");
    await pass(100);
    expect(calls).toEqual(["send 1: \n```python\n    return"]);
  });

  it("shows all that has arrived with its first edit", async () => {
    const { write, pass, calls, times } = await setUp();
    write("One ");
    await pass(100);
    write("two ");
    await pass(INTERVAL_MS - 1);
    write("three ");
    await pass(1);
    expect(calls).toEqual(["send 1: One ", "edit 1: One two three "]);
    expect(times).toEqual([expect.any(Number), (times[0] ?? 0) + INTERVAL_MS]);
  });

  it("grows no faster than the platform allows", async () => {
    const { write, pass, times, calls } = await setUp();
    write("Once upon a time. ");
    for (let word = 0; word < 100; word++) {
      write(`word${word} `);
      await pass(50);
    }
    await pass(INTERVAL_MS);
    expect(calls.at(-1)).toMatch(/^edit 1: .* word99 $/);
    expect(calls).toHaveLength(6);
    for (const [index, time] of times.slice(1).entries())
      expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(INTERVAL_MS);
  });

  it("makes no calls while nothing changes", async () => {
    const { write, act, finish, pass, calls } = await setUp();
    write("Hello there. ");
    await pass(60_000);
    finish(0);
    await pass(60_000);
    expect(calls).toHaveLength(1);
    act(0, "search", "cats");
    finish(0);
    await pass(60_000);
    expect(calls).toHaveLength(1);
  });

  it("continues in a new message once the full one is complete", async () => {
    const { write, pass, calls } = await setUp();
    write("One. ");
    await pass(INTERVAL_MS);
    write("Two. |Three. |Four. ");
    await pass(3 * INTERVAL_MS);
    expect(calls).toEqual([
      "send 1: One. ",
      "edit 1: One. Two. ",
      "send 2: Three. ",
      "send 3: Four. ",
    ]);
  });

  it("replaces what was shown if it restarts", async () => {
    const { write, pass, calls } = await setUp();
    write("Hello there. ");
    await pass(INTERVAL_MS);
    write("No", 0);
    await pass(INTERVAL_MS);
    write(", goodbye. ");
    await pass(INTERVAL_MS);
    expect(calls).toEqual([
      "send 1: Hello there. ",
      "edit 1: No",
      "edit 1: No, goodbye. ",
    ]);
  });

  it("grows ever more slowly when it becomes very long", async () => {
    const { write, pass, calls } = await setUp();
    write("Once upon a time. ");
    for (let second = 0; second < 150; second++) {
      write("word ");
      await pass(1_000);
    }
    expect(calls.length).toBeGreaterThan(20);
    expect(calls.length).toBeLessThan(30);
  });
});

describe("a running tool", () => {
  it("is shown in one line, which the answer replaces", async () => {
    const { write, act, finish, pass, calls, onAnswer } = await setUp();
    act(0, "search", { query: "Ada\nLovelace", limit: 3 });
    await pass(INTERVAL_MS);
    expect(calls).toEqual(["send 1: Searching\\: Ada Lovelace"]);
    expect(onAnswer).not.toHaveBeenCalled();
    finish(0);
    write("A mathematician. ");
    await pass(INTERVAL_MS);
    expect(calls.slice(1)).toEqual(["edit 1: A mathematician. "]);
  });

  it("does not delay the first text of an answer", async () => {
    const { write, act, finish, pass, calls, times, pace } = await setUp();
    act(0, "search", "Ada");
    await pass(400);
    finish(0);
    await pass(200);
    write("A mathematician ");
    await pass(100);
    expect(calls).toEqual([
      "send 1: Searching\\: Ada",
      "edit 1: A mathematician ",
    ]);
    write("and a poet");
    await pass(2 * INTERVAL_MS);
    const [first = 0, ...others] = times.map((time) => time - Date.now());
    expect(others.map((time) => time - first)).toEqual([300, 2 * INTERVAL_MS]);
    expect(pace.waitMs({ burst: 3 })).toBe(0);
  });

  it("does not hide an answer that begins right before it would be shown", async () => {
    const { write, act, finish, pass, calls } = await setUp();
    act(0, "search", "Ada");
    await pass(390);
    finish(0);
    write("A mathematician ");
    await pass(100);
    expect(calls).toEqual(["send 1: A mathematician "]);
  });

  it("is not shown if it finishes at once", async () => {
    const { write, act, finish, pass, calls } = await setUp();
    act(0, "calculator", "1+1");
    finish(0);
    write("It is");
    await pass(INTERVAL_MS);
    expect(calls).toEqual(["send 1: It is"]);
  });

  it("replaces what the model wrote before choosing the tool", async () => {
    const { write, act, pass, calls } = await setUp();
    write("Let me look that up. ");
    await pass(INTERVAL_MS);
    act(0, "search", "Ada");
    await pass(INTERVAL_MS);
    expect(calls.slice(1)).toEqual(["edit 1: Searching\\: Ada"]);
  });

  it.each([
    ["search", { query: "a_b *c*" }, "en", "Searching\\: a\\_b \\*c\\*"],
    ["search", "大熊猫", "zh-hans", "正在搜索：大熊猫"],
    ["calculator", "6*7", "en", "Calculating\\: 6\\*7"],
    [
      "read_page",
      { url: "https://a.example/" },
      "en",
      "Reading\\: https\\:\\/\\/a\\.example\\/",
    ],
    ["library", {}, "en", "Searching the library…"],
    ["shop_orders", { id: "secret?" }, "en", "Using shop\\_orders…"],
    ["search", "x".repeat(300), "en", `Searching\\: ${"x".repeat(99)}…`],
    ["search", null, "en", "Searching…"],
  ])(
    "%s with %j is shown without markup",
    async (tool, input, language, line) => {
      const { act, pass, calls } = await setUp({
        author: { id: "1", language },
      });
      act(0, tool, input);
      await pass(INTERVAL_MS);
      expect(calls).toEqual([`send 1: ${line}`]);
    },
  );

  it("has its own line next to others", async () => {
    const { act, pass, calls } = await setUp();
    act(0, "search", "one");
    act(1, "search", "two");
    await pass(INTERVAL_MS);
    expect(calls).toEqual(["send 1: Searching\\: one\nSearching\\: two"]);
  });
});

describe("a model that is silent", () => {
  it.each([
    [1, "after eight seconds", ["send 1: Still waiting for the model…"]],
    [2, "not if a line says that it is tried again", []],
  ])("is said to be so in attempt %i %s", async (attempts, _, shown) => {
    const { pass, calls } = await setUp({ attempts });
    await pass(7_999);
    expect(calls).toEqual([]);
    await pass(INTERVAL_MS);
    expect(calls).toEqual(shown);
  });

  it("is not said to be so any more once it has chosen a tool", async () => {
    const { act, pass, calls } = await setUp();
    await pass(9_000);
    act(0, "search", "Ada");
    await pass(INTERVAL_MS);
    expect(calls.slice(1)).toEqual(["edit 1: Searching\\: Ada"]);
  });
});

describe("the preview of an answer", () => {
  it("is told from that of a tool, which the answer replaces", async () => {
    const { kinds, write, act, pass } = await setUp();
    act(0, "search", "Ada");
    await pass(INTERVAL_MS);
    write("A mathematician ");
    await pass(INTERVAL_MS);
    expect(kinds).toEqual(["status", "answer"]);
  });

  it("continues in the messages that an earlier attempt sent", async () => {
    const { memory, write, pass, calls } = await setUp();
    await memory.notePreview("a", 0, { id: "7" });
    write("Hello there. |And");
    await pass(2 * INTERVAL_MS);
    expect(calls).toEqual(["edit 7: Hello there. ", "send 1: And"]);
    expect(await memory.listPreviews("a")).toEqual([{ id: "7" }, { id: "1" }]);
  });

  it("records each message as soon as it is sent", async () => {
    const { memory, write, pass } = await setUp();
    write("Hello there. ");
    await pass(100);
    expect(await memory.listPreviews("a")).toEqual([{ id: "1" }]);
  });

  it("records an empty message before it gets text", async () => {
    const { memory, write, pass, calls } = await setUp({ beginsEmpty: true });
    const callsBefore: (readonly string[])[] = [];
    vi.spyOn(memory, "notePreview").mockImplementation(async () => {
      callsBefore.push([...calls]);
    });
    write("Hello there. ");
    await pass(100);
    expect(callsBefore).toEqual([["send 1: nothing"]]);
    expect(calls).toEqual(["send 1: nothing", "edit 1: Hello there. "]);
  });

  it.each([
    ["as long as the platform asks", 7_000, 7_000],
    ["for 5 seconds if the platform does not say how long", undefined, 5_000],
  ])("pauses %s", async (_, retryAfterMs, pauseMs) => {
    const limited = new DeliveryError({
      kind: "rate-limited",
      reason: "slow",
      retryAfterMs,
    });
    const { write, pass, calls, pace } = await setUp({ failures: [limited] });
    write("Hello there. ");
    await pass(100 + pauseMs - 1);
    expect(calls).toEqual([]);
    expect(pace.waitMs({ burst: 3 })).toBe(1);
    await pass(1);
    expect(calls).toEqual(["send 1: Hello there. "]);
  });

  it("logs nothing if the process is told to end", async () => {
    const controller = new AbortController();
    const { write, pass } = await setUp({
      failures: [new Error("aborted")],
      signal: controller.signal,
    });
    write("Hello there. ");
    controller.abort();
    await pass(INTERVAL_MS);
    expect(loggedEvents()).toEqual([]);
  });

  it("is edited once more in the end where an open stream has to be ended", async () => {
    const { progress, write, pass } = await setUp({ streams: true });
    write("Hello there. ");
    await pass(INTERVAL_MS);
    expect(progress.hasSent(0, { text: "Hello there. " })).toBe(false);
  });

  it.each(["gone", "refused", "unreachable"] as const)(
    "ends where the platform is %s: a message may be there of which nobody knows",
    async (kind) => {
      const failure = new DeliveryError({ kind, reason: "no" });
      const { write, pass, calls } = await setUp({ failures: [failure] });
      write("Hello there. ");
      await pass(INTERVAL_MS);
      write("Hello again. ");
      await pass(60_000);
      expect(calls).toEqual([]);
      expect(loggedEvents()).toEqual(["progress not shown"]);
    },
  );

  it("knows what it has sent, except after a failed edit", async () => {
    const failures: Error[] = [];
    const { progress, write, pass } = await setUp({ failures });
    const hello = { text: "Hello. " };
    write("Hello. ");
    await pass(INTERVAL_MS);
    expect(progress.hasSent(0, hello)).toBe(true);
    expect(
      progress.hasSent(0, {
        ...hello,
        entities: [{ type: "bold", offset: 0, length: 5 }],
      }),
    ).toBe(false);
    expect(progress.hasSent(1, hello)).toBe(false);
    failures.push(new DeliveryError({ kind: "unreachable", reason: "no" }));
    write("Bye. ");
    await pass(INTERVAL_MS);
    expect(progress.hasSent(0, hello)).toBe(false);
  });

  it("ends once the pending call is over", async () => {
    const { progress, memory, recording, write, pass, calls } = await setUp();
    const hasSent = () => progress.hasSent(0, { text: "Hello there. " });
    let ending: Promise<boolean> | undefined;
    recording.onSent = () => void (ending = progress.end().then(hasSent));
    write("Hello there. ");
    await pass(100);
    expect(await ending).toBe(true);
    expect(calls).toEqual(["send 1: Hello there. "]);
    expect(await memory.listPreviews("a")).toEqual([{ id: "1" }]);
    write("And more. ");
    await pass(60_000);
    expect(calls).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("makes no call after its end, though its text was being split", async () => {
    const { progress, write, pass, calls } = await setUp();
    write("Hello there. ");
    vi.advanceTimersToNextTimer();
    await progress.end();
    await pass(60_000);
    expect(calls).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no timer when nothing was shown", async () => {
    const { progress, act } = await setUp();
    act(0, "search", "one");
    await progress.end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does nothing if replies are sent whole", async () => {
    const { progress, write, act, pass, calls } = await setUp({
      preview: "none",
    });
    act(0, "search", "one");
    write("Hello there. ");
    await pass(60_000);
    await progress.end();
    expect(calls).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("an answer that is shown as a draft", () => {
  it("grows, in its last part, without a message or a record", async () => {
    const { progress, memory, write, pass, calls } = await setUp({
      preview: "draft",
    });
    write("One. ");
    await pass(INTERVAL_MS);
    write("Two. |Three. ");
    await pass(INTERVAL_MS);
    expect(calls).toEqual(["draft: One. ", "draft: Three. "]);
    expect(await memory.listPreviews("a")).toEqual([]);
    const part = { text: "Three. " };
    expect(progress.hasSent(1, part)).toBe(false);
  });

  it("is renewed before it expires", async () => {
    const { progress, write, pass, calls } = await setUp({ preview: "draft" });
    write("One. ");
    await pass(65_000);
    expect(calls).toEqual(Array.from({ length: 4 }, () => "draft: One. "));
    await progress.end();
    expect(vi.getTimerCount()).toBe(0);
  });
});
