import { describe, expect, it } from "vitest";
import { parsePreference } from "../../../src/http/api/message-request.ts";

const wait = (seconds: number) => ({
  kind: "wait",
  timeoutMs: seconds * 1000,
  applied: `wait=${seconds}`,
});
const LATER = { kind: "later", applied: "respond-async" };
const DEFAULT = { kind: "wait", timeoutMs: 25_000 };

describe("parsePreference", () => {
  it.each([
    ["", DEFAULT],
    ["respond-async", LATER],
    ["Respond-Async; foo", LATER],
    ["handling=lenient, respond-async", LATER],
    ['foo="wait=3, respond-async"', DEFAULT],
    ['foo="a, wait=3, b"', DEFAULT],
    ['respond-async=""', LATER],
    ["wait=3", wait(3)],
    ["WAIT = 3", wait(3)],
    ['wait="3"', wait(3)],
    ["respond-async, wait=10", wait(10)],
    ["wait=10,respond-async", wait(10)],
    ["wait=3, wait=90", wait(3)],
    ["wait=99999", wait(120)],
    ["wait=0", { kind: "later", applied: "wait=0" }],
    ["respond-async, wait=0", { kind: "later", applied: "wait=0" }],
    ["wait=soon", DEFAULT],
    ["wait=-1", DEFAULT],
    ["wait=1.5", DEFAULT],
    ["wait=", DEFAULT],
    ["wait", DEFAULT],
    ["await=3", DEFAULT],
    ["not-respond-async", DEFAULT],
    ['"respond-async', DEFAULT],
    [",;=,", DEFAULT],
    ['wait="', DEFAULT],
  ])("parses %j", (prefer, preference) => {
    expect(parsePreference(new Headers({ prefer }))).toEqual(preference);
  });

  it("reads several headers as one list", () => {
    const headers = new Headers();
    headers.append("prefer", "respond-async");
    headers.append("prefer", "wait=5");
    expect(parsePreference(headers)).toEqual(wait(5));
  });

  it.each([
    ["text/event-stream", { kind: "events" }],
    ["application/json, Text/Event-Stream;q=0.9", { kind: "events" }],
    ["text/event-stream;q=0", LATER],
    ["text/event-stream; q=0.000, */*", LATER],
    ["application/json, */*", LATER],
    ["text/event-streams", LATER],
  ])("gives Accept precedence: %j", (accept, preference) => {
    const headers = new Headers({ accept, prefer: "respond-async" });
    expect(parsePreference(headers)).toEqual(preference);
  });

  it("parses any header in linear time", () => {
    for (const prefer of [
      '"'.repeat(16_000),
      "a,".repeat(8_000),
      "\\".repeat(16_000),
      `wait=${" ".repeat(200_000)}@`,
      `wait${" ".repeat(200_000)}@`,
    ])
      expect(parsePreference(new Headers({ prefer }))).toEqual(DEFAULT);
  });
});
