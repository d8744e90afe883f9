import { describe, expect, it } from "vitest";
import {
  isAllowed,
  signerOf,
} from "../../../src/conversation/accept/access.ts";
import type { IncomingMessage } from "../../../src/types/message.ts";
import { listedOnTelegram } from "../../fixtures/access.ts";
import { createMessage } from "../../fixtures/messages.ts";

/** Two messages of an author, in two conversations. */
const signers = (
  first: string,
  author: string,
  message: Partial<IncomingMessage>,
) =>
  Promise.all(
    [first, `${first}2`].map((conversation) =>
      signerOf(
        createMessage({
          id: "1",
          conversation,
          author: { id: author },
          ...message,
        }),
      ),
    ),
  );

describe("sign-ins at tool servers", () => {
  it("are a person's in all chats, but not in groups", async () => {
    const [one, other] = await signers("telegram:7:", "7", {
      channel: "telegram",
    });
    expect(one).toMatch(/./);
    expect(other).toBe(one);
    expect(await signers("telegram:7", "7", { isGroup: true })).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("are a conversation's if a program names no user", async () => {
    const webhook = { channel: "webhook" } as const;
    const [one, other] = await signers("webhook:shop:a", "shop", webhook);
    expect(other).not.toBe(one);
    const [ann, again] = await signers("webhook:shop:a", "ann", webhook);
    expect(again).toBe(ann);
  });
});

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
