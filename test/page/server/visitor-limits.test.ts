import { describe, expect, it } from "vitest";
import { createVisitorLimits } from "../../../src/page/server/visitor-limits.ts";
import type { Counters } from "../../../src/types/counters.ts";
import { createMemoryCounters } from "../../fakes/memory-counters.ts";

const HOUR = 1_795_000_000 * 1_000 - ((1_795_000_000 * 1_000) % 3_600_000);
const NO_RATES = {
  sessionsPerHour: 0,
  messagesPerMinute: 0,
  uploadMegabytesPerHour: 0,
  streamsPerVisitor: 0,
  streamsPerAddress: 0,
};

function setUp(rates: Partial<typeof NO_RATES>) {
  let time = HOUR;
  let requests = 0;
  const now = () => time;
  const memory = createMemoryCounters({ now });
  const counters: Counters = {
    ...memory,
    add(changes) {
      requests++;
      return memory.add(changes);
    },
  };
  const limits = createVisitorLimits({
    rates: { ...NO_RATES, ...rates },
    counters,
    now,
  });
  const at = (address: string, name = "web:1") => ({
    address: `address/${address}`,
    name,
  });
  return {
    limits,
    at,
    wait: (ms: number) => (time += ms),
    requests: () => requests,
  };
}

describe("visitors from one address", () => {
  it("get a limited number of sessions per hour, then the time to wait", async () => {
    const { limits, wait } = setUp({ sessionsPerHour: 3 });
    const take = () => limits.takeSession("address/a");
    const taken = await Promise.all(Array.from({ length: 50 }, take));
    expect(taken.filter((problem) => problem === undefined)).toHaveLength(3);
    wait(50 * 60_000);
    expect(await take()).toMatchObject({
      status: 429,
      slug: "too-many-sessions",
      detail: expect.stringContaining("Try again in 10 minutes"),
      retryAfterSeconds: 600,
    });
    expect(await limits.takeSession("address/b")).toBeUndefined();
    wait(10 * 60_000);
    expect(await take()).toBeUndefined();
  });

  it("may send limited megabytes of files per hour, and still messages without files", async () => {
    const { limits, at, wait, requests } = setUp({ uploadMegabytesPerHour: 2 });
    const send = (bytes: number) => limits.takeMessage(at("a"), { bytes });
    expect((await send(1_500_000)).kind).toBe("open");
    wait(30 * 60_000);
    expect(await send(500_001)).toMatchObject({
      kind: "refused",
      problem: {
        status: 429,
        slug: "too-many-files-from-network",
        detail: expect.stringContaining("in 30 minutes, or without files"),
        retryAfterSeconds: 1_800,
      },
    });
    expect((await send(500_000)).kind).toBe("open");
    expect((await send(0)).kind).toBe("open");
    expect((await limits.takeMessage(at("a"))).kind).toBe("open");
    expect(requests()).toBe(3);
    wait(30 * 60_000);
    expect((await send(1)).kind).toBe("open");
  });

  it("may send a limited number of messages per minute, across sessions", async () => {
    const { limits, at, wait } = setUp({ messagesPerMinute: 2 });
    await limits.takeMessage(at("a", "web:1"));
    await limits.takeMessage(at("a", "web:2"));
    wait(20_000);
    expect(await limits.takeMessage(at("a", "web:3"))).toMatchObject({
      kind: "refused",
      problem: {
        status: 429,
        slug: "too-many-messages-from-network",
        retryAfterSeconds: 40,
      },
    });
    expect((await limits.takeMessage(at("b"))).kind).toBe("open");
  });

  it("may open a limited number of streams, each visitor fewer", async () => {
    const { limits, at } = setUp({
      streamsPerVisitor: 2,
      streamsPerAddress: 3,
    });
    await limits.takeStream(at("a", "web:1"));
    await limits.takeMessage(at("a", "web:1"));
    expect(await limits.takeStream(at("a", "web:1"))).toMatchObject({
      problem: {
        status: 429,
        slug: "too-many-streams",
        detail: expect.stringContaining("This browser is streaming too many"),
      },
    });
    await limits.takeStream(at("a", "web:2"));
    expect(await limits.takeStream(at("a", "web:3"))).toMatchObject({
      problem: { detail: expect.stringContaining("to your network") },
    });
  });

  it("do not use up a message if no stream is left for its answer", async () => {
    const { limits, at } = setUp({
      messagesPerMinute: 2,
      streamsPerVisitor: 1,
    });
    const first = await limits.takeMessage(at("a"));
    await limits.takeMessage(at("a"));
    await limits.takeMessage(at("a"));
    if (first.kind === "open") await first.place.take()();
    expect((await limits.takeMessage(at("a"))).kind).toBe("open");
  });

  it("cost one request to the counters per message, and one when its stream ends", async () => {
    const { limits, at, requests } = setUp({
      messagesPerMinute: 5,
      streamsPerVisitor: 5,
      streamsPerAddress: 5,
    });
    const admission = await limits.takeMessage(at("a"));
    expect(requests()).toBe(1);
    if (admission.kind === "open") await admission.place.take()();
    expect(requests()).toBe(2);
  });
});
