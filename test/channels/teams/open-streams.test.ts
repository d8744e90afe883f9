import { expect, it } from "vitest";
import { createOpenStreams } from "../../../src/channels/teams/open-streams.ts";

it("Streams are kept apart if two chats use the same id", async () => {
  const streams = createOpenStreams({
    connect: async () => ({ id: "1" }),
    now: () => 0,
    intervalMs: 0,
  });
  const { signal } = new AbortController();
  const update = { text: "One", isStatus: false };
  const [ours, theirs] = [addressOf("a"), addressOf("b")];
  for (const address of [ours, theirs])
    await streams.start(update, address, { signal });
  await streams.end("1", {}, theirs, { signal });
  expect(await streams.update("1", update, ours, { signal })).toBe(true);
});

it("A stream that was left open holds up no other once Teams has ended it", async () => {
  let time = 0;
  const streams = createOpenStreams({
    connect: async () => ({ id: "1" }),
    now: () => time,
  });
  const { signal } = new AbortController();
  const started = [];
  for (time of [0, 99_999, 100_000]) {
    const update = { text: "One", isStatus: false };
    started.push(await streams.start(update, addressOf("a"), { signal }));
  }
  expect(started).toEqual([{ id: "stream-1" }, undefined, { id: "stream-1" }]);
});

function addressOf(chat: string) {
  const service = "https://teams.example";
  return { chat, to: chat, message: "1", service, kind: "personal" } as const;
}
