import { expect, it } from "vitest";
import { readProgress } from "../../src/http/read-progress.ts";
import type { TurnEvent } from "../../src/types/turn.ts";

const turn = { conversation: "wecom:Ann", id: "1" };
const waiting = { type: "waiting", delayMs: 2_000 } as const;
const delta = { type: "delta", offset: 0, text: "Hi" } as const;

/** Reads from a turn with these events that goes on. */
function read(events: readonly TurnEvent[]) {
  return readProgress({
    turn,
    waitMs: 10,
    mailbox: {
      async *watch(_, { signal }) {
        yield* events;
        await new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        );
      },
    },
    signal: new AbortController().signal,
  });
}

it("the progress of a turn that is tried again says so until the next attempt", async () => {
  expect(await read([waiting])).toMatchObject({ text: "", isWaiting: true });
  expect(await read([])).not.toHaveProperty("isWaiting");
  const resumed = await read([waiting, delta]);
  expect(resumed).toMatchObject({ text: "Hi", hasEnded: false });
  expect(resumed).not.toHaveProperty("isWaiting");
});
