import { describe, expect, it } from "vitest";
import { toUuid } from "../../src/channels/kit/uuid-key.ts";
import { DeliveryError, ModelError } from "../../src/types/errors.ts";
import { finalAnswer } from "../fakes/create-agent.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const DEATH = new Error("The process was killed.");
const die = () => {
  throw DEATH;
};
const LOST = new DeliveryError({ kind: "unreachable", reason: "lost" });

describe("a part that is sent again", () => {
  it("is shown once on a platform with idempotency keys, though the process died before recording it", async () => {
    const { accept, run, channel } = setUpConversation(
      [finalAnswer("One Two")],
      { deduplicatesByKey: true },
    );
    await accept({ id: "1" });
    await expect(run(die)).rejects.toBe(DEATH);
    expect(await run()).toEqual({ kind: "closed" });
    expect(channel.shown()).toEqual(["One", "Two"]);
  });

  it("is shown once if its response was lost", async () => {
    const { accept, run, channel } = setUpConversation([finalAnswer("One")], {
      deduplicatesByKey: true,
    });
    await accept({ id: "1" });
    const lose = () => {
      throw LOST;
    };
    expect(await run(lose)).toMatchObject({ kind: "later" });
    expect(await run()).toEqual({ kind: "closed" });
    expect(channel.shown()).toEqual(["One"]);
  });

  it("is shown twice on a platform without keys, as documented", async () => {
    const { accept, run, channel } = setUpConversation([finalAnswer("One")]);
    await accept({ id: "1" });
    await expect(run(die)).rejects.toBe(DEATH);
    await run();
    expect(channel.shown()).toEqual(["One", "One"]);
  });

  it("has another key in the next turn, though its preview is the same", async () => {
    const gates = [1, 2].map(() => Promise.withResolvers<void>());
    const { accept, run, channel } = setUpConversation(
      gates.map(({ promise }) => [
        '{"action": "Final Answer", "action_input": "Well!\\nY',
        promise,
        'es"}',
      ]),
      {
        deduplicatesByKey: true,
        presentation: { intervalMs: 0, preview: "messages" },
      },
    );
    for (const [index, gate] of gates.entries()) {
      await accept({ id: String(index) });
      await run(gate.resolve);
    }
    expect(channel.shown()).toEqual(["Well!\nYes", "Well!\nYes"]);
  });

  it("has another key if the failed turn is retried, though the notice is the same", async () => {
    const refused = new ModelError({ kind: "refused" });
    const { accept, run, channel, memory } = setUpConversation(
      [refused, refused],
      { deduplicatesByKey: true },
    );
    await accept({ id: "1" });
    await run();
    const notice = channel.sent.length;
    expect(notice).toBeGreaterThan(0);
    await memory.reopenTurn("1");
    await run();
    expect(channel.sent).toHaveLength(2 * notice);
  });
});

describe("toUuid", () => {
  it("maps equal keys to equal UUIDs, and others to others", async () => {
    const uuid = await toUuid('["telegram:42","1",0,"reply",1]');
    expect(uuid).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
    expect(await toUuid('["telegram:42","1",0,"reply",1]')).toBe(uuid);
    expect(await toUuid('["telegram:42","1",1,"reply",1]')).not.toBe(uuid);
  });
});
