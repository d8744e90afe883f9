import { describe, expect, it, onTestFinished, vi } from "vitest";
import { personOf } from "../../src/conversation/accept/access.ts";
import { createMeter } from "../../src/conversation/meter.ts";
import { runTurn } from "../../src/conversation/run-turn.ts";
import type { Budget, BudgetLimits } from "../../src/types/budget.ts";
import { ModelError } from "../../src/types/errors.ts";
import type { Turn } from "../../src/types/turn.ts";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { NO_CALLBACKS } from "../fakes/no-callbacks.ts";
import { createRecordedBudget, NO_SHARES } from "../fakes/recorded-budget.ts";
import {
  createScriptedModel,
  type ScriptedPiece,
} from "../fakes/scripted-model.ts";
import { loggedEvents } from "../fixtures/log.ts";
import { createMessage } from "../fixtures/messages.ts";
import { recordAttack } from "../security/record-attack.ts";
import {
  one,
  BUDGET as SMALL_WINDOW,
  talk,
  three,
  two,
} from "./long-conversation.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const HOUR = 3_600_000;
const author = { id: "7" };
const PERSON = await personOf(
  createMessage({ id: "1", channel: "telegram", author }),
);

/** A reply whose call uses so many tokens. */
function using(tokens: number, text: string): readonly ScriptedPiece[] {
  const usage = { inputTokens: tokens, cachedInputTokens: 0, outputTokens: 0 };
  return [text, { type: "finish", reason: "stop", usage }];
}

const VOICE_MESSAGE = {
  text: "",
  attachments: [{ kind: "voice", file: "1", mediaType: "audio/ogg" }],
} as const;

/** A conversation with a transcriber of recordings of ten seconds. */
function setUpVoice(
  replies: Parameters<typeof setUpConversation>[0],
  {
    budget,
    counts = true,
    fails,
  }: { budget: Budget; counts?: boolean; fails?: Error },
) {
  const heard: unknown[] = [];
  const conversation = setUpConversation(replies, {
    budget,
    media: {
      takesImages: false,
      transcriber: {
        async transcribe(recording) {
          heard.push(recording);
          if (fails !== undefined) throw fails;
          return { text: "Hello", ...(counts && { tokens: 80 }) };
        },
      },
    },
  });
  conversation.channel.fetchAttachment = async () => ({
    kind: "fetched",
    bytes: new Uint8Array(40_000),
  });
  return { ...conversation, heard };
}

const command = (name: string) => ({
  text: `/${name}`,
  command: { name, argument: "" },
});

describe("a turn within a budget", () => {
  it("settles its calls with one request per call and one at its end", async () => {
    const { budget, requests } = createRecordedBudget();
    const { accept, run } = setUpConversation(
      [action("echo", "one"), finalAnswer("Done")],
      { budget },
    );
    await accept({ id: "1", author });
    await run();
    expect(requests).toEqual(["countMessage", "reserve", "reserve", "settle"]);
    expect(await budget.usageOf(PERSON)).toMatchObject({
      tokens: 30,
      messages: 1,
    });
  });

  it.each<Partial<BudgetLimits>>([
    { userDailyTokens: 1_000_000 },
    { globalDailyTokens: 1_000_000 },
    { channelDailyTokens: { ...NO_SHARES, telegram: 1_000_000 } },
  ])("reserves tokens if there is only the limit %j", async (only) => {
    const none = { userDailyTokens: 0, globalDailyTokens: 0 };
    const { budget, requests } = createRecordedBudget({ ...none, ...only });
    const { accept, run } = setUpConversation([finalAnswer("Hi")], { budget });
    await accept({ id: "1", author });
    await run();
    expect(requests).toContain("reserve");
  });

  it("reserves the largest possible prompt and reply before calling the model", async () => {
    const { budget } = createRecordedBudget();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { accept, run, model } = setUpConversation(
      [[held, finalAnswer("Done")]],
      { budget },
    );
    await accept({ id: "1", author, text: "?".repeat(8_000) });
    const running = run();
    await expect.poll(() => model.limits).toEqual([8_000]);
    expect((await budget.usageOf(PERSON)).tokens).toBeGreaterThan(16_000);
    release();
    await running;
  });

  it("caps the reply at what is left", async () => {
    const { budget } = createRecordedBudget({ userDailyTokens: 14_000 });
    const { accept, run, model } = setUpConversation(
      [using(9_000, finalAnswer("One")), finalAnswer("Two")],
      { budget },
    );
    for (const id of ["1", "2"]) {
      await accept({ id, author });
      await run();
    }
    const [first, second] = model.limits;
    expect(first).toBe(8_000);
    expect(second).toBeLessThan(5_000);
    expect(second).toBeGreaterThan(1_000);
  });

  it("asks for no more than the longest reply, however short", async () => {
    const { budget } = createRecordedBudget({ userDailyTokens: 5_000 });
    const { accept, run, model } = setUpConversation([finalAnswer("Short")], {
      budget,
      maxReplyTokens: 256,
    });
    await accept({ id: "1", author, text: "?".repeat(8_000) });
    await run();
    expect(model.limits).toEqual([256]);
  });

  it("cuts the reply of a server that exceeds the reservation", async () => {
    const { budget } = createRecordedBudget();
    const endless = Array.from({ length: 2_000 }, () => "word");
    const { accept, run, model } = setUpConversation(
      [endless, finalAnswer("Short")],
      { budget, maxReplyTokens: 500 },
    );
    await accept({ id: "1", author });
    await run();
    expect(model.timesLeft).toBe(1);
    const { tokens } = await budget.usageOf(PERSON);
    expect(tokens).toBeGreaterThan(500);
    expect(tokens).toBeLessThan(2_500);
  });

  it("waits for running calls that have reserved the rest, then is answered", async () => {
    const { budget } = createRecordedBudget({ globalDailyTokens: 20_000 });
    let proceed = (): void => {};
    const held = new Promise<void>((resolve) => (proceed = resolve));
    const options = { budget, maxReplyTokens: 15_000 };
    const first = setUpConversation([[held, finalAnswer("First")]], options);
    const second = setUpConversation([finalAnswer("Second")], options);
    await first.accept({ id: "1", author });
    await second.accept({ id: "2", author: { id: "8" } });
    const running = first.run();
    await expect.poll(() => first.model.prompts.length).toBe(1);
    await second.accept({ id: "3", author: { id: "9" } });
    const third = setUpConversation([finalAnswer("Third")], options);
    await third.accept({
      id: "4",
      author: { id: "9" },
      text: "?".repeat(9_000),
    });
    expect(await third.run()).toMatchObject({ kind: "later" });
    proceed();
    await running;
    expect(await third.run()).toEqual({ kind: "closed" });
    expect(third.channel.shown()).toEqual(["Third"]);
  });

  it("charges interrupted calls, but not rejected or undelivered ones", async () => {
    const { budget } = createRecordedBudget();
    const away = new ModelError({ kind: "unreachable", isUnsent: true });
    const { accept, run } = setUpConversation(
      [
        away,
        new ModelError({ kind: "unreachable", status: 503 }),
        new ModelError({ kind: "rate-limited", status: 429 }),
        ["Half an answ", away],
        finalAnswer("Whole"),
      ],
      { budget },
    );
    await accept({ id: "1", author, text: "?".repeat(4_000) });
    for (let refusal = 0; refusal < 3; refusal++) await run();
    const { tokens: unanswered } = await budget.usageOf(PERSON);
    expect(unanswered).toBe(0);
    await run();
    const { tokens: brokenOff } = await budget.usageOf(PERSON);
    expect(brokenOff).toBeGreaterThan(1_000);
    expect(brokenOff).toBeLessThan(2_000);
    await run();
    const { tokens: all } = await budget.usageOf(PERSON);
    expect(all).toBe(brokenOff + 15);
  });

  it.each([
    ["is silent until the time is over", undefined],
    ["is silent behind a gateway", 504],
  ])("counts the prompt for a model that %s", async (_, status) => {
    const { budget } = createRecordedBudget();
    const silent = new ModelError({ kind: "unreachable", status });
    const { accept, run } = setUpConversation([silent], { budget });
    await accept({ id: "1", author, text: "?".repeat(4_000) });
    expect((await run()).kind).toBe("later");
    expect((await budget.usageOf(PERSON)).tokens).toBeGreaterThan(1_000);
  });

  it("settles a request once if its repetition is not reserved", async () => {
    const { budget } = createRecordedBudget();
    const settled: unknown[] = [];
    const meter = createMeter({
      budget: {
        ...budget,
        async reserve(spender, call) {
          settled.push(...call.settled);
          if (settled.length > 0) throw new Error("unreachable");
          return budget.reserve(spender, call);
        },
        settle: async (calls) => void settled.push(...calls),
      },
      findSpender: async () => ({ person: PERSON, channel: "telegram" }),
      maxReplyTokens: 8_000,
    });
    const model = meter.meterModel({
      name: "slow at first",
      async *generate(_, { beforeRepeat }) {
        await beforeRepeat?.();
        yield { type: "text", text: "Hi" };
      },
    });
    const { signal } = new AbortController();
    const call = model.generate({ messages: [] }, { signal });
    await expect(Array.fromAsync(call)).rejects.toThrow("unreachable");
    await meter.close();
    expect(settled).toHaveLength(1);
  });

  it("charges a request and its repetition", async () => {
    const { budget } = createRecordedBudget({ userDailyTokens: 14_000 });
    const spender = { person: PERSON, channel: "telegram" };
    const meter = createMeter({
      budget,
      findSpender: async () => spender,
      maxReplyTokens: 8_000,
    });
    const limits: (number | undefined)[] = [];
    const model = meter.meterModel({
      name: "slow at first",
      async *generate(_, { maxReplyTokens, beforeRepeat }) {
        limits.push(maxReplyTokens, await beforeRepeat?.());
        const usage = { inputTokens: 7, cachedInputTokens: 0, outputTokens: 3 };
        yield { type: "finish", reason: "stop", usage };
      },
    });
    const content = "?".repeat(8_000);
    const { signal } = new AbortController();
    const prompt = { messages: [{ role: "user", content }] } as const;
    await Array.fromAsync(model.generate(prompt, { signal }));
    await meter.close();
    expect(limits[0]).toBe(6_000 - 20);
    expect(limits[1]).toBeLessThan(4_000);
    expect((await budget.usageOf(PERSON)).tokens).toBe(2_000 + 10);
  });

  it("charges a stopped call's prompt and output", async () => {
    const { budget } = createRecordedBudget();
    const { accept, run, stopper } = setUpConversation(
      [
        () => {
          stopper.abort();
          return ["never heard"];
        },
      ],
      { budget },
    );
    await accept({ id: "1", author, text: "?".repeat(4_000) });
    await run();
    expect((await budget.usageOf(PERSON)).tokens).toBeGreaterThan(1_000);
  });

  it.each(["stopped", "aborted"])(
    "is not charged for a call that was %s while its reservation was made",
    async (what) => {
      const { budget } = createRecordedBudget();
      const booked = Promise.withResolvers<void>();
      const { accept, run, stopper, controller } = setUpConversation([], {
        budget: {
          ...budget,
          async reserve(...given) {
            (what === "stopped" ? stopper : controller).abort();
            // As if the response took a while.
            await new Promise((resolve) => setTimeout(resolve, 20));
            const result = await budget.reserve(...given);
            booked.resolve();
            return result;
          },
        },
      });
      await accept({ id: "1", author });
      await run().catch(() => {});
      await booked.promise;
      expect((await budget.usageOf(PERSON)).tokens).toBe(0);
    },
  );

  it("stops while the budget does not respond", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { budget } = createRecordedBudget();
    const { accept, run, stopper, memory } = setUpConversation([], {
      budget: {
        ...budget,
        reserve: () => {
          stopper.abort();
          return new Promise(() => {});
        },
      },
    });
    await accept({ id: "1", author });
    let result: unknown;
    void run().then((closed) => (result = closed));
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(1_000);
        return result;
      })
      .toEqual({ kind: "closed" });
    expect((await memory.findTurn("1"))?.reply).toBe(
      "Stopped before I had written anything.",
    );
    expect(loggedEvents()).toEqual(["reservation not awaited"]);
  });

  it("charges its message once, and its finished calls once, when retried", async () => {
    const { budget } = createRecordedBudget();
    const { accept, run } = setUpConversation(
      [
        action("echo", "one"),
        new ModelError({ kind: "unreachable", status: 503 }),
        finalAnswer("Done"),
      ],
      { budget },
    );
    await accept({ id: "1", author });
    await run();
    await run();
    expect(await budget.usageOf(PERSON)).toMatchObject({
      tokens: 30,
      messages: 1,
    });
  });

  it("charges the summary made after it", async () => {
    const { budget, requests } = createRecordedBudget();
    const conversation = setUpConversation([one, two, three, "They asked."], {
      budget,
      ...SMALL_WINDOW,
    });
    await talk(conversation, [1, 2, 3], author);
    conversation.model.assertUsedUp();
    expect((await budget.usageOf(PERSON)).tokens).toBe(60);
    expect(requests.filter((name) => name === "reserve")).toHaveLength(4);
  });

  it("charges a recording once, however often it is answered in vain", async () => {
    const { budget } = createRecordedBudget();
    const away = new ModelError({ kind: "unreachable", isUnsent: true });
    const { accept, run, heard } = setUpVoice(
      [away, away, away, finalAnswer("Hi")],
      { budget },
    );
    await accept({ id: "1", author, ...VOICE_MESSAGE });
    while ((await run()).kind === "later");
    expect(heard).toHaveLength(1);
    expect(await budget.usageOf(PERSON)).toMatchObject({ tokens: 80 + 15 });
  });

  it("charges what a recording is worth if the provider does not count", async () => {
    const { budget } = createRecordedBudget();
    const { accept, run } = setUpVoice([finalAnswer("Hi")], {
      budget,
      counts: false,
    });
    await accept({ id: "1", author, ...VOICE_MESSAGE });
    await run();
    expect(await budget.usageOf(PERSON)).toMatchObject({ tokens: 150 + 15 });
  });

  it.each([
    ["nothing", "rejects", { kind: "refused", status: 415 } as const, 0],
    ["in full", "loses", { kind: "unreachable" } as const, 150],
  ])(
    "charges %s for a recording that the transcriber %s",
    async (_, __, failure, tokens) => {
      const { budget } = createRecordedBudget();
      const fails = new ModelError(failure);
      const { accept, run } = setUpVoice([], { budget, fails });
      await accept({ id: "1", author, ...VOICE_MESSAGE });
      await run();
      expect(await budget.usageOf(PERSON)).toMatchObject({ tokens });
    },
  );

  it("charges a call for what it says, like a text", async () => {
    const spent = async (...said: readonly ScriptedPiece[]) => {
      const { budget } = createRecordedBudget();
      const { meterModel, close } = createMeter({
        budget,
        findSpender: async () => ({ person: PERSON, channel: "telegram" }),
        maxReplyTokens: 1_000,
      });
      const end = { type: "finish", reason: "stop" } as const;
      const model = meterModel(createScriptedModel([[...said, end]]));
      const { signal } = new AbortController();
      await Array.fromAsync(model.generate({ messages: [] }, { signal }));
      await close();
      return (await budget.usageOf(PERSON)).tokens;
    };
    const call = { type: "tool-call", index: 0 } as const;
    const written = ['{"text": "many words', ' and more of them"}'] as const;
    expect(
      await spent(
        { ...call, name: "echo", arguments: written[0] },
        { ...call, arguments: written[1] },
      ),
    ).toBe(await spent(`echo${written.join("")}`));
  });

  it("makes no budget request without a token limit", async () => {
    const { budget, requests } = createRecordedBudget({
      userDailyTokens: 0,
      globalDailyTokens: 0,
      messagesPerMinute: 0,
    });
    const { accept, run } = setUpConversation([finalAnswer("Hi")], { budget });
    await accept({ id: "1", author });
    await run();
    expect(requests).toEqual([]);
  });
});

describe("a turn past a budget", () => {
  it("ends with a notice that says when to come back, and is answered the next day", async () => {
    const { budget, clock } = createRecordedBudget({ userDailyTokens: 10_000 });
    const { accept, run, channel, memory, model } = setUpConversation(
      [using(9_800, finalAnswer("One")), finalAnswer("Two")],
      { budget },
    );
    await accept({ id: "1", author });
    await run();
    await accept({ id: "2", author });
    expect(await run()).toEqual({ kind: "closed" });
    expect(channel.sent.join(" ")).toContain(
      "Your budget for today is too low for an answer. It resets in 3 hours: please ask me again then.",
    );
    expect(await memory.findTurn("2")).toMatchObject({
      status: "delivered",
      isOverBudget: true,
    });
    expect((await memory.recall()).messages).toHaveLength(2);
    expect(model.prompts).toHaveLength(1);

    clock.at += 3 * HOUR;
    await accept({ id: "3", author });
    await run();
    expect(channel.sent.at(-1)).toBe("Two");
  });

  it("ends for all visitors of a site that has used up its share", async () => {
    const { budget } = createRecordedBudget({ siteDailyTokens: 10_000 });
    const { accept, run, model } = setUpConversation(
      [using(9_800, finalAnswer("One")), finalAnswer("Two")],
      { budget },
    );
    const say = async (id: string, site: string) => {
      await accept({ id, author: { id }, site });
      await run();
      return model.prompts.length;
    };
    expect(await say("1", "https://a.example")).toBe(1);
    expect(await say("2", "https://a.example")).toBe(1);
    expect(await say("3", "https://b.example")).toBe(2);
  });

  it("has no recording transcribed", async () => {
    const { budget } = createRecordedBudget({ userDailyTokens: 10_000 });
    const { accept, run, heard, channel } = setUpVoice(
      [using(9_900, finalAnswer("One"))],
      { budget },
    );
    await accept({ id: "1", author });
    await run();
    for (const id of ["2", "3"]) {
      await accept({ id, author, ...VOICE_MESSAGE });
      await run();
    }
    expect(heard).toEqual([]);
    expect(channel.sent.join(" ")).toContain("Your budget for today");
  });

  it("says so in Chinese, and whose budget it was", async () => {
    const { budget, clock } = createRecordedBudget({
      globalDailyTokens: 10_000,
    });
    clock.at += 2.5 * HOUR;
    const { accept, run, channel } = setUpConversation(
      [using(10_000, finalAnswer("One"))],
      { budget },
    );
    await accept({ id: "1", author });
    await run();
    await accept({ id: "2", author: { id: "8", language: "zh-hans" } });
    await run();
    expect(channel.sent.at(-1)).toBe(
      "今天大家共用的额度不够回答这条消息了，30分钟后重置，到时请再问我。",
    );
  });

  it("keeps its finished steps in its usage when it ends in their midst", async () => {
    const { budget } = createRecordedBudget({ userDailyTokens: 10_000 });
    const { accept, run, memory, tool } = setUpConversation(
      [using(9_800, action("echo", "one"))],
      { budget },
    );
    await accept({ id: "1", author });
    await run();
    expect(tool.inputs).toEqual(["one"]);
    expect(await memory.findTurn("1")).toMatchObject({
      status: "delivered",
      usage: { inputTokens: 9_800, modelCalls: 1 },
    });
  });

  it("applies to all of a person's conversations together, even in parallel", async () => {
    const { budget } = createRecordedBudget({ userDailyTokens: 10_000 });
    let proceed = (): void => {};
    const held = new Promise<void>((resolve) => (proceed = resolve));
    const first = setUpConversation(
      [[held, ...using(8_000, finalAnswer("First"))]],
      { budget, maxHistoryTokens: 20_000 },
    );
    const second = setUpConversation([], { budget });
    const text = "?".repeat(24_000);
    await first.accept({ id: "1", conversation: "telegram:7", author, text });
    await second.accept({ id: "2", conversation: "telegram:-9", author, text });
    const running = first.run();
    await expect.poll(() => first.model.prompts.length).toBe(1);
    expect(await second.run()).toMatchObject({ kind: "later" });
    proceed();
    await running;
    expect(first.channel.sent).toEqual(["First"]);
    expect((await budget.usageOf(PERSON)).tokens).toBe(8_000);
  });

  it("cuts the window without a summary if the budget does not allow one", async () => {
    const { budget } = createRecordedBudget({ userDailyTokens: 10_000 });
    const conversation = setUpConversation([one, two, using(9_500, three)], {
      budget,
      ...SMALL_WINDOW,
    });
    const log = vi.spyOn(console, "error");
    await talk(conversation, [1, 2, 3], author);
    expect(log.mock.calls.join("\n")).toContain("BudgetError");
    expect(conversation.channel.sent.at(-1)).toBe("3");
  });
});

describe("an unreachable budget", () => {
  it("prevents uncounted calls; the turn is retried, without a word of the model or a file", async () => {
    const { budget, state } = createRecordedBudget();
    const { accept, run, model, channel } = setUpConversation(
      [finalAnswer("Hi")],
      { budget },
    );
    state.failure = new Error("The object is away.");
    await accept({ id: "1", author });
    expect((await run()).kind).toBe("later");
    expect(model.prompts).toHaveLength(0);
    expect(channel.calls).toEqual([]);
    state.failure = undefined;
    expect((await run()).kind).toBe("closed");
    expect((await budget.usageOf(PERSON)).tokens).toBe(15);
    expect(loggedEvents()).toContain("turn not answered");
  });

  it("keeps a call's full reservation if it cannot be settled", async () => {
    const { budget, state } = createRecordedBudget();
    const { accept, run, channel } = setUpConversation([finalAnswer("Hi")], {
      budget,
    });
    await accept({ id: "1", author });
    await run(() => (state.failure = new Error("The object is away.")));
    expect(channel.sent).toEqual(["Hi"]);
    state.failure = undefined;
    expect((await budget.usageOf(PERSON)).tokens).toBeGreaterThan(1_000);
    expect(loggedEvents()).toContain("usage not settled");
  });
});

describe("messages that come too fast", () => {
  it("get one notice a minute, and no other reply", async () => {
    const { budget, clock } = createRecordedBudget({ messagesPerMinute: 1 });
    clock.at += 15_000;
    const { accept, run, channel, memory, model } = setUpConversation(
      [finalAnswer("One"), finalAnswer("Two")],
      { budget },
    );
    for (const id of ["1", "2", "3"]) {
      await accept({ id, author });
      await run();
    }
    expect(channel.sent.join(" ")).toBe(
      "One That was too fast: the limit is 1 message per minute for each person. I will not answer this message, or any others within this minute. Please send them again in 45 seconds.",
    );
    expect(await memory.findTurn("3")).toMatchObject({ status: "delivered" });
    expect((await memory.recall()).messages).toHaveLength(2);

    clock.at += 45_000;
    await accept({ id: "4", author });
    await run();
    expect(channel.sent.at(-1)).toBe("Two");
    expect(model.prompts).toHaveLength(2);
  });

  it("are answered when the process dies before their notice is stored", async () => {
    const { budget } = createRecordedBudget({ messagesPerMinute: 1 });
    const { accept, run, channel, memory } = setUpConversation(
      [finalAnswer("One"), finalAnswer("Two")],
      { budget },
    );
    await accept({ id: "1", author });
    await run();
    await accept({ id: "2", author });
    const commitTurn = vi.spyOn(memory, "commitTurn");
    commitTurn.mockRejectedValueOnce(new Error("The process dies."));
    await expect(run()).rejects.toThrow();
    await run();
    expect(channel.sent).toEqual(["One", "Two"]);
  });

  it("are let through if counting fails", async () => {
    const { budget, state } = createRecordedBudget({
      messagesPerMinute: 1,
      userDailyTokens: 0,
      globalDailyTokens: 0,
    });
    const { accept, run, channel } = setUpConversation([finalAnswer("Hi")], {
      budget,
    });
    state.failure = new Error("The object is away.");
    await accept({ id: "1", author });
    await run();
    expect(channel.sent).toEqual(["Hi"]);
    expect(loggedEvents()).toContain("message not counted");
  });

  it("count if they are commands: sixty get as many answers as messages would, and one notice", async ({
    task,
  }) => {
    const { budget, clock } = createRecordedBudget();
    const { accept, run, memory, channel } = setUpConversation(
      [finalAnswer("Hi")],
      { budget },
    );
    const replyTo = async (id: string) => {
      await accept({ id, author, ...command("help") });
      await run();
      return (await memory.findTurn(id))?.reply ?? "";
    };
    const replies: string[] = [];
    for (let index = 0; index < 60; index++)
      replies.push(await replyTo(String(index)));
    const answered = replies.filter((reply) => reply.includes("/memory"));
    expect(answered).toHaveLength(20);
    const got = answered.length;
    recordAttack(task, "commandsOnTelegram", { got, allowed: 20 });
    expect(replies[20]).toContain("too fast: the limit");
    expect(replies.slice(21)).toEqual(Array.from({ length: 39 }, () => ""));

    clock.at += 60_000;
    await accept({ id: "later", author });
    await run();
    expect(channel.sent.at(-1)).toBe("Hi");
  });

  it("stop an answer despite the limit, and get one notice if there is nothing to stop", async () => {
    const { budget } = createRecordedBudget({ messagesPerMinute: 1 });
    const { accept, run, memory, channel } = setUpConversation([], { budget });
    await accept({ id: "1", author, ...command("help") });
    await run();
    await accept({ id: "waits", author });
    await accept({ id: "2", author, ...command("stop") });
    expect(await memory.findTurn("waits")).toMatchObject({ isStopped: true });
    await run();
    await run();
    const before = channel.sent.length;
    for (const id of ["3", "4", "5"]) {
      await accept({ id, author, ...command("stop") });
      await run();
    }
    const said = channel.sent.slice(before).join(" ");
    expect(said.match(/too fast: the limit/g)).toHaveLength(1);
    expect(await memory.findTurn("3")).toMatchObject({ reply: said });
    expect(await memory.findTurn("4")).toMatchObject({ reply: "" });
  });

  it("leave buttons usable, with a limit of their own", async () => {
    const { budget } = createRecordedBudget({ messagesPerMinute: 2 });
    const { accept, run, memory, channel } = setUpConversation([], { budget });
    for (const id of ["1", "2", "3"]) {
      await accept({ id, author, ...command("memory") });
      await run();
    }
    const press = async (id: string) => {
      const before = channel.calls.length;
      await accept({ id, author, ...command("memory"), pressedBelow: "71" });
      await run();
      return channel.calls.slice(before);
    };
    expect((await press("4")).join()).toContain("edit 71");
    expect((await press("5")).join()).toContain("edit 71");
    expect(await press("6")).toEqual([]);
    expect(await memory.findTurn("6")).toMatchObject({ status: "delivered" });
  });

  it("are not counted in their turn on channels that count on delivery", async () => {
    const { budget, requests } = createRecordedBudget();
    const { memory, bot, channel } = setUpConversation([finalAnswer("Hi")], {
      budget,
    });
    Object.assign(channel.capabilities, { canRefuse: true });
    const message = {
      id: "1",
      conversation: "web:a",
      channel: "web",
      author: { id: "web:a" },
      text: "Hello",
      attachments: [],
      replyTo: {},
    } as const;
    await memory.openTurn(message, { limit: 1, isStop: false });
    const turn = (await memory.nextTurn()) as Turn;
    const { signal } = new AbortController();
    await runTurn({
      turn,
      bot,
      memory,
      channel,
      callbacks: NO_CALLBACKS,
      publish: () => {},
      signal,
    });
    expect(requests).toEqual(["reserve", "settle"]);
  });
});

describe("/usage", () => {
  const ask = async (
    limits: Parameters<typeof createRecordedBudget>[0],
    language = "en",
  ) => {
    const { budget } = createRecordedBudget(limits);
    const { accept, run, channel } = setUpConversation(
      [using(12_340, finalAnswer("Hi"))],
      { budget },
    );
    await accept({ id: "1", author });
    await run();
    const before = channel.sent.length;
    await accept({
      id: "2",
      author: { id: "7", language },
      ...command("usage"),
    });
    await run();
    return channel.sent.slice(before).join(" ");
  };

  it("shows a person what they have used today, and of how much", async () => {
    expect(await ask({})).toBe(
      "Your usage today:\n\n- tokens: 12,340 of 200,000 (your messages, my answers, and what I read for them)\n- messages: 2 (limit: 20 per minute)\n\nResets in 3 hours.",
    );
    expect(await ask({}, "zh-hans")).toBe(
      "你今天的用量：\n\n- token：12,340 / 200,000（包括你的消息、我的回答，以及我为回答读取的内容）\n- 消息：2（每分钟最多 20 条）\n\n3小时后重置。",
    );
  });

  it("omits what has no limit", async () => {
    const tokens = await ask({ userDailyTokens: 0, messagesPerMinute: 0 });
    expect(tokens).toContain("- tokens: 12,340 (");
    expect(tokens).not.toContain("- messages");
    const noTokens = { userDailyTokens: 0, globalDailyTokens: 0 };
    const messages = await ask(noTokens);
    expect(messages).toContain("- messages: 2");
    expect(messages).not.toContain("tokens");
  });

  it("says so if there are no limits", async () => {
    const { accept, run, channel } = setUpConversation([]);
    await accept({ id: "1", author, ...command("usage") });
    await run();
    expect(channel.sent.join(" ")).toContain("There are no limits here");
  });
});
