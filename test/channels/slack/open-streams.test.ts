import { expect, it } from "vitest";
import { createOpenStreams } from "../../../src/channels/slack/open-streams.ts";

it("Streams are kept apart if two channels use the same timestamp", async () => {
  const streams = createOpenStreams({
    token: "xoxb-1-token",
    apiRoot: "https://slack.example",
    fetch: async () => Response.json({ ok: true, ts: "1.1" }),
  });
  const { signal } = new AbortController();
  const address = { chat: "C1", thread: "1.0", user: "U1" };
  const receipt = await streams.start(address, { signal });
  streams.notePlain(receipt, { ...address, chat: "C2" });
  const options = { isWhole: false, signal };
  expect(await streams.update(receipt, { text: "One" }, address, options)).toBe(
    true,
  );
});
