import { describe, expect, it } from "vitest";
import { chooseId } from "../../../src/channels/webhook/choose-id.ts";

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

const chosen = (id: string) => ({ kind: "chosen", id });

describe("chooseId", () => {
  it("takes the body's, else the signed one, else the key, else a new one", () => {
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
  ])("reads the key %s", (key, id) => {
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
    [{ bodyId: "a" }, "is not what the Idempotency-Key says"],
    [{ signedId: "a" }, "is one thing in webhook-id and another"],
  ])("refuses a key that names another message than %j", (ids, detail) => {
    expect(choose({ ...ids, key: "b" })).toMatchObject({
      kind: "refused",
      problem: {
        status: 422,
        slug: "invalid-fields",
        title: "The body has wrong fields",
        errors: [{ pointer: "/id", detail: expect.stringContaining(detail) }],
      },
    });
  });
});
