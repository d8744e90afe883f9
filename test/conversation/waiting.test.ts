import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Bot } from "../../src/conversation/bot.ts";
import { answerDelayMs, MAX_ATTEMPTS } from "../../src/runtime/backoff.ts";
import {
  AttachmentError,
  DeliveryError,
  ModelError,
} from "../../src/types/errors.ts";
import type { Prompt } from "../../src/types/model.ts";
import { action, createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { loggedEvents } from "../fixtures/log.ts";
import { setUpConversation } from "./set-up-conversation.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 27, 4, 32) });
});
afterEach(() => {
  vi.useRealTimers();
});

const away = new ModelError({ kind: "unreachable" });
const inShanghai: Partial<Bot> = { timeZone: "Asia/Shanghai" };
const inKolkata = { id: "42", language: "en", timeZone: "Asia/Kolkata" };

describe("a model that is away", () => {
  it("is said to be, in one line that the answer replaces", async () => {
    const { accept, run, channel } = setUpConversation(
      [away, away, finalAnswer("Here.")],
      inShanghai,
    );
    await accept({ id: "1" });
    await run();
    const line =
      "The model does not answer. I keep trying until 12:34. /stop ends it.";
    expect(channel.shown().join(" ")).toBe(line);
    await run();
    expect(channel.shown().join(" ")).toBe(line);
    await run();
    expect(channel.shown()).toEqual(["Here."]);
  });

  it("is said to be by the user's clock, if their app says where they are", async () => {
    const { accept, run, channel } = setUpConversation([away], inShanghai);
    await accept({ id: "1", author: inKolkata });
    await run();
    expect(channel.shown().join(" ")).toContain("trying until 10:04.");
  });

  it("is said to be in the user's language", async () => {
    const { accept, run, channel } = setUpConversation([away], inShanghai);
    await accept({ id: "1", text: "你好" });
    await run();
    expect(channel.shown().join(" ")).toBe(
      "模型没有回应，我会一直试到 12:34。发送 /stop 可以停止。",
    );
  });

  it("is said to be without a command where there are none", async () => {
    const { accept, run, channel } = setUpConversation([away], inShanghai);
    Object.assign(channel.capabilities, { commands: false });
    await accept({ id: "1" });
    await run();
    expect(channel.shown().join(" ")).toBe(
      "The model does not answer. I keep trying until 12:34.",
    );
  });

  it("is told from a file that cannot be fetched now", async () => {
    const { accept, run, channel } = setUpConversation([], inShanghai);
    Object.assign(channel, {
      fetchAttachment: () => Promise.reject(new AttachmentError("HTTP 500")),
    });
    const attachments = [{ kind: "document", file: "1" }] as const;
    await accept({ id: "1", attachments });
    await run();
    expect(channel.shown().join(" ")).toBe(
      "I cannot fetch the file. I keep trying until 12:34. /stop ends it.",
    );
  });

  it("is said to be once where nothing else is shown meanwhile", async () => {
    const { accept, run, channel } = setUpConversation([away, away, away]);
    await accept({ id: "1" });
    await run();
    const before = channel.calls.length;
    await run();
    await run();
    expect(channel.calls).toHaveLength(before);
  });

  it("is said to be in place of what a later attempt showed", async () => {
    const { accept, run, channel } = setUpConversation(
      [away, ['{"action": "Final Answer", "action_input": "Half an', away]],
      { presentation: { intervalMs: 0, preview: "messages" } },
    );
    await accept({ id: "1" });
    await run();
    const line = channel.shown().join(" ");
    const running = run();
    await vi.advanceTimersByTimeAsync(1_000);
    await running;
    expect(channel.shown().join(" ").trim()).toBe(line);
  });

  it.each(["edit", "presentationAt"] as const)(
    "is said to be once where a channel has no %s",
    async (name) => {
      const { accept, run, channel } = setUpConversation([away, away]);
      Reflect.deleteProperty(channel, name);
      await accept({ id: "1" });
      await run();
      expect(channel.shown().join(" ")).toMatch(/^The model does not answer/);
      const before = channel.calls.length;
      await run();
      expect(channel.calls).toHaveLength(before);
    },
  );

  it("may go unsaid where the platform is away, too", async () => {
    const { accept, run, channel, failNext } = setUpConversation([away]);
    failNext(new DeliveryError({ kind: "unreachable", reason: "502" }));
    await accept({ id: "1" });
    expect((await run()).kind).toBe("later");
    expect(channel.calls).toEqual([]);
    expect(loggedEvents()).toEqual(["turn not answered", "waiting not told"]);
  });

  it("may go unsaid by a process that ends, which logs nothing of that", async () => {
    const { accept, run, channel, controller } = setUpConversation([away]);
    const send = () => {
      controller.abort();
      return Promise.reject(new Error("aborted"));
    };
    Object.assign(channel, { send });
    await accept({ id: "1" });
    expect((await run()).kind).toBe("later");
    expect(loggedEvents()).toEqual(["turn not answered"]);
  });
});

describe("attempts to answer", () => {
  it.each([120_000, 600_000, 60_000])(
    "are over within %i ms, and use most of it",
    (retryMs) => {
      let spentMs = 0;
      let attempts = 1;
      for (;;) {
        // Each attempt takes two seconds.
        spentMs += 2_000;
        const delayMs = answerDelayMs({ attempts, spentMs, retryMs });
        if (delayMs === undefined) break;
        spentMs += delayMs;
        attempts++;
      }
      expect(attempts).toBeLessThanOrEqual(MAX_ATTEMPTS);
      expect(spentMs).toBeLessThanOrEqual(retryMs);
      expect(spentMs).toBeGreaterThan(retryMs / 4);
    },
  );

  it("wait as long as the provider asks for, if that is in time", () => {
    const given = { attempts: 1, spentMs: 1_000, retryMs: 120_000 };
    expect(answerDelayMs({ ...given, retryAfterMs: 40_000 })).toBe(40_000);
    expect(answerDelayMs({ ...given, retryAfterMs: 119_000 })).toBeUndefined();
  });

  it("after the first do not wait longer for a silent model than they have", async () => {
    const { accept, run, memory, channel } = setUpConversation(
      [away, [new Promise(() => {})]],
      { retryMs: 30_000 },
    );
    await accept({ id: "1" });
    await run();
    const running = run();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await running).toEqual({ kind: "closed" });
    expect(await memory.findTurn("1")).toMatchObject({ status: "failed" });
    expect(channel.shown().join(" ")).toMatch(/^I could not reach/);
  });
});

it("the first attempt waits for a slow model as long as the agent may take", async () => {
  const pause = new Promise((resolve) => setTimeout(resolve, 200_000));
  const model = createScriptedModel([[pause, finalAnswer("Here.")]]);
  const agent = createAgent({ model, timeoutMs: 300_000 });
  const { accept, run, channel } = setUpConversation([], { agent });
  await accept({ id: "1" });
  const running = run();
  await vi.advanceTimersByTimeAsync(200_000);
  await running;
  expect(channel.shown()).toEqual(["Here."]);
});

it("an attempt that is late, since its process died, gets its time", async () => {
  const pause = new Promise((resolve) => setTimeout(resolve, 5_000));
  const { accept, run, memory, channel } = setUpConversation([
    [pause, finalAnswer("Here.")],
  ]);
  await accept({ id: "1" });
  await memory.beginAttempt("1");
  await vi.advanceTimersByTimeAsync(200_000);
  const running = run();
  await vi.advanceTimersByTimeAsync(5_000);
  await running;
  expect(channel.shown()).toEqual(["Here."]);
});

it.each([
  ["of the HTTP API ten", {}, 10],
  ["of OpenAI's API, who see no line, two", { isAppended: true }, 2],
] as const)(
  "wait: callers %s minutes at most for a model that is away",
  async (_, message, limit) => {
    const { accept, run, memory, channel } = setUpConversation(
      Array.from({ length: 5 }, () => away),
    );
    Object.assign(channel.capabilities, { isPatient: true });
    const startedAt = Date.now();
    await accept({ id: "1", ...message });
    let result = await run();
    while (result.kind === "later") {
      vi.setSystemTime(Date.now() + result.delayMs);
      result = await run();
    }
    expect(await memory.findTurn("1")).toMatchObject({ status: "failed" });
    const minutes = (Date.now() - startedAt) / 60_000;
    expect(minutes).toBeLessThanOrEqual(limit);
    expect(minutes).toBeGreaterThan(limit / 2);
  },
);

it("a model that is silent is said to be waited for, where messages are edited", async () => {
  const { accept, run, channel } = setUpConversation(
    [
      [
        new Promise((resolve) => setTimeout(resolve, 20_000)),
        finalAnswer("Hi."),
      ],
    ],
    { presentation: { intervalMs: 0, preview: "messages" } },
  );
  await accept({ id: "1" });
  const running = run();
  await vi.advanceTimersByTimeAsync(7_900);
  expect(channel.shown()).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(channel.shown().join(" ")).toMatch(/^Still/);
  await vi.advanceTimersByTimeAsync(15_000);
  await running;
  expect(channel.shown()).toEqual(["Hi."]);
});

it("the model knows date and time of the message, also when it is asked again", async () => {
  const sent: (string | undefined)[] = [];
  const reply = (text: string) => (): string => text;
  const { accept, run, model } = setUpConversation(
    [reply("{"), reply(finalAnswer("Friday."))],
    inShanghai,
  );
  const generate = model.generate.bind(model);
  vi.spyOn(model, "generate").mockImplementation((prompt, options) => {
    sent.push(prompt.messages[1]?.content);
    vi.setSystemTime(Date.now() + 120_000);
    return generate(prompt, options);
  });
  await accept({ id: "1", text: "Which day is it?" });
  await run();
  const asked =
    "Which day is it?\n\n[It is Friday, 2026-11-27 12:32 (Asia/Shanghai).]";
  expect(sent).toEqual([asked, asked]);
});

it("the model and its tools know the user's time zone, also of merged messages", async () => {
  const asked: (string | undefined)[] = [];
  const answer = ({ messages }: Prompt) => {
    asked.push(messages[1]?.content);
    return finalAnswer("Friday.");
  };
  const { tool, accept, run } = setUpConversation(
    [action("echo", "Hi"), answer],
    { ...inShanghai, merge: "author" },
  );
  const toolRun = vi.spyOn(tool, "run");
  await accept({ id: "1", text: "Which day", author: inKolkata });
  await accept({ id: "2", text: "is it?", author: inKolkata });
  await run();
  expect(toolRun.mock.calls[0]?.[1].timeZone).toBe("Asia/Kolkata");
  expect(asked).toEqual([
    "Which day\n\nis it?\n\n[It is Friday, 2026-11-27 10:02 (Asia/Kolkata).]",
  ]);
});
