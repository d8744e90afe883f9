import { expect, it } from "vitest";
import { createTurnBroadcast } from "../../../src/platforms/cloudflare/turn-broadcast.ts";

it("sends readers what was rewritten of an answer, from where it differs", async () => {
  const broadcast = createTurnBroadcast();
  const reader = broadcast.subscribe("a");
  reader.begin([]);
  const events = [
    { type: "delta", offset: 0, text: "Mosses are plants." },
    { type: "waiting", delayMs: 1_000 },
    { type: "delta", offset: 11, text: "old." },
    { type: "forgotten" },
  ] as const;
  for (const event of events) broadcast.publish("a", event);
  const lines = (await new Response(reader.stream).text()).trim().split("\n");
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(events);
});
