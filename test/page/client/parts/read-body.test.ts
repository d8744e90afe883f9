import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAs } from "../../../../src/page/client/parts/read-body.ts";

const EXAMPLE = {
  name: "none",
  at: 0,
  isOpen: false,
  input: undefined,
  list: [{ text: "" }],
  nested: { count: 0 },
};

describe("readAs", () => {
  it("keeps what has the example's shape, and what it says nothing of", () => {
    const body = {
      name: "Ada",
      at: 5,
      isOpen: true,
      input: { query: "x" },
      list: [{ text: "a" }, { text: "b", more: 1 }],
      nested: { count: 2 },
      other: "kept",
    };
    expect(readAs(EXAMPLE, body)).toEqual(body);
  });

  it("reads missing and other values as the example's, and lists as empty", () => {
    const empty = { ...EXAMPLE, list: [] };
    expect(readAs(EXAMPLE, null)).toEqual(empty);
    expect(
      readAs(EXAMPLE, { name: 5, at: "x", list: "x", nested: [] }),
    ).toEqual(empty);
    expect(readAs(EXAMPLE, { list: [null, { text: 5 }] }).list).toEqual([
      { text: "" },
      { text: "" },
    ]);
  });

  it("always returns the example's shape", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const { name, list, nested } = readAs(EXAMPLE, JSON.parse(text));
        expect([typeof name, Array.isArray(list), typeof nested.count]).toEqual(
          ["string", true, "number"],
        );
      }),
    );
  });
});
