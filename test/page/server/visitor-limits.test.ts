import { describe, expect, it } from "vitest";
import { createLimiter } from "../../../src/limits/limiter.ts";
import {
  admitMessage,
  admitSession,
  admitStream,
  isFirstSuggestion,
  type VisitorLimits,
} from "../../../src/page/server/visitor-limits.ts";
import type { CounterChange } from "../../../src/types/counters.ts";
import { createMemoryCounters } from "../../fakes/memory-counters.ts";
import { createMessage } from "../../fixtures/messages.ts";

const MINUTE = 60_000;
const NO_RATES = {
  sessionsPerHour: 0,
  messagesPerMinute: 0,
  siteMessagesPerMinute: 0,
  uploadMegabytesPerHour: 0,
  streamsPerVisitor: 0,
  streamsPerAddress: 0,
};

function setUp(rates: Partial<typeof NO_RATES>) {
  /** Twenty seconds into an hour. */
  const clock = { at: Date.UTC(2026, 10, 22, 8, 0, 20) };
  const now = () => clock.at;
  const memory = createMemoryCounters({ now });
  let requests = 0;
  const add = (changes: readonly CounterChange[]) => {
    requests++;
    return memory.add(changes);
  };
  const limits: VisitorLimits = {
    limiter: createLimiter({ counters: { ...memory, add }, now }),
    rates: { ...NO_RATES, ...rates },
  };
  const at = (address = "a", name = "web:1", site?: string) => ({
    address: `address/${address}`,
    name,
    site,
  });
  return {
    clock,
    requests: () => requests,
    session: (address?: string) => admitSession(limits, at(address).address),
    message: (address?: string, name?: string) =>
      admitMessage(limits, at(address, name), { bytes: 0 }),
    messageFrom: (site: string, address: string) =>
      admitMessage(limits, at(address, "web:1", site), { bytes: 0 }),
    files: (address?: string, name?: string, bytes = 1_500_000) =>
      admitMessage(limits, at(address, name), { bytes }),
    suggestion: (conversation: string, id: string) =>
      isFirstSuggestion(limits, at(), {
        id,
        message: createMessage({ id, conversation }),
      }),
    stream: (address?: string, name?: string) =>
      admitStream(limits, at(address, name)),
  };
}

describe("visitors from one address", () => {
  it.each([
    {
      what: "session",
      rates: { sessionsPerHour: 1 },
      slug: "too-many-sessions",
      detail: "Try again in an hour",
      wait: 3_580,
    },
    {
      what: "message",
      rates: { messagesPerMinute: 1 },
      slug: "too-many-messages-from-network",
      detail: "The limit is 1 message per minute",
      wait: 40,
    },
    {
      what: "files",
      rates: { uploadMegabytesPerHour: 2 },
      slug: "too-many-files-from-network",
      detail: "in an hour, or without files",
      wait: 3_580,
    },
    {
      what: "stream",
      rates: { streamsPerAddress: 1 },
      slug: "too-many-streams",
      detail: "streamed to your network",
      wait: 10,
    },
  ] as const)(
    "are limited, whoever they are: $what",
    async ({ what, rates, slug, detail, wait }) => {
      const { clock, ...all } = setUp(rates);
      const admit = all[what];
      expect((await admit()).kind).toBe("open");
      expect(await admit("a", "web:2")).toMatchObject({
        kind: "refused",
        problem: {
          status: 429,
          slug,
          detail: expect.stringContaining(detail),
          retryAfterSeconds: wait,
        },
      });
      expect((await admit("b")).kind).toBe("open");
      clock.at += what === "message" ? MINUTE : 60 * MINUTE;
      expect((await admit()).kind).toBe("open");
    },
  );

  it("share the limit of the site that embeds the chat, at whatever address", async () => {
    const { message, messageFrom } = setUp({ siteMessagesPerMinute: 1 });
    expect((await messageFrom("https://a.example", "a")).kind).toBe("open");
    expect(await messageFrom("https://a.example", "b")).toMatchObject({
      problem: { slug: "too-many-messages-from-site", retryAfterSeconds: 40 },
    });
    expect((await messageFrom("https://b.example", "b")).kind).toBe("open");
    for (const _ of [1, 2]) expect((await message("b")).kind).toBe("open");
  });

  it("may send smaller files and messages without any when larger ones are refused", async () => {
    const { files, message } = setUp({ uploadMegabytesPerHour: 2 });
    await files();
    expect((await files("a", "web:1", 500_001)).kind).toBe("refused");
    expect((await files("a", "web:1", 500_000)).kind).toBe("open");
    expect((await message()).kind).toBe("open");
  });

  it("may open more streams than each of them", async () => {
    const { message, stream } = setUp({
      streamsPerVisitor: 1,
      streamsPerAddress: 2,
    });
    await message();
    expect(await stream()).toMatchObject({
      problem: {
        slug: "too-many-streams",
        detail: expect.stringContaining("This browser is streaming too many"),
      },
    });
    expect((await stream("a", "web:2")).kind).toBe("open");
  });

  it("do not use up a message if no stream is left for its answer", async () => {
    const { message } = setUp({ messagesPerMinute: 2, streamsPerVisitor: 1 });
    const first = await message();
    await message();
    await message();
    if (first.kind === "open") await first.place.take()();
    expect((await message()).kind).toBe("open");
  });

  it("cost one request to the counters per message, and one when its stream ends", async () => {
    const { message, requests } = setUp({
      messagesPerMinute: 5,
      streamsPerVisitor: 5,
      streamsPerAddress: 5,
    });
    const admission = await message();
    expect(requests()).toBe(1);
    if (admission.kind === "open") await admission.place.take()();
    expect(requests()).toBe(2);
  });

  it("pay once a day for the suggestions of an answer", async () => {
    const { suggestion, clock } = setUp({});
    expect(await suggestion("web:1", "t1")).toBe(true);
    expect(await suggestion("web:2", "t1")).toBe(true);
    expect(await suggestion("web:1", "t2")).toBe(true);
    clock.at += 60 * MINUTE;
    expect(await suggestion("web:1", "t1")).toBe(false);
  });
});
