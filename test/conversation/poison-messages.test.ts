import { describe, expect, it } from "vitest";
import {
  MAX_ATTEMPTS,
  MAX_ATTEMPTS_WITH_NOTICE,
} from "../../src/runtime/backoff.ts";
import type { ReplyPart } from "../../src/types/reply.ts";
import { finalAnswer } from "../fakes/create-agent.ts";
import { setUpConversation } from "./set-up-conversation.ts";

/**
 * A conversation whose channel fails to split such replies, with one message
 * that gets such a reply and one that does not.
 */
async function setUp({ isPoison }: { isPoison: (reply: string) => boolean }) {
  const poison = Array.from({ length: MAX_ATTEMPTS }, () =>
    finalAnswer("Poison"),
  );
  const conversation = setUpConversation([...poison, finalAnswer("Fine")]);
  const { accept, run, memory, channel } = conversation;
  const split = channel.split.bind(channel);
  channel.split = async (markdown): Promise<readonly ReplyPart[]> => {
    if (isPoison(markdown)) throw new RangeError("A mistake of ours.");
    return split(markdown);
  };
  await accept({ id: "1" });
  await accept({ id: "2" });
  let throws = 0;
  while ((await memory.nextTurn()) !== undefined)
    await run().catch(() => throws++);
  return { ...conversation, throws };
}

describe("a message that makes our own code throw every time", () => {
  it("ends with a notice, and the next one is answered", async () => {
    const { memory, channel, throws } = await setUp({
      isPoison: (reply) => reply === "Poison",
    });
    expect(throws).toBe(MAX_ATTEMPTS);
    expect(channel.sent.join(" ")).toMatch(
      /^Something went wrong on my side.* Fine$/,
    );
    expect(await memory.findTurn("1")).toMatchObject({
      status: "failed",
      failure: "error",
    });
  });

  it("is given up if not even the notice can be sent", async () => {
    const { memory, channel, throws } = await setUp({
      isPoison: (reply) => reply !== "Fine",
    });
    expect(throws).toBe(MAX_ATTEMPTS_WITH_NOTICE);
    expect(channel.sent).toEqual(["Fine"]);
    expect(await memory.findTurn("1")).toMatchObject({ failure: "error" });
  });

  it("reports the end to its watchers when given up", async () => {
    const { events } = await setUp({ isPoison: (reply) => reply !== "Fine" });
    expect(events.filter(({ type }) => type === "end")).toMatchObject([
      { turn: { id: "1", status: "failed" } },
      { turn: { id: "2" } },
    ]);
  });
});
