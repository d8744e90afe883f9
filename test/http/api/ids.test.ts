import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse-config.ts";
import { chooseId, conversationId } from "../../../src/http/api/ids.ts";

function choose({
  key,
  bodyId,
  signedId,
}: { key?: string; bodyId?: string; signedId?: string } = {}) {
  const headers = new Headers(
    key === undefined ? {} : { "idempotency-key": key },
  );
  return chooseId({ headers, bodyId, signedId, createId: () => "new" });
}

const chosen = (id: string) => ({ kind: "read", value: id });

describe("chooseId", () => {
  it("picks the body's id, else the signed one, else the key, else a new one", () => {
    const all = { key: "a", bodyId: "a", signedId: "b" };
    expect(choose(all)).toEqual(chosen("a"));
    expect(choose({ signedId: "b" })).toEqual(chosen("b"));
    expect(choose({ key: "c" })).toEqual(chosen("c"));
    expect(choose()).toEqual(chosen("new"));
  });

  it.each([
    ['"a b"', "a b"],
    [String.raw`"a\"\\"`, String.raw`a"\ `.trim()],
    ['a"b', 'a"b'],
    ['"', '"'],
    ["k".repeat(128), "k".repeat(128)],
  ])("parses the key %s", (key, id) => {
    expect(choose({ key })).toEqual(chosen(id));
  });

  it.each(["", '""', ".", '".."', "é", "a\tb", "k".repeat(129), '" a"'])(
    "refuses the key %j",
    (key) => {
      expect(choose({ key })).toMatchObject({
        kind: "refused",
        problem: { status: 400, slug: "broken-idempotency-key" },
      });
    },
  );

  it.each([
    [{ bodyId: "a" }, "differs from the Idempotency-Key"],
    [{ signedId: "a" }, "differs between webhook-id and Idempotency-Key"],
  ])("refuses a key that differs from %j", (ids, detail) => {
    expect(choose({ ...ids, key: "b" })).toMatchObject({
      kind: "refused",
      problem: {
        status: 422,
        slug: "invalid-fields",
        title: "Invalid fields in the body",
        errors: [{ pointer: "/id", detail: expect.stringContaining(detail) }],
      },
    });
  });
});

it("gives every conversation of every caller a unique id", () => {
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

it("relies on caller names without colons, which the configuration enforces", () => {
  const [key] = parseConfig({
    WEBHOOK_API_KEYS: "a:b:key-of-the-lamp-post-in-these-tests",
  }).webhook.keys;
  expect(key).toEqual({
    name: "a",
    key: "b:key-of-the-lamp-post-in-these-tests",
  });
  expect(() =>
    parseConfig({
      WEBHOOK_SIGNING_SECRET: `a:b:whsec_${btoa("x".repeat(24))}`,
    }),
  ).toThrow("WEBHOOK_SIGNING_SECRET");
});
