import { expect, it } from "vitest";
import {
  writeEarlier,
  writeHistory,
} from "../../../src/conversation/input/write-history.ts";
import type { HistoryMessage } from "../../../src/types/history.ts";

it("notes where the team's part ends, and that a person was asked for", () => {
  const person = { kind: "operator", name: "anna" } as const;
  const say = (text: string, more: Partial<HistoryMessage> = {}) =>
    ({
      role: "user",
      text,
      sequence: 1,
      turn: "1",
      tokens: 1,
      at: 0,
      ...more,
    }) as const;
  const written = writeHistory([
    say("a", { asksForPerson: true }),
    say("b", { isForPerson: true }),
    say("c", { origin: person }),
    say("d"),
    say("", { origin: { kind: "unattended" } }),
    say("e", { origin: { ...person, isAnswer: true } }),
    say("f", { origin: person }),
  ]);
  const brief = written.map(({ content }) =>
    content.replace(/\[Not from the user: (.{14}).*\]\n?/, "<$1>"),
  );
  expect(brief).toEqual([
    "a",
    "<a person of th>",
    "b",
    "<a person of th>c",
    "<nobody of the >",
    "d",
    "<nobody of the >",
    "<a person of th>e",
    "<a person of th>f",
    "<nobody of the >",
  ]);
});

it("shows a person of the team as neither the user nor the bot", () => {
  const origin = { kind: "operator", name: "anna" } as const;
  const { role, content } = writeEarlier({
    role: "assistant",
    text: "I have refunded you.",
    origin,
  });
  expect(role).toBe("user");
  expect(content).toMatch(/^\[Not from the user: a person of the team/);
  expect(content).toContain("I have refunded you.");
  expect(content).not.toContain("anna");
});

it("shows a schedule's question as not the user's", () => {
  const origin = { kind: "schedule", id: "s1" } as const;
  const asked = writeEarlier({ role: "user", text: "What is new?", origin });
  expect(asked.content).toMatch(/^\[Not from the user: a schedule/);
  const said = { role: "assistant", text: "Drink water!" } as const;
  expect(writeEarlier({ ...said, origin })).toEqual({
    role: "assistant",
    content: "Drink water!",
  });
});

it("leaves what the user and the bot said as it was", () => {
  expect(writeEarlier({ role: "user", text: "Hi" })).toEqual({
    role: "user",
    content: "Hi",
  });
});
