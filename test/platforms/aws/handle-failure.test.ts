import { afterEach, describe, expect, it, vi } from "vitest";
import { ConversationBusyError } from "../../../src/conversation/state/document.ts";
import {
  handleFailure,
  OutOfTimeError,
} from "../../../src/platforms/aws/received-message.ts";
import { TableError } from "../../../src/stores/dynamodb/table-error.ts";

describe("handleFailure", () => {
  afterEach(() => vi.restoreAllMocks());

  it("releases the lease before hiding the message if writes conflict", async () => {
    const calls: string[] = [];
    const note = (call: string) => async () => void calls.push(call);
    const message = { conversation: "web:1", receipt: "1", receiveCount: 1 };
    const hide = vi.fn(note("hide"));
    const outcome = await handleFailure(
      new ConversationBusyError({ retryAfterMs: 50 }),
      {
        message,
        memory: { releaseLease: note("release") },
        queue: { send: note("send"), hide },
        visibilityMs: 60_000,
      },
    );
    expect(outcome).toBe("again");
    expect(calls).toEqual(["release", "hide"]);
    expect(hide).toHaveBeenCalledWith("1", 1_000);
  });

  it.each([
    ["at once", "the function's time ended", new OutOfTimeError(), 0],
    ["in 30 seconds", "of another error", new Error("Ours."), 30_000],
  ])("receives the message again %s if %s", async (_, __, error, delayMs) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const hide = vi.fn(async () => {});
    await handleFailure(error, {
      message: { conversation: "web:1", receipt: "1", receiveCount: 1 },
      memory: { releaseLease: async () => {} },
      queue: { send: async () => {}, hide },
      visibilityMs: 60_000,
    });
    expect(hide).toHaveBeenCalledWith("1", delayMs);
  });

  it("spends no receives on a busy conversation or unreachable table, only on other errors", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const tableError = (kind: TableError["kind"]) =>
      new TableError({ kind, operation: "GetItem", cause: undefined });
    const handle = async (error: unknown, receiveCount: number) => {
      const send = vi.fn(async () => {});
      const outcome = await handleFailure(error, {
        message: { conversation: "web:1", receipt: "1", receiveCount },
        memory: {
          releaseLease: async () => {
            throw tableError("unreachable");
          },
        },
        queue: { send, hide: async () => {} },
        visibilityMs: 60_000,
      });
      return [outcome, send.mock.calls.length];
    };
    expect(await handle(tableError("unreachable"), 1)).toEqual(["again", 0]);
    expect(await handle(tableError("unreachable"), 9)).toEqual(["done", 1]);
    expect(await handle(tableError("refused"), 17)).toEqual(["again", 0]);
    expect(await handle(new Error("Ours."), 17)).toEqual(["again", 0]);
    const busy = new ConversationBusyError({ retryAfterMs: 50 });
    expect(await handle(busy, 17)).toEqual(["done", 1]);
  });
});
