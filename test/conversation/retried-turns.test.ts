import { describe, expect, it, vi } from "vitest";
import { MAX_ATTEMPTS } from "../../src/runtime/backoff.ts";
import { DeliveryError, ModelError } from "../../src/types/errors.ts";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const RETRY = { text: "/retry", command: { name: "retry", argument: "" } };
const refused = () => new ModelError({ kind: "refused", status: 401 });

describe("/retry", () => {
  it("runs the last failed turn again, after its stored steps, and has its reply as its only answer", async () => {
    const { accept, run, memory, channel, tool } = setUpConversation([
      action("echo", "one"),
      refused(),
      finalAnswer("Here it is."),
    ]);
    await accept({ id: "1", text: "Hello" });
    await run();
    const before = channel.sent.length;
    await accept({ id: "2", ...RETRY });
    await run();
    expect(channel.sent).toHaveLength(before);
    await run();
    expect(channel.sent.slice(before).join(" ")).toBe("Here it is.");
    expect(tool.inputs).toEqual(["one"]);
    expect(await memory.findTurn("1")).toMatchObject({ status: "delivered" });
    expect(await memory.nextTurn()).toBeUndefined();
    const history = (await memory.recall()).messages;
    expect(history.map(({ text }) => text)).toEqual(["Hello", "Here it is."]);
  });

  it("retries once, however often delivered, and again if asked again", async () => {
    const { accept, run, memory } = setUpConversation([
      refused(),
      refused(),
      finalAnswer("At last."),
    ]);
    await accept({ id: "1" });
    await run();
    for (let delivery = 0; delivery < 3; delivery++)
      await accept({ id: "2", ...RETRY });
    await run();
    await accept({ id: "2", ...RETRY });
    await run();
    expect(await memory.nextTurn()).toBeUndefined();
    await accept({ id: "3", ...RETRY });
    await run();
    await run();
    expect(await memory.findTurn("1")).toMatchObject({ reply: "At last." });
  });

  it("resumes after a crash without retrying an older turn", async () => {
    const { accept, run, memory } = setUpConversation([
      refused(),
      refused(),
      finalAnswer("Two."),
    ]);
    await accept({ id: "1" });
    await run();
    await accept({ id: "2" });
    await run();
    await accept({ id: "3", ...RETRY });
    const dies = vi.spyOn(memory, "commitTurn");
    dies.mockRejectedValueOnce(new Error("The process died."));
    await expect(run()).rejects.toThrow("died");
    while ((await memory.nextTurn()) !== undefined) await run();
    expect(await memory.findTurn("1")).toMatchObject({ status: "failed" });
    expect(await memory.findTurn("2")).toMatchObject({ reply: "Two." });
  });

  it("sends the rest of an undelivered reply", async () => {
    const gone = new DeliveryError({ kind: "gone", reason: "blocked" });
    const { accept, run, memory, channel, failNext, model } = setUpConversation(
      [finalAnswer("one two")],
    );
    await accept({ id: "1" });
    await run(() => failNext(gone));
    expect(await memory.findTurn("1")).toMatchObject({ failure: "gone" });
    await accept({ id: "2", ...RETRY });
    await run();
    await run();
    expect(channel.sent).toEqual(["one", "two"]);
    expect(await memory.findTurn("1")).toMatchObject({ status: "delivered" });
    expect(model.prompts).toHaveLength(1);
  });

  it("answers the last message that waited when its person had left, without a model call back then", async () => {
    const gone = new DeliveryError({ kind: "gone", reason: "blocked" });
    const { accept, run, memory, channel, failNext, model } = setUpConversation(
      [finalAnswer("One."), finalAnswer("Three."), finalAnswer("Five.")],
    );
    for (const id of ["1", "2", "3"]) await accept({ id });
    failNext(gone);
    await run();
    expect(await memory.nextTurn()).toBeUndefined();
    expect(model.prompts).toHaveLength(1);
    await accept({ id: "4", ...RETRY });
    await run();
    await run();
    expect(await memory.findTurn("3")).toMatchObject({ status: "delivered" });
    expect(await memory.findTurn("2")).toMatchObject({ failure: "gone" });
    await accept({ id: "5" });
    await run();
    expect(channel.sent).toEqual(["Three.", "Five."]);
  });

  it("says so if nothing has failed", async () => {
    const { accept, run, channel } = setUpConversation([]);
    await accept({ id: "1", ...RETRY });
    await run();
    expect(channel.sent.join(" ")).toBe(
      "There is no failed message here to retry.",
    );
  });
});

describe("a failed turn", () => {
  const fail = async (replies: Parameters<typeof setUpConversation>[0]) => {
    const { accept, run, memory, bot } = setUpConversation(replies);
    await accept({ id: "1" });
    while ((await memory.nextTurn()) !== undefined) await run();
    return { ...(await memory.findTurn("1")), maxSteps: bot.agent.maxSteps };
  };
  const always = (error: Error) =>
    Array.from({ length: MAX_ATTEMPTS }, () => error);

  it.each([
    ["model-refused", [refused()]],
    ["model-quota", [new ModelError({ kind: "quota" })]],
    ["model-unauthorized", [new ModelError({ kind: "unauthorized" })]],
    ["model-unknown", [new ModelError({ kind: "unknown" })]],
    ["model-unreachable", always(new ModelError({ kind: "unreachable" }))],
    ["model-unreachable", always(new ModelError({ kind: "rate-limited" }))],
    ["error", always(new TypeError("A mistake of ours."))],
    ["no-answer", Array.from({ length: 4 }, () => '{"action": ')],
  ])("is kept with its reason: %s", async (failure, replies) => {
    expect(await fail(replies)).toMatchObject({ status: "failed", failure });
  });
});
