import { expect, it } from "vitest";
import { writeEarlier } from "../../../src/conversation/input/write-history.ts";

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
