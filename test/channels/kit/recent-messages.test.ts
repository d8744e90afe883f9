import { describe, expect, it } from "vitest";
import { createRecentMessages } from "../../../src/channels/kit/recent-messages.ts";

describe("recent messages", () => {
  it("are kept apart if two chats use the same id", () => {
    const messages = createRecentMessages<string>();
    messages.note("C1", "1.1", "one");
    messages.note("C2", "1.1", "two");
    messages.forget("C2", "1.1");
    expect(messages.get("C1", "1.1")).toBe("one");
    expect(messages.get("C2", "1.1")).toBeUndefined();
  });

  it("are forgotten after a thousand newer ones", () => {
    const messages = createRecentMessages<number>();
    messages.note("C1", "first", 1);
    messages.note("C1", "second", 2);
    messages.note("C1", "first", 3);
    for (let number = 0; number < 999; number++)
      messages.note("C1", String(number), number);
    expect(messages.get("C1", "second")).toBeUndefined();
    expect(messages.get("C1", "first")).toBe(3);
  });
});
