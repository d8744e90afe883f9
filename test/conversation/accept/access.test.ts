import { describe, expect, it } from "vitest";
import { isAllowed } from "../../../src/conversation/accept/access.ts";
import { listedOnTelegram } from "../../fixtures/access.ts";
import { createMessage } from "../../fixtures/messages.ts";

describe("access", () => {
  it("is closed on a channel without a rule", () => {
    const message = createMessage({ id: "1", channel: "web" });
    expect(isAllowed(message, { telegram: "everybody" })).toBe(false);
    expect(isAllowed(message, { web: "everybody" })).toBe(true);
  });

  it("admits listed people and all members of a listed group, also under its former id", () => {
    const rules = listedOnTelegram({ people: ["7"], chats: ["-100"] });
    const from = (author: string, conversation: string, chat: number) =>
      isAllowed(
        createMessage({
          id: "1",
          channel: "telegram",
          author: { id: author },
          conversation,
          replyTo: { chat },
        }),
        rules,
      );
    expect(from("7", "telegram:7", 7)).toBe(true);
    expect(from("8", "telegram:8", 8)).toBe(false);
    expect(from("8", "telegram:-100:3", -200)).toBe(true);
    expect(from("8", "telegram:-5", -100)).toBe(true);
  });
});
