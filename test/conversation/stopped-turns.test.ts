import { describe, expect, it } from "vitest";
import { mustEndNow } from "../../src/conversation/state/state.ts";
import { ModelError } from "../../src/types/errors.ts";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { listedOnTelegram } from "../fixtures/access.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const FOR_EVER = new Promise<never>(() => {});
const STOP = { text: "/stop", command: { name: "stop", argument: "" } };

describe("a turn that is stopped while it is answered", () => {
  it("ends with what was written, which the history keeps without the note", async () => {
    const { accept, run, memory, channel, events, stopper } = setUpConversation(
      [['{"action": "Final Answer", "action_input": "Once upon ', FOR_EVER]],
    );
    await accept({ id: "1", text: "Tell me a story" });
    const running = run();
    await expect.poll(() => events.length).toBeGreaterThan(0);
    stopper.abort();
    expect(await running).toEqual({ kind: "closed" });
    expect(channel.sent.join(" ")).toMatch(
      /^Once upon ?\n\n\*\(Stopped\.\)\*$/,
    );
    const history = (await memory.recall()).messages;
    expect(history.map(({ text }) => text)).toEqual([
      "Tell me a story",
      "Once upon",
    ]);
    expect(await memory.findTurn("1")).toMatchObject({
      status: "delivered",
      isStopped: true,
      usage: { modelCalls: 1 },
    });
    expect(events.at(-1)).toMatchObject({ type: "end" });
  });

  it("closes an open code block before the note", async () => {
    const { accept, run, channel, events, stopper } = setUpConversation([
      [
        '{"action": "Final Answer", "action_input": "So:\\n```js\\nlet a',
        FOR_EVER,
      ],
    ]);
    await accept({ id: "1" });
    const running = run();
    await expect.poll(() => events.length).toBeGreaterThan(0);
    stopper.abort();
    await running;
    expect(channel.sent.join(" ")).toBe(
      "So:\n```js\nlet a\n```\n\n*(Stopped.)*",
    );
  });

  it("says so if nothing was written, and leaves the history unchanged", async () => {
    const { accept, run, memory, channel, stopper } = setUpConversation([
      action("echo", "one"),
      () => [new Promise(() => stopper.abort())],
    ]);
    await accept({ id: "1" });
    await run();
    expect(channel.sent.join(" ")).toBe(
      "Stopped before I had written anything.",
    );
    expect((await memory.recall()).messages).toEqual([]);
    expect(await memory.findTurn("1")).toMatchObject({
      steps: [{ observation: "You said one." }],
      usage: { modelCalls: 2 },
    });
  });

  it("says so, too, if only white space was written", async () => {
    const { accept, run, memory, channel, stopper } = setUpConversation([
      () => [
        '{"action": "Final Answer", "action_input": " \\n',
        new Promise(() => stopper.abort()),
      ],
    ]);
    await accept({ id: "1" });
    await run();
    expect(channel.sent.join(" ")).toBe(
      "Stopped before I had written anything.",
    );
    expect((await memory.recall()).messages).toEqual([]);
  });

  it("ends while the remote servers' tools are loaded", async () => {
    const { accept, run, channel, stopper } = setUpConversation([], {
      findAgent: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          stopper.abort();
        }),
    });
    await accept({ id: "1" });
    expect(await run()).toEqual({ kind: "closed" });
    expect(channel.sent.join(" ")).toContain("Stopped");
  });

  it("does not count as stopped if its answer was already complete", async () => {
    const { accept, run, memory, channel, events, stopper } = setUpConversation(
      [[finalAnswer("All of it."), FOR_EVER]],
    );
    await accept({ id: "1" });
    const running = run();
    await expect.poll(() => events.length).toBeGreaterThan(0);
    await accept({ id: "2", ...STOP });
    stopper.abort();
    await running;
    expect(channel.sent.join(" ")).toBe("All of it.");
    expect((await memory.findTurn("1"))?.isStopped).toBeUndefined();
    await run();
    expect(channel.sent.join(" ")).toContain("I am not answering anything");
  });
});

it.each<[Parameters<typeof mustEndNow>[0], boolean]>([
  [{ status: "accepted" }, false],
  [{ status: "accepted", isStopped: true }, true],
  [{ status: "thinking", isStopped: true }, true],
  [{ status: "answered", isStopped: true }, false],
  [{ status: "answered", isTaken: true }, true],
])("a turn %j is due at once: %s", (turn, isDue) => {
  expect(mustEndNow(turn)).toBe(isDue);
});

describe("/stop", () => {
  it("ends a turn that waits for a retry, without another model call", async () => {
    const { accept, run, channel, model } = setUpConversation([
      new ModelError({ kind: "unreachable" }),
    ]);
    await accept({ id: "1" });
    expect((await run()).kind).toBe("later");
    await accept({ id: "2", ...STOP });
    expect(await run()).toEqual({ kind: "closed" });
    expect(model.prompts).toHaveLength(1);
    expect(channel.shown().join(" ")).toBe(
      "Stopped before I had written anything.",
    );
  });

  it("has the stopped turn's note as its only answer, even if delivered again", async () => {
    const { accept, run, channel, memory } = setUpConversation([]);
    await accept({ id: "1" });
    await accept({ id: "2", ...STOP });
    await run();
    await accept({ id: "2", ...STOP });
    await run();
    await accept({ id: "2", ...STOP });
    expect(await memory.nextTurn()).toBeUndefined();
    expect(channel.sent.join(" ")).toBe(
      "Stopped before I had written anything.",
    );
  });

  it("delivered again does not stop the next turn", async () => {
    const { accept, run, memory } = setUpConversation([finalAnswer("Two.")]);
    await accept({ id: "1" });
    await accept({ id: "stop", ...STOP });
    await accept({ id: "2" });
    await run();
    await accept({ id: "stop", ...STOP });
    await run();
    await run();
    expect(await memory.findTurn("2")).toMatchObject({ reply: "Two." });
  });

  it("stops the first turn without a reply only", async () => {
    const { accept, run, memory } = setUpConversation([finalAnswer("Two.")]);
    await accept({ id: "1" });
    await accept({ id: "2" });
    await accept({ id: "3", ...STOP });
    await run();
    await run();
    expect(await memory.findTurn("1")).toMatchObject({ isStopped: true });
    expect(await memory.findTurn("2")).toMatchObject({ reply: "Two." });
  });

  it("says so if there is nothing to stop", async () => {
    const { accept, run, channel } = setUpConversation([]);
    await accept({
      id: "1",
      ...STOP,
      author: { id: "1", language: "zh-hans" },
    });
    await run();
    expect(channel.sent.join(" ")).toBe("我现在没有在回答任何问题。");
  });

  it("of someone who may not use the bot stops nothing", async () => {
    const { accept, memory } = setUpConversation([], {
      access: listedOnTelegram({ people: ["7"] }),
    });
    await accept({ id: "1", author: { id: "7" } });
    await accept({ id: "2", author: { id: "8" }, ...STOP });
    expect((await memory.findTurn("1"))?.isStopped).toBeUndefined();
  });

  it("is listed by /help", async () => {
    const { accept, run, channel } = setUpConversation([]);
    await accept({
      id: "1",
      text: "/help",
      command: { name: "help", argument: "" },
    });
    await run();
    expect(channel.sent.join(" ")).toContain("/stop stops the answer");
  });
});
