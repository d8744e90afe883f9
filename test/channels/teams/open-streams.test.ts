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

function addressOf(chat: string) {
  const service = "https://teams.example";
  return { chat, to: chat, message: "1", service, kind: "personal" } as const;
}
