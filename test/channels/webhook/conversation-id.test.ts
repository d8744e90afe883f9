import * as fc from "fast-check";
import { expect, it } from "vitest";
import { conversationId } from "../../../src/channels/webhook/conversation-id.ts";
import { parseConfig } from "../../../src/config.ts";

it("is one conversation's of one caller, whatever its name is", () => {
  const caller = fc.stringMatching(/^[\w-]{1,4}$/);
  const name = fc.string({
    unit: fc.constantFrom("a", "b", ":", "-", "_"),
    minLength: 1,
  });
  fc.assert(
    fc.property(caller, name, caller, name, (one, first, other, second) => {
      const isSame = one === other && first === second;
      expect(conversationId(one, first) === conversationId(other, second)).toBe(
        isSame,
      );
    }),
    { examples: [["a", "b:c", "a", "b"]] },
  );
});

it("depends on callers' names without colons, and there are no others", () => {
  const [key] = parseConfig({ WEBHOOK_API_KEYS: "a:b:key-of-the-lamp-post" })
    .webhook.keys;
  expect(key).toEqual({ name: "a", key: "b:key-of-the-lamp-post" });
  expect(() =>
    parseConfig({
      WEBHOOK_SIGNING_SECRET: `a:b:whsec_${btoa("x".repeat(24))}`,
    }),
  ).toThrow("WEBHOOK_SIGNING_SECRET");
});
