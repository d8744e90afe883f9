import { expect, it } from "vitest";
import { readProgress } from "../../src/http/read-progress.ts";
import type { TurnEvent } from "../../src/types/turn.ts";
import { loggedEvents } from "../fixtures/log.ts";

const turn = { conversation: "wecom:Ann", id: "1" };
const waiting = { type: "waiting", delayMs: 2_000 } as const;
const delta = { type: "delta", offset: 0, text: "Hi" } as const;

/** Reads from a turn with these events that goes on, ends or breaks off. */
function read(
  events: readonly TurnEvent[],
  rest: "open" | "over" | "broken" = "open",
) {
  return readProgress({
    turn,
    waitMs: 10,
    mailbox: {
      async *watch(_, { signal }) {
        yield* events;
        if (rest === "broken") throw new Error("The store is away.");
        if (rest === "over") return;
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

it.each([
  [
    "of a turn that is forgotten",
    [delta, { type: "forgotten" }],
    "over",
    "",
    true,
  ],
  ["of an unknown turn", [], "over", "", true],
  ["of a turn that cannot be read any more", [delta], "broken", "Hi", false],
] as const)(
  "the progress %s says whether to ask again",
  async (_, events, rest, text, hasEnded) => {
    expect(await read(events, rest)).toEqual({ text, hasEnded, sources: [] });
    expect(loggedEvents()).toEqual(rest === "broken" ? ["turn not read"] : []);
  },
);
