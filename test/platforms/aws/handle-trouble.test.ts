import { describe, expect, it, vi } from "vitest";
import { handleTrouble } from "../../../src/platforms/aws/handle-trouble.ts";
import { ConversationBusyError } from "../../../src/platforms/dynamodb/lease-errors.ts";

describe("handleTrouble", () => {
  it("gives the conversation back where others were in the way of a turn that had begun", async () => {
    const calls: string[] = [];
    const note = (call: string) => async () => void calls.push(call);
    const message = { conversation: "web:1", receipt: "1", receiveCount: 1 };
    const hide = vi.fn(note("hide"));
    const outcome = await handleTrouble(
      new ConversationBusyError({ retryAfterMs: 50 }),
      {
        message,
        memory: { releaseLease: note("release") },
        workshop: { queue: { send: note("send"), hide }, holdMs: 60_000 },
      },
    );
    expect(outcome).toBe("again");
    expect(calls).toEqual(["release", "hide"]);
    expect(hide).toHaveBeenCalledWith("1", 1_000);
  });
});
