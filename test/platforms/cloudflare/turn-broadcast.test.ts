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
  expect(await eventsOf(reader)).toEqual(events);
});

it("gives readers past events, then those since they came, and none of other turns", async () => {
  const broadcast = createTurnBroadcast();
  const reader = broadcast.subscribe("a");
  const waiting = (delayMs: number) => ({ type: "waiting", delayMs }) as const;
  broadcast.publish("a", waiting(2));
  broadcast.publish("b", waiting(9));
  reader.begin([waiting(1)]);
  broadcast.publish("a", { type: "forgotten" });
  expect(await eventsOf(reader)).toEqual([
    waiting(1),
    waiting(2),
    { type: "forgotten" },
  ]);
});

it("goes on without a reader that leaves", async () => {
  const broadcast = createTurnBroadcast();
  const [leaving, staying] = [1, 2].map(() => broadcast.subscribe("a"));
  leaving?.begin([]);
  staying?.begin([]);
  await leaving?.stream.cancel();
  const event = { type: "waiting", delayMs: 1 } as const;
  for (const one of [event, { type: "forgotten" } as const])
    broadcast.publish("a", one);
  expect(staying && (await eventsOf(staying))).toEqual([
    event,
    { type: "forgotten" },
  ]);
});

it("tells nothing to a reader that leaves before it begins", async () => {
  const broadcast = createTurnBroadcast();
  const reader = broadcast.subscribe("a");
  await reader.stream.cancel();
  const event = { type: "waiting", delayMs: 1 } as const;
  expect(() => reader.begin([event])).not.toThrow();
});

it("ends for readers that come after the end", async () => {
  const reader = createTurnBroadcast().subscribe("a");
  reader.begin([{ type: "forgotten" }]);
  expect(await eventsOf(reader)).toEqual([{ type: "forgotten" }]);
});

it("tells the answer so far of the running turn alone, and sends it once", async () => {
  const broadcast = createTurnBroadcast();
  const write = (turn: string, offset: number, text: string) =>
    broadcast.publish(turn, { type: "delta", offset, text });
  write("a", 0, "Old.");
  write("b", 0, "Mosses ");
  const reader = broadcast.subscribe("b");
  reader.begin([]);
  write("b", 7, "are ");
  write("b", 11, "plants.");
  const [a, b] = ["a", "b"].map((turn) => broadcast.answerSoFar(turn));
  expect([a, b]).toEqual(["", "Mosses are plants."]);
  broadcast.publish("b", { type: "forgotten" });
  expect(await eventsOf(reader)).toEqual([
    { type: "delta", offset: 7, text: "are plants." },
    { type: "forgotten" },
  ]);
});

async function eventsOf(reader: {
  stream: ReadableStream<Uint8Array>;
}): Promise<unknown[]> {
  const lines = (await new Response(reader.stream).text()).trim().split("\n");
  return lines.map((line): unknown => JSON.parse(line));
}
