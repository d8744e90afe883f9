import { expect, it } from "vitest";
import { addresseeOf, type Addressee } from "../../src/types/schedule.ts";

it("what follows a message is for its author, where it was written, and counts there", () => {
  const asked: Required<Addressee> = {
    conversation: "web:7",
    via: "slack:7",
    channel: "web",
    author: { id: "7" },
    replyTo: { chat: 7 },
    site: "https://shop.example",
    isGroup: true,
    metadata: { order: "17" },
    callbackUrl: "https://shop.example/hook",
  };
  const { metadata: _, callbackUrl: __, ...addressee } = asked;
  expect(addresseeOf(asked)).toEqual(addressee);
});
