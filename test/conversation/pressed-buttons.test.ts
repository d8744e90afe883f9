import { describe, expect, it } from "vitest";
import { DeliveryError } from "../../src/types/errors.ts";
import { finalAnswer } from "../fakes/create-agent.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const english = { author: { id: "1", language: "en" } };

const press = (id: string, argument: string, below = "71") => ({
  id,
  ...english,
  text: `/memory ${argument}`,
  command: { name: "memory", argument },
  pressedBelow: below,
});

async function setUpAnswered(failures: Error[] = []) {
  const conversation = setUpConversation(
    [finalAnswer("Hi."), finalAnswer("Ho.")],
    {
      failures,
    },
  );
  await conversation.accept({ id: "1", ...english });
  await conversation.run();
  const { channel, accept, run } = conversation;
  /** The channel's calls for the next turn. */
  const runNext = async (message: Parameters<typeof accept>[0]) => {
    const before = channel.calls.length;
    await accept(message);
    await run();
    return channel.calls.slice(before);
  };
  return { ...conversation, runNext };
}

describe("a button that is pressed", () => {
  it("replaces its message and the buttons below", async () => {
    const { runNext, memory } = await setUpAnswered();
    const asked = await runNext(press("2", "forget"));
    expect(asked[0]).toMatch(/^edit 71: /);
    expect(asked.at(-1)).toMatch(
      / \[Yes, forget it = memory forget 2\] \[No, keep it = memory\]$/,
    );
    expect((await memory.measureHistory()).messages).toBe(2);
    const done = await runNext(press("3", "forget 2"));
    expect(done[0]).toBe("edit 71: I");
    expect(done.join()).not.toContain("[");
    expect((await memory.measureHistory()).messages).toBe(0);
  });

  it("sends a file below its message, which remains", async () => {
    const { runNext, memory } = await setUpAnswered();
    const calls = await runNext(press("2", "export"));
    expect(calls.every((call) => call.startsWith("send "))).toBe(true);
    expect(calls.at(-1)).toMatch(/ \+ conversation-.*\.json$/);
    expect(await memory.findTurn("2")).toMatchObject({ status: "delivered" });
  });

  it("takes effect once, even if delivered again", async () => {
    const { runNext, accept, memory, channel } = await setUpAnswered();
    await runNext(press("2", "export"));
    const calls = channel.calls.length;
    await accept(press("2", "export"));
    expect(await memory.nextTurn()).toBeUndefined();
    expect(channel.calls).toHaveLength(calls);
  });

  it("still replaces its message after a failed attempt", async () => {
    const failures: Error[] = [];
    const { runNext, run, channel } = await setUpAnswered(failures);
    failures.push(new DeliveryError({ kind: "unreachable", reason: "away" }));
    expect(await runNext(press("2", "forget"))).toEqual([]);
    const before = channel.calls.length;
    await run();
    expect(channel.calls[before]).toMatch(/^edit 71: /);
  });

  it("is not replaced by a later answer", async () => {
    const { runNext } = await setUpAnswered();
    await runNext(press("2", "forget"));
    expect(await runNext({ id: "3", ...english })).toEqual([
      expect.stringMatching(/^send \d+: Ho\.$/),
    ]);
  });
});

it("a typed command is answered with a message", async () => {
  const { runNext } = await setUpAnswered();
  const { pressedBelow: _, ...written } = press("2", "");
  const calls = await runNext(written);
  expect(calls.every((call) => call.startsWith("send "))).toBe(true);
  expect(calls.at(-1)).toContain("[Export = memory export]");
});
