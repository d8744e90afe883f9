import { afterEach, describe, expect, it, vi } from "vitest";
import { handleFailure } from "../../../src/platforms/aws/handle-failure.ts";
import { ConversationBusyError } from "../../../src/conversation/state/document.ts";
import { TableError } from "../../../src/stores/dynamodb/table-error.ts";

describe("handleFailure", () => {
  afterEach(() => vi.restoreAllMocks());

  it("gives the conversation back where others were in the way of a turn that had begun", async () => {
    const calls: string[] = [];
    const note = (call: string) => async () => void calls.push(call);
    const message = { conversation: "web:1", receipt: "1", receiveCount: 1 };
    const hide = vi.fn(note("hide"));
    const outcome = await handleFailure(
      new ConversationBusyError({ retryAfterMs: 50 }),
      {
        message,
        memory: { releaseLease: note("release") },
        worker: { queue: { send: note("send"), hide }, visibilityMs: 60_000 },
      },
    );
    expect(outcome).toBe("again");
    expect(calls).toEqual(["release", "hide"]);
    expect(hide).toHaveBeenCalledWith("1", 1_000);
  });

  it("takes no receives from a turn while the table is away, and has one given up that fails by itself", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const away = (kind: TableError["kind"]) =>
      new TableError({ kind, operation: "GetItem", cause: undefined });
    const handle = async (error: unknown, receiveCount: number) => {
      const send = vi.fn(async () => {});
      const outcome = await handleFailure(error, {
        message: { conversation: "web:1", receipt: "1", receiveCount },
        memory: {
          releaseLease: async () => {
            throw away("unreachable");
          },
        },
        worker: { queue: { send, hide: async () => {} }, visibilityMs: 60_000 },
      });
      return [outcome, send.mock.calls.length];
    };
    expect(await handle(away("unreachable"), 1)).toEqual(["again", 0]);
    expect(await handle(away("unreachable"), 9)).toEqual(["done", 1]);
    expect(await handle(away("throttled"), 17)).toEqual(["done", 1]);
    expect(await handle(away("refused"), 17)).toEqual(["again", 0]);
    expect(await handle(new Error("Ours."), 17)).toEqual(["again", 0]);
    const busy = new ConversationBusyError({ retryAfterMs: 50 });
    expect(await handle(busy, 17)).toEqual(["done", 1]);
  });
});
